"""Nearest rows, fast: distances feature by feature and block by block, and few candidates measured in place of all.

`byhand.distances` says what each metric is, `byhand.neighbors` what neighbours are for.
"""

import math
from functools import cached_property

import numpy as np

from byhand.base import as_matrix, as_table, is_missing

SAME = 1e-10  # distances, or votes, that differ by no more than this share of themselves are the same
PARALLEL = 1e-28  # a cosine distance that rounding can make of 0
BLOCK = 2**18  # so many distances at a time fit into fast memory


class Rows:
    """Known rows under one metric, ready to be compared with others.

    `rows`: as they were given; `is_name`: which of their features are names, shape (d,); `points`: their coordinates,
    shape (n, d), names as whole numbers, numbers in some `unit`, under the cosine as vectors of length 1.
    """

    def __init__(self, table, metric, p, is_name, name):
        self.metric, self.p, self.is_name = metric, p, is_name
        self.rows = np.array(as_table(table) if is_name.any() else _as_numbers(table, name))  # a copy
        self.codes = [{value: i for i, value in enumerate(column)} for column in self.rows.T[is_name].tolist()]
        points = self.encode(self.rows, name)
        self.unit = _unit(points) if metric == "euclidean" else 1.0
        self.points = points / self.unit
        self.columns = np.ascontiguousarray(self.points.T)
        self.low, self.high = self.points.min(axis=0), self.points.max(axis=0)
        self.check_reach(self.points, name)
        self.ranges = _ranges(self.low, self.high)

    # ---- coordinates

    def encode(self, table, name, columns=None):
        """A table as numbers, shape (m, d); a name that is not among the known rows becomes -1."""
        if not self.is_name.any():
            numbers = _as_numbers(table, name, columns)
            return _directions(numbers, name) if self.metric == "cosine" else numbers
        raw = as_table(table, name, columns)
        missing = is_missing(raw).any(axis=1)
        if missing.any():
            raise ValueError(f"{name} must not hold missing values (None or NaN); row {int(np.argmax(missing))} does")
        a = np.empty(raw.shape)
        if not self.is_name.all():
            a[:, ~self.is_name] = _as_numbers(raw[:, ~self.is_name], name)
        for j, codes in zip(np.flatnonzero(self.is_name), self.codes, strict=True):
            a[:, j] = [codes.get(value, -1) for value in raw[:, j].tolist()]
        return a

    def place(self, table, name, columns=None):
        """The coordinates of rows that are to be compared with the known ones, shape (m, d)."""
        a = self.encode(table, name, columns) / self.unit
        self.check_reach(a, name)
        return a

    def check_reach(self, a, name):
        """Refuse rows so far from each other or from the known ones that sums of differences overflow."""
        with np.errstate(over="ignore", invalid="ignore"):
            reach = (np.maximum(self.high, a.max(axis=0)) - np.minimum(self.low, a.min(axis=0))).sum()
        if not reach < (2.0**500 if self.metric == "euclidean" else np.inf):
            raise ValueError(f"{name} is too large: some distances, or their squares, are beyond all numbers")

    # ---- distances

    def measure(self, a, b, ranges=None):
        """The distances of a from b, coordinates of shapes (d, ...) that fit together, by `ranges` that do so too.

        Sums go through the features in their order, so that all machines round alike.
        """
        shape = np.broadcast(a[0], b[0]).shape
        delta = np.empty(shape)  # one array for all features

        def combined(term, combine=np.add, dtype=float):
            total = np.zeros(shape, dtype)
            for j in range(len(a)):
                combine(total, term(j), out=total)
            return total

        def difference(j):
            return np.abs(np.subtract(a[j], b[j], out=delta), out=delta)

        def square(j):
            return np.square(np.subtract(a[j], b[j], out=delta), out=delta)

        def mismatch(j):
            return a[j] != b[j]

        if self.metric == "euclidean":
            return np.sqrt(combined(square)) * self.unit
        if self.metric == "cosine":  # of vectors of length 1, |a - b|² = 2 - 2ab, and no digits cancel
            squares = combined(square)
            return np.where(squares <= 2 * PARALLEL, 0, squares / 2)
        if self.metric == "manhattan":
            return combined(difference)
        if self.metric == "hamming":
            return combined(mismatch, dtype=np.min_scalar_type(len(a))).astype(float)
        if self.metric == "gower":
            return combined(lambda j: mismatch(j) if self.is_name[j] else difference(j) / ranges[j]) / len(a)
        largest = combined(difference, np.maximum)
        if self.metric == "chebyshev":
            return largest
        unit = np.where(largest == 0, 1, largest)  # a power of a share of it does not overflow
        return largest * combined(lambda j: (difference(j) / unit) ** self.p) ** (1 / self.p)

    def table(self, a, ranges=None):
        """The distances of the rows a, shape (m, d), from all known rows, shape (m, n); `ranges`: (m, d) or None."""
        ranges = self.ranges if ranges is None else ranges.T[:, :, None]
        return self.measure(a.T[:, :, None], self.columns[:, None, :], ranges)

    def distances(self, a):
        """The same, in blocks so small that what is in between stays in the fastest memory."""
        found = np.empty((len(a), len(self.points)))
        for part in blocks(len(a), 8 * len(self.points)):
            found[part] = self.table(a[part])
        return found

    # ---- the nearest

    def nearest(self, a, k, own=None):
        """The k known rows nearest to each of the rows a, nearest first: their distances and positions, both (m, k).

        `own`: the positions of the rows a themselves, shape (m,), if they are known rows: none is its own neighbour.
        """
        n = len(self.points)
        estimate = self.estimator() if self.metric in ("euclidean", "cosine") and 8 * k <= n else None
        found, order = np.empty((len(a), k)), np.empty((len(a), k), dtype=np.intp)
        for part in blocks(len(a), n // 4 if estimate else n):  # products of matrices are worth more memory
            rows, ranges = a[part], None if own is None else self.ranges_of_others[own[part]]
            near, slack = estimate(rows) if estimate else (self.table(rows, ranges), 0)
            if own is not None:
                near[np.arange(len(rows)), own[part]] = np.inf
            i, j = candidates(near, k, slack)
            exact = self.measure(rows.T[:, i], self.columns[:, j]) if estimate else near[i, j]
            found[part], order[part] = ranking(i, j, exact, len(rows), k)
        return found, order

    @cached_property
    def ranges_of_others(self):
        """For each known row the ranges of the features among the others, shape (n, d)."""
        ordered = np.sort(self.points, axis=0)
        low = np.where(self.points == ordered[0], ordered[1], ordered[0])
        high = np.where(self.points == ordered[-1], ordered[-2], ordered[-1])
        return _ranges(low, high)

    def estimator(self):
        r"""A quick guess at squared distances: a function from rows, (m, d), to a table, (m, n), and its slack, (m, 1).

        The guess, $-2ab + |b|^2$, is less than $|a - b|^2$ by the same for all b, and takes one product of matrices.
        Rounding can put it wrong by some $10^{-15} (|a|^2 + |b|^2)$, where a and b count from the middle of the known
        rows. Who is within the slack of the k-th guess may be a neighbour, and is measured.
        """
        middle = self.low / 2 + self.high / 2
        b = self.points - middle
        squares = (b * b).sum(axis=1)
        lifted = np.vstack([-2 * b.T, squares])
        level = 4 * PARALLEL if self.metric == "cosine" else 0

        def estimate(a):
            a = a - middle
            slack = 10 * SAME * ((a * a).sum(axis=1, keepdims=True) + squares.max()) + level
            return np.column_stack([a, np.ones(len(a))]) @ lifted, slack

        return estimate


def blocks(count, size):
    """Slices of rows, each row with `size` entries, so that a slice fits into fast memory."""
    rows = max(1, BLOCK // size)
    return [slice(start, start + rows) for start in range(0, count, rows)]


def candidates(near, k, slack):
    """Which entries of a table, shape (m, n), may be among the k smallest of their row: rows and columns, in order.

    The k-th smallest of the minima of groups is no less than the k-th smallest of all, and much faster to find.
    """
    m, n = near.shape
    size = max(1, n // (32 * k))
    groups = n // size
    minima = near[:, : size * groups].reshape(m, size, groups).min(axis=1)
    bound = np.partition(minima, k - 1, axis=1)[:, k - 1 : k]
    return np.divmod(np.flatnonzero(near <= bound + slack + 2 * SAME * np.abs(bound)), n)


def ranking(i, j, d, m, k):
    """Of candidates j at distances d from rows i, in order of i and j, the k nearest to each of m rows: d and j."""
    count = np.bincount(i, minlength=m)
    place = np.arange(len(i)) - (np.cumsum(count) - count)[i]
    near, index = np.full((m, count.max()), np.inf), np.zeros((m, count.max()), dtype=np.intp)
    near[i, place], index[i, place] = d, j
    order = np.argsort(near, axis=1, kind="stable")
    ranked = np.take_along_axis(near, order, axis=1)
    same = ranked[:, 1:] <= ranked[:, :-1] * (1 + SAME)
    wrong = (same & (order[:, 1:] < order[:, :-1])).any(axis=1)  # rows where, up to rounding, a later one seems nearer
    if wrong.any():
        better = np.lexsort((order[wrong], _levels(ranked[wrong])), axis=1)
        order[wrong] = np.take_along_axis(order[wrong], better, axis=1)
    order = order[:, :k]
    return np.take_along_axis(near, order, axis=1), np.take_along_axis(index, order, axis=1)


def running_winners(votes, codes):
    """The position of the class that wins the vote of the nearest 1, 2, ..., k neighbours, shape (m, k).

    `votes`: shape (m, k, K); `codes`: the classes of the neighbours, nearest first, shape (m, k); the first of those
    with the greatest vote wins.
    """
    first = np.stack([np.argmax(codes == c, axis=1) for c in range(votes.shape[-1])], axis=-1)  # any if c has none
    greatest = votes >= votes.max(axis=-1, keepdims=True) * (1 - SAME)
    return np.argmin(np.where(greatest, first[:, None], np.inf), axis=-1)


def running_linear_sums(d, each):
    """The sums of w_j each_j over the nearest 1, 2, ..., k neighbours with linear weights, but for one factor a sum.

    `d`: shape (m, k), `each`: (m, k, q); the result is of the shape of `each`. The weights change with the furthest
    neighbour, so they are not added up one by one: their common denominator is left away.
    """
    beyond = (d - d.min(axis=1, keepdims=True))[:, :, None]
    furthest, counts = np.maximum.accumulate(beyond, axis=1), np.cumsum(each, axis=1)
    sums = furthest * counts - np.cumsum(beyond * each, axis=1)
    return np.where(furthest <= SAME * d[:, :, None], counts, sums)


def _levels(ranked):
    """A number for each of sorted distances, shape (m, n): those that are the same as their smallest share one."""
    level, smallest = np.zeros(ranked.shape, dtype=np.intp), ranked[:, 0]
    for j in range(1, ranked.shape[1]):
        further = ranked[:, j] > smallest * (1 + SAME)
        smallest = np.where(further, ranked[:, j], smallest)
        level[:, j] = level[:, j - 1] + further
    return level


def _as_numbers(table, name, columns=None):
    try:
        return as_matrix(table, name, columns)
    except ValueError as error:
        if "numbers only" not in str(error):
            raise
        hint = "for names there is metric 'hamming', for both metric 'gower', with the columns of names in names"
        raise ValueError(f"{error}; {hint}") from None


def _directions(a, name):
    """The rows of a, shape (m, d), scaled to length 1."""
    largest = np.abs(a).max(axis=1, keepdims=True)
    if (largest == 0).any():
        raise ValueError(
            f"{name} must not hold a row of zeros for metric 'cosine', it has no direction; "
            f"row {int(np.argmin(largest))} is one"
        )
    a = a / largest
    return a / np.sqrt((a * a).sum(axis=1, keepdims=True))


def _ranges(low, high):
    """The ranges of features; an infinite one in place of 0, so that differences divided by it are 0."""
    return np.where(high > low, high - low, np.inf)


def _unit(points):
    """A power of 2 as the unit of numbers so large or small that their squares might leave the range of floats."""
    with np.errstate(over="ignore"):
        exponent = math.frexp((points.max(axis=0) - points.min(axis=0)).max())[1]
    return 2.0 ** (exponent - 1) if abs(exponent) > 400 else 1.0
