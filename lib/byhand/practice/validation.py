"""Problems on bias and variance, and on cross-validation."""

from byhand.practice.problem import kind

FORECASTS = (  # what is predicted, and its unit
    ("the temperature at noon", "°C"),
    ("the waiting time at the counter", "min"),
    ("the yield of a field", "t"),
    ("the weight of a parcel", "kg"),
    ("the price of a used bicycle", "€"),
)
ROWS = (  # what is measured, one after the other
    ("the hours of sleep of six students", "hours"),
    ("the rainfall of six weeks", "mm"),
    ("the length of six fish", "cm"),
    ("the delay of six trains", "minutes"),
    ("the score of six games", "points"),
)


def _plus(numbers):
    return " + ".join(f"({number})" if number < 0 else str(number) for number in numbers)


@kind(
    "bias-variance",
    "Bias and variance",
    ["one place", "one place, with noise", "two models, which is better"],
    chapter="04a-generalization",
)
def bias_variance(problem, random):
    what, unit = random.choice(FORECASTS)
    while True:
        truth, models = random.randint(8, 30), 1 + (problem.level == 3)
        tables = [[truth + random.randint(-6, 6) for _ in range(4)] for _ in range(models)]
        means = [sum(table) / 4 for table in tables]
        good = all(
            len(set(t)) > 2 and m % 1 == 0 and 1 <= abs(m - truth) <= 4 for t, m in zip(tables, means, strict=True)
        )
        errors = [sum((p - truth) ** 2 for p in table) / 4 for table in tables]
        if good and (models == 1 or (len(set(errors)) == 2 and tables[0] != tables[1])):
            break
    noise = random.choice((1, 2, 4)) if problem.level == 2 else 0
    names = ("",) if models == 1 else (" of A", " of B")
    problem.title = f"Four samples predict {what}"
    problem.data = {"truth": truth, "predictions": tables, "noise": noise}
    rows = {"sample": [1, 2, 3, 4]}
    rows |= {f"prediction{name}": table for name, table in zip(names, tables, strict=True)}
    problem.tables = {f"Predictions of {what} ({unit}), by a model fitted to each of four samples": rows}
    problem.question = f"The truth is {truth} {unit}. Where does the error of the predictions come from?"
    if noise:
        problem.question += f" A new observation has noise of variance {noise}."
    for name, table in zip(names, tables, strict=True):
        _parts(problem, name, table, truth)
    if noise:
        problem.ask(
            "expected error",
            f"{noise} + {{error}}",
            "the expected squared error of predicting a new observation",
            formula=r"\sigma^2 + \text{bias}^2 + \text{variance}",
            hint="A new observation is off by its own noise as well.",
            slips=[
                ("without bias", "The bias is missing.", f"{noise} + {{variance}}"),
                ("without noise", "The noise is missing.", "{error}"),
                ("noise squared", "The noise is given as a variance: do not square it.", f"{noise}**2 + {{error}}"),
            ],
        )
    if models == 2:
        problem.ask(
            "better",
            "argmin({error of A}, {error of B})",
            "the model with the smaller mean squared error",
            formula=r"\operatorname{argmin}\ \text{error}",
            numbers="",
            hint="Neither bias nor variance decides alone: compare their sum.",
            options=("A", "B"),
        )


def _parts(problem, name, table, truth):
    squares = " + ".join(f"({p} - {{mean{name}}})**2" for p in table)
    off = " + ".join(f"({p} - {truth})**2" for p in table)
    problem.ask(
        f"mean{name}",
        f"({_plus(table)}) / 4",
        f"the mean of the four predictions{name}",
        formula=r"\frac{1}{S} \sum_s \hat f_s",
        hint="Add them and divide by four.",
        slips=[("sum", "Divide the sum by four.", _plus(table))],
    )
    problem.ask(
        f"bias{name}",
        f"{{mean{name}}} - {truth}",
        f"how far their mean is above the truth{name and ', for the model' + name[3:]}",
        formula=r"\bar f - f",
        hint="Mean prediction minus truth; below the truth it is negative.",
        slips=[("sign", "Check the sign: bias is the mean prediction minus the truth.", f"{truth} - {{mean{name}}}")],
    )
    problem.ask(
        f"variance{name}",
        f"({squares}) / 4",
        f"how much the predictions{name} scatter about their own mean",
        formula=r"\frac{1}{S} \sum_s (\hat f_s - \bar f)^2",
        hint="The mean of the squared distances from the mean of the predictions.",
        slips=[
            ("divided by 3", "Divide by the four samples, not by three.", f"({squares}) / 3"),
            ("from the truth", "Measure from the mean of the predictions, not from the truth.", f"({off}) / 4"),
            ("root", "That is the standard deviation.", f"sqrt(({squares}) / 4)"),
            ("sum", "Divide the sum by four.", squares),
        ],
    )
    problem.ask(
        f"error{name}",
        f"{{bias{name}}}**2 + {{variance{name}}}",
        f"the mean squared error{name} about the truth",
        formula=r"\text{bias}^2 + \text{variance}",
        hint="Add the two parts, or check: average the squared distances from the truth.",
        slips=[
            ("bias not squared", "Square the bias first.", f"{{bias{name}}} + {{variance{name}}}"),
            ("variance only", "The bias counts as well.", f"{{variance{name}}}"),
        ],
    )


@kind(
    "cross-validation",
    "Cross-validation",
    ["three folds of two", "folds of unequal size", "mean or line: choose by cross-validation"],
    chapter="04b-validation",
)
def cross_validation(problem, random):
    if problem.level == 2:
        return _unequal(problem, random)
    if problem.level == 3:
        return _mean_or_line(problem, random)
    what, unit = random.choice(ROWS)
    while True:
        y = [random.randint(2, 20) for _ in range(6)]
        means = [(sum(y) - y[i] - y[i + 1]) / 4 for i in (0, 2, 4)]
        if len(set(y)) == 6 and all(m % 1 == 0 for m in means) and len(set(means)) == 3:
            break
    problem.title = "Three folds by hand"
    problem.data = {"y": y, "folds": 3}
    problem.tables = {f"In their order: {what}, in {unit}": {"row": [1, 2, 3, 4, 5, 6], unit: y}}
    problem.question = (
        "Predict every number by the mean of those learned from, and judge by the squared error. Use three folds: "
        "rows 1 and 2, rows 3 and 4, rows 5 and 6."
    )
    for fold, i in enumerate((0, 2, 4), 1):
        rest = [value for j, value in enumerate(y) if j not in (i, i + 1)]
        _fold(problem, fold, rest, y[i : i + 2], y)
    _average(problem, 3)


def _fold(problem, fold, rest, judged, everything):
    mean = f"{{mean {fold}}}"
    squares = " + ".join(f"({value} - {mean})**2" for value in judged)
    n = len(rest)
    problem.ask(
        f"mean {fold}",
        f"({_plus(rest)}) / {n}",
        f"the prediction when fold {fold} is left out",
        formula=r"\frac{1}{n - n_k} \sum_{i \notin \text{fold } k} y_i",
        hint="The mean of the rows outside the fold.",
        slips=[
            (
                "all rows",
                "That is the mean of all rows: leave the fold out.",
                f"({_plus(everything)}) / {len(everything)}",
            ),
            ("the fold", "That is the mean of the fold itself.", f"({_plus(judged)}) / {len(judged)}"),
        ],
    )
    problem.ask(
        f"error {fold}",
        f"({squares}) / {len(judged)}",
        f"the mean squared error on fold {fold}",
        formula=r"\frac{1}{n_k} \sum_{i \in \text{fold } k} (y_i - \bar y)^2",
        hint="Only the rows of the fold are judged.",
        slips=[
            ("sum", f"Divide by the {len(judged)} rows of the fold.", squares),
            ("root", "That is its square root.", f"sqrt(({squares}) / {len(judged)})"),
        ],
    )


def _average(problem, folds):
    errors = [f"{{error {fold}}}" for fold in range(1, folds + 1)]
    problem.ask(
        "CV",
        f"({' + '.join(errors)}) / {folds}",
        "the cross-validated error",
        formula=r"\frac{1}{K} \sum_k \text{error}_k",
        hint="The mean over the folds.",
        slips=[("sum", f"Divide by the {folds} folds.", " + ".join(errors))],
    )


def _unequal(problem, random):
    """Level 2: shares of mistakes in folds of different size."""
    while True:
        sizes = random.choice(((4, 3, 3), (5, 4, 4), (6, 5, 5), (7, 7, 6), (8, 7, 7), (9, 8, 8)))
        wrong = [random.randint(0, size - 1) for size in sizes]
        pooled = sum(wrong) / sum(sizes)
        mean = sum(w / n for w, n in zip(wrong, sizes, strict=True)) / 3
        if sum(wrong) > 1 and abs(pooled - mean) > 0.006 * mean and sum(w > 0 for w in wrong) > 1:
            break
    n = sum(sizes)
    problem.title = f"{n} rows in three folds"
    problem.data = {"sizes": sizes, "wrong": wrong}
    problem.tables = {
        "A classifier in three-fold cross-validation": {"fold": [1, 2, 3], "rows": sizes, "mistakes": wrong}
    }
    problem.question = "What error rate does cross-validation report, and what would you get by pooling all rows?"
    for fold, (w, size) in enumerate(zip(wrong, sizes, strict=True), 1):
        problem.ask(
            f"error {fold}",
            f"{w} / {size}",
            f"the share of mistakes in fold {fold}",
            formula=r"\frac{\text{mistakes}}{\text{rows}}",
            hint="Divide by the rows of this fold.",
            slips=[
                ("right", "That is the share that was right.", f"({size} - {w}) / {size}"),
                ("of all", "Divide by the rows of the fold.", f"{w} / {n}"),
            ],
        )
    _average(problem, 3)
    problem.ask(
        "pooled",
        f"({_plus(wrong)}) / {n}",
        "the share of mistakes among all rows together",
        formula=r"\frac{\text{all mistakes}}{\text{all rows}}",
        hint="Count all mistakes, and divide by all rows.",
        slips=[("mean of folds", "That is the mean over the folds.", "{CV}")],
    )


def _mean_or_line(problem, random):
    """Level 3: leave-one-out for four points: a constant against a line through the origin."""
    while True:
        x, slope = random.sample(range(1, 8), 4), random.choice((2, 3, 4))
        x.sort()
        y = [slope * value + random.choice((-3, -2, -1, 0, 1, 2, 3)) for value in x]
        squares, products = sum(a * a for a in x[:3]), sum(a * b for a, b in zip(x[:3], y[:3], strict=True))
        friendly = sum(y[:3]) % 3 == 0 and 10 * products % squares == 0  # a whole constant, a slope of one decimal
        if len(set(y)) == 4 and min(y) > 0 and friendly:
            done = [[round(error) for error in _round(x, y, i)] for i in range(3)]
            whole = [sum(errors) for errors in zip(*done, _round(x, y, 3), strict=True)]
            if abs(whole[0] - whole[1]) > 1 and min(_round(x, y, 3)) > 2:
                break
    problem.title = "A constant or a line?"
    problem.data = {"x": x, "y": y}
    problem.tables = {"Four points": {"x": x, "y": y}}
    problem.question = (
        "Compare two models by leaving one out, the errors squared: a constant (the mean of the y learned from), and a "
        r"line through the origin, whose slope is $\sum x y / \sum x^2$ over the rows learned from. Work out the round "
        "in which the last point is left out; the first three rounds have been done for you."
    )
    constants, slopes = zip(*done, strict=True)
    problem.tables["Rounds that are done: squared errors, as whole numbers"] = {
        "left out": ["point 1", "point 2", "point 3"],
        "constant": constants,
        "line": slopes,
    }
    first, last = list(zip(x, y, strict=True))[:3], (x[3], y[3])
    problem.ask(
        "constant",
        f"({_plus([b for _, b in first])}) / 3",
        "the constant without the last point",
        formula=r"\frac{1}{3} \sum_{i \le 3} y_i",
        hint="The mean of the first three y.",
        slips=[("all", "Leave the last point out.", f"({_plus(y)}) / 4")],
    )
    products, squares = " + ".join(f"{a}*{b}" for a, b in first), " + ".join(f"{a}**2" for a, _ in first)
    problem.ask(
        "slope",
        f"({products}) / ({squares})",
        "the slope of the line without the last point",
        formula=r"\frac{\sum x_i y_i}{\sum x_i^2}",
        hint="Sum of the products over sum of the squares, of the first three points.",
        slips=[
            (
                "all",
                "Leave the last point out.",
                f"({products} + {last[0]}*{last[1]}) / ({squares} + {last[0]}**2)",
            ),
        ],
    )
    for name, predicted in (("constant", "{constant}"), ("line", f"{last[0]} * {{slope}}")):
        problem.ask(
            f"error of the {name}",
            f"({last[1]} - {predicted})**2",
            f"the squared error of the {name} on the last point",
            formula=r"(y_4 - \hat y_4)^2",
            hint="Predict the last y, and square the error.",
            slips=[("not squared", "Square it.", f"{last[1]} - {predicted}")],
        )
    for name, earlier in (("constant", constants), ("line", slopes)):
        problem.ask(
            f"CV of the {name}",
            f"({_plus(earlier)} + {{error of the {name}}}) / 4",
            f"the leave-one-out error of the {name}",
            formula=r"\frac{1}{4} \sum_i \text{error}_i",
            hint="The mean of the four rounds.",
            slips=[("sum", "Divide by four.", f"{_plus(earlier)} + {{error of the {name}}}")],
        )
    problem.ask(
        "choice",
        "argmin({CV of the constant}, {CV of the line})",
        "the model that cross-validation chooses",
        formula=r"\operatorname{argmin}\ \text{CV}",
        numbers="",
        hint="The one with the smaller error.",
        options=("constant", "line"),
    )


def _round(x, y, i):
    """The squared errors of both models on point i, which is left out."""
    rest = [j for j in range(4) if j != i]
    constant = sum(y[j] for j in rest) / 3
    slope = sum(x[j] * y[j] for j in rest) / sum(x[j] ** 2 for j in rest)
    return (y[i] - constant) ** 2, (y[i] - slope * x[i]) ** 2
