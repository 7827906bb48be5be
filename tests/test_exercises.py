"""Checks of exercises: the solutions in the notebooks are accepted, slips are recognised, odd answers do no harm."""

import json
from pathlib import Path

import numpy as np
import pytest

from byhand.exercises import CHECKS, check, expect, expect_all

for first in (
    "6.1",
    "8.1",
    "11.1",
    "12.1",
    "13.1",
):  # the checks of a chapter are loaded when the first of them is asked for
    check(first, ...)
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ODD = [None, "ten", [], {}, object(), float("nan"), float("inf"), 1j, -1, [1, 2, 3], True, lambda: 0]


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


def _by_inverse(X, y):
    design = np.column_stack([np.ones(len(X)), X])
    return np.linalg.inv(design.T @ design) @ design.T @ y


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
        ("6.1", 4.102470 * 90, "Add the intercept"),
        ("6.1", 223605.5, "in euros"),
        ("6.2", (2.2, 0.7), "intercept first"),
        ("6.2", (0, 2.5), "through the origin"),
        ("6.3", 1.8, "That is the SSE"),
        ("6.3", 0.9, "divides by N minus"),
        ("6.4", (4.102470, 42448.97), "with an intercept"),
        ("6.4", (2117 / 729, 55562.43), "weighs each flat"),
        ("6.5", 42448.97 / 4, "divides by N - 2"),
        ("6.6", 145.617, "sign is turned round"),
        ("6.6", 0, "centred line"),
        ("6.7", (4.102470 * 10.7639, 264.630), "each one adds less"),
        ("6.8", (0.0301603, -3.04071, 231.155), "constant comes first"),
        ("6.9", [1, 2, 3, 4, 9], "product of the two"),
        ("6.9", [1, 2, 3, 4, 9, 6], "in the order"),
        ("6.10", (9, 9), "are ten"),
        ("6.11", 0.0183156, "2 below the fraction"),
        ("6.11", 0.00269955, "height 1"),
        ("6.12", 119.469, "has seen the flat"),
        ("6.13", 0.512321, "one over the slope"),
        ("6.14", 0.7835350, "all six flats"),
        ("6.15", 8, "smallest training error"),
        ("6.16", lambda X, y: np.linalg.lstsq(X, y, rcond=None)[0], "with the intercept it is"),
        ("6.16", lambda X, y: np.roll(_by_inverse(X, y), -1), "put the intercept first"),
        ("6.16", lambda X, y: _by_inverse(X, y), "do not form X'X"),
        ("6.16", lambda X, y: 0 * _by_inverse(X, y), "least squares gives"),
        ("8.1", (-0.5, -2.75), "went uphill"),
        ("8.1", (1.75, 2.3125), "factor 2 is missing"),
        ("8.1", (2.5, 4), "at the new place"),
        ("8.2", "dba", "it says which parameters are better"),
        ("8.2", ["b", "c", "a"], "comes after learning"),
        ("8.2", "bde", "none of the three"),
        ("8.3", 2, "exactly 0"),
        ("8.3", 4, "that are right"),
        ("8.4", 1, "below the mistake"),
        ("8.4", 0.6931472, "lifts it to 1"),
        ("8.5", "acd", "is zero for every instance that is right"),
        ("8.5", "bad", "right answers small"),
        ("8.5", "xyz", "The letters are a, b, c, d"),
        ("8.6", (0.0843116, 0.1884980, -0.0066249), "divided by the number"),
        ("8.6", (0.1435803, 0.3575158, 0), "b has a gradient of its own"),
        ("8.6", (0.2, 0.4, 0), "at the new place"),
        ("8.7", (0.5272532, -0.9454936, 0.2272532), "move against x"),
        ("8.7", (0.4727468, -1.0545064, 0.2), "b moves as well"),
        ("8.7", (0.4727468, -1.0545064, 0.1762190), "All three need the old ones"),
        ("8.7", (0.5, -1, 0.2), "exponential loss always moves"),
        ("8.8", (2, 0.6854725), "exactly 0"),
        ("8.8", (5, 0.6854725), "mistakes only"),
        ("8.8", (3, 0.0125549), "share of the margin 2"),
        ("8.8", (3, 7.3890561), "Divide by the sum"),
        ("8.9", (0.02, 228), "halves it"),
        ("8.9", (0.01, 458), "Round up"),
        ("8.9", (0.01, 460), "already below"),
        ("8.10", (2 / 3, 1 / 2, 1 / 2), "2 and 6, not 1 and 3"),
        ("8.10", (1 / 3, 1 / 6, 2 / 3), "both factors equally large"),
        ("8.10", (1 / 3, 1 / 4, 1 / 4), "Right rates"),
        ("8.11", (0.729, 0.2), "not used"),
        ("8.11", (0.614, 0.05), "other way round"),
        ("8.11", (0.614, 0.1), "half as long"),
        ("8.12", 0.54, "heavy ball"),
        ("8.12", 0.8, "Each step adds the new one"),
        ("8.12", 0.64, "plain descent"),
        ("8.13", (0.0002, 0.0001), "needs a larger rate"),
        ("8.13", (0.5, 0.25), "the rate doubles"),
        ("8.13", (0.5, 0.5), "The half matters"),
        ("8.14", ([0.5], [-0.5]), "should fall; it goes from 0.5 to 1.5"),
        ("8.14", ([0.5, -3], [0.2, -1]), "should rise; it goes from 1 to 1"),
        ("8.14", ([0.5, -3], [0.2]), "the same instances"),
        ("8.15", lambda *a: _walk(*a, sign=1.0), "goes uphill"),
        ("8.15", lambda g, x, r, m, k: _walk(g, x, r, m, k, share=1 - m), "averaging form"),
        ("8.15", lambda *a: _walk(*a, unused=True), "does not use it"),
        ("8.15", lambda g, x, r, m, k: _walk(g, x, r, m / 2, k), "β times the step before"),
        ("8.15", lambda *a: _walk(*a)[1:], "nine points"),
        ("8.15", lambda g, x, r, m, k: _walk(g, x + 1, r, m, k), "should be the start"),
        ("8.15", _walk_in_place, "has been changed"),
        ("8.16", lambda X, y, r, o: _regression(X, y, -r, o), "go uphill"),
        ("8.16", lambda X, y, r, o: _regression(X, y, r / 2, o), "a factor 2"),
        ("8.16", lambda X, y, r, o: _regression(X, y, r, range(6)), "in the given order"),
        ("8.16", lambda X, y, r, o: _regression(X, y, r, o, hasty=True), "made before it"),
        ("8.16", _regression_on_all, "all rows together"),
        ("8.16", lambda X, y, r, o: _regression(X, y, r, o)[1:], "the intercept and 2 weights"),
        ("8.16", lambda X, y, r, o: 0 * _regression(X, y, r, o), "the intercept should be"),
        ("11.1", 9 / 14, "Count the new day"),
        ("11.2", 8 / 189, "That is the score"),
        ("11.2", 4 / 875 / (4 / 875 + 8 / 189), "posterior of No"),
        ("11.3", 0, "one zero makes"),
        ("11.4", [4 / 7, 3 / 7, 1 / 7], "sum to more than 1"),
        ("11.5", 486 / 611, "That is with Sunny"),
        ("11.6", 2**0.5, "divides by N"),
        ("11.6", 2.5, "variance"),
        ("11.7", [21.5028, 17.2219], "smaller one first"),
        ("11.8", 3 * 0.08926231, "Divide by their number"),
        ("11.9", 1 - 0.575185, "posterior of ham"),
        ("11.10", 6 / 7, "feature 4 absent"),
        ("11.11", 161, "Very near"),
        ("11.12", ([0.1 * i for i in range(200)], [0.2 * i for i in range(200)]), "correlated as well"),
        ("11.13", 0.5, "both mistakes alike"),
        ("11.14", 486 / 611, "without the copy"),
        ("11.15", lambda X, y, x: {"a": 1.0, "b": 1.0, "c": 1.0}, "should sum to 1"),
        ("11.15", lambda X, y, x: 1 / 0, "ZeroDivisionError"),
        ("11.16", 0.4, "not yet"),
        ("12.1", (49, 11, 6, 3), "Take the root"),
        ("12.1", (7, 5, 6, 3), "without their signs"),
        ("12.2", "ABCD", "before it is measured"),
        ("12.2", "AABC", "each of the four letters"),
        ("12.2", 4, "four letters"),
        ("12.3", (1000, 10_000), "Training measures nothing"),
        ("12.4", (20_000, 60), "labels have to be kept"),
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
        ("13.1", 0.562335, "nats"),
        ("13.1", -0.811278, "sign"),
        ("13.2", (0.811278, 0.375, 0.25), "other order"),
        ("13.2", (0.25, 0.1875, 0.811278), "twice as much"),
        ("13.3", 0.892159, "what is left"),
        ("13.3", 0.0346469, "by their sizes"),
        ("13.4", "Yes", "leaf on the far right"),
        ("13.4", 1, "quotation marks"),
        ("13.5", 3 / 5, "share of Yes"),
        ("13.6", "body temperature", "birds and mammals"),
        ("13.7", (0, 4), "It takes three"),
        ("13.8", 5, "full tree"),
        ("13.9", (14, 3), "counted twice"),
        ("13.10", 2.639057, "nats"),
        ("13.11", lambda rows, labels: 0, "it chose 0"),
        ("13.11", lambda rows, labels: 1 / 0, "ZeroDivisionError"),
        ("13.12", (6, 0.970951), "half-way between 6 and 9"),
        ("13.13", (6, 26), "Divide by three"),
        ("13.14", 0.125, "what is left"),
        ("13.15", 1 / 6, "observed share"),
        ("13.16", (0.25, 0.125), "observed shares"),
        ("13.17", (1, 1), "No plane"),
        ("13.18", lambda x, y: 0.0, "it found 0.0"),
    ],
)
def test_a_known_slip_is_named(number, answer, words):
    assert words in repr(check(number, answer))


def test_an_unknown_exercise_is_refused():
    with pytest.raises(ValueError, match="number must be that of an exercise"):
        check("11.99", 1)


def test_numbers_are_compared_to_three_digits():
    assert expect(0.6667, 2 / 3) is None
    assert expect(0.66, 2 / 3) is not None
    assert expect_all([0.5, 0.3333], [1 / 2, 1 / 3]) is None
    assert expect_all([0.5], [1 / 2, 1 / 3]) == "The answer should be 2 numbers; this has 1."
