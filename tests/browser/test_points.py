"""Points that the reader moves on a page: with the mouse, by touch, with the keyboard; in Chromium and Firefox."""

import os
import re
import shutil
import urllib.parse

import pytest
from accessibility import axe_violations, turn_dark
from firefox import Firefox
from test_live import ENDED, PATIENCE
from test_pages import PHONE

from byhand.neighbors import KNeighborsClassifier
from byhand.points import ready_made

CHAPTER = "notebooks/12-nearest-neighbours.html"
TREE = "notebooks/13b-pruning-and-numbers.html"
CLOUDS = ready_made(["two clouds"])["two clouds"]
BOX = ".explore[data-points]"
# what the picture shows in the middle of each handle: how much more red than blue there is, from -255 to 255
COLOURS = """async (box) => {
    const picture = box.querySelector("img"), layer = box.querySelector(".points-layer").getBoundingClientRect();
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
    const paper = canvas.getContext("2d");
    paper.drawImage(picture, 0, 0);
    return [...box.querySelectorAll(".points-handle")].map((handle) => {
        const { left, top, width, height } = handle.getBoundingClientRect();
        const x = (left + width / 2 - layer.left) / layer.width, y = (top + height / 2 - layer.top) / layer.height;
        const [red, , blue] = paper.getImageData(x * canvas.width, y * canvas.height, 1, 1).data;
        return red - blue;
    });
}"""


def expected(table, k=1):
    """What the library says of the points of a table, as the chapter words it."""
    points = CLOUDS.read(table)
    model = KNeighborsClassifier(k).fit(points.X, points.y)
    wrong = round(len(points) * model.leave_one_out_errors([k])[0])
    return f"k = {k}: {wrong} of {len(points)} points misjudged when left out"


class Reader:
    """The explorable of a page and what a reader does with it."""

    def __init__(self, page):
        self.page, self.box = page, page.locator(BOX)
        self.handles, self.text = self.box.locator(".points-handle"), self.box.locator(".explore-text")

    def press(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    def menu(self, name):
        return self.box.locator(".points-tools label").filter(has_text=re.compile(f"^{name} ")).locator("select")

    def table(self):
        return self.box.locator("textarea").input_value()

    def label(self, i=0):
        return self.handles.nth(i).get_attribute("aria-label")

    def middle(self, i=0):
        self.handles.nth(i).evaluate("handle => handle.scrollIntoView({block: 'center', behavior: 'instant'})")
        box = self.handles.nth(i).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, i, dx, dy, steps=4):
        x, y = self.middle(i)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=steps)
        self.page.mouse.up()

    def settle(self, k=1):
        """Wait until table and numbers are those of the handles, then compare with the library."""
        labels = "handles => handles.map(handle => handle.ariaLabel.match(/-?[\\d.]+(?=,|$)/g).slice(-2).map(Number))"
        places = self.handles.evaluate_all(labels)

        def same():
            rows = [line.split(",") for line in self.table().splitlines()[1:]]
            return [[float(x), float(y)] for x, y, _ in rows] == places and self.text.inner_text() == expected(
                self.table(), k
            )

        for _ in range(100):
            if same():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.text.inner_text()!r}, expected {expected(self.table(), k)!r}")


@pytest.fixture(scope="module")
def opened(opener):
    """The chapter; the first test makes it live by taking hold of a point."""
    opened = opener(CHAPTER, color_scheme="light")
    yield opened
    opened.page.close()


@pytest.fixture
def reader(opened):
    reader = Reader(opened.page)
    yield reader
    reader.press("Put back")
    reader.settle()


def test_a_page_without_python_shows_a_handle_on_each_point(opened):
    reader = Reader(opened.page)
    reader.handles.first.wait_for()
    assert reader.handles.count() == 24
    assert reader.label() == f"Point 1: class blue, x {CLOUDS.X[0, 0]:g}, y {CLOUDS.X[0, 1]:g}"
    reader.box.scroll_into_view_if_needed()
    colours = reader.box.evaluate(COLOURS)
    assert [colour > 0 for colour in colours] == (CLOUDS.y == "red").tolist(), "a handle is not on its point"
    reader.box.locator(".points-layer").click(position={"x": 5, "y": 5})
    assert opened.page.locator(".live-bar").is_hidden(), "a mere click starts Python"


def test_taking_hold_of_a_point_starts_python_which_goes_on_from_there(opened):
    reader = Reader(opened.page)
    before = reader.label()
    reader.drag(0, 120, -60)
    moved = reader.label()
    assert moved != before and "Python is starting" in reader.text.inner_text()
    opened.page.wait_for_function(ENDED, timeout=PATIENCE)
    reader.box.locator(".points-handle").first.wait_for()
    assert reader.label() == moved
    reader.settle()
    assert not opened.problems
    reader.press("Put back")
    reader.settle()
    assert reader.label() == before


def test_dragging_with_the_mouse_changes_picture_and_numbers(reader):
    picture = reader.box.locator("img").get_attribute("src")
    x, y = reader.middle(0)
    to_x, to_y = reader.middle(20)  # into the other cloud
    reader.drag(0, to_x - x + 9, to_y - y)
    reader.settle()
    assert reader.box.locator("img").get_attribute("src") != picture
    assert not reader.text.inner_text().startswith("k = 1: 0 of"), "an intruder at k = 1 misleads nobody"
    assert reader.box.evaluate(COLOURS)[0] < 0, "the picture does not show the point where it was put"


def test_quick_moves_end_at_the_last_position_without_a_queue(reader):
    page, before = reader.page, reader.label(3)
    page.evaluate(
        """box => {
            window.shown = 0;
            const count = new MutationObserver(() => window.shown++);
            count.observe(document.querySelector(box + " img"), { attributes: true, attributeFilter: ["src"] });
            const handle = document.querySelectorAll(box + " .points-handle")[3];
            handle.focus();
            for (let i = 0; i < 40; i++) handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        }""",
        BOX,
    )
    assert reader.label(3) != before
    reader.settle()
    page.wait_for_timeout(500)
    assert page.evaluate("window.shown") == 2, "pictures of other positions than the first and the last"
    reader.drag(3, 90, -60, steps=60)
    reader.settle()


def test_with_the_keyboard_alone(reader):
    page = reader.page
    reader.handles.first.focus()
    said = reader.box.locator(".points-said")
    x, y = CLOUDS.X[0]
    page.keyboard.press("ArrowRight")
    assert reader.label() == f"Point 1: class blue, x {x + 0.04:g}, y {y:g}"  # a hundredth of the axis
    page.keyboard.press("Shift+ArrowUp")
    assert reader.label() == f"Point 1: class blue, x {x + 0.04:g}, y {y + 0.4:g}" == said.inner_text()
    reader.settle()
    page.keyboard.press("r")
    assert "class red" in reader.label() and "class red" in said.inner_text()
    reader.settle()
    page.keyboard.press("1")
    assert "class blue" in reader.label()
    page.keyboard.press("Delete")
    assert reader.handles.count() == 23
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 1:"), "the focus is lost"
    reader.settle()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 2:")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Add a point"
    page.keyboard.press("Enter")
    assert reader.handles.count() == 24 and page.evaluate("document.activeElement.ariaLabel").startswith("Point 24:")
    reader.settle()


def test_a_click_adds_a_point_of_the_chosen_class_and_a_set_takes_the_place_of_all(reader):
    reader.menu("class").select_option("red")
    reader.box.locator(".points-layer").click(position={"x": 200, "y": 60})
    assert reader.handles.count() == 25 and "class red" in reader.label(24)
    reader.settle()
    reader.menu("class").select_option("blue")  # of the point that is selected
    assert "class blue" in reader.label(24)
    reader.settle()
    reader.press("Delete it")
    assert reader.handles.count() == 24
    reader.menu("points").select_option("ring")
    assert reader.label() != f"Point 1: class blue, x {CLOUDS.X[0, 0]:g}, y {CLOUDS.X[0, 1]:g}"
    reader.settle()
    reader.menu("points").select_option("of the book")


def test_a_control_beside_the_points_keeps_them(reader):
    reader.drag(0, 60, 0)
    slider = reader.box.locator(".explore-controls input")
    slider.focus()
    reader.page.keyboard.press("End")
    reader.settle(k=15)
    reader.page.keyboard.press("Home")
    reader.settle(k=1)


def test_own_data_can_be_pasted_and_bad_data_are_answered_in_a_sentence(reader):
    reader.box.locator(".points-own summary").click()
    area, picture = reader.box.locator("textarea"), reader.box.locator("img")
    area.fill("0\t0\tblue\n1\t1\tred\n1\t0\tred\n-1,5\t0\tblue")
    reader.press("Use these points")
    reader.page.wait_for_function("box => document.querySelectorAll(box + ' .points-handle').length === 4", arg=BOX)
    reader.settle()
    good = picture.get_attribute("src")
    for bad, words in {
        "0,0,blue\none,1,red": "line 2: x must be a number",
        "0,nan,blue": "line 1: y must be a number",
        "0,0,blue\n1,1,blue": "at least 2 classes",
    }.items():
        area.fill(bad)
        reader.press("Use these points")
        reader.text.filter(has_text=words).wait_for()
        assert picture.get_attribute("src") == good and "Traceback" not in reader.text.inner_text()
    with reader.page.expect_download() as download:
        reader.press("Save as a file")
    assert download.value.suggested_filename == "points.csv"
    reader.menu("points").select_option("ring")
    reader.menu("points").select_option("of the book")
    reader.box.locator(".points-own summary").click()


def test_points_are_accessible(reader):
    reader.box.locator(".points-own summary").click()
    assert axe_violations(reader.page) == []
    turn_dark(reader.page)
    assert axe_violations(reader.page, only_colours=True) == []
    padding = reader.box.locator("img").evaluate("picture => getComputedStyle(picture).padding")
    assert padding == "0px", "in the dark the handles are not on their points"
    reader.page.emulate_media(color_scheme="light")
    reader.box.locator(".points-own summary").click()


def test_what_was_drawn_is_kept_until_it_is_put_back(opened):
    reader = Reader(opened.page)
    reader.drag(0, 60, 20)
    reader.settle()
    moved = reader.label()
    opened.page.reload()
    note = reader.box.locator(".explore-note button")
    note.filter(has_text="Your own points are kept").wait_for()
    note.click()
    opened.page.wait_for_function(ENDED, timeout=PATIENCE)
    opened.page.wait_for_function(
        "([box, label]) => document.querySelector(box + ' .points-handle').ariaLabel === label", arg=[BOX, moved]
    )
    reader.settle()
    reader.press("Put back")
    reader.settle()
    assert opened.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('byhand:points'))") == []
    assert not opened.problems


def test_by_touch_on_a_phone_the_point_moves_and_the_page_does_not(opener):
    page = opener(CHAPTER, width=PHONE).page
    reader = Reader(page)
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    reader.handles.first.wait_for()
    x, y = reader.middle(6)  # no other is near
    before, stage = reader.label(6), reader.box.locator(".points-stage").bounding_box()
    scrolled = page.evaluate("scrollY")
    for kind, dy in [("touchStart", 0), *(("touchMove", -4 * step) for step in range(1, 11)), ("touchEnd", 0)]:
        places = [] if kind == "touchEnd" else [{"x": x + 5, "y": y + dy}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
    assert reader.label(6) != before
    away = abs(reader.box.locator(".points-stage").bounding_box()["y"] - stage["y"])
    # Python, which the touch has started, may lengthen the page above: that moves one of the two, a finger both
    assert away < 3 or page.evaluate("scrollY") == scrolled, "the page scrolls"
    page.wait_for_function(ENDED, timeout=PATIENCE)
    reader.settle()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    page.evaluate("localStorage.clear()")
    page.close()


@pytest.mark.parametrize(
    ("place", "whole", "leaf"),
    [(0, "node 1: setosa (50 of 150)", r"node \d: virginica"), (1, "node 1: blue (12 of 24)", r"node \d: blue \(4\)")],
)
def test_a_node_lights_up_with_its_rectangle(open_page, place, whole, leaf):
    opened = open_page(TREE)
    box = opened.page.locator(BOX).nth(place)
    root = box.locator(".points-part[role=img]").first
    root.wait_for()
    assert root.get_attribute("aria-label") == whole
    root.focus()
    assert box.locator(".points-lit").count() == 2
    last = box.locator(".points-part:not([role])").last
    last.scroll_into_view_if_needed()
    last.hover(position={"x": 8, "y": 8})
    assert re.match(leaf, box.locator(".points-said").inner_text())
    assert not opened.problems


def test_the_same_in_firefox(site):
    program = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("no Firefox: install one (Debian: apt-get install firefox-esr) or set FIREFOX to its program")
    handle = f"document.querySelector('{BOX} .points-handle')"
    table, text = (f"document.querySelector('{BOX} {part}')" for part in ("textarea", ".explore-text"))
    with Firefox(program) as page:
        page.goto(site + CHAPTER)
        page.wait(f"!!{handle}")
        page.evaluate(f"{handle}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        before = page.evaluate(f"{handle}.ariaLabel")
        place = page.evaluate(
            f"(({{left, top}}) => [left + 13, top + 13].map(Math.round))({handle}.getBoundingClientRect())"
        )
        page.drag(place, [place[0] + 90, place[1] - 40])
        moved = page.evaluate(f"{handle}.ariaLabel")
        assert moved != before
        page.wait("document.querySelector('.live-status').textContent.startsWith('Live:')", seconds=PATIENCE / 1000)
        page.wait(f"{handle}.ariaLabel === {moved!r}")
        page.evaluate(f"{handle}.focus()")
        for key in ("Shift+ArrowRight", "r"):
            page.press(key)
        page.wait(f"{table}.value.split('\\n')[1].endsWith(',red')")
        assert page.evaluate(f"{text}.innerText") == expected(page.evaluate(f"{table}.value"))
        outside = [url for url in page.requests if urllib.parse.urlsplit(url).hostname not in ("127.0.0.1", None)]
        errors = [text for text in page.errors if "Invalid markup" not in text]  # said of formulae half arrived
        assert not outside and not errors
