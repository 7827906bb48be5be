"""Problems on ensembles: the majority of independent voters, bootstrap samples, rounds of AdaBoost."""

from fractions import Fraction

from byhand.practice.problem import kind

JURIES = (  # who votes, on what
    ("judges", "whether the singer goes through", "judge"),
    ("doctors", "whether the shadow on the picture is harmless", "doctor"),
    ("sensors", "whether the door is open", "sensor"),
    ("models", "whether the mail is spam", "model"),
    ("umpires", "whether the ball was in", "umpire"),
)


def _shown(p):
    return f"{float(p):g}"


@kind(
    "majority-vote",
    "The majority of independent voters",
    ["three alike", "five alike", "three of different skill"],
    chapter="17a-voting-bagging-forests",
)
def majority_vote(problem, random):
    who, what, one = random.choice(JURIES)
    problem.title = f"A majority of {who}"
    if problem.level == 3:
        p = [Fraction(tenths, 20) for tenths in random.sample(range(8, 19), 3)]
        return _three_unlike(problem, p, who, what, one)
    size = 3 if problem.level == 1 else 5
    p = Fraction(random.choice([*range(25, 46), *range(54, 96)]), 100)
    problem.data = {"size": size, "p": _shown(p)}
    problem.question = (
        f"{'Three' if size == 3 else 'Five'} {who} decide, independently, {what}. Each {one} is right with probability "
        f"{_shown(p)}. How often is the majority right, and how much better is that than one alone?"
    )
    ways = {3: {3: 1, 2: 3}, 5: {5: 1, 4: 5, 3: 10}}[size]
    for right, count in ways.items():
        wrong = size - right
        rule = f"({p})**{right}" + (f" * (1 - {p})**{wrong} * {count}" if wrong else "")
        words = "all" if not wrong else f"exactly {right}"
        slips = [("all votes", "All of them have to be right, or wrong, as said.", f"1 - ({p})**{size}")]
        if wrong:
            slips = [
                ("one way", f"That is one way; there are {count}.", f"({p})**{right} * (1 - {p})**{wrong}"),
                ("others free", f"The other {wrong} must be wrong.", f"({p})**{right} * {count}"),
                (
                    "turned round",
                    "Right and wrong are the other way round.",
                    f"(1 - {p})**{right} * ({p})**{wrong} * {count}",
                ),
            ]
        problem.ask(
            f"{right} right",
            rule,
            f"the probability that {words} of them are right",
            formula=rf"\binom{{{size}}}{{{right}}} p^{{{right}}} (1 - p)^{{{wrong}}}" if wrong else f"p^{size}",
            hint=f"In how many ways can {right} of {size} be right?" if wrong else "Independent: multiply.",
            slips=slips,
        )
    _together(problem, [f"{right} right" for right in ways], p)


def _together(problem, names, p):
    problem.ask(
        "majority",
        " + ".join(f"{{{name}}}" for name in names),
        "the probability that the majority is right",
        formula=r"\sum_{j > B/2} P(j \text{ right})",
        hint="These cases exclude each other: add.",
        slips=[
            ("first only", "More cases than one make a majority.", f"{{{names[0]}}}"),
            (
                "opposite",
                "That is the probability that it is wrong.",
                "1 - (" + " + ".join(f"{{{n}}}" for n in names) + ")",
            ),
        ],
    )
    problem.ask(
        "gain",
        f"{{majority}} - ({p})",
        "how much better that is than one alone (below 0 if it is worse)",
        formula=r"P(\text{majority right}) - p",
        hint="The difference to one of them (to the best, if they differ).",
        slips=[("turned round", "Above 0 if the majority is better.", f"({p}) - {{majority}}")],
    )


def _three_unlike(problem, p, who, what, one):
    problem.data = {"p": [_shown(value) for value in p]}
    problem.tables = {who.capitalize(): {one: ["A", "B", "C"], "is right with probability": [_shown(v) for v in p]}}
    problem.question = (
        f"Three {who} decide, independently, {what}. How often is the majority right, "
        "and by how much is it better than the best of them?"
    )
    product = " * ".join(f"({value})" for value in p)
    problem.ask(
        "all right",
        product,
        "the probability that all three are right",
        formula="p_A p_B p_C",
        hint="Independent: multiply.",
        slips=[("mean", "Not the mean: all of them have to be right.", f"({p[0]} + {p[1]} + {p[2]}) / 3")],
    )
    for k, name in enumerate("ABC"):
        others = [value for j, value in enumerate(p) if j != k]
        pair = " * ".join(f"({value})" for value in others)
        problem.ask(
            f"only {name} wrong",
            f"{pair} * (1 - {p[k]})",
            f"the probability that {name} alone is wrong",
            formula=rf"(1 - p_{name}) \prod_{{\text{{others}}}} p",
            hint=f"The two others are right, and {name} is wrong.",
            slips=[
                ("may be right", f"{name} must be wrong: a factor is missing.", pair),
                (
                    "turned round",
                    f"That is: {name} alone is right.",
                    f"({p[k]}) * (1 - {others[0]}) * (1 - {others[1]})",
                ),
            ],
        )
    _together(problem, ["all right", *(f"only {name} wrong" for name in "ABC")], max(p))


@kind(
    "out-of-bag",
    "Out of bag",
    ["what a sample leaves out", "who may vote on a row", "who may vote, and how many that will be"],
    chapter="17a-voting-bagging-forests",
)
def out_of_bag(problem, random):
    if problem.level == 1:
        n = random.choice([8, 9, 10, 12])
        while True:
            draws = [random.randint(1, n) for _ in range(n)]
            if 2 <= n - len(set(draws)) <= n - 4 and 2 * len(set(draws)) != n:
                break
        problem.title = f"A bootstrap sample of {n} rows"
        problem.data = {"n": n, "draws": draws}
        problem.question = (
            f"From {n} rows, numbered from 1, these were drawn with replacement: {', '.join(map(str, draws))}. "
            "How many rows are out of bag, and how many would be on average?"
        )
        return _one_sample(problem, n, len(set(draws)))
    while True:
        trees, n = random.choice([5, 6, 7]), random.choice([5, 6])
        row = random.randint(1, n)
        samples = [[random.randint(1, n) for _ in range(n)] for _ in range(trees)]
        says = [random.choice((0, 1)) for _ in range(trees)]
        judges = [tree for tree in range(trees) if row not in samples[tree]]
        yes, every = sum(says[tree] for tree in judges), sum(says)
        if (
            len(judges) in (3, 4, 5)
            and len(judges) < trees
            and 2 * yes != len(judges)
            and 2 * every != trees
            and every != yes
        ):
            break
    problem.title = f"Which trees may vote on row {row}?"
    problem.data = {"row": row, "samples": samples, "says": says}
    problem.tables = {
        "Trees": {
            "tree": range(1, trees + 1),
            "rows drawn": [", ".join(map(str, sorted(sample))) for sample in samples],
            f"says of row {row}": ["yes" if vote else "no" for vote in says],
        }
    }
    problem.question = (
        f"Each of {trees} trees was grown from {n} draws out of {n} rows. What is the out-of-bag answer for row {row}?"
    )
    problem.ask(
        "judges",
        f"{len(judges)} * 1",
        f"how many trees have not seen row {row}",
        formula=r"\text{trees without the row}",
        numbers="",
        hint=f"Look for {row} in each sample.",
        slips=[
            ("those who have", "Those have seen it.", f"{trees - len(judges)} * 1"),
            ("all", "Not all of them.", f"{trees} * 1"),
        ],
    )
    problem.ask(
        "yes",
        f"{yes} * 1",
        "how many of these say yes",
        formula=r"\text{their votes for yes}",
        numbers="",
        hint="Count only the trees that have not seen the row.",
        slips=[("all votes", "Count only those that have not seen the row.", f"{every} * 1")],
    )
    problem.ask(
        "share",
        f"{yes} / {len(judges)}",
        "the share of yes out of bag",
        formula=r"\text{yes} / \text{judges}",
        hint="Divide by the number of trees that may vote.",
        slips=[("by all", "Divide by the trees that may vote, not by all.", f"{yes} / {trees}")],
    )
    problem.ask(
        "answer",
        f"argmax({yes} / {len(judges)}, 1/2)",
        "the out-of-bag answer",
        formula=r"\operatorname{argmax}_k",
        numbers="",
        hint="More than half?",
        options=("yes", "no"),
    )
    if problem.level == 3:
        problem.question += f" And how many of {100 * trees} such trees would have seen it, on average?"
        problem.ask(
            "seen",
            f"{100 * trees} * (1 - (1 - 1 / {n})**{n})",
            "how many trees would have seen it, on average",
            formula=r"B \left(1 - (1 - \tfrac1N)^N\right)",
            hint="One minus the probability that a sample misses it, times the trees.",
            slips=[
                ("not seen", "Those have not seen it.", f"{100 * trees} * (1 - 1 / {n})**{n}"),
                ("one draw", "A sample has more draws than one.", f"{100 * trees} * 1 / {n}"),
            ],
        )


def _one_sample(problem, n, distinct):
    problem.ask(
        "distinct",
        f"{distinct} * 1",
        "how many different rows were drawn",
        formula=r"\text{different rows}",
        numbers="",
        hint="Tick them off.",
        slips=[("draws", "Rows that were drawn twice are one row.", f"{n} * 1")],
    )
    problem.ask(
        "left out",
        f"{n} - {{distinct}}",
        "how many are out of bag",
        formula=r"N - \text{distinct}",
        hint="All the others.",
        slips=[("drawn", "Those were drawn.", "{distinct}")],
    )
    problem.ask(
        "probability",
        f"(1 - 1 / {n})**{n}",
        "the probability that a given row is left out",
        formula=r"\left(1 - \tfrac1N\right)^N",
        hint="Every single draw must miss it.",
        slips=[
            ("one draw", "That is for one draw.", f"1 - 1 / {n}"),
            ("drawn", "That is the probability that it is drawn.", f"1 - (1 - 1 / {n})**{n}"),
            ("power of 1/N", "Miss, not hit: 1 - 1/N to that power.", f"(1 / {n})**{n}"),
        ],
    )
    problem.ask(
        "expected",
        f"{n} * {{probability}}",
        "how many rows are left out on average",
        formula=r"N \left(1 - \tfrac1N\right)^N",
        hint="Rows times probability.",
        slips=[("drawn", "Those are drawn, on average.", f"{n} - {n} * {{probability}}")],
    )


@kind(
    "adaboost-round",
    "A round of AdaBoost",
    ["the first round", "a later round", "a later round, and the vote of three"],
    chapter="17b-boosting-and-stacking",
)
def adaboost_round(problem, random):
    n = random.choice([5, 6, 7, 8, 9, 10, 12] if problem.level == 1 else [6, 8, 10])
    while True:
        parts = [1] * n if problem.level == 1 else [random.choice([1, 1, 2, 3, 4]) for _ in range(n)]
        wrong = sorted(random.sample(range(n), random.randint(1, max(1, n // 2 - 1))))
        total, missed = sum(parts), sum(parts[i] for i in wrong)
        right_row = next(i for i in range(n) if i not in wrong)
        if 0.08 < missed / total < 0.45 and (problem.level == 1 or (len(wrong) > 1 and missed != len(wrong))):
            break
    weights = [Fraction(part, total) for part in parts]
    bad = wrong[-1]
    problem.title = f"AdaBoost with {n} rows"
    problem.data = {"weights": [str(weight) for weight in weights], "wrong": [i + 1 for i in wrong]}
    problem.tables = {
        "Rows": {
            "row": range(1, n + 1),
            "weight": [str(weight) for weight in weights],
            "the stump is": ["wrong" if i in wrong else "right" for i in range(n)],
        }
    }
    problem.question = (
        f"One round: find the stump's error, its vote, and the new weights of row {bad + 1} (wrong) and of row "
        f"{right_row + 1} (right)."
    )
    problem.ask(
        "error",
        " + ".join(f"({weights[i]})" for i in wrong),
        "the weighted error",
        formula=r"\varepsilon = \sum_{n \text{ wrong}} w_n",
        hint="Add the weights of the rows that are wrong.",
        slips=[
            ("right ones", "Those are the rows that are right.", f"1 - {missed} / {total}"),
            ("count", "Add weights; do not count rows.", f"{len(wrong)} / {n}"),
        ],
    )
    problem.ask(
        "vote",
        "ln((1 - {error}) / {error}) / 2",
        "the vote of the stump",
        formula=r"v = \tfrac12 \ln \frac{1 - \varepsilon}{\varepsilon}",
        hint="The odds of being right; half of their natural logarithm.",
        slips=[
            ("no half", "One half is missing.", "ln((1 - {error}) / {error})"),
            ("turned round", "Right over wrong: a good stump has a vote above 0.", "ln({error} / (1 - {error})) / 2"),
            ("odds", "Take the logarithm, and half of it.", "(1 - {error}) / {error}"),
        ],
    )
    problem.ask(
        "Z",
        "{error} * exp({vote}) + (1 - {error}) * exp(-{vote})",
        "the sum of the new weights before they are normalised",
        formula=r"Z = \varepsilon e^v + (1 - \varepsilon) e^{-v}",
        hint=r"Wrong rows grow by $e^v$, right ones shrink by $e^{-v}$.",
        slips=[
            (
                "turned round",
                "Wrong rows grow, right ones shrink.",
                "{error} * exp(-{vote}) + (1 - {error}) * exp({vote})",
            )
        ],
    )
    for name, row, sign, opposite in (("wrong", bad, "", "-"), ("right", right_row, "-", "")):
        problem.ask(
            f"new weight, {name}",
            f"({weights[row]}) * exp({sign}{{vote}}) / {{Z}}",
            f"the new weight of row {row + 1}",
            formula=rf"w e^{{{sign}v}} / Z",
            hint="Heavier if it was wrong, lighter if it was right, then over Z.",
            slips=[
                (
                    "not normalised",
                    "Divide by Z, so that the weights sum to 1.",
                    f"({weights[row]}) * exp({sign}{{vote}})",
                ),
                (
                    "other way",
                    "Wrong rows get heavier, right ones lighter.",
                    f"({weights[row]}) * exp({opposite}{{vote}}) / {{Z}}",
                ),
            ],
        )
    if problem.level == 3:
        _three_stumps(problem, random)


def _three_stumps(problem, random):
    while True:
        votes = [Fraction(random.randint(20, 95), 100) for _ in range(2)]
        says = [random.choice((-1, 1)) for _ in range(3)]
        own = float(problem.values["vote"])
        F = own * says[0] + sum(float(v) * s for v, s in zip(votes, says[1:], strict=True))
        if abs(F) > 0.05 and len(set(says)) == 2:
            break
    problem.question += (
        f" Two more stumps have the votes {_shown(votes[0])} and {_shown(votes[1])}. About a new row the three say "
        f"{says[0]:+d}, {says[1]:+d} and {says[2]:+d}. What do they say together?"
    )
    problem.data |= {"votes": [_shown(v) for v in votes], "says": says}
    problem.ask(
        "F",
        f"({says[0]}) * {{vote}} + ({says[1]}) * ({votes[0]}) + ({says[2]}) * ({votes[1]})",
        "the weighted sum",
        formula=r"F = \sum_m v_m h_m",
        hint="Each answer times its vote.",
        slips=[("unweighted", "Each answer times its vote.", f"({sum(says)}) * 1")],
    )
    problem.ask(
        "class",
        "argmax({F}, 0)",
        "the class",
        formula=r"\operatorname{sign} F",
        numbers="",
        hint="The sign of the sum.",
        options=("class +1", "class -1"),
    )
