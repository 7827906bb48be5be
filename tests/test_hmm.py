"""Markov chains and hidden Markov models: values worked by hand, laws, brute force and hmmlearn as references."""

import math
import warnings
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check

from byhand.datasets import hot_and_cold
from byhand.engine import hmm as engine
from byhand.hmm import HMM, trace_back
from byhand.markov import MarkovChain, encode_all
from byhand.working import exact

pytestmark = pytest.mark.filterwarnings("error")

inf = math.inf
SOLOS = [3, 3, 1]
weather = HMM(**hot_and_cold())


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def random_model(seed, N=None, K=None, zeros=0.0):
    """A random model with N states and K symbols, a share of its probabilities set to 0."""
    rng = np.random.default_rng(seed)
    N, K = N or int(rng.integers(1, 5)), K or int(rng.integers(1, 5))

    def rows(*shape):
        table = rng.dirichlet(np.full(shape[-1], 0.7), shape[:-1]) + 1e-6
        table[rng.random(table.shape) < zeros] = 0
        table[..., 0] += table.sum(axis=-1) == 0
        return table / table.sum(axis=-1, keepdims=True)

    return HMM([f"s{i}" for i in range(N)], [f"o{k}" for k in range(K)], rows(N), rows(N, N), rows(N, K))


def random_symbols(model, length, seed):
    rng = np.random.default_rng(seed)
    return [model.symbols[k] for k in rng.integers(len(model.symbols), size=length)]


def brute_force(model, observations):
    """{path: probability with the observations}, by the definition, in plain Python."""
    index = [model.symbols.index(symbol) for symbol in observations]
    joint = {}
    for path in product(range(len(model.states)), repeat=len(index)):
        p = model.start[path[0]]
        for before, here in pairwise(path):
            p *= model.transitions[before][here]
        for state, symbol in zip(path, index, strict=True):
            p *= model.emissions[state][symbol]
        joint[tuple(model.states[i] for i in path)] = float(p)
    return joint


def reference(model, implementation="log"):
    """The same model in hmmlearn."""
    hmmlearn = pytest.importorskip("hmmlearn.hmm", reason="hmmlearn has no wheel for this Python")
    other = hmmlearn.CategoricalHMM(len(model.states), n_features=len(model.symbols), implementation=implementation)
    other.startprob_ = model.start.copy()
    other.transmat_, other.emissionprob_ = model.transitions.copy(), model.emissions.copy()
    return other


def column(model, observations):
    return np.array([[model.symbols.index(symbol)] for symbol in observations])


# ---- values


def test_chain_of_the_document():  # E-W08
    chain = weather.chain
    assert chain.probability(["hot", "hot", "cold"]) == pytest.approx(0.105, rel=1e-14)
    assert chain.working(["hot", "hot", "cold"])["P(Q)"] == Fraction(105, 1000)
    assert chain.log_probability(["hot", "hot", "cold"]) == pytest.approx(math.log(0.105), rel=1e-14)


@pytest.mark.parametrize(
    ("sequence", "probability"),
    [
        ("HHH", 0.245),
        ("HHC", 0.105),
        ("HCH", 0.015),
        ("HCC", 0.135),
        ("CHH", 0.035),
        ("CHC", 0.015),
        ("CCH", 0.045),
        ("CCC", 0.405),
    ],
)
def test_chain_every_sequence_of_three(sequence, probability):  # E-W08
    chain = MarkovChain("HC", weather.start, weather.transitions)
    assert chain.probability(sequence) == pytest.approx(probability, rel=1e-13)


def test_chain_goes_to_its_stationary_distribution():
    close(weather.chain.stationary(), [0.25, 0.75], 1e-15)
    close(weather.chain.distribution(0), [0.5, 0.5], 0)
    close(weather.chain.distribution(1), [0.4, 0.6], 1e-15)
    close(weather.chain.step(2), [[0.52, 0.48], [0.16, 0.84]], 1e-15)
    close(weather.chain.distribution(100), [0.25, 0.75], 1e-12)


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("alpha_1(hot)", "0.4"),
        ("alpha_1(cold)", "0.05"),
        ("alpha_2(hot)", "0.228"),
        ("alpha_2(cold)", "0.0165"),
        ("alpha_3(hot)", "0.0080625"),
        ("alpha_3(cold)", "0.0624375"),
        ("P(O)", "0.0705"),
    ],
)
def test_forward_of_the_document(step, value):  # E-W09
    assert weather.working_forward(SOLOS)[step] == Fraction(value)


def test_forward_table_of_the_document():  # E-W09
    table = [[0.4, 0.05], [0.228, 0.0165], [0.0080625, 0.0624375]]
    close(weather.forward(SOLOS), table, 1e-15)
    close(np.exp(weather.log_forward(SOLOS)), table, 1e-14)
    assert weather.probability(SOLOS) == pytest.approx(0.0705, rel=1e-14)
    assert weather.log_probability(SOLOS) == pytest.approx(math.log(0.0705), rel=1e-14)


def test_forward_numbers_are_put_in_as_in_the_document():
    step = weather.working_forward(SOLOS).step("alpha_2(hot)")
    assert step.numbers == r"\left(0.4 \times 0.7 + 0.05 \times 0.1\right) \times 0.8"
    assert str(step).endswith("= (0.4 × 0.7 + 0.05 × 0.1) × 0.8 = 57/250 = 0.228")


def test_a_fraction_that_is_no_short_decimal_stays_a_fraction():
    model = HMM("ab", "xy", [1 / 3, 2 / 3], [[1 / 3, 2 / 3], [0.5, 0.5]], [[1 / 7, 6 / 7], [1, 0]])
    assert model.working_forward("xy")["P(O)"] == Fraction(1, 21) * Fraction(1, 3) * Fraction(6, 7) + Fraction(
        2, 3
    ) * Fraction(1, 2) * Fraction(6, 7)
    assert r"\frac{1}{3} \times \frac{1}{7}" in model.working_forward("xy").step("alpha_1(a)").numbers


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("beta_3(hot)", "1"),
        ("beta_3(cold)", "1"),
        ("beta_2(hot)", "0.26"),
        ("beta_2(cold)", "0.68"),
        ("beta_1(hot)", "0.166"),
        ("beta_1(cold)", "0.082"),
        ("P(O)", "0.0705"),
    ],
)
def test_backward_of_the_document(step, value):  # E-W09, extra
    assert weather.working_backward(SOLOS)[step] == Fraction(value)


def test_scaling_coefficients_of_the_document():  # E-W09, E-E111
    scaled = weather.scaled(SOLOS)
    close(scaled.scale, [0.45, 0.2445 / 0.45, 0.0705 / 0.2445], 1e-14)
    close(scaled.scale.prod(), 0.0705, 1e-15)
    close(scaled.forward[:, 0], [0.888889, 0.932515, 0.114362], 5e-7)
    close(scaled.forward * scaled.backward, weather.posterior(SOLOS), 1e-14)
    close(weather.posterior(SOLOS)[:, 0], [0.941844, 0.840851, 0.114362], 5e-7)


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("delta_1(hot)", "0.4"),
        ("delta_1(cold)", "0.05"),
        ("delta_2(hot)", "0.224"),
        ("delta_2(cold)", "0.012"),
        ("delta_3(hot)", "0.00784"),
        ("delta_3(cold)", "0.0504"),
        ("P*", "0.0504"),
    ],
)
def test_viterbi_of_the_document(step, value):  # E-W10, E-E113, E-E114
    assert weather.working_viterbi(SOLOS)[step] == Fraction(value)


@pytest.mark.parametrize(
    ("step", "state"),
    [
        ("psi_2(hot)", "hot"),
        ("psi_2(cold)", "hot"),
        ("psi_3(hot)", "hot"),
        ("psi_3(cold)", "hot"),
        ("q_3", "cold"),
        ("q_2", "hot"),
        ("q_1", "hot"),
    ],
)
def test_viterbi_pointers_of_the_document(step, state):  # E-W10
    assert weather.working_viterbi(SOLOS)[step] == state


def test_viterbi_table_and_path_of_the_document():  # E-W10
    delta, psi = weather.viterbi_table(SOLOS)
    close(delta, [[0.4, 0.05], [0.224, 0.012], [0.00784, 0.0504]], 1e-15)
    assert psi.tolist() == [[-1, -1], [0, 0], [0, 0]]
    best = weather.viterbi(SOLOS)
    assert best.states == ("hot", "hot", "cold")
    assert best.probability == pytest.approx(0.0504, rel=1e-14)
    assert best.log_probability == pytest.approx(math.log(0.0504), rel=1e-14)


def test_viterbi_candidates_are_put_in_as_in_the_document():
    working = weather.working_viterbi(SOLOS)
    assert working.step("delta_3(cold)").numbers == r"\max\left(0.224 \times 0.3, 0.012 \times 0.9\right) \times 0.75"
    assert working.step("psi_3(cold)").numbers == r"\operatorname{argmax}\left(0.0672, 0.0108\right)"
    assert working.step("q_2").numbers == r"\psi_{3}(\text{cold})"


def test_the_eight_paths_of_the_document():  # E-W09, brute force
    paths = weather.all_paths(SOLOS)
    assert ["".join(state[0].upper() for state in path.states) for path in paths] == (
        ["HHH", "HHC", "HCH", "HCC", "CHH", "CHC", "CCH", "CCC"]
    )
    wanted = [0.00784, 0.0504, 0.00006, 0.0081, 0.00014, 0.0009, 0.0000225, 0.0030375]
    close([path.probability for path in paths], wanted, 1e-15)
    close(sum(path.probability for path in paths), 0.0705, 1e-15)
    assert [path.states for path in weather.best_paths(SOLOS, 3)] == [paths[i].states for i in (1, 3, 0)]
    assert pytest.approx(0.714894, abs=5e-7) == 0.0504 / 0.0705


def test_emission_belongs_to_the_state_of_the_same_moment():  # E-E109
    """With each symbol emitted by the state before it, as one line has it, the document's own table would not hold."""
    joint = 0
    for path in product((0, 1), repeat=3):
        p = weather.start[path[0]] * weather.emissions[path[0], 2]  # the first symbol has no state before it
        p *= weather.transitions[path[0], path[1]] * weather.emissions[path[0], 2]
        joint += p * weather.transitions[path[1], path[2]] * weather.emissions[path[1], 0]
    assert joint == pytest.approx(0.32 * 0.26 + 0.005 * 0.68, rel=1e-12)
    assert abs(joint - 0.0705) > 0.01


def test_printed_viterbi_start_would_use_the_second_symbol():  # E-E113
    by_print = weather.start * weather.emissions[:, weather.symbols.index(1)]  # o_{t+1} of 3, 1, 1
    delta, _ = weather.viterbi_table([3, 1, 1])
    close(delta[0], [0.4, 0.05], 1e-15)
    close(by_print, [0.025, 0.375], 1e-15)


def test_last_states_do_not_count_in_transitions():  # E-E115
    with pytest.raises(ValueError, match="^state 'C' is never followed by another, so its transitions cannot be est"):
        HMM.estimate(["HHC", "HC"], ["aab", "ab"])
    model = HMM.estimate(["HHC", "HCH"], ["aab", "aba"])
    close(model.transitions, [[1 / 3, 2 / 3], [1, 0]], 1e-15)
    close(model.emissions, [[1, 0], [0, 1]], 0)
    close(model.start, [1, 0], 0)


def test_estimates_with_smoothing_by_counting():
    model = HMM.estimate(["HHC", "HC"], [[3, 3, 1], [2, 1]], "HC", [1, 2, 3], pseudo_count=1)
    close(model.start, [3 / 4, 1 / 4], 1e-15)
    close(model.transitions, [[2 / 5, 3 / 5], [1 / 2, 1 / 2]], 1e-15)
    close(model.emissions, [[1 / 6, 2 / 6, 3 / 6], [3 / 5, 1 / 5, 1 / 5]], 1e-15)


def test_chain_estimates_by_counting():
    chain = MarkovChain.estimate([["a", "b", "a", "a"], ["b", "a"]])
    assert chain.states == ("a", "b")
    close(chain.start, [0.5, 0.5], 0)
    close(chain.transitions, [[0.5, 0.5], [1, 0]], 0)
    close(MarkovChain.estimate(["ab"], "abc", pseudo_count=0.5).transitions[0], [0.2, 0.6, 0.2], 1e-15)


# ---- laws


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 5), st.sampled_from([0.0, 0.3]))
def test_every_pass_agrees_with_brute_force(seed, length, zeros):
    model = random_model(seed, zeros=zeros)
    observations = random_symbols(model, length, seed)
    joint = brute_force(model, observations)
    total, best = sum(joint.values()), max(joint.values())
    alpha, beta = model.forward(observations), model.backward(observations)
    close(alpha[-1].sum(), total, 1e-12)
    close((alpha * beta).sum(axis=1), total, 1e-12)
    close(np.exp(model.log_forward(observations)), alpha, 1e-12)
    close(np.exp(model.log_backward(observations)), beta, 1e-12)
    close(math.exp(model.log_probability(observations)), total, 1e-12)
    close([path.probability for path in model.all_paths(observations)], list(joint.values()), 1e-13)
    close(model.viterbi_table(observations)[0][-1].max(), best, 1e-13)
    if total == 0:
        assert model.log_probability(observations) == -inf
        return
    found = model.viterbi(observations)
    close(joint[found.states], best, 1e-13)
    close(found.probability, best, 1e-13)
    close(found.log_probability, math.log(best), 1e-11)
    close(model.joint_probability(found.states, observations), best, 1e-13)
    scaled = model.scaled(observations)
    close(scaled.scale.prod(), total, 1e-12)
    close(scaled.forward, alpha / alpha.sum(axis=1, keepdims=True), 1e-12)
    gamma, pairs = model.posterior(observations), model.pair_posterior(observations)
    close(scaled.forward * scaled.backward, gamma, 1e-11)
    close(pairs.sum(axis=2), gamma[:-1], 1e-11)
    close(pairs.sum(axis=1), gamma[1:], 1e-11)
    for t in range(length):
        for i, state in enumerate(model.states):
            close(gamma[t, i], sum(p for path, p in joint.items() if path[t] == state) / total, 1e-11)


@pytest.mark.parametrize("seed", range(40))
def test_viterbi_is_optimal_where_transitions_are_not_symmetric(seed):
    model = random_model(seed, N=3, K=3)
    assert not np.allclose(model.transitions, model.transitions.T)
    observations = random_symbols(model, 6, seed)
    joint = brute_force(model, observations)
    assert model.viterbi(observations).states == max(joint, key=joint.get)
    working = model.working_viterbi(observations)
    assert tuple(working[f"q_{t}"] for t in range(1, 7)) == max(joint, key=joint.get)
    assert float(working["P*"]) == pytest.approx(max(joint.values()), rel=1e-10)


@pytest.mark.parametrize("zeros", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(15))
def test_best_paths_are_the_first_of_all_paths(seed, zeros):
    model = random_model(seed, N=3, K=2, zeros=zeros)
    observations = model.sample(5, seed)[1]
    joint = brute_force(model, observations)
    ranked = sorted((p for p in joint.values() if p > 0), reverse=True)
    for k in (1, 2, 7, 300):
        paths = model.best_paths(observations, k)
        close([path.probability for path in paths], ranked[:k], 1e-13)
        close([joint[path.states] for path in paths], ranked[:k], 1e-13)
        assert len({path.states for path in paths}) == len(paths) == min(k, len(ranked))
    assert model.best_paths(observations, 1) == [model.viterbi(observations)]


def test_ties_go_to_the_state_listed_first_from_the_end():
    model = HMM("abc", "x", [1 / 3] * 3, [[1 / 3] * 3] * 3, [[1]] * 3)
    assert model.viterbi("xxx").states == ("a", "a", "a")
    order = ["".join(path.states) for path in model.best_paths("xx", 9)]
    assert order == ["aa", "ba", "ca", "ab", "bb", "cb", "ac", "bc", "cc"]
    assert model.working_viterbi("xx")["q_2"] == "a"


def test_ties_up_to_rounding_are_ties():
    """0.1 x 0.3 and 0.3 x 0.1 in different order of factors: equal on paper, not to the last bit."""
    model = HMM("ab", "xy", [0.5, 0.5], [[0.7, 0.3], [0.3, 0.7]], [[0.9, 0.1], [0.1, 0.9]])
    observations = "xyxyyx" * 8
    mirrored = "yxyxxy" * 8
    swap = {"a": "b", "b": "a"}
    first, second = model.viterbi(observations), model.viterbi(mirrored)
    assert first.log_probability == pytest.approx(second.log_probability, rel=1e-13)
    exact = [swap[state] for state in second.states]
    assert model.joint_probability(exact, observations) == pytest.approx(first.probability, rel=1e-12)
    model = HMM("abc", "x", [0.1, 0.3, 0.6], [[0, 0.3, 0.7], [0, 0.1, 0.9], [0, 0, 1]], [[1], [1], [1]])
    delta, psi = model.viterbi_table("xx")
    assert pytest.approx(0.3 * 0.1) == 0.1 * 0.3 and psi[1, 1] == 0


def exact_viterbi(model, observations):
    """The best path by the rule for ties, in exact fractions."""
    start, steps, emit = (
        np.vectorize(exact, otypes=[object])(part) for part in (model.start, model.transitions, model.emissions)
    )
    index = [model.symbols.index(symbol) for symbol in observations]
    delta, back = list(start * emit[:, index[0]]), []
    for k in index[1:]:
        candidates = [[delta[j] * steps[j, i] for j in range(len(delta))] for i in range(len(delta))]
        back.append([row.index(max(row)) for row in candidates])
        delta = [max(row) * emit[i, k] for i, row in enumerate(candidates)]
    path = [delta.index(max(delta))]
    for pointers in reversed(back):
        path.append(pointers[path[-1]])
    return tuple(model.states[i] for i in path[::-1])


def exact_joint(model, path, observations):
    """The probability of a path with the observations as an exact fraction."""
    hidden, index = [model.states.index(s) for s in path], [model.symbols.index(o) for o in observations]
    factors = [model.start[hidden[0]], *(model.transitions[i, j] for i, j in pairwise(hidden))]
    return math.prod(map(exact, [*factors, *(model.emissions[i, k] for i, k in zip(hidden, index, strict=True))]))


@pytest.mark.parametrize("seed", range(12))
def test_path_is_the_exact_one_where_ties_abound(seed):
    """Round probabilities and two states: many paths tie, and rounding must not choose between them."""
    rng = np.random.default_rng(seed)
    p, q, e = rng.integers(1, 10, size=3) / 10  # 1 - p may be off by a bit, and is still meant to be a tenth
    model = HMM("ab", "xy", [0.5, 0.5], [[p, 1 - p], [q, 1 - q]], [[e, 1 - e], [1 - e, e]])
    observations = ["xy"[k] for k in rng.integers(2, size=150)]
    assert model.viterbi(observations).states == exact_viterbi(model, observations)
    short = observations[:7]
    ranked = sorted(product("ab", repeat=7), key=lambda path: (-exact_joint(model, path, short), path[::-1]))
    assert [path.states for path in model.best_paths(short, 128)] == ranked


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_many_sequences_together_as_each_alone(seed, lengths):
    model = random_model(seed)
    sequences = [random_symbols(model, length, seed + n) for n, length in enumerate(lengths)]
    close(model.log_probabilities(sequences), [math.log(model.probability(s)) for s in sequences], 1e-11)
    for path, sequence in zip(model.decode(sequences), sequences, strict=True):
        assert path == model.viterbi(sequence)
        assert len(path.states) == len(sequence)


@pytest.mark.parametrize("zeros", [0.0, 0.4])
@pytest.mark.parametrize("length", [63, 64, 65, 81, 82, 100, 101, 1000])
@pytest.mark.parametrize("N", [1, 2, 5, 11])
def test_a_long_sequence_in_pieces_is_the_same(N, length, zeros):
    """The pieces against a plain loop over logarithms, and against the scaled pass."""
    model = random_model(N + length, N=N, K=3, zeros=zeros)
    observations = model.sample(length, 1)[1]
    index = [model.symbols.index(symbol) for symbol in observations]
    with np.errstate(divide="ignore"):
        start, steps, emit = np.log(model.start), np.log(model.transitions), np.log(model.emissions)
    alpha, delta = [start + emit[:, index[0]]], [start + emit[:, index[0]]]
    for k in index[1:]:
        alpha.append(np.logaddexp.reduce(alpha[-1][:, None] + steps, axis=0) + emit[:, k])
        delta.append((delta[-1][:, None] + steps).max(axis=0) + emit[:, k])
    close(model.log_forward(observations), alpha, 1e-11)
    assert model.viterbi(observations).log_probability == pytest.approx(delta[-1].max(), rel=1e-12)
    scaled = model.scaled(observations)
    close(model.log_probability(observations), np.log(scaled.scale).sum(), 1e-11)
    close(model.posterior(observations), scaled.forward * scaled.backward, 1e-9)
    close(model.posterior(observations).sum(axis=1), 1, 1e-10)


def test_plain_forward_underflows_and_scaling_and_logarithms_do_not():
    observations = SOLOS * 400
    assert weather.probability(observations) == 0
    assert weather.viterbi_table(observations)[0][-1].max() == 0
    scaled = np.log(weather.scaled(observations).scale).sum()
    assert weather.log_probability(observations) == pytest.approx(scaled, rel=1e-12)
    assert -1500 < scaled < -1400
    assert weather.viterbi(observations).probability == 0
    assert -inf < weather.viterbi(observations).log_probability < scaled


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize(
    ("rare", "first", "second"),
    [(1e-6, 60, 70), (1e-12, 30, 32), (1e-60, 6, 7), (1e-170, 2, 3)],
    ids=["long", "short", "rare", "very rare"],
)
def test_logarithms_keep_what_scaling_loses(rare, first, second, copies):
    """Two states that never meet: one is e^-800 times as probable at half time, and overtakes in the second half."""
    model = HMM("ab", "xy", [0.5, 0.5], np.eye(2), [[1 - rare, rare], [rare, 1 - rare]])
    observations = "x" * first + "y" * second
    wanted = math.log(0.5) + first * math.log(rare) + second * math.log1p(-rare)
    close(model.log_probabilities([observations] * copies), [wanted] * copies, 1e-10)
    close(model.posterior(observations)[0], [0, 1], 1e-10)
    assert model.viterbi(observations).states == ("b",) * (first + second)


@pytest.mark.parametrize("rare", [1e-3, 1e-6, 1e-30])
def test_scaling_in_pieces_notices_what_it_would_lose(rare):
    """The path that stays in a is e^-1000 times as probable as others within one piece, and yet the best in the end."""
    model = HMM("ab", "xy", [1, 0], [[0.9, 0.1], [0, 1]], [[rare, 1 - rare], [1 - rare, rare]])
    codes = model.encode("x" * 3000 + "y" * 3500)
    passes = engine.Passes(model.start, model.transitions, model.emissions)
    likelihood = passes.likelihood(codes)
    plain = engine.one_by_one(engine.by_matrix(engine.sum_product, passes.transitions), passes.start, likelihood)
    with np.errstate(divide="ignore"):
        close(passes.forward(codes, [len(codes)]), plain + likelihood, 1e-10)


def test_stationary_distributions():
    for seed in range(10):
        chain = random_model(seed, N=5).chain
        stationary = chain.stationary()
        close(stationary @ chain.transitions, stationary, 1e-13)
        close(stationary.sum(), 1, 1e-13)
        close(stationary, chain.distribution(4000), 1e-9)
    transient = MarkovChain("abc", [1, 0, 0], [[0.5, 0.5, 0], [0, 0, 1], [0, 1, 0]])  # a is left, b and c alternate
    close(transient.stationary(), [0, 0.5, 0.5], 1e-15)
    assert transient.stationary()[0] == 0
    assert MarkovChain("a", [1], [[1]]).stationary().tolist() == [1]
    assert MarkovChain("ab", [1, 0], [[0.2, 0.8], [0, 1]]).stationary().tolist() == [0, 1]


def test_samples_have_the_frequencies_of_the_model():
    path, symbols = weather.sample(40_000, seed=3)
    assert (path, symbols) == weather.sample(40_000, seed=3)
    assert path != weather.sample(40_000, seed=4)[0]
    learned = HMM.estimate([path], [symbols], weather.states, weather.symbols)
    close(learned.transitions, weather.transitions, 0.012)
    close(learned.emissions, weather.emissions, 0.012)
    firsts = [weather.chain.sample(1, seed)[0] for seed in range(400)]
    assert 160 < firsts.count("hot") < 240
    never = HMM("ab", "xyz", [0, 1], [[0.5, 0.5], [1, 0]], [[0, 1, 0], [0.5, 0, 0.5]])
    path, symbols = never.sample(3000, np.random.default_rng(0))
    assert path[0] == "b" and ("b", "b") not in pairwise(path)
    assert {(q, o) for q, o in zip(path, symbols, strict=True)} == {("a", "y"), ("b", "x"), ("b", "z")}


def baum_welch_by_enumeration(model, sequences):
    """One step of Baum-Welch from the posterior of each whole path."""
    start, steps, emit = (np.zeros(part.shape) for part in (model.start, model.transitions, model.emissions))
    for sequence in sequences:
        joint = brute_force(model, sequence)
        total = sum(joint.values())
        for path, p in joint.items():
            hidden = [model.states.index(state) for state in path]
            start[hidden[0]] += p / total
            for before, here in pairwise(hidden):
                steps[before, here] += p / total
            for state, symbol in zip(hidden, sequence, strict=True):
                emit[state, model.symbols.index(symbol)] += p / total
    return [part / part.sum(axis=-1, keepdims=True) for part in (start, steps, emit)]


@pytest.mark.parametrize("seed", range(8))
def test_baum_welch_step_by_enumeration(seed):
    model = random_model(seed, N=2 + seed % 2, K=3)
    sequences = [random_symbols(model, length, seed) for length in (4, 6, 1, 4)]
    step = model.baum_welch_step(sequences)
    start, transitions, emissions = baum_welch_by_enumeration(model, sequences)
    close(step.start, start, 1e-11)
    close(step.transitions, transitions, 1e-11)
    close(step.emissions, emissions, 1e-11)
    assert step.states == model.states and step.symbols == model.symbols


@pytest.mark.parametrize("seed", range(6))
def test_baum_welch_never_goes_down(seed):
    truth = random_model(seed, N=2, K=3)
    sequences = [truth.sample(12, n)[1] for n in range(6)]
    learned = HMM.learn(sequences, "ab", truth.symbols, restarts=4, seed=seed, max_steps=30)
    assert len(learned.runs) == 4
    for run in learned.runs:
        assert (np.diff(run.history) > -1e-9).all()
        assert run.history[-1] == pytest.approx(run.model.log_probabilities(sequences).sum(), rel=1e-11)
        assert run.converged == (len(run.history) < 31) or run.history[-1] - run.history[-2] < 1e-6
    assert learned.history[-1] == max(run.history[-1] for run in learned.runs)
    assert learned.model in [run.model for run in learned.runs]
    assert learned.runs[0].history[0] != learned.runs[1].history[0]


def test_baum_welch_stops_when_a_step_gains_too_little():
    sequences = [weather.sample(30, n)[1] for n in range(5)]
    learned = weather.baum_welch(sequences, tol=0.01)
    gains = np.diff(learned.history)
    assert learned.converged and gains[-1] < 0.01 and (gains[:-1] >= 0.01).all()
    stopped = weather.baum_welch(sequences, max_steps=2, tol=0)
    assert not stopped.converged and len(stopped.history) == 3
    twice = weather.baum_welch_step(sequences).baum_welch_step(sequences)
    close(stopped.model.emissions, twice.emissions, 1e-14)
    assert stopped.history[2] == pytest.approx(twice.log_probabilities(sequences).sum(), rel=1e-12)


def test_baum_welch_keeps_rows_of_states_that_are_not_visited():
    model = HMM(
        "abc", "xy", [1, 0, 0], [[0.5, 0.5, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]], [[0.9, 0.1], [0.2, 0.8], [0.4, 0.6]]
    )
    step = model.baum_welch_step(["xyxx", "y"])
    close(step.transitions[2], [0.2, 0.3, 0.5], 0)
    close(step.emissions[2], [0.4, 0.6], 0)
    alone = model.baum_welch_step(["y"])  # no step at all: every row of transitions stays
    close(alone.transitions, model.transitions, 0)


def test_learning_recovers_the_model_that_made_the_data():
    sequences = [weather.sample(60, seed)[1] for seed in range(60)]
    learned = HMM.learn(sequences, ["A", "B"], weather.symbols, restarts=3, seed=1, max_steps=150, tol=1e-3)
    order = np.argsort(learned.model.emissions[:, 0])  # hot first
    close(learned.model.emissions[order], weather.emissions, 0.04)
    close(learned.model.transitions[np.ix_(order, order)], weather.transitions, 0.06)
    assert learned.history[-1] >= weather.log_probabilities(sequences).sum() - 1e-3


# ---- references


@pytest.mark.parametrize("implementation", ["log", "scaling"])
@pytest.mark.parametrize("seed", range(12))
def test_as_hmmlearn(seed, implementation):
    rng = np.random.default_rng(seed)
    model = random_model(seed, N=int(rng.integers(1, 7)), K=int(rng.integers(2, 6)))
    other = reference(model, implementation)
    sequences = [random_symbols(model, int(length), seed) for length in rng.integers(1, 90, size=4)]
    X, lengths = np.vstack([column(model, s) for s in sequences]), [len(s) for s in sequences]
    close(model.log_probabilities(sequences).sum(), other.score(X, lengths), 1e-10)
    close(np.vstack([model.posterior(s) for s in sequences]), other.predict_proba(X, lengths), 1e-9)
    best, states = other.decode(X, lengths)
    paths = model.decode(sequences)
    close(sum(path.log_probability for path in paths), best, 1e-10)
    theirs = np.split(np.array(model.states)[states], np.cumsum(lengths)[:-1])  # may be another one of equal paths
    for path, sequence, wanted in zip(paths, sequences, theirs, strict=True):
        assert model.joint_probability(wanted, sequence) == pytest.approx(path.probability, rel=1e-10)


@pytest.mark.parametrize("seed", range(6))
def test_baum_welch_step_as_hmmlearn(seed):
    model = random_model(seed, N=3, K=4)
    sequences = [random_symbols(model, length, seed + length) for length in (5, 40, 17, 90)]
    X, lengths = np.vstack([column(model, s) for s in sequences]), [len(s) for s in sequences]
    other = reference(model)
    other.set_params(n_iter=1, init_params="")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other.fit(X, lengths)
    step = model.baum_welch_step(sequences)
    close(step.start, other.startprob_, 1e-10)
    close(step.transitions, other.transmat_, 1e-10)
    close(step.emissions, other.emissionprob_, 1e-10)
    close(model.baum_welch(sequences, max_steps=1).history[0], other.monitor_.history[0], 1e-10)


# ---- the engine gives what the plain recursions give


@pytest.mark.parametrize("length", [64, 99, 100, 101, 1000, 3001])
@pytest.mark.parametrize("N", [1, 2, 3, 5, 8])
def test_a_long_sequence_in_pieces_is_the_plain_loop(N, length):
    """Maxima, and so all ties, to the last bit; sums up to rounding; pointers followed in pieces or one by one."""
    model = random_model(N + length, N=N, K=3, zeros=0.2)
    codes = model.encode(model.sample(length, N)[1])
    passes = engine.Passes(model.start, model.transitions, model.emissions)
    likelihood = passes.likelihood(codes)
    with np.errstate(divide="ignore"):
        for kind, tolerance in ((engine.max_product, 0), (engine.sum_product, 1e-11)):
            whole = engine.one_by_one(engine.by_matrix(kind, passes.transitions), passes.start, likelihood)
            found = engine.sweep(kind, passes.start, passes.transitions, likelihood, [length])
            firsts = slice(0, math.isqrt(length - 1) + 1)  # of the first piece: nothing is added in another order
            np.testing.assert_allclose(found[firsts], whole[firsts], rtol=tolerance)
            np.testing.assert_allclose(found, whole, rtol=1e-11)
    delta, psi = passes.viterbi(codes, [length])
    with np.errstate(invalid="ignore"):
        wanted = engine.first_best_logs(delta[:-1, :, None] + passes.transitions, axis=1)
    assert (psi[1:] == wanted).all()
    for last in range(N):
        assert (engine.follow_back(psi, last) == trace_back(psi, last)).all()


@pytest.mark.parametrize("seed", range(6))
def test_ties_of_a_long_sequence_are_those_on_paper(seed):
    """Round probabilities, 3000 symbols: many paths tie, in one piece and across pieces."""
    rng = np.random.default_rng(seed)
    p, q, e = rng.integers(1, 10, size=3) / 10
    model = HMM("ab", "xy", [0.5, 0.5], [[p, 1 - p], [q, 1 - q]], [[e, 1 - e], [1 - e, e]])
    observations = ["xy"[k] for k in rng.integers(2, size=3000)]
    assert model.viterbi(observations).states == exact_viterbi(model, observations)


@pytest.mark.parametrize("zeros", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(20))
def test_engine_is_the_lesson(seed, zeros):
    """One sequence alone, several together, and one long enough to be cut into pieces."""
    model = random_model(seed, zeros=zeros)
    rng = np.random.default_rng(seed)
    sequences = [model.sample(int(length), rng)[1] for length in [*rng.integers(1, 40, size=5), 100]]
    codes, lengths = encode_all(sequences, model.symbols)
    passes = engine.Passes(model.start, model.transitions, model.emissions)
    log_alpha, log_beta = passes.forward(codes, lengths), passes.backward(codes, lengths)
    close(np.exp(log_alpha), np.vstack([model.forward(s) for s in sequences]), 1e-11)
    close(np.exp(log_beta), np.vstack([model.backward(s) for s in sequences]), 1e-11)
    log_p = engine.log_total(log_alpha[np.cumsum(lengths) - 1])
    counts = passes.expected_counts(log_alpha, log_beta, log_p, codes, lengths)
    for found, *parts in zip(counts, *(model.expected_counts(s) for s in sequences), strict=True):
        close(found, sum(parts), 1e-10)
    for sequence in sequences:
        delta, psi = model.viterbi_table(sequence)
        path = trace_back(psi, np.argmax(delta[-1]))
        log_delta, pointers = passes.viterbi(model.encode(sequence), [len(sequence)])
        close(np.exp(log_delta), delta, 1e-11)
        reached = delta[:-1].max(axis=1) > 0
        possible = (delta[1:] > 0) & reached[:, None]
        assert (pointers[1:] == psi[1:])[possible].all()
        assert model.viterbi(sequence).states == tuple(model.states[i] for i in path)
    log_joint = [model.viterbi(s).log_probability for s in sequences]
    close(np.exp(log_joint), [model.joint_probability(model.viterbi(s).states, s) for s in sequences], 1e-12)


# ---- workings


@pytest.mark.parametrize("kind", ["random", "rare", "zeros", "tenths", "thirds"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_printed_gives_what_is_printed(seed, kind):
    rng = np.random.default_rng(seed)
    N, K = (int(n) for n in rng.integers(1, 4, size=2))

    def rows(*shape):
        table = rng.dirichlet(np.ones(shape[-1]), shape[:-1])
        if kind == "rare":
            table = table ** rng.integers(1, 60)
        if kind == "zeros":
            table[rng.random(table.shape) < 0.3] = 0
            table[..., 0] += table.sum(axis=-1) == 0
        if kind in ("tenths", "thirds"):
            table = rng.multinomial({"tenths": 10, "thirds": 3}[kind], table)
        return table / table.sum(axis=-1, keepdims=True)

    model = HMM([f"s{i}" for i in range(N)], range(K), rows(N), rows(N, N), rows(N, K))
    path, observations = model.sample(int(rng.integers(2, 7)), seed)
    ways = model.working_forward, model.working_backward, model.working_viterbi
    for working in (model.chain.working(path), *(way(observations) for way in ways)):
        wrong, checked = check(working)
        assert wrong == [] and checked


def test_a_long_diary_on_paper():
    """Fractions beyond all floats are small, not an error."""
    working = weather.working_forward([2] * 500)
    assert working["P(O)"] == 0.0 and check(working)[1]


def test_workings_agree_with_the_tables():
    model = random_model(5, N=3, K=3)
    observations = random_symbols(model, 4, 5)
    forward, backward, viterbi = (
        getattr(model, f"working_{way}")(observations) for way in ("forward", "backward", "viterbi")
    )
    delta, psi = model.viterbi_table(observations)
    for t in range(4):
        for i, state in enumerate(model.states):
            cell = f"{t + 1}({state})"
            close(float(forward[f"alpha_{cell}"]), model.forward(observations)[t, i], 1e-12)
            close(float(backward[f"beta_{cell}"]), model.backward(observations)[t, i], 1e-12)
            close(float(viterbi[f"delta_{cell}"]), delta[t, i], 1e-12)
            if t:
                assert viterbi[f"psi_{cell}"] == model.states[psi[t, i]]
    assert "psi_1(s0)" not in viterbi
    close(float(forward["P(O)"]), float(backward["P(O)"]), 1e-12)
    assert list(forward)[-1] == "P(O)" and list(viterbi)[-4:] == ["q_4", "q_3", "q_2", "q_1"]
    for working in (forward, backward, viterbi, model.chain.working(["s0", "s1", "s0"])):
        assert "\\" not in str(working)
        assert working.to_latex() and working._repr_html_()


def test_chain_working_names():
    working = weather.chain.working(["cold", "hot", "hot"])
    assert list(working) == ["P(q_1=cold)", "P(q_2=hot|q_1=cold)", "P(q_3=hot|q_2=hot)", "P(Q)"]
    assert working["P(Q)"] == Fraction(35, 1000)
    assert working.step("P(Q)").numbers == r"0.5 \times 0.1 \times 0.7"


# ---- inputs stay as they are


def test_models_do_not_change_and_do_not_share_memory():
    transitions = np.array([[0.7, 0.3], [0.1, 0.9]])
    chain = MarkovChain(["hot", "cold"], [0.5, 0.5], transitions)
    transitions[0] = 0
    assert chain.transitions[0].tolist() == [0.7, 0.3]
    transitions[0] = 0.5  # the caller's array stays his own
    for part in (chain.transitions, weather.emissions, weather.start):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 0
    with pytest.raises(AttributeError):
        weather.start = [1, 0]


@pytest.mark.parametrize("form", [list, tuple, np.array, iter], ids=["list", "tuple", "array", "iterator"])
def test_any_kind_of_sequence(form):
    assert weather.viterbi(form(SOLOS)).states == ("hot", "hot", "cold")
    assert weather.probability(form(SOLOS)) == pytest.approx(0.0705)
    observations = np.array(SOLOS)
    weather.posterior(observations)
    assert observations.tolist() == SOLOS


def test_names_of_any_kind():
    model = HMM(np.array(["hot", "cold"]), np.array([1, 2, 3]), *list(hot_and_cold().values())[2:])
    assert model.states == ("hot", "cold") and type(model.symbols[0]) is int
    assert model.viterbi(SOLOS).states == ("hot", "hot", "cold")
    close(
        weather.log_probabilities(np.array([SOLOS, [1, 1, 1]])), [weather.log_probability(s) for s in (SOLOS, [1] * 3)]
    )
    assert repr(weather.chain) == (
        "MarkovChain(states=('hot', 'cold'), start=[0.5, 0.5], transitions=[[0.7, 0.3], [0.1, 0.9]])"
    )


def test_random_models():
    model = HMM.random("abc", [1, 2], seed=5)
    assert model.emissions.shape == (3, 2) and model.transitions.shape == (3, 3)
    assert repr(model) == repr(HMM.random("abc", [1, 2], seed=5)) != repr(HMM.random("abc", [1, 2], seed=6))


# ---- bad input

STUCK = HMM("ab", "xyz", [1, 0], [[0.5, 0.5], [0, 1]], [[1, 0, 0], [0, 1, 0]])  # emits x then y, never z, never x again


def test_impossible_sequences_have_probability_zero():
    assert STUCK.probability("xyx") == 0
    assert STUCK.log_probability("xyx") == -inf
    assert STUCK.log_probability("x" * 70 + "y" * 70 + "x") == -inf
    assert STUCK.log_probabilities(["xyx", "xy"]).tolist() == [-inf, pytest.approx(math.log(0.5))]
    assert not np.isnan(STUCK.log_forward("xyx")).any()
    assert not np.isnan(STUCK.log_backward("xyx")).any()
    assert STUCK.working_forward("xyx")["P(O)"] == 0
    assert STUCK.chain.probability("ba") == 0 and STUCK.chain.log_probability("ba") == -inf
    assert all(path.probability == 0 and path.log_probability == -inf for path in STUCK.all_paths("xyx"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: STUCK.viterbi("xyx"),
            "observations are impossible under this model: no path has a probability above 0 from t = 3 on, 'x'",
        ),
        (lambda: STUCK.best_paths("z", 2), "observations are impossible under this model: .* from t = 1 on, 'z'"),
        (lambda: STUCK.decode(["xy", "xzx", "x"]), "sequence 2 is impossible under this model: .* from t = 2 on, 'z'"),
        (lambda: STUCK.posterior("xyx"), "observations are impossible under this model: .* from t = 3 on, 'x'"),
        (lambda: STUCK.pair_posterior("xyx"), "observations are impossible"),
        (lambda: STUCK.scaled("xyyx"), "observations are impossible under this model: .* from t = 4 on, 'x'"),
        (lambda: STUCK.working_viterbi("xyx"), "observations are impossible"),
        (lambda: STUCK.baum_welch(["xy", "yx"]), "sequence 2 is impossible under this model: .* from t = 1 on, 'y'"),
        (
            lambda: weather.probability([3, 4, 1]),
            "observations must hold symbols of the model, 1, 2, 3; got 4 at t = 2",
        ),
        (
            lambda: weather.viterbi([3, [1]]),
            r"observations must hold symbols of the model, 1, 2, 3; got \[1\] at t = 2",
        ),
        (
            lambda: weather.viterbi([]),
            "observations must hold at least one of the symbols; got an empty sequence",
        ),
        (lambda: weather.forward([]), "observations must hold at least one of the symbols; got an empty sequence"),
        (lambda: weather.forward(3), "observations must be a sequence; got 3"),
        (lambda: weather.decode([]), "sequences must hold at least one sequence; got none"),
        (lambda: weather.decode([3, 3, 1]), "sequences, number 1, must be a sequence; got 3"),
        (lambda: weather.log_probabilities([[1], [1, 5]]), "sequences, number 2, must hold symbols .*; got 5 at t = 2"),
        (
            lambda: weather.chain.probability(["hot", "warm"]),
            "sequence must hold states of the model, hot, cold; got 'warm'",
        ),
        (
            lambda: weather.joint_probability(["hot"], [3, 3]),
            "path must have one state for each of the 2 observations; got 1",
        ),
        (
            lambda: weather.all_paths([1] * 20),
            r"observations allow 2\^20 paths, more than 100,000: use viterbi or best",
        ),
        (lambda: weather.best_paths(SOLOS, 0), "k must be a whole number of at least 1; got 0"),
        (lambda: weather.sample(0), "length must be a whole number of at least 1; got 0"),
        (lambda: weather.chain.step(-1), "n must be a whole number of at least 0; got -1"),
        (lambda: weather.baum_welch([SOLOS], max_steps=0), "max_steps must be a whole number of at least 1; got 0"),
        (lambda: weather.baum_welch([SOLOS], tol=-1), "tol must be a number of at least 0; got -1"),
        (lambda: HMM.learn([SOLOS], "ab", restarts=0), "restarts must be a whole number of at least 1; got 0"),
        (lambda: HMM.estimate(["HC"], ["ab"], pseudo_count=-1), "pseudo_count must be a number of at least 0; got -1"),
        (
            lambda: HMM.estimate(["HC"], ["abc"]),
            r"paths and observations must have the same lengths; got \[2\] and \[3\]",
        ),
        (
            lambda: HMM.estimate(["HCH"], ["aba"], states="HCX"),
            "state 'X' is never followed by another, so its transit",
        ),
        (
            lambda: HMM.estimate(["HCH"], ["aba"], states="H"),
            "paths, number 1, must hold states of the model, H; got 'C'",
        ),
        (lambda: MarkovChain.estimate([]), "sequences must hold at least one sequence; got none"),
        (lambda: MarkovChain("aa", [1, 0], np.eye(2)), "states must differ; 'a' is there twice"),
        (lambda: MarkovChain([], [], []), "states must hold at least one name"),
        (lambda: MarkovChain([[1], [2]], [1, 0], np.eye(2)), r"states must be words or numbers; got \(\[1\], \[2\]\)"),
        (lambda: MarkovChain("ab", [0.5, 0.6], np.eye(2)), "start must sum to 1; it sums to 1.1"),
        (lambda: MarkovChain("ab", [1], np.eye(2)), r"start must hold 2 probabilities; got an array of shape \(1,\)"),
        (
            lambda: MarkovChain("ab", [1, 0], [[0.7, 0.2], [0, 1]]),
            "transitions of state 'a' must sum to 1; it sums to 0.9",
        ),
        (
            lambda: MarkovChain("ab", [1, 0], np.eye(3)),
            "transitions must have one row for each of the 2 states; got 3 rows",
        ),
        (
            lambda: MarkovChain("ab", [1, 0], [[1], [1]]),
            "transitions of state 'a' must hold 2 probabilities; got an array",
        ),
        (
            lambda: MarkovChain("ab", [1, 0], [[1.5, -0.5], [0, 1]]),
            "transitions of state 'a' must not hold negative or mis",
        ),
        (lambda: MarkovChain("ab", [1, 0], 3), "transitions must be a sequence; got 3"),
        (
            lambda: HMM("ab", "xy", [1, 0], np.eye(2), np.eye(3)),
            "emissions must have one row for each of the 2 states; got 3",
        ),
        (
            lambda: HMM("ab", "xy", [1, 0], np.eye(2), [[1, 0], [0.5, 0.4]]),
            "emissions of state 'b' must sum to 1; it sums to 0.9",
        ),
        (
            lambda: HMM("ab", "xyz", [1, 0], np.eye(2), np.eye(2)),
            "emissions of state 'a' must hold 3 probabilities; got an",
        ),
        (
            lambda: MarkovChain("abc", [1, 0, 0], np.eye(3)).stationary(),
            "transitions allow more than one stationary "
            "distribution: from 'a' the chain never comes to 'b', nor the other way round",
        ),
    ],
)
def test_bad_input_is_refused_with_a_clear_message(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()
