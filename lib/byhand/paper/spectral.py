"""The Laplacian of a small graph on paper: degrees, entries, and what they do to a vector."""

from byhand.paper import Paper, call, number, of, total


def laplacian(W, f, normalised):
    """See `byhand.spectral.working_laplacian`; W, shape (n, n), and f, shape (n,) or None, are of floats."""
    nodes = range(1, len(W) + 1)
    kind = "normalised Laplacian" if normalised else "Laplacian"
    paper = Paper(f"The {kind} of a graph of {len(W)} nodes")
    for i, row in enumerate(W.tolist(), 1):
        paper.line(f"d{i}", total(number(w) for j, w in enumerate(row, 1) if j != i), r"\sum_j w_{ij}")
    for i in nodes:
        for j in nodes[i - 1 :]:
            w = number(W[i - 1, j - 1])
            if i != j and not W[i - 1, j - 1]:
                rule, formula = number(0), "-w_{ij}"
            elif not normalised:
                rule, formula = (of(f"d{i}"), "d_i") if i == j else (-w, "-w_{ij}")
            elif i == j:
                rule, formula = number(1), "1"
            else:
                rule = -w / call("sqrt", of(f"d{i}") * of(f"d{j}"))
                formula = r"-\frac{w_{ij}}{\sqrt{d_i d_j}}"
            paper.line(f"L{i}{j}", rule, formula)
    if f is None:
        return paper.working()
    f = f.tolist()
    for i in nodes:
        terms = [of(f"L{min(i, j)}{max(i, j)}") * number(f[j - 1]) for j in nodes]
        paper.line(f"(Lf){i}", total(terms), r"\sum_j L_{ij} f_j")
    paper.line("f·Lf", total(number(v) * of(f"(Lf){i}") for i, v in enumerate(f, 1)), r"\sum_i f_i (L f)_i")
    paper.line("f·f", total(number(v) ** 2 for v in f), r"\sum_i f_i^2")
    paper.line("quotient", of("f·Lf") / of("f·f"), r"\frac{f \cdot L f}{f \cdot f}")
    return paper.working()
