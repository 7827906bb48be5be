r"""Information: how surprising an outcome is, how much one learns on average, how far distributions are apart.

The surprise of an outcome of probability p is $-\log p$; the entropy is the surprise to be expected:

$$H(X) = -\sum_x P(x) \log P(x)$$

In base 2, the default, all is measured in bits, in base e in nats. Distributions may be given as counts, which are
divided by their sum, and what has probability 0 adds nothing: $0 \log 0 = 0$.
"""

import heapq
import math

import numpy as np

from byhand.base import as_list, as_number, as_numbers, shown
from byhand.gaussian import Gaussian
from byhand.guard import guard
from byhand.probability import shares, times_log

TINY = 1e-300  # in place of 0, which has no logarithm


def surprise(p, base=2):
    r"""$-\log p$, of probabilities p of any shape: 0 for what is certain, 1 bit for a fair coin.

    >>> surprise([1, 0.5, 0.125]).tolist(), surprise(0.5, base=math.e)
    ([0.0, 1.0, 3.0], 0.6931471805599453)
    """
    p = as_numbers(p, "p")
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p must hold probabilities, between 0 and 1; got {shown(p.tolist())}")
    with np.errstate(divide="ignore"):  # what cannot be is infinitely surprising
        return number_or_array(np.abs(np.log2(p)) / _bits(base))


def entropy(counts, base=2):
    r"""$-\sum_k p_k \log p_k$, where $p_k$ is the share of outcome k: the surprise to be expected.

    `counts`: how often each outcome comes, or how probable it is, shape (..., K). Base 2 gives bits, base e nats.

    >>> round(entropy([9, 5]), 6), round(entropy([9, 5], base=10), 6), entropy([4, 0])
    (0.940286, 0.283054, 0.0)
    """
    p = shares(counts)
    bits = np.abs((p * np.log2(np.maximum(p, TINY))).sum(axis=-1))  # rather than -0.0
    return number_or_array(bits / _bits(base))


def joint_entropy(table, base=2):
    r"""$H(X, Y) = -\sum_x \sum_y P(x, y) \log P(x, y)$: of two variables at once.

    `table`: counts or probabilities of each pair, the values of X down and those of Y across, shape (..., n, m).

    >>> joint_entropy([[0.25, 0.25], [0, 0.5]])
    1.5
    """
    return entropy(_flat(table), base)


def conditional_entropy(table, base=2):
    r"""$H(Y \mid X) = \sum_x P(x)\, H(Y \mid X = x)$: what is left to learn of Y, on average, once X is known.

    `table`: as in `joint_entropy`. The chain rule says that it is also $H(X, Y) - H(X)$.

    >>> conditional_entropy([[0.25, 0.25], [0, 0.5]])
    0.5
    """
    _flat(table)
    return number_or_array((shares(np.sum(table, axis=-1)) * entropy(table, base)).sum(axis=-1))


def mutual_information(table, base=2):
    r"""$I(X; Y) = \sum_x \sum_y P(x, y) \log \frac{P(x, y)}{P(x) P(y)} = H(Y) - H(Y \mid X)$: what X tells about Y.

    `table`: as in `joint_entropy`. It is 0 exactly where X and Y are independent, and the same both ways round.

    >>> round(mutual_information([[0.25, 0.25], [0, 0.5]]), 6)
    0.311278
    """
    p = shares(_flat(table)).reshape(np.shape(table))
    of_x, of_y = p.sum(axis=-1, keepdims=True), p.sum(axis=-2, keepdims=True)
    nats = (times_log(p, p) - times_log(p, of_x) - times_log(p, of_y)).sum(axis=(-2, -1))
    return number_or_array(np.maximum(nats, 0) / math.log(2) / _bits(base))  # rounding may leave less than 0


def cross_entropy(p, q, base=2):
    r"""$H(p, q) = -\sum_k p_k \log q_k$: the surprise to be expected by whoever believes q where p is true.

    `p`, `q`: counts or probabilities, shape (..., K). It is infinite where q rules out what can happen.

    >>> cross_entropy([0.5, 0.5], [0.25, 0.75], base=2) > entropy([0.5, 0.5]) == 1
    True
    """
    p, q = _pair(p, q)
    return number_or_array(-times_log(p, q).sum(axis=-1) / math.log(2) / _bits(base))


def kl_divergence(p, q, base=2):
    r"""$D(p \,\|\, q) = \sum_k p_k \log \frac{p_k}{q_k} = H(p, q) - H(p)$: what believing q costs where p is true.

    The Kullback-Leibler divergence, at least 0, and 0 only for q = p. It is *not* the same the other way round.

    >>> round(kl_divergence([1, 1], [1, 3]), 6), round(kl_divergence([1, 3], [1, 1]), 6)
    (0.207519, 0.188722)
    """
    p, q = _pair(p, q)
    nats = (times_log(p, p) - times_log(p, q)).sum(axis=-1)
    return number_or_array(np.maximum(nats, 0) / math.log(2) / _bits(base))  # rounding may leave less than 0


def js_divergence(p, q, base=2):
    r"""$\frac12 D(p \,\|\, m) + \frac12 D(q \,\|\, m)$ with $m = \frac12 (p + q)$: the same both ways round.

    The Jensen-Shannon divergence: never infinite, at most 1 bit, which it is where p and q have nothing in common.

    >>> js_divergence([1, 0], [0, 1]), js_divergence([1, 1], [2, 2])
    (1.0, 0.0)
    """
    p, q = _pair(p, q)
    middle = (p + q) / 2
    return number_or_array((kl_divergence(p, middle, base) + kl_divergence(q, middle, base)) / 2)


def kl_gaussian(p, q, base=2):
    r"""$D(p \,\|\, q)$ between two `Gaussian` distributions of d numbers, in closed form. In nats it is

    $$\frac12 \left(\operatorname{tr}(\boldsymbol\Sigma_q^{-1} \boldsymbol\Sigma_p) +
      (\boldsymbol\mu_q - \boldsymbol\mu_p)^{\mathsf T} \boldsymbol\Sigma_q^{-1} (\boldsymbol\mu_q - \boldsymbol\mu_p)
      - d + \log \frac{\det \boldsymbol\Sigma_q}{\det \boldsymbol\Sigma_p}\right)$$

    >>> narrow, wide = Gaussian([0], [[1]]), Gaussian([0], [[4]])
    >>> round(kl_gaussian(narrow, wide, math.e), 4), round(kl_gaussian(wide, narrow, math.e), 4)
    (0.3181, 0.8069)
    """
    for name, given in (("p", p), ("q", q)):
        if not isinstance(given, Gaussian):
            raise ValueError(f"{name} must be a Gaussian; got {shown(given)}")
    if len(p.mean) != len(q.mean):
        raise ValueError(f"q must be of as many numbers as p, {len(p.mean)}; got {len(q.mean)}")
    spread = (np.linalg.solve(q.lower, p.lower) ** 2).sum()  # the trace, from L of both
    sizes = np.log(np.diag(q.lower)).sum() - np.log(np.diag(p.lower)).sum()  # half of the log of the determinants
    nats = 0.5 * (spread + q.distance(p.mean) ** 2 - len(p.mean)) + sizes
    return float(max(nats, 0)) / math.log(2) / _bits(base)


def question_lengths(counts):
    r"""How many yes-or-no questions find out each outcome, if they are asked in the best order: shape (K,).

    Join the two rarest outcomes into one, again and again, until one is left (Huffman's algorithm): each joining is a
    question that tells the two apart. On average they take at least $H$ questions, and less than $H + 1$.

    >>> question_lengths([0.5, 0.25, 0.125, 0.125])
    array([1, 2, 3, 3])
    """
    p = _as_distribution(counts, "counts")
    if p.ndim != 1:
        raise ValueError(f"counts must be those of one distribution; got an array of shape {p.shape}")
    groups = [(share, [k]) for k, share in enumerate(p.tolist())]
    heapq.heapify(groups)
    lengths = np.zeros(len(p), dtype=int)
    while len(groups) > 1:
        (rarest, first), (rare, second) = heapq.heappop(groups), heapq.heappop(groups)
        lengths[first + second] += 1
        heapq.heappush(groups, (rarest + rare, first + second))
    return lengths


def working_entropy(counts, names=None, base=2):
    """The entropy of one distribution, shape (K,), step by step: the surprise of each outcome, and their mean.

    `names`: of the outcomes; 1, 2, ... if None are given.

    >>> working_entropy([2, 1, 1], names=["red", "blue", "green"])["H"]
    1.5
    """
    from byhand.paper import information as paper  # it builds on this module

    return paper.entropy(_counts(counts, "counts", 1), names, _base(base))


def working_table(table, names=None, base=2):
    """Entropies of two variables, joint, conditional and mutual, step by step. `table`: as in `joint_entropy`.

    `names`: two lists, of the values of X and of those of Y; 1, 2, ... if None are given.

    >>> working_table([[1, 1], [0, 2]], names=[["bus", "bike"], ["late", "punctual"]])["H(Y|X=bus)"]
    1.0
    """
    from byhand.paper import information as paper  # it builds on this module

    counts = _counts(table, "table", 2)
    if names is not None:
        names = [[str(name) for name in as_list(some, "names")] for some in as_list(names, "names")]
        if len(names) != 2:
            raise ValueError(f"names must be two lists, of the values of X and of those of Y; got {shown(names)}")
    return paper.table(counts, names, _base(base))


def working_divergence(p, q, base=2):
    """The Kullback-Leibler divergence of two distributions, shape (K,) each, step by step."""
    from byhand.paper import information as paper  # it builds on this module

    _pair(p, q)
    return paper.divergence(_counts(p, "p", 1), _counts(q, "q", 1), _base(base))


def number_or_array(values):
    """An array as it is; one number as a float.

    >>> number_or_array(np.float64(0.5)), number_or_array(np.array([0.5]))
    (0.5, array([0.5]))
    """
    return values if np.ndim(values) else float(values)


def _base(base):
    return as_number(base, "base", above=1)


def _bits(base):
    """How many bits the unit of a base has."""
    return math.log2(_base(base))


def _flat(table):
    """The cells of a table, or of several, in one row each."""
    table = as_numbers(table, "table")
    if table.ndim < 2 or not table.size:
        raise ValueError(f"table must have rows and columns; got an array of shape {table.shape}")
    if not ((table >= 0) & np.isfinite(table)).all():
        raise ValueError(f"table must hold counts or probabilities, none negative; got {shown(table.tolist())}")
    return table.reshape(*table.shape[:-2], -1)


def _as_distribution(counts, name):
    """Counts as shares that sum to 1, shape (..., K)."""
    try:
        p = shares(counts)
    except ValueError as error:
        raise ValueError(str(error).replace("counts", name, 1)) from None
    if not np.allclose(p.sum(axis=-1), 1):
        raise ValueError(f"{name} must hold a number above 0; got {shown(counts)}")
    return p


def _pair(p, q):
    """Two distributions over the same outcomes."""
    p, q = _as_distribution(p, "p"), _as_distribution(q, "q")
    if p.shape[-1] != q.shape[-1]:
        raise ValueError(f"q must have as many outcomes as p, {p.shape[-1]}; got {q.shape[-1]}")
    return p, q


def _counts(counts, name, axes):
    """Counts or probabilities as they were given, for paper: with so many axes."""
    found = as_numbers(counts, name)
    _as_distribution(found.ravel(), name)
    if found.ndim != axes:
        raise ValueError(f"{name} must have {axes} {'axes' if axes > 1 else 'axis'}; got shape {found.shape}")
    return counts


guard(__name__, values=as_numbers)
