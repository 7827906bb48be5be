r"""The passes through hidden Markov models, fast and right for sequences of any length.

The lesson, `byhand.hmm`, shows the recursions with probabilities, one sequence at a time. Here they go through many
sequences at once, or through one long one in pieces, in logarithms. Sequences are positions of symbols, end to end,
shape (total,), with their lengths, shape (n,); tables that belong to them have the shape (total, S).
"""

import math
from contextlib import suppress
from itertools import pairwise

import numpy as np

from byhand.base import first_best

TIE = 1e-12  # logarithms of probabilities that differ by less than this share count as equal
LONG, FEW = 64, 8  # one sequence of at least so many symbols goes in pieces, if there are at most so many states


class LostError(ArithmeticError):
    """A scaled probability is, or might become, too small for a float: logarithms have to do."""


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
        psi = np.zeros(delta.shape, dtype=np.intp)
        psi[1:] = best_predecessors(delta[:-1], self.transitions)
        return delta, psi

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
    alone = len(lengths) == 1
    with np.errstate(divide="ignore"):  # log 0
        if alone and len(log_likelihood) >= LONG and len(matrix) <= FEW:
            return in_pieces(product, first, matrix, log_likelihood)
        if alone and product is sum_product:
            with suppress(LostError):
                return scaled(first, matrix, log_likelihood)
        advance = by_matrix(product, matrix)
        if alone:
            return one_by_one(advance, first, log_likelihood)
        return side_by_side(advance, first, log_likelihood, np.asarray(lengths))


def one_by_one(advance, first, log_likelihood):
    """The sweep through one sequence."""
    ahead, row = np.empty(log_likelihood.shape), first
    for t, likelihood in enumerate(log_likelihood):
        ahead[t] = row
        row = advance(row + likelihood)
    return ahead


def scaled(first, matrix, log_likelihood):
    """The sums of a sweep through one sequence by scaled probabilities, which is faster than by logarithms.

    A probability of at least 1e-200 of its row cannot become 0 in one step whose factors are at least 1e-50 each.
    """
    if rarest(matrix, log_likelihood) < math.log(1e-50):
        raise LostError
    matrix, likelihoods = np.exp(matrix), np.exp(log_likelihood)
    rows, scales, row = np.empty(likelihoods.shape), [], np.exp(first)
    for t, likelihood in enumerate(likelihoods):
        scales.append(np.add.reduce(row))
        if scales[-1] == 0:
            raise LostError
        rows[t] = row = row / scales[-1]
        row = (row * likelihood) @ matrix
    require_kept(rows, 1e-200)
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


def in_pieces(product, first, matrix, log_likelihood):
    r"""The sweep through one long sequence, cut into about $\sqrt T$ pieces.

    A step for all pieces together costs little more than one for a single row. So go through all of them at once from
    every possible state, which gives one matrix for each piece; then from piece to piece by these matrices; then once
    more through all pieces at once, each from its own first row. The pieces are the last axis of all arrays.
    """
    T, S = log_likelihood.shape
    length, count = pieces_of(T)
    steps = np.zeros((count * length, S))  # the end of the last piece does not matter
    steps[:T] = log_likelihood
    steps = np.ascontiguousarray(steps.reshape(count, length, S).transpose(1, 2, 0))
    ahead = None
    if product is sum_product:
        with suppress(LostError):
            ahead = sums_in_pieces(first, matrix, steps)
    if ahead is None:
        ahead = logs_in_pieces(product, first, matrix, steps)
    return ahead.transpose(2, 0, 1).reshape(-1, S)[:T]


def pieces_of(T):
    """The length of a piece of a sequence of T symbols, and the number of pieces."""
    length = math.isqrt(T - 1) + 1
    return length, -(-T // length)


def logs_in_pieces(product, first, matrix, steps):
    """The sweep through all pieces; `steps`: log-likelihoods, shape (length, S, count). Returns the same shape."""
    combine = np.maximum.reduce if product is max_product else np.logaddexp.reduce
    matrix = matrix[:, :, None]
    through = steps[0][:, None] + matrix  # from each state of the first step to each of the second
    for likelihood in steps[1:]:
        through += likelihood
        through = combine(through[:, :, None] + matrix, axis=1)
    firsts = [first]
    for piece in range(through.shape[2] - 1):
        firsts.append(product(firsts[-1], through[:, :, piece]))
    ahead, rows = np.empty(steps.shape), np.array(firsts).T
    for t, likelihood in enumerate(steps):
        ahead[t] = rows
        rows = combine((rows + likelihood)[:, None] + matrix, axis=0)
    return ahead


def sums_in_pieces(first, matrix, steps):
    """The same for sums by scaled probabilities, which is faster.

    Nothing shrinks by more than 1e-140 from one scaling to the next, so what was at least 1e-140 of its row stays above
    the smallest float: the last pass, which looks at each scaling, would notice any loss before it.
    """
    every = int(140 / max(-2 * rarest(matrix, steps) / math.log(10), 1e-3))  # steps from one scaling to the next
    if every < 1:
        raise LostError
    weights, likelihoods = np.exp(matrix), np.exp(steps)
    rows, offset = first_rows(np.exp(first), *piece_matrices(weights, likelihoods, every))
    weights, ahead, offsets = weights.T.copy(), np.empty(steps.shape), np.empty((len(steps), 1, steps.shape[2]))
    for t, likelihood in enumerate(likelihoods):
        if t and t % every == 0:
            rows, scale = by_total(rows, axis=0)
            require_kept(rows, 1e-140)
            offset = offset + scale
        ahead[t], offsets[t] = rows, offset
        rows = weights @ (rows * likelihood)
    np.log(ahead, out=ahead)
    ahead += offsets
    return ahead


def piece_matrices(weights, likelihoods, every):
    """For each piece the probabilities of its symbols with each state behind it, given the state at its start.

    They are scaled: matrices, shape (count, S, S), and the logarithm of a factor for each of them, shape (count,).
    """
    through = likelihoods[0][:, None] * weights[:, :, None]  # first state, last state, piece
    offset, weights = np.zeros((len(weights), 1, through.shape[2])), weights.T.copy()
    for t, likelihood in enumerate(likelihoods[1:], 1):
        through *= likelihood
        through = weights @ through
        if t % every == 0 or t == len(likelihoods) - 1:
            through, scale = by_total(through, axis=1)
            offset += scale
    largest = offset.max(axis=0)
    through = (through * np.exp(offset - largest)).transpose(2, 0, 1).copy()
    require_kept(through, 1e-140)
    return through, largest[0]


def first_rows(first, matrices, offsets):
    """The first row of each piece, scaled, shape (S, count), and the logarithms of the scales, shape (count,)."""
    row, scale = by_total(first, axis=0)
    rows, scales = [row], [scale[0]]
    for matrix, offset in zip(matrices[:-1], offsets[:-1].tolist(), strict=True):
        row = row @ matrix
        total = np.add.reduce(row)
        if total == 0:
            raise LostError
        row = row / total
        rows.append(row)
        scales.append(scales[-1] + math.log(total) + offset)
    rows = np.array(rows).T.copy()
    require_kept(rows, 1e-140)
    return rows, np.array(scales)


def rarest(*tables):
    """The lowest of the logarithms in some tables, log 0 left out."""
    return min(table[table > -np.inf].min(initial=0) for table in tables)


def by_total(rows, axis):
    """Rows divided by their sums along an axis, and the logarithms of these sums; a row of zeros stays as it is."""
    total = rows.sum(axis=axis, keepdims=True)
    total[total == 0] = 1
    return rows / total, np.log(total)


def require_kept(rows, least):
    """`LostError` if a probability is so small a share of its row that it might become 0 before the next scaling."""
    if ((rows > 0) & (rows < least)).any():
        raise LostError


def follow_back(psi, last):
    """The path that ends in state `last` and follows the pointers psi, shape (T, S), as `trace_back` of the lesson.

    Of a long sequence all pieces are followed at once, from every possible last state.
    """
    T, S = psi.shape
    length, count = pieces_of(T)
    pointers = np.tile(np.arange(S), (count * length, 1))  # behind the end nothing moves
    pointers[: T - 1] = psi[1:]  # from where does the state at t + 1 come
    pointers = pointers.reshape(count, length, S).transpose(1, 0, 2).reshape(length, -1)
    own = np.repeat(np.arange(count) * S, S)  # where the pointers of each piece begin
    state, states = np.tile(np.arange(S), count), np.empty((length, count * S), dtype=np.intp)
    for t in reversed(range(length)):
        states[t] = state = pointers[t].take(own + state)
    after = [int(last)]  # the state behind each piece, from the last piece back
    for first_states in states[0].reshape(count, S)[:0:-1].tolist():
        after.append(first_states[after[-1]])
    chosen = np.arange(count) * S + after[::-1]
    return states[:, chosen].T.reshape(-1)[:T]


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


def best_predecessors(delta, matrix):
    r"""$\operatorname{argmax}_j (\delta_t(j) + m_{ji})$ for each row of delta, shape (T, S); of equals the first."""
    columns, S = np.ascontiguousarray(delta.T), len(matrix)
    found = np.empty(delta.shape[::-1], dtype=np.intp)
    for i in range(S):
        scores = columns + matrix[:, i, None]
        least = np.maximum.reduce(scores)
        least -= TIE * np.abs(least)
        found[i] = S - 1
        for j in range(S - 2, -1, -1):
            found[i][scores[j] >= least] = j
    return found.T


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
