"""Problems on ridge and the lasso: shrinkage of one coefficient, the soft threshold, a sweep of coordinate descent."""

from fractions import Fraction

from byhand.practice.problem import kind

STORIES = (  # what x and y are, both measured from their means; y rises with x
    ("hours of sun", "litres of lemonade"),
    ("kilometres run", "litres of water"),
    ("millimetres of rain", "umbrellas sold"),
    ("minutes of music", "guests who dance"),
    ("grams of sugar", "bees counted"),
    ("pages read", "words learned"),
)
FALLING = (  # the same for a negative slope
    ("degrees outside", "logs burnt"),
    ("kilometres from the sea", "ices sold"),
    ("minutes of delay", "stars in the review"),
)
PENALTIES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20)


def _plus(terms):
    return " + ".join(terms)


def _products(u, v):
    return _plus(f"({a}) * ({b})" if a < 0 or b < 0 else f"{a} * {b}" for a, b in zip(u, v, strict=True))


def _squares(u):
    return _plus(f"({a})**2" if a < 0 else f"{a}**2" for a in u)


def _centred(random, n, most=4):
    """Whole numbers that add up to 0 and are not all alike."""
    while True:
        values = [random.randint(-most, most) for _ in range(n - 1)]
        values.append(-sum(values))
        if abs(values[-1]) <= most and len(set(values)) > 2 and 0 not in (values[0], sum(map(abs, values))):
            return values


def _dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


@kind(
    "ridge-by-hand",
    "Ridge by hand",
    ["one feature", "one feature and a prediction", "two features that do not overlap"],
    chapter="07a-ridge-regression",
)
def ridge_by_hand(problem, random):
    if problem.level == 3:
        return _two_features(problem, random, random.choice(STORIES))
    while True:
        x, y = _centred(random, 4), _centred(random, 4, 9)
        penalty = random.choice(PENALTIES)
        slope = Fraction(_dot(x, y), _dot(x, x) + penalty)
        if slope and slope.denominator <= 12 and abs(_dot(x, y)) != _dot(x, x) and penalty != _dot(x, x):
            break
    what = random.choice(STORIES if slope > 0 else FALLING)
    problem.title = f"Ridge for {what[1]} against {what[0]}"
    problem.data = {"x": x, "y": y, "penalty": penalty}
    problem.tables = {"Four observations, measured from their means": {f"x: {what[0]}": x, f"y: {what[1]}": y}}
    problem.question = (
        f"Both columns have mean 0. Fit $y = b x$ by least squares, and by ridge with $\\lambda = {penalty}$: the "
        f"smallest $\\sum (y - b x)^2 + {penalty}\\, b^2$. What share of the slope does ridge keep?"
    )
    _sums(problem, x, y)
    _slopes(problem, penalty)
    if problem.level == 2:
        new, mean = random.randint(2, 8), random.randint(20, 60)
        problem.data |= {"new": new, "mean": mean}
        problem.question += (
            f" The mean of y before it was taken off was {mean}. What does ridge predict for an x that is {new} above "
            "its mean?"
        )
        problem.ask(
            "prediction",
            f"{mean} + {{ridge}} * {new}",
            "what ridge predicts",
            formula=r"\bar y + b\, (x - \bar x)",
            hint="At the mean of x it predicts the mean of y; from there the slope does the rest.",
            slips=[
                ("mean forgotten", "Add the mean of y back on.", f"{{ridge}} * {new}"),
                ("least squares", "You used the slope of least squares.", f"{mean} + {{least squares}} * {new}"),
            ],
        )


def _sums(problem, x, y):
    problem.ask(
        "sum xx",
        _squares(x),
        "the sum of the squares of x",
        formula=r"\sum x^2",
        hint="Square each x, then add.",
    )
    problem.ask(
        "sum xy",
        _products(x, y),
        "the sum of the products",
        formula=r"\sum x y",
        hint="Multiply x and y in each row, then add. Mind the signs.",
        slips=[
            ("without signs", "Mind the signs: a minus and a plus make a minus.", _products(map(abs, x), map(abs, y)))
        ],
    )


def _slopes(problem, penalty):
    problem.ask(
        "least squares",
        "{sum xy} / {sum xx}",
        "the slope of least squares",
        formula=r"b_{LS} = \frac{\sum x y}{\sum x^2}",
        hint="Without a penalty: the products over the squares.",
        slips=[("upside down", "That is the fraction upside down.", "{sum xx} / {sum xy}")],
    )
    problem.ask(
        "ridge",
        f"{{sum xy}} / ({{sum xx}} + {penalty})",
        "the slope of ridge",
        formula=r"b = \frac{\sum x y}{\sum x^2 + \lambda}",
        hint="The penalty is added to the sum of squares.",
        slips=[
            (
                "half",
                "The whole λ is added to the sum of squares: both have the factor 2 in the derivative.",
                f"{{sum xy}} / ({{sum xx}} + {penalty} / 2)",
            ),
            (
                "four times",
                "Add λ once to the sum of squares, not once for each row.",
                f"{{sum xy}} / ({{sum xx}} + 4 * {penalty})",
            ),
            ("lasso", "That is the soft threshold of the lasso.", f"({{sum xy}} - {penalty} / 2) / {{sum xx}}"),
            ("subtracted", "Ridge adds λ to the denominator.", f"({{sum xy}} - {penalty}) / {{sum xx}}"),
        ],
    )
    problem.ask(
        "share",
        "{ridge} / {least squares}",
        "what ridge keeps of the slope",
        formula=r"\frac{b}{b_{LS}} = \frac{\sum x^2}{\sum x^2 + \lambda}",
        hint="Divide the one slope by the other.",
        slips=[("taken away", "That is the share taken away.", "1 - {ridge} / {least squares}")],
    )


def _two_features(problem, random, what):
    while True:
        a, b = random.randint(1, 3), random.randint(1, 3)
        x1, x2 = [-a, -a, a, a], [-b, b, -b, b]
        y, penalty = _centred(random, 4, 9), random.choice(PENALTIES)
        first = Fraction(_dot(x1, y), _dot(x1, x1) + penalty)
        second = Fraction(_dot(x2, y), _dot(x2, x2) + penalty)
        if first and second and a != b and max(first.denominator, second.denominator) <= 24:
            break
    problem.title = f"Ridge for {what[1]}, two features"
    problem.data = {"x1": x1, "x2": x2, "y": y, "penalty": penalty}
    problem.tables = {"Four observations, measured from their means": {"x1": x1, "x2": x2, f"y: {what[1]}": y}}
    problem.question = (
        f"All columns have mean 0. Fit $y = b_1 x_1 + b_2 x_2$ by ridge with $\\lambda = {penalty}$. Since "
        "$\\sum x_1 x_2 = 0$, each is found as if it were alone. Which coefficient keeps the "
        "smaller share of its least-squares value?"
    )
    for j, x in ((1, x1), (2, x2)):
        problem.ask(
            f"b{j}",
            f"({_products(x, y)}) / ({_squares(x)} + {penalty})",
            f"the coefficient of x{j}",
            formula=rf"b_{j} = \frac{{\sum x_{j} y}}{{\sum x_{j}^2 + \lambda}}",
            hint="The two columns do not overlap, so each coefficient is found as if it were alone.",
            slips=[
                ("least squares", "That is without the penalty.", f"({_products(x, y)}) / ({_squares(x)})"),
                (
                    "half",
                    "The whole λ is added to the sum of squares.",
                    f"({_products(x, y)}) / ({_squares(x)} + {penalty} / 2)",
                ),
            ],
        )
        problem.ask(
            f"share {j}",
            f"({_squares(x)}) / ({_squares(x)} + {penalty})",
            f"what ridge keeps of the coefficient of x{j}",
            formula=rf"\frac{{\sum x_{j}^2}}{{\sum x_{j}^2 + \lambda}}",
            hint="The sum of squares without the penalty over that with it.",
            slips=[("taken away", "That is the share taken away.", f"{penalty} / ({_squares(x)} + {penalty})")],
        )
    problem.ask(
        "shrunk more",
        "argmin({share 1}, {share 2})",
        "the coefficient that keeps the smaller share",
        formula=r"\operatorname{argmin}\ \text{share}",
        numbers="",
        hint="Compare the shares: the column with the smaller squares suffers more.",
        options=("the first", "the second"),
    )


@kind(
    "coordinate-descent",
    "Soft threshold and coordinate descent",
    ["soft threshold", "lasso for one feature", "one sweep over two features"],
    chapter="07b-lasso",
)
def coordinate_descent(problem, random):
    if problem.level == 1:
        return _thresholds(problem, random)
    if problem.level == 2:
        return _one_feature(problem, random)
    return _sweep(problem, random, random.choice(STORIES))


def _thresholds(problem, random):
    while True:
        t = Fraction(random.randint(1, 8), 2)
        values = [Fraction(random.randint(-20, 20), 2) for _ in range(3)]
        kept = [value for value in values if abs(value) > t]
        if len(set(values)) == 3 and len(kept) >= 2 and min(values) < 0 < max(values) and 0 not in values:
            break
    values.sort(key=lambda value: abs(value) <= t)  # what becomes 0 comes last, and is asked for in words
    problem.title = "Soft threshold"
    problem.data = {"values": [str(value) for value in values], "t": str(t)}
    problem.tables = {"Numbers": {"c": [float(value) for value in values]}}
    problem.question = (
        f"Apply the soft threshold with $t = {float(t):g}$ to the first two numbers. What becomes of the third? "
        "And what "
        "would *ridge* leave of the first if it keeps the share $1/(1 + t)$?"
    )
    for place, value in enumerate(values[:2], 1):
        sign = "-" if value > 0 else "+"
        other = "+" if value > 0 else "-"
        problem.ask(
            f"S{place}",
            f"({value}) {sign} {t}",
            f"the soft threshold of {float(value):g}",
            formula=r"S(c, t) = \operatorname{sign}(c)\, \max(\lvert c \rvert - t, 0)",
            hint="It moves towards 0 by t.",
            slips=[
                ("away", "Towards 0, not away from it.", f"({value}) {other} {t}"),
                ("hard", "That is a hard threshold: what is kept moves by t, too.", f"{value}"),
                ("twice", "It moves by t, not by 2t.", f"({value}) {sign} 2 * {t}"),
            ],
        )
    problem.ask(
        "third",
        f"pick({int(abs(values[2]) <= t)}, 1, 0)",
        f"what becomes of {float(values[2]):g}",
        formula=r"\lvert c \rvert \le t\,?",
        numbers="",
        hint="Is it nearer to 0 than t?",
        options=("exactly 0", "another number"),
    )
    problem.ask(
        "ridge",
        f"({values[0]}) / (1 + {t})",
        f"what ridge leaves of {float(values[0]):g}",
        formula=r"\frac{c}{1 + t}",
        hint="Ridge multiplies, whatever the size.",
        slips=[("threshold", "That is the soft threshold again.", "{S1}")],
    )


def _one_feature(problem, random):
    while True:
        x, y = _centred(random, 4), _centred(random, 4, 9)
        penalty = random.choice(PENALTIES)
        c, squares = _dot(x, y), _dot(x, x)
        slope = Fraction(abs(c)) - Fraction(penalty, 2)
        if slope > 0 and (slope / squares).denominator <= 24 and abs(c) != squares:
            break
    what = random.choice(STORIES if c > 0 else FALLING)
    problem.title = f"The lasso for {what[1]} against {what[0]}"
    problem.data = {"x": x, "y": y, "penalty": penalty}
    problem.tables = {"Four observations, measured from their means": {f"x: {what[0]}": x, f"y: {what[1]}": y}}
    problem.question = (
        "Both columns have mean 0. Find the $b$ with the smallest "
        f"$\\sum (y - b x)^2 + {penalty}\\, \\lvert b \\rvert$. "
        "From which $\\lambda$ on would it be 0?"
    )
    _sums(problem, x, y)
    sign = "-" if c > 0 else "+"
    problem.ask(
        "t",
        f"{penalty} / 2",
        "the threshold",
        formula=r"t = \lambda / 2",
        hint="The derivative of the squares has a factor 2; that of the absolute values has none.",
        slips=[("whole", "Half of λ: the squares bring a factor 2.", f"{penalty}")],
    )
    problem.ask(
        "lasso",
        f"({{sum xy}} {sign} {{t}}) / {{sum xx}}",
        "the slope of the lasso",
        formula=r"b = \frac{S(\sum x y,\ t)}{\sum x^2}",
        hint="Move the sum of the products towards 0 by the threshold, then divide.",
        slips=[
            ("ridge", "That is ridge.", f"{{sum xy}} / ({{sum xx}} + {penalty})"),
            ("least squares", "That is without the penalty.", "{sum xy} / {sum xx}"),
            ("after dividing", "Subtract the threshold before you divide.", f"{{sum xy}} / {{sum xx}} {sign} {{t}}"),
        ],
    )
    problem.ask(
        "largest",
        "2 * abs({sum xy})",
        "the smallest penalty that makes the slope 0",
        formula=r"\lambda = 2\, \lvert \sum x y \rvert",
        hint="The slope is 0 when the threshold reaches the sum of the products.",
        slips=[("not doubled", "The threshold is half the penalty.", "abs({sum xy})")],
    )


def _sweep(problem, random, what):
    while True:
        x1, x2, y = _centred(random, 4, 3), _centred(random, 4, 3), _centred(random, 4, 9)
        penalty = random.choice((2, 4, 6, 8, 10))
        c1, s1, s2, cross = _dot(x1, y), _dot(x1, x1), _dot(x2, x2), _dot(x1, x2)
        if abs(c1) <= penalty / 2 or cross == 0 or cross**2 == s1 * s2:
            continue
        b1 = Fraction(2 * abs(c1) - penalty, 2 * s1) * (1 if c1 > 0 else -1)
        rest = _dot(x2, y) - cross * b1
        b2 = (abs(rest) - Fraction(penalty, 2)) / s2
        if b1.denominator <= 10 and b2 > 0 and b2.denominator <= 60 and _dot(x2, y):
            break
    problem.title = f"One sweep of the lasso for {what[1]}"
    problem.data = {"x1": x1, "x2": x2, "y": y, "penalty": penalty}
    problem.tables = {"Four observations, measured from their means": {"x1": x1, "x2": x2, f"y: {what[1]}": y}}
    problem.question = (
        f"All columns have mean 0. Minimise $SSE + {penalty} (\\lvert b_1 \\rvert + \\lvert b_2 \\rvert)$: start at "
        "$b_1 = b_2 = 0$ and make one sweep of coordinate descent, $b_1$ first."
    )
    sign1, sign2 = ("-" if value > 0 else "+" for value in (c1, rest))
    problem.ask(
        "c1",
        _products(x1, y),
        "the sum of the products of the first column and y",
        formula=r"c_1 = \sum x_1 y",
        hint="Nothing is explained yet.",
    )
    problem.ask(
        "b1",
        f"({{c1}} {sign1} {penalty} / 2) / ({_squares(x1)})",
        "the first coefficient",
        formula=r"b_1 = \frac{S(c_1, \lambda / 2)}{\sum x_1^2}",
        hint="Soft threshold with half the penalty, then divide by the squares.",
        slips=[
            ("whole", "The threshold is half the penalty.", f"({{c1}} {sign1} {penalty}) / ({_squares(x1)})"),
            ("least squares", "That is without the penalty.", f"{{c1}} / ({_squares(x1)})"),
        ],
    )
    problem.ask(
        "c2",
        f"{_products(x2, y)} - ({_products(x1, x2)}) * {{b1}}",
        "the sum of the products of the second column and what the first has left over",
        formula=r"c_2 = \sum x_2 y - b_1 \sum x_1 x_2",
        hint="Subtract from y what the first column explains, and multiply the rest by the second column.",
        slips=[
            ("nothing left out", "The first column has already explained a part: subtract it.", _products(x2, y)),
            (
                "added",
                "Subtract what is explained; do not add it.",
                f"{_products(x2, y)} + ({_products(x1, x2)}) * {{b1}}",
            ),
        ],
    )
    problem.ask(
        "b2",
        f"({{c2}} {sign2} {penalty} / 2) / ({_squares(x2)})",
        "the second coefficient",
        formula=r"b_2 = \frac{S(c_2, \lambda / 2)}{\sum x_2^2}",
        hint="The same rule with the second column.",
        slips=[
            ("whole", "The threshold is half the penalty.", f"({{c2}} {sign2} {penalty}) / ({_squares(x2)})"),
            ("least squares", "That is without the penalty.", f"{{c2}} / ({_squares(x2)})"),
        ],
    )
