"""Problems on least squares: sums, line, errors."""

from fractions import Fraction

from byhand.expression import Expression
from byhand.practice.problem import kind

STORIES = (  # what x and y are: y may rise or fall with x
    ("week", "visitors"),
    ("day", "temperature (°C)"),
    ("km from the river", "birds counted"),
    ("minutes in the oven", "height of the cake (cm)"),
    ("drops of fertiliser", "new leaves"),
    ("hours of music", "sums solved"),
)


@kind(
    "least-squares",
    "Least squares",
    ["the line and a prediction", "the line, its errors and R²", "with an intercept or through the origin?"],
    chapter="06a-linear-regression",
)
def least_squares(problem, random):
    what = random.choice(STORIES)
    n = random.choice((3, 4) if problem.level == 1 else (4, 5))
    origin = random.random() < 0.5  # at level 3, which of the two lines is to be the better one
    while True:
        x, y = sorted(random.sample(range(1, n + 4), n)), [random.randint(1, 12) for _ in range(n)]
        if problem.level == 3 and origin:
            y = [value + random.randint(0, 3) for value in x]
        if _is_good(x, y, problem.level, origin):
            break
    problem.title = f"A line for {what[1].split(' (')[0]} against {what[0].split(' (')[0]}"
    problem.data = {"x": x, "y": y}
    problem.tables = {f"{n} observations": {f"x: {what[0]}": x, f"y: {what[1]}": y}}
    rows = list(zip(x, y, strict=True))
    _sums(problem, rows)
    if problem.level == 1:
        new = random.choice([value for value in range(1, 13) if value not in x and not _is_on_axis(rows, value)])
        problem.data["new"] = new
        problem.question = f"Fit the line $y = b_0 + b_1 x$ by least squares. What does it predict for $x = {new}$?"
        _line(problem, rows)
        problem.ask(
            "prediction",
            f"{{intercept}} + {{slope}} * {new}",
            f"what the line says at x = {new}",
            formula="b_0 + b_1 x",
            hint="Put the new x into the equation of the line.",
            slips=[
                ("intercept forgotten", "You left out the intercept.", f"{{slope}} * {new}"),
                ("swapped", "You took the slope for the intercept.", f"{{slope}} + {{intercept}} * {new}"),
            ],
        )
    elif problem.level == 2:
        problem.question = (
            "Fit the line $y = b_0 + b_1 x$ by least squares. How much of the spread of $y$ does it explain?"
        )
        _line(problem, rows)
        _errors(problem, rows)
        _explained(problem, y)
    else:
        problem.question = (
            "Fit two lines by least squares, $y = b_0 + b_1 x$ and $y = b_1 x$ through the origin. For each, estimate "
            "the variance of the noise without bias: divide SSE by $N$ minus the number of coefficients. Which line "
            "has the smaller variance?"
        )
        _line(problem, rows)
        _errors(problem, rows)
        _noise(problem, n, 2)
        _line_through_origin(problem, rows)
        _errors(problem, rows, " (origin)")
        _noise(problem, n, 1, " (origin)")
        one, other = (float(problem.values[f"noise variance{which}"]) for which in ("", " (origin)"))
        problem.ask(
            "decision",
            "argmin({noise variance}, {noise variance (origin)})",
            "the line with the smaller variance of the noise",
            formula=r"\operatorname{argmin} \text{noise variance}",
            numbers=rf"\operatorname{{argmin}}({one:.6g}, {other:.6g})",
            hint="Compare the two variances.",
            slips=[
                (
                    "by SSE",
                    "You compared SSE, which never grows with one more coefficient: compare the variances.",
                    "argmin({SSE}, {SSE (origin)})",
                )
            ],
            options=("with intercept", "through the origin"),
        )


def _is_on_axis(rows, new):
    """Whether the line predicts 0, which cannot be told from nothing."""
    (xs, ys), n = zip(*rows, strict=True), len(rows)
    across = n * sum(x * y for x, y in rows) - sum(xs) * sum(ys)
    spread = n * sum(x * x for x in xs) - sum(xs) ** 2
    return spread * sum(ys) + across * (n * new - sum(xs)) == 0


def _is_good(x, y, level, origin):
    """Whether the coefficients are simple, and the line neither perfect nor useless."""
    n, sx, sy = len(x), sum(x), sum(y)
    sxx, sxy, syy = (sum(a * b for a, b in zip(u, v, strict=True)) for u, v in ((x, x), (x, y), (y, y)))
    across, spread = n * sxy - sx * sy, n * sxx - sx**2
    if across == 0 or 10 * across % spread and 3 * across % spread:
        return False
    total = syy - sy**2 / n
    error = total - across**2 / spread / n
    if level == 3:
        one, other = error / (n - 2), (syy - sxy**2 / sxx) / (n - 1)
        if abs(one - other) < one / 20 or (other < one) != origin or Fraction(sxy, sxx).denominator > 20:
            return False
    intercept = (sy - Fraction(across, spread) * sx) / n
    simple = intercept and intercept.denominator <= 10 and abs(across) != spread
    return simple and 0.03 * total < error < 0.6 * total


def _sums(problem, rows):
    pairs = {"x": [x for x, _ in rows], "y": [y for _, y in rows]}
    for name, values in pairs.items():
        problem.ask(
            f"sum {name}",
            " + ".join(map(str, values)),
            f"the sum of {name}",
            formula=rf"\sum {name}",
            hint=f"Add the column {name}.",
            slips=[
                (
                    "mean",
                    "This is the mean, but the question asks for the sum.",
                    f"({' + '.join(map(str, values))}) / {len(rows)}",
                )
            ],
        )
    squares = ["x"] if problem.level == 1 else ["x", "y"]
    for name in squares:
        problem.ask(
            f"sum {name}{name}",
            " + ".join(f"{value}**2" for value in pairs[name]),
            f"the sum of the squares of {name}",
            formula=rf"\sum {name}^2",
            hint=f"Square each {name} first, then add.",
            slips=[("square of the sum", "You squared the sum: square first, then add.", f"{{sum {name}}}**2")],
        )
    problem.ask(
        "sum xy",
        " + ".join(f"{x} * {y}" for x, y in rows),
        "the sum of the products",
        formula=r"\sum x y",
        hint="Multiply x and y in each row, then add.",
        slips=[("product of the sums", "You multiplied the sums: multiply first, then add.", "{sum x} * {sum y}")],
    )


def _line(problem, rows):
    n, syy = len(rows), sum(y**2 for _, y in rows)
    across = f"({n} * {{sum xy}} - {{sum x}} * {{sum y}})"
    problem.ask(
        "slope",
        f"{across} / ({n} * {{sum xx}} - {{sum x}}**2)",
        "the slope of the line",
        formula=r"b_1 = \frac{N \sum x y - \sum x \sum y}{N \sum x^2 - (\sum x)^2}",
        hint="Numerator: N times the sum of the products, minus the product of the sums. Denominator: the same with x "
        "in place of y.",
        slips=[
            (
                "x on y",
                "This predicts x from y: the denominator needs the sums of x.",
                f"{across} / ({n} * {syy} - {{sum y}}**2)",
            ),
            (
                "upside down",
                "This is the slope upside down.",
                f"({n} * {{sum xx}} - {{sum x}}**2) / {across}",
            ),
            ("through the origin", "This is the slope of a line through the origin.", "{sum xy} / {sum xx}"),
            (
                "N forgotten",
                "You left out the N before the sums of products and squares.",
                "({sum xy} - {sum x} * {sum y}) / ({sum xx} - {sum x}**2)",
            ),
            ("not divided", "Divide by N times the sum of squares, minus the square of the sum.", across),
        ],
    )
    problem.ask(
        "intercept",
        f"({{sum y}} - {{slope}} * {{sum x}}) / {n}",
        "the intercept of the line",
        formula=r"b_0 = \frac{\sum y - b_1 \sum x}{N}",
        hint="The line goes through the point of the two means.",
        slips=[
            (
                "sign",
                "Subtract the slope times the sum of x; do not add it.",
                f"({{sum y}} + {{slope}} * {{sum x}}) / {n}",
            ),
            (
                "N forgotten",
                f"Divide by N = {n}: the means lie on the line, not the sums.",
                "{sum y} - {slope} * {sum x}",
            ),
            ("mean", "This is the mean of y: subtract the slope times the mean of x.", f"{{sum y}} / {n}"),
            ("swapped", "You swapped x and y.", f"({{sum x}} - {{slope}} * {{sum y}}) / {n}"),
        ],
    )


def _line_through_origin(problem, rows):
    problem.ask(
        "slope (origin)",
        "{sum xy} / {sum xx}",
        "the slope of the line through the origin",
        formula=r"\frac{\sum x y}{\sum x^2}",
        hint="You need only two of the sums.",
        slips=[
            ("with intercept", "This is the slope of the line with an intercept.", "{slope}"),
            (
                "ratio of the sums",
                "This is the ratio of the sums: you need the products and the squares.",
                "{sum y} / {sum x}",
            ),
            ("x on y", "Divide by the sum of the squares of x.", "{sum xy} / {sum yy}"),
        ],
    )


def _errors(problem, rows, which=""):
    line = f"{{slope{which}}} * " if which else "{intercept} - {slope} * "
    errors = [f"({y} - {line}{x})" for x, y in rows]
    letters = r"\sum (y - b_1 x)^2" if which else r"\sum (y - b_0 - b_1 x)^2"
    values = {str(i): Expression(error)(problem.values) for i, error in enumerate(errors)}
    problem.ask(
        f"SSE{which}",
        " + ".join(f"{error}**2" for error in errors),
        "the sum of the squared errors" + (" of the line through the origin" if which else ""),
        formula=letters,
        numbers=Expression(" + ".join(f"{{{i}}}**2" for i in values)).latex(values),
        hint="For each row, subtract what the line says from y and square the difference; then add.",
        slips=[
            *([("not squared", "Square each error before you add.", " + ".join(errors))] if which else []),
            (
                "absolute",
                "You added the absolute errors: square each before you add.",
                " + ".join(f"abs{error}" for error in errors),
            ),
            (
                "mean",
                "This is the mean, but the question asks for the sum.",
                f"({' + '.join(f'{error}**2' for error in errors)}) / {len(rows)}",
            ),
        ],
    )


def _explained(problem, y):
    n = len(y)
    problem.ask(
        "SStot",
        f"{{sum yy}} - {{sum y}}**2 / {n}",
        "the sum of the squared distances of y from its mean",
        formula=r"\sum y^2 - \frac{(\sum y)^2}{N}",
        hint="The same as SSE, with the mean of y in place of the line.",
        slips=[
            ("mean not taken away", "This is the sum of the squares of y: subtract the mean first.", "{sum yy}"),
            ("N forgotten", "Divide the square of the sum by N.", "{sum yy} - {sum y}**2"),
            ("variance", "This is the variance: do not divide.", f"({{sum yy}} - {{sum y}}**2 / {n}) / {n}"),
        ],
    )
    problem.ask(
        "R2",
        "1 - {SSE} / {SStot}",
        "the share of the spread that the line explains",
        formula=r"1 - \frac{\text{SSE}}{\text{SStot}}",
        hint="What share of the spread of y is left as errors? The line explains the rest.",
        slips=[
            ("unexplained", "This is the share that is left: subtract it from 1.", "{SSE} / {SStot}"),
            ("upside down", "Divide SSE by the total, not the total by SSE.", "1 - {SStot} / {SSE}"),
        ],
    )


def _noise(problem, n, coefficients, which=""):
    below = f"N - {coefficients}"
    problem.ask(
        f"noise variance{which}",
        f"{{SSE{which}}} / {n - coefficients}",
        "the variance of the noise" + (" for the line through the origin" if which else ""),
        formula=rf"\frac{{\text{{SSE}}}}{{{below}}}",
        hint="How many coefficients does this line have? Subtract that from N, and divide by the result.",
        slips=[
            ("N", f"You divided by N, which is too small on average: divide by {below}.", f"{{SSE{which}}} / {n}"),
            (
                "wrong count",
                f"This line has {'two coefficients' if coefficients == 2 else 'one coefficient'}: divide by {below}.",
                f"{{SSE{which}}} / {n - 3 + coefficients}",
            ),
        ],
    )
