r"""Agglomerative clustering: join the two nearest clusters, again and again, until a single one is left.

The rows are first clusters of their own. How far two clusters A and B are apart, the *linkage* says, by the distances
of their members:

=========  =========================================================================================================
single     $\min_{a \in A,\, b \in B} d(a, b)$, the nearest two
complete   $\max_{a \in A,\, b \in B} d(a, b)$, the farthest two
average    $\frac{1}{|A|\,|B|} \sum_{a \in A} \sum_{b \in B} d(a, b)$, all pairs
ward       $\sqrt{\frac{2\,|A|\,|B|}{|A| + |B|}}\, \lVert \bar a - \bar b \rVert$; half its square is by how much the
           sum of squared distances from the means grows when the two are joined
=========  =========================================================================================================

The whole method: `agglomerate`. What it returns is a table of merges in SciPy's form, which `dendrogram` turns into a
picture and `cut` into clusters. `merge_table` gives the same, fast; `AgglomerativeClustering` is the estimator.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Clusterer,
    as_array,
    as_choice,
    as_list,
    as_matrix,
    as_number,
    as_whole,
    encode_classes,
)
from byhand.distances import distances, euclidean
from byhand.engine import hierarchy as engine
from byhand.guard import as_numeric, guard

LINKAGES = ("single", "complete", "average", "ward")


def cluster_distance(A, B, linkage="single"):
    """How far two clusters of rows are apart, shapes (m, d) and (n, d), by one of the rules above.

    >>> A, B = [[0], [1]], [[3], [7]]
    >>> [cluster_distance(A, B, linkage) for linkage in ("single", "complete", "average")]
    [2.0, 7.0, 4.5]
    >>> round(cluster_distance(A, B, "ward"), 6)  # means 0.5 and 5: the root of 2 · 4.5²
    6.363961
    """
    A, linkage = as_matrix(A, "A"), as_choice(linkage, "linkage", LINKAGES)
    B = as_matrix(B, "B", A.shape[1])
    if linkage == "ward":
        m, n = len(A), len(B)
        return float(np.sqrt(2 * m * n / (m + n)) * euclidean(A.mean(axis=0), B.mean(axis=0)))
    d = distances(A, B)
    return float({"single": d.min, "complete": d.max, "average": d.mean}[linkage]())


def agglomerate(X, linkage="single"):
    """All merges of the rows of X, shape (n, d): the whole method, as it is defined.

    A table of shape (n - 1, 4), one merge a row: the numbers of the two clusters, how far they were apart, and how many
    rows they hold together. Row i is cluster i, and merge t makes cluster n + t. Of pairs equally near, the first.

    >>> agglomerate([[0], [1], [3], [7], [12]])
    array([[0., 1., 1., 2.],
           [2., 5., 2., 3.],
           [3., 6., 4., 4.],
           [4., 7., 5., 5.]])
    """
    X = as_matrix(X)
    clusters = [[i] for i in range(len(X))]
    numbers, merges = list(range(len(X))), []
    while len(clusters) > 1:
        apart = {
            (a, b): cluster_distance(X[clusters[a]], X[clusters[b]], linkage)
            for a, b in combinations(range(len(clusters)), 2)
        }
        a, b = min(apart, key=apart.get)
        pair, joined = sorted([numbers[a], numbers[b]]), clusters[a] + clusters[b]
        merges.append([*pair, apart[a, b], len(joined)])
        clusters[a], numbers[a] = joined, len(X) + len(merges) - 1
        del clusters[b], numbers[b]
    return np.array(merges).reshape(-1, 4)


def joined_distance(d_ac, d_bc, d_ab, n_a, n_b, n_c, linkage="single"):
    r"""How far c is from a and b together, from the three distances and sizes alone: the formula of Lance and Williams.

    ========  ==========================================================================================================
    single    $\min(d_{ac}, d_{bc})$
    complete  $\max(d_{ac}, d_{bc})$
    average   $\frac{n_a d_{ac} + n_b d_{bc}}{n_a + n_b}$
    ward      $\sqrt{\frac{(n_a + n_c)\,d_{ac}^2 + (n_b + n_c)\,d_{bc}^2 - n_c\,d_{ab}^2}{n_a + n_b + n_c}}$
    ========  ==========================================================================================================

    So the rows are needed once, for the first distances. `d_ac`, `d_bc`, `n_c`: numbers, or arrays for many c at once.

    >>> joined_distance(3, 2, 1, 1, 1, 1, "average")
    2.5
    """
    linkage = as_choice(linkage, "linkage", LINKAGES)
    if linkage == "single":
        return np.minimum(d_ac, d_bc)
    if linkage == "complete":
        return np.maximum(d_ac, d_bc)
    if linkage == "average":
        return (n_a * d_ac + n_b * d_bc) / (n_a + n_b)
    squared = (n_a + n_c) * d_ac**2 + (n_b + n_c) * d_bc**2 - n_c * d_ab**2
    return np.sqrt(np.maximum(squared, 0) / (n_a + n_b + n_c))


def merge_table(X, linkage="ward", metric="euclidean"):
    """The merges of `agglomerate`, with any metric of `byhand.distances`, and fast; Ward's linkage is Euclidean.

    With metric "precomputed" X holds the distances themselves, a symmetric table of shape (n, n).

    >>> merge_table([[0], [1], [3], [7], [12]], "average").round(4)
    array([[0.    , 1.    , 1.    , 2.    ],
           [2.    , 5.    , 2.5   , 3.    ],
           [3.    , 4.    , 5.    , 2.    ],
           [6.    , 7.    , 8.1667, 5.    ]])
    """
    linkage = as_choice(linkage, "linkage", LINKAGES)
    if linkage == "ward" and metric != "euclidean":
        raise ValueError(f"metric must be 'euclidean' for linkage 'ward', whose clusters have means; got {metric!r}")
    X = as_matrix(X)
    D = _as_distances(X) if isinstance(metric, str) and metric == "precomputed" else distances(X, X, metric)
    unit = D.max() or 1.0  # squares of numbers of this size neither overflow nor vanish
    quick = {"single": engine.single_merges, "ward": engine.ward_merges}.get(linkage)
    merges = quick(D / unit) if quick else None
    if merges is None:
        merges = engine.merges(D / unit, partial(joined_distance, linkage=linkage))
    merges[:, 2] *= unit
    return merges


def working_merges(X, linkage="single", names=None):
    """The merges as on paper: first all distances, then each merge and how far the others are from what it makes.

    `X`: shape (n, d), two to eight rows; `names`: theirs, A, B, C, ... if None. The steps are called d(A, B), ...;
    merge 1, ..., the two that are joined, such as "A and B"; height 1, ...; d(AB, C), ...

    >>> w = working_merges([[0], [1], [3]], "average")
    >>> w["merge 1"], w["d(AB, C)"]
    ('A and B', Fraction(5, 2))
    """
    from byhand.paper import hierarchy as paper

    X, linkage = as_matrix(X), as_choice(linkage, "linkage", LINKAGES)
    if not 2 <= len(X) <= 8:
        raise ValueError(f"X must have two to eight rows to be worked on paper; it has {len(X)}")
    names = "ABCDEFGH"[: len(X)] if names is None else as_list(names, "names")
    if len(names) != len(X) or len(set(names)) < len(X) or not all(isinstance(n, str) and n for n in names):
        raise ValueError(f"names must name the {len(X)} rows of X, each with a word of its own; got {names!r}")
    return paper.merges(X, linkage, names)


def cut(merges, n_clusters=None, height=None):
    """The cluster of each row, shape (n,), numbered from 0 in the order in which the rows meet them.

    Give one of the two. `n_clusters`: how many are to be left; `height`: merges up to that distance are made.

    `merges`: as from `merge_table`, shape (n - 1, 4), with heights that do not fall.

    >>> merges = agglomerate([[0], [7], [1], [3], [12]])
    >>> cut(merges, n_clusters=3)
    array([0, 1, 0, 0, 2])
    >>> cut(merges, height=1.5)
    array([0, 1, 0, 2, 3])
    """
    merges = _as_merges(merges)
    n = len(merges) + 1
    if (n_clusters is None) == (height is None):
        raise ValueError("give either n_clusters or height, and not both")
    if height is None:
        made = n - _as_clusters(n_clusters, n)
    else:
        above = merges[:, 2] > as_number(height, "height")
        made = int(np.argmax(np.append(above, True)))
    cluster = np.arange(n + made)
    for t, (a, b) in reversed(list(enumerate(merges[:made, :2].astype(int).tolist()))):
        cluster[[a, b]] = cluster[n + t]  # from the last merge down: what it made has its number already
    return numbered(cluster[:n])


class Dendrogram(NamedTuple):
    """A tree of merges as lines: one bracket for each merge, up, across and down.

    `leaves`: the rows from left to right, so that no lines cross, shape (n,); row `leaves[k]` stands at x = k.
    `x`, `y`: the four corners of each bracket, both of shape (n - 1, 4).
    """

    leaves: np.ndarray
    x: np.ndarray
    y: np.ndarray


def dendrogram(merges):
    """The `Dendrogram` of a table of merges, shape (n - 1, 4).

    >>> tree = dendrogram(agglomerate([[0], [7], [1]]))
    >>> tree.leaves
    array([1, 0, 2])
    >>> tree.x, tree.y
    (array([[1. , 1. , 2. , 2. ],
           [0. , 0. , 1.5, 1.5]]), array([[0., 1., 1., 0.],
           [0., 6., 6., 1.]]))
    """
    merges = _as_merges(merges)
    n, pairs = len(merges) + 1, merges[:, :2].astype(int).tolist()
    leaves, below = [], [2 * n - 2]
    while below:  # from the root, left before right
        cluster = below.pop()
        if cluster < n:
            leaves.append(cluster)
        else:
            below += reversed(pairs[cluster - n])
    place, top = np.empty(2 * n - 1), np.append(np.zeros(n), merges[:, 2])
    place[leaves] = np.arange(n)
    x, y = np.empty((n - 1, 4)), np.empty((n - 1, 4))
    for t, (a, b) in enumerate(pairs):
        place[n + t] = (place[a] + place[b]) / 2
        x[t], y[t] = place[[a, a, b, b]], top[[a, n + t, n + t, b]]
    return Dendrogram(np.array(leaves), x, y)


def cophenetic(merges):
    """At which height each two rows have come together, shape (n, n): what the tree says of their distances.

    >>> cophenetic(agglomerate([[0], [1], [3]]))
    array([[0., 1., 2.],
           [1., 0., 2.],
           [2., 2., 0.]])
    """
    merges = _as_merges(merges)
    n = len(merges) + 1
    members, D = {i: [i] for i in range(n)}, np.zeros((n, n))
    for t, (a, b, height, _) in enumerate(merges.tolist()):
        left, right = members.pop(int(a)), members.pop(int(b))
        D[np.ix_(left, right)] = height
        D[np.ix_(right, left)] = height
        members[n + t] = left + right
    return D


class AgglomerativeClustering(Clusterer):
    """The clusters that are left when a tree of merges is cut.

    Parameters
    ----------
    n_clusters : how many; None if `distance_threshold` says it
    linkage, metric : how far clusters, and rows, are apart, as in `merge_table`
    distance_threshold : make the merges up to this height; None if `n_clusters` says how many

    Learned: `labels_`, the cluster of each row, shape (n,), numbered in the order in which the rows meet them;
    `n_clusters_`; `merges_`, the whole tree, shape (n - 1, 4), and its columns as `children_`, shape (n - 1, 2), and
    `distances_`, shape (n - 1,).

    >>> model = AgglomerativeClustering(n_clusters=3, linkage="average").fit([[0], [7], [1], [3], [12]])
    >>> model.labels_, model.distances_.round(4)
    (array([0, 1, 0, 0, 2]), array([1.    , 2.5   , 5.    , 8.1667]))
    """

    def __init__(self, n_clusters=2, linkage="ward", metric="euclidean", distance_threshold=None):
        self.n_clusters = n_clusters
        self.linkage = linkage
        self.metric = metric
        self.distance_threshold = distance_threshold

    def fit(self, X, y=None):
        """Build the tree of the rows of X, shape (n, d), at least two, and cut it; y is not used."""
        if (self.n_clusters is None) == (self.distance_threshold is None):
            raise ValueError("n_clusters or distance_threshold must be None, one of them and not both")
        merges = merge_table(X, self.linkage, self.metric)
        if not len(merges):
            raise ValueError("X must have at least two rows to be clustered; it has 1 sample")
        if self.n_clusters is None:
            labels = cut(merges, height=as_number(self.distance_threshold, "distance_threshold", minimum=0))
        else:
            labels = cut(merges, _as_clusters(self.n_clusters, len(merges) + 1))
        self.merges_, self.labels_, self.n_clusters_ = merges, labels, int(labels.max()) + 1
        self.children_, self.distances_ = merges[:, :2].astype(int), merges[:, 2]
        self.n_features_in_ = np.shape(X)[1]
        return self

    def working(self, X, names=None):
        """`working_merges` with the linkage of the model, for few rows and the Euclidean distance."""
        if self.metric != "euclidean":
            raise ValueError(f"metric must be 'euclidean' to be worked on paper; got {self.metric!r}")
        return working_merges(X, self.linkage, names)


def numbered(labels):
    """Labels, shape (n,), as numbers from 0 in the order in which they first occur.

    >>> numbered(["b", "a", "b", "c"])
    array([0, 1, 0, 2])
    """
    _, index = encode_classes(as_array(labels, "labels"), at_least=1, name="labels")
    _, first = np.unique(index, return_index=True)
    return np.argsort(np.argsort(first))[index]


def _as_clusters(n_clusters, n):
    """`n_clusters` as a whole number from 1 to the number of rows."""
    k = as_whole(n_clusters, "n_clusters", 1)
    if k > n:
        raise ValueError(f"n_clusters must be at most {n}, the number of rows of X; got {k}")
    return k


def _as_distances(D):
    """A table of distances, shape (n, n): symmetric, at least 0, and 0 from each row to itself."""
    D = as_matrix(D)
    if D.shape[0] != D.shape[1] or (D < 0).any() or D.diagonal().any() or not np.allclose(D, D.T, atol=0):
        raise ValueError("X must be a symmetric table of distances, with 0 on its diagonal, for metric 'precomputed'")
    return D


def _as_merges(merges):
    """A table of merges in SciPy's form, shape (n - 1, 4), in which every cluster is joined once."""
    merges = as_matrix(merges, "merges", 4)
    n, ids = len(merges) + 1, np.sort(merges[:, :2], axis=None)
    made = merges[:, :2].max(axis=1) < n + np.arange(n - 1)
    if not (np.array_equal(ids, np.arange(2 * n - 2)) and made.all()):
        raise ValueError("merges must join every cluster once, and only clusters that are there: see merge_table")
    if (np.diff(merges[:, 2]) < -1e-9 * np.abs(merges[:, 2]).max()).any() or merges[0, 2] < 0:
        raise ValueError("merges must have heights, in their third column, of at least 0 that do not fall")
    return merges


guard(__name__, joined_distance=dict.fromkeys(["d_ac", "d_bc", "d_ab", "n_a", "n_b", "n_c"], as_numeric))
