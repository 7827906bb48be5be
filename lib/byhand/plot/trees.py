"""Drawings of the chapter on decision trees."""

import math

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from byhand.base import first_best
from byhand.impurity import TIE, entropy, gini, mean_impurity, misclassification, threshold_gains
from byhand.plot import BLUE, GREEN, INK, ORANGE, QUIET, class_points, colour_of, part, upright, window
from byhand.working import decimal

LAYER = 0.95  # inches from one layer of a tree to the next
LETTER = 0.62  # the width of a letter, in font sizes


def draw_tree(model, path=(), ax=None, notes=(), stressed=(), digits=3):
    """A fitted tree: questions over bars that show the mix of the classes, values on the branches, answers in pills.

    `path`: the positions of nodes to stress, as `model.path(x)` gives them; `ax`: the axes to fill, those of a new
    figure if None; `notes`: words behind some questions, a dictionary from positions, and `stressed`: which of them
    are framed; `digits`: of thresholds. Letters are as large as the tree allows: up to about twelve leaves they can be
    read.
    """
    tree = model.tree_
    if ax is None:
        _, ax = plt.subplots(figsize=(7, 0.75 + LAYER * tree.depth))
        ax.set_position([0, 0, 1, 1])
    notes = dict(notes)
    words = [_words(tree, i, digits) for i in range(len(tree))]
    words = [(own[0], f"{own[1]}{notes[i]}", *own[2:]) if i in notes else own for i, own in enumerate(words)]
    x, y, size = _layout(ax, tree, words)
    letter, line = LETTER * size / 72, 1.35 * size / 72  # in inches, as x and y
    ax.axis("off")
    for i, (node, (branch, *own)) in enumerate(zip(tree, words, strict=True)):
        line_style = {"color": INK, "linewidth": 2.4} if i in path else {"color": QUIET, "linewidth": 1}
        if node.condition:
            ends = [x[node.parent], x[i]], [y[node.parent] - 0.75 * line, y[i] + 1.7 * line]
            ax.plot(*ends, solid_capstyle="round", **line_style)
            ax.text(x[i], y[i] + 1.2 * line, branch, ha="center", va="center", fontsize=size)
        if node.gain is None:
            colour = _colours(model).get(node.answer, BLUE)
            pill = {"boxstyle": "round,pad=0.25,rounding_size=0.5", "facecolor": colour, "linewidth": 2.4}
            pill["edgecolor"] = INK if i in path else colour
            ink = "white" if np.dot(to_rgb(colour), [0.3, 0.6, 0.1]) < 0.55 else INK
            place = {"ha": "center", "va": "center", "linespacing": 1.1}
            ax.text(x[i], y[i] - 0.45 * line, "\n".join(own), fontsize=size, color=ink, bbox=pill, **place)
        else:
            frame = {"boxstyle": "square,pad=0.12", "facecolor": "none", "edgecolor": INK, "linewidth": 1.8}
            place = {"ha": "center", "va": "center", "bbox": frame if i in stressed else None}
            ax.text(x[i], y[i], own[0], fontsize=size, weight="bold", **place)
            _mix(ax, model, node, (x[i], y[i] - 0.75 * line), letter * max(5, len(own[0])), 0.24 * line)
    return ax


def _layout(ax, tree, words):
    """Where nodes are in axes that are measured in inches, x and y of shape (n,), and the size of the letters."""
    width, left = _places(tree, [max(map(len, lines)) + 2 for lines in words])
    page = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
    size = min(12, 72 * page.width / (LETTER * width[0]))
    letter = LETTER * size / 72
    stretch = min(1.5, page.width / (letter * width[0]))
    layer = min(LAYER, (page.height - 0.75) / max(1, tree.depth))
    x = letter * stretch * (np.array(left) + np.array(width) / 2 - width[0] / 2)
    ax.set(xlim=(-page.width / 2, page.width / 2), ylim=(0.25 - page.height, 0.25))
    return x, np.array([-layer * node.depth for node in tree]), size


def surprise_as_area(yes, no):
    """Left: the surprise of each answer above its share, so that the area is the average. Right: that average, marked.

    `yes`, `no`: how many cases of a group have each class. Returns the entropy.
    """
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    fig.subplots_adjust(left=0.06, right=0.97, bottom=0.16, top=0.88, wspace=0.2)
    share, height, colours = yes / (yes + no), entropy([yes, no]), colour_of(["No", "Yes"])
    start = 0.0
    for name, count in (("Yes", yes), ("No", no)):
        wide = count / (yes + no)
        if count:
            tall = abs(math.log2(wide))
            left.bar(start, tall, wide, align="edge", color=colours[name], alpha=0.35, linewidth=0)
            left.plot([start, start + wide], [tall, tall], color=colours[name])
            words = f"{name}: {tall:.2f} bits" if wide > 0.3 else f"{name}: {tall:.2f}"
            edge = "left" if start == 0 else "right"
            place = {"textcoords": "offset points", "ha": edge, "va": "bottom", "color": colours[name]}
            left.annotate(words, (0 if edge == "left" else 1, tall), (2 if edge == "left" else -2, 4), **place)
        start += wide
    left.set(xlim=(0, 1), ylim=(0, 4.6), yticks=range(5), xlabel="share of the answer")
    left.set_title("surprise of each answer, in bits")
    p = np.linspace(0, 1, 201)
    right.plot(p, entropy(np.column_stack([p, 1 - p])), color=INK, linewidth=1.6)
    right.fill_between([share - 0.012, share + 0.012], height, color=QUIET, alpha=0.45, linewidth=0)
    right.plot(share, height, "o", color=INK, markersize=7)
    side, drop = (-9 if share > 0.5 else 9), (10 if height < 0.2 else -18 if height > 0.95 else -10)  # in the arch
    place = {"textcoords": "offset points", "ha": "right" if side < 0 else "left", "va": "center"}
    right.annotate(f"{height:.3f}", (share, height), (side, drop), **place)
    right.set(xlim=(-0.03, 1.03), ylim=(0, 1.1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="share of Yes")
    right.set_title("average surprise = area on the left")
    return float(height)


def gain_as_gap(children, impurity, name):
    """An impurity over the share of one of two classes, and the gain of a question as the gap below it.

    `children`: the class counts of two branches, shape (2, 2). What is left after the question lies on the straight
    line between the branches, at the share of the node. Returns the gain.
    """
    children = np.asarray(children, dtype=float)
    ends, share = children[:, 0] / children.sum(axis=1), children[:, 0].sum() / children.sum()
    left, whole = mean_impurity(children, impurity), impurity(children.sum(axis=0))
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    p = np.linspace(0, 1, 201)
    ax.plot(p, impurity(np.column_stack([p, 1 - p])), color=BLUE)
    ax.plot(ends, impurity(children), "o-", color=QUIET, linewidth=1.2)
    ax.plot([share, share], [left, whole], color=ORANGE, linewidth=4, solid_capstyle="butt")
    ax.plot(share, whole, "o", color=INK)

    def outside(x):
        return {"xytext": (-6, 4), "ha": "right"} if x < 0.5 else {"xytext": (6, 4), "ha": "left"}

    points, below = {"textcoords": "offset points"}, {"xytext": (0, -14), "ha": "center"}
    above = {"xytext": (0, 8), "ha": "center"}
    ax.annotate("node", (share, whole), **points, **(above if share == 0.5 else outside(share)))
    for end, height, word in zip(ends, impurity(children), ("first branch", "second branch"), strict=True):
        ax.annotate(word, (end, height), color=QUIET, **points, **(below if end in (0, 1) else outside(end)))
    falls = impurity(children[ends.argmax()]) <= impurity(children[ends.argmin()])  # the line, to the right
    label = {"ha": "right" if falls else "left", "va": "top", "color": ORANGE}
    ax.annotate(f"gain {whole - left:.4f}", (share, left), (4 if falls else -4, -6), **points, **label)
    ax.set(xlim=(-0.08, 1.08), ylim=(-0.16, 1.2), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], title=name)
    ax.set_xlabel("share of the first class")
    return whole - left


def gain_bars(ax, scores, chosen=None, title="Gain"):
    """A bar for each feature; `scores`: a dictionary from names to gains; `chosen`: which to stress, else the best."""
    chosen = max(scores, key=scores.get) if chosen is None else chosen
    reach = max([*scores.values(), 1e-9])
    for row, (name, score) in enumerate(scores.items()):
        ax.barh(row, score, color=BLUE if name == chosen else QUIET, alpha=1 if name == chosen else 0.5, height=0.6)
        ax.text(score + 0.02 * reach, row, f"{score:.4f}", va="center")
    ax.set(xlim=(0, 1.3 * reach), xticks=[], yticks=range(len(scores)), yticklabels=list(scores), title=title)
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)


def gain_chart(scores, title):
    """A figure of `gain_bars` alone."""
    fig, ax = plt.subplots(figsize=(7.0, 2.6))
    fig.subplots_adjust(left=0.17)
    gain_bars(ax, scores, title=title)


def gain_and_ratio(gains, ratios):
    """Gains and gain ratios side by side: two dictionaries from names of features to numbers."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 2.7))
    fig.subplots_adjust(left=0.17, wspace=0.65)
    for ax, scores, title in zip(axes, (gains, ratios), ("Gain", "Gain ratio"), strict=True):
        gain_bars(ax, scores, title=title)


def gains_and_tree(scores, chosen, model):
    """The gains of the first question, that of the chosen one stressed, above the fitted tree that follows."""
    height = 2.6 + 0.9 * model.tree_.depth
    fig = plt.figure(figsize=(7.4, height))
    bars = fig.add_axes([0.16, 1 - 1.2 / height, 0.5, 0.85 / height])
    gain_bars(bars, scores, chosen, "Gain of the first question")
    draw_tree(model, ax=fig.add_axes([0, 0, 1, 1 - 1.5 / height]))


def threshold_search(ax, x, y, threshold=None, impurity=entropy, others=()):
    """The gain of each threshold for the numbers x and the labels y, both of shape (n,), above the points themselves.

    `threshold`: the one to mark, None for the best; `others`: some more, short lines on top. Returns thresholds and
    gains.
    """
    thresholds, gains = threshold_gains(x, y, impurity)
    threshold = thresholds[first_best(gains, TIE)] if threshold is None else threshold
    ax.plot(thresholds, gains, "o-", color=QUIET, markersize=4, linewidth=1)
    top, x, y = gains.max(), np.asarray(x), np.asarray(y)
    for row, (name, colour) in enumerate(colour_of(np.unique(y).tolist()).items(), 1):
        own = x[y == name]
        ax.plot(own, np.full(len(own), -0.11 * row * top), "o", color=colour, markersize=5)
        label = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
        ax.annotate(str(name), (1, -0.11 * row * top), (4, 0), color=colour, **label)
    ax.plot(others, np.full(len(others), 1.13 * top), "|", color=INK, markersize=9)
    upright(ax, threshold, f"{threshold:.4g}")
    ax.set(ylim=(-0.11 * (row + 1) * top, 1.35 * top), ylabel="gain", yticks=[0, top], yticklabels=["0", f"{top:.3f}"])
    return thresholds, gains


def threshold_figure(x, y, others, xlim):
    """A figure of `threshold_search` alone, over the numbers from one end of `xlim` to the other."""
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    fig.subplots_adjust(right=0.9)
    threshold_search(ax, x, y, others=others)
    ax.set(xlim=xlim, xlabel="x")


def pieces(ax, model, X, y, names=("x1", "x2"), chosen=None):
    """The plane as a tree of two numeric features parts it, and points X, shape (n, 2), in the colours of y, (n,).

    The names of the classes stand above it, in their colours. `chosen`: the position of a node whose part of the plane
    is framed.
    """
    colours, (low, high) = _colours(model), (X.min(axis=0) - 0.02, X.max(axis=0) + 0.02)
    for i, node in enumerate(model.tree_):
        corner, end = _corners(model.tree_, i, low, high)
        if node.gain is None:
            patch = Rectangle(corner, *(end - corner), facecolor=colours[node.answer], alpha=0.16, linewidth=0)
            ax.add_patch(patch)
            ax.add_patch(Rectangle(corner, *(end - corner), fill=False, edgecolor=QUIET, linewidth=0.6))
        if i == chosen:
            line = {"edgecolor": INK, "linewidth": 3, "clip_on": False, "zorder": 4}
            ax.add_patch(Rectangle(corner, *(end - corner), fill=False, **line))
    back = 0
    for name, colour in reversed(colours.items()):
        ax.plot(*X[y == name].T, "o", color=colour, markersize=3.5)
        place = {"xycoords": "axes fraction", "textcoords": "offset points", "ha": "right", "va": "baseline"}
        ax.annotate(str(name), (1, 1), (-back, 6), color=colour, weight="bold", **place)
        back += 10 * LETTER * len(str(name)) + 6
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xlabel=names[0], ylabel=names[1])


def weakest_link(path, step, links, X, y):
    """A tree on its way down: what each question saves for a leaf, the smallest framed; its `pieces`, with that part
    framed; and how many leaves are left at which price.

    `path`: prices and trees, as `byhand.pruning.cost_complexity_path` gives them; `step`: the position of the tree;
    `links`: a dictionary from the positions of its inner nodes to what they save; a bare root has none.
    """
    model, weakest = path[step][1], min(links, key=links.get, default=None)
    fig = plt.figure(figsize=(7.4, 6.2))
    notes = {node: f": {g:.4f}" for node, g in links.items()}
    draw_tree(model, ax=fig.add_axes([0.01, 0.43, 0.98, 0.56]), notes=notes, stressed=[weakest], digits=2)
    pieces(fig.add_axes([0.08, 0.08, 0.3, 0.31]), model, X, y, chosen=weakest)
    right = fig.add_axes([0.52, 0.08, 0.44, 0.31])
    prices, leaves = [price for price, _ in path], [len(pruned.tree_.leaves) for _, pruned in path]
    ends = [*prices[1:], 1.15 * prices[-1]]
    right.stairs(leaves, [*prices, ends[-1]], color=QUIET, linewidth=1.2, baseline=None)
    right.plot([prices[step], ends[step]], [leaves[step]] * 2, color=INK, linewidth=4, solid_capstyle="butt")
    right.set(xlim=(0, ends[-1]), ylim=(0, leaves[0] + 1), xticks=np.arange(0, ends[-1], 0.05))
    right.set(xlabel="price of a leaf", title="leaves that are left")


def top_and_regions(top, models, X, y, titles):
    """The first questions of a tree, a small fitted tree, beside the `bare_regions` of several for the same points."""
    fig = plt.figure(figsize=(7.4, 2.6))
    draw_tree(top, ax=fig.add_axes([0.0, 0.03, 0.4, 0.87]))
    for place, model, title in zip((0.425, 0.725), models, titles, strict=True):
        bare_regions(fig.add_axes([place, 0.1, 0.265, 0.76]), model, X, y, title)


def lighting_tree(model, X, y, xlim=(-2, 2), ylim=(-2, 2), size=6):
    """A tree of two numeric features beside its part of the plane; each node lights up together with its rectangle.

    `xlim`, `ylim`: what is shown at least; `size`: of the points.
    """
    fig, tree = plt.figure(figsize=(7.4, 3.4)), model.tree_
    left, right = fig.add_axes([0.0, 0.05, 0.52, 0.88]), fig.add_axes([0.58, 0.13, 0.39, 0.8])
    draw_tree(model, ax=left)
    x, heights, letters = _layout(left, tree, [_words(tree, i) for i in range(len(tree))])
    limits = np.array(window(X, xlim, ylim))
    wide, high = LETTER * letters / 72, 1.35 * letters / 72
    for i, node in enumerate(tree):
        corner, end = _corners(tree, i, *limits.T)
        if node.gain is None:
            colour = _colours(model)[node.answer]
            right.add_patch(Rectangle(corner, *(end - corner), facecolor=colour, alpha=0.2, linewidth=0))
            right.add_patch(Rectangle(corner, *(end - corner), fill=False, edgecolor=QUIET, linewidth=0.6))
        half = wide * (max(map(len, _words(tree, i)[1:])) + 2) / 2
        label = (left, x[i] + half * np.array([-1, 1]), heights[i] + high * np.array([-1.4, 0.6]))
        part(f"node {i + 1}: {node}", label, (right, *np.column_stack([corner, end])))
    class_points(right, X, y, model.classes_, size=size)
    names = model.features or ("x1", "x2")
    right.set(xlim=limits[0], ylim=limits[1], xlabel=names[0], ylabel=names[1])


def bare_regions(ax, model, X, y, title):
    """`pieces` without the numbers of the axes, under a title."""
    pieces(ax, model, X, y)
    ax.set(xticks=[], yticks=[], title=title)


def region_row(models, X, y, titles):
    """The `bare_regions` of several trees side by side, for the same points."""
    fig, axes = plt.subplots(1, len(models), figsize=(7.4, 7.6 / len(models) + 0.2))
    fig.subplots_adjust(left=0.035, right=0.98, bottom=0.09, top=0.9, wspace=0.16)
    for ax, model, title in zip(axes, models, titles, strict=True):
        bare_regions(ax, model, X, y, title)


def regions_and_errors(model, X, y, curves, at, names, xlabel, best):
    """The regions of a tree beside the `error_curves` over a setting, whose values are called `names`, in order.

    `at`: the position of the tree's own setting; `best`: the smallest error possible, marked unless it is 0.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[1, 1], figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.04, right=0.84, wspace=0.28)
    bare_regions(left, model, X, y, f"{len(model.tree_.leaves)} leaves")
    error_curves(right, range(len(names)), curves, at, xlabel)
    if best:
        right.axhline(best, color=QUIET, linestyle=":", linewidth=1.2)
        place = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
        right.annotate("best possible", (1, best), (4, 0), color=QUIET, **place)
    right.set_xticks(range(len(names)), names, fontsize=8)


def staircase(ax, model, X, y):
    """The steps of a tree for numbers of one feature, X of shape (n, 1), among the points with the outcomes y, (n,)."""
    cuts = sorted({node.condition.value for node in model.tree_ if node.condition})
    edges = np.array([X.min(), *cuts, X.max()])
    ax.plot(X[:, 0], y, "o", color=INK, markersize=4)
    ax.stairs(model.predict((edges[:-1, None] + edges[1:, None]) / 2), edges, color=BLUE, linewidth=2, baseline=None)
    ax.set(xlabel="x", ylabel="y")


def staircase_on_curve(model, X, y, x, truth):
    """A `staircase` and the true curve, the outcomes `truth` at the numbers x, both of shape (m,)."""
    _, ax = plt.subplots(figsize=(7.0, 3.0))
    staircase(ax, model, X, y)
    ax.plot(x, truth, color=QUIET, linestyle="--", linewidth=1)
    ax.annotate("true curve", (x[-1], truth[-1]), (4, 0), textcoords="offset points", color=QUIET, va="center")
    ax.set(xlim=(-0.02, 1.14), ylim=(-2, 2), xticks=[0, 0.5, 1])


def fear(wrong, n, confidence, limit):
    """How likely so few wrong rows of n are, over the error rate p, and the `limit` where it is the confidence."""
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    p = np.linspace(0, 1, 201)
    ways = [math.comb(n, i) for i in range(wrong + 1)]
    ax.plot(p, sum(way * p**i * (1 - p) ** (n - i) for i, way in enumerate(ways)), color=BLUE)
    ax.plot([0, limit, limit], [confidence, confidence, 0], color=ORANGE, linewidth=1.4, linestyle="--")
    side, align = (5, "left") if limit < 0.7 else (-5, "right")  # where there is room
    where = {"textcoords": "offset points", "ha": align}
    ax.annotate(f"limit {limit:.3f}", (limit, confidence), (side, 5), color=ORANGE, **where)
    ax.set(xlim=(0, 1), ylim=(0, 1.05), yticks=[0, confidence, 1], xlabel="true error rate p of the leaf")
    ax.set_title(f"how likely are at most {wrong} mistakes in {n} cases?")


def error_curves(ax, x, curves, at, xlabel):
    """Shares of errors over a setting x; `curves`: a dictionary from names to values; `at`: the setting to mark.

    The names stand at the right ends of the curves, one above the other where these meet.
    """
    top = 1.08 * max(max(values) for values in curves.values())
    tall = 72 * ax.get_window_extent().height / ax.figure.dpi / top  # points for each unit
    order = sorted(curves, key=lambda name: curves[name][-1])
    places = np.array([curves[name][-1] * tall for name in order])
    for i in range(1, len(places)):
        places[i] = max(places[i], places[i - 1] + 12)
    places -= max(0, places[-1] - top * tall)  # the uppermost stays inside
    colours = {"training": BLUE, "cross-validated": GREEN}  # all others are new points
    for name, values in curves.items():
        colour = colours.get(name, ORANGE)
        ax.plot(x, values, "o-", color=colour, markersize=4)
        up = places[order.index(name)] - values[-1] * tall
        ax.annotate(name, (x[-1], values[-1]), (6, up), textcoords="offset points", color=colour, va="center")
    upright(ax, at, "")
    ax.set(xlabel=xlabel, ylabel="share of errors", ylim=(0, top))


def impurity_curves(ax, p=None, scaled=False):
    """Entropy, Gini and misclassification of two classes over the share of one; `p`: the share to mark.

    `scaled`: all with the same greatest value.
    """
    shares = np.linspace(0, 1, 201)
    kinds = {"entropy": (entropy, BLUE), "Gini": (gini, GREEN), "misclassification": (misclassification, ORANGE)}
    for row, (name, (impurity, colour)) in enumerate(kinds.items()):
        factor = 1 / impurity([1, 1]) if scaled else 1.0
        ax.plot(shares, factor * impurity(np.column_stack([shares, 1 - shares])), color=colour)
        value = "" if p is None else f" {factor * impurity([p, 1 - p]):.4f}"
        ax.text(1.02, 0.95 - 0.12 * row, name + value, color=colour, transform=ax.transAxes, va="top")
        if p is not None:
            ax.plot(p, factor * impurity([p, 1 - p]), "o", color=colour)
    ax.set(xlabel="share of one of two classes", ylabel="impurity", xlim=(0, 1), ylim=(0, 1.05))


def impurity_figure(share, stretched):
    """A figure of `impurity_curves` alone, with room for their names."""
    fig, ax = plt.subplots(figsize=(7.0, 2.9))
    fig.subplots_adjust(right=0.7)
    impurity_curves(ax, share, stretched)


def _corners(tree, i, low, high):
    """The two corners of the part of the plane that a node owns, within the corners `low` and `high`."""
    corner, end = low.copy(), high.copy()
    for condition in tree.conditions(i):
        bound, nearer = (end, min) if condition.sign == "≤" else (corner, max)
        bound[condition.feature] = nearer(bound[condition.feature], condition.value)
    return corner, end


def _words(tree, i, digits=3):
    """The label of the branch to a node, and the lines of the node itself; `digits`: of the numbers."""
    node, branch = tree[i], ""
    if node.condition:
        sign, value = node.condition.sign, node.condition.value
        branch = " or ".join(map(str, value)) if sign == "=" else f"{sign} {decimal(value, digits)}"
    if node.gain is not None:
        return branch, tree[tree.children[i][0]].condition.name
    count = str(node).rpartition("(")[2].rstrip(")")
    return branch, decimal(node.answer, digits) if isinstance(node.answer, float) else str(node.answer), count


def _places(tree, own):
    """The width of each subtree and its left end, in letters; `own`: the width that each node needs by itself."""
    width, left = list(own), [0.0] * len(tree)
    for i in reversed(range(len(tree))):
        width[i] = max(own[i], sum(width[j] for j in tree.children[i]))
    for i, below in enumerate(tree.children):
        start = left[i] + (width[i] - sum(width[j] for j in below)) / 2
        for j in below:
            left[j], start = start, start + width[j]
    return width, left


def _colours(model):
    return colour_of(model.classes_.tolist()) if hasattr(model, "classes_") else {}


def _mix(ax, model, node, place, width, height):
    """A bar that stands at `place`, its colours the shares of the classes at a node; plain for numbers."""
    shares, start = node.value / node.n if len(node.value) > 1 else [1.0], place[0] - width / 2
    for share, colour in zip(shares, [*_colours(model).values()] or [QUIET], strict=True):
        ax.add_patch(Rectangle((start, place[1]), share * width, height, facecolor=colour, linewidth=0))
        start += share * width
