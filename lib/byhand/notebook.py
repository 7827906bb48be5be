"""Small helpers for the cells of a chapter: sentences with computed numbers, and the library's own source."""

import ast
import inspect
import textwrap


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


def source(thing):
    """The source code of a function, method or class of the library, from its file, without its docstring.

    >>> print(source(say))
    ```python
    def say(text):
        return Markdown(text)
    ```
    """
    code = textwrap.dedent(inspect.getsource(thing))
    lines, definition = code.splitlines(), ast.parse(code).body[0]
    if ast.get_docstring(definition):
        docstring = definition.body[0]
        del lines[docstring.lineno - 1 : docstring.end_lineno]
    return Markdown("\n".join(["```python", *lines, "```"]))
