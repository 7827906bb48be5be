"""A step of EM on paper: two bell curves on the line, their scores for each number, and their new parameters."""

from byhand.expression import Expression
from byhand.paper import Paper, call, number, of, total

PI = Expression("pi")


def em_step(x, weights, means, variances):
    """See `byhand.em.working_em_step`; x, shape (n,), and the others, shape (2,), are floats."""
    paper = Paper(f"One step of EM on {len(x)} numbers", fractions=False)
    places = range(1, len(x) + 1)
    for i, value in zip(places, x, strict=True):
        for name, k in (("a", 0), ("b", 1)):
            squared = (number(value) - number(means[k])) ** 2
            density = call("exp", -(squared / (2 * number(variances[k])))) / call("sqrt", 2 * PI * number(variances[k]))
            formula = rf"\pi_{k + 1}\, p_{k + 1}(x_{{{i}}})"
            paper.line(f"{name}{i}", number(weights[k]) * density, formula)
        share = of(f"a{i}") / (of(f"a{i}") + of(f"b{i}"))
        note = "the responsibility of component 1" if i == 1 else ""
        paper.line(f"r{i}", share, rf"\frac{{a_{{{i}}}}}{{a_{{{i}}} + b_{{{i}}}}}", note)
    _m_step(paper, x, places)
    return paper.working()


def _m_step(paper, x, places):
    """The new parameters, from the responsibilities."""
    for k in (1, 2):
        share = {i: of(f"r{i}") if k == 1 else 1 - of(f"r{i}") for i in places}
        r = "r_n" if k == 1 else "(1 - r_n)"
        paper.line(f"N{k}", total(share.values()), rf"\sum_n {r}", f"how many belong to component {k}")
        paper.line(f"pi{k}", of(f"N{k}") / number(len(x)), rf"\frac{{N_{k}}}{{N}}")
        mean = total(share[i] * number(value) for i, value in zip(places, x, strict=True))
        paper.line(f"mu{k}", mean / of(f"N{k}"), rf"\frac{{1}}{{N_{k}}} \sum_n {r}\, x_n")
        squares = (share[i] * (number(value) - of(f"mu{k}")) ** 2 for i, value in zip(places, x, strict=True))
        formula = rf"\frac{{1}}{{N_{k}}} \sum_n {r}\, (x_n - \mu_{k})^2"
        paper.line(f"var{k}", total(squares) / of(f"N{k}"), formula, "with the new mean")
