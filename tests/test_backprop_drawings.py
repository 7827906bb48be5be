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
    slopes = [neural.short(slope) for slope in gradient[:4]]
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
        words = backprop.sweep(values, places, labels, start).replace("−", "-")
        assert words.endswith(f"that of J is {values[start].gradient:.4f}")
    words = backprop.sweep(values, places, labels, "J").replace("−", "-")
    assert f"w with {values['w'].gradient:.4f} and b with {values['b'].gradient:.4f}" in words


def test_the_planes_of_xor_count_what_is_right():
    steep = [[8, 8], [8, 8]], [-4, -12], np.array([8, -8]), -4, "sigmoid"
    assert backprop.two_planes(CORNERS, XOR, *steep) == "4 of 4 points on the right side"
    assert backprop.two_planes(CORNERS, 1 - XOR, *steep) == "0 of 4 points on the right side"
    left, right = plt.gcf().axes
    hidden = ACTIVATIONS["sigmoid"](CORNERS @ np.array(steep[0]).T + steep[1])
    shown = np.vstack([line.get_xydata() for line in right.lines if line.get_marker() != "None"])
    np.testing.assert_allclose(np.sort(shown, axis=0), np.sort(hidden, axis=0))


def test_points_at_one_place_share_a_name():
    flat = [[9, 0], [9, 0]], [0, 0], np.array([1, 1]), -1, "tanh", (-1.15, 1.15), ["00", "01", "10", "11"]
    backprop.two_planes(CORNERS, XOR, *flat)
    left, right = plt.gcf().axes
    assert sorted(text.get_text() for text in left.texts) == ["00", "01", "10", "11"]
    assert sorted(text.get_text() for text in right.texts) == ["00, 01", "10, 11"]


def test_two_blames_add_up_before_the_slope():
    backprop.two_blames(0.6, [0.5, 2.0], [-0.4, 0.3])
    words = " ".join(text.get_text() for text in plt.gca().texts)
    assert "0.5 · (−0.4) = −0.2" in words and "2 · 0.3 = 0.6" in words and "δ = 0.4 · 0.64 = 0.256" in words


def test_the_ground_has_the_colour_of_its_points():
    """Blue points on blue ground, whatever the order of the classes."""
    points = ready_made()["two clouds"]
    model = MLPClassifier([1], "tanh", max_iter=200).fit(points.X, points.y)
    neural.own_playground(points.X, points.y, model)
    bands = next(found for found in plt.gca().collections if len(found.get_facecolor()))
    cloud = points.X[points.y == "blue"].mean(axis=0)
    inside = [path.contains_point(cloud) for path in bands.get_paths()]
    red, _, blue, _ = bands.get_facecolor()[inside.index(True)]
    assert blue > red


def test_the_ground_and_the_border_are_where_the_output_has_them():
    """Also at the edges, and in few shades, so that a picture of few colours has no stray ones."""
    for cells in (20, 60):
        _, ax = plt.subplots()
        neural.heat(ax, lambda points: points.sum(axis=1), (0, 2), (0, 2), 0, 4, level=3.0, cells=cells)
        bands, border = ax.collections
        assert len(bands.get_facecolor()) == 15
        np.testing.assert_allclose(np.vstack([path.vertices for path in border.get_paths()]).sum(axis=1), 3)
        everywhere = np.vstack([path.vertices for path in bands.get_paths() if len(path.vertices)])
        assert everywhere.min() == 0 and everywhere.max() == 2


def test_a_neuron_shows_all_its_corners():
    for weights, bias, activation in (([4.0, 4.0], 2.0, "relu"), ([-2.0, -2.0], -4.0, "sigmoid")):
        neural.one_neuron(weights, bias, activation, CORNERS, XOR)
        _, side = plt.gcf().axes
        sums = CORNERS @ weights + bias
        answers = ACTIVATIONS[activation](sums)
        (x0, x1), (y0, y1) = side.get_xlim(), side.get_ylim()
        assert (x0 < sums).all() and (sums < x1).all() and (y0 < answers).all() and (answers < y1).all()


def test_the_bumps_add_up_to_the_staircase():
    words = neural.bumps(np.sin, np.linspace(0, 1, 101), 5, 200)
    *single, _, curve = (line.get_ydata() for line in plt.gca().lines)
    assert len(single) == 9 and "10 hidden units" in words
    np.testing.assert_allclose(np.sum(single, axis=0), curve)


def test_bundles_of_losses_say_how_many_they_are():
    backprop.many_losses({"a": [[0.7, 0.01], [0.7, 0.02], [0.7, 0.4]], "b": [[0.7, 0.0]]})
    a, b = plt.gcf().axes
    assert [text.get_text() for text in a.texts] == ["2 learn it", "1 get stuck"]
    assert [text.get_text() for text in b.texts] == ["1 learn it"]


def test_early_stopping_tells_both_losses_of_the_epoch():
    grid, epochs = np.linspace(0, 1, 5), [1, 10, 100]
    pair, losses = (np.array([0.2, 0.8]), np.zeros(2)), ([1.0, 0.2, 0.05], [1.5, 0.4, 0.9])
    words = backprop.stopping(grid, grid, pair, pair, dict.fromkeys(epochs, grid), losses, epochs, 10)
    assert words == "after 10 epochs: training 0.200, validation 0.400"
    words = backprop.stopping(grid, grid, pair, pair, dict.fromkeys(epochs, grid), losses, epochs, 10, 30)
    assert words == "stops after epoch 30 and keeps epoch 10: training 0.200, validation 0.400"


def test_errors_by_layer_are_told_from_the_first():
    words = backprop.layer_sizes(np.array([0.5, 0.7, 1.0]), np.array([1e-6, 1e-3, 1.0]))
    assert words == "on the way back an error is multiplied by 0.5; in the plain network by 1e-06"


def test_an_axis_of_powers_of_ten_holds_what_it_shows():
    for exponents in ([-0.2, 0.1], [-33.5, 0.0], [0.0, 8.3], [-4.9, 0.0]):
        ax = plt.figure().add_subplot()
        neural.powers_of_ten(ax, np.array(exponents))
        low, high = ax.get_ylim()
        assert low < min(-1, *exponents) and max(1, *exponents) < high
        assert 2 <= len(ax.get_yticks()) <= 7 and 0 in ax.get_yticks()


def test_names_of_points_that_are_apart_are_not_put_together():
    apart = np.array([[0.0, 0.0], [0.09, 0.06], [1.0, -1.0], [0.97, -0.98]])
    ax = plt.figure().add_subplot(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))
    backprop._named(ax, apart, ["a", "b", "c", "d"])
    assert [text.get_text() for text in ax.texts] == ["a", "b", "c, d"]
