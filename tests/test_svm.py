"""Support vector machines: values worked by hand, laws, scikit-learn and brute force as reference, bad input."""

import math
import pickle
import time
import warnings
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from scipy.optimize import linprog
from sklearn import svm as sk
from sklearn.base import clone, is_classifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import pairwise
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from byhand.base import NotFittedError
from byhand.datasets import fish, half_moons
from byhand.dual import best_move, best_pair, coordinate_ascent, dual_objective, pair_step, smo, support_equations
from byhand.engine import svm as engine
from byhand.kernels import (
    LinearKernel,
    MappedKernel,
    PolynomialKernel,
    RBFKernel,
    SigmoidKernel,
    is_positive_semidefinite,
    kernel_matrix,
)
from byhand.multiclass import OneVsOne, OneVsRest
from byhand.naive_bayes import GaussianNB
from byhand.optimize import EmpiricalRisk, HingeLoss, check_gradient
from byhand.svm import SVC, MarginForm, NotSeparableError, SoftMargin, SubgradientSVC, geometric_margins

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf

# Points by which the documents' methods were checked; the ids are those of the catalogue.
SET_1 = [[0, 3], [0, -3], [4, 1], [4, -2], [0, 0], [0, -2], [1, 1]], [-1, -1, -1, -1, 1, 1, 1]  # B-W29
SET_2 = [[0, 9], [4, 1], [4, 4], [0, 0], [0, 4], [1, 1]], [-1, -1, -1, 1, 1, 1]  # B-W29
EIGHT = [[3, 1], [3, -1], [6, 1], [6, -1], [1, 0], [0, 1], [0, -1], [-1, 0]], [1] * 4 + [-1] * 4  # C-W24
LINE = [[-2], [-1], [0.5], [-0.5], [1], [2]], [-1, -1, -1, 1, 1, 1]  # C-W25
THREE = [[3, 3], [4, 3], [1, 1]], [1, 1, -1]  # D-V09
GRAM = [[18, 21, 6], [21, 25, 7], [6, 7, 2]]
TWO = [[1], [-1]], [1, -1]  # D-V10
SIX = [[2, 2], [2, 3], [3, 3], [0, 0], [1, 0], [0, 1]], [1, 1, 1, -1, -1, -1]  # A-F14
SQUARED = [[4, 0], [0, 3], [9, 0], [4, -5], [16, 2]], [1, 1, -1, -1, -1]  # B-X58, in the feature space
XOR = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
RED = [(0, 0.79), (0.2, 0.78), (0.15, 0.5), (0.39, 0.54), (0.75, 0.81), (0.8, 0.5), (0.32, 0.17), (0.56, 0.15)]
RED += [(0.78, -0.12), (0.46, -0.19), (0.77, -0.34), (0.63, -0.6), (0.2, -0.39)]
BLUE = [(-0.71, 0.62), (-0.44, 0.63), (-0.35, 0.43), (-0.68, 0.28), (-0.6, 0.16), (-0.23, 0.2), (-0.32, -0.05)]
BLUE += [(-0.2, -0.08), (-0.81, -0.13), (-0.44, -0.32), (-0.01, -0.31), (-0.15, -0.42), (-0.18, -0.73), (0.03, -0.69)]
FIGURE = [*RED, *BLUE], [1] * len(RED) + [-1] * len(BLUE)  # C-W25, the 27 points of a figure


def lift(X):
    """(a, b) to (a, b, a² + b²)."""
    return np.column_stack([X, (np.asarray(X) ** 2).sum(axis=1)])


def first_squared(X):
    """(a, b) to (a², b)."""
    return np.column_stack([np.asarray(X)[:, 0] ** 2, np.asarray(X)[:, 1]])


def close(actual, wanted, tolerance=1e-9):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def agrees(actual, printed):
    """All six printed digits."""
    np.testing.assert_allclose(actual, printed, rtol=6e-6, atol=1e-9)


def blobs(n, d=2, apart=2.0, seed=0):
    """Two normal clouds, n rows in all, labels -1 and 1 in turn."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1, -1)
    return rng.normal(size=(n, d)) + apart / 2 * y[:, None] / math.sqrt(d), y


# ---- values: by inspection, hard and soft


def test_second_set_by_inspection():
    model = SVC(C=inf).fit(*SET_2)
    close(model.coef_, [-0.8, -0.4])
    close([model.intercept_, model.margin_], [2.6, math.sqrt(5)])
    close(model.alpha_, [0.2, 0.2, 0, 0, 0.4, 0])
    assert model.support_.tolist() == [0, 1, 4]
    assert model.support_vectors_.tolist() == [[0, 9], [4, 1], [0, 4]]
    close(model.dual_coef_, [-0.2, -0.2, 0.4])
    close(model.decision_function(SET_2[0]) * SET_2[1], [1, 1, 2.2, 2.6, 1, 1.4])
    close([model.objective_, model.dual_objective_], [0.4, 0.4])
    close(model.slacks_, 0)
    agrees(abs(model.intercept_) / np.linalg.norm(model.coef_), 2.90689)  # the distance from the origin
    w1, w2, b = np.linalg.solve([[0, 9, 1], [4, 1, 1], [0, 4, 1]], [-1, -1, 1])
    close([w1, w2, b], [-0.8, -0.4, 2.6])


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("support", "1, 2, 5"),
        ("equation 1", -1),
        ("equation 5", 1),
        ("equation sum", 0),
        ("alpha 1", "1/5"),
        ("alpha 2", "1/5"),
        ("alpha 5", "2/5"),
        ("b", "13/5"),
        ("w1", "-4/5"),
        ("w2", "-2/5"),
        ("w.w", "4/5"),
        ("y f(1)", 1),
        ("y f(3)", "11/5"),
        ("y f(4)", "13/5"),
        ("y f(6)", "7/5"),
        ("primal", "2/5"),
        ("dual", "2/5"),
        ("verdict", "optimal"),
    ],
)
def test_second_set_step_is_the_exact_fraction(step, value):
    found = SVC(C=inf).working(*SET_2)[step]
    if step in ("support", "verdict"):
        assert found == value
    else:
        assert isinstance(found, Fraction) and found == Fraction(value)


def test_second_set_margin_in_the_working_is_the_root_of_five():
    assert SVC(C=inf).working(*SET_2)["margin"] == pytest.approx(math.sqrt(5), rel=1e-15)


@pytest.mark.parametrize(
    ("support", "verdict"),
    [
        ([0, 1, 4], "optimal"),
        ([1, 5], "not optimal: row 1 falls short of its edge"),
        ([0, 4], "not optimal: row 2 falls short of its edge"),
        ([0, 3], "not optimal: row 2 falls short of its edge"),
        ([1, 3, 4], "not optimal: row 1 falls short of its edge"),
        (np.array([4, 1, 0]), "optimal"),
    ],
)
def test_guess_at_the_support_vectors_is_judged(support, verdict):
    assert SVC(C=inf).working(*SET_2, support=support)["verdict"] == verdict


def test_guess_of_a_point_that_pulls_the_wrong_way_is_judged():
    X, y = [[0, 0], [2, 0], [3, 1]], [-1, 1, 1]
    working = SVC(C=inf).working(X, y, support=[0, 1, 2])
    assert working["verdict"] == "not optimal: the multiplier of row 3 is not between 0 and C"
    assert working["alpha 3"] < 0
    assert SVC(C=inf).working(X, y, support=[0, 1])["verdict"] == "optimal"


@pytest.mark.parametrize("C", [0.4, 1, 100, 1e6])
def test_large_enough_price_is_the_hard_margin(C):
    model = SVC(C=C).fit(*SET_2)
    close([*model.coef_, model.intercept_], [-0.8, -0.4, 2.6], 1e-8)


@pytest.mark.parametrize(
    ("C", "w", "b", "margin"),
    [(0.1, [-0.370370, -0.296296], 1.66667, 4.21669), (0.05, None, None, 5.62226)],
)
def test_second_set_with_a_soft_margin(C, w, b, margin):
    model = SVC(C=C).fit(*SET_2)
    agrees(model.margin_, margin)
    if w:
        agrees([*model.coef_, model.intercept_], [*w, b])
    assert SVC(C=0.399).fit(*SET_2).margin_ > math.sqrt(5) + 1e-3  # 0.4 is the least that is enough


@pytest.mark.parametrize("C", [1, 10])
def test_first_set_has_only_a_soft_margin(C):
    message = "that no boundary of this kernel separates: even the best boundary leaves rows 0, 1 on the wrong side"
    with pytest.raises(NotSeparableError, match=message) as caught:
        SVC(C=inf).fit(*SET_1)
    assert caught.value.rows == [0, 1]
    model = SVC(C=C).fit(*SET_1)
    close([*model.coef_, model.intercept_, model.margin_], [-0.5, 0, 1, 4])
    close(model.slacks_, [2, 2, 0, 0, 0, 0, 0.5])
    close(model.objective_, 0.125 + C * 4.5)
    working = SVC(C=C).working(*SET_1)
    assert [working[name] for name in ("w1", "w2", "b", "margin", "slack 1", "slack 2", "slack 7")] == [
        *(Fraction(-1, 2), 0, 1, 4, 2, 2, Fraction(1, 2))
    ]
    assert working["verdict"] == "optimal" and "slack 3" not in working


def test_intercept_comes_from_free_support_vectors_alone():
    """B-E05: of all support vectors, as printed, b would be off and the objective higher."""
    X, y = (np.array(part, dtype=float) for part in SET_1)
    model, risk = SVC(C=1).fit(*SET_1), SoftMargin(*SET_1)
    agrees(risk.value([model.intercept_, *model.coef_]), 4.625)
    everyone = (y - X @ model.coef_).mean()  # with all seven multipliers positive
    agrees([everyone, risk.value([everyone, *model.coef_])], [0.5, 5.125])
    alpha = np.array([1, 1, 0, 0.375, 0.5, 0.875, 1])  # another solution of the dual
    close((alpha * y) @ X, [-0.5, 0])
    close(dual_objective(LinearKernel()(X), y, alpha), model.dual_objective_)
    some = (y - X @ model.coef_)[alpha > 0].mean()
    agrees([some, risk.value([some, *model.coef_])], [0.416667, 5.20833])
    free = (alpha > 0) & (alpha < 1)
    close((y - X @ model.coef_)[free], 1)


def test_eight_points_have_three_support_vectors():
    model = SVC(C=inf).fit(*EIGHT)
    close([*model.coef_, model.intercept_, model.margin_], [1, 0, -2, 2])
    close(model.alpha_, [0.25, 0.25, 0, 0, 0.5, 0, 0, 0])
    close(model.decision_function(EIGHT[0]), [1, 1, 4, 4, -1, -2, -2, -3])
    close([model.objective_, model.dual_objective_], 0.5)
    X, y = np.array(EIGHT[0]), np.array(EIGHT[1])
    close((y - X @ model.coef_)[model.support_], -2)  # b from any of them


def test_two_support_vectors_are_enough_in_any_dimension():
    model = SVC(C=inf).fit([[1, 1], [1, -1]], [1, -1])
    close([*model.alpha_, *model.coef_, model.intercept_], [0.5, 0.5, 0, 1, 0])
    close([model.margin_ / 2, model.dual_objective_], [1, 0.5])
    agrees(geometric_margins([[1, 1], [1, -1]], [1, -1], [1, 2], 0).min(), 0.447214)
    X = np.random.default_rng(0).normal(size=(2, 5))
    assert len(SVC(C=inf).fit(X, ["a", "b"]).support_) == 2


def test_without_the_half_the_multipliers_double():
    """C-W24 (c), C-E323: min ‖w‖² has the dual sum α - ¼ sum sum, whose maximum is at twice the multipliers."""
    X, y = (np.array(part, dtype=float) for part in EIGHT)
    model, a = SVC(C=inf).fit(*EIGHT), MarginForm(half=False).weights(1, 8)[0]
    double = 2 * a * model.alpha_
    close(double, [0.5, 0.5, 0, 0, 1, 0, 0, 0])
    close((double * y) @ X / 2, model.coef_)

    def dual(alpha):
        return alpha.sum() - 0.25 * (alpha * y) @ X @ X.T @ (alpha * y)

    close(dual(double), 2 * a * model.dual_objective_)
    assert dual(double) > max(dual(0.99 * double), dual(1.01 * double))


@pytest.mark.parametrize(
    ("C", "w", "slacks", "objective"),
    [
        (0.1, 0.5, [0, 0.5, 1.25, 1.25, 0.5, 0], 0.475),
        (0.5, 0.5, [0, 0.5, 1.25, 1.25, 0.5, 0], 1.875),
        (1, 1, [0, 0, 1.5, 1.5, 0, 0], 3.5),
        (2, 1, [0, 0, 1.5, 1.5, 0, 0], 6.5),
        (10, 1, [0, 0, 1.5, 1.5, 0, 0], 30.5),
    ],
)
def test_slacks_on_a_line(C, w, slacks, objective):
    model = SVC(C=C).fit(*LINE)
    close([*model.coef_, model.intercept_], [w, 0])
    close(model.slacks_, slacks)
    close([model.objective_, model.dual_objective_], objective)
    close(SoftMargin(*LINE, C).value([0, w]), objective)
    assert (model.predict(LINE[0]) != LINE[1]).sum() == 2 <= sum(slacks)
    working = SVC(C=C).working(*LINE)
    assert (working["w1"], working["b"], working["verdict"]) == (Fraction(w), 0, "optimal")
    assert working["primal"] == working["dual"] == Fraction(str(objective))


def test_multipliers_on_a_line():
    close(SVC(C=2).fit(*LINE).alpha_, [0, 1.5, 2, 2, 1.5, 0])


@pytest.mark.parametrize(("setting", "w"), [(0.1, 0.25), (0.2, 0.5), (1, 0.5), (2, 1)])
def test_without_the_half_the_price_counts_half(setting, w):
    C = MarginForm(half=False).price(setting, 6)
    close(C, setting / 2)
    close(SVC(C=C).fit(*LINE).coef_, [w])
    grid = np.linspace(0, 2, 801)
    values = SoftMargin(*LINE, setting, MarginForm(half=False)).value(np.column_stack([0 * grid, grid]))
    close(grid[values.argmin()], w)


def test_figure_with_a_hard_margin():
    model = SVC(C=inf).fit(*FIGURE)
    agrees([*model.coef_, model.intercept_, model.margin_ / 2], [10.1812, 1.72563, -0.363244, 0.0968392])
    agrees(model.objective_, 53.3172)
    assert model.support_.tolist() == [0, 12, 23]  # the three points that the figure circles
    agrees(model.dual_coef_, [5.07712, 48.2401, -53.3172])
    close(SVC(C=100).fit(*FIGURE).coef_, model.coef_)


def test_figure_with_a_soft_margin():
    model = SVC(C=10).fit(*FIGURE)
    agrees([*model.coef_, model.intercept_, model.margin_ / 2], [4.12788, 1.78066, -0.406718, 0.222441])
    agrees(model.objective_, 22.8610)
    assert model.support_.tolist() == [0, 12, 18, 23]  # the four points that the figure circles
    agrees(model.dual_coef_, [6.48306, 10, -8.92297, -7.56010])
    agrees(model.slacks_[12], 1.27560)
    printed = SVC(C=MarginForm(half=False).price(10, 27)).fit(*FIGURE)  # as the formula is printed, without the ½
    agrees([*printed.coef_, printed.intercept_, printed.margin_ / 2], [3.76971, 1.64496, -0.387937, 0.243133])
    assert len(printed.support_) == 7
    one = SVC(C=1).fit(*FIGURE)
    agrees([*one.coef_, one.intercept_, one.margin_ / 2], [2.76276, 0.860861, -0.224024, 0.345569])
    agrees(one.slacks_.sum(), 3.73614)


def test_three_points():
    model = SVC(C=inf).fit(*THREE)
    close(model.alpha_, [0.25, 0, 0.25])
    close([*model.coef_, model.intercept_], [0.5, 0.5, -2])
    close(model.decision_function(THREE[0]) * THREE[1], [1, 1.5, 1])
    agrees(model.margin_ / 2, 1.41421)
    close([model.dual_objective_, model.objective_], 0.25)
    agrees(geometric_margins(*THREE, model.coef_, model.intercept_), [1.41421, 2.12132, 1.41421])
    nearest = -model.intercept_ * model.coef_ / (model.coef_ @ model.coef_)
    close(nearest, [2, 2])
    close(np.linalg.norm(model.coef_) * np.linalg.norm(nearest), 2)


def test_six_points_with_the_other_sign_of_b():
    """A-F14: the document writes w·x - b and weighs ‖w‖² with λ against the mean of the hinge losses."""
    hard, form = SVC(C=inf).fit(*SIX), MarginForm(half=False, mean=True, on_norm=True)
    close([*hard.coef_, -hard.intercept_], [2 / 3, 2 / 3, 5 / 3])
    agrees(hard.margin_, 2.12132)
    for setting in (1e-4, 0.01, 0.1):
        close(SVC(C=form.price(setting, 6)).fit(*SIX).coef_, hard.coef_)
    close(form.price(1, 6), 1 / 12)
    soft = SVC(C=form.price(1, 6)).fit(*SIX)
    agrees([*soft.coef_, -soft.intercept_, soft.margin_], [0.291667, 0.375, 1, 4.20988])
    agrees(SoftMargin(*SIX, 1, form).value([soft.intercept_, *soft.coef_]), 0.496528)


def test_fish_are_not_separable():
    table = fish()
    with pytest.raises(ValueError, match="no boundary of this kernel separates"):
        SVC(C=inf).fit(table.X, table.y)
    assert SVC(C=inf, kernel=RBFKernel(10)).fit(table.X, table.y).score(table.X, table.y) == 1


# ---- values: forms of the objective


@pytest.mark.parametrize(("a", "value", "printed"), [(0.25, 0.375, 0.625), (0.5, 0.5, 1.5), (1, 0, 4), (10, -180, 220)])
def test_sign_of_the_dual(a, value, printed):
    """D-V10, D-E34: with a plus before the double sum the dual grows for ever."""
    K, y = LinearKernel()(TWO[0]), np.array(TWO[1])
    close(dual_objective(K, y, [a, a]), value)
    close(2 * a + 0.5 * (a * y) @ K @ (a * y), printed)


@pytest.mark.parametrize(
    ("setting", "w", "value", "w_half", "value_half"),
    [(0.4, 0.4, 0.64, 0.8, 0.48), (1, 1, 1, 1, 0.5), (10, 1, 1, 1, 0.5)],
)
def test_factor_of_the_dual(setting, w, value, w_half, value_half):
    """D-V10, D-E41: the dual that is printed beside ‖w‖² + λ Σξ belongs to ½‖w‖² + λ Σξ."""
    half, whole = SVC(C=setting).fit(*TWO), SVC(C=MarginForm(half=False).price(setting, 2)).fit(*TWO)
    close([half.coef_[0], half.objective_, half.dual_objective_], [w_half, value_half, value_half])
    close([whole.coef_[0], SoftMargin(*TWO, setting, MarginForm(half=False)).value([0, w])], [w, value])
    close(half.alpha_, min(setting, 0.5))
    a = MarginForm(half=False).weights(setting, 2)[0]
    close(2 * a * whole.alpha_, min(setting, 1))  # the multipliers of the printed problem itself
    close(2 * a * whole.dual_objective_, value)


@pytest.mark.parametrize(
    ("form", "setting", "n", "C"),
    [
        (MarginForm(), 3, 50, 3),  # ½‖w‖² + C Σξ
        (MarginForm(half=False), 3, 50, 1.5),  # ‖w‖² + C Σξ, or λ for C
        (MarginForm(half=False, mean=True, on_norm=True), 0.1, 50, 0.1),  # λ‖w‖² + mean: C = 1 / (2 N λ)
        (MarginForm(half=False, on_norm=True), 0.1, 50, 5),  # λ‖w‖² + Σξ: λ = 1 / (2C)
        (MarginForm(mean=True, on_norm=True), 0.1, 50, 0.2),  # ½λ‖w‖² + mean, as in `EmpiricalRisk`
        (MarginForm(mean=True), 10, 50, 0.2),
        (MarginForm(on_norm=True), 0.1, 50, 10),
        (MarginForm(half=False, mean=True), 10, 50, 0.1),
    ],
)
def test_form_and_its_price(form, setting, n, C):
    close(form.price(setting, n), C)
    close(form.setting(C, n), setting)


def test_mean_form_with_lambda_is_the_empirical_risk():
    X, y = blobs(30)
    ours, theirs = (
        SoftMargin(X, y, 0.3, MarginForm(mean=True, on_norm=True)),
        EmpiricalRisk(X, y, HingeLoss(), 0.3, intercept=True),
    )
    points = np.random.default_rng(0).normal(size=(5, 3))
    close(ours.value(points), theirs.value(points))
    close(ours.gradient(points), theirs.gradient(points))


# ---- values: coordinate ascent and pairs


def test_coordinate_ascent_by_sweeps():
    path = coordinate_ascent([[2, 1], [1, 2]], [3, 3], sweeps=30)
    close(path[2:10:2], [(1.5, 0.75), (1.125, 0.9375), (1.03125, 0.984375), (1.0078125, 0.99609375)], 1e-15)
    W = 3 * path.sum(axis=1) - (path**2).sum(axis=1) - path.prod(axis=1)
    agrees(W[2:10:2], [2.81250, 2.98828, 2.99927, 2.99995])
    close([*path[-1], W[-1]], [1, 1, 3])
    assert path.shape == (61, 2)


def test_one_step_of_two_multipliers_is_the_optimum():
    for step in (pair_step(GRAM, THREE[1], [0, 0, 0], 0, 2, C=inf), *smo(GRAM, THREE[1], C=inf)):
        assert (step.i, step.j) == (0, 2)
        assert step.errors.tolist() == [-1, 1] and step.curvature == 8
        assert step.new.tolist() == [0.25, 0.25] and step.alpha.tolist() == [0.25, 0, 0.25]
        assert step.objectives == (0, 0.25) and step.gap == 2
        assert step.ends.tolist() == [[0, 0], [inf, inf]]
    working = step.working()
    assert [working[name] for name in ("E1", "E3", "eta", "target", "alpha 3", "alpha 1", "W")] == [
        *(-1, 1, 8, 0.25, 0.25, 0.25, 0.25)
    ]


def test_step_is_cut_off_at_the_box():
    step = pair_step(GRAM, THREE[1], [0, 0, 0], 2, 0, C=0.1)  # the other way round: the same pair
    assert step.new.tolist() == [0.1, 0.1] and step.ends.tolist() == [[0.1, 0.1], [0, 0]]
    close(step.objectives, [0, 0.2 - 4 * 0.01])
    same = pair_step(GRAM, THREE[1], [0.25, 0, 0.25], 0, 1, C=1)  # labels alike: the sum stays
    close(same.ends, [[0, 0.25], [0.25, 0]])
    close(same.new, [0.25, 0])
    assert same.working()["alpha 2"] == 0


def test_duplicates_of_different_classes_go_to_the_bound():
    step = pair_step([[1, 1], [1, 1]], [1, -1], [0, 0], 0, 1, C=3)
    assert step.curvature == 0 and step.new.tolist() == [3, 3]
    assert step.working()["target"] == inf
    step = pair_step([[1, 1], [1, 1]], [1, -1], [2, 2], 1, 0, C=3)
    assert step.new.tolist() == [3, 3] and step.working()["target"] == inf


# ---- values: kernels


def test_quadratic_kernel_and_its_map():
    x, z = [1, 2, 3], [4, 5, 6]
    kernel = PolynomialKernel(degree=2, coef0=0)
    assert kernel([x], [z]).item() == 1024 == np.outer(x, x).ravel() @ np.outer(z, z).ravel()
    assert np.outer(x, x).ravel().tolist() == [1, 2, 3, 2, 4, 6, 3, 6, 9]
    assert (np.outer(x, x) * np.outer(x, x)).sum() == 196  # D-E38: the last sum as it is printed
    root = math.sqrt(2)
    close(kernel.features([x]), [[1, 2 * root, 3 * root, 4, 6 * root, 9]], 1e-15)


def test_quadratic_kernel_with_a_constant():
    kernel = PolynomialKernel(degree=2, coef0=2)
    u, v = kernel.features([[1, 3], [-2, 0.5]])
    close([kernel([[1, 3]], [[-2, 0.5]]).item(), u @ v], 2.25, 1e-14)
    one = PolynomialKernel(degree=2, coef0=1)
    close([one([[1, 2]], [[3, -1]]).item(), np.prod(one.features([[1, 2], [3, -1]]), axis=0).sum()], 4, 1e-14)
    root = math.sqrt(2)
    close(one.features([[3, 5]]), [[1, 3 * root, 5 * root, 9, 15 * root, 25]], 1e-15)


def test_lift_to_a_paraboloid():
    """C-W26: k(x, z) = x·z + ‖x‖²‖z‖²."""
    kernel = MappedKernel(lift)
    assert lift([[1, 2], [3, -1]]).tolist() == [[1, 2, 5], [3, -1, 10]]
    assert kernel([[1, 2]], [[3, -1]]).item() == 51
    angles = np.deg2rad([0, 90, 180, 270, 45, 135, 225, 315])
    X = np.repeat([1.0, 2.0], 4)[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    y = [-1] * 4 + [1] * 4
    with pytest.raises(ValueError, match="no boundary of this kernel separates"):
        SVC(C=inf).fit(X, y)
    model = SVC(C=inf, kernel=kernel).fit(X, y)
    close([*model.coef_, model.intercept_], [0, 0, 2 / 3, -5 / 3])
    close([model.alpha_.sum(), model.dual_objective_, model.margin_ / 2], [4 / 9, 2 / 9, 1.5])
    close(model.decision_function([[math.sqrt(2.5), 0], [0, -math.sqrt(2.5)]]), 0)  # the circle a² + b² = 2.5
    by_hand = SVC(C=inf, kernel=lambda A, B: A @ B.T + np.outer((A**2).sum(axis=1), (B**2).sum(axis=1))).fit(X, y)
    close(by_hand.decision_function(X), model.decision_function(X))


def test_squared_feature():
    """B-X58: the map (x1², x2)."""
    X, y = [[2, 0], [0, 3], [3, 0], [2, -5], [-4, 2]], ["A", "A", "B", "B", "B"]
    assert first_squared(X).tolist() == SQUARED[0]
    with pytest.raises(ValueError, match="no boundary of this kernel separates"):
        SVC(C=inf).fit(X, y)
    model = SVC(C=inf, kernel=MappedKernel(first_squared)).fit(X, y)
    close(model.alpha_, [0.16, 0, 0.08, 0.08, 0])
    close([*-model.coef_, -model.intercept_], [-0.4, 0.4, 2.6])  # A is the +1 there, the first class here
    close(-model.decision_function(X), [1, 3.8, -1, -1, -3])
    close(model.margin_, 5 / math.sqrt(2))
    x1 = np.linspace(-4, 4, 9)
    for shift, score in ((6.5, 0), (4, 1), (9, -1)):  # the boundary and the edges are parabolas
        close(-model.decision_function(np.column_stack([x1, x1**2 - shift])), score)
    assert model.predict([[0, -6.4], [0, -6.6], [-2, 0], [-3, 0]]).tolist() == ["A", "B", "A", "B"]
    working = SVC(C=inf, kernel=MappedKernel(first_squared)).working(X, y)
    assert [working[name] for name in ("alpha 1", "alpha 3", "w1", "w2", "b")] == [
        Fraction(value) for value in ("4/25", "2/25", "2/5", "-2/5", "-13/5")
    ]


POINTS = [[0, 0], [1, 0], [0, 1], [2, 1]]  # C-W27


@pytest.mark.parametrize(
    ("matrix", "eigenvalues"),
    [
        (RBFKernel.of_width(1)(POINTS), [0.264253, 0.572243, 1.00651, 2.15699]),
        (1 / RBFKernel.of_width(1)(POINTS), [-12.5593, -1.53982, 1.09480, 17.0043]),  # C-E335: without the minus
        (PolynomialKernel()(POINTS), [0.326369, 2.00000, 3.78156, 38.8921]),
        (LinearKernel()(POINTS), [0, 0, 1, 6]),
        ([[196, 1024, 4], [1024, 5929, 4], [4, 4, 4]], [3.30193, 19.2829, 6106.42]),  # D-V22
        ([[0, 27, 20], [27, 0, 83], [20, 83, 0]], [-83.3195, -11.3628, 94.6823]),
    ],
    ids=["Gaussian", "Gaussian without the minus", "polynomial", "linear", "quadratic", "squared distance"],
)
def test_mercer(matrix, eigenvalues):
    agrees(np.linalg.eigvalsh(matrix), eigenvalues)
    assert is_positive_semidefinite(matrix) == (eigenvalues[0] >= 0)


def test_kernel_matrices_of_the_mercer_test():
    X = [[1, 2, 3], [4, 5, 6], [1, 0, -1]]
    assert PolynomialKernel(coef0=0)(X).tolist() == [[196, 1024, 4], [1024, 5929, 4], [4, 4, 4]]
    rows = [(1, 0.606531, 0.606531, 0.0820850), (0.606531, 1, 0.367879, 0.367879)]
    rows += [(0.606531, 0.367879, 1, 0.135335), (0.0820850, 0.367879, 0.135335, 1)]
    agrees(RBFKernel.of_width(1)(POINTS), rows)


def test_gaussian_without_the_minus_is_called_no_kernel():
    def printed(A, B):
        return np.exp(((A[:, None] - B) ** 2).sum(axis=2) / 2)

    with pytest.warns(UserWarning, match="the kernel is not positive semi-definite: .* eigenvalue -12.6") as caught:
        SVC(kernel=printed).fit(POINTS, [1, 1, -1, -1])
    assert caught[0].filename == __file__


def test_sigmoid_can_give_a_negative_square():
    assert SigmoidKernel(gamma=1, coef0=-1)([[0.0]]).item() == math.tanh(-1) < 0
    with pytest.warns(UserWarning, match="the kernel is not positive semi-definite"):
        SVC(kernel=SigmoidKernel(coef0=-1)).fit(*SIX)
    with pytest.warns(UserWarning, match="the kernel is not positive semi-definite"):
        SVC(kernel=PolynomialKernel(degree=3, coef0=-1)).fit(*SIX)


def test_negative_kernel_is_as_far_from_one_as_can_be():
    """Curvature below 0 everywhere: every step goes to a bound, and the best is to have all multipliers there."""
    with pytest.warns(UserWarning, match="eigenvalue"):
        model = SVC(C=2, kernel=lambda A, B: -A @ B.T).fit(*TWO)
    close(model.alpha_, [2, 2])
    close(model.dual_objective_, 4 + 8)
    assert model.margin_ == inf


@pytest.mark.parametrize(
    ("X", "kernel", "alpha", "b"),
    [
        (XOR[0], PolynomialKernel(), [10 / 3, 8 / 3, 8 / 3, 2], -1),
        (2 * np.array(XOR[0]) - 1, PolynomialKernel(), [0.125] * 4, 0),
        (XOR[0], RBFKernel.of_width(1), [6.45919] * 4, 0),
    ],
    ids=["polynomial", "polynomial around 0", "Gaussian"],
)
def test_exclusive_or_by_kernels(X, kernel, alpha, b):
    model = SVC(C=inf, kernel=kernel).fit(X, XOR[1])
    agrees(model.alpha_, alpha)
    close(model.intercept_, b)
    close(model.decision_function(X), XOR[1])
    with pytest.raises(ValueError, match="no boundary .* leaves rows 0, 1, 2, 3 on the wrong side or on it"):
        SVC(C=inf).fit(X, XOR[1])


def test_exclusive_or_in_fractions():
    working = SVC(C=inf, kernel=PolynomialKernel()).working(*XOR)
    assert [working[f"alpha {i}"] for i in (1, 2, 3, 4)] == [Fraction(10, 3), Fraction(8, 3), Fraction(8, 3), 2]
    assert (working["b"], working["w.w"], working["verdict"]) == (-1, Fraction(32, 3), "optimal")
    assert "w1" not in working
    around = SVC(C=inf, kernel=PolynomialKernel()).working(2 * np.array(XOR[0]) - 1, XOR[1])
    assert {around[f"alpha {i}"] for i in (1, 2, 3, 4)} == {Fraction(1, 8)}
    X = np.array([[-1, -1], [3, -2], [0.5, 4]])
    close(
        SVC(C=inf, kernel=PolynomialKernel()).fit(2 * np.array(XOR[0]) - 1, XOR[1]).decision_function(X),
        -X.prod(axis=1),
    )


def test_gamma_and_sigma_are_two_names_of_one_width():
    assert RBFKernel.of_width(2).gamma == 1 / 8
    assert RBFKernel(gamma=1 / 8).sigma == 2
    close(RBFKernel.of_width(5)([[0, 0]], [[3, 4]]).item(), math.exp(-0.5), 1e-15)
    assert RBFKernel(0.3)([[1.0, 2.0]], [[1e9, 2.0]]).item() == 0


# ---- values: more than two classes


def test_three_corners_by_both_ways():
    X, y = [[0, 0], [1, 0], [9, 0], [10, 0], [5, 8], [5, 9]], ["left", "left", "right", "right", "top", "top"]
    rest, pairs = OneVsRest(SVC(C=inf)).fit(X, y), OneVsOne(SVC(C=inf)).fit(X, y)
    assert rest.predict(X).tolist() == pairs.predict(X).tolist() == y
    assert (len(rest.machines_), len(pairs.machines_)) == (3, 3)
    assert rest.classes_.tolist() == pairs.classes_.tolist() == ["left", "right", "top"]
    close(pairs.machines_[0].decision_function([[5, 0], [1, 0], [9, 0]]), [0, -1, 1])  # left against right
    close(rest.decision_function(X)[:, 2], rest.machines_[2].decision_function(X))
    assert np.rint(pairs.decision_function(X)).max(axis=1).tolist() == [2] * 6  # wins of the class that is taken


class Fixed:
    """A machine whose score is a column of X."""

    def __init__(self, column):
        self.column = column

    def decision_function(self, X):
        return np.asarray(X)[:, self.column].astype(float)


def fixed(way, columns):
    """A classifier of three classes whose machines answer with the columns of X."""
    model = way(SVC())
    model.classes_, model.n_features_in_ = np.array(["a", "b", "c"]), columns
    model.machines_ = [Fixed(k) for k in range(columns)]
    return model


def test_tie_of_wins_goes_to_the_greatest_sum_of_scores():
    model = fixed(OneVsOne, 3)
    # b beats a, a beats c, c beats b: one win each
    assert model.predict([[1, -2, 0.5], [1, -2, 4], [2, -1, 0.5], [1, -1, 1]]).tolist() == ["a", "c", "b", "a"]
    assert model.predict([[-1e6, 0.1, 0.1]]).tolist() == ["c"]  # two wins count more than any score
    close(model.decision_function([[1, -2, 0.5]]), [[1 + 1 / 4, 1 + 0.5 / 3, 1 - 1.5 / 5]])


def test_tie_of_scores_goes_to_the_class_that_sorts_first():
    assert fixed(OneVsRest, 3).predict([[0.1 + 0.2, 0.3, 0], [0, 0.3, 0.1 + 0.2], [-1, -1, -1]]).tolist() == [
        "a",
        "b",
        "a",
    ]
    assert fixed(OneVsOne, 3).predict([[0, 0, 0]]).tolist() == ["a"]


def test_row_on_the_boundary_belongs_to_the_class_that_sorts_first():
    model = SVC(C=inf).fit([[0, 0.1], [0, 0.3]], ["no", "yes"])
    assert model.predict([[5, 0.2], [0, 0.2 + 1e-6], [0, 0.2 - 1e-6]]).tolist() == ["no", "yes", "no"]


# ---- laws

law = settings(max_examples=60, derandomize=True, database=None)
KERNELS = {
    "linear": LinearKernel(),
    "mapped": MappedKernel(lift),
    "quadratic": PolynomialKernel(),
    "cubic": PolynomialKernel(degree=3, gamma=0.5, coef0=0),
    "gaussian": RBFKernel(0.4),
}
kernels = st.sampled_from(sorted(KERNELS)).map(KERNELS.get)
prices = st.sampled_from([0.01, 0.1, 0.7, 1.0, 5.0, 100.0])


@st.composite
def problems(draw, rows=(2, 12), columns=(1, 3)):
    """X of small whole numbers, many of them alike, and y of both labels."""
    n, d = draw(st.integers(*rows)), draw(st.integers(*columns))
    X = draw(arrays(float, (n, d), elements=st.integers(-4, 4).map(float)))
    y = draw(arrays(np.int64, n, elements=st.sampled_from([-1, 1])))
    y[:2] = 1, -1
    return X, y


def separable(X, y):
    """Whether some hyperplane has each row on its own side, by linear programming."""
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=(None, None)).status == 0


@law
@given(problems(), kernels, prices)
def test_solution_meets_the_optimality_conditions(problem, kernel, C):
    X, y = problem
    model = SVC(C, kernel, tol=1e-6).fit(X, y)
    f, alpha = model.decision_function(X), model.alpha_
    scale = 1e-5 * max(1, C * np.abs(kernel(X)).max())
    assert (alpha >= 0).all() and (alpha <= C).all()
    assert abs(alpha @ y) <= 1e-9 * alpha.sum()
    assert (y * f >= 1 - scale)[alpha < C].all()
    assert (y * f <= 1 + scale)[alpha > 0].all()
    assert model.kkt_gap_ <= 1e-6
    close(model.slacks_, np.maximum(0, 1 - y * f), scale)
    assert (alpha[model.slacks_ > 2 * scale] == C).all()
    close(model.dual_objective_, dual_objective(kernel(X), y, alpha), scale)
    gap = model.objective_ - model.dual_objective_
    assert -1e-9 * abs(model.objective_) - 1e-9 <= gap <= 1e-5 * (1 + C * len(y))
    beta = np.zeros(len(y))
    beta[model.support_] = model.dual_coef_
    close(beta, alpha * y, 0)
    square = beta @ kernel(X) @ beta
    if square > 1e-9:
        close(model.margin_, 2 / math.sqrt(square), 1e-6)


@law
@given(problems(), st.sampled_from([0.1, 1.0, 10.0]), st.integers(0, 10**6))
def test_no_other_hyperplane_is_better(problem, C, seed):
    X, y = problem
    model, risk = SVC(C).fit(X, y), SoftMargin(X, y, C)
    best = np.r_[model.intercept_, model.coef_]
    close(risk.value(best), model.objective_, 1e-8)
    steps = np.random.default_rng(seed).normal(size=(200, len(best))) * np.logspace(-4, 1, 200)[:, None]
    assert (risk.value(best + steps) >= model.objective_ - 1e-8).all()


@law
@given(problems())
def test_hard_margin_exists_where_a_hyperplane_separates(problem):
    X, y = problem
    if separable(X, y):
        model = SVC(C=inf).fit(X, y)
        margins = y * model.decision_function(X)
        assert margins.min() > 1 - 1e-6
        close(margins[model.support_], 1, 1e-6)
        assert set(y[model.support_]) == {-1, 1}
        close(2 * geometric_margins(X, y, model.coef_, model.intercept_).min(), model.margin_, 1e-6)
        close(SVC(C=2 * model.alpha_.max()).fit(X, y).coef_, model.coef_, 1e-6)
    else:
        with pytest.raises(NotSeparableError, match="that no boundary of this kernel separates") as caught:
            SVC(C=inf).fit(X, y)
        assert caught.value.rows and not set(caught.value.rows) - set(range(len(y)))


@law
@given(problems(), st.integers(0, 10**6))
def test_hard_margin_is_the_shortest_link_between_the_convex_hulls(problem, seed):
    X, y = problem
    assume(separable(X, y))
    model = SVC(C=inf, tol=1e-9).fit(X, y)
    push = model.alpha_[y > 0].sum()
    p, q = ((model.alpha_ * (y == sign)) @ X / push for sign in (1, -1))
    length = math.dist(p, q)
    close(model.margin_, length, 1e-6)
    close([push, model.dual_objective_], [2 / length**2] * 2, 1e-5)
    rng = np.random.default_rng(seed)
    p, q = (rng.dirichlet(np.full((y == sign).sum(), 0.3), 200) @ X[y == sign] for sign in (1, -1))
    assert (np.sqrt(((p - q) ** 2).sum(axis=1)) >= length - 1e-6).all()


@settings(law, max_examples=25)
@given(problems(rows=(3, 9), columns=(1, 2)))
def test_hard_margin_is_the_widest_by_brute_force(problem):
    """Each two rows, and each three in the plane, as support vectors: the widest margin that all rows respect."""
    X, y = problem
    assume(separable(X, y))
    widest = 0.0
    for size in range(2, X.shape[1] + 2):
        for chosen in map(list, combinations(range(len(y)), size)):
            try:
                step = SVC(C=inf).working(X, y, support=chosen)
            except ValueError:  # the rows are on one line, or the same
                continue
            w = np.array([float(step[f"w{k + 1}"]) for k in range(X.shape[1])])
            if w.any() and (y * (X @ w + float(step["b"])) >= 1 - 1e-12).all():
                widest = max(widest, 2 / math.sqrt(w @ w))
    close(SVC(C=inf).fit(X, y).margin_, widest, 1e-8)


@law
@given(problems(), st.sampled_from([0.1, 0.25, 1.0, 10.0, inf]), st.sampled_from(["linear", "mapped", "quadratic"]))
def test_working_is_optimal_and_agrees_with_fit(problem, C, name):
    X, y = problem
    kernel = KERNELS[name]
    if math.isinf(C) and not separable(kernel.features(X), y):
        with pytest.raises(NotSeparableError):
            SVC(C, kernel).working(X, y)
        return
    model, working = SVC(C, kernel, tol=1e-8).fit(X, y), SVC(C, kernel).working(X, y)
    assert working["verdict"] == "optimal"
    assert working["primal"] == working["dual"]
    alpha = [float(working.get(f"alpha {i + 1}", 0)) for i in range(len(y))]
    close(float(working["dual"]), model.dual_objective_, 1e-6)
    close(dual_objective(kernel(X), y, alpha), model.dual_objective_, 1e-6)
    close([float(working[f"y f({i + 1})"]) for i in range(len(y))], y * model.decision_function(X), 1e-5)
    if math.isfinite(C):
        close([float(working.get(f"slack {i + 1}", 0)) for i in range(len(y))], model.slacks_, 1e-5)
    if name != "quadratic":
        close([float(working[f"w{k + 1}"]) for k in range(len(model.coef_))], model.coef_, 1e-5)
    assert "<table" in working._repr_html_() and "align*" in working.to_latex() and str(working)


@law
@given(problems(), kernels, prices)
def test_labels_can_be_swapped_and_rows_reordered(problem, kernel, C):
    X, y = problem
    model = SVC(C, kernel, tol=1e-8).fit(X, y)
    f, swapped = model.decision_function(X), SVC(C, kernel, tol=1e-8).fit(X, -y)
    close(swapped.decision_function(X), -f, 1e-5 * (1 + np.abs(f).max()))
    back = SVC(C, kernel, tol=1e-8).fit(X[::-1], y[::-1])
    close(back.decision_function(X), f, 1e-5 * (1 + np.abs(f).max()))
    close([swapped.dual_objective_, back.dual_objective_], model.dual_objective_, 1e-7)
    words = np.where(y > 0, "yes", "no")
    named = SVC(C, kernel, tol=1e-8).fit(X, words)
    assert named.classes_.tolist() == ["no", "yes"]
    close(named.decision_function(X), f, 1e-12)
    assert named.predict(X).tolist() == np.where(f > 1e-9, "yes", "no").tolist()


@law
@given(problems(), prices, st.sampled_from(["linear", "gaussian"]))
def test_shift_of_all_rows_changes_only_b(problem, C, name):
    X, y = problem
    shift = np.array([1000.0, -500.0, 3.0])[: X.shape[1]]
    here, there = SVC(C, KERNELS[name], tol=1e-8).fit(X, y), SVC(C, KERNELS[name], tol=1e-8).fit(X + shift, y)
    close(there.decision_function(X + shift), here.decision_function(X), 1e-6)
    if name == "linear":
        close(there.intercept_, here.intercept_ - here.coef_ @ shift, 1e-5)


@law
@given(problems(), prices, st.sampled_from([1e-6, 0.1, 1e3, 1e8]))
def test_units_of_the_features_change_the_price(problem, C, unit):
    X, y = problem
    here, there = SVC(C, tol=1e-8).fit(X, y), SVC(C / unit**2, tol=1e-8).fit(X * unit, y)
    close(there.decision_function(X * unit), here.decision_function(X), 1e-6)
    close(there.coef_ * unit, here.coef_, 1e-6)


@law
@given(problems(columns=(2, 2)), prices)
def test_turned_rows_turn_the_hyperplane(problem, C):
    X, y = problem
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    here, there = SVC(C, tol=1e-8).fit(X, y), SVC(C, tol=1e-8).fit(X @ turn, y)
    close(there.coef_, here.coef_ @ turn, 1e-6)


@law
@given(problems(), st.sampled_from([0.5, 2.0]))
def test_row_given_twice_counts_twice(problem, C):
    X, y = problem
    twice, dearer = SVC(C).fit(np.vstack([X, X]), np.r_[y, y]), SVC(2 * C).fit(X, y)
    close(twice.decision_function(X), dearer.decision_function(X), 1e-6)
    close(twice.objective_, dearer.objective_, 1e-8)


@law
@given(problems(), st.lists(st.sampled_from([0.01, 0.1, 1.0, 10.0, 100.0]), min_size=2, max_size=2, unique=True))
def test_dearer_slack_gives_less_slack_and_a_narrower_margin(problem, two):
    X, y = problem
    cheap, dear = (SVC(C).fit(X, y) for C in sorted(two))
    assert dear.slacks_.sum() <= cheap.slacks_.sum() + 1e-7
    assert dear.margin_ <= cheap.margin_ * (1 + 1e-7) or math.isinf(cheap.margin_) or cheap.margin_ > 1e6
    assert dear.slacks_.sum() >= (dear.predict(X) != y).sum() - 1e-7  # the slacks are a bound for the mistakes


@law
@given(problems(), kernels, prices)
def test_steps_stay_on_their_segment_and_climb(problem, kernel, C):
    X, y = problem
    K, alpha, value = kernel(X), np.zeros(len(y)), 0.0
    Q = K * np.outer(y, y)
    for step in smo(K, y, C, tol=1e-3, max_iter=40):
        pair = [step.i, step.j]
        close(step.old, alpha[pair], 0)
        close(step.objectives[0], value, 1e-9 * (1 + abs(value)))
        assert step.objectives[1] > step.objectives[0] or step.gap < 1e-2
        assert step.gap > 1e-3
        others = np.delete(np.arange(len(y)), pair)
        close(step.alpha[others], alpha[others], 0)
        close(step.alpha[pair], step.new, 0)
        close(step.labels, y[pair], 0)
        assert (step.ends >= 0).all() and (step.ends <= C * (1 + 1e-12)).all()
        close(step.ends @ step.labels, step.old @ step.labels, 1e-9 * C)
        segment = np.tile(step.alpha, (21, 1))
        segment[:, pair] = np.linspace(*step.ends, 21)
        values = segment.sum(axis=1) - 0.5 * ((segment @ Q) * segment).sum(axis=1)
        assert values.max() <= step.objectives[1] + 1e-8 * (1 + abs(value))  # nowhere on the segment is it higher
        again = pair_step(K, y, alpha, step.j, step.i, C)
        close(again.new[::-1], step.new, 1e-9 * C)
        close(again.ends[::-1, ::-1], step.ends, 1e-12 * C)
        close(step.working()[f"alpha {step.i + 1}"], step.new[0], 0)
        alpha, value = step.alpha, step.objectives[1]
        close(value, dual_objective(K, y, alpha), 1e-9 * (1 + abs(value)))


@law
@given(problems(), st.sampled_from(["linear", "gaussian"]), st.sampled_from([0.1, 1.0]))
def test_steps_lead_to_the_solution_of_the_classifier(problem, name, C):
    X, y = problem
    *_, last = smo(KERNELS[name](X), y, C, tol=1e-6)
    model = SVC(C, KERNELS[name], tol=1e-6).fit(X, y)
    close(last.objectives[1], model.dual_objective_, 1e-5)


@law
@given(problems(), kernels, prices)
def test_pair_that_moves_is_the_one_that_promises_most(problem, kernel, C):
    X, y = problem
    K, alpha = kernel(X), np.zeros(len(y))
    size = np.abs(np.diag(K)).max() or 1.0
    noise = 1e-9 * (1 + C * size)
    for step in smo(K, y, C, max_iter=30):
        slope, below, above = y - K @ (alpha * y), alpha < C, alpha > 0
        up, down = np.where(y > 0, below, above), np.where(y > 0, above, below)
        assert up[step.i] and down[step.j]
        assert slope[step.i] >= slope[up].max() - noise
        close(step.gap, slope[up].max() - slope[down].min(), noise)
        bend = np.maximum(np.diag(K) + K[step.i, step.i] - 2 * K[step.i], 1e-15 * size)
        gains = np.maximum(slope[step.i] - slope, 0) ** 2 / (2 * bend)
        assert gains[step.j] >= gains[down].max() * (1 - 1e-6) - noise
        assert step.objectives[1] - step.objectives[0] <= gains[step.j] + noise
        alpha = step.alpha


@law
@given(
    arrays(float, (4, 3), elements=st.integers(-3, 3).map(float)),
    arrays(float, 3, elements=st.integers(-9, 9).map(float)),
)
def test_coordinate_ascent_climbs_to_the_top(rows, b):
    A = rows.T @ rows + np.eye(3)
    path = coordinate_ascent(A, b, sweeps=300)
    values = path @ b - 0.5 * ((path @ A) * path).sum(axis=1)
    assert (np.diff(values) >= -1e-9 * (1 + np.abs(values[1:]))).all()
    close(path[-1], np.linalg.solve(A, b), 1e-6)
    assert ((np.diff(path, axis=0) != 0).sum(axis=1) <= 1).all()  # one coordinate at a time
    boxed = coordinate_ascent(A, b, start=[0.5, 0.5, 0.5], sweeps=300, low=0, high=1)
    slope = b - A @ boxed[-1]
    assert (boxed >= 0).all() and (boxed <= 1).all()
    assert (np.abs(slope[(boxed[-1] > 0) & (boxed[-1] < 1)]) < 1e-6).all()
    assert (slope[boxed[-1] == 0] <= 1e-6).all() and (slope[boxed[-1] == 1] >= -1e-6).all()


@law
@given(problems(rows=(2, 6)), st.sampled_from(sorted(KERNELS)))
def test_kernels_are_symmetric_inner_products(problem, name):
    X, _ = problem
    K = KERNELS[name](X)
    close(K, K.T, 1e-13)
    assert is_positive_semidefinite(K) and KERNELS[name].mercer
    close(KERNELS[name](X[:1], X), K[:1], 1e-13)
    if hasattr(KERNELS[name], "features"):
        features = KERNELS[name].features(X)
        close(features @ features.T, K, 1e-10 * (1 + np.abs(K).max()))


@law
@given(
    problems(),
    st.integers(1, 4),
    st.sampled_from([0.0, 0.5, 1.0, 3.0]),
    st.sampled_from([0.25, 1.0, 2.0]),
)
def test_polynomial_kernel_has_its_features(problem, degree, coef0, gamma):
    X, _ = problem
    kernel = PolynomialKernel(degree, gamma, coef0)
    features = kernel.features(X)
    d = X.shape[1]
    assert features.shape[1] == (math.comb(d + degree, degree) if coef0 else math.comb(d + degree - 1, degree))
    close(features @ features.T, kernel(X), 1e-9 * (1 + np.abs(kernel(X)).max()))


@law
@given(problems(), st.booleans(), st.booleans(), st.booleans(), st.sampled_from([0.01, 0.3, 1.0, 7.0]))
def test_all_forms_have_the_same_solution(problem, half, mean, on_norm, C):
    X, y = problem
    form, n = MarginForm(half, mean, on_norm), len(y)
    setting = form.setting(C, n)
    close(form.price(setting, n), C, 1e-14)
    a, s = form.weights(setting, n)
    points = np.random.default_rng(0).normal(size=(7, X.shape[1] + 1))
    book, other = SoftMargin(X, y, C), SoftMargin(X, y, setting, form)
    close(other.value(points), 2 * a * book.value(points), 1e-12)
    close(other.gradient(points), 2 * a * book.gradient(points), 1e-10)
    slacks = np.maximum(0, 1 - y * (points[:, 1:] @ X.T + points[:, :1]))
    close(other.value(points), a * (points[:, 1:] ** 2).sum(axis=1) + s * slacks.sum(axis=1), 1e-12)


@law
@given(problems(), st.sampled_from([0.1, 2.0]))
def test_gradient_of_the_primal(problem, C):
    X, y = problem
    risk, point = SoftMargin(X + 0.1234, y, C), np.linspace(0.31, 0.57, X.shape[1] + 1)
    assert check_gradient(risk, point) < 1e-6
    single = np.mean([risk.on([i]).gradient(point) for i in range(len(y))], axis=0)
    close(single, risk.gradient(point), 1e-10)
    close(np.mean([risk.on([i]).value(point) for i in range(len(y))]), risk.value(point), 1e-10)


# ---- the paper


@settings(law, max_examples=100)
@given(
    problems(),
    st.sampled_from([0.1, 1 / 3, 1.0, 10.0, inf]),
    st.sampled_from(["linear", "mapped", "quadratic", "cubic"]),
    st.sampled_from([1e-7, 1e-3, 1.0, 0.37, 1e3, 1e6]),
    st.sampled_from([0.0, 0.5, -1000.25]),
)
def test_whoever_works_out_what_is_printed_arrives_at_what_is_printed(problem, C, name, unit, shift):
    shift, unit = (shift, unit) if name == "linear" else (0.0, min(unit, 1.0))  # beyond, powers take very many steps
    X, y = (problem[0] + shift) * unit, problem[1]
    try:
        working = SVC(C / unit**2 if name == "linear" else C, KERNELS[name]).working(X, y)
    except NotSeparableError:
        return
    wrong, checked = check(working)
    assert wrong == [] and checked >= len(y) + 2


@settings(law, max_examples=100)
@given(problems(), kernels, st.sampled_from([0.01, 1 / 3, 1.0, 100.0, inf]), st.sampled_from([1e-6, 0.37, 1.0, 1e5]))
def test_whoever_works_out_a_printed_step_arrives_at_what_is_printed(problem, kernel, C, unit):
    X, y = problem[0] * unit, problem[1]
    for step in smo(kernel(X), y, C, max_iter=8):
        wrong, checked = check(step.working())
        assert wrong == [] and checked >= 3


def test_step_without_curvature_is_printed_without_a_division():
    step = pair_step([[1, 1], [1, 1]], [1, -1], [0, 0], 0, 1, C=3)
    assert step.working().step("target").numbers == "" and check(step.working()) == ([], 4)
    level = pair_step([[1, 1, 1], [1, 1, 1], [1, 1, 1]], [1, 1, -1], [0, 1, 1], 0, 1, C=3)
    assert level.working()["target"] == 1 and level.new.tolist() == [0, 1]  # nothing to gain: both stay


# ---- the plain forms and the engine


@law
@given(problems(), kernels, prices, st.integers(0, 10**6))
def test_engine_moves_a_pair_as_the_lesson_does(problem, kernel, C, seed):
    X, y = problem[0], problem[1].astype(float)
    K, rng = kernel(X), np.random.default_rng(seed)
    dual, alpha = engine.Dual(K, y, C), np.zeros(len(y))
    scale = 1e-9 * C * (1 + np.abs(K).max())
    for i, j, _ in (best_pair(K, y, alpha, C), *(sorted(rng.permutation(len(y))[:2]) + [0] for _ in range(6))):
        i, j = (i, j) if dual.slope[i] > dual.slope[j] else (j, i)
        if dual.up[i] == dual.down[j] == 0 and dual.slope[i] - dual.slope[j] > scale:
            alpha[[i, j]] = best_move(K, y, alpha, i, j, C)[0]
            dual.move(int(i), int(j))
            close(np.abs(dual.beta), alpha, 1e-9 * C)
            alpha = np.abs(dual.beta)
    close(dual.slope, y - K @ (alpha * y), scale)
    close(dual.gap, best_pair(K, y, alpha, C)[2], scale)


@law
@given(problems(), kernels, prices)
def test_engine_chooses_the_pair_that_the_lesson_chooses(problem, kernel, C):
    X, y = problem[0], problem[1].astype(float)
    K = kernel(X)
    (i, j), (a, b, gap) = next(engine.Dual(K, y, C).pairs(1e-3)), best_pair(K, y, np.zeros(len(y)), C)
    bend = np.maximum(np.diag(K) + K[i, i] - 2 * K[i], 1e-15 * (np.abs(np.diag(K)).max() or 1))
    assert i == a and gap == 2 and bend[j] <= bend[b] * (1 + 1e-8)  # all slopes that can be paired differ by 2


@law
@given(problems(), kernels, st.sampled_from([0.1, 1.0, 10.0]))
def test_engine_arrives_where_the_lesson_arrives(problem, kernel, C):
    X, y = problem
    K = kernel_matrix(kernel, X)
    steps = list(smo(K, y, C, tol=1e-3, max_iter=2000))
    assume(len(steps) < 2000)
    dual = engine.solve(K, y.astype(float), C, 1e-3, 200_000)
    value = steps[-1].objectives[1] if steps else 0.0
    assert value - 1e-9 * (1 + abs(value)) <= dual.objective <= value + 1e-2 * C * len(y)
    close(dual.objective, dual_objective(K, y, np.abs(dual.beta)), 1e-9 * (1 + abs(value)))


def test_equations_of_known_support_vectors():
    K, y = LinearKernel()(SET_2[0]), np.array(SET_2[1])
    A, c = support_equations(K, y, [0, 1, 4])
    close(np.linalg.solve(A, c), [-0.2, -0.2, 0.4, 2.6])
    model = SVC(C=10).fit(*FIGURE)  # row 12 is at C, rows 0, 18 and 23 are free
    A, c = support_equations(LinearKernel()(FIGURE[0]), np.array(FIGURE[1]), [0, 18, 23], [12], C=10)
    close(np.linalg.solve(A, c), [*model.dual_coef_[[0, 2, 3]], model.intercept_], 1e-8)


# ---- numerics


@pytest.mark.parametrize("shift", [1e3, 1e6, 1e8])
def test_far_from_zero_the_hyperplane_keeps_what_the_data_hold(shift):
    X, y = blobs(40, seed=1)
    near, far = SVC().fit(X, y), SVC().fit(X + shift, y)
    np.testing.assert_allclose(far.coef_, near.coef_, rtol=1e-14 * shift)
    near, far = (SVC(kernel=RBFKernel(0.5)).fit(X + move, y).decision_function(X + move) for move in (0, shift))
    np.testing.assert_allclose(far, near, rtol=0, atol=1e-14 * shift)


@pytest.mark.parametrize("C", [1e-3, 1, 1e3, 1e6, 1e9])
def test_any_price_gives_the_optimum_of_overlapping_clouds(C):
    X, y = blobs(60, apart=1)
    model = SVC(C).fit(X, y)
    assert model.kkt_gap_ <= 1e-3
    close(model.objective_, model.dual_objective_, 1e-6 * (1 + C))
    assert len(np.flatnonzero((model.alpha_ > 0) & (model.alpha_ < C))) <= 3  # in general position


@pytest.mark.parametrize("far", [1e7, 1e9, 1e30])
def test_two_rows_far_apart_have_a_margin(far):
    """Once C times the squared distance reached about 1e12, both multipliers were taken for 0."""
    model = SVC().fit([[0.0], [far]], [0, 1])
    assert model.predict([[0.0], [far]]).tolist() == [0, 1]
    np.testing.assert_allclose([*model.coef_, model.margin_, *model.alpha_], [2 / far, far, *[2 / far**2] * 2], 1e-9)


@pytest.mark.parametrize("far", [5e3, 1e6])
def test_polynomial_kernel_of_rows_far_apart(far):
    model = SVC(kernel=PolynomialKernel()).fit([[0.0], [far]], [0, 1])
    assert model.predict([[0.0], [far]]).tolist() == [0, 1] and len(model.support_) == 2


@pytest.mark.parametrize("C", [1e4, 1e10, 1e16])
def test_any_price_that_is_high_enough_is_the_hard_margin_at_any_scale(C):
    X, y = blobs(40, apart=8)
    for unit in (1e-3, 1.0, 100.0, 1e6):
        model, hard = SVC(C / unit**2 if unit < 1 else C).fit(X * unit, y), SVC(C=inf).fit(X * unit, y)
        assert model.score(X * unit, y) == 1
        np.testing.assert_allclose(model.coef_, hard.coef_, 1e-6)


@pytest.mark.parametrize("far", [1e4, 1e8, 1e12])
def test_outlier_costs_the_other_rows_of_a_gaussian_kernel_no_digits(far):
    X = np.random.default_rng(0).normal(size=(20, 3))
    X[7] = far
    wanted = np.exp(-0.5 * ((X[:, None] - X) ** 2).sum(axis=2))
    close(RBFKernel(0.5)(X), wanted, 1e-13)
    close(RBFKernel(0.5)(X[6:8], X), wanted[6:8], 1e-13)
    close(RBFKernel(0.5)(X[3:4], X), wanted[3:4], 1e-15)


def test_solution_that_rounding_has_spoiled_is_told(monkeypatch):
    X, y = blobs(20)
    finish = engine.Dual.polish

    def spoil(dual, max_iter):
        finish(dual, max_iter)
        dual.beta[np.flatnonzero(dual.beta)[0]] *= 2

    monkeypatch.setattr(engine.Dual, "polish", spoil)
    monkeypatch.setattr(engine.Dual, "gap", 0.0)
    with pytest.warns(RuntimeWarning, match="the two classes, .* differ by .* put the features on a smaller") as caught:
        SVC().fit(X, y)
    assert caught[0].filename == __file__


def test_outlier_among_the_rows():
    X, y = blobs(30)
    X[0] = 1e6
    model = SVC().fit(X, y)
    assert model.kkt_gap_ <= 1e-3
    theirs = sk.SVC(kernel="linear", tol=1e-6).fit(X, y)
    close(model.objective_, SoftMargin(X, y).value([*theirs.intercept_, *theirs.coef_[0]]), 1e-5)


def test_narrow_margin_is_found_and_a_missing_one_is_not():
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1e-4], [1.0, 1e-4]])
    model = SVC(C=inf).fit(X, [-1, -1, 1, 1])
    close(model.margin_, 1e-4, 1e-10)
    X[:, 1] = 0
    with pytest.raises(NotSeparableError, match="rows 0 and 2 are the same point with the labels -1 and 1") as caught:
        SVC(C=inf).fit(X, [-1, -1, 1, 1])
    assert caught.value.rows == [0, 2]


def test_one_outlier_that_forbids_a_hard_margin_is_named():
    X, y = blobs(40, apart=12, seed=7)
    SVC(C=inf).fit(X, y)
    X[11] = X[y == -1].mean(axis=0)
    with pytest.raises(NotSeparableError, match="leaves row 11 on the wrong side or on it") as caught:
        SVC(C=inf).fit(X, y)
    assert caught.value.rows == [11]
    assert SVC(C=1).fit(X, y).slacks_.argmax() == 11


def test_rows_all_alike_have_no_margin():
    model = SVC().fit(np.ones((4, 2)), [-1, -1, -1, 1])
    close(model.coef_, 0)
    assert model.margin_ == inf and model.predict([[1, 1]]).tolist() == [-1]
    assert model.objective_ == pytest.approx(2) == model.dual_objective_
    kernel = SVC(kernel=RBFKernel()).fit(np.ones((4, 2)), [-1, -1, -1, 1])
    close(kernel.decision_function([[1, 1]]), -1)


def test_same_point_with_both_labels_is_no_trouble_for_a_soft_margin():
    X, y = [[0.0], [0.0], [2.0], [-2.0]], [1, -1, 1, -1]
    model = SVC(C=5).fit(X, y)
    close(model.coef_, [0.5])
    close(model.slacks_, [1, 1, 0, 0])
    close(model.alpha_[:2], 5)


@pytest.mark.parametrize(("seed", "C"), [(24, 0.1), (25, 0.1), (50, 1 / 3), (52, 0.1), (57, 1 / 3)])
def test_rounding_leaves_no_multiplier_just_off_its_bound(seed, C):
    X, y = np.random.default_rng(seed).integers(-3, 4, size=(30, 2)), np.where(np.arange(30) % 2, 1, -1)
    share = SVC(C).fit(X, y).alpha_ / C
    assert not ((share > 0) & (share < 1e-10) | (share < 1) & (share > 1 - 1e-10)).any()


def test_rows_one_at_a_time_give_the_same_machine(monkeypatch):
    X, y = blobs(120, apart=1, seed=2)
    for kernel in KERNELS.values():
        whole = SVC(kernel=kernel, tol=1e-6).fit(X, y)
        with monkeypatch.context() as patch:
            patch.setattr(engine, "WHOLE", 0)
            patch.setattr(engine, "CACHE", 120 * 30)  # room for a quarter of the rows
            in_parts = SVC(kernel=kernel, tol=1e-6).fit(X, y)
            close(in_parts.decision_function(X), whole.decision_function(X), 1e-5)
        close(in_parts.dual_objective_, whole.dual_objective_, 1e-9)


@pytest.mark.parametrize("scale", [1e-3, 1, 30, 1e160])
@pytest.mark.parametrize("name", KERNELS)
def test_engine_gives_rows_as_the_plain_kernel_does(name, scale):
    X, kernel = scale * np.random.default_rng(1).normal(size=(25, 3)), KERNELS[name]
    X[7] *= 1e4  # too far for squares of lengths
    X[8] = X[7] + scale
    rows = engine.KernelRows(kernel, X)
    if scale > 30 and name != "gaussian":
        with pytest.raises(ValueError, match="finite"):
            rows.diagonal()
        return
    wanted = np.vstack([kernel_matrix(kernel, X[i : i + 1], X) for i in range(25)])
    lengths = np.sqrt(wanted.diagonal())
    close(rows[np.arange(25)] / np.outer(lengths, lengths), wanted / np.outer(lengths, lengths), 1e-11)
    close(rows.diagonal() / wanted.diagonal(), 1, 1e-11)


def test_rows_are_forgotten_when_there_is_no_room(monkeypatch):
    monkeypatch.setattr(engine, "CACHE", 3 * 50)
    X, calls = np.random.default_rng(0).normal(size=(50, 2)), []

    def kernel(A, B):
        calls.append(len(A))
        return A @ B.T

    rows = engine.KernelRows(kernel, X)
    for i in (0, 1, 0, 1, 2, 2, 0):
        close(rows[i], X @ X[i], 1e-14)
    assert len(calls) == 3
    close(rows[np.array([3, 0])], X[[3, 0]] @ X.T, 1e-14)  # 3 pushes out 1
    assert len(calls) == 4
    close(rows[1], X @ X[1], 1e-14)
    assert len(calls) == 5
    close(rows.diagonal(), (X * X).sum(axis=1), 1e-15)


def test_many_free_multipliers_are_moved_in_pairs(monkeypatch):
    X, y = blobs(80, d=5, apart=1, seed=3)
    together = SVC(C=10, kernel=RBFKernel(0.3), tol=1e-6).fit(X, y)
    monkeypatch.setattr(engine, "FEW", 0)
    pairs = SVC(C=10, kernel=RBFKernel(0.3), tol=1e-6).fit(X, y)
    close(pairs.decision_function(X), together.decision_function(X), 1e-5)
    assert pairs.n_iter_ > together.n_iter_


def test_jumps_leave_the_optimality_conditions_exact():
    model = SVC(C=10, kernel=RBFKernel(0.3)).fit(*blobs(50, apart=1, seed=4))
    free = (model.alpha_ > 0) & (model.alpha_ < 10)
    assert free.sum() > 5 and model.slacks_[free].max() < 1e-9


def test_jump_leaves_multipliers_alone_where_nothing_is_to_be_gained():
    """Of duplicates, each may take over from the other; the noise of rounding must not decide it."""
    X, y = np.array([[-1.0], [-1.0], [1.0], [1.0], [1.0]]) / 3, np.array([-1.0, -1.0, 1.0, 1.0, 1.0])
    dual = engine.Dual(X @ X.T, y, 10.0)
    alpha = np.array([3.0, 1.5, 1.25, 2.25, 1.0])
    dual.start_from(alpha)
    close(dual.gap, 0, 1e-12)
    for noise in np.random.default_rng(0).normal(size=(20, 5)):
        dual.slope = dual.slope + 1e-11 * noise
        dual.jump()
        close(np.abs(dual.beta), alpha, 1e-6)
    dual.slope = dual.slope + np.array([0, 0, 0.5, 0, 0])  # now there is something: all of the others' for this one
    dual.jump()
    assert np.abs(dual.beta)[2] > alpha[2] + 1


@pytest.mark.parametrize(
    "model", [SVC(), SVC(kernel=RBFKernel()), SubgradientSVC(), OneVsRest(SVC()), OneVsOne(SVC())], ids=repr
)
def test_fit_that_fails_leaves_what_was_learned(model):
    X, y = blobs(40)
    before, state = model.fit(X, y).decision_function(X), set(vars(model))
    for wrong_X, wrong_y in ((X[:, :1], ["a"] * 40), (X * nan, y), (np.ones((3, 3)), [1, 2])):
        with pytest.raises(ValueError):
            model.fit(wrong_X, wrong_y)
    if isinstance(model, (OneVsRest, OneVsOne)):
        with pytest.raises(ValueError):
            model.set_params(estimator__C=-1).fit(X[:, :1], ["a", "b", "c", "d"] * 10)
    elif isinstance(model, SVC):
        with pytest.raises(NotSeparableError):
            model.set_params(C=inf, kernel=LinearKernel()).fit(np.ones((4, 3)), [1, 2, 1, 2])
        with pytest.raises(RuntimeWarning):
            model.set_params(C=100, max_iter=1).fit(np.random.default_rng(0).normal(size=(40, 1)), y)
    close(model.decision_function(X), before, 0)
    assert set(vars(model)) == state


def test_prediction_in_blocks_is_one_prediction(monkeypatch):
    X, y = blobs(40)
    model = SVC(kernel=RBFKernel()).fit(X, y)
    wanted = model.decision_function(X)
    monkeypatch.setattr(engine, "CACHE", 4 * 7 * len(model.support_))
    close(model.decision_function(X), wanted, 1e-14)


def test_too_few_steps_are_told():
    X, y = blobs(100, apart=0.5)
    with pytest.warns(RuntimeWarning, match=r"after 5 steps the gap of the optimality conditions is \d") as caught:
        model = SVC(C=100, max_iter=5).fit(X, y)
    assert caught[0].filename == __file__
    assert model.n_iter_ == 5 and model.kkt_gap_ > 1e-3
    slope, below, above = y - model.decision_function(X) + model.intercept_, model.alpha_ < 100, model.alpha_ > 0
    up, down = np.where(y > 0, below, above), np.where(y > 0, above, below)
    close(slope[up].max() - slope[down].min(), model.kkt_gap_, 1e-9)  # the gap is that of C = 100
    assert (model.alpha_ <= 100).all() and abs(model.alpha_ @ y) < 1e-9


def test_hard_margin_that_runs_out_of_steps_is_told():
    X, y = blobs(60, apart=9)
    with pytest.warns(RuntimeWarning, match="after 1 steps the gap"):
        SVC(C=inf, max_iter=1).fit(X, y)


@pytest.mark.parametrize("width", [0.5, 1.0])
@pytest.mark.parametrize("n", [300, 500, 1000, 2000, 4000])
def test_hard_margin_between_clouds_that_overlap_is_soon_given_up(n, width):
    X, y = blobs(n, apart=0.5)
    with pytest.warns(RuntimeWarning, match="raise max_iter, give C a finite value, or put the features on one scale"):
        model = SVC(C=inf, kernel=RBFKernel.of_width(width)).fit(X, y)
    assert model.n_iter_ < max(50_000, 15 * n)  # of 200,000: a second holds twice as many
    assert model.alpha_ @ y == pytest.approx(0, abs=1e-9 * model.alpha_.sum())


@pytest.mark.parametrize(("n", "gamma"), [(400, 0.1), (600, 0.01)])
def test_bells_too_wide_for_clouds_that_overlap_are_soon_given_up(n, gamma, monkeypatch):
    work, eigh = [], np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda K: work.append(len(K)) or eigh(K))
    X, y = blobs(n, apart=1.4)
    words = "this kernel separates only beyond all rounding; a larger gamma may help: even the best boundary leaves"
    started = time.process_time()
    # so close to the end of all digits, the processor's rounding decides between a warning and an error
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", RuntimeWarning)
        try:
            SVC(C=inf, kernel=RBFKernel(gamma)).fit(X, y)
        except NotSeparableError as error:
            assert words in str(error)
        else:
            assert "give C a finite value" in str(said[0].message)
    assert len(work) < 4_000 and max(work) <= 100  # a fraction of a millisecond each
    assert time.process_time() - started < 4  # with one thread, 0.8 at most


def test_fit_again_forgets_the_former_kernel():
    model = SVC().fit(*SET_2)
    assert model.coef_.shape == (2,)
    model.set_params(kernel=RBFKernel())
    close(model.decision_function(SET_2[0]), SVC().fit(*SET_2).decision_function(SET_2[0]), 0)  # not fitted again yet
    model.fit(*SET_2)
    assert not hasattr(model, "coef_")
    with pytest.raises(AttributeError, match="coef_ is there for LinearKernel and MappedKernel only"):
        model.coef_  # noqa: B018


# ---- references


def sklearn_kernel(kernel):
    """The settings of scikit-learn's SVC for one of our kernels."""
    if isinstance(kernel, RBFKernel):
        return {"kernel": "rbf", "gamma": kernel.gamma}
    if isinstance(kernel, PolynomialKernel):
        return {"kernel": "poly", "gamma": kernel.gamma, "coef0": kernel.coef0, "degree": kernel.degree}
    return {"kernel": "linear"} if isinstance(kernel, LinearKernel) else {"kernel": kernel}


REFERENCE = [
    LinearKernel(),
    RBFKernel(0.1),
    RBFKernel(2.0),
    PolynomialKernel(degree=2),
    PolynomialKernel(degree=3, gamma=0.5, coef0=1.5),
]


@pytest.mark.parametrize("C", [0.1, 1, 10, 100])
@pytest.mark.parametrize("kernel", REFERENCE, ids=repr)
def test_fit_is_that_of_scikit_learn(kernel, C):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        n, d = int(rng.integers(12, 90)), int(rng.integers(1, 5))
        X, y = blobs(n, d, apart=rng.uniform(0, 4), seed=seed)
        queries = np.vstack([X, rng.normal(size=(50, d))])
        ours = SVC(C, kernel, tol=1e-4).fit(X, y)
        theirs = sk.SVC(C=C, tol=1e-6, **sklearn_kernel(kernel)).fit(X, y)
        close(ours.decision_function(queries), theirs.decision_function(queries), 1e-3)
        beta = np.zeros(n)
        beta[theirs.support_] = theirs.dual_coef_[0]
        wanted = np.abs(beta).sum() - 0.5 * beta @ kernel(X) @ beta
        np.testing.assert_allclose(ours.dual_objective_, wanted, rtol=1e-6)
        sure = np.abs(theirs.decision_function(queries)) > 2e-3
        assert (ours.predict(queries) == theirs.predict(queries))[sure].all()


@pytest.mark.parametrize("seed", range(5))
def test_hard_margin_is_that_of_scikit_learn_with_a_huge_price(seed):
    X, y = blobs(50, d=3, apart=7, seed=seed)
    ours, theirs = SVC(C=inf).fit(X, y), sk.SVC(C=1e8, kernel="linear", tol=1e-8).fit(X, y)
    close(ours.coef_, theirs.coef_[0], 1e-5)
    close(ours.intercept_, theirs.intercept_[0], 1e-5)
    assert ours.support_.tolist() == sorted(theirs.support_)


@pytest.mark.parametrize("n", [2, 3, 5, 40])
def test_classes_of_very_different_size(n):
    X, _ = blobs(n, seed=n)
    y = np.r_[[1], -np.ones(n - 1)]
    ours, theirs = SVC(tol=1e-6).fit(X, y), sk.SVC(kernel="linear", tol=1e-6).fit(X, y)
    close(ours.dual_objective_, np.abs(theirs.dual_coef_).sum() - 0.5 * (theirs.coef_**2).sum(), 1e-6)
    close(ours.decision_function(X), theirs.decision_function(X), 1e-4)


@pytest.mark.parametrize("d", [1, 3])
def test_kernel_matrices_are_those_of_scikit_learn(d):
    rng = np.random.default_rng(d)
    A, B = rng.normal(size=(6, d)), rng.normal(size=(4, d))
    close(LinearKernel()(A, B), pairwise.linear_kernel(A, B), 1e-14)
    close(PolynomialKernel(3, 0.7, 1.2)(A, B), pairwise.polynomial_kernel(A, B, 3, 0.7, 1.2), 1e-12)
    close(RBFKernel(0.7)(A, B), pairwise.rbf_kernel(A, B, 0.7), 1e-14)
    close(RBFKernel.of_width(0.7)(A, B), np.exp(-((A[:, None] - B) ** 2).sum(axis=2) / (2 * 0.7**2)), 1e-14)
    close(SigmoidKernel(0.7, -0.2)(A, B), pairwise.sigmoid_kernel(A, B, 0.7, -0.2), 1e-14)


def test_sigmoid_kernel_finds_a_machine():
    X, y = blobs(60, apart=3)
    with pytest.warns(UserWarning, match="the kernel is not positive semi-definite"):
        ours = SVC(kernel=SigmoidKernel(0.5)).fit(X, y)
    theirs = sk.SVC(kernel="sigmoid", gamma=0.5).fit(X, y)
    assert ours.kkt_gap_ <= 1e-3
    assert ours.score(X, y) >= theirs.score(X, y) - 0.1
    alpha = ours.alpha_
    close(ours.dual_objective_, dual_objective(SigmoidKernel(0.5)(X), y, alpha), 1e-9)


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_coordinate_ascent_trains_a_machine_through_the_origin(C):
    """Without b there is no sum to keep, and one multiplier can move alone."""
    X, y = blobs(40, d=3, apart=1.5)
    rows = X * y[:, None]
    alpha = coordinate_ascent(rows @ rows.T, np.ones(40), sweeps=3000, low=0, high=C)[-1]
    theirs = sk.LinearSVC(C=C, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**6).fit(X, y)
    close(alpha @ rows, theirs.coef_[0], 1e-4)


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("problem", [(60, 2, 2.0), (200, 4, 1.0), (100, 3, 4.0)], ids=str)
def test_sub_gradient_descent_comes_near_the_optimum(problem, C):
    n, d, apart = problem
    X, y = blobs(n, d, apart)
    X = X + 7  # centring is the model's own business
    exact = SVC(C).fit(X, y)
    batch, small = SubgradientSVC(C, steps=2000).fit(X, y), SubgradientSVC(C, steps=4000, batch_size=10).fit(X, y)
    for model, tolerance in ((batch, 1e-2), (small, 1e-2)):
        assert exact.objective_ <= model.objective_ <= exact.objective_ * (1 + tolerance)
        close(SoftMargin(X, y, C).value([model.intercept_, *model.coef_]), model.objective_, 1e-9)
        assert (model.predict(X) == exact.predict(X)).mean() >= 0.97
        assert model.path_.values.min() == model.objective_
    assert batch.path_.steps == 2000
    again = SubgradientSVC(C, steps=4000, batch_size=10, seed=1).fit(X, y)
    assert again.coef_.tolist() != small.coef_.tolist()


def test_machines_can_be_stored():
    X, y = blobs(40)
    for model in (SVC(), SVC(kernel=RBFKernel()), SubgradientSVC(), OneVsRest(SVC()), OneVsOne(SubgradientSVC())):
        model.fit(X, y)
        again = pickle.loads(pickle.dumps(model))
        close(again.decision_function(X), model.decision_function(X), 0)


@pytest.mark.parametrize("seed", range(30))
def test_descent_that_stays_above_the_optimum_says_so(seed):
    rng = np.random.default_rng(seed)
    n, d, C = int(rng.integers(20, 200)), int(rng.integers(1, 6)), float(10 ** rng.uniform(-2, 2))
    X, y = blobs(n, d, apart=rng.uniform(0, 5), seed=seed)
    X *= 10 ** rng.uniform(-1, 1)
    exact = SVC(C).fit(X, y)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = SubgradientSVC(C).fit(X, y)
    assert model.dual_objective_ <= exact.objective_ * (1 + 1e-9)  # a bound indeed
    if model.objective_ > 1.05 * exact.objective_:
        assert "raise steps, or put the features on one scale" in str(caught[0].message)
        assert caught[0].filename == __file__


def three_classes(n=90, seed=0):
    rng = np.random.default_rng(seed)
    index = np.arange(n) % 3
    centres = np.array([[0, 0], [2.5, 0], [1, 2]])
    return rng.normal(centres[index], 0.8), np.array(["a", "b", "c"])[index]


@pytest.mark.parametrize("kernel", [LinearKernel(), RBFKernel(0.5)], ids=repr)
def test_several_classes_are_those_of_scikit_learn(kernel):
    X, y = three_classes()
    queries = np.random.default_rng(1).normal(1, 2, size=(200, 2))
    ours, theirs = SVC(2.0, kernel, tol=1e-6), sk.SVC(C=2.0, tol=1e-8, **sklearn_kernel(kernel))
    rest, wanted = OneVsRest(ours).fit(X, y), OneVsRestClassifier(theirs).fit(X, y)
    close(rest.decision_function(queries), wanted.decision_function(queries), 1e-3)
    assert rest.predict(queries).tolist() == wanted.predict(queries).tolist()
    pairs, wanted = OneVsOne(ours).fit(X, y), OneVsOneClassifier(theirs).fit(X, y)
    assert pairs.predict(queries).tolist() == wanted.predict(queries).tolist()
    votes = np.rint(wanted.decision_function(queries))
    assert np.rint(pairs.decision_function(queries)).tolist() == votes.tolist()


def test_several_classes_with_any_classifier():
    X, y = three_classes()
    for way, theirs in ((OneVsRest, OneVsRestClassifier), (OneVsOne, OneVsOneClassifier)):
        ours, wanted = way(LogisticRegression()).fit(X, y), theirs(LogisticRegression()).fit(X, y)
        assert ours.predict(X).tolist() == wanted.predict(X).tolist()
        bayes = way(GaussianNB()).fit(X, y)  # it has probabilities and no scores
        assert bayes.score(X, y) > 0.8
        assert way(make_pipeline(StandardScaler(), SVC())).fit(X, y).score(X, y) > 0.8
        assert way(SVC()).fit(*SET_2).predict(SET_2[0]).tolist() == SET_2[1]  # two classes will do


@pytest.mark.parametrize(("way", "theirs"), [(OneVsRest, OneVsRestClassifier), (OneVsOne, OneVsOneClassifier)])
def test_two_classes_have_one_column_of_scores(way, theirs):
    X, y = blobs(90, apart=1.5, seed=5)
    ours, alone = way(SVC()).fit(X, y), SVC().fit(X, y)
    wanted = theirs(sk.SVC(kernel="linear", tol=1e-6)).fit(X, y)
    assert ours.decision_function(X).shape == wanted.decision_function(X).shape == (90,)
    close(ours.decision_function(X), alone.decision_function(X), 0)
    assert ours.predict(X).tolist() == wanted.predict(X).tolist() == alone.predict(X).tolist()
    found = cross_val_score(way(SVC()), X, y, scoring="roc_auc", error_score="raise")
    close(found, cross_val_score(SVC(), X, y, scoring="roc_auc"), 0)
    assert way(GaussianNB()).fit(X, y).predict(X).tolist() == GaussianNB().fit(X, y).predict(X).tolist()


def test_probabilities_become_scores():
    X, y = three_classes()
    model, alone = OneVsRest(GaussianNB()).fit(X, y), GaussianNB().fit(X, y == "b")
    probabilities = alone.predict_proba(X)
    close(model.decision_function(X)[:, 1], probabilities[:, 1] - probabilities[:, 0], 1e-12)


# ---- scikit-learn's tools


@pytest.mark.parametrize(
    "model",
    [
        SVC(C=2.0, kernel=RBFKernel(0.3), tol=1e-4),
        SubgradientSVC(C=3.0, steps=50),
        OneVsRest(SVC(C=7.0)),
        OneVsOne(SVC()),
    ],
    ids=repr,
)
def test_clone_keeps_the_settings_and_nothing_learned(model):
    copy = clone(model.fit(*SET_2))
    assert repr(copy) == repr(model) and is_classifier(copy)
    assert set(copy.get_params()) == set(model.get_params())
    with pytest.raises(NotFittedError, match="has learned nothing yet"):
        copy.predict(SET_2[0])


def test_settings_are_shown():
    assert repr(SVC()) == "SVC()"
    assert repr(SVC(C=inf, kernel=RBFKernel(0.5))) == "SVC(C=inf, kernel=RBFKernel(gamma=0.5))"
    assert repr(OneVsRest(SVC(C=2))) == "OneVsRest(estimator=SVC(C=2))"
    assert OneVsOne(SVC(C=2)).get_params(deep=False).keys() == {"estimator"}
    model = OneVsOne(SVC()).set_params(estimator__C=4, estimator__tol=0.01)
    assert (model.estimator.C, model.estimator.tol, model.get_params()["estimator__C"]) == (4, 0.01, 4)
    assert OneVsOne(SVC()).set_params(estimator=SVC(C=9), estimator__tol=0.1).estimator.C == 9


def test_cross_validation_and_grid_search_are_those_of_scikit_learn():
    X, y = blobs(90, apart=1.5, seed=5)
    kernels = [LinearKernel(), RBFKernel(0.5)]
    for kernel in kernels:
        theirs = sk.SVC(tol=1e-6, **sklearn_kernel(kernel))
        assert cross_val_score(SVC(kernel=kernel), X, y).tolist() == cross_val_score(theirs, X, y).tolist()
    found = GridSearchCV(SVC(), {"C": [0.1, 1, 10], "kernel": kernels}, error_score="raise").fit(X, y)
    wanted = GridSearchCV(
        sk.SVC(gamma=0.5, tol=1e-6), {"C": [0.1, 1, 10], "kernel": ["linear", "rbf"]}, error_score="raise"
    ).fit(X, y)
    close(found.cv_results_["mean_test_score"], wanted.cv_results_["mean_test_score"], 1e-12)


def test_grid_search_over_the_machines_of_several_classes():
    X, y = three_classes()
    for way, theirs in ((OneVsRest, OneVsRestClassifier), (OneVsOne, OneVsOneClassifier)):
        grid = {"estimator__C": [0.05, 1, 20]}
        found = GridSearchCV(way(SVC()), grid, error_score="raise").fit(X, y)
        wanted = GridSearchCV(theirs(sk.SVC(kernel="linear", tol=1e-6)), grid, error_score="raise").fit(X, y)
        close(found.cv_results_["mean_test_score"], wanted.cv_results_["mean_test_score"], 1e-12)


def test_scaler_in_a_pipeline():
    X, y = blobs(80, apart=2, seed=6)
    X = X * [1, 1000] + 5
    ours = make_pipeline(StandardScaler(), SVC(kernel=RBFKernel(0.5), tol=1e-5)).fit(X, y)
    theirs = make_pipeline(StandardScaler(), sk.SVC(gamma=0.5, tol=1e-7)).fit(X, y)
    close(ours.decision_function(X), theirs.decision_function(X), 1e-4)
    grid = GridSearchCV(ours, {"svc__C": [0.1, 1], "svc__kernel": [RBFKernel(0.1), RBFKernel(1)]}, error_score="raise")
    assert grid.fit(X, y).best_score_ > 0.7


# ---- input stays as it is


def test_input_is_never_changed_and_may_be_read_only():
    X, y = blobs(40)
    K, alpha, queries = X @ X.T, np.zeros(40), X[:5] + 0.1
    before = [part.copy() for part in (X, y, K, alpha, queries)]
    for part in (X, y, K, alpha, queries):
        part.flags.writeable = False
    for model in (SVC(), SVC(kernel=RBFKernel()), SVC(kernel=lambda A, B: K if len(B) == 40 else A @ B.T)):
        model.fit(X, y)
    SVC(kernel=MappedKernel(lambda X: X)).fit(X, y).decision_function(queries)
    SVC().fit(X, y).predict(queries), SubgradientSVC(steps=99).fit(X, y).predict(queries)
    OneVsRest(SVC()).fit(X, y).predict(queries), OneVsOne(SVC()).fit(X, y).predict(queries)
    SVC().working(X[:6].round(1), y[:6]), geometric_margins(X, y, X[0], 1), dual_objective(K, y, alpha)
    pair_step(K, y, alpha, 0, 1), list(smo(K, y, max_iter=5)), is_positive_semidefinite(K)
    coordinate_ascent(K + np.eye(40), alpha, start=alpha, sweeps=1)
    for kernel in (*KERNELS.values(), SigmoidKernel()):
        kernel(X)
    PolynomialKernel().features(X)[:] = 0
    for after, wanted in zip((X, y, K, alpha, queries), before, strict=True):
        np.testing.assert_array_equal(after, wanted)


def test_machine_keeps_its_rows_when_the_table_changes():
    X, y = blobs(40)
    model = SVC(kernel=RBFKernel()).fit(X, y)
    wanted = model.decision_function([[0.5, 0.5]])
    X[:] = 0
    close(model.decision_function([[0.5, 0.5]]), wanted, 0)


def test_steps_do_not_share_what_can_change():
    steps = list(smo(RBFKernel()(SET_2[0]), SET_2[1]))
    assert len(steps) > 3
    for before, after in zip(steps, steps[1:], strict=False):
        assert before.alpha is not after.alpha and not np.shares_memory(before.alpha, after.alpha)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.float32, object])
def test_type_of_the_numbers_does_not_matter(kind):
    X = np.array([[100, 90], [120, 7], [-100, 3], [-90, 100]]).astype(kind)
    y = np.array([1, 1, -1, -1]).astype(kind)
    for kernel in (LinearKernel(), PolynomialKernel()):  # 100² does not fit into the small types
        close(
            SVC(kernel=kernel).fit(X, y).decision_function(X),
            SVC(kernel=kernel).fit(X.astype(float), y).decision_function(X.astype(float)),
        )


# ---- data


def test_half_moons_are_two_half_circles():
    X, y = half_moons(400, noise=0)
    red, blue = X[y == "red"], X[y == "blue"]
    assert (len(red), len(blue)) == (200, 200) and y[:3].tolist() == ["red", "blue", "red"]
    close(np.hypot(*red.T), 1)
    close(np.hypot(*(blue - [1, 0.5]).T), 1)
    assert (red[:, 1] >= 0).all() and (blue[:, 1] <= 0.5).all()
    close(half_moons(400, noise=0.3)[0] - X, 0.3 * (half_moons(400, noise=1)[0] - X))
    assert 0.28 < (half_moons(4000, noise=0.3)[0] - half_moons(4000, noise=0)[0]).std() < 0.32
    with pytest.raises(ValueError, match="noise must be a number of at least 0; got -1"):
        half_moons(noise=-1)


# ---- bad input

X, Y = SET_2


@pytest.mark.parametrize("model", [SVC(), SVC(C=inf), SVC(kernel=RBFKernel()), SubgradientSVC()], ids=repr)
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (X, [1, 1, 1, 1, 1, 1], r"y must hold at least 2 classes; it holds only \[1\]"),
        (X, ["a", "b", "c"] * 2, r"y must hold two classes; it holds 3, \['a', 'b', 'c'\]: use OneVsOne or OneVsRest"),
        (X, [1, -1, 0, 1, -1, 0], r"y must hold two classes; it holds 3, \[-1, 0, 1\]: use OneVsOne"),
        (X, Y[:5], "y must hold one label for each of the 6 rows of X"),
        (X, [1, -1, None, 1, -1, 1], "y must not hold missing labels; row 2"),
        (X, [1, -1, nan, 1, -1, 1], "y must not hold missing labels; row 2"),
        ([[1, nan], *X[1:]], Y, r"X must not hold missing values \(NaN\); row 0"),
        ([*X[:5], [inf, 1]], Y, "X must be finite; .* row 5"),
        ([["a", "b"]] * 6, Y, "X must hold numbers only"),
        ([1, 2, 3, 4, 5, 6], Y, "X must be a table"),
        (np.empty((0, 2)), [], "X must not be empty"),
    ],
)
def test_bad_data_are_refused_by_name(model, X, y, message):
    with pytest.raises(ValueError, match=message):
        model.fit(X, y)


@pytest.mark.parametrize("way", [OneVsRest, OneVsOne])
def test_bad_data_are_refused_with_several_classes(way):
    with pytest.raises(ValueError, match="y must hold at least 2 classes"):
        way(SVC()).fit(X, [1] * 6)
    with pytest.raises(ValueError, match="y must hold one label for each of the 6 rows"):
        way(SVC()).fit(X, Y[:3])
    with pytest.raises(ValueError, match="X must be a table"):
        way(SVC()).fit([1, 2, 3], [1, 2, 3])
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 1"):
        way(SVC()).fit(X, Y).predict([[1]])
    with pytest.raises(ValueError, match="SVC has no parameter 'colour'"):
        way(SVC()).set_params(estimator__colour=1)
    with pytest.raises(ValueError, match=f"{way.__name__} has no parameter 'C'; it has: estimator"):
        way(SVC()).set_params(C=1)


def not_symmetric(A, B):
    return A @ B.T + np.arange(len(B))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SVC(C=0).fit(X, Y), "C must be a number above 0; got 0"),
        (lambda: SVC(C=-1).fit(X, Y), "C must be a number above 0; got -1"),
        (lambda: SVC(C=-inf).fit(X, Y), "C must be a number above 0; got -inf"),
        (lambda: SVC(C=nan).fit(X, Y), "C must be a number above 0; got nan"),
        (lambda: SVC(C="hard").fit(X, Y), "C must be a number above 0; got 'hard'"),
        (lambda: SVC(C=None).working(X, Y), "C must be a number above 0; got None"),
        (lambda: SVC(tol=0).fit(X, Y), "tol must be a number above 0; got 0"),
        (lambda: SVC(tol=1).fit(X, Y), "tol must be below 1, the value of f at an edge; got 1"),
        (lambda: SVC(max_iter=0).fit(X, Y), "max_iter must be a whole number of at least 1; got 0"),
        (
            lambda: SVC(kernel="rbf").fit(X, Y),
            r"kernel must be a kernel, such as RBFKernel\(gamma=1\), or .* got 'rbf'",
        ),
        (lambda: SVC(kernel=None).fit(X, Y), "kernel must be a kernel, .* got None"),
        (
            lambda: SVC(kernel=lambda A, B: np.ones(3)).fit(X, Y),
            r"kernel must give an array of shape \(6, 6\); got \(3,\)",
        ),
        (lambda: SVC(kernel=not_symmetric).fit(X, Y), r"kernel must be symmetric: k\(x, z\) = k\(z, x\)"),
        (lambda: SVC(kernel=lambda A, B: A @ B.T / 0.0 * inf).fit(X, Y), "kernel gives values that are not finite"),
        (
            lambda: SVC(kernel=PolynomialKernel(9)).fit([[1e200], [0]], [1, 2]),
            "kernel gives values that are not finite",
        ),
        (lambda: SVC().fit([[1e200], [0]], [1, 2]), "kernel gives values that are not finite .* on a smaller scale"),
        (
            lambda: SVC(kernel=MappedKernel(lambda X: X[:1])).fit(X, Y),
            r"features\(X\) must have a row for each of the 6",
        ),
        (lambda: SVC(kernel=MappedKernel(lambda X: X[:, 0])).fit(X, Y), r"features\(X\) must be a table"),
        (lambda: MappedKernel(3), "features must be a function from rows to their features; got 3"),
        (lambda: MappedKernel(), "features must be a function from rows to their features; got None"),
        (
            lambda: SVC(C=inf).fit([[1], [2], [1]], ["a", "a", "b"]),
            "rows 0 and 2 are the same point with .* 'a' and 'b'",
        ),
        (lambda: SVC(C=inf).fit([[0], [1], [2]], [1, -1, 1]), "even the best boundary leaves row 1 on the wrong side"),
        (lambda: SVC(C=inf).fit([[i // 2] for i in range(40)], [1, 2] * 20), "rows 0 and 1 are the same point"),
        (
            lambda: SVC(C=inf).fit([[i] for i in range(40)], [1, 2] * 20),
            r"leaves rows (\d+, ){8}\.\.\. on the wrong side",
        ),
        (lambda: RBFKernel(0), "gamma must be a number above 0; got 0"),
        (lambda: RBFKernel("scale"), "gamma must be a number above 0; got 'scale'"),
        (lambda: RBFKernel.of_width(0), "sigma must be a number above 0; got 0"),
        (lambda: PolynomialKernel(degree=0), "degree must be a whole number of at least 1; got 0"),
        (lambda: PolynomialKernel(degree=1.5), "degree must be a whole number of at least 1; got 1.5"),
        (lambda: PolynomialKernel(gamma=-1), "gamma must be a number above 0; got -1"),
        (lambda: PolynomialKernel(coef0=nan), "coef0 must be a number; got nan"),
        (
            lambda: PolynomialKernel(coef0=-1).features(X),
            "coef0 must be at least 0 for the kernel to have features; got -1",
        ),
        (lambda: SigmoidKernel(gamma=0), "gamma must be a number above 0; got 0"),
        (lambda: SigmoidKernel(coef0="r"), "coef0 must be a number; got 'r'"),
        (lambda: RBFKernel()([1, 2]), "A must be a table"),
        (lambda: RBFKernel()([[1, 2]], [[1, nan]]), "B must not hold missing values"),
        (lambda: LinearKernel()([[1, 2]], [[1]]), "B must have 2 columns"),
        (lambda: is_positive_semidefinite([[1, 2], [3, 4]]), r"K must be a symmetric matrix; got \[\[1.0, 2.0\]"),
        (lambda: is_positive_semidefinite(np.ones((6, 5))), r"K must be a symmetric matrix; got \(6, 5\)"),
        (lambda: is_positive_semidefinite([[1, nan], [nan, 1]]), "K must not hold missing values"),
        (lambda: smo(GRAM, [1, 0, 0]), r"y must hold \+1 and -1, both of them and nothing else; it holds \[0, 1\]"),
        (lambda: smo(GRAM, [1, 1, 1]), r"y must hold \+1 and -1, both of them and nothing else; it holds \[1\]"),
        (lambda: smo(GRAM, ["a", "b", "a"]), r"y must hold \+1 and -1, .* it holds \['a', 'b'\]"),
        (lambda: smo(GRAM, [1, -1]), "y must hold one label for each of the 3 rows"),
        (lambda: smo([[1, 2]], [1, -1]), "K must be a symmetric matrix"),
        (lambda: smo(GRAM, THREE[1], C=0), "C must be a number above 0; got 0"),
        (lambda: smo(GRAM, THREE[1], tol=0), "tol must be a number above 0; got 0"),
        (lambda: smo(GRAM, THREE[1], max_iter=0), "max_iter must be a whole number of at least 1; got 0"),
        (lambda: pair_step(GRAM, THREE[1], [0, 0, 0], 1, 1), "i and j must be two different rows of 3; got 1 and 1"),
        (lambda: pair_step(GRAM, THREE[1], [0, 0, 0], 0, 3), "i and j must be two different rows of 3; got 0 and 3"),
        (lambda: pair_step(GRAM, THREE[1], [0, 0, 0], -1, 0), "i must be a whole number of at least 0; got -1"),
        (lambda: pair_step(GRAM, THREE[1], [2, 0, 2], 0, 1), r"alpha must lie between 0 and 1; got \[2.0, 0.0, 2.0\]"),
        (lambda: pair_step(GRAM, THREE[1], [-1, 0, 0], 0, 1), "alpha must lie between 0 and 1"),
        (
            lambda: pair_step(GRAM, THREE[1], [1, 0, 0], 0, 1),
            r"alpha must have the same sum for both labels; it has 1 more",
        ),
        (lambda: pair_step(GRAM, THREE[1], [0, 0], 0, 1), r"alpha must hold 3 numbers; got an array of shape \(2,\)"),
        (lambda: dual_objective(GRAM, THREE[1], ["a", 0, 0]), "alpha must hold numbers only"),
        (lambda: dual_objective(GRAM, THREE[1], [nan, 0, 0]), r"alpha must be finite; got \[nan, 0.0, 0.0\]"),
        (lambda: coordinate_ascent([[1, 2], [0, 1]], [1, 1]), "A must be a symmetric matrix"),
        (lambda: coordinate_ascent([[1, 2], [2, 0]], [1, 1]), r"A must have a diagonal above 0; got \[1.0, 0.0\]"),
        (lambda: coordinate_ascent([[1]], [1, 1]), r"b must hold 1 number; got an array of shape \(2,\)"),
        (lambda: coordinate_ascent([[1]], [1], start=[nan]), r"start must be finite; got \[nan\]"),
        (lambda: coordinate_ascent([[1]], [1], sweeps=-1), "sweeps must be a whole number of at least 0; got -1"),
        (lambda: geometric_margins(X, Y, [0, 0], 1), "w must not be zero: it has no hyperplane"),
        (lambda: geometric_margins(X, Y, [1], 1), r"w must hold 2 numbers; got an array of shape \(1,\)"),
        (lambda: geometric_margins(X, Y, [1, 1], nan), "b must be a number; got nan"),
        (lambda: geometric_margins(X, [0, 1] * 3, [1, 1], 0), r"y must hold \+1 and -1"),
        (lambda: SoftMargin(X, [0, 1] * 3), r"y must hold only \+1 and -1 for HingeLoss"),
        (lambda: SoftMargin(X, Y, 0), "setting must be a number above 0; got 0"),
        (lambda: MarginForm().price(-1, 5), "setting must be a number above 0; got -1"),
        (lambda: MarginForm().price(1, 0), "n must be a whole number of at least 1; got 0"),
        (lambda: MarginForm().setting(0, 5), "C must be a number above 0; got 0"),
        (lambda: SubgradientSVC(C=0).fit(X, Y), "C must be a number above 0; got 0"),
        (lambda: SubgradientSVC(C=inf).fit(X, Y), "C must be a number above 0; got inf"),
        (lambda: SubgradientSVC(steps=0).fit(X, Y), "steps must be a whole number of at least 1; got 0"),
        (lambda: SubgradientSVC(batch_size=7).fit(X, Y), "size must be at most n = 6; got 7"),
        (
            lambda: SVC(kernel=RBFKernel()).working(X, Y),
            "kernel must be linear, mapped or polynomial to be worked in frac",
        ),
        (
            lambda: SVC(C=1).working(X, Y, support=[0, 4]),
            "support can be tried for the hard margin only, C = inf; got C = 1",
        ),
        (
            lambda: SVC(C=inf).working(X, Y, support=[0]),
            r"support must hold at least two different rows of 6; got \[0\]",
        ),
        (lambda: SVC(C=inf).working(X, Y, support=[0, 0]), "support must hold at least two different rows of 6"),
        (lambda: SVC(C=inf).working(X, Y, support=[0, 6]), "support must hold at least two different rows of 6"),
        (lambda: SVC(C=inf).working(X, Y, support=[]), "support must hold at least two different rows of 6"),
        (lambda: SVC(C=inf).working(X, Y, support=[0.5, 1]), "support must be a whole number of at least 0; got 0.5"),
        (lambda: SVC(C=inf).working(X, Y, support=[0, 3, 4]), r"those of rows \[0, 3, 4\] have none, or many"),
        (lambda: SVC(C=inf).working(*SET_1), "no boundary of this kernel separates"),
    ],
)
def test_bad_argument_is_refused_by_name(call, message):
    with np.errstate(all="ignore"), pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("model", [SVC(), SubgradientSVC(), OneVsRest(SVC()), OneVsOne(SVC())], ids=repr)
def test_model_that_has_not_been_fitted_says_so(model):
    for call in (lambda: model.predict(X), lambda: model.decision_function(X), lambda: model.score(X, Y)):
        with pytest.raises(NotFittedError, match=f"this {type(model).__name__} has learned nothing yet"):
            call()
    with pytest.raises(ValueError, match="y must"):
        model.fit(X, Y[:2])
    with pytest.raises(NotFittedError):
        model.predict(X)
    assert not hasattr(SVC(), "coef_")


@pytest.mark.parametrize("model", [SVC(), SVC(kernel=RBFKernel()), SubgradientSVC()], ids=repr)
def test_wrong_shape_in_prediction_is_refused(model):
    model.fit(X, Y)
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 1"):
        model.predict([[1]])
    with pytest.raises(ValueError, match="X must be a table"):
        model.decision_function([1, 2])
    with pytest.raises(ValueError, match="y must hold one label for each of the 6 rows"):
        model.score(X, Y[:3])


def test_good_data_give_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kernel in KERNELS.values():
            SVC(kernel=kernel).fit(*blobs(60, apart=1))
