r"""Formulae over named results, written once and used four ways: worked out, typeset, carried on, sent to a page.

>>> score = Expression("{P(Yes)} * {P(Sunny | Yes)}")
>>> given = {"P(Yes)": Fraction(9, 14), "P(Sunny | Yes)": Fraction(2, 9)}
>>> score(given)
Fraction(1, 7)
>>> score.latex(given)
'\\frac{9}{14} \\times \\frac{2}{9}'
>>> score.tree
['*', ['of', 'P(Yes)'], ['of', 'P(Sunny | Yes)']]

Where the number of terms depends on the data, formulae are built from parts:

>>> mean = total([number(2.5), number(-1), of("last")]) / 3
>>> mean({"last": Fraction(4, 3)}), mean.latex({"last": Fraction(4, 3)})
(Fraction(17, 18), '\\frac{2.5 + (-1) + \\frac{4}{3}}{3}')

Values are exact fractions as long as the operations allow. The tree is plain lists, words and numbers: a page's script
works it out with the reader's own numbers.
"""

import ast
import math
import operator
import re
from fractions import Fraction
from functools import lru_cache, reduce

from byhand.working import LONGEST, decimal, tex

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
OPERATIONS["÷"] = operator.truediv  # and ^, below
BINDS = {"+": 1, "-": 1, "*": 2, "÷": 2, "/": 3, "^": 4}  # how strongly a sign holds its two sides together
READABLE = 1000  # a fraction with a denominator of that size or more is shown as a decimal number
MOST_TERMS = 8  # of a longer sum, or list, only the first two terms and the last are written
FEWEST_DIGITS, MOST_DIGITS = 6, 17


def _root(x):
    """The square root, exact where it can be."""
    if isinstance(x, Fraction) and x >= 0:
        above, below = math.isqrt(x.numerator), math.isqrt(x.denominator)
        if Fraction(above**2, below**2) == x:
            return Fraction(above, below)
        half = (x.numerator.bit_length() - x.denominator.bit_length()) // 2  # x itself may be beyond all floats
        return math.ldexp(math.sqrt(x / Fraction(4) ** half), half)
    return math.sqrt(x)


def _exp(x):
    """e to the power of x, 0 where that is too small for a float."""
    return math.exp(max(x, -1000))


def _power(a, b):
    """a to the power of b, exact where that is not too long."""
    if isinstance(b, Fraction) and b.denominator == 1:
        return a ** int(b) if abs(b) <= 100 else float(a) ** int(b)
    return a**b


OPERATIONS["^"] = _power


def _place_of(best):
    return lambda *values: Fraction(values.index(best(values)))


FUNCTIONS = {
    "log2": math.log2,
    "ln": math.log,
    "log10": math.log10,
    "exp": _exp,
    "tanh": math.tanh,
    "arctan": math.atan,
    "sqrt": _root,
    "abs": abs,
    "sign": lambda x: Fraction(1 if x >= 0 else -1),
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
    "argmax": _place_of(max),  # the place of the greatest, the first from 0
    "argmin": _place_of(min),
    "pick": lambda place, *values: values[int(place)],
    "nearest": lambda k, place, *values: Fraction(
        place in sorted(range(len(values)), key=values.__getitem__)[: int(k)]
    ),
}
NAMES_IN_LATEX = {"log2": r"\log_2", "ln": r"\ln", "log10": r"\log_{10}", "tanh": r"\tanh", "max": r"\max"}
NAMES_IN_LATEX |= {"min": r"\min", "arctan": r"\arctan"}


class Expression:
    """A formula: text in Python's notation, in which earlier results stand in braces by their names, or a tree.

    Expressions and numbers can be added, multiplied and so on, which makes a longer expression.
    """

    def __init__(self, formula):
        self.tree, self.names = _parse(formula) if isinstance(formula, str) else (formula, _names_in(formula))

    def __call__(self, given):
        """The value, with the results it stands on given by name."""
        return _value(self.tree, given)

    def latex(self, given=None, digits=FEWEST_DIGITS, decimals=True):
        """The formula in LaTeX: with names, or with the numbers that are given put in.

        `digits`: how many significant digits a decimal number has; `decimals`: whether a fraction that is a short
        decimal number, as 1/4 is, is shown as that number.
        """
        return _latex(self.tree, given, _Style(digits, decimals))

    def numbers(self, given, decimals=True, readable=READABLE):
        r"""The formula in LaTeX with numbers put in, with as many digits as it takes to arrive at the printed result.

        Nothing, if no number of digits is enough: a difference of numbers that agree in all the digits of a float.

        >>> Expression("{a} - {b}").numbers({"a": 1000.0001234, "b": 1000.0})
        '1000.0001234 - 1000'
        """
        value = self(given)
        styles = [_Style(digits, decimals, readable) for digits in range(FEWEST_DIGITS, MOST_DIGITS + 1)]
        for style in [*styles, _Style(MOST_DIGITS, decimals, LONGEST)]:  # at last with long fractions
            try:
                printed = _value(self.tree, given, style.as_shown)
            except (ZeroDivisionError, ValueError, OverflowError):  # rounding made a 0
                continue
            if is_printed_as(printed, value):
                return _latex(self.tree, given, style)
        return ""

    def __add__(self, other):
        return _joined("+", self, other)

    def __radd__(self, other):
        return _joined("+", other, self)

    def __sub__(self, other):
        return _joined("-", self, other)

    def __rsub__(self, other):
        return _joined("-", other, self)

    def __mul__(self, other):
        return _joined("*", self, other)

    def __rmul__(self, other):
        return _joined("*", other, self)

    def __truediv__(self, other):
        return _joined("/", self, other)

    def __rtruediv__(self, other):
        return _joined("/", other, self)

    def __pow__(self, other):
        return _joined("^", self, other)

    def __neg__(self):
        return _joined("-", 0, self)

    def __repr__(self):
        return f"Expression({self.tree})"


# ---- parts


def of(name):
    """An earlier result, by its name."""
    return Expression(["of", name])


def number(value):
    """A number of the data: a float stands for what it prints as, so 0.1 is 1/10.

    >>> number(0.1)({}), number(Fraction(2, 3)).latex()
    (Fraction(1, 10), '\\\\frac{2}{3}')
    """
    return Expression(_tree_of(value))


def call(function, *parts):
    """One of `FUNCTIONS` of expressions or numbers: `call("exp", of("z"))`."""
    return Expression([function, *map(_tree_of, parts)])


def total(terms):
    """The sum of expressions or numbers, at least one."""
    terms = list(terms)
    if len(terms) > MOST_TERMS:  # a tree that is not as deep as the sum is long
        return total(terms[: len(terms) // 2]) + total(terms[len(terms) // 2 :])
    return reduce(lambda left, right: _joined("+", left, right), terms)


def product(factors):
    """The product of expressions or numbers, at least one."""
    return reduce(lambda left, right: _joined("*", left, right), factors)


def quotient(left, right):
    r"""A quotient in one line, as suits fractions.

    >>> quotient(number(Fraction(1, 3)), number(Fraction(2, 3))).latex()
    '\\frac{1}{3} \\div \\frac{2}{3}'
    """
    return _joined("÷", left, right)


def _joined(sign, left, right):
    return Expression([sign, _tree_of(left), _tree_of(right)])


def _tree_of(part):
    if isinstance(part, Expression):
        return part.tree
    return ["number", str(part if isinstance(part, Fraction) else part.item() if hasattr(part, "item") else part)]


# ---- reading


@lru_cache(20_000)  # the same rules with the same names come again and again; a tree is never changed
def _parse(text):
    """The tree of a formula, and the names in it."""
    names = []

    def number(match):
        names.append(match[1])
        return f"_{len(names) - 1}"

    code = re.sub(r"\{([^{}]+)\}", number, text)
    tree = _tree(ast.parse(code, mode="eval").body, names)
    return tree, _names_in(tree)


def _tree(node, names):
    """Nested lists [sign or function, argument, ...] for a node of Python's syntax."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return ["number", str(number)]
        case ast.Name(id="pi"):
            return ["pi"]
        case ast.Name(id=name) if name.startswith("_"):
            return ["of", names[int(name[1:])]]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=number)):
            return ["number", str(-number)]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return ["-", ["number", "0"], _tree(part, names)]
        case ast.UnaryOp(op=ast.UAdd(), operand=part):
            return _tree(part, names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            return [SIGNS[type(op)], _tree(left, names), _tree(right, names)]
        case ast.Call(func=ast.Name(id=name), args=parts) if name in FUNCTIONS:
            return [name, *(_tree(part, names) for part in parts)]
    allowed = f"numbers, pi, names in braces, + - * / ** and {', '.join(FUNCTIONS)}"
    raise ValueError(f"an expression is made of {allowed}; not of {ast.unparse(node)}")


def _names_in(tree):
    """The names of the results that a formula stands on, each once."""
    return tuple(dict.fromkeys(_names(tree)))


def _names(tree):
    sign, *parts = tree
    if sign == "of":
        yield parts[0]
    elif sign != "number":
        for part in parts:
            yield from _names(part)


# ---- working out


_number = lru_cache(1000)(Fraction)  # the same few numbers come again and again


def _value(tree, given, shown=None):
    """The value of a tree; `shown`: what to take for each number of it, by default itself."""
    sign = tree[0]
    if sign == "of":
        return shown(given[tree[1]], True) if shown else given[tree[1]]
    if sign == "number":
        return shown(_number(tree[1]), "/" in tree[1]) if shown else _number(tree[1])
    if sign == "pi":
        return math.pi
    work = OPERATIONS.get(sign) or FUNCTIONS[sign]
    return work(*[_value(part, given, shown) for part in tree[1:]])


def readable(value):
    """The value; a fraction that is too long for paper as a decimal number.

    >>> readable(Fraction(2, 7)), readable(Fraction(29531, 35616))
    (Fraction(2, 7), 0.8291498203054807)
    """
    return value if isinstance(value, Fraction) and value.denominator < READABLE else float(value)


def is_printed_as(printed, value):
    """Whether a result, worked out from printed numbers, is `value` as it is printed, up to one in the last digit.

    >>> is_printed_as(0.12345649, 0.1234567), is_printed_as(0.123458, 0.1234567)
    (True, False)
    """
    if float(value) == 0 or not math.isfinite(value):  # a fraction may be smaller than any float
        return abs(printed - value) < 1e-15 or printed == value
    unit = 10.0 ** (math.floor(math.log10(abs(value))) - FEWEST_DIGITS + 1)
    return abs(printed - value) <= unit


# ---- typesetting


class _Style:
    """How numbers are shown: with so many digits, short decimal numbers as such or as fractions."""

    def __init__(self, digits, decimals, readable=READABLE):
        self.digits, self.decimals, self.readable = digits, decimals, readable

    def is_fraction(self, value, is_result):
        """Whether a value is best shown as a fraction: exact, not long, and not a decimal number of the data."""
        if not is_result or not isinstance(value, Fraction) or not 1 < value.denominator < self.readable:
            return False
        return not self.decimals or Fraction(decimal(value, 5)) != value

    def as_shown(self, value, is_result):
        """The value as a reader finds it on the page."""
        return value if self.is_fraction(value, is_result) else Fraction(decimal(value, self.digits))

    def latex(self, value, is_result):
        return tex(value if self.is_fraction(value, is_result) else float(value), self.digits)


def _latex(tree, given, style, outer=0):
    """LaTeX of a tree that stands beside a sign which binds as strongly as `outer`."""
    sign, *parts = tree
    if sign == "pi":
        return r"\pi"
    if sign in ("number", "of"):
        if sign == "of" and given is None:
            return tex(parts[0])
        value = _number(parts[0]) if sign == "number" else given[parts[0]]
        text = style.latex(value, sign == "of" or "/" in parts[0])
        alone = (outer < 4 or text.replace(".", "").isalnum()) and (outer < 3 or r"\times" not in text)
        return text if alone and not (outer and value < 0) else f"({text})"
    if sign == "sqrt":
        return rf"\sqrt{{{_latex(parts[0], given, style)}}}"
    if sign == "abs":
        return rf"|{_latex(parts[0], given, style)}|"
    if sign == "exp":
        text = rf"e^{{{_latex(parts[0], given, style)}}}"
        return rf"\left({text}\right)" if outer == 4 else text
    if sign in FUNCTIONS:
        name = NAMES_IN_LATEX.get(sign, rf"\operatorname{{{sign}}}")
        inside = ", ".join(_latex(part, given, style) for part in parts)
        if len(parts) > MOST_TERMS:
            first, second, last = (_latex(part, given, style) for part in (*parts[:2], parts[-1]))
            inside = rf"{first}, {second}, \dots, {last}"
        text = rf"{name}\left({inside}\right)"
        return rf"\left({text}\right)" if outer == 4 else text
    left, right = parts
    if sign == "/":
        text = rf"\frac{{{_latex(left, given, style)}}}{{{_latex(right, given, style)}}}"
        return rf"\left({text}\right)" if outer == 4 else text
    strength = BINDS[sign]
    if sign == "^":
        text = f"{_latex(left, given, style, 4)}^{{{_latex(right, given, style)}}}"
    elif sign == "-" and left == ["number", "0"]:
        text = f"-{_latex(right, given, style, 2)}"
    elif sign == "+" and len(terms := _terms(tree)) > MOST_TERMS:
        first, second, last = (_latex(term, given, style, strength) for term in (*terms[:2], terms[-1]))
        text = rf"{first} + {second} + \dots + {last}"
    else:
        word = {"*": r" \times ", "÷": r" \div ", "+": " + ", "-": " - "}[sign]
        text = _latex(left, given, style, strength) + word + _latex(right, given, style, strength + (sign in "-÷"))
    return rf"\left({text}\right)" if outer > strength or outer == strength == 4 else text


def _terms(tree):
    """The terms of a sum, in their order."""
    return [*_terms(tree[1]), *_terms(tree[2])] if tree[0] == "+" else [tree]
