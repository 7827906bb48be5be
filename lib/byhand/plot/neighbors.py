"""Drawings of the chapter on nearest neighbours."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.neighbors import KNeighborsClassifier, KNeighborsRegressor
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, class_points, plane, regions, share_bars


def circles(X, y, classes, ks):
    """Points around a query at (0, 0), once for each of `ks`, with a circle that takes in so many."""
    _, axes = plt.subplots(1, len(ks), figsize=(7.4, 3.0))
    for ax, k in zip(axes, ks, strict=True):
        class_points(ax, X, y, classes, size=8)
        ax.plot(0, 0, "*", color=GREEN, markersize=13)
        ax.add_patch(plt.Circle((0, 0), 1.12 * np.sort(np.hypot(*X.T))[k - 1], fill=False, color=INK))
        ax.set(xlim=(-210, 210), ylim=(-135, 190), aspect="equal", title=f"k = {k}")
        ax.axis("off")


def voronoi(xlim, ylim, X, y):
    """The cell of each point of X, shape (n, 2): the places nearer to it than to any other, coloured by its class."""
    classes, cells = np.unique(y), 300
    owner = KNeighborsClassifier(1).fit(X, np.arange(len(X))).predict(plane(xlim, ylim, cells)).reshape(cells, cells)
    _, ax = plt.subplots(figsize=(7.0, 3.4))
    regions(ax, xlim, ylim, np.asarray(y)[owner.ravel()], classes)
    walls = np.zeros(owner.shape, dtype=bool)
    walls[:, 1:] |= owner[:, 1:] != owner[:, :-1]
    walls[1:] |= owner[1:] != owner[:-1]
    lines = np.zeros((cells, cells, 4))
    lines[walls] = plt.matplotlib.colors.to_rgba(INK)
    ax.imshow(lines, extent=(*xlim, *ylim), origin="lower", aspect="auto")
    class_points(ax, X, y, classes, size=8)
    ax.plot(0, 0, "*", color=GREEN, markersize=13, zorder=4)
    ax.set(xticks=[], yticks=[], aspect="equal", xlim=xlim, ylim=ylim)


def cover_hart(shares, errors):
    """Errors against the best possible ones, with the line of the best and the bound of Cover and Hart for k = 1.

    `shares`: the best possible errors, shape (m,); `errors`: a dictionary from a name to errors, shape (m,).
    """
    _, ax = plt.subplots(figsize=(7.0, 3.2))
    best = np.linspace(0, 0.5, 101)
    ax.plot(best, best, color=INK, linewidth=1.2, linestyle="--")
    ax.text(0.4, 0.37, "best possible", color=INK, va="top")
    ax.plot(best, 2 * best * (1 - best), color=ORANGE, linewidth=1.5)
    ax.text(0.2, 0.36, "2e(1 − e)", color=ORANGE, ha="right")
    for (name, values), colour, marker in zip(errors.items(), (ORANGE, GREEN, BLUE), "os^", strict=False):
        ax.plot(shares, values, marker, color=colour, markersize=7)
        ax.annotate(name, (shares[2], values[2]), (9, -5), textcoords="offset points", color=colour)
    ax.set(
        xlim=(0, 0.5), ylim=(0, 0.55), yticks=[0, 0.25, 0.5], xlabel="best possible error e", title="Share of mistakes"
    )


def circle(X, y, classes, query, radius, shares):
    """Points around a query with a circle of that radius; and the share of each class in the votes."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.35)
    class_points(left, X, y, classes, size=9)
    left.plot(*query, "*", color=GREEN, markersize=13, zorder=4)
    left.add_patch(plt.Circle(query, radius, fill=False, color=INK, linewidth=1.2))
    left.set(xlim=(-235, 235), ylim=(-230, 230), aspect="equal", title="The query and its circle")
    left.axis("off")
    share_bars(right, shares, "Share of the votes")


def choice_of_k(xlim, ylim, X, y, k, ks, errors, best):
    """The decision regions of k neighbours with their data; and error curves against k, with this k marked.

    `errors`: a dictionary from a name to one error for each of `ks`; `best`: the best possible error.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.22, left=0.03)
    model = KNeighborsClassifier(k).fit(X, y)
    regions(left, xlim, ylim, model.predict(plane(xlim, ylim, 60)), model.classes_)
    class_points(left, X, y, model.classes_, size=3)
    left.set(xticks=[], yticks=[], aspect="equal", title=f"k = {k}")
    for row, ((name, values), colour) in enumerate(zip(errors.items(), (ORANGE, PURPLE, GREEN), strict=True)):
        right.plot(ks, values, color=colour, linewidth=1.5)
        right.plot(k, values[list(ks).index(k)], "o", color=colour, markersize=6)
        right.text(0.05, 0.95 - 0.09 * row, name, color=colour, transform=right.transAxes, va="top")
    right.axhline(best, color=INK, linewidth=1, linestyle="--")
    right.annotate("best possible", (1, best), (0, -11), textcoords="offset points", fontsize=8)
    right.set(xscale="log", xlabel="k", ylim=(-0.02, 0.6), yticks=[0, 0.25, 0.5], title="Share of mistakes")
    right.set_xticks([1, 10, 100], ["1", "10", "100"])
    right.minorticks_off()
    marked = ", ".join(f"{name} {values[list(ks).index(k)]:.1%}" for name, values in errors.items())
    return f"mistakes, averaged over samples: {marked}"


def weight_curves(ax, distance, curves):
    """Weights against the distance, shape (m,); `curves`: a dictionary from a name to weights, shape (m,)."""
    looks = zip((BLUE, ORANGE, GREEN), (0.25, 0.5, 0.5), (5, 5, -16), strict=True)
    for (colour, share, up), (name, weights) in zip(looks, curves.items(), strict=False):
        ax.plot(distance, weights, color=colour)
        place = int(share * len(distance))
        ax.annotate(name, (distance[place], weights[place]), (4, up), textcoords="offset points", color=colour)
    ax.set(xlabel="distance", ylim=(0, None))


def fish_map(fish, metric, k):
    """Seven fish by length and volume, and the decision regions of k neighbours by this metric."""
    xlim, ylim = (-0.25, 1.3), (0.2, 0.9)
    model = KNeighborsClassifier(k, metric=metric).fit(fish.X, fish.y)
    _, ax = plt.subplots(figsize=(7.0, 3.6))
    regions(ax, xlim, ylim, model.predict(plane(xlim, ylim, 100)), model.classes_)
    class_points(ax, fish.X, fish.y, model.classes_, size=8)
    ax.set(aspect="equal", xlabel="length", ylabel="volume", title=f"{metric}, k = {k}")
    wrong = round(len(fish) * model.leave_one_out_errors([k])[0])
    return f"tuna blue, swordfish orange; mistakes left out: {wrong} of {len(fish)}"


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


def prices(flats, k, weights):
    """Six flats, and the price that k neighbours with these weights predict for each area."""
    model, areas = KNeighborsRegressor(k, weights=weights).fit(flats.X, flats.y), np.linspace(40, 260, 441)
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    ax.plot(areas, model.predict(areas[:, None]), color=BLUE)
    ax.plot(flats["Area"], flats["Price"], "o", color=INK, markersize=5)
    ax.set(ylim=(0, 700), xlabel="area in m²", ylabel="price", title=f"k = {k}, {weights}")
    others = len(flats) - 1
    error = f"{np.sqrt(model.leave_one_out_errors([k])[0]):.1f}" if k <= others else f"none, with {others} others left"
    return f"100 m²: {model.predict([[100]])[0]:.1f}\nleave-one-out error: {error}"


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
