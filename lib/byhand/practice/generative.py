"""Problems on divergences, on the discriminator that measures one, and on the bound of the evidence."""

from math import log

from byhand.practice.problem import kind

STORIES = (  # who makes what, and of which kinds
    ("Two machines fill bags with sweets", ("blue", "orange", "green")),
    ("Two bakers fill baskets with rolls", ("plain", "seeded", "sweet")),
    ("Two stations play records", ("jazz", "pop", "folk")),
    ("Two gardeners plant tulips", ("red", "white", "yellow")),
    ("Two poets end their lines", ("stressed", "unstressed", "broken")),
)


@kind(
    "divergences",
    "Divergences and discriminators",
    [
        "both ways round, and the Jensen-Shannon divergence",
        "the best discriminator, and what it earns",
        "a discriminator that could do better",
    ],
    chapter="25a-densities-and-divergences",
)
def divergences(problem, random):
    story, names = random.choice(STORIES)
    count = 2 if problem.level != 2 else 3
    names, p, q = names[:count], *_two(random, count)
    problem.data = {"p": p, "q": q}
    problem.title = f"{story}: {', '.join(names)}"
    if problem.level == 1:
        _both_ways(problem, story, p, q)
    else:
        _game(problem, random, story, names, p, q)
    columns = {"": names, "p": [f"{k}/10" for k in p], "q": [f"{k}/10" for k in q]}
    answers = {"t": [f"{round(10 * t)}/10" for t in problem.data["t"]]} if "t" in problem.data else {}
    problem.tables = {"Two distributions": columns | answers}


def _two(random, count):
    """Two distributions in tenths that differ clearly."""
    while True:
        p, q = ([random.randint(1, 8) for _ in range(count - 1)] for _ in range(2))
        p, q = ([*some, 10 - sum(some)] for some in (p, q))
        if min(p + q) > 0 and all(a != b for a, b in zip(p, q, strict=True)) and sorted(p) != sorted(q):
            there, back = _divergence(p, q), _divergence(q, p)
            if min(there, back) > 0.08 and abs(there - back) > 0.04 * max(there, back):
                return p, q


def _divergence(p, q):
    return sum(a / 10 * log(a / b) for a, b in zip(p, q, strict=True))


def _kl(p, q, log="ln"):
    """The rule for a divergence of shares, given as texts."""
    return " + ".join(f"{a} * {log}(({a}) / ({b}))" for a, b in zip(p, q, strict=True))


def _both_ways(problem, story, p, q):
    """Level 1: both directions, and both from the middle."""
    problem.question = (
        f"{story}, the first with the distribution p, the second with q. How far apart are the two? Use nats, that "
        "is, natural logarithms."
    )
    p, q = ([f"{k}/10" for k in some] for some in (p, q))
    for name, a, b, words in (("D(p||q)", p, q, "p is true"), ("D(q||p)", q, p, "q is true")):
        slips = [
            ("bits", "You took logarithms to base 2: nats need the natural logarithm.", _kl(a, b, "log2")),
            ("fraction turned round", "The distribution that weights the terms goes on top in the fractions.",
             " + ".join(f"{x} * ln(({y}) / ({x}))" for x, y in zip(a, b, strict=True))),
            ("other direction", "That is the other direction: look which of the two weights the terms.", _kl(b, a)),
        ]  # fmt: skip
        letters = name[2], name[5]
        formula = rf"\sum_k {letters[0]}_k \ln \frac{{{letters[0]}_k}}{{{letters[1]}_k}}"
        hint = f"Here {words}: it weights the logarithms, and goes on top."
        problem.ask(name, _kl(a, b), f"what the other belief costs where {words}", formula=formula, hint=hint,
                    slips=slips)  # fmt: skip
    problem.ask(
        "m1",
        f"({p[0]} + {q[0]}) / 2",
        "the probability of the first outcome in the middle of the two",
        formula=r"\frac{p_1 + q_1}{2}",
        hint="The middle is the mean of the two probabilities.",
        slips=[("product", "Take the mean of the two, not their product.", f"{p[0]} * {q[0]}")],
    )
    for name, some in (("D(p||m)", p), ("D(q||m)", q)):
        first, second = f"{some[0]} * ln(({some[0]}) / {{m1}})", f"{some[1]} * ln(({some[1]}) / (1 - {{m1}}))"
        weighted = f"{{m1}} * ln({{m1}} / ({some[0]})) + (1 - {{m1}}) * ln((1 - {{m1}}) / ({some[1]}))"
        letter = name[2]
        problem.ask(
            name,
            f"{first} + {second}",
            f"how far {letter} is from the middle",
            formula=rf"\sum_k {letter}_k \ln \frac{{{letter}_k}}{{m_k}}",
            hint=f"The middle has the probabilities m1 and 1 - m1; {letter} weights the terms.",
            slips=[("weighted by the middle", f"Weight by {letter}, not by the middle.", weighted)],
        )
    problem.ask(
        "JS",
        "({D(p||m)} + {D(q||m)}) / 2",
        "the Jensen-Shannon divergence",
        formula=r"\frac{1}{2} D(p || m) + \frac{1}{2} D(q || m)",
        hint="The mean of the last two.",
        slips=[
            ("sum", "Take the mean of the two, not their sum.", "{D(p||m)} + {D(q||m)}"),
            ("without the middle", "Both are to be measured from the middle.", "({D(p||q)} + {D(q||p)}) / 2"),
        ],
    )


def _game(problem, random, story, names, p, q):
    """Levels 2 and 3: what a discriminator earns, the best one or another."""
    given = problem.level == 3
    problem.question = (
        f"{story}, the first with the distribution p, the second with q. Somebody takes one of the two with equal "
        "probability and shows you what comes; you say with which probability t it was the first. "
    )
    if given:
        best = [a / (a + b) for a, b in zip(p, q, strict=True)]
        while True:
            t = [random.randint(2, 8) for _ in names]
            worth, most = (_worth(p, q, answers) for answers in ([k / 10 for k in t], best))
            if 0.03 < worth < most - 0.02 and t[0] != t[1]:
                break
            if random.random() < 0.02:  # these two may be too much alike
                p[:], q[:] = _two(random, len(names))
                best = [a / (a + b) for a, b in zip(p, q, strict=True)]
        problem.data["t"] = [k / 10 for k in t]
        problem.question += "You always answer as in the table. What is that worth, and what would the best answers be?"
    else:
        problem.question += "What are the best answers, and what are they worth?"
    problem.question += " Use natural logarithms."
    answers = [f"{k}/10" for k in t] if given else None
    if not given:
        _best(problem, names, p, q)
        answers = [f"{{t({name})}}" for name in names]
    _earned(problem, "", answers, p, q)
    if given:
        _best(problem, names, p, q)
        _earned(problem, "best ", [f"{{t({name})}}" for name in names], p, q)
        problem.ask(
            "lost",
            "{best bound} - {bound}",
            "what the answers of the table miss",
            formula=r"JS(p, q) - \text{bound}",
            hint="How far is the bound of the table below the divergence?",
            slips=[("turned round", "The bound lies below: subtract it.", "{bound} - {best bound}")],
        )


def _worth(p, q, t):
    terms = (a / 10 * log(2 * x) + b / 10 * log(2 - 2 * x) for a, b, x in zip(p, q, t, strict=True))
    return sum(terms) / 2


def _best(problem, names, p, q):
    for name, a, b in zip(names, p, q, strict=True):
        problem.ask(
            f"t({name})",
            f"({a}/10) / ({a}/10 + {b}/10)",
            f"the best answer to {name}",
            formula=r"\frac{p_k}{p_k + q_k}",
            hint=f"Out of all the times that {name} comes, how often is it from p?",
            slips=[
                ("for q", "That is the probability of q.", f"({b}/10) / ({a}/10 + {b}/10)"),
                ("probability of p", "That is how often it comes from p, not how surely it is from p.", f"{a}/10"),
            ],
        )


def _earned(problem, word, answers, p, q):
    """What answers, given as texts, are worth on what comes from p, on what comes from q, and the bound."""
    real = " + ".join(f"{a}/10 * ln({t})" for a, t in zip(p, answers, strict=True))
    fake = " + ".join(f"{b}/10 * ln(1 - {t})" for b, t in zip(q, answers, strict=True))
    swapped = " + ".join(f"{b}/10 * ln({t})" for b, t in zip(q, answers, strict=True))
    wrong = " + ".join(f"{b}/10 * ln({t})" for b, t in zip(q, answers, strict=True))
    whose = "of the best answers " if word else ""
    problem.ask(
        f"{word}from p",
        real,
        f"the mean logarithm {whose}on what comes from p".replace("  ", " "),
        formula=r"\sum_k p_k \ln t_k",
        hint="Weight the logarithm of each t by how often that comes from p.",
        slips=[("weighted by q", "Here the weights are those of p.", swapped)],
    )
    problem.ask(
        f"{word}from q",
        fake,
        f"the mean logarithm {whose}on what comes from q".replace("  ", " "),
        formula=r"\sum_k q_k \ln(1 - t_k)",
        hint="What comes from q is answered rightly with the probability 1 - t.",
        slips=[("t for 1 - t", "For what comes from q, the right answer has the probability 1 - t.", wrong)],
    )
    problem.ask(
        f"{word}bound",
        f"ln(2) + ({{{word}from p}} + {{{word}from q}}) / 2",
        "the Jensen-Shannon divergence" if word or problem.level == 2 else "the bound on the divergence",
        formula=r"\ln 2 + \frac{1}{2} (\text{from p} + \text{from q})",
        hint="Half of the sum of the two, and the logarithm of 2.",
        slips=[
            ("without the half", "Take half of the sum.", f"ln(2) + {{{word}from p}} + {{{word}from q}}"),
            ("without the logarithm", "Add the logarithm of 2.", f"({{{word}from p}} + {{{word}from q}}) / 2"),
        ],
    )
