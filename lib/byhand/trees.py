r"""Decision trees: ask one question after another, each the one that leaves the answers least mixed.

A question about one feature sends the rows D of a node down branches b. How mixed the outcomes at a node are is its
impurity i, which is 0 where they all agree. The best question has the largest gain:

$$\text{gain} = i(D) - \sum_b \frac{|D_b|}{|D|}\, i(D_b)$$

A tree asks the best question at each node until the nodes are pure or a stopping rule holds. One learner with a few
settings is known under many names:

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
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_labels,
    as_matrix,
    as_number,
    as_outcomes,
    as_table,
    as_whole,
    encode_classes,
    is_missing,
)
from byhand.working import Step, Working, as_printed, decimal, short, tex

TIE = 1e-12  # gains that differ by less than this share of the impurity are equal but for rounding
TINY = 1e-300  # in place of 0, which has no logarithm
MOST_VALUES = 16  # of a nominal feature whose values are parted in two in all possible ways
BLOCK = 6_000  # as many numbers at a time stay in fast memory


# ---- how mixed a node is, and what a question gains


def entropy(counts, base=2):
    r"""$-\sum_k p_k \log p_k$, where $p_k$ is the share of class k, and $0 \log 0 = 0$.

    `counts`: of the rows of each class, shape (..., K); shares will do as well. Base 2 gives bits, base e nats.

    >>> round(entropy([9, 5]), 6), round(entropy([9, 5], base=10), 6), entropy([4, 0])
    (0.940286, 0.283054, 0.0)
    """
    return _plain(_entropy(_shares(counts)) / math.log2(as_number(base, "base", above=1)))


def gini(counts):
    r"""$\sum_k p_k (1 - p_k) = 1 - \sum_k p_k^2$: how often a label drawn at random from the node would be wrong.

    >>> gini([3, 1]), gini([[2, 2], [4, 0]])
    (0.375, array([0.5, 0. ]))
    """
    return _plain(_gini(_shares(counts)))


def misclassification(counts):
    r"""$1 - \max_k p_k$: the share of the rows that are not of the most frequent class.

    >>> misclassification([3, 1])
    0.25
    """
    return _plain(_misclassification(_shares(counts)))


def class_counts(x, y):
    """How many rows of each class have each value of x: shape (V, K), values and classes in sorted order.

    >>> class_counts(["Sunny", "Rain", "Sunny"], ["No", "Yes", "Yes"])
    array([[0, 1],
           [1, 1]])
    """
    values, i = encode_classes(as_labels(x, np.size(x), "x"), at_least=1)
    classes, k = encode_classes(as_labels(y, len(i)), at_least=1)
    return np.bincount(i * len(classes) + k, minlength=len(values) * len(classes)).reshape(len(values), -1)


def mean_impurity(children, impurity=entropy):
    r"""$\sum_b \frac{|D_b|}{|D|} i(D_b)$: what is left after a question; with entropy also called mean information.

    `children`: the class counts of the branches, shape (..., V, K); `impurity`: a function of class counts.

    >>> round(mean_impurity([[2, 3], [4, 0], [3, 2]]), 6)
    0.693536
    """
    return _plain((_shares(np.sum(children, axis=-1)) * impurity(children)).sum(axis=-1))


def gain(children, impurity=entropy):
    r"""$i(D) - \sum_b \frac{|D_b|}{|D|} i(D_b)$: by how much a question lowers the impurity.

    `children`: the class counts of the branches, shape (..., V, K); `impurity`: a function of class counts.

    >>> round(gain([[2, 3], [4, 0], [3, 2]]), 6)
    0.24675
    """
    fall = impurity(np.sum(children, axis=-2)) - mean_impurity(children, impurity)
    return _plain(np.maximum(fall, 0))  # rounding may leave less


def split_information(children, base=2):
    r"""$-\sum_b \frac{|D_b|}{|D|} \log \frac{|D_b|}{|D|}$: the entropy of the sizes of the branches.

    `children`: the class counts of the branches, shape (..., V, K).

    >>> round(split_information([[2, 3], [4, 0], [3, 2]]), 6)
    1.577406
    """
    return entropy(np.sum(children, axis=-1), base)


def gain_ratio(children):
    r"""$\frac{\text{gain}}{\text{split information}}$, the same in every base; 0 if there is only one branch.

    `children`: the class counts of the branches, shape (..., V, K).

    >>> round(gain_ratio([[2, 3], [4, 0], [3, 2]]), 6)
    0.156428
    """
    return _plain(_quotient(gain(children), split_information(children)))


def threshold_gains(x, y, impurity=entropy):
    """All questions "x at most t?": the thresholds t, half-way between neighbouring values, and their gains.

    `x`: numbers, shape (n,); `y`: labels, shape (n,). Returns two arrays, one entry less than x has different values.

    >>> threshold_gains([1, 2, 3, 4], ["a", "a", "b", "a"])
    (array([1.5, 2.5, 3.5]), array([0.12255625, 0.31127812, 0.12255625]))
    """
    x = _as_numbers(x, None, "x")
    _, k = encode_classes(as_labels(y, len(x)), at_least=1)
    order = np.argsort(x, kind="stable")
    counts = np.eye(k.max() + 1)[k[order]].cumsum(axis=0)  # of the lowest 1, 2, 3, ... values
    steps = np.flatnonzero(x[order][:-1] < x[order][1:])
    thresholds = _middle(x[order][steps], x[order][steps + 1])
    return thresholds, gain(np.stack([counts[steps], counts[-1] - counts[steps]], axis=1), impurity)


def bipartitions(values):
    """All ways to part V values in two groups, 2^(V-1) - 1 pairs; the first value is always in the first group.

    >>> bipartitions(["red", "green", "yellow"])
    [(('red', 'yellow'), ('green',)), (('red', 'green'), ('yellow',)), (('red',), ('green', 'yellow'))]
    """
    values = list(values)
    return [
        tuple(tuple(value for value, s in zip(values, second, strict=True) if s == side) for side in (0, 1))
        for second in _bipartitions(len(values)).tolist()
    ]


# ---- the tree


@dataclass(frozen=True)
class Condition:
    """What takes rows down a branch: `Outlook = Sunny`, `Age ≤ 30`, `Age > 30`.

    `feature`: the position of the column; `name`: its name; `sign`: "=", "≤" or ">"; `value`: the threshold or, for
    "=", a tuple of values, of which the row must have one.

    >>> str(Condition(0, "Outlook", "=", ("Sunny", "Rain")))
    'Outlook = Sunny or Rain'
    """

    feature: int
    name: str
    sign: str
    value: object

    def holds(self, X):
        """For which rows of X, shape (n, d), it holds, as a boolean array; never where the value is missing."""
        X = as_table(X)
        if X.shape[1] <= self.feature:
            raise ValueError(f"X must have {self.name} in column {self.feature + 1}; it has {X.shape[1]} columns")
        if self.sign == "=":
            return np.array([value in self.value for value in X[:, self.feature].tolist()])
        numbers = as_matrix(X[:, [self.feature]], missing=True)[:, 0]
        return numbers <= self.value if self.sign == "≤" else numbers > self.value

    def __str__(self):
        value = " or ".join(map(str, self.value)) if self.sign == "=" else decimal(self.value)
        return f"{self.name} {self.sign} {value}"


@dataclass(frozen=True, eq=False)
class Node:
    """A node of a tree: the way to it, and what is known of the training rows that come there.

    `parent`: the position of the node above, and `condition`: that of the branch from there, both None for the root;
    `depth`: the number of conditions from the root; `n`: the number of rows, or the sum of their weights; `value`: how
    many there are of each class, shape (K,), or their mean outcome, shape (1,); `answer`: the most frequent class, or
    the mean; `impurity`; `gain`: that of the question asked here, None for a leaf.
    """

    parent: int | None
    condition: Condition | None
    depth: int
    n: float
    value: np.ndarray
    answer: object
    impurity: float
    gain: float | None

    def __str__(self):
        """The answer and the number of rows: `Yes (4)`, or `Yes (3 of 5)` where only 3 of 5 rows are of that class."""
        answer = decimal(self.answer) if isinstance(self.answer, float) else self.answer
        return f"{answer} ({_tally(self.value.max() if len(self.value) > 1 else self.n, self.n)})"


class Tree(tuple):
    """The nodes of a tree, the root first, each just before all the nodes below it. It prints as an outline."""

    @cached_property
    def children(self):
        """For each node the positions of its children."""
        below = [[] for _ in self]
        for i, node in enumerate(self[1:], 1):
            below[node.parent].append(i)
        return tuple(map(tuple, below))

    @property
    def leaves(self):
        """The leaves, from left to right."""
        return tuple(node for node in self if node.gain is None)

    @property
    def depth(self):
        """The largest number of questions on the way to an answer."""
        return max(node.depth for node in self)

    @property
    def impurity(self):
        r"""That of the whole tree, $I(T) = \sum_m \frac{n_m}{n} i_m$ over the leaves m."""
        return sum(leaf.n * leaf.impurity for leaf in self.leaves) / sum(leaf.n for leaf in self.leaves)

    def conditions(self, position):
        """The conditions on the way from the root to the node at this position, a tuple."""
        node, found = self[position], []
        while node.condition:
            found.append(node.condition)
            node = self[node.parent]
        return tuple(reversed(found))

    def pruned(self, positions):
        """The tree in which the subtrees at these positions are replaced by leaves."""
        nodes, place = [], {None: None}
        for i, node in enumerate(self):
            if node.parent in place and node.parent not in positions:
                place[i] = len(nodes)
                nodes.append(replace(node, parent=place[node.parent], gain=None if i in positions else node.gain))
        return Tree(nodes)

    def __repr__(self):
        lines = [
            "  " * (node.depth - 1) + str(node.condition) + (f": {node}" if node.gain is None else "") for node in self
        ]
        return "\n".join(lines[1:]) or str(self[0])


# ---- learning


class DecisionTree(Estimator):
    """What trees for classes and for numbers share; each adds `_outcomes` of y and `_response` of a node."""

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

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and y, shape (n,); `sample_weight`, shape (n,): how much each row counts."""
        X = as_table(X)
        outcomes, weight = self._outcomes(y, len(X)), _as_weights(sample_weight, len(X))
        self._learn_columns(X)
        self._set_tree(_Growth(self._encode(X), outcomes, weight, self).grow())
        self.n_features_in_ = X.shape[1]
        return self

    def path(self, x):
        """The positions in `tree_` of the nodes that the row x, shape (d,), passes, as far as its values are known."""
        steps = (nodes.tolist() for _, nodes, _, _ in self._walk(self._checked([x])))
        return [step[0] for step in takewhile(lambda step: len(step) == 1, steps)]

    def scores(self, X, y):
        """What each feature would gain by a question about these rows, X, shape (n, d), and y, shape (n,).

        A dictionary from names to gains or, if that is the criterion, gain ratios, without features that cannot split.
        """
        growth, splits, _ = self._first_question(X, y)
        return {growth.model.features_[feature]: split.score for feature, split in splits.items()}

    def working(self, X, y):
        """The choice of a question about these rows, X, shape (n, d), and y, shape (n,), as on paper.

        First the impurity of all rows; then, for each feature that can split them, that of each branch, the average
        after(feature), the gain(feature) and, if that is the criterion, split information(feature) and ratio(feature);
        at last the decision: a feature or "leaf". What can be a fraction is one.
        """
        growth, splits, impurity = self._first_question(X, y)
        names, n = growth.model.features_, growth.E.shape[1]
        splits = splits if impurity > 0 else {}
        steps = growth.outcomes.steps(np.arange(n))
        for feature, split in splits.items():
            steps += _split_steps(growth, split, names[feature])
        best, formula = growth.choice(splits, (), impurity), ""
        if best:
            formula = r"\operatorname{argmax} \text{" + steps[-1].name.split("(")[0] + "}"
        steps.append(Step("decision", formula, "", names[best.feature] if best else "leaf"))
        return Working(f"The best question about {n} rows", steps)

    def _first_question(self, X, y):
        """A growth of these rows that has not begun, the best split of all of them by each feature, their impurity."""
        model = type(self)(**{**self.get_params(), "choose": None, "max_features": None})
        X = as_table(X)
        outcomes = model._outcomes(y, len(X), fewest=1)
        model._learn_columns(X)
        growth = _Growth(model._encode(X), outcomes, np.ones(len(X)), model)
        part = growth.everything()
        n, _, _, impurity = outcomes.summary(part.rows, part.weight)
        return growth, growth.splits(part, n, impurity), impurity

    def _learn_columns(self, X):
        """The names and kinds of the columns, and the values of the nominal ones."""
        d = X.shape[1]
        names = [f"x{i + 1}" for i in range(d)] if self.features is None else [str(name) for name in self.features]
        if len(names) != d or len(set(names)) < d:
            raise ValueError(f"features must give each of the {d} columns of X a name of its own; got {names}")
        declared = [self.nominal] if isinstance(self.nominal, (str, int)) else list(self.nominal)
        declared = names if declared == ["all"] else declared
        unknown = [column for column in declared if column not in names and column not in range(d)]
        if unknown:
            raise ValueError(f"nominal must be 'all' or hold columns of X ({', '.join(names)}); got {unknown[0]!r}")
        numeric = [_is_numeric(X[:, i]) and i not in declared and names[i] not in declared for i in range(d)]
        self.features_, self.nominal_ = tuple(names), ~np.array(numeric)
        self.categories_ = [None if numeric[i] else _distinct(X[:, i], names[i]) for i in range(d)]

    def _encode(self, X):
        """X in numbers, shape (d, n): a nominal value is its position in `categories_`, a missing one is NaN."""
        if not self.nominal_.any():
            return np.ascontiguousarray(as_matrix(X, missing=True).T)
        return np.stack(
            [
                as_matrix(column[:, None], missing=True)[:, 0] if values is None else _codes(column, values, name)
                for column, values, name in zip(X.T, self.categories_, self.features_, strict=True)
            ]
        )

    def _checked(self, X):
        """New rows, encoded."""
        self._require_fit("n_features_in_")
        return self._encode(as_table(X, columns=self.n_features_in_))

    def _set_tree(self, tree):
        """Keep the tree, and tables of it with which all rows take a step at once."""
        self.tree_ = tree
        self._feature, self._threshold = np.zeros(len(tree), dtype=np.intp), np.zeros(len(tree))
        self._child = np.full((len(tree), max([2, *(len(values) for values in self.categories_ if values)])), -1)
        for i, node in enumerate(tree[1:], 1):
            feature, sign, value = node.condition.feature, node.condition.sign, node.condition.value
            self._feature[node.parent] = feature
            if sign == "=":
                self._child[node.parent, [self.categories_[feature].index(v) for v in value]] = i
            else:
                self._threshold[node.parent] = value
                self._child[node.parent, int(sign == ">")] = i

    def _walk(self, E):
        """The way down, step by step: which rows are at which nodes, with which weights, and which of them stop there.

        A row stops at a leaf, and where no training row had its value. Where its value is missing it goes on to all
        nodes below, with weights in proportion to the training rows there.
        """
        rows, nodes, weights = np.arange(E.shape[1]), np.zeros(E.shape[1], dtype=np.intp), np.ones(E.shape[1])
        leaf = np.array([node.gain is None for node in self.tree_])
        while len(rows):
            feature = self._feature[nodes]
            value = E[feature, rows]
            branch = np.where(self.nominal_[feature], np.nan_to_num(value), value > self._threshold[nodes])
            child = self._child[nodes, branch.astype(np.intp)]
            unknown = np.isnan(value) & ~leaf[nodes]
            stops = (child < 0) & ~unknown
            yield rows, nodes, weights, stops
            goes = ~stops & ~unknown
            following = [(rows[goes], child[goes], weights[goes])]
            for position in np.unique(nodes[unknown]).tolist():
                here, below = unknown & (nodes == position), self.tree_.children[position]
                total = sum(self.tree_[i].n for i in below)
                for i in below:
                    shares = weights[here] * self.tree_[i].n / total
                    following.append((rows[here], np.full(len(shares), i), shares))
            rows, nodes, weights = map(np.concatenate, zip(*following, strict=True))

    def _responses(self, X):
        """What each row of X is told: the `_response` of the nodes where it stops, by their weights, shape (n, q)."""
        E = self._checked(X)
        response = np.array([self._response(node) for node in self.tree_])
        told = np.zeros((E.shape[1], response.shape[1]))
        for rows, nodes, weights, stops in self._walk(E):
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
    features : the names of the columns; None for x1, x2, ...
    choose : who chooses the feature; None for the best score. A function of the conditions on the way to a node, a
        tuple, and of the scores, a dictionary by names of features, which returns a name, or None for a leaf.

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
    entropy(Outlook = Sunny) = -∑_k p_k log_2 p_k = -3/5 log_2 3/5 - 2/5 log_2 2/5 ≈ 0.970951   (3 No, 2 Yes)
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
        )

    def predict_proba(self, X):
        """The shares of the classes among the training rows at the leaf of each row of X, shape (n, K)."""
        return self._responses(X)

    def predict(self, X):
        """The most frequent class at the leaf of each row of X, shape (n,); of equals the one that sorts first."""
        best = _first_best(self.predict_proba(X), TIE)
        return self.classes_[best]

    def _response(self, node):
        return node.value / node.n

    def _outcomes(self, y, rows, fewest=2):
        outcomes = _Classes(as_labels(y, rows), self.criterion, self.base, fewest)
        self.classes_ = outcomes.classes
        return outcomes


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
        return _Numbers(_as_numbers(y, rows))


# ---- pruning


def prune_at(model, positions):
    """The subtrees at these positions in `tree_` replaced by leaves. `model`: a fitted tree; returns a new one.

    >>> model = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "a"])
    >>> prune_at(model, [2]).tree_
    x1 ≤ 2.5: a (2)
    x1 > 2.5: a (1 of 2)
    """
    model._require_fit("n_features_in_")
    positions = {as_whole(position, "positions", 0) for position in positions}
    if positions and max(positions) >= len(model.tree_):
        raise ValueError(f"positions must lie in the tree of {len(model.tree_)} nodes; got {max(positions)}")
    pruned = copy(model)
    pruned._set_tree(model.tree_.pruned(positions))
    return pruned


def prune_reduced_error(model, X, y, strict=False):
    """Subtrees replaced by leaves, from the bottom up, where a validation set is told no worse answers.

    `model`: a fitted tree; `X`, shape (n, d), and `y`, shape (n,): rows that it has not seen; `strict`: only where the
    answers get better. Errors are wrong classes, or squared differences. Returns a new model.

    >>> model = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "a"])
    >>> prune_reduced_error(model, [[1.4], [3.1], [3.9]], ["a", "a", "a"]).tree_
    a (3 of 4)
    """
    E, classes = model._checked(X), isinstance(model, Classifier)
    y = as_labels(y, E.shape[1]) if classes else _as_numbers(y, E.shape[1])
    answers = np.array([node.answer for node in model.tree_])
    alone, stuck = np.zeros((2, len(answers)))
    for rows, nodes, weights, stops in model._walk(E):
        errors = weights * (answers[nodes] != y[rows] if classes else (answers[nodes] - y[rows]) ** 2)
        np.add.at(alone, nodes, errors)
        np.add.at(stuck, nodes[stops], errors[stops])
    return _prune(model, alone, stuck, strict)


def pessimistic_error(f, n, z=0.69):
    r"""The error to fear at a leaf at which the share f of n training rows is wrong: the upper end of an interval.

    $$e = \frac{f + \frac{z^2}{2n} + z \sqrt{\frac fn - \frac{f^2}n + \frac{z^2}{4n^2}}}{1 + \frac{z^2}n}$$

    `z`: half the width of the interval, in standard deviations; 0.69 is customary, for a confidence of 25 %.

    >>> round(pessimistic_error(0, 2), 6), round(pessimistic_error(5 / 14, 14), 6)
    (0.192278, 0.448865)
    """
    f, n, z = as_number(f, "f", minimum=0), as_number(n, "n", above=0), as_number(z, "z", minimum=0)
    if f > 1:
        raise ValueError(f"f must be a share, a number from 0 to 1; got {f:g}")
    spread = math.sqrt(f * (1 - f) / n + z * z / (4 * n * n))
    return (f + z * z / (2 * n) + z * spread) / (1 + z * z / n)


def prune_pessimistic(model, z=0.69):
    """Subtrees replaced by leaves, from the bottom up, where the `pessimistic_error` of the leaf is no larger.

    That of a subtree is the average over its leaves. `model`: a fitted `DecisionTreeClassifier`; returns a new one.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier().fit(tennis.X, tennis.y)
    >>> len(prune_pessimistic(model).tree_), len(prune_pessimistic(model, z=3).tree_)
    (8, 1)
    """
    _require_classes(model)
    errors = [node.n * pessimistic_error(1 - node.value.max() / node.n, node.n, z) for node in model.tree_]
    return _prune(model, errors)


def prune_cost_complexity(model, alpha):
    r"""The tree T, cut down so that $I(T) + \alpha \tilde N$ is least: its impurity, and a price for each leaf.

    $I(T) = \sum_m \frac{n_m}{n} i_m$ over the $\tilde N$ leaves m. `model`: a fitted tree; returns a new one.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier().fit(tennis.X, tennis.y)
    >>> [len(prune_cost_complexity(model, alpha).tree_.leaves) for alpha in (0, 0.2, 0.3)]
    [5, 5, 1]
    """
    model._require_fit("n_features_in_")
    alpha = as_number(alpha, "alpha", minimum=0)
    return _prune(model, [node.n / model.tree_[0].n * node.impurity + alpha for node in model.tree_])


# ---- rules


@dataclass(frozen=True)
class Rule:
    """Conditions, and the answer where all of them hold. Of the `n` rows there `right` have that answer."""

    conditions: tuple
    answer: object
    right: float
    n: float

    def covers(self, X):
        """For which rows of X, shape (n, d), all conditions hold, as a boolean array."""
        return np.logical_and.reduce([np.ones(len(X), dtype=bool), *(c.holds(X) for c in self.conditions)])

    def __str__(self):
        when = f"if {' and '.join(map(str, self.conditions))} then" if self.conditions else "always"
        return f"{when} {self.answer} ({_tally(self.right, self.n)})"


class Rules(tuple):
    """Rules in order: the first that covers a row answers, `default` if none does.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier(features=tennis.features, max_depth=1).fit(tennis.X, tennis.y)
    >>> Rules.of(model)
    if Outlook = Sunny then No (3 of 5)
    if Outlook = Overcast then Yes (4)
    if Outlook = Rain then Yes (3 of 5)
    otherwise Yes
    """

    def __new__(cls, rules, default):
        self = super().__new__(cls, rules)
        self.default = default
        return self

    @classmethod
    def of(cls, model):
        """The rules that a fitted `DecisionTreeClassifier` stands for: one for each way from the root to a leaf."""
        _require_classes(model)
        leaves = [(i, node) for i, node in enumerate(model.tree_) if node.gain is None]
        rules = [Rule(model.tree_.conditions(i), leaf.answer, leaf.value.max(), leaf.n) for i, leaf in leaves]
        return cls(rules, model.tree_[0].answer)

    def predict(self, X):
        """The answer for each row of X, shape (n,)."""
        X = as_table(X)
        answers = np.full(len(X), self.default, dtype=np.array([self.default, *(rule.answer for rule in self)]).dtype)
        for rule in reversed(self):
            answers[rule.covers(X)] = rule.answer
        return answers

    def score(self, X, y):
        """The share of rows of X, shape (n, d), whose answer is the one in y, shape (n,)."""
        return float(np.mean(self.predict(X) == as_labels(y, len(X))))

    def pruned(self, X, y, z=0.0):
        """Rule post-pruning: drop conditions from each rule as long as that lowers its error; best rules first.

        `X`, shape (n, d), and `y`, shape (n,): the rows that judge, best a validation set. The error of a rule is the
        share of wrong rows among those that it covers, with `z` their `pessimistic_error`; 1 if it covers none. Of
        several conditions the one is dropped whose loss lowers the error most.
        """
        X = as_table(X)
        y = as_labels(y, len(X))

        def judged(conditions, answer):
            covered = Rule(conditions, answer, 0, 0).covers(X)
            return Rule(conditions, answer, int((y[covered] == answer).sum()), int(covered.sum()))

        def error(rule):
            return pessimistic_error(1 - rule.right / rule.n, rule.n, z) if rule.n else 1.0

        def shortened(rule):
            shorter = [rule.conditions[:i] + rule.conditions[i + 1 :] for i in range(len(rule.conditions))]
            return min([rule, *(judged(conditions, rule.answer) for conditions in shorter)], key=error)

        pruned = []
        for rule in self:
            rule = judged(rule.conditions, rule.answer)
            while (better := shortened(rule)) != rule:
                rule = better
            pruned.append(rule)
        return Rules(sorted(dict.fromkeys(pruned), key=error), self.default)  # of equal rules one is enough

    def __repr__(self):
        return "\n".join([*map(str, self), f"otherwise {self.default}"])


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


# ---- growing


class _Growth:
    """The growing of one tree: `grow` is the algorithm, and what follows are its steps.

    `E`: the table, shape (d, n), see `DecisionTree._encode`; `outcomes`: those of its rows, `_Classes` or `_Numbers`;
    `weight`: of the rows, shape (n,); `model`: the settings and the columns.
    """

    def __init__(self, E, outcomes, weight, model):
        self.E, self.outcomes, self.weight, self.model = E, outcomes, weight, model
        self.deepest = math.inf if model.max_depth is None else as_whole(model.max_depth, "max_depth", 0)
        self.fewest_to_split = as_whole(model.min_samples_split, "min_samples_split", 2)
        self.fewest_on_branch = as_whole(model.min_samples_leaf, "min_samples_leaf", 1)
        self.least_gain = -math.inf if model.min_gain is None else as_number(model.min_gain, "min_gain", minimum=0)
        self.most_features = len(E) if model.max_features is None else as_whole(model.max_features, "max_features", 1)
        self.random = np.random.default_rng(model.seed)
        if not isinstance(model.multiway, (bool, np.bool_)):
            raise ValueError(f"multiway must be True or False; got {model.multiway!r}")
        if model.choose is not None and not callable(model.choose):
            raise ValueError(f"choose must be a function or None; got {model.choose!r}")

    def grow(self):
        """Take one part of the rows after another, first all of them: make it a node and, if it is to be, divide it."""
        nodes, waiting = [], [self.everything()]
        while waiting:
            part = waiting.pop()
            n, value, answer, impurity = self.outcomes.summary(part.rows, part.weight)
            split = None
            if impurity > 0 and len(part.path) < self.deepest and len(part.rows) >= self.fewest_to_split:
                part = self.sort(part)
                split = self.choice(self.splits(part, n, impurity), part.path, impurity)
            condition, gain = part.path[-1] if part.path else None, split.gain if split else None
            nodes.append(Node(part.parent, condition, len(part.path), n, value, answer, impurity, gain))
            if split:
                waiting += reversed(self.divide(part, split, len(nodes) - 1))
        return Tree(nodes)

    def everything(self):
        """The rows that count, and all rows in the order of each feature, missing values last."""
        order = np.argsort(self.E, axis=1, kind="stable")
        return _Part(np.flatnonzero(self.weight), order, self.weight, self.outcomes.statistics(self.weight), None, ())

    def sort(self, part):
        """The part with its own rows in the order of each feature: no new sorting, the others are left out."""
        inside = np.zeros(len(part.weight), dtype=bool)
        inside[part.rows] = True
        return part._replace(order=part.order[inside[part.order]].reshape(-1, len(part.rows)))

    def divide(self, part, split, parent):
        """A part for each branch. Rows whose value is missing are in all of them, with weights in proportion."""
        column, parts = self.E[split.feature, part.rows], []
        unknown = np.isnan(column)
        weight, statistics, some = part.weight, part.statistics, unknown.any()
        for condition, inside in zip(self.conditions(split), split.branches(column), strict=True):
            if some:
                weight = part.weight.copy()
                weight[part.rows[unknown]] *= weight[part.rows[inside]].sum() / weight[part.rows[~unknown]].sum()
                statistics, inside = self.outcomes.statistics(weight), inside | unknown
            path = (*part.path, condition)
            parts.append(_Part(part.rows[inside], part.order, weight, statistics, parent, path))
        return parts

    def conditions(self, split):
        """What holds on each branch of a split."""
        feature, name = split.feature, self.model.features_[split.feature]
        if split.is_numeric:
            return [Condition(feature, name, sign, split.key) for sign in "≤>"]
        values = self.model.categories_[feature]
        return [Condition(feature, name, "=", tuple(values[code] for code in codes)) for codes in split.key]

    def choice(self, splits, path, impurity):
        """The split of the best score, the first of equals, or the one that `choose` names; None for a leaf."""
        if not splits:
            return None
        if self.model.choose is not None:
            by_name = {self.model.features_[feature]: split for feature, split in splits.items()}
            name = self.model.choose(path, {name: split.score for name, split in by_name.items()})
            if name is not None and name not in by_name:
                raise ValueError(f"choose must return None or one of {', '.join(by_name)}; got {name!r}")
            return by_name.get(name)
        best = max(split.score for split in splits.values())
        split = next(split for split in splits.values() if split.score >= best - TIE * impurity)
        return split if split.gain > self.least_gain + TIE * impurity else None

    def splits(self, part, n, impurity):
        """The best split of a part by each feature that can split it, by the feature's position."""
        features = np.arange(len(self.E))
        if self.most_features < len(features):
            able = features[_varies(self.E[:, part.rows])]
            features = np.sort(self.random.permutation(able)[: self.most_features])
        nominal = self.model.nominal_[features]
        found = [self.by_value(part, feature, n, impurity) for feature in features[nominal].tolist()]
        numeric, size = features[~nominal], max(1, BLOCK // len(part.rows))
        for start in range(0, len(numeric), size):
            found += self.by_threshold(part, numeric[start : start + size], n, impurity)
        return {split.feature: split for split in sorted(filter(None, found))}

    def by_threshold(self, part, features, n, impurity):
        """The best split of a part by each of these numeric features that can split it."""
        order, fewest = part.order[features], self.fewest_on_branch
        first, last = fewest - 1, len(part.rows) - fewest  # the places of the largest value on the left branch
        if last <= first:
            return []
        values, terms = self.E[features[:, None], order], part.statistics.take(order, axis=1)
        terms[:, np.isnan(values)] = 0
        sums = terms.cumsum(axis=2)  # over the rows with the lowest 1, 2, 3, ... values
        left, whole = sums[:, :, first:last], sums[:, :, -1:]
        children = np.stack([left, whole - left]).transpose(2, 3, 0, 1)  # feature, threshold, branch, statistic
        gains = self.outcomes.gains(children, whole.transpose(1, 2, 0), n)
        low, high, later = values[:, first:last], values[:, first + 1 : last + 1], values[:, 2 * fewest - 1 :]
        gains[~((low < high) & (later == later))] = -1  # no threshold, or too few known values above it
        place = _first_best(gains, TIE * impurity)
        able = np.flatnonzero(gains[np.arange(len(features)), place] >= 0)
        place = place[able]
        gains = gains[able, place]
        scores = self.outcomes.scores(gains, children[able, place], n).tolist()
        thresholds = _middle(low[able, place], high[able, place]).tolist()
        return list(map(_Split, features[able].tolist(), gains.tolist(), scores, thresholds))

    def by_value(self, part, feature, n, impurity):
        """The best split of a part by this nominal feature; None if it cannot split it."""
        codes = self.E[feature, part.rows]
        known = ~np.isnan(codes)
        present, index = np.unique(codes[known].astype(np.intp), return_inverse=True)
        if len(present) < 2:
            return None
        if self.model.multiway:
            ways = np.eye(len(present))[None]  # there is one way: each value on its own branch
        elif len(present) <= MOST_VALUES:
            second = _bipartitions(len(present))
            ways = np.stack([1 - second, second], axis=1)
        else:
            raise ValueError(
                f"multiway=False tries all ways to part the values of a feature in two, of at most {MOST_VALUES} "
                f"values; {self.model.features_[feature]} has {len(present)}"
            )
        table = np.stack([np.bincount(index, s) for s in part.statistics[:, part.rows[known]]], axis=1)
        children = ways @ table  # way, branch, statistic
        gains = self.outcomes.gains(children, table.sum(axis=0), n)
        gains[(ways @ np.bincount(index)).min(axis=1) < self.fewest_on_branch] = -1
        place = _first_best(gains, TIE * impurity)
        if gains[place] < 0:
            return None
        score = self.outcomes.scores(gains[place], children[place], n)
        branches = [tuple(present[branch == 1].tolist()) for branch in ways[place]]
        return _Split(feature, float(gains[place]), float(score), branches)


class _Part(NamedTuple):
    """Rows that wait to become a node: their positions; these, perhaps among others, in the order of each feature;
    weights and statistics of all rows; the position of the node above; the conditions on the way."""

    rows: np.ndarray
    order: np.ndarray
    weight: np.ndarray
    statistics: np.ndarray
    parent: int | None
    path: tuple


class _Split(NamedTuple):
    """A question about a feature; `key`: the threshold, or the codes of the values on each branch."""

    feature: int
    gain: float
    score: float
    key: object

    @property
    def is_numeric(self):
        return isinstance(self.key, float)

    def branches(self, column):
        """Which entries of the encoded feature, shape (m,), go down each branch."""
        if self.is_numeric:
            return [column <= self.key, column > self.key]
        return [np.isin(column, codes) for codes in self.key]


class _Classes:
    """Outcomes that are labels. A node counts them: the statistics of a row are its weight in each class."""

    def __init__(self, y, criterion, base, fewest):
        kinds = {
            "entropy": _entropy,
            "gain_ratio": _entropy,
            "gini": _gini,
            "misclassification": _misclassification,
        }
        if criterion not in kinds:
            raise ValueError(f"criterion must be one of {', '.join(map(repr, kinds))}; got {criterion!r}")
        bits = math.log2(as_number(base, "base", above=1))
        self.classes, self.index = encode_classes(y, at_least=fewest)
        self.criterion, self.base, self.kind = criterion, base, kinds[criterion]
        self.unit = bits if self.kind is _entropy else 1

    def impurity(self, counts, n):
        """That of class counts, shape (..., K), whose sums are n, shape (...)."""
        return self.kind(_quotient(counts, n[..., None])) / self.unit

    def summary(self, rows, weight):
        """The number of rows, the class counts, the most frequent class, the impurity."""
        counts = np.bincount(self.index[rows], weight[rows], minlength=len(self.classes))
        n = counts.sum()
        return float(n), counts, self.classes[_first_best(counts, TIE * n)], float(self.impurity(counts, n))

    def statistics(self, weight):
        """Shape (K, n)."""
        return np.where(self.index == np.arange(len(self.classes))[:, None], weight, 0.0)

    def gains(self, children, whole, n):
        """Those of splits of n rows, of which the rows without a value gain nothing.

        `children`, shape (..., V, K), and `whole`, (..., K): the sums of statistics of the branches and of them all.
        """
        sizes, known = children.sum(axis=-1), whole.sum(axis=-1)
        after = (sizes * self.impurity(children, sizes)).sum(axis=-1)
        return np.maximum((known * self.impurity(whole, known) - after) / n, 0)  # rounding may leave less

    def scores(self, gains, children, n):
        """By which features are compared: the gains, or their ratios to the split information."""
        if self.criterion != "gain_ratio":
            return gains
        sizes = children.sum(axis=-1)
        missing = np.maximum(n - sizes.sum(axis=-1, keepdims=True), 0)
        return gains / entropy(np.concatenate([sizes, missing], axis=-1), self.base)

    def steps(self, rows, where=""):
        """The impurity of some rows as on paper, in the last of the steps."""
        names = [str(c) for c in self.classes]
        counts = np.bincount(self.index[rows], minlength=len(names)).tolist()
        n = sum(counts)
        shares, present = [Fraction(count, n) for count in counts], [_over(count, n) for count in counts if count]
        if self.criterion == "gini":
            name, formula, value = "Gini", r"1 - \sum_k p_k^2", 1 - sum(share**2 for share in shares)
            numbers = "1" + "".join(rf" - \left({share}\right)^2" for share in present)
        elif self.criterion == "misclassification":
            name, formula, value = "error", r"1 - \max_k p_k", 1 - max(shares)
            numbers = f"1 - {_over(max(counts), n)}"
        else:
            name, value = "entropy", entropy(counts, self.base)
            formula, numbers = _entropy_tex("k", "p_k", present, self.base)
        if where:
            note = ", ".join(f"{count} {c}" for count, c in zip(counts, names, strict=True))
            return [Step(f"{name}({where})", formula, numbers, value, note)]
        sizes = [Step(f"n({c})", "", "", Fraction(count)) for c, count in zip(names, counts, strict=True)]
        return [Step("n", "", "", Fraction(n)), *sizes, Step(name, formula, numbers, value)]

    def score_steps(self, name, gain, sizes):
        """The way from the gain of a feature to its score, as on paper."""
        if self.criterion != "gain_ratio":
            return []
        shares, information = [_over(size, sum(sizes)) for size in sizes if size], entropy(sizes, self.base)
        formula, numbers = _entropy_tex("b", r"\frac{n_b}{n}", shares, self.base)
        ratio = _over(tex(gain), tex(information))
        return [
            Step(f"split information({name})", formula, numbers, information),
            Step(f"ratio({name})", r"\frac{\text{gain}}{\text{split information}}", ratio, gain / information),
        ]


class _Numbers:
    """Outcomes that are numbers. A node averages them: the statistics of a row are its weight and weighted number."""

    def __init__(self, y):
        self.y = y

    def summary(self, rows, weight):
        """The number of rows, their mean twice, the variance."""
        y, weight = self.y[rows], weight[rows]
        n, mean, variance = weight.sum(), y[0], 0.0
        if y.min() < y.max():  # otherwise without rounding
            mean = weight @ y / n
            variance = weight @ (y - mean) ** 2 / n
        return float(n), np.array([mean]), float(mean), float(variance)

    def statistics(self, weight):
        """Shape (2, n); numbers near 0 keep more digits in a sum."""
        return np.stack([weight, weight * (self.y - self.y.mean())])

    def gains(self, children, whole, n):
        r"""As in `_Classes`; the variance falls by $\sum_b \frac{n_b}{n} (\hat y_b - \hat y)^2$: nothing cancels."""
        sizes, middle = children[..., 0], _quotient(whole[..., 1], whole[..., 0])
        means = _quotient(children[..., 1], sizes)
        return (sizes * (means - middle[..., None]) ** 2).sum(axis=-1) / n

    def scores(self, gains, children, n):
        """By which features are compared: the gains."""
        return gains

    def steps(self, rows, where=""):
        """The variance of some rows as on paper, in the last of the steps."""
        y = [as_printed(value) for value in self.y[rows].tolist()]
        n, where = len(y), f"({where})" if where else ""
        mean = sum(y) / n
        squares = sum((value - mean) ** 2 for value in y)
        total, mean, squares, variance = map(short, (sum(y), mean, squares, squares / n))
        return [
            Step(f"n{where}", "", "", Fraction(n)),
            Step(f"mean{where}", r"\frac{1}{n} \sum_i y_i", _over(tex(total), n), mean),
            Step(f"squares{where}", r"\sum_i (y_i - \text{mean})^2", "", squares),
            Step(f"variance{where}", r"\frac{\text{squares}}{n}", _over(tex(squares), n), variance),
        ]

    def score_steps(self, name, gain, sizes):
        """The way from the gain of a feature to its score: none."""
        return []


# ---- helpers


def _shares(counts):
    """Counts as shares of their sum over the last axis; 0 where there are none."""
    try:
        counts = np.asarray(counts, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"counts must be numbers of at least 0, one for each class; got {counts!r}") from None
    wrong = counts.ndim == 0 or counts.shape[-1] == 0
    if wrong or counts.size and not (counts.min() >= 0 and counts.max() < math.inf):
        raise ValueError(f"counts must be numbers of at least 0, one for each class; got {counts.tolist()!r}")
    return _quotient(counts, counts.sum(axis=-1, keepdims=True))


def _entropy(p):
    """In bits, of shares, shape (..., K)."""
    return np.abs((p * np.log2(np.maximum(p, TINY))).sum(axis=-1))  # rather than -0.0


def _gini(p):
    return (p * (1 - p)).sum(axis=-1)


def _misclassification(p):
    return p.sum(axis=-1) - p.max(axis=-1)


def _quotient(above, below):
    """above / below, and 0 where both are 0."""
    return above / (below + (below == 0))


def _first_best(values, margin):
    """The position on the last axis of the largest number, or of the first that comes near it up to the margin."""
    return np.argmax(values >= values.max(axis=-1, keepdims=True) - margin, axis=-1)


def _plain(values):
    """An array, or its one number as a float."""
    return values if np.ndim(values) else float(values)


def _middle(low, high):
    """The number half-way between two others, or the lower one if there is no number between them."""
    middle = low / 2 + high / 2
    return np.where(middle < high, middle, low)


def _bipartitions(size):
    """Which of so many values are in the second group, shape (2^(size-1) - 1, size): never the first, always one."""
    return np.arange(2, 2**size, 2)[:, None] >> np.arange(size) & 1


def _varies(E):
    """Which rows of E, shape (d, m), hold different numbers."""
    unknown = np.isnan(E)
    return np.where(unknown, math.inf, E).min(axis=1) < np.where(unknown, -math.inf, E).max(axis=1)


def _is_numeric(column):
    if column.dtype.kind != "O":
        return column.dtype.kind in "iuf"
    return all(
        isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
        for value in column[~is_missing(column)].tolist()
    )


def _distinct(column, name):
    """The values of a nominal feature in the order in which they first occur, missing ones left out."""
    values = list(dict.fromkeys(column[~is_missing(column)].tolist()))
    if len({isinstance(value, str) for value in values}) > 1:
        raise ValueError(f"X mixes words and numbers in feature {name}; use one kind of value")
    return values


def _codes(column, values, name):
    """The position in `values` of each entry of a nominal feature, shape (n,); NaN where it is missing."""
    position = {value: float(code) for code, value in enumerate(values)}
    codes = np.array([position.get(value, -1.0) for value in column.tolist()])
    codes[is_missing(column)] = math.nan
    if (codes < 0).any():
        raise ValueError(
            f"X holds a value not seen in training: {column[codes < 0].tolist()[0]!r} for feature {name}, "
            f"which takes {', '.join(map(repr, values))}; None stands for a value that is not known"
        )
    return codes


def _as_numbers(values, rows, name="y"):
    if np.ndim(values) != 1:
        raise ValueError(f"{name} must hold one number for each row; got an array of shape {np.shape(values)}")
    return as_outcomes(values, rows, name)[:, 0]


def _as_weights(sample_weight, rows):
    if sample_weight is None:
        return np.ones(rows)
    weight = _as_numbers(sample_weight, rows, "sample_weight")
    if weight.min() < 0 or weight.max() == 0:
        raise ValueError("sample_weight must hold numbers of at least 0, and one above 0")
    return weight


def _require_classes(model):
    model._require_fit("n_features_in_")
    if not isinstance(model, DecisionTreeClassifier):
        raise ValueError(f"model must be a DecisionTreeClassifier; got {model!r}")


def _prune(model, alone, stuck=None, strict=False):
    """The model with each subtree replaced by a leaf, from the bottom up, where that costs no more.

    `alone`: what each node costs as a leaf; `stuck`: what those rows cost that stop at it although it has branches,
    nothing if None; `strict`: only where it costs less.
    """
    tree, cost, cut = model.tree_, list(alone), []
    for i in reversed(range(len(tree))):
        if tree.children[i]:
            below = sum(cost[j] for j in tree.children[i]) + (0 if stuck is None else stuck[i])
            if cost[i] < below * (1 - TIE) if strict else cost[i] <= below * (1 + TIE):
                cut.append(i)
            else:
                cost[i] = below
    return prune_at(model, cut)


def _split_steps(growth, split, name):
    """What a feature gains by splitting all rows, as on paper."""
    column, outcomes = growth.E[split.feature], growth.outcomes
    branches = [np.flatnonzero(inside) for inside in split.branches(column)]
    n, known = len(column), sum(map(len, branches))
    steps, before = [], outcomes.steps(np.arange(n))[-1].value
    if split.is_numeric:
        steps.append(Step(f"threshold({name})", "", "", split.key, "that of the largest gain"))
    if known < n:
        steps += outcomes.steps(np.flatnonzero(~np.isnan(column)), f"{name} known")
        before = steps[-1].value
    after, terms = 0, []
    for condition, rows in zip(growth.conditions(split), branches, strict=True):
        steps += outcomes.steps(rows, str(condition))
        after += Fraction(len(rows), known) * steps[-1].value
        terms.append(rf"{_over(len(rows), known)} \cdot {tex(steps[-1].value)}")
    gain = (before - after) * Fraction(known, n)
    formula, numbers = r"i - \text{after}", f"{tex(before)} - {tex(short(after))}"
    if known < n:
        formula = rf"\frac{{n_\text{{known}}}}{{n}} \left({formula}\right)"
        numbers = rf"{_over(known, n)} \left({numbers}\right)"
    return [
        *steps,
        Step(f"after({name})", r"\sum_b \frac{n_b}{n} i_b", " + ".join(terms), short(after)),
        Step(f"gain({name})", formula, numbers, short(gain)),
        *outcomes.score_steps(name, gain, [*map(len, branches), n - known]),
    ]


def _entropy_tex(index, share, shares, base):
    """The formula of an entropy in LaTeX, and the same with the shares put in."""
    log = {2: r"\log_2", math.e: r"\ln"}.get(base, rf"\log_{{{decimal(base)}}}")
    return rf"-\sum_{index} {share} {log} {share}", "-" + " - ".join(f"{p} {log} {p}" for p in shares)


def _over(above, below):
    """A fraction in LaTeX, not reduced."""
    return rf"\frac{{{above}}}{{{below}}}"


def _tally(right, n):
    """A number of rows and, unless all of them are right, how many there are."""
    return decimal(n, 4) if right == n else f"{decimal(right, 4)} of {decimal(n, 4)}"
