r"""Markov chains and hidden Markov models: sequences in which each step depends on the one before it.

A chain walks through states $q_1, q_2, \dots, q_T$; where it goes next depends on where it is and on nothing else:

$$P(q_1, \dots, q_T) = \pi_{q_1} \prod_{t=2}^T a_{q_{t-1} q_t}$$

In a hidden Markov model the states are not seen. Each emits a symbol $o_t$, which depends on the state of that moment:

$$P(q_1, \dots, q_T, o_1, \dots, o_T) = \pi_{q_1} b_{q_1}(o_1) \prod_{t=2}^T a_{q_{t-1} q_t}\, b_{q_t}(o_t)$$

`start` holds the $\pi_i$, `transitions` the $a_{ij}$ (from the state of the row to the state of the column) and
`emissions` the $b_i(k)$ (of the state of the row, for the symbol of the column); all rows sum to 1. States and symbols
go by the names that the caller gives them.

The three tasks are evaluation (`forward`, `backward`, `log_probability`), decoding (`viterbi`, `posterior`) and
learning (`estimate` from visible states, `baum_welch` from symbols alone). `forward`, `backward`, `scaled` and
`viterbi_table` are the recursions as they stand in books; whatever must also be fast, or right for long sequences,
calculates with logarithms and goes through `_sweep`.
"""

import math
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product

import numpy as np

from byhand.base import as_distribution, as_number, as_whole
from byhand.working import Step, Working, exact, short, tex

TIE = 1e-12  # logarithms of probabilities that differ by less than this share count as equal
MOST_PATHS = 100_000  # that `all_paths` is ready to list
_ARGMAX = r"\operatorname{argmax}"


class _Model:
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
class MarkovChain(_Model):
    r"""A walk through states, each step decided by the present state alone.

    `states`: S names; `start`: the $\pi_i$, shape (S,); `transitions`: the $a_{ij}$, shape (S, S).

    >>> weather = MarkovChain(["hot", "cold"], start=[0.5, 0.5], transitions=[[0.7, 0.3], [0.1, 0.9]])
    >>> round(weather.probability(["hot", "hot", "cold"]), 12)
    0.105
    >>> weather.stationary()
    array([0.25, 0.75])
    """

    states: tuple
    start: np.ndarray
    transitions: np.ndarray

    def __post_init__(self):
        states = _names(self.states, "states")
        self._keep(
            states=states,
            start=as_distribution(self.start, len(states), "start"),
            transitions=_rows(self.transitions, states, len(states), "transitions"),
        )

    def probability(self, sequence):
        r"""$\pi_{q_1} \prod_t a_{q_{t-1} q_t}$ of a sequence of states."""
        return math.prod(self._factors(_codes(sequence, self.states, "sequence", "states")).tolist())

    def log_probability(self, sequence):
        """The logarithm of the probability of a sequence of states; -inf if it is impossible."""
        return float(_log(self._factors(_codes(sequence, self.states, "sequence", "states"))).sum())

    def _factors(self, codes):
        return np.concatenate([self.start[codes[:1]], self.transitions[codes[:-1], codes[1:]]])

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
        uniform = np.random.default_rng(seed).random(as_whole(length, "length", 1)).tolist()
        first, then = _cumulative(self.start), _cumulative(self.transitions)
        walk = [int(np.searchsorted(first, uniform[0], side="right"))]
        for chance in uniform[1:]:
            walk.append(int(np.searchsorted(then[walk[-1]], chance, side="right")))
        return tuple(self.states[code] for code in walk)

    @classmethod
    def estimate(cls, sequences, states=None, alpha=0):
        r"""The chain that fits sequences of states best, with `alpha` added to each count.

        $$a_{ij} = \frac{N_{ij} + \alpha}{\sum_k (N_{ik} + \alpha)}$$

        where $N_{ij}$ counts the steps from i to j: the last state of a sequence has no step and is not counted.
        `states`: their names, by default in the order in which they appear.

        >>> MarkovChain.estimate(["HHC", "HCC"]).transitions.round(4)
        array([[0.3333, 0.6667],
               [0.    , 1.    ]])
        """
        sequences = _sequences(sequences, "sequences")
        states = _names(_appearing(sequences) if states is None else states, "states")
        codes, lengths = _join(sequences, states, "sequences", "states")
        return cls(states, *_chain_estimates(codes, lengths, states, as_number(alpha, "alpha", minimum=0)))

    def working(self, sequence):
        """The probability of a sequence of states as on paper: the start, each step, their product."""
        names = [self.states[code] for code in _codes(sequence, self.states, "sequence", "states")]
        codes = [self.states.index(name) for name in names]
        first = Step(f"P(q_1={names[0]})", rf"\pi_{{{_tex(names[0])}}}", "", exact(self.start[codes[0]]))
        steps = [
            Step(
                f"P(q_{t}={names[t - 1]}|q_{t - 1}={names[t - 2]})",
                rf"a_{{{_tex(names[t - 2])},\,{_tex(names[t - 1])}}}",
                "",
                exact(self.transitions[codes[t - 2], codes[t - 1]]),
            )
            for t in range(2, len(codes) + 1)
        ]
        factors = [step.value for step in (first, *steps)]
        formula = r"\pi_{q_1} \prod_{t=2}^T a_{q_{t-1} q_t}"
        total = Step("P(Q)", formula, _times(factors), short(math.prod(factors)))
        return Working(f"The probability of {', '.join(map(str, names))}", [first, *steps, total])


@dataclass(frozen=True)
class Path:
    """A sequence of hidden states with the probability that it is taken *and* emits what was observed.

    The probability of a long path is too small for a float and becomes 0; its logarithm never does.
    """

    states: tuple
    probability: float
    log_probability: float


@dataclass(frozen=True)
class Scaled:
    r"""Forward and backward variables divided by $c_t = P(o_t \mid o_1, \dots, o_{t-1})$ at each step.

    `forward`: $P(q_t = i \mid o_1, \dots, o_t)$, shape (T, S), rows sum to 1; `backward`: shape (T, S), such that the
    product of the two is the posterior; `scale`: the $c_t$, shape (T,), whose product is $P(O)$.
    """

    forward: np.ndarray
    backward: np.ndarray
    scale: np.ndarray


@dataclass(frozen=True)
class Learned:
    """What Baum-Welch found: the `model`, and the log-likelihood after 0, 1, 2, ... steps, `history`.

    `converged`: whether the last step gained less than `tol`; `runs`: the result of every restart, in order.
    """

    model: "HMM"
    history: tuple
    converged: bool
    runs: tuple = field(default=(), repr=False)


@dataclass(frozen=True, eq=False, repr=False)
class HMM(_Model):
    r"""A Markov chain that is not seen, with a symbol that is seen at each step.

    `states`: S names; `symbols`: K names; `start`: the $\pi_i$, shape (S,); `transitions`: the $a_{ij}$, shape (S, S);
    `emissions`: the $b_i(k)$, shape (S, K).

    >>> from byhand.datasets import hot_and_cold
    >>> model = HMM(**hot_and_cold())
    >>> round(model.probability([3, 3, 1]), 12)
    0.0705
    >>> model.viterbi([3, 3, 1]).states
    ('hot', 'hot', 'cold')
    """

    states: tuple
    symbols: tuple
    start: np.ndarray
    transitions: np.ndarray
    emissions: np.ndarray

    def __post_init__(self):
        states, symbols = _names(self.states, "states"), _names(self.symbols, "symbols")
        self._keep(
            states=states,
            symbols=symbols,
            start=as_distribution(self.start, len(states), "start"),
            transitions=_rows(self.transitions, states, len(states), "transitions"),
            emissions=_rows(self.emissions, states, len(symbols), "emissions"),
        )

    @classmethod
    def random(cls, states, symbols, seed=0):
        """A model whose rows are drawn at random, each distribution as likely as any other."""
        rng = np.random.default_rng(seed)
        states, symbols = _names(states, "states"), _names(symbols, "symbols")
        S, K = len(states), len(symbols)
        return cls(states, symbols, *(rng.dirichlet(np.ones(size[-1]), size[:-1]) for size in ((S,), (S, S), (S, K))))

    @property
    def chain(self):
        """The hidden states alone, as a `MarkovChain`."""
        return MarkovChain(self.states, self.start, self.transitions)

    def sample(self, length, seed=0):
        """A random walk and what it emits: a tuple of `length` states and a tuple of as many symbols."""
        rng = np.random.default_rng(seed)
        path = self.chain.sample(length, rng)
        rows = _cumulative(self.emissions)[_codes(path, self.states, "path", "states")]
        emitted = (rows <= rng.random((len(path), 1))).sum(axis=1)
        return path, tuple(self.symbols[code] for code in emitted)

    # ---- evaluation: how probable are the observations?

    def forward(self, observations, log=False):
        r"""The forward variables $\alpha_t(i) = P(o_1, \dots, o_t, q_t = i)$, shape (T, S).

        $$\alpha_1(i) = \pi_i\, b_i(o_1), \qquad \alpha_{t+1}(i) = \Big(\sum_j \alpha_t(j)\, a_{ji}\Big) b_i(o_{t+1})$$

        They shrink with t, to 0 after some hundred steps; with `log` their logarithms are calculated, which do not.

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).forward([3, 3, 1]).round(12)
        array([[0.4      , 0.05     ],
               [0.228    , 0.0165   ],
               [0.0080625, 0.0624375]])
        """
        codes = self._observed(observations)
        if log:
            return self._log_forward(codes, [len(codes)])
        b = self.emissions.T[codes]
        alpha = np.empty(b.shape)
        alpha[0] = self.start * b[0]
        for t in range(len(b) - 1):
            alpha[t + 1] = (alpha[t] @ self.transitions) * b[t + 1]
        return alpha

    def backward(self, observations, log=False):
        r"""The backward variables $\beta_t(i) = P(o_{t+1}, \dots, o_T \mid q_t = i)$, shape (T, S).

        $$\beta_T(i) = 1, \qquad \beta_t(i) = \sum_j a_{ij}\, b_j(o_{t+1})\, \beta_{t+1}(j)$$

        With `log` their logarithms are calculated.

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).backward([3, 3, 1]).round(12)
        array([[0.166, 0.082],
               [0.26 , 0.68 ],
               [1.   , 1.   ]])
        """
        codes = self._observed(observations)
        if log:
            return self._log_backward(codes, [len(codes)])
        b = self.emissions.T[codes]
        beta = np.ones(b.shape)
        for t in reversed(range(len(b) - 1)):
            beta[t] = self.transitions @ (b[t + 1] * beta[t + 1])
        return beta

    def scaled(self, observations):
        r"""Both passes, divided by $c_t$ at each step so that nothing underflows: a `Scaled`.

        A state that is $10^{-308}$ times as probable as another is lost on the way; the logarithms keep even that.

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).scaled([3, 3, 1]).scale.round(6)
        array([0.45    , 0.543333, 0.288344])
        """
        codes = self._observed(observations)
        b = self.emissions.T[codes]
        forward, backward, scale = np.empty(b.shape), np.ones(b.shape), np.empty(len(b))
        row = self.start
        for t in range(len(b)):
            row = row * b[t]
            scale[t] = row.sum()
            if scale[t] == 0:
                raise ValueError(self._impossible(codes, t))
            forward[t] = row / scale[t]
            row = forward[t] @ self.transitions
        for t in reversed(range(len(b) - 1)):
            backward[t] = self.transitions @ (b[t + 1] * backward[t + 1]) / scale[t + 1]
        return Scaled(forward, backward, scale)

    def probability(self, observations):
        r"""$P(O) = \sum_i \alpha_T(i)$; too small for a float, and 0, if there are many observations."""
        return float(self.forward(observations)[-1].sum())

    def log_probability(self, observations):
        r"""$\log P(O)$ of one sequence of any length; -inf if it is impossible."""
        codes = self._observed(observations)
        return float(_log_total(self._log_forward(codes, [len(codes)])[-1:])[0])

    def log_probabilities(self, sequences):
        r"""$\log P(O)$ of many sequences, of equal or different lengths, shape (n,): all advance together."""
        codes, lengths = self._observed_many(sequences)
        return _log_total(self._log_forward(codes, lengths)[np.cumsum(lengths) - 1])

    # ---- decoding: which states were they?

    def joint_probability(self, path, observations):
        r"""$P(Q, O) = \pi_{q_1} b_{q_1}(o_1) \prod_{t \geq 2} a_{q_{t-1} q_t} b_{q_t}(o_t)$ of one path of states."""
        codes, hidden = self._observed(observations), _codes(path, self.states, "path", "states")
        if len(codes) != len(hidden):
            raise ValueError(f"path must have one state for each of the {len(codes)} observations; got {len(hidden)}")
        return self._paths(hidden, codes, [len(codes)])[0].probability

    def all_paths(self, observations):
        """Every path of states, S^T of them, as a list of `Path`: the long way, for short sequences."""
        codes = self._observed(observations)
        S, T = len(self.states), len(codes)
        if S**T > MOST_PATHS:
            raise ValueError(f"observations allow {S}^{T} paths, more than {MOST_PATHS:,}: use viterbi or best_paths")
        hidden = np.array(list(product(range(S), repeat=T))).ravel()
        return self._paths(hidden, np.tile(codes, S**T), [T] * S**T)

    def viterbi_table(self, observations):
        r"""$\delta_t(i)$, the probability of the best path that ends in i at t, and $\psi_t(i)$, where it came from.

        $$\delta_{t+1}(i) = \max_j [\delta_t(j)\, a_{ji}]\, b_i(o_{t+1}), \qquad
          \psi_{t+1}(i) = \operatorname{argmax}_j\, \delta_t(j)\, a_{ji}, \qquad \delta_1(i) = \pi_i\, b_i(o_1)$$

        Two arrays of shape (T, S); $\psi$ holds positions in `states`, and -1 in its first row: nothing came before.

        >>> from byhand.datasets import hot_and_cold
        >>> delta, psi = HMM(**hot_and_cold()).viterbi_table([3, 3, 1])
        >>> delta.round(12)
        array([[0.4    , 0.05   ],
               [0.224  , 0.012  ],
               [0.00784, 0.0504 ]])
        """
        b = self.emissions.T[self._observed(observations)]
        delta, psi = np.empty(b.shape), np.full(b.shape, -1)
        delta[0] = self.start * b[0]
        for t in range(len(b) - 1):
            candidates = delta[t][:, None] * self.transitions
            psi[t + 1] = _first_best(candidates)
            delta[t + 1] = candidates.max(axis=0) * b[t + 1]
        return delta, psi

    def viterbi(self, observations):
        """The most probable path of states, a `Path`, found with logarithms.

        Ties: of paths that are equally probable (up to rounding), the one that is in the state listed first, at the
        last place where they differ.
        """
        codes = self._observed(observations)
        return self._decode(codes, [len(codes)])[0]

    def decode(self, sequences):
        """The most probable path of states for each of many sequences, a list of `Path`."""
        return self._decode(*self._observed_many(sequences))

    def _decode(self, codes, lengths):
        likelihood = self._log_emissions.T[codes]
        delta = _sweep(_max_product, self._log_start, self._log_transitions, likelihood, lengths) + likelihood
        self._require_possible(delta, codes, lengths)
        came_from = _best_predecessors(delta, self._log_transitions).tolist()
        ends = np.cumsum(lengths)
        hidden = []
        for state, end, length in zip(_first_best(delta[ends - 1], axis=1).tolist(), ends, lengths, strict=True):
            path = [state]
            for row in came_from[end - length : end - 1][::-1]:
                path.append(row[path[-1]])
            hidden.extend(path[::-1])
        return self._paths(np.array(hidden), codes, lengths)

    def best_paths(self, observations, k):
        """The k most probable paths, best first, fewer if there are not as many: a list of `Path`.

        Each state remembers its k best histories, not only the best one. Ties as in `viterbi`; impossible paths are
        left out.

        >>> from byhand.datasets import hot_and_cold
        >>> [path.states for path in HMM(**hot_and_cold()).best_paths([3, 3, 1], 2)]
        [('hot', 'hot', 'cold'), ('hot', 'cold', 'cold')]
        """
        codes, k, S = self._observed(observations), as_whole(k, "k", 1), len(self.states)
        likelihood = self._log_emissions.T[codes]
        delta = np.full((S, k), -np.inf)  # of the k best paths that end in each state
        delta[:, 0] = self._log_start + likelihood[0]
        back = []
        for row in likelihood[1:]:
            candidates = (delta[:, :, None] + self._log_transitions[:, None, :]).reshape(S * k, S)
            order = _ranking(candidates)[:k]
            back.append(order)
            delta = (np.take_along_axis(candidates, order, axis=0) + row).T
        last = [index for index in _ranking(delta.reshape(-1, 1))[:k, 0].tolist() if delta.flat[index] > -np.inf]
        if not last:
            self._require_possible(self._log_forward(codes, [len(codes)]), codes, [len(codes)])
        hidden = []
        for index in last:
            path = [index // k]
            for order in reversed(back):
                index = int(order[index % k, index // k])
                path.append(index // k)
            hidden.extend(path[::-1])
        return self._paths(np.array(hidden), np.tile(codes, len(last)), [len(codes)] * len(last))

    def posterior(self, observations):
        r"""$\gamma_t(i) = P(q_t = i \mid O) = \alpha_t(i) \beta_t(i) / P(O)$, shape (T, S): each state on its own.

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).posterior([3, 3, 1]).round(6)
        array([[0.941844, 0.058156],
               [0.840851, 0.159149],
               [0.114362, 0.885638]])
        """
        codes = self._observed(observations)
        log_alpha, log_beta, log_p = self._passes(codes, [len(codes)])
        return np.exp(log_alpha + log_beta - log_p)

    def pair_posterior(self, observations):
        r"""$\xi_t(i, j) = P(q_t = i, q_{t+1} = j \mid O)$, shape (T - 1, S, S).

        $$\xi_t(i, j) = \alpha_t(i)\, a_{ij}\, b_j(o_{t+1})\, \beta_{t+1}(j) / P(O)$$
        """
        codes = self._observed(observations)
        log_alpha, log_beta, log_p = self._passes(codes, [len(codes)])
        after = log_beta + self._log_emissions.T[codes]
        return np.exp(log_alpha[:-1, :, None] + self._log_transitions + after[1:, None, :] - log_p)

    # ---- learning: which model is it?

    @classmethod
    def estimate(cls, paths, observations, states=None, symbols=None, alpha=0):
        r"""The model that fits sequences of states with their symbols best, with `alpha` added to each count.

        $$a_{ij} = \frac{N_{ij} + \alpha}{\sum_k (N_{ik} + \alpha)}, \qquad
          b_i(o) = \frac{N_i(o) + \alpha}{\sum_k (N_i(k) + \alpha)}, \qquad
          \pi_i = \frac{N_i^{\text{first}} + \alpha}{\sum_k (N_k^{\text{first}} + \alpha)}$$

        $N_{ij}$ counts steps from i to j, so the last state of a sequence is not counted there; $N_i(o)$ counts how
        often state i emits o. `paths` and `observations` are lists of sequences, the same lengths in both.

        >>> model = HMM.estimate(["HHC", "HCC"], [[3, 3, 1], [2, 1, 1]])
        >>> model.symbols, model.emissions.round(4).tolist()
        ((3, 1, 2), [[0.6667, 0.0, 0.3333], [0.0, 1.0, 0.0]])
        """
        paths, observations = _sequences(paths, "paths"), _sequences(observations, "observations")
        states = _names(_appearing(paths) if states is None else states, "states")
        symbols = _names(_appearing(observations) if symbols is None else symbols, "symbols")
        hidden, lengths = _join(paths, states, "paths", "states")
        codes, emitted = _join(observations, symbols, "observations", "symbols")
        if lengths.tolist() != emitted.tolist():
            raise ValueError(
                "paths and observations must have the same lengths; "
                f"got {_shortened(lengths.tolist())} and {_shortened(emitted.tolist())}"
            )
        alpha = as_number(alpha, "alpha", minimum=0)
        S, K = len(states), len(symbols)
        counts = np.bincount(hidden * K + codes, minlength=S * K).reshape(S, K)
        chain = _chain_estimates(hidden, lengths, states, alpha)
        return cls(states, symbols, *chain, _shares(counts, alpha, states, "is never seen", "emissions"))

    def baum_welch_step(self, sequences):
        """The model after one step of Baum-Welch: expected counts under this model, then relative frequencies."""
        return self._improved(*self._observed_many(sequences))[0]

    def baum_welch(self, sequences, max_steps=200, tol=1e-6):
        r"""Learn from sequences of symbols alone, starting from this model: a `Learned`.

        A step counts what cannot be seen by its expectation, and takes relative frequencies of these counts:

        $$\pi_i = \overline{\gamma_1(i)}, \qquad a_{ij} = \frac{\sum_t \xi_t(i, j)}{\sum_{t < T} \gamma_t(i)}, \qquad
          b_i(k) = \frac{\sum_{t:\, o_t = k} \gamma_t(i)}{\sum_t \gamma_t(i)}$$

        The sums also run over the sequences. No step lowers the log-likelihood; they end when one gains less than
        `tol`, or after `max_steps`. What is found is a local maximum: see `learn`. A state that is never visited keeps
        its rows.

        >>> from byhand.datasets import hot_and_cold
        >>> learned = HMM(**hot_and_cold()).baum_welch([[3, 3, 1], [1, 1, 2]], max_steps=2)
        >>> [round(value, 4) for value in learned.history]
        [-5.8906, -5.3459, -5.1222]
        """
        batch = self._observed_many(sequences)
        max_steps, tol = as_whole(max_steps, "max_steps", 1), as_number(tol, "tol", minimum=0)
        model, history = self, []
        for _ in range(max_steps + 1):
            better, log_likelihood = model._improved(*batch)
            history.append(log_likelihood)
            if len(history) > 1 and history[-1] - history[-2] < tol:
                return Learned(model, tuple(history), True)
            if len(history) <= max_steps:
                model = better
        return Learned(model, tuple(history), False)

    @classmethod
    def learn(cls, sequences, states, symbols=None, restarts=10, seed=0, max_steps=200, tol=1e-6):
        """Baum-Welch from `restarts` random models; the `Learned` of the highest log-likelihood, with all `runs`.

        Which of the names goes to which of the states that are found is left to chance.

        >>> learned = HMM.learn(["xxxyyy", "xxyyyy"], "ab", restarts=3)
        >>> round(learned.history[-1], 4) == round(max(run.history[-1] for run in learned.runs), 4)
        True
        """
        sequences = _sequences(sequences, "sequences")
        symbols = _appearing(sequences) if symbols is None else symbols
        rng = np.random.default_rng(seed)
        starts = [cls.random(states, symbols, rng) for _ in range(as_whole(restarts, "restarts", 1))]
        runs = tuple(start.baum_welch(sequences, max_steps, tol) for start in starts)
        best = max(runs, key=lambda run: run.history[-1])
        return Learned(best.model, best.history, best.converged, runs)

    def _improved(self, codes, lengths):
        """One step of Baum-Welch: the better model, and the log-likelihood of this one."""
        log_alpha, log_beta, log_p = self._passes(codes, lengths)
        ends = np.cumsum(lengths)
        per_step = np.repeat(log_p, lengths)[:, None]
        gamma = np.exp(log_alpha + log_beta - per_step)
        has_next = np.ones(len(codes), dtype=bool)
        has_next[ends - 1] = False
        after = log_beta + self._log_emissions.T[codes] - per_step
        pairs = np.zeros(self.transitions.shape)
        for chunk in _chunks(np.flatnonzero(has_next), pairs.size):
            pairs += np.exp(log_alpha[chunk, :, None] + self._log_transitions + after[chunk + 1, None, :]).sum(axis=0)
        emitted = [np.bincount(codes, weights=column, minlength=len(self.symbols)) for column in gamma.T]
        model = HMM(
            self.states,
            self.symbols,
            _normalised(gamma[ends - lengths].sum(axis=0), self.start),
            _normalised(pairs, self.transitions),
            _normalised(np.array(emitted), self.emissions),
        )
        return model, float(log_p.sum())

    # ---- on paper

    def working_forward(self, observations):
        """The forward variables cell by cell, `alpha_t(state)`, and their sum, `P(O)`."""
        symbols, b = self._on_paper(observations)
        steps, row = self._first_column("alpha", symbols, b)
        for t, symbol in enumerate(symbols[1:], 2):
            before, row = row, []
            for i, state in enumerate(self.states):
                ways = [(past, self._exact_transitions[j][i]) for j, past in enumerate(before)]
                row.append(sum(map(math.prod, ways)) * b[t - 1][i])
                formula = (
                    rf"\left(\sum_j \alpha_{{{t - 1}}}(j)\, a_{{j,\,{_tex(state)}}}\right) {_emission(state, symbol)}"
                )
                numbers = rf"\left({' + '.join(map(_times, ways))}\right) \times {_figure(b[t - 1][i])}"
                steps.append(Step(f"alpha_{t}({state})", formula, numbers, short(row[-1])))
        formula = rf"\sum_i \alpha_{{{len(symbols)}}}(i)"
        steps.append(Step("P(O)", formula, " + ".join(map(_figure, row)), short(sum(row))))
        return Working(f"Forward: {_listed(symbols)}", steps)

    def working_backward(self, observations):
        """The backward variables cell by cell from the end, `beta_t(state)`, and `P(O)`."""
        symbols, b = self._on_paper(observations)
        row = [Fraction(1)] * len(self.states)
        steps = [Step(f"beta_{len(symbols)}({state})", "1", "", Fraction(1)) for state in self.states]
        for t in range(len(symbols) - 1, 0, -1):
            after, row = row, []
            for state, leaving in zip(self.states, self._exact_transitions, strict=True):
                ways = list(zip(leaving, b[t], after, strict=True))
                row.append(sum(map(math.prod, ways)))
                formula = rf"\sum_j a_{{{_tex(state)},\,j}}\, b_j({_tex(symbols[t])})\, \beta_{{{t + 1}}}(j)"
                steps.append(Step(f"beta_{t}({state})", formula, " + ".join(map(_times, ways)), short(row[-1])))
        ways = list(zip(self._exact_start, b[0], row, strict=True))
        formula = rf"\sum_i \pi_i\, b_i({_tex(symbols[0])})\, \beta_1(i)"
        steps.append(Step("P(O)", formula, " + ".join(map(_times, ways)), short(sum(map(math.prod, ways)))))
        return Working(f"Backward: {_listed(symbols)}", steps)

    def working_viterbi(self, observations):
        """The best paths cell by cell: `delta_t(state)` and `psi_t(state)`; then `P*`, and the path from `q_T` back."""
        symbols, b = self._on_paper(observations)
        self.viterbi(symbols)  # refuses what is impossible
        steps, row = self._first_column("delta", symbols, b)
        T, back = len(symbols), {}
        for t, symbol in enumerate(symbols[1:], 2):
            before, row = row, []
            for i, state in enumerate(self.states):
                ways = [(past, self._exact_transitions[j][i]) for j, past in enumerate(before)]
                products = [math.prod(way) for way in ways]
                back[t, i] = products.index(max(products))
                row.append(max(products) * b[t - 1][i])
                inner = rf"\delta_{{{t - 1}}}(j)\, a_{{j,\,{_tex(state)}}}"
                formula = rf"\max_j\left[{inner}\right] {_emission(state, symbol)}"
                numbers = rf"\max({', '.join(map(_times, ways))}) \times {_figure(b[t - 1][i])}"
                steps.append(Step(f"delta_{t}({state})", formula, numbers, short(row[-1])))
                formula, numbers = rf"{_ARGMAX}_j\, {inner}", rf"{_ARGMAX}({', '.join(map(_figure, products))})"
                steps.append(Step(f"psi_{t}({state})", formula, numbers, str(self.states[back[t, i]])))
        cells, best = ", ".join(map(_figure, row)), row.index(max(row))
        steps.append(Step("P*", rf"\max_i \delta_{{{T}}}(i)", rf"\max({cells})", short(max(row))))
        steps.append(Step(f"q_{T}", rf"{_ARGMAX}_i\, \delta_{{{T}}}(i)", f"{_ARGMAX}({cells})", str(self.states[best])))
        for t in range(T, 1, -1):
            formula, numbers = rf"\psi_{{{t}}}(q_{{{t}}})", rf"\psi_{{{t}}}({_tex(self.states[best])})"
            best = back[t, best]
            steps.append(Step(f"q_{t - 1}", formula, numbers, str(self.states[best])))
        return Working(f"Viterbi: {_listed(symbols)}", steps)

    def _first_column(self, letter, symbols, b):
        """The steps at t = 1 for alpha or delta, which are the same, and their values."""
        row = [p * q for p, q in zip(self._exact_start, b[0], strict=True)]
        steps = [
            Step(
                f"{letter}_1({state})",
                rf"\pi_{{{_tex(state)}}}\, {_emission(state, symbols[0])}",
                _times((self._exact_start[i], b[0][i])),
                short(row[i]),
            )
            for i, state in enumerate(self.states)
        ]
        return steps, row

    def _on_paper(self, observations):
        """The observed symbols, and the exact probability of each in every state."""
        codes = self._observed(observations).tolist()
        return [self.symbols[k] for k in codes], [[exact(p) for p in self.emissions[:, k]] for k in codes]

    @cached_property
    def _exact_start(self):
        return [exact(p) for p in self.start]

    @cached_property
    def _exact_transitions(self):
        return [[exact(p) for p in row] for row in self.transitions]

    # ---- the passes, in logarithms

    @cached_property
    def _log_start(self):
        return _log(self.start)

    @cached_property
    def _log_transitions(self):
        return _log(self.transitions)

    @cached_property
    def _log_emissions(self):
        return _log(self.emissions)

    def _log_forward(self, codes, lengths):
        likelihood = self._log_emissions.T[codes]
        return _sweep(_sum_product, self._log_start, self._log_transitions, likelihood, lengths) + likelihood

    def _log_backward(self, codes, lengths):
        """The same sweep from the end: read backwards, with the transitions turned round, starting from log 1."""
        likelihood = self._log_emissions.T[codes[::-1]]
        certain = np.zeros(len(self.states))
        return _sweep(_sum_product, certain, self._log_transitions.T, likelihood, lengths[::-1])[::-1]

    def _passes(self, codes, lengths):
        """The logarithms of alpha and beta, shape (total, S), and of each sequence's probability, shape (n,)."""
        log_alpha = self._log_forward(codes, lengths)
        self._require_possible(log_alpha, codes, lengths)
        return log_alpha, self._log_backward(codes, lengths), _log_total(log_alpha[np.cumsum(lengths) - 1])

    def _paths(self, hidden, codes, lengths):
        """Paths of states end to end, shape (total,), as a list of `Path`, with what they emit."""
        ends = np.cumsum(lengths)
        firsts = ends - lengths
        steps = self.transitions[np.roll(hidden, 1), hidden]
        steps[firsts] = self.start[hidden[firsts]]
        factors = np.stack([steps, self.emissions[hidden, codes]])
        products = np.multiply.reduceat(factors.prod(axis=0), firsts)
        logs = np.add.reduceat(_log(factors).sum(axis=0), firsts)
        names = [self.states[i] for i in hidden.tolist()]
        return [
            Path(tuple(names[first:end]), probability, log_probability)
            for first, end, probability, log_probability in zip(
                firsts.tolist(), ends.tolist(), products.tolist(), logs.tolist(), strict=True
            )
        ]

    def _require_possible(self, table, codes, lengths):
        """An error if a sequence has come to a row of nothing but log 0 in a table of shape (total, S)."""
        dead = ~(table > -np.inf).any(axis=1)
        if dead.any():
            ends = np.cumsum(lengths)
            number = int(np.searchsorted(ends, np.argmax(dead), side="right"))
            first = int(ends[number] - lengths[number])
            which = f"sequence {number + 1} is" if len(lengths) > 1 else "observations are"
            raise ValueError(self._impossible(codes[first:], int(np.argmax(dead)) - first, which))

    def _impossible(self, codes, t, which="observations are"):
        symbol = self.symbols[codes[t]]
        return f"{which} impossible under this model: no path has a probability above 0 from t = {t + 1} on, {symbol!r}"

    def _observed(self, observations):
        return _codes(observations, self.symbols, "observations", "symbols")

    def _observed_many(self, sequences):
        return _join(_sequences(sequences, "sequences"), self.symbols, "sequences", "symbols")


# ---- how a pass goes through many sequences at once, or through one long one in pieces


def _sweep(product, first, matrix, log_likelihood, lengths):
    r"""The recursion $p_1 = \text{first}$, $p_{t+1} = (p_t + \ell_t) \otimes M$ through each of several sequences.

    `log_likelihood`: the $\ell_t$ of all sequences end to end, shape (total, S); `lengths`: how long each of them is;
    `product`: the $\otimes$, which sums over or maximises over the state before. Returns the $p_t$, shape (total, S):
    what is known of a state before its own symbol.
    """
    advance = _by_matrix(product, matrix)
    with np.errstate(divide="ignore"):  # log 0
        if len(lengths) == 1 and len(log_likelihood) >= 64 and len(matrix) <= 8:  # with more states it costs too much
            first, lengths = _pieces(product, advance, first, matrix, log_likelihood)
        if len(lengths) > 1:
            return _side_by_side(advance, first, log_likelihood, np.asarray(lengths))
        scaled = _scaled(first, matrix, log_likelihood) if product is _sum_product else None
        return _one_by_one(advance, first, log_likelihood) if scaled is None else scaled


def _one_by_one(advance, first, log_likelihood):
    """The sweep through one sequence."""
    ahead, row = np.empty(log_likelihood.shape), first
    for t, likelihood in enumerate(log_likelihood):
        ahead[t] = row
        row = advance(row + likelihood)
    return ahead


def _scaled(first, matrix, log_likelihood):
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


def _side_by_side(advance, first, log_likelihood, lengths):
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


def _pieces(product, advance, first, matrix, log_likelihood):
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


def _sum_product(rows, matrix):
    r"""$\log \sum_j e^{r_j + m_{ji}}$ for each row, shape (..., S), and column i of a matrix of logarithms."""
    terms = rows[..., :, None] + matrix
    largest = np.maximum(terms.max(axis=-2, keepdims=True), -1e300)  # log 0 less log 0 is no number
    return _log(np.exp(terms - largest).sum(axis=-2)) + largest[..., 0, :]


def _max_product(rows, matrix):
    r"""$\max_j (r_j + m_{ji})$ for each row, shape (..., S), and column i of a matrix of logarithms."""
    return np.maximum.reduce(rows[..., :, None] + matrix, axis=-2)


def _by_matrix(product, matrix):
    """`product` with a matrix of logarithms of probabilities, as a function of the rows; sums take a short cut.

    A matrix product of the probabilities themselves is much faster, and as good unless one of them is lost: if a state
    is less than e^-700 times as probable as another one, yet not impossible, the logarithms have to do.
    """
    if product is _max_product:
        return lambda rows: _max_product(rows, matrix)
    weights = np.exp(matrix)

    def advance(rows):
        largest = np.maximum(np.maximum.reduce(rows, axis=-1, keepdims=True), -1e300)
        shares = rows - largest
        if np.count_nonzero(shares < -700) > np.count_nonzero(rows == -np.inf):
            return _sum_product(rows, matrix)
        total = np.exp(shares, out=shares) @ weights
        np.log(total, out=total)
        total += largest
        return total

    return advance


def _log_total(rows):
    """The logarithm of the sum of what the rows, shape (n, S), are logarithms of, shape (n,)."""
    return _sum_product(rows, np.zeros((rows.shape[1], 1)))[:, 0]


def _best_predecessors(delta, matrix):
    r"""$\operatorname{argmax}_j (\delta_t(j) + m_{ji})$ for each row t of delta, shape (total, S)."""
    best = [
        _first_best(delta[chunk, :, None] + matrix, axis=1) for chunk in _chunks(np.arange(len(delta)), matrix.size)
    ]
    return np.concatenate(best)


def _first_best(scores, axis=0):
    """Where the largest score is along an axis; the first of those that are equal up to rounding."""
    best = scores.max(axis=axis, keepdims=True)
    return np.argmax(scores >= best - TIE * np.abs(best), axis=axis)


def _ranking(scores):
    """The order of the rows in each column, best first; the earlier first of those that are equal up to rounding."""
    order = np.argsort(-scores, axis=0, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=0)
    with np.errstate(invalid="ignore"):  # log 0 less log 0
        drop = ranked[:-1] - ranked[1:] > TIE * np.abs(ranked[:-1])
    group = np.cumsum(np.vstack([np.zeros((1, scores.shape[1]), dtype=np.int64), drop]), axis=0)
    return np.take_along_axis(order, np.argsort(group * len(scores) + order, axis=0), axis=0)


def _chunks(places, size):
    """Places in pieces so short that an array of `size` numbers for each of them stays small."""
    rows = max(1, 100_000 // size)
    return (places[start : start + rows] for start in range(0, len(places), rows))


# ---- names, counts and rows


def _names(names, argument):
    """Names as a tuple; they must differ."""
    names = tuple(names.tolist() if isinstance(names, np.ndarray) else names)
    if not names:
        raise ValueError(f"{argument} must hold at least one name")
    try:
        different = len(set(names))
    except TypeError:
        raise ValueError(f"{argument} must be words or numbers; got {names!r}") from None
    if different < len(names):
        raise ValueError(f"{argument} must differ; {next(n for n in names if names.count(n) > 1)!r} is there twice")
    return names


def _rows(table, states, size, argument):
    """One distribution for each state, shape (S, size)."""
    table = _listable(table, argument)
    if len(table) != len(states):
        raise ValueError(f"{argument} must have one row for each of the {len(states)} states; got {len(table)} rows")
    rows = [
        as_distribution(row, size, f"{argument} of state {name!r}") for row, name in zip(table, states, strict=True)
    ]
    return np.array(rows)


def _codes(sequence, names, argument, kind):
    """The position of each name of a sequence, shape (T,)."""
    sequence = _listable(sequence, argument)
    if not sequence:
        raise ValueError(f"{argument} must hold at least one of the {kind}; got an empty sequence")
    position = {name: code for code, name in enumerate(names)}
    try:
        return np.array([position[name] for name in sequence])
    except (KeyError, TypeError):
        t, wrong = next((t, name) for t, name in enumerate(sequence, 1) if name not in names)
    raise ValueError(f"{argument} must hold {kind} of the model, {_listed(names)}; got {wrong!r} at t = {t}")


def _sequences(sequences, argument):
    """A list of sequences, each of them a list."""
    found = [
        _listable(sequence, f"{argument}, number {n},") for n, sequence in enumerate(_listable(sequences, argument), 1)
    ]
    if not found:
        raise ValueError(f"{argument} must hold at least one sequence; got none")
    return found


def _listable(sequence, argument):
    if isinstance(sequence, np.ndarray):
        return sequence.tolist()
    try:
        return list(sequence)
    except TypeError:
        raise ValueError(f"{argument} must be a sequence; got {sequence!r}") from None


def _join(sequences, names, argument, kind):
    """Sequences end to end as positions of names, shape (total,), and their lengths, shape (n,)."""
    codes = [_codes(sequence, names, f"{argument}, number {n},", kind) for n, sequence in enumerate(sequences, 1)]
    return np.concatenate(codes), np.array([len(code) for code in codes])


def _appearing(sequences):
    """The different names in sequences, in the order in which they appear."""
    return list(dict.fromkeys(name for sequence in sequences for name in sequence))


def _chain_estimates(codes, lengths, states, alpha):
    """Start and transitions from sequences of states end to end."""
    S, ends = len(states), np.cumsum(lengths)
    first = np.bincount(codes[ends - lengths], minlength=S) + alpha
    has_next = np.ones(len(codes), dtype=bool)
    has_next[ends - 1] = False
    here = np.flatnonzero(has_next)
    steps = np.bincount(codes[here] * S + codes[here + 1], minlength=S * S).reshape(S, S)
    return first / first.sum(), _shares(steps, alpha, states, "is never followed by another", "transitions")


def _shares(counts, alpha, states, lacking, argument):
    """Relative frequencies of the counts in each row, with alpha added to each count."""
    smoothed = counts + alpha
    totals = smoothed.sum(axis=1, keepdims=True)
    if (totals == 0).any():
        name = states[int(np.argmin(totals))]
        raise ValueError(f"state {name!r} {lacking}, so its {argument} cannot be estimated: set alpha above 0")
    return smoothed / totals


def _normalised(counts, otherwise):
    """Counts divided by the sum of their row; a row without any count keeps the probabilities it had."""
    totals = counts.sum(axis=-1, keepdims=True)
    return np.where(totals > 0, counts / np.where(totals > 0, totals, 1), otherwise)


def _cumulative(rows):
    """Cumulative probabilities along the last axis that end in 1 to the last bit."""
    total = np.cumsum(rows, axis=-1)
    return total / total[..., -1:]


def _log(probabilities):
    with np.errstate(divide="ignore"):
        return np.log(probabilities)


def _figure(value):
    """A probability in LaTeX: a decimal number where that is exact and short, else a fraction."""
    text = f"{float(value):.10g}"
    return text if "e" not in text and Fraction(text) == value else tex(short(value))


def _times(factors):
    return r" \times ".join(map(_figure, factors))


def _emission(state, symbol):
    return rf"b_{{{_tex(state)}}}({_tex(symbol)})"


def _tex(name):
    return tex(str(name))


def _listed(names):
    return ", ".join(map(str, names))


def _shortened(lengths):
    return str(lengths) if len(lengths) <= 6 else f"[{', '.join(map(str, lengths[:5]))}, ...]"
