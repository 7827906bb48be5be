"""The data sets, one file each: the function `byhand.data.NAME.NAME` and, where it has numbers of its own, NAME.csv.

Import them from `byhand.datasets`.
"""

import csv
from importlib import resources

from byhand.table import Table


def read(name, caption, *kinds):
    """The table in NAME.csv of this folder; `kinds`: one for each column, or one for all, text by default."""
    text = resources.files("byhand.data").joinpath(f"{name}.csv").read_text(encoding="utf-8")
    names, *rows = csv.reader(text.splitlines())
    kinds = kinds if len(kinds) == len(names) else (kinds or (str,)) * len(names)
    return Table(
        tuple(names), tuple(tuple(kind(v) for kind, v in zip(kinds, row, strict=True)) for row in rows), caption
    )
