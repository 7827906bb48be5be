r"""Nearest neighbours: expect of a new row what is known of the rows most like it.

Let $(1), (2), \dots, (k)$ be the k training rows nearest to x, nearest first, and $w_j$ the weight of neighbour $(j)$:

$$\hat y(x) = \operatorname{argmax}_c \sum_{j=1}^k w_j\,[y_{(j)} = c] \quad\text{(classes)}, \qquad
  \hat y(x) = \frac{\sum_j w_j\,y_{(j)}}{\sum_j w_j} \quad\text{(numbers)}$$

Training only stores the rows; all the work is done at prediction. What is near, a metric of `byhand.distances` says.

Two rules leave nothing to chance. Of rows at the same distance the earlier one is the nearer neighbour. Of classes with
the same vote the one that has the nearest neighbour wins. "The same" is meant up to rounding: in the first ten digits.
"""

from functools import partial
from numbers import Real

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_array,
    as_function,
    as_labels,
    as_list,
    as_matrix,
    as_number,
    as_outcomes,
    as_table,
    as_weights,
    as_whole,
    encode_classes,
    first_best,
)
from byhand.distances import METRICS, as_cells, as_metric, euclidean, known_rows
from byhand.engine.neighbors import SAME, blocks, running_linear_sums, running_winners
from byhand.guard import guard

WEIGHTS = ("majority", "distance", "linear")


def classify(x, X, y, k, distance=euclidean, weight=lambda d: 1):
    """The class of one row x by a vote of its k nearest among the rows X with the labels y: the whole method.

    `distance`: of two rows; `weight`: of a neighbour, by its distance.

    >>> classify([4], [[0], [5], [7]], ["a", "b", "a"], k=2)
    'b'
    """
    d = [distance(x, row) for row in X]
    nearest = sorted(range(len(X)), key=d.__getitem__)[:k]  # equal: the earlier one
    votes = {}
    for n in nearest:
        votes[y[n]] = votes.get(y[n], 0) + weight(d[n])
    return max(votes, key=votes.get)  # equal: the class that came first


def vote_weights(distances, weights="majority", epsilon=0.0):
    r"""How much each of k neighbours counts, by their distances, shape (k,) or (m, k); of the same shape.

    ========  ============================  ====================================================================
    weights   $w_j$                         where this is not defined
    ========  ============================  ====================================================================
    majority  1
    distance  $1 / (d_j + \epsilon)$        at distance 0, if $\epsilon$ is 0: such neighbours count 1, others 0
    linear    $(d_f - d_j) / (d_f - d_n)$   where the furthest, f, is as near as the nearest, n: all count 1
    ========  ============================  ====================================================================

    In place of a name stands, if wanted, a function: from an array of distances it makes the weight of each.

    >>> vote_weights([1, 2, 5], "linear")
    array([1.  , 0.75, 0.  ])
    >>> vote_weights([1, 2, 5], "distance", epsilon=3)
    array([0.25 , 0.2  , 0.125])
    >>> vote_weights([0, 0, 5], "distance")
    array([1., 1., 0.])
    >>> vote_weights([1, 2, 5], lambda d: np.exp(-(d**2) / 2)).round(4)
    array([0.6065, 0.1353, 0.    ])
    """
    weights, epsilon = _as_weighting(weights, epsilon)
    d = as_matrix(distances if np.ndim(distances) == 2 else [distances], "distances")
    if (d < 0).any():
        raise ValueError(f"distances must not be negative; the smallest is {d.min():g}")
    if weights == "majority":
        w = np.ones(d.shape)
    elif weights == "distance":
        with np.errstate(divide="ignore", over="ignore"):
            w = 1 / (d + epsilon)
        beyond = w > 1e300  # distance 0, or so near to it that the weights may add up to infinity
        w = np.where(beyond.any(axis=1, keepdims=True), beyond, w)
    elif weights == "linear":
        furthest, nearest = d.max(axis=1, keepdims=True), d.min(axis=1, keepdims=True)
        level = furthest - nearest <= SAME * furthest
        w = np.where(level, 1, (furthest - d) / np.where(level, 1, furthest - nearest))
    else:
        w = _by_function(weights, d)
    return w if np.ndim(distances) == 2 else w[0]


def count_votes(y, w, classes):
    r"""The vote of each class, $\sum_j w_j\,[y_j = c]$, by the classes and the weights of neighbours.

    `y` and `w`: shape (m, k), one row for each vote; the result: shape (m, K), in the order of `classes`.

    >>> count_votes(np.array([["b", "a", "b"]]), np.array([[1, 0.5, 0.25]]), ["a", "b"])
    array([[0.5 , 1.25]])
    """
    return np.stack([(w * (y == c)).sum(axis=1) for c in classes], axis=1)


class KNeighbors(Estimator):
    """What the two estimators by nearest neighbours share: settings, stored rows, the search, leaving one out.

    Each adds `_learn` (checks y and says how many sums a prediction takes, `_width`) and `_losses` (when 1, 2, ... of
    the neighbours predict).
    """

    def __init__(self, k=5, metric="euclidean", p=2, names=None, weights="majority", epsilon=0.0):
        self.k = k
        self.metric = metric
        self.p = p
        self.names = names
        self.weights = weights
        self.epsilon = epsilon

    def fit(self, X, y, sample_weight=None):
        """Store X, shape (n, d), and y: labels of shape (n,), or numbers of shape (n,) or (n, q).

        `sample_weight`, shape (n,), all above 0: by how much the weight of each row as a neighbour is multiplied; by 1
        if None is given.
        """
        known = known_rows(X, self.metric, self.p, self.names)
        n, d = known.rows.shape
        _as_k(self.k, "k", n)
        _as_weighting(self.weights, self.epsilon)
        self._learn(y, n)
        self.sample_weight_ = None if sample_weight is None else as_weights(sample_weight, n)
        if sample_weight is not None and self.sample_weight_.min() == 0:
            raise ValueError("sample_weight must be above 0: a row that counts nothing is no neighbour, leave it out")
        self.X_, self._known, self.n_features_in_ = known.rows, known, d
        return self

    def kneighbors(self, X):
        """The k training rows nearest to each row of X, nearest first: their distances and positions, both (n, k).

        >>> KNeighborsClassifier(k=2).fit([[0], [5], [6]], ["a", "b", "b"]).kneighbors([[4]])
        (array([[1., 2.]]), array([[1, 2]]))
        """
        self._require_fit("n_features_in_")
        k = _as_k(self.k, "k", len(self.X_))
        return self._known.nearest(self._known.place(X, "X", self.n_features_in_), k)

    def leave_one_out_errors(self, ks=None):
        """The error in predicting each training row from all the others, for each k in `ks`: shape (len(ks),).

        All k from 1 to n - 1 if `ks` is None. The neighbours are found once and their votes added up one by one. The
        error is the share of wrong classes, or the mean of the squared differences between numbers.

        >>> KNeighborsClassifier(k=1).fit([[0], [1], [5], [6], [8]], ["a", "a", "b", "b", "b"]).leave_one_out_errors()
        array([0. , 0. , 0.4, 0.4])
        """
        self._require_fit("n_features_in_")
        n = len(self.X_)
        ks = [_as_k(k, "each k in ks", n - 1) for k in (range(1, n) if ks is None else np.ravel(ks).tolist())]
        if not ks:
            raise ValueError("ks must hold at least one k, and X at least two rows")
        own, total = np.arange(n), np.zeros(max(ks))
        for part in blocks(n, max(ks) * self._width):
            found = self._known.nearest(self._known.points[part], max(ks), own[part])
            total += self._losses(*found, own[part]).sum(axis=0)
        return total[np.array(ks) - 1] / n

    def working(self, x):
        """The prediction for one row x, shape (d,), as on paper: distances, ranking, weights, then a vote or a mean.

        Training rows count from 1; of more than twenty only the k nearest are shown. The steps are named d(1), d(2),
        ...; neighbour 1, ...; weight 1, ..., unless all are 1; counts 1, ..., if the rows have weights of their own;
        then vote(c) and P(c|x) for each class c and decision, or else prediction.
        """
        from byhand.paper import neighbors as paper  # it builds on this module

        return paper.neighbours(self, x)

    def neighbour_weights(self, distances, index):
        """How much each neighbour counts: `vote_weights` times its own weight; all of shape (n, k), as `kneighbors`."""
        w = vote_weights(distances, self.weights, self.epsilon)
        if self.sample_weight_ is None:
            return w
        with np.errstate(over="ignore"):
            w = w * self.sample_weight_[index]
        if not (np.isfinite(w) & (w.max(axis=1, keepdims=True) > 0)).all():
            raise ValueError("sample_weight must not be so large or so small that a vote is beyond all numbers")
        return w

    def _running_sums(self, d, index, each):
        """The sums of w_j each_j over the nearest 1, 2, ..., k neighbours, up to a factor; `each`: shape (m, k, q)."""
        each = each if self.sample_weight_ is None else self.sample_weight_[index][:, :, None] * each
        if self.weights == "linear":
            return running_linear_sums(d, each)
        return np.cumsum(vote_weights(d, self.weights, self.epsilon)[:, :, None] * each, axis=1)


class KNeighborsClassifier(KNeighbors, Classifier):
    r"""The class with the greatest vote among the k nearest training rows.

    $$\text{vote}(c) = \sum_{j=1}^k w_j\,[y_{(j)} = c]$$

    Of classes with the same vote the one that has the nearest neighbour wins; so two neighbours that disagree decide
    like one.

    Parameters
    ----------
    k : the number of neighbours
    metric, p, names : what is near, as in `byhand.distances.distances`
    weights, epsilon : how much each neighbour counts, as in `vote_weights`

    Learned: `X_`, the training rows, shape (n, d), `y_`, their labels, shape (n,), and `sample_weight_`, if they have
    weights: the model is its data; `classes_`, shape (K,).

    >>> from byhand.datasets import triangles_and_squares
    >>> figure = triangles_and_squares()
    >>> model = KNeighborsClassifier(k=5).fit(figure.X, figure.y)
    >>> model.votes([[0, 0]]), model.predict([[0, 0]])
    (array([[3., 2.]]), array(['blue'], dtype='<U4'))
    >>> model.set_params(weights="distance").working([0, 0])["decision"]
    'red'
    """

    def _learn(self, y, n):
        labels = np.array(as_labels(y, n))
        self.classes_, self._codes = encode_classes(labels)
        self.y_, self._width = labels, len(self.classes_)

    def votes(self, X):
        """The vote of each class for each row of X, shape (n, K); columns in the order of `classes_`."""
        d, index = self.kneighbors(X)
        return count_votes(self.y_[index], self.neighbour_weights(d, index), self.classes_)

    def predict_proba(self, X):
        """The share of each class in the votes, shape (n, K); columns in the order of `classes_`."""
        votes = self.votes(X)
        return votes / votes.sum(axis=1, keepdims=True)

    def predict(self, X):
        """The class with the greatest vote for each row of X, shape (n,)."""
        d, index = self.kneighbors(X)
        codes = self._codes[index]
        votes = count_votes(codes, self.neighbour_weights(d, index), range(len(self.classes_)))
        of_their_class = np.take_along_axis(votes, codes, axis=1)  # for each neighbour, nearest first
        best = first_best(of_their_class, SAME * of_their_class.max(axis=1, keepdims=True))
        return self.y_[index[np.arange(len(index)), best]]

    def _losses(self, d, index, own):
        """For each of the rows `own` and each number of neighbours whether the prediction is wrong, shape (m, k)."""
        codes = self._codes[index]
        votes = self._running_sums(d, index, np.eye(len(self.classes_))[codes])
        return running_winners(votes, codes) != self._codes[own, None]


class KNeighborsRegressor(KNeighbors, Regressor):
    r"""The mean outcome of the k nearest training rows, each weighted by how near it is.

    $$\hat y(x) = \frac{\sum_{j=1}^k w_j\,y_{(j)}}{\sum_{j=1}^k w_j}$$

    Parameters: as in `KNeighborsClassifier`. Learned: `X_`, the training rows, shape (n, d), and `y_`, their outcomes,
    shape (n,) or (n, q).

    >>> from byhand.datasets import lisbon_flats
    >>> flats = lisbon_flats()
    >>> model = KNeighborsRegressor(k=3).fit(flats.X, flats.y)
    >>> model.predict([[100]]).round(3)
    array([275.667])
    >>> model.working([100])["prediction"]
    Fraction(827, 3)
    """

    _several_outcomes = True

    def _learn(self, y, n):
        outcomes = np.array(as_outcomes(y, n))
        self.y_ = outcomes if np.asarray(y).ndim == 2 else outcomes[:, 0]
        self._outcomes, self._width = outcomes, outcomes.shape[1] + 1

    def predict(self, X):
        """The weighted mean of the outcomes of the neighbours of each row of X, shape (n,) or (n, q)."""
        d, index = self.kneighbors(X)
        w = self.neighbour_weights(d, index)
        mean = np.einsum("nk,nkq->nq", w / w.sum(axis=1, keepdims=True), self._outcomes[index])
        return mean if self.y_.ndim == 2 else mean[:, 0]

    def _losses(self, d, index, own):
        """For each of the rows `own` and each number of neighbours the mean squared error, shape (m, k)."""
        each = np.concatenate([self._outcomes[index], np.ones((*index.shape, 1))], axis=2)
        sums = self._running_sums(d, index, each)
        return ((sums[:, :, :-1] / sums[:, :, -1:] - self._outcomes[own, None]) ** 2).mean(axis=2)


class NearestPrototype(Classifier):
    r"""One row stands for each class, the mean of its rows; the class of the nearest one is predicted.

    $$P_c = \frac{1}{N_c} \sum_{i:\, y_i = c} x_i, \qquad \hat y(x) = \operatorname{argmin}_c d(x, P_c)$$

    A tie goes to the class that sorts first.

    Parameters: `metric` and `p` as in `byhand.distances.distances`; names have no mean, so "hamming" and "gower" will
    not do.

    Learned: `classes_`, shape (K,); `class_count_`, the $N_c$, shape (K,); `prototypes_`, the $P_c$, shape (K, d).

    >>> model = NearestPrototype().fit([[0, 0], [2, 0], [5, 4], [7, 4]], ["a", "a", "b", "b"])
    >>> model.prototypes_
    array([[1., 0.],
           [6., 4.]])
    >>> model.distances([[4, 4]]), model.predict([[4, 4]])
    (array([[5., 2.]]), array(['b'], dtype='<U1'))
    """

    def __init__(self, metric="euclidean", p=2):
        self.metric = metric
        self.p = p

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        metric, _ = as_metric(self.metric, self.p)
        if metric in ("hamming", "gower"):
            raise ValueError(f"metric must be one of numbers, {', '.join(METRICS[:-2])}; got {metric!r}")
        X = as_matrix(X)
        classes, codes = encode_classes(as_labels(y, len(X)))
        prototypes = np.stack([X[codes == c].mean(axis=0) for c in range(len(classes))])
        self._known = known_rows(prototypes, self.metric, self.p, None, "the table of class means")
        self.classes_, self.class_count_, self.prototypes_ = classes, np.bincount(codes), prototypes
        self.n_features_in_ = X.shape[1]
        return self

    def distances(self, X):
        """The distance of each row of X from each prototype, shape (n, K)."""
        self._require_fit("n_features_in_")
        return self._known.table(self._known.place(X, "X", self.n_features_in_))

    def predict(self, X):
        """The class of the prototype nearest to each row of X, shape (n,)."""
        d = self.distances(X)
        return self.classes_[first_best(-d, SAME * d.min(axis=1, keepdims=True))]

    def working(self, x):
        """The prediction for one row x, shape (d,), as on paper: steps d(c) for each class c, then decision."""
        from byhand.paper import neighbors as paper  # it builds on this module

        return paper.prototypes(self, x)


def _by_function(function, d):
    """The weights that a function makes of distances, shape (m, k)."""
    w = np.asarray(function(d.copy()), dtype=float)
    if w.shape != d.shape:
        raise ValueError(f"weights must make an array of the shape of the distances, {d.shape}; got {w.shape}")
    if not (np.isfinite(w) & (w >= 0)).all():
        raise ValueError("weights must make finite weights, none of them negative")
    alone = w[np.arange(len(d)), np.argmin(d, axis=1)] == 0
    if alone.any():
        raise ValueError(f"weights must not be 0 for the nearest neighbour; row {int(np.argmax(alone))} has such a one")
    return w


def _as_weighting(weights, epsilon):
    if not (isinstance(weights, str) and weights in WEIGHTS):
        as_function(weights, "weights", f"one of {', '.join(WEIGHTS)}, or a function of distances")
    return weights, as_number(epsilon, "epsilon", minimum=0)


def _as_k(k, name, rows):
    number = as_whole(k, name, 1)
    if number > rows:
        raise ValueError(f"{name} must be at most {rows}, the number of rows to choose from; got {number}")
    return number


guard(
    __name__,
    X=as_table,
    x=as_cells,
    y=partial(as_list, kind=(str, Real), what="a sequence of labels"),
    classes=partial(as_list, kind=(str, Real), what="the names of the classes"),
    classify={"weight": as_function},
    count_votes={"y": as_array},
)
