"""Problems on learning rates: curvatures, the limit, the best rate and the best momentum."""

from byhand.practice.problem import kind


@kind(
    "rates-and-curvatures",
    "Rates and curvatures",
    ["two curvatures", "a tilted bowl", "the best momentum"],
    chapter="08b-momentum-and-losses",
)
def rates_and_curvatures(problem, random):
    (_straight, _tilted, _momentum)[problem.level - 1](problem, random)


def _straight(problem, random):
    """Level 1: a bowl along the coordinate axes."""
    a, b = random.sample(range(1, 31), 2)
    while not 1.4 < max(a, b) / min(a, b) < 20:
        a, b = random.sample(range(1, 31), 2)
    problem.data = {"A": [[2 * a, 0], [0, 2 * b]]}
    problem.title = "The best rate in a bowl"
    problem.question = (
        f"You descend on $J(x_1, x_2) = {_times(a)}x_1^2 + {_times(b)}x_2^2$ with a fixed learning rate. How large may "
        "it be, and which one is best?"
    )
    for i, factor in ((1, a), (2, b)):
        problem.ask(
            f"curvature {i}",
            f"2 * {factor}",
            f"the curvature along x{i}",
            formula=rf"\frac{{\partial^2 J}}{{\partial x_{i}^2}}",
            hint=f"Differentiate J twice with respect to x{i}.",
            slips=[("factor 2 forgotten", "Differentiating the square twice leaves a factor 2.", f"{factor}")],
        )
    _rates(problem, ("curvature 1", "curvature 2") if a < b else ("curvature 2", "curvature 1"))


def _tilted(problem, random):
    """Level 2: a bowl whose axes are the diagonals."""
    a = random.randint(2, 25)
    c = random.choice([number for number in range(1 - a, a) if abs(number) >= a / 4])
    problem.data = {"A": [[2 * a, c], [c, 2 * a]]}
    problem.title = "The best rate in a tilted bowl"
    mixed = f"{'-' if c < 0 else '+'} {_times(abs(c))}x_1 x_2"
    problem.question = (
        f"You descend on $J(x_1, x_2) = {_times(a)}x_1^2 {mixed} + {_times(a)}x_2^2$ with a fixed learning rate. The "
        "axes of this bowl run along $(1, 1)$ and $(1, -1)$. How large may the rate be, and which one is best?"
    )
    for i, sign in ((1, "+"), (2, "-")):
        problem.ask(
            f"curvature {i}",
            f"2 * {a} {sign} ({c})",
            f"the curvature along (1, {'1' if i == 1 else '-1'})",
            formula=f"h_{{11}} {sign} h_{{12}}",
            hint="Write down the matrix of second derivatives and multiply the direction by it. How is it stretched?",
            slips=[
                ("coordinate axis", "That is the curvature along a coordinate axis.", f"2 * {a}"),
                ("factor 2 forgotten", "The second derivative of a square has a factor 2.", f"{a} {sign} ({c})"),
                (
                    "mixed doubled",
                    "The mixed second derivative is the factor of the mixed term, once.",
                    f"2 * {a} {sign} 2 * ({c})",
                ),
            ],
        )
    _rates(problem, ("curvature 2", "curvature 1") if c > 0 else ("curvature 1", "curvature 2"))


def _rates(problem, curvatures):
    """Ask for the limit, the best rate and its factor; `curvatures`: the names of the flatter and the steeper one."""
    flat, steep = (f"{{{name}}}" for name in curvatures)
    problem.ask(
        "limit",
        f"2 / {steep}",
        "the limit for the rate",
        formula=r"\frac{2}{\lambda_{\max}}",
        hint="The steepest direction sets the limit.",
        slips=[
            ("flattest", "The steepest direction sets the limit, not the flattest.", f"2 / {flat}"),
            ("half of it", "1/λ is half of the limit: there the steep direction needs one step.", f"1 / {steep}"),
        ],
    )
    problem.ask(
        "best rate",
        f"2 / ({flat} + {steep})",
        "the best fixed rate",
        formula=r"\frac{2}{\lambda_{\min} + \lambda_{\max}}",
        hint="Make the factors of the flattest and of the steepest direction equally large.",
        slips=[
            ("one over the sum", "The numerator is 2.", f"1 / ({flat} + {steep})"),
            ("perfect for the steep one", "That suits the steep direction alone.", f"1 / {steep}"),
        ],
    )
    problem.ask(
        "factor",
        f"({steep} - {flat}) / ({steep} + {flat})",
        "the share of the way that a step leaves at the best rate",
        formula=r"\frac{\lambda_{\max} - \lambda_{\min}}{\lambda_{\max} + \lambda_{\min}}",
        hint="Put the best rate and the smaller curvature into 1 - ηλ.",
        slips=[
            (
                "sign",
                "That is the factor of the steep direction; its size is asked for.",
                f"({flat} - {steep}) / ({steep} + {flat})",
            ),
            ("taken away", "That is what a step takes away: subtract it from 1.", f"2 * {flat} / ({steep} + {flat})"),
        ],
    )


def _momentum(problem, random):
    """Level 3: curvatures whose ratio is the square of a fraction."""
    small, large = sorted(random.sample(range(1, 10), 2))
    unit = random.choice((1, 2, 3, 4, 5, 6, 8, 10))
    pair = [unit * small**2, unit * large**2]
    if swapped := random.random() < 0.5:
        pair.reverse()
    flat, steep = sorted(pair)
    problem.data = {"A": [[pair[0], 0], [0, pair[1]]], "swapped": swapped}
    problem.title = "The best heavy ball in a bowl"
    problem.question = (
        "You roll a heavy ball, $v \\leftarrow \\beta v - \\eta g$, then $x \\leftarrow x + v$, down a bowl with the "
        f"curvature {pair[0]} along $x_1$ and {pair[1]} along $x_2$. Which rate and which momentum are best?"
    )
    problem.ask(
        "condition number",
        f"{steep} / {flat}",
        "the condition number κ",
        formula=r"\frac{\lambda_{\max}}{\lambda_{\min}}",
        hint="The larger curvature over the smaller one.",
        slips=[("upside down", "The larger curvature goes on top.", f"{flat} / {steep}")],
    )
    problem.ask(
        "factor",
        "(sqrt({condition number}) - 1) / (sqrt({condition number}) + 1)",
        "√β, the share of the way that a step leaves",
        formula=r"\frac{\sqrt\kappa - 1}{\sqrt\kappa + 1}",
        hint="Take the root of the condition number first.",
        slips=[
            (
                "no root",
                "That is plain descent at its best: momentum has the root of κ.",
                "({condition number} - 1) / ({condition number} + 1)",
            ),
            (
                "squared already",
                "That is β; its root is asked for first.",
                "((sqrt({condition number}) - 1) / (sqrt({condition number}) + 1))**2",
            ),
        ],
    )
    problem.ask(
        "momentum",
        "{factor}**2",
        "the best momentum β",
        formula=r"\left(\sqrt\beta\right)^2",
        hint="Square the factor.",
        slips=[("root", "It is the other way round: β is the square of √β.", "sqrt({factor})")],
    )
    problem.ask(
        "rate",
        f"(2 / (sqrt({flat}) + sqrt({steep})))**2",
        "the best rate η",
        formula=r"\left(\frac{2}{\sqrt{\lambda_{\min}} + \sqrt{\lambda_{\max}}}\right)^2",
        hint="Add the roots of both curvatures, divide 2 by the sum, and square.",
        slips=[
            ("plain descent", "That is the best rate of plain descent.", f"2 / ({flat} + {steep})"),
            ("not squared", "Square it.", f"2 / (sqrt({flat}) + sqrt({steep}))"),
            ("limit", "That is the limit of plain descent.", f"2 / {steep}"),
        ],
    )


def _times(number):
    """A number before a letter: nothing for 1."""
    return "" if number == 1 else f"{number}\\,"
