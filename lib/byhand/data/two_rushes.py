import numpy as np

from byhand.base import as_whole
from byhand.gaussian import Normal

EARLY, NOON, SHARE = Normal(1.5, 0.4), Normal(5.0, 0.9), 0.4  # SHARE of the customers come early


def two_rushes(n=80, seed=0):
    """When customers come to a café, in hours after it opens at seven: a rush at half past eight, another at noon.

    Returns the times, shape (n,). No document has such data; times, shares and seed are this book's choice.

    >>> two_rushes(3).round(3)
    array([6.174, 1.286, 1.645])
    """
    rng = np.random.default_rng(seed)
    early = rng.random(as_whole(n, "n", 1)) < SHARE
    return np.where(early, EARLY.sample(n, rng), NOON.sample(n, rng))


def true_density(x):
    """The density from which `two_rushes` draws, at numbers x of any shape.

    >>> true_density([1.5, 3.0, 5.0]).round(3)
    array([0.399, 0.023, 0.266])
    """
    return SHARE * EARLY.density(x) + (1 - SHARE) * NOON.density(x)
