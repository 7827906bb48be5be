"""Bags of words and tf-idf: values, laws, scikit-learn, bad input."""

import numpy as np
import pytest
from sklearn.feature_extraction import text as theirs

from byhand.text import CountVectorizer, TfidfTransformer, n_grams, words

DOCUMENTS = [
    "The cat sat on the mat, and the dog sat on the cat.",
    "A dog and another dog!",
    "Cats sit; dogs sit too. I do not sit.",
    "über naïve café 2024 word_with_underscore",
    "",
]


def test_a_bag_forgets_the_order():
    vectorizer = CountVectorizer().fit(["the dog bites the man"])
    assert vectorizer.transform(["man bites the dog the"]).tolist() == [[1, 1, 1, 2]]
    assert (vectorizer.transform(["the dog bites the man"]) == vectorizer.transform(["the man bites the dog"])).all()
    pairs = CountVectorizer(ngram_range=(2, 2)).fit(["the dog bites the man"])
    assert (pairs.transform(["the dog bites the man"]) != pairs.transform(["the man bites the dog"])).any()


def test_a_word_in_every_document_counts_least():
    X = np.array([[3, 0, 1], [2, 0, 0], [3, 1, 0], [4, 0, 0]])
    idf = TfidfTransformer().fit(X).idf_
    assert idf[0] == 1 and idf[1] == idf[2] == np.log(5 / 2) + 1


@pytest.mark.parametrize("ngram_range", [(1, 1), (1, 2), (2, 3)])
def test_counts_are_those_of_scikit_learn(ngram_range):
    mine, other = CountVectorizer(ngram_range), theirs.CountVectorizer(ngram_range=ngram_range)
    assert (mine.fit_transform(DOCUMENTS) == other.fit_transform(DOCUMENTS).toarray()).all()
    assert mine.get_feature_names_out().tolist() == other.get_feature_names_out().tolist()
    new = ["the dog sat on another mat", "nothing known"]
    assert (mine.transform(new) == other.transform(new).toarray()).all()


@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_weights_are_those_of_scikit_learn(smooth, seed):
    X = np.random.default_rng(seed).poisson(0.7, (12, 6))
    X[0], X[1] = 1, 0  # every word occurs; a document may hold none
    mine, other = TfidfTransformer(smooth).fit(X), theirs.TfidfTransformer(smooth_idf=smooth).fit(X)
    np.testing.assert_allclose(mine.idf_, other.idf_)
    np.testing.assert_allclose(mine.transform(X), other.transform(X).toarray())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: CountVectorizer().fit("one string"), "X must be a list of strings, one for each document; got 'one"),
        (lambda: CountVectorizer().fit(["a b", 3]), "X must be a list of strings"),
        (lambda: CountVectorizer().fit(["a b c"]), "X must hold at least one word"),
        (lambda: CountVectorizer((2, 1)).fit(["two words"]), "ngram_range must hold a number, then one at least as"),
        (lambda: CountVectorizer((1, 2, 3)).fit(["two words"]), "ngram_range must hold two whole numbers"),
        (lambda: TfidfTransformer().fit([[-1]]), "X must hold counts, none of them negative; the smallest is -1"),
        (lambda: TfidfTransformer(False).fit([[0, 1]]), "X has no count above 0 in column 0; set smooth_idf to True"),
        (lambda: words(3), "document must be a string; got 3"),
        (lambda: n_grams(["a"], 0), "n must be a whole number of at least 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert message in str(caught.value)
