"""Checks for the exercises of chapter 6, linear regression: 6.1 to 6.14 in its first part, the others in its second."""

import math

import numpy as np

from byhand.datasets import lisbon_flats, noisy_sine
from byhand.exercises import exercise, expect, expect_all, expect_letters, expect_order, function_of
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
    hint="The end of the section Why squares? says what to divide by, and why. How many coefficients does a line have?",
)
def unbiased_variance():
    slips = [
        (4.5, "That is the SSE. Divide by the rows minus the coefficients."),
        (0.5625, "That is maximum likelihood, SSE / N, which is too small on average."),
        (4.5 / 7, "That divides by N - 1. A line has two coefficients."),
        (math.sqrt(0.75), "That is the standard deviation."),
    ]
    return expect(0.75, slips)


@exercise(
    "6.6",
    hint="A least-squares line with an intercept passes through one point that you know here. How high is it at x = "
    "0, if it climbs to that point with this slope?",
)
def intercept_from_the_means():
    slips = [
        (-22, "The sign is reversed: the intercept is the mean outcome minus slope times mean feature."),
        (62, "Slope times mean weight is subtracted, not added."),
        (42, "That is the mean time. Subtract slope times mean weight."),
        (0, "That is the intercept of the centred line. Go back to the original numbers."),
    ]
    return expect(22, slips)


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
    hint="No new fit is needed: the formula under Leverage needs just these two numbers. Say first whether the "
    "result must be larger or smaller than the residual.",
)
def left_out():
    slips = [
        (-12, "That is the residual of the line that has seen the row."),
        (-30, "Divide by one minus the leverage."),
        (-7.2, "Divide, do not multiply: the error on an unseen row is larger."),
        (20, "The right size, but the sign is that of the residual."),
    ]
    return expect(-20, slips)


@exercise(
    "6.9",
    hint="Write down the sum of squares that is made small when x is predicted as c · y, and set its derivative "
    "with respect to c to zero.",
)
def regression_of_x_on_y():
    slips = [
        (1, "That is one over the slope of y on x. The errors are measured along x now."),
        (11 / 9, "Upside down: the sum of squares belongs below, and it is that of y."),
        (0.25, "That has an intercept. The exercise goes through the origin."),
    ]
    return expect(9 / 11, slips, hint="The roles of x and y are swapped.")


@exercise(
    "6.10",
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
    "6.11",
    hint="The formula under How sure is the slope? needs only two of the three numbers.",
)
def error_of_a_slope():
    slips = [
        (6 / 144, "Take the root of the spread of x."),
        (36 / 144, "That is its square: take the root."),
        (6 / math.sqrt(27), "Divide by the root of the spread of x, not of N."),
        (0.5 / math.sqrt(27), "N is in the spread of x already: do not divide by its root again."),
    ]
    return expect(0.5, slips)


@exercise(
    "6.12",
    hint="Go as many standard errors to each side as Student's t says.",
)
def interval_of_a_slope():
    slips = [
        ((2.7, 3.7), "That is one standard error to each side."),
        ((3.2 - 0.98, 3.2 + 0.98), "1.96 belongs to the normal curve. With 25 degrees of freedom it is 2.060."),
        ((4.23, 2.17), "The right two numbers: put the lower one first."),
        ((3.2 - 2.06, 3.2 + 2.06), "Multiply by the standard error."),
    ]
    return expect_all((2.17, 4.23), slips)


@exercise(
    "6.13",
    hint="Ask of each question: does it speak of one new outcome, of a mean of many, or of no place on the line at "
    "all?",
)
def which_range():
    slips = {
        "CPS": "Look again at the first two: whose answer has the noise of a single sale in it?",
        "PPS": "The mean of many flats has no noise of a single sale left in it.",
        "CCS": "Her own flat is one sale, with noise of its own.",
    }
    return expect_letters("PCS", {"C": "confidence band", "P": "prediction band", "S": "interval of the slope"}, slips)


@exercise(
    "6.14",
    hint="Sketch the truth and a straight line through it. Where does the truth lie above the line, and where below?",
)
def what_is_left():
    slips = {
        "FOWS": "Residuals are the truth minus the line: a curve that bends upwards is above it at both ends.",
        "SOWS": "The harvest bends the other way: each bag adds less than the one before.",
        "FOWF": "Braking distances bend the other way: each further km/h adds more than the one before.",
        "SWOF": "Look again at the second and the third: which has noise of the same size everywhere?",
        "SOOF": "The holidays follow a line on average. But is the noise the same for the poor and the rich?",
    }
    return expect_letters("SOWF", {"S": "smile", "F": "frown", "W": "funnel", "O": "nothing"}, slips)


@exercise(
    "6.15",
    hint="Write down both rents and subtract one from the other: what cancels?",
)
def two_differences():
    slips = [
        (140, "Distance lowers the rent: mind its sign."),
        (170, "The intercept is in both rents and cancels."),
        (-20, "It is the rent of the first minus that of the second."),
        (80, "That holds the distance fixed, but it changes too."),
    ]
    return expect(20, slips)


@exercise(
    "6.16",
    hint="One value of each name is left out. Do not forget the number, and the ones.",
)
def count_the_columns():
    slips = [
        (13, "With all columns of a name beside the ones, the columns depend on each other: leave one out of each."),
        (10, "Count the column of ones too, or the price."),
        (9, "Those are the columns of the two names. Add the price and the ones."),
        (4, "A name is not a number: it needs a column for each value but one."),
    ]
    return expect(11, slips)


@exercise(
    "6.17",
    hint="Put g = 1 into the formula and collect the terms with x. The lines cross where they predict the same.",
)
def two_slopes():
    slips = [
        ((-0.5, 10), "That is the difference of the slopes. Add the slope of group 0."),
        ((2, 10), "That is the slope of group 0."),
        ((2.5, 10), "The product counts with a minus."),
        ((1.5, -10), "At the crossing 5 − 0.5 x = 0: check the sign."),
    ]
    return expect_all((1.5, 10), slips)


@exercise(
    "6.18",
    hint="Multiply entry by entry and add up. What must the sum be, for a column of the design?",
)
def at_a_right_angle():
    slips = {
        "YNNY": "Column B: 1 · 0 − 2 · 1 + 1 · 2.",
        "YYYY": "Column C: 1 · 1 − 2 · 0 + 1 · 3 is not zero.",
        "YYNN": "Column D: 1 · 2 − 2 · 1 + 1 · 0.",
        "NYNY": "Column A is the column of ones: do the residuals sum to zero?",
    }
    return expect_letters("YYNY", {"Y": "yes", "N": "no"}, slips)


@exercise(
    "6.19",
    hint="Each entry of the system is a sum of powers of x, see Powers as features. Use the first equation to get rid "
    "of the constant in the other two.",
)
def parabola_of_four_points():
    slips = [
        ((1.5, -0.9, 0.7), "The right three numbers in the wrong order: the constant comes first."),
        ((2.2, 0.6, 0), "That is the line. The parabola has a third coefficient."),
    ]
    sums = "The sums of x, x², x³ and x⁴ are 2, 6, 8 and 18; those of y, xy and x²y are 10, 8 and 24."
    return expect_all((0.7, -0.9, 1.5), slips, hint=sums)


@exercise(
    "6.20",
    hint="A feature may be paired with itself. List the products by their first factor: those that begin with x_1, "
    "then those with x_2 that are not there yet.",
)
def row_of_a_quadratic_surface():
    slips = [
        ((1, 3, 5, 9, 25, 15), "The right six numbers; put the products in the order x1², x1·x2, x2²."),
        ((1, 3, 5, 9, 30, 25), "The product of the two appears once: 3 · 5 = 15."),
    ]
    return expect_all((1, 3, 5, 9, 15, 25), slips, hint="The 1, two features, two squares and one mixed product.")


@exercise(
    "6.21",
    hint="Write out a polynomial of order 2 and count its coefficients. How many points does it take to pin down a "
    "parabola?",
)
def coefficients_of_order_twelve():
    slips = [
        ((12, 12), "The powers 0 to 12 make thirteen."),
        ((12, 13), "The powers 0 to 12 make thirteen."),
        ((13, 12), "Thirteen unknowns need thirteen equations."),
    ]
    return expect_all((13, 13), slips, hint="Count the powers, the zeroth included.")


@exercise(
    "6.22",
    hint="Express the distance from the centre in widths first. The formula under Bumps as features needs only that "
    "number.",
)
def one_bump():
    right = math.exp(-0.72)
    slips = [
        (math.exp(-1.44), "The 2 in the denominator is missing."),
        (math.exp(-0.6), "The distance is divided by the width, but not squared."),
        (1 / right, "The minus in the exponent is missing: a bump is at most 1."),
        (right / (20 * math.sqrt(2 * math.pi)), "That is a normal density. A bump has height 1."),
    ]
    return expect(right, slips)


@exercise(
    "6.23",
    hint="The order that the training error chooses needs no computation. Then make one number of the errors that "
    "leave_one_out_errors returns, for each order.",
)
def price_of_the_training_error():
    X, y = noisy_sine(15, seed=1)
    orders = range(1, 9)
    blind = [np.mean(leave_one_out_errors(polynomial_features(X, M), y) ** 2) for M in orders]
    ratio = blind[-1] / min(blind)
    slips = [
        (ratio**0.5, "That compares the roots: compare the mean squared errors themselves."),
        (1 / ratio, "Upside down: how many times as large is the larger one?"),
        (max(blind) / min(blind), "That compares with the worst order. Which one does the training error choose?"),
    ]
    return expect(ratio, slips, hint="Compute the leave-one-out error of each order.")


@exercise(
    "6.24",
    hint="Begin by adding and subtracting the same thing; end with the inequality.",
)
def the_foot_is_nearest():
    slips = {
        "ACDB": "Before you can multiply out, there must be two terms.",
        "CABD": "The middle term stands in the way.",
    }
    return expect_order("CADB", slips=slips)


@exercise(
    "6.25",
    hint="Pull the weight into the square: which outcome, and which row of the design with its 1, would give the same "
    "sum without weights? Then Three lines of code does the rest.",
)
def write_it_yourself(answer):
    fitted = function_of(answer, "weighted_least_squares", "an array of coefficients", _floats)
    rng = np.random.default_rng(0)
    problems = [(rng.normal(size=(n, d)), rng.normal(size=n)) for n, d in rng.integers((8, 1), (30, 6), (20, 2))]
    hard_X, hard_y = noisy_sine(12)
    for number, (X, y) in enumerate([*problems, (polynomial_features(hard_X, 9), hard_y)], 1):
        w = rng.uniform(0.3, 3, len(y))
        right, equal, squared = (_coefficients(X, y, weights) for weights in (w, None, w**2))
        found = fitted(X.copy(), y.copy(), w.copy())
        if found.shape != right.shape:
            return f"On data set {number} it returned shape {found.shape}; with the intercept it is {right.shape}."
        if np.allclose(found, right, rtol=1e-6):
            continue
        if number > 20:
            return "Right on 20 easy data sets. On powers up to 9 it loses too many digits: do not form X'X."
        for wrong, words in (
            (np.roll(right, -1), "The right numbers in the wrong order: put the intercept first."),
            (equal, "That is least squares with all rows alike: the weights do not count yet."),
            (squared, "Rows and outcomes are squared in the sum: multiply them by the roots of the weights."),
        ):
            if np.allclose(found, wrong, rtol=1e-6):
                return words
        return f"On data set {number} it found {found.round(4)}; the weighted sum is least at {right.round(4)}."
    return None


def _coefficients(X, y, weights):
    model = LinearRegression().fit(X, y, weights)
    return np.append(model.intercept_, model.coef_)


def _floats(values):
    return np.asarray(values, dtype=float)
