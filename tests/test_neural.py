"""Neural networks: values worked by hand, laws, plain loops and scikit-learn as reference, bad input."""

import copy
import itertools
import math
import re
import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from sklearn import linear_model
from sklearn import neural_network as sk
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from byhand.autodiff import Value
from byhand.base import NotFittedError
from byhand.datasets import play_tennis, triangles_and_squares
from byhand.engine import neural as engine
from byhand.mlp import MLPClassifier, MLPRegressor
from byhand.neural import (
    ACTIVATIONS,
    Activation,
    Arctangent,
    BinaryCrossEntropy,
    CrossEntropy,
    Gaussian,
    Identity,
    LeakyReLU,
    Network,
    NetworkLoss,
    ReLU,
    Sigmoid,
    Softmax,
    SquaredError,
    Swish,
    Tanh,
    Threshold,
    as_activation,
)
from byhand.optimize import (
    Adam,
    AdaptiveRates,
    Backtracking,
    GradientDescent,
    Momentum,
    Nesterov,
    batches,
    check_gradient,
    descend,
)
from byhand.paper.neural import BASICS, SLIDES, TUTORIAL, Notation
from byhand.perceptron import Perceptron, by_mistakes, by_rows, threshold_unit
from byhand.plot import neural as drawings
from byhand.preprocessing import one_hot

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf
CORNERS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
XOR = np.array([0, 1, 1, 0])


def close(actual, wanted, tolerance=1e-12):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def agrees(actual, printed):
    """All six printed digits."""
    np.testing.assert_allclose(actual, printed, rtol=6e-6)


# ---- values: one unit


def test_game_night():  # A-W06
    X = np.array(list(itertools.product([0, 1], repeat=3)))
    assert (X @ [5, 2, 1]).tolist() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert threshold_unit(X, [5, 2, 1], 3).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]  # 011 stays at home, against the claim
    claimed = [0, 0, 0, 1, 1, 1, 1, 1]
    assert threshold_unit(X, [5, 2, 1], 3, strict=False).tolist() == claimed
    assert threshold_unit(X, [5, 2, 1], 2.5).tolist() == threshold_unit(X, [5, 2, 1], 2).tolist() == claimed


@pytest.mark.parametrize(
    ("threshold", "go"), [(-0.5, 8), (0, 7), (1, 6), (2, 5), (3, 4), (4.9, 4), (5, 3), (6, 2), (7, 1), (8, 0)]
)
def test_game_night_with_other_thresholds(threshold, go):  # A-X07
    X = np.array(list(itertools.product([0, 1], repeat=3)))
    assert threshold_unit(X, [5, 2, 1], threshold).sum() == go


def test_no_unit_is_xor():  # A-W07, C-W51, A-X08
    steps = np.arange(-8, 9) / 4
    reached = {tuple(threshold_unit(CORNERS, w, t).tolist()) for *w, t in itertools.product(steps, steps, steps[::2])}
    assert len(reached) == 14
    assert not reached & {(0, 1, 1, 0), (1, 0, 0, 1)}
    assert max(np.mean(np.array(outputs) == XOR) for outputs in reached) == 0.75


def test_two_layers_are_xor():
    hidden = np.column_stack([threshold_unit(CORNERS, [1, 1], 0.5), threshold_unit(CORNERS, [1, 1], 1.5)])
    assert threshold_unit(hidden, [1, -1], 0.5).tolist() == XOR.tolist()
    network = Network([2, 2, 1], ["relu", "identity"])
    theta = network.pack([([[1, 1], [1, 1]], [0, -1]), ([[1, -2]], [0])])
    assert network.output(theta, CORNERS).ravel().tolist() == XOR.tolist()
    network = Network([2, 2, 1], ["step", "step"])
    theta = network.pack([([[1, 1], [1, 1]], [-0.5, -1.5]), ([[1, -1]], [-0.5])])
    assert network.output(theta, CORNERS).ravel().tolist() == XOR.tolist()


def test_perceptron_on_and():  # E-X14, C-W12
    model = Perceptron().fit(CORNERS, [0, 0, 0, 1])
    assert model.mistakes_ == [2, 3, 3, 2, 1, 0] and model.converged_
    ends = np.cumsum([0, *model.mistakes_])[1:]
    assert model.path_[ends].tolist() == [[0, 1, 1], [-1, 2, 1], [-2, 2, 1], [-2, 2, 2], [-3, 2, 1], [-3, 2, 1]]
    strict = Perceptron(tie=-1).fit(CORNERS, [0, 0, 0, 1])
    assert (strict.coef_.tolist(), strict.intercept_, len(strict.mistakes_)) == ([2, 1], -2, 6)
    signs = Perceptron(tie="mistake").fit(CORNERS, [-1, -1, -1, 1])
    ends = np.cumsum([0, *signs.mistakes_])[1:9]
    assert signs.path_[ends].tolist() == [
        *([0, 1, 1], [-1, 2, 1], [-2, 2, 1], [-2, 2, 2], [-2, 3, 2], [-3, 3, 2], [-3, 3, 3], [-4, 3, 2])
    ]
    assert len(signs.path_) == 19 and len(signs.mistakes_) == 9


@pytest.mark.parametrize(
    ("labels", "w", "b", "epochs"),
    [([-1, 1, 1, 1], [2, 2], -1, 6), ([1, 1, 1, -1], [-3, -2], 4, 9)],
    ids=["or", "nand"],
)
def test_perceptron_on_other_gates(labels, w, b, epochs):  # C-W12
    model = Perceptron(tie="mistake").fit(CORNERS, labels)
    assert (model.coef_.tolist(), model.intercept_, len(model.mistakes_)) == (w, b, epochs)
    assert model.predict(CORNERS).tolist() == labels


def test_perceptron_has_the_same_labels_everywhere():
    """-1 and +1 in the library, the chapter, the glossary and the practice: one rule, on a mistake add y x."""
    root = Path(__file__).parents[1]
    chapter = " ".join(
        (root / "notebooks/14a-perceptron-and-logistic-regression.ipynb").read_text(encoding="utf-8").split()
    )
    assert r"\\mathbf w \\leftarrow \\mathbf w + y\\,\\mathbf x" in chapter
    glossary = (root / "book/glossary.md").read_text(encoding="utf-8")
    assert r"add $\eta\,y\,\mathbf x$ to the weights" in glossary
    assert r"w \leftarrow w + \eta\, y\, x" in Perceptron.__doc__
    codes = Perceptron().fit(CORNERS, [0, 0, 0, 1]), Perceptron().fit(CORNERS, [-1, -1, -1, 1])
    assert codes[0].path_.tolist() == codes[1].path_.tolist()


def test_hidden_units_bring_two_corners_of_xor_together():
    hidden = np.array([[0, 0], [1, 0], [1, 0], [1, 1]])
    drawings.xor_spaces(CORNERS, XOR, hidden)
    left, right = plt.gcf().axes
    assert [text.get_text() for text in left.texts] == ["00", "01", "10", "11"]
    assert [text.get_text() for text in right.texts] == ["00", "01 and 10", "11"]
    x, y = right.lines[-1].get_data()
    np.testing.assert_allclose(x - y, 0.5)  # the line on which h1 - h2 is 0.5
    plt.close()


def test_perceptron_on_two_points():  # C-W12
    model = Perceptron(tie="mistake").fit([[1, 1], [1, -1]], [1, -1])
    assert model.path_.tolist() == [[0, 0, 0], [1, 1, 1], [0, 0, 2]] and model.mistakes_ == [2, 0]


def test_perceptron_runs_in_circles_on_xor():  # C-W51, C-W12
    model = Perceptron(tie="mistake", max_iter=5).fit(CORNERS, XOR)
    assert model.mistakes_ == [4] * 5 and not model.converged_
    assert model.path_[:5].tolist() == [[0, 0, 0], [-1, 0, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0]]
    table = CORNERS[::-1]  # the order of the document
    assert Perceptron(tie="mistake", max_iter=3).fit(table, XOR).path_[[4, 8, 12]].tolist() == [[0, 0, 0]] * 3
    strict = Perceptron(tie=-1, max_iter=4).fit(table, XOR)
    assert strict.mistakes_ == [2, 4, 4, 4]
    assert model.decision_function([[5, 7]]) == 0 and model.predict([[5, 7]]) == 0  # a tie goes to the first class
    assert strict.path_[np.cumsum(strict.mistakes_)].tolist() == [[0, 1, 0]] * 4
    assert Perceptron(max_iter=1).fit(table, XOR).predict([[0, 0]]) == 1


def test_perceptron_on_paper():  # E-X14
    working = Perceptron().working(CORNERS, ["no", "no", "no", "yes"])
    assert len(working) == 6 * 4
    assert list(working.values())[:4] == [0, -1, -1, -1]
    model = Perceptron().fit(CORNERS, ["no", "no", "no", "yes"])
    notes = [step.note for step in working.steps]
    assert sum("should say" in note for note in notes) == sum(model.mistakes_)
    assert notes[0] == "says yes, should say no: b = -1, w = (0, 0)" and notes[-1] == "says yes, right"
    assert notes[3] == "says no, should say yes: b = 0, w = (1, 1)"
    for step in working.steps:
        assert eval(step.numbers.replace(r"\times", "*")) == step.value


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from([1, 3, 60, 200, 900]),
    st.sampled_from([0.0, 0.02, 0.5, 3.0]),
    st.sampled_from([1e-200, 1e-3, 1.0, 1e6, 1e170, "whole", "mixed"]),
    st.sampled_from([1.0, 0.1, 7.0, 1e-9]),
    st.sampled_from([1, -1, "mistake"]),
)
def test_perceptron_from_mistake_to_mistake_is_the_plain_one(seed, n, overlap, scale, rate, tie):
    """The same changes in the same order, to the last bit: few and many mistakes, ties, numbers of any size."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    y = np.where(X @ rng.normal(size=4) + 0.2 + overlap * rng.normal(size=n) > 0, 1.0, -1.0)
    if scale == "whole":
        X = np.round(2 * X)
    else:
        X *= 10.0 ** rng.integers(-8, 9, size=(n, 1)) if scale == "mixed" else scale
    with np.errstate(all="ignore"):  # the largest overflow
        path, mistakes = by_rows(X, y, rate, 12, tie)
    fast, fast_mistakes = by_mistakes(X, y, rate, 12, tie)
    assert mistakes == fast_mistakes and np.array_equal(path, fast, equal_nan=True)


def test_perceptron_looks_far_ahead():
    """One mistake in ten thousand rows: found at its place, not a block too late."""
    X = np.ones((10_000, 1))
    y = np.ones(10_000)
    X[7_777], y[7_777] = -0.5, -1  # the score there is -w / 2 + b
    path, mistakes = by_mistakes(X, y, 1.0, 50, "mistake")
    plain, plain_mistakes = by_rows(X, y, 1.0, 50, "mistake")
    assert path.tolist() == plain.tolist() and mistakes == plain_mistakes
    model = Perceptron(tie="mistake").fit(X, y)
    assert model.converged_ and model.path_.tolist() == path.tolist() and len(path) == 3


@pytest.mark.parametrize("rate", [0.25, 0.5, 2.0])
def test_rate_only_scales_the_perceptron(rate):  # E-E121
    one, other = Perceptron().fit(CORNERS, [0, 0, 0, 1]), Perceptron(rate=rate).fit(CORNERS, [0, 0, 0, 1])
    assert (rate * one.path_).tolist() == other.path_.tolist()


def test_perceptron_with_a_rate_that_rounds():  # E-T40
    model = Perceptron(rate=0.1).fit(CORNERS, [0, 0, 0, 1])
    assert len(model.mistakes_) == 4  # six in exact numbers
    close([model.intercept_, *model.coef_], [-0.2, 0.2, 0.1])
    assert model.predict(CORNERS).tolist() == [0, 0, 0, 1]  # ties round alike in fit and in predict


# ---- values: activations, softmax, losses


def test_activations_on_seven_numbers():  # C-W68
    x = np.array([-2, -1, -0.5, 0, 0.5, 1, 2])
    assert ReLU()(x).tolist() == [0, 0, 0, 0, 0.5, 1, 2] and ReLU().derivative(x).tolist() == [0, 0, 0, 0, 1, 1, 1]
    close(LeakyReLU()(x), [-0.02, -0.01, -0.005, 0, 0.5, 1, 2])
    agrees(Sigmoid()(x), [0.119203, 0.268941, 0.377541, 0.5, 0.622459, 0.731059, 0.880797])
    agrees(Sigmoid().derivative(x), [0.104994, 0.196612, 0.235004, 0.25, 0.235004, 0.196612, 0.104994])
    agrees(Tanh()(x), [-0.964028, -0.761594, -0.462117, 0, 0.462117, 0.761594, 0.964028])
    agrees(Tanh().derivative(x), [0.0706508, 0.419974, 0.786448, 1, 0.786448, 0.419974, 0.0706508])


def test_activations_further_out():  # D-V19
    z = np.array([-10, 0.001, 10])
    agrees(Sigmoid()(z), [4.53979e-05, 0.500250, 0.999955])
    agrees(Sigmoid().derivative(z), [4.53958e-05, 0.250000, 4.53958e-05])
    agrees(Tanh()(z), [-0.999999996, 0.001, 0.999999996])
    assert ReLU()(z).tolist() == [0, 0.001, 10]


def test_other_activations():
    z = np.array([-1.0, 0, 2])
    close(Gaussian()(z), [math.exp(-1), 1, math.exp(-4)])
    close(Swish()(z), [-1 / (1 + math.e), 0, 2 / (1 + math.exp(-2))])
    close(Arctangent()(z), [-math.pi / 4, 0, math.atan(2)])
    assert Threshold()(np.array([-0.1, 0, 0.1])).tolist() == [0, 1, 1]  # 1 at 0
    assert Identity()(z).tolist() == z.tolist()
    assert (ReLU().derivative(0.0), LeakyReLU().derivative(0.0), LeakyReLU(0.2)(-2.0)) == (0, 0.01, -0.4)


def test_softmax_of_one_two_three():  # D-V20, D-E70
    z = np.array([1.0, 2, 3])
    agrees(Softmax()(z), [0.0900306, 0.244728, 0.665241])
    as_printed = np.exp(z) / np.exp([0, 1, 2]).sum()
    agrees([*as_printed, as_printed.sum()], [0.244728, 0.665241, 1.80831, math.e])


def test_softmax_and_cross_entropy():  # C-W67, C-E60
    z, loss = np.array([[2.0, 1, 0.1]]), CrossEntropy()
    S = Softmax()(z)
    agrees(S, [[0.659001, 0.242433, 0.0985659]])
    for k, wanted in enumerate([0.417030, 1.41703, 2.31703]):
        target = np.eye(3)[[k]]
        agrees([loss.value(S, target)[0], loss.of_sums(z, target)[0]], wanted)
    network = Network([3, 3], ["softmax"], loss)
    theta = network.pack([(np.eye(3), np.zeros(3))])
    (delta,), gradient = network.backward(theta, *network.forward(theta, z), [[1, 0, 0]])
    agrees(delta, [[-0.340999, 0.242433, 0.0985659]])
    agrees(gradient[-3:], delta[0])
    close(loss.value(np.full((1, 3), 1 / 3), np.eye(3)[:1]), math.log(3))


def test_squared_error_in_both_conventions():
    output, target = np.array([[1.0, 3], [0, 0]]), np.array([[0.0, 1], [0, 2]])
    assert SquaredError().value(output, target).tolist() == [5, 4]
    assert SquaredError(0.5).value(output, target).tolist() == [2.5, 2]
    assert SquaredError(0.5).derivative(output, target).tolist() == [[1, 2], [0, -2]]


# ---- values: back-propagation by hand


def tanh_network():
    network = Network([2, 2, 1], ["tanh", "tanh"])
    theta = network.pack([([[0.1, 0.2], [-0.3, 0.4]], [0.05, -0.05]), ([[0.5, -0.6]], [0.1])])
    return network, theta, [0.7, -0.4], math.sin(0.7) * math.cos(-0.4)


def test_two_two_one_with_tanh():  # A-W08; slips A-E21, A-E23
    network, theta, x, y = tanh_network()
    working = network.working(theta, x, y, BASICS)
    names = ["z_10", "z_11", "g_10", "g_11", "z_2", "g_2", "J"]
    agrees([working[name] for name in names], [0.04, -0.42, 0.0399787, -0.396930, 0.358148, 0.343581, 0.0623913])
    agrees(y, 0.593364)
    wanted = {
        **{"w_10": -0.0176143, "w_11": 0.174884, "b_10": -0.440592, "w_00": -0.153961, "w_01": 0.0879776},
        **{"b_00": -0.219944, "w_02": 0.155894, "w_03": -0.0890821, "b_01": 0.222705},
    }
    for name, slope in wanted.items():
        agrees(working[f"dJ/d{name}"], slope)
    agrees([working["dJ/db_00"] * x[1], working["dJ/db_01"] * x[1]], [0.0879776, -0.0890821])  # with the printed factor
    risk = network.risk([x], [y])
    order = ["w_00", "w_01", "w_02", "w_03", "b_00", "b_01", "w_10", "w_11", "b_10"]
    close(risk.gradient(theta), [working[f"dJ/d{name}"] for name in order])
    down, up = theta - 0.1 * risk.gradient(theta), theta + 0.1 * risk.gradient(theta)
    agrees([risk.value(down), risk.value(up)], [0.0304837, 0.108290])  # A-E24


def test_two_two_two_with_inputs_of_their_own():  # B-W22
    network = Network([2, 2, 2], ["sigmoid", "sigmoid"])
    theta = network.pack([([[0.2, 0], [0, 0.3]], [0.1, -0.1]), ([[0.4, -0.5], [0.6, 0.7]], [0.05, -0.2])])
    working = network.working(theta, [1, 2], [1, 0], SLIDES)
    agrees([working[f"s_{u}"] for u in (1, 2, 3, 4)], [0.3, 0.5, -0.0314527, 0.580387])
    agrees([working[f"z_{u}"] for u in (1, 2, 3, 4)], [0.574443, 0.622459, 0.492137, 0.641156])
    agrees(working["SSE"], 0.669006)
    agrees([working[f"epsilon_{u}"] for u in (1, 2, 3, 4)], [0.0184491, 0.0783629, -0.253868, 0.295028])
    wanted = {
        **{"01": 0.0184491, "11": 0.0184491, "02": 0.0783629, "22": 0.156726, "03": -0.253868, "13": -0.145833},
        **{"23": -0.158023, "04": 0.295028, "14": 0.169477, "24": 0.183643},
    }
    for name, slope in wanted.items():
        agrees(working[f"dSSE/dw_{name}"], slope)


def tutorial_network():
    network = Network([2, 2, 2], ["sigmoid", "sigmoid"], SquaredError(0.5), bias=False)
    return network, network.pack([([[0.6, -0.4], [-0.2, 0.8]], None), ([[0.9, -0.5], [-0.3, 0.7]], None)])


def test_two_two_two_without_bias():  # D-V21, D-E74
    network, theta = tutorial_network()
    working = network.working(theta, [0.5, 1.0], [0.0, 1.0], TUTORIAL)
    names = ["I[1]_1", "I[1]_2", "x[1]_1", "x[1]_2", "I[2]_1", "I[2]_2", "o_1", "o_2", "E"]
    values = [-0.1, 0.7, 0.475021, 0.668188, 0.0934248, 0.325225, 0.523339, 0.580597, 0.224891]
    agrees([working[name] for name in names], values)
    names = ["e[2]_1", "e[2]_2", "e[1]_1", "e[1]_2"]
    agrees([working[name] for name in names], [-0.13055, 0.102126, -0.0369407, 0.0303222])
    risk = network.risk([[0.5, 1.0]], [[0.0, 1.0]])
    gradient = risk.gradient(theta)
    wanted = [0.0184704, 0.0369407, -0.0151611, -0.0303222, 0.0620138, 0.0872317, -0.0485121, -0.0682396]
    agrees(gradient, wanted)
    agrees(list(working.values())[-8:], wanted)
    after = theta - 0.5 * gradient
    agrees(after, [0.590765, -0.41847, -0.192419, 0.815161, 0.868993, -0.543616, -0.275744, 0.73412])
    agrees([risk.value(after), risk.value(theta + 0.5 * gradient)], [0.214365, 0.235682])
    path = descend(risk, theta, GradientDescent(rate=0.5), steps=1000)
    agrees(path.values[[0, 10, 100, 1000]], [0.224891, 0.140718, 0.0150927, 0.000911496])
    climbing = theta
    for _ in range(1000):
        climbing = climbing + 0.5 * risk.gradient(climbing)
    agrees(risk.value(climbing), 0.997844)


def test_two_two_one_with_a_linear_output():  # C-W69
    network = Network([2, 2, 1], ["sigmoid", "identity"], SquaredError(0.5))
    theta = network.pack([(np.transpose([[0.1, -0.2], [0.4, 0.3]]), [0.05, -0.1]), ([[0.5, -0.6]], [0.2])])
    (a, _), (_, z, y) = network.forward(theta, [[1, 2]])
    agrees(a, [[0.95, 0.3]])
    agrees(z, [[0.721115, 0.574443]])
    agrees(y, [[0.215892]])
    risk = network.risk([[1, 2]], [1])
    agrees(risk.value(theta), 0.307413)
    (hidden, last), gradient = network.backward(theta, *network.forward(theta, [[1, 2]]), [[1]])
    agrees(last, [[-0.784108]])
    agrees(hidden, [[-0.0788452, 0.115009]])
    (W1, b1), (W2, b2) = network.unpack(gradient)
    agrees(W1.T, [[-0.0788452, 0.115009], [-0.157690, 0.230018]])
    agrees(b1, hidden[0])
    agrees(W2, [[-0.565432, -0.450425]])
    agrees(b2, [-0.784108])
    down, up = theta - 0.1 * gradient, theta + 0.1 * gradient
    agrees(network.output(down, [[1, 2]]), [[0.375597]])
    agrees([risk.value(down), risk.value(up)], [0.194940, 0.445805])
    linear = Network([2, 1], ["identity"], SquaredError(0.5), bias=False)
    assert linear.output([0.5, -1], [[2, 3]]).item() == -2
    assert linear.risk([[2, 3]], [1]).gradient([0.5, -1]).tolist() == [-6, -9]


@pytest.mark.parametrize(
    ("sizes", "bias", "parameters"),
    [
        ([2, 5, 3, 1], True, 37),
        ([2, 2, 1], True, 9),
        ([10, 2, 1], True, 25),
        ([2, 2, 2], False, 8),
        ([10, 1], True, 11),
    ],
)
def test_number_of_parameters(sizes, bias, parameters):  # B-W21, A-W08, A-W12, D-V21
    assert Network(sizes, ["sigmoid"] * (len(sizes) - 1), bias=bias).size == parameters


# ---- values: Play Tennis

VALUES = {
    "Outlook": ["Sunny", "Overcast", "Rain"],
    "Temperature": ["Hot", "Mild", "Cool"],
    "Humidity": ["High", "Normal"],
    "Wind": ["Weak", "Strong"],
}


def tennis():
    table = play_tennis()
    X = np.hstack([one_hot(table[name], values) for name, values in VALUES.items()])
    return X, (table.y == "Yes").astype(float)


def test_play_tennis_in_zeros_and_ones():  # A-W12
    X, y = tennis()
    rows = ["".join(str(int(v)) for v in row) for row in X]
    assert rows[:3] == ["1001001010", "1001001001", "0101001010"] and rows[-1] == "0010101001"
    assert X.shape == (14, 10) and (X.sum(axis=1) == 4).all()
    scores = X @ [1, 7, 3, 0, 0, -4, -6, 0, 4, 0]  # a line is enough
    assert (scores * (2 * y - 1)).min() == 1


@pytest.mark.parametrize(("seed", "right", "first"), [(0, 13, None), (1, 14, 196), (5, 12, None)])
def test_play_tennis_network(seed, right, first):  # A-W12
    X, y = tennis()
    network = Network([10, 2, 1], ["relu", "sigmoid"], BinaryCrossEntropy())
    rng = np.random.default_rng(seed)
    W1, W2 = rng.normal(0, math.sqrt(2 / 10), (10, 2)), rng.normal(0, math.sqrt(1 / 2), (2, 1))
    theta = network.pack([(W1.T, np.zeros(2)), (W2.T, np.zeros(1))])
    path = descend(network.risk(X, y), theta, GradientDescent(rate=0.1), steps=1000)
    counts = [int(((network.output(point, X)[:, 0] >= 0.5) == y).sum()) for point in path.points]
    assert counts[-1] == right and next((k for k, count in enumerate(counts) if count == 14), None) == first
    query = np.array([[1, 0, 0, 0, 0, 1, 1, 0, 0, 1]])
    assert network.output(path.point, query).item() < 0.5  # No


# ---- laws

SHAPES = [[1, 1], [2, 3], [3, 4, 2], [2, 3, 3, 1]]


def risky(shape, hidden, output, loss, seed, n=5, **settings):
    network = Network(shape, [hidden] * (len(shape) - 2) + [output], loss)
    rng = np.random.default_rng(seed)
    Y = rng.random((n, shape[-1]))
    if isinstance(loss, CrossEntropy):
        Y /= Y.sum(axis=1, keepdims=True)
    theta = network.start(seed) + 0.3 * rng.normal(size=network.size)
    return network.risk(rng.normal(size=(n, shape[0])), Y, **settings), theta


LAST = [
    *[(output, SquaredError()) for output in ("identity", "tanh", "sigmoid", "softmax", "swish")],
    *[("identity", SquaredError(0.5)), ("softmax", CrossEntropy()), ("sigmoid", BinaryCrossEntropy())],
    *[("sigmoid", CrossEntropy()), ("softmax", BinaryCrossEntropy())],
]
CASES = [(s, *last) for s in SHAPES for last in LAST if s[-1] > 1 or last[0] != "softmax"]  # one score has no softmax


@pytest.mark.parametrize("hidden", [name for name in ACTIVATIONS if name != "step"])
@pytest.mark.parametrize(("shape", "output", "loss"), CASES, ids=str)
def test_gradient_is_the_numerical_one(shape, hidden, output, loss):
    for seed, average in enumerate([True, False]):
        risk, theta = risky(shape, hidden, output, loss, seed, penalty=0.1, average=average)
        assert check_gradient(risk, theta) < 1e-7


@pytest.mark.parametrize("hidden", ["tanh", "relu", "sigmoid", "swish", "softmax"])
def test_gradient_with_units_left_out(hidden):
    risk, theta = risky([3, 4, 4, 2], hidden, "softmax", CrossEntropy(), 3)
    part = risk.without(risk.network.masks(5, 0.5, seed=1))
    assert check_gradient(part, theta) < 1e-7
    assert part.value(theta) != risk.value(theta)
    assert check_gradient(part.on([3, 1]), theta) < 1e-7


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("hidden", ACTIVATIONS)
@pytest.mark.parametrize(("output", "loss"), LAST, ids=str)
def test_engine_goes_the_way_of_the_plain_form(hidden, output, loss, bias):
    rng = np.random.default_rng(8)
    network = Network([3, 4, 5, 2], [hidden, hidden, output], loss, bias=bias)
    theta, X, Y = 0.4 * rng.normal(size=network.size), rng.normal(size=(6, 3)), rng.dirichlet([1, 1], size=6)
    for masks in (None, network.masks(6, 0.4, seed=1)):
        sums, outputs = network.forward(theta, X, masks)
        fast = engine.forward(network, network.unpack(theta), X, masks)
        for ours, plain in zip([*fast[0], *fast[1]], [*sums, *outputs], strict=True):
            close(ours, plain)
        _, gradient = network.backward(theta, sums, outputs, Y, masks)
        close(engine.backward(network, network.unpack(theta), *fast, Y, masks), gradient)


def test_nothing_comes_back_through_steps():
    risk, theta = risky([2, 3, 1], "step", "sigmoid", BinaryCrossEntropy(), 0)
    (W, b), (last, _) = risk.network.unpack(risk.gradient(theta))
    assert not W.any() and not b.any() and last.any()


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_derivative_is_the_numerical_one(name):
    activation, h = ACTIVATIONS[name], 1e-6
    z = np.linspace(-4, 4, 80)  # 0, where some have a kink, is not among them
    if name == "softmax":
        z = z.reshape(-1, 4)
        matrix = activation.derivative(z)
        assert matrix.shape == (20, 4, 4)
        for k in range(4):
            step = h * np.eye(4)[k]
            close(matrix[:, :, k], (activation(z + step) - activation(z - step)) / (2 * h), 1e-8)
        close(matrix.sum(axis=1), 0)
    else:
        close(activation.derivative(z), (activation(z + h) - activation(z - h)) / (2 * h), 1e-8)
        error = np.cos(z)
        close(activation.backward(z, activation(z), error), error * activation.derivative(z))


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_nothing_overflows(name):
    activation, z = ACTIVATIONS[name], np.array([-1e5, -800, 0, 800, 1e5])
    with np.errstate(over="raise", invalid="raise"):
        assert np.isfinite(activation(z)).all() and np.isfinite(activation.derivative(z)).all()


def test_fused_losses_are_safe_and_the_same():
    rng = np.random.default_rng(0)
    z = rng.normal(size=(6, 3))
    Y = rng.random((6, 3))
    close(BinaryCrossEntropy().of_sums(z, Y), BinaryCrossEntropy().value(Sigmoid()(z), Y))
    Y /= Y.sum(axis=1, keepdims=True)
    close(CrossEntropy().of_sums(z, Y), CrossEntropy().value(Softmax()(z), Y))
    far = np.array([[1000.0, 0.0], [-1000.0, 0.0]])
    ones = np.array([[1.0, 0.0], [1.0, 0.0]])
    assert CrossEntropy().of_sums(far, ones).tolist() == [0, 1000]
    assert CrossEntropy().value(Softmax()(far), ones).tolist() == [0, inf]
    close(BinaryCrossEntropy().of_sums(far[:, :1], ones[:, :1]), [0, 1000])
    close(BinaryCrossEntropy().of_sums(np.array([[40.0]]), np.ones((1, 1))), math.exp(-40), 1e-30)
    assert BinaryCrossEntropy().value(np.array([[1.0], [0.0]]), np.array([[1.0], [1.0]])).tolist() == [0, inf]
    assert BinaryCrossEntropy().derivative(np.array([[1.0, 0.0]]), np.array([[1.0, 0.0]])).tolist() == [[0 - 1, 1]]


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(SHAPES))
def test_pack_and_unpack_are_inverse(seed, sizes):
    network = Network(sizes, ["tanh"] * (len(sizes) - 1))
    theta = np.random.default_rng(seed).normal(size=network.size)
    layers = network.unpack(theta)
    assert network.pack(layers).tolist() == theta.tolist()
    assert [W.shape for W, _ in layers] == list(zip(sizes[1:], sizes[:-1], strict=True))


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_layers_of_linear_units_are_one(seed):  # B-157
    network = Network([3, 4, 2], ["identity", "identity"])
    rng = np.random.default_rng(seed)
    theta, X = rng.normal(size=network.size), rng.normal(size=(4, 3))
    (W1, b1), (W2, b2) = network.unpack(theta)
    close(network.output(theta, X), X @ (W2 @ W1).T + W2 @ b1 + b2, 1e-9)


def test_risk_on_parts_adds_up():
    for average in (True, False):
        risk, theta = risky([3, 4, 2], "tanh", "identity", SquaredError(), 0, n=6, penalty=0.3, average=average)
        parts = [risk.on(rows) for rows in ([0, 1], [2, 3], [4, 5])]
        whole = np.mean if average else np.sum
        close(risk.value(theta), whole([part.value(theta) for part in parts]))
        close(risk.gradient(theta), whole([part.gradient(theta) for part in parts], axis=0))


def test_penalty_is_on_weights_alone():
    network = Network([2, 3, 1], ["tanh", "identity"])
    theta = network.start(0) + 1
    risk = [network.risk([[1, 2]], [3], penalty=penalty) for penalty in (0, 0.5)]
    squares = sum((W**2).sum() for W, _ in network.unpack(theta))
    close(risk[1].value(theta) - risk[0].value(theta), 0.25 * squares)
    change = network.unpack(risk[1].gradient(theta) - risk[0].gradient(theta))
    for (W, _), (dW, db) in zip(network.unpack(theta), change, strict=True):
        close(dW, 0.5 * W)
        assert not db.any()


def test_start_keeps_sums_of_one_size():
    network = Network([400, 300, 300, 1], ["relu", "tanh", "identity"])
    layers = network.unpack(network.start(0))
    for (W, b), variance in zip(layers, [2 / 400, 1 / 300, 1 / 300], strict=True):
        assert abs(W.var() * W.shape[1] / (variance * W.shape[1]) - 1) < 0.2 and abs(W.mean()) < 0.01
        assert not b.any()
    assert abs(network.unpack(network.start(1, spread=0.3))[0][0].std() - 0.3) < 0.01
    assert network.start(3).tolist() == network.start(3).tolist() != network.start(4).tolist()
    assert not network.start(0, spread=0).any()


def test_masks_keep_the_mean():
    masks = Network([2, 50, 40, 1], ["tanh"] * 3).masks(200, 0.25, seed=0)
    assert [mask.shape for mask in masks] == [(200, 50), (200, 40)]
    for mask in masks:
        assert set(np.unique(mask).tolist()) == {0, 1 / 0.75}
        assert abs(mask.mean() - 1) < 0.02
    assert all((mask == 1).all() for mask in Network([2, 5, 1], ["tanh"] * 2).masks(3, 0.0))


def test_symmetric_units_stay_the_same():
    """With equal weights all hidden units learn the same: why a start has to be random."""
    network = Network([2, 3, 1], ["tanh", "sigmoid"], BinaryCrossEntropy())
    path = descend(network.risk(CORNERS, XOR), np.full(network.size, 0.5), GradientDescent(rate=1.0), steps=50)
    (W, b), _ = network.unpack(path.point)
    close(W, W[[0]].repeat(3, axis=0))
    close(b, b[0])


# ---- the scalar chain rule


def sigmoid(z):
    return 1 / (1 + (-z).exp())


def test_value_knows_each_operation():
    a, b = Value(2.0), Value(-3.0)
    J = (a * b - b / a + 1 - a**3 + 2 / a) * 0.5 + (a.exp() + (a + 5).log()) + (3 - b)
    J.backward()

    def f(a, b):
        inner = (a * b - b / a + 1 - a**3 + 2 / a) * 0.5
        return inner + np.exp(a) + np.log(a + 5) + (3 - b)

    h = 1e-6
    close(J.data, f(2.0, -3.0))
    close(a.gradient, (f(2 + h, -3.0) - f(2 - h, -3.0)) / (2 * h), 1e-8)
    close(b.gradient, (f(2.0, -3 + h) - f(2.0, -3 - h)) / (2 * h), 1e-8)
    first = a.gradient
    J.backward()  # a second time gives the same, not twice as much
    assert a.gradient == first


def test_value_used_twice_and_long_chains():
    x = Value(3.0)
    y = x * x
    (y + y * x).backward()
    assert x.gradient == 2 * 3 + 3 * 9
    assert repr(x) == "Value(3, gradient=33)"
    total = Value(1.0)
    for _ in range(5000):
        total = total + x
    total.backward()
    assert x.gradient == 5000 and len(total.history()) == 5002


@pytest.mark.parametrize("hidden", ["tanh", "relu", "sigmoid", "swish", "gaussian", "arctan", "leaky relu"])
def test_value_agrees_with_the_layers(hidden):
    network = Network([3, 4, 2], [hidden, "sigmoid"], SquaredError(0.5))
    theta, x, y = network.start(5) + 0.1, [0.5, -1.0, 2.0], [0.2, 0.9]
    parameters = [Value(t) for t in theta]
    rest, below = iter(parameters), [Value(v) for v in x]
    for units, function in ((4, lambda z: z.through(ACTIVATIONS[hidden])), (2, sigmoid)):
        weights = [[next(rest) for _ in below] for _ in range(units)]
        biases = [next(rest) for _ in range(units)]
        below = [
            function(sum((w * v for w, v in zip(row, below, strict=True)), b))
            for row, b in zip(weights, biases, strict=True)
        ]
    J = sum(0.5 * (output - target) ** 2 for output, target in zip(below, y, strict=True))
    J.backward()
    risk = network.risk([x], [y])
    close(J.data, risk.value(theta))
    close([p.gradient for p in parameters], risk.gradient(theta))


# ---- references: plain loops and scikit-learn


def plain_gradient(sizes, theta, rows, targets, hidden, loss):
    """The mean gradient by loops over rows, layers and units, with Python's numbers only."""
    layers, rest = [], iter(theta)
    for inputs, units in itertools.pairwise(sizes):
        W = [[next(rest) for _ in range(inputs)] for _ in range(units)]
        layers.append((W, [next(rest) for _ in range(units)]))
    slope = {"tanh": lambda z: 1 - math.tanh(z) ** 2, "relu": lambda z: float(z > 0)}[hidden]
    value = {"tanh": math.tanh, "relu": lambda z: max(0.0, z)}[hidden]
    total = [([[0.0] * len(W[0]) for _ in W], [0.0] * len(W)) for W, _ in layers]
    for x, y in zip(rows, targets, strict=True):
        outputs, sums = [list(x)], []
        for W, b in layers:
            sums.append(
                [sum(w * v for w, v in zip(row, outputs[-1], strict=True)) + c for row, c in zip(W, b, strict=True)]
            )
            outputs.append([value(z) for z in sums[-1]])
        z = sums[-1]
        if loss == "softmax":
            powers = [math.exp(v) for v in z]
            delta = [p / sum(powers) - t for p, t in zip(powers, y, strict=True)]
        elif loss == "sigmoid":
            delta = [1 / (1 + math.exp(-v)) - t for v, t in zip(z, y, strict=True)]
        else:
            delta = [v - t for v, t in zip(z, y, strict=True)]
        for number in range(len(layers) - 1, -1, -1):
            W = layers[number][0]
            for j, d in enumerate(delta):
                for i, v in enumerate(outputs[number]):
                    total[number][0][j][i] += d * v
                total[number][1][j] += d
            if number:
                delta = [
                    slope(sums[number - 1][i]) * sum(W[j][i] * d for j, d in enumerate(delta)) for i in range(len(W[0]))
                ]
    return [v / len(rows) for W, b in total for v in [*itertools.chain(*W), *b]]


def plain_training(model, sizes, X, Y, hidden, loss, update):
    theta = Network(sizes, [hidden] * (len(sizes) - 1)).start(model.seed).tolist()
    size = min(model.batch_size, len(X))
    chunks, memory = batches(len(X), size, seed=model.seed), {}
    for _ in range(model.max_iter * -(-len(X) // size)):
        rows = next(chunks)
        gradient = plain_gradient(sizes, theta, X[rows].tolist(), Y[rows].tolist(), hidden, loss)
        theta = update(theta, gradient, memory)
    return theta


def plain_descent(theta, gradient, memory):
    return [t - 0.1 * g for t, g in zip(theta, gradient, strict=True)]


def plain_adam(theta, gradient, memory):
    k = memory["k"] = memory.get("k", 0) + 1
    m = memory["m"] = [0.9 * m + 0.1 * g for m, g in zip(memory.get("m", [0] * len(theta)), gradient, strict=True)]
    s = memory["s"] = [
        0.999 * s + 0.001 * g * g for s, g in zip(memory.get("s", [0] * len(theta)), gradient, strict=True)
    ]
    return [
        t - 0.05 * (a / (1 - 0.9**k)) / (math.sqrt(b / (1 - 0.999**k)) + 1e-8)
        for t, a, b in zip(theta, m, s, strict=True)
    ]


@pytest.mark.parametrize(
    ("method", "update"),
    [(GradientDescent(0.1), plain_descent), (Adam(rate=0.05), plain_adam)],
    ids=["descent", "adam"],
)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("batch_size", [4, 100])
def test_classifier_walks_the_path_of_plain_loops(method, update, classes, batch_size):
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(11, 3)), np.arange(11) % classes
    model = MLPClassifier([4, 3], "tanh", method, max_iter=6, batch_size=batch_size, seed=2).fit(X, labels)
    Y = labels[:, None] if classes == 2 else np.eye(3)[labels]
    sizes, loss = (3, 4, 3, Y.shape[1]), "sigmoid" if classes == 2 else "softmax"
    close(model.theta_, plain_training(model, sizes, X, Y, "tanh", loss, update), 1e-10)


def test_regressor_walks_the_path_of_plain_loops():
    rng = np.random.default_rng(1)
    X, Y = rng.normal(size=(10, 2)), rng.normal(size=(10, 2))
    for hidden in ("tanh", "relu"):
        model = MLPRegressor([5], hidden, GradientDescent(0.1), max_iter=8, batch_size=3, seed=1).fit(X, Y)
        start = model.network_.start(1)
        chunks, theta = batches(10, 3, seed=1), start.tolist()
        for _ in range(8 * 4):
            rows = next(chunks)
            theta = plain_descent(
                theta, plain_gradient((2, 5, 2), theta, X[rows].tolist(), Y[rows].tolist(), hidden, ""), {}
            )
        close(model.theta_, theta, 1e-10)


def from_theirs(network, theirs):
    return network.pack([(W.T, b) for W, b in zip(theirs.coefs_, theirs.intercepts_, strict=True)])


@pytest.mark.parametrize(("activation", "theirs"), [("relu", "relu"), ("tanh", "tanh"), ("sigmoid", "logistic")])
@pytest.mark.parametrize("classes", [2, 3])
def test_classifier_walks_the_path_of_scikit_learn(activation, theirs, classes):
    """Up to the small number in Adam's division, which they do not free of the start at 0."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(60, 4)), np.arange(60) % classes
    same = {
        "alpha": 3.0,
        "learning_rate_init": 0.01,
        "max_iter": 1,
        "batch_size": 60,
        "warm_start": True,
        "tol": 0,
        "epsilon": 1e-15,
    }
    reference = sk.MLPClassifier([5, 4], theirs, shuffle=False, random_state=0, **same)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        reference.fit(X, y)
        model = MLPClassifier(
            [5, 4], activation, Adam(rate=0.01, epsilon=1e-15), max_iter=30, batch_size=60, penalty=3 / 60
        )
        network = model.fit(X, y).network_
        model.set_params(start=from_theirs(network, reference)).fit(X, y)
        reference.set_params(max_iter=30, n_iter_no_change=100).fit(X, y)
    close(model.theta_, from_theirs(network, reference), 1e-9)
    close(model.predict_proba(X), reference.predict_proba(X), 1e-9)
    close(model.losses_[:-1], reference.loss_curve_[-30:], 1e-9)
    assert model.predict(X).tolist() == reference.predict(X).tolist()


@pytest.mark.parametrize("outcomes", [1, 2])
@pytest.mark.parametrize("momentum", ["plain", "nesterov"])
def test_regressor_walks_the_path_of_scikit_learn(outcomes, momentum):
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=(40, outcomes))
    y = y[:, 0] if outcomes == 1 else y
    same = {"solver": "sgd", "alpha": 0, "learning_rate_init": 0.05, "batch_size": 40, "warm_start": True, "tol": 0}
    reference = sk.MLPRegressor(
        hidden_layer_sizes=[6],
        activation="tanh",
        shuffle=False,
        random_state=0,
        max_iter=1,
        nesterovs_momentum=False,
        **same,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        reference.fit(X, y)
        method = Momentum(rate=0.05, momentum=0.9) if momentum == "plain" else Nesterov(rate=0.05, momentum=0.9)
        model = MLPRegressor([6], "tanh", method, max_iter=25, batch_size=40)
        network = model.fit(X, y).network_
        start = from_theirs(network, reference)
        model.set_params(start=start).fit(X, y)
        reference.set_params(max_iter=25, n_iter_no_change=100).fit(X, y)
    if momentum == "plain":  # their Nesterov takes the gradient elsewhere
        close(model.theta_, from_theirs(network, reference), 1e-9)
        close(model.predict(X), reference.predict(X), 1e-9)
        close(model.score(X, y), reference.score(X, y), 1e-9)
        if outcomes == 1:
            close(model.losses_[:-1], reference.loss_curve_[-25:], 1e-9)
    else:
        risk = network.risk(X, y)
        path = descend(risk, start, method, 25)
        close(model.theta_, path.point)
        ahead = [p + method.ahead(m) for p, m in zip(path.points, path.memories, strict=True)][:-1]
        close(model.losses_, [*map(risk.value, ahead), path.value])


def test_no_hidden_layer_is_logistic_regression():
    rng = np.random.default_rng(6)
    X = rng.normal(size=(80, 3))
    y = (X @ [1, -2, 0.5] + rng.normal(size=80) > 0).astype(int)
    model = MLPClassifier((), method=GradientDescent(rate=1), max_iter=500, batch_size=80, penalty=0.1).fit(X, y)
    reference = linear_model.LogisticRegression(C=1 / (0.1 * 80), tol=1e-10).fit(X, y)
    close(model.theta_, [*reference.coef_[0], *reference.intercept_], 1e-6)


def test_methods_that_see_the_function():
    X, y = tennis()
    for method in (Backtracking(), AdaptiveRates(), Momentum(rate=0.5, restart=True)):
        model = MLPClassifier([3], "tanh", method, max_iter=40, seed=1).fit(X, y)
        path = descend(model.network_.risk(X, y), model.network_.start(1), method, steps=40)
        close(model.theta_, path.point, 1e-9)
        close(model.losses_, path.values, 1e-9)


def test_perceptron_learns_as_scikit_learns():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(50, 3))
    y = np.where(X @ [1, -1, 2] + 0.3 > 0, "b", "a")
    ours = Perceptron(tie="mistake").fit(X, y)
    theirs = linear_model.Perceptron(shuffle=False, tol=None, max_iter=len(ours.mistakes_)).fit(X, y)
    close(ours.coef_, theirs.coef_[0], 1e-9)
    close(ours.intercept_, theirs.intercept_[0], 1e-9)
    close(ours.decision_function(X), theirs.decision_function(X), 1e-9)
    assert ours.converged_ and ours.score(X, y) == 1.0


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_perceptron_keeps_the_bound_of_novikoff(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-5, 6, size=(12, 2))
    w = rng.normal(size=2)
    y = np.where(X @ w + 0.1 > 0, 1, -1)
    if len(set(y)) < 2:
        return
    model = Perceptron(tie="mistake", max_iter=10_000).fit(X, y)
    assert model.converged_ and model.predict(X).tolist() == y.tolist()
    rows, v = np.column_stack([np.ones(12), X]), np.array([0.1, *w])
    margin = (y * (rows @ v)).min() / np.linalg.norm(v)
    assert sum(model.mistakes_) <= (rows**2).sum(axis=1).max() / margin**2 + 1e-9


# ---- learning


def test_xor_is_learned():
    model = MLPClassifier([8], "tanh", Adam(rate=0.05), max_iter=300).fit(CORNERS, XOR)
    assert model.predict(CORNERS).tolist() == XOR.tolist()
    assert model.losses_.shape == (301,) and model.losses_[-1] < 0.05 < model.losses_[0]


def test_dropout_trains_with_units_left_out_and_predicts_with_all():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 2))
    y = np.where(X[:, 0] * X[:, 1] > 0, "same", "other")
    model = MLPClassifier([20], "tanh", GradientDescent(0.3), max_iter=3, batch_size=16, dropout=0.4, seed=5).fit(X, y)
    theta, chunks, stream = model.network_.start(5), batches(40, 16, seed=5), np.random.default_rng(5)
    risk = model.network_.risk(X, (y == "same").astype(float))
    seen = []
    for rows in itertools.islice(chunks, 9):
        part = risk.on(rows).without([(stream.random((len(rows), 20)) >= 0.4) / 0.6])
        seen.append(part.value(theta) * len(rows) / 40)
        theta = theta - 0.3 * part.gradient(theta)
    close(model.theta_, theta)
    close(model.losses_[:-1], np.reshape(seen, (3, 3)).sum(axis=1))
    close(model.predict_proba(X)[:, 1], model.network_.output(theta, X)[:, 0])
    close(model.losses_[-1], risk.value(theta))
    none = MLPClassifier([20], "tanh", GradientDescent(0.3), max_iter=3, batch_size=16, seed=5).fit(X, y)
    assert (none.theta_ != model.theta_).any()


def test_same_seed_same_network():
    X, y = tennis()
    thetas = [MLPClassifier(max_iter=5, batch_size=5, seed=seed).fit(X, y).theta_.tolist() for seed in (1, 1, 2)]
    assert thetas[0] == thetas[1] != thetas[2]


def test_own_loss():
    """A network that says how sure it is: two outputs, a mean and a logarithm of a variance, for one target (A-X04)."""

    class GaussianLoss(NetworkLoss):
        def check(self, targets, units):
            assert targets.shape[1] == 1 and units == 2

        def value(self, output, target):
            mean, s = output[:, :1], output[:, 1:]
            return 0.5 * (s + (target - mean) ** 2 * np.exp(-s))[:, 0]

        def derivative(self, output, target):
            mean, s = output[:, :1], output[:, 1:]
            return np.hstack([(mean - target) * np.exp(-s), 0.5 * (1 - (target - mean) ** 2 * np.exp(-s))])

    network = Network([1, 4, 2], ["tanh", "identity"], GaussianLoss())
    rng = np.random.default_rng(0)
    risk = network.risk(rng.normal(size=(9, 1)), rng.normal(size=9))
    assert check_gradient(risk, network.start(1)) < 1e-7
    working = network.working(network.start(1), [0.5], [1.0])
    assert working.step("J").formula == "" and len(working) == 2 * 6 + 1 + 6 + network.size


# ---- working


@pytest.mark.parametrize("hidden", ACTIVATIONS)
@pytest.mark.parametrize(
    ("output", "loss"),
    [
        *[("identity", SquaredError()), ("tanh", SquaredError(0.5)), ("sigmoid", SquaredError(3.0))],
        *[("softmax", CrossEntropy()), ("sigmoid", BinaryCrossEntropy()), ("softmax", SquaredError())],
        ("sigmoid", CrossEntropy()),
    ],
    ids=repr,
)
def test_working_holds_the_values_and_the_gradient(hidden, output, loss):
    network = Network([2, 3, 2], [hidden, output], loss)
    theta, x, y = network.start(4) + 0.05, [0.5, -1.5], [0.25, 0.75]
    working = network.working(theta, x, y)
    risk = network.risk([x], [y])
    close(working["J"], risk.value(theta))
    slopes = np.array([value for name, value in working.items() if name.startswith("dJ/d")])
    close(slopes, risk.gradient(theta))
    sums, outputs = network.forward(theta, [x])
    close([working[f"z({layer})_{j}"] for layer, j in ((1, 3), (2, 2))], [sums[0][0, 2], sums[1][0, 1]])
    close(working["a(2)_1"], outputs[2][0, 0])
    assert working.to_latex().count("{") == working.to_latex().count("}")
    assert not re.search(r"@|\}\^\{?[^{}]*\}?_\d+\^|=\s*-0( |$)", working.to_latex())


def on_paper(working):
    """Assert that each line, worked out as it is printed, is what it says, and that lines were there to be checked."""
    wrong, checked = check(working)
    assert wrong == [] and checked
    return checked


def test_numbers_put_in_give_the_value():
    network, theta, x, y = tanh_network()
    for notation in (BASICS, None):
        assert on_paper(network.working(theta, x, y, notation)) == 6 + 1 + 3 + 6  # all but the slopes of the biases
    network, theta = tutorial_network()
    for sign in (1, -1):
        assert on_paper(network.working(theta, [0.05, 0.1], [0.01, 0.99], Notation(sign=sign))) == 8 + 1 + 4 + 8


@settings(max_examples=150)
@given(
    st.integers(0, 10**6),
    st.sampled_from(list(ACTIVATIONS)),
    st.sampled_from(
        [("identity", SquaredError(0.5)), ("sigmoid", BinaryCrossEntropy()), ("softmax", CrossEntropy())]
        + [("tanh", SquaredError()), ("swish", SquaredError(0.1)), ("arctan", SquaredError(3))]
        + [("relu", SquaredError()), ("leaky relu", SquaredError())]
    ),
    st.sampled_from([1e-6, 0.01, 1.0, 30.0, 1e4]),
    st.sampled_from([1e-6, 0.1, 1.0, 100.0, 1e6]),
    st.sampled_from([1, -1]),
)
def test_numbers_put_in_give_the_value_at_any_scale(seed, hidden, last, weights, inputs, sign):
    output, loss = last
    rng = np.random.default_rng(seed)
    network = Network([2, 3, 2], [hidden, output], loss, bias=bool(seed % 2))
    y = rng.random(2)
    theta, x = weights * rng.normal(size=network.size), inputs * rng.normal(size=2)
    working = network.working(theta, x, y / y.sum(), Notation(sign=sign))
    assert on_paper(working) >= 5 + 6
    sums, outputs = network.forward(theta, [x])
    close([working[f"z(1)_{j}"] for j in (1, 2, 3)], sums[0][0], 1e-9)
    close([float(working[f"a(2)_{j}"]) for j in (1, 2)], outputs[2][0], 1e-9)
    close(working["J"], network.risk([x], [y / y.sum()], average=False).value(theta), 1e-5)


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.sampled_from([1e-9, 1e-3, 1.0, 1e4, 1e9]), st.sampled_from([1, -1, "mistake"]))
def test_perceptron_on_paper_at_any_scale(seed, scale, tie):
    rng = np.random.default_rng(seed)
    X, y = scale * rng.normal(size=(5, 3)), rng.permutation([0, 0, 1, 1, 1])
    model = Perceptron(rate=0.1, max_iter=4, tie=tie)
    working = model.working(X, y)
    assert on_paper(working) == len(working)
    model.fit(X, y)
    assert sum("should say" in step.note for step in working.steps) == sum(model.mistakes_)


def test_numbers_that_are_too_large_are_left_out():
    """A sum of -1000 has a sigmoid of 0 to every digit, and a cross-entropy of 1000: no power of e is asked for."""
    network = Network([1, 1], ["sigmoid"], BinaryCrossEntropy())
    working = network.working([-1000, 0], [1], 1)
    assert (working["a(1)_1"], working["J"], working["delta(1)_1"]) == (0, 1000, -1)
    assert working.step("a(1)_1").numbers == working.step("J").numbers == ""
    assert working.step("J").formula and on_paper(working)


def test_own_activation_on_paper():
    class Cube(Activation):
        def __call__(self, z):
            return z**3

        def prime(self, z, a):
            return 3 * z**2

    working = Network([1, 1, 1], [Cube(), Cube()]).working([2, 0, 1, 0], [1], 500)
    assert working.step("a(1)_1").formula == "g(z^{(1)}_1)" and working["a(1)_1"] == 8
    assert working.step("delta(1)_1").formula == r"g'(z^{(1)}_1) W^{(2)}_{1,1} \delta^{(2)}_1"
    close(working["dJ/dW(1)_1,1"], 2 * (512 - 500) * 3 * 64 * 3 * 4)


def test_working_in_letters():
    network, theta, x, y = tanh_network()
    working = network.working(theta, x, y, BASICS)
    assert str(working.step("delta_10")) == (
        "delta_10 = (1 - g_10^2) × w_10 δ_20 = (1 - 0.0399787^2) × 0.5 × (-0.440592) ≈ -0.219944"
    )
    wide = Network([12, 1], ["identity"])
    assert "…" in str(wide.working(np.ones(13), np.ones(12), 1.0).step("z(1)_1"))
    assert wide.working(np.ones(13), np.ones(12), 1.0)["z(1)_1"] == 13


# ---- scikit-learn's tools

MODELS = [MLPClassifier([4], max_iter=3), MLPRegressor([4], max_iter=3), Perceptron(max_iter=5)]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_clone_keeps_the_settings_and_nothing_learned(model):
    X, y = tennis()
    other = clone(copy.deepcopy(model).fit(X, y))
    assert other.get_params() == model.get_params() and not hasattr(other, "n_features_in_")
    assert repr(other) == repr(model)
    assert is_regressor(model) == isinstance(model, MLPRegressor) != is_classifier(model)


def test_cross_validation_grid_search_and_pipeline():
    data = triangles_and_squares()
    X, y = np.column_stack([data[name] for name in data.features[:2]]), data.y
    X = np.array([[float(len(str(v))) + i for i, v in enumerate(row)] for row in X]) + np.arange(len(y))[:, None] % 3
    assert len(cross_val_score(MLPClassifier([3], max_iter=5), X, y, cv=2, error_score="raise")) == 2
    grid = {"mlpclassifier__activation": ["tanh", ReLU()], "mlpclassifier__method": [Adam(0.1), GradientDescent(0.1)]}
    pipeline = make_pipeline(StandardScaler(), MLPClassifier([3], max_iter=5))
    assert GridSearchCV(pipeline, grid, cv=2, error_score="raise").fit(X, y).predict(X).shape == (len(y),)
    assert len(cross_val_score(Perceptron(max_iter=5), X, y, cv=2, error_score="raise")) == 2
    assert len(cross_val_score(MLPRegressor(max_iter=5), X, np.arange(len(y)), cv=2, error_score="raise")) == 2


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_failed_refit_leaves_what_was_learned(model):
    """Bad data, bad settings, training that diverges: afterwards the model is what it was, attribute by attribute."""
    X, y = tennis()
    model = copy.deepcopy(model).fit(X, y)
    learned, said = copy.deepcopy(vars(model)), model.predict(X).tolist()
    bad = [(X[:, :3], np.full(14, nan)), (X[:, :3], y[:5]), (np.full_like(X, inf), y)]
    if isinstance(model, MLPRegressor):
        bad += [(1e200 * X, 1e200 * np.column_stack([y, -y])), (X, np.column_stack([y, np.full(14, nan)]))]
    if isinstance(model, MLPClassifier):
        bad += [(1e308 * X, np.arange(14) % 3)]
    if isinstance(model, Perceptron):
        bad += [(X[:, :3], np.arange(14))]
    for data in bad:
        with pytest.raises(ValueError):
            model.fit(*data)
        assert repr(vars(model)) == repr(learned) and model.predict(X).tolist() == said
    with pytest.raises(ValueError, match="max_iter"):
        model.set_params(max_iter=0).fit(X[:, :3], 1 - y)
    assert repr({**vars(model), "max_iter": 0}) == repr({**learned, "max_iter": 0})
    assert model.predict(X).tolist() == said


def test_nothing_given_is_changed():
    rng = np.random.default_rng(0)
    X, y, start = rng.normal(size=(8, 2)), np.arange(8) % 2, rng.normal(size=13)
    kept = X.copy(), y.copy(), start.copy()
    MLPClassifier([3], max_iter=3, start=start, dropout=0.2, batch_size=3).fit(X, y)
    Perceptron(max_iter=3).fit(X, y)
    network = Network([2, 3, 1], ["identity", "identity"])
    sums, outputs = network.forward(start, X)
    before = [a.copy() for a in (*sums, *outputs)]
    network.backward(start, sums, outputs, y)
    network.working(start, X[0], 1.0)
    for a, b in zip([X, y, start, *sums, *outputs], [*kept, *before], strict=True):
        assert (a == b).all()


# ---- bad input


def refuses(message, call, *arguments, **settings):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call(*arguments, **settings)


def test_bad_networks():
    refuses(
        "activations must hold one for each layer of units, so 2 for the sizes (2, 3, 1); got 1",
        Network,
        [2, 3, 1],
        ["tanh"],
    )
    refuses("activations must hold one for each layer of units, so 1 for the sizes (2,); got 0", Network, [2], [])
    refuses("sizes must be a whole number of at least 1; got 0", Network, [2, 0], ["tanh"])
    names = "identity, step, sigmoid, tanh, arctan, relu, leaky relu, gaussian, swish, softmax"
    refuses(f"activations must be one of {names}; got 'tan'", Network, [2, 1], ["tan"])
    refuses(f"activation must be one of {names}; got <class 'byhand.neural.Tanh'>", as_activation, Tanh)
    refuses("loss must be one of the losses, such as SquaredError(); got 'mse'", Network, [2, 1], ["tanh"], "mse")
    refuses("factor must be a number above 0; got 0", SquaredError, 0)
    refuses("slope must be at least 0 and below 1; got 1", LeakyReLU, 1)


def test_bad_parameters_and_data():
    network = Network([2, 3, 1], ["tanh", "sigmoid"], BinaryCrossEntropy())
    refuses("theta must hold 13 numbers; got an array of shape (12,)", network.unpack, np.zeros(12))
    refuses("layers must hold one (W, b) for each of 2 layers; got 1", network.pack, [(0, 0)])
    refuses(
        "layers must have W of shape (3, 2) and b of shape (3,) in layer 1; got (2, 3) and (3,)",
        network.pack,
        [(np.zeros((2, 3)), np.zeros(3)), (np.zeros((1, 3)), [0])],
    )
    refuses("spread must be a number of at least 0; got -1", network.start, 0, spread=-1)
    refuses("X must have 2 columns, one for each input; got 3", network.forward, np.zeros(13), [[1, 2, 3]])
    refuses("X must have 2 columns, one for each input; got 3", network.risk, [[1, 2, 3]], [1])
    refuses("Y must have 1 columns, one for each output; got 2", network.risk, [[1, 2]], [[1, 0]])
    wanted = "Y must hold one number, or q numbers, for each of the 1 rows of X; got an array of shape (2,)"
    refuses(wanted, network.risk, [[1, 2]], [1, 0])
    refuses("Y must lie between 0 and 1 for BinaryCrossEntropy(); got -1 to 1", network.risk, [[1, 2]] * 2, [-1, 1])
    refuses("penalty must be a number of at least 0; got -1", network.risk, [[1, 2]], [1], penalty=-1)
    refuses("rows must not be empty", network.risk([[1, 2]], [1]).on, [])
    refuses("dropout must be at least 0 and below 1; got 1", network.masks, 3, 1)
    refuses("x must hold 2 numbers; got an array of shape (3,)", network.working, np.zeros(13), [1, 2, 3], 1)
    refuses("x must be finite; got [1.0, nan]", network.working, np.zeros(13), [1, nan], 1)
    several = Network([2, 3], ["softmax"], CrossEntropy())
    wanted = "Y must hold in each row probabilities that sum to 1 for CrossEntropy(); use one_hot for labels"
    for Y in ([[1, 1, 0]], [[2, -1, 0]]):
        refuses(wanted, several.risk, [[1, 2]], Y)


def test_bad_labels_and_units():
    refuses("labels must each be one of the classes [0, 1]; row 1 is 2", one_hot, [0, 2], [0, 1])
    refuses("labels must each be one of the classes ['a', 'a']; row 0 is 'a'", one_hot, ["a"], ["a", "a"])
    refuses("weights must hold 2 numbers; got an array of shape (1,)", threshold_unit, [[1, 2]], [1], 0)
    refuses("weights must hold numbers only: it holds 'a'", threshold_unit, [[1, 2]], ["a", "b"], 0)
    refuses("threshold must be a number; got None", threshold_unit, [[1, 2]], [1, 1], None)
    refuses("n must be a number; got '2'", Value(2.0).__pow__, "2")


def test_bad_settings():
    X, y = tennis()
    refuses("rate must be a number above 0; got 0", Perceptron(rate=0).fit, X, y)
    refuses("max_iter must be a whole number of at least 1; got 0", Perceptron(max_iter=0).fit, X, y)
    refuses('tie must be -1, 1 or "mistake"; got 2', Perceptron(tie=2).fit, X, y)
    refuses(f"y must hold two classes; it holds 14, {list(range(14))}", Perceptron().fit, X, np.arange(14))
    refuses("hidden_layer_sizes must be a whole number of at least 1; got 0", MLPClassifier([0]).fit, X, y)
    refuses("max_iter must be a whole number of at least 1; got 0", MLPClassifier(max_iter=0).fit, X, y)
    refuses("batch_size must be a whole number of at least 1; got 0", MLPClassifier(batch_size=0).fit, X, y)
    refuses("penalty must be a number of at least 0; got -1", MLPClassifier(penalty=-1).fit, X, y)
    refuses("dropout must be at least 0 and below 1; got 1.5", MLPClassifier(dropout=1.5).fit, X, y)
    refuses("start must hold 193 numbers; got an array of shape (3,)", MLPClassifier(start=[1, 2, 3]).fit, X, y)
    wanted = "method must be one of byhand.optimize, such as Adam(rate=0.01); got 'adam'"
    refuses(wanted, MLPClassifier(method="adam").fit, X, y)
    refuses("y must hold at least 2 classes; it holds only [1]", MLPClassifier().fit, X, np.ones(14, dtype=int))
    refuses("X must have 10 columns, as in fit; got 2", MLPClassifier(max_iter=1).fit(X, y).predict, [[1, 2]])
    for model in (MLPClassifier(), MLPRegressor(), Perceptron()):
        with pytest.raises(NotFittedError):
            model.predict(X)


def test_training_that_diverges_stops():
    X = np.linspace(-2, 2, 20)[:, None]
    remedy = "use a smaller rate, or scale X and y"
    message = "the loss is not finite after step {} with GradientDescent(rate=100.0): " + remedy
    with pytest.raises(ValueError, match="the loss is not finite after step") as caught:
        MLPRegressor([8], "relu", GradientDescent(rate=100.0), max_iter=500).fit(X, X[:, 0] ** 2)
    step = int(re.search(r"step (\d+)", str(caught.value))[1])
    assert str(caught.value) == message.format(step) and 2 < step < 500
    with pytest.raises(ValueError, match="the loss is not finite after step") as caught:
        MLPRegressor([8], "relu", GradientDescent(rate=100.0), max_iter=500, batch_size=1).fit(X, X[:, 0] ** 2)
    assert int(re.search(r"step (\d+)", str(caught.value))[1]) % 20  # at once, not at the end of the epoch


def test_one_hidden_size_may_be_a_number():
    X, y = tennis()
    assert MLPClassifier(3, max_iter=1).fit(X, y).network_.sizes == (10, 3, 1)
    assert MLPClassifier((), max_iter=1).fit(X, y).network_.sizes == (10, 1)
    assert (
        repr(MLPClassifier(3, max_iter=1).fit(X, y).network_)
        == "Network(10-3-1, ReLU(), Sigmoid(), BinaryCrossEntropy())"
    )
