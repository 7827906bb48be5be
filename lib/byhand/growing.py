r"""Growing a decision tree: the questions that a table allows, the nodes of a tree, and the recursion that grows it.

At each node a tree asks the question of the largest gain (see `byhand.impurity`), until the nodes are pure or no
question is left: `grow` is this algorithm. A column of numbers is numeric, its questions are "at most t?"; any other
column is nominal.
"""

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, partial
from numbers import Integral, Real

import numpy as np

from byhand.base import (
    as_instance,
    as_list,
    as_matrix,
    as_numbers,
    as_table,
    first_best,
    is_missing,
    shown,
)
from byhand.guard import as_numeric, guard
from byhand.impurity import TIE, bipartitions, entropy, midpoints
from byhand.protocol import column_names
from byhand.working import decimal

# ---- questions


@dataclass(frozen=True)
class Condition:
    """What takes rows down a branch: `Outlook = Sunny`, `Age ≤ 30`, `Age > 30`.

    `feature`: the position of the column; `name`: its name; `sign`: "=", "≤" or ">"; `value`: the threshold or, for
    "=", a tuple of values, of which the row must have one.

    >>> str(Condition(0, "Outlook", "=", ("Sunny", "Rain")))
    'Outlook = Sunny or Rain'
    """

    feature: int
    name: str
    sign: str
    value: object

    def holds(self, X):
        """For which rows of X, shape (n, d), it holds, as a boolean array; never where the value is missing."""
        X = as_table(X)
        if X.shape[1] <= self.feature:
            raise ValueError(f"X must have {self.name} in column {self.feature + 1}; it has {X.shape[1]} columns")
        if self.sign == "=":
            return np.array([value in self.value for value in X[:, self.feature].tolist()])
        numbers = as_matrix(X[:, [self.feature]], missing=True)[:, 0]
        return numbers <= self.value if self.sign == "≤" else numbers > self.value

    def __str__(self):
        value = " or ".join(map(str, self.value)) if self.sign == "=" else decimal(self.value)
        return f"{self.name} {self.sign} {value}"


@dataclass(frozen=True)
class Feature:
    """A column of a table: its position, its name and, if it is nominal, its values in the order of the table.

    `values`: a tuple; None for a column of numbers.
    """

    position: int
    name: str
    values: tuple | None

    def questions(self, X, multiway=True):
        """All questions about this feature that part the rows X, shape (n, d): tuples of a condition for each branch.

        "At most t?", t half-way between neighbouring numbers; or a branch for each value; or, if `multiway` is False,
        two branches, for each way to part the values in two.

        >>> X = np.array([["red", 3], ["green", 5], ["red", 8]], dtype=object)
        >>> colour, weight = read_features(X, ["Colour", "Weight"])
        >>> [[str(condition) for condition in question] for question in colour.questions(X) + weight.questions(X)]
        [['Colour = red', 'Colour = green'], ['Weight ≤ 4', 'Weight > 4'], ['Weight ≤ 6.5', 'Weight > 6.5']]
        """
        column = as_table(X)[:, self.position]
        if is_missing(column).any():
            raise ValueError(
                f"X must hold a value of {self.name} in each row; row {np.argmax(is_missing(column))} does not"
            )
        if self.values is None:
            numbers = np.unique(as_numbers(column, "X"))
            thresholds = midpoints(numbers[:-1], numbers[1:]).tolist()
            return [tuple(self.condition(sign, t) for sign in "≤>") for t in thresholds]
        present = [value for value in self.values if value in column.tolist()]
        ways = [tuple((value,) for value in present)] if multiway else bipartitions(present)
        return [tuple(self.condition("=", group) for group in way) for way in ways if len(way) > 1]

    def condition(self, sign, value):
        """The `Condition` about this feature with this sign and value."""
        return Condition(self.position, self.name, sign, value)

    def encoded(self, column, ignore_unknown=False):
        """The column, shape (n,), in numbers: a nominal value as its place in `values`, a missing one as NaN.

        With `ignore_unknown` one that is not among them counts as missing, else it is refused.
        """
        if self.values is None:
            return as_matrix(column[:, None], missing=True)[:, 0]
        places = {value: float(place) for place, value in enumerate(self.values)}
        codes = np.array([places.get(value, -1.0) for value in column.tolist()])
        codes[is_missing(column)] = math.nan
        if ignore_unknown:
            codes[codes < 0] = math.nan
        if (codes < 0).any():
            raise ValueError(
                f"X holds a value not seen in training: {column[codes < 0].tolist()[0]!r} for feature {self.name}, "
                f"which takes {', '.join(map(repr, self.values))}; None stands for a value that is not known, "
                'and with handle_unknown="ignore" any other does'
            )
        return codes


def read_features(X, names=None, nominal=()):
    """The features of a table X, shape (n, d): columns of numbers are numeric, others nominal.

    `names`: of the columns; if None, those that X has itself, else x1, x2, ... `nominal`: which columns of numbers are
    mere names: one or several, by position or name, or "all".
    """
    names, X = column_names(X) if names is None else names, as_table(X)
    d = X.shape[1]
    names = [f"x{i + 1}" for i in range(d)] if names is None else list(map(str, as_list(names, "features")))
    if len(names) != d or len(set(names)) < d:
        raise ValueError(
            f"features must give each of the {d} columns of X a name of its own; got {shown(names)} for names"
        )
    single = isinstance(nominal, str) or not hasattr(nominal, "__iter__")
    declared = [nominal] if single else as_list(nominal, "nominal")
    declared = names if declared == ["all"] else declared
    known = {*names, *range(d)}
    unknown = [column for column in declared if not isinstance(column, (str, Integral)) or column not in known]
    if unknown:
        raise ValueError(f"nominal must be 'all' or hold columns of X ({', '.join(names)}); got {unknown[0]!r}")
    numeric = [_is_numeric(X[:, i]) and i not in declared and names[i] not in declared for i in range(d)]
    return tuple(Feature(i, names[i], None if numeric[i] else _distinct(X[:, i], names[i])) for i in range(d))


# ---- trees


@dataclass(frozen=True, eq=False)
class Node:
    """A node of a tree: the way to it, and what is known of the training rows that come there.

    `parent`: the position of the node above, and `condition`: that of the branch from there, both None for the root;
    `depth`: the number of conditions from the root; `n`: the number of rows, or the sum of their weights; `value`: how
    many there are of each class, shape (K,), or their mean outcome, shape (1,); `answer`: the most frequent class, or
    the mean; `impurity`; `gain`: that of the question asked here, None for a leaf.
    """

    parent: int | None
    condition: Condition | None
    depth: int
    n: float
    value: np.ndarray
    answer: object
    impurity: float
    gain: float | None

    def __str__(self):
        """The answer and the number of rows: `Yes (4)`, or `Yes (3 of 5)` where only 3 of 5 rows are of that class."""
        answer = decimal(self.answer) if isinstance(self.answer, float) else self.answer
        return f"{answer} ({tally(self.value.max() if len(self.value) > 1 else self.n, self.n)})"


class Tree(tuple):
    """The nodes of a tree, the root first, each just before all the nodes below it. It prints as an outline."""

    @cached_property
    def children(self):
        """For each node the positions of its children."""
        below = [[] for _ in self]
        for i, node in enumerate(self[1:], 1):
            below[node.parent].append(i)
        return tuple(map(tuple, below))

    @property
    def leaves(self):
        """The leaves, from left to right."""
        return tuple(node for node in self if node.gain is None)

    @property
    def depth(self):
        """The largest number of questions on the way to an answer."""
        return max(node.depth for node in self)

    @property
    def impurity(self):
        r"""That of the whole tree, $I(T) = \sum_m \frac{n_m}{n} i_m$ over the leaves m."""
        return sum(leaf.n * leaf.impurity for leaf in self.leaves) / sum(leaf.n for leaf in self.leaves)

    @classmethod
    def joined(cls, root, gain, question, branches):
        """The tree that asks a question at its root and goes on with a tree on each branch.

        `root`: a node; `gain`: that of the question; `question`: the conditions of the branches; `branches`: trees.
        """
        nodes = [replace(root, gain=gain)]
        for condition, branch in zip(question, branches, strict=True):
            shift = len(nodes)
            for node in branch:
                above = (0, condition) if node.parent is None else (node.parent + shift, node.condition)
                nodes.append(replace(node, parent=above[0], condition=above[1], depth=node.depth + 1))
        return cls(nodes)

    def path(self, x):
        """The positions of the nodes that the row x, shape (d,), passes: down to a leaf, or to where no branch fits."""
        passed, following = [], [0]
        while following:
            passed.append(following[0])
            following = [i for i in self.children[passed[-1]] if self[i].condition.holds([x])[0]]
        return passed

    def conditions(self, position):
        """The conditions on the way from the root to the node at this position, a tuple."""
        node, found = self[position], []
        while node.condition:
            found.append(node.condition)
            node = self[node.parent]
        return tuple(reversed(found))

    def pruned(self, positions):
        """The tree in which the subtrees at these positions are replaced by leaves."""
        nodes, place = [], {None: None}
        for i, node in enumerate(self):
            if node.parent in place and node.parent not in positions:
                place[i] = len(nodes)
                nodes.append(replace(node, parent=place[node.parent], gain=None if i in positions else node.gain))
        return Tree(nodes)

    def __repr__(self):
        lines = [
            "  " * (node.depth - 1) + str(node.condition) + (f": {node}" if node.gain is None else "") for node in self
        ]
        return "\n".join(lines[1:]) or str(self[0])


# ---- growing


def leaf(y, classes=None, impurity=None):
    """The node that gives some rows one answer. `y`: their outcomes, shape (n,), labels or numbers.

    `classes`: the labels in order, of which the most frequent is the answer; None for numbers, whose mean it is.
    `impurity`: a function of the class counts, by default the entropy; or of the numbers, the variance.

    >>> print(leaf(np.array(["Yes", "No", "Yes"]), classes=["No", "Yes"]), "|", leaf(np.array([2.0, 4.0, 9.0])))
    Yes (2 of 3) | 5 (3)
    """
    if classes is None:
        y = as_numbers(y, "y")
        value = np.array([y.mean()])
        answer, mixed = float(value[0]), float((impurity or np.var)(y))
    else:
        value = np.array([(y == label).sum() for label in classes])
        answer, mixed = classes[value.argmax()], (impurity or entropy)(value)
    return Node(None, None, 0, len(y), value, answer, mixed, None)


def grow(X, y, features, classes=None, impurity=None, multiway=True, max_depth=math.inf):
    """The tree of some rows by divide and conquer: ask what gains most, and grow a tree of the rows on each branch.

    `X`, shape (n, d), without missing values; `y`, shape (n,); `features`: see `read_features`; `classes` and
    `impurity`: see `leaf`; `multiway`: see `Feature.questions`; `max_depth`: the largest number of questions in a row.
    With entropy this is ID3; with the Gini impurity and `multiway=False`, or with numbers for outcomes, it is CART.
    The learners of `byhand.trees` find the same tree faster.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> grow(tennis.X, tennis.y, read_features(tennis.X, tennis.features), classes=["No", "Yes"])
    Outlook = Sunny
      Humidity = High: No (3)
      Humidity = Normal: Yes (2)
    Outlook = Overcast: Yes (4)
    Outlook = Rain
      Wind = Weak: Yes (3)
      Wind = Strong: No (2)
    """
    root = leaf(y, classes, impurity)
    questions = [question for feature in features for question in feature.questions(X, multiway)]
    if root.impurity == 0 or max_depth == 0 or not questions:
        return Tree([root])
    gains, branches = [], []
    for question in questions:
        branches.append([condition.holds(X) for condition in question])
        after = sum(rows.mean() * leaf(y[rows], classes, impurity).impurity for rows in branches[-1])
        gains.append(root.impurity - after)
    best = first_best(np.array(gains), margin=TIE * root.impurity)  # the first of equals
    below = [grow(X[rows], y[rows], features, classes, impurity, multiway, max_depth - 1) for rows in branches[best]]
    return Tree.joined(root, gains[best], questions[best], below)


# ---- helpers


def tally(right, n):
    """A number of rows and, unless all of them are right, how many there are.

    >>> tally(3, 3), tally(3, 5)
    ('3', '3 of 5')
    """
    return decimal(n, 4) if right == n else f"{decimal(right, 4)} of {decimal(n, 4)}"


def _is_numeric(column):
    if column.dtype.kind != "O":
        return column.dtype.kind in "iuf"
    kinds = set(map(type, column[~is_missing(column)].tolist()))
    return all(issubclass(kind, (Real, Decimal)) and kind is not bool for kind in kinds)


def _distinct(column, name):
    """The values of a nominal feature in the order in which they first occur, missing ones left out, a tuple."""
    values = list(dict.fromkeys(column[~is_missing(column)].tolist()))
    if len({isinstance(value, str) for value in values}) > 1:
        raise ValueError(f"X mixes words and numbers in feature {name}; use one kind of value")
    return tuple(values)


guard(
    __name__,
    X=as_table,
    branches=partial(as_list, kind=Tree, what="a tree for each branch"),
    features=partial(as_list, kind=Feature, what="features of a table, as read_features(X) gives them"),
    question=partial(as_list, kind=Condition, what="a condition for each branch"),
    root=partial(as_instance, kind=Node, what="a node of a tree"),
    classes=partial(as_list, kind=(str, Real), what="the names of the classes"),
    max_depth=as_numeric,
    x=as_list,
    y=partial(as_instance, kind=np.ndarray, what="an array of labels or numbers"),
)
