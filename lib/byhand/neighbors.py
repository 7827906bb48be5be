r"""Nearest neighbours: expect of a new row what is known of the rows most like it.

Let $(1), (2), \dots, (k)$ be the k training rows nearest to x, nearest first, and $w_j$ the weight of neighbour $(j)$:

$$\hat y(x) = \operatorname{argmax}_c \sum_{j=1}^k w_j\,[y_{(j)} = c] \quad\text{(classes)}, \qquad
  \hat y(x) = \frac{\sum_j w_j\,y_{(j)}}{\sum_j w_j} \quad\text{(numbers)}$$

Training only stores the rows; all the work is done at prediction. What is near, the metric says:

===========  =====================================================  ====================================================
metric       distance of a and b, rows of d features                meant for
===========  =====================================================  ====================================================
euclidean    $\sqrt{\sum_j (a_j - b_j)^2}$                          numbers on one scale
manhattan    $\sum_j |a_j - b_j|$                                   the same: differences add up
chebyshev    $\max_j |a_j - b_j|$                                   the same: the largest difference alone counts
minkowski    $\left(\sum_j |a_j - b_j|^p\right)^{1/p}$              the same: p = 2, 1 and ∞ are the three above
cosine       $1 - \frac{a \cdot b}{\lVert a\rVert \lVert b\rVert}$  numbers whose proportions matter, not their size
hamming      the number of j with $a_j \ne b_j$                     names; one never seen before differs from all others
gower        $\frac1d \sum_j \delta_j$                              a mixed table: $\delta_j = [a_j \ne b_j]$ for names,
                                                                    $|a_j - b_j| / \text{range}_j$ for numbers
===========  =====================================================  ====================================================

Two rules leave nothing to chance. Of rows at the same distance the earlier one is the nearer neighbour. Of classes with
the same vote the one that has the nearest neighbour wins. "The same" is meant up to rounding: in the first ten digits.
"""

import math
from fractions import Fraction
from functools import cached_property

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_labels,
    as_matrix,
    as_number,
    as_outcomes,
    as_table,
    as_whole,
    encode_classes,
    is_missing,
)
from byhand.working import Step, Working, as_printed, decimal, figure, short, tex

METRICS = ("euclidean", "manhattan", "chebyshev", "minkowski", "cosine", "hamming", "gower")
WEIGHTS = ("majority", "distance", "linear")
SAME = 1e-10  # distances, or votes, that differ by no more than this share of themselves are the same
PARALLEL = 1e-28  # a cosine distance that rounding can make of 0
BLOCK = 2**18  # so many distances at a time fit into fast memory


def distances(A, B, metric="euclidean", p=2, names=None):
    """The distance of each row of A, shape (m, d), from each row of B, shape (n, d): a table of shape (m, n).

    `p`: the power of "minkowski", from 1 to infinity; `names`: for "gower", the positions of the columns of names. The
    ranges of the others are those of B, the rows that are known; a column without a range, all numbers equal, counts 0.

    >>> distances([[1, 2, 3]], [[4, -2, 3], [1, 2, 5]])
    array([[5., 2.]])
    >>> distances([[1, 2, 3]], [[4, -2, 3], [1, 2, 5]], metric="manhattan")
    array([[7., 2.]])
    >>> distances([["red", 3]], [["red", 5], ["blue", 1]], metric="gower", names=[0])
    array([[0.25, 0.75]])
    """
    known = _Rows(B, metric, p, names, "B")
    columns = as_table(A, "A").shape[1]
    if columns != known.points.shape[1]:
        raise ValueError(f"A must have {known.points.shape[1]} columns, as B has; got {columns}")
    a = known.place(A, "A")
    return np.vstack([known.table(a[part]) for part in _blocks(len(a), len(known.points))])


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
    weights, epsilon = _as_weights(weights, epsilon)
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


class KNeighbors(Estimator):
    """What the two estimators by nearest neighbours share: settings, stored rows, the search, leaving one out.

    Each adds `_learn` (checks y and says how many sums a prediction takes, `_width`), `_losses` (when 1, 2, ... of the
    neighbours predict), `_told` (of a row) and `_conclusion` (steps on paper).
    """

    def __init__(self, k=5, metric="euclidean", p=2, names=None, weights="majority", epsilon=0.0):
        self.k = k
        self.metric = metric
        self.p = p
        self.names = names
        self.weights = weights
        self.epsilon = epsilon

    def fit(self, X, y):
        """Store X, shape (n, d), and y: labels of shape (n,), or numbers of shape (n,) or (n, q)."""
        known = _Rows(X, self.metric, self.p, self.names, "X")
        n, d = known.rows.shape
        _as_k(self.k, "k", n)
        _as_weights(self.weights, self.epsilon)
        self._learn(y, n)
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
        for part in _blocks(n, max(ks) * self._width):
            found = self._known.nearest(self._known.points[part], max(ks), own[part])
            total += self._losses(*found, own[part]).sum(axis=0)
        return total[np.array(ks) - 1] / n

    def working(self, x):
        """The prediction for one row x, shape (d,), as on paper: distances, ranking, weights, then a vote or a mean.

        Training rows count from 1; of more than twenty only the k nearest are shown. The steps are named d(1), d(2),
        ...; neighbour 1, ...; weight 1, ..., unless all are 1; then vote(c) and P(c|x) for each class c and decision,
        or else prediction.
        """
        (found,), (order,) = self.kneighbors([x])
        order = order.tolist()
        near = dict(zip(order, found.tolist(), strict=True))
        if len(self.X_) <= 20:
            near = dict(enumerate(self._known.table(self._known.place([x], "X"))[0].tolist()))
        lines = {i: self._known.on_paper(x, i, near[i]) for i in sorted(near)}
        d = [lines[i][-1] for i in order]
        weights = [] if self.weights == "majority" else list(_weight_steps(d, found, self.weights, self.epsilon))
        w = [step.value for step in weights] or [Fraction(1)] * len(d)
        steps = [Step(f"d({i + 1})", *line, self._told(i)) for i, line in lines.items()]
        for j, i in enumerate(order, 1):
            steps.append(Step(f"neighbour {j}", "", "", i + 1, f"{self._told(i)}, at {decimal(near[i])}"))
        steps += [*weights, *self._conclusion(x, order, w)]
        return Working(f"Nearest neighbours of x = ({', '.join(map(_word, x))}), k = {len(d)}", steps)


class KNeighborsClassifier(KNeighbors, Classifier):
    r"""The class with the greatest vote among the k nearest training rows.

    $$\text{vote}(c) = \sum_{j=1}^k w_j\,[y_{(j)} = c]$$

    Of classes with the same vote the one that has the nearest neighbour wins; so two neighbours that disagree decide
    like one.

    Parameters
    ----------
    k : the number of neighbours
    metric, p, names : what is near, as in `distances`
    weights, epsilon : how much each neighbour counts, as in `vote_weights`

    Learned: `X_`, the training rows, shape (n, d), and `y_`, their labels, shape (n,): the model is its data;
    `classes_`, shape (K,).

    >>> from byhand.datasets import triangles_and_squares
    >>> figure = triangles_and_squares()
    >>> model = KNeighborsClassifier(k=5).fit(figure.X, figure.y)
    >>> model.predict_proba([[0, 0]]), model.predict([[0, 0]])
    (array([[0.6, 0.4]]), array(['blue'], dtype='<U4'))
    >>> model.set_params(weights="distance").working([0, 0])["decision"]
    'red'
    """

    def _learn(self, y, n):
        labels = np.array(as_labels(y, n))
        self.classes_, self._codes = encode_classes(labels)
        self.y_, self._width = labels, len(self.classes_)

    def predict_proba(self, X):
        """The share of each class in the votes, shape (n, K); columns in the order of `classes_`."""
        votes, _ = self._votes(X)
        return votes / votes.sum(axis=1, keepdims=True)

    def predict(self, X):
        """The class with the greatest vote for each row of X, shape (n,)."""
        best = _winner(*self._votes(X))
        return self.classes_[best]

    def _votes(self, X):
        """The votes, shape (n, K), and the classes of the neighbours as positions in `classes_`, shape (n, k)."""
        d, index = self.kneighbors(X)
        codes, size = self._codes[index], len(self.classes_)
        ballot = codes + size * np.arange(len(d))[:, None]
        w = vote_weights(d, self.weights, self.epsilon)
        return np.bincount(ballot.ravel(), w.ravel(), size * len(d)).reshape(len(d), size), codes

    def _losses(self, d, index, own):
        """For each of the rows `own` and each number of neighbours whether the prediction is wrong, shape (m, k)."""
        codes = self._codes[index]
        votes = _running_sums(d, np.eye(len(self.classes_))[codes], self.weights, self.epsilon)
        return _winner(votes, codes) != self._codes[own, None]

    def _told(self, i):
        return str(self.y_[i])

    def _conclusion(self, x, order, w):
        names = [str(c) for c in self.classes_]
        ballots = {c: [v for v, i in zip(w, order, strict=True) if self._told(i) == c] for c in names}
        votes = {c: short(sum(ballot, Fraction(0))) for c, ballot in ballots.items()}
        total = short(sum(votes.values()))
        greatest = [c for c in names if votes[c] >= max(votes.values()) * (1 - SAME)]
        tie = f"a tie of {' and '.join(greatest)}: the nearest neighbour decides" if len(greatest) > 1 else ""
        return [
            *(
                Step(f"vote({c})", rf"\sum_j w_j [y_j = {tex(c)}]", " + ".join(map(tex, ballots[c])) or "0", votes[c])
                for c in names
            ),
            *(
                Step(
                    f"P({c}|x)",
                    rf"\text{{vote}}({tex(c)}) \div \sum_k \text{{vote}}(C_k)",
                    rf"{tex(votes[c])} \div {tex(total)}",
                    short(votes[c] / total),
                )
                for c in names
            ),
            Step("decision", r"\operatorname{argmax}_k \text{vote}(C_k)", "", str(self.predict([x])[0]), tie),
        ]


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

    def _learn(self, y, n):
        outcomes = np.array(as_outcomes(y, n))
        self.y_ = outcomes if np.ndim(y) == 2 else outcomes[:, 0]
        self._outcomes, self._width = outcomes, outcomes.shape[1] + 1

    def predict(self, X):
        """The weighted mean of the outcomes of the neighbours of each row of X, shape (n,) or (n, q)."""
        d, index = self.kneighbors(X)
        w = vote_weights(d, self.weights, self.epsilon)
        mean = np.einsum("nk,nkq->nq", w / w.sum(axis=1, keepdims=True), self._outcomes[index])
        return mean if self.y_.ndim == 2 else mean[:, 0]

    def _losses(self, d, index, own):
        """For each of the rows `own` and each number of neighbours the mean squared error, shape (m, k)."""
        each = np.concatenate([self._outcomes[index], np.ones((*index.shape, 1))], axis=2)
        sums = _running_sums(d, each, self.weights, self.epsilon)
        return ((sums[:, :, :-1] / sums[:, :, -1:] - self._outcomes[own, None]) ** 2).mean(axis=2)

    def _told(self, i):
        return ", ".join(map(decimal, self._outcomes[i]))

    def _conclusion(self, x, order, w):
        formula = r"\frac{1}{k} \sum_j y_j" if self.weights == "majority" else r"\frac{\sum_j w_j y_j}{\sum_j w_j}"
        for q, column in enumerate(self._outcomes[order].T):
            y = [as_printed(value) for value in column]
            if self.weights == "majority":
                above, below = " + ".join(map(figure, y)), str(len(y))
            else:
                above = " + ".join(rf"{tex(v)} \cdot {figure(u)}" for u, v in zip(y, w, strict=True))
                below = " + ".join(map(tex, w))
            mean = sum(u * v for u, v in zip(y, w, strict=True)) / sum(w)
            name = "prediction" if self.y_.ndim == 1 else f"prediction {q + 1}"
            yield Step(name, formula, rf"\frac{{{above}}}{{{below}}}", short(mean))


class NearestPrototype(Classifier):
    r"""One row stands for each class, the mean of its rows; the class of the nearest one is predicted.

    $$P_c = \frac{1}{N_c} \sum_{i:\, y_i = c} x_i, \qquad \hat y(x) = \operatorname{argmin}_c d(x, P_c)$$

    A tie goes to the class that sorts first.

    Parameters: `metric` and `p` as in `distances`; names have no mean, so "hamming" and "gower" will not do.

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
        metric, _ = _as_metric(self.metric, self.p)
        if metric in ("hamming", "gower"):
            raise ValueError(f"metric must be one of numbers, {', '.join(METRICS[:-2])}; got {metric!r}")
        X = as_matrix(X)
        classes, codes = encode_classes(as_labels(y, len(X)))
        prototypes = np.stack([X[codes == c].mean(axis=0) for c in range(len(classes))])
        self._known = _Rows(prototypes, self.metric, self.p, None, "the table of class means")
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
        return self.classes_[np.argmax(d <= d.min(axis=1, keepdims=True) * (1 + SAME), axis=1)]

    def working(self, x):
        """The prediction for one row x, shape (d,), as on paper: steps d(c) for each class c, then decision."""
        steps = [
            Step(
                f"d({self.classes_[c]})",
                *self._known.on_paper(x, c, d),
                f"from the mean of {self.class_count_[c]} rows",
            )
            for c, d in enumerate(self.distances([x])[0].tolist())
        ]
        decision = Step("decision", r"\operatorname{argmin}_k d(x, P_k)", "", str(self.predict([x])[0]))
        return Working(f"Nearest prototype of x = ({', '.join(map(_word, x))})", [*steps, decision])


class _Rows:
    """Known rows under one metric, ready to be compared with others.

    `rows`: as they were given; `is_name`: which of their features are names, shape (d,); `points`: their coordinates,
    shape (n, d), names as whole numbers, numbers in some `unit`, under the cosine as vectors of length 1.
    """

    def __init__(self, table, metric, p, names, name):
        self.metric, self.p = _as_metric(metric, p)
        self.is_name = _name_columns(self.metric, names, as_table(table, name).shape[1])
        self.rows = np.array(as_table(table) if self.is_name.any() else _as_numbers(table, name))  # a copy
        self.codes = [{value: i for i, value in enumerate(column)} for column in self.rows.T[self.is_name].tolist()]
        points = self.encode(self.rows, name)
        self.unit = _unit(points) if self.metric == "euclidean" else 1.0
        self.points = points / self.unit
        self.columns = np.ascontiguousarray(self.points.T)
        self.low, self.high = self.points.min(axis=0), self.points.max(axis=0)
        self.check_reach(self.points, name)
        self.ranges = _ranges(self.low, self.high)

    def encode(self, table, name, columns=None):
        """A table as numbers, shape (m, d); a name that is not among the known rows becomes -1."""
        if not self.is_name.any():
            numbers = _as_numbers(table, name, columns)
            return _directions(numbers, name) if self.metric == "cosine" else numbers
        raw = as_table(table, name, columns)
        missing = is_missing(raw).any(axis=1)
        if missing.any():
            raise ValueError(f"{name} must not hold missing values (None or NaN); row {int(np.argmax(missing))} does")
        a = np.empty(raw.shape)
        if not self.is_name.all():
            a[:, ~self.is_name] = _as_numbers(raw[:, ~self.is_name], name)
        for j, codes in zip(np.flatnonzero(self.is_name), self.codes, strict=True):
            a[:, j] = [codes.get(value, -1) for value in raw[:, j].tolist()]
        return a

    def place(self, table, name, columns=None):
        """The coordinates of rows that are to be compared with the known ones, shape (m, d)."""
        a = self.encode(table, name, columns) / self.unit
        self.check_reach(a, name)
        return a

    def check_reach(self, a, name):
        """Refuse rows so far from each other or from the known ones that sums of differences overflow."""
        with np.errstate(over="ignore", invalid="ignore"):
            reach = (np.maximum(self.high, a.max(axis=0)) - np.minimum(self.low, a.min(axis=0))).sum()
        if not reach < (2.0**500 if self.metric == "euclidean" else np.inf):
            raise ValueError(f"{name} is too large: some distances, or their squares, are beyond all numbers")

    def measure(self, a, b, ranges=None):
        """The distances of a from b, coordinates of shapes (d, ...) that fit together, by `ranges` that do so too.

        Sums go through the features in their order, so that all machines round alike.
        """
        shape = np.broadcast(a[0], b[0]).shape
        delta = np.empty(shape)  # one array for all features

        def combined(term, combine=np.add, dtype=float):
            total = np.zeros(shape, dtype)
            for j in range(len(a)):
                combine(total, term(j), out=total)
            return total

        def difference(j):
            return np.abs(np.subtract(a[j], b[j], out=delta), out=delta)

        def square(j):
            return np.square(np.subtract(a[j], b[j], out=delta), out=delta)

        def mismatch(j):
            return a[j] != b[j]

        if self.metric == "euclidean":
            return np.sqrt(combined(square)) * self.unit
        if self.metric == "cosine":  # of vectors of length 1, |a - b|² = 2 - 2ab, and no digits cancel
            squares = combined(square)
            return np.where(squares <= 2 * PARALLEL, 0, squares / 2)
        if self.metric == "manhattan":
            return combined(difference)
        if self.metric == "hamming":
            return combined(mismatch, dtype=np.min_scalar_type(len(a))).astype(float)
        if self.metric == "gower":
            return combined(lambda j: mismatch(j) if self.is_name[j] else difference(j) / ranges[j]) / len(a)
        largest = combined(difference, np.maximum)
        if self.metric == "chebyshev":
            return largest
        unit = np.where(largest == 0, 1, largest)  # a power of a share of it does not overflow
        return largest * combined(lambda j: (difference(j) / unit) ** self.p) ** (1 / self.p)

    def table(self, a, ranges=None):
        """The distances of the rows a, shape (m, d), from all known rows, shape (m, n); `ranges`: (m, d) or None."""
        ranges = self.ranges if ranges is None else ranges.T[:, :, None]
        return self.measure(a.T[:, :, None], self.columns[:, None, :], ranges)

    def nearest(self, a, k, own=None):
        """The k known rows nearest to each of the rows a, nearest first: their distances and positions, both (m, k).

        `own`: the positions of the rows a themselves, shape (m,), if they are known rows: none is its own neighbour.
        """
        n = len(self.points)
        estimate = self.estimator() if self.metric in ("euclidean", "cosine") and 8 * k <= n else None
        found, order = np.empty((len(a), k)), np.empty((len(a), k), dtype=np.intp)
        for part in _blocks(len(a), n // 4 if estimate else n):  # products of matrices are worth more memory
            rows, ranges = a[part], None if own is None else self.ranges_of_others[own[part]]
            near, slack = estimate(rows) if estimate else (self.table(rows, ranges), 0)
            if own is not None:
                near[np.arange(len(rows)), own[part]] = np.inf
            i, j = _candidates(near, k, slack)
            exact = self.measure(rows.T[:, i], self.columns[:, j]) if estimate else near[i, j]
            found[part], order[part] = _ranking(i, j, exact, len(rows), k)
        return found, order

    @cached_property
    def ranges_of_others(self):
        """For each known row the ranges of the features among the others, shape (n, d)."""
        ordered = np.sort(self.points, axis=0)
        low = np.where(self.points == ordered[0], ordered[1], ordered[0])
        high = np.where(self.points == ordered[-1], ordered[-2], ordered[-1])
        return _ranges(low, high)

    def estimator(self):
        r"""A quick guess at squared distances: a function from rows, (m, d), to a table, (m, n), and its slack, (m, 1).

        The guess, $-2ab + |b|^2$, is less than $|a - b|^2$ by the same for all b, and takes one product of matrices.
        Rounding can put it wrong by some $10^{-15} (|a|^2 + |b|^2)$, where a and b count from the middle of the known
        rows. Who is within the slack of the k-th guess may be a neighbour, and is measured.
        """
        middle = self.low / 2 + self.high / 2
        b = self.points - middle
        squares = (b * b).sum(axis=1)
        lifted = np.vstack([-2 * b.T, squares])
        level = 4 * PARALLEL if self.metric == "cosine" else 0

        def estimate(a):
            a = a - middle
            slack = 10 * SAME * ((a * a).sum(axis=1, keepdims=True) + squares.max()) + level
            return np.column_stack([a, np.ones(len(a))]) @ lifted, slack

        return estimate

    def on_paper(self, x, i, measured):
        """The distance of x from known row i: the formula, the same with numbers put in, and the value."""
        pairs = [
            (u, v) if is_name else (as_printed(u), as_printed(v))
            for u, v, is_name in zip(x, self.rows[i], self.is_name, strict=True)
        ]
        formula, numbers, exact = _on_paper(pairs, self.metric, self.p, self.is_name, self.ranges)
        return formula, numbers, measured if exact is None else short(exact)


def _candidates(near, k, slack):
    """Which entries of a table, shape (m, n), may be among the k smallest of their row: rows and columns, in order.

    The k-th smallest of the minima of groups is no less than the k-th smallest of all, and much faster to find.
    """
    m, n = near.shape
    size = max(1, n // (32 * k))
    groups = n // size
    minima = near[:, : size * groups].reshape(m, size, groups).min(axis=1)
    bound = np.partition(minima, k - 1, axis=1)[:, k - 1 : k]
    return np.divmod(np.flatnonzero(near <= bound + slack + 2 * SAME * np.abs(bound)), n)


def _ranking(i, j, d, m, k):
    """Of candidates j at distances d from rows i, in order of i and j, the k nearest to each of m rows: d and j."""
    count = np.bincount(i, minlength=m)
    place = np.arange(len(i)) - (np.cumsum(count) - count)[i]
    near, index = np.full((m, count.max()), np.inf), np.zeros((m, count.max()), dtype=np.intp)
    near[i, place], index[i, place] = d, j
    order = np.argsort(near, axis=1, kind="stable")
    ranked = np.take_along_axis(near, order, axis=1)
    same = ranked[:, 1:] <= ranked[:, :-1] * (1 + SAME)
    wrong = (same & (order[:, 1:] < order[:, :-1])).any(axis=1)  # rows where, up to rounding, a later one seems nearer
    if wrong.any():
        better = np.lexsort((order[wrong], _levels(ranked[wrong])), axis=1)
        order[wrong] = np.take_along_axis(order[wrong], better, axis=1)
    order = order[:, :k]
    return np.take_along_axis(near, order, axis=1), np.take_along_axis(index, order, axis=1)


def _levels(ranked):
    """A number for each of sorted distances, shape (m, n): those that are the same as their smallest share one."""
    level, smallest = np.zeros(ranked.shape, dtype=np.intp), ranked[:, 0]
    for j in range(1, ranked.shape[1]):
        further = ranked[:, j] > smallest * (1 + SAME)
        smallest = np.where(further, ranked[:, j], smallest)
        level[:, j] = level[:, j - 1] + further
    return level


def _winner(votes, codes):
    """The position of the class with the greatest vote, from votes of shape (m, K) or (m, k, K); shape (m,) or (m, k).

    `codes`: the classes of the neighbours, nearest first, shape (m, k); the first of them decides a tie.
    """
    first = np.stack([np.argmax(codes == c, axis=1) for c in range(votes.shape[-1])], axis=-1)  # any if c has none
    greatest = votes >= votes.max(axis=-1, keepdims=True) * (1 - SAME)
    return np.argmin(np.where(greatest, first if votes.ndim == 2 else first[:, None], np.inf), axis=-1)


def _running_sums(d, each, weights, epsilon):
    """The sums of w_j each_j over the nearest 1, 2, ..., k neighbours, for `each` of shape (m, k, q); of that shape."""
    if weights != "linear":
        return np.cumsum(vote_weights(d, weights, epsilon)[:, :, None] * each, axis=1)
    beyond = (d - d.min(axis=1, keepdims=True))[:, :, None]
    furthest, counts = np.maximum.accumulate(beyond, axis=1), np.cumsum(each, axis=1)
    sums = furthest * counts - np.cumsum(beyond * each, axis=1)  # weights less their common denominator
    return np.where(furthest <= SAME * d[:, :, None], counts, sums)


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


def _blocks(count, size):
    """Slices of rows, each row with `size` entries, so that a slice fits into fast memory."""
    rows = max(1, BLOCK // size)
    return [slice(start, start + rows) for start in range(0, count, rows)]


def _as_metric(metric, p):
    """The metric and its power, special cases of Minkowski's by their own names."""
    if not isinstance(metric, str) or metric not in METRICS:
        raise ValueError(f"metric must be one of {', '.join(METRICS)}; got {metric!r}")
    if metric != "minkowski":
        return metric, None
    p = math.inf if isinstance(p, float) and p == math.inf else as_number(p, "p", minimum=1)
    return {1: "manhattan", 2: "euclidean", math.inf: "chebyshev"}.get(p, metric), p


def _as_weights(weights, epsilon):
    if not callable(weights) and not (isinstance(weights, str) and weights in WEIGHTS):
        raise ValueError(f"weights must be one of {', '.join(WEIGHTS)}, or a function of distances; got {weights!r}")
    return weights, as_number(epsilon, "epsilon", minimum=0)


def _as_k(k, name, rows):
    number = as_whole(k, name, 1)
    if number > rows:
        raise ValueError(f"{name} must be at most {rows}, the number of rows to choose from; got {number}")
    return number


def _as_numbers(table, name, columns=None):
    try:
        return as_matrix(table, name, columns)
    except ValueError as error:
        if "numbers only" not in str(error):
            raise
        hint = "for names there is metric 'hamming', for both metric 'gower', with the columns of names in names"
        raise ValueError(f"{error}; {hint}") from None


def _name_columns(metric, names, d):
    """Which of d columns hold names, shape (d,)."""
    if metric != "gower":
        if names is not None:
            raise ValueError(f"names must be None for metric {metric!r}; it is for 'gower'")
        return np.full(d, metric == "hamming")
    if names is None:
        raise ValueError("names must say which columns hold names for metric 'gower': [0, 2], say, or [] for none")
    positions = [as_whole(j, "each position in names", 0) for j in np.ravel(names).tolist()]
    if max(positions, default=0) >= d:
        raise ValueError(f"names must hold positions of columns, 0 to {d - 1}; got {max(positions)}")
    return np.isin(np.arange(d), positions)


def _directions(a, name):
    """The rows of a, shape (m, d), scaled to length 1."""
    largest = np.abs(a).max(axis=1, keepdims=True)
    if (largest == 0).any():
        raise ValueError(
            f"{name} must not hold a row of zeros for metric 'cosine', it has no direction; "
            f"row {int(np.argmin(largest))} is one"
        )
    a = a / largest
    return a / np.sqrt((a * a).sum(axis=1, keepdims=True))


def _ranges(low, high):
    """The ranges of features; an infinite one in place of 0, so that differences divided by it are 0."""
    return np.where(high > low, high - low, np.inf)


def _unit(points):
    """A power of 2 as the unit of numbers so large or small that their squares might leave the range of floats."""
    with np.errstate(over="ignore"):
        exponent = math.frexp((points.max(axis=0) - points.min(axis=0)).max())[1]
    return 2.0 ** (exponent - 1) if abs(exponent) > 400 else 1.0


def _on_paper(pairs, metric, p, is_name, ranges):
    """A distance by the pairs of values of each feature: formula, numbers put in, and the exact value or None."""
    if metric == "cosine":
        ab, aa, bb = (sum(products) for products in zip(*((u * v, u * u, v * v) for u, v in pairs), strict=True))
        root = _root(ab * ab / (aa * bb))
        return (
            r"1 - \frac{\sum_j x_j a_j}{\sqrt{\sum_j x_j^2} \sqrt{\sum_j a_j^2}}",
            rf"1 - \frac{{{figure(ab)}}}{{\sqrt{{{figure(aa)}}} \sqrt{{{figure(bb)}}}}}",
            None if root is None else 1 - root if ab > 0 else 1 + root,
        )
    deltas, terms = [], []
    for (u, v), name, span in zip(pairs, is_name, ranges.tolist(), strict=True):
        delta, term = (
            (Fraction(bool(u != v)), str(int(u != v))) if name else (abs(u - v), f"|{figure(u)} - {figure(v)}|")
        )
        if metric == "gower" and not name:
            delta = delta / as_printed(span) if span < math.inf else Fraction(0)
            term = rf"\frac{{{term}}}{{{figure(span)}}}" if span < math.inf else "0"
        deltas.append(delta)
        terms.append(term)
    if metric == "euclidean":
        squares = _listed([f"({term[1:-1]})^2" for term in terms])
        return r"\sqrt{\sum_j (x_j - a_j)^2}", rf"\sqrt{{{squares}}}", _root(sum(delta * delta for delta in deltas))
    if metric == "minkowski":
        powers = _listed([f"{term}^{{{p:g}}}" for term in terms])
        return r"\left(\sum_j |x_j - a_j|^p\right)^{1/p}", rf"\left({powers}\right)^{{1/{p:g}}}", None
    if metric == "chebyshev":
        return r"\max_j |x_j - a_j|", rf"\max({_listed(terms, ', ')})", max(deltas)
    if metric == "gower":
        numbers = rf"\frac{{1}}{{{len(terms)}}} \left({_listed(terms)}\right)"
        return r"\frac{1}{d} \sum_j \delta_j", numbers, sum(deltas) / len(terms)
    formula = r"\sum_j [x_j ≠ a_j]" if metric == "hamming" else r"\sum_j |x_j - a_j|"
    return formula, _listed(terms), sum(deltas)


def _weight_steps(d, found, weights, epsilon):
    """The weight of each neighbour as a step, from the distances as on paper, d, and as measured, `found`."""
    measured = vote_weights(found, weights, epsilon).tolist()
    furthest, nearest, epsilon = max(d), min(d), as_printed(epsilon)
    for j, (distance, value) in enumerate(zip(d, measured, strict=True), 1):
        formula, numbers, note = "", "", ""
        if weights == "distance" and found.min() + epsilon > 1e-300:
            value, below = 1 / (distance + epsilon), [tex(distance), *([tex(epsilon)] if epsilon else [])]
            formula = r"\frac{1}{d_j + \epsilon}" if epsilon else r"\frac{1}{d_j}"
            numbers = rf"\frac{{1}}{{{' + '.join(below)}}}"
        elif weights == "distance":
            value, note = Fraction(value), "neighbours at distance 0 alone count"
        elif weights == "linear" and min(measured) == 0:
            value = (furthest - distance) / (furthest - nearest)
            formula = r"\frac{d_f - d_j}{d_f - d_n}"
            numbers = rf"\frac{{{tex(furthest)} - {tex(distance)}}}{{{tex(furthest)} - {tex(nearest)}}}"
        elif weights == "linear":
            value, note = Fraction(1), "all neighbours are equally far"
        yield Step(f"weight {j}", formula, numbers, short(value), note)


def _root(value):
    """The square root of a fraction if it is a fraction, else None."""
    above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
    return Fraction(above, below) if Fraction(above, below) ** 2 == value else None


def _listed(terms, sign=" + "):
    return sign.join([*terms[:2], "…", terms[-1]] if len(terms) > 8 else terms)


def _word(value):
    return decimal(value) if isinstance(value, float) else str(value)
