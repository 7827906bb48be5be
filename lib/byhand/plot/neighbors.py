"""Drawings of the chapter on nearest neighbours."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, regions, share_bars


def circle(X, y, classes, query, radius, shares):
    """Points around a query with a circle of that radius; and the share of each class in the votes."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.35)
    class_points(left, X, y, classes, size=9)
    left.plot(*query, "*", color=GREEN, markersize=13, zorder=4)
    left.add_patch(plt.Circle(query, radius, fill=False, color=INK, linewidth=1.2))
    left.set(xlim=(-235, 235), ylim=(-120, 220), aspect="equal", title="The query and its circle")
    left.axis("off")
    share_bars(right, shares, "Share of the votes")


def regions_and_errors(xlim, ylim, predicted, classes, X, y, ks, errors, k):
    """Decision regions with the data; and error curves against k, with this k marked.

    `predicted`: the classes on `plot.plane`; `errors`: a dictionary from a name to one error for each of `ks`.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.22, left=0.03)
    regions(left, xlim, ylim, predicted, classes)
    class_points(left, X, y, classes, size=3)
    left.set(xticks=[], yticks=[], aspect="equal")
    for row, ((name, values), colour) in enumerate(zip(errors.items(), (ORANGE, PURPLE, GREEN), strict=False)):
        right.plot(ks, values, color=colour, linewidth=1.5)
        right.plot(k, values[list(ks).index(k)], "o", color=colour, markersize=6)
        right.text(0.05, 0.95 - 0.09 * row, name, color=colour, transform=right.transAxes, va="top")
    right.set(xscale="log", xlabel="k", ylim=(-0.02, 0.6), yticks=[0, 0.25, 0.5], title="Share of mistakes")
    right.set_xticks([1, 10, 100], ["1", "10", "100"])
    right.minorticks_off()
    return left, right


def weight_curves(ax, distance, curves):
    """Weights against the distance, shape (m,); `curves`: a dictionary from a name to weights, shape (m,)."""
    looks = zip((BLUE, ORANGE, GREEN), (0.25, 0.5, 0.1), (5, 5, -16), strict=True)
    for (colour, share, up), (name, weights) in zip(looks, curves.items(), strict=False):
        ax.plot(distance, weights, color=colour)
        place = int(share * len(distance))
        ax.annotate(name, (distance[place], weights[place]), (4, up), textcoords="offset points", color=colour)
    ax.set(xlabel="distance", ylim=(0, None))


def unit_circles(ax, circles):
    """Closed curves, a dictionary from a label to points of shape (m, 2), from the inner to the outer ones."""
    for row, (colour, (label, points)) in enumerate(zip((BLUE, ORANGE, GREEN, PURPLE), circles.items(), strict=False)):
        ax.plot(*points.T, color=colour, linewidth=1.6)
        ax.text(1.25, 0.25 * row, label, color=colour)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.axvline(0, color=QUIET, linewidth=0.6)
    ax.set(aspect="equal", xlim=(-1.2, 1.8), ylim=(-1.2, 1.25), xticks=[-1, 0, 1], yticks=[-1, 0, 1])


def side_by_side(xlim, ylim, panels, X, y, classes):
    """Decision regions of several models; `panels`: a dictionary from a title to (predicted, prototypes or None)."""
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, wspace=0.06)
    for ax, (title, (predicted, prototypes)) in zip(axes, panels.items(), strict=True):
        regions(ax, xlim, ylim, predicted, classes)
        class_points(ax, X, y, classes, size=3)
        if prototypes is not None:
            class_points(ax, prototypes, classes, classes, size=13)
        ax.set(xticks=[], yticks=[], aspect="equal", title=title)


def steps(ax, grid, curve, x, y):
    """A prediction over a grid, shape (m,), with the data, shape (n,)."""
    ax.plot(grid, curve, color=BLUE)
    ax.plot(x, y, "o", color=INK, markersize=5)


def concentration(scaled, dimensions, error, d):
    """A histogram of distances divided by their mean; and an error against the number of dimensions, with d marked."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0))
    fig.subplots_adjust(wspace=0.25)
    share, edges = np.histogram(scaled, np.linspace(0, 2.2, 56), density=True)
    left.stairs(share, edges, fill=True, color=BLUE, alpha=0.55)
    left.set(xlim=(0, 2.2), yticks=[], xlabel="distance / mean distance", title=f"{d} dimensions: how far are others?")
    left.spines["left"].set_visible(False)
    right.plot(dimensions, error, "o-", color=PURPLE, markersize=4, linewidth=1.5)
    right.plot(d, error[list(dimensions).index(d)], "o", color=PURPLE, markersize=9)
    right.set(xscale="log", ylim=(0, 0.55), yticks=[0, 0.25, 0.5], title="Leave-one-out error, k = 5")
    right.set_xlabel("dimensions, two of them useful")
    right.set_xticks([2, 10, 100], ["2", "10", "100"])
    right.minorticks_off()
