"""The form of a practice problem: widgets in a notebook, HTML on a page."""

import json
import re
from html import escape, unescape

import pytest

from byhand.practice import practice, problem
from byhand.practice.form import Form, _Widgets, html, payload
from byhand.practice.names import symbol
from byhand.working import math_html

widgets = pytest.importorskip("ipywidgets")


@pytest.fixture
def form():
    return _Widgets(widgets, problem("naive-bayes", seed=4, level=1))


def answer(form, digits=4, **changes):
    for name, value in {**form.problem.solution, **changes}.items():
        form.fields[name].value = value if isinstance(value, str) else f"{float(value):#.{digits}g}"


def said(form):
    return {name: mark.value for name, mark in form.marks.items()}


def test_each_field_has_a_label_that_is_its_own(form):
    assert {name: field.description for name, field in form.fields.items()} == {name: name for name in form.fields}


def test_a_right_form_is_told_so(form):
    answer(form)
    form.check()
    assert set(said(form).values()) == {"✓ Right."}
    steps = len(form.problem.asks)
    assert f"{steps} of {steps} steps are right" in form.status.value
    assert f"1 problem, {steps} of {steps} steps right at the first check" in form.status.value


def test_a_wrong_step_is_named_and_what_follows_is_not_blamed(form):
    (first, *_) = (name for name in form.fields if name.startswith("score("))
    factors = [float(value) for name, value in form.problem.solution.items() if name.endswith(f"|{first[6:]}")]
    answer(form, **{first: str(factors[0] * factors[1])})
    form.check()
    assert "You left out the prior" in said(form)[first]
    assert sum("✓" in words for words in said(form).values()) >= len(form.fields) - 3


def test_help_comes_three_times_before_the_value_for_the_first_step_that_is_not_right(form):
    first = form.problem.asks[0]
    form.hint()
    assert said(form)[first.name] == first.hint
    form.hint()
    assert r"\frac" in said(form)[first.name] and " = " not in said(form)[first.name]
    form.hint()
    assert r"\frac" in said(form)[first.name] and " = " in said(form)[first.name]
    assert first.name not in said(form)[first.name]
    form.hint()
    assert first.name in said(form)[first.name]
    answer(form)
    form.hint()  # nothing left to help with
    assert form.help == {first.name: 4}


def test_the_working_is_shown_when_asked_for(form):
    assert form.working.value == ""
    form.reveal()
    assert form.working.value == form.problem.working._repr_html_()


def test_another_one_has_other_numbers_and_the_level_chosen(form):
    before, form.level.value = form.problem, 3
    form.another()
    assert (form.problem.seed, form.problem.level) == (before.seed + 1, 3)
    assert set(form.fields) == {ask.name for ask in form.problem.asks}
    answer(form)
    form.check()
    form.check()  # a second check is no second first check
    assert "1 problem," in form.status.value


def test_the_buttons_do_what_they_say(form):
    buttons = {b.description: b for b in form.box.children[-3].children if isinstance(b, widgets.Button)}
    assert set(buttons) == {"Check", "Hint", "Show the working", "Another one"}
    buttons["Show the working"].click()
    assert form.working.value
    buttons["Another one"].click()
    assert form.problem.seed == 5


def test_a_notebook_gets_widgets_and_text():
    bundle = practice("bayes-rule", seed=2)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    text = bundle["text/plain"]
    fresh = problem("bayes-rule", 2)
    assert fresh.title in text and fresh.question in text and "Steps: score(" in text


def test_a_page_gets_the_form_as_html(monkeypatch):
    monkeypatch.setenv("BYHAND_PAGE", "static")
    page = practice("naive-bayes", level=2)._repr_mimebundle_()["text/html"]
    asked = problem("naive-bayes", 1, 2)
    assert page == html(asked)
    assert "Another one" in page and page.count("<option value=") == 3 + 1  # three levels, one choice left open
    for ask in asked.asks:
        assert f'aria-label="{escape(f"{ask.label}: {ask.name}")}"' in page
        assert f"<code>{escape(ask.name)}</code>" not in page and math_html(symbol(ask.name)) in page
    labels, fields = re.findall(r'<label for="([^"]+)"', page), re.findall(r'<(?:input|select) id="([^"]+)"', page)
    assert labels == fields and len(set(fields)) == len(asked.asks)
    monkeypatch.setenv("BYHAND_PAGE", "live")
    assert Form(asked)._repr_mimebundle_()["text/html"] == page


def test_the_page_carries_what_its_script_needs_and_nothing_breaks_out():
    asked = problem("naive-bayes", 1, 2)
    carried = re.search(r'<script type="application/json">(.*?)</script>', html(asked))[1]
    assert json.loads(carried) == payload(asked) and "<" not in carried
    asked.question = "Is $a < b$ & <b>bold</b>?"
    asked.title = "<script>"
    page = html(asked)
    assert "<b>bold" not in page and "<script>" not in page
    assert r'Is <span class="math">\(a &lt; b\)</span> &amp; &lt;b&gt;bold' in page
    assert "Is $a < b$" not in unescape(page)
