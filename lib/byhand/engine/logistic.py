r"""Newton's method for logistic and softmax regression, safe for columns of any units.

The K scores of a row are $B \Phi^T z$: z are its features, centred and scaled, after a 1; $\Phi$, shape (k, m), is what
is looked for, and the fixed B, shape (K, m), says which scores there are. With the one column (0, 1) they are 0 and
$\phi \cdot z$: two classes. With m = K - 1 orthonormal columns that add up to 0 they are K scores that do so, too.

The lesson, `byhand.logistic`, shows the plain step, `newton_step`, for two classes.
"""

import contextlib
from typing import NamedTuple

import numpy as np

from byhand.engine.linear import ROUNDING
from byhand.progress import rounds

CLEAR = 1e-6  # eigenvalues above this share of the largest: the columns are independent beyond doubt
AGAINST = 1e-6  # how far a step may go against a row, as a share of its reach, and still count as with all of them
HALVINGS = 40
QUICK = (
    0.01  # the same Hessian serves again if the last step has left no more than this share of what there was to gain
)
MANY, SAMPLE = 2_000, 10  # rows from which on every tenth of them says where to start


class Fit(NamedTuple):
    """What was found: weights, shape (d, K), intercepts, shape (K,), and how.

    `cov`: of the parameters of the first column of B, intercept first, shape (d + 1, d + 1), unless there is a penalty
    or no best fit; `objective`: minus the log-likelihood, plus the penalty; `steps`: taken; `rank`: of the centred
    columns; `separated`: whether a hyperplane parts classes, so that there is no best fit; `converged`.
    """

    coef: np.ndarray
    intercept: np.ndarray
    cov: np.ndarray | None
    objective: float
    steps: int
    rank: int
    separated: bool
    converged: bool


def fit(X, index, basis, weight, penalty, ones, tol, limit):
    """`X`: shape (n, d); `index`: the class of each row, shape (n,); `basis`: the B above; `weight`: shape (n,)."""
    used = weight > 0
    X, index, weight = (X, index, weight) if used.all() else (X[used], index[used], weight[used])
    mean, T, A = coordinates(X, ones, not penalty)
    back = np.zeros((X.shape[1] + ones, T.shape[1] + ones))  # from Φ to intercept and weights
    back[ones:, ones:] = T
    if ones:
        back[0, 0], back[0, 1:] = 1, -mean @ T
    ridge = penalty * (back[ones:] ** 2).sum(axis=0)[:, None]  # with a penalty T is diagonal: this is all of T'T
    kind = TwoClasses if basis.tolist() == [[0], [1]] else Problem
    problem = kind(A, index, basis, weight, ridge)
    end = problem.descend(start(kind, A, index, basis, weight, ridge), tol, limit)
    theta = back @ end.Phi @ basis.T
    cov = None
    if not penalty and not end.separated:
        k = len(end.Phi)
        hessian = problem.hessian(problem.probabilities(problem.scores(end.Phi)))
        cov = back @ inverse(hessian)[:k, :k] @ back.T
    intercept = theta[0] if ones else np.zeros(len(basis))
    return Fit(theta[ones:], intercept, cov, end.value, end.steps, T.shape[1], end.separated, end.converged)


def coordinates(X, ones, independent):
    """The means, shape (d,), a T, shape (d, r), and (X - means) T, of size 1, behind a column of ones if there is one.

    If they are to be `independent`, the columns are combined where they are not; else T is diagonal.
    """
    mean = X.mean(axis=0) if ones else np.zeros(X.shape[1])
    high, low = X.max(axis=0), X.min(axis=0)
    sizes, scale = np.maximum(high, -low), np.maximum(high - mean, mean - low)
    nothing = scale <= ROUNDING * sizes
    scale[nothing] = 1
    A = np.empty((len(X), X.shape[1] + ones))
    A[:, :ones] = 1
    own = np.subtract(X, mean, out=A[:, ones:])
    own *= np.where(nothing, 0, 1 / scale)
    T = np.diag(1 / scale)
    if not independent:
        return mean, T, A
    values = np.linalg.eigvalsh(own.T @ own)
    if len(own) > own.shape[1] and values[0] > CLEAR * values[-1]:
        return mean, T, A
    U, s, Vt = np.linalg.svd(own, full_matrices=False)
    loss = np.where(nothing, 1, sizes / scale).max()  # digits that centring has cost
    real = s > ROUNDING * max(loss, 1) * max(s[0], np.finfo(float).tiny)
    root = np.sqrt(len(own))
    return mean, T @ Vt[real].T * (root / s[real]), np.hstack([A[:, :ones], root * U[:, real]])


def start(kind, A, index, basis, weight, ridge):
    """Φ for the first step: 0, or what every tenth of many rows says."""
    zero = np.zeros((A.shape[1], basis.shape[1]))
    if len(A) < max(MANY, 2 * SAMPLE * zero.size):
        return zero
    part = slice(None, None, SAMPLE)
    sample = kind(A[part], index[part], basis, SAMPLE * weight[part], ridge)
    end = sample.descend(zero, 1e-3, 20)
    return end.Phi if end.converged else zero


class End(NamedTuple):
    Phi: np.ndarray
    value: float
    steps: int
    separated: bool
    converged: bool


class Problem:
    """The rows A, shape (n, k), in their new coordinates, and what can be asked of parameters Φ, shape (k, m)."""

    def __init__(self, A, index, basis, weight, ridge):
        self.A, self.basis, self.weight, self.index, self.rows = A, basis, weight, index, np.arange(len(A))
        self.ridge = np.vstack([np.zeros((A.shape[1] - len(ridge), 1)), ridge])

    def descend(self, Phi, tol, limit):
        """Newton's method from Φ on, until a step promises no more than `tol` for each row."""
        scores, curved, before = self.scores(Phi), None, 0.0
        value, enough, free = self.objective(Phi, scores), tol * self.weight.sum(), not self.ridge.any()
        for number in rounds(limit, "step"):
            P = self.probabilities(scores)
            gradient = self.gradient(Phi, P)
            step, fall = downhill(curved, gradient) if curved is not None else (None, np.inf)
            if not fall <= QUICK * before:
                curved = inverse(self.hessian(P))
                step, fall = downhill(curved, gradient)
            along, before = self.scores(step), fall
            endless = free and self.is_with_all_rows(along)
            Phi, scores, value = self.moved(Phi, step, scores, along, value, fall)
            if endless or (free and self.margins(scores).min() > 0):
                return End(Phi, value, number + 1, True, False)
            if not fall > enough:
                return End(Phi, value, number + 1, False, True)
        return End(Phi, value, limit, False, False)

    def moved(self, Phi, step, scores, along, value, fall):
        """Where a step leads that is halved until the objective falls by a fair part of what its slope promises."""
        share = 1.0
        for _ in range(HALVINGS):
            new = Phi + share * step, scores + share * along
            after = self.objective(*new)
            if after <= value - 1e-4 * share * fall + 1e-13 * abs(value):
                return *new, after
            share /= 2
        return Phi, scores, value

    def is_with_all_rows(self, along):
        """Whether a step is a long one that takes no row farther from its own class: one could go on for ever."""
        reach = self.reach(along)
        return reach > 0.1 and self.margins(along).min() >= -AGAINST * reach

    def scores(self, Phi):
        """Shape (n, K)."""
        return self.A @ (Phi @ self.basis.T)

    def margins(self, scores):
        """By how much the score of its own class is above the best of the others, for each row, shape (n,)."""
        others = scores.copy()
        others[self.rows, self.index] = -np.inf
        return scores[self.rows, self.index] - others.max(axis=1)

    def reach(self, scores):
        """The largest difference of two scores of one row."""
        return np.ptp(scores, axis=1).max()

    def objective(self, Phi, scores):
        """Minus the log-likelihood, and the penalty."""
        top = scores.max(axis=1)
        losses = np.log(np.exp(scores - top[:, None]).sum(axis=1)) + top - scores[self.rows, self.index]
        return float(self.weight @ losses + 0.5 * (self.ridge * Phi * Phi).sum())

    def probabilities(self, scores):
        """Of each class, shape (n, K)."""
        P = np.exp(scores - scores.max(axis=1, keepdims=True))
        return P / P.sum(axis=1, keepdims=True)

    def gradient(self, Phi, P):
        """Of the objective, shape (k, m)."""
        return self.A.T @ (self.weight[:, None] * (P @ self.basis - self.basis[self.index])) + self.ridge * Phi

    def hessian(self, P):
        """Of the objective, shape (m k, m k)."""
        k, m = self.A.shape[1], self.basis.shape[1]
        along, blocks = P @ self.basis, np.empty((m, k, m, k))
        for a in range(m):
            for b in range(a, m):
                spread = P @ (self.basis[:, a] * self.basis[:, b]) - along[:, a] * along[:, b]
                blocks[a, :, b] = blocks[b, :, a] = self.A.T @ (self.A * (self.weight * spread)[:, None])
            blocks[a, range(k), a, range(k)] += self.ridge[:, 0]
        return blocks.reshape(m * k, m * k)


class TwoClasses(Problem):
    """The same with the score of the second class alone, shape (n, 1): that of the first is 0."""

    def __init__(self, A, index, basis, weight, ridge):
        super().__init__(A, index, basis, weight, ridge)
        self.signs = 2.0 * index[:, None] - 1

    def scores(self, Phi):
        return self.A @ Phi

    def margins(self, scores):
        return self.signs * scores

    def reach(self, scores):
        return np.abs(scores).max()

    def objective(self, Phi, scores):
        margins = self.signs * scores
        losses = np.log1p(np.exp(-np.abs(margins))) - np.minimum(margins, 0)
        return float(self.weight @ losses[:, 0] + 0.5 * (self.ridge * Phi * Phi).sum())

    def probabilities(self, scores):
        """What the probability of each row's own class lacks to 1, shape (n, 1)."""
        return 1 / (1 + np.exp(self.signs * scores))

    def gradient(self, Phi, P):
        return self.ridge * Phi - self.A.T @ (self.signs * self.weight[:, None] * P)

    def hessian(self, P):
        rows = self.A * np.sqrt(self.weight[:, None] * P * (1 - P))
        found = rows.T @ rows
        found[np.diag_indices_from(found)] += self.ridge[:, 0]
        return found


def downhill(curved, gradient):
    """The step, shape (k, m), for an inverse of the Hessian, and what it promises."""
    step = -(curved @ gradient.T.ravel()).reshape(gradient.T.shape).T
    return step, -float((gradient * step).sum())


def inverse(hessian):
    """Of a symmetric matrix without negative eigenvalues; where rounding has left it singular, of what is left."""
    scale = np.sqrt(np.maximum(hessian.diagonal(), np.finfo(float).tiny))
    scaled = hessian / scale / scale[:, None]
    if not np.isfinite(scaled).all():
        return np.full(hessian.shape, np.nan)
    with contextlib.suppress(np.linalg.LinAlgError):
        if np.linalg.cholesky(scaled).diagonal().min() > np.sqrt(ROUNDING):
            return np.linalg.inv(scaled) / scale / scale[:, None]
    values, vectors = np.linalg.eigh(scaled)
    real = values > ROUNDING * values[-1]
    return (vectors[:, real] / values[real]) @ vectors[:, real].T / scale / scale[:, None]
