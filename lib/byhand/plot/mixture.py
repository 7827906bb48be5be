"""Drawings of the chapter on mixtures and EM: bells on the line, ellipses in the plane, colours mixed by shares."""

from itertools import pairwise

import numpy as np

from byhand.em import e_step
from byhand.gaussian import Gaussian
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, YELLOW, plane, plt, window

COLOURS = (ORANGE, BLUE, GREEN, PURPLE, SKY, YELLOW)
OFFSET = {"textcoords": "offset points"}


def blend(R):
    """The colour of each row, mixed of those of the components by its responsibilities R, shape (n, K); (n, 3)."""
    R = np.asarray(R)
    colours = [plt.matplotlib.colors.to_rgb(COLOURS[k % len(COLOURS)]) for k in range(R.shape[1])]
    return np.clip(R @ np.array(colours), 0, 1)


def _round(ax, xlim, ylim):
    """Limits that hold these, with one scale in both directions: circles are round, and right angles right."""
    size = ax.get_position().size * ax.figure.get_size_inches()
    limits = np.array([xlim, ylim])
    unit = (np.ptp(limits, axis=1) / size).max()
    (left, right), (low, high) = limits.mean(axis=1, keepdims=True) + np.outer(unit * size / 2, [-1, 1])
    ax.set(xlim=(left, right), ylim=(low, high))


def _bell(x, mean, variance):
    return np.exp(-((x - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)


def _curves(ax, x, weights, means, variances, height=1.0):
    """Weighted bells in their colours, and their sum; shape (K, len(x)) and (len(x),)."""
    parts = np.array([w * _bell(x, *bell) for w, *bell in zip(weights, means, variances, strict=True)]) * height
    for k, part in enumerate(parts):
        ax.plot(x, part, color=COLOURS[k])
    ax.plot(x, parts.sum(axis=0), color=INK, linewidth=1.4, linestyle="--")
    return parts, parts.sum(axis=0)


def lost_labels(heights, is_second, weights, means, variances, names):
    """Numbers without their labels and the bells that EM found; then the two kinds apart, under the same bells.

    `heights`: shape (n,); `is_second`: whether each is of the second kind, shape (n,); the others, shape (2,).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.3), sharey=True)
    fig.subplots_adjust(left=0.09, right=0.98, bottom=0.16, wspace=0.08)
    edges, x = np.arange(55.5, 80.5), np.linspace(55.5, 79.5, 241)
    left.hist(heights, edges, color=QUIET, alpha=0.35)
    parts, _ = _curves(left, x, weights, means, variances, len(heights))
    for k, mean in enumerate(means):
        side = ("right", "left")[k]
        top = (x[parts[k].argmax()], parts[k].max())
        left.annotate(f"{mean:.1f}", top, ((-22, 22)[k], 4), color=COLOURS[k], ha=side, weight="bold", **OFFSET)
        right.hist(heights[is_second == k], edges, color=COLOURS[k], alpha=0.35)
        right.annotate(names[k], top, ((-16, 26)[k], 4), color=COLOURS[k], ha=side, **OFFSET)
    _curves(right, x, weights, means, variances, len(heights))
    left.set(xlabel="height in inches", title="What EM saw, and what it found", ylim=(0, 116), yticks=[0, 50, 100])
    left.set(ylabel="children per inch")
    right.set(xlabel="height in inches", title="What nobody told it")
    left.annotate("the sum", (67.2, 92), (0, 5), color=INK, **OFFSET)
    for ax in (left, right):
        ax.set(xlim=(55.5, 79.5), xticks=[60, 65, 70, 75])


def ends(heights, models, names):
    """A histogram of numbers, once for each fitted mixture of two, under its bells and their sum.

    `heights`: shape (n,); `names`: what each of the panels is called.
    """
    fig, axes = plt.subplots(1, len(models), figsize=(7.6, 2.7), sharey=True)
    fig.subplots_adjust(left=0.085, right=0.99, bottom=0.2, top=0.8, wspace=0.08)
    axes[0].set(ylabel="children per inch")
    edges, x = np.arange(55.5, 80.5), np.linspace(55.5, 79.5, 241)
    for ax, model, name in zip(axes, models, names, strict=True):
        order = np.argsort(model.means_[:, 0])
        bells = (values[order] for values in (model.weights_, model.means_[:, 0], model.covariances_[:, 0, 0]))
        ax.hist(heights, edges, color=QUIET, alpha=0.35)
        parts, _ = _curves(ax, x, *bells, len(heights))
        for k, part in enumerate(parts):
            place, mean = (x[part.argmax()], part.max()), model.means_[order[k], 0]
            ax.annotate(f"{mean:.1f}", place, ((-14, 12)[k], 3), color=COLOURS[k], ha=("right", "left")[k], **OFFSET)
        title = f"{name}\nlog L = {model.log_likelihood_:.1f}".replace("-", "−")
        ax.set(xlim=(55.5, 79.5), ylim=(0, 116), xticks=[60, 65, 70, 75], yticks=[0, 50, 100], xlabel="inches")
        ax.set_title(title, fontsize=10)


def one_step(x, before, after, R):
    """Numbers on a line as bars that the two colours share as the responsibilities do; the bells before and after.

    `x`: shape (n,); `before` and `after`: mixtures of two bells; R, shape (n, 2).
    """
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.1), sharey=True)
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.16, wspace=0.08)
    line, low, height = np.linspace(-3, 13, 321), -0.041, 0.034
    titles = "E-step: who may have made which?", "M-step: new bells"
    for ax, mixture, title in zip(axes, (before, after), titles, strict=True):
        parts, _ = _curves(ax, line, mixture.weights, mixture.means[:, 0], mixture.covariances[:, 0, 0])
        ax.bar(x, height * R[:, 0], 0.6, low, color=ORANGE)
        ax.bar(x, height * R[:, 1], 0.6, low + height * R[:, 0], color=BLUE)
        ax.set(xlim=(-3, 13), ylim=(-0.048, 0.168), yticks=[0, 0.05, 0.1, 0.15], xlabel="minutes", title=title)
        for k, part in enumerate(parts):
            place = line[part.argmax()], part.max() / 2
            ax.annotate(f"{mixture.means[k, 0]:.2f}", place, color=COLOURS[k], ha="center", weight="bold")
        shares = "shares" if mixture is before else "same\nshares"
        ax.annotate(shares, (-2.8, low + height / 2), va="center", fontsize=9, color=QUIET)


def touching(grid, likelihood, bounds, path, step):
    """A log-likelihood over one parameter, and the lower bound that touches it where EM stands.

    `grid`: values of the parameter, shape (m,); `likelihood`: shape (m,); `bounds`: the bound of each step, shape
    (steps, m); `path`: where EM was, shape (steps + 1,).
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.7))
    fig.subplots_adjust(left=0.1, right=0.97, bottom=0.15, top=0.93)
    ax.plot(grid, likelihood, color=INK)
    ax.plot(grid, bounds[step], color=ORANGE)
    here, there = (np.interp(path[step + i], grid, likelihood) for i in (0, 1))
    top = np.interp(path[step + 1], grid, bounds[step])
    ax.plot(path[:step], np.interp(path[:step], grid, likelihood), "o", color=QUIET, markersize=4)
    ax.plot(path[step], here, "o", color=ORANGE, markersize=9)
    ax.plot([path[step + 1]] * 2, [top, there], color=GREEN, linewidth=1.5)
    ax.plot(path[step + 1], top, "^", color=ORANGE, markersize=7)
    ax.plot(path[step + 1], there, "o", color=GREEN, markersize=8, zorder=4)
    ax.set(xlim=(grid[0], grid[-1]), ylim=(-29, -6), xlabel="mean of the second bell", yticks=[-28, -24, -20, -16])
    words = (
        ("the log-likelihood", INK),
        ("the bound, where it touches and its top", ORANGE),
        ("gained on top of that", GREEN),
    )
    for line, (text, colour) in enumerate(words):
        ax.annotate(text, (0.02, 0.99), (0, -4 - 15 * line), xycoords="axes fraction", color=colour, va="top", **OFFSET)


def _ellipses(ax, weights, means, covariances, distances=(1, 2)):
    """Each component as the curves at some Mahalanobis distances around its mean."""
    for k, (mean, cov) in enumerate(zip(means, covariances, strict=True)):
        bell, colour = Gaussian(mean, cov), COLOURS[k % len(COLOURS)]
        for distance in distances:
            ax.plot(*bell.ellipse(distance, 73).T, color=colour, linewidth=2.2 - 0.7 * distance)
        ax.plot(*mean, "+", color=INK, markersize=9, markeredgewidth=2, zorder=4)


def _dots(ax, X, R, size=26):
    ax.scatter(*X.T, s=size, c=blend(R), edgecolors="white", linewidths=0.4, zorder=3)


def climbing(points, runs, start, step, floor):
    """The plane after some steps of EM from one of several starts, and the log-likelihoods of all of them so far.

    `runs`: by start, a `byhand.em.Run`; `floor`: the lowest log-likelihood that is drawn. In words.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.7), width_ratios=[1.25, 1])
    fig.subplots_adjust(left=0.07, right=0.97, bottom=0.14, wspace=0.24)
    run = runs[start]
    at = min(step, len(run.path) - 1)
    mixture = run.path[at]
    R, log_p = e_step(mixture.log_joint(points.X))
    _ellipses(left, mixture.weights, mixture.means, mixture.covariances)
    _dots(left, points.X, R)
    _round(left, *window(points.X, (-5.5, 5.5), (-5.8, 5.4)))
    left.set(xlabel="length", ylabel="width", title=f"after {at} step{'s' * (at != 1)}")
    top = max(other.history[-1] for other in runs.values())
    low = min(floor, top - 1)
    seen = {name: other.history[: step + 1] for name, other in runs.items()}
    for name, values in seen.items():
        own = name == start
        right.plot(values, color=PURPLE if own else QUIET, linewidth=2 if own else 1, zorder=3 if own else 2)
        if len(values) < len(runs[name].history) and not own:
            continue  # one that is still under way has no end to be named
        end = len(values) - 1, values[-1]
        over = [one[end[0]] - end[1] for one in seen.values() if len(one) > end[0] + 1]
        crowded = any(0 < gap < (top - low) / 8 for gap in over)
        right.annotate(str(name), end, (3, -13 if crowded else 5), **OFFSET)
    right.plot(at, run.history[at], "o", color=PURPLE, markersize=7, zorder=4)
    longest = max(len(other.history) for other in runs.values())
    right.set(xlim=(-2, 1.1 * longest), ylim=(low, top + 0.1 * (top - low)))
    right.set(xlabel="step", title="log-likelihood")
    needle = "; one ellipse has collapsed" if mixture.floored.any() else ""
    return f"start {start}, after {at} of {len(run.path) - 1} steps: log-likelihood {log_p.sum():.2f}{needle}"


def soft(points, means, R, sigma, hard):
    """Round components of one spread around their means, the points in mixed colours, and how sure each of them is.

    `means`, and `hard`, those of k-means: shape (K, 2); R: shape (n, K). In words.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.7), width_ratios=[1.25, 1])
    fig.subplots_adjust(left=0.06, right=0.97, bottom=0.14, wspace=0.2)
    angle = np.linspace(0, 2 * np.pi, 73)
    circle = sigma * np.column_stack([np.cos(angle), np.sin(angle)])
    for k, mean in enumerate(means):
        left.plot(*(mean + circle).T, color=COLOURS[k], linewidth=1.3)
        left.plot(*mean, "+", color=INK, markersize=9, markeredgewidth=2, zorder=4)
    left.plot(*hard.T, "x", color=INK, markersize=7, markeredgewidth=1.2, zorder=4)
    _dots(left, points.X, R)
    _round(left, *window(points.X, (-3, 3), (-2.5, 2.9)))
    left.set(title="+ the means, × those of k-means")
    sure = np.sort(R.max(axis=1))[::-1]
    right.bar(np.arange(len(sure)), sure, color=QUIET, width=1, linewidth=0, alpha=0.4)
    right.axhline(1 / len(means), color=INK, linewidth=1, linestyle="--")
    right.set(ylim=(0, 1.02), xlim=(-0.5, len(sure) - 0.5), xticks=[], yticks=[0, 0.5, 1])
    right.set(title="largest responsibility", xlabel="the points, surest first")
    right.annotate(f"one in {len(means)}", (0, 1 / len(means)), (4, -13), **OFFSET)
    off, unsure = np.linalg.norm(means - hard, axis=1).max(), int((sure < 0.9).sum())
    return (
        f"spread {sigma:g}: a mean is at most {off:.2f} away from that of k-means; for {unsure} of {len(sure)} points "
        "no responsibility reaches 0.9"
    )


def bells_and_shares(points, weight, spread):
    """Two bells of different weight and spread, and above each place the responsibility of the first; in words.

    The first stands at 0 with spread 1, the second at 4. `points`: places to look at, their first coordinates; the
    second only say where they are drawn.
    """
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(7.2, 4.1), sharex=True)
    fig.subplots_adjust(left=0.09, right=0.97, bottom=0.12, top=0.96, hspace=0.16)
    (start, end), _ = window(points.X, (-10, 12), (0, 0.37))
    line, places = np.linspace(start, end, 441), points.X[:, 0]
    _curves(top, line, (weight, 1 - weight), (0.0, 4.0), (1.0, spread**2))
    share, here = _share(line, weight, spread), _share(places, weight, spread)
    bottom.plot(line, share, color=ORANGE)
    bottom.fill_between(line, share, color=ORANGE, alpha=0.25, linewidth=0)
    bottom.fill_between(line, share, 1, color=BLUE, alpha=0.2, linewidth=0)
    look = {"s": 46, "c": blend(np.column_stack([here, 1 - here])), "edgecolors": INK, "linewidths": 0.8, "zorder": 4}
    top.scatter(*points.X.T, **look)
    bottom.scatter(places, here, clip_on=False, **look)
    top.set(ylim=(0, 0.37), yticks=[0, 0.2], ylabel="density")
    bottom.set(xlim=(start, end), ylim=(0, 1.02), yticks=[0, 0.5, 1], xlabel="x", ylabel="orange's share")
    order = np.argsort(places)[:9]
    shares = ", ".join(f"{here[n]:.3f} at {places[n]:g}" for n in order).replace("-", "−")
    return f"orange's share: {shares}"


def _share(x, weight, spread):
    """The responsibility of the first bell."""
    return 1 / (1 + np.exp(np.clip(_log_odds(x, weight, spread), -700, 700)))


def _log_odds(x, weight, spread):
    """The logarithm of the odds of the second bell."""
    prior = np.log((1 - weight) / weight)
    return prior - np.log(spread) - (x - 4) ** 2 / (2 * spread**2) + x**2 / 2


def forms(points, model, R):
    """The ellipses of a fitted mixture over points in mixed colours."""
    fig, ax = plt.subplots(figsize=(6.4, 4.2))
    fig.subplots_adjust(left=0.09, right=0.98, bottom=0.12, top=0.92)
    mixture, order = model.mixture_, np.argsort(-model.means_[:, 1])  # the upper one is orange
    _ellipses(ax, mixture.weights[order], mixture.means[order], mixture.covariances[order])
    _dots(ax, points.X, R[:, order], 34)
    _round(ax, *window(points.X, (-5.5, 5.5), (-5.8, 5.4)))
    ax.set(xlabel="length", ylabel="width", title=model.covariance_type)


def how_many(points, models, k):
    """A mixture of k components, and the criteria for each number of them up to k.

    `models`: fitted, with 1, 2, ... components. In words.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.7), width_ratios=[1.2, 1])
    fig.subplots_adjust(left=0.06, right=0.97, bottom=0.14, wspace=0.24)
    model, order = models[k - 1], _in_order([one.means_ for one in models[:k]])
    _ellipses(left, model.weights_[order], model.means_[order], model.covariances_[order])
    _dots(left, points.X, model.predict_proba(points.X)[:, order])
    _round(left, *window(points.X, (-4, 3.4), (-3.2, 3.6)))
    left.set(title=f"{k} component{'s' * (k > 1)}")
    numbers = np.arange(1, len(models) + 1)
    fit = np.array([-2 * one.log_likelihood_ for one in models])
    bic = np.array([one.bic(points.X) for one in models])
    for values, colour, name in ((fit, GREEN, "−2 log L"), (bic, PURPLE, "BIC")):
        right.plot(numbers[:k], values[:k], "o-", color=colour, markersize=4)
        right.plot(k, values[k - 1], "o", color=colour, markersize=9)
        right.annotate(name, (k, values[k - 1]), (12, -3), color=colour, **OFFSET)
    best = int(bic[:k].argmin())
    ring = {"markersize": 15, "markerfacecolor": "none", "markeredgewidth": 1.2}
    right.plot(numbers[best], bic[best], "o", color=INK, **ring)
    both = np.concatenate([fit, bic])
    edge = 0.06 * np.ptp(both)
    right.set(ylim=(both.min() - edge, both.max() + edge))
    right.set(
        xticks=numbers, xlabel="components", title="circled: the lowest BIC so far", xlim=(0.6, len(models) + 2.1)
    )
    return f"{k}: log L = {model.log_likelihood_:.1f}, {model.n_parameters()} free numbers, BIC = {bic[k - 1]:.1f}"


def _in_order(ladder):
    """The components of the last of some mixtures, so that those nearest to earlier ones keep their places, a list.

    `ladder`: the means of mixtures with 1, 2, ... components.
    """
    order = [0]
    for before, after in pairwise(ladder):
        left, order = list(range(len(after))), [before[k] for k in order]
        for place, mean in enumerate(order):
            order[place] = min(left, key=lambda k: np.linalg.norm(after[k] - mean))
            left.remove(order[place])
        order += left
    return order


def runaway(points, weights, means, stds, curve, now):
    """A mixture on the line of which one bell sits on a single number, and the log-likelihoods for its spreads.

    `points`: their first coordinates are the numbers, the second only say where they are drawn; the other three, shape
    (2,), those of the two bells; `curve`: how often the spread was divided by 10, and the log-likelihoods; `now`: the
    present pair.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.4))
    fig.subplots_adjust(left=0.08, right=0.97, bottom=0.16, wspace=0.26)
    xlim, _ = window(points.X, (-3, 9), (0, 0.62))
    line = np.unique(np.concatenate([np.linspace(*xlim, 241), means[1] + stds[1] * np.linspace(-5, 5, 101)]))
    _curves(left, line, weights, means, np.square(stds))
    left.plot(*points.X.T, "o", color=INK, markersize=5, zorder=3)
    left.set(xlim=xlim, ylim=(0, 0.62), yticks=[0, 0.3, 0.6], xlabel="x", title="density, cut off at 0.6")
    right.plot(*curve, color=PURPLE)
    right.plot(*now, "o", color=BLUE, markersize=9)
    right.set(xlabel="divisions of the blue spread by 10", title="log-likelihood")


def contours(X, model):
    """A mixture as contour lines over its rows, each as opaque as its largest responsibility."""
    fig, ax = plt.subplots(figsize=(6.6, 4.4))
    fig.subplots_adjust(left=0.07, right=0.98, bottom=0.09, top=0.97)
    limits = window(X, (-5, 11.5), (-5, 12))
    cells = 90
    density = np.exp(model.score_samples(plane(*limits, cells))).reshape(cells, cells)
    x, y = (low + (high - low) * (np.arange(cells) + 0.5) / cells for low, high in limits)
    R = model.predict_proba(X)
    sure = np.clip((R.max(axis=1) - 0.5) / 0.5, 0.08, 1)
    ax.scatter(*X.T, s=5, c=np.column_stack([blend(np.eye(len(R.T))[R.argmax(axis=1)]), sure]), linewidths=0)
    ax.contour(x, y, np.log(density), levels=np.arange(-9.5, -2, 1), colors=[INK], linewidths=0.7, linestyles="solid")
    ax.set(xlim=limits[0], ylim=limits[1])


def letters(rows, shape, learned, weights):
    """Some of the pictures of black and white dots, and what each component has learned, in shades of grey."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 2.1), width_ratios=[1, 1.2])
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.03, top=0.86, wspace=0.08)
    for place, row in enumerate(rows[:8]):
        _tile(left, row.reshape(shape), place % 4, place // 4)
    for k, (theta, weight) in enumerate(zip(learned, weights, strict=True)):
        _tile(right, theta.reshape(shape), k, 0)
        right.annotate(f"weight {weight:.2f}", (1.2 * k + 0.5, 1), (0, -4), ha="center", va="top", **OFFSET)
    left.set(xlim=(-0.03, 4.63), ylim=(2.23, -0.03), title="eight of the pictures")
    right.set(xlim=(-0.03, 3.43), ylim=(1.23, -0.03), title="what the components have learned")
    for ax in (left, right):
        ax.set_anchor("NW")
        ax.axis("off")


def _tile(ax, values, column, row):
    """A picture in a square of side 1 with a frame, in a grid of squares."""
    box = 1.2 * column, 1.2 * column + 1, 1.2 * row + 1, 1.2 * row
    ax.imshow(values, "Greys", vmin=0, vmax=1, interpolation="nearest", extent=box)
    ax.plot(np.array(box)[[0, 1, 1, 0, 0]], np.array(box)[[2, 2, 3, 3, 2]], color=QUIET, linewidth=0.8)
