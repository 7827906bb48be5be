"""Networks against scikit-learn: the same network, batches and number of epochs, timed in turns in one process."""

import warnings

import numpy as np
from sklearn import linear_model
from sklearn import neural_network as sk
from sklearn.exceptions import ConvergenceWarning
from timing import compare, report

from byhand.mlp import MLPClassifier, MLPRegressor
from byhand.optimize import Adam, Momentum
from byhand.perceptron import Perceptron

EPOCHS = 20


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for classes in (2, 3):
        yield classifier(2_000, classes, repeats)
    yield momentum(2_000, repeats)
    yield regressor(2_000, repeats)
    for noise in (0.0, 0.5):
        for n in (1_000, 10_000, 100_000):
            yield perceptron(n, noise, max(1, min(repeats, (50_000 if noise else 500_000) // n)))


def classifier(n, classes, repeats):
    """Ten features, one hidden layer of 32 rectified units, Adam, twenty epochs of batches of 200."""
    X, y = data(n, classes)
    ours = MLPClassifier([32], "relu", Adam(rate=0.001), max_iter=EPOCHS)
    theirs = sk.MLPClassifier([32], "relu", alpha=0, max_iter=EPOCHS, tol=0, n_iter_no_change=EPOCHS)
    return timed(f"10-32, {classes} classes, Adam", ours, theirs, X, y, repeats)


def momentum(n, repeats):
    """The same with momentum and batches of 50."""
    X, y = data(n, 2)
    ours = MLPClassifier([32], "tanh", Momentum(rate=0.01), batch_size=50, max_iter=EPOCHS)
    settings = {"solver": "sgd", "learning_rate_init": 0.01, "nesterovs_momentum": False, "batch_size": 50}
    theirs = sk.MLPClassifier([32], "tanh", alpha=0, max_iter=EPOCHS, tol=0, n_iter_no_change=EPOCHS, **settings)
    return timed("10-32, momentum, batches of 50", ours, theirs, X, y, repeats)


def regressor(n, repeats):
    """Two hidden layers for a number."""
    X, _ = data(n, 2)
    y = np.sin(X[:, 0]) + X[:, 1] ** 2
    ours = MLPRegressor([32, 16], "tanh", Adam(rate=0.01), max_iter=EPOCHS)
    settings = {"activation": "tanh", "learning_rate_init": 0.01, "alpha": 0}
    theirs = sk.MLPRegressor(hidden_layer_sizes=[32, 16], max_iter=EPOCHS, tol=0, n_iter_no_change=EPOCHS, **settings)
    return timed("10-32-16-1, a number, Adam", ours, theirs, X, y, repeats)


def perceptron(n, noise, repeats):
    """Rosenblatt's rule on ten features: classes that a line parts, until it does; or noisy ones, for twenty epochs."""
    rng = np.random.default_rng(n)
    X, w = rng.normal(size=(n, 10)), rng.normal(size=10)
    scores = X @ w / np.linalg.norm(w) + 0.1
    apart = np.abs(scores) > 0.05
    X, y = X[apart], scores[apart] + noise * rng.normal(size=apart.sum()) > 0
    ours = Perceptron(tie="mistake", max_iter=EPOCHS if noise else 1000).fit(X, y)
    theirs = linear_model.Perceptron(shuffle=False, tol=None, max_iter=len(ours.mistakes_)).fit(X, y)
    assert ours.converged_ == (not noise) and np.allclose(ours.coef_, theirs.coef_[0], rtol=1e-6), "the same changes"
    what = f"perceptron, {'noisy' if noise else 'separable'} classes"
    return compare(what, n, lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)


def data(n, classes):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 10))
    return X, np.argmax(X[:, :classes] + rng.normal(size=(n, classes)), axis=1)


def timed(what, ours, theirs, X, y, repeats):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        row = compare(what, len(X), lambda: ours.fit(X, y), lambda: theirs.fit(X, y), repeats)
    assert theirs.n_iter_ == EPOCHS and len(ours.losses_) == EPOCHS + 1
    assert abs(ours.score(X, y) - theirs.score(X, y)) < 0.1, "both learn"
    return row


if __name__ == "__main__":
    report(rows())
