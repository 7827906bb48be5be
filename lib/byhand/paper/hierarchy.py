"""Agglomerative clustering on paper: the distances, each merge with its height, and the distances that are new."""

from itertools import combinations

from byhand.paper import Paper, call, number, of, total

FORMULAE = {
    "single": r"\min(d_{ac}, d_{bc})",
    "complete": r"\max(d_{ac}, d_{bc})",
    "average": r"\frac{n_a d_{ac} + n_b d_{bc}}{n_a + n_b}",
    "ward": r"\sqrt{\frac{(n_a + n_c) d_{ac}^2 + (n_b + n_c) d_{bc}^2 - n_c d_{ab}^2}{n_a + n_b + n_c}}",
}


def merges(X, linkage, names):
    """See `byhand.hierarchy.working_merges`; X, shape (n, d), is of floats, `names` are n words."""
    paper = Paper(f"{linkage.capitalize()} linkage of {len(X)} rows")
    clusters = [(name, 1) for name in names]  # each with its name and how many rows it holds
    for (p, a), (q, b) in combinations(zip(X.tolist(), names, strict=True), 2):
        if len(p) == 1:
            rule, formula = call("abs", number(q[0]) - number(p[0])), "|b - a|"
        else:
            rule = call("sqrt", total((number(v) - number(u)) ** 2 for u, v in zip(p, q, strict=True)))
            formula = r"\sqrt{\sum_j (b_j - a_j)^2}"
        paper.line(_d(a, b), rule, formula)
    for t in range(1, len(X)):
        a, b = min(combinations(clusters, 2), key=lambda pair: paper.values[_d(pair[0][0], pair[1][0])])
        paper.line(f"merge {t}", f"{a[0]} and {b[0]}", note="the smallest distance")
        paper.line(f"height {t}", of(_d(a[0], b[0])))
        joined, place = (a[0] + b[0], a[1] + b[1]), clusters.index(a)
        others = [c for c in clusters if c not in (a, b)]
        clusters[place] = joined
        clusters.remove(b)
        for c in others:
            pair = (joined, c) if clusters.index(joined) < clusters.index(c) else (c, joined)
            rule = _joined(_between(paper, a, c), _between(paper, b, c), _d(a[0], b[0]), a[1], b[1], c[1], linkage)
            paper.line(_d(pair[0][0], pair[1][0]), rule, FORMULAE[linkage])
    return paper.working()


def _d(a, b):
    return f"d({a}, {b})"


def _between(paper, a, c):
    """The name of the line with the distance of two clusters."""
    return _d(a[0], c[0]) if _d(a[0], c[0]) in paper.values else _d(c[0], a[0])


def _joined(ac, bc, ab, n_a, n_b, n_c, linkage):
    """`byhand.hierarchy.joined_distance` as an expression over lines."""
    if linkage in ("single", "complete"):
        return call({"single": "min", "complete": "max"}[linkage], of(ac), of(bc))
    if linkage == "average":
        return (n_a * of(ac) + n_b * of(bc)) / (n_a + n_b)
    above = (n_a + n_c) * of(ac) ** 2 + (n_b + n_c) * of(bc) ** 2 - n_c * of(ab) ** 2
    return call("sqrt", above / (n_a + n_b + n_c))
