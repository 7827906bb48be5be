"""Decision trees against scikit-learn: the best times of fit and predict, measured in turns in one process."""

from functools import partial

import numpy as np
from sklearn import tree as sk
from timing import compare, report

from byhand.trees import DecisionTreeClassifier, DecisionTreeRegressor

SIZES = (400, 2_000)
FULL_SIZES = (1_000, 10_000, 100_000)  # of trees that grow to the end


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for name, (ours, theirs, X, y) in problems(n, max_depth=8).items():
            ours.fit(X, y), theirs.fit(X, y)
            assert abs(ours.score(X, y) - theirs.score(X, y)) < 0.02  # the same but for ties
            yield compare(f"{name} fit", n, partial(ours.fit, X, y), partial(theirs.fit, X, y), repeats)
            yield compare(f"{name} predict", n, partial(ours.predict, X), partial(theirs.predict, X), repeats)
    for n in FULL_SIZES:
        for name, (ours, theirs, X, y) in problems(n, max_depth=None).items():
            times = max(1, min(repeats, 20_000 // n))
            yield compare(f"full {name} fit", n, partial(ours.fit, X, y), partial(theirs.fit, X, y), times)


def problems(n, max_depth):
    """For each kind of tree: ours, scikit-learn's, ten random features and outcomes that depend on three of them."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 10))
    y = X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(size=n)
    return {
        "entropy tree": (
            DecisionTreeClassifier(max_depth=max_depth),
            sk.DecisionTreeClassifier(criterion="entropy", max_depth=max_depth, random_state=0),
            X,
            (y > 0).astype(int),
        ),
        "Gini tree, three classes": (
            DecisionTreeClassifier("gini", max_depth=max_depth),
            sk.DecisionTreeClassifier(max_depth=max_depth, random_state=0),
            X,
            np.digitize(y, [-0.7, 0.7]),
        ),
        "regression tree": (
            DecisionTreeRegressor(max_depth=max_depth),
            sk.DecisionTreeRegressor(max_depth=max_depth, random_state=0),
            X,
            y,
        ),
    }


if __name__ == "__main__":
    report(rows())
