r"""DBSCAN: clusters are where points lie close together, of whatever shape; what lies alone is noise.

Two numbers say what close means: a radius $\varepsilon$ and a count m. A row that has at least m rows within
$\varepsilon$, itself among them, is a *core point*. Core points within $\varepsilon$ of each other are in one cluster.
Other rows within $\varepsilon$ of a core point are the *border* of its cluster, and the rest is *noise*, with the label
-1.

How a cluster grows: `growth`; its end, and so the whole method, is `dbscan`. The estimator is `DBSCAN`. What
$\varepsilon$ may be, `k_distances` tell.
"""

from collections import deque
from typing import NamedTuple

import numpy as np

from byhand.base import Clusterer, as_choice, as_matrix, as_number, as_whole
from byhand.distances import distances, known_rows
from byhand.engine import dbscan as engine
from byhand.guard import guard

NOISE = -1
NEAR = ("euclidean", "manhattan", "chebyshev", "cosine")


def neighbourhoods(X, eps, metric="euclidean"):
    """For each row of X, shape (n, d), the positions of the rows within `eps` of it, itself among them: n arrays.

    >>> neighbourhoods([[0], [1], [1.5], [4]], eps=1)
    [array([0, 1]), array([0, 1, 2]), array([1, 2]), array([3])]
    """
    X, eps, metric = _as_problem(X, eps, metric)
    return [np.flatnonzero(row) for row in distances(X, X, metric) <= eps]


class Visit(NamedTuple):
    """One step of DBSCAN: the core point that is visited, and the clusters of all rows after that, shape (n,)."""

    point: int
    labels: np.ndarray


def growth(X, eps, min_samples, metric="euclidean"):
    """DBSCAN, visit by visit: a list with a `Visit` for each core point, in the order in which they are reached.

    A cluster starts at the first core point that is in none yet. Whoever visits a core point takes all rows around it
    that are still free into the cluster, and will visit those among them that are core points, too.

    >>> for point, labels in growth([[0], [1], [1.5], [4], [2.5]], eps=1, min_samples=3):
    ...     print(point, labels)
    1 [ 0  0  0 -1 -1]
    2 [ 0  0  0 -1  0]
    """
    around = neighbourhoods(X, eps, metric)
    least = as_whole(min_samples, "min_samples", 1)
    labels, visits = np.full(len(around), NOISE), []
    for first in range(len(around)):
        if labels[first] != NOISE or len(around[first]) < least:
            continue
        labels[first], to_visit = labels.max() + 1, deque([first])
        while to_visit:
            point = to_visit.popleft()
            free = around[point][labels[around[point]] == NOISE]
            labels[free] = labels[first]
            to_visit += [i for i in free.tolist() if len(around[i]) >= least]
            visits.append(Visit(point, labels.copy()))
    return visits


def dbscan(X, eps, min_samples, metric="euclidean"):
    """The cluster of each row of X, shape (n, d), after the last visit: shape (n,), from 0 on, -1 for noise.

    A border point that two clusters reach belongs to the one that was found first.

    >>> dbscan([[0], [1], [1.5], [4], [2.5]], eps=1, min_samples=3)
    array([ 0,  0,  0, -1,  0])
    """
    visits = growth(X, eps, min_samples, metric)
    return visits[-1].labels if visits else np.full(len(as_matrix(X)), NOISE)


def k_distances(X, k, metric="euclidean"):
    r"""The distance of each row from its k-th nearest other row, in ascending order, shape (n,).

    With $m = k + 1$ the share of core points at a radius $\varepsilon$ is the share of these distances up to it. Where
    the curve bends upwards, the rows begin that lie alone.

    >>> k_distances([[0], [1], [1.5], [4]], k=1)
    array([0.5, 0.5, 1. , 2.5])
    """
    X, metric = as_matrix(X), as_choice(metric, "metric", NEAR)
    n, k = len(X), as_whole(k, "k", 1)
    if k > n - 1:
        raise ValueError(f"k must be at most {n - 1}, the number of other rows; got {k}")
    known = known_rows(X, metric, 2, None)
    return np.sort(known.nearest(known.points, k, np.arange(n))[0][:, -1])


class DBSCAN(Clusterer):
    r"""Clusters of points that lie close together, and noise.

    Parameters
    ----------
    eps : the radius $\varepsilon$, above 0
    min_samples : how many rows, itself among them, a core point has within that radius
    metric : what is near, "euclidean", "manhattan", "chebyshev" or "cosine", as in `byhand.distances`

    Learned: `labels_`, the cluster of each row, shape (n,), numbered in the order of their first core points, -1 for
    noise; `core_sample_indices_`, the positions of the core points, and `components_`, these rows.

    >>> model = DBSCAN(eps=1, min_samples=3).fit([[0], [1], [1.5], [4], [2.5]])
    >>> model.labels_, model.core_sample_indices_
    (array([ 0,  0,  0, -1,  0]), array([1, 2]))
    """

    def __init__(self, eps=0.5, min_samples=5, metric="euclidean"):
        self.eps = eps
        self.min_samples = min_samples
        self.metric = metric

    def fit(self, X, y=None):
        """Find the clusters of the rows of X, shape (n, d); y is not used."""
        X, eps, metric = _as_problem(X, self.eps, self.metric)
        least = as_whole(self.min_samples, "min_samples", 1)
        self.labels_, self.core_sample_indices_ = engine.clusters(known_rows(X, metric, 2, None), eps, least)
        self.components_, self.n_features_in_ = X[self.core_sample_indices_], X.shape[1]
        return self


def _as_problem(X, eps, metric):
    return as_matrix(X), as_number(eps, "eps", above=0), as_choice(metric, "metric", NEAR)


guard(__name__)
