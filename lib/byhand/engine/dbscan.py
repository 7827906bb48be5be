"""DBSCAN, fast: rows in the order of one feature are compared with the few that can be near, and clusters grow at once.

Every core point starts as a cluster of its own, called by its position. Then each takes the smallest name among the
core points around it, and the name that its name has taken, until nothing changes: the smallest core point of each
cluster names it, as in `byhand.dbscan.growth`, and the smallest name around a border point is the first to reach it.
"""

import numpy as np

from byhand.engine.neighbors import blocks

ALONG = ("euclidean", "manhattan", "chebyshev")  # no row is nearer than it is along one feature
SLACK = 1e-9  # for rounding
ROWS = 64  # in a block


def clusters(known, eps, least):
    """The labels of `known` rows (`byhand.engine.neighbors.Rows`), shape (n,), and the positions of core points."""
    i, j = pairs(known, eps)
    n = len(known.points)
    core = np.bincount(i, minlength=n) >= least
    ends = core[j]
    i, j = i[ends], j[ends]  # only core points hand on names
    inside = core[i]
    name = smallest_names(n, i[inside], j[inside])
    best = np.full(n, n)
    order = np.flatnonzero(~inside)
    np.minimum.at(best, i[order], name[j[order]])
    best[core] = name[core]
    labels = np.full(n, -1)
    reached = best < n
    labels[reached] = np.unique(best[reached], return_inverse=True)[1]
    return labels, np.flatnonzero(core)


def pairs(known, eps):
    """All pairs of rows within `eps` of each other, each row with itself: positions i and j, sorted by i."""
    n, found = len(known.points), []
    along = known.metric in ALONG
    widest = int(np.argmax(known.high - known.low))
    order = np.argsort(known.points[:, widest], kind="stable") if along else np.arange(n)
    points, reach = known.points[order], eps / known.unit * (1 + SLACK) + SLACK * np.abs(known.points).max()
    column, columns = points[:, widest], np.ascontiguousarray(points.T)
    for part in [slice(s, s + ROWS) for s in range(0, n, ROWS)] if along else blocks(n, n):
        low, high = 0, n
        if along:
            low, high = np.searchsorted(column, [column[part][0] - reach, column[part][-1] + reach], side="left")
            high = max(int(high), min(part.stop, n))
        d = known.measure(points[part].T[:, :, None], columns[:, None, low:high])
        a, b = np.divmod(np.flatnonzero(d <= eps), high - low)
        found.append((order[a + part.start], order[b + low]))
    i, j = (np.concatenate(each) for each in zip(*found, strict=True))
    again = np.argsort(i, kind="stable")
    return i[again], j[again]


def smallest_names(n, i, j):
    """For each of n rows the smallest position that edges lead to, shape (n,); `i`, `j`: edges both ways, i sorted."""
    name = np.arange(n)
    if not len(i):
        return name
    starts = np.flatnonzero(np.append(True, i[1:] != i[:-1]))
    rows = i[starts]
    while True:
        new = name.copy()
        new[rows] = np.minimum.reduceat(name[j], starts)
        np.minimum.at(new, name[rows], new[rows].copy())  # what a name has heard of, its name hears, too
        new = new[new]
        if (new == name).all():
            return name
        name = new
