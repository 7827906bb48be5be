"""An exercise as a form on a page of the book: fields for the answer, marked by the page's script, and the hint."""

import base64
import json
from html import escape

from byhand.exercises.expected import Word
from byhand.marking import ANYWHERE, DIGITS, SAY


def html(number, expected, hint):
    """The form as HTML. What is expected is in it, but not in plain sight; without a script only the hint is shown."""
    fields = "".join(_field(number, place, expected.fields) for place in range(1, expected.fields + 1))
    digits = "" if isinstance(expected, Word) else f'<p class="practice-digits">{DIGITS}</p>'
    folded = f"<details><summary>Hint</summary>{escape(hint)}</details>" if hint else ""
    return (
        f'<div class="answer" data-exercise="{number}" data-expected="{hidden(expected)}"><form hidden novalidate>'
        f'<div class="answer-fields" role="group" aria-label="Answer to exercise {number}">{fields}'
        f'<button type="submit">Check</button></div>{digits}<p class="answer-status" role="status"></p></form>'
        f"{folded}</div>"
    )


def hidden(expected):
    """What a page's script needs to mark an answer, in letters that are not read by accident."""
    words = {"say": SAY, "anywhere": {name: words for name, (words, _) in ANYWHERE.items()}}
    return base64.b64encode(json.dumps({**expected.payload(), **words}).encode()).decode()


def _field(number, place, count):
    """One field with its label; of several, the label is its place."""
    stem = f"answer-{number.replace('.', '-')}-{place}"
    label, name = ("Answer", f"Answer to exercise {number}")
    if count > 1:
        label, name = place, f"Answer to exercise {number}, {place} of {count}"
    return (
        f'<span class="answer-field"><label for="{stem}">{label}</label>'
        f'<input id="{stem}" aria-label="{name}" aria-describedby="{stem}-read" autocomplete="off" '
        f'autocapitalize="off" spellcheck="false" size="12"><span class="practice-read" id="{stem}-read"></span></span>'
    )
