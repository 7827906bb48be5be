"""The estimator protocol, and the checks that turn bad input into a clear message."""

import math
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import clone, is_classifier

from byhand.base import (
    Classifier,
    Estimator,
    NotFittedError,
    as_distribution,
    as_function,
    as_generator,
    as_labels,
    as_list,
    as_matrix,
    as_number,
    as_numbers,
    as_table,
    as_weights,
    as_whole,
    encode_classes,
    is_missing,
    shown,
)
from byhand.protocol import column_names

nan, inf = math.nan, math.inf


class Threshold(Classifier):
    """Class 1 above a limit: the smallest classifier there is."""

    def __init__(self, limit=0.5, words=("low", "high")):
        self.limit = limit
        self.words = words

    def fit(self, X, y):
        self.classes_, _ = encode_classes(as_labels(y, len(as_matrix(X))))
        return self

    def predict_proba(self, X):
        self._require_fit("classes_")
        above = as_matrix(X)[:, 0] > self.limit
        return np.column_stack([~above, above]).astype(float)


class NAType:
    """Like the NA of pandas: there is no saying whether it equals anything."""

    def __ne__(self, other):
        return self

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")


NA = NAType()


class Bare(Estimator):
    """An estimator without settings."""


# ---- values


def test_settings_are_read_and_changed_by_name():
    model = Threshold(limit=2)
    assert model.get_params() == model.get_params(deep=False) == {"limit": 2, "words": ("low", "high")}
    assert model.set_params(limit=3, words=()) is model
    assert (model.limit, model.words) == (3, ())


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (Threshold(), "Threshold()"),
        (Threshold(2), "Threshold(limit=2)"),
        (Threshold(words=["a"]), "Threshold(words=['a'])"),
        (Threshold(limit=np.array([1.0, 2.0])), "Threshold(limit=array([1., 2.]))"),
    ],
)
def test_representation_shows_what_differs_from_the_default(model, text):
    assert repr(model) == text


def test_estimator_without_settings_has_none():
    assert Bare().get_params() == {}
    assert repr(Bare()) == "Bare()"
    assert type(clone(Bare())) is Bare


def test_predict_and_score_follow_from_predict_proba():
    model = Threshold().fit([[0], [1]], ["n", "y"])
    assert model.predict([[0.2], [0.7], [0.9]]).tolist() == ["n", "y", "y"]
    score = model.score([[0.2], [0.7], [0.9], [0.6]], ["n", "n", "y", "y"])
    assert score == 0.75
    assert type(score) is float


def test_scikit_learn_takes_a_classifier_for_one():
    assert is_classifier(Threshold())
    assert clone(Threshold(limit=4)).limit == 4


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["a", "b"], ["a", "b"]),
        (np.array(["a", "b"]), ["a", "b"]),
        (("a", "b"), ["a", "b"]),
        ([0, 1], None),
        (["a", 1], None),
        ([], None),
        (2, None),
        (lambda: ["a", "b"], None),
    ],
)
def test_names_of_columns_are_strings_or_nothing(columns, names):
    found = column_names(SimpleNamespace(columns=columns))
    assert (found if found is None else found.tolist()) == names


def test_missing_values_of_each_type_are_found():
    assert is_missing(np.array([1.0, nan])).tolist() == [False, True]
    assert is_missing(np.array(["a", None, nan, 0, ""], dtype=object)).tolist() == [False, True, True, False, False]
    assert is_missing(np.array(["nan", ""])).tolist() == [False, False]
    assert is_missing(np.array([[1, 2]])).tolist() == [[False, False]]
    assert is_missing(np.array([True])).tolist() == [False]
    assert is_missing(np.array([NA, 1, "a"], dtype=object)).tolist() == [True, False, False]
    assert is_missing(np.array(["NaT", "2024-02-29"], dtype="M8[D]")).tolist() == [True, False]


def test_numbers_of_each_kind_are_numbers():
    cells = [1, 2.5, np.float32(0.5), Decimal("1.5"), Fraction(1, 4), True, None, NA, nan]
    assert np.array_equal(as_numbers(cells, "x"), [1, 2.5, 0.5, 1.5, 0.25, 1, nan, nan, nan], equal_nan=True)
    assert as_numbers(10**30, "x") == 1e30
    assert as_numbers([], "x").shape == (0,)


def test_what_is_shown_is_short_and_one_line():
    assert shown(np.eye(2)) == "array([[1., 0.], [0., 1.]])"
    assert shown("a" * 100) == "'" + "a" * 76 + "..."
    assert shown(10**5000) == "a value of type int"


def test_whole_numbers_of_each_type_lose_no_digit():
    assert as_whole(2**60 + 1, "n", 0) == 2**60 + 1
    assert [type(as_whole(value, "n", 3)) for value in (3, 3.0, np.int64(3), np.float32(3))] == [int] * 4


def test_generators_go_on_and_seeds_start_anew():
    rng = np.random.default_rng(1)
    assert as_generator(rng) is rng
    assert as_generator(3).random() == as_generator(3).random()


def test_classes_are_sorted_and_numbered():
    classes, index = encode_classes(np.array(["b", "c", "a", "b"]))
    assert classes.tolist() == ["a", "b", "c"]
    assert index.tolist() == [1, 2, 0, 1]
    assert encode_classes(np.array([4, 4]), at_least=1)[0].tolist() == [4]


# ---- laws


def test_a_fit_that_is_interrupted_leaves_the_model_as_it_was():
    class Slow(Threshold):
        def fit(self, X, y):
            super().fit(X, y)
            self.late_ = True
            raise KeyboardInterrupt

    model = Slow()
    model.classes_ = np.array(["old", "older"])
    with pytest.raises(KeyboardInterrupt):
        model.fit([[0], [1]], ["n", "y"])
    assert model.classes_.tolist() == ["old", "older"]
    assert not hasattr(model, "late_")


def test_checked_arrays_keep_their_values_and_the_input_is_not_changed():
    X = np.array([[1, 2], [3, 4]])
    X.flags.writeable = False
    assert as_matrix(X).dtype == float
    assert as_matrix(X).tolist() == X.tolist()
    assert as_table(X) is X
    assert np.isnan(as_matrix([[1, nan], [None, 2]], missing=True)).tolist() == [[False, True], [True, False]]
    assert as_table([["a", 1], ("b", None)]).tolist() == [["a", 1], ["b", None]]
    assert as_distribution((0.25, 0.75), 2, "p").tolist() == [0.25, 0.75]
    assert as_distribution([0.1] * 10, 10, "p").tolist() == [0.1] * 10


@pytest.mark.parametrize("value", [3, 3.0, np.float32(3), np.int64(3), np.uint8(3)])
def test_numbers_of_each_type_are_numbers(value):
    number = as_number(value, "n", minimum=3)
    assert number == 3.0
    assert type(number) is float


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Threshold().set_params(limits=1), "Threshold has no parameter 'limits'; it has: limit, words"),
        (lambda: Threshold().predict([[1]]), r"this Threshold has learned nothing yet: call fit\(X, y\) first"),
        (lambda: Threshold().score([[1]], [1]), r"this Threshold has learned nothing yet: call fit\(X, y\) first"),
        (lambda: as_matrix([[1, "two"]]), "X must hold numbers only: .*two"),
        (lambda: as_matrix([[1, 2], [3]]), "X must hold numbers only"),
        (lambda: as_matrix([1, 2]), r"X must be a table with rows and columns; got an array of shape \(2,\)"),
        (lambda: as_matrix(3), "X must be a table"),
        (lambda: as_matrix([]), "X must be a table"),
        (lambda: as_matrix([[]]), r"X must not be empty; got an array of shape \(1, 0\)"),
        (lambda: as_matrix([[1, 2]], columns=3), "X must have 3 columns, as in fit; got 2"),
        (lambda: as_matrix([[1], [nan]], "mean"), r"mean must not hold missing values \(NaN\); row 1 does"),
        (lambda: as_matrix([[1], [2], [-inf]], missing=True), "X must be finite; it holds an infinite value in row 2"),
        (lambda: as_table(np.array(["a", "b"])), "X must be a table"),
        (lambda: as_table(["ab", "cd"]), "X must be a table"),
        (lambda: as_table([1, 2]), "X must be a table"),
        (lambda: as_table(7), "X must be a table"),
        (lambda: as_table([["a"], ["b", "c"]]), "X must be a table"),
        (lambda: as_table([]), "X must be a table"),
        (lambda: as_table([["a", "b"]], columns=1), "X must have 1 columns, as in fit; got 2"),
        (lambda: as_labels(["a"], 2), r"y must hold one label for each of the 2 rows of X; got .* \(1,\)"),
        (lambda: as_labels([["a"], ["b"]], 2), r"y must hold one label for each of the 2 rows of X; got .* \(2, 1\)"),
        (lambda: as_labels([1, nan], 2), "y must not hold missing labels; row 1 has none"),
        (lambda: as_labels([None, "a"], 2), "y must not hold missing labels; row 0 has none"),
        (lambda: as_labels(["a", "b", nan], 3), "y must not hold missing labels; row 2 has none"),
        (lambda: encode_classes(np.array([5, 5])), r"y must hold at least 2 classes; it holds only \[5\]"),
        (lambda: encode_classes(np.array([5, "a"], dtype=object)), "y "),
        (lambda: as_distribution([0.5, 0.5], 3, "p"), r"p must hold 3 probabilities; got an array of shape \(2,\)"),
        (lambda: as_distribution([1.5, -0.5], 2, "p"), "p must not hold negative or missing probabilities"),
        (lambda: as_distribution([nan, 1], 2, "p"), "p must not hold negative or missing probabilities"),
        (lambda: as_distribution([inf, 0], 2, "p"), "p must sum to 1; it sums to inf"),
        (lambda: as_distribution([0.5, 0.5001], 2, "p"), "p must sum to 1; it sums to 1.0001"),
        (lambda: as_distribution("even", 2, "p"), "p must .*even"),
        (lambda: as_distribution([[0.5], [0.2, 0.3]], 2, "p"), "p must"),
        (lambda: as_matrix([[1, 2 + 3j]]), r"X must hold numbers only: it holds np\.complex128"),
        (
            lambda: as_matrix(np.array([["2024-02-29"]], dtype="M8[ns]")),
            "X must hold numbers only: it holds np.datetime64",
        ),
        (lambda: as_matrix(np.array([["NaT"]], dtype="M8[ns]")), "X must hold numbers only: it holds np.datetime64"),
        (lambda: as_matrix(np.array([["1"]])), "X must hold numbers only: it holds '1'"),
        (lambda: as_matrix([[1, 10**400]]), "X must hold numbers only: it holds a whole number beyond all floats"),
        (lambda: as_matrix([[1, NA]]), r"X must not hold missing values \(NaN\); row 0 does"),
        (lambda: as_matrix([[1], [1, 2]]), "X must hold numbers only; got rows of different lengths"),
        (lambda: as_matrix({1: 2}), "X must hold numbers only; got {1: 2}, of type dict"),
        (lambda: as_table([[1], [[2]]]), "X must be a table|X must hold words and numbers only"),
        (lambda: as_table(np.array([[{}]], dtype=object)), "X must hold words and numbers only; it holds {}"),
        (lambda: as_labels([1, [2]], 2), "y must be an array; got rows of different lengths"),
        (lambda: as_labels([1, NA], 2), "y must not hold missing labels; row 1 has none"),
        (lambda: as_labels([1j, 2], 2), "y must hold words and numbers only"),
        (lambda: as_labels([0.5, 2], 2), "y must hold names of classes; 0.5 is a measured number"),
        (lambda: as_weights([1e308, 1e308], 2), "sample_weight is too large: its sum may be beyond all numbers"),
        (
            lambda: as_whole(1e300, "k", 1),
            "k must be a whole number of at least 1 and at most 9,223,372,036,854,775,807; got 1e",
        ),
        (lambda: as_whole(10**5000, "k", 1), "k must be a whole number of at least 1; got a value of type int"),
        (lambda: as_list({1, 2}, "sizes"), "sizes must be a sequence; got {1, 2}"),
        (lambda: as_generator(1.5), "seed must be a whole number of at least 0, or a generator of NumPy; got 1.5"),
        (lambda: as_generator(True), "seed must be a whole number of at least 0"),
        (lambda: as_function(int, "kernel"), "kernel must be a function; got <class 'int'>"),
    ],
)
def test_bad_input_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "value",
    ["1", None, True, nan, inf, -inf, [1], np.array([1]), 1 + 0j, np.complex128(1), pytest.param(10**400, id="huge")],
)
def test_what_is_not_a_finite_number_is_refused(value):
    with pytest.raises(ValueError, match="n must be a number"):
        as_number(value, "n")


@pytest.mark.parametrize(
    ("value", "bounds", "message"),
    [
        (-1, {"minimum": 0}, "n must be a number of at least 0; got -1"),
        (0, {"above": 0}, "n must be a number above 0; got 0"),
        (np.float64(0.5), {"above": 0.5}, "n must be a number above 0.5; got"),
    ],
)
def test_number_out_of_bounds_is_refused(value, bounds, message):
    with pytest.raises(ValueError, match=message):
        as_number(value, "n", **bounds)


def test_not_fitted_error_is_what_scikit_learn_expects():
    assert issubclass(NotFittedError, ValueError)
    assert issubclass(NotFittedError, AttributeError)
