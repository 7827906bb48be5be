r"""Distances: how far apart two rows are, in seven ways.

===========  =====================================================  ====================================================
metric       distance of a and b, rows of d features                meant for
===========  =====================================================  ====================================================
euclidean    $\sqrt{\sum_j (a_j - b_j)^2}$                          numbers on one scale
manhattan    $\sum_j |a_j - b_j|$                                   the same: differences add up
chebyshev    $\max_j |a_j - b_j|$                                   the same: the largest difference alone counts
minkowski    $\left(\sum_j |a_j - b_j|^p\right)^{1/p}$              the same: p = 2, 1 and ∞ are the three above
cosine       $1 - \frac{a \cdot b}{\lVert a\rVert \lVert b\rVert}$  numbers whose proportions matter, not their size
hamming      the number of j with $a_j \ne b_j$                     names; one never seen before differs from all others
gower        $\frac1d \sum_j \delta_j$                              a mixed table: $\delta_j = [a_j \ne b_j]$ for names,
                                                                    $|a_j - b_j| / \text{range}_j$ for numbers
===========  =====================================================  ====================================================

Each is a function of two rows, written as its formula; `distances` measures whole tables at once.
"""

import math
from functools import partial
from numbers import Real

import numpy as np

from byhand.base import as_choice, as_instance, as_list, as_number, as_table, as_vector, as_whole, shown
from byhand.engine.neighbors import Rows
from byhand.guard import guard

METRICS = ("euclidean", "manhattan", "chebyshev", "minkowski", "cosine", "hamming", "gower")


def euclidean(a, b):
    r"""The length of the straight line, $\sqrt{\sum_j (a_j - b_j)^2}$.

    >>> euclidean([1, 2, 3], [4, -2, 3])
    5.0
    """
    return math.sqrt(sum((u - v) ** 2 for u, v in zip(a, b, strict=True)))


def manhattan(a, b):
    r"""The way along the streets of a city, $\sum_j |a_j - b_j|$.

    >>> manhattan([1, 2, 3], [4, -2, 3])
    7
    """
    return sum(abs(u - v) for u, v in zip(a, b, strict=True))


def chebyshev(a, b):
    r"""The largest difference alone, $\max_j |a_j - b_j|$.

    >>> chebyshev([1, 2, 3], [4, -2, 3])
    4
    """
    return max(abs(u - v) for u, v in zip(a, b, strict=True))


def minkowski(a, b, p):
    r"""$\left(\sum_j |a_j - b_j|^p\right)^{1/p}$ for $p \ge 1$; for $p = \infty$ its limit, $\max_j |a_j - b_j|$.

    >>> round(minkowski([1, 2, 3], [4, -2, 3], 3), 5), minkowski([1, 2, 3], [4, -2, 3], math.inf)
    (4.49794, 4)
    """
    apart = [abs(u - v) for u, v in zip(a, b, strict=True)]
    return max(apart) if p == math.inf else sum(gap**p for gap in apart) ** (1 / p)


def cosine(a, b):
    r"""One less the cosine of the angle between a and b, from 0 to 2; not a metric.

    >>> cosine([1, 2], [2, -1])
    1.0
    """
    return 1 - cosine_similarity(a, b)


def cosine_similarity(a, b):
    r"""The cosine of the angle between a and b, $\frac{a \cdot b}{\lVert a\rVert \lVert b\rVert}$, from -1 to 1.

    >>> cosine_similarity([3, 4], [-6, -8])
    -1.0
    """
    dot, lengths = sum(u * v for u, v in zip(a, b, strict=True)), math.hypot(*a) * math.hypot(*b)
    if not 0 < lengths < math.inf:
        raise ValueError("a and b must have a direction: neither all 0 nor beyond all numbers")
    return dot / lengths


def hamming(a, b):
    r"""The number of features that differ.

    >>> hamming(["Sunny", "Hot", "High"], ["Sunny", "Mild", "Normal"])
    2
    """
    return sum(u != v for u, v in zip(a, b, strict=True))


def nominal(a, b):
    """How far apart two names are: 0 if they are the same, else 1.

    >>> nominal("bus", "tram")
    1
    """
    return int(a != b)


def ordinal(a, b, order):
    r"""How far apart two values of a scale are, as a share of its length: $|\text{rank}_a - \text{rank}_b| / (n - 1)$.

    `order`: the n values of the scale, lowest first.

    >>> ordinal("cold", "warm", order=["cold", "warm", "hot"])
    0.5
    """
    scale = as_list(order, "order")
    if len(scale) < 2 or any(scale.count(value) > 1 for value in scale):
        raise ValueError(f"order must hold at least two values, all different; got {shown(order)}")
    for name, value in (("a", a), ("b", b)):
        if value not in scale:
            raise ValueError(f"{name} must be one of the values in order, {shown(scale)}; got {shown(value)}")
    return abs(scale.index(a) - scale.index(b)) / (len(scale) - 1)


def gower(a, b, ranges):
    r"""The mean of the differences of the features, each between 0 and 1.

    `ranges`: for each feature the difference of its largest and smallest number, by which differences are divided; None
    for a feature of names, which differ by 0 or 1.

    >>> gower(["red", 3], ["blue", 5], [None, 4])
    0.75
    """
    parts = [nominal(u, v) if r is None else abs(u - v) / r for u, v, r in zip(a, b, ranges, strict=True)]
    return sum(parts) / len(parts)


def distances(A, B, metric="euclidean", p=2, names=None):
    """The distance of each row of A, shape (m, d), from each row of B, shape (n, d): a table of shape (m, n).

    `p`: the power of "minkowski", from 1 to infinity; `names`: for "gower", the positions of the columns of names. The
    ranges of the others are those of B, the rows that are known; a column without a range, all numbers equal, counts 0.

    >>> distances([[1, 2, 3]], [[4, -2, 3], [1, 2, 5]])
    array([[5., 2.]])
    >>> distances([[1, 2, 3]], [[4, -2, 3], [1, 2, 5]], metric="manhattan")
    array([[7., 2.]])
    >>> distances([["red", 3]], [["red", 5], ["blue", 1]], metric="gower", names=[0])
    array([[0.25, 0.75]])
    """
    known = known_rows(B, metric, p, names, "B")
    columns = as_table(A, "A").shape[1]
    if columns != known.points.shape[1]:
        raise ValueError(f"A must have {known.points.shape[1]} columns, as B has; got {columns}")
    return known.distances(known.place(A, "A"))


def known_rows(X, metric, p, names, name="X"):
    """X, shape (n, d), ready to be compared with other rows under a metric: `byhand.engine.neighbors.Rows`."""
    metric, p = as_metric(metric, p)
    is_name = name_columns(metric, names, as_table(X, name).shape[1])
    return Rows(X, metric, p, is_name, name)


def as_metric(metric, p):
    """The metric and its power, special cases of Minkowski's by their own names.

    >>> as_metric("minkowski", 1)
    ('manhattan', 1.0)
    """
    metric = as_choice(metric, "metric", METRICS)
    if metric != "minkowski":
        return metric, None
    p = math.inf if isinstance(p, float) and p == math.inf else as_number(p, "p", minimum=1)
    return {1: "manhattan", 2: "euclidean", math.inf: "chebyshev"}.get(p, metric), p


def name_columns(metric, names, d):
    """Which of d columns hold names, shape (d,).

    >>> name_columns("gower", [0], 3)
    array([ True, False, False])
    """
    d = as_whole(d, "d", 1)
    if metric != "gower":
        if names is not None:
            raise ValueError(f"names must be None for metric {metric!r}; it is for 'gower'")
        return np.full(d, metric == "hamming")
    if names is None:
        raise ValueError("names must say which columns hold names for metric 'gower': [0, 2], say, or [] for none")
    positions = [as_whole(j, "each position in names", 0) for j in np.ravel(names).tolist()]
    if max(positions, default=0) >= d:
        raise ValueError(f"names must hold positions of columns, 0 to {d - 1}; got {max(positions)}")
    return np.isin(np.arange(d), positions)


as_row, as_cell = partial(as_vector, size=None), partial(as_instance, kind=(str, Real), what="one name or number")
as_cells = partial(as_list, kind=(str, Real, type(None)), what="a row of names and numbers")
guard(
    __name__,
    a=as_row,
    b=as_row,
    p=partial(as_number, minimum=1),
    gower={"a": as_cells, "b": as_cells, "ranges": as_cells},
    hamming={"a": as_cells, "b": as_cells},
    nominal={"a": as_cell, "b": as_cell},
    ordinal={"a": as_cell, "b": as_cell},
)
