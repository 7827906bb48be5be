"""Least squares that is fast for many rows, and right for columns of any units, also for those that depend on others.

The lesson, `byhand.linear`, shows the plain form, `least_squares`.
"""

import numpy as np

ROUNDING = 1e-13  # what rounding may leave of a zero, relative to the numbers that cancelled


def fit(X, Y, ones):
    """Coefficients, shape (d, q), intercepts and sums of squared errors, shape (q,), and the rank of the design.

    `X`: shape (n, d); `Y`: shape (n, q); `ones`: whether there is an intercept. The few rows of the triangle R in
    [1, X, Y] = QR pose the same problem as the n rows of data. Its first row, divided by the first entry, holds the
    means; the rows below belong to the centred data.
    """
    d = X.shape[1]
    R = triangle(X, Y, ones)
    means = R[0, 1:] / R[0, 0] if ones else np.zeros(R.shape[1])
    own, Y_own = np.split(R[ones:, ones:], [d], axis=1)
    coef, rank = shortest(own, Y_own, np.abs(R[:, ones : ones + d]).max(axis=0))
    return coef, means[d:] - means[:d] @ coef, ((Y_own - own @ coef) ** 2).sum(axis=0), rank + ones


def triangle(X, Y, ones):
    """The upper triangle R of a QR decomposition of [1, X, Y] (the 1 with `ones`), as wide as that.

    Of what is right of the triangle of [1, X] only the lengths of the columns matter: many outcomes are therefore taken
    off that triangle alone, and what each leaves over is one number in a last row.
    """
    (n, d), q = X.shape, Y.shape[1]
    many, k = q > d + 8, ones + d + q
    A = np.zeros((max(n, k - many * q), k))  # rows of zeros change no sum of squares
    A[:n, :ones], A[:n, ones : ones + d], A[:n, ones + d :] = 1, X, Y
    if many:
        Q, R = np.linalg.qr(A[:, : ones + d])
        T = Q.T @ A[:, ones + d :]
        rest = np.sqrt(((A[:, ones + d :] - Q @ T) ** 2).sum(axis=0))
        return np.vstack([np.hstack([R, T]), np.append(np.zeros(ones + d), rest)])
    block = max(200, 4 * k)
    if n > 2 * block:  # blocks that fit into fast memory first, then the triangles below each other
        whole = n // block * block
        triangles = np.linalg.qr(A[:whole].reshape(-1, block, k), mode="r").reshape(-1, k)
        A = np.vstack([triangles, A[whole:]])
    return np.linalg.qr(A, mode="r")


def shortest(A, Y, sizes):
    """The shortest b, shape (d, q), of the least |Ab - Y|, and the rank of A, shape (m, d).

    `sizes`: the largest entry of each column before it was centred, shape (d,): rounding is relative to that.
    """
    scale = np.abs(A).max(axis=0)
    nothing = scale <= ROUNDING * sizes
    A, scale = np.where(nothing, 0, A), np.where(nothing, 1, scale)
    U, s, Vt = np.linalg.svd(A / scale, full_matrices=False)  # columns of one size: units do not matter
    loss = np.where(nothing, 1, sizes / scale).max()  # digits that centring has cost
    rank = int((s > ROUNDING * loss * s[0]).sum())
    b = Vt[:rank].T @ ((U.T @ Y)[:rank] / s[:rank, None]) / scale[:, None]
    if rank < len(s):
        free, _ = np.linalg.qr(Vt[rank:].T / scale[:, None])  # directions in which b may move
        b -= free @ (free.T @ b)
    return b, rank


def rank_of(A):
    """The number of independent columns of A, shape (n, k), whatever their units."""
    scale = np.abs(A).max(axis=0)
    s = np.linalg.svd(A / np.where(scale == 0, 1, scale), compute_uv=False)
    return int((s > ROUNDING * s[0]).sum())
