r"""How sure is a fit? Standard errors, intervals of coefficients, and bands around what least squares predicts.

Suppose $y = Xb + \varepsilon$ with independent normal noise of one variance $\sigma^2$. With k columns in the design X,

$$s^2 = \frac{SSE}{n - k}, \qquad \widehat{\operatorname{Cov}}[\hat b] = s^2 (X^T X)^{-1}$$

and an estimate misses the truth by so many of its standard errors as Student's t with n - k degrees of freedom says:
a bell with heavier tails than the normal one, since s is itself an estimate.
"""

import math
from typing import NamedTuple

import numpy as np

from byhand.base import as_finite, as_matrix, as_number, as_vector, as_whole
from byhand.guard import guard
from byhand.linear import as_independent, design

MOST = 10**6  # degrees of freedom: so many terms may be added


class Intervals(NamedTuple):
    """Estimates with their standard errors and the two ends of their intervals, each of shape (m,)."""

    estimate: np.ndarray
    error: np.ndarray
    low: np.ndarray
    high: np.ndarray


# ---- Student's t


def student_within(t, df):
    r"""The probability that Student's t with `df` degrees of freedom lies between -t and t; a whole number of them.

    With $\theta = \arctan(t / \sqrt{df})$ it is a sum of powers of $\cos\theta$: for even `df`
    $\sin\theta\, (1 + \tfrac12 \cos^2\theta + \tfrac{1 \cdot 3}{2 \cdot 4} \cos^4\theta + \dots)$, for odd `df`
    $\tfrac2\pi \bigl(\theta + \sin\theta\, (\cos\theta + \tfrac23 \cos^3\theta + \dots)\bigr)$, up to the power df - 2.

    >>> round(student_within(2.776445, 4), 6), round(student_within(1, 1), 6)
    (0.95, 0.5)
    """
    t, df = as_number(t, "t", minimum=0), _degrees(df)
    return _within(math.atan(t / math.sqrt(df)), df)


def student_quantile(confidence, df):
    """The t that a Student variable with `df` degrees of freedom stays within, on both sides, with this probability.

    For a confidence of 0.95 that is the 97.5 % point. The angle of `student_within` is found by halving.

    >>> [round(student_quantile(0.95, df), 3) for df in (1, 4, 18, 1000)]
    [12.706, 2.776, 2.101, 1.962]
    """
    confidence, df = _share(confidence), _degrees(df)
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, df) < confidence else (low, middle)
    return math.sqrt(df) * math.tan(low)


def _within(angle, df):
    """The probability of `student_within` for an angle between 0 and a right one."""
    sine, cosine, odd = math.sin(angle), math.cos(angle), df % 2
    powers = np.arange(2 + odd, df - 1, 2)  # each term is the one before times cos² (power - 1) / power
    terms = np.cumprod(np.append(cosine if odd else 1.0, cosine**2 * (powers - 1) / powers))
    if not odd:
        return float(sine * terms.sum())
    return 2 / math.pi * (angle + (sine * float(terms.sum()) if df > 1 else 0.0))


# ---- least squares


def coefficient_intervals(X, y, confidence=0.95, intercept=True):
    r"""Each coefficient of least squares with its interval: $\hat b_j \pm t\, s \sqrt{[(X^T X)^{-1}]_{jj}}$.

    `X`: shape (n, d); `y`: shape (n,). In samples drawn again and again, this share of the intervals holds the true
    coefficient. Returns `Intervals`, the intercept first.

    >>> found = coefficient_intervals([[0], [1], [2], [3]], [1, 3, 4, 8])
    >>> found.estimate.round(3), found.error.round(3)
    (array([0.7, 2.2]), array([0.794, 0.424]))
    >>> found.low.round(2), found.high.round(2)
    (array([-2.72,  0.37]), array([4.12, 4.03]))
    """
    fit = _fit(X, y, intercept)
    return _intervals(fit, fit.coefficients, np.linalg.norm(fit.inverse, axis=1), confidence)


def confidence_band(X, y, at, confidence=0.95, intercept=True):
    r"""Where the line itself may run: $\hat y \pm t\, s \sqrt{x^T (X^T X)^{-1} x}$ at each row x of `at`, shape (m, d).

    For a line the root is $\sqrt{\frac1n + \frac{(x - \bar x)^2}{\sum (x_i - \bar x)^2}}$. The confidence is that of
    each row of `at` by itself.

    >>> band = confidence_band([[0], [1], [2], [3]], [1, 3, 4, 8], at=[[1.5], [3]])
    >>> band.estimate.round(2), band.error.round(3)
    (array([4. , 7.3]), array([0.474, 0.794]))
    """
    fit = _fit(X, y, intercept)
    rows = design(as_matrix(at, "at", columns=as_matrix(X).shape[1]), intercept)
    return _intervals(fit, rows @ fit.coefficients, np.linalg.norm(rows @ fit.inverse, axis=1), confidence)


def prediction_band(X, y, at, confidence=0.95, intercept=True):
    r"""Where one new outcome may lie: $\hat y \pm t\, s \sqrt{1 + x^T (X^T X)^{-1} x}$ at each row x of `at`.

    The 1 is the noise of the new outcome, which no amount of data removes.

    >>> band = prediction_band([[0], [1], [2], [3]], [1, 3, 4, 8], at=[[1.5], [3]])
    >>> band.error.round(3)
    array([1.061, 1.237])
    """
    fit = _fit(X, y, intercept)
    rows = design(as_matrix(at, "at", columns=as_matrix(X).shape[1]), intercept)
    return _intervals(fit, rows @ fit.coefficients, np.hypot(1, np.linalg.norm(rows @ fit.inverse, axis=1)), confidence)


class _Fit(NamedTuple):
    coefficients: np.ndarray
    inverse: np.ndarray  # R⁻¹ of X = QR, so that (X'X)⁻¹ = R⁻¹ R⁻ᵀ
    s: float
    df: int


def _fit(X, y, intercept):
    A = as_independent(design(X, intercept), "; the design")
    y, (n, k) = as_vector(y, len(A), "y"), A.shape
    if n <= k:
        raise ValueError(f"X must have more rows than the fit has coefficients, which are {k}; got {n} rows")
    scale = np.abs(A).max(axis=0)
    Q, R = np.linalg.qr(A / scale)
    inverse = np.linalg.solve(R, np.eye(k)) / scale[:, None]
    b = inverse @ (Q.T @ y)
    return _Fit(b, inverse, math.sqrt(as_finite(np.sum((y - A @ b) ** 2), "y") / (n - k)), n - k)


def _intervals(fit, estimate, size, confidence):
    error = as_finite(fit.s * size)
    reach = student_quantile(confidence, fit.df) * error
    return Intervals(as_finite(estimate), error, estimate - reach, estimate + reach)


def _degrees(df):
    df = as_whole(df, "df", 1)
    if df > MOST:
        raise ValueError(f"df must be at most {MOST}; got {df}")
    return df


def _share(confidence):
    confidence = as_number(confidence, "confidence", above=0)
    if confidence >= 1:
        raise ValueError(f"confidence must lie between 0 and 1; got {confidence:g}")
    return confidence


guard(__name__)
