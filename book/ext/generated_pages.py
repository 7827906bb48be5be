"""The tables that are written from the library's ledger, those of exercises and practice, and that of licences.

A page holds a line `<!-- generated: NAME -->`; `fill` puts the table of that name in its place, as MyST Markdown.
"""

import json
import re
import tomllib
from pathlib import Path

import chapters

from byhand import sources
from byhand.practice import KINDS
from byhand.table import as_markdown

PINS = Path(__file__).parents[1] / "pins.toml"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
TOC = Path(__file__).parents[2] / "_toc.yml"
EXERCISE = re.compile(r"`+\{exercise\} (?P<number>[\d.]+) (?P<title>.+) \((?P<level>.+)\)\n:label: (?P<label>\S+)")


def fill(text):
    """The page with its generated tables."""
    return re.sub(r"<!-- generated: (\w+) -->", lambda match: TABLES[match[1]](), text)


def files():
    """What the tables are written from."""
    library = Path(sources.__file__).parents[1]
    folders = ((library / "sources", "*.*"), (library / "practice", "*.*"), (NOTEBOOKS, "*.ipynb"))
    return [PINS, TOC, *(path for folder, pattern in folders for path in folder.glob(pattern))]


def examples():
    """Each worked example: where it comes from, where it is worked, how its printed numbers fare."""
    parts = []
    for letter, document in sources.documents().items():
        rows = [
            [
                example["id"],
                example["place"],
                section_link(chapter, example["section"], example["title"]),
                tally(example),
            ]
            for chapter, ledger in sources.chapters().items()
            for example in ledger["example"]
            if example["id"].startswith(letter)
        ]
        if rows:
            parts += [
                f"## {document['title']}",
                f"{document['authors']}. {document['kind'].capitalize()} {{cite}}`{document['cite']}`.",
                as_markdown(["id", "in the document", "in this book", "printed numbers"], rows),
            ]
    return "\n\n".join(parts)


def tally(example):
    """How many of an example's printed numbers agree, and what the others are."""
    if example.get("symbolic"):
        return "worked in symbols; there is no number to check"
    kinds = [sources.judge(claim) for claim in example["claim"]]
    return ", ".join(f"{word}: {kinds.count(kind)}" for kind, word in sources.WORDS.items() if kind in kinds)


def slips():
    """Each slip with what is printed, what is right and how to see it."""
    parts, letter = [], ""
    for chapter, slip in sources.slips():
        if slip["id"][0] != letter:
            letter = slip["id"][0]
            parts.append(f"## {sources.documents()[letter]['title']}")
        parts.append(
            f"### {slip['id']}\n\n{slip['place']}, worked in {section_link(chapter, slip['section'])}.\n\n"
            f"printed\n: {slip['printed']}\n\nright\n: {slip['right']}\n\nhow to see it\n: {slip['why']}"
        )
    return "\n\n".join(parts)


def algorithms():
    """Each algorithm with its chapter, its function and the test that guards it."""
    rows = [
        [
            entry["name"],
            section_link(chapter, entry["section"]),
            f"`{entry['function'].removeprefix('byhand.')}`",
            f"`{entry['test'].split('::')[1]}`",
        ]
        for chapter, ledger in sources.chapters().items()
        for entry in ledger.get("algorithm", [])
    ]
    return as_markdown(["algorithm", "explained in", "function", "tested by"], sorted(rows, key=_lower))


def exercises():
    """Each exercise of each chapter with its level."""
    parts = []
    for name in re.findall(r"file: notebooks/(\S+)", TOC.read_text(encoding="utf-8")):
        path = NOTEBOOKS / f"{name}.ipynb"
        cells = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        title = next(cell for cell in cells if cell.startswith("# ")).splitlines()[0].removeprefix("# ")
        found = [EXERCISE.match(cell) for cell in cells if EXERCISE.match(cell)]
        rows = [[f"{{ref}}`{m['title']} <{m['label']}>`", m["number"], m["level"]] for m in found]
        if rows:
            parts += [f"## {chapters.number(name)} {title}", as_markdown(["exercise", "number", "level"], rows)]
    return "\n\n".join(parts)


def kinds():
    """The kinds of practice problems: their levels, and where they stand."""
    rows = [
        [
            kind.title,
            f"`{kind.name}`",
            "; ".join(f"{i} {words}" for i, words in enumerate(kind.levels, start=1)),
            section_link(kind.chapter, "practice", place(kind.chapter)) if kind.chapter else "on this page",
        ]
        for kind in KINDS.values()
    ]
    return as_markdown(["problem", "its name", "levels", "stands in"], rows)


def place(chapter):
    return f"chapter {chapters.number(chapter)}"


def section_link(chapter, section, text=None):
    words = text or f"{place(chapter)}, {section.replace('-', ' ')}"
    return f"[{words}](../notebooks/{chapter}.ipynb#{section})"


def licences():
    """Each third-party part with its version, its licence and what it is for, from the list of pins."""
    pins = tomllib.loads(PINS.read_text(encoding="utf-8"))
    rows = [
        [name, part["version"], part["licence"].removeprefix("LicenseRef-"), part["purpose"]]
        for section in ("npm", "pypi", "carried", "inside")
        for name, part in pins[section].items()
    ]
    return as_markdown(["part", "version", "licence", "what it is for"], sorted(rows, key=_lower))


def _lower(row):
    return [str(cell).lower() for cell in row]


TABLES = {
    "examples": examples,
    "slips": slips,
    "algorithms": algorithms,
    "exercises": exercises,
    "kinds": kinds,
    "licences": licences,
}
