r"""Validation: how well a model will do on data that it has not seen.

A *splitter* says which rows to learn from and which to judge by: `split(X, y)` yields pairs (train, test) of row
numbers. `cross_val_score` and its relatives fit a copy of a model on each `train` and judge it on each `test`:

$$\mathrm{CV} = \frac1K \sum_{k=1}^{K} \mathrm{score}(\text{model fitted without fold } k,\ \text{fold } k)$$

Both go together with scikit-learn's: its functions take our splitters as `cv`, and ours take its splitters and models.
The last part is for simulations, where the truth is known: there the error of a model is exactly the sum of its bias,
squared, and its variance.
"""

from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    as_array,
    as_choice,
    as_flag,
    as_function,
    as_generator,
    as_labels,
    as_list,
    as_matrix,
    as_model,
    as_number,
    as_vector,
    as_whole,
    encode_classes,
    shown,
    warn,
)
from byhand.guard import guard

# ---- one split


def train_test_split(*arrays, test_size=0.25, shuffle=True, stratify=None, seed=0):
    """Each of the arrays in two parts, rows to learn from and rows to judge by: train, test, train, test, ...

    Parameters
    ----------
    arrays : tables of n rows, or arrays of n entries; row i of all of them goes into the same part
    test_size : the share of rows to judge by, or how many of them; a share is rounded up
    shuffle : whether to draw the rows at random; if not, the last ones are judged
    stratify : labels, shape (n,), of which both parts shall hold the same shares, or None
    seed : of the draw

    >>> train_test_split([1, 2, 3, 4, 5], test_size=0.4, shuffle=False)
    [array([1, 2, 3]), array([4, 5])]
    """
    if not arrays:
        raise ValueError("arrays must hold at least one table; got none")
    sizes = [length(some, "arrays") for some in arrays]
    if len(set(sizes)) > 1:
        raise ValueError(f"arrays must have equally many rows; got {sizes}")
    n, test = sizes[0], _test_rows(test_size, sizes[0])
    if not as_flag(shuffle, "shuffle"):
        if stratify is not None:
            raise ValueError("stratify must be None where shuffle is False: the last rows are taken as they come")
        parts = np.arange(n - test), np.arange(n - test, n)
    else:
        generator = as_generator(seed)
        order = generator.permutation(n)
        if stratify is not None:
            order = _in_strata(as_labels(stratify, n, "stratify"), test, order)
        parts = order[test:], order[:test]
    return [some_rows(some, part) for some in arrays for part in parts]


def _test_rows(test_size, n):
    """How many of n rows are judged: a share of them, rounded up, or a whole number; at least one row is left."""
    share = as_number(test_size, "test_size", above=0)
    rows = int(np.ceil(share * n)) if share < 1 else as_whole(test_size, "test_size", 1)
    if rows >= n:
        raise ValueError(f"test_size must leave a row to learn from; got {shown(test_size)} of {n} rows")
    return rows


def _in_strata(labels, test, order):
    """The rows of `order` so that the first `test` of them hold each label in proportion, to within one row."""
    index = encode_classes(labels, at_least=1)[1]
    counts = np.bincount(index)
    if not len(counts) <= test <= len(labels) - len(counts):
        raise ValueError(f"test_size must give each of the {len(counts)} classes of stratify room in both parts")
    wanted = counts * test / len(labels)
    whole = np.floor(wanted).astype(int)
    most = np.argsort(whole - wanted, kind="stable")[: test - whole.sum()]  # whose fraction is largest has one more
    whole[most] += 1
    place = np.empty(len(order), dtype=int)  # of each row among those of its class
    for k in range(len(counts)):
        rows = order[index[order] == k]
        place[rows] = np.arange(len(rows))
    judged = place[order] < whole[index[order]]
    return np.concatenate([order[judged], order[~judged]])


# ---- splitters


class Splitter:
    """What splitters share. Each says in `_tests` which rows are judged in each round; all others are learned from."""

    def split(self, X, y=None, groups=None):
        """Yield (train, test), two arrays of row numbers, for each round.

        X : the table, of which only the number of rows counts; y : its labels, shape (n,); groups : which group each
        row belongs to, shape (n,); both only for splitters that ask for them
        """
        n = length(X, "X")
        for test in self._tests(n, y, groups):
            judged = np.zeros(n, dtype=bool)
            judged[test] = True
            yield np.flatnonzero(~judged), np.flatnonzero(judged)

    def get_n_splits(self, X=None, y=None, groups=None):
        """How many rounds there are."""
        return as_whole(self.n_splits, "n_splits", 1)

    def __repr__(self):
        settings = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({settings})"

    def _folds(self, n, of="rows"):
        """The number of folds, where there are n things to share out among them."""
        folds = as_whole(self.n_splits, "n_splits", 2)
        if folds > n:
            raise ValueError(f"n_splits must be at most the number of {of}, {n}; got {folds}")
        return folds


class KFold(Splitter):
    """The rows in `n_splits` folds of equal size, to within one row; each fold is judged once.

    Without `shuffle` a fold is a run of neighbouring rows: shuffle if their order means something.

    >>> for train, test in KFold(3).split([[1], [2], [3], [4], [5]]):
    ...     print(train, test)
    [2 3 4] [0 1]
    [0 1 4] [2 3]
    [0 1 2 3] [4]
    """

    def __init__(self, n_splits=5, *, shuffle=False, seed=0):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.seed = seed

    def _tests(self, n, y, groups):
        order = as_generator(self.seed).permutation(n) if as_flag(self.shuffle, "shuffle") else np.arange(n)
        return np.array_split(order, self._folds(n))


class LeaveOneOut(Splitter):
    """As many folds as rows: each row is judged once, by a model that has learned from all others.

    >>> [test.tolist() for _, test in LeaveOneOut().split([[1], [2], [3]])]
    [[0], [1], [2]]
    """

    def get_n_splits(self, X=None, y=None, groups=None):
        """As many as X has rows."""
        return length(X, "X")

    def _tests(self, n, y, groups):
        if n < 2:
            raise ValueError("X must have at least two rows, so that one is left to learn from")
        return np.arange(n)[:, None]


class StratifiedKFold(Splitter):
    """Folds in which every class has its share, to within one row: the rows of a class are dealt out like cards.

    >>> y = ["a", "a", "a", "a", "b", "b"]
    >>> for train, test in StratifiedKFold(2).split(y, y):
    ...     print(train, test)
    [2 3 5] [0 1 4]
    [0 1 4] [2 3 5]
    """

    def __init__(self, n_splits=5, *, shuffle=False, seed=0):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.seed = seed

    def _tests(self, n, y, groups):
        y = as_labels(y, n)
        first = np.unique(y, return_index=True)[1]
        classes = y[np.sort(first)]  # in the order in which they come
        counts = np.array([(y == label).sum() for label in classes])
        K = self._folds(counts.max(), "rows of the largest class")
        if counts.min() < K:
            warn(f"y has only {counts.min()} rows of class {classes[counts.argmin()]}: not all {K} folds can hold one")
        generator = as_generator(self.seed) if as_flag(self.shuffle, "shuffle") else None
        # deal the sorted labels round the table: where one class ends, the next goes on with the next fold
        ends = np.cumsum(counts)
        fold = np.empty(n, dtype=int)
        for label, end, count in zip(classes, ends, counts, strict=True):
            dealt = np.sort(np.arange(end - count, end) % K)
            fold[y == label] = dealt if generator is None else generator.permutation(dealt)
        return [np.flatnonzero(fold == k) for k in range(K)]


class GroupKFold(Splitter):
    """Folds that never divide a group, such as the pictures of one patient: a group is learned from, or judged by.

    The largest group goes first; each goes to the fold that is smallest so far.

    >>> [test.tolist() for _, test in GroupKFold(2).split([1, 2, 3, 4, 5], groups=["a", "b", "a", "c", "a"])]
    [[0, 2, 4], [1, 3]]
    """

    def __init__(self, n_splits=5):
        self.n_splits = n_splits

    def _tests(self, n, y, groups):
        names, index = encode_classes(as_labels(groups, n, "groups"), 1, "groups")
        counts, fold = np.bincount(index), np.empty(len(names), dtype=int)
        size = np.zeros(self._folds(len(names), "groups"))
        for group in np.argsort(counts, kind="stable")[::-1]:
            fold[group] = np.argmin(size)
            size[fold[group]] += counts[group]
        return [np.flatnonzero(fold[index] == k) for k in range(len(size))]


class TimeSeriesSplit(Splitter):
    """For rows in the order of time: learn from the past, judge by what comes next. Nothing is learned from the future.

    The last rows are judged, in `n_splits` runs of `test_size` rows (n // (n_splits + 1) if None). `gap` rows before
    each run are left out; at most the latest `max_train_size` rows are learned from, all if None.

    >>> for train, test in TimeSeriesSplit(3).split(range(8)):
    ...     print(train, test)
    [0 1] [2 3]
    [0 1 2 3] [4 5]
    [0 1 2 3 4 5] [6 7]
    """

    def __init__(self, n_splits=5, *, max_train_size=None, test_size=None, gap=0):
        self.n_splits = n_splits
        self.max_train_size = max_train_size
        self.test_size = test_size
        self.gap = gap

    def split(self, X, y=None, groups=None):
        """Yield (train, test), two arrays of row numbers, for each round; only the number of rows of X counts."""
        n, rounds, gap = length(X, "X"), as_whole(self.n_splits, "n_splits", 1), as_whole(self.gap, "gap", 0)
        size = n // (rounds + 1) if self.test_size is None else as_whole(self.test_size, "test_size", 1)
        most = n if self.max_train_size is None else as_whole(self.max_train_size, "max_train_size", 1)
        if not size or n - rounds * size - gap < 1:
            raise ValueError(f"n_splits must leave rows to learn from before the first test; got {rounds} for {n} rows")
        for start in range(n - rounds * size, n, size):
            yield np.arange(max(0, start - gap - most), start - gap), np.arange(start, start + size)


class ShuffleSplit(Splitter):
    """`n_splits` times anew: draw a `test_size` of the rows at random to judge by. A row may be judged often or never.

    >>> [len(test) for _, test in ShuffleSplit(4, test_size=0.3).split(range(10))]
    [3, 3, 3, 3]
    """

    def __init__(self, n_splits=10, *, test_size=0.1, seed=0):
        self.n_splits = n_splits
        self.test_size = test_size
        self.seed = seed

    def _tests(self, n, y, groups):
        generator, rows = as_generator(self.seed), _test_rows(self.test_size, n)
        return [generator.permutation(n)[:rows] for _ in range(self.get_n_splits())]


class Bootstrap(Splitter):
    r"""`n_splits` times: draw n of the n rows *with replacement* to learn from, and judge by those never drawn.

    A row is not drawn with probability $(1 - 1/n)^n$, which tends to $1/e \approx 0.368$ as n grows.

    >>> train, test = next(Bootstrap(1).split(range(5)))
    >>> train, test
    (array([4, 3, 2, 1, 1]), array([0]))
    """

    def __init__(self, n_splits=100, *, seed=0):
        self.n_splits = n_splits
        self.seed = seed

    def split(self, X, y=None, groups=None):
        """Yield (train, test), two arrays of row numbers; in `train` a row may come several times.

        A draw that leaves no row to judge by is made again.
        """
        n, generator = length(X, "X"), as_generator(self.seed)
        if n < 2:
            raise ValueError("X must have at least two rows, so that one can be left to judge by")
        for _ in range(self.get_n_splits()):
            test = np.array([])
            while not len(test):
                train = generator.integers(n, size=n)
                test = np.setdiff1d(np.arange(n), train)
            yield train, test


# ---- scores of models


def cross_validate(estimator, X, y, *, cv=5, scoring=None, groups=None):
    """The score of the model in each round: a copy of it is fitted on `train` and judged on `test`.

    Parameters
    ----------
    estimator : any model with `fit` and `predict`, of this library or of scikit-learn; it is not changed
    X, y : the table, shape (n, d), and the labels or numbers, shape (n,)
    cv : a splitter; a list of pairs (train, test); or a number of folds, stratified for classifiers
    scoring : a function of (model, X, y); None for the `score` of the model, which is the share of right classes, or R²
    groups : for splitters that ask for them, shape (n,)

    Returns a dictionary: `test_score`, on the rows left out, and `train_score`, on those learned from, both of shape
    (rounds,).

    >>> from byhand.neighbors import KNeighborsClassifier
    >>> X, y = [[0], [1], [2], [6], [7], [8]], ["a", "a", "b", "b", "b", "b"]
    >>> cross_validate(KNeighborsClassifier(k=1), X, y, cv=LeaveOneOut())["train_score"]
    array([1., 1., 1., 1., 1., 1.])
    """
    score, scores = scorer(estimator, scoring), {"test_score": [], "train_score": []}
    for train, test in rounds(cv, estimator, X, y, groups):
        model = deepcopy(estimator).fit(some_rows(X, train), some_rows(y, train))
        scores["test_score"].append(score(model, some_rows(X, test), some_rows(y, test)))
        scores["train_score"].append(score(model, some_rows(X, train), some_rows(y, train)))
    return {name: np.array(values, dtype=float) for name, values in scores.items()}


def cross_val_score(estimator, X, y, *, cv=5, scoring=None, groups=None):
    """The scores on the rows left out, shape (rounds,): see `cross_validate`. Their mean is what one reports.

    >>> from byhand.neighbors import KNeighborsClassifier
    >>> X, y = [[0], [1], [2], [6], [7], [8]], ["a", "a", "b", "b", "b", "b"]
    >>> cross_val_score(KNeighborsClassifier(k=1), X, y, cv=LeaveOneOut())
    array([1., 1., 0., 1., 1., 1.])
    """
    return cross_validate(estimator, X, y, cv=cv, scoring=scoring, groups=groups)["test_score"]


def cross_val_predict(estimator, X, y, *, cv=5, method="predict", groups=None):
    """What is predicted for each row by the model that has not seen it, shape (n,), or (n, K) for `predict_proba`.

    Every row has to be judged exactly once, as `KFold` and its relatives do. Other parameters: see `cross_val_score`.

    >>> from byhand.neighbors import KNeighborsClassifier
    >>> X, y = [[0], [1], [2], [6], [7], [8]], ["a", "a", "b", "b", "b", "b"]
    >>> cross_val_predict(KNeighborsClassifier(k=1), X, y, cv=LeaveOneOut()).tolist()
    ['a', 'a', 'a', 'b', 'b', 'b']
    """
    as_choice(method, "method", ("predict", "predict_proba", "predict_log_proba", "decision_function"))
    as_model(estimator, "estimator", "fit", method, example="KNeighborsClassifier()")
    pairs = rounds(cv, estimator, X, y, groups)
    tests = np.concatenate([test for _, test in pairs])
    if not np.array_equal(np.sort(tests), np.arange(length(X, "X"))):
        raise ValueError(f"cv must judge every row exactly once; {shown(cv)} does not")
    models = [deepcopy(estimator).fit(some_rows(X, train), some_rows(y, train)) for train, _ in pairs]
    parts = [getattr(m, method)(some_rows(X, test)) for m, (_, test) in zip(models, pairs, strict=True)]
    if len({part.shape[1:] for part in parts}) > 1:
        raise ValueError(f"cv must leave rows of every class in each part that is learned from; {shown(cv)} does not")
    return np.concatenate(parts)[np.argsort(tests)]


def learning_curve(estimator, X, y, *, train_sizes=(0.1, 0.325, 0.55, 0.775, 1.0), cv=5, scoring=None, seed=None):
    """How the score grows with the number of rows that are learned from: (sizes, train scores, test scores).

    Parameters
    ----------
    train_sizes : shares of the rows that there are to learn from in a round, or numbers of rows, shape (s,)
    seed : of the order in which rows are added, anew in each round; None for the order in which they stand
    Others as in `cross_val_score`. The sizes have shape (s,), the scores (s, rounds).

    >>> from byhand.linear import LinearRegression
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [0, 1, 2, 3, 4, 6]
    >>> sizes, train, test = learning_curve(LinearRegression(), X, y, train_sizes=[2, 4], cv=[([0, 1, 2, 3], [4, 5])])
    >>> sizes, train.round(3).tolist(), test.round(3).tolist()
    (array([2, 4]), [[1.0], [1.0]], [[0.5], [0.5]])
    """
    pairs = rounds(cv, estimator, X, y, None)
    sizes = _sizes(train_sizes, min(len(train) for train, _ in pairs))
    if seed is not None:
        generator = as_generator(seed)
        pairs = [(generator.permutation(train), test) for train, test in pairs]
    shorter = [[(train[:size], test) for train, test in pairs] for size in sizes]
    scores = [cross_validate(estimator, X, y, cv=some, scoring=scoring) for some in shorter]
    return sizes, *(np.array([each[part] for each in scores]) for part in ("train_score", "test_score"))


def validation_curve(estimator, X, y, *, param_name, param_range, cv=5, scoring=None, groups=None):
    """The scores for each value of one setting: (train scores, test scores), both of shape (values, rounds).

    `param_name` : the setting, also `estimator__k` of a model within the model; `param_range` : its values. Others as
    in `cross_val_score`.

    >>> from byhand.neighbors import KNeighborsClassifier
    >>> X, y = [[0], [1], [2], [6], [7], [8]], ["a", "a", "b", "b", "b", "b"]
    >>> train, test = validation_curve(KNeighborsClassifier(), X, y, param_name="k", param_range=[1, 3], cv=2)
    >>> test.mean(axis=1).round(3)
    array([0.833, 0.667])
    """
    as_model(estimator, "estimator", "fit", "predict", "get_params", "set_params", example="KNeighborsClassifier()")
    as_choice(param_name, "param_name", tuple(estimator.get_params()))
    pairs = rounds(cv, estimator, X, y, groups)
    models = [deepcopy(estimator).set_params(**{param_name: value}) for value in as_list(param_range, "param_range")]
    if not models:
        raise ValueError("param_range must hold at least one value")
    scores = [cross_validate(model, X, y, cv=pairs, scoring=scoring) for model in models]
    return tuple(np.array([each[part] for each in scores]) for part in ("train_score", "test_score"))


def scorer(estimator, scoring):
    """What judges a model, as a function of (model, X, y): `scoring`, or the model's own `score` if that is None."""
    as_model(estimator, "estimator", "fit", "predict", example="KNeighborsClassifier()")
    if scoring is not None:
        return as_function(scoring, "scoring", "a function of (model, X, y), or None")
    return type(as_model(estimator, "estimator", "score", example="KNeighborsClassifier()")).score


def rounds(cv, estimator, X, y, groups=None):
    """What `cv` stands for in `cross_validate`, as a list of pairs (train, test) of row numbers."""
    n = length(X, "X")
    if length(y, "y") != n:
        raise ValueError(f"y must hold one entry for each of the {n} rows of X; it holds {length(y, 'y')}")
    if hasattr(cv, "split") and not isinstance(cv, (str, type)):
        return list(cv.split(X, y, groups))
    if not hasattr(cv, "__iter__"):
        folds, classes = as_whole(cv, "cv", 2), is_classifier(estimator)
        most = np.bincount(encode_classes(as_labels(y, n), at_least=1)[1]).max() if classes else n
        if folds > most:
            raise ValueError(f"cv must be at most {most}, the rows{' of the largest class' * classes}; got {folds}")
        return list((StratifiedKFold if classes else KFold)(folds).split(X, y))
    pairs = [tuple(as_array(part, "cv") for part in as_list(pair, "cv")) for pair in as_list(cv, "cv")]
    for pair in pairs:
        if len(pair) != 2 or any(p.ndim != 1 or p.dtype.kind not in "iu" or not len(p) for p in pair):
            raise ValueError(f"cv must hold pairs (train, test) of row numbers; it holds {shown(pair)}")
        if min(p.min() for p in pair) < 0 or max(p.max() for p in pair) >= n:
            raise ValueError(f"cv must hold row numbers from 0 to {n - 1}; it holds {shown(pair)}")
    if not pairs:
        raise ValueError("cv must hold at least one pair (train, test)")
    return pairs


def is_classifier(model):
    """Whether a model names classes, by its class here, or by what it says of itself in scikit-learn."""
    if isinstance(model, Estimator) or not hasattr(model, "__sklearn_tags__"):
        return isinstance(model, Classifier)
    return model.__sklearn_tags__().estimator_type == "classifier"


def _sizes(train_sizes, most):
    sizes = as_vector(train_sizes, None, "train_sizes")
    if (sizes <= 1).all() and (sizes > 0).all() and not (sizes == 1).all():
        sizes = np.floor(sizes * most)
    sizes = np.unique(sizes)
    if (sizes % 1 != 0).any() or sizes[0] < 1 or sizes[-1] > most:
        raise ValueError(f"train_sizes must be shares, or whole numbers from 1 to {most}; got {shown(train_sizes)}")
    return sizes.astype(int)


# ---- bias and variance


@dataclass(frozen=True)
class BiasVariance:
    """Where the error of a model comes from, at m points: arrays of shape (m,).

    `error` is `bias` ** 2 + `variance`, exactly; a new observation of noise variance s² adds s² to it.
    """

    mean: np.ndarray
    bias: np.ndarray
    variance: np.ndarray
    error: np.ndarray


def bias_and_variance(predictions, truth):
    r"""The mean squared error of predictions about the truth, in two parts:

    $$\frac1S \sum_s (\hat f_s(x) - f(x))^2 = (\bar f(x) - f(x))^2 + \frac1S \sum_s (\hat f_s(x) - \bar f(x))^2$$

    predictions : $\hat f_s(x)$ of models fitted on S samples, at m points, shape (S, m); truth : f(x), shape (m,)

    >>> parts = bias_and_variance([[1, 5], [3, 5]], truth=[0, 5])
    >>> parts.bias, parts.variance, parts.error
    (array([2., 0.]), array([1., 0.]), array([5., 0.]))
    """
    predictions = as_matrix(predictions, "predictions")
    truth = as_vector(truth, predictions.shape[1], "truth")
    mean = predictions.mean(axis=0)
    return BiasVariance(mean, mean - truth, predictions.var(axis=0), ((predictions - truth) ** 2).mean(axis=0))


def predictions_over_samples(estimator, sample, X, samples=100, seed=0):
    """What copies of a model, each fitted on a sample of its own, predict for the rows of X: shape (samples, m).

    `sample` : a function of a generator of random numbers that draws (X, y) from the process that makes the data.

    >>> from byhand.linear import LinearRegression
    >>> def sample(generator):
    ...     x = generator.uniform(size=(20, 1))
    ...     return x, 1 + 2 * x[:, 0] + generator.normal(size=20)
    >>> fits = predictions_over_samples(LinearRegression(), sample, [[0], [1]])
    >>> fits.shape, fits.mean(axis=0).round(1).tolist()
    ((100, 2), [1.0, 3.0])
    """
    as_model(estimator, "estimator", "fit", "predict", example="LinearRegression()")
    as_function(sample, "sample", "a function that draws (X, y) with a generator")
    generator, X = as_generator(seed), as_array(X, "X")
    fits = [deepcopy(estimator).fit(*sample(generator)) for _ in range(as_whole(samples, "samples", 1))]
    return np.array([model.predict(X) for model in fits])


# ---- rows of tables


def length(table, name):
    """The number of rows of a table, at least one."""
    try:
        n = table.shape[0] if hasattr(table, "shape") else len(table)
    except (TypeError, IndexError):
        n = 0
    if not n or isinstance(table, (str, bytes, dict, set)):
        raise ValueError(f"{name} must have rows; got {shown(table)}")
    return n


def some_rows(table, rows):
    """These rows of a table or entries of an array, of its own kind.

    >>> some_rows(["a", "b", "c"], [0, 2])
    array(['a', 'c'], dtype='<U1')
    """
    table = table if hasattr(table, "iloc") else as_array(table, "table")
    n, rows = length(table, "table"), as_array(rows, "rows")
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or rows.min() < 0 or rows.max() >= n:
        raise ValueError(f"rows must be row numbers from 0 to {n - 1}; got {shown(rows)}")
    return table.iloc[rows] if hasattr(table, "iloc") else table[rows]


guard(__name__)
