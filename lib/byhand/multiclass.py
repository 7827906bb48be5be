"""More than two classes from machines that know two: one against the rest, or one against one."""

from copy import deepcopy
from itertools import combinations

import numpy as np

from byhand.base import Classifier, as_labels, as_model, as_table, encode_classes, first_best
from byhand.guard import guard

TIE = 1e-9  # scores that differ by no more are the same


class _SeveralClasses(Classifier):
    """What the two ways to make a classifier for several classes out of machines for two share.

    `estimator`: any classifier of two classes that has `decision_function` or `predict_proba`; it is copied, not
    changed.
    """

    def __init__(self, estimator):
        self.estimator = estimator

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        as_model(self.estimator, "estimator", "fit", "predict", example="SVC()")
        X = as_table(X)
        classes, index = encode_classes(as_labels(y, len(X)))
        machines = [
            deepcopy(self.estimator).fit(X[rows], np.where(positive[rows], 1, -1))
            for rows, positive in self._problems(len(classes), index)
        ]
        self.classes_, self.machines_, self.n_features_in_ = classes, machines, X.shape[1]
        return self

    def decision_function(self, X):
        """The score of each class, shape (n, K); of two classes only that of the second, shape (n,)."""
        scores = self._scores(X)
        return scores[:, 0] if len(self.classes_) == 2 else self._combined(scores)

    def _scores(self, X):
        """The score of each machine for each row, above 0 for its positive side, shape (n, machines)."""
        self._require_fit("n_features_in_")
        X = as_table(X, columns=self.n_features_in_)
        return np.column_stack([_score(machine, X) for machine in self.machines_])

    def predict(self, X):
        """The class of the highest score for each row of X, shape (n,). A tie goes to the class that sorts first."""
        scores = self.decision_function(X)
        return self.classes_[(scores > TIE).astype(int) if scores.ndim == 1 else first_best(scores, TIE)]


class OneVsRest(_SeveralClasses):
    """One machine for each class, against all others; the highest score wins.

    `estimator`: any classifier of two classes that has `decision_function` or `predict_proba`; it is copied, not
    changed. Learned: `classes_`, shape (K,); `machines_`, the K fitted copies, or one for the second of two classes.

    >>> from byhand.svm import SVC
    >>> X, y = [[0, 0], [1, 0], [5, 0], [6, 0], [3, 5], [3, 6]], ["a", "a", "b", "b", "c", "c"]
    >>> OneVsRest(SVC()).fit(X, y).predict([[0, 1], [6, 1], [3, 4]])
    array(['a', 'b', 'c'], dtype='<U1')
    """

    def _problems(self, size, index):
        return [(np.arange(len(index)), index == k) for k in (range(size) if size > 2 else [1])]

    def _combined(self, scores):
        return scores


class OneVsOne(_SeveralClasses):
    r"""One machine for each pair of classes, on their rows alone; the class that wins most often is taken.

    `estimator`: as in `OneVsRest`. Learned: `classes_`, shape (K,); `pairs_`, the pairs (a, b) of positions in
    `classes_`, a < b; `machines_`, a fitted copy for each pair, whose score is above 0 for b.

    Of classes with the same number of wins the one with the greatest sum of scores is taken: the score of a class is
    its number of wins, and less than half a win more or less for the sum s of its scores,

    $$\text{wins} + \frac{s}{2 (1 + |s|)}.$$

    >>> from byhand.svm import SVC
    >>> X, y = [[0, 0], [1, 0], [5, 0], [6, 0], [3, 5], [3, 6]], ["a", "a", "b", "b", "c", "c"]
    >>> model = OneVsOne(SVC()).fit(X, y)
    >>> model.pairs_, model.predict([[0, 1], [6, 1], [3, 4]])
    ([(0, 1), (0, 2), (1, 2)], array(['a', 'b', 'c'], dtype='<U1'))
    """

    @property
    def pairs_(self):
        self._require_fit("n_features_in_")
        return list(combinations(range(len(self.classes_)), 2))

    def _problems(self, size, index):
        pairs = combinations(range(size), 2)
        return [(np.flatnonzero((index == a) | (index == b)), index == b) for a, b in pairs]

    def _combined(self, scores):
        wins, sums = np.zeros((2, len(scores), len(self.classes_)))
        for (a, b), score in zip(self.pairs_, scores.T, strict=True):
            wins[:, a] += score <= TIE
            wins[:, b] += score > TIE
            sums[:, a] -= score
            sums[:, b] += score
        return wins + sums / (2 * (1 + np.abs(sums)))


def _score(machine, X):
    if hasattr(machine, "decision_function"):
        return machine.decision_function(X)
    probabilities = machine.predict_proba(X)
    return probabilities[:, 1] - probabilities[:, 0]


guard(__name__)
