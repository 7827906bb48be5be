"""Checks for the exercises: `check("11.2", answer)` says whether an answer is right, and if not, what to look at.

The checks of a chapter are in `chapter_NN`; each is a function that takes the answer and returns None if it is right,
or a hint, or what `byhand.marking.judge` says of numbers. They judge numbers as practice does, by the digits given.
"""

import importlib
import reprlib
from html import escape

from byhand.marking import COARSE, RIGHT, SAY, as_answer, judge

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
    try:
        found = CHECKS[number](answer)
    except HintError as hint:
        found = str(hint)
    verdict, words = found if isinstance(found, tuple) else (RIGHT, "") if found is None else ("wrong", found)
    if verdict in (RIGHT, COARSE):
        words = words or SAY["right"]
        return Feedback(number, verdict == RIGHT, words[0].lower() + words[1:], "open" if verdict == COARSE else "")
    return Feedback(number, False, f"not yet. {words}")


class Feedback:
    """What a check found: `right` is True, False, or None without an answer.

    Until it is right, there is a hint to unfold. `state`: how it looks, right, wrong or open.
    """

    def __init__(self, number, right, text, state=""):
        self.number, self.right, self.text = number, right, text
        self.state = state or {True: "right", False: "wrong", None: "open"}[right]

    def __repr__(self):
        return f"Exercise {self.number}: {self.text}"

    def _repr_html_(self):
        hint = "" if self.right else HINTS[self.number]
        folded = f"<details><summary>Hint</summary>{escape(hint)}</details>" if hint else ""
        words = f"<strong>Exercise {self.number}:</strong> {escape(self.text)}"
        return f'<div class="check check-{self.state}">{words}{folded}</div>'


def expect(answer, value, slips=(), hint="Work the steps again, one at a time."):
    """The judgement of one number that should be `value`.

    `slips`: pairs of a wrong value and the hint for whoever arrives at it.

    >>> expect(0.143, 1 / 7)
    ('right', '')
    >>> expect(0.857, 1 / 7, [(6 / 7, "That is the rest.")])
    ('slip', 'That is the rest.')
    """
    given = as_answer(answer)
    if given is None:
        return f"The answer should be one number, such as 0.643 or 9 / 14; this is {_short(answer)}."
    return judge([given], [value], [([wrong], words) for wrong, words in slips], hint)


def expect_all(answer, values, slips=(), hint="Work the steps again, one at a time."):
    """The judgement of numbers that should be `values` in the same order; `slips` as in `expect`, with tuples.

    >>> expect_all((0.143, 0.71), (1 / 7, 5 / 7))
    ('right', '')
    """
    try:
        given = [as_answer(number) for number in answer] if not isinstance(answer, str) else [None]
    except TypeError:
        given = [None]
    if None in given:
        return f"The answer should be {len(values)} numbers in brackets; this is {_short(answer)}."
    if len(given) != len(values):
        return f"The answer should be {len(values)} numbers; this has {len(given)}."
    return judge(given, values, slips, hint)


class HintError(Exception):
    """Ends a check with a hint."""


def function_of(answer, name, returns=None, convert=lambda result: result):
    """The reader's own function, so that it can be called without harm: what goes wrong in it ends the check.

    Parameters
    ----------
    answer : what was given
    name : how the exercise calls the function
    returns : what it should return, in words
    convert : makes of a result what the check needs; if it cannot, the reader is told what the function should return

    >>> half = function_of(lambda x: 1 / x, "half")
    >>> half(4)
    0.25
    >>> half(0)
    Traceback (most recent call last):
        ...
    byhand.exercises.HintError: half(0) stopped with ZeroDivisionError: division by zero.
    """
    if not callable(answer):
        raise HintError(f"The answer should be the function itself, without brackets: answer = {name}.")

    def call(*arguments):
        shown = f"{name}({', '.join(map(_short, arguments))})"
        try:
            result = answer(*arguments)
        except Exception as error:  # whatever the reader's function raises is for the reader to see
            words = f": {error}".rstrip(":. ")
            raise HintError(f"{shown} stopped with {type(error).__name__}{words}.") from None
        try:
            return convert(result)
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise HintError(f"The function should return {returns}; {shown} returned {_short(result)}.") from None

    return call


class _Short(reprlib.Repr):
    """Values in a few words: lists cut after a few entries, numbers to four digits, arrays as lists."""

    def __init__(self):
        super().__init__()
        self.maxlist = self.maxtuple = self.maxdict = 4
        self.maxlevel = 3

    def repr_float(self, value, level):
        return f"{value:.4g}"

    def repr_ndarray(self, value, level):
        return self.repr1(value.tolist(), level)

    def repr_float64(self, value, level):
        return f"{value:.4g}"

    repr_int64 = repr_float64

    def repr_function(self, value, level):
        return getattr(value, "__name__", "a function")

    repr_method = repr_function


_short = _Short().repr
