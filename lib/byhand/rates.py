r"""Learning rates: how large one may be, which one is best, and how to let it fall.

Near a minimum every smooth function is a bowl. Along each axis of the bowl, an eigenvector of the Hessian, a method
with a fixed rate $\eta$ moves as on a parabola whose curvature is the eigenvalue $\lambda$, and every step
multiplies what is left of the way by a factor that depends on $\eta\lambda$ alone (`shrinkage`):

==================  ==========================================================================
method              the factor
==================  ==========================================================================
`GradientDescent`   $|1 - \eta\lambda|$
`Momentum`          the larger root $|q|$ of $q^2 - (1 + \beta - \eta\lambda) q + \beta = 0$
`Nesterov`          the larger root of $q^2 - (1 + \beta)(1 - \eta\lambda) q + \beta (1 - \eta\lambda) = 0$
`Newton`            0: it divides by the curvature
==================  ==========================================================================

>>> narrow = Quadratic(np.diag([2.0, 20.0]))  # J = x1² + 10 x2²
>>> largest_stable_rate(narrow, [0, 0]), round(best_rate(narrow, [0, 0]), 4)
(0.1, 0.0909)

A schedule is a rate that falls: a function of the number of the step, k = 1, 2, ..., for `GradientDescent`.
"""

import math

import numpy as np

from byhand.base import as_instance, as_model, as_number, as_vector, as_whole
from byhand.guard import as_numeric, guard
from byhand.losses import Quadratic  # noqa: F401 (for the examples)
from byhand.optimize import AveragedMomentum, GradientDescent, Method, Momentum, Nesterov, Newton, positive
from byhand.working import decimal

# ---- fixed rates


def curvatures(function, x):
    r"""The eigenvalues of the Hessian at a minimum x, shape (d,), smallest first, shape (d,).

    >>> curvatures(Quadratic([[11, 9], [9, 11]]), [0, 0])
    array([ 2., 20.])
    """
    as_model(function, "function", "hessian", example="Quadratic([[2]])")
    H = np.asarray(function.hessian(as_vector(x, None, "x")), dtype=float)
    if not np.isfinite(H).all():
        raise ValueError("x must be where the Hessian is finite")
    found = np.linalg.eigvalsh(H)
    if not (found[-1] > 0 and found[0] > -1e-9 * found[-1]):
        raise ValueError(f"x must be a minimum; the curvatures there are ({', '.join(map(decimal, found))})")
    return found


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
    return float(method.stability / curvatures(function, x)[-1])


def best_rate(function, x):
    r"""The fixed rate with which gradient descent is fastest near the minimum x, shape (d,).

    $$\eta = \frac{2}{\lambda_{min} + \lambda_{max}}$$

    makes the factors of the flattest and of the steepest direction equally large, $(\kappa - 1) / (\kappa + 1)$.

    >>> best_rate(Quadratic(np.diag([1.0, 9.0])), [0, 0])
    0.2
    """
    found = _steep_everywhere(function, x)
    return float(2 / (found[0] + found[-1]))


def best_momentum(function, x):
    r"""The heavy ball with the rate and the momentum that are fastest near the minimum x, shape (d,). Polyak (1964).

    $$\eta = \left( \frac{2}{\sqrt{\lambda_{max}} + \sqrt{\lambda_{min}}} \right)^2, \qquad
      \sqrt\beta = \frac{\sqrt\kappa - 1}{\sqrt\kappa + 1}$$

    The factor of every direction is then $\sqrt\beta$.

    >>> best_momentum(Quadratic(np.diag([1.0, 9.0])), [0, 0])
    Momentum(rate=0.25, momentum=0.25, restart=False)
    """
    found = _steep_everywhere(function, x)
    low, high = math.sqrt(found[0]), math.sqrt(found[-1])
    return Momentum(rate=(2 / (high + low)) ** 2, momentum=((high - low) / (high + low)) ** 2)


def _steep_everywhere(function, x):
    """The curvatures at x, where the flattest must count."""
    found = curvatures(function, x)
    if found[0] <= 1e-12 * found[-1]:
        raise ValueError("x must be a minimum that is curved in every direction: along one the function is flat there")
    return found


def shrinkage(method, curvature):
    r"""The factor by which, in the long run, a step of a method multiplies the distance to the minimum of a parabola.

    `curvature`: the $\lambda$ of the parabola, a number or an array of any shape. Below 1 the walk settles.

    >>> shrinkage(GradientDescent(rate=0.1), [2, 10, 30])
    array([0.8, 0. , 2. ])
    >>> shrinkage(Momentum(rate=0.1, momentum=0.81), [2, 10, 30]).round(6)
    array([0.9, 0.9, 0.9])
    """
    as_instance(method, "method", Method, "one of the methods, such as Momentum(rate=0.1)")
    curvature = np.asarray(curvature, dtype=float)
    if not (np.isfinite(curvature).all() and (curvature > 0).all()):
        raise ValueError("curvature must hold numbers above 0")
    if isinstance(method, Newton):
        return np.zeros(curvature.shape)
    if not hasattr(method, "stability") or callable(method.rate):
        raise ValueError(f"method must have a fixed rate; got {method!r}")
    beta, kept = getattr(method, "momentum", 0.0), 1 - method.rate * curvature
    if isinstance(method, AveragedMomentum):
        kept = 1 - (1 - beta) * method.rate * curvature
    if isinstance(method, Nesterov):
        return _larger_root((1 + beta) * kept, beta * kept)
    return _larger_root(beta + kept, beta * np.ones_like(kept))


def _larger_root(total, product):
    """The size of the larger root of q² - total q + product = 0, real or complex."""
    inside = total**2 - 4 * product
    real = (np.abs(total) + np.sqrt(np.maximum(inside, 0))) / 2
    return np.where(inside < 0, np.sqrt(np.maximum(product, 0)), real)


# ---- rates that fall


def inverse_time(rate, half):
    r"""$\eta_k = \eta / (1 + (k - 1) / h)$: half of the first rate after h steps, a third after 2h, ...

    >>> falling = inverse_time(0.3, half=10)
    >>> falling(1), falling(11), round(falling(21), 6)
    (0.3, 0.15, 0.1)
    """
    rate, half = positive(rate, "rate"), positive(half, "half")
    return lambda k: rate / (1 + (k - 1) / half)


def step_decay(rate, every, factor=0.5):
    r"""$\eta_k = \eta f^{\lfloor (k - 1) / s \rfloor}$: multiplied by the factor f after every s steps.

    >>> falling = step_decay(0.8, every=10)
    >>> falling(10), falling(11), falling(21)
    (0.8, 0.4, 0.2)
    """
    rate, every = positive(rate, "rate"), as_whole(every, "every", 1)
    if as_number(factor, "factor", above=0) > 1:
        raise ValueError(f"factor must be above 0 and at most 1; got {factor!r}")
    return lambda k: rate * factor ** ((k - 1) // every)


def cosine(rate, steps):
    r"""$\eta_k = \frac\eta2 (1 + \cos(\pi (k - 1) / K))$ in K steps: slow, fast, slow, from $\eta$ to nearly 0.

    After K steps it stays as small as it was in the last of them.

    >>> falling = cosine(0.4, steps=100)
    >>> falling(1), falling(51), round(falling(100), 6)
    (0.4, 0.2, 9.9e-05)
    """
    rate, steps = positive(rate, "rate"), as_whole(steps, "steps", 1)
    return lambda k: rate / 2 * (1 + math.cos(math.pi * (min(k, steps) - 1) / steps))


guard(__name__, curvature=as_numeric)
