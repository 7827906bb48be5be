"""Drawings of the chapter on distances and documents."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.distances import minkowski
from byhand.plot import BLUE, GREEN, INK, ORANGE, QUIET, colour_of, window


def word_plane(query, documents, words):
    """Documents as arrows in the plane of how often two words occur; `documents`: counts by name."""
    fig, ax = plt.subplots(figsize=(6.2, 3.8))
    fig.subplots_adjust(left=0.1, bottom=0.13)
    for (name, place), colour in zip({"note": query, **documents}.items(), (GREEN, BLUE, ORANGE, BLUE), strict=True):
        ax.annotate("", place, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2})
        beside = (6, 2) if place[1] > query[1] else (6, -5)  # names keep clear of each other and of the arrows
        beside = (7, -11) if name == "note" else (9, -2) if sum(place) < 0.9 * sum(query) else beside
        ax.annotate(name, place, beside, textcoords="offset points", color=colour)
        ax.plot(*place, "o", color=colour, markersize=3)
    end = max(3.8 * max(query), 1.08 * max(max(place) for place in documents.values()))
    ax.set(xlim=(0, end * 1.35), ylim=(0, end), aspect="equal", xlabel=words[0], ylabel=words[1])
    ax.locator_params(nbins=6, integer=True)
    return ax


def ball(p, points, nearest):
    """All places whose Minkowski distance from the middle is that of the nearest point; `points`: by name."""
    fig, ax = plt.subplots(figsize=(5.6, 3.9))
    fig.subplots_adjust(left=0.08, bottom=0.1, top=0.91)
    angle = np.linspace(0, 2 * np.pi, 721)
    rays = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    radius = minkowski_length(points[nearest], p)
    around = radius * rays / np.array([minkowski_length(ray, p) for ray in rays])[:, None]
    ax.fill(*around.T, color=ORANGE, alpha=0.15, linewidth=0)
    ax.plot(*around.T, color=ORANGE, linewidth=1.6)
    for name, place in points.items():
        colour = ORANGE if name == nearest else BLUE
        ax.plot(*place, "o", color=colour, markersize=8)
        ax.annotate(name, place, (7, 6), textcoords="offset points", color=colour)
    ax.plot(0, 0, "*", color=GREEN, markersize=13)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.axvline(0, color=QUIET, linewidth=0.6)
    ax.set(aspect="equal", xlim=(-1.7, 1.7), ylim=(-1.25, 1.25), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    ax.set_title(f"p = {'∞' if p == np.inf else f'{p:g}'}: as far as the nearest")


def minkowski_length(a, p):
    """The Minkowski distance of a point from 0 for any p above 0, of which those below 1 are no metrics.

    >>> minkowski_length([3, 4], 2), minkowski_length([3, 4], float("inf"))
    (5.0, 4)
    """
    return minkowski(a, [0] * len(a), p)


def weights_tables(tables, rows, columns):
    """Tables of shape (n, d), by name, as shades with the numbers written in; `rows`, `columns`: their names."""
    fig, axes = plt.subplots(1, len(tables), figsize=(7.4, 3.3), sharey=True)
    fig.subplots_adjust(left=0.125, right=0.955, bottom=0.09, top=0.82, wspace=0.09)
    for ax, (name, table) in zip(axes, tables.items(), strict=True):
        ax.imshow(table, cmap="Blues", vmin=0, vmax=2 * table.max(), aspect="auto")
        for (row, column), value in np.ndenumerate(table):
            if value:
                text = f"{value:.2f}".lstrip("0") if value != int(value) else f"{value:.0f}"
                ax.text(column, row, text, ha="center", va="center", color=INK, fontsize=8)
        ax.set_xticks(range(len(columns)), columns, rotation=45, ha="left", rotation_mode="anchor")
        ax.set_yticks(range(len(rows)), rows)
        ax.tick_params(length=0, labelcolor=INK, top=False, bottom=False, labeltop=True, labelbottom=False)
        ax.set_xlabel(name)
        ax.spines[:].set_visible(False)


def two_arrows(a, b, measure):
    """Two rows as arrows, and between them what a measure looks at: a line, streets, the longer leg, or the angle."""
    fig, ax = plt.subplots(figsize=(6.0, 3.9))
    fig.subplots_adjust(left=0.08, bottom=0.1, top=0.96)
    for place, name, colour in ((a, "a", BLUE), (b, "b", GREEN)):
        ax.annotate("", place, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2})
        ax.plot(*place, "o", color=colour, markersize=7)
        ax.annotate(name, place, (7, 5), textcoords="offset points", color=colour)
    corner = b[0], a[1]
    across, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    if measure == "cosine":
        first, last = (np.arctan2(place[1], place[0]) for place in (a, b))
        turn = (last - first + np.pi) % (2 * np.pi) - np.pi  # the shorter way round
        angle = first + turn * np.linspace(0, 1, 60)
        ax.plot(0.7 * np.cos(angle), 0.7 * np.sin(angle), color=ORANGE, linewidth=3)
    elif measure == "euclidean":
        ax.plot(*zip(a, b, strict=True), color=ORANGE, linewidth=3)
    else:
        legs = [(a, corner), (corner, b)] if measure == "manhattan" else [(a, corner) if across >= up else (corner, b)]
        for leg in legs:
            ax.plot(*zip(*leg, strict=True), color=ORANGE, linewidth=3)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.axvline(0, color=QUIET, linewidth=0.6)
    (left, right), (low, high) = window([a, b], (-4, 4), (-2.5, 3.5))
    ax.set(xlim=(left - 0.3, right + 0.3), ylim=(low - 0.3, high + 0.3), aspect="equal")


def how_far(names, topics, chosen, far):
    """How far all others are from the chosen row, nearest first; `names`, `topics`: of all rows; `far`: shape (n,)."""
    fig, ax = plt.subplots(figsize=(7.0, 3.5))
    fig.subplots_adjust(left=0.2, right=0.93, bottom=0.04, top=0.9)
    order = [i for i in np.argsort(far, kind="stable") if i != chosen]
    colours = colour_of(dict.fromkeys(topics))
    for row, i in enumerate(order):
        ax.barh(-row, far[i], 0.7, color=colours[topics[i]])
        ax.text(far[i], -row, f" {far[i]:.2f}", va="center")
    ax.set_yticks([-row for row in range(len(order))], [names[i] for i in order])
    for label, i in zip(ax.get_yticklabels(), order, strict=True):
        label.set_color(colours[topics[i]])
    ax.tick_params(axis="y", length=0)
    ax.set(xticks=[], xlim=(0, 1.12 * max(far[i] for i in order)), title=f"the others, seen from {names[chosen]}")
    ax.spines[["left", "bottom"]].set_visible(False)
