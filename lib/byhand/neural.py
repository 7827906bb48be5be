r"""Neural networks: units that weigh their inputs, layers of units, and the chain rule that trains them.

$$z^{(\ell)}_j = \sum_i W^{(\ell)}_{ji}\, a^{(\ell-1)}_i + b^{(\ell)}_j, \qquad
  a^{(\ell)}_j = g\bigl(z^{(\ell)}_j\bigr), \qquad a^{(0)} = x$$

is the way forward, layer by layer. The local error $\delta^{(\ell)}_j = \partial J / \partial z^{(\ell)}_j$ comes back:

$$\delta^{(\ell)}_j = g'\bigl(z^{(\ell)}_j\bigr) \sum_k W^{(\ell+1)}_{kj}\, \delta^{(\ell+1)}_k, \qquad
  \frac{\partial J}{\partial W^{(\ell)}_{ji}} = \delta^{(\ell)}_j\, a^{(\ell-1)}_i, \qquad
  \frac{\partial J}{\partial b^{(\ell)}_j} = \delta^{(\ell)}_j$$

and each weight has its slope for one product. One unit: `threshold_unit`, `Perceptron`. Layers: the activations, the
losses, `Network`. Training: `Network.risk` with `byhand.optimize.descend`, or `MLPClassifier` and `MLPRegressor`. The
chain rule number by number: `Value`, and `Network.working`.
"""

import math
import re
from copy import copy
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    Regressor,
    as_labels,
    as_matrix,
    as_number,
    as_outcomes,
    as_whole,
    encode_classes,
)
from byhand.optimize import Adam, Method, batches, share
from byhand.working import Step as Line
from byhand.working import Working, tex

# ---- one unit


def threshold_unit(X, weights, threshold, strict=True):
    r"""1 where $\sum_i w_i x_i$ is above the threshold, else 0, for each row of X, shape (n, d): integers, shape (n,).

    With `strict` False a sum that is exactly the threshold is enough.

    >>> threshold_unit([[0, 1, 1], [1, 0, 0]], weights=[5, 2, 1], threshold=3)
    array([0, 1])
    """
    X = as_matrix(X)
    sums = X @ _as_vector(weights, X.shape[1], "weights")
    threshold = as_number(threshold, "threshold")
    return (sums > threshold if strict else sums >= threshold).astype(int)


class Perceptron(Classifier):
    r"""Rosenblatt's rule: row by row, wherever the unit is wrong, add the row to the weights or take it away.

    $$w \leftarrow w + \eta\,(y - \hat y)\, x, \qquad b \leftarrow b + \eta\,(y - \hat y)$$

    with $y, \hat y \in \{0, 1\}$, from zero weights. It stops after an epoch without a mistake; that comes, sooner or
    later, if a line separates the classes, and never otherwise.

    Parameters
    ----------
    rate : the $\eta$; from zero weights it scales them and changes nothing else
    max_iter : at most so many epochs
    tie : what a score of exactly 0 counts as: 1, the second class; 0, the first; "mistake", wrong for either, so that
        it is always learned from (and predicts the first)

    Learned: `classes_`, shape (2,); `coef_`, the w, shape (d,); `intercept_`, the b; `path_`, the (b, w) at the start
    and after each change, shape (changes + 1, d + 1); `mistakes_`, their number in each epoch; `converged_`.

    >>> model = Perceptron().fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])  # AND
    >>> model.coef_, model.intercept_, model.mistakes_
    (array([2., 1.]), -3.0, [2, 3, 3, 2, 1, 0])
    """

    def __init__(self, rate=1.0, max_iter=1000, tie=1):
        self.rate = rate
        self.max_iter = max_iter
        self.tie = tie

    def fit(self, X, y):
        """Learn from X, shape (n, d), and labels of two kinds y, shape (n,)."""
        X, classes, index = self._checked(X, y)
        path, self.mistakes_ = [(0.0,) * (X.shape[1] + 1)], []
        for number, visit in enumerate(self._visits(X.tolist(), index.tolist())):
            if number % len(X) == 0:
                self.mistakes_.append(0)
            if visit.wrong:
                self.mistakes_[-1] += 1
                path.append(visit.after)
        self.path_, self.converged_ = np.array(path), self.mistakes_[-1] == 0
        self.intercept_, self.coef_ = float(self.path_[-1, 0]), self.path_[-1, 1:]
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        return self

    def working(self, X, y):
        """The training as on paper: for each row of each epoch its score, and what changes; X (n, d), y (n,).

        >>> print(Perceptron(max_iter=1).working([[0, 1], [1, 1]], [0, 1]))
        Perceptron on 2 rows
        epoch 1, row 1 = b + w_1 x_1 + w_2 x_2 = 0 + 0 × 0 + 0 × 1 = 0   (says 1, should say 0: b = -1, w = (0, -1))
        epoch 1, row 2 = b + w_1 x_1 + w_2 x_2 = -1 + 0 × 1 + (-1) × 1 = -2   (says 0, should say 1: b = 0, w = (1, 0))
        """
        X, classes, index = self._checked(X, y)
        before, lines = (0.0,) * (X.shape[1] + 1), []
        formula = _sum(["b", *(f"w_{i} x_{i}" for i in range(1, X.shape[1] + 1))])
        for number, visit in enumerate(self._visits(X.tolist(), index.tolist())):
            epoch, row = divmod(number, len(X))
            (b, *w), said, label = before, classes[int(self._fires(visit.score))], classes[index[row]]
            numbers = [tex(b), *(rf"{_signed(v)} \times {_signed(x)}" for v, x in zip(w, X[row], strict=True))]
            note = (
                f"says {said}, right" if not visit.wrong else f"says {said}, should say {label}: {_state(visit.after)}"
            )
            lines.append(Line(f"epoch {epoch + 1}, row {row + 1}", formula, _sum(numbers), visit.score, note))
            before = visit.after
        return Working(f"Perceptron on {len(X)} rows", lines)

    def decision_function(self, X):
        r"""The score $w \cdot x + b$ of each row of X, shape (n,)."""
        self._require_fit("n_features_in_")
        return _score(as_matrix(X, columns=self.n_features_in_).T, self.coef_, self.intercept_)

    def predict(self, X):
        """The second class where the score is above 0 (or 0, if such a tie counts so), else the first, shape (n,)."""
        fires = self._fires(self.decision_function(X))
        return self.classes_[fires.astype(int)]

    def _fires(self, score):
        return score >= 0 if self.tie == 1 else score > 0

    def _checked(self, X, y):
        """X as floats, shape (n, d), the two classes, and for each row the index of its class, shape (n,)."""
        as_number(self.rate, "rate", above=0)
        as_whole(self.max_iter, "max_iter", 1)
        if self.tie not in (0, 1, "mistake"):
            raise ValueError(f'tie must be 0, 1 or "mistake"; got {self.tie!r}')
        X = as_matrix(X)
        classes, index = encode_classes(as_labels(y, len(X)))
        if len(classes) > 2:
            raise ValueError(f"y must hold 2 classes; it holds {len(classes)}: {classes.tolist()[:5]}")
        return X, classes, index

    def _visits(self, rows, labels):
        """A `_Visit` of each row in each epoch, until an epoch has no mistake."""
        bias, *weights = after = (0.0,) * (len(rows[0]) + 1)
        for _ in range(int(self.max_iter)):
            mistakes = 0
            for row, label in zip(rows, labels, strict=True):
                score = _score(row, weights, bias)
                wrong = self._fires(score) != label or (score == 0 and self.tie == "mistake")
                if wrong:
                    change = float(self.rate if label else -self.rate)
                    after = bias + change, *(w + change * x for w, x in zip(weights, row, strict=True))
                    bias, *weights = after
                mistakes += wrong
                yield _Visit(score, wrong, after)
            if not mistakes:
                break


class _Visit(NamedTuple):
    """One row in the training of a perceptron: its score, whether it was wrong, and (b, w) afterwards."""

    score: float
    wrong: bool
    after: tuple


# ---- activations, each beside its derivative


class Activation:
    r"""What a unit makes of its weighted sum: $a = g(z)$, and `derivative`, $g'(z)$; both take arrays.

    `tex` and `tex_derivative` are the formulae, with `@z` for the sum and `@a` for the output.

    >>> Tanh()(np.array([-1.0, 0.0, 1.0])).round(6), Tanh().derivative(np.array([0.0, 1.0])).round(6)
    (array([-0.761594,  0.      ,  0.761594]), array([1.      , 0.419974]))
    """

    gain = 1.0  # initial weights have the variance gain / inputs

    def backward(self, z, a, error):
        r"""From $\partial J / \partial a$ to $\partial J / \partial z$, both of shape (n, units)."""
        return error * self.derivative(z)


@dataclass(frozen=True)
class Identity(Activation):
    """g(z) = z, for numbers as outputs."""

    tex, tex_derivative = "@z", "1"

    def __call__(self, z):
        return z

    def derivative(self, z):
        return np.ones_like(z, dtype=float)

    def backward(self, z, a, error):
        return error


@dataclass(frozen=True)
class Step(Activation):
    """0 for z < 0, else 1. It is flat: no error comes back through it, so what lies below cannot be trained."""

    tex, tex_derivative = "[@z ≥ 0]", "0"

    def __call__(self, z):
        return np.heaviside(z, 1.0)

    def derivative(self, z):
        return np.zeros_like(z, dtype=float)


@dataclass(frozen=True)
class Sigmoid(Activation):
    r"""$\frac{1}{1 + e^{-z}}$, between 0 and 1, with the derivative $a (1 - a)$; safe at any z."""

    tex, tex_derivative = r"\frac{1}{1 + e^{-@z}}", r"@a \times (1 - @a)"

    def __call__(self, z):
        return 0.5 + 0.5 * np.tanh(0.5 * z)  # the same, and overflows nowhere

    def derivative(self, z):
        t = np.tanh(0.5 * z)
        return 0.25 * (1 - t * t)

    def backward(self, z, a, error):
        return error * (a * (1 - a))


@dataclass(frozen=True)
class Tanh(Activation):
    r"""$\tanh z$, between -1 and 1, with the derivative $1 - a^2$. It is $2\sigma(2z) - 1$."""

    tex, tex_derivative = r"\tanh(@z)", "1 - @a^2"

    def __call__(self, z):
        return np.tanh(z)

    def derivative(self, z):
        return 1 - np.tanh(z) ** 2

    def backward(self, z, a, error):
        return error * (1 - a * a)


@dataclass(frozen=True)
class Arctangent(Activation):
    r"""$\arctan z$, between $-\pi/2$ and $\pi/2$, with the derivative $\frac{1}{1 + z^2}$."""

    tex, tex_derivative = r"\arctan(@z)", r"\frac{1}{1 + @z^2}"

    def __call__(self, z):
        return np.arctan(z)

    def derivative(self, z):
        return 1 / (1 + np.square(z))


@dataclass(frozen=True)
class ReLU(Activation):
    r"""$\max(0, z)$, the rectified linear unit, with the derivative 1 above 0, and 0 at 0 and below."""

    tex, tex_derivative = r"\max(0, @z)", "[@z > 0]"
    gain = 2.0  # half of the sums are cut off

    def __call__(self, z):
        return np.maximum(z, 0)

    def derivative(self, z):
        return np.greater(z, 0).astype(float)

    def backward(self, z, a, error):
        return error * (z > 0)


@dataclass(frozen=True)
class LeakyReLU(Activation):
    """z above 0, slope times z at 0 and below: a unit that is off still learns."""

    slope: float = 0.01
    tex_derivative = "g'(@z)"
    gain = 2.0

    def __post_init__(self):
        share(self.slope, "slope")

    @property
    def tex(self):
        return rf"\max(@z, {self.slope:g} \times @z)"

    def __call__(self, z):
        return np.maximum(z, self.slope * z)

    def derivative(self, z):
        return np.where(np.greater(z, 0), 1.0, self.slope)


@dataclass(frozen=True)
class Gaussian(Activation):
    r"""$e^{-z^2}$, a bump, with the derivative $-2za$."""

    tex, tex_derivative = "e^{-@z^2}", r"-2 \times @z \times @a"

    def __call__(self, z):
        return np.exp(-np.square(z))

    def derivative(self, z):
        return -2 * z * self(z)


@dataclass(frozen=True)
class Swish(Activation):
    r"""$z\,\sigma(z)$, a smooth ReLU that dips below 0, with the derivative $a + \sigma(z)(1 - a)$."""

    tex, tex_derivative = r"\frac{@z}{1 + e^{-@z}}", r"@a + \sigma(@z) (1 - @a)"
    gain = 2.0

    def __call__(self, z):
        return z * Sigmoid()(z)

    def derivative(self, z):
        s = Sigmoid()(z)
        return z * s + s * (1 - z * s)


@dataclass(frozen=True)
class Softmax(Activation):
    r"""$a_j = e^{z_j} / \sum_k e^{z_k}$: scores to probabilities. Each depends on all the sums of its row:

    $$\frac{\partial a_j}{\partial z_k} = a_j\,([j = k] - a_k)$$

    `derivative` is that matrix, of shape (..., K, K) for z of shape (..., K).

    >>> Softmax()(np.array([1.0, 2.0, 3.0])).round(6)
    array([0.090031, 0.244728, 0.665241])
    """

    tex, tex_derivative = r"\frac{e^{@z}}{\sum_k e^{z_k}}", r"a_j ([j = k] - a_k)"

    def __call__(self, z):
        powers = np.exp(z - np.max(z, axis=-1, keepdims=True))  # the largest is 1: none overflows
        return powers / powers.sum(axis=-1, keepdims=True)

    def derivative(self, z):
        a = self(z)
        return a[..., :, None] * (np.eye(a.shape[-1]) - a[..., None, :])

    def backward(self, z, a, error):
        return a * (error - (a * error).sum(axis=-1, keepdims=True))


ACTIVATIONS = {
    "identity": Identity(),
    "step": Step(),
    "sigmoid": Sigmoid(),
    "tanh": Tanh(),
    "arctan": Arctangent(),
    "relu": ReLU(),
    "leaky relu": LeakyReLU(),
    "gaussian": Gaussian(),
    "swish": Swish(),
    "softmax": Softmax(),
}


# ---- losses


class NetworkLoss:
    r"""What the outputs of a network cost: `value`, for each row, and its `derivative` in the outputs.

    Outputs and targets have the shape (n, q); a loss of your own may also want targets of another width. With the
    activation `natural` in the last layer the error there is simply $\delta = a - y$, and `of_sums` gives the value
    from the sums, where it is safe from $\log 0$. `tex` is the formula for one output `@a` and its target `@y`, and
    `tex_factor` what stands before the sum of them.
    """

    natural = ()
    tex, tex_factor = "", ""

    def check(self, targets, units):
        """Raise ValueError unless the targets are of the kind and width that suit a last layer of so many units."""
        if targets.shape[1] != units:
            raise ValueError(f"Y must have {units} columns, one for each output; got {targets.shape[1]}")


@dataclass(frozen=True)
class SquaredError(NetworkLoss):
    r"""$c \sum_k (a_k - y_k)^2$. Some write c = 1, some $c = \frac12$: the gradients differ by the factor 2.

    >>> SquaredError(0.5).value(np.array([[0.2, 0.6]]), np.array([[0.0, 1.0]])).round(6)
    array([0.1])
    """

    factor: float = 1.0
    tex = "(@a - @y)^2"

    def __post_init__(self):
        as_number(self.factor, "factor", above=0)

    @property
    def tex_factor(self):
        return {1.0: "", 0.5: r"\frac{1}{2} "}.get(self.factor, rf"{self.factor:g} \times ")

    def value(self, output, target):
        return self.factor * np.square(output - target).sum(axis=1)

    def derivative(self, output, target):
        return 2 * self.factor * (output - target)


@dataclass(frozen=True)
class BinaryCrossEntropy(NetworkLoss):
    r"""$-\sum_k \bigl[y_k \log a_k + (1 - y_k) \log(1 - a_k)\bigr]$ for targets between 0 and 1, with a `Sigmoid` last.

    >>> BinaryCrossEntropy().of_sums(np.array([[-1000.0]]), np.array([[1.0]]))
    array([1000.])
    """

    natural = Sigmoid
    tex, tex_factor = r"@y \log @a + (1 - @y) \log(1 - @a)", "-"

    def check(self, targets, units):
        super().check(targets, units)
        if not ((targets >= 0) & (targets <= 1)).all():
            raise ValueError(f"Y must lie between 0 and 1 for {self!r}; got {targets.min():g} to {targets.max():g}")

    def value(self, output, target):
        with np.errstate(divide="ignore", invalid="ignore"):
            ones = np.where(target > 0, target * np.log(output), 0)
            zeros = np.where(target < 1, (1 - target) * np.log(1 - output), 0)
        return -(ones + zeros).sum(axis=1)

    def derivative(self, output, target):
        with np.errstate(divide="ignore", invalid="ignore"):
            ones, zeros = np.where(target > 0, target / output, 0), np.where(target < 1, (1 - target) / (1 - output), 0)
        return zeros - ones

    def of_sums(self, z, target):
        return (np.maximum(z, 0) - z * target + np.log1p(np.exp(-np.abs(z)))).sum(axis=1)


@dataclass(frozen=True)
class CrossEntropy(NetworkLoss):
    r"""$-\sum_k y_k \log a_k$ for targets that are probabilities, such as one-hot rows, with a `Softmax` last.

    >>> CrossEntropy().of_sums(np.array([[2.0, 1.0, 0.1]]), np.array([[1.0, 0.0, 0.0]])).round(6)
    array([0.41703])
    """

    natural = Softmax
    tex, tex_factor = r"@y \log @a", "-"

    def check(self, targets, units):
        super().check(targets, units)
        if not (targets >= 0).all() or not np.allclose(targets.sum(axis=1), 1, rtol=0, atol=1e-9):
            raise ValueError(
                f"Y must hold in each row probabilities that sum to 1 for {self!r}; use one_hot for labels"
            )

    def value(self, output, target):
        with np.errstate(divide="ignore", invalid="ignore"):
            return -np.where(target > 0, target * np.log(output), 0).sum(axis=1)

    def derivative(self, output, target):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(target > 0, -target / output, 0)

    def of_sums(self, z, target):
        z = z - z.max(axis=1, keepdims=True)
        return np.log(np.exp(z).sum(axis=1)) - (z * target).sum(axis=1)


def one_hot(labels, classes):
    """For each label a row with a 1 at its place among the classes and 0 elsewhere, shape (n, K).

    >>> one_hot(["Rain", "Sunny"], classes=["Sunny", "Overcast", "Rain"])
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    labels = as_labels(labels, len(labels), "labels")
    classes = as_labels(classes, len(classes), "classes")
    hits = labels[:, None] == classes
    if not np.all(hits.sum(axis=1) == 1):
        row = int(np.argmax(hits.sum(axis=1) != 1))
        raise ValueError(
            f"labels must each be one of the classes {classes.tolist()}; row {row} is {labels.tolist()[row]!r}"
        )
    return hits.astype(float)


# ---- layers of units


class Network:
    r"""A feedforward network as a pure function of its parameters, one flat vector $\theta$:

    $$\theta = [W^{(1)}, b^{(1)}, W^{(2)}, b^{(2)}, \dots]$$

    Parameters
    ----------
    sizes : the number of inputs, then of units in each layer
    activations : one for each layer of units, each an `Activation` or its name
    loss : a `NetworkLoss`
    bias : whether there are b

    `size` is the number of parameters.

    >>> network = Network([2, 5, 3, 1], ["sigmoid"] * 3)
    >>> network.size
    37
    >>> theta = network.start(seed=0)
    >>> network.output(theta, [[0.5, -0.5]]).round(6)
    array([[0.371091]])
    """

    def __init__(self, sizes, activations, loss=SquaredError(), bias=True):  # noqa: B008 (it is frozen)
        self.sizes = tuple(as_whole(size, "sizes", 1) for size in sizes)
        self.activations = tuple(as_activation(activation) for activation in activations)
        if len(self.sizes) < 2 or len(self.activations) != len(self.sizes) - 1:
            raise ValueError(
                f"activations must hold one for each layer of units, so {max(len(self.sizes) - 1, 1)} for the sizes "
                f"{self.sizes}; got {len(self.activations)}"
            )
        if not isinstance(loss, NetworkLoss):
            raise ValueError(f"loss must be one of the losses, such as SquaredError(); got {loss!r}")
        self.loss, self.bias, self._shapes, end = loss, bool(bias), [], 0
        for inputs, units in zip(self.sizes, self.sizes[1:], strict=False):
            middle = end + units * inputs
            self._shapes.append((slice(end, middle), (units, inputs), slice(middle, middle + units * self.bias)))
            end = middle + units * self.bias
        self.size = end

    def __repr__(self):
        sizes = "-".join(map(str, self.sizes))
        return f"Network({sizes}, {', '.join(map(repr, self.activations))}, {self.loss!r})"

    def unpack(self, theta):
        """The W, shape (units, inputs), and b, shape (units,), of each layer: views of theta, shape (size,)."""
        theta = np.asarray(theta, dtype=float)
        if theta.shape != (self.size,):
            raise ValueError(f"theta must hold {self.size} numbers; got an array of shape {theta.shape}")
        return [(theta[weights].reshape(shape), theta[biases]) for weights, shape, biases in self._shapes]

    def pack(self, layers):
        """The vector theta, shape (size,), of one (W, b) for each layer; without biases, of one (W, None)."""
        theta = np.empty(self.size)
        if len(layers) != len(self._shapes):
            raise ValueError(f"layers must hold one (W, b) for each of {len(self._shapes)} layers; got {len(layers)}")
        for number, ((W, b), (weights, shape, biases)) in enumerate(zip(layers, self._shapes, strict=True), 1):
            W = np.asarray(W, dtype=float)
            b = np.asarray(b if self.bias else [], dtype=float)
            if W.shape != shape or b.shape != theta[biases].shape:
                wanted = f"W of shape {shape} and b of shape {theta[biases].shape}"
                raise ValueError(f"layer {number} must have {wanted}; got {W.shape} and {b.shape}")
            theta[weights], theta[biases] = W.ravel(), b
        return theta

    def start(self, seed=0, spread=None):
        r"""Random weights, and biases of 0, as a vector theta of shape (size,).

        The weights into a unit with m inputs have the variance $1 / m$, or $2 / m$ before a ReLU and its relatives, so
        that sums keep their size from layer to layer; with `spread` they all have that standard deviation.
        """
        theta, rng = np.zeros(self.size), np.random.default_rng(seed)
        if spread is not None:
            as_number(spread, "spread", minimum=0)
        for (weights, shape, _), activation in zip(self._shapes, self.activations, strict=True):
            deviation = math.sqrt(activation.gain / shape[1]) if spread is None else spread
            theta[weights] = deviation * rng.standard_normal(shape).ravel()
        return theta

    def forward(self, theta, X):
        """The sums z of each layer of units and the outputs a, X itself first: two lists of arrays (n, units)."""
        return self._forward(self.unpack(theta), self.as_inputs(X))

    def output(self, theta, X):
        """The outputs of the last layer for each row of X, shape (n, q)."""
        return self.forward(theta, X)[1][-1]

    def backward(self, theta, sums, outputs, Y):
        r"""The $\delta$ of each layer, arrays of shape (n, units), and the gradient of the summed loss, shape (size,).

        `sums` and `outputs`: as `forward` returned them; `Y`: the targets, shape (n, q).
        """
        return self._backward(self.unpack(theta), sums, outputs, self.as_targets(Y, len(sums[0])))

    def as_inputs(self, X):
        """X as a float array of shape (n, d) with a column for each input."""
        X = as_matrix(X)
        if X.shape[1] != self.sizes[0]:
            raise ValueError(f"X must have {self.sizes[0]} columns, one for each input; got {X.shape[1]}")
        return X

    def as_targets(self, Y, rows):
        """Y as a float array of shape (rows, q) that the loss accepts."""
        Y = as_outcomes(Y, rows, "Y")
        self.loss.check(Y, self.sizes[-1])
        return Y

    def risk(self, X, Y, penalty=0.0, average=True):
        r"""What the network loses on a table of data, as a function of theta for `byhand.optimize.descend`:

        $$J(\theta) = \frac1n \sum_{i=1}^n \ell(y_i, a(x_i)) + \frac\lambda2 \sum W^2$$

        `X`: shape (n, d); `Y`: shape (n,) or (n, q); `penalty`: the $\lambda$, weight decay, on weights but not on
        biases; `average` False leaves out the 1/n.

        >>> from byhand.optimize import descend, GradientDescent
        >>> network = Network([2, 3, 1], ["tanh", "sigmoid"], BinaryCrossEntropy())
        >>> risk = network.risk([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])  # XOR
        >>> path = descend(risk, network.start(seed=1), GradientDescent(rate=1), steps=500)
        >>> network.output(path.point, risk.X).round(1).ravel().tolist()
        [0.0, 1.0, 1.0, 0.0]
        """
        X = self.as_inputs(X)
        return Risk(self, X, self.as_targets(Y, len(X)), as_number(penalty, "penalty", minimum=0), average)

    def masks(self, n, dropout, seed=0):
        """For each layer but the last which units stay, shape (n, units): 0 with probability `dropout`, for each row
        on its own, else 1 / (1 - dropout), so that what the next layer gets is the same in the mean."""
        dropout, rng = share(dropout, "dropout"), np.random.default_rng(seed)
        return [(rng.random((n, units)) >= dropout) / (1 - dropout) for units in self.sizes[1:-1]]

    def working(self, theta, x, y, notation=None):
        """One row as on paper: sums and outputs, the loss, local errors, and the slope for each weight and bias.

        `x`: shape (d,); `y`: a number or shape (q,); `notation`: how the quantities are called, a `Notation`.

        >>> network = Network([1, 1], ["tanh"])
        >>> print(network.working([0.5, 0.25], [2.0], 1.0))
        One row through a 1-1 network and back
        z(1)_1 = W^(1)_1,1 x_1 + b^(1)_1 = 0.5 × 2 + 0.25 = 1.25
        a(1)_1 = tanh(z^(1)_1) = tanh(1.25) ≈ 0.848284
        J = (a^(1)_1 - y_1)^2 = (0.848284 - 1)^2 ≈ 0.0230179
        delta(1)_1 = (1 - (a^(1)_1)^2) × 2 × (a^(1)_1 - y_1) = (1 - 0.848284^2) × 2 × (0.848284 - 1) ≈ -0.085087
        dJ/dW(1)_1,1 = δ^(1)_1 × x_1 = (-0.085087) × 2 ≈ -0.170174
        dJ/db(1)_1 = δ^(1)_1 ≈ -0.085087
        """
        x = _as_vector(x, self.sizes[0], "x")
        Y = self.as_targets(np.atleast_2d(np.asarray(y, dtype=float)), 1)
        return _Paper(self, self.unpack(theta), x, Y, BOOK if notation is None else notation).working()

    def _forward(self, layers, X, masks=()):
        """As `forward`, for checked arguments; `masks` switches units off, one array for each layer but the last."""
        sums, outputs, last = [], [X], len(layers) - 1
        for number, ((W, b), activation) in enumerate(zip(layers, self.activations, strict=True)):
            z = outputs[-1] @ W.T
            if self.bias:
                z += b
            a = activation(z)
            sums.append(z)
            outputs.append(a * masks[number] if masks and number < last else a)
        return sums, outputs

    def _backward(self, layers, sums, outputs, Y, masks=()):
        """As `backward`, for checked arguments."""
        gradient = np.empty(self.size)
        errors, error = [], self._last_error(sums[-1], outputs[-1], Y)
        for number in reversed(range(len(layers))):
            weights, shape, biases = self._shapes[number]
            errors.append(error)
            np.dot(error.T, outputs[number], out=gradient[weights].reshape(shape))
            if self.bias:
                np.add.reduce(error, axis=0, out=gradient[biases])
            if number:
                activation, z, a = self.activations[number - 1], sums[number - 1], outputs[number]
                error = error @ layers[number][0]
                if masks:
                    error, a = error * masks[number - 1], activation(z)
                error = activation.backward(z, a, error)
        return errors[::-1], gradient

    def _costs(self, sums, outputs, Y):
        """The loss of each row, shape (n,)."""
        if isinstance(self.activations[-1], self.loss.natural):
            return self.loss.of_sums(sums[-1], Y)
        return self.loss.value(outputs[-1], Y)

    def _last_error(self, z, a, Y):
        """The local errors of the last layer, shape (n, q)."""
        if isinstance(self.activations[-1], self.loss.natural):
            return a - Y
        return self.activations[-1].backward(z, a, self.loss.derivative(a, Y))


class Risk:
    """The loss of a network on a table of data as a function of its parameters: what `Network.risk` returns.

    `X`, `Y`: the checked data; `penalty`: that of each parameter, shape (size,), 0 for biases; `masks`: see `without`.
    """

    def __init__(self, network, X, Y, penalty, average, masks=()):
        self.network, self.X, self.Y, self.average, self.masks = network, X, Y, average, masks
        self.penalty = np.zeros(network.size)
        for weights, _, _ in network._shapes:
            self.penalty[weights] = penalty

    def on(self, rows):
        """The same for some of the rows, given by their indices: what a step on a mini-batch looks at."""
        if len(rows) == 0:
            raise ValueError("rows must not be empty")
        part = copy(self)
        part.X, part.Y, part.masks = self.X[rows], self.Y[rows], [mask[rows] for mask in self.masks]
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
        return self._value(theta, *self.network._forward(self.network.unpack(theta), self.X, self.masks))

    def gradient(self, theta):
        """The gradient of J, shape (size,)."""
        return self.value_and_gradient(theta)[1]

    def value_and_gradient(self, theta):
        """Both, from one pass forward and one back."""
        layers = self.network.unpack(theta)
        sums, outputs = self.network._forward(layers, self.X, self.masks)
        _, gradient = self.network._backward(layers, sums, outputs, self.Y, self.masks)
        gradient *= self._weight
        gradient += self.penalty * theta
        return self._value(theta, sums, outputs), gradient

    def _value(self, theta, sums, outputs):
        costs = self.network._costs(sums, outputs, self.Y)
        return float(self._weight * costs.sum() + 0.5 * (self.penalty * theta) @ theta)

    @property
    def _weight(self):
        return 1 / len(self.X) if self.average else 1.0


# ---- estimators


class _Seen:
    """A `Risk` that keeps the last value that it has seen on the way to a gradient."""

    def __init__(self, risk):
        self.risk, self.value = risk, risk.value

    def gradient(self, theta):
        self.last, gradient = self.risk.value_and_gradient(theta)
        return gradient


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
        hidden = tuple(np.atleast_1d(self.hidden_layer_sizes).tolist()) if np.size(self.hidden_layer_sizes) else ()
        hidden = tuple(as_whole(size, "hidden_layer_sizes", 1) for size in hidden)
        network = Network((X.shape[1], *hidden, Y.shape[1]), [self.activation] * len(hidden) + [output], loss)
        theta = network.start(self.seed) if self.start is None else _as_vector(self.start, network.size, "start")
        if not isinstance(self.method, Method):
            raise ValueError(f"method must be one of byhand.optimize, such as Adam(rate=0.01); got {self.method!r}")
        epochs, size = as_whole(self.max_iter, "max_iter", 1), as_whole(self.batch_size, "batch_size", 1)
        risk, dropout = network.risk(X, Y, self.penalty), share(self.dropout, "dropout")
        chunks, rng = batches(len(X), min(size, len(X)), seed=self.seed), np.random.default_rng(self.seed)
        memory, losses, count = self.method.start(theta), [], 0
        with np.errstate(all="ignore"):  # what is not finite ends the training
            for _ in range(epochs):
                values = []
                for rows in islice(chunks, -(-len(X) // size)):
                    part = risk.on(rows) if size < len(X) else risk
                    if dropout:
                        part = part.without(network.masks(len(part.X), dropout, rng))
                    seen = _Seen(part)
                    gradient, step, memory = self.method.move(seen, theta, memory)
                    theta, count = theta + step, count + 1
                    values.append(seen.last * len(part.X) / len(X))
                    if not (math.isfinite(gradient.sum()) and math.isfinite(theta.sum())):
                        raise ValueError(self._diverged(count))
                losses.append(sum(values))
            losses.append(risk.value(theta))
        if not np.isfinite(losses).all():
            raise ValueError(self._diverged(count))
        self.network_, self.theta_, self.losses_ = network, theta, np.array(losses)
        self.n_features_in_ = X.shape[1]
        return self

    def _diverged(self, step):
        return f"the loss is not finite after step {step} with {self.method!r}: use a smaller rate, or scale X"

    def _output(self, X):
        self._require_fit("n_features_in_")
        return self.network_.output(self.theta_, as_matrix(X, columns=self.n_features_in_))


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
    as its steps met it on their batches, and last J on all rows at the end, shape (max_iter + 1,).

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

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the numbers y, shape (n,) or (n, q)."""
        X = as_matrix(X)
        Y = as_outcomes(y, len(X))
        self._one = np.ndim(y) == 1
        return self._train(X, Y, Identity(), SquaredError(0.5))

    def predict(self, X):
        """The outputs for each row of X, shape (n,) or (n, q)."""
        output = self._output(X)
        return output[:, 0] if self._one else output


# ---- the chain rule, number by number


class Value:
    r"""A number that remembers how it was made, so that it can say how it would change with each of its parts.

    Each operation stores the numbers it was made of and, beside each, its local slope. `backward` goes through them in
    reverse and multiplies and adds up: $\frac{\partial J}{\partial u} = \sum_{v \text{ made of } u}
    \frac{\partial J}{\partial v} \frac{\partial v}{\partial u}$.

    >>> x, y = Value(2.0), Value(3.0)
    >>> J = x * y + x**2
    >>> J.backward()
    >>> J.data, x.gradient, y.gradient
    (10.0, 7.0, 2.0)
    """

    def __init__(self, data, parts=()):
        self.data, self.parts, self.gradient = float(data), tuple(parts), 0.0

    def __repr__(self):
        return f"Value({self.data:g}, gradient={self.gradient:g})"

    def __add__(self, other):
        other = _as_value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = _as_value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __pow__(self, n):
        n = as_number(n, "n")
        return Value(self.data**n, [(self, n * self.data ** (n - 1))])

    def exp(self):
        """e to this power."""
        power = math.exp(self.data)
        return Value(power, [(self, power)])

    def log(self):
        """The natural logarithm."""
        return Value(math.log(self.data), [(self, 1 / self.data)])

    def through(self, activation):
        """The output of an `Activation` for this sum."""
        return Value(activation(self.data), [(self, float(activation.derivative(self.data)))])

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -_as_value(other)

    def __truediv__(self, other):
        return self * _as_value(other) ** -1.0

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        """Set the `gradient` of this number, and of all that it was made of, to its slope with respect to them."""
        order = self.history()
        for value in order:
            value.gradient = 0.0
        self.gradient = 1.0
        for value in reversed(order):
            for part, slope in value.parts:
                part.gradient += slope * value.gradient

    def history(self):
        """This number and all that it was made of, each after its parts: a list."""
        order, seen, waiting = [], set(), [(self, False)]
        while waiting:
            value, ready = waiting.pop()
            if ready:
                order.append(value)
            elif id(value) not in seen:
                seen.add(id(value))
                waiting.append((value, True))
                waiting += [(part, False) for part, _ in value.parts]
        return order


# ---- a pass on paper


@dataclass(frozen=True)
class Notation:
    r"""How a document calls the quantities of a network, in LaTeX with places for numbers.

    `@layer` is the number of the layer, counted from 1; `@below` one less; `@j` and `@i` the numbers of the unit and of
    its input, counted from 1; `@j0` and `@i0`, from 0; `@k` the place of the weight in its matrix row by row, from 0;
    `@unit` the number of the unit, counted through all layers; `@source` that of the unit its input comes from, or the
    number of the input. `final_sum` and `final` are for the last layer, where it is called otherwise; `sign` is -1 if
    the local error is the negative derivative.
    """

    weight: str = "W^{(@layer)}_{@j,@i}"
    bias: str = "b^{(@layer)}_@j"
    input: str = "x_@i"
    sum: str = "z^{(@layer)}_@j"
    output: str = "a^{(@layer)}_@j"
    error: str = r"\delta^{(@layer)}_@j"
    target: str = "y_@j"
    loss: str = "J"
    final_sum: str = None
    final: str = None
    sign: int = 1


BOOK = Notation()


class _Paper:
    """The lines of one pass forward and back. Layers are counted from 1, units from 0."""

    def __init__(self, network, layers, x, Y, notation):
        self.network, self.layers, self.Y, self.notation = network, layers, Y[0], notation
        self.name, self.last = _Names(network.sizes, notation), len(layers)
        self.sums, self.outputs = network._forward(layers, x[None])
        self.errors, _ = network._backward(layers, self.sums, self.outputs, Y)

    def working(self):
        up = [line for layer in range(1, self.last + 1) for line in self.forward(layer)]
        down = [line for layer in range(self.last, 0, -1) for line in self.local_errors(layer)]
        slopes = [line for layer in range(1, self.last + 1) for line in self.slopes(layer)]
        sizes = "-".join(map(str, self.network.sizes))
        return Working(f"One row through a {sizes} network and back", [*up, self.cost(), *down, *slopes])

    def forward(self, layer):
        """The sums of the layer, then its outputs."""
        (W, b), activation, name = self.layers[layer - 1], self.network.activations[layer - 1], self.name
        z, below = self.sums[layer - 1][0], self.outputs[layer - 1][0]
        for j, row in enumerate(W):
            letters = [f"{name.weight(layer, j, i)} {name.output(layer - 1, i)}" for i in range(len(row))]
            numbers = [rf"{_signed(w)} \times {_signed(v)}" for w, v in zip(row, below, strict=True)]
            if self.network.bias:
                letters, numbers = [*letters, name.bias(layer, j)], [*numbers, _signed(b[j])]
            yield _line(name.sum(layer, j), _sum(letters), _sum(numbers), z[j])
        for j, a in enumerate(self.outputs[layer][0]):
            letters, numbers = _fill(activation.tex, name.sum(layer, j), ""), _fill(activation.tex, z[j], a)
            if isinstance(activation, Softmax):
                numbers = rf"\frac{{e^{{{tex(z[j])}}}}}{{{_sum([f'e^{{{tex(v)}}}' for v in z])}}}"
            yield _line(name.output(layer, j), letters, numbers, a)

    def cost(self):
        """The loss."""
        loss, last = self.network.loss, self.outputs[-1][0]
        names = [(self.name.output(self.last, j), self.name.target(j)) for j in range(len(self.Y))]
        values = [(_signed(a), _signed(y)) for a, y in zip(last, self.Y, strict=False)]
        formulae = [_sum([loss.tex.replace("@a", a).replace("@y", y) for a, y in pairs]) for pairs in (names, values)]
        if loss.tex_factor == "-" or (loss.tex_factor and len(self.Y) > 1):
            formulae = [rf"\left[{formula}\right]" for formula in formulae]
        value = self.network._costs(self.sums, self.outputs, self.Y[None])[0]
        return _line(self.notation.loss, *(loss.tex and loss.tex_factor + formula for formula in formulae), value)

    def local_errors(self, layer):
        """The local error of each unit: its slope times what comes back; just a difference where the loss is fused."""
        activation, sign = self.network.activations[layer - 1], self.notation.sign
        fused = layer == self.last and isinstance(activation, self.network.loss.natural)
        for j, error in enumerate(self.errors[layer - 1][0]):
            back = self.difference(j) if layer == self.last else self.weighted(layer, j)
            z, a = self.sums[layer - 1][0, j], self.outputs[layer][0, j]
            values = (self.name.sum(layer, j), self.name.output(layer, j)), (z, a)
            if isinstance(activation, Softmax) and not fused:
                back = "", ""  # each error depends on all outputs
            elif not fused and back[0] and activation.tex_derivative != "1":
                slopes = [_fill(activation.tex_derivative, *pair) for pair in values]
                back = [
                    rf"{_bracketed(slope)} \times {_bracketed(term)}" for slope, term in zip(slopes, back, strict=True)
                ]
            yield _line(self.name.error(layer, j), *back, sign * error)

    def difference(self, j):
        """What comes back from the loss to output j: a difference, with a factor unless that is 1."""
        loss, activation = self.network.loss, self.network.activations[-1]
        if not isinstance(loss, SquaredError) and not isinstance(activation, loss.natural):
            return "", ""
        pairs = (self.name.output(self.last, j), self.name.target(j)), (self.outputs[-1][0, j], self.Y[j])
        texts = [[v if isinstance(v, str) else _signed(v) for v in pair] for pair in pairs]
        terms = [" - ".join(pair[:: self.notation.sign]) for pair in texts]
        double = 2 * loss.factor if isinstance(loss, SquaredError) else 1
        return terms if double == 1 else [rf"{tex(double)} \times ({term})" for term in terms]

    def weighted(self, layer, j):
        """What comes back to unit j of a hidden layer: the errors above, weighed."""
        W, above = self.layers[layer][0], self.notation.sign * self.errors[layer][0]
        letters = [f"{self.name.weight(layer + 1, k, j)} {self.name.error(layer + 1, k)}" for k in range(len(W))]
        numbers = [rf"{_signed(w)} \times {_signed(e)}" for w, e in zip(W[:, j], above, strict=True)]
        return _sum(letters), _sum(numbers)

    def slopes(self, layer):
        """The derivative of the loss by each weight and bias of the layer."""
        (W, _), name, loss = self.layers[layer - 1], self.name, _flat(self.notation.loss)
        errors, below, minus = self.errors[layer - 1][0], self.outputs[layer - 1][0], "-" * (self.notation.sign < 0)
        for j, i in np.ndindex(W.shape):
            letters = rf"{minus}{name.error(layer, j)} \times {name.output(layer - 1, i)}"
            numbers = rf"{minus}{_signed(self.notation.sign * errors[j])} \times {_signed(below[i])}"
            yield _line(f"d{loss}/d{name.weight(layer, j, i)}", letters, numbers, errors[j] * below[i])
        for j in range(len(W) * self.network.bias):
            yield _line(f"d{loss}/d{name.bias(layer, j)}", minus + name.error(layer, j), "", errors[j])


class _Names:
    """The names of the quantities in LaTeX: layers and units counted from 1 and 0, as the code has them."""

    def __init__(self, sizes, notation):
        self.sizes, self.notation = sizes, notation

    def weight(self, layer, j, i):
        return self._name(self.notation.weight, layer, j, i)

    def bias(self, layer, j):
        return self._name(self.notation.bias, layer, j)

    def error(self, layer, j):
        return self._name(self.notation.error, layer, j)

    def target(self, j):
        return self._name(self.notation.target, len(self.sizes) - 1, j)

    def sum(self, layer, j):
        last = layer == len(self.sizes) - 1 and self.notation.final_sum
        return self._name(self.notation.final_sum if last else self.notation.sum, layer, j)

    def output(self, layer, j):
        if layer == 0:
            return self._name(self.notation.input, 0, 0, j)
        last = layer == len(self.sizes) - 1 and self.notation.final
        return self._name(self.notation.final if last else self.notation.output, layer, j)

    def _name(self, template, layer, j, i=0):
        before = sum(self.sizes[1 : max(layer - 1, 1)])
        places = {
            "layer": layer,
            "below": layer - 1,
            "j": j + 1,
            "i": i + 1,
            "j0": j,
            "i0": i,
            "k": j * self.sizes[layer - 1] + i,
            "unit": sum(self.sizes[1:layer]) + j + 1,
            "source": before + i + 1,
        }
        return re.sub(r"@(layer|below|j0|i0|j|i|k|unit|source)", lambda match: str(places[match[1]]), template)


# ---- helpers


def _score(features, weights, bias):
    """The weighted sum, term by term, so that it rounds alike for one row and for many, and on every platform."""
    score = bias
    for x, w in zip(features, weights, strict=True):
        score = score + w * x
    return score


def as_activation(activation):
    """An `Activation`, given as one or by its name."""
    if isinstance(activation, str) and activation in ACTIVATIONS:
        return ACTIVATIONS[activation]
    if not isinstance(activation, Activation):
        raise ValueError(f"an activation must be one of {', '.join(ACTIVATIONS)}; got {activation!r}")
    return activation


def _as_vector(values, size, name):
    """Values as a float array of shape (size,), all finite."""
    try:
        vector = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers only; got {values!r}") from None
    if vector.shape != (size,):
        raise ValueError(f"{name} must hold {size} numbers; got an array of shape {vector.shape}")
    if not np.isfinite(vector).all():
        raise ValueError(f"{name} must be finite; got {vector.tolist()[:8]}")
    return vector


def _as_value(number):
    return number if isinstance(number, Value) else Value(number)


def _state(weights):
    """(b, w) of a perceptron in words."""
    bias, *rest = (f"{value:.6g}" for value in weights)
    return f"b = {bias}, w = ({', '.join(rest)})"


def _line(name, formula, numbers, value):
    return Line(_flat(name), formula, numbers, float(value) + 0.0)  # no -0


def _flat(latex):
    r"""A name in LaTeX as plain text: z^{(1)}_{2} is z(1)_2."""
    return re.sub(r"[\\{}^ ]", "", latex)


def _fill(formula, z, a):
    """A formula with letters or numbers put in; in brackets where a sign or a power would be misread."""
    for place, value in (("@z", z), ("@a", a)):
        if isinstance(value, str):
            text = f"({value})" if "^" in value and f"{place}^" in formula else value
        else:
            text = _signed(value) if re.search(rf"-{place}|{place}\^|times {place}", formula) else tex(float(value))
        formula = formula.replace(place, text)
    return formula


def _signed(value):
    """A number as it stands in a product: a negative one in brackets."""
    text = tex(float(value) + 0.0)
    return f"({text})" if value < 0 or "times" in text else text


def _bracketed(terms):
    """A sum in brackets, if it is one."""
    inner = r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}"
    outside = re.sub(inner, "", re.sub(inner, "", re.sub(inner, "", terms)))
    return f"({terms})" if re.search(r" [+-] ", outside) else terms


def _sum(terms):
    return " + ".join(terms if len(terms) <= 8 else [*terms[:2], "…", terms[-1]])
