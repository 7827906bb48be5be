"""Steps of a descent on paper: the gradient, the memory, the step and the new point, component by component."""

from dataclasses import fields

import numpy as np

from byhand.expression import Expression
from byhand.optimize import (
    AdaDelta,
    AdaGrad,
    Adam,
    AdaptiveRates,
    AveragedMomentum,
    Backtracking,
    GradientDescent,
    Momentum,
    Nesterov,
    Newton,
    RMSProp,
)
from byhand.paper import Paper
from byhand.working import decimal

MEAN = "{%s} * {%s} + (1 - {%s}) * {%s}"  # a running mean: so much of the old, the rest of the new
SCALED = "-({rate} * {g} / (sqrt({s}) + {epsilon}))"

# The lines of each method in their order, each with its rule over what is known by then. Without a rule the value is
# noted as it is, for it is no formula over the lines above; "g", the gradient, is one of these.
LINES = {
    GradientDescent: {"g": None, "step": "-({rate} * {g})"},
    Momentum: {"g": None, "step": "{momentum} * {v} - {rate} * {g}"},  # it is the new v
    Nesterov: {"ahead": "{x} + {momentum} * {v}", "g": None, "step": "{momentum} * {v} - {rate} * {g}"},
    AveragedMomentum: {"g": None, "v": MEAN % ("momentum", "v", "momentum", "g"), "step": "-({rate} * {v})"},
    AdaptiveRates: {
        **{"g": None, "factor": None, "eta": "{factor} * {eta}", "taken": None},
        "step": "-({taken} * {eta} * {g})",
    },
    AdaGrad: {"g": None, "s": "{s} + {g}**2", "step": SCALED},
    RMSProp: {"g": None, "s": MEAN % ("decay", "s", "decay", "g") + "**2", "step": SCALED},
    AdaDelta: {
        "g": None,
        "s": MEAN % ("decay", "s", "decay", "g") + "**2",
        "step": "-(sqrt(({u} + {epsilon}) / ({s} + {epsilon})) * {g})",
        "u": MEAN % ("decay", "u", "decay", "step") + "**2",
    },
    Adam: {
        "g": None,
        "m": MEAN % ("momentum", "m", "momentum", "g"),
        "s": MEAN % ("decay", "s", "decay", "g") + "**2",
        "step": "-({rate} * ({m} / (1 - {momentum}**{k})) / (sqrt({s} / (1 - {decay}**{k})) + {epsilon}))",
    },
    Backtracking: {"g": None, "eta": None, "step": "-({eta} * {g})"},
    Newton: {"g": None, "H": None, "step": None},
}
SYMBOLS = {"rate": r"\eta", "momentum": r"\beta", "decay": r"\rho", "epsilon": r"\epsilon", "eta": r"\eta"}
SYMBOLS |= {"step": r"\Delta", "factor": "f", "taken": r"\text{taken}"}
OF_ADAM = {"momentum": r"\beta_1", "decay": r"\beta_2"}


def one_step(descent, k):
    """Step k = 1, 2, ... of a `Descent` as a `Working`."""
    method, x, before, after = descent.method, descent.points[k - 1], descent.memories[k - 1], descent.memories[k]
    reached = {"g": descent.gradients[k - 1], **after, "step": descent.changes[k - 1]}
    reached |= {"ahead": x + method.ahead(before)}
    known = {setting.name: getattr(method, setting.name) for setting in fields(method)} | before
    known |= {"x": x, "step": descent.changes[k - 1]}
    known |= {name: value for name, value in after.items() if np.ndim(value) == 0}
    symbols = {**SYMBOLS, **(OF_ADAM if isinstance(method, Adam) else {})}
    paper = Paper(f"{type(method).__name__}, step {k} from ({', '.join(map(decimal, x))})")
    for name, rule in _lines(method).items():
        _components(paper, name, rule, reached[name], known, symbols)
        known[name] = reached[name]
    _components(paper, "x", "{x} + {step}", descent.points[k], known, symbols)
    paper.line("J", float(descent.values[k]), "J(x)")
    return paper.working()


def _lines(method):
    """The lines of a method; of a method of the reader's own, the gradient alone."""
    return next((LINES[kind] for kind in type(method).__mro__ if kind in LINES), {"g": None})


def _components(paper, name, rule, values, known, symbols):
    """A line for each component of a vector ("g1", "g2", ...) or a matrix ("H1,1", ...); one for a single number."""
    for index in np.ndindex(np.shape(values)):
        label, value = ",".join(str(i + 1) for i in index), float(np.asarray(values)[index])
        if rule is None:
            paper.line(name + label, value, _symbol(name, index))
            continue
        rule = Expression(rule) if isinstance(rule, str) else rule
        given = {part: _component(known[part], index) for part in rule.names}
        letters = rule.latex()
        for part in rule.names:
            letter = symbols.get(part, part) + (f"_{{{label}}}" if np.ndim(known[part]) else "")
            letters = letters.replace(rf"\text{{{part}}}", letter)
        if np.isfinite([value, *given.values()]).all():
            paper.line(name + label, rule, letters, given=given)
        else:
            paper.line(name + label, value, letters)


def _component(value, index):
    return np.asarray(value)[index].item() if np.ndim(value) else value


def _symbol(name, index):
    """What stands on the left of a value that is no formula over the lines above, in letters."""
    below = " ".join(rf"\partial x_{{{i + 1}}}" for i in index)
    return {"g": rf"\partial J / {below}", "H": rf"\partial^2 J / {below}", "step": "-(H^{-1} g)"}.get(name, "")
