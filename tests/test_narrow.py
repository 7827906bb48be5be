"""The narrow form of figures: what phones show, and that nothing of a figure is cut off."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

from byhand.explore import explore
from byhand.plot import paint, show
from byhand.plot.narrow import LEAST, TYPE, WIDTH, cut_off, least_width, narrow, require_whole, smallest_type


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def panels(count, **options):
    figure, axes = plt.subplots(1, count, figsize=(7.4, 3), **options)
    for number, ax in enumerate(np.ravel(axes), 1):
        ax.plot([0, 1], [0, number])
        ax.set(title=f"panel {number}", xlabel="across", ylabel="up")
    return figure


def boxes(figure):
    return [ax.get_position().extents for ax in figure.axes]


@pytest.mark.parametrize("count", [2, 3])
def test_panels_stand_one_below_the_other_in_their_order(count):
    figure = panels(count)
    narrow(figure)
    assert figure.get_figwidth() == WIDTH
    tops = [box[3] for box in boxes(figure)]
    assert all(below[3] < above[1] for above, below in zip(boxes(figure), boxes(figure)[1:], strict=False)), tops


def test_many_small_panels_stand_two_in_a_row():
    figure = panels(4)
    narrow(figure)
    one, two, three, _ = boxes(figure)
    assert one[3] == two[3] and one[2] < two[0] and three[3] < one[1]


def test_panels_in_one_place_stay_together():
    figure = panels(2)
    twin = figure.axes[1].twinx()
    narrow(figure)
    assert (twin.get_position().extents == figure.axes[1].get_position().extents).all()


def test_a_panel_that_left_its_numbers_to_its_neighbour_has_them_again():
    figure = panels(2, sharey=True)
    paint(figure, "png")
    assert not any(label.get_visible() and label.get_text() for label in figure.axes[1].get_yticklabels())
    narrow(figure)
    paint(figure, "png")
    assert any(label.get_visible() and label.get_text() for label in figure.axes[1].get_yticklabels())


def test_equal_units_stay_equal():
    figure, ax = plt.subplots(figsize=(5, 5))
    figure.subplots_adjust(0.1, 0.1, 0.9, 0.9)
    ax.set(xlim=(0, 4), ylim=(0, 4))
    narrow(figure)
    paint(figure, "png")
    assert np.isclose(*ax.get_window_extent().size)


def test_small_type_grows_and_long_titles_break():
    figure = panels(2)
    figure.axes[0].text(0.5, 0.5, "small", fontsize=6)
    figure.axes[1].set_title("a title with many words that no phone could ever show in one line")
    narrow(figure)
    assert smallest_type(figure) == TYPE
    assert "\n" in figure.axes[1].get_title(loc="left")
    paint(figure, "webp")
    assert cut_off(figure) == []
    assert least_width(figure) == round(LEAST * 72 * WIDTH / TYPE)


def test_words_that_collide_get_smaller_and_numbers_lie_aslant():
    figure, ax = plt.subplots(figsize=(7, 3))
    ax.set_xticks(range(8), [f"{n}.000" for n in range(8)])
    words = [ax.text(0.2 * n, 0.5, "a word", fontsize=12) for n in range(8)]
    narrow(figure)
    assert {word.get_fontsize() for word in words} == {TYPE}
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {45}


# ---- nothing is cut off


def test_a_label_beyond_the_edge_and_a_circle_beyond_its_frame_are_noticed():
    figure, ax = plt.subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    paint(figure, "png")
    assert cut_off(figure) == []
    word = ax.text(1.02, 0.5, "much too long a label")
    paint(figure, "png")
    assert cut_off(figure) == ["panel 1"]
    word.remove()
    ax.add_patch(plt.Circle((0.5, 0.5), 0.6))
    with pytest.raises(ValueError, match="cuts off a circle of panel 1 at k = 3: make room"):
        require_whole(figure, " at k = 3")


def test_an_explorable_is_refused_if_any_setting_cuts_something_off():
    def draw(k=1):
        plt.gca().set(xlim=(0, 1), ylim=(0, 1))
        plt.text(0.3 * k, 0.5, "the words move to the right")
        return ""

    with pytest.raises(ValueError, match="panel 1 at k = 3"):
        explore(draw, alt="", k=[1, 2, 3]).page()


# ---- on a page


def test_a_page_of_the_book_gets_two_pictures_and_a_notebook_one(monkeypatch):
    panels(2)
    bundle, _ = show("Two lines.")._repr_mimebundle_()
    assert set(bundle) == {"image/png", "text/plain"}
    monkeypatch.setenv("BYHAND_PAGE", "static")
    panels(2)
    page = show('Two "lines".')._repr_mimebundle_()
    assert set(page) == {"text/html", "text/plain"}
    pattern = (
        r'<div class="stage" style="--least: (\d+)px; --narrow: (\d+)px;" data-type="[\d.]+"><picture>'
        r'<source media="screen and \(max-width: 700px\)" srcset="data:image/webp;base64,\S+" data-type="[\d.]+">'
        r'<img src="data:image/webp;base64,\S+" alt="Two &quot;lines&quot;."></picture></div>'
    )
    wide, slim = map(int, re.fullmatch(pattern, page["text/html"]).groups())
    assert slim < 360 < 500 < wide


def test_only_the_first_picture_of_an_explorable_has_a_narrow_form():
    def draw(k=2):
        plt.plot([0, k])
        return ""

    page = explore(draw, alt="", k=[1, 2, 3]).page()
    assert page.count("<source") == 1 and page.count("srcset") == 1
