"""Metrics on paper: the four counts of two classes, averages over several classes, the ROC curve point by point."""

from fractions import Fraction

import numpy as np

from byhand.paper import Paper, call, number, of, total
from byhand.working import as_printed, decimal

ZERO = "0/0, taken as 0"


def counts(TP, FP, FN, TN, beta):
    """The metrics of two classes from whole numbers, not all 0; a quotient 0/0 is left out."""
    paper = Paper("Two classes, four counts", decimals=False)
    tp, fp, fn, tn = map(number, (TP, FP, FN, TN))
    paper.line("N", tp + fp + fn + tn, "TP + FP + FN + TN")
    paper.line("accuracy", (tp + tn) / of("N"), r"\frac{TP + TN}{N}", "the share that is right")
    paper.line("error rate", (fp + fn) / of("N"), r"\frac{FP + FN}{N}", "the share that is wrong")
    quotients = {  # above, the other count below, formula, words
        "precision": (tp, fp, r"\frac{TP}{TP + FP}", "of those called positive, the share that really are positive"),
        "recall": (tp, fn, r"\frac{TP}{TP + FN}", "of those that are positive, the share that is found"),
        "specificity": (tn, fp, r"\frac{TN}{TN + FP}", "of those that are negative, the share that is called so"),
        "false positive rate": (fp, tn, r"\frac{FP}{FP + TN}", "of those that are negative, the share called positive"),
    }
    for name, (above, other, formula, words) in quotients.items():
        if (above + other)({}):
            paper.line(name, above / (above + other), formula, words)
    _f(paper, tp, fp, fn, beta)
    if {"recall", "specificity"} <= set(paper.values):
        rule = (of("recall") + of("specificity")) / 2
        paper.line("balanced accuracy", rule, r"\frac{\text{recall} + \text{specificity}}{2}")
    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    if below({}):
        formula = r"\frac{TP \times TN - FP \times FN}{\sqrt{(TP + FP)(TP + FN)(TN + FP)(TN + FN)}}"
        paper.line("MCC", (tp * tn - fp * fn) / call("sqrt", below), formula, "Matthews correlation")
    return paper.working()


def _f(paper, tp, fp, fn, beta):
    """The line of F-beta: from precision and recall where there are both, else from the counts, if not 0/0."""
    name, b = f"F{decimal(beta)}", as_printed(beta) ** 2
    known = {"precision", "recall"} <= set(paper.values)
    if known and paper.values["precision"] + paper.values["recall"]:
        rule, formula = _harmonic("precision", "recall", b)
        paper.line(name, rule, formula, "the harmonic mean of precision and recall" if b == 1 else "")
    elif (tp + fp + fn)({}):
        above = number(1 + b) * tp
        formula = r"\frac{(1 + \beta^2) TP}{(1 + \beta^2) TP + \beta^2 FN + FP}"
        below = above + number(b) * fn + fp
        if below({}):
            paper.line(name, above / below, formula)


def _harmonic(precision, recall, b=Fraction(1)):
    """The harmonic mean of two lines, in which the second counts for b = beta² parts, and its formula."""
    P, R = of(precision), of(recall)
    if b == 1:
        return 2 * P * R / (P + R), r"\frac{2 P R}{P + R}"
    return number(1 + b) * P * R / (number(b) * P + R), r"\frac{(1 + \beta^2) P R}{\beta^2 P + R}"


def averages(matrix, names):
    """Each class against the rest, then averages; `matrix`: rows of whole numbers, one for each true class."""
    paper, K = Paper("Several classes: each in turn, then averages", decimals=False), len(names)
    n = sum(map(sum, matrix))
    for k, name in enumerate(names):
        hit, row, column = matrix[k][k], matrix[k], [line[k] for line in matrix]
        _share(paper, f"precision({name})", hit, column, r"\frac{TP}{TP + FP}", "by the sum of its column")
        _share(paper, f"recall({name})", hit, row, r"\frac{TP}{TP + FN}", "by the sum of its row")
        if hit:
            paper.line(f"F1({name})", *_harmonic(f"precision({name})", f"recall({name})"))
        else:
            paper.line(f"F1({name})", Fraction(0), note="nothing of it was found")
    letters = {"precision": "P", "recall": "R", "F1": "F"}
    for metric, letter in letters.items():
        mean = total(of(f"{metric}({name})") for name in names) / K
        paper.line(f"macro {metric}", mean, rf"\frac{{1}}{{K}} \sum_c {letter}_c")
    hits = total(number(matrix[k][k]) for k in range(K)) / n
    paper.line("micro", hits, r"\frac{\sum_c TP_c}{N}", "micro precision, recall and F1, and the accuracy")
    for metric, letter in letters.items():
        mean = total(number(sum(matrix[k])) / n * of(f"{metric}({name})") for k, name in enumerate(names))
        paper.line(f"weighted {metric}", mean, rf"\sum_c \frac{{N_c}}{{N}} {letter}_c")
    return paper.working()


def _share(paper, name, hit, parts, formula, note):
    if sum(parts):
        paper.line(name, number(hit) / total(map(number, parts)), formula, note)
    else:
        paper.line(name, Fraction(0), formula, ZERO)


def roc(positive, scores):
    """The ROC curve from the highest score down, and its area by pairs; `positive`: truth values, shape (n,)."""
    paper = Paper("The ROC curve, threshold by threshold", decimals=False)
    plus, minus = int(positive.sum()), int((~positive).sum())
    paper.line("N+", Fraction(plus), note="positives")
    paper.line("N-", Fraction(minus), note="negatives")
    for t in np.unique(scores)[::-1].tolist():
        found, alarms = (int((scores[which] >= t).sum()) for which in (positive, ~positive))
        at = decimal(t, 17)
        paper.line(f"TPR({at})", number(found) / plus, r"\frac{TP}{N_+}", f"score at least {at}")
        paper.line(f"FPR({at})", number(alarms) / minus, r"\frac{FP}{N_-}")
    below = [_beaten(s, scores[~positive]) for s in np.sort(scores[positive])[::-1]]
    words = "for each positive, the negatives with a lower score, and half of those with the same"
    paper.line("ordered", total(map(number, below)), note=words)
    paper.line("AUC", of("ordered") / (number(plus) * minus), r"\frac{\text{ordered}}{N_+ N_-}")
    return paper.working()


def _beaten(score, others):
    """How many of the others are lower, and half of those that are equal."""
    return Fraction(int((others < score).sum())) + Fraction(int((others == score).sum()), 2)
