import numpy as np

from byhand.base import as_whole


def chessboard(n=200, seed=0):
    """Points in a square from -2 to 2, red where both coordinates have the same sign, else blue.

    Returns X, shape (n, 2), and y, shape (n,).

    >>> X, y = chessboard()
    >>> X[0].round(6), y[:3]
    (array([ 0.547847, -0.920853]), array(['blue', 'red', 'red'], dtype='<U4'))
    """
    X = np.random.default_rng(seed).uniform(-2, 2, (as_whole(n, "n", 1), 2))
    return X, np.where(X.prod(axis=1) > 0, "red", "blue")
