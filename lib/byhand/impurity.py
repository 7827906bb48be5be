r"""How mixed some rows are, and what a question about them gains: the measures by which trees choose.

A question sends the rows D down branches b. The impurity i is 0 where all outcomes agree, and

$$\text{gain} = i(D) - \sum_b \frac{|D_b|}{|D|}\, i(D_b)$$

Impurities are functions of class counts: of those of one node, shape (K,), or of many at once, shape (..., K). The
first of them is the entropy of `byhand.information`.
"""

import numpy as np

from byhand.base import as_labels, as_list, as_vector, as_whole, encode_classes
from byhand.guard import as_numeric, guard
from byhand.information import entropy, number_or_array
from byhand.probability import as_known, shares

TIE = 1e-12  # gains that differ by less than this share of the impurity are equal but for rounding
MOST_VALUES = 16  # of a nominal feature, whose values are parted in two in all possible ways


def gini(counts):
    r"""$\sum_k p_k (1 - p_k) = 1 - \sum_k p_k^2$: how often a label drawn at random from the node would be wrong.

    >>> gini([3, 1]), gini([[2, 2], [4, 0]])
    (0.375, array([0.5, 0. ]))
    """
    p = shares(counts)
    return number_or_array((p * (1 - p)).sum(axis=-1))


def misclassification(counts):
    r"""$1 - \max_k p_k$: the share of the rows that are not of the most frequent class.

    >>> misclassification([3, 1])
    0.25
    """
    p = shares(counts)
    return number_or_array(p.sum(axis=-1) - p.max(axis=-1))  # 0 rather than 1 where there are no rows


def class_counts(x, y):
    """How many rows of each class have each value of x: shape (V, K), values and classes in sorted order.

    >>> class_counts(["Sunny", "Rain", "Sunny"], ["No", "Yes", "Yes"])
    array([[0, 1],
           [1, 1]])
    """
    values, i = encode_classes(as_labels(x, np.size(x), "x"), at_least=1, name="x")
    classes, k = encode_classes(as_labels(y, len(i)), at_least=1)
    return np.bincount(i * len(classes) + k, minlength=len(values) * len(classes)).reshape(len(values), -1)


def mean_impurity(children, impurity=entropy):
    r"""$\sum_b \frac{|D_b|}{|D|} i(D_b)$: what is left after a question; with entropy also called mean information.

    `children`: the class counts of the branches, shape (..., V, K); `impurity`: a function of class counts.

    >>> round(mean_impurity([[2, 3], [4, 0], [3, 2]]), 6)
    0.693536
    """
    return number_or_array((shares(np.sum(children, axis=-1)) * impurity(children)).sum(axis=-1))


def gain(children, impurity=entropy):
    r"""$i(D) - \sum_b \frac{|D_b|}{|D|} i(D_b)$: by how much a question lowers the impurity.

    `children`: the class counts of the branches, shape (..., V, K); `impurity`: a function of class counts.

    >>> round(gain([[2, 3], [4, 0], [3, 2]]), 6)
    0.24675
    """
    fall = impurity(np.sum(children, axis=-2)) - mean_impurity(children, impurity)
    return number_or_array(np.maximum(fall, 0))  # rounding may leave less


def split_information(children, base=2):
    r"""$-\sum_b \frac{|D_b|}{|D|} \log \frac{|D_b|}{|D|}$: the entropy of the sizes of the branches.

    `children`: the class counts of the branches, shape (..., V, K).

    >>> round(split_information([[2, 3], [4, 0], [3, 2]]), 6)
    1.577406
    """
    return entropy(np.sum(children, axis=-1), base)


def gain_ratio(children):
    r"""$\frac{\text{gain}}{\text{split information}}$, the same in every base; 0 if there is only one branch.

    `children`: the class counts of the branches, shape (..., V, K).

    >>> round(gain_ratio([[2, 3], [4, 0], [3, 2]]), 6)
    0.156428
    """
    information = split_information(children)
    return number_or_array(gain(children) / (information + np.equal(information, 0)))


def threshold_gains(x, y, impurity=entropy):
    """All questions "x at most t?": the thresholds t, half-way between neighbouring values, and their gains.

    `x`: numbers, shape (n,); `y`: labels, shape (n,). Returns two arrays, one entry less than x has different values.

    >>> threshold_gains([1, 2, 3, 4], ["a", "a", "b", "a"])
    (array([1.5, 2.5, 3.5]), array([0.12255625, 0.31127812, 0.12255625]))
    """
    x = as_vector(x, None, "x")
    _, k = encode_classes(as_labels(y, len(x)), at_least=1)
    order = np.argsort(x, kind="stable")
    counts = np.eye(k.max() + 1)[k[order]].cumsum(axis=0)  # of the lowest 1, 2, 3, ... values
    steps = np.flatnonzero(x[order][:-1] < x[order][1:])
    thresholds = midpoints(x[order][steps], x[order][steps + 1])
    return thresholds, gain(np.stack([counts[steps], counts[-1] - counts[steps]], axis=1), impurity)


def bipartitions(values):
    """All ways to part V values in two groups, 2^(V-1) - 1 pairs; the first value is always in the first group.

    >>> bipartitions(["red", "green", "yellow"])
    [(('red', 'yellow'), ('green',)), (('red', 'green'), ('yellow',)), (('red',), ('green', 'yellow'))]
    """
    values = list(values)
    return [
        tuple(tuple(value for value, s in zip(values, second, strict=True) if s == side) for side in (0, 1))
        for second in second_groups(len(values)).tolist()
    ]


def second_groups(size):
    """Which of so many values are in the second group, for each bipartition: shape (2^(size-1) - 1, size).

    >>> second_groups(3)
    array([[0, 1, 0],
           [0, 0, 1],
           [0, 1, 1]])
    """
    if as_whole(size, "size", 0) > MOST_VALUES:
        raise ValueError(f"size must be at most {MOST_VALUES}; {size} values have too many bipartitions to list")
    return np.arange(2, 2**size, 2)[:, None] >> np.arange(size) & 1


def midpoints(low, high):
    """The numbers half-way between others, shape (m,); the lower one where there is no number between them.

    >>> midpoints(np.array([1.0, 5e-324]), np.array([2.0, 1e-323])).tolist()
    [1.5, 5e-324]
    """
    middle = low / 2 + high / 2
    return np.where(middle < high, middle, low)


guard(__name__, children=as_known, high=as_numeric, low=as_numeric, values=as_list, class_counts={"x": as_list})
