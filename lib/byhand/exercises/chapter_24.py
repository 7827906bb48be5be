"""Checks for the exercises of chapter 24, mixtures and the EM algorithm."""

import math

import numpy as np

from byhand.em import Gaussians, e_step
from byhand.exercises import exercise, expect_all, expect_letters, function_of


@exercise("24.1", hint="Is it in the table? If not, is there one for each row, or one for all of them?")
def what_is_what():
    words = {"P": "parameter", "H": "hidden", "O": "observed"}
    slips = {
        "PPOP": "The kind of one call is no parameter: each row has a label of its own.",
        "HHOH": "What holds for all rows alike is a parameter.",
        "HPPP": "The length of the fourth call is in the table.",
    }
    return expect_letters("HPOP", words, slips)


@exercise("24.2", hint="Sort the calls by kind first. Which number do you divide the squares by?")
def with_labels():
    right = 0.4, 5, 14, 1, 32 / 3
    slips = [
        ((0.4, 5, 14, 2, 16), "Maximum likelihood divides the sum of squares by the number of calls of that kind."),
        ((0.5, 5, 14, 1, 32 / 3), "The weight is the share of the calls, 2 of 5."),
        ((0.4, 5, 14, 1, math.sqrt(32 / 3)), "Variances are asked for, not standard deviations."),
    ]
    return expect_all(right, slips, hint="Shares, means, and mean squared distances from the own mean.")


@exercise("24.3", hint="Divide the two densities by each other: the squares of x cancel.")
def three_responsibilities():
    right = math.e / (1 + math.e), 0.5, 0.8
    slips = [
        ((1 / (1 + math.e), 0.5, 0.2), "That is the share of the first bell."),
        ((math.e / (1 + math.e), 0.5, 0.5), "Between two equal densities the weights decide."),
        ((math.e / (1 + math.e), 0.5, 0.2), "0.2 is the weight of the first bell; the second has the rest."),
        ((math.e, 1, 4), "Those are odds: divide by one more."),
    ]
    return expect_all(right, slips)


@exercise("24.4", hint="First add up the responsibilities: that many numbers belong to the component.")
def an_m_step():
    slips = [
        ((0.5, 0.75, 2.75), "The mean is divided by the sum of the responsibilities, not by the number of rows."),
        ((2, 1.5, 2.75), "The weight is a share of all rows."),
        ((0.5, 1.5, 1.375), "The variance is divided by the sum of the responsibilities."),
        ((0.5, 1.5, 5.5), "Divide by the sum of the responsibilities, which is 2."),
    ]
    return expect_all((0.5, 1.5, 2.75), slips, hint="Weighted mean, then weighted squares around the new mean.")


@exercise(
    "24.5",
    hint="Compare line 1 with the formula of a responsibility; put the numbers of exercise 24.4 into lines 2 to 4.",
)
def find_the_faults():
    slips = {
        "RRWRR": "A frequent component has a larger say from the start: where is that in line 1?",
        "WRRRR": "With line 3, would the mean of a component with few rows be anywhere near them?",
        "WRWWR": "The new mean is right: with the old one the variance would come out too large.",
    }
    return expect_letters("WRWRR", {"R": "right", "W": "wrong"}, slips)


@exercise("24.6", hint="The mean first. The variance has two sources: within each bell, and between their means.")
def mean_and_spread():
    slips = [
        ((3, 1), "Besides the variance within the bells there is that of their means."),
        ((3, 3), "That is the variance of the means; the bells have one of their own."),
        ((2, 5), "Weigh the means by 1/4 and 3/4."),
    ]
    return expect_all((3, 4), slips)


@exercise("24.7", hint="Count weights and means once, for all four; then the covariances of each form.")
def free_numbers():
    slips = [
        ((40, 22, 28, 20), "Four weights that add up to 1 are three free numbers."),
        ((51, 24, 27, 19), "A covariance matrix is symmetric: six of its nine numbers are free."),
        ((39, 21, 18, 16), "Diagonal: three variances for each component; spherical: one for each."),
    ]
    return expect_all((39, 21, 27, 19), slips)


@exercise("24.8", hint="The price is the natural logarithm of the number of rows for each free number.")
def two_or_three():
    right = 500 + 5 * math.log(100), 484 + 8 * math.log(100)
    slips = [
        ((510, 500), "A price of 2 for each number: that is AIC, or a logarithm to base 10."),
        ((250 + 5 * math.log(100), 242 + 8 * math.log(100)), "Minus twice the log-likelihood."),
        ((-500 + 5 * math.log(100), -484 + 8 * math.log(100)), "Minus twice a negative number is positive."),
    ]
    return expect_all(right, slips)


@exercise("24.9", hint="How does the height of a bell depend on its spread, on the line and in the plane?")
def a_needle():
    slips = [
        ((math.log(10_000), math.log(10_000)), "In the plane the peak has one over the spread twice."),
        ((math.log10(10_000), 2 * math.log10(10_000)), "The natural logarithm."),
        ((50 * math.log(10_000), 100 * math.log(10_000)), "Only one row gains."),
        ((0.1 * math.log(10_000), 0.2 * math.log(10_000)), "The weight is a factor before and after: it cancels."),
    ]
    return expect_all((math.log(10_000), 2 * math.log(10_000)), slips)


@exercise("24.10", hint="Write the log-odds: a difference of squared distances over something.")
def stiffer():
    def share(odds):
        return 1 / (1 + math.exp(-odds))

    slips = [
        ((share(0.5), share(2)), "The distances are squared."),
        ((share(3), share(12)), "Divide by twice the square of the spread."),
        ((share(1.5), share(3)), "The spread is squared, too."),
        ((1 - share(1.5), 1 - share(6)), "The nearer mean is responsible for more."),
    ]
    return expect_all((share(1.5), share(6)), slips)


@exercise("24.11", hint="Go through the line new log L, new B, old B, old log L, and see what it says and what not.")
def promises():
    slips = {
        "TTTFF": "A hill climber stays on its hill.",
        "TFFFF": "After the E-step the divergence between the two is zero.",
        "TFTTF": "A sum does not depend on the order of its terms.",
        "TFTFT": "Which formula of the M-step has a rate in it?",
    }
    return expect_letters("TFTFF", {"T": "true", "F": "false"}, slips)


@exercise("24.12", hint="A table with a row for each number and a column for each bell holds all you need.")
def own_em_step(answer):
    rng = np.random.default_rng(0)
    step = function_of(answer, "em_step", "three arrays: weights, means and variances", _as_arrays)
    for case in range(8):
        K = 2 + case % 2
        x = rng.normal(0, 3, 12)
        weights, means, variances = rng.dirichlet(np.full(K, 3.0)), rng.normal(0, 3, K), rng.uniform(0.5, 4, K)
        bells = Gaussians.bells(weights, means, variances)
        R, _ = e_step(bells.log_joint(x[:, None]))
        right = bells.refit(x[:, None], R)
        found = step(x.copy(), weights.copy(), means.copy(), variances.copy())
        if any(values.shape != (K,) for values in found):
            return f"For {K} bells each of the three arrays should hold {K} numbers."
        if np.allclose(found[0], R.sum(axis=0)):
            return "The weights are shares: divide by the number of rows."
        if not np.allclose(found[0], right.weights):
            return f"The new weights are not those of the library. {_why(found[0], x, weights, means, variances)}"
        if not np.allclose(found[1], right.means[:, 0]):
            return "The weights are right, the means are not: divide by the sum of the responsibilities."
        if not np.allclose(found[2], right.covariances[:, 0, 0]):
            old = (R * (x[:, None] - means) ** 2).sum(axis=0) / R.sum(axis=0)
            why = " Yours measure from the old means." if np.allclose(found[2], old) else ""
            if np.allclose(found[2] ** 2, right.covariances[:, 0, 0]):
                why = " Yours are standard deviations."
            return f"Weights and means are right, the variances are not.{why}"
    return None


def _why(found, x, weights, means, variances):
    """What a mistake in the responsibilities leads to these weights, in words."""
    bells = np.exp(-((x[:, None] - means) ** 2) / (2 * variances))
    for scores, words in (
        (bells / np.sqrt(variances), "Yours come out if the E-step forgets the old weights."),
        (weights * bells, "Yours come out if a bell is not divided by its standard deviation."),
        (bells, "Yours come out if the E-step has neither the old weights nor the factor before the exponential."),
    ):
        if np.allclose(found, (scores / scores.sum(axis=1, keepdims=True)).mean(axis=0)):
            return words
    return "Check the responsibilities, row by row: those of each number add up to 1."


def _as_arrays(result):
    weights, means, variances = (np.asarray(values, dtype=float) for values in result)
    return weights, means, variances
