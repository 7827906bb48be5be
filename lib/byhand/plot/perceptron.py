"""Drawings of the chapter on the perceptron and logistic regression: lines, their normal vectors, and corrections."""

import numpy as np

from byhand.perceptron import is_wrong, learn, score
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, plt, wide_axes, window
from byhand.plot.svm import boundary, frame, ring

SIGNS = (-1, 1)
COLOURS = dict(zip(SIGNS, (ORANGE, BLUE), strict=True))


def arrow(ax, start, end, colour=INK, width=2.0, style="-|>"):
    """An arrow from one point to another."""
    look = {"arrowstyle": style, "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 14}
    ax.annotate("", end, start, arrowprops=look, zorder=4)


def halves(ax, w, b):
    """The side of a line where w · x + b is above 0 in blue, the other in orange, on axes whose limits are set."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    for sign in SIGNS:
        kept = _clipped(corners, sign * np.asarray(w, dtype=float), sign * b)
        if len(kept):
            ax.fill(*kept.T, color=COLOURS[sign], alpha=0.12, linewidth=0, zorder=0)


def _clipped(corners, w, b):
    """The part of a polygon, shape (m, 2), where w · x + b is at least 0."""
    heights, kept = corners @ w + b, []
    for i, (here, point) in enumerate(zip(heights, corners, strict=True)):
        before, last = heights[i - 1], corners[i - 1]
        if (here < 0) != (before < 0):
            kept.append(last + (point - last) * before / (before - here))
        if here >= 0:
            kept.append(point)
    return np.array(kept)


def sides(w, b, X, names):
    """A line in the plane with its normal vector, and the way from each of two points, shape (2, 2), to the line."""
    w, X = np.asarray(w, dtype=float), np.asarray(X, dtype=float)
    fig, ax = plt.subplots(figsize=(5.6, 4.6))
    fig.subplots_adjust(left=0.09, right=0.98, bottom=0.12, top=0.97)
    frame(ax, (-3, 3), (-2.4, 2.6), ticks=True)
    halves(ax, w, b)
    boundary(ax, w, b)
    root = np.array([-1.0, (w[0] - b) / w[1]])  # a place on the line from which the arrow starts
    arrow(ax, root, root + w)
    ax.annotate(r"$\mathbf{w}$", root + w, (7, -12), textcoords="offset points", fontsize=13)
    for point, name in zip(X, names, strict=True):
        z = float(point @ w + b)
        foot = point - z / (w @ w) * w
        ax.plot(*np.array([point, foot]).T, color=PURPLE, linewidth=2, zorder=2)
        _right_angle(ax, foot, np.sign(z) * w / np.hypot(*w))
        ax.plot(*point, "o" if z < 0 else "s", color=COLOURS[1 if z > 0 else -1], markersize=9, zorder=3)
        text = f"{name}: $z = {z:g}$,\ndistance {z / np.hypot(*w):.2f}".replace("-", "−")
        aside = {"xytext": (9 if z > 0 else -9, -4), "ha": "left" if z > 0 else "right"}
        ax.annotate(text, point, textcoords="offset points", va="center", **aside)
    ax.text(2.9, 2.35, r"$z > 0$", color=BLUE, ha="right", fontsize=12)
    ax.text(-2.9, -2.2, r"$z < 0$", color=ORANGE, fontsize=12)
    ax.annotate(r"$z = 0$", (-2.6, (w[0] * 2.6 - b) / w[1]), (2, 8), textcoords="offset points", fontsize=12)


def _right_angle(ax, foot, across, size=0.16):
    """A small square at a foot, between the line and the way along `across`."""
    along = np.array([-across[1], across[0]])
    ax.plot(*(foot + size * np.array([along, along + across, across])).T, color=PURPLE, linewidth=1)


def unit():
    """A perceptron as a diagram, and beside it the step by which it answers and the sigmoid that may stand for it."""
    fig, (ax, side) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.01, right=0.98, bottom=0.2, wspace=0.12)
    ax.axis("off")
    names = [("1", "b"), ("$x_1$", "$w_1$"), ("$x_2$", "$w_2$"), ("$x_3$", "$w_3$")]
    for row, (name, weight) in enumerate(names):
        y = 3 - row
        ax.plot([0.55, 2.7], [y, 1.5], color=QUIET if row == 0 else BLUE, linewidth=1.5, zorder=1)
        ax.text(0.4, y, name, ha="right", va="center", fontsize=12)
        ax.annotate(weight, (1.3, y + (1.5 - y) * 0.75 / 2.15), (0, 4), textcoords="offset points", ha="center")
    box = {"boxstyle": "round,pad=0.45", "facecolor": "white", "edgecolor": INK}
    for at, text in ((2.9, "$z$"), (4.6, "sign\nof $z$")):
        ax.text(at, 1.5, text, ha="center", va="center", fontsize=12, bbox=box)
    arrow(ax, (3.2, 1.5), (4.05, 1.5), width=1.4)
    arrow(ax, (5.2, 1.5), (6.1, 1.5), width=1.4)
    ax.text(6.2, 1.5, r"$\hat y$", va="center", fontsize=13)
    ax.set(xlim=(0, 6.8), ylim=(-0.5, 3.4))
    z = np.linspace(-6, 6, 241)
    side.step([-6, 0, 6], [0, 0, 1], where="pre", color=INK)
    side.plot(z, 1 / (1 + np.exp(-z)), color=BLUE)
    side.text(0.4, 0.03, "step", color=INK)
    side.text(-5.9, 0.16, "sigmoid", color=BLUE)
    side.set(xlim=(-6, 6), ylim=(-0.05, 1.1), xticks=[-4, 0, 4], yticks=[0, 0.5, 1], xlabel="score $z$")


def one_update(w, x):
    """A correction in three panels: the old line with a point on its wrong side, the sum of two arrows, the new line.

    The line goes through the origin; w, shape (2,), and a point x of the class +1, shape (2,).
    """
    w, x = np.asarray(w, dtype=float), np.asarray(x, dtype=float)
    fig, axes = plt.subplots(1, 3, figsize=(7.4, 2.9))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.86, wspace=0.08)
    titles = ("1. it should be blue", "2. add x to w", "3. the line has turned")
    for ax, title, v in zip(axes, titles, (w, w, w + x), strict=True):
        frame(ax, (-1.9, 2.3), (-1.6, 2.4), title)
        if ax is not axes[1]:
            halves(ax, v, 0)
            boundary(ax, v, 0)
            arrow(ax, (0, 0), v)
        ax.plot(*x, "s", color=BLUE, markersize=8, zorder=3)
        ax.annotate(r"$\mathbf{x}$", x, (-5, 8), textcoords="offset points", ha="right", fontsize=12, color=BLUE)
    left, middle, right = axes
    ring(left, x, 17, 1.8)
    left.annotate(r"$\mathbf{w}$", w, (5, -10), textcoords="offset points", fontsize=13)
    for start, end, colour in (((0, 0), w, INK), (w, w + x, BLUE), ((0, 0), w + x, GREEN)):
        arrow(middle, start, end, colour)
    middle.annotate(r"$\mathbf{w}$", w, (5, -10), textcoords="offset points", fontsize=13)
    middle.annotate(r"$\mathbf{w} + \mathbf{x}$", w + x, (-4, 8), textcoords="offset points", fontsize=13, color=GREEN)
    right.annotate(r"new $\mathbf{w}$", w + x, (8, -20), textcoords="offset points", ha="center", fontsize=12)


def states(X, y, max_iter=100):
    """The corrections of a run: (b, w1, w2) after each of them, with the row that asked for it; the first has none."""
    visits = learn(X, y, max_iter=max_iter)
    changes = [(visit.after, number % len(X)) for number, visit in enumerate(visits) if visit.wrong]
    return [((0.0, 0.0, 0.0), None), *changes]


def correction(X, y, run, number):
    """A perceptron after so many corrections of a run (`states`), in words and as a line with its normal vector.

    X, shape (n, 2); y, -1 and +1, shape (n,). The line before the last correction is dashed; the point that asked for
    it has a ring.
    """
    X, last = np.asarray(X, dtype=float), min(number, len(run) - 1)
    (b, *w), row = run[last]
    ax = wide_axes()
    frame(ax, *window(X, (-1.4, 2.6), (-1.4, 1.4)), ticks=True)
    ax.set(xlabel="", ylabel="")
    limits = ax.axis()
    if any(w) or b:  # without w all points are on one side
        halves(ax, w, b)
    if last and any(run[last - 1][0][1:]):
        before, *old = run[last - 1][0]
        boundary(ax, old, before, color=QUIET, linestyle="--", linewidth=1.3)
    if any(w):
        boundary(ax, w, b)
        _normal(ax, np.asarray(w), b, limits)
    class_points(ax, X, y, SIGNS, size=8)
    if row is not None and last == number:
        ring(ax, X[row], 19, 1.8)
    ax.axis(limits)
    mistakes = sum(is_wrong(score(x, w, b), label) for x, label in zip(X, y, strict=True))
    words = f"after {last} correction{'s' * (last != 1)}: b = {b:.3g}, w = ({w[0]:.3g}, {w[1]:.3g})"
    words += f"; wrong on {mistakes} of {len(X)}"
    return words if last == number else f"at rest {words}"


def _normal(ax, w, b, limits, length=0.7):
    """An arrow in the direction of w, from where the middle of the axes is nearest to the line, if it can be seen."""
    (left, right), (low, high) = limits[:2], limits[2:]
    unit, middle = w / np.hypot(*w), np.array([left + right, low + high]) / 2
    foot = middle - (middle @ w + b) / (w @ w) * w
    tip = foot + length * unit
    if all(left < x < right and low < y < high for x, y in (foot, tip)):
        arrow(ax, foot, tip)
        ax.annotate(r"$\mathbf{w}$", tip, (5, 5), textcoords="offset points")


def four_lines(X, y, far, models, limits):
    """The boundaries of several fitted models among points, shape (n, 2), and a point far out, or None; in words.

    `models`: a dictionary from a name to (w, b, mistakes); `limits`: of the axes.
    """
    ax = wide_axes()
    ax.set(**dict(zip(("xlim", "ylim"), window(X, *limits), strict=True)))
    frame_limits = ax.axis()
    class_points(ax, X, y, SIGNS, size=7)
    if far is not None:
        ax.plot(*far, "s", color=BLUE, markersize=10, markeredgecolor=INK, zorder=4)
    looks = zip(models.items(), (INK, ORANGE, BLUE, GREEN), ("-", "--", "-", ":"), (1.3, 2.2, 2.2, 2.6), strict=True)
    for place, ((name, (w, b, mistakes)), colour, style, width) in enumerate(looks):
        boundary(ax, w, b, color=colour, linestyle=style, linewidth=width)
        at = (0.99, 0.95 - 0.075 * place)
        box = {"boxstyle": "square,pad=0.1", "facecolor": "white", "linewidth": 0}
        look = {"ha": "right", "va": "center", "bbox": box}
        ax.annotate(f"{name}: {mistakes} wrong", at, xycoords="axes fraction", color=colour, **look)
    ax.axis(frame_limits)
    return "wrong: " + ", ".join(f"{name} {mistakes}" for name, (_, _, mistakes) in models.items())
