"""Entropy and its relatives: values, laws, SciPy and scikit-learn as reference, bad input."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from scipy import integrate, stats
from scipy.spatial.distance import jensenshannon
from sklearn.metrics import mutual_info_score

from byhand import impurity
from byhand.datasets import play_tennis
from byhand.gaussian import Gaussian, Normal
from byhand.information import (
    conditional_entropy,
    cross_entropy,
    entropy,
    joint_entropy,
    js_divergence,
    kl_divergence,
    kl_gaussian,
    mutual_information,
    question_lengths,
    surprise,
    working_divergence,
    working_entropy,
    working_table,
)
from byhand.probability import Joint, shares

pytestmark = pytest.mark.filterwarnings("error")

QUARTERS = [1 / 2, 1 / 4, 1 / 8, 1 / 8]
TABLE = [[0.25, 0.25], [0, 0.5]]
counts = arrays(float, st.integers(2, 6), elements=st.integers(0, 20).map(float)).filter(lambda a: a.sum() > 0)
tables = arrays(float, (3, 4), elements=st.integers(0, 20).map(float)).filter(lambda a: a.sum() > 0)
fast = settings(max_examples=80)


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


# ---- values


def test_entropies_of_the_tutorial():
    """D-V13."""
    assert entropy(QUARTERS) == 1.75
    assert entropy(np.sum(TABLE, axis=1)) == 1
    close(entropy(np.sum(TABLE, axis=0)), 0.811278, 1e-6)
    assert joint_entropy(TABLE) == 1.5
    assert conditional_entropy(TABLE) == 0.5
    close(mutual_information(TABLE), 0.311278, 1e-6)
    close((entropy([1, 1]) + entropy([1, 3])) / 2, 0.905639, 1e-6)


def test_units():
    assert surprise([1, 1 / 2, 1 / 8]).tolist() == [0, 1, 3]
    close(entropy([1, 1], base=math.e), math.log(2))
    close(entropy([9, 5], base=10) * math.log2(10), entropy([9, 5]))
    close(kl_divergence([1, 1], [1, 3], math.e) / math.log(2), kl_divergence([1, 1], [1, 3]))
    assert surprise(0) == math.inf


def test_n_equal_outcomes_take_log_n_bits():
    close([entropy(np.ones(n)) for n in range(1, 17)], np.log2(np.arange(1, 17)))


def test_the_two_directions_of_a_divergence_differ():
    close(kl_divergence([1, 1], [1, 3]), 0.207519, 1e-6)
    close(kl_divergence([1, 3], [1, 1]), 0.188722, 1e-6)
    assert kl_divergence([1, 1], [1, 0]) == math.inf
    assert kl_divergence([1, 0], [1, 1]) == 1
    assert cross_entropy([1, 0], [1, 1]) == 1
    assert js_divergence([1, 0], [0, 1]) == 1


def test_a_gain_of_a_tree_is_a_mutual_information():
    tennis = play_tennis()
    for column, name in zip(tennis.X.T, tennis.features, strict=True):
        table = impurity.class_counts(column, tennis.y)
        close(mutual_information(table), impurity.gain(table))
        close(conditional_entropy(table), impurity.mean_impurity(table))
        pairs = Joint.from_rows(tennis.rows, tennis.names).marginal([name, "Play"])
        close(mutual_information(pairs.table), impurity.gain(table))


def test_trees_have_no_entropy_of_their_own():
    assert impurity.entropy is entropy
    assert impurity.shares is shares


# ---- laws


@given(counts)
@fast
def test_entropy_lies_between_nothing_and_the_logarithm(p):
    assert 0 <= entropy(p) <= math.log2(np.count_nonzero(p)) + 1e-12
    close(entropy(p), entropy(7 * p))
    close(entropy(p), entropy(np.append(p, 0)))
    close(entropy(p), entropy(p[::-1]))


@given(tables)
@fast
def test_laws_of_two_variables(table):
    x, y = table.sum(axis=1), table.sum(axis=0)
    close(joint_entropy(table), entropy(x) + conditional_entropy(table))
    close(joint_entropy(table), entropy(y) + conditional_entropy(table.T))
    information = mutual_information(table)
    close(information, entropy(y) - conditional_entropy(table), 1e-9)
    close(information, mutual_information(table.T), 1e-9)
    close(information, kl_divergence(table.ravel(), np.outer(x, y).ravel()), 1e-9)
    assert -1e-12 <= information <= min(entropy(x), entropy(y)) + 1e-9
    assert conditional_entropy(table) <= entropy(y) + 1e-9


@given(counts, st.integers(0, 1000))
@fast
def test_no_belief_is_cheaper_than_the_truth(p, seed):
    q = np.random.default_rng(seed).random(len(p)) + 0.01
    assert kl_divergence(p, q) >= 0
    close(cross_entropy(p, q), entropy(p) + kl_divergence(p, q), 1e-9)
    assert kl_divergence(p, p) == 0
    assert 0 <= js_divergence(p, q) <= 1
    close(js_divergence(p, q), js_divergence(q, p))


@given(arrays(float, 3, elements=st.integers(1, 9).map(float)), arrays(float, 4, elements=st.integers(1, 9).map(float)))
@fast
def test_independent_variables_tell_nothing(rows, columns):
    close(mutual_information(np.outer(rows, columns)), 0, 1e-12)


@given(counts.filter(lambda a: np.count_nonzero(a) > 1).map(lambda a: a[a > 0]))
@fast
def test_the_best_questions_take_the_entropy_or_a_little_more(p):
    lengths = question_lengths(p)
    mean = (shares(p) * lengths).sum()
    assert entropy(p) - 1e-9 <= mean < entropy(p) + 1
    assert (0.5**lengths).sum() == 1  # the answers tell all outcomes apart, and no question is wasted


@pytest.mark.parametrize("seed", range(10))
def test_no_other_order_of_questions_is_better(seed):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(4))
    possible = [k for k in itertools.product(range(1, 4), repeat=4) if sum(0.5**i for i in k) <= 1]
    best = min((p * np.array(k)).sum() for k in possible)
    close((p * question_lengths(p)).sum(), best)


def test_powers_of_a_half_take_exactly_their_surprise():
    assert question_lengths(QUARTERS).tolist() == surprise(QUARTERS).tolist()
    assert question_lengths([1]).tolist() == [0]


def test_many_at_once():
    rng = np.random.default_rng(1)
    many = rng.integers(0, 9, (5, 3, 4)).astype(float)
    close(joint_entropy(many), [joint_entropy(table) for table in many])
    close(conditional_entropy(many), [conditional_entropy(table) for table in many])
    close(mutual_information(many), [mutual_information(table) for table in many])
    close(entropy(many), [[entropy(row) for row in table] for table in many])
    close(kl_divergence(many[0] + 1, many[1] + 1), [kl_divergence(*pair) for pair in zip(*many[:2] + 1, strict=True)])


# ---- SciPy and scikit-learn


@pytest.mark.parametrize("seed", range(20))
def test_measures_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    p, q = rng.integers(0, 9, (2, 7)) + np.array([[0], [1]])
    base = float(rng.choice([2, math.e, 10, 3]))
    close(entropy(p, base), stats.entropy(p, base=base))
    close(kl_divergence(p, q, base), stats.entropy(p, q, base=base))
    close(js_divergence(p, q, base), jensenshannon(p, q, base=base) ** 2, 1e-9)
    table = rng.integers(0, 6, (3, 4))
    x, y = (np.repeat(axis.ravel(), table.ravel()) for axis in np.indices(table.shape))
    close(mutual_information(table, math.e), mutual_info_score(x, y), 1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_divergence_of_gaussians_is_the_integral(seed):
    rng = np.random.default_rng(seed)
    (m, n), (s, t) = rng.normal(size=2), rng.gamma(3, 0.5, 2) + 0.2
    p, q = Gaussian([m], [[s**2]]), Gaussian([n], [[t**2]])
    f, g = Normal(m, s), Normal(n, t)
    area = integrate.quad(lambda x: f.density(x) * (f.log_density(x) - g.log_density(x)), m - 12 * s, m + 12 * s)[0]
    close(kl_gaussian(p, q, math.e), area, 1e-6)
    close(kl_gaussian(p, q, 2), kl_gaussian(p, q, math.e) / math.log(2))
    assert kl_gaussian(p, p) == 0


@pytest.mark.parametrize("seed", range(5))
def test_divergence_of_gaussians_in_several_dimensions(seed):
    rng = np.random.default_rng(seed)
    roots = rng.normal(size=(2, 3, 3))
    p, q = (Gaussian(rng.normal(size=3), root @ root.T + 0.5 * np.eye(3)) for root in roots)
    cross = np.mean(-q.log_density(p.sample(200_000, seed)))  # minus the entropy of p, which SciPy knows
    wanted = cross - stats.multivariate_normal(p.mean, p.cov).entropy()
    close(kl_gaussian(p, q, math.e), wanted, 0.03)
    precision = np.linalg.inv(q.cov)
    difference = q.mean - p.mean
    formula = 0.5 * (
        np.trace(precision @ p.cov)
        + difference @ precision @ difference
        - 3
        + np.log(np.linalg.det(q.cov) / np.linalg.det(p.cov))
    )
    close(kl_gaussian(p, q, math.e), formula, 1e-9)


# ---- workings


def test_workings_come_to_what_they_print():
    workings = [
        working_entropy(QUARTERS),
        working_entropy([9, 5], names=["Yes", "No"]),
        working_entropy([9, 0, 5], base=math.e),
        working_entropy([9, 5], base=3),
        working_table(TABLE),
        working_table([[3, 2], [0, 4], [2, 3]], base=10),
        working_table(np.ones((2, 2))),
        working_divergence([1, 1], [1, 3]),
        working_divergence([1, 0, 2], [1, 3, 1], base=math.e),
    ]
    for working in workings:
        wrong, checked = check(working)
        assert not wrong and checked >= 2, working.title
    assert workings[0]["H"] == 1.75
    close(workings[1]["H"], entropy([9, 5]))
    close(workings[3]["H"], entropy([9, 5], 3))
    assert (workings[4]["H(X,Y)"], workings[4]["H(Y|X)"]) == (1.5, 0.5)
    close(workings[4]["I(X;Y)"], mutual_information(TABLE))
    close(workings[5]["I(X;Y)"], mutual_information([[3, 2], [0, 4], [2, 3]], 10))
    assert workings[6]["I(X;Y)"] == 0
    named = working_table(TABLE, names=[["bus", "bike"], ["late", "punctual"]])
    assert not check(named)[0]
    assert (named["P(Y=late)"], named["H(Y|X=bus)"], named["H(Y|X)"]) == (0.25, 1, 0.5)
    with pytest.raises(ValueError, match="names must name 2 values of X and 2 of Y; got 3 and 2"):
        working_table(TABLE, names=["abc", "de"])
    close(workings[7]["D(p||q)"], kl_divergence([1, 1], [1, 3]))
    close(workings[8]["D(p||q)"], kl_divergence([1, 0, 2], [1, 3, 1], math.e))


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: surprise(1.5), "p must hold probabilities, between 0 and 1; got 1.5"),
        (lambda: entropy([1, -1]), "counts must be numbers of at least 0"),
        (lambda: entropy([1, 1], base=1), "base must be a number above 1; got 1"),
        (lambda: joint_entropy([1, 2]), r"table must have rows and columns; got an array of shape \(2,\)"),
        (lambda: mutual_information([[1, -2], [1, 1]]), "table must hold counts or probabilities, none negative"),
        (lambda: cross_entropy([1, 1], [1, 1, 1]), "q must have as many outcomes as p, 2; got 3"),
        (lambda: kl_divergence([0, 0], [1, 1]), "p must hold a number above 0"),
        (lambda: kl_divergence([1, 1], [1, math.nan]), "q must be numbers of at least 0"),
        (lambda: kl_gaussian(Normal(0, 1), Gaussian([0], [[1]])), "p must be a Gaussian"),
        (lambda: kl_gaussian(Gaussian([0], [[1]]), Gaussian([0, 0], np.eye(2))), "q must be of as many numbers as p"),
        (lambda: question_lengths([[1, 2]]), "counts must be those of one distribution"),
        (lambda: working_entropy([1, 1], names=["a"]), "names must name each of the 2 outcomes"),
        (lambda: working_divergence([1, 1], [1, 0]), "q must not rule out outcome 2"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
