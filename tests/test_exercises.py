"""Checks of exercises: the solutions in the notebooks are accepted, slips are recognised, odd answers do no harm."""

import json
from pathlib import Path

import pytest

from byhand.exercises import CHECKS, check, expect, expect_all

check("11.1", ...)  # the checks of a chapter are loaded when the first of them is asked for
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ODD = [None, "ten", [], {}, object(), float("nan"), float("inf"), 1j, -1, [1, 2, 3], True, lambda: 0]


def answers_shown(number):
    """What the notebook shows for `check(number, ...)`, in order: without an answer, and for the solution."""
    nb = json.loads(next(NOTEBOOKS.glob(f"{number.split('.')[0]}-*.ipynb")).read_text(encoding="utf-8"))
    return [
        "".join(output["data"]["text/plain"])
        for cell in nb["cells"]
        if cell["cell_type"] == "code" and f'check("{number}"' in "".join(cell["source"])
        for output in cell["outputs"]
        if "data" in output
    ]


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
