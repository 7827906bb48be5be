"""Support vector machines as on paper: a machine in fractions, and a step of two multipliers."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np

from byhand.dual import support_equations
from byhand.kernels import LinearKernel, PolynomialKernel, features_of
from byhand.paper import Paper, legend, number, of, total
from byhand.working import Step, Working, as_printed, short, tex

HALF = Fraction(1, 2)


# ---- a machine


def machine_working(kernel, X, signs, C, alpha=None, support=None, names=None):
    """The machine for X, shape (n, d), and the labels `signs`, shape (n,), in fractions; see `byhand.svm.SVC.working`.

    Its support vectors are the rows `support`, all of them on an edge; or they are read off from multipliers `alpha`
    that are optimal but for rounding, shape (n,). `names`: of the columns of X, if they have some.
    """
    K, features = _in_fractions(kernel, X)
    y, C = np.array([int(sign) for sign in signs], dtype=object), C if math.isinf(C) else as_printed(C)
    free, capped = (support, []) if alpha is None else _support_of(K, y, C, alpha)
    beta, b = _solution(K, y, C, free, capped)
    kind = "Hard margin" if math.isinf(C) else f"Soft margin with C = {float(C):g}"
    paper = Paper(f"{kind} for {len(y)} rows{legend(names)}", decimals=False)
    used = sorted([*free, *capped])
    paper.line("support", ", ".join(str(i + 1) for i in used))
    paper.steps += _equations(K, y, C, free, capped)
    for i in used:
        paper.hidden(f"beta {i + 1}", beta[i])
        paper.line(f"alpha {i + 1}", y[i] * beta[i], "C" if i in capped else "")
    inner = K @ beta  # f without b
    paper.line("b", b, note="" if free else "the middle of the values that are optimal")
    _write_length(paper, features, used, beta @ inner)
    margins = [_write_place(paper, i + 1, sign, value) for i, (sign, value) in enumerate(zip(y, inner, strict=True))]
    slacks = [_write_slack(paper, i + 1) for i, margin in enumerate(margins) if margin < 1 and math.isfinite(C)]
    paper.hidden("slacks", sum(slacks, Fraction(0)))
    paper.hidden("alphas", sum(y * beta))
    if math.isinf(C):
        paper.line("primal", HALF * of("w.w"), r"\frac{1}{2} w \cdot w")
    else:
        rule = HALF * of("w.w") + number(C) * of("slacks")
        paper.line("primal", rule, r"\frac{1}{2} w \cdot w + C \sum_i \text{slack}_i")
    paper.line("dual", of("alphas") - HALF * of("w.w"), r"\sum_i \alpha_i - \frac{1}{2} w \cdot w")
    paper.line("verdict", _verdict(y * beta, margins, C))
    return paper.working()


def _in_fractions(kernel, X):
    """The kernel matrix, shape (n, n), and the features, shape (n, k), or None if the kernel does not compute them."""
    if isinstance(kernel, PolynomialKernel):
        rows, gamma, coef0 = _fractions(X), as_printed(kernel.gamma), as_printed(kernel.coef0)
        return (gamma * (rows @ rows.T) + coef0) ** int(kernel.degree), None
    if isinstance(kernel, LinearKernel):
        rows = _fractions(features_of(kernel, X))
        return rows @ rows.T, rows
    raise ValueError(f"kernel must be linear, mapped or polynomial to be worked in fractions; got {kernel!r}")


def _fractions(table):
    return np.array([[as_printed(value) for value in row] for row in table.tolist()], dtype=object)


def _support_of(K, y, C, alpha):
    """The rows on an edge, and those at C, of a solution `alpha`, shape (n,).

    If the equations of the free rows leave their multipliers open, some of them can change together without a change
    of f. They do, until one comes to a bound and is free no longer.
    """
    C, alpha = float(C), alpha.tolist()
    free = [i for i, value in enumerate(alpha) if 0 < value < C]
    capped = [i for i, value in enumerate(alpha) if value == C]
    while free and (change := _eliminate(*support_equations(K, y, free))[1]):
        changes = {i: float(v) * y[i] for i, v in zip(free, change, strict=False) if v}
        time, first, way = min(
            (((C if way * v > 0 else 0.0) - alpha[i]) / (way * v), i, way)
            for i, v in changes.items()
            for way in (1, -1)
        )
        for i, v in changes.items():
            alpha[i] += way * time * v
        free.remove(first)
        if way * changes[first] > 0:
            capped.append(first)
    return free, capped


def _solution(K, y, C, free, capped):
    """The signed multipliers of all rows, shape (n,), and b."""
    beta = np.array([Fraction(0)] * len(y), dtype=object)
    for j in capped:
        beta[j] = C * y[j]
    if not free:
        return beta, _middle(y, C, beta, y - K @ beta)
    solution, change = _eliminate(*support_equations(K, y, free, capped, C))
    if change:
        raise ValueError(f"support must give equations with one solution; those of rows {free} have none, or many")
    beta[free] = solution[:-1]
    return beta, solution[-1]


def _middle(y, C, beta, slope):
    """b where no row is free: the middle between what the rows that may rise and those that may fall allow."""
    rows = list(zip(slope, beta, y, strict=True))
    lowest = max(F for F, value, sign in rows if value < (C if sign > 0 else 0))
    highest = min(F for F, value, sign in rows if value > (0 if sign > 0 else -C))
    return (lowest + highest) / 2


def _equations(K, y, C, free, capped):
    """A step for the equation of each free row, and one for the sum: with unknowns, so their LaTeX is made here."""
    for i in free:
        known = sum(C * y[j] * K[i, j] for j in capped)
        terms = [(y[j] * K[i, j], rf"\alpha_{{{j + 1}}}") for j in free]
        text = _linear([*terms, (known, ""), (1, "b")])
        yield Step(f"equation {i + 1}", rf"\sum_j y_j K_{{{i + 1}j}} \alpha_j + b", text, Fraction(y[i]))
    terms = [(y[j], rf"\alpha_{{{j + 1}}}") for j in free]
    text = _linear([*terms, (sum(C * y[j] for j in capped), "")])
    yield Step("equation sum", r"\sum_j y_j \alpha_j", text, Fraction(0))


def _linear(terms):
    """A sum of numbers times unknowns in LaTeX, without those times 0."""
    text = ""
    for value, unknown in terms:
        if value:
            size = unknown if abs(value) == 1 and unknown else f"{tex(short(abs(value)))} {unknown}".strip()
            text += f" {'-' if value < 0 else '+'} {size}" if text else f"{'-' if value < 0 else ''}{size}"
    return text or "0"


def _write_length(paper, features, used, square):
    """The components of w, where it has any, the square of its length, and the width of the margin."""
    if features is None:
        paper.line("w.w", square, r"\sum_i y_i \alpha_i \sum_j y_j \alpha_j K_{ij}")
    else:
        names = [f"w{k}" for k in range(1, features.shape[1] + 1)]
        for k, name in enumerate(names):
            rule = total(of(f"beta {j + 1}") * number(features[j, k]) for j in used)
            paper.line(name, rule, rf"\sum_j y_j \alpha_j x_{{j{k + 1}}}")
        paper.line("w.w", total(of(name) * of(name) for name in names), r"\sum_i w_i^2")
    formula = r"\frac{2}{\sqrt{w \cdot w}}"
    paper.line("margin", "2 / sqrt({w.w})" if square else math.inf, formula)


def _write_place(paper, i, sign, inner):
    """Where row i stands; returns y f."""
    paper.hidden(f"inner {i}", inner)
    return paper.line(f"y f({i})", number(sign) * (of(f"inner {i}") + of("b")), rf"y_{{{i}}} f(x_{{{i}}})")


def _write_slack(paper, i):
    return paper.line(f"slack {i}", 1 - of(f"y f({i})"), rf"1 - y_{{{i}}} f(x_{{{i}}})")


def _verdict(alpha, margins, C):
    for i, (value, margin) in enumerate(zip(alpha, margins, strict=True), 1):
        if not 0 <= value <= C:
            return f"not optimal: the multiplier of row {i} is not between 0 and C"
        if value < C and margin < 1:
            return f"not optimal: row {i} falls short of its edge"
        if value > 0 and margin > 1:
            return f"not optimal: row {i} has a multiplier, but is beyond its edge"
    return "optimal"


def _eliminate(A, c):
    """The x with A x = c, in fractions, and None; or, if A is singular, None and a v that is not 0 with A v = 0."""
    rows = [[Fraction(value) for value in (*row, right)] for row, right in zip(A, c, strict=True)]
    for k in range(len(rows)):
        pivot = next((r for r in range(k, len(rows)) if rows[r][k]), None)
        if pivot is None:
            return None, [*(-row[k] for row in rows[:k]), Fraction(1), *[Fraction(0)] * (len(rows) - k - 1)]
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for r, row in enumerate(rows):
            if r != k:
                rows[r] = [value - row[k] * above for value, above in zip(row, rows[k], strict=True)]
    return [row[-1] for row in rows], None


# ---- a step of two multipliers


def pair_working(step):
    """A `byhand.dual.PairStep`, see its `working`."""
    i, j = step.i + 1, step.j + 1
    y_i, y_j = step.labels.astype(int).tolist()
    E_i, E_j = step.errors.tolist()
    (old_i, old_j), (new_i, new_j) = step.old.tolist(), step.new.tolist()
    low, high = np.sort(step.ends[:, 1]).tolist()
    K_ii, K_jj, K_ij = map(number, step.products)
    paper = Paper(f"Rows {i} and {j}")
    for name, value in {"old i": old_i, "old j": old_j, "new j": new_j}.items():
        paper.hidden(name, as_printed(value))
    for n, y, E in ((i, y_i, E_i), (j, y_j, E_j)):
        paper.hidden(f"f{n}", as_printed(E + y))
        paper.line(f"E{n}", of(f"f{n}") - number(y), f"f(x_{{{n}}}) - y_{{{n}}}", "b left out")
    eta = paper.line("eta", K_ii + K_jj - 2 * K_ij, f"K_{{{i}{i}}} + K_{{{j}{j}}} - 2 K_{{{i}{j}}}")
    formula = rf"\alpha_{{{j}}} + \frac{{y_{{{j}}} (E_{{{i}}} - E_{{{j}}})}}{{\eta}}"
    if eta > 0:
        paper.line("target", of("old j") + number(y_j) * (of(f"E{i}") - of(f"E{j}")) / of("eta"), formula)
    else:  # uphill all the way, or level
        paper.line("target", old_j if E_i == E_j else math.copysign(math.inf, y_j * (E_i - E_j)), formula)
    paper.line("low", low, note=f"the lowest α_{j} on the line in the box")
    paper.line("high", high, note="the highest")
    paper.line(f"alpha {j}", new_j, note="the target, cut off at low and high")
    other = of("old i") + number(y_i) * number(y_j) * (of("old j") - of("new j"))
    formula = rf"\alpha_{{{i}}} + y_{{{i}}} y_{{{j}}} (\alpha_{{{j}}} - \alpha_{{{j}}}^{{new}})"
    value = paper.line(f"alpha {i}", other, formula)
    numbers = paper.steps[-1].numbers if new_i or not value else ""  # the sum is 0 but for rounding
    paper.steps[-1] = replace(paper.steps[-1], value=new_i, numbers=numbers)
    paper.line("W", step.objectives[1], note=f"from {step.objectives[0]:.6g}")
    return Working(paper.title, [replace(line, value=float(line.value)) for line in paper.steps])
