"""Probabilities and densities on paper: Bayes' theorem, from numbers or from a table; the binomial; bell curves."""

import math
from fractions import Fraction

from byhand.expression import Expression
from byhand.paper import Paper, call, number, of, product, quotient, total
from byhand.working import LONGEST, as_printed, decimal, tex

MOST_FACTORS = 8  # of a binomial coefficient that is written out
PI = Expression("pi")


def posterior(prior, likelihood, evidence="x"):
    """Bayes' theorem, given dictionaries of fractions from causes; `evidence`: what was seen, in a word."""
    paper = Paper("Bayes' theorem", readable=LONGEST)
    for cause in prior:
        paper.line(f"P({cause})", prior[cause], note="prior, given")
        paper.line(f"P({evidence}|{cause})", likelihood[cause], note="likelihood, given")
    return _written(paper, list(prior), evidence)


def posterior_from_table(joint, target, evidence):
    """The same from a `byhand.probability.Joint`: the values of `target` are the causes, `evidence` a dictionary."""
    seen = ", ".join(_label(joint, *pair) for pair in evidence.items())
    possible = [cause for cause in joint.values[target] if joint.probability(**{target: cause})]
    paper, causes = Paper(f"{target} given {seen}", decimals=False, readable=LONGEST), []
    for value in possible:
        cause, known = _label(joint, target, value), {target: value}
        causes.append(cause)
        paper.line(f"P({cause})", joint.probability(**known), note="the sum of a row or column of the table")
        share = quotient(number(joint.probability(**known, **evidence)), of(f"P({cause})"))
        paper.line(f"P({seen}|{cause})", share, rf"P({tex(f'{cause}, {seen}')}) \div P({tex(cause)})")
    return _written(paper, causes, seen)


def _written(paper, causes, seen):
    """From priors and likelihoods to posteriors."""
    for cause in causes:
        c, x = tex(str(cause)), tex(seen)
        paper.line(f"score({cause})", of(f"P({cause})") * of(f"P({seen}|{cause})"), rf"P({c})\,P({x} \mid {c})")
    formula = rf"\sum_c P(c)\,P({tex(seen)} \mid c)"
    paper.line(f"P({seen})", total(of(f"score({cause})") for cause in causes), formula, "evidence")
    for cause in causes:
        share = quotient(of(f"score({cause})"), of(f"P({seen})"))
        formula = rf"\text{{score}}({tex(str(cause))}) \div P({tex(seen)})"
        paper.line(f"P({cause}|{seen})", share, formula, "posterior")
    return paper.working()


def binomial(model, k):
    """The probability of k successes under a `byhand.probability.Binomial`."""
    paper = Paper(f"{k} successes in {model.n} trials of probability {decimal(model.p)}")
    if k > model.n:
        paper.line(f"P({k})", Fraction(0), note="more successes than trials")
        return paper.working()
    few, p = min(k, model.n - k), number(as_printed(model.p))
    ways = number(1)
    if 0 < few <= MOST_FACTORS:
        ways = product(number(model.n - i) for i in range(few)) / product(number(i) for i in range(few, 0, -1))
    elif few:
        ways = number(math.comb(model.n, few))
    paper.line("ways", ways, rf"\binom{{{model.n}}}{{{k}}}", f"choices of {k} of {model.n} trials")
    paper.line(
        "each", p**k * (1 - p) ** (model.n - k), r"\theta^k (1 - \theta)^{N - k}", "how probable each of them is"
    )
    paper.line(f"P({k})", of("ways") * of("each"), r"\binom{N}{k} \theta^k (1 - \theta)^{N - k}")
    return paper.working()


def normal(model, x):
    """The density of a `byhand.gaussian.Normal` at x."""
    paper = Paper(f"A normal density at {decimal(x)}, mean {decimal(model.mean)}, deviation {decimal(model.std)}")
    x, mean, std = (number(as_printed(value)) for value in (x, model.mean, model.std))
    paper.line("z", (x - mean) / std, r"\frac{x - \mu}{\sigma}", "standard deviations above the mean")
    paper.line("exponent", -(of("z") ** 2 / 2), r"-\frac{z^2}{2}")
    paper.line("peak", 1 / (std * call("sqrt", 2 * PI)), r"\frac{1}{\sigma \sqrt{2\pi}}", "the density at the mean")
    paper.line("p(x)", of("peak") * call("exp", of("exponent")), r"\text{peak} \times e^{\text{exponent}}")
    return paper.working()


def gaussian(model, x):
    """The density of a `byhand.gaussian.Gaussian` of two numbers at x, shape (2,)."""
    paper = Paper(f"A normal density at ({', '.join(map(decimal, x))})")
    a, b, d = (number(as_printed(model.cov[place])) for place in ((0, 0), (0, 1), (1, 1)))
    for i, letter in enumerate("uv"):
        difference = number(as_printed(x[i])) - number(as_printed(model.mean[i]))
        paper.line(letter, difference, rf"x_{i + 1} - \mu_{i + 1}")
    paper.line("det", a * d - b * b, r"\Sigma_{11} \Sigma_{22} - \Sigma_{12}^2")
    u, v = of("u"), of("v")
    form = (d * u**2 - 2 * b * u * v + a * v**2) / of("det")
    formula = r"\frac{\Sigma_{22} u^2 - 2 \Sigma_{12} u v + \Sigma_{11} v^2}{\det \Sigma}"
    paper.line("distance²", form, formula, "the squared Mahalanobis distance")
    paper.line("peak", 1 / (2 * PI * call("sqrt", of("det"))), r"\frac{1}{2\pi \sqrt{\det \Sigma}}")
    rule = of("peak") * call("exp", -(of("distance²") / 2))
    paper.line("p(x)", rule, r"\text{peak} \times e^{-\text{distance}^2 / 2}")
    return paper.working()


def _label(joint, name, value):
    """A value as steps call it: with its variable, unless it is a word that no other variable has."""
    if isinstance(value, list):
        return " or ".join(_label(joint, name, each) for each in value)
    alone = sum(value in values for values in joint.values.values()) == 1
    return value if alone and isinstance(value, str) else f"{name}={value}"
