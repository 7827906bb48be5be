import numpy as np

from byhand.base import as_whole

SIZE, SHAPE, CHANCE = (
    2.0,
    1.2,
    0.6,
)  # millimetres: how much eggs differ in size, the two kinds in shape, like eggs at all


def eggs(n=24, seed=21):
    r"""Made-up eggs of owls, nearly round, and of plovers, which are slender: length and width in millimetres.

    Both are measured from those of an average egg. With a size $s$ of its own, an egg is $s + \epsilon_1$ long and
    $0.8 s \pm 1.2 + \epsilon_2$ wide, more for owls; $s$ has the standard deviation 2, each $\epsilon$ has 0.6.

    Returns X, shape (n, 2), to a tenth of a millimetre, and y, shape (n,), "owl" and "plover" in turn.

    >>> X, y = eggs(3)
    >>> X.tolist(), y.tolist()
    ([[1.7, 1.3], [3.0, 0.6], [-4.1, -1.8]], ['owl', 'plover', 'owl'])
    """
    rng = np.random.default_rng(seed)
    size, *chance = rng.standard_normal((3, as_whole(n, "n", 1)))
    owl = np.arange(len(size)) % 2 == 0
    length = SIZE * size + CHANCE * chance[0]
    width = 0.8 * SIZE * size + np.where(owl, SHAPE, -SHAPE) + CHANCE * chance[1]
    return np.column_stack([length, width]).round(1), np.where(owl, "owl", "plover")
