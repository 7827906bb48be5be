"""Judging numbers that a reader gives, in exercises and in practice alike.

An answer is judged by the digits it was given with: 0.80, 0.795 and 0.7954 are all right for 0.79542. A wrong one is
compared with the slips that people make.
"""

from dataclasses import replace
from fractions import Fraction
from numbers import Integral, Rational, Real

from byhand.reading import Answer, read, readings

RIGHT, FOLLOWS, COARSE, SLIP = "right", "follows", "coarse", "slip"
WRONG, UNREAD, MISSING = "wrong", "unread", "missing"

DIGITS = "Give three significant digits, or an exact value such as 9/14."
SAY = {  # what is said where the problem itself has no words for it
    "missing": "No answer yet.",
    "unfilled": "Fill in all the fields.",
    "unread word": "This cannot be read. Write one of: ",
    "unread number": "This cannot be read as a number. Write 0.643, 9/14, 64.3%, 6.43e-1 or sqrt(2)/2, for example.",
    "right": "Right.",
    "coarse": "Right as far as it goes: give three significant digits.",
    "nearly": "Right, except for the rounding of the last digit.",
    "rounded": "Right, given the rounded values that you used: keep more digits on the way.",
    "follows": "Right, given your earlier values: the mistake is further up.",
    "swapped": "You swapped this with {other}.",
    "elsewhere": "This is right for {other}, not for this step.",
    "or": " Or: ",  # between two explanations where nobody can tell which it is
}
ANYWHERE = {  # slips that can happen at every step: what is said, and what turns the right value into it
    "sign": ("The size is right; the sign is not.", lambda v: -v),
    "percent": ("That is a hundred times too much: a per cent is a hundredth, so write 5% or 0.05.", lambda v: 100 * v),
    "point right": ("The digits are right; the decimal point is in the wrong place.", lambda v: 10 * v),
    "point left": ("The digits are right; the decimal point is in the wrong place.", lambda v: v / 10),
    "upside down": ("That is the fraction upside down.", lambda v: 1 / v if v else v),
}


def likeliest(found, target):
    """Of all readings of a text the one that is right, if just one is; else the first; None where there is none."""
    fitting = [answer for answer in found if answer.fits(target)]
    return fitting[0] if len(fitting) == 1 else next(iter(found), None)


def as_answer(number, target=0):
    """A number of Python's as if it had been written, or text that is read as `likeliest`; None for anything else.

    Python shows 0.80 as 0.8, and 276.0 may be a rounded 275.7: neither has the digits that its owner may have meant.

    >>> as_answer(0.80).digits, as_answer(276.0).half, as_answer("0.80").digits, as_answer(True)
    (1, Fraction(1, 2), 2, None)
    """
    number = number.item() if hasattr(number, "item") and getattr(number, "size", 0) == 1 else number
    if isinstance(number, str):
        return likeliest(readings(number), target)
    if isinstance(number, bool) or not isinstance(number, Real):
        return None
    if isinstance(number, Integral) or (isinstance(number, float) and number.is_integer()):
        return read(int(number)) if abs(number) < 1e99 else None
    return read(str(number) if isinstance(number, Rational) else repr(float(number)))


def judge(answers, targets, slips=(), hint=""):
    """The verdict on some numbers, and words: (RIGHT, ""), (COARSE, "Right as far as it goes ..."), (SLIP, ...), ...

    Parameters
    ----------
    answers : each an `Answer`
    targets : the right numbers, as many
    slips : pairs of wrong numbers, as many, and the words for whoever arrives at them
    hint : the words where nothing else is known

    The numbers are the ends of calculations of which nothing else is seen, so that rounding on the way is forgiven.

    >>> judge([read("0.795")], [486 / 611])
    ('right', '')
    >>> judge([read("0.8")], [486 / 611])
    ('coarse', 'Right as far as it goes: give three significant digits.')
    >>> judge([read("0.205")], [486 / 611], [([125 / 611], "That is the posterior of Yes.")])
    ('slip', 'That is the posterior of Yes.')
    >>> judge([read("-0.795")], [486 / 611])
    ('slip', 'The size is right; the sign is not.')
    """

    def are(numbers, *tests):
        pairs = [(_rounded(answer, number), number) for answer, number in zip(answers, numbers, strict=True)]
        return all(any(test(answer, number) for test in tests) for answer, number in pairs)

    exactly, fits, close = Answer.is_exactly, Answer.fits, Answer.is_close
    if are(targets, exactly):
        return RIGHT, ""
    for wrong, words in slips:
        if are(wrong, exactly):
            return SLIP, words
    if are(targets, fits, Answer.is_six_digits_close):
        return RIGHT, ""
    if are(targets, fits, close):
        return RIGHT, SAY["rounded"]
    for wrong, words in slips:
        if are(wrong, fits, close):
            return SLIP, words
    if are(targets, fits, close, Answer.nearly):
        return RIGHT, SAY["nearly"]
    if are(targets, fits, close, Answer.nearly, Answer.roughly):
        return COARSE, SAY["coarse"]
    off = [(a, t) for a, t in zip(answers, targets, strict=True) if not (a.fits(t) or a.is_close(t))]
    for words, change in ANYWHERE.values():
        if all(answer.fits(change(target)) for answer, target in off):
            return SLIP, words
    return WRONG, hint


def _rounded(answer, target):
    """The answer; a whole number that ends with zeros may be a rounded one where the target is not whole."""
    if target == int(target) or answer.value == 0 or answer.value % 10 or answer.half != Fraction(1, 2):
        return answer
    zeros = len(str(answer.value)) - len(str(answer.value).rstrip("0"))
    return replace(answer, half=Fraction(10**zeros, 2), digits=answer.digits - zeros)
