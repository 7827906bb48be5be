"""The ledger of what the documents print: right in itself, complete, and borne out by the notebooks."""

import ast
import csv
import importlib
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
import records

from byhand import sources
from byhand.base import Estimator
from byhand.optimize import Method
from byhand.working import Step, Working

ROOT = Path(__file__).parents[1]
CHAPTERS = list(sources.chapters())
CLAIMS = [
    pytest.param(example, claim, id=f"{example['id']} {claim['name']}")
    for example in sources.examples().values()
    for claim in example.get("claim", [])
]


def notebook(chapter):
    return json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text(encoding="utf-8"))


def headings(chapter):
    text = "\n".join("".join(cell["source"]) for cell in notebook(chapter)["cells"] if cell["cell_type"] == "markdown")
    titles = re.findall(r"^#+ (.+)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def verdicts_shown(notebooks):
    """The (example, claim) pairs that the outputs of notebooks compare."""
    outputs = [
        "".join(output.get("data", {}).get("text/plain", []))
        for nb in notebooks
        for cell in nb["cells"]
        for output in cell.get("outputs", [])
    ]
    return set(re.findall(r"^([A-E]-[WV]\d+) (.+?): (?:printed|exact)", "\n".join(outputs), flags=re.M))


def exact_value(example, name):
    """The exact value of a claim."""
    return next(Fraction(claim["exact"]) for claim in sources.examples()[example]["claim"] if claim["name"] == name)


def is_working(node, names):
    """Whether an expression is a working: a call of `working` or `working_...`, or one of these names."""
    function = getattr(node, "func", None)
    called = getattr(function, "attr", getattr(function, "id", ""))
    return called == "working" or called.startswith("working_") or getattr(node, "id", None) in names


def copied(nb):
    """The steps that cells with a verdict copy out of a working into a dictionary, under names of their own."""
    trees = [ast.parse("".join(cell["source"])) for cell in nb["cells"] if cell["cell_type"] == "code"]
    given = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    names = {name.id for node in given if is_working(node.value, ()) for name in node.targets if hasattr(name, "id")}
    nodes = [node for tree in trees if "id='verdict'" in ast.dump(tree) for node in ast.walk(tree)]
    values = [value for node in nodes if isinstance(node, ast.Dict) for value in node.values]
    values += [node.value for node in nodes if isinstance(node, ast.DictComp)]
    plain = [value.args[0] if ast.unparse(getattr(value, "func", value)) == "float" else value for value in values]
    steps = [value for value in plain if isinstance(value, ast.Subscript) and is_working(value.value, names)]
    return [ast.unparse(step) for step in steps if "'" in ast.unparse(step.slice)]  # by a word


def coverage():
    with (ROOT / "tests" / "coverage.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def missing_from(ledgers, number, rows):
    """The ids weighted must for the chapter of that number that none of its ledgers has."""
    found = {entry["id"] for ledger in ledgers for kind in ("example", "slip") for entry in ledger[kind]}
    found |= {id for ledger in ledgers for ids in ledger["covers"].values() for id in ids}
    return {row["id"] for row in rows if row["chapter"] == number and row["weight"] == "must"} - found


def undecided(notebooks, examples):
    """The claims that no notebook compares."""
    claims = {(example["id"], claim["name"]) for example in examples for claim in example.get("claim", [])}
    return claims - verdicts_shown(notebooks)


@pytest.mark.parametrize(("example", "claim"), CLAIMS)
def test_a_claim_is_judged_rightly(example, claim):
    kind = sources.judge(claim)
    if kind == "unchecked":
        assert "exact" not in claim and claim["why"]
    elif kind != "own":
        assert sources.agrees(claim["printed"], Fraction(claim["exact"])) == (kind == "agrees")
    if kind in ("rounding", "slip"):
        assert claim["why"]
    if kind == "slip" or "slip" in claim:
        assert claim["slip"] in {slip["id"] for _, slip in sources.slips() if slip["class"] != "convention"}


@pytest.mark.parametrize("slip", [slip for _, slip in sources.slips()], ids=lambda slip: slip["id"])
def test_a_slip_says_what_its_class_needs(slip):
    told = {"printed", "right", "why"} if slip["class"] == "error" else {"statement"}
    assert slip["class"] in ("error", "misprint", "imprecise", "convention")
    assert set(slip) == {"id", "class", "place", "section"} | told


@pytest.mark.parametrize("number", sorted({chapter[:2] for chapter in CHAPTERS}))
def test_every_must_row_of_a_written_chapter_is_in_its_ledger(number):
    ledgers = [ledger for chapter, ledger in sources.chapters().items() if chapter.startswith(number)]
    assert not missing_from(ledgers, number, coverage())


def test_a_missing_worked_example_is_noticed():
    ledger = sources.chapters()["11-naive-bayes"]
    without = ledger | {"example": [example for example in ledger["example"] if example["id"] != "A-W09"]}
    assert missing_from([without], "11", coverage()) == {"A-W09"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_section_that_the_ledger_names_is_in_the_notebook(chapter):
    ledger = sources.chapters()[chapter]
    entries = [*ledger["example"], *ledger["slip"], *ledger["algorithm"]]
    assert {entry["section"] for entry in entries} | set(ledger["covers"]) <= headings(chapter)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_links_to_single_slips_lead_to_errors(chapter):
    """Only errors have a heading on the pages of slips; the others stand there in a line each."""
    headed = {slip["id"].lower() for _, slip in sources.slips() if slip["class"] == "error"}
    text = "".join("".join(cell["source"]) for cell in notebook(chapter)["cells"])
    assert set(re.findall(r"slips-[a-e]\.md#([a-e]-e\d+)", text)) <= headed


def test_every_claim_is_compared_by_some_notebook():
    assert not undecided([notebook(chapter) for chapter in CHAPTERS], sources.examples().values())


def test_a_claim_that_no_notebook_makes_is_noticed():
    nb = notebook("11-naive-bayes")
    nb["cells"] = [cell for cell in nb["cells"] if 'verdict("E-W03"' not in "".join(cell["source"])]
    assert undecided([nb], [sources.examples()["E-W03"]]) == {("E-W03", "score(no)"), ("E-W03", "score(yes)")}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_verdict_takes_the_working_rather_than_its_steps_under_other_names(chapter):
    assert not copied(notebook(chapter))


def test_a_step_that_is_copied_for_a_verdict_is_noticed():
    cells = [
        "rare = working_bayes(prior, likelihood)",
        'numbers = {"prior": float(rare["P(cancer)"])}\nverdict("A-W04", numbers)',
        'verdict("C-W70", {f"after {k}": path.working(k)["x1"] for k in (1, 2)})',
        'shown = {"not for a verdict": rare["P(x)"]}',
    ]
    nb = {"cells": [{"cell_type": "code", "source": cell} for cell in cells]}
    assert copied(nb) == ["rare['P(cancer)']", "path.working(k)['x1']"]


def test_each_id_is_used_once():
    told = [
        entry["id"] for ledger in sources.chapters().values() for kind in ("example", "slip") for entry in ledger[kind]
    ]
    assert len(told) == len(set(told))
    for chapter in CHAPTERS:
        ledger = sources.chapters()[chapter]
        ids = [entry["id"] for kind in ("example", "slip") for entry in ledger[kind]]
        ids += [id for group in ledger["covers"].values() for id in group]
        assert len(ids) == len(set(ids))
        assert set(ids) <= {row["id"] for row in coverage()}


def test_every_algorithm_of_the_index_exists_and_so_does_its_test():
    for ledger in sources.chapters().values():
        for entry in ledger["algorithm"]:
            module, name = entry["function"].rsplit(".", 1)
            assert hasattr(importlib.import_module(module), name), entry["function"]
            file, test = entry["test"].split("::")
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), entry["test"]


def models_and_methods(module):
    """The public estimators and methods of descent that a module of the library defines."""
    return {
        f"{module.__name__}.{key}"
        for key, thing in vars(module).items()
        if isinstance(thing, type) and thing.__module__ == module.__name__ and not key.startswith("_")
        if issubclass(thing, (Estimator, Method))
    }


def test_every_model_and_method_of_a_lesson_is_in_the_algorithm_index():
    ahead = records.plan()["ahead"]
    assert not {name[:2] for name in sources.chapters()} & set(ahead), "a chapter that is written has its own index"
    early = {"__init__", "base"}.union(*ahead.values())
    lessons = [path.stem for path in (ROOT / "lib" / "byhand").glob("*.py") if path.stem not in early]
    found = set().union(*(models_and_methods(importlib.import_module(f"byhand.{name}")) for name in lessons))
    listed = {entry["function"] for ledger in sources.chapters().values() for entry in ledger["algorithm"]}
    # what others build on
    shared = {"NaiveBayes", "KNeighbors", "DecisionTree", "LinearModel", "KernelMachine", "Method"}
    shared |= {"LinearClassifier", "Transformer", "Scaler", "Encoder", "Discretizer", "Mixture", "Averaging", "Bagging"}
    shared |= {"Forest", "ForestClassifier", "ForestRegressor", "GradientBoosting", "Stacking"}
    assert len(found) > 20
    assert {name for name in found if name.rpartition(".")[2] not in shared} <= listed


@pytest.mark.parametrize("wrong", [0.196, Fraction(1, 5), 0.2045833, float("nan")])
def test_a_verdict_on_a_wrong_value_fails(wrong):
    with pytest.raises(AssertionError, match=r"A-W09 P\(Yes\|x\): computed .* exact value is 125/611"):
        sources.verdict("A-W09", "P(Yes|x)", wrong)


def test_a_verdict_on_an_unknown_claim_or_example_names_the_argument():
    with pytest.raises(ValueError, match="found must name some of P"):
        sources.verdict("A-W09", "P(Maybe|x)", 1)
    with pytest.raises(ValueError, match="found must name some of P"):
        sources.verdict("A-W09", {"nothing": 1})
    with pytest.raises(ValueError, match="example must be an id"):
        sources.verdict("A-W99", "P(Yes|x)", 1)


def test_a_verdict_takes_workings_and_compares_each_name_that_the_ledger_knows():
    street = Working("By hand", [Step("w1", "", "", Fraction(1, 10)), Step("support", "", "", "1, 2, 5")])
    shown = sources.verdict("B-W29", {"b": exact_value("B-W29", "b")}, {"set 1": {"w1": Fraction(-1, 2)}})
    assert [claim["name"] for claim in shown.claims] == ["b", "set 1: w1"]
    with pytest.raises(AssertionError, match=r"B-W29 w1: computed 1/10, but"):
        sources.verdict("B-W29", street)
    with pytest.raises(AssertionError, match=r"B-W29 set 1: w1: computed 1/10, but"):
        sources.verdict("B-W29", {"set 1": street})


def test_a_step_whose_value_is_a_number_in_words_is_compared():
    shown = sources.verdict("D-V04", {"round 1": Working("A round", [Step("z4", "", "", "2")])})
    assert [claim["name"] for claim in shown.claims] == ["round 1: z4"]
    with pytest.raises(AssertionError, match="D-V04 round 1: z4: computed 1, but"):
        sources.verdict("D-V04", {"round 1": Working("A round", [Step("z4", "", "", "1")])})


def test_a_value_that_is_given_twice_is_compared_twice():
    right = exact_value("B-W29", "b")
    for pair in ([right, right + 1], [right + 1, right]):
        with pytest.raises(AssertionError, match="B-W29 b"):
            sources.verdict("B-W29", *({"b": value} for value in pair))


def test_a_verdict_is_one_line_that_opens_to_both_numbers():
    shown = sources.verdict("E-W03", "score(no)", 0.0293792764634)._repr_html_()
    summary, table = re.fullmatch(r"<details class=\"verdicts\"><summary>(.+)</summary>(.+)</details>", shown).groups()
    assert "COMP30027</cite>" in summary and summary.endswith(": the printed number is a slip")
    assert "0.092" in table and "0.0293793" in table


def test_a_verdict_links_to_a_slip_on_a_page_and_names_it_in_a_notebook(monkeypatch):
    verdict = sources.verdict("E-W03", "score(no)", 0.0293792764634)
    assert "(E-E026)" in verdict._repr_html_() and "<a " not in verdict._repr_html_()
    monkeypatch.setenv("BYHAND_PAGE", "static")
    assert '<a href="../book/slips-e.html#e-e026">E-E026</a>' in verdict._repr_html_()


def test_nothing_is_shown_where_a_document_prints_none_of_the_numbers():
    own = next(e for e in sources.examples().values() if e.get("claim") and not any("printed" in c for c in e["claim"]))
    assert sources.Verdict(own, own["claim"])._repr_html_() == ""


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        (["agrees"], "the printed number agrees"),
        (["agrees"] * 22, "all 22 printed numbers agree"),
        (["rounding"] * 2, "both printed numbers are off by rounding"),
        (["agrees"] * 18 + ["rounding"] * 4, "of 22 printed numbers, 18 agree and 4 are off by rounding"),
        (["slip", "agrees", "rounding"], "of 3 printed numbers, 1 agrees, 1 is off by rounding and 1 is a slip"),
    ],
)
def test_the_line_of_a_verdict_counts(kinds, words):
    claims = [{"name": "x", "printed": "1", "verdict": kind} for kind in kinds]
    assert sources.tally([*claims, {"name": "own", "exact": "1"}]) == words
