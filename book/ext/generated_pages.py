"""The tables that are written from the library's ledger, and those of exercises, practice, symbols and licences.

A page holds a line `<!-- generated: NAME -->`; `fill` puts the table of that name in its place, as MyST Markdown.
"""

import re
import sys
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

import chapters

from byhand import sources
from byhand.practice import KINDS
from byhand.table import as_markdown

BOOK = Path(__file__).parents[1]
sys.path.insert(0, str(BOOK))
from records import map_of_the_book, plan, progress, records  # noqa: E402  it stands beside this folder, for it serves the README too

PINS = BOOK / "pins.toml"
NOTATION = BOOK / "notation.toml"
NOTEBOOKS = BOOK.parent / "notebooks"
EXERCISE = re.compile(r"`+\{exercise\} (?P<number>[\d.]+) (?P<title>.+) \((?P<level>.+)\)\n:label: (?P<label>\S+)")

SLIPS = {  # the classes of slips, as they are told
    "error": ("Errors", "Each entry says what is printed, what is right, and how you can see it for yourself."),
    "misprint": ("Misprints", "The page around each of these shows what is meant."),
    "imprecise": ("Imprecise", "Not wrong so much as easily misread; a condition or a word is missing."),
}


def fill(text):
    """The page with its generated tables."""
    return re.sub(r"<!-- generated: (\w+) ?(\w*) -->", lambda match: TABLES[match[1]](*match[2].split()), text)


def files():
    """What the tables are written from."""
    library = Path(sources.__file__).parents[1]
    folders = ((library / "sources", "*.*"), (library / "practice", "*.*"), (NOTEBOOKS, "*.ipynb"))
    return [PINS, NOTATION, BOOK / "plan.toml", *(path for folder, pattern in folders for path in folder.glob(pattern))]


def examples():
    """Each worked example: where it comes from, where it is worked, how its printed numbers fare, all numbers."""
    parts = []
    for letter, document in sources.documents().items():
        told = [
            f"**{section_link(chapter, example['section'], example['title'])}** ({example['id']}, "
            f"{plain(example['place'])}): {fate(example)}.\n\n{numbers(example)}"
            for chapter, ledger in sources.chapters().items()
            for example in ledger["example"]
            if example["id"].startswith(letter)
        ]
        if told:
            by = f"{document['authors']}. {document['kind'].capitalize()} {{cite}}`{document['cite']}`."
            parts += [f"## {document['title']}", by, *told]
    return "\n\n".join(parts)


def fate(example):
    """How the numbers of an example fare, in words."""
    if example.get("symbolic"):
        return "worked in symbols, with no number to check"
    claims = example["claim"]
    own = sum("printed" not in claim for claim in claims)
    if own == len(claims):
        return "the numbers are our own"
    return sources.tally(claims) + (f"; {own} more {'is' if own == 1 else 'are'} our own" if own else "")


def numbers(example):
    """The numbers of an example, folded: what is printed, what is exact, and the verdict."""
    if example.get("symbolic"):
        return ""
    names = [claim["name"].replace("|", "\\|") for claim in example["claim"]]  # a bar would end the cell
    rows = [
        [f"`{name}`", claim.get("printed", ""), sources.exact_text(claim), sources.WORDS[sources.judge(claim)]]
        for name, claim in zip(names, example["claim"], strict=True)
    ]
    words = "1 number" if len(rows) == 1 else f"{len(rows)} numbers"
    return f":::{{dropdown}} {words}\n{as_markdown(['quantity', 'printed', 'exact', 'verdict'], rows)}\n:::"


def slip_pages():
    """The pages of slips, one a document, with what each holds."""
    rows = []
    for letter, document in sources.documents().items():
        kinds = [slip["class"] for _, slip in sources.slips() if slip["id"].startswith(letter)]
        counts = [kinds.count(kind) for kind in SLIPS]
        rows.append([f"[{document['title']}]({sources.slip_page(letter)}.md)", document["kind"], *counts])
    return as_markdown(["document", "what it is", *(words.lower() for words, _ in SLIPS.values())], rows)


def slips(letter):
    """The slips of one document: errors with what is right and how to see it, the others in a line each."""
    found = [(chapter, slip) for chapter, slip in sources.slips() if slip["id"].startswith(letter)]
    parts = []
    for kind, (title, words) in SLIPS.items():
        these = [pair for pair in found if pair[1]["class"] == kind]
        if these:
            entries = [error(*pair) if kind == "error" else line(*pair) for pair in these]
            parts += [f"## {title}", words, ("\n\n" if kind == "error" else "\n").join(entries)]
    return "\n\n".join(parts)


def error(chapter, slip):
    return (
        f"### {slip['id']}\n\n{plain(slip['place'])}. See {section_link(chapter, slip['section'])}.\n\n"
        f"printed\n: {slip['printed']}\n\nright\n: {slip['right']}\n\nhow to see it\n: {slip['why']}"
    )


def line(chapter, slip):
    target = f'<span id="{slip["id"].lower()}"></span>'
    return f"- {target}**{slip['id']}** ({plain(slip['place'])}): {plain(slip['statement'])}"


def conventions():
    """Where a document follows another convention than this book: no slips, only to be known."""
    rows = [
        [sources.documents()[slip["id"][0]]["title"], plain(slip["place"]), plain(slip["statement"])]
        for _, slip in sources.slips()
        if slip["class"] == "convention"
    ]
    return as_markdown(["document", "place", "what it does differently"], rows)


def plain(text):
    """Words that mean nothing else in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>$|~^#])", r"\\\1", text)


def algorithms():
    """Each algorithm with the section that explains it, its function and the test that guards it."""
    rows = [
        [
            entry["name"],
            section_link(chapter, entry["section"]),
            f"`{entry['function'].removeprefix('byhand.')}`<br>{guard(entry['test'])}",
        ]
        for chapter, ledger in sources.chapters().items()
        for entry in ledger.get("algorithm", [])
    ]
    return as_markdown(["algorithm", "explained in", "code, and what a test checks"], sorted(rows, key=_lower))


def guard(test):
    """A test by its name, which is a sentence, and its file."""
    file, name = test.removeprefix("tests/").split("::")
    words = name.removeprefix("test_").replace("_", " ").replace("scikit learn", "scikit-learn")
    return f"<small>{words} ({file})</small>"


def exercises():
    """Each exercise of each chapter with its level."""
    parts = []
    for record in records():
        found = [match for cell in record.cells if (match := EXERCISE.match("".join(cell["source"])))]
        rows = [[f"{{ref}}`{m['title']} <{m['label']}>`", m["number"], m["level"]] for m in found]
        if rows:
            parts += [f"## {record.number} {record.title}", as_markdown(["exercise", "number", "level"], rows)]
    return "\n\n".join(parts)


def tasks():
    """Which kind of task leads to which notebooks: those to begin with, and why, then the others by their numbers."""
    rows = []
    for task, words in plan()["tasks"].items():
        first = plan()["begin"].get(task, {})
        found = {r.name.partition("-")[0]: r for r in records() if task in r.ledger["tasks"]}
        begin = [f"{found[number].link}: {why}" for number, why in first.items()] or [r.link for r in found.values()]
        others = [r for number, r in found.items() if first and number not in first]
        then = [f"[{r.number}](../notebooks/{r.name}.ipynb)" for r in others]
        if found:
            rows.append([words, "<br>".join(begin + [f"*then* {', '.join(then)}"] * bool(then))])
    return as_markdown(["you want to", "begin with"], rows)


def lessons():
    """For teachers: how long a chapter takes to read, what to project, what to hand out."""
    rows = [
        [
            r.link,
            r.minutes,
            len(r.explorables),
            f"{r.exercises[0]} to {r.exercises[-1]}",
            "<br>".join(f"`{kind}`" for kind in r.practice),
        ]
        for r in records()
    ]
    return as_markdown(["notebook", "minutes", "explorables", "exercises", "worksheets"], rows)


def kinds():
    """The kinds of practice problems: their levels, and where they stand."""
    rows = [
        [
            f"{kind.title}<br>`{kind.name}`",
            "<br>".join(f"{i} {words}" for i, words in enumerate(kind.levels, start=1)),
            section_link(kind.chapter, "practice", chapters.number(kind.chapter)) if kind.chapter else "on this page",
        ]
        for kind in KINDS.values()
    ]
    return as_markdown(["problem and its name", "what each level asks for", "chapter"], rows)


def section_link(chapter, section, text=None):
    words = text or f"{chapters.number(chapter)}: {titles(chapter).get(section, section.replace('-', ' '))}"
    return f"[{words}](../notebooks/{chapter}.ipynb#{section})"


@cache
def titles(chapter):
    """The titles of the sections of a notebook, by the anchors that links name."""
    text = next(record.text for record in records() if record.name == chapter)
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"): title for title in found}


def symbols(alphabet):
    """The letters of an alphabet, each with all that it stands for: what holds everywhere first, then by chapter."""
    rows = []
    for letter, means in notation()[alphabet].items():
        rows.append([beginning(letter), "", '<a class="up" href="#notation">↑ all letters</a>'])
        for symbol, words, place in sorted(means, key=lambda mean, letter=letter: order(letter, mean)):
            since = "from " if everywhere(letter, symbol, place) is not None else ""
            rows.append([f"{since}{chapter_of(place)}", formulae(symbol), words])
    return as_markdown(["chapter", "symbol", "what it stands for"], rows)


def common():
    """The letters that mean the same in most chapters."""
    rows = {
        everywhere(letter, symbol, place): [formulae(symbol), f"{words} (from {chapter_of(place)})"]
        for alphabet in ("latin", "greek")
        for letter, means in notation()[alphabet].items()
        for symbol, words, place in means
    }
    return as_markdown(["symbol", "what it stands for"], [rows[i] for i in range(len(notation()["everywhere"]))])


def everywhere(letter, symbol, place):
    """The number of a meaning among those that hold everywhere; None where it is not one of them."""
    meaning = [letter, symbol, int(re.match(r"\d+", place)[0])]
    listed = notation()["everywhere"]
    return listed.index(meaning) if meaning in listed else None


def order(letter, mean):
    """What sorts the meanings of a letter."""
    symbol, _, place = mean
    number = everywhere(letter, symbol, place)
    return (number is None, number or 0, place.partition("#")[0])


def signs():
    """The signs: how each is said, what it means with an example, and where it is introduced."""
    listed = notation()["signs"]
    rows = [[formulae(sign), said, f"{words} ({chapter_of(place)})"] for sign, said, words, place in listed]
    return as_markdown(["sign", "say", "what it means, with an example"], rows)


def letters(alphabet):
    """Links to the letters of an alphabet."""
    links = " ".join(f'<a href="#letter-{letter}">{shown(letter)}</a>' for letter in notation()[alphabet])
    return f'<p class="letters">{links}</p>'


@cache
def notation():
    return tomllib.loads(NOTATION.read_text(encoding="utf-8"))


def beginning(letter):
    """The letter where its meanings begin; a Greek one with its name."""
    name = "" if shown(letter) == letter else f" {letter}"
    return f'<span id="letter-{letter}"></span>**{shown(letter)}**{name}'


def shown(letter):
    """A letter as one sees it: itself, or the Greek one of that name."""
    if len(letter) == 1:
        return letter
    case = "CAPITAL" if letter.istitle() else "SMALL"
    return unicodedata.lookup(f"GREEK {case} LETTER {letter.upper().replace('LAMBDA', 'LAMDA')}")


def formulae(symbol):
    shown = symbol.replace(r"\|", r"\Vert ")  # in a cell of a table, \| would be a single bar
    return ", ".join(f"${part}$" for part in shown.split("; "))


def chapter_of(place):
    """A link to a section, such as 11#kernel-density, by the number of its notebook."""
    number, section = place.split("#")
    name = next(name for name in names() if name.startswith(f"{number}-"))
    return section_link(name, section, chapters.number(name))


@cache
def names():
    """The names of all notebooks."""
    return [record.name for record in records()]


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
    "slip_pages": slip_pages,
    "slips": slips,
    "conventions": conventions,
    "algorithms": algorithms,
    "exercises": exercises,
    "contents": map_of_the_book,
    "tasks": tasks,
    "progress": progress,
    "lessons": lessons,
    "kinds": kinds,
    "symbols": symbols,
    "common": common,
    "signs": signs,
    "letters": letters,
    "licences": licences,
}
