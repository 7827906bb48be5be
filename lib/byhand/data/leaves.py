from statistics import NormalDist

import numpy as np

from byhand.base import as_number, as_whole


def leaves(n=400, wider=1.2, seed=0):
    """Length and width of n leaves, beech and oak in turn; long leaves are wide, with correlation 0.9 in each kind.

    Oak leaves are 1.2 longer and `wider` wider on average; all spreads are 1. Returns X, shape (n, 2), and y, shape
    (n,).

    >>> X, y = leaves(4)
    >>> X.shape, y.tolist()
    ((4, 2), ['beech', 'oak', 'beech', 'oak'])
    """
    rng, is_oak = np.random.default_rng(seed), np.arange(as_whole(n, "n", 1)) % 2
    length, own = rng.normal(size=(2, n))
    X = np.column_stack([length, 0.9 * length + np.sqrt(1 - 0.9**2) * own])
    shift = np.outer(2 * is_oak - 1, [0.6, as_number(wider, "wider") / 2])
    return X + shift, np.where(is_oak, "oak", "beech")


def best_normal(wider):
    """A vector at right angles to the best possible boundary between `leaves`, a straight line through the origin.

    >>> best_normal(1.2).round(3)
    array([0.316, 0.316])
    """
    return np.linalg.solve([[1, 0.9], [0.9, 1]], [0.6, as_number(wider, "wider") / 2])


def best_possible(wider):
    """The share of new leaves that somebody gets right who knows how they are made.

    >>> round(best_possible(1.2), 3)
    0.731
    """
    half = np.array([0.6, as_number(wider, "wider") / 2])
    return NormalDist().cdf(float(np.sqrt(half @ best_normal(wider))))
