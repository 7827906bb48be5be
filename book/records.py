"""One record for each chapter, from its own files: the README's table, the map of the book and others are made of them.

python book/records.py             (writes the README's table, and the map of the book into chapter 1)
python book/records.py claims      (lists the sentences that the notebooks test)

The notebook says title, promise, explorables, exercises, practice, modules and, by its length, minutes; the head of the
ledger (`lib/byhand/sources/NN-topic.toml`) says what is in it and for which tasks; `plan.toml` says the part.
"""

import ast
import json
import math
import re
import sys
import textwrap
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[1]
WORDS_A_MINUTE = 150
NO_WORDS = re.compile(  # what is not read word by word: blocks of code, formulae, roles, addresses
    r"```.*?```|\$\$.*?\$\$|\$[^$]*\$|\{[a-z:]+\}`[^`]*`|\]\([^)]*\)|https?://\S+", re.DOTALL
)
EXERCISES_TAKE = {"half hour": 30, "45": 45, "three quarters of an hour": 45, "hour": 60, "ninety": 90}  # minutes
TABLE, MAP = (  # what is written into other files, between two comments
    re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", re.DOTALL) for name in ("chapters", "map")
)


@dataclass(frozen=True)
class Record:
    """A notebook of the book: `name` is that of its file, `cells` are its cells, `ledger` what its ledger holds."""

    name: str
    cells: tuple
    ledger: dict

    @property
    def number(self):
        """As readers know it: 6, 13a."""
        return self.name.partition("-")[0].lstrip("0")

    @property
    def part(self):
        """The part of the book that it belongs to."""
        return next(part["title"] for part in plan()["part"] if self.name[:2] in part["chapters"])

    @cached_property
    def opening(self):
        """The text of the first cell."""
        return "".join(self.cells[0]["source"])

    @property
    def title(self):
        return re.match(r"# (.+)", self.opening)[1]

    @property
    def promise(self):
        return re.search(r"^> (.+)$", self.opening, re.MULTILINE)[1]

    @cached_property
    def main_line(self):
        """The cells before the exercises."""
        texts = ("".join(cell["source"]) for cell in self.cells)
        end = next((i for i, text in enumerate(texts) if re.search(r"^## Exercises", text, re.MULTILINE)), None)
        return self.cells[:end]

    @property
    def words(self):
        """How many words the main line has."""
        prose = (NO_WORDS.sub(" ", "".join(c["source"])) for c in self.main_line if c["cell_type"] == "markdown")
        return sum(len(re.findall(r"[A-Za-z]{2,}", text)) for text in prose)

    @property
    def figures(self):
        """How many figures the main line has."""
        return sum(
            any("image/png" in output.get("data", {}) for output in cell.get("outputs", [])) for cell in self.main_line
        )

    @property
    def minutes(self):
        """How long the main line takes to read, a minute for each figure, to the next five minutes."""
        return 5 * math.ceil((self.words / WORDS_A_MINUTE + self.figures) / 5)

    @property
    def practising(self):
        """How many minutes the exercises take, by the words of the opening."""
        words = re.search(r"the exercises (?:another|an) ([\w ]+)", self.opening)[1].removesuffix(" minutes")
        return EXERCISES_TAKE[words]

    @cached_property
    def calls(self):
        """The calls of functions in its code, by name: a list of the calls of each."""
        found = {}
        for cell in self.cells:
            if cell["cell_type"] == "code":
                for node in ast.walk(ast.parse("".join(cell["source"]))):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                        found.setdefault(node.func.id, []).append(node)
        return found

    @property
    def explorables(self):
        """The names of the functions that draw its explorable figures."""
        return tuple(call.args[0].id for call in self.calls.get("explore", []))

    @property
    def practice(self):
        """The kinds of its practice problems."""
        return tuple(dict.fromkeys(call.args[0].value for call in self.calls.get("practice", [])))

    @property
    def claims(self):
        """The sentences that it tests, `claim("...", ...)`; where a sentence is put together, its code."""
        return tuple(
            sentence.value if isinstance(sentence, ast.Constant) else ast.unparse(sentence)
            for sentence in (call.args[0] for call in self.calls.get("claim", []))
        )

    @property
    def text(self):
        """All that is written in its cells."""
        return "\n".join("".join(cell["source"]) for cell in self.cells)

    @property
    def exercises(self):
        """The numbers of its exercises."""
        return tuple(re.findall(r"^`+\{exercise\} ([\d.]+)", self.text, re.MULTILINE))

    @property
    def link(self):
        """A link to it from any page of the book or of JupyterLab."""
        return f"[{self.number} {self.title}](../notebooks/{self.name}.ipynb)"

    @property
    def modules(self):
        """The modules of the library that its code imports."""
        code = "\n".join("".join(cell["source"]) for cell in self.cells if cell["cell_type"] == "code")
        return tuple(dict.fromkeys(re.findall(r"^(?:from|import) byhand\.(\w+)", code, re.MULTILINE)))


def plan():
    """What the book is to hold: its parts, each with its title and its chapters, and the kinds of tasks."""
    return tomllib.loads((ROOT / "book" / "plan.toml").read_text(encoding="utf-8"))


def record(path):
    """The record of the notebook at a path."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    ledger = ROOT / "lib" / "byhand" / "sources" / f"{path.stem}.toml"
    return Record(path.stem, tuple(cells), tomllib.loads(ledger.read_text(encoding="utf-8")))


def records():
    """The records of all notebooks, in the order of the book."""
    return [record(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]


def progress():
    """How much of the book is written, how much there is to do in it, and what is still to come, in words."""
    chapters = {number: title for part in plan()["part"] for number, title in part["chapters"].items()}
    found = records()
    written = {record.name[:2] for record in found}
    missing = [title for number, title in chapters.items() if number not in written]
    said = (
        f"{len(written)} of {len(chapters)} planned chapters are written, in {len(found)} notebooks. "
        f"Together they hold about {round(sum(r.minutes for r in found) / 60)} hours of reading "
        f"and {round(sum(r.practising for r in found) / 60)} of practice, "
        f"{sum(len(r.explorables) for r in found)} explorable figures, "
        f"{sum(len(r.exercises) for r in found)} exercises, "
        f"{len({kind for r in found for kind in r.practice})} kinds of practice problem, and more than "
        f"{sum(len(r.claims) for r in found) // 100 * 100:,} tested statements about data, figures and sliders."
    )
    return said + (
        f" Still to come: {'; '.join(title[0].lower() + title[1:] for title in missing)}." if missing else ""
    )


def chapter_table():
    """For the README: how far the book has come and, folded by part, what is in each notebook."""
    lines = [*textwrap.wrap(progress(), 120), ""]
    for part in plan()["part"]:
        found = [record for record in records() if record.part == part["title"]]
        if not found:
            continue
        titles = ", ".join(
            title for number, title in part["chapters"].items() if any(r.name[:2] == number for r in found)
        )
        lines += [f"<details><summary><b>{part['title']}</b>: {titles}</summary>", ""]
        lines += ["| notebook | what is in it | reading | explorables | exercises |", "|---|---|---|---|---|"]
        lines += [
            f"| [{r.number} {r.title}](notebooks/{r.name}.ipynb) | {r.ledger['contents']} | {r.minutes} min "
            f"| {len(r.explorables)} | {len(r.exercises)} |"
            for r in found
        ]
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def map_of_the_book():
    """Its parts, what is in their chapters, and which chapters are still to come."""
    lines = ["The minutes are for reading.\n"]
    for part in plan()["part"]:
        lines.append(f"**{part['title']}**\n")
        missing = []
        for number, title in part["chapters"].items():
            written = [record for record in records() if record.name.startswith(number)]
            lines += [f"- {r.link}: {r.ledger['contents']} ({r.minutes} minutes)" for r in written]
            if not written:
                missing.append(f"{number.lstrip('0')} {title}")
        lines += [f"- *still to come:* {', '.join(missing)}"] * bool(missing) + [""]
    return "\n".join(lines)


def write():
    """The table of chapters into the README, the map into the first chapter."""
    path = ROOT / "README.md"
    path.write_text(TABLE.sub(lambda _: chapter_table(), path.read_text(encoding="utf-8")), encoding="utf-8")
    path = ROOT / "notebooks" / "01-what-is-learning.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = MAP.sub(lambda _: map_of_the_book(), cell.source)
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def report_claims():
    for record in records():
        print(f"\n{record.number} {record.title}: {len(record.claims)} claims")
        for sentence in record.claims:
            print(f"  {sentence}")


if __name__ == "__main__":
    report_claims() if sys.argv[1:] == ["claims"] else write()
