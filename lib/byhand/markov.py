r"""Markov chains: walks through states in which each step depends on the present state and on nothing else.

$$P(q_1, \dots, q_T) = \pi_{q_1} \prod_{t=2}^T a_{q_{t-1} q_t}$$

`start` holds the $\pi_i$ and `transitions` the $a_{ij}$, from the state of the row to the state of the column; rows sum
to 1. States go by the names that the caller gives them. At the end stands what `byhand.hmm` needs as well: names,
sequences of names as positions, and relative frequencies of counts.
"""

import math
from dataclasses import dataclass, fields
from functools import partial

import numpy as np

from byhand.base import as_distribution, as_generator, as_list, as_number, as_whole, shown
from byhand.engine.hmm import log
from byhand.guard import as_numbers, as_numeric, guard


class Model:
    """What chains and hidden Markov models share: parts that are checked, copied and never change."""

    def _keep(self, **parts):
        for name, part in parts.items():
            if isinstance(part, np.ndarray):
                part = part.copy()
                part.flags.writeable = False
            object.__setattr__(self, name, part)  # the data class is frozen

    def __repr__(self):
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        shown = (f"{name}={part.tolist() if isinstance(part, np.ndarray) else part}" for name, part in parts.items())
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, eq=False, repr=False)
class MarkovChain(Model):
    r"""A walk through states, each step decided by the present state alone.

    `states`: S names; `start`: the $\pi_i$, shape (S,); `transitions`: the $a_{ij}$, shape (S, S).

    >>> weather = MarkovChain(["hot", "cold"], start=[0.5, 0.5], transitions=[[0.7, 0.3], [0.1, 0.9]])
    >>> round(weather.probability(["hot", "hot", "cold"]), 12)
    0.105
    >>> weather.stationary()
    array([0.25, 0.75])
    """

    states: tuple
    start: np.ndarray = None
    transitions: np.ndarray = None

    def __post_init__(self):
        states = as_names(self.states, "states")
        self._keep(
            states=states,
            start=as_distribution(self.start, len(states), "start"),
            transitions=as_rows(self.transitions, states, len(states), "transitions"),
        )

    def factors(self, sequence):
        r"""$\pi_{q_1}, a_{q_1 q_2}, \dots, a_{q_{T-1} q_T}$ of a sequence of states, shape (T,)."""
        codes = encode(sequence, self.states, "sequence", "states")
        return np.concatenate([self.start[codes[:1]], self.transitions[codes[:-1], codes[1:]]])

    def probability(self, sequence):
        r"""$\pi_{q_1} \prod_t a_{q_{t-1} q_t}$ of a sequence of states."""
        return math.prod(self.factors(sequence).tolist())

    def log_probability(self, sequence):
        """The logarithm of the probability of a sequence of states; -inf if it is impossible."""
        return float(log(self.factors(sequence)).sum())

    def step(self, n=1):
        r"""The probabilities $P(q_{t+n} = j \mid q_t = i)$ of n steps at once, the matrix power $A^n$, shape (S, S).

        >>> MarkovChain("HC", [0.5, 0.5], [[0.7, 0.3], [0.1, 0.9]]).step(2).round(12)
        array([[0.52, 0.48],
               [0.16, 0.84]])
        """
        return np.linalg.matrix_power(self.transitions, as_whole(n, "n", 0))

    def distribution(self, n):
        r"""The probability of each state after n steps, $\pi A^n$, shape (S,); `distribution(0)` is `start`."""
        return self.start @ self.step(n)

    def stationary(self):
        r"""The distribution that a step leaves as it is, $\pi^* = \pi^* A$, shape (S,).

        There is one and only one if the chain, from wherever it starts, can end up in one group of states only.
        """
        reach = np.eye(len(self.states), dtype=bool) | (self.transitions > 0)
        for _ in self.states:
            reach = reach @ reach
        groups = np.unique([row for row in reach if (reach[row] == row).all()], axis=0)  # that are never left again
        if len(groups) > 1:
            one, other = (self.states[np.argmax(group)] for group in groups[:-3:-1])
            raise ValueError(
                f"transitions allow more than one stationary distribution: from {one!r} the chain never comes to "
                f"{other!r}, nor the other way round"
            )
        equations = (np.eye(len(self.states)) - self.transitions).T
        equations[-1] = 1  # one of them follows from the others; the sum of 1 takes its place
        return np.where(groups[0], np.linalg.solve(equations, np.eye(len(self.states))[-1]), 0.0)

    def sample(self, length, seed=0):
        """A random walk: a tuple of `length` states. `seed`: a number or a NumPy generator."""
        uniform = as_generator(seed).random(as_whole(length, "length", 1)).tolist()
        first, then = cumulative(self.start), cumulative(self.transitions)
        walk = [int(np.searchsorted(first, uniform[0], side="right"))]
        for chance in uniform[1:]:
            walk.append(int(np.searchsorted(then[walk[-1]], chance, side="right")))
        return tuple(self.states[code] for code in walk)

    @classmethod
    def estimate(cls, sequences, states=None, pseudo_count=0):
        r"""The chain that fits sequences of states best, with $m$, the `pseudo_count`, added to each count.

        $$a_{ij} = \frac{N_{ij} + m}{\sum_k (N_{ik} + m)}$$

        where $N_{ij}$ counts the steps from i to j: the last state of a sequence has no step and is not counted.
        `states`: their names, by default in the order in which they appear.

        >>> MarkovChain.estimate(["HHC", "HCC"]).transitions.round(4)
        array([[0.3333, 0.6667],
               [0.    , 1.    ]])
        """
        sequences = as_sequences(sequences, "sequences")
        states = as_names(appearing(sequences) if states is None else states, "states")
        codes, lengths = encode_all(sequences, states, "sequences", "states")
        pseudo_count = as_number(pseudo_count, "pseudo_count", minimum=0)
        first, steps = np.zeros(len(states)), np.zeros((len(states), len(states)))
        for walk in np.split(codes, np.cumsum(lengths)[:-1]):
            first[walk[0]] += 1
            np.add.at(steps, (walk[:-1], walk[1:]), 1)
        start = (first + pseudo_count) / (first + pseudo_count).sum()
        rows = smoothed_rows(steps, pseudo_count, states, "is never followed by another", "transitions")
        return cls(states, start, rows)

    def working(self, sequence):
        """The probability of a sequence of states as on paper: the start, each step, their product."""
        from byhand.paper import hmm as paper

        return paper.chain(self, sequence)


# ---- names and sequences


def as_names(names, argument):
    """Names of states or symbols as a tuple; they must differ.

    >>> as_names(np.array(["hot", "cold"]), "states")
    ('hot', 'cold')
    """
    names = tuple(as_list(names, argument))
    if not names:
        raise ValueError(f"{argument} must hold at least one name")
    try:
        different = len(set(names))
    except TypeError:
        raise ValueError(f"{argument} must be words or numbers; got {shown(names)}") from None
    if different < len(names):
        raise ValueError(f"{argument} must differ; {next(n for n in names if names.count(n) > 1)!r} is there twice")
    return names


def as_rows(table, states, size, argument):
    """One distribution for each state, shape (S, size)."""
    table, size = as_list(table, argument), as_whole(size, "size", 1)
    if len(table) != len(states):
        raise ValueError(f"{argument} must have one row for each of the {len(states)} states; got {len(table)} rows")
    rows = [
        as_distribution(row, size, f"{argument} of state {name!r}") for row, name in zip(table, states, strict=True)
    ]
    return np.array(rows)


def encode(sequence, names, argument="sequence", kind="names"):
    """The position of each name of a sequence among all names, shape (T,).

    >>> encode("abba", ("a", "b"))
    array([0, 1, 1, 0])
    """
    sequence = as_list(sequence, argument)
    if not sequence:
        raise ValueError(f"{argument} must hold at least one of the {kind}; got an empty sequence")
    position = {name: code for code, name in enumerate(names)}
    try:
        return np.fromiter(map(position.__getitem__, sequence), np.intp, len(sequence))
    except (KeyError, TypeError):
        t, wrong = next((t, name) for t, name in enumerate(sequence, 1) if name not in names)
    listed = ", ".join(map(str, names))
    raise ValueError(f"{argument} must hold {kind} of the model, {listed}; got {wrong!r} at t = {t}")


def as_sequences(sequences, argument):
    """A list of sequences, each of them a list."""
    found = [
        as_list(sequence, f"{argument}, number {n},") for n, sequence in enumerate(as_list(sequences, argument), 1)
    ]
    if not found:
        raise ValueError(f"{argument} must hold at least one sequence; got none")
    return found


def encode_all(sequences, names, argument="sequences", kind="names"):
    """Sequences end to end as positions of names, shape (total,), and their lengths, shape (n,).

    >>> encode_all(["ab", "b"], ("a", "b"))
    (array([0, 1, 1]), array([2, 1]))
    """
    codes = [encode(sequence, names, f"{argument}, number {n},", kind) for n, sequence in enumerate(sequences, 1)]
    return np.concatenate(codes), np.array([len(code) for code in codes])


def appearing(sequences):
    """The different names in sequences, in the order in which they appear.

    >>> appearing(["cab", "bad"])
    ['c', 'a', 'b', 'd']
    """
    return list(dict.fromkeys(name for sequence in sequences for name in sequence))


# ---- counts and probabilities


def smoothed_rows(counts, pseudo_count, states, lacking, argument):
    """Relative frequencies of the counts in each row, shape (S, k), with pseudo_count added to each count.

    >>> smoothed_rows(np.array([[2, 1], [0, 0]]), 1, ("H", "C"), "is never seen", "emissions")
    array([[0.6, 0.4],
           [0.5, 0.5]])
    """
    totals = (counts + pseudo_count).sum(axis=1, keepdims=True)
    if (totals == 0).any():
        name = states[int(np.argmin(totals))]
        raise ValueError(f"state {name!r} {lacking}, so its {argument} cannot be estimated: set pseudo_count above 0")
    return (counts + pseudo_count) / totals


def normalised_rows(counts, otherwise):
    """Counts, shape (..., k), divided by the sum of their row; a row without any count keeps the probabilities it had.

    >>> normalised_rows(np.array([[3.0, 1.0], [0.0, 0.0]]), otherwise=np.array([[0.2, 0.8], [0.4, 0.6]]))
    array([[0.75, 0.25],
           [0.4 , 0.6 ]])
    """
    totals = counts.sum(axis=-1, keepdims=True)
    return np.where(totals > 0, counts / np.where(totals > 0, totals, 1), otherwise)


def cumulative(rows):
    """Cumulative probabilities along the last axis that end in 1 to the last bit."""
    total = np.cumsum(rows, axis=-1)
    if not ((total[..., -1] > 0) & np.isfinite(total[..., -1])).all():
        raise ValueError("rows must have a sum above 0")
    return total / total[..., -1:]


guard(
    __name__,
    counts=partial(as_numeric, ndim=2),
    names=lambda names, name: as_names(names, name),
    pseudo_count=as_numbers,
    rows=as_numeric,
    sequences=lambda sequences, name: as_sequences(sequences, name),
)
