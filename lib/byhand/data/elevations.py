import numpy as np


def elevations(seed=0):
    """A stand-in for a data set that a document describes but does not print: 266 places "yes" and 734 "no".

    Returns X, shape (1000, 1), elevations in metres, and y, shape (1000,). The yes places lie at two heights, so that
    no single normal density fits them.
    """
    rng = np.random.default_rng(seed)
    low, high = rng.normal(25, 6, size=146), rng.normal(75, 9, size=120)
    rest = rng.gamma(4, 14, size=734)
    values = np.concatenate([low, high, rest]).round(1)
    return values[:, None], np.array(["yes"] * 266 + ["no"] * 734)
