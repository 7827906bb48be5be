r"""Decision trees: ask one question after another, each the one that leaves the answers least mixed.

A question about one feature sends the rows D of a node down branches b. How mixed the outcomes at a node are is its
impurity i, which is 0 where they all agree. The best question has the largest gain:

$$\text{gain} = i(D) - \sum_b \frac{|D_b|}{|D|}\, i(D_b)$$

A tree asks the best question at each node until the nodes are pure or a stopping rule holds. One learner with a few
settings is known under many names (how a tree grows: `byhand.growing`; how it is cut back: `byhand.pruning`):

================  ==========================================================================
name              settings of `DecisionTreeClassifier`
================  ==========================================================================
Zero-R            `max_depth=0`: no question at all, the most frequent class
One-R             `criterion="misclassification", max_depth=1`
decision stump    `max_depth=1`
ID3               `criterion="entropy"` on nominal features: a branch for each value
C4.5              `criterion="gain_ratio"`, thresholds for numbers, then `prune_pessimistic`
CART              `criterion="gini", multiway=False`, then `prune_cost_complexity`
random tree       `max_features`: at each node a few features drawn at random
================  ==========================================================================

A column of numbers is numeric, its questions are "at most t?"; any other column is nominal. A row whose value is
missing (None or NaN) goes down every branch at once, in the proportion of the rows whose value is known.
"""

import math
from copy import copy
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_choice,
    as_finite,
    as_flag,
    as_function,
    as_generator,
    as_instance,
    as_labels,
    as_list,
    as_matrix,
    as_number,
    as_outcomes,
    as_table,
    as_weights,
    as_whole,
    encode_classes,
    first_best,
)
from byhand.engine import trees as engine
from byhand.growing import Tree, read_features
from byhand.guard import guard
from byhand.impurity import TIE

CRITERIA = ("entropy", "gain_ratio", "gini", "misclassification")
UNKNOWN = ("error", "ignore")


class Question(NamedTuple):
    """A question: the `Condition` of each branch; the gain; the score by which features are compared."""

    conditions: tuple
    gain: float
    score: float


class DecisionTree(Estimator):
    """What trees for classes and for numbers share; each adds `_outcomes` of y and `_response` of a node."""

    _input_tags = {"allow_nan": True, "categorical": True, "string": True}

    def __init__(
        self,
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        min_gain=None,
        multiway=True,
        max_features=None,
        seed=0,
        nominal=(),
        features=None,
        choose=None,
        handle_unknown="error",
    ):
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_gain = min_gain
        self.multiway = multiway
        self.max_features = max_features
        self.seed = seed
        self.nominal = nominal
        self.features = features
        self.choose = choose
        self.handle_unknown = handle_unknown

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and y, shape (n,); `sample_weight`, shape (n,): how much each row counts."""
        features, X = read_features(X, self.features, self.nominal), as_table(X)
        outcomes = self._outcomes(y, len(X))
        tree = self._growth(X, features, outcomes, as_weights(sample_weight, len(X))).grow()
        self._learn(features, outcomes, tree)
        return self

    def walk(self, X):
        """The way of rows X, shape (n, d), down the tree, all rows at once, step by step.

        Each step is four arrays of one length: positions of rows, the nodes where they are, their weights, and whether
        they stop there. A row stops at a leaf, and where no training row had its value. Where its value is missing it
        goes on to all nodes below, with weights in proportion to the training rows there.
        """
        table = self._checked(X)
        return self._ways_down.steps(table)

    def path(self, x):
        """The positions in `tree_` of the nodes that the row x, shape (d,), passes, as far as its values are known."""
        self._checked([x])
        return self.tree_.path(x)

    def questions(self, X, y):
        """The best question about these rows, X, shape (n, d), and y, shape (n,), for each feature that can part them.

        A dictionary from names of features to `Question`.
        """
        model = type(self)(**{**self.get_params(), "choose": None, "max_features": None})
        features, X = read_features(X, self.features, self.nominal), as_table(X)
        outcomes = model._outcomes(y, len(X), fewest=1)
        growth = model._growth(X, features, outcomes, np.ones(len(X)))
        return {
            features[i].name: Question(growth.conditions(split), split.gain, split.score)
            for i, split in growth.first_splits().items()
        }

    def scores(self, X, y):
        """What each feature would gain by a question about these rows, X, shape (n, d), and y, shape (n,).

        A dictionary from names to gains or, if that is the criterion, gain ratios, without features that cannot split.
        """
        return {name: question.score for name, question in self.questions(X, y).items()}

    def working(self, X, y):
        """The choice of a question about these rows, X, shape (n, d), and y, shape (n,), as on paper.

        First the impurity of all rows; then, for each feature that can split them, that of each branch, the average
        after(feature), the gain(feature) and, if that is the criterion, split information(feature) and ratio(feature);
        at last the decision: a feature or "leaf". What can be a fraction is one.
        """
        from byhand.paper import trees as paper

        return paper.choice(self, X, y)

    def with_tree(self, tree):
        """A model like this one, which must be fitted, with another tree over the same features."""
        other, tree = copy(self), as_instance(tree, "tree", Tree, "a Tree, such as model.tree_.pruned([0])")
        other.tree_, other._ways_down = tree, engine.WaysDown(tree, self._columns)
        return other

    def _growth(self, X, features, outcomes, weight):
        """A growth that has not begun."""
        if self.choose is not None:
            as_function(self.choose, "choose", "a function or None")
        as_choice(self.handle_unknown, "handle_unknown", UNKNOWN)
        settings = engine.Settings(
            math.inf if self.max_depth is None else as_whole(self.max_depth, "max_depth", 0),
            as_whole(self.min_samples_split, "min_samples_split", 2),
            as_whole(self.min_samples_leaf, "min_samples_leaf", 1),
            -math.inf if self.min_gain is None else as_number(self.min_gain, "min_gain", minimum=0),
            len(features) if self.max_features is None else as_whole(self.max_features, "max_features", 1),
            as_flag(self.multiway, "multiway"),
            as_generator(self.seed),
            self.choose,
        )
        return engine.Growth(features, _encoded(X, features), outcomes, weight, settings)

    def _learn(self, features, outcomes, tree):
        """Keep what was learned."""
        self._columns = features
        self.features_ = tuple(feature.name for feature in features)
        self.nominal_ = np.array([feature.values is not None for feature in features])
        self.categories_ = [None if feature.values is None else list(feature.values) for feature in features]
        self.n_features_in_ = len(features)
        self.tree_, self._ways_down = tree, engine.WaysDown(tree, self._columns)

    def _checked(self, X):
        """New rows, encoded, shape (d, n)."""
        self._require_fit("tree_")
        return _encoded(as_table(X, columns=self.n_features_in_), self._columns, self.handle_unknown == "ignore")

    def _responses(self, X):
        """What each row of X is told: the `_response` of the nodes where it stops, by their weights, shape (n, q)."""
        table = self._checked(X)
        response = np.array([self._response(node) for node in self.tree_])
        told = np.zeros((table.shape[1], response.shape[1]))
        for rows, nodes, weights, stops in self._ways_down.steps(table):
            np.add.at(told, rows[stops], weights[stops, None] * response[nodes[stops]])
        return told


class DecisionTreeClassifier(DecisionTree, Classifier):
    """A tree whose leaves name classes: a row is told the most frequent class of the training rows at its leaf.

    Parameters
    ----------
    criterion : "entropy", "gain_ratio", "gini" or "misclassification"; the gain ratio compares features, each with its
        threshold or groups of the largest gain
    base : of the logarithm in entropy and gain ratio; it scales the gains, so it matters to `min_gain` alone
    max_depth : the largest number of questions in a row; None for any number, 0 for none
    min_samples_split : a node with fewer rows becomes a leaf
    min_samples_leaf : no branch may have fewer rows
    min_gain : a question must gain more than this; None for no such rule, so that even one that gains nothing is asked
    multiway : each value of a nominal feature has a branch of its own; False for the best way to part them in two
    max_features, seed : how many features, drawn at random at each node, are looked at; None for all
    nominal : which columns of numbers are mere names: one or several, by position or name, or "all"
    features : the names of the columns; None for those that X has itself, else x1, x2, ...
    choose : who chooses the feature; None for the best score. A function of the conditions on the way to a node, a
        tuple, and of the scores, a dictionary by names of features, which returns a name, or None for a leaf.
    handle_unknown : what to do with a value of a nominal feature that training has not seen: "error", or "ignore" as if
        it were missing

    Of equal scores that of the first feature wins, of equal thresholds the lowest, of equal classes the one that sorts
    first. Branches have the order in which their values first occur. A row whose value has no branch at a node, since
    no training row came there with it, stops and is told the answer of that node.

    Learned: `tree_`, a `Tree`; `classes_`, shape (K,); `features_`, the names; `nominal_`, which of them are nominal,
    shape (d,); `categories_`, the values of each nominal feature.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier(features=tennis.features).fit(tennis.X, tennis.y)
    >>> model.tree_
    Outlook = Sunny
      Humidity = High: No (3)
      Humidity = Normal: Yes (2)
    Outlook = Overcast: Yes (4)
    Outlook = Rain
      Wind = Weak: Yes (3)
      Wind = Strong: No (2)
    >>> model.predict([["Sunny", "Cool", "High", "Strong"]])
    array(['No'], dtype='<U3')
    >>> print(model.working(tennis.X, tennis.y).step("entropy(Outlook = Sunny)"))
    entropy(Outlook = Sunny) = -∑_k p_k log_2 p_k = -3/5 × log_2(3/5) - 2/5 × log_2(2/5) ≈ 0.970951   (3 No, 2 Yes)
    """

    def __init__(
        self,
        criterion="entropy",
        base=2,
        max_depth=None,
        min_samples_split=2,
        min_samples_leaf=1,
        min_gain=None,
        multiway=True,
        max_features=None,
        seed=0,
        nominal=(),
        features=None,
        choose=None,
        handle_unknown="error",
    ):
        self.criterion, self.base = criterion, base
        super().__init__(
            max_depth,
            min_samples_split,
            min_samples_leaf,
            min_gain,
            multiway,
            max_features,
            seed,
            nominal,
            features,
            choose,
            handle_unknown,
        )

    def predict_proba(self, X):
        """The shares of the classes among the training rows at the leaf of each row of X, shape (n, K)."""
        return self._responses(X)

    def predict(self, X):
        """The most frequent class at the leaf of each row of X, shape (n,); of equals the one that sorts first."""
        best = first_best(self.predict_proba(X), TIE)
        return self.classes_[best]

    def _response(self, node):
        return node.value / node.n

    def _outcomes(self, y, rows, fewest=2):
        criterion = as_choice(self.criterion, "criterion", CRITERIA)
        base = as_number(self.base, "base", above=1)
        return engine.Classes(*encode_classes(as_labels(y, rows), at_least=fewest), criterion, base)

    def _learn(self, features, outcomes, tree):
        super()._learn(features, outcomes, tree)
        self.classes_ = outcomes.classes


class DecisionTreeRegressor(DecisionTree, Regressor):
    r"""A tree whose leaves hold numbers: a row is told the mean of the training rows at its leaf.

    $$\hat y_m = \frac{1}{n_m} \sum_{i \in m} y_i, \qquad i(m) = \frac{1}{n_m} \sum_{i \in m} (y_i - \hat y_m)^2$$

    No number has a smaller squared error at node m than the mean. That error, the variance, is the impurity.

    Parameters and what is learned: as for `DecisionTreeClassifier`, without `criterion`, `base` and `classes_`.

    >>> model = DecisionTreeRegressor(max_depth=1).fit([[1], [2], [3], [4]], [1, 1, 5, 6])
    >>> model.tree_
    x1 ≤ 2.5: 1 (2)
    x1 > 2.5: 5.5 (2)
    >>> model.predict([[0], [9]])
    array([1. , 5.5])
    """

    def predict(self, X):
        """The mean outcome of the training rows at the leaf of each row of X, shape (n,)."""
        return self._responses(X)[:, 0]

    def _response(self, node):
        return node.value

    def _outcomes(self, y, rows, fewest=2):
        if np.asarray(y).ndim != 1:
            raise ValueError(f"y must hold one number for each row; got an array of shape {np.shape(y)}")
        numbers = as_outcomes(y, rows)[:, 0]
        with np.errstate(over="ignore", invalid="ignore"):
            as_finite(np.var(numbers), "y")
        return engine.Numbers(numbers)


# ---- one feature for a whole layer


def fit_oblivious(model, X, y):
    """A tree with the settings of `model` that asks about one feature everywhere in a layer.

    X: shape (n, d); y: shape (n,). Each layer takes the feature that leaves the least impurity of the tree.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> fit_oblivious(DecisionTreeClassifier(features=tennis.features, max_depth=2), tennis.X, tennis.y).tree_
    Outlook = Sunny
      Humidity = High: No (3)
      Humidity = Normal: Yes (2)
    Outlook = Overcast: Yes (4)
    Outlook = Rain
      Humidity = High: No (1 of 2)
      Humidity = Normal: Yes (2 of 3)
    """

    as_instance(model, "model", DecisionTree, "a tree, such as DecisionTreeClassifier()")

    def grown(order):
        def choose(path, scores):
            asked = {condition.name for condition in path}
            return next((name for name in order if name in scores and name not in asked), None)

        return type(model)(**{**model.get_params(), "choose": choose}).fit(X, y)

    order, best = [], grown([])
    left = list(best.features_)
    while left and best.tree_.impurity > 0:
        trees = [grown([*order, name]) for name in left]
        impurities = [round(tree.tree_.impurity, 12) for tree in trees]
        place = impurities.index(min(impurities))
        order.append(left.pop(place))
        best = trees[place]
    return best


def _encoded(X, features, ignore_unknown=False):
    """X in numbers, shape (d, n)."""
    if all(feature.values is None for feature in features):
        return np.ascontiguousarray(as_matrix(X, missing=True).T)
    columns = zip(features, X.T, strict=True)
    return np.stack([feature.encoded(column, ignore_unknown) for feature, column in columns])


guard(__name__, x=as_list)
