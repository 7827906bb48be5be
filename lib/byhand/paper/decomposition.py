"""Principal components on paper: two columns, whose eigenvalues are the roots of a quadratic equation."""

from byhand.paper import Paper, call, legend, number, of, total


def components(X, ddof, names):
    """See `PCA.working`; X: shape (n, 2)."""
    paper = Paper(f"Principal components of {len(X)} rows{legend(names)}")
    for j, column in enumerate(X.T.tolist(), 1):
        paper.line(f"mean {j}", total(map(number, column)) / len(column), rf"\bar x_{j}")
    _covariances(paper, X.tolist(), len(X) - ddof, ddof)
    _eigenvalues(paper)
    _directions(paper)
    _scores(paper, X.tolist())
    return paper.working()


def _covariances(paper, rows, divisor, ddof):
    below = "N" if not ddof else f"N - {ddof:g}"
    for i, j in ((1, 1), (1, 2), (2, 2)):
        terms = []
        for row in rows:
            first, second = (number(row[k - 1]) - of(f"mean {k}") for k in (i, j))
            terms.append(first**2 if i == j else first * second)
        product = rf"(x_{{n{i}}} - \bar x_{i})^2" if i == j else r"(x_{n1} - \bar x_1)(x_{n2} - \bar x_2)"
        note = "the variance of each column" if i == j else "their covariance"
        paper.line(f"c{i}{j}", total(terms) / number(divisor), rf"\frac{{1}}{{{below}}} \sum_n {product}", note)


def _eigenvalues(paper):
    if not paper.values["c11"] + paper.values["c22"]:
        raise ValueError("X must have two different rows: all are alike, and no direction is the longest")
    half = (of("c11") + of("c22")) / 2
    paper.line("half", half, r"\frac{c_{11} + c_{22}}{2}", "half the sum of the variances")
    squares = ((of("c11") - of("c22")) / 2) ** 2 + of("c12") ** 2
    root = r"\sqrt{(\frac{c_{11} - c_{22}}{2})^2 + c_{12}^2}"
    paper.line("root", call("sqrt", squares), root, "how far the eigenvalues are from it")
    paper.line(
        "lambda1", of("half") + of("root"), r"\text{half} + \text{root}", "the variance along the first component"
    )
    lowest = of("half") - of("root")
    if lowest(paper.values) < 1e-12 * paper.values["lambda1"]:
        paper.line("lambda2", number(0), note="all rows lie on one line")
    else:
        paper.line("lambda2", lowest, r"\text{half} - \text{root}", "and along the second")
    paper.line(
        "share", of("lambda1") / (of("lambda1") + of("lambda2")), note="of the variance that the first one keeps"
    )


def _directions(paper):
    """Both directions; of each the entry of largest size, the first of them, is positive."""
    c11, c12, c22 = (paper.values[name] for name in ("c11", "c12", "c22"))
    if c12 == 0:
        why = "there is no covariance: the axes are the directions" if c11 != c22 else "all directions are alike"
        first = (1, 0) if c11 >= c22 else (0, 1)
        for name, value in zip(("w11", "w12", "w21", "w22"), (*first, *first[::-1]), strict=True):
            paper.line(name, number(value), note=why)
        return
    paper.line("a", of("lambda1") - of("c11"), r"\lambda_1 - c_{11}", "since (c₁₁ − λ₁) w₁ + c₁₂ w₂ = 0")
    length = call("sqrt", of("c12") ** 2 + of("a") ** 2)
    paper.line("length", length, r"\sqrt{c_{12}^2 + a^2}", "of (c₁₂, a)")
    turn = -1 if c12 < 0 and -c12 >= paper.values["a"] * (1 - 1e-9) else 1
    entries = (of("c12"), of("a")) if turn == 1 else (-of("c12"), -of("a"))
    signs = "" if turn == 1 else "-"
    paper.line("w11", entries[0] / of("length"), rf"{signs}c_{{12}} / \text{{length}}", "the first component")
    paper.line("w12", entries[1] / of("length"), rf"{signs}a / \text{{length}}")
    w11, w12 = paper.values["w11"], paper.values["w12"]
    at_right_angle = (-of("w12"), of("w11")), (of("w12"), -of("w11"))
    positive = -w12 > 0 if abs(w12) >= abs(w11) * (1 - 1e-9) else w11 > 0
    second, words = (
        (at_right_angle[0], ("-w_{12}", "w_{11}")) if positive else (at_right_angle[1], ("w_{12}", "-w_{11}"))
    )
    for name, rule, formula in zip(("w21", "w22"), second, words, strict=True):
        paper.line(name, rule, formula, "at a right angle to it" if name == "w21" else "")


def _scores(paper, rows):
    lost = []
    for n, row in enumerate(rows, 1):
        own = [number(value) - of(f"mean {j}") for j, value in enumerate(row, 1)]
        formula = r"w_{11} (x_{n1} - \bar x_1) + w_{12} (x_{n2} - \bar x_2)"
        paper.line(f"t({n})", of("w11") * own[0] + of("w12") * own[1], formula, f"the score of row {n}")
        for j, value in enumerate(row, 1):
            rule = of(f"mean {j}") + of(f"t({n})") * of(f"w1{j}")
            paper.line(
                f"x({n}){j}", rule, rf"\bar x_{j} + t\, w_{{1{j}}}", "its nearest point on the line" if j == 1 else ""
            )
            lost.append((number(value) - of(f"x({n}){j}")) ** 2)
    paper.line(
        "lost",
        total(lost),
        r"\sum_n (x_{n1} - \hat x_{n1})^2 + (x_{n2} - \hat x_{n2})^2",
        "the squared distances, N λ₂",
    )
