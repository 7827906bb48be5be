"""Practice: fresh problems for paper and pencil, marked step by step.

>>> from byhand.practice import problem
>>> fresh = problem("naive-bayes", seed=1)
>>> [mark.verdict for mark in fresh.check(fresh.solution)] == ["right"] * len(fresh.asks)
True

A problem is made from its kind, a level and a seed: the same three give the same problem on every machine, so that a
teacher can give each student other numbers and still have the key. The module of a kind is imported when a problem of
it is asked for: a chapter depends on the kinds that it shows.
"""

from byhand.base import as_whole
from byhand.practice.form import Form
from byhand.practice.marking import Mark
from byhand.practice.problem import KINDS, Problem
from byhand.reading import read

__all__ = ["KINDS", "Mark", "Problem", "practice", "problem", "read"]


def practice(kind, level=1, seed=1):
    """A problem as a form to fill in: in a notebook, on a page that runs Python, and on one that does not."""
    return Form(problem(kind, seed, level))


def problem(kind, seed=1, level=1):
    """The problem of a kind that has this seed, at a level.

    >>> problem("bayes-rule", seed=3).title
    "Bayes' rule: fire or quiet after alarm"
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}; got {kind!r}")
    seed, level = as_whole(seed, "seed", 0), as_whole(level, "level", 1)
    if level > len(KINDS[kind].levels):
        raise ValueError(f"level must be 1 to {len(KINDS[kind].levels)} for {kind}; got {level}")
    return KINDS[kind].make(seed, level)
