"""Checks for the exercises of chapter 6, linear regression."""

import math

import numpy as np

from byhand.datasets import lisbon_flats, noisy_sine, twenty_points
from byhand.exercises import exercise, expect, expect_all, function_of
from byhand.linear import LinearRegression, leave_one_out_errors, polynomial_features

FLATS = lisbon_flats()
AREA, PRICE = FLATS.X[:, 0].astype(float), FLATS.y.astype(float)
LINE = LinearRegression().fit(FLATS.X, FLATS.y)
SLOPE, INTERCEPT = float(LINE.coef_[0]), LINE.intercept_


@exercise(
    "6.1",
    hint="The section Six flats works out the line of these data. You need both of its numbers, and one of them is "
    "negative.",
)
def price_of_a_flat():
    slips = [
        (SLOPE * 90, "That is slope times area. Add the intercept."),
        (SLOPE * 90 - INTERCEPT, "The intercept is negative: check its sign."),
        (1000 * (INTERCEPT + SLOPE * 90), "That is right in euros, but the table is in thousands of euros."),
    ]
    return expect(INTERCEPT + SLOPE * 90, slips)


@exercise(
    "6.2",
    hint="Make a table with the columns x, y, x² and xy and add up each. The first normal equation, divided by N, "
    "then gives the intercept in terms of the slope.",
)
def line_of_four_points():
    slips = [
        ((2.2, 0.7), "The right two numbers in the wrong order: put the intercept first."),
        ((0, 2.5), "That is the line through the origin. The exercise has an intercept."),
    ]
    return expect_all((0.7, 2.2), slips, hint="The sums are 6, 16, 14 for x², and 35 for xy; N is 4.")


@exercise(
    "6.3",
    hint="Predict the four outcomes first. The residuals of a line with an intercept sum to zero: test that before "
    "you square them.",
)
def error_of_four_points():
    slips = [
        (1.8, "That is the SSE. Divide by the number of points."),
        (math.sqrt(0.45), "That is the root of the mean squared error."),
        (0.9, "That divides by N minus the number of coefficients. The mean squared error divides by N."),
    ]
    return expect(0.45, slips)


@exercise(
    "6.4",
    hint="The section Twenty points shows which one equation remains. The residuals need not sum to zero now, so "
    "compute all six of them, or use the sum of y².",
)
def flats_through_the_origin():
    model = LinearRegression(intercept=False).fit(FLATS.X, FLATS.y)
    slope = float(model.coef_[0])
    slips = [
        ((SLOPE, LINE.sse_), "That is the line with an intercept."),
        ((PRICE.sum() / AREA.sum(), float(np.sum((PRICE - AREA * PRICE.sum() / AREA.sum()) ** 2))), _RATIO),
    ]
    return expect_all((slope, model.sse_), slips, hint="The slope is the sum of xy over the sum of x².")


_RATIO = "That is the sum of the prices over the sum of the areas. Least squares gives large flats more weight."


@exercise(
    "6.5",
    hint="The end of the section Why squares? says what to divide by, and why. Exercise 6.3 already has the sum you "
    "need.",
)
def unbiased_variance():
    slips = [
        (1.8, "That is the SSE. Divide by the rows minus the coefficients."),
        (0.45, "That is maximum likelihood, SSE / N, which is too small on average."),
        (0.6, "That divides by N - 1. A line has two coefficients."),
        (math.sqrt(0.9), "That is the standard deviation."),
    ]
    return expect(0.9, slips)


@exercise(
    "6.6",
    hint="A least-squares line with an intercept passes through one point that you know here. How high is it at x = "
    "0, if it climbs to that point with this slope?",
)
def intercept_from_the_means():
    slips = [
        (-3.3, "The sign is reversed: the intercept is the mean outcome minus slope times mean feature."),
        (11.7, "Slope times mean weight is subtracted, not added."),
        (7.5, "That is the mean use. Subtract slope times mean weight."),
        (0, "That is the intercept of the centred line. Go back to the original numbers."),
    ]
    return expect(3.3, slips)


@exercise(
    "6.7",
    hint="Put the slope into words, thousands of euros per unit of area, and change the unit. Then write the same "
    "flat in square feet and put it into the new line.",
)
def square_feet():
    at_80 = INTERCEPT + 80 * SLOPE
    slips = [
        ((SLOPE * 10.7639, at_80), "There are more square feet than metres, so each one adds less to the price."),
        ((SLOPE / 10.7639, at_80 / 10.7639), "The slope is right. The flat is the same flat; its price stays."),
        ((SLOPE, at_80), "A slope is price per unit of area, and the unit has changed."),
    ]
    return expect_all((SLOPE / 10.7639, at_80), slips)


@exercise(
    "6.8",
    hint="Each entry of the system is a sum of powers of x, see Powers as features. Take 1.5 times the first "
    "equation from the second and 3.5 times the first from the third: two unknowns are left.",
)
def parabola_of_four_points():
    slips = [
        ((0.5, 0.7, 1.2), "The right three numbers in the wrong order: the constant comes first."),
        ((0.7, 2.2, 0), "That is the line again. The parabola has a third coefficient."),
    ]
    sums = "The sums of x, x², x³ and x⁴ are 6, 14, 36 and 98; those of y, xy and x²y are 16, 35 and 91."
    return expect_all((1.2, 0.7, 0.5), slips, hint=sums)


@exercise(
    "6.9",
    hint="A feature may be paired with itself. List the products by their first factor: those that begin with x_1, "
    "then those with x_2 that are not there yet.",
)
def row_of_a_quadratic_surface():
    slips = [
        ((1, 2, 3, 4, 9, 6), "The right six numbers; put the products in the order x1², x1·x2, x2²."),
        ((1, 2, 3, 4, 12, 9), "The product of the two appears once: 2 · 3 = 6."),
    ]
    return expect_all((1, 2, 3, 4, 6, 9), slips, hint="The 1, two features, two squares and one mixed product.")


@exercise(
    "6.10",
    hint="Write out a polynomial of order 2 and count its coefficients. How many points does it take to pin down a "
    "parabola?",
)
def coefficients_of_order_nine():
    slips = [
        ((9, 9), "The powers 0 to 9 make ten."),
        ((9, 10), "The powers 0 to 9 make ten."),
        ((10, 9), "Ten unknowns need ten equations."),
    ]
    return expect_all((10, 10), slips, hint="Count the powers, the zeroth included.")


@exercise(
    "6.11",
    hint="Express the distance from the centre in widths first. The formula under Bumps as features needs only that "
    "number.",
)
def one_bump():
    right = math.exp(-9 / 8)
    slips = [
        (math.exp(-9 / 4), "The 2 in the denominator is missing."),
        (math.exp(-3 / 4), "The distance is divided by the width, but not squared."),
        (1 / right, "The minus in the exponent is missing: a bump is at most 1."),
        (right / (20 * math.sqrt(2 * math.pi)), "That is a normal density. A bump has height 1."),
    ]
    return expect(right, slips)


@exercise(
    "6.12",
    hint="No new fit is needed: the formula under Leverage needs just these two numbers. Say first whether the "
    "result must be larger or smaller than the residual.",
)
def left_out():
    slips = [
        (-30, "That is the residual of the line that has seen the row."),
        (-40, "Divide by one minus the leverage."),
        (-7.5, "Divide, do not multiply: the error on an unseen row is larger."),
        (120, "The right size, but the sign is that of the residual."),
    ]
    return expect(-120, slips)


@exercise(
    "6.13",
    hint="Write down the sum of squares that is made small when x is predicted as c · y, and set its derivative "
    "with respect to c to zero.",
)
def regression_of_x_on_y():
    points = twenty_points()
    x, y = points.X[:, 0].astype(float), points.y
    slips = [
        ((x @ y) / (x @ x), "That is the slope of y on x."),
        ((x @ x) / (x @ y), "That is one over the slope of y on x. The errors are measured along x now."),
        (float(np.polyfit(y, x, 1)[0]), "That has an intercept. The exercise goes through the origin."),
    ]
    return expect((x @ y) / (y @ y), slips, hint="The roles of x and y are swapped.")


@exercise(
    "6.14",
    hint="The slope of the five flats is printed under Leverage. Two things change in R²: the SSE, and the "
    "spread around the mean price that it is compared with.",
)
def without_the_influential_flat():
    kept = AREA != 60
    X, y = FLATS.X[kept], PRICE[kept]
    right = LinearRegression().fit(X, y).score(X, y)
    slips = [
        (LINE.score(FLATS.X, PRICE), "That is R² of all six flats."),
        (LINE.score(X, y), "The line must be fitted again to the five flats."),
        (right - LINE.score(FLATS.X, PRICE), "That is the change. Answer with the new value."),
    ]
    return expect(right, slips)


@exercise(
    "6.15",
    hint="The function leave_one_out_errors returns one error for each row. Make one number of them, as in Powers "
    "as features, before you compare orders.",
)
def best_order():
    X, y = noisy_sine(15, seed=1)
    orders = range(1, 9)
    blind = [np.mean(leave_one_out_errors(polynomial_features(X, M), y) ** 2) for M in orders]
    slips = [(8, "That has the smallest training error, as the highest order always has.")]
    return expect(orders[int(np.argmin(blind))], slips, hint="Compute the leave-one-out error of each order.")


@exercise(
    "6.16",
    hint="First line: put a column of ones before X. Then look again at The library's code, which takes the design "
    "apart instead of multiplying it by itself.",
)
def write_it_yourself(answer):
    least_squares = function_of(answer, "least_squares", "an array of coefficients", _floats)
    rng = np.random.default_rng(0)
    problems = [(rng.normal(size=(n, d)), rng.normal(size=n)) for n, d in rng.integers((8, 1), (30, 6), (20, 2))]
    hard_X, hard_y = noisy_sine(12)
    for number, (X, y) in enumerate([*problems, (polynomial_features(hard_X, 9), hard_y)], 1):
        model = LinearRegression().fit(X, y)
        right = np.append(model.intercept_, model.coef_)
        found = least_squares(X.copy(), y.copy())
        if found.shape != right.shape:
            return f"On data set {number} it returned shape {found.shape}; with the intercept it is {right.shape}."
        if np.allclose(found, np.append(right[1:], right[0]), rtol=1e-6) and len(right) > 1 and number <= 20:
            return "The right numbers in the wrong order: put the intercept first."
        if not np.allclose(found, right, rtol=1e-6):
            if number <= 20:
                return f"On data set {number} it found {found.round(4)}; least squares gives {right.round(4)}."
            return "Right on 20 easy data sets. On powers up to 9 it loses too many digits: do not form X'X."
    return None


def _floats(values):
    return np.asarray(values, dtype=float)
