"""Drawings of the chapter on kernel PCA and maps of neighbours."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, INK, ORANGE, QUIET, SKY, class_points, colour_of, plane, window

CELLS = 36  # of the plane that is coloured, each way


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def _square(ax, Z, room=1.1, **labels):
    """Limits of equal length around points, shape (n, 2)."""
    low, high = Z.min(axis=0), Z.max(axis=0)
    half, middle = room * (high - low).max() / 2 or 1.0, (low + high) / 2
    ax.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half), **labels)
    ax.set_aspect("equal", adjustable="box")


def _strip(ax, scores, y, title):
    """Scores, shape (n,), as dots on one line for each class."""
    for row, (c, colour) in enumerate(colour_of(np.unique(y).tolist()).items()):
        some = scores[y == c]
        ax.plot(some, np.full(len(some), row), "|", color=colour, markersize=16, markeredgewidth=1)
        _note(ax, c, (some.mean(), row), (0, 13), colour, ha="center")
    ax.set(ylim=(-0.6, 1.7), yticks=[], title=title)
    ax.spines["left"].set_visible(False)


def rings(X, y, before, after):
    """Points in two classes, shape (n, 2), and their first scores, shape (n,), by PCA and by another way."""
    fig, axes = plt.subplots(1, 3, width_ratios=[1.1, 1, 1], figsize=(7.4, 2.9))
    fig.subplots_adjust(left=0.04, right=0.98, wspace=0.15, bottom=0.12)
    class_points(axes[0], X, y, np.unique(y).tolist(), size=3.5)
    _square(axes[0], X, xticks=[], yticks=[], title="The rows")
    _strip(axes[1], before, y, "PCA, first score")
    _strip(axes[2], after, y, "kernel PCA, first score")
    for ax in axes[1:]:
        ax.set_xticks([])


def bowl(X, y):
    """Points of the plane, shape (n, 2), and lifted to the height of their squared distance from 0, from the side."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.08, right=0.97, wspace=0.25)
    classes, height = np.unique(y).tolist(), (X**2).sum(axis=1)
    class_points(left, X, y, classes, size=4)
    _square(left, X, xlabel="$x_1$", ylabel="$x_2$", title="From above")
    across = np.linspace(-3.4, 3.4, 81)
    right.plot(across, across**2, color=SKY, linewidth=1.2)
    class_points(right, np.column_stack([X[:, 0], height]), y, classes, size=4)
    right.annotate("", (0, 10.5), (0, 0.2), arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.8})
    _note(right, "first component", (0, 6.5), (6, 0))
    right.set(xlabel="$x_1$", ylim=(-0.5, 13), title="From the side: height $x_1^2 + x_2^2$")


def score_plane(X, y, score, scores, shares):
    """A plane coloured by a score, with the rows; and the scores of the rows, class by class.

    `score`: a function from points, shape (m, 2), to numbers, shape (m,); `scores`: of the rows, shape (n,).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5))
    fig.subplots_adjust(left=0.06, right=0.97, wspace=0.15)
    xlim, ylim = window(X, (-4, 4), (-4, 4))
    half = max(xlim[1] - xlim[0], ylim[1] - ylim[0]) / 2
    middle = sum(xlim) / 2, sum(ylim) / 2
    xlim, ylim = ((place - half, place + half) for place in middle)
    height = score(plane(xlim, ylim, CELLS)).reshape(CELLS, CELLS)
    most = np.abs(height).max() or 1.0
    left.imshow(
        height,
        cmap="PRGn",
        alpha=0.7,
        vmin=-most,
        vmax=most,
        extent=(*xlim, *ylim),
        origin="lower",
        interpolation="nearest",
    )
    class_points(left, X, y, np.unique(y).tolist(), size=4)
    left.set(xlim=xlim, ylim=ylim, xticks=[-3, 0, 3], yticks=[-3, 0, 3], title="The score over the plane")
    _strip(right, scores, y, f"Scores of the rows, {shares:.0%} of the variance")
    right.set_xticks([0])


def tails(marks):
    """A bell over distances in the table, a heavy-tailed curve over those on the map, and equal heights on both."""
    fig, ax = plt.subplots(figsize=(7.0, 3.3))
    d, z = np.linspace(0, 3.2, 161), np.linspace(0, 10.5, 211)
    ax.plot(d, np.exp(-(d**2) / 2), color=BLUE)
    ax.plot(z, 1 / (1 + z**2), color=ORANGE)
    for near in marks:
        height = np.exp(-(near**2) / 2)
        far = np.sqrt(1 / height - 1)
        ax.annotate(
            "",
            (far, height),
            (near, height),
            arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.3, "shrinkA": 2, "shrinkB": 0},
        )
        ax.plot([near], [height], "o", color=BLUE, markersize=5)
        ax.plot([far], [height], "o", color=ORANGE, markersize=5)
    _note(ax, "bell, for the rows", (1, 0.6065), (8, 8), BLUE)
    _note(ax, "$1 / (1 + z^2)$, for the map", (4.2, 0.054), (0, 14), ORANGE)
    ax.set(xlabel="distance", ylabel="closeness", xlim=(0, 10.5), ylim=(-0.02, 1.05), yticks=[0, 0.5, 1])


def springs(places, forces, step=6.0):
    """Three points on a line, the springs between them, and where each of them goes.

    `places`: shape (3,), from left to right; `forces`: what each point (a row) feels from each other (a column), shape
    (3, 3), above 0 to the right; `step`: how long an arrow is for a force of 1.
    """
    fig, ax = plt.subplots(figsize=(7.2, 3.0))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.98)
    for (n, m), height in {(0, 1): 0.9, (1, 2): 0.9, (0, 2): 1.75}.items():
        force = forces[n, m]
        colour = BLUE if force > 0 else ORANGE
        ends = places[n] + 0.12, places[m] - 0.12
        along = np.linspace(*ends, 61)
        coil = np.where(np.abs(np.linspace(-1, 1, 61)) < 0.62, 0.07 * np.sin(np.arange(61) * np.pi / 2), 0)
        ax.plot(along, height + coil, color=colour, linewidth=1.3)
        for end, other in (ends, ends[::-1]):
            inward = np.sign(other - end) * (0.16 if force > 0 else -0.16)
            arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0}
            start = end if force > 0 else end - inward
            ax.annotate("", (start + inward, height), (start, height), arrowprops=arrow)
        word = "pulls" if force > 0 else "pushes"
        _note(ax, f"{word}, {abs(force):.3f}", (sum(ends) / 2, height), (0, 9), colour, ha="center")
    for n in range(3):
        ax.plot([places[n], places[n]], [0, 2.05], color=QUIET, linewidth=0.7, linestyle=":")
    ax.plot(places, np.zeros(3), "o", color=INK, markersize=8)
    for place, force in zip(places, forces.sum(axis=1), strict=True):
        arrow = {"arrowstyle": "-|>", "color": INK, "linewidth": 2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (place + step * force, 0), (place, 0), arrowprops=arrow)
        _note(ax, f"{force:+.3f}".replace("-", "\N{MINUS SIGN}"), (place + step * force / 2, 0), (0, -16), ha="center")
    ax.set(xlim=(places[0] - 0.75, places[-1] + 0.55), ylim=(-0.4, 2.25))
    ax.axis("off")


def a_map(Z, y, title):
    """A map, shape (n, 2), with its classes named where they are."""
    fig, ax = plt.subplots(figsize=(6.2, 3.9))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.92)
    _named(ax, Z, y)
    _square(ax, Z, 1.25, xticks=[], yticks=[], title=title)


def two_maps(first, second, y, titles):
    """Two maps of the same rows, shape (n, 2) each, every row drawn as its label."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.7))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.92, wspace=0.05)
    colours = [BLUE, ORANGE, "#009e73", "#cc79a7", SKY, INK, QUIET, "#e69f00", "#8c564b", "#808000"]
    for ax, Z, title in zip(axes, (first, second), titles, strict=True):
        for place, label in zip(Z, y, strict=True):
            ax.text(*place, str(label), color=colours[label], ha="center", va="center", fontsize=8.5, fontweight="bold")
        _square(ax, Z, 1.08, xticks=[], yticks=[], title=title)


def side_by_side(first, second, y, titles):
    """Two maps of the same rows, shape (n, 2) each, with their classes named where they are."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.6))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.92, wspace=0.05)
    for ax, Z, title in zip(axes, (first, second), titles, strict=True):
        _named(ax, Z, y)
        _square(ax, Z, 1.2, xticks=[], yticks=[], title=title)


def _named(ax, Z, y):
    """The rows of a map by class, with a name above the highest of each, stragglers left aside."""
    classes = np.unique(y).tolist()
    class_points(ax, Z, y, classes, size=5)
    if len(classes) > 1:
        for c, colour in colour_of(classes).items():
            some = Z[y == c]
            off = np.linalg.norm(some - np.median(some, axis=0), axis=1)
            clump = some[off <= 2.5 * np.median(off)]
            _note(ax, c, clump[clump[:, 1].argmax()], (0, 7), colour, ha="center", fontweight="bold")


def bell(places, n, width, shares):
    """Rows on a line, the bell of row n over the others, and the shares, shape (N,), of its attention, as bars."""
    fig, ax = plt.subplots(figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.09, right=0.98)
    x = np.linspace(places[0] - 3, places[-1] + 3, 600)
    ax.bar(places, shares, width=0.2, color=ORANGE)
    ax.plot(x, np.exp(-((x - places[n]) ** 2) / (2 * width**2)), color=BLUE)
    ax.plot(places, np.full(len(places), -0.07), "o", color=QUIET, markersize=5)
    ax.plot(places[n], -0.07, "o", color=BLUE, markersize=9)
    ax.set(xlim=(x[0], x[-1]), ylim=(-0.14, 1.08), yticks=[0, 0.5, 1], xlabel="place on the line")
    ax.set_title(f"Row {n + 1}: its bell, and bars for the shares of the others")
