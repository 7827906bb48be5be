r"""k-means on paper: the squared distances of rows from centres, the nearest centres, the new means, SSE."""

import numpy as np

from byhand.cluster import means
from byhand.paper import Paper, number, of, total


def one_round(X, centres):
    """See `byhand.cluster.working_round`; X, shape (n, d), and centres, shape (K, d), are floats."""
    K, d = centres.shape
    paper = Paper(f"One round of k-means on {len(X)} rows, K = {K}")
    for n, x in enumerate(X, 1):
        for k, centre in enumerate(centres, 1):
            rule = total((number(float(u)) - number(float(c))) ** 2 for u, c in zip(x, centre, strict=True))
            paper.line(f"d²({n},{k})", rule, r"\sum_j (x_{nj} - \mu_{kj})^2")
    labels = _clusters(paper, len(X), K)
    placed = means(X, labels, centres)
    for k in range(K):
        own = X[labels == k]
        for j in range(d):
            if len(own):
                rule = total(number(float(u)) for u in own[:, j]) / len(own)
                paper.line(
                    f"centre {k + 1},{j + 1}",
                    rule,
                    rf"\text{{mean of the }} x_{{n{j + 1}}} \text{{ with }} z_n = {k + 1}",
                )
            else:
                note = _without_rows(placed, centres, k)
                paper.line(f"centre {k + 1},{j + 1}", number(float(placed[k, j])), "", note)
    terms = [(number(float(X[n, j])) - _place(labels[n], j)) ** 2 for n in range(len(X)) for j in range(d)]
    paper.line("SSE", total(terms), r"\sum_n \sum_j (x_{nj} - \mu_{z_n j})^2", "about the new means")
    return paper.working()


def _clusters(paper, rows, K):
    """Write the cluster of each row, and return them, from 0 on."""
    labels = []
    for n in range(1, rows + 1):
        squares = [paper.values[f"d²({n},{k})"] for k in range(1, K + 1)]
        best = [k for k, square in enumerate(squares, 1) if square == min(squares)]
        tie = f"a tie of {' and '.join(map(str, best))}: the first" if len(best) > 1 else ""
        paper.line(f"z{n}", str(best[0]), rf"\operatorname{{argmin}}_k d^2({n}, k)", tie)
        labels.append(best[0] - 1)
    return np.array(labels)


def _without_rows(placed, centres, k):
    stays = "it stays" if np.array_equal(placed[k], centres[k]) else "it moves to the row furthest from its own mean"
    return f"cluster {k + 1} has no rows: {stays}"


def _place(k, j):
    return of(f"centre {k + 1},{j + 1}")
