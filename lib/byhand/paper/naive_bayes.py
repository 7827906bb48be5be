r"""A naive Bayes posterior on paper: priors, factors, scores, evidence, posteriors."""

import math
from collections import Counter
from fractions import Fraction
from functools import singledispatch

import numpy as np

from byhand.base import is_missing
from byhand.density import log_kernel_density
from byhand.expression import Expression
from byhand.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, KernelNB, MultinomialNB
from byhand.paper import Paper, call, number, of, product, quotient, total
from byhand.working import LONGEST, Step, decimal, exact, tex


def posterior(model, x):
    """The posterior of one instance x, shape (d,), under a fitted naive Bayes model, as a `Working`."""
    paper = Paper(f"Naive Bayes for x = ({', '.join(map(_word, x))})", decimals=False, readable=LONGEST)
    names = [str(c) for c in model.classes_]
    given_class = []
    for k in range(len(names)):
        before = len(paper.steps)
        _prior(model, paper, k)
        factors(model, paper, x, k)
        given_class.append([step.name for step in paper.steps[before:]])
    scores = [product(map(of, steps)) for steps in given_class]
    _check_size(model, x, sum(score(paper.values) for score in scores))
    for c, score in zip(names, scores, strict=True):
        paper.line(f"score({c})", score, rf"P({tex(c)}) \prod_i P(x_i \mid {tex(c)})")
    paper.line("evidence", total(of(f"score({c})") for c in names), r"\sum_k \text{score}(C_k)")
    for c in names:
        share = quotient(of(f"score({c})"), of("evidence"))
        paper.line(f"P({c}|x)", share, rf"\text{{score}}({tex(c)}) \div \text{{evidence}}")
    best = max(names, key=lambda c: paper.values[f"P({c}|x)"])
    _note(paper, Step("decision", r"\operatorname{argmax}_k P(C_k \mid x)", "", best))
    return paper.working()


def _check_size(model, x, evidence):
    """Refuse an x whose densities multiply to more or less than a float can hold."""
    if evidence == 0:
        model.predict_log_proba([x])  # raises if x is impossible
        raise ValueError("x is so unlikely in every class that the products are too small: use predict_log_proba")
    if evidence == math.inf:
        raise ValueError("x has such high densities that their products are too large: use predict_log_proba")


def _prior(model, paper, k):
    c = model.classes_[k]
    if model.class_prior is not None:
        return paper.line(f"P({c})", exact(model.class_prior_[k]), note="given")
    count, everyone = exact(model.class_count_[k]), exact(model.class_count_.sum())
    return paper.line(f"P({c})", number(count) / number(everyone), rf"\frac{{N_{{{tex(str(c))}}}}}{{N}}")


@singledispatch
def factors(model, paper, x, k):
    r"""Write a line for the factor $P(x_i \mid C_k)$ of each feature of x, shape (d,), that is not missing."""
    raise TypeError(f"model must be one of the naive Bayes models; got {model!r}")


@factors.register
def _(model: CategoricalNB, paper, x, k):
    names = Counter(str(value) for values in [*model.categories_, model.classes_] for value in values.tolist())
    alpha = exact(model.alpha)
    for i in np.flatnonzero(~is_missing(x)):
        counts, code = model.category_count_[i][k], model.codes(x[i : i + 1], i)[0]
        if code == len(counts):
            continue  # a value that training has not seen is left out
        count, seen = exact(counts[code]), exact(counts.sum())
        value = x[i] if names[str(x[i])] == 1 else f"{_feature(model, i)}={x[i]}"
        name, formula = f"P({value}|{model.classes_[k]})", r"\frac{N_{k,i,v}}{N_{k,i}}"
        if alpha:
            formula = r"\frac{N_{k,i,v} + \alpha}{N_{k,i} + \alpha |V_i|}"
            paper.line(name, (number(count) + number(alpha)) / (number(seen) + number(alpha) * len(counts)), formula)
        elif not count and model.epsilon:
            paper.line(name, exact(model.epsilon), r"\epsilon", "a zero, replaced by epsilon")
        else:
            paper.line(name, number(count) / number(seen) if seen else Fraction(0), formula)


@factors.register
def _(model: BernoulliNB, paper, x, k):
    for i in np.flatnonzero(~np.isnan(x)):
        name, p = f"P({_feature(model, i)}={x[i]:.0f}|{model.classes_[k]})", exact(model.feature_prob_[k, i])
        if x[i] == 1:
            paper.line(name, p, f"p_{{{i + 1}}}")
        else:
            paper.line(name, 1 - number(p), f"1 - p_{{{i + 1}}}")


@factors.register
def _(model: MultinomialNB, paper, x, k):
    for i in np.flatnonzero(x > 0):
        paper.line(
            f"P({_feature(model, i)}={decimal(x[i])}|{model.classes_[k]})",
            of("theta") ** number(x[i]),
            rf"\theta_{{{i + 1}}}^{{x_{{{i + 1}}}}}",
            given={"theta": float(model.feature_prob_[k, i])},
        )


@factors.register
def _(model: GaussianNB, paper, x, k):
    for i in np.flatnonzero(~np.isnan(x)):
        mean, std = number(model.mean_[k, i]), number(model.std_[k, i])
        density = 1 / (std * call("sqrt", 2 * Expression("pi")))
        density = density * call("exp", -((number(x[i]) - mean) ** 2 / (2 * std**2)))
        formula = r"\frac{1}{\sigma\sqrt{2\pi}} e^{-(x - \mu)^2 / (2 \sigma^2)}"
        paper.line(f"p({_name(model, x, i)}|{model.classes_[k]})", density, formula)


@factors.register
def _(model: KernelNB, paper, x, k):
    for i in np.flatnonzero(~np.isnan(x)):
        points, weight, width = model.points_[k][i], model.point_weights_[k][i], model.bandwidth_[i]
        density = math.exp(log_kernel_density(x[i : i + 1], points, width, weight)[0])
        w, size = ("", exact(len(points))) if weight is None else ("w_n ", exact(weight.sum()))
        formula = rf"\frac{{1}}{{N_k}} \sum_n {w}\phi_h(x - x_n)"
        numbers = rf"\frac{{1}}{{{tex(size)}}} \sum_n {w}\phi_{{{tex(width)}}}({tex(x[i])} - x_n)"
        _note(paper, Step(f"p({_name(model, x, i)}|{model.classes_[k]})", formula, numbers, density))


def _note(paper, step):
    """Write a step that is no formula over the lines above."""
    paper.steps.append(step)
    paper.hidden(step.name, step.value)


def _feature(model, i):
    """The name of a feature: that of its column if it has one, else x1, x2, ..."""
    names = getattr(model, "feature_names_in_", None)
    return f"x{i + 1}" if names is None else names[i]


def _name(model, x, i):
    """A number of x as it stands in the name of a step; with its feature where x has more than one."""
    return decimal(x[i]) if len(x) == 1 else f"{_feature(model, i)}={decimal(x[i])}"


def _word(value):
    return decimal(value) if isinstance(value, float) else str(value)
