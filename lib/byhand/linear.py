r"""Linear regression: the weighted sum of the features that misses the outcomes least, in squares.

$$\hat y = b_0 + \sum_{j=1}^d b_j x_j, \qquad
  SSE(b) = \sum_{i=1}^n \bigl(y_i - \hat y_i\bigr)^2 = \lVert y - Xb \rVert^2$$

where X, the design, has a column of ones for the intercept $b_0$. The gradient of the SSE is zero where the normal
equations hold, $X^T X\, b = X^T y$. If $y = Xb$ plus normal noise of variance $\sigma^2$, the same b has the greatest
likelihood, and $\hat\sigma^2 = SSE / n$. "Linear" is about b: the columns may be powers of a number
(`polynomial_features`) or bumps around centres (`radial_basis_features`), and the same least squares fits curves.
"""

import re
import warnings
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from byhand.base import Regressor, as_matrix, as_number, as_outcomes, as_whole
from byhand.working import Step, Working, as_printed, figure, short, tex

ROUNDING = 1e-13  # what rounding may leave of a zero, relative to the numbers that cancelled


def normal_equations(X, y):
    """Least squares as the books print it: the b, shape (k,) or (k, q), that solves (X'X) b = X'y.

    `X`: the design, shape (n, k), with its column of ones if there is to be an intercept; `y`: shape (n,) or (n, q).
    X'X squares the condition number of X, so this loses twice as many digits as `LinearRegression` does.

    >>> normal_equations([[1, 0], [1, 1], [1, 2]], [1, 3, 4]).round(6)
    array([1.166667, 1.5     ])
    """
    X = as_matrix(X)
    Y = as_outcomes(y, len(X))
    k = X.shape[1]
    if (rank := _rank(X)) < k:
        raise ValueError(f"X must have independent columns for X'X to be invertible; it has {k} of rank {rank}")
    try:
        b = np.linalg.solve(X.T @ X, X.T @ Y)
    except np.linalg.LinAlgError:
        b = np.full((k, Y.shape[1]), np.nan)  # what NumPy gives in a browser
    if not np.isfinite(b).all():
        raise ValueError("X has independent columns, but X'X has not, after rounding: use LinearRegression")
    return b if np.ndim(y) == 2 else b[:, 0]


class LinearRegression(Regressor):
    r"""Least squares by orthogonal triangles, without forming $X^T X$.

    $$\lVert Xb - y \rVert = \lVert Q^T (Xb - y) \rVert \quad\text{for orthogonal } Q$$

    so that the few rows of the triangle R in $[1, X, y] = QR$ pose the same problem as the n rows of data. Its first
    row, divided by the first entry, holds the means; the rows below belong to the centred data. Where columns depend on
    each other many b fit equally well: the shortest is taken, with a warning.

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

    def __init__(self, intercept=True):
        self.intercept = intercept

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the outcomes y, shape (n,) or (n, q)."""
        ones = _as_choice(self.intercept)
        X = as_matrix(X)
        Y = as_outcomes(y, len(X))
        n, d = X.shape
        R = _triangle(X, Y, ones)
        means = R[0, 1:] / R[0, 0] if ones else np.zeros(R.shape[1])
        own, Y_own = np.split(R[ones:, ones:], [d], axis=1)
        coef, rank = _least_squares(own, Y_own, np.abs(R[:, ones : ones + d]).max(axis=0))
        if rank < d:
            warnings.warn(
                f"the columns of the design depend on each other: {d + ones} columns{', with the ones,' * ones} "
                f"have rank {rank + ones}, so many coefficients fit equally well and the shortest are taken",
                stacklevel=2,
            )
        intercept = means[d:] - means[:d] @ coef
        squares = ((Y_own - own @ coef) ** 2).sum(axis=0)
        self.rank_ = rank + ones
        if np.ndim(y) == 1:
            self.coef_, self.intercept_, self.sse_ = coef[:, 0], float(intercept[0]), float(squares[0])
        else:
            self.coef_, self.intercept_, self.sse_ = coef.T, intercept, squares
        self.noise_variance_ = self.sse_ / n
        self.n_features_in_ = d
        return self

    def predict(self, X):
        r"""$b_0 + \sum_j b_j x_j$ for each row of X, shape (n,) or (n, q)."""
        self._require_fit("n_features_in_")
        return as_matrix(X, columns=self.n_features_in_) @ self.coef_.T + self.intercept_

    def working(self, X, y):
        """The fit to X, shape (n, d), and y, shape (n,), as on paper: sums, normal equations, solution, SSE, R².

        Numbers are taken as they print (0.1 is 1/10) and reckoned exactly; a value is a fraction unless its denominator
        is above a million. For one feature the steps are named N, sum x, sum y, sum xx, sum xy, sum yy, equation 1,
        equation 2, determinant, slope, intercept, SSE, variance, SStot, R2; for several, sum x1, slope 1 and so on.
        """
        X = as_matrix(X)
        Y = as_outcomes(y, len(X))
        if np.ndim(y) != 1:
            raise ValueError(f"y must hold one number for each row of X; got an array of shape {Y.shape}")
        names = ["x"] if X.shape[1] == 1 else [f"x{j}" for j in range(1, X.shape[1] + 1)]
        data = np.column_stack([np.ones(len(X)), X, Y])
        columns = [[as_printed(value) for value in column] for column in data.T.tolist()]
        columns = dict(zip(["1", *names, "y"], columns, strict=True))
        design = ["1", *names] if _as_choice(self.intercept) else names
        sums = _sums(columns, design)
        solution = _solution(sums, design)
        steps = [*sums.values(), *solution, *_quality(sums, design, solution)]
        return Working(f"Least squares for {len(X)} rows", map(_readable, steps))


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


def radial_basis_features(X, centres, width):
    r"""A bump around each centre: $G_k(x) = \exp\left(-\frac{\lVert x - c_k \rVert^2}{2\,\text{width}^2}\right)$.

    `X`: shape (n,) or (n, d); `centres`: shape (k,) or (k, d); `width`: the σ of the bumps. Returns shape (n, k).

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
    _, leverage, _ = _hat(as_matrix(X), intercept)
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


def _triangle(X, Y, ones):
    """The upper triangle R of a QR decomposition of [1, X, Y] (the 1 with `ones`), as wide as that.

    Of what is right of the triangle of [1, X] only the lengths of the columns matter: many outcomes are therefore taken
    off that triangle alone, and what each leaves over is one number in a last row.
    """
    (n, d), q = X.shape, Y.shape[1]
    many, k = q > d + 8, ones + d + q
    A = np.zeros((max(n, k - many * q), k))  # rows of zeros change no sum of squares
    A[:n, :ones], A[:n, ones : ones + d], A[:n, ones + d :] = 1, X, Y
    if many:
        Q, R = np.linalg.qr(A[:, : ones + d])
        T = Q.T @ A[:, ones + d :]
        rest = np.sqrt(((A[:, ones + d :] - Q @ T) ** 2).sum(axis=0))
        return np.vstack([np.hstack([R, T]), np.append(np.zeros(ones + d), rest)])
    block = max(200, 4 * k)
    if n > 2 * block:  # blocks that fit into fast memory first, then the triangles below each other
        whole = n // block * block
        triangles = np.linalg.qr(A[:whole].reshape(-1, block, k), mode="r").reshape(-1, k)
        A = np.vstack([triangles, A[whole:]])
    return np.linalg.qr(A, mode="r")


def _least_squares(A, Y, sizes):
    """The shortest b, shape (d, q), of the least |Ab - Y|, and the rank of A, shape (m, d).

    `sizes`: the largest entry of each column before it was centred, shape (d,): rounding is relative to that.
    """
    scale = np.abs(A).max(axis=0)
    nothing = scale <= ROUNDING * sizes
    A, scale = np.where(nothing, 0, A), np.where(nothing, 1, scale)
    U, s, Vt = np.linalg.svd(A / scale, full_matrices=False)  # columns of one size: units do not matter
    loss = np.where(nothing, 1, sizes / scale).max()  # digits that centring has cost
    rank = int((s > ROUNDING * loss * s[0]).sum())
    b = Vt[:rank].T @ ((U.T @ Y)[:rank] / s[:rank, None]) / scale[:, None]
    if rank < len(s):
        free, _ = np.linalg.qr(Vt[rank:].T / scale[:, None])  # directions in which b may move
        b -= free @ (free.T @ b)
    return b, rank


def _rank(A):
    """The number of independent columns of A, shape (n, k), whatever their units."""
    scale = np.abs(A).max(axis=0)
    s = np.linalg.svd(A / np.where(scale == 0, 1, scale), compute_uv=False)
    return int((s > ROUNDING * s[0]).sum())


def _hat(X, intercept):
    """Q with H = QQ', shape (n, k), its diagonal, shape (n,), and which rows the fit cannot do without, shape (n,)."""
    A = np.column_stack([np.ones(len(X)), X]) if _as_choice(intercept) else X
    k = A.shape[1]
    if (rank := _rank(A)) < k:
        raise ValueError(f"X must have independent columns; the design has {k} of rank {rank}")
    Q, R = np.linalg.qr(A / np.abs(A).max(axis=0))
    leverage = np.minimum((Q * Q).sum(axis=1), 1)
    s = np.linalg.svd(R, compute_uv=False)
    return Q, leverage, 1 - leverage <= 10 * k * np.finfo(float).eps * s[0] / s[-1]


def _as_points(X, name):
    """X as a float array of shape (n, d); d is 1 if X has shape (n,)."""
    X = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    return as_matrix(X[:, None] if X.ndim == 1 else X, name)


def _as_choice(intercept):
    if not isinstance(intercept, (bool, np.bool_)):
        raise ValueError(f"intercept must be True or False; got {intercept!r}")
    return bool(intercept)


def _sums(columns, design):
    """For each two columns the step of the sum of their products; the key is the set of their names."""
    sums = {}
    for a, b in combinations_with_replacement(columns, 2):
        if a == "1" and a not in design and b not in ("1", "y"):
            continue  # without an intercept the sum of a feature is in no equation
        pairs = list(zip(columns[a], columns[b], strict=True))
        if a == "1":
            name, terms = f"sum {b}", [figure(v) for _, v in pairs]
        else:
            name = f"sum {a}{b}" if len(a + b) == 2 else f"sum {a} {b}"
            terms = [f"{figure(u)}^2" if a == b else rf"{figure(u)} \cdot {figure(v)}" for u, v in pairs]
        if len(terms) > 8:
            terms[2:-1] = ["…"]
        total = sum(u * v for u, v in pairs)
        sums[frozenset((a, b))] = (
            Step("N", "", "", total) if b == "1" else Step(name, _sum_tex(a, b), " + ".join(terms), total)
        )
    return sums


def _solution(sums, design):
    """The steps from the normal equations to the coefficients, which come last, in the order of `design`."""
    A = [[sums[frozenset((a, b))].value for b in design] for a in design]
    c = [sums[frozenset((a, "y"))].value for a in design]
    determinant = _determinant(A)
    if determinant == 0:
        raise ValueError(
            f"X must have independent columns; the normal equations of these {len(design)} have the determinant 0"
        )
    if design == ["x"]:
        numbers = rf"\frac{{{_number(c[0])}}}{{{_number(A[0][0])}}}"
        return [Step("slope", r"\frac{\sum x y}{\sum x^2}", numbers, c[0] / A[0][0])]
    equations = [
        Step(
            f"equation {i}",
            " + ".join(f"{_symbol(b)} {sums[frozenset((a, b))].formula or 'N'}" for b in design),
            " + ".join(f"{_factor(value)} {_symbol(b)}" for value, b in zip(row, design, strict=True)),
            right,
            f"the right side is {sums[frozenset((a, 'y'))].name}",
        )
        for i, (a, row, right) in enumerate(zip(design, A, c, strict=True), 1)
    ]
    if design == ["1", "x"]:
        return [*equations, *_line(A, c, determinant)]
    replaced = [
        _determinant([[*row[:j], r, *row[j + 1 :]] for row, r in zip(A, c, strict=True)]) for j in range(len(A))
    ]
    coefficients = [
        Step(
            _coefficient(a),
            r"\frac{\det A_{" + _symbol(a) + r"}}{\det A}",
            rf"\frac{{{_number(value)}}}{{{_number(determinant)}}}",
            value / determinant,
            "the right sides stand in for its column",
        )
        for a, value in zip(design, replaced, strict=True)
    ]
    note = "A holds the sums on the left of the equations"
    return [*equations, Step("determinant", r"\det A", "", determinant, note), *coefficients]


def _line(A, c, determinant):
    """The two normal equations of a line, solved: determinant, slope, intercept."""
    (n, x), (_, xx) = A
    y, xy = c
    slope = (n * xy - x * y) / determinant
    n_, x_, xx_, y_, xy_, determinant_ = map(_factor, (n, x, xx, y, xy, determinant))
    return [
        Step("determinant", r"N \sum x^2 - (\sum x)^2", rf"{n_} \cdot {xx_} - {_square(x)}", determinant),
        Step(
            "slope",
            r"\frac{N \sum x y - \sum x \sum y}{\text{determinant}}",
            rf"\frac{{{n_} \cdot {xy_} - {x_} \cdot {y_}}}{{{determinant_}}}",
            slope,
        ),
        Step(
            "intercept",
            r"\frac{\sum y - \text{slope} \cdot \sum x}{N}",
            rf"\frac{{{y_} - {_factor(_rounded(slope))} \cdot {x_}}}{{{n_}}}",
            (y - slope * x) / n,
        ),
    ]


def _quality(sums, design, solution):
    """The steps of SSE, noise variance and, unless y is constant, R²."""
    n, y, yy = (sums[key].value for key in (frozenset("1"), frozenset("1y"), frozenset("y")))
    by_name = {step.name: step.value for step in solution}
    parts = [(a, by_name[_coefficient(a)], sums[frozenset((a, "y"))].value) for a in design]
    error = yy - sum(b * value for _, b, value in parts)
    total = yy - y * y / n
    formula = r"\sum y^2" + "".join(rf" - \text{{{_coefficient(a)}}} \cdot {_sum_tex(a, 'y')}" for a, _, _ in parts)
    numbers = _number(yy) + "".join(rf" - {_factor(b)} \cdot {_factor(value)}" for _, b, value in parts)
    steps = [
        Step("SSE", formula, numbers, error),
        Step("variance", r"\frac{SSE}{N}", rf"\frac{{{_number(_rounded(error))}}}{{{n}}}", error / n),
    ]
    if total:
        steps += [
            Step("SStot", r"\sum y^2 - \frac{(\sum y)^2}{N}", rf"{_number(yy)} - \frac{{{_square(y)}}}{{{n}}}", total),
            Step(
                "R2",
                r"1 - \frac{SSE}{SStot}",
                rf"1 - \frac{{{_number(_rounded(error))}}}{{{_number(_rounded(total))}}}",
                1 - error / total,
            ),
        ]
    return steps


def _determinant(A):
    """The determinant of a square table of fractions, by elimination."""
    rows, product = [list(row) for row in A], Fraction(1)
    while rows:
        pivot = next((row for row in rows if row[0]), None)
        if pivot is None:
            return Fraction(0)
        product *= pivot[0] * (-1) ** rows.index(pivot)
        rows.remove(pivot)
        rows = [[v - row[0] / pivot[0] * p for v, p in zip(row[1:], pivot[1:], strict=True)] for row in rows]
    return product


def _sum_tex(a, b):
    first, second = (re.sub(r"(\d+)", r"_{\1}", name) for name in (a, b))
    return r"\sum " + (f"{first}^2" if a == b else second if a == "1" else f"{first} {second}")


def _coefficient(name):
    """The coefficient of a column in words."""
    return "intercept" if name == "1" else f"slope {name[1:]}".rstrip()


def _symbol(name):
    """The coefficient of a column in LaTeX."""
    return "b_{0}" if name == "1" else f"b_{{{name[1:] or 1}}}"


def _readable(step):
    """The step with its value as a decimal number if the fraction is too long to read."""
    return replace(step, value=short(step.value))


def _number(value):
    """A result in LaTeX: a whole number in full, a fraction if it is short, else six digits."""
    if isinstance(value, float):
        return tex(value)
    if value.denominator == 1 and abs(value) < 10**12:
        return str(value.numerator)
    return tex(short(value))


def _rounded(value):
    """A fraction as a decimal number, where it would stand inside another fraction."""
    return value if value.denominator == 1 else float(value)


def _factor(value):
    """A result in a product: a negative one in brackets."""
    return rf"\left({_number(value)}\right)" if value < 0 else _number(value)


def _square(value):
    """The square of a result: a fraction or a negative number in brackets."""
    text = _number(value)
    return rf"\left({text}\right)^2" if value < 0 or "\\" in text else f"{text}^2"
