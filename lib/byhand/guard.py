"""The promise of `byhand.base`, a result or a ValueError that names the argument, for whatever its checks do not meet.

A formula stands in a lesson as it stands in a book. Where it fails, since it was given a word for a number, say, its
arguments are checked after all, and the call says what it was given and what is wanted.
"""

import dis
import inspect
import re
import sys
from functools import partial, wraps
from pathlib import Path

import numpy as np

from byhand.base import (
    Classifier,
    Clusterer,
    Estimator,
    NotFittedError,
    Regressor,
    as_array,
    as_function,
    as_instance,
    as_list,
    as_number,
    as_numbers,
    as_symmetric,
    as_whole,
    shown,
)

LIBRARY = str(Path(__file__).parent)
FAILURES = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, MemoryError, RuntimeError)


def as_numeric(value, name, ndim=None):
    """A number, or an array of at least one number, as it is: what a formula can take.

    With `ndim` only an array of so many dimensions will do.

    >>> as_numeric([1, 2], "z")
    Traceback (most recent call last):
        ...
    ValueError: z must be a number, or an array of numbers; got [1, 2]
    """
    array = np.asarray(None) if isinstance(value, (list, tuple, bool)) else as_array(value, name)
    if array.dtype.kind not in "iuf" or not array.size or ndim not in (None, array.ndim):
        wanted = "a number, or an array of numbers" if ndim is None else f"an array of numbers, of {ndim} dimensions"
        raise ValueError(f"{name} must be {wanted}; got {shown(value)}")
    return value


def as_positions(values, name):
    """Positions from 0 on, in a table say, as an array of whole numbers, shape (n,), at least one.

    >>> as_positions([0, -1], "rows")
    Traceback (most recent call last):
        ...
    ValueError: rows must hold whole numbers of at least 0; got [0, -1]
    """
    positions = as_array(values, name)
    if positions.dtype.kind not in "iu" or positions.ndim != 1 or (positions < 0).any():
        raise ValueError(f"{name} must hold whole numbers of at least 0; got {shown(values)}")
    return positions


NUMBERS = "alpha bias bound counts cov ddof edges high label low mean n otherwise points psi right score scores std"
WANTED = {  # by name, what arguments are that formulae take as they come, wherever the name is met
    **dict.fromkeys([*NUMBERS.split(), "theta", "w", "weight", "x", "z"], as_numbers),
    **dict.fromkeys(["capped", "classes", "labels", "ranges", "sequences", "states", "symbols"], as_list),
    **dict.fromkeys(["i", "j", "last", "position"], partial(as_whole, minimum=0)),
    **dict.fromkeys(["d", "k", "length", "max_iter", "size", "units"], partial(as_whole, minimum=1)),
    **dict.fromkeys(["distance", "impurity"], as_function),
    **dict.fromkeys(["free", "positions"], as_positions),
    "C": as_numeric,
    "K": as_symmetric,
    "bandwidth": partial(as_number, above=0),
    "column": partial(as_instance, kind=np.ndarray, what="an array"),
    "kernel": partial(as_function, what="a kernel, such as RBFKernel(gamma=1), or a function"),
}


class BadArgumentError(ValueError):
    """Raised in place of what Python or NumPy say about an argument of a kind that nobody has thought of."""


def guard(module, **wanted):
    """Let all public functions and methods of a module say what they were given, and what they want, where they fail.

    `module`: its name; the last line of a lesson is `guard(__name__)`. `wanted`: checks of arguments that are not in
    `WANTED`, or mean something else there, `a=as_list`; under the name of a function, a class or a method a dictionary
    of them, `gower={"a": as_list}`. They cost nothing: a check is made where a call has failed.
    """
    names, wanted = vars(sys.modules[module]), WANTED | wanted
    own = {name: thing for name, thing in names.items() if getattr(thing, "__module__", None) == module}
    for name, thing in own.items():
        if inspect.isfunction(thing) and name[0] != "_":
            names[name] = guarded(thing, within(wanted, name))
        elif inspect.isclass(thing):
            guard_class(thing, within(wanted, name))


def guard_class(cls, wanted):
    """The same for the methods that are written in a class."""
    for name, method in list(vars(cls).items()):
        if name in ("__init__", "__call__") or name[0] != "_":
            if inspect.isfunction(method):
                setattr(cls, name, guarded(method, within(wanted, name)))
            elif isinstance(method, classmethod):
                setattr(cls, name, classmethod(guarded(method.__func__, within(wanted, name))))


def within(wanted, name):
    """The checks for a function, class or method: those for all, and those under its name."""
    return {**wanted, **wanted[name]} if isinstance(wanted.get(name), dict) else wanted


def guarded(function, wanted):
    """The function, which says where it fails what it was given, and what is wanted.

    >>> guarded(lambda a, b: a / b, {"b": as_numeric})(1, "2")
    Traceback (most recent call last):
        ...
    byhand.guard.BadArgumentError: b must be a number, or an array of numbers; got '2'
    >>> guarded(lambda a, b: a / b, {})(1, 0)
    Traceback (most recent call last):
        ...
    byhand.guard.BadArgumentError: a and b must fit each other (ZeroDivisionError: division by zero); given a = 1, b = 0
    """

    @wraps(function)
    def call(*given, **named):
        try:
            return function(*given, **named)
        except FAILURES as error:
            if sys._getframe(1).f_code.co_filename.startswith(LIBRARY):
                raise  # it is for the first of the calls to explain, which the reader has made
            explain(error, function, given, named, wanted)
            raise

    @wraps(function)
    def generate(*given, **named):
        try:
            yield from function(*given, **named)
        except FAILURES as error:
            explain(error, function, given, named, wanted)
            raise

    new = generate if inspect.isgeneratorfunction(function) else call
    new.wanted = wanted  # for the tests, which see that it is not too much
    return new


def explain(error, function, given, named, wanted):
    """Raise a `BadArgumentError` that names an argument, unless the error does so or is about their number."""
    signature = inspect.signature(function)
    try:
        arguments = signature.bind(*given, **named).arguments
    except TypeError:
        return  # too few arguments or too many, as Python says
    model = arguments.pop("self", arguments.pop("cls", None))
    settings = model.get_params(deep=False) if isinstance(model, Estimator) else {}
    words, subject = (set(re.findall(r"\w+", text)) for text in (str(error), re.split(" must |[:;]", str(error))[0]))
    clear = arguments.keys() & (words - {"a"} | subject) or settings.keys() & subject  # a is a word of its own
    if isinstance(error, NotFittedError) or (clear and is_ours(error)) or not (arguments or settings):
        return
    for name, value in (settings | arguments).items():
        default = signature.parameters[name].default if name in arguments else None
        if callable(wanted.get(name)) and value is not default:
            try:
                wanted[name](value, name=name)
            except ValueError as wrong:
                raise BadArgumentError(str(wrong)) from error
    others = "each other" if len(arguments) > 1 else "the rest"
    fit = f"{' and '.join(arguments)} must fit {others} ({type(error).__name__}: {error})"
    given = [repr(model)] if settings else []
    given += [f"{name} = {shown(value, 50)}" for name, value in arguments.items()]
    raise BadArgumentError(f"{error if is_ours(error) else fit}; given {', '.join(given)}") from error


def is_ours(error):
    """Whether the library itself has raised an error, by a statement that says so."""
    last = error.__traceback__
    while last.tb_next:
        last = last.tb_next
    code = last.tb_frame.f_code
    return code.co_filename.startswith(LIBRARY) and dis.opname[code.co_code[last.tb_lasti]] == "RAISE_VARARGS"


for shared in (Classifier, Clusterer, Regressor):  # whose module comes before this one
    guard_class(shared, WANTED)
