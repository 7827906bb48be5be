"""Votes, samples and rounds of boosting on paper."""

from fractions import Fraction

from byhand.paper import Paper, call, number, of, total
from byhand.working import as_printed, decimal

MOST_NAMED = 12  # rows that one line names


def vote(votes, weights, classes, winner):
    """See `byhand.voting.working_vote`; all are lists."""
    paper = Paper(f"A vote of {len(votes)}", decimals=True)
    for label in classes:
        own = [as_printed(weight) for given, weight in zip(votes, weights, strict=True) if given == label]
        paper.line(f"votes({label})", total([number(weight) for weight in own]), r"\sum_b v_b [y_b = k]")
    paper.line("decision", str(winner), r"\operatorname{argmax}_k \text{votes}(k)")
    return paper.working()


def bootstrap(draws, n):
    """See `byhand.ensemble.working_bootstrap`."""
    paper = Paper(f"{len(draws)} draws from {n} rows", decimals=False)
    times = {row: draws.count(row) for row in sorted(set(draws))}
    words = {1: "", 2: " twice"}
    shown = ", ".join(f"{row}{words.get(count, f' {count} times')}" for row, count in times.items())
    left = [str(row) for row in range(1, n + 1) if row not in times]
    paper.hidden("n", Fraction(n))
    paper.line("distinct", Fraction(len(times)), note=shown)
    paper.line("out of bag", of("n") - of("distinct"), note=", ".join(left) or "none")
    paper.line("share", of("out of bag") / of("n"))
    rule = (number(1) - number(1) / of("n")) ** number(len(draws))
    paper.line("probability", rule, r"(1 - \frac{1}{\text{n}})^{\text{draws}}", "that a given row is left out")
    paper.line("expected", of("n") * of("probability"), note="rows left out on average")
    return paper.working()


def rounds(signs, history, names=None):
    """The rounds of AdaBoost for labels of -1 and +1, with all weights as fractions.

    `signs`: of the rows, a list of whole numbers; `history`: for each round what the weak classifier is, in words, and
    what it says of each row, -1 or +1; `names`: of the rows.
    """
    n = len(signs)
    names = [str(i) for i in range(1, n + 1)] if names is None else names
    paper, weights = Paper(f"AdaBoost on {n} rows", decimals=False), [Fraction(1, n)] * n
    score = [0.0] * n
    for m, (words, says) in enumerate(history, 1):
        wrong = [sign != said for sign, said in zip(signs, says, strict=True)]
        missed = [number(weight) for weight, bad in zip(weights, wrong, strict=True) if bad]
        where = ", ".join(name for name, bad in zip(names, wrong, strict=True) if bad)
        note = f"{words}; wrong on {where}" if missed else words
        error = paper.line(f"error{m}", total(missed) if missed else Fraction(0), r"\sum_{n \text{ wrong}} w_n", note)
        if not 0 < error < Fraction(1, 2):
            break
        alpha = number(1) / 2 * call("ln", (1 - of(f"error{m}")) / of(f"error{m}"))
        value = paper.line(f"vote{m}", alpha, r"\frac{1}{2} \ln \frac{1 - \text{error}}{\text{error}}")
        score = [s + value * said for s, said in zip(score, says, strict=True)]
        for kind, bad, below in (("right", False, 1 - of(f"error{m}")), ("wrong", True, of(f"error{m}"))):
            formula = rf"\frac{{w_n}}{{2 {'(1 - ' * (not bad)}\text{{error}}{')' * (not bad)}}}"
            groups = {}
            for i, name in enumerate(names):
                if wrong[i] == bad:
                    groups.setdefault(weights[i], []).append((i, name))
            for old, rows in groups.items():
                shown = ", ".join(name for _, name in rows[:MOST_NAMED]) + ", ..." * (len(rows) > MOST_NAMED)
                new = paper.line(f"w{m + 1}({shown})", number(old) / (2 * below), formula, kind)
                for i, _ in rows:
                    weights[i] = new
    told = sum(sign * s <= 0 for sign, s in zip(signs, score, strict=True))
    paper.line("mistakes together", Fraction(told), note=", ".join(decimal(s, 4) for s in score))
    return paper.working()
