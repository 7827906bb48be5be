"""Drawings of back-propagation and of training: a pass forward and back step by step, sweeps, hidden planes, losses.

Blue is what goes forward, orange what comes back, as in `byhand.plot.neural`.
"""

import matplotlib.pyplot as plt
import numpy as np

from byhand.neural import ACTIVATIONS
from byhand.plot import BLUE, GREEN, INK, ORANGE, QUIET, class_points, window
from byhand.plot.neural import edge_number, heat, layout, powers_of_ten, short

_WHITE = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def stages(sizes):
    """What happens in a pass forward and back, one thing at a time: a list of (kind, layer, unit).

    Layers are counted from 1, units from 0; the slopes of all weights into a layer are one stage, with the unit None.

    >>> stages([2, 1, 1])
    [('unit', 1, 0), ('unit', 2, 0), ('loss', 2, None), ('error', 2, 0), ('slopes', 2, None), ('error', 1, 0), \
('slopes', 1, None)]
    """
    found = [("unit", layer, unit) for layer, size in enumerate(sizes[1:], 1) for unit in range(size)]
    found.append(("loss", len(sizes) - 1, None))
    for layer in range(len(sizes) - 1, 0, -1):
        found += [("error", layer, unit) for unit in range(sizes[layer])]
        found.append(("slopes", layer, None))
    return found


def passes(network, theta, x, y, step):
    """One row forward and back through a network of one output after some of its `stages`; the last of them, in words.

    x, shape (d,), and the target y, a number; the loss is the square of the miss.
    """
    layers, (sums, values) = network.unpack(theta), network.forward(theta, [x])
    errors, gradient = network.backward(theta, sums, values, [[y]])
    slopes, order = network.unpack(gradient), stages(network.sizes)
    done, now = set(order[:step]), order[step - 1] if step else None
    fig, ax = plt.subplots(figsize=(7.4, 3.4))
    fig.subplots_adjust(0, 0, 1, 1)
    places = layout(network.sizes)
    for number, (W, b) in enumerate(layers, 1):
        for j, i in np.ndindex(W.shape):
            ends = np.array([places[number - 1][i], places[number][j]])
            colour = _edge(now, number, i, j)
            ax.plot(*ends.T, color=colour, linewidth=2.4 if colour != QUIET else 0.9, alpha=0.75, zorder=1)
            known = ("slopes", number, None) in done
            share = 0.38 if min(W.shape) > 1 else 0.52  # where edges cross their numbers keep out of each other's way
            at, slope = ends[0] + share * (ends[1] - ends[0]), slopes[number - 1][0][j, i] if known else None
            edge_number(ax, at, W[j, i], slope, size=8.5)
        for j, bias in enumerate(b):
            known = ("slopes", number, None) in done
            _by(ax, places[number][j], f"bias {short(bias)}", 1, color=BLUE)
            if known:
                _by(ax, places[number][j], short(slopes[number - 1][1][j]), 1.55, color=ORANGE)
    for number, layer in enumerate(places):
        for unit, at in enumerate(layer):
            active = now is not None and now[1:] in ((number, unit), (number, None)) and now[0] != "slopes"
            look = {"markeredgecolor": INK, "markeredgewidth": 2.6 if active else 1.0, "markersize": 34}
            ax.plot(*at, "o", color="white", zorder=2, **look)
            if number == 0 or ("unit", number, unit) in done:
                words = short(values[number][0, unit])
                ax.text(*at, words, color=BLUE, fontsize=8.5, ha="center", va="center", zorder=3)
            if ("error", number, unit) in done:
                _by(ax, at, f"δ = {short(errors[number - 1][0, unit])}", -1, color=ORANGE)
    for unit, at in enumerate(places[0], 1):
        _by(ax, at, f"x{unit}".translate(_LOW), -1, color=INK)
    if ("loss", len(layers), None) in done:
        told = f"target {short(y)}\nJ = {short((values[-1].item() - y) ** 2)}"
        _by(ax, places[-1][0], told, -1.75, color=INK)
    ax.set(xlim=(-0.4, 2 * len(layers) + 0.5), ylim=(-0.85, max(network.sizes) - 0.1))
    ax.axis("off")
    return _told(network, layers, sums, values, errors, y, now).replace("-", "−")


def _edge(now, layer, i, j):
    """The colour of the edge from unit i to unit j of a layer: of what is going on now, or quiet."""
    if now is None:
        return QUIET
    kind, where, unit = now
    if kind == "unit" and where == layer and unit == j:
        return BLUE
    return ORANGE if (kind == "error" and where == layer - 1 and unit == i) or now == ("slopes", layer, None) else QUIET


def _told(network, layers, sums, values, errors, y, now):
    """One stage of a pass in words, with its numbers put in."""
    if now is None:
        return "before the pass: the weights, the biases and the inputs are known"
    kind, layer, unit = now
    W, b = layers[layer - 1]
    below, g = values[layer - 1][0], type(network.activations[layer - 1]).__name__.lower()
    if kind == "unit":
        terms = " + ".join(f"{_signed(w)} · {_signed(a)}" for w, a in zip(W[unit], below, strict=True))
        z, a = sums[layer - 1][0, unit], values[layer][0, unit]
        return f"forward: z = {terms} + {_signed(b[unit])} = {z:.4f}, and a = {g} z = {a:.4f}"
    out = values[-1].item()
    if kind == "loss":
        return f"the loss: J = ({out:.4f} − {y:.4f})² = {(out - y) ** 2:.4f}"
    if kind == "slopes":
        return "slopes of the weights: the δ at the end times the output at the start; of a bias: the δ itself"
    slope = float(network.activations[layer - 1].derivative(sums[layer - 1][0, unit]))
    delta = errors[layer - 1][0, unit]
    if layer == len(layers):
        return f"back: δ = 2 · ({out:.4f} − {y:.4f}) · {slope:.4f} = {delta:.4f}"
    after, back = errors[layer][0], layers[layer][0][:, unit]
    terms = " + ".join(f"{_signed(w)} · {_signed(d)}" for w, d in zip(back, after, strict=True))
    return f"back: δ = {slope:.4f} · [{terms}] = {delta:.4f}"


def _signed(number):
    """A number of at most four digits, in brackets if it is negative."""
    return f"({number:.4g})" if number < 0 else f"{number:.4g}"


def two_ways(network, theta, x, y):
    """A network of one hidden layer and one output, and beside it the one that errors run through: arrows turned."""
    layers, (sums, values) = network.unpack(theta), network.forward(theta, [x])
    errors, _ = network.backward(theta, sums, values, [[y]])
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.2))
    fig.subplots_adjust(0.01, 0, 0.99, 0.9, wspace=0.04)
    places = layout(network.sizes)
    for ax, colour, title in zip(axes, (BLUE, ORANGE), ("forward: signals", "backward: errors"), strict=True):
        back = colour == ORANGE
        for number, (W, _) in enumerate(layers[back:], 1 + back):
            for j, i in np.ndindex(W.shape):
                ends = np.array([places[number - 1][i], places[number][j]])
                tail, head = ends[::-1] if back else ends
                arrow = {"arrowstyle": "-|>", "color": colour, "shrinkA": 17, "shrinkB": 17, "linewidth": 1.2}
                ax.annotate("", head, tail, arrowprops=arrow)
                at = ends[0] + 0.4 * (ends[1] - ends[0])
                ax.text(*at, short(W[j, i]), fontsize=8.5, ha="center", va="center", bbox=_WHITE, color=INK)
        for number, layer in enumerate(places[back:], int(back)):
            for unit, at in enumerate(layer):
                ax.plot(*at, "o", color="white", markeredgecolor=INK, markersize=33, zorder=2)
                inside = errors[number - 1][0, unit] if back else values[number][0, unit]
                ax.text(*at, short(inside), color=colour, fontsize=8.5, ha="center", va="center", zorder=3)
                if number:
                    slope = float(network.activations[number - 1].derivative(sums[number - 1][0, unit]))
                    _by(ax, at, f"· {slope:.3f}" if back else "sum, tanh", 1, color=QUIET)
        if back:
            fed = 2 * (values[-1].item() - y)
            arrow = {"arrowstyle": "-|>", "color": ORANGE, "shrinkB": 17, "linewidth": 1.2}
            (x1, y1) = places[-1][0]
            ax.annotate("", (x1, y1), (x1 + 1.2, y1), arrowprops=arrow)
            _by(ax, (x1 + 0.95, y1), f"2(ŷ − y)\n= {short(fed)}", -0.5, color=ORANGE)
        ax.set(xlim=(-0.5, 5.6), ylim=(-0.7, 1.75))
        ax.set_title(title, color=colour)
        ax.axis("off")


def two_blames(output, weights, errors):
    """One tanh unit that two outputs use: its `output`, the `weights` to them, and their `errors`, which come back."""
    fig, ax = plt.subplots(figsize=(7.0, 2.7))
    fig.subplots_adjust(0, 0, 1, 1)
    unit, ends, total = (0.0, 0.5), [(2.6, 1.0), (2.6, 0.0)], float(np.dot(weights, errors))
    for k, (end, weight, error) in enumerate(zip(ends, weights, errors, strict=True), 1):
        arrow = {"arrowstyle": "-|>", "color": ORANGE, "shrinkA": 18, "shrinkB": 18, "linewidth": 1.4}
        ax.annotate("", unit, end, arrowprops=arrow)
        words = f"{short(weight)} · {_signed(error)} = {short(weight * error)}".replace("-", "−")
        at = (1.3, np.mean([unit[1], end[1]]))
        ax.text(*at, words, color=ORANGE, fontsize=9, ha="center", va="center", bbox=_WHITE, zorder=3)
        ax.plot(*end, "o", color="white", markeredgecolor=INK, markersize=34, zorder=2)
        ax.text(*end, f"ŷ{k}".translate(_LOW), fontsize=10, ha="center", va="center", zorder=3)
        _by(ax, end, f"δ = {short(error)}", -1, color=ORANGE)
    ax.plot(*unit, "o", color="white", markeredgecolor=INK, markersize=34, zorder=2)
    ax.text(*unit, short(output), color=BLUE, fontsize=9, ha="center", va="center", zorder=3)
    slope = 1 - output**2
    told = f"sum {short(total)}, slope {short(slope)}\nδ = {short(total)} · {short(slope)} = {short(total * slope)}"
    _by(ax, unit, told, -1.15, color=ORANGE)
    ax.set(xlim=(-0.9, 3.3), ylim=(-0.45, 1.45))
    ax.axis("off")


def sweep(values, places, labels, start):
    """Numbers of `byhand.autodiff` as a graph with the slopes of one sweep; how many it needs, in words.

    `start`: the name of the number to go from. From J the sweep goes back, and each number gets the slope of J with
    respect to it; from any other it goes forward, and each number gets its slope with respect to that one. `values`,
    `places`, `labels`: as in `byhand.plot.neural.value_graph`.
    """
    names = {id(value): name for name, value in values.items()}
    edges = [
        (names[id(part)], name, slope)
        for name, value in values.items()
        for part, slope in value.parts
        if id(part) in names
    ]
    back, found = start == list(values)[-1], {start: 1.0}
    for part, name, slope in reversed(edges) if back else edges:
        tail, head = (name, part) if back else (part, name)
        if tail in found:
            found[head] = found.get(head, 0.0) + slope * found[tail]
    colour = ORANGE if back else GREEN
    fig, ax = plt.subplots(figsize=(7.4, 3.0))
    fig.subplots_adjust(0, 0, 1, 1)
    for part, name, _ in edges:
        tail, head = (places[name], places[part]) if back else (places[part], places[name])
        on = (name if back else part) in found
        line = {"arrowstyle": "-|>", "color": colour if on else QUIET, "shrinkA": 18, "shrinkB": 18}
        ax.annotate("", head, tail, arrowprops=line | {"linewidth": 1.6 if on else 0.8})
    for name, at in places.items():
        edge = colour if name in found else QUIET
        ax.plot(*at, "o", color="white", markeredgecolor=edge, markeredgewidth=1.4, markersize=33, zorder=2)
        ax.text(*at, short(values[name].data), color=BLUE, fontsize=8.5, ha="center", va="center", zorder=3)
        _by(ax, at, labels[name], 1, color=INK)
        if name in found:
            _by(ax, at, short(found[name]), -1.05, color=colour)
            ax.texts[-1].set(bbox=_WHITE, zorder=4)
    ax.set(xlim=(-0.5, 4.5), ylim=(-0.7, 2.7))
    ax.axis("off")
    if back:
        words = f"one sweep back from J: {len(found)} slopes of J, among them {_listed(values, found)}"
    else:
        last, here = found[list(values)[-1]], labels[start]
        words = f"one sweep forward from {here}: {len(found)} slopes with respect to {here}; that of J is {last:.4f}"
    return words.replace("-", "−")


def _listed(values, found):
    """The slopes at the leaves of a graph, in words."""
    leaves = [name for name, value in values.items() if not value.parts and name in found]
    return " and ".join(f"{name} with {found[name]:.4f}" for name in leaves)


def two_planes(X, y, W, b, v, c, activation, limits=None, names=None):
    """Points as the inputs show them and as two hidden units see them, each with the network's border.

    X, shape (n, 2), labels 0 and 1, y, shape (n,); W (2, 2) and b (2,) of the hidden units, v (2,) and c of the output.
    A square grid of the left plane is bent into the right one, whose axes reach over `limits` or as far as the grid
    does. `names`: a word for each point, written beside it. Returns how many points are right, in words.
    """
    g, W, b, v = ACTIVATIONS[activation], np.array(W, float), np.array(b, float), np.array(v, float)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5))
    fig.subplots_adjust(left=0.06, right=0.98, bottom=0.14, wspace=0.2)
    (x0, x1), (y0, y1) = window(X, (-0.5, 1.5), (-0.5, 1.5))
    heat(left, lambda points: g(points @ W.T + b) @ v + c, (x0, x1), (y0, y1), -2.0, 2.0, level=0.0, strength=0.45)
    along, across = np.linspace(0, 1, 41), np.linspace(0, 1, 9)
    upright = np.array([[(u, t) for t in along] + [(np.nan, np.nan)] for u in across]).reshape(-1, 2)
    grid = np.vstack([upright, upright[:, ::-1]]) * (x1 - x0, y1 - y0) + (x0, y0)
    bent, hidden = g(grid @ W.T + b), g(np.asarray(X, float) @ W.T + b)
    left.plot(*grid.T, color=QUIET, linewidth=0.5, alpha=0.5)
    right.plot(*bent.T, color=QUIET, linewidth=0.6, alpha=0.7)
    every = np.vstack([bent, hidden])
    low, high = np.nanmin(every, axis=0), np.nanmax(every, axis=0)
    room = 0.12 * np.maximum(high - low, 1e-6)
    (h0, h1), (k0, k1) = (limits, limits) if limits else zip(low - room, high + room, strict=True)
    heat(right, lambda points: points @ v + c, (h0, h1), (k0, k1), -2.0, 2.0, level=0.0, strength=0.45)
    y = np.asarray(y)
    class_points(left, X, y, [0, 1], size=9)
    for label, size in ((0, 12), (1, 7)):  # two in one place can both be seen
        class_points(right, hidden[y == label], y[y == label], [0, 1], size=size)
    left.set(xlabel="x₁", ylabel="x₂", title="inputs", xticks=[0, 1], yticks=[0, 1])
    if names:
        _named(left, np.asarray(X, float), names)
        _named(right, hidden, names)
    ticks = [int(np.ceil(limits[0])), int(limits[1])] if limits else []
    right.set(xlabel="h₁", ylabel="h₂", title="hidden units", xticks=ticks, yticks=ticks)
    sums = hidden @ v + c
    good = int(np.sum((sums > 0) == (y == 1)))
    return f"{good} of {len(X)} points on the right side"


def _named(ax, places, names):
    """Names beside points; points at the same place share one.

    A name stands towards the middle of the axes or, where another point is near, away from that one.
    """
    ends, left = np.array([ax.get_xlim(), ax.get_ylim()]), list(range(len(places)))
    middle, reach = ends.mean(axis=1), np.ptp(ends, axis=1) / 2
    while left:
        at = places[left[0]]
        inner, gaps = np.where(at > middle, -1, 1), np.abs(places - at).max(axis=1)
        edge = np.abs(at - middle) > 0.75 * reach
        here = [k for k in left if gaps[k] < (0.1 if edge.all() else 0.02)]
        left = [k for k in left if k not in here]
        near = [k for k in range(len(places)) if k not in here and gaps[k] < 0.25]
        away = np.where(at > places[near].mean(axis=0), 1, -1) if near else inner
        side = np.where(edge, inner, away)  # at an edge always inwards
        words, align = ", ".join(names[k] for k in here), {"ha": "right" if side[0] < 0 else "left"}
        align["va"] = "top" if side[1] < 0 else "bottom"
        ax.annotate(words, at, tuple(8 * side), textcoords="offset points", fontsize=9, zorder=5, **align)


def stopping(grid, truth, train, held, curves, losses, epochs, epoch, stop=None):
    """The curve of a network after some epochs, beside its losses on training and validation data; both in words.

    `grid`, `truth`: the true curve; `train`, `held`: (x, y) of both data; `curves`: a dictionary from an epoch to the
    network's curve; `losses`: two lists, at each of `epochs`; `epoch`: the one to show; `stop`: when training stopped,
    if that was later.
    """
    fig, (ax, side) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.1))
    fig.subplots_adjust(left=0.08, right=0.97, bottom=0.16, wspace=0.22)
    ax.plot(grid, truth, "--", color=QUIET, linewidth=1)
    ax.plot(*train, "o", color=BLUE, markersize=4)
    ax.plot(*held, "D", color=ORANGE, markersize=4, markerfacecolor="none")
    ax.plot(grid, curves[epoch], color=INK, linewidth=1.6)
    ax.set(xlim=(0, 1), ylim=(-3.1, 3.1), xticks=[0, 0.5, 1], yticks=[-2, 0, 2], xlabel="x", ylabel="y")
    at = list(epochs).index(epoch)
    for values, colour in zip(losses, (BLUE, ORANGE), strict=True):
        side.plot(epochs, values, color=colour, linewidth=1.6)
        side.plot(epoch, values[at], "o", color=colour, markersize=6)
    ends = {"ha": "right", "textcoords": "offset points", "bbox": _WHITE, "zorder": 4}
    side.annotate("validation", (epochs[-1], losses[1][-1]), (0, 8), color=ORANGE, **ends)
    side.annotate("training", (epochs[-1], losses[0][-1]), (-26, 0), va="center", color=BLUE, **ends)
    side.set(xscale="log", yscale="log", xlabel="epoch", title="mean squared error", ylim=(0.008, 4))
    if stop is not None:
        side.axvline(stop, color=INK, linewidth=1.2, linestyle="--")
        side.annotate("stop", (stop, 0.008), (-3, 4), color=INK, **ends)
    side.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    side.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    side.minorticks_off()
    both = ", ".join(
        f"{name} {values[at]:.3f}" for name, values in zip(("training", "validation"), losses, strict=True)
    )
    if stop is not None:
        return f"stops after epoch {stop} and keeps epoch {epoch}: {both}"
    return f"after {epoch} epochs: {both}"


def layer_sizes(sizes, plain):
    """The sizes of errors by layer, relative to the last, and in grey those of a plain network; the first, in words.

    Both of shape (layers + 1,): below the first layer, between the layers, and above the last. The axis has room for
    the first; where the grey curve goes far beyond it, it leaves the picture.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    fig.subplots_adjust(left=0.12, right=0.97, bottom=0.16)
    for values, colour, size in ((plain, QUIET, 2), (sizes, ORANGE, 4)):
        ax.plot(range(len(values)), np.log10(values), "o-", color=colour, markersize=size, linewidth=1.2)
    ax.set(xlim=(-1, len(sizes)), xlabel="layer", xticks=[0, 10, 20, 30])
    own, grey = np.log10(sizes), np.log10(plain)
    powers_of_ten(ax, np.append(own, np.clip(grey, own.min() - 4, own.max() + 4)))
    ax.set_title("size of the errors, relative to the last layer")
    return f"on the way back an error is multiplied by {sizes[0]:.2g}; in the plain network by {plain[0]:.2g}"


def many_losses(runs):
    """The losses of many trainings, step by step, side by side: a dictionary from a title to a list of lists."""
    fig, axes = plt.subplots(1, len(runs), figsize=(7.4, 2.8), sharey=True)
    fig.subplots_adjust(left=0.08, right=0.97, bottom=0.18, wspace=0.12)
    for ax, (title, curves) in zip(axes, runs.items(), strict=True):
        for values in curves:
            ax.plot(values, color=BLUE if values[-1] < 0.05 else ORANGE, linewidth=1.0, alpha=0.7)
        last, ends = len(curves[0]) - 1, np.array([values[-1] for values in curves])
        for some, words, colour in ((ends < 0.05, "learn it", BLUE), (ends >= 0.05, "get stuck", ORANGE)):
            if some.any():
                near = {"textcoords": "offset points", "ha": "right", "color": colour}
                ax.annotate(f"{some.sum()} {words}", (last, ends[some].max()), (-4, 6), **near)
        ax.set(xlim=(0, last), ylim=(0, 0.9), xticks=[0, last], yticks=[0, 0.5], xlabel="step", title=title)
    axes[0].set_ylabel("loss J")


def price():
    """What a probability of the true class costs: minus its logarithm, and for comparison the squared miss."""
    p = np.linspace(0.004, 1, 250)
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    ax.plot(p, -np.log(p), color=BLUE)
    ax.plot(p, (1 - p) ** 2, color=ORANGE)
    ax.annotate("−log p", (0.06, -np.log(0.06)), (8, 0), textcoords="offset points", color=BLUE, va="center")
    ax.annotate("(1 − p)²", (0.03, 0.94), (8, -16), textcoords="offset points", color=ORANGE, va="center")
    ax.set(xlim=(0, 1), ylim=(0, 5.6), xticks=[0, 0.5, 1], yticks=[0, 1, 5])
    ax.set(xlabel="probability p that was given to what happened", ylabel="cost")


def _by(ax, at, words, side, color):
    """Words above (1) or below (-1) the circle of a unit, in points, so that they keep their distance."""
    align = {"ha": "center", "va": "bottom" if side > 0 else "top"}
    ax.annotate(words, at, (0, 19 * side), textcoords="offset points", fontsize=8.5, color=color, **align)
