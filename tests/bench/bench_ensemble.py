"""Ensembles against scikit-learn: the best times of fit and predict, measured in turns in one process."""

from functools import partial

import numpy as np
from sklearn import ensemble as sk
from timing import compare, report

from byhand.boosting import AdaBoostClassifier
from byhand.forest import ExtraTreesClassifier, RandomForestClassifier, RandomForestRegressor
from byhand.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor

SIZES = (200, 1_000)


def rows(repeats=5):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for name, (ours, theirs, X, y) in problems(n).items():
            ours.fit(X, y), theirs.fit(X, y)
            assert abs(ours.score(X, y) - theirs.score(X, y)) < 0.05
            yield compare(f"{name} fit", n, partial(ours.fit, X, y), partial(theirs.fit, X, y), repeats)
            yield compare(f"{name} predict", n, partial(ours.predict, X), partial(theirs.predict, X), repeats)


def problems(n):
    """For each ensemble: ours, scikit-learn's, ten random features and outcomes that depend on three of them."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 10))
    z = X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(size=n)
    y = (z > 0).astype(int)
    return {
        "forest of 50": (RandomForestClassifier(50), sk.RandomForestClassifier(50, random_state=0), X, y),
        "forest of 50, numbers": (RandomForestRegressor(50), sk.RandomForestRegressor(50, random_state=0), X, z),
        "extra trees, 50": (ExtraTreesClassifier(50), sk.ExtraTreesClassifier(50, random_state=0), X, y),
        "AdaBoost, 100 stumps": (
            AdaBoostClassifier(n_estimators=100),
            sk.AdaBoostClassifier(n_estimators=100, random_state=0),
            X,
            y,
        ),
        "gradient boosting, 100": (
            GradientBoostingClassifier(),
            sk.GradientBoostingClassifier(random_state=0),
            X,
            y,
        ),
        "gradient boosting, 100, numbers": (
            GradientBoostingRegressor(),
            sk.GradientBoostingRegressor(random_state=0),
            X,
            z,
        ),
    }


if __name__ == "__main__":
    report(rows())
