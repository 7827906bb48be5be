r"""Scaling on paper: what is learned from a column, then each value on the new scale.

>>> from byhand.preprocessing import MinMaxScaler
>>> print(MinMaxScaler().working([[150], [160], [190]]).step("z(2)"))
z(2) = (x_n - min)/(max - min) = (160 - 150)/(190 - 150) = 1/4 = 0.25
"""

from byhand.paper import Paper, call, number, of, total


def standard(X, names):
    """Columns of mean 0 and deviation 1: see `StandardScaler.working`."""
    paper = Paper("Each value less the mean, divided by the standard deviation")
    for column, where in _columns(X, names):
        mean, deviation = f"mean{where}", f"s{where}"
        paper.line(mean, total(map(number, column)) / len(column), r"\frac{1}{N} \sum_n x_n")
        squares = total((number(value) - of(mean)) ** 2 for value in column)
        spread = paper.line(
            deviation, call("sqrt", squares / len(column)), r"\sqrt{\frac{1}{N} \sum_n (x_n - \bar x)^2}"
        )
        for n, value in enumerate(column, 1):
            moved = number(value) - of(mean)
            if spread:
                paper.line(f"z({n}){where}", moved / of(deviation), r"\frac{x_n - \bar x}{s}")
            else:
                paper.line(f"z({n}){where}", moved, r"x_n - \bar x", "a constant column: there is nothing to divide by")
    return paper.working()


def min_max(X, names, low, high):
    """Columns that reach from one end to the other: see `MinMaxScaler.working`."""
    paper = Paper(f"Each value between the smallest, {low:g}, and the largest, {high:g}")
    ends = "" if (low, high) == (0, 1) else rf"{low:g} + {high - low:g} \cdot "
    for column, where in _columns(X, names):
        smallest, largest = f"min{where}", f"max{where}"
        paper.line(smallest, number(min(column)))
        span = paper.line(largest, number(max(column))) - min(column)
        for n, value in enumerate(column, 1):
            share = (number(value) - of(smallest)) / (of(largest) - of(smallest)) if span else number(0)
            rule = number(low) + number(high - low) * share if ends else share
            note = "" if span else "a constant column"
            formula = ends + r"\frac{x_n - \min}{\max - \min}"
            paper.line(f"z({n}){where}", rule, formula if span else "", note)
    return paper.working()


def _columns(X, names):
    """Each column with the word that tells its lines from those of others: nothing if it is the only one."""
    many = X.shape[1] > 1
    named = [f"x{i + 1}" for i in range(X.shape[1])] if names is None else names
    return [(column.tolist(), f" of {name}" if many else "") for column, name in zip(X.T, named, strict=True)]
