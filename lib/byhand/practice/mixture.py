"""Problems on mixtures: estimates with known labels, densities and responsibilities, a step of EM on four numbers."""

from fractions import Fraction
from math import exp

from byhand.practice.problem import kind

STORIES = (  # what is measured of which two kinds
    ("the length of a call in minutes", "password", "fault"),
    ("the delay of a train in minutes", "local", "express"),
    ("the wait at a crossing in seconds", "green wave", "red light"),
    ("the length of a beetle in millimetres", "weevil", "ground beetle"),
    ("the size of a parcel in litres", "book", "coat"),
)
CHAPTER = "24-mixtures-and-em"
TENTHS = [Fraction(n, 10) for n in range(1, 10)]


@kind(
    "complete-data",
    "Two kinds with known labels",
    ["a spread for each", "one spread for both", "in the plane"],
    chapter=CHAPTER,
)
def complete_data(problem, random):
    story, first, second = random.choice(STORIES)
    if problem.level == 3:
        _in_the_plane(problem, random)
        return
    sizes = random.choice(((2, 3), (3, 2), (2, 4), (4, 2), (3, 5), (2, 6)))
    while True:
        low, high = random.randint(3, 12), random.randint(15, 28)
        a, b = (
            [middle + random.randint(-4, 4) for _ in range(n)] for middle, n in zip((low, high), sizes, strict=True)
        )
        means = [Fraction(sum(some), len(some)) for some in (a, b)]
        spreads = [sum((x - m) ** 2 for x in some) / len(some) for some, m in zip((a, b), means, strict=True)]
        plain = all(m.denominator <= 2 for m in means) and len(set(a)) > 1 and len(set(b)) > 1
        if plain and spreads[0] != spreads[1] and len({*means, *spreads}) == 4 and min(spreads) > 1 and min(a) > 0:
            break
    problem.title = f"{story[0].upper()}{story[1:]}, {first} or {second}"
    problem.data = {"first": a, "second": b, "level": problem.level}
    order = [(value, first) for value in a] + [(value, second) for value in b]
    random.shuffle(order)
    problem.tables = {"Rows": {"value": [value for value, _ in order], "kind": [name for _, name in order]}}
    spread = "one variance for both" if problem.level == 2 else "a variance for each"
    problem.question = (
        f"For {len(a) + len(b)} cases somebody has noted {story}, and the kind. A mixture has a bell for each kind, "
        f"and {spread}. What are the maximum-likelihood estimates?"
    )
    total = sizes[0] + sizes[1]
    problem.ask(
        "weight",
        f"{sizes[0]} / {total}",
        f"the share of {first}",
        formula=r"\pi_1 = \frac{N_1}{N}",
        hint="Its share of the rows.",
        slips=[("other", "That is the share of the other kind.", f"{sizes[1]} / {total}")],
    )
    for name, some, kind_name in (("mean 1", a, first), ("mean 2", b, second)):
        problem.ask(
            name,
            f"({' + '.join(map(str, some))}) / {len(some)}",
            f"the mean of {kind_name}",
            formula=rf"\mu_{name[-1]} = \frac{{1}}{{N_{name[-1]}}} \sum x_n",
            hint="The mean of the rows of this kind alone.",
            slips=[("all rows", "Divide by the rows of this kind.", f"({' + '.join(map(str, some))}) / {total}")],
        )
    squares = [" + ".join(f"({x} - {{mean {k}}})**2" for x in some) for k, some in ((1, a), (2, b))]
    if problem.level == 2:
        problem.ask(
            "variance",
            f"({squares[0]} + {squares[1]}) / {total}",
            "the variance of both",
            formula=r"\sigma^2 = \frac{1}{N} \sum_n (x_n - \mu_{z_n})^2",
            hint="Each row from the mean of its own kind; all squares, over all rows.",
            slips=[
                ("mean of two", "Kinds with more rows count more.", _mean_of_two(squares, sizes)),
                ("one less", "Maximum likelihood divides by N.", f"({squares[0]} + {squares[1]}) / {total - 2}"),
            ],
        )
        return
    for k, size in enumerate(sizes):
        problem.ask(
            f"variance {k + 1}",
            f"({squares[k]}) / {size}",
            f"the variance of {(first, second)[k]}",
            formula=rf"\sigma_{k + 1}^2 = \frac{{1}}{{N_{k + 1}}} \sum (x_n - \mu_{k + 1})^2",
            hint="The mean of the squared distances from the mean of this kind.",
            slips=[
                ("one less", "Maximum likelihood divides by the number of rows.", f"({squares[k]}) / {size - 1}"),
                (
                    "deviation",
                    "Not the standard deviation: the variance.",
                    f"sqrt(({squares[k]}) / {size})",
                ),
            ],
        )


def _in_the_plane(problem, random):
    first, second = random.choice((("oaks", "beeches"), ("wells", "springs"), ("inns", "shops"), ("finches", "tits")))
    size, others = random.choice((3, 4)), random.choice((2, 4, 5))
    while True:
        rows = [(random.randint(0, 9), random.randint(0, 9)) for _ in range(size)]
        x, y = zip(*rows, strict=True)
        means = Fraction(sum(x), size), Fraction(sum(y), size)
        products = [
            sum((a - ma) * (b - mb) for a, b in zip(p, q, strict=True)) / size for p, ma, q, mb in _pairs(x, y, means)
        ]
        if all(m.denominator == 1 for m in means) and len({*means, *products, 0}) == 6 and len(set(rows)) == size:
            break
    problem.title = f"Where are the {first}?"
    problem.data = {"rows": [list(row) for row in rows], "others": others}
    problem.tables = {f"The {first}": {"east": list(x), "north": list(y)}}
    problem.question = (
        f"On a map somebody has marked {size} {first} and {others} {second}. A mixture has a component for each kind, "
        f"with a full covariance. What are the maximum-likelihood estimates for the {first}?"
    )
    problem.ask(
        "weight",
        f"{size} / {size + others}",
        f"the share of {first}",
        formula=r"\pi_1 = \frac{N_1}{N}",
        hint="Their share of all places on the map.",
        slips=[("other", "That is the share of the other kind.", f"{others} / {size + others}")],
    )
    for name, values, axis in (("mean 1", x, "east"), ("mean 2", y, "north")):
        problem.ask(
            name,
            f"({' + '.join(map(str, values))}) / {size}",
            f"the mean {axis}",
            formula=rf"\mu_{{1{name[-1]}}} = \frac{{1}}{{N_1}} \sum x_{{n{name[-1]}}}",
            hint="The mean of the places of this kind.",
        )
    for name, one, two, i, j in (
        ("variance east", x, x, 1, 1),
        ("variance north", y, y, 2, 2),
        ("covariance", x, y, 1, 2),
    ):
        terms = " + ".join(f"({a} - {{mean {i}}}) * ({b} - {{mean {j}}})" for a, b in zip(one, two, strict=True))
        problem.ask(
            name,
            f"({terms}) / {size}",
            f"the {name}",
            formula=rf"\frac{{1}}{{N_1}} \sum (x_{{n{i}}} - \mu_{{1{i}}})(x_{{n{j}}} - \mu_{{1{j}}})",
            hint="The mean of the products of the distances from the means.",
            slips=[("one less", "Maximum likelihood divides by the number of places.", f"({terms}) / {size - 1}")],
        )


def _pairs(x, y, means):
    """Each column with its mean beside itself, and the two beside each other."""
    (m1, m2) = means
    return (x, m1, x, m1), (y, m2, y, m2), (x, m1, y, m2)


def _mean_of_two(squares, sizes):
    return f"(({squares[0]}) / {sizes[0]} + ({squares[1]}) / {sizes[1]}) / 2"


@kind(
    "mixture-density", "The density of a mixture", ["density", "responsibility", "mean and variance"], chapter=CHAPTER
)
def mixture_density(problem, random):
    story, first, second = random.choice(STORIES)
    while True:
        weight, m1, m2 = random.choice(TENTHS), random.randint(2, 8), random.randint(9, 18)
        s1, s2 = random.choice((1, 2, 3)), random.choice((2, 3, 4, 5))
        x = random.randint(m1 - 1, m2 + 1)
        parts = [float(w) * exp(-(((x - m) / s) ** 2) / 2) / s for w, m, s in ((weight, m1, s1), (1 - weight, m2, s2))]
        near = 0.05 < parts[0] / sum(parts) < 0.95 and abs(x - m1) / s1 < 2.5 and abs(x - m2) / s2 < 2.5
        if near and weight != Fraction(1, 2) and x not in (m1, m2) and s1 != s2:
            break
    w = f"{float(weight):g}"
    rest = f"{float(1 - weight):g}"
    problem.title = f"{story[0].upper()}{story[1:]}, unsorted"
    problem.data = {"weights": [float(weight), float(1 - weight)], "means": [m1, m2], "stds": [s1, s2], "x": x}
    problem.tables = {
        "Components": {"kind": [first, second], "weight": [w, rest], "mean": [m1, m2], "standard deviation": [s1, s2]}
    }
    problem.question = f"A mixture of two normal densities models {story}. "
    if problem.level == 3:
        problem.question += "What are the mean and the variance of the mixture?"
        _moments(problem, w, rest, (m1, m2), (s1, s2))
        return
    problem.question += f"What is its density at {x}?"
    if problem.level == 2:
        problem.question += f" And how much of a row at {x} is {first} responsible for?"
    for k, (m, s, name) in enumerate(((m1, s1, first), (m2, s2, second)), 1):
        bell = f"exp(-({x} - {m})**2 / (2 * {s}**2)) / ({s} * sqrt(2 * pi))"
        problem.ask(
            f"p{k}",
            bell,
            f"the density of {name} there",
            formula=rf"p_{k}(x) = \frac{{1}}{{\sigma_{k} \sqrt{{2 \pi}}}} e^{{-(x - \mu_{k})^2 / 2 \sigma_{k}^2}}",
            hint="The bell curve, without its weight.",
            slips=[
                ("no half", "The exponent is halved.", f"exp(-({x} - {m})**2 / {s}**2) / ({s} * sqrt(2 * pi))"),
                (
                    "no spread",
                    "Divide by the spread, too.",
                    f"exp(-({x} - {m})**2 / (2 * {s}**2)) / sqrt(2 * pi)",
                ),
            ],
        )
    problem.ask(
        "density",
        f"{w} * {{p1}} + {rest} * {{p2}}",
        "the density of the mixture",
        formula=r"p(x) = \pi_1\, p_1(x) + \pi_2\, p_2(x)",
        hint="Each density times its weight, added up.",
        slips=[
            ("no weights", "Each density counts by its weight.", "{p1} + {p2}"),
            ("crossed", "Each weight belongs to its own component.", f"{rest} * {{p1}} + {w} * {{p2}}"),
        ],
    )
    if problem.level == 2:
        problem.ask(
            "responsibility",
            f"{w} * {{p1}} / {{density}}",
            f"the responsibility of {first}",
            formula=r"r_1 = \frac{\pi_1\, p_1(x)}{p(x)}",
            hint="Its own part of the density, over the whole.",
            slips=[
                ("no weight", "The part of a component has its weight in it.", "{p1} / ({p1} + {p2})"),
                ("other", "That is the other component's.", f"{rest} * {{p2}} / {{density}}"),
            ],
        )


def _moments(problem, w, rest, means, stds):
    problem.ask(
        "mean",
        f"{w} * {means[0]} + {rest} * {means[1]}",
        "the mean",
        formula=r"\mu = \pi_1 \mu_1 + \pi_2 \mu_2",
        hint="The means by their weights.",
        slips=[("no weights", "The means count by their weights.", f"({means[0]} + {means[1]}) / 2")],
    )
    problem.ask(
        "within",
        f"{w} * {stds[0]}**2 + {rest} * {stds[1]}**2",
        "the variance within the components",
        formula=r"\pi_1 \sigma_1^2 + \pi_2 \sigma_2^2",
        hint="Variances by weights; the table has standard deviations.",
        slips=[("not squared", "Square the standard deviations first.", f"{w} * {stds[0]} + {rest} * {stds[1]}")],
    )
    between = f"{w} * ({means[0]} - {{mean}})**2 + {rest} * ({means[1]} - {{mean}})**2"
    problem.ask(
        "between",
        between,
        "the variance of the means",
        formula=r"\pi_1 (\mu_1 - \mu)^2 + \pi_2 (\mu_2 - \mu)^2",
        hint="How far each mean lies from the mean of all, squared, by weights.",
        slips=[("no weights", "These squares count by their weights, too.", _unweighted(means))],
    )
    problem.ask(
        "variance",
        "{within} + {between}",
        "the variance of the mixture",
        formula=r"\text{within} + \text{between}",
        hint="The two add up.",
    )


def _unweighted(means):
    return f"(({means[0]} - {{mean}})**2 + ({means[1]} - {{mean}})**2) / 2"


@kind("em-step", "A step of EM on four numbers", ["E-step", "M-step", "a whole step"], chapter=CHAPTER)
def em_step(problem, random):
    story, first, second = random.choice(STORIES)
    while True:
        x = sorted(random.sample(range(1, 15), 4))
        m1, m2, variance = random.randint(1, 7), random.randint(8, 14), random.choice((4, 5, 8, 10))
        weight = random.choice((Fraction(1, 2), Fraction(2, 5), Fraction(3, 5), Fraction(1, 4), Fraction(3, 4)))
        if problem.level == 2:
            shares = [random.choice(TENTHS) for _ in x]
            total = sum(shares)
            mean = sum(r * v for r, v in zip(shares, x, strict=True)) / total
            fine = total.denominator <= 2 and mean.denominator <= 10 and len(set(shares)) == 4 and total != 2
            if fine and shares == sorted(shares, reverse=True):
                break
            continue
        odds = [((v - m2) ** 2 - (v - m1) ** 2) / (2 * variance) for v in x]
        shares = [1 / (1 + float((1 - weight) / weight) * exp(-o)) for o in odds]
        if min(shares) > 0.03 and max(shares) < 0.97 and max(shares) - min(shares) > 0.4 and 2 * x[1] != m1 + m2:
            break
    problem.title = f"{story[0].upper()}{story[1:]}, {first} or {second}?"
    problem.data = {"x": x, "weight": float(weight), "means": [m1, m2], "variance": variance}
    if problem.level == 2:
        problem.data["shares"] = [float(r) for r in shares]
        problem.tables = {"Rows": {"value": x, f"responsibility of {first}": [f"{float(r):g}" for r in shares]}}
        problem.question = (
            f"Four measurements of {story}, after an E-step. What does the M-step make of them? (The rest of each "
            f"row belongs to {second}.)"
        )
        _m_step(problem, x, [f"{float(r):g}" for r in shares], first, second, whole=False)
        return
    w, rest = f"{float(weight):g}", f"{float(1 - weight):g}"
    problem.tables = {
        "Rows": {"value": x},
        "Components": {"kind": [first, second], "weight": [w, rest], "mean": [m1, m2], "variance": [variance] * 2},
    }
    goal = "How much of each row is the first kind responsible for?"
    problem.question = f"Four measurements of {story}, and two bells to begin with. {goal}"
    if problem.level == 3:
        problem.question += " And where does the M-step move the first bell?"
    for n, value in enumerate(x, 1):
        _responsibility(problem, n, value, (w, rest), (m1, m2), variance, first)
    if problem.level == 3:
        _m_step(problem, x, [f"{{r{n}}}" for n in range(1, 5)], first, second, whole=True)


def _responsibility(problem, n, value, weights, means, variance, first):
    (w, rest), (m1, m2) = weights, means
    one, two = (f"exp(-({value} - {m})**2 / (2 * {variance}))" for m in (m1, m2))
    slips = [
        ("other", "That is the responsibility of the second kind.", f"{rest} * {two} / ({w} * {one} + {rest} * {two})"),
        ("no half", "The exponent is a square over twice the variance.", _shares(w, rest, value, m1, m2, variance)),
    ]
    if w != rest:
        slips.append(("no weights", "A more frequent kind has a larger say.", f"{one} / ({one} + {two})"))
    problem.ask(
        f"r{n}",
        f"{w} * {one} / ({w} * {one} + {rest} * {two})",
        f"the responsibility of {first} for {value}",
        formula=rf"r_{n} = \frac{{\pi_1\, p_1(x_{n})}}{{\pi_1\, p_1(x_{n}) + \pi_2\, p_2(x_{n})}}",
        hint="Weight times bell, over the sum of both; with equal variances the factors before the bells cancel.",
        slips=slips,
    )


def _shares(w, rest, value, m1, m2, variance):
    one, two = (f"exp(-({value} - {m})**2 / {variance})" for m in (m1, m2))
    return f"{w} * {one} / ({w} * {one} + {rest} * {two})"


def _m_step(problem, x, shares, first, second, whole):
    total = " + ".join(shares)
    problem.ask(
        "count",
        total,
        f"how many rows belong to {first}",
        formula=r"N_1 = \sum_n r_n",
        hint="Add up the responsibilities.",
        slips=[("share", "That is the share; here the number is asked for.", f"({total}) / 4")],
    )
    problem.ask(
        "weight",
        "{count} / 4",
        f"the new share of {first}",
        formula=r"\pi_1 = \frac{N_1}{N}",
        hint="The share of all rows.",
    )
    products = " + ".join(f"{r} * {value}" for r, value in zip(shares, x, strict=True))
    problem.ask(
        "mean",
        f"({products}) / {{count}}",
        f"the new mean of {first}",
        formula=r"\mu_1 = \frac{1}{N_1} \sum_n r_n\, x_n",
        hint="Each value by its responsibility, over the sum of the responsibilities.",
        slips=[
            ("all rows", "Divide by the sum of the responsibilities, not by the number of rows.", f"({products}) / 4"),
        ],
    )
    if not whole:
        others = " + ".join(f"(1 - {r}) * {value}" for r, value in zip(shares, x, strict=True))
        problem.ask(
            "mean 2",
            f"({others}) / (4 - {{count}})",
            f"the new mean of {second}",
            formula=r"\mu_2 = \frac{1}{N_2} \sum_n (1 - r_n)\, x_n",
            hint="The same with what is left of each row.",
            slips=[("same", "Here the rest of each row counts, 1 − r.", "{mean}")],
        )
    squares = " + ".join(f"{r} * ({value} - {{mean}})**2" for r, value in zip(shares, x, strict=True))
    problem.ask(
        "variance",
        f"({squares}) / {{count}}",
        f"the new variance of {first}",
        formula=r"\sigma_1^2 = \frac{1}{N_1} \sum_n r_n\, (x_n - \mu_1)^2",
        hint="Squared distances from the new mean, each by its responsibility.",
        slips=[
            ("all rows", "Divide by the sum of the responsibilities.", f"({squares}) / 4"),
            ("deviation", "The variance, not the standard deviation.", f"sqrt(({squares}) / {{count}})"),
        ],
    )
