"""Boosting, fast: the best stump for ever new weights, from one sorting; stumps by the hundred at once.

The lesson, `byhand.boosting.best_stump`, tries all thresholds one by one and finds the same.
"""

import numpy as np

from byhand.base import first_best
from byhand.impurity import midpoints

TIE = 1e-12  # weights that differ by no more are equal


class Stumps:
    """All stumps of a table, shape (n, d), for labels `index`, shape (n,), from 0 to `size` - 1."""

    def __init__(self, X, index, size):
        self.order = np.argsort(X, axis=0, kind="stable").T  # feature, place
        values = np.take_along_axis(X.T, self.order, axis=1)
        self.low, self.high = values[:, :-1], values[:, 1:]
        self.none = ~(self.low < self.high)  # where no threshold fits between neighbours
        self.index, self.classes = index, np.arange(size)

    def best(self, weight):
        """Of the largest weight of rows that are right: feature, threshold, left class, right class, that weight.

        Of equals the first feature, the lowest threshold; minus infinity if one class for all rows does as well.
        """
        mass = (self.index == self.classes[:, None]) * weight
        whole = mass.sum(axis=1)
        constant = int(first_best(whole, TIE))
        if not self.none.size or self.none.all():
            return 0, -np.inf, constant, constant, float(whole[constant])
        left = mass[:, self.order[:, :-1]].cumsum(axis=2)
        right = whole[:, None, None] - left
        weights = left.max(axis=0) + right.max(axis=0)
        weights[self.none] = -1
        at = int(first_best(weights.ravel(), TIE))
        feature, place = divmod(at, weights.shape[1])
        if whole[constant] >= weights[feature, place] - TIE:
            return 0, -np.inf, constant, constant, float(whole[constant])
        threshold = float(midpoints(self.low[feature, place], self.high[feature, place]))
        sides = (int(first_best(side[:, feature, place], TIE)) for side in (left, right))
        return feature, threshold, *sides, float(weights[feature, place])


def say(X, stumps):
    """What stumps, M of (feature, threshold, left, right), say of the rows of X, shape (n, d): classes, (n, M)."""
    feature, threshold, left, right = (np.array(column) for column in zip(*stumps, strict=True))
    return np.where(X[:, feature] <= threshold, left, right)
