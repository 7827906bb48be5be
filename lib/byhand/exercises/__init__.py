"""Checks for the exercises: `check("11.2", answer)` says whether an answer is right, and if not, what to look at.

The checks of a chapter are in `chapter_NN`. Where numbers, letters or a word are asked for, the function of an exercise
says what is expected, with `expect` and its kind: the right answer, known slips, a hint. `check` judges by it, and so
does the form of a page, without Python. Where code is asked for, the function takes the answer and returns None
if it is right, or a hint. Numbers are judged as practice does it, by the digits given.
"""

import importlib
import inspect
import os
from html import escape

from byhand.exercises.expected import Numbers, Word, short
from byhand.exercises.form import html
from byhand.marking import COARSE, RIGHT, SAY, WRONG

CHECKS, HINTS = {}, {}


def exercise(number, hint=""):
    """Register the decorated function for exercise `number`: it takes the answer, or nothing and says what is expected.

    `hint`: for whoever does not know how to begin; it says where to start, not where to arrive.
    """

    def register(function):
        CHECKS[number], HINTS[number] = function, hint
        return function

    return register


def expected(number):
    """What is expected as the answer to an exercise, `Numbers` or a `Word`; None where code is asked for.

    >>> expected("12.5").values, expected("12.2").right, expected("12.15")
    ((0.5714285714285714,), 'BDAC', None)
    """
    importlib.import_module(f"byhand.exercises.chapter_{number.split('.')[0].zfill(2)}")
    if number not in CHECKS:
        raise ValueError(f"number must be that of an exercise ({', '.join(CHECKS)}); got {number!r}")
    takes_answer = inspect.signature(CHECKS[number]).parameters
    return None if takes_answer else CHECKS[number]()


def check(number, answer):
    """Judge an answer to the exercise of that number; `...` stands for no answer yet.

    >>> check("11.1", ...)
    Exercise 11.1: no answer yet. Put yours in place of the three dots and run the cell again.
    >>> check("11.1", 10 / 15)
    Exercise 11.1: right.
    """
    wanted = expected(number)
    if answer is Ellipsis:
        return Feedback(number, None, "no answer yet. Put yours in place of the three dots and run the cell again.")
    verdict, words = wanted.judge(answer) if wanted else _judged_by_code(number, answer)
    if verdict in (RIGHT, COARSE):
        words = words or SAY["right"]
        return Feedback(number, verdict == RIGHT, words[0].lower() + words[1:], "open" if verdict == COARSE else "")
    return Feedback(number, False, f"not yet. {words}")


def _judged_by_code(number, answer):
    """The verdict of the exercise's own function, and words."""
    try:
        hint = CHECKS[number](answer)
    except HintError as error:
        hint = str(error)
    return (RIGHT, "") if hint is None else (WRONG, hint)


class Feedback:
    """What a check found: `right` is True, False, or None without an answer.

    Until it is right, there is a hint to unfold. `state`: how it looks, right, wrong or open. On a page of the book, an
    exercise without an answer is a form that anybody can fill in.
    """

    def __init__(self, number, right, text, state=""):
        self.number, self.right, self.text = number, right, text
        self.state = state or {True: "right", False: "wrong", None: "open"}[right]

    def __repr__(self):
        return f"Exercise {self.number}: {self.text}"

    def _repr_html_(self):
        hint = "" if self.right else HINTS[self.number]
        wanted = expected(self.number)
        if self.right is None and wanted and os.environ.get("BYHAND_PAGE"):
            return html(self.number, wanted, hint)
        folded = f"<details><summary>Hint</summary>{escape(hint)}</details>" if hint else ""
        words = f"<strong>Exercise {self.number}:</strong> {escape(self.text)}"
        return f'<div class="check check-{self.state}">{words}{folded}</div>'


AGAIN = "Work the steps again, one at a time."


def expect(value, slips=(), hint=AGAIN):
    """One number is expected; `slips`: pairs of a wrong value and the hint for whoever arrives at it.

    >>> expect(1 / 7).judge(0.143)
    ('right', '')
    >>> expect(1 / 7, [(6 / 7, "That is the rest.")]).judge("0.857")
    ('slip', 'That is the rest.')
    """
    return Numbers((value,), tuple(((wrong,), words) for wrong, words in slips), hint)


def expect_all(values, slips=(), hint=AGAIN):
    """Numbers are expected, in this order; `slips` as in `expect`, with tuples.

    >>> expect_all((1 / 7, 5 / 7)).judge((0.143, 0.71))
    ('right', '')
    """
    return Numbers(tuple(values), tuple((tuple(wrong), words) for wrong, words in slips), hint)


def expect_letters(right, letters, slips=(), hint=AGAIN):
    """Letters are expected, in this order, each one of `letters`: text, or a dictionary to the words they stand for.

    `slips`: a dictionary from wrong answers, or from wrong letters, to hints.

    >>> expect_letters("HC", {"H": "hot", "C": "cold"}, {"CH": "The other way round."}).judge(["cold", "hot"])
    ('slip', 'The other way round.')
    """
    return Word(right, dict(slips), hint, letters if isinstance(letters, dict) else {c: c for c in letters})


def expect_order(right, hint=AGAIN, slips=()):
    """Letters are expected in this order, each of them once; `slips`: a dictionary from wrong orders to hints.

    >>> expect_order("BDAC").judge("b, d, a, c")
    ('right', '')
    """
    return Word(right, dict(slips), hint, {letter: letter for letter in sorted(right)}, once=True)


def expect_word(right, slips=(), hint=AGAIN):
    """A word is expected, in capitals or not; `slips`: a dictionary from wrong words to hints.

    >>> expect_word("No").judge(" no ")
    ('right', '')
    """
    return Word(right, dict(slips), hint)


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
        shown = f"{name}({', '.join(map(short, arguments))})"
        try:
            result = answer(*arguments)
        except Exception as error:  # whatever the reader's function raises is for the reader to see
            words = f": {error}".rstrip(":. ")
            raise HintError(f"{shown} stopped with {type(error).__name__}{words}.") from None
        try:
            return convert(result)
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise HintError(f"The function should return {returns}; {shown} returned {short(result)}.") from None

    return call
