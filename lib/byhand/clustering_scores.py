r"""How good a clustering is: by the distances inside and between its clusters, or held against known classes.

Without classes. Clusters should be tight and apart. About the means $\mu_k$ of the clusters, and the mean $\mu$ of all,

$$\underbrace{\sum_n \lVert x_n - \mu \rVert^2}_{\text{total}} =
  \underbrace{\sum_k \sum_{n \in C_k} \lVert x_n - \mu_k \rVert^2}_{\text{within: SSE}} +
  \underbrace{\sum_k |C_k|\, \lVert \mu_k - \mu \rVert^2}_{\text{between}}$$

The silhouette of a row compares its mean distance a from the others of its own cluster with that from the nearest other
cluster, b: $(b - a) / \max(a, b)$, from -1 to 1. SSE falls with every cluster more; where the fall slows down there is
an `elbow`, and `gap_statistic` asks how far it would have fallen without any clusters.

With classes. `purity` and `cluster_entropy` say how mixed the clusters are, `adjusted_rand_index` how often clusters
and classes agree about a pair of rows, beyond what chance would do.
"""

import math
from copy import deepcopy
from typing import NamedTuple

import numpy as np

from byhand.base import (
    as_choice,
    as_finite,
    as_generator,
    as_labels,
    as_list,
    as_matrix,
    as_model,
    as_vector,
    as_whole,
    encode_classes,
    shown,
)
from byhand.distances import known_rows
from byhand.engine.neighbors import blocks
from byhand.guard import guard
from byhand.impurity import class_counts
from byhand.information import entropy

METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "hamming")

# ---- sums of squares


class SumsOfSquares(NamedTuple):
    """The squared distances of rows from the means of their clusters, of these means from the mean of all, and both."""

    within: float
    between: float
    total: float


def sums_of_squares(X, labels):
    """How the total sum of squares of X, shape (n, d), is parted by the clusters in `labels`, shape (n,).

    >>> sums_of_squares([[0, 0], [0, 1], [4, 0], [4, 1]], ["left", "left", "right", "right"])
    SumsOfSquares(within=1.0, between=16.0, total=17.0)
    """
    X, _, index = _as_clusters(X, labels)
    sizes = np.bincount(index)
    with np.errstate(over="ignore", invalid="ignore"):
        means = np.stack([X[index == k].mean(axis=0) for k in range(len(sizes))])
        within = as_finite(((X - means[index]) ** 2).sum())
        between = as_finite((sizes * ((means - X.mean(axis=0)) ** 2).sum(axis=1)).sum())
    return SumsOfSquares(float(within), float(between), float(as_finite(within + between)))


def sse(X, labels):
    r"""The squared errors, $\sum_k \sum_{n \in C_k} \lVert x_n - \mu_k \rVert^2$, about the means of the clusters.

    X: shape (n, d); `labels`: the cluster of each row, shape (n,). k-means makes it small; scikit-learn calls it
    inertia.

    >>> sse([[0, 0], [0, 1], [4, 0], [4, 1]], [0, 1, 0, 1])
    16.0
    """
    return sums_of_squares(X, labels).within


# ---- distances between rows


def cohesion(X, labels, metric="euclidean"):
    r"""How tight each cluster is, $1 \big/ \sum_{\{x, y\} \subseteq C_k} d(x, y)$, one number for each, shape (K,).

    Clusters are in the order of their labels. The sum is over pairs of different rows, each pair once; for a cluster of
    one row it is 0, and the cohesion infinite.
    `metric`: one of `METRICS`, see `byhand.distances`.

    >>> cohesion([[0, 0], [0, 1], [4, 0], [8, 3]], [0, 0, 1, 1])
    array([1. , 0.2])
    """
    X, classes, index = _as_clusters(X, labels)
    inside = np.diag(_sums_between(X, index, len(classes), metric)) / 2
    return np.divide(1, inside, out=np.full(len(classes), math.inf), where=inside > 0)


def separation(X, labels, metric="euclidean"):
    r"""How far apart each two clusters are, $\sum_{x \in C_i} \sum_{y \in C_j} d(x, y)$, shape (K, K), 0 for i = j.

    `metric` as for `cohesion`.

    >>> separation([[0], [1], [5]], ["a", "a", "b"])
    array([[0., 9.],
           [9., 0.]])
    """
    X, classes, index = _as_clusters(X, labels)
    between = _sums_between(X, index, len(classes), metric)
    np.fill_diagonal(between, 0)
    return between


def silhouette_samples(X, labels, metric="euclidean"):
    r"""The silhouette of each row of X, $s = \frac{b - a}{\max(a, b)}$, shape (n,): from -1, misplaced, to 1, at home.

    a: its mean distance from the other rows of its cluster; b: the least of its mean distances from the rows of the
    other clusters. A row that is alone in its cluster has 0. `labels`: shape (n,), at least two clusters;
    `metric` as for `cohesion`.

    >>> silhouette_samples([[0], [1], [5], [7]], [0, 0, 1, 1]).round(4)
    array([0.8333, 0.8   , 0.5556, 0.6923])
    """
    X, classes, index = _as_clusters(X, labels, at_least=2)
    sums, sizes, own = _sums_to(X, index, len(classes), metric), np.bincount(index), np.arange(len(X))
    a = sums[own, index] / np.maximum(sizes[index] - 1, 1)
    others = sums / sizes
    others[own, index] = math.inf
    b, largest = others.min(axis=1), np.maximum(a, others.min(axis=1))
    s = np.divide(b - a, largest, out=np.zeros(len(X)), where=largest > 0)
    return np.where(sizes[index] > 1, s, 0)


def silhouette_score(X, labels, metric="euclidean"):
    """The mean of `silhouette_samples`: near 1 clusters are tight and far apart, near 0 they might be others.

    >>> round(silhouette_score([[0], [1], [5], [7]], [0, 0, 1, 1]), 4)
    0.7203
    """
    return float(silhouette_samples(X, labels, metric).mean())


# ---- how many clusters


def elbow(ks, sses):
    """The k at which a falling curve bends most: the one farthest below the straight line from its first to its last.

    Both axes count from 0 to 1 first, so that units do not matter. `ks`: numbers of clusters, increasing, at least
    three; `sses`: the SSE of each, shape (K,).

    >>> elbow([1, 2, 3, 4, 5], [100, 40, 10, 8, 6])
    3
    """
    ks = _as_ks(ks, 3)
    sses = as_vector(sses, len(ks), "sses")
    across = (np.array(ks) - ks[0]) / (ks[-1] - ks[0])
    fall = np.ptp(sses)
    if not 0 < fall < math.inf or sses[0] <= sses[-1]:
        raise ValueError(f"sses must fall from the first to the last; got {shown(sses.tolist())}")
    up = (sses - sses[-1]) / (sses[0] - sses[-1])
    return ks[int(np.argmax(1 - across - up))]


class Gap(NamedTuple):
    """The gap for each k, shape (m,), its standard error, shape (m,), and the k to choose."""

    gap: np.ndarray
    error: np.ndarray
    best: int


def gap_statistic(X, ks, model, references=20, seed=0):
    r"""How much lower log SSE is than on data without clusters, $\overline{\log W^*_k} - \log W_k$, for each k in `ks`.

    The data without clusters are drawn uniformly from the box around X, shape (n, d), so many times as `references`
    says. Chosen is the smallest k whose gap is at least the next one less a standard error,
    $\text{gap}(k) \ge \text{gap}(k + 1) - s_{k + 1}$; the last if there is none.

    `ks`: numbers of clusters, increasing; `model`: what finds them, with a setting `n_clusters`, such as `KMeans()`.

    >>> from byhand.cluster import KMeans
    >>> X = [[0, 0], [0, 1], [1, 0], [9, 9], [9, 8], [8, 9]]
    >>> gap_statistic(X, [1, 2, 3], KMeans(n_init=2)).best
    2
    """
    X, ks, rng = as_matrix(X), _as_ks(ks, 2), as_generator(seed)
    as_model(model, "model", "fit_predict", "set_params", example="KMeans()")
    if ks[-1] >= len(np.unique(X, axis=0)):
        raise ValueError(f"ks must stay below the number of different rows of X; got {shown(ks)}")
    low, high = X.min(axis=0), X.max(axis=0)
    as_finite(high - low)
    samples = [low + (high - low) * rng.random(X.shape) for _ in range(as_whole(references, "references", 2))]
    models = [deepcopy(model).set_params(n_clusters=k) for k in ks]
    with np.errstate(divide="ignore"):
        logs = np.log([[sse(sample, each.fit_predict(sample)) for each in models] for sample in [X, *samples]])
    as_finite(logs)
    gap = logs[1:].mean(axis=0) - logs[0]
    error = logs[1:].std(axis=0) * math.sqrt(1 + 1 / len(samples))
    enough = np.flatnonzero(gap[:-1] >= gap[1:] - error[1:])
    return Gap(gap, error, ks[enough[0]] if len(enough) else ks[-1])


# ---- held against classes


def purity(y, labels):
    r"""The share of rows of the most frequent class of their cluster, $\sum_k \frac{|C_k|}{N} \max_j p_{kj}$.

    `y`: the classes, shape (n,); `labels`: the clusters, shape (n,); $p_{kj}$ is the share of class j in cluster k.

    >>> round(purity(["yes", "yes", "no", "no", "yes"], [0, 0, 1, 1, 1]), 6)
    0.8
    """
    counts = _cross_table(y, labels)
    return float(counts.max(axis=1).sum() / counts.sum())


def cluster_entropy(y, labels, base=2):
    r"""The entropy of the classes that is left inside the clusters, $\sum_k \frac{|C_k|}{N} H(p_k)$; in bits in base 2.

    `y`: the classes, shape (n,); `labels`: the clusters, shape (n,); $p_k$: the shares of the classes in cluster k.

    >>> round(cluster_entropy(["yes", "yes", "no", "no", "yes"], [0, 0, 1, 1, 1]), 6)
    0.550978
    """
    counts = _cross_table(y, labels)
    return float(counts.sum(axis=1) / counts.sum() @ entropy(counts, base))


def rand_index(y, labels):
    """The share of the pairs of rows about which classes and clusters agree: together in both, or apart in both.

    `y`: the classes, shape (n,), at least two rows; `labels`: the clusters, shape (n,). It counts pairs, so
    that it does not matter what the clusters are called.

    >>> rand_index(["a", "a", "b", "b"], [1, 1, 1, 0])
    0.5
    """
    together, in_y, in_labels, pairs = _pairs(y, labels)
    return (pairs + 2 * together - in_y - in_labels) / pairs


def adjusted_rand_index(y, labels):
    r"""The Rand index, measured from what chance would do: 1 for the same groups, 0 on average for groups at random.

    $$\frac{S - E}{\frac12 (A + B) - E}, \quad E = \frac{A B}{\binom n2}$$

    A, B and S count the pairs of rows that are together in y, in `labels`, and in both; E is what S would be on average
    if the rows were shuffled. 1 if both are trivial in the same way: one group, or each row a group of its own.

    >>> round(adjusted_rand_index(["a", "a", "a", "b", "b", "b"], [0, 0, 1, 1, 2, 2]), 6)
    0.242424
    >>> adjusted_rand_index(["a", "b", "a"], [7, 3, 7])
    1.0
    """
    together, in_y, in_labels, pairs = _pairs(y, labels)
    chance, most = in_y * in_labels / pairs, (in_y + in_labels) / 2
    return 1.0 if most == chance else (together - chance) / (most - chance)


# ---- helpers


def _as_clusters(X, labels, at_least=1):
    """X as floats, shape (n, d), the names of its clusters, shape (K,), and which each row has, (n,)."""
    X = as_matrix(X)
    return X, *encode_classes(as_labels(labels, len(X), "labels"), at_least, "labels")


def _as_ks(ks, least):
    """Numbers of clusters as a list: at least so many, increasing, from 1."""
    ks = [as_whole(k, "each k in ks", 1) for k in as_list(ks, "ks")]
    if len(ks) < least or any(k >= following for k, following in zip(ks, ks[1:], strict=False)):
        raise ValueError(
            f"ks must hold at least {least} numbers of clusters, each larger than the one before; got {ks}"
        )
    return ks


def _sums_to(X, index, K, metric):
    """The sum of the distances of each row from the rows of each cluster, shape (n, K), block by block."""
    known, member = known_rows(X, as_choice(metric, "metric", METRICS), None, None), np.eye(K)[index]
    with np.errstate(over="ignore", invalid="ignore"):
        sums = [known.table(known.points[part]) @ member for part in blocks(len(X), len(X))]
    return as_finite(np.vstack(sums))


def _sums_between(X, index, K, metric):
    """The sum of the distances of the rows of each cluster from those of each, shape (K, K)."""
    sums = np.eye(K)[index].T @ _sums_to(X, index, K, metric)
    return as_finite((sums + sums.T) / 2)


def _cross_table(y, labels):
    """How many rows of each class, across, are in each cluster, down: shape (K, J)."""
    y = as_labels(y, max(np.size(y), 1))
    return class_counts(as_labels(labels, len(y), "labels"), y)


def _pairs(y, labels):
    """How many pairs of rows are together in both, in y, and in `labels`, and how many pairs there are."""
    counts = _cross_table(y, labels).astype(float)
    n = counts.sum()
    if n < 2:
        raise ValueError("y must hold at least two rows: one makes no pair")
    both, across, down = (float((c * (c - 1) / 2).sum()) for c in (counts, counts.sum(axis=0), counts.sum(axis=1)))
    return both, across, down, float(n * (n - 1) / 2)


guard(__name__)
