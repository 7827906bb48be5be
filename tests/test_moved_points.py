"""Points that the reader moves: as rows, as a table, and in an explorable whose model answers for them."""

import json
import math
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byhand import explore as module
from byhand.explore import explore
from byhand.neighbors import KNeighborsClassifier
from byhand.plot import class_points, part, place
from byhand.points import MOST, SCRIPT, STYLE, Points, ready_made

NUMBERS = st.floats(-1e6, 1e6).map(lambda x: float(f"{x:.6g}"))
CLASSES = st.sampled_from(["a", 'with, "comma"', "Ünï"])


# ---- rows and tables


@given(st.lists(st.tuples(NUMBERS, NUMBERS, CLASSES), min_size=1, max_size=20))
def test_a_table_brings_back_the_points_that_it_was_made_of(rows):
    X, y = [row[:2] for row in rows], np.array([row[2] for row in rows])
    points = Points(X, y)
    back = points.read(points.table())
    assert back.X.tolist() == points.X.tolist() and back.y.tolist() == y.tolist()
    assert back.classes == points.classes == sorted(set(y.tolist()))


@pytest.mark.parametrize("y", [None, np.array([0.5, -2.0]), np.array([1, -1]), np.array(["no", "yes"])])
def test_rows_and_tables_keep_the_kind_of_the_labels(y):
    points = Points([[1, 2], [3, 4]], y)
    for again in (points.moved(points.rows()), points.read(points.table())):
        assert again.X.tolist() == [[1, 2], [3, 4]]
        assert again.kind == points.kind and again.classes == points.classes
        assert again.y is None if y is None else again.y.dtype == y.dtype and again.y.tolist() == y.tolist()
    assert json.loads(json.dumps(points.rows())) == points.rows()


@pytest.mark.parametrize(
    "text",
    [
        "x,y,class\n1,2.5,a\n3,4,b",
        "1,2.5,a\n\n3,4,b\n",
        "x\ty\tclass\n1\t2.5\ta\n3\t4\tb",  # as a spreadsheet copies it
        "1;2,5;a\n3;4;b",  # with decimal commas
        " 1 , 2.5 , a , more \r\n3,4,b",
    ],
)
def test_tables_are_read_as_people_paste_them(text):
    points = Points([[0, 0], [1, 1]], ["a", "b"]).read(text)
    assert points.X.tolist() == [[1, 2.5], [3, 4]] and points.y.tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the table holds no points: a row is x, y, class"),
        ("only, words, here", "holds no points"),
        ("1,2,a\none,two,b", "line 2: x must be a number; got 'one'"),
        ("1,nan,a", "line 1: y must be a number; got 'nan'"),
        ("1,inf,a", "line 1: y must be a number; got 'inf'"),
        ("1,2", "line 1 must hold x, y, class; it holds '1,2'"),
        ("x,y,class\n1,2,c", "line 2: class must be one of a, b; got 'c'"),
        ("1,2,a\n" * (MOST + 1), f"at most {MOST} points can be shown; there are {MOST + 1}"),
    ],
)
def test_bad_tables_are_refused_in_a_sentence(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Points([[0, 0], [1, 1]], ["a", "b"]).read(text)


def test_numbers_as_labels_are_read_as_numbers():
    points = Points([[0, 0]], [0.5])
    assert points.read("1;2;2,25").y.tolist() == [2.25]
    with pytest.raises(ValueError, match="line 1: number must be a number; got 'high'"):
        points.read("1,2,high")


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1, 2, 3]], None, "points must have 2 columns"),
        ([[1, math.nan]], None, "points must not hold missing values"),
        ([["a", "b"]], None, "points must hold numbers only"),
        ([[1, 2]], ["a", "b"], "y must hold one label for each of the 1 rows"),
    ],
)
def test_points_that_are_none_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        Points(X, y)


def test_a_class_that_nobody_knows_is_refused():
    with pytest.raises(ValueError, match="class must be one of a, b; got 'c'"):
        Points([[0, 0], [1, 1]], ["a", "b"]).moved([[0, 0, "c"]])


def test_ready_made_sets_have_both_classes_inside_the_square():
    sets = ready_made()
    assert list(sets) == ["two clouds", "diagonal", "ring", "corners"]
    for points in sets.values():
        assert np.abs(points.X).max() < 2 and np.unique(points.y, return_counts=True)[1].tolist() == [12, 12]
    assert ready_made(["ring"])["ring"].X.tolist() == sets["ring"].X.tolist()
    with pytest.raises(ValueError, match="names"):
        ready_made(["circle"])


# ---- where points are in a picture


def test_the_axes_that_hold_the_points_are_found_with_their_limits_and_place():
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5))
    left.plot([1, 2], [3, 4])
    right.scatter([1, 2, 5], [3, 4, 6])
    right.set(xlim=(0, 10), ylim=(0, 20), position=[0.5, 0.25, 0.4, 0.5])
    found = place(figure, [[1, 3], [5, 6]])
    assert found == {"box": [0.5, 0.25, 0.9, 0.75], "limits": [0, 10, 0, 20], "parts": []}
    with pytest.raises(ValueError, match="draw must draw all points in one of the axes"):
        place(figure, [[1, 3], [7, 7]])
    plt.close(figure)


def test_named_parts_are_told_with_all_their_places():
    figure, ax = plt.subplots(figsize=(10, 5))
    ax.set(xlim=(0, 10), ylim=(0, 10), position=[0, 0, 1, 1])
    part("a leaf", (ax, (0, 5), (0, 5)), (ax, (5, 10), (5, 10)))
    assert place(figure, np.empty((0, 2)))["parts"] == [
        {"name": "a leaf", "boxes": [[0, 0.5, 0.5, 1], [0.5, 0, 1, 0.5]]}
    ]
    plt.close(figure)


# ---- explorables


CLOUDS = ready_made(["two clouds"])["two clouds"]


def draw(points, k=1):
    """Neighbours among the points; the key number is the share that is right."""
    _, (_, ax) = plt.subplots(1, 2)
    class_points(ax, points.X, points.y, ["blue", "red"])
    ax.set(xlim=(-2, 2), ylim=(-2, 2))
    model = KNeighborsClassifier(k).fit(points.X, points.y)
    return f"right: {model.score(points.X, points.y):.3f} & {len(points)}"


def make(**changes):
    return explore(
        draw, **{"alt": "a figure", "points": CLOUDS, "sets": ready_made(["ring"]), "k": [1, 3, 30]} | changes
    )


def test_the_defaults_draw_the_same_picture_each_time():
    first, second = make().frame(), make().frame()
    assert first == second and first[1] == "right: 1.000 & 24"


def test_moved_points_are_answered_by_the_model_itself():
    rows = CLOUDS.rows()
    rows[0][2] = "red"  # a blue point becomes red
    picture, answer = make().reply({"rows": rows}, k=3)
    model = KNeighborsClassifier(3).fit(CLOUDS.X, [row[2] for row in rows])
    assert answer["text"] == f"<p>right: {model.score(CLOUDS.X, [row[2] for row in rows]):.3f} &amp; 24</p>"
    assert picture.startswith(b"\x89PNG") and picture != make().frame(k=3)[0]
    assert answer["places"]["limits"] == [-2, 2, -2, 2] and answer["places"]["box"][0] > 0.5
    assert answer["table"] == CLOUDS.moved(rows).table()


def test_a_pasted_table_becomes_the_points():
    _, answer = make().reply({"table": "0,0,blue\n1,1,red\n1,0,red"})
    assert answer["rows"] == [[0, 0, "blue"], [1, 1, "red"], [1, 0, "red"]]
    assert answer["text"].endswith("&amp; 3</p>")


@pytest.mark.parametrize(
    ("asked", "k", "message"),
    [
        ({"rows": []}, 1, "X must not be empty"),
        ({"rows": [[0, 0, "blue"], [1, 1, "blue"]]}, 1, "at least 2 classes"),
        ({"rows": CLOUDS.rows()}, 30, "must be"),  # fewer points than k
        ({"table": "1,2,green"}, 1, "class must be one of blue, red"),
        ({"table": "1,nan,blue"}, 1, "y must be a number"),
        ({"rows": [[0, 0, "green"]]}, 1, "class must be one of blue, red"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_leaves_the_picture(asked, k, message):
    picture, answer = make().reply(asked, k=k)
    assert picture is None and "places" not in answer and "rows" not in answer
    assert re.fullmatch(r'<p class="points-problem">.*</p>', answer["text"]) and message in answer["text"]
    assert not plt.get_fignums()


def test_a_warning_of_the_model_does_not_reach_the_reader(recwarn):
    def warned(points):
        plt.plot(*points.X.T, "o")
        np.log(np.zeros(1))
        return ""

    assert explore(warned, alt="", points=Points([[1, 2]])).reply({"rows": [[1, 2, None]]})[0]
    assert not recwarn.list


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"points": None}, "a parameter points if, and only if, explore is given points"),
        ({"sets": {"plain": Points([[0, 0]])}}, "must all have classes, or numbers, or neither"),
        ({"k": [3]}, "default for k that is one of its values"),
    ],
)
def test_an_explorable_that_does_not_fit_its_points_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        make(**changes)


def test_classes_of_all_sets_can_be_chosen():
    third = {"three": Points([[0, 0]], ["green"])}
    assert make(sets=third).points.classes == ["blue", "green", "red"]


# ---- three homes


def data(page):
    from html import unescape

    return json.loads(unescape(re.search(r'data-points="(.*?)"', page)[1]))


def test_a_page_without_python_has_the_picture_its_points_and_the_way_to_move_them():
    page = make(k=[1, 3]).page()
    assert data(page)["rows"] == CLOUDS.rows() and data(page)["classes"] == ["blue", "red"]
    assert set(data(page)["sets"]) == {"ring"} and data(page)["places"]["limits"] == [-2, 2, -2, 2]
    frames = json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])
    assert len(frames["places"]) == len(frames["sources"]) == 2
    assert '<p class="explore-note" data-more="Move the points">Move the points in JupyterLab.</p>' in page
    assert "Move the points; more values of k" in make(k=[1, 3, 5], static={"k": [1, 3]}).page()
    assert page == make(k=[1, 3]).page()


def test_a_ready_made_set_that_cuts_something_off_stops_the_build():
    def draw_words(points, k=1):
        words = draw(points, k)
        plt.gca().text(0, 0, "much too long " * (24 - len(points)), fontsize=30)
        return words

    fewer = {"fewer": Points(CLOUDS.X[3:], CLOUDS.y[3:])}
    explorable = explore(draw_words, alt="a figure", points=CLOUDS, sets=fewer, k=[1, 3])
    with pytest.raises(ValueError, match="cuts off .* for the set fewer"):
        explorable.page()


def test_a_live_page_asks_for_moved_points(monkeypatch):
    monkeypatch.setenv("BYHAND_PAGE", "live")
    monkeypatch.setattr(module, "ON_PAGE", [])
    assert data(make()._repr_mimebundle_()["text/html"])["table"] == CLOUDS.table()
    picture, answer = module.move(0, [1], json.dumps({"rows": CLOUDS.rows()[6:]}))
    assert picture.startswith(b"\x89PNG") and "&amp; 18" in json.loads(answer)["text"]
    picture, answer = module.move(0, [2], json.dumps({"rows": CLOUDS.rows()}))
    assert picture is None and "points-problem" in json.loads(answer)["text"]


def test_a_notebook_has_a_widget_that_redraws_for_points_and_controls():
    explorable = make()
    box = explorable._widget(*explorable._drawn("png"))
    controls, movable = box.children
    assert movable.data["rows"] == CLOUDS.rows() and movable.reply == {"text": "<p>right: 1.000 &amp; 24</p>"}
    before = movable.picture
    movable.asked = {"rows": CLOUDS.rows()[1:]}
    assert "&amp; 23" in movable.reply["text"] and movable.picture != before
    good = movable.picture
    controls.children[0].value = 30
    assert "points-problem" in movable.reply["text"] and movable.picture == good, "the last good picture stays"
    controls.children[0].value = 3
    assert "&amp; 23" in movable.reply["text"], "the control forgets the moved points"


def test_a_notebook_stores_the_picture_and_the_words(monkeypatch):
    monkeypatch.delenv("BYHAND_PAGE", raising=False)
    bundle = make()._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "image/png", "text/plain"}
    assert bundle["text/plain"] == "explore: k = 1\nright: 1.000 & 24"


def test_script_and_style_travel_with_the_library():
    assert "export function movable" in SCRIPT.read_text("utf-8") and ".points-handle" in STYLE.read_text("utf-8")
