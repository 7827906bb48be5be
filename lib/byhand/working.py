r"""A calculation as one would write it on paper: each step with its formula, the numbers put in, and the value.

>>> from fractions import Fraction
>>> working = Working("Two rules", [
...     Step("P(Yes)", r"\frac{N_{Yes}}{N}", r"\frac{9}{14}", Fraction(9, 14)),
...     Step("score", r"P(Yes) \times P(Sunny \mid Yes)", r"\frac{9}{14} \times \frac{2}{9}", Fraction(1, 7)),
... ])
>>> working["score"]
Fraction(1, 7)
>>> print(working)
Two rules
P(Yes) = N_Yes/N = 9/14 ≈ 0.642857
score = P(Yes) × P(Sunny | Yes) = 9/14 × 2/9 = 1/7 ≈ 0.142857

The same object is a table with typeset formulae in a notebook, LaTeX for print, and a mapping from names to values for
checks: one calculation serves the page, the tests and the exercises.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from byhand.table import as_html

LONGEST = 10**6  # the longest denominator of a fraction that is shown as one


@dataclass(frozen=True)
class Step:
    """One line of a calculation.

    `name`: stable, unique in its working, plain text; `formula` and `numbers`: LaTeX, the second is the first with
    numbers put in (either may be empty); `value`: a `Fraction`, a number or a word; `note`: a few plain words.
    """

    name: str
    formula: str
    numbers: str
    value: object
    note: str = ""

    @property
    def latex(self):
        """Everything right of the name, in LaTeX: "= formula = numbers = value"."""
        links = [("=", self.formula), ("=", self.numbers), *_value(self.value)]
        sides = [side for _, side in links]
        return " ".join(f"{sign} {side}" for i, (sign, side) in enumerate(links) if side and side not in sides[:i])

    def __str__(self):
        return f"{self.name} {plain(self.latex)}" + (f"   ({self.note})" if self.note else "")


class Working(Mapping):
    """An ordered list of steps, by name. `title` says what is worked out."""

    def __init__(self, title, steps):
        self.title, self.steps = title, tuple(steps)
        self._by_name = {step.name: step for step in self.steps}
        if len(self._by_name) < len(self.steps):
            names = [step.name for step in self.steps]
            raise ValueError(f"steps must have different names; twice: {next(n for n in names if names.count(n) > 1)}")

    def __getitem__(self, name):
        """The value of the step of that name."""
        return self.step(name).value

    def __iter__(self):
        return iter(self._by_name)

    def __len__(self):
        return len(self.steps)

    def step(self, name):
        """The step of that name."""
        if name not in self._by_name:
            raise KeyError(f"no step {name!r}; the steps are: {', '.join(self)}")
        return self._by_name[name]

    def __repr__(self):
        return "\n".join([self.title, *map(str, self.steps)])

    def _repr_html_(self):
        head = ["step", "formula", "numbers put in", "value"]
        return as_html("working", head, map(_row, self.steps), escape(self.title), headed=True)

    def to_latex(self):
        """The steps as a LaTeX `align*` environment."""
        lines = [rf"{tex(step.name)} &{step.latex}" for step in self.steps]
        return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def decimal(value, digits=6):
    """A number with that many significant digits, without needless zeros; from 17 digits on, with all that it has.

    >>> decimal(Fraction(1, 189)), decimal(0.5), decimal(1234567.0), decimal(3e-8), decimal(-4)
    ('0.00529101', '0.5', '1.23457e+06', '3e-08', '-4')
    >>> decimal(0.1, 17), decimal(1 / 3, 17)
    ('0.1', '0.3333333333333333')
    """
    return f"{float(value):.{digits}g}" if digits < 17 else repr(float(value)).removesuffix(".0")


def as_printed(value):
    """A number as the fraction that it prints as: 0.1 is 1/10.

    >>> as_printed(0.1)
    Fraction(1, 10)
    """
    return Fraction(repr(float(value)))


def exact(value):
    """A float as the fraction it was meant to be.

    >>> exact(0.1), exact(1 - 0.9), exact(1 / 3)
    (Fraction(1, 10), Fraction(1, 10), Fraction(1, 3))
    """
    near = Fraction(float(value)).limit_denominator(1000)
    return near if math.isclose(near, value, rel_tol=1e-14) else as_printed(value)


def short(value):
    """The value; a fraction that is too long to read as a decimal number.

    >>> short(Fraction(1, 3)), short(Fraction(1, 2_000_000))
    (Fraction(1, 3), 5e-07)
    """
    return float(value) if isinstance(value, Fraction) and value.denominator > LONGEST else value


def figure(value):
    r"""A number of the data in LaTeX, with at most eight digits; in brackets where a sum or a product needs them.

    >>> figure(0.5), figure(-2), figure(2.5e-9)
    ('0.5', '(-2)', '(2.5 \\times 10^{-9})')
    """
    text = f"{float(value):.8g}"
    text = tex(float(value)) if "e" in text else text
    return f"({text})" if value < 0 or r"\times" in text else text


def tex(value, digits=6):
    r"""A value in LaTeX: fractions upright, very large or small numbers with a power of ten, words as text.

    >>> tex(Fraction(3, 4)), tex(0.1), tex(2.5e-9), tex("No")
    ('\\frac{3}{4}', '0.1', '2.5 \\times 10^{-9}', '\\text{No}')
    """
    if isinstance(value, str):
        return rf"\text{{{_escape_tex(value)}}}"
    if isinstance(value, Fraction) and value.denominator != 1:
        return rf"{'-' if value < 0 else ''}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    mantissa, _, exponent = decimal(value, digits).partition("e")
    return rf"{mantissa} \times 10^{{{int(exponent)}}}" if exponent else mantissa


def _escape_tex(text):
    return re.sub(r"([%&_#${}])", r"\\\1", text)


def plain(latex):
    r"""LaTeX of the kind used in steps as plain text, for terminals and screen readers.

    >>> plain(r"\frac{2 + 1}{9 + 3} \times e^{-0.5}")
    '(2 + 1)/(9 + 3) × e^(-0.5)'
    >>> plain(r"x_n - \bar x")
    'x_n - x̄'
    """
    text, previous = latex, None
    while previous != text:  # nested fractions resolve from the inside out
        previous = text
        for pattern, replacement in _PLAIN:
            text = re.sub(pattern, replacement, text)
    for pattern, replacement in _AFTER_NESTING:
        text = re.sub(pattern, replacement, text)
    return re.sub(r"\s+", " ", text).strip()


def _value(value):
    """A value as the last links of a chain of equations; a fraction gives two, itself and its decimals."""
    if isinstance(value, str):
        return [("=", tex(value))]
    exact = isinstance(value, Fraction)
    rounded = Fraction(decimal(value)) != value if exact else float(decimal(value)) != value
    decimals = (r"\approx" if rounded else "=", tex(float(value)))
    return [("=", tex(value)), decimals] if exact and value.denominator != 1 else [decimals]


def _fraction(match):
    above, below = (part if re.fullmatch(r"[\w.]+", part) else f"({part})" for part in match.groups())
    return f"{above}/{below}"


_SYMBOLS = {
    **{"times": "×", "cdot": "×", "div": "÷", "approx": "≈", "mid": "|", "prod": "∏", "sum": "∑"},
    **{"alpha": "α", "beta": "β", "epsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ", "mu": "μ", "pi": "π"},
    **{
        "rho": "ρ",
        "sigma": "σ",
        "phi": "φ",
        "xi": "ξ",
        "gamma": "γ",
        "delta": "δ",
        "psi": "ψ",
        "omega": "ω",
        "Delta": "Δ",
        "Sigma": "Σ",
    },
    **{"partial": "∂", "dots": "…"},
}
_BRACED = r"\{([^{}]*)\}"
_ONE = re.compile(r"\w+|\([^()]*\)")  # what needs no brackets of its own
_PLAIN = [
    (r"\\(?:text|mathrm|operatorname|mathbf|boldsymbol)" + _BRACED, r"\1"),
    (r"\\(?:left|right|,|;|!|quad)", ""),
    (r"\\bar\s*(?:\{(\w)\}|(\w))", lambda match: (match[1] or match[2]) + "\u0304"),  # a letter with a bar over it
    (r"_" + _BRACED, r"_\1"),
    (r"\^" + _BRACED, lambda match: "^" + (match[1] if _ONE.fullmatch(match[1]) else f"({match[1]})")),
    (r"\\sqrt" + _BRACED, r"√(\1)"),
    (r"\\[dt]?frac" + _BRACED + _BRACED, _fraction),
    (r"\\binom" + _BRACED + _BRACED, r"C(\1, \2)"),
]
_AFTER_NESTING = [
    (r"\\([a-zA-Z]+)", lambda match: _SYMBOLS.get(match[1], match[1])),
    (r"(?<!\\)[{}]", ""),
    (r"\\([%&_#${}])", r"\1"),
]


def _row(step):
    """The cells of a step, as HTML."""
    note = f"<br><small>{escape(step.note)}</small>" if step.note else ""
    (_, value), *decimals = _value(step.value)
    value += "".join(f" {sign} {side}" for sign, side in decimals)
    return [escape(step.name) + note, *map(math_html, (step.formula, step.numbers, value))]


def typeset_html(text):
    r"""Words with formulae between dollar signs as HTML.

    >>> typeset_html("Is $a < b$?")
    'Is <span class="math">\\(a &lt; b\\)</span>?'
    """
    parts = re.split(r"\$([^$]+)\$", text)
    return "".join(math_html(part) if i % 2 else escape(part) for i, part in enumerate(parts))


def math_html(latex):
    """A formula as HTML that pages and notebooks typeset; nothing for no formula."""
    return rf'<span class="math">\({escape(latex, quote=False)}\)</span>' if latex else ""
