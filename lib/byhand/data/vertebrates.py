from byhand.data import read


def vertebrates():
    """Fifteen animals, mammals or not. The exercise with them leaves out the first two columns, name and skin cover.

    One document exchanges the legs of eel and salamander; here the salamander has them.

    >>> vertebrates().where(Name="bat").rows[0][2:]
    ('warm', 'yes', 'no', 'yes', 'yes', 'yes', 'mammal')
    """
    return read("vertebrates", "Fifteen vertebrates")
