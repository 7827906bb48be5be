"""Bins: where to cut a column of numbers into a few ranges.

Three rules look at the values alone: bins of equal width, bins of equal size, bins around means. The fourth looks at
the classes too, and cuts where they change. All give *edges*, from which `bin_of` finds the bin of a number.
"""

import numpy as np

from byhand.base import as_labels, as_vector, as_whole, encode_classes
from byhand.guard import guard


def equal_width_edges(x, n_bins):
    r"""The edges of bins that are equally wide, shape (n_bins + 1,): $\min + j\,(\max - \min)/n$ for $j = 0 \dots n$.

    >>> equal_width_edges([4, 5, 8, 12, 24], 4)
    array([ 4.,  9., 14., 19., 24.])
    """
    x, n_bins = as_vector(x, None, "x"), as_whole(n_bins, "n_bins", 2)
    return np.linspace(x.min(), x.max(), n_bins + 1)


def equal_frequency_edges(x, n_bins):
    """The edges of bins that hold equally many of x, shape (n_bins + 1,): midway between the values on either side.

    Where n is not a multiple of `n_bins`, an edge may be a value itself. Equal values share a bin, so that edges may
    coincide: then there are fewer bins.

    >>> equal_frequency_edges([4, 5, 8, 12, 24, 99], 3)
    array([ 4. ,  6.5, 18. , 99. ])
    """
    x, n_bins = np.sort(as_vector(x, None, "x")), as_whole(n_bins, "n_bins", 2)
    n, j = len(x), np.arange(1, n_bins)
    above, below = j * n // n_bins, -(-j * n // n_bins) - 1  # on either side of cut j; if it goes through one, twice
    return np.unique([x[0], *(x[above] / 2 + x[below] / 2), x[-1]])


def k_means_edges(x, n_bins):
    """The edges of bins around k means, shape (n_bins + 1,): midway between means that are next to each other.

    The means start in the middle of bins of equal width. Each value joins the nearest mean, each mean moves to the
    middle of its values, until nothing changes; a mean without values moves to the value furthest from its own mean.

    >>> k_means_edges([1, 2, 3, 10, 11, 12, 30], 3)
    array([ 1. ,  6.5, 20.5, 30. ])
    """
    x = np.sort(as_vector(x, None, "x"))
    k = min(as_whole(n_bins, "n_bins", 2), len(np.unique(x)))
    edges = np.linspace(x[0], x[-1], k + 1)
    means, before = (edges[1:] + edges[:-1]) / 2, None
    while not np.array_equal(means, before):
        before = means
        nearest = np.searchsorted((means[1:] + means[:-1]) / 2, x)
        count, sums = np.bincount(nearest, minlength=k), np.bincount(nearest, x, minlength=k)
        means = np.divide(sums, count, out=means.copy(), where=count > 0)
        if (count == 0).any():
            means[np.argmin(count)] = x[np.argmax(abs(x - means[nearest]))]
            means.sort()
    return np.concatenate([x[:1], (means[1:] + means[:-1]) / 2, x[-1:]])


def supervised_edges(x, y, at_least=1):
    """The edges of bins that follow the classes: the smallest value, each break, the largest.

    Sort; break wherever the class changes; a break between equal values moves up, past them. So there is a break
    between a value and the next larger one if the first has more than one class, or if its class is not among those
    of the second. With `at_least` n a bin ends only once it holds n rows of one class; what is left over at the end
    joins the bin before.

    >>> temperature = [64, 65, 68, 69, 70, 71, 72, 72, 75]
    >>> play = ["yes", "no", "yes", "yes", "yes", "no", "no", "yes", "yes"]
    >>> supervised_edges(temperature, play)
    array([64. , 64.5, 66.5, 70.5, 73.5, 75. ])
    """
    x = as_vector(x, None, "x")
    classes, index = encode_classes(as_labels(y, len(x)), at_least=1)
    at_least = as_whole(at_least, "at_least", 1)
    values, position = np.unique(x, return_inverse=True)
    count = np.zeros((len(values), len(classes)))  # how often each value has each class
    np.add.at(count, (position, index), 1)
    breaks, held = [], np.zeros(len(classes))
    for j in range(len(values) - 1):
        held += count[j]
        here, there = count[j] > 0, count[j + 1] > 0
        changes = here.sum() > 1 or not (here & there).any()
        if changes and held.max() >= at_least:
            breaks.append((values[j] + values[j + 1]) / 2)
            held = np.zeros(len(classes))
    if breaks and (held + count[-1]).max() < at_least:
        breaks.pop()
    return np.array([values[0], *breaks, values[-1]])


def bin_of(x, edges):
    """The number of the bin of each of x, from 0, shape (n,): bin j reaches from edge j to just below edge j + 1.

    The last bin holds its upper edge; what lies beyond the edges joins the first bin or the last.

    >>> bin_of([4, 9, 24, 99], [4, 9, 14, 24])
    array([0, 1, 2, 2])
    """
    return np.searchsorted(as_vector(edges, None, "edges")[1:-1], as_vector(x, None, "x"), side="right")


def purity(x, y, edges):
    r"""The share of x, shape (n,), whose class in y, shape (n,), is the most frequent one of their bin.

    $$\frac1N \sum_{\text{bins}} \max_c \text{count}(c \text{ in the bin})$$

    >>> purity([4, 5, 8, 12, 24], ["a", "a", "b", "b", "a"], [4, 6, 24])
    0.8
    """
    x = as_vector(x, None, "x")
    classes, index = encode_classes(as_labels(y, len(x)), at_least=1)
    held = bin_of(x, edges)
    count = np.zeros((int(held.max()) + 1, len(classes)))
    np.add.at(count, (held, index), 1)
    return float(count.max(axis=1).sum() / len(x))


guard(__name__)
