"""Names of steps as a book would print them: the name is plain text, so that it can be typed and read out."""

import re

from byhand.working import tex

GREEK = ("alpha", "beta", "gamma", "delta", "psi")


def symbol(name):
    r"""The name of a step in LaTeX.

    >>> symbol("dJ/dW(2)_1,1"), symbol("g1 (2)"), symbol("P(late|x)")
    ('\\frac{\\partial J}{\\partial W^{(2)}_{1,1}}', 'g_{1}^{(2)}', 'P(\\text{late} \\mid x)')
    >>> symbol("alpha_2(hot)"), symbol("sum xx"), symbol("false positive rate")
    ('\\alpha_{2}(\\text{hot})', '\\sum x^2', '\\text{false positive rate}')
    """
    for pattern, write in _FORMS:
        if match := re.fullmatch(pattern, name):
            return write(*match.groups())
    return tex(name)


def _arguments(text):
    """What stands in brackets: names, given others, equal to values."""
    sides = [" = ".join(symbol(part.strip()) for part in side.split("=")) for side in text.split("|")]
    return r" \mid ".join(sides)


_FORMS = (  # how names are built, and how that is written
    (r"d(\w)/d(.+)", lambda of, by: rf"\frac{{\partial {of}}}{{\partial {symbol(by)}}}"),
    (r"(.+) again", lambda rest: rf"{symbol(rest)} \text{{ again}}"),
    (r"new (.+)", lambda rest: rf"\text{{new }} {symbol(rest)}"),
    (r"sum (\w)", lambda x: rf"\sum {x}"),
    (r"sum (\w)(\w)", lambda x, y: rf"\sum {x}^2" if x == y else rf"\sum {x} {y}"),
    (r"(\w)\.(\w)", lambda u, v: rf"{u} \cdot {v}"),
    (r"R2", lambda: "R^2"),
    (r"([a-zA-Z])", str),
    (r"([a-zA-Z])\*", lambda letter: f"{letter}^*"),
    (r"(\d+)", str),
    (rf"({'|'.join(GREEK)})", lambda letter: rf"\{letter}"),
    (r"([a-zA-Z]|step)(\d+)", lambda letter, place: f"{symbol(letter)}_{{{place}}}"),
    (r"([a-zA-Z]+)_(\d+)", lambda letter, place: f"{symbol(letter)}_{{{place}}}"),
    (rf"({'|'.join(GREEK)}) (\d+)", lambda letter, place: rf"\{letter}_{{{place}}}"),
    (r"(\w+)\((\d+)\)_([\d,]+)", lambda letter, layer, place: f"{symbol(letter)}^{{({layer})}}_{{{place}}}"),
    (r"(\w+) \((\d+)\)", lambda letter, time: f"{symbol(letter)}^{{({time})}}"),
    (r"([^()]+)\(([^()]+)\)", lambda head, inside: f"{symbol(head)}({_arguments(inside)})"),
)
