import numpy as np

from byhand.base import as_whole


def gaussian_mixture(n=200, seed=1):
    """Points of two classes, each a mixture of three normal densities of the same spread, 0.5 in each direction.

    Returns X, shape (n, 2), and y, shape (n,), "blue" or "red". The document that shows such data prints neither points
    nor densities; centres, spread and seed are this book's choice.

    >>> X, y = gaussian_mixture()
    >>> X[0].round(6), y[0].item()
    (array([1.054819, 1.584053]), 'blue')
    """
    rng = np.random.default_rng(seed)
    centres = np.array([[[-1.0, 0.0], [0.5, 1.5], [2.0, 0.5]], [[0.0, -1.0], [0.0, 0.5], [1.5, 1.5]]])
    colour = rng.integers(2, size=as_whole(n, "n", 1))
    middle = centres[colour, rng.integers(3, size=len(colour))]
    return rng.normal(middle, 0.5), np.array(["blue", "red"])[colour]
