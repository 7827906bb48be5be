r"""Support vector machines: the widest margin between two classes, and a price for standing in it.

$$\min_{w, b, \xi} \; \tfrac12 \lVert w \rVert^2 + C \sum_{n=1}^N \xi_n \quad\text{with}\quad
  y_n (w \cdot x_n + b) \ge 1 - \xi_n, \quad \xi_n \ge 0, \qquad y_n = \pm 1$$

The margin lies between its edges $w \cdot x + b = -1$ and $+1$ and is $2 / \lVert w \rVert$ wide; the slack $\xi_n$
says how far row n is on the wrong side of its edge. With $C = \infty$ no row may be: the hard margin. The dual problem

$$\max_\alpha \; \sum_n \alpha_n - \tfrac12 \sum_{n, m} \alpha_n \alpha_m y_n y_m\, k(x_n, x_m) \quad\text{with}\quad
  0 \le \alpha_n \le C, \quad \sum_n \alpha_n y_n = 0$$

has the same solution, $f(x) = w \cdot x + b = \sum_n \alpha_n y_n k(x_n, x) + b$, and sees the rows only through the
kernel k. Rows with $\alpha_n > 0$ are the support vectors; those with $0 < \alpha_n < C$ stand exactly on an edge.

The primal: `SoftMargin`, `SubgradientSVC`. The dual: `coordinate_ascent`, `smo`. Any kernel: `SVC`. More than two
classes: `OneVsRest`, `OneVsOne`.
"""

import math
import warnings
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from byhand.base import Classifier, as_labels, as_matrix, as_number, as_table, as_whole, encode_classes
from byhand.linear import polynomial_features
from byhand.optimize import EmpiricalRisk, GradientDescent, HingeLoss, batches, descend
from byhand.working import Step, Working, as_printed, short, tex

TIE = 1e-9  # scores that differ by no more are the same; the edges are at -1 and +1
FEW = 100  # so many free multipliers can be solved for at once
WHOLE = 3000  # the kernel matrix of up to so many rows is kept whole
CACHE = 2**24  # of more rows, so many of its entries


# ---- margins


def geometric_margins(X, y, w, b):
    r"""How far each row is on its own side of the hyperplane: $y_n (w \cdot x_n + b) / \lVert w \rVert$, shape (n,).

    `X`: shape (n, d); `y`: +1 and -1, shape (n,); `w`: shape (d,). The least of them is the distance from the
    hyperplane to the nearest row; a negative one belongs to a row on the wrong side.

    >>> geometric_margins([[3, 3], [4, 3], [1, 1]], [1, 1, -1], w=[0.5, 0.5], b=-2).round(6)
    array([1.414214, 2.12132 , 1.414214])
    """
    X = as_matrix(X)
    y, w, b = _as_signs(y, len(X)), _as_vector(w, X.shape[1], "w"), as_number(b, "b")
    length = math.sqrt(w @ w)
    if length == 0:
        raise ValueError("w must not be zero: it has no hyperplane")
    return y * (X @ w + b) / length


# ---- the primal


@dataclass(frozen=True)
class Form:
    r"""A way to write the objective of the soft margin: $a \lVert w \rVert^2 + s \sum_n \xi_n$ with one setting v.

    half : whether a has the factor ½ (else 1)
    mean : whether s has the factor 1/N, for the mean of the slacks (else 1, for their sum)
    on_norm : whether v multiplies $\lVert w \rVert^2$, as a $\lambda$ does (else the slacks, as C does)

    All forms have the same solutions: those of $\frac12 \lVert w \rVert^2 + C \sum_n \xi_n$ with $C = s / (2a)$, whose
    values and multipliers they multiply by $2a$. (Whoever writes the hyperplane as $w \cdot x - b = 0$ has the opposite
    b, whatever the form.)

    >>> Form(half=False, mean=True, on_norm=True).price(0.1, n=4)  # λ‖w‖² + mean: C = 1 / (2 N λ)
    1.25
    >>> Form(half=False).price(3, n=4)  # ‖w‖² + v times the sum: C = v / 2
    1.5
    """

    half: bool = True
    mean: bool = False
    on_norm: bool = False

    def weights(self, setting, n):
        """The a and the s for a setting and n rows."""
        v, n = as_number(setting, "setting", above=0), as_whole(n, "n", 1)
        a, s = 0.5 if self.half else 1.0, 1 / n if self.mean else 1.0
        return (a * v, s) if self.on_norm else (a, s * v)

    def price(self, setting, n):
        """The C of this book that has the same solution."""
        a, s = self.weights(setting, n)
        return s / (2 * a)

    def setting(self, C, n):
        """The setting of this form that has the same solution as C."""
        C, at_one = as_number(C, "C", above=0), self.price(1, n)
        return at_one / C if self.on_norm else C / at_one


BOOK = Form()


class SoftMargin:
    r"""The objective without constraints, each slack being a hinge loss, as a function to go down on:

    $$J(b, w) = a \lVert w \rVert^2 + s \sum_n \max(0, 1 - y_n (w \cdot x_n + b))$$

    Parameters
    ----------
    X, y : shapes (n, d) and (n,), with labels +1 and -1
    setting, form : the v of a `Form`, which say what a and s are; by default it is C, with $a = \frac12$ and $s = C$

    A point is $(b, w_1, \dots, w_d)$; points may be many, shape (..., d + 1).

    >>> risk = SoftMargin([[-2], [-1], [0.5], [-0.5], [1], [2]], [-1, -1, -1, 1, 1, 1], setting=2)
    >>> risk.value([[0, 0.5], [0, 1], [0, 2]]), risk.gradient([0, 2])
    (array([ 7.125,  6.5  , 10.   ]), array([0., 4.]))
    """

    def __init__(self, X, y, setting=1.0, form=BOOK):
        X = as_matrix(X)
        a, s = form.weights(setting, len(X))
        self._scale = s * len(X)
        self._risk = EmpiricalRisk(X, y, HingeLoss(), penalty=2 * a / self._scale, intercept=True)

    def on(self, rows):
        """The same from some of the rows, given by their indices: an estimate whose mean over all rows is the whole."""
        part = copy(self)
        part._risk = self._risk.on(rows)
        return part

    def value(self, point):
        """J, shape (...)."""
        return self._scale * self._risk.value(point)

    def gradient(self, point):
        """The sub-gradient of J, shape (..., d + 1): at the kink of a hinge its slope counts as 0."""
        return self._scale * self._risk.gradient(point)


class _BySign(Classifier):
    """A classifier of two classes by the sign of its `decision_function`."""

    def predict(self, X):
        """The second of the classes where f is above 0, else the first, shape (n,)."""
        positive = self.decision_function(X) > TIE
        return self.classes_[positive.astype(int)]


class SubgradientSVC(_BySign):
    r"""The soft margin by sub-gradient descent on the primal, $J = \frac12 \lVert w \rVert^2 + C \sum_n \xi_n$.

    The features are centred first, for the way to b is long otherwise. Step k has the rate $1 / (k + NCR)$, where R is
    the mean of $1 + \lVert x_n - \bar x \rVert^2$. The objective does not fall in every step, so the best point on the
    way is kept.

    Parameters
    ----------
    C : the price of slack
    steps : how many steps to make
    batch_size : the number of rows that a step looks at; None for all
    seed : for the order of the batches

    Learned: `classes_`, shape (2,), the second of which is the +1; `coef_`, the w, shape (d,); `intercept_`, the b;
    `objective_`, the J of both; `path_`, the `Path` of the points $(f(\bar x), w_1, \dots, w_d)$.

    >>> model = SubgradientSVC(steps=2000).fit([[3, 3], [4, 3], [1, 1]], ["yes", "yes", "no"])
    >>> model.coef_.round(2), round(model.intercept_, 2)
    (array([0.5, 0.5]), -2.0)
    """

    def __init__(self, C=1.0, steps=1000, batch_size=None, seed=0):
        self.C = C
        self.steps = steps
        self.batch_size = batch_size
        self.seed = seed

    def fit(self, X, y):
        """Learn from X, shape (n, d), and labels of two kinds y, shape (n,)."""
        C = as_number(self.C, "C", above=0)
        X = as_matrix(X)
        classes, signs = _two_classes(y, len(X))
        centre = X.mean(axis=0)
        first = C * (len(X) + ((X - centre) ** 2).sum())
        method = GradientDescent(rate=lambda k: 1 / (k + first))
        rows = None if self.batch_size is None else batches(len(X), self.batch_size, seed=self.seed)
        objective = SoftMargin(X - centre, signs, C)
        path = descend(objective, np.zeros(X.shape[1] + 1), method, self.steps, batches=rows)
        self.classes_, self.n_features_in_, self.path_ = classes, X.shape[1], path
        self.coef_, self.objective_ = path.best[1:], float(path.values.min())
        self.intercept_ = float(path.best[0] - self.coef_ @ centre)
        return self

    def decision_function(self, X):
        r"""$f(x) = w \cdot x + b$ for each row of X, shape (n,)."""
        self._require_fit("n_features_in_")
        return as_matrix(X, columns=self.n_features_in_) @ self.coef_ + self.intercept_


# ---- the dual


def dual_objective(K, y, alpha):
    r"""$W(\alpha) = \sum_n \alpha_n - \frac12 \sum_{n, m} \alpha_n \alpha_m y_n y_m K_{nm}$.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,); `alpha`: shape (n,).

    >>> dual_objective([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], [0.25, 0, 0.25])
    0.25
    """
    K, y = _as_kernel_matrix(K, y)
    alpha = _as_multipliers(alpha, y, math.inf)
    return float(alpha.sum() - 0.5 * (alpha * y) @ K @ (alpha * y))


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
    A = _as_symmetric(A, "A")
    if not (np.diag(A) > 0).all():
        raise ValueError(f"A must have a diagonal above 0; got {np.diag(A).tolist()}")
    b = _as_vector(b, len(A), "b")
    a = np.zeros(len(A)) if start is None else _as_vector(start, len(A), "start")
    points = [a.copy()]
    for _ in range(as_whole(sweeps, "sweeps", 0)):
        for i in range(len(a)):
            a[i] = min(max(a[i] + (b[i] - A[i] @ a) / A[i, i], low), high)
            points.append(a.copy())
    return np.array(points)


@dataclass(frozen=True, eq=False)
class PairStep:
    r"""One step of `smo`: two multipliers move along the line $\alpha_i y_i + \alpha_j y_j = $ const, all others rest.

    i, j : the rows
    labels, errors : $y_i, y_j$ and $E_i, E_j$, where $E = f(x) - y$ with b left out, both of shape (2,)
    curvature : $\eta = K_{ii} + K_{jj} - 2 K_{ij}$
    ends : the ends of the part of the line that lies in the box, one in each row, shape (2, 2)
    old, new : $(\alpha_i, \alpha_j)$ before and after, shape (2,)
    alpha : all multipliers after the step, shape (n,)
    gap : by how much the rows violated the optimality conditions before the step
    objectives : W before and after
    """

    i: int
    j: int
    labels: np.ndarray
    errors: np.ndarray
    curvature: float
    ends: np.ndarray
    old: np.ndarray
    new: np.ndarray
    alpha: np.ndarray
    gap: float
    objectives: tuple

    def working(self):
        """The step as on paper, with rows counted from 1; for the pair (1, 3) the steps are named E1, E3, eta, target,
        low, high, alpha 3, alpha 1 and W.

        >>> step = pair_step([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], [0, 0, 0], 0, 2, C=10)
        >>> print(step.working())
        Rows 1 and 3
        E1 = f(x_1) - y_1 = 0 - 1 = -1   (b left out)
        E3 = f(x_3) - y_3 = 0 - (-1) = 1   (b left out)
        eta = K_11 + K_33 - 2 K_13 = 8
        target = α_3 + (y_3 (E_1 - E_3))/(η) = 0 + (-1 × (-1 - 1))/8 = 0.25
        low = 0   (the lowest α_3 on the line in the box)
        high = 10   (the highest)
        alpha 3 = 0.25   (the target, cut off at low and high)
        alpha 1 = α_1 + y_1 y_3 (α_3 - α_3^new) = 0 + 1 × (-1) × (0 - 0.25) = 0.25
        W = 0.25   (from 0)
        """
        i, j = self.i + 1, self.j + 1
        (y_i, y_j), (E_i, E_j) = self.labels.astype(int).tolist(), self.errors.tolist()
        (old_i, old_j), (new_i, new_j) = self.old.tolist(), self.new.tolist()
        low, high = np.sort(self.ends[:, 1]).tolist()
        target = old_j + y_j * (E_i - E_j) / self.curvature if self.curvature > 0 else y_j * (E_i - E_j) * math.inf
        return Working(
            f"Rows {i} and {j}",
            [
                _error_step(i, y_i, E_i),
                _error_step(j, y_j, E_j),
                Step("eta", f"K_{{{i}{i}}} + K_{{{j}{j}}} - 2 K_{{{i}{j}}}", "", self.curvature),
                Step(
                    "target",
                    rf"\alpha_{{{j}}} + \frac{{y_{{{j}}} (E_{{{i}}} - E_{{{j}}})}}{{\eta}}",
                    rf"{tex(old_j)} + \frac{{{y_j} \times ({tex(E_i)} - {_factor(E_j)})}}{{{tex(self.curvature)}}}",
                    target,
                ),
                Step("low", "", "", low, rf"the lowest α_{j} on the line in the box"),
                Step("high", "", "", high, "the highest"),
                Step(f"alpha {j}", "", "", new_j, "the target, cut off at low and high"),
                Step(
                    f"alpha {i}",
                    rf"\alpha_{{{i}}} + y_{{{i}}} y_{{{j}}} (\alpha_{{{j}}} - \alpha_{{{j}}}^{{new}})",
                    rf"{tex(old_i)} + {_factor(y_i)} \times {_factor(y_j)} \times ({tex(old_j)} - {tex(new_j)})",
                    new_i,
                ),
                Step("W", "", "", self.objectives[1], f"from {self.objectives[0]:.6g}"),
            ],
        )


def pair_step(K, y, alpha, i, j, C=1.0):
    """The best that two multipliers can do while all others rest, as a `PairStep`.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,); `alpha`: shape (n,), with alpha · y = 0; `i`, `j`:
    two different rows; `C`: the upper bound, perhaps infinite.

    >>> step = pair_step([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], [0, 0, 0], 0, 2)
    >>> step.new, step.curvature, step.objectives
    (array([0.25, 0.25]), 8.0, (0.0, 0.25))
    """
    C = _as_price(C)
    K, y = _as_kernel_matrix(K, y)
    i, j = (as_whole(row, name, 0) for row, name in ((i, "i"), (j, "j")))
    if i == j or max(i, j) >= len(y):
        raise ValueError(f"i and j must be two different rows of {len(y)}; got {i} and {j}")
    dual = _Dual(K, y, C)
    dual.start_from(_as_multipliers(alpha, y, C))
    return dual.drawn_step(i, j)


def smo(K, y, C=1.0, tol=1e-3, max_iter=10_000):
    r"""Sequential minimal optimisation, step by step: from $\alpha = 0$, move the two multipliers that promise most.

    With the slopes $F_n = y_n - \sum_m \alpha_m y_m K_{nm}$, the row i is the one with the highest slope among those
    whose $\alpha_n y_n$ may rise; among those whose $\alpha_n y_n$ may fall, j is the one with the greatest gain,

    $$\frac{(F_i - F_j)^2}{2 (K_{ii} + K_{jj} - 2 K_{ij})}.$$

    The optimum is reached when no row that may fall has a slope lower than one that may rise: the gap between the two
    is then at most 0, and the iteration ends when it is at most `tol`.

    `K`: the kernel matrix, shape (n, n); `y`: +1 and -1, shape (n,); `C`: the upper bound, perhaps infinite. Yields a
    `PairStep` for each step, `max_iter` at most.

    >>> [step] = smo([[18, 21, 6], [21, 25, 7], [6, 7, 2]], [1, 1, -1], C=10)
    >>> step.i, step.j, step.alpha, step.gap
    (0, 2, array([0.25, 0.  , 0.25]), 2.0)
    """
    C, tol, max_iter = _as_price(C), _as_tolerance(tol), as_whole(max_iter, "max_iter", 1)
    dual = _Dual(*_as_kernel_matrix(K, y), C)
    return (dual.drawn_step(i, j) for _, (i, j) in zip(range(max_iter), dual.pairs(tol), strict=False))


class _Dual:
    r"""The dual problem and how far its solution has got, in the signed multipliers $\beta_n = \alpha_n y_n$:

    $$\max_\beta \; y \cdot \beta - \tfrac12 \beta^T K \beta \quad\text{with}\quad
      \sum_n \beta_n = 0, \quad low_n \le \beta_n \le high_n$$

    where the bounds are 0 and C for $y_n = 1$, -C and 0 for $y_n = -1$. `slope` is the gradient $y - K\beta$; `up` is 0
    where $\beta_n$ may rise and -∞ where it may not, `down` the same for falling: added to slopes, they take rows out
    of a search for the highest.
    """

    def __init__(self, K, y, C):
        self.K, self.y, self.steps = K, y, 0
        self.beta, self.slope = np.zeros(len(y)), y.copy()
        self.diagonal = diagonal = K.diagonal()
        self.rounding = rounding = 1e-15 * (
            float(np.abs(diagonal).max()) or 1.0
        )  # what may be left of a curvature of 0

        @lru_cache(max(2, CACHE // len(y)))
        def inverse_roots(i):
            return 1 / np.sqrt(np.maximum(_curvatures(K, diagonal, i), rounding))

        self._inverse_roots, self._work = inverse_roots, np.empty((2, len(y)))
        self.set_bounds(C)

    def set_bounds(self, C):
        """Let the multipliers, as they are, lie between 0 and C."""
        self.C = C
        self.dust = 1e-13 * C if math.isfinite(C) else 0.0  # what rounding may leave between a multiplier and its bound
        self.high, self.low = np.where(self.y > 0, C, 0.0), np.where(self.y > 0, 0.0, -C)
        self.up, self.down = np.zeros((2, len(self.y)))
        self._settle(np.arange(len(self.y)))

    def raise_price(self, C):
        """Go over to a higher C: multipliers in proportion, so that those at their bound stay there."""
        factor = C / self.C
        self.beta *= factor
        self.slope = self.y - factor * (self.y - self.slope)
        self.set_bounds(C)

    def start_from(self, alpha):
        """Take these multipliers, shape (n,)."""
        self.beta = alpha * self.y
        self.slope = self.y - self.K @ self.beta
        self.set_bounds(self.C)

    def _settle(self, rows):
        """Put multipliers that have come to a bound exactly there, and note which may rise and which may fall."""
        beta, low, high = self.beta[rows], self.low[rows], self.high[rows]
        beta = np.where(high - beta <= self.dust, high, np.where(beta - low <= self.dust, low, beta))
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
        return float(0.5 * self.beta @ (self.y + self.slope))

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
        if rise - t <= self.dust:
            beta[i], self.up[i] = self.high[i], -math.inf
        if fall - t <= self.dust:
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

    def drawn_step(self, i, j):
        """Move i and j, whichever of them has to rise, and return the `PairStep`."""
        pair = np.array([i, j])
        labels, errors, old = self.y[pair], -self.slope[pair], np.abs(self.beta[pair])
        forward = min(self.high[i] - self.beta[i], self.beta[j] - self.low[j])
        back = min(self.high[j] - self.beta[j], self.beta[i] - self.low[i])
        ends = np.abs(old + np.outer([-back, forward], [labels[0], -labels[1]]))  # never below 0, but for rounding
        gap, before, curvature = self.gap, self.objective, float(_curvatures(self.K, self.diagonal, i)[j])
        if errors[0] < errors[1] and forward > 0:
            self.move(i, j)
        elif errors[0] > errors[1] and back > 0:
            self.move(j, i)
        alpha = np.abs(self.beta)
        return PairStep(i, j, labels, errors, curvature, ends, old, alpha[pair], alpha, gap, (before, self.objective))


def _curvatures(K, diagonal, i):
    """K_ii + K_jj - 2 K_ij for all j, shape (n,)."""
    return diagonal[i] + diagonal - 2 * K[i]


def _solve(K, y, C, tol, max_iter):
    """The dual at its optimum for C; for the hard margin, if there is none, for the last price that was tried.

    With a high price pairs move slowly. With a low one they do not, and most of what is at a bound then is so at ten
    times the price, too. A price so high that no multiplier is at it any more is as good as an infinite one.
    """
    dual = _Dual(K, y, C)
    scale = float(_curvatures(K, dual.diagonal, 0).max()) or 1.0  # about the square of the distances between rows
    dual.set_bounds(min(C, 10 / scale))
    while dual.C < C and dual.steps < max_iter:
        dual.converge(max(tol, 0.1), max_iter)
        if math.isinf(C):
            if (np.abs(dual.beta) < dual.C).all():
                break
            if dual.C * scale > 1e10:
                return dual
        dual.raise_price(min(C, 10 * dual.C))
    dual.set_bounds(C)
    dual.converge(tol, max_iter)
    dual.polish(max_iter)
    dual.converge(tol, max_iter)
    return dual


# ---- kernels


class Kernel:
    """An inner product of features that need never be computed: `kernel(A, B)` has the shape (m, n).

    `A`: shape (m, d); `B`: shape (n, d), A itself if left out. `mercer` says whether it is one for sure: whether the
    matrix of any rows is positive semi-definite.
    """

    mercer = True

    def __call__(self, A, B=None):
        A = as_matrix(A, "A")
        B = A if B is None else as_matrix(B, "B", A.shape[1])
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            return self._matrix(A, B)


@dataclass(frozen=True)
class LinearKernel(Kernel):
    r"""$k(x, z) = x \cdot z$.

    >>> LinearKernel()([[3, 3], [4, 3], [1, 1]])
    array([[18., 21.,  6.],
           [21., 25.,  7.],
           [ 6.,  7.,  2.]])
    """

    def features(self, X):
        """X itself, shape (n, d)."""
        return X

    def _matrix(self, A, B):
        return _features(self, A) @ _features(self, B).T


@dataclass(frozen=True)
class MappedKernel(LinearKernel):
    r"""$k(x, z) = \phi(x) \cdot \phi(z)$ for a feature map of your own.

    `features`: a function from rows, shape (n, d), to their features, shape (n, k).

    >>> lift = MappedKernel(lambda X: np.column_stack([X, (X**2).sum(axis=1)]))  # (a, b) to (a, b, a² + b²)
    >>> lift([[1, 2]], [[3, -1]])
    array([[51.]])
    """

    features: object = None

    def __post_init__(self):
        if not callable(self.features):
            raise ValueError(f"features must be a function from rows to their features; got {self.features!r}")


@dataclass(frozen=True)
class PolynomialKernel(Kernel):
    r"""$k(x, z) = (\gamma\, x \cdot z + r)^d$ with $\gamma > 0$; $d = 2$ is the quadratic kernel.

    Parameters: `degree`, the d; `gamma`; `coef0`, the r. With a negative r it is not positive semi-definite.

    >>> quadratic = PolynomialKernel(degree=2, coef0=0)
    >>> quadratic([[1, 2, 3]], [[4, 5, 6]])  # 32²
    array([[1024.]])
    >>> x, z = quadratic.features([[1, 2, 3], [4, 5, 6]])
    >>> float((x @ z).round(9))
    1024.0
    """

    degree: int = 2
    gamma: float = 1.0
    coef0: float = 1.0

    def __post_init__(self):
        as_whole(self.degree, "degree", 1)
        as_number(self.gamma, "gamma", above=0)
        as_number(self.coef0, "coef0")

    @property
    def mercer(self):
        return self.coef0 >= 0

    def _matrix(self, A, B):
        return (self.gamma * (A @ B.T) + self.coef0) ** self.degree

    def features(self, X):
        r"""The map behind the kernel, shape (n, k): all products of at most d features, lower degrees first.

        A product in which feature i occurs $m_i$ times, and r takes the $m_0$ places left, is multiplied by the root of
        $\frac{d!}{m_0!\, m_1! \cdots}\, r^{m_0} \gamma^{d - m_0}$. Products that r = 0 takes out are left out.

        >>> PolynomialKernel(degree=2, coef0=2).features([[1, 3]]).round(4)  # r, √(2r) a, √(2r) b, a², √2 ab, b²
        array([[2.    , 2.    , 6.    , 1.    , 4.2426, 9.    ]])
        """
        X, d = as_matrix(X), int(self.degree)
        if self.coef0 < 0:
            raise ValueError(f"coef0 must be at least 0 for the kernel to have features; got {self.coef0}")
        squares = []
        for size in range(d + 1):
            for chosen in combinations_with_replacement(range(X.shape[1]), size):
                repeats = [d - size, *(chosen.count(i) for i in set(chosen))]
                ways = math.factorial(d) // math.prod(map(math.factorial, repeats))
                squares.append(ways * self.coef0 ** (d - size) * self.gamma**size)
        kept = np.flatnonzero(squares)
        return polynomial_features(X, d, ones=True)[:, kept] * np.sqrt(np.array(squares)[kept])


@dataclass(frozen=True)
class RBFKernel(Kernel):
    r"""$k(x, z) = \exp(-\gamma \lVert x - z \rVert^2)$, a Gaussian of width $\sigma$ with $\gamma = 1 / (2\sigma^2)$.

    >>> RBFKernel.of_width(1)([[0, 0]], [[1, 0], [2, 1]]).round(6)
    array([[0.606531, 0.082085]])
    """

    gamma: float = 1.0

    def __post_init__(self):
        as_number(self.gamma, "gamma", above=0)

    @classmethod
    def of_width(cls, sigma):
        """The kernel with this σ."""
        return cls(1 / (2 * as_number(sigma, "sigma", above=0) ** 2))

    @property
    def sigma(self):
        return math.sqrt(1 / (2 * self.gamma))

    def _matrix(self, A, B):
        centre = B.mean(axis=0)  # nearer to 0 the squares lose fewer digits
        a, b = A - centre, B - centre
        squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1)
        squares -= 2 * (a @ b.T)
        return np.exp(-self.gamma * np.maximum(squares, 0))


@dataclass(frozen=True)
class SigmoidKernel(Kernel):
    r"""$k(x, z) = \tanh(\gamma\, x \cdot z + r)$. It is not positive semi-definite in general; `coef0` is the r.

    >>> SigmoidKernel(coef0=-1)([[0.0]]).round(4)  # a negative square of a length
    array([[-0.7616]])
    """

    gamma: float = 1.0
    coef0: float = 0.0
    mercer = False

    def __post_init__(self):
        as_number(self.gamma, "gamma", above=0)
        as_number(self.coef0, "coef0")

    def _matrix(self, A, B):
        return np.tanh(self.gamma * (A @ B.T) + self.coef0)


def is_positive_semidefinite(K):
    """Mercer's test for a kernel matrix, shape (n, n): whether no eigenvalue is negative, up to rounding.

    >>> is_positive_semidefinite([[196, 1024, 4], [1024, 5929, 4], [4, 4, 4]])  # (x · z)²
    True
    >>> is_positive_semidefinite([[0, 27, 20], [27, 0, 83], [20, 83, 0]])  # squared distances
    False
    """
    return _lowest_eigenvalue(_as_symmetric(K, "K")) >= 0


LINEAR = LinearKernel()


# ---- the classifier


class NotSeparableError(ValueError):
    """Raised when there is no hard margin; `rows` are the positions of those that stand in its way."""

    rows = ()


class SVC(_BySign):
    r"""A support vector machine for two classes: $f(x) = \sum_n \alpha_n y_n k(x_n, x) + b$, and its sign decides.

    The multipliers are found pair by pair as in `smo`, and where few of them are between their bounds, by solving for
    those at once. b comes from the rows with $0 < \alpha_n < C$ alone, for only those stand on an edge for sure; if
    there are none, it is the middle of the values that are optimal.

    Parameters
    ----------
    C : the price of slack; infinite for the hard margin
    kernel : a `Kernel`, or a function of your own from two tables, shapes (m, d) and (n, d), to a table (m, n)
    tol : how far the optimality conditions may be violated, in units of f, which is ±1 on the edges
    max_iter : at most so many steps of two multipliers

    Learned
    -------
    classes_ : the two labels, shape (2,), the second of which is the +1
    alpha_ : the multipliers of all rows, shape (n,)
    support_, support_vectors_ : positions and rows of those with $\alpha_n > 0$, shapes (s,) and (s, d)
    dual_coef_, intercept_ : their $\alpha_n y_n$, shape (s,), and b
    coef_ : w, for `LinearKernel` and `MappedKernel` only
    margin_ : its width, $2 / \lVert w \rVert$
    slacks_ : the $\xi_n$, shape (n,)
    objective_, dual_objective_ : the values of both problems; they agree at the optimum
    kkt_gap_, n_iter_ : by how much the optimality conditions are violated, and the number of steps

    >>> X, y = [[0, 9], [4, 1], [4, 4], [0, 0], [0, 4], [1, 1]], [-1, -1, -1, 1, 1, 1]
    >>> model = SVC(C=np.inf).fit(X, y)
    >>> model.coef_.round(9), round(model.intercept_, 9), round(model.margin_, 6)
    (array([-0.8, -0.4]), 2.6, 2.236068)
    >>> model.alpha_.round(9)
    array([0.2, 0.2, 0. , 0. , 0.4, 0. ])
    >>> SVC(kernel=RBFKernel(gamma=0.1)).fit(X, y).predict([[2, 1], [3, 9]])
    array([ 1, -1])
    """

    def __init__(self, C=1.0, kernel=LINEAR, tol=1e-3, max_iter=200_000):
        self.C = C
        self.kernel = kernel
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        """Learn from X, shape (n, d), and labels of two kinds y, shape (n,)."""
        C, tol, max_iter = _as_price(self.C), _as_tolerance(self.tol), as_whole(self.max_iter, "max_iter", 1)
        kernel = self.kernel
        if not callable(kernel):
            raise ValueError(f"kernel must be a kernel, such as RBFKernel(gamma=1), or a function; got {kernel!r}")
        X = as_matrix(X)
        classes, signs = _two_classes(y, len(X))
        explicit = isinstance(kernel, LinearKernel)
        rows = _features(kernel, X) if explicit else X
        centre = rows.mean(axis=0) * explicit  # a shift of features changes only b, and products near 0 lose no digits
        rows = rows - centre
        dual = _solve(_kernel_rows(LINEAR if explicit else kernel, rows), signs, C, tol, max_iter)
        b, slacks = dual.intercept, np.maximum(0, signs * (dual.slope - dual.intercept))
        if dual.C < C:
            raise _not_separable(X, classes, signs, slacks)
        if dual.gap > tol:
            warnings.warn(
                f"after {dual.steps} steps the gap of the optimality conditions is {dual.gap:.3g}, above tol {tol:g}; "
                "raise max_iter, or put the features on one scale",
                RuntimeWarning,
                stacklevel=2,
            )
        self.classes_, self.n_features_in_, self._kernel = classes, X.shape[1], kernel
        self.alpha_ = np.abs(dual.beta)
        self.support_ = np.flatnonzero(self.alpha_)
        self.support_vectors_, self.dual_coef_ = X[self.support_], dual.beta[self.support_]
        self._weights = self.dual_coef_ @ rows[self.support_] if explicit else None
        self.intercept_ = float(b - self._weights @ centre) if explicit else b
        square = max(0.0, float(dual.beta @ (signs - dual.slope)))  # of the length of w
        self.margin_ = 2 / math.sqrt(square) if square > 0 else math.inf
        self.slacks_ = slacks
        self.objective_ = 0.5 * square + (C * float(slacks.sum()) if math.isfinite(C) else 0.0)
        self.dual_objective_, self.kkt_gap_, self.n_iter_ = dual.objective, dual.gap, dual.steps
        return self

    @property
    def coef_(self):
        self._require_fit("n_features_in_")
        if self._weights is None:
            raise AttributeError("coef_ is there for LinearKernel and MappedKernel only: see dual_coef_")
        return self._weights

    def decision_function(self, X):
        r"""$f(x)$ for each row of X, shape (n,): 0 on the boundary, ±1 on the edges."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        if self._weights is not None:
            return _features(self._kernel, X) @ self._weights + self.intercept_
        block = max(1, CACHE // 4 // len(self.support_))  # so many rows at a time keep the table small
        parts = [X[start : start + block] for start in range(0, len(X), block)]
        scores = [_matrix(self._kernel, part, self.support_vectors_) @ self.dual_coef_ for part in parts]
        return np.concatenate(scores) + self.intercept_

    def working(self, X, y, support=None):
        """The machine for X, shape (n, d), and y, shape (n,), as on paper, in fractions.

        First the support vectors, then an equation for each of them and one for the sum, which give the multipliers and
        b; then w, where it has coordinates, the width of the margin and where each row stands; last whether that is the
        optimum. With rows counted from 1 the steps are named support, equation 1, ..., equation sum, alpha 1, ..., b,
        w1, ..., w.w, margin, y f(1), ..., slack 1, ..., primal, dual, verdict.

        `support`: positions of rows, to see whether they are the support vectors of the hard margin.

        Numbers are taken as they print (0.1 is 1/10); a value is a fraction unless its denominator is above a million.
        The kernel must be linear, mapped or polynomial.

        >>> print(SVC(C=np.inf).working([[3, 3], [4, 3], [1, 1]], ["yes", "yes", "no"]))
        Hard margin for 3 rows
        support = 1, 3
        equation 1 = ∑_j y_j K_1j α_j + b = 18 α_1 - 6 α_3 + b = 1
        equation 3 = ∑_j y_j K_3j α_j + b = 6 α_1 - 2 α_3 + b = -1
        equation sum = ∑_j y_j α_j = α_1 - α_3 = 0
        alpha 1 = 1/4 = 0.25
        alpha 3 = 1/4 = 0.25
        b = -2
        w1 = ∑_j y_j α_j x_j1 = 1/4 × 3 + (-1/4) × 1 = 1/2 = 0.5
        w2 = ∑_j y_j α_j x_j2 = 1/4 × 3 + (-1/4) × 1 = 1/2 = 0.5
        w.w = ∑_k w_k^2 = 1/2 × 1/2 + 1/2 × 1/2 = 1/2 = 0.5
        margin = 2/(√(w × w)) = 2/(√(1/2)) ≈ 2.82843
        y f(1) = y_1 f(x_1) = 1 × (3 + (-2)) = 1
        y f(2) = y_2 f(x_2) = 1 × (7/2 + (-2)) = 3/2 = 1.5
        y f(3) = y_3 f(x_3) = -1 × (1 + (-2)) = 1
        primal = 1/2 w × w = 1/2 × 1/2 = 1/4 = 0.25
        dual = ∑_i α_i - 1/2 w × w = 1/2 - 1/2 × 1/2 = 1/4 = 0.25
        verdict = optimal
        """
        C, X = _as_price(self.C), as_matrix(X)
        _, signs = _two_classes(y, len(X))
        paper = _Paper(self.kernel, X, signs, C)
        if support is None:
            paper.take_support(type(self)(C, self.kernel, tol=1e-9).fit(X, signs).alpha_)
        elif math.isinf(C):
            paper.free = _as_rows(support, len(X))
        else:
            raise ValueError(f"support can be tried for the hard margin only, C = inf; got C = {C:g}")
        return paper.working()


# ---- more than two classes


class _SeveralClasses(Classifier):
    """What the two ways to make a classifier for several classes out of machines for two share."""

    def __init__(self, estimator):
        self.estimator = estimator

    def get_params(self, deep=True):
        """The settings, with those of the estimator as estimator__name."""
        nested = {f"estimator__{name}": value for name, value in self.estimator.get_params().items()} if deep else {}
        return {"estimator": self.estimator, **nested}

    def set_params(self, **params):
        """Change settings by name; returns the estimator."""
        nested = {name.removeprefix("estimator__"): value for name, value in params.items() if "__" in name}
        super().set_params(**{name: value for name, value in params.items() if "__" not in name})
        self.estimator.set_params(**nested)
        return self

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        X = as_table(X)
        classes, index = encode_classes(as_labels(y, len(X)))
        machines = [
            deepcopy(self.estimator).fit(X[rows], np.where(positive[rows], 1, -1))
            for rows, positive in self._problems(len(classes), index)
        ]
        self.classes_, self.machines_, self.n_features_in_ = classes, machines, X.shape[1]
        return self

    def _scores(self, X):
        """The score of each machine for each row, above 0 for its positive side, shape (n, machines)."""
        self._require_fit("n_features_in_")
        X = as_table(X, columns=self.n_features_in_)
        return np.column_stack([_score(machine, X) for machine in self.machines_])

    def predict(self, X):
        """The class of the highest score for each row of X, shape (n,). A tie goes to the class that sorts first."""
        scores = self.decision_function(X)
        return self.classes_[np.argmax(scores >= scores.max(axis=1, keepdims=True) - TIE, axis=1)]


class OneVsRest(_SeveralClasses):
    """One machine for each class, against all others; the highest score wins.

    `estimator`: any classifier of two classes that has `decision_function` or `predict_proba`; it is copied, not
    changed. Learned: `classes_`, shape (K,); `machines_`, the K fitted copies.

    >>> X, y = [[0, 0], [1, 0], [5, 0], [6, 0], [3, 5], [3, 6]], ["a", "a", "b", "b", "c", "c"]
    >>> OneVsRest(SVC()).fit(X, y).predict([[0, 1], [6, 1], [3, 4]])
    array(['a', 'b', 'c'], dtype='<U1')
    """

    def _problems(self, size, index):
        return [(np.arange(len(index)), index == k) for k in range(size)]

    def decision_function(self, X):
        """The score of each class, shape (n, K)."""
        return self._scores(X)


class OneVsOne(_SeveralClasses):
    r"""One machine for each pair of classes, on their rows alone; the class that wins most often is taken.

    `estimator`: as in `OneVsRest`. Learned: `classes_`, shape (K,); `pairs_`, the pairs (a, b) of positions in
    `classes_`, a < b; `machines_`, a fitted copy for each pair, whose score is above 0 for b.

    Of classes with the same number of wins the one with the greatest sum of scores is taken.

    >>> X, y = [[0, 0], [1, 0], [5, 0], [6, 0], [3, 5], [3, 6]], ["a", "a", "b", "b", "c", "c"]
    >>> model = OneVsOne(SVC()).fit(X, y)
    >>> model.pairs_, model.predict([[0, 1], [6, 1], [3, 4]])
    ([(0, 1), (0, 2), (1, 2)], array(['a', 'b', 'c'], dtype='<U1'))
    """

    def _problems(self, size, index):
        self.pairs_ = list(combinations(range(size), 2))
        return [(np.flatnonzero((index == a) | (index == b)), index == b) for a, b in self.pairs_]

    def decision_function(self, X):
        r"""The wins of each class, shape (n, K), and less than half a win more or less for the sum s of its scores:

        $$\text{wins} + \frac{s}{2 (1 + |s|)}$$
        """
        scores = self._scores(X)
        wins, sums = np.zeros((2, len(scores), len(self.classes_)))
        for (a, b), score in zip(self.pairs_, scores.T, strict=True):
            wins[:, a] += score <= TIE
            wins[:, b] += score > TIE
            sums[:, a] -= score
            sums[:, b] += score
        return wins + sums / (2 * (1 + np.abs(sums)))


# ---- helpers


class _KernelRows:
    """The kernel matrix of many rows, computed a row at a time and kept as long as there is room."""

    def __init__(self, kernel, X):
        self._kernel, self._X = kernel, X
        self._row = lru_cache(max(2, CACHE // len(X)))(lambda i: _matrix(kernel, X[i : i + 1], X)[0])

    def __getitem__(self, rows):
        return self._row(rows) if isinstance(rows, int) else np.array([self._row(i) for i in rows.tolist()])

    def diagonal(self):
        blocks = (self._X[start : start + 100] for start in range(0, len(self._X), 100))
        return np.concatenate([_matrix(self._kernel, block, block).diagonal() for block in blocks])


def _kernel_rows(kernel, X):
    """The kernel matrix of X, whole or row by row; with a warning if it can be no inner product."""
    if not getattr(kernel, "mercer", False):
        part = _matrix(kernel, X[:1000], X[:1000])  # of the whole matrix, one that is to have no negative eigenvalue
        if not np.allclose(part, part.T):
            raise ValueError("kernel must be symmetric: k(x, z) = k(z, x)")
        if (lowest := _lowest_eigenvalue(part)) < 0:
            warnings.warn(
                f"the kernel is not positive semi-definite: its matrix has the eigenvalue {lowest:.3g}, so it is no "
                "inner product of features, the margin means nothing, and the solution may not be the best",
                stacklevel=3,
            )
    return _matrix(kernel, X, X) if len(X) <= WHOLE else _KernelRows(kernel, X)


def _matrix(kernel, A, B):
    """What a kernel makes of the rows of A and B, shape (m, n), checked."""
    matrix = np.asarray(kernel(A, B), dtype=float)
    if matrix.shape != (len(A), len(B)):
        raise ValueError(f"kernel must give an array of shape {(len(A), len(B))}; got {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError("kernel gives values that are not finite for these rows: put the features on a smaller scale")
    return matrix


def _features(kernel, X):
    """The features of the rows of X, shape (n, k), checked."""
    features = as_matrix(kernel.features(X), "features(X)")
    if len(features) != len(X):
        raise ValueError(f"features(X) must have a row for each of the {len(X)} rows of X; got {len(features)}")
    return features


def _lowest_eigenvalue(K):
    """The lowest eigenvalue of a symmetric matrix, or 0 if it is negative by no more than rounding makes it."""
    eigenvalues = np.linalg.eigvalsh(K)
    lowest = float(eigenvalues[0])
    return 0.0 if -1e-10 * np.abs(eigenvalues).max() <= lowest <= 0 else lowest


def _two_classes(y, rows):
    """The two labels in order, and y as -1 for the first and +1 for the second, shape (rows,)."""
    classes, index = encode_classes(as_labels(y, rows))
    if len(classes) > 2:
        raise ValueError(
            f"y must hold two classes; it holds {len(classes)}, {classes.tolist()}: use OneVsOne or OneVsRest"
        )
    return classes, 2.0 * index - 1


def _as_signs(y, rows):
    """y as floats, all +1 or -1 and both of them there, shape (rows,)."""
    labels = as_labels(y, rows)
    found = encode_classes(labels, at_least=1)[0].tolist()
    if found != [-1, 1]:
        raise ValueError(f"y must hold +1 and -1, both of them and nothing else; it holds {found}")
    return labels.astype(float)


def _as_symmetric(A, name):
    A = as_matrix(A, name)
    if A.shape[0] != A.shape[1] or not np.allclose(A, A.T):
        raise ValueError(f"{name} must be a symmetric matrix; got {A.tolist() if A.size <= 25 else A.shape}")
    return A


def _as_kernel_matrix(K, y):
    K = _as_symmetric(K, "K")
    return K, _as_signs(y, len(K))


def _as_vector(values, size, name):
    """Values as a new float array of shape (size,), all finite."""
    try:
        vector = np.array(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers only; got {values!r}") from None
    if vector.shape != (size,) or not np.isfinite(vector).all():
        raise ValueError(f"{name} must hold {size} finite numbers; got {values!r}")
    return vector


def _as_multipliers(alpha, y, C):
    alpha = _as_vector(alpha, len(y), "alpha")
    if not ((alpha >= 0) & (alpha <= C)).all():
        raise ValueError(f"alpha must lie between 0 and {C:g}; got {alpha.tolist()}")
    if abs(alpha @ y) > 1e-9 * alpha.sum():
        raise ValueError(f"alpha must have the same sum for both labels; it has {alpha @ y:g} more for +1")
    return alpha


def _as_price(C):
    hard = isinstance(C, (float, np.floating)) and math.isinf(C) and C > 0
    return math.inf if hard else as_number(C, "C", above=0)


def _as_tolerance(tol):
    if as_number(tol, "tol", above=0) >= 1:
        raise ValueError(f"tol must be below 1, the value of f at an edge; got {tol!r}")
    return float(tol)


def _as_rows(support, n):
    rows = sorted(as_whole(row, "support", 0) for row in support)
    if len(set(rows)) < max(2, len(rows)) or rows[-1] >= n:
        raise ValueError(f"support must hold at least two different rows of {n}; got {list(support)}")
    return rows


def _not_separable(X, classes, signs, slacks):
    """The error that says why there is no hard margin."""
    place = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    shared = np.intersect1d(place[signs < 0], place[signs > 0])
    if len(shared):
        rows = [int(np.argmax((place == shared[0]) & (signs == sign))) for sign in (-1, 1)]
        labels = " and ".join(map(repr, classes.tolist()))
        reason = f"rows {rows[0]} and {rows[1]} are the same point with the labels {labels}"
    else:
        rows = np.flatnonzero(slacks > 1 - 1e-6).tolist()
        some = ", ".join(map(str, rows[:8])) + ", ..." * (len(rows) > 8)
        reason = f"even the best boundary leaves row{'s' * (len(rows) > 1)} {some} on the wrong side or on it"
    error = NotSeparableError(f"C must be finite for rows that no boundary of this kernel separates: {reason}")
    error.rows = rows
    return error


def _score(machine, X):
    if hasattr(machine, "decision_function"):
        return machine.decision_function(X)
    probabilities = machine.predict_proba(X)
    return probabilities[:, 1] - probabilities[:, 0]


class _Paper:
    """A machine in fractions: the rows `free` stand on an edge, those `capped` have the multiplier C, all others 0."""

    def __init__(self, kernel, X, signs, C):
        self.y, self.C = [int(sign) for sign in signs], C if math.isinf(C) else as_printed(C)
        self.free, self.capped, self.features = [], [], None
        if isinstance(kernel, PolynomialKernel):
            rows, gamma, coef0 = _fractions(X), as_printed(kernel.gamma), as_printed(kernel.coef0)
            self.K = [[(gamma * _dot(u, v) + coef0) ** int(kernel.degree) for v in rows] for u in rows]
        elif isinstance(kernel, LinearKernel):
            rows = self.features = _fractions(_features(kernel, X))
            self.K = [[_dot(u, v) for v in rows] for u in rows]
        else:
            raise ValueError(f"kernel must be linear, mapped or polynomial to be worked in fractions; got {kernel!r}")

    def take_support(self, alpha):
        """Let those be free, and those be capped, that are so in a solution `alpha`, shape (n,).

        If the equations of the free rows leave their multipliers open, some of them can change together without a
        change of f. They do, until one comes to a bound and is free no longer.
        """
        C, alpha = float(self.C), alpha.tolist()
        self.free = [i for i, value in enumerate(alpha) if 0 < value < C]
        self.capped = [i for i, value in enumerate(alpha) if value == C]
        while self.free and (change := self.solve()[1]):
            changes = {i: float(v) * self.y[i] for i, v in zip(self.free, change, strict=False) if v}
            time, first, way = min(
                (((C if way * v > 0 else 0.0) - alpha[i]) / (way * v), i, way)
                for i, v in changes.items()
                for way in (1, -1)
            )
            for i, v in changes.items():
                alpha[i] += way * time * v
            self.free.remove(first)
            if way * changes[first] > 0:
                self.capped.append(first)

    def solve(self):
        """The signed multipliers of the free rows, then b, and None; or None and a change of them that changes no f."""
        known = {j: self.C * self.y[j] for j in self.capped}
        A = [[*(self.K[i][j] for j in self.free), 1] for i in self.free] + [[1] * len(self.free) + [0]]
        c = [self.y[i] - sum(beta * self.K[i][j] for j, beta in known.items()) for i in self.free]
        return _eliminate(A, [*c, -sum(known.values())])

    def working(self):
        """All steps, from the support vectors to the verdict."""
        y, C, used = self.y, self.C, sorted([*self.free, *self.capped])
        solution, change = self.solve() if self.free else ([], None)
        if change:
            raise ValueError(f"support must give equations with one solution; those of rows {self.free} have many")
        known = {i: C * y[i] for i in self.capped} | dict(zip(self.free, solution, strict=False))
        beta = [known.get(i, Fraction(0)) for i in range(len(y))]
        alpha = [sign * value for sign, value in zip(y, beta, strict=True)]
        inner = [_dot(beta, row) for row in self.K]  # f without b
        b = solution[-1] if self.free else self._middle(alpha, inner)
        margins = [sign * (value + b) for sign, value in zip(y, inner, strict=True)]
        square = _dot(beta, inner)
        slacks = {i: 1 - margin for i, margin in enumerate(margins) if margin < 1} if math.isfinite(C) else {}
        steps = [
            Step("support", "", "", ", ".join(str(i + 1) for i in used)),
            *map(self._equation, self.free),
            self._sum_equation(),
            *(Step(f"alpha {i + 1}", "C" if i in self.capped else "", "", alpha[i]) for i in used),
            Step("b", "", "", b, "" if self.free else "the middle of the values that are optimal"),
            *self._length(beta, used, square),
            Step("margin", r"\frac{2}{\sqrt{w \cdot w}}", rf"\frac{{2}}{{\sqrt{{{_number(square)}}}}}", _width(square)),
            *(_place(i, y[i], inner[i], b, margin) for i, margin in enumerate(margins)),
            *(
                Step(f"slack {i + 1}", rf"1 - y_{{{i + 1}}} f(x_{{{i + 1}}})", f"1 - {_factor(margins[i])}", slack)
                for i, slack in slacks.items()
            ),
            self._primal(square, sum(slacks.values())),
            Step(
                "dual",
                r"\sum_i \alpha_i - \frac{1}{2} w \cdot w",
                rf"{_number(sum(alpha))} - \frac{{1}}{{2}} \times {_number(square)}",
                sum(alpha) - square / 2,
            ),
            Step("verdict", "", "", self._verdict(alpha, margins)),
        ]
        kind = "Hard margin" if math.isinf(C) else f"Soft margin with C = {float(C):g}"
        return Working(f"{kind} for {len(y)} rows", map(_readable, steps))

    def _equation(self, i):
        capped = sum(self.C * self.y[j] * self.K[i][j] for j in self.capped)
        terms = [(self.y[j] * self.K[i][j], rf"\alpha_{{{j + 1}}}") for j in self.free]
        formula = rf"\sum_j y_j K_{{{i + 1}j}} \alpha_j + b"
        return Step(f"equation {i + 1}", formula, _sum([*terms, (capped, ""), (1, "b")]), Fraction(self.y[i]))

    def _sum_equation(self):
        capped = sum(self.C * self.y[j] for j in self.capped)
        terms = [(self.y[j], rf"\alpha_{{{j + 1}}}") for j in self.free]
        return Step("equation sum", r"\sum_j y_j \alpha_j", _sum([*terms, (capped, "")]), Fraction(0))

    def _middle(self, alpha, inner):
        """b where no row is free: the middle between what the rows that may rise and those that may fall allow."""
        rows = [(sign - value, sign * a, sign) for sign, value, a in zip(self.y, inner, alpha, strict=True)]
        lowest = max(slope for slope, beta, sign in rows if beta < (self.C if sign > 0 else 0))
        highest = min(slope for slope, beta, sign in rows if beta > (0 if sign > 0 else -self.C))
        return (lowest + highest) / 2

    def _length(self, beta, used, square):
        """The components of w, where it has any, and the square of its length."""
        if self.features is None:
            return [Step("w.w", r"\sum_i y_i \alpha_i \sum_j y_j \alpha_j K_{ij}", "", square)]
        steps = []
        for k, column in enumerate(zip(*self.features, strict=True), 1):
            numbers = " + ".join(rf"{_factor(beta[j])} \times {_factor(column[j])}" for j in used)
            steps.append(Step(f"w{k}", rf"\sum_j y_j \alpha_j x_{{j{k}}}", numbers, _dot(beta, column)))
        numbers = " + ".join(rf"{_factor(step.value)} \times {_factor(step.value)}" for step in steps)
        return [*steps, Step("w.w", r"\sum_k w_k^2", numbers, square)]

    def _primal(self, square, slack):
        if math.isinf(self.C):
            return Step("primal", r"\frac{1}{2} w \cdot w", rf"\frac{{1}}{{2}} \times {_number(square)}", square / 2)
        return Step(
            "primal",
            r"\frac{1}{2} w \cdot w + C \sum_i \text{slack}_i",
            rf"\frac{{1}}{{2}} \times {_number(square)} + {_number(self.C)} \times {_number(Fraction(slack))}",
            square / 2 + self.C * slack,
        )

    def _verdict(self, alpha, margins):
        for i, (value, margin) in enumerate(zip(alpha, margins, strict=True), 1):
            if not 0 <= value <= self.C:
                return f"not optimal: the multiplier of row {i} is not between 0 and C"
            if value < self.C and margin < 1:
                return f"not optimal: row {i} is inside the margin"
            if value > 0 and margin > 1:
                return f"not optimal: row {i} has a multiplier, but is beyond its edge"
        return "optimal"


def _eliminate(A, c):
    """The x with A x = c, in fractions, and None; or, if A is singular, None and a v that is not 0 with A v = 0."""
    rows = [[Fraction(value) for value in (*row, right)] for row, right in zip(A, c, strict=True)]
    for k in range(len(rows)):
        pivot = next((r for r in range(k, len(rows)) if rows[r][k]), None)
        if pivot is None:
            return None, [*(-row[k] for row in rows[:k]), Fraction(1), *[Fraction(0)] * (len(rows) - k - 1)]
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for r, row in enumerate(rows):
            if r != k:
                rows[r] = [value - row[k] * above for value, above in zip(row, rows[k], strict=True)]
    return [row[-1] for row in rows], None


def _error_step(i, y, E):
    name, numbers = f"f(x_{{{i}}}) - y_{{{i}}}", f"{tex(E + y)} - {_factor(y)}"
    return Step(f"E{i}", name, numbers, E, "b left out")


def _place(i, y, inner, b, margin):
    i += 1
    numbers = rf"{y} \times \left({_number(inner)} + {_factor(b)}\right)"
    return Step(f"y f({i})", rf"y_{{{i}}} f(x_{{{i}}})", numbers, margin)


def _width(square):
    """2 over the root of a fraction, as a fraction if there is one."""
    if square == 0:
        return math.inf
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    return 2 / root if root * root == square else 2 / math.sqrt(square)


def _dot(u, v):
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))


def _fractions(table):
    return [[as_printed(value) for value in row] for row in table.tolist()]


def _readable(step):
    """The step with its value as a decimal number if the fraction is too long to read."""
    return replace(step, value=short(step.value))


def _number(value):
    """A number in LaTeX; a fraction that is too long to read as a decimal number."""
    return tex(short(value))


def _factor(value):
    """The same in a product or a difference: a negative one in brackets."""
    return f"({_number(value)})" if value < 0 else _number(value)


def _sum(terms):
    """A sum of numbers times symbols in LaTeX, without those times 0."""
    text = ""
    for value, symbol in terms:
        if value:
            size = symbol if abs(value) == 1 and symbol else f"{_number(abs(value))} {symbol}".strip()
            text += f" {'-' if value < 0 else '+'} {size}" if text else f"{'-' if value < 0 else ''}{size}"
    return text or "0"
