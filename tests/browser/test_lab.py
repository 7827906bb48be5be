"""JupyterLab as a newcomer opens it: a chapter is folded where its page is, and as readable; points can be moved."""

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

from byhand.neighbors import KNeighborsClassifier
from byhand.points import ready_made

ROOT = Path(__file__).parents[2]
NAME = "12-nearest-neighbours"
SECTIONS = ("Explore", "Exercises", "Take-away")
TITLE = "Where each example comes from"  # the title of a page that the notebook links to without words
POINTS = """
from byhand import plot
from byhand.explore import explore
from byhand.neighbors import KNeighborsClassifier
from byhand.points import ready_made

def draw(points, k=1):
    model = KNeighborsClassifier(k).fit(points.X, points.y)
    plot.own_plane(points.X, points.y, model)
    return f"mistakes {round(len(points) * model.leave_one_out_errors([k])[0])} of {len(points)}"

explore(draw, alt="two clouds", points=ready_made()["two clouds"], k=[1, 3])
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of JupyterLab as `make lab` starts it, for somebody without settings, on copies of notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "notebooks").mkdir()
    notebook = nbformat.read(ROOT / "notebooks" / f"{NAME}.ipynb", as_version=4)
    notebook.cells = excerpt(notebook.cells)
    nbformat.write(notebook, folder / "notebooks" / f"{NAME}.ipynb")
    notebook.cells = [nbformat.v4.new_code_cell(POINTS.strip())]
    nbformat.write(notebook, folder / "notebooks" / "points.ipynb")
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


def answers(address, process, log, seconds=240):
    """Wait until the server answers; on a busy machine that takes more than a minute."""
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


# ---- points that the reader moves


def test_a_cell_shows_points_that_can_be_dragged_relabelled_and_deleted(browser, address):
    page = browser.new_page(viewport={"width": 1280, "height": 1100})
    page.goto(f"{address}lab/workspaces/points/tree/notebooks/points.ipynb")  # beside what others have open
    # a cell that is run before there is a kernel does nothing at all; the toolbar's sign for "idle" is there too early
    page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for(timeout=120_000)
    page.set_default_timeout(60_000)
    page.locator(".jp-Cell .cm-content").click()
    page.keyboard.press("Shift+Enter")
    handle, text = page.locator(".points-handle"), page.locator(".explore-text")
    handle.first.wait_for()
    assert handle.count() == 24 and text.inner_text() == "mistakes 0 of 24"
    picture = page.locator(".explore-picture").get_attribute("src")
    (x, y), (to_x, to_y) = (middle(handle.nth(i)) for i in (0, 20))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x + 9, to_y, steps=40)
    page.mouse.up()
    settle(page)
    assert text.inner_text() != "mistakes 0 of 24", "an intruder at k = 1 misleads nobody"
    assert page.locator(".explore-picture").get_attribute("src") != picture
    cells = page.locator(".jp-Cell").count()
    page.keyboard.press("r")  # a command of JupyterLab elsewhere
    settle(page)
    assert page.locator(".points-own textarea").input_value().splitlines()[1].endswith("red")
    assert page.locator(".jp-Cell").count() == cells and page.locator(".jp-RawCell").count() == 0
    page.keyboard.press("Delete")
    settle(page)
    assert text.inner_text().endswith("of 23")
    page.get_by_role("button", name="Put back").click()
    settle(page)
    assert text.inner_text() == "mistakes 0 of 24"
    page.close()


def middle(handle):
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def settle(page):
    """Wait until the table is that of the handles, then compare the number with the library's."""
    page.wait_for_function(
        """() => {
            const named = ({ ariaLabel }) => ariaLabel.match(/class (\\w+), x (.+), y (.+)/).slice(1);
            const rows = [...document.querySelectorAll(".points-handle")].map(named);
            const lines = rows.map(([label, x, y]) => [Number(x), Number(y), label].join());
            const table = document.querySelector(".points-own textarea").value;
            return table === ["x,y,class", ...lines].join("\\n");
        }"""
    )
    points = ready_made()["two clouds"].read(page.locator(".points-own textarea").input_value())
    wrong = round(len(points) * KNeighborsClassifier(1).fit(points.X, points.y).leave_one_out_errors([1])[0])
    assert page.locator(".explore-text").inner_text() == f"mistakes {wrong} of {len(points)}"
