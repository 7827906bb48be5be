"""Checks for the exercises of chapter 14, linear classifiers."""

import math

import numpy as np

from byhand.exercises import exercise, expect_all, expect_letters, function_of
from byhand.perceptron import Perceptron

SQUARE = [[0, 0], [0, 1], [1, 0], [1, 1]]


@exercise("14.1", hint="Can the rule be written as: a weighted sum is above a number?")
def linear_or_not():
    slips = {
        "LNNN": "The sigmoid rises with its score, so a threshold on it is a threshold on the score.",
        "LLLN": "A product of two features is no weighted sum of them.",
        "LNLL": "The border of the last rule is a circle.",
    }
    return expect_letters("LNLN", {"L": "linear", "N": "not"}, slips, "Write each rule as a weighted sum and a number.")


@exercise("14.2", hint="Put the point into w · x + b first; then divide by the length of w.")
def which_side():
    slips = [
        ((-5, -5, 1.25), "That is the score: divide it by the length of w, which is 5."),
        ((-10, -2, 1.25), "The bias is missing in the score."),
        ((-5, 1, 1.25), "The distance has the sign of the score."),
        ((-5, -1, -1.25), "Where the first coordinate is 0: -4 x₂ + 5 = 0."),
    ]
    return expect_all((-5, -1, 1.25), slips)


@exercise("14.3", hint="One is a number in the formula of a line; the other belongs to a whole family of models.")
def two_kinds_of_bias():
    slips = {
        "OAOO": "More features change what the model can say at all, not only where its line lies.",
        "AAAO": "The first sentence speaks of a number that is added to the sum.",
    }
    return expect_letters("OAAO", {"O": "offset", "A": "assumptions"}, slips)


@exercise("14.4", hint="List the eight sums, and see between which two of them the threshold has to lie.")
def other_thresholds():
    slips = [
        ((7, 8, 6, 7), "With t = 6 the sum 6, friend and the last condition, no longer goes: it must be above t."),
        ((8, 9, 5, 6), "With t = 8 the largest sum, 8, is not above it."),
        ((7, 8, 5, 7), "From t = 6 on the sum 6, the friend and the last condition, is not enough."),
    ]
    return expect_all((7, 8, 5, 6), slips, hint="A sum must be above t: t may equal the sum that stays.")


@exercise("14.5", hint="Carry b, w1 and w2 from row to row, and from the first epoch into the second.")
def nand():
    first, second = (Perceptron(max_iter=k).fit(SQUARE, [1, 1, 1, -1]) for k in (1, 2))
    slips = [
        ((*first.path_[-1], first.mistakes_[0]), "That is after the first epoch."),
        ((*second.path_[-1], sum(second.mistakes_)), "Count the mistakes of the second epoch only."),
        ((-1, -1, -1, 3), "A score of 0 counts as +1: right for 00, 01 and 10, wrong for 11."),
    ]
    hint = "Row by row: score, answer, and a change only where it is wrong."
    return expect_all((*second.path_[-1], second.mistakes_[1]), slips, hint=hint)


@exercise("14.6", hint="Read again what the convergence theorem supposes, and what is in its bound.")
def promises():
    slips = {
        "TTTTF": "It stops at the first line without a mistake, however near the points are.",
        "TFFTF": "Which line comes first depends on the order of the rows.",
        "TFTTT": "Only the longest row and the gap are in the bound.",
        "FFTTF": "The theorem holds for every order.",
    }
    return expect_letters("TFTTF", {"T": "true", "F": "false"}, slips)


@exercise(
    "14.7", hint="Put a 1 in front of each row. The squared lengths give R², the scores times the labels the gap."
)
def a_bound():
    slips = [
        ((10, 1, 10), "The constant 1 belongs to each row: it adds 1 to its squared length."),
        ((11, 2, 2.75), "The gap is the smallest of the three, also over the class -1: there y z = 1."),
        ((11, 1, math.sqrt(11)), "The bound is (R/γ)², and R² is 11."),
        ((9, 1, 9), "(1, 3) is the longest row."),
    ]
    return expect_all((11, 1, 11), slips)


@exercise("14.8", hint="Do the data arrive one after the other, and must the model keep up with them?")
def online_or_not():
    slips = {"OOOO": "The study has all its rows from the start.", "OOBB": "Each morning brings one more row."}
    return expect_letters("OOBO", {"O": "online", "B": "batch"}, slips)


@exercise(
    "14.9", hint="The score is the log-odds. Its sigmoid is the probability; e to a difference is a ratio of odds."
)
def odds():
    right = 1 / (1 + math.exp(-2)), 6, math.e
    slips = [
        ((math.exp(2), 6, math.e), "That is the odds; the probability is the odds over one more."),
        ((right[0], 6, math.exp(0.5)), "That is for one hour."),
        ((right[0], 6, 1), "Log-odds add, odds multiply: e to that."),
        ((1 / (1 + math.exp(2)), 6, math.e), "Check the sign in the exponent of the sigmoid."),
    ]
    return expect_all(right, slips)


@exercise("14.10", hint="At zero weights every probability is one half. Find the three errors first.")
def one_step():
    slips = [
        ((0.1, -0.1), "Uphill: the step is added."),
        ((-0.5, 0.5), "The rate is missing."),
        ((-0.1 / 3, 0.1 / 3), "Add up over the rows; here there is no mean."),
        ((0.2, 0.8), "Outcome minus probability: at zero weights the probabilities are one half, not 0."),
    ]
    return expect_all((-0.1, 0.1), slips)


@exercise("14.11", hint="For each sentence, ask what y - ŷ is for the one, and y - p for the other.")
def relatives():
    slips = {
        "BLLPP": "The gradient is a sum of rows, too, each times y - p.",
        "BLLBB": "On separable data the likelihood grows for ever, and so do the weights.",
        "BLLBL": "On separable data the likelihood grows for ever; the other one stops.",
        "LLLBP": "Both compare a weighted sum with 0.",
    }
    return expect_letters("BLLBP", {"P": "perceptron", "L": "logistic", "B": "both"}, slips)


@exercise(
    "14.12", hint="First p, the sigmoid of -4. The squared error reaches the score through p, whose slope is p (1 - p)."
)
def confidently_wrong():
    p = 1 / (1 + math.exp(4))
    slips = [
        ((1 - p, 2 * (1 - p)), "The chain rule: the squared error changes with p, and p changes with z by p (1 - p)."),
        ((1 - p, (1 - p) * p * (1 - p)), "The derivative of a square has a factor 2."),
        ((1 - p, -2 * (1 - p) * p * (1 - p)), "How fast it falls: a positive number."),
        ((p, 2 * (1 - p) * p * (1 - p)), "Outcome minus probability: 1 - p."),
    ]
    return expect_all((1 - p, 2 * (1 - p) * p * (1 - p)), slips)


@exercise("14.13", hint="Two loops, one inside the other; count the mistakes of each epoch.")
def own_perceptron(answer):
    rng = np.random.default_rng(0)
    fit = function_of(answer, "perceptron", "a pair: b, and w as an array", _as_pair)
    for case in range(10):
        X = np.round(rng.normal(size=(12, 2)), 1)
        y = np.where(X @ [1.0, -1.0] + 0.2 + (case > 6) * rng.normal(size=12) > 0, 1, -1)
        y[:2] = (-1, 1) if case % 2 else (1, -1)
        model = Perceptron(max_iter=15).fit(X, y)
        b, w = fit(X.copy(), y.copy(), 15)
        if w.shape == (2,) and np.allclose([b, *w], model.path_[-1]):
            continue
        other = Perceptron(max_iter=15, tie="mistake").fit(X, y)
        if w.shape == (2,) and np.allclose([b, *w], other.path_[-1]):
            return "A score of 0 counts as +1 here; yours takes it for a mistake."
        if w.shape == (2,) and not b:
            return "The bias learns too: add the label to it on each mistake."
        return f"Not what the rule gives on random data: b should be {model.intercept_:g}, and yours is {b:.6g}."
    return None


def _as_pair(result):
    b, w = result
    return float(b), np.asarray(w, dtype=float)
