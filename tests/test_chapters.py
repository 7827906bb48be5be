"""Chapters are known by their number: in titles, in the navigation, in the numbers of equations."""

import os
import re
import subprocess
import sys
from pathlib import Path

import chapters
import nbformat
import pytest
import run_notebooks
import typeset
from docutils import nodes
from docutils.utils import new_document

ROOT = Path(__file__).parents[1]
TOC = """format: jb-book
root: book/index
chapters:
  - file: notebooks/06-lines
  - file: notebooks/15a-streets
  - file: notebooks/15b-kernels
"""
EQUATIONS = "# {title}\n\n$$a = 1$$ (eq-{label}-one)\n\n$$b = 2$$ (eq-{label}-two)\n\nSee {{eq}}`eq-streets-two`.\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of a small built book of three chapters with two equations each."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "book").mkdir()
    (folder / "notebooks").mkdir()
    for name in ("_config.yml", "lib", "book/ext", "book/assets", "book/root", "book/references.bib"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "_toc.yml").write_text(TOC, encoding="utf-8")
    (folder / "book" / "index.md").write_text("# Start\n\n$$c = 3$$ (eq-own)\n\n{eq}`eq-own`\n", encoding="utf-8")
    for name in re.findall(r"notebooks/(\S+)", TOC):
        label = name.split("-")[1]
        notebook = nbformat.v4.new_notebook(metadata=run_notebooks.METADATA)
        text = EQUATIONS.format(title=label.capitalize(), label=label)
        notebook.cells = [nbformat.v4.new_markdown_cell(text)]
        nbformat.write(notebook, folder / "notebooks" / f"{name}.ipynb")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [Path(sys.executable).parent / "jupyter-book", "build", ".", "-W", "-n", "--keep-going"]
    environment = os.environ | {"PATH": path, "LIVE": "no"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "_build" / "html"


def page(site, name):
    return (site / f"{name}.html").read_text(encoding="utf-8")


def test_a_title_has_the_number_on_the_page_and_in_the_navigation(site):
    html = page(site, "notebooks/15a-streets")
    assert "<title>15a Streets" in html
    assert re.search(r"<h1>15a Streets<a", html)
    shown = re.findall(r'<a class="[^"]*reference internal" href="[^"]+">\s*(.+?)\s*</a>', page(site, "book/index"))
    assert {"6 Lines", "15a Streets", "15b Kernels"} <= set(shown)
    assert "<title>Start" in page(site, "book/index")


@pytest.mark.parametrize(("name", "number"), [("06-lines", "6"), ("15a-streets", "15a"), ("15b-kernels", "15b")])
def test_equations_are_counted_in_each_chapter_and_references_agree(site, name, number):
    html = page(site, f"notebooks/{name}")
    assert re.findall(r'class="eqno">\((.+?)\)', html) == [f"{number}.1", f"{number}.2"]
    reference = re.search(r'<a class="[^"]*" href="[^"]*#equation-eq-streets-two">(.+?)</a>', html)[1]
    assert reference == "(15a.2)"


def test_a_page_that_is_no_chapter_counts_its_own_equations(site):
    html = page(site, "book/index")
    assert re.findall(r'class="eqno">\((.+?)\)', html) == ["1"]
    assert re.search(r'href="#equation-eq-own">\(1\)</a>', html)


def test_the_number_is_the_start_of_the_name():
    names = ["notebooks/06-linear-regression", "15a-support-vector-machines", "notebooks/26-hmm", "book/index"]
    assert [chapters.number(name) for name in names] == ["6", "15a", "26", ""]


@pytest.mark.parametrize(
    "latex, lines",
    [("E", ["some (", "E", "). Then"]), ("a + b", ["some (", "a + b", "). Then"])],
)
def test_signs_stay_on_the_line_of_a_short_formula(latex, lines):
    document = new_document("page")
    paragraph = nodes.paragraph("", "", nodes.Text(lines[0]), nodes.math(latex, latex), nodes.Text(lines[2]))
    document += paragraph
    typeset.OnOneLine(document).run()
    assert paragraph.astext() == "".join(lines)
    kept = [line.astext() for line in paragraph.findall(nodes.inline)]
    assert kept == ([] if "+" in latex else ["(E)."])


def test_a_forked_process_has_its_typesetter_to_itself():
    typeset.render("x")
    own = typeset.server(os.getpid())
    code = os.fork()
    if code == 0:
        os._exit(0 if "y" in typeset.render("y^2") and typeset.server(os.getpid()).pid != own.pid else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(code, 0)[1]) == 0
    assert typeset.server(os.getpid()) is own and own.poll() is None


def test_each_label_of_an_equation_is_used_once():
    """In the whole book: Sphinx numbers what two chapters label alike only once."""
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    cells = [cell.source for path in paths for cell in nbformat.read(path, as_version=4).cells]
    labels = re.findall(r"^\$\$ \((eq-[\w-]+)\)", "\n".join(cells), flags=re.M)
    assert len(labels) > 300
    assert sorted({label for label in labels if labels.count(label) > 1}) == []
