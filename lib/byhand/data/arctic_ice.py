from byhand.data import read


def arctic_ice():
    """The sea ice of the Arctic each September from 1979 to 2019, in millions of square kilometres (Fetterer 2017).

    >>> arctic_ice().rows[-1]
    (2019, 4.36)
    """
    return read("arctic_ice", "Arctic sea ice in September, in millions of km²", int, float)
