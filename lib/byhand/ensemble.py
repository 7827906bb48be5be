r"""Bagging: draw the rows anew, with replacement, for each copy of a model, and let the copies vote.

A *bootstrap* sample is n draws from n rows, each row as likely at each draw. A row is left out of it, *out of bag*,
with probability $(1 - 1/n)^n$, about 37 %, so that every row is judged by the models that have never seen it: the
out-of-bag score. A model that hangs on single rows changes from sample to sample; the mean of many changes less:

$$\hat f(x) = \frac1B \sum_{b=1}^{B} \hat f_b(x), \qquad
  P(k \mid x) = \frac1B \sum_{b=1}^{B} P_b(k \mid x)$$

Each copy may also see a part of the columns only, a *random subspace*. What a column is worth to a fitted model of any
kind: `permutation_importance`.
"""

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_flag,
    as_generator,
    as_labels,
    as_list,
    as_model,
    as_number,
    as_outcomes,
    as_table,
    as_vector,
    as_whole,
    encode_classes,
    first_best,
    shown,
)
from byhand.guard import as_positions, guard
from byhand.trees import DecisionTreeClassifier, DecisionTreeRegressor
from byhand.validation import scorer
from byhand.voting import TIE

# ---- samples


def bootstrap_rows(n, seed=0, size=None):
    """The numbers of rows drawn with replacement from n, shape (size,); as many as there are if that is None.

    >>> bootstrap_rows(10)
    array([8, 6, 5, 2, 3, 0, 0, 0, 1, 8])
    """
    n = as_whole(n, "n", 1)
    return as_generator(seed).integers(n, size=n if size is None else as_whole(size, "size", 1))


def out_of_bag(rows, n):
    """The rows from 0 to n - 1 that were not drawn: `rows`, shape (m,); in order.

    >>> out_of_bag([8, 6, 5, 2, 3, 0, 0, 0, 1, 8], n=10)
    array([4, 7, 9])
    """
    rows, n = as_positions(rows, "rows"), as_whole(n, "n", 1)
    if len(rows) and rows.max() >= n:
        raise ValueError(f"rows must be row numbers from 0 to {n - 1}; got {shown(rows.tolist())}")
    return np.setdiff1d(np.arange(n), rows)


def left_out_probability(n, size=None):
    r"""The probability that a given one of n rows is in none of n draws, or `size` draws: $(1 - 1/n)^n$.

    >>> round(left_out_probability(10), 6), round(left_out_probability(1000), 6)
    (0.348678, 0.367695)
    """
    n = as_whole(n, "n", 1)
    return (1 - 1 / n) ** (n if size is None else as_whole(size, "size", 1))


def working_bootstrap(draws, n):
    """A bootstrap sample as on paper: what is in it, how often, what is out of bag, and how likely that was.

    `draws`: the numbers of rows from 1 to n as they were drawn, shape (m,).

    >>> print(working_bootstrap([7, 2, 6, 7, 5, 4, 8, 8, 1, 10], n=10))
    10 draws from 10 rows
    distinct = 8   (1, 2, 4, 5, 6, 7 twice, 8 twice, 10)
    out of bag = n - distinct = 10 - 8 = 2   (3, 9)
    share = (out of bag)/n = 2/10 = 1/5 = 0.2
    probability = (1 - 1/n)^draws = (1 - 1/10)^10 ≈ 0.348678   (that a given row is left out)
    expected = n × probability = 10 × 0.348678 ≈ 3.48678   (rows left out on average)
    """
    from byhand.paper import ensemble as paper

    n = as_whole(n, "n", 1)
    draws = as_positions(as_list(draws, "draws"), "draws")
    if not len(draws) or draws.min() < 1 or draws.max() > n:
        raise ValueError(f"draws must hold numbers of rows from 1 to {n}; got {shown(draws.tolist())}")
    return paper.bootstrap(draws.tolist(), n)


# ---- bagging


class Bagging(Estimator):
    """What bagging shares for classes and for numbers; see `BaggingClassifier`."""

    _input_tags = {"allow_nan": True, "categorical": True, "string": True}  # the model itself says what it takes

    def __init__(
        self,
        estimator=None,
        n_estimators=10,
        max_samples=1.0,
        max_features=1.0,
        bootstrap=True,
        bootstrap_features=False,
        oob_score=False,
        seed=0,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.bootstrap_features = bootstrap_features
        self.oob_score = oob_score
        self.seed = seed

    def fit(self, X, y):
        """Learn from X, shape (n, d), and y, shape (n,): each copy from rows, and columns, drawn for it."""
        X = as_table(X)
        y = self._outcomes(y, len(X))
        n, d = X.shape
        model = self._default() if self.estimator is None else self.estimator
        as_model(model, "estimator", "fit", "predict", example="DecisionTreeClassifier()")
        size, width = amount(self.max_samples, n, "max_samples"), amount(self.max_features, d, "max_features")
        again, columns_again = (
            as_flag(self.bootstrap, "bootstrap"),
            as_flag(self.bootstrap_features, "bootstrap_features"),
        )
        want_score, random = as_flag(self.oob_score, "oob_score"), as_generator(self.seed)
        self.estimators_, self.samples_, self.columns_ = [], [], []
        for _ in range(as_whole(self.n_estimators, "n_estimators", 1)):
            rows = random.integers(n, size=size) if again else random.permutation(n)[:size]
            columns = np.arange(d)
            if width < d or columns_again:
                columns = np.sort(random.integers(d, size=width) if columns_again else random.permutation(d)[:width])
            rows = self._with_two_classes(y, rows, random)
            self.estimators_.append(fresh(model, random).fit(X[np.ix_(rows, columns)], y[rows]))
            self.samples_.append(rows)
            self.columns_.append(columns)
        self.n_features_in_ = d
        if want_score:
            self._judge_out_of_bag(X, y)
        return self

    def _with_two_classes(self, y, rows, random):
        return rows

    def _parts(self, X):
        """X, checked, and the columns of it that each model sees."""
        self._require_fit("estimators_")
        X = as_table(X, columns=self.n_features_in_)
        return X, [X[:, columns] for columns in self.columns_]

    def _judge_out_of_bag(self, X, y):
        """`oob_prediction_` and `oob_score_`: each row judged by the models that have not seen it."""
        total, count = 0.0, np.zeros(len(X))
        for model, rows, columns in zip(self.estimators_, self.samples_, self.columns_, strict=True):
            left = out_of_bag(rows, len(X))
            if len(left):
                told = np.zeros((len(X), self._width))
                told[left] = self._told(model, X[np.ix_(left, columns)])
                total, count[left] = total + told, count[left] + 1
        judged = count > 0
        if not judged.any():
            raise ValueError("oob_score must be False where every model has seen every row")
        told = np.full((len(X), self._width), np.nan)
        told[judged] = total[judged] / count[judged, None]
        self.oob_prediction_ = told
        self.oob_score_ = self._agreement(told[judged], y[judged])


class BaggingClassifier(Bagging, Classifier):
    """Copies of one classifier, each fitted to rows drawn anew, whose mean probabilities decide.

    Parameters
    ----------
    estimator : the model to copy, of this library or of scikit-learn; None for a decision tree. One that offers no
        `predict_proba` votes for a class.
    n_estimators : how many copies, B
    max_samples, max_features : how many rows, and how many columns, each copy sees: a share up to 1.0, or a number
    bootstrap : whether rows are drawn with replacement; `bootstrap_features` : whether columns are
    oob_score : whether to judge each row by the copies that have not seen it
    seed : of the draws

    Learned: `classes_`, shape (K,); `estimators_`, the B copies; `samples_` and `columns_`, the rows and columns that
    each has seen; with `oob_score` `oob_score_`, the share of rows judged rightly, and `oob_prediction_`, the mean
    probabilities, shape (n, K), NaN for rows that every copy has seen. A sample of a single class is drawn again.

    >>> X, y = [[0], [1], [2], [3], [4], [5], [6], [7]], ["a", "a", "a", "b", "a", "b", "b", "b"]
    >>> model = BaggingClassifier(n_estimators=50, oob_score=True).fit(X, y)
    >>> model.predict([[0.5], [6.5]]), model.oob_score_
    (array(['a', 'b'], dtype='<U1'), 0.625)
    """

    def _default(self):
        return DecisionTreeClassifier()

    def _outcomes(self, y, rows):
        y = as_labels(y, rows)
        self.classes_, _ = encode_classes(y)
        self._width = len(self.classes_)
        return y

    def _with_two_classes(self, y, rows, random):
        """The rows, drawn again while all of them are of one class; of a size of 1 they must be."""
        for _ in range(1000):
            if (y[rows] != y[rows[0]]).any():
                return rows
            rows = (
                random.integers(len(y), size=len(rows)) if self.bootstrap else random.permutation(len(y))[: len(rows)]
            )
        raise ValueError("max_samples must leave rows of two classes in a sample, and y must hold enough of them")

    def _told(self, model, X):
        """The probabilities of all classes by one model, which may know only some of them."""
        classes = as_list(model.classes_, "classes") if hasattr(model, "classes_") else list(self.classes_)
        if hasattr(model, "predict_proba"):
            told = np.zeros((len(X), self._width))
            told[:, np.searchsorted(self.classes_, classes)] = model.predict_proba(X)
            return told
        return (np.asarray(model.predict(X))[:, None] == self.classes_).astype(float)

    def _agreement(self, told, y):
        return float(np.mean(self.classes_[first_best(told, TIE)] == y))

    def predict_proba(self, X):
        """The mean of the copies' probabilities for each row of X, shape (n, K)."""
        _, parts = self._parts(X)
        return sum(self._told(model, part) for model, part in zip(self.estimators_, parts, strict=True)) / len(parts)

    def predict(self, X):
        """The class of the largest mean probability for each row of X, shape (n,)."""
        best = first_best(self.predict_proba(X), TIE)
        return self.classes_[best]


class BaggingRegressor(Bagging, Regressor):
    """Copies of one model for numbers, each fitted to rows drawn anew; the mean of what they predict.

    Parameters and what is learned: as for `BaggingClassifier`, without `classes_`; `oob_score_` is R², and
    `oob_prediction_` the mean predictions, shape (n, 1).

    >>> model = BaggingRegressor(n_estimators=100).fit([[0], [1], [2], [3]], [0, 1, 2, 3])
    >>> model.predict([[0], [3]]).round(2)
    array([0.45, 2.6 ])
    """

    _width = 1

    def _default(self):
        return DecisionTreeRegressor()

    def _outcomes(self, y, rows):
        as_outcomes(as_vector(y, rows, "y"), rows)
        return np.asarray(y, dtype=float)

    def _told(self, model, X):
        return np.asarray(model.predict(X), dtype=float).reshape(-1, 1)

    def _agreement(self, told, y):
        from byhand.metrics import r_squared

        return r_squared(y, told[:, 0])

    def predict(self, X):
        """The mean of the copies' predictions for each row of X, shape (n,)."""
        _, parts = self._parts(X)
        return sum(self._told(m, part)[:, 0] for m, part in zip(self.estimators_, parts, strict=True)) / len(parts)


# ---- what a column is worth


class Importance(NamedTuple):
    """How much the score falls if a column is shuffled: `mean` and `std` over the repeats, shape (d,), and all of them,
    `falls`, shape (d, repeats)."""

    mean: np.ndarray
    std: np.ndarray
    falls: np.ndarray


def permutation_importance(model, X, y, n_repeats=5, scoring=None, seed=0):
    """What a fitted model owes to each column of X: the fall of its score when that column alone is shuffled.

    The model is not fitted again. X and y should be rows that it has not seen: on those learned from, a column of mere
    noise may look important. Of two columns that say the same each hides the worth of the other.

    `X`, shape (n, d); `y`, shape (n,); `n_repeats`: how often each column is shuffled; `scoring`: a function of
    (model, X, y), or None for the model's own score; `seed`: of the shuffling. Returns `Importance`.

    >>> X = [[0, 5], [1, 3], [2, 4], [3, 3], [4, 5], [5, 4], [6, 3], [7, 5]]
    >>> model = DecisionTreeClassifier().fit(X, ["a"] * 4 + ["b"] * 4)
    >>> permutation_importance(model, X, ["a"] * 4 + ["b"] * 4).mean
    array([0.45, 0.  ])
    """
    as_model(model, "model", "fit", "predict", example="DecisionTreeClassifier()")
    X, random, repeats = as_table(X), as_generator(seed), as_whole(n_repeats, "n_repeats", 1)
    score = scorer(model, scoring)
    before = score(model, X, y)
    falls = np.empty((X.shape[1], repeats))
    for column in range(X.shape[1]):
        for i in range(repeats):
            shuffled = X.copy()
            shuffled[:, column] = random.permutation(X[:, column])
            falls[column, i] = before - score(model, shuffled, y)
    return Importance(falls.mean(axis=1), falls.std(axis=1), falls)


# ---- helpers


def fresh(model, generator):
    """A copy of a model that is to be fitted, with its own seed where it has one (`seed` or `random_state`)."""
    model = deepcopy(as_model(model, "model", "fit", example="DecisionTreeClassifier()"))
    if hasattr(model, "get_params"):
        names = [name for name in model.get_params() if name.rpartition("__")[2] in ("seed", "random_state")]
        if names:
            model.set_params(**{name: int(as_generator(generator, "generator").integers(2**31 - 1)) for name in names})
    return model


def amount(value, most, name):
    """How many of `most` things: a share up to 1.0, of which at least one is taken, or a whole number.

    >>> amount(0.5, 10, "max_samples"), amount(3, 10, "max_samples")
    (5, 3)
    """
    if isinstance(value, (float, np.floating)):
        return max(1, int(as_number(value, name, above=0, maximum=1.0) * as_whole(most, "most", 1)))
    count = as_whole(value, name, 1)
    if count > most:
        raise ValueError(f"{name} must be a share up to 1.0 or a whole number up to {most}; got {shown(value)}")
    return count


guard(__name__)
