r"""Is it luck? How far an accuracy may be off, and whether one classifier is better than another.

An accuracy measured on n rows is a share of successes in n trials. It scatters around the true one with a standard
deviation of about $\sqrt{p(1 - p)/n}$.
"""

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from byhand.base import as_array, as_flag, as_labels, as_number, as_whole
from byhand.guard import guard
from byhand.probability import Binomial

MOST = 10**7  # of rows: as many terms may be added


def wilson_limits(share, n, z):
    r"""Wilson's limits for the true share, where `share` of n trials were successes, z standard deviations away.

    $$\frac{p + \frac{z^2}{2n} \pm z \sqrt{\frac{p (1 - p)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}}$$

    They are the true shares for which the measured one, p, would lie just z standard deviations off.

    >>> [round(limit, 6) for limit in wilson_limits(0.9, 10, 1.96)]
    [0.595844, 0.982124]
    """
    share, n, z = as_number(share, "share", minimum=0), as_number(n, "n", above=0), as_number(z, "z", minimum=0)
    if share > 1:
        raise ValueError(f"share must be a number from 0 to 1; got {share:g}")
    if z > 1e9:
        raise ValueError(f"z must be a number of standard deviations, at most 1e9; got {z:g}")
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    middle, scale = share + z * z / (2 * n), 1 + z * z / n
    return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


def wilson_interval(right, n, confidence=0.95):
    """The range in which the true accuracy lies with this confidence, where `right` of n rows were right.

    >>> [round(limit, 3) for limit in wilson_interval(85, 100)]
    [0.767, 0.907]
    """
    right, n = as_whole(right, "right", 0), as_whole(n, "n", 1)
    if right > n:
        raise ValueError(f"right must be at most n, which is {n}; got {right}")
    confidence = as_number(confidence, "confidence", above=0)
    if confidence >= 1:
        raise ValueError(f"confidence must lie between 0 and 1; got {confidence:g}")
    return wilson_limits(right / n, n, NormalDist().inv_cdf((1 + confidence) / 2))


def disagreements(y, first, second):
    """How two classifiers fare on the same rows, as a table of counts, shape (2, 2).

    Rows: the first is right, wrong; columns: the second is right, wrong. `y`, `first`, `second`: classes, shape (n,).

    >>> disagreements(["a", "b", "a"], ["a", "b", "b"], ["a", "a", "a"])
    array([[1, 1],
           [1, 0]])
    """
    y = as_array(y, "y")
    if y.ndim != 1 or not len(y):
        raise ValueError(f"y must hold one class for each row, at least one; got an array of shape {y.shape}")
    y = as_labels(y, len(y))
    first, second = (as_labels(values, len(y), name) == y for values, name in ((first, "first"), (second, "second")))
    return np.array([[np.sum(a & b) for b in (second, ~second)] for a in (first, ~first)])


class McNemar(NamedTuple):
    """What a test finds: its statistic and how probable one as large or larger is by chance alone."""

    statistic: float
    p_value: float


def mcnemar(only_first, only_second, exact=True, correction=True):
    r"""McNemar's test: could two classifiers of the same quality differ so much on the rows on which they disagree?

    Where exactly one is right, chance would toss a fair coin for which one. Of b + c such rows the first alone is right
    in b, the second alone in c.

    Parameters
    ----------
    only_first, only_second : b and c
    exact : True adds up the binomial probabilities, $2 \sum_{i \le \min(b, c)} \binom{b + c}{i} 2^{-(b + c)}$, at most
        1, with the smaller of b and c as the statistic; False takes $\frac{(|b - c| - 1)^2}{b + c}$ for a chi-square
        with one degree of freedom
    correction : False leaves out the 1 in that formula

    >>> round(mcnemar(2, 9).p_value, 6), round(mcnemar(2, 9, exact=False).p_value, 6)
    (0.06543, 0.07044)
    """
    b, c = as_whole(only_first, "only_first", 0), as_whole(only_second, "only_second", 0)
    exact, correction = as_flag(exact, "exact"), as_flag(correction, "correction")
    for value, name in ((b, "only_first"), (c, "only_second")):
        if value > MOST:
            raise ValueError(f"{name} must be at most {MOST:,}; got {value:,}")
    if exact:
        few = min(b, c)
        tail = Binomial(b + c, 0.5).probability(np.arange(few + 1)).sum()
        return McNemar(float(few), float(min(2 * tail, 1.0)))
    apart = max(abs(b - c) - correction, 0)
    statistic = apart**2 / (b + c) if b + c else 0.0
    return McNemar(statistic, math.erfc(math.sqrt(statistic / 2)))


guard(__name__)
