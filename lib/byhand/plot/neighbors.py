"""Drawings of the chapter on nearest neighbours."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, plane, regions, share_bars


def circles(X, y, classes, ks):
    """Points around a query at (0, 0), once for each of `ks`, with a circle that takes in so many."""
    _, axes = plt.subplots(1, len(ks), figsize=(7.4, 3.0))
    for ax, k in zip(axes, ks, strict=True):
        class_points(ax, X, y, classes, size=8)
        ax.plot(0, 0, "*", color=GREEN, markersize=13)
        ax.add_patch(plt.Circle((0, 0), 1.12 * np.sort(np.hypot(*X.T))[k - 1], fill=False, color=INK))
        ax.set(xlim=(-210, 210), ylim=(-135, 190), aspect="equal", title=f"k = {k}")
        ax.axis("off")


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


def territories(xlim, ylim, model, X, y):
    """The decision regions of a fitted model with the data; the axes are returned."""
    _, ax = plt.subplots(figsize=(7.0, 3.6))
    regions(ax, xlim, ylim, model.predict(plane(xlim, ylim, 100)), model.classes_)
    class_points(ax, X, y, model.classes_, size=8)
    ax.set(aspect="equal")
    return ax


def units(query, places, nearest, factor):
    """A query and two places, joined by lines, the one to the nearest thicker; the second axis grows with `factor`.

    `places`: a dictionary from a name to a point of shape (2,); `nearest`: one of the names.
    """
    _, ax = plt.subplots(figsize=(7.0, 2.8))
    for (name, place), colour in zip(places.items(), (ORANGE, BLUE), strict=True):
        ax.plot(*zip(query, place, strict=True), color=colour, linewidth=2.5 if name == nearest else 1)
        ax.plot(*place, "o", color=colour, markersize=9)
        ax.annotate(name, place, (8, -3), textcoords="offset points", color=colour)
    ax.plot(*query, "*", color=GREEN, markersize=14)
    half, middle = max(3.2, 60 * factor) * 1.15, 1050 * factor
    ax.set(aspect="equal", xlim=(3 - 2.6 * half, 3 + 2.6 * half), xlabel="first feature")
    ax.set(ylim=(middle - half, middle + half), yticks=[], title="The same three points in other units")


def side_by_side(xlim, ylim, models, X, y):
    """The decision regions of several models, a dictionary from a title to a model, which is fitted to the data."""
    classes = np.unique(y)
    fig, axes = plt.subplots(1, len(models), figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, wspace=0.06)
    for ax, (title, model) in zip(axes, models.items(), strict=True):
        regions(ax, xlim, ylim, model.fit(X, y).predict(plane(xlim, ylim)), classes)
        class_points(ax, X, y, classes, size=3)
        if hasattr(model, "prototypes_"):
            class_points(ax, model.prototypes_, classes, classes, size=13)
        ax.set(xticks=[], yticks=[], aspect="equal", title=title)


def steps(grid, curve, x, y):
    """A prediction over a grid, shape (m,), with the data, shape (n,); the axes are returned."""
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    ax.plot(grid, curve, color=BLUE)
    ax.plot(x, y, "o", color=INK, markersize=5)
    ax.set(ylim=(0, 700))
    return ax


def concentration(scaled, errors, d):
    """A histogram of distances divided by their mean; and errors against the number of dimensions, with d marked.

    `errors`: a dictionary from a number of dimensions to an error.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0))
    fig.subplots_adjust(wspace=0.25)
    share, edges = np.histogram(scaled, np.linspace(0, 2.2, 56), density=True)
    left.stairs(share, edges, fill=True, color=BLUE, alpha=0.55)
    left.set(xlim=(0, 2.2), yticks=[], xlabel="distance / mean distance", title=f"{d} dimensions: how far are others?")
    left.spines["left"].set_visible(False)
    right.plot(list(errors), list(errors.values()), "o-", color=PURPLE, markersize=4, linewidth=1.5)
    right.plot(d, errors[d], "o", color=PURPLE, markersize=9)
    right.set(xscale="log", ylim=(0, 0.55), yticks=[0, 0.25, 0.5], title="Leave-one-out error, k = 5")
    right.set_xlabel("dimensions, two of them useful")
    right.set_xticks([2, 10, 100], ["2", "10", "100"])
    right.minorticks_off()
