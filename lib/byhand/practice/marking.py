"""Marking the answers to a problem, step by step.

An answer is judged as `byhand.marking` does it, on its own and given what came before: who makes one mistake and
calculates rightly from there on has made one mistake.
"""

from dataclasses import dataclass
from fractions import Fraction

from byhand.marking import ANYWHERE, COARSE, FOLLOWS, MISSING, RIGHT, SAY, SLIP, UNREAD, WRONG


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
    if answer.roughly(target):
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
