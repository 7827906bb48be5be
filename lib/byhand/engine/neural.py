"""A network forward and back as in `byhand.neural.Network`, without checks and with as few arrays as can be."""

import numpy as np


def forward(network, layers, X, masks=None):
    """As `Network.forward`, for the unpacked parameters and checked rows: sums and outputs of each layer."""
    sums, outputs, last = [], [X], len(layers) - 1
    for number, ((W, b), activation) in enumerate(zip(layers, network.activations, strict=True)):
        z = outputs[-1] @ W.T
        if network.bias:
            z += b
        a = activation(z)
        sums.append(z)
        outputs.append(a * masks[number] if masks and number < last else a)
    return sums, outputs


def backward(network, layers, sums, outputs, Y, masks=None, inputs=False):
    """The gradient of `Network.backward`, each slope written to its place at once, shape (size,).

    With `inputs` also what `Network.to_inputs` returns, shape (n, d).
    """
    gradient = np.empty(network.size)
    error = network.loss.errors(network.activations[-1], sums[-1], outputs[-1], Y)
    for number in reversed(range(len(layers))):
        weights, biases = network.places[number]
        W = layers[number][0]
        np.dot(error.T, outputs[number], out=gradient[weights].reshape(W.shape))
        if network.bias:
            np.add.reduce(error, axis=0, out=gradient[biases])
        if number:
            activation, z, a = network.activations[number - 1], sums[number - 1], outputs[number]
            error = error @ W
            if masks:
                error, a = error * masks[number - 1], activation(z)
            error = activation.backward(z, a, error)
    return (gradient, error @ layers[0][0]) if inputs else gradient
