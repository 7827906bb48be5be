"""Linear classifiers: logistic and softmax regression, discriminants, indicators; by hand, laws, scikit-learn."""

import warnings

import numpy as np
import pytest
from latex import check
from scipy.optimize import linprog
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as TheirLDA
from sklearn.linear_model import LogisticRegression as Theirs

from byhand.datasets import fish
from byhand.discriminant import LinearDiscriminantAnalysis, pooled_covariance, separation
from byhand.indicator import IndicatorClassifier
from byhand.linear import LinearRegression, design, polynomial_features
from byhand.logistic import (
    LogisticRegression,
    SoftmaxRegression,
    gradient,
    gradient_step,
    log_likelihood,
    newton_step,
    softmax_gradient,
    softmax_step,
    working_gradient_step,
    working_softmax_step,
)
from byhand.losses import EmpiricalRisk, LogisticLoss, numerical_gradient
from byhand.perceptron import Perceptron, learn, mistake_bound, pocket, threshold_unit
from byhand.plot import perceptron as drawing
from byhand.plot import plt

pytestmark = pytest.mark.filterwarnings("error")
FISH, KINDS = fish().X.astype(float), np.where(fish().y == "tuna", 1, 0)
LINE = np.arange(-4.0, 5)[:, None]


def close(actual, wanted, tolerance=1e-5):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def problem(seed, classes=2, n=60, d=4):
    """Classes that overlap, columns of different units."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.argmax(X[:, :classes] + 1.5 * rng.normal(size=(n, classes)), axis=1)
    return X * 10 ** rng.uniform(-1, 1, d) + rng.normal(size=d), y


# by hand


def test_fish():  # B-W02
    model = LogisticRegression().fit(FISH, KINDS)
    close([model.intercept_, *model.coef_], [-8.74471, 11.2351, 6.67107])
    close(model.log_likelihood_, -2.48027)
    wanted = [0.442639, 0.985282, 0.709519, 0.0954053, 0.965550, 0.776277, 0.0253277]
    close(model.predict_proba(FISH)[:, 1], wanted)
    assert np.flatnonzero(model.predict(FISH) != KINDS).tolist() == [0, 2]
    model = LinearDiscriminantAnalysis().fit(FISH, KINDS)
    close(model.means_, [[0.356667, 0.46], [0.5975, 0.625]])
    close(model.covariance_, [[0.0280283, -0.00091], [-0.00091, 0.02662]])
    w, threshold = model.boundary(0, 1)
    close([*w, threshold], [8.80351, 6.49929, 7.43819])
    assert np.flatnonzero(model.predict(FISH) != KINDS).tolist() == [2]
    model = IndicatorClassifier().fit(FISH, KINDS)
    close([model.intercept_[1], *model.coef_[1]], [-0.730522, 1.44102, 1.06385])
    close(model.scores(FISH)[:, 1], [0.501023, 1.04687, 0.645125, 0.165040, 0.985168, 0.648508, 0.00826956])
    assert np.flatnonzero(model.predict(FISH) != KINDS).tolist() == [2]
    assert not Perceptron(max_iter=200).fit(FISH, KINDS).converged_


def test_an_indicator_with_a_constant_input_is_the_share_of_its_class():  # B-W27
    y = [0] * 5 + [1] * 9
    close(LinearRegression(intercept=False).fit(np.ones((14, 1)), y).coef_, [9 / 14])
    close(IndicatorClassifier(intercept=False).fit(np.ones((14, 1)), y).coef_[:, 0], [5 / 14, 9 / 14])


def test_two_problems_on_a_line():  # B-W28
    right, middle = (LINE[:, 0] > 0).astype(int), (np.abs(LINE[:, 0]) <= 1).astype(int)
    first, second = IndicatorClassifier().fit(LINE, right), IndicatorClassifier().fit(LINE, middle)
    close([first.intercept_[1], *first.coef_[1]], [0.444444, 0.166667])
    close((0.5 - first.intercept_[1]) / first.coef_[1, 0], 1 / 3)
    assert first.score(LINE, right) == 1
    close([second.intercept_[1], *second.coef_[1]], [1 / 3, 0])
    assert second.predict(LINE).tolist() == [0] * 9
    bent = IndicatorClassifier().fit(polynomial_features(LINE, 2), middle)
    close([bent.intercept_[1], *bent.coef_[1]], [0.722944, 0, -0.0584416])
    assert bent.score(polynomial_features(LINE, 2), middle) == 1
    for model in (LogisticRegression(), LinearDiscriminantAnalysis()):
        assert model.fit(LINE, middle).predict(LINE).tolist() == [0] * 9


def test_printed_gradients():  # B-W34
    rng = np.random.default_rng(0)
    X, y, w = rng.normal(size=(20, 3)), rng.integers(0, 2, 20), rng.normal(size=3)
    close(gradient(X, y, w), numerical_gradient(lambda at: log_likelihood(X, y, at), w), 1e-7)
    risk = EmpiricalRisk(X, 2 * y - 1, LogisticLoss(), average=False)
    close([log_likelihood(X, y, w), *gradient(X, y, w)], [-risk.value(w), *-risk.gradient(w)], 1e-12)


def test_two_points_and_their_bound():  # C-W10, C-W12
    X, y = np.array([[1, 1], [1, -1]]), [1, -1]
    assert (X @ [1, 2]).tolist() == [3, -1]
    model = Perceptron(tie="mistake").fit(X, y)
    assert (model.coef_.tolist(), model.intercept_, sum(model.mistakes_)) == ([0, 2], 0, 2)
    close(mistake_bound(X, y, model.coef_, model.intercept_), 3)


def test_the_pocket_keeps_the_best_line():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
    assert pocket(X, y, Perceptron(max_iter=50).fit(X, y).path_)[1] == 2  # C-W12: the rule goes round in a circle
    assert pocket(X, y, [[0, 0, 0], [-1, 2, 2]])[1] == 1  # of XOR at most three of four
    model = Perceptron(max_iter=100).fit(FISH, KINDS)
    assert pocket(FISH, 2 * KINDS - 1, model.path_)[1] <= np.sum(model.predict(FISH) != KINDS)


def test_game_night():  # A-W06
    X = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    assert threshold_unit(X, [5, 2, 1], 3).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert threshold_unit(X, [5, 2, 1], 2.5).tolist() == [0, 0, 0, 1, 1, 1, 1, 1]


def test_on_paper():
    X, y = design([[0, 1], [2, 1], [1, 3], [3, 0]]), [0, 1, 0, 1]
    working = working_gradient_step(X, y, [0.5, -1, 0.25], 0.1)
    assert not check(working)[0]
    close([working[f"new w{j}"] for j in range(3)], gradient_step(X, y, [0.5, -1, 0.25], 0.1), 1e-12)
    for prior in (None, [0.25, 0.75]):
        points, labels = [[0, 0], [2, 2], [4, 0], [6, 4]], ["a", "a", "b", "b"]
        model = LinearDiscriminantAnalysis(prior)
        working = model.working(points, labels)
        assert not check(working)[0]
        w, threshold = model.fit(points, labels).boundary("a", "b")
        close([float(working[name]) for name in ("w1", "w2", "threshold")], [*w, threshold])


def test_a_softmax_step_on_paper():  # C-W67
    W, row, names = [[0, 1, 0.5], [0, -1, 1], [0.6, 0.5, -0.5]], [1, 1, 2], ["A", "B", "C"]
    for own, loss in enumerate([0.417030, 1.417030, 2.317030]):
        working = working_softmax_step(row, own, W, 0.5, names)
        wrong, checked = check(working)
        assert not wrong and checked == 20
        close([working[f"p{k}"] for k in (1, 2, 3)], [0.659001, 0.242433, 0.0985659])
        close(working["loss"], loss)
        new = [[working[f"new w{k}{j}"] for j in range(3)] for k in (1, 2, 3)]
        close(new, softmax_step([row], [own], W, 0.5), 1e-12)
    assert "new w12" in working_softmax_step([3, 2], 0, [[0, 0], [0, 0]], 1)  # without a one, the first weight is w1


def test_six_seeds_by_hand():
    X, y = [[1, 2], [2, 1], [3, 3], [3, 2], [6, 4], [6, 3]], ["alba"] * 3 + ["bruna"] * 3
    model = LinearDiscriminantAnalysis()
    wrong, _ = check(working := model.working(X, y))
    assert not wrong and [working[name] for name in ("w1", "w2", "threshold")] == [2, -1, 4.5]
    close(pooled_covariance(X, y)[1], [[2, 1], [1, 1]])
    assert model.fit(X, y).predict([[4, 4], *X]).tolist() == ["alba"] * 5 + ["bruna"] * 2


# laws


@pytest.mark.parametrize("seed", range(4))
def test_the_softmax_gradient_is_the_slope_of_the_likelihood(seed):
    rng = np.random.default_rng(seed)
    X, y, W = rng.normal(size=(9, 3)), rng.integers(0, 3, 9), rng.normal(size=(3, 3))

    def likelihood(flat):
        scores = X @ flat.reshape(3, 3).T
        return float(np.sum(scores[range(9), y] - np.log(np.exp(scores).sum(axis=1))))

    close(softmax_gradient(X, y, W).ravel(), numerical_gradient(likelihood, W.ravel()), 1e-6)
    close(softmax_gradient(X, y, W).sum(axis=0), 0, 1e-12)
    close(softmax_gradient(X, y, W + rng.normal(size=3)), softmax_gradient(X, y, W), 1e-12)  # a shift of all classes
    two = softmax_gradient(X, y % 2, [[0, 0, 0], W[0]])
    close(two[1], gradient(X, y % 2, W[0]), 1e-12)


def test_the_softmax_gradient_is_zero_where_the_fit_ends():
    X, y = problem(0, classes=3)
    model = SoftmaxRegression().fit(X, y)
    close(softmax_gradient(design(X), y, np.column_stack([model.intercept_, model.coef_])), 0, 1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_no_shadow_separates_better_than_fishers(seed):
    X, y = problem(seed)
    model = LinearDiscriminantAnalysis().fit(X, y)
    best = separation(X, y, model.boundary(0, 1)[0])
    rng = np.random.default_rng(seed)
    assert all(separation(X, y, w) <= best for w in rng.normal(size=(200, 4)))
    a, b = model.class_prior_
    close(a * b * best**2, model.ratios_[0], 1e-9)
    close(separation(X, y, model.scalings_[:, 0]), best, 1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_ends_where_plain_steps_end(seed):
    X, y = problem(seed)
    A, w = design((X - X.mean(axis=0)) / X.std(axis=0)), np.zeros(5)
    for _ in range(12):
        w = newton_step(A, y, w)
    model = LogisticRegression().fit(A[:, 1:], y)
    close([model.intercept_, *model.coef_], w, 1e-7)
    both = SoftmaxRegression().fit(A[:, 1:], y)
    coef, intercept = both.against(0)
    close([intercept[1], *coef[1]], w, 1e-7)
    close(both.coef_.sum(axis=0), 0, 1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_many_rows_start_from_a_sample_and_end_at_the_top(seed):
    X, y = problem(seed, n=3_000)
    model = LogisticRegression().fit(X, y)
    slope = gradient(design(X), y, [model.intercept_, *model.coef_])
    close(slope / (3_000 * np.abs(design(X)).max(axis=0)), 0, 1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_of_novikoff_holds(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 2))
    y = np.where(X @ [1, -2] > 0.3, 1, -1)
    model = Perceptron().fit(X, y)
    assert len(model.path_) - 1 <= mistake_bound(X, y, [1, -2], -0.3)


def test_fisher_directions_make_the_classes_round():
    X, y = problem(3, classes=3)
    model = LinearDiscriminantAnalysis().fit(X, y)
    Z = model.transform(X)
    inside = Z - np.array([Z[y == k].mean(axis=0) for k in range(3)])[y]
    close(inside.T @ inside / (len(Z) - 3), np.eye(2), 1e-9)


# drawings


def test_each_correction_is_drawn_with_the_row_that_asked_for_it():
    """After 11 corrections AND has come to rest."""
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, -1, -1, 1]
    run, rings = drawing.states(X, y), []
    for number in range(12):
        words = drawing.correction(X, y, run, number)
        rings += [line.get_xydata()[0].tolist() for line in plt.gca().lines if line.get_markersize() == 19]
        plt.close()
    assert words == "after 11 corrections: b = -3, w = (2, 1); wrong on 0 of 4"
    wrong = [X[k % 4].tolist() for k, visit in enumerate(learn(X, y)) if visit.wrong]
    assert rings == wrong
    assert drawing.correction(X, y, run, 12).startswith("at rest after 11 corrections")
    plt.close()


@pytest.mark.parametrize(("w", "b"), [((1, 2), 0), ((-3, 1), 0.5), ((0, 2), -1), ((2, 0), 1), ((1, 1), 9)])
def test_the_halves_of_a_picture_are_the_two_sides(w, b):
    _, ax = plt.subplots()
    ax.set(xlim=(-1, 2), ylim=(-2, 1))
    drawing.halves(ax, w, b)
    area = 0.0
    for patch in ax.patches:
        corners = patch.get_xy()[:-1]
        sign = 1 if patch.get_facecolor()[2] > patch.get_facecolor()[0] else -1  # blue or orange
        assert (sign * (corners @ w + b) >= -1e-9).all()
        x, y = corners.T
        area += abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2
    close(area, 9)
    plt.close()


# separated classes, dependent columns


@pytest.mark.parametrize("y", [[0, 0, 0, 1, 1], [0, 0, 1, 1, 1]])
@pytest.mark.parametrize("model", [LogisticRegression, SoftmaxRegression])
def test_separated_classes_are_said(model, y):
    X = [[0.0], [1], [2 if y[2] else 1], [2], [3]]  # with a hyperplane between them
    with pytest.warns(UserWarning, match="a hyperplane separates classes"):
        found = model().fit(X, y)
    assert found.separated_
    assert not model(penalty=0.1).fit(X, y).separated_


@pytest.mark.parametrize("model", [LogisticRegression, SoftmaxRegression])
def test_classes_that_touch_are_said(model):
    with pytest.warns(UserWarning, match="a hyperplane separates classes"):
        model().fit([[0.0], [1], [2], [2], [3]], [0, 0, 0, 1, 1])
    with pytest.warns(UserWarning, match="separates"), pytest.raises(ValueError, match="no standard errors"):
        LogisticRegression().fit([[0.0], [1], [2]], [0, 0, 1]).odds_ratios()


@pytest.mark.parametrize("seed", range(40))
def test_separation_is_found_wherever_a_linear_program_finds_it(seed):
    rng = np.random.default_rng(seed)
    n, d, K = int(rng.integers(6, 30)), int(rng.integers(1, 4)), int(rng.integers(2, 4))
    X, y = rng.integers(0, 4, (n, d)).astype(float), np.append(range(K), rng.integers(0, K, n - K))
    margins = [np.kron(np.eye(K)[y[i]] - np.eye(K)[k], [1, *X[i]]) for i in range(n) for k in range(K) if k != y[i]]
    most = linprog(-np.sum(margins, axis=0), A_ub=-np.array(margins), b_ub=np.zeros(len(margins)), bounds=(-1, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = (LogisticRegression if K == 2 else SoftmaxRegression)().fit(X, y).separated_
    assert found == (most.fun < -1e-7)


def test_dependent_columns_are_said():
    X, y = problem(1)
    with pytest.warns(UserWarning, match="have rank 4"):
        model = LogisticRegression().fit(np.column_stack([X, X[:, 0] + X[:, 1]]), y)
    close(model.log_likelihood_, LogisticRegression().fit(X, y).log_likelihood_)


# scikit-learn


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("penalty", [0.0, 0.1, 10.0])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_regressions_agree(seed, penalty, classes):
    X, y = problem(seed, classes, n=150)
    weight = np.random.default_rng(seed).integers(0, 4, len(X)).astype(float)
    model = (LogisticRegression if classes == 2 else SoftmaxRegression)(penalty)
    theirs = Theirs(C=1 / penalty if penalty else np.inf, solver="newton-cholesky", tol=1e-10, max_iter=500)
    for given in (None, weight):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ours, reference = model.fit(X, y, given), theirs.fit(X, y, given)
        if not ours.separated_:
            close(ours.predict_proba(X), reference.predict_proba(X))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("classes", [2, 3])
def test_discriminants_agree(seed, classes):
    X, y = problem(seed, classes)
    for prior in (None, [0.2, 0.8] if classes == 2 else [0.2, 0.3, 0.5]):
        ours, theirs = LinearDiscriminantAnalysis(prior).fit(X, y), TheirLDA(priors=prior).fit(X, y)
        larger = len(X) / (len(X) - classes)  # of their covariance, which is divided by n, the inverse is
        between = ours.coef_[1:] - ours.coef_[0]
        close(larger * between, theirs.coef_ if classes == 2 else theirs.coef_[1:] - theirs.coef_[0], 1e-8)
        close(np.sqrt(larger) * np.abs(ours.transform(X)), np.abs(theirs.transform(X)), 1e-6)
        scores = larger * (X - prior_mean(ours)) @ between.T - 0.5 * larger * squares(ours)
        scores += np.log(ours.class_prior_[1:] / ours.class_prior_[0])
        close(
            scores, theirs.decision_function(X).reshape(len(X), -1) if classes == 2 else against_first(theirs, X), 1e-6
        )


def prior_mean(model):
    return model.class_prior_ @ model.means_


def squares(model):
    """The squared lengths of the means, from their own mean, less that of the first, for each other class."""
    lengths = np.einsum("kd,kd->k", model.coef_, model.means_ - prior_mean(model))
    return lengths[1:] - lengths[0]


def against_first(model, X):
    scores = model.decision_function(X)
    return scores[:, 1:] - scores[:, :1]
