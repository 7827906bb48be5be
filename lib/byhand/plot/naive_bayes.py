"""Drawings of the chapter on naive Bayes."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.plot import BLUE, INK, QUIET, colour_of, share_bars


def evidence_bars(ax, labels, weights, towards, title=""):
    """Signed weights as bars from a middle line; `towards`: the classes of negative and positive weights."""
    colours = colour_of(towards)
    reach = max(1.0, *(abs(weight) for weight in weights if np.isfinite(weight))) * 1.35
    for row, weight in enumerate(weights):
        shown = float(np.clip(weight, -reach, reach))
        ax.barh(row, shown, color=colours[towards[int(weight > 0)]], height=0.6)
        words = f"{weight:+.2f}" if np.isfinite(weight) else ("+∞" if weight > 0 else "−∞")
        inside = not np.isfinite(weight)
        side = "left" if (weight > 0) != inside else "right"
        ax.text(shown * (0.97 if inside else 1), row, f" {words} ", va="center", ha=side, fontsize=9)
    ax.axvline(0, color=QUIET, linewidth=1)
    ax.set(xlim=(-reach * 1.1, reach * 1.1), xticks=[], yticks=range(len(labels)), yticklabels=labels, title=title)
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.set_xlabel(f"← {towards[0]}        {towards[1]} →")


def clues(working, names):
    """The weights of prior and features in a naive Bayes `working` of two classes, and the posterior, side by side.

    `names`: the values of the features as they stand in the working. Returns both products as text.
    """
    no, yes = (step.name[2:-3] for step in working.steps if step.name.endswith("|x)"))
    factors = {c: [working[f"P({c})"], *(working[f"P({name}|{c})"] for name in names)] for c in (no, yes)}
    weights = [np.log(float(b / a)) if a else np.inf for a, b in zip(factors[no], factors[yes], strict=True)]
    _, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 2.9))
    evidence_bars(left, ["prior", *names], weights, (no, yes), "Weight of each clue")
    posterior = {c: float(working[f"P({c}|x)"]) for c in (no, yes)}
    share_bars(right, posterior, "Posterior")
    return "\n".join(
        f"{c}: {' × '.join(map(str, factors[c]))} = {working[f'score({c})']}, so P({c}|x) = {posterior[c]:.4f}"
        for c in posterior
    )


def cause_and_features(ax, cause, features, present, share):
    """One cause with an arrow to each feature; a feature that is present is filled; the cause is shaded by `share`."""
    places = np.linspace(0.1, 0.9, len(features))
    top = 0.8
    ax.scatter([0.5], [top], s=2000, color=[(*plt.matplotlib.colors.to_rgb(BLUE), share)], edgecolor=BLUE, linewidth=2)
    ax.text(0.5, top, cause, ha="center", va="center", fontsize=9, color="white" if share > 0.5 else INK)
    for place, name, is_present in zip(places, features, present, strict=True):
        arrow = {"arrowstyle": "-|>", "color": QUIET, "shrinkA": 24, "shrinkB": 14}
        ax.annotate("", (place, 0.2), (0.5, top), arrowprops=arrow)
        ax.scatter([place], [0.2], s=700, color=BLUE if is_present else "none", edgecolor=BLUE, linewidth=2)
        ax.text(place, 0.2, name, ha="center", va="center", fontsize=9, color="white" if is_present else INK)
    ax.set(xlim=(0, 1), ylim=(0, 1.1))
    ax.axis("off")
