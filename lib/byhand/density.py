r"""Densities from data, and how far two of them are apart.

A histogram counts what falls into each bin. A kernel density estimate puts a bump $\phi$ of width h, the bandwidth, on
each of N points and takes the mean:

$$\hat p(x) = \frac{1}{N h^D} \sum_{n=1}^N \phi\left(\frac{\lVert x - x_n \rVert}{h}\right)$$

`histogram` and `kernel_density` are these formulae, `KernelDensity` the estimator for rows of any length, and
`left_out_likelihoods` says which h foretells points that it has not seen. `pushed_density` is the density that a
function makes of noise. `kl_between` and `js_between` compare densities over a grid, and `js_bound` has a
discriminator tell samples of one from samples of the other, which measures the same.
"""

import math
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Estimator,
    as_choice,
    as_finite,
    as_function,
    as_generator,
    as_instance,
    as_list,
    as_matrix,
    as_number,
    as_numbers,
    as_vector,
    as_weights,
    as_whole,
    shown,
)
from byhand.engine import density as engine
from byhand.gaussian import HALF_LOG_2_PI, Normal
from byhand.guard import as_numeric, guard
from byhand.probability import shares, times_log
from byhand.protocol import tags

MOST_BINS = 100_000

# ---- bars


class Histogram(NamedTuple):
    """Bars: `edges`, shape (m + 1,), how many numbers fall into each, `counts`, and their `heights`, shape (m,)."""

    edges: np.ndarray
    counts: np.ndarray
    heights: np.ndarray


def histogram(x, width, start=0.0):
    r"""How many of the numbers x, shape (n,), fall into each bin, and the density there, $\frac{N_j}{N w}$.

    Bins have the `width` w. One of them begins at `start`; there are as many as hold all numbers. A number on an edge
    belongs to the bin on its right.

    >>> bars = histogram([0.5, 1.0, 1.5, 3.5], width=1)
    >>> bars.edges.tolist(), bars.counts.tolist(), bars.heights.tolist()
    ([0.0, 1.0, 2.0, 3.0, 4.0], [1, 2, 0, 1], [0.25, 0.5, 0.0, 0.25])
    """
    x, width, start = as_vector(x, None, "x"), as_number(width, "width", above=0), as_number(start, "start")
    with np.errstate(over="ignore", invalid="ignore"):
        place = np.floor((x - start) / width)
    if not np.isfinite(place).all() or not np.ptp(place) < MOST_BINS or np.abs(place).max() > 2**31 - 2:
        raise ValueError(f"width must leave at most {MOST_BINS:,} bins, not too far from start; got {width:g}")
    first = int(place.min())
    counts = np.bincount((place - first).astype(int))
    edges = start + width * np.arange(first, first + len(counts) + 1)
    return Histogram(as_finite(edges, "width"), counts, as_finite(counts / len(x) / width, "width"))


# ---- bumps


@dataclass(frozen=True)
class Bump:
    r"""A kernel of density estimation: `name`, its `shape` k(u) at a distance of u bandwidths, its `mass` in D numbers.

    The mass, $\int k(\lVert \mathbf u \rVert)\, d\mathbf u$, is what k is divided by, so that the area is 1.

    >>> bump = BUMPS["epanechnikov"]
    >>> (bump.shape(np.array([0.0, 0.5, 2.0])) / bump.mass(1)).round(6).tolist()
    [0.75, 0.5625, 0.0]
    """

    name: str
    shape: object
    mass: object


def ball(d):
    r"""The volume of the ball of radius 1 in d dimensions, $\pi^{d/2} / \Gamma(\frac d2 + 1)$.

    >>> round(ball(1), 6), round(ball(2), 6), round(ball(3), 6)  # 2, π, 4π/3
    (2.0, 3.141593, 4.18879)
    """
    d = as_whole(d, "d", 1)
    return math.exp(0.5 * d * math.log(math.pi) - math.lgamma(0.5 * d + 1))


BUMPS = {
    bump.name: bump
    for bump in (
        Bump("gaussian", lambda u: np.exp(-0.5 * u**2), lambda d: (2 * math.pi) ** (0.5 * d)),
        Bump("tophat", lambda u: (u <= 1.0) * 1.0, ball),
        Bump("epanechnikov", lambda u: np.maximum(1 - u**2, 0), lambda d: 2 * ball(d) / (d + 2)),
        Bump("linear", lambda u: np.maximum(1 - u, 0), lambda d: ball(d) / (d + 1)),
    )
}


@np.errstate(over="ignore")
def kernel_density(x, points, bandwidth, kernel="gaussian"):
    r"""$\frac{1}{N h} \sum_n \phi\left(\frac{\lvert x - x_n \rvert}{h}\right)$ at each of x, shape (q,); shape (q,).

    `points`: the $x_n$, shape (N,); `bandwidth`: the h; `kernel`: the name of one of `BUMPS`.

    >>> kernel_density([0, 1], [1, 2, 4], bandwidth=2, kernel="linear").round(6)
    array([0.083333, 0.25    ])
    """
    x, points, bump = as_vector(x, None, "x"), as_vector(points, None, "points"), as_bump(kernel)
    distance = np.abs(x[:, None] - points) / as_number(bandwidth, "bandwidth", above=0)
    return as_finite(bump.shape(distance).mean(axis=1) / (bandwidth * bump.mass(1)), "bandwidth")


def working_kernel_density(x, points, bandwidth, kernel="gaussian"):
    """`kernel_density` at one number x as on paper: the bump of each point, bump1, bump2, ..., and their mean.

    >>> working_kernel_density(1, [1, 2, 4], bandwidth=2, kernel="linear")["p(1)"]
    Fraction(1, 4)
    """
    from byhand.paper import density as paper  # it builds on this module

    points = as_vector(points, None, "points")
    width = as_number(bandwidth, "bandwidth", above=0)
    return paper.kernel_density(as_number(x, "x"), points, width, as_bump(kernel).name)


@np.errstate(over="ignore", invalid="ignore")
def log_kernel_density(x, points, bandwidth, weight=None):
    r"""$\log \frac1N \sum_n \phi_h(x - x_n)$ at each of x, shape (q,), for points of shape (N,); shape (q,).

    The nearest point has the largest exponent, which is taken out of the sum so that no density becomes 0 far out.
    With weights above 0, shape (N,), it is the logarithm of $\sum_n w_n \phi_h(x - x_n) / \sum_n w_n$.

    >>> np.exp(log_kernel_density(np.array([15.0]), np.array([15.0]), 5)).round(7)  # the peak of one kernel
    array([0.0797885])
    """
    weight = np.ones(len(points)) if weight is None else weight
    if not 0 < weight.sum() < math.inf:
        raise ValueError("weight must have a sum above 0 that is a number")
    distance = np.abs(x[:, None] - points)
    distance /= bandwidth
    nearest = distance.min(axis=1, keepdims=True)
    exponent = distance - nearest  # these tables are large, so they are changed where they are
    distance += nearest
    exponent *= distance
    exponent *= -0.5
    peak = -0.5 * nearest[:, 0] ** 2 - math.log(bandwidth) - HALF_LOG_2_PI
    return np.where(np.isinf(peak), peak, peak + np.log(np.exp(exponent, out=exponent) @ (weight / weight.sum())))


class KernelDensity(Estimator):
    r"""The density of rows of numbers: a bump on each training row, averaged.

    Parameters
    ----------
    bandwidth : the h, above 0, the same in all directions: put columns on one scale first
    kernel : "gaussian", "tophat", "epanechnikov" or "linear", see `BUMPS`

    Learned: `points_`, the training rows, shape (n, d) (all of them: the model is its data), and `weights_`, the share
    of each in the density, shape (n,).

    >>> model = KernelDensity(bandwidth=0.5).fit([[0.0], [1.0], [4.0]])
    >>> model.density([[0.5], [4.0]]).round(4)
    array([0.3226, 0.266 ])
    >>> model.sample(2, seed=1).round(2).tolist()
    [[1.17], [3.35]]
    """

    _needs_y = False

    def __init__(self, bandwidth=1.0, kernel="gaussian"):
        self.bandwidth = bandwidth
        self.kernel = kernel

    def fit(self, X, y=None, sample_weight=None):
        """Learn from X, shape (n, d); y is not looked at. `sample_weight`, shape (n,): how often each row counts."""
        X = as_matrix(X)
        weight = as_weights(sample_weight, len(X))
        as_number(self.bandwidth, "bandwidth", above=0), as_bump(self.kernel)
        self.points_, self.weights_ = np.array(X[weight > 0]), weight[weight > 0] / weight.sum()
        self.n_features_in_ = X.shape[1]
        return self

    def score_samples(self, X):
        """The logarithm of the density at each row of X, shape (n,); minus infinity where it is 0."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        return engine.log_density(X, self.points_, self.weights_, float(self.bandwidth), BUMPS[self.kernel])

    def density(self, X):
        """The density at each row of X, shape (n,)."""
        with np.errstate(over="ignore"):
            return as_finite(np.exp(self.score_samples(X)), "bandwidth")

    def score(self, X, y=None):
        """The log-likelihood of all rows of X, the sum of `score_samples`; y is not looked at."""
        return float(self.score_samples(X).sum())

    def sample(self, size, seed=0):
        """Draw so many rows, shape (size, d): one of the training rows each, moved as its bump says."""
        self._require_fit("n_features_in_")
        size, d, rng = as_whole(size, "size", 1), self.n_features_in_, as_generator(seed)
        row = rng.choice(len(self.points_), size, p=self.weights_)
        direction = rng.standard_normal((size, d))
        if self.kernel != "gaussian":
            share = {"tophat": lambda: rng.beta(d, 1, size), "linear": lambda: rng.beta(d, 2, size)}
            radius = share.get(self.kernel, lambda: np.sqrt(rng.beta(d / 2, 2, size)))()
            direction *= (radius / np.linalg.norm(direction, axis=1))[:, None]
        return as_finite(self.points_[row] + self.bandwidth * direction, "bandwidth")

    def __sklearn_tags__(self):
        return tags(self, "density_estimator")


# ---- which bandwidth


def rule_of_thumb(x, rule="silverman"):
    r"""A bandwidth for a Gaussian kernel on numbers x, shape (n,), of sample standard deviation s.

    "scott" is $s\, n^{-1/5}$, "silverman" $s \left(\frac{4}{3n}\right)^{1/5}$, the best possible if x were normal; for
    more than one hump both are too wide.

    >>> round(rule_of_thumb([1, 2, 4, 5]), 4), round(rule_of_thumb([1, 2, 4, 5], "scott"), 4)
    (1.4656, 1.3837)
    """
    x = as_vector(x, None, "x")
    as_choice(rule, "rule", ("scott", "silverman"))
    return Normal.fit(x, ddof=1).std * (1.0 if rule == "scott" else 4 / 3) ** 0.2 * len(x) ** -0.2


def left_out_likelihoods(X, bandwidths, kernel="gaussian"):
    r"""The mean log density of each row under the bumps of the *others*, for each bandwidth: shape (m,).

    $$\frac1N \sum_{n=1}^N \log \frac{1}{(N - 1)\, h^D} \sum_{m \ne n}
      \phi\left(\frac{\lVert x_n - x_m \rVert}{h}\right)$$

    `X`: shape (n, d), at least two rows; `bandwidths`: the h to try, shape (m,). Without leaving the row out, the
    largest value would always be that of h = 0. Where every row has an equal one, as in a table that was pasted
    twice, it still is: each foretells its twin perfectly.

    >>> left_out_likelihoods([[0.0], [1.0], [2.5], [3.0]], [0.1, 1.0, 10.0]).round(3)
    array([-30.965,  -2.042,  -3.24 ])
    """
    X, bump = as_matrix(X), as_bump(kernel)
    if len(X) < 2:
        raise ValueError("X must have at least two rows: one is left out")
    widths = [as_number(width, "bandwidths", above=0) for width in as_list(bandwidths, "bandwidths")]
    if not widths:
        raise ValueError("bandwidths must hold at least one number")
    return np.array([engine.log_left_out(X, width, bump).mean() for width in widths])


# ---- noise through a function


def pushed_density(function, edges, noise=None, pieces=4000):
    r"""The density of $x = f(\omega)$ where $\omega$ is normal: its mean height in each bin, shape (m,).

    The line of $\omega$ is cut into `pieces`, each of which carries its probability to where the function puts its two
    ends, and spreads it evenly in between. Where the function is steep that is a wide stretch, and the density low.
    `function`: of an array; `edges`: of the bins of x, rising, shape (m + 1,); `noise`: a `Normal`, the standard one if
    None is given.

    >>> pushed_density(lambda w: 2 * w, [-2, 0, 2]).round(4)  # half of P(-1 < ω < 0)
    array([0.1707, 0.1707])
    """
    edges, pieces = as_vector(edges, None, "edges"), as_whole(pieces, "pieces", 1)
    if len(edges) < 2 or (np.diff(edges) <= 0).any():
        raise ValueError(f"edges must rise, from one to the next; got {shown(edges.tolist())}")
    noise = as_instance(Normal() if noise is None else noise, "noise", Normal, "a Normal")
    as_function(function, "function")
    omega = noise.mean + noise.std * np.linspace(-8, 8, min(pieces, 1_000_000) + 1)
    x = as_finite(as_vector(function(omega), len(omega), "function"), "function")
    below, above = np.minimum(x[:-1], x[1:]), np.maximum(x[:-1], x[1:])
    chance = np.diff(noise.cumulative(omega))
    chance /= chance.sum()
    return np.diff(engine.spread_below(edges, below, above, chance)) / np.diff(edges)


# ---- how far apart


def kl_between(log_p, log_q, step):
    r"""$D(p \,\|\, q) = \int p(x) \log \frac{p(x)}{q(x)}\, dx$ in nats, as a sum over a grid: shape (...).

    `log_p`, `log_q`: logarithms of the densities at the same places, shape (..., m), minus infinity for a density of 0;
    `step`: the distance, area, ... that each place stands for. Where p is 0 there is nothing to add; it is infinite
    where q is 0 and p is not. The grid must hold nearly all of p.

    >>> x = np.linspace(-8, 10, 1801)
    >>> p, q = Normal(0, 1).log_density(x), Normal(1, 2).log_density(x)
    >>> round(float(kl_between(p, q, 0.01)), 6), round(float(kl_between(q, p, 0.01)), 4)
    (0.443147, 1.3066)
    """
    p, log_p, log_q, step = _densities(log_p, log_q, step)
    with np.errstate(invalid="ignore"):
        return np.where(p > 0, p * (log_p - log_q), 0).sum(axis=-1) * step


def js_between(log_p, log_q, step):
    r"""$\frac12 D(p \,\|\, m) + \frac12 D(q \,\|\, m)$ with $m = \frac12(p + q)$ in nats, as a sum over a grid.

    At most log 2, where p and q have no place in common. Arguments as for `kl_between`.

    >>> x = np.linspace(-8, 10, 1801)
    >>> round(float(js_between(Normal(0, 1).log_density(x), Normal(1, 2).log_density(x), 0.01)), 4)
    0.1282
    """
    _, log_p, log_q, step = _densities(log_p, log_q, step)
    middle = np.logaddexp(log_p, log_q) - math.log(2)
    return 0.5 * (kl_between(log_p, middle, step) + kl_between(log_q, middle, step))


def best_discriminator(p, q):
    r"""$t^*(x) = \frac{p(x)}{p(x) + q(x)}$: how sure one can be that x came from p, if both come equally often.

    `p`, `q`: two distributions, or two densities at the same places, shape (K,). Where both are 0 it is one half.

    >>> best_discriminator([0.5, 0.5], [0.9, 0.1]).round(6)
    array([0.357143, 0.833333])
    """
    p, q = _pair(p, q)
    both = p + q
    return np.where(both > 0, p / np.where(both > 0, both, 1), 0.5)


def js_bound(p, q, t):
    r"""$\log 2 + \frac12 \bigl(\sum_k p_k \log t_k + \sum_k q_k \log(1 - t_k)\bigr)$, in nats.

    For any discriminator t it is at most the Jensen-Shannon divergence of p and q, which it reaches for the best one,
    `best_discriminator`. `p`, `q`: counts or probabilities of K outcomes, shape (K,); `t`: for each outcome the
    probability that it is said to come from p, shape (K,).

    >>> round(js_bound([0.5, 0.5], [0.9, 0.1], [0.4, 0.8]), 6), js_bound([0.5, 0.5], [0.9, 0.1], [0.5, 0.5])
    (0.097945, 0.0)
    """
    p, q, t = _game(p, q, t)
    return float(math.log(2) + 0.5 * (times_log(p, t).sum() + times_log(q, 1 - t).sum()))


def working_js_bound(p, q, t=None):
    """`js_bound` as on paper; without t for the best discriminator, whose values come first, named t1, t2, ...

    >>> round(working_js_bound([0.5, 0.5], [0.9, 0.1])["bound"], 6)
    0.101749
    """
    from byhand.paper import density as paper  # it builds on this module

    _game(p, q, [0.5] * len(as_list(p, "p")) if t is None else t)
    return paper.js_bound(as_list(p, "p"), as_list(q, "q"), None if t is None else as_list(t, "t"))


def as_bump(kernel):
    """A `Bump` by its name."""
    return BUMPS[as_choice(kernel, "kernel", tuple(BUMPS))]


def _pair(p, q):
    p, q = as_vector(p, None, "p"), as_vector(q, None, "q")
    if len(p) != len(q):
        raise ValueError(f"q must have as many numbers as p, {len(p)}; got {len(q)}")
    for name, given in (("p", p), ("q", q)):
        if given.min() < 0 or given.max() > 1e150:
            raise ValueError(f"{name} must hold numbers of at least 0, none beyond 1e150; got {shown(given.tolist())}")
    return p, q


def _game(p, q, t):
    p, q = _pair(p, q)
    for name, given in (("p", p), ("q", q)):
        if not given.sum() > 0:
            raise ValueError(f"{name} must hold a number above 0; got {shown(given.tolist())}")
    t = as_vector(t, len(p), "t")
    if not ((t >= 0) & (t <= 1)).all():
        raise ValueError(f"t must hold probabilities, between 0 and 1; got {shown(t.tolist())}")
    return shares(p), shares(q), t


def _densities(log_p, log_q, step):
    step, checked = as_number(step, "step", above=0), []
    for name, given in (("log_p", log_p), ("log_q", log_q)):
        given = as_numbers(given, name)
        if not given.ndim or not given.size or np.isnan(given).any() or given.max() > 300:
            raise ValueError(f"{name} must hold logarithms of densities, at most 300; got {shown(given.tolist())}")
        checked.append(given)
    log_p, log_q = checked
    if log_p.shape[-1] != log_q.shape[-1]:
        raise ValueError(f"log_q must have as many places as log_p, {log_p.shape[-1]}; got {log_q.shape[-1]}")
    return np.exp(log_p), log_p, log_q, step


guard(
    __name__,
    bandwidths=as_list,
    kernel=partial(as_choice, choices=tuple(BUMPS)),
    log_kernel_density=dict.fromkeys(["x", "points", "weight"], partial(as_numeric, ndim=1)),
)
