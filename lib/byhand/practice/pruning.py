"""Problems on pruning decision trees: what a question saves for each leaf that it adds, and the weakest link."""

from byhand.practice.problem import kind

STORIES = (
    ("Loan", ("paid", "late")),
    ("Plant", ("blooms", "wilts")),
    ("Match", ("won", "lost")),
    ("Film", ("liked", "left")),
)
NODES = ("L", "R", "root")


@kind(
    "weakest-link",
    "Cost-complexity pruning",
    [
        "one question: from which price of a leaf on is it pruned?",
        "a tree with three questions: which is the weakest link?",
        "the same, and on until only the root is left",
    ],
    chapter="13b-pruning-and-numbers",
)
def weakest_link(problem, random):
    target, classes = random.choice(STORIES)
    n = random.choice((40, 50, 60, 80))
    while True:
        leaves = _leaves(random, n)
        if _is_good(leaves, n, problem.level):
            break
    problem.data = {"n": n, "leaves": leaves}
    if problem.level == 1:
        return _one_question(problem, n, leaves, target, classes)
    rows = ("first leaf of L", "second leaf of L", "first leaf of R", "second leaf of R")
    counts = dict(zip(classes, zip(*leaves, strict=True), strict=True))
    problem.tables = {f"{target}: the leaves of a tree, {n} cases": {"leaf": rows, **counts}}
    problem.title = f"{target}: which question is the weakest link?"
    problem.question = (
        "The root of a tree asks a question, and so do both nodes below it, L and R. The table counts "
        f"{classes[0]} and {classes[1]} in the four leaves. Every leaf costs the same price. Count mistakes in place "
        "of the impurity: a node that gives one answer errs on all cases of its rarer class. Which question goes first "
        "as the price rises"
        + ("?" if problem.level == 2 else ", and at which price is only the root left, as a single leaf?")
    )
    for name, two in zip(NODES, (leaves[:2], leaves[2:]), strict=False):
        _alone(problem, name, two)
        _below(problem, name, two)
        _saved(problem, name, n)
    _alone(problem, "root", leaves)
    whole = "{alone(root)} - {below(L)} - {below(R)}"
    problem.ask(
        "g(root)",
        f"({whole}) / {n} / 3",
        "what the whole tree saves for each leaf that it adds to the root, as a share of all cases",
        formula=r"\frac{\text{alone} - \text{below}}{N \times \text{leaves added}}",
        hint="The whole tree has four leaves. How many more is that than a bare root?",
        slips=[
            (
                "all leaves",
                "Divide by the leaves that are added: the bare root is one already.",
                f"({whole}) / {n} / 4",
            ),
            ("one leaf", "The whole tree adds three leaves: divide by three.", f"({whole}) / {n}"),
        ],
    )
    links = ", ".join(f"{{g({name})}}" for name in NODES)
    problem.ask(
        "weakest",
        f"argmin({links})",
        "the weakest link",
        formula=r"\operatorname{argmin}_m g_m",
        hint="Which question saves least for each leaf?",
        slips=[("strongest", "That question saves most for each leaf: it is the last to go.", f"argmax({links})")],
        options=NODES,
    )
    if problem.level == 3:
        _to_the_root(problem, n)


def _one_question(problem, n, leaves, target, classes):
    """Level 1: a node with two leaves, somewhere in a tree."""
    two = leaves[:2]
    counts = dict(zip(classes, zip(*two, strict=True), strict=True))
    problem.tables = {f"{target}: the leaves of L": {"leaf": ("first", "second"), **counts}}
    problem.title = f"{target}: is the question at L worth a leaf?"
    problem.question = (
        f"A tree was grown on {n} cases. One of its questions, at the node L, has two leaves; the table counts "
        f"{classes[0]} and {classes[1]} in them. Every leaf costs the same price. Count mistakes in place of the "
        "impurity: a node that gives one answer errs on all cases of its rarer class. From which price on is the "
        "question pruned?"
    )
    _alone(problem, "L", two)
    _below(problem, "L", two)
    _saved(problem, "L", n)


def _alone(problem, name, leaves):
    first, second = (" + ".join(str(leaf[k]) for leaf in leaves) for k in (0, 1))
    rarer = " + ".join(f"min({a}, {b})" for a, b in leaves)
    problem.ask(
        f"alone({name})",
        f"min({first}, {second})",
        f"the mistakes that {name} would make as a leaf",
        formula=r"\min(N_1, N_2)",
        hint=f"Add up the two classes over the leaves below {name}: which is the rarer one?",
        slips=[
            ("right answers", "Those are the cases that it gets right.", f"max({first}, {second})"),
            ("each leaf", "As one leaf it gives one answer to all: add up each class before you compare.", rarer),
        ],
    )


def _below(problem, name, leaves):
    rarer = [f"min({a}, {b})" for a, b in leaves]
    problem.ask(
        f"below({name})",
        " + ".join(rarer),
        f"the mistakes that the two leaves of {name} make",
        formula=r"\sum_l \min(N_{l,1}, N_{l,2})",
        hint=f"Each leaf of {name} answers with its own more frequent class.",
        slips=[
            ("one leaf", "That is one of the two leaves: add the other.", rarer[0]),
            (
                "right answers",
                "Those are the cases that they get right.",
                " + ".join(f"max({a}, {b})" for a, b in leaves),
            ),
        ],
    )


def _saved(problem, name, n):
    saved = f"{{alone({name})}} - {{below({name})}}"
    problem.ask(
        f"g({name})",
        f"({saved}) / {n}",
        f"what the question at {name} saves for each leaf that it adds, as a share of all cases",
        formula=r"\frac{\text{alone} - \text{below}}{N \times \text{leaves added}}",
        hint=f"How many fewer mistakes are there with the question? It adds one leaf to the one that {name} would be.",
        slips=[
            ("count", "Give it as a share of all the tree's cases.", saved),
            ("all leaves", "Two leaves in place of one: only one is added.", f"({saved}) / {n} / 2"),
            ("mistakes made", "What counts is what the question saves, not what is left.", f"{{alone({name})}} / {n}"),
        ],
    )


def _to_the_root(problem, n):
    """Level 3: the second price and the last."""
    left = "pick({weakest}, {alone(L)} + {below(R)}, {below(L)} + {alone(R)}, {below(L)} + {below(R)})"
    problem.ask(
        "g(root), one link cut",
        f"({{alone(root)}} - {left}) / {n} / 2",
        "what the root saves for each added leaf once the weakest link has become a leaf",
        formula=r"\frac{\text{alone} - \text{below}}{N \times \text{leaves added}}",
        hint="Three leaves are left; one of them makes the mistakes of the node that it replaced.",
        slips=[
            ("old number", "That is the root with its full tree: a leaf has gone since.", "{g(root)}"),
            ("three leaves", "Three leaves in place of one: two are added.", f"({{alone(root)}} - {left}) / {n} / 3"),
        ],
    )
    problem.ask(
        "last price",
        f"({{alone(root)}} - {{alone(L)}} - {{alone(R)}}) / {n}",
        "the price from which only the root is left",
        formula=r"\frac{\text{alone}(\text{root}) - \text{alone}(L) - \text{alone}(R)}{N}",
        hint="By then L and R are leaves. What does the root's own question save, with one added leaf?",
        slips=[
            (
                "too early",
                "One question is still left below the root then, and it goes first.",
                "{g(root), one link cut}",
            ),
            ("full tree", "That is the root with its full tree; L and R have become leaves since.", "{g(root)}"),
        ],
    )


def _leaves(random, n):
    """Class counts of four leaves, n cases in all; in each pair one leaf of either class."""
    while True:
        leaves = []
        for _ in range(2):
            leaves += [
                (random.randint(4, n // 3), random.randint(1, 4)),
                (random.randint(1, 4), random.randint(3, n // 4)),
            ]
        if sum(map(sum, leaves)) == n:
            return leaves


def _is_good(leaves, n, level):
    """Whether every question saves something, the links are well apart and, from level 3 on, the root goes last."""
    alone = [_rarer(leaves[:2]), _rarer(leaves[2:])]
    below = [sum(map(min, leaves[:2])), sum(map(min, leaves[2:]))]
    if min(a - b for a, b in zip(alone, below, strict=True)) < 1 or _rarer(leaves) <= sum(alone):
        return False
    links = [(a - b) / n for a, b in zip(alone, below, strict=True)]
    links.append((_rarer(leaves) - sum(below)) / n / 3)
    first, second, _ = sorted(links)
    if second < 1.15 * first:
        return False
    if level < 3:
        return True
    weak = links.index(first)
    if weak == 2:
        return False
    after = (_rarer(leaves) - alone[weak] - below[1 - weak]) / n / 2
    return links[1 - weak] < 0.9 * after


def _rarer(leaves):
    return min(sum(leaf[k] for leaf in leaves) for k in (0, 1))
