import numpy as np

from byhand.base import as_matrix, as_whole

CENTRES = np.array([[[-1.0, 0.0], [0.5, 1.5], [2.0, 0.5]], [[0.0, -1.0], [0.0, 0.5], [1.5, 1.5]]])  # of blue, of red
SPREAD = 0.5


def gaussian_mixture(n=200, seed=1):
    """Points of two classes, each a mixture of three normal densities of the same spread, 0.5 in each direction.

    Returns X, shape (n, 2), and y, shape (n,), "blue" or "red". The document that shows such data prints neither points
    nor densities; centres, spread and seed are this book's choice.

    >>> X, y = gaussian_mixture()
    >>> X[0].round(6), y[0].item()
    (array([1.054819, 1.584053]), 'blue')
    """
    rng = np.random.default_rng(seed)
    colour = rng.integers(2, size=as_whole(n, "n", 1))
    middle = CENTRES[colour, rng.integers(3, size=len(colour))]
    return rng.normal(middle, SPREAD), np.array(["blue", "red"])[colour]


def chance_of_red(X):
    r"""The probability of red at each row of X, shape (n, 2), in `gaussian_mixture`: shape (n,).

    $$P(\text{red} \mid x) = \frac{\sum_{c \in \text{red}} e^{-\lVert x - c \rVert^2 / 2\sigma^2}}
      {\sum_c e^{-\lVert x - c \rVert^2 / 2\sigma^2}}$$

    >>> chance_of_red([[0, -1], [-1, 0]]).round(3)
    array([0.982, 0.091])
    """
    squared = ((as_matrix(X, columns=2)[:, None, None] - CENTRES) ** 2).sum(axis=3)
    blue, red = np.exp(-squared / (2 * SPREAD**2)).sum(axis=2).T
    return red / (blue + red)
