r"""Logistic regression: a linear score, squeezed into a probability, and softmax regression, the same for K classes.

$$P(y = 1 \mid x) = \sigma(w \cdot x + b), \quad \sigma(z) = \frac{1}{1 + e^{-z}}; \qquad
  P(y = k \mid x) = \frac{e^{w_k \cdot x + b_k}}{\sum_l e^{w_l \cdot x + b_l}}$$

The weights are those of the greatest likelihood. Its logarithm has one peak and no formula for it, but a gradient that
one can remember, *inputs times (outcome minus probability)*, summed over the rows. One step along it:
`gradient_step`; one that looks at the curvature, too: `newton_step`. `LogisticRegression` takes Newton's steps to the
end, and says how sure it is. For more classes: `softmax_step` and `SoftmaxRegression`.
"""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    as_finite,
    as_flag,
    as_labels,
    as_matrix,
    as_number,
    as_vector,
    as_weights,
    as_whole,
    encode_classes,
    shown,
    warn,
)
from byhand.engine import logistic as engine
from byhand.guard import guard
from byhand.inference import Intervals
from byhand.linear import LinearClassifier, as_independent
from byhand.losses import LogisticLoss
from byhand.neural import Sigmoid, Softmax

sigmoid, softmax = Sigmoid(), Softmax()


def log_likelihood(X, y, w):
    r"""$\sum_i \bigl[y_i \log p_i + (1 - y_i) \log (1 - p_i)\bigr]$ with $p_i = \sigma(w \cdot x_i)$.

    `X`: the design, shape (n, k), with its column of ones if there is to be an intercept (`byhand.linear.design`);
    `y`: 0 or 1 for each row, shape (n,); `w`: shape (k,).

    >>> round(log_likelihood([[1, 0], [1, 2]], [0, 1], [0, 0]), 6)  # 2 log 1/2
    -1.386294
    """
    X, y, w = _as_problem(X, y, w)
    return -float(LogisticLoss().value(as_finite(X @ w), 2 * y - 1).sum())


def gradient(X, y, w):
    r"""The gradient of `log_likelihood`, $\sum_i (y_i - p_i)\, x_i$, shape (k,).

    A row that is predicted well, $p_i \approx y_i$, has next to no say. X, y and w as for `log_likelihood`.

    >>> gradient([[1, 0], [1, 2]], [0, 1], [0, 0])
    array([0., 1.])
    """
    X, y, w = _as_problem(X, y, w)
    return X.T @ (y - sigmoid(as_finite(X @ w)))


def gradient_step(X, y, w, rate):
    r"""One step of gradient ascent, uphill: $w + \eta \sum_i (y_i - p_i)\, x_i$, shape (k,).

    `rate`: the $\eta$, above 0; X, y and w as for `log_likelihood`.

    >>> gradient_step([[1, 0], [1, 2]], [0, 1], [0, 0], rate=0.5)
    array([0. , 0.5])
    """
    return w + as_number(rate, "rate", above=0) * gradient(X, y, w)


def working_gradient_step(X, y, w, rate):
    """`gradient_step` as on paper: scores, probabilities, errors, the gradient, the new weights; named z1, p1, e1, ...

    >>> working_gradient_step([[1, 0], [1, 2]], [0, 1], [0, 0], rate=0.5)["new w1"]
    0.5
    """
    from byhand.paper import logistic as paper

    X, y, w = _as_problem(X, y, w)
    return paper.gradient_step(X, y, w, as_number(rate, "rate", above=0))


def newton_step(X, y, w):
    r"""One step of Newton's method, to the top of the parabola that touches the log-likelihood at w, shape (k,):

    $$w + \Bigl(\sum_i p_i (1 - p_i)\, x_i x_i^T\Bigr)^{-1} \sum_i (y_i - p_i)\, x_i$$

    It is least squares with the weights $p_i (1 - p_i)$, done again and again, hence its other name: iteratively
    reweighted least squares. It may go too far; `LogisticRegression` halves such a step.
    X, of independent columns, y and w as for `log_likelihood`.

    >>> w = np.zeros(2)
    >>> for _ in range(5):
    ...     w = newton_step([[1, 0], [1, 1], [1, 2], [1, 3]], [0, 1, 0, 1], w)
    >>> w.round(6)
    array([-1.362276,  0.908184])
    """
    X, y, w = _as_problem(X, y, w)
    X = as_independent(X)
    p = sigmoid(as_finite(X @ w))
    curvature = (X.T * (p * (1 - p))) @ X
    if np.linalg.matrix_rank(curvature, hermitian=True) < len(w):
        raise ValueError("X and w must leave probabilities between 0 and 1: there is no curvature left to go by")
    return w + np.linalg.solve(curvature, X.T @ (y - p))


class OddsRatios(NamedTuple):
    """By what factor one unit more of each feature multiplies the odds, and the ends of an interval; each (d,)."""

    ratio: np.ndarray
    low: np.ndarray
    high: np.ndarray


class LogisticRegression(Classifier):
    r"""The probability of the second of two classes as the sigmoid of a linear score, of the greatest likelihood.

    With a penalty it is the least of $-\log L(w, b) + \frac\lambda2 \sum_j w_j^2$, in which b is free. Newton's method,
    with steps that are halved where they go too far. Where a hyperplane parts the classes (all rows, or all but some
    that lie on it), longer weights are always more likely: without a penalty there is no best fit, and a warning says
    so.

    Parameters
    ----------
    penalty : the $\lambda$, at least 0; scikit-learn's `C` is $1 / \lambda$, and its default is 1
    intercept : whether there is a b
    tol : stop when a step promises less than this for each row
    max_iter : give up after so many steps, with a warning

    Learned: `classes_`, shape (2,); `coef_`, the w, shape (d,); `intercept_`, the b; `log_likelihood_`; `n_iter_`;
    `separated_`, whether that warning was given; `cov_`, of (b, w) if there is no penalty, shape (d + 1, d + 1): the
    inverse of the negative Hessian, or None where there is none (`separated_`, or columns that depend on each other).

    >>> model = LogisticRegression().fit([[0], [1], [2], [3]], ["no", "yes", "no", "yes"])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([0.908184]), -1.362276)
    >>> model.predict_proba([[1.5], [5]]).round(3)
    array([[0.5 , 0.5 ],
           [0.04, 0.96]])
    """

    _more_than_two = False

    def __init__(self, penalty=0.0, intercept=True, tol=1e-14, max_iter=100):
        self.penalty = penalty
        self.intercept = intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and labels of two kinds y, shape (n,).

        `sample_weight`, shape (n,): how often each row counts; once if None is given.
        """
        X, classes, index, weight = _as_rows(X, y, sample_weight)
        if len(classes) > 2:
            raise ValueError(
                f"y must hold two classes; it holds {len(classes)}, {shown(classes.tolist())}: use SoftmaxRegression"
            )
        found = _found(self, X, index, np.array([[0.0], [1.0]]), weight)
        self.coef_, self.intercept_ = found.coef[:, 1], float(found.intercept[1])
        self.log_likelihood_ = float(self.penalty / 2 * self.coef_ @ self.coef_ - found.objective)
        sure = found.cov is not None and found.rank == X.shape[1]
        self.cov_ = found.cov if sure else None
        self.separated_, self.n_iter_ = found.separated, found.steps
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        return self

    def decision_function(self, X):
        r"""The score $w \cdot x + b$ of each row of X, shape (n,): the logarithm of the odds of the second class."""
        self._require_fit("n_features_in_")
        return as_finite(as_matrix(X, columns=self.n_features_in_) @ self.coef_ + self.intercept_)

    def predict_proba(self, X):
        """The probability of each class for each row of X, shape (n, 2)."""
        score = self.decision_function(X)
        return softmax(np.column_stack([0 * score, score]))

    def coefficient_intervals(self, confidence=0.95):
        r"""Wald's intervals of the coefficients, $\hat w_j \pm z \sqrt{[H^{-1}]_{jj}}$; an intercept comes first.

        H is minus the Hessian of the log-likelihood, and z the normal quantile, 1.96 for 95 %. They hold for many rows;
        with few they are too narrow, and none is to be had with a penalty. Returns `Intervals`.

        >>> model = LogisticRegression().fit([[0], [1], [2], [3], [4], [5]], [0, 0, 1, 0, 1, 1])
        >>> found = model.coefficient_intervals()
        >>> found.estimate.round(3), found.error.round(3)
        (array([-3.035,  1.214]), array([2.546, 0.913]))
        """
        self._require_fit("n_features_in_")
        confidence = as_number(confidence, "confidence", above=0)
        if confidence >= 1:
            raise ValueError(f"confidence must lie between 0 and 1; got {confidence:g}")
        if self.cov_ is None:
            raise ValueError(f"confidence must be left aside here: there are no standard errors {self._why_not()}")
        estimate = np.append(self.intercept_, self.coef_) if self.intercept else self.coef_
        error = np.sqrt(np.diag(self.cov_))
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
        return Intervals(estimate, error, estimate - reach, estimate + reach)

    def odds_ratios(self, confidence=0.95):
        r"""$e^{\hat w_j}$ for each feature, and $e$ to the ends of its `coefficient_intervals`; `OddsRatios`.

        One unit more of feature j, the others held, multiplies the odds by that. An interval with 1 in it leaves open
        whether the odds rise or fall. Odds are not probabilities: odds twice as large take 1/2 to 2/3, and 1/100 to
        nearly 2/100.

        >>> model = LogisticRegression().fit([[0], [1], [2], [3], [4], [5]], [0, 0, 1, 0, 1, 1])
        >>> [values.round(2).tolist() for values in model.odds_ratios()]
        [[3.37], [0.56], [20.14]]
        """
        found = self.coefficient_intervals(confidence)
        with np.errstate(over="ignore"):  # an end beyond all numbers
            return OddsRatios(*(np.exp(values[bool(self.intercept) :]) for values in (found[0], *found[2:])))

    def _why_not(self):
        if self.separated_:
            return "where classes are separated: the weights would grow for ever"
        return "with a penalty" if self.penalty else "of columns that depend on each other"


def softmax_gradient(X, y, W):
    r"""The gradient of softmax regression's log-likelihood: $\sum_n (t_{nk} - p_{nk})\, x_n$ for each class, (K, d).

    $p_{nk}$ is the softmax of the scores $w_k \cdot x_n$, and $t_{nk}$ is 1 for the row's own class, 0 for the others.
    `X`: the design, shape (n, d), with its column of ones if there are to be intercepts; `y`: the class of each row, as
    a whole number from 0 to K - 1, shape (n,); `W`: a row of weights for each class, shape (K, d).

    >>> softmax_gradient([[1, -1], [1, 0], [1, 1]], [0, 1, 2], np.zeros((3, 2))).round(6)
    array([[ 0., -1.],
           [ 0.,  0.],
           [ 0.,  1.]])
    """
    X, y, W = _as_classes(X, y, W)
    P = softmax(as_finite(X @ W.T))
    T = np.eye(len(W))[y]
    return (T - P).T @ X


def softmax_step(X, y, W, rate):
    r"""One step uphill, $w_k + \eta \sum_n (t_{nk} - p_{nk})\, x_n$ for each class, shape (K, d).

    `rate`: the $\eta$, above 0; X, y and W as for `softmax_gradient`.

    >>> softmax_step([[1, -1], [1, 0], [1, 1]], [0, 1, 2], np.zeros((3, 2)), rate=0.5).round(6).tolist()
    [[0.0, -0.5], [0.0, 0.0], [0.0, 0.5]]
    """
    return as_matrix(W, "W") + as_number(rate, "rate", above=0) * softmax_gradient(X, y, W)


def working_softmax_step(x, y, W, rate, classes=None):
    """`softmax_step` for a single row x, shape (d,), of class y, as on paper: named f1, p1, e1, ..., loss, new w11, ...

    `classes`: what to call the K classes; 1 to K if None is given. W as for `softmax_gradient`.

    >>> steps = working_softmax_step([3, 2], 0, [[0, 0], [0, 0]], rate=0.5)
    >>> steps["p1"], steps["new w11"], steps["new w12"]
    (0.5, 0.75, 0.5)
    """
    from byhand.paper import logistic as paper

    W = as_matrix(W, "W")
    x = as_vector(x, W.shape[1], "x")
    _, y, W = _as_classes(x[None], [y], W)
    names = [str(k) for k in range(1, len(W) + 1)] if classes is None else [str(name) for name in classes]
    if len(set(names)) != len(W):
        raise ValueError(f"classes must hold a different name for each of the {len(W)} rows of W; got {shown(classes)}")
    return paper.softmax_step(x, int(y[0]), W, as_number(rate, "rate", above=0), names)


class SoftmaxRegression(LinearClassifier):
    r"""A linear score for each of K classes, and their softmax as probabilities, of the greatest likelihood.

    The same vector added to all $w_k$ changes no probability. Of all that are equally likely, those that add up to 0
    over the classes are taken; it is where a penalty, $\frac\lambda2 \sum_k \lVert w_k \rVert^2$, leads anyway.
    `against` gives the other usual form, in which one class has none. Parameters as for `LogisticRegression`; for two
    classes and the same probabilities it needs twice the penalty, since its two vectors are half as long each.

    Learned: `classes_`, shape (K,); `coef_`, the $w_k$, shape (K, d); `intercept_`, shape (K,); `log_likelihood_`,
    `n_iter_` and `separated_` as there.

    >>> X, y = [[0], [1], [2], [1], [2], [3], [2], [3], [4]], ["a", "a", "a", "b", "b", "b", "c", "c", "c"]
    >>> model = SoftmaxRegression().fit(X, y)
    >>> (model.coef_[2] - model.coef_[0]).round(4)
    array([2.8731])
    >>> model.predict_proba([[2]]).round(4)
    array([[0.2461, 0.5078, 0.2461]])
    """

    def __init__(self, penalty=0.0, intercept=True, tol=1e-14, max_iter=100):
        self.penalty = penalty
        self.intercept = intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and the labels y, shape (n,).

        `sample_weight`, shape (n,): how often each row counts; once if None is given.
        """
        X, classes, index, weight = _as_rows(X, y, sample_weight)
        found = _found(self, X, index, _sums_to_zero(len(classes)), weight)
        self.coef_, self.intercept_ = found.coef.T, found.intercept
        self.log_likelihood_ = float(self.penalty / 2 * (self.coef_**2).sum() - found.objective)
        self.separated_, self.n_iter_ = found.separated, found.steps
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        return self

    def predict_proba(self, X):
        """The probability of each class for each row of X, shape (n, K)."""
        return softmax(self.scores(X))

    def against(self, pivot):
        r"""The weights, shape (K, d), and intercepts, (K,), that leave none to the class `pivot`: $w_k - w_{pivot}$.

        The probabilities are the same. $w_k \cdot x + b_k$ is then the logarithm of the odds of class k against the
        pivot, so that for two classes it is `LogisticRegression` with the pivot as the first.

        >>> X, y = [[0], [1], [2], [1], [2], [3], [2], [3], [4]], ["a", "a", "a", "b", "b", "b", "c", "c", "c"]
        >>> coef, intercept = SoftmaxRegression().fit(X, y).against("a")
        >>> coef.round(4).tolist(), intercept.round(4).tolist()
        ([[0.0], [1.4366], [2.8731]], [0.0, -2.1488, -5.7463])
        """
        self._require_fit("n_features_in_")
        known = self.classes_.tolist()
        if isinstance(pivot, (list, np.ndarray)) or pivot not in known:
            raise ValueError(f"pivot must be one of the classes, {shown(known)}; got {shown(pivot)}")
        k = known.index(pivot)
        return self.coef_ - self.coef_[k], self.intercept_ - self.intercept_[k]


# ---- helpers


def _as_problem(X, y, w):
    """The design, shape (n, k), outcomes 0 and 1, shape (n,), and weights, shape (k,)."""
    X = as_matrix(X)
    y, w = as_vector(y, len(X), "y"), as_vector(w, X.shape[1], "w")
    if not np.isin(y, (0, 1)).all():
        raise ValueError(f"y must hold 0 and 1 only; got {shown(y.tolist())}")
    return X, y, w


def _as_classes(X, y, W):
    """The design, shape (n, d), the classes as numbers, shape (n,), and the weights of each class, shape (K, d)."""
    X, W = as_matrix(X), as_matrix(W, "W")
    if len(W) < 2 or W.shape[1] != X.shape[1]:
        raise ValueError(f"W must have a row for each of two classes or more, as long as a row of X; it is {W.shape}")
    y = as_vector(y, len(X), "y")
    if not np.isin(y, range(len(W))).all():
        raise ValueError(
            f"y must hold whole numbers from 0 to {len(W) - 1}, one for each row of W; got {shown(y.tolist())}"
        )
    return X, y.astype(int), W


def _as_rows(X, y, sample_weight):
    """X, shape (n, d), the K classes, the class of each row as its index, shape (n,), and the weight of each."""
    X = as_matrix(X)
    classes, index = encode_classes(as_labels(y, len(X)))
    weight = as_weights(sample_weight, len(X))
    nothing = classes[np.bincount(index, weight) == 0].tolist()
    if nothing:
        raise ValueError(f"sample_weight must leave something of each class; it leaves nothing of {nothing}")
    return X, classes, index, weight


def _found(model, X, index, basis, weight):
    """What Newton's method finds with the settings of a model, and what is to be said about it."""
    penalty, ones = as_number(model.penalty, "penalty", minimum=0), as_flag(model.intercept, "intercept")
    tol, limit = as_number(model.tol, "tol", above=0), as_whole(model.max_iter, "max_iter", 1)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        found = engine.fit(X, index, basis, weight, penalty, ones, tol, limit)
    for learned in (found.coef, found.intercept, found.objective):
        as_finite(learned)
    if found.separated:
        warn(
            "a hyperplane separates classes: longer weights are always more likely, so there is no best fit, and "
            f"those after {found.steps} steps are taken; set a penalty"
        )
    elif found.rank < X.shape[1] and not penalty:
        warn(
            f"the columns of X depend on each other{' or are constant' * ones}: {X.shape[1]} columns have rank "
            f"{found.rank}, so many weights fit equally well and one choice of them is taken"
        )
    elif not found.converged:
        warn(f"Newton's method has not come to an end after {limit} steps; raise max_iter")
    return found


def _sums_to_zero(K):
    """K - 1 orthonormal columns, shape (K, K - 1), each of which adds up to 0."""
    steps = np.tril(np.ones((K, K - 1)), -1) * -1.0 + np.eye(K, K - 1) * np.arange(K - 1, 0, -1)
    return steps / np.linalg.norm(steps, axis=0)


guard(__name__)
