r"""Training a network: its loss on a table of data, steps on mini-batches of it, and the two estimators made of them.

$$J(\theta) = \frac1n \sum_{i=1}^n \ell(y_i, a(x_i)) + \frac\lambda2 \sum W^2$$

`Risk` is this J with its gradient, for all rows or for some of them, with all units or with some left out (dropout).
`train` goes down on it, batch by batch and epoch by epoch. `MLPClassifier` and `MLPRegressor`, multilayer perceptrons,
choose the last layer and the loss that suit classes or numbers.
"""

import math
from copy import copy
from itertools import islice

import numpy as np

from byhand.base import (
    Classifier,
    Regressor,
    as_finite,
    as_generator,
    as_instance,
    as_labels,
    as_list,
    as_matrix,
    as_outcomes,
    as_vector,
    as_whole,
    encode_classes,
)
from byhand.engine import neural as engine
from byhand.guard import as_numeric, as_positions, guard
from byhand.neural import (
    BinaryCrossEntropy,
    CrossEntropy,
    Identity,
    Network,
    Sigmoid,
    Softmax,
    SquaredError,
    as_activation,
)
from byhand.optimize import Adam, Method, batches, share
from byhand.progress import rounds


class Risk:
    """The loss of a network on a table of data as a function of its parameters: what `Network.risk` returns.

    `X`, `Y`: the checked data; `penalty`: that of each parameter, shape (size,), 0 for biases; `masks`: see `without`.
    """

    def __init__(self, network, X, Y, penalty, average, masks=None):
        self.network, self.X, self.Y, self.average, self.masks = network, X, Y, average, masks
        self.penalty = np.zeros(network.size)
        for weights, _ in network.places:
            self.penalty[weights] = penalty

    def on(self, rows):
        """The same for some of the rows, given by their indices: what a step on a mini-batch looks at."""
        if len(rows) == 0:
            raise ValueError("rows must not be empty")
        part = copy(self)
        part.X, part.Y = self.X[rows], self.Y[rows]
        part.masks = self.masks and [mask[rows] for mask in self.masks]
        if not self.average:
            part.penalty = self.penalty * len(part.X) / len(self.X)
        return part

    def without(self, masks):
        """The same with units switched off, as `Network.masks` says for each row."""
        part = copy(self)
        part.masks = masks
        return part

    def value(self, theta):
        """J, a number."""
        sums, outputs = engine.forward(self.network, self.network.unpack(theta), self.X, self.masks)
        return self._value(theta, sums, outputs)

    def gradient(self, theta):
        """The gradient of J, shape (size,)."""
        return self.value_and_gradient(theta)[1]

    def value_and_gradient(self, theta):
        """Both, from one pass forward and one back."""
        layers = self.network.unpack(theta)
        sums, outputs = engine.forward(self.network, layers, self.X, self.masks)
        gradient = engine.backward(self.network, layers, sums, outputs, self.Y, self.masks)
        return self._value(theta, sums, outputs), self._weight * gradient + self.penalty * theta

    def _value(self, theta, sums, outputs):
        network = self.network
        costs = network.loss.costs(network.activations[-1], sums[-1], outputs[-1], self.Y)
        return float(self._weight * costs.sum() + 0.5 * (self.penalty * theta) @ theta)

    @property
    def _weight(self):
        return 1 / len(self.X) if self.average else 1.0


def train(risk, theta, method, epochs, batch_size, dropout=0.0, seed=0):
    """Go down on a `Risk` from theta, shape (size,), one step for each batch of rows, `epochs` times through all rows.

    `method`: one of `byhand.optimize`; `dropout`: the share of hidden units that each step leaves out. Returns the
    theta at the end, and the J of each epoch, as its steps met it on their batches, with the final J on all rows last:
    shape (epochs + 1,).

    >>> network = Network([1, 1], ["identity"])
    >>> risk = network.risk([[0], [1], [2], [3]], [1, 3, 5, 7])
    >>> theta, losses = train(risk, [0.0, 0.0], Adam(rate=0.1), epochs=300, batch_size=2)
    >>> theta.round(3), len(losses)
    (array([2., 1.]), 301)
    """
    as_instance(risk, "risk", Risk, "a Risk, such as network.risk(X, Y)")
    as_instance(method, "method", Method, "one of byhand.optimize, such as Adam(rate=0.01)")
    n, theta = len(risk.X), as_vector(theta, risk.network.size, "theta")
    epochs, batch_size = as_whole(epochs, "epochs", 1), as_whole(batch_size, "batch_size", 1)
    dropout, rng = share(dropout, "dropout"), as_generator(seed)
    chunks = batches(n, min(batch_size, n), seed=seed)
    memory, losses, count = method.start(theta), [], 0
    with np.errstate(all="ignore"):  # what is not finite ends the training
        for _ in rounds(epochs, "epoch"):
            losses.append(0.0)
            for rows in islice(chunks, -(-n // batch_size)):
                part = risk.on(rows) if batch_size < n else risk
                if dropout:
                    part = part.without(risk.network.masks(len(part.X), dropout, rng))
                seen = Seen(part)
                gradient, step, memory = method.move(seen, theta, memory)
                theta, count = theta + step, count + 1
                losses[-1] += seen.last * len(part.X) / n
                if not (math.isfinite(gradient.sum()) and math.isfinite(theta.sum())):
                    raise ValueError(_diverged(count, method))
        losses.append(risk.value(theta))
    if not np.isfinite(losses).all():
        raise ValueError(_diverged(count, method))
    return theta, np.array(losses)


class Seen:
    """A `Risk` that keeps the `last` value that it has seen on the way to a gradient."""

    def __init__(self, risk):
        self.risk, self.value = risk, risk.value

    def gradient(self, theta):
        self.last, gradient = self.risk.value_and_gradient(theta)
        return gradient


def _diverged(step, method):
    return f"the loss is not finite after step {step} with {method!r}: use a smaller rate, or scale X and y"


# ---- estimators


class _MLP:
    """What the two estimators share: the settings and the training."""

    def __init__(
        self,
        hidden_layer_sizes=(16,),
        activation="relu",
        method=Adam(rate=0.01),  # noqa: B008 (it is frozen)
        max_iter=200,
        batch_size=200,
        penalty=0.0,
        dropout=0.0,
        start=None,
        seed=0,
    ):
        self.hidden_layer_sizes = hidden_layer_sizes
        self.activation = activation
        self.method = method
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.penalty = penalty
        self.dropout = dropout
        self.start = start
        self.seed = seed

    def _train(self, X, Y, output, loss):
        sizes = self.hidden_layer_sizes
        sizes = as_list(sizes, "hidden_layer_sizes") if np.ndim(sizes) else [sizes]
        hidden = [as_whole(size, "hidden_layer_sizes", 1) for size in sizes]
        activation = as_activation(self.activation)
        network = Network([X.shape[1], *hidden, Y.shape[1]], [activation] * len(hidden) + [output], loss)
        start = network.start(self.seed) if self.start is None else as_vector(self.start, network.size, "start")
        epochs, risk = as_whole(self.max_iter, "max_iter", 1), network.risk(X, Y, self.penalty)
        theta, losses = train(risk, start, self.method, epochs, self.batch_size, self.dropout, self.seed)
        self.network_, self.theta_, self.losses_ = network, theta, losses
        self.n_iter_, self.n_features_in_ = epochs, X.shape[1]
        return self

    def _output(self, X):
        self._require_fit("n_features_in_")
        with np.errstate(over="ignore", invalid="ignore"):
            return as_finite(self.network_.output(self.theta_, as_matrix(X, columns=self.n_features_in_)))


class MLPClassifier(_MLP, Classifier):
    r"""A network for classes: one sigmoid output and `BinaryCrossEntropy` for two, else `Softmax` and `CrossEntropy`.

    Parameters
    ----------
    hidden_layer_sizes : the number of units in each hidden layer; () for none, which is logistic regression
    activation : of the hidden layers, an `Activation` or its name
    method : how to go down, one of `byhand.optimize`
    max_iter : the number of epochs
    batch_size : the rows of a step; with as many as there are, or more, each step looks at all of them
    penalty : the $\lambda$ of weight decay, as in `Network.risk`
    dropout : the share of hidden units that each training step leaves out, for each row others
    start : the first parameters, shape (size,); None for `Network.start`
    seed : for the start, the order of the batches and the units left out

    Learned: `classes_`; `network_`, a `Network`; `theta_`, its parameters, shape (size,); `losses_`, J in each epoch,
    as its steps met it on their batches, and last J on all rows at the end, shape (max_iter + 1,); `n_iter_`, the
    number of epochs.

    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["same", "other", "other", "same"]
    >>> MLPClassifier([4], "tanh", seed=1).fit(X, y).predict(X).tolist()
    ['same', 'other', 'other', 'same']
    """

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        X = as_matrix(X)
        classes, index = encode_classes(as_labels(y, len(X)))
        if len(classes) == 2:
            self._train(X, index[:, None].astype(float), Sigmoid(), BinaryCrossEntropy())
        else:
            self._train(X, np.eye(len(classes))[index], Softmax(), CrossEntropy())
        self.classes_ = classes
        return self

    def predict_proba(self, X):
        """The probability of each class for each row of X, shape (n, K)."""
        p = self._output(X)
        return np.hstack([1 - p, p]) if len(self.classes_) == 2 else p


class MLPRegressor(_MLP, Regressor):
    r"""A network for numbers: linear outputs and `SquaredError` with the factor $\frac12$.

    The settings and what is learned are those of `MLPClassifier`, but for the classes.

    >>> x = np.linspace(-2, 2, 50)[:, None]
    >>> bool(MLPRegressor([8], "tanh", seed=0).fit(x, np.sin(x[:, 0])).score(x, np.sin(x[:, 0])) > 0.99)
    True
    """

    _several_outcomes = True

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the numbers y, shape (n,) or (n, q)."""
        X = as_matrix(X)
        Y = as_outcomes(y, len(X))
        self._train(X, Y, Identity(), SquaredError(0.5))
        self._one = np.asarray(y).ndim == 1
        return self

    def predict(self, X):
        """The outputs for each row of X, shape (n,) or (n, q)."""
        output = self._output(X)
        return output[:, 0] if self._one else output


guard(__name__, rows=as_positions, theta=as_numeric)
