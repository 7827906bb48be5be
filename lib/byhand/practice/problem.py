"""A problem for paper and pencil: data, a question, and the steps asked for, each with its rule and its slips."""

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib import import_module, resources

from byhand.expression import Expression, readable
from byhand.practice.marking import mark
from byhand.reading import Answer, readings
from byhand.working import Step, Working


@dataclass(frozen=True)
class Slip:
    """A known mistake: a short name, what to say about it, the formula that makes it, and what that leads to."""

    name: str
    words: str
    expression: Expression
    value: Fraction | float


@dataclass(frozen=True)
class Ask:
    """One value that is asked for.

    `name`: that of the step in the working; `label`: what it is, in words; `expression`: the rule, over earlier steps;
    `formula`: the rule in LaTeX as a book writes it; `numbers`: the same with numbers, if not the rule's own; `hint`:
    words that help and give nothing away; `known`: slips, each a name, words and the text of its rule; `options`: the
    words to choose from, where the value is one (the rule then gives its place); `values`: the right ones by name.
    """

    name: str
    label: str
    expression: Expression
    formula: str = ""
    numbers: str | None = None
    hint: str = ""
    known: tuple = ()
    options: tuple = ()
    values: dict = field(default_factory=dict, repr=False)

    @cached_property
    def slips(self):
        """The known slips that do not happen to lead to the right value, or to none, each a `Slip`."""
        made = (self._slip(*known) for known in self.known)
        return tuple(slip for slip in made if slip and self._is_apart(slip.value))

    def _slip(self, name, words, text):
        """The slip with the value that it leads to; None where it leads to none, as 1/0 does."""
        expression = Expression(text)
        try:
            return Slip(name, words, expression, expression(self.values))
        except (ZeroDivisionError, ValueError, OverflowError, IndexError):
            return None

    def _is_apart(self, value):
        """Whether it is a place or a number that three digits tell from the right one; 0 has no such digits."""
        right = self.values[self.name]
        apart = abs(value - right) > 0.004 * max(abs(value), abs(right))
        return apart and (abs(value) > 1e-9 or bool(self.options))

    def readings(self, text):
        """What was written, each reading of it an `Answer`; none where it cannot be read."""
        if not self.options:
            return readings(text)
        places = [place for place, word in enumerate(self.options) if word.casefold() == text.casefold()]
        return [Answer(Fraction(place)) for place in places]

    def word(self, value):
        """A value as a student would write it."""
        return self.options[int(value)] if self.options else value


@dataclass
class Problem:
    """A problem of a kind, made from a seed at a level.

    `question`: Markdown; `tables`: dictionaries from column names to columns, by title; `data`: what the problem was
    made from, for those who want to check it; `asks`: the steps asked for, in their order; `values`: the right ones by
    name, as the rules give them (the place where a word is asked for).
    """

    kind: str
    level: int
    seed: int
    title: str
    question: str = ""
    tables: dict = field(default_factory=dict)
    data: dict = field(default_factory=dict)
    asks: list = field(default_factory=list)
    values: dict = field(default_factory=dict)

    def ask(self, name, rule, label, *, formula="", numbers=None, hint="", slips=(), options=()):
        """Ask for one more value; `rule`, and that of each of `slips` (name, words, rule), is an expression's text."""
        expression = Expression(rule)
        self.values[name] = expression(self.values)
        self.asks.append(
            Ask(name, label, expression, formula, numbers, hint, tuple(slips), tuple(options), self.values)
        )

    @property
    def solution(self):
        """The right values by name: fractions and numbers, or words where words are asked for."""
        return {ask.name: ask.word(self.values[ask.name]) for ask in self.asks}

    @property
    def working(self):
        """The solution, step by step."""
        values, steps = self.values, []
        for ask in self.asks:
            formula = ask.formula or ask.expression.latex()
            value = ask.word(values[ask.name])
            numbers = ask.expression.numbers(values) if ask.numbers is None else ask.numbers
            steps.append(Step(ask.name, formula, numbers, value if ask.options else readable(value), ask.label))
        return Working(self.title, steps)

    def check(self, answers):
        """Marks for answers by name; an answer is text as a student writes it, or a number."""
        unknown = [name for name in answers if name not in {ask.name for ask in self.asks}]
        if unknown:
            known = ", ".join(ask.name for ask in self.asks)
            raise ValueError(f"answers must be named as the steps asked for ({known}); got {', '.join(unknown)}")
        return mark(self.asks, answers)

    def hints(self, name):
        """What helps at a step: words, and the `Step` of the working with its formula, numbers and value."""
        words = next(ask.hint for ask in self.asks if ask.name == name)
        return words, self.working.step(name)


class Kinds(Mapping):
    """The kinds of problems by name, in the order of kinds.toml, which says where they are; imported when asked for."""

    def __init__(self):
        self.made = {}

    @cached_property
    def modules(self):
        """The name of the module of each kind."""
        return tomllib.loads(resources.files("byhand.practice").joinpath("kinds.toml").read_text(encoding="utf-8"))

    def __getitem__(self, name):
        if name not in self.made:
            import_module(f"byhand.practice.{self.modules[name]}")
        return self.made[name]

    def __contains__(self, name):
        return name in self.modules

    def __iter__(self):
        return iter(self.modules)

    def __len__(self):
        return len(self.modules)


KINDS = Kinds()


def kind(name, title, levels, chapter=""):
    """Register a function that fills a `Problem`, given its random numbers, as a kind of that name (see kinds.toml).

    `levels`: what each level is, in words, from 1; `chapter`: where the book teaches it, such as "11-naive-bayes".
    """

    def register(fill):
        KINDS.made[name] = Kind(name, title, tuple(levels), chapter, fill)
        return fill

    return register


@dataclass(frozen=True)
class Kind:
    """A kind of problems: its name, its title, what its levels are, its chapter, how one is filled."""

    name: str
    title: str
    levels: tuple
    chapter: str
    fill: object

    def make(self, seed, level):
        """The problem of that seed and level: the same on every machine."""
        problem = Problem(self.name, level, seed, self.title)
        self.fill(problem, random.Random(f"{self.name} {level} {seed}"))
        tables = problem.tables.items()
        problem.tables = {title: {name: list(column) for name, column in table.items()} for title, table in tables}
        return problem
