r"""Linear regression: the weighted sum of the features that misses the outcomes least, in squares.

$$\hat y = b_0 + \sum_{j=1}^d b_j x_j, \qquad
  SSE(b) = \sum_{i=1}^n \bigl(y_i - \hat y_i\bigr)^2 = \lVert y - Xb \rVert^2$$

where X, the design, has a column of ones for the intercept $b_0$. The gradient of the SSE is zero where the normal
equations hold, $X^T X\, b = X^T y$. If $y = Xb$ plus normal noise of variance $\sigma^2$, the same b has the greatest
likelihood, and $\hat\sigma^2 = SSE / n$. "Linear" is about b: the columns may be powers of a number
(`polynomial_features`) or bumps around centres (`radial_basis_features`), and the same least squares fits curves.
"""

from itertools import combinations_with_replacement

import numpy as np

from byhand.base import (
    Classifier,
    Regressor,
    as_finite,
    as_flag,
    as_matrix,
    as_number,
    as_outcomes,
    as_weights,
    as_whole,
    warn,
)
from byhand.engine import linear as engine
from byhand.guard import guard
from byhand.protocol import column_names


def design(X, intercept=True):
    """The features, shape (n, d), with a column of ones before them if there is to be an intercept.

    >>> design([[3], [5]])
    array([[1., 3.],
           [1., 5.]])
    """
    X = as_matrix(X)
    return np.column_stack([np.ones(len(X)), X]) if as_flag(intercept, "intercept") else X


def as_independent(X, which="; it"):
    """X as a float array of shape (n, k); its columns must be independent.

    >>> as_independent([[1, 2], [2, 4]])
    Traceback (most recent call last):
        ...
    ValueError: X must have independent columns; it has 2 of rank 1
    """
    X = as_matrix(X)
    with np.errstate(over="ignore"):
        as_finite(np.abs(X).sum(axis=0))
    k, rank = X.shape[1], engine.rank_of(X)
    if rank < k:
        raise ValueError(f"X must have independent columns{which} has {k} of rank {rank}")
    return X


def normal_equations(X, y):
    """Least squares as the books print it: the b, shape (k,) or (k, q), that solves (X'X) b = X'y.

    `X`: the design, shape (n, k), with its column of ones if there is to be an intercept; `y`: shape (n,) or (n, q).
    X'X squares the condition number of X, so this loses twice as many digits as `least_squares` does.

    >>> normal_equations([[1, 0], [1, 1], [1, 2]], [1, 3, 4]).round(6)
    array([1.166667, 1.5     ])
    """
    X = as_independent(X, " for X'X to be invertible; it")
    Y = as_outcomes(y, len(X))
    try:
        b = np.linalg.solve(X.T @ X, X.T @ Y)
    except np.linalg.LinAlgError:
        b = np.full((X.shape[1], Y.shape[1]), np.nan)  # what NumPy gives in a browser
    if not np.isfinite(X.T @ Y).all():
        raise ValueError("X or y is too large: their products are beyond all numbers")
    if not np.isfinite(b).all():
        raise ValueError("X has independent columns, but X'X has not, after rounding: use LinearRegression")
    return b if np.ndim(y) == 2 else b[:, 0]


def least_squares(X, y):
    r"""Least squares as computers do it: the b, shape (k,) or (k, q), of the smallest $\lVert Xb - y \rVert$.

    $X = QR$ with orthonormal columns in Q and a triangle R. $Q^T$ changes no length, so $Rb = Q^T y$ is all that is
    left to solve. `X`: the design, shape (n, k), of independent columns; `y`: shape (n,) or (n, q).

    >>> least_squares(design([[0], [1], [2]]), [1, 3, 4]).round(6)
    array([1.166667, 1.5     ])
    """
    X = as_independent(X)
    Y = as_outcomes(y, len(X))
    Q, R = np.linalg.qr(X)
    b = np.linalg.solve(R, Q.T @ Y)
    return b if np.ndim(y) == 2 else b[:, 0]


class LinearModel(Regressor):
    """What models with a coefficient for each feature share: how they predict, once `fit` has found `coef_`."""

    def predict(self, X):
        r"""$b_0 + \sum_j b_j x_j$ for each row of X, shape (n,) or (n, q)."""
        self._require_fit("n_features_in_")
        return as_finite(as_matrix(X, columns=self.n_features_in_) @ self.coef_.T + self.intercept_)


class LinearRegression(LinearModel):
    r"""The weighted sum of the features, plus an intercept, that misses the outcomes least, in squares.

    What `least_squares` does, made fast for many rows and safe for columns of any units. Where columns depend on each
    other, many b fit equally well: the shortest is taken, with a warning.

    Parameters
    ----------
    intercept : whether there is a $b_0$; without it the fit goes through the origin

    Learned: `coef_`, the $b_j$, shape (d,) or, for outcomes of shape (n, q), (q, d); `intercept_`, a number or (q,);
    `rank_`, the number of independent columns of the design (the ones included); `sse_` and `noise_variance_`,
    $\hat\sigma^2 = SSE / n$, a number each or (q,).

    >>> from byhand.datasets import lisbon_flats
    >>> flats = lisbon_flats()
    >>> model = LinearRegression().fit(flats.X, flats.y)
    >>> model.coef_.round(5), round(model.intercept_, 3)
    (array([4.10247]), -145.617)
    >>> model.predict([[100]]).round(3)
    array([264.63])
    >>> LinearRegression().working(flats.X, flats.y)["determinant"]
    Fraction(54777, 1)
    """

    _several_outcomes = True

    def __init__(self, intercept=True):
        self.intercept = intercept

    def fit(self, X, y, sample_weight=None):
        r"""Learn from X, shape (n, d), and the outcomes y, shape (n,) or (n, q).

        `sample_weight`: how much each row counts, shape (n,); the least is then $\sum_i w_i (y_i - \hat y_i)^2$, which
        is `sse_`, and `noise_variance_` is that divided by $\sum_i w_i$. A weight of 2 is as good as a row twice.

        >>> LinearRegression().fit([[0], [1], [2]], [0, 1, 5], sample_weight=[1, 1, 0]).coef_.round(6)
        array([1.])
        """
        X = as_matrix(X)
        Y = as_outcomes(y, len(X))
        ones = as_flag(self.intercept, "intercept")
        weight = as_weights(sample_weight, len(X))
        with np.errstate(over="ignore", invalid="ignore"):
            coef, intercept, squares, rank = engine.fit(X, Y, ones, weight)
        if not (np.isfinite(coef).all() and np.isfinite(intercept).all() and np.isfinite(squares).all()):
            raise ValueError("X or y is too large: the fit or its sum of squared errors is beyond all numbers")
        columns = X.shape[1] + ones
        if rank < columns:
            warn(
                f"the columns of the design depend on each other: {columns} columns{', with the ones,' * ones} "
                f"have rank {rank}, so many coefficients fit equally well and the shortest are taken",
            )
        if np.asarray(y).ndim == 1:
            coef, intercept, squares = coef[:, 0], float(intercept[0]), float(squares[0])
        self.coef_, self.intercept_, self.rank_ = coef.T, intercept, rank
        self.sse_, self.noise_variance_ = squares, squares / weight.sum()
        self.n_features_in_ = X.shape[1]
        return self

    def working(self, X, y):
        """The fit to X, shape (n, d), and y, shape (n,), as on paper: sums, normal equations, solution, SSE, R².

        Numbers are taken as they print (0.1 is 1/10) and reckoned exactly; a value is a fraction unless its denominator
        is above a million. For one feature the steps are named N, sum x, sum y, sum xx, sum xy, sum yy, equation 1,
        equation 2, determinant, slope, intercept, SSE, variance, SStot, R2; for several, sum x1, slope 1 and so on.
        """
        from byhand.paper import linear as paper

        names, X = column_names(X), as_matrix(X)
        Y = as_outcomes(y, len(X))
        if np.ndim(y) != 1:
            raise ValueError(f"y must hold one number for each row of X; got an array of shape {Y.shape}")
        return paper.least_squares(X, Y[:, 0], as_flag(self.intercept, "intercept"), names)


def polynomial_features(X, degree, ones=False):
    """All products of at most `degree` of the features: for one feature x, the columns x, x², ..., x^degree.

    `X`: shape (n,) or (n, d); `ones`: put the product of no feature, the column of ones, first (for a model without an
    intercept of its own). Returns shape (n, k), lower degrees first.

    >>> polynomial_features([2, 3], 3)
    array([[ 2.,  4.,  8.],
           [ 3.,  9., 27.]])
    >>> polynomial_features([[2, 3]], 2, ones=True)  # 1, a, b, a², ab, b²
    array([[1., 2., 3., 4., 6., 9.]])
    """
    X = _as_points(X, "X")
    degree = as_whole(degree, "degree", 0 if ones else 1)
    columns = {(): np.ones(len(X))}
    with np.errstate(over="ignore", under="ignore"):
        for size in range(1, degree + 1):
            for chosen in combinations_with_replacement(range(X.shape[1]), size):
                columns[chosen] = columns[chosen[:-1]] * X[:, chosen[-1]]
    table = np.column_stack(list(columns.values())[not ones :])
    if not np.isfinite(table).all():
        raise ValueError(f"X is too large: its power of degree {degree} is beyond all numbers")
    return table


class PolynomialRegression(Regressor):
    r"""A polynomial fitted by least squares: $\hat y = \sum_{j=0}^{M} w_j x^j$, and for several features all products.

    `degree`: the M. Learned: `coef_`, the weights of `polynomial_features`, lower degrees first, shape (k,) or (q, k).

    >>> model = PolynomialRegression(degree=2).fit([[0], [1], [2], [3]], [1, 4, 9, 16])
    >>> model.coef_.round(6), model.predict([[4]]).round(6)
    (array([1., 2., 1.]), array([25.]))
    """

    _several_outcomes = True

    def __init__(self, degree=2):
        self.degree = degree

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the outcomes y, shape (n,) or (n, q)."""
        X = as_matrix(X)
        powers = LinearRegression(intercept=False).fit(polynomial_features(X, self.degree, ones=True), y)
        self.coef_, self.powers_, self.n_features_in_ = powers.coef_, powers, X.shape[1]
        return self

    def predict(self, X):
        """The polynomial at each row of X, shape (n,) or (n, q)."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        return self.powers_.predict(polynomial_features(X, self.degree, ones=True))


def radial_basis_features(X, centres, width):
    r"""A bump around each centre: $G_k(x) = \exp\left(-\frac{\lVert x - c_k \rVert^2}{2 r^2}\right)$.

    `X`: shape (n,) or (n, d); `centres`: shape (k,) or (k, d); `width`: the r of the bumps. Returns shape (n, k).

    >>> radial_basis_features([0, 1, 2], centres=[0, 2], width=1).round(4)
    array([[1.    , 0.1353],
           [0.6065, 0.6065],
           [0.1353, 1.    ]])
    """
    X, centres, width = _as_points(X, "X"), _as_points(centres, "centres"), as_number(width, "width", above=0)
    if centres.shape[1] != X.shape[1]:
        raise ValueError(f"centres must have {X.shape[1]} columns, as X has; got {centres.shape[1]}")
    distance = np.zeros((len(X), len(centres)))
    with np.errstate(over="ignore", under="ignore"):  # far from a centre the bump is 0
        for x, c in zip(X.T, centres.T, strict=True):
            distance += ((x[:, None] - c) / width) ** 2
        return np.exp(-0.5 * distance)


def leverages(X, intercept=True):
    r"""How much each outcome weighs in its own prediction: $h_i$, the diagonal of $H = X (X^T X)^{-1} X^T$, shape (n,).

    Each lies between 0 and 1, and they sum to the number of coefficients.

    >>> leverages([[0], [1], [2], [5]]).round(3)
    array([0.536, 0.321, 0.25 , 0.893])
    """
    _, leverage, _ = _hat(X, intercept)
    return leverage


def leave_one_out_errors(X, y, intercept=True):
    r"""The error in predicting each row from all the others, without fitting n times; of the shape of y.

    $$y_i - \hat y_i^{(-i)} = \frac{y_i - \hat y_i}{1 - h_i}$$

    where $h_i$ is the row's leverage. `X`: shape (n, d); `y`: shape (n,) or (n, q).

    >>> leave_one_out_errors([[0], [1], [2]], [0, 1, 5]).round(6)  # the line through (1, 1) and (2, 5) is -3 at 0
    array([ 3. , -1.5,  3. ])
    """
    X = as_matrix(X)
    Y = as_outcomes(y, len(X))
    Q, leverage, alone = _hat(X, intercept)
    if alone.any():
        raise ValueError(
            f"X must leave enough rows for a fit without any one of them; without row {int(np.argmax(alone))} "
            "the columns of the design depend on each other"
        )
    errors = (Y - Q @ (Q.T @ Y)) / (1 - leverage)[:, None]
    return errors if np.ndim(y) == 2 else errors[:, 0]


class LinearClassifier(Classifier):
    """A classifier with a linear score of each class: a row w_k of `coef_`, shape (K, d), and of `intercept_`, (K,)."""

    def scores(self, X):
        r"""$w_k \cdot x + b_k$ for each row of X and each class, shape (n, K)."""
        self._require_fit("n_features_in_")
        return as_finite(as_matrix(X, columns=self.n_features_in_) @ self.coef_.T + self.intercept_)

    def decision_function(self, X):
        """The `scores`, shape (n, K); of two classes the second's score less the first's, shape (n,)."""
        scores = self.scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores


def _hat(X, intercept):
    """Q with H = QQ', shape (n, k), its diagonal, shape (n,), and which rows the fit cannot do without, shape (n,)."""
    A = as_independent(design(X, intercept), "; the design")
    Q, R = np.linalg.qr(A / np.abs(A).max(axis=0))
    leverage = np.minimum((Q * Q).sum(axis=1), 1)
    s = np.linalg.svd(R, compute_uv=False)
    return Q, leverage, 1 - leverage <= 10 * A.shape[1] * np.finfo(float).eps * s[0] / s[-1]


def _as_points(X, name):
    """X as a float array of shape (n, d); d is 1 if X has shape (n,)."""
    X = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    return as_matrix(X[:, None] if X.ndim == 1 else X, name)


guard(__name__)
