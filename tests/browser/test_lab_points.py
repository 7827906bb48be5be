"""Points that the reader moves in a real JupyterLab: run the cell, drag, read the changed number."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress

import nbformat
import pytest

from byhand.neighbors import KNeighborsClassifier
from byhand.points import ready_made

CODE = """
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
PATIENCE = 90_000  # milliseconds; a busy machine takes long to start a kernel


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab with one notebook."""
    folder = tmp_path_factory.mktemp("lab")
    cell = nbformat.v4.new_code_cell(CODE.strip())
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=kernel), folder / "points.ipynb")
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    own |= {"IPYTHONDIR": str(folder / "ipython"), "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    own |= {"JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces")}
    options = [
        "--no-browser",
        "--allow-root",
        "--ServerApp.port=0",
        "--IdentityProvider.token=",
        "--ServerApp.ip=127.0.0.1",
    ]
    options += [f"--ServerApp.root_dir={folder}"]
    with open(folder / "log", "w") as log:
        command = [sys.executable, "-m", "jupyterlab", *options]
        server = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log, start_new_session=True)
    try:
        yield f"{address(folder)}lab/tree/points.ipynb"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def address(folder):
    """Where the server is, once it answers."""
    for _ in range(600):
        found = re.search(r"http://127\.0\.0\.1:\d+/", (folder / "log").read_text())
        with suppress(OSError):
            if found and urllib.request.urlopen(f"{found[0]}api").status == 200:
                return found[0]
        time.sleep(0.1)
    pytest.fail(f"JupyterLab does not start:\n{(folder / 'log').read_text()}")


def test_a_cell_in_jupyterlab_shows_points_that_can_be_dragged(lab, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 1100})
    page.set_default_timeout(PATIENCE)
    page.goto(lab)
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()  # the kernel has started
    page.locator(".jp-Notebook .jp-Cell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    handle = page.locator(".points-handle")
    handle.first.wait_for()
    assert handle.count() == 24
    text = page.locator(".explore-text")
    assert text.inner_text() == "mistakes 0 of 24"
    picture = page.locator(".explore-picture").get_attribute("src")
    (x, y), (to_x, to_y) = (middle(handle.nth(i)) for i in (0, 20))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x + 9, to_y, steps=40)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('.explore-text').innerText.includes('mistakes 0')")
    page.wait_for_timeout(1000)
    assert text.inner_text() == expected(page), "not what the library says of the last position"
    assert page.locator(".explore-picture").get_attribute("src") != picture
    cells = page.locator(".jp-Cell").count()
    page.keyboard.press("r")  # a command of JupyterLab elsewhere
    page.wait_for_function("() => document.querySelector('.points-own textarea').value.split('\\n')[1].endsWith('red')")
    assert page.locator(".jp-Cell").count() == cells and page.locator(".jp-RawCell").count() == 0
    page.keyboard.press("Delete")
    text.filter(has_text="of 23").wait_for()
    assert text.inner_text() == expected(page)
    page.get_by_role("button", name="Put back").click()
    text.filter(has_text="mistakes 0 of 24").wait_for()
    page.close()


def middle(handle):
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expected(page):
    points = ready_made()["two clouds"].read(page.locator(".points-own textarea").input_value())
    model = KNeighborsClassifier(1).fit(points.X, points.y)
    return f"mistakes {round(len(points) * model.leave_one_out_errors([1])[0])} of {len(points)}"
