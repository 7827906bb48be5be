from byhand.data import read


def lisbon_flats():
    """Six flats in Lisbon: the area in square metres and the price in thousands of euros.

    >>> lisbon_flats()["Price"]
    (370, 220, 57, 400, 430, 640)
    """
    return read("lisbon_flats", "Six flats in Lisbon: area in m², price in thousands of euros", int)
