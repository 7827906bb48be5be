import numpy as np

from byhand.base import as_number, as_whole


def three_regions(n=200, noise=0.1, seed=0):
    """Points in the unit square, of three classes whose regions are rectangles, with some labels drawn at random.

    C to the right of 0.6 and above 0.5; A to the left of 0.6 and below 0.35; B elsewhere. `noise`: the chance that the
    label of a point is drawn anew from the three. Returns X, shape (n, 2), and y, shape (n,). A document shows such a
    picture without its numbers; regions, noise and seed are this book's choice.

    >>> X, y = three_regions()
    >>> X[0].round(6), y[:6]
    (array([0.636962, 0.269787]), array(['B', 'A', 'B', 'C', 'B', 'B'], dtype='<U1'))
    """
    rng = np.random.default_rng(seed)
    X = rng.random((as_whole(n, "n", 1), 2))
    right = X[:, 0] > 0.6
    y = np.where(right & (X[:, 1] > 0.5), "C", np.where(~right & (X[:, 1] <= 0.35), "A", "B"))
    drawn = rng.random(len(X)) < as_number(noise, "noise", minimum=0)
    return X, np.where(drawn, np.array(["A", "B", "C"])[rng.integers(3, size=len(X))], y)
