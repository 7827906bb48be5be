"""Drawings of back-propagation and training: what they say and show is what the library computes."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

from byhand.autodiff import Value
from byhand.mlp import MLPClassifier
from byhand.neural import ACTIVATIONS, Network
from byhand.plot import backprop, neural
from byhand.points import ready_made

CORNERS, XOR = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
NETWORK = Network([2, 2, 1], ["tanh", "tanh"])
THETA = NETWORK.pack([([[0.1, 0.2], [-0.3, 0.4]], [0.05, -0.05]), ([[0.5, -0.6]], [0.1])])
X, Y = np.array([0.7, -0.4]), 0.5934


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def numbers(words):
    return [float(number.replace("−", "-")) for number in re.findall(r"(?<![\d.])[−]?\d+\.\d+", words)]


@pytest.mark.parametrize("sizes", [[2, 2, 1], [3, 4, 2, 1], [1, 1]])
def test_a_pass_goes_forward_through_all_units_and_back_through_all(sizes):
    order = backprop.stages(sizes)
    units = [(layer, unit) for layer, size in enumerate(sizes) for unit in range(size) if layer]
    assert [stage[1:] for stage in order if stage[0] == "unit"] == units
    assert [stage[1] for stage in order if stage[0] == "slopes"] == list(range(len(sizes) - 1, 0, -1))
    assert sorted(stage[1:] for stage in order if stage[0] == "error") == units


def test_each_stage_of_a_pass_is_told_with_the_numbers_of_the_library():
    sums, outputs = NETWORK.forward(THETA, [X])
    errors, _ = NETWORK.backward(THETA, sums, outputs, [[Y]])
    for step, (kind, layer, unit) in enumerate(backprop.stages(NETWORK.sizes), 1):
        last = numbers(backprop.passes(NETWORK, THETA, X, Y, step))[-1:]
        if kind == "unit":
            assert last == [round(outputs[layer][0, unit], 4)]
        elif kind == "error":
            assert last == [round(errors[layer - 1][0, unit], 4)]
        elif kind == "loss":
            assert last == [round((outputs[-1].item() - Y) ** 2, 4)]


def test_slopes_are_shown_only_once_they_are_known():
    _, gradient = NETWORK.backward(THETA, *NETWORK.forward(THETA, [X]), [[Y]])
    slopes = [f"{slope:.3g}" for slope in gradient[:4]]
    for step in range(10):
        backprop.passes(NETWORK, THETA, X, Y, step)
        shown = [text.get_text().strip() for text in plt.gca().texts]
        assert all(slope in shown for slope in slopes) == (step == 9)


def graph():
    w, b = Value(0.5), Value(-0.5)
    z = w * 2.0 + b
    J = z.through(ACTIVATIONS["tanh"]) ** 2 + w**2
    parts = {"w": w, "b": b, "product": z.parts[0][0], "z": z, "a": J.parts[0][0].parts[0][0]}
    return parts | {"fit": J.parts[0][0], "power": J.parts[1][0], "J": J}


def test_sweeps_forward_and_backward_agree_with_the_way_back():
    values = graph()
    values["J"].backward()
    places, labels = {name: (k, 0) for k, name in enumerate(values)}, {name: name for name in values}
    for start in ("w", "b"):
        words = backprop.sweep(values, places, labels, start)
        assert words.endswith(f"J's is {values[start].gradient:.4f}")
    words = backprop.sweep(values, places, labels, "J")
    assert f"w with {values['w'].gradient:.4f} and b with {values['b'].gradient:.4f}" in words


def test_the_planes_of_xor_count_what_is_right():
    steep = [[8, 8], [8, 8]], [-4, -12], np.array([8, -8]), -4, "sigmoid"
    assert backprop.two_planes(CORNERS, XOR, *steep) == "4 of 4 points on the right side"
    assert backprop.two_planes(CORNERS, 1 - XOR, *steep) == "0 of 4 points on the right side"
    left, right = plt.gcf().axes
    hidden = ACTIVATIONS["sigmoid"](CORNERS @ np.array(steep[0]).T + steep[1])
    shown = np.vstack([line.get_xydata() for line in right.lines if line.get_marker() != "None"])
    np.testing.assert_allclose(np.sort(shown, axis=0), np.sort(hidden, axis=0))


def test_the_ground_has_the_colour_of_its_points():
    """Blue points on blue ground, whatever the order of the classes."""
    points = ready_made()["two clouds"]
    model = MLPClassifier([1], "tanh", max_iter=200).fit(points.X, points.y)
    neural.own_playground(points.X, points.y, model)
    (picture,) = plt.gca().images
    red, _, blue = picture.get_array()[5, 5]  # below, on the left, where the blue cloud is
    assert blue > red


def test_early_stopping_tells_both_losses_of_the_epoch():
    grid, epochs = np.linspace(0, 1, 5), [1, 10, 100]
    pair, losses = (np.array([0.2, 0.8]), np.zeros(2)), ([1.0, 0.2, 0.05], [1.5, 0.4, 0.9])
    words = backprop.stopping(grid, grid, pair, pair, dict.fromkeys(epochs, grid), losses, epochs, 10)
    assert words == "after 10 epochs: training 0.200, validation 0.400"


def test_errors_by_layer_are_told_from_the_first():
    words = backprop.layer_sizes(np.array([0.5, 0.7, 1.0]), np.array([1e-6, 1e-3, 1.0]))
    assert words == "on the way back an error is multiplied by 0.5; in the plain network by 1e-06"
