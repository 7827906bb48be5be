"""A step of logistic regression on paper: each row's score, probability and error, then the gradient."""

import numpy as np

from byhand.paper import Paper, call, number, of, total


def gradient_step(X, y, w, rate):
    """See `byhand.logistic.working_gradient_step`; X, shape (n, k), y, shape (n,), and w, shape (k,), are floats."""
    first = 0 if np.all(X[:, 0] == 1) else 1  # the weight of a column of ones is w0
    names = [f"w{j}" for j in range(first, first + X.shape[1])]
    paper = Paper(f"One step of gradient ascent on {len(X)} rows", fractions=False)
    for i, row in enumerate(X, 1):
        terms = [number(a) * number(x) for a, x in zip(w, row, strict=True)]
        formula = " + ".join(f"{_tex(name)} x_{{{name[1:]}}}" for name in names)
        paper.line(f"z{i}", total(terms), formula if not first else formula, f"the score of row {i}")
        paper.line(f"p{i}", 1 / (1 + call("exp", -of(f"z{i}"))), rf"\frac{{1}}{{1 + e^{{-z_{{{i}}}}}}}")
        paper.line(f"e{i}", number(y[i - 1]) - of(f"p{i}"), f"y_{{{i}}} - p_{{{i}}}", "outcome minus probability")
    for name, column in zip(names, X.T, strict=True):
        terms = [of(f"e{i}") * number(x) for i, x in enumerate(column, 1)]
        paper.line(f"g{name[1:]}", total(terms), rf"\sum_i e_i x_{{i{name[1:]}}}")
    for name, value in zip(names, w, strict=True):
        rule = number(value) + number(rate) * of(f"g{name[1:]}")
        paper.line(f"new {name}", rule, rf"{_tex(name)} + \eta\, g_{{{name[1:]}}}")
    return paper.working()


def _tex(name):
    return f"w_{{{name[1:]}}}"
