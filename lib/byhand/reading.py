"""Numbers as people write them: 0.643, 9/14, 64.3 %, 2 1/3, 1 234,5, ≈ 0.64, √2/2, 10⁻³, e^-1. Read, never run.

What is written may have two readings, as 1,234 has. `readings` gives both; whoever judges decides.
"""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from byhand.expression import FUNCTIONS, OPERATIONS, Expression
from byhand.working import decimal

LONGEST = 100  # characters
LARGEST, SMALLEST = Fraction(10**99), Fraction(1, 10**99)
MOST_BITS = 2000  # of a fraction that is kept exact
NOTHING = 1e-12  # what rounding in a computer makes of 0
_MARKS = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", ":": "/", "⁄": "/"})
_MARKS |= str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "π": "pi", "√": "sqrt", "’": "'"})
_MARKS |= str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3"})
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = re.compile("⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_BEFORE = re.compile(r"^(?:≈|~|≅|=|ca\.?(?![a-z])|circa|about|approx\.?|[€$£¥]|eur(?![a-z])|usd(?![a-z]))\s*")
_AFTER = re.compile(r"\s*(?:[€$£¥]|eur|usd|bits?|nats?|m²|m2|m\^2|°c?)$")
_DIGITS = re.compile(r"\d(?:[\d.,' ]*\d)?[.,]?|[.,]\d+")  # a number with whatever marks its groups and its decimals
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_NAMES = ("e", "pi", "sqrt", "exp", "ln", "log2", "log10", "tanh", "abs")


@dataclass(frozen=True)
class Answer:
    """A number as it was written: its value, half a unit of its last digit, and how many digits count.

    Fractions and formulae are exact: they allow no rounding.
    """

    value: Fraction
    half: Fraction = Fraction(0)
    digits: int = 9

    @cached_property
    def number(self):
        """The value, ready to be compared: what is compared allows for the last digits of a float."""
        return float(self.value)

    @cached_property
    def unit(self):
        """One unit of the last digit."""
        return 2 * float(self.half)

    def is_exactly(self, target):
        """Whether it is that value, but for what computers make of it."""
        target = float(target)
        if abs(target) <= NOTHING:
            return self.value == 0 or (abs(self.number) <= NOTHING and self.digits > 2)
        return abs(self.number - target) <= abs(target) * 1e-9

    def means(self, target, spread=0.0):
        """Whether rounding `target`, itself known up to `spread`, to the digits given may lead to this answer."""
        target = float(target)
        return abs(self.number - target) <= self.unit / 2 * 1.000001 + spread + abs(target) * 1e-9

    def fits(self, target, spread=0.0):
        """Whether it is that value, exactly or as far as it goes: two digits at least, three of a whole number.

        Of a value known up to `spread` nobody can tell more, nor whether it is 0.
        """
        target = float(target)
        if self.is_exactly(target) or (spread and abs(self.number - target) <= spread):
            return True
        if self.digits < 2 or not self.means(target, spread):
            return False
        return self.digits > 2 or self.unit != 1 or _is_whole(target)

    def roughly(self, target):
        """Whether it is that value as far as it goes, half a unit rounded up, and not a fifth off; 0 goes nowhere."""
        target = float(target)
        off, share = abs(self.number - target), 0.999999 if abs(self.number) < abs(target) else 1.000001
        return self.digits > 0 and off <= abs(target) / 5 * 1.000001 and off <= self.unit / 2 * share

    def nearly(self, target, spread=0.0):
        """Whether it is one unit of the last digit off, as after cutting off digits: three digits must be given.

        Where there are no further digits to cut off, as for a count, one unit off is wrong.
        """
        if self.digits < 3 or not (spread or self._leaves_digits(target)):
            return False
        return self.means(target, self.unit / 2 + spread)

    def _leaves_digits(self, target):
        """Whether the target has digits beyond those that are given here."""
        units = float(target) / self.unit if self.unit else 0.0
        return abs(units - round(units)) > 1e-6

    def is_close(self, target, share=1 / 2000):
        """Whether it may come from numbers that were rounded on the way, off by no more than this share of them.

        Three digits must be given; counts are not rounded.
        """
        is_count = self.unit == 1 and _is_whole(target)
        close = abs(self.number - float(target)) <= abs(float(target)) * share * (1 + 1e-9)
        return close and self.digits > 2 and not is_count

    def is_six_digits_close(self, target):
        """Whether it may come from numbers with six digits, as the book prints them."""
        return self.is_close(target, 1e-5)

    def doubt(self, target):
        """How far what was meant may be from what was written: nothing for the value itself and for small counts."""
        exact = abs(self.number - float(target)) <= abs(self.number) * 1e-9
        return Fraction(0) if exact or (self.unit == 1 and self.digits < 3) else self.half


def _is_whole(number):
    number = float(number)
    return abs(number - round(number)) <= abs(number) * 1e-12


def read(text):
    """The number that somebody wrote, the first reading of it; None where it is none.

    >>> read("9/14"), read("64.3 %").value, read("0,643") == read("0.643") == read(".643")
    (Answer(value=Fraction(9, 14), half=Fraction(0, 1), digits=9), Fraction(643, 1000), True)
    >>> read("5.29e-3").half, read("5.29 × 10^-3") == read("5.29e-3"), read("about as much")
    (Fraction(1, 200000), True, None)
    >>> [float(read(text).value) for text in ("≈0.64", "(9/12)", "1250 €", "2 1/2", "1 234,5", "sqrt(4)/2", "3*0.2")]
    [0.64, 0.75, 1250.0, 2.5, 1234.5, 1.0, 0.6]
    """
    return next(iter(readings(text)), None)


def readings(text):
    """All that a text may mean, each an `Answer`, the likeliest first: a comma may stand for a point or for thousands,
    and log for either logarithm.

    >>> [float(answer.value) for answer in readings("1,234")], readings("half")
    ([1.234, 1234.0], [])
    """
    text = str(text)
    return list(_readings(text)) if len(text) <= LONGEST else []


@lru_cache(10_000)  # in a class the same answers come again and again
def _readings(text):
    """The same, for a text that is not too long."""
    text = _AFTER.sub("", _BEFORE.sub("", text.translate(_MARKS).strip().lower()))
    text = re.sub(r"\s*(?:%|per ?cent)$", "%", text)
    text = _RAISED.sub(lambda match: f"^({match[0].translate(_LOWERED)})", text)
    text = re.sub(r"sqrt *(\d+(?:\.\d+)?)", r"sqrt(\1)", text)
    if not text.isascii():  # Python takes digits of all scripts for digits
        return ()
    plain, percent = text.removesuffix("%"), 100 if text.endswith("%") else 1
    found = []
    for thousands in (False, True) if "," in plain else (False,):
        for log in ("ln", "log10") if re.search(r"log *\(", plain) else ("",):
            answer = _read(re.sub(r"log *\(", f"{log}(", plain), thousands, percent)
            if answer and answer not in found:
                found.append(answer)
    return tuple(found)


def understood(text):
    """What is shown beside a field before it is checked, where the text is not just the number itself.

    >>> understood("9/14"), understood("1,234"), understood("0.643"), understood("half")
    ('= 0.642857', '= 1.234 or 1234?', '', 'not a number yet')
    """
    if not text.strip() or re.fullmatch(r"[+-]?\d*\.?\d+", text.strip()):
        return ""
    values = [decimal(float(answer.value)) for answer in readings(text)]
    return f"= {' or '.join(values)}{'?' * (len(values) > 1)}" if values else "not a number yet"


def _read(text, thousands, percent):
    """One reading: a decimal number, or a formula that is worked out."""
    text = re.sub(r"^([+-]?)(\d+) +(\d+ */ *\d+)$", r"\1(\2+\3)", text)  # two and a third
    text = _DIGITS.sub(lambda match: _canonical(match[0], thousands), text).replace(" ", "").replace("**", "^")
    text = re.sub(r"(?<=[\d)])x(?=[\d(])", "*", text)
    text = re.sub(rf"^([+-]?{_NUMBER})\*10\^?\(?([+-]?\d+)\)?$", r"\1e\2", text)
    while re.fullmatch(r"\([^()]*\)", text):
        text = text[1:-1]
    if re.fullmatch(rf"[+-]?{_NUMBER}", text):
        return _as_decimal(text, percent)
    try:
        value = _worked_out(Expression(_as_expression(text)).tree)
    except (ValueError, SyntaxError, ArithmeticError, TypeError, IndexError, RecursionError, MemoryError):
        return None
    return Answer(Fraction(value) / percent)


def _canonical(number, thousands):
    """A number with a point for its decimals and nothing between its groups; "?" where the marks make no sense."""
    number = number.strip()
    commas, points = number.count(","), number.count(".")
    if commas and points:
        mark = max(",.", key=number.rfind)
    elif commas:
        mark = "." if thousands or commas > 1 else ","
    else:
        mark = "," if points > 1 else "."
    whole, _, decimals = number.partition(mark)
    separators = set(re.findall(r"[^\d]", whole))
    if re.search(r"\D", decimals) or len(separators) > 1:
        return "?"
    if separators and not re.fullmatch(r"[1-9]\d{0,2}(?:[,.' ]\d{3})+", whole):
        return "?"
    return re.sub(r"\D", "", whole) + (f".{decimals}" if mark in number else "")


def _as_decimal(text, percent):
    """A decimal number: its digits say how exact it is."""
    mantissa, _, exponent = text.partition("e")
    if abs(int(exponent or 0)) > 99:
        return None
    places = len(mantissa.partition(".")[2]) - int(exponent or 0)
    unit = Fraction(1, 10**places * percent) if places >= 0 else Fraction(10**-places, percent)
    whole = mantissa.strip("+-").replace(".", "").lstrip("0")
    sign = -1 if mantissa.startswith("-") else 1
    return Answer(sign * int(whole or 0) * unit, unit / 2, len(whole))


def _as_expression(text):
    """A formula in the notation of `Expression`; a ValueError for what a number has no need of."""
    parts = re.findall(rf"{_NUMBER}|[a-z]+\d*|[-+*/^()]", text)
    strange = [part for part in parts if part[0].isalpha() and part not in _NAMES]
    strange += [part for part in parts if re.fullmatch(r".*\de[+-]?\d{3,}", part)]  # a power of ten beyond reason
    if "".join(parts) != text or strange or re.search(rf"[+-]{{2}}|/{_NUMBER}/", text):
        raise ValueError(f"not a number: {text}")
    written = {"^": "**", "e": "exp(1)"}
    return "".join(written.get(part, re.sub(r"^0+(?=\d)", "", part)) for part in parts)


def _worked_out(tree):
    """The value of a formula, as a fraction where that is short; an error where it is beyond all reason."""
    sign, *parts = tree
    if sign == "number":
        return _sensible(Fraction(parts[0]))
    if sign == "pi":
        return math.pi
    values = [_worked_out(part) for part in parts]
    work = _power if sign == "^" else FUNCTIONS.get(sign) or OPERATIONS[sign]
    return _sensible(work(*values))


def _power(base, exponent):
    if abs(exponent) > 99:
        raise ValueError("a power beyond all reason")
    short = isinstance(base, Fraction) and max(base.numerator, base.denominator) < 10**6
    return base ** int(exponent) if short and exponent == int(exponent) else float(base) ** float(exponent)


def _sensible(value):
    """The value; a long fraction as a float. An error for what has no value, or one that nobody would write."""
    if isinstance(value, complex) or not (value == 0 or SMALLEST <= abs(value) <= LARGEST):
        raise ValueError("not a number that anybody would write")
    is_long = isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) > 2**MOST_BITS
    return float(value) if is_long else value
