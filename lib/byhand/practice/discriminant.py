"""Problems on several classes: a step of softmax regression, a linear discriminant from a few numbers."""

from fractions import Fraction
from math import exp

from byhand.practice.problem import kind

CLASSES = ("A", "B", "C")
STORIES = (  # what is measured of which two kinds
    ("the wingspan in centimetres", "swift", "swallow"),
    ("the weight in grams", "plum", "apricot"),
    ("the length in millimetres", "barley", "oat"),
    ("the height in metres", "hazel", "rowan"),
    ("minutes of a song", "ballad", "anthem"),
)


@kind(
    "softmax-step",
    "A step of softmax regression",
    ["from scores to a loss", "from weights to a loss", "a whole step"],
    chapter="14b-several-classes-and-discriminants",
)
def softmax_step(problem, random):
    level, true = problem.level, random.randrange(3)
    while True:
        if level == 1:
            weights, x = None, None
            scores = [Fraction(random.randint(-4, 6), 2) for _ in CLASSES]
        else:
            x = [random.choice((-2, -1, 1, 2, 3)) for _ in range(2)]
            weights = [[Fraction(random.randint(-4, 4), 2) for _ in range(3)] for _ in CLASSES]
            scores = [b + w * x[0] + v * x[1] for w, v, b in weights]
        share = exp(scores[true]) / sum(map(exp, scores))
        if len(set(scores)) == 3 and max(scores) <= 3 and 0 not in scores and 0.02 < share < 0.6:
            break
    rate = random.choice((0.1, 0.2, 0.5))
    name = CLASSES[true]
    problem.title = f"Softmax of three scores, class {name} is true"
    problem.data = {"true": true, "scores": [float(score) for score in scores], "rate": rate}
    if level == 1:
        problem.tables = {"Scores of a row": {"class": CLASSES, "score": [float(score) for score in scores]}}
        problem.question = (
            f"A row has these scores, and its class is {name}. Which probability does a softmax give to each class, "
            "and what is the cross-entropy loss of the row (with the natural logarithm)?"
        )
        known = [f"({float(score)})" for score in scores]
    else:
        problem.data |= {"x": x, "weights": [[float(value) for value in row] for row in weights]}
        columns = zip(*[[float(value) for value in row] for row in weights], strict=True)
        problem.tables = {"Weights": {"class": CLASSES, **dict(zip(("w1", "w2", "b"), columns, strict=True))}}
        problem.question = (
            f"A row has $x_1 = {x[0]}$ and $x_2 = {x[1]}$, and its class is {name}. Find the scores "
            r"$f_k = w_{k1} x_1 + w_{k2} x_2 + b_k$ and the probabilities of a softmax"
        )
        ending = ", then the cross-entropy loss (with the natural logarithm)."
        if level == 3:
            ending = (
                rf", then take one step on this row with $\eta = {rate}$: what are the new weights of class {name}?"
            )
        problem.question += ending
        known = [_score(problem, k, row, x) for k, row in enumerate(weights)]
    _probabilities(problem, known, min(scores) > 0)
    if level < 3:
        problem.ask(
            "loss",
            f"-ln({{p {name}}})",
            "the loss of the row",
            formula=r"-\log p_{\text{true}}",
            hint="Only the probability of the true class counts.",
            slips=[
                ("sign", "A logarithm of a probability is negative: the loss is minus that.", f"ln({{p {name}}})"),
                (
                    "not the logarithm",
                    "That is how far the probability is from 1. Take minus the logarithm.",
                    f"1 - {{p {name}}}",
                ),
                ("base 2", "Take the natural logarithm.", f"-log2({{p {name}}})"),
            ],
        )
        return
    _step(problem, name, weights[true], x, rate)


def _score(problem, k, row, x):
    """Ask for the score of a class; its name."""
    w, v, b = (float(value) for value in row)
    products = f"({w}) * ({x[0]}) + ({v}) * ({x[1]})"
    name = f"f {CLASSES[k]}"
    problem.ask(
        name,
        f"{products} + ({b})",
        f"the score of class {CLASSES[k]}",
        formula="w_1 x_1 + w_2 x_2 + b",
        hint="Multiply each feature by its weight, add the products, and add b.",
        slips=[("bias forgotten", "You left out b.", products)],
    )
    return f"{{{name}}}"


def _probabilities(problem, known, positive):
    """Ask for the total of the exponentials, and for the three probabilities; `positive`: whether all scores are."""
    exponentials = [f"exp({score})" for score in known]
    problem.ask(
        "total",
        " + ".join(exponentials),
        "the total of the exponentials",
        formula=r"\sum_k e^{f_k}",
        hint="Take e to the power of each score, then add.",
        slips=[
            ("of the sum", "Take e to the power of each score first, then add.", f"exp({' + '.join(known)})"),
            *[("without e", "Add the exponentials of the scores, not the scores.", " + ".join(known))] * positive,
        ],
    )
    for k, name in enumerate(CLASSES):
        shared = f"{known[k]} / ({' + '.join(known)})"
        others = " + ".join(other for j, other in enumerate(exponentials) if j != k)
        problem.ask(
            f"p {name}",
            f"{exponentials[k]} / {{total}}",
            f"the probability of class {name}",
            formula=rf"\frac{{e^{{f_{name}}}}}{{\sum_k e^{{f_k}}}}",
            hint="Its own exponential over the total.",
            slips=[
                (
                    "odds",
                    "That is the odds against the rest: the total holds all three.",
                    f"{exponentials[k]} / ({others})",
                ),
                *[("shares of scores", "Share out the exponentials, not the scores.", shared)] * positive,
            ],
        )


def _step(problem, name, row, x, rate):
    """Ask for the new weights of the true class."""
    for j, (letter, old, value) in enumerate(zip(("w1", "w2", "b"), row, (*x, 1), strict=True)):
        old, times = float(old), f" * ({value})" if j < 2 else ""
        factor = rf"\, x_{j + 1}" if j < 2 else ""
        shown = f"w_{j + 1}" if j < 2 else "b"
        problem.ask(
            f"new {letter}",
            f"({old}) + {rate} * (1 - {{p {name}}}){times}",
            f"the new {letter} of class {name}",
            formula=rf"{shown} + \eta\, (1 - p_{name}){factor}",
            hint="Add the learning rate times target minus probability times the input; the target is 1.",
            slips=[
                (
                    "sign",
                    "The score of the true class is to rise: add.",
                    f"({old}) - {rate} * (1 - {{p {name}}}){times}",
                ),
                (
                    "target forgotten",
                    "The error is 1 minus the probability.",
                    f"({old}) + {rate} * {{p {name}}}{times}",
                ),
                (
                    "not the true class",
                    "That is for a class that is not the true one.",
                    f"({old}) - {rate} * {{p {name}}}{times}",
                ),
                ("rate forgotten", "You left out the learning rate.", f"({old}) + (1 - {{p {name}}}){times}"),
            ],
        )


@kind(
    "discriminant-by-hand",
    "A linear discriminant by hand",
    ["one feature, classes of one size", "one feature, classes of different sizes", "two features"],
    chapter="14b-several-classes-and-discriminants",
)
def discriminant_by_hand(problem, random):
    if problem.level == 3:
        return _two_features(problem, random)
    what, first, second = random.choice(STORIES)
    sizes = (3, 3) if problem.level == 1 else random.choice(((2, 4), (4, 2), (3, 5), (5, 3), (2, 3), (3, 2)))
    while True:
        low, high = random.randint(3, 8), random.randint(10, 16)
        parts = [
            [middle + value for value in _deviations(random, n)] for middle, n in zip((low, high), sizes, strict=True)
        ]
        squares = sum((v - middle) ** 2 for part, middle in zip(parts, (low, high), strict=True) for v in part)
        if min(parts[0]) >= 1 and squares and (squares % (sum(sizes) - 2) == 0 or problem.level == 2):
            break
    a, b = parts
    n = sum(sizes)
    problem.title = f"A discriminant of {first} and {second}"
    problem.data = {"a": a, "b": b, "names": (first, second)}
    problem.tables = {f"Known cases: {what}": {"kind": [first] * len(a) + [second] * len(b), "x": a + b}}
    problem.question = (
        f"Each kind is normal about its own mean, and both have the same variance. Estimate the means of {first} and "
        f"{second} and the pooled variance (with the divisor $n - 2$). Where is the border, with "
        + ("equal priors?" if problem.level == 1 else "the shares of the kinds as priors?")
    )
    for name, part in ((first, a), (second, b)):
        problem.ask(
            f"mean {name}",
            f"({' + '.join(map(str, part))}) / {len(part)}",
            f"the mean of {name}",
            formula=r"\mu_k = \frac{1}{n_k} \sum x",
            hint="Add the values of this kind alone, and divide by how many they are.",
            slips=[("of all", "Take this kind alone.", f"({' + '.join(map(str, a + b))}) / {n}")],
        )
    pairs = ((first, a), (second, b))
    terms = " + ".join(f"({v} - {{mean {name}}})**2" for name, part in pairs for v in part)
    everything = f"({' + '.join(map(str, a + b))}) / {n}"
    problem.ask(
        "variance",
        f"({terms}) / {n - 2}",
        "the pooled variance",
        formula=r"\frac{1}{n - 2} \sum_k \sum_{n \in k} (x_n - \mu_k)^2",
        hint="Each value from the mean of its own kind; square, add, divide by the number of rows less two.",
        slips=[
            ("divisor n", "Two means were estimated: divide by n − 2.", f"({terms}) / {n}"),
            ("divisor n - 1", "Two means were estimated: divide by n − 2.", f"({terms}) / {n - 1}"),
            (
                "one mean",
                "Measure each value from the mean of its own kind.",
                "(" + " + ".join(f"({v} - {everything})**2" for v in a + b) + f") / {n - 2}",
            ),
        ],
    )
    middle = f"({{mean {first}}} + {{mean {second}}}) / 2"
    if problem.level == 1:
        problem.ask(
            "border",
            middle,
            "where the border is",
            formula=r"\frac{\mu_1 + \mu_2}{2}",
            hint="With equal priors and one variance, the two bells cross half-way between their means.",
            slips=[("of all values", "Half-way between the two means.", f"({min(a + b)} + {max(a + b)}) / 2")],
        )
        return
    gap = f"({{mean {second}}} - {{mean {first}}})"
    shift = f"{{variance}} / {gap} * ln({len(a)} / {len(b)})"
    problem.ask(
        "border",
        f"{middle} + {shift}",
        "where the border is",
        formula=r"\frac{\mu_1 + \mu_2}{2} + \frac{\sigma^2}{\mu_2 - \mu_1} \ln \frac{n_1}{n_2}",
        hint="Start half-way between the means, and move away from the kind of which there are more.",
        slips=[
            ("priors forgotten", "The kinds are not equally frequent: the border moves.", middle),
            ("wrong way", "The border moves away from the more frequent kind.", f"{middle} - {shift}"),
            (
                "variance forgotten",
                "The shift is multiplied by the variance.",
                f"{middle} + ln({len(a)} / {len(b)}) / {gap}",
            ),
            (
                "gap forgotten",
                "The shift is divided by the distance of the means.",
                f"{middle} + {{variance}} * ln({len(a)} / {len(b)})",
            ),
        ],
    )


def _deviations(random, n):
    """Whole numbers that add up to 0, not all 0."""
    while True:
        values = [random.randint(-2, 2) for _ in range(n - 1)]
        values.append(-sum(values))
        if abs(values[-1]) <= 3 and any(values):
            return values


def _two_features(problem, random):
    while True:
        s11, s22, s12 = random.randint(1, 5), random.randint(1, 5), random.choice((-2, -1, 1, 2))
        determinant = s11 * s22 - s12**2
        first = [random.randint(0, 4), random.randint(0, 4)]
        d = [random.choice((-2, 1, 2, 3, 4)), random.choice((-2, 1, 2, 3))]
        second = [a + step for a, step in zip(first, d, strict=True)]
        new = [random.randint(0, 6), random.randint(0, 6)]
        if determinant not in (1, 2, 4, 5):
            continue
        w = [Fraction(s22 * d[0] - s12 * d[1], determinant), Fraction(s11 * d[1] - s12 * d[0], determinant)]
        threshold = sum(v * (a + b) for v, a, b in zip(w, first, second, strict=True)) / 2
        lead = sum(v * x for v, x in zip(w, new, strict=True)) - threshold
        euclid = sum((x - a) ** 2 - (x - b) ** 2 for x, a, b in zip(new, first, second, strict=True))
        if 0 not in (*w, threshold, lead, euclid) and new not in (first, second):
            break
    problem.title = "A discriminant of two classes in the plane"
    problem.data = {"means": [first, second], "cov": [[s11, s12], [s12, s22]], "new": new}
    problem.tables = {
        "Means": {"class": ["A", "B"], "x1": [first[0], second[0]], "x2": [first[1], second[1]]},
        "Pooled covariance": {"": ["x1", "x2"], "x1": [s11, s12], "x2": [s12, s22]},
    }
    problem.question = (
        r"Two equally frequent classes have these means and this pooled covariance. Find $\mathbf w = "
        r"\boldsymbol\Sigma^{-1} (\boldsymbol\mu_B - \boldsymbol\mu_A)$, the score $\mathbf w \cdot \mathbf x$ "
        f"half-way between the means, and the class of $\\mathbf x = ({new[0]}, {new[1]})$."
    )
    problem.ask(
        "determinant",
        f"{s11} * {s22} - ({s12})**2",
        "the determinant of the covariance",
        formula=r"s_{11} s_{22} - s_{12}^2",
        hint="The product of the variances less the square of the covariance.",
        slips=[
            ("plus", "Subtract the square.", f"{s11} * {s22} + ({s12})**2"),
            ("not squared", "Square the covariance.", f"{s11} * {s22} - ({s12})"),
        ],
    )
    crossed = [(s22, d[0], d[1]), (s11, d[1], d[0])]
    for j, (other, own, cross) in enumerate(crossed, 1):
        mine = s11 if j == 1 else s22
        problem.ask(
            f"w{j}",
            f"({other} * ({own}) - ({s12}) * ({cross})) / {{determinant}}",
            f"the weight of x{j}",
            formula=rf"\frac{{s_{{{3 - j}{3 - j}}} d_{j} - s_{{12}} d_{3 - j}}}{{\det}}",
            hint="d is mean B less mean A. Solve two equations, or use the inverse of a matrix of two rows.",
            slips=[
                ("diagonal only", "The features are correlated: the covariance counts.", f"({own}) / {mine}"),
                ("not divided", "Divide by the determinant.", f"{other} * ({own}) - ({s12}) * ({cross})"),
                (
                    "sign of the covariance",
                    "Off the diagonal the inverse has the opposite sign.",
                    f"({other} * ({own}) + ({s12}) * ({cross})) / {{determinant}}",
                ),
                (
                    "variances swapped",
                    "In the inverse the two variances change places.",
                    f"({mine} * ({own}) - ({s12}) * ({cross})) / {{determinant}}",
                ),
                (
                    "A less B",
                    "d is mean B less mean A.",
                    f"-({other} * ({own}) - ({s12}) * ({cross})) / {{determinant}}",
                ),
            ],
        )
    sums = [a + b for a, b in zip(first, second, strict=True)]
    problem.ask(
        "threshold",
        f"({{w1}} * ({sums[0]}) + {{w2}} * ({sums[1]})) / 2",
        "the score half-way between the means",
        formula=r"\mathbf w \cdot \frac{\boldsymbol\mu_A + \boldsymbol\mu_B}{2}",
        hint="The point in the middle is the average of the two means.",
        slips=[
            (
                "not halved",
                "Halve it: the middle is the average of the means.",
                f"{{w1}} * ({sums[0]}) + {{w2}} * ({sums[1]})",
            ),
            ("at mean A", "That is the score at mean A.", f"{{w1}} * ({first[0]}) + {{w2}} * ({first[1]})"),
        ],
    )
    problem.ask(
        "score",
        f"{{w1}} * ({new[0]}) + {{w2}} * ({new[1]})",
        "the score of the new point",
        formula=r"\mathbf w \cdot \mathbf x",
        hint="Each coordinate times its weight.",
        slips=[],
    )
    problem.ask(
        "class",
        "(sign({score} - {threshold}) + 1) / 2",
        "its class",
        formula=r"\text{B if the score is above}",
        numbers="",
        hint="B has the higher scores: w points from A to B.",
        options=("A", "B"),
    )
