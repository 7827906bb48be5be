r"""Formulae as MathML, which browsers typeset by themselves: for sheets that are printed, with no other program.

>>> mathml(r"w \leftarrow w + \eta y x")
'<math><mi>w</mi><mo>←</mo><mi>w</mi><mo>+</mo><mi>η</mi><mi>y</mi><mi>x</mi></math>'
>>> mathml(r"\frac12 x_1^2")
'<math><mfrac><mn>1</mn><mn>2</mn></mfrac><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>'
"""

import re
from html import escape

LETTERS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "varepsilon": "ε",
    "eta": "η",
    "theta": "θ",
    "mu": "μ",
}
LETTERS |= {"kappa": "κ", "lambda": "λ", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "phi": "φ", "psi": "ψ"}
LETTERS |= {"omega": "ω", "Delta": "Δ", "Sigma": "Σ", "ell": "ℓ", "partial": "∂", "nabla": "∇", "infty": "∞"}
SIGNS = {"times": "×", "cdot": "·", "div": "÷", "approx": "≈", "mid": "|", "leftarrow": "←", "to": "→", "le": "≤"}
SIGNS |= {"ge": "≥", "ne": "≠", "sum": "∑", "prod": "∏", "in": "∈", "dots": "…", "cdots": "⋯", "pm": "±", "propto": "∝"}
SIGNS |= {"lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|", "|": "‖", "{": "{", "}": "}", "%": "%", "#": "#"}
SIGNS |= {"$": "$", "_": "_", "&": "&"}
NAMES = ("log", "ln", "exp", "max", "min", "tanh", "arctan", "argmax", "argmin", "cos", "sin", "det")
WORDS = ("text", "mathrm", "operatorname", "operatorname*")
BOLD = ("mathbf", "boldsymbol")
SPACES = (",", ";", ":", "!", " ", "quad", "qquad", "left", "right", "displaystyle", "bigl", "bigr")
_TOKEN = re.compile(r"\\operatorname\*|\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)


def mathml(latex):
    """A formula in the LaTeX of this book as an element `math`; a ValueError names a command that is not known."""
    return f"<math>{''.join(_row(_TOKEN.findall(latex)))}</math>"


def _row(tokens):
    """The elements up to the brace that closes, or to the end; takes them from the tokens."""
    parts = []
    while tokens and tokens[0] != "}":
        if tokens[0] in ("^", "_"):
            parts.append(_scripts(parts.pop() if parts else "<mrow></mrow>", tokens))
        else:
            parts += filter(None, [_element(tokens)])
    del tokens[:1]
    return parts


def _scripts(base, tokens):
    """An element with what stands below and above it."""
    below = above = None
    while tokens and tokens[0] in ("^", "_"):
        if tokens.pop(0) == "_":
            below = _argument(tokens)
        else:
            above = _argument(tokens)
    if below and above:
        return f"<msubsup>{base}{below}{above}</msubsup>"
    return f"<msub>{base}{below}</msub>" if below else f"<msup>{base}{above}</msup>"


def _argument(tokens):
    """What a command or a script applies to: a group in braces, or the next thing; of digits the first."""
    while tokens[0].isspace():
        tokens.pop(0)
    if tokens[0].isdigit() and len(tokens[0]) > 1:
        tokens[:1] = [tokens[0][0], tokens[0][1:]]
    return _element(tokens) or "<mrow></mrow>"


def _element(tokens):
    """The next element; nothing for what only spaces."""
    token = tokens.pop(0)
    if token == "{":
        parts = _row(tokens)
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
    if token.startswith("\\"):
        return _command(token[1:], tokens)
    if token.isspace():
        return ""
    kind = "mn" if token[0].isdigit() else "mi" if token.isalpha() else "mo"
    return f"<{kind}>{escape({'-': '−', '*': '∗'}.get(token, token))}</{kind}>"


def _command(name, tokens):
    if name in SPACES:
        return ""
    if name in ("frac", "tfrac", "dfrac"):
        return f"<mfrac>{_argument(tokens)}{_argument(tokens)}</mfrac>"
    if name == "binom":
        return (
            f'<mrow><mo>(</mo><mfrac linethickness="0">{_argument(tokens)}{_argument(tokens)}</mfrac><mo>)</mo></mrow>'
        )
    if name == "sqrt":
        return f"<msqrt>{_argument(tokens)}</msqrt>"
    if name in ("hat", "bar"):
        return f"<mover>{_argument(tokens)}<mo>{'^' if name == 'hat' else '¯'}</mo></mover>"
    if name in BOLD:
        return f'<mrow style="font-weight: bold">{_argument(tokens)}</mrow>'
    if name in WORDS:
        return f"<mtext>{escape(_words(tokens))}</mtext>"
    if name in LETTERS:
        return f"<mi>{LETTERS[name]}</mi>"
    if name in SIGNS:
        return f"<mo>{escape(SIGNS[name])}</mo>"
    if name in NAMES:
        return f"<mi>{name}</mi>"
    raise ValueError(f"latex has a command that is not known here: \\{name}")


def _words(tokens):
    """The text of a group in braces, as it stands."""
    tokens.pop(0)
    end = tokens.index("}")
    words = "".join(token.removeprefix("\\") for token in tokens[:end])
    del tokens[: end + 1]
    return words
