"""What users of scikit-learn expect of every public estimator: its own checks, all that apply, and ours beside them.

The estimators are found by looking, so that new ones are held to the same.
"""

import contextlib
import importlib
import inspect
import pickle
import pkgutil
import warnings
from unittest import SkipTest

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError as TheirNotFittedError
from sklearn.utils import estimator_checks

import byhand
from byhand.base import Classifier, Clusterer, Estimator, NotFittedError, as_matrix
from byhand.datasets import play_tennis
from byhand.density import KernelDensity
from byhand.ensemble import BaggingRegressor
from byhand.forest import ForestRegressor
from byhand.gp import GaussianProcessRegressor
from byhand.gradient_boosting import GradientBoosting
from byhand.linear import LinearRegression
from byhand.logistic import LogisticRegression, SoftmaxRegression
from byhand.mixture import BernoulliMixture
from byhand.mlp import MLPClassifier, MLPRegressor
from byhand.multiclass import OneVsOne, OneVsRest
from byhand.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, KernelNB, MultinomialNB
from byhand.neighbors import KNeighborsClassifier, KNeighborsRegressor
from byhand.perceptron import Perceptron
from byhand.protocol import by_place
from byhand.pruning import Rules
from byhand.shrinkage import BayesianRegression, ElasticNet
from byhand.stacking import StackingClassifier, StackingRegressor
from byhand.svm import SVC, SubgradientSVC
from byhand.svr import SVR
from byhand.text import CountVectorizer
from byhand.transformer import Transformer
from byhand.trees import DecisionTreeClassifier, DecisionTreeRegressor, fit_oblivious
from byhand.voting import VotingClassifier, VotingRegressor


def public_estimators():
    """The public classes of estimators from which no other is derived, found in all modules of the library."""
    for module in pkgutil.iter_modules(byhand.__path__, "byhand."):
        importlib.import_module(module.name)
    found, left = set(), [Estimator]
    while left:
        derived = [cls for cls in left[0].__subclasses__() if cls.__module__.startswith("byhand.")]
        if not derived and not left[0].__name__.startswith("_"):
            found.add(left[0])
        left = [*left[1:], *derived]
    return sorted(found, key=lambda cls: cls.__name__)


class Binarised(BernoulliNB):
    """Bernoulli naive Bayes of whether numbers are above 0: the checks bring numbers of all kinds."""

    _input_tags = {"allow_nan": True}

    def _check(self, X, columns=None):
        X = as_matrix(X, columns=columns, missing=True)
        return super()._check(np.where(np.isnan(X), X, X > 0), columns)


class BinarisedMixture(BernoulliMixture):
    """A mixture of coins of whether numbers are above 0."""

    def _checked(self, X, columns=None):
        return super()._checked(as_matrix(X, columns=columns) > 0, columns)


FOUND = public_estimators()
SETTINGS = {  # what a model needs, or what makes it quick
    CategoricalNB: {"handle_unknown": "ignore"},  # in numbers of all kinds there is always a new one
    LogisticRegression: {"penalty": 0.1},  # many of the checks have classes that a hyperplane parts: no best fit
    SoftmaxRegression: {"penalty": 0.1},
    MLPClassifier: {"max_iter": 50},
    MLPRegressor: {"max_iter": 50},
    OneVsOne: {"estimator": SVC(C=10)},
    OneVsRest: {"estimator": SVC(C=10)},
    Perceptron: {"max_iter": 100},
    SubgradientSVC: {"steps": 300},
    **dict.fromkeys([StackingClassifier, VotingClassifier], {"estimators": [("bayes", GaussianNB())]}),
    **dict.fromkeys([StackingRegressor, VotingRegressor], {"estimators": [("line", LinearRegression())]}),
}
NO_TABLE = {CountVectorizer}  # it takes documents
BINARISED = {BernoulliNB: Binarised, BernoulliMixture: BinarisedMixture}
MODELS = [BINARISED.get(cls, cls)(**SETTINGS.get(cls, {})) for cls in FOUND if cls not in NO_TABLE]
WITH_Y = [model for model in MODELS if model.__sklearn_tags__().target_tags.required]

# Checks that do not apply, to which models, and why. They are run too and have to fail, so that the list stays true.
MEANS = (BaggingRegressor, ForestRegressor, GradientBoosting, StackingRegressor, VotingRegressor)
ONE_COLUMN = (Classifier, DecisionTreeRegressor, SVR, ElasticNet, BayesianRegression, GaussianProcessRegressor, *MEANS)
LEFT_OUT = [
    ("check_requires_y_none", Estimator, "asks for a sentence of scikit-learn's; ours names y: test_bad_y_is_named"),
    ("check_supervised_y_2d", ONE_COLUMN, "a y of shape (n, 1) is refused, not guessed at: test_bad_y_is_named"),
    ("check_parameters_default_constructible", (MLPClassifier, MLPRegressor), "the default method is an object, Adam"),
    ("check_classifiers_train", KNeighborsClassifier, "of equal votes that of the nearest wins, not the first class"),
    (
        "check_sample_weight_equivalence_on_dense_data",
        (KNeighborsClassifier, KNeighborsRegressor),
        "a row of weight 2 has two votes, but is one neighbour, not two",
    ),
    ("check_classifiers_train", MultinomialNB, "points in the plane are no counts, so they score badly"),
]
NOT_RUN = {
    "check_array_api_input": "arrays of other libraries are not promised; NumPy's are all that is taken",
    "check_sample_weights_pandas_series": "pandas is not among the packages; weights in a list are tried",
}


def checks_of(model):
    """scikit-learn's checks for a model, each with its name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it is no BaseEstimator: the library does without
        found = [check for _, check in estimator_checks.estimator_checks_generator(model)]
    return [(check.func.__name__, check) for check in found]


def is_left_out(name, model):
    return name in NOT_RUN or any(name == check and isinstance(model, kinds) for check, kinds, _ in LEFT_OUT)


CHECKS = [
    pytest.param(check, model, id=f"{type(model).__name__}-{name}{''.join(f'-{v}' for v in check.keywords.values())}")
    for model in MODELS
    for name, check in checks_of(model)
    if not is_left_out(name, model)
]


@pytest.fixture
def our_words(monkeypatch):
    """scikit-learn's checks without its words: a message has to name an argument, and our errors are ValueErrors."""
    theirs = estimator_checks.raises

    def raises(kind, match=None, may_pass=False, err_msg=None):
        kind = {TheirNotFittedError: NotFittedError, TypeError: ValueError}.get(kind, kind)
        ours = match if match is None or "sparse" in match else r"\b(X|y|sample_weight|k)\b"
        return theirs(kind, ours, may_pass, err_msg)

    monkeypatch.setattr(estimator_checks, "raises", raises)


@pytest.mark.filterwarnings("ignore")  # of what is odd about the checks' data
@pytest.mark.parametrize(("check", "model"), CHECKS)
def test_scikit_learns_checks_pass(check, model, our_words):
    with contextlib.suppress(SkipTest):  # the second half of some, without pandas
        check(model)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "kinds", "reason"), LEFT_OUT)
def test_checks_that_are_left_out_would_fail(name, kinds, reason, our_words):
    models = [model for model in WITH_Y if isinstance(model, kinds)]
    left_out = [(model, check) for model in models for found, check in checks_of(model) if found == name]
    assert {model for model, _ in left_out} == set(models)
    for model, check in left_out:
        with pytest.raises((AssertionError, ValueError)):
            check(model)


def test_checks_that_are_not_run_are_there():
    assert NOT_RUN.keys() <= {name for model in MODELS for name, _ in checks_of(model)}


def problem(model):
    """Rows and outcomes that every model can learn from: twelve rows of 0 and 1, two classes or numbers."""
    X = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(12)])
    y = np.where(X.sum(axis=1) > 1, "yes", "no")
    return X, (y if isinstance(model, (Classifier, Transformer)) else X @ [1.0, 2.0, 4.0] + 0.5 * np.arange(12))


def fitted(model):
    return clone(model).fit(*problem(model))


def result(model, X):
    """What a model makes of rows: predictions, new columns, densities; the clusters of its own rows if no others."""
    if isinstance(model, Clusterer) and not hasattr(model, "predict"):
        return model.labels_
    if isinstance(model, KernelDensity):
        return model.score_samples(X)
    return model.transform(X) if isinstance(model, Transformer) else model.predict(X)


every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
every_model_with_y = pytest.mark.parametrize("model", WITH_Y, ids=lambda model: type(model).__name__)


def test_the_estimators_are_found():
    assert len(FOUND) >= 18
    assert {LinearRegression, BernoulliNB, KNeighborsRegressor, OneVsOne, SubgradientSVC} <= set(FOUND)


@every_model_with_y
@pytest.mark.parametrize(
    "bad_y", [None, [[0], [1]] * 6, [0, 1] * 5, [0, 1] * 5 + [0, None], [0, 1] * 5 + [0, np.nan]], ids=repr
)
def test_bad_y_is_named(model, bad_y):
    X, _ = problem(model)
    if np.ndim(bad_y) == 2 and getattr(model, "_several_outcomes", False):
        assert clone(model).fit(X, bad_y).predict(X).shape == (12, 1)  # one outcome of q
    else:
        with pytest.raises(ValueError, match=r"\by must"):
            clone(model).fit(X, bad_y)


# ---- a fit that fails


def state(model):
    """What a model has learned: its attributes, each the same object and of the same content."""
    learned = {name: value for name, value in vars(model).items() if name not in model.get_params(deep=False)}
    return {name: (id(value), pickle.dumps(value)) for name, value in learned.items()}


SPOILT = {
    "too short": lambda X, y: (X, y[:-1]),
    "a gap": lambda X, y: (X, [*y[:-1], None]),
    "a gap, another width": lambda X, y: (X[:, :2], [*y[:-1], None]),
    "one class": lambda X, y: (X, [y[0]] * 12 if y.dtype.kind == "U" else [np.inf] * 12),  # a transformer takes that
    "no weight": lambda X, y: (X, y, np.zeros(12)),  # where there are no weights, that is an argument too many
}


@every_model_with_y
@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
def test_a_fit_that_fails_leaves_the_model_as_it_was(model, spoilt):
    X, y = problem(model)
    model = fitted(model)
    before, predicted = state(model), result(model, X).tolist()
    takes_it = isinstance(model, Transformer) and spoilt is SPOILT["one class"]
    with contextlib.nullcontext() if takes_it else pytest.raises((ValueError, TypeError)):
        model.fit(*spoilt(X, y))
    if takes_it:
        return
    assert state(model) == before
    assert result(model, X).tolist() == predicted


@every_model
def test_a_fit_with_a_bad_setting_leaves_the_model_as_it_was(model):
    X, y = problem(model)
    model = fitted(model)
    before, predicted, failed = state(model), result(model, X).tolist(), []
    for name, good in model.get_params(deep=False).items():
        with contextlib.suppress(Exception):
            model.set_params(**{name: object()}).fit(X, y)
            model.set_params(**{name: good}).fit(X, y)
            before = state(model)
            continue
        failed.append(name)
        assert state(model) == before, name
        model.set_params(**{name: good})
    assert failed or not model.get_params()
    assert result(model, X).tolist() == predicted


# ---- names of columns


class Table:
    """What a table of pandas or polars is to the library: columns with names that turn into an array."""

    def __init__(self, rows, columns):
        self.rows, self.columns = np.asarray(rows), columns
        self.shape = self.rows.shape

    def __array__(self, dtype=None, copy=None):
        return self.rows.astype(dtype) if dtype else self.rows

    def __len__(self):
        return len(self.rows)


NAMES = ["wind", "rain", "sun"]


def of_rows(model):
    """The names of the public methods of a model that take rows alone."""
    methods = inspect.getmembers(model, inspect.ismethod)
    return [name for name, method in methods if not name.startswith("_") and by_place(method) == ["X"]]


@every_model
def test_names_of_columns_are_kept(model):
    X, y = problem(model)
    model, plain = clone(model).fit(Table(X, NAMES), y), fitted(model)
    assert model.feature_names_in_.tolist() == NAMES
    assert model.feature_names_in_.dtype == object
    assert result(model, Table(X, NAMES)).tolist() == result(plain, X).tolist()
    assert result(model, X).tolist() == result(plain, X).tolist()  # a table without names is taken on trust
    assert pickle.loads(pickle.dumps(model)).feature_names_in_.tolist() == NAMES
    assert not hasattr(clone(model), "feature_names_in_")
    assert not hasattr(model.fit(X, y), "feature_names_in_")
    assert not hasattr(model.fit(Table(X, [0, 1, 2]), y), "feature_names_in_")
    assert not hasattr(model.fit(Table(X, ["wind", "rain", 2]), y), "feature_names_in_")
    assert result(model, Table(X, NAMES)).tolist() == result(plain, X).tolist()


@every_model
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ([1, 0, 2], "column 1 was 'wind', now it is 'rain'"),
        ([0, 1], "it lacks 'sun'$"),
        ([0, 1, 2, 3], "it has 'snow'$"),
        ([3, 1, 2], "it lacks 'wind'; it has 'snow'$"),
    ],
)
def test_other_columns_are_refused(model, columns, message):
    X, y = problem(model)
    model = clone(model).fit(Table(X, NAMES), y)
    others = Table(np.column_stack([X, X[:, 0]])[:, columns], [[*NAMES, "snow"][j] for j in columns])
    methods = of_rows(model)
    assert {"predict", "transform", "score_samples"} & set(methods) or isinstance(model, Clusterer)
    for name in methods:
        with pytest.raises(ValueError, match=f"X must have the columns that it had in fit, .*; {message}"):
            getattr(model, name)(others)
    if hasattr(model, "score"):
        with pytest.raises(ValueError, match="X must have the columns"):
            model.score(others, y)


@every_model
def test_names_are_those_of_the_last_fit_that_worked(model):
    X, y = problem(model)
    model = clone(model).fit(Table(X, NAMES), y)
    with pytest.raises(ValueError, match="[Xy] must"):
        model.fit(Table(X[:0], ["a", "b", "c"]), y[:0])
    assert model.feature_names_in_.tolist() == NAMES
    with pytest.raises(ValueError, match="X must have columns of different names; two of them are 'rain'"):
        model.fit(Table(X, ["rain", "sun", "rain"]), y)
    assert len(result(model, Table(X, NAMES))) == 12


def test_rules_refuse_other_columns_as_their_tree_does():
    X, y = problem(DecisionTreeClassifier())
    rules = Rules.of(DecisionTreeClassifier().fit(Table(X, NAMES), y))
    for each in (rules, rules.pruned(Table(X, NAMES), y)):
        assert each.predict(Table(X, NAMES)).tolist() == y.tolist()
        with pytest.raises(ValueError, match="X must have the columns .*; column 1 was 'wind', now it is 'sun'"):
            each.predict(Table(X[:, ::-1], NAMES[::-1]))


def test_trees_and_rules_speak_of_the_columns_by_name():
    tennis = play_tennis()
    table = Table(tennis.X, list(tennis.features))
    model, named = DecisionTreeClassifier(), DecisionTreeClassifier(features=tennis.features)
    assert repr(model.fit(table, tennis.y).tree_) == repr(named.fit(tennis.X, tennis.y).tree_)
    assert model.features_ == tennis.features
    assert str(Rules.of(model)) == str(Rules.of(named))
    assert str(model.working(table, tennis.y)) == str(named.working(tennis.X, tennis.y))
    assert list(model.scores(table, tennis.y)) == list(tennis.features)
    assert repr(fit_oblivious(model, table, tennis.y).tree_) == repr(fit_oblivious(named, tennis.X, tennis.y).tree_)
    codes = DecisionTreeClassifier(nominal="code").fit(Table([[1], [2], [3]], ["code"]), ["a", "b", "a"])
    assert str(codes.tree_) == "code = 1: a (1)\ncode = 2: b (1)\ncode = 3: a (1)"
    own = DecisionTreeClassifier(features=["A", "B", "C", "D"]).fit(table, tennis.y)
    assert own.features_ == ("A", "B", "C", "D")  # what is set wins


@pytest.mark.parametrize(
    ("model", "steps"),
    [
        (BernoulliNB(), ["P(wind=1|no)", "P(rain=0|yes)"]),
        (MultinomialNB(), ["P(wind=1|no)", "P(sun=1|yes)"]),
        (CategoricalNB(), ["P(wind=1|no)", "P(rain=0|yes)"]),
        (KernelNB(), ["p(wind=1|no)", "p(rain=0|yes)"]),
        (GaussianNB(var_smoothing=0.1), ["p(wind=1|no)", "p(rain=0|yes)"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_workings_of_naive_bayes_speak_of_the_columns_by_name(model, steps):
    X, y = problem(model)
    working = model.fit(Table(X, NAMES), y).working([1, 0, 1])
    for step in steps:
        assert working.step(step).name == step
    assert "x1=" not in str(working)
    assert "x1=" in str(model.fit(X, y).working([1, 0, 1]))


@pytest.mark.parametrize("model", [LinearRegression(), SVC(), Perceptron()], ids=lambda model: type(model).__name__)
def test_workings_with_letters_say_which_columns_they_are(model):
    X, y = [[3, 3], [4, 3], [1, 1], [1, 0]], [1, 1, -1, -1]
    named, plain = model.working(Table(X, ["area", "rooms"]), y), model.working(X, y)
    assert named.title == f"{plain.title}, x1 = area, x2 = rooms"
    assert [str(step) for step in named] == [str(step) for step in plain]
