"""Spectral clustering: values worked by hand, laws, scikit-learn and SciPy as reference, bad input."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from latex import check
from scipy.sparse import csgraph
from sklearn import cluster as sk
from sklearn.manifold import spectral_embedding as their_embedding
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import kneighbors_graph
from sklearn.utils.estimator_checks import check_clustering

from byhand.engine import spectral as engine
from byhand.hierarchy import cut, merge_table
from byhand.spectral import (
    SpectralClustering,
    components,
    cut_weight,
    laplacian,
    neighbour_graph,
    normalised_cut,
    radius_graph,
    ratio_cut,
    rbf_graph,
    spectral_embedding,
    working_laplacian,
)

pytestmark = pytest.mark.filterwarnings("error")

FOUR = np.array([[0, 1, 0, 0], [1, 0, 0.1, 0], [0, 0.1, 0, 1], [0, 0, 1, 0]])  # C-W86
HALVES = ["left", "left", "right", "right"]


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def clouds(seed, n=30, d=2, apart=4):
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.normal(size=(n, d)), rng.normal(size=(n, d)) + apart])


def rings(seed, n=40):
    rng = np.random.default_rng(seed)
    turn = (np.arange(2 * n) + rng.uniform(0, 1, 2 * n)) * 2 * np.pi / n  # without wide gaps
    radius = np.repeat([1.0, 3.0], n) + 0.1 * rng.normal(size=2 * n)
    return np.column_stack([radius * np.cos(turn), radius * np.sin(turn)])


# ---- values: C-W86


def test_laplacian_of_four_nodes():
    close(laplacian(FOUR), [[1, -1, 0, 0], [-1, 1.1, -0.1, 0], [0, -0.1, 1.1, -1], [0, 0, -1, 1]])
    values, vectors = spectral_embedding(FOUR, 4, normalised=False)
    close(values, [0, 1.1 - 1.01**0.5, 2, 1.1 + 1.01**0.5])
    close(values[[1, 3]], [0.0950124, 2.10499], 2e-6)
    close(vectors[:, 1], [0.524286, 0.474472, -0.474472, -0.524286], 1e-6)
    close(spectral_embedding(FOUR, 4)[0], [0, 1 / 11, 21 / 11, 2])
    assert SpectralClustering(2, "precomputed").fit_predict(FOUR).tolist() == [0, 0, 1, 1]


def test_cuts_of_four_nodes():
    assert cut_weight(FOUR, HALVES) == 0.1
    close([ratio_cut(FOUR, HALVES), normalised_cut(FOUR, HALVES)], [0.1, 0.2 / 2.1])
    close(ratio_cut(FOUR, [0, 1, 1, 1]), 1 + 1 / 3)


def test_laplacian_on_paper():
    working = working_laplacian(FOUR, f=[1, 1, -1, -1])
    assert [working[f"d{i}"] for i in (1, 2)] == [1, Fraction(11, 10)]
    assert (working["L23"], working["L13"], working["f·Lf"]) == (Fraction(-1, 10), 0, Fraction(2, 5))
    assert working["quotient"] == Fraction(1, 10)
    for each in (working, working_laplacian(FOUR, normalised=True), working_laplacian(FOUR, [0.5, -2, 1, 0], True)):
        check(each)


@pytest.mark.parametrize("normalised", [False, True])
def test_what_is_on_paper_is_the_laplacian(normalised):
    W = rbf_graph(clouds(0)[:5])
    f = np.array([1.0, -0.5, 2.0, 0.25, -1.0])
    working, L = working_laplacian(W, f, normalised), laplacian(W, normalised)
    close([[float(working[f"L{min(i, j)}{max(i, j)}"]) for j in range(1, 6)] for i in range(1, 6)], L)
    close([float(working[f"(Lf){i}"]) for i in range(1, 6)], L @ f)
    close(float(working["quotient"]), f @ L @ f / (f @ f))


# ---- laws


@pytest.mark.parametrize("seed", range(5))
def test_the_laplacian_adds_up_squared_differences_over_edges(seed):
    W, f = rbf_graph(clouds(seed), 0.3), np.random.default_rng(seed).normal(size=60)
    close(f @ laplacian(W) @ f, 0.5 * (W * (f[:, None] - f) ** 2).sum())
    g = f / np.sqrt(W.sum(axis=1))
    close(f @ laplacian(W, normalised=True) @ f, 0.5 * (W * (g[:, None] - g) ** 2).sum())
    close(laplacian(W).sum(axis=1), 0, 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_cuts_are_quotients_of_the_laplacian(seed):
    rng = np.random.default_rng(seed)
    W, part = rbf_graph(clouds(seed, 8), 0.3), np.append(rng.integers(0, 2, 14), [0, 1]) == 1
    d, n = W.sum(axis=1), len(W)
    f = np.where(part, np.sqrt((~part).sum() / part.sum()), -np.sqrt(part.sum() / (~part).sum()))
    close(f @ laplacian(W) @ f / n, ratio_cut(W, part))
    f = np.where(part, np.sqrt(d[~part].sum() / d[part].sum()), -np.sqrt(d[part].sum() / d[~part].sum()))
    close(f @ laplacian(W) @ f / d.sum(), normalised_cut(W, part))
    close(f @ d, 0)


@pytest.mark.parametrize("seed", range(5))
def test_no_cut_in_two_is_below_the_second_eigenvalue(seed):
    W = rbf_graph(clouds(seed, 4, apart=2), 0.5)
    ways = [way for way in product([0, 1], repeat=len(W)) if 0 < sum(way) < len(W) and not way[0]]
    for normalised, cost in ((False, ratio_cut), (True, normalised_cut)):
        value = spectral_embedding(W, 2, normalised)[0][1]
        assert min(cost(W, way) for way in ways) >= value - 1e-12


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("normalised", [False, True])
def test_as_many_eigenvalues_are_zero_as_there_are_parts(seed, normalised):
    X = np.random.default_rng(seed).uniform(0, 10, (40, 2))
    for eps in (0.8, 1.5, 3.0):
        W = radius_graph(X, eps)
        parts = components(W)
        values, vectors = spectral_embedding(W, 40, normalised)
        assert (values < 1e-9).sum() == parts.max() + 1
        for a in range(parts.max() + 1):  # and the indicator of each part is one of their vectors
            f = (parts == a).astype(float)
            close(laplacian(W) @ f, 0, 1e-12)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("normalised", [False, True])
def test_part_by_part_the_eigenvectors_span_what_they_do_for_the_whole(seed, normalised):
    X = np.random.default_rng(seed).uniform(0, 10, (30, 2))
    for eps in (1.0, 2.0, 4.0):
        W = radius_graph(X, eps)
        L, parts = laplacian(W, normalised), components(W)
        values, vectors = engine.smallest(L, parts, 30)
        close(values, np.linalg.eigvalsh(L), 1e-9)
        close(L @ vectors, vectors * values, 1e-9)
        close(vectors.T @ vectors, np.eye(30), 1e-9)
        zero = values == 0
        assert zero.sum() == parts.max() + 1
        for part, f in enumerate(vectors.T[zero]):  # each on its own part, in their order
            np.testing.assert_array_equal(f != 0, parts == part)


@pytest.mark.parametrize("seed", range(5))
def test_deleting_the_long_edges_is_single_linkage(seed):
    X = np.random.default_rng(seed).uniform(0, 10, (40, 2))
    for eps in (0.8, 1.5, 3.0):
        assert components(radius_graph(X, eps)).tolist() == cut(merge_table(X, "single"), height=eps).tolist()


def test_vectors_solve_what_they_should_and_their_largest_entry_is_positive():
    W = rbf_graph(clouds(1), 0.3)
    D = np.diag(W.sum(axis=1))
    for normalised, right in ((False, np.eye(60)), (True, D)):
        values, vectors = spectral_embedding(W, 5, normalised)
        close(laplacian(W) @ vectors, right @ vectors * values)
        assert (vectors[np.abs(vectors).argmax(axis=0), range(5)] > 0).all()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("normalised", [False, True])
def test_two_rings_are_parted(seed, normalised):
    X, ring = rings(seed), np.repeat([0, 1], 40)
    for settings in ({"gamma": 5.0}, {"affinity": "nearest_neighbors", "n_neighbors": 6}):
        labels = SpectralClustering(2, normalised=normalised, **settings).fit_predict(X)
        assert adjusted_rand_score(ring, labels) == 1, settings


# ---- references


@pytest.mark.parametrize("seed", range(5))
def test_graphs_and_laplacians_are_those_of_scikit_learn_and_scipy(seed):
    X = clouds(seed)
    theirs = kneighbors_graph(X, 5).toarray()
    np.testing.assert_array_equal(neighbour_graph(X, 5), np.maximum(theirs, theirs.T))
    for W in (rbf_graph(X, 0.3), neighbour_graph(X, 5), radius_graph(X, 0.4)):
        close(laplacian(W), csgraph.laplacian(W))
        close(laplacian(W, normalised=True), csgraph.laplacian(W, normed=True))
        assert adjusted_rand_score(components(W), csgraph.connected_components(W)[1]) == 1


@pytest.mark.parametrize("seed", range(5))
def test_embeddings_are_those_of_scikit_learn(seed):
    W = rbf_graph(clouds(seed), 0.3)
    theirs = their_embedding(W, n_components=3, drop_first=False, random_state=0)
    close(np.abs(spectral_embedding(W, 3)[1]), np.abs(theirs), 1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_those_of_scikit_learn(seed):
    for X, k, gamma in ((clouds(seed), 2, 0.3), (rings(seed), 2, 5.0), (clouds(seed, d=4), 2, 0.1)):
        ours = SpectralClustering(k, gamma=gamma).fit_predict(X)
        assert adjusted_rand_score(ours, sk.SpectralClustering(k, gamma=gamma, random_state=0).fit_predict(X)) == 1
        W = neighbour_graph(X, 8)
        ours = SpectralClustering(k, "nearest_neighbors", n_neighbors=8).fit(X)
        np.testing.assert_array_equal(ours.affinity_matrix_, W)


def test_scikit_learns_check_of_clusterings_passes():
    check_clustering("SpectralClustering", SpectralClustering())


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: laplacian([[0, 1], [2, 0]]), "W must be a symmetric matrix"),
        (lambda: laplacian([[0, -1], [-1, 0]]), "W must hold weights of at least 0; the smallest is -1"),
        (lambda: neighbour_graph([[0], [1]], 2), "k must be at most 1, the number of other rows; got 2"),
        (lambda: rbf_graph([[0], [1]], 0), "gamma must be a number above 0; got 0"),
        (lambda: radius_graph([[0], [1]], -1), "eps must be a number above 0; got -1"),
        (lambda: cut_weight(FOUR, [0, 0, 0, 0]), "labels must hold at least 2 classes"),
        (lambda: cut_weight(FOUR, [0, 0, 1]), "labels must hold one label for each of the 4 rows"),
        (
            lambda: normalised_cut([[0, 1, 0], [1, 0, 0], [0, 0, 0]], [0, 0, 1]),
            "W must have an edge at some node of each",
        ),
        (lambda: spectral_embedding(FOUR, 5), "k must be at most 4, the number of rows; got 5"),
        (lambda: working_laplacian(np.zeros((7, 7))), "W must have at most six nodes"),
        (lambda: working_laplacian(np.zeros((2, 2)), normalised=True), "W must have an edge at every node"),
        (lambda: working_laplacian(FOUR, [0, 0, 0, 0]), "f must not be 0 everywhere"),
        (lambda: SpectralClustering(7).fit([[0], [1]]), "n_clusters must be at most 2, the number of rows; got 7"),
        (lambda: SpectralClustering(affinity="cosine").fit([[0], [1]]), "affinity must be one of 'rbf'"),
        (lambda: SpectralClustering(affinity="precomputed").fit([[0, 1]]), "X must be a symmetric matrix"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_graph_without_edges_is_told_of():
    with pytest.warns(UserWarning, match="no two rows are alike: .* choose a smaller gamma"):
        SpectralClustering(2, gamma=1e6).fit(clouds(0))
