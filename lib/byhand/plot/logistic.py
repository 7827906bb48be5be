"""Drawings of the chapter on the perceptron and logistic regression: probabilities on either side of a line."""

import numpy as np

from byhand.linear import design
from byhand.logistic import log_likelihood, sigmoid
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, plane, plt, wide_axes, window
from byhand.plot.perceptron import halves
from byhand.plot.svm import boundary

OFFSET = {"textcoords": "offset points"}
SHADES = plt.matplotlib.colors.LinearSegmentedColormap.from_list("orange to blue", [ORANGE, "white", BLUE])


def shades(ax, limits, probability, cells=60):
    """The plane in orange where a probability is 0, in blue where it is 1; `probability`: of points, shape (m, 2).

    Returns the probabilities on a grid, shape (cells, cells).
    """
    values = probability(plane(*limits, cells)).reshape(cells, cells)
    (left, right), (low, high) = limits
    look = {"vmin": 0, "vmax": 1, "alpha": 0.45, "interpolation": "bilinear", "origin": "lower", "aspect": "auto"}
    ax.imshow(values, SHADES, extent=(left, right, low, high), **look)
    ax.set(xlim=limits[0], ylim=limits[1])
    return values


def verdict_and_probability(X, y, model, names):
    """One linear boundary twice: as two sides, and as a probability that changes across it.

    X, shape (n, 2); y, 0 and 1; `names`: of the two columns.
    """
    fig, axes = plt.subplots(1, 2, sharey=True, figsize=(7.4, 3.6))
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.15, wspace=0.12)
    limits = window(X, (57, 71), (56, 80))
    for ax, title in zip(axes, ("which side?", "how probable?"), strict=True):
        ax.set(xlim=limits[0], ylim=limits[1], title=title, xlabel=names[0])
        class_points(ax, X, y, (0, 1), size=3)
    halves(axes[0], model.coef_, model.intercept_)
    shades(axes[1], limits, lambda points: model.predict_proba(points)[:, 1])
    for level in (0.1, 0.5, 0.9):
        shift = model.intercept_ - np.log(level / (1 - level))
        if level == 0.5:
            boundary(axes[0], model.coef_, shift)
        boundary(axes[1], model.coef_, shift, linewidth=1.6 if level == 0.5 else 0.9)
        height = -(model.coef_[0] * limits[0][1] + shift) / model.coef_[1]
        look = {"textcoords": "offset points", "fontsize": 9, "ha": "right", "va": "top"}
        axes[1].annotate(f"{level:.0%}", (limits[0][1], height), (-3, -6), **look)
    axes[0].set_ylabel(names[1])
    axes[0].text(limits[0][0] + 0.4, limits[1][1] - 1.6, "son", color=BLUE)
    axes[0].text(limits[0][1] - 0.4, limits[1][0] + 0.6, "daughter", color=ORANGE, ha="right")


def rulers():
    """The same five beliefs on three rulers: as probability, as odds, and as the logarithm of the odds."""
    fig, ax = plt.subplots(figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.19, right=0.97, bottom=0.04, top=0.96)
    ax.axis("off")
    p = np.array([0.1, 0.2, 0.5, 0.8, 0.9])
    odds = p / (1 - p)
    rows = (  # name, values, what is written at them, the ends of the ruler, and what is written there
        ("probability\n$p$", p, ("0.1", "0.2", "0.5", "0.8", "0.9"), (0, 1), ("0", "1")),
        ("odds\n$p / (1 - p)$", odds, ("1/9", "1/4", "1", "4", "9"), (0, 10), ("0", "∞")),
        ("log-odds", np.log(odds), ("−2.2", "−1.4", "0", "1.4", "2.2"), (-2.7, 2.7), ("−∞", "∞")),
    )
    places = np.array([(values - low) / (high - low) for _, values, _, (low, high), _ in rows])
    for row, (name, _, texts, _, ends) in zip((2, 1, 0), rows, strict=True):
        ax.plot([0, 1], [row, row], color=INK, linewidth=1.3, zorder=1)
        ax.annotate(name, (0, row), (-24, 0), ha="right", va="center", **OFFSET)
        for end, text in enumerate(ends):
            ax.annotate(text, (end, row), (8 * end - 4, -1), ha=("right", "left")[end], va="center", **OFFSET)
        ax.plot(places[2 - row], np.full(5, row), "o", color=BLUE, markersize=6, zorder=3)
        sides = ("right", "right" if row == 1 else "center", "center", "center", "left")  # outwards, where they crowd
        for spot, text, side in zip(places[2 - row], texts, sides, strict=True):
            aside = {"right": 6, "center": 0, "left": -6}[side]
            ax.annotate(text, (spot, row), (aside, -16 if text == "1/9" else 7), ha=side, fontsize=9, **OFFSET)
    for above, below in ((0, 1), (1, 2)):
        for start, end in zip(places[above], places[below], strict=True):
            ax.plot([start, end], [2 - above, 2 - below], color=BLUE, alpha=0.3, linewidth=1, zorder=0)
    ax.set(xlim=(-0.01, 1.03), ylim=(-0.3, 2.4))


def two_bells(values, y, names, model):
    """Numbers of two classes with a bell for each, of one width, and the share of class 1 among like numbers.

    `values`, shape (n,); y, 0 and 1; `model`: a fitted logistic regression of one feature.
    """
    x, edges = np.linspace(56, 79, 231), np.arange(56.5, 79.5)
    groups = [values[y == k] for k in (0, 1)]
    means = [group.mean() for group in groups]
    variance = sum(((group - mean) ** 2).sum() for group, mean in zip(groups, means, strict=True)) / (len(y) - 2)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    fig.subplots_adjust(left=0.07, right=0.98, bottom=0.16, wspace=0.2)
    bells = []
    for group, mean, colour, name in zip(groups, means, (ORANGE, BLUE), names, strict=True):
        bells.append(len(group) * np.exp(-((x - mean) ** 2) / 2 / variance) / np.sqrt(2 * np.pi * variance))
        left.hist(group, edges, color=colour, alpha=0.25)
        left.plot(x, bells[-1], color=colour)
        left.annotate(name, (mean, bells[-1].max()), (0, 14), textcoords="offset points", color=colour, ha="center")
    left.set(xlim=(56, 79), ylim=(0, 105), yticks=[0, 50, 100], xlabel="height in inches", title="how many")
    counts = np.array([np.histogram(group, edges)[0] for group in groups])
    total = counts.sum(axis=0)
    middles = (edges[1:] + edges[:-1]) / 2
    right.scatter(middles[total > 0], counts[1][total > 0] / total[total > 0], s=5 + total[total > 0] / 2, color=INK)
    right.plot(x, bells[1] / (bells[0] + bells[1]), color=PURPLE, linewidth=3.5, alpha=0.6)
    right.plot(x, model.predict_proba(x[:, None])[:, 1], color=GREEN, linestyle="--")
    right.annotate("from the bells", (70.2, 0.8), color=PURPLE)
    right.annotate("fitted sigmoid", (70.2, 0.68), color=GREEN)
    right.annotate("counted", (70.2, 0.56), color=INK)
    right.set(xlim=(56, 79), ylim=(-0.04, 1.04), yticks=[0, 0.5, 1], xlabel="height in inches", title="share of sons")


def climb(points, path, step, top):
    """Gradient ascent for one feature: the sigmoid after some steps, and the path on the hill of the likelihood.

    `points`: of the classes 0 and 1; their first coordinate is the feature, the second only says where they are drawn.
    `path`: (b, w) after each step, shape (m, 2); `top`: the best (b, w), or None if there is none. In words.
    """
    x, y = points.X[:, 0], points.y
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.07, right=0.97, bottom=0.16, wspace=0.26)
    b, w = path[step]
    limits = window(points.X, (-7.5, 7.5), (-0.07, 1.07))
    line = np.linspace(*limits[0], 151)
    if top is not None:
        left.plot(line, sigmoid(top[0] + top[1] * line), color=QUIET, linestyle="--", linewidth=1.2)
        right.plot(*top, "*", color=GREEN, markersize=12)
    left.plot(line, sigmoid(b + w * line), color=BLUE)
    class_points(left, points.X, y, (0, 1), size=6)
    look = {"yticks": [0, 0.5, 1], "xlabel": "inches above 67", "title": "probability"}
    left.set(xlim=limits[0], ylim=limits[1], **look)
    left.xaxis.set_major_locator(plt.MaxNLocator(8, steps=[1, 2, 5, 10], integer=True))
    limits = (-2.5, 2.5), (-0.5, 4.3)
    best = 0 if top is None else log_likelihood(design(x[:, None]), y, top)
    right.contour(*hill(x, y, limits), levels=best - DROPS, colors=[QUIET], linewidths=0.7, linestyles="solid")
    right.plot(*path[: step + 1].T, "o-", color=BLUE, markersize=3, linewidth=1.2)
    right.set(xlim=limits[0], ylim=limits[1], xlabel="b", ylabel="w", title="log-likelihood")
    value = log_likelihood(design(x[:, None]), y, path[step])
    return f"after {step} steps: b = {b:.3f}, w = {w:.3f}; log-likelihood {value:.3f}"


DROPS = np.array([150, 100, 60, 35, 20, 10, 5, 2, 0.5])  # below the top of the hill, where there are contours


def hill(x, y, limits, cells=40):
    """A grid of (b, w) and the log-likelihood there: three tables of shape (cells, cells)."""
    b, w = np.meshgrid(*(np.linspace(*some, cells) for some in limits))
    margins = np.where(y == 1, 1, -1)[:, None, None] * (b + w * x[:, None, None])
    return b, w, -np.logaddexp(0, -margins).sum(axis=0)


def curved(points, probability, right):
    """The probability of a class around points that have two classes, and the line where it is one half; in words."""
    ax, limits, cells = wide_axes(), window(points.X), 40
    values = shades(ax, limits, probability, cells)
    across, up = (low + (high - low) * (np.arange(cells) + 0.5) / cells for low, high in limits)
    if values.min() < 0.5 < values.max():
        ax.contour(across, up, values, levels=[0.5], colors=[INK], linewidths=1.5)
    for name, colour, marker in (("orange", ORANGE, "o"), ("blue", BLUE, "s")):
        ax.plot(*points.X[points.y == name].T, marker, color=colour, markersize=7, zorder=3)
    return f"right on {right} of {len(points.X)} points"


def far_right(x, y, lines, curves):
    """Least squares and a likelihood on the same numbers of two classes, without and with one that is far out.

    `lines`, `curves`: for "without" and "with" (slope, intercept) of the line, (w, b) of the sigmoid.
    """
    fig, axes = plt.subplots(1, 2, sharey=True, figsize=(7.4, 3.1))
    fig.subplots_adjust(left=0.07, right=0.98, bottom=0.16, wspace=0.15)
    grid = np.linspace(-3.7, 13, 335)
    shown = ((axes[0], lines, "least squares"), (axes[1], curves, "greatest likelihood"))
    for ax, found, title in shown:
        ax.axhline(0.5, color=QUIET, linewidth=0.8)
        for name, style in (("without", "--"), ("with", "-")):
            slope, intercept = found[name]
            z = slope * grid + intercept
            ax.plot(grid, z if ax is axes[0] else sigmoid(z), color=BLUE, linestyle=style, linewidth=1.8)
            cut = ((0.5 if ax is axes[0] else 0) - intercept) / slope
            ax.plot([cut, cut], [-0.2, 0.5], color=GREEN, linestyle=style, linewidth=1.5)
        class_points(ax, np.column_stack([x, y]), y, (0, 1), size=6)
        ax.set(xlim=(-3.7, 13), ylim=(-0.2, 1.5), yticks=[0, 0.5, 1], xlabel="x", title=title)


def odds_ratios(names, found):
    """Odds ratios with their intervals on a logarithmic scale; `found`: an `OddsRatios`."""
    fig, ax = plt.subplots(figsize=(7.0, 2.9))
    fig.subplots_adjust(left=0.24, right=0.95, bottom=0.2, top=0.95)
    ax.axvline(1, color=QUIET, linewidth=1, linestyle="--")
    for row, (ratio, low, high) in enumerate(zip(*found, strict=True)):
        colour = QUIET if low < 1 < high else BLUE if ratio > 1 else ORANGE
        ax.plot([low, high], [row, row], color=colour, linewidth=3)
        ax.plot(ratio, row, "o", color=colour, markersize=8)
        ax.annotate(f"{ratio:.2f}", (ratio, row), (3, 7), color=colour, **OFFSET)
    ax.set(xscale="log", xlim=(0.5, 4), ylim=(len(names) - 0.5, -0.7), yticks=range(len(names)), yticklabels=names)
    ax.set_xticks([0.5, 0.7, 1, 1.5, 2, 3, 4], ["0.5", "0.7", "1", "1.5", "2", "3", "4"])
    ax.minorticks_off()
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.set_xlabel("odds of a son multiplied by")
