"""Linear classifiers against scikit-learn: the best times of fits, measured in turns in one process.

Ours go on to the last digits; scikit-learn's regressions stop at its own tolerance of 1e-4, which is their default.
"""

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as TheirLDA
from sklearn.linear_model import LogisticRegression as Theirs
from timing import compare, report

from byhand.datasets import fish
from byhand.discriminant import LinearDiscriminantAnalysis
from byhand.logistic import LogisticRegression, SoftmaxRegression


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    small = fish().X.astype(float), fish().y
    for what, (X, y) in {"the fish": small, "20 features": data(5_000, 20)}.items():
        yield fit(f"logistic, {what}", X, y, LogisticRegression(1.0), Theirs(), repeats)
        yield fit(f"discriminant, {what}", X, y, LinearDiscriminantAnalysis(), TheirLDA(), repeats)
    for n, d in ((150, 4), (5_000, 20)):
        yield fit(f"softmax, {d} features", *data(n, d, 3), SoftmaxRegression(1.0), Theirs(), repeats)


def data(n, d, classes=2):
    """Classes that overlap."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, d))
    return X, np.argmax(X[:, :classes] + rng.normal(size=(n, classes)), axis=1)


def fit(what, X, y, ours, theirs, repeats):
    np.testing.assert_array_equal(ours.fit(X, y).predict(X)[:5], theirs.fit(X, y).predict(X)[:5])
    return compare(what, len(X), lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


if __name__ == "__main__":
    report(rows())
