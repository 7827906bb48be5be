"""Worksheets: other numbers for everybody, one key, marked without running anything."""

import csv
import json
import os
import re
import shutil
import time
from html import unescape
from pathlib import Path

import nbformat
import numpy as np
import pytest
from test_practice import hostile

from byhand.grading import grade, read_answers, totals
from byhand.practice import KINDS, problem
from byhand.worksheet import draw, main, make, read_students, seed_of

CLASS = [("s1", "Ada"), ("s2", "Emmy"), ("ü/3", "Sofja <Kowalewskaja>"), ("s4", "")]
CHAPTER = "11-naive-bayes"


@pytest.fixture
def sheets(tmp_path, monkeypatch):
    """Worksheets of a small class, without printing."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make(CHAPTER, CLASS, tmp_path / "sheets", seed=2026)
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
    make("naive-bayes,confusion-matrix", CLASS[:1], tmp_path, level=1)
    assert [p[::2] for p in key_of(tmp_path)["students"]["s1"]["problems"]] == [
        ["naive-bayes", 1],
        ["confusion-matrix", 1],
    ]
    assert "Naive Bayes, " in (tmp_path / "sheets.html").read_text(encoding="utf-8")


def test_the_class_list_does_not_change_a_students_problems(tmp_path, sheets):
    make(CHAPTER, CLASS[1:2], tmp_path / "alone", seed=2026)
    alone = (tmp_path / "alone" / "students" / "s2.ipynb").read_text(encoding="utf-8")
    assert alone == (sheets / "students" / "s2.ipynb").read_text(encoding="utf-8")
    assert seed_of("1", "s2", "naive-bayes") != seed_of("2", "s2", "naive-bayes") != seed_of("2", "s3", "naive-bayes")


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
    assert [row["points"] == row["of"] > 0 for row in totals(key_of(sheets), rows)] == [True, False, True, False]
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
    total = totals(key_of(sheets), rows)[0]
    assert total["points"] == total["of"] - 1
    assert rows[0]["verdict"] == "slip" and rows[0]["feedback"] == asked.asks[0].slips[0].words


def test_a_changed_name_is_noticed(tmp_path, sheets):
    """Whoever puts another name into a notebook hands in for nobody."""

    def rename(notebook):
        notebook.metadata["byhand"]["student"] = "s1"

    fill(sheets, "s2", right(sheets, "s2"), tmp_path / "back", rename)
    rows, troubles = grade(key_of(sheets), [tmp_path / "back" / "s2.ipynb"])
    assert rows == []
    assert troubles[0] == ("s2.ipynb", "it says that it is the sheet of s1, but that was changed: not counted")


@pytest.mark.parametrize(
    "place", ["s2/x.ipynb", "Emmy_123_assignsubmission_file/x.ipynb", "emmy_98_761_x.ipynb", "class/S2 late/x.ipynb"]
)
def test_the_upload_says_whose_a_notebook_is(tmp_path, sheets, place):
    """The folder of a platform counts; a neighbour's sheet in it does not, nor do the neighbour's answers."""
    back = tmp_path / "back"
    fill(sheets, "s1", right(sheets, "s1"), tmp_path / "made")
    (back / place).parent.mkdir(parents=True)
    text = (tmp_path / "made" / "s1.ipynb").read_text(encoding="utf-8")
    (back / place).write_text(text, encoding="utf-8")
    rows, troubles = grade(key_of(sheets), [back / place], back)
    assert rows == [] and troubles[0] == (place, "handed in by s2, but it is the sheet of s1: not counted")
    (back / place).write_text(text.replace('"student": "s1"', '"student": "s2"'), encoding="utf-8")
    rows, _ = grade(key_of(sheets), [back / place], back)
    assert {row["student"] for row in rows} == {"s2"} and points(rows, "s2") < len(rows) / 2


def test_nobody_hands_in_for_a_neighbour_by_a_name_within_the_own_folder(tmp_path, sheets):
    """The platform names the outer folder; a student may name the files and the folders within."""
    fill(sheets, "s1", {}, tmp_path / "made")
    back = tmp_path / "back"
    for place in ("Emmy_12_assignsubmission_file/s1_x.ipynb", "s2/s1/x.ipynb"):
        (back / place).parent.mkdir(parents=True)
        shutil.copy(tmp_path / "made" / "s1.ipynb", back / place)
        rows, troubles = grade(key_of(sheets), [back / place], back)
        assert rows == [] and troubles[0] == (place, "handed in by s2, but it is the sheet of s1: not counted")


def test_a_folder_that_may_be_of_two_students_names_nobody(tmp_path, monkeypatch):
    """Else the folders within would be asked, whose names a student can choose."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make(CHAPTER, [("s1", "Ada"), ("s2", "Emmy"), ("s3", "Emmy")], tmp_path / "sheets")
    place = tmp_path / "back" / "Emmy_12_assignsubmission_file" / "s1" / "x.ipynb"
    place.parent.mkdir(parents=True)
    text = (tmp_path / "sheets" / "students" / "s2.ipynb").read_text(encoding="utf-8")
    place.write_text(text, encoding="utf-8")
    rows, _ = grade(key_of(tmp_path / "sheets"), [place], tmp_path / "back")
    assert {row["student"] for row in rows} == {"s2"}  # by its token
    place.write_text(text.replace('"student": "s2"', '"student": "s1"'), encoding="utf-8")
    rows, troubles = grade(key_of(tmp_path / "sheets"), [place], tmp_path / "back")
    assert rows == [] and "that was changed: not counted" in troubles[0][1]


def test_two_hundred_sheets_are_made_and_graded_in_two_seconds_each(tmp_path, monkeypatch):
    """At the default level of the chapter with most steps, a sixth of the answers wrong; 10,000 in thirty seconds."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    begun = time.process_time()
    make(CHAPTER, [(f"s{i}", f"Name {i}") for i in range(200)], tmp_path / "sheets")
    assert time.process_time() - begun < 2
    for student in key_of(tmp_path / "sheets")["students"]:
        answers = right(tmp_path / "sheets", student)
        wrong = {i: {n: "17" if k % 6 == 0 else v for k, (n, v) in enumerate(a.items())} for i, a in answers.items()}
        fill(tmp_path / "sheets", student, wrong, tmp_path / "back")
    seconds = []
    for _ in range(5):
        begun = time.process_time()
        main(["grade", str(tmp_path / "sheets"), str(tmp_path / "back"), "--to", str(tmp_path)])
        seconds.append(time.process_time() - begun)
    assert max(seconds) < 2 and min(seconds) < 30 * 200 / 10_000


def test_a_class_larger_than_a_kind_has_problems_gets_some_twice():
    key, taken = {"level": 1, "secret": "x"}, set()
    drawn = [draw(key, f"s{i}", "bayes-rule", taken) for i in range(1000)]
    assert 600 < len({f"{p.question}{p.tables}" for p in drawn}) < 1000 and len({len(p.asks) for p in drawn}) == 1


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
    os.utime(back / "s1.ipynb", (1, 1))
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
    assert why["s1"] == ["s1.ipynb is older than s1 (copy).ipynb and was not counted"]
    assert why["broken.ipynb"] == why["latin.ipynb"] == ["this is not a notebook"]
    assert why["list.ipynb"] == why["other.ipynb"] == ["this is not one of the notebooks that were handed out"]
    assert why["huge.ipynb"] == ["larger than 10,000,000 bytes"]
    assert why["deep.ipynb"][0]
    assert why["stranger.ipynb"] == ["the student 's99' is not in the key"]
    assert why["s2"] == ["s2.ipynb, problem 2: there is no cell that sets answers_2"]


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
        total, absent = csv.DictReader(file)
    assert (absent["student"], absent["points"], absent["note"]) == ("s2", "0", "nothing was handed in")
    assert total["student"] == "s1" and int(total["points"]) == int(total["of"]) - 1
    assert {name for name in total if name[0].isdigit()} == {
        f"{i} {kind}" for i, kind in enumerate((n for n, k in KINDS.items() if k.chapter == CHAPTER), start=1)
    }


def test_bad_orders_are_named(tmp_path, capsys):
    with pytest.raises(ValueError, match="chapter must be one of .*; got '99-cooking'"):
        make("99-cooking", CLASS, tmp_path)
    with pytest.raises(ValueError, match="different identifiers; twice: a-b"):
        make(CHAPTER, [("a/b", ""), ("a b", "")], tmp_path)
    with pytest.raises(ValueError, match="different identifiers: there are none"):
        make(CHAPTER, [], tmp_path)
    (tmp_path / "wrong.csv").write_text("surname\nAda\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"wrong.csv must have a line of column names with id"):
        read_students(tmp_path / "wrong.csv")
    with pytest.raises(SystemExit):
        main(["make", CHAPTER, "--students", str(tmp_path / "nobody.csv"), "--to", str(tmp_path)])
    assert "nobody.csv" in capsys.readouterr().err


# ---- a class as it is


def test_a_late_joiner_changes_nothing_for_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make(CHAPTER, CLASS[:2], tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / "students").iterdir()}
    first = key_of(tmp_path)
    written = make(CHAPTER, CLASS, tmp_path)
    assert {path.name for path in written if path.suffix == ".ipynb"} == {"ü-3.ipynb", "s4.ipynb"}
    assert all((tmp_path / "students" / name).read_bytes() == content for name, content in before.items())
    assert all(key_of(tmp_path)["students"][who] == entry for who, entry in first["students"].items())
    assert (tmp_path / "sheets.html").read_text(encoding="utf-8").count("class='student'") == len(CLASS)


@pytest.mark.parametrize("change", [{"chapter": "12-nearest-neighbours"}, {"level": 1}, {"seed": 5}])
def test_other_sheets_do_not_replace_a_key(tmp_path, monkeypatch, change):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make(CHAPTER, CLASS, tmp_path)
    before = (tmp_path / "key.json").read_bytes()
    order = {"chapter": CHAPTER, "students": CLASS, "folder": tmp_path, **change}
    with pytest.raises(ValueError, match="whose key would be lost: choose another folder"):
        make(**order)
    assert (tmp_path / "key.json").read_bytes() == before


def test_a_mistyped_folder_leaves_the_grades_alone(tmp_path, sheets, capsys):
    (sheets / "grades.csv").write_text("precious", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for wrong in ("empty", "nowhere"):
        with pytest.raises(SystemExit):
            main(["grade", str(sheets), str(tmp_path / wrong), "--to", str(sheets)])
        assert "there are none in" in capsys.readouterr().err
    assert (sheets / "grades.csv").read_text(encoding="utf-8") == "precious"


def test_a_folder_of_other_notebooks_leaves_the_grades_alone(tmp_path, sheets, capsys):
    (sheets / "grades.csv").write_text("precious", encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x.ipynb").write_text('{"cells": [], "metadata": {}}', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["grade", str(sheets), str(tmp_path / "other"), "--to", str(sheets)])
    assert "has none: x.ipynb: this is not one of the notebooks" in capsys.readouterr().err
    assert (sheets / "grades.csv").read_text(encoding="utf-8") == "precious"


def test_grading_the_late_ones_alone_loses_no_grade(tmp_path, sheets, capsys):
    for student, file, folder in (("s1", "s1", "first"), ("ü/3", "ü-3", "first"), ("s2", "s2", "late")):
        fill(sheets, file, right(sheets, student), tmp_path / folder)
    main(["grade", str(sheets), str(tmp_path / "first"), "--to", str(tmp_path)])
    before = (tmp_path / "grades.csv").read_bytes(), (tmp_path / "steps.csv").read_bytes()
    with pytest.raises(SystemExit):
        main(["grade", str(sheets), str(tmp_path / "late"), "--to", str(tmp_path)])
    said = capsys.readouterr().err
    assert "grades.csv has points of s1, ü/3, of whom" in said and "grade all that was handed in together" in said
    assert before == ((tmp_path / "grades.csv").read_bytes(), (tmp_path / "steps.csv").read_bytes())
    shutil.copy(tmp_path / "late" / "s2.ipynb", tmp_path / "first")
    main(["grade", str(sheets), str(tmp_path / "first"), "--to", str(tmp_path)])
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8-sig").count("nothing was handed in") == 1


def test_nobody_can_tell_the_problems_of_others(tmp_path, monkeypatch):
    """Without a seed the secret is new every time, and no sheet carries it; printed sheets show no seed."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    secrets_drawn = set()
    for folder in (tmp_path / "a", tmp_path / "b"):
        make(CHAPTER, CLASS, folder)
        secret = key_of(folder)["secret"]
        secrets_drawn.add(secret)
        handed_out = [*(folder / "students").iterdir(), folder / "sheets.html"]
        texts = [path.read_text(encoding="utf-8") for path in handed_out]
        assert len(secret) == 32 and not any(secret in text or "seed" in text for text in texts)
        numbers = {str(seed) for entry in key_of(folder)["students"].values() for _, seed, _ in entry["problems"]}
        assert not any(number in text for number in numbers for text in texts)
        assert min(map(int, numbers)) > 2**32
    assert len(secrets_drawn) == 2


@pytest.mark.parametrize("name", KINDS)
def test_two_hundred_students_have_two_hundred_problems_worth_the_same(name):
    for level in range(1, len(KINDS[name].levels) + 1):
        key, taken = {"level": level, "secret": "x"}, set()
        drawn = [draw(key, f"s{i}", name, taken) for i in range(200)]
        assert len({f"{p.question}{p.tables}" for p in drawn}) == 200
        assert len({len(p.asks) for p in drawn}) == 1


@pytest.mark.parametrize(
    ("content", "students"),
    [
        ("id,name\ns1,Ada\n", [("s1", "Ada")]),
        ("\ufeffID;Name\ns1;Ada\n", [("s1", "Ada")]),
        ("First name,Surname,ID number,Email address\nAda,Lovelace,s1,a@x\n", [("s1", "Ada Lovelace")]),
        ("First name\tLast name\tID number\nAda\tLovelace\ts1\n", [("s1", "Ada Lovelace")]),
        (
            'Student,ID,SIS User ID,Section\n"    Points Possible",,,\n"Lovelace, Ada",17,s1,A\n',
            [("17", "Ada Lovelace")],
        ),
        ('id,name\ns1,"Lovelace, Ada"\n', [("s1", "Ada Lovelace")]),
        ("Username,Full name\nada,Ada <b>L</b>\n", [("ada", "Ada <b>L</b>")]),
        ("Vorname;Nachname;ID-Nummer;E-Mail-Adresse\nAda;Lovelace;s1;a@x\n", [("s1", "Ada Lovelace")]),
        ("sep=;\nid;name\ns1;Ada\n", [("s1", "Ada")]),
        ("id,name\ns1," + "x" * 5000 + "\n", [("s1", "x" * 200)]),
    ],
)
def test_class_lists_are_read_as_they_come(tmp_path, content, students):
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        (tmp_path / "list.csv").write_text(content, encoding=encoding)
        assert read_students(tmp_path / "list.csv") == students


def test_a_list_in_latin_1_is_read(tmp_path):
    (tmp_path / "list.csv").write_bytes("id,name\ns1,Zoë Müller\n".encode("latin-1"))
    assert read_students(tmp_path / "list.csv") == [("s1", "Zoë Müller")]


def test_a_student_without_an_identifier_is_not_lost(tmp_path):
    (tmp_path / "list.csv").write_text("Surname,ID number,Email address\nL,4711,a@x\nN,,e@x\n", encoding="utf-8")
    with pytest.raises(ValueError, match="list.csv must have 'id number' for every student; it is missing for e@x"):
        read_students(tmp_path / "list.csv")


def test_a_field_beyond_measure_is_refused_with_words(tmp_path):
    (tmp_path / "list.csv").write_text("id,name\ns1," + "x" * 200_000, encoding="utf-8")
    with pytest.raises(ValueError, match=r"list.csv cannot be read: field larger"):
        read_students(tmp_path / "list.csv")


def test_a_name_is_only_a_name(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    make(CHAPTER, [("s1", "<img src=x> *Bobby* $x$ [a](b)")], tmp_path)
    first = nbformat.read(tmp_path / "students" / "s1.ipynb", as_version=4).cells[0].source
    assert "<img" not in first and r"\*Bobby\*" in first and r"\$x\$" in first
    assert "<img" not in (tmp_path / "sheets.html").read_text(encoding="utf-8")


def test_a_level_that_does_not_exist_is_refused(tmp_path, capsys):
    (tmp_path / "students.csv").write_text("id\ns1\n", encoding="utf-8")
    order = ["make", CHAPTER, "--level", "9", "--students", str(tmp_path / "students.csv"), "--to", str(tmp_path / "x")]
    with pytest.raises(SystemExit):
        main(order)
    assert "level must be 1 to 3; got 9" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "answer",
    [
        *("9/14", "1-2", "3.4.2025", "=1+1", "@x", "+cmd", "12:30", "2 1/3", "1–2", "9:14", "-1+2"),
        *("5-Mar", "MAR1", "Jan 5", "5 Jan 2026", "＝1+1", "|x"),
    ],
)
def test_a_spreadsheet_changes_no_answer(tmp_path, sheets, answer):
    assert written(tmp_path, sheets, answer) == f"'{answer}"


@pytest.mark.parametrize("answer", ["0.643", "-2.5", "6.43e-1", "64.3%", "12"])
def test_a_plain_number_stays_one(tmp_path, sheets, answer):
    assert written(tmp_path, sheets, answer) == answer


def written(tmp_path, sheets, answer):
    """What the table of steps has for an answer to the second problem's evidence."""
    answers = right(sheets, "s1")
    answers[1]["evidence"] = answer
    fill(sheets, "s1", answers, tmp_path / "back")
    main(["grade", str(sheets), str(tmp_path / "back"), "--to", str(tmp_path)])
    with (tmp_path / "steps.csv").open(encoding="utf-8-sig", newline="") as file:
        return next(row["answer"] for row in csv.DictReader(file) if row["step"] == "evidence")


# ---- cells that were damaged, files that are none


@pytest.mark.parametrize(
    "damage",
    [
        lambda code: code.replace('"', "“"),
        lambda code: code.replace('": "', '": “'),
        lambda code: code.replace('",  #', ",  #", 1),
        lambda code: code.replace("}", ""),
        lambda code: code.replace('": "', '": ', 1),
        lambda code: re.sub(r" *#.*\n *", " ", code).replace('": "', '": “', 1),
    ],
)
def test_smart_and_lost_quotes_cost_nothing(tmp_path, sheets, damage):
    def spoil(notebook):
        for number, values in right(sheets, "s1").items():
            cell = next(cell for cell in notebook.cells if cell.source.startswith(f"answers_{number} = "))
            for name, value in values.items():
                line = next(line for line in cell.source.splitlines() if line.strip().startswith(json.dumps(name)))
                cell.source = cell.source.replace(line, line.replace('"",', f'"{value}",'))
            cell.source = damage(cell.source)

    fill(sheets, "s1", {}, tmp_path / "back", spoil)
    rows, troubles = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    assert {row["verdict"] for row in rows} == {"right"}
    assert [who for who, _ in troubles] == ["s2", "ü/3", "s4"]


def test_one_answer_beyond_measure_costs_one_answer(tmp_path, sheets):
    """Also where all of them stand in one line."""

    def spoil(notebook):
        for number, values in right(sheets, "s1").items():
            cell = next(cell for cell in notebook.cells if cell.source.startswith(f"answers_{number} = "))
            first, *rest = values.items()
            cell.source = f"answers_{number} = {{{first[0]!r}: {'(' * 500}1{')' * 500}, {str(dict(rest))[1:]}"

    fill(sheets, "s1", {}, tmp_path / "back", spoil)
    rows, _ = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    assert points(rows, "s1") == len(rows) - len(right(sheets, "s1"))


def test_a_second_cell_with_answers_is_told(tmp_path, sheets):
    def add(notebook):
        notebook.cells.append(nbformat.v4.new_code_cell("answers_1 == 3"))
        notebook.cells.append(nbformat.v4.new_code_cell("answers_2 = {}"))

    fill(sheets, "s1", right(sheets, "s1"), tmp_path / "back", add)
    rows, troubles = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    assert troubles[0] == ("s1", "s1.ipynb, problem 2: 2 cells set answers_2: the last counts")
    assert all(row["points"] == (row["problem"] != 2) for row in rows)


def test_whoever_sent_what_cannot_be_read_is_told_so_and_the_maximum_stays(tmp_path, sheets):
    back = tmp_path / "back"
    (back / "Emmy_7_assignsubmission_file").mkdir(parents=True)
    (back / "Emmy_7_assignsubmission_file" / "x.ipynb").write_text("[" * 100_000, encoding="utf-8")
    (back / "s1.ipynb").write_text(f'{{"cells": {"9" * 5000}}}', encoding="utf-8")
    rows, troubles = grade(key_of(sheets), sorted(back.rglob("*.ipynb")), back)
    assert dict(troubles)["s1"] == "s1.ipynb: this is not a notebook"
    table = totals(key_of(sheets), rows, troubles)
    assert table[1]["note"] == f"{Path('Emmy_7_assignsubmission_file') / 'x.ipynb'}: this is not a notebook"
    assert len({row["of"] for row in table}) == 1 and table[0]["of"] > 0


@pytest.mark.parametrize("content", ["{", "[]", "{}", "3", "null", "[" * 100_000])
def test_a_broken_key_is_refused_with_words(tmp_path, capsys, content):
    (tmp_path / "key.json").write_text(content, encoding="utf-8")
    (tmp_path / "students.csv").write_text("id\ns1\n", encoding="utf-8")
    (tmp_path / "x.ipynb").write_text("{}", encoding="utf-8")
    make_order = ["make", CHAPTER, "--students", str(tmp_path / "students.csv"), "--to", str(tmp_path)]
    for order in (make_order, ["grade", str(tmp_path), str(tmp_path), "--to", str(tmp_path)]):
        with pytest.raises(SystemExit):
            main(order)
        assert "must be a key as make writes it" in capsys.readouterr().err
    assert (tmp_path / "key.json").read_text(encoding="utf-8") == content


def test_a_line_that_cannot_be_read_is_told(tmp_path, sheets):
    def spoil(notebook):
        cell = next(cell for cell in notebook.cells if cell.source.startswith("answers_1 = "))
        lines = cell.source.splitlines()
        lines[1] = lines[1].replace('"",', '"0.1" or "0.2,')
        cell.source = "\n".join(lines)

    fill(sheets, "s1", {}, tmp_path / "back", spoil)
    rows, troubles = grade(key_of(sheets), [tmp_path / "back" / "s1.ipynb"])
    assert troubles[0] == ("s1", "s1.ipynb, problem 1: line 2 cannot be read")
    assert len(rows) == sum(len(problem(*p).asks) for p in key_of(sheets)["students"]["s1"]["problems"])


HOSTILE = [
    "1e999999999/1",
    "\ud800",
    "(" * 300,
    "-" * 5000,
    "9**9**9**9",
    "[" * 200,
    "{}" * 99,
    "\x00",
    "1/0",
    "𝟘",
    "٣",
]


def test_the_maximum_is_that_of_the_sheet_whatever_is_written(tmp_path, sheets):
    expected = sum(len(problem(*p).asks) for p in key_of(sheets)["students"]["s1"]["problems"])
    for text in HOSTILE:
        for bare in (True, False):
            path = tmp_path / "s1.ipynb"
            notebook = json.loads((sheets / "students" / "s1.ipynb").read_text(encoding="utf-8"))
            for cell in notebook["cells"]:
                cell["source"] = cell["source"].replace('"",', f"{text if bare else json.dumps(text)},")
            path.write_text(json.dumps(notebook), encoding="utf-8")
            begun = time.process_time()
            rows, troubles = grade(key_of(sheets), [path])
            assert time.process_time() - begun < 1
            assert (len(rows), points(rows, "s1")) == (expected, 0), text
            for row in totals(key_of(sheets), rows, troubles):
                str(row).encode("utf-8")


def test_what_is_no_file_is_named_at_once(tmp_path, sheets):
    back = tmp_path / "back"
    fill(sheets, "s1", right(sheets, "s1"), back)
    os.mkfifo(back / "pipe.ipynb")
    (back / "zero.ipynb").symlink_to("/dev/zero")
    (back / "folder.ipynb").mkdir()
    (back / "gone.ipynb").symlink_to(back / "nowhere")
    rows, troubles = grade(key_of(sheets), sorted(back.iterdir()), back)
    why = dict(troubles)
    assert points(rows, "s1") == len(rows)
    assert why["pipe.ipynb"] == why["zero.ipynb"] == why["folder.ipynb"] == "this is not a file"
    assert "No such file" in why["gone.ipynb"]


def test_checkpoints_are_not_graded_and_the_latest_counts(tmp_path, sheets):
    back = tmp_path / "back"
    fill(sheets, "s1", right(sheets, "s1"), back)
    fill(sheets, "s1", {}, back / ".ipynb_checkpoints")
    os.utime(back / ".ipynb_checkpoints" / "s1.ipynb", (4e9, 4e9))
    fill(sheets, "s1", {}, back / "early")
    os.utime(back / "early" / "s1.ipynb", (1, 1))
    main(["grade", str(sheets), str(back), "--to", str(tmp_path)])
    with (tmp_path / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        ada = next(csv.DictReader(file))
    assert ada["points"] == ada["of"] != "0"
    assert ada["note"] == f"{Path('early') / 's1.ipynb'} is older than s1.ipynb and was not counted"


def test_two_thousand_hostile_notebooks_lose_no_student(tmp_path, sheets):
    """Bytes flipped, cut off, doubled: whoever handed in well keeps every point, and nobody gains one."""
    random = np.random.default_rng(0)
    good = (sheets / "students" / "s1.ipynb").read_bytes()
    back = tmp_path / "back"
    fill(sheets, "s2", right(sheets, "s2"), back)
    for number in range(2000):
        content = bytearray(good)
        for place in random.integers(0, len(content), random.integers(1, 12)):
            content[place] = random.integers(0, 256)
        (back / f"{number}.ipynb").write_bytes(content[: random.integers(1, 2 * len(content))])
    rows, troubles = grade(key_of(sheets), sorted(back.iterdir()), back)
    assert points(rows, "s2") == sum(row["student"] == "s2" for row in rows) > 0
    assert points(rows, "s1") == 0 and {row["student"] for row in rows} <= {"s1", "s2"}
    assert len({who for who, _ in troubles}) > 500


def test_two_thousand_damaged_cells_stop_nobody(tmp_path, sheets):
    """Notebooks that can be read, with cells of answers from which pieces were cut, and into which others were put."""
    random = np.random.default_rng(2)
    notebook = nbformat.read(sheets / "students" / "s1.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    good = [cell.source for cell in cells]
    steps = sum(len(problem(*p).asks) for p in key_of(sheets)["students"]["s1"]["problems"])
    for _ in range(2000):
        for cell, text in zip(cells, good, strict=True):
            for place, cut in zip(*random.integers(0, [[len(text)], [60]], (2, random.integers(1, 9))), strict=True):
                text = text[:place] + hostile(random) + text[place + cut :]
            cell.source = text
        (tmp_path / "s1.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        rows, _ = grade(key_of(sheets), [tmp_path / "s1.ipynb"])
        assert len(rows) == steps and points(rows, "s1") <= 1  # a lucky digit


@pytest.mark.parametrize(
    "cell",
    [
        "answers_1 = {(",
        "answers_1 = {" + "\n" * 19_000 + "(",
        "answers_1 = {(" + " " * 19_000 + "x",
        "answers_1 = {" + ",\n " * 6000 + "(",
        "answers_1 = {'evidence': " + "lambda:" * 2500 + "1}",
        "answers_1 = {'evidence': a" + ".a" * 9000 + "}",
        "\n" * 400_000,
        " " * 8_000_000 + "answers_1",
    ],
    ids=["nothing", "lines", "blanks", "commas", "lambdas", "dots", "many lines", "many blanks"],
)
def test_a_cell_made_to_stop_the_marking_is_read_within_a_second(tmp_path, sheets, cell):
    fill(sheets, "s1", {}, tmp_path / "back", lambda n: n.cells.append(nbformat.v4.new_code_cell(cell)))
    fill(sheets, "s2", right(sheets, "s2"), tmp_path / "back")
    begun = time.process_time()
    rows, troubles = grade(key_of(sheets), sorted((tmp_path / "back").iterdir()))
    assert time.process_time() - begun < 1
    assert points(rows, "s1") == 0 and points(rows, "s2") == len(rows) / 2


def test_whatever_happens_in_one_sheet_the_others_are_graded(tmp_path, sheets, monkeypatch):
    def read(cells, number, names):
        if "trap" in cells[0]:
            raise ArithmeticError("nobody thought of that")
        return read_answers(cells, number, names)

    monkeypatch.setattr("byhand.grading.read_answers", read)
    back = tmp_path / "back"
    fill(sheets, "s1", {}, back, lambda n: n.cells.insert(0, nbformat.v4.new_code_cell("trap")))
    fill(sheets, "s2", right(sheets, "s2"), back)
    rows, troubles = grade(key_of(sheets), sorted(back.iterdir()))
    assert points(rows, "s1") == 0 and points(rows, "s2") == len(rows) / 2
    assert troubles[0] == ("s1", "s1.ipynb, problem 1: the answers cannot be read (nobody thought of that)")


def test_twenty_thousand_hostile_answers_earn_nothing(sheets):
    random = np.random.default_rng(1)
    problems = [problem(name, 0, 1) for name in KINDS]
    tried = 0
    while tried < 20_000:
        p = problems[tried % len(problems)]
        answers = {ask.name: hostile(random) + random.choice(["", "\ud800"]) for ask in p.asks}
        marks = p.check(answers)
        earned = [mark for mark in marks if mark.points]
        assert all(mark.verdict == "right" for mark in earned), answers  # a lucky digit, nothing that follows from it
        tried += len(marks)


def test_formulae_on_paper_are_set_by_the_browser(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for name in KINDS:
        make(name, [("s1", ""), ("s2", "")], tmp_path / name, level=3, seed=3)
        for page in ("sheets", "key"):
            text = (tmp_path / name / f"{page}.html").read_text(encoding="utf-8")
            body = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
            shown = unescape(re.sub(r"<[^>]+>", " ", body))
            assert "\\" not in shown and "$" not in shown, name
            assert not re.search(r"\d\.\d{9}", shown), name  # a key is read by people
            assert not re.search(r"frac|\barrow|\beta\w|times|cdot|mathbf|sqrt", shown), name
            assert body.count("<math>") == body.count("</math>") and (page == "sheets" or "<math>" in body)
