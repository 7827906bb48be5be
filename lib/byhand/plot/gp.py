"""Drawings of the chapter on Gaussian processes."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.gaussian import Gaussian
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, window

DRAWN = (ORANGE, GREEN, PURPLE, SKY)  # functions that are drawn at random


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def _band(ax, grid, mean, std, colour=BLUE, noise=0.0):
    """A mean with the band of two standard deviations, and around it a paler one that has the noise in it."""
    if noise:
        wide = 2 * np.sqrt(std**2 + noise**2)
        ax.fill_between(grid, mean - wide, mean + wide, color=SKY, alpha=0.2, linewidth=0)
    ax.fill_between(grid, mean - 2 * std, mean + 2 * std, color=colour, alpha=0.22, linewidth=0)
    ax.plot(grid, mean, color=colour, zorder=2.5)


def one_seen(rho, seen, drawn):
    """Two normal values with a correlation, before and after one is seen.

    Left the ellipses of both, with a line where the first is `seen` and the normal curve of the second along it; right
    the same two values beside each other, joined by lines; `drawn`: draws of the second, given the first, shape (m,).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5))
    fig.subplots_adjust(wspace=0.24)
    both = Gaussian([0, 0], [[1, rho], [rho, 1]])
    for distance in (1, 2):
        left.plot(*both.ellipse(distance, 91).T, color=SKY, linewidth=1.2)
    mean, std = rho * seen, np.sqrt(1 - rho**2)
    height = np.linspace(mean - 3 * std, mean + 3 * std, 61)
    curve = np.exp(-(((height - mean) / std) ** 2) / 2)
    left.axvline(seen, color=INK, linewidth=1)
    left.fill_betweenx(height, seen, seen + curve, color=BLUE, alpha=0.3, linewidth=0)
    left.plot(seen + curve, height, color=BLUE)
    left.set(xlim=(-3.2, 4.2), ylim=(-3.2, 3.2), xticks=[-2, 0, 2, 4], yticks=[-2, 0, 2])
    left.set(xlabel="temperature at 8", title="Temperature at 9, given that at 8")
    for value in drawn:
        right.plot([8, 9], [seen, value], color=SKY, linewidth=0.8)
    right.plot([9, 9], [mean - 2 * std, mean + 2 * std], color=BLUE, linewidth=5, alpha=0.5, solid_capstyle="butt")
    right.plot(9, mean, "o", color=BLUE, markersize=8)
    right.plot(8, seen, "o", color=INK, markersize=8)
    right.axhline(0, color=QUIET, linewidth=0.6)
    right.set(xlim=(7.7, 9.4), ylim=(-3.2, 3.2), xticks=[8, 9], yticks=[-2, 0, 2], xlabel="hour", title="Side by side")


def joined_values(places, draws):
    """Draws of some values, neighbours joined by lines; `places`: shape (m,), `draws`: shape (k, m)."""
    _, ax = plt.subplots(figsize=(7.6, 3.0))
    for row, colour in zip(draws, DRAWN, strict=False):
        ax.plot(places, row, "-" if len(places) > 30 else "o-", color=colour, linewidth=1.5, markersize=5)
    ax.set(xlim=(-0.3, 10.3), ylim=(-3.6, 3.6), xticks=[0, 5, 10], yticks=[-2, 0, 2], xlabel="x", ylabel="value")


def before_and_after(grid, prior, x, y, mean, std, draws):
    """Functions drawn before the data, and mean, band and functions after them; draws of shape (k, m)."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.6, 3.3), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.08)
    _band(left, grid, np.zeros(len(grid)), np.ones(len(grid)))
    _band(right, grid, mean, std)
    for ax, rows in ((left, prior), (right, draws)):
        for row, colour in zip(rows, DRAWN, strict=False):
            ax.plot(grid, row, color=colour, linewidth=1.1)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(-3, 3), yticks=[-2, 0, 2], xlabel="hour")
    right.plot(x, y, "o", color=INK, markersize=6, zorder=3)
    left.set_ylabel("temperature")
    _note(left, "mean", (grid[-1], 0), (-4, 5), BLUE, ha="right", weight="bold")
    _note(left, "band: two standard deviations", (grid[0], 2), (4, 4), BLUE)
    left.set_title("Before the data")
    right.set_title("After five readings")


def two_bands(grid, mean, std, noise, x, y):
    """Mean, the band of the function and around it, paler, that of new readings, both by name."""
    fig, ax = plt.subplots(figsize=(7.0, 3.3))
    fig.subplots_adjust(left=0.09)
    _band(ax, grid, mean, std, noise=noise)
    ax.plot(x, y, "o", color=INK, markersize=6, zorder=3)
    ax.set(xlim=(grid[0], grid[-1]), ylim=(-3, 3), yticks=[-2, 0, 2], xlabel="hour", ylabel="temperature")
    here, middle = (int(np.argmin(np.abs(grid - place))) for place in (3, 5.5))
    top = mean[here] + 2 * np.sqrt(std[here] ** 2 + noise**2)
    line = {"arrowstyle": "-", "color": BLUE}
    _note(ax, "new readings", (grid[here], top), (-24, 18), BLUE, ha="center", arrowprops=line)
    _note(ax, "the function", (grid[middle], mean[middle] + std[middle]), (0, -2), BLUE, ha="center")


def fit(X, y, grid, mean, std, truth, limits):
    """Points with mean, band and, dotted, the function that they were taken from."""
    fig, ax = plt.subplots(figsize=(7.0, 3.6))
    fig.subplots_adjust(left=0.07, bottom=0.13, top=0.93)
    _band(ax, grid, mean, std)
    ax.plot(grid, truth, ":", color=INK, linewidth=1.3)
    ax.plot(X, y, "o", color=INK, markersize=5, zorder=3)
    ax.set(xlim=(grid[0], grid[-1]), ylim=limits, xlabel="x")


def movable(points, grid, mean, std, draws):
    """The same with points, shape (n, 2), that can be moved."""
    fig, ax = plt.subplots(figsize=(6.6, 4.0))
    fig.subplots_adjust(left=0.07, bottom=0.09, top=0.96)
    _, ylim = window(points, (0, 10), (-3, 3))
    _band(ax, grid, mean, std)
    for row, colour in zip(draws, DRAWN, strict=False):
        ax.plot(grid, row, color=colour, linewidth=1)
    ax.plot(*np.transpose(points), "o", color=INK, markersize=7, zorder=3)
    ax.set(xlim=(grid[0], grid[-1]), ylim=ylim)


def bumps(grid, parts, x, y, mean):
    """The mean as a sum of bumps, one on every point; `parts`: shape (n, m)."""
    fig, ax = plt.subplots(figsize=(7.0, 3.3))
    fig.subplots_adjust(left=0.07)
    for row, place in zip(parts, x, strict=True):
        ax.fill_between(grid, 0, row, color=ORANGE, alpha=0.18, linewidth=0)
        ax.plot(grid, row, color=ORANGE, linewidth=1)
        ax.plot([place, place], [0, row[np.argmin(np.abs(grid - place))]], color=ORANGE, linewidth=0.8)
    ax.plot(grid, mean, color=BLUE)
    ax.plot(x, y, "o", color=INK, markersize=6, zorder=3)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.set(xlim=(grid[0], grid[-1]), xlabel="x")
    return ax


def two_beliefs(x, y, grid, fits):
    """The same points under several kernels; `fits`: from a name to mean and standard deviation over the grid."""
    fig, axes = plt.subplots(1, len(fits), figsize=(7.6, 3.2), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.07)
    for ax, (name, (mean, std)), colour in zip(axes, fits.items(), (BLUE, ORANGE), strict=True):
        _band(ax, grid, mean, std, colour)
        ax.plot(x, y, "o", color=INK, markersize=5, zorder=3)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(-3.2, 3.2), yticks=[-2, 0, 2], xlabel="x", title=name)


def hits(grid, panels, x, y, near):
    """Functions drawn for several length scales, those that come near all points in colour.

    `panels`: from a title to draws that miss and draws that hit, each of shape (k, m).
    """
    fig, axes = plt.subplots(1, len(panels), figsize=(7.6, 3.1), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.06)
    for ax, (name, (missed, hit)) in zip(axes, panels.items(), strict=True):
        ax.plot(grid, np.transpose(missed), color=QUIET, linewidth=0.6, alpha=0.4)
        if len(hit):
            ax.plot(grid, np.transpose(hit), color=ORANGE, linewidth=1.2)
        ax.errorbar(x, y, yerr=near, fmt="o", color=INK, markersize=5, capsize=3, linewidth=1, zorder=3)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(-3, 3), yticks=[-2, 0, 2], xlabel="x", title=name)


def composed(grid, panels):
    """Functions drawn from sums and products of kernels; `panels`: from a title to draws of shape (k, m)."""
    fig, axes = plt.subplots(1, len(panels), figsize=(7.6, 2.7), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.06)
    for ax, (name, rows) in zip(axes, panels.items(), strict=True):
        for row, colour in zip(rows, DRAWN, strict=False):
            ax.plot(grid, row, color=colour, linewidth=1.3)
        ax.axhline(0, color=QUIET, linewidth=0.6)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(-4, 4), xticks=[0, 2, 4, 6, 8], yticks=[-2, 0, 2])
        ax.set(xlabel="x", title=name)


def bets(grid, bells, y, variances, fit_part, simplicity):
    """What models bet on each possible reading, and both parts of the evidence of one reading and their sum.

    `bells`: from a variance to its density over the grid; on the right the parts against the variance, and dots at
    those of the bells.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.8, 3.4))
    fig.subplots_adjust(wspace=0.24, left=0.08)
    for (variance, density), colour in zip(bells.items(), (PURPLE, BLUE, SKY), strict=True):
        here = int(np.argmin(np.abs(grid - y)))
        left.plot(grid, density, color=colour)
        left.plot(y, density[here], "o", color=colour, markersize=7, zorder=3)
        mark = int(np.argmin(np.abs(grid + 0.8 * np.sqrt(variance))))
        _note(left, f"v = {variance}", (grid[mark], density[mark]), (-5, 4), colour, ha="right")
    left.axvline(y, color=QUIET, linewidth=1, linestyle="--")
    _note(left, f"y = {y}", (y, 0.4), (5, 0), va="center")
    left.set(xlim=(grid[0], grid[-1]), ylim=(0, 0.44), yticks=[0, 0.2, 0.4], xlabel="y, all possible readings")
    left.set_title("Three models place their bets")
    both = fit_part + simplicity
    for values, colour, name, place, shift in (
        (fit_part, GREEN, "fit", 0.9, 6),
        (simplicity, ORANGE, "simplicity", 0.24, 13),
        (both, BLUE, "both", 0.66, -17),
    ):
        right.plot(variances, values, color=colour)
        here = int(place * (len(variances) - 1))
        _note(right, name, (variances[here], values[here]), (0, shift), colour, ha="center")
    for variance, colour in zip(bells, (PURPLE, BLUE, SKY), strict=True):
        here = int(np.argmin(np.abs(variances - variance)))
        right.plot(variance, both[here], "o", color=colour, markersize=7, zorder=3)
    right.set(xscale="log", ylim=(-4.4, 1.6), yticks=[-4, -2, 0], xlabel="variance v that the model expects of y")
    right.set_xticks([0.5, 1, 2, 4, 8, 16, 32], labels=["0.5", "1", "2", "4", "8", "16", "32"])
    right.set_title(f"Parts of the log density of {y}")
    right.minorticks_off()


def three_parts(x, y, grid, mean, std, noise, lengths, parts, length):
    """A fit, and the parts of the evidence against the length scale, one of them marked.

    `parts`: from a name to values for each length scale, of which the last is the sum.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.8, 3.5))
    fig.subplots_adjust(wspace=0.22, left=0.06)
    _band(left, grid, mean, std, noise=noise)
    left.plot(x, y, "o", color=INK, markersize=4, zorder=3)
    left.set(xlim=(grid[0], grid[-1]), ylim=(-3, 3), yticks=[-2, 0, 2], xlabel="x", title="Mean and bands")
    for (name, values), colour in zip(parts.items(), (GREEN, ORANGE, BLUE), strict=True):
        right.plot(lengths, values, color=colour, linewidth=2.6 if colour == BLUE else 1.6, label=name)
        right.plot(length, values[list(lengths).index(length)], "o", color=colour, markersize=7)
    right.axvline(length, color=QUIET, linewidth=0.8, linestyle="--")
    right.axhline(0, color=QUIET, linewidth=0.6)
    right.set(xscale="log", ylim=(-75, 95), xlabel="length scale", title="Parts of the log evidence")
    right.set_xticks([0.1, 0.3, 1, 3, 10], labels=["0.1", "0.3", "1", "3", "10"])
    right.set_yticks([-50, 0, 50])
    right.minorticks_off()
    right.legend(loc="upper left", ncols=3, fontsize=9, handlelength=1.2, columnspacing=1, borderaxespad=0)


def surface(lengths, noises, heights, summit, ridge, way, x, y, grid, mean, std, noise):
    """The evidence over length scale and noise with the way of a climb, and the fit where it ends.

    `heights`: shape (noises, lengths); `summit`: the top of the slow hill; `ridge`: places along the quick one, shape
    (r, 2), the highest first; `way`: shape (m, 2).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.8, 3.6))
    fig.subplots_adjust(wspace=0.2, left=0.09)
    levels = heights.max() - np.array([12, 8, 6, 4, 3, 2, 1.5, 1.02, 0.5, 0.15])
    left.contour(lengths, noises, heights, levels, colors=SKY, linewidths=0.9, linestyles="solid")
    left.plot(*np.transpose(way), color=ORANGE)
    left.plot(*way[0], "o", color=ORANGE, markersize=6, markerfacecolor="white")
    left.plot(*way[-1], "o", color=ORANGE, markersize=8)
    left.set(xscale="log", yscale="log", xlabel="length scale", ylabel="noise σ", title="Log evidence")
    left.set_xticks([0.3, 1, 3, 10], labels=["0.3", "1", "3", "10"])
    left.set_yticks([0.02, 0.1, 0.5], labels=["0.02", "0.1", "0.5"])
    white = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}
    left.plot(*summit, "x", color=BLUE, markersize=7, zorder=3)
    left.plot(*np.transpose(ridge), color=BLUE, linewidth=1.3, linestyle="--", zorder=2.5)
    _note(left, "slow", summit, (-2, -17), BLUE, ha="right", zorder=3, bbox=white)
    _note(left, "quick", ridge[0], (-9, 9), BLUE, ha="right", zorder=3, bbox=white)
    left.minorticks_off()
    _band(right, grid, mean, std, noise=noise)
    right.plot(x, y, "o", color=INK, markersize=5, zorder=3)
    right.set(xlim=(grid[0], grid[-1]), ylim=(-2.6, 2.6), yticks=[-2, 0, 2], xlabel="x", title="Where the climb ends")


def search(grid, truth, x, y, mean, std, proposed):
    """Bayesian optimisation at work: what is known of a function, what may be hoped for, and the place to try next."""
    fig, ax = plt.subplots(figsize=(7.4, 3.6))
    fig.subplots_adjust(left=0.07, bottom=0.14, top=0.94)
    _band(ax, grid, mean, std)
    ax.plot(grid, truth, ":", color=INK, linewidth=1.3)
    ax.plot(grid, mean + 2 * std, color=ORANGE, linewidth=1.6)
    ax.plot(proposed, np.interp(proposed, grid, mean + 2 * std), "v", color=ORANGE, markersize=9, zorder=3)
    ax.axvline(proposed, color=ORANGE, linewidth=1, linestyle="--")
    ax.plot(x, y, "o", color=INK, markersize=6, zorder=3)
    ax.plot(x[-1], y[-1], "o", color=INK, markersize=11, markerfacecolor="none", zorder=3)
    ax.set(xlim=(grid[0] - 0.15, grid[-1] + 0.15), ylim=(-2.6, 3.6), yticks=[-2, 0, 2], xlabel="x")
    _note(ax, "next", (proposed, -2.6), (-4 if proposed > 5 else 4, 5), ORANGE, ha="right" if proposed > 5 else "left")


def kernel_and_draws(place, values, grid, draws, x, y, mean, std):
    """How a kernel correlates the values with that at one place, functions drawn from it, what it makes of points."""
    fig, axes = plt.subplots(1, 3, figsize=(7.8, 3.1), width_ratios=[2, 3, 3])
    fig.subplots_adjust(wspace=0.28, left=0.06, right=0.98)
    axes[0].plot(grid, values, color=BLUE)
    axes[0].axvline(place, color=QUIET, linewidth=0.8, linestyle="--")
    axes[0].axhline(0, color=QUIET, linewidth=0.6)
    axes[0].set(ylim=(-1.1, 1.1), yticks=[-1, 0, 1], xlim=(grid[0], grid[-1]), xlabel="x")
    axes[0].set_title(f"Correlation with {place:g}")
    for row, colour in zip(draws, DRAWN, strict=False):
        axes[1].plot(grid, row, color=colour, linewidth=1.1)
    axes[1].set(ylim=(-3, 3), yticks=[-2, 0, 2], xlim=(grid[0], grid[-1]), xlabel="x", title="Before the data")
    _band(axes[2], grid, mean, std)
    axes[2].plot(x, y, "o", color=INK, markersize=5, zorder=3)
    axes[2].set(ylim=(-3, 3), yticks=[-2, 0, 2], xlim=(grid[0], grid[-1]), xlabel="x", title="After the data")


def future(x, y, later, truth, grid, mean, std, limits):
    """Points up to now, and what a kernel expects of later; `later`, `truth`: what really came."""
    fig, ax = plt.subplots(figsize=(7.4, 3.5))
    fig.subplots_adjust(left=0.07, bottom=0.14, top=0.94)
    _band(ax, grid, mean, std)
    ax.plot(x, y, "o", color=INK, markersize=3.5, zorder=3)
    ax.plot(later, truth, "o", color=ORANGE, markersize=3.5, zorder=3)
    ax.axvline((x[-1] + later[0]) / 2, color=QUIET, linewidth=1, linestyle="--")
    ax.set(xlim=(grid[0], grid[-1]), ylim=limits, xlabel="month")
