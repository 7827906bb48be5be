r"""Going downhill: minimise a function $J(x)$ by small steps, each against the gradient or better.

`descend` takes a function, a start and a method, and returns the `Path` that it walked:

>>> bowl = Quadratic(np.diag([2.0, 20.0]))  # J = x1² + 10 x2²
>>> path = descend(bowl, [1.0, 1.0], Momentum(rate=0.02, momentum=0.5), steps=10)
>>> path
Path(Momentum(rate=0.02, momentum=0.5, restart=False), 10 steps, value 0.209117, stopped: step limit)
>>> path.point.round(6)
array([0.448033, 0.028954])

The methods, in the order of what they need to know and to remember:

==================  ======================================================  ========================================
method              step $\Delta$                                           memory
==================  ======================================================  ========================================
`GradientDescent`   $-\eta g$                                               nothing
`Momentum`          $\beta v - \eta g$                                      $v$, the last step
`AveragedMomentum`  $-\eta v$, $v \leftarrow \beta v + (1 - \beta) g$       $v$, a mean gradient
`Nesterov`          as `Momentum`, with $g$ taken at $x + \beta v$          $v$, the last step
`AdaptiveRates`     $-\eta_i g_i$                                           one rate for each component
`AdaGrad`           $-\eta g / \sqrt s$, $s \leftarrow s + g^2$             $s$, the sum of squares
`RMSProp`           $-\eta g / \sqrt s$                                     $s$, a mean square
`AdaDelta`          $-g \sqrt{u / s}$                                       $s$ and $u$, mean squares of $g$, $\Delta$
`Adam`              $-\eta \hat m / \sqrt{\hat s}$                          a mean gradient and a mean square
`Backtracking`      $-\eta g$, with $\eta$ halved until $J$ falls enough    nothing
`Newton`            $-H^{-1} g$                                             nothing, but it needs the Hessian
==================  ======================================================  ========================================

All but the last two, which look at the function itself, work on an array of any shape:
`step, memory = method.step(gradient, memory)`, where the first memory is `method.start(x)`. So the weights of a network
can be trained with them, array by array.
"""

import math
import re
import warnings
from copy import copy
from dataclasses import dataclass, fields
from itertools import repeat

import numpy as np

from byhand.base import as_matrix, as_number, as_whole
from byhand.working import Step, Working, decimal, tex

# ---- functions to go down on


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
        self.A = as_matrix(A, "A")
        if self.A.shape[0] != self.A.shape[1] or not np.allclose(self.A, self.A.T):
            raise ValueError(f"A must be a symmetric matrix; got {self.A.tolist()}")
        self.b = np.zeros(len(self.A)) if b is None else _as_point(b, "b", len(self.A))
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
    >>> descend(risk, [0, 0], GradientDescent(rate=0.1), steps=2).points
    array([[0.        , 0.        ],
           [0.        , 0.2       ],
           [0.        , 0.36374615]])
    """

    def __init__(self, X, y, loss, penalty=0.0, average=True, intercept=False):
        X = as_matrix(X)
        y = _as_point(y, "y", len(X))
        if not isinstance(loss, Loss):
            raise ValueError(f"loss must be one of the losses, such as HingeLoss(); got {loss!r}")
        if loss.signed and not np.isin(y, (-1, 1)).all():
            raise ValueError(f"y must hold only +1 and -1 for {type(loss).__name__}; got {np.unique(y).tolist()[:5]}")
        self.X = np.hstack([np.ones((len(X), 1)), X]) if intercept else X
        self.y, self.loss, self.average = y, loss, average
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
        w = _points(w, self.X.shape[1])
        return self._weight * self.loss.value(w @ self.X.T, self.y).sum(axis=-1) + 0.5 * (w * w) @ self.penalty

    def gradient(self, w):
        w = _points(w, self.X.shape[1])
        return self._weight * (self.loss.derivative(w @ self.X.T, self.y) @ self.X) + self.penalty * w

    def hessian(self, w):
        w = _points(w, self.X.shape[1])
        curvature = self._weight * self.loss.curvature(w @ self.X.T, self.y)
        return (self.X.T * curvature[..., None, :]) @ self.X + np.diag(self.penalty)

    @property
    def _weight(self):
        return 1 / len(self.y) if self.average else 1.0


def batches(n, size, draw="shuffle", seed=0):
    """An endless supply of mini-batches of `size` row numbers out of n; an epoch is one turn through all rows.

    draw: "shuffle", cut the shuffled rows into consecutive chunks, shuffle anew in each epoch; "shuffle once", the same
    order in each epoch; "in order", no shuffling; "with replacement", draw each batch on its own from all rows. The
    last chunk of an epoch may be shorter. Size n gives the batch method, size 1 the stochastic (on-line) one.

    >>> chunks = batches(5, 2, draw="in order")
    >>> [next(chunks).tolist() for _ in range(4)]
    [[0, 1], [2, 3], [4], [0, 1]]
    """
    ways = ("shuffle", "shuffle once", "in order", "with replacement")
    n, size = as_whole(n, "n", 1), as_whole(size, "size", 1)
    if size > n:
        raise ValueError(f"size must be at most n = {n}; got {size}")
    if draw not in ways:
        raise ValueError(f"draw must be one of {', '.join(ways)}; got {draw!r}")
    return _drawn(n, size, draw, np.random.default_rng(seed))


def _drawn(n, size, draw, rng):
    if draw == "with replacement":
        while True:
            yield rng.integers(n, size=size)
    order = np.arange(n) if draw == "in order" else rng.permutation(n)
    while True:
        yield from (order[first : first + size] for first in range(0, n, size))
        if draw == "shuffle":
            order = rng.permutation(n)


# ---- methods


def positive(value, name):
    """A setting that must be above 0."""
    return as_number(value, name, above=0)


def share(value, name):
    """A setting that must be at least 0 and below 1."""
    if as_number(value, name, minimum=0) >= 1:
        raise ValueError(f"{name} must be at least 0 and below 1; got {value!r}")
    return value


@dataclass(frozen=True)
class Method:
    """What all methods share. A method is its settings; what it remembers is passed in and handed back, never changed.

    Each setting is declared with the check that it has to pass. `lines` says how a person would write the update, in
    order: for each quantity a formula in which `@name` stands for another one, as it is by then.
    """

    lines = {}
    symbols = {"rate": r"\eta", "momentum": r"\beta", "decay": r"\rho", "epsilon": r"\epsilon"}

    def __post_init__(self):
        for setting in fields(self):
            if setting.type in (positive, share):
                setting.type(getattr(self, setting.name), setting.name)

    def start(self, x):
        """The memory before the first step, for an array x of any shape."""
        return {}

    def ahead(self, memory):
        """How far from x the gradient is to be taken."""
        return 0.0

    def step(self, gradient, memory):
        """The step for this gradient, and the new memory."""
        raise TypeError(f"{type(self).__name__} has to see the function, not only a gradient: use descend")

    def move(self, function, x, memory):
        """The gradient taken, the step from x, and the new memory."""
        gradient = function.gradient(x + self.ahead(memory))
        return gradient, *self.step(gradient, memory)


@dataclass(frozen=True)
class GradientDescent(Method):
    r"""$x \leftarrow x - \eta g$. The rate may be a function of the number of the step, k = 1, 2, ...

    >>> method = GradientDescent(rate=lambda k: 0.1 / k)
    >>> step, memory = method.step(np.array([2.0, -4.0]), method.start([0, 0]))
    >>> step, method.step(np.array([2.0, -4.0]), memory)[0]
    (array([-0.2,  0.4]), array([-0.1,  0.2]))
    """

    rate: object = 0.1
    lines = {"step": r"-@rate \times @g"}
    stability = 2.0

    def __post_init__(self):
        if not callable(self.rate):
            positive(self.rate, "rate")

    def start(self, x):
        return {"k": 0}

    def step(self, gradient, memory):
        k = memory["k"] + 1
        rate = positive(self.rate(k), "rate") if callable(self.rate) else self.rate
        return -rate * gradient, {"k": k, "rate": rate}


@dataclass(frozen=True)
class Momentum(Method):
    r"""The heavy ball: $v \leftarrow \beta v - \eta g$, then $x \leftarrow x + v$, from $v = 0$.

    With `restart` the ball stops, $v = 0$, whenever a step has led uphill.
    """

    rate: positive = 0.1
    momentum: share = 0.9
    restart: bool = False
    lines = {"step": r"@momentum \times @v - @rate \times @g"}  # it is the new v

    @property
    def stability(self):
        return 2 * (1 + self.momentum)

    def start(self, x):
        return {"v": np.zeros(np.shape(x))}

    def step(self, gradient, memory):
        v = self.momentum * memory["v"] - self.rate * gradient
        return v, {"v": v}

    def move(self, function, x, memory):
        gradient, v, memory = super().move(function, x, memory)
        uphill = self.restart and function.value(x + v) > function.value(x)
        return gradient, v, self.start(x) if uphill else memory


@dataclass(frozen=True)
class Nesterov(Momentum):
    r"""Momentum that looks ahead: $v \leftarrow \beta v - \eta\, g(x + \beta v)$, then $x \leftarrow x + v$."""

    lines = {"ahead": r"@x + @momentum \times @v", "g": "", **Momentum.lines}

    @property
    def stability(self):
        return (2 + 2 * self.momentum) / (1 + 2 * self.momentum)

    def ahead(self, memory):
        return self.momentum * memory["v"]


@dataclass(frozen=True)
class AveragedMomentum(Method):
    r"""Momentum as a running mean: $v \leftarrow \beta v + (1 - \beta) g$, then $x \leftarrow x - \eta v$.

    It starts from $v = 0$ and with the rate $\eta$ walks the same path as `Momentum` with the rate $(1 - \beta)\eta$.
    """

    rate: positive = 0.1
    momentum: share = 0.9
    lines = {"v": r"@momentum \times @v + (1 - @momentum) \times @g", "step": r"-@rate \times @v"}

    @property
    def stability(self):
        return 2 * (1 + self.momentum) / (1 - self.momentum)

    def start(self, x):
        return {"v": np.zeros(np.shape(x))}

    def step(self, gradient, memory):
        v = self.momentum * memory["v"] + (1 - self.momentum) * gradient
        return -self.rate * v, {"v": v}


@dataclass(frozen=True)
class AdaptiveRates(Method):
    r"""One rate for each component (Almeida and Silva): longer while its slope keeps its sign, shorter when it turns.

    $$\eta_i \leftarrow \begin{cases} u\, \eta_i & g_i\, g_i^{\text{last}} > 0 \\ d\, \eta_i & \text{else} \end{cases}
      \qquad x_i \leftarrow x_i - \eta_i g_i$$

    The first step, with no last gradient, has the given rate. A step that would lead uphill is not taken; all rates are
    halved instead.

    Parameters: `rate`, the first $\eta_i$; `up`, the u; `down`, the d.
    """

    rate: positive = 0.1
    up: positive = 1.2
    down: share = 0.8
    lines = {"factor": "", "eta": r"@factor \times @eta", "taken": "", "step": r"-@taken \times @eta \times @g"}
    symbols = {"eta": r"\eta", "factor": r"f", "taken": r"\text{taken}"}

    def start(self, x):
        return {"eta": np.full(np.shape(x), float(self.rate)), "last": None}

    def step(self, gradient, memory):
        factor = np.ones(np.shape(gradient))
        if memory["last"] is not None:
            factor = np.where(gradient * memory["last"] > 0, self.up, self.down)
        eta = factor * memory["eta"]
        return -eta * gradient, {"factor": factor, "eta": eta, "taken": 1, "last": gradient}

    def move(self, function, x, memory):
        gradient, step, new = super().move(function, x, memory)
        if not function.value(x + step) <= function.value(x):
            new |= {"factor": new["factor"] / 2, "eta": new["eta"] / 2, "taken": 0, "last": memory["last"]}
            step = 0.0 * step
        return gradient, step, new


@dataclass(frozen=True)
class AdaGrad(Method):
    r"""The more a component has sloped so far, the smaller its rate. Duchi, Hazan and Singer (2011).

    $$s \leftarrow s + g^2, \qquad \Delta = -\eta \frac{g}{\sqrt s + \epsilon}$$
    """

    rate: positive = 0.1
    epsilon: positive = 1e-8
    lines = {"s": "@s + @g^2", "step": r"-@rate \times \frac{@g}{\sqrt{@s} + @epsilon}"}

    def start(self, x):
        return {"s": np.zeros(np.shape(x))}

    def step(self, gradient, memory):
        s = memory["s"] + gradient**2
        return -self.rate * gradient / (np.sqrt(s) + self.epsilon), {"s": s}


@dataclass(frozen=True)
class RMSProp(Method):
    r"""AdaGrad that forgets: a running mean in place of the sum. Tieleman and Hinton (2012).

    $$s \leftarrow \rho s + (1 - \rho) g^2, \qquad \Delta = -\eta \frac{g}{\sqrt s + \epsilon}$$
    """

    rate: positive = 0.01
    decay: share = 0.9
    epsilon: positive = 1e-8
    lines = {**AdaGrad.lines, "s": r"@decay \times @s + (1 - @decay) \times @g^2"}

    def start(self, x):
        return {"s": np.zeros(np.shape(x))}

    def step(self, gradient, memory):
        s = self.decay * memory["s"] + (1 - self.decay) * gradient**2
        return -self.rate * gradient / (np.sqrt(s) + self.epsilon), {"s": s}


@dataclass(frozen=True)
class AdaDelta(Method):
    r"""No rate at all: steps are about as long as recent steps, in the units of x. Zeiler (2012).

    $$s \leftarrow \rho s + (1 - \rho) g^2, \qquad \Delta = -\sqrt{\frac{u + \epsilon}{s + \epsilon}}\; g, \qquad
      u \leftarrow \rho u + (1 - \rho) \Delta^2$$
    """

    decay: share = 0.95
    epsilon: positive = 1e-6
    lines = {
        "s": r"@decay \times @s + (1 - @decay) \times @g^2",
        "step": r"-\sqrt{\frac{@u + @epsilon}{@s + @epsilon}} \times @g",
        "u": r"@decay \times @u + (1 - @decay) \times @step^2",
    }

    def start(self, x):
        return {"s": np.zeros(np.shape(x)), "u": np.zeros(np.shape(x))}

    def step(self, gradient, memory):
        s = self.decay * memory["s"] + (1 - self.decay) * gradient**2
        step = -np.sqrt((memory["u"] + self.epsilon) / (s + self.epsilon)) * gradient
        return step, {"s": s, "u": self.decay * memory["u"] + (1 - self.decay) * step**2}


@dataclass(frozen=True)
class Adam(Method):
    r"""Averaged momentum over RMSProp's mean square, both freed of their start at 0. Kingma and Ba (2015).

    $$m \leftarrow \beta_1 m + (1 - \beta_1) g, \qquad s \leftarrow \beta_2 s + (1 - \beta_2) g^2, \qquad
      \Delta = -\eta \frac{m / (1 - \beta_1^k)}{\sqrt{s / (1 - \beta_2^k)} + \epsilon} \quad \text{in step } k$$

    Parameters: `momentum`, the $\beta_1$; `decay`, the $\beta_2$.
    """

    rate: positive = 0.001
    momentum: share = 0.9
    decay: share = 0.999
    epsilon: positive = 1e-8
    lines = {
        "m": r"@momentum \times @m + (1 - @momentum) \times @g",
        "s": r"@decay \times @s + (1 - @decay) \times @g^2",
        "step": r"-@rate \times \frac{@m / (1 - @momentum^{@k})}{\sqrt{@s / (1 - @decay^{@k})} + @epsilon}",
    }
    symbols = {**Method.symbols, "momentum": r"\beta_1", "decay": r"\beta_2"}

    def start(self, x):
        return {"m": np.zeros(np.shape(x)), "s": np.zeros(np.shape(x)), "k": 0}

    def step(self, gradient, memory):
        k = memory["k"] + 1
        m = self.momentum * memory["m"] + (1 - self.momentum) * gradient
        s = self.decay * memory["s"] + (1 - self.decay) * gradient**2
        mean, square = m / (1 - self.momentum**k), s / (1 - self.decay**k)
        return -self.rate * mean / (np.sqrt(square) + self.epsilon), {"m": m, "s": s, "k": k}


@dataclass(frozen=True)
class Backtracking(Method):
    r"""A line search: try the rate, and shorten it until the step pays a fair share of what the slope promises,

    $$J(x - \eta g) \le J(x) - c\, \eta \lVert g \rVert^2.$$

    Parameters: `rate`, the first try; `shrink`, what a rate is multiplied by to be shorter; `fair`, the c.
    """

    rate: positive = 1.0
    shrink: share = 0.5
    fair: share = 1e-4
    lines = {"eta": "", "step": r"-@eta \times @g"}
    symbols = {"eta": r"\eta"}

    def move(self, function, x, memory):
        gradient, value, eta = function.gradient(x), function.value(x), float(self.rate)
        promise = self.fair * (gradient @ gradient)
        if not math.isfinite(promise):
            return gradient, np.full(x.shape, np.nan), {"eta": eta}
        while (x - eta * gradient != x).any():  # else the step has become too short to be one
            if function.value(x - eta * gradient) <= value - eta * promise:
                break
            eta *= self.shrink
        return gradient, -eta * gradient, {"eta": eta}


@dataclass(frozen=True)
class Newton(Method):
    r"""$x \leftarrow x - H^{-1} g$: to the bottom of the parabola that fits the function here, in one step.

    The parabola may open downwards: then the step leads to its top, or to a saddle.
    """

    lines = {"H": "", "step": "-(H^{-1} g)"}

    def move(self, function, x, memory):
        if not hasattr(function, "hessian"):
            raise ValueError("function must offer hessian(x) for Newton's method")
        gradient, H = function.gradient(x), np.asarray(function.hessian(x), dtype=float)
        if H.shape != (len(x), len(x)):
            raise ValueError(f"function.hessian must have the shape {(len(x), len(x))}; got {H.shape}")
        if not (np.isfinite(H).all() and np.isfinite(gradient).all()):
            return gradient, np.full(x.shape, np.nan), {"H": H}
        if np.linalg.matrix_rank(H) < len(x):  # asked first, for not every platform refuses to solve
            raise ValueError(f"the Hessian at x = {_vector(x)} is singular, so that Newton's method has no step there")
        return gradient, -np.linalg.solve(H, gradient), {"H": H}


# ---- the descent


def descend(function, start, method=None, steps=100, tolerance=None, batches=None):
    """Walk down a function from `start`, shape (d,), and return the `Path`.

    Parameters
    ----------
    function : has `value(x)` and `gradient(x)`, for Newton's method `hessian(x)`, for batches `on(rows)`
    method : one of the methods above; `GradientDescent()` if left out
    steps : at most so many
    tolerance : stop where no component of the gradient is larger; without it all steps are made
    batches : row numbers for each step, as from `batches`; values along the path are still those of the whole function

    A step to where the function is not finite is not made: the path ends before it, with a warning.

    >>> path = descend(Rosenbrock(), [-1, -1], Newton(), steps=20, tolerance=1e-6)
    >>> path.stopped, path.values.round(4).tolist()
    ('converged', [44.0, 3.8073, 120.3611, 0.0076, 0.0006, 0.0])
    """
    method = GradientDescent() if method is None else method
    if not isinstance(method, Method):
        raise ValueError(f"method must be one of the methods, such as Momentum(rate=0.1); got {method!r}")
    x, steps = _as_point(start, "start"), as_whole(steps, "steps", 1)
    if tolerance is not None:
        as_number(tolerance, "tolerance", minimum=0)
        if batches is not None:
            raise ValueError("tolerance cannot be used with batches, whose gradients do not vanish at the minimum")
    if batches is not None and not hasattr(function, "on"):
        raise ValueError("function must offer on(rows) to be used with batches")
    with np.errstate(all="ignore"):  # what is not finite ends the walk
        path = _walk(function, x, method, steps, tolerance, repeat(None, steps) if batches is None else iter(batches))
    if path.stopped == "not finite":
        message = f"{path}: after that the function is not finite; a smaller rate may help"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return path


def _walk(function, x, method, steps, tolerance, batches):
    memory, value = method.start(x), _one_value(function, x)
    if not math.isfinite(value):
        raise ValueError(f"start must be where the function is finite; at {_vector(x)} it is {value}")
    _check_gradient_shape(function, x)
    trail, moves, stopped = [(x, value, memory)], [], None
    while stopped is None:
        if tolerance is not None and np.abs(function.gradient(x)).max() <= tolerance:
            stopped = "converged"
        elif len(moves) == steps or (rows := next(batches, ...)) is ...:
            stopped = "step limit"
        else:
            gradient, change, memory = method.move(function if rows is None else function.on(rows), x, memory)
            x = x + change
            value = _one_value(function, x)
            if np.isfinite(gradient).all() and np.isfinite(x).all() and math.isfinite(value):
                trail.append((x, value, memory))
                moves.append((gradient, change))
            else:
                stopped = "not finite"
    points, values, memories = zip(*trail, strict=True)
    gradients, changes = np.reshape(moves, (len(moves), 2, len(x))).swapaxes(0, 1)
    return Path(method, np.array(points), np.array(values), gradients, changes, memories, stopped)


@dataclass(frozen=True, repr=False)
class Path:
    """Where a descent went.

    `points` (k + 1, d), the start first; `values` (k + 1,); `gradients` (k, d), as the method took them; `changes`
    (k, d), its steps; `memories`, what it remembered at each point; `stopped`: "converged", "step limit" or
    "not finite".
    """

    method: Method
    points: np.ndarray
    values: np.ndarray
    gradients: np.ndarray
    changes: np.ndarray
    memories: tuple
    stopped: str

    @property
    def steps(self):
        """The number of steps made."""
        return len(self.changes)

    @property
    def point(self):
        """The last point, shape (d,)."""
        return self.points[-1]

    @property
    def value(self):
        """The value at the last point."""
        return float(self.values[-1])

    @property
    def best(self):
        """The point of the lowest value on the way, shape (d,): not always the last."""
        return self.points[np.argmin(self.values)]

    def __repr__(self):
        return f"Path({self.method}, {self.steps} steps, value {decimal(self.value)}, stopped: {self.stopped})"

    def working(self, step):
        """Step 1, 2, ... of the path as on paper: gradient, memory, step and new point, component by component.

        >>> print(descend(Quadratic([[2.0]]), [1.0], GradientDescent(rate=0.1), steps=1).working(1))
        GradientDescent, step 1 from (1)
        g1 = ∂ J / ∂ x_1 = 2
        step1 = -η × g_1 = -0.1 × 2 = -0.2
        x1 = x_1 + Δ_1 = 1 + (-0.2) = 0.8
        J = J(x) ≈ 0.64
        """
        k = as_whole(step, "step", 1)
        if k > self.steps:
            raise ValueError(f"step must be at most {self.steps}, the length of the path; got {step}")
        method, x, before, after = self.method, self.points[k - 1], self.memories[k - 1], self.memories[k]
        new = {"g": self.gradients[k - 1], **after, "ahead": x + method.ahead(before), "step": self.changes[k - 1]}
        known = {setting.name: getattr(method, setting.name) for setting in fields(method)} | before | {"x": x}
        known |= {name: value for name, value in after.items() if np.ndim(value) == 0}
        steps = []
        for name, formula in {**({} if "ahead" in method.lines else {"g": ""}), **method.lines}.items():
            steps += _components(name, formula, new[name], known, method.symbols)
            known = known | {name: new[name]}
        steps += _components("x", "@x + @step", self.points[k], known, method.symbols)
        steps.append(Step("J", "J(x)", "", float(self.values[k])))
        return Working(f"{type(method).__name__}, step {k} from {_vector(x)}", steps)


def _components(name, formula, values, known, symbols):
    """A `Step` for each component of a vector ("g1", "g2", ...) or a matrix ("H1,1", ...); one for a single number."""
    for index in np.ndindex(np.shape(values)):
        label = ",".join(str(i + 1) for i in index)

        def letter(match, label=label):
            symbol = {"step": r"\Delta", **symbols}.get(match[1], match[1])
            return f"{symbol}_{{{label}}}" if np.ndim(known[match[1]]) else symbol

        def number(match, index=index):
            value = known[match[1]]
            text = tex(value[index] if np.ndim(value) else value)
            power = "times" in text and match.string[match.end() :].startswith("^")
            return f"({text})" if text.startswith("-") or power else text

        letters, numbers = re.sub(r"@(\w+)", letter, formula), re.sub(r"@(\w+)", number, formula)
        if name in ("g", "H"):
            below = " ".join(rf"\partial x_{{{i + 1}}}" for i in index)
            letters = rf"\partial{'^2' if name == 'H' else ''} J / {below}"
        yield Step(name + label, letters, numbers if "@" in formula else "", float(np.asarray(values)[index]))


def largest_stable_rate(function, x, method=None):
    r"""The rate from which on a method no longer settles at the minimum x, shape (d,): $2 / \lambda_{max}$.

    $\lambda_{max}$ is the largest eigenvalue of the Hessian at x. Instead of the 2 of gradient descent, `Momentum` has
    $2 (1 + \beta)$ and `Nesterov` $(2 + 2\beta) / (1 + 2\beta)$, which is less.

    >>> bowl = Quadratic(np.diag([2.0, 20.0]))
    >>> largest_stable_rate(bowl, [0, 0]), largest_stable_rate(bowl, [0, 0], Nesterov(momentum=0.5))
    (0.1, 0.075)
    """
    method = GradientDescent() if method is None else method
    if not hasattr(method, "stability"):
        raise ValueError(f"method must have a fixed rate or momentum; {type(method).__name__} sets its own rates")
    H = np.asarray(function.hessian(_as_point(x, "x")), dtype=float)
    if not np.isfinite(H).all():
        raise ValueError("x must be where the Hessian is finite")
    curvature = np.linalg.eigvalsh(H)
    if not (curvature[-1] > 0 and curvature[0] > -1e-9 * curvature[-1]):
        raise ValueError(f"x must be a minimum; the curvatures there are {_vector(curvature)}")
    return float(method.stability / curvature[-1])


# ---- gradients by differences


def numerical_gradient(f, x, h=1e-5):
    r"""$\frac{f(x + h e_i) - f(x - h e_i)}{2h}$ for each component i of x, shape (d,): central differences.

    If f itself returns a vector, such as a gradient, row i is its change with $x_i$: so one gets a Hessian.

    >>> numerical_gradient(lambda x: x[0] ** 2 * x[1], [3.0, 2.0]).round(6)
    array([12.,  9.])
    """
    x, h = _as_point(x, "x"), as_number(h, "h", above=0)
    return np.array([(f(x + e) - f(x - e)) / (2 * h) for e in h * np.eye(len(x))])


def check_gradient(function, x, h=1e-5):
    """The largest difference between `function.gradient` and central differences at x, shape (d,), as a share of the
    largest component. A right gradient gives less than about 1e-6; a wrong one gives far more.

    >>> check_gradient(Rosenbrock(), [-1.2, 1.0]) < 1e-8
    True
    """
    x = _as_point(x, "x")
    _check_gradient_shape(function, x)
    exact, near = function.gradient(x), numerical_gradient(function.value, x, h)
    scale = max(np.abs(exact).max(), np.abs(near).max())
    return float(np.abs(exact - near).max() / scale) if scale > 0 else 0.0


# ---- helpers


def _sigmoid(t):
    with np.errstate(over="ignore"):  # 1 / (1 + infinity) is 0, as it should be
        return 1 / (1 + np.exp(-t))


def _as_point(x, name, size=None):
    """x as a new float array of shape (d,), all finite."""
    try:
        point = np.array(x, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers only; got {x!r}") from None
    if point.ndim != 1 or len(point) != (len(point) if size is None else size) or not len(point):
        wanted = "at least one number" if size is None else f"{size} numbers"
        raise ValueError(f"{name} must be a vector of {wanted}; got an array of shape {point.shape}")
    if not np.isfinite(point).all():
        raise ValueError(f"{name} must be finite; got {_vector(point)}")
    return point


def _points(x, d):
    """x as a float array of shape (..., d)."""
    points = np.asarray(x, dtype=float)
    if points.ndim == 0 or points.shape[-1] != d:
        raise ValueError(f"points must have {d} components; got an array of shape {points.shape}")
    return points


def _coordinates(x, d):
    """The components of points of shape (..., d), each of shape (...)."""
    return np.moveaxis(_points(x, d), -1, 0)


def _table(rows):
    """Rows of arrays of shape (...) as matrices, shape (..., d, d)."""
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _one_value(function, x):
    value = np.asarray(function.value(x), dtype=float)
    if value.size != 1:
        raise ValueError(f"function.value must give one number for a point; got an array of shape {value.shape}")
    return float(value.reshape(()))


def _check_gradient_shape(function, x):
    shape = np.shape(function.gradient(x))
    if shape != x.shape:
        raise ValueError(f"function.gradient must have the shape of the point, {x.shape}; got {shape}")


def _vector(x):
    return f"({', '.join(decimal(value) for value in x)})"
