"""Singular values and directions of centred rows, by whichever of two ways is fast and loses no digits that count.

The lesson, `byhand.decomposition`, shows both in their plain form.
"""

import numpy as np

ROUNDING = 1e-12  # singular values below this share of the largest are what rounding leaves of zeros
TALL = 4  # times as many rows as columns: from there on the square table of inner products is worth its while
SAFE = 1e-6  # singular values above this share of the largest keep enough digits if they are squared


def decompose(X):
    """The mean, shape (d,), singular values, shape (k,), and directions, shape (k, d), of the rows of X, shape (n, d).

    k is the smaller of n and d. The largest value is taken out first, so that no square is beyond the numbers.
    """
    n, d = X.shape
    with np.errstate(over="ignore", invalid="ignore"):
        mean = X.mean(axis=0)
        centred = X - mean
        largest = max(centred.max(), -centred.min())
        if not np.isfinite(largest):
            return np.full(d, np.inf), np.zeros(1), np.zeros((1, d))
        if largest <= 1e-15 * np.abs(mean).max():  # nothing but rounding
            return mean, np.zeros(min(n, d)), np.eye(min(n, d), d)
        if largest < 1e-100 or largest > 1e100:
            centred /= largest
        else:
            largest = 1.0
    if n >= TALL * d:
        values, vectors = np.linalg.eigh(centred.T @ centred)
        if values[0] > SAFE**2 * values[-1]:
            return mean, largest * np.sqrt(values[::-1]), vectors[:, ::-1].T
    _, s, Wt = np.linalg.svd(centred, full_matrices=False)
    return mean, largest * s, Wt
