"""Hierarchies, graphs and density against SciPy and scikit-learn: the best times of fits, in turns in one process."""

import warnings

import numpy as np
from scipy.cluster import hierarchy as sc
from sklearn import cluster as sk
from timing import compare, report

from byhand.clustering_scores import adjusted_rand_index
from byhand.dbscan import DBSCAN
from byhand.hierarchy import LINKAGES, merge_table
from byhand.spectral import SpectralClustering


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for linkage in LINKAGES:
        for n in (100, 1_000):
            yield merges(linkage, n, repeats)
    for affinity, n in (("rbf", 100), ("rbf", 500), ("nearest_neighbors", 500)):
        yield graph(affinity, n, repeats)
    for n in (200, 2_000):
        yield density(n, repeats)


def points(n):
    """Two half moons, which no linkage of clouds parts, with a little noise."""
    rng = np.random.default_rng(n)
    turn, upper = rng.uniform(0, np.pi, n), rng.integers(0, 2, n)
    X = np.column_stack([np.cos(turn), np.sin(turn)]) * (1 - 2 * upper[:, None]) + upper[:, None] * [1, 0.5]
    return X + 0.07 * rng.normal(size=X.shape)


def merges(linkage, n, repeats):
    X = points(n)
    np.testing.assert_allclose(merge_table(X, linkage), sc.linkage(X, linkage), rtol=1e-9)
    return compare(f"{linkage} linkage", n, lambda: merge_table(X, linkage), lambda: sc.linkage(X, linkage), repeats)


def graph(affinity, n, repeats):
    X, settings = points(n), {"affinity": affinity, "gamma": 20.0, "n_neighbors": 10}
    ours, theirs = SpectralClustering(2, **settings), sk.SpectralClustering(2, random_state=0, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn's, of graphs in parts
        assert adjusted_rand_index(ours.fit_predict(X), theirs.fit_predict(X)) > 0.9
        return compare(f"spectral, {affinity}", n, lambda: ours.fit(X), lambda: theirs.fit(X), repeats)


def density(n, repeats):
    X, ours, theirs = points(n), DBSCAN(0.15, 5), sk.DBSCAN(eps=0.15, min_samples=5)
    np.testing.assert_array_equal(ours.fit_predict(X), theirs.fit_predict(X))
    return compare("DBSCAN", n, lambda: ours.fit(X), lambda: theirs.fit(X), repeats)


if __name__ == "__main__":
    report(rows())
