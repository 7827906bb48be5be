import numpy as np

from byhand.base import as_number, as_whole


def two_rings(n=105, noise=0.1, seed=0):
    """Points on two circles, of radius 1 and 2.5, one inside the other, with normal noise in each direction.

    Returns X, shape (n, 2), and y, shape (n,), "inner" or "outer". The points follow each other at about the same
    distance on both, so that neither has wide gaps. A document shows such circles without numbers; radii, noise and
    seed are this book's choice.

    >>> X, y = two_rings()
    >>> X[0].round(6), int((y == "inner").sum())
    (array([0.892498, 0.098778]), 30)
    """
    n, rng = as_whole(n, "n", 7), np.random.default_rng(seed)
    inner = 2 * n // 7
    sizes = np.array([inner, n - inner])
    turn = np.concatenate([np.arange(k) / k for k in sizes]) + rng.uniform(-0.2, 0.2, n) / np.repeat(sizes, sizes)
    circle = np.column_stack([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)])
    X = np.repeat([1.0, 2.5], sizes)[:, None] * circle
    return X + as_number(noise, "noise", minimum=0) * rng.standard_normal(X.shape), np.repeat(["inner", "outer"], sizes)
