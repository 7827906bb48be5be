"""Gaussian processes on paper: the triangle of a small kernel matrix, what the data say about one place, and how well
the model expected them.
"""

import math

from byhand.paper import Paper, call, number, of, total


def posterior(K, y, across, own, noise):
    """See `GaussianProcessRegressor.working`; K: shape (n, n), without the noise; across: shape (n,); own: a number."""
    n = len(y)
    paper = Paper(f"Posterior from {n} point{'s' * (n > 1)}", fractions=False)
    _triangle(paper, K, noise)
    _halfway(paper, y)
    for i, value in enumerate(across.tolist(), 1):
        paper.line(f"k{i}", value, rf"k(x_{i}, x_*)")
    for i in range(1, n + 1):
        _forward(paper, "c", i, of(f"k{i}"), "the same with the kernels in place of y" if i == 1 else "")
    products = [of(f"c{i}") * of(f"z{i}") for i in range(1, n + 1)]
    paper.line("mean", total(products), r"m_* = c \cdot z")
    paper.line("prior", own, r"k(x_*, x_*)", "the variance before the data")
    squares = [of(f"c{i}") ** 2 for i in range(1, n + 1)]
    rule = of("prior")
    for square in squares:
        rule = rule - square
    paper.line("variance", rule, r"v_* = k(x_*, x_*) - c \cdot c")
    if paper.values["variance"] > 0:
        paper.line("std", call("sqrt", of("variance")), r"\sqrt{v_*}")
    return paper.working()


def likelihood(K, y, noise):
    """See `GaussianProcessRegressor.working_likelihood`; K: shape (n, n), without the noise."""
    n = len(y)
    paper = Paper(f"Log marginal likelihood of {n} point{'s' * (n > 1)}", fractions=False)
    _triangle(paper, K, noise)
    _halfway(paper, y)
    squares = total([of(f"z{i}") ** 2 for i in range(1, n + 1)])
    paper.line("fit", -(squares / 2), r"-\frac12 z \cdot z")
    logs = total([call("ln", of(f"L{i}{i}")) for i in range(1, n + 1)])
    paper.line("simplicity", -logs, r"-\sum_n \log L_{nn}", "minus half the logarithm of the determinant")
    paper.line("constant", -(number(n) / 2 * call("ln", number(2 * math.pi))), r"-\frac N2 \log 2 \pi")
    paper.line("log p(y)", of("fit") + of("simplicity") + of("constant"), note="the three parts together")
    return paper.working()


def _triangle(paper, K, noise):
    """K with the noise on its diagonal, and L with L L' = K."""
    n = len(K)
    for i in range(n):
        for j in range(i + 1):
            name, tex = f"K{i + 1}{j + 1}", rf"k(x_{i + 1}, x_{j + 1})"
            if i == j and noise:
                paper.line(name, number(float(K[i, i])) + number(float(noise)), rf"{tex} + \sigma^2")
            else:
                paper.line(name, float(K[i, j]), tex)
    for i in range(1, n + 1):
        for j in range(1, i + 1):
            rule = of(f"K{i}{j}")
            for k in range(1, j):
                rule = rule - of(f"L{i}{k}") * of(f"L{j}{k}")
            rule = call("sqrt", rule) if i == j else rule / of(f"L{j}{j}")
            paper.line(f"L{i}{j}", rule, note="the triangle, row by row" if i == j == 1 else "")


def _halfway(paper, y):
    for i, value in enumerate(y.tolist(), 1):
        paper.hidden(f"y{i}", value)
        _forward(paper, "z", i, of(f"y{i}"), "L z = y, from the top" if i == 1 else "")


def _forward(paper, letter, i, right, note):
    """One line of solving L z = y."""
    rule = right
    for j in range(1, i):
        rule = rule - of(f"L{i}{j}") * of(f"{letter}{j}")
    paper.line(f"{letter}{i}", rule / of(f"L{i}{i}"), note=note)
