import numpy as np

from byhand.base import as_number, as_whole


def half_moons(n=200, noise=0.2, seed=0):
    """Points of two classes along two half circles that reach into each other, with normal noise in each direction.

    Returns X, shape (n, 2), and y, shape (n,), "red" and "blue" in turn. A document asks to compare classifiers without
    naming data; shape, noise and seed are this book's choice.

    >>> X, y = half_moons()
    >>> X[0].round(6), y[:3]
    (array([-0.534255,  0.814332]), array(['red', 'blue', 'red'], dtype='<U4'))
    """
    rng = np.random.default_rng(seed)
    angle = np.pi * rng.random(as_whole(n, "n", 1))
    red = np.arange(len(angle)) % 2 == 0
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    X[~red] = [1, 0.5] - X[~red]
    return X + as_number(noise, "noise", minimum=0) * rng.standard_normal(X.shape), np.where(red, "red", "blue")
