from byhand.data import read


def margin_figure():
    """The points of a document's figure on the soft margin, measured in it to 0.01: 13 of the class 1, 14 of -1.

    >>> margin_figure().rows[0]
    (0.0, 0.79, 1)
    """
    return read("margin_figure", "Points of Figure 10.3", float, float, int)
