"""The data sets of the documents, as tables small enough to print.

>>> from byhand.datasets import play_tennis
>>> tennis = play_tennis()
>>> tennis.features
('Outlook', 'Temperature', 'Humidity', 'Wind')
>>> tennis.X[0]
array(['Sunny', 'Hot', 'High', 'Weak'], dtype=object)
>>> tennis.y[:3]
array(['No', 'No', 'Yes'], dtype='<U3')

Each data set is a file of `byhand.data`, read when it is first asked for: a chapter depends on the data that it uses.
"""

from importlib import import_module, resources

from byhand.table import Table

__all__ = ["Table"]


def __getattr__(name):
    """The function of a data set, from its own file."""
    if name not in __dir__():
        raise AttributeError(f"byhand.datasets has no data set {name!r}")
    return getattr(import_module(f"byhand.data.{name}"), name)


def __dir__():
    """The names of the data sets, and `Table`."""
    files = (entry.name for entry in resources.files("byhand.data").iterdir())
    return sorted(["Table", *(file.removesuffix(".py") for file in files if file.endswith(".py") and file[0] != "_")])
