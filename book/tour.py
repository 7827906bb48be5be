"""Make the README's moving picture from the built book: a slider, a working, a practice problem that is marked.

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
from playwright.sync_api import sync_playwright

from byhand.practice import problem

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests" / "browser"))

from served import FLAGS, PREFIX, SITE, Handler, chromium  # noqa: E402  the tests serve the book already

DESCRIPTION = 0x010E  # what Exif calls the description of an image
SIZE = {"width": 1000, "height": 640}
BARE = """.bd-header, .bd-sidebar-primary, .bd-sidebar-secondary, .bd-header-article,
#pst-back-to-top { display: none !important }
.bd-main .bd-content { justify-content: center } html { scroll-behavior: auto !important }"""


def shown():
    """A digest of what the scenes show, as the book has it now: the film carries it, and a test compares."""
    asked = problem("bayes-rule")
    scenes = [first_output("12-nearest-neighbours", "explore("), first_output("11-naive-bayes", ".working(")]
    scenes += [asked.question, *(f"{ask.name} {ask.label}" for ask in asked.asks)]
    return hashlib.sha256("\n".join(scenes).encode()).hexdigest()[:16]


def first_output(notebook, call):
    """What the first cell of a notebook that holds a call has put out."""
    cells = json.loads((ROOT / "notebooks" / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    code = (cell for cell in cells if cell["cell_type"] == "code")
    outputs = next(cell["outputs"] for cell in code if call in "".join(cell["source"]))
    return json.dumps([output["data"] for output in outputs], sort_keys=True)


class Film:
    """Pictures of a page with the milliseconds that each is shown."""

    def __init__(self, page):
        self.page, self.pictures, self.times = page, [], []

    def open(self, path, element):
        """Show a page of the book, the element at the top, without what surrounds the text."""
        self.page.goto(path)
        self.page.add_style_tag(content=BARE)
        self.page.evaluate("window.dispatchEvent(new Event('resize'))")  # the text has more room now
        self.see(element)

    def see(self, element, above=20):
        """Bring an element to the top."""
        self.page.evaluate("([e, a]) => window.scrollBy(0, e.getBoundingClientRect().top - a)", [element(), above])

    def shoot(self, milliseconds):
        self.page.wait_for_timeout(150)
        self.pictures.append(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB"))
        self.times.append(milliseconds)

    def save(self, path):
        first, *others = self.pictures
        note = Image.Exif()
        note[DESCRIPTION] = shown()
        settings = {"duration": self.times, "loop": 0, "quality": 60, "method": 6, "exif": note}
        first.save(path, save_all=True, append_images=others, **settings)


def slider(film, site):
    """How the regions of k nearest neighbours change with k."""

    def whole():
        return film.page.locator(".explore").first.element_handle()

    film.open(f"{site}notebooks/12-nearest-neighbours.html", whole)
    control = film.page.locator(".explore input[type=range]").first
    film.shoot(1500)
    for _ in range(int(control.get_attribute("max"))):
        control.press("ArrowRight")
        film.see(whole)
        film.shoot(700)


def working(film, site):
    """The working of naive Bayes, from its top to its bottom."""

    def table():
        return film.page.locator("table.working").first.element_handle()

    film.open(f"{site}notebooks/11-naive-bayes.html", table)
    film.shoot(2000)
    height = table().bounding_box()["height"]
    for above in range(0, max(1, int(height) - SIZE["height"] + 60), 60):
        film.see(table, 20 - above)
        film.shoot(250)
    film.shoot(1200)


def practice(film, site):
    """A problem in which one step holds a common mistake, the rest follows from it, and all of it is marked."""

    def form():
        return film.page.locator(".practice[data-kind=bayes-rule]").element_handle()

    film.open(f"{site}notebooks/11-naive-bayes.html", form)
    film.shoot(2500)
    given = answers(problem("bayes-rule"))
    for name, answer in given.items():
        field = film.page.locator(f'.practice[data-kind=bayes-rule] [name="{name}"]')
        field.fill(answer) if field.evaluate("e => e.tagName") == "INPUT" else field.select_option(answer)
        film.shoot(400)
    film.page.locator(".practice[data-kind=bayes-rule] button[type=submit]").click()
    film.see(form)
    film.shoot(4500)


def answers(asked):
    """What a reader might type who makes one of the common mistakes once."""
    values, typed, slipped = {}, {}, False
    for ask in asked.asks:
        slip = ask.slips[0].expression if ask.slips and not slipped else None
        slipped = slipped or slip is not None
        values[ask.name] = (slip or ask.expression)(values)
        typed[ask.name] = ask.options[int(values[ask.name])] if ask.options else f"{float(values[ask.name]):.3g}"
    return typed


def main():
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=SITE)) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}{PREFIX}"
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        film = Film(browser.new_context(viewport=SIZE, color_scheme="light", reduced_motion="reduce").new_page())
        for scene in (slider, working, practice):
            scene(film, site)
        film.save(ROOT / "book" / "tour.webp")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
