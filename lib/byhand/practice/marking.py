"""Reading and marking the answers to a problem, step by step.

An answer is judged by the digits it was given with, on its own and given what came before: who makes one mistake and
calculates rightly from there on has made one mistake. A wrong answer is compared with the slips that people make.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

RIGHT, FOLLOWS, COARSE, SLIP = "right", "follows", "coarse", "slip"
WRONG, UNREAD, MISSING = "wrong", "unread", "missing"
NOTHING = Fraction(1, 10**12)  # what rounding in a computer makes of 0
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"


@dataclass(frozen=True)
class Answer:
    """A number as it was written: its value, half a unit of its last digit, and how many digits count."""

    value: Fraction
    half: Fraction
    digits: int

    def means(self, target, spread=0):
        """Whether rounding `target`, itself known up to `spread`, to the digits given may lead to this answer."""
        slack = self.half * Fraction(1000001, 1000000) + Fraction(spread) + abs(Fraction(target)) / 10**9
        return abs(self.value - Fraction(target)) <= slack

    def fits(self, target, spread=0):
        """Whether it is that value, as far as it goes and with two digits at least, or exactly."""
        exact = abs(self.value - Fraction(target)) <= abs(self.value) / 10**9 + NOTHING
        return exact or (self.digits > 1 and self.means(target, spread))

    def nearly(self, target, spread=0):
        """Whether it is one unit of the last digit off, as after cutting off digits: three digits must be given."""
        return self.digits > 2 and self.means(target, self.half + Fraction(spread))

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


@dataclass(frozen=True)
class Mark:
    """What is said about one answer. `verdict`: right, follows, coarse, slip, wrong, unread or missing."""

    name: str
    verdict: str
    words: str
    slip: str = ""

    @property
    def points(self):
        """1 for a right answer and for one that is right for what came before, else 0."""
        return int(self.verdict in (RIGHT, FOLLOWS))


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


def mark(asks, answers):
    """A `Mark` for each of `asks` in their order; `answers`: a dictionary from names to what was written."""
    right, mine, halves, off, marks = {}, {}, {}, set(), []
    for ask in asks:
        right[ask.name] = ask.expression(right)
        text = str(answers.get(ask.name, "")).strip()
        answer = ask.read(text)
        judged = _judge(ask, text, answer, right, mine, halves, off)
        if answer is not None:
            mine[ask.name], halves[ask.name] = answer.value, answer.doubt(right[ask.name])
            is_off = judged.verdict not in (RIGHT, COARSE)
        else:  # a step that was left out may have been done in the head
            carried = _known(ask.expression, mine, halves)
            mine[ask.name], halves[ask.name] = carried or (right[ask.name], 0)
            is_off = bool(off.intersection(ask.expression.names))
        if is_off:
            off.add(ask.name)
        marks.append(judged)
    return marks


def _judge(ask, text, answer, right, mine, halves, off):
    """The mark of one answer.

    `right`: the right values so far; `mine`: the student's, each known up to what `halves` says; `off`: names of those
    that are wrong.
    """
    target = right[ask.name]
    if not text:
        return Mark(ask.name, MISSING, SAY["missing"])
    if answer is None:
        words = SAY["unread word"] + ", ".join(ask.options) if ask.options else SAY["unread number"]
        return Mark(ask.name, UNREAD, words)
    if answer.fits(target):
        return Mark(ask.name, RIGHT, SAY["right"])
    if answer.means(target):
        return Mark(ask.name, COARSE, SAY["coarse"])
    if answer.nearly(target):
        return Mark(ask.name, RIGHT, SAY["nearly"])
    carried = _known(ask.expression, mine, halves)
    if carried and (answer.fits(*carried) or answer.nearly(*carried)):
        if off.intersection(ask.expression.names):
            return Mark(ask.name, FOLLOWS, SAY["follows"])
        return Mark(ask.name, RIGHT, SAY["rounded"])
    for slip in ask.slips:
        for made in (_known(slip.expression, right, {}), _known(slip.expression, mine, halves)):
            if made and answer.fits(*made):
                return Mark(ask.name, SLIP, slip.words, slip.name)
    for name, (words, change) in () if ask.options else ANYWHERE.items():
        if answer.fits(change(target)):
            return Mark(ask.name, SLIP, words, name)
    return Mark(ask.name, WRONG, ask.hint)


def _known(expression, given, halves):
    """The value and how far it may be off for what is given was rounded; None where there is none, as in 1/0.

    Nobody who rounds with care is more than a fiftieth off, whatever the digits allow.
    """
    try:
        value = expression(given)
        rounded = (name for name in expression.names if halves.get(name))
        moved = (expression({**given, name: given[name] + halves[name]}) for name in rounded)
        spread = sum(abs(Fraction(other) - Fraction(value)) for other in moved)
        return value, min(spread, abs(Fraction(value)) / 50)
    except (ZeroDivisionError, ValueError, OverflowError, IndexError):
        return None
