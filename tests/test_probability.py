"""Tables, Bayes' theorem, counts and the normal distribution: values, laws, SciPy as reference, bad input."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from scipy import optimize, special, stats

from byhand.datasets import play_tennis
from byhand.gaussian import Gaussian, Normal, cholesky, log_normals, mean_and_spread
from byhand.probability import (
    Beta,
    BetaBinomial,
    Binomial,
    Dirichlet,
    Joint,
    Multinomial,
    bayes,
    log_normalised,
    shares,
    times_log,
    working_bayes,
)

pytestmark = pytest.mark.filterwarnings("error")

F = Fraction
COINS = Joint({"first": "HT", "second": "HT"}, [[1, 1], [1, 1]])
MARBLES = Joint({"first": "RY", "second": "RY"}, [[49, 21], [21, 9]])
CANCER = Joint({"state": ("ill", "well"), "symptom": ("yes", "no")}, [[1, 0], [9, 99_990]])
tennis = play_tennis()
DAYS = Joint.from_rows(tennis.rows, tennis.names)


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def random_joint(seed, sizes=(2, 3, 2)):
    rng = np.random.default_rng(seed)
    names = "xyz"[: len(sizes)]
    return Joint({name: range(n) for name, n in zip(names, sizes, strict=True)}, rng.integers(1, 9, sizes))


def random_gaussian(rng, d):
    root = rng.normal(size=(d, d))
    return Gaussian(rng.normal(size=d), root @ root.T + 0.1 * np.eye(d))


# ---- values


def test_fair_coin_and_two_tosses():
    """A-W01, A-W02."""
    assert Joint({"coin": "HT"}, [1, 1]).probability(coin="H") == F(1, 2)
    assert list(COINS.outcomes) == [("H", "H"), ("H", "T"), ("T", "H"), ("T", "T")]
    assert set(COINS.outcomes.values()) == {F(1, 4)}


@pytest.mark.parametrize(("share", "wanted"), [(5, (25, 50, 25)), (3, (49, 42, 9))])
def test_yellow_marbles(share, wanted):
    """A-W03: two draws with replacement; the number of yellow marbles is a random variable."""
    one = np.array([10 - share, share])
    draws = Joint({"first": "RY", "second": "RY"}, np.outer(one, one))
    yellow = draws.variable("yellow", lambda *drawn: drawn.count("Y"))
    assert yellow.values == {"yellow": (0, 1, 2)}
    assert list(yellow.outcomes.values()) == [F(percent, 100) for percent in wanted]
    assert draws.expectation(lambda *drawn: drawn.count("Y")) == 2 * F(share, 10)


def test_rare_cancer():
    """A-W04: one in ten of those with the symptom is ill."""
    assert CANCER.probability(state="ill") == F(1, 100_000)
    assert CANCER.probability(symptom="yes") == F(1, 10_000)
    assert CANCER.given(state="ill").probability(symptom="yes") == 1
    assert CANCER.given(symptom="yes").probability(state="ill") == F(1, 10)
    assert CANCER.given(state="well").probability(symptom="yes") == F(1, 11_111)
    prior = {"ill": F(1, 100_000), "well": F(99_999, 100_000)}
    assert bayes(prior, {"ill": 1, "well": F(1, 11_111)}) == {"ill": F(1, 10), "well": F(9, 10)}


def test_densities_of_the_short_introduction():
    """C-W76."""
    close(Normal(0, 1).density([0, 1]), [0.398942, 0.241971], 2e-6)
    close(Normal(1, 2).density(3), 0.120985, 5e-6)
    bell = Gaussian([1, 3], [[2, 0.5], [0.5, 1]])
    close(bell.density([[1, 3], [2, 3]]), [0.120310, 0.0904101], 5e-6)


def test_sunny_days_of_the_tennis_table():
    assert DAYS.probability(Outlook="Sunny", Play="No") == F(3, 14)
    assert DAYS.given(Outlook="Sunny").probability(Play="Yes") == F(2, 5)
    assert DAYS.marginal("Play").outcomes == {("No",): F(5, 14), ("Yes",): F(9, 14)}
    assert DAYS.probability(Outlook=["Sunny", "Rain"]) == F(10, 14)


def test_floats_stand_for_what_they_print_as():
    assert Joint({"x": "ab"}, [0.1, 0.9]).probability(x="a") == F(1, 10)
    assert bayes({"a": 0.1, "b": 0.9}, {"a": 0.3, "b": 0.1})["a"] == F(1, 4)


def test_two_dice_are_dependent_once_their_sum_is_known():
    dice = Joint({"a": range(1, 7), "b": range(1, 7)}, np.ones((6, 6), dtype=int))
    triple = {(a, b, (a + b) % 2): 1 for a, b in dice.outcomes}
    weights = np.zeros((6, 6, 2), dtype=int)
    for a, b, odd in triple:
        weights[a - 1, b - 1, odd] = 1
    three = Joint({"a": range(1, 7), "b": range(1, 7), "odd": (0, 1)}, weights)
    assert three.independent("a", "b")
    assert three.independent("a", "odd")
    assert not three.independent("a", "b", given=["odd"])


def test_common_cause_makes_two_tests_dependent():
    table = {
        (state, a, b): {"ill": F(1, 100), "well": F(99, 100)}[state]
        * math.prod({"ill": F(9, 10), "well": F(1, 20)}[state] if t else {"ill": F(1, 10), "well": F(19, 20)}[state]
                    for t in (a, b))
        for state in ("ill", "well") for a in (0, 1) for b in (0, 1)
    }  # fmt: skip
    values = {"state": ("ill", "well"), "a": (0, 1), "b": (0, 1)}
    both = Joint(values, np.reshape([table[key] for key in itertools.product(*values.values())], (2, 2, 2)))
    assert not both.independent("a", "b")
    assert both.independent("a", "b", given=["state"])


# ---- laws


@pytest.mark.parametrize("seed", range(20))
def test_sum_product_and_chain_rule(seed):
    joint = random_joint(seed)
    assert sum(joint.outcomes.values()) == 1
    for (x, y, z), p in joint.outcomes.items():
        assert joint.probability(x=x) == sum(joint.probability(x=x, y=b) for b in range(3))
        assert joint.given(x=x).probability(y=y) * joint.probability(x=x) == joint.probability(x=x, y=y)
        chain = joint.probability(x=x) * joint.given(x=x).probability(y=y) * joint.given(x=x, y=y).probability(z=z)
        assert chain == p
    assert joint.marginal(["y", "x"]).table.tolist() == joint.marginal(["x", "y"]).table.T.tolist()


@pytest.mark.parametrize("seed", range(20))
def test_bayes_theorem_turns_a_table_round(seed):
    joint = random_joint(seed, (3, 2))
    prior = {x: joint.probability(x=x) for x in range(3)}
    for y in (0, 1):
        turned = bayes(prior, {x: joint.given(x=x).probability(y=y) for x in range(3)})
        assert turned == {x: joint.given(y=y).probability(x=x) for x in range(3)}
        working = joint.working("x", {"y": y})
        assert [working[f"P(x={x}|y={y})"] for x in range(3)] == list(turned.values())


@pytest.mark.parametrize("seed", range(10))
def test_additivity_and_complement(seed):
    joint = random_joint(seed, (2, 3))
    assert joint.probability(y=[0, 1]) == joint.probability(y=0) + joint.probability(y=1)
    assert joint.probability(y=[0, 1]) == 1 - joint.probability(y=2)
    assert joint.probability() == 1


@pytest.mark.parametrize("seed", range(10))
def test_products_are_independent_and_most_tables_are_not(seed):
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(1, 9, 3), rng.integers(1, 9, 4)
    assert Joint({"x": range(3), "y": range(4)}, np.outer(rows, columns)).independent("x", "y")
    spoiled = np.outer(rows, columns)
    spoiled[0, 0] += 1
    assert not Joint({"x": range(3), "y": range(4)}, spoiled).independent("x", "y")


def test_independence_given_a_value_that_never_comes():
    weights = np.zeros((2, 2, 2), dtype=int)
    weights[0] = np.outer([1, 2], [3, 4])
    assert Joint({"z": (0, 1), "x": (0, 1), "y": (0, 1)}, weights).independent("x", "y", given=["z"])


def test_expectation_is_linear_and_a_variance_follows():
    die = Joint({"die": range(1, 7)}, [1] * 6)
    mean = die.expectation(lambda face: face)
    assert (mean, die.expectation(lambda face: (face - mean) ** 2)) == (F(7, 2), F(35, 12))
    dice = Joint({"a": range(1, 7), "b": range(1, 7)}, np.ones((6, 6), dtype=int))
    assert dice.expectation(lambda a, b: a + b) == 2 * mean


@given(st.lists(st.floats(-700, 700), min_size=1, max_size=8))
@settings(max_examples=60)
def test_normalised_logarithms_sum_to_one(scores):
    p = np.exp(log_normalised(scores))
    assert math.isclose(p.sum(), 1, rel_tol=1e-12)
    close(log_normalised(np.add(scores, 5.0)), log_normalised(scores), 1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_updating_in_two_steps_is_updating_at_once(seed):
    rng = np.random.default_rng(seed)
    k = rng.integers(0, 9, 4)
    once, twice = Beta(2, 3).updated(*(k[:2] + k[2:])), Beta(2, 3).updated(*k[:2]).updated(*k[2:])
    assert (once.a, once.b) == (twice.a, twice.b)
    x = rng.normal(size=7)
    once, twice = Normal(1, 2).updated(x, 0.5), Normal(1, 2).updated(x[:3], 0.5).updated(x[3:], 0.5)
    close([once.mean, once.std], [twice.mean, twice.std])
    prior, noise, X = random_gaussian(rng, 3), random_gaussian(rng, 3).cov, rng.normal(size=(7, 3))
    once, twice = prior.updated(X, noise), prior.updated(X[:2], noise).updated(X[2:], noise)
    close(once.mean, twice.mean, 1e-8)
    close(once.cov, twice.cov, 1e-8)


@pytest.mark.parametrize("seed", range(10))
def test_marginals_and_conditionals_multiply_to_the_joint_density(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(2, 6))
    bell, x = random_gaussian(rng, d), rng.normal(size=d)
    known = sorted(rng.choice(d, size=int(rng.integers(1, d)), replace=False).tolist())
    asked = [i for i in range(d) if i not in known]
    product = bell.marginal(known).log_density(x[known]) + bell.given(known, x[known]).log_density(x[asked])
    close(product, bell.log_density(x), 1e-9)


def test_the_ellipse_lies_at_its_distance_and_its_axes_are_the_extremes():
    bell = Gaussian([1, 3], [[2, 0.5], [0.5, 1]])
    curve = bell.ellipse(2.0, points=721)
    close(bell.distance(curve), np.full(721, 2.0))
    lengths, directions = bell.axes()
    radius = np.linalg.norm(curve - bell.mean, axis=1)
    close([radius.max(), radius.min()], 2 * lengths, 1e-4)
    close(bell.cov @ directions, directions * lengths**2)


def test_areas_below_the_bell():
    close(Normal(5, 3).interval(np.array([2, -1, -4]), np.array([8, 11, 14])), [0.682689, 0.954500, 0.997300], 1e-6)
    assert Normal(0, 0.1).density(0) > 3.9  # a density may exceed 1
    x = np.linspace(-9, 11, 20_001)
    close(np.trapezoid(Normal(1, 1).density(x), x), 1)


def test_samples_follow_their_distribution():
    bell = Gaussian([1, 3], [[2, 0.5], [0.5, 1]])
    X = bell.sample(40_000, seed=3)
    close(X.mean(axis=0), bell.mean, 0.03)
    close(np.cov(X.T), bell.cov, 0.05)
    assert stats.kstest(Normal(1, 2).sample(5000, seed=1), stats.norm(1, 2).cdf).pvalue > 0.01
    close(Binomial(10, 0.3).sample(40_000, seed=2).mean(), 3, 0.03)
    close(Multinomial(10, [0.2, 0.3, 0.5]).sample(40_000, seed=2).mean(axis=0), [2, 3, 5], 0.03)
    assert (bell.sample(3, seed=5) == bell.sample(3, seed=5)).all()


# ---- SciPy


@pytest.mark.parametrize("seed", range(20))
def test_counts_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(1, 200)), rng.random()
    k = np.arange(-1, n + 2)
    close(Binomial(n, p).probability(k), stats.binom(n, p).pmf(k))
    close(Binomial(n, p).mean, stats.binom(n, p).mean())
    close(Binomial(n, p).variance, stats.binom(n, p).var())
    a, b = rng.gamma(2, 2, 2) + 0.1
    close(BetaBinomial(n, a, b).probability(k), stats.betabinom(n, a, b).pmf(k), 1e-9)
    close(BetaBinomial(n, a, b).mean, stats.betabinom(n, a, b).mean())
    theta = rng.random(9)
    close(Beta(a, b).log_density(theta), stats.beta(a, b).logpdf(theta))
    close(Beta(a, b).mean, stats.beta(a, b).mean())
    shares = rng.dirichlet(np.ones(4))
    counts = rng.multinomial(n, shares, 6)
    close(Multinomial(n, shares).log_probability(counts), stats.multinomial(n, shares).logpmf(counts), 1e-9)
    alpha = rng.gamma(2, 2, 4) + 0.1
    close(Dirichlet(alpha).log_density(shares), stats.dirichlet(alpha).logpdf(shares), 1e-9)
    close(Dirichlet(alpha).mean, stats.dirichlet(alpha).mean())


@pytest.mark.parametrize(("n", "p"), [(5, 0.0), (5, 1.0), (0, 0.3)])
def test_impossible_and_certain_trials(n, p):
    close(Binomial(n, p).probability(np.arange(n + 1)), stats.binom(n, p).pmf(np.arange(n + 1)))


@pytest.mark.parametrize("seed", range(20))
def test_densities_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    mean, std = rng.normal(0, 10), rng.gamma(2, 2)
    x = rng.normal(mean, 3 * std, 50)
    ours, theirs = Normal(mean, std), stats.norm(mean, std)
    close(ours.log_density(x), theirs.logpdf(x))
    close(ours.cumulative(x), theirs.cdf(x))
    close(ours.cumulative(mean - 9 * std), theirs.cdf(mean - 9 * std), 1e-12)
    bell = random_gaussian(rng, int(rng.integers(1, 7)))
    X = rng.normal(size=(4, 5, len(bell.mean)))
    close(bell.log_density(X), stats.multivariate_normal(bell.mean, bell.cov).logpdf(X), 1e-8)
    close(
        log_normals(X[0], bell.mean, np.full(len(bell.mean), std)), stats.norm(bell.mean, std).logpdf(X[0]).sum(axis=1)
    )


def test_tails_keep_their_digits():
    close(Normal(0, 1).cumulative([-10.0, -30.0]) / stats.norm.cdf([-10.0, -30.0]), 1, 1e-10)
    assert Normal(0, 1).log_density(1e200) == -math.inf


@pytest.mark.parametrize("seed", range(10))
def test_fits_are_those_of_scipy_and_numpy(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(3, 2, int(rng.integers(3, 40)))
    close([Normal.fit(x).mean, Normal.fit(x).std], stats.norm.fit(x))
    close(Normal.fit(x, ddof=1).std, x.std(ddof=1))
    X = rng.normal(size=(30, 4)) @ rng.normal(size=(4, 4))
    close(Gaussian.fit(X).cov, np.cov(X.T, ddof=0))
    close(Gaussian.fit(X, ddof=1).cov, np.cov(X.T))
    mean, cov = stats.multivariate_normal.fit(X)
    close(Gaussian.fit(X).mean, mean)
    close(Gaussian.fit(X).cov, cov)
    close(cholesky(cov), np.linalg.cholesky(cov))


@pytest.mark.parametrize("seed", range(10))
def test_helpers_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    scores = rng.normal(0, 100, (5, 4))
    close(log_normalised(scores), special.log_softmax(scores, axis=-1))
    x = np.where(rng.random(8) < 0.3, 0.0, rng.random(8))
    close(times_log(x, x), special.xlogy(x, x))
    counts = rng.integers(0, 9, (3, 5))
    close(shares(counts + 1).sum(axis=-1), np.ones(3))
    mean, spread = mean_and_spread(scores, np.ones(5))
    close(mean, scores.mean(axis=0))
    close(spread, scores.std(axis=0))


# ---- maximum likelihood and maximum a posteriori: no other parameter does better


@pytest.mark.parametrize("seed", range(6))
def test_no_other_parameter_is_more_likely(seed):
    rng = np.random.default_rng(seed)
    k = Binomial(12, 0.4).sample(8, seed)
    best = optimize.minimize_scalar(
        lambda p: -Binomial(12, p).log_probability(k).sum(), bounds=(0, 1), method="bounded"
    )
    close(Binomial.fit(k, 12).p, best.x, 1e-5)
    counts = Multinomial(20, [0.2, 0.5, 0.3]).sample(5, seed)
    fitted = Multinomial.fit(counts)
    highest = fitted.log_probability(counts).sum()
    assert all(
        Multinomial(20, rng.dirichlet(100 * fitted.p)).log_probability(counts).sum() <= highest for _ in range(50)
    )
    x = rng.normal(2, 3, 15)
    found = optimize.minimize(lambda t: -Normal(t[0], math.exp(t[1])).log_density(x).sum(), [0.0, 0.0], tol=1e-10)
    close([Normal.fit(x).mean, math.log(Normal.fit(x).std)], found.x, 1e-4)
    X = random_gaussian(rng, 2).sample(30, seed)
    highest = Gaussian.fit(X).log_density(X).sum()
    for _ in range(50):
        other = Gaussian.fit(X[rng.integers(0, 30, 30)])
        assert other.log_density(X).sum() <= highest


@pytest.mark.parametrize("seed", range(6))
def test_no_other_parameter_is_more_probable_a_posteriori(seed):
    rng = np.random.default_rng(seed)
    prior, k = Beta(3, 2), int(rng.integers(0, 13))

    def minus_log_posterior(p):
        return -(prior.log_density(p) + Binomial(12, p).log_probability(k))

    best = optimize.minimize_scalar(minus_log_posterior, bounds=(0, 1), method="bounded").x
    close(prior.updated(k, 12 - k).mode, best, 1e-5)
    x, belief = rng.normal(4, 2, 6), Normal(0, 1.5)
    best = optimize.minimize_scalar(lambda m: -(belief.log_density(m) + Normal(m, 2).log_density(x).sum())).x
    close(belief.updated(x, 2).mode, best, 1e-6)
    counts, belief = rng.integers(0, 9, 3), Dirichlet([2, 3, 4])
    mode = belief.updated(counts).mode
    highest = belief.log_density(mode) + times_log(counts, mode).sum()
    for other in rng.dirichlet(100 * mode, 50):
        assert belief.log_density(other) + times_log(counts, other).sum() <= highest
    bell, noise, X = random_gaussian(rng, 2), random_gaussian(rng, 2).cov, rng.normal(size=(5, 2))
    after = bell.updated(X, noise)
    precision = np.linalg.inv(bell.cov) + 5 * np.linalg.inv(noise)
    close(after.cov, np.linalg.inv(precision), 1e-8)
    weighted = np.linalg.solve(bell.cov, bell.mean) + np.linalg.solve(noise, X.sum(axis=0))
    close(after.mode, np.linalg.solve(precision, weighted), 1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_the_beta_binomial_averages_binomials(seed):
    rng = np.random.default_rng(seed)
    belief = Beta(*(rng.gamma(2, 2, 2) + 1))
    theta = (np.arange(20_000) + 0.5) / 20_000
    average = [np.mean(belief.density(theta) * stats.binom(6, theta).pmf(k)) for k in range(7)]
    close(belief.predictive(6).probability(np.arange(7)), average, 1e-6)


# ---- workings


def test_workings_come_to_what_they_print():
    workings = [
        CANCER.working("state", {"symptom": "yes"}),
        DAYS.working("Play", {"Outlook": "Sunny", "Wind": "Strong"}),
        working_bayes({"ill": 0.01, "well": 0.99}, {"ill": 0.9, "well": 0.09}),
        Binomial(5, 0.3).working(2),
        Binomial(40, 0.3).working(20),
        Binomial(3, 0.3).working(0),
        Normal(1, 2).working(3),
        Normal(-1.5, 0.25).working(-1.7),
        Gaussian([1, 3], [[2, 0.5], [0.5, 1]]).working([2, 3]),
        Gaussian([0.1, -3], [[2, -0.7], [-0.7, 1.3]]).working([-2, 3.5]),
    ]
    for working in workings:
        wrong, checked = check(working)
        assert not wrong and checked >= 3, working.title
    assert CANCER.working("state", {"symptom": "yes"})["P(ill|yes)"] == F(1, 10)
    assert workings[2]["P(ill|x)"] == F(10, 109)
    close(float(workings[3]["P(2)"]), stats.binom(5, 0.3).pmf(2))
    close(float(workings[4]["P(20)"]), stats.binom(40, 0.3).pmf(20))
    close(workings[6]["p(x)"], stats.norm(1, 2).pdf(3))
    close(workings[8]["p(x)"], stats.multivariate_normal([1, 3], [[2, 0.5], [0.5, 1]]).pdf([2, 3]))


def test_a_cause_that_never_comes_has_no_line():
    joint = Joint({"cause": "abc", "sign": (0, 1)}, [[1, 2], [0, 0], [3, 1]])
    working = joint.working("cause", {"sign": 1})
    assert "P(b|sign=1)" not in working
    assert working["P(a|sign=1)"] == F(2, 3)


def test_tables_print_with_their_sums():
    assert str(CANCER).splitlines()[0].split() == ["state", "\\", "symptom", "yes", "no", "sum"]
    assert str(CANCER).splitlines()[-1].split() == ["sum", "1/10000", "9999/10000", "1"]
    assert "<table" in DAYS.marginal(["Outlook", "Play"])._repr_html_()
    assert str(COINS.variable("heads", lambda *t: t.count("H"))).splitlines()[1].split() == ["0", "1/4"]


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Joint({}, []), "values must be a dictionary"),
        (lambda: Joint({"x": "aa"}, [1, 2]), "values must name different values of x"),
        (lambda: Joint({"x": "ab"}, [1, 2, 3]), r"weights must have the shape of the values, \(2,\); got shape \(3,\)"),
        (lambda: Joint({"x": "ab"}, [0, 0]), "weights must be at least 0, and one above 0"),
        (lambda: Joint({"x": "ab"}, [2, -1]), "weights must be at least 0"),
        (lambda: COINS.probability(third="H"), "names must be different variables of first, second"),
        (lambda: COINS.probability(first="X"), "first must be one of 'H', 'T'; got 'X'"),
        (lambda: CANCER.given(state="ill", symptom="yes"), "evidence must leave a variable"),
        (lambda: Joint({"x": "ab", "y": "cd"}, [[1, 1], [0, 0]]).given(x="b"), "evidence must be possible"),
        (lambda: COINS.working("first", {"first": "H"}), "target must be a variable that the evidence leaves open"),
        (lambda: COINS.working("first", {}), "evidence must be a dictionary"),
        (lambda: Joint.from_rows([("a",), ("b", "c")], ["x"]), "rows must hold one value for each of the names"),
        (lambda: bayes({"a": 0.5, "b": 0.6}, {"a": 1, "b": 1}), "prior must sum to 1"),
        (lambda: bayes({"a": 0.5, "b": 0.5}, {"a": 1}), "likelihood must have the causes of the prior"),
        (lambda: bayes({"a": 0.5, "b": 0.5}, {"a": 0, "b": 0}), "likelihood must be above 0"),
        (lambda: bayes({"a": 0.5, "b": 0.5}, {"a": 1.5, "b": 0}), "likelihood must be a probability"),
        (lambda: Binomial(3, 1.2), "p must be a probability, between 0 and 1; got 1.2"),
        (lambda: Binomial.fit([4], 3), "counts must lie between 0 and n, 3"),
        (lambda: Multinomial(3, [0.5, 0.6]), "p must sum to 1"),
        (lambda: Multinomial.fit([[1, 2], [1, 1]]), "counts must have rows of one and the same sum"),
        (lambda: Beta(0.5, 2).mode, "a and b must be at least 1"),
        (lambda: Dirichlet([1]), "alpha must hold at least two numbers"),
        (lambda: Normal(0, 0), "std must be a number above 0; got 0"),
        (lambda: Normal.fit([2, 2]), "x must hold numbers that differ"),
        (lambda: Normal.fit([2], ddof=1), "x must hold more numbers than ddof"),
        (lambda: Gaussian([0, 0], [[1, 1], [1, 1]]), "cov must be positive definite"),
        (lambda: Gaussian([0, 0], [[1, 2], [2, 1]]), "cov must be positive definite"),
        (lambda: Gaussian([0, 0], [[1, 2], [0, 1]]), "cov must be a symmetric matrix"),
        (lambda: Gaussian([0], np.eye(2)), "cov must have a row for each of the 1 means"),
        (lambda: Gaussian.fit([[1, 2], [2, 4], [3, 6]]), "X has columns that follow from one another"),
        (lambda: Gaussian([0, 0], np.eye(2)).given([0, 1], [1, 1]), "places must leave a number"),
        (lambda: Gaussian([0, 0], np.eye(2)).marginal([2]), "places must be different numbers from 0 to 1"),
        (lambda: Gaussian(np.zeros(3), np.eye(3)).ellipse(), "mean must hold two numbers"),
        (lambda: Normal(0, 1).density([1, None]), "x must not hold missing values"),
        (lambda: log_normalised([-math.inf, -math.inf]), "scores must have a finite largest"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_input_is_left_alone():
    weights, x = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 2.0, 4.0])
    Joint({"x": "ab", "y": "cd"}, weights).given(x="a")
    Normal.fit(x), Normal(0, 1).updated(x, 1), log_normalised(x)
    assert weights.tolist() == [[1, 2], [3, 4]] and x.tolist() == [1, 2, 4]
