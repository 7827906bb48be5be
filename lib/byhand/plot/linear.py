"""Drawings of the chapter on linear regression."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from byhand.linear import LinearRegression, polynomial_features
from byhand.metrics import r_squared, sse
from byhand.plot import BLUE, GREEN, INK, ORANGE, PURPLE, QUIET, SKY, upright, window


def points(ax, x, y, **style):
    """The data as dots; x and y of shape (n,)."""
    ax.plot(x, y, "o", color=INK, markersize=5, zorder=3, **style)


def residuals(ax, x, y, predicted):
    """A line from each prediction to its point; all of shape (n,)."""
    ends = np.stack([np.column_stack([x, predicted]), np.column_stack([x, y])], axis=1)
    ax.add_collection(LineCollection(ends, colors=ORANGE, linewidths=1.6))


def residual_squares(ax, x, y, predicted):
    """The square over each residual, as wide as it is high on the page; the limits of `ax` must be set before."""
    box = ax.get_window_extent()
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    per_unit = (right - left) / box.width * box.height / (top - bottom)
    middle = np.mean(x)
    for place, value, guess in zip(x, y, predicted, strict=True):
        side = value - guess
        width = abs(side) * per_unit * (1 if place < middle else -1)  # towards the middle, where there is room
        ax.add_patch(Rectangle((place, guess), width, side, facecolor=ORANGE, alpha=0.22, linewidth=0))
    residuals(ax, x, y, predicted)


def two_lines(x, y, lines):
    """The data twice, each time with one of two lines, (intercept, slope) by name, and what it misses."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.1), sharey=True)
    for ax, (name, (intercept, slope)) in zip(axes, lines.items(), strict=True):
        ax.set(xlim=(40, 200), ylim=(0, 700), xlabel="area in m²")
        ax.plot([40, 200], [intercept + slope * 40, intercept + slope * 200])
        residuals(ax, x, y, intercept + slope * x)
        points(ax, x, y)
        ax.set_title(f"{name}: SSE {sse(y, intercept + slope * x):,.0f}")
    axes[0].set_ylabel("price in thousands of euros")


def line_and_noise(x, y, slope, rest):
    """Data with a line through the origin; and a histogram of what another rule leaves over, shape (n,)."""
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.25)
    left.plot([-1, 1], [-slope, slope])
    residuals(left, x, y, slope * x)
    points(left, x, y)
    left.set(xlabel="x", ylabel="y", title=f"The fitted line, slope {slope:.3f}")
    right.hist(rest, np.arange(-1, 1.1, 0.25), color=BLUE, alpha=0.5)
    right.set(yticks=[0, 3, 6], xlim=(-1, 1), xlabel="y − 2x", title="The noise, y − 2x")


def leverage(x, y, curve, h):
    """Points with a fitted curve and its residuals; and the leverage of each point, h of shape (n,), over its place.

    `curve`: a function from places, shape (m,), to heights, shape (m,).
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.3))
    fig.subplots_adjust(wspace=0.25)
    xlim, ylim = window(np.column_stack([x, y]), (40, 200), (0, 700))
    grid = np.linspace(*xlim, 101)
    left.plot(grid, curve(grid))
    residuals(left, x, y, curve(x))
    points(left, x, y)
    left.set(xlim=xlim, ylim=ylim, xlabel="area in m²", title="price in thousands of euros")
    right.vlines(x, 0, h, color=PURPLE, linewidth=3)
    right.plot(x, h, "o", color=PURPLE, markersize=5)
    right.set(xlim=xlim, ylim=(0, 1.05), yticks=[0, 0.5, 1], xlabel="area in m²", title="leverage")


def projection(intercept, slope):
    """Least squares in space: three outcomes as one arrow, the plane of predictions, one of them, what it misses.

    The rows are (0, 1), (1, 3) and (2, 2). Directions: along the column of ones, at a right angle to it in the plane,
    and out of the plane; the second one is drawn aslant.
    """
    ones, x, y = np.ones(3), np.array([0.0, 1, 2]), np.array([1.0, 3, 2])
    Q, _ = np.linalg.qr(np.column_stack([ones, x, y]))
    turned = Q * np.sign(np.array([ones @ Q[:, 0], x @ Q[:, 1], y @ Q[:, 2]]))

    def on_page(arrow):
        along, across, out = arrow @ turned
        return np.array([along + 0.6 * across, 0.45 * across + out])

    here = intercept * ones + slope * x
    foot = y - turned[:, 2] * (turned[:, 2] @ y)
    fig, ax = plt.subplots(figsize=(7.0, 3.3))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.02)
    corners = np.array([[-0.2, -1.6, 0], [5.6, -1.6, 0], [5.6, 2, 0], [-0.2, 2, 0]]) @ turned.T
    ax.fill(*np.transpose([on_page(corner) for corner in corners]), color=SKY, alpha=0.18, linewidth=0)
    at_foot = np.allclose(here, foot)
    for arrow, colour, name, shift in (
        (ones, QUIET, "column of ones", (-70, -27)),
        (x, QUIET, "column x", (5, 1)),
        (here, BLUE, "predictions Xb", (8, -12)),
        (y, INK, "outcomes y", (8, 0)),
    ):
        ax.annotate("", on_page(arrow), (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.8})
        ax.annotate(name, on_page(arrow), shift, textcoords="offset points", color=colour)
    ax.plot(*np.transpose([on_page(here), on_page(y)]), "--", color=ORANGE, linewidth=1.8)
    spot, leans_right = 0.3 * on_page(here) + 0.7 * on_page(y), on_page(here)[0] > on_page(y)[0]
    ax.annotate("residuals", spot, (8, 0 if leans_right else -9), textcoords="offset points", color=ORANGE)
    if at_foot:
        along, up = 0.18 * turned[:, 0], 0.18 * turned[:, 2]
        ax.plot(*np.transpose([on_page(p) for p in (foot - along, foot - along + up, foot + up)]), color=INK, lw=0.9)
    ax.plot(*on_page(foot), "+", color=GREEN, markersize=9, markeredgewidth=2, zorder=4)
    ax.annotate("all that the columns can predict", on_page(turned @ [2.2, -1.5, 0]), color=BLUE, fontsize=9)
    ax.set(xlim=(-1.4, 8.2), ylim=(-0.9, 1.9))
    ax.axis("off")
    rest = y - here
    words = "at a right angle to both columns" if at_foot else "not at a right angle to the plane"
    return (
        f"residuals {', '.join(f'{e:g}' for e in rest)}; SSE = {rest @ rest:g}\n"
        f"residuals · ones = {rest @ ones:g}; residuals · x = {rest @ x:g}: {words}"
    ).replace("-", "−")


def bells(x, y, intercept, slope, deviation):
    """A line with the normal density of the outcome standing sideways on it at each x, its height at the data."""
    fig, ax = plt.subplots(figsize=(7.0, 3.3))
    ends, z, high = np.array([45.0, 205.0]), np.linspace(-2.6, 2.6, 80), 13
    ax.plot(ends, intercept + slope * ends)
    for place, value in zip(x, y, strict=True):
        middle = intercept + slope * place
        bell = place + high * np.exp(-0.5 * z**2)
        ax.plot(bell, middle + deviation * z, color=SKY, linewidth=1)
        ax.fill_betweenx(middle + deviation * z, place, bell, color=SKY, alpha=0.2, linewidth=0)
        density = high * np.exp(-0.5 * ((value - middle) / deviation) ** 2)
        ax.plot([place, place + density], [value, value], color=ORANGE)
    points(ax, x, y)
    ax.set(xlim=ends, ylim=(-120, 850), xlabel="area in m²", ylabel="price in thousands of euros")
    ax.set_title("The density of each price, given its area")


def lost_digits(orders, lost, labels):
    """Relative errors of coefficients against the order of the polynomial; `lost`: shape (orders, ways)."""
    fig, ax = plt.subplots(figsize=(7.0, 2.9))
    curves(ax, orders, np.transpose(lost), labels)
    ax.set(yscale="log", xlim=(1, 10.8), xticks=orders, xlabel="order of the polynomial")
    ax.set_title("Relative error of the worst coefficient")


def error_bowl(ax, x, y, intercepts, slopes, here, best):
    """Contours of the SSE over intercept and slope, ends of both axes given, with two places: `here` and the `best`."""
    b0, b1 = np.meshgrid(np.linspace(*intercepts, 40), np.linspace(*slopes, 40))
    n, sx, sy, sxx, sxy, syy = len(x), x.sum(), y.sum(), x @ x, x @ y, y @ y
    error = n * b0**2 + 2 * b0 * b1 * sx + b1**2 * sxx - 2 * b0 * sy - 2 * b1 * sxy + syy
    lowest = error.min()
    levels = lowest + (error.max() - lowest) * np.array([0.002, 0.012, 0.04, 0.12, 0.35])
    ax.contour(b0, b1, error, levels, colors=SKY, linewidths=1)
    ax.plot(*best, "+", color=GREEN, markersize=11, markeredgewidth=2)
    ax.plot(*here, "o", color=BLUE, markersize=7, clip_on=False, zorder=4)
    ax.set(xlabel="intercept", ylabel="slope", xlim=intercepts, ylim=slopes, xticks=[-400, 0], yticks=[0, 4, 8])


def line_and_errors(x, y, intercept, slope, model):
    """Data, a line, the squares of its errors; where that line is in the bowl of all lines; and key numbers.

    `model`: least squares for the same data.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.4))
    fig.subplots_adjust(wspace=0.32)
    left.set(xlim=(40, 200), ylim=(-150, 850), xlabel="area in m²", ylabel="price in thousands of euros")
    left.set(xticks=[50, 100, 150, 200], yticks=[0, 400, 800])
    ends = np.array([40.0, 200.0])
    left.plot(ends, intercept + slope * ends, color=BLUE)
    residual_squares(left, x, y, intercept + slope * x)
    points(left, x, y)
    error_bowl(right, x, y, (-420, 220), (-0.5, 8.5), (intercept, slope), (model.intercept_, model.coef_[0]))
    left.set_title("The line and its squared errors")
    right.set_title("All lines: SSE as a landscape")
    predicted = intercept + slope * x
    return (
        f"SSE = {sse(y, predicted):,.0f}; the least possible is {model.sse_:,.0f}\n"
        f"R² = {r_squared(y, predicted):.3f}; sum of residuals = {(y - predicted).sum():,.0f}"
    )


def fit_and_errors(x, y, grid, curve, fitted, orders, training, held_out, order, names):
    """Data with a fitted curve; and beside it both errors against the order of the model, with this order marked.

    `grid`, `curve`: the curve, shape (m,); `fitted`: its values at the data, shape (n,); `training`, `held_out`: errors
    for each of `orders`, NaN where there is none; `names`: of the two axes on the left, and of the order.
    """
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.2))
    fig.subplots_adjust(wspace=0.3)
    room = 0.35 * (y.max() - y.min())
    left.set(xlim=(grid[0], grid[-1]), ylim=(y.min() - room, y.max() + room), xlabel=names[0], ylabel=names[1])
    left.plot(grid, curve, color=BLUE)
    residuals(left, x, y, fitted)
    points(left, x, y)
    for errors, colour in ((training, ORANGE), (held_out, PURPLE)):
        right.plot(orders, errors, "o-", color=colour, markersize=4, linewidth=1.5)
        if order in orders and np.isfinite(errors[list(orders).index(order)]):
            right.plot(order, errors[list(orders).index(order)], "o", color=colour, markersize=9)
    right.set(yscale="log", xlabel=names[2], title="Root mean squared error", xticks=orders[::2])
    right.minorticks_off()  # each small line takes its time
    right.locator_params(axis="y", numticks=4)
    left.locator_params(nbins=4)
    return left, right


def shapes(x, y):
    """The best polynomials of order 0 to 3 for the same data, both of shape (n,)."""
    grid = np.linspace(x.min() - 0.08 * np.ptp(x), x.max() + 0.08 * np.ptp(x), 101)
    fig, axes = plt.subplots(1, 4, figsize=(7.4, 2.1), sharey=True)
    for M, (ax, name) in enumerate(zip(axes, ("constant", "line", "parabola", "cubic"), strict=True)):
        powers = [polynomial_features((at - x.mean()) / np.ptp(x), M, ones=True) for at in (x, grid)]
        ax.plot(grid, LinearRegression(intercept=False).fit(powers[0], y).predict(powers[1]))
        points(ax, x, y)
        ax.set(title=f"M = {M}: {name}", xticks=[], yticks=[])


def polynomial_and_errors(x, y, order, errors, names):
    """Data with a polynomial; the errors of all orders beside it; and in words those of this one.

    `errors`: SSE and mean squared leave-one-out error of the orders 0, 1, ..., shape (n, 2); `names`: of the axes.
    """
    n, errors = len(x), np.array(errors)
    used = min(order, n - 1)

    def powers(points):
        return polynomial_features((points - x.mean()) / np.ptp(x), used, ones=True)

    model = LinearRegression(intercept=False).fit(powers(x), y)
    grid = np.linspace(x.min() - 0.08 * np.ptp(x), x.max() + 0.08 * np.ptp(x), 200)
    curve, fitted = model.predict(powers(grid)), model.predict(powers(x))
    trained, out = np.sqrt(errors[:, 0] / n), np.sqrt(errors[:, 1])
    trained[-1] = np.nan  # zero, which a logarithmic axis cannot show
    left, right = fit_and_errors(x, y, grid, curve, fitted, range(n), trained, out, used, names)
    left.set_title(f"Order {used}: {used + 1} coefficients, {n} points")
    right.set_ylim(trained[-2] / 3)
    right.text(n - 2, trained[-2] / 1.3, "training", color=ORANGE, ha="right", va="top")
    right.text(n - 2.2, out[-2], "left out", color=PURPLE, ha="right", va="center")
    seen = "none: the curve passes through every point" if used == n - 1 else f"{trained[used]:.4g}"
    blind = "undefined, the fit needs every point" if np.isnan(out[used]) else f"{out[used]:.4g}"
    most = f"\n{n} points allow no more than order {used}" if order > used else ""
    return f"training error: {seen}\nleave-one-out error: {blind}{most}"


def beyond(year, extent, known, predicted):
    """Measurements by year with a curve that was fitted to those that are `known`, and goes on; all of shape (n,)."""
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    last = np.flatnonzero(known)[-1]
    ax.plot(year[known], predicted[known], color=BLUE)
    ax.plot(year[last:], predicted[last:], color=BLUE, linestyle=":")
    points(ax, year[known], extent[known])
    ax.plot(year[~known], extent[~known], "o", color=ORANGE, markersize=5)
    upright(ax, year[last] + 0.5, "not used for the fit")
    ax.axhline(0, color=QUIET, linewidth=0.8)
    ax.set(xlim=(1977, 2023), ylim=(-2, 8.5), ylabel="million km²", title="Arctic sea ice in September")


def bumps(ax, x, columns, weights=None):
    """Radial basis functions over x, shape (m,), one column each, shape (m, k); scaled by `weights`, shape (k,)."""
    heights = columns if weights is None else columns * weights
    ax.plot(x, heights, color=SKY, linewidth=1.2)


def bumps_and_sum(x, y, grid, columns, weights):
    """Radial basis functions over a grid, shape (m, k); and each times its weight, with their sum and the data."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 2.9))
    bumps(left, grid, columns)
    left.set(title="Four bumps of width 20", xlabel="area in m²", ylim=(0, 1.1), yticks=[0, 1])
    bumps(right, grid, columns, weights)
    right.plot(grid, columns @ weights, color=BLUE)
    points(right, x, y)
    right.set(title="Each times its weight, and their sum", xlabel="area in m²", ylim=(0, 700))


def bumps_and_truth(x, y, grid, columns, weights, truth):
    """Weighted radial basis functions over a grid, shape (m, k), their sum, the true curve, shape (m,), and data."""
    fig, ax = plt.subplots(figsize=(7.0, 3.2))
    bumps(ax, grid, columns, weights)
    ax.plot(grid, truth, color=QUIET, linestyle="--", linewidth=1.2)
    ax.plot(grid, columns @ weights, color=BLUE)
    points(ax, x, y)
    ax.set(xlim=(-0.01, 1.01), ylim=(-2.2, 2.2), xlabel="x", title="Bumps, their sum, and the true curve")


def spread(x, y, fits, predicted, true_slope):
    """One sample with forty fitted lines; the slopes of all lines as a histogram with the normal curve; key numbers.

    `fits`: a model with many outcomes, one line for each; `predicted`: the standard deviation of the slopes in theory.
    """
    slopes = fits.coef_[:, 0]
    lines = np.stack([fits.intercept_, slopes])[:, :40]
    fig, (left, right) = plt.subplots(1, 2, width_ratios=[3, 2], figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.2)
    ends = np.array([-1.05, 1.05])
    fitted = np.stack(np.broadcast_arrays(ends, lines[0][:, None] + lines[1][:, None] * ends), axis=-1)
    left.add_collection(LineCollection(fitted, colors=BLUE, linewidths=0.8, alpha=0.25))
    left.plot(ends, true_slope * ends, color=INK, linestyle="--", linewidth=1.2)
    left.plot(x, y, ".", color=INK, markersize=5)
    left.set(xlim=(-1.05, 1.05), ylim=(-4, 4), xlabel="x", ylabel="y", title="One sample; lines of forty samples")
    left.set(xticks=[-1, 0, 1], yticks=[-4, 0, 4])
    edges = np.linspace(0.5, 3.5, 61)
    grid = np.linspace(0.5, 3.5, 301)
    share, _ = np.histogram(slopes, edges, density=True)
    right.stairs(share, edges, fill=True, color=BLUE, alpha=0.45)
    density = np.exp(-0.5 * ((grid - true_slope) / predicted) ** 2) / (predicted * np.sqrt(2 * np.pi))
    right.plot(grid, density, color=ORANGE, linewidth=1.5)
    right.set(xlim=(0.5, 3.5), yticks=[], xlabel="slope", title="Slopes of 2000 samples")
    right.spines["left"].set_visible(False)
    return (
        f"slopes: mean {slopes.mean():.3f}, standard deviation {slopes.std():.4f}\n"
        f"theory: mean {true_slope}, standard deviation {predicted:.4f}"
    )


def bands(x, y, grid, line, one, at=None, limits=(-450, 1150), level="95 %"):
    """Data and their line over a grid, shape (m,), with a band for the line and a wider one for one outcome.

    `line`, `one`: `byhand.inference.Intervals` over the grid; `at`: where on the grid bars show how far both reach.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.6))
    for low, high in ((one.low, line.low), (line.high, one.high)):
        ax.fill_between(grid, low, high, color=ORANGE, alpha=0.15, linewidth=0)
    ax.fill_between(grid, line.low, line.high, color=BLUE, alpha=0.25, linewidth=0)
    ax.plot(grid, line.estimate)
    ax.plot(x, y, "o", color=INK, markersize=5 if len(x) < 50 else 2, alpha=1 if len(x) < 500 else 0.5, zorder=3)
    if at is not None:
        here = np.flatnonzero(grid == at)[0]
        for band, colour, place in ((one, ORANGE, 0), (line, BLUE, 1.6)):
            ends = np.array([band.low[here], band.high[here]])
            ax.plot([at + place] * 2, ends, "_-", color=colour, markersize=10)
            for end, up in zip(ends, (-11, 4), strict=True):
                words = f"{end:.0f}".replace("-", "−")
                spot, shift = (at + place, end), (6 * place, up)
                ax.annotate(words, spot, shift, textcoords="offset points", color=colour, ha="center")
    names = ((line, BLUE, f"the line, {level}", "top"), (one, ORANGE, f"one price, {level}", "bottom"))
    for band, colour, words, side in names:  # to either side of their ends, which may be close
        spot = (grid[-1], band.high[-1])
        ax.annotate(words, spot, (4, 0), textcoords="offset points", color=colour, va=side)
    ax.set(xlim=(grid[0], grid[-1] + 36), ylim=limits, xlabel="area in m²", ylabel="price in thousands of euros")
    ax.set_xticks(np.arange(60, grid[-1] + 1, 40))


def many_intervals(middles, reaches, truth):
    """Intervals one below the other, each a middle and how far it reaches, shape (n,); how many miss the truth.

    Those that miss it are orange.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.8))
    missed = np.abs(middles - truth) > reaches
    rows = np.arange(len(middles))
    for which, colour in ((~missed, BLUE), (missed, ORANGE)):
        lines = np.stack([middles - reaches, rows, middles + reaches, rows], axis=1)[which].reshape(-1, 2, 2)
        ax.add_collection(LineCollection(lines, colors=colour, linewidths=1.8, alpha=0.8))
        ax.plot(middles[which], rows[which], ".", color=colour, markersize=5)
    ax.axvline(truth, color=INK, linestyle="--", linewidth=1.2)
    ax.set(xlim=(truth - 6.5, truth + 6.5), ylim=(-1, len(rows)), yticks=[], xlabel="slope")
    ax.spines["left"].set_visible(False)
    return int(missed.sum())


def residual_plot(x, y, predicted, limits):
    """Data with the fitted line; and beside it what is left, against what was predicted; all of shape (n,)."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.1))
    fig.subplots_adjust(wspace=0.25)
    left.plot(np.sort(x), predicted[np.argsort(x)])
    left.plot(x, y, "o", color=INK, markersize=4)
    left.set(xlabel="x", title="The data and the line", ylim=limits[0])
    right.axhline(0, color=BLUE)
    right.plot(predicted, y - predicted, "o", color=ORANGE, markersize=4)
    right.set(xlabel="predicted", title="The residuals", ylim=limits[1])


def plane_and_misses(X, y, model, names):
    """Outcomes over two features in space, a plane fitted to them, and what each misses; X of shape (n, 2)."""
    first, second = (np.array([values.min(), values.max()]) for values in X.T)
    low, high = y.min() - 1, y.max() + 1

    def on_page(a, b, height):
        a, b = (a - first[0]) / np.ptp(first), (b - second[0]) / np.ptp(second)
        return a + 0.45 * b, 1.15 * (height - low) / (high - low) + 0.33 * b

    def at(a, b):
        return model.predict(np.column_stack(np.broadcast_arrays(np.atleast_1d(a), np.atleast_1d(b))))

    fig, ax = plt.subplots(figsize=(7.0, 4.0))
    fig.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.98)
    for a in np.linspace(*first, 7):
        ax.plot(*on_page(a, second, at(a, second)), color=SKY, linewidth=0.9)
    for b in np.linspace(*second, 6):
        ax.plot(*on_page(first, b, at(first, b)), color=SKY, linewidth=0.9)
    edge = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    corners = first[edge[:, 0]], second[edge[:, 1]]
    ax.fill(*on_page(*corners, at(*corners)), color=SKY, alpha=0.12, linewidth=0)
    ends = np.stack([np.transpose(on_page(*X.T, model.predict(X))), np.transpose(on_page(*X.T, y))], axis=1)
    ax.add_collection(LineCollection(ends, colors=ORANGE, linewidths=1.2))
    ax.plot(*on_page(*X.T, y), "o", color=INK, markersize=4)
    floor = on_page(first, np.full(2, second[0]), np.full(2, low))
    side = on_page(np.full(2, first[1]), second, np.full(2, low))
    ax.plot(*floor, color=QUIET, linewidth=1)
    ax.plot(*side, color=QUIET, linewidth=1)
    for value in (v for v in (65, 70, 75) if v <= first[1]):
        spot = on_page(value, second[0], low)
        ax.annotate(f"{value}", spot, (0, -12), textcoords="offset points", color=QUIET, ha="center")
    for value in (60, 65, 70):
        spot = on_page(first[1], value, low)
        ax.annotate(f"{value}", spot, (6, -6), textcoords="offset points", color=QUIET)
    ax.annotate(names[0], np.mean(floor, axis=1), (0, -26), textcoords="offset points", color=QUIET, ha="center")
    ax.annotate(names[1], np.mean(side, axis=1), (34, -18), textcoords="offset points", color=QUIET)
    for value in (65, 70, 75):
        spot = on_page(first[0], second[0], value)
        ax.annotate(f"{value}", spot, (-6, -4), textcoords="offset points", color=QUIET, ha="right")
    ax.plot([0, 0], [0, on_page(first[0], second[0], 76)[1]], color=QUIET, linewidth=1)
    ax.annotate(names[2], on_page(first[0], second[0], 76), (-22, 6), textcoords="offset points", color=QUIET)
    ax.set(xlim=(-0.13, 1.72), ylim=(-0.2, 1.45))
    ax.axis("off")


def slices(x, y, near, ends, heights, middle):
    """All data quiet, those `near` some value of another feature in ink, and the plane cut at it and at its mean.

    `ends`, `heights`, `middle`: two places, and there the heights of the cut and of that through the mean, shape (2,).
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.5))
    ax.plot(x[~near], y[~near], ".", color=QUIET, markersize=4, alpha=0.3)
    ax.plot(x[near], y[near], "o", color=INK, markersize=4)
    ax.plot(ends, middle, "--", color=QUIET, linewidth=1.3)
    ax.plot(ends, heights, color=BLUE)
    ax.set(xlim=(61.5, 79), ylim=(55, 80), xlabel="height of the father in inches", ylabel="height of the son")


def added_variable(clouds, titles, names):
    """Two clouds (x, y), each with its line and at the same scale; `names`: of the two axes, on the left."""
    fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.3))
    fig.subplots_adjust(wspace=0.3)
    for ax, (x, y), title in zip(axes, clouds, titles, strict=True):
        line = LinearRegression().fit(x[:, None], y)
        ends = np.array([x.min(), x.max()])
        ax.plot(x, y, "o", color=INK, markersize=3.5, alpha=0.4)
        ax.plot(ends, line.predict(ends[:, None]))
        ax.set(xlim=(x.mean() - 2.2, x.mean() + 2.2), ylim=(y.mean() - 1.65, y.mean() + 1.65), xlabel=names[0])
        ax.set_title(f"{title}: slope {line.coef_[0]:.2f}".replace("-", "−"))
    axes[0].set_ylabel(names[1])
    axes[1].set(xlabel=f"{names[0]}, left over", ylabel="left over")


def pooled(x, y, intercept, slope, title):
    """The data of `groups` with one line for all, the groups unknown."""
    fig, ax = plt.subplots(figsize=(7.0, 3.5))
    ax.plot(x, y, "o", color=QUIET, markersize=4, alpha=0.45)
    ends = np.array([x.min(), x.max()])
    ax.plot(ends, intercept + slope * ends, color=INK, linewidth=2.4)
    ax.set(xlim=(4.2, 8.1), ylim=(1.9, 4.6), xlabel="length of the sepal in cm", ylabel="width of the sepal in cm")
    ax.set_title(title)


def groups(x, y, group, curve, names, title):
    """Data of several groups, each with its own colour, and the line that a model draws for each over its own range.

    `group`: which of `names` each row has, shape (n,); `curve(at, k)`: the heights at places for group number k.
    """
    fig, ax = plt.subplots(figsize=(7.0, 3.5))
    looks = zip((ORANGE, BLUE, GREEN), ("o", "s", "^"), names, strict=True)
    for k, (colour, marker, name) in enumerate(looks):
        own = x[group == name]
        ax.plot(own, y[group == name], marker, color=colour, markersize=4, alpha=0.45)
        ends = np.array([own.min(), own.max()])
        ax.plot(ends, curve(ends, k), color=colour, linewidth=2.4)
    for name, colour, spot in zip(names, (ORANGE, BLUE, GREEN), ((4.35, 4.2), (4.9, 2.05), (7.0, 2.35)), strict=True):
        ax.text(*spot, name, color=colour)
    ax.set(xlim=(4.2, 8.1), ylim=(1.9, 4.6), xlabel="length of the sepal in cm", ylabel="width of the sepal in cm")
    ax.set_title(title)


def coefficients(names, found, level="95 %"):
    """Coefficients with their intervals, one below the other, against zero; `found`: `byhand.inference.Intervals`."""
    fig, ax = plt.subplots(figsize=(7.0, 0.75 + 0.42 * len(names)))
    fig.subplots_adjust(left=0.32, bottom=0.3, top=0.86)
    ax.axvline(0, color=QUIET, linewidth=1, linestyle="--")
    rows = np.arange(len(names))[::-1]
    ax.hlines(rows, found.low, found.high, color=BLUE, linewidth=3, alpha=0.6)
    ax.plot(found.estimate, rows, "o", color=BLUE)
    ax.set(yticks=rows, yticklabels=names, ylim=(-0.6, len(names) - 0.4), xlabel="inches of the child per inch")
    ax.set_title(f"Coefficients, {level} confidence intervals")
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", length=0)


def curves(ax, x, values, labels):
    """Curves over x, shape (m,), labelled at their right ends; `values`: one sequence of shape (m,) for each label."""
    for colour, curve, label in zip((BLUE, ORANGE, GREEN, PURPLE, QUIET), values, labels, strict=False):
        ax.plot(x, curve, color=colour, linewidth=1.6)
        ax.annotate(label, (x[-1], curve[-1]), (4, 0), textcoords="offset points", color=colour, va="center")
