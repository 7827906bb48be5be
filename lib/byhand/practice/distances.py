"""Problems on distances between rows: of numbers, of texts, of a mixed table."""

from math import hypot

from byhand.practice.preprocessing import THINGS
from byhand.practice.problem import kind

WORDS = (("goal", "ball"), ("flour", "salt"), ("rain", "wind"), ("love", "money"), ("boat", "harbour"))


@kind(
    "row-distances",
    "Distances between rows",
    ["three distances of two rows", "two texts: Euclid or the angle", "a mixed table: Gower's distance"],
    chapter="03b-distances-and-documents",
)
def row_distances(problem, random):
    (_three, _texts, _mixed)[problem.level - 1](problem, random)


def _three(problem, random):
    """Euclid, Manhattan and Chebyshev for two rows of three or four numbers."""
    while True:
        d = random.choice((3, 4))
        a, b = ([random.randint(-6, 9) for _ in range(d)] for _ in range(2))
        away = [abs(u - v) for u, v in zip(a, b, strict=True)]
        if max(away) > 1 and len(set(away)) > 2 and sum(away) < 30:
            break
    problem.title = "Three distances"
    problem.data = {"a": a, "b": b}
    problem.tables = {
        "Two rows": {"row": ["a", "b"], **{f"x{i + 1}": pair for i, pair in enumerate(zip(a, b, strict=True))}}
    }
    problem.question = "How far apart are a and b, by Manhattan, by Euclid and by Chebyshev?"
    pairs = list(zip(a, b, strict=True))
    sizes, signed = " + ".join(f"abs({u} - ({v}))" for u, v in pairs), " + ".join(f"({u} - ({v}))" for u, v in pairs)
    squares = " + ".join(f"({u} - ({v}))**2" for u, v in pairs)
    problem.ask(
        "manhattan",
        sizes,
        "Manhattan",
        formula=r"\sum_j |a_j - b_j|",
        hint="Subtract entry by entry, drop the signs, add.",
        slips=[
            ("signs kept", "Drop the signs of the differences before you add.", f"abs({signed})"),
            ("counted", "Add the differences; do not count them.", str(sum(u != v for u, v in pairs))),
        ],
    )
    problem.ask(
        "squares",
        squares,
        "the sum of the squared differences",
        formula=r"\sum_j (a_j - b_j)^2",
        hint="Square each difference, then add.",
        slips=[
            ("square of the sum", "Square first, then add.", "{manhattan}**2"),
            (
                "values squared",
                "Subtract first, then square.",
                " + ".join(f"abs(({u})**2 - ({v})**2)" for u, v in pairs),
            ),
        ],
    )
    problem.ask(
        "euclid",
        "sqrt({squares})",
        "Euclid",
        formula=r"\sqrt{\sum_j (a_j - b_j)^2}",
        hint="Take the root of the sum of squares.",
        slips=[("halved", "Take the square root, not half.", "{squares} / 2")],
    )
    problem.ask(
        "chebyshev",
        f"max({', '.join(f'abs({u} - ({v}))' for u, v in pairs)})",
        "Chebyshev",
        formula=r"\max_j |a_j - b_j|",
        hint="Which difference is the largest, signs dropped?",
        slips=[
            (
                "smallest",
                "Take the largest difference, not the smallest.",
                f"min({', '.join(f'abs({u} - ({v}))' for u, v in pairs)})",
            ),
            ("mean", "Take the largest difference, not their mean.", f"{{manhattan}} / {len(a)}"),
        ],
    )


def _texts(problem, random):
    """A query and two texts by the counts of two words: the nearer by Euclid, and the nearer by the angle."""
    agree = random.random() < 0.4
    while True:
        q, one, two = ([random.randint(0, 9) for _ in range(2)] for _ in range(3))
        if not all(map(any, (q, one, two))) or len({*map(tuple, (q, one, two))}) < 3:
            continue
        far = [hypot(u[0] - q[0], u[1] - q[1]) for u in (one, two)]
        cosines = [(u[0] * q[0] + u[1] * q[1]) / hypot(*u) / hypot(*q) for u in (one, two)]
        if min(cosines) <= 0.05 or abs(far[0] - far[1]) < 0.05 * max(far) or abs(cosines[0] - cosines[1]) < 0.03:
            continue
        if min(far) and ((far[0] < far[1]) == (cosines[0] > cosines[1])) == agree:
            break
    words = random.choice(WORDS)
    problem.title = "Which text is nearer to the query?"
    problem.data = {"q": q, "texts": [one, two]}
    problem.tables = {
        "How often two words occur": {
            "text": ["query", "first", "second"],
            words[0]: [q[0], one[0], two[0]],
            words[1]: [q[1], one[1], two[1]],
        }
    }
    problem.question = "Which of the two texts is nearer to the query by Euclid, and which by the cosine?"
    for name, text in (("first", one), ("second", two)):
        squares = " + ".join(f"({u} - {v})**2" for u, v in zip(text, q, strict=True))
        problem.ask(
            f"d({name})",
            f"sqrt({squares})",
            f"the Euclidean distance of the {name} text",
            formula=r"\sqrt{\sum_j (a_j - q_j)^2}",
            hint="Take the differences of the counts, square them, add, and take the root.",
            slips=[
                ("root forgotten", "This is the square of the distance: take the root.", squares),
                (
                    "Manhattan",
                    "Square the differences, and take the root of the sum.",
                    " + ".join(f"abs({u} - {v})" for u, v in zip(text, q, strict=True)),
                ),
            ],
        )
    own = f"sqrt({q[0]}**2 + {q[1]}**2)"
    for name, text in (("first", one), ("second", two)):
        dot, length = f"({text[0]} * {q[0]} + {text[1]} * {q[1]})", f"sqrt({text[0]}**2 + {text[1]}**2)"
        problem.ask(
            f"cos({name})",
            f"{dot} / ({length} * {own})",
            f"the cosine similarity of the {name} text",
            formula=r"\frac{\sum_j a_j q_j}{\sqrt{\sum_j a_j^2} \sqrt{\sum_j q_j^2}}",
            hint="Multiply the counts word by word and add; divide by the length of either row of counts.",
            slips=[
                ("one length", "Divide by both lengths.", f"{dot} / {length}"),
                (
                    "roots forgotten",
                    "A length is the root of a sum of squares.",
                    f"{dot} / (({text[0]}**2 + {text[1]}**2) * ({q[0]}**2 + {q[1]}**2))",
                ),
                (
                    "distance",
                    "This is the distance: the similarity is the cosine itself.",
                    f"1 - {dot} / ({length} * {own})",
                ),
            ],
        )
    for name, rule, wrong in (
        ("nearer by Euclid", "argmin({d(first)}, {d(second)})", "argmax({d(first)}, {d(second)})"),
        ("nearer by cosine", "argmax({cos(first)}, {cos(second)})", "argmin({cos(first)}, {cos(second)})"),
    ):
        similar = name.endswith("cosine")
        problem.ask(
            name,
            rule,
            name,
            formula=r"\operatorname{argmax} \cos" if similar else r"\operatorname{argmin} d",
            hint="A large cosine means a small angle." if similar else "The nearer one has the smaller distance.",
            slips=[
                (
                    "wrong way",
                    "The cosine is a similarity: the largest is the nearest."
                    if similar
                    else "The smaller distance is the nearer one.",
                    wrong,
                )
            ],
            options=("first", "second"),
        )


def _mixed(problem, random):
    """Gower's distance of a new thing from two others."""
    what, name, values, _, _, number, step = random.choice(THINGS)
    while True:
        q, one, two = ((random.choice(values), random.randint(1, 9), step * random.randint(2, 20)) for _ in range(3))
        low, high = step * random.randint(1, 3), step * random.randint(18, 24)
        first, last = 0, random.choice((8, 10))
        parts = [
            [float(u[0] != q[0]), abs(u[1] - q[1]) / (last - first), abs(u[2] - q[2]) / (high - low)]
            for u in (one, two)
        ]
        inside = all(first <= u[1] <= last and low <= u[2] <= high for u in (q, one, two))
        sums = [sum(part) for part in parts]
        if (
            inside
            and all(all(part[1:]) for part in parts)
            and abs(sums[0] - sums[1]) > 0.08
            and {one[0], two[0]} != {q[0]}
        ):
            break
    problem.title = f"The nearer of two {what}, by Gower's distance"
    problem.data = {"q": q, "others": [one, two], "ranges": [None, last - first, high - low]}
    problem.tables = {
        f"Three {what}": {
            "row": ["new", "first", "second"],
            name: [q[0], one[0], two[0]],
            "rating": [q[1], one[1], two[1]],
            number: [q[2], one[2], two[2]],
        }
    }
    problem.question = (
        f"Among all {what} that are known, ratings run from {first} to {last} and the {number} from {low} to {high}. "
        "Which of the two is nearer to the new one? Differences of numbers are divided by their range, names count 0 "
        "or 1, and the distance is the mean of the three parts."
    )
    for label, row in (("first", one), ("second", two)):
        problem.ask(
            f"rating({label})",
            f"abs({row[1]} - {q[1]}) / ({last} - {first})",
            f"the part of the rating, {label} row",
            formula=r"\frac{|a_j - b_j|}{\text{range}_j}",
            hint="The difference of the ratings, signs dropped, divided by their range.",
            slips=[("not divided", "Divide by the range of the ratings.", f"abs({row[1]} - {q[1]})")],
        )
        problem.ask(
            f"{number}({label})",
            f"abs({row[2]} - {q[2]}) / ({high} - {low})",
            f"the part of the {number}, {label} row",
            formula=r"\frac{|a_j - b_j|}{\text{range}_j}",
            hint=f"The difference, signs dropped, divided by the range of the {number}.",
            slips=[
                (
                    "by the largest",
                    "Divide by the range: the largest minus the smallest.",
                    f"abs({row[2]} - {q[2]}) / {high}",
                )
            ],
        )
        differ = int(row[0] != q[0])
        total = f"{differ} + {{rating({label})}} + {{{number}({label})}}"
        problem.ask(
            f"d({label})",
            f"({total}) / 3",
            f"the distance of the {label} row",
            formula=r"\frac{1}{D}\sum_j \text{part}_j",
            hint=f"The {name} counts 1 if it differs and 0 if it does not. Take the mean of the three parts.",
            slips=[
                ("sum", "Take the mean of the three parts, not their sum.", total),
                (
                    "names turned round",
                    "Equal names count 0, different ones 1.",
                    f"(1 - {differ} + {{rating({label})}} + {{{number}({label})}}) / 3",
                ),
                (
                    "names left out",
                    f"The {name} is a part as well.",
                    f"({{rating({label})}} + {{{number}({label})}}) / 2",
                ),
            ],
        )
    problem.ask(
        "nearer",
        "argmin({d(first)}, {d(second)})",
        "the nearer one",
        formula=r"\operatorname{argmin} d",
        hint="Which distance is smaller?",
        slips=[("further", "The nearer one has the smaller distance.", "argmax({d(first)}, {d(second)})")],
        options=("first", "second"),
    )
