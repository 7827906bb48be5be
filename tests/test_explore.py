"""Explorables: the same drawing as widgets in a notebook and as plain HTML in the book."""

import base64
import gc
import json
import re

import matplotlib.pyplot as plt
import pytest

from byhand import explore as module
from byhand.explore import explore


def draw(k=2, kind="line", grid=False):
    plt.plot([0, k], [0, 1], "-" if kind == "line" else "o")
    plt.grid(grid)
    return f"k is {k} & a {kind}\n{'grid' if grid else 'no grid'}"


def make(**changes):
    settings = {"alt": "a <figure>", "k": range(1, 4), "kind": ["line", "dots"], "grid": [False, True]} | changes
    return explore(draw, **settings)


def data(page):
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])


def test_a_page_has_a_picture_and_a_text_for_each_combination_in_order():
    frames = data(make().page())
    assert len(frames["sources"]) == len(frames["texts"]) == 3 * 2 * 2
    assert frames["texts"][0] == "<p>k is 1 &amp; a line</p><p>no grid</p>"
    assert frames["texts"][1] == "<p>k is 1 &amp; a line</p><p>grid</p>"
    assert frames["texts"][-1] == "<p>k is 3 &amp; a dots</p><p>grid</p>"
    assert len(set(frames["sources"])) == 12
    assert base64.b64decode(frames["sources"][0].split(",")[1])[8:12] == b"WEBP"


def test_a_page_starts_at_the_defaults_and_has_labelled_controls():
    page = make().page()
    frames = data(page)
    assert f'<img class="explore-picture" src="{frames["sources"][4]}" alt="a &lt;figure&gt;">' in page
    assert '<label>k <input type="range" name="k" min="0" max="2" step="1" value="1"' in page
    assert '<label>kind <select name="kind"><option value="0" selected>line</option>' in page
    assert '<label><input type="checkbox" name="grid"> grid</label>' in page
    assert "k = 2, kind = line, grid = False" in page


def test_pages_are_the_same_to_the_byte_each_time():
    assert make().page() == make().page()


def test_pictures_beyond_the_budget_are_refused_with_the_way_out(monkeypatch):
    monkeypatch.setattr(module, "FRAMES_BUDGET", 1000)
    with pytest.raises(ValueError, match=r"12 pictures of .* more than 1,000: offer fewer values .* static"):
        make().page()


def test_a_page_can_offer_fewer_values_and_says_so():
    page = make(static={"k": [1, 2]}).page()
    assert len(data(page)["sources"]) == 8
    assert "More values of k in JupyterLab" in page


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"k": [5, 6]}, "default for k that is one of its values; it has 2"),
        ({"static": {"k": [1, 3]}}, "default for k that is one of its values; it has 2"),
        ({"size": [1]}, "values for each parameter of draw: k, kind, grid"),
    ],
)
def test_wrong_values_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        make(**changes)


def test_widgets_redraw_when_a_control_moves():
    explorable = make()
    picture, text = explorable.frame()
    box = explorable._widget(picture, text)
    controls, image, numbers = box.children
    k, kind, grid = controls.children
    before = image.value
    k.value = 3
    assert image.value != before and "k is 3" in numbers.value
    kind.value, grid.value = "dots", True
    assert "a dots" in numbers.value and "<p>grid</p>" in numbers.value


def test_a_notebook_output_holds_the_widget_a_picture_and_the_numbers(monkeypatch):
    monkeypatch.delenv("BYHAND_PAGE", raising=False)
    bundle = make()._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "image/png", "text/plain"}
    assert bundle["text/plain"] == "explore: k = 2, kind = line, grid = False\nk is 2 & a line\nno grid"


def test_the_book_gets_plain_html(monkeypatch):
    monkeypatch.setenv("BYHAND_PAGE", "static")
    assert set(make()._repr_mimebundle_()) == {"text/html", "text/plain"}


def test_figures_are_closed_after_a_frame():
    plt.close("all")
    make().frame()
    assert not plt.get_fignums()


def test_on_a_live_page_the_control_has_all_values_and_python_draws_what_it_asks_for(monkeypatch):
    monkeypatch.setenv("BYHAND_PAGE", "live")
    monkeypatch.setattr(module, "ON_PAGE", [])
    bundle = make(static={"k": [2]})._repr_mimebundle_()
    assert 'data-number="0"' in bundle["text/html"] and 'max="2"' in bundle["text/html"]
    assert "<script" not in bundle["text/html"]
    picture, text = module.redraw(0, [2, 1, 1])
    assert picture.startswith(b"\x89PNG") and text == "<p>k is 3 &amp; a dots</p><p>grid</p>"
    with pytest.raises(ValueError):
        module.redraw(0, [2, 1])


# ---- a question and its answer


ASKED = {"question": "When is $k < 2$?", "answer": "At the left end & nowhere else."}


def test_a_question_names_the_control_and_its_answer_is_folded_below():
    page = make(**ASKED).page()
    name = re.search(r'<div class="explore" role="group" aria-labelledby="([\w-]+)">', page)[1]
    words = r'When is <span class="math">\(k &lt; 2\)</span>?'
    assert f'<p class="explore-question" id="{name}">{words}</p><div class="explore-controls"' in page
    answer = "<summary>Answer</summary><p>At the left end &amp; nowhere else.</p></details>"
    assert f'</div><details class="explore-answer">{answer}<script' in page
    assert name not in make(question="Another one?").page()


def test_without_a_question_all_is_as_it_was():
    page = make().page()
    assert 'aria-label="Explorable figure"' in page
    assert "explore-question" not in page and "<details" not in page


def test_a_notebook_and_a_live_page_show_the_question_and_the_answer(monkeypatch):
    explorable = make(**ASKED)
    above, *_, below = explorable._widget(*explorable.frame()).children
    assert "When is" in above.value and "At the left end" in below.value and below.value.startswith("<details")
    assert repr(explorable).splitlines() == ["When is $k < 2$?", "explore: k = 2, kind = line, grid = False"]
    monkeypatch.setenv("BYHAND_PAGE", "live")
    monkeypatch.setattr(module, "ON_PAGE", [])
    live = explorable._repr_mimebundle_()["text/html"]
    assert "explore-question" in live and "explore-answer" in live and 'data-number="0"' in live


def test_the_note_on_more_values_says_them_without_the_place_for_the_script():
    assert 'data-more="More values of k">More values of k in JupyterLab.</p>' in make(static={"k": [1, 2]}).page()


def test_the_garbage_collector_is_at_work_again_after_a_frame_that_fails():
    def broken(k=1):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        explore(broken, alt="", k=[1]).frame()
    assert gc.isenabled()


# ---- sliders and processes


def test_sliders_increase_to_the_right_and_other_controls_keep_their_order():
    def draw(k=2, kind="b", on=True):
        return ""

    made = explore(draw, alt="", k=[3, 1, 2], kind=["b", "a"], on=[True, False], static={"k": (2, 1)})
    assert made.values == {"k": [1, 2, 3], "kind": ["b", "a"], "on": [True, False]}
    assert made.static["k"] == [1, 2]


def test_every_parameter_has_a_control_on_the_page():
    with pytest.raises(ValueError, match=r"at least two values of k on the page, .*; static has \[2\]"):
        make(static={"k": [2]}).page()


def test_the_note_lists_the_parameters_that_have_more_values():
    note = make(k=range(1, 5), kind=["line", "dots", "steps"], static={"k": [1, 2], "kind": ["line", "dots"]}).page()
    assert "More values of k and kind in JupyterLab." in note


def test_a_process_has_a_button_that_plays_it(monkeypatch):
    page = make(play="k").page()
    assert '</label><button type="button" class="explore-play" data-plays="k">Play</button>' in page
    assert page.count("explore-play") == 1 and "explore-play" not in make().page()
    monkeypatch.setenv("BYHAND_PAGE", "live")
    monkeypatch.setattr(module, "ON_PAGE", [])
    assert 'data-plays="k"' in make(play="k")._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("name", ["kind", "grid", "nothing"])
def test_only_a_slider_can_be_played(name):
    with pytest.raises(ValueError, match=f"play must be the name of a parameter with a slider; got '{name}'"):
        make(play=name)


def test_in_a_notebook_the_player_moves_the_slider():
    explorable = make(play="k")
    controls = explorable._widget(*explorable.frame()).children[0].children
    player = controls[-1]
    assert (player.min, player.max, player.value) == (0, 2, 1) and controls[0].index == 1
