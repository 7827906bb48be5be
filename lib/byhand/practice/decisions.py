"""Problems on decisions: costs and risk from a table, the threshold between two normal classes."""

from fractions import Fraction

from byhand.practice.problem import kind

STORIES = (  # the things, both classes, what is decided for each, what is seen, its values from class 0 to class 1
    (
        "people before a scanner",
        ("healthy", "tumour"),
        ("send home", "examine"),
        "picture",
        ("clear", "shadow", "spot"),
    ),
    (
        "wheels of a train",
        ("sound", "cracked"),
        ("let run", "take out"),
        "sound when struck",
        ("ringing", "flat", "dull"),
    ),
    ("messages", ("ham", "spam"), ("deliver", "hold back"), "sender", ("friend", "stranger", "blocked")),
    ("eggs on a belt", ("fresh", "bad"), ("pack", "throw away"), "candle test", ("bright", "cloudy", "dark")),
    ("payments by card", ("honest", "fraud"), ("accept", "ask back"), "place", ("at home", "abroad", "at sea")),
)
MEASURES = (  # what is measured, the class with the lower and with the higher mean
    ("the weight of an apple in units of 10 g", "early apples", "late apples"),
    ("the number of yawns in a lecture", "rested", "tired"),
    ("the length of a message in lines", "ham", "spam"),
    ("the time of a visit in minutes", "browser", "buyer"),
    ("the tone of a wheel in kHz", "cracked", "sound"),
)


def _shares(random):
    """Three different probabilities in twentieths that sum to 1, none of them 0, the largest first."""
    while True:
        first, second = sorted(random.sample(range(1, 20), 2))
        parts = sorted((first, second - first, 20 - second), reverse=True)
        if len(set(parts)) == 3:
            return [Fraction(part, 20) for part in parts]


def _plain(p):
    """A probability as text of a rule: 0.35."""
    return f"{float(p):g}"


@kind(
    "decide-by-cost",
    "Decide by cost",
    ["two classes, one observation", "the risk of the whole rule", "with the option to give no answer"],
    chapter="10-bayes-classifiers",
)
def decide_by_cost(problem, random):
    what, classes, decisions, name, values = random.choice(STORIES)
    while True:
        p1 = Fraction(random.randint(2, 8), 20)
        tables, alarm, miss = (_shares(random), _shares(random)[::-1]), random.randint(1, 3), random.randint(4, 12)
        joint = [[p * share for share in table] for p, table in zip((1 - p1, p1), tables, strict=True)]
        send = [miss * b - alarm * a for a, b in zip(*joint, strict=True)]  # above 0: decision 1 is cheaper
        apart = all(abs(s) > Fraction(1, 100) for s in send)
        if apart and max(send) > 0 > min(send) and max(b - a for a, b in zip(*joint, strict=True)) != 0:
            break
    place = random.randrange(3)
    problem.title = f"What to do with {what}"
    problem.data = {"prior": p1, "tables": tables, "loss": [[0, alarm], [miss, 0]], "place": place}
    problem.tables = {
        f"{name.capitalize()}: how probable each value is in each class": {
            "class": [f"{c} ({_plain(p)})" for c, p in zip(classes, (1 - p1, p1), strict=True)],
            **{value: [_plain(table[i]) for table in tables] for i, value in enumerate(values)},
        },
        "Loss: rows the truth, columns the decision": {
            "truth": list(classes),
            decisions[0]: [0, miss],
            decisions[1]: [alarm, 0],
        },
    }
    problem.question = (
        f"Priors stand in brackets. For one of the {what} the {name} is *{values[place]}*. "
        f"What does each decision cost on average, and which is the cheape{'r' if problem.level == 1 else 'st'}?"
    )
    if problem.level == 2:
        problem.question = (
            "Priors stand in brackets. For each value take the cheaper decision. Weight its expected cost by how often "
            "the value comes (so no division is needed): what is it for each value, and what is the risk of the rule?"
        )
        _risk(problem, joint, alarm, miss, values)
        return
    for k, c in enumerate(classes):
        problem.ask(
            f"joint({c})",
            f"{_plain((1 - p1, p1)[k])} * {_plain(tables[k][place])}",
            f"prior × likelihood of {c}",
            formula=rf"P(C_{k})\,P(x \mid C_{k})",
            hint="The prior in brackets times the entry of the table.",
            slips=[("prior forgotten", "Multiply by the prior.", _plain(tables[k][place]))],
        )
    first, second = (f"{{joint({c})}}" for c in classes)
    problem.ask(
        "posterior",
        f"{second} / ({first} + {second})",
        f"how probable {classes[1]} is",
        formula=r"P(C_1 \mid x)",
        hint="Its share of the sum of both products.",
        slips=[
            ("the other class", f"That is the probability of {classes[0]}.", f"{first} / ({first} + {second})"),
            ("odds", "Divide by the sum of both, not by the other one.", f"{second} / {first}"),
        ],
    )
    problem.ask(
        f"cost of {decisions[0]}",
        f"{miss} * {{posterior}}",
        f"what '{decisions[0]}' costs on average",
        formula=r"L_{10}\,P(C_1 \mid x)",
        hint="It costs something only if the truth is the other class.",
        slips=[
            ("wrong entry", "Rows are the truth: take the entry of the second row.", f"{alarm} * {{posterior}}"),
            ("wrong class", "It is wrong if the truth is the second class.", f"{miss} * (1 - {{posterior}})"),
        ],
    )
    problem.ask(
        f"cost of {decisions[1]}",
        f"{alarm} * (1 - {{posterior}})",
        f"what '{decisions[1]}' costs on average",
        formula=r"L_{01}\,P(C_0 \mid x)",
        hint="It costs something only if the truth is the first class.",
        slips=[
            ("wrong entry", "Rows are the truth: take the entry of the first row.", f"{miss} * (1 - {{posterior}})"),
            ("wrong class", "It is wrong if the truth is the first class.", f"{alarm} * {{posterior}}"),
        ],
    )
    both = [f"{{cost of {d}}}" for d in decisions]
    if problem.level == 1:
        problem.ask(
            "decision",
            f"argmin({both[0]}, {both[1]})",
            "the cheaper decision",
            formula=r"\operatorname{argmin}_j c_j(x)",
            hint="Compare the two costs.",
            slips=[("dearer", "That is the more expensive one.", f"argmax({both[0]}, {both[1]})")],
            options=decisions,
        )
        return
    costs = [problem.values[f"cost of {d}"] for d in decisions]
    prices = [Fraction(n, 20) for n in (2, 5, 7, 10, 13, 15, 20, 24)]
    price = random.choice([p for p in prices if all(abs(p - cost) > Fraction(1, 20) for cost in costs)])
    problem.data["reject"] = price
    problem.question += f" (There is a third way: *ask an expert*, which costs {_plain(price)} whatever the truth.)"
    problem.ask(
        "decision",
        f"argmin({both[0]}, {both[1]}, {_plain(price)})",
        "the cheapest of the three",
        formula=r"\operatorname{argmin}_j c_j(x)",
        hint="The expert costs the same in either class; compare three numbers.",
        slips=[("dearest", "That is the most expensive one.", f"argmax({both[0]}, {both[1]}, {_plain(price)})")],
        options=(*decisions, "ask an expert"),
    )


def _risk(problem, joint, alarm, miss, values):
    for i, value in enumerate(values):
        a, b = (f"{alarm} * {_plain(joint[0][i])}", f"{miss} * {_plain(joint[1][i])}")
        problem.ask(
            f"least({value})",
            f"min({a}, {b})",
            f"the smaller weighted cost at '{value}'",
            formula=r"\min\left(L_{01}\,P(C_0, x),\; L_{10}\,P(C_1, x)\right)",
            hint="Prior times likelihood for each class, times the price of being wrong about it; the smaller counts.",
            slips=[
                ("larger", "The rule takes the cheaper decision: the smaller of the two.", f"max({a}, {b})"),
                ("without prices", "Multiply by the losses.", f"min({_plain(joint[0][i])}, {_plain(joint[1][i])})"),
            ],
        )
    parts = [f"{{least({value})}}" for value in values]
    problem.ask(
        "risk",
        " + ".join(parts),
        "the risk of the rule",
        formula=r"\sum_x \min_j \sum_k L_{kj}\,P(C_k, x)",
        hint="Add up: the joint probabilities already hold how often each value comes.",
        slips=[("mean", "No division by three: the values are weighted already.", f"({' + '.join(parts)}) / 3")],
    )


@kind(
    "gaussian-threshold",
    "Threshold of two normal classes",
    ["equal prices", "with a loss matrix", "and where the threshold has moved to"],
    chapter="10-bayes-classifiers",
)
def gaussian_threshold(problem, random):
    what, low, high = random.choice(MEASURES)
    while True:
        mean0, gap, std = random.randint(2, 12), random.choice([2, 3, 4, 5, 6, 8]), random.choice([1, 2, 3])
        p0 = Fraction(random.choice([2, 3, 6, 7, 8, 9]), 10)
        alarm, miss = (1, 1) if problem.level == 1 else (random.randint(1, 3), random.randint(2, 9))
        weights = p0 * alarm, (1 - p0) * miss
        push = abs(float(std**2) / gap)
        if weights[0] != weights[1] and (alarm != miss or problem.level == 1) and 0.3 < push < 3 and std <= gap:
            break
    mean1 = mean0 + gap
    problem.title = f"The threshold for {high}"
    problem.data = {"means": (mean0, mean1), "std": std, "prior": p0, "loss": [[0, alarm], [miss, 0]]}
    columns = {"class": [low, high], "prior": [_plain(p0), _plain(1 - p0)], "mean": [mean0, mean1]}
    problem.tables = {"Two normal classes": {**columns, "standard deviation": [std, std]}}
    problem.question = f"You measure {what}. From which value $T$ on should you decide for *{high}*?"
    if problem.level > 1:
        problem.question += (
            f" Deciding for *{high}* where the truth is *{low}* costs {alarm}, the opposite mistake {miss}."
        )
    problem.ask(
        "middle",
        f"({mean0} + {mean1}) / 2",
        "half-way between the means",
        formula=r"\frac{\mu_0 + \mu_1}{2}",
        hint="The mean of the two means.",
    )
    w0, w1 = _plain(p0) + (f" * {alarm}" if problem.level > 1 else ""), _plain(1 - p0) + f" * {miss}"
    w1 = w1 if problem.level > 1 else _plain(1 - p0)
    problem.ask(
        "weights",
        f"({w0}) / ({w1})",
        "what the first class weighs against the second",
        formula=r"\frac{P_0\,L_{01}}{P_1\,L_{10}}" if problem.level > 1 else r"\frac{P_0}{P_1}",
        hint="Prior times price of being wrong about it, for each class; then divide.",
        slips=[
            ("upside down", "Upside down: the first class goes above the line.", f"({w1}) / ({w0})"),
            ("prices forgotten", "The prices count, too.", f"{_plain(p0)} / {_plain(1 - p0)}"),
        ],
    )
    problem.ask(
        "threshold",
        f"{{middle}} + {std}**2 / {gap} * ln({{weights}})",
        "the threshold",
        formula=r"\frac{\mu_0 + \mu_1}{2} + \frac{\sigma^2}{\mu_1 - \mu_0} \ln(\text{weights})",
        hint="From the middle, pushed away from the class that weighs more.",
        slips=[
            (
                "other way",
                "Pushed the other way: the heavier class gets more room.",
                f"{{middle}} - {std}**2 / {gap} * ln({{weights}})",
            ),
            (
                "deviation",
                "It takes the variance, the square of the deviation.",
                f"{{middle}} + {std} / {gap} * ln({{weights}})",
            ),
            ("gap above", "Divide by the distance of the means.", f"{{middle}} + {std}**2 * ln({{weights}})"),
        ],
    )
    if problem.level == 3:
        new = random.randint(2, 5)
        problem.question += (
            f" And how far does the threshold move if the priors stay, but the price {miss} is multiplied by {new}?"
        )
        problem.data["factor"] = new
        problem.ask(
            "shift",
            f"-({std}**2 / {gap}) * ln({new})",
            "by how much it moves (to the left is negative)",
            formula=r"-\frac{\sigma^2}{\mu_1 - \mu_0} \ln(\text{factor})",
            hint="Only the weight of the second class changes: what does that do to the logarithm?",
            slips=[
                (
                    "sign",
                    "A more expensive miss calls for more alarms: the threshold moves to the left.",
                    f"{std}**2 / {gap} * ln({new})",
                ),
                ("no logarithm", "The logarithm of the factor counts.", f"-({std}**2 / {gap}) * {new}"),
            ],
        )
