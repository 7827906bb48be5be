"""Densities and divergences: values worked by hand, laws, scikit-learn and SciPy as references, bad input."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from scipy import stats
from sklearn import neighbors as sk
from sklearn.model_selection import GridSearchCV

from byhand.density import (
    BUMPS,
    Bump,
    KernelDensity,
    ball,
    best_discriminator,
    histogram,
    js_between,
    js_bound,
    kernel_density,
    kl_between,
    left_out_likelihoods,
    log_kernel_density,
    pushed_density,
    rule_of_thumb,
    working_js_bound,
    working_kernel_density,
)
from byhand.engine import density as engine
from byhand.gaussian import Normal
from byhand.information import js_divergence, kl_divergence

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf
law = settings(max_examples=60)
shares = st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any)


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


# ---- values


def test_bars_of_five_numbers():
    bars = histogram([1.0, 2.0, 2.5, 4.0, 5.5], width=2)
    assert bars.edges.tolist() == [0, 2, 4, 6]
    assert bars.counts.tolist() == [1, 2, 2]
    close(bars.heights, [0.1, 0.2, 0.2])
    shifted = histogram([1.0, 2.0, 2.5, 4.0, 5.5], width=2, start=1)
    assert shifted.edges.tolist() == [1, 3, 5, 7] and shifted.counts.tolist() == [3, 1, 1]


def test_three_bumps_by_hand():
    bell = [math.exp(-0.5 * u**2) / math.sqrt(2 * math.pi) for u in (0, 0.5, 1.5)]
    close(kernel_density([1], [1, 2, 4], 2), sum(bell) / 6)
    close(kernel_density([1], [1, 2, 4], 2, "linear"), (1 + 1 / 2) / 6)
    close(kernel_density([1], [1, 2, 4], 2, "epanechnikov"), 0.75 * (1 + 3 / 4) / 6)
    close(kernel_density([1], [1, 2, 4], 2, "tophat"), 0.5 * 2 / 6)


@pytest.mark.parametrize("kernel", BUMPS)
@pytest.mark.parametrize("x", [1, 2.6, -7])
def test_the_working_says_what_the_formula_says(kernel, x):
    working = working_kernel_density(x, [1, 2, 4, 4.5], 1.25, kernel)
    close(float(working[f"p({x})"]), kernel_density([x], [1, 2, 4, 4.5], 1.25, kernel)[0])
    wrong, checked = check(working)
    assert (wrong, checked > 3) == ([], True)


def test_divergences_of_c_w79():
    p, q = [0.5, 0.5], [0.9, 0.1]
    close(best_discriminator(p, q), [5 / 14, 5 / 6])
    close(js_bound(p, q, best_discriminator(p, q)), 0.101749, 5e-7)
    close(js_bound(p, q, [0.4, 0.8]), 0.0979452, 5e-8)
    assert js_bound(p, q, [0.5, 0.5]) == 0
    close(js_bound([1, 0], [0, 1], [1, 0]), math.log(2))
    for t in (None, [0.4, 0.8]):
        working = working_js_bound(p, q, t)
        close(float(working["bound"]), js_bound(p, q, best_discriminator(p, q) if t is None else t))
        wrong, checked = check(working)
        assert (wrong, checked > 2) == ([], True)


def test_a_wrong_certainty_is_infinitely_bad():
    assert js_bound([0.5, 0.5], [0.9, 0.1], [0, 0.8]) == -inf
    with pytest.raises(ValueError, match="t must not rule out what happens, as it does for outcome 1"):
        working_js_bound([0.5, 0.5], [0.9, 0.1], [0, 0.8])


def test_the_classic_bumps_of_a_uniform_sample_of_two():
    """One point left out of two: its only neighbour foretells it."""
    close(left_out_likelihoods([[0.0], [1.0]], [1.0]), Normal().log_density(1.0))
    close(left_out_likelihoods([[0.0], [1.0]], [2.0], "linear"), math.log(0.25))


# ---- laws


@law
@given(st.lists(st.floats(-50, 50), min_size=1, max_size=30), st.floats(0.5, 20), st.floats(-5, 5))
def test_bars_have_area_one_and_every_number_is_in_its_bin(x, width, start):
    bars = histogram(x, width, start)
    assert bars.counts.sum() == len(x)
    close((bars.heights * np.diff(bars.edges)).sum(), 1)
    tiny = 1e-9 * (100 + width)
    assert bars.edges[0] <= min(x) + tiny and max(x) < bars.edges[-1] + tiny
    assert np.abs((bars.edges - start) / width % 1 - 0.5).min() > 0.49  # start is an edge


@pytest.mark.parametrize("bandwidth", [0.05, 0.7, 4.0])
def test_kernel_density_integrates_to_one(bandwidth):
    points = np.array([-3.0, 0.0, 0.1, 2.5])
    x = np.linspace(-3 - 9 * bandwidth, 2.5 + 9 * bandwidth, 20_001)
    assert np.trapezoid(np.exp(log_kernel_density(x, points, bandwidth)), x) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("kernel", BUMPS)
@pytest.mark.parametrize("d", [1, 2])
def test_every_bump_has_mass_one(kernel, d):
    model = KernelDensity(0.7, kernel).fit(np.zeros((1, d)))
    side = np.linspace(-6, 6, 1501)
    places = np.stack(np.meshgrid(*[side] * d), axis=-1).reshape(-1, d)
    assert model.density(places).sum() * (side[1] - side[0]) ** d == pytest.approx(1, abs=2e-3)


def test_volumes_of_balls():
    close([ball(d) for d in (1, 2, 3, 4)], [2, math.pi, 4 * math.pi / 3, math.pi**2 / 2])


@pytest.mark.parametrize("kernel", BUMPS)
@pytest.mark.parametrize("seed", range(5))
def test_leaving_out_is_fitting_to_the_others(kernel, seed):
    X = np.random.default_rng(seed).normal(size=(12, 1 + seed % 3))
    for width, found in zip((0.8, 3.0), left_out_likelihoods(X, (0.8, 3.0), kernel), strict=True):
        each = [KernelDensity(width, kernel).fit(np.delete(X, i, 0)).score(X[i : i + 1]) for i in range(12)]
        assert found == pytest.approx(np.mean(each), rel=1e-10) or (found == -inf and -inf in each)


def test_without_leaving_out_the_narrowest_wins_and_with_twins_it_does_again():
    X = np.random.default_rng(0).normal(size=(30, 1))
    widths = np.geomspace(1e-4, 10, 12)
    kept = [KernelDensity(h).fit(X).score(X) for h in widths]
    assert np.argmax(kept) == 0 and 0 < np.argmax(left_out_likelihoods(X, widths)) < 11
    assert np.argmax(left_out_likelihoods(np.vstack([X, X]), widths)) == 0


@pytest.mark.parametrize("seed", range(5))
def test_samples_of_a_kernel_density_have_its_mean_and_spread(seed):
    rng = np.random.default_rng(seed)
    X, weight = rng.normal(size=(6, 2)), rng.uniform(1, 3, 6)
    spread = {"gaussian": 1, "tophat": 1 / 4, "epanechnikov": 1 / 6, "linear": 3 / 20}  # variance in the plane, h = 1
    for kernel, own in spread.items():
        model = KernelDensity(0.8, kernel).fit(X, sample_weight=weight)
        drawn = model.sample(40_000, seed)
        mean = weight @ X / weight.sum()
        assert np.abs(drawn.mean(axis=0) - mean).max() < 0.03
        wanted = weight @ (X - mean) ** 2 / weight.sum() + 0.64 * own
        assert np.abs(drawn.var(axis=0) / wanted - 1).max() < 0.05
        assert np.isfinite(model.score_samples(drawn)).all()


@pytest.mark.parametrize(("slope", "shift"), [(2, 0), (0.3, 1), (-1.5, -2)])
def test_a_straight_line_makes_a_bell_of_noise(slope, shift):
    edges = np.linspace(-8, 8, 81)
    wanted = Normal(shift, abs(slope)).interval(edges[:-1], edges[1:]) / 0.2
    close(pushed_density(lambda w: slope * w + shift, edges), wanted, 1e-4)


def test_a_square_makes_chi_squared_and_a_jump_makes_two_humps():
    edges = np.linspace(0, 9, 37)
    wanted = np.diff(stats.chi2(1).cdf(edges)) / 0.25
    close(pushed_density(np.square, edges), wanted, 2e-3)
    two = pushed_density(lambda w: np.sign(w) * 3 + 0.5 * w, np.linspace(-6, 6, 61))
    assert two[:25].sum() * 0.2 == pytest.approx(0.4998, abs=2e-3) and two[28:32].sum() * 0.2 < 1e-2
    flat = pushed_density(lambda w: 0 * w, [-0.5, 0.5])
    close(flat, [1.0])  # all of it in one place


@law
@given(shares, shares)
def test_divergences_on_a_grid_are_those_of_distributions(p, q):
    with np.errstate(divide="ignore"):
        log_p, log_q = np.log(np.array(p) / sum(p)), np.log(np.array(q) / sum(q))
    kl, js = kl_divergence(p, q, math.e), js_divergence(p, q, math.e)
    assert kl_between(log_p, log_q, 1.0) == pytest.approx(kl, abs=1e-12)
    assert js_between(log_p, log_q, 1.0) == pytest.approx(js, abs=1e-12)


@law
@given(shares, shares, st.lists(st.floats(0.001, 0.999), min_size=4, max_size=4))
def test_no_discriminator_says_more_than_the_divergence(p, q, t):
    js = js_divergence(p, q, math.e)
    p, q = np.array(p) / sum(p), np.array(q) / sum(q)
    assert js_bound(p, q, t) <= js + 1e-12
    assert js_bound(p, q, best_discriminator(p, q)) == pytest.approx(js, abs=1e-12)


@pytest.mark.parametrize("kernel", BUMPS)
@pytest.mark.parametrize("q", [1, 4_501])
def test_the_engine_gives_what_the_formula_gives(kernel, q):
    points = np.linspace(0, 1, 1_000)
    x = np.linspace(-0.2, 1.2, q)
    model = KernelDensity(0.3, kernel).fit(points[:, None])
    close(model.density(x[:, None]), kernel_density(x, points, 0.3, kernel), 1e-9)


def test_kernel_density_in_blocks_is_that_of_one_table():
    points = np.linspace(0, 1, 1_000)
    x = np.linspace(-1, 2, 4_501)
    assert 2 * engine.CELLS < 4_501 * 1_000  # three blocks at least
    distance = (x[:, None] - points) / 0.3
    wanted = np.log(np.exp(-0.5 * distance**2).mean(axis=1) / (0.3 * math.sqrt(2 * math.pi)))
    close(log_kernel_density(x, points, 0.3), wanted, 1e-12)
    close(engine.in_blocks(log_kernel_density, x, points, 0.3), wanted, 1e-12)


def test_kernel_density_is_zero_and_not_nan_where_the_square_overflows():
    assert log_kernel_density(np.array([1e200]), np.array([0.0, 1.0]), 1.0).tolist() == [-inf]
    for kernel in BUMPS:
        assert KernelDensity(1.0, kernel).fit([[0.0], [1.0]]).score_samples([[1e200]]).tolist() == [-inf]


# ---- references


@pytest.mark.parametrize("kernel", BUMPS)
@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_kernel_density_is_that_of_scikit_learn(kernel, d, seed):
    rng = np.random.default_rng(seed)
    X, at, weight = rng.normal(size=(40, d)), rng.normal(size=(60, d)), rng.gamma(1, 2, 40)
    for given_weight in (None, weight):
        ours = KernelDensity(1.3, kernel).fit(X, sample_weight=given_weight)
        theirs = sk.KernelDensity(bandwidth=1.3, kernel=kernel).fit(X, sample_weight=given_weight)
        found, wanted = ours.score_samples(at), theirs.score_samples(at)
        empty = wanted < -1e10  # they write a very small number for 0
        assert np.array_equal(np.isneginf(found), empty)
        close(found[~empty], wanted[~empty], 1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_rules_of_thumb_and_the_density_are_those_of_scipy(seed):
    x = np.random.default_rng(seed).gamma(2, 3, 50)
    for rule in ("scott", "silverman"):
        theirs = stats.gaussian_kde(x, rule)
        h = rule_of_thumb(x, rule)
        close(h, math.sqrt(theirs.covariance.item()))
        close(kernel_density(np.linspace(0, 20, 30), x, h), theirs(np.linspace(0, 20, 30)))


def test_bars_are_those_of_numpy():
    x = np.random.default_rng(1).normal(size=200)
    bars = histogram(x, 0.4)
    close(bars.heights, np.histogram(x, bars.edges, density=True)[0])


def test_a_grid_search_of_scikit_learn_takes_the_estimator():
    X = np.random.default_rng(0).normal(size=(60, 1))
    widths = [0.02, 0.4, 8.0]
    ours, theirs = (
        GridSearchCV(Model(), {"bandwidth": widths}).fit(X).best_params_ for Model in (KernelDensity, sk.KernelDensity)
    )
    assert ours == theirs == {"bandwidth": 0.4}


def test_a_divergence_of_bells_is_that_of_the_closed_form():
    x = np.linspace(-15, 15, 6001)
    for mean, std in ((0, 1), (1, 2), (-2, 0.5)):
        p, q = Normal(mean, std), Normal(0.5, 1.5)
        wanted = math.log(1.5 / std) + (std**2 + (mean - 0.5) ** 2) / (2 * 1.5**2) - 0.5
        close(kl_between(p.log_density(x), q.log_density(x), 0.005), wanted, 1e-6)


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: histogram([1, 2], 0), "width must be a number above 0; got 0"),
        (lambda: histogram([0, 1e9], 0.1), "width must leave at most 100,000 bins"),
        (lambda: kernel_density([0], [1, 2], -1), "bandwidth must be a number above 0; got -1"),
        (lambda: kernel_density([0], [1, 2], 1, "box"), "kernel must be one of 'gaussian', 'tophat', .*; got 'box'"),
        (lambda: KernelDensity(0).fit([[1.0]]), "bandwidth must be a number above 0; got 0"),
        (lambda: KernelDensity("scott").fit([[1.0]]), "bandwidth must be a number above 0; got 'scott'"),
        (lambda: KernelDensity().fit([[1.0]]).density([[1.0, 2.0]]), "X must have 1 columns"),
        (lambda: KernelDensity().fit([[nan]]), "X must not hold missing values"),
        (lambda: KernelDensity().score_samples([[1.0]]), "has learned nothing yet"),
        (lambda: left_out_likelihoods([[1.0]], [1.0]), "X must have at least two rows"),
        (lambda: left_out_likelihoods([[1.0], [2.0]], []), "bandwidths must hold at least one number"),
        (lambda: rule_of_thumb([1.0, 1.0]), "x must hold numbers that differ"),
        (lambda: rule_of_thumb([1.0, 2.0], "best"), "rule must be one of 'scott', 'silverman'"),
        (lambda: pushed_density(np.square, [1, 0]), "edges must rise"),
        (lambda: pushed_density(np.square, [0, 1], noise=3), "noise must be a Normal; got 3"),
        (lambda: pushed_density(lambda w: w[:3], [0, 1]), "function must hold 4001 numbers"),
        (lambda: kl_between([0.0, nan], [0.0, 0.0], 1), "log_p must hold logarithms of densities"),
        (lambda: js_between([0.0], [0.0, 0.0], 1), "log_q must have as many places as log_p, 1; got 2"),
        (lambda: best_discriminator([1, -1], [1, 1]), "p must hold numbers of at least 0"),
        (lambda: js_bound([1, 1], [1, 1], [0.5, 1.5]), "t must hold probabilities, between 0 and 1"),
        (lambda: js_bound([0, 0], [1, 1], [0.5, 0.5]), "p must hold a number above 0"),
        (lambda: js_bound([1, 1], [1, 1, 1], [0.5, 0.5]), "q must have as many numbers as p, 2; got 3"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_bump_of_ones_own_can_be_read():
    assert repr(Bump("tophat", abs, ball)).startswith("Bump(name='tophat'")
