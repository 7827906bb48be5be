"""Make the README's moving picture from the built book: a slider, a point that is dragged, a working, a problem marked.

python book/tour.py      (writes book/tour.webp; needs the built book and Chromium or Chrome)
"""

import functools
import hashlib
import io
import json
import sys
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from byhand.practice import problem

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests" / "browser"))

from served import FLAGS, PREFIX, SITE, Handler, chromium  # noqa: E402  the tests serve the book already

DESCRIPTION = 0x010E  # what Exif calls the description of an image
SIZE = {"width": 840, "height": 694}  # as wide as GitHub shows a README
STAGE = """
body { visibility: hidden }
body::before { content: attr(data-caption); visibility: visible; position: fixed; inset: 0 0 auto; z-index: 9998;
  height: 48px; padding-left: 24px; font: 600 21px/48px var(--interface); color: white; background: #0f766e }
.on-stage { visibility: visible; position: fixed !important; z-index: 9998; inset: 60px 12px auto;
  margin: 0 !important }
table.on-stage { inset: 90px auto auto 24px; zoom: 1.45 }
.pointer { visibility: visible; position: fixed; left: 0; top: -30px; z-index: 9999; width: 24px; height: 24px;
  pointer-events: none }"""
POINTER = """() => {  // pictures of a page do not show the mouse
    const shape = '<svg viewBox="0 0 24 24"><path d="M1 1v18l5-4 3 7 3-1-3-7h6z" stroke="white"/></svg>';
    document.body.insertAdjacentHTML("beforeend", `<i class="pointer">${shape}</i>`);
    const follow = ({ x, y }) => (document.querySelector(".pointer").style.translate = `${x}px ${y + 30}px`);
    document.addEventListener("pointermove", follow, true);
}"""
COMPLETE = "element => Promise.all([...element.querySelectorAll('img')].map(picture => picture.decode()))"
LIVE = "() => document.querySelector('.live-status').textContent.startsWith('Live:')"


def shown():
    """A digest of what the scenes show, as the book has it now: the film carries it, and a test compares."""
    asked = problem("bayes-rule")
    scenes = [cell("08a-gradient-descent", "rate=sorted("), cell("12-nearest-neighbours", "points=own_sets")]
    scenes += [cell("11-naive-bayes", ".working(")]
    scenes += [asked.question, *(f"{ask.name} {ask.label}" for ask in asked.asks)]
    return hashlib.sha256("\n".join(scenes).encode()).hexdigest()[:16]


def cell(notebook, words):
    """The first cell of a notebook that holds some words, with what it has put out."""
    cells = json.loads((ROOT / "notebooks" / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    first = next(cell for cell in cells if cell["cell_type"] == "code" and words in "".join(cell["source"]))
    return json.dumps([first["source"], [output["data"] for output in first["outputs"]]], sort_keys=True)


class Film:
    """Pictures of one element of a page at a time, under a caption, with the milliseconds that each is shown."""

    def __init__(self, page, site):
        self.page, self.site, self.pictures, self.times = page, site, [], []

    def open(self, notebook, live=False):
        self.page.goto(f"{self.site}notebooks/{notebook}.html")
        self.page.add_style_tag(content=STAGE)
        self.page.evaluate(POINTER)
        if live:
            self.page.evaluate("byhand.run()")
            self.page.wait_for_function(LIVE, timeout=120_000)

    def stage(self, selector, caption):
        """Show nothing of the page but the first such element."""
        self.element = self.page.locator(selector).first
        self.element.evaluate("element => element.classList.add('on-stage')")
        self.page.evaluate("caption => document.body.dataset.caption = caption", caption)
        return self.element

    def press(self, selector):
        """Click on a part of the element, and take the pointer out of the way."""
        part = self.element.locator(selector)
        part.hover(position={"x": 40, "y": 14})
        self.shoot(300)
        part.click()
        self.page.mouse.move(SIZE["width"] - 40, SIZE["height"] - 40)

    def shoot(self, milliseconds):
        self.page.wait_for_timeout(100)
        self.element.evaluate(COMPLETE)
        self.pictures.append(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB"))
        self.times.append(milliseconds)

    def save(self, path):
        first, *others = self.pictures
        note = Image.Exif()
        note[DESCRIPTION] = shown()
        settings = {"duration": self.times, "loop": 0, "quality": 60, "method": 6, "minimize_size": True}
        first.save(path, save_all=True, append_images=others, exif=note, **settings)


def slider(film):
    """A rate grows until gradient descent runs away; then the answer to the question is opened."""
    film.open("08a-gradient-descent")
    box = film.stage(".explore:has-text('where does it run away')", "Make a guess, move the slider, open the answer")
    control, mouse = box.locator("input[type=range]"), film.page.mouse
    place, last = control.bounding_box(), int(control.get_attribute("max"))

    def take(i):
        mouse.move(place["x"] + 8 + (place["width"] - 16) * i / last, place["y"] + place["height"] / 2)

    now = int(control.input_value())
    take(now)
    film.shoot(800)
    mouse.down()
    for i in range(now + 1, last + 1):
        take(i)
        film.shoot(130)
    mouse.up()
    film.press("summary")
    film.shoot(1800)


def point(film):
    """A blue point is dragged into the red cloud, on a page that runs Python."""
    film.open("12-nearest-neighbours", live=True)
    box = film.stage(".explore[data-points]", "Drag a data point: Python, running in the page, redraws the figure")
    picture, mouse = box.locator("img"), film.page.mouse
    (x, y), *goals = (middle(box.locator(".points-handle").nth(i)) for i in (3, 12, 17))
    to_x, to_y = (sum(pair) / 2 for pair in zip(*goals, strict=True))  # between two red points
    mouse.move(x, y)
    film.shoot(700)
    mouse.down()
    for part in range(1, 25):
        before = picture.get_attribute("src")
        mouse.move(x + (to_x - x) * part / 24, y + (to_y - y) * part / 24)
        expect(picture).not_to_have_attribute("src", before)
        film.shoot(150)
    mouse.up()
    film.shoot(1000)


def middle(element):
    """Where an element has its middle on the screen."""
    place = element.bounding_box()
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def working(film):
    """The last steps of naive Bayes by hand, one by one."""
    film.open("11-naive-bayes")
    table = film.stage("table.working", "Algorithms write out their calculations: here, the last steps of one")
    table.evaluate("table => [...table.tBodies[0].rows].slice(0, -6).forEach(row => row.remove())")
    rows = table.locator("tbody tr").all()
    for row in rows:
        row.evaluate("row => row.style.visibility = 'hidden'")
    for row in rows:
        row.evaluate("row => row.style.visibility = 'inherit'")
        film.shoot(550)
    film.shoot(1000)


def practice(film):
    """A problem in which one step holds a common mistake, the rest follows from it, and all of it is marked."""
    film.open("11-naive-bayes")
    caption = "Practise with fresh numbers: each step is marked, a mistake counts only once"
    form = film.stage(".practice[data-kind=bayes-rule]", caption)
    film.shoot(1000)
    for name, answer in answers(problem("bayes-rule")).items():
        form.locator(f'[name="{name}"]').fill(answer)
        film.shoot(300)
    film.press("button[type=submit]")
    film.shoot(3500)


def answers(asked):
    """What a reader might type who makes the first common mistake, and none after it."""
    values, typed, slipped = {}, {}, False
    for ask in asked.asks:
        slip = ask.slips[0].expression if ask.slips and not slipped else None
        slipped = slipped or slip is not None
        values[ask.name] = (slip or ask.expression)(values)
        typed[ask.name] = f"{float(values[ask.name]):.3g}"
    return typed


def main():
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=SITE)) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}{PREFIX}"
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_context(viewport=SIZE, color_scheme="light", reduced_motion="reduce").new_page()
        film = Film(page, site)
        for scene in (slider, point, working, practice):
            scene(film)
        film.save(ROOT / "book" / "tour.webp")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
