"""Drawings of the chapter on generalisation and validation."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from byhand.plot import BLUE, GREEN, INK, ORANGE, QUIET, SKY, upright

TRAIN, NEW = ORANGE, BLUE  # what was learned from, and what is new, have the same colours in every figure


def sample(ax, x, y, truth=None, **style):
    """Data as dots, and the true curve, (grid, values), as a dashed line; all of shape (n,)."""
    if truth is not None:
        ax.plot(*truth, color=QUIET, linestyle="--", linewidth=1.2)
    ax.plot(x, y, linestyle="", **{"marker": "o", "color": INK, "markersize": 5, "zorder": 3, **style})


def three_fits(x, y, grid, curves):
    """The same data three times, each with a curve of `curves`, {title: values over the grid}."""
    fig, axes = plt.subplots(1, 3, figsize=(7.4, 2.6), sharey=True)
    for ax, (title, curve) in zip(axes, curves.items(), strict=True):
        ax.plot(grid, curve, color=BLUE)
        sample(ax, x, y)
        ax.set(xlim=(-0.03, 1.03), ylim=(-2.2, 2.2), xlabel="x", title=title, xticks=[0, 0.5, 1])
    axes[0].set_ylabel("y")


def two_samples(kinds, shares, drawn):
    """The shares of a few kinds in the whole world, as outlines, and in samples: {title: [shares, shares]}."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 2.7), sharey=True)
    places = np.arange(len(kinds))
    for ax, (title, (first, second)) in zip(axes, drawn.items(), strict=True):
        ax.bar(places - 0.2, first, 0.38, color=TRAIN, alpha=0.75)
        ax.bar(places + 0.2, second, 0.38, color=NEW, alpha=0.75)
        ax.bar(places, shares, 0.86, fill=False, edgecolor=INK, linewidth=1)
        ax.set(title=title, xticks=places, xticklabels=kinds, ylim=(0, 0.72), yticks=[0, 0.2, 0.4, 0.6])
        ax.tick_params(axis="x", length=0, labelcolor=INK, labelsize=9)
    axes[0].set_ylabel("share")
    axes[1].text(0.98, 0.95, "training sample", color=TRAIN, ha="right", va="top", transform=axes[1].transAxes)
    axes[1].text(0.98, 0.84, "test sample", color=NEW, ha="right", va="top", transform=axes[1].transAxes)


def targets(sizes, risk, empirical, best, within):
    """Error against the one parameter a of a model, true and on a sample of each of `sizes`, and the three targets.

    `risk`, `empirical[n]`: functions of a; `best`: the ideal a; `within`: the ends of the hypothesis space.
    """
    fig, axes = plt.subplots(1, len(sizes), figsize=(7.4, 3.2), sharey=True)
    grid = np.linspace(-0.2, 1.7, 120)
    for ax, n in zip(axes, sizes, strict=True):
        ax.axvspan(*within, color=SKY, alpha=0.15, linewidth=0)
        ax.plot(grid, risk(grid), color=NEW)
        ax.plot(grid, empirical[n](grid), color=TRAIN)
        inside = np.linspace(*within, 2001)
        feasible, actual = inside[risk(inside).argmin()], inside[empirical[n](inside).argmin()]
        for name, a, curve, colour in (
            ("ideal", best, risk, INK),
            ("feasible", feasible, risk, NEW),
            ("actual", actual, empirical[n], TRAIN),
        ):
            ax.plot([a, a], [0, curve(a)], ":", color=colour, linewidth=1.2)
            ax.plot(a, curve(a), "o", color=colour, markersize=6, label=f"{name}: a = {a:.2f}")
        ax.legend(loc="upper right", fontsize=9, handlelength=1)
        ax.set(xlim=(-0.2, 1.7), ylim=(0, 0.75), xlabel="a", title=f"{n} points", yticks=[0, 0.2, 0.4, 0.6])
    axes[0].set_ylabel("mean squared error")
    axes[0].text(within[0] + 0.03, 0.02, "hypothesis space", color=QUIET, fontsize=9)


def beside(width=(3, 2), height=3.2):
    """Two axes in a row: data on the left, errors on the right."""
    fig, axes = plt.subplots(1, 2, width_ratios=width, figsize=(7.4, height))
    fig.subplots_adjust(wspace=0.28)
    return axes


def errors(ax, places, curves, at, floor=None, log=True):
    """Errors against a setting, one curve for each of `curves`, {name: (values, colour)}; `at`: the setting chosen."""
    for name, (values, colour) in curves.items():
        ax.plot(places, values, "o-", color=colour, markersize=3.5, linewidth=1.5, label=name)
        if at in list(places):
            ax.plot(at, values[list(places).index(at)], "o", color=colour, markersize=9)
    if floor is not None:
        ax.axhline(floor, color=QUIET, linestyle="--", linewidth=1.2, label="noise alone")
    if log:
        ax.set_yscale("log")
        ax.minorticks_off()
    ax.legend(fontsize=9, handlelength=1.2, loc="best")


def fit_and_errors(x, y, truth, curve, curves, places, at, name, title, floor):
    """A sample with a fitted curve over the grid of `truth`; and both errors against the setting called `name`."""
    left, right = beside()
    left.plot(truth[0], curve, color=BLUE)
    sample(left, x, y, truth)
    low, high = truth[0][0], truth[0][-1]
    left.set(xlim=(low - 0.03, high + 0.03), ylim=(-2.2, 2.2), xlabel="x", ylabel="y", title=title)
    errors(right, places, curves, at, floor)
    right.set(ylim=(0.004, 4), xlabel=name, title="Mean squared error")
    return left, right


def as_learning_curve(left, right):
    """The axes of `fit_and_errors` for a parabola, and errors against the number of points."""
    left.set(ylim=(-0.7, 1.7))
    right.set(xscale="log", ylim=(0.004, 0.3), xticks=[12, 30, 100, 200], xticklabels=["12", "30", "100", "200"])
    right.minorticks_off()


def fan(grid, fits, truth, parts, degrees, degree, noise):
    """Fits to many samples with their mean and the truth, over the grid; and bias², variance and noise, stacked.

    `fits`: shape (samples, m); `parts`: for each of `degrees` the pair (bias², variance).
    """
    left, right = beside(width=(1, 1))
    lines = np.stack(np.broadcast_arrays(grid, fits[:40]), axis=-1)
    left.add_collection(LineCollection(lines, colors=SKY, linewidths=0.7, alpha=0.6))
    left.plot(grid, fits.mean(axis=0), color=BLUE)
    left.plot(grid, truth, color=INK, linestyle="--", linewidth=1.2)
    left.set(xlim=(0, 1), ylim=(-2.2, 2.2), xlabel="x", title=f"Degree {degree}: forty fits and the mean of all")
    bias, variance = np.transpose(parts)
    right.bar(degrees, np.full(len(degrees), noise), color=QUIET, alpha=0.4, label="noise")
    right.bar(degrees, bias, bottom=noise, color=ORANGE, alpha=0.8, label="bias²")
    right.bar(degrees, variance, bottom=noise + bias, color=SKY, alpha=0.9, label="variance")
    place = list(degrees).index(degree)
    top = min(noise + bias[place] + variance[place], 0.72)
    right.plot(degree, top + 0.03, "v", color=INK, markersize=7)
    right.legend(fontsize=9, handlelength=1.2, loc="upper center")
    right.set(ylim=(0, 0.8), xlabel="degree", title="Expected squared error", xticks=list(degrees))
    return left, right


def own_polynomial(x, y, before, model):
    """Points that may be moved, the polynomial through them, and as a dashed line the one `before` they were moved."""
    fig, ax = plt.subplots(figsize=(6.4, 3.9))
    fig.subplots_adjust(left=0.07, bottom=0.09, top=0.96)
    grid = np.linspace(-0.02, 1.02, 261)
    ax.plot(grid, before(grid), color=QUIET, linestyle="--", linewidth=1.2)
    ax.plot(grid, model.predict(grid[:, None]), color=BLUE)
    ax.plot(x, y, "o", color=INK, markersize=7, zorder=3)
    ax.set(xlim=(-0.05, 1.05), ylim=(-3.2, 3.2))
    return ax


def two_descents(sizes, training, new, tamed, n, floor):
    """Median errors against the number of features, through the point where they are as many as the n rows.

    `tamed`: the error on new data with a penalty.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    ax.plot(sizes, new, "o-", color=NEW, markersize=3.5)
    ax.plot(sizes, tamed, "o-", color=GREEN, markersize=3.5)
    ax.plot(sizes, np.maximum(training, 1e-3), "o-", color=TRAIN, markersize=3.5)
    ax.axhline(floor, color=QUIET, linestyle="--", linewidth=1.2)
    upright(ax, n, " as many as rows")
    ax.text(sizes[-1], new[-1] * 1.25, "new data", color=NEW, ha="right")
    ax.text(sizes[-1], 0.62 * tamed[-1], "with a penalty", color=GREEN, ha="right", va="center")
    ax.text(sizes[0], training[1] / 1.8, "training", color=TRAIN, va="top")
    ax.text(sizes[-1], floor / 1.12, "noise alone", color=QUIET, ha="right", va="top")
    ax.set(xscale="log", yscale="log", ylim=(0.02, 80), xlabel="features", ylabel="median error")
    ax.set(xticks=[2, 10, 40, 100, 400], xticklabels=["2", "10", "40", "100", "400"])
    ax.minorticks_off()


def shattered(three, lines, four):
    """Three points with every choice of classes and a line that parts each; and four points that no line parts.

    `lines`: for each choice (signs, normal, offset); `four`: points and signs.
    """
    fig, axes = plt.subplots(1, 9, figsize=(7.4, 1.25))
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.05, top=0.8, wspace=0.12)
    for ax, (signs, normal, offset) in zip(axes, lines, strict=False):
        _classes(ax, three, signs)
        along = np.array([-normal[1], normal[0]])
        foot = -offset * np.asarray(normal) / np.dot(normal, normal)
        ends = np.array([foot - 3 * along, foot + 3 * along])
        ax.plot(*ends.T, color=INK, linewidth=1.2)
    _classes(axes[-1], *four)
    axes[0].set_title("three points: every choice has its line", fontsize=9)
    axes[-1].set_title("these: none", fontsize=9)


def _classes(ax, points, signs):
    for (a, b), sign in zip(points, signs, strict=True):
        ax.plot(a, b, "o" if sign > 0 else "s", color=ORANGE if sign > 0 else BLUE, markersize=5.5)
    ax.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), xticks=[], yticks=[], aspect="equal")
    for side in ax.spines.values():
        side.set(visible=True, color=QUIET, alpha=0.4)


# ---- splits


def strips(rounds, n, titles=None, marks=None):
    """Which rows each round learns from and judges by: a strip of n boxes for each pair (train, test) of rounds.

    `marks`: what to write into the boxes of each strip; else how often a row was drawn, if more than once.
    """
    fig, ax = plt.subplots(figsize=(7.0, 0.45 * len(rounds) + 0.6))
    fig.subplots_adjust(left=0.24 if titles else 0.1, bottom=0.22, top=0.97, right=0.99)
    for place, (train, test) in enumerate(rounds):
        for row in range(n):
            colour, alpha = (NEW, 0.9) if row in test else (TRAIN, 0.45) if row in train else (QUIET, 0.12)
            ax.add_patch(Rectangle((row, place + 0.12), 0.92, 0.76, color=colour, alpha=alpha, linewidth=0))
            times = int(np.sum(np.asarray(train) == row))
            mark = marks[place][row] if marks else str(times) * (times > 1)
            paper = "white" if row in test else INK
            ax.text(row + 0.46, place + 0.5, mark, ha="center", va="center", fontsize=9, color=paper)
    ax.set(xlim=(0, n), ylim=(len(rounds), 0), xticks=np.arange(n) + 0.46, xticklabels=range(1, n + 1), xlabel="row")
    ax.set(yticks=np.arange(len(rounds)) + 0.5, yticklabels=titles or [f"round {i + 1}" for i in range(len(rounds))])
    ax.tick_params(length=0, labelcolor=INK)
    ax.spines[:].set_visible(False)


def fold_and_scores(x, y, train, test, grid, curve, scores, fold, spread):
    """The data of one round with the curve that was fitted; and the errors of all rounds with their mean.

    `scores`: the error of each fold so far, NaN for those to come.
    """
    left, right = beside(width=(3, 2))
    left.plot(grid, curve, color=TRAIN)
    ends = np.stack(
        [np.column_stack([x[test], np.interp(x[test], grid, curve)]), np.column_stack([x[test], y[test]])], 1
    )
    left.add_collection(LineCollection(ends, colors=NEW, linewidths=1.4))
    sample(left, x[train], y[train], color=TRAIN)
    sample(left, x[test], y[test], color=NEW, marker="s")
    left.set(xlim=(-0.03, 1.03), ylim=(-2.2, 2.2), xlabel="x", ylabel="y", title=f"Fold {fold} is left out")
    folds = np.arange(1, len(scores) + 1)
    right.bar(folds, np.nan_to_num(scores), color=NEW, alpha=0.8)
    if np.isfinite(scores).all():
        right.axhline(np.mean(scores), color=INK, linewidth=1.2, linestyle="--")
        right.text(len(scores) + 0.5, np.mean(scores) * 1.02, f"mean {np.mean(scores):.3f}", ha="right", va="bottom")
    right.set(xlim=(0.4, len(scores) + 0.6), ylim=(0, spread), xticks=folds, xlabel="fold", title="Error on the fold")


def with_bars(places, training, left_out, bars):
    """Errors against a setting, on the training part and on the folds left out, these with their standard errors."""
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    ax.plot(places, training, "o-", color=TRAIN, markersize=4)
    ax.errorbar(places, left_out, bars, fmt="o-", color=NEW, markersize=4, capsize=3, elinewidth=1.2)
    ax.text(places[-1], training[-1] - 0.02, "training part", color=TRAIN, ha="right", va="top")
    ax.text(places[3] + 0.2, left_out[1], "folds left out", color=NEW)
    ax.set(ylim=(-0.08, 0.62), xticks=places, xlabel="degree", ylabel="mean squared error")


def left_out(n, shares, expected):
    """How often a bootstrap of n rows leaves out each share of them, with its expectation and the limit 1/e."""
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    if n <= 60:  # the share is k/n: a bar for each k
        places, count = np.unique(np.round(np.multiply(shares, n)) / n, return_counts=True)
        ax.bar(places, count / len(shares), width=min(0.7 / n, 0.04), color=NEW, alpha=0.5)
    else:
        count, edges = np.histogram(shares, np.linspace(0, 1, 61))
        ax.stairs(count / len(shares), edges, fill=True, color=NEW, alpha=0.5)
    ax.axvline(np.exp(-1), color=INK, linestyle="--", linewidth=1.2)
    ax.axvline(expected, color=ORANGE, linewidth=1.5)
    ax.set(xlim=(-0.05, 1), xlabel="share of the rows that is never drawn", ylabel="share of the draws", yticks=[])
    ax.text(0.98, 0.93, "expected", color=ORANGE, ha="right", va="top", transform=ax.transAxes)
    ax.text(0.98, 0.81, "1/e", color=INK, ha="right", va="top", transform=ax.transAxes)


def estimates(rows, truth):
    """How estimates of an error scatter, {way: estimates from many data sets}; `truth`: the true error, on average."""
    fig, ax = plt.subplots(figsize=(7.0, 0.55 * len(rows) + 0.9))
    fig.subplots_adjust(left=0.27, bottom=0.24, top=0.97)
    rng = np.random.default_rng(0)
    for place, values in enumerate(rows.values()):
        shown = values[:150]
        ax.plot(shown, place + rng.uniform(-0.25, 0.25, len(shown)), ".", color=SKY, markersize=3.5)
        low, middle, high = np.quantile(values, [0.1, 0.5, 0.9])
        ax.plot([low, high], [place, place], color=NEW, linewidth=2)
        ax.plot(np.mean(values), place, "o", color=NEW, markersize=7)
    ax.axvline(truth, color=INK, linestyle="--", linewidth=1.2)
    ax.set(yticks=range(len(rows)), yticklabels=list(rows), ylim=(len(rows) - 0.5, -0.5), xlabel="estimated error")
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines["left"].set_visible(False)
    return ax


def cheating(found, n, features):
    """Error rates of many data sets of pure noise, judged {"way": error rates}; a coin errs in half of the cases."""
    fig, ax = plt.subplots(figsize=(7.0, 2.4))
    fig.subplots_adjust(left=0.36, bottom=0.26, top=0.84)
    rng = np.random.default_rng(0)
    for place, (values, colour) in enumerate(zip(found.values(), (ORANGE, BLUE), strict=True)):
        ax.plot(values, place + rng.uniform(-0.22, 0.22, len(values)), ".", color=colour, markersize=5, alpha=0.7)
        ax.plot(np.mean(values), place, "o", color=colour, markersize=9)
    ax.axvline(0.5, color=INK, linestyle="--", linewidth=1.2)
    ax.set(xlim=(0, 1), yticks=[0, 1], yticklabels=list(found), ylim=(1.5, -0.5), xlabel="estimated share of errors")
    ax.set_title(f"{n} rows, {features} features, all of them noise")
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines["left"].set_visible(False)
