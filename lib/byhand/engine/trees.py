"""Decision trees, fast: all thresholds of many features in one sweep, no sorting below the root, all rows down at once.

`Growth` finds the tree that the plain recursion `byhand.growing.grow` finds, and takes more: weights, missing values,
gain ratios, random features, a choice from outside. A table comes as numbers, shape (d, n): nominal values as codes,
missing ones as NaN. `Descent` takes rows down a tree.
"""

import math
from typing import NamedTuple

import numpy as np

from byhand.base import first_best
from byhand.growing import Node, Tree
from byhand.impurity import TIE, TINY, entropy, midpoints, second_groups

MOST_VALUES = 16  # of a nominal feature whose values are parted in two in all possible ways
BLOCK = 6_000  # as many numbers at a time stay in fast memory


class Settings(NamedTuple):
    """What limits the growth: the settings of `byhand.trees.DecisionTreeClassifier`, checked."""

    deepest: float
    fewest_to_split: int
    fewest_on_branch: int
    least_gain: float
    most_features: int
    multiway: bool
    seed: object
    choose: object


class Split(NamedTuple):
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


class Part(NamedTuple):
    """Rows that wait to become a node: their positions; these, perhaps among others, in the order of each feature;
    weights and statistics of all rows; the position of the node above; the conditions on the way."""

    rows: np.ndarray
    order: np.ndarray
    weight: np.ndarray
    statistics: np.ndarray
    parent: int | None
    path: tuple


class Growth:
    """The growing of one tree, node by node.

    `features`: d of `byhand.growing.Feature`; `table`: what they make of the rows, shape (d, n); `outcomes`: those of
    the rows, `Classes` or `Numbers`; `weight`: of the rows, shape (n,).
    """

    def __init__(self, features, table, outcomes, weight, settings):
        self.features, self.table, self.outcomes, self.weight = features, table, outcomes, weight
        self.settings, self.nominal = settings, np.array([feature.values is not None for feature in features])
        self.random = np.random.default_rng(settings.seed)

    def grow(self):
        """Take one part of the rows after another, first all of them: make it a node and, if it is to be, divide it.

        A list of parts that wait stands in for the recursion, which a deep tree would exhaust.
        """
        nodes, waiting, settings = [], [self.everything()], self.settings
        while waiting:
            part = waiting.pop()
            n, value, answer, impurity = self.outcomes.summary(part.rows, part.weight)
            split = None
            if impurity > 0 and len(part.path) < settings.deepest and len(part.rows) >= settings.fewest_to_split:
                part = self.sort(part)
                split = self.choice(self.splits(part, n, impurity), part.path, impurity)
            condition, gain = part.path[-1] if part.path else None, split.gain if split else None
            nodes.append(Node(part.parent, condition, len(part.path), n, value, answer, impurity, gain))
            if split:
                waiting += reversed(self.divide(part, split, len(nodes) - 1))
        return Tree(nodes)

    def first_splits(self):
        """The best split of all rows by each feature that can split them, by its position."""
        part = self.everything()
        n, _, _, impurity = self.outcomes.summary(part.rows, part.weight)
        return self.splits(part, n, impurity)

    def everything(self):
        """The rows that count, and all rows in the order of each feature, missing values last."""
        order = np.argsort(self.table, axis=1, kind="stable")
        statistics = self.outcomes.statistics(self.weight)
        return Part(np.flatnonzero(self.weight), order, self.weight, statistics, None, ())

    def sort(self, part):
        """The part with its own rows in the order of each feature: no new sorting, the others are left out."""
        inside = np.zeros(len(part.weight), dtype=bool)
        inside[part.rows] = True
        return part._replace(order=part.order[inside[part.order]].reshape(-1, len(part.rows)))

    def divide(self, part, split, parent):
        """A part for each branch. Rows whose value is missing are in all of them, with weights in proportion."""
        column, parts = self.table[split.feature, part.rows], []
        unknown = np.isnan(column)
        weight, statistics, some = part.weight, part.statistics, unknown.any()
        for condition, inside in zip(self.conditions(split), split.branches(column), strict=True):
            if some:
                weight = part.weight.copy()
                weight[part.rows[unknown]] *= weight[part.rows[inside]].sum() / weight[part.rows[~unknown]].sum()
                statistics, inside = self.outcomes.statistics(weight), inside | unknown
            path = (*part.path, condition)
            parts.append(Part(part.rows[inside], part.order, weight, statistics, parent, path))
        return parts

    def conditions(self, split):
        """What holds on each branch of a split."""
        feature = self.features[split.feature]
        if split.is_numeric:
            return tuple(feature.condition(sign, split.key) for sign in "≤>")
        return tuple(feature.condition("=", tuple(feature.values[code] for code in codes)) for codes in split.key)

    def choice(self, splits, path, impurity):
        """The split of the best score, the first of equals, or the one that `choose` names; None for a leaf."""
        if not splits:
            return None
        if self.settings.choose is not None:
            by_name = {self.features[feature].name: split for feature, split in splits.items()}
            name = self.settings.choose(path, {name: split.score for name, split in by_name.items()})
            if name is not None and name not in by_name:
                raise ValueError(f"choose must return None or one of {', '.join(by_name)}; got {name!r}")
            return by_name.get(name)
        best = max(split.score for split in splits.values())
        split = next(split for split in splits.values() if split.score >= best - TIE * impurity)
        return split if split.gain > self.settings.least_gain + TIE * impurity else None

    def splits(self, part, n, impurity):
        """The best split of a part by each feature that can split it, by the feature's position."""
        features = np.arange(len(self.table))
        if self.settings.most_features < len(features):
            able = features[varies(self.table[:, part.rows])]
            features = np.sort(self.random.permutation(able)[: self.settings.most_features])
        nominal = self.nominal[features]
        found = [self.by_value(part, feature, n, impurity) for feature in features[nominal].tolist()]
        numeric, size = features[~nominal], max(1, BLOCK // len(part.rows))
        for start in range(0, len(numeric), size):
            found += self.by_threshold(part, numeric[start : start + size], n, impurity)
        return {split.feature: split for split in sorted(filter(None, found))}

    def by_threshold(self, part, features, n, impurity):
        """The best split of a part by each of these numeric features that can split it."""
        order, fewest = part.order[features], self.settings.fewest_on_branch
        first, last = fewest - 1, len(part.rows) - fewest  # the places of the largest value on the left branch
        if last <= first:
            return []
        values, terms = self.table[features[:, None], order], part.statistics.take(order, axis=1)
        terms[:, np.isnan(values)] = 0
        sums = terms.cumsum(axis=2)  # over the rows with the lowest 1, 2, 3, ... values
        left, whole = sums[:, :, first:last], sums[:, :, -1:]
        children = np.stack([left, whole - left]).transpose(2, 3, 0, 1)  # feature, threshold, branch, statistic
        gains = self.outcomes.gains(children, whole.transpose(1, 2, 0), n)
        low, high, later = values[:, first:last], values[:, first + 1 : last + 1], values[:, 2 * fewest - 1 :]
        gains[~((low < high) & (later == later))] = -1  # no threshold, or too few known values above it
        place = first_best(gains, TIE * impurity)
        able = np.flatnonzero(gains[np.arange(len(features)), place] >= 0)
        place = place[able]
        gains = gains[able, place]
        scores = self.outcomes.scores(gains, children[able, place], n).tolist()
        thresholds = midpoints(low[able, place], high[able, place]).tolist()
        return list(map(Split, features[able].tolist(), gains.tolist(), scores, thresholds))

    def by_value(self, part, feature, n, impurity):
        """The best split of a part by this nominal feature; None if it cannot split it."""
        codes = self.table[feature, part.rows]
        known = ~np.isnan(codes)
        present, index = np.unique(codes[known].astype(np.intp), return_inverse=True)
        if len(present) < 2:
            return None
        if self.settings.multiway:
            ways = np.eye(len(present))[None]  # there is one way: each value on its own branch
        elif len(present) <= MOST_VALUES:
            second = second_groups(len(present))
            ways = np.stack([1 - second, second], axis=1)
        else:
            raise ValueError(
                f"multiway=False tries all ways to part the values of a feature in two, of at most {MOST_VALUES} "
                f"values; {self.features[feature].name} has {len(present)}"
            )
        table = np.stack([np.bincount(index, s) for s in part.statistics[:, part.rows[known]]], axis=1)
        children = ways @ table  # way, branch, statistic
        gains = self.outcomes.gains(children, table.sum(axis=0), n)
        gains[(ways @ np.bincount(index)).min(axis=1) < self.settings.fewest_on_branch] = -1
        place = first_best(gains, TIE * impurity)
        if gains[place] < 0:
            return None
        score = self.outcomes.scores(gains[place], children[place], n)
        branches = [tuple(present[branch == 1].tolist()) for branch in ways[place]]
        return Split(feature, float(gains[place]), float(score), branches)


# ---- outcomes


class Classes:
    """Outcomes that are labels. A node counts them: the statistics of a row are its weight in each class.

    `classes`: shape (K,); `index`: the class of each row, shape (n,); `criterion` and `base`: as in
    `byhand.trees.DecisionTreeClassifier`.
    """

    def __init__(self, classes, index, criterion, base):
        self.classes, self.index, self.criterion, self.base = classes, index, criterion, base
        self.of_shares = {"gini": _gini, "misclassification": _misclassification}.get(criterion, _entropy)
        self.unit = math.log2(base) if self.of_shares is _entropy else 1

    def impurity(self, counts, n):
        """That of class counts, shape (..., K), whose sums are n, shape (...)."""
        return self.of_shares(_quotient(counts, n[..., None])) / self.unit

    def summary(self, rows, weight):
        """The number of rows, the class counts, the most frequent class, the impurity."""
        counts = np.bincount(self.index[rows], weight[rows], minlength=len(self.classes))
        n = counts.sum()
        return float(n), counts, self.classes[first_best(counts, TIE * n)], float(self.impurity(counts, n))

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


class Numbers:
    """Outcomes that are numbers. A node averages them: the statistics of a row are its weight and weighted number.

    `y`: shape (n,).
    """

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
        r"""As in `Classes`; the variance falls by $\sum_b \frac{n_b}{n} (\hat y_b - \hat y)^2$: nothing cancels."""
        sizes, middle = children[..., 0], _quotient(whole[..., 1], whole[..., 0])
        means = _quotient(children[..., 1], sizes)
        return (sizes * (means - middle[..., None]) ** 2).sum(axis=-1) / n

    def scores(self, gains, children, n):
        """By which features are compared: the gains."""
        return gains


def varies(table):
    """Which features of a table, shape (d, m), hold different numbers."""
    unknown = np.isnan(table)
    return np.where(unknown, math.inf, table).min(axis=1) < np.where(unknown, -math.inf, table).max(axis=1)


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


# ---- prediction


class Descent:
    """Tables of a tree with which all rows take a step at once.

    `features`: the d of `byhand.growing.Feature` by which the rows are encoded.
    """

    def __init__(self, tree, features):
        self.tree, self.nominal = tree, np.array([feature.values is not None for feature in features])
        self.feature, self.threshold = np.zeros(len(tree), dtype=np.intp), np.zeros(len(tree))
        self.child = np.full(
            (len(tree), max([2, *(len(feature.values) for feature in features if feature.values)])), -1
        )
        self.is_leaf = np.array([node.gain is None for node in tree])
        for i, node in enumerate(tree[1:], 1):
            feature, sign, value = node.condition.feature, node.condition.sign, node.condition.value
            self.feature[node.parent] = feature
            if sign == "=":
                self.child[node.parent, [features[feature].values.index(v) for v in value]] = i
            else:
                self.threshold[node.parent] = value
                self.child[node.parent, int(sign == ">")] = i

    def steps(self, table):
        """The way down of encoded rows, shape (d, n): which rows are at which nodes, with which weights, and which of
        them stop there.

        A row stops at a leaf, and where no training row had its value. Where its value is missing it goes on to all
        nodes below, with weights in proportion to the training rows there.
        """
        n = table.shape[1]
        rows, nodes, weights = np.arange(n), np.zeros(n, dtype=np.intp), np.ones(n)
        while len(rows):
            feature = self.feature[nodes]
            value = table[feature, rows]
            branch = np.where(self.nominal[feature], np.nan_to_num(value), value > self.threshold[nodes])
            child = self.child[nodes, branch.astype(np.intp)]
            unknown = np.isnan(value) & ~self.is_leaf[nodes]
            stops = (child < 0) & ~unknown
            yield rows, nodes, weights, stops
            goes = ~stops & ~unknown
            following = [(rows[goes], child[goes], weights[goes])]
            for position in np.unique(nodes[unknown]).tolist():
                here, below = unknown & (nodes == position), self.tree.children[position]
                total = sum(self.tree[i].n for i in below)
                for i in below:
                    shares = weights[here] * self.tree[i].n / total
                    following.append((rows[here], np.full(len(shares), i), shares))
            rows, nodes, weights = map(np.concatenate, zip(*following, strict=True))
