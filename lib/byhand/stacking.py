r"""Stacking: a second model learns how far to trust each of the first.

$$\hat y(x) = g\bigl(f_1(x), \dots, f_M(x)\bigr)$$

The second level g learns from what the models of the first say of rows that they have *not* seen, by cross-validation:
a model that knows its rows by heart would else be trusted blindly. Afterwards each f is fitted to all rows.
"""

from copy import deepcopy

import numpy as np

from byhand.base import (
    Classifier,
    Regressor,
    as_flag,
    as_labels,
    as_matrix,
    as_model,
    as_outcomes,
    as_vector,
    encode_classes,
)
from byhand.guard import guard
from byhand.logistic import LogisticRegression, SoftmaxRegression
from byhand.shrinkage import Ridge
from byhand.validation import cross_val_predict, rounds
from byhand.voting import Averaging


class Stacking(Averaging):
    """What stacking shares for classes and for numbers; see `StackingClassifier`."""

    def __init__(self, estimators, final_estimator=None, cv=5, passthrough=False):
        super().__init__(estimators)
        self.final_estimator = final_estimator
        self.cv = cv
        self.passthrough = passthrough

    def fit(self, X, y):
        """Learn from X, shape (n, d), and y, shape (n,)."""
        table = as_matrix(X)
        if len(table) < 2:
            raise ValueError("X must have at least two rows, so that one can be left out")
        y = self._outcomes(y, len(table))
        models = [model for _, model in self._models("predict", *self._needs)]
        final = self._default() if self.final_estimator is None else self.final_estimator
        as_model(final, "final_estimator", "fit", "predict", example="LogisticRegression()")
        as_flag(self.passthrough, "passthrough")
        pairs = rounds(self.cv, self, table, y)
        self._check_parts(y, pairs)
        told = [self._column(cross_val_predict(model, table, y, cv=pairs, method=self._method)) for model in models]
        self.estimators_ = [deepcopy(model).fit(table, y) for model in models]
        self.final_estimator_ = deepcopy(final).fit(self._second(told, table), y)
        self.n_features_in_ = table.shape[1]
        return self

    def _check_parts(self, y, pairs):
        pass

    def second_level(self, X):
        """What the second level sees of the rows of X: what the models say, then X itself with `passthrough`."""
        self._require_fit("final_estimator_")
        table = as_matrix(X, columns=self.n_features_in_)
        return self._second([self._column(getattr(m, self._method)(table)) for m in self.estimators_], table)

    def _second(self, told, table):
        return np.column_stack([*told, table] if self.passthrough else told)

    def predict(self, X):
        """What the second level makes of what the first says of each row of X, shape (n,)."""
        return (
            self.final_estimator_.predict(self.second_level(X))
            if hasattr(self, "final_estimator_")
            else self.second_level(X)
        )


class StackingClassifier(Stacking, Classifier):
    """Classifiers whose probabilities are the features of another classifier.

    Parameters
    ----------
    estimators : a list of pairs (name, model), models with `predict_proba`
    final_estimator : the second level; None for logistic regression with a penalty of 1, or softmax regression
    cv : how the rows are divided for the second level, as in `byhand.validation`
    passthrough : whether the second level sees the columns of X, too

    Learned: `classes_`, shape (K,); `estimators_`, fitted to all rows; `final_estimator_`. Of two classes the second
    level sees the probability of the second; of more, all of them.

    >>> from byhand.naive_bayes import GaussianNB
    >>> from byhand.trees import DecisionTreeClassifier
    >>> from byhand.datasets import half_moons
    >>> X, y = half_moons(seed=0)
    >>> models = [("tree", DecisionTreeClassifier(max_depth=4)), ("bayes", GaussianNB())]
    >>> model = StackingClassifier(models).fit(X, y)
    >>> model.final_estimator_.coef_.round(1), model.score(*half_moons(n=500, seed=1))
    (array([2.6, 2.1]), 0.9)
    """

    _needs = ("predict_proba",)
    _method = "predict_proba"

    def _outcomes(self, y, rows):
        self.classes_, _ = encode_classes(as_labels(y, rows))
        return np.asarray(y)

    def _check_parts(self, y, pairs):
        if any(len(np.unique(y[train])) < len(self.classes_) for train, _ in pairs):
            raise ValueError("y must hold enough rows of each class, so that cv leaves some in each part to learn from")

    def _default(self):
        return LogisticRegression(penalty=1.0) if len(self.classes_) == 2 else SoftmaxRegression(penalty=1.0)

    def _column(self, told):
        return told[:, 1] if told.shape[1] == 2 else told

    def predict_proba(self, X):
        """The probabilities of the second level for each row of X, shape (n, K)."""
        second = self.second_level(X)
        return self.final_estimator_.predict_proba(second)


class StackingRegressor(Stacking, Regressor):
    """Models for numbers whose predictions are the features of another; None for ridge regression with a penalty of 1.

    Parameters and what is learned: as for `StackingClassifier`, without `classes_`.

    >>> from byhand.linear import LinearRegression
    >>> from byhand.trees import DecisionTreeRegressor
    >>> X = np.arange(20.0)[:, None]
    >>> models = [("line", LinearRegression()), ("tree", DecisionTreeRegressor())]
    >>> from byhand.validation import KFold
    >>> model = StackingRegressor(models, cv=KFold(5, shuffle=True)).fit(X, 2 * X[:, 0])
    >>> model.predict([[10.0]]).round(1)
    array([20.])
    """

    _needs = ()
    _method = "predict"

    def _outcomes(self, y, rows):
        return as_outcomes(as_vector(y, rows, "y"), rows)[:, 0]

    def _default(self):
        return Ridge(1.0)

    def _column(self, told):
        return told


guard(__name__)
