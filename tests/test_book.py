"""The build and the notebooks: what is broken fails, what has changed is run again, what is stored is normal."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import fetch_assets
import nbformat
import pytest
import records
import run_notebooks
import yaml
from PIL import Image

from byhand.practice import KINDS

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

FRONT = (
    "---\njupytext:\n  text_representation: {extension: .md, format_name: myst}\nkernelspec:\n  name: python3\n---\n"
)


@pytest.fixture
def small_book(tmp_path):
    """A book of one page with the configuration of ours; returns a function that builds it with some text."""
    (tmp_path / "book").mkdir()
    for name in ("_config.yml", "lib", "book/ext", "book/assets", "book/root", "book/references.bib"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/index\n", encoding="utf-8")

    def build(text):
        (tmp_path / "book" / "index.md").write_text(text, encoding="utf-8")
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        command = [Path(sys.executable).parent / "jupyter-book", "build", ".", "-W", "-n", "--keep-going"]
        run = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, text=True)
        page = tmp_path / "_build" / "html" / "book" / "index.html"
        html = page.read_text(encoding="utf-8") if page.exists() else ""
        return run.returncode, re.sub(r"\x1b\[[0-9;]*m", "", run.stdout + run.stderr), html

    return build


def cell(code):
    return f"{FRONT}# Page\n\n```{{code-cell}} ipython3\n{code}\n```\n"


def test_a_good_page_builds_and_a_broken_cell_stops_the_build(small_book):
    code, log, html = small_book(cell("print(6 * 7)"))
    assert code == 0, log
    assert "42" in html
    code, log, _ = small_book(cell("1 / 0"))
    assert code != 0
    assert "ZeroDivisionError" in log


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Page\n\n[nowhere](nowhere.md)\n", "nowhere"),
        ("# Page\n\n{term}`a word that nobody explains`\n", "a word that nobody explains"),
        ("# Page\n\n$\\frac{1$\n", "formula"),
    ],
    ids=["link", "glossary term", "formula"],
)
def test_a_broken_reference_or_formula_stops_the_build(small_book, text, message):
    code, log, _ = small_book(text)
    assert code != 0
    assert message in log


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_run_and_in_its_normal_form(path):
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    assert text == nbformat.writes(run_notebooks.normalise(notebook)) + "\n", "run make notebooks"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not [output for cell in code for output in cell.outputs if output.output_type == "error"]
    shown = [cell for cell in code if "remove-cell" not in cell.metadata.get("tags", [])]  # claims print nothing
    assert sum(bool(cell.outputs) for cell in shown) > 0.8 * len(shown)
    assert not [cell for cell in code if set(cell.metadata.get("tags", [])) & {"nbval-ignore-output", "nbval-skip"}]


def test_a_changed_number_in_a_stored_output_is_noticed(tmp_path):
    notebook = nbformat.v4.new_notebook(metadata=run_notebooks.METADATA)
    notebook.cells = [nbformat.v4.new_code_cell("print(6 * 7)")]
    path = tmp_path / "small.ipynb"
    nbformat.write(notebook, path)
    run_notebooks.run(path)

    def nbval():
        command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-p", "no:xdist", str(path)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert nbval().returncode == 0
    path.write_text(path.read_text(encoding="utf-8").replace("42", "43"), encoding="utf-8")
    failed = nbval()
    assert failed.returncode == 1
    assert "mismatch" in failed.stdout


def test_an_archive_with_a_wrong_hash_is_removed_and_nothing_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(fetch_assets, "CACHE", tmp_path)
    monkeypatch.setattr(fetch_assets, "ROOT", tmp_path)
    monkeypatch.setattr(fetch_assets, "PACKAGES", {"thing": ("1.0", "0" * 64, ["*"], "vendor/thing")})
    (tmp_path / "thing-1.0.tgz").write_bytes(b"not what was pinned")
    with pytest.raises(SystemExit, match="thing 1.0: the archive has sha256 .* expected 0000"):
        fetch_assets.main()
    assert list(tmp_path.iterdir()) == []


def test_the_table_of_contents_has_every_chapter_in_its_part():
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    listed = [(part.get("caption"), entry["file"]) for part in contents["parts"] for entry in part["chapters"]]
    chapters = [pair for pair in listed if pair[1].startswith("notebooks/")]
    assert chapters == [(record.part, f"notebooks/{record.name}") for record in records.records()]


def test_the_table_of_the_readme_is_that_of_the_records():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert records.TABLE.search(readme)[0] == records.chapter_table(), "run make notebooks"


def test_where_to_begin_with_a_task_is_a_notebook_that_serves_it():
    tasks = {record.name.partition("-")[0]: record.ledger["tasks"] for record in records.records()}
    for task, begin in records.plan()["begin"].items():
        assert all(why and task in tasks[number] for number, why in begin.items()), task


def test_the_landing_page_leads_from_a_task_to_each_notebook_that_serves_it(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "book" / "ext"))
    import generated_pages

    rows = generated_pages.tasks().splitlines()
    for task, words in records.plan()["tasks"].items():
        serving = [record.name for record in records.records() if task in record.ledger["tasks"]]
        linked = [re.findall(r"notebooks/([\w-]+)\.ipynb", row) for row in rows if words in row]
        assert [sorted(names) for names in linked] == [serving] * bool(serving), task


def test_the_moving_picture_of_the_readme_shows_what_the_book_shows():
    import tour

    with Image.open(ROOT / "book" / "tour.webp") as film:
        assert film.is_animated and film.getexif().get(tour.DESCRIPTION) == tour.shown(), "make tour shows it anew"


@pytest.mark.parametrize("record", records.records(), ids=lambda record: record.name)
def test_a_record_says_what_a_chapter_offers(record):
    assert record.title and record.promise.endswith(".")
    assert record.ledger["chapter"] == record.name
    assert record.ledger["contents"] and record.ledger["tasks"]
    assert len(record.explorables) >= 4
    assert record.figures >= len(record.explorables) > 0
    assert len(set(record.exercises)) == len(record.exercises) >= 7
    assert set(record.practice) <= set(KINDS)
    assert f"Reading takes about {record.minutes} minutes" in record.opening


def test_minutes_grow_with_words_and_figures():
    def minutes(words, figures):
        picture = {"cell_type": "code", "source": "show()", "outputs": [{"data": {"image/png": ""}}]}
        cells = [{"cell_type": "markdown", "source": "word " * words}, *[picture] * figures]
        after = [{"cell_type": "markdown", "source": "## Exercises\n" + "word " * 1000}]
        return records.Record("99-test", tuple(cells + after), {}).minutes

    assert [minutes(1500, 0), minutes(1501, 0), minutes(1500, 5), minutes(1500, 6)] == [10, 15, 15, 20]


def test_help_lists_every_target_of_the_makefile():
    if not shutil.which("make"):
        pytest.fail("make is needed")
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("read", "book", "lab", "test", "notebooks", "bench", "clean", "help"):
        assert f"make {target} " in listed


def test_requirements_are_all_pinned():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.lstrip().startswith("#")]
    assert all(re.match(r"[\w.\-\[\]]+==[\w.]+", line) for line in wanted)
    names = {re.split(r"[=\[]", line)[0] for line in wanted}
    assert {"numpy", "matplotlib", "jupyter", "jupyter-book", "ipywidgets", "nbval"} <= names


def test_notebook_sources_hold_no_machine_paths():
    for path in NOTEBOOKS:
        assert not re.search(
            r"/(home|root|tmp|work)/", json.dumps(json.loads(path.read_text(encoding="utf-8"))["cells"])
        )


@pytest.mark.parametrize("number", [0, 1])
def test_the_code_of_the_readme_prints_what_stands_below_it(number, capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert len(examples) == 2
    exec(examples[number], {})
    shown = re.findall(r"```text\n(.*?)```", readme, re.DOTALL)[number]
    printed = " ".join(capsys.readouterr().out.split())
    for part in re.split(r"\.\.\.,?", " ".join(shown.split())):  # long lines are wrapped there, the middle is left out
        assert part.strip() in printed


@pytest.mark.parametrize("version, said", [("3, 10", "3.11 or later is needed"), ("3, 99", "3.99 is too new")])
def test_a_python_that_does_not_do_is_told_which_does(tmp_path, version, said):
    """A program stands in for that Python: it takes the code of the check and says that it is of this version."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -c "import sys; sys.version_info = ({version}); $2"\n')
    python.chmod(0o755)
    command = ["make", "--what-if=requirements.txt", ".venv/.ready", f"PYTHON={python}"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert made.returncode and re.search(rf"Python {said}.*: make PYTHON=python3\.\d+$", made.stderr, re.MULTILINE)


@pytest.mark.parametrize(
    "changed, every_page",
    [("_toc.yml", True), ("book/assets/book.css", True), (NOTEBOOKS[0].relative_to(ROOT), False)],
)
def test_what_every_page_shows_is_the_one_thing_that_makes_all_pages_anew(tmp_path, changed, every_page):
    built = tmp_path / "built"  # in place of the book: newer than all it is made of
    built.write_text("yes\n")
    command = ["make", "--dry-run", f"--what-if={changed}", f"BOOK={built}", "LIVE=yes", "book"]
    would = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (build,) = re.findall(r"jupyter-book build.*", would)
    assert ("--all" in build) is every_page
