"""Drawings of the chapter on several classes and discriminant analysis."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.gaussian import Gaussian
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

CELLS = 60


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def _border(ax, scores, xlim, ylim, **style):
    """Where the best two of K scores tie; `scores`: those at the points of `plane`, shape (CELLS * CELLS, K)."""
    x, y = (low + (high - low) * (np.arange(CELLS) + 0.5) / CELLS for low, high in (xlim, ylim))
    for i in range(scores.shape[1]):
        for j in range(i):
            lead, shown = scores[:, i] - scores[:, j], np.full(len(scores), True)
            if scores.shape[1] > 2:  # only where no other class is higher, up to half a cell
                others = np.delete(scores, (i, j), axis=1).max(axis=1) - np.maximum(scores[:, i], scores[:, j])
                shown = others <= np.ptp(others) / CELLS / 2
            if lead[shown].min(initial=0) < 0 < lead[shown].max(initial=0):
                part = np.ma.array(lead, mask=~shown).reshape(CELLS, CELLS)
                ax.contour(x, y, part, [0], **{"colors": INK, "linewidths": 1.2, **style})


def _shares(ax, P, classes, xlim, ylim):
    """Shade the plane by the likeliest class, the surer the deeper; `P`: (CELLS * CELLS, K), at `plane`."""
    colours = np.array([plt.matplotlib.colors.to_rgb(colour) for colour in colour_of(classes).values()])
    sure = (P.max(axis=1, keepdims=True) - 1 / P.shape[1]) / (1 - 1 / P.shape[1])
    depth = 0.5 * np.rint(6 * sure) / 6  # in a few steps: a picture has few colours
    shade = 1 - depth * (1 - colours[P.argmax(axis=1)])
    ax.imshow(shade.reshape(CELLS, CELLS, 3), extent=(*xlim, *ylim), origin="lower", aspect="auto")
    ax.set(xlim=xlim, ylim=ylim)


def _strip(ax, x, y, classes, height, size=4):
    """Numbers of several classes on one line, a row of marks for each class from the given height down."""
    colours = colour_of(classes)
    for row, c in enumerate(classes):
        own = x[y == c]
        ax.plot(own, np.full(len(own), height - row * size), "|", color=colours[c], markersize=6)


def highest_wins(X, y, line, both, names):
    """Straight scores over one feature, the highest drawn strong; and the regions of linear scores of two features.

    `X`: shape (n, 2); `line`, `both`: models of its first column, and of both; `names`: of the columns.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.5))
    fig.subplots_adjust(wspace=0.22, left=0.08, right=0.97)
    colours, at = colour_of(line.classes_), np.linspace(0.5, 7.2, 300)
    scores = line.scores(at[:, None])
    best = scores.argmax(axis=1)
    for k, c in enumerate(line.classes_):
        left.plot(at, scores[:, k], color=colours[c], linewidth=1)
        left.plot(at[best == k], scores[best == k, k], color=colours[c], linewidth=4)
        left.axvspan(at[best == k].min(), at[best == k].max(), color=colours[c], alpha=0.12, linewidth=0)
    for c, shift in zip(line.classes_, ((8, 2), (0, -16), (-52, 2)), strict=True):
        k = list(line.classes_).index(c)
        spot = int(np.mean(np.flatnonzero(best == k)))
        _note(left, c, (at[spot], scores[spot, k]), shift, colours[c])
    left.set(xlim=(0.5, 7.2), ylim=(-40, 40), xlabel=names[0], title="Three scores: the highest wins")
    limits = window(X, (0.5, 7.2), (0, 2.7))
    regions(right, *limits, both.predict(plane(*limits)), both.classes_)
    _border(right, both.scores(plane(*limits)), *limits)
    class_points(right, X, y, both.classes_, size=3.5)
    right.set(xlabel=names[0], ylabel=names[1], title="Seen from above, for two features")


def zeros_and_ones(x, problems):
    """Zeros and ones over x, shape (n,), with what least squares makes of them, and where that crosses a half.

    `problems`: from a title to the outcomes, shape (n,), a grid, and the fit over it.
    """
    fig, axes = plt.subplots(1, len(problems), figsize=(7.6, 2.9), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.07, right=0.98)
    for ax, (title, (y, grid, fit)) in zip(axes, problems.items(), strict=True):
        ax.axhline(0.5, color=QUIET, linewidth=1, linestyle=":")
        ax.fill_between(grid, -0.5, 1.5, where=fit > 0.5, color=BLUE, alpha=0.12, linewidth=0)
        ax.fill_between(grid, -0.5, 1.5, where=fit <= 0.5, color=ORANGE, alpha=0.12, linewidth=0)
        ax.plot(grid, fit, color=INK)
        ax.plot(x[y == 0], y[y == 0], "o", color=ORANGE)
        ax.plot(x[y == 1], y[y == 1], "s", color=BLUE)
        ax.set(ylim=(-0.45, 1.35), yticks=[0, 0.5, 1], xticks=[-4, -2, 0, 2, 4], xlabel="x", title=title)


def hidden_in_the_middle(x, y, grid, lines, shares, classes):
    """Scores of least squares over a feature, and probabilities of softmax; marks for each flower below.

    `lines`, `shares`: over `grid`, shape (m, K).
    """
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.4), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.07, right=0.98)
    colours = colour_of(classes)
    titles = ("Least squares: three lines", "Softmax: three probabilities")
    for ax, values, title in zip(axes, (lines, shares), titles, strict=True):
        for k, c in enumerate(classes):
            ax.plot(grid, values[:, k], color=colours[c])
        _strip(ax, x, y, classes, -0.2, 0.09)
        ax.axhline(0, color=QUIET, linewidth=0.6)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(-0.46, 1.1), yticks=[0, 0.5, 1], xlabel="petal length (cm)", title=title)
    places = {classes[0]: (1.9, 0.86), classes[1]: (2.2, 0.13), classes[2]: (6.05, 0.86)}
    for c, place in places.items():
        axes[0].text(*place, c, color=colours[c], ha="right" if c == classes[2] else "left")


def three_in_a_row(points, model):
    """The regions of a classifier of several classes around the points, with the borders."""
    ax, limits = wide_axes(), window(points.X, (-3.4, 3.4), (-2.2, 4.0))
    grid = plane(*limits)
    regions(ax, *limits, model.predict(grid), points.classes)
    _border(ax, model.scores(grid), *limits)
    class_points(ax, points.X, points.y, points.classes, size=6)


def six_seeds(X, y, model, new):
    """Points of two classes with the pooled ellipse around both means, the border, and a new point."""
    fig, ax = plt.subplots(figsize=(5.6, 4.0))
    fig.subplots_adjust(left=0.1, bottom=0.14, top=0.96)
    xlim, ylim = (-0.5, 8.5), (-0.2, 5.6)
    regions(ax, xlim, ylim, model.predict(plane(xlim, ylim)), model.classes_)
    _border(ax, np.column_stack([model.scores(plane(xlim, ylim))]), xlim, ylim)
    for mean, colour in zip(model.means_, colour_of(model.classes_).values(), strict=True):
        ax.plot(*Gaussian(mean, model.covariance_).ellipse(1).T, color=colour, linewidth=1.2)
        ax.plot(*mean, "+", color=colour, markersize=11, markeredgewidth=2)
    class_points(ax, X, y, model.classes_, size=7)
    ax.plot(*model.means_.T, ":", color=QUIET, linewidth=1)
    ax.plot(*new, "D", color=INK, markersize=8)
    _note(ax, "new seed", new, (-8, -3), ha="right")
    ax.set(xlabel="length (mm)", ylabel="width (mm)")


def bells_and_softmax(grid, densities, shares, names):
    """Bells of one width, times their priors, and the probabilities that Bayes' theorem makes of them, each (m, K)."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.2))
    fig.subplots_adjust(wspace=0.16, left=0.07, right=0.98)
    colours = (ORANGE, BLUE, GREEN)
    for k, (name, colour) in enumerate(zip(names, colours, strict=True)):
        left.plot(grid, densities[:, k], color=colour)
        left.fill_between(grid, densities[:, k], color=colour, alpha=0.15, linewidth=0)
        right.plot(grid, shares[:, k], color=colour)
        top = densities[:, k].argmax()
        _note(left, name, (grid[top], densities[top, k]), (0, 4), colour, ha="center")
    for a, b in ((0, 1), (1, 2)):
        between = slice(densities[:, a].argmax(), densities[:, b].argmax())
        tie = grid[between][np.argmin(np.abs(shares[between, a] - shares[between, b]))]
        for ax in (left, right):
            ax.axvline(tie, color=QUIET, linewidth=1, linestyle=":")
    left.set(yticks=[], ylim=(0, densities.max() * 1.15), xlabel="x", title="Prior times density: one width for all")
    right.set(ylim=(0, 1.05), yticks=[0, 0.5, 1], xlabel="x", title="Posterior: a softmax of straight lines")


def pooled(X, y, model, names):
    """Points of shape (n, 2), each class with its own ellipse, dashed, and with the one that all share; the borders."""
    fig, ax = plt.subplots(figsize=(6.4, 4.0))
    fig.subplots_adjust(left=0.09, bottom=0.14, top=0.96)
    limits = (0.3, 7.3), (-0.3, 2.9)
    _border(ax, model.scores(plane(*limits)), *limits)
    for mean, (c, colour) in zip(model.means_, colour_of(model.classes_).items(), strict=True):
        ax.plot(*Gaussian(mean, model.covariance_).ellipse(2).T, color=colour, linewidth=1.8)
        own = np.cov(X[y == c].T)
        ax.plot(*Gaussian(mean, own).ellipse(2).T, "--", color=colour, linewidth=1.2)
    class_points(ax, X, y, model.classes_, size=3)
    for c, place in zip(model.classes_, ((1.46, 0.75), (4.1, 0.62), (3.95, 2.55)), strict=True):
        ax.text(*place, c, color=colour_of(model.classes_)[c], ha="center")
    ax.set(xlim=limits[0], ylim=limits[1], xlabel=names[0], ylabel=names[1])


def shadow(X, y, classes, angle, means):
    """Points of two classes, the direction they are projected on, and their shadows along it.

    `angle`: of the direction, in degrees; `means`: of the classes, shape (2, 2).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.7), width_ratios=[1.15, 1])
    fig.subplots_adjust(wspace=0.08, left=0.06, right=0.98)
    xlim, ylim = window(X, (-3.6, 3.6), (-3.2, 3.2))
    w = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    reach = 1.2 * max(map(abs, (*xlim, *ylim)))
    left.plot(*np.outer([-reach, reach], w).T, color=INK, linewidth=1.5)
    left.plot(*means.T, ":", color=QUIET, linewidth=1.5)
    class_points(left, X, y, classes)
    colours = colour_of(classes)
    for mean, c in zip(means, classes, strict=True):
        left.plot(*mean, "+", color=colours[c], markersize=13, markeredgewidth=3, zorder=4)
        left.plot(*np.column_stack([mean, w * (w @ mean)]), color=colours[c], linewidth=1)
    left.set(xlim=xlim, ylim=ylim, aspect="equal", xticks=[], yticks=[], title="Two classes and a line")
    edges = np.linspace(-5, 5, 41)
    places = np.asarray(X) @ w
    for c, sign in zip(classes, (1, -1), strict=True):
        counts, _ = np.histogram(places[np.asarray(y) == c], edges)
        right.bar(edges[:-1], sign * counts, np.diff(edges), align="edge", color=colours[c], alpha=0.75)
        right.axvline((w @ means[classes.index(c)]), color=colours[c], linewidth=1.5, linestyle="--")
    right.axhline(0, color=INK, linewidth=1.5)
    right.set(xlim=(-5, 5), ylim=(-13, 13), yticks=[], xticks=[], title="Their shadows on that line")


def fishers_plane(Z, y, classes, ratios):
    """Rows along Fisher's first two directions, shape (n, 2); `ratios`: of the variance between and inside."""
    fig, ax = plt.subplots(figsize=(6.4, 3.2))
    fig.subplots_adjust(left=0.08, bottom=0.16, top=0.96)
    class_points(ax, Z, y, classes, size=4)
    colours = colour_of(classes)
    for c in classes:
        own = Z[y == c]
        _note(ax, c, (own[:, 0].mean(), own[:, 1].max()), (0, 6), colours[c], ha="center")
    ax.set(xlabel=f"first direction (ratio {ratios[0]:.1f})", ylabel=f"second ({ratios[1]:.2f})", ylim=(-4, 4.4))


def two_problems(problems, names):
    """Points of two classes in the plane with the borders of several models on each.

    `problems`: from a title to X, shape (n, 2), y, shape (n,), and models; `names`: of the models.
    """
    fig, axes = plt.subplots(1, len(problems), figsize=(7.6, 3.6))
    fig.subplots_adjust(wspace=0.12, left=0.05, right=0.98, bottom=0.08)
    for ax, (title, (X, y, models)) in zip(axes, problems.items(), strict=True):
        limits = window(X, (-2, 2), (-2, 2))
        looks = zip(models, (PURPLE, GREEN, INK), ("-", "--", ":"), (4, 2, 2), strict=True)
        for model, colour, style, width in looks:
            scores = model.decision_function(plane(*limits))
            scores = np.column_stack([-scores, scores])
            _border(ax, scores, *limits, colors=colour, linestyles=style, linewidths=width)
        class_points(ax, X, y, models[0].classes_)
        ax.set(xlim=limits[0], ylim=limits[1], xticks=[], yticks=[], title=title)
    _legend(axes[0], names, (PURPLE, GREEN, INK), 0.03, 0.2)


def seven_fish(X, y, models, names):
    """Points of two classes by length and volume, each with its number, and the borders of several models."""
    fig, ax = plt.subplots(figsize=(6.4, 3.6))
    fig.subplots_adjust(left=0.1, bottom=0.14, top=0.96)
    limits = (0.1, 0.95), (0.2, 0.9)
    looks = zip(models, (PURPLE, GREEN, INK), ("-", "--", ":"), strict=True)
    for model, colour, style in looks:
        lead = model.decision_function(plane(*limits))
        _border(ax, np.column_stack([-lead, lead]), *limits, colors=colour, linestyles=style, linewidths=2)
    class_points(ax, X, y, models[0].classes_, size=8)
    colours = colour_of(models[0].classes_)
    for number, (place, c) in enumerate(zip(X, y, strict=True), 1):
        left = {1: (-6, -15), 4: (-8, 4)}.get(number)  # on the side away from the lines
        _note(ax, f"{number} {c}", place, left or (8, 4), colours[c], ha="right" if left else "left")
    ax.set(xlim=limits[0], ylim=limits[1], xlabel="length", ylabel="volume")
    _legend(ax, names, (PURPLE, GREEN, INK), 0.7, 0.2)


def _legend(ax, names, colours, x, y):
    """Names in their colours, one below the other, from a place in the axes down."""
    for row, (name, colour) in enumerate(zip(names, colours, strict=True)):
        ax.text(x, y - 0.07 * row, name, color=colour, transform=ax.transAxes, fontsize=9)


def soft_regions(points, scores_to_shares, classes):
    """The likeliest of three classes over the plane, the surer the deeper, with the borders and the points."""
    ax, limits = wide_axes(), window(points.X, (-2.5, 2.5), (-2, 2))
    grid = plane(*limits)
    shares = scores_to_shares(grid)
    _shares(ax, shares, classes, *limits)
    if np.ptp(shares) > 1e-9:
        _border(ax, shares, *limits)
    class_points(ax, points.X, points.y, classes, size=7)


def heated(scores, shares, names):
    """Scores as bars, and the probabilities that a softmax makes of them."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 2.7))
    fig.subplots_adjust(wspace=0.2, left=0.07)
    colours = list(colour_of(names).values())
    for ax, values, form, gap in ((left, scores, "{:.1f}", 0.3), (right, shares, "{:.3f}", 0.02)):
        ax.bar(range(len(names)), values, 0.6, color=colours)
        for k, value in enumerate(values):
            ax.text(k, max(value, 0) + gap, form.format(value), ha="center")
        ax.axhline(0, color=QUIET, linewidth=0.8)
        ax.set(xticks=range(len(names)), xticklabels=names)
        ax.tick_params(axis="x", length=0, labelcolor=INK)
    left.set(ylim=(-6.5, 8.5), yticks=[-5, 0, 5], title="Scores")
    right.set(ylim=(0, 1.12), yticks=[0, 0.5, 1], title="Probabilities")


def two_spreads(X, y, model, classes):
    """The regions of a classifier of two classes around points of shape (n, 2), with a border that may bend."""
    ax = wide_axes()
    limits = window(X, (-3.2, 6.2), (-3.6, 3.6))
    regions(ax, *limits, model.predict(plane(*limits)), model.classes_)
    _border(ax, np.log(np.maximum(model.predict_proba(plane(*limits)), 1e-300)), *limits)
    class_points(ax, X, y, classes, size=5)
