"""Problems on hidden Markov models: the forward algorithm and Viterbi's."""

from byhand.practice.problem import kind

STORIES = (  # what is hidden, its two states; what is seen, its three symbols: the first goes with the first state
    ("the weather", ("hot", "cold"), "how many ice creams are eaten", ("3", "2", "1")),
    ("the mood of a cat", ("calm", "cross"), "what it does", ("purr", "sleep", "scratch")),
    ("the state of a machine", ("fine", "worn"), "what it sounds like", ("hum", "rattle", "squeal")),
    ("the form of a team", ("strong", "weak"), "how it plays", ("win", "draw", "loss")),
    ("the health of a plant", ("well", "dry"), "what its leaves look like", ("firm", "limp", "brown")),
)
CHAPTER = "26-hidden-markov-models"


@kind(
    "hmm-forward",
    "The forward algorithm",
    ["two days, two symbols", "three days, three symbols", "three days, and what comes next"],
    chapter=CHAPTER,
)
def hmm_forward(problem, random):
    model = _draw(problem, random)
    states, symbols, start, a, b, seen, seen_words = model
    problem.title = f"How probable is {', '.join(seen)}?"
    problem.question += f" How probable is it that you see {seen_words}?"
    row = _alphas(problem, model)
    last = " + ".join(row)
    problem.ask(
        "P(O)",
        last,
        "the probability of what was seen",
        formula=rf"\sum_i \alpha_{{{len(seen)}}}(i)",
        hint="The last day ends in one of the two states: add their α.",
        slips=[
            ("largest", "This is the larger of the two: add both.", f"max({', '.join(row)})"),
            ("product", "Only one of the two can happen: add, do not multiply.", " * ".join(row)),
        ],
    )
    if problem.level == 3:
        _what_next(problem, random, model, row)


@kind(
    "hmm-viterbi",
    "Viterbi's algorithm",
    ["two days, two symbols", "three days, three symbols", "a path that looks wrong along the way, and how sure it is"],
    chapter=CHAPTER,
)
def hmm_viterbi(problem, random):
    model = _draw(problem, random, _is_clear)
    states, symbols, start, a, b, seen, seen_words = model
    T = len(seen)
    problem.title = f"The best path for {', '.join(seen)}"
    problem.question += f" You see {seen_words}. What is the most probable sequence of states?"
    row = [_first(problem, "delta", r"\delta", model, i) for i in (0, 1)]
    rows = [row]
    for t in range(2, T + 1):
        row = [_best(problem, model, t, i, row) for i in (0, 1)]
        rows.append(row)
    problem.ask(
        "P*",
        f"max({', '.join(row)})",
        "the probability of the best path, together with what was seen",
        formula=rf"\max_i \delta_{{{T}}}(i)",
        hint="The best path ends in one of the two states: take the better one.",
        slips=[
            ("sum", "This is the sum: the best path is one path.", " + ".join(row)),
            ("smaller", "This is the smaller of the two.", f"-max({', '.join(f'-{cell}' for cell in row)})"),
        ],
    )
    problem.ask(
        f"q_{T}",
        f"argmax({', '.join(row)})",
        f"the state on day {T}",
        formula=rf"\operatorname{{argmax}}_i\, \delta_{{{T}}}(i)",
        hint="Where is the largest δ of the last day?",
        options=states,
    )
    for t in range(T - 1, 0, -1):
        after = states[int(problem.values[f"q_{t + 1}"])]
        problem.ask(
            f"q_{t}",
            f"pick({{q_{t + 1}}}, {', '.join(f'{{psi_{t + 1}({state})}}' for state in states)})",
            f"the state on day {t}",
            formula=rf"\psi_{{{t + 1}}}(q_{{{t + 1}}})",
            numbers=rf"\psi_{{{t + 1}}}(\text{{{after}}})",
            hint=f"Go back: from which state did the best path reach the state of day {t + 1}?",
            slips=[
                ("greedy", f"You took the largest δ of day {t}: go back along ψ.", f"argmax({', '.join(rows[t - 1])})"),
            ],
            options=states,
        )
    if problem.level == 3:
        problem.question += r" And how probable is this path, given what you see? (On day 1, $\alpha_1 = \delta_1$.)"
        _how_sure(problem, model)


def _draw(problem, random, wanted=None):
    """A model and what is seen; sets data, tables and the beginning of the question."""
    hidden, states, visible, symbols = random.choice(STORIES)
    T = 2 if problem.level == 1 else 3
    symbols = symbols[::2] if problem.level == 1 else symbols
    while True:
        stay, change, first = (
            random.choice(tenths) for tenths in ((3, 4, 6, 7, 8), (2, 3, 4, 6, 7), (2, 3, 4, 6, 7, 8))
        )
        b = [_distribution(random, len(symbols)) for _ in states]
        seen = random.choices(symbols, k=T)
        start, a = (first, 10 - first), ((stay, 10 - stay), (change, 10 - change))
        columns = [[row[symbols.index(word)] for row in b] for word in seen]
        natural = b[0][0] > b[1][0] and b[0][-1] < b[1][-1]
        # what slips confuse must differ: the two emissions, the transitions and their transpose
        different = natural and len(set(seen)) > 1 and all(x != y for x, y in columns) and 10 - stay != change
        if different and (wanted is None or wanted(start, a, columns, problem.level)):
            break
    start, *rows = ([k / 10 for k in row] for row in (start, *a, *b))
    a, b = rows[:2], rows[2:]
    problem.data = {
        "states": states,
        "symbols": symbols,
        "start": start,
        "transitions": a,
        "emissions": b,
        "seen": seen,
    }
    problem.tables = {
        "Start, and from one day to the next": {
            "state": states,
            "on day 1": start,
            **{f"to {state}": [row[j] for row in a] for j, state in enumerate(states)},
        },
        visible.capitalize(): {"state": states, **{word: [row[k] for row in b] for k, word in enumerate(symbols)}},
    }
    problem.question = (
        f"You cannot see {hidden}, only {visible}. The tables give the probabilities of the states on day 1, of moving "
        "from one day (row) to the next (column), and of what is seen in each state (row)."
    )
    return states, symbols, start, a, b, seen, _listed(seen)


def _distribution(random, size):
    """Tenths that sum to ten, each at least one."""
    cuts = sorted(random.sample(range(1, 10), size - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, 10], strict=True)]


def _is_clear(start, a, columns, level):
    """Whether no two paths to compare are nearly equal and, at level 3, the best one has to be read back."""
    row, best, back = [p * q for p, q in zip(start, columns[0], strict=True)], [], []
    for column in columns[1:]:
        best.append(row)
        sides = [[row[j] * a[j][i] for j in (0, 1)] for i in (0, 1)]
        if any(abs(x - y) < 0.05 * max(x, y) for x, y in sides):
            return False
        back.append([max((0, 1), key=side.__getitem__) for side in sides])
        row = [max(side) * q for side, q in zip(sides, column, strict=True)]
    if abs(row[0] - row[1]) < 0.05 * max(row):
        return False
    path = [max((0, 1), key=row.__getitem__)]
    for step in reversed(back):
        path.insert(0, step[path[0]])
    greedy = [max((0, 1), key=cells.__getitem__) for cells in best]
    return level < 3 or (path[:-1] != greedy and all(abs(x - y) > 0.05 * max(x, y) for x, y in best))


def _listed(words):
    return ", ".join(words[:-1]) + f" and then {words[-1]}"


def _emission(model, t, i):
    states, symbols, _, _, b, seen, _ = model
    word = seen[t - 1]
    return b[i][symbols.index(word)], rf"b_{{\text{{{states[i]}}}}}(\text{{{word}}})"


def _first(problem, name, letter, model, i):
    """Ask for alpha or delta of the first day; its name."""
    states, _, start, _, _, seen, _ = model
    p, emission = _emission(model, 1, i)
    other, _ = _emission(model, 1, 1 - i)
    problem.ask(
        f"{name}_1({states[i]})",
        f"{start[i]} * {p}",
        f"{states[i]} on day 1, and {seen[0]} seen",
        formula=rf"\pi_{{\text{{{states[i]}}}}}\, {emission}",
        hint=f"How probable is {states[i]} on day 1, and how probable is {seen[0]} then?",
        slips=[
            ("emission forgotten", f"Multiply by the probability of {seen[0]} in this state.", f"{start[i]}"),
            ("start forgotten", f"Multiply by the probability of {states[i]} on day 1.", f"{p}"),
            ("wrong state", f"You used the probability of {seen[0]} in the other state.", f"{start[i]} * {other}"),
        ],
    )
    return f"{{{name}_1({states[i]})}}"


def _alphas(problem, model):
    """Ask for all forward variables; the names of the last two."""
    row = [_first(problem, "alpha", r"\alpha", model, i) for i in (0, 1)]
    for t in range(2, len(model[5]) + 1):
        row = [_forward(problem, model, t, i, row) for i in (0, 1)]
    return row


def _forward(problem, model, t, i, before):
    """Ask for one forward variable after the first day; its name."""
    states, _, start, a, _, seen, _ = model
    p, emission = _emission(model, t, i)
    other, _ = _emission(model, t, 1 - i)
    ways = [f"{cell} * {row[i]}" for cell, row in zip(before, a, strict=True)]
    turned = [f"{cell} * {to}" for cell, to in zip(before, a[i], strict=True)]
    word = seen[t - 1]
    problem.ask(
        f"alpha_{t}({states[i]})",
        f"({' + '.join(ways)}) * {p}",
        f"{states[i]} on day {t}, and everything seen up to then",
        formula=rf"\left(\sum_j \alpha_{{{t - 1}}}(j)\, a_{{j,\,\text{{{states[i]}}}}}\right) {emission}",
        hint=f"Add the ways into {states[i]} from both states of the day before; then {word} is seen.",
        slips=[
            ("emission forgotten", f"Multiply by the probability of {word} in this state.", " + ".join(ways)),
            ("maximum", "You used the better way only: here both are added.", f"max({', '.join(ways)}) * {p}"),
            (
                "start again",
                "The start probabilities count on day 1 only: use the states of the day before.",
                f"{start[i]} * {p}",
            ),
            (
                "row and column swapped",
                f"You used the probabilities of leaving {states[i]}: use those of moving into it.",
                f"({' + '.join(turned)}) * {p}",
            ),
            (
                "wrong state",
                f"You used the probability of {word} in the other state.",
                f"({' + '.join(ways)}) * {other}",
            ),
            ("one way only", "There are two ways to get here: add them.", f"{ways[i]} * {p}"),
        ],
    )
    return f"{{alpha_{t}({states[i]})}}"


def _best(problem, model, t, i, before):
    """Ask for one delta after the first day and where it comes from; its name."""
    states, _, start, a, _, seen, _ = model
    p, emission = _emission(model, t, i)
    other, _ = _emission(model, t, 1 - i)
    ways = [f"{cell} * {row[i]}" for cell, row in zip(before, a, strict=True)]
    turned = [f"{cell} * {to}" for cell, to in zip(before, a[i], strict=True)]
    inner, word = rf"\delta_{{{t - 1}}}(j)\, a_{{j,\,\text{{{states[i]}}}}}", seen[t - 1]
    problem.ask(
        f"delta_{t}({states[i]})",
        f"max({', '.join(ways)}) * {p}",
        f"the best path that is in {states[i]} on day {t}",
        formula=rf"\max_j\left[{inner}\right] {emission}",
        hint=f"Which of the two ways to {states[i]} is better? Then {word} is seen.",
        slips=[
            ("emission forgotten", f"Multiply by the probability of {word} in this state.", f"max({', '.join(ways)})"),
            ("sum", "You added both ways: take the better one only.", f"({' + '.join(ways)}) * {p}"),
            (
                "start again",
                "The start probabilities count on day 1 only: use the states of the day before.",
                f"{start[i]} * {p}",
            ),
            (
                "row and column swapped",
                f"You used the probabilities of leaving {states[i]}: use those of moving into it.",
                f"max({', '.join(turned)}) * {p}",
            ),
            (
                "wrong state",
                f"You used the probability of {word} in the other state.",
                f"max({', '.join(ways)}) * {other}",
            ),
            ("worse way", "You took the worse of the two ways.", f"-max({', '.join(f'-{way}' for way in ways)}) * {p}"),
        ],
    )
    problem.ask(
        f"psi_{t}({states[i]})",
        f"argmax({', '.join(ways)})",
        f"the state on day {t - 1} on that path",
        formula=rf"\operatorname{{argmax}}_j\, {inner}",
        hint="Which of the two ways did you take?",
        slips=[
            (
                "row and column swapped",
                f"You compared the ways out of {states[i]}: compare the ways into it.",
                f"argmax({', '.join(turned)})",
            ),
            (
                "transition forgotten",
                f"You chose the larger δ, but the step from there to {states[i]} counts too.",
                f"argmax({', '.join(before)})",
            ),
        ],
        options=states,
    )
    return f"{{delta_{t}({states[i]})}}"


def _what_next(problem, random, model, row):
    """Level 3 of the forward algorithm: the state of the last day, and the day after."""
    states, symbols, start, a, b, seen, _ = model
    T, word = len(seen), random.choice(symbols)
    problem.data["next"] = word
    problem.question += f" What is the state on day {T} then, and how probable is {word} on day {T + 1}?"
    problem.ask(
        f"P(q_{T}={states[0]}|O)",
        f"{row[0]} / {{P(O)}}",
        f"the probability of {states[0]} on day {T}, given what was seen",
        formula=rf"\frac{{\alpha_{{{T}}}(\text{{{states[0]}}})}}{{P(O)}}",
        hint="The two α of the last day do not sum to 1: divide by their sum.",
        slips=[
            ("not normalised", "This is α: divide it by P(O).", row[0]),
            ("odds", "You divided by the other α: divide by the sum of both.", f"{row[0]} / {row[1]}"),
            ("other state", f"This is the probability of {states[1]}.", f"{row[1]} / {{P(O)}}"),
        ],
    )
    now = f"{{P(q_{T}={states[0]}|O)}}"
    problem.ask(
        f"P(q_{T + 1}={states[0]}|O)",
        f"{now} * {a[0][0]} + (1 - {now}) * {a[1][0]}",
        f"the probability of {states[0]} on day {T + 1}",
        formula=rf"\sum_j P(q_{{{T}}} = j \mid O)\, a_{{j,\,\text{{{states[0]}}}}}",
        hint=f"Add the ways into {states[0]} from both states of day {T}.",
        slips=[
            (
                "one way only",
                f"{states[1].capitalize()} can turn into {states[0]} too: add that way.",
                f"{now} * {a[0][0]}",
            ),
            (
                "row and column swapped",
                f"You used the probabilities of leaving {states[0]}: use those of moving into it.",
                f"{now} * {a[0][0]} + (1 - {now}) * {a[0][1]}",
            ),
            ("unchanged", "From one day to the next the state can change.", now),
        ],
    )
    then, p = f"{{P(q_{T + 1}={states[0]}|O)}}", [line[symbols.index(word)] for line in b]
    problem.ask(
        f"P({word} next|O)",
        f"{then} * {p[0]} + (1 - {then}) * {p[1]}",
        f"the probability of {word} on day {T + 1}",
        formula=rf"\sum_i P(q_{{{T + 1}}} = i \mid O)\, b_i(\text{{{word}}})",
        hint=f"{word.capitalize()} can be seen in both states: weight each by its probability on day {T + 1}.",
        slips=[
            ("one state only", f"It can be seen in {states[1]} too: add that.", f"{then} * {p[0]}"),
            ("plain average", "Weight the two states by their probabilities.", f"({p[0]} + {p[1]}) / 2"),
            (
                "a day too early",
                f"You used the states of day {T} as weights: take one step first.",
                f"{now} * {p[0]} + (1 - {now}) * {p[1]}",
            ),
        ],
    )


def _how_sure(problem, model):
    """Level 3 of Viterbi's algorithm: the share of the best path in all that could have led to what was seen."""
    states, T = model[0], len(model[5])
    row = [f"{{delta_1({state})}}" for state in states]  # on the first day nothing is added or chosen yet
    for t in range(2, T + 1):
        row = [_forward(problem, model, t, i, row) for i in (0, 1)]
    problem.ask(
        "P(O)",
        " + ".join(row),
        "the probability of what was seen, along any path",
        formula=rf"\sum_i \alpha_{{{T}}}(i)",
        hint="The last day ends in one of the two states: add their α.",
        slips=[("largest", "This is the larger of the two: add both.", f"max({', '.join(row)})")],
    )
    problem.ask(
        "P(path|O)",
        "{P*} / {P(O)}",
        "the probability of the best path, given what was seen",
        formula=r"\frac{P^*}{P(O)}",
        hint="What share of all paths together does the best path have?",
        slips=[
            ("not normalised", "This is the path together with what was seen: divide it by P(O).", "{P*}"),
            ("upside down", "This is the share upside down.", "{P(O)} / {P*}"),
        ],
    )
