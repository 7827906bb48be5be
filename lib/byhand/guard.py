"""The promise of `byhand.base`, a result or a ValueError that names the argument, for whatever its checks do not meet.

A formula stands in a lesson as it stands in a book. Where it fails, since it was given a word for a number, say, the
call says what it was given.
"""

import dis
import inspect
import re
import sys
from functools import wraps
from pathlib import Path

from byhand.base import Classifier, Estimator, NotFittedError, Regressor, shown

LIBRARY = str(Path(__file__).parent)
FAILURES = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, MemoryError, RuntimeError)


class BadArgumentError(ValueError):
    """Raised in place of what Python or NumPy say about an argument of a kind that nobody has thought of."""


def guard(module):
    """Let all public functions and methods of a module say what they were given where they fail.

    `module`: its name; the last line of a lesson is `guard(__name__)`.
    """
    names = vars(sys.modules[module])
    own = {name: thing for name, thing in names.items() if getattr(thing, "__module__", None) == module}
    for name, thing in own.items():
        if inspect.isfunction(thing) and name[0] != "_":
            names[name] = guarded(thing)
        elif inspect.isclass(thing):
            guard_class(thing)


def guard_class(cls):
    """The same for the methods that are written in a class."""
    for name, method in list(vars(cls).items()):
        if name in ("__init__", "__call__") or name[0] != "_":
            if inspect.isfunction(method):
                setattr(cls, name, guarded(method))
            elif isinstance(method, classmethod):
                setattr(cls, name, classmethod(guarded(method.__func__)))


def guarded(function):
    """The function, which says what it was given where it fails.

    >>> guarded(lambda a, b: a / b)(1, 0)
    Traceback (most recent call last):
        ...
    byhand.guard.BadArgumentError: that cannot be worked out (division by zero); given a = 1, b = 0
    """

    @wraps(function)
    def call(*given, **named):
        try:
            return function(*given, **named)
        except FAILURES as error:
            if sys._getframe(1).f_code.co_filename.startswith(LIBRARY):
                raise  # it is for the first of the calls to explain, which the reader has made
            explain(error, function, given, named)
            raise

    @wraps(function)
    def generate(*given, **named):
        try:
            yield from function(*given, **named)
        except FAILURES as error:
            explain(error, function, given, named)
            raise

    return generate if inspect.isgeneratorfunction(function) else call


def explain(error, function, given, named):
    """Raise a `BadArgumentError` that names the arguments, unless the error does so or is about their number."""
    try:
        arguments = inspect.signature(function).bind(*given, **named).arguments
    except TypeError:
        return  # too few arguments or too many, as Python says
    model = arguments.pop("self", arguments.pop("cls", None))
    settings = model.get_params(deep=False) if isinstance(model, Estimator) else {}
    words, subject = (set(re.findall(r"\w+", text)) for text in (str(error), re.split(" must |[:;]", str(error))[0]))
    clear = arguments.keys() & (words - {"a"} | subject) or settings.keys() & subject  # a is a word of its own
    if isinstance(error, NotFittedError) or (clear and is_ours(error)) or not (arguments or settings):
        return
    said = str(error) if is_ours(error) else f"that cannot be worked out ({error})"
    given = [repr(model)] if settings else []
    given += [f"{name} = {shown(value, 50)}" for name, value in arguments.items()]
    sparse = [f"; {name} is sparse: give {name}.toarray()" for name in arguments if hasattr(arguments[name], "toarray")]
    raise BadArgumentError(f"{said}; given {', '.join(given)}{''.join(sparse)}") from error


def is_ours(error):
    """Whether the library itself has raised an error, by a statement that says so."""
    last = error.__traceback__
    while last.tb_next:
        last = last.tb_next
    code = last.tb_frame.f_code
    return code.co_filename.startswith(LIBRARY) and dis.opname[code.co_code[last.tb_lasti]] == "RAISE_VARARGS"


for shared in (Classifier, Regressor):  # whose module comes before this one
    guard_class(shared)
