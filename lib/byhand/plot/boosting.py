"""Drawings of the second part of the chapter on ensembles: boosting, gradient boosting, comparisons."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.comparing import wilson_interval
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, colour_of, plane, regions, window

SIDES = {1: BLUE, -1: ORANGE}


def panels(X, y, models, titles, xlim, ylim):
    """The regions of a few classifiers side by side, with the points; `titles`: above each panel."""
    fig, axes = plt.subplots(1, len(models), figsize=(8.4, 2.5), sharey=True)
    fig.subplots_adjust(left=0.02, right=0.99, bottom=0.03, top=0.86, wspace=0.06)
    for ax, model, title in zip(axes, models, titles, strict=True):
        regions(ax, xlim, ylim, model.predict(plane(xlim, ylim)), model.classes_)
        class_points(ax, X, y, model.classes_, size=3)
        ax.set(xticks=[], yticks=[])
        ax.set_title(title, fontsize=10)
        ax.spines[["left", "bottom"]].set_visible(False)


def three_rounds(model, x, signs):
    """Rounds of AdaBoost on a line: points as large as their weight, the sides of the stump, its mistakes; the sum.

    `x`: shape (n,); `signs`: -1 or +1, shape (n,).
    """
    rounds = len(model.estimators_)
    fig, axes = plt.subplots(rounds + 1, 1, figsize=(7.2, 0.95 * (rounds + 1) + 0.2), sharex=True)
    fig.subplots_adjust(left=0.24, right=0.98, bottom=0.1, top=0.97, hspace=0.25)
    left, right = x.min() - 0.7, x.max() + 0.7
    for number, (ax, stump, weight, vote) in enumerate(
        zip(axes, model.estimators_, model.sample_weights_, model.estimator_weights_, strict=False), 1
    ):
        ax.axvspan(left, stump.threshold, color=SIDES[int(stump.left)], alpha=0.18, linewidth=0)
        ax.axvspan(stump.threshold, right, color=SIDES[int(stump.right)], alpha=0.18, linewidth=0)
        says = np.where(x <= stump.threshold, stump.left, stump.right)
        _signs(ax, x, signs, 1500 * weight)
        wrong = says != signs
        ax.scatter(
            x[wrong], 0 * x[wrong], s=1500 * weight[wrong] + 160, facecolors="none", edgecolors=INK, linewidths=1.4
        )
        told = f"round {number}\nε = {weight[wrong].sum():.3f}\nv = {vote:.3f}"
        ax.set_ylabel(told, rotation=0, ha="right", va="center")
    total = model.decision_function(x[:, None])
    for value, at in zip(total, x, strict=True):
        edges = left if at == x.min() else at - 0.5, right if at == x.max() else at + 0.5
        axes[-1].axvspan(*edges, color=SIDES[1 if value > 0 else -1], alpha=0.18, linewidth=0)
        axes[-1].text(at, -0.75, f"{value:.2f}", ha="center", va="center", fontsize=8.5)
    _signs(axes[-1], x, signs, np.full(len(x), 150.0))
    axes[-1].set_ylabel("weighted\nsum F", rotation=0, ha="right", va="center")
    for ax in axes:
        ax.set(xlim=(left, right), ylim=(-1, 1), yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.tick_params(length=0)
    axes[-1].set_xticks(x)


def _signs(ax, x, signs, size):
    for sign, marker in ((1, "+"), (-1, "_")):
        of = signs == sign
        ax.scatter(x[of], 0 * x[of], s=size[of], color=SIDES[sign], zorder=2)
        ax.scatter(
            x[of], 0 * x[of], s=np.minimum(size[of] / 3, 60), color="white", marker=marker, linewidths=1.4, zorder=3
        )


def stump_and_strong(points, model, step):
    """Left the points as large as their weights in round `step`, over its stump; right the vote of all so far."""
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.6), sharey=True)
    fig.subplots_adjust(left=0.05, right=0.99, bottom=0.08, top=0.9, wspace=0.06)
    limits = window(points.X, (-2.1, 2.1), (-2.1, 2.1))
    at, step = plane(*limits, 50), min(step, len(model.estimators_))
    stump, weight = model.estimators_[step - 1], model.sample_weights_[step - 1]
    sides = np.where(at[:, stump.feature] <= stump.threshold, stump.left, stump.right)
    regions(axes[0], *limits, sides, model.classes_)
    regions(axes[1], *limits, model.staged_predict(at)[step - 1], model.classes_)
    for ax, size in zip(axes, (2600 * weight / max(1, 60 / len(weight)), np.full(len(weight), 28.0)), strict=True):
        for label, marker in zip(model.classes_, "s^", strict=True):
            of = points.y == label
            ax.scatter(*points.X[of].T, s=size[of], color=colour_of(model.classes_)[label], marker=marker, linewidths=0)
    constant = stump.threshold == -np.inf
    axes[0].set_title(f"stump {step}: {stump}; its weights" if constant else f"stump {step}, and the weights it saw")
    axes[1].set_title(f"the vote of {step}")


def losses():
    """The zero-one, the exponential, the logistic (to base 2) and the hinge loss over the signed margin y F."""
    _, ax = plt.subplots(figsize=(7, 3.6))
    m = np.linspace(-3.2, 2.2, 271)
    curves = {
        "exponential": (lambda m: np.exp(-m), ORANGE),
        "logistic": (lambda m: np.logaddexp(0, -m) / np.log(2), BLUE),
        "hinge": (lambda m: np.maximum(0, 1 - m), GREEN),
    }
    for loss, colour in curves.values():
        ax.plot(m, loss(m), color=colour)
    ax.plot([-3.2, 0, 0, 2.2], [1, 1, 0, 0], color=INK, linewidth=1.5)
    for name, told in (("exponential", "20"), ("logistic", "4.4")):
        loss, colour = curves[name]
        ax.plot(-3, loss(-3), "o", color=colour, markersize=7)
        ax.annotate(told, (-3, loss(-3)), xytext=(7, 4), textcoords="offset points", color=colour)
    places = {"exponential": (-2.2, 10), "logistic": (-2.15, 4.5), "hinge": (-2.7, 1.9)}
    for name, place in places.items():
        ax.annotate(name, place, color=curves[name][1])
    ax.annotate("mistake or not", (0.1, 1.5), color=INK)
    ax.set(xlim=(-3.2, 2.2), ylim=(-0.2, 22), xlabel="signed margin  y F(x)", title="loss of one row")


def margins(first, now, last, train, test):
    """Left: the share of rows with a smaller margin, early, now and at the end. Right: mean errors over the rounds.

    `first`, `now`, `last`: pairs of the rounds and the margins then, shape (n,). `train`, `test`: errors of tables
    on the rows learned from and on new ones, shape (tables, M): thin, with their means in bold.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.8, 3.1))
    fig.subplots_adjust(left=0.07, right=0.96, bottom=0.16, top=0.88, wspace=0.18)
    for height, (rounds, values), colour, width in zip(
        (0.95, 0.75, 0.85), (first, last, now), (QUIET, GREEN, PURPLE), (1.4, 1.4, 2.6), strict=True
    ):
        left.step(np.sort(values), np.arange(1, len(values) + 1) / len(values), color=colour, where="post", lw=width)
        if colour == PURPLE or rounds != now[0]:
            told = f"{rounds} rounds" + (", now" if colour == PURPLE else "")
            left.text(0.03, height, told, color=colour, transform=left.transAxes, va="top")
    left.axvline(0, color=QUIET, linewidth=1, linestyle="--")
    left.set(xlim=(-0.6, 1.02), ylim=(0, 1.02), xlabel="voting margin", title="share of rows with a smaller margin")
    rounds = np.arange(1, train.shape[1] + 1)
    for errors, colour in ((train, ORANGE), (test, BLUE)):
        right.plot(rounds, errors.T, color=colour, linewidth=0.6, alpha=0.3)
        right.plot(rounds, errors.mean(axis=0), color=colour, linewidth=2.2)
        right.plot(now[0], errors[:, now[0] - 1].mean(), "o", color=colour, markersize=8, zorder=4)
    right.axvline(now[0], color=QUIET, linewidth=1, linestyle=":")
    right.text(0.97, 0.95, "new rows", color=BLUE, transform=right.transAxes, ha="right", va="top")
    right.text(0.97, 0.85, "rows learned from", color=ORANGE, transform=right.transAxes, ha="right", va="top")
    right.set(xscale="log", xlim=(5, len(rounds) * 1.1), ylim=(-0.012, 0.42), xlabel="rounds")
    right.set_title(f"share of wrong answers, {len(train)} tables")
    ticks = [k for k in (10, 30, 100, 300, 1000) if k <= len(rounds)]
    right.set_xticks(ticks, [str(k) for k in ticks])
    right.minorticks_off()


def residual_steps(x, y, fits, trees, at):
    """Gradient boosting on a line: above the fit after 0, 1, 2, ... rounds, below what is left, and the next tree."""
    columns = len(fits)
    fig, axes = plt.subplots(2, columns, figsize=(8.2, 3.7), sharex=True, sharey="row")
    fig.subplots_adjust(left=0.09, right=0.99, bottom=0.08, top=0.91, wspace=0.08, hspace=0.15)
    for k, (fit, curve) in enumerate(fits):
        above, below = axes[:, k]
        above.plot(x, y, "o", color=QUIET, markersize=4)
        above.plot(at, curve, color=BLUE)
        above.set_title(f"after {k} tree{'s' * (k != 1)}", fontsize=10)
        below.plot(x, y - fit, "o", color=ORANGE, markersize=4)
        below.axhline(0, color=QUIET, linewidth=0.8)
        if k < len(trees):
            below.plot(at, trees[k], color=INK, linewidth=1.6)
    axes[0, 0].set_ylabel("data and fit")
    axes[1, 0].set_ylabel("what is left")


def fit_and_curves(x, y, at, truth, fit, train, test, rounds, noise):
    """Left the fit of gradient boosting after `rounds`; right the errors over the rounds, marked there.

    The variance of the `noise` is dashed: no model has a smaller error on new points.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.8, 3.2))
    fig.subplots_adjust(left=0.06, right=0.92, bottom=0.15, top=0.89, wspace=0.16)
    left.plot(x, y, "o", color=QUIET, markersize=3.5)
    left.plot(at, truth, color=INK, linewidth=1.4, linestyle="--")
    left.plot(at, fit, color=BLUE)
    left.set(ylim=(-3.6, 3.2), title=f"after {rounds} tree{'s' * (rounds != 1)}")
    steps = np.arange(1, len(train) + 1)
    for values, colour in ((train, ORANGE), (test, BLUE)):
        right.plot(steps, values, color=colour, linewidth=1, alpha=0.6)
        right.plot(rounds, values[rounds - 1], "o", color=colour, markersize=8)
    right.axhline(noise, color=INK, linewidth=1, linestyle="--")
    place = {"xycoords": right.get_yaxis_transform(), "xytext": (5, 0), "textcoords": "offset points"}
    right.annotate("noise", (1, noise), **place, va="center", annotation_clip=False)
    right.text(0.97, 0.95, "new points", color=BLUE, transform=right.transAxes, ha="right", va="top")
    right.text(0.97, 0.86, "points learned from", color=ORANGE, transform=right.transAxes, ha="right", va="top")
    right.set(
        xscale="log", xlim=(0.9, len(train) * 1.1), ylim=(-0.05, 1.75), title="mean squared error", xlabel="trees"
    )
    ticks = [k for k in (1, 10, 100) if k <= len(train)]
    right.set_xticks(ticks, [str(k) for k in ticks])
    right.minorticks_off()


def best_counts(rates, best, near):
    """The best number of trees for each rate, a line for each depth; `best`: depth to numbers, shape (rates,).

    `near`: depth to the first and last number that is nearly as good, shape (rates, 2), drawn as bars.
    """
    _, ax = plt.subplots(figsize=(6.6, 3.3))
    for (depth, counts), colour, shift in zip(best.items(), (BLUE, GREEN, ORANGE), (1.12, 1, 0.89), strict=True):
        at = np.array(rates) * shift
        for place, ends in zip(at, near[depth], strict=True):
            ax.plot([place, place], ends, color=colour, linewidth=7, alpha=0.22, solid_capstyle="butt")
        ax.plot(at, counts, "o-", color=colour, markersize=6)
        at_end = {"xytext": (9, 0), "textcoords": "offset points", "va": "center"}
        ax.annotate(f"depth {depth}", (at[-1], counts[-1]), **at_end, color=colour, annotation_clip=False)
    ax.set(xscale="log", yscale="log", xlim=(0.024, 1.9), ylim=(0.8, 800))
    ax.set(xlabel="learning rate", title="best number of trees")
    ax.set_xticks(rates, [f"{rate:g}" for rate in rates])
    ax.set_yticks([1, 10, 100], ["1", "10", "100"])
    ax.minorticks_off()


def walked(curves, level):
    """Errors over rounds times rate, how far boosting has walked; `curves`: rate to errors, shape (M,).

    A dot ends each curve. `level`: a number to compare with and its name, dashed.
    """
    _, ax = plt.subplots(figsize=(7, 3.3))
    for (rate, errors), colour, up in zip(curves.items(), (ORANGE, GREEN, BLUE), (8, -9, -9), strict=True):
        at = rate * np.arange(1, len(errors) + 1)
        ax.plot(at, errors, color=colour, linewidth=1.6)
        ax.plot(at[-1], errors[-1], "o", color=colour, markersize=7)
        told = {"xytext": (0, up), "textcoords": "offset points", "ha": "center"}
        told["va"] = "bottom" if up > 0 else "top"
        ax.annotate(f"rate {rate:g}", (at[-1], errors[-1]), **told, color=colour)
    height, name = level
    ax.axhline(height, color=INK, linewidth=1, linestyle="--")
    ax.annotate(name, (0.12, height), xytext=(0, 4), textcoords="offset points", color=INK)
    ax.set(xscale="log", xlim=(0.1, 500), ylim=(0.09, 0.4), xlabel="rounds times rate", title="wrong on new points")
    ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
    ax.minorticks_off()


def two_regions(X, y, flipped, models, titles):
    """The regions of two classifiers around the same points; rings mark labels that were turned round."""
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.6), sharey=True)
    fig.subplots_adjust(left=0.05, right=0.99, bottom=0.08, top=0.9, wspace=0.06)
    colours = colour_of(models[0].classes_)
    for ax, model, title in zip(axes, models, titles, strict=True):
        regions(ax, (-2, 2), (-2, 2), model.predict(plane((-2, 2), (-2, 2), 40)), model.classes_)
        for label, marker in zip(model.classes_, "s^", strict=True):
            of = y == label
            ax.plot(*X[of].T, marker, color=colours[label], markersize=3.5)
        ax.plot(*X[flipped].T, "o", markerfacecolor="none", markeredgecolor=INK, markersize=8, markeredgewidth=0.9)
        ax.set_title(title)


def comparison(judged):
    """Shares of right answers with Wilson's intervals; `judged`: for each data set, method to its right rows, (N,)."""
    fig, axes = plt.subplots(1, len(judged), figsize=(8.2, 3.0), sharey=True)
    fig.subplots_adjust(left=0.19, right=0.98, bottom=0.11, top=0.88, wspace=0.08)
    for ax, (title, methods) in zip(axes, judged.items(), strict=True):
        for row, right in enumerate(methods.values()):
            colour = ORANGE if row == 0 else BLUE
            ax.plot(wilson_interval(right.sum(), len(right)), [row, row], color=colour, linewidth=1.5)
            ax.plot(right.mean(), row, "o", color=colour, markersize=7)
        ax.set(xlim=(0.83, 1.0), ylim=(len(methods) - 0.5, -0.5), xticks=[0.85, 0.9, 0.95], yticks=range(len(methods)))
        ax.set_yticklabels(list(methods))
        ax.tick_params(axis="y", length=0, labelcolor=INK)
        ax.set_title(title, fontsize=10)
