"""Forests, fast: the nodes of one depth are split together, in many trees at once; all rows go down all trees at once.

The lesson, `byhand.forest.plant`, grows one `byhand.trees` tree after another, and with all features at each node the
trees here are the same. Only numbers without gaps: a table has shape (n, d). The rows of all nodes in the order of a
feature come from one sort of whole numbers, in which the node, the rank of the value and the place of the row stand one
behind the other.
"""

from typing import NamedTuple

import numpy as np

from byhand.base import first_best
from byhand.impurity import TIE, midpoints
from byhand.information import TINY

TOGETHER = 50_000  # rows of trees that grow together
BLOCK = 12_000  # rows that go down together: as many stay in fast memory


class Settings(NamedTuple):
    """What limits the growth, checked: `deepest`, `fewest_to_split` and `fewest_on_branch` as in `byhand.trees`.

    `most_features`: how many are drawn at each node; `at_random`: whether each is asked about one random threshold
    (extra trees) rather than about the best; `any_of_equals`: whether of equal questions any is taken, rather than that
    of the first feature. Where two rows are left all features are equal, and the first one would be asked too often.
    """

    deepest: float = float("inf")
    fewest_to_split: int = 2
    fewest_on_branch: int = 1
    most_features: int = 1
    at_random: bool = False
    any_of_equals: bool = False


class Trees(NamedTuple):
    """Many trees as tables of m nodes: `root` of each tree, shape (T,); all others shape (m,), but `value`, (m, q).

    `left`: the place of the left child, the right one is the next; 0 for a leaf.
    """

    root: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    value: np.ndarray
    n: np.ndarray
    gain: np.ndarray
    depth: np.ndarray

    def leaves(self, X):
        """Where the rows of X, shape (n, d), end in each tree: places of nodes, shape (T, n)."""
        n, d = X.shape
        flat, base = np.ascontiguousarray(X).ravel(), np.arange(n) * d
        size, found = max(1, BLOCK // n), np.empty((len(self.root), n), dtype=np.intp)
        for first in range(0, len(self.root), size):
            root = self.root[first : first + size]
            found[first : first + size] = self._ends(np.repeat(root, n), flat, np.tile(base, len(root))).reshape(-1, n)
        return found

    def _ends(self, node, flat, row):
        """Where rows end that are at these nodes; `row`: where each begins in `flat`; both of one length."""
        here, going = node, slice(None)
        while len(here):
            below = self.left.take(here)
            inner = below > 0
            if not inner.all():
                keep = np.flatnonzero(inner)
                going = keep if isinstance(going, slice) else going.take(keep)
                here, row, below = here.take(keep), row.take(keep), below.take(keep)
            here = below + (flat.take(row + self.feature.take(here)) > self.threshold.take(here))
            node[going] = here
        return node


class Ranked:
    """A table of numbers with, for each feature, the rank of each value: equal values have one rank; shape (d, n)."""

    def __init__(self, X):
        self.X, self.n, self.d = X, *X.shape
        order = np.argsort(X, axis=0, kind="stable")
        steps = np.take_along_axis(X, order, axis=0)
        rank = np.zeros(X.shape, dtype=np.int64)
        np.put_along_axis(rank, order[1:], (steps[1:] > steps[:-1]).cumsum(axis=0), axis=0)
        self.rank = np.ascontiguousarray(rank.T)
        self.column = np.ascontiguousarray(X.T)


class Classes:
    """Outcomes that are labels: `index`, shape (n,), from 0 to K - 1; `entropy`: that rather than the Gini impurity."""

    def __init__(self, index, size, entropy=False):
        self.index, self.width, self.entropy = index, size, entropy

    def describe(self, row, weight, node, nodes):
        """The value, the number of rows and the impurity of nodes: shares of classes (nodes, K), then (nodes,)."""
        size = nodes * self.width
        counts = np.bincount(node * self.width + self.index[row], weight, size).reshape(nodes, self.width)
        n = counts.sum(axis=1)
        return counts / n[:, None], n, self.mass(counts.T, n) / n

    def terms(self, row, weight, node, value):
        """What is summed over the rows on the left, (K, items), and over all, (K, nodes)."""
        return (self.index[row] == np.arange(self.width)[:, None]) * weight

    def mass(self, counts, n):
        """The number of rows times the impurity, for class counts (K, ...) whose sum is n."""
        some = np.maximum(n, TINY)
        if self.entropy:
            return -(counts * np.log2(np.maximum(counts / some, TINY))).sum(axis=0)
        squares = counts[0] ** 2
        for count in counts[1:]:
            squares = squares + count**2
        return n - squares / some


class Numbers:
    """Outcomes that are numbers: `y`, shape (n,). The impurity is the variance."""

    width = 1

    def __init__(self, y):
        self.y = y

    def describe(self, row, weight, node, nodes):
        """The value, the number of rows and the impurity of nodes: means (nodes, 1), then (nodes,)."""
        y = self.y[row]
        n = np.bincount(node, weight, nodes)
        mean = np.bincount(node, weight * y, nodes) / n
        rest = y - mean[node]
        mean = mean + np.bincount(node, weight * rest, nodes) / n  # what rounding has left
        variance = np.bincount(node, weight * (y - mean[node]) ** 2, nodes) / n
        low, high = np.full(nodes, np.inf), np.full(nodes, -np.inf)
        np.minimum.at(low, node, y)
        np.maximum.at(high, node, y)
        same = low == high
        return np.where(same, low, mean)[:, None], n, np.where(same, 0.0, variance)

    def terms(self, row, weight, node, value):
        """As in `Classes`: the numbers without the mean of their node, shape (1, items)."""
        return ((self.y[row] - value[node, 0]) * weight)[None]


def grow(table, outcomes, weight, settings, generator):
    """Trees for the rows of a `Ranked` table, each with its own weights, of which 0 leaves a row out: shape (T, n)."""
    size = max(1, TOGETHER // max(1, int((weight[0] > 0).sum())))
    parts = [weight[first : first + size] for first in range(0, len(weight), size)]
    return joined([_Growth(table, outcomes, part, settings, generator).grow() for part in parts])


def joined(trees):
    """One table of several."""
    if len(trees) == 1:
        return trees[0]
    shift = np.concatenate([[0], np.cumsum([len(tree.left) for tree in trees])[:-1]]).tolist()
    moved = [
        tree._replace(root=tree.root + by, left=np.where(tree.left > 0, tree.left + by, 0))
        for tree, by in zip(trees, shift, strict=True)
    ]
    return Trees(*map(np.concatenate, zip(*moved, strict=True)))


class _Growth:
    """The growing of a few trees, level by level. An item is a row in a tree: its row, its weight, its node."""

    def __init__(self, table, outcomes, weight, settings, generator):
        self.table, self.outcomes, self.settings, self.random = table, outcomes, settings, generator
        tree, self.row = np.nonzero(weight)
        self.weight, self.node, self.trees = weight[tree, self.row], tree, len(weight)

    def grow(self):
        levels, nodes, first, depth = [], self.trees, 0, 0
        while nodes:
            value, n, impurity = self.outcomes.describe(self.row, self.weight, self.node, nodes)
            feature, left = np.zeros((2, nodes), dtype=np.int64)
            threshold, gain = np.zeros((2, nodes))
            size = np.bincount(self.node, minlength=nodes)
            able = (impurity > 0) & (size >= max(self.settings.fewest_to_split, 2 * self.settings.fewest_on_branch))
            able &= depth < self.settings.deepest
            if able.any():
                place = np.flatnonzero(able)
                self._keep(able)
                found = self._choose(value[place], n[place], impurity[place])
                feature[place], threshold[place], gain[place], split = found
                place = place[split]
                left[place] = first + nodes + 2 * np.arange(len(place))
                self._keep(split)
                values = self.table.column[feature[place][self.node], self.row]
                self.node = 2 * self.node + (values > threshold[place][self.node])
            else:
                place = []
            levels.append((feature, threshold, left, value, n, gain, np.full(nodes, depth)))
            first, nodes, depth = first + nodes, 2 * len(place), depth + 1
        return Trees(np.arange(self.trees), *map(np.concatenate, zip(*levels, strict=True)))

    def _keep(self, nodes):
        """Leave out the items of all other nodes, and number these anew; nodes: a boolean array."""
        inside = nodes[self.node]
        self.row, self.weight = self.row[inside], self.weight[inside]
        self.node = (nodes.cumsum() - 1)[self.node[inside]]

    def _choose(self, value, n, impurity):
        """For each node a feature, a threshold, the gain, and whether there is such a split.

        Where none of the features drawn can part the rows, others are looked at, as in scikit-learn.
        """
        nodes, d, most = len(n), self.table.d, min(self.settings.most_features, self.table.d)
        feature, threshold, gain = np.zeros(nodes, dtype=np.int64), np.zeros(nodes), np.full(nodes, -1.0)
        drawn = np.broadcast_to(np.arange(d), (nodes, d))
        if most < d or self.settings.any_of_equals:
            drawn = np.argsort(self.random.random((nodes, d)), axis=1)
        todo = np.arange(nodes)
        search = self._any_threshold if self.settings.at_random else self._best_threshold
        for first in range(0, d, most):
            features = drawn[todo, first : first + most].T
            if not self.settings.any_of_equals:
                features = np.sort(features, axis=0)
            if len(todo) == nodes:
                items = (self.row, self.weight, self.node)
            else:
                local = np.full(nodes, -1)
                local[todo] = np.arange(len(todo))
                inside = local[self.node] >= 0
                items = (self.row[inside], self.weight[inside], local[self.node[inside]])
            found = search(*items, features, value[todo], n[todo], impurity[todo])
            feature[todo], threshold[todo], gain[todo] = found
            todo = np.flatnonzero(gain < 0)
            if not len(todo):
                break
        return feature, threshold, np.maximum(gain, 0), gain >= 0

    def _best_threshold(self, row, weight, node, features, value, n, impurity):
        """The best of all thresholds of these features, shape (m, nodes)."""
        outcomes, items, nodes = self.outcomes, len(row), len(n)
        bits, ranks = items.bit_length(), self.table.n.bit_length()
        packed = self.table.rank[features[:, node], row]  # the node, the rank, the place of the item, in one number
        packed += node.astype(np.int64) << ranks
        packed <<= bits
        packed += np.arange(items)
        packed.sort(axis=1)
        item = packed & ((1 << bits) - 1)
        packed >>= bits
        size = np.bincount(node, minlength=nodes)
        start = np.cumsum(size) - size
        at = np.repeat(np.arange(nodes), size)  # the node of each place, the same for every feature
        fewest = self.settings.fewest_on_branch
        below = np.arange(1, items + 1) - start[at]  # rows up to here
        fits = (below >= fewest) & (size[at] - below >= fewest)
        fits = fits[:-1] & (packed[:, :-1] < packed[:, 1:])
        weights = weight[item].cumsum(axis=1)
        left = self._within(weights, start, at)
        terms = outcomes.terms(row, weight, node, value)
        sums = np.stack([self._within(term[item].cumsum(axis=1), start, at) for term in terms])
        gains = self._gains(sums, left, terms, n, impurity, value, node, at)
        gains[:, :-1][~fits] = -1
        gains[:, -1] = -1
        best = np.maximum.reduceat(gains, start, axis=1)
        margin = TIE * impurity
        which = first_best(best, margin, axis=0)
        best = best[which, np.arange(nodes)]
        good = np.flatnonzero(gains[which[at], np.arange(items)] >= (best - margin)[at])[::-1]
        place = np.zeros(nodes, dtype=np.int64)
        place[at[good]] = good  # the first of equals is written last
        feature, last = features[which, np.arange(nodes)], np.minimum(place + 1, items - 1)
        low, high = (self.table.column[feature, row[item[which, p]]] for p in (place, last))
        return feature, midpoints(low, high), best

    def _any_threshold(self, row, weight, node, features, value, n, impurity):
        """One random threshold for each of these features, shape (m, nodes), and the best of those."""
        nodes, order = len(n), np.argsort(node, kind="stable")
        row, weight, node = row[order], weight[order], node[order]
        size = np.bincount(node, minlength=nodes)
        start = np.cumsum(size) - size
        values = self.table.column[features[:, node], row]
        low, high = np.minimum.reduceat(values, start, axis=1), np.maximum.reduceat(values, start, axis=1)
        share = self.random.random(low.shape)
        threshold = low * (1 - share) + high * share
        threshold = np.where(threshold < high, threshold, low)
        inside = values <= threshold[:, node]
        rows = np.add.reduceat(inside.astype(np.int64), start, axis=1)
        fewest = self.settings.fewest_on_branch
        left = np.add.reduceat(inside * weight, start, axis=1)
        terms = self.outcomes.terms(row, weight, node, value)
        sums = np.stack([np.add.reduceat(inside * term, start, axis=1) for term in terms])
        each = np.arange(nodes)
        gains = self._gains(sums, left, terms, n, impurity, value, node, each)
        gains[(low == high) | (rows < fewest) | (size - rows < fewest)] = -1
        which = first_best(gains, TIE * impurity, axis=0)
        return features[which, each], threshold[which, each], gains[which, each]

    def _within(self, sums, start, at):
        """Sums that begin anew at each node."""
        before = np.where(start > 0, sums[:, start - 1], 0)
        return sums - before[:, at]

    def _gains(self, sums, left, terms, n, impurity, value, node, at):
        """The gains of splits with these sums on the left, shape (terms, m, places), at the nodes `at`."""
        if isinstance(self.outcomes, Numbers):
            both = left * (n[at] - left)
            return np.where(both > 0, sums[0] ** 2 / np.maximum(both, TINY), 0)
        whole = (value * n[:, None]).T[:, at]
        mass = self.outcomes.mass
        after = mass(sums, left) + mass(whole[:, None] - sums, n[at] - left)
        return np.maximum(impurity[at] - after / n[at], 0)  # rounding may leave less
