"""Drawings of the chapter on what learning is: eggs and rules, noise, labels, memory, and four diagrams."""

import matplotlib.pyplot as plt
import numpy as np

from byhand.linear import LinearRegression
from byhand.neighbors import KNeighborsRegressor
from byhand.perceptron import Perceptron
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, class_points, colour_of, plane, regions, window

FEATURES = ("length", "width")
EGGS = ((-6, 6), (-6, 6))  # millimetres from an average egg
KINDS = ("owl", "plover")
ROUNDS = 300  # after which the corrections are stopped


# ---- eggs


def egg_axes(X, figsize=(6.4, 3.9)):
    """Axes for eggs, measured from an average one, that hold all of X, shape (n, 2); their limits."""
    fig, ax = plt.subplots(figsize=figsize)
    fig.subplots_adjust(left=0.1, bottom=0.14, top=0.92, right=0.98)
    limits = window(X, *EGGS)
    ax.set(xlim=limits[0], ylim=limits[1], xlabel="length, mm more than average", ylabel="width, mm more than average")
    for (kind, colour), sign, place in zip(colour_of(KINDS).items(), "●■", (0.78, 0.88), strict=True):
        ax.text(place, 1.03, f"{sign} {kind}", color=colour, transform=ax.transAxes)
    return ax, limits


def eggs_to_name(X, y, x):
    """Eggs of two kinds, X of shape (n, 2), and one whose kind is not known, at x."""
    ax, _ = egg_axes(X, (6.4, 3.7))
    class_points(ax, X, y, KINDS, size=7)
    ax.plot(*x, "*", color=GREEN, markersize=15, zorder=4)
    ax.annotate("?", x, (9, -3), textcoords="offset points", color=GREEN, fontsize=13)


def rule_by_hand(points, feature, threshold):
    """Eggs under a rule with one threshold: wide ones, or short ones, are called owl; says how many that misnames."""
    ax, limits = egg_axes(points.X)
    column = FEATURES.index(feature)
    regions(ax, *limits, called(plane(*limits), column, threshold), KINDS)
    class_points(ax, points.X, points.y, KINDS, size=7)
    wrong = int(np.sum(called(points.X, column, threshold) != points.y))
    side = "owl if wider than" if column else "owl if not longer than"
    return f"{side} {threshold:g} mm: {wrong} of {len(points)} eggs wrong"


def called(X, column, threshold):
    """What the rule with one threshold says of eggs, shape (n, 2): owls are wide (column 1), or short (column 0)."""
    over = np.asarray(X)[:, column] > threshold
    return np.where(over == bool(column), *KINDS)


def rule_learned(points, corrections):
    """Eggs and the border of a perceptron after so many corrections, with a ring around the egg that made the last."""
    ax, limits = egg_axes(points.X)
    model = Perceptron(max_iter=ROUNDS).fit(points.X, points.y)
    changes = len(model.path_) - 1
    step = min(corrections, changes)
    named = says(model, model.path_[step], plane(*limits))
    regions(ax, *limits, named, KINDS)
    class_points(ax, points.X, points.y, KINDS, size=7)
    if step:
        sign, *change = model.path_[step] - model.path_[step - 1]
        ax.plot(*(sign * np.array(change)), "o", markersize=15, fillstyle="none", color=INK, markeredgewidth=1.3)
    wrong = int(np.sum(says(model, model.path_[step], points.X) != points.y))
    text = f"after {step} correction{'s' * (step != 1)}: {wrong} of {len(points)} eggs wrong"
    if step < changes:
        return text
    return text + ("; nothing is left to correct" if model.converged_ else f"; stopped after {ROUNDS} rounds")


def says(model, weights, X):
    """What a perceptron with these weights, (b, w1, w2), says of each row of X, shape (n, 2)."""
    scores = weights[0] + np.asarray(X, dtype=float) @ weights[1:]
    return model.classes_[(scores >= 0).astype(int)]


def learning_curves(sizes, curves, best):
    """The share of new eggs identified correctly against the number of eggs learned from; `curves`: by name, a dict.

    `sizes`, shape (m,), each curve too; `best`: the best possible share.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.6))
    fig.subplots_adjust(right=0.76)
    ax.axhline(best, color=INK, linewidth=1, linestyle="--")
    ax.text(sizes[0], best + 0.012, "best possible", fontsize=9)
    for (name, shares), colour in zip(curves.items(), (GREEN, BLUE, PURPLE, ORANGE), strict=True):
        ax.plot(sizes, shares, "o-", color=colour, markersize=4, linewidth=1.6)
        up = 5 if name == "5-NN" else -10 if name == "perceptron" else -3  # the two end close to each other
        ax.annotate(name, (sizes[-1], shares[-1]), (16, up), textcoords="offset points", color=colour)
    ax.set(xscale="log", ylim=(0.45, 1.0), yticks=[0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
    ax.set(xlabel="eggs to learn from (E)", title="New eggs identified correctly (P)")
    ax.set_xticks(sizes, map(str, sizes))
    ax.minorticks_off()


# ---- noise, labels, memory

CURVES = {  # four functions on -1 to 1 of about the same height
    "line": lambda x: x,
    "bend": lambda x: 2 * x**2 - 1,
    "step": lambda x: np.tanh(6 * x),
    "wave": lambda x: np.sin(np.pi * x),
}


def noisy(name, n, noise, seed):
    """n examples of one of CURVES at even places from -1 to 1, with normal noise in y: x and y, shape (n,)."""
    x = np.linspace(-1, 1, n)
    return x, CURVES[name](x) + noise * np.random.default_rng(seed).standard_normal(n)


def misses(x, y):
    """The mean squared distance of examples from each of CURVES, by name."""
    return {name: float(np.mean((y - curve(x)) ** 2)) for name, curve in CURVES.items()}


def right_guesses(n, noise, samples=10_000, seed=0):
    """For each of CURVES by name, how many of its noisy samples, as a share, lie nearer to it than to any other.

    With e for the noise in a sample of f, |f + e - c|² = |f - c|² - 2 e·c + terms that are the same for every curve c.
    The products e·c of all curves are drawn at once: only the part of e in the space that the curves span matters.
    """
    curves = np.array([curve(np.linspace(-1, 1, n)) for curve in CURVES.values()])
    along = np.linalg.qr(curves.T)[1]
    products = noise * np.random.default_rng(seed).standard_normal((samples, len(along))) @ along
    shares = {}
    for place, name in enumerate(CURVES):
        apart = ((curves[place] - curves) ** 2).sum(axis=1)
        shares[name] = float(np.mean(np.argmin(apart - 2 * products, axis=1) == place))
    return shares


def which_curve(name, n, noise, seed, reveal):
    """Examples of one of four curves, and the four beside them; if it is to be revealed, which one it was."""
    x, y = noisy(name, n, noise, seed)
    dense, limit = np.linspace(-1, 1, 201), max(3.2, np.abs(y).max())
    fig = plt.figure(figsize=(7.2, 3.4))
    ax = fig.add_axes((0.07, 0.1, 0.56, 0.8))
    ax.plot(x, y, "o", color=INK, markersize=4 if n < 100 else 2.5)
    if reveal:
        ax.plot(dense, CURVES[name](dense), color=ORANGE, linewidth=2.2)
    ax.set(xlim=(-1.08, 1.08), ylim=(-limit, limit), xticks=[-1, 0, 1], title=f"{n} examples")
    found = misses(x, y)
    nearest = min(found, key=found.get)
    for place, (other, curve) in enumerate(CURVES.items()):
        small = fig.add_axes((0.68 + 0.16 * (place % 2), 0.54 - 0.44 * (place // 2), 0.14, 0.3))
        is_it = reveal and other == name
        small.plot(dense, curve(dense), color=ORANGE if is_it else QUIET, linewidth=2.2 if is_it else 1.4)
        small.set(xticks=[], yticks=[], ylim=(-1.3, 1.3))
        small.set_title(other, fontsize=10, color=ORANGE if is_it else INK)
    shares, often = right_guesses(n, noise), "nearest curve right, in many such samples"
    if not reveal:
        return f"Which of the four made these examples?\n{often}: {np.mean([*shares.values()]):.0%}"
    often += ": " + ", ".join(f"{other} {share:.0%}" for other, share in shares.items())
    shown = ", ".join(f"{other} {value:.2f}" for other, value in found.items())
    verdict = "the examples lie nearest to it" if nearest == name else f"but the examples lie nearer to the {nearest}"
    return f"It was the {name}; {verdict}\nmean squared miss: {shown}\n{often}"


def two_clouds(distance, asked, n=80, seed=2):
    """Two round clouds so far apart, and labels: which cloud, or which half of its cloud, a point belongs to."""
    rng = np.random.default_rng(seed)
    side = np.arange(n) % 2
    X = rng.normal(0, 1, (n, 2)) + np.column_stack([distance * (side - 0.5), np.zeros(n)])
    return X, np.array(["red", "blue"])[side if asked == "left or right" else (X[:, 1] < 0).astype(int)]


def two_groups(X, starts=20):
    """Two groups of points, shape (n, 2), found without labels: each point joins the nearer mean, again and again.

    Each start takes two different points for the means; the groups with the least squared distances to their means are
    kept. Gives "red" for the group further to the left and "blue" for the other, shape (n,).
    """
    X = np.asarray(X, dtype=float)
    rng, different = np.random.default_rng(0), np.unique(X, axis=0)
    least = np.inf
    for _ in range(starts):
        means, before = rng.choice(different, 2, replace=False), None
        while before is None or (means != before).any():
            squares = ((X[:, None] - means) ** 2).sum(axis=2)
            second = squares[:, 1] < squares[:, 0]
            means, before = np.array([X[~second].mean(axis=0), X[second].mean(axis=0)]), means
        if squares.min(axis=1).sum() < least:
            least, groups = squares.min(axis=1).sum(), second == (means[0, 0] <= means[1, 0])
    return np.where(groups, "blue", "red")


def with_and_without_labels(X, y, colours):
    """Points with their labels, with the groups that were found, or with no colours; and how far groups and labels
    agree."""
    groups = two_groups(X)
    agree = max(np.mean(groups == y), np.mean(groups != y))  # groups have no names
    fig, ax = plt.subplots(figsize=(6.6, 3.5))
    fig.subplots_adjust(left=0.03, right=0.97, bottom=0.04)
    if colours == "none":
        ax.plot(*X.T, "o", color=QUIET, markersize=6)
    else:
        class_points(ax, X, y if colours == "by label" else groups, ["red", "blue"], size=6)
    ax.set(xlim=(-6, 6), ylim=(-3.2, 3.2), xticks=[], yticks=[], aspect="equal")
    ax.set_title({"none": "Examples", "by label": "Examples with labels", "by group": "Groups found"}[colours])
    return f"groups and labels agree for {agree:.0%} of the points" if colours == "by group" else " "


TRUTHS = {"straight": lambda x: 0.5 + x, "curved": lambda x: np.sin(3 * x)}
K, NOISE = 5, 0.3


def observed(truth, n, seed):
    """n examples at random places of one of TRUTHS, with noise of standard deviation 0.3: X, shape (n, 1), and y."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x[:, None], TRUTHS[truth](x) + NOISE * rng.standard_normal(n)


def line_and_neighbours(X, y):
    """The two models that are compared, fitted: a straight line, and the mean of the five nearest examples."""
    return {"line": LinearRegression().fit(X, y), "5-NN": KNeighborsRegressor(K).fit(X, y)}


def memory(truth, sizes, n, errors):
    """A line and five neighbours on n examples; the numbers that each keeps; their errors, and n marked in both.

    `errors`: for each of the models by name, an error for each of `sizes`.
    """
    X, y = observed(truth, n, seed=0)
    fig, axes = plt.subplots(1, 3, width_ratios=[4, 3, 3], figsize=(7.6, 3.1))
    fig.subplots_adjust(left=0.05, right=0.96, bottom=0.2, wspace=0.4)
    dense, colours = np.linspace(-1, 1, 201)[:, None], dict(zip(errors, (ORANGE, BLUE), strict=True))
    axes[0].plot(X[:, 0], y, "o", color=QUIET, markersize=5 if n < 100 else 2)
    kept = {"line": [2] * len(sizes), "5-NN": [2 * size for size in sizes]}
    place = list(sizes).index(n)
    for name, model in line_and_neighbours(X, y).items():
        axes[0].plot(dense[:, 0], model.predict(dense), color=colours[name], linewidth=1.8)
        for ax, values in zip(axes[1:], (kept[name], errors[name]), strict=True):
            ax.plot(sizes, values, color=colours[name], linewidth=1.5)
            ax.plot(n, values[place], "o", color=colours[name], markersize=7)
    axes[0].set(xlim=(-1.05, 1.05), ylim=(-2, 2.5), title=f"{n} examples", xticks=[-1, 0, 1])
    axes[1].set(yscale="log", title="Numbers kept", ylim=(1, 5000))
    axes[2].set(ylim=(0, 1), yticks=[0, 0.5, 1], title="Error, new data")
    axes[2].axhline(NOISE, color=INK, linewidth=1, linestyle="--")
    axes[2].annotate("noise", (sizes[0], NOISE), (0, -4), textcoords="offset points", va="top", fontsize=9)
    axes[1].set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    for ax in axes[1:]:
        ax.set(xscale="log", xlabel="examples")
        ax.set_xticks([10, 100, 1000], ["10", "100", "1000"])
        ax.minorticks_off()
    for name, up in zip(errors, (0.14, 0.88), strict=True):
        axes[1].text(0.5, up, name, color=colours[name], transform=axes[1].transAxes, ha="center")
    told = ", ".join(f"{name} {values[place]}" for name, values in kept.items())
    return f"numbers kept: {told}\nerror: " + ", ".join(f"{name} {e[place]:.2f}" for name, e in errors.items())


# ---- one table, five tasks


def five_tasks(X, y):
    """The same eggs, shape (n, 2), five times: classes, a number, a density, groups, one coordinate instead of two."""
    fig, axes = plt.subplots(1, 5, figsize=(7.8, 2.1))
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.03, top=0.86, wspace=0.08)
    titles = ("classification", "regression", "density", "clustering", "reduction")
    for ax, title, draw in zip(axes, titles, (_classes, _number, _density, _groups, _reduced), strict=True):
        draw(ax, X, y)
        ax.set(xlim=EGGS[0], ylim=EGGS[1], xticks=[], yticks=[], aspect="equal")
        ax.set_title(title, fontsize=10)
        ax.spines[["top", "right"]].set_visible(True)


def _classes(ax, X, y):
    model = Perceptron(max_iter=ROUNDS).fit(X, y)
    regions(ax, *EGGS, model.predict(plane(*EGGS)), KINDS)
    class_points(ax, X, y, KINDS, size=3)


def _number(ax, X, y):
    line, ends = LinearRegression().fit(X[:, :1], X[:, 1]), np.array([[-6.0], [6.0]])
    ax.plot(*X.T, "o", color=QUIET, markersize=3)
    ax.plot(ends[:, 0], line.predict(ends), color=ORANGE)


def _density(ax, X, y):
    at = plane(*EGGS)
    squares = ((at[:, None] - X) ** 2).sum(axis=2)
    heap = np.exp(-squares / 2).sum(axis=1).reshape(60, 60)
    ax.imshow(heap, extent=(*EGGS[0], *EGGS[1]), origin="lower", cmap="Purples", alpha=0.8)
    ax.plot(*X.T, "o", color=INK, markersize=1.5)


def _groups(ax, X, y):
    groups = two_groups(X)
    for group, marker, colour in (("red", "v", PURPLE), ("blue", "D", GREEN)):  # not the looks of the two kinds
        ax.plot(*X[groups == group].T, marker, color=colour, markersize=3)


def _reduced(ax, X, y):
    middle = X.mean(axis=0)
    direction = np.linalg.svd(X - middle)[2][0]
    foot = middle + np.outer((X - middle) @ direction, direction)
    ax.plot(*np.stack([X, foot]).transpose(2, 0, 1), color=QUIET, linewidth=0.7)
    ax.plot(*X.T, "o", color=QUIET, markersize=2.5)
    ax.plot(*foot.T, "o", color=GREEN, markersize=3)


# ---- diagrams


def from_past_to_future():
    """The way from an unknown function to a prediction: noise and examples above, the model in use below."""
    ax = _paper((7.4, 2.9), 11.2, 4.4)
    _box(ax, 1.2, 3.3, 2.0, "unknown\nfunction $f$", QUIET)
    _box(ax, 4.4, 3.3, 2.2, "examples $\\mathbf{x}$\nwith answers $y$", INK)
    _box(ax, 7.4, 3.3, 2.0, "learning\nalgorithm", BLUE)
    _box(ax, 10.1, 3.3, 1.7, "model $\\hat f$", ORANGE)
    _box(ax, 4.4, 0.9, 2.2, "a new $\\mathbf{x}$,\nanswer unknown", INK)
    _box(ax, 7.4, 0.9, 2.0, "model $\\hat f$", ORANGE)
    _box(ax, 10.1, 0.9, 1.7, "prediction\n$\\hat y$", GREEN)
    for start, end in (((2.25, 3.3), (3.25, 3.3)), ((5.55, 3.3), (6.35, 3.3)), ((8.45, 3.3), (9.2, 3.3))):
        _arrow(ax, start, end)
    for start, end in (((5.55, 0.9), (6.35, 0.9)), ((8.45, 0.9), (9.2, 0.9)), ((10.1, 2.65), (8.1, 1.55))):
        _arrow(ax, start, end)
    ax.text(2.75, 4.1, "+ noise", ha="center", color=PURPLE)
    _arrow(ax, (2.75, 3.95), (2.75, 3.42), PURPLE)
    ax.text(0.2, 4.25, "past", style="italic", va="center")
    ax.text(0.2, 1.5, "future", style="italic", va="center")
    ax.plot([0.2, 11], [2.1, 2.1], color=QUIET, linewidth=0.8, linestyle=":", zorder=0)


def kinds_of_learning():
    """The kinds of learning as a tree, with examples of what each is used for, and the chapters about it."""
    ax = _paper((7.6, 4.3), 12, 7.4)
    _box(ax, 1.3, 3.8, 2.2, "machine\nlearning", INK)
    first = ((6.1, "supervised", BLUE), (3.0, "unsupervised", PURPLE), (0.8, "reinforcement", GREEN))
    for y, name, colour in first:
        _box(ax, 4.1, y, 2.2, name, colour)
        _arrow(ax, (2.45, 3.8), (2.95, y), colour)
    second = (
        (6.9, 6.1, "classification", "spam, diagnosis, digits", "10 to 18", BLUE),
        (6.1, 6.1, "regression", "prices, weather, growth", "6 to 9", BLUE),
        (5.3, 6.1, "ranking", "search results", "16", BLUE),
        (3.8, 3.0, "clustering", "kinds of customers", "23, 24", PURPLE),
        (3.0, 3.0, "reduction", "pictures, compression", "22", PURPLE),
        (2.2, 3.0, "density, outliers", "fraud, faults", "24, 25", PURPLE),
        (0.8, 0.8, "actions", "games, robots", "28", GREEN),
    )
    for y, parent, name, use, numbers, colour in second:
        ax.plot([5.25, 5.65], [parent, y], color=colour, linewidth=1)
        ax.text(5.75, y, name, va="center", color=colour)
        ax.text(8.25, y, use, va="center", fontsize=9)
        ax.text(11.9, y, numbers, va="center", ha="right", fontsize=9)
    ax.text(8.25, 7.35, "for instance", va="center", style="italic", fontsize=9)
    ax.text(11.9, 7.35, "chapter", va="center", ha="right", style="italic", fontsize=9)


def circles_in_circles():
    """Artificial intelligence, in it machine learning, in that deep learning; with an example of each ring."""
    ax = _paper((7.0, 2.9), 12, 5)
    rings = (
        (2.45, QUIET, "artificial intelligence", "a chess program that searches moves", 4.3),
        (1.7, BLUE, "machine learning", "a spam filter that counts words", 2.6),
        (0.95, ORANGE, "deep learning", "a network that names what is in a photograph", 0.9),
    )
    for radius, colour, name, example, y in rings:
        ax.add_patch(plt.Circle((2.5, radius + 0.05), radius, facecolor=colour, alpha=0.15, edgecolor="none"))
        ax.add_patch(plt.Circle((2.5, radius + 0.05), radius, fill=False, edgecolor=colour, linewidth=1.5))
        top = 2 * radius - 0.3
        ax.plot([2.5, 5.3], [top, y], color=colour, linewidth=0.8)
        ax.text(5.45, y, name, color=colour, va="bottom", fontsize=11)
        ax.text(5.45, y - 0.08, example, va="top", fontsize=9)
    ax.set_aspect("equal")


def _paper(figsize, width, height):
    """Axes without a frame, for boxes and arrows."""
    fig, ax = plt.subplots(figsize=figsize)
    fig.subplots_adjust(left=0.01, right=0.99, bottom=0.02, top=0.98)
    ax.set(xlim=(0, width), ylim=(0, height))
    ax.axis("off")
    return ax


def _box(ax, x, y, width, text, colour, height=1.1):
    """A box with words in it, around (x, y)."""
    corner = (x - width / 2, y - height / 2)
    look = {"boxstyle": "round,pad=0,rounding_size=0.15", "linewidth": 1.4}
    ax.add_patch(plt.matplotlib.patches.FancyBboxPatch(corner, width, height, fill=False, edgecolor=colour, **look))
    ax.text(x, y, text, ha="center", va="center", fontsize=10)


def _arrow(ax, start, end, colour=QUIET):
    ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.2})
