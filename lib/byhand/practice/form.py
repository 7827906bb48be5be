"""A problem as a form: fields that are marked, hints, the working, another problem.

In a notebook the form is made of ipywidgets and marked by `Problem.check`. On a page it is plain HTML; the page's
script marks it in the same way, from the expressions that it carries, with no Python behind it. Twenty further problems
of each level come with the page; those after them Python makes in the reader's browser.
"""

import json
import os
from html import escape

from byhand.marking import ANYWHERE, DIGITS, SAY
from byhand.practice.names import symbol
from byhand.practice.problem import KINDS
from byhand.reading import understood
from byhand.table import as_html, as_text, cells
from byhand.working import math_html, typeset_html


class Form:
    """What `practice` returns: knows how to show a problem in a notebook and on a page."""

    def __init__(self, problem):
        self.problem = problem

    def _repr_mimebundle_(self, include=None, exclude=None):
        plain = {"text/plain": repr(self)}
        if os.environ.get("BYHAND_PAGE"):  # "static" while the book is built, "live" in the reader's browser
            return {"text/html": html(self.problem), **plain}
        try:
            import ipywidgets as widgets
        except ImportError:
            return plain
        return {**_Widgets(widgets, self.problem).box._repr_mimebundle_(), **plain}

    def __repr__(self):
        """The problem as text, with the names of the steps asked for."""
        lines = [self.problem.title, "", self.problem.question.replace("$", "")]
        for title, columns in self.problem.tables.items():
            lines += ["", title, as_text(columns, zip(*columns.values(), strict=True))]
        return "\n".join([*lines, "", "Steps: " + ", ".join(ask.name for ask in self.problem.asks)])


def html(problem):
    """The form as HTML; its script is the page's. Without a script it is the problem and its working, folded."""
    stem = f"practice-{problem.kind}"
    fields = "".join(_field(f"{stem}-{i}", ask, problem.working.step(ask.name)) for i, ask in enumerate(problem.asks))
    levels = "".join(
        f'<option value="{level}"{" selected" if level == problem.level else ""}>{level}: {escape(words)}</option>'
        for level, words in enumerate(KINDS[problem.kind].levels, start=1)
    )
    return (
        f'<section class="practice" aria-labelledby="{stem}" data-kind="{problem.kind}" data-seed="{problem.seed}">'
        f'<p class="practice-title" id="{stem}" role="heading" aria-level="3">{escape(problem.title)}</p>'
        f"{statement(problem)}"
        f'<form hidden novalidate><ol class="practice-steps">{fields}</ol>'
        f'<p class="practice-digits">{DIGITS}</p>'
        '<div class="practice-buttons"><button type="submit">Check</button>'
        '<button type="button" class="practice-help">Hint</button>'
        f'<label>level <select class="practice-level">{levels}</select></label>'
        '<button type="button" class="practice-another">Another one</button></div>'
        '<p class="practice-status" role="status"></p></form>'
        '<details class="practice-working"><summary>Show the working</summary>'
        f"{problem.working._repr_html_()}</details>"
        f'<script type="application/json">{_json(payload(problem))}</script></section>'
    )


def statement(problem):
    """The question and its tables as HTML."""
    return f'<p class="practice-question">{typeset_html(problem.question)}</p>' + "".join(
        as_html("data", cells(*columns), [cells(*row) for row in zip(*columns.values(), strict=True)], escape(title))
        for title, columns in problem.tables.items()
    )


def payload(problem):
    """What a page's script needs to mark the answers: plain lists, dictionaries, words and numbers."""
    steps = [
        {
            "name": ask.name,
            "label": ask.label,
            "options": list(ask.options),
            "tree": ask.expression.tree,
            "hint": ask.hint,
            "slips": [{"name": s.name, "words": s.words, "tree": s.expression.tree} for s in ask.slips],
        }
        for ask in problem.asks
    ]
    return {"steps": steps, "say": SAY, "anywhere": {name: words for name, (words, _) in ANYWHERE.items()}}


def _field(stem, ask, step):
    """A step as a list item: label, field, room for the mark and, hidden, the formula without and with its numbers."""
    spoken = f'aria-label="{escape(f"{ask.label}: {ask.name}")}"'  # a formula is not read out as one says it
    described = f'id="{stem}" name="{escape(ask.name)}" {spoken} aria-describedby="{stem}-read {stem}-mark"'
    if ask.options:
        options = "".join(f"<option>{escape(word)}</option>" for word in ask.options)
        field = f'<select {described}><option value="">choose</option>{options}</select>'
    else:
        field = f'<input {described} autocomplete="off" autocapitalize="off" spellcheck="false" size="12">'
    return (
        f'<li><label for="{stem}">{escape(ask.label)} {math_html(symbol(ask.name))}</label>{field}'
        f'<span class="practice-read" id="{stem}-read"></span><span class="practice-mark" id="{stem}-mark"></span>'
        f'<span class="practice-formula" hidden>{math_html(step.formula)}</span>'
        f'<span class="practice-numbers" hidden>{math_html(f"{step.formula} = {step.numbers}")}</span></li>'
    )


def _json(data):
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


class _Widgets:
    """The form in a notebook."""

    def __init__(self, widgets, problem):
        self.widgets = widgets
        self.box, self.status = widgets.VBox(), widgets.HTML()
        self.problems = self.steps = self.first = 0  # in this sitting: problems, their steps, right at the first check
        self.show(problem)

    def show(self, problem):
        """Set the form up for a problem."""
        widgets, self.problem, self.checked, self.help = self.widgets, problem, False, {}
        self.fields, self.marks, rows = {}, {}, []
        for ask in problem.asks:
            look = {"description": ask.name, "style": {"description_width": "9em"}, "layout": {"width": "20em"}}
            field = widgets.Dropdown(options=["", *ask.options], **look) if ask.options else widgets.Text(**look)
            label, seen = widgets.HTML(escape(ask.label)), widgets.HTML()
            if not ask.options:
                field.observe(
                    lambda change, seen=seen: setattr(seen, "value", understood(change["new"])), names="value"
                )
            self.fields[ask.name], self.marks[ask.name] = field, widgets.HTMLMath()
            rows.append(widgets.VBox([widgets.HBox([field, seen, label]), self.marks[ask.name]]))
        levels = [(f"{i}: {words}", i) for i, words in enumerate(KINDS[problem.kind].levels, start=1)]
        self.level = widgets.Dropdown(options=levels, value=problem.level, description="level")
        self.working = widgets.HTMLMath()
        buttons = [self.level]
        for words, action in {
            "Check": self.check,
            "Hint": self.hint,
            "Show the working": self.reveal,
            "Another one": self.another,
        }.items():
            button = widgets.Button(description=words)
            button.on_click(lambda _, action=action: action())
            buttons.append(button)
        title = f"<strong>{escape(problem.title)}</strong>"
        self.status.value = ""
        self.box.children = [
            widgets.HTMLMath(title + statement(problem)),
            *rows,
            widgets.HTML(DIGITS),
            widgets.HBox(buttons[1:] + buttons[:1], layout={"flex_flow": "row wrap"}),
            self.status,
            self.working,
        ]

    def answers(self):
        return {name: field.value for name, field in self.fields.items()}

    def check(self):
        marks = self.problem.check(self.answers())
        for mark in marks:
            self.say(mark.name, mark.words if mark.verdict != "missing" else "", good=mark.points)
        right = sum(mark.points for mark in marks)
        if not self.checked:
            self.checked = True
            self.problems, self.steps, self.first = self.problems + 1, self.steps + len(marks), self.first + right
        self.status.value = (
            f"{right} of {len(marks)} steps are right. In this sitting: {self.problems} "
            f"problem{'s' if self.problems > 1 else ''}, {self.first} of {self.steps} steps right at the first check."
        )

    def hint(self):
        """Help with the first step that is not right: words, the formula, the formula with its numbers, the value."""
        name = next((mark.name for mark in self.problem.check(self.answers()) if not mark.points), None)
        if name is None:
            return
        self.help[name] = stage = self.help.get(name, 0) + 1
        words, step = self.problem.hints(name)
        if stage == 1:
            self.say(name, words)
        elif stage == 2:
            self.marks[name].value = math_html(step.formula)
        elif stage == 3:
            self.marks[name].value = math_html(f"{step.formula} = {step.numbers}")
        else:
            self.marks[name].value = math_html(f"{step.name} {step.latex}")

    def say(self, name, words, good=False):
        self.marks[name].value = f"{'✓ ' if good else ''}{escape(words)}"

    def reveal(self):
        self.working.value = self.problem.working._repr_html_()

    def another(self):
        self.show(KINDS[self.problem.kind].make(self.problem.seed + 1, self.level.value))
