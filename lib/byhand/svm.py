r"""Support vector machines: the widest margin between two classes, and a price for standing in it.

$$\min_{w, b, \xi} \; \tfrac12 \lVert w \rVert^2 + C \sum_{n=1}^N \xi_n \quad\text{with}\quad
  y_n (w \cdot x_n + b) \ge 1 - \xi_n, \quad \xi_n \ge 0, \qquad y_n = \pm 1$$

The margin lies between its edges $w \cdot x + b = -1$ and $+1$ and is $2 / \lVert w \rVert$ wide; the slack $\xi_n$
says how far row n is on the wrong side of its edge. With $C = \infty$ no row may be: the hard margin. The dual problem

$$\max_\alpha \; \sum_n \alpha_n - \tfrac12 \sum_{n, m} \alpha_n \alpha_m y_n y_m\, k(x_n, x_m) \quad\text{with}\quad
  0 \le \alpha_n \le C, \quad \sum_n \alpha_n y_n = 0$$

has the same solution, $f(x) = w \cdot x + b = \sum_n \alpha_n y_n k(x_n, x) + b$, and sees the rows only through the
kernel k. Rows with $\alpha_n > 0$ are the support vectors; those with $0 < \alpha_n < C$ stand exactly on an edge.

The primal: `SoftMargin`, `SubgradientSVC`. The machine with any kernel: `SVC`. `byhand.dual` solves the dual,
`byhand.kernels` has the kernels, `byhand.multiclass` tells more than two classes apart.
"""

import math
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    as_finite,
    as_function,
    as_instance,
    as_matrix,
    as_number,
    as_numbers,
    as_signs,
    as_vector,
    as_whole,
    two_classes,
    warn,
)
from byhand.dual import as_price, as_tolerance
from byhand.engine import svm as engine
from byhand.guard import as_numeric, as_positions, guard
from byhand.kernels import LinearKernel, RBFKernel, features_of, is_inner_product
from byhand.optimize import EmpiricalRisk, GradientDescent, HingeLoss, batches, descend
from byhand.protocol import column_names

TIE = 1e-9  # scores that differ by no more are the same; the edges are at -1 and +1
LINEAR = LinearKernel()
SEVERAL = ": use OneVsOne or OneVsRest"


# ---- margins


def geometric_margins(X, y, w, b):
    r"""How far each row is on its own side of the hyperplane: $y_n (w \cdot x_n + b) / \lVert w \rVert$, shape (n,).

    `X`: shape (n, d); `y`: +1 and -1, shape (n,); `w`: shape (d,). The least of them is the distance from the
    hyperplane to the nearest row; a negative one belongs to a row on the wrong side.

    >>> geometric_margins([[3, 3], [4, 3], [1, 1]], [1, 1, -1], w=[0.5, 0.5], b=-2).round(6)
    array([1.414214, 2.12132 , 1.414214])
    """
    X = as_matrix(X)
    y, w, b = as_signs(y, len(X)), as_vector(w, X.shape[1], "w"), as_number(b, "b")
    length = math.hypot(*w)
    if length == 0:
        raise ValueError("w must not be zero: it has no hyperplane")
    return y * (X @ (w / length) + b / length)


# ---- the primal


@dataclass(frozen=True)
class MarginForm:
    r"""A way to write the objective of the soft margin: $a \lVert w \rVert^2 + s \sum_n \xi_n$ with one setting v.

    half : whether a has the factor ½ (else 1)
    mean : whether s has the factor 1/N, for the mean of the slacks (else 1, for their sum)
    on_norm : whether v multiplies $\lVert w \rVert^2$, as a $\lambda$ does (else the slacks, as C does)

    All forms have the same solutions: those of $\frac12 \lVert w \rVert^2 + C \sum_n \xi_n$ with $C = s / (2a)$, whose
    values and multipliers they multiply by $2a$. (Whoever writes the hyperplane as $w \cdot x - b = 0$ has the opposite
    b, whatever the form.)

    >>> MarginForm(half=False, mean=True, on_norm=True).price(0.1, n=4)  # λ‖w‖² + mean: C = 1 / (2 N λ)
    1.25
    >>> MarginForm(half=False).price(3, n=4)  # ‖w‖² + v times the sum: C = v / 2
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


BOOK_FORM = MarginForm()


class SoftMargin:
    r"""The objective without constraints, each slack being a hinge loss, as a function to go down on:

    $$J(b, w) = a \lVert w \rVert^2 + s \sum_n \max(0, 1 - y_n (w \cdot x_n + b))$$

    Parameters
    ----------
    X, y : shapes (n, d) and (n,), with labels +1 and -1
    setting, form : the v of a `MarginForm`, which say what a and s are; by default v is C, with $a = \frac12$, $s = C$

    A point is $(b, w_1, \dots, w_d)$; points may be many, shape (..., d + 1).

    >>> risk = SoftMargin([[-2], [-1], [0.5], [-0.5], [1], [2]], [-1, -1, -1, 1, 1, 1], setting=2)
    >>> risk.value([[0, 0.5], [0, 1], [0, 2]]), risk.gradient([0, 2])
    (array([ 7.125,  6.5  , 10.   ]), array([0., 4.]))
    """

    def __init__(self, X, y, setting=1.0, form=BOOK_FORM):
        X = as_matrix(X)
        form = as_instance(form, "form", MarginForm, "a MarginForm")
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


def lower_bound(points, X, y, C):
    r"""A value below which no soft margin lies, from the points $(b, w_1, \dots, w_d)$ of a descent, shape (k, d + 1).

    In a descent w is a mean of the sub-gradients on its way, so that the share of the points at which row n is inside
    its edge, times C, is nearly its multiplier $\alpha_n$. Put on $\sum_n \alpha_n y_n = 0$, and scaled by the best
    factor, these are multipliers that are allowed; and the dual of any such is below the primal.

    `X`: shape (n, d); `y`: +1 and -1, shape (n,).

    >>> X, y = np.array([[1.0], [-1.0]]), np.array([1, -1])
    >>> lower_bound(np.array([[0, 0.5], [0, 0.75]]), X, y, C=1)  # the lowest is 0.5, at w = 1
    0.5
    """
    C, late = as_price(C), points[len(points) // 2 :]  # the later half
    alpha = C * np.mean([y * (X @ w + b) < 1 for b, *w in late], axis=0)
    sums = [alpha[y == sign].sum() for sign in (-1, 1)]
    if min(sums) == 0:
        return 0.0
    alpha *= min(sums) / np.where(y > 0, sums[1], sums[0])
    total, square = alpha.sum(), ((alpha * y) @ X) @ ((alpha * y) @ X)
    factor = min(C / alpha.max(), total / square if square > 0 else math.inf)
    return float(factor * total - 0.5 * factor**2 * square)


def warn_of_a_gap(value, bound, steps):
    """Warn where the objective may still be a fifth above the lowest, of which `bound` is known to be no more."""
    if value > 1.2 * bound:
        warn(
            f"after {steps} steps the objective is {value:.4g}, and the lowest may be as low as {bound:.4g}; "
            "raise steps, or put the features on one scale",
            RuntimeWarning,
        )


def _decreasing_rate(first, k):
    return 1 / (k + first)


class _BySign(Classifier):
    """A classifier of two classes by the sign of its `decision_function`."""

    _more_than_two = False

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
    `objective_`, the J of both; `dual_objective_`, a value below which no J lies; `path_`, the `Descent` over
    the points $(f(\bar x), w_1, \dots, w_d)$. If the two values are more than a fifth apart, there is a warning.

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
        classes, signs = two_classes(y, len(X), SEVERAL)
        centre = X.mean(axis=0)
        first = C * float(len(X) + ((X - centre) ** 2).sum())
        method = GradientDescent(rate=partial(_decreasing_rate, first))
        size = None if self.batch_size is None else as_whole(self.batch_size, "batch_size", 1)
        rows = None if size is None else batches(len(X), size, seed=self.seed)
        objective = SoftMargin(X - centre, signs, C)
        path = descend(objective, np.zeros(X.shape[1] + 1), method, self.steps, batches=rows)
        value, bound = float(path.values.min()), lower_bound(path.points, X - centre, signs, C)
        warn_of_a_gap(value, bound, path.steps)
        self.classes_, self.n_features_in_, self.path_ = classes, X.shape[1], path
        self.coef_, self.objective_, self.dual_objective_ = path.best[1:], value, bound
        self.intercept_ = float(path.best[0] - self.coef_ @ centre)
        return self

    def decision_function(self, X):
        r"""$f(x) = w \cdot x + b$ for each row of X, shape (n,)."""
        self._require_fit("n_features_in_")
        return as_finite(as_matrix(X, columns=self.n_features_in_) @ self.coef_ + self.intercept_)


# ---- the machine


class NotSeparableError(ValueError):
    """Raised when there is no hard margin; `rows` are the positions of those that stand in its way."""

    rows = ()


class KernelMachine(Estimator):
    r"""What `SVC` and `byhand.svr.SVR` share: $f(x) = \sum_n \beta_n k(x_n, x) + b$, or $w \cdot \phi(x) + b$."""

    @property
    def coef_(self):
        self._require_fit("n_features_in_")
        if self._weights is None:
            raise AttributeError("coef_ is there for LinearKernel and MappedKernel only: see dual_coef_")
        return self._weights

    def _values(self, X):
        """f at each row of X, shape (n,)."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        if self._weights is not None:
            return as_finite(features_of(self._kernel, X) @ self._weights + self.intercept_)
        if not len(self.support_):  # a tube that holds all outcomes
            return np.full(len(X), self.intercept_)
        return engine.weighted_sums(self._kernel, X, self.support_vectors_, self.dual_coef_) + self.intercept_


class SVC(KernelMachine, _BySign):
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

    >>> from byhand.kernels import RBFKernel
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
        C, tol, max_iter = as_price(self.C), as_tolerance(self.tol), as_whole(self.max_iter, "max_iter", 1)
        kernel = as_function(self.kernel, "kernel", "a kernel, such as RBFKernel(gamma=1), or a function")
        X = as_matrix(X)
        classes, signs = two_classes(y, len(X), SEVERAL)
        explicit = isinstance(kernel, LinearKernel)
        rows = features_of(kernel, X) if explicit else X
        centre = rows.mean(axis=0) * explicit  # a shift of features changes only b, and products near 0 lose no digits
        rows = rows - centre
        is_kernel = is_inner_product(kernel, rows)
        dual = engine.solve(engine.kernel_rows(LINEAR if explicit else kernel, rows), signs, C, tol, max_iter)
        beta, slacks = dual.beta, np.maximum(0, signs * (dual.slope - dual.intercept))
        if dual.C < C:
            raise _not_separable(X, classes, signs, slacks, isinstance(kernel, RBFKernel))
        support = np.flatnonzero(beta)
        weights = beta[support] @ rows[support] if explicit else None
        square = float(beta @ (signs - dual.slope))  # of the length of w
        primal = 0.5 * max(0.0, square) + (C * float(slacks.sum()) if math.isfinite(C) else 0.0)
        if dual.gap > tol:
            warn(
                f"after {dual.steps} steps the gap of the optimality conditions is {dual.gap:.3g}, above tol {tol:g}; "
                f"raise max_iter, {'give C a finite value, ' * math.isinf(C)}or put the features on one scale",
                RuntimeWarning,
            )
        elif is_kernel:
            _check_invariants(beta, primal - dual.objective, tol)
        self.classes_, self.n_features_in_, self._kernel = classes, X.shape[1], kernel
        self.alpha_, self.support_ = np.abs(beta), support
        self.support_vectors_, self.dual_coef_ = X[support], beta[support]
        self._weights = weights
        self.intercept_ = float(dual.intercept - weights @ centre) if explicit else dual.intercept
        self.margin_ = 2 / math.sqrt(square) if square > 0 else math.inf
        self.slacks_ = slacks
        self.objective_, self.dual_objective_ = primal, dual.objective
        self.kkt_gap_, self.n_iter_ = dual.gap, dual.steps
        return self

    def decision_function(self, X):
        r"""$f(x)$ for each row of X, shape (n,): 0 on the boundary, ±1 on the edges."""
        return self._values(X)

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
        w.w = ∑_i w_i^2 = 1/2 × 1/2 + 1/2 × 1/2 = 1/2 = 0.5
        margin = 2/(√(w × w)) = 2/(√(1/2)) ≈ 2.82843
        y f(1) = y_1 f(x_1) = 1 × (3 + (-2)) = 1
        y f(2) = y_2 f(x_2) = 1 × (7/2 + (-2)) = 3/2 = 1.5
        y f(3) = y_3 f(x_3) = (-1) × (1 + (-2)) = 1
        primal = 1/2 w × w = 1/2 × 1/2 = 1/4 = 0.25
        dual = ∑_i α_i - 1/2 w × w = 1/2 - 1/2 × 1/2 = 1/4 = 0.25
        verdict = optimal
        """
        from byhand.paper import svm as paper  # it builds on this module

        C, names, X = as_price(self.C), column_names(X), as_matrix(X)
        _, signs = two_classes(y, len(X), SEVERAL)
        if support is None:
            alpha = type(self)(C, self.kernel, tol=1e-9).fit(X, signs).alpha_
            return paper.machine_working(self.kernel, X, signs, C, alpha=alpha, names=names)
        if math.isfinite(C):
            raise ValueError(f"support can be tried for the hard margin only, C = inf; got C = {C:g}")
        rows = _as_rows(support, len(X))
        return paper.machine_working(self.kernel, X, signs, C, support=rows, names=names)


# ---- helpers


def _check_invariants(beta, gap, tol):
    """Warn if what holds for every solution does not: signed multipliers sum to 0, no dual is above a primal."""
    size = float(np.abs(beta).sum())
    if not (size > 0 and abs(beta.sum()) <= 1e-6 * size and gap >= -tol * size):
        warn(
            f"rounding has spoiled the solution: the multipliers of the two classes, {size:.3g} in all, differ by "
            f"{beta.sum():.3g}, and primal less dual is {gap:.3g}; put the features on a smaller scale, or lower C",
            RuntimeWarning,
        )


def _not_separable(X, classes, signs, slacks, radial):
    """The error that says why there is no hard margin, or, for a radial kernel, that rounding hides it."""
    place, why = (
        np.unique(X, axis=0, return_inverse=True)[1].ravel(),
        "for rows that no boundary of this kernel separates",
    )
    shared = np.intersect1d(place[signs < 0], place[signs > 0])
    if len(shared):
        rows = [int(np.argmax((place == shared[0]) & (signs == sign))) for sign in (-1, 1)]
        labels = " and ".join(map(repr, classes.tolist()))
        reason = f"rows {rows[0]} and {rows[1]} are the same point with the labels {labels}"
    else:
        rows = np.flatnonzero(slacks > 1 - 1e-6).tolist()
        some = ", ".join(map(str, rows[:8])) + ", ..." * (len(rows) > 8)
        reason = f"even the best boundary leaves row{'s' * (len(rows) > 1)} {some} on the wrong side or on it"
        if radial:  # its bells separate all that differ, but these are so wide that the multipliers have no limit
            why = "for rows that this kernel separates only beyond all rounding; a larger gamma may help"
    error = NotSeparableError(f"C must be finite {why}: {reason}")
    error.rows = rows
    return error


def _as_rows(support, n):
    rows = sorted(as_whole(row, "support", 0) for row in support)
    if len(set(rows)) < max(2, len(rows)) or rows[-1] >= n:
        raise ValueError(f"support must hold at least two different rows of {n}; got {list(support)}")
    return rows


guard(
    __name__,
    point=as_numbers,
    rows=as_positions,
    lower_bound={"points": partial(as_numeric, ndim=2), "X": as_matrix, "y": partial(as_numeric, ndim=1)},
    warn_of_a_gap={"value": as_numeric, "bound": as_numeric},
)
