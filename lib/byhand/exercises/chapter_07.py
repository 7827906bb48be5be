"""Checks for the exercises of chapter 7, regularisation."""

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.shrinkage import Ridge, lasso_path, sweep


@exercise("7.1", hint="Ask of each what it depends on: on data and coefficients, on coefficients alone, or on neither.")
def parts_of_an_objective():
    words = {"L": "loss", "R": "regulariser", "E": "exchange", "N": "none"}
    slips = {
        "RLLN": "The number is no sum over anything: it sets how the other two are weighed.",
        "L": "It is not the loss that is fitted.",
        "R": "The regulariser depends on the coefficients alone.",
    }
    return expect_letters("RELN", words, slips)


@exercise("7.2", hint="The three fruits play the same part, so their prices are equal. That leaves one unknown.")
def three_fruits():
    slips = [
        ((4, 4), "With a penalty the sum no longer reaches 12."),
        ((4, 6), "Three terms are in the sum now, not two."),
        ((12, 3), "The shortest solution spreads the 12 over all three."),
    ]
    return expect_all((4, 3), slips, hint="With b for each price, minimise (12 − 3b)² + λ · 3b².")


@exercise("7.3", hint="What does adding a multiple of the identity do to an eigenvalue? The share is old over new.")
def lifted():
    slips = [
        ((26, 10, 0.8), "That is the share taken away. How much is kept?"),
        ((144, 16, 0.125), "The eigenvalues are lifted, not multiplied."),
        ((10, 26, 0.2), "The larger eigenvalue first."),
        ((26, 10, 18 / 26), "That is the share along the first direction."),
    ]
    return expect_all((26, 10, 0.2), slips)


@exercise(
    "7.4",
    hint="The values become a hundred times as large. Look at the formula in Scale matters and read it backwards.",
)
def centimetres():
    slips = [
        ((0.5, 300), "The penalty is added to the squares of x: it grows with the square of the factor."),
        ((0.5, 0.0003), "The other way round: larger values of x need a larger penalty."),
        ((0.5, 3), "With the same penalty ridge would shrink far less than before."),
        ((5000, 30_000), "The values grow, so the coefficient falls."),
    ]
    return expect_all((0.5, 30_000), slips)


@exercise(
    "7.5",
    hint="Two of the four are about training data, one about a derivative, one about an inverse. Take them "
    "one at a time.",
)
def why_at_all():
    slips = {
        "FFTT": "Least squares has the smallest training error of all, so a penalty cannot lower it.",
        "TTTT": "If the second were true, nobody would need a penalty.",
        "TFTF": "Adding λ to every eigenvalue makes the matrix invertible, however few the rows.",
        "TFFT": "The derivative of the prediction with respect to a feature is its coefficient.",
    }
    return expect_letters("TFTT", {"T": "true", "F": "false"}, slips)


@exercise("7.6", hint="Write down the slope of loss and penalty together before you take the step.")
def one_decaying_step():
    slips = [
        (2 - 0.1 * 3 - 0.5 * 2, "The learning rate multiplies the penalty's part of the slope too."),
        (2 - 0.1 * 3, "The penalty has a slope as well."),
        (2 + 0.1 * (3 + 0.5 * 2), "Downhill is against the slope."),
        (2 - 0.1 * (3 + 0.25 * 2**2), "You used the penalty itself; its slope is needed."),
        (2 - 0.1 * (3 - 0.5 * 2), "The penalty pulls a positive weight down."),
    ]
    return expect(1.6, slips)


@exercise("7.7", hint="Multiply a random number by k: what happens to its variance?")
def noise_kept():
    slips = [
        ((4 * 0.1, 0.04 * 100 / 109), "A share multiplies the variance by its square."),
        ((4, 0.04), "That is the variance of least squares."),
    ]
    return expect_all((0.04, 0.04 * (100 / 109) ** 2), slips)


@exercise(
    "7.8", hint="The relation is given under The prior behind the penalty. Mind which of its letters are squared."
)
def prior_to_penalty():
    slips = [
        (4, "Take the variances, not the standard deviations."),
        (1 / 16, "Upside down: noisier data need a larger penalty."),
        (0.25, "Upside down, and the variances are needed."),
    ]
    return expect(16, slips)


def _intercept_and_coefficients(pair):
    intercept, coefficients = pair
    return float(intercept), np.asarray(coefficients, dtype=float).reshape(-1)


@exercise(
    "7.9",
    hint="Subtract the means first and keep them. What is left has no intercept, and the formula of this "
    "chapter applies.",
)
def own_ridge(answer):
    ridge = function_of(
        answer,
        "ridge",
        "a pair: the intercept and the coefficients",
        _intercept_and_coefficients,
    )
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(2, 1, (12, 3)), rng.normal(5, 2, 12)
        penalty = float(rng.choice([0.5, 2, 10]))
        right = Ridge(penalty).fit(X, y)
        intercept, b = ridge(X.copy(), y.copy(), penalty)
        if b.shape == right.coef_.shape and np.allclose(b, right.coef_) and np.isclose(intercept, right.intercept_):
            continue
        ones = np.column_stack([np.ones(12), X])
        all_penalised = np.linalg.solve(ones.T @ ones + penalty * np.eye(4), ones.T @ y)
        if b.shape == (3,) and np.allclose(b, all_penalised[1:]):
            return "Your intercept is penalised too. Centre the columns and the outcomes first."
        if b.shape == (3,) and np.allclose(b, right.coef_):
            return "The coefficients are right, the intercept is not: mean of y minus Σ bⱼ times the column means."
        return f"Not the ridge solution for problem {seed}, with penalty {penalty:g}."
    return None


@exercise("7.10", hint="Soft threshold: how far is each number from 0, and how far does it move?")
def soft_thresholds():
    slips = [
        ((2, -1.5, 0.4, -4.5), "Numbers nearer to 0 than the threshold become 0; the others move by the threshold."),
        ((1.5, -1.0, -0.1, -4.0), "Anything that would cross 0 stops there."),
        ((1.5, 0, 0, -4.0), "The second is further from 0 than the threshold."),
        ((1.5, -2.0, 0, -5.0), "Negative numbers move up, towards 0."),
    ]
    return expect_all((1.5, -1.0, 0, -4.0), slips)


@exercise("7.11", hint="Ridge multiplies, the lasso subtracts. Find the factor and the threshold first.")
def both_from_least_squares():
    slips = [
        ((1.6, 1.875, 0.025), "Anything that would cross 0 stops there."),
        ((1.6, 1.875, -0.08), "The last one asks for the lasso, not for ridge."),
        ((1.6, 1.75, 0), "The lasso subtracts λ/(2N), half of λ/N."),
        ((0.4, 1.875, 0), "The factor of ridge is N/(N + λ), not λ/(N + λ)."),
    ]
    return expect_all((1.6, 1.875, 0), slips)


@exercise("7.12", hint="Take sizes first, so that no sign matters. For the largest order only one entry counts.")
def three_norms():
    slips = [
        ((13, 169, 12), "For p = 1 add the sizes; for p = 2 take the root."),
        ((17, 169, 12), "For p = 2 take the root of the sum of squares."),
        ((7, 13, 12), "Drop the sign of −5 before you add."),
        ((17, 13, 5), "Of the sizes, p = ∞ takes the largest."),
        ((17, 13, 17), "For p = ∞ only the largest size counts."),
    ]
    return expect_all((17, 13, 12), slips)


@exercise("7.13", hint="Think of the two pictures, the diamond and the disc, and of the two scalar formulae.")
def one_or_two():
    slips = {
        "LRLR": "A pull that does not weaken near 0 is what makes exact zeros possible.",
        "LRRL": "The parabola b² is smooth, |b| is not.",
        "RLRL": "The other way round, throughout.",
    }
    return expect_letters("LRLL", {"L": "lasso", "R": "ridge"}, slips)


@exercise(
    "7.14",
    hint="One way needs nothing but a solver of linear equations; one copes with a kink; one cannot know "
    "where to stop.",
)
def how_to_solve():
    slips = {
        "AB": "Plain gradient descent jumps back and forth across the kink of |b|.",
        "AA": "Where there is a kink, the slope is not linear, and no system of linear equations finds the minimum.",
        "CC": "For ridge one tool is done without any repetition.",
    }
    return expect_letters("AC", {"A": "A", "B": "B", "C": "C"}, slips)


@exercise("7.15", hint="Start with b = (0, 0). The second coefficient sees what the first has left over.")
def one_sweep():
    X, y = np.array([[1.0, 1.0], [1.0, 0.0], [-1.0, 0.0], [-1.0, -1.0]]), np.array([5.0, 2.0, -2.0, -5.0])
    b1, b2 = sweep(X, y, np.zeros(2), 4)
    slips = [
        ((3, 4), "The second coefficient must see what the first one has left over, not y itself."),
        ((2.5, 0.5), "Half the penalty is the threshold: 2, not 4."),
        ((3.5, 1.5), "Without the threshold: that is a sweep of least squares."),
        ((3, 2), "Subtract the threshold from the second one too."),
    ]
    return expect_all((float(b1), float(b2)), slips)


@exercise(
    "7.16",
    hint="At b = 0 the error's slope along each feature is −2 times its product with y. When is no feature "
    "worth its price?",
)
def all_zero():
    slips = [
        (12, "The threshold is half the penalty."),
        (24 * 2, "Twice too much."),
        (6, "Twice the largest product, not half of it."),
    ]
    return expect(24, slips, hint="Every coefficient is 0 while λ/2 is at least the largest product.")


@exercise(
    "7.17",
    hint="Fit the whole path once and look for the first penalty, from the largest down, with a third coefficient.",
)
def third_to_enter():
    rng = np.random.default_rng(7)
    X = rng.standard_normal((80, 6))
    y = X @ [3, 0, -2, 0, 1, 0] + rng.standard_normal(80)
    coefs = lasso_path(X, y, 200).coefs
    order = np.argsort([int(np.flatnonzero(column)[0]) for column in coefs.T])
    first, second, third = (int(j) + 1 for j in order[:3])
    slips = [((first - 1, second - 1, third - 1), "Python counts columns from 0; the exercise counts from 1.")]
    return expect_all((first, second, third), slips)


@exercise(
    "7.18",
    hint="Inside the loop, work out the residuals without feature j, and only then its product with column j.",
)
def own_sweep(answer):
    own = function_of(
        answer, "lasso_sweep", "the new coefficients, an array", lambda b: np.asarray(b, dtype=float).reshape(-1)
    )
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y, b = rng.standard_normal((10, 3)), rng.standard_normal(10) * 3, rng.standard_normal(3)
        X, y = X - X.mean(axis=0), y - y.mean()
        penalty = float(rng.choice([1, 4, 10]))
        right, found = sweep(X, y, b, penalty), own(X.copy(), y.copy(), b.copy(), penalty)
        if found.shape == right.shape and np.allclose(found, right):
            continue
        if found.shape == right.shape and np.allclose(found, sweep(X, y, b, 2 * penalty)):
            return "Your threshold is λ; it should be λ/2."
        if found.shape == right.shape and np.allclose(found[0], right[0]):
            return "The first coefficient is right. Do the later ones see its new value?"
        return f"Not one sweep for problem {seed}, with penalty {penalty:g}."
    return None


@exercise(
    "7.19",
    hint="Which of the two models is simpler: that with the larger or with the smaller λ? How far may its "
    "error be above the smallest?",
)
def one_standard_error():
    slips = [
        (1, "That has the smallest error. The rule prefers a simpler model within one standard error of it."),
        (0.1, "Smaller λ means a more complicated model."),
        (100, "Its error is more than one standard error above the smallest."),
    ]
    return expect(10, slips)


@exercise(
    "7.20",
    hint="Work out the cost of each of the two choices: is it cheaper to keep the coefficient, or to set it to 0?",
)
def hard_threshold():
    slips = [
        (16, "Compare the square of c with the price."),
        (8, "Half the price is the soft threshold of the lasso. Here the price does not depend on the size."),
        (256, "Take the root of the price, not its square."),
    ]
    return expect(4, slips)
