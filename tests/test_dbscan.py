"""DBSCAN: values worked by hand, laws, scikit-learn as reference, bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import cluster as sk
from sklearn.neighbors import NearestNeighbors
from sklearn.utils.estimator_checks import check_clustering

from byhand.dbscan import DBSCAN, NEAR, dbscan, growth, k_distances, neighbourhoods
from byhand.hierarchy import cut, merge_table

pytestmark = pytest.mark.filterwarnings("error")

LINE = np.array([[0.0], [1.0], [1.5], [4.0], [2.5], [9.0], [9.5], [10.0]])


def rows(seed, n=60, d=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)) + 3 * rng.integers(0, 3, (n, 1))


# ---- values, worked by hand


def test_eight_points_on_a_line():
    model = DBSCAN(eps=1, min_samples=3).fit(LINE)
    assert model.core_sample_indices_.tolist() == [1, 2, 5, 6, 7]
    assert model.labels_.tolist() == [0, 0, 0, -1, 0, 1, 1, 1]
    assert model.components_.ravel().tolist() == [1, 1.5, 9, 9.5, 10]
    visits = growth(LINE, 1, 3)
    assert [visit.point for visit in visits] == [1, 2, 5, 6, 7]
    assert visits[0].labels.tolist() == [0, 0, 0, -1, -1, -1, -1, -1]
    assert visits[1].labels.tolist() == [0, 0, 0, -1, 0, -1, -1, -1]


def test_a_border_point_of_two_clusters_belongs_to_the_first():
    X = [
        [2.0],
        [0.0],
        [0.5],
        [1.0],
        [3.0],
        [3.5],
        [4.0],
    ]  # 2 is at 1 from 1 and from 3, neither of which is core of both
    labels = dbscan(X, 1, 4)
    assert (
        labels.tolist()
        == DBSCAN(1, 4).fit_predict(X).tolist()
        == sk.DBSCAN(eps=1, min_samples=4).fit_predict(X).tolist()
    )
    assert labels[0] == 0


def test_what_lies_at_the_radius_exactly_is_near():
    assert DBSCAN(1, 2).fit_predict([[0], [1], [2.5]]).tolist() == [0, 0, -1]
    assert DBSCAN(0.999, 2).fit_predict([[0], [1], [2.5]]).tolist() == [-1, -1, -1]


# ---- laws


@pytest.mark.parametrize("metric", NEAR)
@pytest.mark.parametrize("seed", range(6))
def test_the_fast_way_finds_the_clusters_of_the_plain_one(metric, seed):
    X = rows(seed, 1 + 15 * seed, 1 + seed % 3) + 1
    for eps in (0.02, 0.3, 1.0):
        for least in (1, 3, 6):
            assert DBSCAN(eps, least, metric).fit_predict(X).tolist() == dbscan(X, eps, least, metric).tolist()


@given(arrays(float, st.tuples(st.integers(1, 25), st.just(2)), elements=st.integers(0, 6).map(float)))
@settings(max_examples=80)
def test_the_two_agree_where_distances_are_equal_to_the_radius(X):
    for least in (2, 4):
        assert DBSCAN(1, least).fit_predict(X).tolist() == dbscan(X, 1, least).tolist()


@pytest.mark.parametrize("seed", range(6))
def test_core_points_and_their_clusters_do_not_depend_on_the_order_of_the_rows(seed):
    X = rows(seed)
    order = np.random.default_rng(seed).permutation(len(X))
    one, other = DBSCAN(0.6, 4).fit(X), DBSCAN(0.6, 4).fit(X[order])
    core = np.isin(np.arange(len(X)), one.core_sample_indices_)
    np.testing.assert_array_equal(core[order], np.isin(np.arange(len(X)), other.core_sample_indices_))
    together, again = (labels[:, None] == labels for labels in (one.labels_[order], other.labels_))
    both = core[order][:, None] & core[order]
    np.testing.assert_array_equal(together[both], again[both])
    np.testing.assert_array_equal(one.labels_[order] == -1, other.labels_ == -1)


@pytest.mark.parametrize("seed", range(6))
def test_with_every_point_a_core_point_it_is_single_linkage_cut_at_the_radius(seed):
    X = rows(seed)
    for eps in (0.2, 0.5, 1.0):
        assert dbscan(X, eps, 1).tolist() == cut(merge_table(X, "single"), height=eps).tolist()


@pytest.mark.parametrize("seed", range(6))
def test_a_larger_radius_joins_and_takes_in_but_never_parts(seed):
    X = rows(seed)
    before, known = np.full(len(X), -1), np.arange(0)
    for eps in (0.2, 0.4, 0.8, 1.6):
        model = DBSCAN(eps, 4).fit(X)
        labels, core = model.labels_, model.core_sample_indices_
        assert not ((before >= 0) & (labels < 0)).any()
        joined = before[known][:, None] == before[known]
        assert (labels[known][:, None] == labels[known])[joined].all()
        before, known = labels, core


def test_distances_to_the_neighbours_say_who_is_core():
    X = rows(2)
    d = k_distances(X, 3)
    assert (np.diff(d) >= 0).all()
    for eps in (0.3, 0.6, 1.0):
        assert (d <= eps).sum() == len(DBSCAN(eps, 4).fit(X).core_sample_indices_)


# ---- references


@pytest.mark.parametrize("metric", NEAR)
@pytest.mark.parametrize("seed", range(6))
def test_clusters_are_those_of_scikit_learn(metric, seed):
    X = rows(seed, 200, 1 + seed % 4) + 1
    for eps in (0.01, 0.3, 0.8):
        for least in (2, 5):
            ours, theirs = (
                DBSCAN(eps, least, metric).fit(X),
                sk.DBSCAN(eps=eps, min_samples=least, metric=metric).fit(X),
            )
            assert ours.labels_.tolist() == theirs.labels_.tolist()
            assert ours.core_sample_indices_.tolist() == theirs.core_sample_indices_.tolist()


def test_neighbourhoods_and_distances_are_those_of_scikit_learn():
    X = rows(0)
    theirs = NearestNeighbors().fit(X)
    for mine, other in zip(neighbourhoods(X, 0.5), theirs.radius_neighbors(X, 0.5)[1], strict=True):
        assert mine.tolist() == sorted(other.tolist())
    np.testing.assert_allclose(k_distances(X, 4), np.sort(theirs.kneighbors(n_neighbors=4)[0][:, -1]))


def test_scikit_learns_check_of_clusterings_passes():
    check_clustering("DBSCAN", DBSCAN())


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: DBSCAN(0).fit(LINE), "eps must be a number above 0; got 0"),
        (lambda: DBSCAN(1, 0).fit(LINE), "min_samples must be a whole number of at least 1; got 0"),
        (lambda: DBSCAN(metric="gower").fit(LINE), "metric must be one of 'euclidean'"),
        (lambda: dbscan([], 1, 2), "X must"),
        (lambda: k_distances(LINE, 8), "k must be at most 7, the number of other rows; got 8"),
        (lambda: growth(LINE, 1, 2.5), "min_samples must be a whole number"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
