"""What makes densities fast: tables of distances a block at a time."""

import math

import numpy as np

CELLS = 6_000  # of a table of distances at a time: so few take little memory, and stay in the fastest


def in_blocks(density, x, points, *settings):
    """`density(x, points, *settings)`, shape (q,), for some of x at a time."""
    found, rows = np.empty(len(x)), max(1, CELLS // len(points))
    for start in range(0, len(x), rows):
        found[start : start + rows] = density(x[start : start + rows], points, *settings)
    return found


@np.errstate(over="ignore", divide="ignore", invalid="ignore")
def log_density(X, points, weights, bandwidth, bump):
    """The logarithm of the mean bump at each row of X, shape (q, d); `weights`: the share of each point, (N,)."""
    X, points = X / bandwidth, points / bandwidth
    found = in_blocks(log_mean, X, points, weights, bump)
    return found - size(bandwidth, X.shape[1], bump)


@np.errstate(over="ignore", divide="ignore", invalid="ignore")
def log_left_out(X, bandwidth, bump):
    """The same at each of the points, shape (n, d), without its own bump: shape (n,)."""
    scaled, n = X / bandwidth, len(X)
    found, rows, weights = np.empty(n), max(1, CELLS // n), np.full(n, 1 / (n - 1))
    for start in range(0, n, rows):
        squared = squares(scaled[start : start + rows], scaled)
        own = np.arange(len(squared))
        squared[own, start + own] = np.inf
        found[start : start + rows] = log_sum(squared, weights, bump)
    return found - size(bandwidth, X.shape[1], bump)


def log_mean(X, points, weights, bump):
    return log_sum(squares(X, points), weights, bump)


def log_sum(squared, weights, bump):
    """The logarithm of the weighted sum of bumps at squared distances, shape (q, N), which are changed: shape (q,)."""
    if bump.name != "gaussian":
        return np.log(bump.shape(np.sqrt(squared, out=squared)) @ weights)
    nearest = squared.min(axis=1)  # has the largest exponent, which is taken out of the sum
    nearest = np.where(np.isinf(nearest), 0, nearest)
    squared -= nearest[:, None]
    squared *= -0.5
    return np.log(np.exp(squared, out=squared) @ weights) - 0.5 * nearest


def squares(A, B):
    """Squared distances of the rows of A from those of B, shape (q, N), column by column: no digits are lost."""
    found = A[:, :1] - B[:, 0]
    found *= found
    for a, b in zip(A.T[1:], B.T[1:], strict=True):
        part = a[:, None] - b
        part *= part
        found += part
    return np.where(np.isnan(found), np.inf, found)


def size(bandwidth, d, bump):
    """The logarithm of what the bumps are divided by, h to the power of d times their mass."""
    return d * math.log(bandwidth) + math.log(bump.mass(d))


def spread_below(edges, below, above, chance):
    """How much of the chances, each spread evenly between two ends, lies below each edge: shape (m,)."""
    found, rows = np.empty(len(edges)), max(1, 40 * CELLS // len(chance))
    width = np.where(above > below, above - below, 1)
    for start in range(0, len(edges), rows):
        some = edges[start : start + rows, None]
        part = np.where(above > below, np.clip((some - below) / width, 0, 1), some >= above)
        found[start : start + rows] = part @ chance
    return found
