"""Worksheets for a class: every student gets other numbers, the teacher one key, and a program does the marking.

    python -m byhand.worksheet make 11-naive-bayes --seed 2026 --students students.csv --to sheets
    python -m byhand.worksheet grade sheets returned --to sheets

`make` writes a notebook for each student, all sheets as one page to print (and as PDF where a browser is installed) and
the key. `grade` reads the notebooks that came back. It never runs them: the answers are read as text.
"""

import argparse
import ast
import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

from byhand.practice import KINDS, problem, read
from byhand.practice.form import statement
from byhand.table import as_markdown
from byhand.working import plain

LARGEST = 10_000_000  # bytes of a notebook that is read
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
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


def make(chapter, seed, students, folder, level=2):
    """Write the worksheets of a chapter; returns the paths of what was written.

    `chapter`: such as "11-naive-bayes", or kinds of problems with commas between them, "bayes-rule,entropy-gain";
    `students`: pairs (identifier, name); `folder`: a `Path`, made where it is missing. The key is in it: hand out the
    notebooks below `students` only.
    """
    kinds = [name for name, kind in KINDS.items() if kind.chapter == chapter] or chapter.split(",")
    if not set(kinds) <= set(KINDS):
        chapters = sorted({kind.chapter for kind in KINDS.values() if kind.chapter})
        raise ValueError(f"chapter must be one of {', '.join(chapters)} or kinds ({', '.join(KINDS)}); got {chapter!r}")
    names = [_file_name(identifier) for identifier, _ in students]
    if not students or len(set(names)) < len(names):
        twice = next((name for name in names if names.count(name) > 1), None)
        raise ValueError(
            "students must have different identifiers" + (f"; twice: {twice}" if twice else ": there are none")
        )
    (folder / "students").mkdir(parents=True, exist_ok=True)
    key = {"chapter": chapter, "seed": seed, "students": {}}
    sheets, solutions, written = [], [], []
    for (identifier, name), file in zip(students, names, strict=True):
        problems = [
            problem(kind, seed_of(seed, identifier, kind), min(level, len(KINDS[kind].levels))) for kind in kinds
        ]
        key["students"][identifier] = {"name": name, "problems": [[p.kind, p.seed, p.level] for p in problems]}
        written.append(
            _write(
                folder / "students" / f"{file}.ipynb",
                json.dumps(_notebook(chapter, identifier, name, problems), indent=1),
            )
        )
        sheets.append(_sheet(chapter, identifier, name, problems))
        solutions.append(_solution(identifier, name, problems))
    title = f"{chapter}, seed {seed}"
    written.append(_write(folder / "sheets.html", PAGE.format(title=f"Worksheets: {title}", body="".join(sheets))))
    written.append(_write(folder / "key.html", PAGE.format(title=f"Key: {title}", body="".join(solutions))))
    written.append(_write(folder / "key.json", json.dumps(key, indent=1, ensure_ascii=False)))
    return written + [pdf for page in ("sheets", "key") if (pdf := _print(folder / f"{page}.html"))]


def seed_of(seed, identifier, kind):
    """The seed of one problem of one student: hard to guess from another's, the same whatever the class list."""
    return int(hashlib.sha256(f"{seed} {identifier} {kind}".encode()).hexdigest()[:8], 16)


def grade(key, notebooks):
    """Mark notebooks: (rows with a mark per step, what could not be read as (file, why)).

    `key`: what `make` wrote as key.json; `notebooks`: paths. A file that cannot be read stops nothing.
    """
    rows, troubles, seen = [], [], {}
    for path in notebooks:
        try:
            cells, identifier = _read_notebook(path, key)
            if identifier in seen:
                raise ValueError(f"{identifier} has handed in {seen[identifier]} already: this file is not counted")
            seen[identifier] = path.name
            entry = key["students"][identifier]
            for number, settings in enumerate(entry["problems"], start=1):
                asked = problem(*settings)
                try:
                    answers = _answers(cells, number)
                except ValueError as error:
                    troubles.append((path.name, f"problem {number}: {error}"))
                    answers = {}
                known = {ask.name: str(answers.get(ask.name, ""))[:200] for ask in asked.asks}
                for mark in asked.check(known):
                    rows.append(
                        {
                            "student": identifier,
                            "name": entry["name"],
                            "problem": number,
                            "kind": asked.kind,
                            "step": mark.name,
                            "answer": known[mark.name],
                            "points": mark.points,
                            "verdict": mark.verdict,
                            "feedback": mark.words,
                        }
                    )
        except (ValueError, OSError, RecursionError, MemoryError) as error:
            troubles.append((path.name, str(error) or type(error).__name__))
    missing = [(identifier, "nothing was handed in") for identifier in key["students"] if identifier not in seen]
    return rows, troubles + missing


def totals(rows):
    """One row per student: points, out of how many, and the points of each problem."""
    table = {}
    for row in rows:
        total = table.setdefault(row["student"], {"student": row["student"], "name": row["name"], "points": 0, "of": 0})
        total["points"] += row["points"]
        total["of"] += 1
        column = f"{row['problem']} {row['kind']}"
        total[column] = total.get(column, 0) + row["points"]
    return list(table.values())


def read_students(path):
    """Pairs (identifier, name) from a CSV file with a column `id`, and `name` if there is one."""
    text = path.read_text(encoding="utf-8-sig")
    first = text.partition("\n")[0]
    rows = list(csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count)))
    rows = [{str(k).strip().lower(): (v or "").strip() for k, v in row.items() if isinstance(v, str)} for row in rows]
    if not rows or "id" not in rows[0]:
        raise ValueError(f"{path.name} must have a line of column names with id (and name), then a line per student")
    return [(row["id"], row.get("name", "")) for row in rows if row["id"]]


# ---- what a student gets


def _notebook(chapter, identifier, name, problems):
    """A notebook, as a dictionary: for each problem its text and a cell with the names of the steps to fill in."""
    who = f"{name} ({identifier})" if name else identifier
    intro = (
        f"# {_title(chapter)}: worksheet\n\n**{who}**\n\nWork on paper. Then write each value between its quotes, as "
        "0.643, 9/14, 64.3% or 6.43e-1 (two digits at least, better three), and words as they are given. Change "
        "nothing else, save, hand in."
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
    for i, cell in enumerate(cells):
        cell["id"] = f"worksheet-{i}"
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind, source, tags=()):
    cell = {"cell_type": kind, "metadata": {"tags": list(tags)} if tags else {}, "source": source}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


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
        f"<h2>{number}. {escape(p.title)}</h2>{_untypeset(statement(p))}<ol class='steps'>"
        + "".join(
            f"<li><b>{escape(_asked(ask))} <code>{escape(ask.name)}</code></b> <span class='line'></span></li>"
            for ask in p.asks
        )
        + "</ol>"
        for number, p in enumerate(problems, start=1)
    )
    return _section(f"{_title(chapter)}: {name or identifier} ({identifier})", body)


def _solution(identifier, name, problems):
    """The working of every problem of a student."""
    body = "".join(
        f"<h2>{number}. {escape(p.title)}</h2><ol>"
        + "".join(f"<li>{escape(str(step))}</li>" for step in p.working.steps)
        + "</ol>"
        for number, p in enumerate(problems, start=1)
    )
    return _section(f"{name or identifier} ({identifier})", body)


def _section(title, body):
    return f"<section class='student'><h1>{escape(title)}</h1>{body}</section>"


def _title(chapter):
    """Chapter 11, naive bayes, for 11-naive-bayes; the titles of kinds."""
    number, _, words = chapter.partition("-")
    if number[:1].isdigit():
        return f"Chapter {number}, {words.replace('-', ' ')}"
    return ", ".join(KINDS[kind].title for kind in chapter.split(","))


def _untypeset(html):
    """Formulae as plain text: a printed page has nothing that typesets them."""
    return re.sub(r'<span class="math">\\\((.+?)\\\)</span>', lambda match: plain(match[1]), html)


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


# ---- what comes back


def _read_notebook(path, key):
    """The code cells of a notebook and whose it is."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST:,} bytes")
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        identifier = notebook["metadata"]["byhand"]["student"]
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError("this is not a notebook") from error
    except (KeyError, TypeError) as error:
        raise ValueError("this is not one of the notebooks that were handed out") from error
    if not isinstance(identifier, str) or identifier not in key["students"]:
        raise ValueError(f"the student {str(identifier)[:80]!r} is not in the key")
    return cells, identifier


def _answers(cells, number):
    """The dictionary that a cell assigns to answers_NUMBER, read and never run: {name: text}."""
    name = f"answers_{number}"
    holding = [code for code in cells if re.search(rf"^{name}\s*=", code, re.MULTILINE)]
    if not holding:
        raise ValueError(f"there is no cell that sets {name}")
    try:
        tree = ast.parse(holding[-1])
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"{name} cannot be read: {error}") from error
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.Dict(keys=keys, values=values)) if found == name:
                pairs = zip(keys, values, strict=True)
                return {k.value: _text(v) for k, v in pairs if isinstance(k, ast.Constant)}
    raise ValueError(f"{name} is not a dictionary any more")


def _text(node):
    """What was written as an answer: the text between quotes, or a bare number such as 9/14."""
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


# ---- files


def _file_name(identifier):
    return re.sub(r"[^\w.-]+", "-", identifier).strip("-.") or "student"


def _write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def _write_table(path, rows):
    """Rows as CSV. Text that a spreadsheet would take for a formula gets an apostrophe in front."""

    def safe(value):
        text = str(value)
        return "'" + text if text[:1] in "=+-@\t\r" and text[:1] and read(text) is None else text

    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(columns)
        table.writerows([[safe(row.get(name, "")) for name in columns] for row in rows])
    return path


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m byhand.worksheet", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    maker = commands.add_parser("make", help="write worksheets and their key")
    maker.add_argument("chapter", help="such as 11-naive-bayes, or kinds of problems: bayes-rule,entropy-gain")
    maker.add_argument("--students", type=Path, required=True, help="a CSV file with the columns id and name")
    maker.add_argument("--seed", type=int, default=1, help="another number gives everybody other problems")
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
    written = make(given.chapter, given.seed, read_students(given.students), given.to, given.level)
    print(f"{sum(path.suffix == '.ipynb' for path in written)} notebooks in {given.to / 'students'}")
    print("and " + ", ".join(path.name for path in written if path.suffix != ".ipynb"))


def _grade(given):
    key = json.loads((given.sheets / "key.json").read_text(encoding="utf-8"))
    notebooks = sorted(given.returned.rglob("*.ipynb"))
    rows, troubles = grade(key, notebooks)
    given.to.mkdir(parents=True, exist_ok=True)
    _write_table(given.to / "steps.csv", rows)
    _write_table(given.to / "grades.csv", totals(rows))
    print(f"{len(notebooks)} notebooks read; grades.csv and steps.csv are in {given.to}")
    for file, why in troubles:
        print(f"{file}: {why}", file=sys.stderr)


if __name__ == "__main__":
    main()
