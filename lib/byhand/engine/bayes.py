"""Where sums of normal and exponential curves change their sign, and areas below curves."""

import math

import numpy as np

HALF_LOG_2_PI = 0.5 * math.log(2 * math.pi)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
PIECES = 64


def quadratic_roots(c, b, a):
    """The real roots of c + b x + a x², without loss of digits where one of them is much smaller.

    >>> quadratic_roots(-6, 1, 1)
    [-3.0, 2.0]
    """
    if a == 0:
        return [] if b == 0 else [-c / b]
    inside = b * b - 4 * a * c
    if inside < 0:
        return []
    q = -(b + math.copysign(math.sqrt(inside), b)) / 2
    roots = [q / a, c / q] if q else [0.0]
    return sorted(x for x in roots if math.isfinite(x))


def balance(terms):
    """Where a sum of weights times exponentials of quadratics changes its sign, in order.

    `terms`: pairs of a weight, not 0, and the (c, b, a) of $e^{c + bx + ax^2}$. Two terms make a quadratic equation;
    more of them have no formula, and are solved between the places where their derivatives change sign.

    >>> balance([(1.0, (0, 0, -0.5)), (-1.0, (-2, 2, -0.5))])
    [1.0]
    """
    if len({weight > 0 for weight, _ in terms}) < 2:
        return []
    if len(terms) > 2:
        return _changes([([weight], tuple(map(float, curve))) for weight, curve in terms])
    (first, one), (second, other) = terms
    c, b, a = (p - q for p, q in zip(one, other, strict=True))
    return quadratic_roots(c + math.log(abs(first)) - math.log(abs(second)), b, a)


FAR = 1e12  # beyond this, in the units of the curves, nothing changes any more


def _changes(terms):
    r"""Where $\sum_i p_i(x) e^{q_i(x)}$ changes its sign; `terms`: the coefficients of $p_i$, lowest first, and of q_i.

    Divided by the first exponential, the sum has the same signs, and its derivative has a $p_1$ of one degree less:
    after a few derivatives the first term is gone. Between the zeros of its derivative a function is monotone.
    """
    terms = _merged(terms)
    if not terms:
        return []
    if len(terms) == 1:
        roots = np.polynomial.polynomial.polyroots(terms[0][0])
        return sorted(float(x.real) for x in roots if abs(x.imag) < 1e-9 * max(1, abs(x)))
    base = terms[0][1]
    shifted = [(p, tuple(a - b for a, b in zip(q, base, strict=True))) for p, q in terms]
    ends = [-FAR, *_changes([(_derivative(p, q), q) for p, q in shifted]), FAR]
    signs = [_sign(shifted, x) for x in ends]
    found = []
    for low, high, a, b in zip(ends, ends[1:], signs, signs[1:], strict=False):
        if a * b < 0:
            found.append(_bisect(shifted, low, high, a))
        elif b == 0:
            found.append(high)
    return found


def _merged(terms):
    """The terms with equal exponents added up; those that are 0 left out."""
    sums = {}
    for p, q in terms:
        known = np.asarray(sums.get(q, [0.0]))
        size = max(len(known), len(p))
        sums[q] = np.pad(known, (0, size - len(known))) + np.pad(np.asarray(p, float), (0, size - len(p)))
    return [(np.trim_zeros(p, "b").tolist(), q) for q, p in sums.items() if np.any(p)]


def _derivative(p, q):
    """p' + p q': the polynomial of the derivative of p e^q."""
    slope = np.polynomial.polynomial.polymul(p, [q[1], 2 * q[2]])
    down = np.polynomial.polynomial.polyder(p)
    return np.polynomial.polynomial.polyadd(slope, down)


def _sign(terms, x):
    """The sign of the sum at x; the largest exponential is taken out, so that not all are 0 far out."""
    exponents = [q[0] + (q[1] + q[2] * x) * x for _, q in terms]
    most = max(exponents)
    total = 0.0
    for (p, _), exponent in zip(terms, exponents, strict=True):
        value = 0.0
        for coefficient in reversed(p):
            value = value * x + coefficient
        total += value * math.exp(max(exponent - most, -745.0))
    return float((total > 0) - (total < 0))


def _bisect(terms, low, high, sign):
    """Where the sum changes its sign between two places, to the last digit; `sign`: that at `low`."""
    while low < (middle := low + (high - low) / 2) < high:
        here = _sign(terms, middle)
        if here == 0:
            return middle
        low, high = (middle, high) if here == sign else (low, middle)
    return low


def gauss_area(density, low, high):
    """The area below a density from low to high, both finite: the Gauss-Legendre rule on 64 equal pieces."""
    ends = np.linspace(low, high, PIECES + 1)
    half = (ends[1:] - ends[:-1])[:, None] / 2
    places = ends[:-1, None] + half * (1 + NODES)
    return float((density(places) * WEIGHTS * half).sum())


def log_densities(X, laws, inverses):
    """What `log_density` of each `Gaussian` is at the rows of X, shape (n, K), by products with matrices alone.

    `inverses`: those of the triangles `law.lower`, shape (K, d, d).
    """
    found = np.empty((len(X), len(laws)))
    with np.errstate(over="ignore", invalid="ignore"):
        for k, (law, inverse) in enumerate(zip(laws, inverses, strict=True)):
            z = (X - law.mean) @ inverse.T
            np.einsum("nd,nd->n", z, z, out=found[:, k])
            found[:, k] *= -0.5
            found[:, k] += np.log(np.diag(inverse)).sum() - X.shape[1] * HALF_LOG_2_PI
    return found
