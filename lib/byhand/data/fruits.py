from byhand.data import read


def fruits():
    """Two apples and two bananas: colour, shape, whether there is a leaf, and the weight in ounces.

    >>> fruits().rows[0]
    ('red', 'round', 'yes', 3, 'apple')
    """
    return read("fruits", "Four fruits: what they look like, and their weight in ounces", str, str, str, int, str)
