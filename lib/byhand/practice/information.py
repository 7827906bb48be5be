"""Problems on entropy, mutual information and divergence."""

from math import log2

from byhand.practice.problem import kind

FOUR = (  # what is on record, and four outcomes
    ("weather reports", ("sun", "cloud", "rain", "snow")),
    ("orders in a café", ("tea", "coffee", "cocoa", "juice")),
    ("loans of a library", ("novel", "poems", "play", "essay")),
    ("cars in a car park", ("white", "black", "red", "green")),
    ("pieces on the radio", ("jazz", "pop", "folk", "news")),
)
PAIRS = (  # what is counted, and two variables with two values each
    ("days", ("rainy", "dry"), ("windy", "calm")),
    ("guests", ("regular", "new"), ("early", "late")),
    ("films", ("short", "long"), ("funny", "sad")),
    ("parcels", ("local", "foreign"), ("damaged", "intact")),
    ("letters", ("private", "official"), ("urgent", "ordinary")),
)
THREE = (  # what is predicted, and three outcomes
    ("the weather", ("sun", "cloud", "rain")),
    ("a match", ("won", "drawn", "lost")),
    ("the next guest", ("tea", "coffee", "juice")),
    ("a traffic light", ("green", "amber", "red")),
)


def _bits(counts, log="log2"):
    """The rule for the entropy of counts; outcomes that never come are left out."""
    n = sum(counts)
    return " ".join(f"- {k}/{n} * {log}({k}/{n})" for k in counts if k) if max(counts) < n else "0"


def _typeset(counts):
    n = sum(counts)
    return "-" + " - ".join(rf"\frac{{{k}}}{{{n}}} \log_2 \frac{{{k}}}{{{n}}}" for k in counts if k)


def _entropy_of(counts):
    n = sum(counts)
    return sum(k / n * log2(n / k) for k in counts if k)


@kind(
    "entropy-and-information",
    "Entropy and information",
    [
        "surprise and entropy of four outcomes",
        "two variables: what one tells about the other",
        "what a wrong belief costs",
    ],
    chapter="02b-information",
)
def entropy_and_information(problem, random):
    if problem.level == 2:
        return _two_variables(problem, random)
    if problem.level == 3:
        return _two_beliefs(problem, random)
    story, names = random.choice(FOUR)
    while True:
        n = random.choice((8, 10, 16, 20, 32))
        counts = [random.randint(1, n // 2) for _ in names[1:]]
        counts.append(n - sum(counts))
        if counts[-1] > 0 and len(set(counts)) > 2:
            break
    random.shuffle(counts)
    problem.data = {"counts": counts}
    problem.title = f"How surprising: {', '.join(names)}?"
    words = ", ".join(f"{name} {k} times" if k > 1 else f"{name} once" for name, k in zip(names, counts, strict=True))
    problem.question = (
        f"Here is a record of {n} {story}: {words}. Take shares for probabilities. How surprising is each of the "
        f"four, and how much on average? Use bits (logarithms to base 2)."
    )
    for name, k in zip(names, counts, strict=True):
        problem.ask(
            f"surprise({name})",
            f"-log2({k}/{n})",
            f"the surprise of {name}",
            formula=r"-\log_2 p",
            numbers=rf"-\log_2 \frac{{{k}}}{{{n}}}",
            hint=f"What is the share of {name}? Its logarithm is negative, its surprise is not.",
            slips=[
                ("natural logarithm", "You took the natural logarithm: bits need base 2.", f"-ln({k}/{n})"),
                ("base 10", "You took the logarithm to base 10: bits need base 2.", f"-log10({k}/{n})"),
                (
                    "weighted",
                    "That is already multiplied by the probability: it is a term of the entropy.",
                    f"-({k}/{n}) * log2({k}/{n})",
                ),
            ],
        )
    surprises = [f"{{surprise({name})}}" for name in names]
    problem.ask(
        "entropy",
        " + ".join(f"{k}/{n} * {one}" for k, one in zip(counts, surprises, strict=True)),
        "the expected surprise",
        formula=r"\sum_k p_k s_k",
        hint="Average the surprises: what comes often counts often.",
        slips=[
            (
                "plain mean",
                "You gave each outcome the same weight: weight each surprise by its probability.",
                f"({' + '.join(surprises)}) / 4",
            ),
            ("sum", "Weight each surprise by its probability before you add.", " + ".join(surprises)),
            (
                "Gini",
                "That is the Gini impurity: entropy takes logarithms.",
                " - ".join(["1", *(f"({k}/{n})**2" for k in counts)]),
            ),
        ],
    )


def _two_variables(problem, random):
    """Level 2: the entropies of a table of two by two."""
    things, (a, not_a), (b, not_b) = random.choice(PAIRS)
    while True:
        cells = [[random.randint(0, 9) for _ in range(2)] for _ in range(2)]
        n = sum(map(sum, cells))
        rows, columns = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
        shared = _entropy_of(rows) + _entropy_of(columns) - _entropy_of([k for row in cells for k in row])
        if n in (8, 10, 12, 16, 20, 24) and min(rows + columns) > 1 and rows[0] != rows[1] and shared > 0.02:
            break
    problem.data = {"table": cells}
    problem.title = f"What does ({a}, {not_a}) tell about ({b}, {not_b})?"
    problem.tables = {
        f"{n} {things}": {"X \\ Y": (a, not_a), b: [row[0] for row in cells], not_b: [row[1] for row in cells]}
    }
    problem.question = (
        f"X is {a} or {not_a}, Y is {b} or {not_b}. Take the shares in the table for probabilities. How much is "
        f"uncertain about Y once X is known, and how much does X tell about it? Use bits ($0 \\log 0 = 0$)."
    )
    for name, counts, what, hint in (
        ("H(X)", rows, "the entropy of X alone", "Add up the rows: what are the shares of the two values of X?"),
        ("H(Y)", columns, "the entropy of Y alone", "Add up the columns: what are the shares of the two values of Y?"),
        (
            "H(X,Y)",
            [k for row in cells for k in row],
            "the entropy of both together",
            "Treat the four cells as four outcomes.",
        ),
    ):
        problem.ask(
            name,
            _bits(counts),
            what,
            formula=r"-\sum p \log_2 p",
            numbers=_typeset(counts),
            hint=hint,
            slips=[
                ("natural logarithm", "You took the natural logarithm: bits need base 2.", _bits(counts, "ln")),
                ("base 10", "You took the logarithm to base 10: bits need base 2.", _bits(counts, "log10")),
            ],
        )
    problem.ask(
        "H(Y|X)",
        "{H(X,Y)} - {H(X)}",
        "what is left uncertain about Y once X is known",
        formula=r"H(X, Y) - H(X)",
        hint="The chain rule: both together is X first, and then Y given X.",
        slips=[
            (
                "the other way round",
                "That is H(X|Y): subtract the entropy of X, which is what is known.",
                "{H(X,Y)} - {H(Y)}",
            ),
            ("turned round", "A mean of entropies is not negative: subtract H(X) from H(X,Y).", "{H(X)} - {H(X,Y)}"),
            ("difference of marginals", "Subtract H(X) from the joint entropy, not from H(Y).", "{H(Y)} - {H(X)}"),
        ],
    )
    problem.ask(
        "I(X;Y)",
        "{H(Y)} - {H(Y|X)}",
        "what X tells about Y",
        formula=r"H(Y) - H(Y \mid X)",
        hint="What was uncertain about Y before, minus what is left.",
        slips=[
            ("remainder", "That is what is left uncertain: the information is what is gone.", "{H(Y|X)}"),
            ("sum", "Subtract what is left, do not add it.", "{H(Y)} + {H(Y|X)}"),
        ],
    )


def _two_beliefs(problem, random):
    """Level 3: cross-entropy, and the divergence both ways round."""
    what, names = random.choice(THREE)
    while True:
        p, q = ([random.randint(1, 8) for _ in names[1:]] for _ in range(2))
        p, q = ([*some, 10 - sum(some)] for some in (p, q))
        if min(p + q) > 0 and p != q:
            there, back = _divergence(p, q), _divergence(q, p)
            if min(there, back) > 0.02 and abs(there - back) > 0.1 * max(there, back):
                break
    problem.data = {"p": p, "q": q}
    problem.title = f"A wrong belief about {what}"
    problem.tables = {"Two distributions": {"": names, "p": [f"{k}/10" for k in p], "q": [f"{k}/10" for k in q]}}
    problem.question = (
        f"About {what}, Ada believes p and Ben believes q. What does Ben's belief cost if p is true, and what does "
        f"Ada's cost if q is? Use bits."
    )
    problem.ask(
        "H(p)",
        _bits(p),
        "the entropy of p",
        formula=r"-\sum_k p_k \log_2 p_k",
        numbers=_typeset(p),
        hint="The mean surprise of somebody who believes p where p is true.",
        slips=[
            ("natural logarithm", "You took the natural logarithm: bits need base 2.", _bits(p, "ln")),
            ("entropy of q", "That is the entropy of q.", _bits(q)),
        ],
    )
    problem.ask(
        "H(p,q)",
        _cross(p, q),
        "Ben's mean surprise where p is true",
        formula=r"-\sum_k p_k \log_2 q_k",
        numbers="-" + " - ".join(rf"\frac{{{a}}}{{10}} \log_2 \frac{{{b}}}{{10}}" for a, b in zip(p, q, strict=True)),
        hint="What happens follows p, and Ben is surprised as q says.",
        slips=[
            ("swapped", "You weighted by q: what happens follows p.", _cross(q, p)),
            ("natural logarithm", "You took the natural logarithm: bits need base 2.", _cross(p, q, "ln")),
        ],
    )
    problem.ask(
        "D(p||q)",
        "{H(p,q)} - {H(p)}",
        "what believing q costs where p is true",
        formula=r"H(p, q) - H(p)",
        hint="Ben's mean surprise, minus that of somebody who knows the truth.",
        slips=[("turned round", "No belief is better than the truth: subtract H(p).", "{H(p)} - {H(p,q)}")],
    )
    problem.ask(
        "D(q||p)",
        " + ".join(f"{b}/10 * log2(({b}/10) / ({a}/10))" for a, b in zip(p, q, strict=True)),
        "what believing p costs where q is true",
        formula=r"\sum_k q_k \log_2 \frac{q_k}{p_k}",
        numbers=" + ".join(rf"\frac{{{b}}}{{10}} \log_2 \frac{{{b}}}{{{a}}}" for a, b in zip(p, q, strict=True)),
        hint="Now q is true: it weights the terms, and it goes on top in the fractions.",
        slips=[
            ("same direction", "That is the other direction: the divergence is not symmetric.", "{D(p||q)}"),
            (
                "fraction turned round",
                "The true distribution goes on top in the fractions.",
                " + ".join(f"{b}/10 * log2(({a}/10) / ({b}/10))" for a, b in zip(p, q, strict=True)),
            ),
        ],
    )
    problem.ask(
        "costlier",
        "argmax({D(p||q)}, {D(q||p)})",
        "whose belief costs more where it is wrong?",
        formula=r"D(p || q) \text{ against } D(q || p)",
        hint="Compare the two divergences.",
        options=("Ben", "Ada"),
    )


def _cross(p, q, log="log2"):
    return " ".join(f"- {a}/10 * {log}({b}/10)" for a, b in zip(p, q, strict=True))


def _divergence(p, q):
    return sum(a / 10 * log2(a / b) for a, b in zip(p, q, strict=True))
