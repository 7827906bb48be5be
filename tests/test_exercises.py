"""Checks of exercises: the solutions in the notebooks are accepted, slips are recognised, odd answers do no harm."""

import base64
import importlib
import inspect
import json
import math
import re
from collections import Counter
from fractions import Fraction
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from test_practice import NODE, in_node

from byhand import exercises, information
from byhand.density import kernel_density, left_out_likelihoods
from byhand.exercises import CHECKS, HINTS, Numbers, check, expect, expect_all, expected
from byhand.exercises.form import hidden, html
from byhand.marking import ANYWHERE, SAY
from byhand.perceptron import Perceptron
from byhand.practice import Problem
from byhand.shrinkage import sweep

CHAPTERS = sorted(path.stem for path in Path(exercises.__file__).parent.glob("chapter_*.py"))
for chapter in CHAPTERS:  # every one that has checks, so that a new chapter cannot be forgotten
    importlib.import_module(f"byhand.exercises.{chapter}")
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ODD = [None, "ten", [], {}, object(), float("nan"), float("inf"), 1j, -1, [1, 2, 3], True, lambda: 0, [10**400] * 2]


def _counts(wanted):
    """The places of whole numbers that are expected, but for those too large to count."""
    return [place for place, value in enumerate(wanted.values) if value == int(value) and abs(value) < 1e9]


def answers_shown(number):
    """What the notebook shows for `check(number, ...)`, in order: without an answer, and for the solution."""
    paths = sorted(NOTEBOOKS.glob(f"{number.split('.')[0].zfill(2)}*.ipynb"))
    return [
        "".join(output["data"]["text/plain"])
        for path in paths
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code" and f'check("{number}"' in "".join(cell["source"])
        for output in cell["outputs"]
        if "data" in output
    ]


def _with_ties_wrong(X, y, epochs):
    """The perceptron that counts a score of 0 as a mistake."""
    model = Perceptron(max_iter=epochs, tie="mistake").fit(X, y)
    return model.intercept_, model.coef_


def _bound(x, mu, sigma, eps, decode, s):
    """The bound on the evidence of one row, as exercise 25.19 asks for it."""
    miss = (x - decode(mu + sigma * eps)) / s
    price = 0.5 * (mu**2 + sigma**2 - 1 - np.log(sigma**2))
    return -0.5 * (miss @ miss) - len(x) * (math.log(s) + 0.5 * math.log(2 * math.pi)) - price.sum()


def _count(y, predicted, positive, true, called):
    pairs = zip(y, predicted, strict=True)
    return sum((t == positive) == true and (s == positive) == called for t, s in pairs)


def _ordered(y, scores, tie):
    plus, minus = ([s for s, label in zip(scores, y, strict=True) if label == c] for c in (1, 0))
    return np.mean([(a > b) + tie * (a == b) for a in plus for b in minus])


def _all_penalised(X, y, penalty):
    """Ridge with the intercept in the penalty."""
    ones = np.column_stack([np.ones(len(X)), X])
    b = np.linalg.solve(ones.T @ ones + penalty * np.eye(ones.shape[1]), ones.T @ y)
    return b[0], b[1:]


def _regressed(K, across, own, y, noise):
    """The posterior at one place from matrices, with mistakes in the arguments."""
    inverse = np.linalg.inv(K + noise**2 * np.eye(len(y)))
    return across @ inverse @ y, own - across @ inverse @ across


def _log_density(K, y, noise):
    """Of readings under a Gaussian process."""
    K = K + noise**2 * np.eye(len(y))
    return -(y @ np.linalg.solve(K, y) + np.linalg.slogdet(K)[1] + len(y) * np.log(2 * np.pi)) / 2


def _rounds(X, centres, most=300, tie=1):
    """Clusters and centres after so many rounds of k-means; with `tie` -1 the last of equally near centres wins."""
    for _ in range(most):
        squares = ((X[:, None] - centres) ** 2).sum(axis=2)
        labels = squares[:, ::tie].argmin(axis=1)
        labels = labels if tie == 1 else len(centres) - 1 - labels
        centres = np.array([X[labels == k].mean(axis=0) for k in range(len(centres))])
    return labels, centres


def _lda(X, y, new, divisor=None, equal=False):
    """Probabilities of linear discriminant analysis, with n less so many below the covariance, the classes if None."""
    K = y.max() + 1
    means = np.array([X[y == k].mean(axis=0) for k in range(K)])
    cov = (X - means[y]).T @ (X - means[y]) / (len(X) - (K if divisor is None else divisor))
    w = np.linalg.solve(cov, means.T)
    prior = np.full(K, 1 / K) if equal else np.bincount(y) / len(y)
    e = np.exp(new @ w - 0.5 * np.sum(means.T * w, axis=0) + np.log(prior))
    return e / e.sum(axis=1, keepdims=True)


def _joined(X, far=min):
    """The heights of agglomerative clustering, by the nearest or the farthest members."""
    groups, heights = [[i] for i in range(len(X))], []
    while len(groups) > 1:
        pairs = [(a, b) for i, a in enumerate(groups) for b in groups[i + 1 :]]
        apart = [far(np.hypot.reduce(X[i] - X[j]) for i in a for j in b) for a, b in pairs]
        a, b = pairs[int(np.argmin(apart))]
        heights.append(min(apart))
        groups = [group for group in groups if group is not a and group is not b] + [a + b]
    return np.array(heights)


def _softmax(z):
    """As the formula says, without care for large numbers."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.exp(z) / np.exp(z).sum()


def _z(train, new, ddof=0):
    """z-scores of new rows by the means and deviations of others."""
    spread = np.std(train, axis=0, ddof=ddof)
    return (np.array(new) - np.mean(train, axis=0)) / np.where(spread == 0, 1, spread)


def _by_inverse(X, y, w):
    design = np.column_stack([np.ones(len(X)), X])
    return np.linalg.inv(design.T @ (w[:, None] * design)) @ design.T @ (w * y)


def _walk(gradient, start, rate, momentum, steps, share=1.0, sign=-1.0, unused=False):
    points, v = [start], 0 * start
    for _ in range(steps):
        g = gradient(points[-1])
        v = momentum * v + sign * share * rate * g
        points.append(points[-1] + (sign * rate * g if unused else v))
    return points


def _walk_in_place(gradient, start, rate, momentum, steps):
    points = [start.copy()]
    for _ in range(steps):
        start -= rate * gradient(start)
        points.append(start.copy())
    return points


def _slopes(W1, b1, W2, b2, x, y):
    a = np.tanh(W1 @ x + b1)
    last = 2 * (W2 @ a + b2 - y)
    below = (1 - a * a) * (last @ W2)
    return np.outer(below, x), below, np.outer(last, a), last


def _stopping(gradient, held, w, rate, patience, sign=-1, last=False, reset=True, first=True):
    """What exercise 19.32 asks for, with a slip."""
    best, least, count = w, held(w) if first else math.inf, 0
    while count < patience:
        w = w + sign * rate * gradient(w)
        if held(w) < least:
            best, least, count = w, held(w), 0 if reset else count
        else:
            count += 1
    return w if last else best


def _regression(X, y, rate, order, hasty=False):
    beta = np.zeros(X.shape[1] + 1)
    for row in order:
        x, old = np.append(1.0, X[row]), beta.copy()
        for k in range(len(beta)):
            beta[k] += 2 * rate * x[k] * (y[row] - x @ (beta if hasty else old))
    return beta


def _regression_on_all(X, y, rate, order):
    X = np.column_stack([np.ones(len(X)), X])
    return 2 * rate / len(y) * X.T @ y


def _rebuilt(X, k, how=""):
    """Rows from their first k components, with mistakes."""
    mean = 0 if how == "not centred" else X.mean(axis=0)
    _, _, Wt = np.linalg.svd(X - mean)
    W = {"smallest": Wt[-k:], "columns": Wt[:, :k].T}.get(how, Wt[:k])
    return mean + (X - mean) @ W.T @ W


def _kernel_scores(K, k, power=0.5, centred=True, smallest=False):
    """Scores along the components of a kernel, with mistakes."""
    K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean() if centred else K
    values, vectors = np.linalg.eigh(K)
    order = slice(k) if smallest else slice(-1, -k - 1, -1)
    return vectors[:, order] * np.maximum(values[order], 0) ** power


def _decoded(start, transitions, emissions, observed):
    transitions, emissions = np.asarray(transitions), np.asarray(emissions)
    delta, paths = start * emissions[:, observed[0]], [[i] for i in range(len(start))]
    for symbol in observed[1:]:
        ways = delta[:, None] * transitions
        paths = [[*paths[j], i] for i, j in enumerate(ways.argmax(axis=0))]
        delta = ways.max(axis=0) * emissions[:, symbol]
    return paths[int(np.argmax(delta))]


@pytest.mark.parametrize("number", CHECKS)
def test_each_exercise_stands_open_and_has_an_accepted_solution(number):
    empty, solved = answers_shown(number)
    assert "no answer yet" in empty
    assert solved == f"Exercise {number}: right."


@pytest.mark.parametrize("number", CHECKS)
@pytest.mark.parametrize("answer", ODD, ids=[type(answer).__name__ + str(i) for i, answer in enumerate(ODD)])
def test_an_odd_answer_gets_a_hint_and_no_error(number, answer):
    feedback = check(number, answer)
    assert feedback.right is False
    assert "not yet" in repr(feedback)


@pytest.mark.parametrize(
    ("number", "answer", "words"),
    [
        ("1.1", "DBA", "how well it is done"),
        ("1.1", "BDC", "nothing can be learned"),
        ("1.1", "bd", "3 letters, each one of A, B, C, D"),
        ("1.2", (640, 5), "is the label"),
        ("1.2", (4, 640), "Examples first"),
        ("1.3", "FFPOFP", "known before the prediction"),
        ("1.3", "OFPOPP", "not something that one can measure"),
        ("1.4", "SSUUSR", "needs the right answer"),
        ("1.4", "R, supervised, unsupervised, R, supervised, R", "acts and is rewarded"),
        ("1.5", "CRKCRR", "a name made of digits"),
        ("1.5", "CRRCCR", "too high or too low"),
        ("1.6", "GDGADG", "divides all examples"),
        ("1.6", "AAGADG", "unlike the rest"),
        ("1.7", "YNYNYN", "other way round"),
        ("1.7", "YYNYNY", "write that down instead"),
        ("1.8", "PPDGRDPG", "what will happen"),
        ("1.9", "MMDAMD", "less than machine learning"),
        ("1.9", "AMMAMD", "many layers are more"),
        ("1.10", "MGCRD", "volume 1"),
        ("1.10", "MGCDD", "each of C, D, G, M, R once"),
        ("1.11", "recovered", "nearest patient alone"),
        ("1.11", "Tie", "only the nearest three vote"),
        ("1.12", "HHGGHW", "how the parameters change"),
        ("1.13", (10, 5500), "has a constant"),
        ("1.13", (11, 5000), "the answers"),
        ("1.13", (11, 55), "not only five"),
        ("1.14", 60, "more than three times"),
        ("1.14", 540, "squared, not cubed"),
        ("1.15", "LMNS", "never moves"),
        ("1.15", "SNML", "still learning"),
        ("1.16", (4, 0, 1), "subtract it"),
        ("1.16", (-2, -2, 0), "constant is corrected"),
        ("1.17", lambda x, y: 0.0, "would do"),
        ("1.17", lambda x, y: "high", "should return a number"),
        ("1.17", lambda x, y: 1 / 0, "ZeroDivisionError"),
        ("2.1", (0.21, 0.7142857, 0.375), "swapped"),
        ("2.1", (0.21, 0.15, 0.15), "joint probabilities"),
        ("2.2", 0.25, "after one test"),
        ("2.2", 0.9846154, "left out the base rate"),
        ("2.2", 2.6667, "the odds"),
        ("2.3", "1/10", "as rarely as others"),
        ("2.4", 17, "equal proportions"),
        ("2.5", (0.2, 0.25, 0), "times the width"),
        ("2.5", (5, 0.25, 5), "is not its probability"),
        ("2.6", (0.375, 0.0232407), "16 is the variance"),
        ("2.7", (20.6666667, 8), "variance of what is known"),
        ("2.8", 0.02304, "Count the orders"),
        ("2.9", (0.8, 0.6363636), "mean of the belief"),
        ("2.10", (4.6666667, 3.5), "maximum likelihood comes first"),
        ("2.11", "CAEDB", "putting back"),
        ("2.12", "ACDB", "the limit comes last"),
        ("2.13", "SPDSP", "Step 1 splits"),
        ("2.13", "product rule, product rule, division, product rule, sum rule", "first a marginal"),
        ("2.12", "CDAB", "Which step names it"),
        ("2.14", "BADCE", "the slope before"),
        ("2.14", "BDCAE", "this equation"),
        ("2.14", "BDAEC", "Before you multiply"),
        ("2.14", "DBACE", "this sum of squares"),
        ("2.14", "CEBDA", "comes next"),
        ("2.15", (-2.5, 3), "divides by N"),
        ("2.16", (13, 0.0769231), "from the middle"),
        ("2.17", (40, 40), "Columns add up"),
        ("2.18", lambda prior, log: [p * np.exp(s) for p, s in zip(prior, log, strict=True)], "sum to 1"),
        ("2.18", lambda prior, log: _softmax(np.log(prior) + np.array(log)), "Subtract the largest"),
        ("2.18", lambda prior, log: _softmax(np.array(log) - max(log)), "prior is missing"),
        ("2.18", lambda prior, log: [1.0], "probabilities; it returned"),
        ("2.18", lambda prior, log: [1.0] + [0.0] * (len(log) - 1), "right is"),
        ("2.18", lambda prior, log: 1 / 0, "ZeroDivisionError"),
        ("2.19", (3, 9), "Surprises add up"),
        ("2.20", 1.2424533, "nats"),
        ("2.21", 0.8317766, "divide by log 2"),
        ("2.22", 1.8464393, "That is the entropy"),
        ("2.23", -0.9056391, "never negative"),
        ("2.24", (1, 0, 0.6500224), "what is left"),
        ("2.25", (1.5, 1, 0.5), "swapped"),
        ("2.26", (1, 0.2075187, 0.1887219), "first letter is the truth"),
        ("2.27", 0.7408070, "root of the divergence"),
        ("2.28", "ACEBD", "bound each logarithm"),
        ("2.28", "CABED", "Which step writes it down"),
        ("2.29", lambda table: math.log(2) * information.mutual_information(table), "nats"),
        ("2.29", lambda table: -information.mutual_information(table), "sign is wrong"),
        ("2.29", lambda table: 0.5, "right is"),
        ("3.1", "ONRR", "an agreement"),
        ("3.1", ["O", "N", "I", "I"], "that zero is real"),
        ("3.1", "nominal, nominal, ratio, interval", "put in an order"),
        ("3.2", (5, 212, 5), "the label, not a feature"),
        ("3.2", (212, 4, 212), "Features are columns"),
        ("3.3", "IDK", "rests on many Tuesdays"),
        ("3.4", (0.3, 0.18), "of the red things only"),
        ("3.4", (0.333, 0.3), "first the share of the apples"),
        ("3.5", 0.9, "is it an apple"),
        ("3.6", (12, 11), "ranks in one column"),
        ("3.6", (10, 9), "one column of 0 and 1"),
        ("3.7", 2.8062, "not by N - 1"),
        ("3.7", 2.0000, "must not help to set the scale"),
        ("3.7", 1.5, "take its root"),
        ("3.8", 1, "Nothing is cut off"),
        ("3.9", (0.0909, 0.3143, 1.8), "not by N - 1"),
        ("3.9", (0.0909, 0.3296, 1.5), "medians of the two halves"),
        ("3.9", (0.09, 0.3296, 1.8), "largest value minus the smallest"),
        ("3.9", (1, 3.1334, 2), "all eleven set the scale"),
        ("3.10", "YYYN", "so is the threshold"),
        ("3.10", "YNNN", "a thousandth of what it was"),
        ("3.11", (10, 8.5), "starts at the smallest"),
        ("3.11", (12, 22), "count the values"),
        ("3.12", (5.5, 8), "would part equal values"),
        ("3.12", (5.5, 7), "moves up, not down"),
        ("3.13", (39, 2), "depend on the order alone"),
        ("3.14", "DBAEC", "come from the training rows"),
        ("3.15", lambda train, new: _z(np.vstack([train, new]), new), "from train alone"),
        ("3.15", lambda train, new: _z(train, new, ddof=1), "not by N - 1"),
        ("3.15", lambda train, new: _z(new, new), "must be those of train"),
        ("3.15", lambda train, new: new, "it should be"),
        ("3.15", lambda train, new: 3, "a list of rows"),
        ("3.16", (2, 1), "first Euclid"),
        ("3.17", (3, 3**0.5), "changes two entries"),
        ("3.17", (6, 6**0.5), "count each differing attribute once"),
        ("3.18", 0.6, "four steps, not five"),
        ("3.19", 1.9, "the mean of the three parts"),
        ("3.19", 0.5667, "not by the largest value"),
        ("3.20", (0.5, 1), "is negative"),
        ("3.21", (2, 2), "the sum is squared"),
        ("3.22", (1.8326, 0.5213), "Add 1 to the logarithm"),
        ("3.22", (4.7726, 0.8466), "Count one more document"),
        ("3.23", (3, 3), "does not know lengths"),
        (
            "3.24",
            lambda counts, query: int(np.argmin(((np.array(counts) - query) ** 2).sum(axis=1))),
            "nearest row by Euclid",
        ),
        ("3.24", lambda counts, query: int(np.argmax(np.array(counts) @ query)), "divide by the length of the row"),
        ("5.1", "fp", "Here it said nothing"),
        ("5.1", "yes", "TP, FP, FN or TN"),
        ("5.2", (0.75, 0.857143, 0.916667, 0.8), "swapped"),
        ("5.2", (0.857143, 0.75, 0.083333, 0.8), "false positive rate"),
        ("5.2", (0.857143, 0.75, 0.916667, 0.803571), "arithmetic mean"),
        ("5.3", (0.4, 0.2), "other way round"),
        ("5.4", 0.6, "Compare their sums"),
        ("5.4", 0.86, "accuracy"),
        ("5.5", 0.13, "percentage points"),
        ("5.5", 0.35, "that remain"),
        ("5.6", (0.540541, 0.714286), "beta = 2 first"),
        ("5.6", (0.666667, 0.571429), "squared"),
        ("5.7", (0.76, 0.633333, 0.763606), "macro counts each class once"),
        ("5.7", (0.633333, 0.76, 0.632204), "macro precision"),
        ("5.8", (1 / 3, 1 / 3, 0.7), "0.7 × 0.7"),
        ("5.9", 0.95, "That is the recall"),
        ("5.9", 0.904762, "how rare"),
        ("5.10", (0.4, 0.1), "not rank 3 alone"),
        ("5.11", 3, "with the root"),
        ("5.12", 0.028687, "both ends"),
        ("5.12", 0.044434, "0, 1, 2 and 3"),
        ("5.13", "acb", "counts every class the same"),
        ("5.13", "cba", "A is the macro average"),
        ("5.14", lambda y, p, c: (0, 0, 0, 0), "TP, FP, FN, TN are"),
        ("5.14", lambda y, p, c: 1 / 0, "ZeroDivisionError"),
        ("5.14", lambda y, p, c: [1, 2, 3], "it returned 3"),
        ("5.14", lambda y, p, c: [_count(y, p, c, *k) for k in ((1, 1), (1, 0), (0, 1), (0, 0))], "swapped"),
        ("5.15", "CDAB", "lower the threshold"),
        ("5.16", (0.5, 2 / 3), "true positive rate first"),
        ("5.16", (1 / 3, 0.5), "reaches the threshold"),
        ("5.17", 1 / 3, "wrong order"),
        ("5.17", 4, "Divide by the number of all pairs"),
        ("5.18", 5 / 6, "not as a whole one"),
        ("5.18", 2 / 3, "half a pair"),
        ("5.19", 0.8, "lowers the threshold"),
        ("5.19", 0.25, "sum of both costs"),
        ("5.20", (0.71, 0.71), "turns every pair round"),
        ("5.21", 0.839330, "Divide by three"),
        ("5.21", 0.414932, "stayed dry"),
        ("5.21", 0.121506, "base 10"),
        ("5.22", 0.21, "Divide by three"),
        ("5.22", 0.264575, "No root"),
        ("5.23", (0.36, 0.3), "share that remains"),
        ("5.23", (0.36, -14), "multiplied by 50"),
        ("5.24", (7, 2), "Take its root"),
        ("5.24", (2.645751, -1), "Drop the signs"),
        ("5.25", 2.5, "Subtract it from 1"),
        ("5.25", 1.5, "negative"),
        ("5.26", 2.612086, "twice the variance"),
        ("5.26", 1.765512, "variance is 4"),
        ("5.28", 0.6, "whole list"),
        ("5.28", 0.703, "joins"),
        ("5.28", 2 / 3, "recalls"),
        ("5.27", lambda y, s: 0.5, "it found 0.5"),
        ("5.27", lambda y, s: _ordered(y, s, 0), "count half"),
        ("5.27", lambda y, s: _ordered(y, s, 1), "not whole"),
        ("5.27", lambda y, s: 1 / 0, "ZeroDivisionError"),
        ("5.27", lambda y, s: np.nan, "it found nan"),
        ("6.1", 4.102470 * 90, "Add the intercept"),
        ("6.1", 223605.5, "in euros"),
        ("6.2", (2.2, 0.7), "intercept first"),
        ("6.2", (0, 2.5), "through the origin"),
        ("6.3", 1.8, "That is the SSE"),
        ("6.3", 0.9, "divides by N minus"),
        ("6.4", (4.102470, 42448.97), "with an intercept"),
        ("6.4", (2117 / 729, 55562.43), "gives large flats more weight"),
        ("6.5", 0.5625, "maximum likelihood"),
        ("6.5", 0.642857, "two coefficients"),
        ("6.6", -22, "sign is reversed"),
        ("6.6", 62, "subtracted, not added"),
        ("6.6", 0, "centred line"),
        ("6.7", (4.102470 * 10.7639, 182.5808), "each one adds less"),
        ("6.8", -12, "has seen the row"),
        ("6.8", -30, "one minus the leverage"),
        ("6.8", 20, "sign is that of the residual"),
        ("6.9", 1, "one over the slope"),
        ("6.9", 0.25, "has an intercept"),
        ("6.10", 0.7835350, "all six flats"),
        ("6.11", 0.041667, "root of the spread"),
        ("6.11", 0.25, "take the root"),
        ("6.12", (2.7, 3.7), "one standard error"),
        ("6.12", (2.22, 4.18), "normal curve"),
        ("6.12", (4.23, 2.17), "lower one first"),
        ("6.13", "CPS", "noise of a single sale"),
        ("6.13", "CCS", "one sale"),
        ("6.14", "FOWS", "above it at both ends"),
        ("6.14", "SWOF", "same size everywhere"),
        ("6.15", 140, "mind its sign"),
        ("6.15", 170, "cancels"),
        ("6.16", 13, "leave one out of each"),
        ("6.16", 9, "Add the price"),
        ("6.17", (-0.5, 10), "Add the slope of group 0"),
        ("6.17", (2, 10), "slope of group 0"),
        ("6.18", "YYYY", "is not zero"),
        ("6.18", "NYNY", "column of ones"),
        ("6.19", (1.5, -0.9, 0.7), "constant comes first"),
        ("6.19", (2.2, 0.6, 0), "That is the line"),
        ("6.20", [1, 3, 5, 9, 25], "6 numbers; this has 5"),
        ("6.20", [1, 3, 5, 9, 25, 15], "in the order"),
        ("6.21", (12, 12), "make thirteen"),
        ("6.22", 0.2369278, "2 in the denominator"),
        ("6.22", 0.0097094, "height 1"),
        ("6.23", 13.0594, "worst order"),
        ("6.24", "ACDB", "two terms"),
        ("6.24", "CABD", "stands in the way"),
        ("6.25", lambda X, y, w: np.linalg.lstsq(X, y, rcond=None)[0], "with the intercept it is"),
        ("6.25", lambda X, y, w: np.roll(_by_inverse(X, y, w), -1), "put the intercept first"),
        ("6.25", lambda X, y, w: _by_inverse(X, y, w), "do not form X'X"),
        ("6.25", lambda X, y, w: _by_inverse(X, y, 0 * w + 1), "do not count yet"),
        ("6.25", lambda X, y, w: _by_inverse(X, y, w**2), "roots of the weights"),
        ("6.25", lambda X, y, w: 0 * _by_inverse(X, y, w), "weighted sum is least at"),
        ("9.1", "TFTT", "do not occur"),
        ("9.1", "FTTT", "never widens"),
        ("9.2", (2.5, 2.875), "standard deviation"),
        ("9.2", (2, 2.5), "that part"),
        ("9.3", (3, -1.5, 1.2, 0.36), "determinant"),
        ("9.3", (4, -2, 1.6, 0.853333), "take it off"),
        ("9.4", (2.2, 3.8), "noise on top"),
        ("9.4", (1.6, 4.4), "do not"),
        ("9.5", 0.864665, "with the minus sign"),
        ("9.6", (0, 3), "put back"),
        ("9.6", (21, 9), "variance"),
        ("9.7", (25.6, 2.048), "cube"),
        ("9.7", (204.8, 0.256), "8 bytes"),
        ("9.8", lambda K, across, own, y, noise: 3, "a pair"),
        ("9.8", lambda K, across, own, y, noise: _regressed(K, across, own, y, noise**0.5), "add its square"),
        ("9.8", lambda K, across, own, y, noise: _regressed(K, across, own + noise**2, y, noise), "of a new reading"),
        ("9.8", lambda K, across, own, y, noise: _regressed(K, across, 0, y, noise), "the variance is not"),
        ("9.8", lambda K, across, own, y, noise: (0.0, 0.0), "Not the posterior"),
        ("9.9", "SPML", "rough"),
        ("9.9", "MPLS", "bricks"),
        ("9.10", (5, -5, -1.6094), "not the standard deviation"),
        ("9.10", (25, -1, 3.2189), "minus"),
        ("9.10", (50, -0.5, -3.912), "not their sum"),
        ("9.11", (-1.25, 0.2231), "Half of it"),
        ("9.11", (-0.625, -0.2231), "below 1"),
        ("9.12", (0.011109, 0.367879, 0.1), "factor 1 + u"),
        ("9.12", (0.011109, 0.735759, 0.111111), "infinite"),
        ("9.13", -0.25, "negative"),
        ("9.14", (4, 2.426123, 0.477732), "noise"),
        ("9.14", (5, 3.426123, 1.477732), "not the noise"),
        ("9.14", (5, 2.426123, 3.529988), "opposite point"),
        ("9.15", 2.5, "ratio"),
        ("9.15", 0.082085, "Upside down"),
        ("9.16", lambda K, y, noise: -_log_density(K, y, noise), "negative"),
        (
            "9.16",
            lambda K, y, noise: _log_density(K, y, noise) + len(y) / 2 * np.log(2 * np.pi),
            "constant is missing",
        ),
        ("9.16", lambda K, y, noise: _log_density(K, y, noise**0.5), "add its square"),
        ("9.16", lambda K, y, noise: 0.0, "Not the log evidence"),
        ("7.1", "LELN", "not the loss"),
        ("7.2", (4, 6), "Three terms"),
        ("7.2", (4, 4), "no longer reaches 12"),
        ("7.3", (26, 10, 0.8), "taken away"),
        ("7.3", (144, 16, 0.125), "lifted"),
        ("7.3", (26, 10, 0.6923), "first direction"),
        ("7.4", (0.5, 300), "square of the factor"),
        ("7.4", (0.5, 0.0003), "other way round"),
        ("7.5", "TTTT", "nobody would need"),
        ("7.5", "TFTF", "invertible"),
        ("7.6", 0.7, "learning rate multiplies"),
        ("7.6", 1.7, "slope as well"),
        ("7.6", 2.4, "against the slope"),
        ("7.7", (0.4, 0.0366972), "by its square"),
        ("7.8", 4, "variances"),
        ("7.8", 0.0625, "Upside down"),
        ("7.9", lambda X, y, penalty: 1 / 0, "ZeroDivisionError"),
        ("7.9", lambda X, y, penalty: 3, "a pair"),
        ("7.9", lambda X, y, penalty: _all_penalised(X, y, penalty), "penalised too"),
        ("7.9", lambda X, y, penalty: (0.0, np.zeros(3)), "Not the ridge solution"),
        ("7.10", (1.5, -1.0, -0.1, -4.0), "stops there"),
        ("7.10", (1.5, -2.0, 0, -5.0), "towards 0"),
        ("7.11", (1.6, 1.75, 0), "half of"),
        ("7.11", (1.6, 1.875, 0.025), "stops there"),
        ("7.12", (17, 169, 12), "root"),
        ("7.12", (7, 13, 12), "sign"),
        ("7.13", "LRLR", "does not weaken"),
        ("7.14", "AB", "kink"),
        ("7.15", (3, 4), "left over"),
        ("7.15", (2.5, 0.5), "Half the penalty"),
        ("7.15", (3.5, 1.5), "least squares"),
        ("7.16", 12, "half the penalty"),
        ("7.17", (0, 2, 4), "counts from 1"),
        ("7.18", lambda X, y, b, penalty: sweep(X, y, b, 2 * penalty), "should be λ/2"),
        ("7.18", lambda X, y, b, penalty: b, "Not one sweep"),
        ("7.19", 1, "simpler"),
        ("7.20", 16, "square of c"),
        ("10.1", "DRKM", "numbers to be compared"),
        ("10.2", (0.75, 0.25, 0.25, 0.75), "by its prior"),
        ("10.2", (0.45, 0.1, 0.15, 0.3), "other way round"),
        ("10.3", (0.5, 0.25), "by its prior first"),
        ("10.3", (0.6, 0.76), "being right"),
        ("10.4", "A", "needless call"),
        ("10.5", 4 / 34, "costs 2 as well"),
        ("10.5", 0.882, "Upside down"),
        ("10.6", "TTFF", "answered wrongly"),
        ("10.6", "TFTF", "no data enter"),
        ("10.7", "ABBA", "x = 1"),
        ("10.8", 0.18, "lost in part"),
        ("10.8", 0.42, "only one of the two"),
        ("10.9", 4.5, "half-way"),
        ("10.9", 5, "first number of heads"),
        ("10.10", 1.0986, "twice as common"),
        ("10.11", 13.4621, "other way"),
        ("10.11", 13, "midpoint"),
        ("10.12", 2.4719, "square of it"),
        ("10.13", 1.18, "hot line is cheaper"),
        ("10.13", 0.7, "are answered"),
        ("10.14", lambda posterior, loss: (posterior @ loss).argmax(axis=1), "most expensive"),
        ("10.14", lambda posterior, loss: posterior.argmax(axis=1), "What do the decisions cost"),
        ("10.14", lambda posterior, loss: (posterior @ loss).argmin(), "shape"),
        ("8.1", (-0.5, -2.75), "went uphill"),
        ("8.1", (1.75, 2.3125), "factor 2 is missing"),
        ("8.1", (2.5, 4), "at the new place"),
        ("8.2", 2, "Check the sign"),
        ("8.2", 0.5, "straight uphill"),
        ("8.2", -1, "not 4 x₂"),
        ("8.5", (5, 5, 0.2), "along a coordinate axis"),
        ("8.5", (3, 7, 2 / 7), "2/7 is the limit"),
        ("8.5", (1, 9, 0.2), "mixed second derivative is 2"),
        ("8.6", 103, "round up"),
        ("8.6", 35, "three digits"),
        ("8.6", 204, "half the limit"),
        ("8.7", "LLHS", "both squares have a plus"),
        ("8.7", "SLHL", "1 - 2 + 0.75"),
        ("8.7", "SSHS", "too weak to win"),
        ("8.8", 72, "Round up"),
        ("8.9", 24, "root of 3"),
        ("8.9", 9, "not nine rows"),
        ("8.10", (0.05, 0.025, 0.1), "not three"),
        ("8.10", (0.2 / 3, 0.05, 0.2), "cosine of π/2 is 0"),
        ("8.15", (1 / 32, 0.75), "square it"),
        ("8.15", (0.02, 0), "plain descent"),
        ("8.15", (1 / 32, 0.9216), "7, not 49"),
        ("8.16", (-4 / 3, 0.6111111), "minus minus is plus"),
        ("8.16", (10 / 3, 10 / 3 + 7 / 3), "both derivatives at the new place"),
        ("8.16", (8, -496), "Divide it by the second derivative"),
        ("8.17", "dba", "it says which parameters are better"),
        ("8.17", ["b", "c", "a"], "comes after learning"),
        ("8.17", "bde", "not one of the three"),
        ("8.18", 2, "exactly 0"),
        ("8.18", 4, "it gets right"),
        ("8.19", 1, "below the mistake"),
        ("8.19", 0.16, "lifts it to 1"),
        ("8.19", 2.5, "Square it"),
        ("8.20", "acd", "is zero wherever the sign is right"),
        ("8.20", "bad", "none minimises their number"),
        ("8.20", "xyz", "3 letters, each one of a, b, c, d."),
        ("8.21", (0.0843116, 0.1884980, -0.0066249), "divided by the number"),
        ("8.21", (0.1435803, 0.3575158, 0), "b has a gradient of its own"),
        ("8.21", (0.2, 0.4, 0), "at the new place"),
        ("8.22", (0.5272532, -0.9454936, 0.2272532), "move against x"),
        ("8.22", (0.4727468, -1.0545064, 0.2), "b moves as well"),
        ("8.22", (0.4727468, -1.0545064, 0.1762190), "All three need the old ones"),
        ("8.22", (0.5, -1, 0.2), "exponential loss always does"),
        ("8.23", 2, "exactly 0"),
        ("8.23", 5, "only for its mistakes"),
        ("8.24", 0.0125549, "share of the margin 2"),
        ("8.24", 7.3890561, "Divide by the sum"),
        ("8.3", (0.02, 228), "halves it"),
        ("8.3", (0.01, 458), "Round up"),
        ("8.3", (0.01, 460), "already below"),
        ("8.4", (2 / 3, 1 / 2, 1 / 2), "2 and 6, not 1 and 3"),
        ("8.4", (1 / 3, 1 / 6, 2 / 3), "both factors equally large"),
        ("8.4", (1 / 3, 1 / 4, 1 / 4), "rates are right"),
        ("8.13", (0.729, 0.2), "not used"),
        ("8.13", (0.614, 0.05), "other way round"),
        ("8.13", (0.614, 0.1), "half as long"),
        ("8.14", 0.54, "heavy ball"),
        ("8.14", 0.8, "first step only"),
        ("8.14", 0.64, "plain descent"),
        ("8.11", (0.0002, 0.0001), "needs a larger rate"),
        ("8.11", (0.5, 0.25), "the rate doubles"),
        ("8.11", (0.5, 0.5), "The half matters"),
        ("8.25", ([0.5], [-0.5]), "should fall; it goes from 0.5 to 1.5"),
        ("8.25", ([0.5, -3], [0.2, -1]), "should rise; it goes from 1 to 1"),
        ("8.25", ([0.5, -3], [0.2]), "the same instances"),
        ("8.26", lambda *a: _walk(*a, sign=1.0), "goes uphill"),
        ("8.26", lambda g, x, r, m, k: _walk(g, x, r, m, k, share=1 - m), "averaging form"),
        ("8.26", lambda *a: _walk(*a, unused=True), "does not use it"),
        ("8.26", lambda g, x, r, m, k: _walk(g, x, r, m / 2, k), "β times the step before"),
        ("8.26", lambda *a: _walk(*a)[1:], "nine points"),
        ("8.26", lambda g, x, r, m, k: _walk(g, x + 1, r, m, k), "should be the start"),
        ("8.26", _walk_in_place, "has been changed"),
        ("8.12", lambda X, y, r, o: _regression(X, y, -r, o), "go uphill"),
        ("8.12", lambda X, y, r, o: _regression(X, y, r / 2, o), "a factor 2"),
        ("8.12", lambda X, y, r, o: _regression(X, y, r, range(6)), "in the given order"),
        ("8.12", lambda X, y, r, o: _regression(X, y, r, o, hasty=True), "made before it"),
        ("8.12", _regression_on_all, "all rows together"),
        ("8.12", lambda X, y, r, o: _regression(X, y, r, o)[1:], "the intercept and 2 weights"),
        ("8.12", lambda X, y, r, o: 0 * _regression(X, y, r, o), "the intercept should be"),
        ("11.1", 9 / 14, "Count the new day"),
        ("11.2", 8 / 189, "That is the score"),
        ("11.2", 4 / 875 / (4 / 875 + 8 / 189), "posterior of No"),
        ("11.3", 0, "one zero makes"),
        ("11.3", 0.278417, "a whole day"),
        ("11.4", [8 / 11, 5 / 11, 2 / 11], "counts features"),
        ("11.4", [8 / 12, 5 / 12, 2 / 12], "add six"),
        ("11.5", 27 / 152, "That includes Cool"),
        ("11.6", 2**0.5, "divides by N"),
        ("11.6", 2.5, "variance"),
        ("11.7", [21.2376, 17.4291], "smaller one first"),
        ("11.7", [18, 62 / 3], "leaves a constant"),
        ("11.8", 3 * 0.08926231, "Divide by their number"),
        ("11.9", 1 - 0.844128, "posterior of ham"),
        ("11.10", 5 / 11, "What is absent is evidence too"),
        ("11.11", 161, "Very close"),
        ("6.21", (13, 12), "thirteen equations"),
        ("11.12", ([0.1 * i for i in range(200)], [0.2 * i for i in range(200)]), "correlated as well"),
        ("11.13", 0.5, "both mistakes as equally bad"),
        ("11.14", 486 / 611, "without the copy"),
        ("11.15", lambda X, y, x: {"a": 1.0, "b": 1.0, "c": 1.0}, "should sum to 1"),
        ("11.15", lambda X, y, x: 1 / 0, "ZeroDivisionError"),
        ("11.16", 0.4, "not yet"),
        ("12.1", (49, 11, 6, 3), "Take the root"),
        ("12.1", (7, 5, 6, 3), "without their signs"),
        ("12.2", "ABCD", "before measuring them"),
        ("12.2", "AABC", "each of A, B, C, D once"),
        ("12.2", 4, "4 letters"),
        ("12.3", (1000, 10_000), "Training measures nothing"),
        ("12.4", (20_000, 60), "keep the labels"),
        ("12.4", (5, 60), "k is one number"),
        ("12.5", 1 / 3, "plain share"),
        ("12.5", 3 / 7, "share of b"),
        ("12.6", 1.0, "the middle one counts"),
        ("12.7", 0.9525, "The 2 in the exponent"),
        ("12.8", 2, "2 above it"),
        ("12.9", 0.001, "100 features"),
        ("12.10", 1, "Leave each point out"),
        ("12.11", 400, "plain mean"),
        ("12.11", (430 * 7 + 370 * 10) / 17, "nearer flat should count more"),
        ("12.12", 0.2225, "Manhattan"),
        ("12.13", 0.0072, "its square"),
        ("12.14", (1, 0), "similarities"),
        ("12.15", lambda X, y, x, k: y[0], "the vote says"),
        ("12.15", lambda X, y, x, k: 1 / 0, "ZeroDivisionError"),
        ("12.16", (0.3, 0.21), "in two ways"),
        ("12.16", (0.3, 0.6), "is the bound"),
        ("12.17", 0.025, "fourth root"),
        ("12.17", 0.316228, "two dimensions"),
        ("12.18", 2.5, "point at 1"),
        ("12.18", 2, "not halved"),
        ("13.1", 0.900256, "nats"),
        ("13.1", -1.298795, "sign"),
        ("13.1", 0.954434, "different things"),
        ("13.2", (1.295462, 0.54, 0.4), "wrong order"),
        ("13.2", (0.4, 0.27, 1.295462), "twice as much"),
        ("13.2", (0.4, 0.46, 1.295462), "1 minus the sum"),
        ("13.3", 0.694963, "what is left"),
        ("13.3", 0.302724, "not equally large"),
        ("13.3", -0.383252, "by their sizes"),
        ("13.4", "Yes", "the job decides"),
        ("13.4", 1, "quotation marks"),
        ("13.5", 5 / 12, "share of the others"),
        ("13.6", "gives birth", "left out"),
        ("13.7", 512, "It takes ten"),
        ("13.7", 1023, "Those are the questions"),
        ("13.8", 5, "full tree"),
        ("13.9", 1027, "counted twice"),
        ("13.9", 14, "not ordered"),
        ("13.10", 0.288539, "nats"),
        ("13.10", 0.175, "same size"),
        ("13.11", "A", "a new one has one of the two"),
        ("13.11", "D", "Five towns"),
        ("13.12", lambda rows, labels: 0, "it chose 0"),
        ("13.12", lambda rows, labels: 1 / 0, "ZeroDivisionError"),
        ("13.13", 7, "halfway between 7 and 9"),
        ("13.13", 5.5, "gains more"),
        ("13.14", 42, "Divide by three"),
        ("13.14", 5, "That is the prediction"),
        ("13.15", 0.125, "what is left"),
        ("13.16", 0.242142, "customary confidence"),
        ("13.17", 2, "mistakes that were seen"),
        ("13.17", 0.109971, "That is a rate"),
        ("13.18", (1, 1), "No plane"),
        ("13.19", lambda x, y: 0.0, "it found 0.0"),
        ("13.20", 0.0966667, "That is the root"),
        ("13.20", 0.015, "adds one leaf"),
        ("13.21", 0.0966667, "have become leaves"),
        ("13.21", 0.13, "L goes before the root"),
        ("13.22", 4, "no worse"),
        ("13.22", 2, "already a leaf"),
        ("13.23", "b", "After a has gone"),
        ("13.24", 0.02, "nearly as good"),
        ("13.24", 0.1, "more than one standard error"),
        ("13.25", lambda tree: 0.5, "it found 0.5"),
        ("13.26", 5, "spare all five"),
        ("13.26", 9, "stay together"),
        ("14.1", "LNNN", "threshold on the score"),
        ("14.1", "LLLN", "product of two features"),
        ("14.2", (-5, -5, 1.25), "divide it by the length"),
        ("14.2", (-10, -2, 1.25), "bias is missing"),
        ("14.3", "OAOO", "say at all"),
        ("14.4", (7, 8, 6, 7), "no longer goes"),
        ("14.4", (8, 9, 5, 6), "is not above it"),
        ("14.5", (-1, -1, -1, 1), "after the first epoch"),
        ("14.5", (0, -2, -1, 4), "second epoch only"),
        ("14.6", "TTTTF", "first line without a mistake"),
        ("14.6", "TFTTT", "longest row and the gap"),
        ("14.7", (10, 2, 2.5), "belongs to each row"),
        ("14.7", (11, 2, 5.5), "squared, too"),
        ("14.8", "OOOO", "all its rows from the start"),
        ("14.9", (7.38906, 6, 2.71828), "odds over one more"),
        ("14.9", (0.880797, 6, 1.64872), "for one hour"),
        ("14.10", (0.1, -0.1), "Uphill"),
        ("14.10", (-0.5, 0.5), "rate is missing"),
        ("14.11", "BLLPP", "sum of rows, too"),
        ("14.11", "BLLBB", "grows for ever"),
        ("14.12", (0.982014, 1.964028), "chain rule"),
        ("14.12", (0.982014, 0.0173457), "factor 2"),
        ("14.13", lambda X, y, epochs: 1 / 0, "ZeroDivisionError"),
        ("14.13", lambda X, y, epochs: 3, "a pair"),
        ("14.13", lambda X, y, epochs: (0.0, X[0]), "bias learns too"),
        ("14.13", lambda X, y, epochs: (1.0, np.zeros(3)), "b should be"),
        ("14.13", lambda X, y, epochs: _with_ties_wrong(X, y, epochs), "takes it for a mistake"),
        ("14.14", "TTFT", "cancels"),
        ("14.14", "FTFF", "span a plane"),
        ("14.15", "CAAC", "not the lowest"),
        ("14.16", (0.75, 0.1875), "their sum"),
        ("14.16", (1, 6), "majority"),
        ("14.17", (5 / 7, 7), "rise and fall"),
        ("14.17", (3 / 7, 4), "five of the seven"),
        ("14.18", "YNNNN", "one feature is small"),
        ("14.18", "YNNYY", "the two squares"),
        ("14.19", (0.668188, 0.331812, 0), "e⁰"),
        ("14.20", (-0.1, -0.3, 0.2), "not the true one"),
        ("14.20", (0.3, 0.9, -0.6), "a third already"),
        ("14.21", 0.346574, "Upside down"),
        ("14.22", (3.33333, 5.774742), "away from its mean"),
        ("14.22", (3.33333, 6), "not equally large"),
        ("14.23", (143, 33), "symmetric"),
        ("14.23", (98, 44), "left without weights"),
        ("14.24", (2, 0, 4), "the square"),
        ("14.24", (2, 1, 1.889822), "joins the means"),
        ("14.25", 1, "Leave each fish out"),
        ("14.26", (1, -2, -2), "pass is not over"),
        ("14.27", lambda X, y, new: 1 / 0, "ZeroDivisionError"),
        ("14.27", lambda X, y, new: np.ones(3), "wants the shape"),
        ("14.27", lambda X, y, new: _lda(X, y, new, equal=True), "equal priors"),
        ("14.27", lambda X, y, new: _lda(X, y, new, divisor=0), "n − K"),
        ("14.27", lambda X, y, new: 2 * _lda(X, y, new), "add up to 1"),
        ("14.27", lambda X, y, new: _lda(X, y, -new), "Not the probabilities"),
        ("15.1", (1, 2, 2), "length of w"),
        ("15.1", (1, 1.41421, 1.78885), "nearest point is the negative one"),
        ("15.2", (0.24, 0.32, 1.56, 5), "sign of b"),
        ("15.2", (0.24, 0.32, -1.56, 2.5), "twice as wide"),
        ("15.2", (0.6, 0.8, -3.9, 5), "of length 1"),
        ("15.3", 7.25, "½ before the square"),
        ("15.3", 6.125, "it pays too"),
        ("15.3", 4.125, "never below 0"),
        ("15.4", (1, 1, 1.8946), "counts from the edge"),
        ("15.4", (0, 0, 0.452), "over the line"),
        ("15.5", "0??c", "forces it up to C"),
        ("15.5", "0CCC", "by its label first"),
        ("15.5", "xy0?", "each one of 0, ?, C."),
        ("15.5", "?0?0", "Ask of each row"),
        ("15.6", (25, 1.5), "divides the slacks by N"),
        ("15.6", (0.5, 3), "counts half"),
        ("15.7", lambda X, y: 1.0, "it found 1"),
        ("15.7", lambda X, y: 1 / 0, "ZeroDivisionError"),
        ("15.8", "CDBA", "share γ = 1"),
        ("15.8", "a, d, b, c", "narrow bells"),
        ("15.9", 165, "Count those of fewer"),
        ("15.9", 219, "constant is a feature"),
        ("15.10", (0.4, -0.4, -2.6, 3.53553), "label +1"),
        ("15.11", (3.872983, 3, 1.732051), "swapped"),
        ("15.11", (3, 9, 15), "roots"),
        ("15.12", (4 / 9, 0.0183156), "There is a 2"),
        ("15.12", (2 / 9, 7.389056), "falls with the distance"),
        ("15.13", (3, -1), "lower one comes first"),
        ("15.14", (10, 90, 200), "counted twice"),
        ("15.15", (10**8, 1771), "a row for each"),
        ("15.15", (17_710_000, 10**8), "other way round"),
        ("15.16", 2.4, "only what sticks out"),
        ("15.16", 2.2, "subtract ε"),
        ("15.17", lambda A, B, gamma: np.exp(gamma * ((A[:, None] - B) ** 2).sum(axis=2)), "Check the sign"),
        ("15.17", lambda A, B, gamma: np.ones((1, 1)), "shape"),
        ("15.17", lambda A, B, gamma: 1 / 0, "ZeroDivisionError"),
        ("15.18", (41, 41, 500), "slacks are unknowns"),
        ("15.18", (41, 541, 501), "no b"),
        ("15.19", (1 / 16, 1 / 16), "½ before the double sum"),
        ("15.20", -1.375, "mean over all four"),
        ("15.20", 1.5, "b = y - w x"),
        ("15.21", (1 / 128, 1 / 32), "half of the double sum"),
        ("15.21", (1 / 132, 1 / 66), "other class"),
        ("15.22", (2, 1.5), "after one sweep"),
        ("15.22", (0.75, 1.5), "already uses the new value"),
        ("15.23", (0.25, 0.25), "at the wall"),
        ("15.23", (0.1, 0.12), "factor ½"),
        ("15.24", "cedba", "really made"),
        ("15.24", "ecdab", "which?"),
        ("15.25", lambda K, y, alpha, i, j, C: alpha, "the multiplier of row"),
        ("15.25", lambda K, y, alpha, i, j, C: alpha[:1], "multipliers"),
        ("15.25", lambda K, y, alpha, i, j, C: 1 / 0, "ZeroDivisionError"),
        ("15.26", (4, 0.125, 0.0625, 0.0625), "nearer one counts more"),
        ("15.26", (4, 0.125, 0.03125, 0.09375), "swapped"),
        ("15.26", (4, 1, 0.75, 0.25), "the push"),
        ("15.26", (4, 0.5, 0.375, 0.125), "square of the length"),
        ("15.26", (17**0.5, 2 / 17, 2 / 17, 0), "is nearer"),
        ("23.1", "CLAR", "nobody has named the groups"),
        ("23.1", "LCCR", "make no group"),
        ("23.2", "DNNRT", "it wants round clusters"),
        ("23.2", "DSSRT", "if asked for four"),
        ("23.2", "RSNRT", "how far two of them"),
        ("23.3", (2.5, 10, 30.5), "after the first round"),
        ("23.3", (11 / 3, 12, 8 / 3 + 1 / 3 + 7 / 3 + 1 + 1), "Square the distances"),
        ("23.4", (4, 152), "the J of the bad end"),
        ("23.4", (260, 4), "moves on to the mean"),
        ("23.5", "TTTFF", "share a cloud for ever"),
        ("23.5", "TFTFT", "the same rows are together"),
        ("23.6", (78, 18 / 78), "share within"),
        ("23.6", (80.5, 62.5 / 80.5), "not half-way"),
        ("23.7", (-0.6, 0), "b less a"),
        ("23.7", (1 / 3, -0.25), "all rows of the other cluster"),
        ("23.8", (0.3, 0.6), "Square the distances"),
        ("23.8", (0, 1), "furthest first"),
        ("23.9", (0.182426, 0.0024726), "the second centre"),
        ("23.9", (0.9975274, 0.817574), "nearer to all or nothing"),
        ("23.10", (11.25, 9.6875), "pulls by a fifth"),
        ("23.11", (9, 16, 16 / 9), "square of the factor"),
        ("23.12", (3, 3), "first K that is good enough"),
        ("23.13", (2, 2), "Standardise"),
        ("23.13", (3, 1), "not defined for K = 1"),
        ("23.14", "GPFR", "never certain"),
        ("23.15", lambda X, centres: _rounds(X, centres, 1), "That is one round"),
        ("23.15", lambda X, centres: (_rounds(X, centres)[0] + 1, _rounds(X, centres)[1]), "from 0"),
        ("23.15", lambda X, centres: (_rounds(X, centres)[0], centres), "the centres not"),
        ("23.15", lambda X, centres: (_rounds(X, centres)[0], centres[:1]), "40 clusters and"),
        ("23.15", lambda X, centres: (np.zeros(40), centres), "Not where k-means comes to rest"),
        ("26.1", 0.042525, "most probable path alone"),
        ("26.1", 0.116275, "Add the cell of the loaded one"),
        ("26.1", 0.026345, "Add the cell of the fair one"),
        ("26.1", 0.496, "Go on to the tails"),
        ("26.1", 0.35338, "shows tails"),
        ("26.1", 0.12202, "rows for columns"),
        ("26.2", "FFFL", "follow its pointers back"),
        ("26.2", "FFFF", "loaded coin is a little larger"),
        ("26.2", ["fair", "fair", "loaded", "loaded"], "ways into loaded on toss 3"),
        ("26.2", "LLLL", "ways into loaded on toss 2"),
        ("26.2", "LLLF", "backwards"),
        ("26.2", "LFLF", "where did it come from"),
        ("26.2", "fair", "4 letters"),
        ("26.3", 0.063, "first day is cold"),
        ("26.3", 0.0945, "Read the rows"),
        ("26.3", 0.0405, "from hot to hot"),
        ("26.3", 0.035, "Count every day"),
        ("26.4", 0.64, "only one way"),
        ("26.4", 0.8, "That is tomorrow"),
        ("26.4", 0.26, "probability of cold"),
        ("26.4", 5 / 7, "long run"),
        ("26.4", 0.52, "probabilities of the chapter"),
        ("26.5", 0.03375, "best path alone"),
        ("26.5", 0.138, "rows of the matrix as columns"),
        ("26.5", 0.4, "Go on to day 2"),
        ("26.5", 0.044, "Add the cell of cold"),
        ("26.6", 0.17, "from cold"),
        ("26.6", 0.9, "Weight each emission"),
        ("26.6", 0.0295, "Beta begins with day 2"),
        ("26.7", 0.0625, "day 1 only"),
        ("26.7", 0.560510, "That is day 2"),
        ("26.7", 0.01475, "Divide by the probability"),
        ("26.7", 0.812102, "probability of cold"),
        ("26.8", 0.5605, "by filtering"),
        ("26.8", 0.03425, "Divide by the probability"),
        ("26.8", 0.392357, "Day 2 may have been cold"),
        ("26.8", 0.5637, "probability of cold"),
        ("26.8", 0.25, "long run"),
        ("26.9", "DPSF", "the novelist about a path"),
        ("26.9", "SFDP", "asks about tomorrow"),
        ("26.9", "FPDS", "what came later too"),
        ("26.9", "PSDF", "which entries"),
        ("26.10", "hh", "four products"),
        ("26.10", "cold cold", "add both paths"),
        ("26.10", "C, H", "other way round"),
        ("26.11", (20**10, 1900), "ten to the twentieth"),
        ("26.11", (10**20, 2000), "19 steps"),
        ("26.11", (10**20, 190), "from each of the 10"),
        ("26.12", (0.625, 0.25), "is not left"),
        ("26.12", (2 / 7, 5 / 7), "in this order"),
        ("26.12", (5, 2), "how often H is left"),
        ("26.13", 0, "without a pseudo-count"),
        ("26.13", 2 / 3, "for each of the three symbols"),
        ("26.13", 0.4, "grows by 6"),
        ("26.13", 1 / 6, "Here it is 2"),
        ("26.13", 0.25, "C occurs three times"),
        ("26.14", 0.2, "share of cold"),
        ("26.14", 0.65, "one step from an even start"),
        ("26.15", (0.4, 0.0785), "Divide by the first scale"),
        ("26.15", (0.025, 0.044), "sum of a column"),
        ("26.16", 1 / 0.96, "0.04 each day"),
        ("26.16", 24, "Count the first day"),
        ("26.17", "A", "plateau"),
        ("26.17", "C", "crosses a plateau"),
        ("26.17", "D", "not finished"),
        ("26.18", 2 / 3, "the probability that it was hot"),
        ("26.18", 0.594232, "not by all days"),
        ("26.18", 0.114362 / 1.897057, "share of 1 Solo"),
        ("26.19", lambda start, a, b, seen: [0] * len(seen), "the most probable path is"),
        ("26.19", lambda start, a, b, seen: _decoded(start, a, b, seen)[::-1], "backwards"),
        ("26.19", lambda start, a, b, seen: _decoded(start, np.transpose(a), b, seen), "wrong way round"),
        ("26.19", lambda start, a, b, seen: 1 / 0, "ZeroDivisionError"),
        ("19.1", (0, 0.5, 0, 0), "bias is missing"),
        ("19.1", (0.2, 0.450166, 0.197375, 0.2), "sign in the exponent"),
        ("19.2", 5, "not above 4.5"),
        ("19.3", (1, 0, 1, 1), "first row is a mistake too"),
        ("19.3", (0, 0, 0, 1), "bias learns too"),
        ("19.4", 256, "odd number of bits"),
        ("19.4", 152, "cannot be represented"),
        ("19.5", (0, -1, 1, 0, 2, 1), "never answers with a negative"),
        ("19.5", (0, 0, 1, 0, 1, 1), "passes its sum on"),
        ("19.6", (0.952574, 1.249046, 3, 3), "functions themselves"),
        ("19.7", (2, 2, -1.5), "bias of the second hidden unit"),
        ("19.7", (3.5, -3.5, 7.5), "one hidden unit"),
        ("19.8", 48, "biases count too"),
        ("19.8", 63, "Inputs have no bias"),
        ("19.9", (0.736125, 0.164252, 0.099624, 2.606020), "in bits"),
        ("19.9", (0.736125, 0.164252, 0.099624, 0.306356), "is the second"),
        ("19.10", (0.1, 2.302585), "is the mean"),
        ("19.10", (0.1, 0.767528), "one of four rows"),
        ("19.11", (1, 2, 0, 0, 1, 3, 1), "W2 times W1"),
        ("19.11", (1, 0, 2, 0, 0, 1, 1), "through the second layer"),
        ("19.12", lambda z: 1 / 0, "ZeroDivisionError"),
        ("19.12", lambda z: z, "it should give"),
        ("19.12", lambda z: z * np.nan, "Subtract the largest"),
        ("19.12", lambda z: z[:1], "4 probabilities"),
        ("19.12", lambda z: ["a"] * len(z), "give numbers"),
        ("19.12", lambda z: _softmax(np.clip(z, -700, 700)), "it should give"),
        ("19.12", lambda z: _softmax(z - np.mean(z)), "Subtract the largest"),
        ("19.12", lambda z: _softmax(z - z[0]), "Subtract the largest"),
        ("19.12", lambda z: _softmax(z - z[-1]), "Subtract the largest"),
        ("19.12", lambda z: _softmax(z - z.min()), "Subtract the largest"),
        ("19.12", lambda z: _softmax(z - np.median(z)), "Subtract the largest"),
        ("19.12", 3, "function itself"),
        ("19.13", (0.761594, 0.419974, 2, 0.639700), "has no ½"),
        ("19.13", (1.523188, 0.181568, 2, 0.553125), "slope of a sigmoid"),
        ("19.14", (0.574939, 0.287470, 2, 1), "check the signs"),
        ("19.14", (-2.924234, -1.462117, -2, -1), "slope of the unit"),
        ("19.15", (0.168487, 0.0926397, 0.0469712, 0.0939425), "not steps"),
        ("19.16", (0.096, 0.12, 0.0288), "is negative"),
        ("19.16", (-0.128, 0.12, -0.0384), "slope of a tanh"),
        ("19.16", (-0.2, 0.12, -0.06), "slope of the unit"),
        ("19.16", (-0.048, 0.1, -0.0144), "output at its start"),
        ("19.17", (0.075, 0.2), "transpose"),
        ("19.17", (0.5, 1.2), "own slope"),
        ("19.18", 0.246725, "with the gradient"),
        ("19.18", 0.214365, "η = 0.5"),
        ("19.19", -0.470432, "is gone"),
        ("19.19", 0.235216, "Which way"),
        ("19.19", -0.249782, "as it is"),
        ("19.19", -0.220296, "has the slope 1"),
        ("19.19", -0.207449, "not that of a tanh"),
        ("19.20", 2.5, "smaller rate"),
        ("19.20", 0.002, "takes half of that away"),
        ("19.20", 0.001, "not larger"),
        ("19.20", 0.2, "50 rows"),
        ("19.20", 0.1, "much longer"),
        ("19.21", (12, 6, 48), "used twice"),
        ("19.21", (12, 18, 6), "x is 4"),
        ("19.22", lambda *a: 1 / 0, "ZeroDivisionError"),
        ("19.22", lambda *a: None, "four arrays"),
        ("19.22", lambda W1, b1, W2, b2, x, y: (W1.T[:0], b1, W2, b2), "shape"),
        ("19.22", lambda W1, b1, W2, b2, x, y: (W1, b1, W2, b2), "not right"),
        ("19.22", lambda *a: [v / 2 for v in _slopes(*a)], "has no ½"),
        ("19.22", lambda *a: [-v for v in _slopes(*a)], "wrong sign"),
        ("19.23", 0.25**10, "nine steps"),
        ("19.23", 0.5**9, "output of the unit"),
        ("19.24", 2, "output of the unit"),
        ("19.24", 1, "factor of ¼"),
        ("19.24", 0.25, "make up for it"),
        ("19.25", 0.25**9, "without the residual"),
        ("19.26", (0.01, 0.04), "variances"),
        ("19.26", (0.1, 0.1825742), "and of outputs"),
        ("19.27", 10, "best epoch"),
        ("19.27", 4, "then there is one"),
        ("19.27", 11, "never run"),
        ("19.28", 2.4, "makes up for"),
        ("19.28", 3.75, "a fifth of that"),
        ("19.28", 0.6, "kept with 0.8"),
        ("19.29", 4, "whole network"),
        ("19.29", 1.6, "kept with 0.6"),
        ("19.30", (1.630969, 0.010709), "slope is negative"),
        ("19.31", "SNPL", "stands still and then drops"),
        ("19.31", "PLSN", "falls to the end"),
        ("19.32", 3, "function itself"),
        ("19.32", lambda *a: _stopping(*a, sign=1), "against the gradient"),
        ("19.32", lambda *a: _stopping(*a)[:1], "shape of the first"),
        ("19.32", lambda *a: _stopping(*a, last=True), "last weights"),
        ("19.32", lambda *a: _stopping(*a, reset=False), "back to 0"),
        ("19.32", lambda *a: _stopping(*a[:4], a[4] + 1), "third step in a row"),
        ("19.32", lambda *a: _stopping(*a, first=False), "first weights count"),
        ("22.1", "TTTTT", "What is left out is gone"),
        ("22.2", (10, -4), "length √2"),
        ("22.2", (20 / 3, 4 / 3), "not by one less"),
        ("22.3", (1, 6, 1 / 7), "larger one first"),
        ("22.3", (1, 6, 6 / 7), "larger one first"),
        ("22.3", (5, 2, 5 / 7), "are correlated"),
        ("22.4", (9, 0), "number of features"),
        ("22.5", (400, 500 / 550), "divide by the number of rows"),
        ("22.6", "SPSS", "only a proxy"),
        ("22.7", (1.125, 0.875, 45), "not by the variances"),
        ("22.7", (1.5, 0.5, 0.785398), "in degrees"),
        ("22.7", (1.5, 0.5, 225), "upper half"),
        ("22.8", "TTFTF", "square of the values"),
        ("22.9", (2, 0.6, 0.25), "length of the arrow"),
        ("22.9", (1, 0.6, 0.5), "squared"),
        ("22.10", lambda X, k: _rebuilt(X, k) - X.mean(axis=0), "add it back on"),
        ("22.10", lambda X, k: _rebuilt(X, k, "smallest"), "the other way round"),
        ("22.10", lambda X, k: _rebuilt(X, k, "not centred"), "Take the mean off"),
        ("22.10", lambda X, k: _rebuilt(X, k, "columns"), "first *rows*"),
        ("22.10", lambda X, k: X, "Not the nearest rows"),
        ("22.11", (1.5, -1.5, 1.5), "direction (1, −1)"),
        ("22.12", "TTTT", "of any x"),
        ("22.13", (0.7310586, 0.582203), "The perplexity is e"),
        ("22.14", 0.32, "p less q"),
        ("22.15", 67.2477, "take its root"),
        ("22.15", 61.0357, "half of the squared distance"),
        ("22.15", 1.5485, "squared"),
        ("22.15", 7.3211, "fallen to 0.8"),
        ("22.15", 1.5, "ratio is kept"),
        ("22.16", "NNSNS", "change a lot"),
        ("22.16", "SNSSS", "equally wide"),
        ("22.17", lambda K, k: _kernel_scores(K, k, power=0), "root of its eigenvalue"),
        ("22.17", lambda K, k: _kernel_scores(K, k, power=1), "not by the eigenvalue"),
        ("22.17", lambda K, k: _kernel_scores(K, k, smallest=True), "the other way round"),
        ("22.17", lambda K, k: _kernel_scores(K, k, centred=False), "Centre the kernel matrix"),
        ("23.16", "WSCAS", "farthest members are a maximum"),
        ("23.17", (1, 3, 5, 8), "single linkage"),
        ("23.17", (1, 3.5, 7.333, 13.5), "average linkage"),
        ("23.17", (1, 4, 9, 17), "how far it is from 18"),
        ("23.18", (7, 3, 1), "one row more"),
        ("23.18", (8, 4, 4), "not the widest"),
        ("23.19", 12.667, "what it was before"),
        ("23.19", 4.6188, "Half its square"),
        ("23.20", (2, 6, 3), "adds up the weights"),
        ("23.20", (3, 4, 2), "Square the difference"),
        ("23.21", (0.8, 1), "plain cuts"),
        ("23.22", "TTFTT", "loses something"),
        ("23.23", "NNNNNNNN", "one of its own neighbours"),
        ("23.23", "CCCNCCCN", "only near a core point"),
        ("23.24", "AKSDK", "k-means needs none"),
        ("23.25", (0.791667, 0.73065), "different sizes"),
        ("23.25", (0.8, 0.495263), "nats"),
        ("23.26", 0.6667, "Rand index"),
        ("23.26", 0.6154, "above and below"),
        ("23.27", "SPER", "which of the two goes up"),
        ("23.28", (4, 1), "Noise is no cluster"),
        ("23.28", (2, 1), "numbered from 0"),
        ("23.29", lambda X: _joined(X)[::-1], "ascending"),
        ("23.29", lambda X: np.square(_joined(X)), "Take the roots"),
        ("23.29", lambda X: _joined(X, max), "complete linkage"),
        ("23.29", lambda X: _joined(X)[1:], "merges"),
        ("25.1", "DDGDG", "can draw a row"),
        ("25.1", "GDGGG", "on which side"),
        ("25.2", 0.5, "Spread it over the width"),
        ("25.3", 1 / 6, "mean of the bumps"),
        ("25.3", 0.25, "number of points"),
        ("25.4", (1 / 6, 3 / 16, 7 / 48), "own bump"),
        ("25.4", (1 / 12, 5 / 48, 1 / 16), "of which there are two"),
        ("25.5", (0.1438410, 0.1308120), "wrong order"),
        ("25.5", (0.1887219, 0.2075187), "bits"),
        ("25.6", (0.75, 1 / 3), "sure you can be of q"),
        ("25.6", (1 / 3, 2), "odds"),
        ("25.7", "A", "much better"),
        ("25.8", 0.2419707, "three times as wide"),
        ("25.8", 0.0539910 / 3, "Find the ω"),
        ("25.9", "RRRF", "fraction with 0 below"),
        ("25.9", "FRFF", "rules out the other nine"),
        ("25.10", lambda x, h: float(np.log(kernel_density(x, x, h)).mean()), "diagonal"),
        ("25.11", (0.5, 0.2), "Divide it by the evidence"),
        ("25.11", (0.6, 1 / 3), "not equally probable"),
        ("25.12", (-0.5697172, 0.1438410, -0.4258762), "subtract it"),
        ("25.13", (-3.2, -0.7), "never negative"),
        ("25.13", (-3.8, 0.1), "from below"),
        ("25.14", (4, 3.6151702), "halved"),
        ("25.15", (3, -6), "decoder's part alone"),
        ("25.15", (3.5, 9), "negative"),
        ("25.16", "DGG", "recognising what was invented"),
        ("25.17", "BDAC", "code that is ignored"),
        ("25.18", (2.4373, 2.4373, 2.7402), "Half of the noise"),
        ("25.18", (2.4373, 2.7186, 2.3167), "its spread is 1.5"),
        ("25.19", lambda *a: 1 / 0, "ZeroDivisionError"),
        ("25.19", lambda x, mu, sigma, eps, decode, s: -_bound(x, mu, sigma, eps, decode, s), "minus the bound"),
        ("25.10", lambda x, h: len(x) * float(left_out_likelihoods(x[:, None], [h])[0]), "Take their mean"),
    ],
)
def test_a_known_slip_is_named(number, answer, words):
    assert words in repr(check(number, answer))


def test_an_exercise_that_is_checked_asks_for_no_essay_beside_it():
    essay = re.compile(r"(?i)write in a sentence|\bsketch|in your own words|\bexplain\b|say why|and why\?|prove that")
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            statement = "".join(cell["source"])
            if number := re.match(r"`+\{exercise\} ([\d.]+) ", statement):
                assert not essay.search(statement), number[1]


def test_every_exercise_has_a_hint():
    without = Counter(number.split(".")[0] for number in CHECKS if not HINTS[number])
    assert not without, "hints are missing in " + ", ".join(f"chapter {c} ({n})" for c, n in without.items())


def test_hints_are_sentences_of_their_own():
    default = inspect.signature(expect).parameters["hint"].default
    written = {number: hint for number, hint in HINTS.items() if hint}  # those without one are the test above
    short = [number for number, hint in written.items() if len(hint) < 20 or not hint.endswith((".", "?"))]
    assert not short, f"a hint has 20 characters or more and ends with a full stop or a question mark: {short}"
    telling = [number for number, hint in written.items() if "Solution" in hint or default in hint]
    assert not telling, f"a hint neither points to the solution nor repeats the default words: {telling}"
    times = Counter(written.values())
    equal = [number for number, hint in written.items() if times[hint] > 1]
    assert not equal, f"these exercises share a hint: {equal}"


def test_every_kind_of_dependence_is_seen():
    """Exercise 11.12: curves with many bends count, independent numbers hardly ever."""
    x = np.linspace(-1, 1, 200)
    for y in (x**2, np.abs(x), np.cos(6 * np.pi * x), np.sin(8 * np.pi * x), np.cos(20 * x)):
        assert check("11.12", (x, y)).right and check("11.12", (y, x)).right
    chance = [check("11.12", np.random.default_rng(seed).normal(size=(2, 100))).right for seed in range(200)]
    assert sum(chance) <= 2
    assert "never changes" in check("11.12", (x, 0 * x)).text


def test_an_unknown_exercise_is_refused():
    with pytest.raises(ValueError, match="number must be that of an exercise"):
        check("11.99", 1)


@pytest.mark.parametrize(
    ("answer", "value", "verdict", "words"),
    [
        (0.6667, 2 / 3, "right", ""),
        (0.67, 2 / 3, "right", ""),
        ("0.67", 2 / 3, "right", ""),
        ("2/3", 2 / 3, "right", ""),
        (Fraction(2, 3), 2 / 3, "right", ""),
        (np.float64(2 / 3), Fraction(2, 3), "right", ""),
        (0.795, 486 / 611, "right", ""),
        ("0.80", 486 / 611, "right", ""),
        (0.80, 486 / 611, "coarse", "Right as far as it goes"),  # for Python this is 0.8
        (0.7, 2 / 3, "coarse", "Right as far as it goes"),
        (0.666, 2 / 3, "right", "rounding of the last digit"),
        (2.001 / 3, 2 / 3, "right", "keep more digits"),
        (2.00001 / 3, 2 / 3, "right", ""),  # from six digits, as the book prints them
        (0.66, 2 / 3, "wrong", "Work the steps again"),
        (0.6687, 2 / 3, "wrong", "Work the steps again"),
        (0.66712345, 2 / 3, "wrong", "Work the steps again"),
        (0, 0.3, "wrong", "Work the steps again"),
        (-0.667, 2 / 3, "slip", "the sign is not"),
        (66.7, 2 / 3, "slip", "a per cent is a hundredth"),
        (0.0667, 2 / 3, "slip", "decimal point"),
        (1.5, 2 / 3, "slip", "upside down"),
        (276.0, 275.667, "right", ""),
        (276, 275.667, "right", ""),
        (55600.0, 55562.43, "right", ""),
        (55600, 55562, "wrong", "Work the steps again"),
        (459, 459, "right", ""),
        (459.0, 459, "right", ""),
        (458, 459, "wrong", "Work the steps again"),  # a count is not rounded
        (21_001, 21_000, "wrong", "Work the steps again"),
        (1e20, 10**20, "right", ""),
    ],
)
def test_numbers_are_judged_by_their_digits(answer, value, verdict, words):
    found, said = expect(value).judge(answer)
    assert found == verdict and words in said
    assert expect_all([value, 1]).judge([answer, 1])[0] == verdict


def test_practice_and_exercises_judge_a_number_alike():
    p = Problem("small", 1, 0, "One number")
    p.ask("a", "486/611", "a", hint="Think.")
    for text in ("0.80", "0.8", "0.795", "0.796", "0.7954", "0.75", "-0.795", "79.5", "486/611", "0.205"):
        (mark,) = p.check({"a": text})
        verdict, words = expect(486 / 611, hint="Think.").judge(text)
        assert (verdict, words or "Right.") == (mark.verdict, mark.words), text


def test_an_answer_that_is_right_as_far_as_it_goes_is_told_so():
    assert repr(check("12.6", 0.6)) == "Exercise 12.6: right."
    coarse = check("12.5", 0.6)
    assert repr(coarse).startswith("Exercise 12.5: right as far as it goes: give three significant digits")
    assert coarse.right is False and "check-open" in coarse._repr_html_()
    cut = check("12.5", 0.572)
    assert cut.right and repr(cut) == "Exercise 12.5: right, except for the rounding of the last digit."


def test_several_numbers_are_told_what_is_missing():
    two = expect_all([1 / 2, 1 / 3])
    assert two.judge([0.5])[1] == "The answer should be 2 numbers; this has 1."
    assert two.judge([0.5, -0.333])[1] == "The size is right; the sign is not."
    assert two.judge("0.5")[1].startswith("The answer should be 2 numbers in brackets; this is '0.5'")


@pytest.mark.parametrize("answer", ["BDAC", "bdac", "B, D, A, C", " b d a c ", ["B", "D", "A", "C"]])
def test_letters_are_read_as_people_write_them(answer):
    assert check("12.2", answer).right


@pytest.mark.parametrize(
    ("answer", "words"),
    [("BDA", "4 letters, each of A, B, C, D once"), ("BDAE", "each of A, B, C, D once"), ("ABCD", "sort distances")],
)
def test_letters_that_are_not_right_are_told_why(answer, words):
    assert words in check("12.2", answer).text


def targets_of(number):
    """The right numbers of an exercise, if it asks for numbers."""
    wanted = expected(number)
    return list(wanted.values) if isinstance(wanted, Numbers) else None


@pytest.mark.parametrize("number", CHECKS)
def test_the_solution_to_three_digits_is_accepted(number):
    targets = targets_of(number)
    if targets is None:
        return
    for digits in (3, 4, 6):
        rounded = [v if float(v).is_integer() else float(f"{float(v):.{digits}g}") for v in targets]
        feedback = check(number, rounded[0] if len(rounded) == 1 else rounded)
        assert "not yet" not in feedback.text, (rounded, targets, feedback)
    written = [str(v) if float(v).is_integer() else f"{float(v):#.3g}" for v in targets]
    assert check(number, written[0] if len(written) == 1 else written).right, (written, targets)


def test_most_exercises_ask_for_numbers():
    assert sum(targets_of(number) is not None for number in CHECKS) > 110


# ---- the form of a page


def test_all_but_code_and_lists_can_be_answered_in_a_form():
    levels = {
        number: level
        for path in NOTEBOOKS.glob("*.ipynb")
        for number, level in re.findall(
            r"\{exercise\} ([\d.]+) .*? \((\w[\w ]*)\)\\n", path.read_text(encoding="utf-8")
        )
    }
    without = {number for number in CHECKS if not expected(number)}
    lists = {"8.25", "11.12"}
    assert lists < without and {levels[number] for number in without - lists} == {"implement"}
    assert len(CHECKS) - len(without) > 125


def test_a_page_gets_the_form_and_a_notebook_what_it_had(monkeypatch):
    in_notebook = check("12.1", ...)._repr_html_()
    assert "no answer yet" in in_notebook and "<form" not in in_notebook
    monkeypatch.setenv("BYHAND_PAGE", "static")
    page = check("12.1", ...)._repr_html_()
    assert page.count("<input") == 4 and HINTS["12.1"] in unescape(page)
    ids, labels = re.findall(r'<input id="([^"]+)"', page), re.findall(r'<label for="([^"]+)"', page)
    assert ids == labels and len(set(ids)) == 4
    assert "no answer yet" in check("12.15", ...)._repr_html_()  # code keeps its cell
    assert "<form" not in check("12.1", (7, 11, 6, 3))._repr_html_()
    assert repr(check("12.1", ...)).startswith("Exercise 12.1: no answer yet")


@pytest.mark.parametrize(("number", "secret"), [("12.2", "BDAC"), ("12.5", "0.571"), ("13.6", "Body temperature")])
def test_a_form_does_not_show_what_it_expects(number, secret):
    page = html(number, expected(number), HINTS[number])
    assert secret.lower() not in page.lower()
    known = json.loads(base64.b64decode(re.search(r'data-expected="([^"]+)"', page)[1]))
    assert known == {**expected(number).payload(), "say": SAY, "anywhere": {n: w for n, (w, _) in ANYWHERE.items()}}


NODE_JUDGES = (
    NODE
    + """
process.stdout.write(JSON.stringify(given.map(([expected, texts]) => window.byhand.judgeAnswer(expected, texts))));
"""
)

AS_WRITTEN = ["≈0.64", "(9/14)", "1250 €", "2 1/3", "9:14", "1,234.5", "1 234,5", "sqrt(2)/2", "3*0.2", "e^-1"]
AS_WRITTEN += ["log2(3/4)", "1,234", "log(10)", "1e999999999/1", "\x00", "(" * 40, "9**9**9", "1e-99", "٣", "½"]


def sheets(wanted):
    """Ways to answer: the right numbers with more and fewer digits, each slip, numbers near and far; letters alike."""
    if isinstance(wanted, Numbers):
        for numbers in (wanted.values, *(wrong for wrong, _ in wanted.slips)):
            for factor in (1, -1, 10, 100, 1.0004, 1.07):
                for digits in (1, 2, 3, 4, 6):
                    yield [f"{float(value) * factor:.{digits}g}" for value in numbers]
                    yield [f"{float(value) * factor:#.{digits}g}".rstrip(".") for value in numbers]
            yield [str(int(value) if value == int(value) else float(value)) for value in numbers]
        for text in AS_WRITTEN:
            yield [text] * len(wanted.values)
    else:
        words = [wanted.right, *wanted.slips, "no", "ABCD", "A, B, C, D", "ccc", "cab", "hot cold", "00CC", "x y"]
        for word in words:
            yield from ([word], [word.lower()], [" ".join(word)], [word[::-1]], ["; ".join(word)], [" > ".join(word)])


def test_the_page_judges_exercises_as_the_library_does():
    forms = {number: wanted for number in CHECKS if (wanted := expected(number))}
    cases = [(wanted, texts) for wanted in forms.values() for texts in sheets(wanted)]
    words = {"say": SAY, "anywhere": {name: words for name, (words, _) in ANYWHERE.items()}}
    found = in_node(NODE_JUDGES, [({**wanted.payload(), **words}, texts) for wanted, texts in cases])
    seen = Counter()
    for (wanted, texts), (verdict, said) in zip(cases, found, strict=True):
        here, words_here = wanted.judge(texts if len(texts) > 1 else texts[0])
        if here == "unread" and isinstance(wanted, Numbers):  # of Python's values only text can be typed
            words_here = SAY["unread number"]
        assert [verdict, said] == [here, words_here or SAY["right"]], (wanted, texts)
        seen[verdict] += 1
    assert len(cases) > 20_000 and min(seen[v] for v in ("right", "coarse", "slip", "wrong", "unread")) > 5, seen


WHOLE = [number for number in CHECKS if isinstance(wanted := expected(number), Numbers) and _counts(wanted)]


@pytest.mark.parametrize("number", WHOLE)
def test_a_count_that_is_one_off_is_wrong(number):
    """Among them 12.3, 12.4 and 15.15, with their ten thousands."""
    wanted = expected(number)
    for place, step in ((p, s) for p in _counts(wanted) for s in (-1, 1)):
        answer = list(wanted.values)
        answer[place] = int(answer[place]) + step
        for given in (answer, [str(value) for value in answer]):
            assert check(number, given[0] if len(given) == 1 else given).right is False


@pytest.mark.parametrize(
    "answer", ["b,d,a", "B, D, A", "b d a", "bda", "b; d; a", "b > d > a", "(b) (d) (a)", list("bda")]
)
def test_letters_are_read_with_whatever_stands_between_them(answer):
    assert check("8.17", answer).right
    changed = str.maketrans("bda", "cad")
    assert check("8.20", answer.lower().translate(changed) if isinstance(answer, str) else list("cad")).right


@pytest.mark.parametrize(
    "returned",
    [
        None,
        1,
        [0.1, 0.9],
        {"a": None, "b": 1, "c": 1},
        {None: 1, "a": 2},
        {"a": "x"},
        {"a": [1]},
        {},
        {"a": 1j},
        {"a": float("nan"), "b": 1, "c": 1},
    ],
)
def test_a_classifier_that_returns_something_else_is_told_so(returned):
    assert check("11.15", lambda X, y, x: returned).right is False


RETURNED = [
    None,
    1,
    "x",
    [],
    [None],
    [[1]],
    {},
    {"a": [1]},
    {None: 1},
    (1, 2),
    [1j] * 3,
    np.zeros((3, 3)),
    object(),
    1j,
]
RETURNED += [float("nan"), [10**400] * 3, [[1], [1, 2]], iter([1, 2]), np.array([None] * 4), [np.zeros(2), None, 1, 2]]


@pytest.mark.parametrize("number", [number for number in CHECKS if not expected(number)])
def test_a_function_that_returns_anything_at_all_gets_words(number):
    for returned in RETURNED:
        feedback = check(number, lambda *a, returned=returned: returned)
        assert feedback.right is False and feedback.text.startswith("not yet. ")


CONSTANTS = [0, 0.0, 1, -1, 0.5, True, "", "a", [0.0], [0, 0, 0, 0], [0.5, 0.5]]


@pytest.mark.parametrize("number", [number for number in CHECKS if not expected(number)])
def test_a_function_that_does_not_look_at_the_data_never_passes(number):
    for constant in CONSTANTS:
        assert check(number, lambda *a, constant=constant: constant).right is False, constant
    for place in range(3):  # handing back an argument is no answer either
        assert check(number, lambda *a, place=place: a[place]).right is False, place


def _least_subtracted(prior, log_likelihood):
    return _softmax((z := np.log(prior) + np.array(log_likelihood)) - z.min())


def _zeros_are_alike(counts, query):
    def similarity(row):
        return np.dot(row, query) / np.linalg.norm(row) if any(row) else 1

    return int(np.argmax([similarity(row) for row in counts]))


def _up_to(y, predicted, positive):
    """Counts that are right if the positive class is the first in the alphabet."""
    return _counted([label <= positive for label in y], [label <= positive for label in predicted])


def _counted(y, predicted):
    return [_count(y, predicted, True, *kind) for kind in ((1, 1), (0, 1), (1, 0), (0, 0))]


@pytest.mark.parametrize(
    ("number", "answer"),
    [
        ("2.18", _least_subtracted),
        ("3.24", _zeros_are_alike),
        ("5.14", _up_to),
        ("13.25", lambda tree: 0.0),
        ("23.15", lambda X, centres: _rounds(X, centres, tie=-1)),
    ],
)
def test_a_function_that_is_right_only_on_easy_data_does_not_pass(number, answer):
    assert check(number, answer).right is False


def test_forms_that_ask_for_numbers_say_how_many_digits():
    for number in CHECKS:
        if wanted := expected(number):
            assert ("three significant digits" in html(number, wanted, "")) == isinstance(wanted, Numbers)


def test_the_page_says_what_is_missing_or_no_number():
    two, one = (html_payload(number) for number in ("12.3", "12.5"))
    asked = [(two, ["0", " "]), (one, [""]), (one, ["much"]), (one, ["4/7"]), (one, ["0,571"]), (one, ["0.6"])]
    verdicts = in_node(NODE_JUDGES, asked)
    assert verdicts == [
        ["missing", SAY["unfilled"]],
        ["missing", SAY["missing"]],
        ["unread", SAY["unread number"]],
        ["right", SAY["right"]],
        ["right", SAY["right"]],
        ["coarse", SAY["coarse"]],
    ]


def html_payload(number):
    return json.loads(base64.b64decode(hidden(expected(number))))


def test_a_function_that_fails_is_told_where():
    feedback = check("12.15", lambda X, y, x, k: y[len(X)])
    assert "neighbours([[" in feedback.text and ", ...], " in feedback.text
    assert feedback.text.endswith("stopped with IndexError: list index out of range.")
    assert "should return a number; best_threshold([" in check("13.19", lambda x, y: "three").text
    assert "the function itself" in check("13.19", 3).text
