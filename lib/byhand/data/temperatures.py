from byhand.data import read


def temperatures():
    """Fourteen days in order of their temperature in degrees Fahrenheit, and whether tennis was played.

    They are the days of `play_tennis` as other tellings of that story have them, with numbers for the temperature.

    >>> temperatures()[5:8].rows
    ((71, 'No'), (72, 'No'), (72, 'Yes'))
    """
    return read("temperatures", "Fourteen days: temperature in degrees Fahrenheit", int, str)
