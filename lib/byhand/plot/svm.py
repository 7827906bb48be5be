"""Drawings of the chapter on support vector machines."""

import math

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    QUIET,
    class_points,
    colour_of,
    plane,
    regions,
    wide_axes,
    window,
)

SIGNS = (-1, 1)  # the labels of the two classes


def boundary(ax, w, b, level=0.0, **look):
    """The line where w · x + b has a value, across the whole of the axes, whose limits must be set."""
    ends = _along(ax, np.asarray(w, dtype=float), b - level)
    ax.plot(*ends.T, **{"color": INK, "linewidth": 1.6, "zorder": 2} | look)


def street(ax, w, b, colour=GREEN, **look):
    """The boundary, its two edges where w · x + b = -1 and +1, and the strip between them shaded."""
    w = np.asarray(w, dtype=float)
    low, high = (_along(ax, w, b - level) for level in SIGNS)
    ax.fill(*np.concatenate([low, high[::-1]]).T, color=colour, alpha=0.13, linewidth=0, zorder=0)
    for level in SIGNS:
        boundary(ax, w, b, level, color=colour, linewidth=1.1, linestyle="--")
    boundary(ax, w, b, **look)


def slack_lines(ax, X, y, w, b):
    """From each point that is on the wrong side of its edge, shape (n, 2), the shortest way back to the edge."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y, dtype=float), np.asarray(w, dtype=float)
    slacks = 1 - y * (X @ w + b)
    late = slacks > 1e-6
    feet = X[late] + (y * slacks)[late, None] * w / (w @ w)
    pairs = np.stack([X[late], feet, np.full_like(feet, math.nan)], axis=1)  # a gap after each pair
    ax.plot(*pairs.reshape(-1, 2).T, color=PURPLE, linewidth=1.3, zorder=2)


def ring(ax, X, size=12, width=1.1):
    """A ring around each of these points, shape (n, 2)."""
    X = np.asarray(X, dtype=float).reshape(-1, 2)
    ax.plot(*X.T, "o", markersize=size, markerfacecolor="none", markeredgecolor=INK, markeredgewidth=width, zorder=4)


def star(ax, point, colour):
    """A point that stands out from the others of its class, which has this colour."""
    ax.plot(*point, "*", color=colour, markersize=15, markeredgecolor=INK, markeredgewidth=0.8, zorder=5)


def frame(ax, xlim, ylim, title="", ticks=False):
    """Axes of a plane that hold at least these limits and in which a unit is as long up as across."""
    limits, size = np.array([xlim, ylim]), ax.get_position().size * ax.figure.get_size_inches()
    half = size * (np.diff(limits, axis=1).ravel() / size).max() / 2
    xlim, ylim = limits.mean(axis=1)[:, None] + np.outer(half, SIGNS)
    ax.set(xlim=xlim, ylim=ylim, title=title)
    if ticks:  # at even numbers, so that coordinates can be read
        across, up = (range(2 * math.ceil(low / 2), math.floor(high) + 1, 2) for low, high in (xlim, ylim))
        ax.set(xlabel="$x_1$", ylabel="$x_2$", xticks=across, yticks=up)
    else:
        ax.set(xticks=[], yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)


def machine(ax, X, y, model, size=5):
    """A fitted machine in the plane, on axes whose limits are set: points, street, slacks, support vectors ringed.

    A thick ring is for a point on its edge, a thin one for a point on the wrong side of it.
    """
    X, reach = np.asarray(X, dtype=float), y * model.decision_function(X)
    street(ax, model.coef_, model.intercept_)
    slack_lines(ax, X, y, model.coef_, model.intercept_)
    class_points(ax, X, y, SIGNS, size=size)
    ring(ax, X[reach < 1 - 1e-6], size=2 * size, width=0.6)
    ring(ax, X[np.abs(reach - 1) <= 1e-6], size=2 * size + 2, width=1.7)


def candidates(X, y, lines, best, xlim, ylim):
    """Several lines (w, b, place of the label) that separate the points; and beside them the widest street."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(6.4, 4.4))
    fig.subplots_adjust(left=0.09, bottom=0.13, wspace=0.16)
    for ax, title in ((left, "Which line?"), (right, "The widest street")):
        frame(ax, xlim, ylim, title, ticks=True)
        class_points(ax, X, y, SIGNS, size=8)
    right.set_ylabel("")
    for name, (w, b, place), colour in zip("123", lines, (PURPLE, GREEN, QUIET), strict=True):
        boundary(left, w, b, color=colour)
        left.text(*place, name, color=colour, fontsize=12, fontweight="bold")
    street(right, *best)
    reach = np.abs(np.asarray(X) @ np.asarray(best[0]) + best[1])
    ring(right, np.asarray(X)[np.abs(reach - 1) < 1e-9], size=15)


def guesses(panels):
    """The street that each guess at the support vectors leads to, with the rows that were guessed in rings.

    `panels`: for each guess its points, their labels, its rows, the street (w, b) and a word on it.
    """
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.12, top=0.88, wspace=0.08)
    for ax, (X, y, rows, (w, b), word) in zip(axes, panels, strict=True):
        X = np.asarray(X, dtype=float)
        frame(
            ax, *zip(X.min(axis=0) - 1, X.max(axis=0) + 1, strict=True), "rows " + ", ".join(str(n + 1) for n in rows)
        )
        street(ax, w, b)
        class_points(ax, X, y, SIGNS, size=6)
        ring(ax, X[rows])
        for number, place in enumerate(X, 1):
            ax.annotate(str(number), place, (7, 5), textcoords="offset points", fontsize=8)
        ax.set_xlabel(word)


def distance_from_line(X, y, w, b, row, xlim, ylim):
    """The line f = 0 and its edges f = -1 and 1, the arrow w, and the way from one point straight to the line.

    The labels have their places for lines that fall steeply from left to right.
    """
    X, w = np.asarray(X, dtype=float), np.asarray(w, dtype=float)
    fig, ax = plt.subplots(figsize=(5.0, 4.9))
    fig.subplots_adjust(left=0.1, right=0.98, bottom=0.12, top=0.97)
    frame(ax, xlim, ylim, ticks=True)
    street(ax, w, b)
    class_points(ax, X, y, SIGNS, size=8)
    low = ylim[0] + 0.3
    for level in (-1, 0, 1):  # that of the edge on the left is to the left of it
        place = (level - b - w[1] * low) / w[0] + (-0.12 if level > 0 else 0.12)
        ax.text(place, low, f"f = {level}".replace("-", "−"), ha="right" if level > 0 else "left", va="center")
    foot = X[row] - (w @ X[row] + b) / (w @ w) * w
    ax.plot(*np.array([X[row], foot]).T, color=PURPLE, linewidth=2)
    across, along = -w / math.hypot(*w), np.array([-w[1], w[0]]) / math.hypot(*w)
    along *= np.sign(along[1])  # upwards
    corner = foot - 0.22 * np.array([along, along + across, across])  # a small square for the right angle
    ax.plot(*corner.T, color=PURPLE, linewidth=1)
    ax.text(*((X[row] + foot) / 2 + [0.54, -0.5]), r"$|f|\,/\,\Vert\mathbf{w}\Vert$", color=PURPLE, ha="center")
    start = foot + 2.5 * along
    edge = start + across / math.hypot(*w)
    ax.annotate(
        "", edge, start, arrowprops={"arrowstyle": "<->", "color": GREEN, "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0}
    )
    ax.text(edge[0] + 0.15, edge[1], r"$1\,/\,\Vert\mathbf{w}\Vert$", color=GREEN, va="center")
    root = start + 1.4 * along
    ax.annotate(
        "", root + w, root, arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 2, "shrinkA": 0, "shrinkB": 0}
    )
    ax.text(*(root + w / 2 + [-0.1, 0.27]), r"$\mathbf{w}$", ha="center", va="center", fontsize=13)


def slacks(X, y, model, xlim, ylim):
    """A machine in the plane, with the slack of each point that has one written beside it."""
    fig, ax = plt.subplots(figsize=(4.6, 4.4))
    fig.subplots_adjust(left=0.13, right=0.98, bottom=0.13)
    frame(ax, xlim, ylim, f"C = {model.C:g}", ticks=True)
    machine(ax, X, y, model, size=8)
    for (x1, x2), slack in zip(X, model.slacks_, strict=True):
        if slack > 1e-6:
            off, side = ((10, 9), "left") if slack > 1 else ((0, 13), "center")  # clear of the lines of the street
            paper = {"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.5}
            ax.annotate(f"ξ = {slack:.1f}", (x1, x2), off, textcoords="offset points", ha=side, bbox=paper)


def margin_losses():
    """Three losses against y f: a mistake counted as 1, the hinge, and the logistic loss in bits."""
    fig, ax = plt.subplots(figsize=(6.6, 3.2))
    fig.subplots_adjust(left=0.08, right=0.97)
    reach = np.linspace(-2, 3, 201)
    ax.step([-2, 0, 3], [1, 1, 0], color=QUIET, linewidth=1.6)
    ax.plot(reach, np.maximum(0, 1 - reach), color=PURPLE)
    ax.plot(reach, np.log2(1 + np.exp(-reach)), color=BLUE, linewidth=1.6)
    for x, height, name, colour in (
        (-1.9, 0.8, "0–1: a mistake or none", QUIET),
        (-1.1, 2.25, "hinge", PURPLE),
        (1.2, 0.55, "logistic", BLUE),
    ):
        ax.text(x, height, name, color=colour)
    for x, word in ((-1, "over the line"), (0.5, "street"), (2, "beyond its edge")):
        ax.text(x, 2.85, word, color=INK, ha="center")
    for x in (0, 1):
        ax.axvline(x, color=QUIET, linewidth=0.8, linestyle="--", zorder=0)
    ax.set(xlim=(-2, 3), ylim=(0, 3.1), xticks=[-2, -1, 0, 1, 2, 3], yticks=[0, 1, 2, 3], xlabel="y f", ylabel="loss")


def own_line(X, y, w, b, margins, best, xlim, ylim):
    """Points and a line with the widest empty street around it; and the signed distance of each point as a bar.

    `w`: of length 1; `margins`: the signed distances, shape (n,); `best`: the greatest that the least can be.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[6, 5], figsize=(6.6, 4.0))
    fig.subplots_adjust(left=0.08, bottom=0.13, wspace=0.25)
    frame(left, xlim, ylim, "Your line", ticks=True)
    left.set(xticks=[0, 4], yticks=[0, 4, 8])
    least = margins.min()
    if least > 0:
        street(left, w / least, b / least)
    else:
        boundary(left, w, b)
    class_points(left, X, y, SIGNS, size=8)
    ring(left, X[margins < least + 0.02], size=15)
    order = np.lexsort((X[:, 1], y))
    right.barh(range(len(y)), margins[order], color=[ORANGE if y[n] < 0 else BLUE for n in order], height=0.6)
    right.axvline(best, color=GREEN, linewidth=1.2, linestyle="--")
    right.text(best, len(y) - 0.4, " the best", color=GREEN)
    right.axvline(0, color=QUIET, linewidth=0.8)
    right.set_yticks(range(len(y)), [f"({a}, {c})" for a, c in X[order]])
    right.set(xlim=(-2, 6), ylim=(-0.6, len(y)), xticks=[0, 2, 4], xlabel="signed distance")
    right.tick_params(axis="y", length=0)
    right.spines["left"].set_visible(False)


def price(X, y, model, xlim, ylim, prices, curves, C):
    """A machine in the plane; and curves against the price C on two scales, with this price marked.

    `curves`: a dictionary from a name to (values for each of `prices`, their upper limit).
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.7))
    fig.subplots_adjust(left=0.01, wspace=0.12, right=0.93)
    frame(left, xlim, ylim, f"C = {C:g}")
    machine(left, X, y, model)
    place = list(prices).index(C)
    for row, ((name, (values, top)), colour) in enumerate(zip(curves.items(), (GREEN, PURPLE), strict=True)):
        ax = right if row == 0 else right.twinx()
        ax.plot(prices, values, color=colour, linewidth=1.6)
        ax.plot(C, values[place], "o", color=colour, markersize=7)
        ax.set(ylim=(0, top), yticks=[0, top])
        ax.tick_params(axis="y", colors=colour, length=0)
        ax.text(0.05 + 0.5 * row, 0.99, name, color=colour, transform=ax.transAxes, va="top")
    right.set(xscale="log", xlabel="C")
    right.set_xticks([0.01, 1, 100], ["0.01", "1", "100"])
    right.minorticks_off()


def hard_and_soft(panels, X, y, moved, xlim, ylim):
    """The machines of several prices side by side, a dictionary from a title to a machine or, if there is none, None.

    `moved`: the row that is marked.
    """
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 3.5))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.04, wspace=0.06)
    for ax, (title, model) in zip(axes, panels.items(), strict=True):
        frame(ax, xlim, ylim, title)
        if model is None:
            class_points(ax, X, y, SIGNS, size=6)
            ax.text(0.5, 0.06, "no line separates them", transform=ax.transAxes, ha="center", color=PURPLE)
        else:
            machine(ax, X, y, model, size=6)
        star(ax, X[moved], ORANGE if y[moved] < 0 else BLUE)


def side_by_side(panels, X, y, xlim, ylim):
    """Several machines for the same points, a dictionary from a name to a machine; the title counts its rings."""
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 2.8))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.04, wspace=0.06)
    for ax, (name, model) in zip(axes, panels.items(), strict=True):
        frame(ax, xlim, ylim, f"{name}: {len(model.support_)} rings")
        machine(ax, X, y, model, size=4)


def _along(ax, w, b):
    """Two points on the line w · x + b = 0, shape (2, 2), beyond the limits of the axes."""
    corner = np.array([ax.get_xlim(), ax.get_ylim()])
    middle, reach = corner.mean(axis=1), float(np.hypot(*np.diff(corner, axis=1).ravel()))
    foot = middle - (w @ middle + b) / (w @ w) * w
    way = np.array([-w[1], w[0]]) / math.sqrt(w @ w)
    return np.array([foot - reach * way, foot + reach * way])


# ---- kernels


def kernel_machine(ax, model, X, y, xlim, ylim, cells=60, size=4.5):
    """The regions of a fitted `SVC` with its boundary and the edges of its margin, and the points.

    Inside the margin, where |f| < 1, the colour is fainter. Support vectors are ringed, with a bold ring those that
    stand on an edge, 0 < α < C.
    """
    field(ax, model.decision_function, model.classes_, xlim, ylim, cells)
    class_points(ax, X, y, model.classes_, size)
    on_edge = model.alpha_[model.support_] < model.C
    for rows, width in ((on_edge, 1.6), (~on_edge, 0.6)):
        ax.plot(*model.support_vectors_[rows].T, "o", markersize=2 * size, mfc="none", mec=INK, mew=width, zorder=4)


def own_machine(X, y, model):
    """A `kernel_machine` on points that the reader may move, in axes that hold them all."""
    kernel_machine(wide_axes(), model, X, y, *window(X), size=7)


def kernel_picture(model, X, y, xlim, ylim, title):
    """A figure of a `kernel_machine` alone."""
    fig, ax = plt.subplots(figsize=(6.4, 3.5))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.9)
    kernel_machine(ax, model, X, y, xlim, ylim)
    ax.set_title(title)


def field(ax, score, classes, xlim, ylim, cells=60):
    """The plane in the colours of two classes by the sign of f, fainter where |f| < 1, with the lines f = -1, 0 and 1.

    `score`: f, a function from points, shape (n, 2), to shape (n,).
    """
    grid = plane(xlim, ylim, cells)
    f = score(grid)
    regions(ax, xlim, ylim, np.asarray(classes)[(f > 0).astype(int)], classes)
    x, y, f = grid[:cells, 0], grid[::cells, 1], f.reshape(cells, cells)
    if f.min() < 1 and f.max() > -1:
        ax.contourf(x, y, f, [-1, 1], colors="white", alpha=0.4)
    ax.contour(x, y, f, [-1, 0, 1], colors=INK, linewidths=[0.8, 1.6, 0.8], linestyles=["--", "-", "--"])
    ax.set(xlim=x[[0, -1]], ylim=y[[0, -1]], xticks=[], yticks=[])


def paraboloid(ax, X, y, classes, lift, model=None, turn=30, tilt=20):
    """Points of a square from -2 to 2 at the height lift · (a² + b²) above it, each with a line down to its place.

    Rings show the surface that the points lie on. `model`: an `SVC` of the points (a, b, lift · (a² + b²)), whose plane
    is drawn, with the curve in which it meets the surface and the shadow of that curve; `turn`, `tilt`: where from, in
    degrees.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    tall = 0.45  # of the height is shown
    ground = 2.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    ax.fill(*_seen(ground, 0, turn, tilt).T, facecolor=QUIET, alpha=0.12, edgecolor=QUIET, linewidth=0.8)
    circle = np.linspace(0, 2 * np.pi, 61)
    circle = np.column_stack([np.cos(circle), np.sin(circle)])
    for radius in (0.5, 1, 1.5, 2):
        ax.plot(*_seen(radius * circle, tall * lift * radius**2, turn, tilt).T, color=QUIET, linewidth=0.5, alpha=0.6)
    height = lift * (X**2).sum(axis=1)
    feet, places = _seen(X, 0, turn, tilt), _seen(X, tall * height, turn, tilt)
    for name, colour in colour_of(classes).items():
        drops = np.stack([feet, places, np.full_like(feet, math.nan)], axis=1)[y == name]  # a gap after each
        ax.plot(*drops.reshape(-1, 2).T, color=colour, linewidth=0.9, alpha=0.45, zorder=2)
        ax.plot(*feet[y == name].T, "o", color=colour, markersize=1.8, alpha=0.8, zorder=2)
    class_points(ax, places, y, classes)
    if model is not None:
        *w, w_up = model.coef_
        above = height > -(X @ w + model.intercept_) / w_up
        corners = tall * -(ground @ w + model.intercept_) / w_up
        ax.fill(*_seen(ground, corners, turn, tilt).T, color=GREEN, alpha=0.28, linewidth=0, zorder=3)
        middle = -np.array(w) / (2 * lift * w_up)  # of the circle where lift (a² + b²) w_up + w · (a, b) + b = 0
        cut = middle + math.sqrt(middle @ middle - model.intercept_ / (lift * w_up)) * circle
        ax.plot(*_seen(cut, 0, turn, tilt).T, color=INK, linewidth=1, linestyle="--", zorder=2)
        ax.plot(*_seen(cut, tall * lift * (cut**2).sum(axis=1), turn, tilt).T, color=INK, linewidth=1.4, zorder=3)
        class_points(ax, places[above], y[above], classes)  # once more, over the plane
    ax.set(xlim=(-2.95, 2.95), ylim=(-1.15, 3.75), aspect="equal")
    ax.axis("off")


def lifted(X, y, classes, model, lift, turn, xlim, ylim, titles):
    """Points on paper and beside them lifted to a `paraboloid`, with boundary and plane of a machine unless it is None.

    `titles`: one for each picture.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.04, wspace=0.05)
    paraboloid(right, X, y, classes, lift, model, turn)
    if model is None:
        class_points(left, X, y, classes)
        left.set(xlim=xlim, ylim=ylim, xticks=[], yticks=[])
    else:
        kernel_machine(left, model, X, y, xlim, ylim, cells=50)
    left.set(aspect="equal")
    for ax, title in zip((left, right), titles, strict=True):
        ax.set_title(title)


def sum_of_bells(model, x, y, reach):
    """A radial machine on a line: the bell α y k of each support vector, in the colour of its class; b, dotted; and f.

    `x`: the points, shape (n,); `y`: their classes; `reach`: the two ends of the line.
    """
    line = np.linspace(*reach, 301)
    bells = model.kernel(line[:, None], model.support_vectors_) * model.dual_coef_
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    fig.subplots_adjust(left=0.08, right=0.9)
    for bell, weight in zip(bells.T, model.dual_coef_, strict=True):
        ax.plot(line, bell, "--", color=BLUE if weight > 0 else ORANGE, linewidth=1)
    f = bells.sum(axis=1) + model.intercept_
    ax.plot(line, f, color=INK)
    ax.text(line[-1], f[-1], " f", va="center")
    ax.text(line[-1], model.intercept_, " b", va="bottom", color=QUIET)
    for level, look in ((0, "-"), (model.intercept_, ":")):
        ax.axhline(level, color=QUIET, linewidth=0.8 if level == 0 else 1.3, linestyle=look)
    ring(ax, np.pad(model.support_vectors_, ((0, 0), (0, 1))))
    class_points(ax, np.column_stack([x, np.zeros(len(x))]), y, model.classes_, size=7)
    ax.set(xlim=reach, xlabel="x", ylabel="bells and their sum")


def degrees(model, X, y, xlim, ylim, degree, curves):
    """A polynomial machine of one degree; and beside it errors against the degree, this one marked.

    `curves`: from a name to the errors for degrees 1, 2, 3, ..., of which the first is drawn in blue.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[4, 3], figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.02, right=0.97, bottom=0.15, wspace=0.24)
    kernel_machine(left, model, X, y, xlim, ylim)
    left.set_title(f"degree {degree}")
    for (name, errors), colour, off in zip(curves.items(), (BLUE, PURPLE), (8, -15), strict=True):
        right.plot(np.arange(1, len(errors) + 1), errors, color=colour)
        right.plot(degree, errors[degree - 1], "o", color=colour, markersize=7, clip_on=False)
        right.annotate(name, (len(errors), errors[-1]), (0, off), textcoords="offset points", color=colour, ha="right")
    count = len(next(iter(curves.values())))
    right.set(xlim=(1, count), ylim=(0, 0.2), xticks=range(1, count + 1), xlabel="degree", title="share of mistakes")
    right.set(yticks=[0, 0.1, 0.2], yticklabels=["0 %", "10 %", "20 %"])


def tube(ax, x, y, model, xlim, ylim):
    """A regression and its tube: outcomes outside joined to the wall by purple lines, support vectors ringed.

    `x`, `y`: shape (n,); `model`: a fitted `SVR` of one feature.
    """
    line = np.linspace(*xlim, 161)
    f, half = model.predict(line[:, None]), model.epsilon
    ax.fill_between(line, f - half, f + half, color=GREEN, alpha=0.15, linewidth=0)
    for wall in (-half, half):
        ax.plot(line, f + wall, color=GREEN, linewidth=1, linestyle="--")
    ax.plot(line, f, color=INK)
    miss = y - model.predict(np.asarray(x)[:, None])
    out = np.abs(miss) > half + 1e-6
    for place, value, gap in zip(x[out], y[out], (miss - np.sign(miss) * half)[out], strict=True):
        ax.plot([place, place], [value, value - gap], color=PURPLE, linewidth=1.3, zorder=2)
    ax.plot(x, y, "o", color=BLUE, markersize=6, zorder=3)
    ring(ax, np.column_stack([x, y])[model.support_], size=11)
    ax.set(xlim=xlim, ylim=ylim, xlabel="x", ylabel="y")


def own_tube(x, y, model):
    """A `tube` around points that the reader may move, in axes that hold them all."""
    ax = wide_axes()
    ax.figure.subplots_adjust(left=0.11, right=0.97, bottom=0.16)
    tube(ax, x, y, model, *window(np.column_stack([x, y]), (-3.2, 3.2), (-2, 2)))


def tube_and_loss(x, y, model, xlim, ylim):
    """A `tube`; and beside it its loss against the miss, with the square and the absolute value for comparison."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[4, 3], figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.08, right=0.97, bottom=0.16, wspace=0.22)
    tube(left, x, y, model, xlim, ylim)
    left.set_title(f"ε = {model.epsilon:g}: the tube")
    miss, half = np.linspace(-2, 2, 201), model.epsilon
    right.plot(miss, miss**2, color=ORANGE, linewidth=1.3)
    right.plot(miss, np.maximum(0, np.abs(miss) - half), color=PURPLE)
    right.axvspan(-half, half, color=GREEN, alpha=0.15, linewidth=0)
    right.text(-0.75, 1.75, "square", color=ORANGE, ha="center")
    right.text(1.95, 0.75, "tube", color=PURPLE, ha="right")
    right.set(xlim=(-2, 2), ylim=(0, 2), xticks=[-2, -1, 0, 1, 2], yticks=[0, 1, 2], xlabel="y − f", title="loss")


def three_classes(X, y, classes, titles, predicted, xlim, ylim):
    """Clouds in a row with the regions of several classifiers; `predicted`: for each what it says over `plane`."""
    fig, axes = plt.subplots(1, len(titles), figsize=(7.4, 2.3))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.04, top=0.86, wspace=0.06)
    for ax, title, said in zip(axes, titles, predicted, strict=True):
        regions(ax, xlim, ylim, said, classes)
        class_points(ax, X, y, classes, size=4)
        ax.set(xticks=[], yticks=[], title=title)
        for name in classes:
            ax.text(X[y == name, 0].mean(), ylim[0] + 0.3, name, ha="center")


def width_and_price(model, X, y, xlim, ylim, gammas, prices, errors, perfect, gamma, C):
    """A machine of one width and one price; and the `error_map` of all, this one ringed."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[4, 3], figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.02, right=0.84, wspace=0.22)
    kernel_machine(left, model, X, y, xlim, ylim, cells=50)
    left.set_title(f"γ = {gamma:g}, C = {C:g}")
    error_map(right, gammas, prices, errors, perfect, gamma, C)
    right.set_title("mistakes on new points")


def error_map(ax, gammas, prices, errors, perfect, gamma, C):
    """Errors for each pair of settings as a map, shape (len(prices), len(gammas)), the best starred, one ringed.

    White up to 1.2 times the lowest error, then in three shades up to 1.5 times, up to twice, and more. A dot where
    `perfect`, of the same shape, is true.
    """
    limits, greys = errors.min() * np.array([1.2, 1.5, 2]), np.array([1.0, 0.74, 0.49, 0.24])
    shades = greys[np.digitize(errors, limits)]
    ax.imshow(shades, cmap="gray", vmin=0, vmax=1, origin="lower", aspect="auto", interpolation="nearest")
    for rows, look in (
        (errors <= errors.min() + 1e-9, {"marker": "*", "color": GREEN, "markersize": 9}),
        (perfect, {"marker": "o", "color": ORANGE, "markersize": 4}),
    ):
        ax.plot(*np.argwhere(rows)[:, ::-1].T, linestyle="none", **look)
    place = list(gammas).index(gamma), list(prices).index(C)
    ax.plot(*place, "o", mfc="none", mec=ORANGE, mew=2.5, markersize=15, clip_on=False)
    ax.set(xticks=range(0, len(gammas), 2), xticklabels=[f"{g:g}" for g in gammas[::2]], xlabel="γ", ylabel="C")
    ax.set(yticks=range(0, len(prices), 2), yticklabels=[f"{c:g}" for c in prices[::2]])
    ax.tick_params(length=0)
    words = [*(f"to {limit:.1%}" for limit in limits), "more"]
    patches = [plt.Rectangle((0, 0), 1, 1, facecolor=str(grey), edgecolor=QUIET) for grey in greys]
    ax.legend(patches, words, loc="upper left", bbox_to_anchor=(1, 1), frameon=False, handlelength=1)


def _seen(X, heights, turn, tilt):
    """Where points at heights above the plane appear to an eye that looks down at `tilt` degrees, shape (n, 2)."""
    turn, tilt = np.deg2rad([turn, tilt])
    across, away = X @ np.array([np.cos(turn), np.sin(turn)]), X @ np.array([-np.sin(turn), np.cos(turn)])
    return np.column_stack([across, away * np.sin(tilt) + heights * np.cos(tilt)])
