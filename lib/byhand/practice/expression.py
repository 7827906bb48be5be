r"""Formulae over named results, written once and used four ways: worked out, typeset, carried on, sent to a page.

>>> score = Expression("{P(Yes)} * {P(Sunny | Yes)}")
>>> given = {"P(Yes)": Fraction(9, 14), "P(Sunny | Yes)": Fraction(2, 9)}
>>> score(given)
Fraction(1, 7)
>>> score.latex(given)
'\\frac{9}{14} \\times \\frac{2}{9}'
>>> score.tree
['*', ['of', 'P(Yes)'], ['of', 'P(Sunny | Yes)']]

Values are exact fractions as long as the operations allow. The tree is plain lists, words and numbers: a page's script
works it out with the reader's own numbers.
"""

import ast
import math
import operator
import re
from fractions import Fraction
from functools import lru_cache

from byhand.working import decimal, tex

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
BINDS = {"+": 1, "-": 1, "*": 2, "/": 3, "^": 4}  # how strongly a sign holds its two sides together


def _root(x):
    """The square root, exact where it can be."""
    if isinstance(x, Fraction):
        above, below = math.isqrt(abs(x.numerator)), math.isqrt(x.denominator)
        if Fraction(above**2, below**2) == x:
            return Fraction(above, below)
    return math.sqrt(x)


def _place_of(best):
    return lambda *values: Fraction(values.index(best(values)))


FUNCTIONS = {
    "log2": math.log2,
    "ln": math.log,
    "log10": math.log10,
    "exp": math.exp,
    "tanh": math.tanh,
    "sqrt": _root,
    "abs": abs,
    "sign": lambda x: Fraction(1 if x >= 0 else -1),
    "max": lambda *values: max(values),
    "argmax": _place_of(max),  # the place of the greatest, the first from 0
    "argmin": _place_of(min),
    "pick": lambda place, *values: values[int(place)],
    "nearest": lambda k, place, *values: Fraction(
        place in sorted(range(len(values)), key=values.__getitem__)[: int(k)]
    ),
}


class Expression:
    """A formula in Python's notation; earlier results stand in braces by their names."""

    def __init__(self, text):
        names = []

        def number(match):
            names.append(match[1])
            return f"_{len(names) - 1}"

        code = re.sub(r"\{([^{}]+)\}", number, text)
        self.text, self.tree = text, _tree(ast.parse(code, mode="eval").body, names)
        self.names = tuple(dict.fromkeys(names))

    def __call__(self, given):
        """The value, with the results it stands on given by name."""
        return _value(self.tree, given)

    def latex(self, given=None):
        """The formula in LaTeX: with names, or with the numbers that are given put in."""
        return _latex(self.tree, given)

    def __repr__(self):
        return f"Expression({self.text!r})"


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
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            return [SIGNS[type(op)], _tree(left, names), _tree(right, names)]
        case ast.Call(func=ast.Name(id=name), args=parts) if name in FUNCTIONS:
            return [name, *(_tree(part, names) for part in parts)]
    allowed = f"numbers, pi, names in braces, + - * / ** and {', '.join(FUNCTIONS)}"
    raise ValueError(f"an expression is made of {allowed}; not of {ast.unparse(node)}")


_number = lru_cache(1000)(Fraction)  # the same few numbers come again and again


def _value(tree, given):
    sign, *parts = tree
    if sign == "number":
        return _number(parts[0])
    if sign == "pi":
        return math.pi
    if sign == "of":
        return given[parts[0]]
    values = [_value(part, given) for part in parts]
    if sign in FUNCTIONS:
        return FUNCTIONS[sign](*values)
    a, b = values
    if sign == "^":
        return a**b if not isinstance(b, Fraction) or b.denominator != 1 else a ** int(b)
    return OPERATIONS[sign](a, b)


def readable(value):
    """The value; a fraction that is too long for paper as a decimal number.

    >>> readable(Fraction(2, 7)), readable(Fraction(29531, 35616))
    (Fraction(2, 7), 0.8291498203054807)
    """
    return value if isinstance(value, Fraction) and value.denominator < 1000 else float(value)


def _is_simple(value):
    """Whether a value is best shown as a fraction: exact, not long, and no short decimal number."""
    return isinstance(readable(value), Fraction) and Fraction(decimal(value, 5)) != value


def _latex(tree, given, outer=0):
    """LaTeX of a tree that stands beside a sign which binds as strongly as `outer`."""
    sign, *parts = tree
    if sign == "pi":
        return r"\pi"
    if sign in ("number", "of"):
        if sign == "of" and given is None:
            return tex(parts[0])
        value = Fraction(parts[0]) if sign == "number" else given[parts[0]]
        text = tex(value if sign == "of" and _is_simple(value) else float(value))
        return f"({text})" if (outer and value < 0) or (outer == 4 and not text.replace(".", "").isalnum()) else text
    if sign == "sqrt":
        return rf"\sqrt{{{_latex(parts[0], given)}}}"
    if sign == "abs":
        return rf"|{_latex(parts[0], given)}|"
    if sign == "exp":
        return rf"e^{{{_latex(parts[0], given)}}}"
    if sign in FUNCTIONS:
        name = {"log2": r"\log_2", "ln": r"\ln", "log10": r"\log_{10}"}.get(sign, rf"\operatorname{{{sign}}}")
        inside = ", ".join(_latex(part, given) for part in parts)
        return rf"{name}\left({inside}\right)"
    left, right = parts
    if sign == "/":
        text = rf"\frac{{{_latex(left, given)}}}{{{_latex(right, given)}}}"
        return rf"\left({text}\right)" if outer == 4 else text
    strength = BINDS[sign]
    if sign == "^":
        text = f"{_latex(left, given, 4)}^{{{_latex(right, given)}}}"
    elif sign == "-" and left == ["number", "0"]:
        text = f"-{_latex(right, given, 2)}"
    else:
        word = {"*": r" \times ", "+": " + ", "-": " - "}[sign]
        text = _latex(left, given, strength) + word + _latex(right, given, strength + (sign == "-"))
    return rf"\left({text}\right)" if outer > strength else text
