"""Checks for the exercises: `check("11.2", answer)` says whether an answer is right, and if not, what to look at.

The checks of a chapter are in `chapter_NN`; each is a function that takes the answer and returns None if it is right,
or a hint.
"""

import importlib
import math
from html import escape
from numbers import Number

CHECKS, HINTS = {}, {}


def exercise(number, hint=""):
    """Register the decorated function as the check of exercise `number`.

    `hint`: for whoever does not know how to begin; it says where to start, not where to arrive.
    """

    def register(function):
        CHECKS[number], HINTS[number] = function, hint
        return function

    return register


def check(number, answer):
    """Judge an answer to the exercise of that number; `...` stands for no answer yet.

    >>> check("11.1", ...)
    Exercise 11.1: no answer yet. Put yours in place of the three dots and run the cell again.
    >>> check("11.1", 10 / 15)
    Exercise 11.1: right.
    """
    importlib.import_module(f"byhand.exercises.chapter_{number.split('.')[0].zfill(2)}")
    if number not in CHECKS:
        raise ValueError(f"number must be that of an exercise ({', '.join(CHECKS)}); got {number!r}")
    if answer is Ellipsis:
        return Feedback(number, None, "no answer yet. Put yours in place of the three dots and run the cell again.")
    found = CHECKS[number](answer)
    return Feedback(number, found is None, "right." if found is None else f"not yet. {found}")


class Feedback:
    """What a check found: `right` is True, False, or None without an answer.

    Until it is right, there is a hint to unfold.
    """

    def __init__(self, number, right, text):
        self.number, self.right, self.text = number, right, text

    def __repr__(self):
        return f"Exercise {self.number}: {self.text}"

    def _repr_html_(self):
        state = {True: "right", False: "wrong", None: "open"}[self.right]
        hint = "" if self.right else HINTS[self.number]
        folded = f"<details><summary>Hint</summary>{escape(hint)}</details>" if hint else ""
        words = f"<strong>Exercise {self.number}:</strong> {escape(self.text)}"
        return f'<div class="check check-{state}">{words}{folded}</div>'


def expect(answer, value, slips=(), tolerance=5e-4, hint="Work the steps again, one at a time."):
    """None if the number `answer` is `value` within a relative tolerance, else a hint.

    `slips`: pairs of a wrong value and the hint for whoever arrives at it.
    """
    if not isinstance(answer, Number) or isinstance(answer, complex):
        return f"The answer should be one number; this is a {type(answer).__name__}."
    if _same(answer, value, tolerance):
        return None
    return next((words for wrong, words in slips if _same(answer, wrong, tolerance)), hint)


def expect_all(answer, values, slips=(), tolerance=5e-4, hint="Work the steps again, one at a time."):
    """None if the numbers `answer` are `values` in the same order, else a hint; `slips` as in `expect`, with tuples."""
    try:
        numbers = [float(number) for number in answer]
    except (TypeError, ValueError):
        return f"The answer should be {len(values)} numbers in brackets."
    if len(numbers) != len(values):
        return f"The answer should be {len(values)} numbers; this has {len(numbers)}."

    def same(wanted):
        return all(_same(a, b, tolerance) for a, b in zip(numbers, wanted, strict=True))

    if same(values):
        return None
    return next((words for wrong, words in slips if same(wrong)), hint)


def _same(a, b, tolerance):
    return math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-9)  # rounding makes 1e-16 of a zero
