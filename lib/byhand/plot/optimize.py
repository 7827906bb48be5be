"""Drawings of the chapter on gradient descent: paths on curves and on level lines, costs per step, shapes of losses."""

from functools import cache
from itertools import islice

import matplotlib.pyplot as plt
import numpy as np

from byhand.datasets import noisy_line
from byhand.losses import Function, Quadratic, Rosenbrock
from byhand.optimize import (
    Adam,
    AdaptiveRates,
    AveragedMomentum,
    GradientDescent,
    Momentum,
    Nesterov,
    Newton,
    batches,
    descend,
)
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, YELLOW
from byhand.rates import cosine, curvatures, inverse_time, largest_stable_rate, step_decay
from byhand.working import decimal

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW)
RATES = (0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.175, 0.2, 0.22, 0.24, 0.26, 0.28)
RATES += (0.3, 0.32, 0.34, 0.35, 0.36, 0.37, 0.38, 0.39, 0.4, 0.42, 0.45)  # for `one_rate`
SHARES_OF_THE_LIMIT = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0, 1.02, 1.05)
STATIC_SHARES = (0.1, 0.3, 0.5, 0.8, 0.9, 0.98, 1.02)  # for a page without Python
BUMPY = Function(  # two valleys with a hump between them
    lambda t: (t**4 - 3 * t**2 + t)[..., 0],
    lambda t: 4 * t**3 - 6 * t + 1,
    lambda t: (12 * t**2 - 6)[..., None],
)
BUMPY_STARTS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.1, 0.2, 0.5, 1.0, 1.5, 2.0)
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_OFFSET = {"textcoords": "offset points"}


def regime(factor):
    """What steps do to a distance that each of them multiplies by `factor` = 1 - ηλ: a word, the reason, a colour.

    >>> regime(-1.2)[:2]
    ('diverges', 'each step overshoots and lands farther away than it started')
    """
    if abs(factor) > 1 + 1e-9:
        return "diverges", "each step overshoots and lands farther away than it started", ORANGE
    if abs(factor) > 1 - 1e-9:
        return "never settles", "each step overshoots and lands just as far away on the other side", ORANGE
    if factor < -1e-9:
        return "oscillates", "each step overshoots, but lands nearer than it started", PURPLE
    if factor < 1e-9:
        return "perfect", "one step lands on the minimum", GREEN
    if factor > 0.8:
        return "too small", "each step leaves most of the distance", BLUE
    return "right", "each step takes a good part of the distance and does not overshoot", GREEN


def slopes_and_costs(x, y, slopes, function):
    """Points with lines through the origin, and beside them the cost of every slope with the same ones marked."""
    _, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    left.plot(x, y, "o", color=QUIET, markersize=4)
    ends, grid = np.array([-0.95, 0.95]), np.linspace(-0.9, 4.8, 120)
    right.plot(grid, function.value(grid[:, None]), color=QUIET, linewidth=1.4)
    for slope, colour in zip(slopes, COLOURS, strict=False):
        place = np.array([slope])
        cost, downhill = float(function.value(place)), -0.08 * float(function.gradient(place)[0])
        left.plot(ends, slope * ends, color=colour)
        left.annotate(f"{slope:.4g}", (0.97, slope * 0.95), (3, 0), **_OFFSET, color=colour)
        right.plot(slope, cost, "o", color=colour, markersize=8)
        if abs(downhill) > 0.1:
            arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 2}
            right.annotate("", (slope + downhill, cost), (slope, cost), arrowprops=arrow)
    left.set(title="Three slopes …", xlabel="x", ylabel="y", xlim=(-1, 1.35), ylim=(-2.4, 4), yticks=[-2, 0, 2])
    right.set(title="… and what they cost", xlabel="slope w", ylabel="J(w)", xticks=[0, 2, 4], yticks=[0, 10, 20])


def map_with_steps(function, x, y, places, rate):
    """Level lines of a function over the ranges x and y, with their heights, and one step downhill from each place."""
    figure, ax = plt.subplots(figsize=(7.0, 3.9))
    figure.subplots_adjust(left=0.08, bottom=0.13, top=0.98)
    ax.set(xlim=x, ylim=y, aspect="equal", xlabel="z₁", ylabel="z₂")
    across, up = np.meshgrid(np.linspace(*x, 100), np.linspace(*y, 100))
    heights = function.value(np.stack([across, up], axis=-1))
    lines = ax.contour(across, up, heights, levels=[2, 5, 8, 11], colors=QUIET, linewidths=0.8)
    ax.clabel(lines, fontsize=10, fmt="%g")
    for place in np.array(places, dtype=float):
        step = -rate * function.gradient(place)
        arrow = {"arrowstyle": "-|>", "color": BLUE, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", place + step, place, arrowprops=arrow)
        ax.plot(*place, "o", color=BLUE, markersize=5)


def bowl_and_map(function, centre, axes, heights):
    """A bowl over two numbers cut at some heights, drawn at a slant, and the same cuts from above: a map.

    `axes`: half the width and half the depth of the cut at height 1 (those at height h are the root of h as large).
    """
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5))
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.14, wspace=0.2)
    turn = np.linspace(0, 2 * np.pi, 121)
    for height, colour in zip(heights, (BLUE, GREEN, PURPLE, ORANGE), strict=True):
        ring = np.array(centre)[:, None] + np.sqrt(height) * np.array(axes)[:, None] * [np.cos(turn), np.sin(turn)]
        seen = np.array([ring[0] + 0.25 * ring[1], 0.45 * height + 0.3 * ring[1]])
        left.plot(*seen, color=colour)
        left.annotate(f"F = {height:g}", seen[:, 0], (6, 0), **_OFFSET, color=colour, va="center")
    reach = 1.06 * np.sqrt(heights[-1]) * np.array(axes)
    across, up = np.meshgrid(*(np.linspace(c - r, c + r, 100) for c, r in zip(centre, reach, strict=True)))
    over = function.value(np.stack([across, up], axis=-1))
    lines = right.contour(across, up, over, levels=heights, colors=(BLUE, GREEN, PURPLE, ORANGE), linewidths=2)
    right.clabel(lines, fontsize=10, fmt="%g")
    walls = np.sqrt(np.linspace(0, heights[-1], 40))
    for side in (-1, 1):  # the outline of the bowl
        edge = centre[0] + side * axes[0] * walls
        left.plot(edge + 0.25 * centre[1], 0.45 * walls**2 + 0.3 * centre[1], color=QUIET, linewidth=0.8, zorder=1)
    left.plot(centre[0] + 0.25 * centre[1], 0.3 * centre[1], "+", color=INK, markersize=9, markeredgewidth=1.6)
    right.plot(*centre, "+", color=INK, markersize=9, markeredgewidth=1.6)
    left.set(xticks=[], yticks=[], xlim=(-1.3, 8.4), title="The bowl, cut at four heights")
    left.spines[["left", "bottom"]].set_visible(False)
    right.set(aspect="equal", xlabel="z₁", xticks=[0, 3, 6], yticks=[-3, -1, 1], title="The same cuts from above")
    right.set_ylabel("z₂", rotation=0)


ANGLES = tuple(range(0, 360, 15))
LENGTHS = {"short (0.05)": 0.05, "long (1.5)": 1.5}


def one_direction(function, place, degrees, length):
    """A step from a place on a map in one direction, and what every direction does to the height.

    `degrees`: to the left of straight uphill; `length`: of the step, one of `LENGTHS`.
    """
    place, size = np.array(place, dtype=float), LENGTHS[length]
    uphill = function.gradient(place) / np.linalg.norm(function.gradient(place))
    beside = np.array([-uphill[1], uphill[0]])  # a quarter turn to the left
    figure, (left, right) = plt.subplots(1, 2, width_ratios=[5, 4], figsize=(7.4, 3.3))
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.16, wspace=0.16)
    left.set(xlim=(-2.6, 5.2), ylim=(-3.6, 2.4), aspect="equal", xticks=[], yticks=[], title="The map")
    across, up = np.meshgrid(np.linspace(*left.get_xlim(), 80), np.linspace(*left.get_ylim(), 80))
    heights = function.value(np.stack([across, up], axis=-1))
    here = float(function.value(place))
    left.contour(across, up, heights, levels=[0.5, 2, 5, here, 20, 35], colors=QUIET, linewidths=[0.6] * 3 + [1.8, 0.6])
    for direction, colour, word in (
        (uphill, ORANGE, "gradient"),
        (1.9 * beside, QUIET, ""),
        (-1.9 * beside, QUIET, ""),
    ):
        end = place + 1.6 * direction if word else place + direction
        style = "-|>" if word else "-"
        left.annotate("", end, place, arrowprops={"arrowstyle": style, "color": colour, "linewidth": 1.6, "shrinkA": 0})
    left.annotate("gradient", place + 1.6 * uphill, (-2, 4), **_OFFSET, color=ORANGE, ha="center")
    left.annotate("along the\nlevel line", place - 1.9 * beside, (6, -4), **_OFFSET, color=QUIET)
    turn = np.radians(degrees)
    step = np.cos(turn) * uphill + np.sin(turn) * beside
    arrow = {"arrowstyle": "-|>", "color": BLUE, "linewidth": 2.4, "shrinkA": 0, "shrinkB": 0}
    left.annotate("", place + max(size, 1.1) * step, place, arrowprops=arrow)
    left.plot(*place, "o", color=INK, markersize=6, zorder=5)
    every = np.radians(np.arange(0, 361, 5))
    ways = np.cos(every)[:, None] * uphill + np.sin(every)[:, None] * beside
    changes = function.value(place + size * ways) - here
    promised = size * np.linalg.norm(function.gradient(place)) * np.cos(every)
    right.axhline(0, color=QUIET, linewidth=0.8)
    right.plot(np.degrees(every), promised, "--", color=ORANGE, linewidth=1.2)
    right.plot(np.degrees(every), changes, color=INK, linewidth=1.4)
    change = float(function.value(place + size * step)) - here
    right.plot(degrees, change, "o", color=BLUE, markersize=9)
    low, high = min(changes.min(), promised.min()), max(changes.max(), promised.max())
    right.set(xlim=(0, 360), ylim=(1.2 * low, 1.12 * high), xticks=[0, 90, 180, 270, 360], yticks=[0])
    right.set(title="Change of F", xlabel="degrees from uphill")
    right.text(0.5, 0.93, "dashed: the tangent plane", color=ORANGE, ha="center", transform=right.transAxes)
    return (
        f"a step of length {size:g}, {degrees}° from uphill: F changes by {change:+.3f}; "
        f"the tangent plane says {size * np.linalg.norm(function.gradient(place)) * np.cos(turn) + 0.0:+.3f}"
    )


TILTED = Quadratic([[11.0, 9.0], [9.0, 11.0]])  # curvatures 2 along (1, -1), 20 along (1, 1)
_HALF = np.sqrt(0.5)


def principal_axes():
    """The tilted bowl: downhill from twelve places on one ellipse, its eigenvectors, and the parabolas along them."""
    figure, (left, right) = plt.subplots(1, 2, width_ratios=[5, 4], figsize=(7.4, 3.5))
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.14)
    left.set(xlim=(-2, 2.2), ylim=(-1.85, 1.75), aspect="equal", xticks=[], yticks=[], title="Downhill, from above")
    turn = np.linspace(0, 2 * np.pi, 121)
    flat, steep = np.array([_HALF, -_HALF]), np.array([_HALF, _HALF])
    for height in (0.5, 2, 4):
        rings = np.outer(np.sqrt(height) * np.cos(turn), flat) + np.outer(np.sqrt(height / 10) * np.sin(turn), steep)
        left.plot(*rings.T, color=QUIET, linewidth=0.8)
    for k in range(12):
        place = 2 * np.cos(k * np.pi / 6) * flat + np.sqrt(0.4) * np.sin(k * np.pi / 6) * steep
        downhill = -TILTED.gradient(place)
        colour = BLUE if k % 6 == 0 else ORANGE if k % 3 == 0 else QUIET
        arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.8 if k % 3 == 0 else 1.1, "shrinkA": 0}
        left.annotate("", place + 0.45 * downhill / np.linalg.norm(downhill), place, arrowprops=arrow)
        left.plot(*place, "o", color=colour, markersize=4)
    for direction, reach, colour in ((flat, 2, BLUE), (steep, np.sqrt(0.4), ORANGE)):
        left.plot(*np.outer([-reach, reach], direction).T, "--", color=colour, linewidth=1, zorder=1)
    left.annotate("flat axis, λ = 2", 2 * flat, (-14, -15), **_OFFSET, color=BLUE, ha="right")
    left.annotate("steep axis,\nλ = 20", np.sqrt(0.4) * steep, (6, 4), **_OFFSET, color=ORANGE)
    distance = np.linspace(-1.6, 1.6, 81)
    for curvature, colour in ((2, BLUE), (20, ORANGE)):
        right.plot(distance, curvature / 2 * distance**2, color=colour)
    right.text(1.15, 2.5, "flat", color=BLUE)
    right.text(0.95, 7.6, "steep", color=ORANGE)
    right.set(ylim=(-0.3, 9), xlim=(-1.6, 1.6), xticks=[0], yticks=[], title="Cut along its two axes")
    right.set_xlabel("distance from the minimum")


def best_compromise(low, high):
    """|1 - ηλ| against the rate for the flattest and the steepest direction, and the larger of the two."""
    figure, ax = plt.subplots(figsize=(7.0, 3.2))
    figure.subplots_adjust(left=0.08, right=0.97, bottom=0.2)
    rates, best, limit = np.linspace(0, 1.12 * 2 / high, 400), 2 / (low + high), 2 / high
    flat, steep = np.abs(1 - rates * low), np.abs(1 - rates * high)
    ax.plot(rates, np.maximum(flat, steep), color=YELLOW, linewidth=7, alpha=0.7, solid_capstyle="round", zorder=1)
    ax.plot(rates, flat, color=BLUE)
    ax.plot(rates, steep, color=ORANGE)
    ax.plot(best, 1 - best * low, "o", color=INK, markersize=7, zorder=5)
    ax.axhline(1, color=QUIET, linewidth=0.8, linestyle=":")
    ax.annotate(
        "flattest direction: 1 − ηλ falls slowly",
        (0.42 * limit, 1 - 0.42 * limit * low),
        (0, 17),
        **_OFFSET,
        color=BLUE,
        ha="center",
    )
    ax.annotate("steepest direction", (0.62 * limit, 0.24), (10, -5), **_OFFSET, color=ORANGE)
    line = {"arrowstyle": "-", "color": INK, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 4}
    words, place = "the best\ncompromise", (best, 1 - best * low)
    ax.annotate(words, place, (0.5 * limit, 0.55), ha="center", va="center", arrowprops=line, zorder=4)
    ax.set(xlim=(0, rates[-1]), ylim=(0, 1.3), yticks=[0, 1], xlabel="rate η")
    ax.set(title="How much of the distance is left after a step")
    ax.set(xticks=[0, 1 / high, best, limit], xticklabels=["0", "1/λₘₐₓ", "best", "2/λₘₐₓ"])
    ax.get_xticklabels()[2].set_ha("right")


def one_rate(function, minimum, rate):
    """Twenty steps with one rate on a parabola over one number, from 0; the text says what the rate does."""
    walk = descend(function, [0], GradientDescent(rate), steps=20)
    walk_on_a_parabola(function, walk, -1.7, 5.6, minimum)
    bottom = np.array([minimum])
    factor = round(1 - rate * float(function.hessian(bottom)[0, 0]), 6) + 0.0
    word, why, _ = regime(factor)
    values = ", ".join(decimal(value, 4) for value in walk.values[:7])
    return (
        f"η = {rate:.4g}, 1 − ηλ = {factor:+.3f}: {word}. In words: {why}.\n"
        f"J: {values}, … after 20 steps {decimal(walk.value, 4)}; "
        f"the minimum is {decimal(function.value(bottom), 4)}"
    )


def one_bowl(points, narrowness, share_of_the_limit):
    """Forty steps in the bowl x1² + narrowness × x2² from the points; the way along each axis; the two factors."""
    if not 1 <= len(points.X) <= 6:
        raise ValueError("Leave one start, or up to six: a walk begins at each.")
    bowl = Quadratic(np.diag([2.0, 2.0 * narrowness]))
    rate = share_of_the_limit * largest_stable_rate(bowl, [0, 0])
    figure, (left, middle, right) = plt.subplots(1, 3, width_ratios=[4, 3, 3], figsize=(7.4, 3.1))
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.17, wspace=0.28)
    left.set(xlim=(-2, 2), ylim=(-1.6, 1.6), xticks=[], yticks=[], title="The walk")
    _level_lines(left, bowl)
    left.plot(0, 0, "+", color=INK, markersize=10, markeredgewidth=1.6, zorder=5)
    for start in points.X:
        walk = descend(bowl, start, GradientDescent(rate), steps=40)
        _trail(left, walk.points, GREEN)
        _start(left, start)
    factors = 1 - 2 * rate, 1 - 2 * narrowness * rate
    steps = np.arange(41)
    for factor, colour in zip(factors, (BLUE, ORANGE), strict=True):
        left_over = np.log10(np.clip(np.abs(factor) ** steps, 1e-5, 1e3))
        middle.plot(steps, left_over, "o-", color=colour, markersize=2.5, linewidth=1.2)
    middle.set(xlim=(0, 40), ylim=(-4, 1), xticks=[0, 40], yticks=[-4, -2, 0], yticklabels=["10⁻⁴", "10⁻²", "1"])
    middle.set(title="Distance left", xlabel="step")
    limit = 1 / narrowness
    rates = np.array([0, limit / 2, limit, 1.15 * limit])
    for curvature, colour in ((2, BLUE), (2 * narrowness, ORANGE)):
        right.plot(rates, np.abs(1 - rates * curvature), color=colour)
        right.plot(rate, abs(1 - rate * curvature), "o", color=colour, markersize=8)
    right.axhline(1, color=QUIET, linewidth=0.8, linestyle=":")
    right.set(xlim=(0, 1.15 * limit), ylim=(0, 1.35), yticks=[0, 1], xticks=[0, limit], xticklabels=["0", "limit"])
    right.set(title="|1 − ηλ|", xlabel="rate η")
    along, across = factors
    slower = max(abs(along), abs(across))
    pace = np.log(0.1) / np.log(np.clip(slower, 1e-9, 0.9999))
    return (
        f"η = {rate:.4g}: factors {along:+.3f} along the floor (blue) and {across:+.3f} across it (orange)\n"
        "the larger one decides; steps until the distance is ten times smaller: "
        f"{'never' if slower >= 1 - 1e-9 else f'{max(pace, 1):.1f}'}"
    )


class Landscape:
    """(x1² - 1)² + 0.3 x1 + x2²: a deep valley on the left, a shallow one on the right, a saddle between them."""

    stationary = np.sort(np.roots([4, 0, -4, 0.3]).real)  # the x1 of the deep valley, the saddle, the shallow valley

    def value(self, x):
        x = np.asarray(x, dtype=float)
        return (x[..., 0] ** 2 - 1) ** 2 + 0.3 * x[..., 0] + x[..., 1] ** 2

    def gradient(self, x):
        x = np.asarray(x, dtype=float)
        return np.stack([4 * x[..., 0] ** 3 - 4 * x[..., 0] + 0.3, 2 * x[..., 1]], axis=-1)

    def hessian(self, x):
        return np.diag([12 * x[0] ** 2 - 4, 2.0])


LANDSCAPE = Landscape()


def one_landscape(points, steps):
    """So many steps of rate 0.05 from the points in the `LANDSCAPE`, and how J falls."""
    if not 1 <= len(points.X) <= 6:
        raise ValueError("Leave one start, or up to six: a walk begins at each.")
    figure, (left, right) = plt.subplots(1, 2, width_ratios=[5, 4], figsize=(7.4, 3.3))
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.16, wspace=0.14)
    left.set(xlim=(-1.7, 1.7), ylim=(-1.3, 1.3), xticks=[], yticks=[], title="Level lines of J, and the walks")
    across, up = np.meshgrid(np.linspace(*left.get_xlim(), 80), np.linspace(*left.get_ylim(), 80))
    low, saddle, high = LANDSCAPE.stationary
    pass_height = float(LANDSCAPE.value([saddle, 0]))
    levels = np.sort([-0.2, 0.05, 0.4, 0.7, pass_height, 1.5, 2.3, 3.3])
    heights = LANDSCAPE.value(np.stack([across, up], axis=-1))
    left.contour(across, up, heights, levels=levels, colors=QUIET, linewidths=0.6, linestyles="solid")
    for place, word, mark in ((low, "deep", "+"), (saddle, "saddle", "x"), (high, "shallow", "+")):
        left.plot(place, 0, mark, color=INK, markersize=9, markeredgewidth=1.8, zorder=5)
        left.annotate(word, (place, 0), (0, -15), **_OFFSET, ha="center")
    ends = []
    for start, colour in zip(points.X, COLOURS, strict=False):
        walk = descend(LANDSCAPE, start, GradientDescent(0.05), steps=60)
        _trail(left, walk.points[: steps + 1], colour)
        _start(left, start)
        right.plot(np.arange(steps + 1), walk.values[: steps + 1], color=colour, linewidth=1.8)
        ends.append(f"({walk.points[steps, 0] + 0.0:.2f}, {walk.points[steps, 1] + 0.0:.2f})")
    right.axhline(pass_height, color=QUIET, linewidth=0.8, linestyle=":")
    right.annotate("height of the saddle", (60, pass_height), (0, 4), **_OFFSET, ha="right", color=QUIET)
    right.set(xlim=(0, 60), ylim=(-0.5, 2.6), xticks=[0, 30, 60], yticks=[0, 1, 2], xlabel="step", title="J on the way")
    return f"after {steps} steps: {', '.join(ends)}"


def one_ball(function, start, rate, momentum):
    """Sixty steps with momentum on a curve with two valleys, the deeper one left of 0."""
    walk = descend(function, [start], Momentum(rate, momentum), steps=60)
    figure, ax = plt.subplots(figsize=(7.4, 2.9))
    figure.subplots_adjust(left=0.03)
    curve_and_path(ax, function, walk, -2.1, 2.1)
    ax.set(yticks=[], xticks=[-1.3, 0.17, 1.13], xlabel="θ")
    lowest = "the global minimum" if walk.best[0] < 0 else "the local minimum only"
    return (
        f"from {start:g} to {walk.point[0]:.2f} in 60 steps; J = {walk.value:.2f}\n"
        f"lowest place on the way: {walk.best[0]:.2f}, in the valley of {lowest}"
    )


CONVENTIONS = {"heavy ball": Momentum, "average": AveragedMomentum, "Nesterov": Nesterov}


def one_momentum(points, function, convention, momentum, rate):
    """Sixty steps from a point by one of the `CONVENTIONS` of momentum and without, in a bowl with its minimum at 0."""
    if len(points.X) != 1:
        raise ValueError("Leave one start: both walks begin there.")
    method, start = CONVENTIONS[convention](rate, momentum), points.X[0]
    walks = {
        "plain": descend(function, start, GradientDescent(rate), steps=60),
        convention: descend(function, start, method, steps=60),
    }
    paths_and_costs(function, walks, (-2, 2), (-1.6, 1.6), (0, 0), (-9, 3))
    limit = largest_stable_rate(function, [0, 0], method)
    same = {
        "heavy ball": f"the same path: average with η = {rate / (1 - momentum):.3g}",
        "average": f"the same path: heavy ball with η = {rate * (1 - momentum):.3g}",
        "Nesterov": "the gradient is taken where the momentum leads",
    }[convention]
    return (
        f"J after 60 steps: {decimal(walks[convention].value, 2)}; plain: {decimal(walks['plain'].value, 2)}\n"
        f"limit for η: {limit:.3g}; √β = {np.sqrt(momentum):.3f}; {same}"
    )


VALLEYS = {  # function, start, the ranges that are shown, minimum, rate, momentum
    "round bowl": (Quadratic(np.diag([2.0, 2.0])), [-1.8, 1.2], (-2, 2), (-1.6, 1.6), (0, 0), 0.1, 0.5),
    "narrow bowl": (Quadratic(np.diag([2.0, 20.0])), [-1.8, 1.2], (-2, 2), (-1.6, 1.6), (0, 0), 0.03, 0.7),
    "canyon": (Quadratic(np.diag([2.0, 100.0])), [-1.8, 1.2], (-2, 2), (-1.6, 1.6), (0, 0), 0.01, 0.8),
}
_TURN = np.array([[np.sqrt(0.75), -0.5], [0.5, np.sqrt(0.75)]])
VALLEYS["tilted canyon"] = (  # turned by 30 degrees, and the start with it
    Quadratic(_TURN @ np.diag([2.0, 100.0]) @ _TURN.T),
    (_TURN @ [-1.8, 1.2]).tolist(),
    (-2.4, 2.4),
    *VALLEYS["canyon"][3:],
)
VALLEYS["bent valley"] = (Rosenbrock(constant=10), [-1.2, 1.0], (-1.6, 1.6), (-0.7, 1.9), (1, 1), 0.005, 0.9)


@cache
def race(valley):
    """The first 100 steps of each method in one of the `VALLEYS`."""
    function, start, *_, rate, beta = VALLEYS[valley]
    methods = {
        "plain": GradientDescent(rate),
        "momentum": Momentum(rate, beta),
        "Nesterov": Nesterov(rate, beta),
        "own rates": AdaptiveRates(rate),
        "Adam": Adam(0.1),
        "Newton": Newton(),
    }
    return {name: descend(function, start, method, steps=100, tolerance=1e-7) for name, method in methods.items()}


def one_race(valley, steps):
    """The methods in one of the `VALLEYS`, as far as they have come after some steps."""
    function, _, *plane, rate, beta = VALLEYS[valley]
    walks = {name: walk.first(steps) for name, walk in race(valley).items()}
    paths_and_costs(function, walks, *plane, (-9, 3), power=3 if valley == "bent valley" else 2)
    ends = [f"{name} {decimal(walk.value, 2) if walk.value > 1e-9 else 'below 1e-9'}" for name, walk in walks.items()]
    return (
        f"J after at most {steps} steps: {', '.join(ends)}\n"
        f"η = {rate} and β = {beta}; own rates start at {rate}; Adam has η = 0.1"
    )


def one_batch_size(risk, minimum, size, rate, falling_rate):
    """Three epochs with all 128 rows of a risk in each step, and with `size` of them; the rate may fall.

    A thick bar with a dark edge is the mean over the last epoch.
    """

    def walk(size):
        each = 128 // size
        eta = (lambda k: rate / (1 + (k - 1) / each)) if falling_rate else rate
        return descend(risk, [0, 0], GradientDescent(eta), steps=3 * each, batches=batches(128, size, seed=1))

    walks = {"all rows": walk(128), f"{size} row{'s' if size > 1 else ''} a step": walk(size)}
    epochs = {name: np.linspace(0, 3, walk.steps + 1) for name, walk in walks.items()}
    paths_and_costs(risk, walks, (-0.2, 2.2), (-0.2, 2.8), minimum, (-5, 1), ("b", "w"), across=epochs)
    last = {name: np.mean(walk.values[-walk.steps // 3 :]) - risk.value(minimum) for name, walk in walks.items()}
    right = plt.gcf().axes[1]
    for line in right.lines:
        line.set_alpha(0.55)
    for mean, colour in zip(last.values(), COLOURS, strict=False):
        right.plot([2, 3], 2 * [np.log10(mean)], color=INK, linewidth=8, solid_capstyle="butt", zorder=6)
        right.plot([2, 3], 2 * [np.log10(mean)], color=colour, linewidth=5, solid_capstyle="butt", zorder=7)
    return "\n".join(
        f"{name}: {walk.steps} steps; J above its minimum in the last epoch, on average: {last[name]:.4f}"
        for name, walk in walks.items()
    )


SCHEDULE_STEPS, SCHEDULE_SEEDS, AN_EPOCH = 256, 40, 32  # eight epochs of 32 batches of 4 rows
SCHEDULES = {  # from the first rate to a function of the step
    "constant": lambda rate: lambda k: rate,
    "1/time": lambda rate: inverse_time(rate, half=AN_EPOCH),
    "halved": lambda rate: step_decay(rate, every=2 * AN_EPOCH),
    "cosine": lambda rate: cosine(rate, SCHEDULE_STEPS),
}
SCHEDULE_RATES = (0.02, 0.05, 0.1, 0.2, 0.3)


@cache
def measured(schedule, rate):
    """J above its minimum on the 128 points near a line after each step with batches of 4, shape (seeds, steps + 1).

    What `descend` does with `batches` of each seed, for all seeds at once.
    """
    X, y = noisy_line()
    X = np.column_stack([np.ones(len(X)), X])
    bottom, rule = np.linalg.solve(X.T @ X, X.T @ y), SCHEDULES[schedule](rate)
    drawn = [list(islice(batches(len(y), 4, seed=seed), SCHEDULE_STEPS)) for seed in range(SCHEDULE_SEEDS)]
    theta, above = np.zeros((SCHEDULE_SEEDS, 2)), []
    for k, rows in enumerate(np.swapaxes(drawn, 0, 1), 1):
        above.append(np.mean(((theta - bottom) @ X.T) ** 2, axis=1))
        missed = np.einsum("sri,si->sr", X[rows], theta) - y[rows]
        theta = theta - rule(k) * 2 * np.mean(missed[:, :, None] * X[rows], axis=1)
    above.append(np.mean(((theta - bottom) @ X.T) ** 2, axis=1))
    return np.transpose(above)


def in_the_last_epoch(schedule, rate):
    """What `measured` gives in the last epoch, on average, for each seed, shape (seeds,)."""
    return measured(schedule, rate)[:, -AN_EPOCH:].mean(axis=1)


def one_schedule(schedule, rate):
    """A schedule beside the constant rate: the rates, and J above its minimum on average over the seeds."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    figure.subplots_adjust(left=0.09, right=0.86, bottom=0.17, wspace=0.3)
    epochs, both = np.arange(SCHEDULE_STEPS + 1) / AN_EPOCH, {"constant": QUIET, schedule: BLUE}
    curves = {name: np.log10(measured(name, rate).mean(axis=0)) for name in both}
    for name, colour in both.items():
        rates = [SCHEDULES[name](rate)(k) for k in range(1, SCHEDULE_STEPS + 1)]
        left.plot(epochs[1:], rates, color=colour, linewidth=2)
        right.plot(epochs, curves[name], color=colour, linewidth=1.6)
    left.set(xlim=(0, 8), ylim=(0, 1.15 * rate), xticks=[0, 8], yticks=[0, rate], title="The rate", xlabel="epochs")
    right.set(xlim=(0, 8), ylim=(-4, 1), xticks=[0, 8], yticks=[-4, -2, 0], yticklabels=["10⁻⁴", "10⁻²", "1"])
    right.set(title="J above its minimum", xlabel="epochs")
    places = _apart([float(curve[-1]) for curve in curves.values()], 0.45, 1.0)
    for (name, colour), height in zip(both.items(), places, strict=True):
        right.text(1.03, height, name, transform=right.get_yaxis_transform(), va="center", color=colour)
    means = {name: in_the_last_epoch(name, rate) for name in both}
    wins = int(np.sum(means[schedule] < means["constant"]))
    compared = "" if schedule == "constant" else f"; lower than constant for {wins} of them"
    return (
        f"{schedule}, first rate {rate}: J above its minimum in the last epoch,\n"
        f"on average over {SCHEDULE_SEEDS} seeds: {means[schedule].mean():.5f}{compared}"
    )


def before_and_after(raw, scaled, steps=100):
    """Level lines over intercept and slope, and a walk at half the limit, as given and with a standardised column."""
    figure, axes = plt.subplots(1, 2, figsize=(7.4, 3.2))
    figure.subplots_adjust(left=0.1, right=0.98, bottom=0.17, wspace=0.35)
    for ax, risk, title in zip(axes, (raw, scaled), ("As given", "Standardised"), strict=True):
        bottom = np.linalg.solve(risk.X.T @ risk.X, risk.X.T @ risk.y)
        for limits, end in ((ax.set_xlim, bottom[0]), (ax.set_ylim, bottom[1])):
            limits(min(-0.4 * abs(end), 1.6 * end), max(0.4 * abs(end), 1.6 * end))
        ax.set(title=title, xlabel="intercept", ylabel="slope")
        _level_lines(ax, risk)
        walk = descend(risk, [0, 0], GradientDescent(1 / curvatures(risk, bottom)[-1]), steps=steps)
        _trail(ax, walk.points, BLUE)
        _start(ax, [0, 0])
        ax.plot(*bottom, "+", color=INK, markersize=11, markeredgewidth=1.8, zorder=5)
        ax.locator_params(nbins=4)
        if title == "Standardised":
            ax.set_aspect("equal")


def walk_on_a_parabola(function, path, low, high, minimum):
    """A path over one number: on the curve of the function, its cost per step, and the factor |1 - ηλ|.

    `low`, `high`: the part of the curve that is shown; `minimum`: where it is lowest; λ is its curvature there.
    """
    figure, (left, middle, right) = plt.subplots(1, 3, width_ratios=[3, 2, 2], figsize=(7.4, 3))
    figure.subplots_adjust(left=0.03, wspace=0.3)
    bottom, rate = np.array([minimum]), path.memories[1]["rate"]
    curvature = float(function.hessian(bottom)[0, 0])
    colour = regime(1 - rate * curvature)[2]
    curve_and_path(left, function, path, low, high, colour)
    left.set(xticks=[0, minimum], xticklabels=["0", f"{minimum:.2f}"], yticks=[], xlabel="w", title="The path on J(w)")
    costs(middle, {"": path.values - function.value(bottom)}, [colour], (-6, 3), mark="o-")
    middle.set(title="J above its minimum")
    middle.set_xlabel("step", labelpad=-8)
    _factor(right, rate, curvature, colour)


def paths_and_costs(function, paths, x, y, minimum, decades, labels=("x₁", "x₂"), across=None, power=2.0):
    """Paths over two numbers on the level lines of a function, and beside them their costs.

    Parameters
    ----------
    paths : a dictionary name to `Descent`; each name stands at the end of its cost curve
    x, y : the ranges that are shown; minimum : where the function is lowest, shape (2,)
    decades : the powers of ten where the axis of costs begins and ends
    labels : what the two numbers are
    across : a dictionary name to the epochs of its costs; the numbers of the steps if left out
    power : the larger, the denser the level lines near the minimum
    """
    figure, (left, right) = plt.subplots(1, 2, width_ratios=[5, 4], figsize=(7.4, 3.2))
    figure.subplots_adjust(left=0.07, right=0.84, wspace=0.25)
    left.set(xlim=x, ylim=y, xticks=x, yticks=y, title="Level lines of J, and the path")
    left.set_xlabel(labels[0], labelpad=-8)
    left.set_ylabel(labels[1], labelpad=-12, rotation=0)
    _level_lines(left, function, power)
    left.plot(*minimum, "+", color=INK, markersize=10, markeredgewidth=1.6, zorder=5)
    for path, colour in zip(paths.values(), COLOURS, strict=False):
        _trail(left, path.points, colour)
    _start(left, next(iter(paths.values())).points[0])
    lowest = function.value(np.array(minimum, dtype=float))
    costs(right, {name: path.values - lowest for name, path in paths.items()}, COLOURS, decades, across=across)
    right.set(title="J above its minimum")
    right.set_xlabel("step" if across is None else "epochs", labelpad=-8)


def convex_and_not(parabola, bumpy):
    """Chord and tangent on a parabola and on a curve with two valleys."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.4, 2.7))
    figure.subplots_adjust(left=0.03, bottom=0.05)
    chord_and_tangent(left, parabola, -2, 2, (-1.6, 1), 0.6, "convex")
    chord_and_tangent(right, bumpy, -2, 2, (-1.4, 1.6), 1.1, "not convex")
    left.set_ylim(-1.5, 4)
    right.set_ylim(-4.5, 4)


def chord_and_tangent(ax, function, low, high, ends, touch, title):
    """A curve with the chord between two places and the tangent at a third: what convex means, and what it does not."""
    x, ends, touch = np.linspace(low, high, 160), np.array(ends, dtype=float), np.array([touch], dtype=float)
    ax.plot(x, function.value(x[:, None]), color=QUIET, linewidth=1.6)
    ax.plot(ends, function.value(ends[:, None]), "o-", color=BLUE, markersize=5)
    height, slope = float(function.value(touch)), float(function.gradient(touch)[0])
    ax.plot(x, height + slope * (x - touch), "--", color=ORANGE, linewidth=1.4)
    ax.plot(touch, height, "o", color=ORANGE, markersize=6)
    middle, side = function.value(ends[:, None]), "right" if np.diff(function.value(ends[:, None])) < 0 else "left"
    ax.annotate("chord", (ends.mean(), middle.mean()), (0, -14), **_OFFSET, color=BLUE, ha=side)
    ax.annotate("tangent", (touch[0], height), (6, -14), **_OFFSET, color=ORANGE)
    ax.set(xlim=(low, high), xticks=[], yticks=[], title=title)


def curve_and_path(ax, function, path, low, high, colour=BLUE):
    """A function of one number between `low` and `high`, and the places that a `Descent` visits on it.

    A path that leaves the picture is drawn as far as its first place well outside.
    """
    x = np.linspace(low, high, 160)
    heights = function.value(x[:, None])
    room = 0.06 * np.ptp(heights)
    ax.set(xlim=(low, high), ylim=(heights.min() - room, heights.max() + room))
    ax.plot(x, heights, color=QUIET, linewidth=1.4)
    places = np.column_stack([path.points[:, 0], path.values])
    _trail(ax, places, colour)
    _start(ax, places[0])


def one_loss(losses, chosen, margin):
    """Five losses over the margin, the chosen one with its tangent at one margin; the text says how hard it pulls.

    `losses`: a dictionary name to `Loss`, in the order of `LOSS_NAMES_AT`.
    """
    _, ax = plt.subplots(figsize=(7.4, 3.5))
    m = np.sort(np.append(np.linspace(-2.2, 3.2, 109), 1e-9))  # the last number makes the step of zero-one upright
    for (name, loss), place in zip(losses.items(), LOSS_NAMES_AT, strict=True):
        bold = name == chosen
        ax.plot(m, loss.value(m), color=BLUE if bold else QUIET, linewidth=2.4 if bold else 0.9, zorder=2 + bold)
        ax.text(*place, name, color=BLUE if bold else QUIET)
    height, slope = float(losses[chosen].value(margin)), float(losses[chosen].derivative(margin)) + 0.0
    ax.plot(m[[0, -1]], height + slope * (m[[0, -1]] - margin), "--", color=ORANGE, linewidth=1.4, zorder=4)
    ax.plot(margin, height, "o", color=ORANGE, markersize=8, zorder=5)
    ax.set(xlim=(-2.2, 3.2), ylim=(-0.6, 9.4), xticks=range(-2, 4), yticks=[0, 1, 4, 9], xlabel="margin m = y f")
    ax.set_title("What a margin costs, and the tangent there")
    pull = f"it pulls towards a {'larger' if slope < 0 else 'smaller'} margin" if slope else "no pull"
    return f"margin {margin:g}: loss {height:.4g}, slope {slope:.3g}: {pull}"


LOSS_NAMES_AT = ((-2.15, 1.25), (-2.15, 2.1), (2.1, 0.5), (-2.15, 3.75), (2.2, 3.6))


def errors_by_rate(walks):
    """Errors over the steps of several walks; `walks`: a dictionary name to values, shape (k + 1,)."""
    figure, ax = plt.subplots(figsize=(7.0, 2.8))
    figure.subplots_adjust(right=0.86, bottom=0.2)
    costs(ax, walks, COLOURS, (-6, 6))
    ax.set(xlabel="step", title="Mean squared error")


def costs(ax, curves, colours, decades, mark="-", across=None):
    """Costs on a logarithmic axis, each curve with its name at its end.

    `curves`: a dictionary name to values, shape (k + 1,); `decades` and `across` as for `paths_and_costs`.
    """
    low, high = decades
    across = across or {name: np.arange(len(values)) for name, values in curves.items()}
    last, ends = max(places[-1] for places in across.values()), {}
    for (name, values), colour in zip(curves.items(), colours, strict=False):
        logs = np.log10(np.clip(values, 10.0 ** (low - 2), 10.0 ** (high + 2)))
        ax.plot(across[name], logs, mark, color=colour, linewidth=1.6, markersize=3)
        ends[name] = float(np.clip(logs[-1], low, high))
    heights = _apart(list(ends.values()), 0.085 * (high - low), high)
    for name, height, colour in zip(ends, heights, colours, strict=False):
        ax.text(1.03, height, name, transform=ax.get_yaxis_transform(), va="center", color=colour)
    ticks = np.arange(high, low - 1, -max(1, round((high - low) / 3)))
    ax.set(xlim=(0, last), ylim=(low, high), xticks=[0, last])
    ax.set(yticks=ticks, yticklabels=[_power_of_ten(tick) for tick in ticks])


def _factor(ax, rate, curvature, colour):
    """|1 - ηλ| against the rate, with a dot at this one."""
    limit = 2 / curvature
    ax.axhspan(1, 1.6, color=ORANGE, alpha=0.12, linewidth=0)
    ax.plot([0, limit / 2, 1.3 * limit], [1, 0, 1.6], color=QUIET, linewidth=1.4)
    ax.plot(rate, abs(1 - rate * curvature), "o", color=colour, markersize=9)
    for share, height, word in ((0.03, -0.2, "steady"), (0.55, -0.2, "zigzag"), (0.03, 1.28, "runs away")):
        ax.text(share * limit, height, word)
    ax.set(xlim=(0, 1.25 * limit), ylim=(-0.3, 1.5), yticks=[0, 1], title="|1 − ηλ|")
    ax.set(xticks=[0, limit / 2, limit], xticklabels=["0", "1/λ", "2/λ"], xlabel="rate η")


def _level_lines(ax, function, power=2.0, count=7):
    """Level lines of a function of two numbers over the whole of the axes, denser where it is low."""
    across, up = np.meshgrid(np.linspace(*ax.get_xlim(), 60), np.linspace(*ax.get_ylim(), 60))
    heights = function.value(np.stack([across, up], axis=-1))
    levels = heights.min() + np.ptp(heights) * np.linspace(0.12, 1, count, endpoint=False) ** power
    ax.contour(across, up, heights, levels=levels, colors=QUIET, linewidths=0.6, alpha=0.7)


def _trail(ax, points, colour):
    """The points in order, shape (k + 1, 2), as far as the first one well outside of the axes."""
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    outside = (np.abs(points - limits.mean(axis=1)) > np.ptp(limits, axis=1)).any(axis=1)
    shown = points[: np.argmax(outside) + 1] if outside.any() else points
    ax.plot(*shown.T, "o-", color=colour, linewidth=1, markersize=4 if len(points) < 70 else 2)


def _start(ax, point):
    """A ring where the paths start."""
    ax.plot(*point, "o", color="white", markeredgecolor=INK, markersize=7, markeredgewidth=1.6, zorder=4)


def _apart(heights, gap, top):
    """The heights of names, moved so that no two of them are nearer than the gap and none is above the top.

    >>> _apart([5.0, 0.0, 5.0], gap=1.0, top=5.0)
    [4.0, 0.0, 5.0]
    """
    order = np.argsort(heights, kind="stable")
    spread = np.array(heights)[order]
    for k in range(1, len(spread)):
        spread[k] = max(spread[k], spread[k - 1] + gap)
    spread[-1] = min(spread[-1], top)
    for k in range(len(spread) - 2, -1, -1):
        spread[k] = min(spread[k], spread[k + 1] - gap)
    return spread[np.argsort(order)].tolist()


def _power_of_ten(exponent):
    """10 with its exponent raised, as text.

    >>> _power_of_ten(-6)
    '10⁻⁶'
    """
    return "10" + str(exponent).translate(_RAISED)
