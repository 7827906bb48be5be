"""The bound on the evidence for a hidden cause with a few values, on paper."""

import numpy as np

from byhand.paper import Paper, call, number, of, total
from byhand.working import exact


def evidence_bound(belief, prior, likelihood):
    """See `byhand.generative.working_evidence_bound`; three lists of K numbers."""
    belief, prior, likelihood = (
        [exact(value) for value in np.asarray(some, dtype=object).tolist()] for some in (belief, prior, likelihood)
    )
    paper = Paper("A bound on the evidence of one x")
    everything = total(number(p) * number(q) for p, q in zip(prior, likelihood, strict=True))
    paper.line("q(x)", everything, r"\sum_\omega p(\omega)\, q(x \mid \omega)", "the evidence")
    paper.line("log-evidence", call("ln", of("q(x)")), r"\ln q(x)", "its logarithm: what is to be bounded")
    possible = [k for k, b in enumerate(belief) if b]
    for k in possible:
        value = paper.line(
            f"posterior{k + 1}",
            number(prior[k]) * number(likelihood[k]) / of("q(x)"),
            r"\frac{p(\omega)\, q(x \mid \omega)}{q(x)}",
        )
        assert value > 0, "a belief in what cannot be has an infinite bound"
    misses = total(number(belief[k]) * call("ln", number(likelihood[k])) for k in possible)
    paper.line("reconstruction", misses, r"\sum_\omega b(\omega) \ln q(x \mid \omega)")
    price = total(number(belief[k]) * call("ln", number(belief[k]) / number(prior[k])) for k in possible)
    paper.line(
        "divergence", price, r"\sum_\omega b(\omega) \ln \frac{b(\omega)}{p(\omega)}", "of the belief from the prior"
    )
    paper.line("bound", of("reconstruction") - of("divergence"), r"\text{reconstruction} - \text{divergence}")
    gap = total(number(belief[k]) * call("ln", number(belief[k]) / of(f"posterior{k + 1}")) for k in possible)
    paper.line("gap", gap, r"\sum_\omega b(\omega) \ln \frac{b(\omega)}{P(\omega \mid x)}", "log-evidence less bound")
    return paper.working()
