r"""Spectral clustering: draw a graph of who is like whom, and cut it where few edges are lost.

The rows are nodes, and an edge of weight $w_{ij} \ge 0$ says how much alike i and j are: `rbf_graph`,
`neighbour_graph`, `radius_graph`. What a partition costs is the weight of the edges between its parts, per row
(`ratio_cut`) or per weight of the edges that end there (`normalised_cut`). The best one is too hard to find. But both
are quadratic forms of the Laplacian

$$L = D - W, \qquad f^T L f = \tfrac{1}{2} \sum_{ij} w_{ij} (f_i - f_j)^2, \qquad D = \text{diag}(d_1, \dots, d_n),
  \quad d_i = \sum_j w_{ij}$$

and vectors f of any numbers, in place of labels, make the best answer one of eigenvectors: `spectral_embedding`.
Its rows lie so that k-means can part them: `SpectralClustering`.
"""

import numpy as np

from byhand.base import (
    Clusterer,
    as_choice,
    as_finite,
    as_flag,
    as_labels,
    as_matrix,
    as_number,
    as_symmetric,
    as_vector,
    as_whole,
    encode_classes,
    warn,
)
from byhand.cluster import KMeans
from byhand.distances import distances, known_rows
from byhand.engine import spectral as engine
from byhand.guard import guard
from byhand.hierarchy import numbered

AFFINITIES = ("rbf", "nearest_neighbors", "precomputed")
SAME_SIZE = 1e-6  # entries whose sizes differ by less than this share decide no sign


def rbf_graph(X, gamma=1.0):
    r"""All rows of X, shape (n, d), with edges of weight $e^{-\gamma \lVert x_i - x_j \rVert^2}$: shape (n, n).

    No node has an edge to itself; it would never be cut.

    >>> rbf_graph([[0], [1], [3]], gamma=0.5).round(4)
    array([[0.    , 0.6065, 0.0111],
           [0.6065, 0.    , 0.1353],
           [0.0111, 0.1353, 0.    ]])
    """
    gamma = as_number(gamma, "gamma", above=0)
    with np.errstate(over="ignore", under="ignore"):
        W = np.exp(-gamma * np.square(distances(X, X)))
    np.fill_diagonal(W, 0)
    return W


def neighbour_graph(X, k):
    """An edge of weight 1 between two rows of X, shape (n, d), if one is among the k nearest of the other: (n, n).

    >>> neighbour_graph([[0], [1], [3]], k=1)
    array([[0., 1., 0.],
           [1., 0., 1.],
           [0., 1., 0.]])
    """
    known = known_rows(as_matrix(X), "euclidean", 2, None)
    n, k = len(known.points), as_whole(k, "k", 1)
    if k > n - 1:
        raise ValueError(f"k must be at most {n - 1}, the number of other rows; got {k}")
    W = np.zeros((n, n))
    W[np.arange(n)[:, None], known.nearest(known.points, k, np.arange(n))[1]] = 1
    return np.maximum(W, W.T)


def radius_graph(X, eps):
    """An edge of weight 1 between two rows of X, shape (n, d), within `eps` of each other: shape (n, n).

    >>> radius_graph([[0], [1], [3]], eps=1.5)
    array([[0., 1., 0.],
           [1., 0., 0.],
           [0., 0., 0.]])
    """
    W = (distances(X, X) <= as_number(eps, "eps", above=0)).astype(float)
    np.fill_diagonal(W, 0)
    return W


def components(W):
    """The parts of a graph, shape (n, n), that no edge joins: the number of the part of each node, shape (n,).

    >>> components(radius_graph([[0], [1], [3]], eps=1.5))
    array([0, 0, 1])
    """
    joined = _as_graph(W) > 0
    part = np.full(len(joined), -1)
    for start in range(len(joined)):
        if part[start] < 0:
            reached = np.arange(len(joined)) == start
            part[start], number = part.max() + 1, part.max() + 1
            while reached.any():
                reached = joined[reached].any(axis=0) & (part < 0)
                part[reached] = number
    return part


def laplacian(W, normalised=False):
    r"""$D - W$ for a graph, shape (n, n); or $I - D^{-1/2}\, W D^{-1/2}$, in which every node counts the same.

    The row of a node without edges holds nothing but 0.

    >>> laplacian([[0, 1, 0], [1, 0, 2], [0, 2, 0]])
    array([[ 1., -1.,  0.],
           [-1.,  3., -2.],
           [ 0., -2.,  2.]])
    """
    W, normalised = _as_graph(W), as_flag(normalised, "normalised")
    d = W.sum(axis=1)
    if not normalised:
        return np.diag(d) - W
    root = np.sqrt(np.where(d > 0, d, 1))
    return np.diag((d > 0).astype(float)) - W / root[:, None] / root


def cut_weight(W, labels):
    """The weight of the edges between nodes of different labels, each edge once; `labels`: shape (n,).

    >>> cut_weight([[0, 1, 0], [1, 0, 2], [0, 2, 0]], ["a", "b", "b"])
    1.0
    """
    W, index, _ = _as_partition(W, labels)
    return float(W[index[:, None] != index].sum() / 2)


def ratio_cut(W, labels):
    r"""What the cut costs per row: $\sum_A \text{cut}(A) / |A|$ over the parts A; cut(A): all edges that leave A.

    >>> ratio_cut([[0, 1, 0], [1, 0, 2], [0, 2, 0]], ["a", "b", "b"])
    1.5
    """
    W, index, parts = _as_partition(W, labels)
    return float(sum(W[index == a][:, index != a].sum() / (index == a).sum() for a in range(parts)))


def normalised_cut(W, labels):
    r"""The same per weight: $\sum_A \text{cut}(A) / \text{vol}(A)$; vol(A): the sum of the degrees $d_i$ in A.

    >>> round(normalised_cut([[0, 1, 0], [1, 0, 2], [0, 2, 0]], ["a", "b", "b"]), 6)  # 1/1 + 1/5
    1.2
    """
    W, index, parts = _as_partition(W, labels)
    d = W.sum(axis=1)
    volumes = [d[index == a].sum() for a in range(parts)]
    if min(volumes) == 0:
        raise ValueError("W must have an edge at some node of each part: a part without edges has the volume 0")
    return float(sum(W[index == a][:, index != a].sum() / volumes[a] for a in range(parts)))


def spectral_embedding(W, k, normalised=True):
    r"""The k smallest eigenvalues, ascending, shape (k,), and their vectors as columns, shape (n, k).

    They solve $L f = \lambda f$, or if `normalised` $L f = \lambda D f$, which is
    $I - D^{-1/2}\, W D^{-1/2}$ in the coordinates $D^{1/2} f$. The largest entry of each vector is positive.

    >>> path = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> values, vectors = spectral_embedding(path, 2, normalised=False)
    >>> values.round(6) + 0
    array([0., 1.])
    >>> vectors.round(4) + 0
    array([[ 0.5774,  0.7071],
           [ 0.5774,  0.    ],
           [ 0.5774, -0.7071]])
    """
    W, normalised = _as_graph(W), as_flag(normalised, "normalised")
    k = _as_count(k, "k", len(W))
    values, vectors = np.linalg.eigh(laplacian(W, normalised))
    return np.maximum(values[:k], 0), _numbers_of_nodes(vectors[:, :k], W, normalised)


def working_laplacian(W, f=None, normalised=False):
    r"""Degrees and Laplacian of a small graph, shape (n, n), as on paper; and what it does to a vector `f`, shape (n,).

    The steps are called d1, d2, ...; L11, L12, ...; with f: (Lf)1, ...; f·Lf; f·f; quotient, which is an eigenvalue if
    f is an eigenvector, and then each (Lf)i is that many times f_i.

    >>> w = working_laplacian([[0, 1, 0], [1, 0, 2], [0, 2, 0]], f=[1, 0, -1])
    >>> w["L22"], w["(Lf)3"], w["quotient"]
    (Fraction(3, 1), Fraction(-2, 1), Fraction(3, 2))
    """
    from byhand.paper import spectral as paper

    W, normalised = _as_graph(W), as_flag(normalised, "normalised")
    if len(W) > 6:
        raise ValueError(f"W must have at most six nodes to be worked on paper; it has {len(W)}")
    if normalised and (W.sum(axis=1) == 0).any():
        raise ValueError("W must have an edge at every node: a degree of 0 cannot be divided by")
    f = None if f is None else as_vector(f, len(W), "f")
    if f is not None and not f.any():
        raise ValueError("f must not be 0 everywhere")
    if f is not None:
        with np.errstate(over="ignore", invalid="ignore"):
            as_finite(f @ np.abs(laplacian(W)) @ np.abs(f), "f")
    return paper.laplacian(W, f, normalised)


class SpectralClustering(Clusterer):
    r"""k-means on the rows of the first k eigenvectors of a graph's Laplacian.

    Parameters
    ----------
    n_clusters : the k
    affinity : the graph, "rbf", "nearest_neighbors", or "precomputed", for which X is the W, shape (n, n)
    gamma : of `rbf_graph`
    n_neighbors : of `neighbour_graph`
    normalised : which cut, and so which Laplacian, as in `spectral_embedding`
    n_init, seed : of k-means: how many starts, and the chance in them

    Learned: `labels_`, the cluster of each row, shape (n,), numbered in the order in which the rows meet them;
    `affinity_matrix_`, the W; `eigenvalues_`, shape (k,), and `embedding_`, shape (n, k).

    >>> rings = [[0, 0], [0, 1], [1, 0], [9, 9], [9, 8]]
    >>> SpectralClustering(n_clusters=2, gamma=0.5).fit_predict(rings)
    array([0, 0, 0, 1, 1])
    """

    def __init__(self, n_clusters=2, affinity="rbf", gamma=1.0, n_neighbors=10, normalised=True, n_init=10, seed=0):
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.gamma = gamma
        self.n_neighbors = n_neighbors
        self.normalised = normalised
        self.n_init = n_init
        self.seed = seed

    def fit(self, X, y=None):
        """Cluster the rows of X, shape (n, d), or the nodes of the graph X, shape (n, n); y is not used."""
        affinity = as_choice(self.affinity, "affinity", AFFINITIES)
        columns = as_matrix(X).shape[1]
        if affinity == "rbf":
            W = rbf_graph(X, self.gamma)
        elif affinity == "nearest_neighbors":
            n_neighbors = as_whole(self.n_neighbors, "n_neighbors", 1)
            W = neighbour_graph(X, min(n_neighbors, max(len(X) - 1, 1)))
        else:
            W = _as_graph(X, "X")
        k = _as_count(self.n_clusters, "n_clusters", len(W))
        if not W.any() and len(W) > 1:
            warn("no two rows are alike: all edges have the weight 0; choose a smaller gamma")
        L, parts = laplacian(W, self.normalised), components(W)
        values, vectors = engine.smallest(L, parts, k)
        vectors = _numbers_of_nodes(vectors, W, self.normalised)
        found = KMeans(k, n_init=self.n_init, seed=self.seed).fit(vectors)
        self.affinity_matrix_, self.eigenvalues_, self.embedding_ = W, values, vectors
        self.labels_, self.n_features_in_ = numbered(found.labels_), columns
        return self


def _numbers_of_nodes(vectors, W, normalised):
    """Eigenvectors of the Laplacian, shape (n, k), as the f of `spectral_embedding`."""
    if normalised:
        d = W.sum(axis=1)
        vectors = vectors / np.sqrt(np.where(d > 0, d, 1))[:, None]
    sizes = np.abs(vectors)
    first = np.argmax(sizes >= sizes.max(axis=0) * (1 - SAME_SIZE), axis=0)  # of those as large as any
    return vectors * np.where(vectors[first, np.arange(vectors.shape[1])] < 0, -1.0, 1.0)


def _as_graph(W, name="W"):
    """A table of weights, shape (n, n): symmetric, at least 0; weights of nodes to themselves are left out."""
    W = np.array(as_symmetric(W, name))
    if (W < 0).any():
        raise ValueError(f"{name} must hold weights of at least 0; the smallest is {W.min():g}")
    np.fill_diagonal(W, 0)
    with np.errstate(over="ignore"):
        as_finite(W.sum(), name)
    return W


def _as_partition(W, labels):
    """A graph, the position of each node's label among the different ones, shape (n,), and how many these are."""
    W = _as_graph(W)
    classes, index = encode_classes(as_labels(labels, len(W), "labels"), at_least=2, name="labels")
    return W, index, len(classes)


def _as_count(value, name, n):
    """A whole number from 1 to n, the number of rows."""
    k = as_whole(value, name, 1)
    if k > n:
        raise ValueError(f"{name} must be at most {n}, the number of rows; got {k}")
    return k


guard(__name__)
