r"""Documents as numbers: how often each word occurs, and how much each occurrence tells.

A document becomes a *bag of words*: a row of counts, one for each word of the vocabulary, all order forgotten. A word
that stands in nearly every document says little about any of them, so counts are weighted by the *inverse document
frequency*:

$$\text{idf}(w) = \ln \frac{1 + N}{1 + N_w} + 1, \qquad
  \text{tf-idf}(d, w) = \frac{\text{count}(d, w)\,\text{idf}(w)}{\text{length of that row}}$$

where $N_w$ of the N documents hold the word w. Names and formulae are scikit-learn's.
"""

import re

import numpy as np

from byhand.base import as_flag, as_list, as_matrix, as_whole, shown
from byhand.guard import guard
from byhand.transformer import Transformer

WORD = re.compile(r"\b\w\w+\b")  # as in scikit-learn: a single letter is no word


def words(document):
    """The words of a document in order, in small letters; single letters and signs are left out.

    >>> words("The cat sat. A cat!")
    ['the', 'cat', 'sat', 'cat']
    """
    if not isinstance(document, str):
        raise ValueError(f"document must be a string; got {shown(document)}")
    return WORD.findall(document.lower())


def n_grams(tokens, n):
    """All runs of n words that follow each other, each as one string.

    >>> n_grams(["not", "at", "all", "good"], 2)
    ['not at', 'at all', 'all good']
    """
    tokens, n = as_list(tokens, "tokens"), as_whole(n, "n", 1)
    return [" ".join(map(str, tokens[i : i + n])) for i in range(len(tokens) - n + 1)]


class CountVectorizer(Transformer):
    """How often each word of the vocabulary occurs in each document.

    `ngram_range`: the fewest and the most words that are counted together; (1, 1) for single words, (1, 2) for pairs
    too. Words that no training document holds are left out later. The result is an ordinary array, never a sparse one.

    Learned: `vocabulary_`, the words in alphabetical order with the number of their column.

    >>> vectorizer = CountVectorizer().fit(["the cat sat", "the dog and the cat"])
    >>> vectorizer.get_feature_names_out()
    array(['and', 'cat', 'dog', 'sat', 'the'], dtype=object)
    >>> vectorizer.transform(["the dog, the bird"])
    array([[0, 0, 1, 0, 2]])
    """

    def __init__(self, ngram_range=(1, 1)):
        self.ngram_range = ngram_range

    def fit(self, X, y=None):
        """Learn the vocabulary from X, a list of n documents; y is not used."""
        found = sorted({term for terms in self._terms(X) for term in terms})
        if not found:
            raise ValueError("X must hold at least one word; single letters do not count")
        self.vocabulary_ = {term: column for column, term in enumerate(found)}
        return self

    def transform(self, X):
        """How often each word of the vocabulary occurs in each document of X, shape (n, size of the vocabulary)."""
        self._require_fit("vocabulary_")
        documents = self._terms(X)
        counts = np.zeros((len(documents), len(self.vocabulary_)), dtype=int)
        for row, terms in enumerate(documents):
            known = [self.vocabulary_[term] for term in terms if term in self.vocabulary_]
            np.add.at(counts[row], known, 1)
        return counts

    def get_feature_names_out(self, input_features=None):
        """The words, in the order of their columns."""
        self._require_fit("vocabulary_")
        return np.array(list(self.vocabulary_), dtype=object)

    def _terms(self, X):
        """The words, and the runs of words, of each document."""
        if isinstance(X, str) or not all(isinstance(document, str) for document in as_list(X, "X")):
            raise ValueError(f"X must be a list of strings, one for each document; got {shown(X)}")
        low, high = (as_whole(n, "each end of ngram_range", 1) for n in _pair(self.ngram_range))
        if low > high:
            raise ValueError(f"ngram_range must hold a number, then one at least as large; got {self.ngram_range}")
        return [[run for n in range(low, high + 1) for run in n_grams(words(document), n)] for document in X]


class TfidfTransformer(Transformer):
    r"""Counts weighted by how rare a word is among documents, each row then scaled to length 1.

    `smooth_idf`: whether one more document that holds every word is counted, as in the formula above; otherwise
    $\text{idf}(w) = \ln (N / N_w) + 1$, and every word must occur.

    Learned: `idf_`, the weight of each word, shape (d,).

    >>> TfidfTransformer().fit_transform([[3, 0], [2, 1]]).round(4)
    array([[1.    , 0.    ],
           [0.8182, 0.575 ]])
    """

    _input_tags = {"positive_only": True}

    def __init__(self, smooth_idf=True):
        self.smooth_idf = smooth_idf

    def fit(self, X, y=None):
        """Learn from counts X, shape (n, d), in how many rows each word occurs; y is not used."""
        X = self._counts(X)
        extra = int(as_flag(self.smooth_idf, "smooth_idf"))
        holding = (X > 0).sum(axis=0) + extra
        if not holding.all():
            raise ValueError(f"X has no count above 0 in column {int(np.argmin(holding))}; set smooth_idf to True")
        self.idf_ = np.log((len(X) + extra) / holding) + 1
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        """The weighted counts, shape (n, d); rows have length 1, except those without any known word."""
        self._require_fit("idf_")
        weighted = self._counts(X, self.n_features_in_) * self.idf_
        length = np.sqrt((weighted**2).sum(axis=1, keepdims=True))
        return weighted / np.where(length == 0, 1, length)

    def _counts(self, X, columns=None):
        X = as_matrix(X, columns=columns)
        if (X < 0).any():
            raise ValueError(f"X must hold counts, none of them negative; the smallest is {X.min():g}")
        return X


def _pair(ends):
    ends = as_list(ends, "ngram_range")
    if len(ends) != 2:
        raise ValueError(f"ngram_range must hold two whole numbers; got {shown(ends)}")
    return ends


guard(__name__)
