"""Problems on Bayes' rule and naive Bayes."""

from math import exp, prod, sqrt

from byhand.practice.problem import kind

STORIES = (  # the story, the two hypotheses, the evidence, how often it comes with each, in per cent; then what is
    # observed, once and twice, and what is asked
    (
        "Of all patients, {prior}% are ill. A test is positive for {hit}% of those who are ill and for {false}% of "
        "those who are well.",
        ("ill", "well", "positive"),
        (75, 80, 85, 90, 95),
        (4, 5, 8, 10, 20),
        ("Your test is positive.", "You are tested twice, and both tests are positive.", "you are ill"),
    ),
    (
        "There is a fire on {prior}% of nights. The alarm rings on {hit}% of the nights with a fire and on "
        "{false}% of the quiet ones.",
        ("fire", "quiet", "alarm"),
        (70, 80, 90, 95, 98),
        (2, 3, 5, 8, 10),
        ("Tonight it rings.", "Tonight it rings, and so does a second one of the same make.", "there is a fire"),
    ),
    (
        "Of all messages, {prior}% are spam. The word prize occurs in {hit}% of the spam and in {false}% of the ham.",
        ("spam", "ham", "prize"),
        (25, 30, 40, 50, 60),
        (1, 2, 3, 4, 5),
        ("A message contains it.", "A message has it in the subject line and again in the text.", "it is spam"),
    ),
    (
        "Of all bearings, {prior}% are worn. Of the worn ones, {hit}% squeak; of the sound ones, {false}% do.",
        ("worn", "sound", "squeak"),
        (60, 65, 70, 75, 80),
        (10, 15, 20, 25, 30),
        ("This one squeaks.", "This one squeaks in two tests out of two.", "it is worn"),
    ),
)
TABLES = (  # the class, its words, and features with their words: no word twice, so that P(word|class) is one thing
    (
        "Bus",
        ("late", "on time"),
        {"Weather": ("rain", "dry"), "Day": ("weekday", "weekend"), "Road": ("free", "busy", "jam")},
    ),
    (
        "Mail",
        ("spam", "ham"),
        {"Sender": ("known", "unknown"), "Links": ("none", "some"), "Length": ("short", "medium", "long")},
    ),
    (
        "Mushroom",
        ("edible", "toxic"),
        {"Ring": ("ringed", "bare"), "Cap": ("flat", "round"), "Smell": ("sweet", "foul", "faint")},
    ),
    (
        "Guest",
        ("tips", "leaves"),
        {"Meal": ("lunch", "dinner"), "Party": ("single", "group"), "Table": ("window", "bar", "garden")},
    ),
)
MEASURES = (  # what is told apart, the two classes, and two numbers that are measured
    ("fish from a pond", ("perch", "roach"), ("length (cm)", "height (cm)")),
    ("leaves from a park", ("beech", "oak"), ("length (cm)", "width (cm)")),
    ("visitors of a shop", ("buys", "browses"), ("minutes", "pages")),
    ("loaves from two ovens", ("rye", "wheat"), ("height (cm)", "days kept")),
    ("bulbs in a test", ("good", "worn"), ("warm-up (s)", "flickers")),
)


@kind(
    "bayes-rule",
    "Bayes' rule",
    ["one piece of evidence", "two pieces, one after the other", "three hypotheses"],
    chapter="11-naive-bayes",
)
def bayes_rule(problem, random):
    if problem.level == 3:
        return _three_sources(problem, random)
    story, (yes, no, sign), often, seldom, (once, twice, asked) = random.choice(STORIES)
    prior, hit, false = random.choice((1, 2, 3, 5, 10, 15, 20, 25)), random.choice(often), random.choice(seldom)
    problem.data = {"priors": {yes: prior / 100, no: 1 - prior / 100}, "likelihoods": {yes: hit / 100, no: false / 100}}
    seen = once if problem.level == 1 else f"{twice} (Whether {yes} or {no}, the two are independent.)"
    problem.question = f"{story.format(prior=prior, hit=hit, false=false)} {seen} How probable is it now that {asked}?"
    times = " twice" if problem.level == 2 else ""
    before = {yes: f"{prior}/100", no: f"{100 - prior}/100"}
    for round_ in range(1, problem.level + 1):
        mark = "" if round_ == 1 else " again"
        for state, share in ((yes, hit), (no, false)):
            problem.ask(
                f"score({state}){mark}",
                f"{before[state]} * ({share}/100)",
                f"{state} and {sign}{mark} together",
                formula=rf"P(\text{{{state}}})\,P(\text{{{sign}}} \mid \text{{{state}}})",
                hint=f"Multiply how probable {state} was before by how often {sign} goes with it.",
                slips=[
                    (
                        "missing prior",
                        f"This is only P({sign}|{state}): multiply it by how probable {state} was before.",
                        f"{share}/100",
                    ),
                    ("complement", f"You used the cases without {sign}.", f"{before[state]} * (1 - {share}/100)"),
                ],
            )
        yes_score, no_score = f"{{score({yes}){mark}}}", f"{{score({no}){mark}}}"
        problem.ask(
            f"evidence{mark}",
            f"{yes_score} + {no_score}",
            f"the overall probability of {sign}" if round_ == 1 else f"the sum of the two scores{mark}",
            formula=r"\sum_k P(C_k)\,P(x \mid C_k)",
            hint=f"There are two ways to arrive at {sign}, with {yes} and with {no}: add their scores.",
            slips=[
                (
                    "sum of likelihoods",
                    "Weight each likelihood by its prior before you add.",
                    f"({hit} + {false})/100",
                )
            ],
        )
        problem.ask(
            f"P({yes}|{sign}){mark}",
            f"{yes_score} / {{evidence{mark}}}",
            f"the probability of {yes}, now",
            formula=rf"\frac{{P(\text{{{yes}}})\,P(x \mid \text{{{yes}}})}}{{P(x)}}",
            hint="Divide the score by the sum of the scores.",
            slips=[
                ("not normalised", "This is the score: divide it by the evidence.", yes_score),
                ("swapped condition", f"This is P({sign}|{yes}), the other way round.", f"{hit}/100"),
                (
                    "odds",
                    f"You divided by the score of {no}: that gives the odds. Divide by the sum.",
                    f"{yes_score}/{no_score}",
                ),
                ("other class", f"This is the probability of {no}.", f"1 - {yes_score} / {{evidence{mark}}}"),
            ],
        )
        before = {yes: f"{{P({yes}|{sign}){mark}}}", no: f"(1 - {{P({yes}|{sign}){mark}}})"}
    problem.title = f"Bayes' rule: {yes} or {no} after {sign}{times}"


def _three_sources(problem, random):
    """Level 3: which of three machines made the faulty part?"""
    shares = random.choice(((50, 30, 20), (60, 30, 10), (40, 40, 20), (70, 20, 10)))
    rates = random.sample((1, 2, 3, 4, 5, 6, 8), 3)
    while len({share * rate for share, rate in zip(shares, rates, strict=True)}) < 3:
        rates = random.sample((1, 2, 3, 4, 5, 6, 8), 3)
    names = ("A", "B", "C")
    problem.data = {
        "priors": {name: share / 100 for name, share in zip(names, shares, strict=True)},
        "likelihoods": {name: rate / 100 for name, rate in zip(names, rates, strict=True)},
    }
    problem.title = "Bayes' rule: which machine made the faulty part?"
    problem.tables = {
        "Three machines": {
            "machine": names,
            "share of the parts": [f"{s}%" for s in shares],
            "faulty": [f"{r}%" for r in rates],
        }
    }
    problem.question = "A part is faulty. How probable is it that each of the machines made it?"
    for name, share, rate in zip(names, shares, rates, strict=True):
        problem.ask(
            f"score({name})",
            f"({share}/100) * ({rate}/100)",
            f"made by {name} and faulty",
            formula=rf"P({name})\,P(\text{{faulty}} \mid {name})",
            hint=f"Multiply the share of {name} by its rate of faults.",
            slips=[
                (
                    "missing prior",
                    f"This is only the rate of {name}: multiply it by the share of {name}.",
                    f"{rate}/100",
                )
            ],
        )
    scores = [f"{{score({name})}}" for name in names]
    problem.ask(
        "evidence",
        " + ".join(scores),
        "the overall probability of a fault",
        formula=r"\sum_k P(C_k)\,P(x \mid C_k)",
        hint="A faulty part comes from one of the three machines: add their scores.",
        slips=[("sum of likelihoods", "Weight each rate by its share before you add.", f"{sum(rates)}/100")],
    )
    for name, score, rate in zip(names, scores, rates, strict=True):
        problem.ask(
            f"P({name}|faulty)",
            f"{score} / {{evidence}}",
            f"the probability that {name} made it",
            formula=rf"\frac{{P({name})\,P(x \mid {name})}}{{P(x)}}",
            hint="Divide the score by the sum of the scores.",
            slips=[
                ("not normalised", "This is the score: divide it by the evidence.", score),
                (
                    "missing prior",
                    "You compared the rates alone, but the shares of the machines count too.",
                    f"{rate}/{sum(rates)}",
                ),
            ],
        )
    problem.ask(
        "decision",
        f"argmax({', '.join(f'{{P({name}|faulty)}}' for name in names)})",
        "the most probable machine",
        formula=r"\operatorname{argmax}_k P(C_k \mid x)",
        hint="Which of the three probabilities is the largest?",
        options=names,
    )


@kind(
    "naive-bayes",
    "Naive Bayes",
    ["two features", "two features, smoothed", "three features, smoothed"],
    chapter="11-naive-bayes",
)
def naive_bayes(problem, random):
    target, classes, features = random.choice(TABLES)
    names = random.sample(list(features), 2) if problem.level < 3 else list(features)
    alpha = 0 if problem.level == 1 else 1
    while True:
        split = random.choice((3, 5))
        labels = random.sample([classes[0]] * split + [classes[1]] * (8 - split), 8)
        rows = [[random.choice(features[name]) for name in names] for _ in labels]
        query = [random.choice(features[name]) for name in names]
        count = {c: labels.count(c) for c in classes}
        joint = {
            (c, v): sum(row[i] == v for row, y in zip(rows, labels, strict=True) if y == c)
            for i, v in enumerate(query)
            for c in classes
        }
        scores = {
            c: count[c]
            * prod(
                (joint[c, v] + alpha) / (count[c] + alpha * len(features[name]))
                for name, v in zip(names, query, strict=True)
            )
            for c in classes
        }
        seen = all(any(row[i] == v for row in rows) for i, name in enumerate(names) for v in features[name])
        zeros = sum(value == 0 for value in joint.values())
        low, high = sorted(scores.values())
        if seen and high > 1.25 * low and (zeros == 0 if alpha == 0 else zeros > 0):
            break
    problem.title = f"Naive Bayes for ({', '.join(query)})"
    problem.data = {"X": rows, "y": labels, "x": query, "alpha": alpha}
    problem.tables = {
        f"{target}: eight observations": {
            **{name: [row[i] for row in rows] for i, name in enumerate(names)},
            target: labels,
        }
    }
    smoothed = (
        f" Smooth the probabilities of the features with α = {alpha}; leave the priors as they are." if alpha else ""
    )
    what = ", ".join(f"{name} = {value}" for name, value in zip(names, query, strict=True))
    problem.question = f"A new case arrives: {what}. What does naive Bayes say?{smoothed}"
    n = len(labels)
    for c in classes:
        problem.ask(
            f"P({c})",
            f"{count[c]}/{n}",
            f"the share of {c}",
            formula=rf"\frac{{N_{{\text{{{c}}}}}}}{{N}}",
            hint=f"How many of the {n} rows are {c}?",
            slips=[
                ("smoothed prior", "The priors are not smoothed here.", f"({count[c]} + 1)/({n} + 2)"),
                ("other class", "This is the share of the other class.", f"{n - count[c]}/{n}"),
            ],
        )
        for i, (name, v) in enumerate(zip(names, query, strict=True)):
            _conditional(
                problem, c, v, joint[c, v], count[c], sum(row[i] == v for row in rows), n, alpha, len(features[name])
            )
    for c in classes:
        factors = [f"{{P({v}|{c})}}" for v in query]
        problem.ask(
            f"score({c})",
            " * ".join([f"{{P({c})}}", *factors]),
            f"the score of {c}",
            formula=rf"P(\text{{{c}}}) \prod_i P(x_i \mid \text{{{c}}})",
            hint="Multiply the prior by the probability of each feature.",
            slips=[
                ("missing prior", f"You left out the prior P({c}).", " * ".join(factors)),
                (
                    "sum for product",
                    "Probabilities of things that happen together are multiplied, not added.",
                    " + ".join([f"{{P({c})}}", *factors]),
                ),
            ],
        )
    first, second = (f"{{score({c})}}" for c in classes)
    problem.ask(
        f"P({classes[0]}|x)",
        f"{first} / ({first} + {second})",
        f"the posterior of {classes[0]}",
        formula=rf"\frac{{\text{{score({classes[0]})}}}}{{\sum_k \text{{score}}(C_k)}}",
        hint="The two scores do not sum to 1: divide by their sum.",
        slips=[
            ("not normalised", "This is the score: divide it by the sum of both scores.", first),
            ("odds", "You divided by the other score: divide by the sum of both.", f"{first}/{second}"),
            ("other class", f"This is the posterior of {classes[1]}.", f"{second} / ({first} + {second})"),
        ],
    )
    problem.ask(
        "decision",
        f"argmax({first}, {second})",
        "the class that naive Bayes chooses",
        formula=r"\operatorname{argmax}_k P(C_k \mid x)",
        hint="Which of the two scores is the larger?",
        options=classes,
    )


def _conditional(problem, c, value, both, of_class, of_value, n, alpha, values):
    """Ask for P(value|c), smoothed or not."""
    ratio = rf"\frac{{N_{{\text{{{value}, {c}}}}}}}{{N_{{\text{{{c}}}}}}}"
    slips = [
        ("joint", f"You divided by all {n} rows: divide by the rows that are {c}.", f"{both}/{n}"),
        (
            "swapped condition",
            f"This is P({c}|{value}): you divided by the rows that are {value}.",
            f"{both}/{of_value}",
        ),
    ]
    if alpha:
        ratio = rf"\frac{{N_{{\text{{{value}, {c}}}}} + \alpha}}{{N_{{\text{{{c}}}}} + \alpha\,|V|}}"
        slips = [
            (
                "not smoothed",
                f"This is not smoothed: add {alpha} to the numerator, and {alpha} for each value to the denominator.",
                f"{both}/{of_class}",
            ),
            (
                "denominator kept",
                f"You added {alpha} to the numerator only: the denominator grows by {alpha} for each value.",
                f"({both} + {alpha})/{of_class}",
            ),
            (
                "denominator plus one",
                f"The denominator grows by {alpha} for each of the {values} values, not once.",
                f"({both} + {alpha})/({of_class} + {alpha})",
            ),
            (
                "joint",
                f"You started from all {n} rows: start from those that are {c}.",
                f"({both} + {alpha})/({n} + {alpha * values})",
            ),
        ]
    rule = f"({both} + {alpha})/({of_class} + {alpha} * {values})" if alpha else f"{both}/{of_class}"
    hint = f"Look only at the rows that are {c}: how many of them are {value}?"
    problem.ask(f"P({value}|{c})", rule, f"the share of {value} among {c}", formula=ratio, hint=hint, slips=slips)


@kind(
    "gaussian-naive-bayes",
    "Gaussian naive Bayes",
    ["one feature, equal priors", "one feature, unequal priors", "two features, unequal priors"],
    chapter="11-naive-bayes",
)
def gaussian_naive_bayes(problem, random):
    what, classes, features = random.choice(MEASURES)
    features = features if problem.level == 3 else [random.choice(features)]
    sizes = random.choice(((3, 3), (4, 4)) if problem.level == 1 else ((3, 5), (5, 3), (4, 6), (6, 4)))
    sizes = dict(zip(classes, sizes, strict=True))
    n = sum(sizes.values())
    while True:
        groups = {c: [_whole_numbers(random, sizes[c]) for _ in features] for c in classes}
        x = [random.choice(_between(*pair)) for pair in zip(*groups.values(), strict=True)]
        scores = [sizes[c] * prod(map(_density, groups[c], x)) for c in classes]
        if 0.04 * sum(scores) < min(scores) < 0.43 * sum(scores):
            break
    rows = [row for c in classes for row in zip(*groups[c], strict=True)]
    labels = [c for c in classes for _ in range(sizes[c])]
    called = [feature.split(" (")[0] for feature in features]
    query = " and ".join(f"{feature} {value}" for feature, value in zip(called, x, strict=True))
    problem.title = f"Gaussian naive Bayes for {query}"
    problem.data = {"X": rows, "y": labels, "x": x}
    problem.tables = {f"{n} {what}": {**dict(zip(features, zip(*rows, strict=True), strict=True)), "class": labels}}
    prior = "Both classes have the prior ½." if problem.level == 1 else "The priors are the shares in the table."
    problem.question = (
        f"Assume that {' and '.join(called)} {'is' if len(called) == 1 else 'are'} normally distributed within each "
        f"class; for a variance, divide by the number $N$ of values. {prior} What does naive Bayes say about a new "
        f"one with {query}?"
    )
    if problem.level == 3:
        problem.question += f" (The steps call {called[0]} x1 and {called[1]} x2.)"
    letters = [""] if len(x) == 1 else ["x1", "x2"]
    densities = {}
    for c in classes:
        if problem.level > 1:
            _prior(problem, c, sizes[c], n)
        densities[c] = [
            _density_steps(problem, c, letter, feature, values, at, n)
            for letter, feature, values, at in zip(letters, called, groups[c], x, strict=True)
        ]
    plain = [" * ".join(densities[c]) for c in classes]
    if problem.level > 1:
        for c in classes:
            problem.ask(
                f"score({c})",
                " * ".join([f"{{P({c})}}", *densities[c]]),
                f"the score of {c}",
                formula=rf"P(\text{{{c}}}) \prod_i p(x_i \mid \text{{{c}}})",
                hint="Multiply the prior by the density of each feature.",
                slips=[
                    ("missing prior", f"You left out the prior P({c}).", " * ".join(densities[c])),
                    ("sum for product", "Multiply, do not add.", " + ".join([f"{{P({c})}}", *densities[c]])),
                ],
            )
    first, second = [f"{{score({c})}}" for c in classes] if problem.level > 1 else plain
    result = "score" if problem.level > 1 else "density"
    problem.ask(
        f"P({classes[0]}|x)",
        f"{first} / ({first} + {second})",
        f"the posterior of {classes[0]}",
        formula=rf"\frac{{\text{{{result}({classes[0]})}}}}{{\sum_k \text{{{result}}}(C_k)}}",
        hint="The two do not sum to 1: divide by their sum.",
        slips=[
            ("not normalised", f"This is the {result}: divide it by the sum of both.", first),
            ("odds", "You divided by the value of the other class: divide by the sum of both.", f"{first}/{second}"),
            ("other class", f"This is the posterior of {classes[1]}.", f"{second} / ({first} + {second})"),
            ("missing prior", "You left out the priors.", f"{plain[0]} / ({plain[0]} + {plain[1]})"),
        ],
    )
    nearer = ", ".join(f"abs({x[0]} - {{mean({c})}})" for c in classes) if len(x) == 1 else ""
    problem.ask(
        "decision",
        f"argmax({first}, {second})",
        "the class that is chosen",
        formula=r"\operatorname{argmax}_k P(C_k \mid x)",
        hint=f"Which of the two classes has the larger {result}?",
        slips=[
            (
                "missing prior",
                "You compared the densities, but the priors count too.",
                f"argmax({plain[0]}, {plain[1]})",
            ),
            *(
                [("nearer mean", "You chose the nearer mean, but the spread counts too.", f"argmin({nearer})")]
                if nearer
                else []
            ),
        ],
        options=classes,
    )


def _whole_numbers(random, size):
    """Whole numbers with a whole mean and a short variance: so large that σ and σ² cannot be mixed up unseen."""
    while True:
        values = [random.randint(2, 16) for _ in range(size - 1)]
        values.append(random.randrange(2 + (-sum(values) - 2) % size, 17, size))
        mean = sum(values) // size
        squares = sum((value - mean) ** 2 for value in values)
        if 2 * squares % size == 0 and 1.5 * size <= squares <= 12 * size:
            return values


def _between(first, second):
    """The whole numbers that two groups of values leave both possible, but for their means; 9 if there is none."""
    return [x for x in range(2, 17) if _density(first, x) * _density(second, x) > 0] or [9]


def _density(values, x):
    """The normal density at x of some values, up to a factor; 0 at the mean and where it is very small."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    return exp(-((x - mean) ** 2) / variance / 2) / sqrt(variance) if 0 < (x - mean) ** 2 < 5 * variance else 0


def _prior(problem, c, count, n):
    problem.ask(
        f"P({c})",
        f"{count}/{n}",
        f"the share of {c}",
        formula=rf"\frac{{N_{{\text{{{c}}}}}}}{{N}}",
        hint=f"How many of the {n} rows are {c}?",
        slips=[
            ("odds", f"You divided by the rows of the other class: divide by all {n} rows.", f"{count}/{n - count}")
        ],
    )


def _density_steps(problem, c, letter, feature, values, x, n):
    """Ask for the mean, the variance and the density at x of one feature in a class; the name of the last."""
    of, name = (f"{letter}|{c}", f"p({letter}={x}|{c})") if letter else (c, f"p({x}|{c})")
    mean, variance, size = f"{{mean({of})}}", f"{{variance({of})}}", len(values)
    total, squares = " + ".join(map(str, values)), " + ".join(f"({value} - {mean})**2" for value in values)
    problem.ask(
        f"mean({of})",
        f"({total}) / {size}",
        f"the mean of {feature} for {c}",
        formula=r"\mu = \frac{1}{N} \sum_i x_i",
        hint=f"Add the {size} values of {c} and divide by how many there are.",
        slips=[
            ("not divided", f"This is the sum: divide it by {size}.", total),
            ("all rows", f"You divided by all {n} rows: {c} has only {size}.", f"({total}) / {n}"),
        ],
    )
    problem.ask(
        f"variance({of})",
        f"({squares}) / {size}",
        f"the variance of {feature} for {c}",
        formula=r"\sigma^2 = \frac{1}{N} \sum_i (x_i - \mu)^2",
        hint="Subtract the mean from each value, square the differences, and average the squares.",
        slips=[
            ("N - 1", f"You divided by N − 1: here the variance divides by N = {size}.", f"({squares}) / {size - 1}"),
            ("not divided", f"This is the sum of the squares: divide it by {size}.", squares),
            (
                "standard deviation",
                "This is σ: the variance is σ², before you take the root.",
                f"sqrt(({squares}) / {size})",
            ),
            (
                "mean not taken away",
                "You averaged the squares of the values: subtract the mean first.",
                f"({' + '.join(f'{value}**2' for value in values)}) / {size}",
            ),
        ],
    )
    power = f"({x} - {mean})**2"
    problem.ask(
        name,
        f"1 / sqrt(2 * pi * {variance}) * exp(-{power} / (2 * {variance}))",
        f"the density of {c} at {feature} = {x}",
        formula=r"\frac{1}{\sqrt{2\pi\sigma^2}}\, e^{-(x - \mu)^2 / (2\sigma^2)}",
        hint="Work out the exponent first: the square of the distance from the mean, divided by twice the variance.",
        slips=[
            (
                "σ for σ²",
                "You put σ where σ² belongs: the exponent contains the variance.",
                f"1 / sqrt(2 * pi * {variance}) * exp(-{power} / (2 * sqrt({variance})))",
            ),
            (
                "σ² for σ",
                "The factor in front has σ² under the root, or σ outside it.",
                f"1 / (sqrt(2 * pi) * {variance}) * exp(-{power} / (2 * {variance}))",
            ),
            (
                "½ forgotten",
                "The exponent is divided by 2σ²: you left out the 2.",
                f"1 / sqrt(2 * pi * {variance}) * exp(-{power} / {variance})",
            ),
            (
                "no factor in front",
                "This is only the power of e: the factor in front is missing.",
                f"exp(-{power} / (2 * {variance}))",
            ),
            (
                "minus forgotten",
                "The exponent is negative: a density falls away from the mean.",
                f"1 / sqrt(2 * pi * {variance}) * exp({power} / (2 * {variance}))",
            ),
            (
                "not squared",
                "The distance from the mean is squared in the exponent.",
                f"1 / sqrt(2 * pi * {variance}) * exp(-abs({x} - {mean}) / (2 * {variance}))",
            ),
        ],
    )
    return f"{{{name}}}"
