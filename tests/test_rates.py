"""Learning rates: limits, best rates and factors against walks and eigenvalues, schedules, bad input."""

import itertools

import numpy as np
import pytest
import scipy.optimize

from byhand.losses import Function, Quadratic, Rosenbrock
from byhand.optimize import Adam, AveragedMomentum, GradientDescent, Momentum, Nesterov, Newton, descend
from byhand.rates import (
    best_momentum,
    best_rate,
    cosine,
    curvatures,
    inverse_time,
    largest_stable_rate,
    shrinkage,
    step_decay,
)

NARROW = Quadratic(np.diag([2.0, 20.0]))
RULES = [GradientDescent, Momentum, Nesterov, AveragedMomentum]


def random_bowl(seed):
    """A bowl in some direction with its curvatures, three numbers between 0.2 and 20."""
    rng = np.random.default_rng(seed)
    found = np.sort(rng.uniform(0.2, 20, size=3))
    axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return Quadratic((axes * found) @ axes.T, b=rng.normal(size=3)), found


def companion(method, curvature):
    """The matrix that takes (w_k, w_{k-1}) to (w_{k+1}, w_k) on a parabola."""
    eta, beta = method.rate * curvature, getattr(method, "momentum", 0.0)
    if isinstance(method, AveragedMomentum):
        eta = (1 - beta) * eta
    if isinstance(method, Nesterov):
        return np.array([[(1 + beta) * (1 - eta), -beta * (1 - eta)], [1, 0]])
    return np.array([[1 + beta - eta, -beta], [1, 0]])


# ---- values


def test_the_narrow_bowl_by_hand():
    assert curvatures(NARROW, [0, 0]).tolist() == [2, 20]
    assert best_rate(NARROW, [0, 0]) == pytest.approx(1 / 11)
    ball = best_momentum(NARROW, [0, 0])
    assert ball.rate == pytest.approx((2 / (20**0.5 + 2**0.5)) ** 2)
    assert ball.momentum == pytest.approx(((10**0.5 - 1) / (10**0.5 + 1)) ** 2)


def test_a_round_bowl_needs_one_step_and_no_momentum():
    bowl = Quadratic(np.diag([4.0, 4.0]))
    assert best_rate(bowl, [0, 0]) == 0.25
    assert best_momentum(bowl, [0, 0]) == Momentum(rate=0.25, momentum=0.0)
    assert shrinkage(GradientDescent(0.25), 4.0) == 0


def test_a_function_that_is_no_parabola_is_judged_at_its_minimum():
    low, high = np.linalg.eigvalsh(Rosenbrock().hessian(np.ones(2)))
    assert best_rate(Rosenbrock(), [1, 1]) == pytest.approx(2 / (low + high))


# ---- laws


@pytest.mark.parametrize("seed", range(8))
def test_no_fixed_rate_is_faster_than_the_best(seed):
    bowl, found = random_bowl(seed)
    minimum = np.linalg.solve(bowl.A, bowl.b)

    def slowest(rate):
        return shrinkage(GradientDescent(rate), found).max()

    best = best_rate(bowl, minimum)
    searched = scipy.optimize.minimize_scalar(slowest, bounds=(0, 2 / found[-1]), method="bounded")
    assert slowest(best) <= searched.fun + 1e-6
    kappa = found[-1] / found[0]
    assert slowest(best) == pytest.approx((kappa - 1) / (kappa + 1))


@pytest.mark.parametrize("seed", range(8))
def test_no_other_heavy_ball_is_faster_than_polyaks(seed):
    bowl, found = random_bowl(seed)
    ball = best_momentum(bowl, np.linalg.solve(bowl.A, bowl.b))
    # at the ends of the interval the roots coincide, and a rounding error e moves them by its root
    assert shrinkage(ball, found) == pytest.approx(np.full(3, np.sqrt(ball.momentum)), abs=1e-6)
    others = itertools.product(np.linspace(0.3, 1.6, 27) * ball.rate, np.linspace(0, 0.98, 50))
    assert min(shrinkage(Momentum(*other), found).max() for other in others) >= np.sqrt(ball.momentum) - 1e-6


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(5))
def test_the_factor_is_the_largest_eigenvalue_of_the_recursion(rule, seed):
    rng = np.random.default_rng(seed)
    for _ in range(40):
        settings = [] if rule is GradientDescent else [float(rng.uniform(0, 0.98))]
        method, curvature = rule(float(rng.uniform(0.01, 3)), *settings), float(rng.uniform(0.01, 3))
        if rule is GradientDescent:
            assert shrinkage(method, curvature) == pytest.approx(abs(1 - method.rate * curvature))
        else:
            largest = np.abs(np.linalg.eigvals(companion(method, curvature))).max()
            assert shrinkage(method, curvature) == pytest.approx(largest, abs=1e-7)


@pytest.mark.parametrize("method", [GradientDescent(0.3), Momentum(0.3, 0.4), Nesterov(0.3, 0.7), Momentum(2.0, 0.6)])
def test_the_factor_is_the_pace_of_a_real_walk(method):
    walk = descend(Quadratic([[1.7]]), [1.0], method, steps=400)
    size = np.maximum.reduceat(np.abs(walk.points[:, 0]), np.arange(0, 400, 40))  # a ball may pass through 0
    pace = (size[4] / size[1]) ** (1 / 120)
    assert shrinkage(method, 1.7) == pytest.approx(pace, rel=0.02)


@pytest.mark.parametrize("rule", RULES)
def test_the_limit_of_the_rate_is_where_the_factor_is_one(rule):
    for settings in [[]] if rule is GradientDescent else [[0.0], [0.3], [0.9]]:
        limit = largest_stable_rate(Quadratic([[3.0]]), [0], rule(1.0, *settings))
        assert shrinkage(rule(limit, *settings), 3.0) == pytest.approx(1)
        assert shrinkage(rule(0.99 * limit, *settings), 3.0) < 1 < shrinkage(rule(1.01 * limit, *settings), 3.0)


def test_newton_leaves_nothing_of_any_curvature():
    assert shrinkage(Newton(), [0.001, 1, 1000]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("schedule", [inverse_time(0.2, 30), step_decay(0.2, 25), cosine(0.2, 100)])
def test_a_schedule_begins_with_its_rate_and_never_rises(schedule):
    rates = [schedule(k) for k in range(1, 151)]
    assert rates[0] == 0.2 and min(rates) > 0 and (np.diff(rates) <= 0).all()
    walk = descend(NARROW, [1, 1], GradientDescent(lambda k: schedule(k) / 4), steps=150)
    assert [memory["rate"] for memory in walk.memories[1:]] == [rate / 4 for rate in rates]


def test_the_cosine_is_flat_at_both_ends_and_steep_in_the_middle():
    falls = -np.diff([cosine(1.0, 100)(k) for k in range(1, 101)])
    assert falls.argmax() in (49, 50) and falls[0] < 0.05 * falls.max() and falls[-1] < 0.06 * falls.max()


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: curvatures(Quadratic(np.diag([1, -1])), [0, 0]), "x must be a minimum; the curvatures there"),
        (lambda: curvatures(Function(lambda x: float("nan")), [0]), "x must be where the Hessian is finite"),
        (lambda: curvatures(None, [0]), "function must offer hessian"),
        (lambda: best_rate(Quadratic(np.diag([1, 0])), [0, 0]), "x must be a minimum that is curved in every"),
        (lambda: best_momentum(Quadratic(np.diag([1, 0])), [0, 0]), "x must be a minimum that is curved in every"),
        (lambda: shrinkage(Adam(), 1.0), "method must have a fixed rate; got Adam"),
        (lambda: shrinkage(GradientDescent(lambda k: 0.1), 1.0), "method must have a fixed rate"),
        (lambda: shrinkage("plain", 1.0), "method must be one of the methods"),
        (lambda: shrinkage(Momentum(), [1, 0]), "curvature must hold numbers above 0"),
        (lambda: inverse_time(0, 10), "rate must be a number above 0"),
        (lambda: inverse_time(0.1, -1), "half must be a number above 0"),
        (lambda: step_decay(0.1, 0), "every must be"),
        (lambda: step_decay(0.1, 10, 1.5), "factor must be above 0 and at most 1; got 1.5"),
        (lambda: cosine(0.1, 2.5), "steps must be"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
