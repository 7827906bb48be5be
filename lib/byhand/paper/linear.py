"""Least squares on paper: sums, normal equations, their solution, and how good the fit is."""

import re
from fractions import Fraction
from itertools import combinations_with_replacement

from byhand.paper import Paper, legend, number, of, total
from byhand.working import Step, short


def least_squares(X, y, intercept, names=None):
    """The fit to X, shape (n, d), with columns of these `names`, and y, shape (n,): see `LinearRegression.working`."""
    features = ["x"] if X.shape[1] == 1 else [f"x{j}" for j in range(1, X.shape[1] + 1)]
    columns = dict(zip([*features, "y"], [*X.T.tolist(), y.tolist()], strict=True))
    design = ["1", *features] if intercept else features
    paper = Paper(f"Least squares for {len(y)} rows{legend(names)}", decimals=False)
    _sums(paper, columns, design)
    _solution(paper, design)
    _quality(paper, design)
    return paper.working()


def _sums(paper, columns, design):
    """The number of rows, and the sums of the columns and of their products, two by two."""
    paper.line("N", Fraction(len(columns["y"])))
    for name, values in columns.items():
        if "1" in design or name == "y":  # without an intercept the sum of a feature is in no equation
            paper.line(f"sum {name}", total(map(number, values)), _sum_tex("1", name))
    for a, b in combinations_with_replacement(columns, 2):
        terms = [
            number(u) ** 2 if a == b else number(u) * number(v) for u, v in zip(columns[a], columns[b], strict=True)
        ]
        paper.line(_sum_of(a, b), total(terms), _sum_tex(a, b))


def _solution(paper, design):
    """The normal equations, and the coefficients that solve them."""
    A = [[paper.values[_sum_of(a, b)] for b in design] for a in design]
    c = [paper.values[_sum_of(a, "y")] for a in design]
    if _determinant(A) == 0:
        raise ValueError(
            f"X must have independent columns; the normal equations of these {len(design)} have the determinant 0"
        )
    if design == ["x"]:
        paper.line("slope", of("sum xy") / of("sum xx"), r"\frac{\sum x y}{\sum x^2}")
        return
    for i, (a, row, right) in enumerate(zip(design, A, c, strict=True), 1):
        formula = " + ".join(f"{_symbol(b)} {_sum_tex(a, b)}" for b in design)
        numbers = " + ".join(_term(value, _symbol(b)) for value, b in zip(row, design, strict=True))
        paper.steps.append(
            Step(f"equation {i}", formula, numbers, short(right), f"the right side is {_sum_of(a, 'y')}")
        )
    (_line if design == ["1", "x"] else _by_determinants)(paper, design, A, c)


def _line(paper, *_):
    """The two normal equations of a line, solved."""
    paper.line("determinant", "{N} * {sum xx} - {sum x} ** 2", r"N \sum x^2 - (\sum x)^2")
    paper.line(
        "slope",
        "({N} * {sum xy} - {sum x} * {sum y}) / {determinant}",
        r"\frac{N \sum x y - \sum x \sum y}{\text{determinant}}",
    )
    paper.line("intercept", "({sum y} - {slope} * {sum x}) / {N}", r"\frac{\sum y - \text{slope} \times \sum x}{N}")


def _by_determinants(paper, design, A, c):
    """Any number of normal equations, solved by Cramer's rule."""
    paper.line("determinant", _determinant(A), r"\det A", "A holds the sums on the left of the equations")
    for j, a in enumerate(design):
        replaced = _determinant([[*row[:j], right, *row[j + 1 :]] for row, right in zip(A, c, strict=True)])
        paper.line(
            _coefficient(a),
            of("replaced") / of("determinant"),
            r"\frac{\det A_{" + _symbol(a) + r"}}{\det A}",
            "the right sides stand in for its column",
            given={"replaced": replaced},
        )


def _quality(paper, design):
    """SSE, noise variance and, unless y is constant, R²."""
    rule, formula = of("sum yy"), r"\sum y^2"
    for a in design:
        rule -= of(_coefficient(a)) * of(_sum_of(a, "y"))
        formula += rf" - \text{{{_coefficient(a)}}} \times {_sum_tex(a, 'y')}"
    paper.line("SSE", rule, formula)
    paper.line("variance", "{SSE} / {N}", r"\frac{SSE}{N}")
    spread = of("sum yy") - of("sum y") ** 2 / of("N")
    if spread(paper.values):
        paper.line("SStot", spread, r"\sum y^2 - \frac{(\sum y)^2}{N}")
        paper.line("R2", "1 - {SSE} / {SStot}", r"1 - \frac{SSE}{SStot}")


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


# ---- names of sums and coefficients: of steps, and in LaTeX


def _sum_of(a, b):
    """The name of the step with the sum of the products of two columns; "1" is the column of ones."""
    a, b = _in_order(a, b)
    if a == "1":
        return "N" if b == "1" else f"sum {b}"
    return f"sum {a}{b}" if len(a + b) == 2 else f"sum {a} {b}"


def _in_order(a, b):
    """Two columns in the order 1, x, x2, x10, y."""
    return sorted((a, b), key=lambda name: (name == "y", len(name), name))


def _sum_tex(a, b):
    first, second = (re.sub(r"(\d+)$", r"_{\1}", name) for name in _in_order(a, b))
    if a == b == "1":
        return "N"
    return r"\sum " + (f"{first}^2" if a == b else second if "1" in (a, b) else f"{first} {second}")


def _coefficient(name):
    """The name of a column's coefficient."""
    return "intercept" if name == "1" else f"slope {name[1:]}".rstrip()


def _symbol(name):
    return "b_{0}" if name == "1" else f"b_{{{name[1:] or 1}}}"


def _term(value, symbol):
    """A number times an unknown; whole numbers in full."""
    text = number(value).latex(digits=12 if value.denominator == 1 else 6, decimals=False)
    return rf"\left({text}\right) {symbol}" if value < 0 else f"{text} {symbol}"
