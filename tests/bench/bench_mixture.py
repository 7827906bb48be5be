"""Mixtures against scikit-learn from the same start, as many steps: best times, measured in turns in one process."""

import warnings

import numpy as np
from sklearn import mixture as sk
from timing import compare, report

from byhand.datasets import eggs
from byhand.mixture import GaussianMixture

STEPS = 20


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # so few steps are not the end
        for n, X in ((200, eggs(200)[0]), (10_000, clouds(10_000, 2)), (10_000, clouds(10_000, 8))):
            for form in ("full", "diag") if X.shape[1] == 2 else ("full",):
                yield fit(n, X, form, repeats)
        yield told_apart(10_000, clouds(10_000, 2), repeats)


def clouds(n, d):
    rng = np.random.default_rng(n)
    return rng.normal(size=(n, d)) + rng.normal(0, 0.7, (3, d))[rng.integers(3, size=n)]


def models(X, form):
    """Ours and theirs from the same start: three rows, and the variances of the data."""
    d, variances = X.shape[1], X.var(axis=0)
    cov = np.array([np.diag(variances)] * 3) if form == "full" else np.array([variances] * 3)
    precisions = np.linalg.inv(cov) if form == "full" else 1 / cov
    start = {"weights_init": np.full(3, 1 / 3), "means_init": X[:3].reshape(3, d)}
    ours = GaussianMixture(3, form, tol=0, max_iter=STEPS, covariances_init=cov, **start)
    return ours, sk.GaussianMixture(3, covariance_type=form, tol=0, max_iter=STEPS, precisions_init=precisions, **start)


def fit(n, X, form, repeats):
    ours, theirs = models(X, form)
    np.testing.assert_allclose(ours.fit(X).means_, theirs.fit(X).means_, atol=1e-3)
    assert ours.n_iter_ == theirs.n_iter_ == STEPS
    what = f"{form} covariances, {X.shape[1]} features"
    return compare(f"{what}: {STEPS} steps", n, lambda: ours.fit(X), lambda: theirs.fit(X), repeats)


def told_apart(n, X, repeats):
    ours, theirs = (model.fit(X) for model in models(X, "full"))
    return compare("mixture: predict_proba", n, lambda: ours.predict_proba(X), lambda: theirs.predict_proba(X), repeats)


if __name__ == "__main__":
    report(rows())
