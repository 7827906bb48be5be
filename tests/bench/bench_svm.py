"""Support vector machines against scikit-learn's SVC, which is libsvm: the best times of fits, measured in turns.

Both stop at the same gap of the optimality conditions, 1e-3. The classes overlap, so that many multipliers are at their
bound; with a high price of slack libsvm needs very many steps, where ours goes by way of lower prices.
"""

import numpy as np
from sklearn import svm as sk
from threadpoolctl import threadpool_limits
from timing import compare, report

from byhand.kernels import LinearKernel, RBFKernel
from byhand.svm import SVC

CASES = (  # rows, features, kernel, C
    (60, 2, LinearKernel(), 1.0),
    (60, 2, RBFKernel(0.5), 1.0),
    (300, 10, LinearKernel(), 1.0),
    (300, 10, LinearKernel(), 100.0),
    (300, 2, RBFKernel(0.5), 1.0),
    (300, 10, RBFKernel(0.1), 1.0),
    (300, 2, RBFKernel(0.5), 100.0),
    (1000, 2, RBFKernel(0.5), 1.0),
    (1000, 10, RBFKernel(0.1), 1.0),
    (3000, 10, RBFKernel(0.1), 1.0),
    (10_000, 10, RBFKernel(0.1), 1.0),
)


def rows(repeats=9):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    with threadpool_limits(limits=1):  # libsvm has one thread
        for n, d, kernel, C in CASES:
            yield fit(n, d, kernel, C, max(1, min(repeats, 9_000 // n)))


def problem(n, d):
    """Two normal clouds whose centres are 1.5 spreads apart."""
    y = np.where(np.arange(n) % 2, 1, -1)
    return np.random.default_rng(n).normal(size=(n, d)) + 0.75 * y[:, None] / np.sqrt(d), y


def models(kernel, C):
    """Ours and scikit-learn's with the same kernel."""
    gaussian = isinstance(kernel, RBFKernel)
    settings = {"kernel": "rbf", "gamma": kernel.gamma} if gaussian else {"kernel": "linear"}
    return SVC(C, kernel), sk.SVC(C=C, **settings)


def fit(n, d, kernel, C, repeats):
    X, y = problem(n, d)
    ours, theirs = models(kernel, C)
    wanted = theirs.fit(X, y).decision_function(X)
    np.testing.assert_allclose(ours.fit(X, y).decision_function(X), wanted, atol=0.05)
    what = f"{'RBF' if isinstance(kernel, RBFKernel) else 'linear'} kernel, {d} features, C = {C:g}"
    return compare(what, n, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


if __name__ == "__main__":
    report(rows())
