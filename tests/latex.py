r"""What a formula in LaTeX comes to when somebody works it out, for the tests of workings.

`evaluate(r"\frac{9}{14} \times 0.5")` is 0.3214...; None for a formula with letters, sums signs or dots in it.
"""

import math
import re
from fractions import Fraction

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*|\.\d+)|(?P<command>\\[a-zA-Z]+)|(?P<sign>[-+*/^_(){}|,e\[\]])|(?P<other>\S))"
)
SILENT = {r"\left", r"\right", r"\,", r"\;", r"\!", r"\displaystyle"}
LOGARITHMS = {r"\ln": math.log, r"\exp": math.exp, r"\tanh": math.tanh, r"\arctan": math.atan}
BEST = {r"\max": max, r"\min": min}


class LettersError(Exception):
    """The formula holds more than numbers."""


def evaluate(latex):
    """The value of a formula, exact where it can be; None where it is not made of numbers alone."""
    try:
        return _Reader(latex).whole()
    except LettersError:
        return None


def check(working, digits=6):
    """Names of steps whose numbers put in, worked out, are not the printed value up to one in its last digit.

    Returns them with what was expected and found, and how many steps could be checked.
    """
    wrong, checked = [], 0
    for step in working.steps:
        if isinstance(step.value, str) or not step.numbers:
            continue
        try:
            found = evaluate(step.numbers)
        except (ZeroDivisionError, ValueError, OverflowError, SyntaxError) as error:
            wrong.append((step.name, step.numbers, repr(error)))
            continue
        if found is None:
            continue
        checked += 1
        value = float(step.value)
        size = abs(value)
        unit = 10.0 ** (math.floor(math.log10(size)) - digits + 1) if 0 < size < math.inf else 1e-12
        if not (abs(float(found) - value) <= 1.01 * unit or float(found) == value):
            wrong.append((step.name, step.numbers, f"gives {float(found):.10g}, printed {value:.6g}"))
    return wrong, checked


class _Reader:
    def __init__(self, latex):
        self.tokens, place = [], 0
        latex = latex.rstrip()
        while place < len(latex):
            match = TOKEN.match(latex, place)
            place = match.end()
            if match["command"] not in SILENT:
                self.tokens.append(match[match.lastgroup])
        self.place = 0

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self, wanted=None):
        token = self.peek()
        if token is None or (wanted and token != wanted):
            raise SyntaxError(f"wanted {wanted}, found {token} in {' '.join(self.tokens)}")
        self.place += 1
        return token

    def whole(self):
        value = self.sum()
        if self.peek() is not None:
            self.unknown()
        return value

    def unknown(self):
        if self.peek() in ("^", "_", ")", "}", None):
            raise SyntaxError(f"unexpected {self.peek()} in {' '.join(self.tokens)}")
        raise LettersError(self.peek())

    def sum(self):
        value = self.term()
        while self.peek() in ("+", "-"):
            value = value + self.term() if self.take() == "+" else value - self.term()
        return value

    def term(self):
        """A product; \\div and / divide by the next factor alone, as school teaches."""
        if self.peek() in ("-", "+"):
            return -self.term() if self.take() == "-" else self.term()
        value = self.power()
        while (token := self.peek()) is not None:
            if token in (r"\times", r"\cdot", "*"):
                self.take()
                if self.peek() == "-":
                    raise SyntaxError(f"a sign after a sign in {' '.join(self.tokens)}")
                value = value * self.power()
            elif token in (r"\div", "/"):
                self.take()
                value = _divide(value, self.power())
            elif token in ("+", "-", ")", "}", ",", "|", "]"):
                break
            else:
                value = value * self.power()  # nothing between two factors
        return value

    def power(self):
        base = self.atom()
        if self.peek() != "^":
            return base
        self.take()
        exponent = self.argument()
        if self.peek() == "^":
            raise SyntaxError(f"a double superscript in {' '.join(self.tokens)}")
        if isinstance(exponent, Fraction) and exponent.denominator == 1:
            return base ** int(exponent)
        return float(base) ** float(exponent)

    def argument(self):
        if self.peek() == "{":
            self.take()
            value = self.sum()
            self.take("}")
            return value
        return self.atom()

    def atom(self):
        token = self.peek()
        if token is None or token in (")", "}", "^", "_", ",", "+", "*", "/"):
            raise SyntaxError(f"unexpected {token} in {' '.join(self.tokens)}")
        if re.fullmatch(r"[\d.]+", token):
            return Fraction(self.take())
        if token == "(":
            self.take()
            value = self.sum()
            self.take(")")
            return value
        if token == "|":
            self.take()
            value = self.sum()
            self.take("|")
            return abs(value)
        if token == "e":
            self.take()
            self.take("^")
            return math.exp(self.argument())
        return self.command(token)

    def command(self, token):
        if token in (r"\frac", r"\tfrac", r"\dfrac"):
            self.take()
            above = self.argument()
            return _divide(above, self.argument())
        if token == r"\sqrt":
            self.take()
            return _root(self.argument())
        if token == r"\pi":
            self.take()
            return math.pi
        if token == r"\log":
            self.take()
            base = math.e
            if self.peek() == "_":
                self.take()
                base = float(self.argument())
            x = self.power()
            return math.log2(x) if base == 2 else math.log10(x) if base == 10 else math.log(x) / math.log(base)
        if token in LOGARITHMS:
            self.take()
            return LOGARITHMS[token](self.power())
        if token in BEST:
            self.take()
            self.take("(")
            values = [self.sum()]
            while self.peek() == ",":
                self.take()
                values.append(self.sum())
            self.take(")")
            return BEST[token](values)
        raise LettersError(token)


def _divide(above, below):
    exact = isinstance(above, Fraction) and isinstance(below, Fraction)
    return above / below if exact else float(above) / float(below)


def _root(x):
    if isinstance(x, Fraction) and x > 0:  # its digits are enough, whatever its size
        half = (x.numerator.bit_length() - x.denominator.bit_length()) // 2
        return Fraction(math.sqrt(x / Fraction(4) ** half)) * Fraction(2) ** half
    return math.sqrt(x)
