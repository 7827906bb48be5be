"""Problems on scores: the ROC curve at a threshold, the area under it by pairs, costs."""

from byhand.practice.problem import kind

STORIES = (  # what has a score, the positive and the negative class, what a miss and a false alarm cost
    ("patients", ("ill", "well"), (30, 5)),
    ("letters", ("spam", "ham"), (1, 8)),
    ("bearings", ("worn", "sound"), (20, 3)),
    ("payments", ("fraud", "honest"), (50, 6)),
    ("mushrooms", ("toxic", "edible"), (100, 2)),
)
GRID = [f"{i / 20:g}" for i in range(1, 20)]  # scores, from 0.05 to 0.95


@kind(
    "roc-auc",
    "ROC curve and AUC",
    ["two points of the curve, and the area", "with ties", "with ties, and the cheapest threshold"],
    chapter="05b-scores-and-numbers",
)
def roc_auc(problem, random):
    what, classes, costs = random.choice(STORIES)
    scores, labels = _drawn(random, problem.level > 1)
    rows = list(zip(scores, labels, strict=True))
    if problem.level > 1:
        random.shuffle(rows)
    problem.title = f"How well are {what} ranked?"
    problem.data = {"y": labels, "scores": list(map(float, scores)), "costs": costs}
    problem.tables = {
        f"Eight {what}": {"score": [score for score, _ in rows], "class": [classes[1 - label] for _, label in rows]}
    }
    yes, no = classes
    problem.question = (
        f"A classifier gives each of eight {what} a score; {yes} is the positive class. A threshold t calls positive "
        "whatever has a score of at least t. "
    )
    if problem.level == 3:
        problem.question += (
            f"A miss ({yes} called {no}) costs {costs[0]} €, a false alarm ({no} called {yes}) {costs[1]} €. Which of "
            "three thresholds is the cheapest? And what is the area under the ROC curve?"
        )
        _ask_costs(problem, random, scores, labels, classes, costs)
    else:
        problem.question += "Find two points of the ROC curve, then the area under it by counting pairs."
        for t in _thresholds(random, scores, labels):
            _ask_point(problem, t, scores, labels, classes)
    _ask_area(problem, scores, labels, classes)


def _drawn(random, ties):
    """Eight scores from high to low, as text, and their classes, 1 or 0; ties, if wanted, between the two classes."""
    while True:
        scores = sorted(random.sample(GRID, 8), key=float, reverse=True)
        labels = [int(random.random() < 0.75 - 0.07 * place) for place in range(8)]
        if ties:
            place = random.randrange(7)
            scores[place + 1] = scores[place]
            if labels[place] == labels[place + 1]:
                continue
        ordered, half = _pairs(scores, labels)
        pairs = sum(labels) * (8 - sum(labels))
        if 3 <= sum(labels) <= 5 and 0.55 * pairs < sum(ordered) + sum(half) / 2 < 0.95 * pairs:
            return scores, labels


def _pairs(scores, labels):
    """For each positive, from high to low, how many negatives have a lower score, and how many the same."""
    plus = [float(score) for score, label in zip(scores, labels, strict=True) if label]
    minus = [float(score) for score, label in zip(scores, labels, strict=True) if not label]
    return [sum(m < p for m in minus) for p in plus], [sum(m == p for m in minus) for p in plus]


def _counts(t, scores, labels):
    """TP and FP at a threshold."""
    called = [label for score, label in zip(scores, labels, strict=True) if float(score) >= float(t)]
    return sum(called), len(called) - sum(called)


def _thresholds(random, scores, labels):
    """Two of the scores, the higher first, at which neither rate is 0 or 1."""
    plus, minus = sum(labels), len(labels) - sum(labels)
    counts = {t: _counts(t, scores, labels) for t in dict.fromkeys(scores)}
    inside = [t for t, (tp, fp) in counts.items() if 0 < tp < plus and 0 < fp < minus]
    inside = inside if len(inside) > 1 else [t for t, (tp, fp) in counts.items() if tp and fp and tp + fp < 8]
    return sorted(random.sample(inside, 2), key=float, reverse=True) if len(inside) > 1 else inside


def _ask_point(problem, t, scores, labels, classes):
    yes, no = classes
    plus, minus, (tp, fp) = sum(labels), len(labels) - sum(labels), _counts(t, scores, labels)
    same = sum(score == t and label for score, label in zip(scores, labels, strict=True))
    wrong = sum(score == t and not label for score, label in zip(scores, labels, strict=True))
    problem.ask(
        f"TPR({t})",
        f"{tp} / {plus}",
        f"at the threshold {t}, the share of the {yes} that is called {yes}",
        formula=r"\frac{TP}{TP + FN}",
        hint=f"Of those that are {yes}, how many have a score of {t} or more?",
        slips=[
            ("strict", f"A score of {t} itself counts: it is at least {t}.", f"({tp} - {same}) / {plus}"),
            ("of all", f"Divide by those that are {yes}, not by all.", f"{tp} / {plus + minus}"),
            ("precision", f"This is the precision: divide by those that are {yes}.", f"{tp} / ({tp} + {fp})"),
            ("missed", f"This is the share of the {yes} that is missed.", f"({plus} - {tp}) / {plus}"),
        ],
    )
    problem.ask(
        f"FPR({t})",
        f"{fp} / {minus}",
        f"at the threshold {t}, the share of the {no} that is called {yes}",
        formula=r"\frac{FP}{FP + TN}",
        hint=f"Of those that are {no}, how many have a score of {t} or more?",
        slips=[
            ("strict", f"A score of {t} itself counts: it is at least {t}.", f"({fp} - {wrong}) / {minus}"),
            ("of all", f"Divide by those that are {no}, not by all.", f"{fp} / {plus + minus}"),
            (
                "of the called",
                f"You divided by those called {yes}: divide by those that are {no}.",
                f"{fp} / ({tp} + {fp})",
            ),
            ("specificity", "This is the specificity: subtract it from 1.", f"({minus} - {fp}) / {minus}"),
        ],
    )


def _ask_costs(problem, random, scores, labels, classes, costs):
    yes, no = classes
    (miss, alarm), plus = costs, sum(labels)
    different = list(dict.fromkeys(scores))
    while True:
        chosen = sorted(random.sample(different, 3), key=float)
        counts = {t: _counts(t, scores, labels) for t in chosen}
        totals = [miss * (plus - tp) + alarm * fp for tp, fp in counts.values()]
        if len(set(totals)) == 3 and min(totals) > 0:
            break
    for t, (tp, fp) in counts.items():
        problem.ask(
            f"cost({t})",
            f"{miss} * ({plus} - {tp}) + {alarm} * {fp}",
            f"the cost of all errors at the threshold {t}, in €",
            formula=r"c_{FN} \times FN + c_{FP} \times FP",
            hint=f"Which {yes} are below {t}, and which {no} are not? Multiply each kind of error by its cost.",
            slips=[
                ("costs swapped", "You swapped the two costs.", f"{alarm} * ({plus} - {tp}) + {miss} * {fp}"),
                (
                    "hits",
                    "You charged for those that were found, not for those missed.",
                    f"{miss} * {tp} + {alarm} * {fp}",
                ),
                ("errors", "This is the number of errors: multiply by the costs.", f"{plus} - {tp} + {fp}"),
            ],
        )
    problem.ask(
        "cheapest",
        f"argmin({', '.join(f'{{cost({t})}}' for t in chosen)})",
        "the cheapest of the three thresholds",
        formula=r"\operatorname{argmin}_t \text{cost}(t)",
        hint="Compare the three costs.",
        options=tuple(f"t = {t}" for t in chosen),
    )


def _ask_area(problem, scores, labels, classes):
    yes, no = classes
    plus, minus, (lower, same) = sum(labels), len(labels) - sum(labels), _pairs(scores, labels)
    problem.ask(
        "pairs",
        f"{plus} * {minus}",
        f"how many pairs of one {yes} and one {no} there are",
        formula="N_+ N_-",
        hint=f"How many are {yes}, how many {no}? Each of the first can be paired with each of the second.",
        slips=[
            ("all pairs", f"You paired everything with everything: one must be {yes}, the other {no}.", "8 * 7 / 2"),
            ("sum", "Multiply the two numbers; you added them.", f"{plus} + {minus}"),
        ],
    )
    ties = f" + {sum(same)} / 2" if sum(same) else ""
    beaten = " + ".join(map(str, lower))
    slips = [
        ("reversed", f"You counted the pairs in which the {no} has the higher score.", f"{{pairs}} - ({beaten}{ties})")
    ]
    if ties:
        slips += [
            ("ties whole", "A tie counts as half a pair in order, not as a whole one.", f"{beaten} + {sum(same)}"),
            ("ties nothing", "A tie counts as half a pair in order.", beaten),
        ]
    problem.ask(
        "ordered",
        f"{beaten}{ties}",
        f"how many of them are in order: the {yes} has the higher score" + (", a tie counting half" if ties else ""),
        formula=r"\sum_{\text{positives}} \text{negatives below}" + (r" + \frac{\text{ties}}{2}" if ties else ""),
        hint=f"For each {yes}, count the {no} with a lower score, and add up.",
        slips=slips,
    )
    problem.ask(
        "AUC",
        "{ordered} / {pairs}",
        "the area under the ROC curve",
        formula=r"\frac{\text{ordered}}{N_+ N_-}",
        hint="It is the share of the pairs that are in order.",
        slips=[
            ("reversed", "This is the share of pairs in the wrong order.", "1 - {ordered} / {pairs}"),
            ("upside down", "Divide the other way round.", "{pairs} / {ordered}"),
        ],
    )
