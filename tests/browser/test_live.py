"""Pages that run Python: a reader presses the button, moves sliders, changes code, stops, comes back another day."""

import json
import os
import re
import shutil
import urllib.parse
from pathlib import Path

import nbformat
import pytest
from accessibility import axe_violations, turn_dark
from firefox import Firefox
from nbclient import NotebookClient
from served import FLAGS, chromium
from test_pages import CHAPTER, PHONE, ROOT, SITE, WIDER

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NOTEBOOK = ROOT / "notebooks" / "11-naive-bayes.ipynb"
PATIENCE = 90_000  # milliseconds; a busy machine takes long to start Python
ENDED = "() => /^Live:|error|could not/.test(document.querySelector('.live-status').textContent)"
STATUS = "() => document.querySelector('.live-status').textContent"


def cell(pattern):
    """The first code cell of the chapter that has such text, as it is called on the page, and as errors call it."""
    cells = enumerate(nbformat.read(NOTEBOOK, as_version=4).cells)
    code = [(index, cell.source) for index, cell in cells if cell.cell_type == "code"]
    number, index = next((n, i) for n, (i, source) in enumerate(code, 1) if re.search(pattern, source))
    return f".live-cell-{index}", number


TENNIS, _ = cell(r"\Atennis\Z")
PRIOR, PRIOR_NUMBER = cell(r"prior = \{")
WORKING, _ = cell(r"\nby_hand\Z")
DECISION, _ = cell("The decision is")
LISTING, _ = cell(r"\Asource\(")
WEATHER, _ = cell(r"explore\(\s+draw_weather")
LAPLACE, _ = cell(r"explore\(\s+draw_smoothing")
SKLEARN, _ = cell(r"sizes = \(20, 50")

if (SITE / ".built").exists() and (SITE / ".built").read_text().strip() == "no":
    pytest.skip("the book was built with LIVE=no", allow_module_level=True)  # asked for; anything else is a failure


def go_live(page):
    page.locator(".live-start").click()
    page.wait_for_function(ENDED, timeout=PATIENCE)
    assert page.evaluate(STATUS).startswith("Live:")
    return page


def write(page, cell, code):
    """Replace the code of a cell, as a reader would, with the keyboard."""
    page.locator(cell).scroll_into_view_if_needed()
    page.locator(f"{cell} .cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def run(page, cell):
    """Run a cell by Shift+Enter and wait for its end."""
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("cell => /done|error/.test(document.querySelector(cell).dataset.live)", arg=cell)
    return page.locator(f"{cell} .cell_output").inner_text()


@pytest.fixture(scope="module")
def opened(opener):
    """The chapter, live; tests leave its cells as they found them."""
    opened = opener(CHAPTER, color_scheme="light")
    asked = [url for url in opened.requests if "/_live/" in url]
    assert all(re.search(r"/page-\w+/live\.(js|css)$", url) for url in asked), (
        "nothing is fetched before it is asked for"
    )
    opened.page.wait_for_timeout(300)
    go_live(opened.page)
    return opened


@pytest.fixture
def page(opened):
    yield opened.page
    opened.page.evaluate("() => document.activeElement.blur()")


def downloaded(page):
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    return nbformat.reads(Path(download.value.path()).read_text("utf-8"), as_version=4)


# The page runs


def test_every_cell_ran_and_shows_what_the_book_shows(page, opened):
    """Numbers and words are those of the stored notebook, cell by cell, though another Python computed them."""
    assert not opened.problems  # no outside request among them
    assert any("packages.bin" in url for url in opened.requests)  # what the worker asks for is seen too
    assert_same_as_stored(page, NOTEBOOK)


@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path != NOTEBOOK], ids=lambda path: path.stem)
def test_every_other_chapter_does_so_too(open_page, path):
    opened = open_page(f"notebooks/{path.stem}.html")
    assert_same_as_stored(go_live(opened.page), path)
    assert not opened.problems


def assert_same_as_stored(page, path):
    assert page.locator(".live-error").count() == 0
    stored, live = nbformat.read(path, as_version=4), downloaded(page)
    nbformat.validate(live)
    compared = 0
    for ours, theirs in zip(stored.cells, live.cells, strict=True):
        assert ours.source == theirs.source
        if ours.cell_type == "code" and "no-live" not in ours.metadata.get("tags", []):
            assert texts(ours) == texts(theirs), ours.source
            compared += 1
    assert compared > 30


def texts(cell):
    """What a cell shows, as words: printed text, or the text alternative of a picture or table."""
    shown = []
    for output in cell.outputs:
        text = output.text if output.output_type == "stream" else output.data["text/plain"]
        shown += text.splitlines()
    return shown


def test_formulae_tables_and_listings_are_set_as_in_the_book(page):
    page.locator(WORKING).scroll_into_view_if_needed()
    assert page.locator(f"{WORKING} .live-output .katex").count() > 5
    assert page.locator(f"{WORKING} .live-output").inner_text().count("\\frac") == 0
    listing = page.locator(f"{LISTING} .live-output .live-listing")
    listing.scroll_into_view_if_needed()
    assert listing.locator(".tok-keyword").count() > 2
    assert page.locator(f"{DECISION} .live-output strong").inner_text() == "No"


def test_cells_that_do_not_run_here_say_so_and_keep_their_output(page):
    cell = page.locator(SKLEARN)
    assert "Not run on this page" in cell.locator(".live-note").inner_text()
    assert "logistic regression" in cell.locator(".cell_output").inner_text()
    assert cell.locator(".live-tools").count() == 0


def static_data():
    """What each explorable of the built page carries: addresses of pictures, and texts."""
    boxes = re.findall(
        r'<script type="application/json">(\{"sources".*?)</script>', (SITE / CHAPTER).read_text("utf-8")
    )
    return [json.loads(box) for box in boxes]


def test_a_slider_has_its_full_range_and_draws_a_new_picture(page):
    box = page.locator(f"{LAPLACE} .explore")
    box.scroll_into_view_if_needed()
    slider = box.locator("input[type=range]").first
    text, picture = box.locator(".explore-text").inner_text(), box.locator("img").get_attribute("src")
    sizes = page.evaluate("cell => JSON.parse(document.querySelector(cell + ' input').dataset.words).length", LAPLACE)
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_function("([cell, old]) => document.querySelector(cell + ' img').src !== old", arg=[LAPLACE, picture])
    assert int(slider.input_value()) == sizes - 1
    assert box.locator(".explore-text").inner_text() != text
    # a quick drag to the first value ends with its picture and numbers, which are those that the book has for it
    first = next(data["texts"][0] for data in static_data() if len(data["texts"]) == sizes)
    for _ in range(sizes):
        page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "([cell, text]) => document.querySelector(cell + ' .explore-text').innerHTML === text", arg=[LAPLACE, first]
    )
    assert page.locator(LAPLACE).get_attribute("data-live") == "done"


def test_touching_what_only_python_can_do_runs_the_page_and_keeps_the_controls_where_they_were(opener):
    page = opener(CHAPTER, color_scheme="light").page
    menu = page.locator(f"{WEATHER} select").first
    menu.select_option("Overcast")
    text = page.locator(f"{WEATHER} .explore-text").inner_text()
    page.get_by_role("button", name="run this page").first.click()
    page.wait_for_function(ENDED, timeout=PATIENCE)
    assert page.locator(f"{WEATHER} .explore[data-number] select").first.input_value() == "1"
    page.wait_for_function(
        "([cell, text]) => document.querySelector(cell).innerText.includes(text)", arg=[WEATHER, text]
    )
    page.close()


# Changing code


def test_code_can_be_changed_run_undone_and_reset(page):
    before = page.locator(f"{PRIOR} .cell_output").inner_text()
    write(page, PRIOR, "for i in range(3):\nprint(6 * 7 + i)")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")  # indents
    assert run(page, PRIOR).split() == ["42", "43", "44"]
    assert page.locator(f"{PRIOR} .tok-keyword").count() == 2
    assert "live-changed" in page.locator(PRIOR).get_attribute("class")
    page.locator(f"{PRIOR} .cm-content").click()
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert "print(6" not in page.locator(f"{PRIOR} .cm-content").inner_text()
    page.keyboard.press("Control+y")
    page.locator(PRIOR).get_by_role("button", name="Reset").click()
    page.locator(PRIOR).get_by_role("button", name="▶ Run").click()
    page.wait_for_function(
        "([cell, old]) => document.querySelector(cell + ' .cell_output').innerText === old", arg=[PRIOR, before]
    )
    assert "live-changed" not in page.locator(PRIOR).get_attribute("class")


def test_an_error_is_readable_and_the_next_run_recovers(page):
    write(page, PRIOR, "def half(n):\n    return n / unknown_name\n\nhalf(3)")
    shown = run(page, PRIOR)
    assert "NameError: name 'unknown_name' is not defined" in shown and "return n / unknown_name" in shown
    assert page.locator(PRIOR).get_attribute("data-live") == "error"
    assert f'File "Cell {PRIOR_NUMBER}", line 4' in shown
    assert f"error in cell {PRIOR_NUMBER}" in page.evaluate(STATUS)
    write(page, PRIOR, "import pandas")
    assert "Download it as a notebook" in run(page, PRIOR)
    write(page, PRIOR, "print('half' in dir(), 1 +")
    assert "SyntaxError" in run(page, PRIOR)
    write(page, PRIOR, "print('half' in dir())")
    assert run(page, PRIOR).strip() == "True"
    page.locator(PRIOR).get_by_role("button", name="Reset").click()
    page.locator(f"{PRIOR} .cm-content").click()
    run(page, PRIOR)


def test_a_cell_of_ones_own(page):
    page.locator(TENNIS).scroll_into_view_if_needed()
    page.locator(TENNIS).get_by_role("button", name="Add a cell").click()
    mine = ".live-scratch"
    page.keyboard.insert_text("plt.plot([1, 2])\nprint(len(tennis))\nplt.title('mine');")
    shown = run(page, mine)
    assert shown.strip() == "14"
    assert page.locator(f"{mine} .live-output img").count() == 1
    write(page, mine, "from IPython.display import Markdown\nMarkdown('Euler: $e^{i\\\\pi} = -1$, *yes*')")
    run(page, mine)
    page.wait_for_selector(f"{mine} .katex")
    assert page.locator(f"{mine} em").inner_text() == "yes"
    write(page, mine, "x = 3\nx?")  # IPython is there by now
    assert "int" in run(page, mine)
    write(page, mine, "await __import__('asyncio').sleep(0.01)\ninput('name')")
    assert "input() cannot ask" in run(page, mine)
    page.locator(mine).get_by_role("button", name="Remove").click()
    assert page.locator(mine).count() == 0


def test_a_stop_while_python_loads_leaves_a_page_that_can_be_run(opener):
    page = opener(CHAPTER, color_scheme="light").page
    page.locator(".live-start").click()
    page.locator(".live-start").evaluate("button => button.click()")  # a second press changes nothing
    page.get_by_role("button", name="Stop").click()
    page.wait_for_function(
        "() => document.querySelector('.live-status').textContent.startsWith('Stopped.')", timeout=PATIENCE
    )
    go_live(page)
    assert page.locator(".live-tools").count() == page.locator(".cell[data-live=done]").count()
    page.close()


def test_an_endless_loop_can_be_stopped_while_the_page_stays_responsive(opener):
    page = go_live(opener(CHAPTER, color_scheme="light").page)
    write(page, PRIOR, "print('round and round', flush=True)\nwhile True:\n    pass")
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("cell => document.querySelector(cell).innerText.includes('round and round')", arg=PRIOR)
    assert page.evaluate("() => new Promise(done => requestAnimationFrame(() => done('drawn')))") == "drawn"
    page.get_by_role("button", name="Stop").click()
    write(page, PRIOR, "'tennis' in dir()")  # while Python starts
    page.wait_for_function(
        "() => document.querySelector('.live-status').textContent.startsWith('Stopped. Python has restarted')",
        timeout=PATIENCE,
    )
    assert "Stopped" in page.locator(f"{PRIOR} .cell_output").inner_text()
    assert run(page, PRIOR).strip() == "False"  # it has forgotten
    write(page, PRIOR, "kept = 1")
    run(page, PRIOR)
    page.get_by_role("button", name="Restart").click()
    page.wait_for_function(
        "() => document.querySelector('.live-status').textContent.startsWith('Python has restarted')",
        timeout=PATIENCE,
    )
    write(page, PRIOR, "'kept' in dir()")
    assert run(page, PRIOR).strip() == "False"
    page.evaluate("() => localStorage.clear()")
    page.close()


# Another day


def test_changes_survive_a_reload_until_they_are_forgotten(opener):
    page = go_live(opener(CHAPTER, color_scheme="light").page)
    write(page, TENNIS, "print('my own words')")
    page.locator(TENNIS).get_by_role("button", name="Add a cell").click()
    page.keyboard.insert_text("print('and a cell')")
    page.reload()
    assert "Your changes to this page are kept" in page.evaluate(STATUS)
    go_live(page)
    page.locator(TENNIS).scroll_into_view_if_needed()
    assert page.locator(f"{TENNIS} .cell_output").inner_text().strip() == "my own words"
    assert "my own words" in page.locator(f"{TENNIS} .cm-content").inner_text()
    assert page.locator(".live-scratch .cell_output").inner_text().strip() == "and a cell"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget my changes").click()
    assert page.locator(".live-scratch").count() == 0
    assert "my own words" not in page.locator(f"{TENNIS} .cm-content").inner_text()
    page.reload()
    assert page.locator(".live-bar").is_hidden()
    page.close()


def test_the_downloaded_notebook_runs_with_the_readers_changes(page):
    write(page, PRIOR, "print('changed', 6 * 7)")
    page.locator(PRIOR).get_by_role("button", name="Add a cell").click()
    page.keyboard.insert_text("print('added', len(tennis))")
    notebook = downloaded(page)
    nbformat.validate(notebook)
    place = next(i for i, cell in enumerate(notebook.cells) if cell.source.startswith("print('changed'"))
    notebook.cells = notebook.cells[: place + 2]  # the chapter itself is run by other tests
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    assert [cell.outputs[0].text for cell in notebook.cells[-2:]] == ["changed 42\n", "added 14\n"]
    page.locator(".live-scratch").get_by_role("button", name="Remove").click()
    page.locator(PRIOR).get_by_role("button", name="Reset").click()


def test_a_second_page_starts_from_the_browsers_cache(browser, site, served, tmp_path):
    """In a real profile: the small cache of a private window does not hold the larger files."""
    program = {"executable_path": chromium(), "args": FLAGS}
    with browser.browser_type.launch_persistent_context(tmp_path, **program) as context:
        for expected in [True, False]:
            served.clear()
            page = context.new_page()
            page.goto(site + CHAPTER)
            go_live(page)
            assert any(path.endswith(("packages.bin", "byhand.bin", ".wasm", ".zip")) for path in served) is expected
            page.close()


# For everybody


def test_a_live_page_is_accessible(opener):
    page = opener(CHAPTER, color_scheme="light").page
    go_live(page)
    page.locator(PRIOR).scroll_into_view_if_needed()
    page.wait_for_selector(f"{PRIOR} .cm-content")
    assert axe_violations(page) == []
    turn_dark(page)
    assert axe_violations(page, only_colours=True) == []
    page.close()


def test_with_the_keyboard_alone(page):
    page.locator(PRIOR).scroll_into_view_if_needed()
    page.locator(f"{PRIOR} .cm-content").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")  # leaves the editor
    focus = "() => document.activeElement.textContent"
    assert page.evaluate(focus) == "▶ Run"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "Add a cell"
    page.keyboard.press("Tab")  # a toolbar is one stop
    assert page.evaluate("cell => !document.querySelector(cell).contains(document.activeElement)", PRIOR)
    region = page.get_by_role("region", name="Python on this page")
    assert region.is_visible() and region.get_by_role("status").count() == 1


def test_on_a_phone_nothing_sticks_out(opener):
    page = opener(CHAPTER, width=PHONE).page
    assert page.locator(".live-start").is_visible()
    go_live(page)
    page.locator(PRIOR).scroll_into_view_if_needed()
    page.wait_for_selector(f"{PRIOR} .cm-content")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE, page.evaluate(WIDER, PHONE)
    assert page.locator(".live-start").is_visible()
    assert page.locator(".bd-header-article").bounding_box()["height"] < 160
    page.close()


# When Python cannot run


@pytest.mark.parametrize(
    "spoil, reason",
    [
        ("delete window.DecompressionStream", "This browser is too old"),
        (
            "window.Worker = class { constructor() { throw new Error('no workers here') } }",
            "could not start: no workers",
        ),
    ],
)
def test_a_page_that_cannot_start_python_says_why_and_stays_readable(opener, site, spoil, reason):
    page = opener(CHAPTER, color_scheme="light").page
    page.add_init_script(spoil)
    page.goto(site + CHAPTER)
    page.locator(".live-start").click()
    page.wait_for_function("reason => document.querySelector('.live-status').textContent.includes(reason)", arg=reason)
    assert page.locator(".explore").first.is_visible()
    page.close()


def test_files_that_do_not_load_are_named_as_the_reason_and_a_second_try_succeeds(opener):
    page = opener(CHAPTER, color_scheme="dark").page
    page.context.route("**/byhand.bin", lambda route: route.abort())
    page.locator(".live-start").click()
    page.wait_for_function("() => document.querySelector('.live-status').textContent.includes('could not be loaded')")
    page.context.unroute("**/byhand.bin")
    go_live(page)
    page.close()


def test_a_page_opened_as_a_file_says_what_to_do(browser):
    page = browser.new_page()
    page.goto((SITE / CHAPTER).as_uri())
    page.locator(".live-start").click()
    assert "make read" in page.locator(".live-status").inner_text()
    assert page.locator(".explore img").first.is_visible()
    page.close()


def test_without_storage_the_page_runs_and_says_that_changes_are_not_kept(opener, site):
    page = opener(CHAPTER, color_scheme="dark").page
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked') }})")
    page.goto(site + CHAPTER)
    go_live(page)
    write(page, PRIOR, "1")
    page.wait_for_function(
        "() => document.querySelector('.live-status').textContent.includes('does not let the page keep')"
    )
    page.close()


# Another browser


def test_the_same_in_firefox(site):
    program = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("no Firefox: install one (Debian: apt-get install firefox-esr) or set FIREFOX to its program")
    status = "document.querySelector('.live-status').textContent"
    with Firefox(program) as page:
        page.goto(site + CHAPTER)
        page.evaluate("document.querySelector('.live-start').click()")
        page.wait(f"{status}.startsWith('Live:')", seconds=PATIENCE / 1000)
        assert page.evaluate("document.querySelectorAll('.live-error').length") == 0
        assert page.evaluate("document.querySelectorAll('.cell[data-live=done]').length") > 60
        picture = page.evaluate(f"document.querySelector('{LAPLACE} img').src")
        page.evaluate(f"document.querySelector('{LAPLACE} input').value = 0")
        page.evaluate(f"document.querySelector('{LAPLACE} input').dispatchEvent(new Event('input'))")
        page.wait(f"document.querySelector('{LAPLACE} img').src !== {json.dumps(picture)}")
        page.evaluate(f"document.querySelector('{PRIOR}').scrollIntoView()")
        page.wait(f"!!document.querySelector('{PRIOR} .cm-content')")
        page.evaluate(f"document.querySelector('{PRIOR} .cm-content').focus()")
        for key in ["Control+a", *"6*7", "Shift+Enter"]:
            page.press(key)
        page.wait(f"document.querySelector('{PRIOR} .cell_output').innerText.trim() === '42'")
        outside = [url for url in page.requests if urllib.parse.urlsplit(url).hostname not in ("127.0.0.1", None)]
        errors = [text for text in page.errors if "Invalid markup" not in text]  # said of formulae half arrived
        assert not outside and not errors
