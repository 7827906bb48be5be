"""The whole book kept in a browser: with its size and a progress bar, and read and run when the server has gone."""

import functools
import json
import threading
from collections import Counter
from http.server import ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from served import PREFIX, SITE, Handler

PAGE, OTHER = "book/how-to-use.html", "notebooks/11-naive-bayes.html"
PATIENCE = 300_000  # milliseconds; a busy machine takes long to store 92 MB


class Host:
    """A server of the book that can go away and come back, and that may refuse some files."""

    def __init__(self):
        self.asked, self.refused, self.server, self.port = [], set(), None, 0
        host = self

        class Recording(Handler):
            protocol_version = "HTTP/1.0"  # no connection outlives its answer: gone is gone

            def send_head(self):
                path = urlsplit(self.path).path.removeprefix(PREFIX)
                host.asked.append(path)
                return self.send_error(503) if path in host.refused else super().send_head()

        self.handler = functools.partial(Recording, directory=SITE)
        self.start()

    def start(self):
        ThreadingHTTPServer.allow_reuse_address = True
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), self.handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def address(self, path):
        return f"http://127.0.0.1:{self.port}{PREFIX}{path}"


@pytest.fixture
def host():
    if not (SITE / "book" / "index.html").exists():
        pytest.fail("the book is not built: run make book", pytrace=False)
    host = Host()
    yield host
    host.stop()


@pytest.fixture
def page(browser, host):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(host.address(PAGE))
    yield page
    context.close()


def box(page):
    return page.locator(".keep")


def wait_for(page, words):
    page.wait_for_function(
        "words => document.querySelector('.keep [role=status]').textContent.includes(words)",
        arg=words,
        timeout=PATIENCE,
    )


def in_megabytes(files):
    return -(-sum(size for size, _ in files.values()) // 10**6)


def test_the_list_has_every_file_that_a_page_may_need():
    files = json.loads((SITE / "keep.json").read_text(encoding="utf-8"))
    assert all((SITE / name).stat().st_size == size for name, (size, _) in files.items())
    shown = {path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html")}
    live = {path.relative_to(SITE).as_posix() for path in (SITE / "_live").rglob("*") if path.is_file()}
    assert shown | live <= set(files) and "keep.json" not in files


def test_nothing_is_kept_unasked(page, host):
    wait_for(page, "The book is not kept in this browser.")
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    assert page.evaluate("async () => (await caches.keys()).length") == 0
    assert "keep-worker.js" not in host.asked


def test_the_whole_book_is_kept_read_and_run_without_its_server_and_removed(page, host):
    files = json.loads((SITE / "keep.json").read_text(encoding="utf-8"))
    size = f"{in_megabytes(files)} MB"
    box(page).get_by_role("button", name=f"Keep the whole book ({size})").click()
    wait_for(page, "Keeping the book")
    assert box(page).get_by_role("progressbar", name="Files of the book").is_visible()
    wait_for(page, f"The whole book, {size}, is kept")
    assert not box(page).get_by_role("progressbar").is_visible()
    host.stop()

    page.goto(host.address(OTHER))  # never opened before
    assert "Naive Bayes" in page.title()
    slider = page.locator(".explore input[type=range]").first
    picture = page.locator(".explore img").first
    before = picture.get_attribute("src")
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_function("old => document.querySelector('.explore img').src !== old", arg=before)
    assert page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).length") == 0
    page.get_by_role("button", name="Run this page", exact=True).click()
    page.wait_for_selector(".live-output img", timeout=PATIENCE)
    assert page.locator(".live-error").count() == 0

    page.goto(host.address("search.html?q=perceptron"))
    page.wait_for_selector(".found > li")
    page.goto(host.address(PAGE))
    wait_for(page, "The book is kept in this browser.")
    host.start()
    page.reload()
    wait_for(page, "is kept in this browser: all of it opens at this address without a connection")
    box(page).get_by_role("button", name="Remove it from this browser").click()
    wait_for(page, "The book is not kept in this browser.")
    assert page.evaluate("async () => (await caches.keys()).length") == 0


def test_what_was_kept_before_a_fault_stays_and_the_rest_comes_later(page, host):
    files = json.loads((SITE / "keep.json").read_text(encoding="utf-8"))
    last = list(files)[-1]
    host.refused.add(last)
    box(page).get_by_role("button", name="Keep the whole book").click()
    wait_for(page, f"The book could not be kept as a whole: {last} could not be loaded.")
    host.refused.clear()
    fetched = Counter(host.asked)
    box(page).get_by_role("button", name="Get what is missing").click()
    wait_for(page, "The whole book")
    again = Counter(host.asked) - fetched
    assert again[last] == 1 and sum(again[name] for name in files) < 20  # nothing that was there already


def test_a_newer_edition_is_fetched_where_it_differs(page, host):
    box(page).get_by_role("button", name="Keep the whole book").click()
    wait_for(page, "The whole book")
    page.evaluate(
        """async (have) => {
            const store = await caches.open("byhand-book");
            const old = await (await store.match(have)).json();
            old["book/index.html"] = "older";
            old["book/gone.html"] = "older";
            await store.put(have, new Response(JSON.stringify(old)));
        }""",
        host.address("keep-have.json"),
    )
    page.reload()
    wait_for(page, "Part of this edition")
    asked = len(host.asked)
    box(page).get_by_role("button", name="Get what is missing (1 MB)").click()
    wait_for(page, "The whole book")
    assert "book/index.html" in host.asked[asked:] and OTHER not in host.asked[asked:]


def test_a_folder_needs_no_keeping(browser):
    page = browser.new_page()
    page.goto((SITE / PAGE).as_uri())
    assert "all of it is on your machine already" in page.locator(".keep").inner_text()
    assert page.locator(".keep button:visible").count() == 0
    page.close()
