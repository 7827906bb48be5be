"""Ridge and lasso against scikit-learn: the best times of fits and paths, measured in turns in one process.

A path is taken to the same objective: scikit-learn's own tolerance of 1e-4 stops it earlier, and is shown as well.
"""

import numpy as np
from sklearn import linear_model as sk
from timing import compare, report

from byhand.datasets import lisbon_flats
from byhand.shrinkage import Lasso, Ridge, largest_penalty, lasso_path


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    flats = lisbon_flats()
    yield fit("ridge, the flats", flats.X.astype(float), flats.y.astype(float), Ridge(10.0), sk.Ridge(10.0), repeats)
    for n, d in ((50, 5), (5_000, 50)):
        X, y = data(n, d)
        yield fit(f"ridge, {d} features", X, y, Ridge(10.0), sk.Ridge(10.0), repeats)
        yield fit(f"lasso, {d} features", X, y, Lasso(0.1 * n), sk.Lasso(0.05), repeats)
    for tol in (1e-4, 1e-9):
        yield path(1_000, 100, tol, min(repeats, 5))


def data(n, d):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, d))
    X += 0.1 * X @ rng.normal(size=(d, d))
    return X, X[:, : d // 10 + 2] @ rng.normal(size=d // 10 + 2) + rng.normal(size=n)


def fit(what, X, y, ours, theirs, repeats):
    np.testing.assert_allclose(ours.fit(X, y).coef_, theirs.fit(X, y).coef_, rtol=1e-2, atol=1e-3)
    return compare(what, len(X), lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


def path(n, d, tol, repeats):
    """A path of 100 penalties, from the one that leaves nothing down to a thousandth of it."""
    X, y = data(n, d)
    X, y = X - X.mean(axis=0), y - y.mean()
    penalties = np.geomspace(1, 1e-3, 100) * largest_penalty(X, y)
    alphas = penalties / (2 * n)

    def theirs():
        return sk.lasso_path(X, y, alphas=alphas, tol=tol)

    np.testing.assert_allclose(lasso_path(X, y, penalties).coefs, theirs()[1].T, atol=0.05)
    return compare(
        f"lasso path, {d} features, theirs to {tol:g}", n, lambda: lasso_path(X, y, penalties), theirs, repeats
    )


if __name__ == "__main__":
    report(rows())
