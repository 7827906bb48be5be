"""Problems on nearest neighbours: distances, votes, weights, scales."""

from math import sqrt

from byhand.practice.problem import kind

STORIES = (  # what is known, two features of one scale, two classes
    ("houses on a map", ("east (km)", "north (km)"), ("red roof", "grey roof")),
    ("apples", ("sweetness", "firmness"), ("ripe", "green")),
    ("mushrooms", ("cap (cm)", "stem (cm)"), ("edible", "toxic")),
    ("songs", ("tempo", "loudness"), ("rock", "folk")),
    ("dogs", ("playfulness", "patience"), ("terrier", "spaniel")),
)
SCALES = (  # the same with two features of different scales, and the step of the second
    ("flats", ("rooms", "rent"), ("centre", "suburb"), 100),
    ("trees", ("height", "age"), ("fir", "oak"), 20),
    ("parcels", ("weight", "value"), ("insured", "plain"), 50),
    ("runners", ("years", "steps"), ("sprint", "marathon"), 200),
)
K = 3


@kind(
    "k-nearest-neighbours",
    "k nearest neighbours",
    ["three neighbours vote", "three neighbours, weighted by 1/d", "features of different scales, scaled first"],
    chapter="12-nearest-neighbours",
)
def k_nearest_neighbours(problem, random):
    scaled = problem.level == 3
    what, features, classes, *steps = random.choice(SCALES if scaled else STORIES)
    step = steps[0] if scaled else 1
    turned = random.random() < 0.5  # whether weights, or scales, are to change the decision
    while True:
        labels = random.sample([*classes] * 2 + random.choices(classes, k=2), 6)
        rows = [(random.randint(1, 9), step * random.randint(1, 9)) for _ in labels]
        x = random.randint(2, 8), step * random.randint(2, 8)
        ranges = [max(column) - min(column) for column in zip(*rows, strict=True)] if scaled else [1, 1]
        inside = all(min(column) <= at <= max(column) for at, column in zip(x, zip(*rows, strict=True), strict=True))
        if inside and min(ranges) > 0 and _is_good(rows, labels, x, ranges, problem.level, turned):
            break
    query = ", ".join(map(str, x))
    problem.title = f"The {K} nearest neighbours of ({query})"
    problem.data = {"X": rows, "y": labels, "x": x, "ranges": ranges}
    problem.tables = {
        f"Six {what}": {
            "row": range(1, 7),
            **dict(zip(features, zip(*rows, strict=True), strict=True)),
            "class": labels,
        }
    }
    how = {
        1: "Each neighbour has one vote.",
        2: "Each neighbour votes with the weight $1/d$.",
        3: f"The features have different scales: divide each difference by the range (largest minus smallest) of its "
        f"feature among the six {what} first. Each neighbour has one vote.",
    }
    names = " and ".join(f"{feature.split(' (')[0]} = {value}" for feature, value in zip(features, x, strict=True))
    problem.question = (
        f"A new one has {names}. What do its {K} nearest neighbours say, by Euclidean distance? {how[problem.level]}"
    )
    if scaled:
        for feature, column in zip(features, zip(*rows, strict=True), strict=True):
            problem.ask(
                f"range({feature})",
                f"{max(column)} - {min(column)}",
                f"the range of {feature}",
                formula=r"\max_i x_i - \min_i x_i",
                hint=f"Subtract the smallest {feature} in the table from the largest.",
                slips=[("largest", "This is the largest value: subtract the smallest.", f"{max(column)}")],
            )
    below = [f" / {{range({feature})}}" if scaled else "" for feature in features]
    for i, row in enumerate(rows, 1):
        _distance(problem, i, row, x, below)
    order = sorted(range(6), key=lambda i: problem.values[f"d({i + 1})"])
    distances = ", ".join(f"{{d({i})}}" for i in range(1, 7))
    for c in classes:
        _vote(problem, c, labels, order, distances)
    votes = [f"{{vote({c})}}" for c in classes]
    counts = [_votes([i for i in range(6) if labels[i] == c], distances) for c in classes]
    codes = ", ".join(str(classes.index(label)) for label in labels)
    problem.ask(
        "decision",
        f"argmax({votes[0]}, {votes[1]})",
        "the class with more votes",
        formula=r"\operatorname{argmax}_k \text{vote}(C_k)",
        hint="Which class has more votes?",
        slips=[
            (
                "not weighed",
                "You counted heads, but here near neighbours weigh more.",
                f"argmax({counts[0]}, {counts[1]})",
            ),
            (
                "nearest only",
                f"You asked only the nearest: {K} neighbours vote.",
                f"pick(argmin({distances}), {codes})",
            ),
        ],
        options=classes,
    )


def _is_good(rows, labels, x, ranges, level, turned):
    """Whether no distances are close to each other, both classes are near, and what the level is about matters."""
    d = [sqrt(sum(((a - b) / r) ** 2 for a, b, r in zip(x, row, ranges, strict=True))) for row in rows]
    order = sorted(range(6), key=d.__getitem__)
    gaps = [d[j] - d[i] for i, j in zip(order, order[1:], strict=False)]
    if min(d) == 0 or min(gaps) < 0.03 * d[order[K]]:
        return False
    near = [labels[i] for i in order[:K]]
    if level == 1 or len(set(near)) == 1:
        return level == 1 and len(set(near)) == 2
    if level == 2:
        nearest, *others = (1 / d[i] for i in order[:K])
        return near.count(near[0]) == 1 and (nearest > 1.1 * sum(others) if turned else 1.1 * nearest < sum(others))
    raw = sorted(range(6), key=lambda i: sum((a - b) ** 2 for a, b in zip(x, rows[i], strict=True)))
    majority = max(near, key=near.count)
    return set(raw[:K]) != set(order[:K]) and ([labels[i] for i in raw[:K]].count(majority) < 2) == turned


def _distance(problem, i, row, x, below):
    """Ask for the distance of row i from x; `below`: what each difference is divided by."""
    parts = [f"(({b} - {a}){under})" if under else f"({b} - {a})" for a, b, under in zip(row, x, below, strict=True)]
    squares, sizes = " + ".join(f"{part}**2" for part in parts), " + ".join(f"abs({part})" for part in parts)
    raw = " + ".join(f"({b} - {a})**2" for a, b in zip(row, x, strict=True))
    problem.ask(
        f"d({i})",
        f"sqrt({squares})",
        f"the distance of row {i}",
        formula=r"\sqrt{\sum_j \left(\frac{x_j - a_j}{r_j}\right)^2}" if below[0] else r"\sqrt{\sum_j (x_j - a_j)^2}",
        hint="Take the differences"
        + (", divide each by the range of its feature" if below[0] else "")
        + ", square them, add, and take the root.",
        slips=[
            ("not scaled", "Divide each difference by the range of its feature first.", f"sqrt({raw})"),
            ("root forgotten", "This is the square of the distance: take the root.", squares),
            ("Manhattan", "You added the differences themselves: square them, and take the root of the sum.", sizes),
            ("not squared", "Square the differences before you add them.", f"sqrt({sizes})"),
        ],
    )


def _votes(places, distances, k=K, weight="{near}"):
    """The rule for the sum of the votes of those among the k nearest that stand at these places."""
    terms = (weight.format(near=f"nearest({k}, {i}, {distances})", d=f"{{d({i + 1})}}") for i in places)
    return " + ".join(terms)


def _vote(problem, c, labels, order, distances):
    places = [i for i, label in enumerate(labels) if label == c]
    weighed = problem.level == 2
    weight = "{near} / {d}" if weighed else "{near}"
    near = [i for i in order[:K] if i in places]
    values = [problem.values[f"d({i + 1})"] for i in near]
    shown = [rf"\frac{{1}}{{{float(value):.6g}}}" if weighed else "1" for value in values]
    slips = [
        (
            "one too many",
            f"You let {K + 1} neighbours vote: only the {K} nearest do.",
            _votes(places, distances, K + 1, weight),
        ),
        (
            "one too few",
            f"You let {K - 1} neighbours vote: the {K} nearest do.",
            _votes(places, distances, K - 1, weight),
        ),
        ("all rows", f"You let all rows vote: only the {K} nearest do.", _votes(places, distances, 6, weight)),
    ]
    if weighed:
        slips = [
            ("not weighed", "You counted heads: the weight of a neighbour is 1/d.", _votes(places, distances)),
            (
                "weight d",
                "You added the distances: the weight is 1/d, so that near ones count more.",
                _votes(places, distances, K, "{near} * {d}"),
            ),
            ("weight 1/d²", "The weight here is 1/d, not 1/d².", _votes(places, distances, K, "{near} / {d}**2")),
            *slips,
        ]
    problem.ask(
        f"vote({c})",
        _votes(places, distances, K, weight),
        f"the vote for {c}",
        formula=rf"\sum_j w_j [y_j = \text{{{c}}}]" if weighed else rf"\sum_j [y_j = \text{{{c}}}]",
        numbers=" + ".join(shown) or "0",
        hint=f"Find the {K} smallest distances. Which of these rows are {c}?"
        + (" Add their weights 1/d." if weighed else ""),
        slips=slips,
    )
