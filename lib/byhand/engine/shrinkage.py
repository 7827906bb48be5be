"""Ridge from one decomposition, and coordinate descent that finishes with a system of equations.

The lesson, `byhand.shrinkage`, shows the plain forms: the normal equations of `Ridge`, `sweep` and `duality_gap`.
"""

import contextlib
from typing import NamedTuple

import numpy as np

from byhand.engine.linear import ROUNDING, triangle

SINGULAR = 1e-12  # of eigenvalues, relative to the largest


class Parts(NamedTuple):
    """What ridge needs of centred data X = U S V': `s`, shape (r,), `V`, shape (d, r), and U'Y, shape (r, q)."""

    x_mean: np.ndarray
    y_mean: np.ndarray
    s: np.ndarray
    V: np.ndarray
    along: np.ndarray


def decompose(X, Y, ones):
    """`X`: shape (n, d); `Y`: shape (n, q). A column that centring leaves nothing of but rounding counts as 0."""
    (n, d), none = X.shape, np.zeros(X.shape[1])
    if n > 4 * d and (parts := by_products(X, Y, ones)):
        return parts
    R = triangle(X, Y, ones, np.ones(n))
    means = R[0, 1:] / R[0, 0] if ones else np.zeros(R.shape[1])
    own, outcomes = np.split(R[ones:, ones:], [d], axis=1)
    sizes = np.abs(R[:, ones : ones + d]).max(axis=0, initial=0)
    own = np.where(np.abs(own).max(axis=0, initial=0) <= ROUNDING * sizes, none, own)
    U, s, Vt = np.linalg.svd(own, full_matrices=False)
    return Parts(means[:d], means[d:], s, Vt.T, U.T @ outcomes)


def by_products(X, Y, ones):
    """The same for many rows, from the small X'X = V S² V'; None where squaring would cost more than a few digits."""
    x_mean, y_mean = (A.mean(axis=0) if ones else np.zeros(A.shape[1]) for A in (X, Y))
    own = X - x_mean
    squares, V = np.linalg.eigh(own.T @ own)
    if not squares[0] > 1e-6 * squares[-1]:  # true of NaN, too
        return None
    s = np.sqrt(squares)
    return Parts(x_mean, y_mean, s, V, V.T @ (own.T @ (Y - y_mean)) / s[:, None])


def shrink(s, penalty):
    """s / (s² + penalty) for each singular value, shape (r,); 0 where s is 0 but for rounding."""
    real = s > ROUNDING * s.max(initial=0)
    size = np.where(real, s, 1)
    return np.where(real, 1 / (size + penalty / size), 0)


class Problem:
    """A lasso or elastic net on given data: X'X, X'y and y'y of the centred data are all that is needed."""

    def __init__(self, X, y, ones):
        self.x_mean = X.mean(axis=0) if ones else np.zeros(X.shape[1])
        self.y_mean = y.mean() if ones else 0.0
        own, y = X - self.x_mean, y - self.y_mean
        nothing = np.abs(own).max(axis=0) <= ROUNDING * np.abs(X).max(axis=0)
        own[:, nothing] = 0
        self.G, self.c, self.squares = own.T @ own, own.T @ y, float(y @ y)
        if not (np.isfinite(self.G).all() and np.isfinite(self.c).all() and np.isfinite(self.squares)):
            raise ValueError("X or y is too large: their products are beyond all numbers")

    def intercept(self, b):
        """For coefficients of shape (d,) or (k, d)."""
        return self.y_mean - b @ self.x_mean

    def solve(self, one, two, b, tol, limit):
        """Coefficients, sweeps made, and what is left of the gap, from a start b, shape (d,).

        In turns: settle those that are not 0, see which others the slope pulls away from 0, sweep over all of these.
        """
        A, t = self.G + two * np.eye(len(b)), one / 2
        rows, pivots, c = list(A), A.diagonal().tolist(), self.c.tolist()
        b, sweeps, enough = b.copy(), 0, tol * self.squares
        if one == 0:  # a system of equations from the start
            real = A.diagonal() > 0
            b[real] = step_to_best(A[np.ix_(real, real)], self.c[real])
            return np.where(real, b, 0), 0, 0.0
        while True:
            self.settle(A, t, b)
            along = self.c - A @ b
            gap = self.gap(A, one, b)
            if gap <= enough or sweeps >= limit:
                return b, sweeps, gap
            moved = sweep_over(np.flatnonzero((b != 0) | (np.abs(along) > t)).tolist(), rows, pivots, c, b, t)
            sweeps += 1
            if not moved:  # rounding is all that is left
                return b, sweeps, gap

    def settle(self, A, t, b):
        """Bring b, in place, to the best of those that have zeros where it has them and no sign changed.

        With the signs given, that is a system of equations. Where its solution has another sign, go towards it until
        the first coefficient is 0, and go on without that one. Where columns depend on each other, there may be a
        direction that costs nothing but sizes: go that way, too.
        """
        while len(active := np.flatnonzero(b)):
            signs, block = np.sign(b[active]), A[np.ix_(active, active)]
            right = self.c[active] - t * signs
            step = step_to_best(block, right - block @ b[active])
            away = signs * step < 0
            share = np.full(len(active), np.inf)
            share[away] = -b[active][away] / step[away]
            first = int(share.argmin())
            if share[first] > 1:
                b[active] += step
                return
            b[active] += share[first] * step
            b[active[first]] = 0.0

    def gap(self, A, one, b):
        """As `byhand.shrinkage.duality_gap`, from products alone; `A`: X'X with the second penalty on its diagonal."""
        image = A @ b
        along, with_y = self.c - image, self.squares - self.c @ b
        squares = max(with_y - self.c @ b + b @ image, 0.0)
        worst = np.abs(along).max() - ROUNDING * np.abs(self.c).max()
        limit = one / 2 / worst if worst > 0 else np.inf
        scale = np.clip(with_y / squares, -limit, limit) if squares > 0 else 0.0
        return max(float(squares + one * np.abs(b).sum() - (2 * scale * with_y - scale**2 * squares)), 0.0)


def step_to_best(A, right):
    """How to go on from here, shape (k,): to the solution of A step = right, or where A, shape (k, k), is singular, far
    along a direction in which only the sum of the sizes changes.
    """
    scale = 1 / np.sqrt(A.diagonal())
    A, right = A * scale * scale[:, None], scale * right
    with contextlib.suppress(np.linalg.LinAlgError):
        if np.linalg.cholesky(A).diagonal().min() > np.sqrt(SINGULAR):
            return scale * np.linalg.solve(A, right)
    values, vectors = np.linalg.eigh(A)
    free, slopes = values <= SINGULAR * values[-1], vectors.T @ right
    if np.abs(slopes[free]).max(initial=0) > 1e-7 * np.abs(right).max():
        return scale * (vectors @ np.where(free, slopes, 0)) / np.finfo(float).eps
    return scale * (vectors @ np.where(free, 0, slopes / np.where(free, 1, values)))


def sweep_over(columns, rows, pivots, c, b, t):
    """Coordinate descent over these columns, in place; whether anything moved."""
    moved = False
    for j in columns:
        pivot = pivots[j]
        if pivot <= 0:
            continue
        old = float(b[j])
        rest = c[j] - float(rows[j] @ b) + pivot * old
        new = (rest - t) / pivot if rest > t else (rest + t) / pivot if rest < -t else 0.0
        if new != old:
            b[j] = new
            moved = True
    return moved
