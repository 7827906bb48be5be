"""A chapter in JupyterLab, as a newcomer opens it: folded where the page is folded, and as readable as the page."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
NAME = "12-nearest-neighbours"
SECTIONS = ("Explore", "Exercises", "Take-away")
TITLE = "Where each example comes from"  # the title of a page that the notebook links to without words


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of JupyterLab as `make lab` starts it, on a copy of the notebook, for somebody without settings."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "notebooks").mkdir()
    notebook = nbformat.read(ROOT / "notebooks" / f"{NAME}.ipynb", as_version=4)
    notebook.cells = excerpt(notebook.cells)
    nbformat.write(notebook, folder / "notebooks" / f"{NAME}.ipynb")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--no-browser", f"--ServerApp.port={port}", "--IdentityProvider.token=", "--allow-root"]
    own = {name: str(folder / name) for name in ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR")}
    own |= {"JUPYTER_CONFIG_DIR": str(folder / "config"), "JUPYTER_RUNTIME_DIR": str(folder / "runtime")}
    command = [sys.executable, ROOT / "book" / "lab", f"--notebook-dir={folder}", *options]
    with (
        open(folder / "log", "w") as log,
        subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=subprocess.STDOUT) as process,
    ):
        try:
            answers(f"http://127.0.0.1:{port}/api", process, folder / "log")
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def excerpt(cells):
    """The start of the chapter, two exercises and the end: JupyterLab takes a minute for all of it."""
    first = {name: next(i for i, cell in enumerate(cells) if f"## {name}\n" in cell.source) for name in SECTIONS}
    starts = [i for i, cell in enumerate(cells) if "{exercise}" in cell.source]
    return cells[: first["Explore"] + 4] + cells[first["Exercises"] : starts[2]] + cells[first["Take-away"] :]


def answers(address, process, log, seconds=60):
    """Wait until the server answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            return urllib.request.urlopen(address, timeout=5).read()
        except OSError:
            time.sleep(0.3)
    pytest.fail(f"JupyterLab did not start: {log.read_text()[-2000:]}")


@pytest.fixture(scope="module")
def opened(browser, address):
    """The notebook, all of it in view."""
    page = browser.new_page(viewport={"width": 1400, "height": 15_000})
    page.goto(f"{address}lab/tree/notebooks/{NAME}.ipynb")
    page.get_by_role("heading", name="Notes on the sources").wait_for(timeout=120_000)
    page.wait_for_function("document.querySelectorAll('details.myst-exercise').length === 2", timeout=60_000)
    yield page
    page.close()


def test_nothing_asks_and_nothing_warns(opened):
    assert opened.get_by_text("Jupyter news").count() == 0
    assert opened.locator(".text-yellow-600, [title='Citation Not Found']").count() == 0


def test_citations_terms_and_links_read_as_on_the_page(opened):
    notebook = opened.locator(".jp-Notebook")
    assert notebook.locator("a", has_text="Cover and Hart, 1967").count()
    term = notebook.locator("a", has_text="k-nearest neighbours").first
    assert term.locator("abbr").get_attribute("aria-label").startswith("A method that predicts the majority class")
    assert re.search(r"/static/book/glossary\.html#term-k-nearest-neighbours$", term.get_attribute("href"))
    links = notebook.locator(".myst a").all_text_contents()
    assert [words for words in links if re.search(r"\.(md|ipynb)\b|^#", words)] == []
    assert TITLE in links


def test_links_lead_to_the_built_book(opened):
    link = opened.locator(".jp-Notebook a", has_text=TITLE).first
    with opened.expect_popup() as popup:
        link.click()
    popup.value.get_by_role("heading", name=TITLE, level=1).wait_for()
    popup.value.close()
    assert opened.locator(".jp-Notebook").is_visible()


def test_equations_have_the_numbers_of_the_book(opened):
    texts = opened.locator(".jp-Notebook .myst *").evaluate_all("all => all.map(e => e.textContent)")
    shown = [text for text in texts if re.fullmatch(r"\([\d.]+\)", text)]
    assert "(12.1)" in shown and all(words.startswith("(12.") for words in shown), shown


def test_solutions_setup_and_drawing_code_are_folded(opened):
    assert opened.locator("details.myst-exercise[open]").count() == 0
    assert opened.locator("details.myst-exercise").first.inner_text().startswith("Solution to")
    code = opened.locator(".jp-CodeCell .cm-content:visible").all_inner_texts()
    assert code and not [text for text in code if "import matplotlib" in text or "explore(" in text]
    checks = [match[1] for text in code for match in re.finditer(r'check\("([\d.]+)"', text)]
    assert checks and len(checks) == len(set(checks)), "the code of a solution is in view"
    bars = opened.locator(".jp-InputPlaceholder .jp-PlaceholderText", has_text='answer = "BDAC"')
    assert bars.count() == 1 and bars.evaluate("bar => getComputedStyle(bar).fontSize") == "0px", "it shows the answer"
