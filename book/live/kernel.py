"""A small kernel for one page of the book: IPython in the reader's browser.

The worker (worker.js) imports this module into Pyodide and calls `run` with the code of a cell and `redraw` when a
control of an explorable moves. What a cell shows goes to the page through `post`, one notebook output at a time, as
JSON in the format that .ipynb files use.
"""

import base64
import builtins
import json
import os
import sys
import time
import types
from tokenize import TokenError

os.environ["BYHAND_PAGE"] = "live"  # explorables ask Python for their pictures
os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # an open figure shows at the end of its cell

# IPython's terminal is of no use here, and what it is made of is not on the page
terminal = sys.modules["IPython.terminal.embed"] = types.ModuleType("IPython.terminal.embed")
terminal.embed = None

from IPython.core.displayhook import DisplayHook  # noqa: E402
from IPython.core.displaypub import DisplayPublisher  # noqa: E402
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402
from page import post  # noqa: E402
from traitlets.config import Config  # noqa: E402


def emit(output):
    """Hand an output to the page, after what was printed before it."""
    flush()
    post(json.dumps(output, default=in_json))


def flush():
    sys.stdout.flush()
    sys.stderr.flush()


def in_json(value):
    """Pictures are bytes, which in a notebook are written in base 64."""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)


class Stream:
    """Standard output or error: text is collected and sent ten times a second at most."""

    encoding = "utf-8"

    def __init__(self, name):
        self.name, self.parts, self.sent = name, [], time.monotonic()

    def write(self, text):
        self.parts.append(text)
        if time.monotonic() > self.sent + 0.1:
            self.flush()
        return len(text)

    def flush(self):
        if text := "".join(self.parts):
            post(json.dumps({"output_type": "stream", "name": self.name, "text": text}))
        self.parts, self.sent = [], time.monotonic()

    def isatty(self):
        return False


class Publisher(DisplayPublisher):
    """What `display` shows."""

    def publish(self, data, metadata=None, **_):
        emit({"output_type": "display_data", "data": data, "metadata": metadata or {}})

    def clear_output(self, wait=False):
        emit({"output_type": "clear"})


class Result(DisplayHook):
    """What the last line of a cell shows, unless it ends with a semicolon."""

    muted = False

    def quiet(self):
        return self.muted

    def write_output_prompt(self):
        pass

    def write_format_data(self, format_dict, md_dict=None):
        result = {"output_type": "execute_result", "data": format_dict, "metadata": md_dict or {}}
        emit(result | {"execution_count": self.prompt_count})


class Shell(InteractiveShell):
    """IPython with the page for a screen."""

    def enable_gui(self, gui=None):
        pass

    def _showtraceback(self, etype, evalue, stb):
        name = etype.__name__.replace("_IncompleteInputError", "SyntaxError")  # so it is called in other places
        lines = [line.replace(etype.__name__, name) for line in stb]
        emit({"output_type": "error", "ename": name, "evalue": str(evalue), "traceback": lines})


def ask(prompt=""):
    raise RuntimeError("input() cannot ask for anything on a page: write the value into the code")


config = Config()
config.HistoryManager.enabled = False
config.InteractiveShell.colors = "nocolor"
sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
shell = Shell.instance(config=config, displayhook_class=Result, display_pub_class=Publisher)
builtins.input = ask


async def run(code):
    """Run a cell; whether it ended without an error."""
    cell, problem = code, None
    try:
        cell = shell.transform_cell(code)
        shell.displayhook.muted = Result.semicolon_at_end_of_expression(code)
    except TokenError:
        pass  # IPython will say what is wrong with the code
    except Exception:
        problem = sys.exc_info()
    result = await shell.run_cell_async(code, transformed_cell=cell, preprocessing_exc_tuple=problem)
    shell.events.trigger("post_execute")
    flush()
    return result.success


def redraw(number, positions):
    """The picture and the text of an explorable for new positions of its controls."""
    from byhand.explore import redraw

    try:
        return redraw(number, positions)
    finally:
        flush()
