"""Drawings of the chapter on Markov chains and hidden Markov models."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyArrowPatch
from matplotlib.transforms import offset_copy

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, colour_of

# what the sliders of the chapter offer
STAYS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
TENTHS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)

_PAPER = {"facecolor": "white", "edgecolor": "none", "pad": 1}
ASIDE = 0.36  # where on a slanting line of a trellis its words stand, clear of the line that crosses it


def state_graph(model, emissions=True, unit=""):
    """Two states with their arrows: the start, the steps and, for a hidden Markov model, bars of what each emits."""
    first, second = model.states
    colours = colour_of(model.states)
    shows = emissions and hasattr(model, "emissions")
    fig, ax = plt.subplots(figsize=(7.0, 3.3 if shows else 2.3))
    ax.set_position([0, 0, 1, 1])
    places = {first: (2.4, 0.0), second: (4.6, 0.0)}
    for i, (name, (x, y)) in enumerate(places.items()):
        side = -1 if i == 0 else 1
        arrow = {"arrowstyle": "-|>", "mutation_scale": 14, "color": QUIET, "linewidth": 1.4}
        ax.add_patch(FancyArrowPatch((x, 1.15), (x, 0.42), **arrow))
        ax.text(x + 0.1, 0.95, f"start {model.start[i]:g}", va="center", color=QUIET)
        loop = [(x + side * 0.26, y + 0.3), (x + side * 0.26, y - 0.3)]
        ax.add_patch(FancyArrowPatch(*loop, connectionstyle=f"arc3,rad={-side * 2.1}", **arrow))
        ax.text(x + side * 1.08, y, f"{model.transitions[i, i]:g}", ha="center", va="center", bbox=_PAPER)
        ax.plot(x, y, "o", markersize=46, color=colours[name], zorder=3)
        ax.text(x, y, str(name), ha="center", va="center", color="white", weight="bold", zorder=4)
        other = places[second if i == 0 else first]
        bow = [(x - side * 0.38, y - side * 0.14), (other[0] + side * 0.38, y - side * 0.14)]
        ax.add_patch(FancyArrowPatch(*bow, connectionstyle="arc3,rad=-0.25", **arrow))
        ax.text(3.5, y - side * 0.52, f"{model.transitions[i, 1 - i]:g}", ha="center", va="center")
        if shows:
            for k, symbol in enumerate(model.symbols):
                share, at = model.emissions[i, k], x + 0.5 * (k - (len(model.symbols) - 1) / 2)
                ax.bar(at, 0.8 * share, 0.4, bottom=-1.65, color=colours[name])
                ax.text(at, -1.61 + 0.8 * share, f"{share:g}", ha="center", va="bottom", fontsize=8)
                ax.text(at, -1.71, str(symbol), ha="center", va="top", color=QUIET)
            ax.plot([x, x], [-0.42, -0.66], color=QUIET, linewidth=1, linestyle=":")
    if shows and unit:
        ax.text(3.5, -1.71, unit, ha="center", va="top", color=QUIET)
    ax.set(xlim=(0.75, 6.25), ylim=(-2.0 if shows else -0.95, 1.3))
    ax.axis("off")


def unrolled():
    """The model unrolled in time: hidden states in a row, each with what is seen below it, an arrow for each factor."""
    fig, ax = plt.subplots(figsize=(7.0, 2.5))
    ax.set_position([0, 0, 1, 1])
    arrow = {"arrowstyle": "-|>", "mutation_scale": 12, "color": QUIET, "linewidth": 1.4, "shrinkA": 15, "shrinkB": 15}
    apart = {"textcoords": "offset points", "fontsize": 11}
    factors = {0: r"$\pi_{q_1}$", 1: "$a_{q_1 q_2}$"}
    for x, t in enumerate(("1", "2", "", "T")):
        ax.add_patch(FancyArrowPatch((x - (1 if x else 0.9), 0), (x, 0), **arrow))
        ax.annotate(factors.get(x, ""), (x - 0.5, 0), (0, 13), ha="center", va="bottom", **apart)
        if not t:
            for y in (0, -1.3):
                ax.text(x, y, "…", ha="center", va="center", color=QUIET, fontsize=15)
            continue
        ax.add_patch(FancyArrowPatch((x, 0), (x, -1.3), **arrow))
        ax.annotate(rf"$b_{{q_{t}}}(o_{t})$", (x, -0.65), (3, 0), ha="left", va="center", **apart | {"fontsize": 9})
        ax.plot(x, 0, "o", markersize=27, color=PURPLE, zorder=3)
        ax.plot(x, -1.3, "s", markersize=25, color=INK, zorder=3)
        for y, letter in ((0, "q"), (-1.3, "o")):
            ax.text(x, y, f"${letter}_{t}$", ha="center", va="center", color="white", fontsize=12, zorder=4)
    for y, words, colour in ((0, "hidden", PURPLE), (-1.3, "seen", INK)):
        ax.text(-0.8, y, words, ha="right", va="center", color=colour, weight="bold")
    ax.set(xlim=(-1.65, 3.9), ylim=(-1.75, 0.5))
    ax.axis("off")


def trellis(ax, model, observations, values, path=(), edges=None, labels=None, digits=3):
    """A circle for each state at each step with its value, lines for the steps between them, the symbols below.

    `values`: shape (T, S), written in the circles and, as shares of their column, their strength of colour; NaN leaves
    a circle empty; `path`: the states of a path to stress, None where it has none yet; `edges`: widths of the lines
    between 0 and 1, shape (T - 1, S, S), all thin if None; `labels`: words on lines, by (t, from, into).
    """
    T, S, few = len(observations), len(model.states), len(observations) < 5
    colours, names = colour_of(model.states), list(model.states)

    def beside(words, y, **look):
        offset = (-28 if few else -18, 0)
        ax.annotate(words, (0, y), offset, textcoords="offset points", ha="right", va="center", **look)

    weights = np.zeros((T - 1, S, S)) if edges is None else np.asarray(edges)
    labels, lines, widths = labels or {}, [], []
    for t, i, j in np.ndindex(T - 1, S, S):
        middle, gap = (0.5, 0.15) if i == j else (ASIDE, 0.18)
        gap = gap if (t, i, j) in labels else 0
        for start, end in ((0, middle - gap), (middle + gap, 1)):
            lines.append([(t + part, -i - part * (j - i)) for part in (start, end)])
            widths.append(0.8 + 5 * weights[t, i, j])
    ax.add_collection(LineCollection(lines, linewidths=widths, colors=QUIET, alpha=0.5, zorder=1))
    rows = [np.nan if state is None else -names.index(state) for state in path]
    ax.plot(range(len(rows)), rows, color=INK, linewidth=3.2, zorder=2)
    for (t, i, j), words in labels.items():
        if t < 0:  # from the start
            side = 1 if j == 0 else -1
            apart = {"textcoords": "offset points", "ha": "center", "va": "bottom" if j == 0 else "top"}
            ax.annotate(words.replace("\n×", " × "), (0, -j), (0, 23 * side), fontsize=9, **apart)
        else:
            part = 0.5 if i == j else ASIDE
            place = t + part, -i - part * (j - i)
            ax.text(*place, words, ha="center", va="center", fontsize=9, linespacing=1.25, zorder=2.5)
    total = np.nansum(values, axis=1, keepdims=True)
    shares = np.divide(np.nan_to_num(values), total, out=np.zeros(values.shape), where=total > 0)
    for i, name in enumerate(names):
        strength = 0.12 + 0.88 * shares[:, i, None]
        shade = 1 - strength * (1 - np.array(to_rgb(colours[name])))
        on_path = [t < len(path) and path[t] == name for t in range(T)]
        rims = [INK if on else colours[name] for on in on_path]
        widths = [2.6 if on else 1.2 for on in on_path]
        ax.scatter(
            range(T), np.full(T, -i), s=1550 if few else 640, color=shade, edgecolors=rims, linewidths=widths, zorder=3
        )
        for t in range(T):
            ink = "white" if shares[t, i] > 0.5 else INK
            ax.text(t, -i, _cell(values[t, i], digits), ha="center", va="center", color=ink, fontsize=9, zorder=4)
        beside(str(name), -i, color=colours[name], weight="bold")
    for t, symbol in enumerate(observations):
        ax.text(t, -S + 0.32, str(symbol), ha="center", va="center", fontsize=13)
    beside("seen", -S + 0.32, color=QUIET)
    ax.set(xlim=(-0.95 if few else -1.3, T - (0.64 if few else 0.52)), ylim=(-S + 0.1, 0.55))
    ax.axis("off")


def wide_trellis(*arguments, title="", **options):
    """A `trellis` on a figure of its own."""
    fig, ax = plt.subplots(figsize=(7.4, 2.9))
    ax.set_position([0.02, 0.0, 0.96, 0.88])
    trellis(ax, *arguments, **options)
    ax.set_title(title, x=0.02)
    return ax


def forward_cells(model, observations, step):
    """The forward trellis after so many steps, a cell each, column by column; the last step adds up the last column.

    The lines into the newest cell bear transition times emission, and are as thick as their share of its ways.
    """
    values, S = model.forward(observations), len(model.states)
    filled = np.where(np.arange(values.size).reshape(values.shape) < step, values, np.nan)
    t, i = divmod(step - 1, S)
    edges = np.zeros((len(observations) - 1, S, S))
    if 0 < t < len(observations):
        ways = values[t - 1] * model.transitions[:, i]
        edges[t - 1, :, i] = ways / ways.sum()
    labels = _factors(model, observations, t, i)
    wide_trellis(model, observations, filled, edges=edges, labels=labels, title="Forward: all ways are added")
    return str(model.working_forward(observations).steps[step - 1])


def viterbi_cells(model, observations, step):
    """The trellis of Viterbi after so many steps: a cell each, column by column, then the path, from its end back.

    Of the lines into a cell the one from which its best path came is thick; those into the newest bear their factors.
    """
    values, psi = model.viterbi_table(observations)
    T, S = values.shape
    filled = np.where(np.arange(values.size).reshape(values.shape) < step, values, np.nan)
    edges = np.zeros((T - 1, S, S))
    for cell in range(S, min(step, values.size)):
        t, i = divmod(cell, S)
        edges[t - 1, psi[t, i], i] = 0.5
    traced = max(step - values.size, 0)
    path = [None] * (T - traced) + list(model.viterbi(observations).states[T - traced :])
    labels = _factors(model, observations, *divmod(step - 1, S))
    title = "Viterbi: the better way is kept" if not traced else "Viterbi: back along the pointers"
    wide_trellis(model, observations, filled, path=path, edges=edges, labels=labels, title=title)
    working = model.working_viterbi(observations)
    names, state = [f"q_{T + 1 - traced}"], model.states[(step - 1) % S]
    if not traced:
        t = (step - 1) // S + 1
        names = [f"delta_{t}({state})"] + [f"psi_{t}({state})"] * (t > 1)
    return "\n".join(str(line) for line in working.steps if line.name in names)


def _factors(model, observations, t, i):
    """For the lines into state i at position t, from the start at 0: the step, times the emission at its end."""
    if t >= len(observations):
        return {}
    ways = model.transitions[:, i] if t else model.start[i : i + 1]
    emission = model.likelihoods(observations)[t, i]
    return {(t - 1, j, i): f"{way:g}\n×{emission:g}" for j, way in enumerate(ways)}


def own_diary(model, observations):
    """The trellis with the posterior of each day in its circles and the most probable path; key numbers."""
    best, total = model.viterbi(observations), model.probability(observations)
    wide_trellis(model, observations, model.posterior(observations), path=best.states, digits=2, title="Your diary")
    return (
        f"best path: {', '.join(best.states)}; {best.probability / total:.1%} of the probability of the diary\n"
        f"in the circles: how probable each state is, given all {len(observations)} days"
    )


def reading_on(model, observations, read):
    """The probability of the first state on each day, from the first `read` entries of the diary alone.

    Days before the last entry are smoothed, that of the last entry is filtered, later ones are predicted.
    """
    now, T = model.posterior(observations[:read]), len(observations)
    ahead = [now[-1] @ model.chain.step(n) for n in range(1, T - read + 1)]
    values = np.array([*now, *ahead])[:, 0]
    kinds = {"smoothing": range(1, read), "filtering": [read], "prediction": range(read + 1, T + 1)}
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    for (kind, days), colour in zip(kinds.items(), (PURPLE, INK, GREEN), strict=True):
        heights = values[np.array(days, int) - 1]
        ax.bar(days, heights, 0.7, color=colour)
        for day, height in zip(days, heights, strict=True):
            ax.annotate(f"{height:.2f}", (day, height), (0, 2), textcoords="offset points", ha="center", fontsize=9)
        if len(days):
            place, align, y = {
                "smoothing": (0.5, "left", 1.3),
                "filtering": (read, "center", 1.15),
                "prediction": (T + 0.5, "right", 1.3),
            }[kind]
            ax.text(place, y, kind, ha=align, va="center", color=colour, weight="bold")
    ax.set(xlim=(0.1, T + 0.9), ylim=(0, 1.4), yticks=[0, 0.5, 1], xticks=range(1, T + 1))
    ax.set_xticklabels([str(symbol) if t < read else "?" for t, symbol in enumerate(observations)])
    ax.set(xlabel="read so far, day by day", title=f"How probable is it that the day is {model.states[0]}?")
    shown = {kind: ", ".join(f"{values[day - 1]:.3f}" for day in days) for kind, days in kinds.items()}
    days = {"smoothing": f"days 1 to {read - 1}", "filtering": f"day {read}", "prediction": f"days {read + 1} to {T}"}
    days |= {"smoothing": "day 1"} if read == 2 else {"prediction": f"day {T}"} if read == T - 1 else {}
    return "\n".join(f"{kind}, {days[kind]}: {numbers}" for kind, numbers in shown.items() if numbers)


def one_step(model, observations, t, i, j):
    """What the probability of a step from state i at t to state j is made of: past, step, symbol and future."""
    alpha, beta, T = model.forward(observations), model.backward(observations), len(observations)
    values = np.full(alpha.shape, np.nan)
    edges = np.zeros((T - 1, len(model.states), len(model.states)))
    edges[t - 1, i, j], edges[t:, j] = 1, 0.25
    labels = _factors(model, observations, t, j)
    labels = {place: words for place, words in labels.items() if place[1] == i}
    ax = wide_trellis(model, observations, values, edges=edges, labels=labels)
    colours = colour_of(model.states)
    cells = [(t - 1, i, rf"$\alpha_{{{t}}}$", alpha[t - 1, i]), (t, j, rf"$\beta_{{{t + 1}}}$", beta[t, j])]
    for place, state, letter, value in cells:
        ax.scatter(place, -state, s=1550, color=colours[model.states[state]], zorder=5)
        ax.text(place, -state, f"{letter}\n{value:.3g}", ha="center", va="center", color="white", fontsize=9, zorder=6)
    for x, words in ((t - 1.05, "past"), (t - 0.5, "step,\nsymbol"), (t + 0.55, "future")):
        ax.text(x, 0.42, words, ha="center", va="bottom", color=INK)
    ax.set_ylim(ax.get_ylim()[0], 0.9)


def bound(family, observations, start, step, name):
    """The log-likelihood as a function of one parameter, and below it the bound whose highest point is the next value.

    `family`: the model for a value of the parameter, the probability that the first state stays; `start`: its value at
    the start; `step`: how many steps of Baum-Welch, for this parameter alone, were made.
    """
    grid, value = np.linspace(0.005, 0.995, 199), start
    for _ in range(step):
        value = stayed(family(value), observations)
    after = stayed(family(value), observations)
    curve = np.array([family(p).log_probability(observations) for p in grid])
    here, there = (family(p).log_probability(observations) for p in (value, after))
    below = here + lower_bound(family(value), observations, grid)
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    ax.plot(grid, curve, color=BLUE, linewidth=2)
    ax.plot(grid, below, color=ORANGE, linewidth=1.6)
    top = here + lower_bound(family(value), observations, after)
    ax.plot([after, after], [top, there], color=QUIET, linewidth=1.2, linestyle=":")
    ax.plot(value, here, "o", color=INK, markersize=8, zorder=4)
    ax.plot(after, top, "^", color=ORANGE, markersize=8, zorder=4)
    peak = grid[curve.argmax()], curve.max()
    near = {"textcoords": "offset points", "ha": "center"}
    ax.annotate("log-likelihood", peak, (0, 8), color=BLUE, va="bottom", **near | _side(peak[0]))
    ax.annotate("bound", (after, top), (0, -9), color=ORANGE, va="top", **near | _side(after))
    lowest, highest = curve.min(), curve.max()
    room = highest - lowest
    ax.set(xlim=(0, 1), ylim=(lowest - 0.45 * room, highest + 0.22 * room), xlabel=name)
    ax.set_title("The bound touches the curve at the dot; its top comes next")
    return (
        f"step {step}: {name} = {value:.4f}, log-likelihood {here:.4f}\n"
        f"the bound is highest at {after:.4f}, where the log-likelihood is {there:.4f}"
    )


def _side(p):
    """How a word at a probability is set so that it stays within the axis from 0 to 1."""
    return {"ha": "right" if p > 0.85 else "left" if p < 0.08 else "center"}


def stayed(model, observations):
    """The expected share of the steps from the first state that stay there."""
    steps = model.expected_counts(observations)[1][0]
    return steps[0] / steps.sum()


def lower_bound(model, observations, p):
    """How much the log-likelihood rises at least, if the first of two states stays with probability p."""
    stays, leaves = model.expected_counts(observations)[1][0]
    old = model.transitions[0, 0]
    return stays * np.log(p / old) + leaves * np.log((1 - np.asarray(p)) / (1 - old))


def best_and_second(model, observations):
    """The trellis of Viterbi with the best path as a line and the second best dashed, and their shares."""
    delta, _ = model.viterbi_table(observations)
    paths = model.best_paths(observations, 2)
    total = model.probability(observations)
    best, second = (f"{path.probability / total:.0%}" for path in paths)
    title = f"Best path (line) {best} of the probability, second best (dashes) {second}"
    ax = wide_trellis(model, observations, delta, path=paths[0].states, title=title)
    rows = [-model.states.index(state) for state in paths[1].states]
    beside = offset_copy(ax.transData, ax.figure, y=-8, units="points")  # where both take the same step
    ax.plot(range(len(rows)), rows, color=PURPLE, linewidth=2.2, linestyle=(0, (4, 2)), zorder=2, transform=beside)
    return "\n".join(
        f"{name}: {', '.join(path.states)} with {path.probability:.4g}, "
        f"{path.probability / total:.1%} of the probability of the diary"
        for name, path in zip(("best", "second"), paths, strict=True)
    )


def settling(chain, n, last=20):
    """The probability of the first of two states against the step, from either start, with step n marked."""
    name, steps = chain.states[0], range(last + 1)
    powers = [chain.step(k) for k in steps]
    curves = {f"from {state}": [power[i, 0] for power in powers] for i, state in enumerate(chain.states)}
    moves = (np.diag(chain.transitions) < 1).any()
    stationary = chain.stationary()[0] if moves else None
    fig, ax = plt.subplots(figsize=(7.0, 3.0))
    for colour, (label, values) in zip((ORANGE, BLUE, GREEN), curves.items(), strict=False):
        ax.plot(steps, values, "o-", color=colour, markersize=3, linewidth=1.3)
        ax.plot(n, values[n], "o", color=colour, markersize=8)
        up, align = (6, "bottom") if values[0] > 0.5 else (-6, "top")  # beyond all that the curves can reach
        ax.annotate(label, (0, values[0]), (-4, up), textcoords="offset points", color=colour, va=align)
    if stationary is not None:
        ax.axhline(stationary, color=INK, linewidth=1, linestyle="--")
        ax.annotate("stationary", (steps[-1], stationary), (0, 4), textcoords="offset points", ha="right", bbox=_PAPER)
    ax.set(ylim=(-0.14, 1.14), yticks=[0, 0.5, 1], xlabel="steps", title=f"Probability of {name}")
    ax.set_xticks(range(0, len(steps), 5))
    one, other = (f"{values[n]:.4f} {label}" for label, values in curves.items())
    words = f"stationary: {stationary:.4f}" if moves else "each start is stationary"
    shrinks = np.trace(chain.transitions) - 1
    return f"{name} after {n} steps: {one}, {other}\n{words}; the gap is multiplied by {shrinks:.2f} in each step"


def climbing(runs, chosen, step, model, truth, order):
    """Log-likelihoods of several runs, one stressed up to its step; and what the states of its model emit by then.

    `order`: for each true state the state of the model that stands for it.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[1, 1], figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.24, left=0.09)
    for number, history in enumerate(runs):
        if number != chosen:
            left.plot(history, color=QUIET, linewidth=0.9, alpha=0.6)
    left.plot(runs[chosen][: step + 1], color=BLUE, linewidth=2.2, zorder=3)
    at = min(step, len(runs[chosen]) - 1)
    left.plot(at, runs[chosen][at], "o", color=BLUE, zorder=4)
    ends = [history[-1] for history in runs]
    low = min(min(history[1:]) for history in runs)
    left.set(ylim=(low - 0.05 * (max(ends) - low), max(ends) + 0.08 * (max(ends) - low)))
    left.set(xlim=(-1, max(map(len, runs))), xlabel="step", title="Log-likelihood of each run")
    if runs[chosen][at] < left.get_ylim()[0]:  # a start may be far below all that follows
        place = {"xy": (at, 0), "xytext": (at + 2, 0.15), "xycoords": left.get_xaxis_transform(), "color": BLUE}
        words = f"{runs[chosen][at]:.1f}, below the picture".replace("-", "−")
        left.annotate(words, textcoords=place["xycoords"], arrowprops={"arrowstyle": "->", "color": BLUE}, **place)
    K = len(truth.symbols)
    for i, (name, colour) in enumerate(colour_of(truth.states).items()):
        places = np.arange(K) + i * (K + 0.7)
        right.bar(places, model.emissions[order[i]], 0.8, color=colour)
        right.hlines(truth.emissions[i], places - 0.45, places + 0.45, color=INK, linewidth=2)
        words = f"{model.states[order[i]]}, for {name}"
        right.text(places.mean(), 1.08, words, ha="center", color=colour, weight="bold")
    ticks = [k + i * (K + 0.7) for i in range(len(truth.states)) for k in range(K)]
    right.set(xticks=ticks, xticklabels=truth.symbols * len(truth.states), ylim=(0, 1.22), yticks=[0, 0.5, 1])
    right.set_title("Emissions (lines: the truth)")


def against_truth(model, walk, observations):
    """What lay behind a long diary, and what can be told of it: each day alone, smoothing and the best path.

    `walk`: the true states; the first of two states is the warm one. Strokes below a row mark the days it gets wrong.
    """
    truth, days = np.array(walk) == model.states[0], np.arange(1, len(walk) + 1)
    told, gamma = guesses(model, observations), model.posterior(observations)[:, 0]
    counts = np.array([model.symbols.index(symbol) + 1 for symbol in observations])
    warm, cool = (colour_of(model.states)[name] for name in model.states)
    fig, ax = plt.subplots(figsize=(7.4, 3.9))
    ax.set_position([0.16, 0.15, 0.82, 0.75])

    def row(y, height, hot, words, wrong=None, bottom=0):
        ax.bar(days, height, 1.0, bottom=y + bottom, color=np.where(hot, warm, cool))
        ax.annotate(words, (0.5, y + np.max(height) / 2), (-6, 0), textcoords="offset points", ha="right", va="center")
        if wrong is not None:
            ax.vlines(days[wrong], y - 0.2, y - 0.06, color=INK, linewidth=2)

    K = len(model.symbols)
    row(4.1, 0.35, truth, "weather")
    row(2.9, 0.8 * counts / K, told["each day alone"], "Solos, each\nday alone", told["each day alone"] != truth)
    row(1.2, 1.2, np.zeros(len(days), bool), "smoothing", told["smoothing"] != truth)
    ax.bar(days, 1.2 * gamma, 1.0, bottom=1.2, color=warm)
    ax.hlines(1.8, 0.5, len(days) + 0.5, color="white", linewidth=1.2)
    row(0.3, 0.35, told["best path"], "best path", told["best path"] != truth)
    differ = told["best path"] != told["smoothing"]
    ax.plot(days[differ], np.full(differ.sum(), 0.8), "v", color=PURPLE, markersize=6)
    notes = [("wrong days", 2.72, INK)] + [("they differ", 0.82, PURPLE)] * int(differ.any())
    for words, y, colour in notes:
        place = {"xytext": (-6, 0), "textcoords": "offset points", "ha": "right", "va": "center"}
        ax.annotate(words, (0.5, y), color=colour, style="italic", **place)
    ax.set(xlim=(0.5, len(days) + 0.5), ylim=(0, 4.6), yticks=[], xlabel="day")
    ax.set_title("The weather, told three ways", x=0, ha="left")
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    right = ", ".join(f"{name} {(hot == truth).sum()}" for name, hot in told.items())
    return f"of {len(days)} days right: {right}\nbest path and smoothing differ on {differ.sum()}"


def guesses(model, observations):
    """Four ways to tell on which days the first of two states was there: arrays of booleans by name."""
    alone = model.chain.stationary() * model.likelihoods(observations)
    kept, best = model.scaled(observations), model.viterbi(observations)
    smoothed = kept.forward * kept.backward
    told = {"each day alone": alone, "filtering": kept.forward, "smoothing": smoothed}
    told = {name: table[:, 0] > table[:, 1] for name, table in told.items()}
    return told | {"best path": np.array(best.states) == model.states[0]}


def _cell(value, digits=3):
    """A number short enough for a circle; nothing for NaN."""
    if np.isnan(value):
        return ""
    if digits < 3:
        return f"{value:.{digits}f}"
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return f"{value:.3g}" if value >= 0.001 or value == 0 else f"{mantissa}e{int(exponent)}"
