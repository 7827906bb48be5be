"""The three rooms of the library: lessons that can be read in a sitting, the paper and the engine apart from them."""

import ast
import inspect
import re
from pathlib import Path

import nbformat
import pytest

from byhand.notebook import source

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "lib" / "byhand"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LESSONS = [*LIBRARY.glob("*.py"), *LIBRARY.glob("*/__init__.py")]
SITTING = 600  # lines; most lessons are far below
LONGEST_CELL = 25  # lines


def code_cells(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def is_private(name):
    return name.startswith("_") and not re.fullmatch(r"_|__\w+__", name)


def imports(path, top=False):
    """The modules of the library that a file imports; with `top` only those that are imported with it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top else ast.walk(tree)
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("byhand")}


def shown(path):
    """What the cells of a notebook show with `source(...)`, as text."""
    calls = [
        node
        for code in code_cells(path)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "source"
    ]
    return [ast.unparse(call.args[0]) for call in calls]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.relative_to(LIBRARY).as_posix())
def test_a_lesson_is_read_in_one_sitting(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= SITTING


@pytest.mark.parametrize("path", sorted((LIBRARY / "engine").glob("*.py")), ids=lambda path: path.stem)
def test_an_engine_knows_no_paper_and_a_lesson_knows_the_paper_only_when_asked(path):
    assert not [name for name in imports(path) if name.startswith("byhand.paper")]
    lesson = LIBRARY / path.name
    if lesson.exists() and path.stem != "__init__":
        assert not [name for name in imports(lesson, top=True) if name.startswith("byhand.paper")]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_chapter_uses_public_names_only(path):
    for code in code_cells(path):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Attribute):
                assert not is_private(node.attr), ast.unparse(node)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("byhand"):
                assert not [alias.name for alias in node.names if is_private(alias.name)], ast.unparse(node)
                assert not node.module.startswith("byhand.engine"), ast.unparse(node)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_chapter_shows_of_the_library_is_a_lesson(path):
    names = {}
    for code in code_cells(path):
        lines = [node for node in ast.parse(code).body if isinstance(node, (ast.Import, ast.ImportFrom))]
        exec("\n".join(ast.unparse(line) for line in lines if "byhand" in ast.unparse(line)), names)
    for expression in shown(path):
        thing = eval(expression, names)
        file = Path(inspect.getsourcefile(thing))
        assert file.parent == LIBRARY, f"{expression} is in {file.parent.name}"
        text = source(thing).text
        assert not re.search(r"\b_(?!_|as_|require_fit)\w+\(|engine", text), (
            f"{expression} leans on what only makes it fast:\n{text}"
        )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_are_short(path):
    long = [code.splitlines()[0] for code in code_cells(path) if len(code.splitlines()) > LONGEST_CELL]
    assert long == []
