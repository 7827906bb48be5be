"""Gaussian processes without a triangular solver, which NumPy lacks, and a climb that learns the curvature on its way.

The lesson, `byhand.gp`, shows the plain forms: `posterior`, `log_marginal_likelihood` and `ascend`.
"""

import numpy as np

BLOCK = 64  # rows of a triangle that are left to NumPy


def triangle(K):
    """The lower triangle L with L L' = K, shape (n, n), or None where K is not positive definite."""
    try:
        L = np.linalg.cholesky(K)
    except np.linalg.LinAlgError:
        return None
    pivots = L.diagonal()  # in a browser NumPy does not complain
    return L if np.isfinite(pivots).all() and (pivots > 0).all() else None


def solve_lower(L, B):
    """The X with L X = B; `B`: shape (n,) or (n, m)."""
    if len(L) <= BLOCK:
        return _solve(L, B)
    X = np.array(B, dtype=float)
    for start in range(0, len(L), BLOCK):
        here = slice(start, start + BLOCK)
        X[here] = _solve(L[here, here], X[here] - L[here, :start] @ X[:start])
    return X


def _solve(L, B):
    """As `np.linalg.solve`; for many columns by the inverse, whose product with them is quicker than elimination."""
    return np.linalg.inv(L) @ B if B.ndim == 2 and B.shape[1] > len(L) else np.linalg.solve(L, B)


def solve_upper(L, B):
    """The X with L' X = B; `B`: shape (n,) or (n, m)."""
    if len(L) <= BLOCK:
        return np.linalg.solve(L.T, B)
    X = np.array(B, dtype=float)
    for start in reversed(range(0, len(L), BLOCK)):
        here, end = slice(start, start + BLOCK), start + BLOCK
        X[here] = np.linalg.solve(L[here, here].T, X[here] - L[end:, here].T @ X[end:])
    return X


def inverse_triangle(L):
    """The inverse of a lower triangle, by halves."""
    n = len(L)
    if n <= BLOCK:
        return np.tril(np.linalg.inv(L))
    half = n // 2
    upper, lower = inverse_triangle(L[:half, :half]), inverse_triangle(L[half:, half:])
    inverse = np.zeros_like(L)
    inverse[:half, :half], inverse[half:, half:] = upper, lower
    inverse[half:, :half] = -lower @ (L[half:, :half] @ upper)
    return inverse


def inverse(L):
    """The inverse of L L'."""
    half = inverse_triangle(L)
    return half.T @ half


def climb(function, start, low, high, tolerance=1e-5, limit=200):
    """Where a function is highest, uphill from a start within bounds, each of shape (p,): the place and its value.

    `function`: from a place to its value, or minus infinity, and its gradient. Each step goes along the gradient,
    turned by what the change of gradients has told about the curvature (BFGS), and is halved until it helps.
    """
    x = np.clip(start, low, high)
    value, gradient = function(x)
    if not np.isfinite(value) or not len(x):
        return x, value
    memory = None
    for _ in range(limit):
        free = ~(((x <= low) & (gradient < 0)) | ((x >= high) & (gradient > 0)))
        slope = np.where(free, gradient, 0)
        if np.abs(slope).max() <= tolerance:
            break
        way = slope / max(1.0, np.linalg.norm(slope)) if memory is None else np.where(free, memory @ slope, 0)
        if way @ slope <= 0:
            memory, way = None, slope / max(1.0, np.linalg.norm(slope))
        way *= min(1.0, 3 / np.abs(way).max())  # a factor of 20 for a hyper-parameter is enough for one step
        found = _step(function, x, value, slope, way, low, high)
        if found is None:
            if memory is None:
                break
            memory = None  # once more, straight uphill
            continue
        new, new_value, new_gradient = found
        moved, turned = new - x, gradient - new_gradient
        memory = _learned(memory, moved, turned)
        gain = new_value - value
        x, value, gradient = new, new_value, new_gradient
        if gain <= 1e-10 * max(1.0, abs(value)):
            break
    return x, value


def _step(function, x, value, slope, way, low, high):
    """The first place along the way, each half as far as the one before, that is high enough; None if none is."""
    share = 1.0
    for _ in range(30):
        new = np.clip(x + share * way, low, high)
        new_value, gradient = function(new)
        if np.isfinite(new_value) and new_value >= value + 1e-4 * (slope @ (new - x)) and (new != x).any():
            return new, new_value, gradient
        share /= 2
    return None


def _learned(memory, moved, turned):
    """The inverse of the curvature after one more step, by the formula of Broyden, Fletcher, Goldfarb and Shanno."""
    bend = moved @ turned
    if bend <= 1e-12 * np.linalg.norm(moved) * np.linalg.norm(turned):
        return memory
    if memory is None:
        memory = bend / (turned @ turned) * np.eye(len(moved))
    left = np.eye(len(moved)) - np.outer(moved, turned) / bend
    return left @ memory @ left.T + np.outer(moved, moved) / bend
