"""Merges, fast: each cluster remembers which other one is nearest, and looks again only when it has to.

`byhand.hierarchy.agglomerate` compares all pairs before every merge. Here a merge costs a few passes over one row of
the table of distances. What a cluster remembers is never too far: no linkage of the book brings what was joined nearer
to a third cluster than the nearer of the two was. So the least that is remembered is looked at first, and if it is out
of date, the row is searched and the least taken anew. Among equals the first pair wins, as there.

For single linkage the edges of the shortest tree that spans all rows, taken from the shortest on, are the merges
(Gower and Ross); where two are equally long, the order of the pairs decides, and the other way is taken.
"""

import numpy as np


def merges(D, joined):
    """The table of merges, shape (n - 1, 4), for distances of shape (n, n); `joined`: the formula for new ones."""
    n = len(D)
    D = np.array(D)
    np.fill_diagonal(D, np.inf)
    sizes, numbers, table = np.ones(n), list(range(n)), np.empty((n - 1, 4))
    nearest, current, gone = D.argmin(axis=1), np.ones(n, dtype=bool), np.zeros(n, dtype=bool)
    least = D[np.arange(n), nearest]
    with np.errstate(invalid="ignore"):  # what is computed of clusters that are gone
        for t in range(n - 1):
            a = least.argmin()
            while not current[a]:
                nearest[a], current[a] = D[a].argmin(), True
                least[a] = D[a, nearest[a]]
                a = least.argmin()
            a, b = sorted((int(a), int(nearest[a])))
            height, size = D[a, b], sizes[a] + sizes[b]
            table[t] = *sorted((numbers[a], numbers[b])), height, size
            row = joined(D[a], D[b], height, sizes[a], sizes[b], sizes)
            gone[b], nearest[b], least[b] = True, -1, np.inf
            row[gone] = row[a] = np.inf
            D[a] = D[:, a] = row
            D[:, b] = np.inf
            sizes[a], numbers[a] = size, n + t
            current[(nearest == a) | (nearest == b)] = False
            nearer = (row < least) | ((row == least) & (nearest >= a))
            nearest[nearer], least[nearer], current[nearer] = a, row[nearer], True
            nearest[a], current[a] = row.argmin(), True
            least[a] = row[nearest[a]]
    return table


def ward_merges(D):
    """The same for Ward's linkage, with squared distances, which need no roots on the way."""
    table = merges(np.square(D), joined_squares)
    table[:, 2] = np.sqrt(np.maximum(table[:, 2], 0))
    return table


def joined_squares(d_ac, d_bc, d_ab, n_a, n_b, n_c):
    """Ward's formula for joined distances, all of them squared."""
    return ((n_a + n_c) * d_ac + (n_b + n_c) * d_bc - n_c * d_ab) / (n_a + n_b + n_c)


def single_merges(D):
    """The same for single linkage by the shortest spanning tree; None if two of its edges are equally long."""
    edges = spanning_tree(D)
    edges = edges[np.argsort(edges[:, 2])]
    if (np.diff(edges[:, 2]) == 0).any():
        return None
    n, table = len(D), []
    above, sizes = list(range(2 * n - 1)), [1] * n  # of each cluster the one that it is in, as far as is known
    for t, (i, j, height) in enumerate(edges.tolist()):
        pair = sorted((outermost(above, int(i)), outermost(above, int(j))))
        sizes.append(sizes[pair[0]] + sizes[pair[1]])
        above[pair[0]] = above[pair[1]] = n + t
        table.append((*pair, height, sizes[-1]))
    return np.array(table, dtype=float).reshape(-1, 4)


def spanning_tree(D):
    """Its n - 1 edges (i, j, length), shape (n - 1, 3): from row 0 on, always the nearest row that is not yet in it."""
    n = len(D)
    outside, length, start = np.arange(1, n), D[0, 1:].copy(), np.zeros(n - 1, dtype=int)
    edges = np.empty((n - 1, 3))
    for t in range(n - 1):
        left = n - 1 - t
        place = length[:left].argmin()
        new = outside[place]
        edges[t] = start[place], new, length[place]
        for column in (outside, length, start):
            column[place] = column[left - 1]
        left -= 1
        d = D[new, outside[:left]]
        closer = d < length[:left]
        length[:left][closer], start[:left][closer] = d[closer], new
    return edges


def outermost(above, cluster):
    """The cluster that one is in by now; the way to it is made shorter for the next time."""
    while above[cluster] != cluster:
        above[cluster] = above[above[cluster]]
        cluster = above[cluster]
    return cluster
