"""The data sets of the documents, as tables small enough to print.

>>> tennis = play_tennis()
>>> tennis.features
('Outlook', 'Temperature', 'Humidity', 'Wind')
>>> tennis.X[0]
array(['Sunny', 'Hot', 'High', 'Weak'], dtype=object)
>>> tennis.y[:3]
array(['No', 'No', 'Yes'], dtype='<U3')
"""

import csv
from dataclasses import dataclass
from html import escape
from importlib import resources

import numpy as np

from byhand.base import as_number, as_whole


@dataclass(frozen=True, repr=False)
class Table:
    """Named columns of equal length, the last of them the target.

    `names`: the column names; `rows`: one tuple per instance; `caption`: what the table is.
    """

    names: tuple
    rows: tuple
    caption: str = ""

    def __post_init__(self):
        uneven = [number for number, row in enumerate(self.rows, 1) if len(row) != len(self.names)]
        if uneven:
            raise ValueError(f"rows must have {len(self.names)} values each; row {uneven[0]} has another number")

    @property
    def features(self):
        """The names of all columns but the target."""
        return self.names[:-1]

    @property
    def target(self):
        """The name of the last column, which is to be predicted."""
        return self.names[-1]

    @property
    def X(self):
        """The features as an array of shape (n, d)."""
        return np.array([row[:-1] for row in self.rows], dtype=object)

    @property
    def y(self):
        """The target as an array of shape (n,)."""
        return np.array([row[-1] for row in self.rows])

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, name):
        """One column as a tuple."""
        return tuple(row[self._position(name)] for row in self.rows)

    def where(self, **values):
        """The rows that have these values.

        >>> len(play_tennis().where(Outlook="Sunny", Play="No"))
        3
        """
        wanted = [(self._position(name), value) for name, value in values.items()]
        rows = tuple(row for row in self.rows if all(row[position] == value for position, value in wanted))
        return Table(self.names, rows, self.caption)

    def _position(self, name):
        if name not in self.names:
            raise ValueError(f"name must be a column of the table ({', '.join(self.names)}); got {name!r}")
        return self.names.index(name)

    def __repr__(self):
        lines = [("", *self.names), *((number, *row) for number, row in enumerate(self.rows, 1))]
        widths = [max(len(str(line[column])) for line in lines) for column in range(len(lines[0]))]
        return "\n".join(
            "  ".join(str(value).ljust(width) for value, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def _repr_html_(self):
        head = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in self.names)
        body = "".join(
            f'<tr><th scope="row">{number}</th>' + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
            for number, row in enumerate(self.rows, 1)
        )
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return (
            f'<table class="data">{caption}<thead><tr><th scope="col">#</th>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table>"
        )


def play_tennis():
    """Fourteen days: the weather in four words, and whether tennis was played (Quinlan 1986)."""
    return _read("play_tennis.csv", "Play Tennis: the weather of 14 days")


def twenty_points():
    """Twenty points near the line y = 2x, their noise uniform between -0.5 and 0.5.

    >>> twenty_points().rows[0]
    (0.680375, 0.877051)
    """
    return _read("twenty_points.csv", "Twenty points near a line", float)


def lisbon_flats():
    """Six flats in Lisbon: the area in square metres and the price in thousands of euros.

    >>> lisbon_flats()["Price"]
    (370, 220, 57, 400, 430, 640)
    """
    return _read("lisbon_flats.csv", "Six flats in Lisbon: area in m², price in thousands of euros", int)


def arctic_ice():
    """The sea ice of the Arctic each September from 1979 to 2019, in millions of square kilometres (Fetterer 2017).

    >>> arctic_ice().rows[-1]
    (2019, 4.36)
    """
    return _read("arctic_ice.csv", "Arctic sea ice in September, in millions of km²", int, float)


def fish():
    """Seven fish as a sonar sees them: length, volume and kind, four tuna and three swordfish.

    >>> fish().rows[0]
    (0.36, 0.67, 'tuna')
    """
    return _read("fish.csv", "Seven fish: length, volume and kind", float, float, str)


def triangles_and_squares():
    """Five red triangles and six blue squares around the origin, where a new point is to be classified.

    Measured in the picture of a document, in pixels, x to the right and y upwards, to within a pixel.

    >>> triangles_and_squares().rows[1]
    (16.5, -11.5, 'red')
    """
    caption = "Red triangles and blue squares, as seen from the point to be classified"
    return _read("triangles_and_squares.csv", caption, float, float, str)


def noisy_sine(n=10, noise=0.3, seed=4):
    r"""One period of a sine at n equally spaced places, with normal noise: $y = \sin 2\pi x + \text{noise}\,\epsilon$.

    Returns X, shape (n, 1), from 0 to 1, and y, shape (n,). The document that fits polynomials to such data prints
    none of them; places, noise and seed are this book's choice.

    >>> X, y = noisy_sine()
    >>> y[:3].round(6)
    array([-0.195537,  0.590372,  1.483925])
    """
    x = np.linspace(0, 1, as_whole(n, "n", 1))
    epsilon = np.random.default_rng(seed).standard_normal(len(x))
    return x[:, None], np.sin(2 * np.pi * x) + as_number(noise, "noise", minimum=0) * epsilon


def gaussian_mixture(n=200, seed=1):
    """Points of two classes, each a mixture of three normal densities of the same spread, 0.5 in each direction.

    Returns X, shape (n, 2), and y, shape (n,), "blue" or "red". The document that shows such data prints neither points
    nor densities; centres, spread and seed are this book's choice.

    >>> X, y = gaussian_mixture()
    >>> X[0].round(6), y[0].item()
    (array([1.054819, 1.584053]), 'blue')
    """
    rng = np.random.default_rng(seed)
    centres = np.array([[[-1.0, 0.0], [0.5, 1.5], [2.0, 0.5]], [[0.0, -1.0], [0.0, 0.5], [1.5, 1.5]]])
    colour = rng.integers(2, size=as_whole(n, "n", 1))
    middle = centres[colour, rng.integers(3, size=len(colour))]
    return rng.normal(middle, 0.5), np.array(["blue", "red"])[colour]


def elevations(seed=0):
    """A stand-in for a data set that a document describes but does not print: 266 places "yes" and 734 "no".

    Returns X, shape (1000, 1), elevations in metres, and y, shape (1000,). The yes places lie at two heights, so that
    no single normal density fits them.
    """
    rng = np.random.default_rng(seed)
    low, high = rng.normal(25, 6, size=146), rng.normal(75, 9, size=120)
    rest = rng.gamma(4, 14, size=734)
    values = np.concatenate([low, high, rest]).round(1)
    return values[:, None], np.array(["yes"] * 266 + ["no"] * 734)


def vertebrates():
    """Fifteen animals, mammals or not. The exercise with them leaves out the first two columns, name and skin cover.

    One document exchanges the legs of eel and salamander; here the salamander has them.

    >>> vertebrates().where(Name="bat").rows[0][2:]
    ('warm', 'yes', 'no', 'yes', 'yes', 'yes', 'mammal')
    """
    return _read("vertebrates.csv", "Fifteen vertebrates")


def margin_figure():
    """The points of a document's figure on the soft margin, measured in it to 0.01: 13 of the class 1, 14 of -1.

    >>> margin_figure().rows[0]
    (0.0, 0.79, 1)
    """
    return _read("margin_figure.csv", "Points of Figure 10.3", float, float, int)


def fruits():
    """Two apples and two bananas: colour, shape, whether there is a leaf, and the weight in ounces.

    >>> fruits().rows[0]
    ('red', 'round', 'yes', 3, 'apple')
    """
    return _read("fruits.csv", "Four fruits: what they look like, and their weight in ounces", str, str, str, int, str)


def three_regions(n=200, noise=0.1, seed=0):
    """Points in the unit square, of three classes whose regions are rectangles, with some labels drawn at random.

    C to the right of 0.6 and above 0.5; A to the left of 0.6 and below 0.35; B elsewhere. `noise`: the chance that the
    label of a point is drawn anew from the three. Returns X, shape (n, 2), and y, shape (n,). A document shows such a
    picture without its numbers; regions, noise and seed are this book's choice.

    >>> X, y = three_regions()
    >>> X[0].round(6), y[:6]
    (array([0.636962, 0.269787]), array(['B', 'A', 'B', 'C', 'B', 'B'], dtype='<U1'))
    """
    rng = np.random.default_rng(seed)
    X = rng.random((as_whole(n, "n", 1), 2))
    right = X[:, 0] > 0.6
    y = np.where(right & (X[:, 1] > 0.5), "C", np.where(~right & (X[:, 1] <= 0.35), "A", "B"))
    drawn = rng.random(len(X)) < as_number(noise, "noise", minimum=0)
    return X, np.where(drawn, np.array(["A", "B", "C"])[rng.integers(3, size=len(X))], y)


def half_moons(n=200, noise=0.2, seed=0):
    """Points of two classes along two half circles that reach into each other, with normal noise in each direction.

    Returns X, shape (n, 2), and y, shape (n,), "red" and "blue" in turn. A document asks to compare classifiers without
    naming data; shape, noise and seed are this book's choice.

    >>> X, y = half_moons()
    >>> X[0].round(6), y[:3]
    (array([-0.534255,  0.814332]), array(['red', 'blue', 'red'], dtype='<U4'))
    """
    rng = np.random.default_rng(seed)
    angle = np.pi * rng.random(as_whole(n, "n", 1))
    red = np.arange(len(angle)) % 2 == 0
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    X[~red] = [1, 0.5] - X[~red]
    return X + as_number(noise, "noise", minimum=0) * rng.standard_normal(X.shape), np.where(red, "red", "blue")


def noisy_disc(n=200, noise=0.2, seed=0):
    """Points in a square from -2 to 2, red in the middle, blue around it; where red ends varies by `noise` about 1.3.

    Returns X, shape (n, 2), and y, shape (n,).

    >>> X, y = noisy_disc()
    >>> X[0].round(6), y[:3]
    (array([ 0.547847, -0.920853]), array(['red', 'blue', 'blue'], dtype='<U4'))
    """
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (as_whole(n, "n", 1), 2))
    rim = 1.3 + as_number(noise, "noise", minimum=0) * rng.standard_normal(n)
    return X, np.where(np.hypot(*X.T) < rim, "red", "blue")


def chessboard(n=200, seed=0):
    """Points in a square from -2 to 2, red where both coordinates have the same sign, else blue.

    Returns X, shape (n, 2), and y, shape (n,).

    >>> X, y = chessboard()
    >>> X[0].round(6), y[:3]
    (array([ 0.547847, -0.920853]), array(['blue', 'red', 'red'], dtype='<U4'))
    """
    X = np.random.default_rng(seed).uniform(-2, 2, (as_whole(n, "n", 1), 2))
    return X, np.where(X.prod(axis=1) > 0, "red", "blue")


def hot_and_cold():
    """A hidden Markov model: the weather of a day, hot or cold, seen only by the number of Solos drunk on it, 1 to 3.

    The parts that `byhand.hmm.HMM` wants, by name. The document's diagram is lost; start, transitions and the emissions
    of 1 and 3 are those in its arithmetic, the emission of 2 is what remains to a sum of 1.

    >>> hot_and_cold()["transitions"]
    ((0.7, 0.3), (0.1, 0.9))
    """
    return {
        "states": ("hot", "cold"),
        "symbols": (1, 2, 3),
        "start": (0.5, 0.5),
        "transitions": ((0.7, 0.3), (0.1, 0.9)),
        "emissions": ((0.05, 0.15, 0.8), (0.75, 0.15, 0.1)),
    }


def _read(file, caption, *kinds):
    """The table in a CSV file of the package; `kinds`: one for each column, or one for all, text by default."""
    text = resources.files("byhand").joinpath("data", file).read_text(encoding="utf-8")
    names, *rows = csv.reader(text.splitlines())
    kinds = kinds if len(kinds) == len(names) else (kinds or (str,)) * len(names)
    return Table(
        tuple(names), tuple(tuple(kind(v) for kind, v in zip(kinds, row, strict=True)) for row in rows), caption
    )
