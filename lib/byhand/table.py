"""Tables: the one that holds data, and the one way in which the library writes any table as HTML, Markdown or text."""

from dataclasses import dataclass
from html import escape

import numpy as np


@dataclass(frozen=True, repr=False)
class Table:
    """Named columns of equal length, the last of them the target; in a loop it is the list of its rows.

    `names`: the column names; `rows`: one tuple per instance; `caption`: what the table is.

    >>> small = Table(("Wind", "Play"), (("Weak", "Yes"), ("Strong", "No")))
    >>> [row for row in small], small[-1], small["Wind"]
    ([('Weak', 'Yes'), ('Strong', 'No')], ('Strong', 'No'), ('Weak', 'Strong'))
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

    def __iter__(self):
        return iter(self.rows)

    def __getitem__(self, place):
        """A column by its name or a row by its number from 0, as a tuple; rows by a slice, as a table."""
        if isinstance(place, slice):
            return Table(self.names, self.rows[place], self.caption)
        if not hasattr(place, "__index__"):
            return tuple(row[self._position(place)] for row in self.rows)
        if not -len(self) <= place < len(self):
            raise IndexError(f"row {place} is not in the table, whose rows are numbered from 0 to {len(self) - 1}")
        return self.rows[place]

    def where(self, **values):
        """The rows that have these values.

        >>> from byhand.datasets import play_tennis
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
        return as_text(["", *self.names], [[number, *row] for number, row in enumerate(self.rows, 1)])

    def _repr_html_(self):
        rows = [cells(number, *row) for number, row in enumerate(self.rows, 1)]
        return as_html("data", cells("#", *self.names), rows, escape(self.caption), headed=True)


def cells(*values):
    """Values as the HTML of cells.

    >>> cells(1, "x < y")
    ['1', 'x &lt; y']
    """
    return [escape(str(value)) for value in values]


def as_html(kind, head, rows, caption="", headed=False, classes=None):
    """A table as HTML, of cells that are HTML.

    `kind`: its class; `head`: the names of its columns; `headed`: whether the first cell of a row is the row's name;
    `classes`: one for each row.

    >>> as_html("data", ["a"], [["1"], ["2"]], "Two rows")[:66]
    '<table class="data"><caption>Two rows</caption><thead><tr><th scop'
    """
    top = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(
        (f'<tr class="{classes[number]}">' if classes else "<tr>")
        + (f'<th scope="row">{row[0]}</th>' if headed else "")
        + "".join(f"<td>{cell}</td>" for cell in row[headed:])
        + "</tr>"
        for number, row in enumerate(rows)
    )
    words = f"<caption>{caption}</caption>" if caption else ""
    return f'<table class="{kind}">{words}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def as_markdown(head, rows):
    """A table in Markdown.

    >>> print(as_markdown(["a", "b"], [[1, 2]]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = [f"| {' | '.join(map(str, row))} |" for row in [head, *rows]]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


def as_text(head, rows):
    """A table as lines of text, its columns aligned.

    >>> print(as_text(["", "a"], [[1, 20], [2, 3]]))
       a
    1  20
    2  3
    """
    lines = [[str(value) for value in row] for row in [head, *rows]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(value.ljust(width) for value, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
