"""Problems on joint tables and on normal densities."""

from byhand.practice.problem import kind

TABLES = (  # what is counted, and two variables with two values each
    ("days", ("rainy", "dry"), ("windy", "calm")),
    ("guests", ("regular", "new"), ("early", "late")),
    ("films", ("short", "long"), ("funny", "sad")),
    ("parcels", ("local", "foreign"), ("damaged", "intact")),
    ("letters", ("private", "official"), ("urgent", "ordinary")),
    ("shops", ("small", "large"), ("open", "closed")),
)
CAUSES = (  # what is counted, a cause with two values, and two signs that it makes more or less frequent
    ("patients", ("ill", "well"), ("fever", "cough")),
    ("nights", ("stormy", "calm"), ("draught", "rattle")),
    ("letters", ("spam", "ham"), ("prize", "urgent")),
    ("engines", ("worn", "sound"), ("squeak", "smoke")),
)
MEASURES = (  # what is measured, its unit, means and deviations
    ("the weight of a loaf", "g", (480, 500, 520, 750), (4, 5, 8, 10, 20)),
    ("the height of a plant", "cm", (20, 25, 30, 42), (2, 2.5, 4, 5)),
    ("the time of a delivery", "min", (30, 36, 45, 50), (4, 5, 6, 8)),
    ("the noise of a sensor", "mV", (0, 1, 2, -1), (0.2, 0.4, 0.5, 0.8)),
    ("the length of a fish", "cm", (12, 15, 18, 24), (1.5, 2, 2.5, 4)),
)
DEVIATIONS = (  # five numbers with sum 0
    (-3, -1, 0, 1, 3),
    (-4, -1, 0, 2, 3),
    (-2, -2, 0, 1, 3),
    (-3, -2, 1, 2, 2),
    (-5, 0, 1, 1, 3),
    (-4, -2, 1, 2, 3),
    (-2, -1, -1, 0, 4),
)


@kind(
    "joint-tables",
    "Joint tables",
    ["a table of counts", "a table from conditional probabilities", "two signs of one cause: independent or not?"],
    chapter="02a-probability",
)
def joint_tables(problem, random):
    if problem.level == 2:
        return _from_conditionals(problem, random)
    if problem.level == 3:
        return _one_cause(problem, random)
    things, (a, not_a), (b, not_b) = random.choice(TABLES)
    while True:
        n = random.choice((40, 50, 60, 80, 100, 120, 150, 200))
        both, only_a, only_b = (random.randint(3, n // 3) for _ in range(3))
        neither = n - both - only_a - only_b
        expected = (both + only_a) * (both + only_b) / n
        if neither > 2 and abs(both / expected - 1) > 0.12 and len({both, only_a, only_b, neither}) == 4:
            break
    row, column = both + only_a, both + only_b
    problem.data = {"counts": [[both, only_a], [only_b, neither]]}
    problem.title = f"{n} {things}: {a} and {b}"
    problem.tables = {f"{n} {things}": {"": (a, not_a), b: (both, only_b), not_b: (only_a, neither)}}
    problem.question = (
        f"The table counts {n} {things}. Take shares for probabilities. How probable are {a} and {b}, each alone, "
        f"together, and one given the other?"
    )
    _marginal(problem, a, f"({both} + {only_a})/{n}", f"{both}/{n}", f"({only_b} + {neither})/{n}")
    _marginal(problem, b, f"({both} + {only_b})/{n}", f"{both}/{n}", f"({only_a} + {neither})/{n}")
    problem.ask(
        f"P({a},{b})",
        f"{both}/{n}",
        f"{a} and {b} together",
        formula=rf"\frac{{n_{{\text{{{a}, {b}}}}}}}{{n}}",
        hint=f"One cell of the table has both. Divide it by the number of all {things}.",
        slips=[
            (
                "counts multiplied",
                f"Divide by all {n} {things}, not by a product of two counts.",
                f"{both}/({row}*{column})",
            ),
            ("conditional", f"You divided by those that are {b}: that gives P({a}|{b}).", f"{both}/{column}"),
            (
                "product",
                "The product of the two marginals is right only for independent variables.",
                f"{{P({a})}} * {{P({b})}}",
            ),
        ],
    )
    for first, second in ((a, b), (b, a)):
        problem.ask(
            f"P({first}|{second})",
            f"{{P({a},{b})}} / {{P({second})}}",
            f"{first} among those that are {second}",
            formula=rf"\frac{{P(\text{{{a}, {b}}})}}{{P(\text{{{second}}})}}",
            hint=f"Keep only those that are {second}. What share of them is {first}?",
            slips=[
                (
                    "swapped condition",
                    f"This is P({second}|{first}), the other way round.",
                    f"{{P({a},{b})}} / {{P({first})}}",
                ),
                ("joint", f"This is P({a},{b}): divide it by the probability of the condition.", f"{{P({a},{b})}}"),
            ],
        )
    _compared(problem, a, b)


def _marginal(problem, name, rule, cell, rest):
    problem.ask(
        f"P({name})",
        rule,
        f"{name}, whatever the other is",
        formula=rf"\sum_y P(\text{{{name}}}, y)",
        hint=f"Add the two cells with {name}, then divide by the total.",
        slips=[
            ("one cell", f"That is one cell only: {name} comes with both values of the other variable.", cell),
            ("complement", f"That is the probability of everything but {name}.", rest),
        ],
    )


def _compared(problem, a, b, given=""):
    """Ask for the product of two marginals, and whether the two come together more or less often than that."""
    mark = f"|{given}" if given else ""
    first, second, both = (f"{{P({name}{mark})}}" for name in (a, b, f"{a},{b}"))
    problem.ask(
        f"product{mark}",
        f"{first} * {second}",
        "what both together would be, were they independent",
        formula=rf"P(\text{{{a}}})\,P(\text{{{b}}})",
        hint="Multiply the two probabilities.",
        slips=[("sum", "Multiply the two, do not add them.", f"{first} + {second}")],
    )
    problem.ask(
        "together",
        f"argmax({both}, {{product{mark}}})",
        "do they come together more or less often than if they were independent?",
        formula=rf"P(\text{{{a}, {b}}}) \text{{ against }} P(\text{{{a}}})\,P(\text{{{b}}})",
        hint="Which is larger, the joint probability or the product?",
        options=("more often", "less often"),
    )


def _from_conditionals(problem, random):
    """Level 2: fill in the whole table from P(a), P(b|a) and P(b|not a), and turn it round."""
    things, (a, not_a), (b, not_b) = random.choice(TABLES)
    base = random.choice((10, 20, 30, 40, 60, 70))
    if_a, if_not = random.sample((5, 10, 20, 30, 40, 60, 70, 80, 90), 2)
    problem.data = {"prior": base / 100, "if_a": if_a / 100, "if_not": if_not / 100}
    problem.title = f"From {a} to {b} and back"
    problem.question = (
        f"Of all {things}, {base}% are {a} and the others {not_a}. Of those that are {a}, {if_a}% are {b}; of those "
        f"that are {not_a}, {if_not}% are. Fill in the joint table of ({a}, {not_a}) and ({b}, {not_b}), then turn it "
        f"round."
    )
    cells = {(a, b): (base, if_a), (a, not_b): (base, 100 - if_a)}
    cells |= {(not_a, b): (100 - base, if_not), (not_a, not_b): (100 - base, 100 - if_not)}
    for (first, second), (share, among) in cells.items():
        problem.ask(
            f"P({first},{second})",
            f"{share}/100 * ({among}/100)",
            f"{first} and {second} together",
            formula=rf"P(\text{{{second}}} \mid \text{{{first}}})\,P(\text{{{first}}})",
            hint=f"The product rule: how many are {first}, and what share of those is {second}?",
            slips=[
                ("missing factor", f"That is P({second}|{first}): multiply it by P({first}).", f"{among}/100"),
                (
                    "other value",
                    f"You took the share of {first} with the other value.",
                    f"{share}/100 * (1 - {among}/100)",
                ),
            ],
        )
    problem.ask(
        f"P({b})",
        f"{{P({a},{b})}} + {{P({not_a},{b})}}",
        f"{b}, whatever else",
        formula=rf"\sum_x P(x, \text{{{b}}})",
        hint=f"The sum rule: add the two cells with {b}.",
        slips=[
            (
                "mean of the conditionals",
                "The two groups differ in size: add the cells of the table.",
                f"({if_a}/100 + {if_not}/100)/2",
            ),
            ("conditionals added", "Weight each of the two by the share of its group.", f"{if_a}/100 + {if_not}/100"),
        ],
    )
    for second, below in ((b, f"{{P({b})}}"), (not_b, f"(1 - {{P({b})}})")):
        problem.ask(
            f"P({a}|{second})",
            f"{{P({a},{second})}} / {below}",
            f"{a} among those that are {second}",
            formula=rf"\frac{{P(\text{{{a}, {second}}})}}{{P(\text{{{second}}})}}",
            hint=f"Keep only those that are {second}. What share of them is {a}?",
            slips=[
                ("joint", f"That is P({a},{second}): divide it by P({second}).", f"{{P({a},{second})}}"),
                (
                    "swapped condition",
                    f"That is P({second}|{a}), the other way round.",
                    f"{if_a if second == b else 100 - if_a}/100",
                ),
            ],
        )


def _one_cause(problem, random):
    """Level 3: two signs that are independent given their cause, and dependent when it is not known."""
    things, (ill, well), (x, y) = random.choice(CAUSES)
    tenths = (2, 3, 4, 5, 6, 7, 8)
    while True:
        shares = {ill: random.sample(tenths, 2), well: random.sample(tenths, 2)}
        sizes = {ill: random.choice((100, 200, 300)), well: random.choice((100, 200, 300))}
        n = sum(sizes.values())
        cells = {c: _independent(sizes[c], *shares[c]) for c in (ill, well)}
        of_x, of_y, both = (sum(cells[c][i] for c in cells) for i in (0, 1, 2))
        if abs(both * n / (of_x * of_y) - 1) > 0.04:
            break
    problem.data = {"sizes": sizes, "tenths": shares}
    problem.title = f"{x.capitalize()} and {y}, two signs of {ill}"
    problem.tables = {
        f"{n} {things}": {
            "": (ill, well),
            "all": [sizes[c] for c in (ill, well)],
            f"with {x}": [cells[c][0] for c in (ill, well)],
            f"with {y}": [cells[c][1] for c in (ill, well)],
            "with both": [cells[c][2] for c in (ill, well)],
        }
    }
    problem.question = (
        f"The table counts {things} by what they are and by what signs they show. Among those that are {ill}, are {x} "
        f"and {y} independent? And among all?"
    )
    for words, mark, size, (with_x, with_y, with_both) in (
        (f"those that are {ill}", f"|{ill}", sizes[ill], cells[ill]),
        ("all", "", n, (of_x, of_y, both)),
    ):
        for name, count in ((x, with_x), (y, with_y), (f"{x},{y}", with_both)):
            other = n if mark else sizes[ill]
            problem.ask(
                f"P({name}{mark})",
                f"{count}/{size}",
                f"{name.replace(',', ' and ')} among {words}",
                formula=r"\frac{\text{with the sign}}{\text{all of them}}",
                hint=f"Divide how many of {words} show it by how many of them there are.",
                slips=[("wrong total", f"Divide by the number of {words}.", f"{count}/{other}")],
            )
        if mark:
            problem.ask(
                f"product{mark}",
                f"{{P({x}{mark})}} * {{P({y}{mark})}}",
                f"what both together would be among {words}, were they independent",
                formula=rf"P(\text{{{x}}} \mid \text{{{ill}}})\,P(\text{{{y}}} \mid \text{{{ill}}})",
                hint="Multiply the two probabilities, and compare with the one above.",
                slips=[("sum", "Multiply the two, do not add them.", f"{{P({x}{mark})}} + {{P({y}{mark})}}")],
            )
    _compared(problem, x, y)


def _independent(n, x, y):
    """How many of n show the first sign, the second, and both, with shares of x and y tenths."""
    return n * x // 10, n * y // 10, n * x * y // 100


@kind(
    "gaussian-densities",
    "Normal densities",
    ["one number", "mean and variance from five numbers", "two numbers at once"],
    chapter="02a-probability",
)
def gaussian_densities(problem, random):
    if problem.level == 3:
        return _two_numbers(problem, random)
    what, unit, means, deviations = random.choice(MEASURES)
    if problem.level == 2:
        return _from_data(problem, random)
    mean, std = random.choice(means), random.choice(deviations)
    z = random.choice((-2.5, -2, -1.6, -1.5, -1.2, -0.8, -0.5, 0.4, 0.5, 0.8, 1.2, 1.4, 1.5, 1.8, 2, 2.5))
    x = round(mean + z * std, 3)
    problem.data = {"mean": mean, "std": std, "x": x}
    problem.title = f"The density of {what} at {x:g} {unit}"
    problem.question = (
        f"Suppose that {what} is normally distributed with mean {mean:g} {unit} and *standard deviation* {std:g} "
        f"{unit}. What is the density at {x:g} {unit}?"
    )
    _density(problem, f"({x:g} - {mean:g}) / {std:g}", f"({x:g} - {mean:g}) / {std:g}**2", f"{std:g}")


def _density(problem, z, with_variance, std):
    """Ask for z, the exponent, the peak and the density."""
    problem.ask(
        "z",
        z,
        "how many standard deviations above the mean",
        formula=r"\frac{x - \mu}{\sigma}",
        hint="How far above the mean is it, measured in standard deviations? Below is negative.",
        slips=[("variance", "Divide by the standard deviation, not by the variance.", with_variance)],
    )
    problem.ask(
        "exponent",
        "-({z}**2) / 2",
        "the exponent",
        formula=r"-\frac{z^2}{2}",
        hint="Square z, halve it, and put a minus in front.",
        slips=[
            ("half forgotten", "The exponent has a ½.", "-({z}**2)"),
            ("not squared", "z is squared in the exponent.", "-{z} / 2"),
        ],
    )
    problem.ask(
        "peak",
        f"1 / ({std} * sqrt(2 * pi))",
        "the density at the mean",
        formula=r"\frac{1}{\sigma \sqrt{2 \pi}}",
        hint="It is what is left of the formula where the exponent is 0: a wide curve is low.",
        slips=[
            (
                "deviation under the root",
                "The variance goes under the root; σ goes outside it.",
                f"1 / sqrt(2 * pi * {std})",
            ),
            ("variance before the root", "σ goes outside the root, not σ².", f"1 / ({std}**2 * sqrt(2 * pi))"),
            ("root forgotten", "2π goes under a root, too.", f"1 / ({std} * 2 * pi)"),
        ],
    )
    problem.ask(
        "density",
        "{peak} * exp({exponent})",
        "the density",
        formula=r"\text{peak} \times e^{\text{exponent}}",
        hint="Multiply the peak by e to the power of the exponent.",
        slips=[
            (
                "without the peak",
                "That is only e to the power of the exponent: multiply by the peak.",
                "exp({exponent})",
            ),
            (
                "sign of the exponent",
                "The density falls away from the mean: the exponent is negative.",
                "{peak} * exp(-{exponent})",
            ),
        ],
    )


def _from_data(problem, random):
    """Level 2: estimate mean and variance, then the density at a new number."""
    deviations, centre = random.choice(DEVIATIONS), random.randint(6, 40)
    factor = random.choice((1, -1, 2, -2))
    values = random.sample([centre + factor * step for step in deviations], 5)
    x = centre + random.choice([step for step in range(-6, 7) if step])
    problem.data = {"x": values, "at": x}
    problem.title = f"A bell curve for {', '.join(map(str, values))}"
    problem.question = (
        f"Fit a normal distribution to the five numbers {', '.join(map(str, values))} by maximum likelihood. What is "
        f"its density at {x}? Give the unbiased variance on the way, too."
    )
    problem.ask(
        "mean",
        f"({' + '.join(map(str, values))}) / 5",
        "the mean",
        formula=r"\frac{1}{N} \sum_n x_n",
        hint="Add the five numbers and divide by how many there are.",
        slips=[
            (
                "divided by 4",
                "Divide the sum by 5; N - 1 belongs to the variance.",
                f"({' + '.join(map(str, values))}) / 4",
            )
        ],
    )
    squares = " + ".join(f"({value} - {{mean}})**2" for value in values)
    problem.ask(
        "variance",
        f"({squares}) / 5",
        "the maximum-likelihood variance",
        formula=r"\frac{1}{N} \sum_n (x_n - \text{mean})^2",
        hint="The mean of the squared distances from the mean.",
        slips=[
            ("unbiased", "That is the unbiased one: maximum likelihood divides by N.", f"({squares}) / 4"),
            ("deviation", "That is the standard deviation: do not take the root.", f"sqrt(({squares}) / 5)"),
            ("sum", "Divide the sum of squares by 5.", squares),
        ],
    )
    problem.ask(
        "unbiased variance",
        "{variance} * 5 / 4",
        "the unbiased variance",
        formula=r"\frac{1}{N - 1} \sum_n (x_n - \text{mean})^2",
        hint="The same sum of squares with another divisor.",
        slips=[("divided by 6", "The divisor is N - 1, not N + 1.", "{variance} * 5 / 6")],
    )
    problem.ask(
        "z",
        f"({x} - {{mean}}) / sqrt({{variance}})",
        f"how many standard deviations {x} lies above the mean",
        formula=r"\frac{x - \text{mean}}{\sigma}",
        hint="Take the root of the maximum-likelihood variance first.",
        slips=[
            ("variance", "Divide by the standard deviation, not by the variance.", f"({x} - {{mean}}) / {{variance}}"),
            (
                "unbiased",
                "Use the maximum-likelihood variance here.",
                f"({x} - {{mean}}) / sqrt({{unbiased variance}})",
            ),
        ],
    )
    problem.ask(
        "density",
        "exp(-({z}**2) / 2) / sqrt(2 * pi * {variance})",
        f"the density at {x}",
        formula=r"\frac{1}{\sqrt{2 \pi \sigma^2}} e^{-z^2 / 2}",
        hint="The peak of the curve times e to the power of minus half of z squared.",
        slips=[
            ("without the peak", "Divide by the root of 2π times the variance.", "exp(-({z}**2) / 2)"),
            ("half forgotten", "The exponent has a ½.", "exp(-({z}**2)) / sqrt(2 * pi * {variance})"),
            (
                "deviation under the root",
                "The variance goes under the root.",
                "exp(-({z}**2) / 2) / sqrt(2 * pi * sqrt({variance}))",
            ),
        ],
    )


def _two_numbers(problem, random):
    """Level 3: the density of two numbers with a covariance."""
    while True:
        a, d, b = random.choice((1, 2, 3, 4, 5)), random.choice((1, 2, 3, 4, 5)), random.choice((-2, -1, 1, 2))
        if a * d - b * b > 0 and a != d:
            break
    m1, m2 = random.randint(-3, 6), random.randint(-3, 6)
    u, v = random.choice((-2, -1, 1, 2)), random.choice((-2, -1, 1, 2))
    x1, x2 = m1 + u, m2 + v
    problem.data = {"mean": [m1, m2], "cov": [[a, b], [b, d]], "x": [x1, x2]}
    problem.title = f"A density of two numbers at ({x1}, {x2})"
    problem.question = (
        f"Two numbers are jointly normal with mean ({m1}, {m2}), *variances* {a} and {d}, and covariance {b}. What is "
        f"their density at ({x1}, {x2})?"
    )
    for name, here, there in (("u", x1, m1), ("v", x2, m2)):
        problem.ask(
            name,
            f"{here} - ({there})",
            f"how far the {'first' if name == 'u' else 'second'} lies above its mean",
            formula=rf"x_{1 if name == 'u' else 2} - \mu_{1 if name == 'u' else 2}",
            hint="The value minus its mean.",
            slips=[("sum", "Subtract the mean, do not add it.", f"{here} + ({there})")],
        )
    problem.ask(
        "det",
        f"{a} * {d} - ({b})**2",
        "the determinant of the covariance",
        formula=r"\Sigma_{11} \Sigma_{22} - \Sigma_{12}^2",
        hint="The product of the variances minus the square of the covariance.",
        slips=[
            ("sum", "The square of the covariance is subtracted.", f"{a} * {d} + ({b})**2"),
            ("covariance forgotten", "The covariance belongs in the determinant.", f"{a} * {d}"),
        ],
    )
    problem.ask(
        "distance²",
        f"({d} * {{u}}**2 - 2 * ({b}) * {{u}} * {{v}} + {a} * {{v}}**2) / {{det}}",
        "the squared Mahalanobis distance",
        formula=r"\frac{\Sigma_{22} u^2 - 2 \Sigma_{12} u v + \Sigma_{11} v^2}{\det \Sigma}",
        hint="In the inverse the variances change places and the covariance changes its sign.",
        slips=[
            (
                "not inverted",
                "That is with the covariance itself: its inverse is needed.",
                f"{a} * {{u}}**2 + 2 * ({b}) * {{u}} * {{v}} + {d} * {{v}}**2",
            ),
            (
                "variances not swapped",
                "In the inverse the two variances change places.",
                f"({a} * {{u}}**2 - 2 * ({b}) * {{u}} * {{v}} + {d} * {{v}}**2) / {{det}}",
            ),
            (
                "covariance forgotten",
                "That would be right without a covariance.",
                f"{{u}}**2 / {a} + {{v}}**2 / {d}",
            ),
            (
                "sign of the covariance",
                "In the inverse the covariance changes its sign.",
                f"({d} * {{u}}**2 + 2 * ({b}) * {{u}} * {{v}} + {a} * {{v}}**2) / {{det}}",
            ),
        ],
    )
    problem.ask(
        "peak",
        "1 / (2 * pi * sqrt({det}))",
        "the density at the mean",
        formula=r"\frac{1}{2 \pi \sqrt{\det \Sigma}}",
        hint="For two numbers the power of 2π is 1, and the determinant goes under a root.",
        slips=[
            ("root forgotten", "The determinant goes under a root.", "1 / (2 * pi * {det})"),
            ("one number", "For two numbers 2π is not under the root.", "1 / sqrt(2 * pi * {det})"),
        ],
    )
    problem.ask(
        "density",
        "{peak} * exp(-{distance²} / 2)",
        "the density",
        formula=r"\text{peak} \times e^{-\text{distance}^2 / 2}",
        hint="Multiply the peak by e to the power of minus half of the squared distance.",
        slips=[
            ("half forgotten", "The exponent has a ½.", "{peak} * exp(-{distance²})"),
            ("without the peak", "Multiply by the peak.", "exp(-{distance²} / 2)"),
        ],
    )
