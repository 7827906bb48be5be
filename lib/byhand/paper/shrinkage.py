"""Penalised least squares on paper: ridge for one feature, and one sweep of coordinate descent."""

from fractions import Fraction

from byhand.paper import Paper, legend, number, of, total


def ridge(x, y, penalty, intercept, names=None):
    """See `Ridge.working`; x and y, shape (n,)."""
    paper = Paper(f"Ridge for {len(y)} rows{legend(names)}", decimals=False)
    columns = _centred(paper, {"x": x.tolist(), "y": y.tolist()}, intercept)
    paper.line("lambda", number(penalty), r"\lambda")
    _product(paper, columns, "x", "x")
    _product(paper, columns, "x", "y")
    if paper.values["sum xx"] == 0:
        raise ValueError("X must not be constant: there is no slope to shrink")
    paper.line("least squares", of("sum xy") / of("sum xx"), r"\frac{\sum x y}{\sum x^2}", "without a penalty")
    paper.line("slope", of("sum xy") / (of("sum xx") + of("lambda")), r"\frac{\sum x y}{\sum x^2 + \lambda}")
    if paper.values["least squares"]:
        paper.line("factor", of("slope") / of("least squares"), note="what the penalty leaves of it")
    if intercept:
        paper.line("intercept", of("mean y") - of("slope") * of("mean x"), r"\bar y - b\, \bar x")
    return paper.working()


def sweep(X, y, penalties, intercept, names=None):
    """See `ElasticNet.working`; `X`: shape (n, d); `penalties`: of the sizes and of the squares."""
    features = ["x"] if X.shape[1] == 1 else [f"x{j}" for j in range(1, X.shape[1] + 1)]
    paper = Paper(f"One sweep over {len(features)} column{'s' * (len(features) > 1)}{legend(names)}", decimals=False)
    columns = _centred(paper, {**dict(zip(features, X.T.tolist(), strict=True)), "y": y.tolist()}, intercept)
    one, two = (number(value) for value in penalties)
    paper.line("t", one / 2, r"\lambda_1 / 2" if penalties[1] else r"\lambda / 2", "how far everything moves towards 0")
    if penalties[1]:
        paper.line("lambda2", two, r"\lambda_2")
    for j, name in enumerate(features):
        _product(paper, columns, name, name)
        _product(paper, columns, name, "y")
        for other in features[:j]:
            _product(paper, columns, other, name)
        _coefficient(paper, features, j, bool(penalties[1]))
    if intercept:
        rule = of("mean y")
        for name in features:
            rule = rule - of(_b(name)) * of(f"mean {name}")
        paper.line("intercept", rule, r"\bar y - \sum_j b_j \bar x_j")
    return paper.working()


def _coefficient(paper, features, j, squares):
    """What the columns before leave to column j, and its coefficient by the soft threshold."""
    name = features[j]
    rest = of(f"sum {name}y")
    for other in features[:j]:
        rest = rest - of(f"sum {other}{name}") * of(_b(other))
    c = f"c{name[1:]}"
    paper.line(c, rest, note="what the others leave over, times the column" if j else "nothing is explained yet")
    below = of(f"sum {name}{name}") + of("lambda2") if squares else of(f"sum {name}{name}")
    if below({**paper.values}) == 0:
        raise ValueError(f"X must not have a constant column: {name} is one")
    value, t = paper.values[c], paper.values["t"]
    if abs(value) <= t:
        paper.line(_b(name), Fraction(0), note=f"{c} is within t of 0")
    else:
        paper.line(_b(name), (of(c) - of("t") if value > 0 else of(c) + of("t")) / below)


def _centred(paper, columns, intercept):
    """The columns as numbers, less their means if there is to be an intercept."""
    exact = {name: [Fraction(str(value)) for value in values] for name, values in columns.items()}
    if not intercept:
        return exact
    for name, values in columns.items():
        paper.line(f"mean {name}", total(map(number, values)) / len(values))
    return {name: [value - paper.values[f"mean {name}"] for value in values] for name, values in exact.items()}


def _product(paper, columns, a, b):
    """The sum of products of two columns, once."""
    if f"sum {a}{b}" not in paper.values:
        terms = [
            number(u) ** 2 if a == b else number(u) * number(v) for u, v in zip(columns[a], columns[b], strict=True)
        ]
        paper.line(f"sum {a}{b}", total(terms), rf"\sum {_tex(a)}^2" if a == b else rf"\sum {_tex(a)} {_tex(b)}")


def _b(name):
    return f"b{name[1:]}"


def _tex(name):
    return name if len(name) == 1 else f"x_{{{name[1:]}}}"
