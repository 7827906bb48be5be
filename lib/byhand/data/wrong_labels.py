import math
from statistics import NormalDist

import numpy as np

from byhand.base import as_choice, as_number, as_whole
from byhand.data.three_regions import three_regions

SHAPES = ("two clouds", "distant clouds", "ring", "three regions")
CENTRE, SPREAD = {"two clouds": 1.0, "distant clouds": 4.0}, {"two clouds": 0.9, "distant clouds": 1.0}
RADII, BLUR = (0.5, 1.6), 0.2  # of a disc and the ring around it


def wrong_labels(shape="two clouds", n=150, wrong=0.0, seed=0):
    """Points of two or three classes; each label is wrong, another class in its place, with probability `wrong`.

    `shape`: "two clouds" that overlap a little, "distant clouds" that do not, a "ring" around a disc, or "three
    regions" with straight edges. Returns X, shape (n, 2), and y, shape (n,).

    >>> X, y = wrong_labels("ring", 4)
    >>> X.shape, y.tolist()
    ((4, 2), ['a', 'b', 'a', 'b'])
    """
    as_choice(shape, "shape", SHAPES)
    rng, n = np.random.default_rng(seed), as_whole(n, "n", 1)
    X, y = _points(shape, n, rng)
    classes = np.unique(y) if shape == "three regions" else np.array(["a", "b"])
    is_wrong = rng.random(n) < as_number(wrong, "wrong", minimum=0)
    other = classes[(np.searchsorted(classes, y) + rng.integers(1, len(classes), n)) % len(classes)]
    return X, np.where(is_wrong, other, y)


def best_possible(shape, wrong=0.0):
    """The share of labels that somebody gets right who knows how the points of `wrong_labels` are made.

    >>> round(best_possible("two clouds"), 3), best_possible("three regions", 0.25)
    (0.942, 0.75)
    """
    as_choice(shape, "shape", SHAPES)
    if shape == "three regions":
        return 1 - wrong
    if shape == "ring":
        r, R = np.hypot(*_points(shape, 20_000, np.random.default_rng(0))[0].T)[:, None], np.array(RADII)
        density = np.exp(-(r**2 + R**2) / (2 * BLUR**2)) * np.i0(r * R / BLUR**2)
        right = (density.max(axis=1) / density.sum(axis=1)).mean()
    else:
        right = NormalDist().cdf(math.sqrt(2) * CENTRE[shape] / SPREAD[shape])
    return float(right * (1 - wrong) + (1 - right) * wrong)


def _points(shape, n, rng):
    """Points with their true classes."""
    if shape == "three regions":
        return three_regions(n, noise=0, seed=rng)
    side = np.arange(n) % 2
    if shape == "ring":
        angle = rng.uniform(0, 2 * np.pi, n)
        middle = np.array(RADII)[side][:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        spread = BLUR
    else:
        middle, spread = CENTRE[shape] * (2 * side[:, None] - 1), SPREAD[shape]
    return rng.normal(middle, spread, (n, 2)), np.array(["a", "b"])[side]
