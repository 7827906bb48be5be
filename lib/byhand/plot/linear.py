"""Drawings of the chapter on linear regression."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY


def points(ax, x, y, **style):
    """The data as dots; x and y of shape (n,)."""
    ax.plot(x, y, "o", color=INK, markersize=5, zorder=3, **style)


def residuals(ax, x, y, predicted):
    """A line from each prediction to its point; all of shape (n,)."""
    ends = np.stack([np.column_stack([x, predicted]), np.column_stack([x, y])], axis=1)
    ax.add_collection(LineCollection(ends, colors=ORANGE, linewidths=1.6))


def residual_squares(ax, x, y, predicted):
    """The square over each residual, as wide as it is high on the page; the limits of `ax` must be set before."""
    box = ax.get_window_extent()
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    per_unit = (right - left) / box.width * box.height / (top - bottom)
    middle = np.mean(x)
    for place, value, guess in zip(x, y, predicted, strict=True):
        side = value - guess
        width = abs(side) * per_unit * (1 if place < middle else -1)  # towards the middle, where there is room
        ax.add_patch(Rectangle((place, guess), width, side, facecolor=ORANGE, alpha=0.22, linewidth=0))
    residuals(ax, x, y, predicted)


def error_bowl(ax, x, y, intercepts, slopes, here, best):
    """Contours of the SSE over intercept and slope, ends of both axes given, with two places: `here` and the `best`."""
    b0, b1 = np.meshgrid(np.linspace(*intercepts, 40), np.linspace(*slopes, 40))
    n, sx, sy, sxx, sxy, syy = len(x), x.sum(), y.sum(), x @ x, x @ y, y @ y
    error = n * b0**2 + 2 * b0 * b1 * sx + b1**2 * sxx - 2 * b0 * sy - 2 * b1 * sxy + syy
    lowest = error.min()
    levels = lowest + (error.max() - lowest) * np.array([0.002, 0.012, 0.04, 0.12, 0.35])
    ax.contour(b0, b1, error, levels, colors=SKY, linewidths=1)
    ax.plot(*best, "+", color=GREEN, markersize=11, markeredgewidth=2)
    ax.plot(*here, "o", color=BLUE, markersize=7, clip_on=False, zorder=4)
    ax.set(xlabel="intercept", ylabel="slope", xlim=intercepts, ylim=slopes, xticks=[-400, 0], yticks=[0, 4, 8])


def line_and_errors(x, y, intercept, slope, best):
    """Data, a line, the squares of its errors; and where that line is in the bowl of all lines.

    `best`: intercept and slope of least squares.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.32)
    left.set(xlim=(40, 200), ylim=(-150, 850), xlabel="area in m²", ylabel="price in thousands of euros")
    left.set(xticks=[50, 100, 150, 200], yticks=[0, 400, 800])
    ends = np.array([40.0, 200.0])
    left.plot(ends, intercept + slope * ends, color=BLUE)
    residual_squares(left, x, y, intercept + slope * x)
    points(left, x, y)
    error_bowl(right, x, y, (-420, 220), (-0.5, 8.5), (intercept, slope), best)
    left.set_title("The line and its squared errors")
    right.set_title("All lines: SSE as a landscape")


def fit_and_errors(x, y, grid, curve, fitted, orders, training, held_out, order, names):
    """Data with a fitted curve; and beside it both errors against the order of the model, with this order marked.

    `grid`, `curve`: the curve, shape (m,); `fitted`: its values at the data, shape (n,); `training`, `held_out`: errors
    for each of `orders`, NaN where there is none; `names`: of the two axes on the left, and of the order.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.3)
    room = 0.35 * (y.max() - y.min())
    left.set(xlim=(grid[0], grid[-1]), ylim=(y.min() - room, y.max() + room), xlabel=names[0], ylabel=names[1])
    left.plot(grid, curve, color=BLUE)
    residuals(left, x, y, fitted)
    points(left, x, y)
    for errors, colour in ((training, ORANGE), (held_out, PURPLE)):
        right.plot(orders, errors, "o-", color=colour, markersize=4, linewidth=1.5)
        if order in orders and np.isfinite(errors[list(orders).index(order)]):
            right.plot(order, errors[list(orders).index(order)], "o", color=colour, markersize=9)
    right.set(yscale="log", xlabel=names[2], title="Root mean squared error", xticks=orders[::2])
    right.minorticks_off()  # each small line takes its time
    right.locator_params(axis="y", numticks=4)
    left.locator_params(nbins=4)
    return left, right


def bumps(ax, x, columns, weights=None):
    """Radial basis functions over x, shape (m,), one column each, shape (m, k); scaled by `weights`, shape (k,)."""
    heights = columns if weights is None else columns * weights
    ax.plot(x, heights, color=SKY, linewidth=1.2)


def spread(x, y, lines, slopes, predicted, true_slope):
    """One sample with many fitted lines; and the slopes of the lines as a histogram with the normal curve predicted.

    `lines`: intercepts and slopes, shape (2, m), of the lines to draw; `slopes`: shape (q,); `predicted`: the standard
    deviation that theory gives for them.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.2)
    ends = np.array([-1.05, 1.05])
    fitted = np.stack(np.broadcast_arrays(ends, lines[0][:, None] + lines[1][:, None] * ends), axis=-1)
    left.add_collection(LineCollection(fitted, colors=BLUE, linewidths=0.8, alpha=0.25))
    left.plot(ends, true_slope * ends, color=INK, linestyle="--", linewidth=1.2)
    left.plot(x, y, ".", color=INK, markersize=5)
    left.set(xlim=(-1.05, 1.05), ylim=(-4, 4), xlabel="x", ylabel="y", title="One sample; lines of forty samples")
    left.set(xticks=[-1, 0, 1], yticks=[-4, 0, 4])
    edges = np.linspace(0.5, 3.5, 61)
    grid = np.linspace(0.5, 3.5, 301)
    share, _ = np.histogram(slopes, edges, density=True)
    right.stairs(share, edges, fill=True, color=BLUE, alpha=0.45)
    density = np.exp(-0.5 * ((grid - true_slope) / predicted) ** 2) / (predicted * np.sqrt(2 * np.pi))
    right.plot(grid, density, color=ORANGE, linewidth=1.5)
    right.set(xlim=(0.5, 3.5), yticks=[], xlabel="slope", title="Slopes of 2000 samples")
    right.spines["left"].set_visible(False)
    return left, right


def curves(ax, x, values, labels):
    """Curves over x, shape (m,), labelled at their right ends; `values`: one sequence of shape (m,) for each label."""
    for colour, curve, label in zip((BLUE, ORANGE, GREEN, PURPLE, QUIET), values, labels, strict=False):
        ax.plot(x, curve, color=colour, linewidth=1.6)
        ax.annotate(label, (x[-1], curve[-1]), (4, 0), textcoords="offset points", color=colour, va="center")
