"""Scores of clusterings: by hand, laws, scikit-learn, bad input."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from byhand.cluster import KMeans
from byhand.clustering_scores import (
    adjusted_rand_index,
    cluster_entropy,
    cohesion,
    elbow,
    gap_statistic,
    purity,
    rand_index,
    separation,
    silhouette_samples,
    silhouette_score,
    sse,
    sums_of_squares,
)
from byhand.distances import euclidean

SQUARE = [[0, 0], [0, 1], [4, 0], [4, 1]]


def close(actual, wanted, tolerance=1e-9):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def problem(seed, n=40, d=3, K=4):
    """Rows around K places, and a grouping of them that is not the one that made them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + 3 * rng.normal(size=(K, d))[rng.integers(K, size=n)]
    return X, np.append(np.arange(K), rng.integers(K, size=n - K)), rng.integers(3, size=n)


# by hand


def test_four_points_parted_in_two_ways():  # C-W75
    assert sse(SQUARE, [0, 0, 1, 1]) == 1
    assert sse(SQUARE, [0, 1, 0, 1]) == 16
    assert sse([[1], [2], [3], [7], [8], [9]], [0, 0, 0, 1, 1, 1]) == 4


def test_two_clusters_with_play_labels():  # E-W12
    y = ["Yes"] * 8 + ["No"] * 4
    labels = [1] * 2 + [2] * 10
    close(cluster_entropy(y, labels), 0.809125, 1e-6)
    close(purity(y, labels), 2 / 3)
    close(cluster_entropy(y[2:], labels[2:]), 0.970951, 1e-6)
    close(cluster_entropy(y[2:], labels[2:], base=math.e), 0.673012, 1e-6)
    assert purity(y[2:], labels[2:]) == 0.6


def test_a_silhouette_by_hand():
    s = silhouette_samples([[0], [1], [5], [7]], ["a", "a", "b", "b"])
    close(s, [(6 - 1) / 6, (5 - 1) / 5, (4.5 - 2) / 4.5, (6.5 - 2) / 6.5])


def test_an_elbow_by_hand():
    assert elbow([1, 2, 3, 4], [9, 3, 2, 0]) == 2
    assert elbow([2, 4, 8], [90, 80, 10]) == 2  # a curve above its chord has none: its first point


def test_six_rows_and_their_pairs():
    y, labels = ["a", "a", "a", "b", "b", "b"], [0, 0, 1, 1, 2, 2]
    assert rand_index(y, labels) == 10 / 15  # of 15 pairs, 2 together in both, 8 apart in both
    close(adjusted_rand_index(y, labels), (2 - 6 * 3 / 15) / (4.5 - 6 * 3 / 15))


# laws


@pytest.mark.parametrize("seed", range(5))
def test_within_and_between_add_up_to_the_total(seed):
    X, labels, _ = problem(seed)
    parts = sums_of_squares(X, labels)
    close(parts.total, ((X - X.mean(axis=0)) ** 2).sum())
    close(parts.within, sse(X, labels))


@pytest.mark.parametrize("seed", range(3))
def test_sse_is_a_mean_of_squared_distances_between_pairs(seed):
    X, labels, _ = problem(seed)
    own = [X[labels == k] for k in range(4)]
    pairs = [sum(((a - b) ** 2).sum() for a, b in itertools.combinations(rows, 2)) / len(rows) for rows in own]
    close(sse(X, labels), sum(pairs))


@pytest.mark.parametrize("seed", range(3))
def test_cohesion_and_separation_are_their_formulae(seed):
    X, labels, _ = problem(seed, n=12)
    rows = [X[labels == k] for k in range(4)]
    inside = [sum(euclidean(a, b) for a, b in itertools.combinations(own, 2)) for own in rows]
    close(cohesion(X, labels), [1 / total if total else math.inf for total in inside])
    apart = [[sum(euclidean(a, b) for a in own for b in other) * (own is not other) for other in rows] for own in rows]
    close(separation(X, labels), apart)


def test_a_cluster_of_one_row_cannot_be_tighter():
    assert cohesion([[0], [1], [1]], [0, 1, 1]).tolist() == [math.inf, math.inf]
    assert silhouette_samples([[0], [1], [2]], [0, 1, 1])[0] == 0
    assert silhouette_samples([[2], [2], [2], [2]], [0, 0, 1, 1]).tolist() == [0] * 4


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=2, max_size=30), st.permutations(range(5)))
def test_names_of_clusters_do_not_matter_and_more_clusters_never_lower_the_purity(pairs, names):
    y, labels = (np.array(column) for column in zip(*pairs, strict=True))
    renamed = np.array(names)[labels]
    for score in (purity, cluster_entropy, rand_index, adjusted_rand_index):
        close(score(y, labels), score(y, renamed))
    finer = 2 * labels + np.arange(len(labels)) % 2
    assert purity(y, finer) >= purity(y, labels) - 1e-12
    assert cluster_entropy(y, finer) <= cluster_entropy(y, labels) + 1e-12
    assert purity(y, np.arange(len(y))) == 1 and cluster_entropy(y, np.arange(len(y))) == 0


def test_groups_at_random_score_zero_on_average():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], 20)
    scores = [adjusted_rand_index(y, rng.integers(4, size=60)) for _ in range(300)]
    assert abs(np.mean(scores)) < 3 * np.std(scores) / math.sqrt(300)
    assert np.mean([rand_index(y, rng.integers(4, size=60)) for _ in range(50)]) > 0.5


@pytest.mark.parametrize("K", [2, 3, 4])
def test_the_gap_finds_clear_clusters(K):
    found = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(25 * K, 2)) + 8 * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])[np.arange(25 * K) % K]
        found.append(gap_statistic(X, range(1, 7), KMeans(n_init=5), references=10, seed=seed).best)
    assert found == [K] * 5


def test_the_gap_finds_no_clusters_where_there_are_none():
    found = []
    for seed in range(10):
        X = np.random.default_rng(seed).random((60, 2))
        found.append(gap_statistic(X, range(1, 5), KMeans(n_init=5), references=20, seed=seed).best)
    assert found.count(1) >= 8


# scikit-learn


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "cosine"])
@pytest.mark.parametrize("seed", range(4))
def test_silhouettes_agree(seed, metric):
    X, labels, _ = problem(seed)
    labels[labels == 3] = np.where(np.arange((labels == 3).sum()) == 0, 3, 0)  # a cluster of one row
    close(silhouette_samples(X, labels, metric), sk.silhouette_samples(X, labels, metric=metric))
    close(silhouette_score(X, labels, metric), sk.silhouette_score(X, labels, metric=metric))


def test_silhouettes_of_many_rows_are_worked_out_block_by_block():
    X, labels, _ = problem(0, n=1_500)
    close(silhouette_score(X, labels), sk.silhouette_score(X, labels))


@pytest.mark.parametrize("seed", range(8))
def test_pairs_are_counted_as_scikit_learn_does(seed):
    _, labels, y = problem(seed, n=10 + seed)
    close(rand_index(y, labels), sk.rand_score(y, labels))
    close(adjusted_rand_index(y, labels), sk.adjusted_rand_score(y, labels))


@pytest.mark.parametrize("groups", [[[0, 0, 0], [1, 1, 1]], [[0, 1, 2], [5, 3, 4]]])
def test_trivial_groups_that_are_the_same_agree(groups):
    assert adjusted_rand_index(*groups) == sk.adjusted_rand_score(*groups) == 1


# bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sse(SQUARE, [0, 1]), "labels must hold one label for each of the 4 rows of X"),
        (lambda: silhouette_score(SQUARE, [0, 0, 0, 0]), "labels must hold at least 2 classes"),
        (lambda: silhouette_score(SQUARE, [0, 0, 1, 1], metric="gower"), "metric must be one of 'euclidean'"),
        (lambda: sse([[1e200], [-1e200]], [0, 0]), "X is too large"),
        (lambda: elbow([1, 2], [3, 2]), "ks must hold at least 3 numbers"),
        (lambda: elbow([1, 3, 2], [3, 2, 1]), "ks must hold .* each larger than the one before"),
        (lambda: elbow([1, 2, 3], [3, 3, 3]), "sses must fall from the first to the last"),
        (lambda: gap_statistic(SQUARE, [1, 4], KMeans()), "ks must stay below the number of different rows of X"),
        (lambda: gap_statistic(SQUARE, [1, 2], None), "model must offer fit_predict and set_params"),
        (lambda: purity(["a", "b"], [0]), "labels must hold one label for each of the 2 rows"),
        (lambda: rand_index(["a"], [0]), "y must hold at least two rows"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
