r"""EM: learning from rows whose sources nobody has noted, for mixtures of normal densities and of coins.

$$p(x) = \sum_{k=1}^K \pi_k\, p_k(x), \qquad \pi_k \ge 0, \quad \sum_k \pi_k = 1$$

A row is made in two moves: draw a component k with the probabilities $\pi_k$, then the row from its density $p_k$. If
the k of each row were known, its component could be fitted to its own rows. It is hidden; so EM goes to and fro between
a guess of it, the responsibilities $r_{nk} = P(k \mid x_n)$ (`e_step`), and the components that suit the guess best.

`em` is that loop. All it asks of a mixture is `log_joint`, how probable each component finds each row, and `refit`, the
same kind of mixture fitted to weighted rows. `Gaussians` and `Bernoullis` offer both. The estimators are in
`byhand.mixture`.
"""

from typing import NamedTuple

import numpy as np

from byhand.base import (
    as_choice,
    as_distribution,
    as_finite,
    as_matrix,
    as_model,
    as_number,
    as_numbers,
    as_symmetric,
    as_vector,
    as_whole,
    shown,
)
from byhand.engine import mixture as engine
from byhand.gaussian import Gaussian
from byhand.guard import guard
from byhand.progress import rounds

FORMS = "full", "tied", "diag", "spherical"
MOST_ON_PAPER, FAR = 12, 700  # numbers in a working, and minus the logarithm of a density that is too small for one
EMPTY = 1e-300  # a component that answers for less than this of all rows answers for nothing


def e_step(log_joint):
    r"""Responsibilities, shape (n, K), and the log density of each row, shape (n,).

    $$r_{nk} = \frac{\pi_k\, p_k(x_n)}{\sum_j \pi_j\, p_j(x_n)}, \qquad \log p(x_n) = \log \sum_k \pi_k\, p_k(x_n)$$

    `log_joint`: the $\log \pi_k\, p_k(x_n)$, shape (n, K). The largest of each row is taken out before the exponential,
    so that the largest term of a sum is 1 however far a row lies from all components (log-sum-exp).

    >>> R, log_p = e_step(np.log([[0.4, 0.1], [0.03, 0.03]]))
    >>> R.round(2).tolist(), np.exp(log_p).round(2).tolist()
    ([[0.8, 0.2], [0.5, 0.5]], [0.5, 0.06])
    """
    log_joint = as_logs(log_joint)
    top = log_joint.max(axis=1, keepdims=True)
    terms = np.exp(log_joint - top)
    total = terms.sum(axis=1, keepdims=True)
    return terms / total, (top + np.log(total))[:, 0]


def lower_bound(log_joint, R):
    r"""$\sum_n \sum_k r_{nk} \bigl[\log \pi_k\, p_k(x_n) - \log r_{nk}\bigr]$, at most the log-likelihood.

    It touches it where R, shape (n, K), holds the responsibilities of these very components; elsewhere it lies below,
    by the Kullback-Leibler divergence between the two.

    >>> joint = np.log([[0.4, 0.1]])
    >>> round(lower_bound(joint, [[0.8, 0.2]]), 4), round(lower_bound(joint, [[0.5, 0.5]]), 4)  # log 0.5
    (-0.6931, -0.9163)
    """
    log_joint = as_logs(log_joint)
    R = _as_shares(R, *log_joint.shape)
    surprise = -np.log(np.where(R > 0, R, 1))  # 0 log 0 is 0
    return float((R * (np.where(R > 0, log_joint, 0) + surprise)).sum())


class Run(NamedTuple):
    """What EM did: the mixtures after 0, 1, 2, ... steps, `path`, and their log-likelihoods, `history`.

    `converged`: whether it stopped because the last step gained next to nothing.
    """

    path: tuple
    history: tuple
    converged: bool

    @property
    def model(self):
        """The mixture at the end."""
        return self.path[-1]


def em(model, X, max_iter=100, tol=1e-6):
    """Expectation-maximisation from a mixture on, for rows X, shape (n, d): a `Run`.

    A step is an E-step, the responsibilities under the present mixture, and an M-step, the mixture that suits them
    best. No step lowers the log-likelihood. The steps end when one gains no more than `tol` for each row, or after
    `max_iter`.

    >>> run = em(Gaussians.bells([0.5, 0.5], [2, 6], [4, 4]), [[1], [2], [3], [7], [8], [9.5]])
    >>> [round(value, 4) for value in run.history[:4]], run.model.means[:, 0].round(4)
    ([-15.6781, -13.6065, -12.5533, -12.1484], array([2.    , 8.1667]))
    """
    X, tol = as_matrix(X), as_number(tol, "tol", minimum=0)
    path, history, max_iter = [model], [], as_whole(max_iter, "max_iter", 1)
    for step in rounds(max_iter + 1, "step"):
        R, log_p = e_step(model.log_joint(X))
        history.append(float(log_p.sum()))
        if step and history[-1] - history[-2] <= tol * len(X):
            return Run(tuple(path), tuple(history), True)
        if step < max_iter:
            model = model.refit(X, R)
            path.append(model)
    return Run(tuple(path), tuple(history), False)


class Gaussians:
    r"""A mixture of normal densities, $\sum_k \pi_k\, \mathcal N(x \mid \mu_k, \Sigma_k)$.

    `weights`: the $\pi_k$, shape (K,); `means`: shape (K, d); `covariances`: shape (K, d, d). `form`: of the
    covariances that `refit` finds, see `shaped`; `least`: the floor under them, shape (d,), see `raised`, for balls its
    mean; None is no floor.

    >>> two = Gaussians.bells([0.5, 0.5], [-1, 1], [1, 1])
    >>> e_step(two.log_joint([[np.log(4) / 2]]))[0].round(4)
    array([[0.2, 0.8]])
    """

    def __init__(self, weights, means, covariances, form="full", least=None):
        self.means = as_matrix(means, "means")
        K, d = self.means.shape
        self.weights = as_distribution(weights, K, "weights")
        self.covariances = as_numbers(covariances, "covariances")
        if self.covariances.shape != (K, d, d):
            raise ValueError(
                f"covariances must be {K} matrices of shape ({d}, {d}), one for each of the means; "
                f"got an array of shape {self.covariances.shape}"
            )
        self.components = [_gaussian(*pair) for pair in zip(self.means, self.covariances, strict=True)]
        self.form, self.least = as_choice(form, "form", FORMS), None
        if least is not None:
            least = _as_least(least, d)
            self.least = np.full(d, least.mean()) if form == "spherical" else least

    @classmethod
    def bells(cls, weights, means, variances):
        """The same for numbers: K bell curves, all three of shape (K,)."""
        means = as_vector(means, None, "means")
        variances = as_vector(variances, len(means), "variances")
        if not variances.min() > 0:
            raise ValueError(f"variances must be above 0; got {shown(variances.tolist())}")
        return cls(weights, means[:, None], variances[:, None, None])

    def log_joint(self, X):
        r"""$\log \pi_k + \log \mathcal N(x_n \mid \mu_k, \Sigma_k)$, shape (n, K)."""
        X = as_matrix(X, columns=self.means.shape[1])
        log_weights = np.log(np.maximum(self.weights, EMPTY))
        return as_finite(log_weights + np.column_stack([one.log_density(X) for one in self.components]))

    def refit(self, X, R):
        r"""The M-step: with $N_k = \sum_n r_{nk}$, for rows X, shape (n, d), and responsibilities R, shape (n, K),

        $$\pi_k = \frac{N_k}{N}, \qquad \mu_k = \frac1{N_k} \sum_n r_{nk}\, x_n, \qquad
          \Sigma_k = \frac1{N_k} \sum_n r_{nk}\, (x_n - \mu_k)(x_n - \mu_k)^T$$

        with the *new* means. Where each row of R is a single 1, these are the estimates for known labels.
        """
        X = as_matrix(X, columns=self.means.shape[1])
        R = _filled(_as_shares(R, len(X), len(self.means)))
        N = R.sum(axis=0)
        means = R.T @ X / N[:, None]
        covariances = [
            (r[:, None] * (X - mean)).T @ (X - mean) / total for r, mean, total in zip(R.T, means, N, strict=True)
        ]
        covariances = shaped(np.array(covariances), N / len(X), self.form)
        if self.least is not None:
            covariances = np.array([raised(cov, self.least) for cov in covariances])
        try:
            return Gaussians(N / N.sum(), means, covariances, self.form, self.least)
        except ValueError:
            raise ValueError(
                "R must leave each component rows that spread in every direction of X: one has shrunk onto a point, or "
                "a line, where its density is beyond all bounds. A floor under the spread, least, prevents that"
            ) from None


def shaped(covariances, weights, form):
    """Covariances, shape (K, d, d), in one of four forms, of the same shape; the likeliest of that form.

    "full": as they are; "tied": all alike, their mean by `weights`, shape (K,); "diag": without correlations;
    "spherical": one variance in all directions, the mean of those on the diagonal.

    >>> shaped([[[4, 1], [1, 2]]], [1], "spherical").tolist()
    [[[3.0, 0.0], [0.0, 3.0]]]
    """
    covariances, form = as_numbers(covariances, "covariances"), as_choice(form, "form", FORMS)
    if covariances.ndim != 3 or covariances.shape[1] != covariances.shape[2] or not covariances.size:
        raise ValueError(f"covariances must have the shape (K, d, d); got {covariances.shape}")
    as_finite(covariances, "covariances")
    weights = as_distribution(weights, len(covariances), "weights")
    return engine.shaped(covariances, weights, form)


def raised(cov, least):
    r"""The likeliest covariance, shape (d, d), with no less spread than the floor in any direction.

    `cov`: the one without a floor, shape (d, d); `least`: the variances $v$ of the floor, shape (d,). In the units
    $\sqrt{v_j}$ of the columns, eigenvalues below 1 are raised to 1, and the others stay. Of all $\Sigma$ for which
    $\Sigma - \operatorname{diag}(v)$ has no negative eigenvalue, that one is the likeliest; so EM under a floor does
    not fall either.

    >>> raised([[4, 0], [0, 0]], [0.01, 0.01]).round(6).tolist()
    [[4.0, 0.0], [0.0, 0.01]]
    """
    cov = as_symmetric(cov, "cov")
    least = _as_least(least, len(cov))
    with np.errstate(over="ignore"):
        as_finite(cov / np.sqrt(least[:, None] * least), "cov")
    return as_finite(engine.raised(cov, least)[0], "cov")


class Bernoullis:
    r"""A mixture for rows of zeros and ones: $p_k(x) = \prod_j \theta_{kj}^{x_j} (1 - \theta_{kj})^{1 - x_j}$.

    Within a component the columns are independent; in the mixture they need not be. `weights`: shape (K,);
    `probabilities`: the $\theta_{kj}$ of a 1, shape (K, d), which `refit` keeps at least `least` away from 0 and 1.

    >>> two = Bernoullis([0.5, 0.5], [[0.9, 0.9], [0.1, 0.1]])
    >>> e_step(two.log_joint([[1, 1], [1, 0]]))[0].round(3)
    array([[0.988, 0.012],
           [0.5  , 0.5  ]])
    """

    def __init__(self, weights, probabilities, least=1e-9):
        self.probabilities = as_matrix(probabilities, "probabilities")
        self.weights = as_distribution(weights, len(self.probabilities), "weights")
        self.least = as_number(least, "least", above=0, maximum=0.25)
        if not ((self.probabilities > 0) & (self.probabilities < 1)).all():
            raise ValueError(f"probabilities must lie between 0 and 1; got {shown(self.probabilities.tolist())}")

    def log_joint(self, X):
        r"""$\log \pi_k + \sum_j \bigl[x_{nj} \log \theta_{kj} + (1 - x_{nj}) \log (1 - \theta_{kj})\bigr]$, (n, K)."""
        X, theta = as_bits(X, self.probabilities.shape[1]), self.probabilities
        return np.log(np.maximum(self.weights, EMPTY)) + X @ np.log(theta).T + (1 - X) @ np.log1p(-theta).T

    def refit(self, X, R):
        r"""The M-step, $\pi_k = N_k / N$ and $\theta_{kj} = \frac1{N_k} \sum_n r_{nk}\, x_{nj}$: shares of ones.

        `X`: zeros and ones, shape (n, d); `R`: responsibilities, shape (n, K).
        """
        X = as_bits(X, self.probabilities.shape[1])
        R = _filled(_as_shares(R, len(X), len(self.weights)))
        N = R.sum(axis=0)
        theta = np.clip(R.T @ X / N[:, None], self.least, 1 - self.least)
        return Bernoullis(N / N.sum(), theta, self.least)


def working_em_step(x, weights, means, variances):
    """One step of EM for two bell curves on the line as on paper: both scores and the responsibility of each number,
    then the new weights, means and variances; named a1, b1, r1, ..., N1, N2, pi1, mu1, mu2, var1, var2.

    `x`: shape (n,), at most 12 numbers; `weights`, `means`, `variances`: shape (2,).

    >>> steps = working_em_step([1, 2, 3, 7, 8, 9.5], [0.5, 0.5], [2, 6], [4, 4])
    >>> round(steps["r3"], 6), round(steps["mu1"], 5), round(steps["var1"], 5)
    (0.731059, 2.05849, 1.41869)
    """
    from byhand.paper import em as paper

    x = as_vector(x, None, "x")
    if len(x) > MOST_ON_PAPER:
        raise ValueError(f"x must hold at most {MOST_ON_PAPER} numbers for a working on paper; it holds {len(x)}")
    means = as_vector(means, 2, "means")
    mixture = Gaussians.bells(weights, means, as_vector(variances, 2, "variances"))
    if not mixture.weights.min() > 0:
        raise ValueError(f"weights must be above 0; got {shown(mixture.weights.tolist())}")
    if not (e_step(mixture.log_joint(x[:, None]))[1] > -FAR).all():
        raise ValueError(f"x must hold numbers that are not quite so far from both means; got {shown(x.tolist())}")
    return paper.em_step(x, mixture.weights, means, mixture.covariances[:, 0, 0])


def as_bits(X, columns=None):
    """X, a table of zeros and ones, as a float array of shape (n, d).

    >>> as_bits([[0, 2]])
    Traceback (most recent call last):
        ...
    ValueError: X must hold zeros and ones only; it holds 2
    """
    X = as_matrix(X, columns=columns)
    if not ((X == 0) | (X == 1)).all():
        raise ValueError(f"X must hold zeros and ones only; it holds {X[(X != 0) & (X != 1)][0]:g}")
    return X


def as_logs(log_joint):
    """Logarithms, shape (n, K), as floats, of which each row has one that is finite; minus infinity is that of 0.

    >>> as_logs([[-1, -np.inf], [-np.inf, -np.inf]])
    Traceback (most recent call last):
        ...
    ValueError: log_joint must hold a finite number in each row, and no NaN; got [[-1.0, -inf], [-inf, -inf]]
    """
    logs = as_numbers(log_joint, "log_joint")
    if logs.ndim != 2 or not logs.size:
        raise ValueError(f"log_joint must be a table with rows and columns; got an array of shape {logs.shape}")
    if not np.isfinite(logs.max(axis=1)).all():
        raise ValueError(f"log_joint must hold a finite number in each row, and no NaN; got {shown(logs.tolist())}")
    return logs


def _gaussian(mean, cov):
    try:
        return Gaussian(mean, cov)
    except ValueError as error:
        raise ValueError(str(error).replace("cov must", "covariances must each", 1)) from None


def _as_shares(R, rows, K):
    """Responsibilities, shape (rows, K): none negative, each row of sum 1."""
    R = as_numbers(R, "R")
    if R.shape != (rows, K):
        raise ValueError(f"R must have the shape ({rows}, {K}), rows and components; got {R.shape}")
    if not ((R >= 0).all() and np.allclose(R.sum(axis=1), 1, rtol=0, atol=1e-9)):
        raise ValueError(f"R must hold no negative number, and rows that sum to 1; got {shown(R.tolist())}")
    return R


def _filled(R):
    """Responsibilities in which a component without rows answers, by next to nothing, for all of them alike."""
    return np.where(R.sum(axis=0) > EMPTY, R, EMPTY)


def _as_least(least, d):
    least = as_vector(least, d, "least")
    if not least.min() > EMPTY:
        raise ValueError(f"least must hold numbers above {EMPTY:g}; got {shown(least.tolist())}")
    return least


def _as_mixture(model, name):
    return as_model(model, name, "log_joint", "refit", example="Gaussians.bells([1], [0], [1])")


guard(__name__, R=as_matrix, X=as_matrix, model=_as_mixture)
