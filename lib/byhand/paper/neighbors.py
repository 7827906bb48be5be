r"""Nearest neighbours on paper: the distances with numbers put in, the ranking, the weights, the vote or the mean.

>>> from byhand.neighbors import KNeighborsClassifier
>>> model = KNeighborsClassifier(k=1).fit([[0, 0], [3, 5]], ["red", "blue"])
>>> print(model.working([3, 4]).step("d(1)"))
d(1) = √(∑_j (x_j - a_j)^2) = √((3 - 0)^2 + (4 - 0)^2) = 5   (red)
"""

import math
from fractions import Fraction

import numpy as np

from byhand.distances import as_metric, distances, name_columns
from byhand.engine.neighbors import SAME
from byhand.neighbors import vote_weights
from byhand.paper import Paper, call, number, of, product, total
from byhand.working import as_printed, decimal, tex

FEW = 20  # with more training rows only the distances of the nearest are written
FORMULAE = {
    "euclidean": r"\sqrt{\sum_j (x_j - a_j)^2}",
    "manhattan": r"\sum_j |x_j - a_j|",
    "chebyshev": r"\max_j |x_j - a_j|",
    "minkowski": r"\left(\sum_j |x_j - a_j|^p\right)^{1/p}",
    "cosine": r"1 - \frac{\sum_j x_j a_j}{\sqrt{\sum_j x_j^2 \sum_j a_j^2}}",
    "hamming": r"\sum_j [x_j ≠ a_j]",
    "gower": r"\frac{1}{d} \sum_j \delta_j",
}


def neighbours(model, x):
    """A prediction by the k nearest neighbours of one row x: see `KNeighbors.working`."""
    (found,), (order,) = model.kneighbors([x])
    order = order.tolist()
    measured = dict(zip(order, found.tolist(), strict=True))
    if len(model.X_) <= FEW:
        measured = dict(enumerate(distances([x], model.X_, model.metric, model.p, model.names)[0].tolist()))
    paper = Paper(f"Nearest neighbours of x = {_row(x)}, k = {len(order)}")
    for i in sorted(measured):
        write_distance(paper, f"d({i + 1})", x, i, model.X_, model, measured[i], _outcome(model, i))
    for j, i in enumerate(order, 1):
        paper.line(f"neighbour {j}", i + 1, note=f"{_outcome(model, i)}, at {decimal(measured[i])}")
    if model.weights == "majority":
        weights = [number(1)] * len(order)
    else:
        weights = write_weights(paper, [f"d({i + 1})" for i in order], found, model.weights, model.epsilon)
    if model.sample_weight_ is not None:
        weights = write_products(paper, weights, model.sample_weight_[order].tolist())
    if hasattr(model, "classes_"):
        write_votes(paper, [str(c) for c in model.classes_], [_outcome(model, i) for i in order], weights)
        return paper.working()
    predicted = np.ravel(model.predict([x])).tolist()
    plain = model.weights == "majority" and model.sample_weight_ is None
    for q, y in enumerate(model.y_[order].reshape(len(order), -1).T.tolist()):
        name = "prediction" if model.y_.ndim == 1 else f"prediction {q + 1}"
        write_mean(paper, name, y, weights, plain, predicted[q])
    return paper.working()


def prototypes(model, x):
    """A prediction by the nearest prototype of one row x: see `NearestPrototype.working`."""
    paper = Paper(f"Nearest prototype of x = {_row(x)}")
    for c, measured in enumerate(model.distances([x])[0].tolist()):
        note = f"from the mean of {model.class_count_[c]} rows"
        write_distance(paper, f"d({model.classes_[c]})", x, c, model.prototypes_, model, measured, note)
    paper.line("decision", str(model.predict([x])[0]), r"\operatorname{argmin}_k d(x, P_k)")
    return paper.working()


# ---- distances


def write_distance(paper, name, x, i, X, model, measured, note):
    """Write the distance of x from row i of X under the metric of a model; `measured`: what it is.

    Where whoever works out the formula would lose the digits, as for two rows of almost the same direction, or for
    numbers whose powers are beyond all numbers, it is written without numbers put in.
    """
    metric, p = as_metric(model.metric, model.p)
    is_name = name_columns(metric, getattr(model, "names", None), len(x))
    ranges = [None if name else _range(X[:, j]) for j, name in enumerate(is_name)] if metric == "gower" else None
    rule = distance_rule(metric, x, X[i], p, is_name, ranges)
    tiny = metric == "cosine" and min(np.abs(np.asarray(row, dtype=float)).max() for row in (x, X[i])) < 1e-140
    paper.line(name, rule if _holds(rule, measured) and not tiny else measured, FORMULAE[metric], note)


def _holds(rule, measured, given=None):
    """Whether whoever works out a rule arrives at what was measured."""
    try:
        value = rule(given or {})
        return isinstance(value, Fraction) or math.isclose(value, measured, rel_tol=1e-9)
    except (ZeroDivisionError, OverflowError):
        return False


def distance_rule(metric, x, a, p, is_name, ranges):
    """The distance of the rows x and a as an `Expression`; `ranges`: for "gower", those of the columns of numbers."""
    pairs = [(u, v) if name else (as_printed(u), as_printed(v)) for u, v, name in zip(x, a, is_name, strict=True)]
    if metric == "cosine":
        ab, aa, bb = (sum(products) for products in zip(*((u * v, u * u, v * v) for u, v in pairs), strict=True))
        return 1 - number(ab) / call("sqrt", number(aa) * number(bb))
    if metric == "hamming":
        return total(number(int(u != v)) for u, v in pairs)
    if metric == "gower":
        deltas = [_delta(u, v, span) for (u, v), span in zip(pairs, ranges, strict=True)]
        return number(1) / len(deltas) * total(deltas)
    differences = [number(float(u)) - number(float(v)) for u, v in pairs]
    if metric == "euclidean":
        return call("sqrt", total(difference**2 for difference in differences))
    sizes = [call("abs", difference) for difference in differences]
    if metric == "manhattan":
        return total(sizes)
    if metric == "chebyshev":
        return call("max", *sizes)
    return total(size**p for size in sizes) ** (number(1) / p)


def _delta(u, v, span):
    """How much a feature adds to Gower's distance; `span`: the range of its numbers, None for names."""
    if span is None:
        return number(int(u != v))
    return call("abs", number(float(u)) - number(float(v))) / number(float(span)) if span else number(0)


def _range(column):
    """The range of a column of numbers as they are printed."""
    numbers = [as_printed(value) for value in column]
    return max(numbers) - min(numbers)


# ---- weights and conclusions


def write_weights(paper, lines, found, weights, epsilon):
    """Write the weight of each neighbour, and return the weights as expressions.

    `lines`: the names of the lines with their distances, nearest first; `found`: these distances as measured.
    """
    measured = vote_weights(found, weights, epsilon).tolist()
    furthest, nearest = (of(best(lines, key=paper.values.get)) for best in (max, min))
    names = [f"weight {j}" for j in range(1, len(lines) + 1)]
    for name, line, value in zip(names, lines, measured, strict=True):
        if weights == "distance" and found.min() + epsilon <= 1e-300:
            paper.line(name, Fraction(value), note="neighbours at distance 0 alone count")
        elif weights == "distance" and epsilon:
            paper.line(name, 1 / (of(line) + number(epsilon)), r"\frac{1}{d_j + \epsilon}")
        elif weights == "distance":
            paper.line(name, 1 / of(line), r"\frac{1}{d_j}")
        elif weights == "linear" and min(measured) == 0:
            paper.line(name, (furthest - of(line)) / (furthest - nearest), r"\frac{d_f - d_j}{d_f - d_n}")
        elif weights == "linear":
            paper.line(name, Fraction(1), note="all neighbours are equally far")
        else:
            paper.line(name, value)
    return [of(name) for name in names]


def write_products(paper, weights, own):
    """Write the weight of each neighbour times its own, s, and return the products as expressions."""
    for j, (w, s) in enumerate(zip(weights, own, strict=True), 1):
        paper.line(f"counts {j}", w * number(s), r"w_j s_j")
    return [of(f"counts {j}") for j in range(1, len(own) + 1)]


def write_votes(paper, classes, labels, weights):
    """Write the vote and the share of each class, and the decision; `labels`: of the neighbours, nearest first."""
    for c in classes:
        ballots = [w for w, label in zip(weights, labels, strict=True) if label == c]
        paper.line(f"vote({c})", total(ballots or [number(0)]), rf"\sum_j w_j [y_j = {tex(c)}]")
    everyone = total(of(f"vote({c})") for c in classes)
    for c in classes:
        share = of(f"vote({c})") / everyone
        paper.line(f"P({c}|x)", share, rf"\text{{vote}}({tex(c)}) \div \sum_k \text{{vote}}(C_k)")
    votes = {c: paper.values[f"vote({c})"] for c in classes}
    greatest = [c for c in classes if votes[c] >= max(votes.values()) * (1 - SAME)]
    tie = f"a tie of {' and '.join(greatest)}: the nearest neighbour decides" if len(greatest) > 1 else ""
    decision = next(label for label in labels if label in greatest)
    paper.line("decision", decision, r"\operatorname{argmax}_k \text{vote}(C_k)", tie)


def write_mean(paper, name, y, weights, plain, predicted):
    """Write the mean of the outcomes y of the neighbours, shape (k,), a `plain` one or not; `predicted`: what it is."""
    if plain:
        rule, formula = total(map(number, y)) / len(y), r"\frac{1}{k} \sum_j y_j"
    else:
        above = total(product([w, number(u)]) for w, u in zip(weights, y, strict=True))
        rule, formula = above / total(weights), r"\frac{\sum_j w_j y_j}{\sum_j w_j}"
    paper.line(name, rule if _holds(rule, predicted, paper.values) else predicted, formula)


def _outcome(model, i):
    """What is known of training row i: its class, or its numbers."""
    return str(model.y_[i]) if hasattr(model, "classes_") else ", ".join(map(decimal, np.ravel(model.y_[i])))


def _row(x):
    return f"({', '.join(decimal(value) if isinstance(value, float) else str(value) for value in x)})"
