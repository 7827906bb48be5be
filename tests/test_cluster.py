"""k-means and its relatives: by hand, laws, what only makes it fast, scikit-learn, bad input."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from sklearn.cluster import KMeans as Theirs

from byhand.cluster import (
    STARTS,
    KMeans,
    MiniBatchKMeans,
    SoftKMeans,
    free_energy,
    furthest_first,
    k_means_plus_plus,
    lloyd,
    means,
    memberships,
    mini_batch_step,
    nearest,
    random_rows,
    squared_distances,
    weighted_means,
    working_round,
)
from byhand.clustering_scores import adjusted_rand_index, sse
from byhand.data.three_clouds import CLOUDS
from byhand.datasets import three_clouds
from byhand.engine import cluster as engine
from byhand.plot import cluster as drawing
from byhand.plot import plt
from byhand.points import Points

SEVEN = [[1, 1], [1.5, 2], [3, 4], [5, 7], [3.5, 5], [4.5, 5], [3.5, 4.5]]
SQUARE = [[0, 0], [0, 1], [4, 0], [4, 1]]


def close(actual, wanted, tolerance=1e-9):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def problem(seed, n=60, d=3, K=4):
    """Rows around K places, and K of them to start from."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + 3 * rng.normal(size=(K, d))[rng.integers(K, size=n)]
    return X, X[rng.choice(n, K, replace=False)]


# by hand


def test_seven_points():  # D-V04
    rounds = lloyd(SEVEN, [SEVEN[0], SEVEN[3]])
    assert [(r.labels + 1).tolist() for r in rounds] == [[1, 1, 1, 2, 2, 2, 2], [1, 1] + [2] * 5, [1, 1] + [2] * 5]
    close(rounds[0].centres, [[11 / 6, 7 / 3], [4.125, 5.375]])
    close(rounds[1].centres, [[1.25, 1.5], [3.9, 5.1]])
    close([r.sse for r in rounds], [293 / 24, 8.525, 8.525])
    other = lloyd(SEVEN, [SEVEN[3], SEVEN[0]])  # the tie of point 3 goes to the other centre
    assert len(other) == 2
    close(other[-1].sse, 8.525)


def test_four_points_with_a_bad_place_of_rest():  # C-W75
    assert [(r.assigned, r.sse) for r in lloyd(SQUARE, [[0, 0], [4, 0]])] == [(2, 1), (1, 1)]
    assert [(r.assigned, r.sse) for r in lloyd(SQUARE, [[2, 0], [2, 1]])] == [(16, 16), (16, 16)]
    ways = [np.array(way) for way in itertools.product([0, 1], repeat=4) if 0 < sum(way) < 4]
    assert min(sse(SQUARE, way) for way in ways) == 1
    stretched = np.array(SQUARE) * [1, 10]
    best = min(ways, key=lambda way: sse(stretched, way))
    assert sse(stretched, best) == 16 and best[0] == best[2] != best[1]


def test_six_numbers():  # C-W75
    rounds = lloyd([[1], [2], [3], [7], [8], [9]], [[1], [2]])
    close([r.assigned for r in rounds], [111, 21.52, 4])
    assert rounds[-1].centres.ravel().tolist() == [2, 8]


def test_thirteen_hundred_points():  # A-W16
    X, _ = three_clouds()
    runs = [lloyd(X, X[np.random.default_rng(seed).choice(1300, 3, replace=False)]) for seed in range(30)]
    close([r.assigned for r in runs[0]], [25431.2, 9572.82, 5569.04, 4249.15, 4132.41, 4130.11], 1e-5)
    ends = [run[-1].sse for run in runs]
    assert sum(np.isclose(ends, 4130.11, atol=0.01)) == 29
    assert sum(np.isclose(ends, 12595.3, atol=0.05)) == 1
    best = runs[0][-1]
    order = np.argsort(best.centres[:, 0])
    close(best.centres[order], [[-0.010956, 0.0105876], [2.04312, 6.03042], [6.05114, 1.01102]], 1e-5)
    assert np.bincount(best.labels)[order].tolist() == [426, 439, 435]


def test_the_clouds_are_those_of_their_covariances():
    wanted = [[[1, 0.3], [0.3, 1]], [[1.5, -0.6], [-0.6, 0.8]], [[0.8, 0], [0, 1.6]]]
    for (_, factor), cov in zip(CLOUDS, wanted, strict=True):
        close(np.array(factor) @ np.transpose(factor), cov, 1e-12)
    rng = np.random.default_rng(0)
    drawn = [rng.multivariate_normal(middle, cov, 400) for (middle, _), cov in zip(CLOUDS, wanted, strict=True)]
    own = three_clouds()[0][:1200].reshape(3, 400, 2)
    assert [np.allclose(np.cov(a.T), np.cov(b.T)) for a, b in zip(own, drawn, strict=True)] == [True] * 3


def test_on_paper():
    working = working_round(SEVEN, [SEVEN[0], SEVEN[3]])
    wrong, checked = check(working)
    assert not wrong and checked == 18
    assert [working[f"z{n}"] for n in range(1, 8)] == ["1", "1", "1", "2", "2", "2", "2"]
    assert "a tie of 1 and 2: the first" in str(working.step("z3"))
    close(float(working["SSE"]), 293 / 24)
    second = working_round(SEVEN, lloyd(SEVEN, [SEVEN[0], SEVEN[3]], max_iter=1)[-1].centres)
    assert not check(second)[0]
    close([float(second["centre 2,2"]), float(second["SSE"])], [5.1, 8.525])
    lonely = working_round([[1], [2], [9]], [[2], [-5]])
    assert float(lonely["centre 2,1"]) == 9 and "cluster 2 has no rows: it moves" in str(lonely)


def test_a_centre_without_rows_moves_to_the_furthest_row():
    rounds = lloyd([[0], [1], [2], [10]], [[1], [50], [60]])
    assert rounds[0].empty == (1, 2) and rounds[-1].empty == ()
    assert rounds[0].centres.ravel().tolist() == [3.25, 10, 0]
    assert rounds[-1].sse == 0.5


def test_a_mini_batch_makes_running_means():
    centres, counts = np.array([[0.0], [10.0]]), np.zeros(2)
    for batch in ([[1], [2]], [[3]], [[9], [2]]):
        centres, counts = mini_batch_step(batch, centres, counts)
    assert (centres.ravel().tolist(), counts.tolist()) == ([2, 9], [4, 1])


# laws


@settings(max_examples=60)
@given(st.integers(1, 5), st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=5, max_size=20))
def test_neither_step_raises_the_squared_distances(K, points):
    X = np.array(points, dtype=float)
    rounds = lloyd(X, X[:K])
    values = [value for r in rounds for value in (r.assigned, r.sse)]
    assert all(later <= earlier + 1e-9 for earlier, later in itertools.pairwise(values))
    assert len(rounds) < 300
    last = rounds[-1]
    assert (nearest(X, last.centres) == last.labels).all()
    close(means(X, last.labels, last.centres), last.centres)
    assert not last.empty or len(np.unique(X, axis=0)) < K


@pytest.mark.parametrize("seed", range(4))
def test_the_mean_has_the_least_squared_distances(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 2))
    middle = X.mean(axis=0)
    at = rng.normal(size=2)
    close(((X - at) ** 2).sum(), ((X - middle) ** 2).sum() + 9 * ((at - middle) ** 2).sum())


@pytest.mark.parametrize("seed", range(5))
def test_of_all_groupings_none_is_better_than_the_best_of_many_starts(seed):
    X = np.random.default_rng(seed).normal(size=(8, 2))
    ways = [way for way in itertools.product(range(3), repeat=8) if len(set(way)) == 3]
    close(KMeans(3, n_init=40).fit(X).inertia_, min(sse(X, way) for way in ways))


@pytest.mark.parametrize("name", STARTS)
def test_a_start_gives_centres_among_the_rows(name):
    X, start = problem(0)[0], STARTS[name]
    for seed in range(5):
        centres = start(X, 4, seed)
        assert centres.shape == (4, 3) and np.unique(centres, axis=0).shape == (4, 3)
        assert np.array_equal(start(X, 4, seed), centres)
        if name != "groups":  # whose means are no rows
            assert (squared_distances(centres, X).min(axis=1) == 0).all()


def test_far_rows_are_drawn_by_their_squared_distance():
    X = [[0], [1], [3]]
    pairs = [tuple(k_means_plus_plus(X, 2, seed).ravel()) for seed in range(3000)]
    first = [pair[1] for pair in pairs if pair[0] == 0]
    assert abs(np.mean(np.array(first) == 3) - 0.9) < 4 * math.sqrt(0.09 / len(first))
    assert [furthest_first(X, 3, seed).ravel().tolist() for seed in (0, 1)] == [[3, 0, 1], [1, 3, 0]]


def test_k_means_plus_plus_ends_lower_than_random_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2)) + 12 * np.array(list(itertools.product(range(4), range(5))))[np.arange(200) % 20]
    ends = {init: np.mean([KMeans(20, init, 1, seed=s).fit(X).inertia_ for s in range(10)]) for init in STARTS}
    assert ends["k-means++"] < ends["random"] < ends["groups"]
    assert random_rows(X, 200).shape == (200, 2)


@pytest.mark.parametrize("seed", range(4))
def test_soft_k_means_never_raises_its_free_energy_and_hardens(seed):
    X, centres = problem(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        models = [SoftKMeans(4, stiffness, centres).fit(X) for stiffness in (0.05, 0.3, 1, 5, 1000)]
    for model in models:
        assert (np.diff(model.history_) < 1e-9).all()
        close(model.predict_proba(X).sum(axis=1), 1)
    hard = KMeans(4, centres).fit(X)
    close(models[-1].cluster_centers_, hard.cluster_centers_)
    close(free_energy(X, hard.cluster_centers_, 1000), hard.inertia_)


@pytest.mark.parametrize("seed", range(4))
def test_below_the_critical_stiffness_there_is_one_cluster(seed):
    X, _ = problem(seed)
    critical = 1 / (2 * np.linalg.eigvalsh(np.cov(X.T, bias=True))[-1])
    soft = SoftKMeans(3, 0.9 * critical, tol=1e-9, max_iter=5000).fit(X)
    close(soft.cluster_centers_, np.tile(X.mean(axis=0), (3, 1)), 1e-5)
    stiff = SoftKMeans(3, 1.2 * critical, tol=1e-9, max_iter=5000).fit(X)
    assert np.ptp(stiff.cluster_centers_, axis=0).max() > 0.1


def test_a_step_of_soft_k_means_goes_downhill_to_the_weighted_mean():
    X, centres = problem(1)
    shares = memberships(X, centres, 0.2)
    moved = weighted_means(X, shares)
    worse = [(shares * squared_distances(X, moved + shift)).sum() for shift in (0.1, -0.1)]
    assert (shares * squared_distances(X, moved)).sum() < min(worse)


@pytest.mark.parametrize("seed", range(3))
def test_mini_batches_end_nearly_as_low(seed):
    X, _ = three_clouds(seed)
    full = KMeans(3).fit(X)
    quick = MiniBatchKMeans(3, batch_size=50, seed=seed).fit(X)
    assert full.inertia_ <= quick.inertia_ < 1.01 * full.inertia_
    assert adjusted_rand_index(full.labels_, quick.labels_) > 0.97


# what only makes it fast


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("far", [0, 1e6])
def test_the_engine_ends_where_plain_rounds_end(seed, far):
    X, centres = problem(seed, n=300, d=1 + seed % 4, K=2 + seed)
    rounds, run = lloyd(X + far, centres + far), engine.lloyd(X + far, centres + far, 300)
    assert run.at_rest and len(run.sses) == len(rounds)
    assert (run.labels == rounds[-1].labels).all()
    close(run.centres, rounds[-1].centres, 1e-9)
    close(run.sses, [r.sse for r in rounds], 1e-6 if far else 1e-9)


def test_the_engine_breaks_ties_and_fills_empty_clusters_as_the_plain_form_does():
    grid = np.array(list(itertools.product(range(7), range(6))), dtype=float)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        centres = np.vstack([grid[rng.choice(42, 4)], [[50, 50]], [[-40, 3]]])  # some may be the same, two are far off
        rounds, run = lloyd(grid, centres), engine.lloyd(grid, centres, 300)
        assert (engine.nearest(grid, centres) == nearest(grid, centres)).all()
        assert [round(value, 9) for value in run.sses] == [round(r.sse, 9) for r in rounds]
        assert (run.labels == rounds[-1].labels).all()


def test_many_rows_are_gone_through_block_by_block():
    X, centres = problem(0, n=engine.BLOCK + 1_000)
    assert (engine.nearest(X, centres) == nearest(X, centres)).all()


def test_the_engine_takes_the_same_step_with_a_few_rows():
    X, centres = problem(3)
    for ours, plain in zip(
        engine.mini_batch_step(X, centres, np.arange(4.0)), mini_batch_step(X, centres, np.arange(4.0)), strict=True
    ):
        close(ours, plain)


# scikit-learn


@pytest.mark.parametrize("seed", range(6))
def test_runs_from_given_centres_agree(seed):
    X, centres = problem(seed, n=200, d=2 + seed % 3)
    ours, theirs = KMeans(4, centres).fit(X), Theirs(4, init=centres, n_init=1, tol=0, algorithm="lloyd").fit(X)
    assert (ours.labels_ == theirs.labels_).all() and ours.n_iter_ == theirs.n_iter_
    close(ours.cluster_centers_, theirs.cluster_centers_)
    close([ours.inertia_, ours.score(X[:50])], [theirs.inertia_, theirs.score(X[:50])])
    assert (ours.predict(X[::-1]) == theirs.predict(X[::-1])).all()
    close(ours.distances(X), theirs.transform(X), 1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_several_runs_is_as_good_as_theirs(seed):
    X, _ = problem(seed, n=150, K=3)
    close(KMeans(3).fit(X).inertia_, Theirs(3, n_init=10, random_state=seed).fit(X).inertia_)


# drawings


def starred(X, stars):
    return Points([*X, *stars], ["point"] * len(X) + ["star"] * len(stars))


def test_half_steps_choose_and_move_in_turn():
    run = drawing.frames(np.array(SEVEN), np.array([SEVEN[0], SEVEN[3]], dtype=float))
    assert [words.partition(":")[0] for words, *_ in run] == ["start", *["round 1"] * 2, *["round 2"] * 2, "round 3"]
    close([value for *_, value in run[1:]], [33.25, 293 / 24, 11.225694, 8.525, 8.525], 1e-6)
    assert [labels is None for _, labels, *_ in run] == [True] + [False] * 5
    values = [value for *_, value in run[1:]]
    assert values == sorted(values, reverse=True)


def test_a_run_is_drawn_from_the_stars_among_the_points():
    points = starred(SEVEN, [SEVEN[0], SEVEN[3]])
    words = [drawing.half_step(points, "as placed", step) for step in (0, 2, 5, 20)]
    assert words[0] == "the stars at the start" and words[1].endswith("J = 12.21")
    assert words[2] == "round 3: at rest, no point changes its star; J = 8.53"
    assert words[3] == "at rest since step 5: J = 8.53"
    plt.close("all")


@pytest.mark.parametrize("stars", [[], [[0, 0]] * 9, [[0, 0]] * 8])
def test_too_few_stars_or_too_many_are_refused_in_words(stars):
    with pytest.raises(ValueError, match="there must be at least one star, at most 8"):
        drawing.as_placed(starred(SEVEN, stars))


def test_centres_close_together_are_one_place():
    X = np.array(SEVEN)
    assert drawing.places(np.array([[0.0, 0], [0, 0.01], [3, 3]]), X) == 2
    assert drawing.places(np.array([[0.0, 0], [1, 1], [3, 3]]), X) == 3


@pytest.mark.parametrize("far", [0, 3, 9])
def test_right_angles_look_right(far):
    points = starred([*SEVEN, (far, -far)], [(0, 0), (5, 5)])
    drawing.half_step(points, "as placed", 1)
    ax = plt.gcf().axes[0]
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    units = np.ptp(limits, axis=1) / ax.get_window_extent().size
    plt.close("all")
    assert units[0] == pytest.approx(units[1])
    assert np.array_equal(points.X, points.X.clip(*limits.T))


# bad input


def test_what_is_odd_is_said():
    with pytest.warns(UserWarning, match="fewer different rows than n_clusters"):
        model = KMeans(3).fit([[1], [1], [2]])
    assert model.inertia_ == 0 and np.unique(model.labels_).size == 2
    with pytest.warns(UserWarning, match="not come to rest after 1 rounds"):
        KMeans(2, max_iter=1).fit(SEVEN)
    with pytest.warns(UserWarning, match="soft k-means has not come to rest"):
        SoftKMeans(2, 0.3, max_iter=2).fit(SEVEN)


def test_inputs_are_not_changed_and_results_are_repeatable():
    X, centres = problem(0)
    before = X.copy(), centres.copy()
    for model in (KMeans(4, centres), SoftKMeans(4, 0.3, centres), MiniBatchKMeans(4, centres)):
        first = model.fit(X).cluster_centers_
        assert np.array_equal(model.fit(X).cluster_centers_, first)
    assert np.array_equal(X, before[0]) and np.array_equal(centres, before[1])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: KMeans(5).fit(SQUARE), "n_clusters must be at most the number of rows of X, n_samples = 4; got 5"),
        (lambda: KMeans(2, "best").fit(SQUARE), "init must be one of 'random', 'groups', 'furthest', 'k-means"),
        (lambda: KMeans(3, SQUARE).fit(SQUARE), "init must hold a centre for each of the n_clusters = 3; got 4"),
        (lambda: KMeans(2, n_init=0).fit(SQUARE), "n_init must be a whole number of at least 1"),
        (lambda: KMeans(2).fit([[1e200], [-1e200], [0]]), "X is too large"),
        (lambda: KMeans(2).predict(SQUARE), "this KMeans has learned nothing yet"),
        (lambda: KMeans(2).fit(SQUARE).predict([[1]]), "X must have 2 columns, as in fit"),
        (lambda: lloyd(SQUARE, [[1]]), "centres must have 2 columns, as X has; got 1"),
        (lambda: means(SQUARE, [0, 0, 1, 2], SQUARE[:2]), "labels must hold whole numbers from 0 to 1"),
        (lambda: random_rows(SQUARE, 5), "k must be at most the number of rows of X, 4; got 5"),
        (lambda: mini_batch_step(SQUARE, SQUARE[:2], [1, -1]), "counts must not be negative"),
        (lambda: weighted_means(SQUARE, [[0, 1]] * 4), "shares must have .* no column of zeros"),
        (lambda: SoftKMeans(2, stiffness=0).fit(SQUARE), "stiffness must be a number above 0; got 0"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
