"""Worksheets for a class: everybody gets different numbers, the teacher one key, and a program does the marking.

    python -m byhand.worksheet make 11-naive-bayes --students students.csv --to sheets
    python -m byhand.worksheet grade sheets returned --to sheets

`make` writes a notebook for each student, all sheets as one page to print (and as PDF where a browser is installed) and
the key. Called again with a longer list it adds the new students and leaves the others as they are. `grade` reads the
notebooks that came back (see `byhand.grading`). It never runs them: the answers are read as text.
"""

import argparse
import codecs
import csv
import hashlib
import hmac
import io
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from html import escape, unescape
from itertools import islice
from pathlib import Path

from byhand.base import as_whole
from byhand.grading import grade, token, totals
from byhand.marking import DIGITS
from byhand.mathml import mathml
from byhand.practice import KINDS, problem
from byhand.practice.form import statement
from byhand.table import as_markdown
from byhand.working import decimal

TRIES = 20  # draws until a problem is like no other student's; in a class of many hundreds some may be alike
LONGEST_NAME = 200  # characters
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?%?")  # what a spreadsheet takes for nothing else
FORMULA = re.compile(r"\s*[=+@|＝＋－＠-]")
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
DATE = re.compile(
    r"\s*(?:\d+\s+)?\d{1,4}\s*[/.:–-]\s*\d{1,4}(?:\s*[/.:–-]\s*\d{1,4})?\s*"  # 9/14, 2 1/3, 12:30, 3.4.2025
    rf"|\s*\d{{1,4}}[\s./-]*{MONTH}(?:[\s./-]*\d{{1,4}})?\s*|\s*{MONTH}[\s./-]*\d{{1,4}}\s*",
    re.IGNORECASE,
)
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 11pt/1.45 system-ui, sans-serif; max-width: 46rem; margin: 1rem auto; padding: 0 1rem; color: #111; }}
h1 {{ font-size: 1.3rem; }} h2 {{ font-size: 1.1rem; margin-top: 1.6rem; }}
.student {{ break-after: page; }} .student:last-child {{ break-after: auto; }}
table {{ border-collapse: collapse; margin: .6rem 0; }} caption {{ text-align: left; font-weight: 600; }}
td, th {{ border: 1px solid #999; padding: .15rem .6rem; text-align: left; }}
ol.steps li {{ margin: .5rem 0; break-inside: avoid; }}
ol.steps b {{ display: inline-block; min-width: 16rem; font-weight: 400; }}
.line {{ display: inline-block; width: 9rem; border-bottom: 1px solid #111; }}
</style></head><body>{body}</body></html>
"""


def make(chapter, students, folder, level=2, seed=None):
    """Write the worksheets of a chapter; returns the paths of what was written.

    Parameters
    ----------
    chapter : such as "11-naive-bayes", or kinds of problems with commas between them, "bayes-rule,entropy-gain"
    students : pairs (identifier, name)
    folder : a `Path`, made where it is missing. The key is in it: hand out the notebooks below `students` only. If the
        folder holds sheets already, students who are new are added and all others keep what they have
    level : 1, 2 or 3
    seed : a number that anybody may know, for sheets that can be made again; by default nobody can guess the problems
    """
    kinds = [name for name, kind in KINDS.items() if kind.chapter == chapter] or chapter.split(",")
    if not set(kinds) <= set(KINDS):
        chapters = sorted({kind.chapter for kind in KINDS.values() if kind.chapter})
        raise ValueError(f"chapter must be one of {', '.join(chapters)} or kinds ({', '.join(KINDS)}); got {chapter!r}")
    if as_whole(level, "level", 1) > max(len(KINDS[kind].levels) for kind in kinds):
        raise ValueError(f"level must be 1 to {max(len(KINDS[kind].levels) for kind in kinds)}; got {level}")
    key = _opened_key(folder / "key.json", chapter, level, seed)
    _check_students(students, key)
    (folder / "students").mkdir(parents=True, exist_ok=True)
    drawn = {who: [problem(*settings) for settings in entry["problems"]] for who, entry in key["students"].items()}
    taken, written = {_fingerprint(p) for problems in drawn.values() for p in problems}, []
    for identifier, name in students:
        if identifier not in drawn:
            drawn[identifier] = problems = [draw(key, identifier, kind, taken) for kind in kinds]
            settings = [[p.kind, p.seed, p.level] for p in problems]
            key["students"][identifier] = {"name": name[:LONGEST_NAME], "problems": settings}
            text = json.dumps(_notebook(key, identifier, problems), indent=1)
            written.append(_write(folder / "students" / f"{_file_name(identifier)}.ipynb", text))
    names = {who: entry["name"] for who, entry in key["students"].items()}
    sheets = "".join(_sheet(chapter, who, names[who], problems) for who, problems in drawn.items())
    solutions = "".join(_solution(who, names[who], problems) for who, problems in drawn.items())
    pages = {"sheets": ("Worksheets", sheets), "key": ("Key", solutions)}
    for page, (title, body) in pages.items():
        text = PAGE.format(title=f"{title}: {_title(chapter)}", body=body)
        written.append(_write(folder / f"{page}.html", text))
    written.append(_write(folder / "key.json", json.dumps(key, indent=1, ensure_ascii=False)))
    return written + [pdf for page in pages if (pdf := _print(folder / f"{page}.html"))]


def _opened_key(path, chapter, level, seed):
    """The key that is there, if it belongs to these sheets, or a new one with a secret of its own."""
    if not path.exists():
        secret = secrets.token_hex(16) if seed is None else f"seed {seed}"
        return {"chapter": chapter, "level": level, "secret": secret, "students": {}}
    key = _read_key(path)
    same = (key["chapter"], key["level"]) == (chapter, level) and (seed is None or key["secret"] == f"seed {seed}")
    if not same:
        raise ValueError(
            f"{path.parent} holds the sheets of {key['chapter']} at level {key['level']}, whose key would be lost: "
            "choose another folder"
        )
    return key


def _read_key(path):
    """The key in a file; a ValueError where it is none."""
    try:
        key = json.loads(path.read_text(encoding="utf-8"))
        if {"chapter", "level", "secret", "students"} <= set(key):
            return key
    except (ValueError, TypeError, RecursionError):
        pass
    raise ValueError(f"{path} must be a key as make writes it; this one cannot be read")


def _check_students(students, key):
    """Refuse lists from which two sheets would go to one file."""
    if not students:
        raise ValueError("students must have different identifiers: there are none")
    files = {}
    for identifier in [*key["students"], *dict.fromkeys(identifier for identifier, _ in students)]:
        if files.setdefault(_file_name(identifier), identifier) != identifier:
            raise ValueError(f"students must have different identifiers; twice: {_file_name(identifier)}")
    for identifier, times in Counter(identifier for identifier, _ in students).items():
        if times > 1:
            raise ValueError(f"students must have different identifiers; twice: {identifier}")


def draw(key, identifier, kind, taken):
    """A problem for a student, worth as many points as everybody's, that is not among those taken; then it is.

    In a class of many hundreds, for which there are too few different ones, some are given twice.
    """
    level = min(key["level"], len(KINDS[kind].levels))
    seeds = (seed_of(key["secret"], identifier, kind, attempt) for attempt in range(10 * TRIES))
    drawn = (p for seed in seeds if len((p := problem(kind, seed, level)).asks) == _steps(kind, level))
    for p in islice(drawn, TRIES):
        if _fingerprint(p) not in taken:
            break
    taken.add(_fingerprint(p))
    return p


@cache
def _steps(kind, level):
    """How many steps a problem of that kind and level has in a sheet."""
    return len(problem(kind, 0, level).asks)


def _fingerprint(p):
    return hashlib.sha256(f"{p.question}{p.tables}".encode()).hexdigest()[:16]


def seed_of(secret, identifier, kind, attempt=0):
    """The seed of one problem of one student: nobody can tell it without the secret, nor the secret from it."""
    words = f"{identifier} {kind} {attempt}"
    return int(hmac.new(secret.encode(), words.encode(), "sha256").hexdigest()[:15], 16)


IDENTIFIERS = ("id", "id number", "student id", "student number", "matriculation number", "sis user id")
IDENTIFIERS += ("id-nummer", "matrikelnummer", "sis login id", "login id", "username", "user name", "anmeldename")
IDENTIFIERS += ("email address", "e-mail-adresse", "e-mail", "email")
NAMES = ("name", "full name", "student", "student name", "vollständiger name")
FIRST_NAMES = ("first name", "given name", "firstname", "vorname")
LAST_NAMES = ("last name", "surname", "family name", "lastname", "nachname")


def read_students(path):
    """Pairs (identifier, name) from a class list: a CSV file with a column `id`, and `name` if there is one.

    The lists of Moodle and Canvas are read as they come, with commas, semicolons or tabs, in UTF-8 or Latin-1.
    """
    content = path.read_bytes()
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if wide else "utf-8").lstrip("\ufeff")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    text = re.sub(r"\Asep=.\r?\n", "", text)  # a line for Excel alone
    first = text.partition("\n")[0]
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count)))
    except csv.Error as error:
        raise ValueError(f"{path.name} cannot be read: {error}") from error
    rows = [{str(k).strip().lower(): (v or "").strip() for k, v in row.items() if isinstance(v, str)} for row in rows]
    column = next((name for name in IDENTIFIERS if any(row.get(name) for row in rows)), None)
    if column is None:
        raise ValueError(f"{path.name} must have a line of column names with id (and name), then a line per student")
    for row in rows:
        if not row.get(column) and (other := next((row[name] for name in IDENTIFIERS if row.get(name)), None)):
            raise ValueError(f"{path.name} must have {column!r} for every student; it is missing for {other}")
    return [(row[column][:LONGEST_NAME], _full_name(row)) for row in rows if row.get(column)]


def _full_name(row):
    """The name in a row of a class list, from one column or from two; "Lovelace, Ada" is Ada Lovelace."""
    whole = next((row[name] for name in NAMES if row.get(name)), "")
    if whole.count(",") == 1:
        whole = " ".join(part.strip() for part in reversed(whole.split(",")))
    parts = [next((row[name] for name in names if row.get(name)), "") for names in (FIRST_NAMES, LAST_NAMES)]
    return (whole or " ".join(filter(None, parts)))[:LONGEST_NAME]


# ---- what a student gets


def _notebook(key, identifier, problems):
    """A notebook, as a dictionary: for each problem its text and a cell with the names of the steps to fill in."""
    name = key["students"][identifier]["name"]
    who = _as_words(f"{name} ({identifier})" if name else identifier)
    intro = (
        f"# {_title(key['chapter'])}: worksheet\n\n**{who}**\n\nWork on paper. Then write each value between its "
        "quotes, with three significant digits or exactly: 0.643, 9/14, 64.3%, 6.43e-1 or sqrt(2)/2. Words are written "
        "as they are given. Change nothing else, save, and hand in."
    )
    cells = [_cell("markdown", intro)]
    for number, p in enumerate(problems, start=1):
        cells.append(_cell("markdown", f"## Problem {number}. {p.title}\n\n{p.question}\n\n" + _tables(p)))
        width = max(len(json.dumps(ask.name)) for ask in p.asks)
        lines = [
            f'    {json.dumps(a.name, ensure_ascii=False) + ":":<{width + 1}} {"":<1}"",  # {_asked(a)}' for a in p.asks
        ]
        cells.append(_cell("code", "\n".join([f"answers_{number} = {{", *lines, "}"]), tags=[f"answers-{number}"]))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}, "byhand": {"student": identifier}}
    metadata["byhand"]["sheet"] = token(key, identifier)
    for i, cell in enumerate(cells):
        cell["id"] = f"worksheet-{i}"
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind, source, tags=()):
    cell = {"cell_type": kind, "metadata": {"tags": list(tags)} if tags else {}, "source": source}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def _as_words(text):
    """Text that means nothing else in Markdown or HTML."""
    return re.sub(r"([\\`*_\[\]$|~#])", r"\\\1", escape(text, quote=False))


def _asked(ask):
    return ask.label + (f": {' or '.join(ask.options)}" if ask.options else "")


def _tables(p):
    """The tables of a problem in Markdown."""
    return "\n\n".join(
        f"**{title}**\n\n{as_markdown(columns, zip(*columns.values(), strict=True))}"
        for title, columns in p.tables.items()
    )


def _sheet(chapter, identifier, name, problems):
    """The same on paper."""
    body = "".join(
        f"<h2>{number}. {escape(p.title)}</h2>{_typeset(statement(p))}<ol class='steps'>"
        + "".join(
            f"<li><b>{escape(_asked(ask))} <code>{escape(ask.name)}</code></b> <span class='line'></span></li>"
            for ask in p.asks
        )
        + "</ol>"
        for number, p in enumerate(problems, start=1)
    )
    return _section(f"{_title(chapter)}: {name or identifier} ({identifier})", f"<p>{DIGITS}</p>{body}")


def _solution(identifier, name, problems):
    """The working of every problem of a student."""
    body = "".join(
        f"<h2>{number}. {escape(p.title)}</h2><ol>"
        + "".join(f"<li>{_line(step)}</li>" for step in p.working.steps)
        + "</ol>"
        for number, p in enumerate(problems, start=1)
    )
    return _section(f"{name or identifier} ({identifier})", body)


def _line(step):
    """A step of a working in one line: its name, the formula, the numbers put in, the value."""
    value = [f"<b>{escape(step.value if isinstance(step.value, str) else _number(step.value))}</b>"]
    if isinstance(step.value, Fraction) and step.value.denominator > 1:
        exact = Fraction(decimal(step.value)) == step.value
        value.append(f"{'=' if exact else '≈'} {_number(float(step.value))}")
    sides = [mathml(side) for side in (step.formula, step.numbers) if side]
    return " = ".join([f"<code>{escape(step.name)}</code>", *sides, " ".join(value)])


def _number(value):
    """A number as it is printed: a fraction as such, else six digits; a minus as long as a plus."""
    return (str(value) if isinstance(value, Fraction) else decimal(value)).replace("-", "−")


def _section(title, body):
    return f"<section class='student'><h1>{escape(title)}</h1>{body}</section>"


def _title(chapter):
    """Chapter 11, naive bayes, for 11-naive-bayes; the titles of kinds."""
    number, _, words = chapter.partition("-")
    if number[:1].isdigit():
        return f"Chapter {number}, {words.replace('-', ' ')}"
    return ", ".join(KINDS[kind].title for kind in chapter.split(","))


def _typeset(html):
    """The formulae of a page in MathML, which browsers print by themselves."""
    return re.sub(r'<span class="math">\\\((.+?)\\\)</span>', lambda match: mathml(unescape(match[1])), html)


def _print(page):
    """The page as PDF, where a browser is installed that prints; else None."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    pdf = page.with_suffix(".pdf")
    if not browser:
        return None
    order = [browser, "--headless", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
    if getattr(os, "geteuid", lambda: 1)() == 0:  # a browser does not shut itself in for the superuser
        order.append("--no-sandbox")
    done = subprocess.run([*order, page.resolve().as_uri()], capture_output=True, timeout=300)
    return pdf if done.returncode == 0 and pdf.exists() else None


# ---- files


def _file_name(identifier):
    return re.sub(r"[^\w.-]+", "-", identifier)[:80].strip("-.") or "student"


def _write(path, text):
    """Write a file as a whole or not at all."""
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text(text, encoding="utf-8", errors="replace")
    os.replace(partial, path)
    return path


def _write_table(path, rows):
    """Rows as CSV. Text that a spreadsheet would take for a formula or a date gets an apostrophe in front."""

    @lru_cache(10_000)  # the same names and words come again and again
    def safe(text):
        changed = not NUMBER.fullmatch(text) and (FORMULA.match(text) or DATE.fullmatch(text))
        return "'" + text if changed else text

    columns = list(dict.fromkeys(name for row in rows for name in row))
    page = io.StringIO(newline="")
    table = csv.writer(page)
    table.writerow(columns)
    table.writerows([[safe(str(row.get(name, ""))) for name in columns] for row in rows])
    return _write(path, "\ufeff" + page.getvalue())


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m byhand.worksheet", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    maker = commands.add_parser("make", help="write worksheets and their key")
    maker.add_argument("chapter", help="such as 11-naive-bayes, or kinds of problems: bayes-rule,entropy-gain")
    maker.add_argument("--students", type=Path, required=True, help="a CSV file with the columns id and name")
    maker.add_argument("--seed", type=int, help="a number that anybody may know, so that the sheets can be made again")
    maker.add_argument("--level", type=int, default=2, help="1, 2 or 3")
    maker.add_argument("--to", type=Path, required=True, help="the folder to write to")
    grader = commands.add_parser("grade", help="mark what came back")
    grader.add_argument("sheets", type=Path, help="the folder that make wrote")
    grader.add_argument("returned", type=Path, help="the folder with the notebooks that came back")
    grader.add_argument("--to", type=Path, required=True, help="the folder to write grades.csv and steps.csv to")
    given = parser.parse_args(arguments)
    try:
        return _make(given) if given.command == "make" else _grade(given)
    except (ValueError, OSError) as error:
        parser.error(str(error))


def _make(given):
    students = read_students(given.students)
    written = make(given.chapter, students, given.to, given.level, given.seed)
    new = sum(path.suffix == ".ipynb" for path in written)
    kept = f"; {len(students) - new} students had theirs already" if new < len(students) else ""
    print(f"{new} notebooks in {given.to / 'students'}{kept}")
    print("and " + ", ".join(path.name for path in written if path.suffix != ".ipynb"))


def _grade(given):
    key = _read_key(given.sheets / "key.json")
    notebooks = sorted(path for path in given.returned.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not notebooks:
        raise ValueError(f"returned must be a folder with notebooks; there are none in {given.returned}")
    rows, troubles = grade(key, notebooks, given.returned)
    if not rows:
        raise ValueError(f"returned must hold sheets of this key; {given.returned} has none: {_listed(troubles)}")
    lost = _graded_before(given.to / "grades.csv") - {row["student"] for row in rows}
    if lost:
        raise ValueError(
            f"{given.to / 'grades.csv'} has points of {_listed(sorted(lost))}, of whom {given.returned} holds nothing: "
            "grade all that was handed in together, or choose another folder for the grades"
        )
    given.to.mkdir(parents=True, exist_ok=True)
    _write_table(given.to / "steps.csv", rows)
    _write_table(given.to / "grades.csv", totals(key, rows, troubles))
    print(f"{len(notebooks)} notebooks read; grades.csv and steps.csv are in {given.to}")
    for who, why in troubles:
        print(f"{who}: {why}", file=sys.stderr)


def _graded_before(path):
    """The students who have points in a table of grades; none where there is no such table."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return {row["student"].removeprefix("'") for row in csv.DictReader(file) if int(row["points"]) > 0}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, csv.Error):
        return set()


def _listed(things, most=3):
    """The first few of some things in words, and how many more there are."""
    shown = ", ".join(": ".join(thing) if isinstance(thing, tuple) else thing for thing in things[:most])
    return shown + (f" and {len(things) - most} more" if len(things) > most else "")


if __name__ == "__main__":
    main()
