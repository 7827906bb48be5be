r"""The dual problem of a support vector machine, solved quickly.

The lesson's `smo` moves a pair of multipliers and computes all slopes anew. Here slopes are kept up to date, rows of
the kernel matrix are computed when they are needed, the price is raised step by step, and where few multipliers are
between their bounds these are solved for at once. The optimum is the same.
"""

import math
from functools import lru_cache

import numpy as np

from byhand.kernels import FAR, LinearKernel, RBFKernel, kernel_matrix

FEW = 100  # so many free multipliers can be solved for at once
WHOLE = 500  # the kernel matrix of up to so many rows is kept whole; of more, only the rows that are used
CACHE = 2**24  # and of these, so many entries
ROOTS = 2**20  # so many inverse roots of curvatures are kept, for a fifth of the rows at most
PATIENCE = 10  # so many steps for each row, or a tenth of all, may go into one price on the way to a hard margin
DUST = 1e-13  # of its value before, or of C, may be left by rounding of a multiplier that is at 0, or at C


def solve(K, y, C, tol, max_iter, goal=None):
    """The `Dual` at its optimum for C; for the hard margin, if there is none, for the last price that was tried.

    With a high price pairs move slowly. With a low one they do not, and most of what is at a bound then is so at ten
    times the price, too. A price so high that no multiplier is at it any more is as good as an infinite one. On the way
    to that, a price which takes too many steps ends it: at the next one they would only be more.
    """
    dual = Dual(K, y, C, goal)
    most = max_iter if math.isfinite(C) else max(max_iter // 10, PATIENCE * len(y))  # steps at one price
    scale = float(curvatures(K, dual.diagonal, 0).max()) or 1.0  # about the square of the distances between rows
    dual.set_bounds(min(C, 10 / scale))
    while dual.C < C and dual.steps < max_iter:
        last = min(dual.steps + most, max_iter)
        dual.converge(max(tol, 0.1), last)
        if dual.steps == last:
            max_iter = last
        if (np.abs(dual.beta) < dual.C).all():
            break
        if math.isinf(C) and dual.C * scale > 1e10:
            return dual
        dual.raise_price(min(C, 10 * dual.C))
    dual.set_bounds(C)
    dual.converge(tol, max_iter)
    dual.polish(max_iter)
    dual.refresh()
    dual.converge(tol, max_iter)
    return dual


class Dual:
    r"""The dual problem and how far its solution has got, in the signed multipliers $\beta_n = \alpha_n y_n$:

    $$\max_\beta \; g \cdot \beta - \tfrac12 \beta^T K \beta \quad\text{with}\quad
      \sum_n \beta_n = 0, \quad low_n \le \beta_n \le high_n$$

    where the bounds are 0 and C for $y_n = 1$, -C and 0 for $y_n = -1$. The `goal` g is y itself for two classes; a
    regression has another. `slope` is the gradient $g - K\beta$; `up` is 0
    where $\beta_n$ may rise and -∞ where it may not, `down` the same for falling: added to slopes, they take rows out
    of a search for the highest. `peak` is the highest value that each multiplier has had at a jump.
    """

    def __init__(self, K, y, C, goal=None):
        self.K, self.y, self.steps = K, y, 0
        self.goal = y if goal is None else goal
        self.beta, self.slope, self.peak = np.zeros(len(y)), self.goal.copy(), np.zeros(len(y))
        self.diagonal = diagonal = K.diagonal()
        self.rounding = rounding = 1e-15 * (float(np.abs(diagonal).max()) or 1.0)  # may be left of a curvature of 0

        @lru_cache(max(2, min(ROOTS // len(y), len(y) // 5)))
        def inverse_roots(i):
            return 1 / np.sqrt(np.maximum(curvatures(K, diagonal, i), rounding))

        self._inverse_roots, self._work = inverse_roots, np.empty((2, len(y)))
        self.set_bounds(C)

    def set_bounds(self, C):
        """Let the multipliers, as they are, lie between 0 and C."""
        self.C = C
        self.at_price = DUST * C if math.isfinite(C) else 0.0
        self.high, self.low = np.where(self.y > 0, C, 0.0), np.where(self.y > 0, 0.0, -C)
        self.up, self.down = np.zeros((2, len(self.y)))
        self._settle(np.arange(len(self.y)))

    def raise_price(self, C):
        """Go over to a higher C: multipliers in proportion, so that those at their bound stay there."""
        factor = C / self.C
        self.beta *= factor
        self.peak *= factor
        self.slope = self.goal - factor * (self.goal - self.slope)
        self.set_bounds(C)

    def start_from(self, alpha):
        """Take these multipliers, shape (n,)."""
        self.beta = alpha * self.y
        self.refresh()
        self.set_bounds(self.C)

    def refresh(self):
        """Compute the slopes anew, which after many moves have gathered rounding."""
        self.slope = self.goal - self.K @ self.beta

    def _settle(self, rows):
        """Put multipliers that have come to a bound exactly there, and note which may rise and which may fall."""
        beta, low, high, alpha = self.beta[rows], self.low[rows], self.high[rows], np.abs(self.beta[rows])
        self.peak[rows] = peak = np.maximum(self.peak[rows], alpha)
        beta = np.where(
            alpha <= DUST * peak, 0.0, np.where(self.C - alpha <= self.at_price, self.y[rows] * self.C, beta)
        )
        self.beta[rows] = beta
        self.up[rows], self.down[rows] = np.where(beta < high, 0.0, -math.inf), np.where(beta > low, 0.0, -math.inf)

    @property
    def gap(self):
        """How far the highest slope that may rise is above the lowest that may fall: at most 0 at the optimum."""
        return float((self.slope + self.up).max() + (self.down - self.slope).max())

    @property
    def noise(self):
        """What rounding can make of equal slopes."""
        return 1e-9 + float(np.abs(self.beta).sum()) * self.rounding

    @property
    def objective(self):
        return float(0.5 * self.beta @ (self.goal + self.slope))

    @property
    def free(self):
        """The rows whose multipliers are at neither bound."""
        return np.flatnonzero(self.up + self.down == 0)

    @property
    def intercept(self):
        """b: the slope of the free rows, which all stand on an edge; without any, the middle of what is allowed."""
        if len(self.free):
            return float(self.slope[self.free].mean())
        return float((self.slope + self.up).max() - (self.down - self.slope).max()) / 2

    def pairs(self, tol):
        """The next pair to move, until the gap is at most `tol`; whoever asks moves it before asking again."""
        differences, gains = self._work
        while True:
            i = int(np.add(self.slope, self.up, out=gains).argmax())
            np.subtract(self.down, self.slope, out=differences)
            differences += self.slope[i]
            j = int(np.multiply(differences, self._inverse_roots(i), out=gains).argmax())  # the root of twice the gain
            if differences[j] <= tol and differences.max() <= tol:
                return
            yield i, j

    def move(self, i, j):
        """Raise beta_i and lower beta_j alike, to the best point or until one of them is at its bound."""
        beta, row_i, row_j = self.beta, self.K[i], self.K[j]
        curvature = max(self.diagonal[i] + self.diagonal[j] - 2 * row_i[j], self.rounding)
        rise, fall = self.high[i] - beta[i], beta[j] - self.low[j]
        t = min((self.slope[i] - self.slope[j]) / curvature, rise, fall)
        beta[i] += t
        beta[j] -= t
        self.down[i] = self.up[j] = 0.0
        if rise - t <= (self.at_price if self.high[i] else DUST * rise):
            beta[i], self.up[i] = self.high[i], -math.inf
        if fall - t <= (self.at_price if self.low[j] else DUST * fall):
            beta[j], self.down[j] = self.low[j], -math.inf
        change = np.subtract(row_i, row_j, out=self._work[0])
        change *= t
        self.slope -= change
        self.steps += 1

    def jump(self):
        """Go straight to the best point that the free multipliers can reach while the others stay at their bounds.

        If on the way one of them comes to a bound, it stays there too, and the rest go on without it.
        """
        while 1 < len(free := self.free) <= FEW:
            rows = self.K[free]
            K, slope = rows[:, free], self.slope[free] - self.slope[free].mean()
            K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()  # the same for changes that sum to 0
            curvature, axes = np.linalg.eigh(K)
            along = axes.T @ slope
            flat = curvature <= 10 * len(free) * self.rounding
            change = axes[:, flat] @ along[flat]  # uphill all the way to the bounds
            if np.abs(change).max() <= self.noise:
                change = axes[:, ~flat] @ (along[~flat] / curvature[~flat])
            change -= change.mean()
            gain, bend = slope @ change, change @ K @ change
            if gain <= 0:
                return
            bound = np.where(change > 0, self.high[free], self.low[free])
            room = np.divide(bound - self.beta[free], change, out=np.full(len(free), math.inf), where=change != 0)
            first = int(room.argmin())
            t = min(gain / bend if bend > 0 else math.inf, room[first])
            self.beta[free] += t * change
            self.slope -= (t * change) @ rows
            arrived = t < room[first]
            if not arrived:
                self.beta[free[first]] = bound[first]
            self._settle(free)
            if arrived:
                return

    def converge(self, tol, max_iter):
        """Move pairs until the gap is at most `tol`, with a jump now and then."""
        for i, j in self.pairs(tol):
            if self.steps >= max_iter:
                return
            self.move(i, j)
            if self.steps % max(len(self.y), 30) == 0:
                self.jump()

    def polish(self, max_iter):
        """Where few multipliers are free, close the gap but for rounding: move a pair, jump, and again."""
        for i, j in self.pairs(self.noise):
            if len(self.free) > FEW or self.steps >= max_iter:
                return
            self.move(i, j)
            self.jump()


def curvatures(K, diagonal, i):
    """K_ii + K_jj - 2 K_ij for all j, shape (n,)."""
    return diagonal[i] + diagonal - 2 * K[i]


# ---- kernel matrices


class KernelRows:
    """The kernel matrix of many rows, computed a row at a time and kept as long as there is room."""

    def __init__(self, kernel, X):
        self._kernel, self._X = kernel, X
        self._row = lru_cache(max(2, CACHE // len(X)))(row_function(kernel, X))

    def __getitem__(self, rows):
        return self._row(rows) if isinstance(rows, int) else np.array([self._row(i) for i in rows.tolist()])

    def __matmul__(self, beta):
        """The product with a vector, most of whose entries are 0, shape (n,)."""
        return sum((beta[i] * self._row(i) for i in np.flatnonzero(beta).tolist()), np.zeros(len(beta)))

    def diagonal(self):
        blocks = (self._X[start : start + 100] for start in range(0, len(self._X), 100))
        return np.concatenate([kernel_matrix(self._kernel, block).diagonal() for block in blocks])


def row_function(kernel, X):
    """A function from i to row i of the kernel matrix of X, shape (n,): a product, for the commonest kernels."""
    if type(kernel) is LinearKernel:
        columns = X.T.copy()
        return lambda i: X[i] @ columns
    if type(kernel) is RBFKernel:
        return gaussian_row(kernel, X)
    return lambda i: kernel_matrix(kernel, X[i : i + 1], X)[0]


def gaussian_row(kernel, X):
    r"""The same for an `RBFKernel`: $2\gamma\, x \cdot z - \gamma x^2 - \gamma z^2$ takes one product."""
    gamma = kernel.gamma
    centred = X - np.median(X, axis=0)
    with np.errstate(over="ignore"):
        squares = gamma * (centred * centred).sum(axis=1)
        too_far = squares > (FAR if squares.max() < math.inf else -1)  # where a difference of squares loses digits
    ones = np.ones(len(X))
    left, right = np.column_stack([centred, squares, ones]), np.vstack([2 * gamma * centred.T, -ones, -squares])

    def row(i):
        if too_far[i]:
            return kernel_matrix(kernel, X[i : i + 1], X)[0]
        exponents = left[i] @ right
        np.minimum(exponents, 0, out=exponents)
        return np.exp(exponents, out=exponents)

    return row


def kernel_rows(kernel, X):
    """The kernel matrix of X, whole, or row by row where there are many."""
    return kernel_matrix(kernel, X) if len(X) <= WHOLE else KernelRows(kernel, X)


def weighted_sums(kernel, X, rows, weights):
    """The sum of weight times k(x, row) for each x of X, shape (n,), for so many of them at a time as there is room."""
    block = max(1, CACHE // 4 // max(1, len(rows)))
    parts = [X[start : start + block] for start in range(0, len(X), block)]
    return np.concatenate([kernel_matrix(kernel, part, rows) @ weights for part in parts])
