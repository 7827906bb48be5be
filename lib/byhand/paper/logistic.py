"""A step of logistic and of softmax regression on paper: score, probability and error, then the new weights."""

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


def softmax_step(x, y, W, rate, classes):
    """See `byhand.logistic.working_softmax_step`; x, shape (d,), and W, shape (K, d), are floats."""
    K, first = len(W), 0 if x[0] == 1 else 1  # the weight of a one is w_k0
    paper = Paper(f"One step of softmax regression on one row, of class {classes[y]}", fractions=False)
    inputs = [f"x_{{{j}}}" if j else "" for j in range(first, first + len(x))]
    for k, row in enumerate(W, 1):
        rule = total(number(w) * number(v) for w, v in zip(row, x, strict=True))
        formula = " + ".join(f"w_{{{k}{j}}} {name}".strip() for j, name in enumerate(inputs, first))
        paper.line(f"f{k}", rule, formula, f"the score of {classes[k - 1]}")
    paper.line("total", total(call("exp", of(f"f{k}")) for k in range(1, K + 1)), r"\sum_k e^{f_k}")
    for k in range(1, K + 1):
        rule = call("exp", of(f"f{k}")) / of("total")
        paper.line(
            f"p{k}", rule, rf"\frac{{e^{{f_{{{k}}}}}}}{{\sum_k e^{{f_k}}}}", f"the probability of {classes[k - 1]}"
        )
    paper.line("loss", -call("ln", of(f"p{y + 1}")), rf"-\ln p_{{{y + 1}}}", "of the true class")
    for k in range(1, K + 1):
        paper.line(f"e{k}", number(int(k == y + 1)) - of(f"p{k}"), f"t_{{{k}}} - p_{{{k}}}", "target minus probability")
    for k, row in enumerate(W, 1):
        for j, (w, v, name) in enumerate(zip(row, x, inputs, strict=True), first):
            rule = number(w) + number(rate) * of(f"e{k}") * number(v)
            paper.line(f"new w{k}{j}", rule, rf"w_{{{k}{j}}} + \eta\, e_{{{k}}} {name}".strip())
    return paper.working()


def _tex(name):
    return f"w_{{{name[1:]}}}"
