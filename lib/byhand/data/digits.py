import numpy as np

from byhand.data import read

GREYS = "0123456789ABCDEFG"  # from white to black, as the file writes them


def digits():
    """Handwritten digits, 36 of each: X, 8 by 8 pixels from 0, white, to 16, black, shape (360, 64); y, shape (360,).

    From the test part of "Optical Recognition of Handwritten Digits" by E. Alpaydin and C. Kaynak (UCI Machine Learning
    Repository, 1998, CC BY 4.0), the first 36 of each digit in their order there. A row of X is a picture row by row.

    >>> X, y = digits()
    >>> X[0].reshape(8, 8)[:2].tolist(), int(y[0])
    ([[0.0, 0.0, 5.0, 13.0, 9.0, 1.0, 0.0, 0.0], [0.0, 0.0, 13.0, 15.0, 10.0, 15.0, 5.0, 0.0]], 0)
    """
    table = read("digits", "Handwritten digits, a letter for each of 64 pixels", int, str)
    X = [[GREYS.index(letter) for letter in pixels] for pixels in table["Pixels"]]
    return np.array(X, dtype=float), np.array(table["Digit"])
