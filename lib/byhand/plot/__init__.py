"""The book's figures: one style, one palette, and the drawing that chapters share.

Importing this module sets Matplotlib's defaults to the style of the book. A cell draws a figure and ends with
`show("what one learns from it")`; the words are the picture's text alternative.
"""

import base64
import io
import math
import os
from functools import cache
from html import escape
from itertools import cycle

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.ticker import AutoLocator

from byhand.plot.narrow import least_width, require_whole, smallest_type
from byhand.plot.narrow import narrow as narrow_form

# Okabe and Ito's colours, which colour-blind readers can tell apart: a class has the same one in every figure.
BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"
CLASS_COLOURS = (ORANGE, BLUE, GREEN, PURPLE)
CLASS_MARKERS = ("o", "s", "^", "D")
RED = "#e03131"  # for what is called red and nothing else; on dark pages it stays red
CALLED = {"red": (RED, "^"), "blue": (BLUE, "s"), "green": (GREEN, "o")}  # classes that are called by a colour
INK, QUIET = "#24292f", "#6b7280"
PIXELS_PER_INCH, PHONE_PIXELS_PER_INCH = 144, 192
PHONE = "screen and (max-width: 700px)"  # where a page shows a figure's narrow form

plt.rcParams.update(
    {
        "figure.figsize": (7.0, 3.4),
        "figure.facecolor": "none",
        # fixed margins: axes stay where they are while a slider moves
        "figure.subplot.left": 0.1,
        "figure.subplot.right": 0.97,
        "figure.subplot.bottom": 0.17,
        "figure.subplot.top": 0.89,
        "savefig.facecolor": "none",
        "axes.facecolor": "none",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": QUIET,
        "axes.labelcolor": INK,
        "axes.titlesize": 11,
        "axes.titlelocation": "left",
        "axes.titley": 1.0,  # a given height: Matplotlib need not look for one that is free, which takes a tenth
        "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW]),
        "text.color": INK,
        "xtick.color": QUIET,
        "ytick.color": QUIET,
        "font.size": 10,
        "text.hinting": "none",  # faster, and at this resolution no loss
        "lines.linewidth": 2,
        "legend.frameon": False,
    }
)


class Picture:
    """A figure as an image with its text alternative: an image in notebooks and pages, words in a terminal.

    `page`: the HTML for a page of the book, where there is one.
    """

    def __init__(self, png, alt, page=""):
        self.png, self.alt, self.page = png, alt, page

    def _repr_mimebundle_(self, include=None, exclude=None):
        if self.page:
            return {"text/html": self.page, "text/plain": self.alt}
        return {"image/png": self.png, "text/plain": self.alt}, {"image/png": {"needs_background": "light"}}

    def __repr__(self):
        return self.alt


def show(alt):
    """The current figure as a `Picture` with the text alternative `alt`; the figure is closed.

    >>> plt.plot([0, 1], [0, 1])[0] and show("A line that rises.")
    A line that rises.
    """
    if os.environ.get("BYHAND_PAGE") != "static":
        return Picture(render("png"), alt)
    figure, wide = plt.gcf(), render("webp")
    require_whole(figure)
    return Picture(wide, alt, stage(f'<img src="{data_url(wide, "webp")}" alt="{escape(alt)}">', figure, narrow=True))


def stage(image, figure, narrow=False):
    """HTML of a figure's image that a page shows no smaller than its type allows; it scrolls where it has no room.

    `image`: the element; `narrow`: with a second picture for phones, the figure's narrow form, which it then has.
    """
    least, size, narrowest = least_width(figure), _type_in_pixels(figure, PIXELS_PER_INCH), ""
    if narrow:
        narrow_form(figure)
        address = data_url(paint(figure, "webp", PHONE_PIXELS_PER_INCH), "webp")
        small = _type_in_pixels(figure, PHONE_PIXELS_PER_INCH)
        image = f'<source media="{PHONE}" srcset="{address}" data-type="{small}">{image}'
        narrowest = f" --narrow: {least_width(figure)}px;"
    return (
        f'<div class="stage" style="--least: {least}px;{narrowest}" data-type="{size}"><picture>{image}</picture></div>'
    )


def _type_in_pixels(figure, dpi):
    """The size of the smallest type of a figure in pixels of its picture."""
    return round(smallest_type(figure) * dpi / 72, 1)


def data_url(picture, kind):
    return f"data:image/{kind};base64," + base64.b64encode(picture).decode()


def render(kind):
    """The current figure as the bytes of a "png" or "webp" image of at most 48 colours; the figure is closed."""
    figure = plt.gcf()
    picture = paint(figure, kind)
    plt.close(figure)
    return picture


def paint(figure, kind, dpi=PIXELS_PER_INCH):
    """A figure as the bytes of a "png" or "webp" image of at most 48 colours."""
    from PIL import Image  # comes with Matplotlib

    buffer = io.BytesIO()
    figure.set_dpi(dpi)
    for axis in (axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)):
        if isinstance(axis.get_major_locator(), AutoLocator):
            axis.get_major_locator().set_params(nbins=5, steps=[1, 2, 5, 10])  # a tick takes its time: few are enough
    canvas = _canvas(*map(float, figure.bbox.size), dpi)
    canvas.clear()
    figure.draw(canvas)
    few_colours = Image.fromarray(np.asarray(canvas.buffer_rgba())).quantize(48, method=Image.Quantize.FASTOCTREE)
    if kind == "webp":
        few_colours.convert("RGBA").save(
            buffer, "webp", lossless=True, method=2, quality=25
        )  # beyond 25 slower, not smaller
    else:
        few_colours.save(buffer, kind)
    return buffer.getvalue()


def place(figure, X):
    """Where points of shape (n, 2) are in a figure that was drawn: a dictionary for the page's script.

    `box`: the axes that hold them all (left, top, right, bottom as shares of the picture), `limits`: the coordinates at
    its edges (linear axes), `parts`: what `part` has named.
    """
    wanted = set(map(tuple, np.asarray(X, dtype=float).tolist()))
    holding = next((ax for ax in figure.axes if wanted <= _drawn(ax)), None)
    if holding is None:
        raise ValueError("draw must draw all points in one of the axes, by plot or scatter; none of them holds all")
    parts = [{"name": name, "boxes": [_box(*spot) for spot in spots]} for name, spots in getattr(figure, "parts", [])]
    x, y = holding.get_xlim(), holding.get_ylim()
    return {"box": _box(holding, x, y), "limits": [*map(float, x), *map(float, y)], "parts": parts}


def part(name, *spots):
    """Name a part of the current figure that lights up, in all its places at once, under the pointer or the focus.

    `spots`: axes with an interval on each axis, such as `(ax, (0, 1), (2, 5))`.
    """
    figure = plt.gcf()
    figure.parts = [*getattr(figure, "parts", []), (name, spots)]


def _drawn(ax):
    """The places of all that is drawn as points or lines in the axes."""
    places = [line.get_xydata() for line in ax.lines] + [found.get_offsets() for found in ax.collections]
    return {tuple(place) for some in places for place in np.asarray(some, dtype=float).tolist()}


def _box(ax, xlim, ylim):
    """A rectangle of the axes as shares of the picture, as the page counts them: left, top, right, bottom."""
    corners = ax.transData.transform(np.column_stack([xlim, ylim]))
    (left, bottom), (right, top) = corners / ax.figure.bbox.size
    return [round(float(share), 5) for share in (left, 1 - top, right, 1 - bottom)]


@cache
def _canvas(width, height, dpi):
    """What figures of this size are drawn on, one after another: it remembers how wide each word is."""
    return RendererAgg(width, height, dpi)


def colour_of(classes):
    """The colour of each class, in the order of the palette; a class that is called by a colour has it.

    >>> colour_of(["No", "Yes"])
    {'No': '#d55e00', 'Yes': '#0072b2'}
    >>> colour_of(["blue", "red"])
    {'blue': '#0072b2', 'red': '#e03131'}
    """
    return {c: look[0] for c, look in _looks(classes).items()}


def class_points(ax, X, y, classes, size=5):
    """Points of shape (n, 2), each class with its colour and its shape; `y`: their classes, shape (n,)."""
    y = np.asarray(y)
    for c, (colour, marker) in _looks(classes).items():
        ax.plot(*np.asarray(X, dtype=float)[y == c].T, marker, color=colour, markersize=size, zorder=3)


def window(X, xlim=(-2, 2), ylim=(-2, 2)):
    """Limits that hold all points of shape (n, 2): the given ones unless some point lies outside.

    >>> window([[0, 1], [3, 0]])
    [(-2.0, 3.0), (-2.0, 2.0)]
    """
    ends = (np.append(column, limits) for column, limits in zip(np.transpose(X), (xlim, ylim), strict=True))
    return [(float(some.min()), float(some.max())) for some in ends]


def plane(xlim, ylim, cells=60):
    """The middles of a grid of cells over a part of the plane, shape (cells * cells, 2), from below, row by row."""
    x, y = (low + (high - low) * (np.arange(cells) + 0.5) / cells for low, high in (xlim, ylim))
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def regions(ax, xlim, ylim, predicted, classes):
    """Shade the plane by class; `predicted`: the classes at the points of `plane`, shape (cells * cells,)."""
    cells = math.isqrt(len(predicted))
    colours = np.array([plt.matplotlib.colors.to_rgb(colour) for colour in colour_of(classes).values()])
    codes = np.argmax(np.asarray(predicted)[:, None] == np.asarray(classes), axis=1)
    picture = colours[codes].reshape(cells, cells, 3)
    ax.imshow(picture, alpha=0.25, extent=(*xlim, *ylim), origin="lower", aspect="auto", interpolation="nearest")
    ax.set(xlim=xlim, ylim=ylim)


def wide_axes():
    """Axes that fill a figure, for points that want room to be moved."""
    fig, ax = plt.subplots(figsize=(6.4, 3.9))
    fig.subplots_adjust(left=0.07, bottom=0.09, top=0.96)
    return ax


def own_plane(X, y, model):
    """The decision regions of a fitted classifier around points of shape (n, 2), classes y, shape (n,); the axes."""
    ax, limits = wide_axes(), window(X)
    regions(ax, *limits, model.predict(plane(*limits)), model.classes_)
    class_points(ax, X, y, model.classes_, size=7)
    return ax


def share_bars(ax, shares, title=""):
    """Probabilities as horizontal bars with the number written at each; `shares`: a dictionary class to probability."""
    colours = colour_of(shares)
    for row, (name, share) in enumerate(shares.items()):
        ax.barh(row, share, color=colours[name], height=0.6)
        ax.text(share + 0.015, row, f"{share:.3f}", va="center")
    ax.set(xlim=(0, 1.2), xticks=[], yticks=range(len(shares)), yticklabels=list(shares), title=title)
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines[["left", "bottom"]].set_visible(False)


def class_curves(ax, x, curves, fill=True):
    """One curve per class over x, shape (n,), labelled at its peak; `curves`: a dictionary class to values (n,)."""
    for name, values in curves.items():
        colour = colour_of(curves)[name]
        ax.plot(x, values, color=colour)
        if fill:
            ax.fill_between(x, values, color=colour, alpha=0.12, linewidth=0)
        top = int(np.argmax(values))
        ax.annotate(str(name), (x[top], values[top]), (0, 4), textcoords="offset points", color=colour, ha="center")
    ax.set_ylim(0, 1.15 * max(values.max() for values in curves.values()))
    ax.margins(x=0)


def paired_bars(ax, groups, values, title=""):
    """For each of `groups` one bar per class side by side; `values`: a dictionary class to a list of probabilities."""
    width = 0.8 / len(values)
    for k, (name, shares) in enumerate(values.items()):
        places = np.arange(len(groups)) + (k - (len(values) - 1) / 2) * width
        ax.bar(places, shares, width * 0.92, color=colour_of(values)[name], label=str(name))
        for place, share in zip(places, shares, strict=True):
            ax.text(place, share + 0.02, f"{share:.2f}", ha="center", fontsize=9)
    ax.set(xticks=range(len(groups)), xticklabels=groups, ylim=(0, 1.15), yticks=[0, 0.5, 1], title=title)
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.legend(loc="upper right", ncols=len(values), borderaxespad=0)


def upright(ax, x, label, colour=INK):
    """A dashed vertical line at x with a label at its top."""
    ax.axvline(x, color=colour, linewidth=1.2, linestyle="--")
    ax.annotate(label, (x, 1), (3, -2), xycoords=("data", "axes fraction"), textcoords="offset points", va="top")


def rug(ax, values, colour, level=0.0):
    """A short line below the axis at each of the values, shape (n,)."""
    ax.plot(
        values,
        np.full(len(values), -0.035 - level),
        "|",
        color=colour,
        markersize=5,
        markeredgewidth=0.4,
        transform=ax.get_xaxis_transform(),
        clip_on=False,
    )


def _looks(classes):
    """The colour and the marker of each class."""
    looks = zip(CLASS_COLOURS, CLASS_MARKERS, strict=True)
    return {c: CALLED.get(str(c), look) for c, look in zip(classes, cycle(looks), strict=False)}
