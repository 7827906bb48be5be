"""Worksheets: other numbers for everybody, one key, marked without running anything."""

import csv
import json
import shutil

import nbformat
import pytest

from byhand.practice import KINDS, problem
from byhand.worksheet import grade, main, make, read_students, seed_of, totals

CLASS = [("s1", "Ada"), ("s2", "Emmy"), ("ü/3", "Sofja <Kowalewskaja>"), ("s4", "")]
CHAPTER = "11-naive-bayes"


@pytest.fixture
def sheets(tmp_path, monkeypatch):
    """Worksheets of a small class, without printing."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make(CHAPTER, 2026, CLASS, tmp_path / "sheets")
    return tmp_path / "sheets"


def key_of(sheets):
    return json.loads((sheets / "key.json").read_text(encoding="utf-8"))


def fill(sheets, file, answers, to, change=lambda notebook: None):
    """A notebook as it comes back, with the answers {number: {step: text}} filled in."""
    notebook = nbformat.read(sheets / "students" / f"{file}.ipynb", as_version=4)
    for cell in notebook.cells:
        for number, values in answers.items():
            if cell.source.startswith(f"answers_{number} = "):
                cell.source = f"answers_{number} = {values!r}"
    change(notebook)
    to.mkdir(exist_ok=True)
    nbformat.write(notebook, to / f"{file}.ipynb")


def right(sheets, student):
    """The right answers of a student, by number."""
    settings = key_of(sheets)["students"][student]["problems"]
    solved = [problem(*each).solution for each in settings]
    return {i: {name: str(value) for name, value in answers.items()} for i, answers in enumerate(solved, start=1)}


def points(rows, student):
    return sum(row["points"] for row in rows if row["student"] == student)


def test_every_student_has_a_valid_notebook_with_other_numbers(sheets):
    texts = set()
    for path in (sheets / "students").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        texts.add("".join(cell.source for cell in notebook.cells[1:]))
        assert all(str(value) not in cell.source for cell in notebook.cells for value in ["Right", "0.6428"])
    assert len(texts) == len(CLASS)
    assert {path.stem for path in (sheets / "students").iterdir()} == {"s1", "s2", "ü-3", "s4"}


def test_no_notebook_holds_its_key(sheets):
    for student, file in (("s1", "s1"), ("s2", "s2")):
        text = (sheets / "students" / f"{file}.ipynb").read_text(encoding="utf-8")
        for _, seed, _ in key_of(sheets)["students"][student]["problems"]:
            assert str(seed) not in text


def test_a_sheet_can_mix_kinds(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make("naive-bayes,confusion-matrix", 1, CLASS[:1], tmp_path, level=1)
    assert [p[::2] for p in key_of(tmp_path)["students"]["s1"]["problems"]] == [
        ["naive-bayes", 1],
        ["confusion-matrix", 1],
    ]
    assert "Naive Bayes, " in (tmp_path / "sheets.html").read_text(encoding="utf-8")


def test_the_class_list_does_not_change_a_students_problems(tmp_path, sheets):
    make(CHAPTER, 2026, CLASS[1:2], tmp_path / "alone")
    alone = (tmp_path / "alone" / "students" / "s2.ipynb").read_text(encoding="utf-8")
    assert alone == (sheets / "students" / "s2.ipynb").read_text(encoding="utf-8")
    assert seed_of(1, "s2", "naive-bayes") != seed_of(2, "s2", "naive-bayes") != seed_of(2, "s3", "naive-bayes")


def test_the_printed_sheet_has_everybody_and_the_key_every_value(sheets):
    page, key = ((sheets / f"{name}.html").read_text(encoding="utf-8") for name in ("sheets", "key"))
    assert page.count("class='student'") == key.count("class='student'") == len(CLASS)
    assert "Sofja &lt;Kowalewskaja&gt;" in page and "<Kowalewskaja>" not in page + key
    assert "http" not in page + key and r"\(" not in page + key
    for kind, seed, level in key_of(sheets)["students"]["s1"]["problems"]:
        for step in problem(kind, seed, level).working.steps:
            assert step.name in page and step.name in key


def test_right_answers_get_all_points(tmp_path, sheets):
    for student, file in (("s1", "s1"), ("ü/3", "ü-3")):
        fill(sheets, file, right(sheets, student), tmp_path / "back")
    rows, troubles = grade(key_of(sheets), sorted((tmp_path / "back").iterdir()))
    assert {row["verdict"] for row in rows} == {"right"}
    assert [row["points"] == row["of"] for row in totals(rows)] == [True, True]
    assert troubles == [("s2", "nothing was handed in"), ("s4", "nothing was handed in")]


def test_a_slip_costs_one_point_and_is_named(tmp_path, sheets):
    answers = right(sheets, "s1")
    asked = problem(*key_of(sheets)["students"]["s1"]["problems"][0])
    values = {}
    for place, ask in enumerate(asked.asks):
        values[ask.name] = ask.slips[0].expression(values) if place == 0 else ask.expression(values)
    answers[1] = {ask.name: str(ask.word(values[ask.name])) for ask in asked.asks}
    fill(sheets, "s1", answers, tmp_path / "back")
    rows, _ = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    (total,) = totals(rows)
    assert total["points"] == total["of"] - 1
    assert rows[0]["verdict"] == "slip" and rows[0]["feedback"] == asked.asks[0].slips[0].words


def test_another_students_answers_do_not_help(tmp_path, sheets):
    """Who copies another's notebook and puts in the own name is judged by the own problems."""

    def rename(notebook):
        notebook.metadata["byhand"]["student"] = "s1"

    fill(sheets, "s2", right(sheets, "s2"), tmp_path / "back", rename)
    rows, _ = grade(key_of(sheets), [tmp_path / "back" / "s2.ipynb"])
    assert {row["student"] for row in rows} == {"s1"}
    assert points(rows, "s1") < len(rows) / 2


def test_nothing_is_run(tmp_path, sheets):
    trap = tmp_path / "trap"

    def set_trap(notebook):
        notebook.cells[2].source = f"answers_1 = {{'evidence': open({str(trap)!r}, 'w').write('x') or '0.5'}}"
        notebook.cells.append(nbformat.v4.new_code_cell(f"open({str(trap)!r}, 'w')"))

    fill(sheets, "s1", {}, tmp_path / "back", set_trap)
    rows, _ = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    assert not trap.exists()
    assert {row["verdict"] for row in rows if row["answer"]} == {"unread"}


def test_bare_numbers_and_fractions_are_read(tmp_path, sheets):
    def bare(notebook):
        for i, cell in enumerate(notebook.cells):
            for number, values in right(sheets, "s1").items():
                if cell.source.startswith(f"answers_{number} = "):
                    pairs = (f"{name!r}: {text if text[0].isdigit() else repr(text)}" for name, text in values.items())
                    notebook.cells[i].source = f"answers_{number} = {{{', '.join(pairs)}}}"

    fill(sheets, "s1", {}, tmp_path / "back", bare)
    rows, troubles = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    assert {row["verdict"] for row in rows} == {"right"}


def test_bad_files_are_named_and_stop_nothing(tmp_path, sheets):
    back = tmp_path / "back"
    fill(sheets, "s1", right(sheets, "s1"), back)
    (back / "s1 (copy).ipynb").write_bytes((back / "s1.ipynb").read_bytes())
    (back / "broken.ipynb").write_text("{not json", encoding="utf-8")
    (back / "latin.ipynb").write_bytes(b'{"cells": "\xfc"}')
    (back / "list.ipynb").write_text("[1, 2]", encoding="utf-8")
    (back / "deep.ipynb").write_text("[" * 100_000, encoding="utf-8")
    (back / "huge.ipynb").write_text(" " * 10_000_001, encoding="utf-8")
    (back / "other.ipynb").write_text('{"cells": [], "metadata": {}}', encoding="utf-8")
    stranger = {"cells": [], "metadata": {"byhand": {"student": "s99"}}}
    (back / "stranger.ipynb").write_text(json.dumps(stranger), encoding="utf-8")

    def spoil(notebook):
        notebook.cells[2].source = "answers_1 = {'evidence': '0.5'"
        notebook.cells[4].source = "answer = {}"

    fill(sheets, "s2", {}, back, spoil)
    rows, troubles = grade(key_of(sheets), sorted(back.iterdir()))
    why = {}
    for file, words in troubles:
        why.setdefault(file, []).append(words)
    assert {row["student"] for row in rows} == {"s1", "s2"} and points(rows, "s2") == 0
    assert "handed in s1 (copy).ipynb already" in why["s1.ipynb"][0]
    assert why["broken.ipynb"] == why["latin.ipynb"] == ["this is not a notebook"]
    assert why["list.ipynb"] == why["other.ipynb"] == ["this is not one of the notebooks that were handed out"]
    assert why["huge.ipynb"] == ["larger than 10,000,000 bytes"]
    assert why["deep.ipynb"][0]
    assert why["stranger.ipynb"] == ["the student 's99' is not in the key"]
    assert "answers_1 cannot be read" in why["s2.ipynb"][0] and "no cell that sets answers_2" in why["s2.ipynb"][1]


def test_commands_write_tables_that_spreadsheets_can_open(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "students.csv").write_text("\ufeffID;Name\ns1;Ada\ns2;Emmy\n\n", encoding="utf-8")
    folder, back = tmp_path / "sheets", tmp_path / "back"
    order = ["make", CHAPTER, "--seed", "7", "--students", str(tmp_path / "students.csv"), "--to", str(folder)]
    main(order)
    assert "2 notebooks" in capsys.readouterr().out
    answers = right(folder, "s1")
    answers[1]["evidence"] = '=HYPERLINK("x")'
    fill(folder, "s1", answers, back)
    main(["grade", str(folder), str(back), "--to", str(tmp_path / "out")])
    said = capsys.readouterr()
    assert "1 notebooks read" in said.out and "s2: nothing was handed in" in said.err
    with (tmp_path / "out" / "steps.csv").open(encoding="utf-8-sig", newline="") as file:
        steps = list(csv.DictReader(file))
    cell = next(row["answer"] for row in steps if row["step"] == "evidence" and row["problem"] == "1")
    assert cell.startswith("'=")
    with (tmp_path / "out" / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        (total,) = csv.DictReader(file)
    assert total["student"] == "s1" and int(total["points"]) == int(total["of"]) - 1
    assert {name for name in total if name[0].isdigit()} == {
        f"{i} {kind}" for i, kind in enumerate((n for n, k in KINDS.items() if k.chapter == CHAPTER), start=1)
    }


def test_bad_orders_are_named(tmp_path, capsys):
    with pytest.raises(ValueError, match="chapter must be one of .*; got '99-cooking'"):
        make("99-cooking", 1, CLASS, tmp_path)
    with pytest.raises(ValueError, match="different identifiers; twice: a-b"):
        make(CHAPTER, 1, [("a/b", ""), ("a b", "")], tmp_path)
    with pytest.raises(ValueError, match="different identifiers: there are none"):
        make(CHAPTER, 1, [], tmp_path)
    (tmp_path / "wrong.csv").write_text("surname\nAda\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"wrong.csv must have a line of column names with id"):
        read_students(tmp_path / "wrong.csv")
    with pytest.raises(SystemExit):
        main(["make", CHAPTER, "--students", str(tmp_path / "nobody.csv"), "--to", str(tmp_path)])
    assert "nobody.csv" in capsys.readouterr().err
