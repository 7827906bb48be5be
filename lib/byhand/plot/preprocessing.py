"""Drawings of the chapter on data and features."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Circle, Ellipse, PathPatch
from matplotlib.path import Path

from byhand.bins import bin_of
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, YELLOW, class_points, colour_of

FURTHEST = 3.2  # on a common scale for several scalers
RED, LEAF, RIPE = "#c0392b", "#4f9d3a", "#e8b923"  # of fruits
FRUIT = {"red": RED, "green": "#8fbf4d", "yellow": RIPE}


def things_to_numbers(table, numbers, names):
    """Fruits as things, as features in words, and as rows of numbers under `names`.

    `table`: colour, shape, leaf, weight, kind for each; `numbers`: shape (n, d).
    """
    fig, (left, middle, right) = plt.subplots(1, 3, width_ratios=[1, 2.3, 3.1], figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.03, top=0.82, wspace=0.06)
    rows = len(table)
    for row, (colour, shape, leaf, weight, _) in enumerate(table):
        _fruit(left, rows - 1 - row, FRUIT[colour], shape, leaf == "yes")
        for place, word in zip((0, 1.05, 2.2, 3.1), (colour, shape, leaf, f"{weight} oz"), strict=True):
            middle.text(place, rows - 1 - row, word, va="center")
    for place, word in zip((0, 1.05, 2.2, 3.1), ("colour", "shape", "leaf", "weight"), strict=True):
        middle.text(place, rows - 0.42, word, va="center", color=QUIET, fontsize=9)
    for column, name in enumerate(names):
        right.text(column, rows - 0.42, name, ha="center", va="center", color=QUIET, fontsize=9)
        for row, value in enumerate(numbers[:, column]):
            right.text(column, rows - 1 - row, f"{value:.3g}", ha="center", va="center")
    for ax, title, end in ((left, "things", 1), (middle, "features", 4.1), (right, "numbers", len(names) - 0.5)):
        ax.set(xlim=(-0.5 if ax is right else -0.1, end), ylim=(-0.5, rows - 0.2), title=title)
        ax.axis("off")
    left.set(aspect="equal", xlim=(-0.6, 0.8))
    left.title.set_position((0.2, 1.0))


def _fruit(ax, up, colour, shape, leaf):
    """An apple or a banana, about one unit high, at that height."""
    if shape == "round":
        ax.add_patch(Circle((0, up), 0.36, facecolor=colour, edgecolor=INK, linewidth=0.8))
        ax.plot([0, 0.05], [up + 0.3, up + 0.46], color=INK, linewidth=1.6)
        if leaf:
            ax.add_patch(Ellipse((0.2, up + 0.42), 0.28, 0.12, angle=20, facecolor=LEAF, edgecolor="none"))
        return
    outer, inner = [(-0.42, 0.28), (-0.3, -0.5), (0.3, -0.5), (0.46, 0.3)], [(0.2, -0.1), (-0.2, -0.1), (-0.32, 0.3)]
    places = [(x, y + up) for x, y in (*outer, *inner, outer[0])]
    curves = [Path.MOVETO, *[Path.CURVE4] * 6, Path.CLOSEPOLY]
    ax.add_patch(PathPatch(Path(places, curves), facecolor=colour, edgecolor=INK, linewidth=0.8))


def code_distances(names, tables):
    """Tables of distances between the same names, shape (n, n) each, side by side; `tables`: by title."""
    fig, axes = plt.subplots(1, len(tables), figsize=(7.2, 3.2))
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.03, top=0.78, wspace=0.25)
    for ax, (title, table) in zip(axes, tables.items(), strict=True):
        ax.imshow(table, cmap="Blues", vmin=0, vmax=6)
        for (row, column), value in np.ndenumerate(table):
            text = f"{value:.3g}" if value == round(value) else f"{value:.2f}"
            ax.text(column, row, text, ha="center", va="center", color=INK)
        ax.set_title(title, pad=22)
        ax.set_xticks(range(len(names)), names)
        ax.set_yticks(range(len(names)), names)
        ax.tick_params(length=0, labelcolor=INK, top=False, bottom=False, labeltop=True, labelbottom=False)
        ax.spines[:].set_visible(False)


def pairs(X, y, columns, names):
    """Points of a table of lengths, by pairs of columns side by side; `columns`: the pairs; `names`: of all columns."""
    classes = list(dict.fromkeys(y))
    fig, axes = plt.subplots(1, len(columns), figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.08, wspace=0.28)
    for ax, pair in zip(axes, columns, strict=True):
        class_points(ax, X[:, list(pair)], y, classes, size=4)
        ax.set(xlabel=f"{names[pair[0]]} (cm)", ylabel=f"{names[pair[1]]} (cm)")
    for row, (c, colour) in enumerate(colour_of(classes).items()):
        axes[-1].text(0.03, 0.95 - 0.09 * row, c, color=colour, transform=axes[-1].transAxes, va="top")


def nearest_in_units(people, names, star, unit, scale, nearest, distance):
    """People by height in metres and weight; around the star all places that are as far away as its nearest.

    `people`: shape (n, 2), in metres and kilograms; `scale`: how much one metre and one kilogram count, shape (2,).
    """
    fig, ax = plt.subplots(figsize=(6.6, 3.9))
    fig.subplots_adjust(left=0.09, bottom=0.14, top=0.91)
    for i, (place, name) in enumerate(zip(people, names, strict=True)):
        ax.plot(*place, "o", color=ORANGE if i == nearest else BLUE, markersize=9, zorder=3)
        ax.annotate(name, place, (7, 5), textcoords="offset points", color=ORANGE if i == nearest else BLUE)
    ax.plot(*star, "*", color=GREEN, markersize=15, zorder=4)
    around = Ellipse(star, *(2 * distance / scale), facecolor=ORANGE, edgecolor=ORANGE, alpha=0.18)
    ax.add_patch(around)
    ax.plot(*zip(star, people[nearest], strict=True), color=ORANGE, linewidth=1.2)
    every = np.vstack([people, [star]])
    low, high = np.minimum(every.min(axis=0), (1.55, 50)), np.maximum(every.max(axis=0), (1.95, 95))
    ax.set(xlim=(low[0] - 0.02, high[0] + 0.04), ylim=(low[1] - 3, high[1] + 3), title=unit)
    ax.set(xlabel="height (m)", ylabel="weight (kg)")


def outlier(scaled):
    """Values on several scales, one strip each, the last of them the odd one out: an arrow where it lies further away.

    `scaled`: a dictionary from the name of a scaler to the values on its scale, shape (n,).
    """
    fig, axes = plt.subplots(len(scaled), 1, figsize=(7.2, 3.3), sharex=True)
    fig.subplots_adjust(left=0.21, right=0.95, top=0.96, bottom=0.12, hspace=0.3)
    for ax, (name, z) in zip(axes, scaled.items(), strict=True):
        ax.axhline(0, color=QUIET, linewidth=0.8, zorder=1)
        ax.plot(z[:-1], np.zeros(len(z) - 1), "o", color=BLUE, markersize=9, alpha=0.65)
        inside = z[-1] <= FURTHEST
        ax.plot(z[-1] if inside else FURTHEST, 0, "D" if inside else ">", color=ORANGE, markersize=9)
        ax.annotate(
            f"{z[-1]:.2f}", (min(z[-1], FURTHEST), 0), (0, 9), textcoords="offset points", ha="center", color=ORANGE
        )
        ax.set(ylim=(-1, 1.3), yticks=[], xlim=(-2.1, FURTHEST + 0.15))
        ax.spines["left"].set_visible(False)
        ax.text(-0.03, 0.5, name, transform=ax.transAxes, ha="right", va="center")


def temperatures_cut(x, y, edges):
    """Temperatures in order, coloured by class, and the groups between breaks as brackets with their values."""
    fig, ax = plt.subplots(figsize=(7.4, 2.5))
    fig.subplots_adjust(left=0.03, right=0.99, bottom=0.05, top=0.86)
    colours, groups = colour_of(["No", "Yes"]), bin_of(x, edges)
    for place, (value, label, group) in enumerate(zip(x, y, groups, strict=True)):
        at = place + 0.6 * group
        ax.plot(at, 0, "o" if label == "No" else "s", color=colours[label], markersize=11)
        ax.text(at, 0.42, value, ha="center")
        ax.text(at, -0.62, label, ha="center", color=colours[label], fontsize=9)
    for group in range(len(edges) - 1):
        places = np.flatnonzero(groups == group) + 0.6 * group
        ax.plot([places[0] - 0.4, places[-1] + 0.4], [-0.85, -0.85], color=INK, linewidth=1.5)
        labels = [label for label, own in zip(y, groups, strict=True) if own == group]
        most = max(sorted(set(labels)), key=labels.count)
        ax.text(places.mean(), -1.2, f"{labels.count(most)}/{len(labels)}", ha="center", fontsize=9)
    ax.set(xlim=(-0.6, len(x) - 0.2 + 0.6 * (len(edges) - 1)), ylim=(-1.35, 0.8))
    ax.axis("off")
    return ax


def bins_and_purity(x, y, edges, title):
    """Values by class with the edges of their bins; and the classes in each bin, with the share of the largest."""
    classes = list(dict.fromkeys(y))
    fig, (above, below) = plt.subplots(2, 1, height_ratios=[1, 1.25], figsize=(7.2, 4.0))
    fig.subplots_adjust(left=0.14, right=0.97, top=0.92, bottom=0.1, hspace=0.42)
    for row, (c, colour) in enumerate(colour_of(classes).items()):
        own = x[y == c]
        above.plot(own, np.full(len(own), -row), "|", color=colour, markersize=11, markeredgewidth=0.9)
        above.text(
            -0.015, 1 - (row + 0.5) / len(classes), c, color=colour, ha="right", va="center", transform=above.transAxes
        )
    for edge in edges:
        above.axvline(edge, color=INK, linewidth=1, linestyle="--")
    span = max(x) - min(x)
    above.set(ylim=(0.5 - len(classes), 0.5), yticks=[], xlim=(min(x) - 0.02 * span, max(x) + 0.02 * span), title=title)
    above.spines["left"].set_visible(False)
    bins = bin_of(x, edges)
    counts = np.array([[np.sum((bins == j) & (y == c)) for c in classes] for j in range(len(edges) - 1)])
    bottom = np.zeros(len(counts))
    for column, colour in zip(counts.T, colour_of(classes).values(), strict=True):
        below.bar(np.arange(len(counts)), column, 0.8, bottom=bottom, color=colour)
        bottom += column
    for j, own in enumerate(counts):
        below.text(j, own.sum() + 2, f"{own.max() / own.sum():.0%}" if own.sum() else "empty", ha="center", fontsize=9)
    below.set(xticks=range(len(counts)), xticklabels=range(1, len(counts) + 1), ylim=(0, 1.18 * bottom.max()))
    below.set(yticks=[], xlim=(-0.6, max(len(counts), 4) - 0.4))
    below.spines["left"].set_visible(False)
    below.text(
        -0.015,
        0.5,
        "flowers in\neach bin,\nshare of the\nmost frequent",
        ha="right",
        va="center",
        fontsize=8,
        transform=below.transAxes,
    )


def leak(results, chance):
    """How often predictions were right over many splits, honest and leaky, one row for each experiment.

    `results`: by the name of an experiment a pair of arrays of shape (seeds,), honest first; `chance`: what guessing
    gets in each experiment, by name, or None.
    """
    fig, axes = plt.subplots(len(results), 1, figsize=(7.2, 3.4), sharex=True)
    fig.subplots_adjust(left=0.24, right=0.97, bottom=0.14, top=0.9, hspace=0.35)
    for ax, (name, pair) in zip(axes, results.items(), strict=True):
        for row, (values, colour) in enumerate(zip(pair, (GREEN, PURPLE), strict=True)):
            height = -row + np.linspace(-0.3, 0.3, len(values))
            ax.plot(values, height, ".", color=colour, markersize=3, alpha=min(0.5, 100 / len(values)))
            ax.plot([values.mean()] * 2, [-row - 0.42, -row + 0.42], color=INK, linewidth=2)
        if chance[name] is not None:
            ax.axvline(chance[name], color=QUIET, linewidth=1, linestyle="--", zorder=0)
        ax.set(ylim=(-1.6, 0.6), xlim=(0.2, 1.03), title=name)
        ax.set_yticks([0, -1], ["training rows only", "all rows"])
        ax.tick_params(axis="y", length=0, labelcolor=INK)
    axes[-1].set_xlabel("share of test rows predicted correctly; a dot for each split, a line for their mean")


def shapes(columns):
    """Histograms of several columns side by side; `columns`: by title."""
    fig, axes = plt.subplots(1, len(columns), figsize=(7.4, 2.3))
    fig.subplots_adjust(left=0.03, right=0.98, bottom=0.14, top=0.87, wspace=0.12)
    for ax, (title, values), colour in zip(axes, columns.items(), (BLUE, YELLOW, GREEN), strict=True):
        ax.hist(np.ravel(values), 30, color=colour)
        ax.set(yticks=[], title=title)
        ax.spines["left"].set_visible(False)
