"""Problems on lines between two classes: the side of a line, and a step of logistic regression."""

from math import exp

from byhand.practice.problem import kind

TRIPLES = ((3, 4, 5), (4, 3, 5), (5, 12, 13), (6, 8, 10), (8, 6, 10))  # two weights and the length of their vector
STORIES = (  # what x is, measured from a usual value, and what happens if y = 1
    ("hours of practice, from the average", "passes the riding test"),
    ("degrees above 20", "goes for a swim"),
    ("hours of sleep above seven", "wins the game"),
    ("minutes late, against the timetable", "misses the connection"),
    ("centimetres of snow above ten", "stays at home"),
    ("weeks overdue", "calls the dentist"),
)


def _sum(w, x, b):
    return " + ".join(f"({a}) * ({value})" for a, value in zip(w, x, strict=True)) + f" + ({b})"


@kind(
    "side-of-a-line",
    "The side of a line",
    ["score and side, and the axes", "signed distances", "signed distances, and the axes"],
    chapter="14a-perceptron-and-logistic-regression",
)
def side_of_a_line(problem, random):
    while True:
        first, second, length = random.choice(TRIPLES)
        w = random.choice((-1, 1)) * first, random.choice((-1, 1)) * second
        b = random.choice((-1, 1)) * random.randint(2, 12)
        points = [(random.randint(-5, 5), random.randint(-5, 5)) for _ in range(2)]
        scores = [w[0] * p[0] + w[1] * p[1] + b for p in points]
        if 0 not in scores and points[0] != points[1] and 0 not in (*points[0], *points[1]):
            break
    problem.title = "Which side of the line?" if problem.level == 1 else "How far from the line, and on which side?"
    problem.data = {"w": w, "b": b, "points": points}
    problem.tables = {
        "Points": {
            "point": ("A", "B"),
            "x1": [point[0] for point in points],
            "x2": [point[1] for point in points],
        }
    }
    problem.question = (
        f"A linear classifier has $w = ({w[0]}, {w[1]})$ and $b = {b}$; a positive score means class $+1$. "
        "On which sides of the line are the two points?"
    )
    if problem.level > 1:
        problem.question += " And how far are they from it? (A distance has the sign of the side.)"
        problem.ask(
            "length",
            f"sqrt(({w[0]})**2 + ({w[1]})**2)",
            "the length of w",
            formula=r"\lVert w \rVert = \sqrt{w_1^2 + w_2^2}",
            hint="Pythagoras: square, add, take the root.",
            slips=[
                ("squared", "Take the root.", f"({w[0]})**2 + ({w[1]})**2"),
                ("sum", "Squares first, then the sum, then the root.", f"abs({w[0]}) + abs({w[1]})"),
            ],
        )
    for name, x in zip("AB", points, strict=False):
        _side(problem, name, w, b, x)
    if problem.level != 2:
        problem.question += " Where does the line cross the two axes?"
        for i, axis in enumerate(("first", "second")):
            problem.ask(
                f"axis {i + 1}",
                f"-({b}) / ({w[i]})",
                f"where the line crosses the {axis} axis",
                formula=rf"x_{i + 1} = -b / w_{i + 1}",
                hint="On this axis the other coordinate is 0.",
                slips=[
                    ("sign", "The bias has to go to the other side.", f"({b}) / ({w[i]})"),
                    ("not divided", "Divide by the weight, too.", f"-({b})"),
                    ("other axis", "That is on the other axis.", f"-({b}) / ({w[1 - i]})"),
                ],
            )


def _side(problem, name, w, b, x):
    problem.ask(
        f"score {name}",
        _sum(w, x, b),
        f"the score of {name}",
        formula="z = w_1 x_1 + w_2 x_2 + b",
        hint="Each coordinate times its weight, and the bias.",
        slips=[
            ("no bias", "The bias is missing.", f"({w[0]}) * ({x[0]}) + ({w[1]}) * ({x[1]})"),
            ("bias subtracted", "The bias is added.", f"({w[0]}) * ({x[0]}) + ({w[1]}) * ({x[1]}) - ({b})"),
        ],
    )
    if problem.level > 1:
        problem.ask(
            f"distance {name}",
            f"{{score {name}}} / {{length}}",
            f"the signed distance of {name}",
            formula=r"z / \lVert w \rVert",
            hint="Divide the score by the length of w.",
            slips=[
                ("without sign", "Keep the sign: it tells the side.", f"abs({{score {name}}} / {{length}})"),
                ("squared length", "Divide by the length, not by its square.", f"{{score {name}}} / {{length}}**2"),
            ],
        )
    problem.ask(
        f"side {name}",
        f"argmax({{score {name}}}, 0)",
        f"the side of {name}",
        formula=r"\operatorname{sign} z",
        numbers="",
        hint="Look at the sign of the score.",
        options=("class +1", "class -1"),
    )


@kind(
    "logistic-step",
    "A step of logistic regression",
    ["from zero weights", "from other weights", "from other weights, and how the likelihood has changed"],
    chapter="14a-perceptron-and-logistic-regression",
)
def logistic_step(problem, random):
    level = problem.level
    what, event = random.choice(STORIES)
    while True:
        size = 4 if level == 1 else 3
        x = sorted(random.sample(range(-3, 6), size))
        y = [random.choice((0, 1)) for _ in x]
        rate = random.choice((0.1, 0.2, 0.5))
        b, w = (0, 0) if level == 1 else (random.choice((-1, -0.5, 0.5, 1)), random.choice((-1, -0.5, 0.5, 1)))
        p = [1 / (1 + exp(-(w * value + b))) for value in x]
        errors = [label - share for label, share in zip(y, p, strict=True)]
        slope = sum(error * value for error, value in zip(errors, x, strict=True))
        plain = sum(label * value for label, value in zip(y, x, strict=True))
        if len(set(y)) == 2 and abs(sum(errors)) > 0.2 and abs(slope) > 0.4 and abs(slope - plain) > 0.2 and 0 not in x:
            break
    problem.title = f"Logistic regression: who {event}?"
    problem.data = {"x": x, "y": y, "b": b, "w": w, "rate": rate}
    problem.tables = {"Rows": {"row": range(1, size + 1), f"x: {what}": x, f"y: {event}": y}}
    problem.question = (
        f"Start at $b = {b}$ and $w = {w}$, and take one step of gradient ascent on the log-likelihood with "
        rf"$\eta = {rate}$. (The gradient is a sum over the rows.)"
    )
    if level == 1:
        problem.question += " At zero weights all scores are 0: what is the probability then?"
        problem.ask(
            "p",
            "1 / (1 + exp(0))",
            "the probability of each row",
            formula=r"p = \sigma(0)",
            hint="The sigmoid of 0; think of even odds.",
            slips=[("score", "That is the score, not the probability.", "0 * 1")],
        )
    else:
        for k, value in enumerate(x, 1):
            problem.ask(
                f"p{k}",
                f"1 / (1 + exp(-(({w}) * ({value}) + ({b}))))",
                f"the probability of row {k}",
                formula=rf"p_{k} = \sigma(w x_{k} + b)",
                hint="Score first, then the sigmoid.",
                slips=[
                    (
                        "sign",
                        "Check the sign in the exponent: a positive score gives more than one half.",
                        f"1 / (1 + exp(({w}) * ({value}) + ({b})))",
                    ),
                    ("no bias", "The bias is missing in the score.", f"1 / (1 + exp(-({w}) * ({value})))"),
                    ("score", "That is the score; put it into the sigmoid.", f"({w}) * ({value}) + ({b})"),
                ],
            )
    _gradient(problem, x, y, "pp" if level == 1 else "p")
    for name, old, slope in (("new b", b, "slope b"), ("new w", w, "slope w")):
        problem.ask(
            name,
            f"({old}) + {rate} * {{{slope}}}",
            f"the {name}",
            formula=rf"{name[-1]} + \eta \cdot \text{{slope}}",
            hint="Uphill: add the rate times the slope.",
            slips=[
                ("downhill", "Uphill: the step is added.", f"({old}) - {rate} * {{{slope}}}"),
                ("no rate", "The rate is missing.", f"({old}) + {{{slope}}}"),
            ],
        )
    if level == 3:
        _likelihood(problem, x, y)


def _gradient(problem, x, y, name):
    """The two slopes; the probabilities are called p1, p2, ..., or all of them p."""
    p = ["{p}" if name == "pp" else f"{{p{k}}}" for k in range(1, len(x) + 1)]
    errors = [f"({label} - {share})" for label, share in zip(y, p, strict=True)]
    times = [f"{error} * ({value})" for error, value in zip(errors, x, strict=True)]
    turned = [f"({share} - {label}) * ({value})" for label, share, value in zip(y, p, x, strict=True)]
    problem.ask(
        "slope b",
        " + ".join(errors),
        "the slope of the log-likelihood in b",
        formula=r"\sum_n (y_n - p_n)",
        hint="Outcome minus probability, added up over the rows.",
        slips=[
            (
                "turned",
                "Outcome minus probability, not the other way round.",
                " + ".join(f"({share} - {label})" for label, share in zip(y, p, strict=True)),
            ),
            ("mean", "Add up; do not divide by the number of rows.", f"({' + '.join(errors)}) / {len(x)}"),
        ],
    )
    problem.ask(
        "slope w",
        " + ".join(times),
        "the slope of the log-likelihood in w",
        formula=r"\sum_n (y_n - p_n)\, x_n",
        hint="Each error times its input, added up. Mind the signs.",
        slips=[
            ("turned", "Outcome minus probability, not the other way round.", " + ".join(turned)),
            ("mean", "Add up; do not divide by the number of rows.", f"({' + '.join(times)}) / {len(x)}"),
        ],
    )


def _likelihood(problem, x, y):
    problem.question += " Did the likelihood of the rows rise?"
    before = " * ".join(f"{{p{k}}}" if label else f"(1 - {{p{k}}})" for k, label in enumerate(y, 1))
    share = [f"1 / (1 + exp(-({{new w}} * ({value}) + {{new b}})))" for value in x]
    after = " * ".join(one if label else f"(1 - {one})" for one, label in zip(share, y, strict=True))
    for name, rule, words in (("before", before, "before the step"), ("after", after, "after the step")):
        problem.ask(
            f"likelihood {name}",
            rule,
            f"the likelihood {words}",
            formula=r"\prod_n p_n^{y_n} (1 - p_n)^{1 - y_n}",
            numbers=None if name == "before" else "",
            hint="Multiply what each row gave to its own outcome: p where y is 1, 1 - p where it is 0.",
        )
    problem.ask(
        "rose",
        "argmax({likelihood after}, {likelihood before})",
        "whether it rose",
        formula=r"L_{\text{after}} > L_{\text{before}}\,?",
        numbers="",
        hint="Compare the two. A step that is too long may lead downhill.",
        options=("yes", "no"),
    )
