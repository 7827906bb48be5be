from byhand.data import read


def triangles_and_squares():
    """Five red triangles and six blue squares around the origin, where a new point is to be classified.

    Measured in the picture of a document, in pixels, x to the right and y upwards, to within a pixel.

    >>> triangles_and_squares().rows[1]
    (16.5, -11.5, 'red')
    """
    caption = "Red triangles and blue squares, as seen from the point to be classified"
    return read("triangles_and_squares", caption, float, float, str)
