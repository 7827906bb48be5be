r"""Preprocessing: from a table as it comes to numbers that a model can compare.

====================  =========================================  ======================================================
class                 a value x of a column becomes              what is learned from the training rows
====================  =========================================  ======================================================
StandardScaler        $(x - \bar x) / s$                         mean and standard deviation
MinMaxScaler          $(x - \min) / (\max - \min)$               smallest and largest value
RobustScaler          $(x - \text{median}) / \text{IQR}$         median and the range of the middle half
SimpleImputer         x, or a stand-in if x is missing           mean, median or most frequent value
OrdinalEncoder        its place in an order                      the different values
OneHotEncoder         a row with a single 1                      the different values
KBinsDiscretizer      the number of its bin                      where bins of equal width, of equal size, or around
                                                                 means begin and end
SupervisedDiscretizer the number of its bin                      where the class changes
====================  =========================================  ======================================================

Every transformer learns in `fit`, from training rows alone, and applies what it has learned in `transform`, to any row.
Names, settings and conventions are scikit-learn's, and all of them work in its `Pipeline` and `ColumnTransformer`.
"""

import numpy as np

from byhand.base import (
    as_choice,
    as_finite,
    as_flag,
    as_labels,
    as_list,
    as_matrix,
    as_table,
    as_vector,
    as_whole,
    is_missing,
    shown,
    warn,
)
from byhand.bins import bin_of, equal_frequency_edges, equal_width_edges, k_means_edges, supervised_edges
from byhand.engine.categories import codes, distinct
from byhand.gaussian import mean_and_spread
from byhand.guard import guard
from byhand.protocol import column_names
from byhand.transformer import Transformer


class Scaler(Transformer):
    """What the scalers share: a column is moved by `center_` and divided by `scale_`, both of shape (d,).

    Each says in `_learn` what these are. A constant column is moved, and divided by 1. Missing values are left out of
    what is learned, and stay missing.
    """

    _input_tags = {"allow_nan": True}

    def fit(self, X, y=None):
        """Learn from X, shape (n, d); y is not used."""
        X = as_matrix(X, missing=True)
        empty = np.isnan(X).all(axis=0)
        if empty.any():
            raise ValueError(f"X has no value at all for feature {int(np.argmax(empty)) + 1}")
        self._learn(X)
        self.scale_ = np.where(self.scale_ == 0, 1.0, self.scale_)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        """Each row of X, shape (n, d), on the new scale."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_, missing=True)
        return (X - self.center_) / self.scale_

    def inverse_transform(self, Z):
        """Rows on the new scale, shape (n, d), back on the old one."""
        self._require_fit("n_features_in_")
        return as_matrix(Z, "Z", self.n_features_in_, missing=True) * self.scale_ + self.center_


class StandardScaler(Scaler):
    r"""Columns of mean 0 and standard deviation 1: a value becomes its *z-score*.

    $$z = \frac{x - \bar x}{s}, \qquad s^2 = \frac1N \sum_{n=1}^N (x_n - \bar x)^2$$

    `with_mean`, `with_std`: False leaves the mean, or the deviation, as it is.

    Learned, of shape (d,): `mean_`, `var_`; `center_` and `scale_`, by which columns are moved and divided.

    >>> StandardScaler().fit_transform([[150], [160], [170], [180], [190]]).round(4)
    array([[-1.4142],
           [-0.7071],
           [ 0.    ],
           [ 0.7071],
           [ 1.4142]])
    """

    def __init__(self, with_mean=True, with_std=True):
        self.with_mean = with_mean
        self.with_std = with_std

    def _learn(self, X):
        self.mean_, deviation = mean_and_spread(X, np.ones(len(X)))
        self.var_ = as_finite(deviation**2)
        self.center_ = self.mean_ if as_flag(self.with_mean, "with_mean") else np.zeros(X.shape[1])
        self.scale_ = deviation if as_flag(self.with_std, "with_std") else np.ones(X.shape[1])

    def working(self, X):
        """The scaling of a small table X, shape (n, d), as on paper: steps mean, s, z(1), z(2), ... for each column."""
        from byhand.paper import preprocessing as paper  # it builds on this module

        return paper.standard(as_matrix(X), column_names(X))


class MinMaxScaler(Scaler):
    r"""Columns that reach from 0 to 1, or from one given end to the other.

    $$z = \frac{x - \min}{\max - \min}$$

    A new value beyond the training data lies beyond 0 to 1 too.

    Learned, of shape (d,): `data_min_`, `data_max_`; `center_` and `scale_`, by which columns are moved and divided.

    >>> MinMaxScaler().fit_transform([[150], [160], [190]])
    array([[0.  ],
           [0.25],
           [1.  ]])
    """

    def __init__(self, feature_range=(0, 1)):
        self.feature_range = feature_range

    def _learn(self, X):
        low, high = self._ends()
        self.data_min_, self.data_max_ = np.fmin.reduce(X, axis=0), np.fmax.reduce(X, axis=0)
        span = as_finite(self.data_max_ - self.data_min_)
        self.scale_ = np.where(span == 0, 1.0, span) / (high - low)
        self.center_ = as_finite(self.data_min_ - low * as_finite(self.scale_, "feature_range"), "feature_range")

    def working(self, X):
        """The scaling of a small table X, shape (n, d), as on paper: steps min, max, z(1), z(2), ... for each one."""
        from byhand.paper import preprocessing as paper  # it builds on this module

        return paper.min_max(as_matrix(X), column_names(X), *self._ends())

    def _ends(self):
        low, high = as_vector(self.feature_range, 2, "feature_range").tolist()
        if low >= high:
            raise ValueError(f"feature_range must hold a smaller number, then a larger; got {self.feature_range}")
        return low, high


class RobustScaler(Scaler):
    r"""Columns of median 0 whose middle half is 1 wide: what few extreme values hardly move.

    $$z = \frac{x - \text{median}}{q_{75} - q_{25}}$$

    Learned, of shape (d,): `center_`, the medians, and `scale_`, the ranges between the quartiles.

    >>> RobustScaler().fit_transform([[1], [2], [3], [4], [1000]]).ravel()
    array([ -1. ,  -0.5,   0. ,   0.5, 498.5])
    """

    def _learn(self, X):
        low, self.center_, high = np.nanquantile(X, [0.25, 0.5, 0.75], axis=0)
        self.scale_ = as_finite(high - low)


class SimpleImputer(Transformer):
    """A stand-in for each missing value (None or NaN): one per column, learned from the values that are there.

    `strategy`: "mean" or "median" of numbers, or the "most_frequent" value (of several the first in order), or
    "constant": `fill_value`, or if that is None 0 among numbers and "missing_value" among words.

    Learned: `statistics_`, the stand-ins, shape (d,).

    >>> SimpleImputer().fit_transform([[1, 8], [3, None]])
    array([[1., 8.],
           [3., 8.]])
    >>> SimpleImputer(strategy="most_frequent").fit_transform([["Rain"], [None], ["Rain"], ["Sunny"]]).ravel()
    array(['Rain', 'Rain', 'Rain', 'Sunny'], dtype=object)
    """

    _input_tags = {"allow_nan": True}
    STRATEGIES = ("mean", "median", "most_frequent", "constant")

    def __init__(self, strategy="mean", fill_value=None):
        self.strategy = strategy
        self.fill_value = fill_value

    def fit(self, X, y=None):
        """Learn the stand-ins from X, shape (n, d); y is not used."""
        X = self._checked(X)
        self.statistics_ = np.array([self._stand_in(column, i) for i, column in enumerate(X.T)])
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        """X, shape (n, d), without missing values."""
        self._require_fit("n_features_in_")
        X = self._checked(X, self.n_features_in_)
        return np.where(is_missing(X), self.statistics_, X)

    def _checked(self, X, columns=None):
        """X as numbers where the stand-in is worked out, or where numbers are all that there is."""
        if as_choice(self.strategy, "strategy", self.STRATEGIES) in ("mean", "median"):
            return as_matrix(X, columns=columns, missing=True)
        table = as_table(X, columns=columns)
        kinds = {type(value) for value in table[~is_missing(table)].tolist()}
        return as_matrix(X, missing=True) if all(issubclass(kind, (int, float)) for kind in kinds) else table

    def _stand_in(self, column, i):
        if self.strategy == "constant":
            words = "missing_value" if column.dtype.kind in "OSU" else 0.0
            return words if self.fill_value is None else self.fill_value
        present = column[~is_missing(column)]
        if not len(present):
            raise ValueError(f"X has no value at all for feature {i + 1}, so there is nothing to learn a stand-in from")
        if self.strategy == "most_frequent":
            values = distinct(present, i)
            return values[np.argmax(np.bincount(codes(present, values)))]
        return np.mean(present) if self.strategy == "mean" else np.median(present)


def one_hot(labels, classes):
    """For each label a row with a 1 at its place among the classes and 0 elsewhere, shape (n, K).

    >>> one_hot(["Rain", "Sunny"], classes=["Sunny", "Overcast", "Rain"])
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    labels = as_labels(labels, len(labels), "labels")
    classes = as_labels(classes, len(classes), "classes")
    hits = labels[:, None] == classes
    if not np.all(hits.sum(axis=1) == 1):
        row = int(np.argmax(hits.sum(axis=1) != 1))
        raise ValueError(
            f"labels must each be one of the classes {classes.tolist()}; row {row} is {labels.tolist()[row]!r}"
        )
    return hits.astype(float)


class Encoder(Transformer):
    """What the two encoders share: they know the different values of each column, in order, as `categories_`.

    `categories`: "auto" for the sorted values of the training rows, or for each column a list of its values, in the
    order that is meant. "Missing" (None or NaN) is a value too where it is met in training, the last one.
    """

    _input_tags = {"allow_nan": True, "categorical": True, "string": True}

    def fit(self, X, y=None):
        """Learn the values of each column of X, shape (n, d); y is not used."""
        X = as_table(X)
        self.categories_ = self._order(X)
        self.n_features_in_ = X.shape[1]
        if not isinstance(self.categories, str):
            self.codes(X)  # values that a given order lacks are refused at once
        return self

    def _order(self, X):
        if isinstance(self.categories, str):
            as_choice(self.categories, "categories", ("auto",))
            return [_values(column, i) for i, column in enumerate(X.T)]
        orders = [
            np.array(as_list(order, "each of categories"), dtype=object)
            for order in as_list(self.categories, "categories")
        ]
        if len(orders) != X.shape[1]:
            raise ValueError(f"categories must hold a list for each of the {X.shape[1]} columns; got {len(orders)}")
        for order in orders:
            if not len(order) or len(set(order.tolist())) < len(order):
                raise ValueError(f"categories must hold different values for each column; got {order.tolist()}")
            if is_missing(order[:-1]).any():
                raise ValueError(f"categories must hold a missing value last, if at all; got {order.tolist()}")
        return orders

    def codes(self, X):
        """The place of each value of X among the values of its column, shape (n, d); -1 for an unknown value."""
        X = as_table(X, columns=self.n_features_in_)
        found = np.stack(
            [_places(column, values) for column, values in zip(X.T, self.categories_, strict=True)], axis=1
        )
        if self.handle_unknown == "error" and (found < 0).any():
            row, i = np.argwhere(found < 0)[0]
            known = ", ".join(map(repr, self.categories_[i].tolist()))
            raise ValueError(
                f"X holds an unknown value in row {row}, {X[row, i]!r} for feature {i + 1}, which takes {known}"
            )
        return found


class OrdinalEncoder(Encoder):
    """Each value becomes its place in the order of its column, from 0: for values that have an order.

    Parameters
    ----------
    categories : "auto", or for each column a list of its values in order
    handle_unknown : "error", or "use_encoded_value": an unknown value becomes `unknown_value`
    unknown_value : a number that is no place in an order, -1 say

    A missing value stays missing (NaN). Learned: `categories_`, the values of each column.

    >>> OrdinalEncoder([["cold", "warm", "hot"]]).fit_transform([["hot"], ["cold"], ["warm"]]).ravel()
    array([2., 0., 1.])
    """

    def __init__(self, categories="auto", handle_unknown="error", unknown_value=None):
        self.categories = categories
        self.handle_unknown = handle_unknown
        self.unknown_value = unknown_value

    def fit(self, X, y=None):
        """Learn the values of each column of X, shape (n, d); y is not used."""
        instead = as_choice(self.handle_unknown, "handle_unknown", ("error", "use_encoded_value")) != "error"
        if instead != (self.unknown_value is not None):
            raise ValueError("unknown_value must be a number if handle_unknown is 'use_encoded_value', else None")
        return super().fit(X)

    def transform(self, X):
        """The place of each value of X, shape (n, d), as numbers."""
        self._require_fit("n_features_in_")
        place = self.codes(X).astype(float)
        for column, values in zip(place.T, self.categories_, strict=True):
            if is_missing(values[-1:])[0]:  # missing is the last value, and stays missing
                column[column == len(values) - 1] = np.nan
        return place if self.unknown_value is None else np.where(place < 0, self.unknown_value, place)

    def inverse_transform(self, Z):
        """The values at these places, shape (n, d)."""
        self._require_fit("n_features_in_")
        Z = as_matrix(Z, "Z", self.n_features_in_, missing=True)
        columns = [_values_at(column, values) for column, values in zip(Z.T, self.categories_, strict=True)]
        return np.stack(columns, axis=1)


class OneHotEncoder(Encoder):
    """A column for each value, 1 in the rows that have it and 0 elsewhere: for names, between which there is no order.

    Parameters
    ----------
    categories : "auto", or for each column a list of its values in order
    drop : None, or "first" to leave out the column of each first value, which the others imply
    handle_unknown : "error", or "ignore": an unknown value is 0 in all columns

    The result is an ordinary array, never a sparse one. Learned: `categories_`, the values of each column.

    >>> encoder = OneHotEncoder().fit([["bus"], ["tram"], ["bus"]])
    >>> encoder.transform([["tram"], ["bus"]])
    array([[0., 1.],
           [1., 0.]])
    >>> encoder.get_feature_names_out(["travel"])
    array(['travel_bus', 'travel_tram'], dtype=object)
    """

    def __init__(self, categories="auto", drop=None, handle_unknown="error"):
        self.categories = categories
        self.drop = drop
        self.handle_unknown = handle_unknown

    def fit(self, X, y=None):
        """Learn the values of each column of X, shape (n, d); y is not used."""
        as_choice(self.handle_unknown, "handle_unknown", ("error", "ignore"))
        if self.drop is not None:
            as_choice(self.drop, "drop", ("first",))
        return super().fit(X)

    def transform(self, X):
        """A row of 0s and 1s for each row of X: shape (n, all values of all columns)."""
        self._require_fit("n_features_in_")
        columns = zip(self.codes(X).T, self.categories_, strict=True)
        return np.hstack([(code[:, None] == self._kept(values)).astype(float) for code, values in columns])

    def inverse_transform(self, Z):
        """The values of which these rows of 0s and 1s tell, shape (n, d); None where all are 0."""
        self._require_fit("n_features_in_")
        widths = [len(self._kept(values)) for values in self.categories_]
        Z = as_matrix(Z, "Z", sum(widths))
        parts = np.split(Z, np.cumsum(widths)[:-1], axis=1)
        columns = []
        for part, values in zip(parts, self.categories_, strict=True):
            kept = self._kept(values)
            none = np.nan if self.drop is None else 0
            columns.append(_values_at(np.where(part.any(axis=1), kept[part.argmax(axis=1)], none), values))
        return np.stack(columns, axis=1)

    def _kept(self, values):
        return np.arange(0 if self.drop is None else 1, len(values))

    def _names_out(self, names):
        return [
            f"{name}_{value}"
            for name, values in zip(names, self.categories_, strict=True)
            for value in values[self._kept(values)].tolist()
        ]


class Discretizer(Transformer):
    """What the two discretisers share: edges for each column, learned; values become the numbers of their bins."""

    def transform(self, X):
        """The number of the bin of each value of X, shape (n, d); one column of 0s and 1s for each bin if so set."""
        self._require_fit("bin_edges_")
        X = as_matrix(X, columns=self.n_features_in_)
        bins = [bin_of(column, edges) for column, edges in zip(X.T, self.bin_edges_, strict=True)]
        if self.encode == "ordinal":
            return np.stack(bins, axis=1).astype(float)
        sizes = zip(bins, self.n_bins_, strict=True)
        return np.hstack([(number[:, None] == np.arange(size)).astype(float) for number, size in sizes])

    def _names_out(self, names):
        if self.encode == "ordinal":
            return list(names)
        return [f"{name}_{j}.0" for name, size in zip(names, self.n_bins_, strict=True) for j in range(size)]

    def _keep(self, edges):
        as_choice(self.encode, "encode", ("ordinal", "onehot-dense"))
        self.bin_edges_ = edges
        self.n_bins_ = np.array([max(len(each) - 1, 1) for each in edges])
        self.n_features_in_ = len(edges)
        return self


class KBinsDiscretizer(Discretizer):
    """Bins that know nothing of classes.

    Parameters
    ----------
    n_bins : how many for each column
    encode : "ordinal" for the number of the bin, from 0, or "onehot-dense" for a column of 0s and 1s for each bin
    strategy : "uniform" for bins of equal width, "quantile" for bins of equal size, or "kmeans"

    Learned: `bin_edges_`, for each column the edges of its bins; `n_bins_`, how many there are, shape (d,).

    >>> ages = [[4], [5], [8], [12], [24], [99]]
    >>> KBinsDiscretizer(3, strategy="uniform").fit_transform(ages).ravel()
    array([0., 0., 0., 0., 0., 2.])
    >>> KBinsDiscretizer(3, strategy="quantile").fit_transform(ages).ravel()
    array([0., 0., 1., 1., 2., 2.])
    """

    EDGES = {"uniform": equal_width_edges, "quantile": equal_frequency_edges, "kmeans": k_means_edges}

    def __init__(self, n_bins=5, encode="ordinal", strategy="quantile"):
        self.n_bins = n_bins
        self.encode = encode
        self.strategy = strategy

    def fit(self, X, y=None):
        """Learn the edges from X, shape (n, d); y is not used."""
        X = as_matrix(X)
        find = self.EDGES[as_choice(self.strategy, "strategy", tuple(self.EDGES))]
        edges = []
        for i, column in enumerate(X.T):
            found = np.unique(find(column, self.n_bins)) if column.min() < column.max() else column[[0, 0]]
            if len(found) - 1 < as_whole(self.n_bins, "n_bins", 2):
                fewer = f"{len(found) - 1} bin{'s' * (len(found) > 2)} instead of {self.n_bins}"
                warn(f"X has too few different values in feature {i + 1}: it gets {fewer}")
            edges.append(found)
        return self._keep(edges)


class SupervisedDiscretizer(Discretizer):
    """Bins that end where the class changes: see `supervised_edges`.

    Parameters
    ----------
    at_least : how many rows of one class each bin must hold
    encode : "ordinal" for the number of the bin, from 0, or "onehot-dense" for a column of 0s and 1s for each bin

    Learned: `bin_edges_`, for each column the edges of its bins; `n_bins_`, how many there are, shape (d,).

    >>> SupervisedDiscretizer().fit([[1], [2], [5], [6]], ["a", "a", "b", "b"]).bin_edges_
    [array([1. , 3.5, 6. ])]
    """

    _needs_y = True

    def __init__(self, at_least=1, encode="ordinal"):
        self.at_least = at_least
        self.encode = encode

    def fit(self, X, y):
        """Learn the edges from X, shape (n, d), and the labels y, shape (n,)."""
        X = as_matrix(X)
        return self._keep([supervised_edges(column, y, self.at_least) for column in X.T])

    def fit_transform(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,); return the bins of X."""
        return super().fit_transform(X, y)


def _values(column, i):
    """The different values of feature i in order; missing, if there is such a one, comes last."""
    missing = is_missing(column)
    present = distinct(column, i) if not missing.all() else column[:0]
    return np.append(present, column[missing][:1]) if missing.any() else present


def _places(column, values):
    """The place of each entry of a column among values in any order, the last of them perhaps missing; -1 if none."""
    present = values[~is_missing(values)]
    try:
        order = np.argsort(present, kind="stable")
    except TypeError:
        raise ValueError(
            f"categories must hold values of one kind for each column; got {shown(present.tolist())}"
        ) from None
    place_of_missing = len(present) if len(present) < len(values) else -1
    if not len(present):
        return np.where(is_missing(column), place_of_missing, -1)
    return np.concatenate([order, [place_of_missing, -1]])[codes(column, present[order])]


def _values_at(place, values):
    """The values at these places, shape (n,); None where a place is NaN."""
    wrong = ~np.isnan(place) & ~np.isin(place, np.arange(len(values)))
    if wrong.any():
        raise ValueError(f"Z must hold places from 0 to {len(values) - 1}; got {place[wrong][0]:g}")
    found = np.append(values.astype(object), None)
    return found[np.where(np.isnan(place), len(values), place).astype(int)]


guard(__name__)
