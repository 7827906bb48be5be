import numpy as np

from byhand.base import as_number, as_whole


def noisy_sine(n=10, noise=0.3, seed=4):
    r"""One period of a sine at n equally spaced places, with normal noise: $y = \sin 2\pi x + \text{noise}\,\epsilon$.

    Returns X, shape (n, 1), from 0 to 1, and y, shape (n,). The document that fits polynomials to such data prints
    none of them; places, noise and seed are this book's choice.

    >>> X, y = noisy_sine()
    >>> y[:3].round(6)
    array([-0.195537,  0.590372,  1.483925])
    """
    x = np.linspace(0, 1, as_whole(n, "n", 1))
    epsilon = np.random.default_rng(seed).standard_normal(len(x))
    return x[:, None], np.sin(2 * np.pi * x) + as_number(noise, "noise", minimum=0) * epsilon
