"""Drawings of the chapter on latent variables."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY

TWO = (ORANGE, BLUE)  # two classes


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


def _plane(ax, limits, title, **style):
    (left, right), (low, high) = limits
    ax.set(xlim=(left, right), ylim=(low, high), xticks=[], yticks=[], title=title, **style)


def _round(ax, limit, title):
    """A plane in which a circle is round."""
    _plane(ax, [(-limit, limit), (-limit, limit)], title)
    ax.set_aspect("equal", adjustable="box", anchor="W")


def _prior(ax):
    """Circles that hold half of a standard normal cloud, and 95 % of it."""
    angle = np.linspace(0, 2 * np.pi, 91)
    for radius in (1.177, 2.448):
        ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=QUIET, linewidth=0.8, linestyle=":")


def causes_and_points(Z, made, X, limits):
    """Hidden numbers, coloured by their direction, and in the same colours what a decoder makes of them.

    `Z`, `made`: shape (n, 2); `X`: real points, drawn in grey behind.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4))
    fig.subplots_adjust(wspace=0.1, left=0.03, bottom=0.04, right=0.98)
    direction = np.arctan2(Z[:, 1], Z[:, 0])
    left.scatter(*Z.T, c=direction, cmap="twilight", s=7)
    right.plot(*X.T, ".", color=QUIET, markersize=3, alpha=0.5)
    right.scatter(*made.T, c=direction, cmap="twilight", s=7, zorder=3)
    _round(left, 3.2, "Hidden: drawn from a bell")
    _plane(right, limits, "Seen: what the decoder makes of it")


def three_clouds(X, panels, limits):
    """Points over the real ones, in grey, side by side; `panels`: a dictionary from a title to points, (n, 2)."""
    fig, axes = plt.subplots(1, len(panels), figsize=(7.6, 2.7))
    fig.subplots_adjust(wspace=0.08, left=0.02, right=0.98, bottom=0.04)
    for ax, (title, points), colour in zip(axes, panels.items(), (GREEN, ORANGE, BLUE), strict=False):
        ax.plot(*X.T, ".", color=QUIET, markersize=3, alpha=0.5)
        ax.plot(*points.T, ".", color=colour, markersize=3.5, zorder=3)
        _plane(ax, limits, title)


def codes_and_inventions(columns, X, limits):
    """Above, codes that are drawn, over those of the real points; below, what the decoder makes of them.

    `columns`: a dictionary from a title to three arrays of shape (n, 2): codes of the real points X, codes drawn, and
    the points made of these.
    """
    fig, axes = plt.subplots(2, len(columns), figsize=(7.6, 5.0), height_ratios=[1.15, 1])
    fig.subplots_adjust(wspace=0.1, hspace=0.12, left=0.05, right=0.99, bottom=0.02, top=0.93)
    for (upper, lower), (title, (codes, drawn, made)) in zip(axes.T, columns.items(), strict=True):
        upper.plot(*drawn.T, ".", color=ORANGE, markersize=3.5)
        upper.plot(*codes.T, ".", color=INK, markersize=2.5)
        lower.plot(*X.T, ".", color=INK, markersize=2.5)
        lower.plot(*made.T, ".", color=ORANGE, markersize=3.5)
        _plane(upper, [(-4, 4), (-4, 4)], title)
        _plane(lower, limits, "")
    for ax, name in zip(axes[:, 0], ("codes", "points"), strict=True):
        ax.set_ylabel(name, color=INK)


def where_to_draw(x, drawn, limits):
    """Hidden numbers drawn in two ways, and what a decoder makes of them; full dots where it comes near to x.

    `x`: a point; `drawn`: a dictionary from a title to hidden numbers, shape (n, 2), to the points made of them, shape
    (n, 2), and which of these are near, shape (n,).
    """
    fig, axes = plt.subplots(1, 3, figsize=(7.6, 2.5), width_ratios=[1, 1, 4 / 2.7])
    fig.subplots_adjust(wspace=0.1, left=0.02, right=0.98, bottom=0.04, top=0.88)
    right = axes[-1]
    for ax, (title, (Z, made, near)), colour in zip(axes, drawn.items(), (ORANGE, BLUE), strict=False):
        for panel, places in ((ax, Z), (right, made)):
            panel.plot(*places[~near].T, ".", color=colour, markersize=3, alpha=0.35)
            panel.plot(*places[near].T, ".", color=colour, markersize=7, zorder=3)
        _round(ax, 3.2, title)
    right.plot(*x, "*", color=INK, markersize=13, zorder=4)
    angle = np.linspace(0, 2 * np.pi, 91)
    right.plot(x[0] + 0.2 * np.cos(angle), x[1] + 0.2 * np.sin(angle), color=INK, linewidth=1)
    _note(right, "x", x, (9, 6))
    _plane(right, limits, "What the decoder makes of both")
    right.set_aspect("equal", adjustable="box", anchor="W")


def same_noise(noise, beliefs):
    """The same few draws of noise, above, and the causes that each belief makes of them, below one another.

    `noise`: shape (n,); `beliefs`: a list of pairs of mean and deviation.
    """
    fig, ax = plt.subplots(figsize=(6.6, 2.9))
    fig.subplots_adjust(left=0.29, right=0.97, bottom=0.16, top=0.97)
    rows = [(0.0, 1.0), *beliefs]
    names = ["noise ε", *(f"ω, μ = {mean:g}, σ = {std:g}".replace("-", "−") for mean, std in beliefs)]
    places = [mean + std * noise for mean, std in rows]
    line = np.linspace(-3.2, 3.2, 321)
    for row, ((mean, std), here, name) in enumerate(zip(rows, places, names, strict=True)):
        colour = ORANGE if row == 0 else BLUE
        bell = np.exp(-0.5 * ((line - mean) / std) ** 2) / std
        ax.fill_between(line, -row, -row + 0.3 * bell, color=colour, alpha=0.2, linewidth=0)
        ax.plot(here, np.full(len(here), -row), "o", color=colour, markersize=5, zorder=3)
        _note(ax, name, (-3.2, -row), (-4, 0), colour, ha="right", va="center", annotation_clip=False)
    for row in range(len(rows) - 1):
        for start, end in zip(places[row], places[row + 1], strict=True):
            ax.plot([start, end], [-row, -row - 1], color=QUIET, linewidth=0.8)
    ax.set(xlim=(-3.2, 3.2), ylim=(-len(beliefs) - 0.15, 0.45), yticks=[], xticks=[-2, 0, 2])
    ax.spines["left"].set_visible(False)


def bound_and_evidence(beliefs, bounds, found, belief):
    """The bound against the belief in the first cause, the hand, below the log-evidence; one marked, its gap shaded.

    `found`: a `Bound`; right, how it is made up.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.42, left=0.09)
    left.plot(beliefs, bounds, color=BLUE)
    left.axhline(found.log_evidence, color=INK, linewidth=1.2, linestyle="--")
    left.plot([belief, belief], [found.bound, found.log_evidence], color=ORANGE, linewidth=4, solid_capstyle="butt")
    left.plot(belief, found.bound, "o", color=BLUE, markersize=8, zorder=3)
    _note(left, "log-evidence", (0, found.log_evidence), (4, 4))
    _note(left, "bound", (0.3, float(np.interp(0.3, beliefs, bounds))), (10, -10), BLUE)
    left.set(xlim=(-0.03, 1.03), ylim=(-2.5, -0.6), yticks=[-2, -1.5, -1], xlabel="belief in the hand")
    start = 0.0
    rows = (("reconstruction", -found.reconstruction, GREEN), ("divergence", found.divergence, PURPLE))
    for row, (_, length, colour) in enumerate(rows):
        right.barh(row, length, 0.55, left=start, color=colour)
        start += length
    right.axvline(-found.log_evidence, color=INK, linewidth=1.2, linestyle="--")
    right.set(xlim=(0, 3.4), ylim=(1.7, -0.9), xticks=[0, 1, 2, 3], xlabel="minus the bound")
    right.set(yticks=[0, 1], yticklabels=[name for name, *_ in rows])
    right.tick_params(axis="y", length=0, labelcolor=INK)
    _note(right, "minus the log-evidence", (-found.log_evidence, -0.75), (4, -4))


def walk(codes, y, at, across, up, X, made, limits, astray):
    """Where the encoder puts the real points, with one place marked; and the grid of hidden numbers as decoded.

    `codes`: shape (n, 2), of the classes `y`, 0 or 1; `at`: the place, and `made` what the decoder makes of it;
    `across`, `up`: lists of curves, each of shape (m, 2): the decoded lines of the grid; `astray`: where in the hidden
    plane, from -3 to 3, the decoder strays from all real points, a square array of 0 and 1, shaded.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4))
    fig.subplots_adjust(wspace=0.12, left=0.09, bottom=0.15, right=0.98)
    shade = np.where(astray, 1.0, np.nan)
    left.imshow(shade, extent=(-3, 3, -3, 3), origin="lower", cmap="Greys", vmin=0, vmax=4, zorder=0)
    _prior(left)
    for tick in np.arange(-2, 2.5, 1):
        left.plot([-2, 2], [tick, tick], color=SKY, linewidth=0.8)
        left.plot([tick, tick], [-2, 2], color=PURPLE, linewidth=0.8, alpha=0.7)
    for curves, colour in ((across, SKY), (up, PURPLE)):
        for curve in curves:
            right.plot(*curve.T, color=colour, linewidth=0.9)
    for k, colour in enumerate(TWO):
        left.plot(*codes[y == k].T, ".", color=colour, markersize=3)
        right.plot(*X[y == k].T, ".", color=colour, markersize=3, alpha=0.6)
    left.plot(*at, "*", color=INK, markersize=14, zorder=4)
    right.plot(*made, "*", color=INK, markersize=14, zorder=4)
    _round(left, 3, "Hidden numbers")
    left.set(xticks=[-2, 0, 2], yticks=[-2, 0, 2], xlabel="the first", ylabel="the second")
    _plane(right, limits, "Decoded")


def weights(codes, spreads, y, X, made, limits):
    """What the encoder believes, as ellipses of one standard deviation around its codes; and what is invented."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.3))
    fig.subplots_adjust(wspace=0.1, left=0.04, bottom=0.04, right=0.98)
    _prior(left)
    angle = np.linspace(0, 2 * np.pi, 33)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    for k, colour in enumerate(TWO):
        left.plot(*codes[y == k].T, ".", color=colour, markersize=3)
        for code, spread in list(zip(codes[y == k], spreads[y == k], strict=True))[:12]:
            left.plot(*(code + spread * circle).T, color=colour, linewidth=0.8, alpha=0.8)
    right.plot(*X.T, ".", color=QUIET, markersize=3, alpha=0.5)
    right.plot(*made.T, ".", color=GREEN, markersize=3.5, zorder=3)
    _round(left, 4, "Codes, and how sure the encoder is")
    _plane(right, limits, "Invented, over the real")


def two_losses(scores, found, score, here):
    """Both losses of a generator and the sizes of their slopes against the discriminator's score, with one marked.

    `found`: a `GeneratorLosses` for `scores`; `here`: one for the one `score`.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.2, left=0.07)
    pairs = (
        (left, found.saturating, found.non_saturating, here.saturating, here.non_saturating),
        (
            right,
            -found.saturating_slope,
            -found.non_saturating_slope,
            -here.saturating_slope,
            -here.non_saturating_slope,
        ),
    )
    for ax, saturating, non_saturating, one, other in pairs:
        ax.axvline(score, color=QUIET, linewidth=0.8, linestyle=":")
        for values, dot, colour in ((saturating, one, ORANGE), (non_saturating, other, BLUE)):
            ax.plot(scores, values, color=colour)
            ax.plot(score, float(dot), "o", color=colour, markersize=7, clip_on=False)
    for ax in (left, right):
        ax.set(xlim=(-10.5, 5.5), xticks=[-10, -5, 0, 5], xlabel="score a of an invented x")
    left.set(ylim=(-6, 11), yticks=[-5, 0, 5, 10], title="Loss")
    right.set(ylim=(-0.05, 1.2), yticks=[0, 0.5, 1])
    right.set_title("Size of its slope")
    _note(left, "−log t", (-7, 7.0), (8, 4), BLUE)
    _note(left, "log(1 − t)", (-9.5, 0), (0, -14), ORANGE)
    _note(right, "−log t", (-9.5, 1), (0, 5), BLUE)
    _note(right, "log(1 − t)", (-9.5, 0), (0, 5), ORANGE)


def game(X, made, judged, side, bounds, steps, step, limits, covered):
    """Invented points over real ones, on a plane shaded by the discriminator; and the bound, step by step.

    `judged`: t at a grid of `side` times `side` places of the plane; `bounds`: shape (m,), after `steps`, shape (m,);
    `covered`: the centres of the clouds that are covered, to be ringed, shape (k, 2).
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[1, 1], figsize=(7.0, 3.6))
    fig.subplots_adjust(wspace=0.2, left=0.03, bottom=0.14, right=0.96)
    shade = judged.reshape(side, side)
    left.imshow(
        shade,
        extent=(*limits[0], *limits[1]),
        origin="lower",
        aspect="auto",
        cmap="PuOr",
        vmin=-0.3,
        vmax=1.3,
        alpha=0.6,
    )
    left.plot(*X.T, ".", color=INK, markersize=2.5, alpha=0.6)
    left.plot(*made.T, ".", color=GREEN, markersize=4, zorder=3)
    angle = np.linspace(0, 2 * np.pi, 61)
    for centre in covered:
        left.plot(*(centre + 0.45 * np.column_stack([np.cos(angle), np.sin(angle)])).T, color=GREEN, linewidth=1.4)
    _plane(left, limits, f"Step {step}: {len(covered)} of 6 covered")
    left.set_aspect("equal", adjustable="box", anchor="W")
    right.plot(steps, bounds, color=PURPLE, linewidth=1.5)
    here = int(np.argmin(np.abs(np.asarray(steps) - step)))
    right.plot(steps[here], bounds[here], "o", color=PURPLE, markersize=7, clip_on=False)
    right.axhline(0, color=QUIET, linewidth=0.8)
    most, calm = np.log(2), max(bounds) < 0.18
    right.axhline(most, color=QUIET, linewidth=0.8, linestyle=":")
    top, ticks, shift = (0.2, [0, 0.1, 0.2], -12) if calm else (0.8, [0, 0.2, 0.4, 0.6], 4)
    _note(right, "at most log 2 = 0.69", (steps[-1], min(top, most)), (0, shift), QUIET, ha="right")
    right.set(ylim=(-0.1, top), yticks=ticks, xlabel="step", title="Bound on the divergence")
    right.set_xlim(0, steps[-1])


def mistakes(table):
    """Two kinds of mistakes, one panel each: a row for each model, a dot for each start, a stroke at their median.

    `table`: a dictionary from a name to pairs of shares, strays among inventions and real points missed, (starts, 2).
    """
    both, names = 100 * np.array(list(table.values())), ("Inventions that stray", "Real points missed")
    most = 1.05 * both.max()
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 1.1 + 0.34 * len(table)), sharey=True)
    fig.subplots_adjust(left=0.28, right=0.96, wspace=0.12, bottom=0.22)
    for ax, title, colour, shares in zip(axes, names, (ORANGE, BLUE), both.T, strict=True):
        for row, dots in enumerate(shares.T):
            ax.axhline(row, color=QUIET, linewidth=0.6, alpha=0.4, zorder=0)
            ax.plot(dots, np.full(len(dots), row), "o", color=colour, markersize=6, alpha=0.6, clip_on=False)
            ax.plot(np.median(dots), row, "|", color=INK, markersize=15, markeredgewidth=1.8, clip_on=False)
        ax.set(title=title, xlabel="per cent", xlim=(0, most))
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0, pad=9, labelcolor=INK)
    axes[0].set(yticks=range(len(table)), yticklabels=list(table), ylim=(len(table) - 0.5, -0.5))


def slices(X, grid, marginal, places, conditionals):
    """Points, below them the density of their first coordinate, and that of the second where the first is known.

    `marginal`: over `grid`; `conditionals`: for each of `places`, a pair of heights and densities.
    """
    fig = plt.figure(figsize=(7.0, 3.6))
    cells = fig.add_gridspec(2, 1, height_ratios=[3, 1], hspace=0.12)
    fig.subplots_adjust(left=0.06, bottom=0.14, top=0.95)
    upper, lower = fig.add_subplot(cells[0]), fig.add_subplot(cells[1])
    upper.plot(*X.T, ".", color=QUIET, markersize=3, alpha=0.6)
    for place, (heights, density) in zip(places, conditionals, strict=True):
        upper.axvline(place, color=ORANGE, linewidth=0.8, linestyle=":")
        upper.fill_betweenx(
            heights, place, place + 0.25 * density / density.max(), color=ORANGE, alpha=0.4, linewidth=0
        )
        upper.plot(place + 0.25 * density / density.max(), heights, color=ORANGE, linewidth=1.4)
        lower.plot(place, np.interp(place, grid, marginal), "o", color=ORANGE, markersize=6)
    lower.fill_between(grid, marginal, color=BLUE, alpha=0.2, linewidth=0)
    lower.plot(grid, marginal, color=BLUE)
    upper.set(xlim=(grid[0], grid[-1]), xticks=[], yticks=[], ylabel="$x_2$")
    lower.set(xlim=(grid[0], grid[-1]), ylim=(0, 1.3 * marginal.max()), yticks=[], xlabel="$x_1$")
    _note(lower, "density of $x_1$", (grid[0], 1.05 * marginal.max()), (4, 0), BLUE)


def backwards(X, panels, limits, close):
    """Points on their way from noise to data, one panel for each spread; `panels`: points (n, 2) by title.

    The lower row is larger. The last panel is drawn again from near, within the limits `close`, with X as rings.
    """
    fig, axes = plt.subplots(2, 3, figsize=(7.6, 4.6))
    fig.subplots_adjust(wspace=0.08, hspace=0.2, left=0.02, right=0.98, bottom=0.03, top=0.93)
    larger = list(zip(X.min(axis=0) - 0.3, X.max(axis=0) + 0.3, strict=True))
    for k, (title, points) in enumerate(panels.items()):
        ax = axes.flat[k]
        ax.plot(*X.T, ".", color=QUIET, markersize=2, alpha=0.4)
        ax.plot(*points.T, ".", color=BLUE, markersize=3, zorder=3)
        _plane(ax, limits if k < 3 else larger, title)
    (left, right), (low, high) = close
    ax.plot([left, right, right, left, left], [low, low, high, high, low], color=ORANGE, linewidth=1.4, zorder=4)
    near = axes[-1, -1]
    near.plot(*X.T, "o", color=INK, markersize=9, fillstyle="none", markeredgewidth=0.9)
    near.plot(*points.T, "o", color=BLUE, markersize=4, zorder=3)
    _plane(near, close, "the same, from near")
    near.spines[["left", "bottom"]].set_color(ORANGE)


def _scheme(ax, boxes, arrows):
    """Boxes with words, a dictionary from a name to (x, y, words, colour); arrows (from, to, style, colour, bend)."""
    ax.axis("off")
    drawn = {}
    for name, (x, y, words, colour) in boxes.items():
        face = {"boxstyle": "round,pad=0.45", "facecolor": "white", "edgecolor": colour, "linewidth": 1.3}
        drawn[name] = ax.text(x, y, words, ha="center", va="center", color=colour, bbox=face, zorder=3)
    for start, end, style, colour, *bend in arrows:
        ends = {"patchA": drawn[start].get_bbox_patch(), "patchB": drawn[end].get_bbox_patch()}
        look = {"arrowstyle": "-|>", "color": colour, "linestyle": style, "shrinkA": 2, "shrinkB": 2, **ends}
        look["connectionstyle"] = f"arc3,rad={bend[0] if bend else 0}"
        ax.annotate("", boxes[end][:2], boxes[start][:2], arrowprops=look)


def vae_scheme():
    """How an instance goes through a variational autoencoder, with what is paid where; a label goes in dashed."""
    _, ax = plt.subplots(figsize=(6.4, 3.2))
    plt.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.98)
    boxes = {
        "x": (0, 2, "x", INK),
        "encoder": (1.1, 2, "encoder", BLUE),
        "belief": (2.4, 2, "μ, σ", INK),
        "cause": (2.4, 0, "ω = μ + σε", INK),
        "decoder": (1.1, 0, "decoder", BLUE),
        "made": (0, 0, "$\\hat{x}$", INK),
        "label": (1.1, 1, "y", QUIET),
        "noise": (3.4, 1, "ε", ORANGE),
    }
    way = ["x", "encoder", "belief", "cause", "decoder", "made"]
    arrows = [(start, end, "-", INK) for start, end in zip(way, way[1:], strict=False)]
    arrows += [("label", "encoder", "--", QUIET), ("label", "decoder", "--", QUIET), ("noise", "cause", "-", ORANGE)]
    _scheme(ax, boxes, arrows)
    ax.plot([0, 0], [0.35, 1.65], color=GREEN, linewidth=1.2, linestyle=":")
    _note(ax, "how far\noff?", (0, 1), (5, 0), GREEN, va="center")
    _note(ax, "how far from\nthe prior?", (2.4, 2), (24, 0), PURPLE, va="center")
    ax.set(xlim=(-0.35, 3.9), ylim=(-0.4, 2.4))


def gan_scheme():
    """Generator and discriminator: how points go, and, in orange, how the slope comes back to the generator."""
    _, ax = plt.subplots(figsize=(6.4, 2.9))
    plt.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.98)
    boxes = {
        "noise": (0, 0, "ω", INK),
        "generator": (0, 1, "generator", BLUE),
        "invented": (0, 2, "invented x", INK),
        "discriminator": (1.7, 2, "discriminator", BLUE),
        "real": (2.9, 1, "real x", INK),
        "t": (2.9, 2, "t", INK),
    }
    way = ["noise", "generator", "invented", "discriminator", "t"]
    arrows = [(start, end, "-", INK) for start, end in zip(way, way[1:], strict=False)]
    arrows += [("real", "discriminator", "-", INK)]
    arrows += [(start, end, "--", ORANGE, -0.35) for start, end in zip(way[3:1:-1], way[2:0:-1], strict=True)]
    _scheme(ax, boxes, arrows)
    _note(ax, "the slope comes back", (0.55, 1.2), (0, 0), ORANGE, va="center")
    ax.set(xlim=(-0.65, 3.4), ylim=(-0.4, 2.4))
