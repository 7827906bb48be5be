"""Drawings of the first part of the chapter on ensembles: votes, bagging, forests."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, QUIET, class_points, plane, regions, window
from byhand.plot.trees import draw_tree
from byhand.voting import majority_probability, variance_of_mean


def members(X, y, forest, titles, xlim, ylim):
    """The regions of the first trees of a forest side by side, and last those of its vote; `titles`: above each."""
    fig, axes = plt.subplots(1, len(titles), figsize=(8.4, 2.5), sharey=True)
    fig.subplots_adjust(left=0.02, right=0.99, bottom=0.03, top=0.86, wspace=0.06)
    at = plane(xlim, ylim)
    of_trees = forest.classes_[forest.responses(at)[: len(titles) - 1].argmax(axis=2)]
    for ax, told, title in zip(axes, [*of_trees, forest.predict(at)], titles, strict=True):
        regions(ax, xlim, ylim, told, forest.classes_)
        class_points(ax, X, y, forest.classes_, size=3)
        ax.set(xticks=[], yticks=[])
        ax.set_title(title, fontsize=10)
        ax.spines[["left", "bottom"]].set_visible(False)


def three_votes(trees, x, drawn):
    """Three small trees with the way of one row down each of them in bold.

    `drawn`: for each tree a dictionary from the conditions on the way to a node to the names of the features that were
    drawn there; those that are not asked about stand in brackets.
    """
    fig, axes = plt.subplots(1, 3, figsize=(8.4, 2.6))
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.02, top=0.88, wspace=0.04)
    for ax, tree, names, number in zip(axes, trees, drawn, ("first", "second", "third"), strict=True):
        draw_tree(tree, tree.path(x), ax, notes=_passed_over(tree.tree_, names))
        ax.set_title(f"{number} tree: {tree.predict([x])[0]}", fontsize=10, loc="center")


def _passed_over(tree, drawn):
    """The features that were drawn at a node and not asked about, in brackets: a dictionary from positions of nodes."""
    ways, notes = [()] * len(tree), {}
    for i, node in enumerate(tree):
        if node.condition:
            ways[i] = (*ways[node.parent], node.condition)
        if node.gain is not None:
            asked = tree[tree.children[i][0]].condition.name
            notes[i] = " (" + ", ".join(name for name in drawn[ways[i]] if name != asked) + ")"
    return notes


def crowd(n, p, rho, most=51):
    """How often a majority of n voters is right, over n, for voters that are right with probability p.

    Dashed: one of them alone. Grey: voters without correlation, if there is one. Returns the probability.
    """
    _, ax = plt.subplots()
    numbers = np.arange(1, most + 1, 2)
    alone = [majority_probability(int(k), p) for k in numbers]
    together = [majority_probability(int(k), p, rho) for k in numbers]
    end = {"xytext": (5, 0), "textcoords": "offset points", "va": "center", "annotation_clip": False}
    if rho:
        ax.plot(numbers, alone, color=QUIET, linewidth=1.2)
    ax.axhline(p, color=INK, linewidth=1.2, linestyle="--")
    ax.plot(numbers, together, color=BLUE)
    chance = majority_probability(n, p, rho)
    ax.plot(n, chance, "o", color=ORANGE, markersize=9, zorder=4, clip_on=False)
    gaps = {"majority": (together[-1], BLUE), "one voter": (p, INK), "independent": (alone[-1], QUIET)}
    for name, level in _apart({k: v[0] for k, v in gaps.items() if k != "independent" or rho > 0}).items():
        ax.annotate(name, (most, level), color=gaps[name][1], **end)
    ax.set(xlim=(0, most), ylim=(-0.03, 1.03), xlabel="voters", title="how often the majority is right")
    ax.figure.subplots_adjust(right=0.84)
    return chance


def _apart(levels, least=0.085):
    """Heights of labels, each near its own level and none nearer than `least` to the next."""
    names = sorted(levels, key=levels.get)
    heights = [levels[name] for name in names]
    for _ in range(50):
        for i in range(len(heights) - 1):
            short = least - (heights[i + 1] - heights[i])
            if short > 1e-9:
                heights[i], heights[i + 1] = heights[i] - short / 2, heights[i + 1] + short / 2
        heights = [min(1.0, max(0.0, height)) for height in heights]
    return dict(zip(names, heights, strict=True))


def floors(correlations, most=30, chosen=None, number=None):
    """The variance of a mean over how many are averaged, for some correlations, each with its floor dotted.

    A dot marks a `number` of them on the curve of the correlation `chosen`, which is bold.
    """
    _, ax = plt.subplots()
    numbers = np.arange(1, most + 1)
    for rho, colour in zip(correlations, (GREEN, BLUE, ORANGE, QUIET), strict=False):
        bold = 2.6 if rho == chosen else 1.2
        ax.plot(numbers, [variance_of_mean(int(k), rho) for k in numbers], color=colour, linewidth=bold)
        ax.axhline(rho, color=colour, linewidth=1, linestyle=":")
        height = variance_of_mean(most, rho)
        place = {"xytext": (6, 0), "textcoords": "offset points", "va": "center", "annotation_clip": False}
        ax.annotate(f"ρ = {rho:g}", (most, height), color=colour, **place)
        if rho == chosen:
            ax.plot(number, variance_of_mean(number, rho), "o", color=colour, markersize=10, clip_on=False, zorder=4)
    ax.set(xlim=(1, most), ylim=(0, 1.05), xlabel="how many are averaged", title="variance of the mean, for σ² = 1")
    ax.figure.subplots_adjust(right=0.88)


def two_trees(told, tables=3):
    """Two trees for each of S tables: in numbers for the first `tables`, and all as dots, one tree over the other.

    `told`: what the two trees of each table say about one row, shape (S, 2).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.1), width_ratios=(1, 1.05))
    fig.subplots_adjust(left=0.01, right=0.98, bottom=0.16, top=0.88, wspace=0.2)
    middle = {"ha": "center", "va": "center"}
    left.set(xlim=(0, 3), ylim=(tables + 0.9, -0.5))
    left.axis("off")
    for column, words in enumerate(("first tree", "second tree")):
        left.text(1.5 + column, 0, words, color=QUIET, **middle)
    right.plot(*np.transpose(told), "o", color=QUIET, markersize=4, alpha=0.45, markeredgewidth=0)
    for row, colour in zip(range(tables), (ORANGE, BLUE, GREEN), strict=False):
        left.text(0.55, row + 1, f"table {row + 1}", color=colour, **middle)
        for column, value in enumerate(told[row]):
            box = {"boxstyle": "round,pad=0.45", "facecolor": colour, "alpha": 0.15, "edgecolor": "none"}
            left.text(1.5 + column, row + 1, f"{value:.2f}", bbox=box, **middle)
        right.plot(*told[row], "o", color=colour, markersize=9)
    for column in (0.55, 1.5, 2.5):
        left.text(column, tables + 0.75, "⋮", color=QUIET, **middle)
    right.set(xlabel="what the first tree says", title="what the second tree says")


def samples(draws, n):
    """Bootstrap samples as rows of dots, as large as often drawn; crosses for what is out of bag. `draws`: lists."""
    fig, ax = plt.subplots(figsize=(7, 0.75 + 0.55 * len(draws)))
    fig.subplots_adjust(left=0.13, right=0.86, bottom=0.06, top=0.8)
    for row, drawn in enumerate(draws):
        counts = np.bincount(np.array(drawn), minlength=n + 1)[1:]
        for k, count in enumerate(counts, 1):
            if count:
                ax.plot(k, row, "o", color=BLUE, markersize=9 + 5 * (count - 1))
                ax.text(k, row, str(count), color="white", ha="center", va="center_baseline", fontsize=9)
            else:
                ax.plot(k, row, "x", color=ORANGE, markersize=8, markeredgewidth=2)
        left = int((counts == 0).sum())
        ax.annotate(f"{left} left out", (n + 0.7, row), color=ORANGE, va="center", annotation_clip=False)
    ax.set(xlim=(0.4, n + 0.6), ylim=(len(draws) - 0.5, -0.5), xticks=range(1, n + 1), yticks=range(len(draws)))
    ax.set_yticklabels([f"sample {row + 1}" for row in range(len(draws))])
    ax.xaxis.tick_top()
    ax.tick_params(length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)


def errors_over_trees(curves, seed, trees):
    """Out-of-bag and test error over the number of trees: of one of a few forests in bold, up to `trees`.

    Dashed: the mean over all of them. `curves`: for each seed a pair of arrays of shape (B,).
    """
    _, ax = plt.subplots()
    most = len(curves[0][0])
    for values, colour in zip(curves[seed], (ORANGE, BLUE), strict=True):
        ax.plot(np.arange(1, trees + 1), values[:trees], color=colour, linewidth=2.2, zorder=3)
    for values, colour in zip(np.mean(curves, axis=0), (ORANGE, BLUE), strict=True):
        ax.plot(np.arange(1, most + 1), values, color=colour, linewidth=1.5, linestyle="--", zorder=2)
    for values, colour in zip(curves[seed], (ORANGE, BLUE), strict=True):
        ax.plot(trees, values[trees - 1], "o", color=colour, markersize=8, zorder=4)
    ax.set(xscale="log", xlim=(0.9, most * 1.15), ylim=(0, 0.34), xlabel="trees")
    ticks = [k for k in (1, 3, 10, 30, 100, 300) if k <= most]
    ax.set_xticks(ticks, [str(k) for k in ticks])
    ax.minorticks_off()
    ax.set_title("share of wrong answers")
    ax.text(0.97, 0.94, "out of bag", color=ORANGE, transform=ax.transAxes, ha="right", va="top")
    ax.text(0.97, 0.85, "1,000 new rows", color=BLUE, transform=ax.transAxes, ha="right", va="top")
    ax.text(0.97, 0.76, f"dashed: the mean of {len(curves)}", color=QUIET, transform=ax.transAxes, ha="right", va="top")


def tree_and_forest(points, tree, forest, trees):
    """The regions of one tree and those of a forest around points that may be moved."""
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.6), sharey=True)
    fig.subplots_adjust(left=0.05, right=0.99, bottom=0.08, top=0.9, wspace=0.06)
    limits = window(points.X, (-1.6, 2.6), (-1.3, 1.7))
    for ax, model, title in zip(axes, (tree, forest), ("one tree", f"a forest of {trees}"), strict=True):
        regions(ax, *limits, model.predict(plane(*limits, 100)), model.classes_)
        class_points(ax, points.X, points.y, model.classes_, size=6)
        ax.set_title(title)


def wiggles(at, truth, one, many):
    """Fits of one tree, and of forests, to a few samples, thin; their mean in bold; the truth dashed; shape (S, m)."""
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.1), sharey=True)
    fig.subplots_adjust(left=0.07, right=0.99, bottom=0.13, top=0.88, wspace=0.06)
    for ax, fits, colour, title in zip(axes, (one, many), (ORANGE, BLUE), ("one tree", "a forest"), strict=True):
        for fit in fits[:12]:
            ax.plot(at, fit, color=colour, linewidth=0.6, alpha=0.45)
        ax.plot(at, np.mean(fits, axis=0), color=colour, linewidth=2.6)
        ax.plot(at, truth, color=INK, linewidth=1.4, linestyle="--")
        ax.set_title(title)


def worths(names, columns, titles, alone=()):
    """What features are worth by a few measures, as bars side by side; `columns`: shape (measures, d).

    `alone`: for each measure what the second feature, dashed, is worth to a model without the third, or None.
    """
    fig, axes = plt.subplots(1, len(columns), figsize=(8.0, 0.8 + 0.34 * len(names)), sharey=True)
    fig.subplots_adjust(left=0.15, right=0.98, bottom=0.05, top=0.86, wspace=0.1)
    for place, (ax, values, title) in enumerate(zip(axes, columns, titles, strict=True)):
        ax.barh(range(len(names)), values, color=[ORANGE if "noise" in name else BLUE for name in names], height=0.65)
        single = dict(enumerate(alone)).get(place)
        most = max(np.max(values), single or 0, 1e-9)
        for row, value in enumerate(values):
            words = f"{value:.2f}".replace("-0.00", "0.00")
            if single and row == 1:
                ax.barh(row, single, facecolor="none", edgecolor=BLUE, linewidth=1.2, linestyle="--", height=0.65)
                value, words = single, f"{words}; alone {single:.2f}"
            ax.text(max(value, 0) + 0.03 * most, row, words, va="center", fontsize=9)
        ax.axvline(0, color=QUIET, linewidth=1)
        room = 1.9 if single else 1.25
        ax.set(xlim=(min(0, np.min(values)) - 0.02 * most, room * most), xticks=[], yticks=range(len(names)))
        ax.set_yticklabels(names)
        ax.set_title(title, fontsize=10)
        ax.tick_params(length=0, labelcolor=INK)
        ax.spines[["left", "bottom"]].set_visible(False)
    axes[0].invert_yaxis()
