r"""Random forests: bagged decision trees that may look at a few features only, drawn at random at each node.

A forest lets many deep trees vote. Each is grown from a bootstrap sample, and each node chooses among m features drawn
afresh, so that trees make different mistakes: the mean of trees with variance σ² and correlation ρ has the variance
$\rho \sigma^2 + \frac{1 - \rho}{B} \sigma^2$, and the draw lowers ρ. `plant` is this algorithm. *Extra trees* go one
step further: each feature drawn is asked about one random threshold, not about the best.

The estimators here grow the same trees, all at once (`byhand.engine.forest`). What they are worth is known without
other data: each tree is judged by the rows that are not in its sample. What a feature is worth, likewise: shuffle it in
those rows, with the trees as they are (`breiman_importance`).
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_choice,
    as_finite,
    as_flag,
    as_generator,
    as_instance,
    as_labels,
    as_list,
    as_matrix,
    as_numbers,
    as_outcomes,
    as_vector,
    as_whole,
    encode_classes,
    first_best,
    shown,
)
from byhand.engine import forest as engine
from byhand.ensemble import Importance, amount
from byhand.guard import guard
from byhand.metrics import r_squared
from byhand.trees import DecisionTreeClassifier
from byhand.voting import TIE

CRITERIA = ("gini", "entropy")


def plant(X, y, n_trees, max_features=None, seed=0):
    """A forest as on paper: for each tree draw the rows with replacement, and grow it with a few features at each node.

    `X`, shape (n, d); `y`, the labels, shape (n,); `n_trees`: how many; `max_features`: how many features are drawn at
    each node. Returns a list of trees, whose votes are to be counted: see `vote`.

    >>> X, y = np.array([[0, 1], [1, 0], [2, 2], [6, 7], [7, 6], [8, 8]]), np.array(["a", "a", "a", "b", "b", "b"])
    >>> trees = plant(X, y, n_trees=5, max_features=1)
    >>> vote(trees, [[1, 1], [7, 7]])
    array(['a', 'b'], dtype='<U1')
    """
    random, trees = as_generator(seed), []
    for _ in range(n_trees):
        rows = random.integers(len(X), size=len(X))
        times = np.bincount(rows, minlength=len(X))  # how often each row was drawn
        tree = DecisionTreeClassifier("gini", max_features=max_features, seed=random)
        trees.append(tree.fit(X, y, sample_weight=times))
    return trees


def vote(trees, X):
    """The class of the largest mean probability of some trees, for each row of X: shape (n,)."""
    shares = np.mean([tree.predict_proba(X) for tree in trees], axis=0)
    return trees[0].classes_[first_best(shares, TIE)]


class Spread(NamedTuple):
    """How much trees differ: the `variance` of one of them, the `correlation` of two from one sample, and the variance
    of the `mean` of all trees of a sample; each a mean over m points."""

    variance: float
    correlation: float
    mean: float


def spread(told):
    r"""How much trees differ from one sample of data to the next, and what of that their mean keeps; `Spread`.

    `told`: what the B trees of each of S forests say at m points, shape (S, B, m); each forest has a sample of its own.
    With σ² the variance of a tree and ρ the correlation of two trees of one forest, estimated from all pairs, the mean
    has the variance $\rho \sigma^2 + \frac{1 - \rho}{B} \sigma^2$, exactly.

    >>> found = spread([[[1.0], [3.0]], [[2.0], [6.0]]])
    >>> found.variance, round(found.correlation, 6), found.mean
    (3.5, -0.428571, 1.0)
    """
    told = as_numbers(told, "told")
    if told.ndim != 3 or min(told.shape) < 1 or told.shape[1] < 2 or not np.isfinite(told).all():
        raise ValueError(f"told must hold numbers, shape (S, B, m) with B at least 2; got shape {told.shape}")
    centred = as_finite(told - told.mean(axis=(0, 1)), "told")
    trees, variance = told.shape[1], float(as_finite((centred**2).mean(), "told"))
    if variance == 0:
        raise ValueError("told must not be the same for all trees: there is no correlation of constants")
    mean = float((centred.mean(axis=1) ** 2).mean())
    return Spread(variance, (trees * mean / variance - 1) / (trees - 1), mean)


class Forest(Estimator):
    """What forests share: trees for classes and for numbers, from samples or from all rows; see each of them."""

    _at_random = False

    def fit(self, X, y):
        """Learn from X, shape (n, d), numbers without gaps, and y, shape (n,)."""
        X = as_matrix(X)
        outcomes, d = self._outcomes(y, len(X)), X.shape[1]
        trees, random = as_whole(self.n_estimators, "n_estimators", 1), as_generator(self.seed)
        settings = engine.Settings(
            np.inf if self.max_depth is None else as_whole(self.max_depth, "max_depth", 1),
            as_whole(self.min_samples_split, "min_samples_split", 2),
            as_whole(self.min_samples_leaf, "min_samples_leaf", 1),
            features_per_node(self.max_features, d),
            self._at_random,
            any_of_equals=True,
        )
        want_score = as_flag(self.oob_score, "oob_score")
        weight = np.ones((trees, len(X)))
        if as_flag(self.bootstrap, "bootstrap"):
            draws = [random.integers(len(X), size=len(X)) for _ in range(trees)]
            weight = np.array([np.bincount(rows, minlength=len(X)) for rows in draws], dtype=float)
        elif want_score:
            raise ValueError("oob_score must be False where bootstrap is: every tree has seen every row")
        self.trees_ = engine.grow(engine.Ranked(X), outcomes, weight, settings, random)
        self.in_bag_, self.n_features_in_ = weight > 0, d
        self._after(X, y, want_score)
        return self

    def responses(self, X):
        """What each tree says of each row of X: class probabilities, shape (B, n, K), or numbers, (B, n, 1)."""
        self._require_fit("trees_")
        X = as_matrix(X, columns=self.n_features_in_)
        return self.trees_.value[self.trees_.leaves(X)]

    @property
    def feature_importances_(self):
        r"""How much each feature has lowered the impurity, weighted by rows, as shares that sum to 1: shape (d,).

        Quick, but from the rows learned from: a feature with many values looks better than it is, even one of mere
        noise. `breiman_importance` does not have this fault.
        """
        self._require_fit("trees_")
        trees = self.trees_
        inner = trees.left > 0
        falls = np.bincount(trees.feature[inner], (trees.n * trees.gain)[inner], self.n_features_in_)
        return falls / max(falls.sum(), 1e-300)

    @property
    def n_leaves_(self):
        """The number of leaves of all trees together."""
        self._require_fit("trees_")
        return int((self.trees_.left == 0).sum())

    def _mean(self, X):
        return self.responses(X).mean(axis=0)

    def _out_of_bag(self, told):
        """The means over the trees that have not seen a row, shape (n, q), NaN where all have; told: (B, n, q)."""
        left = ~self.in_bag_
        count = left.sum(axis=0)
        means = (told * left[:, :, None]).sum(axis=0) / np.maximum(count, 1)[:, None]
        means[count == 0] = np.nan
        return means

    def _after(self, X, y, want_score):
        for name in ("oob_score_", "oob_prediction_"):
            vars(self).pop(name, None)
        if want_score:
            told = self._out_of_bag(self.responses(X))
            judged = ~np.isnan(told[:, 0])
            if not judged.any():
                raise ValueError("oob_score must be False here: every tree has seen every row; more trees may help")
            self.oob_prediction_ = told
            self.oob_score_ = self._agreement(told[judged], np.asarray(y)[judged])


class ForestClassifier(Forest, Classifier):
    """A forest for classes."""

    def __init__(
        self,
        n_estimators=100,
        criterion="gini",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features="sqrt",
        bootstrap=True,
        oob_score=False,
        seed=0,
    ):
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.seed = seed

    def _outcomes(self, y, rows):
        self.classes_, index = encode_classes(as_labels(y, rows))
        entropy = as_choice(self.criterion, "criterion", CRITERIA) == "entropy"
        return engine.Classes(index, len(self.classes_), entropy)

    def _agreement(self, told, y):
        return float(np.mean(self.classes_[first_best(told, TIE)] == y))

    def predict_proba(self, X):
        """The mean of the trees' class shares for each row of X, shape (n, K)."""
        return self._mean(X)

    def predict(self, X):
        """The class of the largest mean share for each row of X, shape (n,)."""
        best = first_best(self.predict_proba(X), TIE)
        return self.classes_[best]


class ForestRegressor(Forest, Regressor):
    """A forest for numbers."""

    def __init__(
        self,
        n_estimators=100,
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features=1.0,
        bootstrap=True,
        oob_score=False,
        seed=0,
    ):
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.seed = seed

    def _outcomes(self, y, rows):
        numbers = as_outcomes(as_vector(y, rows, "y"), rows)[:, 0]
        if np.abs(numbers).max() > 1e150:
            raise ValueError("y is too large: what follows from it is beyond all numbers")
        return engine.Numbers(numbers)

    def _agreement(self, told, y):
        return r_squared(y, told[:, 0])

    def predict(self, X):
        """The mean of the trees' numbers for each row of X, shape (n,)."""
        return self._mean(X)[:, 0]


class RandomForestClassifier(ForestClassifier):
    """Many trees that vote, each from a bootstrap sample, each node with the best of a few features.

    Parameters
    ----------
    n_estimators : the number of trees B; more do no harm, but time
    criterion : "gini" or "entropy", by which a question is chosen
    max_depth, min_samples_split, min_samples_leaf : as in `byhand.trees`; a row drawn twice is one row
    max_features : features drawn at each node: "sqrt" for √d, "log2" for log₂ d + 1, a share up to 1.0, a number, or
        None for all, which is bagging. Where none of those drawn can part the rows, others are looked at.
    bootstrap : False to grow each tree from all rows
    oob_score : whether to judge each row by the trees that have not seen it
    seed : of all draws

    Learned: `classes_`, shape (K,); `trees_`, tables of nodes; `in_bag_`, which tree has seen which row, shape (B, n);
    `feature_importances_`, shape (d,); with `oob_score` `oob_score_` and `oob_prediction_`, as in `byhand.ensemble`.

    >>> from byhand.datasets import half_moons
    >>> X, y = half_moons(seed=0)
    >>> model = RandomForestClassifier(oob_score=True).fit(X, y)
    >>> model.oob_score_, model.score(*half_moons(n=1000, seed=1))
    (0.915, 0.958)
    """


class RandomForestRegressor(ForestRegressor):
    """The mean of many trees for numbers; see `RandomForestClassifier`. `max_features` is all of them at first.

    >>> X = np.arange(20.0)[:, None]
    >>> RandomForestRegressor(seed=1).fit(X, X[:, 0] ** 2).predict([[4.0], [10.0]]).round(1)
    array([15. , 96.5])
    """


class ExtraTreesClassifier(ForestClassifier):
    """A forest whose nodes ask each feature drawn about one random threshold, and take the best of these questions.

    Parameters and what is learned: as for `RandomForestClassifier`, but `bootstrap` is False at first.
    """

    _at_random = True

    def __init__(
        self,
        n_estimators=100,
        criterion="gini",
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features="sqrt",
        bootstrap=False,
        oob_score=False,
        seed=0,
    ):
        super().__init__(
            n_estimators,
            criterion,
            max_depth,
            min_samples_split,
            min_samples_leaf,
            max_features,
            bootstrap,
            oob_score,
            seed,
        )


class ExtraTreesRegressor(ForestRegressor):
    """The mean of many trees with random thresholds; see `ExtraTreesClassifier`. `max_features` is all at first."""

    _at_random = True

    def __init__(
        self,
        n_estimators=100,
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        max_features=1.0,
        bootstrap=False,
        oob_score=False,
        seed=0,
    ):
        super().__init__(
            n_estimators, max_depth, min_samples_split, min_samples_leaf, max_features, bootstrap, oob_score, seed
        )


# ---- what a feature is worth


def breiman_importance(forest, X, y, seed=0):
    """What a forest owes to each feature: shuffle its column, and look how many more answers of each tree go wrong,
    among those to rows that it has not seen. No tree is grown again.

    `forest`: fitted to X, shape (n, d), and y, shape (n,), from bootstrap samples. Returns `Importance`: over the trees
    the mean of the fall in accuracy, or of the rise of the squared error; its standard deviation; and each tree's own,
    shape (d, B).

    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(200, 3))
    >>> forest = RandomForestClassifier().fit(X, np.where(X[:, 0] > 0, "a", "b"))
    >>> breiman_importance(forest, X, np.where(X[:, 0] > 0, "a", "b")).mean.round(2) + 0.0
    array([0.51, 0.  , 0.  ])
    """
    as_instance(forest, "forest", Forest, "a forest, such as RandomForestClassifier()")
    told, X = forest.responses(X), as_matrix(X)
    if forest.in_bag_.shape[1] != len(X):
        raise ValueError(f"X must be what the forest has learned from, of {forest.in_bag_.shape[1]} rows; got {len(X)}")
    random, truth = as_generator(seed), _truth(forest, y, len(X))
    unseen = ~forest.in_bag_
    if not unseen.any():
        raise ValueError("forest must be grown from bootstrap samples, which leave rows out")
    count = np.maximum(unseen.sum(axis=1), 1)
    before, falls = _loss(forest, told, truth), np.empty((X.shape[1], len(count)))
    for column in range(X.shape[1]):
        shuffled = X.copy()
        shuffled[:, column] = random.permutation(X[:, column])
        after = _loss(forest, forest.responses(shuffled), truth)
        falls[column] = ((after - before) * unseen).sum(axis=1) / count
    return Importance(falls.mean(axis=1), falls.std(axis=1), falls)


# ---- helpers


def features_per_node(max_features, d):
    """How many of d features are drawn at each node: see `RandomForestClassifier`.

    >>> [features_per_node(rule, 16) for rule in ("sqrt", "log2", 0.5, 3, None)]
    [4, 5, 8, 3, 16]
    """
    d = as_whole(d, "d", 1)
    if max_features is None:
        return d
    if isinstance(max_features, str):
        as_choice(max_features, "max_features", ("sqrt", "log2"))
        return max(1, int(np.sqrt(d)) if max_features == "sqrt" else min(d, int(np.log2(d)) + 1))
    return amount(max_features, d, "max_features")


def _truth(forest, y, rows):
    if isinstance(forest, ForestClassifier):
        y = as_labels(y, rows)
        strange = [label for label in y.tolist() if label not in forest.classes_.tolist()]
        if strange:
            raise ValueError(f"y must hold classes that the forest knows; it holds {shown(strange[0])}")
        return np.searchsorted(forest.classes_, y)
    return as_vector(y, rows, "y")


def _loss(forest, told, truth):
    """Of each tree at each row, shape (B, n): whether it is wrong, or the squared error."""
    if isinstance(forest, ForestClassifier):
        return (first_best(told, TIE) != truth).astype(float)
    return (told[:, :, 0] - truth) ** 2


guard(
    __name__,
    n_trees=partial(as_whole, minimum=1),
    trees=partial(as_list, kind=DecisionTreeClassifier, what="trees that were fitted to the same classes"),
    plant={"X": partial(as_instance, kind=np.ndarray, what="an array"), "y": as_list},
    vote={"X": as_matrix},
)
