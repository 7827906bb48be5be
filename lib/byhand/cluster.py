r"""k-means and its relatives: K centres, each in the middle of the rows that belong to it.

k-means looks for the centres $\mu_k$ and the clusters $z_n$ of the rows that make the squared distances small:

$$J = \sum_n \lVert x_n - \mu_{z_n} \rVert^2, \qquad
  z_n = \operatorname{argmin}_k \lVert x_n - \mu_k \rVert^2, \qquad
  \mu_k = \text{mean of the } x_n \text{ with } z_n = k$$

Neither of the two rules ever raises J. `lloyd` applies them in turn until nothing changes: a place of rest, which
depends on the start. `random_rows`, `furthest_first` and `k_means_plus_plus` are starts, and `KMeans` takes the best of
several. `SoftKMeans` gives each row to all clusters in shares, `MiniBatchKMeans` looks at a few rows at a time.
"""

from typing import NamedTuple

import numpy as np

from byhand.base import (
    Clusterer,
    as_choice,
    as_finite,
    as_generator,
    as_matrix,
    as_number,
    as_vector,
    as_whole,
    warn,
)
from byhand.engine import cluster as engine
from byhand.guard import as_positions, guard


def squared_distances(X, centres):
    r"""$\lVert x_n - \mu_k \rVert^2$ of each row of X, shape (n, d), from each of the centres, shape (K, d): (n, K).

    >>> squared_distances([[0, 0], [3, 4]], [[0, 0], [0, 4]])
    array([[ 0., 16.],
           [25.,  9.]])
    """
    X, centres = _as_problem(X, centres)
    return ((X[:, None] - centres) ** 2).sum(axis=2)


def nearest(X, centres):
    """The position of the nearest centre for each row of X, shape (n,); of centres that are equally near, the first.

    >>> nearest([[0, 0], [3, 4], [0, 2]], [[0, 0], [0, 4]])
    array([0, 1, 0])
    """
    return squared_distances(X, centres).argmin(axis=1)


def means(X, labels, centres):
    """The mean of the rows of each cluster, shape (K, d); X: shape (n, d), `labels`: from 0 to K - 1, shape (n,).

    A cluster without rows has no mean. Its centre, one of `centres`, shape (K, d), moves to the row that is furthest
    from its own mean, a second such centre to the next row; it stays where it is if no row is away from its mean.

    >>> means([[0, 0], [0, 1], [4, 0]], [0, 0, 1], [[0, 0], [1, 1]])
    array([[0. , 0.5],
           [4. , 0. ]])
    >>> means([[0, 0], [0, 1], [0, 5]], [0, 0, 0], [[0, 0], [9, 9]])
    array([[0., 2.],
           [0., 5.]])
    """
    X, centres = _as_problem(X, centres)
    labels = _as_members(labels, len(X), len(centres))
    moved, filled = centres.copy(), np.unique(labels)
    for k in filled:
        moved[k] = X[labels == k].mean(axis=0)
    empty = np.setdiff1d(np.arange(len(centres)), filled)
    away = ((X - moved[labels]) ** 2).sum(axis=1)
    for k, n in zip(empty, np.argsort(-away, kind="stable"), strict=False):
        if away[n] > 0:
            moved[k] = X[n]
    return moved


class Round(NamedTuple):
    r"""A round of k-means: the cluster of each row, shape (n,), the centres after it, (K, d), and two values of J.

    `assigned`: the squared distances of the rows from the centres that they have just chosen; `sse`: from the means.
    """

    labels: np.ndarray
    centres: np.ndarray
    assigned: float
    sse: float

    @property
    def empty(self):
        """The positions of the clusters that had no rows."""
        return tuple(np.setdiff1d(np.arange(len(self.centres)), self.labels).tolist())


def lloyd(X, centres, max_iter=300):
    """Lloyd's algorithm from the given centres, shape (K, d), on X, shape (n, d): a list with a `Round` for each round.

    It ends with the first round in which no row changes its cluster, or after `max_iter`.

    >>> for step in lloyd([[1], [2], [3], [7], [8], [9]], [[1], [2]]):
    ...     print(step.labels, step.centres.ravel(), step.sse)
    [0 1 1 1 1 1] [1.  5.8] 38.8
    [0 0 0 1 1 1] [2. 8.] 4.0
    [0 0 0 1 1 1] [2. 8.] 4.0
    """
    X, centres = _as_problem(X, centres)
    rounds = []
    for _ in range(as_whole(max_iter, "max_iter", 1)):
        labels = nearest(X, centres)
        assigned = ((X - centres[labels]) ** 2).sum()
        centres = means(X, labels, centres)
        sse = ((X - centres[labels]) ** 2).sum()
        rounds.append(Round(labels, centres, float(assigned), float(sse)))
        if len(rounds) > 1 and (labels == rounds[-2].labels).all():
            break
    return rounds


def working_round(X, centres):
    """A round of k-means as on paper: squared distances, clusters, means and their SSE; rows and centres from 1 on.

    Steps are named d²(n,k), z1, z2, ..., centre k,j and SSE; X: shape (n, d), `centres`: shape (K, d).

    >>> steps = working_round([[1], [2], [3], [7]], [[1], [2]])
    >>> print(steps.step("d²(4,2)"))
    d²(4,2) = ∑_j (x_nj - μ_kj)^2 = (7 - 2)^2 = 25
    >>> steps["z4"], float(steps["centre 2,1"]), float(steps["SSE"])
    ('2', 4.0, 14.0)
    """
    from byhand.paper import cluster as paper  # it builds on this module

    return paper.one_round(*_as_problem(X, centres))


# ---- starts


def random_rows(X, k, seed=0):
    """k different rows of X, shape (n, d), drawn at random, as centres: shape (k, d).

    >>> random_rows([[1], [2], [3], [7], [8], [9]], 2).ravel()
    array([8., 7.])
    """
    X, k, rng = _as_start(X, k, seed)
    return X[rng.choice(len(X), k, replace=False)]


def random_groups(X, k, seed=0):
    """The means of k groups to which the rows of X, shape (n, d), are dealt at random: shape (k, d).

    Of many rows such means are all near the middle.

    >>> random_groups([[1], [2], [3], [7], [8], [9]], 2).ravel()
    array([5.66666667, 4.33333333])
    """
    X, k, rng = _as_start(X, k, seed)
    return means(X, rng.permutation(np.arange(len(X)) % k), X[:k])


def furthest_first(X, k, seed=0):
    """A random row of X, shape (n, d), then again and again the row furthest from all taken: k of them, shape (k, d).

    Each cluster gets a centre, and so does each outlier.

    >>> furthest_first([[1], [2], [3], [7], [8], [9]], 2).ravel()
    array([9., 1.])
    """
    X, k, rng = _as_start(X, k, seed)
    centres = [X[rng.integers(len(X))]]
    for _ in range(1, k):
        centres.append(X[squared_distances(X, centres).min(axis=1).argmax()])
    return np.array(centres)


def k_means_plus_plus(X, k, seed=0):
    """Rows of X, shape (n, d), as centres, drawn one after the other, shape (k, d): far ones are likely.

    The first is any row; each later one is drawn with a probability proportional to the squared distance from the
    nearest of those taken.

    >>> k_means_plus_plus([[1], [2], [3], [7], [8], [9]], 2).ravel()
    array([9., 1.])
    """
    X, k, rng = _as_start(X, k, seed)
    centres = [X[rng.integers(len(X))]]
    away = squared_distances(X, centres)[:, 0]
    for _ in range(1, k):
        sums = np.cumsum(away) if away.any() else np.arange(1.0, len(X) + 1)  # only copies are left: any row
        centres.append(X[np.searchsorted(sums, rng.random() * sums[-1], side="right")])
        away = np.minimum(away, squared_distances(X, centres[-1:])[:, 0])
    return np.array(centres)


STARTS = {
    "random": random_rows,
    "groups": random_groups,
    "furthest": furthest_first,
    "k-means++": k_means_plus_plus,
}


class _Centres(Clusterer):
    """What has centres, and gives a row to the nearest."""

    def predict(self, X):
        """The position of the nearest centre for each row of X, shape (n,)."""
        self._require_fit("n_features_in_")
        return nearest(as_matrix(X, columns=self.n_features_in_), self.cluster_centers_)

    def distances(self, X):
        """The distance of each row of X from each centre, shape (n, K)."""
        self._require_fit("n_features_in_")
        return np.sqrt(squared_distances(as_matrix(X, columns=self.n_features_in_), self.cluster_centers_))

    def score(self, X, y=None):
        """Minus the squared distances of the rows of X, shape (n, d), from their nearest centres: larger is better."""
        return -float((self.distances(X).min(axis=1) ** 2).sum())


class KMeans(_Centres):
    r"""k-means: the best of several runs of Lloyd's algorithm, each from a start of its own.

    Parameters
    ----------
    n_clusters : K, at most the number of rows (scikit-learn's default is 8)
    init : the start, "k-means++", "random" for rows, "groups" for means of random groups, "furthest"; or centres (K, d)
    n_init : how many runs, of which the one with the smallest SSE is kept; given centres are run once
    max_iter : give up a run after so many rounds, with a warning
    seed : where the chance of the starts begins

    Learned: `cluster_centers_`, shape (K, d); `labels_`, shape (n,); `inertia_`, the SSE; `history_`, the SSE after
    each round; `n_iter_`, the rounds; `runs_`, the SSE in which each run ended.

    >>> model = KMeans(n_clusters=2).fit([[1], [2], [3], [7], [8], [9]])
    >>> np.sort(model.cluster_centers_.ravel()), model.inertia_
    (array([2., 8.]), 4.0)
    """

    def __init__(self, n_clusters=2, init="k-means++", n_init=10, max_iter=300, seed=0):
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.seed = seed

    def fit(self, X, y=None):
        """Learn from X, shape (n, d); y is not looked at."""
        X, limit = _as_rows(X, self), as_whole(self.max_iter, "max_iter", 1)
        runs = [engine.lloyd(X, centres, limit) for centres in _starts(self, X)]
        best = min(runs, key=lambda run: run.sses[-1])
        self.cluster_centers_, self.labels_, self.history_ = best.centres, best.labels, np.array(best.sses)
        self.inertia_, self.n_iter_ = float(best.sses[-1]), len(best.sses)
        self.runs_ = np.array([run.sses[-1] for run in runs])
        self.n_features_in_ = X.shape[1]
        if not best.at_rest:
            warn(f"k-means has not come to rest after {limit} rounds; raise max_iter")
        if len(np.unique(self.labels_)) < len(self.cluster_centers_):
            warn("X has fewer different rows than n_clusters: some clusters stay empty")
        return self


# ---- a few rows at a time


def mini_batch_step(X, centres, counts):
    r"""Centres moved by a few rows X, shape (m, d), and how many rows each has had, shapes (K, d) and (K,).

    Each row pulls its nearest centre, the j-th that the centre gets by $1/j$ of the way: $\mu \leftarrow \mu +
    \frac1j (x - \mu)$, so that a centre is the mean of all rows that it has ever had. `counts`: those before, (K,).

    >>> centres, counts = mini_batch_step([[4], [6], [20]], [[2], [20]], [1, 0])
    >>> centres.ravel(), counts
    (array([ 4., 20.]), array([3., 1.]))
    """
    X, centres = _as_problem(X, centres)
    counts, labels = as_vector(counts, len(centres), "counts"), nearest(X, centres)
    if counts.min() < 0:
        raise ValueError(f"counts must not be negative; got {counts.tolist()}")
    new = np.bincount(labels, minlength=len(centres))
    sums = np.array([X[labels == k].sum(axis=0) for k in range(len(centres))])
    after = counts + new
    moved = (counts[:, None] * centres + sums) / np.maximum(after, 1)[:, None]
    return np.where(new[:, None] > 0, as_finite(moved), centres), after


class MiniBatchKMeans(_Centres):
    """k-means that looks at a few rows at a time: nearly as good, and much faster where rows are many.

    Parameters
    ----------
    n_clusters, init, seed : as for `KMeans`
    batch_size : how many rows a step looks at
    max_iter : how often it goes through all rows, in an order that is drawn anew each time

    Learned: `cluster_centers_`, `labels_` and `inertia_` as for `KMeans`; `n_steps_`, the steps taken.

    >>> X = [[1], [2], [3], [7], [8], [9]]
    >>> model = MiniBatchKMeans(n_clusters=2, batch_size=2, max_iter=50).fit(X)
    >>> np.sort(model.cluster_centers_.ravel()).round(1)
    array([2., 8.])
    """

    def __init__(self, n_clusters=2, init="k-means++", batch_size=100, max_iter=10, seed=0):
        self.n_clusters = n_clusters
        self.init = init
        self.batch_size = batch_size
        self.max_iter = max_iter
        self.seed = seed

    def fit(self, X, y=None):
        """Learn from X, shape (n, d); y is not looked at."""
        X, rng, size = _as_rows(X, self), as_generator(self.seed), as_whole(self.batch_size, "batch_size", 1)
        centres, steps = _start(self.init, X, as_whole(self.n_clusters, "n_clusters", 1), rng), 0
        counts = np.zeros(len(centres))
        for _ in range(as_whole(self.max_iter, "max_iter", 1)):
            order = rng.permutation(len(X))
            for first in range(0, len(X), size):
                centres, counts = engine.mini_batch_step(X[order[first : first + size]], centres, counts)
                steps += 1
        self.cluster_centers_, self.labels_, self.n_steps_ = centres, engine.nearest(X, centres), steps
        self.inertia_ = float(((X - centres[self.labels_]) ** 2).sum())
        self.n_features_in_ = X.shape[1]
        return self


# ---- shares instead of verdicts


def memberships(X, centres, stiffness):
    r"""The share of each row that each cluster has, $\frac{e^{-\beta d_{nk}^2}}{\sum_l e^{-\beta d_{nl}^2}}$: (n, K).

    $d_{nk}$: the distance of row n of X, shape (n, d), from centre k, of shape (K, d); `stiffness`: the $\beta$, above
    0. The stiffer, the more it is all or nothing.

    >>> memberships([[0], [1], [2]], [[0], [4]], stiffness=0.1).round(3)
    array([[0.832, 0.168],
           [0.69 , 0.31 ],
           [0.5  , 0.5  ]])
    """
    squares = squared_distances(X, centres)
    stiffness = as_number(stiffness, "stiffness", above=0)
    squares -= squares.min(axis=1, keepdims=True)  # the same factor above and below; no exponent is too large
    with np.errstate(over="ignore"):
        weights = np.exp(-stiffness * squares)
    return weights / weights.sum(axis=1, keepdims=True)


def weighted_means(X, shares):
    r"""$\mu_k = \sum_n r_{nk} x_n \big/ \sum_n r_{nk}$, shape (K, d); `shares`: the $r_{nk}$, shape (n, K).

    X: shape (n, d). Each cluster must have something of some row.

    >>> weighted_means([[0], [1], [2]], [[1, 0], [0.5, 0.5], [0, 1]]).ravel().round(4)
    array([0.3333, 1.6667])
    """
    X, shares = as_matrix(X), as_matrix(shares, "shares")
    if len(shares) != len(X) or shares.min() < 0 or (shares.sum(axis=0) == 0).any():
        raise ValueError("shares must have a row for each row of X, nothing below 0, and no column of zeros")
    return as_finite(shares.T @ X / shares.sum(axis=0)[:, None])


class SoftKMeans(_Centres):
    r"""Soft k-means: every row belongs to all clusters, in shares that fall with the squared distance.

    `memberships` and `weighted_means` in turn. They never raise
    $F = -\frac1\beta \sum_n \log \sum_k e^{-\beta \lVert x_n - \mu_k \rVert^2}$, which becomes the SSE of k-means as
    the stiffness $\beta$ grows. Below $1 / (2 \lambda)$, where $\lambda$ is the largest variance of the data in any
    direction, all centres end in the mean of the data: there is one cluster.

    Parameters
    ----------
    n_clusters, init, seed : as for `KMeans`
    stiffness : the $\beta$, above 0; its unit is one over that of a squared distance
    tol : stop when no centre moves further than this share of the spread of the data
    max_iter : give up after so many rounds, with a warning

    Learned: `cluster_centers_`, shape (K, d); `labels_`, the cluster with the largest share, shape (n,); `history_`,
    the F before each round; `n_iter_`.

    >>> model = SoftKMeans(n_clusters=2, stiffness=0.2).fit([[1], [2], [3], [7], [8], [9]])
    >>> np.sort(model.cluster_centers_.ravel()).round(3)
    array([2.013, 7.987])
    """

    def __init__(self, n_clusters=2, stiffness=1.0, init="k-means++", tol=1e-6, max_iter=1000, seed=0):
        self.n_clusters = n_clusters
        self.stiffness = stiffness
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.seed = seed

    def fit(self, X, y=None):
        """Learn from X, shape (n, d); y is not looked at."""
        X, tol = _as_rows(X, self), as_number(self.tol, "tol", minimum=0)
        beta, spread = as_number(self.stiffness, "stiffness", above=0), np.sqrt(X.var(axis=0).sum())
        centres = _start(self.init, X, as_whole(self.n_clusters, "n_clusters", 1), as_generator(self.seed))
        self.history_, limit = [], as_whole(self.max_iter, "max_iter", 1)
        for _ in range(limit):
            self.history_.append(free_energy(X, centres, beta))
            shares = memberships(X, centres, beta)
            held = shares.sum(axis=0) > 0  # a centre far from all rows keeps its place
            before, centres = centres, centres.copy()
            centres[held] = weighted_means(X, shares[:, held])
            moved = np.sqrt(((centres - before) ** 2).sum(axis=1)).max()
            if moved <= tol * spread:
                break
        else:
            warn(f"soft k-means has not come to rest after {limit} rounds; raise max_iter")
        self.cluster_centers_, self.n_iter_ = centres, len(self.history_)
        self.history_, self.labels_ = np.array(self.history_), nearest(X, centres)
        self.n_features_in_ = X.shape[1]
        return self

    def predict_proba(self, X):
        """The share of each row of X that each cluster has, shape (n, K)."""
        self._require_fit("n_features_in_")
        return memberships(as_matrix(X, columns=self.n_features_in_), self.cluster_centers_, self.stiffness)


def free_energy(X, centres, stiffness):
    r"""What soft k-means lowers, $F = -\frac1\beta \sum_n \log \sum_k e^{-\beta \lVert x_n - \mu_k \rVert^2}$.

    X: shape (n, d); `centres`: shape (K, d); `stiffness`: the $\beta$, above 0.

    >>> X, centres = [[0], [1], [5]], [[0.5], [5]]
    >>> [round(free_energy(X, centres, stiffness), 4) for stiffness in (0.1, 1, 10)]  # the SSE is 0.5
    [-3.4293, 0.5, 0.5]
    """
    squares, beta = squared_distances(X, centres), as_number(stiffness, "stiffness", above=0)
    least = squares.min(axis=1)
    with np.errstate(over="ignore"):
        rest = np.log(np.exp(-beta * (squares - least[:, None])).sum(axis=1)) / beta
    return float(as_finite((least - rest).sum()))


# ---- helpers


def _as_problem(X, centres):
    """X, shape (n, d), and centres, shape (K, d), as floats whose squared distances are numbers."""
    X = as_matrix(X)
    centres = as_matrix(centres, "centres")
    if centres.shape[1] != X.shape[1]:
        raise ValueError(f"centres must have {X.shape[1]} columns, as X has; got {centres.shape[1]}")
    sizes = {name: float(np.abs(values).max()) for name, values in (("X", X), ("centres", centres))}
    largest = max(sizes, key=sizes.get)
    as_finite(4 * sizes[largest] * sizes[largest] * X.size, largest)
    return X, centres


def _as_rows(X, model):
    """X as floats, at least as many rows as a model wants clusters, its settings checked."""
    X, k = as_matrix(X), as_whole(model.n_clusters, "n_clusters", 1)
    if k > len(X):
        raise ValueError(f"n_clusters must be at most the number of rows of X, n_samples = {len(X)}; got {k}")
    return _as_problem(X, X[:1])[0]


def _as_start(X, k, seed):
    """What a start needs: X as floats, k of at most its rows, and a generator."""
    X, k = _as_problem(X, X)[0], as_whole(k, "k", 1)
    if k > len(X):
        raise ValueError(f"k must be at most the number of rows of X, {len(X)}; got {k}")
    return X, k, as_generator(seed)


def _start(init, X, k, rng):
    """The centres that a setting `init` stands for, shape (k, d)."""
    if isinstance(init, str):
        return STARTS[as_choice(init, "init", tuple(STARTS))](X, k, rng)
    centres = as_matrix(init, "init", X.shape[1])
    if len(centres) != k:
        raise ValueError(f"init must hold a centre for each of the n_clusters = {k}; got {len(centres)}")
    return _as_problem(X, centres)[1].copy()


def _starts(model, X):
    """The centres from which the runs of k-means begin."""
    rng, k = as_generator(model.seed), as_whole(model.n_clusters, "n_clusters", 1)
    runs = as_whole(model.n_init, "n_init", 1) if isinstance(model.init, str) else 1
    return (_start(model.init, X, k, rng) for _ in range(runs))


def _as_members(labels, rows, K):
    """The positions of clusters, shape (rows,), each below K."""
    labels = as_positions(labels, "labels")
    if len(labels) != rows or labels.max() >= K:
        raise ValueError(f"labels must hold whole numbers from 0 to {K - 1}, one for each of the {rows} rows of X")
    return labels


guard(__name__)
