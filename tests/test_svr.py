"""Support vector regression: values by hand, laws of the tube, scikit-learn's SVR, bad input."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import svm as sk

from byhand.kernels import LinearKernel, MappedKernel, PolynomialKernel, RBFKernel, SigmoidKernel
from byhand.svr import SVR, tube_loss

X = [[0.0], [1.0], [2.0], [3.0]]
Y = [0, 1.2, 1.8, 3]


def waves(n, seed=0, d=1):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-3, 3, (n, d))
    return X, np.sin(X[:, 0]) + rng.normal(0, 0.2, n)


# ---- values


def test_two_ends_hold_the_flattest_line_through_the_tube():
    model = SVR(C=10, epsilon=0.5, tol=1e-9).fit(X, Y)
    assert model.coef_ == pytest.approx([2 / 3], abs=1e-8)  # from (0, 0.5) to (3, 2.5)
    assert model.intercept_ == pytest.approx(0.5, abs=1e-8)
    assert model.support_.tolist() == [0, 3]
    assert model.beta_ == pytest.approx([-2 / 9, 0, 0, 2 / 9], abs=1e-8)  # w = 3 · 2/9
    assert model.objective_ == pytest.approx(2 / 9, abs=1e-8)


def test_losses_begin_at_the_wall():
    assert tube_loss([1, 2, 5], [1.25, 3, 2], 0.5).tolist() == [0, 0.5, 2.5]
    assert tube_loss([1, 2], [3, 0], 0).tolist() == [2, 2]


def test_a_tube_that_holds_all_outcomes_needs_no_support():
    model = SVR(epsilon=2).fit(X, Y)
    assert len(model.support_) == 0 and model.coef_.tolist() == [0]
    assert np.abs(model.predict(X) - Y).max() <= 2


# ---- laws


@given(
    st.integers(2, 40),
    st.integers(0, 10**6),
    st.sampled_from([0.1, 1.0, 10.0]),
    st.sampled_from([0.0, 0.05, 0.3]),
    st.sampled_from([LinearKernel(), RBFKernel(1.0), PolynomialKernel(2)]),
)
def test_rows_in_the_tube_have_no_say_and_those_outside_the_whole_price(n, seed, C, epsilon, kernel):
    X, y = waves(n, seed)
    model = SVR(C, epsilon, kernel, tol=1e-8).fit(X, y)
    miss = y - model.predict(X)
    assert (np.abs(model.beta_[np.abs(miss) < epsilon - 1e-6]) == 0).all()
    outside = np.abs(miss) > epsilon + 1e-6
    assert model.beta_[outside] == pytest.approx(C * np.sign(miss[outside]), rel=1e-9)
    assert model.beta_.sum() == pytest.approx(0, abs=1e-9 * max(1, np.abs(model.beta_).sum()))
    assert model.objective_ == pytest.approx(model.dual_objective_, rel=1e-6, abs=1e-6)


def test_a_shift_of_the_outcomes_shifts_the_prediction():
    X, y = waves(40)
    for kernel in (LinearKernel(), RBFKernel(0.5)):
        low, high = (SVR(kernel=kernel, tol=1e-8).fit(X, y + shift).predict(X) for shift in (0, 1000))
        assert high - low == pytest.approx(np.full(40, 1000), abs=1e-5)


def test_a_wider_tube_needs_no_more_loss_to_be_as_flat():
    X, y = waves(60)
    values = [SVR(10, epsilon, RBFKernel(1.0), tol=1e-7).fit(X, y).objective_ for epsilon in (0, 0.1, 0.2, 0.5)]
    assert (np.diff(values) < 0).all()


def test_a_map_and_its_kernel_are_one_machine():
    X, y = waves(50)
    kernel = PolynomialKernel(3)
    by_map = SVR(kernel=MappedKernel(kernel.features), tol=1e-8).fit(X, y)
    by_kernel = SVR(kernel=kernel, tol=1e-8).fit(X, y)
    assert by_map.predict(X) == pytest.approx(by_kernel.predict(X), abs=1e-5)
    assert by_map.coef_.shape == (4,)
    with pytest.raises(AttributeError, match="coef_ is there for LinearKernel and MappedKernel only"):
        by_kernel.coef_  # noqa: B018


# ---- references


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.4])
@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize(
    ("kernel", "settings"),
    [
        (LinearKernel(), {"kernel": "linear"}),
        (RBFKernel(0.7), {"kernel": "rbf", "gamma": 0.7}),
        (PolynomialKernel(2, 0.5, 1.0), {"kernel": "poly", "degree": 2, "gamma": 0.5, "coef0": 1.0}),
    ],
    ids=["linear", "rbf", "poly"],
)
def test_predictions_agree_with_scikit_learn(kernel, settings, C, epsilon):
    for seed in range(3):
        X, y = waves(60, seed, d=2)
        ours, theirs = SVR(C, epsilon, kernel, tol=1e-7).fit(X, y), sk.SVR(C=C, epsilon=epsilon, tol=1e-8, **settings)
        assert ours.predict(X) == pytest.approx(theirs.fit(X, y).predict(X), abs=2e-3)
        loss = tube_loss(y, theirs.predict(X), epsilon).sum()
        K = kernel(X[theirs.support_])
        beta = theirs.dual_coef_[0]
        assert ours.objective_ <= 0.5 * beta @ K @ beta + C * loss + 1e-6  # never worse than theirs


# ---- bad input


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"C": 0}, "C must be a number above 0; got 0"),
        ({"C": math.inf}, "C must be"),
        ({"epsilon": -0.1}, "epsilon must be a number of at least 0|epsilon must be"),
        ({"epsilon": "wide"}, "epsilon must be"),
        ({"kernel": "rbf"}, "kernel must be a kernel, such as RBFKernel"),
        ({"tol": 0}, "tol must be"),
        ({"max_iter": 0}, "max_iter must be"),
    ],
)
def test_bad_settings_are_named(settings, words):
    with pytest.raises(ValueError, match=words):
        SVR(**settings).fit(X, Y)


@pytest.mark.parametrize("y", [[1, 2], [1, 2, 3, math.nan], ["a", "b", "c", "d"], [[1], [2], [3], [4]]], ids=repr)
def test_bad_outcomes_are_named(y):
    with pytest.raises(ValueError, match=r"\by must"):
        SVR().fit(X, y)


def test_what_is_no_kernel_is_told():
    with pytest.warns(UserWarning, match="not positive semi-definite"):
        SVR(kernel=SigmoidKernel(gamma=1, coef0=-1)).fit(*waves(20))


def test_steps_that_are_too_few_are_told():
    with pytest.warns(RuntimeWarning, match="after 3 steps the gap .* raise max_iter"):
        SVR(C=100, kernel=RBFKernel(), max_iter=3).fit(*waves(60))
