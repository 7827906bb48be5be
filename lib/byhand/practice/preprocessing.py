"""Problems on data and features: codes and scales, bins."""

from byhand.bins import supervised_edges
from byhand.expression import Expression
from byhand.practice.problem import kind

CHAPTER = "03a-data-and-features"
SPREADS = (  # deviations from a mean whose standard deviation is a whole number
    (-7, -1, 1, 7),
    (-3, -1, 0, 1, 3),
    (-5, -1, -1, 1, 1, 5),
    (-7, -5, -1, 1, 5, 7),
    (-3, -1, -1, -1, 0, 0, 2, 4),
)
MEASURED = (  # what is measured, a mean that it may have, a sensible largest step
    ("the heights of children (cm)", range(120, 151), 2),
    ("the weights of parcels (kg)", range(22, 40), 2),
    ("the ages of trees (years)", range(40, 80), 3),
    ("the waiting times in an office (minutes)", range(24, 40), 2),
    ("the scores of a test", range(50, 75), 3),
)
THINGS = (  # things with a name, an order and a number
    ("shirts", "colour", ("red", "blue", "white"), "size", ("S", "M", "L"), "price", 5),
    ("flats", "district", ("centre", "north", "south"), "state", ("poor", "fair", "good"), "rent", 50),
    ("wines", "grape", ("Merlot", "Riesling", "Malbec"), "body", ("light", "medium", "full"), "price", 2),
    ("trains", "line", ("coast", "valley", "hills"), "class", ("local", "fast", "express"), "minutes", 10),
)


@kind(
    "encode-and-scale",
    "Codes and scales",
    ["z-scores and min-max", "a new value on the old scale", "a mixed table: rank, one-hot, min-max, distance"],
    chapter=CHAPTER,
)
def encode_and_scale(problem, random):
    if problem.level == 3:
        _encode(problem, random)
    else:
        _scale(problem, random)


def _scale(problem, random):
    """Both scales for one value of a column, or for a new one."""
    new = problem.level == 2
    while True:
        what, middles, largest = random.choice(MEASURED)
        spread = random.choice(SPREADS)
        middle, step = random.choice(middles), random.randint(1, largest)
        values = [middle + step * away for away in spread]
        x = random.randint(min(values) - 4, max(values) + 9) if new else random.choice(values)
        if x != middle and x not in (min(values), max(values)) and (not new or x not in values):
            break
    random.shuffle(values)
    total, squares = " + ".join(map(str, values)), " + ".join(f"({value} - {{mean}})**2" for value in values)
    n, low, high = len(values), min(values), max(values)
    problem.title = f"Two scales for {x}"
    problem.data = {"values": values, "x": x}
    problem.tables = {f"{what[0].upper()}{what[1:]}": {"row": range(1, n + 1), "value": values}}
    problem.question = (
        f"The table holds {what}, the training data. "
        + (
            f"A new one is {x}. Where does it lie on each of two scales that know the training data only?"
            if new
            else ""
        )
        + ("" if new else f"Scale them in two ways. What becomes of the value {x}?")
        + " Use $1/N$ in the variance."
    )
    together = f"(({total} + {x}) / {n + 1})"
    problem.ask(
        "mean",
        f"({total}) / {n}",
        "the mean of the training values",
        formula=r"\frac{1}{N}\sum_n x_n",
        hint="Add the values in the table and divide by their number.",
        slips=[
            *([("new one counted", "The new value must not take part.", together)] if new else []),
            ("middle of the ends", "This is halfway between the smallest and the largest.", f"({low} + {high}) / 2"),
        ],
    )
    problem.ask(
        "variance",
        f"({squares}) / {n}",
        "their variance",
        formula=r"\frac{1}{N}\sum_n (x_n - \bar x)^2",
        hint="Square each deviation from the mean, add, and divide by the number of values.",
        slips=[
            ("N - 1", "Divide by N here, not by N - 1.", f"({squares}) / {n - 1}"),
            ("not divided", "Divide the sum of squares by the number of values.", squares),
        ],
    )
    problem.ask(
        "s",
        "sqrt({variance})",
        "the standard deviation",
        formula=r"\sqrt{\text{variance}}",
        hint="Take the root of the variance.",
        slips=[("halved", "Take the square root, not half.", "{variance} / 2")],
    )
    problem.ask(
        "z",
        f"({x} - {{mean}}) / {{s}}",
        f"the z-score of {x}",
        formula=r"\frac{x - \bar x}{s}",
        hint="How many standard deviations does it lie above the mean? Below, it is negative.",
        slips=[
            ("sign", "It is the value minus the mean, not the other way round.", f"({{mean}} - {x}) / {{s}}"),
            ("by the variance", "Divide by the deviation, not by the variance.", f"({x} - {{mean}}) / {{variance}}"),
            ("not centred", "Subtract the mean first.", f"{x} / {{s}}"),
        ],
    )
    problem.ask(
        "range",
        f"{high} - {low}",
        "the range of the training values",
        formula=r"\max - \min",
        hint="Subtract the smallest value of the table from the largest.",
        slips=[
            ("largest", "This is the largest value: subtract the smallest.", f"{high}"),
            *(
                [("new one counted", "The new value must not take part.", f"{max(high, x)} - {min(low, x)}")]
                if new
                else []
            ),
        ],
    )
    problem.ask(
        "min-max",
        f"({x} - {low}) / {{range}}",
        f"{x} on the min-max scale",
        formula=r"\frac{x - \min}{\max - \min}",
        hint="How far is it from the smallest value, as a share of the range? Nothing is cut off at 0 or 1.",
        slips=[
            ("from above", "Measure from the smallest value, not from the largest.", f"({high} - {x}) / {{range}}"),
            ("not moved", "Subtract the smallest value first.", f"{x} / {{range}}"),
            ("from the mean", "Measure from the smallest value, not from the mean.", f"({x} - {{mean}}) / {{range}}"),
            *(
                [("cut off", "A new value may lie beyond 0 to 1.", "0" if x < low else "1")]
                if not low <= x <= high
                else []
            ),
        ],
    )


def _encode(problem, random):
    """The distance of two rows of a mixed table, each column coded so that it runs from 0 to 1."""
    what, name, values, scale, order, number, step = random.choice(THINGS)
    while True:
        rows = [(random.choice(values), random.choice(order), step * random.randint(2, 20)) for _ in range(5)]
        i, j = sorted(random.sample(range(5), 2))
        numbers = [row[2] for row in rows]
        good = (
            len(set(numbers)) == 5
            and {row[0] for row in rows} == set(values)
            and {row[1] for row in rows} == set(order)
        )
        if good and len({numbers[i], numbers[j], min(numbers)}) == 3 and rows[i][1] != rows[j][1]:
            break
    low, high = min(numbers), max(numbers)
    problem.title = f"How far apart are {what} {i + 1} and {j + 1}?"
    problem.data = {"rows": rows, "values": values, "order": order, "pair": (i, j)}
    columns = zip(*rows, strict=True)
    problem.tables = {
        f"Five {what}": {"row": range(1, 6), **dict(zip((name, scale, number), columns, strict=True))},
    }
    problem.question = (
        f"Code the {name} one-hot ({', '.join(values)}), the {scale} by its rank on the scale "
        f"{', '.join(order)}, counted from 0 and divided by the largest, and the {number} by min-max scaling over the "
        "five rows. "
        f"How far apart are rows {i + 1} and {j + 1} by Euclid?"
    )
    problem.ask(
        "columns",
        f"{len(values)} + 1 + 1",
        "how many columns come out",
        formula=r"\text{values of the first} + 1 + 1",
        hint=f"One-hot gives a column for each {name}; the other two stay one column each.",
        slips=[("one for three", f"The {name} takes a column for each of its values.", "3")],
    )
    for row in (i, j):
        rank, last = order.index(rows[row][1]), len(order) - 1
        problem.ask(
            f"rank({row + 1})",
            f"{rank} / {last}",
            f"the {scale} of row {row + 1}, coded",
            formula=r"\frac{\text{rank from 0}}{\text{largest rank}}",
            hint=f"Where does its {scale} stand among {', '.join(order)}, counted from 0? Divide by the largest place.",
            slips=[
                ("from 1", "Count the places from 0.", f"{rank + 1} / {last + 1}"),
                ("not divided", "Divide by the largest rank, so that the scale ends at 1.", f"{rank}"),
            ],
        )
    for row in (i, j):
        value = numbers[row]
        problem.ask(
            f"m({row + 1})",
            f"({value} - {low}) / ({high} - {low})",
            f"the {number} of row {row + 1}, scaled",
            formula=r"\frac{x - \min}{\max - \min}",
            hint="Subtract the smallest of the five, then divide by the largest minus the smallest.",
            slips=[
                ("not moved", "Subtract the smallest value first.", f"{value} / ({high} - {low})"),
                ("by the largest", "Divide by the range, not by the largest value.", f"({value} - {low}) / {high}"),
            ],
        )
    differ = rows[i][0] != rows[j][0]
    hot = "2" if differ else "0"
    problem.ask(
        "names",
        hot,
        f"the squared differences of the columns of the {name}, added up",
        formula=r"\sum (a - b)^2 \text{ over the one-hot columns}",
        hint="How many one-hot columns differ between the two rows? Equal names differ in none.",
        slips=[("one", "Where names differ, two columns do: one loses its 1, another gains it.", "1")],
    )
    together = f"{{names}} + ({{rank({i + 1})}} - {{rank({j + 1})}})**2 + ({{m({i + 1})}} - {{m({j + 1})}})**2"
    flat = f"{{names}} + abs({{rank({i + 1})}} - {{rank({j + 1})}}) + abs({{m({i + 1})}} - {{m({j + 1})}})"
    problem.ask(
        "d",
        f"sqrt({together})",
        "the distance",
        formula=r"\sqrt{\sum (a - b)^2}",
        hint="Add the squared differences of all columns, then take the root.",
        slips=[
            ("root forgotten", "This is the square of the distance: take the root.", together),
            ("not squared", "Square the differences before you add them.", f"sqrt({flat})"),
        ],
    )


OUTCOMES = ("tennis", "a crowd at the beach", "fog", "a fire in the stove", "a lesson outdoors")


@kind(
    "discretise",
    "Ten temperatures in bins",
    ["bins of equal width", "bins of equal frequency", "cut where the class changes"],
    chapter=CHAPTER,
)
def discretise(problem, random):
    (_equal_width, _equal_frequency, _by_class)[problem.level - 1](problem, random)


def _below(values, edge):
    """The rule for how many of the values lie below an edge; `edge`: a rule too."""
    return " + ".join(f"argmax({value}, {edge})" for value in values)


def _ask_counts(problem, values, edges):
    """Ask how many values each bin holds; `edges`: the rules of the inner edges. Their rules count anew."""
    rules = [_below(values, edge) for edge in edges] + [str(len(values))]
    for j, rule in enumerate(rules, 1):
        less = f" - ({rules[j - 2]})" if j > 1 else ""
        count = f"{rule}{less}"
        slips = (
            [("all below", "These are all values below the upper edge: take only those in this bin.", rule)]
            if j > 1
            else []
        )
        edge = "an edge" if len(edges) > 1 else "the edge"
        problem.ask(
            f"count({j})",
            count,
            f"how many values lie in bin {j}",
            formula=rf"\text{{values in bin }} {j}",
            numbers=" + ".join(["1"] * _whole(problem, count)) or "0",
            hint=f"Go through the ten values and see on which side of {edge} each of them lies.",
            slips=slips,
        )


def _whole(problem, rule):
    """The value of a rule that gives a whole number."""
    return int(Expression(rule)(problem.values))


def _table(problem, values, labels=None):
    columns = {"day": range(1, 11), "temperature": values}
    problem.tables = {"Ten days": columns | ({} if labels is None else {"class": labels})}


def _equal_width(problem, random):
    while True:
        n_bins, width = random.choice((3, 4, 5)), random.randint(3, 8)
        low = random.randint(-6, 14)
        high = low + n_bins * width
        values = [low, high, *(random.randint(low + 1, high - 1) for _ in range(8))]
        edges = [low + j * width for j in range(1, n_bins)]
        counts = [
            sum(low + j * width <= v < low + (j + 1) * width + (j == n_bins - 1) for v in values) for j in range(n_bins)
        ]
        if not set(edges) & set(values) and min(counts) > 0 and len(set(counts)) > 1:
            break
    random.shuffle(values)
    problem.title = f"{n_bins} bins of equal width"
    problem.data = {"values": values, "n_bins": n_bins}
    _table(problem, values)
    problem.question = (
        f"Cut these temperatures into {n_bins} bins of equal width. "
        "Where does each bin end, and how many values does it hold?"
    )
    problem.ask(
        "width",
        f"({high} - ({low})) / {n_bins}",
        "the width of a bin",
        formula=r"\frac{\max - \min}{k}",
        hint="The largest value minus the smallest, divided by the number of bins.",
        slips=[
            ("from 0", "Subtract the smallest value from the largest first.", f"{high} / {n_bins}"),
            (
                "one bin fewer",
                "Divide by the number of bins, not by that of the edges between them.",
                f"({high} - ({low})) / {n_bins - 1}",
            ),
            (
                "by the number of values",
                "Divide by the number of bins, not by that of the values.",
                f"({high} - ({low})) / 10",
            ),
        ],
    )
    names = [f"edge({j})" for j in range(1, n_bins)]
    for j, name in enumerate(names, 1):
        problem.ask(
            name,
            f"{low} + {j} * {{width}}",
            f"where bin {j} ends",
            formula=rf"\min + {j} \cdot \text{{width}}",
            hint="Start at the smallest value and go up by the width for each bin.",
            slips=[
                ("from 0", "The first bin starts at the smallest value.", f"{j} * {{width}}"),
                ("next one", "That is where the next bin ends.", f"{low} + {j + 1} * {{width}}"),
            ],
        )
    _ask_counts(problem, values, [f"{{{name}}}" for name in names])


def _equal_frequency(problem, random):
    n_bins = random.choice((2, 5))
    each = 10 // n_bins
    while True:
        values = sorted(random.sample(range(-4, 36), 10))
        new = random.randint(values[0] + 1, values[-1] - 1)
        cuts = [(values[j * each - 1] + values[j * each]) / 2 for j in range(1, n_bins)]
        if new not in values and min(abs(new - cut) for cut in cuts) > 0.6:
            break
    shown = random.sample(values, 10)
    problem.title = f"{n_bins} bins of equal frequency"
    problem.data = {"values": shown, "n_bins": n_bins, "new": new}
    _table(problem, shown)
    problem.question = (
        f"Cut these temperatures into {n_bins} bins of equal frequency, each edge midway between two values. Where are "
        f"the edges, and into which bin, counted from 1, does a new day with {new} degrees fall?"
    )
    problem.ask(
        "each",
        f"10 / {n_bins}",
        "how many values each bin holds",
        formula=r"\frac{N}{k}",
        hint="Ten values, shared out equally.",
        slips=[("turned round", "Divide the values among the bins.", f"{n_bins} / 10")],
    )
    for j in range(1, n_bins):
        below, above = values[j * each - 1], values[j * each]
        width = f"({values[-1]} - ({values[0]}))"
        problem.ask(
            f"edge({j})",
            f"({below} + {above}) / 2",
            f"the edge between bins {j} and {j + 1}",
            formula=r"\frac{x_{\text{below}} + x_{\text{above}}}{2}",
            hint=f"Sort the values. After how many of them does bin {j} end? Midway to the next.",
            slips=[
                ("lower value", "The edge lies midway between two values.", f"{below}"),
                ("upper value", "The edge lies midway between two values.", f"{above}"),
                (
                    "equal width",
                    "That is an edge of bins of equal width: count values instead.",
                    f"{values[0]} + {j} * {width} / {n_bins}",
                ),
            ],
        )
    rule = "1 + " + " + ".join(f"argmax({{edge({j})}}, {new})" for j in range(1, n_bins))
    problem.ask(
        "bin",
        rule,
        f"the bin of {new}",
        formula=r"1 + \text{number of edges below}",
        numbers=f"1 + {_whole(problem, rule) - 1}",
        hint="How many edges lie below the new value? The first bin is number 1.",
        slips=[("from 0", "The first bin is number 1 here.", f"{rule} - 1")],
    )


def _by_class(problem, random):
    what, yes, no = random.choice(OUTCOMES), "Yes", "No"
    while True:
        values = sorted(random.choices(range(6, 34), k=10))
        labels = [yes if random.random() < 0.35 + 0.4 * (value > 20) else no for value in values]
        edges = supervised_edges(values, labels)
        breaks = [float(edge) for edge in edges[1:-1]]
        if 2 <= len(breaks) <= 4 and len(set(values)) >= 8 and _has_tie_that_matters(values, labels):
            break
    order = random.sample(range(10), 10)
    problem.title = "Cut by class"
    problem.data = {"values": [values[i] for i in order], "labels": [labels[i] for i in order]}
    _table(problem, problem.data["values"], problem.data["labels"])
    problem.question = (
        f"The table says for ten days how warm it was and whether there was {what}. Sort them by temperature and break "
        "wherever the class changes; a break between equal values moves up, past them. (Put days of equal temperature "
        "in the order that needs fewest breaks.) Each break lies midway. How many bins are there, where are the "
        "breaks, and what share of the days is of the most frequent class of its bin?"
    )
    problem.ask(
        "bins",
        f"{len(breaks)} + 1",
        "how many bins there are",
        formula=r"\text{breaks} + 1",
        hint="Count the changes of class along the sorted values; breaks that end up at the same place count once.",
        slips=[("breaks", "These are the breaks: there is one bin more.", f"{len(breaks)}")],
    )
    for j, at in enumerate(breaks, 1):
        below, above = max(v for v in values if v < at), min(v for v in values if v > at)
        problem.ask(
            f"break({j})",
            f"({below} + {above}) / 2",
            f"break {j}, from below",
            formula=r"\frac{x_{\text{below}} + x_{\text{above}}}{2}",
            hint="Find the next change of class among the sorted values, past equal ones: halfway to the next value.",
            slips=[
                ("lower value", "A break lies midway between two values.", f"{below}"),
                ("upper value", "A break lies midway between two values.", f"{above}"),
            ],
        )
    groups = [
        [label for value, label in zip(values, labels, strict=True) if low <= value < high]
        for low, high in zip([-99, *breaks], [*breaks, 99], strict=True)
    ]
    most = [max(group.count(yes), group.count(no)) for group in groups]
    problem.ask(
        "purity",
        f"({' + '.join(map(str, most))}) / 10",
        "the purity",
        formula=r"\frac{1}{N}\sum_{\text{bins}} \text{most frequent class}",
        hint="In each bin count the more frequent class; add these counts and divide by the number of days.",
        slips=[
            ("all the same", "Equal values with different classes share a bin, so not every day fits.", "1"),
            (
                "mean of shares",
                "Add the counts and divide once, by ten; do not average the shares of the bins.",
                f"({' + '.join(f'{m} / {len(g)}' for m, g in zip(most, groups, strict=True))}) / {len(groups)}",
            ),
        ],
    )


def _has_tie_that_matters(values, labels):
    """Whether some value occurs with both classes, so that a break has to move."""
    classes = {}
    for value, label in zip(values, labels, strict=True):
        classes.setdefault(value, set()).add(label)
    return any(len(found) > 1 for found in classes.values())
