"""t-SNE for all rows at once: the tables of its probabilities, and the slope of its divergence.

The lesson, `byhand.tsne`, shows both in their plain form, `conditional_probabilities` and `gradient`.
"""

import numpy as np

HALVINGS = 60  # of the interval in which the width of a bell is looked for
LEAST = 1e-12  # what a probability counts as in a logarithm, at least


def conditional_table(squares, perplexity):
    """The neighbours' shares of all rows, shape (n, n), 0 on the diagonal; `squares`: distances, shape (n, n)."""
    n = len(squares)
    above = squares + np.diag(np.full(n, np.inf))
    above -= above.min(axis=1, keepdims=True)
    np.fill_diagonal(above, 0)
    largest = above.max(axis=1, keepdims=True)
    above /= np.where(largest > 0, largest, 1)
    low, high, precision = np.zeros((n, 1)), np.full((n, 1), np.inf), np.ones((n, 1))
    for _ in range(HALVINGS):
        P = np.exp(-precision * above)
        np.fill_diagonal(P, 0)
        P /= P.sum(axis=1, keepdims=True)
        wide = -(P * np.log(np.maximum(P, LEAST))).sum(axis=1, keepdims=True) > np.log(perplexity)
        low, high = np.where(wide, precision, low), np.where(wide, high, precision)
        precision = np.where(high == np.inf, 2 * precision, (low + np.where(high == np.inf, 0, high)) / 2)
    return P


def slope(P, Z):
    """The gradient of the divergence of P, shape (n, n), at the map Z, shape (n, k)."""
    squares = np.einsum("nk,nk->n", Z, Z)
    closeness = Z @ (-2 * Z.T)
    closeness += squares[:, None] + 1
    closeness += squares
    np.maximum(closeness, 1, out=closeness)
    np.reciprocal(closeness, out=closeness)
    closeness.flat[:: len(Z) + 1] = 0
    pull = P - closeness / closeness.sum()
    pull *= closeness
    return 4 * (pull.sum(axis=1)[:, None] * Z - pull @ Z)
