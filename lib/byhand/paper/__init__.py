r"""The paper: how calculations are written out, one module for each family of algorithms (`byhand.paper.trees`, ...).

A line is a formula over the lines above it, written once. Its value, its LaTeX and the numbers put in all come from it,
so that whoever works out what is printed arrives at what is printed.

>>> paper = Paper("Will it be played on a sunny day?", decimals=False)
>>> paper.line("P(Yes)", number(9) / 14, r"\frac{N_{Yes}}{N}")
Fraction(9, 14)
>>> paper.line("P(Sunny|Yes)", number(2) / 9)
Fraction(2, 9)
>>> paper.line("score", of("P(Yes)") * of("P(Sunny|Yes)"))
Fraction(1, 7)
>>> print(paper.working())
Will it be played on a sunny day?
P(Yes) = N_Yes/N = 9/14 ≈ 0.642857
P(Sunny|Yes) = 2/9 ≈ 0.222222
score = P(Yes) × P(Sunny|Yes) = 9/14 × 2/9 = 1/7 ≈ 0.142857
"""

from byhand.expression import READABLE, Expression, call, number, of, product, quotient, total
from byhand.working import Step, Working, as_printed, short

__all__ = ["Paper", "call", "legend", "number", "of", "product", "quotient", "total"]


def legend(names):
    """Which columns x1, x2, ... are, for the title of a working; nothing if `names` is None.

    >>> legend(["area", "rooms"])
    ', x1 = area, x2 = rooms'
    """
    return "" if names is None else "".join(f", x{i} = {name}" for i, name in enumerate(names, 1))


class Paper:
    """A calculation while it is written, line by line; `working` is what was written.

    `decimals`: whether exact results that are short decimal numbers are put into later lines as such (0.25) or as
    fractions (1/4), which suits counts; `readable`: from which denominator on a fraction is put in as a decimal number.
    `fractions` False: every result is a decimal number, which goes on as it prints in full, so that whoever takes it
    from the page loses nothing.
    """

    def __init__(self, title, decimals=True, fractions=True, readable=READABLE):
        self.title, self.decimals, self.fractions, self.readable = title, decimals, fractions, readable
        self.values, self.steps = {}, []

    def line(self, name, rule, formula=None, note="", given=None):
        r"""Write a line, and return its value.

        Parameters
        ----------
        name : of the step; later lines refer to it as `of(name)`
        rule : an `Expression` over the lines above, or its text; a number or a word is noted as it is
        formula : the rule in LaTeX as a book writes it; by default the rule with its names
        note : a few plain words
        given : values that are not lines of this paper, by name
        """
        rule = Expression(rule) if isinstance(rule, str) and "{" in rule else rule
        if not isinstance(rule, Expression):
            return self._note(name, rule, formula or "", "", note)
        known = {**self.values, **(given or {})}
        formula = (rule.latex() if rule.names else "") if formula is None else formula
        return self._note(name, rule(known), formula, rule.numbers(known, self.decimals, self.readable), note)

    def hidden(self, name, value):
        """Know a value by its name without writing it."""
        self.values[name] = value if self.fractions or isinstance(value, str) else as_printed(value)
        return value

    def _note(self, name, value, formula, numbers, note):
        value = value if self.fractions or isinstance(value, str) else float(value)
        value = self.hidden(name, abs(value) if value == 0 else value)  # no -0
        self.steps.append(Step(name, formula, numbers, short(value), note))
        return value

    def working(self):
        """The lines as a `Working`."""
        return Working(self.title, self.steps)
