r"""What to minimise: functions of a few numbers, the losses of a model, and its risk on a table of data.

All of them offer `value(x)` and `gradient(x)`, most also `hessian(x)`, at a point x of shape (d,); `byhand.optimize`
goes down on them.

>>> bowl = Quadratic([[2, 0], [0, 4]], b=[6, -4], c=11)  # (x1 - 3)² + 2 (x2 + 1)²
>>> bowl.value(np.array([0, 0])), bowl.gradient(np.array([0, 0]))
(np.float64(11.0), array([-6.,  4.]))

A loss $\ell(y, f)$ is what a score f costs where the label is y. With the margin $m = yf$:

=================  =======================  ===================================================
loss               $\ell$                   how it grows where the margin is very negative
=================  =======================  ===================================================
`ZeroOneLoss`      $1[m \le 0]$             not at all: it counts mistakes
`SquaredLoss`      $(1 - m)^2$              as a square, also for margins above 1
`HingeLoss`        $\max(0, 1 - m)$         as a straight line
`ExponentialLoss`  $e^{-m}$                 exponentially
`LogisticLoss`     $\log(1 + e^{-m})$       as a straight line
=================  =======================  ===================================================

`EmpiricalRisk` is the mean loss of a linear model on a table of data, or on some of its rows.
"""

import math
from copy import copy
from dataclasses import dataclass

import numpy as np

from byhand.base import (
    as_flag,
    as_function,
    as_instance,
    as_matrix,
    as_model,
    as_number,
    as_numbers,
    as_symmetric,
    as_vector,
)
from byhand.guard import as_numeric, as_positions, guard

# ---- functions of a few numbers


@dataclass(frozen=True)
class Function:
    """A function of your own: `value(x)` and, if you have them, `gradient(x)`, shape (d,), and `hessian(x)`, (d, d).

    A gradient or Hessian that is not given is taken from central differences.

    >>> valley = Function(lambda x: x[0] ** 2 + x[1] ** 4)
    >>> valley.gradient(np.array([1.0, 1.0])).round(6)
    array([2., 4.])
    """

    value: object
    gradient: object = None
    hessian: object = None

    def __post_init__(self):
        if self.gradient is None:
            object.__setattr__(self, "gradient", lambda x: numerical_gradient(self.value, x))
        if self.hessian is None:
            object.__setattr__(self, "hessian", lambda x: numerical_gradient(self.gradient, x, h=1e-4))


class Quadratic:
    r"""$J(x) = \frac12 x^T A x - b^T x + c$ with a symmetric A, shape (d, d), and b, shape (d,).

    As for the functions below, points may be many: at x of shape (..., d) the value has the shape (...), the gradient
    $Ax - b$ the shape (..., d), the Hessian $A$ the shape (..., d, d).

    >>> bowl = Quadratic([[2, 0], [0, 4]], b=[6, -4], c=11)  # (x1 - 3)² + 2 (x2 + 1)²
    >>> bowl.value(np.array([[0, 0], [3, -1]])), bowl.gradient(np.array([0, 0]))
    (array([11.,  0.]), array([-6.,  4.]))
    """

    def __init__(self, A, b=None, c=0.0):
        self.A = as_symmetric(A, "A")
        self.b = np.zeros(len(self.A)) if b is None else as_vector(b, len(self.A), "b")
        self.c = as_number(c, "c")

    def value(self, x):
        x = _points(x, len(self.A))
        return 0.5 * ((x @ self.A) * x).sum(axis=-1) - x @ self.b + self.c

    def gradient(self, x):
        return _points(x, len(self.A)) @ self.A - self.b

    def hessian(self, x):
        return np.zeros((*_points(x, len(self.A)).shape, 1)) + self.A


class Rosenbrock:
    r"""A bent valley: $J(x) = (1 - x_1)^2 + C (x_2 - x_1^2)^2$, minimum 0 at (1, 1). The usual constant is C = 100.

    >>> Rosenbrock(constant=10).value(np.array([-1.0, -1.0]))
    np.float64(44.0)
    """

    def __init__(self, constant=10.0):
        self.constant = as_number(constant, "constant", above=0)

    def value(self, x):
        x1, x2 = _coordinates(x, 2)
        return (1 - x1) ** 2 + self.constant * (x2 - x1**2) ** 2

    def gradient(self, x):
        x1, x2 = _coordinates(x, 2)
        slope = 2 * self.constant * (x2 - x1**2)
        return np.stack([-2 * (1 - x1) - 2 * x1 * slope, slope], axis=-1)

    def hessian(self, x):
        (x1, x2), C = _coordinates(x, 2), self.constant
        mixed = -4 * C * x1
        rows = [[2 - 4 * C * (x2 - x1**2) + 8 * C * x1**2, mixed], [mixed, np.full_like(mixed, 2 * C)]]
        return _table(rows)


class Cubic:
    r"""$J(x) = x_1^3 + 5 x_1 x_2 - 3 x_2 x_3^2$: it has a gradient everywhere and a lowest point nowhere.

    >>> Cubic().gradient(np.array([1.0, 2.0, 3.0]))
    array([ 13., -22., -36.])
    """

    def value(self, x):
        x1, x2, x3 = _coordinates(x, 3)
        return x1**3 + 5 * x1 * x2 - 3 * x2 * x3**2

    def gradient(self, x):
        x1, x2, x3 = _coordinates(x, 3)
        return np.stack([3 * x1**2 + 5 * x2, 5 * x1 - 3 * x3**2, -6 * x2 * x3], axis=-1)

    def hessian(self, x):
        x1, x2, x3 = _coordinates(x, 3)
        five, zero = np.full_like(x1, 5), np.zeros_like(x1)
        rows = [[6 * x1, five, zero], [five, zero, -6 * x3], [zero, -6 * x3, -6 * x2]]
        return _table(rows)


# ---- gradients by differences


def numerical_gradient(f, x, h=1e-5):
    r"""$\frac{f(x + h e_i) - f(x - h e_i)}{2h}$ for each component i of x, shape (d,): central differences.

    If f itself returns a vector, such as a gradient, row i is its change with $x_i$: so one gets a Hessian.

    >>> numerical_gradient(lambda x: x[0] ** 2 * x[1], [3.0, 2.0]).round(6)
    array([12.,  9.])
    """
    x, h = as_vector(x, None, "x"), as_number(h, "h", above=0)
    as_function(f, "f", "a function of a point x")
    return np.array([(f(x + e) - f(x - e)) / (2 * h) for e in h * np.eye(len(x))])


def check_gradient(function, x, h=1e-5):
    """The largest difference between `function.gradient` and central differences at x, shape (d,), as a share of the
    largest component. A right gradient gives less than about 1e-6; a wrong one gives far more.

    >>> check_gradient(Rosenbrock(), [-1.2, 1.0]) < 1e-8
    True
    """
    x = as_vector(x, None, "x")
    as_downhill(function)
    exact, near = gradient_at(function, x), numerical_gradient(function.value, x, h)
    scale = max(np.abs(exact).max(), np.abs(near).max())
    return float(np.abs(exact - near).max() / scale) if scale > 0 else 0.0


def as_downhill(function, name="function"):
    """A function that one can go down on.

    >>> as_downhill(lambda x: x**2)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: function must offer value and gradient, as Quadratic([[2]]) does; got <function <lambda> at ...>
    """
    return as_model(function, name, "value", "gradient", example="Quadratic([[2]])")


def value_at(function, x):
    """The value of a function at one point x, shape (d,), as a float; anything but one number is refused."""
    value = np.asarray(function.value(x), dtype=float)
    if value.size != 1:
        raise ValueError(f"function.value must give one number for a point x; got an array of shape {value.shape}")
    return float(value.reshape(()))


def gradient_at(function, x):
    """The gradient of a function at one point x, shape (d,); any other shape is refused."""
    gradient = function.gradient(x)
    if np.shape(gradient) != x.shape:
        raise ValueError(f"function.gradient must have the shape of the point, {x.shape}; got {np.shape(gradient)}")
    return gradient


# ---- losses, and what a model loses on a table of data


class Loss:
    r"""What a score costs, $\ell(y, f)$, for a label y: `value`, and its `derivative` and `curvature` in the score.

    Labels are +1 and -1 (for `SquaredLoss` any number). With the label left out it is +1, so that the score is the
    margin $m = yf$. All three take arrays.

    >>> margin = np.array([-1.0, 0.0, 1.0])
    >>> HingeLoss().value(margin), HingeLoss().derivative(margin)
    (array([2., 1., 0.]), array([-1., -1., -0.]))
    """

    signed = True  # labels must be +1 and -1


@dataclass(frozen=True)
class ZeroOneLoss(Loss):
    r"""$1[yf \le 0]$: counts mistakes. Flat almost everywhere: its derivative points nowhere, hence the surrogates."""

    def value(self, score, label=1.0):
        return np.heaviside(-label * score, 1.0)

    def derivative(self, score, label=1.0):
        return 0.0 * (label * score)

    curvature = derivative


@dataclass(frozen=True)
class SquaredLoss(Loss):
    r"""$(y - f)^2$, for labels of ±1 the same as $(1 - m)^2$. It also punishes scores that are too right."""

    signed = False

    def value(self, score, label=1.0):
        return (label - score) ** 2

    def derivative(self, score, label=1.0):
        return 2.0 * (score - label)

    def curvature(self, score, label=1.0):
        return np.full(np.broadcast_shapes(np.shape(score), np.shape(label)), 2.0)


@dataclass(frozen=True)
class HingeLoss(Loss):
    r"""$\max(0, 1 - yf)$, with the slope 0 at the kink $m = 1$."""

    def value(self, score, label=1.0):
        return np.maximum(0.0, 1.0 - label * score)

    def derivative(self, score, label=1.0):
        return -label * (label * score < 1)

    def curvature(self, score, label=1.0):
        return 0.0 * (label * score)


@dataclass(frozen=True)
class ExponentialLoss(Loss):
    r"""$e^{-yf}$. It is infinite as a float for margins below -709."""

    def value(self, score, label=1.0):
        with np.errstate(over="ignore"):
            return np.exp(-label * score)

    def derivative(self, score, label=1.0):
        return -label * self.value(score, label)

    def curvature(self, score, label=1.0):
        return label**2 * self.value(score, label)


@dataclass(frozen=True)
class LogisticLoss(Loss):
    r"""$\log(1 + e^{-yf})$, safe at any margin. With `base` 2 it is 1 at the margin 0, an upper bound of mistakes.

    >>> LogisticLoss(base=2).value(np.array([-1000.0, 0.0, 1.0])).round(6).tolist()
    [1442.695041, 1.0, 0.451941]
    """

    base: float = math.e

    def __post_init__(self):
        as_number(self.base, "base", above=1)

    def value(self, score, label=1.0):
        return np.logaddexp(0.0, -label * score) / math.log(self.base)

    def derivative(self, score, label=1.0):
        return -label * _sigmoid(-label * score) / math.log(self.base)

    def curvature(self, score, label=1.0):
        margin = label * score
        return label**2 * _sigmoid(margin) * _sigmoid(-margin) / math.log(self.base)


class EmpiricalRisk:
    r"""The loss of a linear model on a table of data, as a function of its weights:

    $$J(w) = \frac1n \sum_{i=1}^n \ell(y_i, w \cdot x_i) + \frac\lambda2 \lVert w \rVert^2$$

    Parameters
    ----------
    X, y : shapes (n, d) and (n,)
    loss : a `Loss`
    penalty : the $\lambda$ above
    average : False leaves out the 1/n; the same rate then takes steps that are n times as long
    intercept : True puts a column of ones before X; the first weight is then the intercept, which has no penalty

    Weights may be many, as for `Quadratic`.

    >>> risk = EmpiricalRisk([[1, 1], [1, -1]], [1, -1], ExponentialLoss(), average=False)
    >>> risk.value(np.zeros(2)), risk.gradient(np.zeros(2))
    (np.float64(2.0), array([ 0., -2.]))
    """

    def __init__(self, X, y, loss, penalty=0.0, average=True, intercept=False):
        X = as_matrix(X)
        y = as_vector(y, len(X), "y")
        as_instance(loss, "loss", Loss, "one of the losses, such as HingeLoss()")
        if loss.signed and not np.isin(y, (-1, 1)).all():
            raise ValueError(f"y must hold only +1 and -1 for {type(loss).__name__}; got {np.unique(y).tolist()[:5]}")
        self.X = np.hstack([np.ones((len(X), 1)), X]) if as_flag(intercept, "intercept") else X
        self.y, self.loss, self.average = y, loss, as_flag(average, "average")
        self.penalty = as_number(penalty, "penalty", minimum=0) * np.ones(self.X.shape[1])
        if intercept:
            self.penalty[0] = 0.0

    def on(self, rows):
        """The same for some of the rows, given by their indices: what a step on a mini-batch looks at.

        Its mean over all batches of one size is the whole; without the average, so is its sum over all batches, and the
        penalty is shared out among them.
        """
        if len(rows) == 0:
            raise ValueError("rows must not be empty")
        part = copy(self)
        part.X, part.y = self.X[rows], self.y[rows]
        if not self.average:
            part.penalty = self.penalty * len(part.y) / len(self.y)
        return part

    def value(self, w):
        w = _points(w, self.X.shape[1], "w")
        return self._weight * self.loss.value(w @ self.X.T, self.y).sum(axis=-1) + 0.5 * (w * w) @ self.penalty

    def gradient(self, w):
        w = _points(w, self.X.shape[1], "w")
        return self._weight * (self.loss.derivative(w @ self.X.T, self.y) @ self.X) + self.penalty * w

    def hessian(self, w):
        w = _points(w, self.X.shape[1], "w")
        curvature = self._weight * self.loss.curvature(w @ self.X.T, self.y)
        return (self.X.T * curvature[..., None, :]) @ self.X + np.diag(self.penalty)

    @property
    def _weight(self):
        return 1 / len(self.y) if self.average else 1.0


# ---- helpers


def _sigmoid(t):
    with np.errstate(over="ignore"):  # 1 / (1 + infinity) is 0, as it should be
        return 1 / (1 + np.exp(-t))


def _points(x, d, name="x"):
    """x as a float array of shape (..., d)."""
    points = x if isinstance(x, np.ndarray) and x.dtype == float else as_numbers(x, name)
    if points.ndim == 0 or points.shape[-1] != d:
        raise ValueError(f"{name} must be a point, or points, of {d} components; got an array of shape {points.shape}")
    return points


def _coordinates(x, d):
    """The components of points of shape (..., d), each of shape (...)."""
    return np.moveaxis(_points(x, d), -1, 0)


def _table(rows):
    """Rows of arrays of shape (...) as matrices, shape (..., d, d)."""
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


guard(__name__, function=as_downhill, label=as_numeric, rows=as_positions, score=as_numeric)
