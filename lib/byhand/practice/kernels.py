"""Problems on kernels: what a support vector machine says of a new point, and a whole machine for two points."""

from fractions import Fraction
from math import exp

from byhand.practice.problem import kind
from byhand.working import decimal

PLACES = [(x, y) for x in range(-2, 4) for y in range(-2, 4)]


@kind(
    "kernel-score",
    "The score of an SVM with a kernel",
    ["a quadratic kernel", "a radial kernel", "a whole SVM from two points"],
    chapter="15b-kernels",
)
def kernel_score(problem, random):
    (_quadratic, _radial, _whole)[problem.level - 1](problem, random)


def _quadratic(problem, random):
    while True:
        u, v, x = random.sample(PLACES, 3)
        r = random.choice((1, 2))
        alpha, b = _of_two(u, v, r)
        dots = _dot(u, x), _dot(v, x)
        kernels = [(dot + r) ** 2 for dot in dots]
        f = alpha * (kernels[0] - kernels[1]) + b
        apart = len({*map(abs, dots), *kernels}) == 4 and min(map(abs, dots)) > 1 and max(kernels) < 300
        if apart and b and abs(alpha) != abs(b) and Fraction(1, 5) < abs(f) < 20 and alpha.denominator <= 40:
            break
    _state(problem, rf"(x \cdot z + {r})^2", (u, v), alpha, b, x)
    problem.data["r"] = r
    for row, place in ((1, u), (2, v)):
        product = f"({place[0]}) * ({x[0]}) + ({place[1]}) * ({x[1]})"
        problem.ask(
            f"dot {row}",
            product,
            f"the inner product of row {row} and the new point",
            formula=rf"x_{row} \cdot x",
            hint="Multiply coordinate by coordinate, and add.",
            slips=[("crossed", "First with first, second with second.", _crossed(place, x))],
        )
    for row in (1, 2):
        _square(problem, f"k {row}", f"dot {row}", r, f"the kernel of row {row} and the new point")
    _score(problem, str(alpha), str(b))


def _square(problem, name, dot, r, label):
    """Ask for a quadratic kernel, from an inner product that was asked for."""
    problem.ask(
        name,
        f"({{{dot}}} + {r})**2",
        label,
        formula=rf"(x \cdot z + {r})^2",
        hint="Add the constant to the inner product, then square.",
        slips=[
            ("constant outside", "Add the constant before you square.", f"{{{dot}}}**2 + {r}"),
            ("not squared", "The sum is squared.", f"{{{dot}}} + {r}"),
        ],
    )


def _radial(problem, random):
    while True:
        u, v, x = random.sample(PLACES, 3)
        sigma, C = random.choice((1, 2, 3)), Fraction(random.choice((5, 6, 8)), 10)
        squares = [_square_apart(place, x) for place in (u, v)]
        kernels = [exp(-square / (2 * sigma**2)) for square in squares]
        between = exp(-_square_apart(u, v) / (2 * sigma**2))
        b = Fraction(random.choice([n for n in range(-8, 9) if n]), 20)
        f = float(C) * (kernels[0] - kernels[1]) + float(b)
        far = min(squares) > 1 and squares[0] != squares[1] and max(squares) < 8 * sigma**2
        if far and abs(b) < 1 - C * Fraction(1 - between) and abs(f) > 0.1 and abs(abs(f) - abs(b)) > 0.02:
            break
    written = r"\exp(-\lVert x - z \rVert^2 / 2\sigma^2)"
    _state(problem, written, (u, v), C, b, x, rf"Here $\sigma = {sigma}$, and both multipliers are at the price $C$. ")
    problem.data |= {"sigma": sigma, "C": C}
    problem.ask(
        "gamma",
        f"1 / (2 * {sigma}**2)",
        "the factor γ in the exponent",
        formula=r"\frac{1}{2 \sigma^2}",
        hint="Write the exponent as −γ times the squared distance.",
        slips=[
            ("no 2", "There is a 2 before the square of σ.", f"1 / {sigma}**2"),
            ("not squared", "The width is squared.", f"1 / (2 * {sigma})"),
        ],
    )
    for row, place in ((1, u), (2, v)):
        square = f"({place[0]} - ({x[0]}))**2 + ({place[1]} - ({x[1]}))**2"
        problem.ask(
            f"square {row}",
            square,
            f"the squared distance from row {row} to the new point",
            formula=rf"|x_{row} - x|^2",
            hint="Subtract coordinate from coordinate, square, and add.",
            slips=[
                ("root", "Leave the square as it is: no root.", f"sqrt({square})"),
                ("signs", "Subtract the coordinates: mind their signs.", square.replace(" - ", " + ")),
            ],
        )
    for row in (1, 2):
        problem.ask(
            f"k {row}",
            f"exp(-{{gamma}} * {{square {row}}})",
            f"the kernel of row {row} and the new point",
            formula=rf"e^{{-\gamma |x_{row} - x|^2}}",
            hint="e to the power of −γ times the squared distance: below 1, and the less the farther away.",
            slips=[("growing", "The exponent is negative.", f"exp({{gamma}} * {{square {row}}})")],
        )
    _score(problem, decimal(C), decimal(b))


def _whole(problem, random):
    while True:
        u, v, x = random.sample(PLACES, 3)
        r = random.choice((1, 2))
        alpha, b = _of_two(u, v, r)
        own, other, between = _dot(u, u), _dot(v, v), _dot(u, v)
        values = [(dot + r) ** 2 for dot in (own, other, between, _dot(u, x), _dot(v, x))]
        f = alpha * (values[3] - values[4]) + b
        if len(set(values)) == 5 and min(values) > 1 and max(values) < 300 and b and Fraction(1, 5) < abs(f) < 20:
            break
    _state(problem, rf"(x \cdot z + {r})^2", (u, v), None, None, x)
    problem.data["r"] = r
    for name, first, second, label in (
        ("K11", u, u, "row 1 with itself"),
        ("K22", v, v, "row 2 with itself"),
        ("K12", u, v, "rows 1 and 2"),
    ):
        _kernel_of(problem, name, first, second, r, f"the kernel of {label}")
    problem.ask(
        "alpha",
        "2 / ({K11} + {K22} - 2 * {K12})",
        "the multiplier of both points",
        formula=r"\frac{2}{K_{11} + K_{22} - 2 K_{12}}",
        hint="Both multipliers are the same, because they balance. From row 2 to row 1 the score rises from −1 to 1: "
        "what is it at each of them, in terms of α and b?",
        slips=[
            ("1 for 2", "From edge to edge the score rises by 2.", "1 / ({K11} + {K22} - 2 * {K12})"),
            ("once", "The mixed kernel counts twice.", "2 / ({K11} + {K22} - {K12})"),
            ("plus", "The mixed kernel is subtracted.", "2 / ({K11} + {K22} + 2 * {K12})"),
        ],
    )
    problem.ask(
        "b",
        "1 - {alpha} * ({K11} - {K12})",
        "the offset b",
        formula=r"1 - \alpha (K_{11} - K_{12})",
        hint="Row 1 stands on its edge: its score is 1.",
        slips=[
            ("sign", "The score of row 1 is α(K₁₁ − K₁₂) + b, and it is 1.", "1 + {alpha} * ({K11} - {K12})"),
            ("other edge", "Row 1 has the label 1, so its score is 1.", "-1 - {alpha} * ({K11} - {K12})"),
        ],
    )
    for row, place in ((1, u), (2, v)):
        _kernel_of(problem, f"k {row}", place, x, r, f"the kernel of row {row} and the new point")
    _score(problem, "{alpha}", "{b}")


def _kernel_of(problem, name, first, second, r, label):
    """Ask for the quadratic kernel of two points."""
    product = f"({first[0]}) * ({second[0]}) + ({first[1]}) * ({second[1]})"
    problem.ask(
        name,
        f"({product} + {r})**2",
        label,
        formula=rf"(x \cdot z + {r})^2",
        hint="The inner product, plus the constant; then square.",
        slips=[
            ("constant outside", "Add the constant before you square.", f"({product})**2 + {r}"),
            ("not squared", "The sum is squared.", f"{product} + {r}"),
        ],
    )


def _score(problem, alpha, b):
    """Ask for the score of the new point and for its class, from both kernels."""
    difference = f"{alpha} * ({{k 1}} - {{k 2}})"
    problem.ask(
        "f(x)",
        f"{difference} + ({b})",
        "the score of the new point",
        formula=r"\alpha k(x_1, x) - \alpha k(x_2, x) + b",
        hint="Each kernel counts with its multiplier and its label; then add b.",
        slips=[
            ("labels", "The kernel of row 2 counts with its label, −1.", f"{alpha} * ({{k 1}} + {{k 2}}) + ({b})"),
            ("b forgotten", "You left out b.", difference),
            ("sign of b", "Add b: it already has its sign.", f"{difference} - ({b})"),
        ],
    )
    problem.ask(
        "decision",
        "sign({f(x)})",
        "the class of the new point, 1 or −1",
        formula=r"\operatorname{sign}(f(x))",
        hint="Is the score above 0 or below?",
    )


def _state(problem, kernel, rows, alpha, b, x, more=""):
    """Title, data, table and question; without multipliers if they are to be found."""
    problem.data = {"X": rows, "y": (1, -1), "alpha": alpha, "b": b, "x": x}
    x1, x2 = zip(*rows, strict=True)
    columns = {"row": [1, 2], "x1": x1, "x2": x2, "y": [1, -1]}
    if alpha is None:
        problem.title = "An SVM from two points"
        given = f"Find the hard margin of the two points in the table with the kernel $k(x, z) = {kernel}$."
    else:
        problem.title = "What an SVM with a kernel says of a point"
        columns["α"] = [_written(alpha)] * 2
        given = (
            f"An SVM with the kernel $k(x, z) = {kernel}$ has the two support vectors in the table and "
            f"$b = {_written(b)}$."
        )
    problem.tables = {"Two rows": columns}
    problem.question = f"{given} {more}What is the score of a new point at $({x[0]}, {x[1]})$, and what is its class?"


def _of_two(u, v, r):
    """The multiplier and the b of the hard margin of two points, the first with the label 1."""
    own, other, between = ((_dot(p, q) + r) ** 2 for p, q in ((u, u), (v, v), (u, v)))
    alpha = Fraction(2, max(own + other - 2 * between, 1))  # 0 only if the kernel cannot tell them apart
    return alpha, -alpha * (own - other) / 2


def _dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def _crossed(p, q):
    return f"({p[0]}) * ({q[1]}) + ({p[1]}) * ({q[0]})"


def _square_apart(p, q):
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def _written(value):
    """A fraction as a student would write it: a short decimal number, else as it is."""
    text = decimal(value)
    return text if Fraction(text) == value and len(text.strip("-0.")) < 4 else str(value)
