"""Kernel densities against scikit-learn: the best times, measured in turns in one process."""

import numpy as np
from sklearn import neighbors as sk
from sklearn.model_selection import cross_val_score
from timing import compare, report

from byhand.density import KernelDensity, left_out_likelihoods


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in (100, 1_000, 5_000):
        for d, kernel in ((1, "gaussian"), (2, "gaussian"), (2, "epanechnikov")):
            yield densities(n, d, kernel, min(repeats, 15_000 // n + 2))
    for n in (50, 200):
        yield left_out(n, min(repeats, 5))


def densities(n, d, kernel, repeats):
    """Fit, and the density at 500 places."""
    rng = np.random.default_rng(n)
    X, at = rng.normal(size=(n, d)), rng.normal(size=(500, d))
    ours, theirs = KernelDensity(0.5, kernel), sk.KernelDensity(bandwidth=0.5, kernel=kernel)
    found, wanted = (model.fit(X).score_samples(at) for model in (ours, theirs))
    there = np.isfinite(found)  # they write a very small number for 0
    np.testing.assert_allclose(found[there], wanted[there], atol=1e-6)
    return compare(
        f"density, {kernel}, {d} column{'s' * (d > 1)}",
        n,
        lambda: ours.fit(X).score_samples(at),
        lambda: theirs.fit(X).score_samples(at),
        repeats,
    )


def left_out(n, repeats):
    """The likelihood of each row under the others for one bandwidth; theirs by cross-validation, a fit for each row."""
    X = np.random.default_rng(n).normal(size=(n, 1))
    theirs = sk.KernelDensity(bandwidth=0.5)
    np.testing.assert_allclose(left_out_likelihoods(X, [0.5])[0], cross_val_score(theirs, X, cv=n).mean())
    return compare(
        "left-out likelihood",
        n,
        lambda: left_out_likelihoods(X, [0.5]),
        lambda: cross_val_score(theirs, X, cv=n),
        repeats,
    )


if __name__ == "__main__":
    report(rows())
