"""What holds for every estimator without a line in it: a fit that fails is taken back, names of columns are kept, and
scikit-learn is told what it may expect.
"""

import functools
import inspect

import numpy as np


def column_names(X):
    """The names of the columns of a table that has them, as those of pandas and polars do, shape (d,); else None.

    They count only if all are strings; a table without names of its own has numbers there.

    >>> column_names([[1, 2]]) is None
    True
    """
    names = getattr(X, "columns", ())
    names = list(names) if np.iterable(names) else []
    if not names or not all(isinstance(name, str) for name in names):
        return None
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"X must have columns of different names; two of them are {twice!r}")
    return np.array(names, dtype=object)


def protect(cls):
    """Let the methods of a new class of estimators do what is said above: its `fit`, and each that takes X alone, apart
    from options by name.
    """
    for name, method in list(vars(cls).items()):
        if name == "fit":
            cls.fit = all_or_nothing(method)
        elif inspect.isfunction(method) and by_place(method) == ["self", "X"]:
            setattr(cls, name, for_known_columns(method))


def by_place(method):
    """The names of the parameters that need not be given by name."""
    parameters = inspect.signature(method).parameters.values()
    return [parameter.name for parameter in parameters if parameter.kind is not parameter.KEYWORD_ONLY]


def all_or_nothing(fit):
    """A `fit` that keeps the names of columns, and takes back all that it has done if it fails."""

    @functools.wraps(fit)
    def learn(self, X, *args, **kwargs):
        before = vars(self).copy()
        try:
            vars(self).pop("feature_names_in_", None)
            if (names := column_names(X)) is not None:
                self.feature_names_in_ = names
            return fit(self, X, *args, **kwargs)
        except BaseException:  # also when it is interrupted
            vars(self).clear()
            vars(self).update(before)
            raise

    return learn


def for_known_columns(method):
    """A method of X that refuses a table whose columns have other names than those in `fit`, or another order."""

    @functools.wraps(method)
    def checked(self, X, **options):
        known, given = getattr(self, "feature_names_in_", None), column_names(X)
        if known is not None and given is not None and list(known) != list(given):
            wrong = _difference(known, given)
            raise ValueError(f"X must have the columns that it had in fit, in the same order; {wrong}")
        return method(self, X, **options)

    return checked


def tags(model, kind):
    """What scikit-learn asks about a "classifier", "regressor", "transformer" or "clusterer"; it alone does, so it can
    be imported.

    A class says what is not as usual: `_needs_y` True if a transformer needs y, False if another does not,
    `_more_than_two` False if y may hold two classes only, `_several_outcomes` True if it may have shape (n, q),
    `_poor_score` True if nobody expects good predictions of it, and as `_input_tags` what X may hold, in scikit-learn's
    words.
    """
    from sklearn.utils import ClassifierTags, InputTags, RegressorTags, Tags, TargetTags, TransformerTags

    more_than_two, poor = getattr(model, "_more_than_two", True), getattr(model, "_poor_score", False)
    return Tags(
        estimator_type=kind,
        target_tags=TargetTags(
            required=getattr(model, "_needs_y", kind != "transformer"),
            multi_output=getattr(model, "_several_outcomes", False),
        ),
        classifier_tags=ClassifierTags(multi_class=more_than_two, poor_score=poor) if kind == "classifier" else None,
        regressor_tags=RegressorTags(poor_score=poor) if kind == "regressor" else None,
        transformer_tags=TransformerTags() if hasattr(model, "transform") else None,
        input_tags=InputTags(**getattr(model, "_input_tags", {})),
    )


def _difference(known, given):
    """In which columns a table differs from the one known."""
    lacks, has = ([name for name in a if name not in set(b)] for a, b in ((known, given), (given, known)))
    if not lacks and not has:
        place = next(i for i, name in enumerate(known) if name != given[i])
        return f"column {place + 1} was {known[place]!r}, now it is {given[place]!r}"
    parts = [("it lacks", lacks), ("it has", has)]
    return "; ".join(f"{verb} {', '.join(map(repr, names))}" for verb, names in parts if names)
