"""Drawings of the chapter on Markov chains and hidden Markov models."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyArrowPatch

from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, colour_of


def state_graph(model, emissions=True):
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
        ax.text(x + side * 1.08, y, f"{model.transitions[i, i]:g}", ha="center", va="center")
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
    ax.set(xlim=(0.75, 6.25), ylim=(-2.0 if shows else -0.95, 1.3))
    ax.axis("off")


def trellis(ax, model, observations, values, path=(), edges=None):
    """A circle for each state at each step with its value, lines for the steps between them, the symbols below.

    `values`: shape (T, S), written in the circles and, as shares of their column, their strength of colour; NaN leaves
    a circle empty; `path`: the states of a path to stress; `edges`: widths of the lines between 0 and 1, shape
    (T - 1, S, S), all thin if None.
    """
    T, S = len(observations), len(model.states)
    colours, names = colour_of(model.states), list(model.states)
    weights = np.zeros((T - 1, S, S)) if edges is None else np.asarray(edges)
    lines = [[(t, -i), (t + 1, -j)] for t in range(T - 1) for i in range(S) for j in range(S)]
    ax.add_collection(LineCollection(lines, linewidths=0.8 + 5 * weights.ravel(), colors=QUIET, alpha=0.5, zorder=1))
    if len(path):
        ax.plot(range(T), [-names.index(state) for state in path], color=INK, linewidth=3.2, zorder=2)
    total = np.nansum(values, axis=1, keepdims=True)
    shares = np.divide(np.nan_to_num(values), total, out=np.zeros(values.shape), where=total > 0)
    for i, name in enumerate(names):
        strength = 0.12 + 0.88 * shares[:, i, None]
        shade = 1 - strength * (1 - np.array(to_rgb(colours[name])))
        on_path = [t < len(path) and path[t] == name for t in range(T)]
        rims = [INK if on else colours[name] for on in on_path]
        widths = [2.6 if on else 1.2 for on in on_path]
        ax.scatter(range(T), np.full(T, -i), s=1750, color=shade, edgecolors=rims, linewidths=widths, zorder=3)
        for t in range(T):
            ink = "white" if shares[t, i] > 0.5 else INK
            ax.text(t, -i, _cell(values[t, i]), ha="center", va="center", color=ink, fontsize=9, zorder=4)
        ax.text(-0.62, -i, str(name), ha="right", va="center", color=colours[name], weight="bold")
    for t, symbol in enumerate(observations):
        ax.text(t, -S + 0.32, str(symbol), ha="center", va="center", fontsize=13)
    ax.text(-0.62, -S + 0.32, "seen", ha="right", va="center", color=QUIET)
    ax.set(xlim=(-1.15, max(T, 3) - 0.4), ylim=(-S + 0.1, 0.55))
    ax.axis("off")


def wide_trellis(*arguments, title="", **options):
    """A `trellis` on a figure of its own."""
    fig, ax = plt.subplots(figsize=(7.4, 2.9))
    ax.set_position([0.02, 0.0, 0.96, 0.88])
    trellis(ax, *arguments, **options)
    ax.set_title(title, x=0.02)
    return ax


def flow(model, observations):
    """The share of the forward probability that moves along each step, emission included, shape (T - 1, S, S)."""
    arrived = model.likelihoods(observations)[1:, None]
    moved = model.forward(observations)[:-1, :, None] * model.transitions * arrived
    return moved / moved.sum(axis=(1, 2), keepdims=True)


def forward_cells(model, observations, step):
    """The forward trellis after so many steps, a cell each, column by column; the last step adds up the last column.

    The lines into the newest cell are as thick as their share of its ways.
    """
    values, S = model.forward(observations), len(model.states)
    filled = np.where(np.arange(values.size).reshape(values.shape) < step, values, np.nan)
    edges = np.zeros((len(observations) - 1, S, S))
    t, i = divmod(step - 1, S)
    if 0 < t < len(observations):
        ways = values[t - 1] * model.transitions[:, i]
        edges[t - 1, :, i] = ways / ways.sum()
    wide_trellis(model, observations, filled, edges=edges, title="Forward: all ways are added")
    return str(model.working_forward(observations).steps[step - 1])


def chosen_numbers(model, observations, numbers):
    """The trellis with forward values, with those of Viterbi and the best path, or with posteriors; key numbers."""
    best, total = model.viterbi(observations), model.probability(observations)
    values, options = {
        "forward": lambda: (model.forward(observations), {"edges": flow(model, observations)}),
        "Viterbi": lambda: (model.viterbi_table(observations)[0], {"path": best.states}),
        "posterior": lambda: (model.posterior(observations).round(3), {"edges": model.pair_posterior(observations)}),
    }[numbers]()
    wide_trellis(model, observations, values, title=numbers.capitalize(), **options)
    return (
        f"probability of what is seen: {total:.4g}\n"
        f"best path: {', '.join(best.states)}, probability "
        f"{best.probability:.4g}, {best.probability / total:.1%} of the total"
    )


def best_and_second(model, observations):
    """The trellis of Viterbi with the best path; in words also the second best."""
    delta, _ = model.viterbi_table(observations)
    best, second = model.best_paths(observations, 2)
    wide_trellis(model, observations, delta, path=best.states, title="Viterbi")
    return (
        f"best: {', '.join(best.states)} with {best.probability:.4g}\n"
        f"second: {', '.join(second.states)} with {second.probability:.4g}\n"
        f"all paths together: {model.probability(observations):.4g}"
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
        ax.annotate("stationary", (steps[-1], stationary), (0, 4), textcoords="offset points", ha="right")
    ax.set(ylim=(-0.14, 1.14), yticks=[0, 0.5, 1], xlabel="steps", title=f"Probability of {name}")
    ax.set_xticks(range(0, len(steps), 5))
    one, other = (f"{values[n]:.4f} {label}" for label, values in curves.items())
    words = f"stationary: {stationary:.4f}" if moves else "each start is stationary"
    shrinks = np.trace(chain.transitions) - 1
    return f"{name} after {n} steps: {one}, {other}\n{words}; the gap is multiplied by {shrinks:.2f} in each step"


def climbing(runs, chosen, step, model, truth, order):
    """Log-likelihoods of several runs against the step, one stressed; and what the states of its model emit by then.

    `order`: for each true state the state of the model that stands for it.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[1, 1], figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.24, left=0.09)
    for number, history in enumerate(runs):
        look = (
            {"color": BLUE, "linewidth": 2.2, "zorder": 3} if number == chosen else {"color": QUIET, "linewidth": 0.9}
        )
        left.plot(history, **look)
    left.plot(
        min(step, len(runs[chosen]) - 1), runs[chosen][min(step, len(runs[chosen]) - 1)], "o", color=BLUE, zorder=4
    )
    ends = [history[-1] for history in runs]
    low = min(min(history[1:]) for history in runs)
    left.set(ylim=(low - 0.05 * (max(ends) - low), max(ends) + 0.08 * (max(ends) - low)), xlim=(-1, None))
    left.set(xlabel="step", title="Log-likelihood of each run")
    width = 0.8 / len(truth.states)
    for i, (name, colour) in enumerate(colour_of(truth.states).items()):
        places = np.arange(len(truth.symbols)) + (i - (len(truth.states) - 1) / 2) * width
        right.bar(places, model.emissions[order[i]], width * 0.92, color=colour, label=str(name))
        right.hlines(truth.emissions[i], places - width / 2, places + width / 2, color=INK, linewidth=2)
    right.set(xticks=range(len(truth.symbols)), xticklabels=truth.symbols, ylim=(0, 1.15), yticks=[0, 0.5, 1])
    right.set_title("Emissions (black: the truth)")
    right.legend(loc="upper right", ncols=len(truth.states), borderaxespad=0)


def two_answers(model, observations):
    """The posterior of each state at each step as stacked bars, with the most probable path marked; how they differ."""
    best, posterior = model.viterbi(observations), model.posterior(observations)
    fig, ax = plt.subplots(figsize=(7.0, 2.9))
    colours, steps = colour_of(model.states), np.arange(1, len(observations) + 1)
    below = np.zeros(len(steps))
    for i, name in enumerate(model.states):
        ax.bar(steps, posterior[:, i], 0.72, bottom=below, color=colours[name], label=str(name))
        below = below + posterior[:, i]
    for t, (state, row) in enumerate(zip(best.states, posterior, strict=True)):
        agrees = state == model.states[int(row.argmax())]
        ax.text(t + 1, 1.08, str(state), ha="center", color=colours[state], weight="normal" if agrees else "bold")
        if not agrees:
            ax.plot([t + 0.6, t + 1.4], [1.04, 1.04], color=PURPLE, linewidth=3)
    ax.axhline(0.5, color=INK, linewidth=1, linestyle=":")
    ax.text(0.3, 1.08, "path", ha="right", color=QUIET)
    ax.set(xlim=(0.4, len(steps) + 0.6), ylim=(0, 1.2), yticks=[0, 0.5, 1], xticks=steps)
    ax.set_xticklabels([str(symbol) for symbol in observations])
    ax.set(xlabel="seen on each day", title="Each day on its own, and above it the best path")
    singles = [model.states[i] for i in posterior.argmax(axis=1)]
    differ = sum(x != y for x, y in zip(singles, best.states, strict=True))
    total = model.probability(observations)
    other = model.joint_probability(singles, observations) / total
    return (
        f"the two answers differ on {differ} of {len(observations)} days\n"
        f"as paths: the best has {best.probability / total:.1%}, the states of each day together {other:.1%}"
    )


def _cell(value):
    """A number short enough for a circle; nothing for NaN."""
    if np.isnan(value):
        return ""
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return f"{value:.3g}" if value >= 0.001 or value == 0 else f"{mantissa}e{int(exponent)}"
