"""Reading and judging numbers that a reader gives, in exercises and in practice alike.

An answer is judged by the digits it was given with: 0.80, 0.795 and 0.7954 are all right for 0.79542. A wrong one is
compared with the slips that people make.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Integral, Rational, Real

RIGHT, FOLLOWS, COARSE, SLIP = "right", "follows", "coarse", "slip"
WRONG, UNREAD, MISSING = "wrong", "unread", "missing"
NOTHING = Fraction(1, 10**12)  # what rounding in a computer makes of 0
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"

SAY = {  # what is said where the problem itself has no words for it
    "missing": "No answer yet.",
    "unread word": "This cannot be read. Write one of: ",
    "unread number": "This cannot be read. Write a number such as 0.643, 9/14, 64.3% or 6.43e-1.",
    "right": "Right.",
    "coarse": "Right as far as it goes: give at least two digits, better three.",
    "nearly": "Right, but for the rounding of the last digit.",
    "rounded": "Right for the rounded values that you used: keep more digits on the way.",
    "follows": "Right for your earlier values: the mistake is further up.",
}
ANYWHERE = {  # slips that can happen at every step: what is said, and what turns the right value into it
    "sign": ("The size is right; the sign is not.", lambda v: -v),
    "percent": ("That is a hundred times too much: per cent are hundredths, so write 5% or 0.05.", lambda v: 100 * v),
    "point right": ("The digits are right; the decimal point is in the wrong place.", lambda v: 10 * v),
    "point left": ("The digits are right; the decimal point is in the wrong place.", lambda v: v / 10),
    "upside down": ("That is the fraction upside down.", lambda v: 1 / v if v else v),
}


@dataclass(frozen=True)
class Answer:
    """A number as it was written: its value, half a unit of its last digit, and how many digits count."""

    value: Fraction
    half: Fraction
    digits: int

    def is_exactly(self, target):
        """Whether it is that value, but for what computers make of it."""
        return abs(self.value - Fraction(target)) <= abs(self.value) / 10**9 + NOTHING

    def means(self, target, spread=0):
        """Whether rounding `target`, itself known up to `spread`, to the digits given may lead to this answer."""
        slack = self.half * Fraction(1000001, 1000000) + Fraction(spread) + abs(Fraction(target)) / 10**9
        return abs(self.value - Fraction(target)) <= slack

    def fits(self, target, spread=0):
        """Whether it is that value, as far as it goes and with two digits at least, or exactly."""
        return self.is_exactly(target) or (self.digits > 1 and self.means(target, spread))

    def roughly(self, target):
        """Whether it is that value as far as it goes, half a unit rounded up; 0 goes nowhere."""
        share = Fraction(999999 if abs(self.value) < abs(target) else 1000001, 1000000)
        return self.digits > 0 and abs(self.value - Fraction(target)) <= self.half * share

    def nearly(self, target, spread=0):
        """Whether it is one unit of the last digit off, as after cutting off digits: three digits must be given.

        Where there are no further digits to cut off, as for a count, one unit off is wrong.
        """
        if self.digits < 3 or not (spread or self._leaves_digits(target)):
            return False
        return self.means(target, self.half + Fraction(spread))

    def _leaves_digits(self, target):
        """Whether the target has digits beyond those that are given here."""
        units = Fraction(target) / (2 * self.half) if self.half else Fraction(0)
        return abs(units - round(units)) > Fraction(1, 10**6)

    def is_close(self, target, share=Fraction(1, 2000)):
        """Whether it may come from numbers that were rounded on the way, off by no more than this share of them.

        Three digits must be given; counts are not rounded.
        """
        is_count = self.half == Fraction(1, 2) and target == int(target)
        close = abs(self.value - Fraction(target)) <= abs(Fraction(target)) * share
        return close and self.digits > 2 and not is_count

    def is_six_digits_close(self, target):
        """Whether it may come from numbers with six digits, as the book prints them."""
        return self.is_close(target, Fraction(1, 10**5))

    def doubt(self, target):
        """How far what was meant may be from what was written: nothing for whole numbers and for the value itself."""
        exact = abs(self.value - Fraction(target)) <= abs(self.value) / 10**9
        return Fraction(0) if exact or self.half == Fraction(1, 2) else self.half


def read(text):
    """The number that a student wrote; None where it is none. The exact forms allow no rounding.

    >>> read("9/14"), read("64.3 %").value, read("0,643") == read("0.643") == read(".643")
    (Answer(value=Fraction(9, 14), half=Fraction(0, 1), digits=9), Fraction(643, 1000), True)
    >>> read("5.29e-3").half, read("5.29 × 10^-3") == read("5.29e-3"), read("about a half")
    (Fraction(1, 200000), True, None)
    """
    text = str(text).strip().lower().replace("−", "-").replace("–", "-").replace(" ", "")
    text = re.sub(r"[×x*·]10(?:\^|\*\*)?\(?([+-]?\d+)\)?", r"e\1", text)
    text = re.sub(r"^([^,]*),([^,]*)$", r"\1.\2", text) if "." not in text else text
    percent = text.endswith("%")
    text = text.removesuffix("%")
    if match := re.fullmatch(rf"({_NUMBER})/({_NUMBER})", text):
        above, below = Fraction(match[1]), Fraction(match[2])
        return Answer(above / below / (100 if percent else 1), Fraction(0), 9) if below else None
    if not re.fullmatch(_NUMBER, text):
        return None
    mantissa, _, exponent = text.partition("e")
    if abs(int(exponent or 0)) > 99:
        return None
    scale = Fraction(10) ** (int(exponent or 0) - (2 if percent else 0))
    decimals = len(mantissa.partition(".")[2])
    digits = len(mantissa.strip("+-").replace(".", "").lstrip("0"))
    return Answer(Fraction(mantissa) * scale, scale / 10**decimals / 2, digits)


def as_answer(number):
    """A number of Python's as if it had been written, or text that is read; None for anything else.

    Python shows 0.80 as 0.8, and 276.0 may be a rounded 275.7: neither has the digits that its owner may have meant.

    >>> as_answer(0.80).digits, as_answer(276.0).half, as_answer("0.80").digits, as_answer(True)
    (1, Fraction(1, 2), 2, None)
    """
    number = number.item() if hasattr(number, "item") and getattr(number, "size", 0) == 1 else number
    if isinstance(number, str):
        return read(number)
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
    ('coarse', 'Right as far as it goes: give at least two digits, better three.')
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
