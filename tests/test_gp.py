"""Gaussian processes and their covariance functions."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import gaussian_process as theirs
from sklearn.gaussian_process import kernels as sk

from byhand.covariance import (
    Constant,
    Given,
    Matern,
    Periodic,
    RationalQuadratic,
    SquaredExponential,
    White,
    as_covariance,
    squared_distances,
)
from byhand.engine import gp as engine
from byhand.gaussian import Gaussian
from byhand.gp import (
    GaussianProcessRegressor,
    ascend,
    factor,
    likelihood_gradient,
    log_marginal_likelihood,
    posterior,
    samples,
)
from byhand.kernels import LinearKernel, MappedKernel, PolynomialKernel, RBFKernel, is_positive_semidefinite
from byhand.losses import numerical_gradient
from byhand.shrinkage import Ridge

THREE = [[-1.0], [0.0], [1.0]], [1.0, 0.0, 1.0]
PAIRS = {  # ours and scikit-learn's
    "squared exponential": (SquaredExponential(1.3), sk.RBF(1.3)),
    "matern 1/2": (Matern(1.3, 0.5), sk.Matern(1.3, nu=0.5)),
    "matern 3/2": (Matern(1.3, 1.5), sk.Matern(1.3, nu=1.5)),
    "matern 5/2": (Matern(1.3, 2.5), sk.Matern(1.3, nu=2.5)),
    "rational quadratic": (RationalQuadratic(1.3, 0.7), sk.RationalQuadratic(1.3, 0.7)),
    "scaled": (2.5 * SquaredExponential(0.8), 2.5 * sk.RBF(0.8)),
    "signal and noise": (2.5 * Matern(0.8) + White(0.2), 2.5 * sk.Matern(0.8, nu=1.5) + sk.WhiteKernel(0.2)),
    "sum of three": (
        SquaredExponential(3) + 0.5 * RationalQuadratic(1, 2) + White(0.1),
        sk.RBF(3) + 0.5 * sk.RationalQuadratic(1, 2) + sk.WhiteKernel(0.1),
    ),
    "product of sums": (
        (SquaredExponential(3) + Constant(0.3)) * (Matern(2) + White(0.4)),
        (sk.RBF(3) + sk.ConstantKernel(0.3)) * (sk.Matern(2, nu=1.5) + sk.WhiteKernel(0.4)),
    ),
}
PERIODIC = 1.7 * Periodic(0.9, 2.1), 1.7 * sk.ExpSineSquared(0.9, 2.1)  # they agree for one feature
OURS = {**{name: ours for name, (ours, _) in PAIRS.items()}, "periodic": PERIODIC[0]}
each_pair = pytest.mark.parametrize("name", PAIRS)
each_kernel = pytest.mark.parametrize("name", OURS)


def problem(seed, n=12, d=2):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-3, 3, (n, d))
    return X, np.sin(X.sum(axis=1)) + 0.1 * rng.standard_normal(n)


# ---- values


def test_three_points_by_hand():
    """A-W15, the three-point instance."""
    model = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.01, optimizer=None).fit(*THREE)
    mean, std = model.predict([[0.5]], return_std=True)
    assert mean == pytest.approx([0.353177], abs=1e-6)
    assert std**2 == pytest.approx([0.0250205], abs=1e-7)
    assert model.alpha_ == pytest.approx([2.39888, -2.88118, 2.39888], abs=1e-5)
    assert model.evidence_ == pytest.approx((-2.39888, 0.499483, -2.75682), abs=1e-5)
    assert model.log_marginal_likelihood() == pytest.approx(-4.65621, abs=1e-5)


def test_one_point_is_one_division():
    mean, cov = posterior(SquaredExponential(2.0), [[1.0]], [3.0], [[2.0]], noise=0.5)
    k = np.exp(-1 / 8)
    assert mean == pytest.approx([k / 1.25 * 3])
    assert cov[0, 0] == pytest.approx(1 - k**2 / 1.25)


def test_the_polynomial_kernel_of_third_order_knows_its_value_at_zero():
    """A-W15 and the trap A-T10."""
    cubic = Constant(1.0) * MappedKernel(lambda X: np.hstack([X, X**2, X**3]))
    mean, cov = posterior(cubic, *THREE, [[0.5], [0.0]], noise=0.1)
    assert mean == pytest.approx([0.248756, 0], abs=1e-6)
    assert cov[1, 1] == pytest.approx(0, abs=1e-12)
    assert cubic.diagonal([[0.0]]) == [0]
    assert not np.linalg.matrix_rank(cubic(np.arange(1.0, 6)[:, None])) > 3


def test_thirty_points_of_a_cosine():
    """A-W14."""
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(-20, 20, 30))[:, None]
    grid = np.linspace(-20, 20, 401)[:, None]
    for length, error, evidence in ((0.3, 0.515854, -24.6945), (1.5, 0.163581, 4.40196), (5, 0.535600, -25585.2)):
        model = GaussianProcessRegressor(SquaredExponential(length), alpha=1e-4, optimizer=None)
        model.fit(x, np.cos(x[:, 0]))
        off = model.predict(grid) - np.cos(grid[:, 0])
        assert np.sqrt(np.mean(off**2)) == pytest.approx(error, abs=1e-6)
        assert model.log_marginal_likelihood() == pytest.approx(evidence, rel=1e-5)


def test_the_gradient_on_the_cosine():
    """A-W15: along α, l and σ themselves -3.09557, 2.33392 and -89.9668."""
    x = np.sort(np.random.default_rng(0).uniform(-20, 20, 30))[:, None]
    kernel = 1.0 * SquaredExponential(1.5) + White(0.01)
    assert log_marginal_likelihood(kernel, x, np.cos(x[:, 0])).total == pytest.approx(-10.5096, abs=1e-4)
    along = likelihood_gradient(kernel, x, np.cos(x[:, 0])) / [1, 1.5, 0.1 / 2]
    assert along == pytest.approx([-3.09557, 2.33392, -89.9668], rel=1e-5)


def test_matern_at_distance_zero_is_one_and_rational_quadratic_at_one_two_thirds():
    """The traps A-T09 and A-E31."""
    for nu in (0.5, 1.5, 2.5):
        assert Matern(0.7, nu)([[2.0]], [[2.0]]) == [[1]]
    assert RationalQuadratic(1, 1)([[0]], [[1]])[0, 0] == pytest.approx(2 / 3)


def test_workings_are_the_results():
    model = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.01, optimizer=None).fit(*THREE)
    working = model.working([0.5])
    mean, std = model.predict([[0.5]], return_std=True)
    assert float(working["mean"]) == pytest.approx(mean[0], rel=1e-5)
    assert float(working["std"]) == pytest.approx(std[0], rel=1e-5)
    parts = model.working_likelihood()
    for name, value in zip(("fit", "simplicity", "constant"), model.evidence_, strict=True):
        assert float(parts[name]) == pytest.approx(value, rel=1e-5)
    assert float(parts["log p(y)"]) == pytest.approx(model.evidence_.total, rel=1e-5)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_workings_of_up_to_four_points(n, noise):
    X, y = problem(n, n)
    model = GaussianProcessRegressor(2.0 * Matern(1.1, 2.5), alpha=noise, optimizer=None).fit(X, y)
    working = model.working([0.5, 1.0])
    mean, std = model.predict([[0.5, 1.0]], return_std=True)
    assert [float(working[name]) for name in ("mean", "std")] == pytest.approx([mean[0], std[0]], rel=1e-4)
    assert float(model.working_likelihood()["log p(y)"]) == pytest.approx(model.evidence_.total, rel=1e-4)


# ---- laws


@each_kernel
def test_a_kernel_agrees_with_itself(name):
    kernel, (X, _) = OURS[name], problem(3)
    K = kernel(X)
    assert np.allclose(K, K.T)
    assert np.allclose(K.diagonal(), kernel.diagonal(X))
    assert is_positive_semidefinite(K)
    assert np.allclose(kernel(X, X[:4])[5:], K[5:, :4])
    assert kernel.with_theta(kernel.theta).theta == pytest.approx(kernel.theta)
    assert len(kernel.names) == len(kernel.theta) == len(kernel.gradient(X))


@each_kernel
@pytest.mark.parametrize("seed", range(3))
def test_slopes_of_kernels_are_those_of_differences(name, seed):
    kernel, (X, _) = OURS[name], problem(seed, 6)
    for i, slope in enumerate(kernel.gradient(X)):
        up, down = (kernel.theta + np.eye(len(kernel.theta))[i] * h for h in (1e-5, -1e-5))
        differences = (kernel.with_theta(up)(X) - kernel.with_theta(down)(X)) / 2e-5
        assert np.allclose(slope, differences, atol=1e-7)


@each_kernel
@pytest.mark.parametrize("seed", range(3))
def test_the_gradient_of_the_likelihood_is_that_of_differences(name, seed):
    kernel, (X, y) = OURS[name], problem(seed, 10)
    gradient = likelihood_gradient(kernel, X, y, noise=0.2)
    by_differences = numerical_gradient(
        lambda theta: log_marginal_likelihood(kernel.with_theta(theta), X, y, noise=0.2).total, kernel.theta
    )
    assert np.allclose(gradient, by_differences, rtol=1e-4, atol=1e-4)
    model = GaussianProcessRegressor(kernel, alpha=0.04, optimizer=None).fit(X, y)
    value, slopes = model.log_marginal_likelihood(eval_gradient=True)
    assert np.allclose(slopes, gradient)
    assert value == pytest.approx(model.log_marginal_likelihood())


@given(st.integers(0, 10**6), st.integers(1, 6), st.floats(0.05, 1))
def test_the_posterior_is_conditioning(seed, n, noise):
    rng = np.random.default_rng(seed)
    X, at = rng.uniform(-2, 2, (n, 1)), rng.uniform(-2, 2, (3, 1))
    y, kernel = rng.standard_normal(n), Matern(0.7, 0.5)
    places = np.vstack([at, X])
    cov = kernel(places) + np.diag([1e-9] * 3 + [noise**2] * n)
    conditional = Gaussian(np.zeros(n + 3), cov).given(list(range(3, n + 3)), y)
    mean, left = posterior(kernel, X, y, at, noise)
    assert np.allclose(mean, conditional.mean, atol=1e-6)
    assert np.allclose(left, conditional.cov, atol=1e-6)


@given(st.integers(0, 10**6))
def test_data_never_widen_the_band_and_the_heights_do_not_matter_to_it(seed):
    X, y = problem(seed, 8, 1)
    at = np.linspace(-4, 4, 21)[:, None]
    kernel = 1.5 * SquaredExponential(0.9)
    widths = [posterior(kernel, X[:n], y[:n], at, 0.2)[1].diagonal() for n in range(1, 9)]
    assert (np.diff(widths, axis=0) <= 1e-9).all()
    assert (widths[0] <= 1.5).all()
    assert np.allclose(posterior(kernel, X, 10 * y, at, 0.2)[1].diagonal(), widths[-1])


def test_a_linear_kernel_is_ridge():
    X, y = problem(5, 20)
    model = GaussianProcessRegressor(4.0 * Given(LinearKernel()), alpha=0.5, optimizer=None).fit(X, y)
    ridge = Ridge(0.5 / 4, intercept=False).fit(X, y)
    assert np.allclose(model.predict(X), ridge.predict(X))


def test_noise_as_alpha_and_noise_as_white_differ_in_the_band_only():
    X, y = problem(1)
    given = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.3, optimizer=None).fit(X, y)
    white = GaussianProcessRegressor(SquaredExponential(1.0) + White(0.3), alpha=0, optimizer=None).fit(X, y)
    (m1, s1), (m2, s2) = (model.predict(X + 0.1, return_std=True) for model in (given, white))
    assert np.allclose(m1, m2)
    assert np.allclose(s2**2, s1**2 + 0.3)


def test_fitting_climbs_and_ends_where_it_is_level():
    for seed in range(5):
        X, y = problem(seed, 30)
        start = 1.0 * SquaredExponential(1.0) + White(0.1)
        model = GaussianProcessRegressor(start, alpha=0).fit(X, y)
        value, gradient = model.log_marginal_likelihood(eval_gradient=True)
        assert value >= log_marginal_likelihood(start, X, y).total
        assert np.abs(gradient).max() < 0.01


def test_the_climb_ends_where_plain_gradient_ascent_does():
    X, y = problem(2, 25, 1)
    kernel = 1.0 * SquaredExponential(1.0) + White(0.1)
    plain = ascend(kernel, X, y, rate=0.05, steps=400)[-1]
    assert np.allclose(GaussianProcessRegressor(kernel, alpha=0).fit(X, y).kernel_.theta, plain.theta, atol=1e-2)


def test_restarts_find_no_worse_a_hill():
    for seed in range(4):
        X, y = problem(seed, 9, 1)
        kernel = 1.0 * SquaredExponential(50.0) + White(1.0)
        once = GaussianProcessRegressor(kernel, alpha=0).fit(X, y)
        often = GaussianProcessRegressor(kernel, alpha=0, n_restarts_optimizer=8).fit(X, y)
        assert often.evidence_.total >= once.evidence_.total


def test_samples_have_the_mean_and_the_covariance_that_are_asked_for():
    X, y = problem(0, 5, 1)
    model = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.1, optimizer=None).fit(X, y)
    at = [[-2.5], [0.0], [2.5]]
    mean, cov = model.predict(at, return_cov=True)
    drawn = model.sample_y(at, 20_000)
    assert drawn.shape == (3, 20_000)
    assert np.allclose(drawn.mean(axis=1), mean, atol=0.03)
    assert np.allclose(np.cov(drawn), cov, atol=0.03)
    assert np.array_equal(model.sample_y(at, 4, seed=7), model.sample_y(at, 4, seed=7))


def test_smooth_functions_can_be_drawn_at_many_places():
    grid = np.linspace(0, 1, 200)[:, None]
    drawn = samples(np.zeros(200), SquaredExponential(0.5)(grid), 3)
    assert np.abs(np.diff(drawn, axis=1)).max() < 0.1


def test_normalised_outcomes_are_measured_from_their_mean_in_deviations():
    X, y = problem(4)
    own = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.1, optimizer=None)
    normal = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.1, optimizer=None, normalize_y=True)
    own.fit(X, (y - y.mean()) / y.std())
    normal.fit(X, 5 + 3 * y)
    (m1, s1), (m2, s2) = (model.predict(X + 0.2, return_std=True) for model in (own, normal))
    assert np.allclose(m2, 5 + 3 * (y.mean() + y.std() * m1))
    assert np.allclose(s2, 3 * y.std() * s1)
    assert np.allclose(normal.fit(X, np.full(12, 7.0)).predict(X), 7)


def test_the_same_place_twice_needs_jitter_which_is_said():
    X, y = [[1.0], [1.0], [2.0]], [0.0, 1.0, 2.0]
    model = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0, optimizer=None)
    with pytest.warns(UserWarning, match="singular up to rounding: 1e-10 was added to its diagonal"):
        model.fit(X, y)
    assert model.predict([[1.0]]) == pytest.approx([0.5], abs=1e-3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.set_params(alpha=0.01).fit(X, y)


@pytest.mark.parametrize("n", [1, 5, 64, 65, 200, 333])
def test_blocks_of_a_triangle_are_the_triangle(n):
    rng = np.random.default_rng(n)
    A = rng.standard_normal((n, n))
    L = np.linalg.cholesky(A @ A.T + n * np.eye(n))
    B = rng.standard_normal((n, 3))
    assert np.allclose(engine.solve_lower(L, B), np.linalg.solve(L, B))
    assert np.allclose(engine.solve_lower(L, B[:, 0]), np.linalg.solve(L, B[:, 0]))
    assert np.allclose(engine.solve_upper(L, B), np.linalg.solve(L.T, B))
    assert np.allclose(engine.inverse(L), np.linalg.inv(L @ L.T))


def test_squared_distances_of_many_columns():
    rng = np.random.default_rng(0)
    A, B = rng.standard_normal((5, 20)) + 100, rng.standard_normal((4, 20)) + 100
    assert np.allclose(squared_distances(A, B), ((A[:, None] - B) ** 2).sum(axis=2))
    assert (squared_distances(A).diagonal() == 0).all()


def test_kernels_go_into_support_vector_machines_and_the_other_way_round():
    from byhand.svm import SVC

    X = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    for kernel in (SquaredExponential(0.5), Matern(0.5), RBFKernel(2.0)):
        assert SVC(kernel=kernel, C=100).fit(X, [1, 1, -1, -1]).predict(X).tolist() == [1, 1, -1, -1]
    radial = GaussianProcessRegressor(RBFKernel.of_width(1.3), alpha=0.1).fit(*problem(0))
    own = GaussianProcessRegressor(SquaredExponential(1.3), alpha=0.1, optimizer=None).fit(*problem(0))
    assert np.allclose(radial.predict(X), own.predict(X))
    assert as_covariance(PolynomialKernel(3)) == Given(PolynomialKernel(3))


# ---- references


@each_pair
@pytest.mark.parametrize("seed", range(3))
def test_kernels_agree_with_scikit_learn(name, seed):
    ours, other = PAIRS[name]
    X, _ = problem(seed)
    K, slopes = other(X, eval_gradient=True)
    assert np.allclose(ours(X), K)
    assert np.allclose(ours(X, X[:4]), other(X, X[:4]))
    assert np.allclose(ours.diagonal(X), other.diag(X))
    assert np.allclose(sorted(np.abs(ours.gradient(X)).sum(axis=(1, 2))), sorted(np.abs(slopes).sum(axis=(0, 1))))


def test_the_periodic_kernel_agrees_with_scikit_learn_for_one_feature():
    ours, other = PERIODIC
    X, _ = problem(0, 10, 1)
    K, slopes = other(X, eval_gradient=True)
    assert np.allclose(ours(X), K)
    assert np.allclose(sorted(np.abs(ours.gradient(X)).sum(axis=(1, 2))), sorted(np.abs(slopes).sum(axis=(0, 1))))


@each_pair
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("normalize", [False, True])
def test_predictions_agree_with_scikit_learn(name, seed, normalize):
    ours, other = PAIRS[name]
    X, y = problem(seed, 15)
    at = problem(seed + 100, 6)[0]
    model = GaussianProcessRegressor(ours, alpha=0.05, optimizer=None, normalize_y=normalize).fit(X, y)
    reference = theirs.GaussianProcessRegressor(other, alpha=0.05, optimizer=None, normalize_y=normalize).fit(X, y)
    for option in ("return_std", "return_cov"):
        for a, b in zip(model.predict(at, **{option: True}), reference.predict(at, **{option: True}), strict=True):
            assert np.allclose(a, b)
    assert model.log_marginal_likelihood() == pytest.approx(reference.log_marginal_likelihood_value_)
    assert np.allclose(model.alpha_, reference.alpha_)
    assert model.score(X, y) == pytest.approx(reference.score(X, y))


@pytest.mark.filterwarnings("ignore")  # of scikit-learn's, at the bounds
@pytest.mark.parametrize("seed", range(8))
def test_the_evidence_is_no_lower_than_where_scikit_learn_ends(seed):
    X, y = problem(seed, 30, 1 + seed % 3)
    model = GaussianProcessRegressor(1.0 * SquaredExponential(1.0) + White(0.1), alpha=0).fit(X, y)
    reference = theirs.GaussianProcessRegressor(1.0 * sk.RBF(1.0) + sk.WhiteKernel(0.1), alpha=0).fit(X, y)
    assert model.evidence_.total >= reference.log_marginal_likelihood_value_ - 1e-3
    if abs(model.evidence_.total - reference.log_marginal_likelihood_value_) < 1e-6:
        assert np.allclose(model.predict(X), reference.predict(X), atol=1e-2)


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SquaredExponential(0)([[1]]), "length_scale must be a number above 0; got 0"),
        (lambda: Matern(1.0, nu=2.0), "nu must be one of 0.5, 1.5, 2.5; got 2"),
        (lambda: White(-1.0), "noise_level must be a number above 0"),
        (lambda: SquaredExponential(1.0) + "noise", "kernel must be a number"),
        (lambda: SquaredExponential(1.0).with_theta([1, 2]), "theta must hold 1 number"),
        (lambda: Given(3), "kernel must be a kernel"),
        (lambda: SquaredExponential(1.0)([[1]], [[1, 2]]), "B must have 1 column"),
        (lambda: posterior(SquaredExponential(1.0), [[1]], [1, 2], [[1]]), "y must hold 1 number"),
        (lambda: posterior(SquaredExponential(1.0), [[1]], [1], [[1, 2]]), "at must have 1 column"),
        (lambda: posterior(SquaredExponential(1.0), [[1]], [1], [[1]], noise=-1), "noise must be a number of at least"),
        (lambda: samples([0, 0], [[1]], 1), "cov must have a row for each of the 2 means"),
        (lambda: samples([0, 0], [[1, 2], [2, 1]], 1), "cov must be positive semi-definite"),
        (lambda: factor([[1, 2], [2, 1]]), "K must be positive semi-definite"),
        (lambda: GaussianProcessRegressor(alpha=-1).fit(*THREE), "alpha must be a number of at least 0"),
        (lambda: GaussianProcessRegressor(White(1.0), optimizer="guess").fit(*THREE), "optimizer must be one of"),
        (lambda: GaussianProcessRegressor().predict([[1]]), "has learned nothing yet"),
        (
            lambda: GaussianProcessRegressor().fit(*THREE).predict([[1]], return_std=True, return_cov=True),
            "must not both be True",
        ),
        (lambda: GaussianProcessRegressor().fit(np.arange(6.0)[:, None], range(6)).working([1]), "at most 5 rows"),
        (lambda: GaussianProcessRegressor(normalize_y=True).fit(*THREE).working([1]), "normalize_y must be False"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
