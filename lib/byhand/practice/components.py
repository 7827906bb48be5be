"""Problems on principal components: four points by hand, shares of the variance, back from scores to a point."""

from fractions import Fraction

from byhand.practice.problem import kind

STORIES = (  # what is measured, twice
    ("length of a leaf", "width of a leaf"),
    ("marks in physics", "marks in mathematics"),
    ("minutes on the bus", "minutes on foot"),
    ("pages read", "pages written"),
    ("rings on the left arm", "rings on the right arm"),
    ("points from Ann", "points from Ben"),
)
SLANTED = ((2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3))
TRIPLES = ((3, 4, 5), (4, 3, 5))  # two sides and the long one
NUMBERS = ("one", "two", "three", "four", "five")
THRESHOLDS = (75, 80, 85, 90, 95)


def _mean_of(values, power=""):
    return f"({' + '.join(map(str, values))}){power} / {len(values)}"


def _products(first, second, names):
    """The mean of the products of what two columns differ from their means by, as the text of a rule."""
    pairs = zip(first, second, strict=True)
    if names[0] == names[1]:
        return " + ".join(f"({a} - {{{names[0]}}})**2" for a, _ in pairs)
    return " + ".join(f"({a} - {{{names[0]}}}) * ({b} - {{{names[1]}}})" for a, b in pairs)


@kind(
    "components-by-hand",
    "Principal components of four points",
    ["equal variances", "any variances", "any variances, and a score"],
    chapter="22a-principal-components",
)
def components_by_hand(problem, random):
    u = (1, random.choice((1, -1))) if problem.level == 1 else random.choice(SLANTED)
    if problem.level > 1 and random.random() < 0.5:
        u = (u[0], -u[1])
    long, short = random.choice(((2, 1), (3, 1), (3, 2), (4, 1)) if problem.level == 1 else ((2, 1), (3, 1), (3, 2)))
    mean = random.randint(9, 16), random.randint(9, 16)
    ends = [(long * a, short * b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    rows = [(mean[0] + a * u[0] - b * u[1], mean[1] + a * u[1] + b * u[0]) for a, b in ends]
    random.shuffle(rows)
    first, second = ([row[i] for row in rows] for i in (0, 1))
    what = random.choice(STORIES)
    problem.title = f"Principal components: {what[0]} and {what[1]}"
    problem.data = {"x1": first, "x2": second}
    problem.tables = {"Four rows": {f"x1: {what[0]}": first, f"x2: {what[1]}": second}}
    problem.question = (
        "Find both eigenvalues of the covariance matrix (with the divisor $N = 4$), the share of the variance that the "
        "first component keeps, and how far its direction rises in $x_2$ for each unit of $x_1$."
    )
    _covariances(problem, first, second)
    _eigenvalues(problem)
    if problem.level == 3:
        _score(problem, random, u, mean, long)


def _covariances(problem, first, second):
    columns = {1: first, 2: second}
    for i, column in columns.items():
        problem.ask(
            f"mean {i}",
            _mean_of(column),
            f"the mean of x{i}",
            formula=rf"\bar x_{i}",
            hint="Add up, and divide by the number of rows.",
        )
    for i, j in ((1, 1), (1, 2), (2, 2)):
        names = f"mean {i}", f"mean {j}"
        inside = _products(columns[i], columns[j], names)
        slips = [("n - 1", "Divide by N here, not by N − 1.", f"({inside}) / 3")]
        slips += [("sum", "Divide the sum by the number of rows.", inside)]
        if i == j:
            square = " + ".join(f"{value}**2" for value in columns[i])
            slips += [("not centred", "Measure from the mean before you square.", f"({square}) / 4")]
        problem.ask(
            f"c{i}{j}",
            f"({inside}) / 4",
            f"the variance of x{i}" if i == j else "the covariance",
            formula=rf"\frac{{1}}{{N}} \sum_n (x_{{n{i}}} - \bar x_{i})(x_{{n{j}}} - \bar x_{j})",
            hint="What each row differs from the mean by; multiply, add up, divide by N. Mind the signs.",
            slips=slips,
        )


def _eigenvalues(problem):
    root = "sqrt((({c11} - {c22}) / 2)**2 + {c12}**2)"
    problem.ask(
        "larger",
        f"({{c11}} + {{c22}}) / 2 + {root}",
        "the larger eigenvalue",
        formula=r"\lambda_1 = \frac{c_{11} + c_{22}}{2} + \sqrt{\bigl(\frac{c_{11} - c_{22}}{2}\bigr)^2 + c_{12}^2}",
        hint="Half the sum of the variances, and the root of the quadratic equation on top.",
        slips=[
            ("smaller", "That is the smaller one.", f"({{c11}} + {{c22}}) / 2 - {root}"),
            ("no half", "Half the sum of the variances, not all of it.", f"({{c11}} + {{c22}}) + {root}"),
        ],
    )
    problem.ask(
        "smaller",
        "{c11} + {c22} - {larger}",
        "the smaller eigenvalue",
        formula=r"\lambda_2 = c_{11} + c_{22} - \lambda_1",
        hint="Both eigenvalues add up to the same as both variances.",
    )
    problem.ask(
        "share",
        "{larger} / ({larger} + {smaller})",
        "the share of the variance that the first component keeps",
        formula=r"\frac{\lambda_1}{\lambda_1 + \lambda_2}",
        hint="What it has, of what there is.",
        slips=[
            ("ratio", "Of the whole, not of the other one.", "{larger} / {smaller}"),
            ("lost", "That is the share that is lost.", "{smaller} / ({larger} + {smaller})"),
        ],
    )
    problem.ask(
        "slope",
        "({larger} - {c11}) / {c12}",
        "how far the first component rises in x2 for each unit of x1",
        formula=r"\frac{w_2}{w_1} = \frac{\lambda_1 - c_{11}}{c_{12}}",
        hint="The first row of the equation for an eigenvector leaves one unknown, the quotient of its two entries.",
        slips=[
            ("upside down", "That is how far it moves in x1 for each unit of x2.", "{c12} / ({larger} - {c11})"),
            ("regression", "That is the slope of least squares, which counts distances upwards only.", "{c12} / {c11}"),
            ("second", "That is the second component.", "({smaller} - {c11}) / {c12}"),
        ],
    )


def _score(problem, random, u, mean, long):
    while True:
        steps = random.randint(-2 * long, 2 * long), random.choice((-2, -1, 1, 2))
        new = mean[0] + steps[0] * u[0] - steps[1] * u[1], mean[1] + steps[0] * u[1] + steps[1] * u[0]
        if steps[0] and min(new) > 0:
            break
    problem.data["new"] = list(new)
    problem.question += f" What is the score of a new row, $({new[0]}, {new[1]})$? Take the direction with $w_1 > 0$."
    problem.ask(
        "score",
        f"(({new[0]} - {{mean 1}}) + {{slope}} * ({new[1]} - {{mean 2}})) / sqrt(1 + {{slope}}**2)",
        "the score of the new row along the first component",
        formula=r"t = \mathbf w_1 \cdot (\mathbf x - \bar{\mathbf x})",
        hint="Make the direction one of length 1, and measure the row from the mean.",
        slips=[
            (
                "length",
                "The direction must have length 1: divide by its length.",
                f"({new[0]} - {{mean 1}}) + {{slope}} * ({new[1]} - {{mean 2}})",
            ),
            (
                "not centred",
                "Measure the row from the mean.",
                f"({new[0]} + {{slope}} * {new[1]}) / sqrt(1 + {{slope}}**2)",
            ),
        ],
    )


@kind(
    "explained-variance",
    "How much do the components keep?",
    ["from eigenvalues", "from singular values", "of standardised columns"],
    chapter="22a-principal-components",
)
def explained_variance(problem, random):
    level = problem.level
    while True:
        parts = sorted((random.randint(1, 40) for _ in range(4)), reverse=True)
        if level == 2:
            parts = [root**2 for root in sorted((random.randint(2, 12) for _ in range(4)), reverse=True)]
        if level == 3:
            parts = [*parts[:3], 60 - sum(parts[:3])]  # tenths of six columns of variance 1, the last three together
        kept = [Fraction(sum(parts[: k + 1]), sum(parts)) for k in range(4)]
        enough = random.choice(THRESHOLDS)
        clear = all(abs(share - Fraction(enough, 100)) > Fraction(1, 50) for share in kept[:3])
        falling = parts[0] > parts[1] > parts[2] and 0 < parts[3] < (3 if level == 3 else 1) * parts[2]
        if clear and falling and kept[0] < Fraction(enough, 100):
            break
    texts = {1: _from_eigenvalues, 2: _from_singular_values, 3: _standardised}[level](problem, random, parts)
    _shares(problem, enough, texts, NUMBERS[:4] if level < 3 else (*NUMBERS[:3], "more than three"))


def _from_eigenvalues(problem, random, parts):
    problem.title = "Shares of the variance, from eigenvalues"
    problem.data = {"eigenvalues": parts}
    problem.tables = {"Eigenvalues of a covariance matrix": {"component": [1, 2, 3, 4], "eigenvalue": parts}}
    problem.question = "A table has four columns."
    problem.ask(
        "whole",
        " + ".join(map(str, parts)),
        "the whole variance",
        formula=r"\sum_j \lambda_j",
        hint="Components are uncorrelated: their variances add up.",
        slips=[("first forgotten", "Count the first one, too.", " + ".join(map(str, parts[1:])))],
    )
    return [str(value) for value in parts[:3]]


def _from_singular_values(problem, random, parts):
    rows, roots = random.choice((10, 20, 50)), [int(round(part**0.5)) for part in parts]
    problem.title = "Shares of the variance, from singular values"
    problem.data = {"singular values": roots, "rows": rows}
    problem.tables = {"Singular values of the centred rows": {"component": [1, 2, 3, 4], "singular value": roots}}
    problem.question = f"A table has {rows} rows and four columns; its mean has been taken off."
    problem.ask(
        "part 1",
        f"{roots[0]}**2 / {rows}",
        "the variance along the first component, with the divisor N",
        formula=r"\lambda_1 = s_1^2 / N",
        hint="Square the singular value; it is the root of a sum over the rows.",
        slips=[
            ("not squared", "Square the singular value.", f"{roots[0]} / {rows}"),
            ("sum", "Divide the sum of squares by the number of rows.", f"{roots[0]}**2"),
        ],
    )
    problem.ask(
        "whole",
        f"{{part 1}} + ({' + '.join(f'{root}**2' for root in roots[1:])}) / {rows}",
        "the whole variance",
        formula=r"\frac{1}{N} \sum_j s_j^2",
        hint="The other three in the same way, and all of them added up.",
    )
    return ["{part 1}", *(f"{root}**2 / {rows}" for root in roots[1:3])]


def _standardised(problem, random, parts):
    values = [Fraction(part, 10) for part in parts[:3]]
    problem.title = "Shares of the variance of standardised columns"
    problem.data = {"eigenvalues": [str(value) for value in values], "columns": 6}
    shown = [float(value) for value in values]
    problem.tables = {"The first three eigenvalues": {"component": [1, 2, 3], "eigenvalue": shown}}
    problem.question = (
        "A table has six columns, each standardised to mean 0 and variance 1. Only the first three eigenvalues of its "
        "covariance matrix have been computed."
    )
    problem.ask(
        "whole",
        "6 * 1",
        "the whole variance",
        formula=r"\sum_j c_{jj}",
        hint="The eigenvalues add up to the same as the variances of the columns. What are those?",
        slips=[("three only", "There are three more, which were not computed.", " + ".join(map(str, shown)))],
    )
    return [str(value) for value in shown]


def _shares(problem, enough, variances, options):
    """What the first components keep, and how many of them are needed for a share; `variances`: rules of three."""
    problem.question += f" How many components keep at least {enough} % of the variance?"
    problem.ask(
        "share 1",
        f"{variances[0]} / {{whole}}",
        "the share that the first component keeps",
        formula=r"\frac{\lambda_1}{\sum_j \lambda_j}",
        hint="Its variance, of the whole.",
        slips=[("upside down", "The part over the whole.", f"{{whole}} / ({variances[0]})")],
    )
    for k, part in enumerate(variances[1:], 2):
        problem.ask(
            f"share {k}",
            f"{{share {k - 1}}} + {part} / {{whole}}",
            f"the share that the first {NUMBERS[k - 1]} keep together",
            formula=rf"\frac{{\lambda_1 + \dots + \lambda_{k}}}{{\sum_j \lambda_j}}",
            hint="Add the next one's share to that of the others.",
            slips=[("alone", "That is its own share: add those before it.", f"{part} / {{whole}}")],
        )
    rule = " + ".join(f"(1 - sign({{share {k}}} - {enough} / 100)) / 2" for k in (1, 2, 3))
    problem.ask(
        "needed",
        rule,
        f"how many components keep at least {enough} %",
        formula=r"\min \{k : \text{share}_k \ge \text{what is wanted}\}",
        numbers="",
        hint="The first of the shares that is large enough.",
        options=options,
    )


@kind(
    "back-from-scores",
    "From scores back to a point",
    ["two features, one component", "three features, one component", "three features, two components"],
    chapter="22a-principal-components",
)
def back_from_scores(problem, random):
    if problem.level == 1:
        a, b, c = random.choice(TRIPLES)
        ways, size = [(a, random.choice((b, -b)))], c
    else:
        order, signs = random.sample(range(3), 3), [random.choice((1, -1)) for _ in range(3)]
        ways = [tuple(signs[i] * way[i] for i in order) for way in ((2, 2, 1), (2, -1, -2))][: problem.level - 1]
        size = 3
    d = len(ways[0])
    while True:
        mean = [random.randint(1, 6) for _ in range(d)]
        moved = [random.randint(-6, 6) for _ in range(d)]
        scores = [Fraction(sum(m * w for m, w in zip(moved, way, strict=True)), size) for way in ways]
        nearest = [
            mean[i] + sum(t * Fraction(way[i], size) for t, way in zip(scores, ways, strict=True)) for i in range(d)
        ]
        left = sum((mean[i] + moved[i] - nearest[i]) ** 2 for i in range(d))
        if (
            left
            and all(scores)
            and all(t.denominator == 1 for t in scores)
            and len(set(map(abs, scores))) == len(scores)
            and 0 not in (*moved, *nearest)
        ):
            break
    row = [m + step for m, step in zip(mean, moved, strict=True)]
    problem.title = "A row, its scores and its nearest point"
    problem.data = {"mean": mean, "ways": [list(way) for way in ways], "size": size, "row": row}
    names = ["mean", "row", *(f"component {j}" for j in range(1, len(ways) + 1))]
    columns = [mean, row, *([f"{entry}/{size}" for entry in way] for way in ways)]
    known = {"feature": list(range(1, d + 1)), **dict(zip(names, columns, strict=True))}
    problem.tables = {"What is known": known}
    problem.question = (
        "Find the score of the row along each component given, the point that stands for the row when only these "
        "scores are kept, and the squared distance between the two."
    )
    for j, way in enumerate(ways, 1):
        terms = " + ".join(f"({w}) * ({x} - {m})" for w, x, m in zip(way, row, mean, strict=True))
        raw = " + ".join(f"({w}) * {x}" for w, x in zip(way, row, strict=True))
        problem.ask(
            f"t{j}",
            f"({terms}) / {size}",
            f"the score along component {j}",
            formula=rf"t_{j} = \mathbf w_{j} \cdot (\mathbf x - \bar{{\mathbf x}})",
            hint="Measure the row from the mean, multiply entry by entry with the component, add up.",
            slips=[
                ("not centred", "Measure the row from the mean first.", f"({raw}) / {size}"),
                ("length", "The component has length 1: mind its denominator.", terms),
            ],
        )
    for i in range(d):
        parts = " + ".join(f"{{t{j}}} * ({way[i]}) / {size}" for j, way in enumerate(ways, 1))
        problem.ask(
            f"near {i + 1}",
            f"{mean[i]} + {parts}",
            f"feature {i + 1} of the point",
            formula=rf"\hat x_{i + 1} = \bar x_{i + 1} + \sum_j t_j w_{{j{i + 1}}}",
            hint="From the mean, as far along each component as its score says.",
            slips=[("mean forgotten", "Start from the mean.", parts)],
        )
    squares = " + ".join(f"({x} - {{near {i}}})**2" for i, x in enumerate(row, 1))
    problem.ask(
        "lost",
        squares,
        "the squared distance of the row from the point",
        formula=r"\lVert \mathbf x - \hat{\mathbf x} \rVert^2",
        hint="Pythagoras: what is left in each feature, squared, added up.",
        slips=[("root", "The squared distance: no root.", f"sqrt({squares})")],
    )
