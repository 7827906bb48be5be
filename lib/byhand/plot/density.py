"""Drawings of the chapter on densities and divergences."""

import math

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, rug, window


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def _bars(ax, bars, colour=SKY):
    ax.bar(bars.edges[:-1], bars.heights, np.diff(bars.edges), align="edge", color=colour, alpha=0.45, linewidth=0)
    ax.stairs(bars.heights, bars.edges, color=colour, linewidth=1.2)


def bars_and_curve(x, bars, grid, density, truth):
    """The same numbers as bars and as a curve, each beside the density that they were drawn from, dashed."""
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.2), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.08, bottom=0.2)
    _bars(axes[0], bars)
    axes[1].fill_between(grid, density, color=BLUE, alpha=0.15, linewidth=0)
    axes[1].plot(grid, density, color=BLUE)
    for ax, title in zip(axes, ("Bars: a histogram", "Bumps: a kernel density"), strict=True):
        ax.plot(grid, truth, "--", color=INK, linewidth=1.2)
        rug(ax, x, INK, 0.02)
        ax.set(xlim=(grid[0], grid[-1]), xticks=[0, 2, 4, 6, 8], ylim=(0, 0.46), yticks=[0, 0.2, 0.4], title=title)
        ax.set_xlabel("hours after opening", labelpad=3)
        ax.tick_params(axis="x", pad=13)
    axes[0].set_ylabel("density")
    _note(axes[1], "truth", (1.9, 0.3), (6, 0))


def two_starts(x, some):
    """The histograms of a few numbers with bins that begin at different places; `some`: a dictionary from a title."""
    fig, axes = plt.subplots(1, len(some), figsize=(7.4, 2.7), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.08, bottom=0.2)
    for ax, (title, bars) in zip(axes, some.items(), strict=True):
        _bars(ax, bars)
        ax.plot(x, np.full(len(x), 0.012), "o", color=INK, markersize=5)
        ax.set(xlim=(-0.3, 7.3), xticks=range(8), ylim=(0, 0.34), yticks=[0, 0.1, 0.2, 0.3], xlabel="x", title=title)
    axes[0].set_ylabel("density")


def bumps(points, grid, parts, mean, at, height):
    """A bump for each of the points, shape (n,), and their mean, with one place marked; `parts`: shape (n, m)."""
    fig, ax = plt.subplots(figsize=(7.0, 3.1))
    fig.subplots_adjust(left=0.09)
    for row in parts:
        ax.plot(grid, row, color=ORANGE, linewidth=1.1)
    ax.fill_between(grid, mean, color=BLUE, alpha=0.12, linewidth=0)
    ax.plot(grid, mean, color=BLUE)
    ax.plot(points, np.zeros(len(points)), "o", color=INK, markersize=5, zorder=3, clip_on=False)
    ax.plot([at, at], [0, height], "--", color=INK, linewidth=1)
    ax.plot(at, height, "o", color=BLUE, markersize=7)
    _note(ax, f"{height:.4f}", (at, height), (6, 5), BLUE)
    _note(ax, "their sum: the density", (grid[0], 1.11 * mean.max()), (4, 0), BLUE)
    _note(ax, "one bump,\na fifth of\nthe area", (grid[-1], 0.6 * mean.max()), (-2, 0), ORANGE, ha="right", va="center")
    ax.set(xlim=(grid[0], grid[-1]), ylim=(0, 1.25 * mean.max()), yticks=[0, 0.1, 0.2], xlabel="x", ylabel="density")


def two_distributions(names, p, q, t):
    """Two distributions over a few outcomes as bars, and how surely each outcome is said to come from the first."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 2.8))
    fig.subplots_adjust(wspace=0.25, bottom=0.14, left=0.07)
    at = np.arange(len(names))
    for shift, some, colour, letter in ((-0.19, p, BLUE, "p"), (0.19, q, ORANGE, "q")):
        left.bar(at + shift, some, 0.34, color=colour)
        for place, value in zip(at, some, strict=True):
            _note(left, f"{letter} = {value:g}", (place + shift, value), (0, 3), colour, ha="center")
    right.bar(at, t, 0.45, color=BLUE)
    right.bar(at, 1 - np.asarray(t), 0.45, bottom=t, color=ORANGE)
    for place, value in zip(at, t, strict=True):
        _note(right, f"{value:.3f}", (place, value), (0, -14), "white", ha="center")
    for ax, title in ((left, "Two machines"), (right, "Which one was it? Share of p")):
        ax.set(xticks=at, xticklabels=names, yticks=[0, 0.5, 1], ylim=(0, 1.1), xlim=(-0.6, len(names) - 0.4))
        ax.tick_params(axis="x", length=0, labelcolor=INK)
        ax.set_title(title)


def bandwidths(x, grid, density, truth, widths, likelihoods, width):
    """A kernel density with the truth, dashed; and likelihoods against the bandwidth: one of them marked, tops ringed.

    `likelihoods`: a dictionary from a name to a value for each of `widths`.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[5, 4], figsize=(7.6, 3.4))
    fig.subplots_adjust(wspace=0.24, left=0.08, bottom=0.19)
    left.plot(grid, truth, "--", color=INK, linewidth=1.2)
    left.plot(grid, density, color=BLUE)
    rug(left, x, INK, 0.02)
    left.set(xlim=(grid[0], grid[-1]), ylim=(0, 0.62), xticks=[0, 2, 4, 6, 8], yticks=[0, 0.2, 0.4, 0.6])
    left.set_title("Density")
    left.set_xlabel("hours after opening", labelpad=3)
    left.tick_params(axis="x", pad=13)
    here = list(widths).index(width)
    for (name, values), colour, ha, shift in zip(
        likelihoods.items(), (ORANGE, BLUE), ("left", "right"), ((9, 7), (0, -14)), strict=True
    ):
        right.plot(widths, values, color=colour)
        right.plot(width, values[here], "o", color=colour, markersize=7, clip_on=False)
        best = int(np.argmax(values))
        right.plot(widths[best], values[best], "o", color=colour, markersize=12, fillstyle="none", clip_on=False)
        spot = 0 if ha == "left" else -1
        _note(right, name, (widths[spot], max(values[spot], -2.35)), shift, colour, ha=ha)
    right.set(xscale="log", ylim=(-2.4, -0.9), yticks=[-2, -1.5, -1], xlabel="bandwidth h", title="Mean log density")
    right.set_xlim(widths[0] / 1.15, widths[-1] * 1.15)
    right.set_xticks([0.05, 0.2, 0.8], labels=["0.05", "0.2", "0.8"])
    right.minorticks_off()


def many_days(grid, days, truth):
    """Kernel densities of many samples, a panel for each bandwidth, with their mean and, dashed, the truth.

    `days`: a dictionary from a title to the curves, shape (samples, m).
    """
    fig, axes = plt.subplots(1, len(days), figsize=(7.6, 2.9), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.07, bottom=0.18)
    for ax, (title, curves) in zip(axes, days.items(), strict=True):
        ax.plot(grid, np.transpose(curves), color=SKY, linewidth=0.6, alpha=0.6)
        ax.plot(grid, truth, "--", color=INK, linewidth=1.2, zorder=3)
        ax.plot(grid, np.mean(curves, axis=0), color=BLUE, linewidth=2)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(0, 0.62), xticks=[0, 2, 4, 6, 8], yticks=[0, 0.2, 0.4, 0.6], title=title)
        ax.set_xlabel("hours after opening")
    axes[0].set_ylabel("density")
    _note(axes[-1], "truth", (1.9, 0.3), (6, 0))
    _note(axes[-1], "mean", (7.0, 0.1), (7, 4), BLUE)


def cloud(points, model, cells=56):
    """Points in the plane, shape (n, 2), over their kernel density in shades, with contours."""
    fig, ax = plt.subplots(figsize=(6.4, 3.9))
    fig.subplots_adjust(left=0.07, bottom=0.09, top=0.96)
    (left, right), (low, high) = window(points, (-4, 4), (-3, 3))
    across, up = np.linspace(left, right, cells), np.linspace(low, high, cells)
    places = np.stack(np.meshgrid(across, up), axis=-1)
    height = model.density(places.reshape(-1, 2)).reshape(cells, cells)
    levels = height.max() * np.array([0.02, 0.1, 0.25, 0.45, 0.65, 0.85, 1.001])
    ax.contourf(across, up, height, levels, cmap="Blues", alpha=0.65)
    ax.plot(*np.transpose(points), "o", color=ORANGE, markersize=7, zorder=3)
    ax.set(xlim=(left, right), ylim=(low, high))


def pushed(omega, noise, image, edges, heights):
    """A function of noise: the density of the noise below it, and that of what the function makes of it beside it.

    `omega`, `noise`, `image`: shape (m,), where the noise is, how dense, and what the function makes of it; `edges`,
    `heights`: of the bins of the result.
    """
    fig = plt.figure(figsize=(7.0, 4.2))
    cells = fig.add_gridspec(2, 2, width_ratios=[3, 2], height_ratios=[5, 2], wspace=0.08, hspace=0.12)
    fig.subplots_adjust(left=0.09, bottom=0.11, top=0.94)
    graph, result, below = (fig.add_subplot(cells[place]) for place in ((0, 0), (0, 1), (1, 0)))
    graph.plot(omega, image, color=INK)
    for quantile in np.linspace(-1.5, 1.5, 7):
        height = np.interp(quantile, omega, image)
        graph.plot([quantile, quantile, 3], [-8, height, height], color=SKY, linewidth=0.8)
    middles = (edges[1:] + edges[:-1]) / 2
    result.fill_betweenx(middles, heights, color=BLUE, alpha=0.25, linewidth=0)
    result.plot(heights, middles, color=BLUE)
    below.fill_between(omega, noise, color=ORANGE, alpha=0.25, linewidth=0)
    below.plot(omega, noise, color=ORANGE)
    graph.set(xlim=(-3, 3), ylim=(-7, 7), xticks=[], yticks=[-6, -4, -2, 0, 2, 4, 6], ylabel="x = f(ω)")
    graph.set_title("The function")
    result.set(ylim=(-7, 7), xlim=(0, 1.0), xticks=[0, 0.4, 0.8], yticks=[], xlabel="density")
    result.set_title("What comes out", color=BLUE)
    below.set(xlim=(-3, 3), ylim=(0, 0.45), yticks=[], xticks=[-2, 0, 2], xlabel="ω")
    _note(below, "noise", (-2.8, 0.3), (0, 0), ORANGE)


def bell_and_humps(x, p, q, divergences):
    """A density p with two humps and a bell q; beside them the divergences as bars, a dictionary from name to nats.

    The third has a scale of its own, which ends at log 2.
    """
    fig = plt.figure(figsize=(7.4, 3.7))
    cells = fig.add_gridspec(2, 2, width_ratios=[5, 4], height_ratios=[4, 1], wspace=0.3, hspace=0.42)
    fig.subplots_adjust(left=0.06, bottom=0.14, top=0.92)
    left, right, bounded = (fig.add_subplot(cells[place]) for place in ((0, 0), (0, 1), (1, 1)))
    left.fill_between(x, p, color=INK, alpha=0.13, linewidth=0)
    left.plot(x, p, color=INK, linewidth=1.2)
    left.plot(x, q, color=BLUE)
    _note(left, "p", (-2, 0.4), (0, 4), INK, ha="center")
    beside = int(np.flatnonzero(q > 0.6 * q.max())[-1])  # on its right shoulder
    _note(left, "q", (x[beside], min(q[beside], 0.9)), (7, 5), BLUE)
    left.set(xlim=(-6, 6), ylim=(0, 1.05), yticks=[], xticks=[-4, -2, 0, 2, 4], xlabel="x", title="Two humps, one bell")
    names, top = list(divergences), math.log(2)
    for name, ax, row, most, colour in zip(
        names, (right, right, bounded), (0, 1, 0), (4, 4, top), (ORANGE, GREEN, PURPLE), strict=True
    ):
        value = divergences[name]
        ax.barh(row, min(value, most), 0.55, color=colour)
        _note(ax, f"{value:.3f}", (min(value, most), row), (4, -4), colour)
        ax.tick_params(axis="y", length=0, labelcolor=INK)
    right.set(xlim=(0, 4.9), ylim=(1.6, -0.6), yticks=range(2), yticklabels=names[:2], xticks=[0, 2, 4])
    right.set_title("How far apart (bars end at 4)")
    bounded.set(xlim=(0, 4.9 / 4 * top), ylim=(0.6, -0.6), yticks=[0], yticklabels=names[2:], xlabel="nats")
    bounded.set_xticks([0, top], labels=["0", "log 2"])


def who_can_tell(x, p, q, t):
    """Two densities, and below them how surely each place is said to come from the first."""
    fig, (upper, lower) = plt.subplots(2, 1, height_ratios=[3, 2], figsize=(7.0, 3.9), sharex=True)
    fig.subplots_adjust(hspace=0.2, left=0.09, bottom=0.12, top=0.94)
    for some, colour, name in ((p, BLUE, "p"), (q, ORANGE, "q")):
        upper.fill_between(x, some, color=colour, alpha=0.15, linewidth=0)
        upper.plot(x, some, color=colour)
        _note(upper, name, (x[int(np.argmax(some))], some.max()), (0, 4), colour, ha="center")
    lower.plot(x, t, color=PURPLE)
    lower.axhline(0.5, color=QUIET, linewidth=0.8, linestyle=":")
    upper.set(ylim=(0, 0.5), yticks=[0, 0.2, 0.4], ylabel="density")
    lower.set(ylim=(-0.03, 1.2), yticks=[0, 0.5, 1], xlabel="x", ylabel="$t^*$", xlim=(x[0], x[-1]))
    _note(lower, "rather p", (x[int(np.argmax(t))], t.max()), (0, 4), PURPLE, ha="center")
    _note(lower, "surely q", (x[-1], 0), (-4, 5), PURPLE, ha="right")


def against_distance(distances, found):
    """How several measures of difference grow while two narrow humps move apart; `found`: values by name."""
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    fig.subplots_adjust(left=0.09)
    for (name, values), colour in zip(found.items(), (ORANGE, PURPLE, GREEN), strict=True):
        values = np.asarray(values)
        ax.plot(distances, values, color=colour)
        last = int(np.flatnonzero(values <= 4)[-1])
        _note(ax, name, (distances[last], values[last]), (6, -3), colour)
    ax.plot([0, distances[-1]], [math.log(2)] * 2, ":", color=QUIET, linewidth=0.8)
    ax.set(xlim=(0, distances[-1] * 1.3), ylim=(0, 4), yticks=[0, 1, 2, 3, 4], xlabel="distance of the two humps")
    ax.set_ylabel("nats, or distance")
