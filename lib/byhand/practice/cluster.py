"""Problems on k-means: rounds by hand."""

from byhand.practice.problem import kind

STORIES = (  # what the rows are, their unit on a line, and their two features in the plane
    ("bus stops", "km from the harbour", ("east (km)", "north (km)")),
    ("songs", "loudness", ("tempo", "loudness")),
    ("apples", "sweetness", ("sweetness", "firmness")),
    ("plants", "height in dm", ("height (dm)", "leaves")),
    ("houses", "km along the road", ("east (km)", "north (km)")),
)
ROWS = {1: 5, 2: 5, 3: 6}
NAMES = "ABC"


@kind(
    "k-means-rounds",
    "k-means by hand",
    ["two rounds on a line", "one round in the plane, and its sum of squares", "three centres on a line, two rounds"],
    chapter="23a-k-means",
)
def k_means_rounds(problem, random):
    what, measure, features = random.choice(STORIES)
    dimensions, K = (2 if problem.level == 2 else 1), (3 if problem.level == 3 else 2)
    while True:
        rows = [tuple(random.randint(1, 15) for _ in range(dimensions)) for _ in range(ROWS[problem.level])]
        start = random.sample(range(len(rows)), K)
        run = _run(rows, [rows[i] for i in start])
        if len(set(rows)) == len(rows) and _is_good(run, problem.level):
            break
    rows = sorted(rows) if dimensions == 1 else rows
    centres = sorted(run[0][0]) if dimensions == 1 else run[0][0]
    run = _run(rows, centres)
    columns = dict(zip(features if dimensions == 2 else [measure], zip(*rows, strict=True), strict=True))
    places = [str(c[0]) if dimensions == 1 else f"({c[0]}, {c[1]})" for c in centres]
    listed = ", ".join(f"{name} at {place}" for name, place in zip(NAMES, places, strict=False))
    problem.title = f"k-means on {len(rows)} {what}, K = {K}"
    problem.data = {"X": rows, "centres": centres}
    problem.tables = {what.capitalize(): {"row": range(1, len(rows) + 1), **columns}}
    rounds = 1 if problem.level == 2 else 2
    problem.question = (
        f"Begin with the centres {listed}. Take {'one round' if rounds == 1 else 'two rounds'} of k-means: each row "
        "joins the nearest centre, then each centre moves to the mean of its rows. "
        + ("At the end, add up the squared distances of the rows from their new centres." if rounds == 1 else "")
    )
    for number in range(1, rounds + 1):
        before = run[number - 1][0]
        if dimensions == 2:
            _squares(problem, rows, before)
        if number == 1:
            _choices(problem, rows, run)
        _means(problem, rows, number, run)
    if rounds == 1:
        _sse(problem, rows, run)


def _run(rows, centres):
    """Two rounds, each the centres before it, the cluster of each row, and whether some row is nearly tied."""
    made = []
    for _ in range(2):
        squares = [[sum((u - c) ** 2 for u, c in zip(row, centre, strict=True)) for centre in centres] for row in rows]
        labels = [min(range(len(centres)), key=one.__getitem__) for one in squares]
        ties = any(sorted(one)[0] > 0.93 * sorted(one)[1] for one in squares)
        made.append((centres, labels, ties))
        own = [[row for row, label in zip(rows, labels, strict=True) if label == k] for k in range(len(centres))]
        if not all(own):
            return made
        centres = [tuple(sum(column) / len(group) for column in zip(*group, strict=True)) for group in own]
    return made


def _is_good(run, level):
    """Whether no row is nearly tied, no cluster is empty or too much, and something happens."""
    if len(run) < 2 or any(ties for _, _, ties in run[: 1 if level == 2 else 2]):
        return False
    (_, first, _), (_, second, _) = run
    sizes = [first.count(k) for k in set(first)]
    if level == 2:
        return min(sizes) >= 2
    return first != second and max(sizes) >= 2 and len(set(second)) == len(set(first))


def _squares(problem, rows, centres):
    for n, row in enumerate(rows, 1):
        for name, centre in zip(NAMES, centres, strict=False):
            squares = " + ".join(f"({u} - {c})**2" for u, c in zip(row, centre, strict=True))
            sizes = " + ".join(f"abs({u} - {c})" for u, c in zip(row, centre, strict=True))
            problem.ask(
                f"d²({n},{name})",
                squares,
                f"the squared distance of row {n} from {name}",
                formula=r"\sum_j (x_j - \mu_j)^2",
                hint="Take the difference in each feature, square it, and add.",
                slips=[
                    ("root taken", "The squared distance is enough: no root is needed.", f"sqrt({squares})"),
                    ("not squared", "Square the differences before you add them.", sizes),
                ],
            )


def _choices(problem, rows, run):
    """Ask for the cluster of each row."""
    for n, row in enumerate(rows, 1):
        squares = _measured(n, row, 1, run)
        problem.ask(
            f"row {n}",
            f"argmin({squares})",
            f"the centre that row {n} joins",
            formula=rf"\operatorname{{argmin}}_k d^2({n}, k)",
            hint="Which centre is nearest to it?",
            slips=[("furthest", "That is the one that is furthest away.", f"argmax({squares})")],
            options=tuple(NAMES[: len(run[0][0])]),
        )


def _measured(n, row, number, run):
    """The rules for the squared distances of row n from the centres, one after the other."""
    names = NAMES[: len(run[0][0])]
    if len(row) == 2:
        return ", ".join(f"{{d²({n},{name})}}" for name in names)
    places = [c[0] for c in run[0][0]] if number == 1 else [f"{{round 1: {name}}}" for name in names]
    return ", ".join(f"({row[0]} - {place})**2" for place in places)


def _means(problem, rows, number, run):
    """Ask for the new centres, each coordinate of each; which rows count follows from the distances."""
    before, labels, _ = run[number - 1]
    K, d = len(before), len(rows[0])
    for k, name in enumerate(NAMES[:K]):
        own = [row for row, label in zip(rows, labels, strict=True) if label == k]
        chosen = [int(k == other) for other in range(K)]
        counts = [_pick(_measured(n, row, number, run), chosen) for n, row in enumerate(rows, 1)]
        again = [("as before", "Let the rows join anew first, by the centres of round 1.", f"{{round 1: {name}}}")]
        again = again if number == 2 else []
        for j in range(d):
            values, others = (" + ".join(str(row[j]) for row in some) for some in (own, rows))
            old = f"{{round 1: {name}}}" if number == 2 else str(before[k][j])
            sums = " + ".join(f"{row[j]} * {count}" for row, count in zip(rows, counts, strict=True))
            problem.ask(
                _centre(number, name, j, d),
                f"({sums}) / max(1, {' + '.join(counts)})",
                f"centre {name} after " + (f"the round, coordinate {j + 1}" if d == 2 else f"round {number}"),
                formula=rf"\text{{mean of the rows of {name}}}",
                numbers=rf"\frac{{{values}}}{{{len(own)}}}" if len(own) > 1 else values,
                hint=f"Which rows join {name} in this round? Take the mean of their values.",
                slips=[
                    *again,
                    ("sum", "This is the sum: divide by the number of rows that have joined.", values),
                    ("all rows", "Only the rows that have joined this centre count.", f"({others}) / {len(rows)}"),
                    (
                        "middle",
                        "This is the middle between the outermost rows: take the mean of all of them.",
                        f"({min(row[j] for row in own)} + {max(row[j] for row in own)}) / 2",
                    ),
                    (
                        "old centre",
                        "The old place of the centre does not count.",
                        f"({values} + {old}) / {len(own) + 1}",
                    ),
                ],
            )


def _centre(number, name, j, d):
    """What the step is called in which coordinate j of a centre is asked for."""
    return f"{name}{j + 1}" if d == 2 else f"round {number}: {name}"


def _pick(squares, values):
    """The rule for that one of some values, one for each centre, which belongs to the nearest."""
    return f"pick(argmin({squares}), {', '.join(map(str, values))})"


def _sse(problem, rows, run):
    """Ask for the sum of squares at the end of the one round in the plane."""
    names, terms, old, values = NAMES[:2], [], [], problem.values
    for n, row in enumerate(rows, 1):
        squares = _measured(n, row, 1, run)
        terms += [f"({u} - {_pick(squares, [f'{{{name}{j}}}' for name in names])})**2" for j, u in enumerate(row, 1)]
        old.append(f"min({squares})")
    shown = [
        f"({u} - {float(values[f'{NAMES[k]}{j}']):.6g})^2"
        for row, k in zip(rows, run[0][1], strict=True)
        for j, u in enumerate(row, 1)
    ]
    roots = " + ".join(f"sqrt({a} + {b})" for a, b in zip(terms[::2], terms[1::2], strict=True))
    problem.ask(
        "SSE",
        " + ".join(terms),
        "the sum of the squared distances from the new centres",
        formula=r"\sum_n \sum_j (x_{nj} - \mu_{z_n j})^2",
        numbers=" + ".join(shown),
        hint="For each row take the squared distance from the new place of its centre, and add up.",
        slips=[
            ("old centres", "These are the squared distances from the old centres.", " + ".join(old)),
            ("not squared", "Add up the squares of the distances, not the distances.", roots),
        ],
    )
