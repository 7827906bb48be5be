"""Checks for the exercises of chapter 9, Gaussian processes."""

import numpy as np

from byhand.covariance import Matern
from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.gp import log_marginal_likelihood, posterior

TRUTH = {"T": "true", "F": "false"}


@exercise("9.1", hint="Look at the formula of the variance: what occurs in it, and what does not?")
def facts_about_bands():
    slips = {
        "TFTT": "The outcomes do not occur in the variance.",
        "FTTT": "Knowing more never widens the band, as long as kernel and noise stay.",
        "FFFT": "Far away the covariances with all readings are 0. What is left of the mean?",
        "FFTF": "The last one is the definition.",
    }
    return expect_letters("FFTT", TRUTH, slips)


@exercise(
    "9.2",
    hint="What is the variance of the reading itself? It has a part from the function and one from the noise.",
)
def one_noisy_reading():
    slips = [
        ((2.5, 2.875), "The noise is given as a standard deviation; its square stands beside the variance."),
        ((20 / 6, 6 - 25 / 6), "The reading has noise: its variance is larger than 6."),
        ((2, 2.5), "What the reading explains is taken off the variance; 2.5 is that part."),
        ((2, 5.5), "The covariance enters the variance squared."),
    ]
    return expect_all((2, 3.5), slips)


@exercise(
    "9.3",
    hint="The inverse of a 2 × 2 matrix swaps the diagonal, changes the other signs, divides by the determinant.",
)
def in_the_middle_of_two():
    w = 0.4 / 0.75
    slips = [
        ((3, -1.5, 1.2, 1 - 1.6 * 0.4), "Divide by the determinant, 1 − 0.5²."),
        ((4, 2, 4.8, 1 - 1.6 * w), "Off the diagonal the inverse changes its sign."),
        ((4, -2, 1.6, 1.6 * w), "That is what the readings explain: take it off the variance."),
        ((4, -2, 1.6, 1 - 0.8 * w), "Both readings take their part off the variance."),
        ((4, -2, 1.6, 1 - 2 * 0.64), "The readings share what they know: their covariance is not 0."),
    ]
    return expect_all((4, -2, 1.6, 1 - 1.6 * w), slips)


@exercise("9.4", hint="The new reading is the function plus noise, and both are uncertain. What adds up?")
def next_reading():
    slips = [
        ((2.2, 3.8), "That is for the function. A new reading has the noise on top."),
        ((1.6, 4.4), "Variances add up, standard deviations do not."),
        ((2.5, 3.5), "Two standard deviations to either side, not one."),
        ((3 - 2 * 0.46**0.5, 3 + 2 * 0.46**0.5), "The noise is given as a standard deviation: square it."),
        ((4, 2), "The smaller one first."),
    ]
    return expect_all((2, 4), slips)


@exercise(
    "9.5",
    hint="Write the two by two matrix down. A matrix with a on the diagonal and b beside it has a + b and a − b.",
)
def lost_sign():
    slips = [
        (1 - np.exp(-2), "That is with the minus sign."),
        (1 + np.exp(2), "That is the larger one."),
        (1 - np.exp(4), "Divide by 2ℓ² = 2 in the exponent."),
        (1 - np.exp(1), "The distance is squared."),
    ]
    return expect(1 - np.exp(2), slips)


@exercise("9.6", hint="What is the covariance with all three temperatures there? And what was subtracted?")
def far_away():
    slips = [
        ((0, 3), "The mean of the temperatures was subtracted, and has to be put back."),
        ((21, 9), "That is the variance."),
        ((25, 3), "Far from all of them the last is no nearer than the others."),
        ((20, 3), "The mean of the three, not the one in the middle."),
        ((21, 0), "Far from all data nothing is known: the variance is that before the data."),
    ]
    return expect_all((21, 3), slips)


@exercise(
    "9.7",
    hint="By what factor has the number of points grown? Its third power for one, its second for the other.",
)
def eight_times_the_data():
    slips = [
        ((0.4 * 64, 2.048), "The Cholesky factor grows with the cube."),
        ((0.4 * 8, 2.048), "Time grows with the cube of the number of points."),
        ((204.8, 0.256), "A number takes 8 bytes."),
        ((204.8, 0.000128), "The kernel matrix has a row and a column for each point."),
    ]
    return expect_all((204.8, 2.048), slips)


def _two_numbers(pair):
    mean, variance = pair
    return float(mean), float(variance)


@exercise(
    "9.8",
    hint="Add the noise to the diagonal first; then solve for y and for the covariances, and put "
    "both into the formulae.",
)
def own_regression(answer):
    regress = function_of(answer, "regress", "a pair: the mean and the variance", _two_numbers)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, at, y = rng.uniform(-2, 2, (6, 1)), rng.uniform(-2, 2, (1, 1)), rng.standard_normal(6)
        kernel, noise = Matern(1.2, 2.5), float(rng.choice([0.2, 0.5, 2]))
        right = [float(part.item()) for part in posterior(kernel, X, y, at, noise)]
        K, across, own = kernel(X), kernel(X, at)[:, 0], 1.0
        mean, variance = regress(K.copy(), across.copy(), own, y.copy(), noise)
        if np.allclose([mean, variance], right, atol=1e-6):
            continue
        if np.allclose([mean, variance], [float(p.item()) for p in posterior(kernel, X, y, at, np.sqrt(noise))]):
            return "The noise is given as a standard deviation: add its square to the diagonal."
        if np.allclose(variance, right[1] + noise**2, atol=1e-6):
            return "That is the variance of a new reading. Of the function is asked: without the noise."
        if np.isclose(mean, right[0], atol=1e-6):
            return "The mean is right, the variance is not: own variance less what the data explain."
        return f"Not the posterior for problem {seed}, with noise {noise:g}."
    return None


@exercise("9.9", hint="Ask of each sentence whether it is about roughness, repetition or a straight line.")
def which_kernel():
    words = {"S": "squared exponential", "M": "Matérn", "P": "periodic", "L": "linear"}
    slips = {
        "SPML": "The price is rough however closely you look; heat smooths everything out.",
        "MSPL": "The second repeats; the third is only smooth.",
        "MPLS": "Equal bricks add up along a line; heat does not.",
    }
    return expect_letters("MPSL", words, slips)


@exercise("9.10", hint="Independent readings: add up their logarithms. Where does the slope of the sum vanish?")
def best_variance():
    slips = [
        ((50, -0.5, -np.log(50)), "The mean of the squares, not their sum: each reading has its own half logarithm."),
        ((5, -5, -np.log(5)), "The variance, not the standard deviation."),
        ((25, -1, -0.5 * np.log(25)), "Two readings, two halves of the logarithm."),
        ((25, -1, np.log(25)), "A larger variance spreads the density thinner: the sign is minus."),
        ((25, -2, -np.log(25)), "Half the squares over the variance."),
        ((16, -25 / 16, -np.log(16)), "The squares are averaged, not the readings."),
    ]
    return expect_all((25, -1, -np.log(25)), slips)


@exercise("9.11", hint="The determinant is 1 − 0.6². By symmetry the two readings have the same weight.")
def three_parts():
    fit, simplicity = -1 / 1.6, -0.5 * np.log(0.64)
    slips = [
        ((-2 / 1.6, simplicity), "Half of it."),
        ((fit, -np.log(0.64)), "Half the logarithm of the determinant."),
        ((fit, -simplicity), "The determinant is below 1, so minus its logarithm is above 0."),
        ((-1, simplicity), "The two readings go together: use the inverse of the matrix."),
        ((-1 / 0.4, simplicity), "Off the diagonal the inverse changes its sign; the readings here are alike."),
    ]
    return expect_all((fit, simplicity), slips)


@exercise("9.12", hint="Put the distance into each formula; for the Matérn kernel find u first.")
def kernels_by_hand():
    right = (np.exp(-4.5), 2 * np.exp(-1), 0.1)
    slips = [
        ((np.exp(4.5), right[1], 0.1), "The squared exponential falls with the distance: mind the minus sign."),
        ((np.exp(-9), right[1], 0.1), "Divide by 2ℓ²."),
        ((np.exp(-1.5), right[1], 0.1), "The distance is squared."),
        ((right[0], np.exp(-1), 0.1), "The Matérn kernel has the factor 1 + u before the exponential."),
        ((right[0], right[1], 1 / 9), "The 1 + belongs into the bracket: without it k(x, x) would be infinite."),
    ]
    return expect_all(right, slips)


@exercise(
    "9.13",
    hint="With one reading everything is a number: K is the variance, its slope is 1, β is y over the variance.",
)
def slope_of_one():
    slips = [
        (-0.25, "Turned round: the printed minus belongs to the negative of the log evidence."),
        (0.75, "Take 1/v off β², not add it."),
        (0.5, "Half of it."),
        (1.75, "β is y divided by the variance."),
    ]
    return expect(0.25, slips)


@exercise("9.14", hint="Put the distance into both factors. Noise is in a reading's variance, and in no covariance.")
def a_drifting_cycle():
    year, half = 4 * np.exp(-0.5), 4 * np.exp(-0.125) * np.exp(-2)
    slips = [
        ((4, year, half), "A reading has noise: its variance is larger than that of the function."),
        ((5, year + 1, half + 1), "Two readings share the function, not the noise."),
        ((5, year / 4, half / 4), "The covariances have the factor 4, too."),
        ((5, 4, 4 * np.exp(-2)), "That is the cycle alone. The other factor lets it drift."),
        ((5, year, 4 * np.exp(-0.125)), "After half a year the cycle is at its opposite point: its factor is not 1."),
        ((5, year, 4 * (np.exp(-0.125) + np.exp(-2))), "A product of kernels: multiply their values."),
        ((5, 4 * np.exp(-1), 4 * np.exp(-0.25) * np.exp(-2)), "Divide by 2ℓ² in the squared exponential."),
    ]
    return expect_all((5, year, half), slips)


@exercise("9.15", hint="These are logarithms of probability densities. What does a difference of logarithms mean?")
def how_much_more_probable():
    slips = [
        (2.5, "A difference of logarithms is the logarithm of a ratio."),
        (np.exp(-2.5), "Upside down: the second against the first."),
        (22.3 / 19.8, "Do not divide logarithms."),
        (10**2.5, "The logarithms are natural ones."),
    ]
    return expect(np.exp(2.5), slips)


@exercise(
    "9.16",
    hint="Half a quadratic form, half the logarithm of a determinant, and a constant: `np.linalg.slogdet` is of use.",
)
def own_likelihood(answer):
    evidence = function_of(answer, "evidence", "a number", float)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y = rng.uniform(-2, 2, (5 + seed, 1)), rng.standard_normal(5 + seed)
        kernel, noise = Matern(1.2, 1.5), float(rng.choice([0.3, 0.5, 2]))
        parts = log_marginal_likelihood(kernel, X, y, noise)
        found = evidence(kernel(X), y.copy(), noise)
        if np.isclose(found, parts.total, rtol=1e-6, atol=1e-6):
            continue
        if np.isclose(found, log_marginal_likelihood(kernel, X, y, np.sqrt(noise)).total):
            return "The noise is given as a standard deviation: add its square to the diagonal."
        if np.isclose(found, parts.fit + parts.simplicity):
            return "The constant is missing, minus half of N times the logarithm of 2π."
        if np.isclose(found, -parts.total):
            return "That is the negative: log densities of likely data are large."
        if np.isclose(found, parts.total + parts.simplicity) or np.isclose(found, parts.total + parts.fit):
            return "Both, the quadratic form and the logarithm, have a factor of one half."
        return f"Not the log evidence for problem {seed}, with noise {noise:g}."
    return None
