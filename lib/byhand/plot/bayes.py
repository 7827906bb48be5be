"""Drawings of the chapter on Bayes classifiers."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, plane, regions, upright, window

FIRST, SECOND = ORANGE, BLUE  # the colours of two classes, in their order


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def _errors(ax, x, joints, threshold, words):
    """Two joint densities, and below each what lies on the wrong side of a threshold; `words`: for both areas."""
    (first, low), (second, high) = joints.items()
    ax.plot(x, low, color=FIRST)
    ax.plot(x, high, color=SECOND)
    right, left = x >= threshold, x <= threshold
    ax.fill_between(x[right], low[right], color=FIRST, alpha=0.45, linewidth=0)
    ax.fill_between(x[left], high[left], color=SECOND, alpha=0.45, linewidth=0)
    upright(ax, threshold, "")
    ax.set(xlim=(x[0], x[-1]), ylim=(0, 1.3 * max(low.max(), high.max())), yticks=[])
    for name, curve, colour in ((first, low, FIRST), (second, high, SECOND)):
        side = -1 if name == first else 1
        _note(ax, name, (x[curve.argmax()], curve.max()), (22 * side, -5), colour, ha="left" if side > 0 else "right")
    width = x[-1] - x[0]
    at = np.clip(threshold, x[0] + 0.37 * width, x[-1] - 0.31 * width), 0.93 * ax.get_ylim()[1]
    white = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    _note(ax, f"{words[1]} \u2190", at, (-5, 0), SECOND, ha="right", fontsize=9, bbox=white)
    _note(ax, f"\u2192 {words[0]}", at, (5, 0), FIRST, ha="left", fontsize=9, bbox=white)


def two_errors(x, joints, threshold, words):
    """Two joint densities over x with a threshold; the areas on the wrong side of it are filled."""
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    _errors(ax, x, joints, threshold, words)
    ax.set(xlabel="marker x", title="How often each value comes, in each class")


def errors_and_risk(x, joints, threshold, words, thresholds, risks, best):
    """The same beside the risk of every threshold; `best`: that of the least risk."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.6, 3.3))
    fig.subplots_adjust(left=0.04, wspace=0.25)
    _errors(left, x, joints, threshold, words)
    left.set(xlabel="marker x", title="Prior times density")
    right.plot(thresholds, risks, color=GREEN)
    here = np.interp(threshold, thresholds, risks)
    right.plot(threshold, here, "o", color=INK, markersize=7)
    right.plot(best, np.interp(best, thresholds, risks), "v", color=GREEN, markersize=8)
    _note(right, "least", (best, np.interp(best, thresholds, risks)), (0, -14), GREEN, ha="center", fontsize=9)
    right.set(xlabel="threshold", title="Risk of the threshold", xlim=(thresholds[0], thresholds[-1]))
    right.set_ylim(-0.12 * risks.max(), 1.06 * risks.max())


def cost_lines(losses, decisions, cases, title):
    """What two decisions cost on average, over the probability of class 1, and where some cases stand.

    `losses`: the loss matrix, shape (2, 2), rows the truth; `decisions`: a word for each column; `cases`: a dictionary
    from words to probabilities of class 1.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    (free, alarm), (miss, right) = losses
    p = np.linspace(0, 1, 101)
    lines = free + (miss - free) * p, alarm + (right - alarm) * p
    top = 1.6 * max(alarm, free)
    for line, colour in zip(lines, (FIRST, SECOND), strict=True):
        ax.plot(p, line, color=colour, linewidth=1.2)
    ax.plot(p, np.minimum(*lines), color=INK, linewidth=3, solid_capstyle="butt")
    turn = (alarm - free) / (alarm - free + miss - right)
    upright(ax, turn, "")
    _note(ax, f"{turn:.3f}", (turn, top), (4, -10), QUIET, fontsize=9)
    _note(ax, decisions[0], (0.9 * top / miss, 0.9 * top), (8, -4), FIRST)
    _note(ax, decisions[1], (1, lines[1][-1]), (-4, 26), SECOND, ha="right")
    for word, at in cases.items():
        least = min(np.interp(at, p, line) for line in lines)
        ax.plot(at, least, "o", color=INK, markersize=7)
        _note(ax, word, (at, least), (9, -6) if at < turn else (7, 5), fontsize=9)
    ax.set(xlim=(0, 1), ylim=(0, top), xlabel="probability of a tumour", title=title)


def sizes(X, y, classes, threshold):
    """Points of which only the place across counts, and a threshold: right of it the second class is called."""
    fig, ax = plt.subplots(figsize=(7.0, 2.8))
    fig.subplots_adjust(left=0.04, bottom=0.2)
    limits = window(X, (10, 40), (0, 1))
    ax.axvspan(limits[0][0], threshold, color=FIRST, alpha=0.13, linewidth=0)
    ax.axvspan(threshold, limits[0][1], color=SECOND, alpha=0.13, linewidth=0)
    class_points(ax, X, y, classes, size=8)
    upright(ax, threshold, "")
    ax.set(xlim=limits[0], ylim=limits[1], yticks=[], xlabel="size of the tumour (mm)")
    ax.set_title(f"{classes[0]} (circles) to the left, {classes[1]} (squares) to the right")


def three_panels(x, densities, joints, posteriors, intervals):
    """Density, joint density and posterior of two classes over x; `intervals`: of the second class's region."""
    fig, axes = plt.subplots(1, 3, figsize=(7.8, 2.9))
    fig.subplots_adjust(left=0.06, right=0.985, wspace=0.24)
    titles = ("$p(x|C_k)$", "$P(C_k)\\,p(x|C_k)$", "$P(C_k|x)$")
    for ax, curves, title in zip(axes, (densities, joints, posteriors), titles, strict=True):
        for curve, colour in zip(curves.values(), (FIRST, SECOND), strict=True):
            ax.plot(x, curve, color=colour)
        ax.set(xlim=(x[0], x[-1]), title=title, xlabel="x")
    top = 1.25 * max(curve.max() for curve in densities.values())
    for ax in axes[:2]:
        ax.set(ylim=(0, top))
        ax.set_yticks([0, 0.2, 0.4] if top < 0.6 else [0, 0.4, 0.8])
    for name, colour, place in zip(densities, (FIRST, SECOND), (0.02, 0.98), strict=True):
        ha = "left" if place < 0.5 else "right"
        axes[0].text(place, 0.99, name, color=colour, transform=axes[0].transAxes, ha=ha, va="top", fontsize=9)
    axes[2].set(ylim=(-0.03, 1.05), yticks=[0, 0.5, 1])
    for low, high in intervals:
        for ax in axes[1:]:
            ax.axvspan(max(low, x[0]), min(high, x[-1]), color=SECOND, alpha=0.13, linewidth=0)


def with_rejection(x, posterior, intervals, level):
    """The posterior of the second of two classes over x, and the places without an answer."""
    fig, ax = plt.subplots(figsize=(7.0, 2.8))
    fig.subplots_adjust(bottom=0.2)
    ax.plot(x, posterior, color=SECOND)
    for low, high in intervals:
        ax.axvspan(low, min(high, x[-1]), color=QUIET, alpha=0.2, linewidth=0)
        middle = (max(low, x[0]) + min(high, x[-1])) / 2
        _note(ax, "no answer", (middle, 1.03), (0, 0), INK, fontsize=9, ha="center")
    for height in (level, 1 - level):
        ax.axhline(height, color=QUIET, linewidth=1, linestyle="--")
        _note(ax, f"{height:.2g}", (x[-1], height), (-2, 3), QUIET, ha="right", fontsize=9)
    ax.set(xlim=(x[0], x[-1]), ylim=(-0.03, 1.1), yticks=[0, 0.5, 1], xlabel="marker x")
    ax.set_title("Probability of a tumour")


def floor(X, y, model, rows, errors, least, method, count):
    """Regions of a model that has learned from X and y; beside it errors on new points against the number of rows.

    `errors`: a dictionary from methods to values for each of `rows`; `least`: the smallest that is possible; `method`
    and `count`: what is shown on the left, and marked.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[2, 3], figsize=(7.8, 3.4))
    fig.subplots_adjust(left=0.05, right=0.85, wspace=0.18)
    limits = (-2.5, 3.5), (-2.5, 3.5)
    regions(left, *limits, model.predict(plane(*limits, 50)), model.classes_)
    few = slice(0, 200)
    class_points(left, X[few], y[few], model.classes_, size=3)
    left.set(xticks=[], yticks=[], title=f"{method}, {count} rows")
    for (name, values), colour in zip(errors.items(), (ORANGE, PURPLE, GREEN), strict=True):
        right.plot(rows, values, color=colour, linewidth=2.5 if name == method else 1.5)
        _note(right, name, (rows[-1], values[-1]), (5, -4), colour)
    right.plot(count, errors[method][list(rows).index(count)], "o", color=INK, markersize=7)
    right.axhline(least, color=INK, linewidth=1.2, linestyle="--")
    _note(right, "Bayes error", (rows[0], least), (4, -13))
    right.set(xscale="log", ylim=(0.15, 0.45), yticks=[0.2, 0.3, 0.4], xlabel="rows to learn from")
    right.set_xlim(rows[0], rows[-1])
    right.set_xticks(rows, labels=[str(n) for n in rows])
    right.minorticks_off()
    right.set_title("Share of mistakes on new points")
