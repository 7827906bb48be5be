"""Drawings of the chapter on regularisation."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, YELLOW, upright, window

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, INK, QUIET)


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def wild_and_tame(x, y, grid, curves, sizes):
    """Points with two curves; and beside them the sizes of the coefficients of each, on a scale of powers of ten.

    `curves`, `sizes`: dictionaries from a name to heights over `grid`, and to sizes, shape (d,).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.3))
    fig.subplots_adjust(wspace=0.28)
    for (name, curve), colour in zip(curves.items(), (ORANGE, BLUE), strict=True):
        left.plot(grid, curve, color=colour)
        right.plot(np.arange(1, len(sizes[name]) + 1), sizes[name], "o-", color=colour, linewidth=1, markersize=5)
        _note(right, name, (5, sizes[name][4]), (0, 9), colour, ha="center")
    left.plot(x, y, "o", color=INK, markersize=5, zorder=3)
    left.set(ylim=(-2.6, 2.6), xlabel="x", title="Two curves of degree 9")
    right.set(yscale="log", ylim=(0.1, 2e7), xticks=range(1, 10, 2), xlabel="power of x", title="Sizes of coefficients")
    right.minorticks_off()


def bowl_and_eigenvalues(gram, towards, penalty, solution):
    """Contours of SSE + penalty · (b1² + b2²), whose lowest place is marked; and its eigenvalues, lifted alike.

    `gram`: XᵀX, shape (2, 2); `towards`: Xᵀy, shape (2,); `solution`: shape (2,).
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.5))
    fig.subplots_adjust(wspace=0.25)
    b1, b2 = np.meshgrid(np.linspace(-1.5, 4.5, 61), np.linspace(-1.5, 4.5, 61))
    matrix = gram + penalty * np.eye(2)
    cost = matrix[0, 0] * b1**2 + 2 * matrix[0, 1] * b1 * b2 + matrix[1, 1] * b2**2
    cost += 9 - 2 * (towards[0] * b1 + towards[1] * b2)
    left.contour(b1, b2, cost, cost.min() + np.array([0.3, 1.5, 4, 9, 16]), colors=SKY, linewidths=1)
    if penalty == 0:
        left.plot([-1.5, 4.5], [4.5, -1.5], color=ORANGE)
        _note(left, "all equally good", (0.4, 2.6), (6, 6), ORANGE)
    else:
        left.plot(*solution, "o", color=BLUE, markersize=8)
        _note(left, "the only minimum", solution, (8, -4), BLUE)
    left.set(xlabel="$b_1$", ylabel="$b_2$", xlim=(-1.5, 4.5), ylim=(-1.5, 4.5), xticks=[0, 2, 4], yticks=[0, 2, 4])
    left.set_aspect("equal")
    left.set_title("Penalised error over both coefficients")
    values = np.linalg.eigvalsh(gram)
    right.bar([0, 1], values, 0.5, color=BLUE)
    right.bar([0, 1], penalty, 0.5, bottom=values, color=ORANGE)
    for place, value in enumerate(values):
        _note(right, f"{value + penalty:g}", (place, value + penalty), (0, 4), ha="center")
    right.set(ylim=(0, 7.2), xlim=(-0.6, 1.6), xticks=[0, 1], xticklabels=["along", "across"], yticks=[0, 2, 4, 6])
    right.set_title("Eigenvalues")


def curve_and_errors(x, y, grid, curve, truth, logs, errors, log, limit):
    """Points with a penalised curve and the truth; and mean errors against the logarithm of the penalty, one marked.

    `errors`: a dictionary from a name to values for each of `logs`; `limit`: the error without any penalty.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 3], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.25)
    left.plot(grid, truth, color=QUIET, linewidth=1, linestyle="--")
    left.plot(grid, curve, color=BLUE)
    left.plot(x, y, "o", color=INK, markersize=4, zorder=3)
    left.set(ylim=(-2.4, 2.4), yticks=[-2, 0, 2], xlabel="x", title="One sample")
    for values, colour in zip(errors.values(), (ORANGE, PURPLE), strict=True):
        right.plot(logs, values, color=colour)
        right.plot(log, values[list(logs).index(log)], "o", color=colour, markersize=7)
    names = list(errors)
    _note(right, names[0], (logs[-1], 0.16), (0, 0), ORANGE, ha="right")
    _note(right, names[1], (logs[0], errors[names[1]][0]), (2, 6), PURPLE)
    right.axhline(limit, color=QUIET, linewidth=1, linestyle=":")
    right.axhline(0.09, color=QUIET, linewidth=1, linestyle="--")
    _note(right, "noise", (logs[0], 0.09), (2, -12), QUIET, fontsize=9)
    right.set(ylim=(0, 0.75), yticks=[0, 0.2, 0.4, 0.6], xlabel="ln λ", title="Mean errors over 200 samples")


def scaled(scales, found, scale, names):
    """A prediction against the scale of one feature, for two methods; `found`: values for each scale, by name."""
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    for (name, values), colour in zip(found.items(), (ORANGE, BLUE), strict=True):
        ax.plot(scales, values, color=colour)
        ax.plot(scale, values[list(scales).index(scale)], "o", color=colour, markersize=8)
        _note(ax, name, (scales[0], values[0]), (4, 6), colour)
    ax.set(xscale="log", xlabel=names[0], title=names[1], ylim=(-4, 10), yticks=[-4, 0, 4, 8])
    ax.set_xlim(scales[0] / 1.3, scales[-1] * 1.3)
    ax.set_xticks([0.01, 0.1, 1, 10, 100], labels=["0.01", "0.1", "1", "10", "100"])
    ax.minorticks_off()


def two_slopes(X, lines):
    """Points, shape (n, 2), with two lines, (intercept, slope) by name."""
    fig, ax = plt.subplots(figsize=(6.4, 3.9))
    fig.subplots_adjust(left=0.07, bottom=0.09, top=0.96)
    xlim, ylim = window(X, (0, 10), (0, 10))
    ends = np.array(xlim)
    for (name, (intercept, slope)), colour, style in zip(lines.items(), (ORANGE, BLUE), ("--", "-"), strict=True):
        ax.plot(ends, intercept + slope * ends, style, color=colour, label=name)
    ax.plot(*np.mean(X, axis=0), "+", color=GREEN, markersize=12, markeredgewidth=2)
    ax.plot(*np.transpose(X), "o", color=INK, markersize=7, zorder=3)
    ax.set(xlim=xlim, ylim=ylim)
    ax.legend(loc="upper left", ncols=2, borderaxespad=0)


def priors(b, densities):
    """Densities of a coefficient, and what their negative logarithms add to the error; by name, each of shape (m,)."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.2)
    for (name, density), colour, place in zip(densities.items(), (BLUE, ORANGE), (0.8, 0.55), strict=True):
        left.plot(b, density, color=colour)
        left.text(0.66, place, name, color=colour, transform=left.transAxes)
        right.plot(b, np.log(density.max()) - np.log(density), color=colour)
    left.set(ylim=(0, 0.8), yticks=[], xlabel="b", title="Density of a coefficient")
    right.set(yticks=[], ylim=(-0.3, 7), xlabel="b", title="Minus its logarithm: the penalty")


def bands(x, y, grid, fits, truth):
    """A Bayesian line for more and more points: mean, band of two deviations for the line and for a new point.

    `fits`: a dictionary from the number of points to mean, deviation of the line, deviation of an outcome over `grid`.
    """
    fig, axes = plt.subplots(1, len(fits), figsize=(7.6, 3.0), sharey=True)
    fig.subplots_adjust(wspace=0.08, left=0.07)
    for ax, (count, (mean, line, new)) in zip(axes, fits.items(), strict=True):
        ax.fill_between(grid, mean - 2 * new, mean + 2 * new, color=SKY, alpha=0.2, linewidth=0)
        ax.fill_between(grid, mean - 2 * line, mean + 2 * line, color=BLUE, alpha=0.3, linewidth=0)
        ax.plot(grid, mean, color=BLUE)
        ax.plot(grid, truth, color=QUIET, linewidth=1, linestyle="--")
        ax.plot(x[:count], y[:count], "o", color=INK, markersize=5, zorder=3)
        ax.set(xlim=(grid[0], grid[-1]), ylim=(-3.2, 3.2), yticks=[-2, 0, 2], xticks=[-1, 0, 1], xlabel="x")
        ax.set_title(f"{count} points")


def two_dials(steps, stopped, penalties, shrunk, noise):
    """Errors against the steps of gradient descent, and against the penalty of ridge, with the best of each marked."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.2), sharey=True)
    fig.subplots_adjust(wspace=0.12)
    for ax, at, errors, colour in zip(axes, (steps, penalties), (stopped, shrunk), (ORANGE, BLUE), strict=True):
        best = int(np.argmin(errors))
        ax.plot(at, errors, color=colour)
        ax.plot(at[best], errors[best], "o", color=colour, markersize=7)
        _note(ax, f"{errors[best]:.2f}", (at[best], errors[best]), (0, -16), colour, ha="center")
        ax.axhline(noise, color=QUIET, linewidth=1, linestyle="--")
        ax.set(xscale="log")
        ax.minorticks_off()
    _note(axes[0], "noise", (steps[0], noise), (0, -13), QUIET, fontsize=9)
    axes[0].set(xlabel="steps of gradient descent", title="No penalty, stopped early", ylim=(7, 20))
    axes[1].set(xlabel="λ (falling to the right)", title="Ridge", xlim=(penalties.max(), penalties.min()))


def thresholds(least, lines):
    """Coefficients against those of least squares; `lines`: a dictionary from a name to values, shape (m,)."""
    fig, ax = plt.subplots(figsize=(5.4, 3.8))
    fig.subplots_adjust(left=0.13, bottom=0.15)
    for values, colour in zip(lines.values(), (QUIET, BLUE, ORANGE), strict=True):
        ax.plot(least, values, color=colour, linewidth=1.2 if colour == QUIET else 2)
    shifts = {"least squares": (-6, 2), "ridge": (4, -14), "lasso": (8, -7)}
    places = {"least squares": 0.75, "ridge": 0.98, "lasso": 0.45}
    for (name, values), colour in zip(lines.items(), (QUIET, BLUE, ORANGE), strict=True):
        place = int(np.argmin(np.abs(least - places[name])))
        ha = "right" if name == "least squares" else "left"
        _note(ax, name, (least[place], values[place]), shifts[name], colour, ha=ha)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.set(xlim=(-1.25, 1.4), ylim=(-1.25, 1.25), xlabel="coefficient of least squares", ylabel="coefficient")


def kink(square, penalty, leasts):
    """The cost of one coefficient, square · (b − least)² + penalty · |b|, and its two parts, for each of `leasts`."""
    fig, axes = plt.subplots(1, len(leasts), figsize=(7.4, 3.2), sharey=True)
    fig.subplots_adjust(wspace=0.08)
    b = np.linspace(-0.4, 0.8, 241)
    for ax, least in zip(axes, leasts, strict=True):
        error, charge = square * (b - least) ** 2, penalty * np.abs(b)
        best = np.sign(least) * max(abs(least) - penalty / (2 * square), 0)
        ax.plot(b, error, color=SKY)
        ax.plot(b, charge, color=ORANGE)
        ax.plot(b, error + charge, color=BLUE, linewidth=2.2)
        ax.plot(best, square * (best - least) ** 2 + penalty * abs(best), "o", color=INK, markersize=7, zorder=4)
        ax.axvline(0, color=QUIET, linewidth=0.6)
        ax.plot(least, 0, "+", color=GREEN, markersize=11, markeredgewidth=2, clip_on=False, zorder=4)
        ax.set(
            xlabel="b", ylim=(0, 3), xlim=(-0.4, 0.8), xticks=[-0.2, 0, 0.2, 0.4, 0.6], title=f"Least squares {least:g}"
        )
    for name, place, colour in (
        ("error + charge", (0.08, 2.5), BLUE),
        ("charge", (-0.27, 0.4), ORANGE),
        ("error", (0.47, 0.4), SKY),
    ):
        _note(axes[1], name, place, colour=colour, ha="center")


def _ball(p, size, count=400):
    """The border of all b with |b1|^p + |b2|^p = size^p, shape (count + 1, 2); p may be infinite."""
    angle = np.linspace(0, 2 * np.pi, count + 1)
    ray = np.column_stack([np.cos(angle), np.sin(angle)])
    length = np.abs(ray).max(axis=1) if np.isinf(p) else (np.abs(ray) ** p).sum(axis=1) ** (1 / p)
    return size * ray / length[:, None]


def _error(gram, centre, b1, b2):
    """SSE above its least over b1 and b2."""
    u, v = b1 - centre[0], b2 - centre[1]
    return gram[0, 0] * u**2 + 2 * gram[0, 1] * u * v + gram[1, 1] * v**2


def _landscape(ax, gram, centre, touching, xlim, ylim):
    """Contours of the SSE about its minimum, the one that goes through a place drawn stronger."""
    b1, b2 = np.meshgrid(np.linspace(*xlim, 90), np.linspace(*ylim, 90))
    error, level = _error(gram, centre, b1, b2), float(_error(gram, centre, *touching))
    others = [own for own in (0.6, 2.5, 6, 12, 22, 40, 70) if abs(own - level) > 0.1 * own]
    ax.contour(b1, b2, error, others, colors=SKY, linewidths=0.8)
    if level > 0.02:
        ax.contour(b1, b2, error, [level], colors=BLUE, linewidths=1.6)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.axvline(0, color=QUIET, linewidth=0.6)
    ax.plot(*centre, "+", color=GREEN, markersize=11, markeredgewidth=2)
    ax.set(xlim=xlim, ylim=ylim, xlabel="$b_1$", ylabel="$b_2$", aspect="equal")


def diamond_and_disc(gram, centre, solutions):
    """Where the contours of the SSE first meet a diamond and a disc; `solutions`: from p to the place, shape (2,)."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.7), sharey=True)
    fig.subplots_adjust(wspace=0.1)
    for ax, (p, place) in zip(axes, solutions.items(), strict=True):
        size = (np.abs(place) ** p).sum() ** (1 / p)
        ax.fill(*_ball(p, size).T, color=ORANGE, alpha=0.25, linewidth=0)
        ax.plot(*_ball(p, size).T, color=ORANGE, linewidth=1.4)
        _landscape(ax, gram, centre, place, (-2.6, 4.4), (-2.7, 2.9))
        ax.plot(*place, "o", color=INK, markersize=7, zorder=4)
        ax.text(0.03, 0.04, f"b = ({place[0]:.2f}, {place[1]:.2f})", transform=ax.transAxes)
        ax.text(0.03, 0.92, "+ least squares", color=GREEN, fontsize=9, transform=ax.transAxes)
    axes[0].set_title("Lasso: a diamond")
    axes[1].set(title="Ridge: a disc", ylabel="")


def meeting(gram, centre, p, place, track):
    """The same for any p, with the way that the solution takes as the penalty grows, `track`, shape (m, 2)."""
    fig, ax = plt.subplots(figsize=(5.6, 4.2))
    fig.subplots_adjust(left=0.12, bottom=0.13, top=0.93)
    size = (np.abs(place) ** p).sum() ** (1 / p)
    if size > 0:
        ax.fill(*_ball(p, size).T, color=ORANGE, alpha=0.25, linewidth=0)
        ax.plot(*_ball(p, size).T, color=ORANGE, linewidth=1.4)
    _landscape(ax, gram, centre, place, (-3.5, 4.2), (-2.6, 2.9))
    ax.plot(*np.transpose(track), color=PURPLE, linewidth=1.6)
    ax.plot(*place, "o", color=INK, markersize=8, zorder=4)


def coefficient_paths(penalties, coefs, penalty, marked):
    """Coefficients against the penalty, one curve each, and those at one penalty marked.

    `penalties`: increasing from 0, shape (k,); `coefs`: shape (k, d); `marked`: the coefficients at `penalty`, (d,).
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.7))
    for j, (curve, here, colour) in enumerate(zip(np.transpose(coefs), marked, COLOURS, strict=False), 1):
        ax.plot(penalties, curve, color=colour)
        ax.plot(penalty, here, "o", color=colour, markersize=7, clip_on=False, zorder=4)
        _note(ax, f"$b_{j}$", (penalties[0], curve[0]), (-7, 0), colour, ha="right", va="center")
    ax.axvline(penalty, color=QUIET, linewidth=1, linestyle="--")
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.set(xlim=(-0.07 * penalties[-1], penalties[-1]), ylim=(-0.25, 1.05), yticks=[0, 0.5, 1])
    ax.set(xlabel="λ", title="Coefficients")


def unit_contours(orders):
    """The places where the p-norm is 1, for each p."""
    fig, ax = plt.subplots(figsize=(4.6, 4.3))
    fig.subplots_adjust(left=0.1, bottom=0.12, top=0.95)
    for k, (p, colour) in enumerate(zip(orders, COLOURS, strict=False)):
        border = _ball(p, 1)
        ax.plot(*border.T, color=colour, linewidth=1.6)
        at = border[50 + 100 * (k % 4)]  # on a diagonal, in turns
        ax.text(
            *(at - (0.06 if p >= 1 else 0.12) * at / np.linalg.norm(at)),
            "∞" if np.isinf(p) else f"{p:g}",
            color=colour,
            fontsize=8,
            ha="center",
            va="center",
        )
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), xticks=[-1, 0, 1], yticks=[-1, 0, 1], aspect="equal")
    ax.set(xlabel="$b_1$", ylabel="$b_2$")


def descent(gram, centre, penalty, places, best, step):
    """Coordinate descent over contours of the cost, SSE + penalty · (|b1| + |b2|): one coordinate at a time.

    `places`: a list of points, from the start; `best`: the solution; `step`: how many of the moves to draw.
    """
    fig, ax = plt.subplots(figsize=(6.2, 3.9))
    fig.subplots_adjust(left=0.1, bottom=0.14, top=0.92)
    xlim, ylim = (-0.3, 3.5), (-1.1, 0.6)
    b1, b2 = np.meshgrid(np.linspace(*xlim, 191), np.linspace(*ylim, 171))  # 0 among both, so that the kinks are sharp
    cost, lowest = (_error(gram, centre, u, v) + penalty * (abs(u) + abs(v)) for u, v in ((b1, b2), best))
    ax.contour(b1, b2, cost - lowest, [0.15, 0.6, 1.5, 3, 6, 12, 24, 40], colors=SKY, linewidths=0.8)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.axvline(0, color=QUIET, linewidth=0.6)
    ax.plot(*centre, "+", color=GREEN, markersize=11, markeredgewidth=2)
    ax.plot(*best, "*", color=ORANGE, markersize=12)
    way = np.array(places[: step + 1])
    ax.plot(*way.T, "o-", color=INK, linewidth=1.4, markersize=4)
    ax.plot(*way[-1], "o", color=BLUE, markersize=8, zorder=4)
    ax.set(xlim=xlim, ylim=ylim, xlabel="$b_1$", ylabel="$b_2$")


def chosen(penalties, means, errors, counts, smallest, simplest):
    """Cross-validated error against the penalty with bars of one standard error, and two choices marked.

    `counts`: how many coefficients are not 0, shape (k,); `smallest`, `simplest`: places of the two choices.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.7))
    fig.subplots_adjust(top=0.8)
    ax.errorbar(
        penalties, means, errors, color=BLUE, ecolor=SKY, linewidth=1.6, elinewidth=1.2, marker="o", markersize=3
    )
    ax.axhline(means[smallest] + errors[smallest], color=QUIET, linewidth=1, linestyle=":")
    upright(ax, penalties[simplest], "simplest\nwithin one\nstandard\nerror", ORANGE)
    upright(ax, penalties[smallest], "", PURPLE)
    ax.annotate(
        "smallest\nerror",
        (penalties[smallest], 1),
        (-4, -2),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="right",
        va="top",
    )
    ax.set(xscale="log", xlabel="λ", ylabel="error", ylim=(0, 5 * min(means)))
    ax.minorticks_off()
    top = ax.secondary_xaxis("top")
    top.set_xticks(penalties[::4], labels=[str(count) for count in counts[::4]])
    top.minorticks_off()
    ax.set_title("coefficients that are not 0", pad=24, fontsize=10)


def which_penalty(found, titles):
    """Errors of several methods against how many features matter, one panel for each kind of data.

    `found`: for each panel a dictionary from a count to errors by method; `titles`: one for each panel.
    """
    fig, axes = plt.subplots(1, len(found), figsize=(7.4, 3.6), sharey=True)
    fig.subplots_adjust(wspace=0.08)
    for ax, errors, title in zip(axes, found, titles, strict=True):
        counts = list(errors)
        for name, colour, shift in (
            ("ridge", BLUE, (0, 16)),
            ("lasso", ORANGE, (16, -8)),
            ("elastic net", PURPLE, (-1, 26)),
        ):
            line = [errors[count][name] for count in counts]
            ax.plot(counts, line, "o-", color=colour, markersize=4)
            if ax is axes[0]:
                _note(ax, name, (counts[0], line[0]), shift, colour)
        ax.set(ylim=(0, 0.8), xlim=(0, 21), xticks=[1, 5, 10, 15, 20], yticks=[0, 0.2, 0.4, 0.6, 0.8], title=title)
        ax.set(xlabel="features that matter, of 20")
    axes[0].set_ylabel("error above the least possible")


def groups(coefs, names):
    """Coefficients found in many samples, one dot each; `coefs`: shape (samples, d)."""
    fig, ax = plt.subplots(figsize=(6.6, 3.3))
    shift = np.random.default_rng(0)
    for j, column in enumerate(np.transpose(coefs)):
        places = j + shift.uniform(-0.25, 0.25, len(column))
        colour = BLUE if j < 3 else ORANGE if j < 6 else QUIET
        ax.plot(places, column, "o", color=colour, markersize=3, alpha=0.7, markeredgewidth=0)
    ax.axhline(0, color=QUIET, linewidth=0.6)
    ax.set(xticks=range(len(names)), xticklabels=names, ylim=(-2.2, 3.2), yticks=[-2, -1, 0, 1, 2, 3])
    ax.set_title("Coefficients in 100 samples")
    ax.tick_params(axis="x", length=0, labelcolor=INK)


def pulls(b, pulls_of):
    """How strongly each penalty pulls a coefficient towards 0; `pulls_of`: a dictionary from a name to values."""
    fig, ax = plt.subplots(figsize=(6.0, 3.0))
    for (name, values), colour in zip(pulls_of.items(), (ORANGE, GREEN, BLUE), strict=True):
        ax.plot(b, values, color=colour)
        _note(ax, name, (b[-1], values[-1]), (4, -3), colour)
    ax.set(xlim=(0, 2.35), ylim=(0, 4.2), xlabel="size of the coefficient", title="Pull towards 0, for λ = 1")
    ax.set_xticks([0, 0.5, 1, 1.5, 2])
