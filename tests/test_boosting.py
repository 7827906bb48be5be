"""AdaBoost and gradient boosting: hand-worked numbers, laws, scikit-learn round by round, bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from sklearn import ensemble as sk
from sklearn.tree import DecisionTreeClassifier as TheirTree

from byhand.boosting import AdaBoostClassifier, DecisionStump, ada_boost, best_stump, reweighted, vote_of
from byhand.datasets import half_moons
from byhand.discriminant import LinearDiscriminantAnalysis
from byhand.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor, residual_rounds
from byhand.naive_bayes import GaussianNB
from byhand.neighbors import KNeighborsClassifier
from byhand.trees import DecisionTreeClassifier

TEN = np.arange(10)[:, None]
SIGNS = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1])


def data(n=200, d=4, classes=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = X[:, 0] * X[:, 1] + X[:, 2] + 0.3 * rng.normal(size=n)
    return X, np.digitize(y, [0] if classes == 2 else [-0.5, 0.5])


# ---- values: D-V18, three rounds on ten points


def test_three_rounds_on_ten_points():
    model = AdaBoostClassifier(n_estimators=3).fit(TEN, SIGNS)
    assert [(s.threshold, s.left) for s in model.estimators_] == [(2.5, 1), (8.5, 1), (5.5, -1)]
    np.testing.assert_allclose(model.estimator_errors_, [3 / 10, 3 / 14, 2 / 11])
    np.testing.assert_allclose(model.estimator_weights_, [0.423649, 0.649641, 0.752039], atol=5e-7)
    second, third = model.sample_weights_[1:]
    np.testing.assert_allclose(second, [1 / 14] * 6 + [1 / 6] * 3 + [1 / 14])
    np.testing.assert_allclose(third, [1 / 22] * 3 + [1 / 6] * 3 + [7 / 66] * 3 + [1 / 22])
    F = model.decision_function(TEN)
    np.testing.assert_allclose(F, [0.321252] * 3 + [-0.526046] * 3 + [0.978031] * 3 + [-0.321252], atol=5e-7)
    assert (model.staged_predict(TEN) != SIGNS).sum(axis=1).tolist() == [3, 3, 0]


def test_the_same_as_a_book_prints_it_and_on_paper():
    stumps, votes = ada_boost(TEN, SIGNS, 3)
    assert [str(stump) for stump in stumps] == [
        "1 if x1 ≤ 2.5, else -1",
        "1 if x1 ≤ 8.5, else -1",
        "-1 if x1 ≤ 5.5, else 1",
    ]
    np.testing.assert_allclose(votes, [0.423649, 0.649641, 0.752039], atol=5e-7)
    steps = AdaBoostClassifier(n_estimators=3).working(TEN, SIGNS, names=map(str, range(10)))
    assert [steps[f"error{m}"] for m in (1, 2, 3)] == [Fraction(3, 10), Fraction(3, 14), Fraction(2, 11)]
    assert steps["w2(6, 7, 8)"] == Fraction(1, 6) and steps["w3(6, 7, 8)"] == Fraction(7, 66)
    assert steps["mistakes together"] == 0
    check(steps)


def test_two_rounds_of_residuals():
    mean, _, fits = residual_rounds(np.array([[0], [1], [2]]), np.array([0, 3, 9]), 2, 0.5, 1)
    assert mean == 4
    np.testing.assert_allclose(fits, [[2.75, 2.75, 6.5], [1.375, 3.4375, 7.1875]])


# ---- laws


@given(st.integers(0, 10_000))
def test_the_last_classifier_is_right_for_half_of_the_new_weights(seed):
    rng = np.random.default_rng(seed)
    weight = rng.dirichlet(np.ones(12))
    wrong = rng.random(12) < 0.4
    wrong[:2] = True, False
    error = weight[wrong].sum()
    new = reweighted(weight, wrong, vote_of(error))
    assert new.sum() == pytest.approx(1)
    assert new[wrong].sum() == pytest.approx(1 / 2)
    np.testing.assert_allclose(new, weight / (2 * np.where(wrong, error, 1 - error)))


@given(st.integers(0, 1000))
def test_the_natural_logarithm_alone_does_that(seed):
    """D-E66: with other logarithms the error under the new weights is not one half."""
    rng = np.random.default_rng(seed)
    wrong = np.arange(10) < int(rng.integers(1, 5))
    error = wrong.mean()
    for base in (2, 10):
        new = reweighted(np.full(10, 0.1), wrong, vote_of(error) / np.log(base))
        assert abs(new[wrong].sum() - 0.5) > 0.01


def test_other_logarithms_on_the_ten_points():
    wrong = np.arange(10) < 3
    for base, left in ((2, 0.592689), (10, 0.382412)):
        new = reweighted(np.full(10, 0.1), wrong, vote_of(0.3) / np.log(base))
        assert new[wrong].sum() == pytest.approx(left, abs=5e-7)


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_the_engine_finds_the_stump_of_the_lesson(seed):
    rng = np.random.default_rng(seed)
    n, d, K = int(rng.integers(2, 25)), int(rng.integers(1, 4)), int(rng.integers(2, 4))
    X = rng.integers(0, 5, (n, d)).astype(float)
    y, weight = rng.integers(0, K, n), rng.random(n) + 0.01
    y[:2] = 0, 1
    plain, fast = best_stump(X, y, weight), DecisionStump().fit(X, y, weight)
    says = np.where(X[:, plain.feature] <= plain.threshold, plain.left, plain.right)
    error = weight[says != y].sum() / weight.sum()
    assert fast.stump_.error == pytest.approx(error, abs=1e-12)
    assert weight[fast.predict(X) != y].sum() / weight.sum() == pytest.approx(error, abs=1e-12)
    assert (plain.feature, plain.threshold) == (fast.stump_.feature, fast.stump_.threshold)


@pytest.mark.parametrize("seed", range(5))
def test_training_error_is_below_the_bound_and_falls(seed):
    X, y = data(150, seed=seed)
    model = AdaBoostClassifier(n_estimators=40).fit(X, y)
    errors = (model.staged_predict(X) != y).mean(axis=1)
    e = model.estimator_errors_
    bound = np.cumprod(2 * np.sqrt(e * (1 - e)))
    assert (errors <= bound + 1e-12).all()
    F = model.staged_votes(X)
    F = F[:, :, 1] - F[:, :, 0]
    np.testing.assert_allclose(np.exp(-(2 * y - 1) * F).mean(axis=1), bound, rtol=1e-9)  # the exponential loss


@pytest.mark.parametrize("seed", range(5))
def test_margins_grow_after_the_last_mistake(seed):
    X, y = half_moons(n=100, noise=0.1, seed=seed)
    model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=200).fit(X, y)
    margins = model.margins(X, y)
    assert ((margins > 0) == (model.staged_predict(X) == y)).all()
    clean = int(np.argmax((margins > 0).all(axis=1)))
    assert clean < 100 and (margins[clean] > 0).all()
    assert margins[-1].min() > margins[clean].min()


def test_gradient_boosting_is_its_plain_form():
    X, y = data()
    y = y + X[:, 0]
    mean, _, fits = residual_rounds(X, y, 20, 0.2, 2)
    model = GradientBoostingRegressor(20, 0.2, 2).fit(X, y)
    assert model.start_ == pytest.approx(mean)
    np.testing.assert_allclose(model.staged_predict(X), fits, atol=1e-9)
    assert (np.diff(model.train_loss_) <= 1e-12).all()


def test_stumps_add_up_functions_of_one_feature():
    X, y = data()
    model = GradientBoostingRegressor(50, max_depth=1).fit(X, y)
    A, B = X[:30].copy(), X[:30].copy()
    A[:, 0], B[:, 0] = 0.3, -1.2
    gap = model.predict(A) - model.predict(B)
    np.testing.assert_allclose(gap, gap[0], atol=1e-9)


# ---- scikit-learn, round by round


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("rate", [1.0, 0.5])
@pytest.mark.parametrize("depth", [1, 2])
def test_ada_boost_agrees_with_scikit_learn(classes, rate, depth):
    X, y = data(classes=classes)
    tree = TheirTree(max_depth=depth, random_state=0)
    ours = AdaBoostClassifier(tree, n_estimators=25, learning_rate=rate).fit(X, y)
    theirs = sk.AdaBoostClassifier(tree, n_estimators=25, learning_rate=rate, random_state=0).fit(X, y)
    np.testing.assert_allclose(2 * ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-9)
    np.testing.assert_allclose(ours.estimator_errors_, theirs.estimator_errors_, atol=1e-12)
    for mine, reference in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        np.testing.assert_array_equal(mine, reference)


@pytest.mark.parametrize("depth", [1, 3])
def test_gradient_boosting_agrees_with_scikit_learn(depth):
    X, y = data()
    z = y + X[:, 0]
    ours = GradientBoostingRegressor(40, max_depth=depth).fit(X, z)
    theirs = sk.GradientBoostingRegressor(n_estimators=40, max_depth=depth, random_state=0).fit(X, z)
    np.testing.assert_allclose(ours.staged_predict(X), list(theirs.staged_predict(X)), atol=1e-9)
    np.testing.assert_allclose(ours.train_loss_, theirs.train_score_, rtol=1e-9)
    ours = GradientBoostingClassifier(40, max_depth=depth).fit(X, y)
    theirs = sk.GradientBoostingClassifier(n_estimators=40, max_depth=depth, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)
    np.testing.assert_allclose(ours.staged_predict_proba(X)[9], list(theirs.staged_predict_proba(X))[9], atol=1e-9)


def test_stochastic_gradient_boosting_is_as_good_as_scikit_learns():
    gaps = []
    for seed in range(5):
        X, y = data(seed=seed)
        test = data(1000, seed=50 + seed)
        ours = GradientBoostingClassifier(60, subsample=0.5, max_features="sqrt", seed=seed).fit(X, y)
        theirs = sk.GradientBoostingClassifier(
            n_estimators=60, subsample=0.5, max_features="sqrt", random_state=seed
        ).fit(X, y)
        gaps.append(ours.score(*test) - theirs.score(*test))
    assert abs(np.mean(gaps)) < 0.02


# ---- any weak classifier


@pytest.mark.parametrize("model", [GaussianNB(), KNeighborsClassifier(15), DecisionTreeClassifier(max_depth=1)])
def test_boosting_takes_any_classifier(model):
    X, y = data()
    boosted = AdaBoostClassifier(model, n_estimators=20).fit(X, y)
    assert len(boosted.estimators_) > 1
    assert boosted.score(X, y) > 0.6
    assert boosted.set_params(n_estimators=2).fit(X, y).get_params()["n_estimators"] == 2


def test_a_perfect_classifier_ends_it():
    model = AdaBoostClassifier().fit(TEN, TEN[:, 0] > 4)
    assert len(model.estimators_) == 1 and model.score(TEN, TEN[:, 0] > 4) == 1


@pytest.mark.parametrize("n", [4, 7, 10, 49])
def test_a_perfect_stump_stands_alone_as_a_book_prints_it(n):
    X, y = np.arange(n)[:, None], np.where(np.arange(n) < n // 2, 1, -1)
    (stump,), votes = ada_boost(X, y, 5)
    assert (stump.threshold, stump.left, stump.right, votes) == (n // 2 - 0.5, 1, -1, [1.0])
    assert len(AdaBoostClassifier(n_estimators=5).fit(X, y).estimators_) == 1


def test_as_a_book_prints_it_no_stump_is_better_than_a_coin():
    assert ada_boost([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1], 5) == ([], [])


def test_no_stump_is_better_than_a_guess_for_exclusive_or():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    with pytest.warns(UserWarning, match="y is not guessed better than by chance"):
        model = AdaBoostClassifier().fit(X, y)
    assert len(model.estimators_) == 1
    assert AdaBoostClassifier(DecisionTreeClassifier(max_depth=2)).fit(X, y).score(X, y) == 1


def test_rows_that_are_drawn_from_one_class_alone_end_in_words():
    X, y = np.array([[0], [1], [2], [3], [4], [5], [3]]), [0, 0, 0, 1, 1, 1, 0]
    # after one round the row that was wrong has all the weight
    boosted = AdaBoostClassifier(LinearDiscriminantAnalysis(), learning_rate=50)
    with pytest.raises(ValueError, match="estimator must take sample_weight here"):
        boosted.fit(X, y)


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: vote_of(0), "error must be a number above 0"),
        (lambda: vote_of(1.0), "error must lie between"),
        (lambda: ada_boost(TEN, np.arange(10), 3), r"y must hold \+1 and -1"),
        (lambda: AdaBoostClassifier(learning_rate=0).fit(TEN, SIGNS), "learning_rate must be a number above 0"),
        (lambda: AdaBoostClassifier(3).fit(TEN, SIGNS), "estimator must offer fit and predict"),
        (lambda: AdaBoostClassifier().working(TEN, np.arange(10)), "y must hold two classes"),
        (lambda: AdaBoostClassifier().working(TEN, SIGNS, names=["a"]), "names must hold one for each"),
        (
            lambda: AdaBoostClassifier().fit(TEN, SIGNS).margins(TEN, np.arange(10)),
            "y must hold classes that the model",
        ),
        (lambda: GradientBoostingClassifier().fit(TEN, np.arange(10)), "y must hold two classes"),
        (lambda: GradientBoostingRegressor(subsample=1.5).fit(TEN, SIGNS), "subsample must be a number"),
        (lambda: GradientBoostingRegressor().predict(TEN), "call fit"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
