"""Sliders over one drawing function: in JupyterLab, on a page that runs Python, and on a page that does not.

    def draw(k=3, metric="euclidean"):
        ...                               # draws a figure
        return "error 0.12"               # the key numbers as text

    explore(draw, alt="...", k=range(1, 26), metric=["euclidean", "manhattan"])

The defaults of `draw` are where the controls start. The parameter's values choose the control: a range or a list of
numbers makes a slider, which increases to the right, a list of words a menu, a list of two truth values a check box.
With `play="k"` a button moves that slider on by itself. In a notebook the controls are ipywidgets. While the book is
built, all combinations are drawn once and become a plain HTML control that flips through them, with no Python behind
it; on a phone it starts with the figure's narrow form. When the reader runs such a page, the same control asks Python
for its pictures.

    def draw(points, k=3):
        ...                               # draws points.X, of the classes points.y, in one of the axes

    explore(draw, alt="...", points=Points(X, y), k=range(1, 26))

With `points` the reader moves, adds and deletes them in the picture itself. Where in the figure they are is found out.
Points for which `draw` raises a ValueError leave the picture as it is; the error's words stand in place of the numbers.
"""

import base64
import gc
import hashlib
import inspect
import itertools
import json
import os
import warnings
from contextlib import contextmanager
from html import escape
from typing import NamedTuple

from byhand.points import Points, widget
from byhand.working import typeset_html

FRAMES_BUDGET = 400_000  # bytes of pictures behind one control of the built book
ON_PAGE = []  # what a live page shows; its script knows an explorable by its place in this list


def explore(draw, *, alt, question="", answer="", static=None, points=None, sets=None, play=None, **values):
    """A picture with controls.

    Parameters
    ----------
    draw : called with one value of each parameter; draws a figure and returns its key numbers as text
    alt : what the picture shows, in words, whatever the settings
    question : what to find out by moving the controls; stands above them and names the whole
    answer : what one finds, folded below the picture; both may hold formulae between dollar signs
    static : for a page without Python, fewer values of some parameters, as a dictionary
    points : what the reader can move, anything with `X`, shape (n, 2), and `y`: classes, numbers or None, shape (n,);
        `draw` takes `Points` as its parameter `points`
    sets : other points to start from, a dictionary from a name
    play : the parameter that counts the steps of a process, which a button then plays
    values : each parameter of `draw` and the list of its values
    """
    return Explorable(draw, alt, static or {}, values, question, answer, points, sets or {}, play)


class Frame(NamedTuple):
    """What `draw` has drawn for some settings: the picture, its key numbers, where the points are, and the figure."""

    picture: bytes
    text: str
    places: dict | None
    figure: object


class Explorable:
    """What `explore` returns: knows how to show itself in a notebook and on a page."""

    def __init__(self, draw, alt, static, values, question="", answer="", points=None, sets=(), play=None):
        self.draw, self.alt, self.question, self.answer, self.play = draw, alt, question, answer, play
        self.values = {name: _in_order(choices) for name, choices in values.items()}
        self.static = {name: _in_order(static.get(name, choices)) for name, choices in self.values.items()}
        self.points, self.sets = _alike(points, dict(sets))
        signature = dict(inspect.signature(draw).parameters)
        if (signature.pop("points", None) is None) != (points is None):
            raise ValueError("draw has a parameter points if, and only if, explore is given points")
        if set(signature) != set(self.values):
            raise ValueError(f"explore needs values for each parameter of draw: {', '.join(signature)}")
        if play is not None and not _is_slider(self.values.get(play, [""])):
            raise ValueError(f"play must be the name of a parameter with a slider; got {play!r}")
        self.defaults = {name: signature[name].default for name in self.values}
        for name, default in self.defaults.items():
            if default not in self.values[name] or default not in self.static[name]:
                raise ValueError(f"draw must have a default for {name} that is one of its values; it has {default!r}")

    def frame(self, kind="png", /, **settings):
        """The picture and its key numbers for some settings (defaults for the others): (bytes, text)."""
        return self._drawn(kind, **settings)[:2]

    def _drawn(self, kind, /, **settings):
        """The picture, its key numbers and, if there are points to move, where in the picture they are."""
        return self._frame(kind, **settings)[:3]

    def _frame(self, kind, /, **settings):
        """The same with the figure that was drawn, as a `Frame`."""
        from byhand.plot import place, plt, render

        start = {} if self.points is None else {"points": self.points}
        settings = {**start, **self.defaults, **settings}
        with _uncollected():
            text = str(self.draw(**settings))
            figure = plt.gcf()
            picture = render(kind)
            return Frame(picture, text, place(figure, settings["points"].X) if start else None, figure)

    def reply(self, asked, **settings):
        """What the page shows for the points that the reader asked for: the picture, and a dictionary with the rest.

        `asked`: {"rows": ...} or {"table": ...}, a text in CSV. If it cannot be drawn, the picture is None and the text
        says why.
        """
        from byhand.plot import plt

        pasted, answer = "table" in asked, {}
        try:
            points = self.points.read(asked["table"]) if pasted else self.points.moved(asked["rows"])
            answer = {} if pasted else {"table": points.table()}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the reader of a picture has no use for them
                picture, text, places = self._drawn("png", points=points, **settings)
        except ValueError as problem:
            plt.close("all")
            return None, answer | {"text": f'<p class="points-problem">{escape(str(problem))}</p>'}
        answer |= {"rows": points.rows()} if pasted else {}
        return picture, answer | {"text": _text_html(text), "places": places, "table": points.table()}

    def chosen(self, positions):
        """The values of the parameters for positions of the controls."""
        return {name: choices[place] for (name, choices), place in zip(self.values.items(), positions, strict=True)}

    def _repr_mimebundle_(self, include=None, exclude=None):
        page = os.environ.get("BYHAND_PAGE")
        if page == "static":  # while the book is built
            return {"text/html": self.page(), "text/plain": repr(self)}
        start = self._frame("png")
        bundle = {"image/png": start.picture, "text/plain": f"{repr(self)}\n{start.text}"}
        if page == "live":  # in the reader's browser
            ON_PAGE.append(self)
            return {"text/html": self._html(self.values, start, len(ON_PAGE) - 1), **bundle}
        widget = self._widget(*start[:3])
        return {**(widget._repr_mimebundle_() if widget else {}), **bundle}

    def __repr__(self):
        settings = "explore: " + ", ".join(f"{name} = {value}" for name, value in self.defaults.items())
        return f"{self.question}\n{settings}" if self.question else settings

    def _widget(self, picture, text, places=None):
        """The controls, the picture and the key numbers as widgets; None where they are not installed."""
        try:
            import ipywidgets as widgets

            movable = None if self.points is None else widget(self._data(places) | {"alt": self.alt}, picture)
        except ImportError:
            return None
        controls = {
            name: _control(widgets, name, choices, self.defaults[name]) for name, choices in self.values.items()
        }
        image = widgets.Image(value=picture, format="png", layout={"width": "740px", "max_width": "100%"})
        numbers = widgets.HTML(_text_html(text))

        def redraw(_):
            settings = {name: control.value for name, control in controls.items()}
            if movable is None:
                picture, text = self.frame(**settings)
                image.value, numbers.value = picture, _text_html(text)
                return
            picture, reply = self.reply(movable.asked, **settings)
            with movable.hold_sync():
                movable.picture, movable.reply = picture or movable.picture, reply

        for control in controls.values():
            control.observe(redraw, names="value")
        shown = [image, numbers]
        if movable is not None:
            movable.reply = {"text": numbers.value}
            movable.observe(redraw, names="asked")
            shown = [movable]
        players = [_player(widgets, controls[self.play])] if self.play else []
        parts = [widgets.Box([*controls.values(), *players], layout={"flex_flow": "row wrap"}), *shown]
        above, below = ([widgets.HTMLMath(words)] if words else [] for words in (self._question(), self._answer()))
        return widgets.VBox([*above, *parts, *below])

    def page(self):
        """The control for a page without Python: HTML that carries a picture and text for each combination."""
        from byhand.plot.narrow import require_whole

        self._require_choices()
        data, size, start = {"sources": [], "texts": [], "places": []}, 0, None
        combinations = list(itertools.product(*self.static.values()))
        for combination in combinations:
            settings = dict(zip(self.static, combination, strict=True))
            frame = self._frame("webp", **settings)
            require_whole(frame.figure, f" at {_words(settings)}")
            size += len(frame.picture)
            data["sources"].append(_data_url(frame.picture, "webp"))
            data["texts"].append(_text_html(frame.text))
            data["places"].append(frame.places)
            if settings == self.defaults:
                start = frame
        for name, points in self.sets.items():  # what only Python will show is drawn once, too
            require_whole(self._frame("webp", points=points).figure, f" for the set {name}")
        if size > FRAMES_BUDGET:
            raise ValueError(
                f"explore makes {len(combinations)} pictures of {size:,} bytes together, more than {FRAMES_BUDGET:,}: "
                "offer fewer values on the page with static={...}"
            )
        if self.points is None:
            del data["places"]
        script = f'<script type="application/json">{json.dumps(data).replace("<", chr(92) + "u003c")}</script>'
        fewer = [name.replace("_", " ") for name in self.static if self.static[name] != self.values[name]]
        more = f"More values of {_listed(fewer)}" if fewer else ""
        if self.points is not None:
            more = f"Move the points; {more.lower()}" if more else "Move the points"
        note = f'<p class="explore-note" data-more="{escape(more)}">{escape(more)} in JupyterLab.</p>' if more else ""
        return self._html(self.static, start, after=note + script)

    def _require_choices(self):
        """Refuse a page on which a parameter would have no control."""
        for name, choices in self.static.items():
            if len(choices) < 2:
                raise ValueError(
                    f"explore must offer at least two values of {name} on the page, as many as answer its question; "
                    f"static has {choices}"
                )

    def _html(self, values, start, number=None, after=""):
        """The controls for these values with the frame they start with, as HTML; `number`: of a live page."""
        from byhand.plot import place, stage

        controls = "".join(_html_control(name, values[name], self.defaults[name], name == self.play) for name in values)
        kind = "webp" if number is None else "png"
        image = f'<img class="explore-picture" src="{_data_url(start.picture, kind)}" alt="{escape(self.alt)}">'
        picture = stage(image, start.figure, narrow=number is None)
        live = "" if number is None else f' data-number="{number}"'
        if self.points is not None:
            slim = {} if number is not None else {"narrow": place(start.figure, self.points.X)}
            live += f' data-points="{escape(json.dumps(self._data(start.places) | slim))}"'
        return (
            f'<div class="explore" role="group" {self._name()}{live}>{self._question()}'
            f'<div class="explore-controls" hidden>{controls}</div>'
            f'<p class="explore-settings">{escape(_words(self.defaults))}</p>{picture}'
            f'<div class="explore-text" role="status">{_text_html(start.text)}</div>{self._answer()}{after}</div>'
        )

    def _data(self, places):
        """What the script of the page needs to know of the points at first."""
        classes = self.points.classes and [str(c) for c in self.points.classes]
        sets = {name: points.rows() for name, points in self.sets.items()}
        start = {"rows": self.points.rows(), "table": self.points.table(), "sets": sets}
        return {"id": self._id(), "kind": self.points.kind, "classes": classes, "places": places, **start}

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
    picture, text = explorable.frame(**explorable.chosen(positions))
    return picture, _text_html(text)


def move(number, positions, asked):
    """What the script of a live page asks for when points have moved: the picture or None, and the rest in JSON.

    `asked`: what `Explorable.reply` takes, in JSON.
    """
    explorable = ON_PAGE[number]
    picture, answer = explorable.reply(json.loads(asked), **explorable.chosen(positions))
    return picture, json.dumps(answer)


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


def _alike(points, sets):
    """The points and the sets to start from as `Points` that may all have the same classes."""
    if points is None:
        return None, {}
    given = [Points(some.X, some.y) for some in (points, *sets.values())]
    if len({some.kind for some in given}) > 1:
        raise ValueError("points and sets must all have classes, or numbers, or neither")
    if given[0].classes:
        classes = sorted({c for some in given for c in some.classes})
        given = [Points(some.X, some.y, classes) for some in given]
    return given[0], dict(zip(sets, given[1:], strict=True))


def _words(settings):
    """Settings in words: k = 3, metric = euclidean."""
    return ", ".join(f"{name.replace('_', ' ')} = {_word(value)}" for name, value in settings.items())


def _listed(names):
    """Names in a row: a, b and c."""
    return " and ".join([*filter(None, [", ".join(names[:-1])]), names[-1]])


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


def _player(widgets, slider):
    """Buttons that move a slider on, a step a second."""
    player = widgets.Play(min=0, max=len(slider.options) - 1, value=slider.index, interval=1000, show_repeat=False)
    widgets.jslink((player, "value"), (slider, "index"))
    return player


def _html_control(name, choices, default, play=False):
    """The HTML control for these choices; its value is the position of the choice. `play`: with a button for it."""
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
        + f'<button type="button" class="explore-play" data-plays="{name}">Play</button>'
        * play
    )


def _in_order(choices):
    """The choices as a list; those of a slider increase to the right."""
    choices = list(choices)
    return sorted(choices) if _is_slider(choices) else choices


def _is_slider(choices):
    return not _is_switch(choices) and not _is_menu(choices)


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
