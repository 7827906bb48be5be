"""The learner comes first: chapters of a length to read, the sources in the background, sentences that are tested."""

import ast
import re
import sys
from pathlib import Path

import pytest
from records import records

sys.path.append(str(Path(__file__).parents[1] / "book" / "live"))

from names import names  # noqa: E402

RECORDS = records()
LONGEST = 3500  # words before the exercises
SLIP = re.compile(r"slips[\w/-]*\.(?:md|html)")


def source(cell):
    return "".join(cell["source"])


def tags(cell):
    return cell["metadata"].get("tags", [])


def code(record):
    return [cell for cell in record.cells if cell["cell_type"] == "code"]


def calls(cell, name):
    return [
        node
        for node in ast.walk(ast.parse(source(cell)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name
    ]


def untested(record):
    """The explorables without a claim in their own cell or in the cell of code that follows."""
    cells = code(record)
    pairs = zip(cells, [*cells[1:], {"source": "", "metadata": {}}], strict=True)
    return [
        call.args[0].id
        for cell, following in pairs
        for call in calls(cell, "explore")
        if not calls(cell, "claim") and not calls(following, "claim")
    ]


def overwritten(cells):
    """The names that what an explorable draws depends on and that a later cell uses for something else."""
    found, functions = [], {}
    for number, text in enumerate(cells):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                functions[node.name] = names(ast.unparse(node))["later"]
        for call in calls({"source": text}, "explore"):
            needed, todo = set(), [call.args[0].id]
            while todo:
                name = todo.pop()
                todo += () if name in needed else functions.get(name, ())
                needed.add(name)
            for later in cells[number + 1 :]:
                found += sorted(needed & set(names(without_imports(later))["defines"]))
    return found


def without_imports(text):
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    return ast.unparse(tree)


def test_names_that_are_overwritten_are_noticed():
    cells = ["k = 2\ndef side(x):\n    return k * x", "def draw(x=1):\n    return side(x)", "explore(draw, x=[1, 2])"]
    assert overwritten([*cells, "K = 3", "import k"]) == []
    assert overwritten([*cells, "for k in (1, 2):\n    pass", "side = 3"]) == ["k", "side"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_explorables_draw_the_same_after_all_cells_have_run(record):
    assert overwritten([source(cell) for cell in code(record)]) == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_page_does_not_begin_with_imports(record):
    assert "remove-cell" in tags(code(record)[0])


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_the_opening_says_how_long_the_chapter_takes(record):
    assert f"Reading takes about {record.minutes} minutes" in record.opening


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
class TestChapter:
    def test_the_main_line_can_be_read_in_one_go(self, record):
        assert record.words <= LONGEST

    def test_the_sources_stay_in_the_background(self, record):
        assert sum(len(SLIP.findall(source(cell))) for cell in record.main_line) <= 3
        rest = record.cells[len(record.main_line) :]
        assert any(re.search(r"^## Notes on the sources", source(cell), re.MULTILINE) for cell in rest)

    def test_every_explorable_asks_a_question_and_tells_the_answer(self, record):
        for call in record.calls.get("explore", []):
            given = {word.arg: word.value for word in call.keywords}
            assert {"question", "answer"} <= set(given), f"explore({call.args[0].id}, ...)"

    def test_a_process_can_be_played(self, record):
        for call in record.calls.get("explore", []):
            given = {word.arg for word in call.keywords}
            if steps := given & {"step", "steps", "corrections"}:
                assert "play" in given, f"explore({call.args[0].id}, ...) counts {steps.pop()}"

    def test_what_an_explorable_is_said_to_show_is_tested(self, record):
        assert untested(record) == []


def test_an_explorable_that_nothing_is_claimed_of_is_noticed():
    record = next(record for record in RECORDS if record.explorables)
    bare = tuple(
        {**cell, "source": source(cell).replace("claim(", "print(")} if cell["cell_type"] == "code" else cell
        for cell in record.cells
    )
    assert len(untested(type(record)(record.name, bare, record.ledger))) == len(record.explorables)
