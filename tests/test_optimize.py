"""Gradient descent and its relatives: values worked by hand, laws, references, bad input."""

import math
import pickle
import warnings
from itertools import islice

import numpy as np
import pytest
import scipy.optimize
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from scipy.special import lambertw
from sklearn.linear_model import LogisticRegression, SGDRegressor
from sklearn.metrics import hinge_loss, log_loss, zero_one_loss

from byhand.losses import (
    Cubic,
    EmpiricalRisk,
    ExponentialLoss,
    Function,
    HingeLoss,
    LogisticLoss,
    Quadratic,
    Rosenbrock,
    SquaredLoss,
    ZeroOneLoss,
    check_gradient,
    numerical_gradient,
)
from byhand.optimize import (
    AdaDelta,
    AdaGrad,
    Adam,
    AdaptiveRates,
    AveragedMomentum,
    Backtracking,
    GradientDescent,
    Method,
    Momentum,
    Nesterov,
    Newton,
    RMSProp,
    batches,
    descend,
)
from byhand.rates import largest_stable_rate

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf
ROUND, NARROW = Quadratic(np.diag([2.0, 2.0])), Quadratic(np.diag([2.0, 20.0]))  # x1² + x2² and x1² + 10 x2²
TAME = Quadratic([[2.0, 0.5], [0.5, 1.0]], b=[0.3, -0.7])  # no method runs away with its default settings
PARABOLA = Quadratic([[1.0]])  # x² / 2
SHIFTED = Quadratic(np.diag([2.0, 4.0]), b=[6, -4], c=11)  # (x1 - 3)² + 2 (x2 + 1)²
LINE = EmpiricalRisk([[0], [1], [2], [3]], [1, 3, 5, 7], SquaredLoss(), intercept=True)  # y = 1 + 2x
TWO_POINTS = ([[1, 1], [1, -1]], [1, -1])  # B and R on both sides of the line f1 + 2 f2 = 0
GRADIENT_METHODS = [
    GradientDescent(),
    GradientDescent(rate=lambda k: 0.1 / k),
    Momentum(),
    Nesterov(),
    AveragedMomentum(),
    AdaptiveRates(),
    AdaGrad(),
    RMSProp(),
    AdaDelta(),
    Adam(),
]
EVERY_METHOD = [*GRADIENT_METHODS, Momentum(restart=True), Backtracking(), Newton()]
EVERY_LOSS = [ZeroOneLoss(), SquaredLoss(), HingeLoss(), ExponentialLoss(), LogisticLoss(), LogisticLoss(base=2)]
SMOOTH_LOSSES = [SquaredLoss(), ExponentialLoss(), LogisticLoss(), LogisticLoss(base=2)]
EVERY_FUNCTION = {
    "narrow": (NARROW, 2),
    "shifted": (SHIFTED, 2),
    "rosenbrock": (Rosenbrock(), 2),
    "rosenbrock 100": (Rosenbrock(constant=100), 2),
    "cubic": (Cubic(), 3),
    "line": (LINE, 2),
}


def name(value):
    return type(value).__name__


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def printed(actual, wanted, digits=6):
    """Each number agrees with a printed one in all its significant digits (one unit in the last)."""
    actual, wanted = np.ravel(actual), np.ravel(wanted).astype(float)
    assert actual.shape == wanted.shape
    for a, w in zip(actual, wanted, strict=True):
        assert abs(a - w) <= 0.5001 * 10.0 ** (math.floor(math.log10(abs(w))) + 1 - digits) if w else abs(a) < 1e-12


# ---- values


@pytest.mark.parametrize(
    ("method", "x", "value"),
    [
        (GradientDescent(rate=0.1), 0.107374, 0.0230584),
        (Momentum(rate=0.1, momentum=0.5), -0.0325453, 0.00211839),
        (Nesterov(rate=0.1, momentum=0.5), -0.0109871, 0.000241433),
    ],
    ids=name,
)
def test_isotropic_quadratic_after_ten_steps(method, x, value):
    path = descend(ROUND, [1, 1], method, steps=10)
    printed(path.point, [x, x])
    printed(path.value, value)


def test_isotropic_quadratic_with_more_momentum():
    printed(descend(ROUND, [1, 1], Momentum(rate=0.1, momentum=0.9), steps=10).point, [0.0043999] * 2, 5)


@pytest.mark.parametrize(
    ("method", "point", "value"),
    [
        (GradientDescent(rate=0.02), (0.664833, 0.00604662), 0.442368),
        (Momentum(rate=0.02, momentum=0.5), (0.448033, 0.0289539), 0.209117),
        (Nesterov(rate=0.02, momentum=0.5), (0.462218, 0.00212158), 0.213690),
    ],
    ids=name,
)
def test_narrow_quadratic_after_ten_steps(method, point, value):
    path = descend(NARROW, [1, 1], method, steps=10)
    printed(path.point, point)
    printed(path.value, value)


def test_narrow_quadratic_with_adaptive_rates():
    path = descend(NARROW, [1, 1], AdaptiveRates(rate=0.02), steps=10)
    printed(path.value, 0.107704)
    assert all(memory["taken"] for memory in path.memories[1:])  # no step was refused


def test_narrow_quadratic_above_the_limit_of_nesterov_only():
    ends = [descend(NARROW, [1, 1], m, steps=10).value for m in (Nesterov(0.09, 0.5), GradientDescent(0.09))]
    printed(ends[0], 8594, 4)
    assert ends[1] < 0.2
    assert descend(NARROW, [1, 1], Momentum(0.09, 0.5), steps=100).value < 1e-10
    assert descend(NARROW, [1, 1], GradientDescent(0.09), steps=200).value < 1e-10


def test_best_fixed_rate_of_the_narrow_quadratic_is_one_eleventh():
    path = descend(NARROW, [1, 1], GradientDescent(rate=1 / 11), steps=20)
    close(np.abs(path.points[1:] / path.points[:-1]), 9 / 11, 1e-12)


@pytest.mark.parametrize(
    ("start", "values"),
    [
        ((-1, -1), (44, 3.80731, 120.361, 0.00763562, 0.000582953, 1.34831e-13)),
        ((2, 2), (41, 0.951818, 8.64101, 1.18494e-4, 1.40405e-7, 3.11381e-20)),
    ],
)
def test_newton_on_rosenbrock_step_by_step(start, values):
    path = descend(Rosenbrock(), start, Newton(), steps=5)
    printed(path.values[:5], values[:5])
    printed(path.value, values[5], 5)  # what is left of a difference of numbers near 1


def test_newton_on_rosenbrock_from_the_classic_start_takes_seven_steps():
    values = descend(Rosenbrock(), [-1.2, 1], Newton(), steps=7).values
    printed(values[5], 0.00161849)
    assert values[6] > 1e-8 > 1e-10 > values[7]


@pytest.mark.parametrize(
    ("steps", "point", "value"),
    [(100, (0.361099, 0.0995826), 0.417687), (300, (0.842756, 0.703285), 0.0252090)],
)
def test_gradient_descent_on_rosenbrock(steps, point, value):
    path = descend(Rosenbrock(), [-1.2, 1], GradientDescent(rate=0.01), steps=steps)
    printed(path.point, point)
    printed(path.value, value)


@pytest.mark.parametrize(
    ("method", "value"),
    [(Momentum(0.005, 0.9), 3.55250e-4), (AveragedMomentum(0.05, 0.9), 3.55250e-4), (Nesterov(0.005, 0.9), 2.12372e-4)],
    ids=name,
)
def test_momentum_on_rosenbrock_after_100_steps(method, value):
    printed(descend(Rosenbrock(), [-1.2, 1], method, steps=100).value, value)


def test_rosenbrock_at_its_minimum():
    H = Rosenbrock().hessian(np.ones(2))
    assert H.tolist() == [[82, -40], [-40, 20]]
    low, high = np.linalg.eigvalsh(H)
    printed([low, high, high / low], [0.393676, 101.606, 258.096])
    printed(largest_stable_rate(Rosenbrock(), [1, 1]), 0.0196838)
    assert Rosenbrock().value([1, 1]) == 0
    assert Rosenbrock().gradient([1, 1]).tolist() == [0, 0]


def test_gradient_of_the_cubic():
    x = np.array([1.0, 2.0, 3.0])
    assert Cubic().value(x) == -43
    assert Cubic().gradient(x).tolist() == [13, -22, -36]
    printed(np.linalg.norm(Cubic().gradient(x)), 44.1475)
    path = descend(Cubic(), x, GradientDescent(rate=0.01), steps=1)
    close(path.point, [0.87, 2.22, 3.36], 1e-14)
    printed(path.value, -64.8732)


@pytest.mark.parametrize(
    ("steps", "point", "value"),
    [
        (1, (0.6, -0.4), 6.48),
        (2, (1.08, -0.64), 3.9456),
        (3, (1.464, -0.784), 2.452608),
        (10, (2.67788, -0.993953), 0.103836),
    ],
)
def test_convex_quadratic_step_by_step(steps, point, value):
    path = descend(SHIFTED, [0, 0], GradientDescent(rate=0.1), steps=steps)
    printed(path.point, point)
    assert path.value == pytest.approx(value, rel=5e-6)


def test_convex_quadratic_after_50_steps():
    path = descend(SHIFTED, [0, 0], GradientDescent(rate=0.1), steps=50)
    printed(path.value, 1.83333e-9, 5)  # c = 11 takes the last digits
    close(path.point, [2.99996, -1], 5e-6)


@pytest.mark.parametrize(("rate", "factor"), [(0.1, 0.8), (0.5, 0), (0.9, 0.8), (1.0, 1), (1.1, 1.2)])
def test_error_factor_of_a_parabola(rate, factor):
    points = descend(Quadratic([[2.0]]), [1], GradientDescent(rate=rate), steps=5).points[:, 0]
    close(np.abs(points), factor ** np.arange(6.0), 1e-12)


def test_parabola_with_the_right_and_the_printed_sign():
    path = descend(PARABOLA, [1], GradientDescent(rate=0.1), steps=50)
    printed(path.points[[1, 2, 3, 10, 50], 0], [0.9, 0.81, 0.729, 0.348678, 0.00515378])
    uphill = descend(Quadratic([[-1.0]]), [1], GradientDescent(rate=0.1), steps=50)  # + is descent on -J
    printed(uphill.points[[1, 2, 3, 10, 50], 0], [1.1, 1.21, 1.331, 2.59374, 117.391])


def test_parabola_with_momentum():
    path = descend(PARABOLA, [1], Momentum(rate=0.1, momentum=0.9), steps=10)
    v = [-0.1, -0.18, -0.234, -0.2592, -0.25596, -0.227448, -0.179042, -0.117573, -0.0504935, 0.0149276]
    w = [0.9, 0.72, 0.486, 0.2268, -0.02916, -0.256608, -0.435650, -0.553224, -0.603717, -0.588789]
    printed(path.changes, v)
    printed(path.points[1:], w)
    printed([memory["v"] for memory in path.memories[1:]], v)


def test_sign_of_the_gradient_step_of_a_small_network():
    x, y = np.array([0.7, -0.4]), math.sin(0.7) * math.cos(-0.4)

    def value(t):
        hidden = np.tanh([t[0] * x[0] + t[1] * x[1] + t[4], t[2] * x[0] + t[3] * x[1] + t[5]])
        return (y - np.tanh(t[6:8] @ hidden + t[8])) ** 2

    start = np.array([0.1, 0.2, -0.3, 0.4, 0.05, -0.05, 0.5, -0.6, 0.1])
    gradient = [-0.153961, 0.0879776, 0.155894, -0.0890821, -0.219944, 0.222705, -0.0176143, 0.174884, -0.440592]
    printed(value(start), 0.0623913)
    printed(numerical_gradient(value, start), gradient)
    printed(descend(Function(value), start, GradientDescent(rate=0.1), steps=1).value, 0.0304837)
    printed(value(start + 0.1 * numerical_gradient(value, start)), 0.108290)  # the printed plus


@pytest.mark.parametrize(("rate", "error"), [(0.01, 2.96e-4), (0.1, 4.60e-9), (0.3, 6.0e37)])
def test_learning_rate_of_linear_regression(rate, error):
    path = descend(LINE, [0, 0], GradientDescent(rate=rate), steps=100)
    assert path.value == pytest.approx(error, rel=2e-2 if error > 1 else 2e-3)


def test_regression_gradient_step_has_a_plus():
    assert LINE.value([0, 0]) == 21
    path = descend(LINE, [0, 0], GradientDescent(rate=0.1), steps=1)
    assert path.value == pytest.approx(0.535, abs=1e-12)
    X, y = np.array([[1, x] for x in range(4)]), np.array([1, 3, 5, 7])
    close(path.point, 2 * 0.1 / 4 * X.T @ y, 1e-15)
    assert LINE.value(-path.point) == pytest.approx(71.135, abs=1e-12)
    printed(largest_stable_rate(LINE, [1, 2]), 0.237950)


def test_critical_rate_of_the_twenty_rows():
    x = [0.680375, -0.211234, 0.566198, 0.59688, 0.823295, -0.604897, -0.329554, 0.536459, -0.444451, 0.10794]
    x += [-0.0452059, 0.257742, -0.270431, 0.0268018, 0.904459, 0.83239, 0.271423, 0.434594, -0.716795, 0.213938]
    X, y = np.reshape(x, (20, 1)), np.zeros(20)
    half_sum = Quadratic(X.T @ X)  # the squares summed, halved: a factor in the loss is one in the rate
    printed(largest_stable_rate(half_sum, [0]), 0.376717)
    printed(largest_stable_rate(EmpiricalRisk(X, y, SquaredLoss(), average=False), [0]), 0.188359)
    printed(largest_stable_rate(EmpiricalRisk(X, y, SquaredLoss()), [0]), 3.76717)


LOSS_TABLE = [  # margin, 0/1, hinge, logistic (base 2), exponential, squared
    (-2, 1, 3, 3.06851, 7.38906, 9),
    (-1, 1, 2, 1.89464, 2.71828, 4),
    (0, 1, 1, 1, 1, 1),
    (0.5, 0, 0.5, 0.683949, 0.606531, 0.25),
    (1, 0, 0, 0.451941, 0.367879, 0),
    (2, 0, 0, 0.183118, 0.135335, 1),
    (3, 0, 0, 0.0700967, 0.0497871, 4),
]


@pytest.mark.parametrize("row", LOSS_TABLE, ids=lambda row: f"margin {row[0]}")
def test_table_of_losses(row):
    losses = [ZeroOneLoss(), HingeLoss(), LogisticLoss(base=2), ExponentialLoss(), SquaredLoss()]
    printed([loss.value(float(row[0])) for loss in losses], row[1:])
    printed([loss.value(-float(row[0]), -1.0) for loss in losses], row[1:])  # the same margin with the other label


def test_lower_surrogate_may_mean_more_mistakes():
    first, second = np.array([0.1, 0.1, -10]), np.array([-0.1, -0.1, -5])
    close([HingeLoss().value(m).sum() for m in (first, second)], [12.8, 8.2], 1e-14)
    assert [ZeroOneLoss().value(m).sum() for m in (first, second)] == [1, 3]


def test_hinge_is_flat_at_the_kink():
    assert HingeLoss().derivative(np.array([0.999, 1.0, 1.001])).tolist() == [-1, 0, 0]


def test_exponential_loss_batch_steps():
    risk = EmpiricalRisk(*TWO_POINTS, ExponentialLoss(), average=False, intercept=True)
    path = descend(risk, [0, 0, 0], GradientDescent(rate=0.1), steps=100)
    at = [1, 2, 3, 10, 100]
    printed(path.points[at, 2], [0.2, 0.363746, 0.502760, 1.13744, 3.05931])
    printed(path.values[at], [1.63746, 1.39014, 1.20972, 0.641276, 0.0938401])
    assert (path.points[:, :2] == 0).all()


def test_exponential_loss_one_example_at_a_time():
    risk = EmpiricalRisk(*TWO_POINTS, ExponentialLoss(), average=False, intercept=True)
    one_by_one = batches(2, 1, draw="in order")
    path = descend(risk, [0, 0, 0], GradientDescent(rate=0.1), steps=2, batches=one_by_one)
    printed(path.points[1], [0.1, 0.1, 0.1])
    printed(path.points[2], [-0.0105171, -0.0105171, 0.210517])


@pytest.mark.parametrize(
    ("penalty", "weight", "objective"),
    [(0.1, 2.20500, 0.463602), (1, 0.852606, 1.21607), (2, 0.567143, 1.45594), (10, 0.168916, 1.83182)],
)
def test_penalty_holds_the_exponential_weights(penalty, weight, objective):
    risk = EmpiricalRisk(*TWO_POINTS, ExponentialLoss(), penalty=penalty, average=False, intercept=True)
    path = descend(risk, [0, 0, 0], GradientDescent(rate=0.05), steps=5000, tolerance=1e-13)
    printed(path.point, [0, 0, weight])
    printed(path.value, objective)
    close(path.point[2], lambertw(2 / penalty).real, 1e-11)


def test_working_of_a_momentum_step():
    working = descend(PARABOLA, [1], Momentum(rate=0.1, momentum=0.9), steps=3).working(2)
    assert list(working) == ["g1", "step1", "x1", "J"]
    close([working[step] for step in working], [0.9, -0.18, 0.72, 0.72**2 / 2], 1e-14)
    assert working.step("step1").numbers == r"0.9 \times (-0.1) - 0.1 \times 0.9"
    assert working.step("step1").formula == r"\beta \times v_{1} - \eta \times g_{1}"


def test_working_of_an_adam_step():
    working = descend(PARABOLA, [1], Adam(rate=0.1), steps=2).working(1)
    assert list(working) == ["g1", "m1", "s1", "step1", "x1", "J"]
    close([working["m1"], working["s1"], working["step1"]], [0.1, 0.001, -0.1], 1e-8)
    assert r"1 - 0.9^{1}" in working.step("step1").numbers


def test_working_of_nesterov_shows_the_point_ahead():
    path = descend(PARABOLA, [1], Nesterov(rate=0.1, momentum=0.5), steps=2)
    assert list(path.working(2)) == ["ahead1", "g1", "step1", "x1", "J"]
    assert path.working(2)["ahead1"] == path.working(2)["g1"] == pytest.approx(0.9 - 0.05)


def test_working_of_newton_shows_the_hessian():
    working = descend(NARROW, [1, 1], Newton(), steps=1).working(1)
    assert (working["H1,1"], working["H1,2"], working["H2,2"]) == (2, 0, 20)
    assert (working["step1"], working["x2"]) == (-1, 0)


def test_working_of_a_refused_step():
    path = descend(PARABOLA, [1], AdaptiveRates(rate=5), steps=2)
    working = path.working(1)
    assert (working["taken"], working["factor1"], working["eta1"], working["step1"]) == (0, 0.5, 2.5, 0)
    assert path.points[1] == 1


def test_adaptive_rates_grow_only_on_agreeing_slopes():
    method = AdaptiveRates(rate=0.1, up=1.2, down=0.8)
    _, memory = method.step(np.array([1.0, 1.0, 0.0, -1.0]), method.start(np.zeros(4)))
    assert memory["factor"].tolist() == [1, 1, 1, 1]
    _, memory = method.step(np.array([2.0, -1.0, 3.0, -0.1]), memory)
    assert memory["factor"].tolist() == [1.2, 0.8, 0.8, 1.2]  # a product of 0 is no agreement


def test_refused_step_halves_the_rates_and_keeps_the_last_gradient():
    method, last = AdaptiveRates(rate=5), np.array([-1.0])
    _, step, memory = method.move(PARABOLA, np.array([1.0]), {"eta": np.array([5.0]), "last": last})
    assert (step, memory["eta"], memory["last"]) == (0, 5 * 0.8 / 2, last)


@pytest.mark.parametrize(("fair", "eta"), [(0.3, 1), (0.6, 0.5), (0.9, 0.125)])
def test_backtracking_takes_the_first_rate_that_pays(fair, eta):
    path = descend(PARABOLA, [1], Backtracking(rate=4, fair=fair), steps=1)  # a rate pays up to 2 (1 - fair)
    assert path.working(1)["eta"] == eta
    assert path.point == 1 - eta


def test_central_differences_are_exact_for_a_parabola():
    assert numerical_gradient(lambda x: x[0] ** 2, [3], h=0.5).tolist() == [6]


# ---- laws

law = settings(max_examples=40, derandomize=True, database=None)
coordinates = st.floats(-3, 3).map(lambda x: round(x, 3))


def points(d):
    return arrays(float, d, elements=coordinates)


@st.composite
def bowls(draw):
    """A convex quadratic with curvatures from 0.1 to 10 in two or three directions, and its eigenvectors."""
    d = draw(st.integers(2, 3))
    axes = np.linalg.qr(draw(arrays(float, (d, d), elements=st.floats(-1, 1))) + 3 * np.eye(d))[0]
    curvature = draw(arrays(float, d, elements=st.floats(0.1, 10)))
    A = (axes * curvature) @ axes.T
    return Quadratic((A + A.T) / 2, b=draw(points(d))), draw(points(d)), axes[:, np.argmax(curvature)]


@law
@given(bowls(), st.floats(0.05, 0.99))
def test_convex_quadratic_never_rises_below_the_limit(problem, fraction):
    bowl, start, _ = problem
    rate = fraction * largest_stable_rate(bowl, start)
    values = descend(bowl, start, GradientDescent(rate=rate), steps=30).values
    assert (np.diff(values) <= 1e-12 * (1 + np.abs(values[1:]))).all()


@law
@given(bowls(), st.sampled_from([GradientDescent, Momentum, Nesterov, AveragedMomentum]), st.floats(0, 0.8))
def test_limit_of_each_method_divides_settling_from_running_away(problem, Method, momentum):
    bowl, _, steepest = problem
    settings = {} if Method is GradientDescent else {"momentum": momentum}
    minimum = np.linalg.solve(bowl.A, bowl.b)
    limit = largest_stable_rate(bowl, minimum, Method(**settings))

    def distances(rate):
        path = descend(bowl, minimum + steepest, Method(rate=rate, **settings), steps=400)
        return np.linalg.norm(path.points - minimum, axis=1)

    assert distances(0.95 * limit)[-20:].max() < 0.1
    assert distances(1.05 * limit)[-20:].max() > 10


@law
@given(bowls())
def test_newton_solves_a_quadratic_in_one_step(problem):
    bowl, start, _ = problem
    path = descend(bowl, start, Newton(), steps=5, tolerance=1e-9)
    assert (path.steps, path.stopped) in ((1, "converged"), (0, "converged"))
    close(path.point, np.linalg.solve(bowl.A, bowl.b), 1e-9)


@law
@given(points(2), st.floats(0.001, 0.01))
def test_no_momentum_is_plain_descent(start, rate):
    plain = descend(Rosenbrock(), start, GradientDescent(rate=rate), steps=5)
    assume(plain.value < 1e6)
    for Kind in (Momentum, Nesterov, AveragedMomentum):
        close(descend(Rosenbrock(), start, Kind(rate=rate, momentum=0.0), steps=5).points, plain.points, 1e-12)


@law
@given(points(2), st.floats(0.01, 0.2), st.floats(0, 0.99))
def test_averaging_with_a_rate_is_the_heavy_ball_with_a_smaller_one(start, rate, momentum):
    averaged = descend(ROUND, start, AveragedMomentum(rate=rate, momentum=momentum), steps=30)
    heavy = descend(ROUND, start, Momentum(rate=(1 - momentum) * rate, momentum=momentum), steps=30)
    close(averaged.points, heavy.points, 1e-12)


@law
@given(st.sampled_from(sorted(EVERY_FUNCTION)), st.data())
def test_gradient_and_hessian_agree_with_differences(kind, data):
    function, d = EVERY_FUNCTION[kind]
    x = data.draw(points(d))
    scale = 1 + np.abs(function.gradient(x)).max()
    close(numerical_gradient(function.value, x) / scale, function.gradient(x) / scale, 1e-7)
    scale = np.abs(function.hessian(x)).max()
    close(numerical_gradient(function.gradient, x, h=1e-4) / scale, function.hessian(x) / scale, 1e-6)


@pytest.mark.parametrize("kind", EVERY_FUNCTION)
def test_many_points_at_once_are_the_same_as_one_by_one(kind):
    function, d = EVERY_FUNCTION[kind]
    grid = np.random.default_rng(0).normal(size=(3, 4, d))
    assert function.value(grid).shape == (3, 4)
    for index in np.ndindex(3, 4):
        close(function.value(grid)[index], function.value(grid[index]), 1e-12)
        close(function.gradient(grid)[index], function.gradient(grid[index]), 1e-12)
        close(function.hessian(grid)[index], function.hessian(grid[index]), 1e-12)


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
@pytest.mark.parametrize("label", [-1.0, 1.0])
def test_derivative_and_curvature_of_a_loss_agree_with_differences(loss, label):
    score, h = np.linspace(-4, 4, 41) + 0.0123, 1e-5
    slope = (loss.value(score + h, label) - loss.value(score - h, label)) / (2 * h)
    close(loss.derivative(score, label), slope, 1e-8)
    bend = (loss.derivative(score + h, label) - loss.derivative(score - h, label)) / (2 * h)
    close(loss.curvature(score, label), bend, 1e-8)


def test_surrogates_bound_the_mistakes_from_above():
    margin = np.linspace(-10, 10, 20001)
    mistakes = ZeroOneLoss().value(margin)
    for loss in (SquaredLoss(), HingeLoss(), ExponentialLoss(), LogisticLoss(base=2)):
        assert (loss.value(margin) >= mistakes - 1e-12).all()
    assert (LogisticLoss().value(margin) < mistakes).any()  # in natural units it is no bound
    close(LogisticLoss(base=2).derivative(-40.0), -1 / math.log(2), 1e-12)


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
def test_losses_far_out_are_silent_and_never_nan(loss):
    margin = np.array([-1e308, -800.0, 800.0, 1e308])
    if isinstance(loss, SquaredLoss):
        margin = margin[1:3]
    for values in (loss.value(margin), loss.derivative(margin), loss.curvature(margin)):
        assert not np.isnan(values).any()
    if isinstance(loss, ExponentialLoss):
        assert loss.value(margin).tolist() == [inf, inf, 0, 0]
    if isinstance(loss, LogisticLoss):
        close(loss.value(margin[1:3]) * math.log(loss.base), [800, 0], 1e-12)


@st.composite
def risks(draw, losses=tuple(SMOOTH_LOSSES), average=None):
    n, d = draw(st.sampled_from([4, 6, 12])), draw(st.integers(1, 3))
    X = draw(arrays(float, (n, d), elements=st.floats(-2, 2)))
    y = draw(arrays(float, n, elements=st.sampled_from([-1.0, 1.0])))
    settings = {
        "penalty": draw(st.sampled_from([0, 0.7])),
        "average": draw(st.booleans()) if average is None else average,
        "intercept": draw(st.booleans()),
    }
    risk = EmpiricalRisk(X, y, draw(st.sampled_from(losses)), **settings)
    return risk, draw(points(risk.X.shape[1]))


@law
@given(risks())
def test_gradient_of_a_risk_agrees_with_differences(problem):
    risk, w = problem
    scale = 1 + np.abs(risk.gradient(w)).max() + abs(risk.value(w))
    close(numerical_gradient(risk.value, w) / scale, risk.gradient(w) / scale, 1e-7)
    scale = 1 + np.abs(risk.hessian(w)).max()
    close(numerical_gradient(risk.gradient, w, h=1e-5) / scale, risk.hessian(w) / scale, 1e-6)


@law
@given(risks(losses=tuple(EVERY_LOSS)), st.sampled_from([1, 2, 4]), st.sampled_from(["shuffle", "in order"]))
def test_minibatch_gradients_average_to_the_whole(problem, size, draw):
    risk, w = problem
    n = len(risk.y)
    assume(n % size == 0)
    parts = [risk.on(rows) for rows in islice(batches(n, size, draw=draw), n // size)]
    combine = np.mean if risk.average else np.sum
    scale = 1 + np.abs(risk.gradient(w)).max()
    close(combine([part.gradient(w) for part in parts], axis=0) / scale, risk.gradient(w) / scale, 1e-11)
    close(combine([part.value(w) for part in parts]) / scale, risk.value(w) / scale, 1e-11)


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from(["shuffle", "shuffle once", "in order"]))
@law
def test_an_epoch_visits_each_row_once(n, size, draw):
    assume(size <= n)
    chunks, epoch = batches(n, size, draw=draw, seed=3), -(-n // size)
    first, second = (np.concatenate(list(islice(chunks, epoch))) for _ in range(2))
    assert sorted(first) == sorted(second) == list(range(n))
    if draw != "shuffle":
        assert first.tolist() == second.tolist()
    if draw == "in order":
        assert first.tolist() == list(range(n))


def test_ways_of_drawing_differ():
    once, anew, replaced = (
        np.array(list(islice(batches(100, 50, draw=draw), 4))).reshape(2, 100)
        for draw in ("shuffle once", "shuffle", "with replacement")
    )
    assert once[0].tolist() == once[1].tolist() != list(range(100))
    assert anew[0].tolist() != anew[1].tolist()
    assert len(set(replaced[0])) < 100
    drawn = np.concatenate(list(islice(batches(4, 2, draw="with replacement"), 20_000)))
    close(np.bincount(drawn) / len(drawn), 0.25, 0.01)


@pytest.mark.parametrize("method", EVERY_METHOD, ids=name)
def test_nothing_of_the_caller_is_changed(method):
    start = np.array([-1.2, 1.0])
    memory = method.start(start)
    before = pickle.dumps(memory)
    path = descend(TAME, start, method, steps=5)
    method.move(TAME, start, memory)
    assert start.tolist() == [-1.2, 1.0]
    assert pickle.dumps(memory) == before
    X, y, w = np.eye(2), np.array([1.0, -1.0]), np.array([0.1, 0.2])
    descend(EmpiricalRisk(X, y, LogisticLoss(), penalty=0.1), w, method, steps=5)
    assert (X.tolist(), y.tolist(), w.tolist()) == ([[1, 0], [0, 1]], [1, -1], [0.1, 0.2])
    close(path.points[0], start, 0)


@pytest.mark.parametrize("method", GRADIENT_METHODS, ids=name)
def test_memory_of_a_reused_step_is_not_changed(method):
    gradient = np.array([1.0, -2.0])
    _, memory = method.step(gradient, method.start(gradient))
    kept = pickle.dumps(memory)
    first, _ = method.step(gradient, memory)
    second, _ = method.step(gradient, memory)
    assert first.tolist() == second.tolist()
    assert pickle.dumps(memory) == kept
    assert gradient.tolist() == [1, -2]


@pytest.mark.parametrize("method", GRADIENT_METHODS, ids=name)
def test_update_rules_take_an_array_of_any_shape(method):
    rng = np.random.default_rng(1)
    gradients = rng.normal(size=(5, 3, 2))
    whole, flat = method.start(gradients[0]), method.start(gradients[0].ravel())
    for gradient in gradients:
        step, whole = method.step(gradient, whole)
        flat_step, flat = method.step(gradient.ravel(), flat)
        assert step.shape == (3, 2)
        close(step.ravel(), flat_step, 0)


@pytest.mark.parametrize("method", EVERY_METHOD, ids=name)
def test_path_records_fit_together(method):
    path = descend(TAME, [-1.2, 1], method, steps=12)
    assert (path.steps, path.stopped) == (12, "step limit")
    close(path.points[1:], path.points[:-1] + path.changes, 0)
    close(path.values, TAME.value(path.points), 1e-14)
    assert path.best.tolist() == path.points[np.argmin(path.values)].tolist()
    for k in (1, 2, 12):
        working = path.working(k)
        close([working["x1"], working["x2"]], path.points[k], 0)
        close(
            [working["g1"], working["step2"], working["J"]],
            [path.gradients[k - 1, 0], path.changes[k - 1, 1], path.values[k]],
            0,
        )
        assert "@" not in working.to_latex() + working._repr_html_()
        assert "frac" not in str(working) and "sqrt" not in str(working)


@pytest.mark.parametrize("method", EVERY_METHOD, ids=name)
def test_numbers_put_in_give_the_value(method):
    working = descend(TAME, [-1.2, 1], method, steps=3).working(3)
    for step in working.steps:
        if step.numbers:
            text = str(step).split(" = ", 2)[2].split(" ≈ ")[0].split(" = ")[0]
            python = text.replace("×", "*").replace("√", "math.sqrt").replace("^", "**")
            assert eval(python) == pytest.approx(step.value, rel=1e-4, abs=1e-7), str(step)


@pytest.mark.parametrize("scale", [1e-60, 1e-9, 1e-3, 1.0, 1e4, 1e12, 1e60])
@pytest.mark.parametrize("method", EVERY_METHOD, ids=name)
def test_whoever_works_out_what_is_printed_arrives_at_it(method, scale):
    checked = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        A = rng.normal(size=(2, 2))
        bowl = Quadratic(A @ A.T / 4 + 0.1 * np.eye(2), b=scale * rng.normal(size=2))
        path = descend(bowl, scale * rng.normal(size=2), method, steps=12)
        for k in {1, 2, 7, path.steps}:
            wrong, found = check(path.working(k))
            assert wrong == []
            checked += found
    assert checked >= 4 * 8 * 2  # at least the new point of each step


def test_working_where_a_square_is_too_large_for_a_float():
    path = descend(Quadratic([[1.0]], b=[-1e200]), [1.0], Adam(), steps=2)
    assert path.working(1)["s1"] == inf
    assert path.working(1)["x1"] == path.points[1, 0]


def test_working_of_a_method_of_your_own():
    class Sign(Method):
        def step(self, gradient, memory):
            return -0.5 * np.sign(gradient), memory

    working = descend(PARABOLA, [2.0], Sign(), steps=1).working(1)
    assert (list(working), working["x1"]) == (["g1", "x1", "J"], 1.5)


@pytest.mark.parametrize("method", EVERY_METHOD, ids=name)
def test_same_seed_same_path(method):
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), np.where(rng.random(40) < 0.5, -1, 1)
    risk = EmpiricalRisk(X, y, LogisticLoss(), penalty=0.1)

    def walk(seed):
        return descend(risk, np.zeros(3), method, steps=15, batches=batches(40, 8, seed=seed)).points

    assert walk(1).tolist() == walk(1).tolist() == walk(np.random.default_rng(1)).tolist()
    assert walk(1).tolist() != walk(2).tolist()


def test_whole_batches_are_batch_descent():
    risk = EmpiricalRisk(*TWO_POINTS, LogisticLoss(), penalty=0.3)
    whole = descend(risk, [1, 1], Momentum(), steps=20)
    close(descend(risk, [1, 1], Momentum(), steps=20, batches=batches(2, 2)).points, whole.points, 1e-14)


def test_values_after_batches_are_those_of_the_whole_and_worked_out_on_demand(monkeypatch):
    looked = []
    plain = EmpiricalRisk.value
    monkeypatch.setattr(EmpiricalRisk, "value", lambda self, w: looked.append(len(self.y)) or plain(self, w))
    rng = np.random.default_rng(3)
    risk = EmpiricalRisk(rng.normal(size=(50, 2)), np.where(rng.random(50) < 0.5, -1, 1), LogisticLoss())
    path = descend(risk, [0, 0], Adam(0.1), steps=30, batches=batches(50, 5))
    assert looked.count(5) == 30 and looked.count(50) <= 2
    close(path.values, [plain(risk, w) for w in path.points], 1e-15)
    close(path.first(7).values, path.values[:8], 0)
    assert (path.first(7).steps, path.first(7).value, len(path.first(7).memories)) == (7, path.values[7], 8)


def test_falling_rates_settle_where_a_fixed_one_keeps_jumping():
    rng = np.random.default_rng(0)
    y = rng.normal(size=200)
    risk = EmpiricalRisk(np.ones((200, 1)), y, SquaredLoss())

    def end(rate):
        return descend(risk, [0], GradientDescent(rate), steps=1000, batches=batches(200, 1, "with replacement")).points

    settled, jumping = end(lambda k: 0.5 / k)[-50:], end(0.3)[-50:]
    close(settled, y.mean(), 0.1)
    assert jumping.std() > 20 * settled.std()
    mean_so_far = np.mean([y[row] for row in islice(batches(200, 1, "with replacement"), 1000)])
    close(end(lambda k: 0.5 / k)[-1, 0], mean_so_far, 1e-12)  # the rate 1/(2k) keeps the running mean


def test_restart_drops_the_velocity_after_a_step_uphill():
    path = descend(PARABOLA, [1], Momentum(rate=0.1, momentum=0.9, restart=True), steps=40)
    rises = np.flatnonzero(np.diff(path.values) > 0)
    assert len(rises)
    assert all(path.memories[k + 1]["v"] == 0 for k in rises)
    assert path.value < descend(PARABOLA, [1], Momentum(rate=0.1, momentum=0.9), steps=40).value


@law
@given(points(2), st.sampled_from([AdaptiveRates(rate=1.0), Backtracking()]))
def test_methods_that_look_first_never_go_uphill(start, method):
    values = descend(Rosenbrock(), start, method, steps=40).values
    assert (np.diff(values) <= 0).all()


def test_backtracking_stays_at_a_minimum_and_at_a_false_gradient():
    assert descend(ROUND, [0, 0], Backtracking(), steps=3).points.tolist() == [[0, 0]] * 4
    liar = Function(lambda x: x[0] ** 2, lambda x: np.array([-2 * x[0]]))
    close(descend(liar, [1], Backtracking(), steps=2).points, 1, 1e-12)
    assert check_gradient(liar, [1]) == pytest.approx(2)


@pytest.mark.parametrize(("tolerance", "stopped"), [(1e-3, "converged"), (None, "step limit"), (1e-30, "step limit")])
def test_tolerance_stops_the_walk(tolerance, stopped):
    path = descend(NARROW, [1, 1], GradientDescent(0.05), steps=100, tolerance=tolerance)
    assert path.stopped == stopped
    assert path.steps < 100 if stopped == "converged" else path.steps == 100
    if stopped == "converged":
        sizes = np.abs(NARROW.gradient(path.points)).max(axis=1)
        assert sizes[-1] <= tolerance < sizes[-2]


def test_a_start_at_the_minimum_is_converged_at_once():
    path = descend(ROUND, [0, 0], Momentum(), tolerance=0)
    assert (path.steps, path.stopped, path.points.shape, path.gradients.shape) == (0, "converged", (1, 2), (0, 2))


def test_a_list_of_batches_ends_the_walk():
    risk = EmpiricalRisk(*TWO_POINTS, LogisticLoss())
    assert descend(risk, [0, 0], steps=10, batches=[[0], [1], [0, 1]]).steps == 3


def test_function_without_derivatives_is_differentiated():
    valley = Function(Rosenbrock().value)
    close(descend(valley, [-1, -1], Newton(), steps=6).point, [1, 1], 1e-4)
    assert check_gradient(valley, [0.3, 0.4]) == 0


@pytest.mark.parametrize("wrong", [0, 1])
def test_check_gradient_finds_one_wrong_component(wrong):
    factor = np.where(np.arange(2) == wrong, 1.01, 1)
    false = Function(Rosenbrock().value, lambda x: factor * Rosenbrock().gradient(x))
    assert check_gradient(Rosenbrock(), [-1.2, 1]) < 1e-8
    assert check_gradient(false, [-1.2, 1]) > 1e-3


# ---- references


def transcribed(method, gradients):
    """The steps of the published algorithms, one component at a time in plain Python."""
    rows = []
    for column in np.transpose(gradients).tolist():
        m = s = u = 0.0
        steps = []
        for t, g in enumerate(column, start=1):
            if isinstance(method, AdaGrad):
                s += g * g
                steps.append(-method.rate * g / (math.sqrt(s) + method.epsilon))
            elif isinstance(method, RMSProp):
                s = method.decay * s + (1 - method.decay) * g * g
                steps.append(-method.rate * g / (math.sqrt(s) + method.epsilon))
            elif isinstance(method, AdaDelta):
                s = method.decay * s + (1 - method.decay) * g * g
                steps.append(-math.sqrt(u + method.epsilon) / math.sqrt(s + method.epsilon) * g)
                u = method.decay * u + (1 - method.decay) * steps[-1] ** 2
            else:
                m = method.momentum * m + (1 - method.momentum) * g
                s = method.decay * s + (1 - method.decay) * g * g
                m_hat, s_hat = m / (1 - method.momentum**t), s / (1 - method.decay**t)
                steps.append(-method.rate * m_hat / (math.sqrt(s_hat) + method.epsilon))
        rows.append(steps)
    return np.transpose(rows)


@pytest.mark.parametrize(
    "method",
    [AdaGrad(), AdaGrad(0.5, 1e-3), RMSProp(), RMSProp(0.1, 0.5, 1e-2), AdaDelta(), AdaDelta(0.8, 1e-3), Adam()]
    + [Adam(0.1, 0.5, 0.7, 1e-2)],
    ids=repr,
)
def test_adaptive_methods_are_the_published_ones(method):
    path = descend(Rosenbrock(), [-1.2, 1.0], method, steps=50)
    close(path.changes, transcribed(method, path.gradients), 1e-12)


def test_published_first_steps():
    g = np.array([3.0, -0.5])
    first = {m: m.step(g, m.start(g))[0] for m in (Adam(), AdaGrad(), RMSProp(), AdaDelta())}
    close(first[Adam()], -0.001 * np.sign(g), 1e-8)  # the first step has the length of the rate
    close(first[AdaGrad()], -0.1 * np.sign(g), 1e-8)
    close(first[RMSProp()], -0.01 * np.sign(g) / math.sqrt(0.1), 1e-7)
    close(first[AdaDelta()], -math.sqrt(1e-6) * g / np.sqrt(0.05 * g**2 + 1e-6), 1e-12)


def test_rosenbrock_is_the_one_of_scipy():
    for x in np.random.default_rng(0).normal(size=(20, 2)):
        function = Rosenbrock(constant=100)
        close(function.value(x), scipy.optimize.rosen(x))
        close(function.gradient(x), scipy.optimize.rosen_der(x))
        close(function.hessian(x), scipy.optimize.rosen_hess(x))


def test_differences_and_line_search_as_in_scipy():
    x = np.array([-1.2, 1.0])
    gradient = Rosenbrock().gradient(x)
    close(numerical_gradient(Rosenbrock().value, x), scipy.optimize.approx_fprime(x, Rosenbrock().value), 1e-5)
    change = descend(Rosenbrock(), x, Backtracking(), steps=1).changes[0]
    rate, value = -change[0] / gradient[0], Rosenbrock().value
    assert (
        value(x + change) <= value(x) - 1e-4 * rate * gradient @ gradient
    )  # Armijo's condition, and not one try before
    assert value(x + 2 * change) > value(x) - 1e-4 * 2 * rate * gradient @ gradient


def table(n=120, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X @ np.arange(1, d + 1) + 2 * rng.normal(size=n) > 0.5, 1, -1)


def test_losses_are_those_of_scikit_learn():
    X, y = table()
    score = X @ [0.5, -1.0, 0.3]
    close(LogisticLoss().value(score, y).mean(), log_loss(y, 1 / (1 + np.exp(-score))))
    close(HingeLoss().value(score, y).mean(), hinge_loss(y, score))
    close(ZeroOneLoss().value(score, y).mean(), zero_one_loss(y, np.sign(score)))


@pytest.mark.parametrize("method", [Newton(), Nesterov(rate=0.5, momentum=0.9), Backtracking(rate=4.0)], ids=name)
def test_logistic_minimum_is_that_of_scikit_learn(method):
    X, y = table()
    risk = EmpiricalRisk(X, y, LogisticLoss(), penalty=1 / 120, intercept=True)
    path = descend(risk, np.zeros(4), method, steps=3000, tolerance=1e-9)
    model = LogisticRegression(C=1.0, tol=1e-10, max_iter=1000).fit(X, y)
    assert path.stopped == "converged"
    close(path.point, np.concatenate([model.intercept_, model.coef_[0]]), 1e-6)


def test_stochastic_steps_are_those_of_scikit_learn():
    X, y = table()
    model = SGDRegressor(penalty=None, learning_rate="constant", eta0=0.01, shuffle=False, max_iter=3, tol=None)
    model.fit(X, y)  # its loss is half the square
    risk = EmpiricalRisk(X, y, SquaredLoss(), intercept=True)
    path = descend(risk, np.zeros(4), GradientDescent(0.005), steps=360, batches=batches(120, 1, draw="in order"))
    close(path.point, np.concatenate([model.intercept_, model.coef_]), 1e-9)


# ---- bad input


RISK = EmpiricalRisk(*TWO_POINTS, LogisticLoss())


@pytest.mark.parametrize("Method", [GradientDescent, Momentum, Nesterov, AveragedMomentum, AdaptiveRates, AdaGrad])
@pytest.mark.parametrize("rate", [0, -0.1, nan, inf, "fast", None, True])
def test_bad_rate_is_refused_by_name(Method, rate):
    with pytest.raises(ValueError, match="rate must be a number above 0; got"):
        Method(rate=rate)


@pytest.mark.parametrize("Method", [Momentum, Nesterov, AveragedMomentum, Adam])
@pytest.mark.parametrize("momentum", [1, 1.5, -0.1, nan, None])
def test_bad_momentum_is_refused_by_name(Method, momentum):
    with pytest.raises(ValueError, match="momentum must be "):
        Method(momentum=momentum)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Adam(decay=1), "decay must be at least 0 and below 1; got 1"),
        (lambda: RMSProp(decay=-1), "decay must be a number of at least 0; got -1"),
        (lambda: Momentum(restart="yes"), "restart must be True or False; got 'yes'"),
        (lambda: EmpiricalRisk(*TWO_POINTS, HingeLoss(), average=1), "average must be True or False; got 1"),
        (lambda: EmpiricalRisk(*TWO_POINTS, HingeLoss(), intercept="no"), "intercept must be True or False; got 'no'"),
        (lambda: AdaDelta(epsilon=0), "epsilon must be a number above 0; got 0"),
        (lambda: AdaptiveRates(up=0), "up must be a number above 0; got 0"),
        (lambda: AdaptiveRates(down=1), "down must be at least 0 and below 1; got 1"),
        (lambda: Backtracking(shrink=1), "shrink must be at least 0 and below 1; got 1"),
        (lambda: Backtracking(rate=0), "rate must be a number above 0; got 0"),
        (lambda: Momentum(rate=lambda k: 0.1), "rate must be a number above 0"),
        (lambda: descend(ROUND, [1, 1], GradientDescent(rate=lambda k: 1 - k)), "rate must be a number above 0; got 0"),
        (lambda: descend(ROUND, [nan, 1]), r"start must be finite; got \[nan, 1.0\]"),
        (lambda: descend(ROUND, [1, inf]), r"start must be finite; got \[1.0, inf\]"),
        (lambda: descend(ROUND, 1.0), r"start must hold at least one number; got an array of shape \(\)"),
        (lambda: descend(ROUND, [[1, 1]]), r"start must hold at least one number; got an array of shape"),
        (lambda: descend(ROUND, []), "start must hold at least one number"),
        (lambda: descend(ROUND, ["a", "b"]), "start must hold numbers only"),
        (
            lambda: descend(ROUND, [1, 1, 1]),
            r"x must be a point, or points, of 2 components; got an array of shape \(3,\)",
        ),
        (lambda: descend(Rosenbrock(), [1, 1, 1]), "x must be a point, or points, of 2 components"),
        (lambda: descend(RISK, [0, 0, 0]), "w must be a point, or points, of 2 components"),
        (lambda: descend(ROUND, [1, 1], Momentum), "method must be one of the methods"),
        (lambda: descend(ROUND, [1, 1], "adam"), "method must be one of the methods.*got 'adam'"),
        (lambda: descend(ROUND, [1, 1], steps=0), "steps must be a whole number of at least 1; got 0"),
        (lambda: descend(ROUND, [1, 1], steps=2.5), "steps must be a whole number of at least 1; got 2.5"),
        (lambda: descend(ROUND, [1, 1], tolerance=-1), "tolerance must be a number of at least 0; got -1"),
        (lambda: descend(ROUND, [1, 1], batches=batches(2, 1)), r"function must offer on\(rows\)"),
        (lambda: descend(RISK, [0, 0], tolerance=1e-3, batches=batches(2, 1)), "tolerance cannot be used with batches"),
        (lambda: descend(Function(lambda x: x, lambda x: x), [1, 1]), "function.value must give one number"),
        (lambda: descend(Function(lambda x: x @ x, lambda x: x[:1]), [1, 1]), r"function.gradient must have the shape"),
        (lambda: descend(Function(lambda x: nan, lambda x: x), [1, 1]), "start must be where the function is finite"),
        (lambda: descend(Function(lambda x: inf, lambda x: x), [1, 1]), "start must be where the function is finite"),
        (lambda: descend(ROUND, [1, 1], steps=3).working(4), "step must be at most 3, the length of the path; got 4"),
        (lambda: descend(ROUND, [1, 1], steps=3).working(0), "step must be a whole number of at least 1; got 0"),
        (lambda: descend(Quadratic([[1, 1], [1, 1]]), [1, 0], Newton()), r"the Hessian at x = \(1, 0\) is singular"),
        (lambda: descend(EmpiricalRisk(*TWO_POINTS, HingeLoss()), [0, 0], Newton()), "Hessian .* is singular"),
        (
            lambda: descend(Function(lambda x: x @ x, lambda x: 2 * x, lambda x: np.eye(3)), [1, 1], Newton()),
            r"function.hessian must have the shape \(2, 2\); got \(3, 3\)",
        ),
        (lambda: Quadratic([[1, 2], [3, 4]]), "A must be a symmetric matrix"),
        (lambda: Quadratic([[1, 2]]), "A must be a symmetric matrix"),
        (lambda: Quadratic([1, 2]), "A must be a table"),
        (lambda: Quadratic(np.eye(2), b=[1]), r"b must hold 2 numbers; got an array of shape \(1,\)"),
        (lambda: Quadratic(np.eye(2), c=nan), "c must be a number"),
        (lambda: Rosenbrock(constant=0), "constant must be a number above 0"),
        (lambda: LogisticLoss(base=1), "base must be a number above 1; got 1"),
        (lambda: EmpiricalRisk([[1], [2]], [0, 1], HingeLoss()), r"y must hold only \+1 and -1 for HingeLoss; got"),
        (lambda: EmpiricalRisk([[1], [2]], [1], HingeLoss()), r"y must hold 2 numbers"),
        (lambda: EmpiricalRisk([[1], [nan]], [1, 1], HingeLoss()), "X must not hold missing values"),
        (lambda: EmpiricalRisk([[1], [2]], [1, nan], SquaredLoss()), "y must be finite"),
        (lambda: EmpiricalRisk([[1], [2]], [1, 1], HingeLoss), "loss must be one of the losses"),
        (lambda: EmpiricalRisk([[1], [2]], [1, 1], HingeLoss(), penalty=-1), "penalty must be a number of at least 0"),
        (lambda: RISK.on([]), "rows must not be empty"),
        (lambda: largest_stable_rate(Function(lambda x: nan), [0]), "x must be where the Hessian is finite"),
        (lambda: batches(5, 0), "size must be a whole number of at least 1; got 0"),
        (lambda: batches(5, 6), "size must be at most n = 5; got 6"),
        (lambda: batches(0, 1), "n must be a whole number of at least 1; got 0"),
        (lambda: batches(5, 1.5), "size must be a whole number of at least 1; got 1.5"),
        (lambda: batches(5, 2, draw="sorted"), "draw must be one of 'shuffle', .*; got 'sorted'"),
        (lambda: numerical_gradient(lambda x: 0.0, [1], h=0), "h must be a number above 0"),
        (lambda: check_gradient(ROUND, [nan, 0]), "x must be finite"),
        (lambda: largest_stable_rate(Quadratic(np.diag([1, -1])), [0, 0]), "x must be a minimum; the curvatures there"),
        (lambda: largest_stable_rate(ROUND, [0, 0], Adam()), "method must have a fixed rate.*Adam sets its own"),
    ],
)
def test_bad_argument_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_newton_needs_a_hessian():
    class Slope:
        value, gradient = staticmethod(lambda x: x @ x), staticmethod(lambda x: 2 * x)

    with pytest.raises(ValueError, match=r"function must offer hessian\(x\)"):
        descend(Slope(), [1, 1], Newton())


@pytest.mark.parametrize("method", [Newton(), Backtracking()], ids=name)
def test_methods_that_need_the_function_say_so(method):
    with pytest.raises(ValueError, match="has to see the function"):
        method.step(np.ones(2), {})


@pytest.mark.parametrize("method", [Momentum(rate=5), Nesterov(rate=5), GradientDescent(rate=5)], ids=name)
def test_divergence_keeps_the_path_and_warns(method):
    with pytest.warns(RuntimeWarning, match="not finite; a smaller rate may help"):
        path = descend(Cubic(), [1, 2, 3], method, steps=1000)
    assert path.stopped == "not finite"
    assert 0 < path.steps < 30
    assert np.isfinite(path.points).all() and np.isfinite(path.values).all()
    assert len(path.points) == len(path.values) == len(path.memories) == path.steps + 1
    assert path.working(path.steps)["J"] == path.value


def test_exponential_overflow_stops_the_walk():
    risk = EmpiricalRisk([[1], [1], [1]], [1, 1, -1], ExponentialLoss(), average=False)
    with pytest.warns(RuntimeWarning, match="not finite"):
        path = descend(risk, [0], GradientDescent(rate=1000), steps=10)
    assert np.isfinite(path.values).all()


def test_a_batch_may_lead_where_the_other_rows_overflow():
    risk = EmpiricalRisk([[1], [1], [1]], [1, 1, -1], ExponentialLoss(), average=False)
    method = GradientDescent(rate=lambda k: 0.5 if k == 1 else 1e4)
    for steps in (2, 3):  # the third one looks at the row that the second has made overflow
        with pytest.warns(RuntimeWarning, match="1 steps, value 2.861.*not finite"):
            path = descend(risk, [0], method, steps=steps, batches=[[0], [1], [2]])
        assert (path.steps, path.stopped, len(path.memories)) == (1, "not finite", 2)
        close(path.values, [3, 2 * np.exp(-0.5) + np.exp(0.5)], 1e-15)


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_gradient_that_is_not_finite_stops_the_walk(bad):
    cliff = Function(lambda x: float(x[0]), lambda x: np.array([1.0 if x[0] > 0.5 else bad]), lambda x: np.eye(1))
    for method in (GradientDescent(rate=0.6), Momentum(rate=0.6), Newton(), Backtracking(rate=0.6), AdaptiveRates(0.6)):
        with pytest.warns(RuntimeWarning, match="not finite"):
            path = descend(cliff, [1], method)
        assert (path.stopped, path.steps) == ("not finite", 1)


def test_a_wild_walk_makes_no_noise_of_its_own():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        descend(Rosenbrock(), [3, 3], GradientDescent(rate=1), steps=50)
    assert [warning.category for warning in caught] == [RuntimeWarning]
    assert "Descent(GradientDescent(rate=1)" in str(caught[0].message)
    assert caught[0].filename == __file__
