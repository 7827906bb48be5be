r"""Going downhill: minimise a function $J(x)$ by small steps, each against the gradient or better.

`descend` takes a function, a start and a method, and returns the `Descent`, all that happened on the way:

>>> bowl = Quadratic(np.diag([2.0, 20.0]))  # J = x1² + 10 x2²
>>> path = descend(bowl, [1.0, 1.0], Momentum(rate=0.02, momentum=0.5), steps=10)
>>> path
Descent(Momentum(rate=0.02, momentum=0.5, restart=False), 10 steps, value 0.209117, stopped: step limit)
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
can be trained with them, array by array. Which rate to give them is the subject of `byhand.rates`.
"""

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from itertools import repeat

import numpy as np

from byhand.base import (
    as_choice,
    as_flag,
    as_generator,
    as_instance,
    as_number,
    as_vector,
    as_whole,
    warn,
)
from byhand.guard import as_numeric, guard
from byhand.losses import (  # noqa: F401 (what there is to go down on is at hand here, too)
    Cubic,
    EmpiricalRisk,
    ExponentialLoss,
    Function,
    HingeLoss,
    LogisticLoss,
    Loss,
    Quadratic,
    Rosenbrock,
    SquaredLoss,
    ZeroOneLoss,
    as_downhill,
    check_gradient,
    gradient_at,
    numerical_gradient,
    value_at,
)
from byhand.progress import rounds
from byhand.working import decimal

# ---- methods


def positive(value, name):
    """A setting that must be above 0."""
    return as_number(value, name, above=0)


def share(value, name):
    """A setting that must be at least 0 and below 1."""
    if as_number(value, name, minimum=0) >= 1:
        raise ValueError(f"{name} must be at least 0 and below 1; got {value!r}")
    return value


CHECKS = {  # of the settings, which mean the same in all methods
    **dict.fromkeys(("rate", "epsilon", "up"), positive),
    **dict.fromkeys(("momentum", "decay", "down", "shrink", "fair"), share),
    "restart": as_flag,
}


@dataclass(frozen=True)
class Method:
    """What all methods share: a method is its settings; its memory is passed in and handed back, never changed."""

    def __post_init__(self):
        for setting in fields(self):
            if setting.name in CHECKS:
                CHECKS[setting.name](getattr(self, setting.name), setting.name)

    def start(self, x):
        """The memory before the first step, for an array x of any shape."""
        return {}

    def ahead(self, memory):
        """How far from x the gradient is to be taken."""
        return 0.0

    def step(self, gradient, memory):
        """The step for this gradient, and the new memory."""
        raise ValueError(f"gradient will not do for {type(self).__name__}, which has to see the function: use descend")

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

    rate: object = 0.1  # a number or a function of k
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

    rate: float = 0.1
    momentum: float = 0.9
    restart: bool = False

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

    rate: float = 0.1
    momentum: float = 0.9

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

    rate: float = 0.1
    up: float = 1.2
    down: float = 0.8

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

    rate: float = 0.1
    epsilon: float = 1e-8

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

    rate: float = 0.01
    decay: float = 0.9
    epsilon: float = 1e-8

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

    decay: float = 0.95
    epsilon: float = 1e-6

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

    rate: float = 0.001
    momentum: float = 0.9
    decay: float = 0.999
    epsilon: float = 1e-8

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

    rate: float = 1.0
    shrink: float = 0.5
    fair: float = 1e-4

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

    def move(self, function, x, memory):
        if not hasattr(function, "hessian"):
            raise ValueError("function must offer hessian(x) for Newton's method")
        gradient, H = function.gradient(x), np.asarray(function.hessian(x), dtype=float)
        if H.shape != (len(x), len(x)):
            raise ValueError(f"function.hessian must have the shape {(len(x), len(x))}; got {H.shape} at x")
        if not (np.isfinite(H).all() and np.isfinite(gradient).all()):
            return gradient, np.full(x.shape, np.nan), {"H": H}
        if np.linalg.matrix_rank(H) < len(x):  # asked first, for not every platform refuses to solve
            raise ValueError(f"the Hessian at x = {_vector(x)} is singular, so that Newton's method has no step there")
        return gradient, -np.linalg.solve(H, gradient), {"H": H}


# ---- the descent


def descend(function, start, method=None, steps=100, tolerance=None, batches=None):
    """Walk down a function from `start`, shape (d,), and return the `Descent`.

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
    as_instance(method, "method", Method, "one of the methods, such as Momentum(rate=0.1)")
    x, steps = as_vector(start, None, "start"), as_whole(steps, "steps", 1)
    as_downhill(function)
    if tolerance is not None:
        as_number(tolerance, "tolerance", minimum=0)
        if batches is not None:
            raise ValueError("tolerance cannot be used with batches, whose gradients do not vanish at the minimum")
    if batches is not None and not hasattr(function, "on"):
        raise ValueError("function must offer on(rows) to be used with batches")
    with np.errstate(all="ignore"):  # what is not finite ends the walk
        path = _walk(function, x, method, steps, tolerance, batches)
        if not math.isfinite(path.value):  # which a batch did not show
            path = replace(path.first(int(np.argmin(np.isfinite(path.values))) - 1), stopped="not finite")
    if path.stopped == "not finite":
        message = f"{path}: after that the function is not finite; a smaller rate may help"
        warn(message, RuntimeWarning)
    return path


def _walk(function, x, method, steps, tolerance, batches):
    memory, value = method.start(x), value_at(function, x)
    if not math.isfinite(value):
        raise ValueError(f"start must be where the function is finite; at {_vector(x)} it is {value}")
    gradient_at(function, x)
    whole, batches = batches is None, repeat(None) if batches is None else iter(batches)
    trail, moves, stopped, count = [(x, value, memory)], [], None, rounds(steps, "step")
    while stopped is None:
        if tolerance is not None and np.abs(function.gradient(x)).max() <= tolerance:
            stopped = "converged"
        elif len(moves) == steps or (rows := next(batches, ...)) is ...:
            stopped = "step limit"
        else:
            next(count)
            part = function if rows is None else function.on(rows)
            gradient, change, memory = method.move(part, x, memory)
            x = x + change
            value = value_at(part, x)
            if np.isfinite(gradient).all() and np.isfinite(x).all() and math.isfinite(value):
                trail.append((x, value, memory))
                moves.append((gradient, change))
            else:
                stopped = "not finite"
    points, values, memories = zip(*trail, strict=True)
    gradients, changes = np.reshape(moves, (len(moves), 2, len(x))).swapaxes(0, 1)
    known = np.array(values) if whole else None
    return Descent(function, method, np.array(points), known, gradients, changes, memories, stopped)


@dataclass(frozen=True, repr=False)
class Descent:
    """Where a walk downhill went, and why it ended there.

    `points` (k + 1, d), the start first; `known` (k + 1,), the values there, None if the steps saw batches only;
    `gradients` (k, d), as the method took them; `changes` (k, d), its steps; `memories`, what it remembered at each
    point; `stopped`: "converged", "step limit" or "not finite".
    """

    function: object
    method: Method
    points: np.ndarray
    known: np.ndarray | None
    gradients: np.ndarray
    changes: np.ndarray
    memories: tuple
    stopped: str = "step limit"

    @cached_property
    def values(self):
        """The values of the whole function at the points, shape (k + 1,).

        After steps on batches they are worked out when they are first asked for: who looks at all rows after each step
        gains nothing from looking at few of them in each step.
        """
        with np.errstate(all="ignore"):
            return np.array([value_at(self.function, x) for x in self.points]) if self.known is None else self.known

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
        return value_at(self.function, self.point)

    @property
    def best(self):
        """The point of the lowest value on the way, shape (d,): not always the last."""
        return self.points[np.argmin(self.values)]

    def first(self, steps):
        """So many first steps of the path, all if there are not as many, as a `Descent`."""
        steps = as_whole(steps, "steps", 0)
        here = slice(steps + 1)
        gradients, changes = self.gradients[:steps], self.changes[:steps]
        return Descent(
            self.function, self.method, self.points[here], self.values[here], gradients, changes, self.memories[here]
        )

    def __repr__(self):
        return f"Descent({self.method}, {self.steps} steps, value {decimal(self.value)}, stopped: {self.stopped})"

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
        from byhand.paper import optimize as paper  # it builds on this module

        return paper.one_step(self, k)


def batches(n, size, draw="shuffle", seed=0):
    """An endless supply of mini-batches of `size` row numbers out of n; an epoch is one turn through all rows.

    draw: "shuffle", cut the shuffled rows into consecutive chunks, shuffle anew in each epoch; "shuffle once", the same
    order in each epoch; "in order", no shuffling; "with replacement", draw each batch on its own from all rows. The
    last chunk of an epoch may be shorter. Size n gives the batch method, size 1 the stochastic (on-line) one.

    >>> chunks = batches(5, 2, draw="in order")
    >>> [next(chunks).tolist() for _ in range(4)]
    [[0, 1], [2, 3], [4], [0, 1]]
    """
    n, size = as_whole(n, "n", 1), as_whole(size, "size", 1)
    if size > n:
        raise ValueError(f"size must be at most n = {n}; got {size}")
    as_choice(draw, "draw", ("shuffle", "shuffle once", "in order", "with replacement"))
    return _drawn(n, size, draw, as_generator(seed))


def _drawn(n, size, draw, rng):
    if draw == "with replacement":
        while True:
            yield rng.integers(n, size=size)
    order = np.arange(n) if draw == "in order" else rng.permutation(n)
    while True:
        yield from (order[first : first + size] for first in range(0, n, size))
        if draw == "shuffle":
            order = rng.permutation(n)


def _vector(x):
    return f"({', '.join(decimal(value) for value in x)})"


guard(
    __name__,
    function=as_downhill,
    gradient=as_numeric,
    memory=partial(as_instance, kind=dict, what="the memory that start or the last step has given"),
    move={"x": as_numeric},
)
