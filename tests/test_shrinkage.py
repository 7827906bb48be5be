"""Ridge, lasso, elastic net: values worked by hand, laws, scikit-learn as reference, bad input."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from sklearn import linear_model as sk
from sklearn.model_selection import GridSearchCV, cross_val_score

from byhand.linear import LinearRegression
from byhand.shrinkage import (
    BayesianRegression,
    ElasticNet,
    Lasso,
    Ridge,
    degrees_of_freedom,
    duality_gap,
    largest_penalty,
    lasso_path,
    penalty_for,
    ridge,
    ridge_path,
    soft_threshold,
    sweep,
)

pytestmark = pytest.mark.filterwarnings("error")

MODELS = [Ridge(), Lasso(), ElasticNet(), BayesianRegression()]


def close(actual, wanted, tolerance=1e-9):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def problem(seed, kind="plain"):
    """Random data, X shape (n, d) and y shape (n,), of columns in different units."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 40)), int(rng.integers(1, 25))
    if kind == "wide":
        n, d = d + 1, n + d + 2
    X = rng.normal(size=(n, d)) * 10 ** rng.uniform(-2, 2, d) + rng.normal(size=d)
    if kind == "collinear" and d > 2:
        X[:, 0], X[:, 1] = X[:, 2], X[:, 2] - 2 * X[:, 1]
        X[:, -1] = X[:, 0] + X[:, 1]
    if kind == "constant":
        X[:, -1] = 3.3
    return X, rng.normal(size=n) * 10 ** rng.uniform(-2, 2)


def objective(model, X, y, one, two):
    residual = y - X @ model.coef_ - model.intercept_
    return residual @ residual + one * np.abs(model.coef_).sum() + two * model.coef_ @ model.coef_


def centred(X, y):
    return X - X.mean(axis=0), y - y.mean()


KINDS = ["plain", "wide", "collinear", "constant"]


# by hand


def test_one_row_and_two_coefficients():
    for penalty, wanted in {0: 1.5, 0.1: 3 / 2.1, 1: 1, 2: 0.75, 10: 0.25}.items():
        close(Ridge(penalty, intercept=False).fit([[1, 1]], [3]).coef_, [wanted] * 2)
        if penalty:
            close(penalty_for(Ridge(intercept=False), [[1, 1]], [3], 2 * wanted**2), penalty)
    both = Lasso(2, intercept=False).fit([[1, 1]], [3]).coef_
    close(both.sum(), 2)  # 3 - λ/2; which of them, the lasso leaves open
    assert both.min() >= 0


@pytest.mark.parametrize(
    "plain, shrunk, cut",
    [(-1, -0.714286, -0.8), (-0.5, -0.357143, -0.3), (-0.2, -0.142857, 0), (0.1, 0.0714286, 0), (1, 0.714286, 0.8)],
)
def test_one_column_of_ten_ones(plain, shrunk, cut):
    X = np.array([1.0, -1.0] * 5)[:, None]
    y = plain * X[:, 0]
    close(Ridge(4).fit(X, y).coef_, [shrunk], 1e-6)
    close(Lasso(4).fit(X, y).coef_, [cut])


def test_the_soft_threshold_at_its_corner():
    close(soft_threshold(np.array([2, 0.5]), 0.25), [1.75, 0.25])
    close(soft_threshold(np.array([2, 0.5]), 0.5), [1.5, 0])
    close(soft_threshold(np.array([-2, 0.5]), 2), [0, 0])


def test_a_path_of_five_features_two_of_which_matter():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((50, 5))
    y = X @ [1, 0.5, 0, 0, 0] + 0.5 * rng.standard_normal(50)
    plain, shrunk = ridge_path(X, y, [0, 10]).coefs
    close(plain, [0.939612, 0.533542, -0.0252457, -0.0718595, 0.0395130], 1e-5)
    close(shrunk, [0.716221, 0.474880, -0.0152961, -0.0762882, 0.0580893], 1e-5)
    close(Lasso(10).fit(X, y).coef_, [0.818616, 0.451289, 0, 0, 0], 1e-5)
    close(largest_penalty(X, y), 71.4032, 1e-5)


# laws


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_ridge_solves_its_normal_equations_and_its_path_is_its_fits(kind, seed):
    X, y = problem(seed, kind)
    penalties = [1e-3, 1, 1e3]
    path = ridge_path(X, y, penalties)
    for penalty, coef, intercept in zip(*path, strict=True):
        model = Ridge(penalty).fit(X, y)
        close(model.coef_, coef)
        close(model.intercept_, intercept)
        own, rest = centred(X, y)
        slope = own.T @ (rest - own @ coef) - penalty * coef
        close(slope / (np.abs(own).max() * np.abs(rest).max() * len(y)), 0, 1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_the_formula_of_ridge_and_its_decomposition_agree(seed):
    X, y = problem(seed)
    penalty = 10.0 ** np.random.default_rng(seed).uniform(-1, 2)
    close(ridge(*centred(X, y), penalty), Ridge(penalty).fit(X, y).coef_, 1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_ridge_takes_several_outcomes(seed):
    X, y = problem(seed)
    both = Ridge(2).fit(X, np.column_stack([y, -3 * y]))
    single = Ridge(2).fit(X, y)
    close(both.coef_, [single.coef_, -3 * single.coef_])
    close(both.predict(X)[:, 1], -3 * single.predict(X))


@given(seed=st.integers(0, 10_000), low=st.floats(1e-3, 10), factor=st.floats(1.1, 100))
@settings(max_examples=40)
def test_more_penalty_means_smaller_coefficients_and_a_worse_fit(seed, low, factor):
    X, y = problem(seed)
    for model in (Ridge, Lasso):
        near, far = (model(penalty).fit(X, y) for penalty in (low, low * factor))
        size = (lambda b: b @ b) if model is Ridge else (lambda b: np.abs(b).sum())
        assert size(far.coef_) <= size(near.coef_) * (1 + 1e-6) + 1e-12
        errors = [((y - fit.predict(X)) ** 2).sum() for fit in (near, far)]
        assert errors[0] <= errors[1] * (1 + 1e-6) + 1e-9 * (y @ y)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10))
def test_the_lasso_is_at_its_minimum(kind, seed):
    """Where b is 0 the slope is within the penalty, elsewhere it equals it: the conditions of a minimum."""
    X, y = problem(seed, kind)
    penalty = largest_penalty(X, y) * [0.9, 0.3, 0.03, 0.003][seed % 4]
    model = Lasso(penalty).fit(X, y)
    own, rest = centred(X, y)
    pull = 2 * own.T @ (rest - own @ model.coef_)
    free = model.coef_ != 0
    close(pull[free], penalty * np.sign(model.coef_[free]), 1e-4 * penalty)
    assert (np.abs(pull) <= penalty * (1 + 1e-4)).all()
    assert duality_gap(own, rest, model.coef_, penalty) <= 1e-8 * (rest @ rest)


@pytest.mark.parametrize("seed", range(10))
def test_plain_sweeps_arrive_where_the_engine_does(seed):
    rng = np.random.default_rng(seed)
    X, y = centred(rng.normal(size=(30, 6)), rng.normal(size=30))
    share, penalty = [1.0, 0.5][seed % 2], 3.0
    b, gaps = np.zeros(6), []
    for _ in range(200):
        b = sweep(X, y, b, penalty, share)
        gaps.append(duality_gap(X, y, b, penalty, share))
    close(ElasticNet(penalty, share).fit(X, y).coef_, b, 1e-7)
    assert gaps[-1] < 1e-9 < gaps[0]


@pytest.mark.parametrize("seed", range(30))
def test_the_gap_bounds_what_can_be_gained(seed):
    rng = np.random.default_rng(seed)
    X, y = centred(rng.normal(size=(20, 4)), rng.normal(size=20))
    one, two, b = 2.0, [0.0, 3.0][seed % 2], rng.normal(size=4)
    penalty, share = one + two, one / (one + two)
    best = ElasticNet(penalty, share).fit(X, y)
    here = ((y - X @ b) ** 2).sum() + one * np.abs(b).sum() + two * b @ b
    assert duality_gap(X, y, b, penalty, share) >= here - objective(best, X, y, one, two) - 1e-9


def test_scaling_a_column_is_another_penalty_for_ridge_and_nothing_for_least_squares():
    X, y = problem(3)
    for s in (0.1, 2, 30):
        close(LinearRegression().fit(s * X, y).predict(s * X), LinearRegression().fit(X, y).predict(X), 1e-7)
        close(Ridge(5).fit(s * X, y).coef_, Ridge(5 / s**2).fit(X, y).coef_ / s)
        close(Lasso(5 * s).fit(s * X, y).predict(s * X), Lasso(5).fit(X, y).predict(X), 1e-6)


def test_the_eigenvalues_are_lifted():
    X, y = centred(*problem(4))
    values = np.linalg.eigvalsh(X.T @ X)
    close(np.linalg.eigvalsh(X.T @ X + 7 * np.eye(X.shape[1])), values + 7)
    close(degrees_of_freedom(X, 7), (values / (values + 7)).sum())
    assert degrees_of_freedom(X, 0) == pytest.approx(X.shape[1])


@pytest.mark.parametrize("model", [Ridge(), Lasso()])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_the_penalty_of_a_size_and_the_size_of_a_penalty(model, share):
    X, y = problem(11)
    size = (lambda b: b @ b) if isinstance(model, Ridge) else (lambda b: np.abs(b).sum())
    whole = size(LinearRegression().fit(X, y).coef_)
    penalty = penalty_for(model, X, y, share * whole)
    close(size(type(model)(penalty).fit(X, y).coef_), share * whole, 1e-6)
    assert penalty_for(model, X, y, 1.001 * whole) == 0


def test_the_bayesian_mean_is_ridge_and_its_band_shrinks_with_data():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, (200, 2))
    y = x @ [1.0, -2.0] + 0.5 * rng.normal(size=200)
    widths = []
    for n in (3, 20, 200):
        model = BayesianRegression(noise=0.5, prior=2).fit(x[:n], y[:n])
        close(model.coef_, Ridge((0.5 / 2) ** 2).fit(x[:n], y[:n]).coef_)
        widths.append(model.deviation([[3.0, 3.0]], new=False)[0])
        close(model.deviation(x[:5]) ** 2 - model.deviation(x[:5], new=False) ** 2, 0.25)
    assert widths[0] > widths[1] > widths[2]


@pytest.mark.parametrize("seed", range(6))
def test_the_posterior_is_that_of_the_normal_distribution(seed):
    """Condition the joint normal distribution of b and y on y: the same mean and covariance."""
    rng = np.random.default_rng(seed)
    X, noise, prior = rng.normal(size=(5, 3)), 0.7, 1.3
    y = rng.normal(size=5)
    of_y, with_b = prior**2 * X @ X.T + noise**2 * np.eye(5), prior**2 * X.T
    model = BayesianRegression(noise, prior, intercept=False).fit(X, y)
    close(model.coef_, with_b @ np.linalg.solve(of_y, y))
    close(model.cov_, prior**2 * np.eye(3) - with_b @ np.linalg.solve(of_y, with_b.T))


# scikit-learn


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_ridge_agrees_with_scikit_learn(kind, seed):
    X, y = problem(seed + 100, kind)
    penalty = 10.0 ** (seed % 5 - 2)
    for intercept in (True, False):
        ours = Ridge(penalty, intercept).fit(X, y)
        theirs = sk.Ridge(penalty, fit_intercept=intercept, solver="svd").fit(X, y)
        close(ours.predict(X) / np.abs(y).max(), theirs.predict(X) / np.abs(y).max(), 1e-7)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_the_objective_is_no_higher_than_scikit_learns(kind, seed):
    X, y = problem(seed + 200, kind)
    n, share = len(y), [1.0, 0.5, 0.1][seed % 3]
    penalty = largest_penalty(X, y) * 10.0 ** -(seed % 4)
    one, two = share * penalty, (1 - share) * penalty
    theirs = sk.ElasticNet(
        alpha=one / (2 * n) + two / n, l1_ratio=one / 2 / (one / 2 + two), tol=1e-10, max_iter=50_000
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some of these it does not finish
        theirs.fit(X, y)
    ours = ElasticNet(penalty, share).fit(X, y)
    spread = ((y - y.mean()) ** 2).sum()
    assert objective(ours, X, y, one, two) <= objective(theirs, X, y, one, two) + 1e-8 * spread


@pytest.mark.parametrize("seed", range(4))
def test_the_path_agrees_with_scikit_learns_and_with_its_fits(seed):
    X, y = centred(*problem(seed + 300))
    path = lasso_path(X, y, 12)
    _, theirs, _ = sk.lasso_path(X, y, alphas=path.penalties / (2 * len(y)), tol=1e-12, max_iter=100_000)
    close(path.coefs @ X.T, theirs.T @ X.T, 1e-4 * np.abs(y).max())
    for penalty, coef in zip(path.penalties, path.coefs, strict=True):
        close(X @ Lasso(penalty).fit(X, y).coef_, X @ coef, 1e-4 * np.abs(y).max())
    assert not path.coefs[0].any() and path.penalties[0] == pytest.approx(largest_penalty(X, y))


@pytest.mark.parametrize("model", MODELS[:3])
def test_scikit_learn_can_search_for_the_penalty(model):
    X, y = problem(8)
    assert len(cross_val_score(model, X, y, cv=3)) == 3
    found = GridSearchCV(model, {"penalty": [0.1, 1, 10]}, cv=3).fit(X, y)
    assert found.best_params_["penalty"] in (0.1, 1, 10)


# on paper


@given(
    rows=st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=6),
    penalty=st.sampled_from([0, 0.5, 1, 3, 10]),
    intercept=st.booleans(),
)
@settings(max_examples=60)
def test_what_is_printed_is_what_is_reckoned(rows, penalty, intercept):
    x, y = np.array(rows, float).T
    if (x - x.mean() * intercept == 0).all():
        for model in (Ridge(penalty, intercept), Lasso(penalty, intercept)):
            with pytest.raises(ValueError, match="X must not"):
                model.working(x[:, None], y)
        return
    for model in (Ridge(penalty, intercept), Lasso(penalty, intercept), ElasticNet(penalty, 0.5, intercept)):
        working = model.working(x[:, None], y)
        check(working)
        model.fit(x[:, None], y)
        close(float(working["slope" if isinstance(model, Ridge) else "b"]), model.coef_[0], 1e-6)
        if intercept:
            close(float(working["intercept"]), model.intercept_, 1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_a_sweep_on_paper_is_a_sweep(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-5, 6, (5, 3)).astype(float), rng.integers(-9, 10, 5).astype(float)
    X[:2] += np.eye(3)[:2] * 20  # no column constant
    X[2, 2] += 20
    model = ElasticNet(6.0, [1.0, 0.5][seed % 2])
    working = model.working(X, y)
    check(working)
    wanted = sweep(*centred(X, y), np.zeros(3), 6.0, model.share)
    close([float(working[f"b{j}"]) for j in (1, 2, 3)], wanted)


# bad input


@pytest.mark.parametrize("model", MODELS)
def test_bad_data_are_named(model):
    for X, y, word in [
        ([[1], [2]], [1, 2, 3], "y"),
        ([["a"], ["b"]], [1, 2], "X"),
        ([[1], [np.nan]], [1, 2], "X"),
        ([[1], [2]], [1, np.inf], "y"),
        ([], [], "X"),
    ]:
        with pytest.raises(ValueError, match=word), np.errstate(all="ignore"):
            model.fit(X, y)
            model.predict(X)


@pytest.mark.parametrize("model", MODELS)
def test_numbers_beyond_all_bounds_give_a_result_or_a_message(model):
    X, y = [[1e300, 1.0], [-1e300, 1.0]], [1e300, -1e300]
    try:
        with np.errstate(all="ignore"):
            predicted = model.fit(X, y).predict(X)
    except ValueError as error:
        assert "X" in str(error)  # noqa: PT017
    else:
        close(predicted / 1e300, [1, -1], 1e-6)


@pytest.mark.parametrize(
    "model, word",
    [
        (Ridge(penalty=-1), "penalty must be a number of at least 0; got -1"),
        (Lasso(penalty="much"), "penalty"),
        (ElasticNet(share=1.5), "share must be a number of at least 0 and at most 1; got 1.5"),
        (ElasticNet(tol=0), "tol"),
        (ElasticNet(max_sweeps=0), "max_sweeps"),
        (Ridge(intercept="yes"), "intercept"),
        (BayesianRegression(noise=0), "noise"),
        (BayesianRegression(prior=-1), "prior"),
    ],
)
def test_bad_settings_are_named(model, word):
    with pytest.raises(ValueError, match=word):
        model.fit([[1], [2], [4]], [1, 2, 3])


def test_other_arguments_are_named():
    X, y = [[1], [2], [4]], [1, 2, 3]
    for call, word in [
        (lambda: ridge_path(X, y, [1, -1]), "penalties"),
        (lambda: lasso_path(X, y, 0), "penalties"),
        (lambda: lasso_path(X, y, share=0), "share"),
        (lambda: largest_penalty(X, y, share=0), "share"),
        (lambda: penalty_for(Ridge(), X, y, 0), "size"),
        (lambda: penalty_for(LinearRegression(), X, y, 1), "model"),
        (lambda: Lasso().predict(X), "fit"),
    ]:
        with pytest.raises(ValueError, match=word):
            call()


def test_a_descent_cut_short_says_so():
    X, y = problem(5)
    with pytest.warns(UserWarning, match="raise max_sweeps"):
        Lasso(1e-3 * largest_penalty(X, y), max_sweeps=1, tol=1e-15).fit(X, y)


def test_nothing_is_changed_in_place():
    X, y = problem(6)
    copies = X.copy(), y.copy()
    for model in MODELS:
        model.fit(X, y).predict(X)
    ridge_path(X, y, [1.0])
    lasso_path(X, y, 5)
    sweep(X, y, start := np.zeros(X.shape[1]), 1.0)
    assert not start.any() and (copies[0] == X).all() and (y == copies[1]).all()
