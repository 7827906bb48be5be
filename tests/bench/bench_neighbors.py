"""Nearest neighbours against scikit-learn: the best times of predictions, measured in turns in one process."""

import numpy as np
from sklearn import neighbors as sk
from timing import compare, report

from byhand.neighbors import KNeighborsClassifier

SIZES = (1_000, 10_000, 100_000)
ALGORITHMS = {"auto": "k-d tree", "brute": "brute force"}  # what scikit-learn does by default, and on demand


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for algorithm in ALGORITHMS:
            yield classes(n, algorithm, repeats)
    yield classes(SIZES[0], "auto", repeats, weights="distance")


def classes(n, algorithm, repeats, weights="majority"):
    """The classes of 500 new rows of 10 random features, from 5 of n neighbours."""
    rng = np.random.default_rng(n)
    X, y, queries = rng.normal(size=(n, 10)), rng.integers(2, size=n), rng.normal(size=(500, 10))
    ours = KNeighborsClassifier(weights=weights).fit(X, y)
    theirs = sk.KNeighborsClassifier(algorithm=algorithm, weights={"majority": "uniform"}.get(weights, weights))
    theirs.fit(X, y)
    np.testing.assert_array_equal(ours.predict(queries), theirs.predict(queries))
    what = f"5 neighbours{', weighted' * (weights != 'majority')}, {ALGORITHMS[algorithm]}"
    return compare(what, n, lambda: ours.predict(queries), lambda: theirs.predict(queries), repeats)


if __name__ == "__main__":
    report(rows())
