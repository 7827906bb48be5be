"""Quadratic discriminants against scikit-learn: the best times of fit and predict, measured in turns in one process."""

from functools import partial

import numpy as np
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis as Theirs
from timing import compare, report

from byhand.bayes import QuadraticDiscriminantAnalysis


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n, d in ((150, 4), (5_000, 20)):
        rng = np.random.default_rng(n)
        y = rng.integers(0, 3, n)
        X = rng.normal(y[:, None] / 2, 1 + y[:, None] / 3, (n, d))
        ours, theirs = QuadraticDiscriminantAnalysis().fit(X, y), Theirs().fit(X, y)
        np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
        yield compare(f"quadratic fit, {d} features", n, partial(ours.fit, X, y), partial(theirs.fit, X, y), repeats)
        yield compare(
            f"quadratic predict, {d} features", n, partial(ours.predict, X), partial(theirs.predict, X), repeats
        )


if __name__ == "__main__":
    report(rows())
