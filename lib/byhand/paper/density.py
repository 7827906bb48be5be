"""A kernel density at one place on paper, bump by bump; and what a discriminator says about two distributions."""

import numpy as np

from byhand.expression import Expression
from byhand.paper import Paper, call, number, of, total
from byhand.working import decimal, exact

SHAPES = {  # how a book writes each kernel, and its rule for a distance u
    "gaussian": (
        r"\phi(u) = \frac{1}{\sqrt{2\pi}} e^{-u^2 / 2}",
        lambda u: 1 / call("sqrt", 2 * Expression("pi")) * call("exp", -(u**2) / 2),
    ),
    "tophat": (r"\phi(u) = \frac{1}{2} \text{ up to 1, then } 0", lambda u: None),
    "epanechnikov": (
        r"\phi(u) = \frac{3}{4} \max(0, 1 - u^2)",
        lambda u: number(3) / 4 * call("max", number(0), 1 - u**2),
    ),
    "linear": (r"\phi(u) = \max(0, 1 - u)", lambda u: call("max", number(0), 1 - u)),
}


def kernel_density(x, points, bandwidth, kernel):
    """See `byhand.density.working_kernel_density`; points, shape (N,), are floats."""
    paper = Paper(f"Kernel density at x = {decimal(x)}, bandwidth h = {decimal(bandwidth)}")
    formula, shape = SHAPES[kernel]
    for n, point in enumerate(points, 1):
        distance = call("abs", number(exact(x)) - number(exact(point))) / number(exact(bandwidth))
        u = paper.line(f"u{n}", distance, rf"\frac{{|x - x_{{{n}}}|}}{{h}}", "in bandwidths" if n == 1 else "")
        rule = shape(of(f"u{n}"))
        if rule is None:
            rule = exact(0.5 if u <= 1 else 0)
        paper.line(f"bump{n}", rule, formula if n == 1 else r"\phi(u)")
    bumps = total(of(f"bump{n}") for n in range(1, len(points) + 1))
    rule = bumps / (len(points) * number(exact(bandwidth)))
    paper.line(f"p({decimal(x)})", rule, r"\frac{1}{N h} \sum_n \phi(u_n)", "the mean, and an h for the width")
    return paper.working()


def js_bound(p, q, t):
    """See `byhand.density.working_js_bound`; p and q are lists of counts, t of probabilities, or None."""
    p, q = (_shares(some) for some in (p, q))
    paper = Paper("How well can one tell p from q?")
    known = [k for k in range(len(p)) if p[k] or q[k]]
    for k in known:
        rule = number(p[k]) / (number(p[k]) + number(q[k])) if t is None else exact(t[k])
        formula = rf"\frac{{p_{{{k + 1}}}}}{{p_{{{k + 1}}} + q_{{{k + 1}}}}}" if t is None else ""
        value = paper.line(f"t{k + 1}", rule, formula, "how surely it is said to be from p")
        if (p[k] and value == 0) or (q[k] and value == 1):
            raise ValueError(f"t must not rule out what happens, as it does for outcome {k + 1}: log 0 is infinite")
    real = total(number(p[k]) * call("ln", of(f"t{k + 1}")) for k in known if p[k])
    fake = total(number(q[k]) * call("ln", 1 - of(f"t{k + 1}")) for k in known if q[k])
    paper.line("from p", real, r"\sum_k p_k \ln t_k")
    paper.line("from q", fake, r"\sum_k q_k \ln(1 - t_k)")
    note = "the Jensen-Shannon divergence" if t is None else "at most the Jensen-Shannon divergence"
    bracket = of("from p") + of("from q")
    paper.line(
        "bound", call("ln", number(2)) + bracket / 2, r"\ln 2 + \frac{1}{2} (\text{from p} + \text{from q})", note
    )
    return paper.working()


def _shares(counts):
    weights = [exact(count) for count in np.asarray(counts, dtype=object).tolist()]
    return [weight / sum(weights) for weight in weights]
