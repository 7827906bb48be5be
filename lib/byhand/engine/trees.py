"""Decision trees, fast: all thresholds of many features in one sweep, no sorting below the root, all rows down at once.

`Growth` finds the tree that the plain recursion `byhand.growing.grow` finds, and takes more: weights, missing values,
gain ratios, random features, a choice from outside. `Batches` grows it from numbers without gaps, many nodes at a time.
A table comes as numbers, shape (d, n): nominal values as codes, missing ones as NaN. `WaysDown` takes rows down a
tree.
"""

import math
from typing import NamedTuple

import numpy as np

from byhand.base import first_best
from byhand.growing import Node, Tree
from byhand.impurity import TIE, midpoints, second_groups
from byhand.information import TINY, entropy

MOST_VALUES = 16  # of a nominal feature whose values are parted in two in all possible ways
BLOCK = 6_000  # as many numbers at a time stay in fast memory
BATCH = 60_000  # numbers of nodes that are split together


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
        if self.is_simple():
            return Batches(self).grow()
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

    def is_simple(self):
        """Whether all questions are thresholds, all values known, and the order in which nodes come does not matter."""
        settings = self.settings
        all_features = settings.choose is None and settings.most_features >= len(self.table)
        return all_features and self.outcomes.by_gain and not self.nominal.any() and not np.isnan(self.table).any()

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
        gains[~((low < high) & (later == later))] = -math.inf  # no threshold, or too few known values above it
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
        gains[(ways @ np.bincount(index)).min(axis=1) < self.settings.fewest_on_branch] = -math.inf
        place = first_best(gains, TIE * impurity)
        if gains[place] < 0:
            return None
        score = self.outcomes.scores(gains[place], children[place], n)
        branches = [tuple(present[branch == 1].tolist()) for branch in ways[place]]
        return Split(feature, float(gains[place]), float(score), branches)


class Batches:
    """The growing of one tree from numbers without gaps: nodes of about one size are split together.

    Each node owns a range of places, the same in the order of each feature; a split parts it in two. Nodes are padded
    with their last row to the size of the largest, so that all sums run over the rows of one node alone.
    """

    def __init__(self, growth):
        self.features, self.table, self.outcomes = growth.features, growth.table, growth.outcomes
        self.weight, self.settings = growth.weight, growth.settings
        rows = np.flatnonzero(self.weight)
        self.order = rows[np.argsort(self.table[:, rows], axis=1, kind="stable")]
        self.on_left = np.zeros(len(self.weight), dtype=bool)
        most = 2 * len(rows) - 1  # nodes of a tree with a row at each leaf
        self.start, self.size, self.depth, self.feature, self.left, self.right = np.zeros((6, most), dtype=np.intp)
        self.n, self.impurity, self.gain, self.threshold = np.zeros((4, most))
        self.value = np.zeros((most, self.outcomes.width))
        self.size[0], self.count = len(rows), 1

    def grow(self):
        """Split the largest nodes first, together with all that are more than half as large."""
        waiting = [[] for _ in range(len(self.weight).bit_length() + 1)]  # by the length of the size as a binary number

        def wait(nodes):
            lengths = np.frexp(self.size[nodes])[1]
            for length in np.unique(lengths).tolist():
                waiting[length].append(nodes[lengths == length])

        wait(np.array([0]))
        for group in reversed(waiting):
            while group:
                nodes = np.concatenate(group)
                group.clear()
                nodes = nodes[np.argsort(self.size[nodes], kind="stable")]  # so that little is padded
                together = max(1, BATCH // (len(self.table) * int(self.size[nodes[-1]])))
                for first in range(0, len(nodes), together):
                    wait(self.split(nodes[first : first + together]))
        return self.tree()

    def split(self, nodes):
        """Work out what some nodes are, shape (m,), and split them where they are to be; returns their children."""
        places, inside = self.places(nodes)
        described = self.outcomes.describe(self.order[0, places], inside, self.weight)
        self.n[nodes], self.value[nodes], self.impurity[nodes] = described
        settings, fewest = self.settings, self.settings.fewest_on_branch
        able = (self.impurity[nodes] > 0) & (self.depth[nodes] < settings.deepest)
        able &= self.size[nodes] >= max(settings.fewest_to_split, 2 * fewest)
        nodes, places, inside = nodes[able], places[able], inside[able]
        if not len(nodes):
            return nodes
        order, margin = self.order[:, places], TIE * self.impurity[nodes]  # feature, node, place
        values = np.take_along_axis(self.table, order.reshape(len(order), -1), axis=1).reshape(order.shape)
        gains = self.outcomes.sweep(order, inside, self.weight, self.n[nodes], self.value[nodes])
        below = np.arange(1, inside.shape[1])  # how many rows a threshold leaves on the left
        enough = (below >= fewest) & (self.size[nodes, None] - below >= fewest)
        gains[~(enough & (values[..., :-1] < values[..., 1:]))] = -math.inf
        each = np.arange(len(nodes))
        feature = first_best(gains.max(axis=-1), margin, axis=0)
        gains = gains[feature, each]
        last = first_best(gains, margin[:, None])  # the place of the largest value on the left
        gain = gains[each, last]
        able = (gain >= 0) & (gain > settings.least_gain + margin)
        nodes, each, feature, last = nodes[able], each[able], feature[able], last[able]
        self.feature[nodes], self.gain[nodes] = feature, gain[able]
        self.threshold[nodes] = midpoints(values[feature, each, last], values[feature, each, last + 1])
        self.part(order[:, each], places[each], inside[each], feature, last)
        return self.add_children(nodes, last + 1)

    def places(self, nodes):
        """The places of the rows of nodes, shape (m, largest size), and which of them are not mere padding."""
        step = np.arange(self.size[nodes].max())
        inside = step < self.size[nodes, None]
        return self.start[nodes, None] + np.minimum(step, self.size[nodes, None] - 1), inside

    def part(self, order, places, inside, feature, last):
        """In the order of each feature, put the rows of the left branch of each node before those of the right."""
        left = np.arange(inside.shape[1]) <= last[:, None]
        rows = order[feature, np.arange(len(feature))]
        self.on_left[rows[inside]] = left[inside]
        goes_left, parted = self.on_left[order], np.empty_like(order)
        parted[:, left] = order[goes_left & inside].reshape(len(order), -1)
        parted[:, ~left & inside] = order[~goes_left & inside].reshape(len(order), -1)
        self.order[:, places[inside]] = parted[:, inside]

    def add_children(self, nodes, size):
        """Two children for each node, of which the left one has so many rows."""
        children = self.count + np.arange(2 * len(nodes)).reshape(2, -1)
        self.count += children.size
        self.left[nodes], self.right[nodes] = children
        self.start[children] = self.start[nodes] + np.stack([np.zeros_like(size), size])
        self.size[children] = np.stack([size, self.size[nodes] - size])
        self.depth[children] = self.depth[nodes] + 1
        return children.ravel()

    def tree(self):
        """The `Tree`: the root first, each node just before all those below it."""
        value, answers = self.value[: self.count], self.outcomes.answers(self.value[: self.count])
        columns = (self.depth, self.n, self.impurity, self.gain, self.left, self.right, self.feature, self.threshold)
        table = list(zip(*(column[: self.count].tolist() for column in columns), strict=True))
        nodes, waiting = [], [(0, None, None)]
        while waiting:
            i, parent, condition = waiting.pop()
            depth, n, impurity, gain, left, right, feature, threshold = table[i]
            nodes.append(Node(parent, condition, depth, n, value[i], answers[i], impurity, gain if left else None))
            if left:
                above, feature = len(nodes) - 1, self.features[feature]
                waiting.append((right, above, feature.condition(">", threshold)))
                waiting.append((left, above, feature.condition("≤", threshold)))
        return Tree(nodes)


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
        self.by_gain, self.width = criterion != "gain_ratio", len(classes)  # numbers in the value of a node

    def impurity(self, counts, n, axis=-1):
        """That of class counts, shape (..., K), or with the classes on another axis, whose sums are n, shape (...)."""
        return self.of_shares(_quotient(counts, np.expand_dims(n, axis)), axis) / self.unit

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

    def answers(self, value):
        """The most frequent class for class counts, shape (m, K), a list."""
        return list(self.classes[first_best(value, TIE * value.sum(axis=1, keepdims=True))])

    def describe(self, rows, inside, weight):
        """The number of rows, the class counts, the impurity of m nodes; rows, padded, and inside: shape (m, L)."""
        counts = self.masses(rows, inside, weight).sum(axis=-1)
        n = counts.sum(axis=0)
        return n, counts.T, self.impurity(counts, n, axis=0)

    def sweep(self, order, inside, weight, n, value):
        """The gains, shape (d, m, L - 1), of the splits that leave the first 1, 2, ... rows on the left.

        `order`: the padded rows of m nodes in the order of each feature, shape (d, m, L); `inside`: which are no
        padding; `n` and `value`: of the nodes, shape (m,) and (m, K).
        """
        left = self.masses(order, inside, weight).cumsum(axis=-1)[..., :-1]
        right, n = value.T[:, None, :, None] - left, n[:, None]
        after = 0
        for counts in (left, right):
            sizes = counts.sum(axis=0)
            after = after + sizes * self.impurity(counts, sizes, axis=0)
        before = self.impurity(value, value.sum(axis=-1))[:, None]
        return np.maximum(before - after / n, 0)  # rounding may leave less

    def masses(self, rows, inside, weight):
        """The weight of each row in each class, 0 for padding: shape (K, *shape of rows)."""
        each = np.arange(len(self.classes)).reshape(-1, *[1] * rows.ndim)
        return (self.index[rows] == each) * (inside * weight[rows])


class Numbers:
    """Outcomes that are numbers. A node averages them: the statistics of a row are its weight and weighted number.

    `y`: shape (n,).
    """

    by_gain, width = True, 1

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

    def answers(self, value):
        """The means of nodes, shape (m, 1), as a list."""
        return value[:, 0].tolist()

    def describe(self, rows, inside, weight):
        """As in `Classes`: the number of rows, the mean, the variance of each node."""
        y, weight = self.y[rows], weight[rows] * inside
        n, low = weight.sum(axis=1), y.min(axis=1)
        mean = np.where(low < y.max(axis=1), (weight * y).sum(axis=1) / n, low)  # without rounding if all are equal
        return n, mean[:, None], (weight * (y - mean[:, None]) ** 2).sum(axis=1) / n

    def sweep(self, order, inside, weight, n, value):
        r"""As in `Classes`: $\frac{s^2}{n} (\frac1{n_1} + \frac1{n_2})$, s the sum of $y_i - \hat y$ on the left."""
        if (weight == weight[0]).all():
            on_left, weight = weight[0] * np.arange(1, inside.shape[1]), (weight[0] * inside)[None]
        else:
            weight = weight[order] * inside
            on_left = weight.cumsum(axis=-1)[..., :-1]
        sums = self.y[order] - value
        sums -= ((sums[0] * weight[0]).sum(axis=-1) / n)[:, None]  # what is left where a mean far from 0 was rounded
        sums *= weight
        on_right = n[:, None] - on_left
        factor = (1 / on_left + 1 / np.where(on_right > 0, on_right, math.inf)) / n[:, None]
        return np.square(sums.cumsum(axis=-1)[..., :-1]) * factor


def varies(table):
    """Which features of a table, shape (d, m), hold different numbers."""
    unknown = np.isnan(table)
    return np.where(unknown, math.inf, table).min(axis=1) < np.where(unknown, -math.inf, table).max(axis=1)


def _entropy(p, axis):
    """In bits, of shares, the classes on this axis."""
    return np.abs((p * np.log2(np.maximum(p, TINY))).sum(axis=axis))  # rather than -0.0


def _gini(p, axis):
    return (p * (1 - p)).sum(axis=axis)


def _misclassification(p, axis):
    return p.sum(axis=axis) - p.max(axis=axis)


def _quotient(above, below):
    """above / below, and 0 where both are 0."""
    return above / (below + (below == 0))


# ---- prediction


class WaysDown:
    """A tree as tables, with which all rows take a step at once.

    `features`: the d of `byhand.growing.Feature` by which the rows are encoded.
    """

    def __init__(self, tree, features):
        self.tree, self.nominal = tree, np.array([feature.values is not None for feature in features])
        self.feature, self.threshold = np.zeros(len(tree), dtype=np.intp), np.zeros(len(tree))
        most_values = max([2, *(len(feature.values) for feature in features if feature.values)])
        self.child = np.full((len(tree), most_values), -1)  # for each code, or for the two sides of a threshold
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
