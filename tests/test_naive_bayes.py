"""Naive Bayes: values worked by hand, laws, scikit-learn as reference, bad input."""

import math
import pickle
import tracemalloc
from fractions import Fraction
from statistics import NormalDist, fmean, pstdev
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from sklearn import naive_bayes as sk
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KernelDensity
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder, StandardScaler

from byhand.base import NotFittedError
from byhand.datasets import play_tennis
from byhand.density import log_kernel_density
from byhand.engine.categories import codes, distinct
from byhand.naive_bayes import (
    BernoulliNB,
    CategoricalNB,
    GaussianNB,
    KernelNB,
    MultinomialNB,
)

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf
tennis = play_tennis()
DAY = ["Sunny", "Cool", "High", "Strong"]
PRIORS = [None, "uniform", [0.2, 0.5, 0.3]]
EVERY_MODEL = [CategoricalNB, BernoulliNB, MultinomialNB, GaussianNB, KernelNB]


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


# ---- values


def counted_posterior(rows, labels, x, alpha):
    """The posterior of x by counting, in exact fractions: {class: probability}."""
    scores = {}
    for c in sorted(set(labels)):
        own = [row for row, label in zip(rows, labels, strict=True) if label == c]
        scores[c] = Fraction(len(own), len(rows))
        for i, value in enumerate(x):
            values = {row[i] for row in rows}
            scores[c] *= (sum(row[i] == value for row in own) + alpha) / (len(own) + alpha * len(values))
    return {c: score / sum(scores.values()) for c, score in scores.items()}


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("P(Yes)", "9/14"),
        ("P(Sunny|Yes)", "2/9"),
        ("P(Cool|Yes)", "3/9"),
        ("P(High|Yes)", "3/9"),
        ("P(Strong|Yes)", "3/9"),
        ("P(No)", "5/14"),
        ("P(Sunny|No)", "3/5"),
        ("P(Cool|No)", "1/5"),
        ("P(High|No)", "4/5"),
        ("P(Strong|No)", "3/5"),
        ("score(Yes)", "1/189"),
        ("score(No)", "18/875"),
        ("evidence", "611/23625"),
        ("P(Yes|x)", "125/611"),
        ("P(No|x)", "486/611"),
    ],
)
def test_play_tennis_step_is_the_exact_fraction(step, value):
    assert CategoricalNB(alpha=0).fit(tennis.X, tennis.y).working(DAY)[step] == Fraction(value)


def test_play_tennis_decides_no():
    model = CategoricalNB(alpha=0).fit(tennis.X, tennis.y)
    assert model.working(DAY)["decision"] == "No"
    assert model.predict([DAY]).tolist() == ["No"]
    close(model.predict_proba([DAY]), [[486 / 611, 125 / 611]], 1e-14)


@pytest.mark.parametrize(
    ("feature", "value", "yes", "no"),
    [
        (0, "Sunny", 2, 3),
        (0, "Overcast", 4, 0),
        (0, "Rain", 3, 2),
        (1, "Hot", 2, 2),
        (1, "Mild", 4, 2),
        (1, "Cool", 3, 1),
        (2, "High", 3, 4),
        (2, "Normal", 6, 1),
        (3, "Weak", 6, 2),
        (3, "Strong", 3, 3),
    ],
)
def test_play_tennis_count_of_each_value(feature, value, yes, no):
    model = CategoricalNB(alpha=0).fit(tennis.X, tennis.y)
    position = model.categories_[feature].tolist().index(value)
    assert model.category_count_[feature][:, position].tolist() == [no, yes]
    working = model.working([value if i == feature else None for i in range(4)])
    assert working[f"P({value}|Yes)"] == Fraction(yes, 9)
    assert working[f"P({value}|No)"] == Fraction(no, 5)


def test_laplace_smoothing_of_play_tennis_by_counting():
    exact = counted_posterior(tennis.X.tolist(), tennis.y.tolist(), DAY, Fraction(1))
    assert round(float(exact["Yes"]), 6) == 0.279933
    model = CategoricalNB(alpha=1).fit(tennis.X, tennis.y)
    assert model.working(DAY)["P(Yes|x)"] == exact["Yes"]
    assert model.working(DAY)["P(Sunny|Yes)"] == Fraction(3, 12)
    close(model.predict_proba([DAY])[0, 1], float(exact["Yes"]), 1e-14)


@pytest.mark.parametrize(("alpha", "trained", "left_out"), [(0, 13, 8), (1, 13, 7)])
def test_play_tennis_accuracy_in_training_and_leaving_one_out(alpha, trained, left_out):
    X, y = tennis.X, tennis.y
    assert CategoricalNB(alpha=alpha).fit(X, y).score(X, y) == trained / 14
    others = [np.arange(14) != i for i in range(14)]  # each value occurs at least twice: none is unseen
    right = [CategoricalNB(alpha=alpha).fit(X[o], y[o]).predict(X[~o])[0] == y[~o][0] for o in others]
    assert sum(right) == left_out


def test_gaussian_temperature_example():
    model = GaussianNB.from_parameters(["no", "yes"], [0.5, 0.5], mean=[[25.0], [19.5]], std=[[6.4], [1.0]])
    working = model.working([22.8])
    assert working["score(no)"] == pytest.approx(0.0293792764634, rel=1e-11)
    assert working["score(yes)"] == pytest.approx(0.000861284469527, rel=1e-11)
    assert working["P(no|x)"] == pytest.approx(0.971519, abs=5e-7)
    assert working["decision"] == model.predict([[22.8]])[0] == "no"


@pytest.mark.parametrize(("crossing", "step"), [(17.2219, 1), (21.5028, -1)])
def test_gaussian_temperature_example_has_two_boundaries(crossing, step):
    model = GaussianNB.from_parameters(["no", "yes"], [0.5, 0.5], mean=[[25.0], [19.5]], std=[[6.4], [1.0]])
    outside, inside = crossing - step * 5e-5, crossing + step * 5e-5
    assert model.predict([[outside], [inside]]).tolist() == ["no", "yes"]
    for _ in range(60):
        middle = (outside + inside) / 2
        outside, inside = (outside, middle) if model.predict([[middle]])[0] == "yes" else (middle, inside)
    close(model.predict_proba([[middle]]), [[0.5, 0.5]], 1e-12)


def test_bernoulli_five_features():
    chances = [[0.2, 0.3, 0.4, 0.5, 0.6], [0.9, 0.8, 0.7, 0.6, 0.5]]
    model = BernoulliNB.from_parameters(["none", "object"], [0.7, 0.3], chances)
    working = model.working([1, 1, 1, 0, 1])
    assert working["score(object)"] == Fraction("0.03024")
    assert working["score(none)"] == Fraction("0.00504")
    assert working["P(object|x)"] == Fraction(6, 7)
    close(model.predict_proba([[1, 1, 1, 0, 1]]), [[1 / 7, 6 / 7]], 1e-14)
    close(np.exp(model.predict_joint_log_proba([[1, 1, 1, 0, 1]])), [[0.00504, 0.03024]], 1e-14)


def test_working_turns_floats_back_into_the_fractions_they_came_from():
    X, y = [[1]] * 3 + [[0]] * 10 + [[1]] * 96 + [[0]], ["a"] * 13 + ["b"] * 97
    working = BernoulliNB(alpha=0, class_prior=[1 / 3, 2 / 3]).fit(X, y).working([1])
    assert (working["P(a)"], working["P(b)"]) == (Fraction(1, 3), Fraction(2, 3))
    assert (working["P(x1=1|a)"], working["P(x1=1|b)"]) == (Fraction(3, 13), Fraction(96, 97))


def test_multinomial_shares_are_counts_over_the_total():
    model = MultinomialNB(alpha=0).fit([[2, 1, 1], [1, 0, 3], [0, 5, 5]], ["a", "a", "b"])
    close(model.feature_prob_, [[3 / 8, 1 / 8, 4 / 8], [0, 1 / 2, 1 / 2]], 1e-15)
    close(np.exp(model.log_likelihood([[0, 2, 1]])), [[1 / 128, 1 / 8]], 1e-15)
    working = model.working([0, 2, 1])
    assert [step for step in working if step.endswith("|a)")] == ["P(x2=2|a)", "P(x3=1|a)"]
    close([working["P(x2=2|a)"], working["P(x3=1|a)"], working["score(a)"]], [1 / 64, 1 / 2, 1 / 192], 1e-15)


@pytest.mark.parametrize(("ddof", "variance"), [(0, 2 / 3), (1, 1.0)])
def test_gaussian_spread_divides_by_n_less_ddof(ddof, variance):
    model = GaussianNB(ddof=ddof).fit([[1], [2], [3], [5], [6], [7]], list("aaabbb"))
    close(model.mean_, [[2], [6]], 1e-15)
    close(model.std_, np.sqrt([[variance], [variance]]), 1e-15)


def test_peak_of_one_kernel():
    assert math.exp(log_kernel_density(np.zeros(1), np.zeros(1), 5)[0]) == pytest.approx(0.0797885, abs=5e-8)
    model = KernelNB(bandwidth=5).fit([[15.0], [200.0]], ["a", "b"])
    assert model.working([15.0])["p(15|a)"] == pytest.approx(1 / (5 * math.sqrt(2 * math.pi)), rel=1e-14)


def test_exact_tie_goes_to_the_class_that_sorts_first():
    assert BernoulliNB().fit([[0], [1], [0], [1]], ["b", "b", "a", "a"]).predict([[0], [1]]).tolist() == ["a", "a"]
    X = [[2, 2, 1, 1], [1, 1, 0, 2], [0, 1, 0, 2], [2, 2, 2, 2], [0, 0, 0, 2], [2, 2, 2, 2], [2, 0, 0, 2], [0, 2, 2, 2]]
    model = CategoricalNB().fit(X, [0, 0, 1, 1, 0, 1, 0, 1])
    working = model.working([1, 1, 2, 1])  # the factors of the two classes differ, their products do not
    assert working["score(0)"] == working["score(1)"]
    assert working["decision"] == "0"
    assert model.predict([[1, 1, 2, 1]]).tolist() == [0]


# ---- laws

law = settings(max_examples=60, derandomize=True, database=None)

KINDS = {
    "categorical": (CategoricalNB(), st.integers(0, 3)),
    "bernoulli": (BernoulliNB(), st.integers(0, 1)),
    "multinomial": (MultinomialNB(), st.integers(0, 6)),
    "gaussian": (GaussianNB(), st.integers(-20, 20)),
    "kernel": (KernelNB(bandwidth=3), st.integers(-20, 20)),
}
FACTORS = ("categorical", "bernoulli", "gaussian", "kernel")  # one independent factor for each feature


@st.composite
def problems(draw, kinds=tuple(KINDS), columns=(1, 4), missing=False):
    """A kind, a new model of it, X, y with each class twice or more, and queries made of the values in X."""
    kind = draw(st.sampled_from(kinds))
    model, values = KINDS[kind]
    K, d, more = draw(st.integers(2, 3)), draw(st.integers(*columns)), draw(st.integers(0, 7))
    X = draw(arrays(int, (2 * K + more, d), elements=values))
    if kind == "gaussian":
        X[:K], X[K : 2 * K] = -25, 25  # no feature is constant in a class
    y = np.concatenate([np.arange(2 * K) % K, draw(arrays(int, more, elements=st.integers(0, K - 1)))])
    if missing:
        X = X.astype(float)
        X[2 * K :][draw(arrays(bool, (more, d)))] = nan
    queries = X.copy()
    queries[:, 0] = X[::-1, 0]
    return kind, clone(model), X, y, queries


def brute_factor(kind, own, everyone, value):
    """P(value | class) in plain Python, from the values of one feature in the class and in the whole training set."""
    if kind == "categorical":
        return (own.count(value) + 1) / (len(own) + len(set(everyone)))
    if kind == "bernoulli":
        one = (sum(own) + 1) / (len(own) + 2)
        return one if value == 1 else 1 - one
    if kind == "gaussian":
        return NormalDist(fmean(own), pstdev(own)).pdf(value)
    return fmean(NormalDist(point, 3).pdf(value) for point in own)


def brute_scores(kind, X, y, queries):
    """P(class) times the product of the factors, shape (n, K); missing values are left out one by one."""
    scores = np.zeros((len(queries), max(y) + 1))
    for k in range(max(y) + 1):
        for n, query in enumerate(queries.tolist()):
            scores[n, k] = (y == k).mean()
            for i, value in enumerate(query):
                own = [v for v in X[y == k, i].tolist() if not math.isnan(v)]
                everyone = [v for v in X[:, i].tolist() if not math.isnan(v)]
                scores[n, k] *= 1 if math.isnan(value) else brute_factor(kind, own, everyone, value)
    return scores


@law
@given(problems())
def test_posteriors_sum_to_one_and_predict_takes_the_largest(problem):
    _, model, X, y, queries = problem
    posterior = model.fit(X, y).predict_proba(queries)
    assert ((posterior >= 0) & (posterior <= 1)).all()
    close(posterior.sum(axis=1), 1, 1e-12)
    close(np.exp(model.predict_log_proba(queries)), posterior, 1e-12)
    taken = posterior[np.arange(len(queries)), np.searchsorted(model.classes_, model.predict(queries))]
    close(taken, posterior.max(axis=1), 1e-12)
    assert model.score(queries, y) == np.mean(model.predict(queries) == y)


@law
@given(problems(FACTORS))
def test_score_is_the_product_of_prior_and_factors(problem):
    kind, model, X, y, queries = problem
    close(model.fit(X, y).predict_joint_log_proba(queries), np.log(brute_scores(kind, X, y, queries)))


@law
@given(problems(FACTORS, missing=True))
def test_missing_cell_in_training_is_in_no_denominator(problem):
    kind, model, X, y, queries = problem
    close(model.fit(X, y).predict_joint_log_proba(queries), np.log(brute_scores(kind, X, y, queries)))


@law
@given(problems(("multinomial",), missing=True))
def test_missing_count_is_left_out_of_the_sums(problem):
    _, model, X, y, queries = problem
    zeros = clone(model).fit(np.nan_to_num(X), y)
    close(model.fit(X, y).predict_log_proba(queries), zeros.predict_log_proba(np.nan_to_num(queries)), 1e-12)


@law
@given(problems(FACTORS, columns=(2, 4)), st.data())
def test_missing_value_in_prediction_is_like_a_model_without_the_feature(problem, data):
    _, model, X, y, queries = problem
    gone = data.draw(st.integers(0, X.shape[1] - 1))
    holes = queries.astype(float)
    holes[:, gone] = nan
    without = clone(model).fit(np.delete(X, gone, axis=1), y)
    close(model.fit(X, y).predict_log_proba(holes), without.predict_log_proba(np.delete(queries, gone, axis=1)))


@pytest.mark.parametrize("kind", KINDS)
def test_row_without_any_value_gets_the_prior(kind):
    model, X, y = sample(kind)
    close(model.fit(X, y).predict_proba(np.full((2, 4), nan)), np.tile(model.class_prior_, (2, 1)), 1e-14)
    assert float(model.working([nan] * 4)["P(0|x)"]) == pytest.approx(model.class_prior_[0], rel=1e-14)


def sample(kind, n=40, d=4, seed=0):
    """One model and random data for it, with three classes."""
    rng = np.random.default_rng(seed)
    draws = {"categorical": (0, 4), "bernoulli": (0, 2), "multinomial": (0, 7)}
    X = rng.integers(*draws[kind], (n, d)) if kind in draws else rng.normal(size=(n, d))
    return clone(KINDS[kind][0]), X, np.arange(n) % 3


@law
@given(problems(), st.randoms(use_true_random=False))
def test_order_of_rows_and_features_does_not_matter(problem, random):
    _, model, X, y, queries = problem
    wanted = model.fit(X, y).predict_log_proba(queries)
    rows, columns = list(range(len(X))), list(range(X.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    close(clone(model).fit(X[rows], y[rows]).predict_log_proba(queries), wanted)
    close(clone(model).fit(X[:, columns], y).predict_log_proba(queries[:, columns]), wanted)
    close(model.fit(X, y).predict_log_proba(queries[rows[:3]]), wanted[rows[:3]])


@law
@given(problems(("categorical",)))
def test_names_of_the_categories_do_not_matter(problem):
    _, model, X, y, queries = problem
    wanted = model.fit(X, y).predict_log_proba(queries)
    words = np.array(["delta", "alpha", "charlie", "b"])
    for names in (words, words.astype(object), np.array([7, -3, 100, 0]), np.array([0.5, -2.0, 9.25, 3.0])):
        close(clone(model).fit(names[X], y).predict_log_proba(names[queries]), wanted, 1e-13)
        close(clone(model).fit(names[X].tolist(), y).predict_log_proba(names[queries].tolist()), wanted, 1e-13)
        close(clone(model).fit(names[X], y).predict_log_proba(names[queries].tolist()), wanted, 1e-13)
        close(clone(model).fit(names[X].tolist(), y).predict_log_proba(names[queries]), wanted, 1e-13)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, bool])
def test_type_of_the_integers_does_not_matter(dtype):
    codes = np.array([[0, 1], [1, 0], [1, 1], [0, 0], [1, 0]])
    y = [0, 1, 1, 0, 0]
    wanted = CategoricalNB().fit(codes, y).predict_log_proba(codes)
    close(CategoricalNB().fit(codes.astype(dtype), y).predict_log_proba(codes.astype(dtype)), wanted, 1e-15)
    close(CategoricalNB().fit(codes, y).predict_log_proba(codes.astype(dtype)), wanted, 1e-15)


def test_whole_range_of_small_integers_does_not_overflow():
    codes = np.arange(-128, 128).astype(np.int8)[:, None]
    model = CategoricalNB().fit(codes, np.arange(256) % 2)
    assert model.categories_[0].tolist() == list(range(-128, 128))
    assert model.predict(codes).tolist() == [0, 1] * 128


@law
@given(problems())
def test_doubling_the_data_leaves_unsmoothed_estimates(problem):
    kind, model, X, y, queries = problem
    if "alpha" in model.get_params():
        X, queries = (X + 1, queries + 1) if kind == "multinomial" else (X, queries)
        model.set_params(alpha=0)
    once, twice = clone(model).fit(X, y), clone(model).fit(np.vstack([X, X]), np.concatenate([y, y]))
    close(twice.class_prior_, once.class_prior_, 1e-14)
    close(twice.predict_joint_log_proba(X), once.predict_joint_log_proba(X), 1e-11)


@law
@given(problems(("categorical", "bernoulli", "multinomial")))
def test_huge_alpha_leaves_the_prior_alone(problem):
    _, model, X, y, queries = problem
    posterior = model.set_params(alpha=1e12).fit(X, y).predict_proba(queries)
    close(posterior, np.tile(model.class_prior_, (len(queries), 1)), 1e-9)


@law
@given(problems(("categorical",)), st.floats(1e-3, 100))
def test_smoothed_table_sums_to_one_in_each_class(problem, alpha):
    _, model, X, y, _ = problem
    for log_prob in model.set_params(alpha=alpha).fit(X, y).category_log_prob_:
        close(np.exp(log_prob).sum(axis=1), 1, 1e-12)
        assert (log_prob < 0).all() or log_prob.shape[1] == 1


@law
@given(problems(("categorical",)), st.floats(1e-9, 0.5))
def test_epsilon_replaces_the_zeros_and_nothing_else(problem, epsilon):
    _, model, X, y, queries = problem
    raw = clone(model).set_params(alpha=0).fit(X, y)
    model.set_params(alpha=0, epsilon=epsilon).fit(X, y)
    for counts, before, after in zip(
        raw.category_count_, raw.category_log_prob_, model.category_log_prob_, strict=True
    ):
        close(after[counts > 0], before[counts > 0], 0)
        close(after[counts == 0], np.log(epsilon), 1e-15)
    working = model.working(queries[0])
    assert float(working["P(0|x)"]) == pytest.approx(model.predict_proba(queries[:1])[0, 0], rel=1e-11)


@pytest.mark.parametrize("kind", KINDS)
@law
@given(st.data())
def test_working_agrees_with_predict_proba(kind, data):
    _, model, X, y, queries = data.draw(problems((kind,)))
    posterior = model.fit(X, y).predict_proba(queries[:3])
    scores = np.exp(model.predict_joint_log_proba(queries[:3]))
    for n, query in enumerate(queries[:3]):
        working = model.working(query)
        close([float(working[f"P({c}|x)"]) for c in model.classes_], posterior[n])
        close([float(working[f"score({c})"]) for c in model.classes_], scores[n])
        close(float(working["evidence"]), scores[n].sum())
        assert posterior[n].max() - posterior[n][int(working["decision"])] < 1e-12
        assert list(working)[-1] == "decision"


@pytest.mark.parametrize("scale", [1e-100, 1e-9, 1e-3, 1.0, 1e5, 1e14, 1e100])
@pytest.mark.parametrize("kind", ["gaussian", "kernel"])
def test_whoever_works_out_a_printed_density_arrives_at_it(kind, scale):
    checked = 0
    for seed in range(20):
        model, X, y = sample(kind, d=2, seed=seed)
        model = model.set_params(bandwidth=scale) if kind == "kernel" else model
        wrong, found = check(model.fit(scale * X, y).working(scale * X[seed]))
        assert wrong == []
        checked += found
    assert checked >= 20 * (3 + 3 + 3 + 1)  # priors, scores, posteriors, evidence


@pytest.mark.parametrize("alpha", [0, 1e-12, 1 / 3, 0.1, 1, 2.5, 1e9])
@pytest.mark.parametrize("kind", ["categorical", "bernoulli", "multinomial"])
def test_whoever_works_out_a_printed_count_arrives_at_it(kind, alpha):
    checked = 0
    for seed in range(20):
        model, X, y = sample(kind, seed=seed)
        X = 1000 * X if kind == "multinomial" and seed % 2 else X  # shares of many digits
        x = np.minimum(X[seed], 3) if kind == "multinomial" else X[seed]
        wrong, found = check(model.set_params(alpha=alpha).fit(X, y).working(x))
        assert wrong == []
        checked += found
    assert checked >= 20 * (3 + 3 + 3 + 1)


@pytest.mark.parametrize(("scale", "word"), [(1e-100, "large"), (1e100, "small")])
def test_working_whose_products_no_float_can_hold_says_so(scale, word):
    model, X, y = sample("gaussian")
    model.fit(scale * X, y)
    assert np.isfinite(model.predict_log_proba(scale * X)).all()
    with pytest.raises(ValueError, match=f"products are too {word}: use predict_log_proba"):
        model.working(scale * X[0])


def test_working_far_out_has_the_density_0():
    model = GaussianNB.from_parameters(["a", "b"], [0.5, 0.5], [[0.0], [1e200]], [[1.0], [1e199]])
    working = model.working([1e200])
    assert (working["p(1e+200|a)"], working["P(b|x)"]) == (0, 1)


def test_working_of_a_large_count_takes_no_time():
    model = MultinomialNB().fit([[3, 1], [1, 2]], ["a", "b"])
    start = perf_counter()
    assert model.working([1000, 3])["decision"] == "a"
    with pytest.raises(ValueError, match="products are too small"):
        model.working([300_000, 3])
    assert perf_counter() - start < 0.5


def test_working_of_a_class_with_braces_in_its_name():
    model = BernoulliNB().fit([[0], [1]], ["{a}", "b}"])
    assert model.working([0])["decision"] == "{a}"


def test_epsilon_is_not_said_to_be_a_count():
    model = CategoricalNB(alpha=0, epsilon=1e-6).fit(tennis.X, tennis.y)
    step = model.working(["Overcast", "Hot", "High", "Strong"]).step("P(Overcast|No)")
    assert (step.value, step.note) == (Fraction(1, 10**6), "a zero, replaced by epsilon")
    assert "0" not in step.numbers


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_input_is_never_changed_and_may_be_read_only(kind, missing):
    model, X, y = sample(kind)
    X = X.astype(float)
    if missing:
        X[::7, 1] = nan
    before_X, before_y = X.copy(), y.copy()
    X.flags.writeable = y.flags.writeable = False
    model.fit(X, y)
    for method in (model.predict, model.predict_proba, model.log_likelihood):
        method(X)
    model.score(X, y)
    model.working(X[3])
    np.testing.assert_array_equal(X, before_X)
    np.testing.assert_array_equal(y, before_y)


def test_given_prior_is_not_changed():
    prior = np.array([0.2, 0.5, 0.3])
    model, X, y = sample("gaussian")
    model.set_params(class_prior=prior).fit(X, y).predict(X)
    assert prior.tolist() == [0.2, 0.5, 0.3]


@pytest.mark.parametrize("kind", KINDS)
def test_two_thousand_features_do_not_underflow(kind):
    model, X, y = sample(kind, d=1)
    one = model.fit(X, y).log_likelihood(X)
    many = clone(model).fit(np.tile(X, (1, 2000)), y)
    if kind == "multinomial":  # shares of a total: each of 2000 equal features has a 2000th
        close(many.log_likelihood(np.tile(X, (1, 2000))), X * 2000 * -math.log(2000) * np.ones(3), 1e-9)
    else:
        close(many.log_likelihood(np.tile(X, (1, 2000))), 2000 * one, 1e-9)
    posterior = many.predict_proba(np.tile(X, (1, 2000)))
    close(posterior.sum(axis=1), 1, 1e-12)


def test_tiny_bandwidth_is_the_nearest_instance():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(30, 1)), np.arange(30) % 2
    queries = rng.normal(size=(100, 1))
    nearest = y[np.abs(queries - X.T).argmin(axis=1)]
    for bandwidth in (1e-4, 1e-30, 1e-100):
        posterior = KernelNB(bandwidth, class_prior="uniform").fit(X, y).predict_proba(queries)
        assert np.isfinite(posterior).all()
        assert posterior.argmax(axis=1).tolist() == nearest.tolist()


def test_large_bandwidth_leaves_the_prior_alone():
    model, X, y = sample("kernel")
    posterior = model.set_params(bandwidth=1e8).fit(X, y).predict_proba(X)
    close(posterior, np.tile(model.class_prior_, (len(X), 1)), 1e-12)


@law
@given(st.sampled_from([int, np.uint8, float, str, object]), st.integers(0, 10_000))
def test_codes_of_the_engine_are_positions_in_a_list(dtype, seed):
    rng = np.random.default_rng(seed)
    stretch = rng.choice([1, 7])  # whole numbers with and without gaps
    column, queries = ((stretch * rng.integers(0, 9, size)).astype(dtype) for size in (12, 30))
    if dtype in (float, object):
        queries[::5] = nan if dtype is float else None
        column[0] = nan if dtype is float else None
    values = distinct(column)
    assert values.tolist() == sorted({value for value in column.tolist() if value == value and value is not None})
    wanted = [
        len(values) if value is None or value != value else [*values.tolist(), value].index(value)
        for value in queries.tolist()
    ]
    unknown = [value == value and value is not None and value not in values.tolist() for value in queries.tolist()]
    assert codes(queries, values).tolist() == np.where(unknown, -1, wanted).tolist()


@pytest.mark.parametrize("far", [50.0, 1e5, 1e100])
def test_far_from_all_instances_the_kernel_does_not_underflow(far):
    model = KernelNB().fit([[0.0], [1.0], [-1.0], [2.0]], ["a", "b", "a", "b"])
    assert np.isfinite(model.log_likelihood([[far]])).all()
    assert model.predict([[min(far, 1e5)]]).tolist() == ["b"]


# ---- references


def reference_prior(prior):
    """Our `class_prior` in scikit-learn's two settings."""
    return {"fit_prior": prior != "uniform", "class_prior": None if prior == "uniform" else prior}


def agree(ours, theirs, X, y, codes=None):
    """Fit both and compare; `codes` is what scikit-learn gets in place of X."""
    codes = X if codes is None else codes
    ours.fit(X, y), theirs.fit(codes, y)
    close(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(codes), 1e-9)
    close(ours.predict_log_proba(X), theirs.predict_log_proba(codes), 1e-9)
    close(ours.predict_proba(X), theirs.predict_proba(codes), 1e-9)
    assert ours.predict(X).tolist() == theirs.predict(codes).tolist()
    assert ours.score(X, y) == theirs.score(codes, y)


@pytest.mark.parametrize("values", ["int", "str", "object"])
@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("alpha", [1e-3, 0.5, 1, 7.0])
def test_categorical_is_that_of_scikit_learn(alpha, prior, values):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        sizes = np.array([2, 3, 5, 8])
        codes = np.vstack([np.arange(8)[:, None] % sizes, rng.integers(0, sizes, (70, 4))])
        y = np.array(["u", "v", "w"])[rng.permutation(np.arange(78) % 3)]
        X = codes if values == "int" else np.array(list("hcagbfed"))[codes].astype(values)
        codes = codes if values == "int" else OrdinalEncoder().fit_transform(X)
        theirs = sk.CategoricalNB(alpha=alpha, **reference_prior(prior))
        agree(CategoricalNB(alpha=alpha, class_prior=prior), theirs, X, y, codes)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("alpha", [1e-3, 0.5, 1, 7.0])
def test_bernoulli_is_that_of_scikit_learn(alpha, prior):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        y = rng.permutation(np.arange(50) % 3)
        X = (rng.random((50, 9)) < rng.random((3, 9))[y]).astype([int, float, bool][seed])
        agree(BernoulliNB(alpha, prior), sk.BernoulliNB(alpha=alpha, **reference_prior(prior)), X, y)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("alpha", [1e-3, 0.5, 1, 7.0])
def test_multinomial_is_that_of_scikit_learn(alpha, prior):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        y = rng.permutation(np.arange(50) % 3)
        X = rng.poisson(rng.gamma(1, 2, (3, 12))[y]) * [1, 1.0, 0.25][seed]
        agree(MultinomialNB(alpha, prior), sk.MultinomialNB(alpha=alpha, **reference_prior(prior)), X, y)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("var_smoothing", [0, 1e-9, 0.1])
def test_gaussian_is_that_of_scikit_learn(var_smoothing, prior):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        y = rng.permutation(np.arange(60) % 3)
        X = rng.normal(rng.normal(0, 2, (3, 5))[y], rng.gamma(2, 1, (3, 5))[y])
        theirs = sk.GaussianNB(var_smoothing=var_smoothing, priors=[1 / 3] * 3 if prior == "uniform" else prior)
        ours = GaussianNB(var_smoothing=var_smoothing, class_prior=prior)
        agree(ours, theirs, X, y)
        close(ours.mean_, theirs.theta_, 1e-12)
        close(ours.std_**2, theirs.var_, 1e-12)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("bandwidth", [0.1, 1, [0.2, 1.5, 0.7]])
def test_kernel_is_that_of_scikit_learn(bandwidth, prior):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        y = rng.permutation(np.arange(60) % 3)
        X, queries = rng.normal(rng.normal(0, 2, (3, 3))[y]), rng.normal(0, 3, (40, 3))
        model = KernelNB(bandwidth, prior).fit(X, y)
        widths = np.broadcast_to(bandwidth, 3)
        scores = np.zeros((40, 3)) + np.log(prior if isinstance(prior, list) else 1 / 3)  # the classes are equally many
        for k in range(3):
            for i in range(3):
                theirs = KernelDensity(bandwidth=widths[i]).fit(X[y == k, i : i + 1])
                scores[:, k] += theirs.score_samples(queries[:, i : i + 1])
        close(model.predict_joint_log_proba(queries), scores, 1e-9)
        close(model.predict_log_proba(queries), scores - np.logaddexp.reduce(scores, axis=1, keepdims=True), 1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_clone_keeps_the_settings_and_nothing_learned(kind):
    model, X, y = sample(kind)
    copy = clone(model.set_params(class_prior=[0.2, 0.5, 0.3]).fit(X, y))
    assert copy.get_params() == model.get_params()
    with pytest.raises(NotFittedError):
        copy.predict(X)


@pytest.mark.parametrize(
    ("kind", "theirs"),
    [
        ("categorical", sk.CategoricalNB(min_categories=4)),
        ("bernoulli", sk.BernoulliNB()),
        ("multinomial", sk.MultinomialNB()),
        ("gaussian", sk.GaussianNB()),
    ],
)
def test_cross_val_score_is_that_of_scikit_learn(kind, theirs):
    model, X, _ = sample(kind, n=90, seed=3)
    y = np.repeat([0, 1, 2], [37, 30, 23])  # classes of different size: no exact ties
    words = np.array(["no", "perhaps", "yes"])[y]
    assert cross_val_score(model, X, words).tolist() == cross_val_score(theirs, X, words).tolist()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(CategoricalNB(), sk.CategoricalNB(min_categories=4)), (BernoulliNB(), sk.BernoulliNB())],
)
def test_grid_search_over_alpha_is_that_of_scikit_learn(ours, theirs):
    rng = np.random.default_rng(8)
    y = np.arange(120) % 2
    X = (rng.random((120, 12)) < 0.5 + 0.1 * y[:, None]).astype(int)
    grid = {"alpha": [0.01, 0.1, 1, 10, 100]}
    found = GridSearchCV(ours, grid, error_score="raise").fit(X, y)
    wanted = GridSearchCV(theirs, grid).fit(X, y)
    close(found.cv_results_["mean_test_score"], wanted.cv_results_["mean_test_score"], 1e-15)
    assert found.best_params_ == wanted.best_params_
    assert found.best_estimator_.predict(X).tolist() == wanted.best_estimator_.predict(X).tolist()


def test_pipeline_with_a_scaler():
    _, X, y = sample("gaussian", seed=4)
    X = X * [1, 10, 100, 1000] + y[:, None]
    plain = GaussianNB().fit(X, y)
    close(make_pipeline(StandardScaler(), GaussianNB()).fit(X, y).predict_proba(X), plain.predict_proba(X), 1e-9)
    scaled = make_pipeline(StandardScaler(), KernelNB(bandwidth=0.5)).fit(X, y)
    by_hand = KernelNB(bandwidth=0.5 * X.std(axis=0)).fit(X, y)
    close(scaled.predict_proba(X), by_hand.predict_proba(X), 1e-9)
    assert cross_val_score(scaled, X, y, error_score="raise").shape == (5,)


# ---- bad input

NUMBERS = [[1.0, 2.0], [2.0, 1.0], [3.0, 5.0], [4.0, 3.0]]
BITS = [[0, 1], [1, 1], [1, 0], [0, 0]]
WORDS = [["a", "x"], ["b", "y"], ["a", "y"], ["b", "x"]]
LABELS = ["no", "yes", "no", "yes"]
GOOD = {CategoricalNB: WORDS, BernoulliNB: BITS, MultinomialNB: BITS, GaussianNB: NUMBERS, KernelNB: NUMBERS}
APART = CategoricalNB(alpha=0).fit([["a", "x"], ["b", "y"]], ["no", "yes"])  # ("a", "y") is in neither class


def fit(model, X=None, y=LABELS):
    return model.fit(GOOD[type(model)] if X is None else X, y)


@pytest.mark.parametrize("Model", EVERY_MODEL)
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (None, ["no", None, "no", "yes"], "y must not hold missing labels; row 1"),
        (None, [0, 1, nan, 1], "y must not hold missing labels; row 2"),
        (None, ["no"] * 4, "y must hold at least 2 classes; it holds only"),
        (None, LABELS[:3], "y must hold one label for each of the 4 rows"),
        (None, [[label] for label in LABELS], "y must hold one label for each of the 4 rows"),
        (None, [], "y must hold one label"),
        ([], [], "X must be a table"),
        (np.empty((0, 2)), [], "X must not be empty"),
        (np.empty((4, 0)), LABELS, "X must not be empty"),
        ([[], []], ["no", "yes"], "X must not be empty"),
        (np.array([1.0, 0.0, 1.0, 0.0]), LABELS, "X must be a table"),
        ([1, 0, 1, 0], LABELS, "X must be a table"),
        (np.zeros((4, 2, 2)), LABELS, "X must be a table"),
        ([[1, 0], [1], [0, 1], [0, 0]], LABELS, "X must"),
    ],
)
def test_bad_training_data_is_refused(Model, X, y, message):
    with pytest.raises(ValueError, match=message):
        fit(Model(), X, y)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fit(CategoricalNB(), ["ab", "cd", "ab", "cd"]), "X must be a table"),
        (lambda: fit(CategoricalNB(class_prior="unifrom")), "class_prior .*unifrom"),
        (lambda: fit(CategoricalNB(alpha=-0.5)), "alpha must be a number of at least 0; got -0.5"),
        (lambda: fit(CategoricalNB(alpha=nan)), "alpha must be a number of at least 0; got nan"),
        (lambda: fit(CategoricalNB(alpha=inf)), "alpha must be a number of at least 0; got inf"),
        (lambda: fit(CategoricalNB(alpha="1")), "alpha must be a number of at least 0; got '1'"),
        (lambda: fit(CategoricalNB(alpha=None)), "alpha must be a number of at least 0; got None"),
        (lambda: fit(CategoricalNB(epsilon=-0.1)), "epsilon must be a number of at least 0; got -0.1"),
        (lambda: fit(CategoricalNB(epsilon=nan)), "epsilon must be a number"),
        (lambda: fit(BernoulliNB(alpha=-1)), "alpha must be a number of at least 0; got -1"),
        (lambda: fit(MultinomialNB(alpha="big")), "alpha must be a number of at least 0; got 'big'"),
        (lambda: fit(GaussianNB(var_smoothing=-1e-9)), "var_smoothing must be a number of at least 0"),
        (lambda: fit(GaussianNB(ddof=-1)), "ddof must be a number of at least 0"),
        (lambda: fit(KernelNB(bandwidth=0)), "bandwidth must be a number above 0; got 0"),
        (lambda: fit(KernelNB(bandwidth=-1.5)), "bandwidth must be a number above 0; got -1.5"),
        (lambda: fit(KernelNB(bandwidth=nan)), "bandwidth must be a number above 0"),
        (lambda: fit(KernelNB(bandwidth="scott")), "bandwidth must be a number above 0; got 'scott'"),
        (lambda: fit(KernelNB(bandwidth=[1, 0])), "bandwidth must be a number above 0; got 0"),
        (lambda: fit(KernelNB(bandwidth=[1, 2, 3])), "bandwidth must be one number or one for each of 2 features"),
        (lambda: fit(KernelNB(bandwidth=[])), "bandwidth must be one number or one for each of 2 features"),
        (lambda: fit(CategoricalNB(), [["a", 1], ["b", 2], ["a", "2"], ["b", 1]]), "X mixes int and str in feature 2"),
        (lambda: fit(CategoricalNB(), [["a", None]] * 4), "X has no value at all for feature 2"),
        (lambda: fit(CategoricalNB(), np.array([[1, nan]] * 4)), "X has no value at all for feature 2"),
        (lambda: fit(BernoulliNB(alpha=0), [[1, nan]] * 4), "X has a feature without a single value in some class"),
        (lambda: fit(BernoulliNB(), [[0, 1], [1, 2], [0, 0], [1, 1]]), "X must hold only 0 and 1"),
        (lambda: fit(BernoulliNB(), [[0, 0.5], [1, 1], [0, 0], [1, 1]]), "X must hold only 0 and 1"),
        (lambda: fit(BernoulliNB(), WORDS), "X must hold numbers only"),
        (lambda: fit(BernoulliNB()).predict([[0, 2]]), "X must hold only 0 and 1"),
        (lambda: fit(MultinomialNB(), [[1, -1], [1, 1], [1, 1], [1, 1]]), "X must hold counts, none of them negative"),
        (lambda: fit(MultinomialNB()).predict([[1, -2]]), "X must hold counts, none of them negative"),
        (lambda: fit(MultinomialNB(alpha=0), [[0, 0], [1, 1]] * 2), "X has a class in which nothing is counted"),
        (lambda: fit(GaussianNB(0), [[1, 2], [2, 3], [1, 4], [5, 6]]), "X is constant in feature 1 for class no"),
        (lambda: fit(GaussianNB(var_smoothing=0.1), [[1, 2]] * 4), "X is constant in feature 1 for class no"),
        (lambda: fit(GaussianNB(ddof=2)), "X must hold more than 2 values of each feature in each class"),
        (lambda: fit(GaussianNB(), [[1, nan], [2, 3], [3, nan], [4, 5]]), "X must hold more than 0 values"),
        (lambda: fit(GaussianNB(), WORDS), "X must hold numbers only"),
        (lambda: fit(GaussianNB(), [[1, 2], [2, inf], [1, 3], [2, 4]]), "X must be finite; .* row 1"),
        (lambda: fit(KernelNB(), [[1, 2], [2, 3], [1, 3], [-inf, 4]]), "X must be finite; .* row 3"),
        (lambda: fit(MultinomialNB(), [[1, 2], [inf, 3], [1, 3], [2, 4]]), "X must be finite; .* row 1"),
        (lambda: fit(BernoulliNB(), [[inf, 1], [1, 0], [1, 0], [0, 1]]), "X must be finite; .* row 0"),
        (lambda: fit(GaussianNB()).predict([[1, 2], [inf, 1]]), "X must be finite; .* row 1"),
        (lambda: fit(KernelNB(), [[1, nan], [2, 3], [3, nan], [4, 5]]), "X has a feature without a single value"),
        (lambda: fit(CategoricalNB()).predict([["a", "z"]]), "X holds a value not seen in training: 'z' for feature 2"),
        (lambda: fit(CategoricalNB()).predict(np.array([["a", "z"]])), "not seen in training: 'z' for feature 2"),
        (lambda: fit(CategoricalNB()).predict([["a", 1]]), "X holds a value not seen in training: 1 for feature 2"),
        (lambda: fit(CategoricalNB()).working(["c", "x"]), "X holds a value not seen in training: 'c' for feature 1"),
        (lambda: fit(CategoricalNB(), np.array(BITS)).predict(np.array([[0, 2]])), "training: 2 for feature 2"),
        (lambda: fit(CategoricalNB(), np.array(BITS)).predict(np.array([[-1, 1]])), "training: -1 for feature 1"),
        (lambda: fit(CategoricalNB(), np.array(BITS)).predict([[0.5, 1]]), "training: 0.5 for feature 1"),
        (lambda: BernoulliNB.from_parameters(["a", "b"], [0.5, 0.5], [[0.5], [1.5]]), "feature_prob must hold probab"),
        (lambda: BernoulliNB.from_parameters(["a", "b"], [0.5, 0.5], [[0.5]]), "feature_prob must have one row per"),
        (lambda: BernoulliNB.from_parameters(["a", "b"], [0.5, 0.6], [[0.5], [0.5]]), "class_prior must sum to 1"),
        (lambda: BernoulliNB.from_parameters(["a", "a"], [0.5, 0.5], [[0.5], [0.5]]), "classes must"),
        (lambda: GaussianNB.from_parameters(["a", "b"], [0.5, 0.5], [[1], [2]], [[1], [0]]), "std must be above 0"),
        (lambda: GaussianNB.from_parameters(["a", "b"], [0.5, 0.5], [[1], [2]], [[1]]), "mean and std must both have"),
        (lambda: GaussianNB.from_parameters(["a", "b"], [0.5, 0.5], [1, 2], [[1], [1]]), "mean must be a table"),
    ],
)
def test_bad_argument_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("Model", EVERY_MODEL)
@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ([0.2, 0.3, 0.5], "class_prior must hold 2 probabilities; got an array of shape"),
        (0.5, "class_prior must hold 2 probabilities"),
        ([0.5, 0.6], "class_prior must sum to 1; it sums to 1.1"),
        ([-0.5, 1.5], "class_prior must not hold negative or missing probabilities"),
        ([nan, 1], "class_prior must not hold negative or missing probabilities"),
    ],
)
def test_bad_prior_is_refused_by_name(Model, prior, message):
    with pytest.raises(ValueError, match=message):
        fit(Model(class_prior=prior))


@pytest.mark.parametrize("Model", EVERY_MODEL)
@pytest.mark.parametrize(
    "method", ["predict", "predict_proba", "predict_log_proba", "predict_joint_log_proba", "score"]
)
def test_wrong_shape_in_prediction_is_refused(Model, method):
    model = fit(Model())
    more = [LABELS] if method == "score" else []
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 1"):
        getattr(model, method)([row[:1] for row in GOOD[Model]], *more)
    with pytest.raises(ValueError, match="X must be a table"):
        getattr(model, method)(np.array(GOOD[Model][0]), *more)
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 3"):
        model.working([*GOOD[Model][0], GOOD[Model][0][0]])
    with pytest.raises(ValueError, match=r"x must be one row, of shape \(d,\); got an array of shape \(1, 2\)"):
        model.working(GOOD[Model][:1])
    with pytest.raises(ValueError, match="y must hold one label for each of the 4 rows"):
        model.score(GOOD[Model], LABELS[:2])


@pytest.mark.parametrize("Model", EVERY_MODEL)
@pytest.mark.parametrize(
    "method",
    ["predict", "predict_proba", "predict_log_proba", "predict_joint_log_proba", "log_likelihood", "score", "working"],
)
def test_model_that_has_not_been_fitted_says_so(Model, method):
    arguments = {"score": (GOOD[Model], LABELS), "working": (GOOD[Model][0],)}.get(method, (GOOD[Model],))
    with pytest.raises(NotFittedError, match=rf"this {Model.__name__} has learned nothing yet: call fit\(X, y\) first"):
        getattr(Model(), method)(*arguments)


@pytest.mark.parametrize(
    "model",
    [CategoricalNB(alpha=-1), BernoulliNB(alpha=-1), MultinomialNB(alpha=-1), GaussianNB(ddof=9), KernelNB(-1)],
)
def test_model_whose_fit_failed_is_not_fitted(model):
    with pytest.raises(ValueError, match="must"):
        fit(model)
    with pytest.raises(NotFittedError):
        model.predict(GOOD[type(model)])


@pytest.mark.parametrize("method", ["predict", "predict_proba", "predict_log_proba", "score", "working"])
def test_row_impossible_in_each_class_is_refused(method):
    arguments = {"score": ([["a", "y"]], ["no"]), "working": (["a", "y"],)}.get(method, ([["a", "x"], ["a", "y"]],))
    with pytest.raises(ValueError, match="(?i)x has probability 0 in every class.*alpha"):
        getattr(APART, method)(*arguments)


def test_row_impossible_in_one_class_belongs_to_the_other():
    close(APART.predict_proba([["a", "x"], ["b", None]]), [[1, 0], [0, 1]], 0)
    assert APART.working(["a", "x"])["P(yes|x)"] == 0
    assert APART.predict_joint_log_proba([["a", "y"]]).tolist() == [[-inf, -inf]]


@pytest.mark.parametrize("Model", [BernoulliNB, MultinomialNB])
def test_zero_times_log_zero_is_zero(Model):
    model = Model(alpha=0).fit([[1, 0, 1], [0, 1, 1]], ["a", "b"])
    close(model.predict_proba([[1, 0, 1], [0, 1, 1]]), [[1, 0], [0, 1]], 0)
    with pytest.raises(ValueError, match="X has probability 0 in every class in row 1"):
        model.predict_proba([[1, 0, 1], [1, 1, 1]])


@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e-8, 123456.789])
def test_constant_feature_does_not_slip_through_by_rounding(value):
    X = [[value], [value], [value], [1.0], [2.0], [3.0]]
    with pytest.raises(ValueError, match="X is constant in feature 1 for class no"):
        GaussianNB(var_smoothing=0).fit(X, ["no"] * 3 + ["yes"] * 3)


@pytest.mark.parametrize(
    "model",
    [
        GaussianNB.from_parameters(["no", "yes"], [0.5, 0.5], [[0.0], [1.0]], [[1.0], [1.0]]),
        KernelNB().fit([[0.0], [1.0]], ["no", "yes"]),
    ],
)
def test_working_far_out_gives_no_false_advice(model):
    close(model.predict_proba([[100.0]]), [[0, 1]], 1e-12)
    try:
        assert model.working([100.0])["decision"] == "yes"
    except ValueError as error:
        assert "alpha" not in str(error) and "probability 0" not in str(error)


@pytest.mark.parametrize(
    ("X", "y", "x"),
    [
        ([[1, "1"], [2, "2"]], ["no", "yes"], [1, "1"]),  # a number and a word that look alike
        ([["o"], ["b"]], ["o", "x"], ["o"]),  # P(o|x): the value o in class x, or class o given x
    ],
)
def test_working_has_a_name_of_its_own_for_each_step(X, y, x):
    model = CategoricalNB().fit(X, y)
    assert float(model.working(x)["score(" + y[0] + ")"]) == pytest.approx(
        np.exp(model.predict_joint_log_proba([x])[0, 0])
    )


# ---- constant features, huge and tiny numbers


def test_gaussian_takes_the_digits_as_scikit_learn_does_and_says_what_it_did():
    X, y = load_digits(return_X_y=True)
    constant = [i + 1 for i in range(64) if any(np.ptp(X[y == k, i]) == 0 for k in range(10))]
    with pytest.warns(UserWarning, match="a billionth of the largest variance was added") as caught:
        ours = GaussianNB().fit(X, y)
    assert f"in feature {', '.join(map(str, constant))}:" in str(caught[0].message)
    assert caught[0].filename == __file__
    theirs = sk.GaussianNB().fit(X, y)
    close(ours.std_**2, theirs.var_, 1e-9)
    assert ours.predict(X).tolist() == theirs.predict(X).tolist()


def test_gaussian_without_a_constant_feature_adds_nothing_by_default():
    _, X, y = sample("gaussian")
    close(GaussianNB().fit(X, y).std_, GaussianNB(var_smoothing=0).fit(X, y).std_, 0)


def test_gaussian_on_a_table_that_never_varies_is_refused():
    with pytest.raises(ValueError, match="X is constant in feature 1 for class no.*: no feature varies at all"):
        GaussianNB().fit([[1.0]] * 4, LABELS)


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e-100, 1e100, 1e200, 1e300])
def test_gaussian_does_not_mind_the_units(scale):
    model, X, y = sample("gaussian")
    wanted = clone(model).fit(X, y)
    found = model.fit(scale * X, y)
    close(found.std_ / scale, wanted.std_, 1e-12)
    close(found.predict_log_proba(scale * X), wanted.predict_log_proba(X), 1e-9)
    close(found.set_params(var_smoothing=0.1).fit(scale * X, y).std_ / scale, GaussianNB(0.1).fit(X, y).std_, 1e-12)


@pytest.mark.parametrize("Model", [GaussianNB, KernelNB])
@pytest.mark.parametrize("far", [1e200, -1e308])
def test_far_out_the_advice_is_one_that_can_be_taken(Model, far):
    model = fit(Model())
    for method in (model.predict, model.predict_proba):
        with pytest.raises(ValueError, match="in row 1: it is too far .* same scale") as error:
            method([[1.0, 2.0], [far, 2.0]])
        assert "alpha" not in str(error.value) and "epsilon" not in str(error.value)


@pytest.mark.parametrize("Model", [BernoulliNB, MultinomialNB])
def test_advice_names_no_setting_that_the_model_lacks(Model):
    with pytest.raises(ValueError, match="alpha above 0") as error:
        Model(alpha=0).fit([[1, 0], [0, 1]], ["a", "b"]).predict([[1, 1]])
    assert "epsilon" not in str(error.value)


@pytest.mark.parametrize("bandwidth", [1e-3, 1.0, 1e300])
def test_kernel_gives_no_nan_at_the_edge_of_the_floats(bandwidth):
    model = KernelNB(bandwidth).fit([[-1e308], [1e308], [0.0], [1.0]], ["a", "b", "a", "b"])
    close(model.predict_proba([[-1e308], [1e308]]), [[1, 0], [0, 1]], 1e-12)
    assert not np.isnan(model.log_likelihood([[1.7e308], [-1.7e308], [3.0]])).any()


def peak_memory(call):
    tracemalloc.start()
    call()
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def test_kernel_takes_at_most_three_times_the_memory_of_scikit_learn():
    rng = np.random.default_rng(0)
    X, queries = rng.normal(size=(20_000, 2)), rng.normal(size=(20_000, 2))
    y = np.arange(20_000) % 2
    model = KernelNB().fit(X, y)
    densities = [[KernelDensity().fit(X[y == k, i : i + 1]) for i in range(2)] for k in range(2)]

    def reference():
        return [[d.score_samples(queries[:50, i : i + 1]) for i, d in enumerate(ds)] for ds in densities]

    grown = [peak_memory(lambda n=n: model.predict(queries[:n])) for n in (50, 200)]
    assert grown[1] < 2 * grown[0]  # blocks, not the whole table
    fitted = peak_memory(lambda: [[KernelDensity().fit(X[y == k, i : i + 1]) for i in range(2)] for k in range(2)])
    assert peak_memory(lambda: model.predict(queries[:50])) < 3 * (fitted + peak_memory(reference))


# ---- weights of the rows


@law
@given(problems(missing=True), st.data())
def test_a_whole_weight_is_the_row_so_many_times(problem, data):
    _, model, X, y, queries = problem
    weight = np.array(data.draw(st.lists(st.integers(1, 3), min_size=len(y), max_size=len(y))))
    again = clone(model).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    model.fit(X, y, sample_weight=weight)
    close(model.class_prior_, again.class_prior_, 1e-14)
    close(model.predict_joint_log_proba(queries), again.predict_joint_log_proba(queries), 1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_a_weight_of_nothing_leaves_the_row_out(kind):
    model, X, y = sample(kind)
    weight = np.arange(40) % 4 > 0
    values = np.unique(X[:, 0]) if kind == "categorical" else None
    assert values is None or set(values) == set(np.unique(X[weight, 0]))
    without = clone(model).fit(X[weight], y[weight])
    model.fit(X, y, sample_weight=weight.astype(float))
    close(model.predict_joint_log_proba(X), without.predict_joint_log_proba(X), 1e-10)


@pytest.mark.parametrize(
    ("kind", "theirs"),
    [
        ("categorical", sk.CategoricalNB()),
        ("bernoulli", sk.BernoulliNB()),
        ("multinomial", sk.MultinomialNB()),
        ("gaussian", sk.GaussianNB(var_smoothing=0)),
    ],
)
def test_weights_do_what_they_do_in_scikit_learn(kind, theirs):
    for seed in range(5):
        model, X, y = sample(kind, seed=seed)
        weight = np.random.default_rng(seed).gamma(1, 2, len(y))
        model.fit(X, y, weight), theirs.fit(X, y, sample_weight=weight)
        close(model.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), 1e-9)
        wrong, checked = check(model.working(X[seed]))
        assert (wrong, checked > 0) == ([], True)


def test_weights_of_a_kernel_density_are_those_of_scikit_learn():
    model, X, y = sample("kernel")
    weight = np.random.default_rng(1).gamma(1, 2, len(y))
    model.fit(X, y, sample_weight=weight)
    for k in range(3):
        wanted = sum(
            KernelDensity(bandwidth=3)
            .fit(X[y == k, i : i + 1], sample_weight=weight[y == k])
            .score_samples(X[:, i : i + 1])
            for i in range(4)
        )
        close(model.log_likelihood(X)[:, k], wanted, 1e-9)


@pytest.mark.parametrize("Model", EVERY_MODEL)
@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 2, 3], "sample_weight must hold 4 numbers"),
        ([1, -1, 1, 1], "sample_weight must hold numbers of at least 0"),
        ([1, nan, 1, 1], "sample_weight must be finite"),
        ([0, 1, 0, 1], "sample_weight must leave something of each class; it leaves nothing of no"),
    ],
)
def test_bad_weights_are_refused(Model, weight, message):
    with pytest.raises(ValueError, match=message):
        Model().fit(GOOD[Model], LABELS, sample_weight=weight)


# ---- values that training has not seen


def test_unknown_value_is_left_out_if_asked():
    model = CategoricalNB(handle_unknown="ignore").fit(tennis.X, tennis.y)
    day, gap = ["Snow", "Cool", "High", "Strong"], [None, "Cool", "High", "Strong"]
    close(model.predict_log_proba([day]), model.predict_log_proba([gap]), 0)
    assert model.working(day)["P(Yes|x)"] == model.working(gap)["P(Yes|x)"]
    with pytest.raises(ValueError, match='with handle_unknown="ignore" it is left out'):
        CategoricalNB().fit(tennis.X, tennis.y).predict([day])
    with pytest.raises(ValueError, match="handle_unknown must be one of 'error', 'ignore'; got 'skip'"):
        fit(CategoricalNB(handle_unknown="skip"))


def test_cross_validation_with_a_rare_value_gives_no_nan():
    X, y = np.array([["a"], ["b"]] * 10, dtype=object), ["no", "yes"] * 10
    X[3, 0] = "rare"
    shares = cross_val_score(CategoricalNB(handle_unknown="ignore"), X, y, cv=5)
    assert np.isfinite(shares).all() and shares.min() > 0.7


# ---- a fit that fails


@pytest.mark.parametrize("Model", EVERY_MODEL)
def test_a_failed_fit_leaves_what_was_learned(Model):
    model = fit(Model())
    before, wanted = pickle.dumps(model), model.predict_log_proba(GOOD[Model])
    bad = {CategoricalNB: [["a", 1], ["b", "y"], ["c", 2]], BernoulliNB: [[0, 2]] * 3, MultinomialNB: [[0, -1]] * 3}
    for X, y in ((bad.get(Model, [[nan, 1.0], [nan, 2.0], [1.0, 2.0]]), ["u", "v", "w"]), (GOOD[Model], ["u"] * 4)):
        with pytest.raises(ValueError, match="X|y"):
            model.fit(X, y)
        assert pickle.dumps(model) == before
    close(model.predict_log_proba(GOOD[Model]), wanted, 0)
