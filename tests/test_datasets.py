"""The data sets, and the small table that holds them."""

import re
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from sklearn.datasets import load_digits

from byhand import datasets
from byhand.data.gaussian_mixture import chance_of_red
from byhand.data.red_along_a_line import chance_of_red as chance_along
from byhand.data.two_rushes import true_density
from byhand.data.wrong_labels import SHAPES, best_possible
from byhand.datasets import (
    Table,
    arctic_ice,
    galton_families,
    gaussian_mixture,
    lisbon_flats,
    noisy_sine,
    play_tennis,
    twenty_points,
    two_rushes,
)

SMALL = Table(("a", "b"), ((1, "x"), (2, "y"), (1, "y")), "three rows")


# ---- values


def test_play_tennis_has_fourteen_days_nine_of_them_played():
    tennis = play_tennis()
    assert len(tennis) == 14
    assert Counter(tennis.y.tolist()) == {"Yes": 9, "No": 5}
    assert tennis.features == ("Outlook", "Temperature", "Humidity", "Wind")
    assert tennis.target == "Play"
    assert tennis.X.shape == (14, 4)
    assert tennis.X[13].tolist() == ["Rain", "Mild", "High", "Strong"]
    assert "".join(word[0] for word in tennis["Play"]) == "NNYYYNYNYYYYYN"


@pytest.mark.parametrize(
    ("column", "counts"),
    [
        ("Outlook", {"Sunny": 5, "Overcast": 4, "Rain": 5}),
        ("Temperature", {"Hot": 4, "Mild": 6, "Cool": 4}),
        ("Humidity", {"High": 7, "Normal": 7}),
        ("Wind", {"Weak": 8, "Strong": 6}),
    ],
)
def test_play_tennis_column_counts(column, counts):
    assert Counter(play_tennis()[column]) == counts


def test_lisbon_flats_are_six_areas_and_prices():
    flats = lisbon_flats()
    assert flats.names == ("Area", "Price")
    assert flats.rows == ((130, 370), (60, 220), (87, 57), (125, 400), (147, 430), (180, 640))
    assert flats.X.shape == (6, 1) and flats.y.sum() == 2117


def test_the_ice_has_one_september_for_each_year_and_its_least_in_2012():
    ice = arctic_ice()
    assert ice["Year"] == tuple(range(1979, 2020))
    assert min(ice.rows, key=lambda row: row[1]) == (2012, 3.57)
    assert sum(ice["Extent"]) == pytest.approx(248.80)


def test_thirty_short_messages_are_ham_twenty_spam_and_no_two_alike():
    messages = datasets.short_messages()
    assert Counter(messages.y.tolist()) == {"ham": 30, "spam": 20}
    assert len(set(messages["Text"])) == 50
    assert all(2 < len(text.split()) < 12 for text in messages["Text"])


def test_the_digits_are_the_first_36_of_each_in_the_test_part_at_uci():
    X, y = datasets.digits()
    theirs = load_digits()  # the same 1,797 pictures in the same order
    seen = np.array([np.sum(theirs.target[:n] == digit) for n, digit in enumerate(theirs.target)])
    assert (theirs.data[seen < 36] == X).all() and (y == theirs.target[seen < 36]).all()
    assert X.shape == (360, 64) and Counter(y.tolist()) == dict.fromkeys(range(10), 36)


def test_the_hillside_is_a_grey_picture_of_which_no_few_layers_are_all():
    picture = datasets.hillside()
    assert picture.shape == (48, 72) and 0 <= picture.min() < picture.max() <= 1
    assert 25 < np.linalg.matrix_rank(picture) < 48
    picture[:] = 0
    assert datasets.hillside().max() == 1  # a new one each time


@pytest.mark.parametrize("wider", [-1.2, 0, 1.2])
def test_leaves_have_the_tilt_the_spread_and_the_distance_that_are_said(wider):
    X, y = datasets.leaves(40_000, wider, seed=3)
    beech, oak = X[y == "beech"], X[y == "oak"]
    assert oak.mean(axis=0) - beech.mean(axis=0) == pytest.approx([1.2, wider], abs=0.04)
    for kind in (beech, oak):
        assert np.corrcoef(kind.T)[0, 1] == pytest.approx(0.9, abs=0.01)
        assert kind.std(axis=0) == pytest.approx([1, 1], abs=0.02)


def test_red_along_a_line_is_as_frequent_as_is_said():
    X, y = datasets.red_along_a_line(50_000, seed=4)
    for low in np.arange(0, 1, 0.1):
        here = (X[:, 0] >= low) & (X[:, 0] < low + 0.1)
        assert np.mean(y[here] == "red") == pytest.approx(chance_along(X[here, 0]).mean(), abs=0.03)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wrong", [0, 0.2])
def test_labels_are_wrong_as_often_as_is_said(shape, wrong):
    (X, y), (again, true) = (datasets.wrong_labels(shape, 20_000, share, seed=6) for share in (wrong, 0))
    assert np.array_equal(X, again)
    assert np.mean(y != true) == pytest.approx(wrong, abs=0.01)


@pytest.mark.parametrize("shape, middle", [("two clouds", 0.0), ("ring", 1.05), ("distant clouds", 0.0)])
@pytest.mark.parametrize("wrong", [0, 0.1, 0.3])
def test_who_knows_the_shapes_is_right_as_often_as_is_said(shape, middle, wrong):
    X, y = datasets.wrong_labels(shape, 60_000, wrong, seed=8)
    known = np.hypot(*X.T) if shape == "ring" else X.sum(axis=1)
    assert np.mean((known > middle) == (y == "b")) == pytest.approx(best_possible(shape, wrong), abs=0.006)


def test_twenty_points_lie_within_a_half_of_the_line():
    points = twenty_points()
    assert len(points) == 20 and points.names == ("x", "y")
    assert points.rows[0] == (0.680375, 0.877051) and points.rows[19] == (0.213938, 0.699233)
    x = points.X[:, 0].astype(float)
    assert np.abs(points.y - 2 * x).max() <= 0.5
    assert round(x @ x, 5) == 5.30902 and round(x @ points.y, 4) == 10.3627


def test_two_rushes_are_drawn_from_their_density():
    times, edges = two_rushes(100_000, seed=3), np.linspace(-1, 10, 111)
    middles = (edges[1:] + edges[:-1]) / 2
    found = np.histogram(times, edges, density=True)[0]
    assert np.abs(found - true_density(middles)).max() < 0.02
    assert true_density(middles).sum() * 0.1 == pytest.approx(1, abs=1e-6)
    assert two_rushes(5).tolist() == two_rushes(5, seed=0).tolist() != two_rushes(5, seed=1).tolist()


def test_noisy_sine_is_drawn_with_seed_four():
    X, y = noisy_sine()
    assert X.shape == (10, 1) and X[:, 0].tolist() == np.linspace(0, 1, 10).tolist()
    wanted = [-0.195537, 0.590372, 1.483925, 1.063770, -0.150399, -0.343581, -1.053065, -0.940218, -1.125244, 0.072532]
    np.testing.assert_allclose(y, wanted, atol=6e-7)
    np.testing.assert_allclose(noisy_sine(5, noise=0)[1], [0, 1, 0, -1, 0], atol=1e-15)
    assert noisy_sine(seed=5)[1].tolist() != y.tolist()


def test_the_mixture_is_red_as_often_as_its_densities_say():
    X, y = gaussian_mixture(40_000, seed=3)
    chance, red = chance_of_red(X), y == "red"
    for low in np.arange(0, 1, 0.2):
        inside = (chance >= low) & (chance < low + 0.2)
        assert abs(red[inside].mean() - chance[inside].mean()) < 0.02
    with pytest.raises(ValueError, match="X must have 2 columns"):
        chance_of_red([[1, 2, 3]])


def test_where_keeps_the_rows_that_have_all_the_values():
    assert SMALL.where(a=1).rows == ((1, "x"), (1, "y"))
    assert SMALL.where(a=1, b="y").rows == ((1, "y"),)
    assert SMALL.where(b="z").rows == ()
    assert SMALL.where().rows == SMALL.rows
    assert SMALL.where(a=1).names == SMALL.names
    assert SMALL.where(a=1).caption == "three rows"
    assert len(play_tennis().where(Outlook="Overcast", Play="Yes")) == 4


def test_table_is_used_as_the_list_of_its_rows():
    rows = [(1, "x"), (2, "y"), (1, "y")]
    assert list(SMALL) == rows
    assert [name for _, name in SMALL] == ["x", "y", "y"]
    assert SMALL[0] == SMALL[np.int64(0)] == (1, "x") and SMALL[-1] == (1, "y")
    assert SMALL[1:] == Table(("a", "b"), tuple(rows[1:]), "three rows")
    assert list(reversed(SMALL)) == rows[::-1]
    assert sorted(SMALL, key=lambda row: row[1], reverse=True)[0] == (2, "y")
    assert (2, "y") in SMALL and (2, "x") not in SMALL
    assert SMALL["b"] == ("x", "y", "y")
    assert len(play_tennis()) == sum(1 for _ in play_tennis()) == 14


def test_text_form_is_numbered_and_aligned():
    assert repr(SMALL).splitlines() == ["   a  b", "1  1  x", "2  2  y", "3  1  y"]


def test_html_form_has_a_caption_and_headers():
    html = SMALL._repr_html_()
    assert "<caption>three rows</caption>" in html
    assert re.findall(r'<th scope="col">(.*?)</th>', html) == ["#", "a", "b"]
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ["1", "2", "3"]
    assert re.findall(r"<td>(.*?)</td>", html) == ["1", "x", "2", "y", "1", "y"]
    assert "<caption>" not in Table(("a",), ((1,),))._repr_html_()


# ---- laws


def test_html_escapes_names_values_and_caption():
    html = Table(("<a>", "b&c"), (("<1>", "x&y"),), "<i> & co")._repr_html_()
    assert "<caption>&lt;i&gt; &amp; co</caption>" in html
    assert '<th scope="col">&lt;a&gt;</th><th scope="col">b&amp;c</th>' in html
    assert "<td>&lt;1&gt;</td><td>x&amp;y</td>" in html


def test_table_of_one_caller_cannot_be_changed_by_another():
    tennis = play_tennis()
    tennis.X[0] = tennis.y[0] = "changed"
    assert tennis.X[0, 0] == "Sunny" and tennis.y[0] == "No"
    with pytest.raises(AttributeError):
        tennis.rows = ()
    assert tennis == play_tennis()


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Table(("a", "b"), ((1, 2), (3,))), "rows must have 2 values each; row 2 has another number"),
        (lambda: Table(("a",), ((1, 2),)), "rows must have 1 values each; row 1 has another number"),
        (lambda: SMALL["c"], r"name must be a column of the table \(a, b\); got 'c'"),
        (lambda: SMALL.where(c=1), r"name must be a column of the table \(a, b\); got 'c'"),
        (lambda: noisy_sine(0), "n must be a whole number of at least 1; got 0"),
        (lambda: noisy_sine(2.5), "n must be a whole number of at least 1; got 2.5"),
        (lambda: noisy_sine(noise=-1), "noise must be a number of at least 0; got -1"),
        (lambda: SMALL.where(c=1, a=1), r"name must be a column of the table \(a, b\); got 'c'"),
    ],
)
def test_bad_table_or_column_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("number", [3, -4])
def test_a_row_that_is_not_there_is_refused_as_by_a_list(number):
    with pytest.raises(IndexError, match=f"row {number} is not in the table, whose rows are numbered from 0 to 2"):
        SMALL[number]


# ---- one file each


def test_a_data_set_is_imported_when_it_is_asked_for():
    code = (
        "import sys, byhand.datasets as d; before = set(sys.modules); d.fish();"
        "print(sorted(m for m in set(sys.modules) - before if m.startswith('byhand.data.')))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "['byhand.data.fish']\n"
    )


def test_every_file_of_data_is_offered_by_name_and_nothing_else_is():
    assert {"Table", "play_tennis", "fish", "hot_and_cold"} <= set(dir(datasets))
    for name in dir(datasets):
        assert getattr(datasets, name).__name__ == name
    with pytest.raises(ImportError, match="cannot import name 'whales'"):
        from byhand.datasets import whales  # noqa: F401


@pytest.mark.parametrize(("given", "words"), [({"stay_hot": 1.1}, "stay_hot"), ({"stay_cold": -0.1}, "stay_cold")])
def test_weather_that_stays_by_no_probability_is_refused(given, words):
    with pytest.raises(ValueError, match=f"^{words} must be"):
        datasets.hot_and_cold(**given)


def test_galton_wrote_down_934_children_of_205_families():
    families = galton_families()
    assert len(families) == 934 and len(set(families["Family"])) == 205
    assert Counter(families["Sex"]) == {"son": 481, "daughter": 453}
    pairs = {(family, father, mother) for family, father, mother, *_ in families.rows}
    assert len(pairs) == 205  # one father and one mother each
    assert [round(float(np.mean(families[name])), 3) for name in ("Father", "Mother", "Height")] == [
        69.197,
        64.089,
        66.746,
    ]
