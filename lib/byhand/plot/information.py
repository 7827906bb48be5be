"""Drawings of the chapter on information."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.gaussian import Gaussian, Normal
from byhand.information import (
    conditional_entropy,
    cross_entropy,
    entropy,
    joint_entropy,
    kl_gaussian,
    mutual_information,
    question_lengths,
    surprise,
)
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY

GRID = np.linspace(-9, 9, 1801)  # where densities are summed
HUMPS = 0.5 * Normal(-2, 0.6).density(GRID) + 0.5 * Normal(2, 0.6).density(GRID)


def question_tree(names, counts):
    """The best yes-or-no questions for outcomes that halve each time: a tree from left to right."""
    p = np.asarray(counts, dtype=float) / np.sum(counts)
    _, ax = plt.subplots(figsize=(7.2, 2.9))
    for k, (name, share, depth) in enumerate(zip(names, p, question_lengths(counts), strict=True)):
        last = k == len(names) - 1
        at = (k - 1 if last else k, 0.0 if k == 0 else -1.0 * (k - 1 if last else k))
        end = (at[0] + 1.0, at[1] + (-0.55 if last else 0.45))
        ax.plot([at[0], end[0]], [at[1], end[1]], color=QUIET, linewidth=1.5, zorder=1)
        words = f"{name}: P = {_fraction(share)}, {depth} question{'s' if depth > 1 else ''}"
        ax.text(end[0] + 0.06, end[1], words, va="center", color=BLUE)
        ax.text(
            *np.mean([at, end], axis=0) + (0, -0.3 if last else 0.16), "no" if last else "yes", fontsize=9, ha="center"
        )
        if not last:
            ax.plot(*at, "o", color=ORANGE, markersize=9)
            ax.annotate(f"{name}?", at, (-9, -12), textcoords="offset points", ha="right", color=ORANGE)
            if k < len(names) - 2:
                ax.plot([k, k + 1], [at[1], -1.0 * (k + 1)], color=QUIET, linewidth=1.5, zorder=1)
                ax.text(k + 0.56, at[1] - 0.42, "no", fontsize=9, ha="left")
    ax.set(xlim=(-0.7, 5.4), ylim=(-2.75, 0.75))
    ax.axis("off")


def surprise_curve():
    """Questions needed for 1, 2, 4, ... equally probable outcomes, against their number and against the probability."""
    n = np.array([1, 2, 4, 8, 16, 32])
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0))
    fig.subplots_adjust(wspace=0.25)
    left.plot(n, np.log2(n), "o", color=ORANGE, markersize=8)
    left.set(title="questions to find one of n", xlabel="n equally probable outcomes", xticks=n[1:], ylim=(-0.3, 5.6))
    x = np.linspace(1 / 40, 1, 300)
    right.plot(x, surprise(x), color=BLUE)
    right.plot(1 / n, np.log2(n), "o", color=ORANGE, markersize=8)
    right.set(
        title="the same against the probability", xlabel="probability of the outcome", xlim=(0, 1.03), ylim=(-0.3, 5.6)
    )
    right.text(0.2, 3.2, "the curve through\nall of them", color=BLUE)


def price_of_a_belief(p, q):
    """The mean surprise of whoever believes in any probability of heads where p is true, with the belief q marked."""
    beliefs = 1 / (1 + np.exp(-np.linspace(-9.5, 9.5, 401)))  # so dense at both ends that the curve leaves the picture
    costs = cross_entropy([p, 1 - p], np.column_stack([beliefs, 1 - beliefs]))
    _, ax = plt.subplots(figsize=(7.0, 3.1))
    ax.plot(beliefs, costs, color=BLUE)
    truth, cost = entropy([p, 1 - p]), cross_entropy([p, 1 - p], [q, 1 - q])
    ax.axhline(truth, color=QUIET, linewidth=1, linestyle="--")
    ax.plot([p], [truth], "o", color=GREEN, markersize=8)
    ax.plot([q], [cost], "o", color=ORANGE, markersize=8)
    ax.annotate("", (q, truth), (q, cost), arrowprops={"arrowstyle": "<->", "color": ORANGE})
    ax.text(q - 0.01, (truth + cost) / 2, f"D(p‖q) = {cost - truth:.3f}", color=ORANGE, va="center", ha="right")
    ax.text(p, truth - 0.16, f"the truth, H(p) = {truth:.3f}", color=GREEN, ha="center", va="top")
    ax.text(0.09, 3.1, "cross-entropy H(p, q)", color=BLUE)
    ax.set(xlim=(0, 1), ylim=(0, 4), xlabel="believed probability of heads, q", title="mean surprise in bits")


def loaded_die(sixes, rest):
    """A die whose six has the probability `sixes`/12 and whose other sides, five or one, share the rest; returns words.

    Beside its sides the entropy for every load, with this one marked.
    """
    others = 5 if rest == "five other sides" else 1
    p = die(sixes / 12, others)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.25, left=0.07)
    left.bar(range(1, 7), p, color=[BLUE] * 5 + [ORANGE], width=0.7)
    for side, share in enumerate(p, 1):
        if share:
            left.text(side, share + 0.02, f"{surprise(share):.2f}", ha="center", fontsize=9)
    left.set(ylim=(0, 1.1), yticks=[0, 0.5, 1], xticks=range(1, 7), title="probability, and surprise in bits")
    loads = np.linspace(0, 1, 121)
    for count, colour in ((5, BLUE), (1, GREEN)):
        curve = entropy([die(load, count) for load in loads])
        right.plot(loads, curve, color=colour, linewidth=2 if count == others else 1)
    right.plot(sixes / 12, entropy(p), "o", color=ORANGE, markersize=9)
    right.set(title="entropy in bits", xlabel="probability of a six", ylim=(0, 2.85), xlim=(0, 1.02))
    right.text(0.98, 2.25, "five other sides", color=BLUE, ha="right")
    right.text(0.5, 0.62, "one other side", color=GREEN, ha="center")
    return f"entropy {entropy(p):.4f} bits; six equal sides would have {np.log2(6):.4f}"


def die(six, others):
    """The probabilities of the sides of a die with `six` on the 6 and the rest on so many other sides, shape (6,)."""
    return np.array([(1 - six) / others if side < others else 0.0 for side in range(5)] + [six])


def entropy_bars(ax, table):
    """The entropies of two variables as bars that overlap by their mutual information; `table`: shape (n, m)."""
    first, second = entropy(np.sum(table, axis=1)), entropy(np.sum(table, axis=0))
    both, shared = joint_entropy(table), mutual_information(table)
    rows = ((2, 0, first, BLUE, "H(X)"), (1, first - shared, second, ORANGE, "H(Y)"), (0, 0, both, QUIET, "H(X,Y)"))
    for row, left, width, colour, name in rows:
        ax.barh(row, width, left=left, height=0.62, color=colour, alpha=0.75)
        ax.text(-0.06, row, name, ha="right", va="center")
        ax.text(left + width + 0.04, row, f"{width:.3f}", va="center", fontsize=9)
    for place in (first - shared, first):
        ax.plot([place] * 2, [0.6, 2.4], color=GREEN, linewidth=1, linestyle="--")
    ax.text(first - shared / 2, 2.52, f"I = {shared:.3f}", color=GREEN, ha="center")
    ax.set(xlim=(0, 2.32), ylim=(-0.45, 2.85), yticks=[], xticks=[0, 1, 2], xlabel="bits")
    ax.spines[["left"]].set_visible(False)


def mosaic(ax, table):
    """A table of two by two probabilities as areas: columns for X, each divided as Y is, with the number in each."""
    table = np.asarray(table, dtype=float)
    left = 0.0
    for column, colours in zip(table, ((BLUE, "#bcd9ea"), (BLUE, "#bcd9ea")), strict=True):
        width, bottom = column.sum(), 0.0
        for share, colour in zip(column, colours, strict=True):
            height = share / width if width else 0
            ax.bar(left, height, width, bottom, align="edge", color=colour, edgecolor="white", linewidth=2)
            if width > 0.15 and height > 0.08:
                ink = "white" if colour == BLUE else INK
                ax.text(left + width / 2, bottom + height / 2, f"{share:.3g}", color=ink, ha="center", va="center")
            bottom += height
        left += width
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=[], yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)


def moving_table(first, if_first, if_second):
    """The table of X, with P(X = 1) = `first`, and Y, with P(Y = 1 | X) as given for both X; returns words."""
    table = np.array(
        [[first * if_first, first * (1 - if_first)], [(1 - first) * if_second, (1 - first) * (1 - if_second)]]
    )
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1), width_ratios=[1, 1.7])
    fig.subplots_adjust(wspace=0.28, left=0.05)
    mosaic(left, table)
    left.set_title("P(x, y)")
    left.set_xlabel("left: X = 1, right: X = 2\nfull: Y = 1, faint: Y = 2", fontsize=9)
    entropy_bars(right, table)
    return (
        f"H(Y) = {entropy(table.sum(axis=0)):.4f}, H(Y|X) = {conditional_entropy(table):.4f}, "
        f"I(X;Y) = {mutual_information(table):.4f} bits"
    )


def two_bells(shift, spread):
    """p = N(0, 1) and q = N(shift, spread²), and their divergences both ways round in bits; returns words."""
    p, q = Normal(0, 1), Normal(shift, spread)
    there, back = both_ways(shift, spread)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0), width_ratios=[1.6, 1])
    fig.subplots_adjust(wspace=0.3, left=0.04)
    x = np.linspace(-6, 8, 281)
    for model, colour, name in ((p, BLUE, "p  "), (q, ORANGE, "  q")):
        left.plot(x, model.density(x), color=colour)
        left.fill_between(x, model.density(x), color=colour, alpha=0.12, linewidth=0)
        side = "right" if name.startswith("p") else "left"
        left.text(model.mean, model.density(model.mean) + 0.02, name, color=colour, ha=side)
    left.set(yticks=[], ylim=(0, 1.0), xlim=(-6, 8), title="two densities")
    _divergence_bars(right, {"D(p‖q)": there, "D(q‖p)": back}, 6)
    names, nats = ("D(p‖q)", "D(q‖p)"), np.multiply((there, back), np.log(2))
    return "\n".join(
        f"{name} = {bits:.4f} bits = {nat:.4f} nats" for name, bits, nat in zip(names, (there, back), nats, strict=True)
    )


def both_ways(shift, spread):
    """D(p‖q) and D(q‖p) in bits for p = N(0, 1) and q = N(shift, spread²)."""
    p, q = Gaussian([0], [[1]]), Gaussian([shift], [[spread**2]])
    return kl_gaussian(p, q), kl_gaussian(q, p)


def one_bell_for_two_humps(mean, spread):
    """A density of two humps, p, and one bell q, with the divergences both ways round in bits; returns words."""
    there, back = humps_and_bell(mean, spread)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0), width_ratios=[1.6, 1])
    fig.subplots_adjust(wspace=0.3, left=0.04)
    x = GRID[300:-300:4]
    left.fill_between(x, HUMPS[300:-300:4], color=SKY, alpha=0.4, linewidth=0)
    left.plot(x, HUMPS[300:-300:4], color=BLUE)
    left.plot(x, Normal(mean, spread).density(x), color=ORANGE)
    left.text(-5.6, 0.95, "p", color=BLUE)
    left.text(-5.6, 0.83, "q, one bell", color=ORANGE)
    left.set(yticks=[], ylim=(0, 1.05), xlim=(-6, 6))
    _divergence_bars(right, {"D(p‖q)": there, "D(q‖p)": back}, 6)
    return f"D(p‖q) = {there:.4f} bits, D(q‖p) = {back:.4f} bits"


def humps_and_bell(mean, spread):
    """D(p‖q) and D(q‖p) in bits for the two humps p and the bell q = N(mean, spread²), summed on a fine grid."""
    log_p, log_q = np.log2(HUMPS), Normal(mean, spread).log_density(GRID) / np.log(2)
    gap, step = log_p - log_q, GRID[1] - GRID[0]
    return float((HUMPS * gap).sum() * step), float((-np.exp2(log_q) * gap).sum() * step)


def _divergence_bars(ax, values, most):
    for row, (value, colour) in enumerate(zip(values.values(), (GREEN, PURPLE), strict=True)):
        ax.barh(row, min(value, most), color=colour, height=0.55)
        inside = value > 0.6 * most
        words = f"{value:.3f}" + (" →" if value > most else "")
        ax.text(
            min(value, most),
            row,
            f" {words} ",
            va="center",
            ha="right" if inside else "left",
            color="white" if inside else INK,
        )
    ax.set(
        xlim=(0, most), yticks=range(len(values)), yticklabels=list(values), title="bits", xticks=[0, most / 2, most]
    )
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0, labelcolor=INK)


def _fraction(share):
    return {0.5: "1/2", 0.25: "1/4", 0.125: "1/8", 0.0625: "1/16"}.get(share, f"{share:.3g}")
