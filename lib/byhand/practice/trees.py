"""Problems on decision trees: entropy, information gain, gain ratio."""

from math import log2

from byhand.practice.problem import kind

STORIES = (  # the outcome, its two words, and features with two, three and four values
    (
        "Way to work",
        ("bike", "tram"),
        {
            "Wind": ("weak", "strong"),
            "Sky": ("sunny", "cloudy", "rainy"),
            "Day": ("Monday", "Tuesday", "Thursday", "Friday"),
        },
    ),
    (
        "Loan",
        ("paid", "late"),
        {"Flat": ("owned", "rented"), "Job": ("none", "part", "full"), "Age": ("20s", "30s", "40s", "50s")},
    ),
    (
        "Film",
        ("liked", "left"),
        {
            "Length": ("short", "long"),
            "Genre": ("comedy", "drama", "crime"),
            "Decade": ("1980s", "1990s", "2000s", "2010s"),
        },
    ),
    (
        "Plant",
        ("blooms", "wilts"),
        {"Light": ("shade", "sun"), "Water": ("little", "some", "much"), "Soil": ("clay", "loam", "peat", "sand")},
    ),
    (
        "Match",
        ("won", "lost"),
        {"Ground": ("home", "away"), "Pitch": ("dry", "wet", "icy"), "Kit": ("blue", "red", "white", "black")},
    ),
)


@kind(
    "entropy-gain",
    "Entropy and information gain",
    [
        "one question, from a table of counts",
        "two questions about eight rows: which one first?",
        "gain ratio: a question with many answers and one with two",
    ],
    chapter="13a-decision-trees",
)
def entropy_gain(problem, random):
    target, classes, features = random.choice(STORIES)
    if problem.level == 1:
        return _one_question(problem, random, target, classes, features)
    names = list(features)
    names = names[:2] if problem.level == 2 else names[::2]
    turned = random.random() < 0.6  # at level 3, whether the ratio is to choose otherwise than the gain
    while True:
        split = random.choice((3, 4, 5))
        y = random.sample([classes[0]] * split + [classes[1]] * (8 - split), 8)
        columns = {name: random.sample(_spread(random, features[name], 8), 8) for name in names}
        tables = {name: _counts(columns[name], y, features[name], classes) for name in names}
        if _is_good(list(tables.values()), problem.level, turned):
            break
    problem.data = {"X": list(zip(*columns.values(), strict=True)), "y": y, "features": names}
    problem.tables = {f"{target}: eight rows": {**columns, target: y}}
    by = "gain" if problem.level == 2 else "ratio"
    called = "information gain" if problem.level == 2 else "gain ratio"
    problem.title = f"The first question about {target.lower()}: {names[0]} or {names[1]}?"
    problem.question = (
        f"Which of {names[0]} and {names[1]} should a tree ask first to tell {classes[0]} from {classes[1]}? "
        f"Choose by the {called}, with entropies in bits (logarithms to base 2, $0 \\log 0 = 0$)."
    )
    _entropy(problem, "entropy", [y.count(c) for c in classes], "all eight rows", classes)
    for name in names:
        _question(problem, name, features[name], tables[name], classes)
        if problem.level == 3:
            _ratio(problem, name, [sum(row) for row in tables[name]])
    of = {what: ", ".join(f"{{{what}({name})}}" for name in names) for what in ("after", "gain", by)}
    problem.ask(
        "decision",
        f"argmax({of[by]})",
        "the feature that is asked about first",
        formula=rf"\operatorname{{argmax}} \text{{{by}}}",
        hint=f"Which of the two has the larger {called}?",
        slips=[
            ("largest remainder", "You chose the question that leaves more uncertainty.", f"argmax({of['after']})"),
            ("by gain", "You chose by the gain, which favours questions with many answers.", f"argmax({of['gain']})"),
        ],
        options=names,
    )


def _one_question(problem, random, target, classes, features):
    """Level 1: the counts of the branches are given."""
    name = random.choice(list(features)[:2])
    values = features[name]
    while True:
        table = [[random.randint(0, 6) for _ in classes] for _ in values]
        if 8 <= sum(map(sum, table)) <= 16 and min(map(sum, table)) > 1 and _is_good([table]):
            break
    total = [sum(column) for column in zip(*table, strict=True)]
    problem.data = {"counts": table, "feature": name}
    problem.tables = {
        f"{target}: {sum(total)} rows counted": {
            name: values,
            **dict(zip(classes, zip(*table, strict=True), strict=True)),
        }
    }
    problem.title = f"What does {name} tell about {target.lower()}?"
    problem.question = (
        f"The table counts {classes[0]} and {classes[1]} for each value of {name}. How much do you gain by asking "
        f"about it? Use entropies in bits (logarithms to base 2, $0 \\log 0 = 0$)."
    )
    _entropy(problem, "entropy", total, f"all {sum(total)} rows", classes)
    _question(problem, name, values, table, classes)


def _spread(random, values, n):
    """n values, each of them at least once."""
    return [*values, *(random.choice(values) for _ in range(n - len(values)))]


def _counts(column, y, values, classes):
    return [[sum(pair == (v, c) for pair in zip(column, y, strict=True)) for c in classes] for v in values]


def _is_good(tables, level=1, turned=False):
    """Whether not all entropies are plain and the choice is clear; at level 3, another than by the gain if `turned`."""
    mixed = {tuple(sorted(row)) for table in tables for row in table if 0 not in row and row[0] != row[1]}
    gains = [_gain(table) for table in tables]
    if not mixed or min(gains) < 0.02 or abs(gains[0] - gains[-1]) < 0.05 * (level > 1):
        return False
    if level < 3:
        return len(mixed) > 1 or level == 2
    first, second = (gain / _mixed(map(sum, table)) for gain, table in zip(gains, tables, strict=True))
    return gains[1] > gains[0] and (first > 1.1 * second if turned else second > 1.1 * first)


def _mixed(counts):
    """The entropy of counts, in bits."""
    counts = list(counts)
    return sum(k * log2(sum(counts) / k) for k in counts if k) / sum(counts)


def _gain(table):
    n = sum(map(sum, table))
    return _mixed(map(sum, zip(*table, strict=True))) - sum(sum(row) * _mixed(row) for row in table) / n


def _bits(counts, log="log2"):
    """The rule for the entropy of counts; classes without a row are left out."""
    n = sum(counts)
    return " ".join(f"- {k}/{n} * {log}({k}/{n})" for k in counts if k) if max(counts) < n else "0"


def _gini(counts):
    return "(" + " - ".join(["1", *(f"({k}/{sum(counts)})**2" for k in counts)]) + ")"


def _typeset(counts):
    n = sum(counts)
    return "-" + " - ".join(rf"\frac{{{k}}}{{{n}}} \log_2 \frac{{{k}}}{{{n}}}" for k in counts if k)


def _entropy(problem, name, counts, where, classes):
    n = sum(counts)
    slips = [
        ("natural logarithm", "You took the natural logarithm: bits need base 2.", _bits(counts, "ln")),
        ("base 10", "You took the logarithm to base 10: bits need base 2.", _bits(counts, "log10")),
        (
            "minus forgotten",
            "Logarithms of shares are negative: the minus in front makes the entropy positive.",
            f"-({_bits(counts)})",
        ),
        ("Gini", "This is the Gini impurity: entropy takes logarithms.", _gini(counts)),
        *(
            ("one term", f"You left out the term for {c}.", f"- {k}/{n} * log2({k}/{n})")
            for k, c in zip(counts, reversed(classes), strict=True)
            if k
        ),
    ]
    pure = [("pure", "All rows here agree, so nothing is uncertain.", "1")]
    problem.ask(
        name,
        _bits(counts),
        f"the entropy of {where}",
        formula=r"-\sum_k p_k \log_2 p_k",
        numbers=_typeset(counts),
        hint=f"Count {classes[0]} and {classes[1]} among {where}: what are their shares?",
        slips=slips if max(counts) < n else pure,
    )


def _question(problem, name, values, table, classes):
    """Ask for the entropy of each branch, their mean, and the gain."""
    sizes = [sum(row) for row in table]
    n = sum(sizes)
    for value, row in zip(values, table, strict=True):
        _entropy(problem, f"entropy({name} = {value})", row, f"the rows with {name} = {value}", classes)
    branches = [f"{{entropy({name} = {value})}}" for value in values]
    problem.ask(
        f"after({name})",
        " + ".join(f"{size}/{n} * {branch}" for size, branch in zip(sizes, branches, strict=True)),
        f"the mean entropy after asking about {name}",
        formula=r"\sum_b \frac{n_b}{n} i_b",
        hint="Average the entropies of the branches; a branch with more rows counts more.",
        slips=[
            (
                "plain average",
                "You gave each branch the same weight: weight each by its share of the rows.",
                f"({' + '.join(branches)}) / {len(branches)}",
            ),
            ("sum", "You added the entropies: weight each by its share of the rows.", " + ".join(branches)),
        ],
    )
    total = [sum(column) for column in zip(*table, strict=True)]
    after = " - ".join(f"{size}/{n} * {_gini(row)}" for size, row in zip(sizes, table, strict=True))
    problem.ask(
        f"gain({name})",
        f"{{entropy}} - {{after({name})}}",
        f"the gain of {name}",
        formula=r"i - \text{after}",
        hint="The entropy before the question, minus what is left after it.",
        slips=[
            ("remainder", "This is what is left: the gain is what the question removed.", f"{{after({name})}}"),
            (
                "turned round",
                "Subtract what is left from what was there before, not the other way round.",
                f"{{after({name})}} - {{entropy}}",
            ),
            ("Gini", "This is the gain in Gini impurity: use entropies.", f"{_gini(total)} - {after}"),
        ],
    )


def _ratio(problem, name, sizes):
    """Ask for the split information and the gain ratio."""
    problem.ask(
        f"split information({name})",
        _bits(sizes),
        f"the entropy of the sizes of the branches of {name}",
        formula=r"-\sum_b \frac{n_b}{n} \log_2 \frac{n_b}{n}",
        numbers=_typeset(sizes),
        hint="Like the entropy, but of how many rows go down each branch: the classes do not matter.",
        slips=[
            ("natural logarithm", "You took the natural logarithm: bits need base 2.", _bits(sizes, "ln")),
            ("base 10", "You took the logarithm to base 10: bits need base 2.", _bits(sizes, "log10")),
            ("entropy of the classes", "This is the entropy of the classes: count the branches here.", "{entropy}"),
            (
                "mean entropy",
                "This is the mean entropy after the question: the classes do not matter here.",
                f"{{after({name})}}",
            ),
        ],
    )
    problem.ask(
        f"ratio({name})",
        f"{{gain({name})}} / {{split information({name})}}",
        f"the gain ratio of {name}",
        formula=r"\frac{\text{gain}}{\text{split information}}",
        hint="Divide what the question gains by how much it splits.",
        slips=[
            (
                "product",
                "Divide by the split information; do not multiply.",
                f"{{gain({name})}} * {{split information({name})}}",
            ),
            ("upside down", "This is the ratio upside down.", f"{{split information({name})}} / {{gain({name})}}"),
            (
                "by the entropy",
                "Divide by the split information, not by the entropy.",
                f"{{gain({name})}} / {{entropy}}",
            ),
        ],
    )
