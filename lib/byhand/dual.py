r"""The dual problem of a support vector machine, and how it is solved: two multipliers at a time.

$$\max_\alpha \; W(\alpha) = \sum_n \alpha_n - \tfrac12 \sum_{n, m} \alpha_n \alpha_m y_n y_m K_{nm}
  \quad\text{with}\quad 0 \le \alpha_n \le C, \quad \sum_n \alpha_n y_n = 0$$

K is the kernel matrix, $y_n = \pm 1$. If the support vectors are known, equations give the rest: `support_equations`.
If not, one climbs: `coordinate_ascent` where one number can change alone, `smo` for the pairs that the sum asks for.
The machine itself is `byhand.svm.SVC`.
"""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from byhand.base import (
    as_number,
    as_signs,
    as_symmetric,
    as_vector,
    as_whole,
    first_best,
)
from byhand.guard import as_numeric, guard

TIE = 1e-9  # of slopes that differ by no more, the first is taken; f is ±1 on the edges


def dual_objective(K, y, alpha):
    r"""$W(\alpha) = \sum_n \alpha_n - \frac12 \sum_{n, m} \alpha_n \alpha_m y_n y_m K_{nm}$.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,); `alpha`: shape (n,).

    >>> dual_objective([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], [0.25, 0, 0.25])
    0.25
    """
    K, y = _as_kernel_matrix(K, y)
    alpha = _as_multipliers(alpha, y, math.inf)
    return float(alpha.sum() - 0.5 * (alpha * y) @ K @ (alpha * y))


def support_equations(K, y, free, capped=(), C=math.inf):
    r"""The equations of a machine whose support vectors are known, as A and c with $A (\beta, b) = c$.

    In the signed multipliers $\beta_j = \alpha_j y_j$ there is one for each free row i, and one for the sum:

    $$\sum_j \beta_j K_{ij} + b = y_i, \qquad \sum_j \beta_j = 0$$

    The rows `free` stand exactly on an edge; their $\beta_j$ are the unknowns, and b is the last one. The rows `capped`
    have $\alpha_j = C$, all others 0.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,), both arrays, of floats or of fractions. Returns A,
    shape (f + 1, f + 1) for f free rows, and c, shape (f + 1,).

    >>> K = np.array([[18, 21, 6], [21, 25, 7], [6, 7, 2]])
    >>> A, c = support_equations(K, np.array([1, 1, -1]), free=[0, 2])
    >>> np.linalg.solve(A, c).round(9)  # α_1 and -α_3, then b
    array([ 0.25, -0.25, -2.  ])
    """
    capped, ones = list(capped), np.ones((len(free), 1), dtype=int)
    if capped and math.isinf(C):
        raise ValueError("C must be finite for rows to be capped by it")
    A = np.block([[K[np.ix_(free, free)], ones], [ones.T, 0]])
    c = np.append(y[free], 0)
    for j in capped:
        c = c - C * y[j] * np.append(K[free, j], 1)
    return A, c


def coordinate_ascent(A, b, start=None, sweeps=10, low=-math.inf, high=math.inf):
    r"""Maximise $W(a) = b \cdot a - \frac12 a^T A a$ one coordinate at a time, each within [low, high]:

    $$a_i \leftarrow \text{the best } a_i \text{ for the others as they are}
      = a_i + \frac{b_i - \sum_j A_{ij} a_j}{A_{ii}}, \text{ cut off at the bounds}$$

    `A`: symmetric, shape (d, d), with a positive diagonal; `b`: shape (d,); `start`: shape (d,), zeros if left out. A
    sweep goes once through all coordinates. Returns every point of the way, shape (1 + d sweeps, d).

    In the dual of a machine it is stuck from the start: with $\sum_n \alpha_n y_n = 0$ no multiplier can change alone.
    Hence the pairs of `smo`.

    >>> coordinate_ascent([[2, 1], [1, 2]], [3, 3], sweeps=2)
    array([[0.    , 0.    ],
           [1.5   , 0.    ],
           [1.5   , 0.75  ],
           [1.125 , 0.75  ],
           [1.125 , 0.9375]])
    """
    A = as_symmetric(A, "A")
    if not (np.diag(A) > 0).all():
        raise ValueError(f"A must have a diagonal above 0; got {np.diag(A).tolist()}")
    b = as_vector(b, len(A), "b")
    a = np.zeros(len(A)) if start is None else as_vector(start, len(A), "start")
    points = [a.copy()]
    for _ in range(as_whole(sweeps, "sweeps", 0)):
        for i in range(len(a)):
            a[i] = min(max(a[i] + (b[i] - A[i] @ a) / A[i, i], low), high)
            points.append(a.copy())
    return np.array(points)


# ---- pairs


def smo(K, y, C=1.0, tol=1e-3, max_iter=10_000):
    """Sequential minimal optimisation, step by step: from α = 0, move the `best_pair` by its `best_move`, and again.

    The optimum is reached when the gap of the pair is at most 0; the iteration ends when it is at most `tol`.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,); `C`: the upper bound, perhaps infinite. Yields a
    `PairStep` for each step, `max_iter` at most.

    >>> [step] = smo([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], C=10)
    >>> step.i, step.j, step.alpha, step.gap
    (0, 2, array([0.25, 0.  , 0.25]), 2.0)
    """
    C, tol, max_iter = as_price(C), as_tolerance(tol), as_whole(max_iter, "max_iter", 1)
    K, y = _as_kernel_matrix(K, y)

    def steps(alpha):
        for _ in range(max_iter):
            i, j, gap = best_pair(K, y, alpha, C)
            if gap <= tol:
                return
            yield (step := PairStep.of(K, y, alpha, i, j, C))
            alpha = step.alpha

    return steps(np.zeros(len(y)))


def best_pair(K, y, alpha, C):
    r"""The two rows i and j whose multipliers promise most, and the gap.

    With the slopes $F_n = y_n - \sum_m \alpha_m y_m K_{nm}$, the row i is the one with the highest slope among those
    whose $\alpha_n y_n$ may rise; among those whose $\alpha_n y_n$ may fall, j is the one with the greatest gain,

    $$\frac{(F_i - F_j)^2}{2 (K_{ii} + K_{jj} - 2 K_{ij})}.$$

    The gap is how far the highest slope that may rise is above the lowest that may fall: at most 0 at the optimum.

    >>> K = np.array([[18, 21, 6], [21, 25, 7], [6, 7, 2]])
    >>> best_pair(K, np.array([1, 1, -1]), np.array([0, 0, 0]), C=1)
    (0, 2, 2.0)
    """
    slope = y - K @ (alpha * y)
    may_rise = np.where(y > 0, alpha < C, alpha > 0)
    may_fall = np.where(y > 0, alpha > 0, alpha < C)
    i = int(first_best(np.where(may_rise, slope, -math.inf), TIE))
    ahead = np.where(may_fall, slope[i] - slope, -math.inf)
    gain = ahead / np.sqrt(np.maximum(K[i, i] + K.diagonal() - 2 * K[i], rounding_of(K)))  # the root of twice the gain
    return i, int(first_best(gain, TIE * abs(gain.max()))), float(ahead.max())


def best_move(K, y, alpha, i, j, C):
    r"""Where $\alpha_i$ and $\alpha_j$ are best while all others rest, and the ends of the line that they move on.

    `K`, `y`, `alpha`, shapes (n, n), (n,) and (n,), are arrays. Returns the new $(\alpha_i, \alpha_j)$, shape (2,), and
    the two ends, shape (2, 2), the one with the lower $\alpha_j$ first.

    >>> K = np.array([[18, 21, 6], [21, 25, 7], [6, 7, 2]])
    >>> best_move(K, np.array([1, 1, -1]), np.array([0, 0, 0]), i=0, j=2, C=10)
    (array([0.25, 0.25]), array([[ 0.,  0.],
           [10., 10.]]))
    """
    a_i, a_j = alpha[i], alpha[j]
    E_i, E_j = K[[i, j]] @ (alpha * y) - y[[i, j]]
    eta = max(K[i, i] + K[j, j] - 2 * K[i, j], rounding_of(K))
    if y[i] != y[j]:
        low, high = max(0.0, a_j - a_i), min(C, C + a_j - a_i)
        ends = [max(0.0, a_i - a_j), low], [min(C, C + a_i - a_j), high]
    else:
        low, high = max(0.0, a_i + a_j - C), min(C, a_i + a_j)
        ends = [high, low], [low, high]
    new = a_j + y[j] * (E_i - E_j) / eta
    if new <= low:
        pair = ends[0]
    elif new >= high:
        pair = ends[1]
    else:
        pair = [a_i + y[i] * y[j] * (a_j - new), new]
    return np.clip(pair, 0, C), np.array(ends)


def pair_step(K, y, alpha, i, j, C=1.0):
    """The best that two multipliers can do while all others rest, as a `PairStep`.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,); `alpha`: shape (n,), with alpha · y = 0; `i`, `j`:
    two different rows; `C`: the upper bound, perhaps infinite.

    >>> step = pair_step([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], [0, 0, 0], 0, 2)
    >>> step.new, step.curvature, step.objectives
    (array([0.25, 0.25]), 8.0, (0.0, 0.25))
    """
    C = as_price(C)
    K, y = _as_kernel_matrix(K, y)
    i, j = (as_whole(row, name, 0) for row, name in ((i, "i"), (j, "j")))
    if i == j or max(i, j) >= len(y):
        raise ValueError(f"i and j must be two different rows of {len(y)}; got {i} and {j}")
    return PairStep.of(K, y, _as_multipliers(alpha, y, C), i, j, C)


@dataclass(frozen=True, eq=False)
class PairStep:
    r"""One step of `smo`: two multipliers move along the line $\alpha_i y_i + \alpha_j y_j = $ const, all others rest.

    i, j : the rows
    labels, errors : $y_i, y_j$ and $E_i, E_j$, where $E = f(x) - y$ with b left out, both of shape (2,)
    products : $K_{ii}, K_{jj}, K_{ij}$
    ends : the ends of the part of the line that lies in the box, one in each row, shape (2, 2); towards the second one
        $\alpha_i y_i$ rises
    old, new : $(\alpha_i, \alpha_j)$ before and after, shape (2,)
    alpha : all multipliers after the step, shape (n,)
    gap : by how much the rows violated the optimality conditions before the step
    objectives : W before and after
    """

    i: int
    j: int
    labels: np.ndarray
    errors: np.ndarray
    products: tuple
    ends: np.ndarray
    old: np.ndarray
    new: np.ndarray
    alpha: np.ndarray
    gap: float
    objectives: tuple

    @classmethod
    def of(cls, K, y, alpha, i, j, C):
        """The step from multipliers `alpha`, an array, for the rows i and j."""
        pair, after, beta = [i, j], alpha.copy(), alpha * y
        after[pair], ends = best_move(K, y, alpha, i, j, C)
        f = K @ beta
        before = float(alpha.sum() - 0.5 * beta @ f)
        return cls(
            i=i,
            j=j,
            labels=y[pair],
            errors=(f - y)[pair],
            products=(float(K[i, i]), float(K[j, j]), float(K[i, j])),
            ends=ends if y[j] < 0 else ends[::-1],
            old=alpha[pair],
            new=after[pair],
            alpha=after,
            gap=best_pair(K, y, alpha, C)[2],
            objectives=(before, float(after.sum() - 0.5 * (after * y) @ K @ (after * y))),
        )

    @property
    def curvature(self):
        r"""$\eta = K_{ii} + K_{jj} - 2 K_{ij}$."""
        return self.products[0] + self.products[1] - 2 * self.products[2]

    def working(self):
        """The step as on paper, with rows counted from 1; for the pair (1, 3) the steps are named E1, E3, eta, target,
        low, high, alpha 3, alpha 1 and W.

        >>> step = pair_step([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], [0, 0, 0], 0, 2, C=10)
        >>> print(step.working())
        Rows 1 and 3
        E1 = f(x_1) - y_1 = 0 - 1 = -1   (b left out)
        E3 = f(x_3) - y_3 = 0 - (-1) = 1   (b left out)
        eta = K_11 + K_33 - 2 K_13 = 18 + 2 - 2 × 6 = 8
        target = α_3 + (y_3 (E_1 - E_3))/(η) = 0 + ((-1) × ((-1) - 1))/8 = 0.25
        low = 0   (the lowest α_3 on the line in the box)
        high = 10   (the highest)
        alpha 3 = 0.25   (the target, cut off at low and high)
        alpha 1 = α_1 + y_1 y_3 (α_3 - α_3^new) = 0 + 1 × (-1) × (0 - 0.25) = 0.25
        W = 0.25   (from 0)
        """
        from byhand.paper import svm as paper  # it builds on this module

        return paper.pair_working(self)


# ---- checks


def rounding_of(K):
    """What rounding may leave of a curvature that is 0, for a kernel matrix K, shape (n, n)."""
    return 1e-15 * (float(np.abs(K.diagonal()).max()) or 1.0)


def as_price(C):
    """C as a float: a number above 0, perhaps infinite."""
    hard = isinstance(C, (float, np.floating)) and math.isinf(C) and C > 0
    return math.inf if hard else as_number(C, "C", above=0)


def as_tolerance(tol):
    """tol as a float above 0 and below 1."""
    if as_number(tol, "tol", above=0) < 1e-15:
        raise ValueError(f"tol must be at least 1e-15, for rounding leaves as much; got {tol!r}")
    if tol >= 1:
        raise ValueError(f"tol must be below 1, the value of f at an edge; got {tol!r}")
    return float(tol)


def _as_kernel_matrix(K, y):
    K = as_symmetric(K, "K")
    return K, as_signs(y, len(K))


def _as_multipliers(alpha, y, C):
    alpha = as_vector(alpha, len(y), "alpha")
    if not ((alpha >= 0) & (alpha <= C)).all():
        raise ValueError(f"alpha must lie between 0 and {C:g}; got {alpha.tolist()}")
    if abs(alpha @ y) > 1e-9 * alpha.sum():
        raise ValueError(f"alpha must have the same sum for both labels; it has {alpha @ y:g} more for +1")
    return alpha


vector = partial(as_numeric, ndim=1)
guard(
    __name__,
    **dict.fromkeys(["PairStep", "best_move", "best_pair", "support_equations"], {"y": vector, "alpha": vector}),
    low=as_number,
    high=as_number,
)
