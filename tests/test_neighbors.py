"""Nearest neighbours: values worked by hand, laws, brute force and scikit-learn as reference, bad input."""

import math
import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from scipy.spatial import Voronoi
from scipy.spatial.distance import cdist
from sklearn import neighbors as sk
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import GridSearchCV, LeaveOneOut, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from byhand.base import NotFittedError
from byhand.datasets import fish, gaussian_mixture, lisbon_flats, play_tennis, triangles_and_squares
from byhand.distances import (
    METRICS,
    chebyshev,
    cosine,
    distances,
    euclidean,
    gower,
    hamming,
    manhattan,
    minkowski,
)
from byhand.engine import neighbors as engine
from byhand.neighbors import (
    WEIGHTS,
    KNeighborsClassifier,
    KNeighborsRegressor,
    NearestPrototype,
    classify,
    vote_weights,
)
from byhand.plot.neighbors import voronoi_walls

pytestmark = pytest.mark.filterwarnings("error")

nan, inf = math.nan, math.inf
figure, sonar, flats, tennis = triangles_and_squares(), fish(), lisbon_flats(), play_tennis()
NUMERIC = METRICS[:5]
HERE = [[0, 0]]


def close(actual, wanted, tolerance=1e-12):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def agrees(actual, printed):
    """All six printed digits."""
    np.testing.assert_allclose(actual, printed, rtol=5e-6)


def kernel(d):
    """A weight that falls with the distance, like the bell curve."""
    return np.exp(-(d**2) / 2)


# ---- values: C-W06, the red triangles and blue squares around a point

RANKING = [  # class, distance, sums of 1/d over the red and the blue so far
    ("red", 20.1122, 0.0497211, 0),
    ("red", 43.2261, 0.0728552, 0),
    ("blue", 59.1354, 0.0728552, 0.0169103),
    ("blue", 101.710, 0.0728552, 0.0267422),
    ("blue", 115.434, 0.0728552, 0.0354051),
    ("red", 152.746, 0.0794021, 0.0354051),
    ("blue", 163.049, 0.0794021, 0.0415383),
    ("red", 164.774, 0.0854710, 0.0415383),
    ("blue", 167.371, 0.0854710, 0.0475130),
    ("red", 193.557, 0.0906374, 0.0475130),
    ("blue", 202.872, 0.0906374, 0.0524422),
]


def test_ranking_of_triangles_and_squares():
    d, index = KNeighborsClassifier(k=11).fit(figure.X, figure.y).kneighbors(HERE)
    assert figure.y[index[0]].tolist() == [colour for colour, *_ in RANKING]
    agrees(d[0], [distance for _, distance, *_ in RANKING])


@pytest.mark.parametrize("k", range(1, 12))
def test_votes_of_triangles_and_squares(k):
    red = sum(colour == "red" for colour, *_ in RANKING[:k])
    model = KNeighborsClassifier(k).fit(figure.X, figure.y)
    close(model.predict_proba(HERE), [[(k - red) / k, red / k]], 1e-15)
    assert model.predict(HERE)[0] == ("blue" if 2 * red < k else "red")  # the nearest of all is red: so are the ties
    working = model.working([0, 0])
    assert (working["vote(blue)"], working["vote(red)"]) == (k - red, red)
    assert working["P(red|x)"] == Fraction(red, k)


def test_three_neighbours_say_red_and_five_blue():
    said = [KNeighborsClassifier(k).fit(figure.X, figure.y).predict(HERE)[0] for k in (3, 5)]
    assert said == ["red", "blue"]


@pytest.mark.parametrize("k", range(1, 12))
def test_inverse_distances_say_red_for_each_k(k):
    _, _, red, blue = RANKING[k - 1]
    model = KNeighborsClassifier(k, weights="distance").fit(figure.X, figure.y)
    assert model.predict(HERE).tolist() == ["red"]
    working = model.working([0, 0])
    agrees([float(working["vote(red)"])], [red])
    agrees([float(working["vote(blue)"])], [blue] if blue else [0])
    agrees(model.predict_proba(HERE)[0, 1], red / (red + blue))


# ---- values: B-W02, the fish


@pytest.mark.parametrize(
    ("k", "left_out", "trained"),
    [(1, [1, 3, 5], []), (3, [1, 3, 4, 6], [3]), (5, [1, 3, 4, 7], [3])],
)
def test_fish_that_are_taken_for_others(k, left_out, trained):
    model = KNeighborsClassifier(k).fit(sonar.X, sonar.y)
    assert model.leave_one_out_errors([k]).tolist() == [len(left_out) / 7]
    assert (np.flatnonzero(model.predict(sonar.X) != sonar.y) + 1).tolist() == trained
    predicted = cross_val_predict(model, sonar.X, sonar.y, cv=LeaveOneOut())
    assert (np.flatnonzero(predicted != sonar.y) + 1).tolist() == left_out


def test_nearest_two_fish_are_of_different_kinds():
    apart = distances(sonar.X, sonar.X)
    np.fill_diagonal(apart, inf)
    assert np.unravel_index(apart.argmin(), apart.shape) == (0, 2)
    close(apart.min(), 0.1, 1e-15)
    assert KNeighborsClassifier(1).fit(sonar.X, sonar.y).leave_one_out_errors([1])[0] == 3 / 7


def test_prototypes_of_the_fish():
    model = NearestPrototype().fit(sonar.X, sonar.y)
    assert model.classes_.tolist() == ["sword", "tuna"] and model.class_count_.tolist() == [3, 4]
    close(model.prototypes_, [[107 / 300, 0.46], [0.5975, 0.625]], 1e-15)
    assert (np.flatnonzero(model.predict(sonar.X) != sonar.y) + 1).tolist() == [1, 3]
    agrees(model.distances([[0.36, 0.67]]), [[0.210026, 0.241726]])
    working = model.working([0.36, 0.67])
    agrees([working["d(sword)"], working["d(tuna)"]], [0.210026, 0.241726])
    assert working["decision"] == "sword"


# ---- values: B-W01, the flats; B-W05 and B-W16, the mixture


@pytest.mark.parametrize(
    ("k", "price"),
    [(1, "57"), (2, "457/2"), (3, "827/3"), (4, "1047/4"), (5, "1477/5"), (6, "2117/6")],
)
def test_price_of_a_flat_of_100_square_metres(k, price):
    model = KNeighborsRegressor(k).fit(flats.X, flats.y)
    close(model.predict([[100]]), [float(Fraction(price))], 1e-15)
    working = model.working([100])
    assert working["prediction"] == Fraction(price)
    assert [working[f"neighbour {j}"] for j in range(1, k + 1)] == [3, 4, 1, 2, 5, 6][:k]
    assert [working[f"d({i})"] for i in range(1, 7)] == [30, 40, 13, 25, 47, 80]


def test_price_of_a_flat_with_weights():
    linear = KNeighborsRegressor(3, weights="linear").fit(flats.X, flats.y)
    assert linear.working([100])["prediction"] == Fraction(2969, 22)  # weights 1, 5/17 and 0
    inverse = KNeighborsRegressor(2, weights="distance").fit(flats.X, flats.y)
    assert inverse.working([100])["prediction"] == Fraction(6625, 38)  # (57/13 + 400/25) / (1/13 + 1/25)
    damped = KNeighborsRegressor(2, weights="distance", epsilon=0.5).fit(flats.X, flats.y)
    assert damped.working([100])["weight 1"] == Fraction(2, 27)
    for model in (linear, inverse, damped):
        close(model.predict([[100]]), [float(model.working([100])["prediction"])], 1e-14)


def test_one_neighbour_knows_the_mixture_by_heart_and_ten_do_not():
    X, y = gaussian_mixture()
    trained = [1 - KNeighborsClassifier(k).fit(X, y).score(X, y) for k in (1, 10)]
    assert trained == [0, pytest.approx(0.155)]
    new, known = gaussian_mixture(5000, seed=100)
    fresh = [1 - KNeighborsClassifier(k).fit(X, y).score(new, known) for k in (1, 10, 200)]
    close(fresh, [0.2802, 0.211, 0.4976], 1e-12)
    left_out = KNeighborsClassifier(1).fit(X, y).leave_one_out_errors([1, 10, 199])
    close(left_out, [0.285, 0.245, 0.48], 1e-12)  # nearer to the errors on new points than the training errors are


# ---- values: D-V05, the vote as the sign of a sum


@pytest.mark.parametrize("K", range(1, 8))
def test_vote_is_the_sign_of_the_sum_of_labels(K):
    """Neighbours at 1, 2, ..., K from 0; the sum 0 is a tie, and the nearest of them has its way."""
    silent = 0
    for labels in product([-1, 1], repeat=K):
        X, y = [[j] for j in range(1, K + 1)] + [[1000], [1000]], [*labels, -1, 1]
        total = sum(labels)
        silent += total == 1  # neither above 1 nor below it, as a document has it
        assert KNeighborsClassifier(K).fit(X, y).predict([[0]])[0] == (np.sign(total) or labels[0])
    assert silent == {1: 1, 3: 3, 5: 10, 7: 35}.get(K, 0)


# ---- values: C-W07 to C-W09, C-W57, C-X228 and the metrics of E


def test_scaling_changes_the_nearest_row():
    A, B, x = [1, 1000], [5, 1100], [1.2, 1060]
    raw = np.array([A, B, x], dtype=float)
    known, query = raw[:2], raw[2:]
    agrees(distances(query, known)[0], [60.0003, 40.1801])
    standard = (raw - known.mean(axis=0)) / known.std(axis=0)
    assert known.std(axis=0).tolist() == [2, 50]
    agrees(distances(standard[2:], standard[:2])[0], [1.20416, 2.06155])
    unit = (raw - known.min(axis=0)) / np.ptp(known, axis=0)
    agrees(distances(unit[2:], unit[:2])[0], [0.602080, 1.03078])
    nearest = [
        make_pipeline(*scaler, KNeighborsClassifier(k=1)).fit(known, ["A", "B"]).predict(query)[0]
        for scaler in ([], [StandardScaler()], [MinMaxScaler()])
    ]
    assert nearest == ["B", "A", "A"]


@pytest.mark.parametrize(("p", "value"), [(1, 7), (2, 5), (3, 4.49794), (10, 4.02197), (100, 4.00000), (inf, 4)])
def test_minkowski_from_city_block_to_supremum(p, value):
    agrees(distances([[1, 2, 3]], [[4, -2, 3]], "minkowski", p), [[value]])


def test_minkowski_has_the_other_three_as_special_cases():
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(4, 3)), rng.normal(size=(5, 3))
    for p, metric in ((1, "manhattan"), (2, "euclidean"), (inf, "chebyshev"), (2.0, "euclidean")):
        assert distances(A, B, "minkowski", p).tolist() == distances(A, B, metric).tolist()
    close(distances(A, B, "minkowski", 1 + 1e-9), distances(A, B, "manhattan"), 1e-8)
    close(distances(A, B, "minkowski", 1e6), distances(A, B, "chebyshev"), 1e-5)


@pytest.mark.parametrize(
    ("u", "v", "cosine"),
    [
        ([1, 2], [3, 6], 1),
        ([1, 2], [2, -1], 0),
        ([1, 2], [-1, -2], -1),
        ([1, 2], [-0.5, -1], -1),  # proportional, and yet opposite
        ([2, 1, 0], [4, 2, 0], 1),
        ([2, 1, 0], [0, 0, 3], 0),
        ([1, 2, 3], [4, -2, 3], 9 / math.sqrt(14 * 29)),
    ],
)
def test_cosine_of_special_pairs(u, v, cosine):
    close(distances([u], [v], "cosine"), [[1 - cosine]], 1e-15)
    if cosine == 1:
        assert distances([u], [v], "cosine") == 0


def test_document_of_the_same_words_is_nearest_by_cosine_only():
    q, documents = [[1, 1]], [[0.4, 1.6], [3, 3.2], [1.8, 0.4]]
    agrees(distances(q, documents), [[0.848528, 2.97321, 1]])
    agrees(distances(q, documents, "cosine"), [[0.142507, 0.000519886, 0.156339]])
    for metric, nearest in (("euclidean", "d1"), ("cosine", "d2")):
        model = KNeighborsClassifier(1, metric).fit(documents, ["d1", "d2", "d3"])
        assert model.predict(q).tolist() == [nearest]


def test_cosine_takes_a_detour_to_be_shorter():
    directions = [[1, 0], [1, 1], [0, 1]]
    d = distances(directions, directions, "cosine")
    agrees([d[0, 2], d[0, 1] + d[1, 2]], [1, 0.585786])


def test_hamming_counts_mismatches_and_one_hot_vectors_double_them():
    bus, tram = ["bus", "red"], ["tram", "red"]
    assert distances([bus], [tram, bus], "hamming").tolist() == [[1, 0]]
    one_hot = np.eye(5)
    assert distances(one_hot[:1], one_hot[1:2], "hamming") == 2
    agrees(distances(one_hot[:1], one_hot[1:2]), [[1.41421]])


def test_gower_scales_numbers_and_grades_by_their_range():
    B = [["red", 0, 10], ["blue", 4, 30], ["red", 2, 20]]  # a name, a grade from 0 to 4, a number
    d = distances([["red", 1, 20], ["green", 4, 50]], B, "gower", names=[0])
    wanted = [[(0 + 1 / 4 + 1 / 2) / 3, (1 + 3 / 4 + 1 / 2) / 3, (0 + 1 / 4 + 0) / 3], [(1 + 1 + 2) / 3, 2 / 3, 1]]
    close(d, wanted, 1e-15)
    close(distances([[1.0]], [[5.0], [5.0]], "gower", names=[]), [[0, 0]], 0)  # a column without a range


def test_gower_of_names_only_is_the_share_of_mismatches():
    close(distances(tennis.X, tennis.X, "gower", names=range(4)), distances(tennis.X, tennis.X, "hamming") / 4, 1e-15)


# ---- values: the weights


@pytest.mark.parametrize(
    ("d", "weights", "epsilon", "wanted"),
    [
        ([3, 1, 2], "majority", 0, [1, 1, 1]),
        ([3, 1, 2], "distance", 0, [1 / 3, 1, 1 / 2]),
        ([3, 1, 2], "distance", 0.5, [2 / 7, 2 / 3, 2 / 5]),
        ([3, 0, 2], "distance", 0.5, [2 / 7, 2, 2 / 5]),
        ([3, 0, 2], "distance", 0, [0, 1, 0]),
        ([0, 0, 2], "distance", 0, [1, 1, 0]),
        ([1e-310, 2, 2], "distance", 0, [1, 0, 0]),
        ([1e-308, 1e-308, 2], "distance", 0, [1, 1, 0]),  # their inverses can be written, but not their sum
        ([3, 1, 2], "linear", 0, [0, 1, 1 / 2]),
        ([3, 0, 2], "linear", 0, [0, 1, 1 / 3]),
        ([2, 2, 2], "linear", 0, [1, 1, 1]),
        ([0.1 + 0.2, 0.3], "linear", 0, [1, 1]),
        ([0, 0], "linear", 0, [1, 1]),
        ([5], "linear", 0, [1]),
        ([0], "distance", 0, [1]),
        ([3, 1, 2], np.exp, 0, [math.exp(3), math.exp(1), math.exp(2)]),
    ],
)
def test_weights_of_neighbours(d, weights, epsilon, wanted):
    close(vote_weights(d, weights, epsilon), wanted, 1e-15)
    close(vote_weights([d, d], weights, epsilon), [wanted, wanted], 1e-15)


def test_weight_falls_from_one_to_nought_by_rank_and_distance():
    d = np.array([0.5, 1, 2.5, 4])
    close(vote_weights(d, "linear"), [1, 6 / 7, 3 / 7, 0], 1e-15)
    for weights in ("distance", kernel):
        assert (np.diff(vote_weights(d, weights)) < 0).all()


def test_neighbours_at_distance_nought_alone_decide():
    X, y = [[0], [0], [0], [1], [1]], ["a", "b", "b", "a", "a"]
    model = KNeighborsClassifier(5, weights="distance").fit(X, y)
    close(model.predict_proba([[0]]), [[1 / 3, 2 / 3]], 1e-15)
    assert model.predict([[0]]).tolist() == ["b"]
    close(model.set_params(epsilon=1).predict_proba([[0]]), [[2 / 4, 2 / 4]], 1e-15)
    working = model.set_params(epsilon=0).working([0])
    assert [working[f"weight {j}"] for j in range(1, 6)] == [1, 1, 1, 0, 0]
    assert working["P(b|x)"] == Fraction(2, 3)
    assert KNeighborsRegressor(5, weights="distance").fit(X, range(5)).predict([[0]]).tolist() == [1]


# ---- values: ties


def test_earlier_row_is_the_nearer_neighbour_at_the_same_distance():
    X = [[1], [-1], [1], [3], [-1]]
    d, index = KNeighborsClassifier(4).fit(X, list("abcde")).kneighbors([[0]])
    assert index.tolist() == [[0, 1, 2, 4]] and d.tolist() == [[1, 1, 1, 1]]
    assert KNeighborsClassifier(1).fit(X[::-1], list("edcba")).predict([[0]]).tolist() == ["e"]


@pytest.mark.parametrize("offset", [0, 1, 100, 1e4])
@pytest.mark.parametrize("n", [2, 400])
def test_same_distance_is_meant_up_to_rounding(offset, n):
    """0.3 - 0.2 and 0.4 - 0.3 differ in the last digit, and it is the later row that seems nearer."""
    X = np.array([[0.4], [0.2], *([9.0] for _ in range(n - 2))]) + offset
    assert abs(X[1, 0] - (offset + 0.3)) < abs(X[0, 0] - (offset + 0.3)) or offset
    for k in (1, 2):
        _, index = KNeighborsRegressor(k).fit(X, range(n)).kneighbors([[offset + 0.3]])
        assert index[0].tolist() == [0, 1][:k]


def test_difference_in_the_ninth_digit_is_no_tie():
    for n in (2, 300):
        X = np.array([[1 + 1e-9], [1], *([7.0] for _ in range(n - 2))])
        assert KNeighborsRegressor(1).fit(X, range(n)).kneighbors([[0]])[1] == 1


@pytest.mark.parametrize("n", [40, 3000])
def test_ties_do_not_chain(n):
    """From far away each of these rows is as far as the next, up to rounding, but not the first as the last."""
    X = np.random.default_rng(n).permutation(np.linspace(0, 5e-5 * n, n))[:, None]
    x = 1e6 + X.max()
    for k in (1, 4):
        d, index = KNeighborsRegressor(k).fit(X, np.zeros(n)).kneighbors([[x]])
        alike = (x - X[:, 0]) <= (x - X.max()) * (1 + 1e-10)
        assert 1 < alike.sum() < 4 and X[index[0, 0]] == X[alike][0]
        assert (d <= np.sort(x - X[:, 0])[k - 1] * (1 + 1e-10)).all()


@pytest.mark.parametrize(
    ("labels", "k", "winner"),
    [
        ("ba", 2, "b"),
        ("abba", 4, "a"),
        ("baab", 4, "b"),
        ("cabbac", 6, "c"),
        ("acbbc", 5, "c"),  # a has one vote only
        ("cba", 3, "c"),  # an odd number does not help three classes
    ],
)
def test_nearest_of_the_classes_with_the_same_vote_decides(labels, k, winner):
    X, y = [[j] for j in range(1, len(labels) + 1)], list(labels)
    model = KNeighborsClassifier(k).fit(X, y)
    assert model.predict([[0]]).tolist() == [winner]
    working = model.working([0])
    assert working["decision"] == winner and "tie" in working.step("decision").note
    votes = Counter(labels)
    close(model.predict_proba([[0]])[0], [votes[c] / k for c in sorted(votes)], 1e-15)


@pytest.mark.parametrize("others", [(10, 15), (5, 10, 30), (6, 9, 18)])
def test_same_vote_is_meant_up_to_rounding(others):
    """1/10 + 1/15 is 1/6, and a little more with rounding."""
    own = 1 / sum(Fraction(1, d) for d in others)
    assert np.cumsum([1 / d for d in others])[-1] > 1 / int(own)  # one after another; `sum` is exact since Python 3.12
    X, y = [[int(own)], *([d] for d in others)], ["b"] + ["a"] * len(others)
    model = KNeighborsClassifier(len(y), weights="distance").fit(X, y)
    assert model.predict([[0]]).tolist() == ["b"]
    assert model.working([0])["vote(a)"] == model.working([0])["vote(b)"] == 1 / own


def test_tie_between_prototypes_goes_to_the_class_that_sorts_first():
    assert NearestPrototype().fit([[0.4], [0.2]], ["a", "b"]).predict([[0.3]]).tolist() == ["a"]
    assert NearestPrototype().fit([[0.4], [0.2]], ["b", "a"]).predict([[0.3]]).tolist() == ["a"]


# ---- values: the working


def test_working_of_the_fish_in_text():
    lines = str(KNeighborsClassifier(3).fit(sonar.X, sonar.y).working([0.4, 0.6])).splitlines()
    assert lines[0] == "Nearest neighbours of x = (0.4, 0.6), k = 3"
    assert lines[1] == "d(1) = √(∑_j (x_j - a_j)^2) = √((0.4 - 0.36)^2 + (0.6 - 0.67)^2) ≈ 0.0806226   (tuna)"
    assert lines[4] == "d(4) = √(∑_j (x_j - a_j)^2) = √((0.4 - 0.4)^2 + (0.6 - 0.3)^2) = 3/10 = 0.3   (sword)"
    assert lines[8:] == [
        "neighbour 1 = 1   (tuna, at 0.0806226)",
        "neighbour 2 = 3   (sword, at 0.0921954)",
        "neighbour 3 = 6   (tuna, at 0.246982)",
        "vote(sword) = ∑_j w_j [y_j = sword] = 1",
        "vote(tuna) = ∑_j w_j [y_j = tuna] = 1 + 1 = 2",
        "P(sword|x) = vote(sword) ÷ ∑_k vote(C_k) = 1/(1 + 2) = 1/3 ≈ 0.333333",
        "P(tuna|x) = vote(tuna) ÷ ∑_k vote(C_k) = 2/(1 + 2) = 2/3 ≈ 0.666667",
        "decision = argmax_k vote(C_k) = tuna",
    ]


@pytest.mark.parametrize(
    ("metric", "p", "names", "line"),
    [
        ("manhattan", 2, None, "d(2) = ∑_j |x_j - a_j| = |1 - (-2)| + |2 - 6.5| = 15/2 = 7.5"),
        ("chebyshev", 2, None, "d(2) = max_j |x_j - a_j| = max(|1 - (-2)|, |2 - 6.5|) = 9/2 = 4.5"),
        ("minkowski", 3, None, "d(2) = (∑_j |x_j - a_j|^p)^(1/p) = (|1 - (-2)|^3 + |2 - 6.5|^3)^(1/3) ≈ 4.9066"),
        ("minkowski", 1, None, "d(2) = ∑_j |x_j - a_j| = |1 - (-2)| + |2 - 6.5| = 15/2 = 7.5"),
        ("euclidean", 2, None, "d(2) = √(∑_j (x_j - a_j)^2) = √((1 - (-2))^2 + (2 - 6.5)^2) ≈ 5.40833"),
        ("hamming", 2, None, "d(2) = ∑_j [x_j ≠ a_j] = 1 + 1 = 2"),
        ("gower", 2, [1], "d(2) = 1/d ∑_j δ_j = 1/2 × ((|1 - (-2)|)/3 + 1) = 1"),
        ("gower", 2, [], "d(2) = 1/d ∑_j δ_j = 1/2 × ((|1 - (-2)|)/3 + (|2 - 6.5|)/4.5) = 1"),
        (
            "cosine",
            2,
            None,
            "d(2) = 1 - (∑_j x_j a_j)/(√(∑_j x_j^2 ∑_j a_j^2)) = 1 - 11/(√(5 × 46.25)) ≈ 0.276644",
        ),
    ],
)
def test_working_shows_the_distance_of_each_metric(metric, p, names, line):
    model = KNeighborsClassifier(1, metric, p, names).fit([[1, 2], [-2, 6.5]], ["a", "b"])
    working = model.working([1, 2])
    assert str(working.step("d(2)")) == f"{line}   (b)"
    assert working["d(1)"] == 0
    close(float(working["d(2)"]), distances([[1, 2]], [[1, 2], [-2, 6.5]], metric, p, names)[0, 1], 1e-14)


def test_working_of_names_shows_matches():
    model = KNeighborsClassifier(1, "hamming").fit(tennis.X, tennis.y)
    working = model.working(["Sunny", "Hot", "Normal", "Weak"])
    assert str(working.step("d(1)")) == "d(1) = ∑_j [x_j ≠ a_j] = 0 + 0 + 1 + 0 = 1   (No)"
    assert working["neighbour 1"] == 1 and working["decision"] == "No"


@pytest.mark.parametrize(("a", "value"), [([3, 6], 0), ([-2, -4], 2), ([2, -1], 1), ([-4, 2], 1)])
def test_working_of_the_cosine_is_exact_where_it_can_be(a, value):
    model = KNeighborsClassifier(1, "cosine").fit([a, [1, 0]], ["a", "b"])
    found = model.working([1, 2])["d(1)"]
    assert found == value and isinstance(found, Fraction)


def test_working_shows_weights_with_numbers_put_in():
    model = KNeighborsClassifier(2, weights="distance", epsilon=0.5).fit([[3], [5]], ["a", "b"])
    assert str(model.working([1]).step("weight 1")) == "weight 1 = 1/(d_j + ε) = 1/(2 + 0.5) = 2/5 = 0.4"
    model.set_params(epsilon=0)
    assert str(model.working([1]).step("weight 2")) == "weight 2 = 1/d_j = 1/4 = 0.25"
    model.set_params(weights="linear")
    working = model.working([1])
    assert str(working.step("weight 2")) == "weight 2 = (d_f - d_j)/(d_f - d_n) = (4 - 4)/(4 - 2) = 0"
    assert (working["weight 1"], working["vote(a)"], working["vote(b)"]) == (1, 1, 0)
    assert model.working([4])["weight 2"] == 1
    assert model.working([4]).step("weight 2").note == "all neighbours are equally far"
    model.set_params(weights=kernel)
    close(model.working([1])["weight 2"], math.exp(-8), 1e-15)


def test_working_of_many_rows_shows_the_nearest_only():
    X, y = gaussian_mixture()
    model = KNeighborsClassifier(3).fit(X, y)
    working = model.working([0, 0])
    _, index = model.kneighbors(HERE)
    shown = [name for name in working if name.startswith("d(")]
    assert shown == [f"d({i + 1})" for i in sorted(index[0].tolist())]
    assert [working[f"neighbour {j}"] - 1 for j in (1, 2, 3)] == index[0].tolist()


def test_working_of_many_features_is_cut_short():
    model = KNeighborsClassifier(1).fit([range(9), range(1, 10)], ["a", "b"])
    assert model.working(range(9)).step("d(2)").numbers == (
        r"\sqrt{\left(0 - 1\right)^{2} + \left(1 - 2\right)^{2} + \dots + \left(8 - 9\right)^{2}}"
    )
    assert model.working(range(9))["d(2)"] == 3


def test_working_of_several_outcomes_and_of_a_mixed_table():
    model = KNeighborsRegressor(2).fit([[0], [1], [5]], [[1, 10], [2, 30], [3, 50]])
    working = model.working([0.2])
    assert (working["prediction 1"], working["prediction 2"]) == (Fraction(3, 2), 20)
    assert working.step("prediction 2").numbers == r"\frac{10 + 30}{2}"
    mixed = KNeighborsClassifier(1, "gower", names=[0]).fit([["x", 1], ["y", 1]], ["a", "b"])
    assert str(mixed.working(["y", 3]).step("d(1)")) == "d(1) = 1/d ∑_j δ_j = 1/2 × (1 + 0) = 1/2 = 0.5   (a)"


# ---- laws

law = settings(max_examples=60, derandomize=True, database=None)


def exact(value):
    return Fraction(repr(float(value)))


def exact_distance(metric, x, a, p=3, names=(), ranges=None):
    """A number that orders rows as the distance does, without rounding (to the last digits for roots and powers)."""
    if metric == "hamming":
        return sum(u != v for u, v in zip(x, a, strict=True))
    if metric == "gower":
        terms = [
            Fraction(u != v) if j in names else abs(exact(u) - exact(v)) / ranges[j] if ranges[j] else Fraction(0)
            for j, (u, v) in enumerate(zip(x, a, strict=True))
        ]
        return sum(terms) / len(terms)
    pairs = [(exact(u), exact(v)) for u, v in zip(x, a, strict=True)]
    if metric == "cosine":
        ab, aa, bb = (
            sum(u * v for u, v in each) for each in (pairs, [(u, u) for u, _ in pairs], [(v, v) for _, v in pairs])
        )
        return -ab * abs(ab) / (aa * bb)
    differences = [abs(u - v) for u, v in pairs]
    if metric == "chebyshev":
        return max(differences)
    return sum(delta ** {"euclidean": 2, "manhattan": 1, "minkowski": p}[metric] for delta in differences)


def brute_neighbours(metric, X, queries, k, names=(), without=None):
    """The k nearest rows of each query by exact arithmetic: sorted by distance, then by position."""
    found = []
    for i, query in enumerate(queries):
        others = [j for j in range(len(X)) if without is None or j != i]
        ranges = None
        if metric == "gower":
            columns = [[X[j][c] for j in others] for c in range(len(query))]
            ranges = [
                None if c in names else exact(max(map(float, column))) - exact(min(map(float, column)))
                for c, column in enumerate(columns)
            ]
        ranked = sorted(others, key=lambda j: (exact_distance(metric, query, X[j], 3, names, ranges), j))  # noqa: B023
        found.append(ranked[:k])
    return found


@st.composite
def tables(draw, metric, rows=(2, 14), step=1, offset=0):
    """Rows and queries with many ties, from few values; for "gower" every other column holds names."""
    d, n = draw(st.integers(1, 4)), draw(st.integers(*rows))
    shape = (n + 3, d)
    if metric in ("hamming", "gower"):
        numbers = draw(arrays(int, shape, elements=st.integers(0, 3)))
        table = numbers.astype(object)
        names = list(range(d)) if metric == "hamming" else list(range(0, d, 2))
        for j in names:
            table[:, j] = [("ant", "bee", "cat", "dog")[v] for v in numbers[:, j]]
        return table[:n], table[n:], names
    numbers = draw(arrays(int, shape, elements=st.integers(-4, 4)))
    if metric == "cosine":
        numbers[(numbers == 0).all(axis=1), 0] = 1
    return (numbers[:n] * step + offset).round(1), (numbers[n:] * step + offset).round(1), []


def settings_of(metric, names):
    return {"metric": metric, "p": 3, "names": names if metric == "gower" else None}


@pytest.mark.parametrize("metric", METRICS)
@law
@given(st.data())
def test_neighbours_are_those_of_exact_arithmetic_in_order(metric, data):
    X, queries, names = data.draw(tables(metric))
    k = data.draw(st.integers(1, len(X)))
    model = KNeighborsRegressor(k, **settings_of(metric, names)).fit(X, np.zeros(len(X)))
    d, index = model.kneighbors(queries)
    assert index.tolist() == brute_neighbours(metric, X.tolist(), queries.tolist(), k, names)
    table = distances(queries, X, **settings_of(metric, names))
    close(d, np.take_along_axis(table, index, axis=1), 1e-15)
    assert (d[:, 1:] >= d[:, :-1] * (1 - 1e-10)).all()


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "minkowski"])
@pytest.mark.parametrize("offset", [0, 7, 1000])
@law
@given(st.data())
def test_neighbours_of_decimal_numbers_are_those_of_exact_arithmetic(metric, offset, data):
    X, queries, _ = data.draw(tables(metric, step=0.1, offset=offset))
    _, index = KNeighborsRegressor(len(X), metric, p=3).fit(X, np.zeros(len(X))).kneighbors(queries)
    assert index.tolist() == brute_neighbours(metric, X.tolist(), queries.tolist(), len(X))


@pytest.mark.parametrize("metric", METRICS)
@law
@given(st.data())
def test_distance_axioms(metric, data):
    X, _, names = data.draw(tables(metric))
    d = distances(X, X, **settings_of(metric, names))
    assert (d >= 0).all() and (np.diag(d) == 0).all()
    close(d, d.T, 1e-15)
    if metric != "cosine":
        varies = [j for j in range(X.shape[1]) if j in names or len(set(X[:, j])) > 1]
        equal = (X[:, None, varies] == X[None][:, :, varies]).all(axis=2)
        assert ((d == 0) == equal).all()
        assert (d[:, None, :] <= d[:, :, None] + d[None] + 1e-12).all()


@pytest.mark.parametrize("weights", [*WEIGHTS, kernel], ids=[*WEIGHTS, "kernel"])
@law
@given(st.data())
def test_vote_and_mean_are_sums_over_the_neighbours(weights, data):
    X, queries, _ = data.draw(tables("manhattan", rows=(3, 12)))
    k = data.draw(st.integers(1, len(X)))
    epsilon = data.draw(st.sampled_from([0, 0.25]))
    y = data.draw(arrays(int, len(X), elements=st.integers(0, 2)))
    y[:2] = 0, 1
    share, predicted, means = [], [], []
    for query in queries:
        d = [int(np.abs(x - query).sum()) for x in X]
        ranked = sorted(range(len(X)), key=lambda i: (d[i], i))[:k]  # noqa: B023
        near = [d[i] for i in ranked]
        if weights == "majority":
            w = [1] * k
        elif weights == "linear":
            w = [Fraction(near[-1] - v, near[-1] - near[0]) if near[-1] > near[0] else 1 for v in near]
        elif weights == "distance":
            epsilon_ = Fraction(epsilon)
            w = [int(v == 0) for v in near] if epsilon == near[0] == 0 else [1 / (v + epsilon_) for v in near]
        else:
            w = [math.exp(-v * v / 2) for v in near]
        votes = {c: sum(v for v, i in zip(w, ranked, strict=True) if y[i] == c) for c in sorted(set(y.tolist()))}
        greatest = [c for c in votes if votes[c] >= max(votes.values()) * (1 - 1e-12)]
        share.append([float(votes[c] / sum(w)) for c in votes])
        predicted.append(next(y[i] for i in ranked if y[i] in greatest))
        means.append(float(sum(v * int(y[i]) for v, i in zip(w, ranked, strict=True)) / sum(w)))
    setting = {"k": k, "metric": "manhattan", "weights": weights, "epsilon": epsilon}
    model = KNeighborsClassifier(**setting).fit(X, y)
    close(model.predict_proba(queries), share, 1e-12)
    close(model.predict_proba(queries).sum(axis=1), 1, 1e-14)
    assert model.predict(queries).tolist() == predicted
    close(KNeighborsRegressor(**setting).fit(X, y).predict(queries), means, 1e-12)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("weights", [*WEIGHTS, kernel], ids=[*WEIGHTS, "kernel"])
@settings(law, max_examples=8)
@given(st.data())
def test_leaving_one_out_is_fitting_without_it(metric, weights, data):
    X, _, names = data.draw(tables(metric, rows=(5, 12)))
    y = data.draw(arrays(int, len(X), elements=st.integers(0, 2)))
    y[:4] = 0, 0, 1, 1  # two classes, whichever row is left out
    outcomes = np.column_stack([y, np.arange(len(X))]) * 1.5
    setting = {"weights": weights, **settings_of(metric, names)}
    wrong, squares = np.zeros(len(X) - 1), np.zeros(len(X) - 1)
    for i in range(len(X)):
        rest = np.arange(len(X)) != i
        for k in range(1, len(X)):
            wrong[k - 1] += KNeighborsClassifier(k, **setting).fit(X[rest], y[rest]).predict(X[[i]])[0] != y[i]
            predicted = KNeighborsRegressor(k, **setting).fit(X[rest], outcomes[rest]).predict(X[[i]])
            squares[k - 1] += ((predicted - outcomes[i]) ** 2).mean()
    close(KNeighborsClassifier(1, **setting).fit(X, y).leave_one_out_errors(), wrong / len(X), 1e-12)
    model = KNeighborsRegressor(1, **setting).fit(X, outcomes)
    close(model.leave_one_out_errors(), squares / len(X), 1e-9)
    close(model.leave_one_out_errors([3, 1]), squares[[2, 0]] / len(X), 1e-9)
    close(model.leave_one_out_errors(2), squares[[1]] / len(X), 1e-9)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("weights", [*WEIGHTS, kernel], ids=[*WEIGHTS, "kernel"])
@settings(law, max_examples=12)
@given(st.data())
def test_working_agrees_with_the_predictions(metric, weights, data):
    X, queries, names = data.draw(tables(metric))
    y = np.arange(len(X)) % 3 % 2
    k = data.draw(st.integers(1, len(X)))
    setting = {"k": k, "weights": weights, **settings_of(metric, names)}
    model = KNeighborsClassifier(**setting).fit(X, y)
    mean = KNeighborsRegressor(**setting).fit(X, y + 0.1)
    d, index = model.kneighbors(queries)
    table = distances(queries, X, **settings_of(metric, names))
    for n, query in enumerate(queries):
        working = model.working(query)
        close([float(working[f"P({c}|x)"]) for c in model.classes_], model.predict_proba([query])[0], 1e-9)
        assert working["decision"] == str(model.predict([query])[0])
        assert [working[f"neighbour {j}"] - 1 for j in range(1, k + 1)] == index[n].tolist()
        close([float(working[f"d({i + 1})"]) for i in range(len(X))], table[n], 1e-12)
        assert list(working)[-1] == "decision"
        close(float(mean.working(query)["prediction"]), mean.predict([query])[0], 1e-9)


@st.composite
def paper_problems(draw, metric):
    """Rows, a query and outcomes of all sizes; some rows far from the origin, some queries next to a row or beside."""
    rng = np.random.default_rng(draw(st.integers(0, 10**9)))
    n, d, scale = draw(st.integers(2, 7)), draw(st.integers(1, 10)), 10.0 ** draw(st.integers(-250, 140))
    X = (rng.normal(size=(n, d)) + draw(st.sampled_from([0, 0, 1000]))) * scale
    near = X[0] * 1.1 if draw(st.booleans()) else X[0] + rng.normal(size=d) * scale * 10.0 ** -draw(st.integers(0, 9))
    if draw(st.booleans()):
        X = np.array([[float(f"{value:.3g}") for value in row] for row in X])
    y = rng.normal(size=n) * 10.0 ** draw(st.integers(-200, 200))
    return X, near, y


def tail(d):
    """A weight that falls slowly, and is never 0."""
    return 1 / (1 + d)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("weights", [*WEIGHTS, tail], ids=[*WEIGHTS, "function"])
@settings(law, max_examples=15)
@given(st.data())
def test_numbers_put_in_give_the_printed_values(metric, weights, data):
    X, x, y = data.draw(paper_problems(metric))
    setting = {"metric": metric, "p": 3, "names": [0] if metric == "gower" else None, "weights": weights}
    setting["epsilon"], k = data.draw(st.sampled_from([0, 0.5])), data.draw(st.integers(1, len(X)))
    for own in (None, data.draw(st.lists(st.sampled_from([0.3, 1, 2, 7.5]), min_size=len(X), max_size=len(X)))):
        wrong, checked = check(KNeighborsClassifier(k, **setting).fit(X, np.arange(len(X)) % 2, own).working(x))
        assert wrong == [] and checked
        wrong, checked = check(KNeighborsRegressor(k, **setting).fit(X, y, own).working(x))
        assert wrong == [] and (checked or own)  # of products beyond all numbers no calculation is shown


@pytest.mark.parametrize("metric", NUMERIC)
@law
@given(st.data())
def test_numbers_put_in_give_the_printed_distances_from_prototypes(metric, data):
    X, x, _ = data.draw(paper_problems(metric))
    wrong, checked = check(NearestPrototype(metric, p=3).fit(X, np.arange(len(X)) % 2).working(x))
    assert wrong == [] and (checked or metric in ("cosine", "minkowski") or X.shape[1] > 8)


@law
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_prefix_of_more_neighbours_is_fewer_neighbours(seed, k):
    """Few neighbours are sought among estimates, many among all distances."""
    rng = np.random.default_rng(seed)
    X, queries = rng.normal(5, size=(320, 3)).round(1), rng.normal(5, size=(20, 3)).round(1)
    for metric in ("euclidean", "cosine"):
        d, index = KNeighborsRegressor(320, metric).fit(X, np.zeros(320)).kneighbors(queries)
        few, first = KNeighborsRegressor(k, metric).fit(X, np.zeros(320)).kneighbors(queries)
        assert first.tolist() == index[:, :k].tolist()
        close(few, d[:, :k], 1e-15)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("block", [1, 70, 1000])
def test_size_of_the_blocks_does_not_matter(metric, block, monkeypatch):
    rng = np.random.default_rng(5)
    X, queries = rng.integers(1, 5, size=(60, 3)), rng.integers(1, 5, size=(23, 3))
    y = rng.integers(0, 3, 60)
    setting = settings_of(metric, [1])
    model = KNeighborsClassifier(4, **setting).fit(X, y)
    wanted = [
        *model.kneighbors(queries),
        model.leave_one_out_errors(),
        distances(queries, X, **setting),
        model.predict(X),
    ]
    monkeypatch.setattr(engine, "BLOCK", block)
    found = [
        *model.kneighbors(queries),
        model.leave_one_out_errors(),
        distances(queries, X, **setting),
        model.predict(X),
    ]
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(one, other)


def test_all_neighbours_give_the_most_common_class_and_the_mean():
    X, y = gaussian_mixture(151)
    model = KNeighborsClassifier(151).fit(X, y)
    assert set(model.predict(X[:9])) == {Counter(y.tolist()).most_common(1)[0][0]}
    close(KNeighborsRegressor(151).fit(X, X[:, 0]).predict(X[:9]), X[:, 0].mean(), 1e-14)


def test_names_and_their_type_do_not_matter():
    codes = np.array([[0, 1, 2], [1, 1, 0], [2, 0, 0], [0, 0, 1], [2, 1, 1]])
    queries, y = codes[::-1].copy(), [0, 1, 0, 1, 1]
    queries[0, 0] = 0
    wanted = KNeighborsClassifier(2, "hamming").fit(codes, y).kneighbors(queries)
    words = np.array(["delta", "alpha", "b"])
    for names in (words, words.astype(object), np.array([2**53, 2**53 + 1, -1]), np.array([0.5, -2.0, 9.25])):
        for X, Q in product((names[codes], names[codes].tolist()), (names[queries], names[queries].tolist())):
            for one, other in zip(KNeighborsClassifier(2, "hamming").fit(X, y).kneighbors(Q), wanted, strict=True):
                np.testing.assert_array_equal(one, other)


def test_name_never_seen_before_differs_from_all():
    model = KNeighborsClassifier(2, "hamming").fit([["a", "x"], ["b", "x"], ["c", "y"]], [0, 1, 1])
    d, index = model.kneighbors([["z", "x"], ["z", "z"], [1, "y"]])
    assert d.tolist() == [[1, 1], [2, 2], [1, 2]] and index.tolist() == [[0, 1], [0, 1], [2, 0]]
    mixed = KNeighborsClassifier(1, "gower", names=[0]).fit([["a", 1], ["b", 3]], [0, 1])
    close(mixed.kneighbors([["z", 3]])[0], [[0.5]], 0)


def test_number_and_word_that_look_alike_differ():
    assert distances([[1], ["1"]], [[1], [1.0], ["1"], [True]], "hamming").tolist() == [[0, 0, 1, 0], [1, 1, 0, 1]]


# ---- the engine gives what the plain form gives


def plain_distance(metric, X, names):
    """The lesson's function of two rows."""
    if metric == "gower":
        columns = [[row[j] for row in X] for j in range(len(X[0]))]
        ranges = [None if j in names else (max(c) - min(c)) or math.inf for j, c in enumerate(columns)]
        return lambda a, b: gower(a, b, ranges)
    if metric == "minkowski":
        return lambda a, b: minkowski(a, b, 3)
    plain = (euclidean, manhattan, chebyshev, cosine, hamming)
    return {function.__name__: function for function in plain}[metric]


@pytest.mark.parametrize("metric", METRICS)
@law
@given(st.data())
def test_tables_of_distances_hold_the_distances_of_two_rows(metric, data):
    X, queries, names = data.draw(tables(metric))
    distance = plain_distance(metric, X.tolist(), names)
    wanted = [[distance(x, row) for row in X.tolist()] for x in queries.tolist()]
    close(distances(queries, X, **settings_of(metric, names)), wanted, 1e-12)


@pytest.mark.parametrize("metric", ["manhattan", "chebyshev", "hamming"])  # no rounding: ties are ties in both
@law
@given(st.data())
def test_classes_are_those_of_measuring_all_sorting_and_voting(metric, data):
    X, queries, names = data.draw(tables(metric, rows=(2, 40)))
    y = data.draw(st.lists(st.sampled_from("abc"), min_size=len(X), max_size=len(X)).filter(lambda y: len(set(y)) > 1))
    k = data.draw(st.integers(1, len(X)))
    model = KNeighborsClassifier(k, **settings_of(metric, names)).fit(X, y)
    distance = plain_distance(metric, X.tolist(), names)
    wanted = [classify(x, X.tolist(), y, k, distance) for x in queries.tolist()]
    assert model.predict(queries).tolist() == wanted


@pytest.mark.parametrize("n", [30, 700])
@pytest.mark.parametrize("metric", NUMERIC)
def test_classes_of_many_rows_are_those_of_measuring_all_sorting_and_voting(metric, n):
    X, y, queries = problem(n, n=n)
    for k, weight, weights in ((1, lambda d: 1, "majority"), (7, lambda d: 1 / (d + 0.5), "distance")):
        model = KNeighborsClassifier(k, metric, p=3, weights=weights, epsilon=0.5).fit(X, y)
        distance = plain_distance(metric, X.tolist(), [])
        wanted = [classify(x, X.tolist(), y, k, distance, weight) for x in queries[:20].tolist()]
        assert model.predict(queries[:20]).tolist() == wanted


# ---- numerics


@pytest.mark.parametrize("offset", [0, 1e4, 1e8, -1e8])
@pytest.mark.parametrize("n", [50, 2000])
def test_far_from_the_origin_the_neighbours_are_the_same(offset, n):
    """At 1e8 the squares of the rows agree in all their digits, and their differences do not."""
    rng = np.random.default_rng(n)
    X, queries = (rng.integers(0, 2**20, size=(m, 4)) / 2.0**19 for m in (n, 40))
    X, queries = (np.round(Z * 2**25) / 2**25 for Z in (X, queries))
    near = KNeighborsRegressor(3).fit(X, np.zeros(n)).kneighbors(queries)
    moved, known = (queries + offset, X + offset)
    wanted = np.sqrt(((moved[:, None] - known) ** 2).sum(axis=2))
    d, index = KNeighborsRegressor(3).fit(known, np.zeros(n)).kneighbors(moved)
    assert index.tolist() == np.argsort(wanted, axis=1, kind="stable")[:, :3].tolist()
    close(d, np.sort(wanted, axis=1)[:, :3], 1e-15)
    close(d, near[0], abs(offset) * 1e-15 + 1e-15)


def test_clusters_far_apart_keep_their_order_within():
    """Rounding of the estimates, 1e-16 of the squared distance between clusters, exceeds the distances inside."""
    rng = np.random.default_rng(1)
    cluster = rng.integers(0, 1000, size=(300, 2)) * 2.0**-20
    X = np.vstack([cluster, cluster + 1e6])
    d, index = KNeighborsRegressor(4).fit(X, np.zeros(600)).kneighbors(X)
    wanted = brute_neighbours("euclidean", X.tolist(), X[:20].tolist(), 4)
    assert index[:20].tolist() == wanted
    assert (d[:, 0] == 0).all() and d.max() < 1


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_rounding_of_the_estimates_loses_no_tie(d):
    """Row 0, at 2a, and row 1, at 0, are equally far from a; the estimate of row 0 is off by the last digit."""
    rng = np.random.default_rng(d)
    for a in rng.integers(1, 50, size=(50, d)) / 10:
        X = np.vstack([2 * a, 0 * a, np.full((19, d), 1000), np.full((19, d), -1000)])
        assert KNeighborsRegressor(1).fit(X, np.zeros(40)).kneighbors([a])[1] == 0


def test_row_that_is_known_is_at_distance_nought():
    rng = np.random.default_rng(2)
    X = rng.normal(1e6, 1, size=(500, 6))
    for metric in NUMERIC:
        d, index = KNeighborsRegressor(1, metric, p=3).fit(X, np.zeros(500)).kneighbors(X)
        assert (d == 0).all() and index[:, 0].tolist() == list(range(500))


def test_multiples_of_a_row_are_at_cosine_distance_nought():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(400, 5))
    queries = X * rng.uniform(0.1, 10, size=(400, 1))
    for k in (1, 400):
        d, index = KNeighborsRegressor(k, "cosine").fit(X, np.zeros(400)).kneighbors(queries)
        assert (d[:, 0] == 0).all() and index[:, 0].tolist() == list(range(400))
    X = np.outer(rng.uniform(0.1, 10, size=400), X[0])  # all in one direction: ties, up to rounding
    d, index = KNeighborsRegressor(3, "cosine").fit(X, np.zeros(400)).kneighbors(X[200:210])
    assert (d == 0).all() and index.tolist() == [[0, 1, 2]] * 10


def test_small_angles_keep_their_digits():
    angles = np.array([1e-9, 3e-9, 1e-5, 0.1])
    X = np.column_stack([np.cos(angles), np.sin(angles)])
    close(distances([[1, 0]], X, "cosine")[0] / (1e-300 + 2 * np.sin(angles / 2) ** 2), np.ones(4), 1e-6)


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e-30, 1, 1e30, 1e200, 1e300])
@pytest.mark.parametrize("metric", NUMERIC)
def test_unit_does_not_change_the_neighbours(metric, scale):
    rng = np.random.default_rng(4)
    X, queries = rng.normal(size=(100, 3)), rng.normal(size=(10, 3))
    plain = KNeighborsRegressor(3, metric, p=7).fit(X, np.zeros(100)).kneighbors(queries)
    d, index = KNeighborsRegressor(3, metric, p=7).fit(X * scale, np.zeros(100)).kneighbors(queries * scale)
    assert index.tolist() == plain[1].tolist()
    np.testing.assert_allclose(d, plain[0] * (1 if metric == "cosine" else scale), rtol=1e-12)


def test_high_power_neither_overflows_nor_underflows():
    close(distances([[0, 0]], [[1e5, 2e5], [1e-5, 1e-5]], "minkowski", 300), [[2e5, 1e-5 * 2 ** (1 / 300)]], 1e-12)


@pytest.mark.parametrize("scale", [1e-120, 1e120])
def test_query_far_beyond_the_training_rows(scale):
    X = np.array([[0.0], [1.0], [3.0]])
    d, index = KNeighborsRegressor(1).fit(X, np.zeros(3)).kneighbors([[scale], [-scale]])
    np.testing.assert_allclose(d, [[scale], [scale]])
    assert index.tolist() == [[0], [0]]


def test_equal_rows_everywhere():
    X = np.ones((100, 2))
    d, index = KNeighborsRegressor(3).fit(X, np.arange(100)).kneighbors([[1, 1], [4, 5]])
    assert index.tolist() == [[0, 1, 2]] * 2 and d.tolist() == [[0] * 3, [5] * 3]
    assert (
        KNeighborsRegressor(1).fit(X, np.arange(100)).leave_one_out_errors([1])[0]
        == (1 + sum(i * i for i in range(1, 100))) / 100
    )


# ---- references

THEIR_WEIGHTS = {
    "majority": "uniform",
    "distance": "distance",
    "epsilon": lambda d: 1 / (d + 0.3),
    "linear": lambda d: (d[:, -1:] - d) / (d[:, -1:] - d[:, :1]) if d.shape[1] > 1 else np.ones(d.shape),
    "kernel": kernel,
}
OUR_WEIGHTS = {
    **{name: {"weights": name} for name in WEIGHTS},
    "epsilon": {"weights": "distance", "epsilon": 0.3},
    "kernel": {"weights": kernel},
}


def problem(seed, n=150, d=4, classes=3):
    """Random rows in which no two distances are equal, labels and queries, some of them training rows."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), rng.integers(0, classes, n)
    return X, y, np.vstack([rng.normal(size=(60, d)), X[:5]])


@pytest.mark.parametrize("weights", OUR_WEIGHTS)
@pytest.mark.parametrize("k", [1, 5, 18, 150])
@pytest.mark.parametrize("metric", NUMERIC)
def test_predictions_are_those_of_scikit_learn(metric, k, weights):
    for seed in range(2):
        X, y, queries = problem(seed)
        if weights == "distance" and metric == "cosine":
            queries = queries[:-5]  # there their distance of a row from itself is 1e-16, and its weight huge, not all
        theirs = {"n_neighbors": k, "metric": metric, "p": 3, "weights": THEIR_WEIGHTS[weights]}
        theirs["algorithm"] = "brute" if metric == "cosine" else "kd_tree"  # their brute force is off by 1e-8 at 0
        ours = {"k": k, "metric": metric, "p": 3, **OUR_WEIGHTS[weights]}
        model, reference = KNeighborsClassifier(**ours).fit(X, y), sk.KNeighborsClassifier(**theirs).fit(X, y)
        d, index = model.kneighbors(queries)
        wanted = reference.kneighbors(queries)
        assert index.tolist() == wanted[1].tolist()
        close(d, wanted[0], 1e-7 if metric == "cosine" else 1e-12)
        share, wanted = model.predict_proba(queries), reference.predict_proba(queries)
        close(share, wanted, 1e-6 if metric == "cosine" else 1e-11)
        clear = np.diff(np.sort(wanted, axis=1)[:, -2:])[:, 0] > 1e-6  # they break ties by another rule
        assert model.predict(queries)[clear].tolist() == reference.predict(queries)[clear].tolist()
        assert clear.mean() > (0.2 if weights == "majority" else 0.8)
        values = np.column_stack([X[:, 0], y])
        for outcomes in (values, values[:, 0]):
            model, reference = KNeighborsRegressor(**ours), sk.KNeighborsRegressor(**theirs)
            found = model.fit(X, outcomes).predict(queries)
            close(found, reference.fit(X, outcomes).predict(queries), 1e-6 if metric == "cosine" else 1e-11)
            assert model.score(X, outcomes) == pytest.approx(reference.score(X, outcomes), abs=1e-6)


@pytest.mark.parametrize("metric", [*NUMERIC, "hamming"])
def test_distances_are_those_of_scipy(metric):
    rng = np.random.default_rng(6)
    A, B = rng.integers(1, 6, size=(40, 5)).astype(float), rng.integers(1, 6, size=(30, 5)).astype(float)
    names = {"manhattan": "cityblock"}
    wanted = cdist(A, B, names.get(metric, metric), **({"p": 2.5} if metric == "minkowski" else {}))
    close(distances(A, B, metric, 2.5), wanted * (5 if metric == "hamming" else 1), 1e-12)
    theirs = pairwise_distances(A, B, metric=metric, **({"p": 2.5} if metric == "minkowski" else {}))
    close(distances(A, B, metric, 2.5), theirs * (5 if metric == "hamming" else 1), 1e-7)


@pytest.mark.parametrize("n", [1000, 5000])
@pytest.mark.parametrize("d", [1, 10, 200])
def test_many_rows_have_the_neighbours_of_scikit_learn(n, d):
    rng = np.random.default_rng(d)
    X, y, queries = rng.normal(size=(n, d)), rng.integers(2, size=n), rng.normal(size=(100, d))
    for k in (1, 7):
        found, index = KNeighborsClassifier(k).fit(X, y).kneighbors(queries)
        wanted, theirs = sk.NearestNeighbors(n_neighbors=k, algorithm="kd_tree").fit(X).kneighbors(queries)
        assert index.tolist() == theirs.tolist()
        close(found, wanted, 1e-13)


def test_hamming_on_names_is_that_of_scikit_learn_on_codes():
    codes = np.random.default_rng(7).integers(0, 5, size=(80, 6))
    y, words = np.arange(80) % 3, np.array(list("hcagb"))
    ours = KNeighborsClassifier(7, "hamming").fit(words[codes], y)
    theirs = sk.KNeighborsClassifier(7, metric="hamming", algorithm="brute").fit(codes, y)
    close(ours.kneighbors(words[codes])[0], 6 * theirs.kneighbors(codes)[0], 1e-12)


@pytest.mark.parametrize("classes", [2, 5])
def test_prototypes_are_those_of_scikit_learn(classes):
    X, y, queries = problem(8, classes=classes)
    ours, theirs = NearestPrototype().fit(X, y), sk.NearestCentroid().fit(X, y)
    close(ours.prototypes_, theirs.centroids_, 1e-13)
    assert ours.predict(queries).tolist() == theirs.predict(queries).tolist()
    assert ours.score(X, y) == theirs.score(X, y)
    for metric in NUMERIC:
        model = NearestPrototype(metric, p=4).fit(X, y)
        wanted = cdist(
            queries,
            theirs.centroids_,
            {"manhattan": "cityblock"}.get(metric, metric),
            **({"p": 4} if metric == "minkowski" else {}),
        )
        close(model.distances(queries), wanted, 1e-12)
        assert model.predict(queries).tolist() == wanted.argmin(axis=1).tolist()
        working = model.working(queries[0])
        close([float(working[f"d({c})"]) for c in range(classes)], wanted[0], 1e-12)
        assert working["decision"] == str(wanted[0].argmin())


@pytest.mark.parametrize("weights", OUR_WEIGHTS)
def test_leaving_one_out_is_that_of_scikit_learn(weights):
    X, y, _ = problem(9, n=60)
    ks = [1, 4, 7, 20]
    found = KNeighborsRegressor(1, **OUR_WEIGHTS[weights]).fit(X, y).leave_one_out_errors(ks)
    for k, error in zip(ks, found, strict=True):
        theirs = sk.KNeighborsRegressor(k, weights=THEIR_WEIGHTS[weights])
        score = cross_val_score(theirs, X, y, cv=LeaveOneOut(), scoring="neg_mean_squared_error")
        close(error, -score.mean(), 1e-11)
        ours = KNeighborsClassifier(k, **OUR_WEIGHTS[weights])
        score = cross_val_score(ours, X, y, cv=LeaveOneOut())
        close(ours.fit(X, y).leave_one_out_errors([k]), [1 - score.mean()], 1e-12)


def test_leaving_one_out_of_many_rows():
    X, y = gaussian_mixture(600)
    apart = cdist(X, X)
    np.fill_diagonal(apart, inf)
    order = np.argsort(apart, axis=1)
    wanted = [np.mean((2 * (y[order[:, :k]] == "red").sum(axis=1) > k) != (y == "red")) for k in (1, 5, 75, 599)]
    close(KNeighborsClassifier(1).fit(X, y).leave_one_out_errors([1, 5, 75, 599]), wanted, 1e-12)
    close(KNeighborsClassifier(1).fit(X, y).leave_one_out_errors([1, 5]), wanted[:2], 1e-12)


# ---- the tools of scikit-learn


def test_clone_keeps_the_settings_and_nothing_learned():
    for Model in (KNeighborsClassifier, KNeighborsRegressor):
        model = Model(2, "gower", names=[0], weights="linear", epsilon=0.5).fit(flats.X, [0, 1, 0, 1, 1, 0])
        copy = clone(model)
        assert copy.get_params() == model.get_params()
        assert repr(copy) == f"{Model.__name__}(k=2, metric='gower', names=[0], weights='linear', epsilon=0.5)"
        with pytest.raises(NotFittedError):
            copy.predict(flats.X)
    assert is_classifier(KNeighborsClassifier()) and is_classifier(NearestPrototype())
    assert is_regressor(KNeighborsRegressor())
    assert clone(NearestPrototype("minkowski", p=3)).get_params() == {"metric": "minkowski", "p": 3}


def test_cross_validation_and_grid_search_are_those_of_scikit_learn():
    X, y, _ = problem(10, n=90, classes=2)
    y = np.array(["no", "yes"])[(X[:, 0] + 0.5 * y > 0.2).astype(int)]
    close(cross_val_score(KNeighborsClassifier(), X, y), cross_val_score(sk.KNeighborsClassifier(), X, y), 1e-15)
    close(
        cross_val_score(KNeighborsRegressor(), X, X[:, 1]), cross_val_score(sk.KNeighborsRegressor(), X, X[:, 1]), 1e-12
    )
    grid = {"metric": ["euclidean", "manhattan", "cosine"]}
    found = GridSearchCV(
        KNeighborsClassifier(), {**grid, "k": [1, 3, 5, 9], "weights": ["majority", "distance"]}, error_score="raise"
    ).fit(X, y)
    wanted = GridSearchCV(
        sk.KNeighborsClassifier(), {**grid, "n_neighbors": [1, 3, 5, 9], "weights": ["uniform", "distance"]}
    ).fit(X, y)
    best, theirs = ({name: g.cv_results_[f"mean_test_{name}"] for name in ("score",)} for g in (found, wanted))
    close(np.sort(best["score"]), np.sort(theirs["score"]), 1e-12)
    assert found.best_score_ == pytest.approx(wanted.best_score_, abs=1e-12)
    assert found.predict(X).shape == y.shape


def test_pipeline_with_a_scaler():
    X, y, queries = problem(11, classes=2)
    X, queries = X * [1, 10, 100, 1000], queries * [1, 10, 100, 1000]
    ours = make_pipeline(StandardScaler(), KNeighborsClassifier(7)).fit(X, y)
    theirs = make_pipeline(StandardScaler(), sk.KNeighborsClassifier(7)).fit(X, y)
    close(ours.predict_proba(queries), theirs.predict_proba(queries), 1e-12)
    assert cross_val_score(make_pipeline(MinMaxScaler(), NearestPrototype()), X, y, error_score="raise").shape == (5,)


def test_names_pass_through_cross_validation():
    model = KNeighborsClassifier(3, "hamming")
    assert cross_val_score(model, tennis.X, tennis.y, cv=LeaveOneOut(), error_score="raise").mean() == pytest.approx(
        1 - model.fit(tennis.X, tennis.y).leave_one_out_errors([3])[0]
    )


def test_fitted_model_survives_pickling():
    X, y = gaussian_mixture()
    model = KNeighborsClassifier(3, weights="linear").fit(X, y)
    assert pickle.loads(pickle.dumps(model)).predict(X).tolist() == model.predict(X).tolist()


# ---- data


def test_fish_are_four_tuna_and_three_swordfish():
    assert sonar.names == ("Length", "Volume", "Class") and len(sonar) == 7
    assert Counter(sonar.y.tolist()) == {"tuna": 4, "sword": 3}
    assert sonar.rows[2] == (0.46, 0.67, "sword") and sonar.rows[6] == (0.21, 0.41, "sword")
    close(sonar.X.astype(float).sum(axis=0), [3.46, 3.88], 1e-14)


def test_triangles_and_squares_are_five_red_and_six_blue():
    assert figure.names == ("x", "y", "Class")
    assert Counter(figure.y.tolist()) == {"red": 5, "blue": 6}
    radii = np.sort(np.hypot(*figure.X.astype(float).T))
    assert radii[2] < 74 < radii[3] and radii[4] < 129 < radii[5]  # the two circles of the picture


def test_gaussian_mixture_is_two_classes_of_three_bumps():
    X, y = gaussian_mixture()
    assert X.shape == (200, 2) and Counter(y.tolist()) == {"red": 104, "blue": 96}
    np.testing.assert_allclose(X[-1], [-0.741252, -1.231231], atol=6e-7)
    many, colours = gaussian_mixture(30_000, seed=2)
    for colour, centre, spread in (("blue", [0.5, 2 / 3], [1.75, 0.638889]), ("red", [0.5, 1 / 3], [0.75, 1.305556])):
        own = many[colours == colour]
        np.testing.assert_allclose(own.mean(axis=0), centre, atol=0.03)
        np.testing.assert_allclose(own.var(axis=0), spread, atol=0.04)
    assert gaussian_mixture(seed=7)[0].tolist() != X.tolist()
    with pytest.raises(ValueError, match="n must be a whole number of at least 1; got 0"):
        gaussian_mixture(0)


# ---- input is left alone


@pytest.mark.parametrize("metric", METRICS)
def test_input_is_never_changed_and_may_be_read_only(metric):
    rng = np.random.default_rng(12)
    X, y = rng.integers(1, 5, size=(30, 3)).astype(float), rng.integers(0, 2, 30)
    before = X.copy(), y.copy()
    X.flags.writeable = y.flags.writeable = False
    setting = settings_of(metric, [0])
    for model in (KNeighborsClassifier(3, weights=kernel, **setting), KNeighborsRegressor(3, **setting)):
        model.fit(X, y)
        model.kneighbors(X), model.predict(X), model.score(X, y), model.working(X[0]), model.leave_one_out_errors()
    if metric in NUMERIC:
        NearestPrototype(metric).fit(X, y).predict(X)
    distances(X, X, **setting)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])


@pytest.mark.parametrize("metric", METRICS)
def test_model_keeps_its_rows_when_the_caller_changes_them(metric):
    X, y = np.arange(1.0, 13).reshape(6, 2), np.array([0, 1, 0, 1, 1, 0])
    for Model in (KNeighborsClassifier, KNeighborsRegressor):
        table, target = X.copy(), y.copy().astype(float)
        model = Model(1, **settings_of(metric, [0])).fit(table, target)
        table[:], target[:] = 99, 99
        assert model.predict(X).tolist() == y.tolist()
        assert model.X_.tolist() == X.tolist() and model.y_.tolist() == y.tolist()


def test_weights_function_cannot_change_the_distances():
    def greedy(d):
        d[:] = 0
        return np.ones(d.shape)

    d = np.array([[1.0, 2.0]])
    assert vote_weights(d, greedy).tolist() == [[1, 1]] and d.tolist() == [[1, 2]]


# ---- bad input

X = [[1.0, 2.0], [2.0, 1.0], [3.0, 5.0], [4.0, 3.0]]
MIXED = [["red", 2.0], ["blue", 1.0], ["red", 5.0], ["green", 3.0]]
LABELS = ["no", "yes", "no", "yes"]
OUTCOMES = [1.0, 2.0, 3.0, 4.0]
NEAREST = KNeighborsClassifier(1).fit(X, LABELS)


@pytest.mark.parametrize(
    ("model", "y"),
    [
        (KNeighborsClassifier(1), LABELS),
        (KNeighborsRegressor(1), OUTCOMES),
        (NearestPrototype(), LABELS),
    ],
    ids=["classifier", "regressor", "prototype"],
)
@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1, 2], [nan, 1], [3, 5], [4, 3]], r"X must not hold missing values \(NaN\); row 1 does"),
        ([[1, 2], [2, 1], [3, inf], [4, 3]], "X must be finite; it holds an infinite value in row 2"),
        (MIXED, "X must hold numbers only: it holds 'red'"),
        ([1, 2, 3, 4], "X must be a table with rows and columns"),
        ([[1, 2], [1], [3, 5], [4, 3]], "X must"),
        (np.empty((0, 2)), "X must not be empty"),
        (np.empty((4, 0)), "X must not be empty"),
        (np.zeros((4, 2, 2)), "X must be a table"),
    ],
)
def test_bad_rows_are_refused_by_name(model, y, X, message):
    model = clone(model)
    with pytest.raises(ValueError, match=message):
        model.fit(X, y)
    with pytest.raises(NotFittedError):
        model.predict([[1, 2]])


@pytest.mark.parametrize(
    ("model", "y", "message"),
    [
        (KNeighborsClassifier(1), ["no"] * 4, "y must hold at least 2 classes; it holds only"),
        (KNeighborsClassifier(1), LABELS[:3], "y must hold one label for each of the 4 rows of X"),
        (KNeighborsClassifier(1), ["no", None, "no", "yes"], "y must not hold missing labels; row 1 has none"),
        (KNeighborsClassifier(1), [[label] for label in LABELS], "y must hold one label for each of the 4 rows"),
        (KNeighborsRegressor(1), [1, nan, 2, 3], r"y must not hold missing values \(NaN\); row 1"),
        (KNeighborsRegressor(1), [1, 2, 3], "y must hold one number, or q numbers, for each of the 4 rows of X"),
        (KNeighborsRegressor(1), LABELS, "y must hold numbers only"),
        (NearestPrototype(), ["no"] * 4, "y must hold at least 2 classes"),
        (NearestPrototype(), LABELS[:3], "y must hold one label for each of the 4 rows of X"),
    ],
    ids=lambda value: type(value).__name__ if hasattr(value, "fit") else None,
)
def test_bad_targets_are_refused_by_name(model, y, message):
    model = clone(model)
    with pytest.raises(ValueError, match=message):
        model.fit(X, y)
    with pytest.raises(NotFittedError):
        model.predict(X)


def settle(**setting):
    """Fit a classifier and a regressor with these settings."""
    table = setting.pop("X", X)
    KNeighborsClassifier(**{"k": 1, **setting}).fit(table, LABELS)
    KNeighborsRegressor(**{"k": 1, **setting}).fit(table, OUTCOMES)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: settle(k=0), "^k must be a whole number of at least 1; got 0$"),
        (lambda: settle(k=-3), "^k must be a whole number of at least 1; got -3$"),
        (lambda: settle(k=1.5), "^k must be a whole number of at least 1; got 1.5$"),
        (lambda: settle(k="3"), "^k must be a whole number of at least 1; got '3'$"),
        (lambda: settle(k=None), "^k must be a whole number of at least 1; got None$"),
        (lambda: settle(k=5), "^k must be at most 4, the number of rows to choose from; got 5$"),
        (lambda: KNeighborsRegressor().fit([[1], [2]], [1, 2]), "^k must be at most 2, .*; got 5$"),
        (lambda: clone(NEAREST).fit(X, LABELS).set_params(k=9).predict(X), "^k must be at most 4, .*; got 9$"),
        (lambda: settle(metric="l2"), "^metric must be one of 'euclidean', 'manhattan', .*, 'gower'; got 'l2'$"),
        (lambda: settle(metric=None), "^metric must be one of .*; got None$"),
        (lambda: settle(metric=math.dist), "^metric must be one of "),
        (lambda: settle(metric="minkowski", p=0.5), "^p must be a number of at least 1; got 0.5$"),
        (lambda: settle(metric="minkowski", p=nan), "^p must be a number of at least 1; got nan$"),
        (lambda: settle(metric="minkowski", p=-inf), "^p must be a number of at least 1; got -inf$"),
        (lambda: settle(metric="minkowski", p="2"), "^p must be a number of at least 1; got '2'$"),
        (
            lambda: settle(weights="uniform"),
            "^weights must be one of majority, distance, linear, or a function of dist",
        ),
        (lambda: settle(weights=None), "^weights must be one of .*; got None$"),
        (lambda: settle(epsilon=-0.1), "^epsilon must be a number of at least 0; got -0.1$"),
        (lambda: settle(epsilon=nan), "^epsilon must be a number of at least 0; got nan$"),
        (
            lambda: settle(metric="cosine", X=[[1, 2], [0, 0], [1, 1], [2, 1]]),
            "^X must not hold a row of zeros .* row 1",
        ),
        (lambda: settle(X=MIXED), "^X must hold numbers only: .*'red'; for names there is metric 'hamming', for both"),
        (lambda: settle(X=MIXED, metric="gower"), r"^names must say which columns hold names for metric 'gower': \[0"),
        (lambda: settle(X=MIXED, metric="gower", names=[1]), "^X must hold numbers only: .*'red'"),
        (lambda: settle(X=MIXED, metric="gower", names=[]), "^X must hold numbers only: .*'red'"),
        (lambda: settle(X=MIXED, metric="gower", names=[2]), "^names must hold positions of columns, 0 to 1; got 2$"),
        (
            lambda: settle(X=MIXED, metric="gower", names=[-1]),
            "^each position in names must be a whole number of at lea",
        ),
        (lambda: settle(X=MIXED, metric="gower", names=["colour"]), "^each position in names .*; got 'colour'$"),
        (
            lambda: settle(metric="manhattan", names=[0]),
            "^names must be None for metric 'manhattan'; it is for 'gower'$",
        ),
        (
            lambda: settle(metric="hamming", X=[["a"], [None], ["b"], ["c"]]),
            r"^X must not hold missing values \(None o",
        ),
        (lambda: settle(metric="hamming", X=[["a"], ["b"], [nan], ["c"]]), r"\(None or NaN\); row 2 does$"),
        (lambda: settle(metric="gower", names=[0], X=[["a", 1], ["b", nan], ["c", 2], ["d", 3]]), "row 1 does$"),
        (lambda: settle(metric="gower", names=[0], X=[["a", 1], ["b", inf], ["c", 2], ["d", 3]]), "X must be finite"),
        (lambda: distances(X, [[1, 2, 3]]), "^A must have 3 columns, as B has; got 2$"),
        (lambda: distances([1, 2], X), "^A must be a table"),
        (lambda: distances(X, [1, 2]), "^B must be a table"),
        (lambda: distances([[nan, 1]], X), "^A must not hold missing values"),
        (lambda: distances(X, [["a", 1]]), "^B must hold numbers only"),
        (
            lambda: distances([[0, 0]], X, "cosine"),
            "^A must not hold a row of zeros for metric 'cosine'.* row 0 is one$",
        ),
        (lambda: distances(X, [[1, 1], [0, 0]], "cosine"), "^B must not hold a row of zeros .* row 1 is one$"),
        (lambda: distances(X, [[1e308, 0], [-1e308, 0]], "manhattan"), "^B is too large"),
        (lambda: distances([[1e308, 0]], [[-1e308, 0]], "chebyshev"), "^A is too large"),
        (
            lambda: NEAREST.predict([[1e160, 0]]),
            "^X is too large: some distances, or their squares, are beyond all num",
        ),
        (lambda: settle(X=[[1e308], [-1e308], [0], [1]]), "^X is too large: some distances, or their squares, are"),
        (lambda: vote_weights([1, -2]), "^distances must not be negative; the smallest is -2$"),
        (lambda: vote_weights([1, nan]), "^distances must not hold missing values"),
        (lambda: vote_weights([]), "^distances must not be empty"),
        (lambda: vote_weights([1], "ID"), "^weights must be one of majority, distance, linear, .*; got 'ID'$"),
        (lambda: vote_weights([1, 2], lambda d: -d), "^weights must make finite weights, none of them negative$"),
        (lambda: vote_weights([1, 2], lambda d: d * nan), "^weights must make finite weights, none of them negative$"),
        (
            lambda: vote_weights([1, 2], lambda d: 1),
            r"^weights must make an array of the shape .*, \(1, 2\); got \(\)$",
        ),
        (lambda: vote_weights([[1, 2], [8, 9]], lambda d: np.maximum(0, 3 - d)), "^weights must not be 0 for .* row 1"),
        (lambda: NEAREST.leave_one_out_errors([4]), "^each k in ks must be at most 3, the number of rows .*; got 4$"),
        (lambda: NEAREST.leave_one_out_errors([1, 0]), "^each k in ks must be a whole number of at least 1; got 0$"),
        (lambda: NEAREST.leave_one_out_errors([1.5]), "^each k in ks must be a whole number of at least 1; got 1.5$"),
        (lambda: NEAREST.leave_one_out_errors([]), "^ks must hold at least one k, and X at least two rows$"),
        (lambda: KNeighborsRegressor(1).fit([[1]], [2]).leave_one_out_errors(), "^ks must hold at least one k, and X"),
        (
            lambda: NearestPrototype("hamming").fit(X, LABELS),
            "^metric must be one of numbers, euclidean, .*; got 'hamm",
        ),
        (lambda: NearestPrototype("gower").fit(X, LABELS), "^metric must be one of numbers, .*; got 'gower'$"),
        (lambda: NearestPrototype("mean").fit(X, LABELS), "^metric must be one of 'euclidean', .*; got 'mean'$"),
        (
            lambda: NearestPrototype("cosine").fit([[1], [-1], [2]], [0, 0, 1]),
            "class means must not hold a row of zeros",
        ),
    ],
)
def test_bad_argument_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("method", ["predict", "kneighbors", "score", "working", "leave_one_out_errors"])
@pytest.mark.parametrize("Model", [KNeighborsClassifier, KNeighborsRegressor, NearestPrototype])
def test_model_that_has_not_been_fitted_says_so(Model, method):
    if Model is NearestPrototype and method in ("kneighbors", "leave_one_out_errors"):
        method = "distances"
    arguments = {"score": (X, LABELS), "working": (X[0],), "leave_one_out_errors": ()}.get(method, (X,))
    with pytest.raises(NotFittedError, match=rf"this {Model.__name__} has learned nothing yet: call fit\(X, y\) first"):
        getattr(Model(), method)(*arguments)


@pytest.mark.parametrize(
    ("model", "rows"),
    [
        (NEAREST, X),
        (KNeighborsRegressor(1).fit(X, OUTCOMES), X),
        (KNeighborsClassifier(1, "hamming").fit(MIXED, LABELS), MIXED),
        (KNeighborsClassifier(1, "gower", names=[0]).fit(MIXED, LABELS), MIXED),
        (NearestPrototype().fit(X, LABELS), X),
    ],
    ids=["classifier", "regressor", "hamming", "gower", "prototype"],
)
def test_wrong_shape_in_prediction_is_refused(model, rows):
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 1"):
        model.predict([row[:1] for row in rows])
    with pytest.raises(ValueError, match="X must be a table"):
        model.predict(rows[0])
    with pytest.raises(ValueError, match="X must have 2 columns, as in fit; got 3"):
        model.working([*rows[0], 1])


# ---- rows with weights


@pytest.mark.parametrize("metric", ["euclidean", "gower"])
@pytest.mark.parametrize("weights", [*WEIGHTS, kernel], ids=[*WEIGHTS, "kernel"])
def test_a_row_with_a_weight_counts_so_much_more(weights, metric):
    rng = np.random.default_rng(0)
    X, Q, y = rng.normal(size=(30, 2)), rng.normal(size=(9, 2)), rng.permutation(np.arange(30) % 3)
    outcomes, s = rng.normal(size=30), rng.integers(1, 6, 30).astype(float)
    setting = {"k": 7, "weights": weights, "metric": metric, "names": [] if metric == "gower" else None}
    ours, numbers = KNeighborsClassifier(**setting).fit(X, y, s), KNeighborsRegressor(**setting).fit(X, outcomes, s)
    d, index = ours.kneighbors(Q)
    w = vote_weights(d, weights) * s[index]
    close(ours.votes(Q), [[row[y[i] == c].sum() for c in range(3)] for row, i in zip(w, index, strict=True)], 1e-12)
    close(numbers.predict(Q), [np.average(outcomes[i], weights=r) for r, i in zip(w, index, strict=True)], 1e-12)
    best = ours.predict_proba(Q).argmax(axis=1)
    assert (ours.predict(Q) == best).all()
    for x in Q[:3]:
        paper = ours.working(x)
        close([float(paper[f"P({c}|x)"]) for c in range(3)], ours.predict_proba([x])[0], 1e-9)
        assert paper["decision"] == str(ours.predict([x])[0])
        assert float(numbers.working(x)["prediction"]) == pytest.approx(numbers.predict([x])[0], rel=1e-9)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_leaving_one_out_knows_the_weights_of_rows(weights):
    rng = np.random.default_rng(1)
    X, y, s = rng.normal(size=(12, 2)), np.arange(12) % 2, rng.integers(1, 6, 12).astype(float)
    outcomes, ks = rng.normal(size=12), [1, 3, 11]
    wrong, squares = np.zeros(3), np.zeros(3)
    for i in range(12):
        rest = np.arange(12) != i
        for place, k in enumerate(ks):
            model = KNeighborsClassifier(k, weights=weights).fit(X[rest], y[rest], s[rest])
            wrong[place] += model.predict(X[[i]])[0] != y[i]
            model = KNeighborsRegressor(k, weights=weights).fit(X[rest], outcomes[rest], s[rest])
            squares[place] += (model.predict(X[[i]])[0] - outcomes[i]) ** 2
    close(KNeighborsClassifier(1, weights=weights).fit(X, y, s).leave_one_out_errors(ks), wrong / 12, 1e-12)
    close(KNeighborsRegressor(1, weights=weights).fit(X, outcomes, s).leave_one_out_errors(ks), squares / 12, 1e-9)


def test_weights_of_rows_that_are_all_the_same_change_nothing():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(20, 2)), np.arange(20) % 3
    for size in (1.0, 1e-6, 1e6):
        ours = KNeighborsClassifier(5, weights="distance").fit(X, y, np.full(20, size))
        close(ours.predict_proba(X + 0.1), KNeighborsClassifier(5, weights="distance").fit(X, y).predict_proba(X + 0.1))


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 2], "sample_weight must hold 3 numbers"),
        ([1, 0, 2], "sample_weight must be above 0: a row that counts nothing is no neighbour, leave it out"),
        ([1, -1, 2], "sample_weight must hold numbers of at least 0"),
    ],
)
def test_bad_weights_of_rows_are_refused(weight, message):
    with pytest.raises(ValueError, match=message):
        KNeighborsClassifier(1).fit([[1], [2], [3]], ["a", "b", "a"], weight)
    with pytest.raises(ValueError, match=message):
        KNeighborsRegressor(1).fit([[1], [2], [3]], [1, 2, 3], sample_weight=weight)


def test_a_weight_beyond_all_numbers_is_named():
    model = KNeighborsRegressor(2, weights="distance").fit([[0], [1e-9]], [1, 2], [1e300, 1e300])
    with pytest.raises(ValueError, match="sample_weight must not be so large"):
        model.predict([[1e-9 / 3]])


# ---- pictures


@pytest.mark.parametrize("seed", range(12))
def test_the_walls_of_voronoi_cells_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(int(rng.integers(4, 30)), 2))
    ends, owners = voronoi_walls(X)
    theirs = Voronoi(X)
    assert sorted(map(tuple, owners.tolist())) == sorted(tuple(sorted(pair)) for pair in theirs.ridge_points.tolist())
    ours = dict(zip(map(tuple, owners.tolist()), ends, strict=True))
    for pair, vertices in zip(theirs.ridge_points, theirs.ridge_vertices, strict=True):
        if -1 not in vertices and np.abs(theirs.vertices[vertices]).max() < 1000:
            wall, other = ours[tuple(sorted(pair.tolist()))], theirs.vertices[vertices]
            assert np.allclose(wall, other, atol=1e-6) or np.allclose(wall, other[::-1], atol=1e-6)


def test_walls_of_points_on_a_grid_and_of_equal_points():
    assert voronoi_walls([[0, 0], [1, 0], [0, 1], [1, 1]])[1].tolist() == [[0, 1], [0, 2], [1, 3], [2, 3]]
    assert voronoi_walls([[0, 0], [0, 0]])[1].tolist() == []
    assert voronoi_walls([[0, 0], [1, 0], [2, 0]])[1].tolist() == [[0, 1], [1, 2]]
