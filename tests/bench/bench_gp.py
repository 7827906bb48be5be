"""Gaussian processes against scikit-learn: the best times of fits and predictions, measured in turns in one process."""

import warnings

import numpy as np
from sklearn import gaussian_process as sk
from sklearn.gaussian_process import kernels
from timing import compare, report

from byhand.covariance import SquaredExponential, White
from byhand.gp import GaussianProcessRegressor


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in (50, 1_000):
        X, y = data(n)
        yield given(n, X, y, repeats)
        yield band(n, X, y, repeats)
        yield learned(n, X, y, 3 if n > 100 else repeats)


def data(n):
    rng = np.random.default_rng(n)
    X = rng.uniform(-10, 10, (n, 1))
    return X, np.sin(X[:, 0]) + 0.2 * rng.standard_normal(n)


def models(optimizer):
    ours = GaussianProcessRegressor(1.0 * SquaredExponential(1.0) + White(0.1), alpha=0, optimizer=optimizer)
    theirs = sk.GaussianProcessRegressor(
        1.0 * kernels.RBF(1.0) + kernels.WhiteKernel(0.1), alpha=0, optimizer=optimizer and "fmin_l_bfgs_b"
    )
    return ours, theirs


def given(n, X, y, repeats):
    ours, theirs = models(None)
    np.testing.assert_allclose(ours.fit(X, y).alpha_, theirs.fit(X, y).alpha_, rtol=1e-5, atol=1e-6)
    return compare("kernel given: fit", n, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


def band(n, X, y, repeats):
    ours, theirs = (model.fit(X, y) for model in models(None))
    at = np.linspace(-12, 12, 500)[:, None]
    return compare(
        "mean and band at 500 places",
        n,
        lambda: ours.predict(at, return_std=True),
        lambda: theirs.predict(at, return_std=True),
        repeats,
    )


def learned(n, X, y, repeats):
    """Hyper-parameters by the marginal likelihood, each with its own climb; both end on the same hill."""
    ours, theirs = models("ascent")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.testing.assert_allclose(ours.fit(X, y).kernel_.theta, theirs.fit(X, y).kernel_.theta, atol=0.01)
        return compare("kernel learned: fit", n, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


if __name__ == "__main__":
    report(rows())
