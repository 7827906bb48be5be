"""Small helpers for the cells of a chapter: sentences with computed numbers, and the library's own source."""

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
    """The source code of a function, method or class of the library, from its file, without its docstring."""
    code = textwrap.dedent(inspect.getsource(thing))
    doc = inspect.getdoc(thing) and thing.__doc__
    if doc:
        for quotes in ('r"""', '"""'):
            code = code.replace(f"    {quotes}{doc}{quotes[-3:]}\n", "", 1)
    return Markdown(f"```python\n{code.strip()}\n```")
