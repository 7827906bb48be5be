"""Checks for the exercises of chapter 14, linear classifiers."""

import math

import numpy as np

from byhand.discriminant import LinearDiscriminantAnalysis
from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
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
        ((10, 2, 2.5), "The constant 1 belongs to each row: it adds 1 to its squared length."),
        ((11, 3, 11 / 9), "The gap is the smallest of the three."),
        ((11, 2, 5.5), "The bound is (R/γ)²: the gap is squared, too."),
        ((11, 2, math.sqrt(11) / 2), "The bound is (R/γ)², and R² is 11."),
        ((9, 2, 2.25), "(1, 3) is the longest row."),
    ]
    return expect_all((11, 2, 2.75), slips)


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


@exercise("14.14", hint="Each of the four is settled by one line of algebra: write down what changes and what cancels.")
def several_classes():
    slips = {
        "TTFT": "A constant that is added to every score cancels from the softmax.",
        "FFFT": "The logarithm of the priors is a number: it moves the boundary and leaves it flat.",
        "FTTT": "Dividing all scores by the same positive number keeps their order.",
        "FTFF": "Three means span a plane: seen along any direction across it, they fall on one spot.",
    }
    return expect_letters("FTFT", {"T": "true", "F": "false"}, slips)


@exercise("14.15", hint="Put the two coordinates into all three scores, point by point, and look for the largest.")
def highest_score():
    words = {"A": "class A", "B": "class B", "C": "class C"}
    slips = {"CAAC": "The highest score wins, not the lowest.", "ABBB": "Look at the third point again: 6 + 1 − 4."}
    return expect_letters("ABCB", words, slips)


@exercise("14.16", hint="Write the sum of the squared errors for a constant, and find where its slope is zero.")
def constant_for_two_classes():
    slips = [
        ((0.25, 4.5), "The ones are the larger class, so the constant lies nearer to 1."),
        ((0.75, 0.1875), "That is the mean of the squared errors: their sum is asked for."),
        ((1, 6), "The majority class makes the fewest mistakes, but not the smallest squared error."),
        ((0.5, 6), "A half treats both classes alike, though one is three times as large."),
    ]
    return expect_all((0.75, 4.5), slips)


@exercise("14.17", hint="The picture is the same left and right of 0. What does that say about the slope?")
def wide_middle():
    slips = [
        ((3 / 7, 4), "That is so where |x| ≤ 1: here five of the seven rows are in the middle."),
        ((5 / 7, 7), "A line cannot rise and fall again: it is on the same side of a half for all seven."),
        ((2 / 7, 5), "That is the line for the outer class."),
        ((5 / 7, 2), "The line lies above a half, so every row is called class 1."),
    ]
    return expect_all((5 / 7, 5), slips)


@exercise("14.18", hint="With a new feature the boundary is flat in the new space and curved in the old one.")
def which_problems():
    slips = {
        "YYNYN": "A segment from one side of the strip to the other crosses the strip: no line has it on one side.",
        "YNYYN": "No line has two opposite corners on one side and the other two on the other.",
        "YNNNN": "With x₁² the strip is where that one feature is small.",
        "YNNYY": "What are the two squares at each of the four corners?",
        "YNNNY": "What are the two squares at each of the four corners? And how large is x₁² in the strip?",
    }
    return expect_letters("YNNYN", {"Y": "yes", "N": "no"}, slips)


@exercise("14.19", hint="The pivot's score is 0, and e to the power of 0 stands in the denominator too.")
def pivot_of_three():
    a, b = math.exp(-0.5), math.exp(-1.2)
    slips = [
        ((a / (a + b), b / (a + b), 0), "The pivot has the score 0, not the probability 0: e⁰ = 1."),
        ((a, b, 1), "Divide by the total of all three."),
        ((a / (a + b), b / (a + b), 1 / (1 + a + b)), "All three have the same denominator, 1 included."),
    ]
    total = 1 + a + b
    return expect_all((a / total, b / total, 1 / total), slips, hint="They must add up to 1.")


@exercise(
    "14.20", hint="With all weights zero the three scores are equal. What are the probabilities, and the error of C?"
)
def first_softmax_step():
    slips = [
        ((-0.1, -0.3, 0.2), "That is the step of a class that is not the true one."),
        ((0.3, 0.9, -0.6), "The target of C is 1, but it has a third already: the error is what is missing."),
        ((0.1, 0.3, -0.2), "The error is target minus probability, not the probability."),
        ((-0.2, -0.6, 0.4), "The score of the true class is to rise: add."),
    ]
    return expect_all((0.2, 0.6, -0.4), slips)


@exercise("14.21", hint="The first has half when it outweighs the other two together. Write that with e to the power.")
def temperature_for_a_half():
    slips = [
        (math.log(2) / 2, "Upside down: a softmax divides the scores by the temperature."),
        (3 / math.log(3), "Only differences between the scores count."),
        (2, "The difference over the temperature must be the logarithm of 2."),
    ]
    return expect(2 / math.log(2), slips)


@exercise("14.22", hint="First both means. Then each number is compared with the mean of its own class.")
def two_small_classes():
    shift = math.log(1.5) / 6
    slips = [
        ((2, 6 + 2 * shift), "Two means were estimated: divide by n − 2."),
        ((10 / 3, 6 - 10 / 3 * shift), "The larger class gains ground: the boundary moves away from its mean."),
        ((10 / 3, 6), "The classes are not equally large: the priors move the boundary."),
        ((2.5, 6 + 2.5 * shift), "Two means were estimated, so two are taken off the number of rows."),
        ((10 / 3, 6 + shift), "The shift of the boundary grows with the variance: multiply by it."),
    ]
    return expect_all((10 / 3, 6 + 10 / 3 * shift), slips)


@exercise(
    "14.23", hint="A covariance matrix is symmetric, and K priors add up to 1. And what does a softmax not notice?"
)
def how_many_numbers():
    slips = [
        ((143, 33), "A covariance matrix is symmetric: its two halves are the same numbers."),
        ((263, 33), "All classes share one covariance."),
        ((98, 44), "The same vector added to all classes changes nothing: one class can be left without weights."),
        ((99, 33), "Four priors add up to 1, so three of them settle the fourth."),
        ((95, 33), "The priors are estimated, too."),
    ]
    return expect_all((98, 33), slips)


@exercise("14.24", hint="Solve Σ w = d for w, two equations. The separation is the root of d · w.")
def a_feature_without_weight():
    slips = [
        ((2, 1, 5 / math.sqrt(7)), "That is the line that joins the means: the correlation is not yet in it."),
        ((2, 0, 4), "That is the square of the separation."),
        ((2.5, 2, 2), "You multiplied by Σ. Its inverse is needed."),
    ]
    return expect_all((2, 0, 2), slips)


@exercise("14.25", hint="A loop over seven fish: leave one out, fit the six others, ask for the one.")
def fish_left_out():
    slips = [
        (1, "That is the number of mistakes on the rows of the fit itself. Leave each fish out in turn."),
        (3, "That is what one nearest neighbour does. Use discriminant analysis."),
        (5, "These are right. How many are wrong?"),
    ]
    return expect(2, slips)


@exercise(
    "14.26", hint="Subtract the later document from the earlier one; the score of such a difference should be above 0."
)
def ranking_three():
    slips = [
        ((1, -2, -2), "One pass is not over: the pair Q, R has the score −1."),
        ((3, 0, 6), "A pair that is in the right order changes nothing."),
        ((-2, 1, -2), "Add the difference on a mistake: earlier minus later."),
    ]
    return expect_all((2, -1, 2), slips)


def _probabilities(found):
    return np.asarray(found, dtype=float)


@exercise(
    "14.27", hint="Means, one covariance for all with n − K below it, the scores, and a softmax over the classes."
)
def own_discriminant(answer):
    lda = function_of(answer, "lda", "an array of probabilities, a row for each row of new", _probabilities)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        K = int(rng.integers(2, 5))
        y = np.append(np.arange(K).repeat(2), rng.integers(0, K, 12))
        X = rng.normal(size=(len(y), 3)) @ rng.normal(size=(3, 3)) + 2 * rng.normal(size=(K, 3))[y]
        new = rng.normal(size=(5, 3))
        right = LinearDiscriminantAnalysis().fit(X, y).predict_proba(new)
        found = lda(X.copy(), y.copy(), new.copy())
        if found.shape != right.shape:
            return f"Problem {seed} wants the shape {right.shape}, a column for each class; yours is {found.shape}."
        if np.allclose(found, right):
            continue
        equal = LinearDiscriminantAnalysis(np.full(K, 1 / K)).fit(X, y).predict_proba(new)
        if np.allclose(found, equal):
            return "That is right for equal priors. Add the logarithm of each class's share to its score."
        if not np.allclose(found.sum(axis=1), 1):
            return "The probabilities of a row must add up to 1: take the softmax of the scores."
        if np.allclose(found, _with_all_rows(X, y, new)):
            return "Divide the covariance by n − K, the number of rows less that of classes."
        return f"Not the probabilities of problem {seed}."
    return None


def _with_all_rows(X, y, new):
    """What comes out if the covariance is divided by n."""
    model = LinearDiscriminantAnalysis().fit(X, y)
    weights = np.linalg.solve(model.covariance_ * (len(X) - len(model.means_)) / len(X), model.means_.T)
    scores = new @ weights - 0.5 * np.sum(model.means_.T * weights, axis=0) + np.log(model.class_prior_)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)
