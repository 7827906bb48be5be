r"""A mixture of normal densities, fast: the rows of the data along the columns of arrays, and no check on the way.

`Gaussians` offers what the lesson's class does, `log_joint` and `refit`, and gives the same; `byhand.em.em` runs
on either. With the (n, K) arrays in Fortran's order, all sums and exponentials run along the n.
"""

import math

import numpy as np

from byhand.engine import cluster

HALF_LOG_2_PI = 0.5 * math.log(2 * math.pi)
EMPTY = 1e-300


class Gaussians:
    """`weights`: (K,); `means`: (K, d); `covariances`: (K, d, d); `floored`: which stand on the floor, (K,).

    `least`: the floor, the least variance in the direction of each column, shape (d,), above 0.
    """

    def __init__(self, weights, means, covariances, floored, form, least):
        self.weights, self.means, self.covariances, self.floored = weights, means, covariances, floored
        self.form, self.least = form, least

    def log_joint(self, X):
        """See the lesson; shape (n, K), in Fortran's order."""
        columns = X.T
        d, n = columns.shape
        found = np.empty((len(self.means), n))
        lower = np.linalg.cholesky(self.covariances)
        peaks = np.log(np.maximum(self.weights, EMPTY)) - d * HALF_LOG_2_PI
        peaks -= np.log(lower.diagonal(axis1=1, axis2=2)).sum(axis=1)
        for row, peak, mean, inverse in zip(found, peaks, self.means, np.linalg.inv(lower), strict=True):
            z = inverse @ (columns - mean[:, None])
            np.einsum("dn,dn->n", z, z, out=row)
            row *= -0.5
            row += peak
        return found.T

    def refit(self, X, R):
        """See the lesson."""
        columns, shares = X.T, R.T
        N = shares.sum(axis=1)
        if not (N > EMPTY).all():
            shares = np.where(N[:, None] > EMPTY, shares, EMPTY)
            N = shares.sum(axis=1)
        means = shares @ X / N[:, None]
        covariances = np.empty((len(N), X.shape[1], X.shape[1]))
        for k, (share, mean) in enumerate(zip(shares, means, strict=True)):
            from_mean = columns - mean[:, None]
            covariances[k] = (from_mean * share) @ from_mean.T / N[k]
        weights = N / N.sum()
        covariances = shaped(covariances, weights, self.form)
        return Gaussians(weights, means, *all_raised(covariances, self.least), self.form, self.least)


def shaped(covariances, weights, form):
    """What the lesson returns, without its checks."""
    if form == "full":
        return covariances
    if form == "tied":
        return np.broadcast_to(np.tensordot(weights, covariances, 1), covariances.shape)
    variances = covariances.diagonal(axis1=1, axis2=2)
    if form == "spherical":
        variances = variances.mean(axis=1, keepdims=True)
    return variances[:, :, None] * np.eye(covariances.shape[1])


def raised(cov, least):
    """See the lesson; and whether anything had to be raised."""
    units = np.sqrt(least)
    scaled = cov / units / units[:, None]
    values, axes = np.linalg.eigh((scaled + scaled.T) / 2)
    if values[0] >= 1:
        return cov, False
    found = (axes * np.maximum(values, 1)) @ axes.T
    return (found + found.T) / 2 * units * units[:, None], True


def all_raised(covariances, least):
    """The same for covariances of shape (K, d, d): these, and which were raised, shape (K,)."""
    units = np.sqrt(least)
    low = np.linalg.eigvalsh(covariances / units / units[:, None])[:, 0] < 1
    if low.any():
        covariances = np.array(
            [raised(cov, least)[0] if is_low else cov for cov, is_low in zip(covariances, low, strict=True)]
        )
    return covariances, low


def variances(X):
    """Of the columns of X, shape (d,); 1 for a column that does not vary."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        found = X.var(axis=0)
        steady = found <= (1e-14 * np.abs(X).max(axis=0)) ** 2
    return np.where(steady, 1.0, found)


def around(X, means):
    """The covariance of the rows around the nearest of the means, shape (d, d), in units of the columns' variances."""
    units = np.sqrt(variances(X))
    rows, places = X / units, means / units
    nearest, left = cluster.nearest(rows, places), np.empty_like(rows)
    for k in range(len(places)):
        own = nearest == k
        left[own] = rows[own] - rows[own].mean(axis=0) if own.any() else 0
    return left.T @ left / len(rows) * units * units[:, None]
