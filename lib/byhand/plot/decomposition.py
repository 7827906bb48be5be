"""Drawings of the chapter on principal components."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, class_points, colour_of, window


def _note(ax, text, at, shift=(0, 0), colour=INK, **style):
    """A word beside a place, moved by points."""
    ax.annotate(text, at, shift, textcoords="offset points", color=colour, **style)


BACKING = {"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 0.8}  # behind words among points


def _arrow(ax, start, end, colour=INK, width=1.8, **style):
    arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0} | style
    ax.annotate("", end, start, arrowprops=arrow, zorder=4)


def _dots(ax, X, colour=INK, size=5, **style):
    ax.plot(*np.transpose(X), "o", color=colour, markersize=size, zorder=3, **style)


def _square(ax, middle, half, **labels):
    """Limits of equal length around a place, and axes in which a circle is round."""
    ax.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half), **labels)
    ax.set_aspect("equal", adjustable="box")


def wall(cloud, angle):
    """A cloud in space, shape (n, 3), from above, with a wall at an angle in degrees; and its shadow on that wall."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5))
    fig.subplots_adjust(left=0.08, right=0.98, wspace=0.28)
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    middle = cloud.mean(axis=0)
    _dots(left, cloud[:, :2], BLUE, 3)
    left.plot(*(middle[:2] + np.outer([-3.1, 3.1], along)).T, color=ORANGE)
    left.text(*(middle[:2] + 3.6 * along), "wall", color=ORANGE, ha="center", va="center")
    _square(left, middle[:2], 4, xticks=[], yticks=[], title="From above")
    shadow = np.column_stack([(cloud[:, :2] - middle[:2]) @ along, cloud[:, 2] - middle[2]])
    _dots(right, shadow, INK, 3)
    _square(right, (0, 0), 4, xticks=[], yticks=[], title="The shadow on the wall")
    share = shadow.var(axis=0).sum() / cloud.var(axis=0).sum()
    return f"the shadow keeps {share:.0%} of the variance"


def triangle(X, w, row):
    """One row, the mean, a line of direction w, shape (2,), through it: the right triangle of score and distance."""
    mean = X.mean(axis=0)
    t = w @ (X[row] - mean)
    foot = mean + t * w
    fig, ax = plt.subplots(figsize=(7.0, 3.6))
    fig.subplots_adjust(left=0.04, right=0.96, bottom=0.05, top=0.96)
    ax.plot(*(mean + np.outer([-1.4, 4.4], w)).T, color=SKY, linewidth=1.5)
    for (start, end), colour in zip(((mean, X[row]), (mean, foot), (foot, X[row])), (INK, BLUE, ORANGE), strict=True):
        ax.plot(*np.transpose([start, end]), color=colour, linewidth=2.4)
    across = np.array([-w[1], w[0]])
    side = 0.14 * np.sign(across @ (X[row] - foot)) * across
    back = -0.14 * np.sign(t) * w
    ax.plot(*np.transpose([foot + side, foot + side + back, foot + back]), color=INK, linewidth=0.9)
    _dots(ax, [mean], GREEN, 7)
    _dots(ax, [X[row]], INK, 7)
    _note(ax, "mean", mean, (8, -14), GREEN)
    _note(ax, "row", X[row], (-6, 9), ha="right")
    _note(ax, "score t", (mean + foot) / 2, (4, -16), BLUE)
    _note(ax, "distance", (foot + X[row]) / 2, (10, 4), ORANGE)
    _note(ax, "never changes", (mean + X[row]) / 2, (-10, 8), INK, ha="right")
    ax.set(xlim=(1.6, 7.4), ylim=(2.35, 5.35))
    ax.set_aspect("equal", adjustable="box")
    ax.axis("off")


def circle_and_ellipses(cov, variances, directions):
    """Level lines of the variance over all vectors w, with the circle of length 1; and the variance round the circle.

    `cov`: shape (2, 2); `variances`: its eigenvalues, the larger first; `directions`: their directions, shape (2, 2).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.6))
    fig.subplots_adjust(left=0.08, right=0.98, wspace=0.25)
    grid = np.linspace(-3.3, 3.3, 81)
    w1, w2 = np.meshgrid(grid, grid)
    height = cov[0, 0] * w1**2 + 2 * cov[0, 1] * w1 * w2 + cov[1, 1] * w2**2
    left.contour(w1, w2, height, [1, 4, 20, 40], colors=SKY, linewidths=1)
    left.contour(w1, w2, height, [variances[0]], colors=BLUE, linewidths=1.8)
    turn = np.radians(np.arange(361))
    left.plot(np.cos(turn), np.sin(turn), color=INK, linewidth=1.8)
    for angle in (0, 60, 150, 180, 240, 330):
        here = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        _arrow(left, here, here + 0.12 * 2 * cov @ here, QUIET, 1.2, mutation_scale=8)
    _arrow(left, directions[0], directions[0] * (1 + 0.12 * 2 * variances[0]), ORANGE, 2)
    _arrow(left, directions[1], directions[1] * (1 + 0.12 * 2 * variances[1]), ORANGE, 1.6, mutation_scale=8)
    _dots(left, directions[:1], ORANGE, 6)
    solid = BACKING | {"alpha": 1}
    _note(left, "$\\mathbf{w}_1$", directions[0], (-17, -5), ORANGE, bbox=solid)
    _note(left, "$\\mathbf{w}_2$", directions[1], (2, -15), ORANGE, bbox=solid)
    _note(left, "length 1", (0, -1), (0, -14), INK, ha="center", fontsize=9, bbox=solid)
    _note(left, f"variance {variances[0]:.3g}", (1.0, -2.7), (0, -4), BLUE, fontsize=9, bbox=solid)
    _square(
        left, (0, 0), 3.3, xticks=[-2, 0, 2], yticks=[-2, 0, 2], xlabel="first entry of w", ylabel="second entry of w"
    )
    left.set_title("Where variance climbs")
    circle = np.array([np.cos(turn), np.sin(turn)])
    right.plot(np.degrees(turn)[:181], (circle * (cov @ circle)).sum(axis=0)[:181], color=BLUE)
    for value, way, name, shift in zip(
        variances, directions, ("$\\lambda_1$", "$\\lambda_2$"), ((-8, 6), (-38, -15)), strict=True
    ):
        at = np.degrees(np.arctan2(way[1], way[0])) % 180
        right.plot(at, value, "o", color=ORANGE, markersize=7)
        _note(right, f"{name} = {value:.3g} at {at:.0f}°", (at, value), shift, ORANGE)
    right.set(
        xlim=(0, 180),
        ylim=(-0.15 * variances[0], 1.2 * variances[0]),
        xticks=[0, 45, 90, 135, 180],
        xlabel="angle of w in degrees",
    )
    right.set_title("Variance round half the circle")


def turned_line(X, angle):
    """Points, shape (n, 2), with a line through their mean and their distances from it; what each angle would give.

    Angles are in degrees. Returns the variance along the line and the mean squared distance from it.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 3], figsize=(7.4, 3.6))
    fig.subplots_adjust(left=0.07, right=0.98, wspace=0.22)
    mean = X.mean(axis=0)
    w = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    t = (X - mean) @ w
    feet = mean + t[:, None] * w
    left.plot(*(mean + np.outer([-20, 20], w)).T, color=SKY, linewidth=1.5)
    left.add_collection(LineCollection(np.stack([feet, X], axis=1), colors=ORANGE, linewidths=1.6))
    _dots(left, feet, BLUE, 4)
    _dots(left, X, INK, 6)
    _dots(left, [mean], GREEN, 5)
    limits = window(X, (-0.5, 7), (-0.5, 7))
    half = max(high - low for low, high in limits) / 2
    _square(left, [sum(ends) / 2 for ends in limits], half, title="Shadows and distances")
    left.locator_params(nbins=5)
    whole = ((X - mean) ** 2).sum(axis=1).mean()
    turns = np.arange(0, 181, 3)
    ways = np.array([np.cos(np.radians(turns)), np.sin(np.radians(turns))])
    along = (((X - mean) @ ways) ** 2).mean(axis=0)
    right.fill_between(turns, 0, along, color=BLUE, alpha=0.25, linewidth=0)
    right.fill_between(turns, along, whole, color=ORANGE, alpha=0.25, linewidth=0)
    here = (t**2).mean()
    right.plot([angle, angle], [0, here], color=BLUE, linewidth=3, solid_capstyle="butt")
    right.plot([angle, angle], [here, whole], color=ORANGE, linewidth=3, solid_capstyle="butt")
    right.set(
        xlim=(0, 180), ylim=(0, 1.22 * whole), xticks=[0, 45, 90, 135, 180], xlabel="angle of the line in degrees"
    )
    right.text(178, 1.04 * whole, "blue: variance of the shadow; orange: lost", ha="right", fontsize=9)
    right.set_title("They share what there is")
    right.locator_params(axis="y", nbins=5)
    return here, whole - here


def first_arrow(X, seen, centre, direction, back, share):
    """Points, shape (n, 2), with their first component; and what it was found from, `seen`, shape (n, 2).

    `centre`: from where `seen` is measured; `direction`: of the component there; `back`: a column's unit there, so that
    a step of `direction` there is one of `direction * back` among the points, both of shape (2,).
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.6))
    fig.subplots_adjust(left=0.06, right=0.98, wspace=0.18)
    way = direction * back
    left.plot(*(centre * back + np.outer([-40, 40], way / np.hypot(*way))).T, color=SKY, linewidth=1.5)
    _dots(left, X, INK, 7)
    limits = window(X, (-5, 12), (-1, 13))
    size = max(high - low for low, high in limits)
    _square(left, [sum(ends) / 2 for ends in limits], size / 2, title="The rows and the line")
    right.axhline(0, color=QUIET, linewidth=0.6)
    right.axvline(0, color=QUIET, linewidth=0.6)
    shown = seen - centre
    reach = 1.15 * np.abs(shown).max()
    right.plot(*np.outer([-3 * reach, 3 * reach], direction).T, color=SKY, linewidth=1.5)
    _dots(right, shown, BLUE, 6)
    _arrow(right, (0, 0), 0.6 * reach * direction, ORANGE, 2.4)
    _square(right, (0, 0), reach, title=f"What PCA sees: {share:.0%} along the line")
    for ax in (left, right):
        ax.locator_params(nbins=5)


def pictures(rows, titles, shape, limits=(0, 16)):
    """Pictures, dark where values are large, as many rows of them as `rows`, each a table of shape (m, pixels).

    `titles`: of the rows; `shape`: of a picture.
    """
    high, wide = shape
    sheet = np.full((len(rows) * (high + 1) - 1, max(map(len, rows)) * (wide + 1) - 1), np.nan)
    for i, row in enumerate(rows):
        for j, picture in enumerate(row):
            top, left = i * (high + 1), j * (wide + 1)
            sheet[top : top + high, left : left + wide] = np.reshape(picture, shape)
    fig, ax = plt.subplots(figsize=(7.4, 6.4 * sheet.shape[0] / sheet.shape[1] + 0.1))
    fig.subplots_adjust(left=0.12, right=0.995, bottom=0.02, top=0.98)
    grey(ax, sheet, limits, reverse=True)
    ax.set_yticks([i * (high + 1) + high / 2 - 0.5 for i in range(len(rows))], titles)
    ax.tick_params(length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)


def grey(ax, picture, limits=(0, 1), reverse=False):
    """A picture in grey without axes; `reverse`: whether large values are dark."""
    ax.imshow(picture, cmap="gray_r" if reverse else "gray", vmin=limits[0], vmax=limits[1], interpolation="nearest")
    ax.set(xticks=[], yticks=[])


def components_of_digits(mean, directions):
    """The mean digit and the first components: a positive score adds what is orange, and takes away what is purple."""
    fig, axes = plt.subplots(1, len(directions) + 1, figsize=(7.4, 1.75))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.04, top=0.8, wspace=0.12)
    grey(axes[0], mean.reshape(8, 8), (0, 16), True)
    axes[0].set_title("mean")
    for j, (ax, w) in enumerate(zip(axes[1:], directions, strict=True), 1):
        most = np.abs(w).max()
        ax.imshow(w.reshape(8, 8), cmap="PuOr_r", vmin=-most, vmax=most, interpolation="nearest")
        ax.set(xticks=[], yticks=[], title=f"{j}")


def layers(picture, U, s, Wt, counts=(2, 5, 15)):
    """A centred picture, its first layer as column times row, and the sums of the first few layers, as in `counts`."""
    fig, axes = plt.subplots(2, 6, figsize=(7.4, 4.5))
    for ax in axes.ravel():
        ax.remove()
    cells = axes[0, 0].get_gridspec()
    upper = [fig.add_subplot(cells[0, :3]), fig.add_subplot(cells[0, 3:])]
    lower = [fig.add_subplot(cells[1, 2 * j : 2 * j + 2]) for j in range(3)]
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.93, wspace=0.35, hspace=0.2)
    most = 0.75 * np.abs(picture).max()
    rows, columns = picture.shape
    sums = [(U[:, :k] * s[:k]) @ Wt[:k] for k in (1, *counts)]
    titles = [f"sum of {k} layers" for k in counts]
    for ax, image in zip(upper + lower, [picture, *sums], strict=True):
        grey(ax, image, (-most, most))
        ax.axis("off")
    for ax, title in zip(lower, titles, strict=True):
        ax.set_title(title, fontsize=11)
    for values, extent in (
        (U[:, :1], (-8.5, -3.5, rows - 0.5, -0.5)),
        (Wt[:1], (-0.5, columns - 0.5, -3.5, -8.5)),
    ):
        size = np.abs(values).max()
        upper[1].imshow(values, cmap="PuOr_r", vmin=-size, vmax=size, extent=extent)
    for ax, title in zip(upper, ("picture − mean row", "layer 1 = column × row"), strict=True):
        ax.set(xlim=(-8.5, columns - 0.5), ylim=(rows - 0.5, -8.5))
        ax.set_title(title, fontsize=11)


def picture_of_rank(picture, rebuilt, k, share, numbers):
    """A picture and what k components leave of it; `share`: kept of the variance, `numbers`: how many are stored."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 2.9))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.9, wspace=0.05)
    for ax, image, title in zip(
        (left, right), (picture, rebuilt), ("the picture", f"from {k} component{'s' * (k != 1)}"), strict=True
    ):
        grey(ax, image)
        ax.set_title(title)
    return f"{share:.1%} of the variance; {numbers:,} numbers stand for {picture.size:,}"


def scree(shares, chance, k):
    """Shares of the variance of the components, shape (d,), with those of shuffled columns; what k keep together.

    Both panels show the first 20 only.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.25)
    first, places = shares[:20], np.arange(1, min(len(shares), 20) + 1)
    left.bar(places, first, color=[BLUE if j <= k else SKY for j in places], width=0.75)
    left.plot(places, chance[: len(places)], "o-", color=ORANGE, linewidth=1.2, markersize=4)
    _note(left, "columns shuffled", (places[-1], chance[len(places) - 1]), (2, 12), ORANGE, ha="right")
    left.set(xlabel="component", title="Share of each", ylim=(0, 1.15 * max(first.max(), chance.max())))
    left.set_xticks(places if len(places) < 6 else [1, *places[4::5]])
    kept = np.cumsum(shares)
    right.plot(places, kept[: len(places)], "o-", color=BLUE, linewidth=1.2, markersize=4)
    right.plot(k, kept[k - 1], "o", color=BLUE, markersize=9)
    for level in (0.5, 0.8, 0.95):
        right.axhline(level, color=QUIET, linewidth=0.8, linestyle=":")
    right.set(
        xlabel="components kept", title="Share of all of them together", ylim=(0, 1.03), yticks=[0, 0.5, 0.8, 0.95]
    )
    right.set_yticklabels(["0", "50 %", "80 %", "95 %"])
    right.set_xticks(places if len(places) < 6 else [1, *places[4::5]])


def biplot(rows, y, arrows, names, shifts, dropped):
    """The columns as arrows, shape (d, 2), in a circle of radius 1; and the same arrows with the rows, shape (n, 2).

    `y`: the classes of the rows; `names`: of the columns, and `shifts` where these go, in points from the ends of their
    arrows; `dropped`: the number of a row and that of the column on whose arrow it is projected.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[1.25, 1], figsize=(7.4, 4.3))
    fig.subplots_adjust(left=0.1, right=0.985, bottom=0.13, top=0.92, wspace=0.22)
    turn = np.radians(np.arange(0, 361, 3))
    left.plot(np.cos(turn), np.sin(turn), color=QUIET, linewidth=1)
    _note(left, "length 1", (-0.71, -0.71), (8, 8), QUIET, fontsize=9)
    for end, name, shift in zip(arrows, names, shifts, strict=True):
        _arrow(left, (0, 0), end, INK, 1.6)
        _note(left, name, end, shift, ha="right" if shift[0] < 0 else "left", fontsize=9, bbox=BACKING)
    left.set(xlim=(-1.15, 1.5), ylim=(-1.15, 1.15), title="Columns: what goes together")
    classes = np.unique(y).tolist()
    class_points(right, rows, y, classes, size=3.5)
    for name, colour in colour_of(classes).items():
        some = rows[y == name]
        _note(right, name, (some[:, 0].mean(), some[:, 1].min()), (0, -14), colour, ha="center", fontsize=9)
    for end in arrows:
        _arrow(right, (0, 0), end, INK, 1.4, mutation_scale=9)
    row, column = rows[dropped[0]], arrows[dropped[1]]
    way = column / np.hypot(*column)
    foot = (row @ way) * way
    right.plot(*np.outer([0, 3.2], way).T, color=QUIET, linewidth=1, zorder=1)
    right.plot(*np.transpose([row, foot]), color=PURPLE, linewidth=1.6)
    _dots(right, [foot], PURPLE, 5)
    _note(right, names[dropped[1]], 3.2 * way, (0, 4), QUIET, ha="center", fontsize=9)
    right.set(xlim=(-2.4, 2.4), ylim=(-3.4, 3.6), title="Rows on the same arrows")
    for ax in (left, right):
        ax.set(xlabel="first component", ylabel="second component")
        ax.set_aspect("equal", adjustable="box")


def outlier(X, far):
    """Points, shape (n, 2), with the line of their first component; and the same with one more, `far`, shape (2,)."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.07, right=0.98, bottom=0.1, wspace=0.2)
    for ax, rows, half, title in zip(
        axes, (X, np.vstack([X, far])), (10, 24), (f"{len(X)} rows", "and one more"), strict=True
    ):
        mean = rows.mean(axis=0)
        way = np.linalg.svd(rows - mean)[2][0]
        ax.plot(*(mean + np.outer([-80, 80], way)).T, color=ORANGE, linewidth=1.8)
        _dots(ax, X, BLUE, 3)
        _square(ax, (0, 0 if half == 10 else 18), half, title=title)
        ax.locator_params(nbins=5)
    _dots(axes[1], [far], PURPLE, 7)
    _note(axes[1], "outlier", far, (9, -4), PURPLE)
    _note(axes[0], "first component", (-6, X[:, 1].min()), (0, -22), ORANGE)


def cloud_with_axes(X, mean, variances, directions):
    """A cloud, shape (n, 2), with its components as arrows of one standard deviation, and ellipses of one and two."""
    fig, ax = plt.subplots(figsize=(6.4, 4.2))
    fig.subplots_adjust(bottom=0.12, top=0.97)
    ax.plot(*X.T, ".", color=SKY, markersize=2.5, alpha=0.6)
    turn = np.radians(np.arange(0, 361, 4))
    circle = np.column_stack([np.cos(turn), np.sin(turn)]) * np.sqrt(variances)
    for reach in (1, 2):
        ax.plot(*(mean + reach * circle @ directions).T, color=INK, linewidth=1)
    for value, way, name, shift in zip(variances, directions, ("first", "second"), ((5, -14), (-62, 4)), strict=True):
        tip = mean + np.sqrt(value) * way
        _arrow(ax, mean, tip, ORANGE, 2.4)
        _note(ax, f"{name}: {np.sqrt(value):.2f}", tip, shift, ORANGE, bbox=BACKING)
    _square(ax, mean, 8.5, xlabel="$x_1$", ylabel="$x_2$")
    ax.set_xlim(mean[0] - 12, mean[0] + 12)


def digit_map(scores, y):
    """Scores along two components, shape (n, 2), each row drawn as its digit."""
    fig, ax = plt.subplots(figsize=(7.0, 4.2))
    fig.subplots_adjust(bottom=0.13, top=0.97)
    colours = [BLUE, ORANGE, GREEN, PURPLE, SKY, INK, QUIET, "#e69f00", "#8c564b", "#808000"]
    for (x, z), digit in zip(scores, y, strict=True):
        ax.text(x, z, str(digit), color=colours[digit], ha="center", va="center", fontsize=8.5, fontweight="bold")
    low, high = scores.min(axis=0) - 2, scores.max(axis=0) + 2
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xlabel="first component", ylabel="second component")


def two_directions(X, y, ways, names, features):
    """Two classes in the plane, with directions as lines through the mean; and the shadow of the rows on each.

    `ways`: directions, shape (m, 2); `names`: of them; `features`: the names of both.
    """
    fig, axes = plt.subplots(1, 1 + len(ways), width_ratios=[1.3] + [1] * len(ways), figsize=(7.4, 2.9))
    fig.subplots_adjust(left=0.06, right=0.98, wspace=0.15, bottom=0.12)
    classes, mean = np.unique(y).tolist(), X.mean(axis=0)
    class_points(axes[0], X, y, classes, size=3.5)
    for (c, colour), place, side in zip(
        colour_of(classes).items(), ((0.03, 0.9), (0.97, 0.05)), ("left", "right"), strict=True
    ):
        axes[0].text(*place, c, color=colour, ha=side, transform=axes[0].transAxes)
    for w, name, colour in zip(ways, names, (INK, GREEN), strict=True):
        axes[0].plot(*(mean + np.outer([-5.3, 5.3], w)).T, color=colour, linewidth=1.6)
        _note(axes[0], name, mean + 5.3 * w, (-8, 2 if w[1] > 0 else -10), colour, ha="right")
    _square(axes[0], mean, 5.6, xticks=[], yticks=[], xlabel=features[0], ylabel=features[1])
    for ax, w, name in zip(axes[1:], ways, names, strict=True):
        scores = (X - mean) @ w
        for c, colour in colour_of(classes).items():
            ax.hist(scores[y == c], np.linspace(-6, 6, 25), color=colour, alpha=0.6)
        ax.set(yticks=[], xticks=[], title=f"along {name}", xlim=(-6, 6))
