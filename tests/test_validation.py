"""Splits, cross-validation, curves, bias and variance."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import model_selection as reference
from sklearn.linear_model import LogisticRegression
from sklearn.linear_model import Ridge as SklearnRidge

from byhand.linear import LinearRegression
from byhand.naive_bayes import GaussianNB
from byhand.neighbors import KNeighborsClassifier, KNeighborsRegressor
from byhand.validation import (
    Bootstrap,
    GroupKFold,
    KFold,
    LeaveOneOut,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
    bias_and_variance,
    cross_val_predict,
    cross_val_score,
    learning_curve,
    predictions_over_samples,
    train_test_split,
    validation_curve,
)

FOLDS = [KFold, StratifiedKFold, GroupKFold]


def problem(seed, n=60, classes=3):
    """A table of three columns, labels, numbers and groups of n rows."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.repeat(np.arange(classes), 6), rng.integers(classes, size=n - 6 * classes)])
    X = rng.normal(size=(n, 3)) + y[:, None]
    order = rng.permutation(n)
    return X[order], y[order], X[order] @ [1.0, -2.0, 0.5] + rng.normal(size=n), rng.integers(12, size=n)


def same_rounds(ours, theirs):
    ours, theirs = list(ours), list(theirs)
    assert len(ours) == len(theirs)
    for mine, yours in zip(ours, theirs, strict=True):
        for a, b in zip(mine, yours, strict=True):
            np.testing.assert_array_equal(a, b)


# ---- values


def test_ten_rows_in_three_folds_by_hand():
    assert [test.tolist() for _, test in KFold(3).split(range(10))] == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_the_last_rows_are_judged_where_nothing_is_shuffled():
    train, test = train_test_split(range(10), test_size=3, shuffle=False)
    assert train.tolist() == [0, 1, 2, 3, 4, 5, 6] and test.tolist() == [7, 8, 9]


def test_the_parts_of_the_error_by_hand():
    """Three fits predict 2, 4 and 6 where the truth is 3: mean 4, bias 1, variance 8/3, error 11/3."""
    parts = bias_and_variance([[2], [4], [6]], [3])
    assert (parts.mean[0], parts.bias[0]) == (4, 1)
    assert parts.variance[0] == pytest.approx(8 / 3) and parts.error[0] == pytest.approx(11 / 3)


# ---- laws


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("kind", [KFold, StratifiedKFold])
@settings(max_examples=40)
@given(n=st.integers(12, 80), folds=st.integers(2, 6), seed=st.integers(0, 99))
def test_folds_are_disjoint_complete_and_even(kind, shuffle, n, folds, seed):
    y = np.random.default_rng(seed).integers(2, size=n)
    y[:12] = [0, 1] * 6  # at least six of each class
    rounds = list(kind(folds, shuffle=shuffle, seed=seed).split(np.zeros((n, 1)), y))
    assert sorted(np.concatenate([test for _, test in rounds]).tolist()) == list(range(n))
    for train, test in rounds:
        assert sorted([*train, *test]) == list(range(n))
    sizes = [len(test) for _, test in rounds]
    assert max(sizes) - min(sizes) <= 1
    if kind is StratifiedKFold:
        counts = np.array([np.bincount(y[test], minlength=2) for _, test in rounds])
        assert (np.ptp(counts, axis=0) <= 1).all()


@settings(max_examples=40)
@given(n=st.integers(20, 80), share=st.floats(0.1, 0.8), seed=st.integers(0, 99))
def test_a_stratified_split_keeps_the_shares_to_within_one_row(n, share, seed):
    y = np.random.default_rng(seed).choice(3, size=n, p=[0.6, 0.3, 0.1])
    classes, counts = np.unique(y, return_counts=True)
    rows = math.ceil(share * n)
    if not len(classes) <= rows <= n - len(classes):
        return
    train, test = train_test_split(np.arange(n), test_size=share, stratify=y, seed=seed)
    assert sorted([*train, *test]) == list(range(n)) and len(test) == rows
    for label, count in zip(classes, counts, strict=True):
        assert abs((y[test] == label).sum() - count * rows / n) < 1


@pytest.mark.parametrize("seed", range(5))
def test_a_group_is_never_divided(seed):
    X, _, _, groups = problem(seed)
    rounds = list(GroupKFold(4).split(X, groups=groups))
    assert sorted(np.concatenate([test for _, test in rounds]).tolist()) == list(range(len(X)))
    for train, test in rounds:
        assert not set(groups[train]) & set(groups[test])


@pytest.mark.parametrize("options", [{}, {"gap": 3}, {"test_size": 4}, {"max_train_size": 7}])
def test_nothing_is_learned_from_the_future(options):
    rounds = list(TimeSeriesSplit(4, **options).split(np.zeros((50, 1))))
    assert all(train.max() + options.get("gap", 0) < test.min() for train, test in rounds)
    assert all(a.max() + 1 == b.min() for (_, a), (_, b) in pairwise(rounds))
    assert rounds[-1][1][-1] == 49


@pytest.mark.parametrize("n", [3, 10, 100])
def test_a_bootstrap_leaves_out_as_many_as_it_should(n):
    """Each row is missed with probability (1 - 1/n)^n: over many draws, the share that is left out is that."""
    rounds = list(Bootstrap(3000, seed=1).split(range(n)))
    assert all(len(train) == n and not set(train) & set(test) for train, test in rounds)
    expected = (1 - 1 / n) ** n
    if n == 3:  # draws that take all three rows, 3!/27 of them, are made again
        expected /= 1 - 6 / 27
    assert np.mean([len(test) / n for _, test in rounds]) == pytest.approx(expected, abs=0.01)


def test_all_of_a_kind_is_drawn_alike_from_one_seed_and_otherwise_from_another():
    for splitter in (KFold, StratifiedKFold):
        a, b, c = (list(splitter(3, shuffle=True, seed=s).split(range(30), [0, 1, 2] * 10)) for s in (4, 4, 5))
        same_rounds(a, b)
        assert any(x[1].tolist() != y[1].tolist() for x, y in zip(a, c, strict=True))
    for splitter in (ShuffleSplit, Bootstrap):
        a, b, c = (list(splitter(3, seed=s).split(range(30))) for s in (4, 4, 5))
        same_rounds(a, b)
        assert a[0][1].tolist() != c[0][1].tolist()


@pytest.mark.parametrize("seed", range(3))
def test_bias_squared_and_variance_are_the_whole_error(seed):
    rng = np.random.default_rng(seed)
    parts = bias_and_variance(rng.normal(size=(50, 8)) * 10, rng.normal(size=8))
    np.testing.assert_allclose(parts.bias**2 + parts.variance, parts.error, rtol=1e-12)


def test_a_right_model_has_no_bias_and_the_variance_of_theory():
    r"""Least squares on a fixed design: the variance at x is $\sigma^2 x^T (X^T X)^{-1} x$."""
    design = np.linspace(-1, 1, 15)[:, None]

    def sample(generator):
        return design, 1 + 2 * design[:, 0] + 0.5 * generator.normal(size=15)

    at = np.array([[-1.0], [0.0], [2.0]])
    parts = bias_and_variance(predictions_over_samples(LinearRegression(), sample, at, 4000), 1 + 2 * at[:, 0])
    full = np.column_stack([np.ones(15), design])
    rows = np.column_stack([np.ones(3), at])
    theory = 0.25 * np.einsum("ij,jk,ik->i", rows, np.linalg.inv(full.T @ full), rows)
    np.testing.assert_allclose(parts.variance, theory, rtol=0.1)
    assert (np.abs(parts.bias) < 4 * np.sqrt(theory / 4000)).all()


# ---- references


@pytest.mark.parametrize("seed", range(10))
def test_splits_are_those_of_scikit_learn_where_nothing_is_drawn(seed):
    X, y, _, groups = problem(seed, n=53 + seed)
    for folds in (2, 3, 5):
        same_rounds(KFold(folds).split(X), reference.KFold(folds).split(X))
        same_rounds(StratifiedKFold(folds).split(X, y), reference.StratifiedKFold(folds).split(X, y))
        same_rounds(GroupKFold(folds).split(X, y, groups), reference.GroupKFold(folds).split(X, y, groups))
        for options in ({}, {"gap": 2}, {"test_size": 5}, {"max_train_size": 9}):
            same_rounds(
                TimeSeriesSplit(folds, **options).split(X), reference.TimeSeriesSplit(folds, **options).split(X)
            )
    same_rounds(LeaveOneOut().split(X), reference.LeaveOneOut().split(X))


@pytest.mark.parametrize("test_size", [0.1, 0.25, 1 / 3, 7])
def test_the_parts_are_as_large_as_those_of_scikit_learn(test_size):
    for n in (10, 11, 57):
        ours = [len(part) for part in train_test_split(np.arange(n), test_size=test_size)]
        assert ours == [len(part) for part in reference.train_test_split(np.arange(n), test_size=test_size)]
        ours = [len(test) for _, test in ShuffleSplit(3, test_size=test_size).split(np.zeros(n))]
        assert ours == [len(b) for _, b in reference.ShuffleSplit(3, test_size=test_size).split(np.zeros(n))]


@pytest.mark.parametrize("seed", range(4))
def test_scores_are_those_of_scikit_learn(seed):
    X, y, numbers, groups = problem(seed)
    for model, outcome in [
        (KNeighborsClassifier(3), y),
        (GaussianNB(), y),
        (KNeighborsRegressor(3), numbers),
        (LogisticRegression(), y),
        (SklearnRidge(), numbers),
    ]:
        for cv in (4, KFold(3), reference.KFold(3, shuffle=True, random_state=seed), GroupKFold(3)):
            asked = {"groups": groups} if isinstance(cv, GroupKFold) else {}
            ours = cross_val_score(model, X, outcome, cv=cv, **asked)
            np.testing.assert_allclose(ours, reference.cross_val_score(model, X, outcome, cv=cv, **asked))
        ours = cross_val_predict(model, X, outcome, cv=4)
        np.testing.assert_array_equal(ours, reference.cross_val_predict(model, X, outcome, cv=4))


def test_probabilities_left_out_are_those_of_scikit_learn():
    X, y, _, _ = problem(1)
    ours = cross_val_predict(GaussianNB(), X, y, cv=3, method="predict_proba")
    np.testing.assert_allclose(ours, reference.cross_val_predict(GaussianNB(), X, y, cv=3, method="predict_proba"))


@pytest.mark.parametrize("train_sizes", [[0.3, 0.6, 1.0], [10, 25, 40]])
def test_learning_curves_are_those_of_scikit_learn(train_sizes):
    X, _, numbers, _ = problem(2)
    ours = learning_curve(KNeighborsRegressor(3), X, numbers, train_sizes=train_sizes, cv=3)
    theirs = reference.learning_curve(KNeighborsRegressor(3), X, numbers, train_sizes=train_sizes, cv=3)
    for a, b in zip(ours, theirs[:3], strict=True):
        np.testing.assert_allclose(a, b)


def test_validation_curves_are_those_of_scikit_learn():
    X, y, _, _ = problem(3)
    settings = {"param_name": "k", "param_range": [1, 3, 9], "cv": 4}
    ours = validation_curve(KNeighborsClassifier(), X, y, **settings)
    for a, b in zip(ours, reference.validation_curve(KNeighborsClassifier(), X, y, **settings), strict=True):
        np.testing.assert_allclose(a, b)


def test_scikit_learn_takes_our_splitters():
    X, y, _, groups = problem(4)
    for cv in (KFold(3), StratifiedKFold(3), ShuffleSplit(3), Bootstrap(3), TimeSeriesSplit(3), GroupKFold(3)):
        scores = reference.cross_val_score(GaussianNB(), X, y, cv=cv, groups=groups)
        np.testing.assert_allclose(scores, cross_val_score(GaussianNB(), X, y, cv=cv, groups=groups))
    assert len(reference.cross_val_score(GaussianNB(), X, y, cv=LeaveOneOut())) == len(X)


def test_a_score_of_ones_own():
    X, _, numbers, _ = problem(5)

    def mean_absolute_error(model, X, y):
        return np.abs(model.predict(X) - y).mean()

    ours = cross_val_score(LinearRegression(), X, numbers, cv=3, scoring=mean_absolute_error)
    theirs = reference.cross_val_score(LinearRegression(), X, numbers, cv=3, scoring="neg_mean_absolute_error")
    np.testing.assert_allclose(ours, -theirs)


# ---- nothing is changed, bad input


def test_model_and_data_stay_as_they_were():
    X, y, _, _ = problem(6)
    before, model = (X.copy(), y.copy()), KNeighborsClassifier(3)
    cross_val_score(model, X, y)
    validation_curve(model, X, y, param_name="k", param_range=[1, 2])
    learning_curve(model, X, y, seed=1)
    train_test_split(X, y, stratify=y)
    assert vars(model) == vars(KNeighborsClassifier(3))
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])


X, Y = np.arange(10.0)[:, None], np.array([0, 1] * 5)
KNN = KNeighborsClassifier(1)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: train_test_split(), "arrays must hold at least one table"),
        (lambda: train_test_split(X, Y[:5]), "arrays must have equally many rows; got \\[10, 5\\]"),
        (lambda: train_test_split(X, test_size=0), "test_size must be a number above 0; got 0"),
        (lambda: train_test_split(X, test_size=10), "test_size must leave a row to learn from; got 10 of 10 rows"),
        (lambda: train_test_split(X, test_size=1.5), "test_size must be a whole number"),
        (lambda: train_test_split(X, shuffle=False, stratify=Y), "stratify must be None where shuffle is False"),
        (lambda: train_test_split(X, test_size=1, stratify=Y), "test_size must give each of the 2 classes"),
        (lambda: train_test_split(X, stratify=Y[:3]), "stratify must hold one label"),
        (lambda: list(KFold(1).split(X)), "n_splits must be a whole number of at least 2; got 1"),
        (lambda: list(KFold(11).split(X)), "n_splits must be at most the number of rows, 10; got 11"),
        (lambda: list(KFold(2).split([])), "X must have rows; got \\[\\]"),
        (lambda: list(KFold(2).split(None)), "X must have rows; got None"),
        (lambda: list(StratifiedKFold(2).split(X)), "y must hold one label for each"),
        (lambda: list(StratifiedKFold(6).split(X, Y)), "rows of the largest class, 5; got 6"),
        (lambda: list(GroupKFold(2).split(X)), "groups must hold one label for each"),
        (lambda: list(GroupKFold(3).split(X, groups=Y)), "n_splits must be at most the number of groups, 2"),
        (lambda: list(TimeSeriesSplit(10).split(X)), "n_splits must leave rows to learn from"),
        (lambda: list(TimeSeriesSplit(2, gap=9).split(X)), "n_splits must leave rows to learn from"),
        (lambda: list(LeaveOneOut().split([[1]])), "X must have at least two rows"),
        (lambda: list(Bootstrap().split([[1]])), "X must have at least two rows"),
        (lambda: cross_val_score(None, X, Y), "estimator must offer fit and predict"),
        (lambda: cross_val_score(KNN, X, Y[:4]), "y must hold one entry for each of the 10 rows of X; it holds 4"),
        (lambda: cross_val_score(KNN, X, Y, cv="five"), "cv must"),
        (lambda: cross_val_score(KNN, X, Y, cv=[]), "cv must hold at least one pair"),
        (lambda: cross_val_score(KNN, X, Y, cv=[([0, 1], [99])]), "cv must hold row numbers from 0 to 9"),
        (lambda: cross_val_score(KNN, X, Y, cv=[([0.5], [1])]), "cv must hold pairs"),
        (lambda: cross_val_score(KNN, X, Y, scoring="accuracy"), "scoring must be a function of"),
        (lambda: cross_val_predict(KNN, X, Y, cv=ShuffleSplit(3)), "cv must judge every row exactly once"),
        (lambda: cross_val_predict(KNN, X, Y, method="guess"), "method must be one of"),
        (lambda: learning_curve(KNN, X, Y, train_sizes=[0, 5]), "train_sizes must be shares, or whole numbers"),
        (lambda: learning_curve(KNN, X, Y, train_sizes=[5, 9]), "from 1 to 8"),
        (lambda: validation_curve(KNN, X, Y, param_name="q", param_range=[1]), "param_name must be one of"),
        (lambda: validation_curve(KNN, X, Y, param_name="k", param_range=[]), "param_range must hold"),
        (lambda: bias_and_variance([[1, 2]], [1]), "truth must hold 2 numbers"),
        (lambda: predictions_over_samples(KNN, 3, X), "sample must be a function"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_a_rare_class_is_told():
    with pytest.warns(UserWarning, match="only 1 rows? of class b: not all 3 folds can hold one"):
        list(StratifiedKFold(3).split(range(7), list("aaaaaab")))
