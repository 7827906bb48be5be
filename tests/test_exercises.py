"""Checks of exercises: the solutions in the notebooks are accepted, slips are recognised, odd answers do no harm."""

import json
from pathlib import Path

import numpy as np
import pytest

from byhand.exercises import CHECKS, check, expect, expect_all

for first in ("6.1", "11.1"):  # the checks of a chapter are loaded when the first of them is asked for
    check(first, ...)
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ODD = [None, "ten", [], {}, object(), float("nan"), float("inf"), 1j, -1, [1, 2, 3], True, lambda: 0]


def answers_shown(number):
    """What the notebook shows for `check(number, ...)`, in order: without an answer, and for the solution."""
    nb = json.loads(next(NOTEBOOKS.glob(f"{number.split('.')[0].zfill(2)}-*.ipynb")).read_text(encoding="utf-8"))
    return [
        "".join(output["data"]["text/plain"])
        for cell in nb["cells"]
        if cell["cell_type"] == "code" and f'check("{number}"' in "".join(cell["source"])
        for output in cell["outputs"]
        if "data" in output
    ]


def _by_inverse(X, y):
    design = np.column_stack([np.ones(len(X)), X])
    return np.linalg.inv(design.T @ design) @ design.T @ y


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
