r"""One neuron that answers yes or no, and the rule by which it learns.

$$\hat y = \operatorname{sign}(w_1 x_1 + \dots + w_d x_d + b), \qquad
  w \leftarrow w + \eta\, y\, x \quad\text{and}\quad b \leftarrow b + \eta\, y \quad\text{wherever } \hat y \ne y$$

with labels $y = \pm 1$. A unit with weights chosen by hand: `threshold_unit`. Rosenblatt's rule: `learn`, row by row,
and `Perceptron`, the estimator made of it. Units that answer smoothly, and layers of them, are in `byhand.neural`.
"""

from functools import partial
from numbers import Real
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    as_finite,
    as_flag,
    as_list,
    as_matrix,
    as_number,
    as_signs,
    as_vector,
    as_whole,
    shown,
    two_classes,
)
from byhand.engine import perceptron as engine
from byhand.guard import as_numeric, guard
from byhand.progress import rounds
from byhand.protocol import column_names

FEW = 50  # up to so many rows it is quicker to go row by row


def threshold_unit(X, weights, threshold, strict=True):
    r"""1 where $\sum_i w_i x_i$ is above the threshold, else 0, for each row of X, shape (n, d): integers, shape (n,).

    With `strict` False a sum that is exactly the threshold is enough.

    >>> threshold_unit([[0, 1, 1], [1, 0, 0]], weights=[5, 2, 1], threshold=3)
    array([0, 1])
    """
    X = as_matrix(X)
    sums = X @ as_vector(weights, X.shape[1], "weights")
    threshold = as_number(threshold, "threshold")
    return (sums > threshold if as_flag(strict, "strict") else sums >= threshold).astype(int)


class Visit(NamedTuple):
    """One row in the training of a perceptron: its score, whether it was wrong, and (b, w1, ..., wd) afterwards."""

    score: float
    wrong: bool
    after: tuple


def learn(X, y, rate=1.0, max_iter=1000, tie=1):
    """Rosenblatt's rule from zero weights: a `Visit` of each row in each epoch, until an epoch has no mistake.

    X, shape (n, d); y, shape (n,), holds -1 and +1; the settings are those of `Perceptron`.

    >>> for visit in learn([[0, 1], [1, 1]], [-1, 1], max_iter=1):
    ...     print(visit)
    Visit(score=0.0, wrong=True, after=(-1.0, 0.0, -1.0))
    Visit(score=-2.0, wrong=True, after=(0.0, 1.0, 0.0))
    """
    rows, labels = np.asarray(X, dtype=float).tolist(), np.asarray(y, dtype=float).tolist()
    bias, weights = 0.0, [0.0] * len(rows[0])
    for _ in rounds(max_iter, "epoch"):
        mistakes = 0
        for x, label in zip(rows, labels, strict=True):
            z = score(x, weights, bias)
            wrong = is_wrong(z, label, tie)
            if wrong:
                weights = [w + rate * label * value for w, value in zip(weights, x, strict=True)]
                bias += rate * label
            mistakes += wrong
            yield Visit(z, wrong, (bias, *weights))
        if not mistakes:
            break


def by_rows(X, y, rate=1.0, max_iter=1000, tie=1):
    """The (b, w) at the start of `learn` and after each change, shape (changes + 1, d + 1), and the mistakes in each
    epoch: a list.

    >>> by_rows([[0, 1], [1, 1]], [-1, 1], max_iter=1)
    (array([[ 0.,  0.,  0.],
           [-1.,  0., -1.],
           [ 0.,  1.,  0.]]), [2])
    """
    path, mistakes = [(0.0,) * (len(X[0]) + 1)], []
    for number, visit in enumerate(learn(X, y, rate, max_iter, tie)):
        if number % len(X) == 0:
            mistakes.append(0)
        if visit.wrong:
            mistakes[-1] += 1
            path.append(visit.after)
    return np.array(path), mistakes


def by_mistakes(X, y, rate=1.0, max_iter=1000, tie=1):
    """The same as `by_rows`, faster for many rows: it goes from mistake to mistake."""

    def wrong(row, after):
        bias, *weights = after.tolist()
        return is_wrong(score(X[row].tolist(), weights, bias), y[row], tie)

    return engine.learn(X, y, rate, max_iter, wrong)


def score(x, weights, bias):
    r"""$b + w_1 x_1 + \dots + w_d x_d$ for a row x, shape (d,), or for the columns of a table, shape (d, n).

    Added up term by term, so that it rounds alike for one row and for many, and on every machine.

    >>> score([1.0, 2.0], [0.5, -1.0], 0.25)
    -1.25
    """
    for value, weight in zip(x, weights, strict=True):
        bias = bias + weight * value
    return bias


def is_wrong(score, label, tie=1):
    """Whether a score is on the other side of 0 than its label, -1 or +1; for a score of 0 the `tie` decides.

    >>> is_wrong(0.5, 1), is_wrong(0.5, -1), is_wrong(0, -1), is_wrong(0, 1, tie="mistake")
    (False, True, True, True)
    """
    return label * score < 0 or (score == 0 and label != tie)


def mistake_bound(X, y, w, b):
    r"""Novikoff's bound: the rule makes at most $(R / \gamma)^2$ changes, in any order of the rows, from zero weights.

    With the bias as the weight of a constant 1, R is the length of the longest row $(x, 1)$ and $\gamma$ the least
    distance of such a row from a plane through the origin that parts the classes: the one of (w, b), any that does.

    $$R^2 = \max_i \lVert x_i \rVert^2 + 1, \qquad
      \gamma = \min_i \frac{y_i (w \cdot x_i + b)}{\sqrt{\lVert w \rVert^2 + b^2}}$$

    `X`: shape (n, d); `y`: -1 or +1, shape (n,); `w`: shape (d,); `b`: a number.

    >>> round(mistake_bound([[1, 1], [1, -1]], [1, -1], w=[0, 2], b=0), 6)
    3.0
    """
    X = as_matrix(X)
    y, w, b = as_signs(y, len(X)), as_vector(w, X.shape[1], "w"), as_number(b, "b")
    with np.errstate(over="ignore", invalid="ignore"):
        longest = as_finite(np.sqrt((X * X).sum(axis=1).max() + 1))
        length = as_finite(np.sqrt(w @ w + b * b), "w or b")
        margin = as_finite((y * (X @ w + b)).min())
    if not margin > 0:
        raise ValueError("w and b must part the classes of X and y, with y (w · x + b) above 0 for each row")
    return float(as_finite((longest / (margin / length)) ** 2))


def pocket(X, y, path):
    """What to keep where no line parts the classes: the first (b, w) on a path that makes the fewest mistakes on all
    rows, shape (d + 1,), and how many they are. A score of 0 counts as one.

    The rule itself never settles there: its last weights are good for its last row. `X`: shape (n, d); `y`: -1 or +1,
    shape (n,); `path`: such as `Perceptron.path_`, shape (m, d + 1).

    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]  # XOR, of which a line gets three right
    >>> pocket(X, y, [[0, 0, 0], [-1, 2, 2], [-1, 0, 0]])
    (array([-1.,  2.,  2.]), 1)
    """
    X = as_matrix(X)
    y, path = as_signs(y, len(X)), as_matrix(path, "path", columns=X.shape[1] + 1)
    mistakes = [int((y * as_finite(X @ w + b, "path") <= 0).sum()) for b, *w in path]
    best = int(np.argmin(mistakes))
    return path[best], mistakes[best]


def as_tie(tie, name="tie"):
    """What a score of 0 counts as: -1, 1 or "mistake"."""
    if not isinstance(tie, (int, str)) or tie not in (-1, 1, "mistake"):
        raise ValueError(f'{name} must be -1, 1 or "mistake"; got {shown(tie)}')
    return tie


class Perceptron(Classifier):
    r"""Rosenblatt's rule: row by row, wherever the unit is wrong, add the row to the weights or take it away.

    $$w \leftarrow w + \eta\, y\, x, \qquad b \leftarrow b + \eta\, y \qquad\text{if } \hat y \ne y$$

    with $y = -1$ for the first class and $+1$ for the second, from zero weights. It stops after an epoch without a
    mistake; that comes, sooner or later, if a line separates the classes, and never otherwise.

    Parameters
    ----------
    rate : the $\eta$; from zero weights it scales them and changes nothing else
    max_iter : at most so many epochs
    tie : what a score of exactly 0 counts as: 1, the second class; -1, the first; "mistake", wrong for either, so that
        it is always learned from (and predicts the first)

    Learned: `classes_`, shape (2,); `coef_`, the w, shape (d,); `intercept_`, the b; `path_`, the (b, w) at the start
    and after each change, shape (changes + 1, d + 1); `mistakes_`, their number in each epoch; `n_iter_`, the
    number of epochs; `converged_`.

    >>> model = Perceptron().fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])  # AND
    >>> model.coef_, model.intercept_, model.mistakes_
    (array([2., 1.]), -3.0, [2, 3, 3, 2, 1, 0])
    """

    _more_than_two = False

    def __init__(self, rate=1.0, max_iter=1000, tie=1):
        self.rate = rate
        self.max_iter = max_iter
        self.tie = tie

    def fit(self, X, y):
        """Learn from X, shape (n, d), and labels of two kinds y, shape (n,)."""
        X, classes, signs, settings = self._checked(X, y)
        path, mistakes = (by_mistakes if len(X) > FEW else by_rows)(X, signs, *settings)
        self.path_, self.mistakes_, self.n_iter_, self.converged_ = path, mistakes, len(mistakes), mistakes[-1] == 0
        self.intercept_, self.coef_ = float(self.path_[-1, 0]), self.path_[-1, 1:]
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        return self

    def decision_function(self, X):
        r"""The score $w \cdot x + b$ of each row of X, shape (n,)."""
        self._require_fit("n_features_in_")
        return as_finite(score(as_matrix(X, columns=self.n_features_in_).T, self.coef_, self.intercept_))

    def predict(self, X):
        """The second class where the score is above 0 (or 0, if such a tie counts so), else the first, shape (n,)."""
        scores = self.decision_function(X)
        return self.classes_[(scores >= 0 if self.tie == 1 else scores > 0).astype(int)]

    def working(self, X, y):
        """The training as on paper: for each row of each epoch its score, and what changes; X (n, d), y (n,).

        >>> print(Perceptron(max_iter=1).working([[1], [2]], ["no", "yes"]))
        Perceptron on 2 rows
        epoch 1, row 1 = b + w_1 x_1 = 0 + 0 × 1 = 0   (says yes, should say no: b = -1, w = (-1))
        epoch 1, row 2 = b + w_1 x_1 = (-1) + (-1) × 2 = -3   (says no, should say yes: b = 0, w = (1))
        """
        from byhand.paper import perceptron as paper  # it builds on this module

        names = column_names(X)
        X, classes, signs, settings = self._checked(X, y)
        return paper.training(X, classes, signs, learn(X, signs, *settings), self.tie, names)

    def _checked(self, X, y):
        """X as floats, (n, d), the two classes, -1 or +1 for each row, shape (n,), and the settings of `learn`."""
        rate, max_iter = as_number(self.rate, "rate", above=0), as_whole(self.max_iter, "max_iter", 1)
        X = as_matrix(X)
        classes, signs = two_classes(y, len(X))
        return X, classes, signs, (rate, max_iter, as_tie(self.tie))


terms = partial(as_list, kind=(Real, list), what="a row of numbers, or the columns of a table")
guard(
    __name__,
    X=as_matrix,
    rate=as_numeric,
    tie=as_tie,
    weights=partial(as_vector, size=None),
    y=as_numeric,
    score={"x": terms, "weights": terms, "bias": as_numeric},
    is_wrong={"score": as_numeric},
)
