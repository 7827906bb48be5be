r"""Layers of units, and the chain rule that trains them.

$$z^{(\ell)}_j = \sum_i W^{(\ell)}_{ji}\, a^{(\ell-1)}_i + b^{(\ell)}_j, \qquad
  a^{(\ell)}_j = g\bigl(z^{(\ell)}_j\bigr), \qquad a^{(0)} = x$$

is the way forward, layer by layer. The local error $\delta^{(\ell)}_j = \partial J / \partial z^{(\ell)}_j$ comes back:

$$\delta^{(\ell)}_j = g'\bigl(z^{(\ell)}_j\bigr) \sum_k W^{(\ell+1)}_{kj}\, \delta^{(\ell+1)}_k, \qquad
  \frac{\partial J}{\partial W^{(\ell)}_{ji}} = \delta^{(\ell)}_j\, a^{(\ell-1)}_i, \qquad
  \frac{\partial J}{\partial b^{(\ell)}_j} = \delta^{(\ell)}_j$$

and each weight has its slope for one product. First what a unit makes of its sum, the activations; then what an answer
costs, the losses; then `Network`, with `forward` and `backward`. One unit alone is in `byhand.perceptron`, the training
of networks in `byhand.mlp`, and the chain rule number by number in `byhand.autodiff`.
"""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from byhand.base import (
    as_flag,
    as_generator,
    as_instance,
    as_list,
    as_matrix,
    as_number,
    as_numbers,
    as_outcomes,
    as_vector,
    as_whole,
    shown,
)
from byhand.guard import as_numeric, guard
from byhand.optimize import share

# ---- activations, each beside its slope


class Activation:
    r"""What a unit makes of its weighted sum: $a = g(z)$. `prime` is $g'(z)$, its slope, given z and a.

    >>> Tanh()(np.array([-1.0, 0.0, 1.0])).round(6), Tanh().derivative(np.array([0.0, 1.0])).round(6)
    (array([-0.761594,  0.      ,  0.761594]), array([1.      , 0.419974]))
    """

    gain = 1.0  # initial weights have the variance gain / inputs

    def derivative(self, z):
        """g'(z), the slope at z."""
        return self.prime(z, self(z))

    def backward(self, z, a, error):
        r"""From $\partial J / \partial a$ to $\partial J / \partial z$, both of shape (n, units)."""
        return error * self.prime(z, a)


@dataclass(frozen=True)
class Identity(Activation):
    """g(z) = z, for numbers as outputs."""

    def __call__(self, z):
        return z

    def prime(self, z, a):
        return np.ones_like(z, dtype=float)


@dataclass(frozen=True)
class Threshold(Activation):
    """0 for z < 0, else 1. It is flat: no error comes back through it, so what lies below cannot be trained."""

    def __call__(self, z):
        return np.heaviside(z, 1.0)

    def prime(self, z, a):
        return np.zeros_like(z, dtype=float)


@dataclass(frozen=True)
class Sigmoid(Activation):
    r"""$\frac{1}{1 + e^{-z}}$, between 0 and 1, with the slope $a (1 - a)$; safe at any z."""

    def __call__(self, z):
        return 0.5 + 0.5 * np.tanh(0.5 * z)  # the same, and overflows nowhere

    def prime(self, z, a):
        return a * (1 - a)


@dataclass(frozen=True)
class Tanh(Activation):
    r"""$\tanh z$, between -1 and 1, with the slope $1 - a^2$. It is $2\sigma(2z) - 1$."""

    def __call__(self, z):
        return np.tanh(z)

    def prime(self, z, a):
        return 1 - a * a


@dataclass(frozen=True)
class Arctangent(Activation):
    r"""$\arctan z$, between $-\pi/2$ and $\pi/2$, with the slope $\frac{1}{1 + z^2}$."""

    def __call__(self, z):
        return np.arctan(z)

    def prime(self, z, a):
        return 1 / (1 + np.square(z))


@dataclass(frozen=True)
class ReLU(Activation):
    r"""$\max(0, z)$, the rectified linear unit, with the slope 1 above 0, and 0 at 0 and below."""

    gain = 2.0  # half of the sums are cut off

    def __call__(self, z):
        return np.maximum(z, 0)

    def prime(self, z, a):
        return np.greater(z, 0).astype(float)


@dataclass(frozen=True)
class LeakyReLU(Activation):
    """z above 0, `slope` times z at 0 and below: a unit that is off still learns."""

    slope: float = 0.01
    gain = 2.0

    def __post_init__(self):
        share(self.slope, "slope")

    def __call__(self, z):
        return np.maximum(z, self.slope * z)

    def prime(self, z, a):
        return np.where(np.greater(z, 0), 1.0, self.slope)


@dataclass(frozen=True)
class Gaussian(Activation):
    r"""$e^{-z^2}$, a bump, with the slope $-2za$."""

    def __call__(self, z):
        return np.exp(-np.square(z))

    def prime(self, z, a):
        return -2 * (z * a)  # in this order, for z may be large


@dataclass(frozen=True)
class Swish(Activation):
    r"""$z\,\sigma(z)$, a smooth ReLU that dips below 0, with the slope $a + \sigma(z)(1 - a)$."""

    gain = 2.0

    def __call__(self, z):
        return z * Sigmoid()(z)

    def prime(self, z, a):
        return a + Sigmoid()(z) * (1 - a)


@dataclass(frozen=True)
class Softmax(Activation):
    r"""$a_j = e^{z_j} / \sum_k e^{z_k}$: scores to probabilities. Each depends on all the sums of its row:

    $$\frac{\partial a_j}{\partial z_k} = a_j\,([j = k] - a_k)$$

    `prime` is that matrix, of shape (..., K, K) for z of shape (..., K).

    >>> Softmax()(np.array([1.0, 2.0, 3.0])).round(6)
    array([0.090031, 0.244728, 0.665241])
    """

    def __call__(self, z):
        powers = np.exp(z - np.max(z, axis=-1, keepdims=True))  # the largest is 1: none overflows
        return powers / powers.sum(axis=-1, keepdims=True)

    def prime(self, z, a):
        return a[..., :, None] * (np.eye(a.shape[-1]) - a[..., None, :])

    def backward(self, z, a, error):
        return a * (error - (a * error).sum(axis=-1, keepdims=True))  # the matrix times the error


ACTIVATIONS = {
    "identity": Identity(),
    "step": Threshold(),
    "sigmoid": Sigmoid(),
    "tanh": Tanh(),
    "arctan": Arctangent(),
    "relu": ReLU(),
    "leaky relu": LeakyReLU(),
    "gaussian": Gaussian(),
    "swish": Swish(),
    "softmax": Softmax(),
}


def as_activation(activation, name="activation"):
    """An `Activation`, given as one or by its name."""
    if isinstance(activation, str) and activation in ACTIVATIONS:
        return ACTIVATIONS[activation]
    if not isinstance(activation, Activation):
        raise ValueError(f"{name} must be one of {', '.join(ACTIVATIONS)}; got {shown(activation)}")
    return activation


# ---- losses


class NetworkLoss:
    r"""What the outputs of a network cost: `value`, for each row, and its `derivative` in the outputs.

    Outputs and targets have the shape (n, q); a loss of your own may also want targets of another width. With the
    activation `natural` in the last layer the error there is simply $\delta = a - y$, and `of_sums` gives the value
    from the sums, where it is safe from $\log 0$.
    """

    natural = ()

    def check(self, targets, units):
        """Raise ValueError unless the targets are of the kind and width that suit a last layer of so many units."""
        if targets.shape[1] != units:
            raise ValueError(f"Y must have {units} columns, one for each output; got {targets.shape[1]}")

    def costs(self, activation, z, a, target):
        """The loss of each row, shape (n,), after the sums z and outputs a of the last layer."""
        return self.of_sums(z, target) if isinstance(activation, self.natural) else self.value(a, target)

    def errors(self, activation, z, a, target):
        r"""The local errors $\delta = \partial J / \partial z$ of the last layer, shape (n, units)."""
        if isinstance(activation, self.natural):
            return a - target
        return activation.backward(z, a, self.derivative(a, target))


@dataclass(frozen=True)
class SquaredError(NetworkLoss):
    r"""$c \sum_k (a_k - y_k)^2$. Some write c = 1, some $c = \frac12$: the gradients differ by the factor 2.

    >>> SquaredError(0.5).value(np.array([[0.2, 0.6]]), np.array([[0.0, 1.0]])).round(6)
    array([0.1])
    """

    factor: float = 1.0

    def __post_init__(self):
        as_number(self.factor, "factor", above=0)

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

    def check(self, targets, units):
        super().check(targets, units)
        if not ((targets >= 0) & (targets <= 1)).all():
            raise ValueError(f"Y must lie between 0 and 1 for {self!r}; got {targets.min():g} to {targets.max():g}")

    def value(self, output, target):
        if not np.all((output >= 0) & (output <= 1)):
            raise ValueError(f"output must lie between 0 and 1 for {self!r}; got {shown(output)}")
        with np.errstate(divide="ignore", invalid="ignore"):
            ones = np.where(target > 0, target * np.log(output), 0)
            zeros = np.where(target < 1, (1 - target) * np.log(1 - output), 0)
        return -(ones + zeros).sum(axis=1)

    def derivative(self, output, target):
        with np.errstate(divide="ignore", invalid="ignore"):
            ones = np.where(target > 0, target / output, 0)
            zeros = np.where(target < 1, (1 - target) / (1 - output), 0)
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

    def check(self, targets, units):
        super().check(targets, units)
        if not (targets >= 0).all() or not np.allclose(targets.sum(axis=1), 1, rtol=0, atol=1e-9):
            raise ValueError(
                f"Y must hold in each row probabilities that sum to 1 for {self!r}; use one_hot for labels"
            )

    def value(self, output, target):
        if not np.all(output >= 0):
            raise ValueError(f"output must not be negative for {self!r}; got {shown(output)}")
        with np.errstate(divide="ignore", invalid="ignore"):
            return -np.where(target > 0, target * np.log(output), 0).sum(axis=1)

    def derivative(self, output, target):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(target > 0, -target / output, 0)

    def of_sums(self, z, target):
        z = z - z.max(axis=1, keepdims=True)
        return np.log(np.exp(z).sum(axis=1)) - (z * target).sum(axis=1)


@dataclass(frozen=True)
class FromAbove(NetworkLoss):
    r"""$\sum_k g_k a_k$: with this loss, the targets are the slopes $g_k = \partial J / \partial a_k$ of what follows.

    The network is a part of something larger then, and `backward` goes on with the gradient that comes from above.

    >>> network = Network([1, 1], ["tanh"], FromAbove())
    >>> sums, outputs = network.forward([0.5, 0.25], [[2.0]])
    >>> errors, gradient = network.backward([0.5, 0.25], sums, outputs, [[3.0]])  # J rises by 3 for each unit of a
    >>> gradient.round(6), network.to_inputs([0.5, 0.25], errors).round(6)
    (array([1.682489, 0.841245]), array([[0.420622]]))
    """

    def value(self, output, target):
        return (output * target).sum(axis=1)

    def derivative(self, output, target):
        return target


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
        self.sizes = tuple(as_whole(size, "sizes", 1) for size in as_list(sizes, "sizes"))
        self.activations = tuple(
            as_activation(activation, "activations") for activation in as_list(activations, "activations")
        )
        if len(self.sizes) < 2 or len(self.activations) != len(self.sizes) - 1:
            raise ValueError(
                f"activations must hold one for each layer of units, so {max(len(self.sizes) - 1, 1)} for the sizes "
                f"{self.sizes}; got {len(self.activations)}"
            )
        as_instance(loss, "loss", NetworkLoss, "one of the losses, such as SquaredError()")
        self.loss, self.bias, self.places, end = loss, as_flag(bias, "bias"), [], 0
        for inputs, units in zip(self.sizes, self.sizes[1:], strict=False):  # where W and b of each layer are in theta
            middle = end + units * inputs
            self.places.append((slice(end, middle), slice(middle, middle + units * self.bias)))
            end = middle + units * self.bias
        self.size = end

    def __repr__(self):
        sizes = "-".join(map(str, self.sizes))
        return f"Network({sizes}, {', '.join(map(repr, self.activations))}, {self.loss!r})"

    def unpack(self, theta):
        """The W, shape (units, inputs), and b, shape (units,), of each layer: views of theta, shape (size,).

        In a network without biases each b is 0.
        """
        theta = as_numbers(theta, "theta")
        if theta.shape != (self.size,):
            raise ValueError(f"theta must hold {self.size} numbers; got an array of shape {theta.shape}")
        shapes = zip(self.sizes[1:], self.sizes, strict=False)
        return [
            (theta[weights].reshape(shape), theta[biases] if self.bias else np.zeros(shape[0]))
            for (weights, biases), shape in zip(self.places, shapes, strict=True)
        ]

    def pack(self, layers):
        """The vector theta, shape (size,), of one (W, b) for each layer; without biases, b may be None."""
        theta = np.empty(self.size)
        if len(layers) != len(self.places):
            raise ValueError(f"layers must hold one (W, b) for each of {len(self.places)} layers; got {len(layers)}")
        for number, ((W, b), (weights, biases)) in enumerate(zip(layers, self.places, strict=True), 1):
            W, b = np.asarray(W, dtype=float), np.asarray(b if self.bias else [], dtype=float)
            shape = self.sizes[number], self.sizes[number - 1]
            if W.shape != shape or b.shape != theta[biases].shape:
                wanted = f"W of shape {shape} and b of shape {theta[biases].shape}"
                raise ValueError(f"layers must have {wanted} in layer {number}; got {W.shape} and {b.shape}")
            theta[weights], theta[biases] = W.ravel(), b
        return theta

    def start(self, seed=0, spread=None):
        r"""Random weights, and biases of 0, as a vector theta of shape (size,).

        The weights into a unit with m inputs have the variance $1 / m$, or $2 / m$ before a ReLU and its relatives, so
        that sums keep their size from layer to layer; with `spread` they all have that standard deviation.
        """
        theta, rng = np.zeros(self.size), as_generator(seed)
        if spread is not None:
            as_number(spread, "spread", minimum=0)
        for (weights, _), inputs, activation in zip(self.places, self.sizes, self.activations, strict=False):
            deviation = math.sqrt(activation.gain / inputs) if spread is None else spread
            theta[weights] = deviation * rng.standard_normal(theta[weights].shape)
        return theta

    def forward(self, theta, X, masks=None):
        """The sums z of each layer of units and the outputs a, X itself first: two lists of arrays (n, units).

        `masks`: factors for the outputs of each hidden layer, see `masks`; None for none.
        """
        sums, outputs, masks = [], [self.as_inputs(X)], masks or [1.0] * len(self.sizes[1:-1])
        for (W, b), g, mask in zip(self.unpack(theta), self.activations, [*masks, 1.0], strict=True):
            z = outputs[-1] @ W.T + b
            sums.append(z)
            outputs.append(g(z) * mask)
        return sums, outputs

    def output(self, theta, X):
        """The outputs of the last layer for each row of X, shape (n, q)."""
        return self.forward(theta, X)[1][-1]

    def backward(self, theta, sums, outputs, Y, masks=None):
        r"""The $\delta$ of each layer, arrays of shape (n, units), and the gradient of the summed loss, shape (size,).

        `sums` and `outputs`: as `forward` returned them; `Y`: the targets, shape (n, q); `masks`: as in `forward`.
        """
        if len(sums) != len(self.activations) or len(outputs) != len(self.sizes) or np.ndim(sums[0]) != 2:
            raise ValueError("sums and outputs must be as forward returned them")
        layers, masks = self.unpack(theta), masks or [1.0] * len(self.sizes[1:-1])
        Y = self.as_targets(Y, len(sums[0]))
        errors = [self.loss.errors(self.activations[-1], sums[-1], outputs[-1], Y)]
        for above in reversed(range(1, len(layers))):
            (W, _), g, z = layers[above], self.activations[above - 1], sums[above - 1]
            errors.insert(0, g.backward(z, g(z), errors[0] @ W * masks[above - 1]))
        slopes = [(error.T @ a, error.sum(axis=0)) for error, a in zip(errors, outputs, strict=False)]
        return errors, self.pack(slopes)

    def to_inputs(self, theta, errors):
        r"""How J changes with the inputs of each row, $\sum_j \delta^{(1)}_j W^{(1)}_{ji}$, shape (n, d).

        `errors`: as `backward` has returned them.
        """
        W, error = self.unpack(theta)[0][0], errors[0]
        if np.ndim(error) != 2 or np.shape(error)[1] != len(W):
            raise ValueError("errors must be as backward returned them")
        return error @ W

    def masks(self, n, dropout, seed=0):
        """For each hidden layer which units stay, shape (n, units): 0 with probability `dropout`, for each row on its
        own, else 1 / (1 - dropout), so that what the next layer gets is the same in the mean."""
        n, dropout, rng = as_whole(n, "n", 1), share(dropout, "dropout"), as_generator(seed)
        return [(rng.random((n, units)) >= dropout) / (1 - dropout) for units in self.sizes[1:-1]]

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
        from byhand.mlp import Risk  # it builds on this module

        X = self.as_inputs(X)
        return Risk(self, X, self.as_targets(Y, len(X)), as_number(penalty, "penalty", minimum=0), average)

    def working(self, theta, x, y, notation=None):
        """One row as on paper: sums and outputs, the loss, local errors, and the slope for each weight and bias.

        `x`: shape (d,); `y`: a number or shape (q,); `notation`: how the quantities are called, a
        `byhand.paper.neural.Notation`.

        >>> network = Network([1, 1], ["tanh"])
        >>> print(network.working([0.5, 0.25], [2.0], 1.0))
        One row through a 1-1 network and back
        z(1)_1 = W^(1)_1,1 x_1 + b^(1)_1 = 0.5 × 2 + 0.25 = 1.25
        a(1)_1 = tanh(z^(1)_1) = tanh(1.25) ≈ 0.848284
        J = (a^(1)_1 - y_1)^2 = (0.8482836 - 1)^2 ≈ 0.0230179
        delta(1)_1 = (1 - (a^(1)_1)^2) × 2 × (a^(1)_1 - y_1) = (1 - 0.8482836^2) × 2 × (0.8482836 - 1) ≈ -0.085087
        dJ/dW(1)_1,1 = δ^(1)_1 x_1 = (-0.085087) × 2 ≈ -0.170174
        dJ/db(1)_1 = δ^(1)_1 ≈ -0.085087
        """
        from byhand.paper import neural as paper  # it builds on this module

        x = as_vector(x, self.sizes[0], "x")
        Y = self.as_targets(np.atleast_2d(as_numbers(y, "y")), 1)
        notation = paper.OURS if notation is None else notation
        as_instance(notation, "notation", paper.Notation, "a Notation, such as byhand.paper.neural.OURS")
        return paper.both_ways(self, theta, x, Y, notation)

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


guard(
    __name__,
    **dict.fromkeys(["a", "error", "output", "target", "z"], as_numeric),
    **dict.fromkeys(
        ["errors", "outputs", "sums"], partial(as_list, kind=np.ndarray, what="a list, as forward has returned it")
    ),
    activation=as_activation,
    layers=partial(as_list, kind=(tuple, list), what="one (W, b) for each layer"),
    masks=partial(as_list, kind=np.ndarray, what="an array for each hidden layer"),
    rows=partial(as_whole, minimum=1),
    targets=as_matrix,
)
