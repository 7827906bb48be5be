"""Drawings of the chapter on confusion matrices."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from byhand.comparing import wilson_interval
from byhand.metrics import one_against_rest
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY

SHADES = LinearSegmentedColormap.from_list("shades", ["#ffffff", SKY, BLUE])


def crowd(ill, tests):
    """The same people once for each of `tests`, a dictionary from a title to whom it calls ill; both truth values (n,).

    People stand in 20 rows.
    """
    fig, axes = plt.subplots(1, len(tests), figsize=(7.4, 3.1))
    fig.subplots_adjust(left=0.02, right=0.98, top=0.9, bottom=0.12, wspace=0.08)
    places = np.stack(np.divmod(np.arange(len(ill)), 20), axis=1)
    for ax, (title, called) in zip(axes, tests.items(), strict=True):
        kinds = (  # who, marker, colour, filled, size
            (~ill & ~called, "o", "#c9ced6", True, 2),
            (~ill & called, "s", BLUE, True, 4),
            (ill & ~called, "o", ORANGE, False, 6.5),
            (ill & called, "o", ORANGE, True, 6.5),
        )
        for who, marker, colour, filled, size in kinds:
            face = colour if filled else "none"
            ax.plot(*places[who].T, marker, color=colour, markerfacecolor=face, markersize=size, markeredgewidth=1.5)
        ax.set(title=title, xlim=(-1, len(ill) / 20), ylim=(-1, 20))
        found, missed, alarms = (int(np.sum(who)) for who in (ill & called, ill & ~called, ~ill & called))
        ax.text(0, -1.6, f"{found} found", color=ORANGE, va="top")
        ax.text(0.25, -1.6, f"{missed} missed (rings)", color=ORANGE, va="top", transform=_below(ax))
        ax.text(1, -1.6, f"{alarms} false alarms", color=BLUE, va="top", ha="right", transform=_below(ax))
        ax.axis("off")


def _below(ax):
    """Coordinates with shares of the axes along x and data along y."""
    return plt.matplotlib.transforms.blended_transform_factory(ax.transAxes, ax.transData)


def heat_map(ax, matrix, names, rows="true", shown=None):
    """A confusion matrix, shaded by the share of each row or column that a cell holds of its true class.

    `rows`: "true" or "predicted", what the rows are; `matrix` has true rows. `shown`: how a cell is written.
    """
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1e-12)
    cells, shares = (matrix, shares) if rows == "true" else (matrix.T, shares.T)
    ax.imshow(shares, cmap=SHADES, vmin=0, vmax=1.15, aspect="auto")
    write = shown or (lambda value: f"{value:,.0f}")
    for i, row in enumerate(cells):
        for j, value in enumerate(row):
            if value:
                colour = "white" if shares[i, j] > 0.6 else INK
                ax.text(
                    j, i, write(value), ha="center", va="center", color=colour, fontsize=9 if len(names) > 3 else 11
                )
    down, across = ("true", "predicted") if rows == "true" else ("predicted", "true")
    ax.set(xticks=range(len(names)), yticks=range(len(names)), xticklabels=names, yticklabels=names)
    ax.set(xlabel=f"{across} class", ylabel=f"{down} class")
    ax.tick_params(length=0, labelcolor=INK)
    ax.spines[:].set_visible(False)


def bars(ax, values, colours, low=0.0):
    """Numbers as horizontal bars with the number at each; `values` and `colours`: dictionaries by the same names."""
    for place, (name, value) in enumerate(values.items()):
        ax.barh(place, max(value - low, 0), left=low, color=colours[name], height=0.6)
        ax.text(max(value, low) + 0.02 * (1 - low), place, f"{value:.3f}", va="center", fontsize=9)
    ax.set(yticks=range(len(values)), yticklabels=list(values), xlim=(low, low + 1.18 * (1 - low)), xticks=[])
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)


def screened(share, recall, specificity, people=10_000):
    """The confusion matrix of a test in a town where a share of the people is ill, and its metrics by name.

    The test finds a share `recall` of the ill and clears a share `specificity` of the well.
    """
    ill = people * share
    matrix = np.array([[recall * ill, (1 - recall) * ill], [(1 - specificity) * (people - ill), 0]])
    matrix[1, 1] = people - matrix.sum()
    TP, FP, FN, TN = (count[0] for count in one_against_rest(matrix))
    below = np.sqrt((TP + FP) * (TP + FN) * (TN + FP) * (TN + FN))
    return matrix, {
        "accuracy": (TP + TN) / people,
        "always “well”": 1 - share,
        "precision": TP / (TP + FP),
        "F1": 2 * TP / (2 * TP + FP + FN),
        "MCC": (TP * TN - FP * FN) / below,
        "recall": recall,
        "specificity": specificity,
        "balanced accuracy": (recall + specificity) / 2,
    }


def screening(share, recall, specificity):
    """What `screened` finds: the matrix, and the metrics as bars; returns the metrics."""
    matrix, values = screened(share, recall, specificity)
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[2, 3], figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.1, wspace=0.62, bottom=0.16)
    heat_map(left, matrix, ["ill", "well"])
    left.set_title(f"{matrix.sum():,.0f} people, {share:.0%} ill")
    colours = dict.fromkeys(values, BLUE) | {"always “well”": QUIET}
    colours |= dict.fromkeys(("recall", "specificity", "balanced accuracy"), GREEN)
    bars(right, values, colours)
    right.set_title("green: cannot depend on the share of ill")
    return values


def f_plane(beta, filters):
    """F-beta over precision and recall as lines of equal height; `filters`: from a name to (precision, recall)."""
    fig, ax = plt.subplots(figsize=(6.4, 3.7))
    fig.subplots_adjust(left=0.11, bottom=0.16, top=0.9)
    grid = np.linspace(0.005, 1, 100)
    P, R = np.meshgrid(grid, grid)
    b = beta * beta
    F = (1 + b) * P * R / (b * P + R)
    levels = np.arange(0.1, 1, 0.1)
    ax.contourf(P, R, F, np.arange(0, 1.01, 0.1), cmap=SHADES, alpha=0.5, vmax=1.3)
    lines = ax.contour(P, R, F, levels, colors=QUIET, linewidths=0.8)
    ax.clabel(lines, levels[1::2], fmt="%.1f", fontsize=8)
    for (name, (p, r)), colour, marker in zip(filters.items(), (ORANGE, PURPLE), "os", strict=True):
        ax.plot(p, r, marker, color=colour, markersize=9)
        value = (1 + b) * p * r / (b * p + r)
        side, edge = (-8, "right") if p > 0.75 else (8, "left")  # inside the picture
        words = f"{name}: {value:.3f}"
        ax.annotate(words, (p, r), (side, 6), textcoords="offset points", ha=edge, color=INK, weight="bold")
    ax.set(xlabel="precision P", ylabel="recall R", title=rf"$F_\beta$ for $\beta$ = {beta:g}")
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])


def averages(matrix, names, rows, values):
    """A confusion matrix beside the averages of its classes; `values`: a dictionary name to number."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[4, 3], figsize=(7.4, 3.4))
    fig.subplots_adjust(left=0.09, wspace=0.72, bottom=0.16)
    heat_map(left, matrix, names, rows, lambda value: f"{value:.3g}" if value < 10 else f"{value:,.0f}")
    left.set_title(f"{matrix.sum():,.0f} clips")
    kinds = {"macro": GREEN, "micro": ORANGE, "weighted": BLUE}
    bars(right, values, {name: kinds[name.split()[0]] for name in values}, low=0.8)
    right.set_title("bars begin at 0.8")


def guesses(table, ranks, k):
    """For each picture at which guess the truth came, if at all; and the top-k accuracy against k.

    `table`: five guesses and the truth; `ranks`: shape (n,), 6 if it was not among the five.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.3))
    fig.subplots_adjust(left=0.17, wspace=0.75, bottom=0.16)
    n = len(ranks)
    left.axvspan(0.5, k + 0.5, color=SKY, alpha=0.2, linewidth=0)
    left.plot(np.tile(range(1, 6), n), np.repeat(range(n), 5), "o", color="#c9ced6", markersize=4)
    for reached, colour in ((ranks <= k, GREEN), ((ranks > k) & (ranks <= 5), ORANGE)):
        left.plot(ranks[reached], np.flatnonzero(reached), "o", color=colour, markersize=9)
    for place, (row, rank) in enumerate(zip(table, ranks, strict=True)):
        if rank > 1:
            left.text(5.7, place, row[0], va="center", fontsize=8, color=QUIET)
    left.text(5.7, -0.9, "first guess", fontsize=8, color=QUIET, style="italic")
    left.set(yticks=range(n), yticklabels=[row[-1] for row in table], xticks=range(1, 6), xlim=(0.5, 5.5))
    left.set(
        ylim=(n - 0.5, -0.5), xlabel="guess number", title=f"{k} guesses allowed" if k > 1 else "one guess allowed"
    )
    left.tick_params(axis="y", length=0, labelcolor=INK)
    shares = [np.mean(ranks <= j) for j in range(1, 6)]
    right.plot(range(1, 6), shares, "-o", color=BLUE, markersize=4)
    right.plot(k, shares[k - 1], "o", color=ORANGE, markersize=9)
    right.set(ylim=(0, 1.05), xticks=range(1, 6), yticks=[0, 0.5, 1], xlabel="k", title="top-k accuracy")


def intervals(accuracy, sizes):
    """The Wilson interval of one and the same accuracy for test sets of different sizes; returns them."""
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    found = [wilson_interval(round(accuracy * n), n) for n in sizes]
    ax.axhline(accuracy, color=QUIET, linewidth=1, linestyle="--")
    for n, (low, high) in zip(sizes, found, strict=True):
        ax.plot([n, n], [low, high], color=BLUE, linewidth=4, solid_capstyle="butt")
        ax.plot(n, accuracy, "o", color=ORANGE, markersize=6)
        ax.annotate(
            f"{low:.3f} to {high:.3f}", (n, low), (0, -5), textcoords="offset points", ha="center", va="top", fontsize=8
        )
    ax.set(xscale="log", xticks=sizes, xticklabels=[f"{n:,}" for n in sizes], ylim=(0.45, 1.02), xlim=(4, 25_000))
    ax.set(xlabel="test cases", yticks=[0.5, 0.75, 1], title=f"Accuracy {accuracy}: where the true one may lie (95%)")
    ax.minorticks_off()
