"""Least squares against scikit-learn: the best times of fits, measured in turns in one process."""

import numpy as np
from sklearn import linear_model as sk
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from timing import compare, report

from byhand.linear import LinearRegression, polynomial_features

SIZES = ((2_000, 10), (50_000, 20))


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n, d in SIZES:
        yield line(n, d, repeats)
    yield polynomial(2_000, 9, repeats)


def line(n, d, repeats):
    """A fit of d random features."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, d))
    y = X @ rng.normal(size=d) + rng.normal(size=n)
    ours, theirs = LinearRegression(), sk.LinearRegression()
    np.testing.assert_allclose(ours.fit(X, y).coef_, theirs.fit(X, y).coef_, rtol=1e-9)
    return compare(f"least squares, {d} features", n, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


def polynomial(n, degree, repeats):
    """Powers of one feature and the fit of their coefficients."""
    rng = np.random.default_rng(n)
    x = rng.random((n, 1))
    y = np.sin(2 * np.pi * x[:, 0]) + rng.normal(0, 0.3, n)
    ours = LinearRegression()
    exact = sk.LinearRegression(tol=1e-15)  # with its usual 1e-6 it leaves out directions that the data do determine
    theirs = make_pipeline(PolynomialFeatures(degree, include_bias=False), exact)

    def mine():
        return ours.fit(polynomial_features(x, degree), y)

    np.testing.assert_allclose(mine().coef_, theirs.fit(x, y)[-1].coef_, rtol=1e-6)
    return compare(f"polynomial of degree {degree}", n, mine, lambda: theirs.fit(x, y), repeats)


if __name__ == "__main__":
    report(rows())
