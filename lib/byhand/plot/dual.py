"""Drawings of the chapter on the dual of support vector machines: hills with walls, steps of a solver, convex hulls."""

import math

import matplotlib.pyplot as plt
import numpy as np

from byhand.dual import dual_objective
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, colour_of, plane, wide_axes, window
from byhand.plot.svm import frame, machine, ring, street


def hill(X, y, model, top, C, xlim, ylim, view=((-0.2, 0.6), (-0.2, 0.6))):
    """The dual of three points as a hill over two multipliers, the third being their sum; and the street of its top.

    Rows 1 and 2 of X have the label +1, row 3 has -1. `model`: the fitted `SVC`; `top`: where the hill is highest when
    multipliers may have any value, shape (2,); `view`: the limits of both multipliers.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.3))
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.15, wspace=0.16)
    apart = np.asarray(X[:2], dtype=float) - X[2]
    low, high = np.array(view).T
    a = plane(*view, 60)
    W = 2 * a.sum(axis=1) - 0.5 * ((a @ apart) ** 2).sum(axis=1)
    seen = bool(((low < top) & (top < high)).all())
    highest = float(top.sum()) if seen else model.dual_objective_
    levels = np.sort(highest - np.array([0.01, 0.05, 0.12, 0.25, 0.5, 1, 2]))
    left.contour(a[:60, 0], a[::60, 1], W.reshape(60, 60), levels, colors=QUIET, linewidths=0.7, linestyles="solid")
    most = min(C, 4.0)  # beyond all views
    left.fill([0, most, 0], [0, 0, most], color=GREEN, alpha=0.2, linewidth=0)
    left.plot([0, most, 0, 0], [0, 0, most, 0], color=GREEN, linewidth=1.3)
    if seen:
        left.plot(*top, "x", color=QUIET, markersize=8, mew=1.8)
    left.plot(*model.alpha_[:2], "o", color=ORANGE, markersize=9, clip_on=False, zorder=5)
    ticks = [tick for tick in (-1, 0, 0.25, 0.5, 1) if high.max() < 1 or tick % 1 == 0]
    left.set(xlim=view[0], ylim=view[1], aspect="equal", xlabel="α₁", ylabel="α₂", title="the hill and its walls")
    left.set(xticks=[t for t in ticks if low[0] <= t <= high[0]], yticks=[t for t in ticks if low[1] <= t <= high[1]])
    start = low + (high - low) * [0.84, 0.9]
    rise = 2 - apart @ apart.T @ start  # the slope of W there
    tip = start + 0.25 * (high - low).min() * rise / math.hypot(*rise)
    left.annotate(
        "uphill", tip, start, ha="center", va="center", color=INK, arrowprops={"arrowstyle": "->", "color": INK}
    )
    frame(right, xlim, ylim, "its street", ticks=True)
    machine(right, X, y, model, size=7)
    for number, (x1, x2) in enumerate(X, 1):
        right.annotate(str(number), (x1, x2), (8, 6), textcoords="offset points")


def sweeps(ax, A, b, path, limits):
    r"""The way of a coordinate ascent, shape (m, 2), on level lines of $b \cdot a - \frac12 a^T A a$, and the top."""
    A, b = np.array(A, dtype=float), np.array(b, dtype=float)
    best = np.linalg.solve(A, b)
    a = plane(limits, limits)
    W = a @ b - 0.5 * ((a @ A) * a).sum(axis=1)
    top = b @ best / 2
    levels = top - (top - W.min()) * np.linspace(0.95, 0.03, 9) ** 2
    ax.contour(a[:60, 0], a[::60, 1], W.reshape(60, 60), levels, colors=QUIET, linewidths=0.6, linestyles="solid")
    ax.plot(*best, "+", color=INK, markersize=10, markeredgewidth=1.6)
    ax.plot(*path.T, "o-", color=BLUE, markersize=4, linewidth=1.5)
    ax.set(xlabel="a₁", ylabel="a₂", xlim=limits, ylim=limits, aspect="equal")


def ascent(A, b, path, step, limits):
    """`sweeps` up to a step; and beside it how far each step is from the top, on a scale of factors."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[4, 3], figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.08, right=0.97, bottom=0.15, wspace=0.28)
    sweeps(left, A, b, path[: step + 1], limits)
    left.set(title="along one axis, then the other")
    far = np.maximum(np.hypot(*(path - np.linalg.solve(A, b)).T), 1e-6)  # what is at the top lies at the bottom
    right.semilogy(far, color=QUIET, linewidth=1.2)
    right.semilogy(far[: step + 1], color=BLUE)
    right.plot(step, far[step], "o", color=ORANGE, markersize=7, clip_on=False, zorder=4)
    right.set(xlim=(0, len(path) - 1), ylim=(1e-6, 4), xlabel="step", title="distance from the top")


def pair_moves(X, y, classes, score, K, signs, step, before, C, values, k, xlim, ylim):
    """Step k of `smo`: the pair among the points, each as large as its multiplier, with the boundary so far; the pair
    in its box; and the climb of W.

    `score`: f after the step, a function from points, shape (n, 2), to shape (n,); `before`: the multipliers before it;
    `values`: W after 0, 1, 2, ... steps.
    """
    fig, (left, middle, right) = plt.subplots(1, 3, width_ratios=[5, 3, 3], figsize=(7.4, 2.9))
    fig.subplots_adjust(left=0.02, right=0.96, wspace=0.3)
    grid = plane(xlim, ylim, 36)
    left.contour(grid[:36, 0], grid[::36, 1], score(grid).reshape(36, 36), [0], colors=INK)
    for row, share in enumerate(step.alpha / C):
        class_points(left, X[[row]], np.asarray(y)[[row]], classes, size=4 + 6 * share)
    ring(left, X[[step.i, step.j]], size=15)
    left.set(xlim=xlim, ylim=ylim, xticks=[], yticks=[], title="the pair, and the boundary")
    pair_on_its_segment(middle, K, signs, step, before, C)
    climb(right, values, k)


def pair_on_its_segment(ax, K, y, step, before, C):
    """The two multipliers of a `PairStep` in their box, the segment that they may move on, and level lines of W.

    `before`: all multipliers before the step, shape (n,).
    """
    grid = plane((0, C), (0, C), 30)
    K, y, pair = np.asarray(K, dtype=float), np.asarray(y, dtype=float), [step.i, step.j]
    moves = (grid - step.old) * y[pair]
    W = dual_objective(K, y, before) + grid.sum(axis=1) - step.old.sum()
    slopes = (K @ (before * y))[pair]
    W -= moves @ slopes + 0.5 * ((moves @ K[np.ix_(pair, pair)]) * moves).sum(axis=1)
    ax.contour(grid[:30, 0], grid[::30, 1], W.reshape(30, 30), 8, colors=QUIET, linewidths=0.5, linestyles="solid")
    ax.plot(*step.ends.T, color=GREEN, linewidth=3, alpha=0.6, solid_capstyle="butt")
    ax.plot(*np.stack([step.old, step.new]).T, color=INK, linewidth=1.5)
    ax.plot(*step.old, "o", color="white", markeredgecolor=INK, markersize=7, clip_on=False, zorder=4)
    ax.plot(*step.new, "o", color=ORANGE, markersize=8, clip_on=False, zorder=5)
    ax.set(xlim=(0, C), ylim=(0, C), xticks=[0, C], yticks=[0, C], xticklabels=["0", "C"], yticklabels=["0", "C"])
    ax.set(aspect="equal", title=f"rows {step.i + 1} and {step.j + 1}")
    ax.set_xlabel(f"α of row {step.i + 1}", labelpad=-8)
    ax.set_ylabel(f"α of row {step.j + 1}", labelpad=-8)
    ax.spines[["top", "right"]].set_visible(True)


def climb(ax, values, k):
    """The objective after 0, 1, 2, ... steps, shape (m,), with step k marked."""
    ax.plot(values, color=QUIET, linewidth=1.2)
    ax.plot(values[: k + 1], color=BLUE)
    ax.plot(k, values[k], "o", color=ORANGE, markersize=7, clip_on=False, zorder=4)
    ax.set(xlim=(0, len(values) - 1), ylim=(0, 1.05 * max(values)), xticks=[0, len(values) - 1], xlabel="step")
    ax.set(yticks=[0, round(float(values[-1]), 1)], title="W")


def floor_and_ceiling(floors, ceilings, k):
    """Values of the dual and of the primal after 0, 1, 2, ... steps, shape (m,), the band between them up to step k;
    and beside it the gap on a scale of factors.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[4, 3], figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.07, right=0.97, bottom=0.16, wspace=0.25)
    steps, gaps, last = np.arange(len(floors)), ceilings - floors, len(floors) - 1
    left.fill_between(steps[: k + 1], floors[: k + 1], ceilings[: k + 1], color=PURPLE, alpha=0.15, linewidth=0)
    left.plot([k, k], [floors[k], ceilings[k]], color=PURPLE, linewidth=1.5)
    for values, colour, name, off in ((ceilings, BLUE, "lowest J so far", 9), (floors, ORANGE, "W", -14)):
        left.plot(steps, values, color=colour, linewidth=1, alpha=0.35)
        left.plot(steps[: k + 1], values[: k + 1], color=colour)
        left.plot(k, values[k], "o", color=colour, markersize=7, clip_on=False, zorder=4)
        place = (last, values[-1])
        left.annotate(name, place, (0, off), textcoords="offset points", color=colour, ha="right")
    left.set(xlim=(0, last), ylim=(0, 1.05 * ceilings.max()), xlabel="step", title="a floor and a ceiling")
    right.semilogy(gaps, color=QUIET, linewidth=1.2)
    right.semilogy(gaps[: k + 1], color=PURPLE)
    right.plot(k, gaps[k], "o", color=PURPLE, markersize=7, clip_on=False, zorder=4)
    right.set(xlim=(0, last), ylim=(gaps.min() / 2, 2 * gaps.max()), xlabel="step", title="the gap between them")


def cost_of_slope(slopes, parts, best, title):
    """An objective of one weight as the sum of its two parts, each a pair (name, values); its lowest point marked."""
    fig, ax = plt.subplots(figsize=(7.0, 3.4))
    fig.subplots_adjust(left=0.06, right=0.82)
    (first, size), (second, losses) = parts
    ax.plot(slopes, size, color=GREEN, linewidth=1.4)
    ax.plot(slopes, losses, color=PURPLE, linewidth=1.4)
    ax.plot(slopes, size + losses, color=INK)
    ax.axvline(best, color=QUIET, linewidth=1, linestyle="--")
    ax.plot(best, np.interp(best, slopes, size + losses), "o", color=INK, markersize=7)
    for row, (name, colour) in enumerate((("sum", INK), (first, GREEN), (second, PURPLE))):
        ax.text(1.02, 0.97 - 0.1 * row, name, color=colour, transform=ax.transAxes, va="top")
    ax.set(xlabel="w", xlim=(slopes[0], slopes[-1]), xticks=[0, 0.5, 1, 1.5, 2], title=title)
    ax.set(ylim=(0, 2), yticks=[0, 1, 2])


def bands(X, y, classes, model, w, b):
    """Points of two classes that the reader may move, each class in its convex hull; the shortest link between the
    hulls; and a street, given by its w and b, or None for none.

    `model`: the hard margin of the points, an `SVC`, whose multipliers say where the link ends; None if the hulls meet.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    ax = wide_axes()
    ax.figure.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.99)
    frame(ax, *window(X))
    if w is not None:
        street(ax, w, b)
    for name, colour in colour_of(classes).items():
        corners = hull(X[y == name])
        ax.fill(*corners.T, facecolor=colour, alpha=0.12, edgecolor="none", zorder=1)
        ax.plot(*np.vstack([corners, corners[:1]]).T, color=colour, linewidth=1.5, zorder=2)
    class_points(ax, X, y, classes, size=7)
    if model is not None:
        link = np.array([(part := model.alpha_ * (y == name)) @ X / part.sum() for name in classes])
        ax.plot(*link.T, "o-", color=PURPLE, linewidth=2.4, markersize=5, zorder=4)
        ring(ax, model.support_vectors_, size=15, width=1.6)


def hull(X):
    """The corners of the convex hull of points, shape (n, 2), one after the other as one walks around it.

    >>> hull([[0, 0], [2, 0], [1, 1], [0, 2], [2, 2], [1, 0]]).tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]
    """
    X = np.unique(np.asarray(X, dtype=float), axis=0)  # from left to right
    if len(X) < 3:
        return X
    return np.array(_below(X) + _below(X[::-1]))


def _below(X):
    """The corners of the hull from the first point to the last, which is left out, that have all others on the left."""
    chain = []
    for point in X:
        while len(chain) > 1 and _turn(chain[-1] - chain[-2], point - chain[-1]) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(v, w):
    """Above 0 if one turns left from one direction to the other."""
    return v[0] * w[1] - v[1] * w[0]
