"""Drawings of the chapters on networks: units and weights as a graph, activation curves, a plane seen by a network.

In a graph blue is what goes forward, outputs and positive weights, and orange what comes back, errors and slopes.
"""

import itertools

import matplotlib.pyplot as plt
import numpy as np

from byhand.neural import ACTIVATIONS, CrossEntropy, Network, Softmax
from byhand.perceptron import threshold_unit
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, colour_of, wide_axes, window

_WHITE = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}


def graph(ax, network, theta, x, y=None, inputs=None, outputs=None, weights=True, with_slopes=True):
    """A network with its weights on the edges and its outputs in the units, for the row x, shape (d,).

    With a target y also the local errors, below the units, and the slopes of the loss, below the weights. `inputs`,
    `outputs`: the names of both, written outside; `weights` False leaves the edges without numbers, `with_slopes` False
    leaves out the slopes.
    """
    layers, (sums, values) = network.unpack(theta), network.forward(theta, [x])
    errors, gradient = (None, None) if y is None else network.backward(theta, sums, values, np.reshape(y, (1, -1)))
    slopes = None if y is None or not with_slopes else network.unpack(gradient)
    places = layout(network.sizes)
    for number, (W, b) in enumerate(layers):
        for j, i in np.ndindex(W.shape):
            (x0, y0), (x1, y1) = places[number][i], places[number + 1][j]
            colour = BLUE if W[j, i] >= 0 else PURPLE
            ax.plot([x0, x1], [y0, y1], color=colour, linewidth=0.6 + 2 * min(abs(W[j, i]), 1.5), alpha=0.5, zorder=1)
            if weights:
                share = 0.36 if min(W.shape) > 1 else 0.52  # where edges cross, away from the middle
                at = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
                edge_number(ax, at, W[j, i], None if slopes is None else slopes[number][0][j, i])
        for j in range(len(b) * weights * network.bias):
            _beside(ax, places[number + 1][j], f"bias {short(b[j])}", (0, 1), color=QUIET, fontsize=7.5)
    for number, layer in enumerate(places):
        for unit, at in enumerate(layer):
            ax.plot(*at, "o", color="white", markeredgecolor=INK, markeredgewidth=1.2, markersize=34, zorder=2)
            ax.text(*at, short(values[number][0, unit]), color=BLUE, fontsize=8.5, ha="center", va="center", zorder=3)
            if number and errors is not None:
                _beside(ax, at, f"δ = {short(errors[number - 1][0, unit])}", (0, -1), color=ORANGE, fontsize=8)
    for names, layer, side in ((inputs, places[0], -1), (outputs, places[-1], 1)):
        for name, at in zip(names or [], layer, strict=False):
            _beside(ax, at, name, (side, 0), fontsize=9)
    tall = max(network.sizes)
    ax.set(xlim=(-0.55, 2 * len(layers) + 0.55), ylim=(-0.75, tall - 0.25))
    ax.axis("off")


def diagram(ax, sizes, labels=()):
    """The bare shape of a network: circles and lines; `labels`: a word under each layer."""
    places = layout(sizes)
    for below, above in zip(places, places[1:], strict=False):
        lines = np.array([[p, q, (np.nan, np.nan)] for p in below for q in above]).reshape(-1, 2)
        ax.plot(*lines.T, color=QUIET, linewidth=0.7, zorder=1)
    for number, layer in enumerate(places):
        colour = QUIET if number == 0 else ORANGE if number == len(places) - 1 else BLUE
        ax.plot(
            *np.array(layer).T, "o", color="white", markeredgecolor=colour, markeredgewidth=2, markersize=17, zorder=2
        )
    for word, layer in zip(labels, places, strict=False):
        ax.text(layer[0][0], -0.65, word, ha="center", va="top", fontsize=9, color=INK)
    ax.set(xlim=(-0.5, 2 * len(places) - 1.5), ylim=(-1.2, max(sizes) - 0.5))
    ax.axis("off")


def layout(sizes):
    """The place of each unit, layer by layer: a list of lists of (x, y), the first unit on top.

    >>> layout([2, 1])
    [[(0.0, 1.0), (0.0, 0.0)], [(2.0, 0.5)]]
    """
    tall = max(sizes)
    return [[(2.0 * n, (tall - 1) / 2 + (size - 1) / 2 - unit) for unit in range(size)] for n, size in enumerate(sizes)]


def curves(activations, reach=4.0):
    """Each activation, a dictionary from names, in blue and its derivative in orange, as small multiples."""
    z = np.linspace(-reach, reach, 161)
    rows = -(-len(activations) // 3)
    figure, axes = plt.subplots(rows, 3, figsize=(7.4, 1.75 * rows), sharex=True)
    figure.subplots_adjust(left=0.06, right=0.98, top=1 - 0.22 / rows, bottom=0.2 / rows, hspace=0.45, wspace=0.22)
    for ax, (name, g) in zip(axes.flat, activations.items(), strict=False):
        ax.axhline(0, color=QUIET, linewidth=0.6)
        ax.plot(z, g.derivative(z), color=ORANGE, linewidth=1.4)
        ax.plot(z, g(z), color=BLUE)
        ax.set(title=name, ylim=(-1.4, 2.2), yticks=[-1, 0, 1, 2], xticks=[-4, 0, 4])
    for ax in axes.flat[len(activations) :]:
        ax.axis("off")
    return axes


def heat(ax, output, xlim, ylim, low=0.0, high=1.0, level=None, cells=60, strength=0.75, bands=15, other=ORANGE):
    """Numbers over a part of the plane, `output(points)` of shape (n,), as shades from orange to blue.

    `low`, `high`: what is quite orange and quite blue; `level`: where to draw a line; `strength`: of the colours, from
    0 to 1, less where points in the same colours lie on them; `bands`: how many shades, so few that none gets a
    neighbour's colour where a picture has few colours; `other`: a colour in place of orange.
    """
    x, y = (np.linspace(*ends, cells) for ends in (xlim, ylim))
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    values = np.asarray(output(points)).reshape(cells, cells)
    share, edges = np.clip((values - low) / (high - low), 0, 1), np.linspace(0, 1, bands + 1)
    ax.contourf(x, y, share, edges, colors=[_shade(middle, strength, other) for middle in (edges[1:] + edges[:-1]) / 2])
    if level is not None and values.min() < level < values.max():
        ax.contour(x, y, values, [level], colors=[INK], linewidths=1.4)
    ax.set(xlim=xlim, ylim=ylim)


def _shade(share, strength, other):
    """The colour of a share: white at a half, the other colour below it and blue above."""
    end = np.array(plt.matplotlib.colors.to_rgb(other if share < 0.5 else BLUE))
    return tuple(1 - abs(2 * share - 1) * (1 - end) * strength)


def playground(ax, model, X, y, xlim, ylim):
    """What a fitted classifier of two classes makes of the plane, with its training points: ground in their colours."""
    colours = list(colour_of(model.classes_).values())
    blue = colours.index(BLUE)
    look = {"level": 0.5, "cells": 50, "strength": 0.45, "other": colours[1 - blue]}
    heat(ax, lambda points: model.predict_proba(points)[:, blue], xlim, ylim, **look)
    class_points(ax, X, y, model.classes_, size=4)


def own_playground(X, y, model):
    """A `playground` for points that the reader may move, in axes that hold them all."""
    playground(wide_axes(), model, X, y, *window(X))


def hidden_plane(ax, outputs, labels, weights, bias):
    """Rows as two hidden units see them: their outputs, shape (n, 2), by class, and the line where the answer changes.

    `weights`, shape (2,), and `bias`: those of the output unit. Up to five rows at the same place are stacked; more are
    one mark, with how many there are of each class beside it.
    """
    reach = 1.15 * max(outputs.max(), 1.0)
    _, place_of, counts = np.unique(outputs.round(6), axis=0, return_inverse=True, return_counts=True)
    places, labels, shown = np.array(outputs, dtype=float), np.asarray(labels), np.ones(len(outputs), dtype=bool)
    for place, count in enumerate(counts):
        rows = np.flatnonzero(place_of.ravel() == place)
        if count <= 5:
            places[rows, 1] += 0.055 * reach * np.arange(count)
            continue
        names, sizes = np.unique(labels[rows], return_counts=True)
        order = np.argsort(-sizes, kind="stable")
        shown[rows] = rows == rows[labels[rows] == names[order[0]]][0]
        words = ", ".join(f"{sizes[k]} {names[k]}" for k in order)
        ax.annotate(words, places[rows[0]], (-3, 9), textcoords="offset points", fontsize=9, bbox=_WHITE)
    ends = np.array([-reach, 2 * reach])
    if abs(weights[1]) > 1e-9:
        ax.plot(ends, -(weights[0] * ends + bias) / weights[1], color=INK, linewidth=1.2)
    elif abs(weights[0]) > 1e-9:
        ax.axvline(-bias / weights[0], color=INK, linewidth=1.2)
    class_points(ax, places[shown], labels[shown], np.unique(labels))
    ax.set(xlim=(-0.08 * reach, reach), ylim=(-0.08 * reach, reach), xlabel="first hidden unit", xticks=[0], yticks=[0])


def hidden_planes(panels, labels):
    """The `hidden_plane` of several networks side by side.

    `panels`: a dictionary from a title to (outputs of the two hidden units, weights and bias of the output unit).
    """
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 2.8))
    fig.subplots_adjust(left=0.07, right=0.98, wspace=0.12)
    for ax, (title, network) in zip(axes, panels.items(), strict=True):
        outputs, weights, bias = network
        hidden_plane(ax, outputs, labels, weights, bias)
        ax.set_title(title)
    axes[0].set_ylabel("second hidden unit")
    for line, (name, colour) in enumerate(colour_of(np.unique(labels)).items()):
        near = {"xycoords": "axes fraction", "textcoords": "offset points", "ha": "right", "va": "top"}
        axes[0].annotate(name, (1, 1), (-4, -4 - 13 * line), color=colour, **near)


def losses(ax, curves, step=None):
    """Curves of the loss by step, each a list from step 0 on, named at their ends; `step` is marked."""
    for (name, values), colour in zip(curves.items(), (BLUE, ORANGE, GREEN, PURPLE), strict=False):
        ax.plot(values, color=colour, linewidth=1.6)
        ax.annotate(name, (len(values) - 1, values[-1]), (4, 0), textcoords="offset points", color=colour, va="center")
        if step is not None:
            ax.plot(step, values[step], "o", color=colour, markersize=6)
    ax.set(xlabel="step", ylabel="loss J")


# ---- whole figures of the chapters


def neuron():
    """A neuron: three inputs, their weights, the sum, the activation and the answer."""
    fig, ax = plt.subplots(figsize=(7.0, 2.7))
    fig.subplots_adjust(0, 0, 1, 1)
    ax.axis("off")
    for row, (name, weight) in enumerate([("x₁", "w₁"), ("x₂", "w₂"), ("x₃", "w₃")]):
        ax.plot([0.7, 2.6], [2 - row, 1], color=BLUE, linewidth=1.5, zorder=1)
        ax.text(0.5, 2 - row, name, ha="right", va="center", fontsize=12)
        ax.text(1.35, 2 - row - (1 - row) * 0.34 + 0.1, weight, color=BLUE, ha="center")
    ax.plot([2.6, 2.6], [1.95, 1], color=BLUE, linewidth=1.5, zorder=1)
    ax.text(2.6, 2.02, "b", color=BLUE, ha="center", va="bottom")
    box = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": INK}
    for at, text in ((2.6, "z = w·x + b"), (4.9, "a = g(z)")):
        ax.text(at, 1, text, ha="center", va="center", fontsize=11, bbox=box)
    arrow = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.4}
    for start, end in ((3.35, 4.3), (5.5, 6.4)):
        ax.annotate("", (end, 1), (start, 1), arrowprops=arrow)
    ax.text(2.6, 0.2, "the sum", color=QUIET, ha="center")
    ax.text(4.9, 0.2, "the activation", color=QUIET, ha="center")
    ax.text(6.5, 1, "answer", va="center", fontsize=11)
    ax.set(xlim=(0, 7.6), ylim=(-0.4, 2.4))


def xor_layers(corners, labels):
    """The two hidden units that make XOR, and their output, over the plane, with the four corners."""
    fig, axes = plt.subplots(1, 3, figsize=(7.4, 2.6))
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.17, wspace=0.22)

    def answers(points):
        one, both = (threshold_unit(points, [1, 1], t) for t in (0.5, 1.5))
        return one, both, threshold_unit(np.column_stack([one, both]), [1, -1], 0.5)

    for k, (ax, title) in enumerate(zip(axes, ("h₁: at least one", "h₂: both", "y: h₁, but not h₂"), strict=True)):
        heat(ax, lambda points, k=k: answers(points)[k], (-0.5, 1.5), (-0.5, 1.5), bands=2)
        class_points(ax, corners, labels, [0, 1], size=9)
        ax.set(xticks=[0, 1], yticks=[0, 1], xlabel="x₁", title=title)
    axes[0].set(ylabel="x₂")


def regions():
    """What one threshold unit says, what three make with a unit that wants all of them, and what two such make."""
    half = [((1, 1), 1.0)]
    one = [((1, 0), -0.6), ((0, 1), 0.0), ((-1, -1), -1.3)]
    two = [((-1, 0), -2.2), ((0, -1), -2.2), ((1, 1), 3.0)]

    def all_of(points, units):
        answers = [threshold_unit(points, weights, threshold) for weights, threshold in units]
        return threshold_unit(np.column_stack(answers), np.ones(len(units)), len(units) - 0.5)

    def both(points):
        return threshold_unit(np.column_stack([all_of(points, one), all_of(points, two)]), [1, 1], 0.5)

    panels = {
        "one unit": (half, lambda points: all_of(points, half)),
        "all of three units": (one, lambda points: all_of(points, one)),
        "one triangle or the other": (one + two, both),
    }
    fig, axes = plt.subplots(1, 3, figsize=(7.4, 2.6))
    fig.subplots_adjust(left=0.03, right=0.98, bottom=0.12, wspace=0.12)
    for ax, (title, (units, output)) in zip(axes, panels.items(), strict=True):
        heat(ax, output, (-1, 2.6), (-1, 2.6), bands=2, cells=150)
        for weights, threshold in units:
            _line(ax, weights, -threshold, np.array([-1.0, 2.6]))
        ax.set(xlim=(-1, 2.6), ylim=(-1, 2.6), xticks=[], yticks=[], xlabel="x₁", title=title)
    axes[0].set(ylabel="x₂")


def xor_spaces(corners, labels, hidden):
    """XOR as the inputs show it, where no line separates it, and as two hidden units show it, where one does."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.08, right=0.97, wspace=0.3)
    for ax, points, letter in zip(axes, (corners, hidden), ("x", "h"), strict=True):
        class_points(ax, points, labels, [0, 1], size=11)
        ax.set(xlim=(-0.5, 1.6), ylim=(-0.5, 1.6), xticks=[0, 1], yticks=[0, 1])
        ax.set(xlabel=f"{letter}₁", ylabel=f"{letter}₂")
        rows = {}
        for place, corner in zip(points.tolist(), corners, strict=True):
            rows.setdefault(tuple(place), []).append("".join(map(str, corner)))
        for place, names in rows.items():
            ax.annotate(" and ".join(names), place, (9, 7), textcoords="offset points", fontsize=9)
    axes[0].set_title("the inputs: no line will do")
    axes[1].set_title("the hidden units: one line is enough")
    _line(axes[1], (1, -1), -0.5, np.array([-1.0, 2.0]))


def evenings(X, weights, threshold, order):
    """The sums of a threshold unit for the rows of X as bars, in a given order, and where it says go, in words."""
    sums, go = X @ weights, threshold_unit(X, weights, threshold)
    names = ["".join(map(str, X[k])) for k in order]
    _, ax = plt.subplots(figsize=(7.0, 2.8))
    ax.bar(range(len(X)), sums[order], color=[BLUE if go[k] else ORANGE for k in order], width=0.7)
    ax.axhline(threshold, color=INK, linewidth=1.4)
    ax.set(xlim=(-0.6, 7.6), ylim=(-1.2, 9.2), yticks=[0, 3, 6, 9], ylabel="sum")
    ax.set_xticks(range(len(X)), names)
    ax.set_title("three digits: friend, favourite game, no hated game")
    chosen = ", ".join(name for name, k in zip(names, order, strict=True) if go[k])
    return f"go on {go.sum()} of {len(X)} evenings: {chosen or 'none'}"


def one_neuron(weights, bias, activation, corners, labels):
    """What a neuron with two inputs answers over the plane and along its sum; its answers at the corners, in words.

    If some threshold on the answers separates the labels, it is drawn too, dashed, in both panels.
    """
    g, (w1, w2) = ACTIVATIONS[activation], weights
    low = 0 if activation in ("sigmoid", "step", "gaussian") else -1
    fig, (ax, side) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.08, wspace=0.25)
    heat(ax, lambda points: g(w1 * points[:, 0] + w2 * points[:, 1] + bias), (-3, 3), (-3, 3), low, 1, cells=50)
    _line(ax, weights, bias, np.array([-9.0, 9.0]))
    class_points(ax, corners, labels, [0, 1], size=6)
    ax.set(xlim=(-3, 3), ylim=(-3, 3), xticks=[-3, 0, 3], yticks=[-3, 0, 3], xlabel="x₁", ylabel="x₂")
    sums = corners @ weights + bias
    reach, top = max(4, *np.abs(sums)), max(2, *g(sums))  # all four corners are in the picture
    line = np.linspace(-reach, reach, 161)
    side.plot(line, g(line), color=BLUE)
    class_points(side, np.column_stack([sums, g(sums)]), labels, [0, 1], size=6)
    side.set(xlim=(-1.06 * reach, 1.06 * reach), ylim=(-1.2, 1.1 * top), xlabel="sum z", title="answer a")
    side.set(xticks=[-reach, 0, reach], yticks=[-1, 0, 1, 2] if top == 2 else [0, top])
    answers = ", ".join(f"{a:.2f}" for a in g(sums)).replace("-", "−")
    told = f"answers at (0,0), (0,1), (1,0), (1,1): {answers}; a threshold on them separates XOR: "
    if not separates(g(sums), labels):
        return told + "no"
    ones, zeros = g(sums)[labels == 1], g(sums)[labels == 0]
    threshold = (min(ones) + max(zeros)) / 2 if min(ones) > max(zeros) else (max(ones) + min(zeros)) / 2
    side.axhline(threshold, color=INK, linewidth=1.2, linestyle="--")
    x, y = (np.linspace(-3, 3, 121),) * 2
    sheet = g(w1 * x[None, :] + w2 * y[:, None] + bias)
    ax.contour(x, y, sheet, [threshold], colors=[INK], linewidths=1.2, linestyles="--")
    return told + f"yes, {threshold:.2f}".replace("-", "−")


def separates(answers, labels):
    """Whether some threshold has all answers of label 1 on one side and all of label 0 on the other; both shape (n,).

    >>> separates(np.array([0.1, 0.8, 0.9]), np.array([0, 1, 1])), separates(np.array([1, 1]), np.array([0, 1]))
    (True, False)
    """
    ones, zeros = answers[labels == 1], answers[labels == 0]
    return bool(min(ones) > max(zeros) or max(ones) < min(zeros))


def forward_pass(network, theta, x):
    """A network of two inputs and one output with what goes through it; its sums and its answer, in words."""
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    fig.subplots_adjust(0, 0, 1, 1)
    graph(ax, network, theta, x, None, ["x₁", "x₂"], ["ŷ"])
    (hidden, _), outputs = network.forward(theta, [x])
    words = f"hidden sums {', '.join(f'{z:.3f}' for z in hidden[0])}; answer {outputs[-1].item():.3f}"
    return words.replace("-", "−")


def scores(z):
    """Scores and their probabilities as bars, with the slopes of the loss if the first class is the true one.

    Beside them that loss by the first score, with the point where we are and the slope there.
    """
    p, target = Softmax()(z), np.eye(len(z))[:1]
    fig, (left, right, third) = plt.subplots(1, 3, figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.06, right=0.98, bottom=0.18, wspace=0.3)
    places, colours = range(1, len(z) + 1), [BLUE] + [ORANGE] * (len(z) - 1)
    left.bar(places, z, color=colours, width=0.6)
    right.bar(places, p, color=colours, width=0.6)
    right.plot(places, p - target[0], "D", color=INK, markersize=6)
    left.set(ylim=(-5, 5), yticks=[-5, 0, 5], xticks=places, title="scores z")
    right.set(ylim=(-1.15, 1.15), yticks=[-1, 0, 1], xticks=places)
    right.set_title("bars p, marks p − y")
    for ax in (left, right):
        ax.axhline(0, color=QUIET, linewidth=0.8)
    loss, line = CrossEntropy().of_sums(z[None], target)[0], np.linspace(-5, 5, 101)
    moved = np.column_stack([line, np.tile(z[1:], (len(line), 1))])
    third.plot(line, CrossEntropy().of_sums(moved, np.repeat(target, len(line), axis=0)), color=QUIET)
    near = np.array([-1.5, 1.5])
    third.plot(z[0] + near, loss + (p[0] - 1) * near, color=ORANGE, linewidth=1.4)
    third.plot(z[0], loss, "o", color=BLUE, markersize=6)
    third.set(xlim=(-6.7, 6.7), ylim=(-2, 13), xticks=[-5, 0, 5], yticks=[0, 5, 10], xlabel="score of the first class")
    third.set_title("loss −log p₁")
    slope = f"{p[0] - 1:.3f}".replace("-", "−")
    return f"probabilities {', '.join(f'{v:.3f}' for v in p)}; loss −log p₁ = {loss:.3f}, its slope in z₁ {slope}"


def shape(sizes):
    """The diagram of a network that is fully connected; how many parameters it has, in words."""
    hidden, network = len(sizes) - 2, Network(sizes, ["relu"] * (len(sizes) - 1))
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    fig.subplots_adjust(0, 0, 1, 1)
    diagram(ax, sizes, ["inputs"] + ["hidden"] * hidden + ["outputs"])
    ax.set(xlim=(hidden - 4.7, hidden + 6.7), ylim=(-1.3, 7.5))
    parts = [f"{m}·{n} + {n}" for m, n in itertools.pairwise(sizes)]
    return f"parameters: {' + '.join(parts)} = {network.size}"


def bumps(goal, x, count, steepness):
    """A function `goal` at x, shape (n,), and the sum of so many bumps, each two sigmoids; how near, in words.

    Two more bumps beyond either end, so that all places from 0 to 1 have neighbours on both sides.
    """
    edges = np.linspace(-2 / count, 1 + 2 / count, count + 5)
    heights = goal((edges[1:] + edges[:-1]) / 2)
    edges[0], edges[-1] = min(edges[0], -0.25), max(edges[-1], 1.25)  # beyond the picture nothing falls back to 0
    rises = ACTIVATIONS["sigmoid"](steepness * (x[:, None] - edges))
    single = (rises[:, :-1] - rises[:, 1:]) * heights
    curve = single.sum(axis=1)
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    ax.plot(x, single, color=ORANGE, linewidth=0.8, alpha=0.7)
    ax.plot(x, goal(x), "--", color=QUIET, linewidth=1.4)
    ax.plot(x, curve, color=BLUE)
    ax.set(xlim=(0, 1), ylim=(-0.1, 1.3), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="x", ylabel="output")
    off = np.abs(curve - goal(x)).max()
    return f"{count} bumps and two beyond each end: {count + 5} hidden units; largest distance {off:.3f}"


def descent(network, path, step, x, y, inputs, outputs):
    """A network with its weights after some steps of a `Path`, beside the loss by step; its answer, in words."""
    fig = plt.figure(figsize=(7.4, 3.2))
    ax = fig.add_axes([0, 0.02, 0.74, 0.96])
    graph(ax, network, path.points[step], x, y, inputs, outputs)
    side = fig.add_axes([0.82, 0.17, 0.16, 0.7])
    losses(side, {"": path.values}, step)
    side.set(ylim=(-0.005, 0.18), yticks=[0, 0.1], xticks=[0, len(path.values) - 1], ylabel="")
    side.set_title("loss J")
    answer = network.output(path.points[step], [x]).item()
    return f"after {step} steps: answer {answer:.4f}, target {y:.4f}, loss {path.values[step]:.5f}"


def value_graph(values, places, labels, step):
    """Numbers of `byhand.autodiff` as a graph, after some steps of the way back; what the last step did, in words.

    `values`: a dictionary from names to each `Value`, in the order in which they were made; `places`, `labels`: where
    each is, and what is written above it. Blue is what went forward, orange what has come back so far.
    """
    fig, ax = plt.subplots(figsize=(7.4, 3.0))
    fig.subplots_adjust(0, 0, 1, 1)
    names = {id(value): name for name, value in values.items()}
    parts = {
        name: [(names[id(part)], slope) for part, slope in value.parts if id(part) in names]
        for name, value in values.items()
    }
    made = [name for name in reversed(values) if parts[name]]
    gradient, told = {made[0]: 1.0}, "forward only: every number is known, and no slope but that of J itself, 1"
    for number, name in enumerate(made):
        for part, slope in parts[name]:
            done = number < step
            line = {"arrowstyle": "-|>", "color": ORANGE if done else QUIET, "shrinkA": 18, "shrinkB": 18}
            tail, head = (places[name], places[part]) if done else (places[part], places[name])
            ax.annotate("", head, tail, arrowprops=line)
            if done:
                gradient[part] = gradient.get(part, 0.0) + slope * gradient[name]
                middle = np.mean([places[part], places[name]], axis=0)
                ax.text(*middle, f"· {short(slope)}", color=ORANGE, fontsize=8, ha="center", va="center", bbox=_WHITE)
        if number + 1 == step:
            gained = (f"{labels[part]} now has {gradient[part]:.4f}" for part, _ in parts[name])
            told = f"step {step}: {labels[name]} hands on its {gradient[name]:.4f}; " + ", ".join(gained)
    for name, at in places.items():
        ax.plot(*at, "o", color="white", markeredgecolor=INK, markeredgewidth=1.2, markersize=33, zorder=2)
        ax.text(*at, short(values[name].data), color=BLUE, fontsize=8.5, ha="center", va="center", zorder=3)
        ax.text(at[0], at[1] + 0.3, labels[name], fontsize=9, ha="center", va="bottom")
        if name in gradient:
            leaf = not parts[name]  # arrows leave a leaf to the lower right, so that its slope keeps to the left
            x, side = (at[0] + 0.06, "right") if leaf else (at[0], "center")
            ax.text(x, at[1] - 0.3, short(gradient[name]), color=ORANGE, fontsize=9, ha=side, va="top")
    ax.set(xlim=(-0.5, 4.5), ylim=(-0.7, 2.7))
    ax.axis("off")
    return told.replace("-", "−")


def error_sizes(errors, deepest):
    """The mean size of the local errors of each hidden layer, relative to the last one's, on a scale of powers of ten.

    `deepest`: the errors of the deepest such network, for which the axis has room. The share that has reached the
    first layer, in words.
    """
    shares, all_shares = _shares(errors), _shares(deepest)
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    fig.subplots_adjust(left=0.12)
    ax.axhline(0, color=QUIET, linewidth=0.8)
    ax.plot(range(1, len(shares) + 1), np.log10(shares), "o-", color=ORANGE, markersize=5, linewidth=1.2)
    ax.set(xlim=(0.4, 12.6), xlabel="hidden layer")
    powers_of_ten(ax, np.log10(np.append(all_shares, shares)))
    ax.set_xticks([1, 4, 8, 12])
    ax.set_title("mean size of the local errors, relative to the last hidden layer")
    return f"errors in the first hidden layer over those in the last: {shares[0]:.1e}"


def _shares(errors):
    """The mean sizes of the errors in the hidden layers over that in the last of them."""
    sizes = np.array([np.abs(error).mean() for error in errors[:-1]]) + 1e-30
    return sizes / sizes[-1]


def powers_of_ten(ax, exponents):
    """A vertical axis that holds these exponents and at least the tenth to ten, with powers of ten at its ticks."""
    low, high = min(-1.0, np.min(exponents)), max(1.0, np.max(exponents))
    room = 0.08 * (high - low)
    wide = next(step for step in (1, 2, 5, 10) if high - low <= 5 * step or step == 10)
    ticks = [wide * k for k in range(int(np.ceil(low / wide)), int(high // wide) + 1)]
    small = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    names = {-1: "0.1", 0: "1", 1: "10"}
    ax.set_yticks(ticks, [names.get(k, "10" + str(k).translate(small)) for k in ticks])
    ax.set_ylim(low - room, high + room)


def fitted(grid, truth, x, y, curves, at_points):
    """The curves of several networks through points x and y, shape (n,), beside the true one; how far off, in words.

    `curves`, `at_points`: a row for each network, its answers on the grid and at the points; the first is drawn thick.
    """
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    for number, curve in reversed(list(enumerate(curves))):
        ax.plot(grid, curve, color=BLUE, linewidth=0.7 if number else 1.8, alpha=0.6 if number else 1)
    ax.plot(grid, truth, "--", color=QUIET, linewidth=1.4)
    ax.plot(x, y, "o", color=ORANGE, markersize=5)
    ax.set(xlim=(0, 1), ylim=(-2, 2), xlabel="x", ylabel="y", xticks=[0, 0.5, 1], yticks=[-2, 0, 2])
    on, off = (
        np.sqrt(np.mean((np.asarray(found) - right) ** 2, axis=1)).mean()
        for found, right in ((at_points, y), (curves, truth))
    )
    return f"mean of {len(curves)} starts: off by {on:.2f} at the points, by {off:.2f} from the true curve"


def band(line, mean, deviation, x, y):
    """A mean with two standard deviations on both sides, at the places `line`, and the points x and y."""
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    ax.fill_between(line, mean - 2 * deviation, mean + 2 * deviation, color=BLUE, alpha=0.2, linewidth=0)
    ax.plot(line, mean, color=BLUE)
    ax.plot(x, y, "o", color=ORANGE, markersize=3)
    ax.set(xlabel="x", ylabel="y", ylim=(-4, 3), xticks=[-8, -4, 0, 4, 8], yticks=[-4, -2, 0, 2])


def trained(model, X, y, height=3.2, xlabel="step"):
    """What a trained classifier makes of a square, beside its losses; how well it did, in words."""
    fig, (left, side) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, height))
    fig.subplots_adjust(left=0.07, right=0.96, bottom=0.16, wspace=0.2)
    playground(left, model, X, y, (-1, 1), (-1, 1))
    left.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1], xlabel="x₁", ylabel="x₂")
    losses(side, {"": model.losses_})
    last = len(model.losses_) - 1
    ticks = [0, last // 2, last] if last < 100 else [0, last]
    side.set(ylim=(0, 1), yticks=[0, 0.5, 1], xticks=ticks, xlabel=xlabel, ylabel="")
    side.set_title("loss J")
    size = np.abs(model.theta_).max()
    right = f"{model.network_.size} parameters, {model.score(X, y):.0%} right"
    return f"{right}, loss {model.losses_[-1]:.2f}, largest weight {size:.1f}"


def short(value):
    """A number as pictures show it: three digits, four decimals at most.

    >>> short(-0.396930), short(0.622459), short(0.001374), short(-0.0000312), short(25)
    ('−0.397', '0.622', '0.0014', '0', '25')
    """
    value = float(value) if abs(value) >= 0.01 else round(float(value), 4) + 0.0
    return f"{value:.3g}".replace("-", "−")


def edge_number(ax, at, weight, slope, size=8):
    """A weight in blue and, if there is one, its slope in orange below it, on a white ground."""
    settings = {"fontsize": size, "ha": "center", "va": "center", "linespacing": 1.1}
    if slope is None:
        ax.text(*at, short(weight), color=BLUE, bbox=_WHITE, zorder=2, **settings)
    else:
        ax.text(*at, f"\n{short(slope)}", color=ORANGE, bbox=_WHITE, zorder=4, **settings)
        ax.text(*at, f"{short(weight)}\n", color=BLUE, zorder=5, **settings)


def _line(ax, weights, bias, ends, linestyle="-"):
    """The line on which the sum w·x + b of two inputs is 0, from one end of x₁ to the other; none if w is 0."""
    w1, w2 = weights
    if w2:
        ax.plot(ends, -(w1 * ends + bias) / w2, color=INK, linewidth=1.2, linestyle=linestyle)
    elif w1:
        ax.axvline(-bias / w1, color=INK, linewidth=1.2, linestyle=linestyle)


def _beside(ax, at, words, side, **settings):
    """Words just outside the circle of a unit; `side`: to the left (-1, 0), below (0, -1) and so on."""
    align = {"ha": ("right", "center", "left")[side[0] + 1], "va": ("top", "center", "bottom")[side[1] + 1]}
    ax.annotate(words, at, (19 * side[0], 19 * side[1]), textcoords="offset points", **align, **settings)
