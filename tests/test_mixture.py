"""Mixtures and EM."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.mixture import GaussianMixture as Theirs

from byhand.cluster import k_means_plus_plus, lloyd
from byhand.em import FORMS, Bernoullis, Gaussians, e_step, em, lower_bound, raised, shaped, working_em_step
from byhand.engine import mixture as engine
from byhand.mixture import BernoulliMixture, GaussianMixture

SIX = np.array([1, 2, 3, 7, 8, 9.5])
TEN = np.array([0, 1, 2, 2.5, 3, 3.5, 4, 6, 7, 8])
each_form = pytest.mark.parametrize("form", FORMS)


def clouds(seed, n=90, d=2, K=3, apart=3.0):
    """Rows of K clouds of different shapes, some of them equal."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, apart, (K, d))
    stretch = rng.normal(0, 0.5, (K, d, d)) + np.eye(d)
    k = rng.integers(K, size=n)
    X = centres[k] + np.einsum("nij,nj->ni", stretch[k], rng.normal(size=(n, d)))
    X[n // 2 : n // 2 + 5] = X[0]  # equal points
    return X


def start_of(X, K, form, seed=0):
    """The same start for both: weights, means and covariances in the shape of the form."""
    rng = np.random.default_rng(seed)
    d = X.shape[1]
    means = X[rng.choice(len(X), K, replace=False)] + 0.01 * rng.normal(size=(K, d))
    weights = rng.dirichlet(np.full(K, 5.0))
    variance = X.var(axis=0)
    covariances = {
        "full": np.array([np.diag(variance)] * K),
        "tied": np.diag(variance),
        "diag": np.array([variance] * K),
        "spherical": np.full(K, variance.mean()),
    }[form]
    precisions = np.linalg.inv(covariances) if form in ("full", "tied") else 1 / covariances
    return weights, means, covariances, precisions


# ---- values


def test_responsibilities_of_eighty_and_twenty_percent():
    """C-W55: two bells of variance 1 at -1 and 1."""
    two = Gaussians.bells([0.5, 0.5], [-1, 1], [1, 1])
    x = np.log(4) / 2
    assert x == pytest.approx(0.693147, abs=1e-6)
    assert e_step(two.log_joint([[x]]))[0][0] == pytest.approx([0.2, 0.8])


def test_known_labels_give_each_component_its_own_rows():
    """D-W03 with the numbers of D-V07."""
    known = np.repeat(np.eye(2), 3, axis=0)
    line = Gaussians.bells([0.5, 0.5], [0, 1], [1, 1]).refit(SIX[:, None], known)
    assert line.weights == pytest.approx([0.5, 0.5])
    assert line.means[:, 0] == pytest.approx([2, 8.16667], abs=1e-5)
    assert line.covariances[:, 0, 0] == pytest.approx([0.666667, 1.05556], abs=1e-5)
    X = np.array([[1, 2], [2, 1], [3, 3], [7, 8], [8, 6], [9, 10.0]])
    plane = Gaussians([0.5, 0.5], X[:2], [np.eye(2)] * 2).refit(X, known)
    assert plane.means == pytest.approx(np.array([[2, 2], [8, 8.0]]))
    assert plane.covariances[0] == pytest.approx(np.array([[2, 1], [1, 2]]) / 3)
    assert plane.covariances[1] == pytest.approx(np.array([[2, 2], [2, 8]]) / 3)


def test_em_on_six_numbers():
    """D-V08."""
    run = em(Gaussians.bells([0.5, 0.5], [2, 6], [4, 4]), SIX[:, None], tol=0)
    assert run.history[:4] == pytest.approx([-15.6781, -13.6065, -12.5533, -12.1484], abs=5e-5)
    first, second, third = run.path[1:4]
    assert first.weights[0] == pytest.approx(0.438985, abs=1e-6)
    assert first.means[:, 0] == pytest.approx([2.05849, 7.45023], abs=1e-5)
    assert first.covariances[:, 0, 0] == pytest.approx([1.41869, 4.60913], abs=1e-5)
    assert second.means[:, 0] == pytest.approx([1.96894, 7.91958], abs=1e-5)
    assert third.covariances[:, 0, 0] == pytest.approx([0.665924, 1.12144], abs=1e-5)
    assert run.history[-1] == pytest.approx(-12.1454, abs=5e-5)
    assert run.model.covariances[:, 0, 0] == pytest.approx([0.666666, 1.05560], abs=1e-5)


def test_soft_and_hard_end_elsewhere():
    """D-V08 and the slip D-E28: with indicators in the M-step it is another algorithm, with another end."""
    start = Gaussians.bells([0.5, 0.5], [1, 7], [4, 4])
    soft = em(start, TEN[:, None], max_iter=500, tol=0)
    assert soft.history[0] == pytest.approx(-24.7340, abs=5e-5)
    assert soft.model.weights[0] == pytest.approx(0.707992, abs=1e-6)
    assert soft.model.means[:, 0] == pytest.approx([2.32879, 7.02460], abs=1e-5)
    assert soft.history[-1] == pytest.approx(-21.4868, abs=5e-5)
    hard = start
    for _ in range(50):
        hard = hard.refit(TEN[:, None], np.eye(2)[hard.log_joint(TEN[:, None]).argmax(axis=1)])
    assert hard.means[:, 0] == pytest.approx([2.28571, 7], abs=1e-5)
    assert hard.covariances[:, 0, 0] == pytest.approx([1.70408, 0.666667], abs=1e-5)
    assert e_step(hard.log_joint(TEN[:, None]))[1].sum() == pytest.approx(-21.4985, abs=5e-5)


def test_em_on_another_six():
    """C-W77."""
    x = np.array([[0], [1], [2], [4], [5], [6.0]])
    run = em(Gaussians.bells([0.5, 0.5], [1, 4], [1, 1]), x, tol=1e-13)
    R, _ = e_step(run.path[0].log_joint(x))
    right = [0.999447, 0.989013, 0.817574, 0.0109869, 0.000552779, 2.75357e-05]
    assert R[:, 0] == pytest.approx(right, rel=1e-5)
    assert run.history[:3] == pytest.approx([-12.9479, -11.6470, -11.4876], abs=5e-5)
    assert run.path[1].means[:, 0] == pytest.approx([0.947983, 4.81680], abs=1e-5)
    assert run.path[2].covariances[:, 0, 0] == pytest.approx([0.664459, 0.837732], abs=1e-6)
    assert run.model.means[:, 0] == pytest.approx([1.00177, 4.99823], abs=1e-5)
    assert run.history[-1] == pytest.approx(-11.4510, abs=5e-5)


def test_three_clouds_with_noise():
    """A-W17, from the end of k-means on the points of A-W16."""
    rng = np.random.default_rng(0)
    shapes = (([0, 0], [[1, 0.3], [0.3, 1]]), ([6, 1], [[1.5, -0.6], [-0.6, 0.8]]), ([2, 6], [[0.8, 0], [0, 1.6]]))
    X = np.vstack([rng.multivariate_normal(*shape, 400) for shape in shapes] + [rng.uniform(-4, 10, (100, 2))])
    labels = lloyd(X, [[0, 0], [2, 6], [6, 1]])[-1].labels
    assert np.bincount(labels).tolist() == [426, 439, 435]
    first = Gaussians(np.full(3, 1 / 3), X[:3], [np.eye(2)] * 3).refit(X, np.eye(3)[labels])
    model = GaussianMixture(3, "full", 1e-9, 1e-6, 200, 1, first.weights, first.means, first.covariances).fit(X)
    assert model.history_[0] == pytest.approx(-5644.23, abs=0.005)
    assert model.log_likelihood_ == pytest.approx(-5622.06, abs=0.005)
    assert model.weights_ == pytest.approx([0.327338, 0.346814, 0.325847], abs=1e-4)
    assert model.means_[1] == pytest.approx([2.14175, 5.97837], abs=1e-3)
    assert model.covariances_[2] == pytest.approx(np.array([[1.70815, -0.576988], [-0.576988, 0.891899]]), abs=1e-3)
    assert np.mean(model.predict(X) == labels) == pytest.approx(0.986923, abs=1e-6)
    assert np.sum(model.predict_proba(X).max(axis=1) < 0.9) == 38


def test_a_step_on_paper():
    steps = working_em_step(SIX, [0.5, 0.5], [2, 6], [4, 4])
    right = [0.952574, 0.880797, 0.731059, 0.0474259, 0.0179862, 0.00407014]
    assert [steps[f"r{i}"] for i in range(1, 7)] == pytest.approx(right, abs=1e-6)
    after = em(Gaussians.bells([0.5, 0.5], [2, 6], [4, 4]), SIX[:, None], max_iter=1).model
    for k in (1, 2):
        assert steps[f"pi{k}"] == pytest.approx(after.weights[k - 1], abs=1e-5)
        assert steps[f"mu{k}"] == pytest.approx(after.means[k - 1, 0], abs=1e-5)
        assert steps[f"var{k}"] == pytest.approx(after.covariances[k - 1, 0, 0], abs=1e-5)


def test_free_numbers_are_counted():
    X = clouds(0)
    counts = {form: GaussianMixture(3, form).fit(X).n_parameters() for form in FORMS}
    assert counts == {"full": 2 + 6 + 9, "tied": 2 + 6 + 3, "diag": 2 + 6 + 6, "spherical": 2 + 6 + 3}
    assert BernoulliMixture(3).fit(X > 0).n_parameters() == 2 + 6


# ---- laws


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 5), st.sampled_from(FORMS))
def test_no_step_lowers_the_likelihood(seed, K, form):
    X = clouds(seed, n=30, K=2, apart=seed % 4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = GaussianMixture(K, form, tol=0, max_iter=60, seed=seed, min_covar=(1e-6, 1e-2)[seed % 2]).fit(X)
    falls = -np.diff(model.history_).min(initial=0)
    assert falls <= 1e-8 * max(1, abs(model.log_likelihood_))


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_no_step_lowers_that_of_coins_either(seed, K):
    X = (np.random.default_rng(seed).random((25, 4)) < 0.4).astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = BernoulliMixture(K, tol=0, max_iter=60, seed=seed).fit(X)
    assert np.diff(model.history_).min(initial=0) >= -1e-9 * abs(model.log_likelihood_)


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_the_bound_touches_the_likelihood_at_the_responsibilities_and_nowhere_else(seed):
    rng = np.random.default_rng(seed)
    joint = rng.normal(-3, 2, (6, 3))
    R, log_p = e_step(joint)
    assert R.sum(axis=1) == pytest.approx(np.ones(6))
    assert lower_bound(joint, R) == pytest.approx(log_p.sum())
    other = rng.dirichlet(np.ones(3), 6)
    divergence = (other * np.log(other / R)).sum()
    assert lower_bound(joint, other) == pytest.approx(log_p.sum() - divergence)
    assert lower_bound(joint, other) < log_p.sum()


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_the_floor_is_where_the_likelihood_is_highest(seed):
    """Against random covariances that keep the floor as well."""
    rng = np.random.default_rng(seed)
    least = rng.uniform(0.2, 2, 2)
    half = rng.normal(0, 0.7, (2, 2))
    scatter = half @ half.T

    def fit(cov):
        return -np.log(np.linalg.det(cov)) - np.trace(np.linalg.solve(cov, scatter))

    best = raised(scatter, least)
    assert np.linalg.eigvalsh(best - np.diag(least)).min() > -1e-9
    for _ in range(30):
        more = rng.normal(0, 0.7, (2, 2))
        assert fit(np.diag(least) + more @ more.T * rng.choice([0.01, 0.3, 1])) <= fit(best) + 1e-9


def test_the_unit_of_a_column_changes_no_cluster():
    X = clouds(4)
    plain, scaled = GaussianMixture(3).fit(X), GaussianMixture(3).fit(X * [1000, 0.01] + [5, -7])
    assert plain.predict(X).tolist() == scaled.predict(X * [1000, 0.01] + [5, -7]).tolist()
    assert scaled.means_ == pytest.approx(plain.means_ * [1000, 0.01] + [5, -7], rel=1e-6)


@pytest.mark.filterwarnings("error")
@each_form
def test_a_mixture_adds_up_to_one(form):
    model = GaussianMixture(3, form).fit(clouds(8, apart=3))
    x, y = np.linspace(-25, 25, 501), np.linspace(-25, 25, 501)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    assert np.exp(model.score_samples(grid)).sum() * 0.1**2 == pytest.approx(1, abs=1e-3)


@each_form
def test_samples_come_from_the_mixture(form):
    model = GaussianMixture(2, form).fit(clouds(3, K=2))
    X, component = model.sample(40_000, seed=1)
    for k in range(2):
        own = X[component == k]
        assert len(own) / len(X) == pytest.approx(model.weights_[k], abs=0.01)
        assert own.mean(axis=0) == pytest.approx(model.means_[k], abs=0.15)
        assert np.cov(own.T) == pytest.approx(model.mixture_.covariances[k], abs=0.3)
    assert model.score(X) == pytest.approx(model.score(model.sample(40_000, seed=2)[0]), abs=0.05)


def test_samples_of_coins():
    model = BernoulliMixture(2, n_init=5).fit(np.random.default_rng(0).random((50, 3)) < [0.2, 0.5, 0.9])
    X, component = model.sample(20_000, seed=1)
    assert X[component == 0].mean(axis=0) == pytest.approx(model.probabilities_[0], abs=0.03)


def test_a_component_on_a_single_point_is_stopped_and_said():
    X = np.append(np.random.default_rng(0).normal(size=30), 9.0)[:, None]
    start = {"means_init": [[0.0], [9.0]], "covariances_init": [[[1.0]], [[1e-4]]]}
    with pytest.warns(UserWarning, match="component 1 has shrunk to the floor that min_covar sets"):
        model = GaussianMixture(2, **start).fit(X)
    assert model.collapsed_.tolist() == [False, True]
    assert model.covariances_[1, 0, 0] == pytest.approx(1e-6 * X.var())
    lower = [GaussianMixture(2, min_covar=share, **start) for share in (1e-3, 1e-6, 1e-9)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = [model.fit(X).log_likelihood_ for model in lower]
    assert np.diff(values) == pytest.approx([np.log(1000) / 2] * 2, abs=1e-3)  # it would go on like that
    with pytest.raises(ValueError, match="R must leave each component rows that spread"):
        em(Gaussians([0.5, 0.5], start["means_init"], start["covariances_init"]), X)


def test_restarts_keep_the_best():
    X = clouds(7, n=60, K=4, apart=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = GaussianMixture(4, n_init=8).fit(X)
    ends = [run.history[-1] for run in model.runs_]
    assert len(ends) == 8 and model.log_likelihood_ == max(ends) > min(ends)


def test_a_component_without_rows_stays_without_rows():
    X = np.random.default_rng(0).normal(size=(20, 2))
    R = np.column_stack([np.ones(20), np.zeros(20)])
    lesson = Gaussians([0.5, 0.5], X[:2], [np.eye(2)] * 2, least=[1e-6, 1e-6]).refit(X, R)
    assert lesson.weights == pytest.approx([1, 0], abs=1e-200)
    assert np.isfinite(lesson.log_joint(X)).all()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("K", [1, 2, 5])
@each_form
def test_equal_rows_and_steady_columns_are_no_trouble(K, form):
    for X in (np.ones((6, 2)), np.column_stack([np.arange(6.0), np.full(6, 3.0)]), np.arange(6.0)[:, None] * [1, 2]):
        model = GaussianMixture(K, form).fit(X)
        assert np.isfinite(model.score_samples(X)).all()
        assert np.isfinite(model.log_likelihood_)


# ---- the engine


@each_form
@pytest.mark.parametrize("seed", range(5))
def test_the_engine_gives_what_the_lesson_gives(form, seed):
    X = clouds(seed, n=40, d=1 + seed % 3)
    weights, means, covariances, _ = start_of(X, 3, form, seed)
    model = GaussianMixture(3, form, 0, 0.05, 12, 1, weights, means, covariances)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fast = model.fit(X)
    first = fast.path_[0]
    slow = em(Gaussians(weights, means, first.covariances, form, 0.05 * X.var(axis=0)), X, max_iter=12, tol=0)
    assert slow.history == pytest.approx(fast.history_, rel=1e-9)
    for ours, theirs in zip(slow.path, fast.path_, strict=True):
        assert ours.means == pytest.approx(theirs.means, rel=1e-7, abs=1e-9)
        assert ours.covariances == pytest.approx(theirs.covariances, rel=1e-6, abs=1e-9)
        assert ours.log_joint(X) == pytest.approx(theirs.log_joint(np.asfortranarray(X)), rel=1e-7)


def test_the_engine_shapes_and_raises_as_the_lesson_does():
    rng = np.random.default_rng(0)
    half = rng.normal(size=(3, 2, 2))
    covariances, weights = half @ half.transpose(0, 2, 1), [0.2, 0.3, 0.5]
    for form in FORMS:
        assert engine.shaped(covariances, weights, form) == pytest.approx(shaped(covariances, weights, form))
    found, low = engine.all_raised(covariances, np.array([0.5, 0.5]))
    assert found == pytest.approx(np.array([raised(cov, [0.5, 0.5]) for cov in covariances]))
    assert low.tolist() == [bool(np.linalg.eigvalsh(cov)[0] < 0.5) for cov in covariances]


# ---- references


@pytest.mark.filterwarnings("ignore")
@each_form
@pytest.mark.parametrize("seed", range(6))
def test_scikit_learn_goes_the_same_way(form, seed):
    X = clouds(seed, n=120, d=1 + seed % 3)
    K = 2 + seed % 3
    weights, means, covariances, precisions = start_of(X, K, form, seed)
    for steps in (1, 5, 25):
        ours = GaussianMixture(K, form, 0, 1e-9, steps, 1, weights, means, covariances).fit(X)
        theirs = Theirs(K, covariance_type=form, tol=0, reg_covar=0, max_iter=steps)
        theirs.set_params(weights_init=weights, means_init=means, precisions_init=precisions).fit(X)
        assert not ours.collapsed_.any()  # theirs has no floor
        assert ours.weights_ == pytest.approx(theirs.weights_, abs=1e-7)
        assert ours.means_ == pytest.approx(theirs.means_, abs=1e-6)
        assert ours.covariances_ == pytest.approx(theirs.covariances_, abs=1e-6)
        assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-6)
        assert ours.score_samples(X) == pytest.approx(theirs.score_samples(X), abs=1e-6)
        assert (ours.bic(X), ours.aic(X)) == pytest.approx((theirs.bic(X), theirs.aic(X)), rel=1e-8)
        assert ours.predict(X).tolist() == theirs.predict(X).tolist()
        assert ours.score(X) == pytest.approx(theirs.score(X))


@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_on_a_tiny_component():
    """Five rows of a thousand, far away."""
    rng = np.random.default_rng(3)
    X = np.vstack([rng.normal(size=(995, 2)), rng.normal(8, 0.2, (5, 2))])
    means, covariances = X[[0, -1]], np.array([np.eye(2)] * 2)
    ours = GaussianMixture(2, tol=0, max_iter=30, means_init=means, covariances_init=covariances).fit(X)
    theirs = Theirs(2, tol=0, reg_covar=0, max_iter=30, weights_init=[0.5, 0.5], means_init=means)
    theirs.set_params(precisions_init=covariances).fit(X)
    assert ours.weights_[1] == pytest.approx(0.005, abs=1e-6)
    assert ours.covariances_ == pytest.approx(theirs.covariances_, abs=1e-8)
    assert not ours.collapsed_.any()


def test_densities_are_those_of_scipy():
    X = clouds(2)
    model = GaussianMixture(3).fit(X)
    parts = [
        weight * stats.multivariate_normal(mean, cov).pdf(X)
        for weight, mean, cov in zip(model.weights_, model.means_, model.covariances_, strict=True)
    ]
    assert np.exp(model.score_samples(X)) == pytest.approx(np.sum(parts, axis=0))
    X = (X > 0).astype(float)
    coins = BernoulliMixture(2).fit(X)
    parts = [
        weight * stats.bernoulli(theta).pmf(X.astype(int)).prod(axis=1)
        for weight, theta in zip(coins.weights_, coins.probabilities_, strict=True)
    ]
    assert np.exp(coins.score_samples(X)) == pytest.approx(np.sum(parts, axis=0))


def test_what_is_not_given_starts_from_k_means_plus_plus():
    """In units of the columns' spreads, with the spread around the nearest of the means for all."""
    X = clouds(5) * [1000, 0.01]
    units = X.std(axis=0)
    first = GaussianMixture(3, seed=4).fit(X).path_[0]
    assert first.weights == pytest.approx(np.full(3, 1 / 3))
    assert first.means / units == pytest.approx(k_means_plus_plus(X / units, 3, seed=4))
    near = ((X[:, None] - first.means) ** 2 / units**2).sum(axis=2).argmin(axis=1)
    left = X - np.array([X[near == k].mean(axis=0) for k in range(3)])[near]
    for cov in first.covariances:
        assert cov / units / units[:, None] == pytest.approx(left.T @ left / len(X) / units / units[:, None])


# ---- bad input


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_components": 0}, "n_components must be a whole number of at least 1"),
        ({"n_components": 4}, "X must have at least as many rows as there are components, 4; it has 3"),
        ({"covariance_type": "round"}, "covariance_type must be one of 'full', 'tied', 'diag', 'spherical'"),
        ({"min_covar": -1}, "min_covar must be a number of at least 0"),
        ({"tol": -1}, "tol must be a number of at least 0"),
        ({"max_iter": 0}, "max_iter must be"),
        ({"n_init": 0}, "n_init must be"),
        ({"seed": -1}, "seed must be"),
        ({"n_components": 2, "weights_init": [0.5, 0.6]}, "weights_init must sum to 1"),
        ({"n_components": 2, "means_init": [[0, 0]]}, "means_init must have a row for each of the 2 components"),
        ({"n_components": 2, "covariances_init": np.eye(2)}, r"covariances_init must have the shape \(2, 2, 2\)"),
        ({"covariances_init": [[[1, 2], [2, 1]]]}, "covariances_init must be positive definite"),
    ],
)
def test_bad_settings_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        GaussianMixture(**settings).fit([[0, 1], [2, 3], [5, 4]])


def test_coins_take_zeros_and_ones():
    with pytest.raises(ValueError, match="X must hold zeros and ones only"):
        BernoulliMixture(2).fit([[0, 1], [2, 0]])
    with pytest.raises(ValueError, match="min_prob must be a number above 0 and at most 0.25"):
        BernoulliMixture(2, min_prob=0.5).fit([[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="probabilities must lie between 0 and 1"):
        Bernoullis([1.0], [[0.0, 1.0]])


def test_a_run_that_is_too_short_says_so():
    with pytest.warns(UserWarning, match="EM has not come to an end after 1 steps; raise max_iter"):
        GaussianMixture(2, max_iter=1).fit(clouds(0))
