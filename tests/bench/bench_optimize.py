"""Descent on the logistic loss against scikit-learn's lbfgs: the best times to the same minimum, measured in turns.

Both minimise the same penalised risk until no component of the gradient is above 1e-4, which is lbfgs's own test, and
both count the start at 0, all checks of the input and the result. Ours also keeps the whole path. The number of steps
is reported, for the price of a step and the number of steps are two stories.

Mini-batches are compared with scikit-learn's network without a hidden layer, which is logistic regression too: 200
epochs of Adam with the same rate and the same size of the batches. Neither looks at all rows after a step: ours works
out the whole risk along its path only when it is asked to.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits
from timing import compare, report

from byhand.losses import EmpiricalRisk, LogisticLoss
from byhand.optimize import (
    Adam,
    Backtracking,
    GradientDescent,
    Momentum,
    Nesterov,
    Newton,
    batches,
    descend,
)
from byhand.rates import largest_stable_rate

N, D, TOLERANCE = 2_000, 10, 1e-4


def rows(repeats=9):
    """One dictionary for each method: what (with the steps of both), n, ours_ms, theirs_ms and their ratio."""
    X, y = problem(N, D)
    with threadpool_limits(limits=1):  # so small a problem is slower, and its time less steady, on more threads
        for method in methods(risk_of(X, y)):
            yield measure(method, X, y, repeats)
        yield measure_batches(X, y, size=32, epochs=200)
        for n in (1_000, 10_000, 100_000):
            yield measure_batches(*problem(n, D), size=200, epochs=200, repeats=1 if n > 10_000 else 2)


def problem(n, d):
    """Two classes that overlap, with features of different spread: what makes plain descent slow."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, d)) * np.linspace(0.5, 2, d)
    return X, np.where(X @ rng.normal(size=d) + rng.logistic(size=n) > 0, 1, -1)


def risk_of(X, y):
    return EmpiricalRisk(X, y, LogisticLoss(), penalty=1 / len(y), intercept=True)  # scikit-learn's C = 1


def methods(risk):
    """Each method with rates that suit the problem: the loss curves most at 0."""
    rate = largest_stable_rate(risk, np.zeros(D + 1)) / 2
    yield GradientDescent(rate=rate)
    yield Momentum(rate=rate, momentum=0.9)
    yield Nesterov(rate=rate, momentum=0.9)
    yield Adam(rate=0.1)
    yield Backtracking(rate=8 * rate)
    yield Newton()


def measure(method, X, y, repeats):
    """The comparison for one method, with the number of steps of both."""

    def mine():
        return descend(risk_of(X, y), np.zeros(D + 1), method, steps=20_000, tolerance=TOLERANCE)

    def theirs():
        return LogisticRegression(C=1.0, tol=TOLERANCE, max_iter=1_000).fit(X, y)

    path, model = mine(), theirs()
    assert path.stopped == "converged"
    np.testing.assert_allclose(path.point[1:], model.coef_[0], atol=0.02)
    what = f"{type(method).__name__}, {path.steps} to {int(model.n_iter_[0])} steps"
    return compare(what, len(X), mine, theirs, repeats)


def measure_batches(X, y, size, epochs, repeats=2):
    """Adam over mini-batches, as long as it takes to see all rows so many times."""
    each = -(-len(X) // size)

    def mine():
        rows = batches(len(X), size)
        return descend(risk_of(X, y), np.zeros(D + 1), Adam(rate=0.01), steps=epochs * each, batches=rows)

    def theirs():
        settings = {"batch_size": size, "learning_rate_init": 0.01, "alpha": size / len(X)}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # it runs as long as it is told to
            return MLPClassifier((), max_iter=epochs, tol=0, n_iter_no_change=epochs, **settings).fit(X, y)

    path, model = mine(), theirs()
    np.testing.assert_allclose(path.point[1:], model.coefs_[0][:, 0], atol=0.3)  # both still jitter
    return compare(f"Adam, {epochs} epochs, batches of {size}", len(X), mine, theirs, repeats)


if __name__ == "__main__":
    report(rows())
