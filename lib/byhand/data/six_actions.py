def six_actions():
    """A confusion matrix of six human actions seen on video, in percent: rows true, columns predicted.

    The numbers stand in a picture of the document only. Every row sums to 100, as one would expect if
    rows are the true classes; the picture does not say so.

    >>> six_actions()["classes"][3], six_actions()["matrix"][3]
    ('jog', (0, 0, 0, 91, 7, 2))
    """
    return {
        "classes": ("box", "clap", "wave", "jog", "run", "walk"),
        "matrix": (
            (100, 0, 0, 0, 0, 0),
            (0, 94, 6, 0, 0, 0),
            (0, 1, 99, 0, 0, 0),
            (0, 0, 0, 91, 7, 2),
            (0, 0, 0, 10, 89, 1),
            (0, 0, 0, 0, 6, 94),
        ),
    }
