"""The book's figures: one style, one palette, and the drawing that chapters share.

Importing this module sets Matplotlib's defaults to the style of the book. A cell draws a figure and ends with
`show("what one learns from it")`; the words are the picture's text alternative.
"""

import io

import matplotlib.pyplot as plt
import numpy as np

# Okabe and Ito's colours, which colour-blind readers can tell apart: a class has the same one in every figure.
BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"
CLASS_COLOURS = (ORANGE, BLUE, GREEN, PURPLE)
INK, QUIET = "#24292f", "#6b7280"

plt.rcParams.update(
    {
        "figure.figsize": (7.0, 3.4),
        "figure.dpi": 110,
        "figure.facecolor": "none",
        "figure.constrained_layout.use": True,
        "savefig.facecolor": "none",
        "axes.facecolor": "none",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": QUIET,
        "axes.labelcolor": INK,
        "axes.titlesize": 11,
        "axes.titlelocation": "left",
        "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW]),
        "text.color": INK,
        "xtick.color": QUIET,
        "ytick.color": QUIET,
        "font.size": 10,
        "lines.linewidth": 2,
        "legend.frameon": False,
    }
)


class Picture:
    """A figure as an image with its text alternative: an image in notebooks and pages, words in a terminal."""

    def __init__(self, png, alt):
        self.png, self.alt = png, alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/png": self.png, "text/plain": self.alt}, {"image/png": {"needs_background": "light"}}

    def __repr__(self):
        return self.alt


def show(alt):
    """The current figure as a `Picture` with the text alternative `alt`; the figure is closed.

    >>> plt.plot([0, 1], [0, 1])[0] and show("A line that rises.")
    A line that rises.
    """
    return Picture(render("png"), alt)


def render(kind):
    """The current figure as the bytes of a "png" or "webp" image; the figure is closed."""
    buffer = io.BytesIO()
    options = {"lossless": True, "method": 4} if kind == "webp" else {"optimize": True}
    plt.gcf().savefig(buffer, format=kind, dpi=144, pil_kwargs=options, metadata={} if kind == "png" else None)
    plt.close("all")
    return buffer.getvalue()


def colour_of(classes):
    """The colour of each class, in the order of the palette.

    >>> colour_of(["No", "Yes"])
    {'No': '#d55e00', 'Yes': '#0072b2'}
    """
    return {c: CLASS_COLOURS[k % len(CLASS_COLOURS)] for k, c in enumerate(classes)}


def share_bars(ax, shares, title=""):
    """Probabilities as horizontal bars with the number written at each; `shares`: a dictionary class to probability."""
    colours = colour_of(shares)
    for row, (name, share) in enumerate(shares.items()):
        ax.barh(row, share, color=colours[name], height=0.6)
        ax.text(share + 0.015, row, f"{share:.3f}", va="center")
    ax.set(xlim=(0, 1.12), xticks=[0, 0.5, 1], yticks=range(len(shares)), yticklabels=list(shares), title=title)
    ax.invert_yaxis()
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.spines["left"].set_visible(False)


def class_curves(ax, x, curves, fill=True):
    """One curve per class over x, shape (n,), labelled at its peak; `curves`: a dictionary class to values (n,)."""
    for name, values in curves.items():
        colour = colour_of(curves)[name]
        ax.plot(x, values, color=colour)
        if fill:
            ax.fill_between(x, values, color=colour, alpha=0.12, linewidth=0)
        top = int(np.argmax(values))
        ax.annotate(str(name), (x[top], values[top]), (0, 4), textcoords="offset points", color=colour, ha="center")
    ax.set_ylim(bottom=0)
    ax.margins(x=0)
