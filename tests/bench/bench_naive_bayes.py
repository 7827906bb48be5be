"""Naive Bayes against scikit-learn: the best times of fit and predict, measured in turns in one process."""

from functools import partial

import numpy as np
from sklearn import naive_bayes as sk
from sklearn.neighbors import KernelDensity
from timing import compare, report

from byhand import naive_bayes as ours

SIZES = (1_000, 10_000, 100_000)
DENSITY_SIZES = (1_000, 10_000)


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for name, (model, reference, X, y) in problems(n).items():
            yield compare(f"{name} fit", n, partial(model.fit, X, y), partial(reference.fit, X, y), repeats)
            yield compare(f"{name} predict", n, partial(model.predict, X), partial(reference.predict, X), repeats)
    for n in DENSITY_SIZES:
        ours, theirs = classifiers_by_density(n)
        assert (ours() == theirs()).all()
        yield compare("kernel fit and predict, 500 queries", n, ours, theirs, min(repeats, 10_000 // n + 3))


def problems(n):
    """For each model: ours, scikit-learn's and random training data with three classes."""
    rng = np.random.default_rng(n)
    y = rng.integers(0, 3, n)
    codes = rng.integers(0, 5, (n, 10))
    bits = (rng.random((n, 20)) < 0.2 + 0.2 * y[:, None]).astype(int)
    counts = rng.poisson(rng.gamma(1, 2, (3, 50))[y])
    numbers = rng.normal(y[:, None], 1, (n, 10))
    return {
        "categorical": (ours.CategoricalNB(), sk.CategoricalNB(), codes, y),
        "bernoulli": (ours.BernoulliNB(), sk.BernoulliNB(), bits, y),
        "multinomial": (ours.MultinomialNB(), sk.MultinomialNB(), counts, y),
        "gaussian": (ours.GaussianNB(), sk.GaussianNB(), numbers, y),
    }


def classifiers_by_density(n):
    """Two calls that fit kernel densities to one feature of n rows and predict the classes of 500 others.

    scikit-learn has the density only, so that its classifier is built here.
    """
    rng = np.random.default_rng(n)
    y = rng.integers(0, 3, n)
    X, queries = rng.normal(y[:, None], 1, (n, 1)), rng.normal(1, 2, (500, 1))

    def mine():
        return ours.KernelNB(bandwidth=0.3).fit(X, y).predict(queries)

    def theirs():
        densities = [KernelDensity(bandwidth=0.3).fit(X[y == k]) for k in range(3)]
        log_prior = np.log(np.bincount(y) / n)
        return np.argmax(log_prior + np.column_stack([d.score_samples(queries) for d in densities]), axis=1)

    return mine, theirs


if __name__ == "__main__":
    report(rows())
