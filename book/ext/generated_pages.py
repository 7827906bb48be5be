"""The tables that are written from the library's ledger, those of exercises and practice, and that of licences.

A page holds a line `<!-- generated: NAME -->`; `fill` puts the table of that name in its place, as MyST Markdown.
"""

import re
import sys
import tomllib
from pathlib import Path

import chapters

from byhand import sources
from byhand.practice import KINDS
from byhand.table import as_markdown

BOOK = Path(__file__).parents[1]
sys.path.insert(0, str(BOOK))
from records import plan, records  # noqa: E402  it stands beside this folder, for it serves the README too

PINS = BOOK / "pins.toml"
NOTEBOOKS = BOOK.parent / "notebooks"
EXERCISE = re.compile(r"`+\{exercise\} (?P<number>[\d.]+) (?P<title>.+) \((?P<level>.+)\)\n:label: (?P<label>\S+)")


def fill(text):
    """The page with its generated tables."""
    return re.sub(r"<!-- generated: (\w+) -->", lambda match: TABLES[match[1]](), text)


def files():
    """What the tables are written from."""
    library = Path(sources.__file__).parents[1]
    folders = ((library / "sources", "*.*"), (library / "practice", "*.*"), (NOTEBOOKS, "*.ipynb"))
    return [PINS, BOOK / "plan.toml", *(path for folder, pattern in folders for path in folder.glob(pattern))]


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
    for record in records():
        found = [match for cell in record.cells if (match := EXERCISE.match("".join(cell["source"])))]
        rows = [[f"{{ref}}`{m['title']} <{m['label']}>`", m["number"], m["level"]] for m in found]
        if rows:
            parts += [f"## {record.number} {record.title}", as_markdown(["exercise", "number", "level"], rows)]
    return "\n\n".join(parts)


def contents():
    """The map of the book: its parts, their chapters with what they promise, and those that are still to come."""
    lines = []
    for part in plan():
        lines.append(f"**{part['title']}**\n")
        for number, title in part["chapters"].items():
            written = [record for record in records() if record.name.startswith(number)]
            lines += [f"- [{record.number} {record.title}](../notebooks/{record.name}.ipynb)" for record in written]
            if not written:
                lines.append(f"- {number.lstrip('0')} {title} (to come)")
        lines.append("")
    return "\n".join(lines)


def tasks():
    """Which kind of task leads to which chapters."""
    found = {}
    for record in records():
        for task in record.ledger["tasks"]:
            found.setdefault(task, []).append(f"[{record.number} {record.title}](../notebooks/{record.name}.ipynb)")
    return as_markdown(["you want to", "read"], [[task, ", ".join(links)] for task, links in found.items()])


def lessons():
    """For teachers: how long a chapter takes to read, what to project, what to hand out."""
    rows = [
        [
            f"[{r.number} {r.title}](../notebooks/{r.name}.ipynb)",
            r.minutes,
            len(r.explorables),
            f"{r.exercises[0]} to {r.exercises[-1]}",
            ", ".join(f"`{kind}`" for kind in r.practice),
        ]
        for r in records()
    ]
    return as_markdown(["chapter", "minutes", "explorables", "exercises", "worksheets"], rows)


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
    "contents": contents,
    "tasks": tasks,
    "lessons": lessons,
    "kinds": kinds,
    "licences": licences,
}
