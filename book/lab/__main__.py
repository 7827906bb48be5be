"""Open JupyterLab on the notebooks, where they read as on the book's pages.

python book/lab [options of jupyter lab]

What the lab needs of the whole book is written into _build/lab: an extension (reader.js) with the references, the
definitions, the titles of pages and the numbers of equations, and settings that spare a newcomer questions.
"""

import json
import os
import re
import sys
from pathlib import Path

from pybtex.backends.plaintext import Backend
from pybtex.database import parse_file
from pybtex.style.formatting.plain import Style
from sphinx.util.nodes import _make_id

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "book"))
from records import records  # noqa: E402  it stands beside this folder

FOLDER, BUILT = ROOT / "_build" / "lab", ROOT / "_build" / "html"
PACKAGE = {
    "name": "byhand",
    "version": "1.0.0",
    "jupyterlab": {"extension": True, "_build": {"load": "static/reader.js", "extension": "./extension"}},
}
PAGE = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}  # no question about news
SETTINGS = {"@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}}}


def references():
    """{key: authors, year and the whole reference as text} of the bibliography."""
    library = parse_file(ROOT / "book" / "references.bib")
    whole = {entry.key: entry.text.render(Backend()) for entry in Style().format_bibliography(library)}
    return {
        key: {"authors": authors(entry), "year": entry.fields.get("year", "undated"), "whole": whole[key]}
        for key, entry in library.entries.items()
    }


def authors(entry):
    """The family names of the authors as a citation has them.

    The first and "et al." where there are more than two; an organisation is one author.
    """
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    names = [" ".join([*person.prelast_names, *person.last_names]).strip("{}") for person in people]
    return f"{names[0]} et al." if len(names) > 2 else " and ".join(names)


def terms():
    """{term: its place on the page of the glossary and its definition, as far as that can do without formulae}."""
    page = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    found = {}
    for entry in re.findall(r"((?:^\S.*\n)+)  (\S.*)\n", page.partition("```{glossary}\n")[2], re.MULTILINE):
        plain = re.sub(r"\{term\}`([^`<]+?)(?: <[^`]*>)?`", r"\1", entry[1])
        plain = re.sub(r"\$([^$\\]+)\$", r"\1", plain).partition("$")[0]
        definition = plain if plain == plain.rstrip() else plain.rpartition(". ")[0]
        for term in entry[0].splitlines():
            found[term.lower()] = {"place": _make_id(f"term-{term}"), "definition": definition}
    return found


def titles():
    """{address as a notebook writes it: title} of the pages and notebooks."""
    pages = {f"../book/{page.name}": heading(page.read_text(encoding="utf-8")) for page in (ROOT / "book").glob("*.md")}
    return pages | {f"{record.name}.ipynb": f"{record.number} {record.title}" for record in records()}


def heading(text):
    return re.search(r"^# (.+)$", text, re.MULTILINE)[1].replace("*", "")


def equations():
    """{label: number} of the equations, counted in each chapter."""
    return {
        label: f"{record.number}.{count}"
        for record in records()
        for count, label in enumerate(re.findall(r"\$\$ \(([\w-]+)\)", record.text), 1)
    }


def write():
    """Write the extension and the settings."""
    built = (BUILT / "book" / "index.html").exists()
    book = {"built": built, "references": references(), "terms": terms(), "titles": titles(), "equations": equations()}
    reader = Path(__file__).with_name("reader.js").read_text(encoding="utf-8")
    files = {
        "labextensions/byhand/package.json": json.dumps(PACKAGE),
        "labextensions/byhand/static/reader.js": reader.replace("__BOOK__", json.dumps(book)),
        "labconfig/page_config.json": json.dumps(PAGE),
        "labconfig/default_setting_overrides.json": json.dumps(SETTINGS),
    }
    for name, text in files.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")


def main(options):
    write()
    os.chdir(ROOT)
    command = [
        *(sys.executable, "-m", "jupyter", "lab", "--LabApp.default_url=/lab/tree/notebooks"),
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        f"--ServerApp.extra_static_paths={[str(BUILT)]}",
        *options,
    ]
    paths = {"JUPYTER_PATH": str(FOLDER), "JUPYTER_CONFIG_PATH": str(FOLDER)}
    paths = {name: os.pathsep.join(filter(None, [path, os.environ.get(name)])) for name, path in paths.items()}
    os.execve(command[0], command, os.environ | paths)


if __name__ == "__main__":
    main(sys.argv[1:])
