"""Principal components against scikit-learn: the best times of a fit, measured in turns in one process."""

import numpy as np
from sklearn import decomposition as sk
from timing import compare, report

from byhand.decomposition import PCA, KernelPCA
from byhand.kernels import RBFKernel


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n, d in ((150, 4), (5_000, 50)):
        X = np.random.default_rng(n).standard_normal((n, d)) * np.linspace(1, 3, d)
        ours, theirs = PCA(n_components=2, ddof=1), sk.PCA(n_components=2)
        np.testing.assert_allclose(ours.fit(X).components_, theirs.fit(X).components_, atol=1e-8)
        yield compare("principal components: fit", n, lambda: ours.fit(X), lambda: theirs.fit(X), repeats)  # noqa: B023
    X = np.random.default_rng(0).standard_normal((300, 4))
    ours, theirs = KernelPCA(2, RBFKernel(0.5)), sk.KernelPCA(2, kernel="rbf", gamma=0.5, eigen_solver="dense")
    yield compare("kernel principal components: fit", 300, lambda: ours.fit(X), lambda: theirs.fit(X), repeats)


if __name__ == "__main__":
    report(rows())
