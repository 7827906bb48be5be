r"""The passes through hidden Markov models, fast and right for sequences of any length.

The lesson, `byhand.hmm`, shows the recursions with probabilities, one sequence at a time. Here they go through many
sequences at once, or through one long one in pieces, in logarithms. Sequences are positions of symbols, end to end,
shape (total,), with their lengths, shape (n,); tables that belong to them have the shape (total, S).
"""

import math
from itertools import pairwise

import numpy as np

from byhand.base import first_best

TIE = 1e-12  # logarithms of probabilities that differ by less than this share count as equal


class Passes:
    """The logarithms of a model's probabilities, and its passes through sequences."""

    def __init__(self, start, transitions, emissions):
        self.start, self.transitions, self.emissions = log(start), log(transitions), log(emissions)

    def likelihood(self, codes):
        r"""$\log b_i(o_t)$."""
        return self.emissions.T[codes]

    def forward(self, codes, lengths):
        r"""$\log \alpha_t(i)$."""
        likelihood = self.likelihood(codes)
        return sweep(sum_product, self.start, self.transitions, likelihood, lengths) + likelihood

    def backward(self, codes, lengths):
        r"""$\log \beta_t(i)$: the same sweep, read backwards, with the transitions turned round, from log 1."""
        certain = np.zeros(len(self.start))
        likelihood = self.likelihood(codes[::-1])
        return sweep(sum_product, certain, self.transitions.T, likelihood, lengths[::-1])[::-1]

    def viterbi(self, codes, lengths):
        r"""$\log \delta_t(i)$ and $\psi_t(i)$; where a sequence begins, $\psi$ points nowhere and has no meaning."""
        likelihood = self.likelihood(codes)
        delta = sweep(max_product, self.start, self.transitions, likelihood, lengths) + likelihood
        psi = np.concatenate(
            [
                first_best_logs(delta[places, :, None] + self.transitions, axis=1)
                for places in chunks(np.arange(len(delta)), self.transitions.size)
            ]
        )
        return delta, np.roll(psi, 1, axis=0)  # row t of psi is about the step to t

    def expected_counts(self, log_alpha, log_beta, log_p, codes, lengths):
        r"""The sums of $\gamma_1(i)$, of $\xi_t(i, j)$ and, for each symbol, of $\gamma_t(i)$, over all sequences.

        `log_alpha`, `log_beta`: both passes; `log_p`: the log-probability of each sequence, shape (n,).
        """
        ends, per_step = np.cumsum(lengths), np.repeat(log_p, lengths)[:, None]
        gamma = np.exp(log_alpha + log_beta - per_step)
        has_next = np.ones(len(codes), dtype=bool)
        has_next[ends - 1] = False
        after = log_beta + self.likelihood(codes) - per_step
        steps = np.zeros(self.transitions.shape)
        for places in chunks(np.flatnonzero(has_next), steps.size):
            steps += np.exp(log_alpha[places, :, None] + self.transitions + after[places + 1, None, :]).sum(axis=0)
        emitted = [np.bincount(codes, weights=column, minlength=self.emissions.shape[1]) for column in gamma.T]
        return gamma[ends - lengths].sum(axis=0), steps, np.array(emitted)


def path_probabilities(model, hidden, codes, lengths):
    """The joint probability of each of several paths and what it emits, and its logarithm, both of shape (n,).

    `model`: anything with `start`, `transitions` and `emissions`; `hidden`: positions of states end to end.
    """
    firsts = np.cumsum(lengths) - lengths
    steps = model.transitions[np.roll(hidden, 1), hidden]
    steps[firsts] = model.start[hidden[firsts]]
    factors = np.stack([steps, model.emissions[hidden, codes]])
    products = np.multiply.reduceat(factors.prod(axis=0), firsts)
    return products, np.add.reduceat(log(factors).sum(axis=0), firsts)


# ---- how a pass goes through many sequences at once, or through one long one in pieces


def sweep(product, first, matrix, log_likelihood, lengths):
    r"""The recursion $p_1 = \text{first}$, $p_{t+1} = (p_t + \ell_t) \otimes M$ through each of several sequences.

    `log_likelihood`: the $\ell_t$ of all sequences; `product`: the $\otimes$, which sums over or maximises over the
    state before. Returns the $p_t$: what is known of a state before its own symbol.
    """
    advance = by_matrix(product, matrix)
    with np.errstate(divide="ignore"):  # log 0
        if len(lengths) == 1 and len(log_likelihood) >= 64 and len(matrix) <= 8:  # with more states it costs too much
            first, lengths = in_pieces(product, advance, first, matrix, log_likelihood)
        if len(lengths) > 1:
            return side_by_side(advance, first, log_likelihood, np.asarray(lengths))
        by_scaling = scaled(first, matrix, log_likelihood) if product is sum_product else None
        return one_by_one(advance, first, log_likelihood) if by_scaling is None else by_scaling


def one_by_one(advance, first, log_likelihood):
    """The sweep through one sequence."""
    ahead, row = np.empty(log_likelihood.shape), first
    for t, likelihood in enumerate(log_likelihood):
        ahead[t] = row
        row = advance(row + likelihood)
    return ahead


def scaled(first, matrix, log_likelihood):
    """The sums of a sweep through one sequence by scaled probabilities, which is faster; None if one might be lost.

    A probability of at least 1e-200 of its row cannot become 0 in one step whose factors are at least 1e-50 each.
    """
    if min(table[table > -np.inf].min(initial=0) for table in (matrix, log_likelihood)) < math.log(1e-50):
        return None
    matrix, likelihoods = np.exp(matrix), np.exp(log_likelihood)
    rows, scales, row = np.empty(likelihoods.shape), [], np.exp(first)
    for t, likelihood in enumerate(likelihoods):
        scales.append(np.add.reduce(row))
        if scales[-1] == 0:
            return None
        rows[t] = row = row / scales[-1]
        row = (row * likelihood) @ matrix
    if ((rows > 0) & (rows < 1e-200)).any():
        return None
    return np.log(rows) + np.cumsum(np.log(scales))[:, None]


def side_by_side(advance, first, log_likelihood, lengths):
    """The sweep through several sequences: all take a step together, those that have come to their end drop out.

    With the longest sequence first, those which go on are always the first rows. So the places of all sequences are put
    into the order first places, second places, ..., and back at the end.
    """
    order = np.argsort(-lengths, kind="stable")
    counts = len(lengths) - np.searchsorted(np.sort(lengths), np.arange(lengths.max()), side="right")
    step = np.repeat(np.arange(len(counts)), counts)
    sequence = np.arange(lengths.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    places = (np.cumsum(lengths) - lengths)[order][sequence] + step
    log_likelihood = log_likelihood[places]
    ahead, start = np.empty(log_likelihood.shape), 0
    ahead[: counts[0]] = first
    for before, now in pairwise(counts.tolist()):
        rows = ahead[start : start + now] + log_likelihood[start : start + now]
        start += before
        ahead[start : start + now] = advance(rows)
    table = np.empty(ahead.shape)
    table[places] = ahead
    return table


def in_pieces(product, advance, first, matrix, log_likelihood):
    r"""Cut one sequence into about $\sqrt T$ pieces: the row with which each begins, and their lengths.

    A step for all pieces together costs little more than one for a single row. So go through all of them at once from
    every possible state, which gives one matrix for each piece, and then from piece to piece by these matrices.
    """
    T, S = log_likelihood.shape
    length = math.isqrt(T - 1) + 1
    count = (T - 1) // length  # of pieces that have another one behind them
    steps = log_likelihood[: count * length].reshape(count, length, S)
    through = steps[:, 0, :, None] + matrix  # from each state of the first step to each of the second
    for t in range(1, length):
        through += steps[:, t, None]
        through = advance(through)
    firsts = [first]
    for piece in through:
        firsts.append(product(firsts[-1], piece))
    return np.array(firsts), [length] * count + [T - count * length]


# ---- sums, maxima and logarithms


def log(probabilities):
    """Logarithms, -inf for a probability of 0."""
    with np.errstate(divide="ignore"):
        return np.log(probabilities)


def log_total(rows):
    """The logarithm of the sum of what the rows, shape (n, S), are logarithms of, shape (n,)."""
    return sum_product(rows, np.zeros((rows.shape[1], 1)))[:, 0]


def sum_product(rows, matrix):
    r"""$\log \sum_j e^{r_j + m_{ji}}$ for each row, shape (..., S), and column i of a matrix of logarithms."""
    terms = rows[..., :, None] + matrix
    largest = np.maximum(terms.max(axis=-2, keepdims=True), -1e300)  # log 0 less log 0 is no number
    return log(np.exp(terms - largest).sum(axis=-2)) + largest[..., 0, :]


def max_product(rows, matrix):
    r"""$\max_j (r_j + m_{ji})$ for each row, shape (..., S), and column i of a matrix of logarithms."""
    return np.maximum.reduce(rows[..., :, None] + matrix, axis=-2)


def by_matrix(product, matrix):
    """`product` with a matrix of logarithms of probabilities, as a function of the rows; sums take a short cut.

    A matrix product of the probabilities themselves is much faster, and as good unless one of them is lost: if a state
    is less than e^-700 times as probable as another one, yet not impossible, the logarithms have to do.
    """
    if product is max_product:
        return lambda rows: max_product(rows, matrix)
    weights = np.exp(matrix)

    def advance(rows):
        largest = np.maximum(np.maximum.reduce(rows, axis=-1, keepdims=True), -1e300)
        shares = rows - largest
        if np.count_nonzero(shares < -700) > np.count_nonzero(rows == -np.inf):
            return sum_product(rows, matrix)
        total = np.exp(shares, out=shares) @ weights
        np.log(total, out=total)
        total += largest
        return total

    return advance


def first_best_logs(scores, axis):
    """Where the largest of logarithms is along an axis; the first of those that are equal up to rounding."""
    margin = TIE * np.abs(scores.max(axis=axis, keepdims=True))
    return first_best(scores, margin, axis)


def ranking(scores):
    """The order of logarithms in each column, shape (n, S), best first; of equals up to rounding the earlier first.

    >>> ranking(np.array([[-3.0], [-1.0], [-3.0]])).tolist()
    [[1], [0], [2]]
    """
    order = np.argsort(-scores, axis=0, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=0)
    with np.errstate(invalid="ignore"):  # log 0 less log 0
        drop = ranked[:-1] - ranked[1:] > TIE * np.abs(ranked[:-1])
    group = np.cumsum(np.vstack([np.zeros((1, scores.shape[1]), dtype=np.int64), drop]), axis=0)
    return np.take_along_axis(order, np.argsort(group * len(scores) + order, axis=0), axis=0)


def chunks(places, size):
    """Places in pieces so short that an array of `size` numbers for each of them stays small."""
    rows = max(1, 100_000 // size)
    return (places[start : start + rows] for start in range(0, len(places), rows))
