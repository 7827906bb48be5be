import numpy as np


def hillside():
    """A picture of our own in grey, 48 rows of 72 pixels from 0, black, to 1, white: a house, a fence and a low sun.

    >>> picture = hillside()
    >>> picture.shape, float(picture.min()), float(picture.max())
    ((48, 72), 0.1, 1.0)
    """
    y, x = np.mgrid[0:48, 0:72].astype(float)
    picture = 0.92 - 0.006 * (47 - y)  # the sky, lighter towards the horizon
    picture[np.hypot(x - 56, y - 12) < 7.5] = 1.0
    far = 27 - 7 * np.sin((x + 6) / 14)
    picture[y > far] = 0.6
    near = 31 + 3 * np.sin(x / 11 + 1)
    picture[y > near] = 0.42
    wall = (abs(x - 22) < 10) & (y >= 22) & (y < 40)
    picture[wall] = 0.78
    picture[(y >= 12) & (y < 22) & (abs(x - 22) < 1.3 * (y - 11))] = 0.22  # the roof
    window = (abs(x - 17) <= 3) & (abs(y - 28) <= 3)
    picture[window] = 0.15
    picture[window & ((x == 17) | (y == 28))] = 0.95
    picture[(abs(x - 27) <= 2) & (y >= 30) & (y < 40)] = 0.1  # the door
    fence = (y >= 38) & (y < 45) & (x >= 38)
    picture[fence & ((x % 4 < 2) | (y == 40))] = 0.95
    return picture
