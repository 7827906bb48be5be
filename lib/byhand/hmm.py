r"""Hidden Markov models: Markov chains whose states are not seen, only a symbol that each of them emits.

A chain walks through states $q_1, q_2, \dots, q_T$ (`byhand.markov`). Each state emits a symbol $o_t$, which depends on
the state of that moment and on nothing else:

$$P(q_1, \dots, q_T, o_1, \dots, o_T) = \pi_{q_1} b_{q_1}(o_1) \prod_{t=2}^T a_{q_{t-1} q_t}\, b_{q_t}(o_t)$$

`start` holds the $\pi_i$, `transitions` the $a_{ij}$ (from the state of the row to the state of the column) and
`emissions` the $b_i(k)$ (of the state of the row, for the symbol of the column); all rows sum to 1. States and symbols
go by the names that the caller gives them.

The three tasks are evaluation (`forward`, `backward`, `log_probability`), decoding (`viterbi`, `posterior`) and
learning (`estimate` from visible states, `baum_welch` from symbols alone). `forward`, `backward`, `scaled`,
`viterbi_table` and `expected_counts` are the calculations as they stand in books; whatever must also be fast, or right
for long sequences, calculates with logarithms, in `byhand.engine.hmm`.
"""

from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product

import numpy as np

from byhand.base import as_distribution, as_generator, as_number, as_whole, first_best
from byhand.engine.hmm import TIE, Passes, first_best_logs, follow_back, log_total, path_probabilities, ranking
from byhand.guard import as_numeric, guard
from byhand.markov import (
    MarkovChain,
    Model,
    appearing,
    as_names,
    as_rows,
    as_sequences,
    cumulative,
    encode,
    encode_all,
    normalised_rows,
    smoothed_rows,
)
from byhand.progress import rounds

MOST_PATHS = 100_000  # that `all_paths` is ready to list
LONG = 500  # symbols, from which on back-pointers are better followed in pieces


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
class HMM(Model):
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
    start: np.ndarray = None
    transitions: np.ndarray = None
    emissions: np.ndarray = None

    def __post_init__(self):
        if isinstance(self.states, int):
            raise ValueError(
                f"states must be names, not their number, {self.states}: HMM.random(['hot', 'cold'], [1, 2, 3]) has "
                "random probabilities, HMM.learn finds those that fit sequences"
            )
        states, symbols = as_names(self.states, "states"), as_names(self.symbols, "symbols")
        self._keep(
            states=states,
            symbols=symbols,
            start=as_distribution(self.start, len(states), "start"),
            transitions=as_rows(self.transitions, states, len(states), "transitions"),
            emissions=as_rows(self.emissions, states, len(symbols), "emissions"),
        )

    @classmethod
    def random(cls, states, symbols, seed=0):
        """A model whose rows are drawn at random, each distribution as likely as any other."""
        rng = as_generator(seed)
        states, symbols = as_names(states, "states"), as_names(symbols, "symbols")
        S, K = len(states), len(symbols)
        return cls(states, symbols, *(rng.dirichlet(np.ones(size[-1]), size[:-1]) for size in ((S,), (S, S), (S, K))))

    @property
    def chain(self):
        """The hidden states alone, as a `MarkovChain`."""
        return MarkovChain(self.states, self.start, self.transitions)

    def sample(self, length, seed=0):
        """A random walk and what it emits: a tuple of `length` states and a tuple of as many symbols."""
        rng = as_generator(seed)
        path = self.chain.sample(length, rng)
        rows = cumulative(self.emissions)[encode(path, self.states, "path", "states")]
        emitted = (rows <= rng.random((len(path), 1))).sum(axis=1)
        return path, tuple(self.symbols[code] for code in emitted)

    def encode(self, observations):
        """Observations as positions in `symbols`, shape (T,)."""
        return encode(observations, self.symbols, "observations", "symbols")

    def likelihoods(self, observations):
        r"""$b_i(o_t)$, the probability of each symbol that was seen in each state, shape (T, S)."""
        return self.emissions.T[self.encode(observations)]

    # ---- evaluation: how probable are the observations?

    def forward(self, observations):
        r"""The forward variables $\alpha_t(i) = P(o_1, \dots, o_t, q_t = i)$, shape (T, S).

        $$\alpha_1(i) = \pi_i\, b_i(o_1), \qquad \alpha_{t+1}(i) = \Big(\sum_j \alpha_t(j)\, a_{ji}\Big) b_i(o_{t+1})$$

        They shrink with t, to 0 after some hundred steps; `log_forward` has their logarithms, which do not.

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).forward([3, 3, 1]).round(12)
        array([[0.4      , 0.05     ],
               [0.228    , 0.0165   ],
               [0.0080625, 0.0624375]])
        """
        b = self.likelihoods(observations)
        alpha = np.empty(b.shape)
        alpha[0] = self.start * b[0]
        for t in range(len(b) - 1):
            alpha[t + 1] = (alpha[t] @ self.transitions) * b[t + 1]
        return alpha

    def backward(self, observations):
        r"""The backward variables $\beta_t(i) = P(o_{t+1}, \dots, o_T \mid q_t = i)$, shape (T, S).

        $$\beta_T(i) = 1, \qquad \beta_t(i) = \sum_j a_{ij}\, b_j(o_{t+1})\, \beta_{t+1}(j)$$

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).backward([3, 3, 1]).round(12)
        array([[0.166, 0.082],
               [0.26 , 0.68 ],
               [1.   , 1.   ]])
        """
        b = self.likelihoods(observations)
        beta = np.ones(b.shape)
        for t in reversed(range(len(b) - 1)):
            beta[t] = self.transitions @ (b[t + 1] * beta[t + 1])
        return beta

    def log_forward(self, observations):
        r"""The logarithms of the forward variables, shape (T, S), for sequences of any length."""
        codes = self.encode(observations)
        return self._logs.forward(codes, [len(codes)])

    def log_backward(self, observations):
        r"""The logarithms of the backward variables, shape (T, S), for sequences of any length."""
        codes = self.encode(observations)
        return self._logs.backward(codes, [len(codes)])

    def scaled(self, observations):
        r"""Both passes, divided by $c_t$ at each step so that nothing underflows: a `Scaled`.

        A state that is $10^{-308}$ times as probable as another is lost on the way; the logarithms keep even that.

        >>> from byhand.datasets import hot_and_cold
        >>> HMM(**hot_and_cold()).scaled([3, 3, 1]).scale.round(6)
        array([0.45    , 0.543333, 0.288344])
        """
        b = self.likelihoods(observations)
        forward, backward, scale = np.empty(b.shape), np.ones(b.shape), np.empty(len(b))
        row = self.start
        for t in range(len(b)):
            row = row * b[t]
            scale[t] = row.sum()
            if scale[t] == 0:
                raise ValueError(self._impossible(self.encode(observations), t))
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
        return float(log_total(self.log_forward(observations)[-1:])[0])

    def log_probabilities(self, sequences):
        r"""$\log P(O)$ of many sequences, of equal or different lengths, shape (n,): all advance together."""
        codes, lengths = self._encode_all(sequences)
        return log_total(self._logs.forward(codes, lengths)[np.cumsum(lengths) - 1])

    # ---- decoding: which states were they?

    def joint_probability(self, path, observations):
        r"""$P(Q, O) = \pi_{q_1} b_{q_1}(o_1) \prod_{t \geq 2} a_{q_{t-1} q_t} b_{q_t}(o_t)$ of one path of states."""
        codes, hidden = self.encode(observations), encode(path, self.states, "path", "states")
        if len(codes) != len(hidden):
            raise ValueError(f"path must have one state for each of the {len(codes)} observations; got {len(hidden)}")
        steps = self.transitions[hidden[:-1], hidden[1:]]
        return float(self.start[hidden[0]] * steps.prod() * self.emissions[hidden, codes].prod())

    def all_paths(self, observations):
        """Every path of states, S^T of them, as a list of `Path`: the long way, for short sequences."""
        codes = self.encode(observations)
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
        b = self.likelihoods(observations)
        delta, psi = np.empty(b.shape), np.full(b.shape, -1)
        delta[0] = self.start * b[0]
        for t in range(len(b) - 1):
            candidates = delta[t][:, None] * self.transitions
            best = candidates.max(axis=0)
            psi[t + 1] = first_best(candidates, margin=TIE * best, axis=0)
            delta[t + 1] = best * b[t + 1]
        return delta, psi

    def viterbi(self, observations):
        """The most probable path of states, a `Path`, found with logarithms.

        Ties: of paths that are equally probable (up to rounding), the one that is in the state listed first, at the
        last place where they differ.
        """
        codes = self.encode(observations)
        return self._decode(codes, [len(codes)])[0]

    def decode(self, sequences):
        """The most probable path of states for each of many sequences, a list of `Path`."""
        return self._decode(*self._encode_all(sequences))

    def _decode(self, codes, lengths):
        delta, psi = self._logs.viterbi(codes, lengths)
        self._require_possible(delta, codes, lengths)
        ends = np.cumsum(lengths)
        last = first_best_logs(delta[ends - 1], axis=1)
        hidden = []
        for state, end, length in zip(last, ends, lengths, strict=True):
            follow = trace_back if length < LONG else follow_back
            hidden.append(follow(psi[end - length : end], state))
        return self._paths(np.concatenate(hidden), codes, lengths)

    def best_paths(self, observations, k):
        """The k most probable paths, best first, fewer if there are not as many: a list of `Path`.

        Each state remembers its k best histories, not only the best one. Ties as in `viterbi`; impossible paths are
        left out.

        >>> from byhand.datasets import hot_and_cold
        >>> [path.states for path in HMM(**hot_and_cold()).best_paths([3, 3, 1], 2)]
        [('hot', 'hot', 'cold'), ('hot', 'cold', 'cold')]
        """
        codes, k, S = self.encode(observations), as_whole(k, "k", 1), len(self.states)
        likelihood = self._logs.likelihood(codes)
        delta = np.full((S, k), -np.inf)  # of the k best paths that end in each state
        delta[:, 0] = self._logs.start + likelihood[0]
        back = []
        for row in likelihood[1:]:
            candidates = (delta[:, :, None] + self._logs.transitions[:, None, :]).reshape(S * k, S)
            order = ranking(candidates)[:k]
            back.append(order)
            delta = (np.take_along_axis(candidates, order, axis=0) + row).T
        last = [index for index in ranking(delta.reshape(-1, 1))[:k, 0].tolist() if delta.flat[index] > -np.inf]
        if not last:
            self._require_possible(self.log_forward(observations), codes, [len(codes)])
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
        codes = self.encode(observations)
        log_alpha, log_beta, log_p = self._passes(codes, [len(codes)])
        return np.exp(log_alpha + log_beta - log_p)

    def pair_posterior(self, observations):
        r"""$\xi_t(i, j) = P(q_t = i, q_{t+1} = j \mid O)$, shape (T - 1, S, S).

        $$\xi_t(i, j) = \alpha_t(i)\, a_{ij}\, b_j(o_{t+1})\, \beta_{t+1}(j) / P(O)$$
        """
        codes = self.encode(observations)
        log_alpha, log_beta, log_p = self._passes(codes, [len(codes)])
        after = log_beta + self._logs.likelihood(codes)
        return np.exp(log_alpha[:-1, :, None] + self._logs.transitions + after[1:, None, :] - log_p)

    # ---- learning: which model is it?

    @classmethod
    def estimate(cls, paths, observations, states=None, symbols=None, pseudo_count=0):
        r"""The model that fits sequences of states with their symbols best, with $m$, the `pseudo_count`, added to all.

        $$a_{ij} = \frac{N_{ij} + m}{\sum_k (N_{ik} + m)}, \qquad
          b_i(o) = \frac{N_i(o) + m}{\sum_k (N_i(k) + m)}, \qquad
          \pi_i = \frac{N_i^{\text{first}} + m}{\sum_k (N_k^{\text{first}} + m)}$$

        $N_{ij}$ counts steps from i to j, so the last state of a sequence is not counted there; $N_i(o)$ counts how
        often state i emits o. `paths` and `observations` are lists of sequences, the same lengths in both.

        >>> model = HMM.estimate(["HHC", "HCC"], [[3, 3, 1], [2, 1, 1]])
        >>> model.symbols, model.emissions.round(4).tolist()
        ((3, 1, 2), [[0.6667, 0.0, 0.3333], [0.0, 1.0, 0.0]])
        """
        paths, observations = as_sequences(paths, "paths"), as_sequences(observations, "observations")
        states = as_names(appearing(paths) if states is None else states, "states")
        symbols = as_names(appearing(observations) if symbols is None else symbols, "symbols")
        hidden, lengths = encode_all(paths, states, "paths", "states")
        codes, emitted = encode_all(observations, symbols, "observations", "symbols")
        if lengths.tolist() != emitted.tolist():
            raise ValueError(
                "paths and observations must have the same lengths; "
                f"got {_shortened(lengths.tolist())} and {_shortened(emitted.tolist())}"
            )
        chain = MarkovChain.estimate(paths, states, pseudo_count)
        counts = np.zeros((len(states), len(symbols)))
        np.add.at(counts, (hidden, codes), 1)
        rows = smoothed_rows(counts, pseudo_count, states, "is never seen", "emissions")
        return cls(states, symbols, chain.start, chain.transitions, rows)

    def expected_counts(self, observations):
        r"""What cannot be counted, by its expectation given the observations.

        How often the path starts in i, $\gamma_1(i)$, shape (S,); how often it steps from i to j,
        $\sum_t \xi_t(i, j)$, shape (S, S); how often i emits k, $\sum_{t:\, o_t = k} \gamma_t(i)$, shape (S, K).

        >>> from byhand.datasets import hot_and_cold
        >>> start, steps, emitted = HMM(**hot_and_cold()).expected_counts([3, 3, 1])
        >>> steps.round(4)
        array([[0.9393, 0.8434],
               [0.0159, 0.2014]])
        """
        gamma, xi = self.posterior(observations), self.pair_posterior(observations)
        emitted = np.zeros(self.emissions.shape)
        for symbol, row in zip(self.encode(observations), gamma, strict=True):
            emitted[:, symbol] += row
        return gamma[0], xi.sum(axis=0), emitted

    def baum_welch_step(self, sequences):
        """The model after one step of Baum-Welch: the relative frequencies of the expected counts of all sequences."""
        return self._improved(*self._encode_all(sequences))[0]

    def baum_welch(self, sequences, max_steps=200, tol=1e-6):
        r"""Learn from sequences of symbols alone, starting from this model: a `Learned`.

        A step takes the relative frequencies of `expected_counts`:

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
        batch = self._encode_all(sequences)
        max_steps, tol = as_whole(max_steps, "max_steps", 1), as_number(tol, "tol", minimum=0)
        model, history = self, []
        for _ in rounds(max_steps + 1, "step"):
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
        sequences = as_sequences(sequences, "sequences")
        symbols = appearing(sequences) if symbols is None else symbols
        rng = as_generator(seed)
        starts = [cls.random(states, symbols, rng) for _ in range(as_whole(restarts, "restarts", 1))]
        runs = tuple(start.baum_welch(sequences, max_steps, tol) for start in starts)
        best = max(runs, key=lambda run: run.history[-1])
        return Learned(best.model, best.history, best.converged, runs)

    def _improved(self, codes, lengths):
        """One step of Baum-Welch: the better model, and the log-likelihood of this one."""
        log_alpha, log_beta, log_p = self._passes(codes, lengths)
        counts = self._logs.expected_counts(log_alpha, log_beta, log_p, codes, lengths)
        present = self.start, self.transitions, self.emissions
        improved = (normalised_rows(count, rows) for count, rows in zip(counts, present, strict=True))
        return HMM(self.states, self.symbols, *improved), float(log_p.sum())

    # ---- on paper

    def working_forward(self, observations):
        """The forward variables cell by cell, `alpha_t(state)`, and their sum, `P(O)`."""
        from byhand.paper import hmm as paper

        return paper.forward(self, observations)

    def working_backward(self, observations):
        """The backward variables cell by cell from the end, `beta_t(state)`, and `P(O)`."""
        from byhand.paper import hmm as paper

        return paper.backward(self, observations)

    def working_viterbi(self, observations):
        """The best paths cell by cell: `delta_t(state)` and `psi_t(state)`; then `P*`, and the path from `q_T` back."""
        from byhand.paper import hmm as paper

        return paper.viterbi(self, observations)

    # ---- what the methods above share

    @cached_property
    def _logs(self):
        return Passes(self.start, self.transitions, self.emissions)

    def _encode_all(self, sequences):
        return encode_all(as_sequences(sequences, "sequences"), self.symbols, "sequences", "symbols")

    def _passes(self, codes, lengths):
        """The logarithms of alpha and beta, shape (total, S), and of each sequence's probability, shape (n,)."""
        log_alpha = self._logs.forward(codes, lengths)
        self._require_possible(log_alpha, codes, lengths)
        return log_alpha, self._logs.backward(codes, lengths), log_total(log_alpha[np.cumsum(lengths) - 1])

    def _paths(self, hidden, codes, lengths):
        """Paths of states end to end, shape (total,), as a list of `Path`, with what they emit."""
        names, ends = [self.states[i] for i in hidden.tolist()], np.cumsum(lengths).tolist()
        products, logs = path_probabilities(self, hidden, codes, lengths)
        return [
            Path(tuple(names[end - length : end]), probability, log_probability)
            for end, length, probability, log_probability in zip(
                ends, lengths, products.tolist(), logs.tolist(), strict=True
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


def trace_back(psi, last):
    r"""The path that ends in the state at position `last`: $q_t = \psi_{t+1}(q_{t+1})$, shape (T,).

    `psi`: back-pointers as of `viterbi_table`, shape (T, S).

    >>> trace_back(np.array([[-1, -1], [0, 0], [1, 0]]), last=1)
    array([0, 0, 1])
    """
    path = [int(last)]
    for pointers in psi[:0:-1].tolist():
        path.append(pointers[path[-1]])
    return np.array(path[::-1])


def _shortened(lengths):
    return str(lengths) if len(lengths) <= 6 else f"[{', '.join(map(str, lengths[:5]))}, ...]"


guard(__name__, psi=partial(as_numeric, ndim=2))
