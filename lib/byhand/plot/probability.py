"""Drawings of the chapter on probability."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgb

from byhand.gaussian import Gaussian, Normal
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, wide_axes, window
from byhand.probability import Beta, Binomial

COLUMNS, ROWS = 40, 25  # a thousand people
KINDS = {  # how people are coloured, and what they are called
    "ill, positive": ORANGE,
    "ill, negative": "#f3c19d",
    "well, positive": BLUE,
    "well, negative": "#d7dde3",
}


def counts_of(base_rate, hit_rate, false_alarms, n=1000):
    """How many of n people belong to each of the `KINDS`, rounded to whole people; a dictionary."""
    ill = round(n * base_rate)
    found, alarms = round(ill * hit_rate), round((n - ill) * false_alarms)
    return dict(zip(KINDS, (found, ill - found, alarms, n - ill - alarms), strict=True))


def people(ax, counts):
    """A thousand people, a small square each, column by column in the order of `counts` from the kinds of people."""
    colours = [to_rgb(KINDS[kind]) for kind, count in counts.items() for _ in range(count)]
    cells = np.ones((ROWS, COLUMNS, 8, 8, 3))
    cells[:, :, 1:7, 1:7] = np.reshape(colours, (COLUMNS, ROWS, 3)).transpose(1, 0, 2)[:, :, None, None]
    picture = cells.transpose(0, 2, 1, 3, 4).reshape(8 * ROWS, 8 * COLUMNS, 3)
    alpha = (picture.sum(axis=2, keepdims=True) < 3).astype(float)
    ax.imshow(np.concatenate([picture, alpha], axis=2), interpolation="nearest")
    ax.axis("off")


def bayes_square(ax, base_rate, hit_rate, false_alarms):
    """The square of all people: a column for the ill, one for the well, each filled as high as its share of positives.

    The filled areas are P(ill, positive) and P(well, positive).
    """
    for left, width, height, kind in (
        (0, base_rate, hit_rate, "ill"),
        (base_rate, 1 - base_rate, false_alarms, "well"),
    ):
        ax.bar(left, 1, width, align="edge", color=KINDS[f"{kind}, negative"])
        ax.bar(left, height, width, align="edge", color=KINDS[f"{kind}, positive"])
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=[0, 1], yticks=[0, 1])
    ax.set_xlabel("share of all people", labelpad=-6)
    ax.set_ylabel("share that is positive", labelpad=-6)
    ax.spines[["left", "bottom"]].set_visible(False)


def test_for_an_illness(base_rate, hit_rate, false_alarms):
    """A thousand people and the square beside them; returns the numbers in words."""
    counts = counts_of(base_rate, hit_rate, false_alarms)
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.3), width_ratios=[1.75, 1])
    fig.subplots_adjust(left=0.01, right=0.97, bottom=0.13, top=0.86, wspace=0.12)
    people(left, counts)
    bayes_square(right, base_rate, hit_rate, false_alarms)
    left.set_title("1,000 people")
    right.set_title("the same as areas")
    for place, (kind, colour) in enumerate(KINDS.items()):
        left.text(0.255 * place, -0.09, "■", color=colour, transform=left.transAxes)
        left.text(0.255 * place + 0.035, -0.09, kind, fontsize=8.5, transform=left.transAxes)
    evidence = base_rate * hit_rate + (1 - base_rate) * false_alarms
    found, alarms = 1000 * base_rate * hit_rate, 1000 * (1 - base_rate) * false_alarms
    posterior = base_rate * hit_rate / evidence
    expected = f"{found:.5g} ill and {alarms:.5g} well people in 1,000, on average"
    return f"positive: {expected}\nP(ill | positive) = {posterior:.4f}"


def area_and_cumulative(model, low, high):
    """The density of a `Normal` with the area between two numbers, and its cumulative function, which rises by it."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 2.9))
    fig.subplots_adjust(wspace=0.25)
    x = np.linspace(model.mean - 4 * model.std, model.mean + 4 * model.std, 321)
    inside = (x >= low) & (x <= high)
    left.plot(x, model.density(x), color=BLUE)
    left.fill_between(x[inside], model.density(x[inside]), color=BLUE, alpha=0.3, linewidth=0)
    left.set(title="density p(x): area is probability", ylim=(0, None), xticks=[low, high], xlabel="x")
    ends = model.cumulative(np.array([low, high]))
    right.plot(x, model.cumulative(x), color=GREEN)
    for place, height in zip((low, high), ends, strict=True):
        right.plot([place, place, x[0]], [0, height, height], color=QUIET, linewidth=1, linestyle="--")
    right.plot([x[0]] * 2, ends, color=BLUE, linewidth=6, alpha=0.6, solid_capstyle="butt")
    right.annotate(f"{ends[1] - ends[0]:.3f}", (x[0], ends.mean()), (7, 0), textcoords="offset points", va="center")
    left.annotate(f"{ends[1] - ends[0]:.3f}", ((low + high) / 2, 0.35 * model.density(model.mean)), ha="center")
    right.set(title="cumulative F(x) = P(X ≤ x)", ylim=(0, 1.02), xticks=[low, high], yticks=[0, 0.5, 1], xlabel="x")
    right.margins(x=0)


def circle_to_ellipse(model, points=220, seed=3):
    """Round, standard normal points with the circle at distance 1; and the same pulled and moved by a `Gaussian`.

    The diamond is z = (1, 1), and where it goes.
    """
    z = np.random.default_rng(seed).standard_normal((points, 2))
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.5))
    fig.subplots_adjust(wspace=0.2, left=0.06)
    round_one = Gaussian([0, 0], np.eye(2))
    for ax, which, title in zip(axes, (round_one, model), ("z: two independent numbers", "x = μ + L z"), strict=True):
        ax.plot(*(which.mean + z @ which.lower.T).T, ".", color=SKY, markersize=4)
        ax.plot(*which.ellipse().T, color=BLUE)
        ax.plot(*which.mean, "o", color=INK, markersize=4)
        ax.plot(*(which.mean + which.lower @ [1, 1]), "D", color=PURPLE, markersize=7)
        ax.set(title=title, aspect="equal", xlim=which.mean[0] + np.array([-3.7, 3.7]))
        ax.set(ylim=which.mean[1] + np.array([-2.9, 2.9]))
    half, directions = model.axes()
    for k, colour in enumerate((ORANGE, GREEN)):
        step = half[k] * directions[:, k] * np.sign(directions[0, k])
        axes[1].annotate("", model.mean + step, model.mean, arrowprops={"arrowstyle": "->", "color": colour, "lw": 2})
        place = model.mean + 1.25 * step + (0.1, 0)
        axes[1].annotate(f"√λ{'₁₂'[k]} = {half[k]:.2f}", place, color=colour, va="center", bbox=_PAPER)


_PAPER = {"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 1}


def bell_in_the_plane(mean, spread, correlation, points=120, seed=1):
    """A `Gaussian` of two numbers with its points and ellipses; and what is known of the second with and without the
    first.

    `mean`, `spread`: of the first number; the second has mean 0 and deviation 1. Returns the numbers in words.
    """
    cov = [[spread**2, correlation * spread], [correlation * spread, 1]]
    model, seen = Gaussian([mean, 0], cov), mean + spread
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5), width_ratios=[1.55, 1])
    fig.subplots_adjust(wspace=0.14, left=0.08)
    z = np.random.default_rng(seed).standard_normal((points, 2))
    left.plot(*(model.mean + z @ model.lower.T).T, ".", color=SKY, markersize=3)
    for distance in (1, 2):
        left.plot(*model.ellipse(distance).T, color=BLUE, linewidth=1.5)
    half, directions = model.axes()
    for length, direction in zip(half, directions.T, strict=True):
        left.plot(*np.transpose([model.mean - length * direction, model.mean + length * direction]), color=ORANGE)
    left.axvline(seen, color=PURPLE, linewidth=1, linestyle="--")
    left.set(xlim=(-6.3, 6.3), ylim=(-4, 4), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    rest = model.given([0], [seen])
    before, after = Normal(0, 1), Normal(float(rest.mean[0]), float(np.sqrt(rest.cov[0, 0])))
    height = np.linspace(-4, 4, 161)
    right.plot(before.density(height), height, color=BLUE)
    right.plot(after.density(height), height, color=PURPLE)
    right.set(xlim=(0, 1.4), ylim=(-4, 4), xticks=[], yticks=[], title="what is known of $x_2$")
    right.text(0.5, -2.4, "without $x_1$", color=BLUE)
    right.text(0.5, -3.1, f"if $x_1$ = {seen:g}", color=PURPLE)
    angle = np.degrees(np.arctan2(*directions[::-1, 0]))
    angle = 90 - (90 - angle) % 180  # above -90 up to 90
    lying = "a circle" if np.ptp(half) < 1e-9 else f"longest axis at {angle:.0f}° to the horizontal"
    return (
        f"half axes {half[0]:.3f} and {half[1]:.3f}, {lying}\n"
        f"deviation of x₂: {before.std:.3f}, and {after.std:.3f} once x₁ is known to be {seen:g}"
    )


def coin_counts(tosses, theta):
    """The binomial distribution as bars and added up as a staircase, each with the normal one of the same mean and
    variance; returns words."""
    model = Binomial(tosses, theta)
    bell = Normal(model.mean, np.sqrt(model.variance))
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.16, left=0.04, bottom=0.17)
    k = np.arange(tosses + 1)
    low, high = min(-0.5, bell.mean - 3 * bell.std), max(tosses + 0.5, bell.mean + 3 * bell.std)
    low, high = max(low, bell.mean - 4.5 * bell.std), min(high, bell.mean + 4.5 * bell.std)
    x, exact = np.linspace(low, high, 241), model.probability(k)
    seen = (k >= low) & (k <= high)  # bars cost time
    left.bar(k[seen], exact[seen], color=BLUE, width=0.8, alpha=0.6)
    left.plot(x, bell.density(x), color=ORANGE)
    top = 1.3 * max(exact.max(), bell.density(bell.mean))
    left.set(yticks=[], ylim=(0, top), title="probability")
    left.text(0.02, 0.97, "binomial", color=BLUE, transform=left.transAxes, va="top")
    left.text(0.98, 0.97, "normal", color=ORANGE, transform=left.transAxes, ha="right", va="top")
    right.stairs(exact.cumsum(), [*k, max(high, tosses + 1)], baseline=None, color=BLUE)
    right.plot(x, bell.cumulative(x), color=ORANGE)
    gap, place, ends = largest_gap(tosses, theta)
    right.plot([place, place], ends, color=PURPLE, linewidth=4, solid_capstyle="butt", zorder=3)
    right.plot(place, np.mean(ends), "o", color=PURPLE, markersize=11, fillstyle="none", clip_on=False)
    right.text(0.97, 0.08, f"gap {gap:.4f}", color=PURPLE, transform=right.transAxes, ha="right")
    right.set(ylim=(0, 1.03), yticks=[0, 0.5, 1], title="cumulative F")
    for ax in (left, right):
        ax.set(xlim=(low - 0.2, high + 0.2), xlabel="successes")
        ax.locator_params(axis="x", integer=True, nbins=8)
    return f"mean {bell.mean:.2f}, deviation {bell.std:.2f}\nP(at most k), read off at k + ½: at most {gap:.4f} off"


def largest_gap(tosses, theta):
    """The largest error of P(X <= k), k = -1, ..., N, for a binomial X if it is read off the normal distribution of the
    same mean and variance, at k + 1/2, where bar k ends; that place; and the two probabilities, normal and exact.

    k = -1 asks for what the curve has below all bars. With it the gap is the same for theta and 1 - theta.
    """
    model = Binomial(tosses, theta)
    bell, k = Normal(model.mean, np.sqrt(model.variance)), np.arange(-1, tosses + 1)
    exact, curve = np.append(0.0, model.probability(k[1:]).cumsum()), bell.cumulative(k + 0.5)
    at = int(np.argmax(np.abs(exact - curve)))
    return float(abs(exact[at] - curve[at])), float(k[at] + 0.5), (float(curve[at]), float(exact[at]))


def beliefs(heads, tails, strength):
    """A `Beta` prior that counts like `strength` heads and as many tails, the likelihood, scaled to an area of 1, and
    the posterior; ML and MAP in words."""
    prior = Beta(1 + strength, 1 + strength)
    after, theta = prior.updated(heads, tails), np.linspace(0, 1, 801)
    _, ax = plt.subplots(figsize=(7.0, 3.1))
    curves = (
        (prior, QUIET, "prior", "--"),
        (Beta(1 + heads, 1 + tails), GREEN, "likelihood", "-"),
        (after, BLUE, "posterior", "-"),
    )
    top = max(float(curve.density(theta).max()) for curve, *_ in curves)
    for row, (curve, colour, name, style) in enumerate(curves):
        ax.plot(theta, curve.density(theta), color=colour, linestyle=style, linewidth=3 if name == "likelihood" else 2)
        ax.text(0.02, 0.95 - 0.1 * row, name, color=colour, transform=ax.transAxes, va="top")
    likely, probable = heads / (heads + tails), after.mode
    ax.plot([likely], [0], "^", color=GREEN, markersize=11, clip_on=False, zorder=4)
    ax.plot([probable], [0], "^", color=BLUE, markersize=8, clip_on=False, zorder=5)
    ax.set(xlim=(-0.01, 1.01), ylim=(0, 1.08 * top), yticks=[], xlabel="θ, the probability of heads")
    return f"maximum likelihood {likely:.4f}, maximum a posteriori {probable:.4f}"


def fitted_bell(X, ddof):
    """Points of shape (n, 2) with the ellipses of the `Gaussian` fitted to them; returns its numbers in words."""
    model = Gaussian.fit(X, ddof)
    ax = wide_axes()
    for distance in (1, 2):
        ax.plot(*model.ellipse(distance).T, color=BLUE, linewidth=1.5)
    ax.plot(*np.transpose(X), "o", color=ORANGE, markersize=7)
    ax.plot(*model.mean, "+", color=BLUE, markersize=12)
    xlim, ylim = window(X, (-3.4, 3.4), (-2, 2))
    ax.set(xlim=xlim, ylim=ylim)
    (a, b), (_, d) = model.cov
    return (
        f"mean ({model.mean[0]:.2f}, {model.mean[1]:.2f}), variances {a:.3f} and {d:.3f}, covariance {b:.3f}\n"
        f"correlation {b / np.sqrt(a * d):.3f}"
    )
