r"""Rounds of k-means as in `byhand.cluster.lloyd`, fast: distances and means by products of matrices.

$\lVert x - \mu \rVert^2$ is $\lVert \mu \rVert^2 - 2 x \cdot \mu$ and something that is the same for all centres. Where
the two smallest are so close that rounding may have put them in the wrong order, they are measured as the plain form
does. The mean of each cluster is a product with a table of zeros and ones.
"""

from typing import NamedTuple

import numpy as np

BLOCK = 2**14  # so many rows at a time, with a distance for each centre, fit into fast memory
EPS = np.finfo(float).eps


class Run(NamedTuple):
    """Where a run ended: centres, shape (K, d), clusters, shape (n,), the SSE after each round, whether at rest."""

    centres: np.ndarray
    labels: np.ndarray
    sses: list
    at_rest: bool


def lloyd(X, centres, max_iter):
    """Lloyd's algorithm from these centres, shape (K, d), on X, shape (n, d), for at most so many rounds."""
    rows, labels, sses = _Rows(X), None, []
    for _ in range(max_iter):
        before, labels = labels, rows.nearest(centres)
        at_rest = before is not None and np.array_equal(labels, before)
        if at_rest:
            sses.append(sses[-1])
            break
        centres, sse = rows.means(labels, centres)
        sses.append(sse)
    sses[-1] = float(((X - centres[labels]) ** 2).sum())
    return Run(centres, labels, sses, at_rest)


def nearest(X, centres):
    """The position of the nearest centre for each row, shape (n,)."""
    return _Rows(X).nearest(centres)


def mini_batch_step(X, centres, counts):
    """`byhand.cluster.mini_batch_step` for arguments that have been checked."""
    labels = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    member = labels == np.arange(len(centres))[:, None]
    new = member.sum(axis=1)
    after = counts + new
    moved = (counts[:, None] * centres + member.astype(float) @ X) / np.maximum(after, 1)[:, None]
    return np.where(new[:, None] > 0, moved, centres), after


class _Rows:
    """The rows, measured from their middle so that no digits cancel."""

    def __init__(self, X):
        self.X, self.middle = X, X.mean(axis=0)
        self.own = X - self.middle
        self.columns = np.ascontiguousarray(self.own.T)
        self.squares = np.einsum("nd,nd->n", self.own, self.own)
        self.total, self.reach = float(self.squares.sum()), float(self.squares.max())

    def nearest(self, centres):
        own = centres - self.middle
        level = np.einsum("kd,kd->k", own, own)[:, None]
        slack = 4 * (len(self.columns) + 4) * EPS * (self.reach + float(level.max()))
        labels = np.empty(len(self.X), dtype=np.intp)
        for first in range(0, len(labels), BLOCK):
            part = slice(first, first + BLOCK)
            squares = (-2 * own) @ self.columns[:, part] + level
            labels[part], margin = _smallest(squares)
            doubt = np.flatnonzero(margin <= slack)
            if len(doubt):
                plain = ((self.X[part][doubt][:, None] - centres) ** 2).sum(axis=2)
                labels[part][doubt] = plain.argmin(axis=1)
        return labels

    def means(self, labels, centres):
        """The means, shape (K, d), and the SSE about them; an empty cluster moves to the furthest row."""
        member = (labels == np.arange(len(centres))[:, None]).astype(float)
        counts = member.sum(axis=1)
        found = member @ self.X / np.maximum(counts, 1)[:, None]
        own = found - self.middle
        sse = max(self.total - float(counts @ np.einsum("kd,kd->k", own, own)), 0.0)
        moved = np.where(counts[:, None] > 0, found, centres)
        if not counts.all():
            away = ((self.X - moved[labels]) ** 2).sum(axis=1)
            for k, n in zip(np.flatnonzero(counts == 0), np.argsort(-away, kind="stable"), strict=False):
                moved[k] = self.X[n] if away[n] > 0 else moved[k]
        return moved, sse


def _smallest(squares):
    """Where in each column of a table, shape (K, m), the smallest number is, and by how much the next one is larger.

    Row by row over all columns, which is several times faster than column by column over a few rows.
    """
    best, labels = squares[0].copy(), np.zeros(squares.shape[1], dtype=np.intp)
    second = np.full(squares.shape[1], np.inf)
    for k in range(1, len(squares)):
        row = squares[k]
        np.minimum(second, np.maximum(best, row), out=second)
        labels[row < best] = k
        np.minimum(best, row, out=best)
    return labels, second - best
