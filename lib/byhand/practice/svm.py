"""Problems on support vector machines: the widest street found by inspection, and a step of SMO."""

from fractions import Fraction

from byhand.practice.problem import kind
from byhand.working import decimal, tex

GRID = [(x, y) for x in range(10) for y in range(10)]


@kind(
    "svm-by-inspection",
    "The widest street, by inspection",
    [
        "two support vectors, one of each class",
        "three support vectors: two on one edge",
        "three support vectors with their multipliers, and a new point",
    ],
    chapter="15a-support-vector-machines",
)
def svm_by_inspection(problem, random):
    while True:
        alone, edge, side, w, b = _street(random, problem.level)
        if max(value.denominator for value in (*w, b)) > 10 or b == 0 or not {alone, *edge} <= set(GRID):
            continue
        score = {point: w[0] * point[0] + w[1] * point[1] + b for point in random.sample(GRID, 50)}
        mine, others = ([point for point in score if sign * score[point] >= 2] for sign in (side, -side))
        if len(mine) > 2 and len(others) > 2:
            break
    rows = [(alone, side), *((point, -side) for point in edge)]
    rows += [(point, side) for point in mine[:2]] + [(point, -side) for point in others[: 3 - len(edge)]]
    random.shuffle(rows)
    X, y = zip(*rows, strict=True)
    problem.title = "The widest street between six points"
    problem.data = {"X": X, "y": y}
    columns = dict(zip(("x1", "x2"), zip(*X, strict=True), strict=True))
    problem.tables = {"Six points": {"row": range(1, 7), **columns, "y": y}}
    problem.question = (
        "Draw the points and find the widest street that keeps the classes apart. Its middle is the line "
        r"$w \cdot x + b = 0$, scaled so that $w \cdot x + b = 1$ on the edge of the class $y = 1$ and $-1$ on the "
        "other edge; the margin is the width of the whole street. "
    )
    if problem.level == 1:
        problem.question += "One point of each class is a support vector."
        _two(problem, X, y, X.index(alone), X.index(edge[0]))
    else:
        lone, *pair = X.index(alone), *sorted(map(X.index, edge))
        problem.question += "Two points of one class and one point of the other are support vectors."
        _three(problem, X, y, lone, *pair)
    _width(problem)
    if problem.level == 3:
        at = random.choice([point for point in score if point not in X and abs(score[point]) > 0.3])
        problem.data["x"] = at
        problem.question += (
            f" They are rows {', '.join(str(i + 1) for i in sorted((lone, *pair)))}: what are their multipliers? And "
            f"which class does a new point at $({at[0]}, {at[1]})$ belong to?"
        )
        _multipliers(problem, X, lone, *pair)
        _new_point(problem, at)


def _street(random, level):
    """The support vector that is alone on its edge, those on the other edge, the label of the first, w and b."""
    side = random.choice((1, -1))
    if level == 1:
        across = random.choice((1, 2, 3, 4)), random.choice((-4, -3, -2, -1, 1, 2, 3, 4))
        foot = random.choice(GRID)
        edge = [foot]
    else:
        along = random.choice(((1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1), (1, 3), (3, -1)))
        length = 3 if level == 3 else random.choice((2, 3))
        first, part, wide = random.choice(GRID), random.randrange(1, length), random.choice((-2, -1, 1, 2))
        edge = [first, _moved(first, along, length)]
        foot, across = _moved(first, along, part), (-wide * along[1], wide * along[0])
    alone = _moved(foot, across, 1)
    square = across[0] ** 2 + across[1] ** 2
    w = [Fraction(2 * side * value, square) for value in across]
    b = -sum(value * (p + q) for value, p, q in zip(w, alone, foot, strict=True)) / 2
    return alone, edge, side, w, b


def _moved(point, direction, times):
    return tuple(p + times * d for p, d in zip(point, direction, strict=True))


def _two(problem, X, y, *support):
    """Level 1: find the two nearest points of different classes; w leads from one to the other."""
    plus, minus = sorted(support, key=lambda i: -y[i])
    chosen = {}
    for name, label, right in (("support +", 1, plus), ("support -", -1, minus)):
        places = [i for i in range(6) if y[i] == label]
        problem.ask(
            name,
            f"{places.index(right)}",
            f"the row of the support vector with y = {label}",
            formula=r"\text{nearest to the other class}",
            numbers="",
            hint="Which two points of different classes are nearest to each other?",
            options=[str(i + 1) for i in places],
        )
        chosen[label] = [f"pick({{{name}}}, {', '.join(str(X[i][k]) for i in places)})" for k in (0, 1)]
    (u1, u2), (v1, v2) = chosen[1], chosen[-1]
    (p1, p2), (q1, q2) = X[plus], X[minus]
    square = f"(({u1} - {v1})**2 + ({u2} - {v2})**2)"
    problem.ask(
        "w1",
        f"2 * ({u1} - {v1}) / {square}",
        "the first component of w",
        formula=r"\frac{2 (u_1 - v_1)}{(u_1 - v_1)^2 + (u_2 - v_2)^2}",
        numbers=rf"\frac{{2 \times ({p1} - {q1})}}{{({p1} - {q1})^2 + ({p2} - {q2})^2}}",
        hint="w points from the support vector v with y = −1 to u with y = 1; along this way the score rises by 2.",
        slips=[
            (
                "not scaled",
                "The direction is right: scale w so that the support vectors score ±1.",
                f"{u1} - {v1}",
            ),
            ("1 for 2", "From v to u the score rises by 2, from −1 to 1.", f"({u1} - {v1}) / {square}"),
            (
                "unit length",
                "The length of w is not 1: the support vectors must score ±1.",
                f"({u1} - {v1}) / sqrt{square}",
            ),
            ("root", "Divide by the square of the distance, not by the distance.", f"2 * ({u1} - {v1}) / sqrt{square}"),
        ],
    )
    problem.ask(
        "w2",
        f"{{w1}} * ({u2} - {v2}) / ({u1} - {v1})",
        "the second component of w",
        formula=r"w_1 \times \frac{u_2 - v_2}{u_1 - v_1}",
        numbers=rf"{_factor(problem, 'w1')} \times \frac{{{p2} - {q2}}}{{{p1} - {q1}}}",
        hint="Do the same with the second coordinates: w points from v to u.",
        slips=[
            ("upside down", "You swapped the coordinates.", f"{{w1}} * ({u1} - {v1}) / ({u2} - {v2})"),
            ("perpendicular", "w points across the street, not along it.", f"-{{w1}} * ({u1} - {v1}) / ({u2} - {v2})"),
        ],
    )
    _offset(problem, (u1, u2), (v1, v2), X[plus], X[minus])


def _three(problem, X, y, lone, first, second):
    """Levels 2 and 3: the edge through two support vectors of one class gives the direction, the third the scale."""
    e1, e2 = (b - a for a, b in zip(X[first], X[second], strict=True))
    across = first if X[first][0] != X[lone][0] else second  # so that no component of d is 0 where e has none
    plus, minus = sorted((lone, across), key=lambda i: -y[i])
    (p1, p2), (q1, q2) = X[plus], X[minus]
    d1, d2 = p1 - q1, p2 - q2
    below = f"({d1}) * ({e2}) - ({d2}) * ({e1})"
    problem.ask(
        "w1",
        f"2 * ({e2}) / ({below})",
        "the first component of w",
        formula=r"\frac{2 e_2}{d_1 e_2 - d_2 e_1}",
        hint="Let e run from one support vector to the other on the same edge, and d from the edge −1 to the edge 1. "
        "Along e the score does not change, w·e = 0; along d it rises by 2, w·d = 2.",
        slips=[
            ("1 for 2", "From edge to edge the score rises by 2, from −1 to 1.", f"({e2}) / ({below})"),
            (
                "two points only",
                "You used one support vector of each class, but the line between them is not perpendicular to the "
                "edge: all three count.",
                f"2 * ({d1}) / (({d1})**2 + ({d2})**2)",
            ),
            ("not scaled", "The direction is right: scale w so that the support vectors score ±1.", f"{e2}"),
            (
                "along the edge",
                "w is at right angles to the edge.",
                f"2 * ({e1}) / (({d1}) * ({e1}) + ({d2}) * ({e2}))",
            ),
        ],
    )
    problem.ask(
        "w2",
        f"-{{w1}} * ({e1}) / ({e2})",
        "the second component of w",
        formula=r"-w_1 \times \frac{e_1}{e_2}",
        numbers=rf"-{_factor(problem, 'w1')} \times \frac{{{e1}}}{{{e2}}}",
        hint="w is at right angles to the edge: w1 e1 + w2 e2 = 0.",
        slips=[
            ("along the edge", "w is at right angles to the edge, not along it.", f"{{w1}} * ({e2}) / ({e1})"),
            ("upside down", "You swapped the components of e.", f"-{{w1}} * ({e2}) / ({e1})"),
        ],
    )
    _offset(problem, (p1, p2), (q1, q2), X[plus], X[minus])


def _factor(problem, name):
    """A value in LaTeX as it stands in a product: a short decimal number or a fraction."""
    value = problem.values[name]
    text = decimal(value) if Fraction(decimal(value)) == value else tex(value)
    return f"({text})" if value < 0 else text


def _offset(problem, u, v, plus, minus):
    """Ask for b, from a support vector on each edge; `u`, `v`: their coordinates as rules, then as numbers."""
    inner = f"{{w1}} * ({u[0]} + {v[0]}) + {{w2}} * ({u[1]} + {v[1]})"
    w1, w2 = _factor(problem, "w1"), _factor(problem, "w2")
    (p1, p2), (q1, q2) = plus, minus
    problem.ask(
        "b",
        f"-({inner}) / 2",
        "the offset b",
        formula=r"-\frac{w \cdot (u + v)}{2}",
        numbers=rf"-\frac{{{w1} \times ({p1} + {q1}) + {w2} \times ({p2} + {q2})}}{{2}}",
        hint="The middle of the street, halfway between two support vectors u and v on opposite edges, scores 0.",
        slips=[
            (
                "sign",
                "With this b the middle of the street would not score 0: the sign is wrong.",
                f"({inner}) / 2",
            ),
            ("not halved", "Use the point halfway between the two: half of their sum.", f"-({inner})"),
            ("score forgotten", "This is −w·u, but u scores 1, not 0.", f"-({{w1}} * {u[0]} + {{w2}} * {u[1]})"),
            ("other edge", "This is −w·v, but v scores −1, not 0.", f"-({{w1}} * {v[0]} + {{w2}} * {v[1]})"),
        ],
    )


def _width(problem):
    problem.ask(
        "w.w",
        "{w1}**2 + {w2}**2",
        "the square of the length of w",
        formula="w_1^2 + w_2^2",
        hint="Square both components and add.",
        slips=[("length", "This is the length, but the question asks for its square.", "sqrt({w1}**2 + {w2}**2)")],
    )
    problem.ask(
        "margin",
        "2 / sqrt({w.w})",
        "the width of the street",
        formula=r"\frac{2}{\sqrt{w \cdot w}}",
        hint="Across the street the score rises by 2, and the length of w says how fast it rises.",
        slips=[
            ("half the street", "This is half of the street, from the middle to one edge.", "1 / sqrt({w.w})"),
            ("root forgotten", "Divide by the length of w, the root of w·w.", "2 / {w.w}"),
            ("length of w", "This is the length of w, but the longer w is, the narrower the street.", "sqrt({w.w})"),
        ],
    )


def _multipliers(problem, X, lone, first, second):
    """Level 3: the multipliers of the support vectors."""
    e, r = ([b - a for a, b in zip(X[first], X[i], strict=True)] for i in (second, lone))
    along, square = r[0] * e[0] + r[1] * e[1], e[0] ** 2 + e[1] ** 2
    alone, near, far = (f"{{alpha {i + 1}}}" for i in (lone, first, second))
    problem.ask(
        alone[1:-1],
        "{w.w} / 2",
        f"the multiplier of row {lone + 1}, alone on its edge",
        formula=r"\frac{w \cdot w}{2}",
        hint="All multipliers together sum to w·w, and each class has half of that.",
        slips=[
            ("not halved", "This is the sum of all multipliers: each class has half of it.", "{w.w}"),
            ("a third", "The three are not equal: each class has the same sum.", "{w.w} / 3"),
        ],
    )
    problem.ask(
        near[1:-1],
        f"{alone} * (1 - {along}/{square})",
        f"the multiplier of row {first + 1}",
        formula=r"\alpha_r \times \left(1 - \frac{(r - p) \cdot e}{e \cdot e}\right)",
        hint=f"Row {lone + 1} projects onto the other edge between the two points there, p and q = p + e. They share "
        "its multiplier, and the one nearer to that foot gets more.",
        slips=[
            ("swapped", "The point nearer to the foot gets the larger part.", f"{alone} * {along}/{square}"),
            ("evenly", "The foot is not halfway between the two.", f"{alone} / 2"),
        ],
    )
    problem.ask(
        far[1:-1],
        f"{alone} - {near}",
        f"the multiplier of row {second + 1}",
        formula=r"\alpha_r - \alpha_p",
        hint="The multipliers of both classes have the same sum.",
        slips=[
            ("sum", "The two on one edge sum to the one on the other.", f"{alone} + {near}"),
            ("same", "The two on one edge sum to the one on the other.", near),
        ],
    )


def _new_point(problem, at):
    inner = f"{{w1}} * {at[0]} + {{w2}} * {at[1]}"
    problem.ask(
        "f(x)",
        f"{inner} + {{b}}",
        "the score of the new point",
        formula=r"w \cdot x + b",
        hint="Put the new point into w·x + b.",
        slips=[
            ("b forgotten", "You left out b.", inner),
            ("sign of b", "Add b: it already has its sign.", f"{inner} - {{b}}"),
            (
                "coordinates swapped",
                "You swapped the coordinates of the point.",
                f"{{w1}} * {at[1]} + {{w2}} * {at[0]} + {{b}}",
            ),
        ],
    )
    problem.ask(
        "decision",
        "sign({f(x)})",
        "the class of the new point, 1 or −1",
        formula=r"\operatorname{sign}(w \cdot x + b)",
        hint="On which side of the middle of the street does it lie?",
    )


@kind(
    "smo-step",
    "A step of SMO",
    ["different labels, no wall in the way", "equal labels, and what is gained", "a step that ends at a wall"],
    chapter="15c-solving-the-dual",
)
def smo_step(problem, random):
    while True:
        eta = random.choice((2, 4, 5, 8, 10, 16, 20))
        K12 = random.randint(1, 9)
        K11 = random.randint(1, 2 * K12 + eta - 1)
        K22 = eta + 2 * K12 - K11
        y1 = random.choice((1, -1))
        y2 = -y1 if problem.level == 1 else y1 if problem.level == 2 else random.choice((1, -1))
        f1, f2 = (Fraction(random.choice([n for n in range(-18, 19) if n % 10]), 10) for _ in range(2))
        a1, a2 = (Fraction(random.randint(1, 15), 20) for _ in range(2))
        C = Fraction(random.choice((8, 10, 16)), 10) if problem.level == 3 else 5
        if wall := _wall(problem.level, (K11, K22, K12), (y1, y2), (f1, f2), (a1, a2), C):
            break
    problem.data = {"K": (K11, K22, K12), "y": (y1, y2), "f": (f1, f2), "alpha": (a1, a2), "C": C}
    problem.title = f"A step of SMO with the labels {y1} and {y2}"
    problem.tables = {
        "Two rows": {"row": [1, 2], "y": [y1, y2], "α": list(map(_short, (a1, a2))), "f": list(map(_short, (f1, f2)))}
    }
    problem.question = (
        "An SVM in training moves the multipliers of rows 1 and 2 while all others rest. Their scores $f$, with $b$ "
        rf"left out, are in the table; $K_{{11}} = {K11}$, $K_{{22}} = {K22}$, $K_{{12}} = {K12}$, and "
        f"$C = {_short(C)}$."
    )
    for i, f, y in ((1, f1, y1), (2, f2, y2)):
        problem.ask(
            f"E{i}",
            f"({_short(f)}) - ({y})",
            f"the error of row {i}",
            formula=rf"f(x_{i}) - y_{i}",
            hint="The score minus the label.",
            slips=[("label added", "Subtract the label.", f"({_short(f)}) + ({y})")],
        )
    problem.ask(
        "eta",
        f"{K11} + {K22} - 2 * {K12}",
        "the curvature η",
        formula=r"K_{11} + K_{22} - 2 K_{12}",
        hint="It is the squared distance of the two points.",
        slips=[
            ("once", "The mixed product counts twice.", f"{K11} + {K22} - {K12}"),
            ("plus", "The mixed product is subtracted.", f"{K11} + {K22} + 2 * {K12}"),
        ],
    )
    _moves(problem, (y1, y2), (a1, a2), C, wall)


def _wall(level, K, y, f, a, C):
    """The side on which the wall is, "high", "low", or "none" if none is met; None if the numbers do not suit."""
    (y1, y2), (a1, a2), (E1, E2) = y, a, (f[0] - y[0], f[1] - y[1])
    eta = K[0] + K[1] - 2 * K[2]
    if max(a) >= C or K[1] < 1 or K[0] * K[1] <= K[2] ** 2 or min(abs(E1), abs(E2)) < Fraction(1, 10):
        return None
    target = a2 + y2 * (E1 - E2) / eta
    low, high = (max(0, a2 - a1), min(C, C + a2 - a1)) if y1 != y2 else (max(0, a1 + a2 - C), min(C, a1 + a2))
    new = min(max(target, low), high)
    partner = a1 + y1 * y2 * (a2 - new)
    side = "high" if target > high else "low" if target < low else "none"
    apart = Fraction(1, 50)
    told = [E1, E2, Fraction(eta), target, new, partner, a1, a2]
    if len({abs(value) for value in told}) < len(told) - (side == "none") or min(new, partner) < apart:
        return None
    if abs(target - a2) < apart or abs(target - new) < apart and side != "none" or abs(target) < apart:
        return None
    return side if (side == "none") == (level < 3) else None


def _moves(problem, y, a, C, wall):
    """Where the parabola is highest, where the step ends, and what the partner does."""
    (y1, y2), (a1, a2), C = y, map(_short, a), _short(C)
    step = f"({y2}) * ({{E1}} - {{E2}}) / {{eta}}"
    last = "target" if wall != "none" else "alpha 2"
    problem.ask(
        last,
        f"{a2} + {step}",
        "where the parabola is highest" if wall != "none" else "the new multiplier of row 2",
        formula=r"\alpha_2 + \frac{y_2 (E_1 - E_2)}{\eta}",
        hint="Start where it is, and go by the difference of the errors over the curvature.",
        slips=[
            ("wrong way", "Check the sign: it is the first error minus the second.", f"{a2} - {step}"),
            ("from nought", "Start from where the multiplier is.", step),
            ("undivided", "Divide by the curvature.", f"{a2} + ({y2}) * ({{E1}} - {{E2}})"),
        ],
    )
    if wall != "none":
        _ends(problem, y, a1, a2, C, wall)
    problem.ask(
        "alpha 1",
        f"{a1} + ({y1 * y2}) * ({a2} - {{alpha 2}})",
        "the new multiplier of row 1",
        formula=r"\alpha_1 + y_1 y_2 (\alpha_2 - \alpha_2^{\text{new}})",
        hint="The sum of multiplier times label stays as it is.",
        slips=[("wrong way", "Check the labels: the sum has to stay.", f"{a1} - ({y1 * y2}) * ({a2} - {{alpha 2}})")],
    )
    if problem.level == 2:
        problem.ask(
            "gain",
            "({E1} - {E2})**2 / (2 * {eta})",
            "by how much W rises",
            formula=r"\frac{(E_1 - E_2)^2}{2 \eta}",
            hint="The height of the parabola above where you started.",
            slips=[("no half", "There is a 2 in the denominator.", "({E1} - {E2})**2 / {eta}")],
        )


def _ends(problem, y, a1, a2, C, wall):
    """Level 3: the wall on the side that the step goes to, and the multiplier cut off there."""
    formula, rule = {
        (True, "high"): (r"\min(C, C + \alpha_2 - \alpha_1)", f"min({C}, {C} + {a2} - {a1})"),
        (True, "low"): (r"\max(0, \alpha_2 - \alpha_1)", f"max(0, {a2} - {a1})"),
        (False, "high"): (r"\min(C, \alpha_1 + \alpha_2)", f"min({C}, {a1} + {a2})"),
        (False, "low"): (r"\max(0, \alpha_1 + \alpha_2 - C)", f"max(0, {a1} + {a2} - {C})"),
    }[y[0] != y[1], wall]
    problem.ask(
        "wall",
        rule,
        f"the {wall}est that the multiplier of row 2 can be",
        formula=formula,
        hint="Both multipliers must stay between 0 and C: which of them gets there first?",
    )
    pick, other = ("min", "max") if wall == "high" else ("max", "min")
    problem.ask(
        "alpha 2",
        f"{pick}({{target}}, {{wall}})",
        "the new multiplier of row 2",
        formula=rf"\{pick}(\text{{top}}, \text{{wall}})",
        hint="The step stops at the wall.",
        slips=[("through the wall", "The step stops at the wall.", f"{other}({{target}}, {{wall}})")],
    )


def _short(value):
    return decimal(value) if isinstance(value, Fraction) else str(value)
