"""Tables of pandas and polars, where they are installed: `make pythons` does, reading the book needs neither."""

from datetime import datetime
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter
from test_protocol import NAMES, WITH_Y, every_model, of_rows, problem, result

from byhand.datasets import play_tennis
from byhand.metrics import accuracy_score, confusion_matrix
from byhand.naive_bayes import BernoulliNB, CategoricalNB
from byhand.neighbors import KNeighborsClassifier
from byhand.trees import DecisionTreeClassifier

LIBRARIES = [name for name in ("pandas", "polars") if find_spec(name)]
if not LIBRARIES:
    pytest.skip("neither pandas nor polars is installed", allow_module_level=True)
WORDS = {"pandas": ["object", "string", "category"], "polars": ["String", "Categorical"]}


def frame(library, columns, kind=None):
    """A table {name: values} of a library; with values of another type, if one is given."""
    pack = import_module(library)
    if library == "polars":
        return pack.DataFrame(columns, schema_overrides=dict.fromkeys(columns, getattr(pack, kind)) if kind else None)
    size = len(next(iter(columns.values())))
    return pack.DataFrame(columns, index=range(100, 100 + size)).astype(kind or {})  # rows have names: nothing to us


def series(library, values):
    pack = import_module(library)
    return pack.Series(values, index=range(100, 100 + len(values))) if library == "pandas" else pack.Series(values)


def numbers(library, X, names=NAMES, kind=None):
    return frame(library, dict(zip(names, np.asarray(X).T.tolist(), strict=True)), kind)


each_library = pytest.mark.parametrize("library", LIBRARIES)


@each_library
@every_model
def test_a_table_is_as_good_as_an_array_and_its_names_are_kept(model, library):
    X, y = problem(model)
    plain = clone(model).fit(X, y)
    for kind in {"pandas": [None, "float32", "Int64", "bool"], "polars": [None, "Float32", "Int8"]}[library]:
        table = numbers(library, X, kind=kind)
        model = clone(model).fit(table, series(library, y.tolist()))
        assert model.feature_names_in_.tolist() == NAMES
        for name in of_rows(model):
            ours, same = (getattr(each, name)(rows) for each, rows in ((model, table), (plain, X)))
            if not isinstance(same, np.ndarray):
                continue
            assert ours.shape == same.shape, (kind, name)
            close = np.allclose if same.dtype.kind == "f" else np.array_equal  # sums in another order
            assert close(ours, same), (kind, name)
        if hasattr(model, "score"):
            assert model.score(table, series(library, y.tolist())) == pytest.approx(plain.score(X, y), abs=1e-9)


@each_library
@every_model
def test_other_columns_are_refused(model, library):
    X, y = problem(model)
    model = clone(model).fit(numbers(library, X), y)
    for names, message in (
        (["rain", "wind", "sun"], "column 1 was 'wind', now it is 'rain'"),
        (["wind", "rain", "snow"], "it lacks 'sun'; it has 'snow'"),
    ):
        with pytest.raises(ValueError, match=f"X must have the columns that it had in fit, .*; {message}"):
            result(model, numbers(library, X, names))
    with pytest.raises(ValueError, match="it lacks 'sun'$"):
        result(model, numbers(library, X[:, :2], NAMES[:2]))


@each_library
@pytest.mark.parametrize("model", WITH_Y, ids=lambda model: type(model).__name__)
def test_weights_and_labels_come_from_columns(model, library):
    X, y = problem(model)
    with pytest.raises(ValueError, match=r"^y (must|is)"):
        clone(model).fit(X, series(library, [None, *y.tolist()[1:]]))
    if has_fit_parameter(model, "sample_weight"):
        weight = [1.0, 2.0, 1.5] * 4
        ours = clone(model).fit(X, y, sample_weight=series(library, weight)).predict(X)
        assert ours.tolist() == clone(model).fit(X, y, sample_weight=weight).predict(X).tolist()


@each_library
@pytest.mark.parametrize("nothing", [None, float("nan")])
def test_a_missing_number_is_named_by_its_row_or_met(library, nothing):
    X = numbers(library, np.eye(4, 3))
    columns = {name: list(X[name]) for name in NAMES}
    columns["sun"][2] = nothing
    y = ["a", "b", "a", "b"]
    kinds = {"pandas": [None, "Float64"], "polars": [None]}[library]
    for kind in kinds:
        holed = frame(library, columns, kind)
        with pytest.raises(ValueError, match=r"X must not hold missing values \(NaN\); row 2 does"):
            KNeighborsClassifier(1).fit(holed, y)
        assert DecisionTreeClassifier().fit(holed, y).predict(holed).shape == (4,)


@each_library
def test_words_are_names_whatever_their_type(library):
    tennis = play_tennis()
    plain = DecisionTreeClassifier(features=tennis.features).fit(tennis.X, tennis.y)
    bayes = CategoricalNB().fit(tennis.X, tennis.y)
    columns = dict(zip(tennis.features, np.asarray(tennis.X).T.tolist(), strict=True))
    for kind in WORDS[library]:
        table = frame(library, columns, kind)
        tree = DecisionTreeClassifier().fit(table, series(library, list(tennis.y)))
        assert str(tree.tree_) == str(plain.tree_) and tree.predict(table).tolist() == list(tennis.y)
        named = CategoricalNB().fit(table, tennis.y)
        assert np.array_equal(named.predict_proba(table), bayes.predict_proba(tennis.X))
        assert "P(Sunny|No)" in list(named.working(list(tennis.X[0])))


@each_library
def test_dates_and_lists_are_refused_in_words(library):
    days = frame(library, {"day": [datetime(2026, 1, day) for day in (1, 2, 3)]})
    lists = frame(library, {"cells": [[1, 2], [3], [4]]})
    for table in (days, lists):
        for model in (KNeighborsClassifier(1), BernoulliNB(), DecisionTreeClassifier()):
            with pytest.raises(ValueError, match=r"\bX\b"):
                model.fit(table, ["a", "b", "a"])


@each_library
def test_scores_take_columns(library):
    y, guess = [1, 0, 1, 1], [1, 1, 1, 0]
    assert accuracy_score(series(library, y), series(library, guess)) == accuracy_score(y, guess) == 0.5
    ours, same = confusion_matrix(series(library, y), series(library, guess)), confusion_matrix(y, guess)
    assert str(ours) == str(same)
