"""Drawings of the chapter on naive Bayes."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, KernelNB
from byhand.plot import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    QUIET,
    class_curves,
    class_points,
    colour_of,
    own_plane,
    plane,
    rug,
    share_bars,
    upright,
)
from byhand.probability import Beta
from byhand.working import decimal

STRENGTHS = (0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 8, 12, 20, 35, 60, 100)  # of smoothing
WIDTHS = (0.1, 0.2, 0.35, 0.6, 1, 1.5, 2, 3, 4, 5, 7, 10, 14, 20, 30, 45)  # of kernels


def evidence_bars(ax, labels, weights, towards, title="", reach=None):
    """Signed weights as bars from a middle line; `towards`: the classes of negative and positive weights.

    `reach`: the weight at which a side ends; by default a little more than the largest.
    """
    colours = colour_of(towards)
    reach = reach or max(1.0, *(abs(weight) for weight in weights if np.isfinite(weight))) * 1.35
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


def bayes_areas(prior, factors, heard):
    """Bayes' theorem as areas: columns as wide as the priors, filled as high as the product of the first factors.

    `prior`: a dictionary from each of two classes to its prior, a fraction; `factors`: to its likelihoods, fractions;
    `heard`: how many of them are multiplied. Beside the columns the share of each class in the filled area. Returns
    both areas as text.
    """
    colours, heights = colour_of(prior), {c: np.prod([1.0, *map(float, factors[c][:heard])]) for c in prior}
    areas = {c: float(prior[c]) * heights[c] for c in prior}
    _, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    start = 0.0
    for c, height in heights.items():
        width, full = float(prior[c]), height > 0.5
        left.bar(start, 1, width, align="edge", color=colours[c], alpha=0.15)
        left.bar(start, height, width, align="edge", color=colours[c])
        left.text(start + width / 2, 1.03, f"P({c}) = {width:.2f}", ha="center", color=colours[c])
        words, place = f"height {height:.3f}\narea {areas[c]:.4f}", (start + width / 2, height)
        look = {"color": "white" if full else INK, "va": "top" if full else "bottom", "ha": "center", "fontsize": 9}
        left.annotate(words, place, (0, -5 if full else 4), textcoords="offset points", **look)
        start += width
    left.axvline(float(next(iter(prior.values()))), color="white", linewidth=2)
    left.set(xlim=(0, 1), ylim=(0, 1.12), xticks=[], yticks=[0, 1])
    left.spines["bottom"].set_visible(False)
    share_bars(right, {c: area / sum(areas.values()) for c, area in areas.items()}, "Share of the filled area")
    return "\n".join(f"{c}: {' × '.join(map(str, [prior[c], *factors[c][:heard]]))} = {areas[c]:.4f}" for c in prior)


def belief(alpha, seen, others, values):
    """What is believed about the share of one of some values, before and after it was seen so often among others.

    The belief is a Dirichlet distribution with `alpha` for each of the `values`, of which one share alone is drawn.
    """
    before = Beta(alpha, alpha * (values - 1))
    after, share = before.updated(seen, others), np.linspace(0, 1, 301)
    _, ax = plt.subplots(figsize=(7.0, 2.9))
    ax.plot(share, before.density(share), color=QUIET, linestyle="--")
    ax.plot(share, after.density(share), color=ORANGE)
    ax.fill_between(share, after.density(share), color=ORANGE, alpha=0.12, linewidth=0)
    for name, some, colour, up in (("before", before, QUIET, 0.75), ("after five days", after, ORANGE, 0.95)):
        top = 7.4 * up
        ax.vlines(some.mean, 0, top, color=colour, linewidth=1.2)
        ax.annotate(f"{name}: mean {some.mean:.3f}", (some.mean, top), (5, -9), textcoords="offset points", color=INK)
    ax.set(xlim=(0, 1), ylim=(0, 7.4), yticks=[], xlabel="share of overcast days among those without tennis")
    ax.spines["left"].set_visible(False)


def _ellipses(ax, model, size=2):
    """Around the mean of each class of a `GaussianNB` the ellipse of so many standard deviations."""
    angle = np.linspace(0, 2 * np.pi, 120)
    ring = np.stack([np.cos(angle), np.sin(angle)])
    for mean, std, colour in zip(model.mean_, model.std_, colour_of(model.classes_).values(), strict=True):
        for look in ({"color": INK, "linewidth": 4}, {"color": colour, "linewidth": 2}):
            ax.plot(*(mean[:, None] + size * std[:, None] * ring), **look)


def imagined(model, X, y, seed=0):
    """Points of two classes and as many that a fitted `GaussianNB` would draw itself, both with its ellipses."""
    rng, codes = np.random.default_rng(seed), np.searchsorted(model.classes_, y)
    own = rng.normal(model.mean_[codes], model.std_[codes])
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.4))
    fig.subplots_adjust(left=0.05, wspace=0.12)
    panels = (("Leaves as they are", X), ("Leaves as the model imagines them", own))
    for ax, (title, points) in zip(axes, panels, strict=True):
        class_points(ax, points, y, model.classes_, size=2.5)
        _ellipses(ax, model)
        ax.set(xlim=(-4.6, 4.6), ylim=(-4.6, 4.6), xticks=[], yticks=[], aspect="equal", title=title)
        ax.set(xlabel="length", ylabel="width")
    for kind, mean, down in zip(model.classes_, model.mean_, (-1, 1), strict=True):
        place = mean + [down * 2.3, -down * 2.0]
        colour = colour_of(model.classes_)[kind]
        axes[0].text(*place, kind, color=colour, ha="center", va="center")
    return own


def overconfidence(model, X, y, observed, predicted, normal):
    """Two clouds of leaves, the ellipses (two standard deviations) that Gaussian naive Bayes sees, its reliability.

    Its boundary is drawn, and the best one, dashed, a line through the origin; `normal`: a vector at right angles to
    it. `observed`, `predicted`: the share of the second class in each of some bins, and its mean posterior there, as
    `byhand.scoring.calibration_curve` returns them.
    """
    _, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.3))
    class_points(left, X, y, model.classes_, size=2.5)
    _ellipses(left, model)
    ends = 9 * np.array([-1, 1])[:, None] * [-normal[1], normal[0]] / np.hypot(*normal)
    left.plot(*ends.T, color=INK, linewidth=1.5, linestyle="--")
    grid = plane((-4.6, 4.6), (-4.6, 4.6), 60)
    odds = np.diff(model.predict_joint_log_proba(grid), axis=1)
    looks = {"levels": [0], "colors": [PURPLE], "linewidths": 2}
    left.contour(*(some.reshape(60, 60) for some in (*grid.T, odds)), **looks)
    left.set(xticks=[], yticks=[], aspect="equal", title="Boundaries: naive purple, best dashed")
    left.set(xlabel="length", ylabel="width", xlim=(-4.6, 4.6), ylim=(-4.6, 4.6))
    right.plot([0, 1], [0, 1], color=QUIET, linewidth=1, linestyle="--")
    right.plot(predicted, observed, "o-", color=PURPLE, markersize=5)
    right.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], aspect="equal")
    kind = model.classes_[1]
    right.set(xlabel=f"posterior of {kind}", ylabel=f"share of {kind}", title="Reliability")


def cause_and_features(ax, cause, features, present, share):
    """One cause with an arrow to each feature; a feature that is present is filled; the cause is shaded by `share`."""
    places = np.linspace(0.1, 0.9, len(features))
    top = 0.8
    ax.scatter([0.5], [top], s=2000, color=[(*plt.matplotlib.colors.to_rgb(BLUE), share)], edgecolor=BLUE, linewidth=2)
    ax.text(0.5, top, cause, ha="center", va="center", fontsize=9, color="white" if share > 0.5 else INK)
    for place, name, is_present in zip(places, features, present, strict=True):
        arrow = {"arrowstyle": "-|>", "color": QUIET, "shrinkA": 24, "shrinkB": 14}
        ax.annotate("", (place, 0.2), (0.5, top), arrowprops=arrow)
        ax.scatter([place], [0.2], s=500, color=BLUE if is_present else "none", edgecolor=BLUE, linewidth=2)
        ax.text(place, -0.02, name, ha="center", va="center", fontsize=9, color=INK)
    ax.set(xlim=(0, 1), ylim=(-0.08, 1.1))
    ax.axis("off")


def smoothing_trend(tennis):
    """P(No | overcast, hot, high, strong) in the table Play Tennis with each of the `STRENGTHS`, a list."""
    day = [["Overcast", "Hot", "High", "Strong"]]
    return [CategoricalNB(alpha=alpha).fit(tennis.X, tennis.y).predict_proba(day)[0, 0] for alpha in STRENGTHS]


def smoothing(tennis, trend, alpha):
    """Smoothed shares of the outlook on days without tennis, and the trend with one of the `STRENGTHS` marked."""
    model, place = CategoricalNB(alpha=alpha).fit(tennis.X, tennis.y), STRENGTHS.index(alpha)
    outlooks, given_no = model.categories_[0], np.exp(model.category_log_prob_[0][0])
    _, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3))
    left.bar(outlooks, given_no, color=ORANGE, width=0.6)
    left.axhline(1 / 3, color=QUIET, linewidth=1, linestyle="--")
    left.set(ylim=(0, 0.7), yticks=[0, 1 / 3], yticklabels=["0", "1/3"], title="P(outlook | No)")
    right.plot(range(len(STRENGTHS)), trend, color=ORANGE)
    right.plot(place, trend[place], "o", color=ORANGE, markersize=9)
    ticks = [0, 3, 8, 12, 18]
    right.set(xticks=ticks, xticklabels=[STRENGTHS[tick] for tick in ticks], xlabel="alpha")
    right.set(ylim=(0, 0.5), yticks=[0, 0.25, 0.5], title="P(No | overcast, hot, high, strong)")
    words = ", ".join(f"{name} {p:.3f}" for name, p in zip(outlooks, given_no, strict=True))
    return f"P(outlook | No): {words}\nP(No | x) = {trend[place]:.4f}"


def rain(temperature, spread_of_rainy_days):
    """The scores of rain and no rain over the temperature, with one temperature marked."""
    degrees = np.linspace(8, 42, 340)
    model = GaussianNB.from_parameters(["no", "yes"], [0.5, 0.5], [[25.0], [19.5]], [[6.4], [spread_of_rainy_days]])
    scores = np.exp(model.predict_joint_log_proba(degrees[:, None]))
    _, ax = plt.subplots(figsize=(7.4, 3))
    class_curves(ax, degrees, {"no rain": scores[:, 0], "rain": scores[:, 1]})
    flips = degrees[1:][np.diff(np.argmax(scores, axis=1)) != 0]
    for flip in flips:
        ax.axvline(flip, color=QUIET, linewidth=1)
    upright(ax, temperature, f"{temperature:g}°")
    ax.set(xlabel="temperature", ylabel="score", yticks=[])
    no, yes = np.exp(model.predict_joint_log_proba([[temperature]])[0])
    return (
        f"score of no rain {decimal(no, 4)}, of rain {decimal(yes, 4)}\n"
        f"P(rain | {temperature:g}°) = {yes / (no + yes):.4f}\n"
        f"rain between {' and '.join(f'{flip:.1f}°' for flip in flips)}"
    )


def gaussians(X, y, model):
    """The regions of a fitted `GaussianNB` of two features; each class with its ellipses of one and two deviations."""
    ax = own_plane(X, y, model)
    turn = np.linspace(0, 2 * np.pi, 73)
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    for colour, mean, std in zip(colour_of(model.classes_).values(), model.mean_, model.std_, strict=True):
        for size in (1, 2):
            ax.plot(*(mean + size * std * circle).T, color=colour, linewidth=1.2, scalex=False, scaley=False)


def bandwidth_curves(seen, unseen):
    """The average log-likelihood of elevations with each of the `WIDTHS`: of those seen in training and of others.

    `seen` and `unseen`: pairs of X, shape (n, 1), and y, "yes" or "no". Returns two lists.
    """
    models = [KernelNB(bandwidth=width).fit(*seen) for width in WIDTHS]
    return [[average_log_likelihood(model, *pair) for model in models] for pair in (seen, unseen)]


def average_log_likelihood(model, X, y):
    """The mean of log p(x | class) over the rows of X, each in its own class."""
    return np.mean(model.log_likelihood(X)[np.arange(len(y)), np.searchsorted(model.classes_, y)])


def bandwidths(X, y, curves, bandwidth):
    """Kernel densities of elevations for each class, and the `bandwidth_curves` with one of the `WIDTHS` marked."""
    place, metres = WIDTHS.index(bandwidth), np.linspace(0, 160, 240)
    density = np.exp(KernelNB(bandwidth=bandwidth).fit(X, y).log_likelihood(metres[:, None]))
    _, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3))
    for values, colour, name, row in zip(density.T, (ORANGE, BLUE), ("no plant", "plant"), (0.84, 0.95), strict=True):
        left.plot(metres, values, color=colour)
        left.fill_between(metres, values, color=colour, alpha=0.12, linewidth=0)
        left.text(0.98, row, name, color=colour, transform=left.transAxes, ha="right", va="top")
    left.set(xlim=(0, 160), ylim=(0, 1.15 * density.max()))
    rug(left, X[y == "yes", 0], BLUE)
    left.set(xlabel="elevation in metres", xticks=[0, 50, 100, 150], yticks=[], title="Density of each class")
    left.tick_params(axis="x", pad=8)
    looks = (("training", GREEN, -4.1), ("new", PURPLE, -5.7))
    for curve, (name, colour, height) in zip(curves, looks, strict=True):
        right.plot(np.log10(WIDTHS), curve, color=colour)
        right.plot(np.log10(bandwidth), curve[place], "o", color=colour, markersize=8)
        right.text(-0.55, height, name, color=colour)
    right.set(xticks=[-1, 0, 1], xticklabels=["0.1", "1", "10"], xlabel="bandwidth")
    right.set(ylim=(-6.2, -3.4), yticks=[-6, -5, -4], title="Average log-likelihood")
    training, new = curves
    return f"average log-likelihood: training {training[place]:.3f}, new {new[place]:.3f}"


WORDS = ("free", "prize", "call", "lunch", "meeting")  # that the network of the spam filter looks at


def spam_network(model, present, prior):
    """Spam and the five `WORDS` that it causes; `present`: which of them the message has; `prior`: of spam.

    `model`: a `BernoulliNB` fitted to these words.
    """
    model = BernoulliNB.from_parameters(model.classes_, [1 - prior, prior], model.feature_prob_)
    working = model.working(np.array(present, dtype=int))
    posterior = float(working["P(spam|x)"])
    _, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(6.6, 2.3))
    cause_and_features(left, "spam", WORDS, present, posterior)
    share_bars(right, {"ham": 1 - posterior, "spam": posterior}, "Posterior")
    scores = ", ".join(f"{kind} {decimal(float(working[f'score({kind})']), 3)}" for kind in ("spam", "ham"))
    return f"joint probabilities: {scores}\nposterior of spam {posterior:.4f}"


def message_weights(panels):
    """What each clue adds to the log odds of spam; `panels`: from a title to a dictionary from a clue to its weight."""
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 3.2))
    fig.subplots_adjust(left=0.13, wspace=0.45)
    reach = 1.35 * max(abs(weight) for clues in panels.values() for weight in clues.values())
    for ax, (title, clues) in zip(axes, panels.items(), strict=True):
        evidence_bars(ax, list(clues), list(clues.values()), ("ham", "spam"), title, reach)
        ax.set_ylim(max(map(len, panels.values())) - 0.5, -0.5)


def three_clouds(seed=0):
    """Scatter plots of two features: independent, correlated, and dependent along a parabola; their correlations."""
    first, other = np.random.default_rng(seed).normal(size=(2, 300))
    _, axes = plt.subplots(1, 3, figsize=(7.4, 2.5))
    clouds = {
        "independent": other,
        "correlated": 0.8 * first + 0.6 * other,
        "a parabola": first**2 - 1 + 0.2 * other,
    }
    found = []
    for ax, (title, second) in zip(axes, clouds.items(), strict=True):
        found.append(np.corrcoef(first, second)[0, 1])
        ax.plot(first, second, ".", markersize=3)
        ax.set(title=f"{title}, r = {found[-1]:.1f}".replace("-0.0", "0.0"), xticks=[], yticks=[])
    return found
