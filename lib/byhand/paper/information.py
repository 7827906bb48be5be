"""Entropy and its relatives on paper: surprises and their mean, the entropies of a table, a divergence term by term."""

import math

import numpy as np

from byhand import information
from byhand.paper import Paper, call, number, of, total
from byhand.working import exact, tex

LOGARITHMS = {2: ("log2", r"\log_2"), 10: ("log10", r"\log_{10}"), math.e: ("ln", r"\ln")}
MOST_WRITTEN = 100  # a sum of more terms is not written out


def write_entropy(sheet, name, counts, base, index, share, note=""):
    """A line with the entropy of counts; `index` and `share`: how the formula calls what is counted, and its share."""
    function, log = _logarithm(base)
    formula, n = rf"-\sum_{index} {share} {log} {share}", sum(counts)
    shares = [number(count) / n for count in counts if count]
    rule = information.entropy(counts, base)
    if len(shares) <= MOST_WRITTEN:
        rule = -(shares[0] * call(function, shares[0]))
        for p in shares[1:]:
            rule -= p * call(function, p)
        rule = rule if base in LOGARITHMS else rule / call("ln", number(base))
    sheet.line(name, rule, formula, note)


def entropy(counts, names, base):
    """The surprise of each outcome of counts, shape (K,), and their mean, the entropy."""
    shares, function, log = _shares(counts), *_logarithm(base)
    names = [str(k) for k in range(1, len(shares) + 1)] if names is None else [str(name) for name in names]
    if len(names) != len(shares):
        raise ValueError(f"names must name each of the {len(shares)} outcomes; got {len(names)} names")
    sheet, possible = Paper("Entropy: the mean surprise", decimals=False), []
    for name, p in zip(names, shares, strict=True):
        sheet.line(f"P({name})", p)
        if p:
            possible.append(name)
            rule = -_log(function, of(f"P({name})"), base)
            sheet.line(f"surprise({name})", rule, rf"-{log} p")
    sheet.line("H", total(of(f"P({name})") * of(f"surprise({name})") for name in possible), r"\sum_k p_k s_k")
    return sheet.working()


def table(weights, names, base):
    """The entropies of a table, shape (n, m): of X down, of Y across, of both, of one given the other, and mutual."""
    shape = np.shape(weights)
    x, y = ([str(k) for k in range(1, n + 1)] for n in shape) if names is None else (list(map(str, v)) for v in names)
    if (len(x), len(y)) != shape:
        raise ValueError(f"names must name {shape[0]} values of X and {shape[1]} of Y; got {len(x)} and {len(y)}")
    weights = np.array([[exact(w) for w in row] for row in np.asarray(weights, dtype=object).tolist()], dtype=object)
    weights = weights * math.lcm(*(w.denominator for w in weights.ravel().tolist()))  # whole numbers: easier to read
    sheet = Paper("Two variables, X down and Y across", decimals=False)
    down, across, n = weights.sum(axis=1).tolist(), weights.sum(axis=0).tolist(), weights.sum()
    for letter, values, sums in (("X", x, down), ("Y", y, across)):
        for value, weight in zip(values, sums, strict=True):
            sheet.line(f"P({letter}={value})", number(weight) / number(n), note="the sum rule")
    for letter, sums in (("X", down), ("Y", across)):
        write_entropy(sheet, f"H({letter})", sums, base, letter.lower(), f"P({letter.lower()})")
    write_entropy(sheet, "H(X,Y)", weights.ravel().tolist(), base, "{x,y}", "P(x, y)")
    rows = [k for k, weight in enumerate(down) if weight]
    for k in rows:
        share = f"P(y \\mid X = {tex(x[k])})"
        write_entropy(sheet, f"H(Y|X={x[k]})", weights[k].tolist(), base, "y", share)
    mean = total(of(f"P(X={x[k]})") * of(f"H(Y|X={x[k]})") for k in rows)
    sheet.line("H(Y|X)", mean, r"\sum_x P(x)\, H(Y \mid X = x)", "also H(X,Y) - H(X)")
    sheet.line("I(X;Y)", _cleared(of("H(Y)") - of("H(Y|X)"), sheet.values), r"H(Y) - H(Y \mid X)")
    return sheet.working()


def divergence(p, q, base):
    """The terms of the Kullback-Leibler divergence of q from p, each of shape (K,), and their sum."""
    p, q, (function, log) = _shares(p), _shares(q), _logarithm(base)
    sheet = Paper("What it costs to believe q where p is true", decimals=False)
    possible = [k for k, share in enumerate(p) if share]
    for k in possible:
        if not q[k]:
            raise ValueError(f"q must not rule out outcome {k + 1}, which p allows: the divergence is infinite")
        rule = number(p[k]) * _log(function, number(p[k] / q[k]), base)
        sheet.line(f"term({k + 1})", rule, rf"p_{{{k + 1}}} {log}\left(\frac{{p_{{{k + 1}}}}}{{q_{{{k + 1}}}}}\right)")
    sheet.line(
        "D(p||q)", total(of(f"term({k + 1})") for k in possible), rf"\sum_k p_k {log}\left(\frac{{p_k}}{{q_k}}\right)"
    )
    return sheet.working()


def _logarithm(base):
    """The function of a base in expressions, and how a formula writes it."""
    return LOGARITHMS.get(base, ("ln", rf"\log_{{{base:g}}}"))


def _log(function, part, base):
    return call(function, part) if base in LOGARITHMS else call("ln", part) / call("ln", number(base))


def _shares(counts):
    """Counts as exact shares of their sum."""
    weights = [exact(count) for count in np.asarray(counts, dtype=object).tolist()]
    return [weight / sum(weights) for weight in weights]


def _cleared(rule, values):
    """The rule; 0 where it comes to nothing but rounding."""
    return rule if abs(rule(values)) > 1e-12 else 0.0
