"""How good predictions are, in one number."""

import numpy as np

from byhand.base import as_finite, as_outcomes
from byhand.guard import guard


def sse(y, predicted):
    r"""The sum of squared errors $\sum_i (y_i - \hat y_i)^2$; both of shape (n,), or (n, q) for q sums.

    >>> sse([1, 2, 4], [1, 3, 3])
    2.0
    """
    Y, P = _pair(y, predicted)
    with np.errstate(over="ignore"):
        total = as_finite(((Y - P) ** 2).sum(axis=0), "y or predicted")
    return float(total[0]) if np.ndim(y) == 1 else total


def r_squared(y, predicted):
    r"""The coefficient of determination: 1 for perfect predictions, 0 for the mean, negative for worse than the mean.

    $$R^2 = 1 - \frac{\sum_i (y_i - \hat y_i)^2}{\sum_i (y_i - \bar y)^2}$$

    Both of shape (n,), or (n, q): then the average over the q outcomes.

    >>> r_squared([1, 2, 4], [1, 3, 3])
    0.5714285714285714
    """
    Y, P = _pair(y, predicted)
    if (Y[0] == Y).all(axis=0).any():
        raise ValueError("y must hold at least two different values: R² compares the errors with its spread")
    with np.errstate(all="ignore"):
        shares = ((Y - P) ** 2).sum(axis=0) / ((Y - Y.mean(axis=0)) ** 2).sum(axis=0)
    return float(np.mean(1 - as_finite(shares, "y or predicted")))


def _pair(y, predicted):
    """y and predicted as float arrays of one shape (n, q)."""
    Y, P = (as_outcomes(values, name=name) for values, name in ((y, "y"), (predicted, "predicted")))
    if np.shape(y) != np.shape(predicted):
        raise ValueError(f"predicted must have the shape of y, {np.shape(y)}; got {np.shape(predicted)}")
    return Y, P


guard(__name__)
