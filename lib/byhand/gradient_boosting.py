r"""Gradient boosting: small trees, one after the other, each fitted to what those before it have left.

The sum of the trees goes down on a loss, as gradient descent does, but in the space of functions: each tree is fitted
to minus the slope of the loss at each row, and a part η of it is added:

$$F_m(x) = F_{m-1}(x) + \eta\, h_m(x), \qquad h_m \approx -\frac{\partial L(y_n, F)}{\partial F} \Big|_{F_{m-1}(x_n)}$$

For squared error minus the slope is the residual, $y_n - F(x_n)$, and `residual_rounds` is the algorithm. For the
log-loss it is *outcome minus probability*.
"""

from functools import partial

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_finite,
    as_generator,
    as_matrix,
    as_number,
    as_outcomes,
    as_vector,
    as_whole,
    two_classes,
)
from byhand.engine import forest
from byhand.forest import features_per_node
from byhand.guard import guard
from byhand.neural import Sigmoid
from byhand.trees import DecisionTreeRegressor

sigmoid = Sigmoid()


def residual_rounds(X, y, rounds, learning_rate=0.1, max_depth=3):
    """Gradient boosting for squared error as a book prints it: the mean, then trees, each fitted to what is left.

    `X`, shape (n, d); `y`, numbers, shape (n,). Returns the mean, the trees, and the fit after each round, (rounds, n).

    >>> mean, trees, fits = residual_rounds(np.array([[0], [1], [2]]), np.array([0, 3, 9]), 2, 0.5, 1)
    >>> mean, fits.tolist()
    (4.0, [[2.75, 2.75, 6.5], [1.375, 3.4375, 7.1875]])
    """
    rate = as_number(learning_rate, "learning_rate", above=0)
    fit, trees, fits = np.full(len(y), np.mean(y)), [], []
    for _ in range(as_whole(rounds, "rounds", 1)):
        tree = DecisionTreeRegressor(max_depth=max_depth).fit(X, y - fit)
        fit = fit + rate * tree.predict(X)
        trees.append(tree)
        fits.append(fit)
    return float(np.mean(y)), trees, np.array(fits)


class GradientBoosting(Estimator):
    """What gradient boosting shares for numbers and for two classes; see `GradientBoostingRegressor`."""

    def __init__(
        self,
        n_estimators=100,
        learning_rate=0.1,
        max_depth=3,
        min_samples_leaf=1,
        subsample=1.0,
        max_features=None,
        seed=0,
    ):
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.subsample = subsample
        self.max_features = max_features
        self.seed = seed

    def fit(self, X, y):
        """Learn from X, shape (n, d), and y, shape (n,)."""
        X = as_matrix(X)
        y, n = self._outcomes(y, len(X)), len(X)
        rate, random = as_number(self.learning_rate, "learning_rate", above=0), as_generator(self.seed)
        settings = forest.Settings(
            np.inf if self.max_depth is None else as_whole(self.max_depth, "max_depth", 1),
            fewest_on_branch=as_whole(self.min_samples_leaf, "min_samples_leaf", 1),
            most_features=features_per_node(self.max_features, X.shape[1]),
        )
        rows = max(1, int(as_number(self.subsample, "subsample", above=0, maximum=1) * n))
        table, trees, self.train_loss_ = forest.Ranked(X), [], []
        self.start_ = self._start(y)
        score = np.full(n, self.start_)
        for _ in range(as_whole(self.n_estimators, "n_estimators", 1)):
            weight = np.ones((1, n))
            if rows < n:
                weight[0, random.permutation(n)[rows:]] = 0
            slope = self._slope(y, score)
            tree = forest.grow(table, forest.Numbers(slope), weight, settings, random)
            leaf = tree.leaves(X)[0]
            tree = tree._replace(value=rate * self._values(tree, leaf, weight[0], slope, y, score))
            score = as_finite(score + tree.value[leaf, 0], "learning_rate, or y,")
            trees.append(tree)
            self.train_loss_.append(self._loss(y, score))
        self.train_loss_ = np.array(self.train_loss_)
        self.trees_, self.n_features_in_ = forest.joined(trees), X.shape[1]
        return self

    def _values(self, tree, leaf, weight, slope, y, score):
        """What the leaves say, shape (m, 1): for squared error the mean of what is left."""
        return tree.value

    def _staged(self, X):
        """The score after each round, shape (M, n)."""
        self._require_fit("trees_")
        X = as_matrix(X, columns=self.n_features_in_)
        return self.start_ + self.trees_.value[self.trees_.leaves(X), 0].cumsum(axis=0)

    def _score(self, X):
        self._require_fit("trees_")
        X = as_matrix(X, columns=self.n_features_in_)
        return self.start_ + self.trees_.value[self.trees_.leaves(X), 0].sum(axis=0)

    @property
    def feature_importances_(self):
        """How much each feature has lowered the squared error, about what each tree is fitted to, as shares: (d,)."""
        self._require_fit("trees_")
        trees, inner = self.trees_, self.trees_.left > 0
        falls = np.bincount(trees.feature[inner], (trees.n * trees.gain)[inner], self.n_features_in_)
        return falls / max(falls.sum(), 1e-300)


class GradientBoostingRegressor(GradientBoosting, Regressor):
    r"""Small trees for numbers, each fitted to the residuals of those before; a part of each is added.

    $$F_0 = \bar y, \qquad F_m = F_{m-1} + \eta\, h_m, \quad h_m \text{ a tree for } y_n - F_{m-1}(x_n)$$

    Parameters
    ----------
    n_estimators : how many trees, M; too many over-fit, unlike in a forest
    learning_rate : the η; half of it needs about twice the trees
    max_depth : questions in a row; 1 for a sum of functions of one feature each. None for any number
    min_samples_leaf : no branch may have fewer rows
    subsample : the share of rows, drawn without replacement, for each tree; below 1 it is *stochastic*
    max_features : as in `byhand.forest`
    seed : of the draws

    Learned: `start_`, the F₀; `trees_`, tables of nodes, η included; `train_loss_`, the mean squared error after each
    round, shape (M,); `feature_importances_`, shape (d,).

    >>> X = np.arange(8.0)[:, None]
    >>> model = GradientBoostingRegressor(n_estimators=20, max_depth=1).fit(X, [0, 0, 1, 1, 4, 4, 6, 6])
    >>> model.predict([[0], [7]]).round(2)
    array([0.73, 5.27])
    """

    def _outcomes(self, y, rows):
        y = as_outcomes(as_vector(y, rows, "y"), rows)[:, 0]
        if np.abs(y).max() > 1e150:
            raise ValueError("y is too large: what follows from it is beyond all numbers")
        return y

    def _start(self, y):
        return float(y.mean())

    def _slope(self, y, score):
        return y - score

    def _loss(self, y, score):
        return float(((y - score) ** 2).mean())

    def predict(self, X):
        """F(x) for each row of X, shape (n,)."""
        return self._score(X)

    def staged_predict(self, X):
        """The predictions after each round, shape (M, n)."""
        return self._staged(X)


class GradientBoostingClassifier(GradientBoosting, Classifier):
    r"""Small trees for the log-odds of the second of two classes, each fitted to *outcome minus probability*.

    $$p_n = \sigma(F(x_n)), \qquad F \leftarrow F + \eta\, h, \qquad
      h(\text{leaf}) = \frac{\sum_{\text{leaf}} (y_n - p_n)}{\sum_{\text{leaf}} p_n (1 - p_n)}$$

    The log-loss has the slope $p_n - y_n$; each leaf takes one of Newton's steps. Parameters: as for
    `GradientBoostingRegressor`. Learned: the same, with `classes_`, shape (2,); `train_loss_` is the mean log-loss.

    >>> X, y = np.arange(8.0)[:, None], ["a", "a", "b", "a", "b", "b", "a", "b"]
    >>> GradientBoostingClassifier(n_estimators=20, max_depth=1).fit(X, y).predict_proba([[0], [7]]).round(2)
    array([[0.84, 0.16],
           [0.27, 0.73]])
    """

    _more_than_two = False

    def _outcomes(self, y, rows):
        self.classes_, signs = two_classes(y, rows, ": GradientBoostingClassifier is for two")
        return (signs + 1) / 2

    def _start(self, y):
        return float(np.log(y.mean() / (1 - y.mean())))

    def _slope(self, y, score):
        return y - sigmoid(score)

    def _values(self, tree, leaf, weight, slope, y, score):
        p, nodes = sigmoid(score), len(tree.left)
        above = np.bincount(leaf, weight * slope, nodes)
        below = np.bincount(leaf, weight * p * (1 - p), nodes)
        return np.where(below > 1e-150, above / np.maximum(below, 1e-150), 0.0)[:, None]

    def _loss(self, y, score):
        return float(np.logaddexp(0, np.where(y == 1, -score, score)).mean())

    def decision_function(self, X):
        """F(x), the log-odds of the second class, for each row of X, shape (n,)."""
        return self._score(X)

    def predict_proba(self, X):
        """The probability of each class for each row of X, shape (n, 2)."""
        p = sigmoid(self._score(X))
        return np.column_stack([1 - p, p])

    def staged_predict_proba(self, X):
        """The probability of each class after each round, shape (M, n, 2)."""
        p = sigmoid(self._staged(X))
        return np.stack([1 - p, p], axis=2)


guard(
    __name__,
    residual_rounds={
        "X": as_matrix,
        "y": partial(as_vector, size=None),
        "max_depth": partial(as_whole, minimum=0),
    },
)
