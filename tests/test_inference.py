"""Standard errors, intervals and bands of least squares, and Student's t, which they need."""

import math

import numpy as np
import pytest
from scipy import stats

from byhand.datasets import lisbon_flats, twenty_points
from byhand.inference import (
    coefficient_intervals,
    confidence_band,
    prediction_band,
    student_quantile,
    student_within,
)
from byhand.linear import LinearRegression, design, leverages

FLATS = lisbon_flats()


def close(actual, wanted, tolerance=1e-9):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def problem(seed, n=12, d=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * rng.uniform(0.1, 100, d)
    return X, X @ rng.normal(size=d) + rng.normal(size=n) + 3


# ---- values


def test_the_answer_for_the_flats_is_265_with_a_standard_error_of_114():
    one = prediction_band(FLATS.X, FLATS.y, [[100]])
    assert [round(float(v[0]), 1) for v in one] == [264.6, 113.7, -50.9, 580.2]
    line = confidence_band(FLATS.X, FLATS.y, [[100]])
    assert [round(float(v[0]), 1) for v in line] == [264.6, 48.0, 131.3, 398.0]


def test_the_slope_of_the_flats_and_of_the_twenty_points():
    slope = coefficient_intervals(FLATS.X, FLATS.y)
    assert [round(float(v[1]), 3) for v in slope] == [4.102, 1.078, 1.109, 7.096]
    points = twenty_points()
    through = coefficient_intervals(points.X, points.y, intercept=False)
    close(through.error, [0.133107183792780061])


def test_by_hand_on_four_points():
    # 0.7 + 2.2 x; SSE 1.8, s² = 0.9; Sxx = 5
    found = coefficient_intervals([[0], [1], [2], [3]], [1, 3, 4, 8])
    close(found.error, [math.sqrt(0.9 * (1 / 4 + 1.5**2 / 5)), math.sqrt(0.9 / 5)])
    close(found.high - found.low, 2 * 4.302652729911275 * found.error)


@pytest.mark.parametrize(("df", "t"), [(1, 12.7062), (2, 4.3027), (4, 2.7764), (19, 2.0930), (120, 1.9799)])
def test_the_printed_table_of_student(df, t):
    assert round(student_quantile(0.95, df), 4) == t


# ---- laws


def test_student_tends_to_the_normal():
    close(student_within(1.5, 10**6), math.erf(1.5 / math.sqrt(2)), 1e-6)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 30, 931])
def test_the_quantile_undoes_the_probability(df):
    for confidence in (0.01, 0.5, 0.9, 0.95, 0.999):
        close(student_within(student_quantile(confidence, df), df), confidence, 1e-9)


def test_one_price_is_less_certain_than_the_line_by_the_noise():
    X, y = problem(1)
    s2 = LinearRegression().fit(X, y).sse_ / (len(y) - 3)
    line, one = (band(X, y, X) for band in (confidence_band, prediction_band))
    close(one.error**2 - line.error**2, np.full(len(y), s2))
    close(line.error**2, s2 * leverages(X))


def test_units_of_a_feature_change_its_coefficient_alone():
    X, y = problem(2)
    before, after = coefficient_intervals(X, y), coefficient_intervals(X * [1, 1e6], y)
    for old, new in zip(before, after, strict=True):
        close(new * [1, 1, 1e6], old, 1e-7)


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95])
def test_so_many_intervals_hold_the_truth(confidence):
    rng = np.random.default_rng(3)
    x, held = np.array([60.0, 87, 125, 130, 147, 180])[:, None], []
    for _ in range(2000):
        y, new = 5 + 2 * x[:, 0] + rng.normal(0, 30, 6), 205 + rng.normal(0, 30)
        slope, line, one = (
            coefficient_intervals(x, y, confidence),
            confidence_band(x, y, [[100]], confidence),
            prediction_band(x, y, [[100]], confidence),
        )
        held.append(
            [slope.low[1] < 2 < slope.high[1], line.low[0] < 205 < line.high[0], one.low[0] < new < one.high[0]]
        )
    assert np.abs(np.mean(held, axis=0) - confidence).max() < 0.03


# ---- references


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 10, 25, 100, 930, 5001])
def test_student_is_that_of_scipy(df):
    for t in (0, 0.1, 1, 2.5, 6):
        close(student_within(t, df), stats.t.cdf(t, df) - stats.t.cdf(-t, df), 1e-12)
    for confidence in (0.05, 0.5, 0.8, 0.95, 0.99, 0.9999):
        close(student_quantile(confidence, df), stats.t.ppf((1 + confidence) / 2, df), 1e-9)


def test_a_line_is_that_of_scipy():
    x, y = FLATS.X[:, 0].astype(float), FLATS.y.astype(float)
    theirs, ours = stats.linregress(x, y), coefficient_intervals(FLATS.X, FLATS.y)
    close(ours.estimate, [theirs.intercept, theirs.slope])
    close(ours.error, [theirs.intercept_stderr, theirs.stderr])


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize(("n", "d"), [(5, 1), (12, 2), (40, 5)])
def test_intervals_are_those_of_the_textbook(n, d, intercept):
    X, y = problem(n, n, d)
    A = design(X, intercept)
    inverse = np.linalg.inv(A.T @ A)
    b = inverse @ A.T @ y
    df = n - A.shape[1]
    s = np.sqrt(np.sum((y - A @ b) ** 2) / df)
    t = stats.t.ppf(0.95, df)
    at = np.random.default_rng(0).normal(size=(4, d))
    rows = design(at, intercept)
    share = np.sum(rows @ inverse * rows, axis=1)
    wanted = (
        (coefficient_intervals(X, y, 0.9, intercept), b, s * np.sqrt(np.diag(inverse))),
        (confidence_band(X, y, at, 0.9, intercept), rows @ b, s * np.sqrt(share)),
        (prediction_band(X, y, at, 0.9, intercept), rows @ b, s * np.sqrt(1 + share)),
    )
    for found, estimate, error in wanted:
        close(found.estimate, estimate, 1e-7)
        close(found.error, error, 1e-7)
        close(found.low, estimate - t * error, 1e-7)
        close(found.high, estimate + t * error, 1e-7)


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: student_quantile(95, 4), "confidence must lie between 0 and 1; got 95"),
        (lambda: student_quantile(0, 4), "confidence must be a number above 0"),
        (lambda: student_quantile(0.95, 0), "df must be a whole number of at least 1"),
        (lambda: student_quantile(0.95, 10**7), "df must be at most 1000000"),
        (lambda: student_within(-1, 4), "t must be a number of at least 0"),
        (lambda: coefficient_intervals([[1], [2]], [1, 2]), "X must have more rows than the fit has coefficients"),
        (lambda: coefficient_intervals([[1], [1], [1]], [1, 2, 3]), "X must have independent columns; the design has"),
        (lambda: confidence_band(FLATS.X, FLATS.y, [[1, 2]]), "at must have 1 column"),
        (lambda: prediction_band(FLATS.X, FLATS.y[:5], [[1]]), "y must"),
    ],
)
def test_bad_input_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_input_is_never_changed():
    X, y = problem(4)
    X.flags.writeable = y.flags.writeable = False
    prediction_band(X, y, X)
