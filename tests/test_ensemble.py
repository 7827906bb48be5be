"""Votes, bagging, forests and stacking: hand-worked numbers, laws, scikit-learn, bad input."""

import itertools
from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from sklearn import ensemble as sk
from sklearn import svm as their_svm
from sklearn.base import clone
from sklearn.inspection import permutation_importance as their_importance
from sklearn.linear_model import LogisticRegression as TheirLogistic
from sklearn.naive_bayes import GaussianNB as TheirBayes
from sklearn.tree import DecisionTreeClassifier as TheirTree

from byhand import forest
from byhand.datasets import half_moons, noisy_disc
from byhand.ensemble import (
    BaggingClassifier,
    amount,
    bootstrap_rows,
    fresh,
    left_out_probability,
    out_of_bag,
    permutation_importance,
    working_bootstrap,
)
from byhand.forest import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    breiman_importance,
    features_per_node,
    plant,
    spread,
)
from byhand.logistic import LogisticRegression
from byhand.naive_bayes import GaussianNB
from byhand.neighbors import KNeighborsClassifier
from byhand.stacking import StackingClassifier, StackingRegressor
from byhand.svm import SVC
from byhand.trees import DecisionTreeClassifier, DecisionTreeRegressor
from byhand.validation import KFold, cross_val_score
from byhand.voting import (
    VotingClassifier,
    VotingRegressor,
    majority,
    majority_probability,
    tally,
    variance_of_mean,
    working_vote,
)

SAMPLES = {  # the draws that a document prints, E-W06, and what is absent from them
    1: ([7, 2, 6, 7, 5, 4, 8, 8, 1, 10], [3, 9]),
    2: ([1, 3, 8, 10, 3, 5, 8, 10, 1, 9], [2, 4, 6, 7]),
    3: ([2, 9, 4, 2, 7, 9, 3, 10, 1, 10], [5, 6, 8]),
}
FORESTS = [RandomForestClassifier, ExtraTreesClassifier, RandomForestRegressor, ExtraTreesRegressor]


def numbers(n=200, d=6, seed=0):
    """Rows whose outcome depends on three of the columns."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X[:, 0] * X[:, 1] + X[:, 2] + 0.5 * rng.normal(size=n)


def labelled(n=200, d=6, seed=0):
    X, y = numbers(n, d, seed)
    return X, np.where(y > 0, "yes", "no")


# ---- values


def test_the_vote_of_three():
    """E-W05: three classifiers on two instances."""
    assert majority([["yes", "no", "yes"], ["yes", "no", "no"]]).tolist() == ["yes", "no"]
    assert tally([["yes", "no", "yes"], ["yes", "no", "no"]]).tolist() == [[1, 2], [2, 1]]
    assert working_vote(["yes", "no", "yes"])["votes(yes)"] == 2
    assert working_vote(["yes", "no", "no"], weights=[3, 1, 1])["decision"] == "yes"


@pytest.mark.parametrize(("draws", "absent"), SAMPLES.values(), ids=SAMPLES)
def test_the_three_samples_of_ten(draws, absent):
    assert (out_of_bag(np.array(draws) - 1, 10) + 1).tolist() == absent
    steps = working_bootstrap(draws, 10)
    assert steps["out of bag"] == len(absent)
    assert steps["distinct"] == 10 - len(absent)
    check(steps)
    assert float(steps["probability"]) == pytest.approx(0.9**10, abs=1e-15)
    assert float(steps["expected"]) == pytest.approx(10 * 0.9**10, abs=1e-14)


def test_the_share_left_out():
    for n, value in ((5, 0.327680), (10, 0.348678), (100, 0.366032), (1000, 0.367695)):
        assert left_out_probability(n) == pytest.approx(value, abs=5e-7)
    assert left_out_probability(10**7) == pytest.approx(exp(-1), abs=1e-7)
    assert 1 - left_out_probability(10) == pytest.approx(0.651322, abs=5e-7)
    assert 1 - left_out_probability(14) == pytest.approx(0.645665, abs=5e-7)  # B-T41


def test_three_independent_voters():
    assert majority_probability(3, 0.7) == pytest.approx(0.7**3 + 3 * 0.7**2 * 0.3)
    assert majority_probability(3, 0.7, rho=1) == 0.7


# ---- laws


@given(st.floats(0.01, 0.99))
def test_a_majority_is_the_sum_over_all_ways_to_vote(p):
    same = majority_probability(3, p)
    ways = [np.prod([p if right else 1 - p for right in way]) for way in itertools.product([0, 1], repeat=3)]
    rights = [sum(way) for way in itertools.product([0, 1], repeat=3)]
    assert same == pytest.approx(sum(way for way, right in zip(ways, rights, strict=True) if right > 1))


@pytest.mark.parametrize("p", [0.1, 0.3, 0.45, 0.5, 0.55, 0.7, 0.9])
def test_condorcet(p):
    chances = [majority_probability(n, p) for n in range(1, 60, 2)]
    assert all((np.diff(chances) * np.sign(p - 0.5) > -1e-12) & (chances[0] == p))
    assert (p == 0.5) == (abs(chances[-1] - p) < 1e-12)
    for rho in (0.2, 0.6):  # dependence never turns a good vote into a bad one, it only takes from it
        together = [majority_probability(n, p, rho) for n in range(1, 60, 2)]
        assert all(abs(t - p) <= abs(c - p) + 1e-12 for t, c in zip(together, chances, strict=True))
        assert abs(together[-1] - (rho * p + (1 - rho) * chances[-1])) < 1e-12


def test_the_shared_model_has_that_correlation():
    rng, p, rho = np.random.default_rng(0), 0.7, 0.4
    follow, own = rng.random(200_000) < rho, rng.random((200_000, 3)) < p
    right = np.where(follow[:, None], own[:, :1], own)
    assert np.corrcoef(right[:, 0], right[:, 2])[0, 1] == pytest.approx(rho, abs=0.01)
    assert (right.sum(axis=1) > 1).mean() == pytest.approx(majority_probability(3, p, rho), abs=0.005)


@given(st.integers(1, 30), st.floats(0, 1), st.floats(0.1, 5))
def test_the_variance_of_a_mean(n, rho, variance):
    cov = variance * (rho * np.ones((n, n)) + (1 - rho) * np.eye(n))
    assert variance_of_mean(n, rho, variance) == pytest.approx(cov.sum() / n**2)


@given(st.integers(2, 5), st.integers(2, 6), st.integers(1, 4), st.integers(0, 1000))
def test_the_spread_of_trees_obeys_the_formula_exactly(samples, trees, points, seed):
    told = np.random.default_rng(seed).normal(size=(samples, trees, points))
    found = spread(told)
    assert variance_of_mean(trees, found.correlation, found.variance) == pytest.approx(found.mean)


@given(st.integers(1, 50), st.integers(0, 50))
def test_drawn_and_left_out_are_all_rows(n, seed):
    rows = bootstrap_rows(n, seed)
    assert len(rows) == n
    assert sorted([*set(rows.tolist()), *out_of_bag(rows, n).tolist()]) == list(range(n))


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_the_engine_grows_the_trees_of_the_lesson(seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(6, 60)), int(rng.integers(1, 5))
    X = rng.integers(0, 6, (n, d)).astype(float) if seed % 2 else rng.normal(size=(n, d))
    y, new = np.array(["a", "b", "c"])[rng.permutation(np.arange(n) % 3)], 3 * rng.normal(size=(40, d))
    draw, codes = np.random.default_rng(seed), np.unique(y, return_inverse=True)[1]
    weight = np.array([np.bincount(draw.integers(n, size=n), minlength=n) for _ in range(5)], dtype=float)
    table = forest.engine.Ranked(X)
    first = forest.engine.Settings(most_features=d)
    trees = forest.engine.grow(table, forest.engine.Classes(codes, 3), weight, first, draw)
    wanted = [tree.predict_proba(new) for tree in plant(X, y, 5, seed=seed)]
    np.testing.assert_allclose(trees.value[trees.leaves(new)], wanted, atol=1e-12)
    z, deepest, fewest = rng.normal(size=n), [None, 3][seed % 2], int(rng.integers(1, 4))
    limits = forest.engine.Settings(deepest or np.inf, 4, fewest, most_features=d)
    trees = forest.engine.grow(table, forest.engine.Numbers(z), weight[:1], limits, draw)
    tree = DecisionTreeRegressor(deepest, 4, fewest).fit(X, z, sample_weight=weight[0])
    np.testing.assert_allclose(trees.value[trees.leaves(new)][0, :, 0], tree.predict(new), atol=1e-9)


@pytest.mark.parametrize("kind", FORESTS)
def test_a_forest_is_grown_again_from_its_seed(kind):
    X, y = labelled() if "Classifier" in kind.__name__ else numbers()
    new, _ = numbers(seed=1)
    first = kind(9, seed=3).fit(X, y).responses(new)
    np.testing.assert_array_equal(first, kind(9, seed=3).fit(X, y).responses(new))
    assert not np.array_equal(first, kind(9, seed=4).fit(X, y).responses(new))


@pytest.mark.parametrize("size", [1, 150, 400])
def test_it_does_not_matter_how_many_trees_grow_together(size, monkeypatch):
    X, y = numbers()
    weight = np.random.default_rng(0).integers(0, 3, (7, 200)).astype(float)
    arguments = forest.engine.Ranked(X), forest.engine.Numbers(y), weight, forest.engine.Settings(most_features=6), None
    together = forest.engine.grow(*arguments)
    monkeypatch.setattr(forest.engine, "TOGETHER", size)
    apart = forest.engine.grow(*arguments)
    np.testing.assert_allclose(together.value[together.leaves(X)], apart.value[apart.leaves(X)])


@pytest.mark.parametrize("kind", [RandomForestClassifier, ExtraTreesClassifier])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_deep_trees_know_their_rows(kind, criterion):
    X, y = labelled()
    model = kind(5, criterion, bootstrap=False).fit(X, y)
    assert model.score(X, y) == 1
    assert model.trees_.depth.max() > 3
    shallow = kind(5, criterion, max_depth=2, min_samples_leaf=10).fit(X, y)
    assert shallow.trees_.depth.max() == 2
    assert shallow.trees_.n.min() >= 10


@pytest.mark.parametrize("kind", FORESTS)
def test_what_no_drawn_feature_can_part_others_do(kind):
    X = np.zeros((20, 8))
    X[:, 5] = np.arange(20)
    y = np.arange(20) // 10
    model = kind(20, max_features=1, bootstrap=False).fit(X, y)
    np.testing.assert_allclose(model.predict(X), y)
    assert set(model.trees_.feature[model.trees_.left > 0].tolist()) == {5}


def test_the_columns_of_noise_are_worth_nothing():
    X, y = numbers(400, 6)
    model = RandomForestRegressor(60).fit(X, y)
    worth = breiman_importance(model, X, y).mean
    assert worth[:3].min() > 5 * np.abs(worth[3:]).max()
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert model.feature_importances_[:3].min() > model.feature_importances_[3:].max()
    test, truth = numbers(400, 6, seed=1)
    afresh = permutation_importance(model, test, truth, n_repeats=3).mean
    assert afresh[:3].min() > 4 * np.abs(afresh[3:]).max()


def test_of_two_columns_that_say_the_same_retraining_sees_none():
    """D-E05: with two perfect copies refitting gives no fall at all; shuffling what the model has, it does."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=1000)
    X, y = np.column_stack([x, x, rng.normal(size=1000)]), np.where(x > 0, "a", "b")
    tree = DecisionTreeClassifier().fit(X, y)
    assert permutation_importance(tree, X, y).mean[0] == pytest.approx(0.5, abs=0.03)
    for column in range(3):
        altered = X.copy()
        altered[:, column] = rng.permutation(altered[:, column])
        assert DecisionTreeClassifier(max_depth=1).fit(altered, y).score(altered, y) == 1


@pytest.mark.parametrize("data", [half_moons, noisy_disc])
def test_out_of_bag_is_near_the_test_score(data):
    gaps = []
    for seed in range(5):
        model = RandomForestClassifier(100, oob_score=True, seed=seed).fit(*data(n=300, seed=seed))
        gaps.append(model.oob_score_ - model.score(*data(n=2000, seed=100 + seed)))
    assert abs(np.mean(gaps)) < 0.015
    assert np.abs(gaps).max() < 0.06


def test_out_of_bag_is_the_vote_of_those_that_have_not_seen_a_row():
    X, y = labelled(60)
    model = RandomForestClassifier(15, oob_score=True).fit(X, y)
    told = model.responses(X)
    for row in range(60):
        left = ~model.in_bag_[:, row]
        wanted = told[left, row].mean(axis=0) if left.any() else [np.nan, np.nan]
        np.testing.assert_allclose(model.oob_prediction_[row], wanted)
    bag = BaggingClassifier(n_estimators=15, oob_score=True).fit(X, y)
    seen = [[row in rows for row in range(60)] for rows in bag.samples_]
    each = np.array([model.predict_proba(X) for model in bag.estimators_])
    for row in range(60):
        left = ~np.array(seen)[:, row]
        wanted = each[left, row].mean(axis=0) if left.any() else [np.nan, np.nan]
        np.testing.assert_allclose(bag.oob_prediction_[row], wanted)


def test_more_trees_vary_less_and_drawing_features_lowers_the_correlation():
    new = numbers(100, seed=99)[0]
    found = {}
    for most in (None, 2):
        told = [
            RandomForestRegressor(20, max_features=most, seed=s).fit(*numbers(80, seed=s)).responses(new)
            for s in range(25)
        ]
        found[most] = spread(np.array(told)[..., 0])
        assert found[most].mean < 0.6 * found[most].variance
    assert found[2].correlation < found[None].correlation


# ---- copies of any model


def test_bagging_a_stable_model_changes_little():
    X, y = labelled()
    bag = BaggingClassifier(LogisticRegression(penalty=1), n_estimators=20).fit(X, y)
    assert np.mean(bag.predict(X) == LogisticRegression(penalty=1).fit(X, y).predict(X)) >= 0.95


@pytest.mark.parametrize("model", [GaussianNB(), KNeighborsClassifier(3), SVC(), TheirTree(), their_svm.SVC()])
def test_bagging_takes_any_classifier(model):
    X, y = labelled(80)
    bag = BaggingClassifier(model, n_estimators=6, max_samples=0.7, max_features=3, oob_score=True).fit(X, y)
    assert bag.score(X, y) >= 0.6
    assert {len(columns) for columns in bag.columns_} == {3}
    assert {len(rows) for rows in bag.samples_} == {56}
    assert bag.predict_proba(X).sum(axis=1) == pytest.approx(1)


def test_pasting_and_subspaces():
    X, y = labelled(50)
    bag = BaggingClassifier(n_estimators=5, max_samples=30, bootstrap=False, max_features=0.5).fit(X, y)
    assert all(len(set(rows.tolist())) == 30 for rows in bag.samples_)
    assert all(len(set(columns.tolist())) == 3 for columns in bag.columns_)
    again = BaggingClassifier(n_estimators=20, bootstrap_features=True).fit(X, y)
    assert any(len(set(columns.tolist())) < 6 for columns in again.columns_)


def test_copies_draw_for_themselves():
    generator = np.random.default_rng(0)
    first, second = (fresh(DecisionTreeClassifier(max_features=1), generator) for _ in range(2))
    assert first.seed != second.seed
    assert fresh(TheirTree(), generator).random_state is not None
    assert amount(0.01, 10, "max_samples") == 1


def test_settings_of_models_within():
    model = VotingClassifier([("tree", DecisionTreeClassifier()), ("near", KNeighborsClassifier(3))])
    assert model.get_params()["near__k"] == 3
    assert clone(model).set_params(near__k=7, voting="soft").get_params()["near__k"] == 7
    assert model.get_params()["near__k"] == 3
    model.set_params(tree=GaussianNB())
    assert isinstance(model.get_params()["tree"], GaussianNB)
    bag = BaggingClassifier(DecisionTreeClassifier(), n_estimators=3).set_params(estimator__max_depth=1)
    X, y = labelled()
    assert {member.tree_.depth for member in bag.fit(X, y).estimators_} == {1}


# ---- scikit-learn


@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize("weights", [None, [1, 2, 3]])
def test_votes_agree_with_scikit_learn(voting, weights):
    X, y = labelled()
    models = [("tree", TheirTree(max_depth=3, random_state=0)), ("bayes", TheirBayes()), ("line", TheirLogistic())]
    ours, theirs = (
        VotingClassifier(models, voting, weights),
        sk.VotingClassifier(models, voting=voting, weights=weights),
    )
    np.testing.assert_array_equal(ours.fit(X, y).predict(X), theirs.fit(X, y).predict(X))
    if voting == "soft":
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))
    z = X @ np.arange(6.0)
    pair = [("tree", DecisionTreeRegressor(max_depth=2)), ("deep", DecisionTreeRegressor(max_depth=4))]
    np.testing.assert_allclose(
        VotingRegressor(pair, [1, 3]).fit(X, z).predict(X),
        sk.VotingRegressor(pair, weights=[1, 3]).fit(X, z).predict(X),
    )


@pytest.mark.parametrize("passthrough", [False, True])
def test_stacking_agrees_with_scikit_learn(passthrough):
    X, y = labelled()
    models = [("tree", DecisionTreeClassifier(max_depth=3)), ("bayes", GaussianNB())]
    final, cv = TheirLogistic(tol=1e-8), KFold(5, shuffle=True)
    ours = StackingClassifier(models, final, cv, passthrough).fit(X, y)
    theirs = sk.StackingClassifier(models, final, cv=cv, passthrough=passthrough).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)
    pair = [("two", DecisionTreeRegressor(max_depth=2)), ("four", DecisionTreeRegressor(max_depth=4))]
    X, y = numbers()
    ours = StackingRegressor(pair, DecisionTreeRegressor(max_depth=3), cv).fit(X, y)
    theirs = sk.StackingRegressor(pair, DecisionTreeRegressor(max_depth=3), cv=cv).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X))


def test_stacking_on_seen_rows_trusts_the_one_that_knows_them_by_heart():
    """E-T35: a second level that learns from what the first says of its own rows believes the deep tree."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 3))
    y = np.where(X[:, 0] + rng.normal(size=300) > 0, "b", "a")
    models = [("tree", DecisionTreeClassifier()), ("line", LogisticRegression(penalty=1))]
    rightly = StackingClassifier(models).fit(X, y).final_estimator_.coef_
    told = np.column_stack([model.fit(X, y).predict_proba(X)[:, 1] for _, model in models])
    seen = LogisticRegression(penalty=1).fit(told, y).coef_
    assert seen[0] > 3 * seen[1] and rightly[1] > 3 * rightly[0]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(RandomForestClassifier, sk.RandomForestClassifier), (ExtraTreesClassifier, sk.ExtraTreesClassifier)],
)
@pytest.mark.parametrize("data", [half_moons, noisy_disc, labelled])
def test_forests_are_as_good_as_scikit_learns(ours, theirs, data):
    gaps = []
    for seed in range(12):
        X, y = data(n=250, seed=seed)
        test = data(n=1000, seed=50 + seed)
        gaps.append(ours(40, seed=seed).fit(X, y).score(*test) - theirs(40, random_state=seed).fit(X, y).score(*test))
    assert abs(np.mean(gaps)) < 3 * max(np.std(gaps), 0.006) / np.sqrt(12)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(RandomForestRegressor, sk.RandomForestRegressor), (ExtraTreesRegressor, sk.ExtraTreesRegressor)],
)
def test_forests_for_numbers_are_as_good_as_scikit_learns(ours, theirs):
    gaps = []
    for seed in range(12):
        X, y = numbers(seed=seed)
        test = numbers(1000, seed=50 + seed)
        gaps.append(ours(40, seed=seed).fit(X, y).score(*test) - theirs(40, random_state=seed).fit(X, y).score(*test))
    assert abs(np.mean(gaps)) < 0.015


def test_importance_agrees_with_scikit_learn():
    X, y = labelled(300)
    model = RandomForestClassifier(30).fit(X, y)
    test = labelled(1000, seed=1)
    ours = permutation_importance(model, *test, n_repeats=10).mean
    theirs = their_importance(model, *test, n_repeats=10, random_state=0).importances_mean
    np.testing.assert_allclose(ours, theirs, atol=0.01)


def test_cross_validation_takes_ensembles():
    X, y = labelled(120)
    assert cross_val_score(RandomForestClassifier(20), X, y, cv=3).mean() > 0.6


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: majority_probability(4, 0.7), "n must be odd"),
        (lambda: majority_probability(3, 1.7), "p must be a number"),
        (lambda: variance_of_mean(5, -0.5), "rho must be at least"),
        (lambda: tally([["a", "b"]], weights=[0, 0]), "weights must be at least 0"),
        (lambda: tally([["a", "b"]], classes=["a", "c"]), "classes must hold each label once"),
        (lambda: out_of_bag([0, 9], 5), "rows must be row numbers from 0 to 4"),
        (lambda: working_bootstrap([0, 1], 5), "draws must hold numbers of rows from 1 to 5"),
        (lambda: features_per_node("third", 5), "max_features must be one of"),
        (lambda: features_per_node(9, 5), "max_features must be a share"),
        (lambda: RandomForestClassifier(bootstrap=False, oob_score=True).fit(*labelled(20)), "oob_score must be False"),
        (lambda: BaggingClassifier(bootstrap=False, oob_score=True).fit(*labelled(20)), "oob_score must be False"),
        (lambda: BaggingClassifier(max_samples=1).fit(*labelled(20)), "max_samples must leave rows of two classes"),
        (lambda: VotingClassifier([]).fit(*labelled(20)), "estimators must be a list of pairs"),
        (lambda: VotingClassifier([("a", 3)]).fit(*labelled(20)), "estimators must offer fit"),
        (lambda: VotingClassifier([("a__b", SVC())]).fit(*labelled(20)), "estimators must have different names"),
        (lambda: VotingClassifier([("a", SVC())], "soft").fit(*labelled(20)), "estimators must offer fit and predict"),
        (lambda: VotingClassifier([("a", SVC())]).set_params(b__C=1), "no parameter 'b__C'"),
        (lambda: StackingClassifier([("a", SVC())]).fit(*labelled(20)), "must offer fit and predict and predict_proba"),
        (lambda: spread([[1.0, 2.0]]), "told must hold numbers, shape"),
        (lambda: breiman_importance(ExtraTreesClassifier(3).fit(*labelled(20)), *labelled(20)), "forest must be grown"),
        (lambda: breiman_importance(DecisionTreeClassifier(), *labelled(20)), "forest must be a forest"),
        (lambda: RandomForestClassifier().fit([[np.nan], [1.0]], [0, 1]), "X must not hold missing"),
        (lambda: RandomForestClassifier().predict([[1]]), "call fit"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
