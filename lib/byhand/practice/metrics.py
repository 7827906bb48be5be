"""Problems on confusion matrices."""

from byhand.practice.problem import kind

STORIES = (  # what is decided, the positive and the negative class, what a miss and a false alarm cost
    ("a test for an illness", ("ill", "well"), (50, 5)),
    ("a spam filter", ("spam", "ham"), (1, 10)),
    ("a smoke detector", ("fire", "quiet"), (200, 2)),
    ("a check of bearings", ("worn", "sound"), (40, 5)),
    ("a search for fraud", ("fraud", "honest"), (100, 4)),
)
THREE = (  # what is decided, and three classes
    ("a sorter of fruit", ("apple", "pear", "quince")),
    ("a forecast", ("sun", "cloud", "rain")),
    ("a filter of letters", ("bill", "advert", "private")),
    ("a reader of signs", ("stop", "yield", "limit")),
)


@kind(
    "confusion-matrix",
    "The confusion matrix",
    ["accuracy, precision, recall, F1", "both sides, and costs", "three classes: macro and micro averages"],
    chapter="05a-confusion-matrices",
)
def confusion_matrix(problem, random):
    if problem.level == 3:
        return _three_classes(problem, random)
    what, (yes, no), costs = random.choice(STORIES)
    while True:
        tp, fn, fp, tn = (random.randint(*ends) for ends in ((10, 45), (2, 20), (2, 25), (20, 80)))
        n = tp + fn + fp + tn
        apart = abs(tp / (tp + fp) - tp / (tp + fn)) > 0.1  # so that precision, recall and their means differ
        if n % 10 == 0 and len({tp, fn, fp, tn}) == 4 and apart and tp > 1.3 * max(fn, fp):
            break
    problem.title = f"How good is {what}?"
    problem.data = {"matrix": [[tp, fn], [fp, tn]], "costs": costs}
    problem.tables = {
        f"{n} cases: rows are the true classes, columns the predicted ones": _table((yes, no), ((tp, fn), (fp, tn)))
    }
    problem.question = f"Judge {what} by its confusion matrix. The positive class is {yes}."
    hits = [
        (
            "accuracy",
            f"({tp} + {tn}) / {n}",
            "the share of the cases that were classified correctly",
            r"\frac{TP + TN}{N}",
            "How many of all cases are on the diagonal?",
            [
                (
                    "without true negatives",
                    f"You left out the cases correctly called {no}.",
                    f"{tp} / ({tp} + {fp} + {fn})",
                ),
                ("hits only", f"The cases correctly called {no} count as well.", f"{tp} / {n}"),
                ("errors", "This is the share of errors.", f"({fp} + {fn}) / {n}"),
            ],
        ),
        (
            "precision",
            f"{tp} / ({tp} + {fp})",
            f"of those called {yes}, the share that is {yes}",
            r"\frac{TP}{TP + FP}",
            f"Of those called {yes}, a column, how many really are {yes}?",
            [
                ("recall", f"This is the recall: look at those called {yes}, a column.", f"{tp} / ({tp} + {fn})"),
                (
                    "wrong class",
                    f"This is the precision of {no}: the positive class is {yes}.",
                    f"{tn} / ({tn} + {fn})",
                ),
                ("of all", f"Divide by those called {yes}, not by all.", f"{tp} / {n}"),
            ],
        ),
        (
            "recall",
            f"{tp} / ({tp} + {fn})",
            f"of those that are {yes}, the share that is found",
            r"\frac{TP}{TP + FN}",
            f"Of those that really are {yes}, a row, how many were called {yes}?",
            [
                ("precision", f"This is the precision: look at those that are {yes}, a row.", f"{tp} / ({tp} + {fp})"),
                ("wrong class", f"This is the recall of {no}: the positive class is {yes}.", f"{tn} / ({tn} + {fp})"),
                ("of all", f"Divide by those that are {yes}, not by all.", f"{tp} / {n}"),
            ],
        ),
    ]
    for name, rule, label, formula, hint, slips in hits:
        problem.ask(name, rule, label, formula=formula, hint=hint, slips=slips)
    _f1(problem)
    if problem.level == 2:
        _both_sides(problem, tp, fn, fp, tn, yes, no, costs)


def _table(classes, matrix):
    columns = zip(*matrix, strict=True)
    return {"true class": classes, **{f"called {c}": column for c, column in zip(classes, columns, strict=True)}}


def _f1(problem, of=""):
    p, r = f"{{precision{of}}}", f"{{recall{of}}}"
    problem.ask(
        f"F1{of}",
        f"2 * {p} * {r} / ({p} + {r})",
        f"the harmonic mean of precision and recall{' of ' + of[1:-1] if of else ''}",
        formula=r"\frac{2 P R}{P + R}",
        hint="Twice the product of precision and recall, divided by their sum.",
        slips=[
            ("arithmetic mean", "This is the arithmetic mean: F1 is the harmonic one.", f"({p} + {r}) / 2"),
            ("2 forgotten", "You left out the factor 2.", f"{p} * {r} / ({p} + {r})"),
            ("product", "Divide by the sum of precision and recall.", f"2 * {p} * {r}"),
            ("geometric mean", "This is the geometric mean: F1 is the harmonic one.", f"sqrt({p} * {r})"),
        ],
    )


def _both_sides(problem, tp, fn, fp, tn, yes, no, costs):
    """Level 2: what happens to the negative class, both together, and costs."""
    miss, alarm = costs
    n = tp + fn + fp + tn
    problem.question += (
        f" A miss ({yes} called {no}) costs {miss} €, a false alarm ({no} called {yes}) costs {alarm} €: what do all "
        "errors cost together?"
    )
    problem.ask(
        "specificity",
        f"{tn} / ({tn} + {fp})",
        f"of those that are {no}, the share that is called {no}",
        formula=r"\frac{TN}{TN + FP}",
        hint=f"The recall of {no}: of those that really are {no}, a row, how many were called {no}?",
        slips=[
            ("recall", f"This is the recall of {yes}.", "{recall}"),
            (
                "column",
                f"You looked at those called {no}, a column: look at those that are {no}.",
                f"{tn} / ({tn} + {fn})",
            ),
            ("of all", f"Divide by those that are {no}, not by all.", f"{tn} / {n}"),
        ],
    )
    problem.ask(
        "false positive rate",
        f"{fp} / ({fp} + {tn})",
        f"of those that are {no}, the share that is called {yes}",
        formula=r"\frac{FP}{FP + TN}",
        hint=f"Of those that are {no}, how many were called {yes}?",
        slips=[
            (
                "of the positives",
                f"You divided by those called {yes}: divide by those that are {no}.",
                f"{fp} / ({fp} + {tp})",
            ),
            ("misses", f"This is the share of the {yes} that is missed.", f"{fn} / ({fn} + {tp})"),
            ("of all", f"Divide by those that are {no}, not by all.", f"{fp} / {n}"),
            ("specificity", "This is the specificity: subtract it from 1.", "{specificity}"),
        ],
    )
    problem.ask(
        "balanced accuracy",
        "({recall} + {specificity}) / 2",
        "the mean of the two recalls",
        formula=r"\frac{\text{recall} + \text{specificity}}{2}",
        hint="Average how well each of the two classes is recognised.",
        slips=[
            ("accuracy", "This is the accuracy, where the larger class counts more.", "{accuracy}"),
            (
                "with precision",
                "Average recall and specificity, not recall and precision.",
                "({recall} + {precision}) / 2",
            ),
            ("not halved", "Divide the sum by 2.", "{recall} + {specificity}"),
        ],
    )
    problem.ask(
        "cost",
        f"{miss} * {fn} + {alarm} * {fp}",
        "the cost of all errors together, in €",
        formula=r"c_{FN} \times FN + c_{FP} \times FP",
        hint="How many errors are there of each kind, and what does one cost?",
        slips=[
            ("costs swapped", "You swapped the two costs.", f"{alarm} * {fn} + {miss} * {fp}"),
            (
                "mean",
                "This is the mean cost of a case, but the question asks for the total.",
                f"({miss} * {fn} + {alarm} * {fp}) / {n}",
            ),
            ("errors", "This is the number of errors: multiply each kind by its cost.", f"{fn} + {fp}"),
        ],
    )


def _three_classes(problem, random):
    """Level 3: each class in turn is the positive one; then averages."""
    what, classes = random.choice(THREE)
    while True:
        sizes = random.sample((10, 20, 30, 40, 50), 3)
        matrix = [_row(random, size, i) for i, size in enumerate(sizes)]
        columns = [sum(column) for column in zip(*matrix, strict=True)]
        if all(abs(a - b) > 1 for a, b in zip(sizes, columns, strict=True)):
            break
    n = sum(sizes)
    problem.title = f"How good is {what} with three classes?"
    problem.data = {"matrix": matrix}
    problem.tables = {f"{n} cases: rows are the true classes, columns the predicted ones": _table(classes, matrix)}
    problem.question = (
        f"Judge {what} by its confusion matrix: precision, recall and F1 of each class, then the averages. A macro "
        "average is the mean over the classes; the micro average first counts all decisions together."
    )
    for i, c in enumerate(classes):
        hit, row, column = matrix[i][i], " + ".join(map(str, matrix[i])), " + ".join(str(line[i]) for line in matrix)
        problem.ask(
            f"precision({c})",
            f"{hit} / ({column})",
            f"of those called {c}, the share that is {c}",
            formula=r"\frac{TP}{TP + FP}",
            hint=f"Of those called {c}, a column, how many really are {c}?",
            slips=[
                ("recall", f"This is the recall: look at those called {c}, a column.", f"{hit} / ({row})"),
                ("of all", f"Divide by those called {c}, not by all.", f"{hit} / {n}"),
            ],
        )
        problem.ask(
            f"recall({c})",
            f"{hit} / ({row})",
            f"of those that are {c}, the share that is found",
            formula=r"\frac{TP}{TP + FN}",
            hint=f"Of those that really are {c}, a row, how many were called {c}?",
            slips=[
                ("precision", f"This is the precision: look at those that are {c}, a row.", f"{hit} / ({column})"),
                ("of all", f"Divide by those that are {c}, not by all.", f"{hit} / {n}"),
            ],
        )
        _f1(problem, f"({c})")
    diagonal = " + ".join(str(matrix[i][i]) for i in range(3))
    for name in ("precision", "recall", "F1"):
        values = [f"{{{name}({c})}}" for c in classes]
        weighted = " + ".join(f"{size}/{n} * {value}" for size, value in zip(sizes, values, strict=True))
        slips = [
            ("weighted", "You weighted the classes by their sizes: a macro average counts each class once.", weighted),
            ("micro", "This is the micro average: average the three values.", f"({diagonal}) / {n}"),
            ("sum", "Divide the sum by 3.", " + ".join(values)),
        ]
        if name == "F1":
            p, r = "{macro precision}", "{macro recall}"
            slips.insert(
                0,
                (
                    "F1 of the averages",
                    "You computed F1 of the averages: average the three F1 values.",
                    f"2 * {p} * {r} / ({p} + {r})",
                ),
            )
        problem.ask(
            f"macro {name}",
            f"({' + '.join(values)}) / 3",
            f"the mean {name} of the three classes",
            formula=rf"\frac{{1}}{{3}} \sum_c {name[0].upper()}_c",
            hint="The plain mean over the classes: each counts once, however large it is.",
            slips=slips,
        )
    problem.ask(
        "micro F1",
        f"({diagonal}) / {n}",
        "F1 of all decisions together",
        formula=r"\frac{\sum_c TP_c}{N}",
        hint="Each error is a false positive of one class and a false negative of another. What is F1 then?",
        slips=[
            ("macro", "This is the macro average: count all decisions together.", "{macro F1}"),
            ("errors", "This is the share of errors.", f"1 - ({diagonal}) / {n}"),
        ],
    )


def _row(random, size, i):
    """One row of a matrix: most of the cases at place i."""
    first, second = random.randint(1, size // 5), random.randint(1, size // 5 + 1)
    wrong = [first, second]
    wrong.insert(i, size - first - second)
    return wrong


@kind(
    "class-averages",
    "Macro, micro and weighted averages",
    ["of recall", "of precision", "of F1, with a class that is never predicted"],
    chapter="05a-confusion-matrices",
)
def class_averages(problem, random):
    what, classes = random.choice(THREE)
    never = random.randrange(3) if problem.level == 3 else None
    while True:
        sizes = random.sample((10, 20, 40, 50, 80), 3)
        matrix = [_row(random, size, i) for i, size in enumerate(sizes)]
        if never is not None:
            matrix = [_moved(row, never) for row in matrix]
        rows, columns = sizes, [sum(column) for column in zip(*matrix, strict=True)]
        recalls = [matrix[i][i] / sizes[i] for i in range(3)]
        apart = min(abs(a - b) for a, b in zip(rows, columns, strict=True)) > 1
        if apart and max(recalls) - min(recalls) > 0.15 and len({*rows, *columns}) == 6:
            break
    metric = ("recall", "precision", "F1")[problem.level - 1]
    n = sum(sizes)
    problem.title = f"How good is {what}, all classes together?"
    problem.data = {"matrix": matrix}
    problem.tables = {f"{n} cases: rows are the true classes, columns the predicted ones": _table(classes, matrix)}
    zero = " Where a precision is 0/0, take 0." if never is not None else ""
    problem.question = (
        f"Find the {metric} of each class, then three averages of it: *macro*, every class counts once; *weighted*, "
        f"every class counts by how often it occurs; *micro*, all decisions are counted together first.{zero}"
    )
    for i, c in enumerate(classes):
        hit, row, column = matrix[i][i], rows[i], columns[i]
        if metric == "F1":
            _ask_f1(problem, c, hit, row, column)
        else:
            _ask_share(problem, metric, c, hit, *((row, column) if metric == "recall" else (column, row)), n)
    _ask_averages(problem, metric, classes, sizes, columns, sum(matrix[i][i] for i in range(3)))


def _moved(row, never):
    """A row of which nothing is called `never`: the next class is called instead."""
    moved = list(row)
    moved[(never + 1) % 3] += moved[never]
    moved[never] = 0
    return moved


def _ask_share(problem, metric, c, hit, own, other, n):
    of, line = ("those that are", "a row") if metric == "recall" else ("those called", "a column")
    wrong = "precision" if metric == "recall" else "recall"
    problem.ask(
        f"{metric}({c})",
        f"{hit} / {own}",
        f"of {of} {c}, the share that is {'found' if metric == 'recall' else c}",
        formula=r"\frac{TP}{TP + FN}" if metric == "recall" else r"\frac{TP}{TP + FP}",
        hint=f"Add up {of} {c}, {line}. How many of them are on the diagonal?",
        slips=[
            (wrong, f"This is the {wrong}: divide by {of} {c}, {line}.", f"{hit} / {other}"),
            ("of all", f"Divide by {of} {c}, not by all.", f"{hit} / {n}"),
            ("errors", f"This is the share of {of} {c} that is wrong.", f"1 - {hit} / {own}"),
        ],
    )


def _ask_f1(problem, c, hit, row, column):
    problem.ask(
        f"F1({c})",
        f"2 * {hit} / ({row} + {column})",
        f"the harmonic mean of precision and recall of {c}",
        formula=r"\frac{2\,TP}{2\,TP + FN + FP}",
        hint="Twice the diagonal, divided by the sum of its row and the sum of its column: why is that 2PR/(P + R)?",
        slips=[
            ("2 forgotten", "You left out the factor 2.", f"{hit} / ({row} + {column})"),
            ("precision", "This is the precision alone.", f"{hit} / {column}" if column else "0"),
            ("recall", "This is the recall alone.", f"{hit} / {row}"),
            (
                "arithmetic mean",
                "This is the arithmetic mean: F1 is the harmonic one.",
                f"({hit} / {row} + {hit} / {max(column, 1)}) / 2",
            ),
        ],
    )


def _ask_averages(problem, metric, classes, sizes, columns, hits):
    n, values = sum(sizes), [f"{{{metric}({c})}}" for c in classes]
    plain = f"({' + '.join(values)}) / 3"
    by_size = " + ".join(f"{size} / {n} * {value}" for size, value in zip(sizes, values, strict=True))
    by_called = " + ".join(f"{size} / {n} * {value}" for size, value in zip(columns, values, strict=True))
    letter = metric[0].upper()
    problem.ask(
        f"macro {metric}",
        plain,
        f"the plain mean of the three values of {metric}",
        formula=rf"\frac{{1}}{{3}} \sum_c {letter}_c",
        hint="Each class counts once, however large it is.",
        slips=[
            ("weighted", "You weighted the classes by their sizes: a macro average counts each once.", by_size),
            ("sum", "Divide the sum by 3.", " + ".join(values)),
            ("micro", "This is the micro average: take the mean of the three values.", f"{hits} / {n}"),
        ],
    )
    slips = [
        ("macro", "This is the macro average: weight each class by how often it occurs.", f"{{macro {metric}}}"),
        ("not divided", "The weights are shares: divide by the number of all cases.", f"({by_size}) * {n}"),
    ]
    if metric != "recall":
        slips.append(
            ("by columns", "Weight by the true classes, the rows, not by how often each is called.", by_called)
        )
    problem.ask(
        f"weighted {metric}",
        by_size,
        f"the mean of {metric}, weighted by how often each class occurs",
        formula=rf"\sum_c \frac{{N_c}}{{N}} {letter}_c",
        hint="What share of all cases is of each class? Multiply, and add up.",
        slips=slips,
    )
    problem.ask(
        f"micro {metric}",
        f"{hits} / {n}",
        f"{metric} of all decisions together",
        formula=r"\frac{\sum_c TP_c}{N}",
        hint="Each error is a false positive of one class and a false negative of another. What remains?",
        slips=[
            ("macro", "This is the macro average: count all decisions together.", f"{{macro {metric}}}"),
            ("errors", "This is the share of errors.", f"1 - {hits} / {n}"),
        ],
    )
