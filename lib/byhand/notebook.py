"""Small helpers for the cells of a chapter: computed numbers in sentences, tested claims, the library's own source."""

import ast
import inspect
import textwrap

import numpy as np


class Markdown:
    """Text in Markdown that notebooks and pages render."""

    def __init__(self, text):
        self.text = text

    def _repr_markdown_(self):
        return self.text

    def __repr__(self):
        return self.text


def say(text):
    """A sentence with numbers in it, computed rather than typed: `say(f"The posterior is {p:.3f}.")`."""
    return Markdown(text)


def claim(sentence, holds):
    """Say what data, a figure or a slider show, and fail if it is not so.

    `holds` is one truth value, or as many as the claim is about: each setting of a slider, each seed. Nothing is shown.

    >>> claim("the square of a number below 1 is smaller", [x**2 < x for x in (0.1, 0.5, 0.9)])
    >>> claim("the square of a number is larger", [x**2 > x for x in (0.5, 2)])
    Traceback (most recent call last):
        ...
    AssertionError: not so in 1 of 2 cases: the square of a number is larger
    """
    cases = np.asarray(holds)
    if cases.dtype != bool or cases.size == 0:
        raise ValueError(f"holds must be a truth value or some of them; got {holds!r}")
    if not cases.all():
        where = f" in {np.sum(~cases)} of {cases.size} cases" if cases.ndim else ""
        raise AssertionError(f"not so{where}: {sentence}")


def source(*things):
    """The source code of functions, methods or classes of the library, from their files, without their docstrings.

    >>> print(source(say))
    ```python
    def say(text):
        return Markdown(text)
    ```
    """
    return Markdown("\n".join(["```python", "\n\n".join(map(_code, things)), "```"]))


def _code(thing):
    """The source code of one thing without its docstring."""
    code = textwrap.dedent(inspect.getsource(thing))
    lines, definition = code.splitlines(), ast.parse(code).body[0]
    if ast.get_docstring(definition):
        docstring = definition.body[0]
        del lines[docstring.lineno - 1 : docstring.end_lineno]
    return "\n".join(lines)
