import numpy as np

from byhand.base import as_number, as_whole


def noisy_line(n=128, noise=0.5, seed=8):
    r"""Points near a line: x uniform between 0 and 2, $y = 1 + 2x + \text{noise}\,\epsilon$; our own choice.

    Returns X, shape (n, 1), and y, shape (n,).

    >>> X, y = noisy_line()
    >>> X[:2, 0].round(4), y[:2].round(4)
    (array([0.6539, 1.9746]), array([2.6152, 4.3858]))
    """
    rng = np.random.default_rng(seed)
    x = rng.uniform(0, 2, as_whole(n, "n", 1))
    return x[:, None], 1 + 2 * x + rng.normal(0, 1, len(x)) * as_number(noise, "noise", minimum=0)
