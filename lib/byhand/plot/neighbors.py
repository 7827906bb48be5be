"""Drawings of the chapter on nearest neighbours."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection

from byhand.neighbors import KNeighborsClassifier, KNeighborsRegressor
from byhand.plot import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    QUIET,
    RED,
    class_points,
    plane,
    regions,
    share_bars,
    wide_axes,
    window,
)

KS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 199)  # of neighbours among 200 points
WINDOW = (-2.6, 3.6), (-2.6, 3.2)  # around the mixture of Gaussians
DIMENSIONS = (2, 3, 5, 10, 20, 50, 100, 200)


def circles(X, y, classes, ks):
    """Points around a query at (0, 0), once for each of `ks`, with a circle that takes in so many."""
    _, axes = plt.subplots(1, len(ks), figsize=(7.4, 3.0))
    for ax, k in zip(axes, ks, strict=True):
        class_points(ax, X, y, classes, size=8)
        ax.plot(0, 0, "*", color=GREEN, markersize=13)
        ax.add_patch(plt.Circle((0, 0), 1.12 * np.sort(np.hypot(*X.T))[k - 1], fill=False, color=INK))
        ax.set(xlim=(-210, 210), ylim=(-135, 190), aspect="equal", title=f"k = {k}")
        ax.axis("off")


def voronoi_walls(X, reach=1e4):
    """The walls between the Voronoi cells of points of shape (n, 2): their ends, shape (m, 2, 2), and whose they are.

    A wall is the part of the perpendicular bisector of two points to which no third point is nearer; `reach`: how far
    a wall without end is drawn. The second array, shape (m, 2), holds the rows of the two points.

    >>> ends, owners = voronoi_walls([[0, 0], [2, 0]], reach=5)
    >>> ends.tolist(), owners.tolist()
    ([[[1.0, -5.0], [1.0, 5.0]]], [[0, 1]])
    """
    X = np.asarray(X, dtype=float)
    owners = np.column_stack(np.triu_indices(len(X), 1))
    first, second = X[owners[:, 0]], X[owners[:, 1]]
    owners, first, second = (some[(first != second).any(axis=1)] for some in (owners, first, second))
    middle, along = (first + second) / 2, (second - first)[:, ::-1] * [-1, 1]
    along = along / np.hypot(*along.T)[:, None]
    # at middle + t * along point m is no nearer than the first one if t * slope <= room
    slope = 2 * np.einsum("md,pd->pm", X, along) - 2 * np.einsum("pd,pd->p", first, along)[:, None]
    room = (X**2).sum(axis=1) - 2 * middle @ X.T - ((first**2).sum(axis=1) - 2 * (middle * first).sum(axis=1))[:, None]
    slope[np.arange(len(owners))[:, None], owners] = room[np.arange(len(owners))[:, None], owners] = 0
    flat = np.abs(slope) < 1e-12
    t = room / np.where(flat, 1, slope)
    low = np.where(~flat & (slope < 0), t, -reach).max(axis=1, initial=-reach)
    high = np.where(~flat & (slope > 0), t, reach).min(axis=1, initial=reach)
    there = (low < high) & ~(flat & (room < -1e-9)).any(axis=1)
    ends = middle[:, None] + np.stack([low, high], axis=1)[:, :, None] * along[:, None]
    return ends[there], owners[there]


def cells(X, y, k=1, limits=((-2, 2), (-2, 2)), star=None):
    """The plane around points of shape (n, 2), coloured by the vote of the k nearest.

    For k = 1 with the walls of the Voronoi cells, bold where they separate two classes.
    """
    ax = wide_axes()
    _cells_on(ax, X, y, k, window(X, *limits))
    if star is not None:
        ax.plot(*star, "*", color=GREEN, markersize=13, zorder=4)
        ax.set(xticks=[], yticks=[])


def cells_for(X, y, ks, limits):
    """The `cells` of the same points, side by side for each of `ks`; what lies beyond `limits` is not shown."""
    _, axes = plt.subplots(1, len(ks), figsize=(7.4, 3.0))
    for ax, k in zip(axes, ks, strict=True):
        _cells_on(ax, X, y, k, limits)
        ax.set(xticks=[], yticks=[], title=f"k = {k}")


def _cells_on(ax, X, y, k, limits):
    """Draw the regions of k neighbours into axes, with the walls of the cells for k = 1."""
    model = KNeighborsClassifier(k).fit(X, y)
    regions(ax, *limits, model.predict(plane(*limits, 100)), model.classes_)
    if k == 1:
        ends, owners = voronoi_walls(X)
        bold = (np.asarray(y)[owners[:, 0]] != np.asarray(y)[owners[:, 1]]).astype(int)
        looks = np.array([0.8, 2.4])[bold], np.array([QUIET, INK])[bold]
        ax.add_collection(LineCollection(ends, linewidths=looks[0], colors=looks[1]), autolim=False)
    class_points(ax, X, y, model.classes_, size=7)
    ax.set(xlim=limits[0], ylim=limits[1])


def share_along_a_line(X, y, k, chance):
    """Points on a line, the share of red among the k nearest at each place, and the true probability of red.

    `chance`: a function of places, shape (m,). Returns how far the two are apart on average.
    """
    places, share = _share_of_red(X, y, k)
    _, ax = plt.subplots(figsize=(7.0, 3.2))
    ax.axhline(0.5, color=QUIET, linewidth=0.8, linestyle=":")
    ax.plot(places, chance(places), color=INK, linewidth=1.3, linestyle="--")
    ax.plot(places, share, color=PURPLE, linewidth=1.8)
    for kind, colour, height in (("red", RED, 1.09), ("blue", BLUE, -0.09)):
        ax.plot(X[y == kind, 0], np.full((y == kind).sum(), height), "|", color=colour, markersize=9)
    ax.set(xlim=(0, 1), ylim=(-0.16, 1.16), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    ax.set(xlabel="place x", title=f"Share of red among the nearest {k}, and the true P(red | x), dashed")
    return np.abs(share - chance(places)).mean()


def distance_from_truth(X, y, k, chance):
    """How far the share of red among the k nearest is from the true probability of red, on average over places."""
    places, share = _share_of_red(X, y, k)
    return np.abs(share - chance(places)).mean()


def _share_of_red(X, y, k):
    """Places between 0 and 1, shape (401,), and the share of red among the k nearest points there."""
    places = np.linspace(0, 1, 401)
    return places, KNeighborsClassifier(k).fit(X, y).predict_proba(places[:, None])[:, 1]


def cover_hart(shares, errors):
    """How often one neighbour errs where red has probability p; and errors against the best possible ones.

    `shares`: the best possible errors, shape (m,); `errors`: a dictionary from a name to errors, shape (m,).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.22, left=0.08)
    p = np.linspace(0, 1, 201)
    best = np.minimum(p, 1 - p)
    left.fill_between(p, best, 2 * p * (1 - p), color=ORANGE, alpha=0.15, linewidth=0)
    left.plot(p, 2 * best, color=QUIET, linewidth=1, linestyle=":")
    left.plot(p, best, color=INK, linewidth=1.2, linestyle="--")
    left.plot(p, 2 * p * (1 - p), color=ORANGE)
    left.annotate("2 min(p, 1 − p)", (0.5, 1), (7, -5), textcoords="offset points", color=QUIET)
    left.annotate("2p(1 − p)", (0.5, 0.5), (0, 5), textcoords="offset points", color=ORANGE, ha="center")
    left.annotate("min(p, 1 − p)", (0.5, 0.24), ha="center", va="top", color=INK)
    left.set(xlim=(0, 1), ylim=(0, 1.05), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="p, the probability of red")
    left.set_title("Mistakes at one place")
    best = np.linspace(0, 0.5, 101)
    right.plot(best, best, color=INK, linewidth=1.2, linestyle="--")
    right.plot(best, 2 * best * (1 - best), color=ORANGE, linewidth=1.5)
    for row, ((name, values), colour, marker) in enumerate(
        zip(errors.items(), (ORANGE, GREEN, BLUE), "os^", strict=True)
    ):
        right.plot(shares, values, marker, color=colour, markersize=6)
        height = 0.36 - 0.09 * row
        right.plot(0.72, height, marker, color=colour, markersize=6, transform=right.transAxes)
        right.text(0.77, height, name, color=colour, transform=right.transAxes, va="center")
    right.text(0.98, 0.05, "dashed: best possible", color=INK, transform=right.transAxes, ha="right", va="center")
    right.set(xlim=(0, 0.5), ylim=(0, 0.55), xticks=[0, 0.25, 0.5], yticks=[0, 0.25, 0.5])
    right.set(xlabel="best possible error e", title="Mistakes over all places")


def edges(dimensions, share=0.01):
    """How long the edge of a cube must be to hold a share of data that fill the unit cube evenly."""
    _, ax = plt.subplots(figsize=(7.0, 3.3))
    shares = np.geomspace(0.001, 1, 201)
    ax.axvline(share, color=QUIET, linewidth=1, linestyle="--")
    beside = {1: (0.2, 8, -12, "left"), 2: (0.1, 8, -12, "left")}  # where low curves leave room for words
    for D, colour in zip(dimensions, (BLUE, GREEN, ORANGE, PURPLE, INK), strict=True):
        ax.plot(shares, shares ** (1 / D), color=colour)
        ax.plot(share, share ** (1 / D), "o", color=colour, markersize=6)
        at, right, up, side = beside.get(D, (share, -7, 4, "right"))
        ax.annotate(f"D = {D}", (at, at ** (1 / D)), (right, up), textcoords="offset points", color=colour, ha=side)
    ax.set(xscale="log", xlim=(0.001, 1), ylim=(0, 1.08), yticks=[0, 0.5, 1])
    ax.set_xticks([0.001, 0.01, 0.1, 1], ["0.1%", "1%", "10%", "100%"])
    ax.minorticks_off()
    ax.set(xlabel="share r of the data", title="Edge of the cube that holds them")


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


def choice_of_k(X, y, k, errors, best):
    """The decision regions of k neighbours with their data; and error curves against k, with this k marked.

    `errors`: a dictionary from a name to one error for each of `KS`; `best`: the best possible error.
    """
    ks, (xlim, ylim) = KS, WINDOW
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
    look = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "fontsize": 8, "ha": "right"}
    right.annotate("best possible", (1, best), (0, -11), **look)
    right.set(xscale="log", xlabel="k", ylim=(-0.02, 0.6), yticks=[0, 0.25, 0.5], title="Share of mistakes")
    right.set_xticks([1, 10, 100], ["1", "10", "100"])
    right.minorticks_off()
    marked = ", ".join(f"{name} {values[list(ks).index(k)]:.1%}" for name, values in errors.items())
    return f"mistakes, averaged over samples: {marked}"


def errors_by_weights(errors, best):
    """The share of mistakes against k; `errors`: from a name to one error for each of `KS`; `best`: the best possible.

    Each name stands at the right end of its curve.
    """
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    ax.axhline(best, color=INK, linewidth=1, linestyle="--")
    ax.annotate("best possible", (1, best), (0, -13), textcoords="offset points", color=INK)
    for (name, values), colour in zip(errors.items(), (GREEN, BLUE), strict=True):
        ax.plot(KS, values, color=colour)
        ax.annotate(name, (KS[-1], values[-1]), (6, 0), textcoords="offset points", color=colour, va="center")
    ax.set(xscale="log", xlim=(1, 420), ylim=(0, 0.6), yticks=[0, 0.25, 0.5], xlabel="k")
    ax.set_title("Share of mistakes on new points")
    ax.set_xticks([1, 10, 100], ["1", "10", "100"])
    ax.minorticks_off()


def weight_curves(distance, curves):
    """Weights against the distance, shape (m,); `curves`: a dictionary from a name to weights, shape (m,)."""
    _, ax = plt.subplots(figsize=(7.0, 2.7))
    looks = zip((BLUE, ORANGE, GREEN), (0.25, 0.5, 0.5), (5, 5, -16), strict=True)
    for (colour, share, up), (name, weights) in zip(looks, curves.items(), strict=False):
        ax.plot(distance, weights, color=colour)
        place = int(share * len(distance))
        ax.annotate(name, (distance[place], weights[place]), (4, up), textcoords="offset points", color=colour)
    ax.set(xlabel="distance", ylim=(0, None))
    ax.set_title(f"Weight against distance, neighbours between {distance[0]:g} and {distance[-1]:g} away")


def fish_map(fish, metric, k):
    """Seven fish by length and volume, and the decision regions of k neighbours by this metric."""
    xlim, ylim = (0, 1.2), (0, 0.9)
    model = KNeighborsClassifier(k, metric=metric).fit(fish.X, fish.y)
    _, ax = plt.subplots(figsize=(7.0, 3.6))
    regions(ax, xlim, ylim, model.predict(plane(xlim, ylim, 200)), model.classes_)
    class_points(ax, fish.X, fish.y, model.classes_, size=8)
    ax.set(aspect="equal", xlabel="length", ylabel="volume", title=f"{metric}, k = {k}")
    wrong = round(len(fish) * model.leave_one_out_errors([k])[0])
    return f"tuna blue, swordfish orange; mistakes left out: {wrong} of {len(fish)}"


def side_by_side(models, X, y, limits):
    """The decision regions of several models, a dictionary from a title to a model, which is fitted to the data.

    `limits`: those of both axes.
    """
    classes, (xlim, ylim) = np.unique(y), (limits, limits)
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
    ax.set(ylim=(0, 700), xlabel="area in m²", ylabel="price in 1000 €", title=f"k = {k}, {weights}")
    others = len(flats) - 1
    error = f"none, with {others} others left"
    if k <= others:
        error = f"{np.sqrt(model.leave_one_out_errors([k])[0]):.0f} thousand euros"
    price = model.predict([[100]])[0]
    return f"100 m²: {price:.1f} thousand euros\nleave-one-out error (RMSE): {error}"


def concentration(scaled, errors, d):
    """A histogram of distances divided by their mean; and errors against the number of dimensions, with d marked.

    `errors`: a dictionary from a name to one error for each of `DIMENSIONS`.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0))
    fig.subplots_adjust(wspace=0.25)
    share, bins = np.histogram(scaled, np.linspace(0, 2.2, 56), density=True)
    left.stairs(share, bins, fill=True, color=BLUE, alpha=0.55)
    left.set(xlim=(0, 2.2), yticks=[], xlabel="distance / mean distance", title=f"{d} dimensions: how far are others?")
    left.spines["left"].set_visible(False)
    for (name, values), colour, row in zip(errors.items(), (PURPLE, GREEN), (0.98, 0.86), strict=True):
        right.plot(DIMENSIONS, values, "o-", color=colour, markersize=4, linewidth=1.5)
        right.plot(d, values[DIMENSIONS.index(d)], "o", color=colour, markersize=9)
        right.text(0.03, row, name, color=colour, transform=right.transAxes, va="top")
    right.set(xscale="log", ylim=(0, 0.55), yticks=[0, 0.25, 0.5], title="Leave-one-out error, k = 5")
    right.set_xlabel("columns")
    right.set_xticks([2, 10, 100], ["2", "10", "100"])
    right.minorticks_off()


def errors_with_columns(kind, samples=10):
    """The leave-one-out error of 5-NN from 120 points with two useful columns and more, for each of `DIMENSIONS`.

    `kind`: "useless" columns are noise; "dependent" ones are waves over the two useful columns. The errors are averages
    over so many samples.
    """
    return np.mean([_errors_with_columns(kind, seed) for seed in range(samples)], axis=0)


def _errors_with_columns(kind, seed):
    """The same for one sample."""
    rng, half = np.random.default_rng(seed), np.repeat([0, 1], 60)
    useful = rng.normal(1.6 * half[:, None] - 0.8, 0.6, (120, 2))
    most = DIMENSIONS[-1] - 2
    if kind == "useless":
        more = rng.normal(0, 1, (120, most))
    else:
        more = np.sin(useful @ rng.normal(0, 1, (2, most)) + rng.uniform(0, 2 * np.pi, most))
    rows = np.column_stack([useful, more])
    models = [KNeighborsClassifier(5).fit(rows[:, :d], half) for d in DIMENSIONS]
    return [model.leave_one_out_errors([5])[0] for model in models]


def mistakes_over_k(stored, new):
    """The share of mistakes for each of `KS`, shape (3, 14): on stored, on left-out and on new points."""
    models = [KNeighborsClassifier(k).fit(*stored) for k in KS]
    on_stored, on_new = ([1 - model.score(*points) for model in models] for points in (stored, new))
    return np.array([on_stored, models[0].leave_one_out_errors(KS), on_new])


def mistakes_with_near_ones_first(stored, new):
    """The share of mistakes on new points with weights 1/d, for each of `KS`, from one pass over the neighbours."""
    (X, y), (others, truth) = stored, new
    d, index = KNeighborsClassifier(KS[-1]).fit(X, y).kneighbors(others)
    votes = np.cumsum(np.where(y[index] == "red", 1, -1) / d, axis=1)[:, np.array(KS) - 1]
    return ((votes > 0) != (truth == "red")[:, None]).mean(axis=0)
