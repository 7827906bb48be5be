"""The training of a perceptron as on paper, one line for each row that is shown to it."""

from byhand.expression import MOST_TERMS, is_printed_as
from byhand.paper import Paper, legend, of, total
from byhand.working import as_printed


def training(X, classes, signs, visits, tie, names=None):
    """The scores of all rows in all epochs, and what changes, as a `Working`.

    `X`, shape (n, d); `classes`, the two labels; `signs`, -1 or +1 for each row; `visits`, as `byhand.perceptron.learn`
    yields them with that rule for a `tie`; `names`: of the columns of X, if they have some.
    """
    paper, before = Paper(f"Perceptron on {len(X)} rows{legend(names)}"), (0.0,) * (X.shape[1] + 1)
    letters = ["b", *(f"w_{i} x_{i}" for i in range(1, X.shape[1] + 1))]
    formula = " + ".join(letters if len(letters) <= MOST_TERMS else [*letters[:2], r"\dots", letters[-1]])
    rule = total([of("b"), *(of(f"w{i}") * of(f"x{i}") for i in range(X.shape[1]))])
    for number, visit in enumerate(visits):
        epoch, row = divmod(number, len(X))
        label = classes[int(signs[row] > 0)]
        undecided = visit.score == 0 and tie == "mistake"
        said = "neither" if undecided else classes[int((signs[row] > 0) != visit.wrong)]
        note = f"says {said}, right" if not visit.wrong else f"says {said}, should say {label}: {_state(visit.after)}"
        bias, *weights = before
        given = {"b": bias, **{f"w{i}": w for i, w in enumerate(weights)}, **{f"x{i}": x for i, x in enumerate(X[row])}}
        name = f"epoch {epoch + 1}, row {row + 1}"
        if is_printed_as(rule({part: as_printed(value) for part, value in given.items()}), visit.score):
            paper.line(name, rule, formula, note, given)
        else:  # what is left of a difference is rounding alone
            paper.line(name, visit.score, formula, note)
        before = visit.after
    return paper.working()


def _state(weights):
    """(b, w) of a perceptron in words."""
    bias, *rest = (f"{value:.6g}" for value in weights)
    return f"b = {bias}, w = ({', '.join(rest)})"
