"""Drawings of the chapter on distances and documents."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.distances import chebyshev, minkowski
from byhand.plot import BLUE, GREEN, INK, ORANGE, QUIET


def word_plane(query, documents, words):
    """Documents as arrows in the plane of how often two words occur; `documents`: counts by name."""
    fig, ax = plt.subplots(figsize=(6.2, 3.8))
    fig.subplots_adjust(left=0.1, bottom=0.13)
    for (name, place), colour in zip({"note": query, **documents}.items(), (GREEN, BLUE, ORANGE, BLUE), strict=True):
        ax.annotate("", place, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2})
        ax.annotate(name, place, (6, 2), textcoords="offset points", color=colour)
        ax.plot(*place, "o", color=colour, markersize=3)
    end = max(3.8, 1.08 * max(max(place) for place in documents.values()))
    ax.set(xlim=(0, end * 1.35), ylim=(0, end), aspect="equal", xlabel=words[0], ylabel=words[1])
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
    origin = [0] * len(a)
    return chebyshev(a, origin) if p == np.inf else minkowski(a, origin, p)


def weights_table(table, rows, columns, title):
    """A table of weights, shape (n, d), as shades with the numbers written in; `rows`, `columns`: their names."""
    fig, ax = plt.subplots(figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.14, right=0.99, bottom=0.04, top=0.72)
    ax.imshow(table, cmap="Blues", vmin=0, vmax=1.3 * table.max(), aspect="auto")
    for (row, column), value in np.ndenumerate(table):
        if value:
            text = f"{value:.2f}".lstrip("0") if value != int(value) else f"{value:.0f}"
            ax.text(column, row, text, ha="center", va="center", color=INK, fontsize=8)
    ax.set_title(title, pad=34)
    ax.set_xticks(range(len(columns)), columns, rotation=45, ha="left", rotation_mode="anchor")
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0, labelcolor=INK, top=False, bottom=False, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)
