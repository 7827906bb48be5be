"""Drawings of the chapter on k-means: cells, centres as stars, rounds, and what the number of clusters does."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator

from byhand.cluster import k_means_plus_plus, lloyd, means, memberships, nearest, squared_distances
from byhand.clustering_scores import silhouette_samples
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, YELLOW, plane, plt, window

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, "#8c6d31", "#6b7280")
MARKERS = ("s", "o", "^", "D", "v", "P", "X", "h")
PAPER = [withStroke(linewidth=2.5, foreground="white", alpha=0.8)]  # around words among dots
HALO = {"markeredgecolor": "white", "markeredgewidth": 1.2}


def shade(ax, centres, xlim, ylim, cells=100):
    """The cells of centres, shape (K, 2): each part of the plane in the colour of the nearest."""
    colours = np.array([to_rgb(COLOURS[k % len(COLOURS)]) for k in range(len(centres))])
    picture = colours[nearest(plane(xlim, ylim, cells), centres)].reshape(cells, cells, 3)
    ax.imshow(picture, alpha=0.18, extent=(*xlim, *ylim), origin="lower", aspect="auto", interpolation="nearest")
    ax.set(xlim=xlim, ylim=ylim)


def members(ax, X, labels, size=6):
    """Rows, shape (n, 2), each in the colour and the shape of its cluster; quiet dots where `labels` is None."""
    if labels is None:
        ax.plot(*X.T, "o", color=QUIET, markersize=size, zorder=3)
        return
    for k in np.unique(labels):
        look = {"color": COLOURS[k % len(COLOURS)], "markersize": size, "zorder": 3}
        ax.plot(*X[labels == k].T, MARKERS[k % len(MARKERS)], **look)


def stars(ax, centres, size=17):
    """Centres, shape (K, 2), as stars that stand out from the points of their colour; `size`: of all, or of each."""
    for k, (centre, own) in enumerate(zip(centres, np.broadcast_to(size, len(centres)), strict=True)):
        ax.plot(*centre, "*", color="white", markersize=own + 7, markeredgewidth=0, zorder=5)
        ax.plot(*centre, "*", color=COLOURS[k % len(COLOURS)], markersize=own, zorder=6, markeredgecolor=INK)


def field(ax, X):
    """Limits that hold all rows, shape (n, 2), a unit as long across as upwards: only then right angles look right."""
    limits = np.array(window(X))
    sizes = ax.get_position().size * ax.figure.get_size_inches()
    half = (np.ptp(limits, axis=1) / sizes).max() * sizes / 2
    return [
        (float(middle - more), float(middle + more)) for middle, more in zip(limits.mean(axis=1), half, strict=True)
    ]


def room(X):
    """Axes for rows, shape (n, 2), that want room to be moved, and the limits of their `field`."""
    fig, ax = plt.subplots(figsize=(5.4, 4.3))
    fig.subplots_adjust(left=0.08, right=0.97, bottom=0.08, top=0.97)
    return ax, field(ax, X)


def _bare(ax, xlim, ylim, title=""):
    ax.set(xlim=xlim, ylim=ylim, xticks=[], yticks=[], title=title, aspect="equal")


def found(X, model):
    """Rows without labels, and the groups that a fitted model finds among them."""
    fig, axes = plt.subplots(1, 2, figsize=(6.6, 3.4))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, wspace=0.06)
    limits = window(X, (-4, 10), (-4, 10))
    members(axes[0], X, None, 2.5)
    _bare(axes[0], *limits, f"{len(X):,} points, no labels")
    shade(axes[1], model.cluster_centers_, *limits)
    members(axes[1], X, model.labels_, 2.5)
    stars(axes[1], model.cluster_centers_)
    _bare(axes[1], *limits, "three groups, found by k-means")


def seven(X, start, run):
    """A few rows with numbers and their centres: at the start, and after each of two rounds."""
    X = np.asarray(X, dtype=float)
    fig, axes = plt.subplots(1, 3, figsize=(7.4, 2.9))
    fig.subplots_adjust(left=0.03, right=0.99, bottom=0.04, top=0.86, wspace=0.08)
    limits = (0.1, 6.3), (0.4, 7.6)
    states = [(None, np.asarray(start, dtype=float)), *((step.labels, step.centres) for step in run[:2])]
    titles = ("start: cafés 1 and 4", "after round 1", "after round 2: at rest")
    for ax, title, (labels, centres) in zip(axes, titles, states, strict=True):
        if labels is not None:
            shade(ax, centres, *limits)
        members(ax, X, labels, 7)
        stars(ax, centres, 16)
        for number, (x, y) in enumerate(X, 1):
            aside = {"xytext": (-7, -3), "ha": "right"} if number in (5, 7) else {"xytext": (6, -9)}
            ax.annotate(str(number), (x, y), textcoords="offset points", fontsize=9, **aside)
        _bare(ax, *limits, title)
    torn, (labels, centres) = nearest(X, states[1][1]) != states[1][0], states[1]
    for row, own in zip(X[torn], labels[torn], strict=True):  # those whose star is no longer the nearest
        for k, centre in enumerate(centres):
            axes[1].plot(*zip(row, centre, strict=True), ":", color=COLOURS[k], linewidth=1.6, zorder=4)
            ha, (x, y) = ("right", (-7, 3)) if k == own else ("left", (9, -11))
            look = {"textcoords": "offset points", "ha": ha, "color": COLOURS[k], "fontsize": 9}
            axes[1].annotate(f"{((row - centre) ** 2).sum():.2f}", (row + centre) / 2, (x, y), **look)


def chances(X, taken):
    """A start by k-means++, a panel for each draw: the chance of each row, shape (n, 2), to be drawn next, in percent.

    `taken`: the positions of the rows that are drawn, one after the other.
    """
    X = np.asarray(X, dtype=float)
    fig, axes = plt.subplots(1, len(taken), figsize=(5.6, 3.1))
    fig.subplots_adjust(left=0.03, right=0.99, bottom=0.04, top=0.88, wspace=0.1)
    limits = (0.1, 6.5), (0.4, 8.0)
    for count, ax in enumerate(axes, 1):
        away = squared_distances(X, X[taken[:count]]).min(axis=1)
        shares = away / away.sum()
        ax.scatter(*X.T, s=2600 * shares, color=SKY, alpha=0.45, linewidths=0)
        members(ax, X, None, 5)
        stars(ax, X[taken[:count]], 15)
        for row, share in zip(X, shares, strict=True):
            if share > 0:
                aside = {"xytext": (-7, -3), "ha": "right"} if share == shares[6] else {"xytext": (7, -9)}
                ax.annotate(f"{share:.0%}", row, textcoords="offset points", fontsize=9, **aside)
        _bare(ax, *limits, f"chances of star {count + 1}")


def mean_is_best(x, places):
    """Numbers on a line, and the sum of their squared distances from each place: lowest at the mean."""
    x = np.asarray(x, dtype=float)
    _, ax = plt.subplots(figsize=(6.6, 2.8))
    sums = ((x - np.asarray(places)[:, None]) ** 2).sum(axis=1)
    ax.plot(places, sums, color=BLUE)
    ax.plot(x, np.zeros(len(x)), "o", color=QUIET, markersize=8, clip_on=False, zorder=3)
    lowest = ((x - x.mean()) ** 2).sum()
    ax.plot(x.mean(), lowest, "*", color=ORANGE, markersize=16, zorder=5, **HALO)
    ax.annotate(
        f"the mean, {x.mean():g}: {lowest:g}",
        (x.mean(), lowest),
        (0, -17),
        ha="center",
        color=ORANGE,
        textcoords="offset points",
    )
    ax.set(ylim=(0, None), xlabel="place $a$", title="Sum of the squared distances of the dots from $a$")


# ---- the explorables


def frames(X, start):
    """A run as half steps: (what happens, clusters or None, centres, centres before or None, J or None)."""
    made, before = [("start", None, start, None, None)], start
    for number, step in enumerate(lloyd(X, start), 1):
        made.append((f"round {number}: each point joins the nearest star", step.labels, before, None, step.assigned))
        moved = "each star moves to the mean of its points"
        if step.empty:
            moved += "; one without points moves to the point furthest from its own mean"
        made.append((f"round {number}: {moved}", step.labels, step.centres, before, step.sse))
        before = step.centres
    *made, (_, labels, centres, _, value), _ = made  # the last round changes nothing
    return [*made, (f"round {number}: at rest, no point changes its star", labels, centres, None, value)]


def as_placed(points, start="as placed"):
    """Of points of two kinds the rows to be grouped, shape (n, 2), and the stars to start from, shape (K, 2)."""
    is_star = points.y == "star"
    X, placed = points.X[~is_star], points.X[is_star]
    if not 0 < len(placed) <= min(len(X), len(COLOURS)):
        raise ValueError(f"there must be at least one star, at most {len(COLOURS)}, and no more stars than points")
    return X, placed if start == "as placed" else k_means_plus_plus(X, len(placed), seed=1)


def half_step(points, start, step):
    """k-means after so many half steps, from stars among the points or from k-means++; in words."""
    X, placed = as_placed(points, start)
    run = frames(X, placed)
    words, labels, centres, before, value = run[min(step, len(run) - 1)]
    ax, limits = room(points.X)
    if labels is not None:
        shade(ax, centres, *limits)
    members(ax, X, labels, 7)
    if before is not None:
        ax.add_collection(LineCollection(np.stack([before, centres], axis=1), colors=INK, linewidths=1), autolim=False)
    ax.plot(*points.X[points.y == "star"].T, "*", color="none", markeredgecolor=QUIET, markersize=12, zorder=4)
    stars(ax, centres, 14)
    ax.set(xlim=limits[0], ylim=limits[1])
    said = f"{words}; J = {value:.2f}" if value is not None else "the stars at the start"
    return said if step < len(run) else f"at rest since step {len(run) - 1}: J = {run[-1][-1]:.2f}"


def number_of_clusters(X, k, models, sses, silhouettes):
    """The groups found with k clusters; beside them SSE and silhouette for each number of clusters; in words."""
    fig, (ax, *scores) = plt.subplots(1, 3, figsize=(7.6, 3.0), width_ratios=[2.3, 1, 1])
    fig.subplots_adjust(left=0.04, right=0.99, bottom=0.16, top=0.9, wspace=0.24)
    model, limits = models[k - 1], field(ax, X)
    shade(ax, model.cluster_centers_, *limits)
    members(ax, X, model.labels_, 5)
    stars(ax, model.cluster_centers_, 12)
    ax.set(xlim=limits[0], ylim=limits[1])
    ks = np.arange(1, len(sses) + 1)
    curves = ("SSE", sses, BLUE), ("silhouette", silhouettes, GREEN)
    for panel, (name, values, colour) in zip(scores, curves, strict=True):
        panel.plot(ks, values, "o-", color=colour, markersize=4, linewidth=1.5)
        panel.plot(k, values[k - 1], "o", color=colour, markersize=9)
        panel.set(xlim=(0.5, ks[-1] + 0.5), xticks=ks, ylim=(0, None if name == "SSE" else 1), title=name)
        panel.set(xlabel="number of clusters")
    scores[1].set(yticks=[0, 0.5, 1])
    said = f"SSE {sses[k - 1]:.2f}"
    return said + (f", silhouette {silhouettes[k - 1]:.2f}" if k > 1 else "; one cluster has no silhouette")


def other_unit(X, model, scaled, units=(" in dm", " in dm")):
    """Rows as they were measured, and as `scaled` shows them, to which a model of two groups was fitted; in words.

    `units`: what is written behind width and height on the right, where both axes have one scale.
    """
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.6))
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.16, top=0.9, wspace=0.3)
    for ax, rows, size in zip(axes, (X, scaled), (7, 4), strict=True):
        members(ax, rows, model.labels_, size)
        stars(ax, means(rows, model.labels_, rows[:2]), 15)
    limits = window(X, (0, 8), (0, 4))
    axes[0].set(xlim=limits[0], ylim=limits[1], title="the parcels", xlabel="width in dm", ylabel="height in dm")
    middle, half = (scaled.min(axis=0) + scaled.max(axis=0)) / 2, 0.58 * max(np.ptp(scaled, axis=0).max(), 1e-9)
    axes[1].set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half))
    axes[1].set(title="what k-means sees", xlabel=f"width{units[0]}", ylabel=f"height{units[1]}", aspect="equal")
    for axis in (axes[1].xaxis, axes[1].yaxis):
        axis.set_major_locator(MaxNLocator(4))
    first, second = (means(X, model.labels_, X[:2])[k] for k in (0, 1))
    across, up = np.abs(first - second)
    said = "narrow and wide" if across > up else "low and high"
    spreads = " and ".join(f"{spread:.3g}" for spread in scaled.std(axis=0))
    return f"the two groups: {said}\nstandard deviations that k-means sees: {spreads}"


def shares(X, model, stiffness):
    """Rows in colours mixed by the shares of the clusters, and the centres; in words."""
    ax, limits = room(X)
    own = memberships(X, model.cluster_centers_, stiffness)
    palette = np.array([to_rgb(colour) for colour in COLOURS[: own.shape[1]]])
    ground = memberships(plane(*limits, 50), model.cluster_centers_, stiffness) @ palette
    ax.imshow(ground.reshape(50, 50, 3), alpha=0.18, extent=(*limits[0], *limits[1]), origin="lower", aspect="auto")
    ax.plot(*X.T, "o", color="none", markersize=1)
    ax.scatter(*X.T, c=own @ palette, s=60, zorder=3, edgecolors="white", linewidths=0.5)
    apart, K = places(model.cluster_centers_, X), len(model.cluster_centers_)
    stars(ax, model.cluster_centers_, 17 if apart == K else np.linspace(28, 9, K))  # so that none hides another
    ax.set(xlim=limits[0], ylim=limits[1])
    words = "place" if apart == 1 else "places"
    return f"the stars are in {apart} {words}; a point's largest share is {own.max(axis=1).mean():.2f} on average"


def places(centres, X):
    """In how many places centres are, if those closer than a fiftieth of the spread of X count as one."""
    left, count, near = list(centres), 0, 0.02 * np.sqrt(X.var(axis=0).sum())
    while left:
        first, count = left[0], count + 1
        left = [centre for centre in left if np.hypot(*(centre - first)) > near]
    return count


# ---- figures of the main line


def rows_at_home(X, found):
    """The silhouette of each row as a bar, sorted within its cluster: a panel for each K, a dashed line at the mean.

    `found`: the labels, shape (n,), for each K.
    """
    fig, axes = plt.subplots(1, len(found), figsize=(7.4, 2.8), sharex=True)
    fig.subplots_adjust(left=0.03, right=0.98, bottom=0.18, top=0.87, wspace=0.1)
    for ax, (k, labels) in zip(axes, found.items(), strict=True):
        rows, top = silhouette_samples(X, labels), 0
        for cluster in np.unique(labels):
            own = np.sort(rows[labels == cluster])[::-1]
            ax.barh(top + np.arange(len(own)), own, height=1, color=COLOURS[cluster % len(COLOURS)])
            top += len(own) + 3
        mean = rows.mean()
        ax.axvline(mean, color=INK, linestyle="--", linewidth=1.2)
        ax.axvline(0, color=QUIET, linewidth=0.8)
        ax.set(ylim=(top, -4), xlim=(-0.15, 1), yticks=[], title=f"K = {k}: mean {mean:.2f}")
        ax.set(xlabel="silhouette", xticks=[0, 0.5, 1])
        ax.spines["left"].set_visible(False)


def thirteen_hundred(X, start, run):
    """Four states of a run on many points: the start, after the first and the second round, at rest."""
    fig, axes = plt.subplots(1, 4, figsize=(7.6, 2.3))
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.03, top=0.84, wspace=0.05)
    limits = window(X, (-4, 10), (-4, 10))
    states = [("start", None, start)]
    names = {1: "round 1", 2: "round 2", len(run) - 1: f"round {len(run) - 1}: at rest"}
    states += [(name, run[number - 1].labels, run[number - 1].centres) for number, name in names.items()]
    for ax, (title, labels, centres) in zip(axes, states, strict=True):
        members(ax, X[::4], None if labels is None else labels[::4], 1.8)
        stars(ax, centres, 13)
        _bare(ax, *limits, title)


def starts_on(sets):
    """Where a start puts its stars: a dictionary from a title to X, shape (n, 2), and the stars, shape (K, 2).

    Rows after the first 200 are outliers, drawn as rings; the stars on them are orange.
    """
    fig, axes = plt.subplots(1, len(sets), figsize=(7.2, 3.7))
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.02, top=0.9, wspace=0.05)
    for ax, (title, (X, centres)) in zip(axes, sets.items(), strict=True):
        ax.plot(*X[:200].T, "o", color=QUIET, markersize=2.2, markeredgewidth=0)
        ax.plot(*X[200:].T, "o", color="none", markeredgecolor=ORANGE, markersize=6)
        outside = nearest(centres, X) >= 200
        for own, colour in ((centres[~outside], BLUE), (centres[outside], ORANGE)):
            ax.plot(*own.T, "*", color=colour, markersize=11, markeredgecolor=INK, markeredgewidth=0.6, zorder=4)
        _bare(ax, *((values.min() - 2, values.max() + 2) for values in X.T), title)


def contest(results, ideal, clouds):
    """SSE at rest against how many clouds are found, a dot for a run, a large one for the mean of a start.

    `results`: a dictionary from a title to one from the name of a start to its runs, shape (m, 2); `ideal`: from a
    title to such a pair for stars that start in the middles of all clouds.
    """
    fig, axes = plt.subplots(1, len(results), figsize=(7.6, 3.6), sharey=True)
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.15, top=0.9, wspace=0.08)
    for ax, (title, runs) in zip(axes, results.items(), strict=True):
        for row, (name, values) in enumerate(runs.items()):
            jitter = np.random.default_rng(row).uniform(-0.25, 0.25, len(values))
            jitter = np.where(values[:, 1] > 0, jitter, np.abs(jitter))  # none below 0 clouds
            look = {"color": COLOURS[row], "markeredgewidth": 0}
            ax.plot(values[:, 0], values[:, 1] + jitter, MARKERS[row], markersize=3.5, alpha=0.4, **look)
            ax.plot(*values.mean(axis=0), MARKERS[row], color=COLOURS[row], markersize=11, zorder=5, **HALO)
            where = {"textcoords": "offset points", "va": "center", "zorder": 6, "path_effects": PAPER}
            ax.annotate(name, values.mean(axis=0), (11, 0), color=COLOURS[row], **where)
        ax.plot(*ideal[title], "*", color=INK, markersize=14, zorder=7, **HALO)
        ax.annotate("from the true middles", ideal[title], (8, 13), **where)
        ax.set(xlabel="SSE at rest", title=title, ylim=(-0.7, clouds + 2.2), yticks=range(0, clouds + 1, 5))
        ax.set_xlim(0.8 * min(values[:, 0].min() for values in runs.values()), None)
    axes[0].set(ylabel="clouds found")


def elbow_and_gap(ks, sses, gaps):
    """SSE and the gap statistic over the number of clusters, for two data sets.

    `sses` and `gaps`: dictionaries from a name to the SSE, shape (m,), and to a `Gap`.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.0))
    fig.subplots_adjust(wspace=0.22)
    for (name, values), colour in zip(sses.items(), (BLUE, ORANGE), strict=True):
        left.plot(ks, values / values[0], "o-", color=colour, markersize=4)
        found = gaps[name]
        right.errorbar(ks, found.gap, found.error, color=colour, marker="o", markersize=4, capsize=3)
        i = list(ks).index(found.best)
        right.plot(found.best, found.gap[i], "o", color="none", markeredgecolor=INK, markersize=13)
    spots = (2, (-6, -8), "right"), (1, (10, 6), "left")
    for (name, values), colour, (i, aside, ha) in zip(sses.items(), (BLUE, ORANGE), spots, strict=True):
        left.annotate(name, (ks[i], values[i] / values[0]), aside, textcoords="offset points", color=colour, ha=ha)
        right.annotate(
            name, (ks[-1], gaps[name].gap[-1]), (4, 12), textcoords="offset points", color=colour, ha="right"
        )
    left.set(ylim=(0, 1.05), xticks=ks, xlabel="number of clusters", title="SSE, as a share of that of one cluster")
    right.set(xticks=ks, xlabel="number of clusters", title="gap, with its standard error")


def quick_and_full(seen, quick, rounds, full, start):
    """SSE against how many rows have been looked at, for mini-batches and for whole rounds; and that of the start."""
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    ax.plot(seen, quick, color=ORANGE, linewidth=1.6)
    ax.plot(rounds, full, "o-", color=BLUE, markersize=5)
    ax.axhline(start, color=QUIET, linestyle="--", linewidth=1.2)
    ax.annotate(
        "at the start", (rounds[-1], start), (0, -5), ha="right", va="top", color=QUIET, textcoords="offset points"
    )
    ax.annotate("mini-batches", (seen[1], quick[1]), (8, 4), textcoords="offset points", color=ORANGE)
    ax.annotate("whole rounds", (rounds[1], full[1]), (8, 6), textcoords="offset points", color=BLUE)
    ax.set(xscale="log", xlabel="rows looked at", title="SSE on all rows", ylim=(0, None))
    ax.set_xticks([100, 1_000, 10_000], ["100", "1,000", "10,000"])
    ax.minorticks_off()


def blind_spots(sets):
    """Two true groups and what k-means makes of them: from a title to X, shape (n, 2), 0 or 1, (n,), a fitted model."""
    fig, axes = plt.subplots(2, len(sets), figsize=(7.6, 4.2), squeeze=False)
    fig.subplots_adjust(left=0.04, right=0.99, bottom=0.02, top=0.93, wspace=0.05, hspace=0.05)
    for column, (title, (X, truth, model)) in zip(axes.T, sets.items(), strict=True):
        middle, half = (X.min(axis=0) + X.max(axis=0)) / 2, np.ptp(X, axis=0).max() / 2 + 0.4
        limits = [(float(at - half), float(at + half)) for at in middle]
        members(column[0], X, truth, 2.5)
        agree = np.mean(model.labels_ == truth) >= 0.5  # names of clusters are free: those that fit the groups
        centres = model.cluster_centers_[:: 1 if agree else -1]
        shade(column[1], centres, *limits)
        members(column[1], X, nearest(X, centres), 2.5)
        stars(column[1], centres, 12)
        for ax, name in zip(column, (title, ""), strict=True):
            _bare(ax, *limits, name)
    for ax, name in zip(axes[:, 0], ("true groups", "k-means"), strict=True):
        ax.set(ylabel=name)
