"""Problems on how sure a line is, and on two features at once."""

from fractions import Fraction

from byhand.inference import student_quantile
from byhand.practice.problem import kind

STORIES = (  # what is predicted, by what, and the units of both
    ("the rent of a room", "its area", "€", "m²"),
    ("the time of a run", "its length", "min", "km"),
    ("the weight of a pumpkin", "its girth", "kg", "dm"),
    ("the height of a bean", "the days since sowing", "cm", "days"),
    ("the price of a book", "its pages", "€", "hundred pages"),
    ("the fuel for a trip", "the load", "l", "t"),
)
PAIRS = (  # an outcome and two features, with both of which it rises
    ("the crop", "rain", "warmth"),
    ("the rent", "area", "balconies"),
    ("the score", "hours of practice", "hours of sleep"),
    ("the bill", "coffees", "cakes"),
    ("the time of delivery", "distance", "number of stops"),
)
GROUPS = (  # what is measured against what, for two groups
    ("weight", "length", "trout", "perch"),
    ("price", "age", "bicycles", "scooters"),
    ("yield", "rain", "the north field", "the south field"),
    ("pay", "years of service", "town", "country"),
)


@kind(
    "how-sure",
    "How sure is a line?",
    ["the interval of a slope", "the line, or one outcome", "does the outcome depend on the feature at all?"],
    chapter="06a-linear-regression",
)
def how_sure(problem, random):
    what, by, unit, per = random.choice(STORIES)
    n = random.choice((6, 8, 10, 12, 18, 27))
    t = round(student_quantile(0.95, n - 2), 3)
    s = random.choice((2, 3, 4, 5, 6, 8))
    root = random.choice([r for r in (4, 5, 8, 10, 12, 16, 20) if r > s])
    squares = s * s * (n - 2)
    problem.data = {"n": n, "s": s, "root": root, "t": t}
    problem.title = f"Predicting {what}"
    given = f"A line with an intercept predicts {what} ({unit}) by {by} ({per}), from {n} rows."
    student = f"With {n - 2} degrees of freedom, Student's $t$ stays within $\\pm {t}$ in 95 % of all samples."
    if problem.level == 2:
        middle, reach = random.randint(10, 30), random.choice((1, 2, 3, 5, 8))
        at, predicted = middle + random.choice((-1, 1)) * reach, random.randint(60, 200)
        problem.data |= {"mean": middle, "at": at, "predicted": predicted}
        problem.question = (
            f"{given} The residuals have $s = {s}$; $\\bar x = {middle}$ and $S_{{xx}} = {root**2}$. At $x = {at}$ the "
            f"line predicts {predicted}. {student} How sure is the line there, and between which limits will one new "
            "outcome lie, with 95 % confidence?"
        )
        _bands(problem, n, s, root**2, middle, at, predicted, t)
        return
    zero = random.random() < 0.5
    while True:
        b = Fraction(random.randint(5, 80), 10)
        ratio = float(b) / (t * s / root)
        if (problem.level == 1 and ratio > 0.4) or (
            problem.level == 3 and (0.3 < ratio < 0.85 if zero else ratio > 1.2)
        ):
            break
        if problem.level == 3 and zero and t * s / root < 1:
            zero = False
    problem.data["slope"] = float(b)
    problem.question = (
        f"{given} Its slope is {float(b):g}, its SSE is {squares}, and $S_{{xx}} = {root**2}$. {student} "
        + ("Give the interval of the slope." if problem.level == 1 else "Can you rule out that the slope is zero?")
    )
    _slope(problem, n, squares, root**2, b, t)
    if problem.level == 3:
        problem.ask(
            "decision",
            "argmin({low}, 0)",
            "whether zero lies within the interval",
            formula=r"\text{low} \le 0 \le \text{high}",
            numbers="",
            hint="The slope is positive, so only the lower end matters.",
            options=("zero lies within", "zero lies outside"),
        )


def _slope(problem, n, squares, spread, slope, t):
    problem.ask(
        "noise variance",
        f"{squares} / ({n} - 2)",
        "the variance of the noise, without bias",
        formula=r"s^2 = \frac{SSE}{N - 2}",
        hint="A line has two coefficients.",
        slips=[
            ("N", "You divided by N: that is maximum likelihood, which is too small on average.", f"{squares} / {n}"),
            ("N - 1", "A line has two coefficients: divide by N minus 2.", f"{squares} / ({n} - 1)"),
        ],
    )
    problem.ask(
        "standard error",
        f"sqrt({{noise variance}} / {spread})",
        "the standard error of the slope",
        formula=r"\sqrt{\frac{s^2}{S_{xx}}}",
        hint="Divide the variance by the spread of x; then take the root.",
        slips=[
            ("no root", "This is its square: take the root.", f"{{noise variance}} / {spread}"),
            ("N", "Divide by the spread of x, not by N.", f"sqrt({{noise variance}} / {n})"),
            ("half a root", "Take the root of the spread too.", f"sqrt({{noise variance}}) / {spread}"),
        ],
    )
    for name, sign, other in (("low", "-", "+"), ("high", "+", "-")):
        problem.ask(
            name,
            f"{float(slope)} {sign} {t} * {{standard error}}",
            f"the {'lower' if sign == '-' else 'upper'} end of the interval",
            formula=rf"b_1 {sign} t \cdot \text{{standard error}}",
            hint="Go as many standard errors from the slope as t says.",
            slips=[
                ("other end", "This is the other end.", f"{float(slope)} {other} {t} * {{standard error}}"),
                (
                    "one",
                    "This is one standard error away; go t of them.",
                    f"{float(slope)} {sign} {{standard error}}",
                ),
                (
                    "normal",
                    "1.96 belongs to the normal curve: use t.",
                    f"{float(slope)} {sign} 1.96 * {{standard error}}",
                ),
            ],
        )


def _bands(problem, n, s, spread, middle, at, predicted, t):
    problem.ask(
        "share",
        f"1 / {n} + ({at} - {middle})**2 / {spread}",
        "what goes under the root for the line",
        formula=r"\frac1N + \frac{(x - \bar x)^2}{S_{xx}}",
        hint="One part for the height of the line, one for its slope.",
        slips=[
            ("height alone", "The slope is uncertain too: add its part.", f"1 / {n}"),
            ("slope alone", "The height is uncertain too: add 1/N.", f"({at} - {middle})**2 / {spread}"),
            ("not squared", "Square the distance from the mean.", f"1 / {n} + abs({at} - {middle}) / {spread}"),
        ],
    )
    problem.ask(
        "error of the line",
        f"{s} * sqrt({{share}})",
        "the standard error of the line at this place",
        formula=r"s \sqrt{\text{share}}",
        hint="Multiply by s, and do not forget the root.",
        slips=[
            ("no root", "Take the root.", f"{s} * {{share}}"),
            ("s²", "Multiply by s, not by its square.", f"{s}**2 * sqrt({{share}})"),
        ],
    )
    problem.ask(
        "error of one outcome",
        f"{s} * sqrt(1 + {{share}})",
        "the standard error of one new outcome there",
        formula=r"s \sqrt{1 + \text{share}}",
        hint="A new outcome has noise of its own: what must be added under the root?",
        slips=[
            ("the line", "This is the line alone: add the noise of the outcome.", "{error of the line}"),
            ("sum", "Variances add up, standard errors do not.", f"{s} + {{error of the line}}"),
        ],
    )
    for name, sign in (("low", "-"), ("high", "+")):
        problem.ask(
            name,
            f"{predicted} {sign} {t} * {{error of one outcome}}",
            f"the {'lower' if sign == '-' else 'upper'} limit for one new outcome",
            formula=rf"\hat y {sign} t \cdot \text{{error of one outcome}}",
            hint="Go as many standard errors from the prediction as t says.",
            slips=[
                ("the line", "This is the limit for the line.", f"{predicted} {sign} {t} * {{error of the line}}"),
                (
                    "one",
                    "This is one standard error away; go t of them.",
                    f"{predicted} {sign} {{error of one outcome}}",
                ),
            ],
        )


@kind(
    "two-features",
    "Two features at once",
    ["two slopes from five sums", "two slopes, an intercept and a prediction", "two groups, parallel lines"],
    chapter="06b-several-features",
)
def two_features(problem, random):
    if problem.level == 3:
        _parallel(problem, random)
        return
    what, first, second = random.choice(PAIRS)
    while True:
        s11, s22, s12 = random.randint(2, 12), random.randint(2, 12), random.choice((-4, -3, -2, -1, 1, 2, 3, 4))
        b1, b2 = (Fraction(random.choice((1, 2, 3, 4, 5, 6, 7, 8, 10)), 2) for _ in range(2))
        s1y, s2y = s11 * b1 + s12 * b2, s12 * b1 + s22 * b2
        if s12**2 < 0.7 * s11 * s22 and s1y.denominator == s2y.denominator == 1 and s1y and s2y and abs(b1) != abs(b2):
            break
    problem.data = {"sums": [s11, s22, s12, int(s1y), int(s2y)]}
    problem.title = f"{what[0].upper()}{what[1:]} by {first} and {second}"
    names = ["S₁₁", "S₂₂", "S₁₂", "S₁y", "S₂y"]
    problem.tables = {
        "Sums of products of deviations": {
            "sum": names,
            "value": problem.data["sums"],
        }
    }
    problem.question = (
        f"Feature 1 is {first}, feature 2 is {second}, and $y$ is {what}. "
        r"The centred normal equations are $S_{11} b_1 + S_{12} b_2 = S_{1y}$ and $S_{12} b_1 + S_{22} b_2 = S_{2y}$. "
        "Solve them."
    )
    _two_slopes(problem, s11, s22, s12, int(s1y), int(s2y))
    if problem.level == 2:
        m1, m2, new1, new2 = (random.randint(3, 12) for _ in range(4))
        while True:
            my = random.randint(20, 60)
            found = my - b1 * m1 - b2 * m2
            if found and found + b1 * new1 + b2 * new2:
                break
        problem.data["means"], problem.data["new"] = [m1, m2, my], [new1, new2]
        problem.tables["Means, and one new row"] = {
            "": ["mean", "new"],
            first: [m1, new1],
            second: [m2, new2],
            what: [my, "?"],
        }
        problem.question += " Then find the intercept, and predict the new row."
        _prediction(problem, (m1, m2, my), (new1, new2))


def _two_slopes(problem, s11, s22, s12, s1y, s2y):
    problem.ask(
        "determinant",
        f"{s11} * {s22} - ({s12})**2",
        "the determinant of the two equations",
        formula="S_{11} S_{22} - S_{12}^2",
        hint="The products of the two diagonals, one minus the other.",
        slips=[
            ("plus", "Subtract the second product.", f"{s11} * {s22} + ({s12})**2"),
            ("not squared", "The mixed sum stands in both equations: square it.", f"{s11} * {s22} - ({s12})"),
        ],
    )
    rows = (("slope 1", s1y, s22, s2y, s11), ("slope 2", s2y, s11, s1y, s22))
    for name, own, across, other, alone in rows:
        j = name[-1]
        problem.ask(
            name,
            f"({own} * {across} - {other} * ({s12})) / {{determinant}}",
            f"the slope of feature {j}, the other held fixed",
            formula=(
                r"\frac{S_{1y} S_{22} - S_{2y} S_{12}}{\text{determinant}}"
                if j == "1"
                else r"\frac{S_{2y} S_{11} - S_{1y} S_{12}}{\text{determinant}}"
            ),
            hint="Replace the column of this slope by the right sides, and take that determinant.",
            slips=[
                ("alone", "This is the slope of the feature alone: the other is not held fixed.", f"{own} / {alone}"),
                (
                    "plus",
                    "The second product is subtracted.",
                    f"({own} * {across} + {other} * ({s12})) / {{determinant}}",
                ),
                ("not divided", "Divide by the determinant.", f"{own} * {across} - {other} * ({s12})"),
            ],
        )


def _prediction(problem, means, new):
    (m1, m2, my), (x1, x2) = means, new
    problem.ask(
        "intercept",
        f"{my} - {{slope 1}} * {m1} - {{slope 2}} * {m2}",
        "the intercept",
        formula=r"b_0 = \bar y - b_1 \bar x_1 - b_2 \bar x_2",
        hint="The plane goes through the point of the three means.",
        slips=[
            (
                "plus",
                "Subtract what the slopes contribute at the means.",
                f"{my} + {{slope 1}} * {m1} + {{slope 2}} * {m2}",
            ),
            ("mean", "This is the mean of the outcome.", f"{my}"),
            ("one feature", "Both features count.", f"{my} - {{slope 1}} * {m1}"),
        ],
    )
    problem.ask(
        "prediction",
        f"{{intercept}} + {{slope 1}} * {x1} + {{slope 2}} * {x2}",
        "what the plane says for the new row",
        formula="b_0 + b_1 x_1 + b_2 x_2",
        hint="Put both features of the new row into the plane.",
        slips=[
            ("intercept forgotten", "You left out the intercept.", f"{{slope 1}} * {x1} + {{slope 2}} * {x2}"),
            ("swapped", "You swapped the two features.", f"{{intercept}} + {{slope 1}} * {x2} + {{slope 2}} * {x1}"),
        ],
    )


def _parallel(problem, random):
    y, x, first, second = random.choice(GROUPS)
    while True:
        xx, xy = [random.randint(4, 20) for _ in range(2)], [random.randint(-20, 30) for _ in range(2)]
        mx, my = [random.randint(2, 15) for _ in range(2)], [random.randint(10, 60) for _ in range(2)]
        slope = Fraction(sum(xy), sum(xx))
        shift = my[1] - my[0] - slope * (mx[1] - mx[0])
        good = slope and abs(slope) != 1 and slope.denominator in (1, 2, 4, 5) and mx[0] != mx[1] and my[0] != my[1]
        rises = [(my[1] - my[0], mx[1] - mx[0]), (my[0], mx[0])]
        guessed = [abs(b - k * a) for b, a in rises for k in (0.5, 1, 2, 3)]  # what a slope out of the blue leads to
        good = good and min(guessed) > 3
        if good and abs(shift) not in (0, 1) and abs(my[0] - slope * mx[0]) not in (0, 1) and all(xy):
            break
    problem.data = {"xx": xx, "xy": xy, "mx": mx, "my": my}
    problem.title = f"{y[0].upper()}{y[1:]} against {x}, two groups"
    problem.tables = {
        "Within each group": {"group": [first, second], "mean of x": mx, "mean of y": my, "S_xx": xx, "S_xy": xy}
    }
    problem.question = (
        f"Predict {y} ($y$) by {x} ($x$) and by a column $g$ that is 0 for {first} and 1 for {second}: "
        r"$\hat y = b_0 + b_1 x + b_2 g$, two parallel lines. The deviations are those from the mean of the row's own "
        "group."
    )
    problem.ask(
        "slope",
        f"({xy[0]} + {xy[1]}) / ({xx[0]} + {xx[1]})",
        "the slope that both lines share",
        formula=r"b_1 = \frac{S_{xy}^{(0)} + S_{xy}^{(1)}}{S_{xx}^{(0)} + S_{xx}^{(1)}}",
        hint="Add up the sums of both groups first.",
        slips=[
            (
                "mean of slopes",
                "Do not average the two slopes: add the sums, then divide.",
                f"({xy[0]} / {xx[0]} + {xy[1]} / {xx[1]}) / 2",
            ),
            ("first group", "This is the slope of the first group alone.", f"{xy[0]} / {xx[0]}"),
            ("second group", "This is the slope of the second group alone.", f"{xy[1]} / {xx[1]}"),
        ],
    )
    problem.ask(
        "intercept",
        f"{my[0]} - {{slope}} * {mx[0]}",
        f"the intercept, that of {first}",
        formula=r"b_0 = \bar y^{(0)} - b_1 \bar x^{(0)}",
        hint="Each line goes through the point of means of its own group.",
        slips=[
            ("other group", "This is the intercept of the other group.", f"{my[1]} - {{slope}} * {mx[1]}"),
            ("plus", "Subtract what the slope contributes at the mean.", f"{my[0]} + {{slope}} * {mx[0]}"),
        ],
    )
    problem.ask(
        "shift",
        f"{my[1]} - {my[0]} - {{slope}} * ({mx[1]} - {mx[0]})",
        f"how much more {second} have, at the same x",
        formula=r"b_2 = \bar y^{(1)} - \bar y^{(0)} - b_1 (\bar x^{(1)} - \bar x^{(0)})",
        hint="The difference of the means, minus the slope times the difference in x.",
        slips=[
            (
                "raw difference",
                "This is the difference of the means; the groups differ in x as well.",
                f"{my[1]} - {my[0]}",
            ),
            ("plus", "Subtract what the slope explains.", f"{my[1]} - {my[0]} + {{slope}} * ({mx[1]} - {mx[0]})"),
            ("sign", "It is the second group minus the first.", f"{my[0]} - {my[1]} - {{slope}} * ({mx[0]} - {mx[1]})"),
        ],
    )
