"""Decision trees on paper: the choice of a question, with the impurity of each branch and the gain of each feature."""

from fractions import Fraction

import numpy as np

from byhand.base import Classifier, as_labels, as_table, as_vector, encode_classes, first_best
from byhand.impurity import TIE
from byhand.paper import Paper, number, of, total
from byhand.paper.information import MOST_WRITTEN, write_entropy
from byhand.working import Step, as_printed


def choice(model, X, y):
    """How a `byhand.trees.DecisionTree` chooses a question about the rows X, shape (n, d), with outcomes y, (n,)."""
    questions, X = model.questions(X, y), as_table(X)
    kind = _Labels if isinstance(model, Classifier) else _Numbers
    sheet, outcomes = Paper(f"The best question about {len(X)} rows", decimals=False), kind(model, y, len(X))
    whole = outcomes.write(sheet, np.ones(len(X), dtype=bool))
    impurity = float(sheet.values[whole])
    if impurity == 0:
        questions = {}
    for name, question in questions.items():
        _write_question(sheet, outcomes, name, question, X, whole)
    decision, formula = "leaf", None
    if questions:
        place = first_best(np.array([question.score for question in questions.values()]), TIE * impurity)
        name = list(questions)[place]
        if model.min_gain is None or questions[name].gain > model.min_gain + TIE * impurity:
            word = sheet.steps[-1].name.split("(")[0]
            decision, formula = name, rf"\operatorname{{argmax}} \text{{{word}}}"
    sheet.line("decision", decision, formula)
    return sheet.working()


def _write_question(sheet, outcomes, name, question, X, whole):
    """What a feature gains by its best question about all rows, whose impurity is the line `whole`."""
    branches = [condition.holds(X) for condition in question.conditions]
    sizes, known = [int(rows.sum()) for rows in branches], np.any(branches, axis=0)
    n, answered = len(X), int(known.sum())
    if question.conditions[0].sign != "=":
        sheet.line(f"threshold({name})", question.conditions[0].value, note="that of the largest gain")
    before = whole if answered == n else outcomes.write(sheet, known, f"{name} known")
    lines = [
        outcomes.write(sheet, rows, str(condition))
        for condition, rows in zip(question.conditions, branches, strict=True)
    ]
    terms = [number(size) / answered * of(line) for size, line in zip(sizes, lines, strict=True)]
    _write_sum(sheet, f"after({name})", terms, r"\sum_b \frac{n_b}{n} i_b")
    fall, formula = of(before) - of(f"after({name})"), r"i - \text{after}"
    if answered < n:
        fall, formula = number(answered) / n * fall, rf"\frac{{n_\text{{known}}}}{{n}} \left({formula}\right)"
    if 0 < abs(fall(sheet.values)) < TIE * sheet.values[before]:  # nothing but rounding
        sheet.hidden(f"gain({name})", 0.0)
        sheet.steps.append(Step(f"gain({name})", formula, fall.latex(sheet.values, decimals=False), 0.0))
    else:
        sheet.line(f"gain({name})", fall, formula)
    outcomes.write_score(sheet, name, [*sizes, n - answered])


def _write_sum(sheet, name, terms, formula):
    if len(terms) <= MOST_WRITTEN:
        return sheet.line(name, total(terms), formula)
    return sheet.line(name, sum(term(sheet.values) for term in terms), formula)


class _Labels:
    """Outcomes that are labels: a line counts them and gives their impurity."""

    def __init__(self, model, y, rows):
        classes, self.index = encode_classes(as_labels(y, rows), at_least=1)
        self.names = [str(label) for label in classes]
        self.criterion, self.base = model.criterion, model.base

    def write(self, sheet, rows, where=""):
        """The lines of some rows, a boolean array; returns the name of the line with the impurity."""
        counts = np.bincount(self.index[rows], minlength=len(self.names)).tolist()
        n, note = sum(counts), ", ".join(f"{count} {name}" for count, name in zip(counts, self.names, strict=True))
        if not where:
            note = ""
            sheet.line("n", Fraction(n))
            for name, count in zip(self.names, counts, strict=True):
                sheet.line(f"n({name})", Fraction(count))
        word = {"gini": "Gini", "misclassification": "error"}.get(self.criterion, "entropy")
        line = f"{word}({where})" if where else word
        if word == "entropy":
            write_entropy(sheet, line, counts, self.base, "k", "p_k", note)
        elif word == "error":
            sheet.line(line, 1 - number(max(counts)) / n, r"1 - \max_k p_k", note)
        elif len(counts) > MOST_WRITTEN:
            sheet.line(line, 1 - sum(Fraction(count, n) ** 2 for count in counts), r"1 - \sum_k p_k^2", note)
        else:
            rule = number(1)
            for count in filter(None, counts):
                rule -= (number(count) / n) ** 2
            sheet.line(line, rule, r"1 - \sum_k p_k^2", note)
        return line

    def write_score(self, sheet, name, sizes):
        """From the gain of a feature to its score."""
        if self.criterion == "gain_ratio":
            information = f"split information({name})"
            write_entropy(sheet, information, sizes, self.base, "b", r"\frac{n_b}{n}")
            formula = r"\frac{\text{gain}}{\text{split information}}"
            sheet.line(f"ratio({name})", of(f"gain({name})") / of(information), formula)


class _Numbers:
    """Outcomes that are numbers: lines give their mean and their variance."""

    def __init__(self, model, y, rows):
        self.y = [as_printed(value) for value in as_vector(y, rows, "y").tolist()]

    def write(self, sheet, rows, where=""):
        """The lines of some rows, a boolean array; returns the name of the line with the impurity."""
        y, where = [self.y[i] for i in np.flatnonzero(rows)], f"({where})" if where else ""
        sheet.line(f"n{where}", Fraction(len(y)))
        mean = sheet.line(f"mean{where}", number(sum(y)) / len(y), r"\frac{1}{n} \sum_i y_i")
        squares = sum((value - mean) ** 2 for value in y)
        sheet.line(f"squares{where}", squares, r"\sum_i (y_i - \text{mean})^2")
        sheet.line(f"variance{where}", of(f"squares{where}") / len(y), r"\frac{\text{squares}}{n}")
        return f"variance{where}"

    def write_score(self, sheet, name, sizes):
        """From the gain of a feature to its score: they are the same."""
