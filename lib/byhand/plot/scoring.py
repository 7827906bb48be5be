"""Drawings of the chapter on scores, probabilities and numbers."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.gaussian import Normal
from byhand.metrics import mean_absolute_error, pearson, r_squared, root_mean_squared_error
from byhand.plot import BLUE, CLASS_COLOURS, GREEN, INK, ORANGE, QUIET, SKY, class_points, window
from byhand.scoring import calibration_curve, precision_recall_curve, roc_curve

NEGATIVE, POSITIVE = CLASS_COLOURS[:2]


def line_of_scores(y, scores, thresholds):
    """Scores along a line, positives above and negatives below it, once for each of `thresholds`."""
    y, scores = np.asarray(y), np.asarray(scores)
    fig, axes = plt.subplots(len(thresholds), 1, figsize=(7.2, 1.45 * len(thresholds)))
    fig.subplots_adjust(left=0.03, right=0.97, top=0.88, bottom=0.1, hspace=0.75)
    for ax, t in zip(axes, thresholds, strict=True):
        ax.axvspan(t, 1.02, color=SKY, alpha=0.25, linewidth=0)
        ax.axvline(t, color=INK, linewidth=1.5)
        ax.plot(scores[y == 1], np.full(np.sum(y == 1), 0.35), "s", color=POSITIVE, markersize=8)
        ax.plot(scores[y == 0], np.full(np.sum(y == 0), -0.35), "o", color=NEGATIVE, markersize=8)
        TP, FP = (int(np.sum((scores >= t) & (y == c))) for c in (1, 0))
        words = f"{TP} of {np.sum(y == 1)} spam caught, {FP} of {np.sum(y == 0)} legitimate messages lost"
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.9, 0.9), yticks=[], title=f"threshold {t}: {words}")
        ax.spines["left"].set_visible(False)


def staircase(y, scores):
    """The ROC curve on the grid of all pairs: a cell is shaded where the positive has the higher score."""
    y, scores = np.asarray(y), np.asarray(scores)
    plus, minus = (np.sort(scores[y == c])[::-1] for c in (1, 0))
    fig, ax = plt.subplots(figsize=(6.0, 4.2))
    fig.subplots_adjust(left=0.16, bottom=0.17, top=0.9, right=0.84)
    for i, p in enumerate(plus):
        for j, m in enumerate(minus):
            share = 1.0 if p > m else 0.5 if p == m else 0.0
            ax.add_patch(plt.Rectangle((j, i), 1, 1, facecolor=SKY, alpha=0.55 * share, edgecolor="white", linewidth=2))
            sign = ">" if p > m else "=" if p == m else "<"
            ax.text(j + 0.5, i + 0.5, f"{p:g} {sign} {m:g}", ha="center", va="center", fontsize=8, color=INK)
    fpr, tpr, _ = roc_curve(y, scores, drop_intermediate=False)
    ax.plot(fpr * len(minus), tpr * len(plus), color=ORANGE, linewidth=3, solid_joinstyle="miter", clip_on=False)
    for ticks, size in ((ax.set_xticks, len(minus)), (ax.set_yticks, len(plus))):
        ticks(range(size + 1), [f"{k / size:g}" for k in range(size + 1)])
    ax.set(xlim=(0, len(minus)), ylim=(0, len(plus)), xlabel="false positive rate", ylabel="true positive rate")
    ax.set_title("Each cell is a pair: positive score, negative score")


def at_threshold(X, y, classes, t):
    """Scores with a threshold, which is the confusion matrix; its points on the ROC and precision-recall curves.

    `X`: shape (n, 2), scores and a height that only keeps points apart; `classes`: the negative and the positive one.
    Returns TP, FP, FN, TN.
    """
    positive, scores = np.asarray(y) == classes[1], X[:, 0]
    called = scores >= t
    TP, FP, FN, TN = (
        int(np.sum(a & b))
        for a, b in ((called, positive), (called, ~positive), (~called, positive), (~called, ~positive))
    )
    fig = plt.figure(figsize=(7.6, 3.4))
    left, middle, right = fig.subplots(1, 3, width_ratios=[5, 3, 3])
    fig.subplots_adjust(left=0.03, right=0.985, wspace=0.33, bottom=0.17, top=0.87)
    xlim, ylim = window(X, (0, 1), (0, 1))
    left.axvspan(min(t, xlim[1]), xlim[1], color=SKY, alpha=0.22, linewidth=0)
    left.axvline(t, color=INK, linewidth=1.5)
    left.axhline(0.5, color=QUIET, linewidth=0.8, linestyle=":")
    class_points(left, X, y, classes, size=8)
    for (x, height), words in {(0, 1): f"FN {FN}", (1, 1): f"TP {TP}", (0, 0): f"TN {TN}", (1, 0): f"FP {FP}"}.items():
        colour = POSITIVE if height else NEGATIVE
        left.text(
            0.015 + 0.97 * x,
            0.02 + 0.96 * height,
            words,
            transform=left.transAxes,
            ha=("left", "right")[x],
            va=("bottom", "top")[height],
            color=colour,
            weight="bold",
        )
    left.set(xlim=xlim, ylim=ylim, yticks=[], xlabel="score", title=f"called {classes[1]} from {t:g} on")
    fpr, tpr, _ = roc_curve(positive, scores, drop_intermediate=False)
    _curve(middle, fpr, tpr, FP / (FP + TN), TP / (TP + FN), "FPR", "TPR", "ROC")
    middle.plot([0, 1], [0, 1], color=QUIET, linewidth=0.8, linestyle="--")
    precision, recall, _ = precision_recall_curve(positive, scores)
    now = TP / (TP + FP) if TP + FP else 1.0
    _curve(right, recall, precision, TP / (TP + FN), now, "recall", "precision", "precision-recall", "steps-post")
    right.axhline(positive.mean(), color=QUIET, linewidth=0.8, linestyle="--")
    return TP, FP, FN, TN


def _curve(ax, x, y, now_x, now_y, xlabel, ylabel, title, drawstyle="default"):
    ax.plot(x, y, color=BLUE, linewidth=1.8, drawstyle=drawstyle)
    ax.plot(now_x, now_y, "o", color=ORANGE, markersize=9, zorder=4, clip_on=False)
    ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.05), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)


def bell_curves(share, apart=1.8):
    """Recall, false positive rate and precision of 400 thresholds on scores that are bell-shaped in each class.

    `share`: of all rows that are positive; `apart`: the distance of the two means, in standard deviations.
    """
    standard, t = Normal(), np.linspace(-6, 8, 400)
    recall, alarms = 1 - standard.cumulative(t - apart), 1 - standard.cumulative(t)
    return recall, alarms, share * recall / (share * recall + (1 - share) * alarms)


def by_share(share, at=0.1):
    """The ROC and the precision-recall curve of `bell_curves`; the point has a false positive rate of `at`.

    Returns its recall and its precision.
    """
    recall, alarms, precision = bell_curves(share)
    found, worth = (float(np.interp(at, alarms[::-1], values[::-1])) for values in (recall, precision))
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.3))
    fig.subplots_adjust(wspace=0.3)
    _curve(left, alarms, recall, at, found, "false positive rate", "recall", "ROC")
    left.plot([0, 1], [0, 1], color=QUIET, linewidth=0.8, linestyle="--")
    _curve(right, recall, precision, found, worth, "recall", "precision", "precision-recall")
    right.axhline(share, color=QUIET, linewidth=0.8, linestyle="--")
    words = {"fontsize": 8, "color": QUIET}
    if share > 0.2:
        right.text(0.02, share + 0.02, f"share of positives: {share:g}", **words)
    else:  # down there the curve would run through the words
        right.text(1, 0.97, f"dashed: share of positives, {share:g}", ha="right", **words)
    return found, worth


def costs(positive, probability, miss, alarm):
    """The cost per row against the threshold; and where its best lies on the ROC curve, with a line of equal cost.

    `positive` and `probability`: shape (n,). Returns the cheapest threshold among 0.01, ..., 0.99 and all costs.
    """
    grid = np.round(np.arange(0.01, 1, 0.01), 2)
    called = probability[:, None] >= grid
    missed = (positive[:, None] & ~called).mean(axis=0)
    alarms = (~positive[:, None] & called).mean(axis=0)
    cost = miss * missed + alarm * alarms
    best = int(np.argmin(cost))
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2.4], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.32)
    left.plot(grid, miss * missed, color=ORANGE, linewidth=1.3)
    left.plot(grid, alarm * alarms, color=GREEN, linewidth=1.3)
    left.plot(grid, cost, color=BLUE)
    left.plot(grid[best], cost[best], "o", color=INK, markersize=8)
    theory = alarm / (alarm + miss)
    left.axvline(theory, ymax=0.88, color=QUIET, linewidth=1, linestyle="--")
    top = 1.2 * cost.max()
    for x, words, colour in ((0.25, "misses", ORANGE), (0.48, "+ alarms", GREEN), (0.75, "= together", BLUE)):
        left.text(x, 0.97, words, color=colour, va="top", transform=left.transAxes)
    left.set(xlim=(0, 1), ylim=(0, top), xlabel="threshold", title=f"cost per case: miss {miss:g}, alarm {alarm:g}")
    fpr, tpr, _ = roc_curve(positive, probability)
    share = positive.mean()
    at = alarms[best] / (1 - share), 1 - missed[best] / share
    _curve(right, fpr, tpr, *at, "FPR", "TPR", "ROC and a line of equal cost")
    slope = alarm * (1 - share) / (miss * share)
    ends = np.array([-0.03, 1.03])
    right.plot(ends, at[1] + slope * (ends - at[0]), color=QUIET, linewidth=1, linestyle="--")
    return float(grid[best]), cost


def reliability(positive, probability, bins=10):
    """How often what was promised came true, bin by bin; and how often each probability is promised."""
    true, promised = calibration_curve(positive, probability, n_bins=bins)
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.3)
    left.plot([0, 1], [0, 1], color=QUIET, linewidth=1, linestyle="--")
    left.plot(promised, true, "-o", color=BLUE, markersize=5)
    left.text(0.03, 0.95, "promises too little", color=QUIET, fontsize=9)
    left.text(0.97, 0.05, "promises too much", color=QUIET, fontsize=9, ha="right")
    left.set(xlim=(0, 1), ylim=(0, 1.03), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    left.set(xlabel="promised probability", ylabel="share that came true", title="reliability")
    right.hist(probability, np.linspace(0, 1, bins + 1), color=SKY)
    right.set(xlim=(0, 1), xticks=[0, 0.5, 1], yticks=[], xlabel="promised probability", title="how often promised")
    right.spines["left"].set_visible(False)


def actual_and_predicted(X, shift):
    """Points of actual and predicted numbers, shape (n, 2), and rings with `shift` added to each prediction.

    Returns the metrics of the shifted predictions by name.
    """
    actual, predicted = X[:, 0], X[:, 1] + shift
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.6))
    fig.subplots_adjust(wspace=0.25, left=0.08)
    xlim, ylim = window(X, (0, 10), (-3, 13))
    left.plot(
        [min(xlim[0], ylim[0]), max(xlim[1], ylim[1])] * 2,
        [min(xlim[0], ylim[0]), max(xlim[1], ylim[1])] * 2,
        color=QUIET,
        linewidth=1,
    )
    left.vlines(actual, actual, predicted, color=ORANGE, linewidth=1.2, alpha=0.7)
    left.plot(actual, X[:, 1], "o", color=BLUE, markersize=8, zorder=3)
    if shift:
        left.plot(actual, predicted, "o", color=ORANGE, markerfacecolor="none", markersize=8, zorder=3, clip_on=True)
    left.set(xlim=xlim, ylim=ylim, xlabel="actual", ylabel="predicted", title="errors in orange")
    values = {
        "RMSE": root_mean_squared_error(actual, predicted),
        "MAE": mean_absolute_error(actual, predicted),
        "R²": r_squared(actual, predicted),
        "Pearson r": pearson(actual, predicted),
    }
    colours = {"RMSE": ORANGE, "MAE": ORANGE, "R²": BLUE, "Pearson r": INK}
    for place, (name, value) in enumerate(values.items()):
        right.text(
            0.42, 1 - 0.25 * place - 0.12, name, ha="right", va="center", transform=right.transAxes, color=colours[name]
        )
        right.text(
            0.5,
            1 - 0.25 * place - 0.12,
            f"{value:.3f}",
            va="center",
            transform=right.transAxes,
            fontsize=15,
            color=colours[name],
        )
    right.axis("off")
    return values


def claimed_spread(spreads, surprise, rmse, at):
    """The negative log density against the claimed standard deviation, its best marked; `at`: name to spread."""
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    ax.plot(spreads, surprise, color=BLUE)
    ax.axvline(rmse, color=QUIET, linewidth=1, linestyle="--")
    ax.annotate(
        f"RMSE {rmse:.2f}",
        (rmse, 0.94),
        (4, 0),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        color=QUIET,
    )
    for name, spread in at.items():
        height = np.interp(spread, spreads, surprise)
        ax.plot(spread, height, "o", color=ORANGE, markersize=8)
        ax.annotate(name, (spread, height), (7, 5), textcoords="offset points")
    ax.set(xlim=(0, spreads[-1]), ylim=(0, min(8, surprise.max())), xlabel="claimed standard deviation σ")
    ax.set_title("Mean surprise at the outcomes, in nats")
