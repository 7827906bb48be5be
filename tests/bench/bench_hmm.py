"""Hidden Markov models against hmmlearn: the best times of scoring plus decoding, measured in turns in one process."""

import numpy as np
from timing import compare, report

from byhand.hmm import HMM

SIZES = ((1, 5_000, 20), (200, 50, 2), (200, 50, 5))  # sequences, their length, states
LENGTHS = (1_000, 10_000, 100_000)  # of one sequence


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for sequences, length, states in SIZES:
        yield evaluation_and_decoding(sequences, length, states, repeats)
    for states in (2, 5):
        for length in LENGTHS:
            yield from one_sequence(length, states, repeats)
    yield learning(200, 50, 3, repeats)


def problem(sequences, length, states, symbols=4):
    """A random model, the same for hmmlearn, and random sequences in the form that each of them wants."""
    from hmmlearn.hmm import CategoricalHMM  # not there for every Python

    rng = np.random.default_rng(states)
    ours = HMM.random(range(states), range(symbols), rng)
    theirs = CategoricalHMM(states, n_features=symbols, init_params="", n_iter=1, tol=0)
    theirs.startprob_, theirs.transmat_, theirs.emissionprob_ = (
        part.copy() for part in (ours.start, ours.transitions, ours.emissions)
    )
    observed = rng.integers(symbols, size=(sequences, length))
    return ours, theirs, observed, observed.reshape(-1, 1), [length] * sequences


def evaluation_and_decoding(sequences, length, states, repeats):
    """The log-probability of all sequences, and the best path of each."""
    ours, theirs, observed, column, lengths = problem(sequences, length, states)

    def mine():
        return ours.log_probabilities(observed).sum(), ours.decode(observed)

    def reference():
        return theirs.score(column, lengths), theirs.decode(column, lengths)

    (score, paths), (wanted, (best, _)) = mine(), reference()
    np.testing.assert_allclose(score, wanted, rtol=1e-9)
    np.testing.assert_allclose(sum(path.log_probability for path in paths), best, rtol=1e-9)  # paths may be tied
    return compare(f"HMM, {sequences} x {length}, {states} states", sequences * length, mine, reference, repeats)


def one_sequence(length, states, repeats):
    """The log-probability of one sequence, its best path, and both."""
    ours, theirs, (observed,), column, _ = problem(1, length, states)
    best = ours.viterbi(observed)
    np.testing.assert_allclose(ours.log_probability(observed), theirs.score(column), rtol=1e-9)
    np.testing.assert_allclose(best.log_probability, theirs.decode(column)[0], rtol=1e-9)
    pairs = {
        "score": (lambda: ours.log_probability(observed), lambda: theirs.score(column)),
        "Viterbi": (lambda: ours.viterbi(observed), lambda: theirs.decode(column)),
    }
    rows = [compare(f"HMM {what}, {states} states", length, *pair, repeats) for what, pair in pairs.items()]
    yield from rows
    mine, reference = (sum(row[key] for row in rows) for key in ("ours_ms", "theirs_ms"))
    both = {"what": f"HMM both, {states} states", "n": length, "ours_ms": mine, "theirs_ms": reference}
    yield {**both, "ratio": mine / reference}


def learning(sequences, length, states, repeats):
    """One step of Baum-Welch."""
    ours, theirs, observed, column, lengths = problem(sequences, length, states)
    start = ours.start.copy(), ours.transitions.copy(), ours.emissions.copy()

    def reference():
        theirs.startprob_, theirs.transmat_, theirs.emissionprob_ = (part.copy() for part in start)
        return theirs.fit(column, lengths)

    step = ours.baum_welch_step(observed)
    np.testing.assert_allclose(step.transitions, reference().transmat_, rtol=1e-9)
    what = f"Baum-Welch step, {states} states"
    return compare(what, sequences * length, lambda: ours.baum_welch_step(observed), reference, repeats)


if __name__ == "__main__":
    report(rows())
