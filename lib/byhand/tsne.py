r"""t-SNE: a map on which rows that are neighbours among many features stay neighbours in the plane.

Each row spreads a bell over the others, as wide as it needs to have about as many neighbours as the *perplexity* says:

$$p_{m \mid n} \propto e^{-\lVert x_n - x_m \rVert^2 / 2 \sigma_n^2}, \qquad
  p_{nm} = \frac{p_{m \mid n} + p_{n \mid m}}{2N}$$

On the map, where the points $z_n$ are, a curve with heavier tails takes the place of the bell, and the map is moved
downhill on the Kullback-Leibler divergence of one table of probabilities from the other:

$$q_{nm} = \frac{(1 + \lVert z_n - z_m \rVert^2)^{-1}}{\sum_{n' \ne m'} (1 + \lVert z_{n'} - z_{m'} \rVert^2)^{-1}},
  \qquad KL = \sum_{n \ne m} p_{nm} \log \frac{p_{nm}}{q_{nm}}$$

All pairs are looked at in each step, which suits some hundreds of rows. There is no formula for a new row: `tsne` is a
function and no model.
"""

from typing import NamedTuple

import numpy as np

from byhand.base import as_choice, as_finite, as_generator, as_matrix, as_number, as_whole, shown
from byhand.covariance import squared_distances
from byhand.decomposition import PCA
from byhand.engine import tsne as engine
from byhand.engine.tsne import HALVINGS, LEAST
from byhand.guard import guard

EXAGGERATED = 250  # steps, at most, in which neighbours attract each other more than they should


def conditional_probabilities(squares, perplexity):
    r"""How much a row counts the others as its neighbours, $p_{m \mid n}$, shape (m,), by their squared distances.

    The width $\sigma_n$ is found by halving an interval until $2^H$, with the entropy H in bits, is the perplexity: as
    many equal neighbours would have the same entropy.

    `squares`: from this row to the others, none of them itself, shape (m,); `perplexity`: above 1 and below m.

    >>> conditional_probabilities([1, 4, 9, 100], 2).round(3)
    array([0.727, 0.236, 0.036, 0.   ])
    """
    squares = np.atleast_1d(as_finite(as_matrix([squares], "squares"), "squares")[0])
    if len(squares) < 2 or squares.min() < 0:
        raise ValueError(f"squares must hold two numbers or more, none below 0; got {shown(squares.tolist())}")
    _require_perplexity(perplexity, len(squares) + 1)
    above = squares - squares.min()
    above = above / (above.max() or 1.0)  # the unit does not matter
    low, high = 0.0, np.inf
    precision = 1.0
    for _ in range(HALVINGS):  # the larger 1 / (2 σ²), the fewer neighbours
        weights = np.exp(-precision * above)
        p = weights / weights.sum()
        if _entropy(p) > np.log(perplexity):
            low, precision = precision, precision * 2 if high == np.inf else (precision + high) / 2
        else:
            high, precision = precision, (low + precision) / 2
    return p


def joint_probabilities(X, perplexity=30.0):
    r"""The table $p_{nm}$ of all pairs of the rows of X, shape (n, d): symmetric, 0 on the diagonal, its sum 1.

    >>> P = joint_probabilities([[0], [1], [2], [10]], perplexity=2)
    >>> P.round(3)  # the last one is far away, but it needs neighbours, too
    array([[0.   , 0.131, 0.11 , 0.006],
           [0.131, 0.   , 0.134, 0.026],
           [0.11 , 0.134, 0.   , 0.093],
           [0.006, 0.026, 0.093, 0.   ]])
    """
    X = as_matrix(X)
    _require_perplexity(perplexity, len(X))
    with np.errstate(over="ignore", invalid="ignore"):
        squares = as_finite(squared_distances(X))
    P = engine.conditional_table(squares, perplexity)  # `conditional_probabilities` of each row
    return (P + P.T) / (2 * len(X))


def closeness_of(Z):
    r"""How close the points of a map are, $1 / (1 + \lVert z_n - z_m \rVert^2)$ for all pairs, shape (n, n).

    It falls more slowly than a bell: points that are not close can lie far apart. For a point and itself it is 0.

    >>> closeness_of([[0], [1], [3]])
    array([[0. , 0.5, 0.1],
           [0.5, 0. , 0.2],
           [0.1, 0.2, 0. ]])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        closeness = 1 / (1 + as_finite(squared_distances(as_matrix(Z, "Z")), "Z"))
    np.fill_diagonal(closeness, 0)
    return closeness


def map_probabilities(Z):
    r"""The table $q_{nm}$ of a map Z, shape (n, k): symmetric, 0 on the diagonal, its sum 1.

    >>> map_probabilities([[0], [1], [3]]).round(4)
    array([[0.    , 0.3125, 0.0625],
           [0.3125, 0.    , 0.125 ],
           [0.0625, 0.125 , 0.    ]])
    """
    closeness = closeness_of(Z)
    return closeness / closeness.sum()


def divergence(P, Z):
    r"""How far the map Z, shape (n, k), is from the table P, shape (n, n): $KL = \sum p_{nm} \log (p_{nm} / q_{nm})$.

    >>> round(divergence([[0, 0.5], [0.5, 0]], [[0], [3]]), 6)  # two points can be anywhere
    0.0
    """
    P, Z = _as_problem(P, Z)
    Q = map_probabilities(Z)
    return float(np.sum(P * np.log(np.maximum(P, LEAST) / np.maximum(Q, LEAST))))


def gradient(P, Z):
    r"""The gradient of `divergence` at the map Z, shape (n, k): each point hangs on springs to all others.

    $$\frac{\partial KL}{\partial z_n} = 4 \sum_m (p_{nm} - q_{nm}) \frac{z_n - z_m}{1 + \lVert z_n - z_m \rVert^2}$$

    Pairs that are too far apart on the map, $p_{nm} > q_{nm}$, attract each other, those too close repel.

    >>> P = [[0, 0.4, 0.05], [0.4, 0, 0.05], [0.05, 0.05, 0]]
    >>> gradient(P, [[0.0], [1.0], [3.0]]).round(4).tolist()
    [[-0.16], [0.295], [-0.135]]
    """
    P, Z = _as_problem(P, Z)
    closeness = closeness_of(Z)
    pull = (P - closeness / closeness.sum()) * closeness
    return 4 * (pull.sum(axis=1)[:, None] * Z - pull @ Z)


class Embedding(NamedTuple):
    """A map of rows: the points, shape (n, k), and how far their probabilities are from those of the rows."""

    points: np.ndarray
    kl_divergence: float


def tsne(
    X,
    n_components=2,
    perplexity=30.0,
    early_exaggeration=12.0,
    learning_rate="auto",
    max_iter=1000,
    init="random",
    seed=0,
):
    """A map of the rows of X, shape (n, d), as an `Embedding`: gradient descent on the divergence, from a tiny cloud.

    Parameters
    ----------
    n_components : of the map, the k
    perplexity : how many neighbours a row has, roughly; above 1, below n - 1
    early_exaggeration : by how much attraction is multiplied in the first 250 steps, in which clusters find themselves
    learning_rate : of the descent; "auto" for n, and 3 n / 8 divided by the exaggeration as long as there is any
    max_iter : how many steps, all of which are taken; enough if twice as many hardly change the divergence
    init : "random" for a cloud drawn at random, "pca" for the principal components, both tiny
    seed : of the cloud; another one leads to another map

    As in the original there is momentum, 0.5 at first and 0.8 later. In a tiny cloud the springs of a row add up to
    about 4 / n times the exaggeration, and hardly ever to more than twice that: hence the automatic rate, the largest
    that twice as much allows with a momentum of 0.5. When the exaggeration ends the cloud is no longer tiny, and its
    springs are weaker. Programs for large tables never go below 50 or 200, and overshoot with fewer than some thousand
    rows. The original also lets the rate of a coordinate grow as long as its slope keeps its sign; with few rows it
    outgrows every bound, clusters jitter instead of shrinking, and rounding decides what the map will look like.

    >>> rows = np.vstack([np.zeros((5, 3)), np.ones((5, 3))]) + 0.01 * np.arange(10)[:, None]
    >>> round(tsne(rows, perplexity=3, max_iter=500).kl_divergence, 2)
    0.01
    """
    X, k = as_matrix(X), as_whole(n_components, "n_components", 1)
    exaggeration = as_number(early_exaggeration, "early_exaggeration", minimum=1)
    fixed = None if learning_rate == "auto" else as_number(learning_rate, "learning_rate", above=0)
    P = joint_probabilities(X, perplexity)
    Z = _start(X, k, init, seed)
    velocity = np.zeros_like(Z)
    for step in range(as_whole(max_iter, "max_iter", 1)):
        early = step < EXAGGERATED
        stronger = exaggeration if early else 1
        rate = len(X) * (3 / 8 / exaggeration if early else 1) if fixed is None else fixed
        velocity = (0.5 if early else 0.8) * velocity - rate * engine.slope(P * stronger, Z)
        Z = Z + velocity
        if not np.isfinite(Z).all():
            raise ValueError(f"learning_rate must be smaller: with {rate:g} the map flies apart")
        Z = Z - Z.mean(axis=0)
    return Embedding(Z, divergence(P, Z))


def _entropy(p):
    """In nats; p: shape (m,)."""
    return -float(np.sum(p * np.log(np.maximum(p, LEAST))))


def _start(X, k, init, seed):
    """The tiny cloud that the map starts as, shape (n, k)."""
    generator = as_generator(seed)
    if as_choice(init, "init", ("random", "pca")) == "random":
        return 1e-4 * generator.standard_normal((len(X), k))
    if k > min(X.shape):
        raise ValueError(f"n_components must be at most {min(X.shape)} for init='pca'; got {k}")
    scores = PCA(k).fit_transform(X)
    return 1e-4 * scores / scores[:, 0].std()


def _require_perplexity(perplexity, rows):
    if not 1 < as_number(perplexity, "perplexity") < rows - 1:
        raise ValueError(f"perplexity must lie between 1 and {rows - 1}, the number of other rows; got {perplexity:g}")


def _as_problem(P, Z):
    P, Z = as_matrix(P, "P"), as_matrix(Z, "Z")
    if P.shape != (len(Z), len(Z)):
        raise ValueError(f"P must have a row and a column for each of the {len(Z)} rows of Z; got {P.shape}")
    if P.min() < 0 or not np.isclose(P.sum(), 1):
        raise ValueError("P must hold the probabilities of all pairs: none below 0, the sum 1")
    return P, Z


guard(__name__)
