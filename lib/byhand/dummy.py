"""Baselines: predictions made without looking at a single feature, which every learner should beat."""

import numpy as np

from byhand.base import (
    Classifier,
    Regressor,
    as_array,
    as_choice,
    as_generator,
    as_labels,
    as_number,
    as_numbers,
    as_outcomes,
    as_table,
    as_vector,
    encode_classes,
    shown,
)
from byhand.guard import guard


class DummyClassifier(Classifier):
    r"""Predict from the shares of the classes alone, whatever X holds.

    ===============  ============================================  ===============================
    `strategy`       the prediction                                `predict_proba`
    ===============  ============================================  ===============================
    "most_frequent"  always the most frequent class (Zero-R)       1 for that class
    "prior"          the same                                      the share of each class
    "stratified"     a class drawn with the shares of the classes  1 for a class that is drawn
    "uniform"        a class drawn with equal probabilities        $1/K$ for each
    "constant"       always `constant`                             1 for that class
    ===============  ============================================  ===============================

    `seed` decides what is drawn, anew in each call. Learned: `classes_` (K,), `class_prior_` (K,).

    >>> zero_r = DummyClassifier("most_frequent").fit([[1], [2], [3]], ["ham", "ham", "spam"])
    >>> zero_r.predict([[7], [8]]).tolist()
    ['ham', 'ham']
    """

    STRATEGIES = ("most_frequent", "prior", "stratified", "uniform", "constant")
    _input_tags, _poor_score = {"allow_nan": True}, True

    def __init__(self, strategy="prior", constant=None, seed=0):
        self.strategy = strategy
        self.constant = constant
        self.seed = seed

    def fit(self, X, y):
        """Count the classes y, shape (n,); of X, shape (n, d), only the shape matters."""
        as_choice(self.strategy, "strategy", self.STRATEGIES)
        as_generator(self.seed)
        X = as_table(X)
        classes, index = encode_classes(as_labels(y, len(X)))
        if self.strategy == "constant" and self.constant not in classes.tolist():
            raise ValueError(
                f"constant must be one of the classes, {shown(classes.tolist())}; got {shown(self.constant)}"
            )
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        self.class_prior_ = np.bincount(index) / len(index)
        return self

    def predict_proba(self, X):
        """The probability of each class for each row of X, shape (n, K)."""
        self._require_fit("classes_")
        n, K = len(as_table(X, columns=self.n_features_in_)), len(self.classes_)
        if self.strategy == "stratified":
            return np.eye(K)[as_generator(self.seed).choice(K, n, p=self.class_prior_)]
        one = {
            "prior": self.class_prior_,
            "uniform": np.full(K, 1 / K),
            "most_frequent": np.eye(K)[np.argmax(self.class_prior_)],
            "constant": (self.classes_ == self.constant).astype(float),
        }
        return np.tile(one[self.strategy], (n, 1))

    def predict(self, X):
        """A class for each row of X, shape (n,)."""
        if self.strategy != "uniform":
            return super().predict(X)
        n = len(self.predict_proba(X))
        return self.classes_[as_generator(self.seed).integers(len(self.classes_), size=n)]


class DummyRegressor(Regressor):
    """Predict one number, or q of them, whatever X holds: the "mean", the "median", a "quantile" or a "constant".

    `quantile`: between 0 and 1, for that strategy; `constant`: the number, or q of them. Learned: `constant_`, (q,).

    >>> DummyRegressor().fit([[1], [2], [3]], [10, 20, 60]).predict([[7]])
    array([30.])
    """

    STRATEGIES = ("mean", "median", "quantile", "constant")
    _input_tags, _poor_score, _several_outcomes = {"allow_nan": True}, True, True

    def __init__(self, strategy="mean", constant=None, quantile=None):
        self.strategy = strategy
        self.constant = constant
        self.quantile = quantile

    def fit(self, X, y):
        """Learn from y, shape (n,) or (n, q); of X, shape (n, d), only the shape matters."""
        as_choice(self.strategy, "strategy", self.STRATEGIES)
        X, y = as_table(X), as_array(y, "y")
        Y = as_outcomes(y, len(X))
        if self.strategy == "mean":
            with np.errstate(over="ignore", invalid="ignore"):
                constant = (Y / len(Y)).sum(axis=0)
        elif self.strategy == "constant":
            constant = as_vector(np.atleast_1d(as_numbers(self.constant, "constant")), None, "constant")
            if len(constant) != Y.shape[1]:
                wanted = f"{Y.shape[1]} numbers, one for each outcome"
                raise ValueError(f"constant must hold {wanted}; got {shown(self.constant)}")
        else:
            q = 0.5 if self.strategy == "median" else as_number(self.quantile, "quantile", minimum=0)
            if q > 1:
                raise ValueError(f"quantile must lie between 0 and 1; got {q:g}")
            constant = np.quantile(Y, q, axis=0)
        self.constant_, self.n_features_in_, self._flat = constant, X.shape[1], y.ndim == 1
        return self

    def predict(self, X):
        """The constant for each row of X, shape (n,), or (n, q) if y had that shape."""
        self._require_fit("constant_")
        predicted = np.tile(self.constant_, (len(as_table(X, columns=self.n_features_in_)), 1))
        return predicted[:, 0] if self._flat else predicted


guard(__name__)
