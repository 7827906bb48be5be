"""A page depends on what its code uses and on nothing else: what is added re-runs nothing, what is changed does."""

import ast
import json
import shutil
from pathlib import Path

import dependencies
import pytest

from byhand.practice import KINDS

ROOT = Path(__file__).parents[1]
PAGES = [*(path.relative_to(ROOT) for path in sorted(ROOT.glob("notebooks/*.ipynb"))), Path("book/index.md")]
CELL = """from byhand.datasets import play_tennis
from byhand.exercises import check
from byhand.practice import practice
from byhand.sources import verdict
practice("naive-bayes")
check("11.2", ...)
verdict("A-W09", "P(Yes)", 9 / 14)
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A copy of the library that a test may change."""
    folder = shutil.copytree(ROOT / "lib" / "byhand", tmp_path / "byhand", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(dependencies, "LIBRARY", folder)
    return folder


def used(code):
    return {path.relative_to(dependencies.LIBRARY).as_posix() for path in dependencies.used_files(code)}


def keys():
    """The text of each page with its key."""
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
    return {page: dependencies.keyed(text, page.with_suffix("").as_posix())[0] for page, text in texts.items()}


def changed(before):
    return {page.stem for page, key in keys().items() if key != before[page]}


def add(file, text="\n# changed\n"):
    file.write_text((file.read_text(encoding="utf-8") if file.exists() else "") + text, encoding="utf-8")


# ---- values


def test_code_uses_the_modules_it_imports_directly_or_through_others():
    assert used("from byhand.working import Step") == {"working.py", "table.py"}
    assert {"naive_bayes.py", "base.py", "working.py"} <= used("import byhand.naive_bayes")
    assert {"plot/__init__.py", "plot/naive_bayes.py"} <= used("from byhand.plot.naive_bayes import clues")
    assert {"plot/__init__.py", "plot/naive_bayes.py"} <= used("import byhand.plot.naive_bayes")
    assert used("import numpy\nfrom matplotlib import pyplot") == set()


def test_code_uses_the_data_kinds_checks_and_ledgers_that_it_names():
    files = used(CELL)
    own = {"data/play_tennis.py", "data/play_tennis.csv", "practice/bayes.py", "exercises/chapter_11.py"}
    assert own | {"sources/11-naive-bayes.toml", "sources/documents.toml", "naive_bayes.py"} <= files
    assert not [file for file in files - own if file.endswith(".csv") or file.startswith("exercises/chapter")]
    assert {file for file in files if file.startswith("sources/")} == {
        "sources/__init__.py",
        "sources/11-naive-bayes.toml",
        "sources/documents.toml",
    }
    assert {file for file in files if file.startswith("practice/")} == {
        f"practice/{name}.py" for name in ("__init__", "bayes", "form", "marking", "names", "problem")
    }


def test_code_whose_names_are_computed_uses_all_there_are():
    assert {"practice/bayes.py", "practice/hmm.py"} <= used("from byhand.practice import practice\npractice(name)")
    assert {"data/fish.csv", "data/play_tennis.csv"} <= used("from byhand import datasets\ndatasets.fish()")
    assert "sources/26-hidden-markov-models.toml" in used("from byhand.sources import verdict\nverdict(name, 1)")


# ---- what is added


def test_a_new_data_set_a_new_kind_and_a_new_chapter_change_no_page(library):
    before = keys()
    add(library / "data" / "whales.csv", "length,kind\n3,blue\n")
    add(library / "data" / "whales.py", "def whales():\n    pass\n")
    add(library / "practice" / "kinds.toml", 'k-means = "clusters"\n')
    add(library / "practice" / "clusters.py")
    add(library / "exercises" / "chapter_21.py")
    add(library / "clusters.py")
    add(library / "sources" / "21-clusters.toml", '[[example]]\nid = "A-W99"\n')
    add(library / "__init__.py", "")
    assert changed(before) == set()


# ---- what is changed


@pytest.mark.parametrize(
    ("file", "pages"),
    [
        ("data/arctic_ice.csv", {"06b-several-features"}),
        (
            "data/half_moons.py",
            {
                "15b-kernels",
                "15c-solving-the-dual",
                "17a-voting-bagging-forests",
                "23a-k-means",
                "23b-hierarchies-and-graphs",
                "25b-latent-variables",
            },
        ),
        ("practice/trees.py", {"13a-decision-trees"}),
        ("exercises/chapter_15.py", {"15a-support-vector-machines", "15b-kernels", "15c-solving-the-dual"}),
        ("sources/26-hidden-markov-models.toml", {"26-hidden-markov-models"}),
        ("plot/naive_bayes.py", {"11-naive-bayes", "index"}),
        ("hmm.py", {"26-hidden-markov-models"}),
        ("explore.py", {page.stem for page in PAGES}),
    ],
)
def test_a_changed_file_changes_the_pages_that_use_it(library, file, pages):
    before = keys()
    add(library / file)
    assert changed(before) == pages


def test_a_renamed_file_changes_the_key(library):
    files = dependencies.used_files("import byhand.working")
    before = dependencies.digest(files)
    moved = library / "working.py"
    assert dependencies.digest(files - {moved} | {moved.rename(library / "paperwork.py")}) != before


def test_code_and_files_are_the_whole_key_and_text_is_not():
    def page(code, words):
        cells = [{"cell_type": "markdown", "source": [words]}, {"cell_type": "code", "source": [code]}]
        return json.dumps({"cells": cells, "metadata": {"kernelspec": {"name": "python3"}}})

    def library_of(text):
        return json.loads(dependencies.keyed(text, "notebooks/x")[0])["metadata"]["kernelspec"]["library"]

    assert library_of(page("import byhand.hmm", "a")) == library_of(page("import byhand.hmm", "b"))
    assert library_of(page("import byhand.hmm", "a")) != library_of(page("import byhand.svm", "a"))
    assert dependencies.keyed("# Words only\n", "book/x") == ("# Words only\n", set())


# ---- what makes this right


def test_the_list_of_kinds_names_those_that_the_modules_make():
    for name in KINDS:
        assert KINDS[name].name == name
        assert KINDS[name].fill.__module__ == f"byhand.practice.{KINDS.modules[name]}"
    assert set(KINDS.made) == set(KINDS)
    chapters = [kind.chapter for kind in KINDS.values()]
    assert chapters == sorted(chapters)


def test_the_package_itself_holds_words_only():
    tree = ast.parse((ROOT / "lib" / "byhand" / "__init__.py").read_text(encoding="utf-8"))
    assert [type(node) for node in tree.body] == [ast.Expr, ast.Assign]
