from byhand.data import read


def twenty_points():
    """Twenty points near the line y = 2x, their noise uniform between -0.5 and 0.5.

    >>> twenty_points().rows[0]
    (0.680375, 0.877051)
    """
    return read("twenty_points", "Twenty points near a line", float)
