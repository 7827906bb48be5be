"""Linear regression: values worked by hand, laws, scikit-learn and NumPy as reference, bad input."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from sklearn import linear_model as sk
from sklearn.base import clone, is_regressor
from sklearn.metrics import r2_score
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, KFold, LeaveOneOut, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, PolynomialFeatures, StandardScaler

from byhand.base import NotFittedError
from byhand.datasets import lisbon_flats, noisy_sine, twenty_points
from byhand.linear import (
    LinearRegression,
    PolynomialRegression,
    design,
    least_squares,
    leave_one_out_errors,
    leverages,
    normal_equations,
    polynomial_features,
    radial_basis_features,
)
from byhand.metrics import r_squared, sse

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf
flats, points = lisbon_flats(), twenty_points()
AREA, PRICE = flats.X.astype(float), flats.y.astype(float)
X20, Y20 = points.X.astype(float), points.y


def close(actual, wanted, tolerance=1e-9):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def agrees(actual, printed):
    """All six printed digits."""
    np.testing.assert_allclose(actual, printed, rtol=6e-6)


def exact_solution(A, y):
    """The solution of the normal equations in fractions, rounded once at the end."""
    A = [[Fraction(repr(v)) for v in row] for row in np.asarray(A, float).tolist()]
    y = [Fraction(repr(v)) for v in np.asarray(y, float).tolist()]
    k = len(A[0])
    rows = [
        [sum(row[i] * row[j] for row in A) for j in range(k)] + [sum(r[i] * v for r, v in zip(A, y, strict=True))]
        for i in range(k)
    ]
    for i in range(k):
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for j in range(k):
            if j != i:
                rows[j] = [v - rows[j][i] * p for v, p in zip(rows[j], rows[i], strict=True)]
    return np.array([float(row[k]) for row in rows])


# ---- values


def test_twenty_points_through_the_origin():
    model = LinearRegression(intercept=False).fit(X20, Y20)
    agrees([model.coef_[0], model.sse_, model.noise_variance_], [1.95190, 1.78719, 0.0893596])
    assert model.intercept_ == 0
    agrees([(X20**2).sum(), X20[:, 0] @ Y20, Y20 @ Y20], [5.30902, 10.3627, 22.0141])
    agrees(10 * math.log(2 * math.pi * model.noise_variance_) + 10, 4.22791)  # the negative logarithm of the likelihood
    agrees(sse(Y20, 2 * X20[:, 0]) / 20, 0.0899737)  # the slope with which the points were made is not the best
    agrees(sse(Y20, 2 * X20[:, 0]) / 20 - model.noise_variance_, 0.000614112)


def test_twenty_points_with_an_intercept():
    model = LinearRegression().fit(X20, Y20)
    agrees([model.intercept_, model.coef_[0]], [-0.0375961, 1.97761])
    agrees([model.sse_, model.noise_variance_], [1.76243, 0.0881216])


def test_twenty_points_do_not_follow_x_equals_two_y():
    agrees(LinearRegression(intercept=False).fit(Y20[:, None], X20[:, 0]).coef_, [0.470729])


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("N", "6"),
        ("sum x", "729"),
        ("sum y", "2117"),
        ("sum xx", "97703"),
        ("sum xy", "294669"),
        ("equation 1", "2117"),
        ("equation 2", "294669"),
        ("determinant", "54777"),
        ("slope", "74907/18259"),
        ("intercept", "-7976450/54777"),
        ("SSE", "2325227374/54777"),
        ("variance", "1162613687/164331"),
        ("SStot", "1176605/6"),
    ],
)
def test_lisbon_flats_step_is_the_exact_fraction(step, value):
    found = LinearRegression().working(flats.X, flats.y)[step]
    assert isinstance(found, Fraction) and found == Fraction(value)


def test_lisbon_flats():
    model = LinearRegression().fit(flats.X, flats.y)
    agrees([model.intercept_, model.coef_[0]], [-145.617, 4.10247])
    agrees([model.sse_, model.noise_variance_, model.score(flats.X, flats.y)], [42449.0, 7074.83, 0.783535])
    agrees(model.predict(flats.X), [387.704, 100.531, 211.298, 367.192, 457.446, 592.828])
    agrees(flats.y - model.predict(flats.X), [-17.7043, 119.469, -154.298, 32.8080, -27.4463, 47.1722])
    agrees(model.predict([[100], [110]]), [264.630, 305.655])
    agrees(leverages(flats.X), [0.174581, 0.580956, 0.297041, 0.168009, 0.237892, 0.541523])
    without = np.arange(6) != 2
    model.fit(flats.X[without], flats.y[without])
    agrees([model.intercept_, model.coef_[0]], [-8.25274, 3.27300])


def test_lisbon_flats_centred_have_no_intercept():
    affine = LinearRegression().fit(AREA, PRICE)
    x, y = AREA - AREA.mean(), PRICE - PRICE.mean()
    centred = LinearRegression().fit(x, y)
    assert abs(centred.intercept_) < 1e-12
    close(centred.coef_, affine.coef_, 1e-14)
    close(LinearRegression(intercept=False).fit(x, y).coef_, affine.coef_, 1e-14)
    close(PRICE.mean() - AREA.mean() * centred.coef_[0], affine.intercept_, 1e-13)
    agrees([x[:, 0] @ y, (x**2).sum()], [37453.5, 9129.5])


@pytest.mark.parametrize(
    ("order", "error", "mean", "r2", "raw", "standardised", "left_out"),
    [
        (0, 196101, 32683.5, 0, 1, 1, 47064.2),
        (1, 42449.0, 7074.83, 0.783535, 1.74287e5, 1, 23893.0),
        (2, 30055.6, 5009.26, 0.846734, 2.80305e10, 7.06987, 45808.2),
        (3, 13503.0, 2250.50, 0.931142, 1.11192e16, 61.4416, 289605),
        (4, 1349.96, 224.993, 0.993116, 5.66941e21, 705.858, 6.67719e6),
        (5, 0, 0, 1, None, 200608, None),
    ],
)
def test_polynomials_on_the_flats(order, error, mean, r2, raw, standardised, left_out):
    A = polynomial_features(AREA, order, ones=True)
    model = LinearRegression(intercept=False).fit(A, PRICE)
    np.testing.assert_allclose([model.sse_, model.noise_variance_], [error, mean], rtol=6e-6, atol=1e-9)
    np.testing.assert_allclose(model.score(A, PRICE), r2, rtol=1e-6, atol=1e-12)
    Z = polynomial_features((AREA - AREA.mean()) / AREA.std(), order, ones=True)
    agrees(np.linalg.cond(Z) ** 2, standardised)
    if raw:
        agrees(np.linalg.cond(A) ** 2, raw)
    if left_out:
        for design in (A, Z):
            agrees((leave_one_out_errors(design, PRICE, intercept=False) ** 2).mean(), left_out)
    else:
        with pytest.raises(ValueError, match="without row 0 the columns of the design depend"):
            leave_one_out_errors(A, PRICE, intercept=False)


@pytest.mark.parametrize(
    ("order", "coefficients"),
    [
        (2, [231.155, -3.04071, 0.0301603]),
        (3, [2030.04, -55.2333, 0.489060, -0.00125281]),
        (4, [8695.71, -321.174, 4.24088, -0.0235462, 4.73183e-5]),
    ],
)
def test_coefficients_of_the_polynomials_on_the_flats(order, coefficients):
    model = LinearRegression().fit(polynomial_features(AREA, order), PRICE)
    agrees([model.intercept_, *model.coef_], coefficients)


@pytest.mark.parametrize(("width", "error"), [(10, 40342.8), (20, 16929.4), (30, 25741.2), (40, 22925.4)])
def test_radial_basis_functions_on_the_flats(width, error):
    centres = [60, 100, 140, 180]
    model = LinearRegression(intercept=False).fit(radial_basis_features(AREA, centres, width), PRICE)
    agrees(model.sse_, error)
    if width == 20:
        agrees(model.coef_, [197.951, 18.9435, 380.512, 571.290])
        agrees(model.predict(radial_basis_features([100], centres, width)), [97.4216])


@pytest.mark.parametrize(
    ("degree", "mean", "length"),
    [
        (0, 0.708978, 0.0597446),
        (1, 0.466951, 1.69759),
        (2, 0.466825, 1.5816),
        (3, 0.0546157, 50.0383),
        (4, 0.0520600, 68.4713),
        (5, 0.0518624, 53.8517),
        (6, 0.0179181, 2744.10),
        (7, 0.0156532, 7584.92),
        (8, 0.0138002, 45271.0),
        (9, 0, 1.20611e6),
    ],
)
def test_polynomials_on_the_noisy_sine(degree, mean, length):
    x, y = noisy_sine()
    model = LinearRegression(intercept=False).fit(polynomial_features(x, degree, ones=True), y)
    np.testing.assert_allclose(model.noise_variance_, mean, rtol=6e-6, atol=1e-15)
    np.testing.assert_allclose(np.linalg.norm(model.coef_), length, rtol=2e-5)
    assert len(model.coef_) == degree + 1


def test_two_unknowns_and_one_equation_share_the_answer():
    with pytest.warns(UserWarning, match="2 columns have rank 1"):
        model = LinearRegression(intercept=False).fit([[1, 1]], [3])
    close(model.coef_, [1.5, 1.5], 1e-14)
    assert model.rank_ == 1


def test_working_without_intercept_divides_two_sums():
    working = LinearRegression(intercept=False).working([[1], [2], [4]], [1, 3, 7])
    assert list(working) == ["N", "sum y", "sum xx", "sum xy", "sum yy", "slope", "SSE", "variance", "SStot", "R2"]
    assert (working["sum xx"], working["sum xy"], working["slope"]) == (21, 35, Fraction(5, 3))
    assert (working["SSE"], working["R2"]) == (Fraction(2, 3), Fraction(27, 28))


def test_working_takes_decimals_as_they_print_and_long_fractions_as_decimals():
    working = LinearRegression().working([[0.1], [0.2], [0.4]], [1, 2, 3])
    assert working["sum x"] == Fraction(7, 10)
    assert working["slope"] == Fraction(45, 7)
    twenty = LinearRegression().working(points.X, points.y)
    assert isinstance(twenty["slope"], float)
    agrees([twenty["slope"], twenty["intercept"], twenty["variance"]], [1.97761, -0.0375961, 0.0881216])
    assert twenty.step("sum x").numbers == r"0.680375 + (-0.211234) + \dots + 0.213938"
    assert str(twenty.step("sum x")).startswith("sum x = ∑ x = 0.680375 + (-0.211234) + … + 0.213938 ")


def test_working_puts_brackets_where_signs_and_fractions_need_them():
    working = LinearRegression().working([[-1], [-0.5]], [2, -3])
    assert str(working.step("sum x")) == "sum x = ∑ x = (-1) + (-0.5) = -3/2 = -1.5"
    assert str(working.step("sum xy")) == "sum xy = ∑ x y = (-1) × 2 + (-0.5) × (-3) = -1/2 = -0.5"
    assert str(working.step("determinant")) == "determinant = N ∑ x^2 - (∑ x)^2 = 2 × 5/4 - (-3/2)^2 = 1/4 = 0.25"
    assert working["slope"] == -10


def test_working_of_several_features_solves_by_determinants():
    X, y = [[1, 2], [2, -1], [3, 0.5], [0, 1]], [1, 2, 3, 5]
    working = LinearRegression().working(X, y)
    assert working["determinant"] == Fraction(147, 2)
    assert [working[name] for name in ("intercept", "slope 1", "slope 2")] == [
        Fraction(395, 98),
        Fraction(-67, 98),
        Fraction(-20, 49),
    ]
    assert str(working.step("equation 3")).startswith(
        "equation 3 = b_0 ∑ x_2 + b_1 ∑ x_1 x_2 + b_2 ∑ x_2^2 = 5/2 b_0 + 3/2 b_1 + 25/4 b_2 = 13/2"
    )
    assert working["R2"] == Fraction(73, 343)


def test_working_exchanges_rows_where_a_sum_is_zero():
    X, y = [[1, 0], [0, 1], [0, 0], [2, 1]], [1, 2, -6, 3]  # the sum of y is 0
    working = LinearRegression().working(X, y)
    close(
        [float(working[name]) for name in ("intercept", "slope 1", "slope 2")], exact_solution(np.c_[np.ones(4), X], y)
    )


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kind", ["whole", "tenths", "tiny", "huge", "far", "digits", "exact"])
def test_what_is_printed_gives_what_is_printed(kind, intercept, d):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(d + 1 + (kind != "exact"), d + 9))
        X, y = rng.integers(-9, 10, (n, d)).astype(float), rng.integers(-9, 10, n).astype(float)
        if kind == "tenths":
            X, y = X / 10, y / 10
        if kind in ("tiny", "huge"):
            X, y = X * {"tiny": 1e-9, "huge": 1e9}[kind], y * 10.0 ** rng.integers(-9, 9)
        if kind == "far":
            X, y = X + 1e5, y - 1e6
        if kind in ("digits", "exact"):
            X, y = X + rng.normal(size=(n, d)).round(6), y + rng.normal(size=n).round(3)
        X[0] += 20  # no two columns alike
        working = LinearRegression(intercept).working(X, y)
        wrong, checked = check(working)
        assert wrong == [] and checked


def test_working_of_many_features_keeps_their_order():
    rng = np.random.default_rng(0)
    working = LinearRegression().working(rng.integers(-9, 10, (14, 11)), rng.integers(-9, 10, 14))
    assert "sum x2 x10" in working and "sum x10 y" in working and "slope 11" in working
    assert working.step("sum x2 x10").formula == r"\sum x_{2} x_{10}"
    close(float(working["slope 10"]), LinearRegression().fit(*_same(14, 11)).coef_[9])


def _same(n, d):
    rng = np.random.default_rng(0)
    return rng.integers(-9, 10, (n, d)), rng.integers(-9, 10, n)


def test_working_of_constant_outcomes_has_no_r_squared():
    working = LinearRegression().working([[1], [2]], [3, 3])
    assert (working["slope"], working["intercept"], working["SSE"]) == (0, 3, 0)
    assert "R2" not in working


def test_r_squared_of_the_mean_is_zero_and_of_worse_is_negative():
    assert r_squared([1, 2, 3], [2, 2, 2]) == 0
    assert r_squared([1, 2, 3], [1, 2, 3]) == 1
    assert r_squared([1, 2, 3], [3, 2, 1]) == -3
    assert sse([1, 2, 3], [3, 2, 1]) == 8


def test_product_of_features_for_a_parabola_in_two():
    assert polynomial_features([[2, 5]], 2, ones=True).tolist() == [[1, 2, 5, 4, 10, 25]]
    assert polynomial_features([[2, 5]], 1).tolist() == [[2, 5]]
    assert polynomial_features([3, 4], 0, ones=True).tolist() == [[1], [1]]


def test_bump_is_one_at_its_centre_and_falls_by_the_root_of_e_a_width_away():
    bump = radial_basis_features([[0, 0], [3, 4], [-5, 0]], [[0, 0]], 5)
    close(bump[:, 0], [1, math.exp(-0.5), math.exp(-0.5)], 1e-15)


# ---- the engine gives what the plain form gives


@pytest.mark.parametrize("outcomes", [None, 1, 3, 40])
@pytest.mark.parametrize("shape", [(6, 2), (40, 5), (700, 3), (3000, 4)])
@pytest.mark.parametrize("intercept", [True, False])
def test_engine_is_the_lesson(shape, outcomes, intercept):
    """Few rows, rows in blocks, many outcomes at once: always R b = Q'y."""
    rng = np.random.default_rng(shape[0])
    X = rng.normal(3, 2, size=shape)
    y = rng.normal(size=shape[0] if outcomes is None else (shape[0], outcomes))
    model, b = LinearRegression(intercept).fit(X, y), least_squares(design(X, intercept), y)
    close(model.coef_.T, b[int(intercept) :], 1e-10)
    close(model.intercept_, b[0] if intercept else 0 * b[0], 1e-10)
    close(model.sse_, sse(y, design(X, intercept) @ b), 1e-10)
    close(normal_equations(design(X, intercept), y), b, 1e-10)


# ---- numerics


def test_inverting_costs_digits_that_a_triangle_keeps():
    """Degree 9 on the noisy sine: the condition number of X'X is 2.3e14."""
    x, y = noisy_sine()
    A = polynomial_features(x, 9, ones=True)
    wanted = exact_solution(A, y)
    agrees(np.linalg.cond(A) ** 2, 2.30834e14)

    def lost(b):
        return np.abs(b / wanted - 1).max()

    assert lost(LinearRegression(intercept=False).fit(A, y).coef_) < 1e-8
    assert lost(normal_equations(A, y)) > 1e-5


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_units_of_the_powers_cost_no_digits(order):
    wanted = exact_solution(polynomial_features(AREA, order, ones=True), PRICE)
    model = LinearRegression().fit(polynomial_features(AREA, order), PRICE)
    np.testing.assert_allclose([model.intercept_, *model.coef_], wanted, rtol=1e-10)


@pytest.mark.parametrize("shift", [1e3, 1e6, 1e8])
def test_far_from_zero_the_slope_keeps_what_the_data_hold(shift):
    x = np.arange(10.0)
    y = 3 * x + np.array([0.5, -0.5] * 5)
    model = LinearRegression().fit(x[:, None] + shift, y + shift)
    near = LinearRegression().fit(x[:, None], y)
    np.testing.assert_allclose(model.coef_, near.coef_, rtol=1e-15 * shift)
    np.testing.assert_allclose(model.sse_, near.sse_, rtol=1e-14 * shift)


def test_huge_and_tiny_units():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), rng.normal(size=30)
    wanted = LinearRegression().fit(X, y)
    units = np.array([1e-200, 1.0, 1e200])
    model = LinearRegression().fit(X * units, y)
    np.testing.assert_allclose(model.coef_ * units, wanted.coef_, rtol=1e-9)
    assert model.rank_ == 4


# ---- laws

law = settings(max_examples=50, derandomize=True, database=None)


@st.composite
def problems(draw, columns=(1, 4), outcomes=None):
    """X with independent columns (also beside the ones, also without any one row) and y, from small whole numbers."""
    d = draw(st.integers(*columns))
    n = draw(st.integers(d + 3, d + 12))
    X = draw(arrays(float, (n, d), elements=st.integers(-3, 3).map(float)))
    X += np.random.default_rng(n).normal(0, 30, size=(n, d)).round(1)  # no column is a sum of others
    shape = n if outcomes is None else (n, outcomes)
    return X, draw(arrays(float, shape, elements=st.integers(-50, 50).map(float)))


@law
@given(problems(), st.booleans())
def test_residuals_are_orthogonal_to_the_columns(problem, intercept):
    X, y = problem
    model = LinearRegression(intercept).fit(X, y)
    residuals = y - model.predict(X)
    close(X.T @ residuals / np.abs(X).max() / 50, 0, 1e-11)
    close(residuals @ residuals, model.sse_, 1e-9)
    if intercept:
        close(residuals.sum() / 50, 0, 1e-11)
        assert 0 <= 1e-12 + (model.score(X, y) if np.ptp(y) else 0) <= 1 + 1e-9
        close(X.mean(axis=0) @ model.coef_ + model.intercept_, y.mean(), 1e-9)  # the fit goes through the means


@law
@given(problems(), st.booleans(), st.integers(0, 10**6))
def test_no_other_coefficients_are_better(problem, intercept, seed):
    X, y = problem
    model = LinearRegression(intercept).fit(X, y)
    step = np.random.default_rng(seed).normal(size=X.shape[1] + 1) * 1e-2
    moved = X @ (model.coef_ + step[1:]) + model.intercept_ + step[0] * intercept
    assert sse(y, moved) >= model.sse_


@law
@given(problems(), st.booleans())
def test_units_of_the_features_do_not_change_the_predictions(problem, intercept):
    X, y = problem
    units = 10.0 ** np.arange(-6, 12, 5)[: X.shape[1]]
    plain, scaled = LinearRegression(intercept).fit(X, y), LinearRegression(intercept).fit(X * units, y)
    close(scaled.predict(X * units), plain.predict(X))
    close(scaled.coef_ * units, plain.coef_)


@law
@given(problems())
def test_centring_changes_only_the_intercept(problem):
    X, y = problem
    plain = LinearRegression().fit(X, y)
    centred = LinearRegression(intercept=False).fit(X - X.mean(axis=0), y - y.mean())
    close(centred.coef_, plain.coef_)
    close(centred.sse_, plain.sse_)
    close(y.mean() - X.mean(axis=0) @ centred.coef_, plain.intercept_)


@law
@given(problems(columns=(2, 4)))
def test_mixing_the_features_does_not_change_the_predictions(problem):
    X, y = problem
    d = X.shape[1]
    mix = np.eye(d) + 0.3 * np.tri(d, k=-1)
    close(LinearRegression().fit(X @ mix, y).predict(X @ mix), LinearRegression().fit(X, y).predict(X), 1e-8)


@law
@given(problems(outcomes=3), st.booleans())
def test_several_outcomes_are_each_fitted_alone(problem, intercept):
    X, Y = problem
    model = LinearRegression(intercept).fit(X, Y)
    assert model.coef_.shape == (3, X.shape[1]) and model.predict(X).shape == Y.shape
    for k in range(3):
        alone = LinearRegression(intercept).fit(X, Y[:, k])
        close(model.coef_[k], alone.coef_)
        close(model.predict(X)[:, k], alone.predict(X))
        close(
            [np.ravel(model.intercept_)[k], model.sse_[k], model.noise_variance_[k]],
            [alone.intercept_, alone.sse_, alone.noise_variance_],
        )
    close(leave_one_out_errors(X, Y)[:, 1], leave_one_out_errors(X, Y[:, 1]))
    close(normal_equations(X, Y)[:, 2], normal_equations(X, Y[:, 2]))
    close(sse(Y, model.predict(X)), model.sse_, 1e-8)


@law
@given(arrays(float, 9, elements=st.integers(-20, 20).map(float)))
def test_sse_never_rises_with_the_degree(y):
    x = np.linspace(-1, 1, 9)
    errors = [LinearRegression(False).fit(polynomial_features(x, p, ones=True), y).sse_ for p in range(9)]
    assert all(after <= before + 1e-9 for before, after in zip(errors, errors[1:], strict=False))
    assert errors[-1] < 1e-12  # nine coefficients, nine points


@law
@given(problems(), st.booleans())
def test_leaving_one_out_by_leverage_is_refitting(problem, intercept):
    X, y = problem
    errors = []
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        errors.append(y[i] - LinearRegression(intercept).fit(X[others], y[others]).predict(X[[i]])[0])
    close(leave_one_out_errors(X, y, intercept), errors, 1e-7)


@law
@given(problems(), st.booleans())
def test_leverages_are_the_diagonal_of_the_hat_matrix(problem, intercept):
    X, _ = problem
    A = np.column_stack([np.ones(len(X)), X]) if intercept else X
    found = leverages(X, intercept)
    close(found, np.diag(A @ np.linalg.pinv(A)))
    assert (found >= 0).all() and (found <= 1).all()
    close(found.sum(), A.shape[1])
    square = leverages(A[: A.shape[1]], intercept=False)  # as many rows as coefficients
    assert (square <= 1).all()
    close(square, 1, 1e-12)


@law
@given(problems(columns=(1, 3)), st.booleans())
def test_working_agrees_with_fit(problem, intercept):
    X, y = problem[0].round(1), problem[1]
    model, working = LinearRegression(intercept).fit(X, y), LinearRegression(intercept).working(X, y)
    names = ["slope"] if X.shape[1] == 1 else [f"slope {j + 1}" for j in range(X.shape[1])]
    close([float(working[name]) for name in names], model.coef_)
    close(float(working["SSE"]), model.sse_, 1e-8)
    close(float(working["variance"]), model.noise_variance_, 1e-8)
    if intercept:
        close(float(working["intercept"]), model.intercept_)
    if np.ptp(y):
        close(float(working["R2"]), model.score(X, y))
    assert "<table" in working._repr_html_() and "align*" in working.to_latex()


@law
@given(problems())
def test_order_of_the_rows_does_not_matter(problem):
    X, y = problem
    close(LinearRegression().fit(X[::-1], y[::-1]).coef_, LinearRegression().fit(X, y).coef_)


@pytest.mark.parametrize("n", [399, 400, 401, 599, 600, 1000, 5001])
@pytest.mark.parametrize("intercept", [True, False])
def test_many_rows_in_blocks_are_one_problem(n, intercept):
    rng = np.random.default_rng(n)
    X, Y = rng.normal(3, 1, size=(n, 6)), rng.normal(size=(n, 2))
    A = np.column_stack([np.ones(n), X]) if intercept else X
    wanted, squares, *_ = np.linalg.lstsq(A, Y, rcond=None)
    model = LinearRegression(intercept).fit(X, Y)
    close(model.coef_.T, wanted[int(intercept) :], 1e-11)
    close(model.sse_, squares, 1e-9)


def test_input_is_never_changed_and_may_be_read_only():
    rng = np.random.default_rng(0)
    X, Y, centres = rng.normal(size=(500, 3)), rng.normal(size=(500, 2)), rng.normal(size=(4, 3))
    before = X.copy(), Y.copy(), centres.copy()
    X.flags.writeable = Y.flags.writeable = centres.flags.writeable = False
    model = LinearRegression().fit(X, Y)
    model.predict(X), model.score(X, Y), LinearRegression().working(X[:9], Y[:9, 0])
    normal_equations(X, Y), leverages(X), leave_one_out_errors(X, Y), sse(Y, Y), r_squared(Y, Y)
    polynomial_features(X, 1)[:] = 0
    polynomial_features(X[:, 0], 2)[:] = 0
    radial_basis_features(X, centres, 1)
    for after, wanted in zip((X, Y, centres), before, strict=True):
        np.testing.assert_array_equal(after, wanted)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint8, np.float32, bool, object])
def test_type_of_the_numbers_does_not_matter(kind):
    x, y = np.array([100, 90, 120, 7]).astype(kind), np.array([1, 0, 0, 1]).astype(kind)
    wanted = polynomial_features(x.astype(float), 3)
    close(polynomial_features(x, 3), wanted, 1e-15)  # 120³ does not fit into the small types
    if kind is not bool:
        close(LinearRegression().fit(x[:, None], y).coef_, LinearRegression().fit(wanted[:, :1], y.astype(float)).coef_)


def test_far_away_a_bump_is_zero_and_not_nan():
    assert radial_basis_features([1e200, 0], [0], 1e-200)[:, 0].tolist() == [0, 1]


# ---- dependent columns


def shortest(X, Y, intercept):
    """The coefficients of least length of the centred problem, by the pseudo-inverse."""
    if intercept:
        X, Y = X - X.mean(axis=0), Y - Y.mean(axis=0)
    return np.linalg.pinv(X, rcond=1e-10) @ Y


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_dependent_columns_give_the_shortest_answer_and_a_warning(seed, intercept):
    rng = np.random.default_rng(seed)
    n, d, rank = [(20, 5, 3), (4, 7, 3), (50, 4, 1), (3, 3, 2), (1000, 6, 4), (2, 5, 1)][seed]
    X = rng.normal(size=(n, rank)) @ rng.normal(size=(rank, d)) * 10.0 ** rng.integers(-2, 3, d)
    Y = rng.normal(size=(n, 2))
    with pytest.warns(UserWarning, match="columns.* have rank .* the shortest are taken"):
        model = LinearRegression(intercept).fit(X, Y)
    assert model.rank_ == min(rank, n - intercept) + intercept
    np.testing.assert_allclose(model.coef_.T, shortest(X, Y, intercept), rtol=1e-7, atol=1e-12)
    theirs = sk.LinearRegression(fit_intercept=intercept, tol=1e-12).fit(X, Y)
    close(model.predict(X), theirs.predict(X), 1e-7)


def test_warning_names_rank_and_columns_and_points_at_the_caller():
    with pytest.warns(UserWarning, match="3 columns, with the ones, have rank 2") as caught:
        LinearRegression().fit([[1, 2], [2, 4], [3, 6]], [1, 2, 4])
    assert caught[0].filename == __file__


@pytest.mark.parametrize("value", [0.1, 1 / 3, 123456.789, 1e-8])
@pytest.mark.parametrize("n", [3, 30, 5000])
def test_constant_column_beside_an_intercept_gets_no_weight(value, n):
    rng = np.random.default_rng(n)
    X, y = np.column_stack([rng.normal(size=n), np.full(n, value)]), rng.normal(size=n)
    with pytest.warns(UserWarning, match="3 columns, with the ones, have rank 2"):
        model = LinearRegression().fit(X, y)
    assert model.coef_[1] == 0
    close(model.coef_[:1], LinearRegression().fit(X[:, :1], y).coef_, 1e-10)
    assert LinearRegression(intercept=False).fit(X, y).rank_ == 2


@pytest.mark.parametrize("shift", [0, 1, 1e3, 1e6])
def test_copy_of_a_column_is_seen_far_from_zero(shift):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 3)) + shift
    X = np.column_stack([X, X @ [1, -2, 0.5]])
    with pytest.warns(UserWarning, match="5 columns, with the ones, have rank 4"):
        LinearRegression().fit(X, rng.normal(size=200))


def test_fewer_rows_than_coefficients_are_told():
    with pytest.warns(UserWarning, match="2 columns, with the ones, have rank 1"):
        model = LinearRegression().fit([[4]], [7])
    assert (model.coef_.tolist(), model.intercept_, model.sse_) == ([0], 7, 0)
    with pytest.warns(UserWarning, match="3 columns, with the ones, have rank 2"):  # n = p, but p + 1 unknowns
        assert LinearRegression().fit([[4, 1], [5, 3]], [7, 1]).sse_ < 1e-20


def test_rounding_of_x_x_is_told():
    e = 1e-9  # e² is lost beside 1
    X = [[1, 1], [e, 0], [0, e]]
    with pytest.raises(ValueError, match="X has independent columns, but X'X has not, after rounding"):
        normal_equations(X, [1, 2, 3])
    assert LinearRegression(intercept=False).fit(X, [1, 2, 3]).rank_ == 2


def test_numpy_that_does_not_raise_is_caught(monkeypatch):
    """In a browser NumPy answers NaN where it would raise here."""
    monkeypatch.setattr(np.linalg, "solve", lambda A, b: np.full(b.shape, nan))
    with pytest.raises(ValueError, match="X has independent columns, but X'X has not, after rounding"):
        normal_equations([[1, 0], [0, 1]], [1, 2])


# ---- references


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shape", [(12, 1), (40, 5), (900, 3), (3000, 12)])
@pytest.mark.parametrize("outcomes", [None, 1, 3])
def test_fit_is_that_of_scikit_learn(shape, outcomes, intercept):
    rng = np.random.default_rng(shape[0])
    X = rng.normal(2, 1, size=shape) * 10.0 ** rng.integers(-1, 2, shape[1])
    y = rng.normal(size=shape[0] if outcomes is None else (shape[0], outcomes)) + X[:, :1].sum()
    ours, theirs = LinearRegression(intercept).fit(X, y), sk.LinearRegression(fit_intercept=intercept).fit(X, y)
    assert ours.coef_.shape == theirs.coef_.shape
    assert np.shape(ours.predict(X)) == np.shape(theirs.predict(X))
    close(ours.coef_, theirs.coef_, 1e-9)
    close(ours.intercept_, theirs.intercept_, 1e-8)
    close(ours.predict(X), theirs.predict(X), 1e-9)
    close(ours.score(X, y), theirs.score(X, y), 1e-9)
    assert ours.rank_ == theirs.rank_ + intercept


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shape", [(12, 1), (40, 5), (900, 3)])
@pytest.mark.parametrize("outcomes", [None, 3, 30])
def test_weighted_fit_is_that_of_scikit_learn(shape, outcomes, intercept):
    rng = np.random.default_rng(shape[0])
    X, weight = rng.normal(2, 1, size=shape), rng.exponential(size=shape[0]) * 1e3
    weight[::5] = 0
    y = rng.normal(size=shape[0] if outcomes is None else (shape[0], outcomes))
    ours = LinearRegression(intercept).fit(X, y, sample_weight=weight)
    theirs = sk.LinearRegression(fit_intercept=intercept).fit(X, y, sample_weight=weight)
    close(ours.coef_, theirs.coef_, 1e-9)
    close(ours.intercept_, theirs.intercept_, 1e-9)
    close(ours.sse_, weight @ (y - theirs.predict(X)) ** 2, 1e-9)
    close(ours.noise_variance_, ours.sse_ / weight.sum(), 1e-12)


@law
@given(problems(), st.booleans(), st.integers(0, 10**6))
def test_whole_weights_are_rows_that_come_again(problem, intercept, seed):
    X, y = problem
    weight = np.random.default_rng(seed).integers(1, 4, len(y))
    weighted = LinearRegression(intercept).fit(X, y, sample_weight=weight)
    again = LinearRegression(intercept).fit(X.repeat(weight, axis=0), y.repeat(weight))
    close(weighted.coef_, again.coef_, 1e-8)
    close([weighted.intercept_, weighted.sse_], [again.intercept_, again.sse_], 1e-7)
    close(weighted.noise_variance_, again.noise_variance_, 1e-7)


@pytest.mark.parametrize(
    ("X", "y", "weight"),
    [
        ([[1], [2], [nan]], [1, 2, 3], None),
        ([[1], [2], [3]], [1, 2], None),
        ([[1], [2], [3]], [1, 2, 3], [1, -1, 1]),
        ([[1], [2], [3]], [1, 2, 3], [0, 0, 0]),
        ([[1e308], [-1e308], [1e308]], [1, 2, 3], None),
        ([[1], [2], [4]], [1e200, -1e200, 1e200], None),
        ([[1, 2], [2, 4], [3, 6]], [1, 2, 3], None),  # dependent columns: the warning is an error in these tests
    ],
)
def test_failed_refit_leaves_the_old_state_whole(X, y, weight):
    model = LinearRegression().fit(AREA, PRICE)
    before = dict(vars(model))
    with pytest.raises((ValueError, UserWarning)):
        model.fit(X, y, sample_weight=weight)
    assert list(vars(model)) == list(before) and all(vars(model)[name] is value for name, value in before.items())


@pytest.mark.parametrize("seed", range(4))
def test_least_squares_is_that_of_numpy(seed):
    rng = np.random.default_rng(seed)
    A, y = rng.normal(size=(30, 4)), rng.normal(size=30)
    b, squares, rank, _ = np.linalg.lstsq(A, y, rcond=None)
    model = LinearRegression(intercept=False).fit(A, y)
    close(model.coef_, b, 1e-11)
    close(normal_equations(A, y), b, 1e-11)
    close(model.sse_, squares[0], 1e-11)
    assert model.rank_ == rank


@pytest.mark.parametrize("ones", [True, False])
@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("d", [1, 2, 4])
def test_polynomial_features_are_those_of_scikit_learn(d, degree, ones):
    X = np.random.default_rng(d).normal(size=(7, d))
    close(polynomial_features(X, degree, ones), PolynomialFeatures(degree, include_bias=ones).fit_transform(X), 1e-13)


@pytest.mark.parametrize("d", [1, 3])
def test_radial_basis_features_are_those_of_scikit_learn(d):
    rng = np.random.default_rng(d)
    X, centres = rng.normal(size=(20, d)), rng.normal(size=(5, d))
    close(radial_basis_features(X, centres, 0.7), rbf_kernel(X, centres, gamma=1 / (2 * 0.7**2)), 1e-12)


@pytest.mark.parametrize("outcomes", [None, 2])
def test_r_squared_is_that_of_scikit_learn(outcomes):
    rng = np.random.default_rng(1)
    y, predicted = rng.normal(size=(2, 9) if outcomes is None else (2, 9, outcomes))
    close(r_squared(y, predicted), r2_score(y, predicted), 1e-13)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shape", [(40, 3), (4, 3), (3, 3), (2, 3), (1, 3)], ids=str)
def test_many_outcomes_are_each_fitted_alone(shape, intercept):
    rng = np.random.default_rng(3)
    X, Y = 1e3 + rng.normal(size=shape), rng.normal(size=(shape[0], 30))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # fewer rows than coefficients
        model = LinearRegression(intercept).fit(X, Y)
        alone = [LinearRegression(intercept).fit(X, y) for y in Y.T]
    close(model.coef_, [one.coef_ for one in alone], 1e-8)
    close(model.intercept_, [one.intercept_ for one in alone], 1e-8)
    np.testing.assert_allclose(model.sse_, [one.sse_ for one in alone], rtol=1e-9, atol=1e-18)
    assert model.rank_ == alone[0].rank_


def test_leave_one_out_is_that_of_scikit_learn():
    predicted = cross_val_predict(sk.LinearRegression(), AREA, PRICE, cv=LeaveOneOut())
    close(leave_one_out_errors(AREA, PRICE), PRICE - predicted, 1e-10)


def test_clone_keeps_the_settings_and_nothing_learned():
    copy = clone(LinearRegression(intercept=False).fit(AREA, PRICE))
    assert copy.get_params() == {"intercept": False}
    assert repr(copy) == "LinearRegression(intercept=False)"
    assert is_regressor(copy)
    with pytest.raises(NotFittedError):
        copy.predict(AREA)


def test_cross_validation_and_grid_search_are_those_of_scikit_learn():
    rng = np.random.default_rng(2)
    X = rng.normal(1, 1, size=(60, 3))
    y = X @ [1, -1, 2] + rng.normal(size=60)
    close(cross_val_score(LinearRegression(), X, y), cross_val_score(sk.LinearRegression(), X, y), 1e-12)
    found = GridSearchCV(LinearRegression(), {"intercept": [True, False]}, error_score="raise").fit(X, y)
    wanted = GridSearchCV(sk.LinearRegression(), {"fit_intercept": [True, False]}).fit(X, y)
    close(found.cv_results_["mean_test_score"], wanted.cv_results_["mean_test_score"], 1e-12)
    close(found.predict(X), wanted.predict(X), 1e-12)


def test_features_in_a_pipeline():
    x, y = noisy_sine(40)
    features = FunctionTransformer(polynomial_features, kw_args={"degree": 3})
    ours = make_pipeline(StandardScaler(), features, LinearRegression())
    theirs = make_pipeline(StandardScaler(), PolynomialFeatures(3), sk.LinearRegression())
    close(ours.fit(x, y).predict(x), theirs.fit(x, y).predict(x), 1e-11)
    grid = {"functiontransformer__kw_args": [{"degree": p} for p in (1, 3, 5)]}
    folds = KFold(5, shuffle=True, random_state=0)
    assert GridSearchCV(ours, grid, cv=folds, error_score="raise").fit(x, y).best_score_ > 0.7


# ---- bad input

X, Y = [[1.0, 2.0], [2.0, 1.0], [3.0, 5.0], [4.0, 3.0]], [1.0, 2.0, 3.0, 5.0]


@pytest.mark.parametrize(
    "call",
    [
        lambda X, y: LinearRegression().fit(X, y),
        lambda X, y: LinearRegression().working(X, y),
        lambda X, y: normal_equations(X, y),
        lambda X, y: least_squares(X, y),
        lambda X, y: leave_one_out_errors(X, y),
    ],
)
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (X, [1, 2, nan, 4], r"y must not hold missing values \(NaN\); row 2"),
        (X, [1, inf, 3, 4], "y must be finite; .* row 1"),
        (X, [1, 2, None, 4], "y must not hold missing values"),
        (X, ["a", "b", "c", "d"], "y must hold numbers only"),
        (X, [1, 2, 3], "y must hold one number, or q numbers, for each of the 4 rows of X; got an array of shape"),
        (X, 5, "y must hold one number"),
        (X, np.zeros((4, 1, 1)), "y must hold one number"),
        (X, [[1], [2, 3], [4], [5]], "y must hold numbers only"),
        (X, np.empty((4, 0)), "y must not be empty"),
        ([[1, 2], [nan, 1], [3, 5], [4, 3]], Y, "X must not hold missing values .* row 1"),
        ([[1, 2], [2, 1], [3, inf], [4, 3]], Y, "X must be finite; .* row 2"),
        ([["a", "b"]] * 4, Y, "X must hold numbers only"),
        ([[1, 2], [1], [3, 5], [4, 3]], Y, "X must"),
        ([1, 2, 3, 4], Y, "X must be a table"),
        (np.empty((0, 2)), [], "X must not be empty"),
        (np.empty((4, 0)), Y, "X must not be empty"),
        (np.zeros((4, 2, 2)), Y, "X must be a table"),
    ],
)
def test_bad_data_are_refused_by_name(call, X, y, message):
    with pytest.raises(ValueError, match=message):
        call(X, y)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: polynomial_features(X, -1), "degree must be a whole number of at least 1; got -1"),
        (lambda: polynomial_features(X, 0), "degree must be a whole number of at least 1; got 0"),
        (lambda: polynomial_features(X, -1, ones=True), "degree must be a whole number of at least 0; got -1"),
        (lambda: polynomial_features(X, 1.5), "degree must be a whole number of at least 1; got 1.5"),
        (lambda: polynomial_features(X, "2"), "degree must be a whole number of at least 1; got '2'"),
        (lambda: polynomial_features(X, nan), "degree must be a whole number of at least 1; got nan"),
        (lambda: polynomial_features(["a", "b"], 2), "X must hold numbers only"),
        (lambda: polynomial_features([1, nan], 2), "X must not hold missing values"),
        (lambda: polynomial_features([], 2), "X must not be empty"),
        (lambda: polynomial_features(3, 2), "X must be a table"),
        (lambda: polynomial_features([[1, 2], [3]], 2), "X must"),
        (lambda: polynomial_features([1e200], 2), "X is too large: its power of degree 2 is beyond all numbers"),
        (lambda: radial_basis_features(X, X, 0), "width must be a number above 0; got 0"),
        (lambda: radial_basis_features(X, X, -2), "width must be a number above 0; got -2"),
        (lambda: radial_basis_features(X, X, "wide"), "width must be a number above 0; got 'wide'"),
        (lambda: radial_basis_features(X, [1, 2], 1), "centres must have 2 columns, as X has; got 1"),
        (lambda: radial_basis_features(X, [[nan, 1]], 1), "centres must not hold missing values"),
        (lambda: radial_basis_features(X, [], 1), "centres must not be empty"),
        (lambda: radial_basis_features(["a"], [1], 1), "X must hold numbers only"),
        (lambda: LinearRegression(intercept="no").fit(X, Y), "intercept must be True or False; got 'no'"),
        (lambda: LinearRegression(intercept=None).working(X, Y), "intercept must be True or False; got None"),
        (lambda: LinearRegression().fit(X, Y, [1, 2, 3]), "sample_weight must hold 4 numbers; got an array of shape"),
        (lambda: LinearRegression().fit(X, Y, [1, -2, 3, 4]), "sample_weight must hold numbers of at least 0"),
        (lambda: LinearRegression().fit([[1e308], [-1e308], [1e308]], [1, 2, 3]), "X or y is too large"),
        (lambda: leverages(X, intercept=2), "intercept must be True or False; got 2"),
        (lambda: LinearRegression().working(X, np.ones((4, 2))), "y must hold one number for each row of X"),
        (lambda: LinearRegression().working([[1, 2], [2, 4], [3, 6]], [1, 2, 3]), "these 3 have the determinant 0"),
        (lambda: LinearRegression().working([[2], [2]], [1, 2]), "X must have independent columns"),
        (lambda: LinearRegression(False).working([[0], [0]], [1, 2]), "X must have independent columns"),
        (lambda: normal_equations([[1, 2], [2, 4], [3, 6]], [1, 2, 3]), "X must have independent .* 2 of rank 1"),
        (lambda: least_squares([[1, 2], [2, 4], [3, 6]], [1, 2, 3]), "X must have independent columns; it has 2 of r"),
        (lambda: design(X, intercept="no"), "intercept must be True or False; got 'no'"),
        (lambda: normal_equations([[1, 2]], [1]), "X must have independent columns .* 2 of rank 1"),
        (lambda: normal_equations([[0, 1], [0, 2]], [1, 2]), "X must have independent columns .* 2 of rank 1"),
        (lambda: leverages([[1, 1], [2, 2], [3, 3]]), "X must have independent columns; the design has 3 of rank 2"),
        (lambda: leave_one_out_errors([[1], [2]], [1, 2]), "X must leave enough rows .* without row 0"),
        (lambda: leave_one_out_errors([[1], [1], [2]], [1, 2, 3]), "X must leave enough rows .* without row 2"),
        (lambda: leave_one_out_errors([[1]], [1]), "X must have independent columns; the design has 2 of rank 1"),
        (lambda: r_squared([1, 1, 1], [1, 2, 3]), "y must hold at least two different values"),
        (lambda: r_squared([5], [5]), "y must hold at least two different values"),
        (lambda: r_squared([[1, 2], [1, 3]], [[1, 2], [1, 3]]), "y must hold at least two different values"),
        (lambda: r_squared([1, 2], [1, 2, 3]), r"predicted must have the shape of y, \(2,\); got \(3,\)"),
        (lambda: sse([1, 2], [[1], [2]]), r"predicted must have the shape of y, \(2,\); got \(2, 1\)"),
        (lambda: sse([1, nan], [1, 2]), "y must not hold missing values"),
        (lambda: sse([1, 2], [1, "b"]), "predicted must hold numbers only"),
        (lambda: sse([], []), "y must not be empty"),
        (lambda: sse(1, 2), "y must hold one number"),
    ],
)
def test_bad_argument_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("call", [lambda m: m.predict(X), lambda m: m.score(X, Y)], ids=["predict", "score"])
def test_model_that_has_not_been_fitted_says_so(call):
    with pytest.raises(NotFittedError, match="this LinearRegression has learned nothing yet"):
        call(LinearRegression())
    failed = LinearRegression()
    with pytest.raises(ValueError, match="y must"):
        failed.fit(X, [nan] * 4)
    with pytest.raises(NotFittedError):
        call(failed)


def test_wrong_shape_in_prediction_is_refused():
    model = LinearRegression().fit(X, Y)
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 1"):
        model.predict([[1]])
    with pytest.raises(ValueError, match="X must be a table"):
        model.predict([1, 2])
    with pytest.raises(ValueError, match=rf"y must hold one number, or q numbers, for each of the {len(X)} rows of X"):
        model.score(X, Y[:3])


def test_full_rank_gives_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert LinearRegression().fit(X, Y).rank_ == 3


@pytest.mark.parametrize("degree", [0, 1, 3, 6])
def test_a_polynomial_is_that_of_numpy(degree):
    rng = np.random.default_rng(degree)
    x, y = rng.uniform(-2, 2, 20), rng.normal(size=20)
    model = PolynomialRegression(degree).fit(x[:, None], y)
    np.testing.assert_allclose(model.coef_, np.polynomial.polynomial.polyfit(x, y, degree), rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(model.predict([[0.5]]), np.polynomial.polynomial.polyval([0.5], model.coef_), rtol=1e-9)
