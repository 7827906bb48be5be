import numpy as np


def tumour_sizes():
    """Eleven tumours: sizes, shape (11,), and kinds, shape (11,), "benign" or "malignant".

    They stand in a picture of a document, without a scale; a tenth of its pixels are taken for millimetres here.

    >>> sizes, kinds = tumour_sizes()
    >>> float(sizes[0]), kinds[0].item()
    (13.7, 'benign')
    """
    sizes = [13.7, 15.8, 17.0, 20.0, 24.8, 28.0, 24.0, 26.5, 31.2, 34.0, 35.8]
    return np.array(sizes), np.array(["benign"] * 6 + ["malignant"] * 5)
