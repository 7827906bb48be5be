import numpy as np

from byhand.base import as_number, as_whole


def ring_of_clouds(n=500, clouds=6, spread=0.12, seed=0):
    """Points in a few round clouds whose centres lie on a circle of radius 2, the first of them on the right.

    Returns X, shape (n, 2), and the number of each point's cloud, shape (n,). No document has such data; they are the
    usual test of whether a generator forgets a part of what it is shown. Numbers and seed are this book's choice.

    >>> X, cloud = ring_of_clouds()
    >>> X[0].round(3).tolist(), cloud[:3].tolist()
    ([1.024, -1.778], [5, 3, 3])
    """
    rng, clouds = np.random.default_rng(seed), as_whole(clouds, "clouds", 1)
    cloud = rng.integers(clouds, size=as_whole(n, "n", 1))
    noise = as_number(spread, "spread", minimum=0) * rng.standard_normal((len(cloud), 2))
    return centres(clouds)[cloud] + noise, cloud


def centres(clouds=6):
    """The centres of the clouds, shape (clouds, 2).

    >>> centres(4).round(6) + 0.0
    array([[ 2.,  0.],
           [ 0.,  2.],
           [-2.,  0.],
           [ 0., -2.]])
    """
    angle = 2 * np.pi * np.arange(as_whole(clouds, "clouds", 1)) / clouds
    return 2 * np.column_stack([np.cos(angle), np.sin(angle)])
