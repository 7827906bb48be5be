r"""Rosenblatt's rule as in `byhand.perceptron.learn`, from mistake to mistake.

With the rows $z_i = y_i (1, x_i)$ and the parameters $v = (b, w)$ row i is right if its margin $m_i = v \cdot z_i$ is
above 0, and learning from row j changes all margins at once: $m_i \leftarrow m_i + \eta\, z_i \cdot z_j$. So the next
mistake is found by one product for many rows, and from there a block of rows is gone through with the products
$z_i \cdot z_j$. A margin that is so near 0 that rounding may have turned its sign is worked out as the plain form does.
Both make the same mistakes, and so the same parameters.
"""

import numpy as np

SMALL, WIDE = 96, 256  # rows gone through at a time from a mistake on: where mistakes are frequent, where they are rare
FREQUENT = 1 / 16
LARGE = 1e300
EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny


def learn(X, y, rate, max_iter, is_wrong):
    """The (b, w) at the start and after each change, shape (changes + 1, d + 1), and the mistakes in each epoch.

    X, shape (n, d); y, shape (n,), -1 or +1; `is_wrong(row, v)`: whether the plain form, with the parameters v, takes a
    row for a mistake.
    """
    rows = _Rows(X, y, rate, is_wrong)
    path, mistakes = [np.zeros((1, X.shape[1] + 1))], []
    with np.errstate(over="ignore", invalid="ignore"):
        while len(mistakes) < max_iter and (not mistakes or mistakes[-1]):
            changes = rows.epoch(path[-1][-1])
            path += changes
            mistakes.append(sum(map(len, changes)))
    return np.concatenate(path), mistakes


class _Rows:
    def __init__(self, X, y, rate, is_wrong):
        self.rate, self.is_wrong, self.Z = rate, is_wrong, np.empty((len(X), X.shape[1] + 1))
        self.Z[:, 0] = y
        np.multiply(X, y[:, None], out=self.Z[:, 1:])
        sizes = np.abs(self.Z)
        self.largest = float(sizes.max())
        self.norms = sizes @ np.ones(sizes.shape[1])
        self.longest, self.frequent = float(self.norms.max()), True

    def epoch(self, v):
        """The parameters after each change in one epoch that starts with v: arrays of shape (changes, d + 1)."""
        parts, place, length = [], 0, SMALL
        while place < len(self.Z):
            ahead = slice(place, place + length)
            margins, doubt = self.Z[ahead] @ v, self.doubt(self.norms[ahead], v)
            safe = margins > doubt
            first = int(safe.argmin())
            if safe[first]:  # no mistake ahead: look farther
                place, length = place + length, 2 * length
                continue
            block = slice(first, first + (SMALL if self.frequent else WIDE))
            changes, seen = self.block(place + first, margins[block], doubt[block], v)
            self.frequent = len(changes) > FREQUENT * seen
            place, length = place + first + seen, SMALL if self.frequent else max(WIDE, length // 2)
            if len(changes):
                parts.append(changes)
                v = changes[-1]
        return parts

    def doubt(self, norms, v):
        """How far margins may be off by rounding, here and in the plain form, until there have been SMALL changes."""
        size = max(map(abs, v.tolist())) + SMALL * self.rate * self.largest  # no parameter grows beyond this
        if not size * self.longest < LARGE:
            return np.full(len(norms), np.inf)
        return (4 * EPS * (len(v) + SMALL) * size) * norms + TINY

    def block(self, place, margins, doubt, v):
        """The parameters after each change on a block of rows that begins at a place, shape (changes, d + 1), and how
        many rows were gone through."""
        Z, found, flags = self.Z[place : place + len(margins)], [], bytearray(len(margins))
        products = list(Z @ (self.rate * Z).T) if self.frequent else None
        safe = np.frombuffer(flags, dtype=bool)  # the same memory: NumPy compares, and bytes are quick to search
        np.greater(margins, doubt, out=safe)
        row, sure = flags.find(0), -doubt.max()
        while row >= 0 and len(found) < SMALL:
            if margins.item(row) < sure or self.is_wrong(place + row, self.after(v, Z, found)[-1]):
                found.append(row)
                margins += products[row] if products else Z @ (self.rate * Z[row])
                np.greater(margins, doubt, out=safe)
            row = flags.find(0, row + 1)
        return self.after(v, Z, found)[1:], row if row >= 0 else len(Z)

    def after(self, v, Z, found):
        """v and the parameters after each change, added one after the other: shape (changes + 1, d + 1)."""
        return np.add.accumulate(np.concatenate([v[None], self.rate * Z[found]])) if found else v[None]
