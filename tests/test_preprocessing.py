"""Scalers, encoders, imputers and discretisers: values of the documents, laws, scikit-learn, bad input."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import preprocessing as theirs
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer as TheirImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from byhand.bins import bin_of, equal_frequency_edges, equal_width_edges, k_means_edges, purity, supervised_edges
from byhand.datasets import play_tennis
from byhand.preprocessing import (
    KBinsDiscretizer,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    SimpleImputer,
    StandardScaler,
    SupervisedDiscretizer,
    one_hot,
)

pytestmark = pytest.mark.filterwarnings("error")
nan = np.nan
TRAVEL = ["bus", "tram", "car", "bike", "walk"]
HEIGHTS = [[150], [160], [170], [180], [190]]
TEMPERATURE = [64, 65, 68, 69, 70, 71, 72, 72, 75, 75, 80, 81, 83, 85]
PLAY = list("YNYYYNNYYYNYYN")


def close(found, wanted, tolerance=1e-9):
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


# values


def test_heights_are_scaled():  # C-W07
    close(StandardScaler().fit_transform(HEIGHTS).ravel(), [-1.41421, -0.707107, 0, 0.707107, 1.41421], 5e-6)
    close(MinMaxScaler().fit_transform(HEIGHTS).ravel(), [0, 0.25, 0.5, 0.75, 1])


@pytest.mark.parametrize(
    ("extra", "ranges"),
    [
        ([], [1, 3.13340, 2]),
        ([100], [0.0909091, 0.329616, 1.8]),
        ([1000], [0.00900901, 0.0314782, 1.8]),
        ([10**6], [9.00001e-6, 3.13067e-5, 1.8]),
        ([1000, -1000], [0.0045, 0.0220447, 1.63636]),
    ],
)
def test_what_an_outlier_leaves_of_the_other_ten(extra, ranges):  # A-X06
    X = np.array([*range(1, 11), *extra])[:, None]
    for scaler, wanted in zip((MinMaxScaler(), StandardScaler(), RobustScaler()), ranges, strict=True):
        close(np.ptp(scaler.fit_transform(X)[:10]), wanted, 2e-5 * wanted)


def test_five_ways_of_travel():  # E-W01
    X = np.array(TRAVEL, dtype=object)[:, None]
    close(OneHotEncoder([TRAVEL]).fit_transform(X), np.eye(5))
    close(OrdinalEncoder([TRAVEL]).fit_transform(X).ravel(), range(5))
    close(one_hot(TRAVEL, TRAVEL), np.eye(5))


def test_ranks_of_hot_cold_warm():  # C-W02
    ranks = 1 + OrdinalEncoder([["cold", "warm", "hot"]]).fit_transform([["hot"], ["cold"], ["warm"]])
    assert ranks.ravel().tolist() == [3, 1, 2]


def test_breaks_of_the_temperatures():  # E-W02
    breaks = supervised_edges(TEMPERATURE[:9], PLAY[:9])
    assert breaks.tolist() == [64, 64.5, 66.5, 70.5, 73.5, 75]
    all_of_them = supervised_edges(TEMPERATURE, PLAY)
    assert all_of_them.tolist() == [64, 64.5, 66.5, 70.5, 73.5, 77.5, 80.5, 84, 85]
    assert supervised_edges(TEMPERATURE, PLAY, at_least=3).tolist() == [64, 70.5, 85]


# laws


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=20).filter(lambda x: len(set(x)) > 1))
@settings(max_examples=60)
def test_scales_are_what_they_promise(x):
    X = np.array(x, dtype=float)[:, None]
    z = StandardScaler().fit_transform(X)
    close([z.mean(), z.std()], [0, 1])
    m = MinMaxScaler(feature_range=(-2, 5)).fit_transform(X)
    close([m.min(), m.max()], [-2, 5])
    close(np.median(RobustScaler().fit_transform(X)), 0)
    for scaler in (StandardScaler(), MinMaxScaler((-2, 5)), RobustScaler(), StandardScaler(with_mean=False)):
        close(scaler.inverse_transform(scaler.fit_transform(X)), X)
        if isinstance(scaler, RobustScaler) and np.ptp(np.quantile(x, [0.25, 0.75])) == 0:
            continue  # the middle half is constant: nothing to divide by
        moved = scaler.fit_transform(7 * X - 3)
        close(moved - moved[0], scaler.fit_transform(X) - scaler.fit_transform(X)[0])  # the unit does not matter


@given(st.lists(st.integers(0, 12), min_size=2, max_size=30), st.integers(2, 6), st.data())
@settings(max_examples=100)
def test_supervised_bins_do_not_depend_on_the_order_of_rows(x, at_least, data):
    y = data.draw(st.lists(st.sampled_from("abc"), min_size=len(x), max_size=len(x)))
    order = data.draw(st.permutations(range(len(x))))
    for n in (1, at_least):
        edges = supervised_edges(x, y, n)
        shuffled = supervised_edges([x[i] for i in order], [y[i] for i in order], n)
        assert edges.tolist() == shuffled.tolist()
        assert not set(edges[1:-1]) & set(x)  # no break at a value
        bins = bin_of(x, edges)
        counts = [np.unique(np.array(y)[bins == j], return_counts=True)[1].max() for j in range(len(edges) - 1)]
        assert len(counts) == 1 or min(counts) >= n


def test_a_supervised_bin_without_ties_is_pure():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(200), rng.integers(0, 3, 200)
    bins = bin_of(x, supervised_edges(x, y))
    assert all(len(set(y[bins == j])) == 1 for j in set(bins))


@pytest.mark.parametrize("seed", range(5))
def test_bins_of_equal_size_depend_on_ranks_alone(seed):
    x = np.random.default_rng(seed).standard_normal(40)
    further = np.where(x == x.max(), 1e6, x)
    assert (
        bin_of(x, equal_frequency_edges(x, 4)).tolist() == bin_of(further, equal_frequency_edges(further, 4)).tolist()
    )
    assert np.bincount(bin_of(x, equal_frequency_edges(x, 4))).tolist() == [10, 10, 10, 10]
    assert np.bincount(bin_of(further, equal_width_edges(further, 4))).tolist() == [39, 0, 0, 1]


@given(st.integers(1, 12), st.integers(2, 7))
@settings(max_examples=40)
def test_bins_of_equal_size_are_equal(each, n_bins):
    x = np.random.default_rng(each).permutation(each * n_bins)
    assert np.bincount(bin_of(x, equal_frequency_edges(x, n_bins))).tolist() == [each] * n_bins


@pytest.mark.parametrize("seed", range(5))
def test_purity_is_that_of_a_count_by_hand(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal(60), rng.choice(["a", "b", "c"], 60)
    for edges in (equal_width_edges(x, 7), supervised_edges(x, y), [x.min(), x.max()]):
        held = bin_of(x, edges).tolist()
        bins = [[c for c, own in zip(y, held, strict=True) if own == j] for j in set(held)]
        assert purity(x, y, edges) == sum(max(map(own.count, own)) for own in bins) / 60
    assert purity(x, y, supervised_edges(x, y)) == 1  # without ties each bin is pure


def test_encoders_go_back():
    X = play_tennis().X
    for encoder in (OneHotEncoder(), OneHotEncoder(drop="first"), OrdinalEncoder()):
        assert (encoder.inverse_transform(encoder.fit_transform(X)) == X).all()
    ignoring = OneHotEncoder(handle_unknown="ignore").fit(X)
    assert ignoring.inverse_transform(ignoring.transform([["Fog", "Hot", "High", "Weak"]])).tolist() == [
        [None, "Hot", "High", "Weak"]
    ]


# references


def tables(seed, missing):
    """Random tables of numbers, of many scales, one column constant, some values missing."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(3, 60), rng.integers(1, 6)
    X = rng.standard_normal((n, d)) * 10.0 ** rng.integers(-6, 7, d) + 10.0 ** rng.integers(-3, 3, d)
    X[:, -1] = rng.choice([0.0, 0.1, 7.0])
    if missing:
        X[1:][rng.random((n - 1, d)) < 0.2] = nan
    return X, rng.standard_normal((5, d))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize(
    ("mine", "other"),
    [
        (StandardScaler(), theirs.StandardScaler()),
        (StandardScaler(with_mean=False), theirs.StandardScaler(with_mean=False)),
        (StandardScaler(with_std=False), theirs.StandardScaler(with_std=False)),
        (MinMaxScaler(), theirs.MinMaxScaler()),
        (MinMaxScaler((-1, 3)), theirs.MinMaxScaler((-1, 3))),
        (RobustScaler(), theirs.RobustScaler()),
    ],
    ids=lambda scaler: str(scaler),
)
def test_scalers_are_those_of_scikit_learn(mine, other, seed, missing):
    X, new = tables(seed, missing)
    close(mine.fit_transform(X), other.fit_transform(X), 1e-7)
    close(mine.transform(X[:1]), other.transform(X[:1]), 1e-7)
    scale = 1 if other.scale_ is None else other.scale_
    close(mine.scale_, 1 / scale if isinstance(other, theirs.MinMaxScaler) else scale, 1e-7)
    close(mine.inverse_transform(new), other.inverse_transform(new), 1e-7)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("strategy", ["mean", "median", "most_frequent", "constant"])
def test_imputer_is_that_of_scikit_learn(strategy, seed):
    X, _ = tables(seed, missing=True)
    mine, other = SimpleImputer(strategy).fit(X.round(1)), TheirImputer(strategy=strategy).fit(X.round(1))
    close(mine.statistics_, other.statistics_.astype(float))
    close(mine.transform(X), other.transform(X).astype(float))


def words(seed, missing=None):
    rng = np.random.default_rng(seed)
    X = rng.choice(list("abcde"), (rng.integers(4, 40), rng.integers(1, 4))).astype(object)
    if missing is not None:
        X[rng.random(X.shape) < 0.2] = missing
    return X


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("missing", [None, nan])
def test_encoders_are_those_of_scikit_learn(seed, missing):
    X, new = words(seed, missing), words(seed + 100, missing)
    for drop in (None, "first"):
        mine, other = OneHotEncoder(drop=drop), theirs.OneHotEncoder(drop=drop, sparse_output=False)
        close(mine.fit_transform(X), other.fit_transform(X))
        assert mine.get_feature_names_out().tolist() == other.get_feature_names_out().tolist()
    mine = OneHotEncoder(handle_unknown="ignore").fit(X)
    other = theirs.OneHotEncoder(handle_unknown="ignore", sparse_output=False).fit(X)
    new = new[:, :1].repeat(X.shape[1], axis=1)
    close(mine.transform(new), other.transform(new))
    settings = {"handle_unknown": "use_encoded_value", "unknown_value": -1}
    mine, other = OrdinalEncoder(**settings).fit(X), theirs.OrdinalEncoder(**settings).fit(X)
    close(mine.transform(X), other.transform(X))
    close(mine.transform(new), other.transform(new))


@pytest.mark.parametrize("seed", range(20))
def test_bins_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((rng.integers(20, 80), 2)) ** 3
    n_bins = int(rng.choice([2, 4, 5]))  # with thirds its percentages are rounded, and it takes a value for a midpoint
    for strategy, rule in (("uniform", {}), ("quantile", {"quantile_method": "averaged_inverted_cdf"})):
        other = theirs.KBinsDiscretizer(n_bins, encode="onehot-dense", strategy=strategy, **rule).fit(X)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mine = KBinsDiscretizer(n_bins, encode="onehot-dense", strategy=strategy).fit(X)
        for own, their in zip(mine.bin_edges_, other.bin_edges_, strict=True):
            close(own, their, 1e-6)
        close(mine.transform(X), other.transform(X))
        assert mine.get_feature_names_out().tolist() == other.get_feature_names_out().tolist()


@pytest.mark.parametrize("seed", range(40))
def test_bins_around_means_are_as_good_as_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    tails = seed % 2 * 2 + 1  # long ones leave some means without values at first, and there ways part
    x = np.sort(rng.standard_normal(rng.integers(20, 80)) ** tails)
    k = int(rng.integers(2, 7))
    other = theirs.KBinsDiscretizer(k, encode="ordinal", strategy="kmeans").fit(x[:, None]).bin_edges_[0]

    def squares(edges):
        bins = bin_of(x, edges)
        return sum(np.sum((x[bins == j] - x[bins == j].mean()) ** 2) for j in set(bins))

    edges = k_means_edges(x, k)
    assert len(edges) == k + 1
    assert tails > 1 or squares(edges) <= squares(other) * (1 + 1e-9)
    means = [x[bin_of(x, edges) == j].mean() for j in range(k)]
    close(edges[1:-1], (np.array(means[1:]) + means[:-1]) / 2)  # nothing moves any more


def test_they_work_in_a_pipeline_and_a_column_transformer():
    tennis = play_tennis()
    X = np.column_stack([tennis.X, np.arange(14)])
    columns = ColumnTransformer(
        [
            ("names", OneHotEncoder(handle_unknown="ignore"), [0, 1, 2, 3]),
            ("numbers", make_pipeline(SimpleImputer(), StandardScaler()), [4]),
        ]
    )
    model = make_pipeline(columns, LogisticRegression(C=100)).fit(X, tennis.y)
    assert model.score(X, tennis.y) == 1
    assert columns.fit(X).get_feature_names_out().tolist()[-1] == "numbers__x4"


# bad input


def refuses(message, call, *args, **settings):
    with pytest.raises(ValueError) as caught:
        call(*args, **settings)
    assert message in str(caught.value)


def test_bad_values_are_named():
    refuses("X has no value at all for feature 2", StandardScaler().fit, [[1, nan], [2, nan]])
    refuses("feature_range must hold a smaller number, then a larger", MinMaxScaler((1, 0)).fit, [[1], [2]])
    refuses("with_mean must be True or False; got 'no'", StandardScaler(with_mean="no").fit, [[1], [2]])
    refuses("strategy must be one of 'mean', 'median'", SimpleImputer("mode").fit, [[1], [2]])
    refuses("X must hold numbers only: it holds 'a'", SimpleImputer().fit, [["a"], [2]])
    refuses("X has no value at all for feature 1", SimpleImputer().fit, [[nan], [nan]])
    refuses("X must have 1 columns, as in fit; got 2", StandardScaler().fit([[1], [2]]).transform, [[1, 2]])
    refuses("at_least must be a whole number of at least 1", SupervisedDiscretizer(0).fit, [[1], [2]], ["a", "b"])
    refuses("n_bins must be a whole number of at least 2", KBinsDiscretizer(1).fit, [[1], [2]])
    refuses("strategy must be one of 'uniform', 'quantile', 'kmeans'", KBinsDiscretizer(strategy="x").fit, [[1], [2]])
    refuses("encode must be one of 'ordinal', 'onehot-dense'", KBinsDiscretizer(2, encode="x").fit, [[1], [2]])


def test_bad_categories_are_named():
    X = [["a"], ["b"]]
    refuses("X holds an unknown value in row 0, 'c' for feature 1", OneHotEncoder().fit(X).transform, [["c"]])
    refuses("categories must hold a list for each of the 1 columns; got 2", OneHotEncoder([["a"], ["b"]]).fit, X)
    refuses("categories must hold different values", OneHotEncoder([["a", "a"]]).fit, X)
    refuses("categories must hold a missing value last", OrdinalEncoder([[None, "a", "b"]]).fit, X)
    refuses("X holds an unknown value in row 1, 'b'", OneHotEncoder([["a"]]).fit, X)
    refuses("drop must be one of 'first'", OneHotEncoder(drop="last").fit, X)
    refuses("unknown_value must be a number if", OrdinalEncoder(handle_unknown="use_encoded_value").fit, X)
    refuses("unknown_value must be a number if", OrdinalEncoder(unknown_value=3).fit, X)
    refuses("X mixes int and str in feature 1", OneHotEncoder().fit, [["a"], [1]])
    refuses("Z must hold places from 0 to 1; got 2", OrdinalEncoder().fit(X).inverse_transform, [[2]])
    refuses("input_features must name 1 columns", OneHotEncoder().fit(X).get_feature_names_out, ["a", "b"])


def test_too_few_values_for_the_bins_is_said():
    with pytest.warns(UserWarning, match="too few different values in feature 1: it gets 2 bins instead of 3"):
        model = KBinsDiscretizer(3).fit([[1], [1], [2], [3]])
    assert model.transform([[1], [2]]).ravel().tolist() == [0, 1]
    with pytest.warns(UserWarning, match="it gets 1 bin instead of 3"):
        assert KBinsDiscretizer(3, strategy="uniform").fit([[5], [5]]).transform([[4], [9]]).ravel().tolist() == [0, 0]
