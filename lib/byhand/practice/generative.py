"""Problems on divergences, on the discriminator that measures one, and on the bound of the evidence."""

from math import log

from byhand.practice.problem import kind

STORIES = (  # who makes what, and of which kinds
    ("Two machines fill bags with sweets", ("blue", "orange", "green")),
    ("Two bakers fill baskets with rolls", ("plain", "seeded", "sweet")),
    ("Two stations play records", ("jazz", "pop", "folk")),
    ("Two gardeners plant tulips", ("red", "white", "yellow")),
    ("Two poets end their lines", ("stressed", "unstressed", "broken")),
    ("Two buses arrive", ("early", "late", "on time")),
    ("Two kitchens send out soups", ("pea", "leek", "tomato")),
    ("Two anglers catch fish", ("perch", "roach", "pike")),
    ("Two shelves hold books", ("novels", "poems", "plays")),
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
        f"{story}, the first with the distribution p, the second with q. A coin decides in secret which of the "
        "two it is. You are shown one outcome, and say with which probability t it came from the first. "
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
        problem.question += "You always answer as in the table. Which bound on the Jensen-Shannon divergence "
        problem.question += "does that give, and how much better are the best answers?"
    else:
        problem.question += "What are the best answers, and which Jensen-Shannon divergence do they reveal?"
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


CAUSES = (  # what is seen, and its two hidden causes
    ("a late bus", "old driver", "new driver"),
    ("a soft apple", "upper orchard", "lower orchard"),
    ("a blurred photograph", "old camera", "new camera"),
    ("a sour loaf", "first baker", "second baker"),
    ("a misprinted page", "morning shift", "night shift"),
)


@kind(
    "evidence-bound",
    "The bound on the evidence",
    [
        "two hidden causes: evidence and posterior",
        "the bound that a belief gives, and what it misses",
        "one number through a variational autoencoder",
    ],
    chapter="25b-latent-variables",
)
def evidence_bound(problem, random):
    if problem.level == 3:
        _one_code(problem, random)
        return
    seen, first, second = random.choice(CAUSES)
    p = random.choice((2, 3, 4, 5, 6, 7))
    a, b = random.sample((1, 2, 3, 4, 6, 8, 9), 2)
    problem.data = {"prior": [p / 10, 1 - p / 10], "likelihood": [a / 10, b / 10]}
    problem.title = f"Who or what is behind {seen}?"
    causes = [first, second]
    columns = {"cause": causes, "prior p": [f"{p}/10", f"{10 - p}/10"], "q(x | cause)": [f"{a}/10", f"{b}/10"]}
    prior, likelihood = (f"({p}/10)", f"({10 - p}/10)"), (f"({a}/10)", f"({b}/10)")
    if problem.level == 1:
        problem.question = (
            f"You see {seen}, call it x. It has one of two hidden causes, with the probabilities in the table. How "
            "probable is x, and how probable is each cause once x is seen? Use natural logarithms."
        )
        _evidence(problem, prior, likelihood)
        _posterior(problem, prior, likelihood)
    else:
        after = p * a / (p * a + (10 - p) * b)
        far = [r for r in range(1, 10) if r not in (p, a, b) and _two_way(r / 10, after) > 0.2]
        r = random.choice(far or [9 if after < 0.5 else 1])
        problem.data["belief"] = [r / 10, 1 - r / 10]
        columns["belief b"] = [f"{r}/10", f"{10 - r}/10"]
        problem.question = (
            f"You see {seen}, call it x, and believe in its two hidden causes as the last column says. Which bound on "
            "the log-evidence does the belief give, and how far below is it? Use natural logarithms."
        )
        belief = (f"({r}/10)", f"({10 - r}/10)")
        _bound(problem, belief, prior, likelihood)
        _evidence(problem, prior, likelihood)
        problem.ask(
            "gap",
            "{log-evidence} - {bound}",
            "what the bound misses",
            formula=r"\ln q(x) - \text{bound}",
            hint="How far is the bound below the logarithm of the evidence?",
            slips=[("turned round", "A bound from below cannot be above.", "{bound} - {log-evidence}")],
        )
    problem.tables = {"Two causes": columns}


def _two_way(r, p):
    """The divergence of a belief r in the first of two causes from a posterior p."""
    return r * log(r / p) + (1 - r) * log((1 - r) / (1 - p))


def _evidence(problem, prior, likelihood):
    problem.ask(
        "q(x)",
        f"{prior[0]} * {likelihood[0]} + {prior[1]} * {likelihood[1]}",
        "the evidence: how probable x is",
        formula=r"\sum_\omega p(\omega)\, q(x \mid \omega)",
        hint="Each cause first happens, and then has to lead to x.",
        slips=[
            ("without the prior", "Weight each by how probable the cause is.", f"{likelihood[0]} + {likelihood[1]}"),
            ("plain mean", "Weight by the prior: the causes need not be equally probable.",
             f"({likelihood[0]} + {likelihood[1]}) / 2"),
        ],
    )  # fmt: skip
    mean = f"{prior[0]} * ln({likelihood[0]}) + {prior[1]} * ln({likelihood[1]})"
    problem.ask(
        "log-evidence",
        "ln({q(x)})",
        "the logarithm of the evidence",
        formula=r"\ln q(x)",
        hint="The logarithm of the sum, not the sum of logarithms.",
        slips=[("mean of logarithms", "That is the mean of the logarithms: first the mean, then the logarithm.", mean)],
    )


def _posterior(problem, prior, likelihood):
    for k in (0, 1):
        problem.ask(
            f"P({k + 1}|x)",
            f"{prior[k]} * {likelihood[k]} / {{q(x)}}",
            f"the posterior of cause {k + 1}",
            formula=r"\frac{p(\omega)\, q(x \mid \omega)}{q(x)}",
            hint="What share of the evidence comes by way of this cause?",
            slips=[
                ("not divided", "Divide by the evidence, so that the two sum to 1.", f"{prior[k]} * {likelihood[k]}"),
                ("without the prior", "The prior belongs into the product.", f"{likelihood[k]} / {{q(x)}}"),
            ],
        )


def _bound(problem, belief, prior, likelihood):
    pairs = list(zip(belief, likelihood, strict=True))
    problem.ask(
        "reconstruction",
        " + ".join(f"{r} * ln({q})" for r, q in pairs),
        "the mean log-likelihood under the belief",
        formula=r"\sum_\omega b(\omega) \ln q(x \mid \omega)",
        hint="Weight the logarithm of each likelihood by the belief in its cause.",
        slips=[
            ("weighted by the prior", "Weight by the belief, not by the prior.",
             " + ".join(f"{p} * ln({q})" for p, q in zip(prior, likelihood, strict=True))),
            ("logarithm of the mean", "First the logarithms, then their mean.",
             f"ln({' + '.join(f'{r} * {q}' for r, q in pairs)})"),
        ],
    )  # fmt: skip
    there = list(zip(belief, prior, strict=True))
    problem.ask(
        "divergence",
        " + ".join(f"{r} * ln(({r}) / ({p}))" for r, p in there),
        "how far the belief is from the prior",
        formula=r"\sum_\omega b(\omega) \ln \frac{b(\omega)}{p(\omega)}",
        hint="The belief weights the terms and goes on top.",
        slips=[
            ("other direction", "That is the divergence of the prior from the belief.",
             " + ".join(f"{p} * ln(({p}) / ({r}))" for r, p in there)),
            ("fraction turned round", "The belief goes on top in the fractions.",
             " + ".join(f"{r} * ln(({p}) / ({r}))" for r, p in there)),
        ],
    )  # fmt: skip
    problem.ask(
        "bound",
        "{reconstruction} - {divergence}",
        "the bound on the log-evidence",
        formula=r"\text{reconstruction} - \text{divergence}",
        hint="The divergence is a price.",
        slips=[("added", "The divergence is subtracted.", "{reconstruction} + {divergence}")],
    )


def _one_code(problem, random):
    """Level 3: one row through encoder and decoder, with one draw of noise."""
    mean, noise = random.choice((-3, -2, -1, 1, 2, 3)), random.choice((-2, -1, 1, 2))
    std = random.choice((2, 4, 5, 8))  # in tenths
    slope, shift = random.choice((-3, -2, 2, 3)), random.choice((-2, -1, 1, 2))
    made = slope * (mean / 2 + std * noise / 10) + shift
    x = round(made) + random.choice((-2, -1, 1, 2))
    problem.data = {"mean": mean / 2, "std": std / 10, "noise": noise, "slope": slope, "shift": shift, "x": x}
    problem.title = f"One number, x = {x}, through a variational autoencoder"
    problem.question = (
        rf"For x = {x} the encoder says $\mu = {mean / 2:g}$ and $\sigma = {std / 10:g}$. The noise drawn is "
        rf"$\epsilon = {noise}$. The decoder's output is $\hat x = {slope} \omega {shift:+d}$, and the data are taken "
        "to have normal noise of spread 1 around it; its constant is left out. What is this row's part of the loss?"
    )
    problem.tables = {}
    problem.ask(
        "omega",
        f"{mean}/2 + {std}/10 * {noise}" if noise >= 0 else f"{mean}/2 - {std}/10 * {-noise}",
        "the hidden number",
        formula=r"\mu + \sigma \epsilon",
        hint="The noise is stretched and moved.",
        slips=[("without the spread", "The noise is multiplied by σ first.", f"{mean}/2 + {noise}"
                if noise >= 0 else f"{mean}/2 - {-noise}")],
    )  # fmt: skip
    problem.ask(
        "xhat",
        f"{slope} * {{omega}} + {shift}" if shift >= 0 else f"{slope} * {{omega}} - {-shift}",
        "what the decoder makes of it",
        formula=r"\text{decoder}(\omega)",
        hint="Put the hidden number into the decoder's line.",
        slips=[("of the mean", "Put in ω, with its noise, and not μ.", f"{slope} * {mean}/2 + {shift}"
                if shift >= 0 else f"{slope} * {mean}/2 - {-shift}")],
    )  # fmt: skip
    problem.ask(
        "reconstruction",
        f"-(({x} - {{xhat}}) ** 2) / 2",
        "the log-likelihood of x, up to its constant",
        formula=r"-\frac{1}{2} (x - \text{output})^2",
        hint="A normal density of spread 1, without the root of 2π.",
        slips=[("without the half", "The normal density has a half in the exponent.", f"-(({x} - {{xhat}}) ** 2)")],
    )
    problem.ask(
        "divergence",
        f"(({mean}/2) ** 2 + ({std}/10) ** 2 - 1) / 2 - ln({std}/10)",
        "of the belief from the standard normal prior",
        formula=r"\frac{1}{2} (\mu^2 + \sigma^2 - 1 - \ln \sigma^2)",
        hint="Only μ and σ matter here, neither the noise nor x.",
        slips=[
            ("σ for its square", "The formula has σ², and its logarithm.",
             f"(({mean}/2) ** 2 + {std}/10 - 1 - ln({std}/10)) / 2"),
            ("without the half", "The whole bracket is halved.",
             f"({mean}/2) ** 2 + ({std}/10) ** 2 - 1 - 2 * ln({std}/10)"),
        ],
    )  # fmt: skip
    problem.ask(
        "loss",
        "{divergence} - {reconstruction}",
        "what training makes small",
        formula=r"\text{divergence} - \text{reconstruction}",
        hint="Minus the bound.",
        slips=[("the bound", "That is the bound; the loss is minus the bound.", "{reconstruction} - {divergence}")],
    )
