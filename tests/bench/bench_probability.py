"""Distributions and measures of information against SciPy: the best times, measured in turns in one process."""

from functools import partial

import numpy as np
from scipy import stats
from timing import compare, report

from byhand.gaussian import Gaussian, Normal
from byhand.information import entropy, kl_divergence
from byhand.probability import Binomial

SIZES = (100, 10_000, 1_000_000)


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for what, (ours, theirs) in problems(n).items():
            assert np.allclose(ours(), theirs())
            yield compare(what, n, ours, theirs, repeats if n < 10**6 else 5)


def problems(n):
    """For each task a call of ours and one of SciPy's."""
    rng = np.random.default_rng(n)
    x, X, p, q = rng.normal(size=n), rng.normal(size=(n, 5)), *rng.random((2, n, 4))
    cov, k = np.eye(5) + 0.3, rng.integers(0, 50, min(n, 10_000))
    return {
        "normal density": (partial(Normal(1, 2).density, x), partial(stats.norm(1, 2).pdf, x)),
        "gaussian log density, d = 5": (
            lambda: Gaussian(np.ones(5), cov).log_density(X),
            lambda: stats.multivariate_normal(np.ones(5), cov).logpdf(X),
        ),
        "binomial, at most 10,000": (partial(Binomial(50, 0.3).probability, k), partial(stats.binom(50, 0.3).pmf, k)),
        "entropy of rows": (partial(entropy, p), partial(stats.entropy, p, axis=1, base=2)),
        "divergence of rows": (partial(kl_divergence, p, q), partial(stats.entropy, p, q, axis=1, base=2)),
    }


if __name__ == "__main__":
    report(rows())
