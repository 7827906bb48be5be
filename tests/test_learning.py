"""What is learning: the eggs, the drawings' own small learners, the bank of situations, and the map of the book."""

import re
from collections import Counter
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from records import MAP, map_of_the_book, plan, records
from sklearn.cluster import KMeans
from sklearn.linear_model import Perceptron as TheirPerceptron

from byhand.datasets import eggs
from byhand.perceptron import Perceptron
from byhand.plot import learning as draw
from byhand.points import Points
from byhand.practice import problem
from byhand.practice.situations import BANK, KINDS_OF_LEARNING, OUTPUTS, SUPERVISED, listed

# ---- eggs


def test_the_museum_has_twelve_eggs_of_each_kind():
    X, y = eggs()
    assert X.shape == (24, 2) and Counter(y.tolist()) == {"owl": 12, "plover": 12}
    assert X[0].tolist() == [0.6, 1.8]
    np.testing.assert_array_equal(X, X.round(1))


def test_eggs_are_made_as_their_formula_says():
    X, y = eggs(40_000, seed=1)
    for kind, shape in (("owl", 1.2), ("plover", -1.2)):
        some = X[y == kind]
        assert some.mean(axis=0) == pytest.approx([0, shape], abs=0.05)
        assert np.cov(some.T) == pytest.approx(np.array([[4.36, 3.2], [3.2, 2.92]]), abs=0.12)
    assert (eggs(5, seed=1)[0] != eggs(5, seed=2)[0]).any()


@pytest.mark.parametrize("n", [0, -1, 2.5, "many", None])
def test_a_wrong_number_of_eggs_is_refused(n):
    with pytest.raises(ValueError, match="n must be a whole number of at least 1"):
        eggs(n)


# ---- what the drawings work out


def test_a_threshold_calls_wide_or_short_eggs_owls():
    X = [[1.0, 2.0], [3.0, -1.0]]
    assert draw.called(X, 1, 0).tolist() == ["owl", "plover"]
    assert draw.called(X, 0, 2).tolist() == ["owl", "plover"]
    assert draw.called(X, 1, 2).tolist() == ["plover", "plover"]  # at the threshold is not beyond it


@pytest.mark.parametrize("seed", range(8))
def test_a_perceptron_along_its_path_says_what_it_would_have_predicted(seed):
    X, y = eggs(30, seed=seed)
    model = Perceptron(max_iter=30).fit(X, y)
    assert draw.says(model, model.path_[-1], X).tolist() == model.predict(X).tolist()
    assert set(draw.says(model, model.path_[0], X)) == {"plover"}
    theirs = TheirPerceptron(shuffle=False, tol=None, max_iter=30).fit(X, y)
    np.testing.assert_allclose(Perceptron(max_iter=30, tie="mistake").fit(X, y).coef_, theirs.coef_[0], atol=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_groups_of_clear_clouds_are_those_of_k_means(seed):
    X, _ = draw.two_clouds(5, "left or right", seed=seed)
    ours, theirs = draw.two_groups(X) == "red", KMeans(2, n_init=10, random_state=0).fit_predict(X) == 0
    assert (ours == theirs).all() or (ours != theirs).all()


@pytest.mark.parametrize("distance", [0, 1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_groups_of_one_cloud_are_about_as_tight_as_those_of_k_means(distance, seed):
    X, _ = draw.two_clouds(distance, "left or right", seed=seed)
    red = draw.two_groups(X) == "red"
    spread = sum(((some - some.mean(axis=0)) ** 2).sum() for some in (X[red], X[~red]))
    assert spread <= 1.002 * KMeans(2, n_init=50, random_state=0).fit(X).inertia_
    assert X[red, 0].mean() < X[~red, 0].mean()


def test_labels_mean_the_cloud_or_the_half():
    X, y = draw.two_clouds(8, "left or right")
    assert ((X[:, 0] < 0) == (y == "red")).all()
    X, y = draw.two_clouds(8, "above or below")
    assert ((X[:, 1] >= 0) == (y == "red")).all()


@pytest.mark.parametrize("name", draw.CURVES)
def test_without_noise_the_nearest_curve_is_the_true_one(name):
    found = draw.misses(*draw.noisy(name, 5, 0, seed=0))
    assert found[name] == 0 and min(value for other, value in found.items() if other != name) > 0.05


@pytest.mark.parametrize(("n", "noise"), [(5, 0.5), (20, 1.0), (80, 2.0)])
def test_the_share_of_right_guesses_is_that_of_single_samples(n, noise):
    shares = draw.right_guesses(n, noise)
    for name in draw.CURVES:
        found = [draw.misses(*draw.noisy(name, n, noise, seed)) for seed in range(400)]
        assert np.mean([min(f, key=f.get) == name for f in found]) == pytest.approx(shares[name], abs=0.09)
    told = draw.which_curve("step", n, noise, 1, True)
    assert told.endswith(", ".join(f"{name} {share:.0%}" for name, share in shares.items()))
    assert f"{np.mean(list(shares.values())):.0%}" in draw.which_curve("step", n, noise, 1, False)
    plt.close("all")


def test_the_four_curves_have_about_the_same_height():
    x = np.linspace(-1, 1, 201)
    assert [np.abs(curve(x)).max() for curve in draw.CURVES.values()] == pytest.approx([1] * 4, abs=1e-4)


def test_a_moved_egg_is_drawn_and_counted():
    X, y = eggs()
    moved = Points(X + [0, 30], y)  # all of them wider than any threshold: every plover is called an owl
    assert "12 of 24 eggs wrong" in draw.rule_by_hand(moved, "width", 0)
    xlim = plt.gca().get_ylim()
    assert xlim[1] >= (X[:, 1] + 30).max()
    plt.close("all")
    assert "0 of 24" in draw.rule_learned(Points(X, y), 2000)
    plt.close("all")


def test_corrections_that_were_stopped_are_not_said_to_have_no_end():
    X, y = eggs()
    X[8] = [-1, -1.6]  # a line separates the kinds, but it takes more than 300 rounds to find it
    assert draw.rule_learned(Points(X, y), 10**6).endswith("stopped after 300 rounds")
    model = Perceptron(max_iter=1000).fit(X, y)
    assert model.converged_ and model.n_iter_ > draw.ROUNDS and model.score(X, y) == 1
    plt.close("all")


def test_a_single_kind_of_egg_is_refused_with_words():
    X, y = eggs()
    with pytest.raises(ValueError, match="y must"):
        draw.rule_learned(Points(X[y == "owl"], y[y == "owl"], ["owl", "plover"]), 3)
    plt.close("all")


# ---- the bank of situations


def test_there_are_forty_situations_and_more_of_every_kind_and_output():
    assert len(BANK) >= 40 and {situation.output for situation in BANK} == set(OUTPUTS)
    kinds = Counter(situation.kind for situation in BANK)
    assert set(kinds) == set(KINDS_OF_LEARNING) and min(kinds.values()) >= 6


@pytest.mark.parametrize("situation", BANK, ids=lambda situation: situation.task)
def test_a_situation_tells_all_that_is_asked(situation):
    assert "{n}" in situation.story and "{n}" in situation.experience
    assert ("{noted}" in situation.story) == bool(situation.noted) == (situation.kind != "reinforcement")
    told = situation.told(730)
    assert "730" in told and not re.search(r"[{}]", told) and told[0].isupper() and told[-1] in ".?"
    assert all(word in told for word in situation.noted) and len(set(situation.noted)) == len(situation.noted)
    if situation.noted:
        assert len(situation.features) >= 3
        assert len(situation.features) == len(situation.noted) - (situation.kind == SUPERVISED)
    phrases = situation.task, situation.measure, situation.experience, listed(situation.features)
    assert len(set(phrases)) == 4
    assert not any(phrase and phrase in situation.story for phrase in phrases[:2])  # nothing is given away


def test_no_two_situations_are_alike():
    for one, other in combinations(BANK, 2):
        assert one.story != other.story and one.task != other.task and one.experience != other.experience


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_solution_of_a_problem_is_what_the_bank_says(level):
    for seed in range(80):
        p = problem("name-the-task", seed, level)
        for letter, situation in zip("ABC", p.data["situations"], strict=False):
            right = {"kind": situation.kind, "output": situation.output, "features": len(situation.features)}
            for name, value in right.items():
                asked = name if level == 3 else f"{name}({letter})"
                assert p.solution.get(asked, value) == value
        if level == 3:
            (phrases,) = p.tables.values()
            said = dict(zip(phrases[""], phrases["phrase"], strict=True))
            assert said[p.solution["T"]] == situation.task and said[p.solution["P"]] == situation.measure
            assert said[p.solution["E"]] == situation.experience.format(n=p.data["sizes"][0])
            assert p.solution["answers"] == (p.data["sizes"][0] if situation.kind == SUPERVISED else 0)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_two_hundred_problems_differ_and_every_situation_comes_up(level):
    problems = [problem("name-the-task", seed, level) for seed in range(220)]
    assert len({f"{p.question}{p.tables}" for p in problems}) >= 200
    assert {s.task for p in problems for s in p.data["situations"]} == {s.task for s in BANK}


@pytest.mark.parametrize("level", [1, 2])
def test_three_situations_need_three_answers(level):
    for seed in range(80):
        situations = problem("name-the-task", seed, level).data["situations"]
        assert len({s.output for s in situations}) == 3 and len({s.kind for s in situations}) >= 2


# ---- the map of the book


def chapter():
    return next(record for record in records() if record.name == "01-what-is-learning")


def test_the_map_in_the_chapter_is_that_of_the_plan():
    text = chapter().text.partition("### Map of the book")[2].replace("\u00a0", " ")
    rows = re.findall(r"^- .+: \*\*([IV]+ .+)\*\* \((.+)\)[;.]$", text, re.MULTILINE)
    planned = [
        (part["title"], ", ".join(f"{number.lstrip('0')} {title}" for number, title in part["chapters"].items()))
        for part in plan()["part"]
    ]
    assert rows == planned


def test_the_map_in_the_chapter_is_that_of_the_first_page():
    assert MAP.search(chapter().text)[0] == map_of_the_book(), "run make notebooks"


def test_the_tree_of_kinds_names_chapters_of_the_right_parts():
    draw.kinds_of_learning()
    words = [text.get_text() for text in plt.gca().texts]
    plt.close("all")
    parts = {part["title"].split()[0]: set(part["chapters"]) for part in plan()["part"]}
    belong = {"classification": "III", "regression": "II", "ranking": "III", "clustering": "V", "reduction": "V"}
    belong |= {"density, outliers": "V", "actions": "VI"}
    for name, part in belong.items():
        numbers = re.findall(r"\d+", words[words.index(name) + 2])
        assert numbers and {number.zfill(2) for number in numbers} <= parts[part], name
