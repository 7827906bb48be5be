import numpy as np

from byhand.base import as_number, as_whole


def noisy_disc(n=200, noise=0.2, seed=0):
    """Points in a square from -2 to 2, red in the middle, blue around it; where red ends varies by `noise` about 1.3.

    Returns X, shape (n, 2), and y, shape (n,).

    >>> X, y = noisy_disc()
    >>> X[0].round(6), y[:3]
    (array([ 0.547847, -0.920853]), array(['red', 'blue', 'blue'], dtype='<U4'))
    """
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (as_whole(n, "n", 1), 2))
    rim = 1.3 + as_number(noise, "noise", minimum=0) * rng.standard_normal(n)
    return X, np.where(np.hypot(*X.T) < rim, "red", "blue")
