"""Linear discriminant analysis of two classes on paper: means, pooled covariance, direction, threshold."""

from byhand.paper import Paper, call, legend, number, of, total


def two_classes(X, second, classes, prior, names=None):
    """See `LinearDiscriminantAnalysis.working`; `X`: shape (n, 1) or (n, 2); `second`: whether a row is of that class.

    `prior`: of both classes, or None to count them.
    """
    d, rows = X.shape[1], [X[~second].tolist(), X[second].tolist()]
    paper = Paper(f"Discriminant of {classes[0]} and {classes[1]}, {len(X)} rows{legend(names)}", decimals=False)
    for k, label in enumerate(classes, 1):
        for j in range(1, d + 1):
            values = [number(row[j - 1]) for row in rows[k - 1]]
            paper.line(f"m{k}{j}", total(values) / len(values), rf"\mu_{{{k}{j}}}", f"mean of x{j} in class {label}")
    for i in range(1, d + 1):
        for j in range(i, d + 1):
            terms = [
                (number(row[i - 1]) - of(f"m{k}{i}")) * (number(row[j - 1]) - of(f"m{k}{j}"))
                for k in (1, 2)
                for row in rows[k - 1]
            ]
            formula = rf"\frac{{\sum (x_{i} - \mu_{i}) (x_{j} - \mu_{j})}}{{n - 2}}"
            paper.line(f"s{i}{j}", total(terms) / (len(X) - 2), formula, "each row from the mean of its own class")
    for j in range(1, d + 1):
        paper.line(f"d{j}", of(f"m2{j}") - of(f"m1{j}"), rf"\mu_{{2{j}}} - \mu_{{1{j}}}")
    _direction(paper, d)
    middle = total(of(f"w{j}") * (of(f"m1{j}") + of(f"m2{j}")) for j in range(1, d + 1)) / 2
    paper.line("middle", middle, r"w \cdot \frac{\mu_1 + \mu_2}{2}", "the score half-way between the means")
    shares = prior or [number(len(part)) / len(X) for part in rows]
    for k, share in enumerate(shares, 1):
        paper.line(f"prior {k}", number(share) if prior else share, f"P(C_{k})")
    if paper.values["prior 1"] == paper.values["prior 2"]:
        paper.line("threshold", of("middle"), note="equal priors add nothing")
    else:
        rule = of("middle") + call("ln", of("prior 1") / of("prior 2"))
        paper.line("threshold", rule, r"\text{middle} + \ln \frac{P(C_1)}{P(C_2)}")
    return paper.working()


def _direction(paper, d):
    """w = Σ⁻¹ (μ2 - μ1) for one or two columns."""
    if d == 1:
        if paper.values["s11"] == 0:
            raise ValueError("X must have some spread inside the classes: the variance is 0")
        paper.line("w1", of("d1") / of("s11"))
        return
    if paper.line("determinant", of("s11") * of("s22") - of("s12") ** 2, r"s_{11} s_{22} - s_{12}^2") == 0:
        raise ValueError("X must not have columns that depend on each other: the determinant is 0")
    paper.line("w1", (of("s22") * of("d1") - of("s12") * of("d2")) / of("determinant"))
    paper.line("w2", (of("s11") * of("d2") - of("s12") * of("d1")) / of("determinant"))
