r"""Gaussian processes: regression with a normal distribution over functions.

Any values of the unknown function f, at any places, are jointly normal with mean 0 and the covariances of a kernel;
observations are $y_n = f(x_n)$ plus normal noise of standard deviation $\sigma$. What the data say about f at new
places is conditioning, once (`byhand.gaussian.Gaussian.given`). With $K_{nm} = k(x_n, x_m)$ and $k_* = k(x_n, x_*)$

$$m_* = k_*^T (K + \sigma^2 I)^{-1} y, \qquad v_* = k(x_*, x_*) - k_*^T (K + \sigma^2 I)^{-1} k_*$$

Kernels with hyper-parameters that can be learned are in `byhand.covariance`; any of `byhand.kernels` will do, too.
Functions here take the standard deviation $\sigma$, `noise`; the estimator, as scikit-learn's does, the variance
$\sigma^2$, `alpha`.
"""

from typing import NamedTuple

import numpy as np

from byhand.base import (
    Regressor,
    as_choice,
    as_finite,
    as_flag,
    as_generator,
    as_matrix,
    as_number,
    as_symmetric,
    as_vector,
    as_whole,
    warn,
)
from byhand.covariance import as_covariance
from byhand.engine import gp as engine
from byhand.guard import guard

LOG_2_PI = float(np.log(2 * np.pi))
LONGEST = 0.2  # of a step in the logarithms
LOW, HIGH = np.log(1e-5), np.log(1e5)  # within which hyper-parameters are looked for
NEARBY = np.log(100.0)  # how far from the given hyper-parameters other climbs start
FEW = 5  # rows of training data that fit on paper
JITTER = 1e-10  # of the mean variance: the least that is added to a diagonal


class Evidence(NamedTuple):
    r"""The log marginal likelihood in its three parts.

    `simplicity` is minus the complexity penalty $\frac12 \log \det K_y$: high for a model that bets on few data sets.

    >>> Evidence(fit=-2.4, simplicity=0.5, constant=-2.8).total.__round__(6)
    -4.7
    """

    fit: float
    simplicity: float
    constant: float

    @property
    def total(self):
        return self.fit + self.simplicity + self.constant


def posterior(kernel, X, y, at, noise=0.0):
    r"""What the data say about the function at new places: mean, shape (m,), and covariance, shape (m, m).

    With $L L^T = K + \sigma^2 I$ (Cholesky), $\beta = L^{-T} L^{-1} y$ and $V = L^{-1} K_*$ they are $K_*^T \beta$ and
    $K_{**} - V^T V$.

    `X`: shape (n, d); `y`: shape (n,); `at`: shape (m, d); `noise`: the standard deviation $\sigma$.

    >>> from byhand.covariance import SquaredExponential
    >>> mean, cov = posterior(SquaredExponential(1.0), [[-1], [0], [1]], [1, 0, 1], [[0.5]], noise=0.1)
    >>> mean.round(6), cov.round(6)
    (array([0.353177]), array([[0.02502]]))
    """
    X, y, at = _as_problem(X, y, at)
    kernel, noise = as_covariance(kernel), as_number(noise, "noise", minimum=0)
    L = factor(kernel(X) + noise**2 * np.eye(len(X)))
    beta = np.linalg.solve(L.T, np.linalg.solve(L, y))
    across = kernel(X, at)
    V = np.linalg.solve(L, across)
    return as_finite(across.T @ beta), as_finite(kernel(at) - V.T @ V)


def log_marginal_likelihood(kernel, X, y, noise=0.0):
    r"""$\log p(y) = -\frac12 y^T K_y^{-1} y - \frac12 \log \det K_y - \frac N2 \log 2 \pi$ with $K_y = K + \sigma^2 I$.

    An `Evidence`; $\frac12 \log \det K_y = \sum_n \log L_{nn}$. Arguments as in `posterior`.

    >>> from byhand.covariance import SquaredExponential
    >>> parts = log_marginal_likelihood(SquaredExponential(1.0), [[-1], [0], [1]], [1, 0, 1], noise=0.1)
    >>> round(parts.fit, 6), round(parts.simplicity, 6), round(parts.constant, 6), round(parts.total, 6)
    (-2.39888, 0.499483, -2.756816, -4.656213)
    """
    X, y, _ = _as_problem(X, y)
    kernel, noise = as_covariance(kernel), as_number(noise, "noise", minimum=0)
    L = factor(kernel(X) + noise**2 * np.eye(len(X)))
    z = as_finite(np.linalg.solve(L, y))
    fit, simplicity = -z @ z / 2, -np.log(np.diag(L)).sum()
    return Evidence(float(as_finite(fit)), float(simplicity), -len(y) / 2 * LOG_2_PI)


def likelihood_gradient(kernel, X, y, noise=0.0):
    r"""The slope of the log marginal likelihood along the logarithm of each hyper-parameter, shape (p,).

    $$\frac{\partial \log p(y)}{\partial \theta_i}
      = \frac12 \operatorname{tr} \Bigl( (\beta \beta^T - K_y^{-1})\, \frac{\partial K}{\partial \theta_i} \Bigr),
      \qquad \beta = K_y^{-1} y$$

    Arguments as in `posterior`.

    >>> from byhand.covariance import SquaredExponential
    >>> likelihood_gradient(SquaredExponential(1.0), [[-1], [0], [1]], [1, 0, 1], noise=0.1).round(6)
    array([-3.861305])
    """
    X, y, _ = _as_problem(X, y)
    kernel, noise = as_covariance(kernel), as_number(noise, "noise", minimum=0)
    inverse = np.linalg.inv(as_finite(kernel(X)) + noise**2 * np.eye(len(X)))
    beta = inverse @ y
    return as_finite(np.einsum("nm,imn->i", np.outer(beta, beta) - inverse, kernel.gradient(X)) / 2)


def ascend(kernel, X, y, noise=0.0, rate=0.1, steps=100):
    """Gradient ascent on the log marginal likelihood: the kernels on the way, steps + 1 of them.

    A step is `rate` times the gradient, but no longer than 0.2: where the hill is steep, that is far enough. Other
    arguments as in `posterior`.

    >>> from byhand.covariance import SquaredExponential
    >>> way = ascend(SquaredExponential(1.0), [[0], [1], [2], [3]], [0, 1, 1, 0], noise=0.3)
    >>> print(way[0], way[-1])
    SquaredExponential(1) SquaredExponential(1.275)
    """
    kernel, rate = as_covariance(kernel), as_number(rate, "rate", above=0)
    way = [kernel]
    for _ in range(as_whole(steps, "steps", 1)):
        gradient = likelihood_gradient(kernel, X, y, noise)
        step = rate * gradient
        step *= min(1.0, LONGEST / max(np.linalg.norm(step), 1e-300))
        kernel = kernel.with_theta(np.clip(kernel.theta + step, LOW, HIGH))
        way.append(kernel)
    return way


def factor(K):
    r"""The lower triangle L with $L L^T = K$, shape (n, n).

    Where rounding leaves K, a matrix of covariances, without one, something is added to its diagonal, the jitter, and a
    warning says how much.

    >>> factor([[4, 2], [2, 5]])
    array([[2., 0.],
           [1., 2.]])
    """
    K = as_symmetric(K, "K")
    L, jitter = _factor(K)
    if jitter:
        warn(
            f"the kernel matrix is singular up to rounding: {jitter:.1g} was added to its diagonal. Rows that are the "
            "same, or nearly, for the kernel tell the model nothing new; noise says how far their outcomes may differ"
        )
    return L


def samples(mean, cov, size, seed=0):
    r"""Draw functions: rows $m + L z$ with $L L^T$ the covariance and z standard normal, shape (size, m).

    `mean`: shape (m,); `cov`: shape (m, m), which may be singular: if so, a ten-billionth of the mean variance, or as
    little more as is needed, is added to each.

    >>> samples([1, 2], [[0, 0], [0, 0]], 1)
    array([[1., 2.]])
    """
    mean, cov = as_vector(mean, None, "mean"), as_symmetric(cov, "cov")
    if len(cov) != len(mean):
        raise ValueError(f"cov must have a row for each of the {len(mean)} means; got {len(cov)} rows")
    z = as_generator(seed).standard_normal((as_whole(size, "size", 1), len(mean)))
    return as_finite(mean + z @ _factor(cov, "cov")[0].T, "cov")


class GaussianProcessRegressor(Regressor):
    r"""Regression with a Gaussian process: a mean, a band and, if asked for, whole functions.

    Parameters
    ----------
    kernel : a kernel of `byhand.covariance` or `byhand.kernels`; None is `RBFKernel(0.5)`, of length scale 1
    alpha : the variance $\sigma^2$ of the noise, which is given; noise to be learned is a `White` part of the kernel
    optimizer : "ascent", up the log marginal likelihood along the logarithms of the kernel's hyper-parameters, between
        0.00001 and 100,000; None leaves them as they are
    n_restarts_optimizer : how many more climbs, from places drawn at random up to a factor of 100 away
    normalize_y : whether to measure y from its mean, in its standard deviations; else its mean is taken to be 0
    seed : for the restarts

    Learned: `kernel_`; `evidence_`, an `Evidence` (of the y that were normalised); `X_train_`, shape (n, d), and
    `y_train_`, shape (n,); `L_`, the triangle of $K + \sigma^2 I$, shape (n, n); `alpha_`, the weights
    $\beta = (K + \sigma^2 I)^{-1} y$ of the kernels at the rows, shape (n,).

    >>> from byhand.covariance import SquaredExponential
    >>> model = GaussianProcessRegressor(SquaredExponential(1.0), alpha=0.01, optimizer=None)
    >>> mean, std = model.fit([[-1], [0], [1]], [1, 0, 1]).predict([[0.5]], return_std=True)
    >>> mean.round(6), std.round(6)
    (array([0.353177]), array([0.158179]))
    """

    def __init__(self, kernel=None, alpha=1e-10, optimizer="ascent", n_restarts_optimizer=0, normalize_y=False, seed=0):
        self.kernel = kernel
        self.alpha = alpha
        self.optimizer = optimizer
        self.n_restarts_optimizer = n_restarts_optimizer
        self.normalize_y = normalize_y
        self.seed = seed

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the outcomes y, shape (n,)."""
        X = as_matrix(X)
        y = as_vector(y, len(X), "y")
        kernel, self._noise = as_covariance(self.kernel), as_number(self.alpha, "alpha", minimum=0)
        self._level, self._scale = _level_and_scale(y) if as_flag(self.normalize_y, "normalize_y") else (0.0, 1.0)
        self.X_train_, self.y_train_ = X.copy(), (y - self._level) / self._scale
        self.kernel_ = self._learned(kernel)
        self.L_ = factor(_finite(self.kernel_(X)) + self._noise * np.eye(len(X)))
        self.alpha_ = engine.solve_upper(self.L_, engine.solve_lower(self.L_, self.y_train_))
        self.evidence_ = _evidence(self.L_, self.y_train_, as_finite(self.alpha_, "y"))
        self.n_features_in_ = X.shape[1]
        return self

    def _learned(self, kernel):
        """The kernel with the highest of the places where climbs end."""
        restarts, rng = as_whole(self.n_restarts_optimizer, "n_restarts_optimizer", 0), as_generator(self.seed)
        if self.optimizer is None or not kernel.names:
            return kernel
        as_choice(self.optimizer, "optimizer", ("ascent",))
        low, high = np.full(len(kernel.names), LOW), np.full(len(kernel.names), HIGH)
        starts = [kernel.theta, *(kernel.theta + rng.uniform(-NEARBY, NEARBY, (restarts, len(low))))]
        ends = [engine.climb(lambda theta: self._likelihood(kernel, theta), start, low, high) for start in starts]
        best, value = max(ends, key=lambda end: end[1])
        return kernel.with_theta(best) if np.isfinite(value) else kernel

    def _likelihood(self, kernel, theta):
        """The log marginal likelihood and its gradient, shape (p,); minus infinity where there is none."""
        with np.errstate(over="ignore", under="ignore", invalid="ignore", divide="ignore"):
            K, slopes = kernel.with_theta(theta)._slopes(self.X_train_)
            K = np.array(K)
            K.flat[:: len(K) + 1] += self._noise
            L = engine.triangle(K)
            if L is None:
                return -np.inf, np.zeros(len(theta))
            inverse = engine.inverse(L)
            beta = inverse @ self.y_train_
            value = _evidence(L, self.y_train_, beta).total
            inverse -= np.outer(beta, beta)
            return value, np.array([-0.5 * np.vdot(inverse, slope) for slope in slopes])

    def predict(self, X, *, return_std=False, return_cov=False):
        """The mean at each row of X, shape (m,); with `return_std` also the standard deviations, shape (m,), or with
        `return_cov` the covariance, shape (m, m).

        They are about the function, without the noise `alpha`: for new observations add it to the variances. The noise
        of a `White` part is in them.
        """
        self._require_fit("alpha_")
        X = as_matrix(X, columns=self.n_features_in_)
        std, cov = as_flag(return_std, "return_std"), as_flag(return_cov, "return_cov")
        if std and cov:
            raise ValueError("return_std and return_cov must not both be True: the covariance has the variances in it")
        across = _finite(self.kernel_(self.X_train_, X))
        mean = as_finite(self._level + self._scale * (self.alpha_ @ across))
        if not (std or cov):
            return mean
        V = engine.solve_lower(self.L_, across)
        if std:
            left = self.kernel_.diagonal(X) - np.einsum("nm,nm->m", V, V)
            return mean, self._scale * np.sqrt(np.maximum(as_finite(left), 0))
        return mean, self._scale**2 * as_finite(self.kernel_(X) - V.T @ V)

    def sample_y(self, X, n_samples=1, seed=0):
        """Functions drawn from the posterior at the rows of X, shape (m, n_samples)."""
        mean, cov = self.predict(X, return_cov=True)
        return samples(mean, (cov + cov.T) / 2, as_whole(n_samples, "n_samples", 1), seed).T

    def log_marginal_likelihood(self, theta=None, eval_gradient=False):
        """That of the training data for logarithms of hyper-parameters, shape (p,), those learned if left out.

        With `eval_gradient` also its gradient, shape (p,).
        """
        self._require_fit("alpha_")
        gradient = as_flag(eval_gradient, "eval_gradient")
        if theta is None and not gradient:
            return self.evidence_.total
        theta = self.kernel_.theta if theta is None else as_vector(theta, len(self.kernel_.names), "theta")
        value, slopes = self._likelihood(self.kernel_, theta)
        return (value, slopes) if gradient else value

    def working(self, x):
        """The posterior at one row x, shape (d,), as on paper; at most five rows of training data."""
        from byhand.paper import gp as paper

        self._require_fit("alpha_")
        x = as_vector(x, self.n_features_in_, "x")
        return paper.posterior(self._small(), self.y_train_, *self._towards(x), self._noise)

    def working_likelihood(self):
        """The log marginal likelihood in its three parts as on paper; at most five rows of training data."""
        from byhand.paper import gp as paper

        self._require_fit("alpha_")
        return paper.likelihood(self._small(), self.y_train_, self._noise)

    def _small(self):
        """The kernel matrix, of few rows."""
        if len(self.X_train_) > FEW:
            raise ValueError(
                f"X must have at most {FEW} rows for a working on paper; it had {len(self.X_train_)} in fit"
            )
        if self._scale != 1 or self._level != 0:
            raise ValueError("normalize_y must be False for a working on paper")
        return self.kernel_(self.X_train_)

    def _towards(self, x):
        """The covariances of a row with those of the training data, shape (n,), and its own variance."""
        return self.kernel_(self.X_train_, x[None])[:, 0], self.kernel_.diagonal(x[None])[0]


def _as_problem(X, y, at=None):
    X = as_matrix(X)
    return X, as_vector(y, len(X), "y"), None if at is None else as_matrix(at, "at", X.shape[1])


def _level_and_scale(y):
    scale = np.std(as_finite(y - y.mean(), "y"))
    return y.mean(), float(scale) if scale > 0 else 1.0


def _evidence(L, y, beta):
    return Evidence(float(-y @ beta / 2), -float(np.log(L.diagonal()).sum()), -len(y) / 2 * LOG_2_PI)


def _finite(K):
    if not np.isfinite(K).all():
        raise ValueError(
            "kernel gives values that are not finite for these rows: put the columns of X on a smaller scale"
        )
    return K


def _factor(K, name="K"):
    """The triangle of a matrix, and what had to be added to its diagonal for it."""
    L, jitter = engine.triangle(K), 0.0
    size = abs(float(np.trace(K))) / len(K)
    if size == 0 and not K.any():
        return np.zeros_like(K), 0.0
    for power in range(7):
        if L is not None:
            return L, jitter
        jitter = JITTER * 10**power * size
        L = engine.triangle(K + jitter * np.eye(len(K)))
    if L is None:
        raise ValueError(f"{name} must be positive semi-definite, as covariances are: no variance of a sum is negative")
    return L, jitter


guard(__name__, at=as_matrix)
