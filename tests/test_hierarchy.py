"""Agglomerative clustering: values worked by hand, laws, SciPy and scikit-learn as reference, bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from scipy.cluster import hierarchy as sc
from scipy.spatial.distance import squareform
from sklearn import cluster as sk
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import check_clustering

from byhand.clustering_scores import sse
from byhand.distances import distances
from byhand.engine import hierarchy as engine
from byhand.hierarchy import (
    LINKAGES,
    AgglomerativeClustering,
    agglomerate,
    cluster_distance,
    cophenetic,
    cut,
    dendrogram,
    joined_distance,
    merge_table,
    working_merges,
)

pytestmark = pytest.mark.filterwarnings("error")

LINE = np.array([[0.0], [1.0], [3.0], [7.0], [12.0]])  # C-W85
every_linkage = pytest.mark.parametrize("linkage", LINKAGES)


def close(actual, wanted, tolerance=1e-12):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def rows(seed, n=12, d=2):
    return np.random.default_rng(seed).normal(size=(n, d))


# ---- values: C-W85


@pytest.mark.parametrize(
    ("linkage", "heights", "pairs"),
    [
        ("single", [1, 2, 4, 5], [{0, 1}, {2, 5}, {3, 6}, {4, 7}]),
        ("complete", [1, 3, 5, 12], [{0, 1}, {2, 5}, {3, 4}, {6, 7}]),
        ("average", [1, 2.5, 5, 49 / 6], [{0, 1}, {2, 5}, {3, 4}, {6, 7}]),
        ("ward", [1, (25 / 3) ** 0.5, 5, (2.4 * (49 / 6) ** 2) ** 0.5], [{0, 1}, {2, 5}, {3, 4}, {6, 7}]),
    ],
)
def test_five_points_on_a_line(linkage, heights, pairs):
    for merges in (agglomerate(LINE, linkage), merge_table(LINE, linkage)):
        close(merges[:, 2], heights)
        assert [set(pair) for pair in merges[:, :2].astype(int).tolist()] == pairs
    working = working_merges(LINE, linkage)
    close([float(working[f"height {t}"]) for t in range(1, 5)], heights)


@every_linkage
def test_on_paper_the_numbers_put_in_give_what_is_printed(linkage):
    check(working_merges(LINE, linkage))
    check(working_merges([[0, 0], [3, 4], [1, 1.5], [-2, 0.25]], linkage))


def test_averages_on_paper_are_exact():
    working = AgglomerativeClustering(linkage="average").working(LINE)
    assert working["d(AB, C)"] == Fraction(5, 2)
    assert working["height 4"] == Fraction(49, 6)
    assert [working[f"merge {t}"] for t in range(1, 5)] == ["A and B", "AB and C", "D and E", "ABC and DE"]
    assert working_merges(LINE, names=["a", "b", "c", "d", "e"])["merge 3"] == "abc and d"


def test_cuts_and_dendrogram_of_the_line():
    merges = merge_table(LINE, "complete")
    assert [cut(merges, k).tolist() for k in (1, 2, 3, 5)] == [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 1, 1],
        [0, 0, 0, 1, 2],
        [0, 1, 2, 3, 4],
    ]
    assert [cut(merges, height=h).max() + 1 for h in (0, 1, 2.9, 3, 5, 11, 12, 99)] == [5, 4, 4, 3, 2, 2, 1, 1]
    tree = dendrogram(merges)
    assert tree.leaves.tolist() == [2, 0, 1, 3, 4]
    close(tree.y, [[0, 1, 1, 0], [0, 3, 3, 1], [0, 5, 5, 0], [3, 12, 12, 5]])
    close(tree.x[-1], [0.75, 0.75, 3.5, 3.5])


# ---- laws


@every_linkage
@pytest.mark.parametrize("seed", range(8))
def test_the_fast_way_makes_the_merges_of_the_plain_one(linkage, seed):
    X = rows(seed, n=3 + 2 * seed, d=1 + seed % 3)
    close(merge_table(X, linkage), agglomerate(X, linkage))


@pytest.mark.parametrize("linkage", ["single", "complete"])  # whose heights are distances themselves, without rounding
@given(arrays(float, st.tuples(st.integers(2, 9), st.just(1)), elements=st.integers(0, 6).map(float)))
@settings(max_examples=60)
def test_of_pairs_equally_near_the_first_is_joined_in_both(linkage, X):
    np.testing.assert_array_equal(merge_table(X, linkage), agglomerate(X, linkage))


@pytest.mark.parametrize("seed", range(5))
def test_the_shortest_tree_gives_what_the_general_way_gives(seed):
    D = distances(rows(seed, 40), rows(seed, 40))
    general = engine.merges(D, lambda ac, bc, *rest: np.minimum(ac, bc))
    close(engine.single_merges(D), general)
    assert engine.single_merges(distances(LINE[[0, 1, 1]] * [[1], [1], [2]], LINE[[0, 1, 1]] * [[1], [1], [2]])) is None


@every_linkage
@pytest.mark.parametrize("seed", range(5))
def test_distances_of_what_is_joined_follow_from_three_distances(linkage, seed):
    X = rows(seed, 11, 3)
    A, B, C = X[:2], X[2:5], X[5:]
    apart = [cluster_distance(p, q, linkage) for p, q in ((A, C), (B, C), (A, B))]
    close(joined_distance(*apart, 2, 3, 6, linkage), cluster_distance(X[:5], C, linkage))


@every_linkage
@pytest.mark.parametrize("seed", range(5))
def test_heights_never_fall_and_joining_brings_nothing_nearer(linkage, seed):
    heights = merge_table(rows(seed, 30), linkage)[:, 2]
    assert (np.diff(heights) > -1e-12).all()


@pytest.mark.parametrize("seed", range(5))
def test_half_the_square_of_wards_height_is_what_the_squared_errors_grow_by(seed):
    X = rows(seed, 15)
    merges = merge_table(X, "ward")
    errors = [sse(X, cut(merges, k)) for k in range(len(X), 0, -1)]
    close(np.diff(errors), merges[:, 2] ** 2 / 2)


@every_linkage
@pytest.mark.parametrize("seed", range(5))
def test_cuts_are_nested_and_have_as_many_clusters_as_asked(linkage, seed):
    merges = merge_table(rows(seed, 20), linkage)
    before = cut(merges, 1)
    for k in range(1, 21):
        labels = cut(merges, k)
        assert labels.max() == k - 1 and np.unique(labels).size == k
        assert (np.diff(np.unique(labels, return_index=True)[1]) > 0).all()  # numbered as the rows meet them
        assert len({(a, b) for a, b in zip(before, labels, strict=True)}) == k  # each lies in one of those before
        before = labels


@every_linkage
def test_a_cut_at_a_height_parts_what_came_together_above_it(linkage):
    X = rows(3, 15)
    merges = merge_table(X, linkage)
    D = cophenetic(merges)
    for height in (0.5, 1.0, 2.0):
        labels = cut(merges, height=height)
        np.testing.assert_array_equal(labels[:, None] == labels, height >= D)


@pytest.mark.parametrize("seed", range(5))
def test_single_linkage_knows_the_way_whose_longest_step_is_shortest(seed):
    X = rows(seed, 10)
    D = distances(X, X)
    for middle in range(10):  # the way from i to j over ever more rows
        D = np.minimum(D, np.maximum(D[:, [middle]], D[[middle]]))
    close(cophenetic(merge_table(X, "single")), D)


@every_linkage
def test_what_is_joined_stands_side_by_side_in_a_dendrogram_so_no_lines_cross(linkage):
    merges = merge_table(rows(1, 12), linkage)
    tree = dendrogram(merges)
    assert sorted(tree.leaves) == list(range(12))
    members = {i: [i] for i in range(12)}
    for t, (a, b) in enumerate(merges[:, :2].astype(int)):
        members[12 + t] = members[a] + members[b]
        places = np.flatnonzero(np.isin(tree.leaves, members[12 + t]))
        assert np.ptp(places) == len(places) - 1
        assert places[0] <= tree.x[t, 0] < tree.x[t, 3] <= places[-1]


@every_linkage
def test_units_do_not_matter(linkage):
    X = rows(0)
    merges = merge_table(X, linkage)
    for unit in (1e-200, 1e200):
        scaled = merge_table(X * unit, linkage)
        close(scaled[:, [0, 1, 3]], merges[:, [0, 1, 3]])
        close(scaled[:, 2] / unit, merges[:, 2], 1e-9)


# ---- references


@every_linkage
@pytest.mark.parametrize("seed", range(10))
def test_merges_are_those_of_scipy(linkage, seed):
    X = rows(seed, 60, 1 + seed % 4)
    close(merge_table(X, linkage), sc.linkage(X, linkage))


@pytest.mark.parametrize("linkage", LINKAGES[:3])
@pytest.mark.parametrize(
    ("metric", "theirs"), [("manhattan", "cityblock"), ("chebyshev", "chebyshev"), ("cosine",) * 2]
)
def test_other_metrics_are_those_of_scipy(linkage, metric, theirs):
    X = rows(0, 30, 3)
    merges = merge_table(X, linkage, metric)
    close(merges, sc.linkage(X, linkage, theirs), 1e-9)
    close(merge_table(distances(X, X, metric), linkage, "precomputed"), merges)


@every_linkage
@pytest.mark.parametrize("seed", range(5))
def test_cophenetic_distances_and_cuts_are_those_of_scipy(linkage, seed):
    X = rows(seed, 25)
    merges = merge_table(X, linkage)
    close(cophenetic(merges), squareform(sc.cophenet(merges)))
    for k in (1, 2, 5, 25):
        assert adjusted_rand_score(cut(merges, k), sc.fcluster(merges, k, "maxclust")) == 1


@every_linkage
@pytest.mark.parametrize("seed", range(5))
def test_dendrograms_are_those_of_scipy(linkage, seed):
    merges = merge_table(rows(seed, 14), linkage)
    ours, theirs = dendrogram(merges), sc.dendrogram(merges, no_plot=True)
    assert ours.leaves.tolist() == theirs["leaves"]
    order = np.argsort(merges[:, 2])
    x, y = np.array(theirs["icoord"]) / 10 - 0.5, np.array(theirs["dcoord"])
    again = np.argsort(y[:, 1])
    close(ours.x[order], x[again])
    close(ours.y[order], y[again])


@every_linkage
@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_those_of_scikit_learn(linkage, seed):
    X = rows(seed, 50)
    ours = AgglomerativeClustering(4, linkage).fit(X)
    theirs = sk.AgglomerativeClustering(4, linkage=linkage, compute_distances=True).fit(X)
    assert adjusted_rand_score(ours.labels_, theirs.labels_) == 1
    close(np.sort(ours.distances_), np.sort(theirs.distances_))
    threshold = float(ours.distances_[-4:-2].mean())
    ours = AgglomerativeClustering(None, linkage, distance_threshold=threshold).fit(X)
    theirs = sk.AgglomerativeClustering(None, linkage=linkage, distance_threshold=threshold).fit(X)
    assert ours.n_clusters_ == theirs.n_clusters_
    assert adjusted_rand_score(ours.labels_, theirs.labels_) == 1


def test_scikit_learns_check_of_clusterings_passes():
    for linkage in LINKAGES[1:]:
        check_clustering("AgglomerativeClustering", AgglomerativeClustering(linkage=linkage))


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: merge_table(LINE, "median"), "linkage must be one of 'single', .*; got 'median'"),
        (lambda: merge_table(LINE, "ward", "manhattan"), "metric must be 'euclidean' for linkage 'ward'"),
        (lambda: merge_table(LINE, "single", "precomputed"), "X must be a symmetric table of distances"),
        (lambda: cut(merge_table(LINE)), "give either n_clusters or height"),
        (lambda: cut(merge_table(LINE), 2, 3.0), "give either n_clusters or height"),
        (lambda: cut(merge_table(LINE), 6), "n_clusters must be at most 5, the number of rows of X; got 6"),
        (lambda: cut([[0, 1, 1, 2], [0, 2, 1, 2]], 1), "merges must join every cluster once"),
        (lambda: cut([[0, 3, 1, 2], [1, 2, 2, 3]], 1), "merges must join every cluster once"),
        (lambda: dendrogram([[0, 1, 2, 2], [2, 3, 1, 3]]), "merges must have heights, .* that do not fall"),
        (lambda: working_merges(np.zeros((9, 1))), "X must have two to eight rows to be worked on paper; it has 9"),
        (lambda: working_merges(LINE, names="aabcd"), "names must name the 5 rows"),
        (lambda: AgglomerativeClustering().fit([[1, 2]]), "X must have at least two rows"),
        (lambda: AgglomerativeClustering(None).fit(LINE), "n_clusters or distance_threshold must be None"),
        (lambda: AgglomerativeClustering(2, distance_threshold=1.0).fit(LINE), "n_clusters or distance_threshold must"),
        (lambda: AgglomerativeClustering(metric="cosine").working(LINE), "metric must be 'euclidean'"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
