"""Sliders over one drawing function: in JupyterLab, on a page that runs Python, and on a page that does not.

    def draw(k=3, metric="euclidean"):
        ...                               # draws a figure
        return "error 0.12"               # the key numbers as text

    explore(draw, alt="...", k=range(1, 26), metric=["euclidean", "manhattan"])

The defaults of `draw` are where the controls start. The parameter's values choose the control: a range or a list of
numbers makes a slider, a list of words a menu, a list of two truth values a check box. In a notebook the controls are
ipywidgets. While the book is built, all combinations are drawn once and become a plain HTML control that flips through
them, with no Python behind it. When the reader runs such a page, the same control asks Python for its pictures.
"""

import base64
import gc
import hashlib
import inspect
import itertools
import json
import os
from contextlib import contextmanager
from html import escape

from byhand.working import typeset_html

FRAMES_BUDGET = 400_000  # bytes of pictures behind one control of the built book
ON_PAGE = []  # what a live page shows; its script knows an explorable by its place in this list


def explore(draw, *, alt, question="", answer="", static=None, **values):
    """A picture with controls.

    Parameters
    ----------
    draw : called with one value of each parameter; draws a figure and returns its key numbers as text
    alt : what the picture shows, in words, whatever the settings
    question : what to find out by moving the controls; stands above them and names the whole
    answer : what one finds, folded below the picture; both may hold formulae between dollar signs
    static : for a page without Python, fewer values of some parameters, as a dictionary
    values : each parameter of `draw` and the list of its values
    """
    return Explorable(draw, alt, static or {}, values, question, answer)


class Explorable:
    """What `explore` returns: knows how to show itself in a notebook and on a page."""

    def __init__(self, draw, alt, static, values, question="", answer=""):
        self.draw, self.alt, self.question, self.answer = draw, alt, question, answer
        self.values = {name: list(choices) for name, choices in values.items()}
        self.static = {name: list(static.get(name, choices)) for name, choices in self.values.items()}
        signature = inspect.signature(draw).parameters
        if set(signature) != set(self.values):
            raise ValueError(f"explore needs values for each parameter of draw: {', '.join(signature)}")
        self.defaults = {name: signature[name].default for name in self.values}
        for name, default in self.defaults.items():
            if default not in self.values[name] or default not in self.static[name]:
                raise ValueError(f"draw must have a default for {name} that is one of its values; it has {default!r}")

    def frame(self, kind="png", /, **settings):
        """The picture and its key numbers for some settings (defaults for the others): (bytes, text)."""
        from byhand.plot import render

        with _uncollected():
            text = str(self.draw(**{**self.defaults, **settings}))
            return render(kind), text

    def _repr_mimebundle_(self, include=None, exclude=None):
        page = os.environ.get("BYHAND_PAGE")
        if page == "static":  # while the book is built
            return {"text/html": self.page(), "text/plain": repr(self)}
        picture, text = self.frame()
        bundle = {"image/png": picture, "text/plain": f"{repr(self)}\n{text}"}
        if page == "live":  # in the reader's browser
            ON_PAGE.append(self)
            return {"text/html": self._html(self.values, picture, text, len(ON_PAGE) - 1), **bundle}
        widget = self._widget(picture, text)
        return {**(widget._repr_mimebundle_() if widget else {}), **bundle}

    def __repr__(self):
        settings = "explore: " + ", ".join(f"{name} = {value}" for name, value in self.defaults.items())
        return f"{self.question}\n{settings}" if self.question else settings

    def _widget(self, picture, text):
        """The controls, the picture and the key numbers as ipywidgets; None where they are not installed."""
        try:
            import ipywidgets as widgets
        except ImportError:
            return None
        controls = {
            name: _control(widgets, name, choices, self.defaults[name]) for name, choices in self.values.items()
        }
        image = widgets.Image(value=picture, format="png", layout={"width": "740px", "max_width": "100%"})
        numbers = widgets.HTML(_text_html(text))

        def redraw(_):
            picture, text = self.frame(**{name: control.value for name, control in controls.items()})
            image.value, numbers.value = picture, _text_html(text)

        for control in controls.values():
            control.observe(redraw, names="value")
        parts = [widgets.Box([*controls.values()], layout={"flex_flow": "row wrap"}), image, numbers]
        above, below = ([widgets.HTMLMath(words)] if words else [] for words in (self._question(), self._answer()))
        return widgets.VBox([*above, *parts, *below])

    def page(self):
        """The control for a page without Python: HTML that carries a picture and text for each combination."""
        frames = [
            self.frame("webp", **dict(zip(self.static, combination, strict=True)))
            for combination in itertools.product(*self.static.values())
        ]
        size = sum(len(picture) for picture, _ in frames)
        if size > FRAMES_BUDGET:
            raise ValueError(
                f"explore makes {len(frames)} pictures of {size:,} bytes together, more than {FRAMES_BUDGET:,}: "
                "offer fewer values on the page with static={...}"
            )
        start = list(itertools.product(*self.static.values())).index(tuple(self.defaults.values()))
        data = {"sources": [_data_url(picture, "webp") for picture, _ in frames]}
        data["texts"] = [_text_html(text) for _, text in frames]
        script = f'<script type="application/json">{json.dumps(data).replace("<", chr(92) + "u003c")}</script>'
        fewer = [name.replace("_", " ") for name in self.static if self.static[name] != self.values[name]]
        more = f"More values of {' and '.join(fewer)}"
        note = f'<p class="explore-note" data-more="{escape(more)}">{escape(more)} in JupyterLab.</p>' if fewer else ""
        return self._html(self.static, *frames[start], after=note + script)

    def _html(self, values, picture, text, number=None, after=""):
        """The controls for these values with the picture and text they start with, as HTML."""
        controls = "".join(_html_control(name, values[name], self.defaults[name]) for name in values)
        settings = ", ".join(f"{name.replace('_', ' ')} = {_word(value)}" for name, value in self.defaults.items())
        live = "" if number is None else f' data-number="{number}"'
        kind = "webp" if number is None else "png"
        return (
            f'<div class="explore" role="group" {self._name()}{live}>{self._question()}'
            f'<div class="explore-controls" hidden>{controls}</div>'
            f'<p class="explore-settings">{escape(settings)}</p>'
            f'<img class="explore-picture" src="{_data_url(picture, kind)}" alt="{escape(self.alt)}">'
            f'<div class="explore-text" role="status">{_text_html(text)}</div>{self._answer()}{after}</div>'
        )

    def _name(self):
        """The attribute that names the whole for a screen reader: the question, where there is one."""
        return f'aria-labelledby="{self._id()}"' if self.question else 'aria-label="Explorable figure"'

    def _id(self):
        return "explore-" + hashlib.sha256(f"{self.draw.__name__} {self.question}".encode()).hexdigest()[:8]

    def _question(self):
        words = typeset_html(self.question)
        return f'<p class="explore-question" id="{self._id()}">{words}</p>' if self.question else ""

    def _answer(self):
        folded = f"<summary>Answer</summary><p>{typeset_html(self.answer)}</p>"
        return f'<details class="explore-answer">{folded}</details>' if self.answer else ""


def redraw(number, positions):
    """What the script of a live page asks for: the picture and the text, as HTML, for positions of the controls."""
    explorable = ON_PAGE[number]
    chosen = {name: explorable.values[name][place] for name, place in zip(explorable.values, positions, strict=True)}
    picture, text = explorable.frame(**chosen)
    return picture, _text_html(text)


@contextmanager
def _uncollected():
    """Without the garbage collector, which takes a tenth of a frame; it does its work between frames."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _control(widgets, name, choices, default):
    """The ipywidget for these choices."""
    label = name.replace("_", " ")
    common = {"description": label, "style": {"description_width": "initial"}}
    if _is_switch(choices):
        return widgets.Checkbox(value=default, indent=False, **common)
    options = [(_word(choice), choice) for choice in choices]
    if _is_menu(choices):
        return widgets.Dropdown(options=options, value=default, **common)
    return widgets.SelectionSlider(
        options=options, value=default, continuous_update=True, layout={"width": "min(32em, 100%)"}, **common
    )


def _html_control(name, choices, default):
    """The HTML control for these choices; its value is the position of the choice."""
    label, start = escape(name.replace("_", " ")), choices.index(default)
    word, words = escape(_word(default)), escape(json.dumps([_word(choice) for choice in choices]))
    if _is_switch(choices):
        order = "" if choices == [False, True] else ' data-reversed="true"'
        return f'<label><input type="checkbox" name="{name}"{" checked" if default else ""}{order}> {label}</label>'
    if _is_menu(choices):
        options = "".join(
            f'<option value="{i}"{" selected" if i == start else ""}>{escape(_word(choice))}</option>'
            for i, choice in enumerate(choices)
        )
        return f'<label>{label} <select name="{name}">{options}</select></label>'
    return (
        f'<label>{label} <input type="range" name="{name}" min="0" max="{len(choices) - 1}" step="1" value="{start}" '
        f'data-words="{words}" aria-valuetext="{word}"> <output aria-hidden="true">{word}</output></label>'
    )


def _is_switch(choices):
    return all(isinstance(choice, bool) for choice in choices)


def _is_menu(choices):
    return any(isinstance(choice, str) for choice in choices)


def _word(value):
    return value if isinstance(value, str) else f"{value:.4g}" if isinstance(value, float) else str(value)


def _data_url(picture, kind):
    return f"data:image/{kind};base64," + base64.b64encode(picture).decode()


def _text_html(text):
    """Key numbers as HTML: one paragraph per line."""
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())
