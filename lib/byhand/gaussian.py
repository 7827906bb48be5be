r"""The normal distribution, of one number (`Normal`) and of several at once (`Gaussian`).

$$\mathcal N(\mathbf x \mid \boldsymbol\mu, \boldsymbol\Sigma) = \frac{1}{\sqrt{(2\pi)^d \det \boldsymbol\Sigma}}
  \exp\left(-\tfrac12 (\mathbf x - \boldsymbol\mu)^{\mathsf T} \boldsymbol\Sigma^{-1}
  (\mathbf x - \boldsymbol\mu)\right)$$

`Normal` is given by its standard deviation, `Gaussian` by its covariance, whose diagonal holds *variances*.
"""

import math
from functools import partial

import numpy as np

from byhand.base import (
    as_finite,
    as_generator,
    as_list,
    as_matrix,
    as_number,
    as_symmetric,
    as_vector,
    as_whole,
    shown,
)
from byhand.guard import as_numeric, guard
from byhand.probability import as_known

HALF_LOG_2_PI = 0.5 * math.log(2 * math.pi)
SINGULAR = 1e-13  # a variable of whose variance the others leave no more than this share is a function of them
_erfc = np.vectorize(math.erfc, otypes=[float])


class Normal:
    r"""The normal distribution of a number: $p(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-(x - \mu)^2 / 2\sigma^2}$.

    `mean`: $\mu$; `std`: the standard deviation $\sigma$, not the variance.

    >>> round(float(Normal(1, 2).density(3)), 6), round(float(Normal(0, 1).interval(-1, 1)), 4)
    (0.120985, 0.6827)
    """

    def __init__(self, mean=0.0, std=1.0):
        self.mean, self.std = as_number(mean, "mean"), as_number(std, "std", above=0)

    @classmethod
    def fit(cls, x, ddof=0):
        r"""From numbers x, shape (n,): their mean, and $\sigma^2 = \frac{1}{n - \text{ddof}} \sum_j (x_j - \bar x)^2$.

        `ddof` 0 is maximum likelihood; 1 makes the variance right on average, whatever the distribution.
        """
        x, ddof = as_vector(x, None, "x"), as_number(ddof, "ddof", minimum=0)
        if len(x) <= ddof:
            raise ValueError(f"x must hold more numbers than ddof, {ddof:g}; got {len(x)}")
        mean, std = mean_and_spread(x[:, None], np.ones(len(x)), ddof)
        if not std[0] > 0:
            raise ValueError(f"x must hold numbers that differ; got {shown(x.tolist())}")
        return cls(float(mean[0]), float(std[0]))

    @property
    def mode(self):
        """Where the density is largest: at the mean. As a belief about a mean, the maximum a posteriori."""
        return self.mean

    def standardised(self, x):
        r"""How many standard deviations x, of any shape, lies above the mean: $z = (x - \mu) / \sigma$."""
        with np.errstate(over="ignore"):  # too far out for a float: the density is 0
            return (as_known(x, "x") - self.mean) / self.std

    def log_density(self, x):
        r"""$-\frac12 z^2 - \log \sigma - \frac12 \log 2\pi$ at x, of any shape."""
        with np.errstate(over="ignore"):
            return -0.5 * self.standardised(x) ** 2 - math.log(self.std) - HALF_LOG_2_PI

    def density(self, x):
        """The density at x, of any shape."""
        return np.exp(self.log_density(x))

    def cumulative(self, x):
        r"""$P(X \le x)$ for x of any shape: the area below the density up to there."""
        return 0.5 * _erfc(-self.standardised(x) / math.sqrt(2))

    def interval(self, low, high):
        """The probability of a value between two numbers, each of any shape."""
        return self.cumulative(high) - self.cumulative(low)

    def sample(self, size, seed=0):
        """Draw so many numbers, shape (size,)."""
        return as_finite(as_generator(seed).normal(self.mean, self.std, as_whole(size, "size", 1)), "mean")

    def updated(self, x, std):
        r"""As a belief about an unknown mean: what it becomes after numbers x, shape (n,), of deviation `std`.

        *Precisions*, one over the variance, add up, and the two means are weighted by them:

        $$\frac{1}{s'^2} = \frac{1}{s^2} + \frac{n}{\sigma^2}, \qquad
          m' = s'^2 \left(\frac{m}{s^2} + \frac{n \bar x}{\sigma^2}\right)$$

        >>> belief = Normal(0, 1).updated([3.0], std=1)
        >>> belief.mean, round(belief.std, 6)
        (1.5, 0.707107)
        """
        x, std = as_vector(x, None, "x"), as_number(std, "std", above=0)
        share = 1 / (1 + (std / self.std) ** 2 / len(x))  # of the data in the new mean
        return Normal(self.mean + share * (x.mean() - self.mean), self.std * math.sqrt(1 - share))

    def working(self, x):
        """The density at x, step by step."""
        from byhand.paper import probability as paper  # it builds on this module

        return paper.normal(self, as_number(x, "x"))


class Gaussian:
    r"""The normal distribution of d numbers at once.

    `mean`: $\boldsymbol\mu$, shape (d,); `cov`: the covariance $\boldsymbol\Sigma$, shape (d, d), symmetric and
    positive definite.

    >>> bell = Gaussian([1, 3], [[2, 0.5], [0.5, 1]])
    >>> bell.density([[1, 3], [2, 3]]).round(6)
    array([0.12031, 0.09041])
    """

    def __init__(self, mean, cov):
        self.mean, self.cov = as_vector(mean, None, "mean"), np.array(as_symmetric(cov, "cov"))
        if len(self.cov) != len(self.mean):
            raise ValueError(f"cov must have a row for each of the {len(self.mean)} means; got {len(self.cov)} rows")
        self.lower = cholesky(self.cov)

    @classmethod
    def fit(cls, X, ddof=0):
        r"""From rows X, shape (n, d): $\hat{\boldsymbol\mu} = \bar{\mathbf x}$ and

        $$\hat{\boldsymbol\Sigma} = \frac{1}{n - \text{ddof}} \sum_j (\mathbf x_j - \bar{\mathbf x})
          (\mathbf x_j - \bar{\mathbf x})^{\mathsf T}$$

        `ddof` 0 is maximum likelihood; 1, the default of `np.cov`, is right on average.
        """
        X, ddof = as_matrix(X), as_number(ddof, "ddof", minimum=0)
        if len(X) <= ddof:
            raise ValueError(f"X must hold more rows than ddof, {ddof:g}; got {len(X)}")
        with np.errstate(over="ignore", invalid="ignore"):
            mean = as_finite(X.mean(axis=0))
            distance = X - mean
            cov = as_finite(distance.T @ distance / (len(X) - ddof))
        try:
            return cls(mean, cov)
        except ValueError:
            raise ValueError("X has columns that follow from one another, or too few rows: no density") from None

    @property
    def mode(self):
        """Where the density is largest: at the mean."""
        return self.mean

    def standardised(self, X):
        r"""$\mathbf z = \mathbf L^{-1} (\mathbf x - \boldsymbol\mu)$ for rows X, shape (..., d), where
        $\mathbf L \mathbf L^{\mathsf T} = \boldsymbol\Sigma$: d independent standard normal numbers.
        """
        X = as_known(X, "X")
        if X.ndim == 0 or X.shape[-1] != len(self.mean):
            raise ValueError(f"X must have rows of {len(self.mean)} numbers; got an array of shape {X.shape}")
        with np.errstate(over="ignore", invalid="ignore"):
            distance = as_finite(X - self.mean)
            return np.linalg.solve(self.lower, distance.reshape(-1, X.shape[-1]).T).T.reshape(X.shape)

    def distance(self, X):
        r"""The Mahalanobis distance $\sqrt{(\mathbf x - \boldsymbol\mu)^{\mathsf T} \boldsymbol\Sigma^{-1}
        (\mathbf x - \boldsymbol\mu)} = \lVert \mathbf z \rVert$ of rows X, shape (..., d), from the mean; shape (...).
        """
        with np.errstate(over="ignore"):
            return np.sqrt((self.standardised(X) ** 2).sum(axis=-1))

    def log_density(self, X):
        r"""$-\frac12 \lVert \mathbf z \rVert^2 - \sum_i \log L_{ii} - \frac d2 \log 2\pi$ at rows X, shape (..., d)."""
        peak = -np.log(np.diag(self.lower)).sum() - len(self.mean) * HALF_LOG_2_PI
        with np.errstate(over="ignore"):
            return peak - 0.5 * (self.standardised(X) ** 2).sum(axis=-1)

    def density(self, X):
        """The density at rows X, shape (..., d); shape (...)."""
        return np.exp(self.log_density(X))

    def sample(self, size, seed=0):
        r"""Draw so many rows, shape (size, d): $\boldsymbol\mu + \mathbf L \mathbf z$ with z standard normal."""
        z = as_generator(seed).standard_normal((as_whole(size, "size", 1), len(self.mean)))
        return self.mean + z @ self.lower.T

    def marginal(self, places):
        """The distribution of the numbers at some places, from 0, whatever the others are.

        >>> Gaussian([1, 3], [[2, 0.5], [0.5, 1]]).marginal([1]).cov
        array([[1.]])
        """
        places = self._places(places)
        return Gaussian(self.mean[places], self.cov[np.ix_(places, places)])

    def given(self, places, values):
        r"""The distribution of the others once the numbers at `places`, from 0, are known to be `values`:

        $$\boldsymbol\mu_a + \boldsymbol\Sigma_{ab} \boldsymbol\Sigma_{bb}^{-1} (\mathbf x_b - \boldsymbol\mu_b),
          \qquad \boldsymbol\Sigma_{aa} - \boldsymbol\Sigma_{ab} \boldsymbol\Sigma_{bb}^{-1} \boldsymbol\Sigma_{ba}$$

        >>> tall = Gaussian([1, 3], [[2, 0.5], [0.5, 1]]).given([1], [5])
        >>> tall.mean, tall.cov
        (array([2.]), array([[1.75]]))
        """
        known = self._places(places)
        values = as_vector(values, len(known), "values")
        asked = [i for i in range(len(self.mean)) if i not in known]
        if not asked:
            raise ValueError("places must leave a number to ask about; they take all of them")
        weights = np.linalg.solve(self.cov[np.ix_(known, known)], self.cov[np.ix_(known, asked)]).T
        with np.errstate(over="ignore", invalid="ignore"):
            mean = as_finite(self.mean[asked] + weights @ (values - self.mean[known]), "values")
        left = self.cov[np.ix_(asked, asked)] - weights @ self.cov[np.ix_(known, asked)]
        return Gaussian(mean, (left + left.T) / 2)

    def axes(self):
        r"""The axes of the ellipse at distance 1 around the mean: half their lengths, shape (d,), the longest
        first, and their directions, the columns of an array of shape (d, d).

        They are the roots of the eigenvalues of $\boldsymbol\Sigma$ and its eigenvectors.

        >>> Gaussian([0, 0], [[5, 3], [3, 5]]).axes()[0] ** 2
        array([8., 2.])
        """
        variances, directions = np.linalg.eigh(self.cov)
        return np.sqrt(variances[::-1]), directions[:, ::-1]

    def ellipse(self, distance=1.0, points=181):
        r"""The curve at a Mahalanobis distance from the mean of two numbers, shape (points, 2): a circle, pulled by
        $\mathbf L$ into shape.
        """
        if len(self.mean) != 2:
            raise ValueError(f"mean must hold two numbers for an ellipse; it holds {len(self.mean)}")
        distance = as_number(distance, "distance", minimum=0)
        angle = np.linspace(0, 2 * math.pi, as_whole(points, "points", 3))
        with np.errstate(over="ignore"):
            curve = distance * np.column_stack([np.cos(angle), np.sin(angle)]) @ self.lower.T
        return as_finite(self.mean + curve, "distance")

    def updated(self, X, cov):
        r"""As a belief about an unknown mean: what it becomes after rows X, shape (n, d), of covariance `cov`.

        Precision matrices, the inverses of covariances, add up as in `Normal.updated`.
        """
        X, seen = as_matrix(X, columns=len(self.mean)), Gaussian(self.mean, cov)
        gain = np.linalg.solve(self.cov + seen.cov / len(X), self.cov).T  # the share of the data in the new mean
        left = self.cov - gain @ self.cov
        mean = as_finite(self.mean + gain @ (X.mean(axis=0) - self.mean))
        return Gaussian(mean, (left + left.T) / 2)

    def working(self, x):
        """The density at one row x, shape (d,), step by step; for two numbers."""
        from byhand.paper import probability as paper  # it builds on this module

        if len(self.mean) != 2:
            raise ValueError(f"mean must hold two numbers for a working on paper; it holds {len(self.mean)}")
        return paper.gaussian(self, as_vector(x, 2, "x"))

    def _places(self, places):
        """Different places of numbers, from 0."""
        places = [as_whole(place, "places", 0) for place in as_list(places, "places")]
        if not places or max(places) >= len(self.mean) or len(set(places)) < len(places):
            raise ValueError(f"places must be different numbers from 0 to {len(self.mean) - 1}; got {shown(places)}")
        return places


def cholesky(cov):
    r"""The lower triangular $\mathbf L$ with $\mathbf L \mathbf L^{\mathsf T} = \boldsymbol\Sigma$, shape (d, d).

    >>> cholesky(np.array([[4.0, 2.0], [2.0, 5.0]]))
    array([[2., 0.],
           [1., 2.]])
    """
    try:
        lower = np.linalg.cholesky(cov)
    except np.linalg.LinAlgError:
        lower = np.zeros_like(cov)
    if not (np.diag(lower) ** 2 > SINGULAR * np.diag(cov)).all():  # in a browser NumPy does not complain itself
        wanted = "positive definite: no variance 0, and no variable that follows from the others"
        raise ValueError(f"cov must be {wanted}; got {shown(cov.tolist())}")
    return lower


def log_normals(X, mean, std):
    r"""$\sum_i \log \mathcal N(x_i \mid \mu_i, \sigma_i^2)$ for each row of X, shape (n, d), missing values left out.

    `mean` and `std`: shape (d,). Returns the log density of d independent normal numbers, shape (n,).

    >>> log_normals(np.array([[0.0, 1.0], [np.nan, 1.0]]), np.array([0.0, 1.0]), np.ones(2)).round(6)
    array([-1.837877, -0.918939])
    """
    if not np.greater(std, 0).all():
        raise ValueError(f"std must be above 0; got {shown(std)}")
    peak, missing = -np.log(std) - HALF_LOG_2_PI, np.isnan(X)
    with np.errstate(over="ignore"):  # too far out for a float: the density is 0
        distance = X - mean
        distance /= std
        if missing.any():
            distance[missing] = 0
            return ~missing @ peak - 0.5 * np.einsum("ni,ni->n", distance, distance)
        return peak.sum() - 0.5 * np.einsum("ni,ni->n", distance, distance)


def mean_and_spread(X, weight, ddof=0):
    r"""The mean of each column of X and its standard deviation, each of shape (d,), missing values left out:

    $$\bar x = \frac{\sum_n w_n x_n}{\sum_n w_n}, \qquad
      s^2 = \frac{\sum_n w_n (x_n - \bar x)^2}{\sum_n w_n - \text{ddof}}$$

    Distances are taken from the largest value, which makes those of a constant column 0 exactly, and in a unit (a power
    of 2) of about their own size, so that no square is too large or too small for a float.

    >>> mean_and_spread(np.array([[1.0, 1e200], [3.0, 3e200]]), np.ones(2))
    (array([2.e+000, 2.e+200]), array([1.e+000, 1.e+200]))
    """
    missing, most = np.isnan(X), np.fmax.reduce(X, axis=0)
    gaps = missing.any()
    with np.errstate(over="ignore"):
        spread = as_finite(most - np.fmin.reduce(X, axis=0))
    unit = np.ldexp(1.0, np.frexp(spread)[1] - 1)
    distance = X - most
    distance /= unit
    if gaps:
        distance[missing] = 0
    total = weight @ ~missing if gaps else weight.sum()
    if not (np.isfinite(total) & (total > ddof)).all():
        raise ValueError(f"weight must add up to more than ddof, {ddof:g}, in each column, and to a number")
    mean = weight @ distance / total
    distance -= mean
    if gaps:
        distance[missing] = 0
    return most + mean * unit, unit * np.sqrt(weight @ distance**2 / (total - ddof))


guard(
    __name__,
    cholesky={"cov": partial(as_numeric, ndim=2)},
    high=as_known,
    low=as_known,
    log_normals=dict.fromkeys(["X", "mean", "std"], as_numeric),
    mean_and_spread={"X": partial(as_numeric, ndim=2), "weight": partial(as_numeric, ndim=1)},
)
