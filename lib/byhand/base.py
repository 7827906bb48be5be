"""The estimator protocol, and checks that turn bad input into a clear message.

An estimator takes its settings in `__init__` and keeps them under the same names; `fit` learns from data, stores what
it learned in attributes that end in an underscore, and returns the estimator. scikit-learn's `clone`,
`cross_val_score`, `GridSearchCV` and `Pipeline` accept such objects as they are.

The promise of the library: any public call gives a result, or a ValueError that names the argument. Each check here is
the promise for one kind of argument; `byhand.guard` keeps it for whatever the checks have not met.
"""

import contextlib
import datetime
import inspect
import sys
import warnings
from decimal import Decimal
from numbers import Real

import numpy as np

from byhand.protocol import protect, tags

MOST = 2**63 - 1  # what a whole number may be: it fits into 64 bits
TIMES = datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64
NO_NAMES = (complex, np.complexfloating, np.void, *TIMES)  # what does not name a thing or a class


class NotFittedError(ValueError, AttributeError):
    """Raised when a model is asked for a prediction before it has learned anything."""


class Estimator:
    """Settings by name, taken from the signature of `__init__`.

    >>> class Shift(Estimator):
    ...     def __init__(self, by=1.0):
    ...         self.by = by
    >>> Shift(by=2).get_params()
    {'by': 2}
    >>> Shift().set_params(by=3)
    Shift(by=3)
    >>> Shift().set_params(size=3)
    Traceback (most recent call last):
        ...
    ValueError: Shift has no parameter 'size'; it has: by

    An estimator that holds another one reaches its settings by a double underscore:

    >>> class Twice(Estimator):
    ...     def __init__(self, estimator):
    ...         self.estimator = estimator
    >>> Twice(Shift()).set_params(estimator__by=5).get_params()
    {'estimator': Shift(by=5), 'estimator__by': 5}

    A `fit` that fails leaves the estimator as it was. Names of columns, such as a table of pandas has, are kept as
    `feature_names_in_`, shape (d,), and held against those of later tables: see `byhand.protocol`.
    """

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        protect(cls)

    @classmethod
    def _parameters(cls):
        """The parameters of `__init__` by name, in order."""
        if cls.__init__ is object.__init__:
            return {}
        return {
            name: parameter for name, parameter in inspect.signature(cls.__init__).parameters.items() if name != "self"
        }

    def get_params(self, deep=True):
        """The settings as a dictionary; with `deep` also those of estimators among them, as `estimator__alpha`."""
        params = {name: getattr(self, name) for name in self._parameters()}
        held = {name: value for name, value in params.items() if deep and _has_settings(value)}
        nested = {
            f"{name}__{inner}": value for name, part in held.items() for inner, value in part.get_params().items()
        }
        return {**params, **nested}

    def set_params(self, **params):
        """Change settings by name; returns the estimator. `estimator__alpha` is the `alpha` of the `estimator`."""
        nested = {}
        for name, value in params.items():
            own, _, inner = name.partition("__")
            if own not in self._parameters():
                raise ValueError(
                    f"{type(self).__name__} has no parameter {own!r}; it has: {', '.join(self._parameters())}"
                )
            if inner:
                nested.setdefault(own, {})[inner] = value
            else:
                setattr(self, own, value)
        for own, inner in nested.items():  # after all else: an estimator that was replaced is the new one
            part = getattr(self, own)
            if not _has_settings(part):
                raise ValueError(f"{own} of {type(self).__name__} has no settings of its own to change; it is {part!r}")
            part.set_params(**inner)
        return self

    def __repr__(self):
        changed = [
            f"{name}={getattr(self, name)!r}"
            for name, parameter in self._parameters().items()
            if repr(getattr(self, name)) != repr(parameter.default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def _require_fit(self, attribute):
        if not hasattr(self, attribute):
            raise NotFittedError(f"this {type(self).__name__} has learned nothing yet: call fit(X, y) first")


class Classifier(Estimator):
    """An estimator that names classes: it offers `predict_proba`, this class derives `predict` and `score` from it."""

    def predict(self, X):
        """The most probable class of each row of X, shape (n,). A tie goes to the class that sorts first."""
        best = np.argmax(self.predict_proba(X), axis=1)
        return self.classes_[best]

    def score(self, X, y):
        """The share of rows of X, shape (n, d), whose predicted class is the one in y, shape (n,)."""
        predicted = self.predict(X)
        return float(np.mean(predicted == as_labels(y, len(predicted))))

    def __sklearn_tags__(self):
        return tags(self, "classifier")


class Regressor(Estimator):
    """An estimator that predicts numbers: it offers `predict`, this class derives `score` from it."""

    def score(self, X, y):
        """R² of the predictions for X, shape (n, d), against y, shape (n,) or (n, q): see `byhand.metrics`."""
        from byhand.metrics import r_squared  # it builds on this module

        predicted = self.predict(X)
        as_outcomes(y, len(predicted))
        return r_squared(y, predicted)

    def __sklearn_tags__(self):
        return tags(self, "regressor")


class Clusterer(Estimator):
    """An estimator that finds groups: its `fit` leaves `labels_`, the group of each row, shape (n,), from 0 on."""

    _needs_y = False

    def fit_predict(self, X, y=None):
        """Learn from X, shape (n, d), and return the group of each row, shape (n,); y is not looked at."""
        return self.fit(X).labels_

    def __sklearn_tags__(self):
        return tags(self, "clusterer")


def as_numbers(values, name):
    """Values as a float array of any shape, with NaN where one is missing: numbers, and nothing that merely looks so.

    >>> as_numbers([1, Decimal("2.5"), None], "x")
    array([1. , 2.5, nan])
    >>> as_numbers([2 + 3j], "x")
    Traceback (most recent call last):
        ...
    ValueError: x must hold numbers only: it holds np.complex128(2+3j)
    """
    array = as_array(values, name, wanted="hold numbers only")
    if array.dtype.kind in "fiub":
        return np.asarray(array, dtype=float)
    if array.dtype.kind in "US":
        array = as_array(values, name, object)  # which of them was the word?
    cells = array.ravel()
    if array.dtype.kind == "O":
        cells = cells.tolist()
        strange = {kind for kind in set(map(type, cells)) if not issubclass(kind, (Real, Decimal))}
        cells = [value for value in cells if type(value) in strange and not is_nothing(value)] if strange else []
    if len(cells):
        raise ValueError(f"{name} must hold numbers only: it holds {shown(cells[0])}")
    try:
        return np.where(is_missing(array), np.nan, array).astype(float)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers only: it holds a whole number beyond all floats") from None


def as_array(values, name, dtype=None, wanted="be an array"):
    """Values as an array of their own type or of another; neither sparse nor ragged.

    >>> as_array([[1, 2], [3]], "X")
    Traceback (most recent call last):
        ...
    ValueError: X must be an array; got rows of different lengths, [[1, 2], [3]]
    """
    if hasattr(values, "toarray"):
        raise ValueError(f"{name} is sparse, and only ordinary arrays will do: give {name}.toarray()")
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(f"{name} is masked, and only ordinary arrays will do: give {name}.filled(...)")
    if isinstance(values, (dict, set, frozenset)) or hasattr(values, "__next__"):
        raise ValueError(f"{name} must {wanted}; got {shown(values)}, of type {type(values).__name__}")
    try:
        return np.asarray(values, dtype=dtype)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must {wanted}; got rows of different lengths, {shown(values)}") from None


def as_matrix(X, name="X", columns=None, missing=False):
    """X as a float array of shape (n, d); never the caller's own array changed.

    With `columns` the number of columns must be that many; with `missing` NaN is allowed and means a missing value.

    >>> as_matrix([[1, 2]])
    array([[1., 2.]])
    >>> as_matrix([1, 2])
    Traceback (most recent call last):
        ...
    ValueError: X must be a table with rows and columns; got an array of shape (2,)
    """
    matrix = as_numbers(X, name)
    _check_shape(matrix, name, columns)
    with np.errstate(over="ignore", invalid="ignore"):
        if (isinstance(X, np.ndarray) and X.dtype.kind in "iub") or np.isfinite(matrix.sum()):  # a sum hides no NaN
            return matrix
    if np.isinf(matrix).any():
        raise ValueError(f"{name} must be finite; it holds an infinite value in row {_first(np.isinf(matrix))}")
    if not missing and np.isnan(matrix).any():
        raise ValueError(f"{name} must not hold missing values (NaN); row {_first(np.isnan(matrix))} does")
    return matrix


def as_table(X, name="X", columns=None):
    """X, a table of names or numbers, as an array of shape (n, d) of its own type (strings, objects or integers)."""
    table = as_array(X, name, None if isinstance(X, np.ndarray) else object)
    _check_shape(table, name, columns)
    _check_names(table, name)
    return table


def as_labels(y, rows, name="y"):
    """y as an array of shape (rows,); no label may be missing.

    >>> as_labels(["Yes", "No"], 3)
    Traceback (most recent call last):
        ...
    ValueError: y must hold one label for each of the 3 rows of X; got an array of shape (2,)
    """
    labels = as_array(y, name)
    if labels.shape != (rows,):
        raise ValueError(
            f"{name} must hold one label for each of the {rows} rows of X; got an array of shape {labels.shape}"
        )
    given = labels if isinstance(y, np.ndarray) else as_array(y, name, object)  # NaN, not yet "nan"
    missing = is_missing(given)
    if missing.any():
        raise ValueError(f"{name} must not hold missing labels; row {np.argmax(missing)} has none")
    _check_names(given, name)
    if labels.dtype.kind == "O" or (labels.dtype.kind == "f" and (labels % 1 != 0).any()):
        measured = [value for value in labels.tolist() if isinstance(value, (float, Decimal)) and value % 1 != 0]
        if measured:
            raise ValueError(
                f"{name} must hold names of classes; {measured[0]:g} is a measured number, for which there are "
                "regressors. Unknown label type: continuous"
            )
    return labels


def as_outcomes(y, rows=None, name="y"):
    """y as a float array of shape (rows, q), any number of rows if None is given; q is 1 if y has shape (rows,).

    >>> as_outcomes([1, 2], 3)
    Traceback (most recent call last):
        ...
    ValueError: y must hold one number, or q numbers, for each of the 3 rows of X; got an array of shape (2,)
    """
    values = as_numbers(y, name)
    if values.ndim not in (1, 2) or rows not in (None, len(values)):
        each = "each row" if rows is None else f"each of the {rows} rows of X"
        raise ValueError(f"{name} must hold one number, or q numbers, for {each}; got an array of shape {values.shape}")
    return as_matrix(values[:, None] if values.ndim == 1 else values, name)


def as_vector(values, size, name):
    """Values as a new float array of shape (size,), all finite; of any size from 1 if that is None.

    >>> as_vector([1, 2], 3, "w")
    Traceback (most recent call last):
        ...
    ValueError: w must hold 3 numbers; got an array of shape (2,)
    """
    vector = np.array(as_numbers(values, name))
    if vector.ndim != 1 or not len(vector) or size not in (None, len(vector)):
        wanted = "at least one number" if size is None else f"{size} number{'s' * (size != 1)}"
        raise ValueError(f"{name} must hold {wanted}; got an array of shape {vector.shape}")
    if not np.isfinite(vector).all():
        raise ValueError(f"{name} must be finite; got {shown(vector.tolist())}")
    return vector


def as_weights(sample_weight, rows):
    """How much each row counts, shape (rows,): none below 0, not all 0; all 1 if None is given."""
    if sample_weight is None:
        return np.ones(rows)
    weight = as_vector(sample_weight, rows, "sample_weight")
    if weight.min() < 0 or weight.max() == 0:
        raise ValueError("sample_weight must hold numbers of at least 0, and one above 0")
    if weight.max() > np.finfo(float).max / rows:
        raise ValueError("sample_weight is too large: its sum may be beyond all numbers")
    return weight


def as_finite(results, name="X"):
    """Results as they are, unless what they come from was too large for them.

    >>> as_finite(np.array([1.0, np.inf]))
    Traceback (most recent call last):
        ...
    ValueError: X is too large: what follows from it is beyond all numbers
    """
    if not np.isfinite(results).all():
        raise ValueError(f"{name} is too large: what follows from it is beyond all numbers")
    return results


def as_symmetric(A, name):
    """A as a symmetric float array of shape (d, d).

    >>> as_symmetric([[2, 1], [1, 4]], "A").tolist()
    [[2.0, 1.0], [1.0, 4.0]]
    """
    A = as_matrix(A, name)
    if A.shape[0] != A.shape[1] or not (np.array_equal(A, A.T) or np.allclose(A, A.T)):  # the first is quick
        raise ValueError(f"{name} must be a symmetric matrix; got {A.tolist() if A.size <= 25 else A.shape}")
    return A


def is_missing(values):
    """Where an array holds None or NaN, as a boolean array of the same shape."""
    if values.dtype.kind in "iubSU":
        return np.zeros(values.shape, dtype=bool)
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind in "mM":
        return np.isnat(values)
    try:
        return np.equal(values, None) | (values != values)  # NaN alone differs from itself
    except (TypeError, ValueError):
        return np.reshape([is_nothing(value) for value in values.ravel().tolist()], values.shape)


def is_nothing(value):
    """Whether a value stands for one that is missing: None, NaN, NaT, or the NA of pandas.

    >>> is_nothing(None), is_nothing(float("nan")), is_nothing("nan")
    (True, True, False)
    """
    try:
        return value is None or bool(value != value)  # NaN and NaT alone differ from themselves
    except (TypeError, ValueError):  # there is no saying whether NA differs from itself, or an array
        return type(value).__name__ == "NAType"


def encode_classes(y, at_least=2, name="y"):
    """The distinct labels in order, shape (K,), and for each entry of y the index of its label, shape (n,).

    >>> encode_classes(np.array(["Yes", "No", "Yes"]))
    (array(['No', 'Yes'], dtype='<U3'), array([1, 0, 1]))
    """
    try:
        classes, index = np.unique(y, return_inverse=True)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in y})
        wrong = f"mixes {' and '.join(kinds)}" if len(kinds) > 1 else f"holds {kinds[0]}, which has no order"
        raise ValueError(f"{name} {wrong}; use one kind of label, words or numbers") from None
    if len(classes) < at_least:
        raise ValueError(f"{name} must hold at least {at_least} classes; it holds only {classes.tolist()}")
    return classes, index


def two_classes(y, rows, otherwise=""):
    """The two labels of y in order, and y as -1 for the first and +1 for the second, shape (rows,).

    `otherwise`: what to use instead where y holds more of them.

    >>> two_classes(["yes", "no", "yes"], 3)
    (array(['no', 'yes'], dtype='<U3'), array([ 1., -1.,  1.]))
    """
    classes, index = encode_classes(as_labels(y, rows))
    if len(classes) > 2:
        raise ValueError(f"y must hold two classes; it holds {len(classes)}, {classes.tolist()}{otherwise}")
    return classes, 2.0 * index - 1


def as_signs(y, rows):
    """y as floats, all +1 or -1 and both of them there, shape (rows,).

    >>> as_signs([0, 1], 2)
    Traceback (most recent call last):
        ...
    ValueError: y must hold +1 and -1, both of them and nothing else; it holds [0, 1]
    """
    labels = as_labels(y, rows)
    found = encode_classes(labels, at_least=1)[0].tolist()
    if found != [-1, 1]:
        raise ValueError(f"y must hold +1 and -1, both of them and nothing else; it holds {found}")
    return labels.astype(float)


def first_best(scores, margin=0.0, axis=-1):
    """Where the largest score is along an axis: the first of those that are less than `margin` below it.

    >>> first_best(np.array([[0.1, 0.3, 0.1 + 0.2], [0.1 + 0.2, 0.1, 0.3]]), margin=1e-12)
    array([1, 0])
    """
    return np.argmax(scores >= scores.max(axis=axis, keepdims=True) - margin, axis=axis)


def as_choice(value, name, choices):
    """One of a few words.

    >>> as_choice("oval", "shape", ("square", "oval"))
    'oval'
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}; got {shown(value)}")
    return value


def as_flag(value, name):
    """True or False.

    >>> as_flag(np.True_, "intercept")
    True
    """
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False; got {shown(value)}")
    return bool(value)


def as_number(value, name, minimum=None, above=None, maximum=None):
    """A finite number within its bounds, as a float.

    >>> as_number(2, "bandwidth", above=0)
    2.0
    """
    bounds = {" of at least": minimum, " above": above, " at most": maximum}
    bound = " and".join(f"{words} {value}" for words, value in bounds.items() if value is not None)
    number = float("nan")
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        with contextlib.suppress(OverflowError):  # a whole number beyond all floats
            number = float(value)
    inside = (minimum is None or number >= minimum) and (above is None or number > above)
    if not (np.isfinite(number) and inside and (maximum is None or number <= maximum)):
        raise ValueError(f"{name} must be a number{bound}; got {shown(value)}")
    return number


def as_whole(value, name, minimum):
    """A whole number of at least `minimum`, as an int; 3.0 is one.

    >>> as_whole(3.0, "k", 1)
    3
    """
    number = float("nan")
    with contextlib.suppress(ValueError):
        number = as_number(value, name, minimum=minimum)
    if number != number // 1 or number > MOST:
        most = f" and at most {MOST:,}" if number > MOST else ""
        raise ValueError(f"{name} must be a whole number of at least {minimum}{most}; got {shown(value)}")
    return int(value)


def as_list(values, name, kind=object, what="a sequence"):
    """Things one after the other, as a list; with a `kind`, only such things.

    >>> as_list((3, 2), "sizes")
    [3, 2]
    """
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if hasattr(values, "toarray") or isinstance(values, np.ma.MaskedArray):
        as_array(values, name)  # which says what to do
    listed = None if isinstance(values, (dict, set, frozenset)) or not hasattr(values, "__iter__") else list(values)
    if listed is None or not (kind is object or all(isinstance(value, kind) for value in listed)):
        raise ValueError(f"{name} must be {what}; got {shown(values)}")
    return listed


def as_generator(seed, name="seed"):
    """A generator of random numbers: one of NumPy's as it is, or a new one from a whole number of at least 0.

    >>> as_generator(-1)
    Traceback (most recent call last):
        ...
    ValueError: seed must be a whole number of at least 0, or a generator of NumPy; got -1
    """
    try:
        return np.random.default_rng(object() if isinstance(seed, bool) else seed)
    except (TypeError, ValueError):
        wanted = "a whole number of at least 0, or a generator of NumPy"
        raise ValueError(f"{name} must be {wanted}; got {shown(seed)}") from None


def as_function(value, name, what="a function"):
    """Something that can be called.

    >>> as_function(abs, "kernel", "a kernel, or a function of two tables")
    <built-in function abs>
    """
    if not callable(value) or isinstance(value, type):
        raise ValueError(f"{name} must be {what}; got {shown(value)}")
    return value


def as_instance(value, name, kind, what):
    """An object of a class, or of one of several; `what`: in words."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be {what}; got {shown(value)}")
    return value


def as_model(value, name, *methods, example):
    """An object that offers these methods.

    >>> as_model(None, "estimator", "fit", "predict", example="SVC()")
    Traceback (most recent call last):
        ...
    ValueError: estimator must offer fit and predict, as SVC() does; got None
    """
    if isinstance(value, type) or not all(callable(getattr(value, method, None)) for method in methods):
        raise ValueError(f"{name} must offer {' and '.join(methods)}, as {example} does; got {shown(value)}")
    return value


def as_distribution(values, size, name):
    """Probabilities as a float array of shape (size,): none negative, the sum 1.

    >>> as_distribution([0.5, 0.6], 2, "class_prior")
    Traceback (most recent call last):
        ...
    ValueError: class_prior must sum to 1; it sums to 1.1
    """
    probabilities = as_numbers(values, name)
    if probabilities.shape != (size,):
        raise ValueError(f"{name} must hold {size} probabilities; got an array of shape {probabilities.shape}")
    if not (probabilities >= 0).all():
        raise ValueError(f"{name} must not hold negative or missing probabilities; got {shown(probabilities.tolist())}")
    if not np.isclose(probabilities.sum(), 1, rtol=0, atol=1e-9):
        raise ValueError(f"{name} must sum to 1; it sums to {probabilities.sum():.12g}")
    return probabilities


def shown(value, width=80):
    """A value as an error message shows it: in one line, and not too long.

    >>> shown([[1, 2], [3, 4]]), shown(10**400, width=10)
    ('[[1, 2], [3, 4]]', '1000000...')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a whole number of too many digits, or an object that cannot be printed
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= width else f"{text[: width - 3]}..."


def warn(message, kind=UserWarning):
    """Warn at the line of the reader's own code: the last one before the library."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("byhand."):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, kind, stacklevel=level)


def _has_settings(value):
    """Whether a setting is itself an estimator (not a class of them)."""
    return hasattr(value, "get_params") and not isinstance(value, type)


def _check_names(array, name):
    """Refuse what can be no name: complex numbers, dates, and what has no hash, such as a list."""
    if array.dtype.kind in "iufbSU":
        return
    cells = array.ravel().tolist() if array.dtype.kind == "O" else list(array.ravel()[:1])
    wrong = [kind for kind in set(map(type, cells)) if kind.__hash__ is None or issubclass(kind, NO_NAMES)]
    if wrong:
        value = next(value for value in cells if type(value) in wrong)
        raise ValueError(f"{name} must hold words and numbers only; it holds {shown(value)}")


def _check_shape(array, name, columns):
    if array.ndim != 2:
        raise ValueError(f"{name} must be a table with rows and columns; got an array of shape {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; got an array of shape {array.shape}")
    if columns is not None and array.shape[1] != columns:
        raise ValueError(f"{name} must have {columns} columns, as in fit; got {array.shape[1]}")


def _first(wrong):
    return int(np.argmax(wrong.any(axis=1)))
