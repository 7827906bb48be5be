r"""Regularised linear regression: least squares that has to pay for large coefficients.

$$\text{ridge:}\quad SSE(b) + \lambda \sum_j b_j^2 \qquad\qquad
  \text{lasso:}\quad SSE(b) + \lambda \sum_j |b_j|$$

with $SSE(b) = \sum_i (y_i - b_0 - \sum_j b_j x_{ij})^2$. The intercept $b_0$ is free: columns and outcomes are centred,
the penalised fit has no intercept, and $b_0 = \bar y - \sum_j b_j \bar x_j$ puts it back. The elastic net mixes the two
penalties, $\lambda \bigl(\text{share} \sum_j |b_j| + (1 - \text{share}) \sum_j b_j^2\bigr)$.

Others divide the SSE by n or by 2n. What is `penalty=λ` here is in scikit-learn `Ridge(alpha=λ)` but
`Lasso(alpha=λ/(2n))`.
"""

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from byhand.base import (
    as_finite,
    as_flag,
    as_matrix,
    as_number,
    as_numbers,
    as_outcomes,
    as_vector,
    as_whole,
    warn,
)
from byhand.engine import shrinkage as engine
from byhand.guard import guard
from byhand.linear import LinearModel
from byhand.protocol import column_names


class Path(NamedTuple):
    """Fits for one penalty after another: `penalties`, shape (k,), `coefs`, shape (k, d), `intercepts`, shape (k,)."""

    penalties: np.ndarray
    coefs: np.ndarray
    intercepts: np.ndarray


def ridge(X, y, penalty):
    r"""The coefficients of ridge as in the formula, $b = (X^T X + \lambda I)^{-1} X^T y$, shape (d,).

    `X`: shape (n, d), centred; `y`: shape (n,), centred; `penalty`: the $\lambda$, above 0.

    >>> ridge(np.array([[1.0, 1.0]]), np.array([3.0]), penalty=1).round(6)  # b1 + b2 = 3: which of them?
    array([1., 1.])
    """
    X, penalty = as_matrix(X), as_number(penalty, "penalty", above=0)
    y = as_vector(y, len(X), "y")
    matrix = as_finite(X.T @ X) + penalty * np.eye(X.shape[1])
    return as_finite(np.linalg.solve(matrix, X.T @ y))


class Ridge(LinearModel):
    r"""Least squares with a penalty on the squares of the coefficients: the smallest SSE + $\lambda \sum_j b_j^2$.

    The gradient is zero where $(X^T X + \lambda I)\, b = X^T y$, X and y centred. With $X = U S V^T$ that is

    $$b = \sum_k \frac{s_k}{s_k^2 + \lambda}\, (u_k \cdot y)\, v_k$$

    so one decomposition serves every $\lambda$, and $\lambda > 0$ has a single solution even where least squares has
    many. For $\lambda = 0$ the shortest of them is taken.

    Parameters
    ----------
    penalty : the $\lambda$, at least 0
    intercept : whether there is a $b_0$, which is never penalised

    Learned: `coef_`, shape (d,) or, for outcomes of shape (n, q), (q, d); `intercept_`, a number or (q,).

    >>> Ridge(penalty=1, intercept=False).fit([[1, 1]], [3]).coef_.round(6)  # b1 + b2 = 3: which of them?
    array([1., 1.])
    """

    _several_outcomes = True

    def __init__(self, penalty=1.0, intercept=True):
        self.penalty = penalty
        self.intercept = intercept

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the outcomes y, shape (n,) or (n, q)."""
        X = as_matrix(X)
        Y = as_outcomes(y, len(X))
        penalty = as_number(self.penalty, "penalty", minimum=0)
        parts = engine.decompose(X, Y, as_flag(self.intercept, "intercept"))
        coef = parts.V @ (engine.shrink(parts.s, penalty)[:, None] * parts.along)
        intercept = parts.y_mean - parts.x_mean @ coef
        if not (np.isfinite(coef).all() and np.isfinite(intercept).all()):
            raise ValueError("X or y is too large: the fit is beyond all numbers")
        single = np.asarray(y).ndim == 1
        self.coef_, self.intercept_ = (coef[:, 0], float(intercept[0])) if single else (coef.T, intercept)
        self.n_features_in_ = X.shape[1]
        return self

    def working(self, X, y):
        """The fit to one feature, X of shape (n, 1), and y, shape (n,), as on paper, next to that of least squares."""
        from byhand.paper import shrinkage as paper

        names, X = column_names(X), as_matrix(X, columns=1)
        y = as_vector(y, len(X), "y")
        penalty = as_number(self.penalty, "penalty", minimum=0)
        return paper.ridge(X[:, 0], y, penalty, as_flag(self.intercept, "intercept"), names)


def ridge_path(X, y, penalties, intercept=True):
    """Ridge for many penalties, shape (k,), at the price of one decomposition; a `Path`.

    >>> ridge_path([[1], [2], [3]], [2, 4, 6], [0, 2, 1e9]).coefs.round(6).ravel().tolist()
    [2.0, 1.0, 0.0]
    """
    X = as_matrix(X)
    y = as_vector(y, len(X), "y")
    penalties = as_vector(penalties, None, "penalties")
    if (penalties < 0).any():
        raise ValueError(f"penalties must be at least 0; got {penalties.min():g}")
    parts = engine.decompose(X, y[:, None], as_flag(intercept, "intercept"))
    coefs = np.array([parts.V @ (engine.shrink(parts.s, penalty) * parts.along[:, 0]) for penalty in penalties])
    return Path(penalties, coefs, parts.y_mean[0] - coefs @ parts.x_mean)


def degrees_of_freedom(X, penalty, intercept=True):
    r"""How many coefficients ridge is worth, $\sum_k \frac{s_k^2}{s_k^2 + \lambda}$: d without a penalty, 0 in the end.

    `X`: shape (n, d), with independent columns; an intercept would be one more and is not counted.

    >>> round(degrees_of_freedom([[1, 0], [0, 1], [-1, -1]], penalty=1), 4)
    1.25
    """
    X, penalty = as_matrix(X), as_number(penalty, "penalty", minimum=0)
    s = engine.decompose(X, np.zeros((len(X), 1)), as_flag(intercept, "intercept")).s
    return float((s * engine.shrink(s, penalty)).sum())


def soft_threshold(c, t):
    r"""$\operatorname{sign}(c)\, \max(|c| - t, 0)$: all moves t towards 0, and what is nearer than t stops there.

    `c`: a number or an array; `t`: at least 0.

    >>> soft_threshold(np.array([-3.0, 0.5, 2.0]), 1.0)
    array([-2.,  0.,  1.])
    """
    return np.sign(c) * np.maximum(np.abs(c) - t, 0.0)


def sweep(X, y, b, penalty, share=1.0):
    r"""One round of coordinate descent: each coefficient in turn takes its best value while the others stay.

    With $c_j = x_j \cdot (y - \text{what the other columns explain})$ the best is

    $$b_j = \frac{S\bigl(c_j,\ \text{share}\, \lambda / 2\bigr)}{x_j \cdot x_j + (1 - \text{share})\, \lambda}$$

    where S is `soft_threshold`. `X`: shape (n, d), centred, no column all 0; `y`: shape (n,), centred; `b`: shape (d,).

    >>> sweep(np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([3.0, 1.0]), np.zeros(2), penalty=2)
    array([1.5, 0.5])
    """
    X, y, b, penalty, share = _as_problem(X, y, b, penalty, share)
    for j in range(len(b)):
        c = X[:, j] @ (y - X @ b + X[:, j] * b[j])
        b[j] = soft_threshold(c, share * penalty / 2) / (X[:, j] @ X[:, j] + (1 - share) * penalty)
    return as_finite(b)


def duality_gap(X, y, b, penalty, share=1.0):
    r"""By how much the objective at b can at most be lowered; 0 only at the best b.

    With $\lambda_1 = \text{share}\, \lambda$ and $\lambda_2 = (1 - \text{share})\, \lambda$ put the rows
    $\sqrt{\lambda_2} I$ below X and zeros below y, which turns the elastic net into a lasso. Any $\theta$ with
    $|x_j \cdot \theta| \le \lambda_1 / 2$ for all j then gives a lower bound,
    $\lVert y \rVert^2 - \lVert y - \theta \rVert^2$; the residuals, shrunk until they qualify, give a good one.
    `X`: shape (n, d), centred; `y`: shape (n,), centred; `b`: shape (d,).

    >>> X, y = np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([3.0, 1.0])
    >>> duality_gap(X, y, np.array([1.5, 0.5]), penalty=2), duality_gap(X, y, np.zeros(2), penalty=2)
    (0.0, 5.625)
    """
    X, y, b, penalty, share = _as_problem(X, y, b, penalty, share)
    one, two = share * penalty, (1 - share) * penalty
    residual = y - X @ b
    along = X.T @ residual - two * b
    squares = residual @ residual + two * (b @ b)
    objective = squares + one * np.abs(b).sum()
    worst = np.abs(along).max()
    limit = one / 2 / worst if worst > 0 else np.inf
    scale = np.clip(residual @ y / squares, -limit, limit) if squares > 0 else 0.0
    return max(float(as_finite(objective - (2 * scale * (residual @ y) - scale**2 * squares))), 0.0)


class ElasticNet(LinearModel):
    r"""Least squares with both penalties, of which the sizes have a share and the squares the rest.

    $$SSE + \lambda \Bigl(\text{share} \sum_j |b_j| + (1 - \text{share}) \sum_j b_j^2\Bigr)$$

    Coordinate descent: `sweep` after `sweep`, until `duality_gap` shows that nothing is left to gain. To be quick, it
    solves between two sweeps for the coefficients that are not 0: while their signs stay, their best values are the
    solution of a system of linear equations.

    Parameters
    ----------
    penalty : the $\lambda$, at least 0
    share : of the absolute values in the penalty, from 0 (ridge) to 1 (lasso)
    intercept : whether there is a $b_0$, which is never penalised
    tol : stop at a gap of this share of $\lVert y \rVert^2$ (y centred)
    max_sweeps : give up after so many sweeps, with a warning

    Learned: `coef_`, shape (d,); `intercept_`, a number; `sweeps_`, how many it took; `gap_`, what is left of the gap.

    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [5, 3, -1, -7]
    >>> ElasticNet(penalty=8, share=0.5).fit(X, y).coef_.round(6)
    array([1.75, 0.75])
    """

    def __init__(self, penalty=1.0, share=0.5, intercept=True, tol=1e-9, max_sweeps=10_000):
        self.penalty = penalty
        self.share = share
        self.intercept = intercept
        self.tol = tol
        self.max_sweeps = max_sweeps

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the outcomes y, shape (n,)."""
        X = as_matrix(X)
        y = as_vector(y, len(X), "y")
        problem = engine.Problem(X, y, as_flag(self.intercept, "intercept"))
        one, two = _penalties(self.penalty, self.share)
        tol, limit = as_number(self.tol, "tol", above=0), as_whole(self.max_sweeps, "max_sweeps", 1)
        b, self.sweeps_, self.gap_ = problem.solve(one, two, np.zeros(X.shape[1]), tol, limit)
        _check(self.gap_, tol * problem.squares, limit)
        self.coef_, self.intercept_ = b, float(problem.intercept(b))
        self.n_features_in_ = X.shape[1]
        return self

    def working(self, X, y):
        """One `sweep` from 0 on X, shape (n, d), and y, shape (n,), as on paper; for one feature that is the fit."""
        from byhand.paper import shrinkage as paper

        names, X = column_names(X), as_matrix(X)
        y = as_vector(y, len(X), "y")
        penalties = _penalties(self.penalty, self.share)
        return paper.sweep(X, y, penalties, as_flag(self.intercept, "intercept"), names)


class Lasso(ElasticNet):
    r"""Least squares with a penalty on the sizes of the coefficients: the smallest SSE + $\lambda \sum_j |b_j|$.

    It makes coefficients exactly 0, and so chooses features. An `ElasticNet` whose `share` is 1; see there for the
    parameters.

    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [5, 3, -1, -7]
    >>> Lasso(penalty=16).fit(X, y).coef_
    array([2., 0.])
    """

    share = 1.0

    def __init__(self, penalty=1.0, intercept=True, tol=1e-9, max_sweeps=10_000):
        self.penalty = penalty
        self.intercept = intercept
        self.tol = tol
        self.max_sweeps = max_sweeps


def largest_penalty(X, y, share=1.0, intercept=True):
    r"""The smallest $\lambda$ at which every coefficient is 0: $2 \max_j |x_j \cdot y| / \text{share}$, both centred.

    >>> largest_penalty([[1, 1], [1, -1], [-1, 1], [-1, -1]], [5, 3, -1, -7])
    32.0
    """
    X = as_matrix(X)
    y = as_vector(y, len(X), "y")
    share = as_number(share, "share", above=0, maximum=1)
    return float(2 * np.abs(engine.Problem(X, y, as_flag(intercept, "intercept")).c).max() / share)


def lasso_path(X, y, penalties=100, share=1.0, intercept=True, tol=1e-9, max_sweeps=10_000):
    """The lasso, or with `share` below 1 the elastic net, for many penalties; a `Path`, the largest penalty first.

    `penalties`: shape (k,), or how many, in equal ratios from `largest_penalty` down to a thousandth of it. Each fit
    starts where the one before has ended (a warm start).

    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], [5, 3, -1, -7]
    >>> lasso_path(X, y, [0, 16, 40]).coefs
    array([[0., 0.],
           [2., 0.],
           [4., 2.]])
    """
    X = as_matrix(X)
    y = as_vector(y, len(X), "y")
    problem = engine.Problem(X, y, as_flag(intercept, "intercept"))
    tol, limit = as_number(tol, "tol", above=0), as_whole(max_sweeps, "max_sweeps", 1)
    if np.ndim(penalties) == 0:
        most = 2 * np.abs(problem.c).max() / as_number(share, "share", above=0, maximum=1)
        penalties = np.geomspace(most, most / 1000, as_whole(penalties, "penalties", 1)) if most > 0 else np.zeros(1)
    penalties = -np.sort(-as_vector(penalties, None, "penalties"))
    b, coefs, gaps = np.zeros(X.shape[1]), [], []
    for penalty in penalties:
        b, _, gap = problem.solve(*_penalties(penalty, share), b, tol, limit)
        coefs.append(b)
        gaps.append(gap)
    _check(max(gaps), tol * problem.squares, limit)
    return Path(penalties, np.array(coefs), problem.intercept(np.array(coefs)))


def penalty_for(model, X, y, size):
    r"""The $\lambda$ for which `model` has coefficients of this `size`: from the penalised form to the constrained one.

    The size is $\sum_j b_j^2$ for a `Ridge` and $\sum_j |b_j|$ for a `Lasso`. It falls as $\lambda$ grows: halving an
    interval finds it. Least squares under the condition that the size be at most `size` has the same solution; where
    least squares itself is small enough, $\lambda$ is 0.

    >>> round(penalty_for(Ridge(intercept=False), [[1, 1]], [3], size=2), 9)  # 18 / (2 + λ)² = 2
    1.0
    """
    X, size = as_matrix(X), as_number(size, "size", above=0)
    if not isinstance(model, Ridge | Lasso):
        raise ValueError(f"model must be a Ridge or a Lasso; got {model!r}")

    def at(penalty):
        b = deepcopy(model).set_params(penalty=penalty).fit(X, y).coef_
        return np.sum(b * b) if isinstance(model, Ridge) else np.abs(b).sum()

    if at(0.0) <= size:
        return 0.0
    low, high = 0.0, 1.0
    while at(high) > size:
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle) > size else (low, middle)
        if middle in (low, high) and np.nextafter(low, high) >= high:
            break
    return high


class BayesianRegression(LinearModel):
    r"""Linear regression with a prior: $y = b_0 + \sum_j b_j x_j$ plus noise, and every $b_j$ normal about 0.

    The posterior of b is normal. Its mean is ridge with $\lambda = \sigma^2 / \tau^2$, its covariance
    $\sigma^2 (X^T X + \lambda I)^{-1}$, X centred. The intercept has a flat prior.

    Parameters
    ----------
    noise : the standard deviation $\sigma$ of the noise
    prior : the standard deviation $\tau$ of each coefficient before the data
    intercept : whether there is a $b_0$

    Learned: `coef_`, shape (d,), and `cov_`, shape (d, d), mean and covariance of the posterior; `intercept_`.

    >>> model = BayesianRegression(noise=1, prior=1, intercept=False).fit([[1, 1]], [3])
    >>> model.coef_.round(6), model.cov_.round(6).tolist()
    (array([1., 1.]), [[0.666667, -0.333333], [-0.333333, 0.666667]])
    """

    def __init__(self, noise=1.0, prior=1.0, intercept=True):
        self.noise = noise
        self.prior = prior
        self.intercept = intercept

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the outcomes y, shape (n,)."""
        X = as_matrix(X)
        y = as_vector(y, len(X), "y")
        noise, prior = as_number(self.noise, "noise", above=0), as_number(self.prior, "prior", above=0)
        ones, penalty = as_flag(self.intercept, "intercept"), (noise / prior) ** 2
        ridge = Ridge(penalty, ones).fit(X, y)
        centre = X.mean(axis=0) if ones else np.zeros(X.shape[1])
        own = X - centre
        self.coef_, self.intercept_ = ridge.coef_, ridge.intercept_
        self.cov_ = noise**2 * np.linalg.inv(as_finite(own.T @ own) + penalty * np.eye(X.shape[1]))
        self._centre, self._constant = centre, noise**2 / len(X) if ones else 0.0
        self.n_features_in_ = X.shape[1]
        return self

    def deviation(self, X, new=True):
        """The standard deviation of a new outcome at each row of X, shape (n,); not `new`: of the line itself."""
        self._require_fit("n_features_in_")
        away = as_matrix(X, columns=self.n_features_in_) - self._centre
        variance = self._constant + np.einsum("ij,jk,ik->i", away, self.cov_, away)
        return np.sqrt(as_finite(variance) + self.noise**2 * as_flag(new, "new"))


def _as_problem(X, y, b, penalty, share):
    """What a sweep starts from: X, shape (n, d), y, shape (n,), a copy of b, shape (d,), and both numbers."""
    X = as_matrix(X)
    y, b = as_vector(y, len(X), "y"), as_vector(b, X.shape[1], "b")
    return X, y, b.copy(), as_number(penalty, "penalty", minimum=0), as_number(share, "share", minimum=0, maximum=1)


def _penalties(penalty, share):
    """What multiplies the sum of sizes and the sum of squares."""
    penalty, share = as_number(penalty, "penalty", minimum=0), as_number(share, "share", minimum=0, maximum=1)
    return share * penalty, (1 - share) * penalty


def _check(gap, enough, limit):
    if gap > enough:
        warn(
            f"coordinate descent has not come to an end after {limit} sweeps: the objective may be {gap:.3g} too high "
            f"(tol allows {enough:.3g}); raise max_sweeps, or standardise the columns"
        )


guard(__name__, c=as_numbers, t=as_number, size=as_number)
