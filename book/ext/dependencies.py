"""What the code of a page depends on: the files of the library that it uses, and no others.

`keyed` is the one place that turns them into the key of a page's stored results: book/execute.py and Sphinx both read a
page through it, so that what the one has run the other finds.
"""

import ast
import hashlib
import json
import re
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

LIBRARY = Path(__file__).parents[2] / "lib" / "byhand"
CELL = re.compile(r"```{code-cell}.*?\n(?::.*\n)*([\s\S]*?)```")  # of a page in Markdown


def keyed(text, docname):
    """The text of a page with a digest of what its code uses in the kernel's description, and the files used.

    The description is, with the code, the key of stored results. A page without code stays as it is.
    """
    code = page_code(text, docname)
    if code is None:
        return text, set()
    files = used_files(code)
    if is_notebook(docname):
        return text.replace('"kernelspec": {', f'"kernelspec": {{"library": "{digest(files)}",', 1), files
    return text.replace("kernelspec:\n", f"kernelspec:\n  library: {digest(files)}\n", 1), files


def is_notebook(docname):
    return docname.startswith("notebooks/")


def page_code(text, docname):
    """The code of all cells of a page; None where it has no cells."""
    if is_notebook(docname):
        cells = json.loads(text)["cells"]
        return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return "\n".join(CELL.findall(text)) if "{code-cell}" in text else None


def digest(files):
    """What the files are called and hold, in short."""
    parts = [part for file in sorted(files) for part in (file.name.encode(), file.read_bytes())]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def used_files(code):
    """The files of the library that some code uses: modules, directly or through others, and what these read for it."""
    todo, seen = modules(imported(code)) | asked_for(code), set()
    while todo:
        file = todo.pop()
        if file not in seen:
            seen.add(file)
            if file.suffix == ".py":
                todo |= modules(imported(file.read_text(encoding="utf-8")))
    return seen | {data for file in seen if (data := file.with_suffix(".csv")).exists()}


@cache
def imported(code):
    """The names of modules, and of what may be one, that some code imports."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def missing(cell):
    """The packages that a cell with the tag no-live imports and that this Python does not have, as words.

    Such a cell keeps its stored output, since no other cell needs what it computes.
    """
    if cell["cell_type"] != "code" or "no-live" not in cell["metadata"].get("tags", []):
        return ""
    packages = {name.partition(".")[0] for name in imported("".join(cell["source"]))}
    return " and ".join(sorted(package for package in packages if not find_spec(package)))


def modules(names):
    """The files of the library that are run when these names are imported.

    That of byhand itself is not among them: it holds words only.
    """
    names = {f"byhand.data.{n.split('.')[2]}" if n.startswith("byhand.datasets.") else n for n in names} | names
    if "byhand.datasets" in names:  # the whole of it, whichever data sets are then taken
        names |= {f"byhand.data.{file.stem}" for file in (LIBRARY / "data").glob("*.py")}
    found = set()
    for name in names:
        package, *parts = name.split(".")
        for length in range(1, len(parts) + 1) if package == "byhand" else ():
            path = LIBRARY.joinpath(*parts[:length])
            found |= {path.with_suffix(".py"), path / "__init__.py"}
    return {path for path in found if path.exists()}


def asked_for(code):
    """The files that calls in a page's code ask for by name.

    `practice("naive-bayes")` asks for the module of that kind, `check("11.2", ...)` for the checks of the chapter, and
    `verdict("A-W09", ...)` for the ledger with the example and the list of documents. A name that is not written out,
    but computed, may be any.
    """
    lists = {"practice": _kinds, "problem": _kinds, "check": _checks, "verdict": _ledgers}
    found = set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function), args=[first, *_]):
                if function not in lists:
                    continue
                files = lists[function]()
                name = first.value if isinstance(first, ast.Constant) else None
                if function == "check" and isinstance(name, str):
                    name = name.split(".")[0].zfill(2)
                found |= {files[name]} if name in files else set(files.values())
                found |= {LIBRARY / "sources" / "documents.toml"} if function == "verdict" else set()
    return found


def _kinds():
    """The module of each kind of practice problem."""
    table = LIBRARY / "practice" / "kinds.toml"
    kinds = tomllib.loads(table.read_text(encoding="utf-8"))
    return {kind: LIBRARY / "practice" / f"{module}.py" for kind, module in kinds.items()}


def _checks():
    """The module with the checks of each chapter, by its number."""
    return {file.stem.removeprefix("chapter_"): file for file in (LIBRARY / "exercises").glob("chapter_*.py")}


def _ledgers():
    """The ledger that has each worked example."""
    ledgers = {file: file.read_text(encoding="utf-8") for file in (LIBRARY / "sources").glob("[0-9]*.toml")}
    return {name: file for file, text in ledgers.items() for name in re.findall(r'^id = "(.+)"', text, re.MULTILINE)}
