"""A small kernel for one page of the book, in the reader's browser.

The worker (worker.js) imports this module into Pyodide, as byhand_page.kernel, and calls `run` with the code of a cell
and `redraw` when a control of an explorable moves. What a cell shows goes to the page through `post`, one notebook
output at a time, as JSON in the format that .ipynb files use.

IPython takes long to start, and chapters do not need it. It is fetched, and runs the cells from then on, when a cell
asks for it: by importing it, or by a command of its own such as `%timeit` or `np.mean?`.
"""

import base64
import builtins
import contextlib
import contextvars
import io
import json
import linecache
import os
import pprint
import re
import sys
import time
import traceback

from byhand_page import lean
from byhand_page.names import names
from page import post
from pyodide.code import eval_code_async, find_imports

import __main__

os.environ["BYHAND_PAGE"] = "live"  # explorables ask Python for their pictures
os.environ["MPLBACKEND"] = "module://byhand_page.backend"

SHOWN = {"html": "text/html", "markdown": "text/markdown", "svg": "image/svg+xml", "png": "image/png"}
SHOWN |= {"jpeg": "image/jpeg", "latex": "text/latex"}
COMMAND = re.compile(r"^\s*[%!]|\?\s*$|\bget_ipython\b", re.MULTILINE)  # of IPython

shell = None  # IPython, once a cell has asked for it
settings = contextvars.copy_context()  # what cells have set in their context, such as NumPy's way to print


# What a cell shows


def emit(output):
    """Hand an output to the page, after what was printed before it."""
    flush()
    post(json.dumps(output, default=in_json))


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


def flush():
    sys.stdout.flush()
    sys.stderr.flush()


def display(*values):
    """Show values as the page can show them best."""
    for value in values:
        data, metadata = bundle(value)
        emit({"output_type": "display_data", "data": data, "metadata": metadata})


def bundle(value):
    """A value in each form that it offers: what it is by type, and hints for showing it."""
    text = pprint.pformat(value, sort_dicts=False) if isinstance(value, (dict, list, set, tuple)) else repr(value)
    data, metadata = {"text/plain": text}, {}
    for name, mime_type in SHOWN.items():
        form = offer(value, f"_repr_{name}_")
        if form is not None:
            data[mime_type] = form
    forms = offer(value, "_repr_mimebundle_")
    if isinstance(forms, tuple):
        forms, metadata = forms
    return data | (forms or {}), metadata


def offer(value, method):
    """What a method for showing a value gives, if the value (not a class of such values) has it."""
    method = None if isinstance(value, type) else getattr(value, method, None)
    return method() if callable(method) else None


def show(*_, **__):
    """Show and close the figures that are open: at the end of a cell, or when `plt.show()` says so."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import matplotlib.pyplot as plt

    for figure in map(plt.figure, plt.get_fignums()):
        if figure.axes or figure.lines or figure.patches or figure.texts:
            picture = io.BytesIO()
            figure.savefig(picture, format="png", bbox_inches="tight", dpi=144)
            data = {"image/png": picture.getvalue(), "text/plain": repr(figure)}
            emit(
                {"output_type": "display_data", "data": data, "metadata": {"image/png": {"needs_background": "light"}}}
            )
    plt.close("all")


def tell_progress(word, done, total):
    """Say how far a long calculation has come; not an output, nothing of it stays."""
    flush()
    post(json.dumps({"output_type": "progress", "word": word, "done": done, "total": total}))


# Running cells


def warm_up():
    """Import what nearly every chapter begins with."""
    lean.load_matplotlib()
    import byhand.explore
    import byhand.plot
    import byhand.progress

    byhand.progress.tell = tell_progress


def names_in(code):
    """What a cell uses, defines and changes, in JSON."""
    return json.dumps(names(code))


async def run(code, name):
    """Run a cell; whether it ended without an error. Errors call the cell by its name."""
    global settings
    recall()
    ended_well = await (run_with_ipython(code) if shell else run_plainly(code, name))
    settings = contextvars.copy_context()
    show()
    flush()
    return ended_well


def recall():
    """Each call from the page has a new context: put into it what the cells before have set."""
    for variable, value in settings.items():
        variable.set(value)


async def run_plainly(code, name):
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    try:
        value = await eval_code_async(code, __main__.__dict__, filename=name)
        if value is not None:
            __main__._ = value
            data, metadata = bundle(value)
            emit({"output_type": "execute_result", "data": data, "metadata": metadata, "execution_count": 1})
    except BaseException as error:  # also of exit()
        emit(in_words(error, name))
        return False
    return True


def in_words(error, name):
    """An error as an output, with the part of its way that lies in the cell and below."""
    way = error.__traceback__
    while way and way.tb_frame.f_code.co_filename != name:
        way = way.tb_next
    text = "".join(traceback.format_exception(type(error), error, way)).rstrip()
    kind = type(error).__name__
    if isinstance(error, SyntaxError) and kind != "SyntaxError" and kind.startswith("_"):
        text, kind = text.replace(kind, "SyntaxError"), "SyntaxError"  # so it is called in other places
    if isinstance(error, ModuleNotFoundError):
        text += "\n\nA page has NumPy, Matplotlib and this book's library. Download it as a notebook to use others."
    return {"output_type": "error", "ename": kind, "evalue": str(error), "traceback": text.splitlines()}


def redraw(number, positions):
    """The picture and the text of an explorable for new positions of its controls."""
    from byhand.explore import redraw

    recall()
    with contextlib.redirect_stdout(None):
        return redraw(number, positions)


def move(number, positions, asked):
    """The picture of an explorable for points that the reader has moved, and the rest of the answer in JSON."""
    from byhand.explore import move

    recall()
    with contextlib.redirect_stdout(None):
        return move(number, positions, asked)


def practice(kind, seed, level):
    """The form of another problem, as HTML."""
    from byhand.practice import form, problem

    return form.html(problem(kind, seed, level))


def ask(prompt=""):
    raise RuntimeError("input() cannot ask for anything on a page: write the value into the code")


# IPython


def wants_ipython(code):
    """Whether a cell needs IPython, which is not there yet."""
    if shell:
        return False
    try:
        return "IPython" in find_imports(code) or "get_ipython" in code
    except SyntaxError:
        return bool(COMMAND.search(code))


def start_ipython():
    """Let IPython run the cells from now on, with the same variables."""
    import types

    # its terminal is of no use here, and what that is made of is not on the page
    terminal = sys.modules["IPython.terminal.embed"] = types.ModuleType("IPython.terminal.embed")
    terminal.embed = None
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Publisher(DisplayPublisher):
        def publish(self, data, metadata=None, **_):
            emit({"output_type": "display_data", "data": data, "metadata": metadata or {}})

        def clear_output(self, wait=False):
            emit({"output_type": "clear"})

    class Result(DisplayHook):
        muted = False  # the cell ends with a semicolon

        def quiet(self):
            return self.muted

        def write_output_prompt(self):
            pass

        def write_format_data(self, format_dict, md_dict=None):
            result = {"output_type": "execute_result", "data": format_dict, "metadata": md_dict or {}}
            emit(result | {"execution_count": 1})

    class Shell(InteractiveShell):
        def enable_gui(self, gui=None):
            pass

        def _showtraceback(self, etype, evalue, stb):
            emit({"output_type": "error", "ename": etype.__name__, "evalue": str(evalue), "traceback": list(stb)})

    global shell
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = Shell.instance(config=config, displayhook_class=Result, display_pub_class=Publisher, user_module=__main__)


async def run_with_ipython(code):
    cell, problem = code, None
    try:
        cell = shell.transform_cell(code)
        shell.displayhook.muted = shell.displayhook.semicolon_at_end_of_expression(code)
    except Exception:
        problem = sys.exc_info() if cell is code else None
    result = await shell.run_cell_async(code, transformed_cell=cell, preprocessing_exc_tuple=problem)
    return result.success


sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
builtins.input, builtins.display = ask, display
