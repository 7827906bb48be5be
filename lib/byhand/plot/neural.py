"""Drawings of the chapters on networks: units and weights as a graph, activation curves, a plane seen by a network.

In a graph blue is what goes forward, outputs and positive weights, and orange what comes back, errors and slopes.
"""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, plane

_WHITE = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}


def graph(ax, network, theta, x, y=None, inputs=None, outputs=None, weights=True):
    """A network with its weights on the edges and its outputs in the units, for the row x, shape (d,).

    With a target y also the local errors, below the units, and the slopes of the loss, below the weights. `inputs`,
    `outputs`: the names of both, written outside; `weights` False leaves the edges without numbers.
    """
    layers, (sums, values) = network.unpack(theta), network.forward(theta, [x])
    errors, gradient = (None, None) if y is None else network.backward(theta, sums, values, np.reshape(y, (1, -1)))
    slopes = None if y is None else network.unpack(gradient)
    places = layout(network.sizes)
    for number, (W, b) in enumerate(layers):
        for j, i in np.ndindex(W.shape):
            (x0, y0), (x1, y1) = places[number][i], places[number + 1][j]
            colour = BLUE if W[j, i] >= 0 else PURPLE
            ax.plot([x0, x1], [y0, y1], color=colour, linewidth=0.6 + 2 * min(abs(W[j, i]), 1.5), alpha=0.5, zorder=1)
            if weights:
                part = 0.3 if i % 2 == 0 else 0.36
                at = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
                _number(ax, at, W[j, i], None if slopes is None else slopes[number][0][j, i])
        for j in range(len(b) * weights * network.bias):
            x1, y1 = places[number + 1][j]
            ax.text(x1, y1 + 0.21, f"bias {b[j]:.3g}", color=QUIET, fontsize=7.5, ha="center", va="bottom")
    for number, layer in enumerate(places):
        for unit, at in enumerate(layer):
            ax.plot(*at, "o", color="white", markeredgecolor=INK, markeredgewidth=1.2, markersize=32, zorder=2)
            ax.text(*at, f"{values[number][0, unit]:.3g}", color=BLUE, fontsize=8.5, ha="center", va="center", zorder=3)
            if number and errors is not None:
                text = f"δ = {errors[number - 1][0, unit]:.3g}"
                ax.text(at[0], at[1] - 0.21, text, color=ORANGE, fontsize=8, ha="center", va="top")
    for names, layer, side in ((inputs, places[0], -1), (outputs, places[-1], 1)):
        for name, (x0, y0) in zip(names or [], layer, strict=False):
            ax.text(x0 + 0.3 * side, y0, name, ha="right" if side < 0 else "left", va="center", fontsize=9)
    tall = max(network.sizes)
    ax.set(xlim=(-0.75, 2 * len(layers) + 0.95), ylim=(-0.75, tall - 0.25))
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


def heat(ax, output, xlim, ylim, low=0.0, high=1.0, level=None, cells=60):
    """Numbers over a part of the plane, `output(points)` of shape (n,), as shades from orange to blue.

    `low`, `high`: what is quite orange and quite blue; `level`: where to draw a line.
    """
    values = np.asarray(output(plane(xlim, ylim, cells))).reshape(cells, cells)
    share = np.clip((values - low) / (high - low), 0, 1)[..., None]
    ends = np.array([plt.matplotlib.colors.to_rgb(colour) for colour in (ORANGE, BLUE)])
    picture = np.where(
        share < 0.5, 1 - (1 - 2 * share) * (1 - ends[0]) * 0.75, 1 - (2 * share - 1) * (1 - ends[1]) * 0.75
    )
    ax.imshow(picture, extent=(*xlim, *ylim), origin="lower", aspect="auto", interpolation="bilinear")
    if level is not None and values.min() < level < values.max():
        x, y = (np.linspace(*ends, cells) for ends in (xlim, ylim))
        ax.contour(x, y, values, [level], colors=[INK], linewidths=1.4)
    ax.set(xlim=xlim, ylim=ylim)


def playground(ax, model, X, y, xlim, ylim):
    """What a fitted classifier of two classes makes of the plane, with its training points."""
    heat(ax, lambda points: model.predict_proba(points)[:, 1], xlim, ylim, level=0.5, cells=50)
    class_points(ax, X, y, model.classes_, size=4)


def hidden_plane(ax, outputs, labels, weights, bias):
    """Rows as two hidden units see them: their outputs, shape (n, 2), by class, and the line where the answer changes.

    `weights`, shape (2,), and `bias`: those of the output unit. Rows at the same place are put side by side.
    """
    reach = 1.15 * max(outputs.max(), 1.0)
    places = np.array(outputs, dtype=float)
    seen = {}
    for place in places:
        key = tuple(place.round(6))
        seen[key] = seen.get(key, -1) + 1
        place += 0.04 * reach * np.array([seen[key] % 3, seen[key] // 3])
    ends = np.array([-reach, 2 * reach])
    if abs(weights[1]) > 1e-9:
        ax.plot(ends, -(weights[0] * ends + bias) / weights[1], color=INK, linewidth=1.2)
    elif abs(weights[0]) > 1e-9:
        ax.axvline(-bias / weights[0], color=INK, linewidth=1.2)
    class_points(ax, places, labels, np.unique(labels))
    ax.set(xlim=(-0.08 * reach, reach), ylim=(-0.08 * reach, reach), xlabel="first hidden unit", xticks=[0], yticks=[0])


def losses(ax, curves, step=None):
    """Curves of the loss by step, each a list from step 0 on, named at their ends; `step` is marked."""
    for (name, values), colour in zip(curves.items(), (BLUE, ORANGE, GREEN, PURPLE), strict=False):
        ax.plot(values, color=colour, linewidth=1.6)
        ax.annotate(name, (len(values) - 1, values[-1]), (4, 0), textcoords="offset points", color=colour, va="center")
        if step is not None:
            ax.plot(step, values[step], "o", color=colour, markersize=6)
    ax.set(xlabel="step", ylabel="loss J")


def _number(ax, at, weight, slope):
    """A weight in blue and, if there is one, its slope in orange below it, on a white ground."""
    settings = {"fontsize": 8, "ha": "center", "va": "center", "linespacing": 1.1}
    if slope is None:
        ax.text(*at, f"{weight:.3g}", color=BLUE, bbox=_WHITE, zorder=2, **settings)
    else:
        ax.text(*at, f"\n{slope:.3g}", color=ORANGE, bbox=_WHITE, zorder=2, **settings)
        ax.text(*at, f"{weight:.3g}\n", color=BLUE, zorder=3, **settings)
