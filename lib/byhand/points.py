"""Points in the plane that a reader can move, add and delete: what they are, and how they are written as a table.

They travel between Python and the page as rows `[x, y, label]`; what the reader pastes is a table in CSV. The page's
side, in JupyterLab and in the book, is `points.js`.
"""

import csv
import io
import math
from pathlib import Path

import numpy as np

from byhand.base import as_choice, as_labels, as_matrix, shown

SCRIPT, STYLE = (Path(__file__).with_name(f"points.{kind}") for kind in ("js", "css"))
MOST = 200  # points; more cannot be told apart in a picture


class Points:
    """Rows in the plane, each with a class, with a number, or with neither.

    Parameters
    ----------
    X : where they are, shape (n, 2)
    y : their classes or, if floats, their numbers, shape (n,); None for points that are all alike
    classes : the classes that a point may have, if not only those in y

    >>> points = Points([[1, 2], [3, 4.5]], ["a", "b"])
    >>> print(points.table())
    x,y,class
    1,2,a
    3,4.5,b
    >>> points.read("0.5\\t2\\tb").X
    array([[0.5, 2. ]])
    """

    def __init__(self, X, y=None, classes=None):
        self.X = as_matrix(X, "points", 2) if len(X) else np.empty((0, 2))
        self.y = None if y is None else as_labels(y, len(self.X)) if np.asarray(y).dtype.kind != "f" else np.array(y)
        self.classes = None
        if y is not None and self.y.dtype.kind != "f":
            self.classes = list(np.unique(self.y).tolist() if classes is None else classes)

    def __len__(self):
        return len(self.X)

    @property
    def kind(self):
        """What the third column is called: class, number, or nothing."""
        return "" if self.y is None else "number" if self.classes is None else "class"

    @property
    def _columns(self):
        return ["x", "y", self.kind] if self.kind else ["x", "y"]

    def rows(self):
        """The points as lists `[x, y, label]`; a class by its name."""
        labels = [None] * len(self) if self.y is None else self.y.tolist()
        names = map(str, labels) if self.classes else labels
        return [[*place, name] for place, name in zip(self.X.tolist(), names, strict=True)]

    def moved(self, rows):
        """Points of the same kind from rows `[x, y, label]`."""
        if len(rows) > MOST:
            raise ValueError(f"at most {MOST} points can be shown; there are {len(rows)}")
        X = [row[:2] for row in rows]
        if not self.kind:
            return Points(X)
        labels = [row[2] for row in rows]
        if self.classes is None:
            return Points(X, np.array(labels, dtype=float))
        by_name = {str(c): c for c in self.classes}
        unknown = [name for name in labels if name not in by_name]
        if unknown:
            raise ValueError(f"class must be one of {', '.join(by_name)}; got {unknown[0]!r}")
        y = np.array([by_name[name] for name in labels], dtype=np.asarray(self.classes).dtype)
        return Points(X, y, self.classes)

    def table(self):
        """The points as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self._columns)
        for row in self.rows():
            cells = [f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row]
            writer.writerow(cells[: len(self._columns)])
        return text.getvalue().rstrip()

    def read(self, text):
        """Points of the same kind from a table in CSV or as copied from a spreadsheet, with or without a row of names.

        Between columns stands a tab, a semicolon or a comma; decimal commas are read where the comma is not between
        columns.
        """
        between = next((sign for sign in "\t;" if sign in text), ",")
        lines = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text.strip()), delimiter=between)]
        lines = [(number, row) for number, row in enumerate(lines, 1) if any(row)]
        if lines and _number(lines[0][1][0], between) is None:
            lines = lines[1:]
        if not lines:
            raise ValueError(f"the table holds no points: a row is {', '.join(self._columns)}")
        return self.moved([self._row(number, row, between) for number, row in lines])

    def _row(self, line, cells, between):
        """A row `[x, y, label]` from the cells of a line."""
        if len(cells) < len(self._columns):
            raise ValueError(f"line {line} must hold {', '.join(self._columns)}; it holds {shown(between.join(cells))}")
        row = [_number(cell, between) for cell in cells[:2]]
        if self.kind == "number":
            row.append(_number(cells[2], between))
        for name, cell, value in zip(self._columns, cells, row, strict=False):
            if value is None or not math.isfinite(value):
                raise ValueError(f"line {line}: {name} must be a number; got {cell!r}")
        if self.kind == "class" and cells[2] not in map(str, self.classes):
            raise ValueError(f"line {line}: class must be one of {', '.join(map(str, self.classes))}; got {cells[2]!r}")
        return row if self.kind == "number" else [*row, cells[2] if self.kind else None]


def ready_made(names=("two clouds", "diagonal", "ring", "corners"), n=12, seed=0):
    """Sets to start from, in the square from -2 to 2: n points of each class, "blue" and "red", by the set's name.

    A straight line can part the clouds and the diagonal, no line the ring and the corners (XOR); on the diagonal both
    coordinates are needed at once.

    >>> {name: len(points) for name, points in ready_made(["ring", "corners"]).items()}
    {'ring': 24, 'corners': 24}
    """
    rng = np.random.default_rng(seed)
    along, turn, noise = np.linspace(-1.3, 1.3, n), np.arange(n) * 2 * np.pi / n, rng.normal(size=(4, 2, n, 2))
    corner = np.where(np.arange(n) % 2, 1.0, -1.0)
    middles = {  # of each point, in the order of the classes, and how far it strays
        "two clouds": ([[[-0.8, -0.5]] * n, [[0.8, 0.5]] * n], 0.42),
        "diagonal": ([np.column_stack([along, along + up]) for up in (0.45, -0.45)], 0.1),
        "ring": ([1.5 * np.column_stack([np.cos(turn), np.sin(turn)]), np.zeros((n, 2))], [[[0.1]], [[0.4]]]),
        "corners": ([np.column_stack([corner, sign * corner]) for sign in (1, -1)], 0.3),
    }
    places = {
        name: np.clip(np.array(own) + spread * some, -1.9, 1.9).round(2).reshape(-1, 2)
        for (name, (own, spread)), some in zip(middles.items(), noise, strict=True)
    }
    return {name: Points(places[as_choice(name, "names", places)], np.repeat(["blue", "red"], n)) for name in names}


def widget(data, picture):
    """The picture with its points as a widget for JupyterLab.

    What the reader wants is in its trait `asked`; who answers sets `picture` and `reply` (see `Explorable.reply`).
    """
    import anywidget
    from traitlets import Bytes, Dict

    class Movable(anywidget.AnyWidget):
        _esm, _css = SCRIPT, STYLE
        data, picture, reply, asked = (trait().tag(sync=True) for trait in (Dict, Bytes, Dict, Dict))

    return Movable(data=data, picture=picture, asked={"rows": data["rows"]})


def _number(cell, between):
    """The number in a cell, or None."""
    try:
        return float(cell if between == "," else cell.replace(",", "."))
    except ValueError:
        return None
