from byhand.data import read


def galton_families():
    """The heights of 934 grown-up children and of their parents, 205 families, in inches (Galton 1886).

    Francis Galton's own notebook of 1885, which is in the public domain, as transcribed for Hanley (2004); 29 children
    whose height he gives in words ("tall") are not among them. Within a family the sons come first, then the daughters.

    >>> galton_families().rows[0]
    ('001', 78.5, 67.0, 'son', 73.2)
    """
    caption = "Heights of parents and grown-up children, in inches"
    return read("galton_families", caption, str, float, float, str, float)
