"""The estimator protocol, and checks that turn bad input into a clear message.

An estimator takes its settings in `__init__` and keeps them under the same names; `fit` learns from data, stores what
it learned in attributes that end in an underscore, and returns the estimator. scikit-learn's `clone`,
`cross_val_score`, `GridSearchCV` and `Pipeline` accept such objects as they are.
"""

import contextlib
import inspect

import numpy as np


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
    """

    @classmethod
    def _parameters(cls):
        """The parameters of `__init__` by name, in order."""
        if cls.__init__ is object.__init__:
            return {}
        return {
            name: parameter for name, parameter in inspect.signature(cls.__init__).parameters.items() if name != "self"
        }

    def get_params(self, deep=True):
        """The settings as a dictionary. (`deep` is part of the protocol; no estimator here holds another one.)"""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self, **params):
        """Change settings by name; returns the estimator."""
        for name, value in params.items():
            if name not in self._parameters():
                raise ValueError(
                    f"{type(self).__name__} has no parameter {name!r}; it has: {', '.join(self._parameters())}"
                )
            setattr(self, name, value)
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

    def __sklearn_tags__(self):  # asked for by scikit-learn only, so it is there to be imported
        from sklearn.utils import ClassifierTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier", target_tags=TargetTags(required=True), classifier_tags=ClassifierTags()
        )


class Regressor(Estimator):
    """An estimator that predicts numbers: it offers `predict`, this class derives `score` from it."""

    def score(self, X, y):
        """R² of the predictions for X, shape (n, d), against y, shape (n,) or (n, q): see `byhand.metrics`."""
        from byhand.metrics import r_squared  # it builds on this module

        return r_squared(y, self.predict(X))

    def __sklearn_tags__(self):  # asked for by scikit-learn only, so it is there to be imported
        from sklearn.utils import RegressorTags, Tags, TargetTags

        return Tags(estimator_type="regressor", target_tags=TargetTags(required=True), regressor_tags=RegressorTags())


def as_matrix(X, name="X", columns=None, missing=False):
    """X as a float array of shape (n, d); never the caller's own array changed.

    With `columns` the number of columns must be that many; with `missing` NaN is allowed and means a missing value.

    >>> as_matrix([[1, 2], [3, 4]])
    array([[1., 2.],
           [3., 4.]])
    >>> as_matrix([1, 2])
    Traceback (most recent call last):
        ...
    ValueError: X must be a table with rows and columns; got an array of shape (2,)
    """
    try:
        matrix = np.asarray(X, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only: {error}") from None
    _check_shape(matrix, name, columns)
    with np.errstate(over="ignore", invalid="ignore"):
        if getattr(X, "dtype", matrix.dtype).kind in "iub" or np.isfinite(matrix.sum()):  # a sum hides no NaN
            return matrix
    if np.isinf(matrix).any():
        raise ValueError(f"{name} must be finite; it holds an infinite value in row {_first_row(np.isinf(matrix))}")
    if not missing and np.isnan(matrix).any():
        raise ValueError(f"{name} must not hold missing values (NaN); row {_first_row(np.isnan(matrix))} does")
    return matrix


def as_table(X, name="X", columns=None):
    """X, a table of names or numbers, as an array of shape (n, d) of its own type (strings, objects or integers)."""
    table = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    _check_shape(table, name, columns)
    return table


def as_labels(y, rows, name="y"):
    """y as an array of shape (rows,); no label may be missing.

    >>> as_labels(["Yes", "No"], 3)
    Traceback (most recent call last):
        ...
    ValueError: y must hold one label for each of the 3 rows of X; got an array of shape (2,)
    """
    labels = np.asarray(y)
    if labels.shape != (rows,):
        raise ValueError(
            f"{name} must hold one label for each of the {rows} rows of X; got an array of shape {labels.shape}"
        )
    missing = is_missing(labels if isinstance(y, np.ndarray) else np.asarray(y, dtype=object))  # NaN, not yet "nan"
    if missing.any():
        raise ValueError(f"{name} must not hold missing labels; row {np.argmax(missing)} has none")
    return labels


def as_outcomes(y, rows=None, name="y"):
    """y as a float array of shape (rows, q), any number of rows if None is given; q is 1 if y has shape (rows,).

    >>> as_outcomes([1, 2], 3)
    Traceback (most recent call last):
        ...
    ValueError: y must hold one number, or q numbers, for each of the 3 rows of X; got an array of shape (2,)
    """
    try:
        values = np.asarray(y, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only: {error}") from None
    if values.ndim not in (1, 2) or rows not in (None, len(values)):
        each = "each row" if rows is None else f"each of the {rows} rows of X"
        raise ValueError(f"{name} must hold one number, or q numbers, for {each}; got an array of shape {values.shape}")
    return as_matrix(values[:, None] if values.ndim == 1 else values, name)


def is_missing(values):
    """Where an array holds None or NaN, as a boolean array of the same shape."""
    if values.dtype.kind in "iubSU":
        return np.zeros(values.shape, dtype=bool)
    if values.dtype.kind == "f":
        return np.isnan(values)
    return np.equal(values, None) | (values != values)  # NaN alone differs from itself


def encode_classes(y, at_least=2):
    """The distinct labels in order, shape (K,), and for each entry of y the index of its label, shape (n,).

    >>> encode_classes(np.array(["Yes", "No", "Yes"]))
    (array(['No', 'Yes'], dtype='<U3'), array([1, 0, 1]))
    """
    try:
        classes, index = np.unique(y, return_inverse=True)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in y})
        raise ValueError(f"y mixes {' and '.join(kinds)}; use one kind of label") from None
    if len(classes) < at_least:
        raise ValueError(f"y must hold at least {at_least} classes; it holds only {classes.tolist()}")
    return classes, index


def as_number(value, name, minimum=None, above=None):
    """A finite number within its bounds, as a float.

    >>> as_number(0, "bandwidth", above=0)
    Traceback (most recent call last):
        ...
    ValueError: bandwidth must be a number above 0; got 0
    """
    bound = f" of at least {minimum}" if minimum is not None else f" above {above}" if above is not None else ""
    number = float("nan")
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        with contextlib.suppress(OverflowError):  # a whole number beyond all floats
            number = float(value)
    if not np.isfinite(number) or (minimum is not None and number < minimum) or (above is not None and number <= above):
        raise ValueError(f"{name} must be a number{bound}; got {value!r}")
    return number


def as_whole(value, name, minimum):
    """A whole number of at least `minimum`, as an int; 3.0 is one.

    >>> as_whole(2.5, "k", 1)
    Traceback (most recent call last):
        ...
    ValueError: k must be a whole number of at least 1; got 2.5
    """
    number = float("nan")
    with contextlib.suppress(ValueError):
        number = as_number(value, name, minimum=minimum)
    if number != number // 1:
        raise ValueError(f"{name} must be a whole number of at least {minimum}; got {value!r}")
    return int(number)


def as_distribution(values, size, name):
    """Probabilities as a float array of shape (size,): none negative, the sum 1.

    >>> as_distribution([0.5, 0.6], 2, "class_prior")
    Traceback (most recent call last):
        ...
    ValueError: class_prior must sum to 1; it sums to 1.1
    """
    try:
        probabilities = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold {size} probabilities; got {values!r}") from None
    if probabilities.shape != (size,):
        raise ValueError(f"{name} must hold {size} probabilities; got an array of shape {probabilities.shape}")
    if not (probabilities >= 0).all():
        raise ValueError(f"{name} must not hold negative or missing probabilities; got {probabilities.tolist()}")
    if not np.isclose(probabilities.sum(), 1, rtol=0, atol=1e-9):
        raise ValueError(f"{name} must sum to 1; it sums to {probabilities.sum():.12g}")
    return probabilities


def _check_shape(array, name, columns):
    if array.ndim != 2:
        raise ValueError(f"{name} must be a table with rows and columns; got an array of shape {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; got an array of shape {array.shape}")
    if columns is not None and array.shape[1] != columns:
        raise ValueError(f"{name} must have {columns} columns, as in fit; got {array.shape[1]}")


def _first_row(wrong):
    return int(np.argmax(wrong.any(axis=1)))
