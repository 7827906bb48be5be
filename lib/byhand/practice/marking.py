"""Marking the answers to a problem, step by step.

An answer is judged as `byhand.marking` does it, on its own and given what came before: whoever makes one mistake and
calculates correctly from there on has made one mistake. For that the earlier answer must be a serious one. A value that
the step could not have carries nothing, nor does one number that stands for several.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

from byhand.marking import ANYWHERE, COARSE, FOLLOWS, MISSING, RIGHT, SAY, SLIP, UNREAD, WRONG, likeliest

FAR = 100  # a serious answer is at most so many times too large or too small
NO_VALUE = (KeyError, ZeroDivisionError, ValueError, OverflowError, IndexError)  # of a formula with these numbers


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
    texts = {ask.name: str(answers.get(ask.name, "")).strip() for ask in asks}
    found = {ask.name: ask.readings(texts[ask.name]) for ask in asks}
    right = asks[0].values if asks else {}
    mine, halves, off, unknown, marks, needs = {}, {}, set(), [], [], {}
    for ask in asks:
        needs[ask.name] = {ask.name}.union(*(needs[name] for name in ask.expression.names))
    read = {name: likeliest(readings, right[name]) for name, readings in found.items()}
    carries = not _is_one_number([(read[ask.name], right[ask.name]) for ask in asks if not ask.options])
    numbers = [(ask.name, ask.label, float(right[ask.name])) for ask in asks if not ask.options]
    for ask in asks:
        target, answer = right[ask.name], read[ask.name]
        is_right = answer is not None and answer.fits(target)
        stands_on_wrong = bool(off.intersection(ask.expression.names))
        carried = None
        if carries and (stands_on_wrong or not is_right):
            carried = _carried(ask, answer if stands_on_wrong else None, mine, halves)
        others = () if is_right or answer is None or ask.options else _others(ask.name, numbers, read, needs)
        judged = _judge(ask, texts[ask.name], answer, right, mine, halves, off, carried, others)
        marks.append(judged)
        if answer is None:  # a step that was left out may have been done in the head
            mine[ask.name], halves[ask.name] = carried or (target, 0)
            is_off = stands_on_wrong
        else:
            # right, but rounded from what is not quite the right value: later steps may show the difference
            is_alike = bool(is_right and carried and not ask.options)
            is_alike = is_alike and (carried[1] > 0 or not _are_same(carried[0], target))
            mine[ask.name] = answer.value
            halves[ask.name] = answer.half if is_alike else answer.doubt(target)
            is_off = judged.verdict not in (RIGHT, COARSE) or is_alike
            for name in _not_serious(ask, judged, carried, read, right, unknown):
                mine.pop(name, None)
        if is_off:
            off.add(ask.name)
    return marks


def _not_serious(ask, judged, carried, read, right, unknown):
    """Names of answers, this one among them or not, that turn out to carry nothing.

    `unknown`: names of those that nothing explains, of which this may be one more.
    """
    answer, target = read[ask.name], right[ask.name]
    if ask.options:  # a choice between values that are not there
        given = not ask.expression.names or any(read[name] for name in ask.expression.names)
        return [ask.name] if judged.verdict in (WRONG, SLIP) and not (carried and given) else []
    if judged.verdict not in (WRONG, COARSE) and judged.slip != "elsewhere":
        return []
    same = [name for name in unknown if _are_same(read[name].number, answer.number, 0.01)]
    others = [name for name in same if not _are_same(right[name], target)]
    unknown.append(ask.name)
    return [ask.name, *others] if others or not _is_serious(answer.number, target) else []


def _is_one_number(pairs):
    """Whether one number is wrong three times or more and stands in half of the fields that are filled in, next to at
    most one other: somebody who calculates has more.

    `pairs`: answers and right values of the steps that ask for a number.
    """
    given = Counter(answer.number for answer, _ in pairs if answer)
    if len(given) > 2:
        return False
    wrong = Counter(answer.number for answer, target in pairs if answer and not answer.fits(target))
    return any(wrong[number] > 2 and times >= given.total() / 2 for number, times in given.items())


def _others(step, numbers, read, needs):
    """The steps that ask for a number: label, right value, answer, and whether one of the two needs the other."""
    return [(label, value, read[name], name in needs[step] or step in needs[name]) for name, label, value in numbers]


def _are_same(one, other, share=1e-9):
    """Whether two numbers differ by no more than a share of them."""
    return abs(float(one) - float(other)) <= abs(float(other)) * share


def _is_serious(value, target):
    """Whether somebody who works through the step might arrive at a wrong value such as this one."""
    if value == 0 or target == 0:
        return 0 < abs(value) <= FAR
    return 1 / FAR <= abs(value / float(target)) <= FAR


def _judge(ask, text, answer, right, mine, halves, off, carried, others):
    """The mark of one answer.

    `right`: the right values; `mine`: the student's, each known up to what `halves` says; `off`: names of those
    that are wrong; `carried`: what follows from the student's, and how far it may be off, or None; `others`: all steps
    that ask for a number, each its label, its right value, the student's answer, and whether one of the two steps needs
    the other.
    """
    target = right[ask.name]
    if not text:
        return Mark(ask.name, MISSING, SAY["missing"])
    if answer is None:
        words = SAY["unread word"] + ", ".join(ask.options) if ask.options else SAY["unread number"]
        return Mark(ask.name, UNREAD, words)
    if answer.fits(target):
        return Mark(ask.name, RIGHT, SAY["right"])
    if answer.nearly(target):
        return Mark(ask.name, RIGHT, SAY["nearly"])
    if carried and (answer.fits(*carried) or answer.nearly(*carried)):
        if off.intersection(ask.expression.names):
            return Mark(ask.name, FOLLOWS, SAY["follows"])
        return Mark(ask.name, RIGHT, SAY["rounded"])
    if answer.roughly(target):
        return Mark(ask.name, COARSE, SAY["coarse"])
    reasons = _reasons(ask, answer, right, mine, halves, others)
    if reasons:
        names, words = zip(*reasons, strict=True)
        return Mark(ask.name, SLIP, SAY["or"].join(words), " or ".join(dict.fromkeys(names)))
    return Mark(ask.name, WRONG, ask.hint)


def _reasons(ask, answer, right, mine, halves, others):
    """What explains a wrong answer: names of slips and words, all of them where nobody can tell which it is.

    Two steps in each other's place explain two answers by one mistake: that is likelier than any slip. Where one step
    needs the other, its answer may just follow.
    """
    target = right[ask.name]
    taken = [(label, given, is_near) for label, value, given, is_near in others if answer.fits(value)]
    swapped = [label for label, given, is_near in taken if given and given.fits(target) and not is_near]
    if swapped:
        return [("swapped", SAY["swapped"].format(other=swapped[0]))]
    reasons = []
    for slip in ask.slips:
        carried = _known(slip.expression, mine, {} if ask.options else halves)
        is_made = answer.fits(slip.value) or (carried and answer.fits(*carried))
        if is_made and (slip.name, slip.words) not in reasons:
            reasons.append((slip.name, slip.words))
    if not reasons and not ask.options:
        changed = [(name, words) for name, (words, change) in ANYWHERE.items() if answer.fits(change(target))]
        reasons = changed[:1]
    # an open step may be about to get this one's value; without another reason, two digits are no accident
    elsewhere = [label for label, given, _ in taken if (given is None if reasons else answer.digits > 1)]
    return reasons + [("elsewhere", SAY["elsewhere"].format(other=label)) for label in elsewhere[:1]]


def _carried(ask, answer, mine, halves):
    """What follows from the student's own numbers, and how far it may be off; None where nothing does.

    A choice between two that are alike as far as they were written may fall on either: then on that of the answer.
    """
    if not ask.options:
        return _known(ask.expression, mine, halves)
    known = _known(ask.expression, mine, {})
    is_either = known and answer and _may_choose(ask.expression, mine, halves, answer.value)
    return (answer.value, 0) if is_either else known


def _known(expression, given, halves):
    """The value and how far it may be off because what is given was rounded; None where there is none, as in 1/0.

    Nobody who rounds with care is more than a hundredth off in a number, whatever its digits allow, nor more than a
    third of the value in all, or of what it is a small difference of.
    """
    try:
        value = expression(given)
        off = {name: min(halves[name], abs(given[name]) / 100) for name in expression.names if halves.get(name)}
        spread = sum(_change(expression, given, value, name, given[name] + off[name]) for name in off)
        if spread > abs(float(value)) / 3:
            spread = min(spread, max([abs(float(value)), *_parts(expression, given, value, off)]) / 3)
        return value, spread
    except NO_VALUE:
        return None


def _parts(expression, given, value, names):
    """How far the value moves without each of the numbers of these names, and with half of it, where it is a value."""
    for name in names:
        for other in (0, given[name] / 2):
            with suppress(*NO_VALUE):
                yield _change(expression, given, value, name, other)


def _may_choose(expression, given, halves, place):
    """Whether a choice may fall on that place, because two numbers are alike as far as they were written."""
    for name in expression.names:
        for side in (-1, 1):
            with suppress(*NO_VALUE):
                moved = given[name] + side * min(halves.get(name, 0), abs(given[name]) / 100)
                if expression({**given, name: moved}) == place:
                    return True
    return False


def _change(expression, given, value, name, other):
    """How far the value moves where the number of that name is another."""
    return abs(float(expression({**given, name: other}) - value))
