"""k-means against scikit-learn: the best times of fits from the same centres, measured in turns in one process."""

import warnings

import numpy as np
from sklearn import cluster as sk
from sklearn import metrics
from timing import compare, report

from byhand.cluster import KMeans, MiniBatchKMeans
from byhand.clustering_scores import silhouette_score

ROUNDS = 20


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n, K, d in ((1_300, 3, 2), (10_000, 8, 10)):
        X, centres = data(n, K, d)
        yield given(n, K, X, centres, repeats)
        yield batches(n, K, X, centres, repeats)
    yield restarts(150, 3, repeats)
    X, centres = data(1_300, 3, 2)
    labels = KMeans(3, centres).fit(X).labels_
    ours, theirs = (lambda score=score: score(X, labels) for score in (silhouette_score, metrics.silhouette_score))
    yield compare("silhouette", 1_300, ours, theirs, repeats)


def data(n, K, d):
    """Rows around K places that overlap, so that k-means needs many rounds, and K rows to start from."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, d)) + 1.5 * rng.normal(size=(K, d))[rng.integers(K, size=n)]
    return X, X[rng.choice(n, K, replace=False)]


def given(n, K, X, centres, repeats):
    """As many rounds for both: the ratio is that of a round."""
    theirs = sk.KMeans(K, init=centres, n_init=1, max_iter=ROUNDS, tol=0, algorithm="lloyd")
    ours = KMeans(K, centres, max_iter=ROUNDS)
    fits = quiet(ours, X), quiet(theirs, X)
    fits[0](), fits[1]()
    assert ours.n_iter_ == theirs.n_iter_
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_, rtol=1e-6, atol=1e-9)
    return compare(f"k-means, K = {K}, a round", n, *fits, repeats)


def restarts(n, K, repeats):
    """Ten starts by k-means++, as a chapter does."""
    X, _ = data(n, K, 2)
    ours, theirs = KMeans(K, n_init=10), sk.KMeans(K, n_init=10, tol=0, random_state=0)
    np.testing.assert_allclose(ours.fit(X).inertia_, theirs.fit(X).inertia_, rtol=1e-3)
    return compare(f"k-means, K = {K}, ten starts", n, lambda: ours.fit(X), lambda: theirs.fit(X), repeats)


def batches(n, K, X, centres, repeats):
    """Three times through all rows, a hundred at a time."""
    theirs = sk.MiniBatchKMeans(
        K, init=centres, n_init=1, batch_size=100, max_iter=3, max_no_improvement=None, reassignment_ratio=0
    )
    ours = MiniBatchKMeans(K, centres, batch_size=100, max_iter=3)
    return compare(f"mini-batches of 100, K = {K}", n, quiet(ours, X), quiet(theirs, X), repeats)


def quiet(model, X):
    """A fit without the warning that there were too few rounds."""

    def fit():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(X)

    return fit


if __name__ == "__main__":
    report(rows())
