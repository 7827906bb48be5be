"""Drawings of the chapter on hierarchies, graphs and density: trees of merges, edges, growing clusters, scores."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap

from byhand.cluster import KMeans
from byhand.dbscan import NOISE
from byhand.hierarchy import cut, dendrogram, merge_table
from byhand.plot import BLUE, INK, ORANGE, QUIET, plt, wide_axes, window
from byhand.plot.cluster import COLOURS, MARKERS

SIGNS = LinearSegmentedColormap.from_list("signs", [ORANGE, "#d0d0d0", BLUE])  # of a vector: below 0, 0, above
TAIL = (-2.6, 2.6), (-1.6, 1.6)  # the window of small sets of points


def clusters(ax, X, labels, size=6):
    """Rows, shape (n, 2), in the colour and shape of their cluster; noise as small crosses."""
    for k in np.unique(labels):
        if k == NOISE:
            ax.plot(*X[labels == k].T, "x", color=QUIET, markersize=max(0.8 * size, 5), markeredgewidth=1.2, zorder=3)
        else:
            look = {"color": COLOURS[k % len(COLOURS)], "markersize": size, "zorder": 3}
            ax.plot(*X[labels == k].T, MARKERS[k % len(MARKERS)], **look)


def two_views(X, first, second, titles):
    """The same rows in two panels, each with clusters of its own."""
    fig, axes = plt.subplots(1, 2, figsize=(7.2, 3.3))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.03, top=0.89, wspace=0.06)
    for ax, labels, title in zip(axes, (first, second), titles, strict=True):
        clusters(ax, X, labels, 5)
        ax.set(xticks=[], yticks=[], aspect="equal", title=title)


def tree(ax, merges, labels=None, names=None, line=None):
    """A dendrogram; the brackets inside each of the clusters `labels` in its colour; `line`: the height of a cut."""
    drawn = dendrogram(merges)
    n = len(drawn.leaves)
    colours = [INK] * (n - 1)
    if labels is not None:
        member = np.append(labels, np.full(n - 1, -1))
        for t, (a, b) in enumerate(merges[:, :2].astype(int)):
            if member[a] == member[b] >= 0:
                member[n + t] = member[a]
                colours[t] = COLOURS[member[a] % len(COLOURS)]
    brackets = np.stack([drawn.x, drawn.y], axis=2)
    ax.add_collection(LineCollection(brackets, colors=colours, linewidths=1.6))
    top = 1.08 * merges[-1, 2] or 1.0
    ax.set(xlim=(-0.7, n - 0.3), ylim=(0, top), xticks=[])
    if names is not None:
        ax.set(xticks=range(n), xticklabels=[names[i] for i in drawn.leaves])
        ax.tick_params(axis="x", length=0, labelcolor=INK)
    if line is not None:
        ax.axhline(line, color=ORANGE if labels is None else INK, linestyle="--", linewidth=1.2)
    ax.spines["bottom"].set_visible(False)


def line_trees(trees, names):
    """Dendrograms of a few named rows side by side, with heights and the cut that leaves two clusters.

    `trees`: tables of merges by their titles.
    """
    fig, axes = plt.subplots(1, len(trees), figsize=(7.4, 3.3), sharey=True)
    fig.subplots_adjust(left=0.09, right=0.99, bottom=0.1, top=0.89, wspace=0.1)
    highest = max(merges[-1, 2] for merges in trees.values())
    for ax, (title, merges) in zip(axes, trees.items(), strict=True):
        tree(ax, merges, names=names, line=merges[-2:, 2] @ [0.15, 0.85])
        drawn = dendrogram(merges)
        for x, y in zip(drawn.x, drawn.y, strict=True):
            middle = (x[0] + x[3]) / 2
            ax.annotate(f"{y[1]:.3g}", (middle, y[1]), (-3, 2), textcoords="offset points", ha="right")
        ax.set(ylim=(0, 1.12 * highest), title=title)
    axes[0].set_ylabel("distance at which they join")


def four_nodes(W, f, names):
    """A small graph as a row of nodes with the weights of their edges; below, a number for each node as a bar."""
    fig, (above, below) = plt.subplots(2, 1, figsize=(6.4, 3.2), height_ratios=[1, 1.5])
    fig.subplots_adjust(left=0.04, right=0.98, bottom=0.04, top=0.97, hspace=0.12)
    n = len(W)
    for i in range(n - 1):
        above.plot([i, i + 1], [0, 0], color=INK, linewidth=1 + 4 * W[i, i + 1], zorder=1)
        above.annotate(f"{W[i, i + 1]:g}", (i + 0.5, 0), (0, 7), textcoords="offset points", ha="center")
    colours = [BLUE if value > 0 else ORANGE for value in f]
    for i, name in enumerate(names):
        above.plot(i, 0, "o", color=colours[i], markersize=26, zorder=2)
        above.annotate(name, (i, 0), ha="center", va="center", color="white", fontsize=11, fontweight="bold")
    below.axhline(0, color=QUIET, linewidth=1)
    below.bar(range(n), f, width=0.25, color=colours)
    for i, value in enumerate(f):
        up = 1 if value > 0 else -1
        below.annotate(
            f"{value:.3f}",
            (i, value),
            (0, 4 * up),
            textcoords="offset points",
            ha="center",
            va="bottom" if up > 0 else "top",
        )
    for ax, ylim in ((above, (-0.6, 0.75)), (below, (-0.85, 0.85))):
        ax.set(xlim=(-0.5, n - 0.5), ylim=ylim)
        ax.axis("off")


def class_bars(counts, classes, scores):
    """How many rows of each class each cluster has, as bars, with its entropy and purity; `counts`: shape (K, 2)."""
    fig, ax = plt.subplots(figsize=(6.6, 2.5))
    fig.subplots_adjust(left=0.13, right=0.98, bottom=0.06, top=0.86)
    for row, (own, (bits, pure)) in enumerate(zip(counts, scores, strict=True)):
        start = 0
        for value, colour, name in zip(own, (BLUE, ORANGE), classes, strict=True):
            if value:
                ax.barh(row, value, left=start, height=0.4, color=colour)
                ax.text(start + value / 2, row, f"{value} {name}", ha="center", va="center", color="white")
            start += value
        ax.text(0, row + 0.27, f"entropy {bits:.2f} bits, purity {pure:g}", va="top")
    ax.set(yticks=range(len(counts)), yticklabels=[f"cluster {k}" for k in range(1, len(counts) + 1)])
    ax.set(xlim=(0, counts.sum(axis=1).max()), xticks=[], ylim=(len(counts) - 0.4, -0.3), title="twelve days")
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)


# ---- the explorables


def points_and_tree(X, linkage, k):
    """Points in the colours of the k clusters of a tree of merges, and the tree with the cut; in words."""
    merges = merge_table(X, linkage)
    labels = cut(merges, k)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.4), width_ratios=[1.25, 1])
    fig.subplots_adjust(left=0.05, right=0.99, bottom=0.07, top=0.97, wspace=0.24)
    clusters(left, X, labels, 7)
    xlim, ylim = window(X, *TAIL)
    left.set(xlim=xlim, ylim=ylim)
    heights = np.append(0, merges[:, 2])
    high = heights[len(X) - k + 1] if k > 1 else 1.06 * heights[-1]
    tree(right, merges, labels, line=(heights[len(X) - k] + high) / 2)
    right.set_ylabel("distance at which they join")
    sizes = ", ".join(str(size) for size in sorted(np.bincount(labels), reverse=True))
    return f"{k} {'cluster' if k == 1 else 'clusters'} of {sizes} points"


def own_clusters(X, labels, said):
    """Points in the colours of their clusters; in words."""
    fig, ax = plt.subplots(figsize=(5.2, 4.9))
    fig.subplots_adjust(left=0.08, right=0.98, bottom=0.08, top=0.98)
    clusters(ax, X, labels, 7)
    xlim, ylim = window(X, (-3.1, 3.1), (-3.1, 3.1))
    ax.set(xlim=xlim, ylim=ylim)
    found, noise = labels.max() + 1, int((labels == NOISE).sum())
    words = f"{said}: {found} {'cluster' if found == 1 else 'clusters'}"
    return words + (f", {noise} points of noise" if noise else "")


def graph_and_vector(X, y, W, f, names, along):
    """The numbers of the points as colours, with the edges of one point; the matrix of all weights; the numbers again.

    `y`: the groups of the points, `names`: theirs; `along`: shape (n,), by which the points of a group are in order.
    """
    fig, (left, middle, right) = plt.subplots(1, 3, figsize=(7.6, 2.9), width_ratios=[1.15, 1, 1])
    fig.subplots_adjust(left=0.04, right=0.99, bottom=0.1, top=0.88, wspace=0.16)
    one, largest = int(np.argmax(X[:, 0])), np.abs(f).max()
    others = np.flatnonzero(W[one] > 0.01)
    lines = np.stack([np.broadcast_to(X[one], (len(others), 2)), X[others]], axis=1)
    edges = LineCollection(lines, colors=INK, alpha=0.7, linewidths=0.6 + 2 * W[one, others], zorder=4)
    left.add_collection(edges, autolim=False)
    left.scatter(*X.T, c=f, cmap=SIGNS, vmin=-largest, vmax=largest, s=16, zorder=3)
    xlim, ylim = window(X, (-3, 3), (-3, 3))
    left.set(xlim=xlim, ylim=ylim, xticks=[], yticks=[], title="vector as colour")
    order = np.lexsort((along, y))
    middle.imshow(W[np.ix_(order, order)], cmap="Greys", vmin=0, vmax=1, interpolation="nearest", aspect="auto")
    place, sizes = np.arange(len(X)), np.bincount(y)
    for border in np.cumsum(sizes)[:-1] - 0.5:
        for line in (middle.axhline, middle.axvline, right.axvline):
            line(border, color=QUIET, linewidth=1)
    right.scatter(place, f[order], c=f[order], cmap=SIGNS, vmin=-largest, vmax=largest, s=9, zorder=3)
    right.axhline(0, color=QUIET, linewidth=0.8)
    right.set(ylim=(-1.15 * largest, 1.15 * largest), xlim=(-2, len(X) + 1), title="second vector")
    middle.set_title("weights")
    for ax in (middle, right):
        ax.set(yticks=[], xticks=np.cumsum(sizes) - (sizes + 1) / 2, xticklabels=names)
        ax.tick_params(axis="x", length=0, labelcolor=INK)


def visit(X, core, state, eps, number, last):
    """Points after some visits of DBSCAN, core points large, with the circle of the last; in words.

    `core`: which are core points, shape (n,); `state`: a `Visit`, or None before the first.
    """
    ax, ended = wide_axes(), number == last
    labels = np.full(len(X), NOISE) if state is None else state.labels
    taken = labels != NOISE
    for some, size in ((core, 8), (~core, 4.5)):
        clusters(ax, X[some & taken], labels[some & taken], size)
        if not ended:
            ax.plot(*X[some & ~taken].T, "o", color="none", markeredgecolor=QUIET, markersize=size, zorder=3)
    if ended:
        clusters(ax, X[~taken], labels[~taken], 7)
    elif state is not None:
        turn = np.linspace(0, 2 * np.pi, 61)
        colour = COLOURS[labels[state.point] % len(COLOURS)]
        circle = X[state.point] + eps * np.column_stack([np.cos(turn), np.sin(turn)])
        ax.plot(*circle.T, color=colour, linewidth=1.4)
        ax.plot(*X[state.point], "o", color="none", markeredgecolor=INK, markersize=13, markeredgewidth=1.5, zorder=4)
    xlim, ylim = window(X, *TAIL)
    ax.set(xlim=xlim, ylim=ylim)
    found = f"{labels.max() + 1} {'cluster' if labels.max() == 0 else 'clusters'}"
    if not ended:
        return f"visit {number}: {found} so far, {int(taken.sum())} of {len(X)} points taken"
    kinds = f"{int(core.sum())} core points, {int((taken & ~core).sum())} border points, {int((~taken).sum())} noise"
    return f"the end, after {last} visits: {found}; {kinds}"


def scores(X, y, labels, ks, curves, k):
    """Points as the letters of their classes in the colours of k clusters; beside them scores over k; in words."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.3), width_ratios=[1.1, 1])
    fig.subplots_adjust(left=0.03, right=0.99, bottom=0.15, top=0.91, wspace=0.12)
    for c, cluster in sorted(set(zip(y.tolist(), labels.tolist(), strict=True))):
        own, colour = (y == c) & (labels == cluster), COLOURS[cluster % len(COLOURS)]
        left.plot(
            *X[own].T,
            linestyle="",
            marker=f"$\\mathrm{{{c}}}$",
            color=colour,
            markersize=11 if c in "bdfhkl" else 8,  # a marker's height is the letter's own
            markeredgewidth=0,
            zorder=3,
        )
    xlim, ylim = window(X, (-3, 3), (-2.6, 2.6))
    left.set(xlim=xlim, ylim=ylim, xticks=[], yticks=[])
    here, lowest = list(ks).index(k), -1.0
    levels = {}
    for name, values in sorted(curves.items(), key=lambda curve: curve[1][0]):
        levels[name] = lowest = max(values[0], lowest + 0.17)  # names that would meet make room
    for (name, values), style in zip(curves.items(), ("-", "--", ":"), strict=True):
        right.plot(ks, values, color=INK, linewidth=1.8, linestyle=style)
        at, words = (ks[0], levels[name]), name.replace(" ", "\n", 1)
        right.annotate(words, at, (-7, 0), textcoords="offset points", ha="right", va="center")
        right.plot(k, values[here], "o", color=INK, markersize=7)
    right.set(xscale="log", xlim=(ks[0] / 5, ks[-1] * 1.1), ylim=(-0.12, 1.12), xlabel="number of clusters")
    right.set(xticks=[1, 3, 10, 30, 60], xticklabels=["1", "3", "10", "30", "60"], yticks=[0, 0.5, 1])
    right.minorticks_off()
    return ", ".join(f"{name} {values[here]:.2f}" for name, values in curves.items())


# ---- figures of the main line


def distance_curve(d, eps, which):
    """Distances from a neighbour, the "third" say, in ascending order, and a radius as a dashed line."""
    _, ax = plt.subplots(figsize=(6.6, 2.8))
    ax.plot(np.arange(1, len(d) + 1), d, color=BLUE)
    ax.axhline(eps, color=ORANGE, linestyle="--", linewidth=1.4)
    ax.annotate(f"radius {eps:g}", (1, eps), (2, 4), textcoords="offset points", color=ORANGE)
    ax.set(xlabel="points, from those in a crowd to those alone", ylim=(0, None))
    ax.set_title(f"distance from the {which} nearest other point")


def gallery(sets, height=2.7, size=4):
    """Clusters of several data sets: a dictionary from a title to X, shape (n, 2), and labels, shape (n,).

    `height`: of a panel, in inches, three panels to a row; `size`: of a point.
    """
    across = 3
    rows = len(sets) // across
    fig, axes = plt.subplots(rows, across, figsize=(7.4, height * rows), squeeze=False)
    fig.subplots_adjust(
        left=0.01, right=0.99, bottom=0.03 / rows, top=1 - 0.38 / height / rows, wspace=0.05, hspace=0.17
    )
    for ax, (title, (X, labels)) in zip(axes.flat, sets.items(), strict=True):
        clusters(ax, X, labels, size)
        ax.margins(0.08)
        ax.set(xticks=[], yticks=[], title=title)
        ax.set_aspect("equal", adjustable="datalim")


def embedded(X, y, embeddings, names):
    """Points of two groups in the plane, and beside it by the first and the second vector, with the cut of k-means.

    `embeddings`: vectors, shape (n, 2), by their titles; `names`: of the groups.
    """
    fig, axes = plt.subplots(1, 1 + len(embeddings), figsize=(7.4, 3.0))
    fig.subplots_adjust(left=0.02, right=0.99, bottom=0.1, top=0.88, wspace=0.2)
    clusters(axes[0], X, y, 4)
    axes[0].set(title="the rings")
    axes[0].set_aspect("equal", adjustable="datalim")
    for ax, (title, vectors) in zip(axes[1:], embeddings.items(), strict=True):
        largest, tight = 1.25 * np.abs(vectors[:, 1]).max(), True
        for k, name in enumerate(names):
            own = vectors[y == k]
            tight = tight and np.ptp(own[:, 1]) < 0.2 * largest
            ax.plot(*own.T, MARKERS[k], color=COLOURS[k], markersize=8 if k else 4, zorder=4 - k)
            if tight:
                look = {"textcoords": "offset points", "va": "center", "color": COLOURS[k]}
                ax.annotate(f"{len(own)} points,\n{name}", own.mean(axis=0), (12, 0), **look)
        border = KMeans(2).fit(vectors).cluster_centers_[:, 1].mean()
        ax.axhline(border, color=QUIET, linestyle="--", linewidth=1.2)
        ax.annotate("k-means cuts", (1, border), (-2, 4), ax.get_yaxis_transform(), "offset points", ha="right")
        ax.set(title=title, xlabel="first vector", ylabel="second vector")
        ax.set(xlim=np.array([0.7, 1.9]) * vectors[0, 0], ylim=(-largest, largest))
    for ax in axes:
        ax.set(xticks=[], yticks=[])


def three_kinds(X, eps, m, chosen):
    """Core, border and noise of DBSCAN, each with its circle around one point; `chosen`: these three points."""
    _, ax = plt.subplots(figsize=(6.6, 3.1))
    ax.figure.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.99)
    near = np.hypot(*(X[:, None] - X).transpose(2, 0, 1)) <= eps
    core = near.sum(axis=1) >= m
    border = ~core & near[:, core].any(axis=1)
    turn = np.linspace(0, 2 * np.pi, 91)
    kinds = (core, BLUE, "o", 10), (border, BLUE, "o", 5), (~core & ~border, QUIET, "x", 8)
    for i, name, (own, colour, marker, size) in zip(chosen, ("core", "border", "noise"), kinds, strict=True):
        ax.plot(*X[own].T, marker, color=colour, markersize=size, markeredgewidth=1.6, zorder=3)
        ax.plot(X[i, 0] + eps * np.cos(turn), X[i, 1] + eps * np.sin(turn), color=colour, linewidth=1.2)
        inside = near[i].sum()
        words = f"{name}: {inside} {'point' if inside == 1 else 'points'}"
        ax.annotate(words, X[i] + [0, eps], (0, 4), textcoords="offset points", ha="center", color=INK)
    ax.set(xticks=[], yticks=[], aspect="equal", xlim=(-1.3, 4.5), ylim=(-1.1, 1.6))
    ax.axis("off")
