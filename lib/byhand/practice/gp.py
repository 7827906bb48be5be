"""Problems on Gaussian processes: the posterior from one reading and from two, and the evidence in its parts."""

from fractions import Fraction
from math import log

from byhand.practice.problem import kind

STORIES = (  # what is read, and where
    ("the level of a river, in decimetres above the usual", "moment"),
    ("the air pressure, in hectopascals above the usual", "moment"),
    ("the height of the ground, in metres above the plain", "spot"),
    ("the salt in a lake, in grams a litre above the mean", "spot"),
    ("the heart rate of a runner, in beats above the mean", "moment"),
)
TENTHS = [Fraction(n, 10) for n in (1, 2, 3, 4, 5, 6, 7, 8, 9)]


def _decimal(value):
    return f"{float(value):g}"


@kind(
    "gaussian-process",
    "Posterior of a Gaussian process",
    ["one reading", "two readings without noise", "two readings with noise"],
    chapter="09a-gaussian-processes",
)
def gaussian_process(problem, random):
    story = random.choice(STORIES)
    if problem.level == 1:
        return _one(problem, random, story)
    return _two(problem, random, story, noisy=problem.level == 3)


def _one(problem, random, story):
    while True:
        own, sigma = random.choice((2, 3, 4, 5, 6, 8, 9)), random.choice((1, 2, 3))
        across, y = random.randint(1, own - 1), random.choice([-9, -8, -6, -5, -4, 4, 5, 6, 8, 9])
        total = own + sigma**2
        if Fraction(across, total).denominator <= 20 and sigma > 1:
            break
    problem.title = f"One reading of {story[0].split(',')[0]}"
    problem.data = {"own": own, "sigma": sigma, "across": across, "y": y}
    problem.tables = {"Before the reading": {"variance of each value": [own], "covariance of the two": [across]}}
    problem.question = (
        f"A Gaussian process with mean 0 models {story[0]}. At one {story[1]} the reading is {y}; its noise has the "
        f"standard deviation $\\sigma = {sigma}$. What are mean and variance of the function at another {story[1]}?"
    )
    problem.ask(
        "reading",
        f"{own} + {sigma}**2",
        "the variance of the reading",
        formula=r"k(x_1, x_1) + \sigma^2",
        hint="The variance of the value, and that of the noise on top.",
        slips=[
            ("not squared", "The noise is given as a standard deviation: square it.", f"{own} + {sigma}"),
            ("no noise", "The reading has noise, too.", f"{own}"),
        ],
    )
    problem.ask(
        "mean",
        f"{across} / {{reading}} * ({y})",
        "the mean at the other place",
        formula=r"m_* = \frac{k_1}{k(x_1, x_1) + \sigma^2}\, y_1",
        hint="Covariance over the variance of the reading, times the reading.",
        slips=[("whole", "The reading counts by a share only: covariance over variance.", f"{across} * ({y})")],
    )
    problem.ask(
        "variance",
        f"{own} - {across}**2 / {{reading}}",
        "the variance of the function there",
        formula=r"v_* = k(x_*, x_*) - \frac{k_1^2}{k(x_1, x_1) + \sigma^2}",
        hint="What the reading explains is taken off the variance before it.",
        slips=[
            ("not squared", "The covariance is squared.", f"{own} - {across} / {{reading}}"),
            ("explained", "That is what the reading explains: take it off.", f"{across}**2 / {{reading}}"),
        ],
    )
    problem.ask(
        "new",
        "{variance} + " + f"{sigma}**2",
        "the variance of a new reading there",
        formula=r"v_* + \sigma^2",
        hint="A new reading is the function plus noise.",
        slips=[("function", "That is of the function alone.", "{variance}")],
    )


def _two(problem, random, story, noisy):
    while True:
        noise = Fraction(random.choice((1, 2, 3)), 4) if noisy else Fraction(0)
        diagonal = 1 + noise
        between, k1, k2 = (random.choice(TENTHS) for _ in range(3))
        y1, y2 = random.randint(-6, 6), random.randint(-6, 6)
        det = diagonal**2 - between**2
        left = 1 - (diagonal * (k1 * k1 + k2 * k2) - 2 * between * k1 * k2) / det
        prior = 1 + 2 * between * k1 * k2 - between**2 - k1**2 - k2**2  # of the three values, before any noise
        if prior > Fraction(1, 50) and left > Fraction(1, 20) and y1 != y2 and y1 * y2 != 0 and k1 != k2:
            break
    problem.title = f"Two readings of {story[0].split(',')[0]}"
    problem.data = {"y1": y1, "y2": y2, "between": str(between), "k1": str(k1), "k2": str(k2), "noise": str(noise)}
    problem.tables = {
        "Readings": {"reading": [y1, y2], "covariance with the new place": [float(k1), float(k2)]},
    }
    problem.question = (
        f"A Gaussian process with mean 0 models {story[0]}; the variance of every value is 1. Two readings have values "
        f"with the covariance {_decimal(between)}, "
        + (f"and each has noise of *variance* {_decimal(noise)}. " if noisy else "and no noise. ")
        + f"What are mean and variance of the function at a third {story[1]}?"
    )
    if noisy:
        problem.ask(
            "diagonal",
            f"1 + {_decimal(noise)}",
            "what stands on the diagonal",
            formula=r"k(x_1, x_1) + \sigma^2",
            hint="The variance of the value, and that of the noise.",
            slips=[("squared", "The noise is given as a variance already.", f"1 + {_decimal(noise)}**2")],
        )
    a = "{diagonal}" if noisy else "1"
    b, c1, c2 = _decimal(between), _decimal(k1), _decimal(k2)
    problem.ask(
        "det",
        f"{a}**2 - {b}**2",
        "the determinant",
        formula=r"\det = a^2 - k_{12}^2",
        hint="The product of the diagonal less the square of what stands beside it.",
        slips=[("not squared", "Both are squared.", f"{a} - {b}")],
    )
    for name, first, second in (("beta 1", y1, y2), ("beta 2", y2, y1)):
        problem.ask(
            name,
            f"({a} * ({first}) - {b} * ({second})) / {{det}}",
            f"the weight of the {'first' if name == 'beta 1' else 'second'} bump",
            formula=rf"\beta_{name[-1]}",
            hint="A row of the inverse, (a, −k₁₂) / det for the first and (−k₁₂, a) / det for the second, times y.",
            slips=[
                (
                    "sign",
                    "Off the diagonal the inverse changes its sign.",
                    f"({a} * ({first}) + {b} * ({second})) / {{det}}",
                ),
                ("not divided", "Divide by the determinant.", f"{a} * ({first}) - {b} * ({second})"),
            ],
        )
    problem.ask(
        "mean",
        f"{c1} * {{beta 1}} + {c2} * {{beta 2}}",
        "the mean at the new place",
        formula=r"m_* = k_1 \beta_1 + k_2 \beta_2",
        hint="Each bump counts by its covariance with the new place.",
        slips=[("readings", "Times the weights, not the readings.", f"{c1} * ({y1}) + {c2} * ({y2})")],
    )
    problem.ask(
        "variance",
        f"1 - ({a} * ({c1}**2 + {c2}**2) - 2 * {b} * {c1} * {c2}) / {{det}}",
        "the variance of the function there",
        formula=r"v_* = 1 - \frac{a\,(k_1^2 + k_2^2) - 2\, k_{12} k_1 k_2}{\det}",
        hint="Weights for the covariances as before for the readings; what they explain is taken off 1.",
        slips=[
            (
                "explained",
                "That is what the readings explain: take it off.",
                f"({a} * ({c1}**2 + {c2}**2) - 2 * {b} * {c1} * {c2}) / {{det}}",
            ),
            (
                "sign",
                "Readings that go together explain less than two separate ones: the mixed term has a minus sign.",
                f"1 - ({a} * ({c1}**2 + {c2}**2) + 2 * {b} * {c1} * {c2}) / {{det}}",
            ),
        ],
    )


@kind(
    "log-evidence",
    "The evidence in its parts",
    ["one value", "two values", "two models"],
    chapter="09b-kernels-and-evidence",
)
def log_evidence(problem, random):
    story = random.choice(STORIES)
    if problem.level == 1:
        y, variance = random.choice([-6, -5, -4, -3, 3, 4, 5, 6]), random.choice((2, 3, 4, 5, 8, 10, 20))
        problem.title = f"Evidence of one reading of {story[0].split(',')[0]}"
        problem.data = {"y": y, "variance": variance}
        problem.tables = {"One reading": {"value": [y], "variance under the model": [variance]}}
        problem.question = (
            f"A model says that a reading of {story[0]}, is normal with mean 0 and variance {variance}. The reading is "
            f"{y}. What are the three parts of its log evidence, and which variance would have made it highest?"
        )
        _parts(problem, f"({y})**2 / {variance}", f"{variance}", 1)
        problem.ask(
            "best",
            f"({y})**2",
            "the variance with the highest evidence",
            formula=r"y^2",
            hint="Where does the slope of fit and simplicity, taken together, vanish?",
            slips=[("deviation", "The variance, not the standard deviation.", f"abs({y})")],
        )
        return
    while True:
        models = [random.choice(TENTHS) for _ in range(2)]
        y1, y2 = random.randint(-4, 4), random.randint(-4, 4)
        quadratic = [(y1**2 + y2**2 - 2 * r * y1 * y2) / (1 - r**2) for r in models]
        values = [-float(q) / 2 - log(1 - r**2) / 2 for q, r in zip(quadratic, models, strict=True)]
        apart = abs(values[0] - values[1]) > max(0.2, 0.1 * max(map(abs, values)))
        if abs(models[0] - models[1]) >= Fraction(3, 10) and apart and y1 * y2 != 0 and max(quadratic) < 30:
            break
    problem.title = f"Evidence of two readings of {story[0].split(',')[0]}"
    problem.data = {"y1": y1, "y2": y2, "r": [str(r) for r in models[: problem.level - 1]]}
    problem.tables = {"Two readings": {"value": [y1, y2]}}
    start = f"wo readings of {story[0]}, are normal with mean 0"
    if problem.level == 2:
        r = _decimal(models[0])
        problem.question = (
            f"A model says that t{start}, variance 1 each and covariance {r}. What are the three parts of their log "
            "evidence?"
        )
        problem.ask(
            "det",
            f"1 - {r}**2",
            "the determinant",
            formula=r"\det = 1 - k_{12}^2",
            hint="Ones on the diagonal, the covariance beside them.",
        )
        _parts(problem, f"(({y1})**2 + ({y2})**2 - 2 * {r} * ({y1}) * ({y2})) / {{det}}", "{det}", 2)
        return
    problem.question = (
        f"T{start} and variance 1 each. One model says that their covariance is {_decimal(models[0])}, another that it "
        f"is {_decimal(models[1])}. Leave out the constant, which both share: what is the log evidence of each, and "
        "which model does it favour?"
    )
    for number, r in enumerate(map(_decimal, models), 1):
        problem.ask(
            f"det {number}",
            f"1 - {r}**2",
            f"the determinant of model {number}",
            formula=r"\det = 1 - k_{12}^2",
            hint="Ones on the diagonal, the covariance beside them.",
            slips=[("not squared", "The covariance is squared.", f"1 - {r}")],
        )
        q = f"(({y1})**2 + ({y2})**2 - 2 * {r} * ({y1}) * ({y2}))"
        problem.ask(
            f"model {number}",
            f"-{q} / (2 * {{det {number}}}) - ln({{det {number}}}) / 2",
            f"fit and simplicity of model {number}",
            formula=r"-\frac{y_1^2 + y_2^2 - 2 k_{12} y_1 y_2}{2 \det} - \frac12 \log \det",
            hint="The quadratic form is (y₁² + y₂² − 2 k₁₂ y₁ y₂) / det.",
            slips=[
                ("half", "Half the logarithm, too.", f"-{q} / (2 * {{det {number}}}) - ln({{det {number}}})"),
                (
                    "sign",
                    "Minus half the logarithm of the determinant.",
                    f"-{q} / (2 * {{det {number}}}) + ln({{det {number}}}) / 2",
                ),
            ],
        )
    problem.ask(
        "favoured",
        "argmax({model 1}, {model 2})",
        "the model that the evidence favours",
        formula=r"\operatorname{argmax}\ \log p",
        numbers="",
        hint="The larger logarithm, which may be the less negative one.",
        options=("the first", "the second"),
    )


def _parts(problem, quadratic, det, n):
    problem.ask(
        "fit",
        f"-({quadratic}) / 2",
        "the fit",
        formula=r"-\frac{y^2}{2 v}" if n == 1 else r"-\frac{y_1^2 + y_2^2 - 2 k_{12} y_1 y_2}{2 \det}",
        hint="Half the squared surprise, with a minus sign.",
        slips=[("whole", "Half of it.", f"-({quadratic})"), ("sign", "It is never above 0.", f"({quadratic}) / 2")],
    )
    problem.ask(
        "simplicity",
        f"-ln({det}) / 2",
        "the simplicity",
        formula=r"-\frac12 \log v" if n == 1 else r"-\frac12 \log \det",
        hint="Minus half the natural logarithm of the determinant.",
        slips=[
            ("whole", "Half of it.", f"-ln({det})"),
            ("sign", "It has a minus sign: what spreads wide is nowhere high.", f"ln({det}) / 2"),
        ],
    )
    problem.ask(
        "evidence",
        f"{{fit}} + {{simplicity}} - {n} / 2 * ln(2 * pi)",
        "the log evidence",
        formula=r"\text{fit} + \text{simplicity} - \frac N2 \log 2 \pi",
        hint="Both parts and the constant.",
        slips=[("no constant", "The constant is missing.", "{fit} + {simplicity}")],
    )
