import numpy as np

from byhand.base import as_vector, as_whole


def red_along_a_line(n=200, seed=0):
    """Places between 0 and 1, red or blue; red is most probable in the first and in the last third.

    Returns X, shape (n, 1), and y, shape (n,).

    >>> X, y = red_along_a_line()
    >>> X[:2, 0].round(6), y[:3].tolist()
    (array([0.636962, 0.269787]), ['red', 'red', 'blue'])
    """
    rng = np.random.default_rng(seed)
    places = rng.random(as_whole(n, "n", 1))
    return places[:, None], np.where(rng.random(n) < chance_of_red(places), "red", "blue")


def chance_of_red(places):
    r"""The true probability of red at places between 0 and 1, shape (m,): $\frac12 + \frac{2}{5} \sin 3 \pi x$.

    >>> chance_of_red([0, 1 / 6, 0.5]).round(2)
    array([0.5, 0.9, 0.1])
    """
    return 0.5 + 0.4 * np.sin(3 * np.pi * as_vector(places, None, "places"))
