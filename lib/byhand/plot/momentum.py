"""Drawings of momentum, direction by direction: what a step leaves of the way along each curvature."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.losses import Quadratic
from byhand.optimize import GradientDescent, Momentum, Newton, descend
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET
from byhand.rates import best_momentum, best_rate, shrinkage

BETAS = (0.0, 0.1, 0.2, 0.25, 0.3, 0.4, 4 / 9, 0.5, 0.6, 81 / 121, 0.7, 0.8, 0.9)  # for `one_memory`
STRENGTHS = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)  # for `one_swing`
SMOOTHLY = tuple(k / 100 for k in range(100))  # momenta where Python draws while the slider moves
_OFFSET = {"textcoords": "offset points"}


def parabolas_at_once(low=1.0, high=25.0):
    """What a step leaves of the way along each curvature: plain descent and heavy ball at their best, and Newton."""
    figure, ax = plt.subplots(figsize=(7.0, 3.3))
    figure.subplots_adjust(left=0.08, right=0.8, bottom=0.2)
    bowl, grid = Quadratic(np.diag([low, high])), np.linspace(low, high, 400)
    methods = {
        "plain descent": (GradientDescent(best_rate(bowl, [0, 0])), BLUE),
        "heavy ball": (best_momentum(bowl, [0, 0]), ORANGE),
        "Newton": (Newton(), GREEN),
    }
    for name, (method, colour) in methods.items():
        factors = shrinkage(method, grid)
        ax.plot(grid, factors, color=colour, linewidth=2.2, clip_on=False)
        ax.annotate(name, (high, factors[-1]), (6, 0), **_OFFSET, color=colour, va="center")
    ax.axhline(1, color=QUIET, linewidth=0.8, linestyle=":")
    ax.set(xlim=(low, high), ylim=(0, 1.12), yticks=[0, 1], xticks=[low, high], xticklabels=["λₘᵢₙ", "λₘₐₓ"])
    ax.set(title="What a step leaves of the distance, in the long run", xlabel="curvature of the direction")


def balanced(momentum, narrowness):
    """The heavy ball with the rate that treats curvatures 1 and `narrowness` alike: 2 (1 + β) / (λmin + λmax)."""
    return Momentum(rate=2 * (1 + momentum) / (1 + narrowness), momentum=momentum)


def slowest(momentum, narrowness):
    """The largest factor of `balanced` among the curvatures from 1 to `narrowness`."""
    return float(shrinkage(balanced(momentum, narrowness), np.linspace(1, narrowness, 101)).max())


def one_memory(narrowness, momentum):
    """The factor of a heavy ball against the curvature, and its largest value for every β."""
    figure, (left, right) = plt.subplots(1, 2, width_ratios=[5, 4], figsize=(7.4, 3.2))
    figure.subplots_adjust(left=0.06, right=0.98, bottom=0.18, wspace=0.22)
    method, grid = balanced(momentum, narrowness), np.linspace(1, narrowness, 400)
    left.plot(grid, shrinkage(balanced(0.0, narrowness), grid), color=QUIET, linewidth=1.2)
    left.plot(grid, shrinkage(method, grid), color=ORANGE, linewidth=2.4)
    left.plot([1, narrowness], [0, 0], color=GREEN, linewidth=3, clip_on=False)
    left.annotate("Newton", (narrowness, 0), (-4, 5), **_OFFSET, color=GREEN, ha="right")
    left.annotate("β = 0", (1 + 0.3 * (narrowness - 1), 0.4), (-10, -12), **_OFFSET, color=QUIET, ha="right")
    left.set(xlim=(1, narrowness), ylim=(0, 1.1), yticks=[0, 1], xticks=[1, narrowness], xlabel="curvature λ")
    left.set(title=f"Left per step in the long run, β = {momentum:.3g}")
    betas = np.arange(0, 0.96, 0.01)
    right.plot(betas, [slowest(beta, narrowness) for beta in betas], color=QUIET, linewidth=1.4)
    now = slowest(momentum, narrowness)
    right.plot(momentum, now, "o", color=ORANGE, markersize=9)
    right.set(xlim=(0, 0.95), ylim=(0.4, 1.02), xticks=[0, 0.5, 0.9], yticks=[0.5, 1], xlabel="momentum β")
    right.set(title="The slowest direction")
    return (
        f"η = {method.rate:.4g}, √β = {np.sqrt(momentum):.3f}; largest factor {now:.3f}: "
        f"{np.log(0.1) / np.log(now):.1f} steps per digit in the long run"
    )


def look_ahead(function, place, carried, rate):
    """Where momentum carries a ball, and two steps from there: by the gradient of the old place, and of the new one.

    Returns where the heavy ball and where Nesterov's method end. `carried`: β v.
    """
    figure, ax = plt.subplots(figsize=(7.0, 3.3))
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.04)
    place = np.array(place)
    ahead = place + carried
    ends = [ahead - rate * function.gradient(here) for here in (place, ahead)]
    across, up = np.meshgrid(np.linspace(-1.75, 0.8, 60), np.linspace(-0.7, 0.5, 60))
    heights = function.value(np.stack([across, up], axis=-1))
    ax.contour(across, up, heights, levels=[1.05, 2.0, 4.6, 6.5], colors=QUIET, linewidths=0.6, alpha=0.7)
    ax.axhline(0, color=QUIET, linewidth=0.8, linestyle=":")
    for start, end, colour in ((place, ahead, QUIET), (ahead, ends[0], ORANGE), (ahead, ends[1], BLUE)):
        arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 2.2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", end, start, arrowprops=arrow, zorder=4)
    ax.plot(*place, "o", color="white", markeredgecolor=INK, markersize=7, markeredgewidth=1.6, zorder=5)
    ax.plot(*ahead, "o", color=INK, markersize=5, zorder=5)
    ax.plot(0, 0, "+", color=INK, markersize=10, markeredgewidth=1.6)
    ax.annotate("θ", place, (-12, 4), **_OFFSET, ha="right")
    ax.annotate("βv", (place + ahead) / 2, (-8, -8), **_OFFSET, ha="right", color=QUIET)
    ax.annotate("θ + βv", ahead, (-9, -6), **_OFFSET, ha="right")
    for end, colour, words, side in (
        (ends[0], ORANGE, "heavy ball:\nthe gradient here pushes on", "center"),
        (ends[1], BLUE, "Nesterov:\nthe gradient ahead brakes", "bottom"),
    ):
        ax.annotate(words, end, (9, 7 if side == "bottom" else 0), **_OFFSET, color=colour, va=side)
    ax.set(xlim=(-1.75, 0.8), ylim=(-0.7, 0.5), xticks=[], yticks=[], title="Two gradients after the same push")
    return ends


def swing(momentum, strength):
    """Which of four things a heavy ball does on a parabola; `strength`: rate times curvature.

    >>> swing(0.5, 0.05), swing(0.5, 1.0), swing(0.1, 1.9), swing(0.5, 3.0)
    ('creeps', 'swings', 'zigzags', 'runs away')
    """
    if strength >= 2 * (1 + momentum) - 1e-9:
        return "runs away"
    if (1 + momentum - strength) ** 2 < 4 * momentum - 1e-9:
        return "swings"
    return "creeps" if strength < 1 + momentum else "zigzags"


def one_swing(momentum, strength):
    """Where β and ηλ lie among the four ways of a heavy ball, and the first 40 steps of it."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    figure.subplots_adjust(left=0.15, right=0.98, bottom=0.18, wspace=0.2)
    beta = np.linspace(0, 1, 101)
    lower, upper, limit = (1 - np.sqrt(beta)) ** 2, (1 + np.sqrt(beta)) ** 2, 2 * (1 + beta)
    for low, high, colour in ((lower, upper, GREEN), (0, lower, BLUE), (upper, limit, PURPLE), (limit, 4.4, ORANGE)):
        left.fill_between(beta, low, high, color=colour, alpha=0.28, linewidth=0)
    left.text(0.6, 1.25, "swings")
    left.text(0.1, 3.4, "runs away")
    line = {"arrowstyle": "-", "color": INK, "linewidth": 0.8, "shrinkA": 1, "shrinkB": 0}
    for y, word in ((0.4, "creeps"), (1.6, "zigzags")):  # too narrow for their names
        left.annotate(word, (0.04, y), (-0.12, y), ha="right", va="center", arrowprops=line, annotation_clip=False)
    left.plot(momentum, strength, "o", color=INK, markersize=9, zorder=5, clip_on=False)
    left.set(xlim=(0, 1), ylim=(0, 4.4), xticks=[0, 0.5, 1], yticks=[0, 1, 2, 3, 4], xlabel="momentum β")
    left.set(title="rate × curvature, ηλ")
    walk = descend(Quadratic([[1.0]]), [1.0], Momentum(strength, momentum), steps=40).points[:, 0]
    out = np.flatnonzero(np.abs(walk) > 20)
    shown = walk[: out[0] + 1] if len(out) else walk
    right.axhline(0, color=QUIET, linewidth=0.8)
    right.plot(np.arange(len(shown)), shown, "o-", color=BLUE, markersize=3.5, linewidth=1)
    right.set(xlim=(0, 40), ylim=(-1.3, 1.3), xticks=[0, 20, 40], yticks=[-1, 0, 1], xlabel="step", title="The ball")
    factor = float(shrinkage(Momentum(strength, momentum), 1.0))
    return (
        f"β = {momentum:g}, ηλ = {strength:g}: it {swing(momentum, strength)}; in the long run each step × {factor:.3f}"
    )
