"""The learner comes first: chapters of a length to read, the sources in the background, sentences that are tested."""

import ast
import re

import pytest
from records import records

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
