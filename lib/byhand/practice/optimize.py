"""Problems on gradient descent, with and without momentum."""

from byhand.practice.problem import kind

STEPS = 2


@kind(
    "gradient-steps",
    "Gradient descent",
    ["one weight", "two weights", "two weights and momentum"],
    chapter="08a-gradient-descent",
)
def gradient_steps(problem, random):
    if problem.level == 1:
        return _one_weight(problem, random)
    momentum = random.choice((0.5, 0.9)) if problem.level == 3 else 0
    while True:
        a, b = random.sample((1, 2, 3), 2)
        c, d, e = random.choice((-2, -1, 1, 2)), random.randint(-6, 6), random.randint(-6, 6)
        start = random.choice((-3, -2, -1, 1, 2, 3)), random.choice((-3, -2, -1, 1, 2, 3))
        rate = random.choice((0.1, 0.2) if momentum else (0.05, 0.1, 0.2))
        if _is_good(a, b, c, d, e, start, rate, momentum):
            break
    problem.data = {
        "A": [[2 * a, c], [c, 2 * b]],
        "b": [-d, -e],
        "c": 0,
        "start": start,
        "rate": rate,
        "momentum": momentum,
    }
    J = _polynomial([(a, "x_1^2"), (b, "x_2^2"), (c, "x_1 x_2"), (d, "x_1"), (e, "x_2")])
    problem.title = f"Two steps downhill from ({start[0]}, {start[1]}){' with momentum' if momentum else ''}"
    how = f"with the learning rate $\\eta = {rate}$"
    if momentum:
        how += f" and the momentum $\\beta = {momentum}$: "
        how += r"$v \leftarrow \beta v - \eta g$, then $x \leftarrow x + v$, from $v = 0$"
    problem.question = (
        f"Go down $J(x_1, x_2) = {J}$ from $({start[0]}, {start[1]})$: two steps of gradient descent {how}. "
        "Move both weights at the same time."
    )
    x = [f"({value})" for value in start]
    v = None
    for k in range(1, STEPS + 1):
        before = None if k == 1 else [f"{{g{i} ({k - 1})}}" for i in (1, 2)]
        for i, (square, linear) in enumerate(((a, d), (b, e)), 1):
            _slope(problem, k, i, [(2 * square, x[i - 1]), (c, x[2 - i]), (linear, "")], before and before[i - 1])
        moves = [_move(problem, k, i, rate, momentum, v and v[i - 1]) for i in (1, 2)] if momentum else None
        x = [_point(problem, k, i, x[i - 1], f"({start[i - 1]})", rate, moves and moves[i - 1]) for i in (1, 2)]
        v = moves
    _height(problem, [(a, f"{x[0]}**2"), (b, f"{x[1]}**2"), (c, f"{x[0]} * {x[1]}"), (d, x[0]), (e, x[1])], J)


def _one_weight(problem, random):
    """Level 1: a parabola, its slope, and two steps."""
    while True:
        a, middle, height = random.choice((1, 2, 3, 4)), random.randint(-4, 4), random.randint(0, 5)
        start, rate = random.randint(-5, 5), random.choice((0.05, 0.1, 0.2, 0.25))
        left = 1 - 2 * a * rate  # of the way to the middle, after each step
        stops = [middle + (start - middle) * left**k for k in range(STEPS + 1)]
        if middle and abs(start - middle) > 1 and abs(left) not in (0, 1) and min(map(abs, stops)) > 0.02:
            break
    problem.data = {
        "A": [[2 * a]],
        "b": [2 * a * middle],
        "c": a * middle**2 + height,
        "start": [start],
        "rate": rate,
        "momentum": 0,
    }
    front, sign = "" if a == 1 else a, "-" if middle > 0 else "+"
    inside = f"(x {sign} {abs(middle)})"
    J = f"{front}{inside}^2" + (f" + {height}" if height else "")
    problem.title = f"Two steps downhill from {start}"
    problem.question = (
        f"Go down $J(x) = {J}$ from $x = {start}$: two steps of gradient descent with the learning rate "
        f"$\\eta = {rate}$."
    )
    x = f"({start})"
    for k in range(1, STEPS + 1):
        away = f"({x} {sign} {abs(middle)})"
        problem.ask(
            f"g1 ({k})",
            f"{2 * a} * {away}",
            "the slope at the start" if k == 1 else "the slope where you are now",
            formula=f"{2 * a} {inside}",
            hint="Differentiate J and put in your current x.",
            slips=[
                ("factor 2 forgotten", "The derivative of a square has the factor 2.", f"{a} * {away}"),
                ("value for slope", "This is J without its constant: the slope is its derivative.", f"{a} * {away}**2"),
                *_old(k, 1),
            ],
        )
        problem.ask(
            f"step1 ({k})",
            f"-{rate} * {{g1 ({k})}}",
            _ordinal("the first step", "the second step", k),
            formula=r"-\eta \times g",
            hint="Go against the slope: minus the learning rate times the slope.",
            slips=[
                ("sign", "This goes uphill: a step goes against the slope.", f"{rate} * {{g1 ({k})}}"),
                ("rate forgotten", "You left out the learning rate.", f"-{{g1 ({k})}}"),
            ],
        )
        problem.ask(
            f"x1 ({k})",
            f"{x} + {{step1 ({k})}}",
            _ordinal("x after one step", "x after two steps", k),
            formula=r"x + \Delta",
            hint="Add the step to where you were.",
            slips=[
                ("taken away", "Add the step: it already has its sign.", f"{x} - {{step1 ({k})}}"),
                ("step only", "This is the step: add it to where you were.", f"{{step1 ({k})}}"),
                ("from the start", "The second step begins where the first one ended.", f"({start}) + {{step1 ({k})}}"),
            ],
        )
        x = f"{{x1 ({k})}}"
    away, times = f"({x} {sign} {abs(middle)})", "" if a == 1 else f"{a} * "
    problem.ask(
        "J",
        f"{times}{away}**2" + (f" + {height}" if height else ""),
        "J at the point you have reached",
        formula=J,
        hint="Put the last x into J: it should be less than at the start.",
        slips=[
            ("constant forgotten", "You left out the constant of J.", f"{a} * {away}**2"),
            ("not squared", "Square the distance from the lowest point.", f"{a} * {away} + {height}"),
        ],
    )


def _is_good(a, b, c, d, e, start, rate, momentum):
    """Whether J has a lowest point, no number on the way is 0 or nearly so, and each step leads down."""
    if 4 * a * b <= c * c:
        return False
    (x, y), (u, v) = start, (0, 0)
    heights, numbers = [], []
    for _ in range(STEPS + 1):
        numbers += [x, y, u, v] if heights else [x, y]
        heights.append(a * x * x + b * y * y + c * x * y + d * x + e * y)
        g, h = 2 * a * x + c * y + d, 2 * b * y + c * x + e
        numbers += [g, h]
        u, v = momentum * u - rate * g, momentum * v - rate * h
        x, y = x + u, y + v
    return heights[0] > heights[1] > heights[2] and min(map(abs, [heights[2], *numbers])) > 0.02


def _polynomial(terms):
    """A sum of terms (coefficient, letters) in LaTeX."""
    text = ""
    for coefficient, letters in terms:
        if coefficient:
            number = "" if abs(coefficient) == 1 and letters else str(abs(coefficient))
            text += (" - " if coefficient < 0 else " + ") + f"{number} {letters}".strip()
    return text.removeprefix(" + ").replace(" - ", "-", 1) if text.startswith(" - ") else text.removeprefix(" + ")


def _rule(terms):
    """The same as the text of an expression."""
    return _polynomial([(k, f"* {value}" if value and abs(k) != 1 else value) for k, value in terms])


def _ordinal(first, second, k):
    return first if k == 1 else second


def _old(k, i):
    """The slip of taking the slope of the step before."""
    return [("old slope", "This is the slope at the start: you have moved on.", f"{{g{i} (1)}}")] if k == 2 else []


def _slope(problem, k, i, terms, before):
    (own, x), (cross, other), (linear, _) = terms
    j = 3 - i
    problem.ask(
        f"g{i} ({k})",
        _rule(terms),
        f"the slope along x{i} {_ordinal('at the start', 'where you are now', k)}",
        formula=_polynomial([(own, f"x_{i}"), (cross, f"x_{j}"), (linear, "")]),
        hint=f"Differentiate J with respect to x{i}, holding x{j} fixed, and put in your current point.",
        slips=[
            ("factor 2 forgotten", "The derivative of a square has the factor 2.", _rule([(own // 2, x), *terms[1:]])),
            (
                "mixed term forgotten",
                f"The term with both weights counts too: its derivative with respect to x{i} contains x{j}.",
                _rule([terms[0], terms[2]]),
            ),
            ("weights swapped", f"You put x{j} where x{i} belongs.", _rule([(own, other), (cross, x), (linear, "")])),
            *_old(k, i),
        ],
    )


def _move(problem, k, i, rate, momentum, before):
    """Ask for the change of one weight with momentum; its name."""
    g = f"{{g{i} ({k})}}"
    pull = f"{momentum} * {before} - {rate} * {g}" if before else f"-{rate} * {g}"
    slips = [
        (
            "sign",
            "This goes uphill: subtract the slope.",
            f"{momentum} * {before} + {rate} * {g}" if before else f"{rate} * {g}",
        ),
        ("rate forgotten", "You left out the learning rate.", f"{momentum} * {before} - {g}" if before else f"-{g}"),
    ]
    if before:
        slips += [
            (
                "momentum forgotten",
                "You left out the momentum: part of the last step is repeated.",
                f"-{rate} * {g}",
            ),
            (
                "sign of the momentum",
                "Momentum carries on in the old direction: add it.",
                f"-{momentum} * {before} - {rate} * {g}",
            ),
            ("whole step again", "Only the share β of the last step is repeated.", f"{before} - {rate} * {g}"),
        ]
    problem.ask(
        f"step{i} ({k})",
        pull,
        f"v{i}, the {_ordinal('first', 'second', k)} step along x{i}",
        formula=r"\beta \times v - \eta \times g" if before else r"-\eta \times g",
        hint="Part of the last step, minus the learning rate times the slope."
        if before
        else "Before the first step there is no momentum: minus the learning rate times the slope.",
        slips=slips,
    )
    return f"{{step{i} ({k})}}"


def _point(problem, k, i, x, start, rate, move):
    """Ask for one weight after a step; its name."""
    g = f"{{g{i} ({k})}}"
    slips = [
        ("sign", "This goes uphill: a step goes against the slope.", f"{x} + {rate} * {g}"),
        ("rate forgotten", "You left out the learning rate.", f"{x} - {g}"),
        ("step only", "This is the step: add it to where you were.", f"-{rate} * {g}"),
        ("from the start", "The second step begins where the first one ended.", f"{start} - {rate} * {g}"),
        ("old slope", "You used the slope at the start: you have moved on.", f"{x} - {rate} * {{g{i} (1)}}"),
    ]
    if move:
        slips = [
            ("taken away", "Add the step: it already has its sign.", f"{x} - {move}"),
            ("step only", "This is the step: add it to where you were.", move),
            ("from the start", "The second step begins where the first one ended.", f"{start} + {move}"),
        ]
    problem.ask(
        f"x{i} ({k})",
        f"{x} + {move}" if move else f"{x} - {rate} * {g}",
        f"x{i} after {_ordinal('one step', 'two steps', k)}",
        formula=f"x_{i} + v_{i}" if move else rf"x_{i} - \eta \times g_{i}",
        hint="Add the step to where you were."
        if move
        else "Subtract the learning rate times the slope from where you were.",
        slips=slips,
    )
    return f"{{x{i} ({k})}}"


def _height(problem, terms, J):
    problem.ask(
        "J",
        _rule(terms),
        "J at the point you have reached",
        formula=J,
        hint="Put the last point into J: it should be less than at the start.",
        slips=[("mixed term forgotten", "You left out the term with both weights.", _rule([*terms[:2], *terms[3:]]))],
    )
