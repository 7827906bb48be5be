"""The built book served under a sub-path, and pages of it opened in a real browser that reaches nothing else."""

import contextlib
import functools
import threading
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer

import pytest
from playwright.sync_api import Error, Page, sync_playwright
from served import FLAGS, PREFIX, SITE, Handler, chromium


@pytest.fixture(scope="session")
def site():
    """The address of the served book, with a slash at its end."""
    if not (SITE / "book" / "index.html").exists():
        pytest.fail("the book is not built: run make book", pytrace=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
        server.shutdown()


@pytest.fixture
def served():
    """The paths that the server was asked for until now, a list that grows."""
    return Handler.served


# not for the session: while Playwright runs, its event loop is in the way of tests that need one (notebooks)
@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Opened:
    """A page, the addresses it asked for, and what went wrong while it was open."""

    page: Page
    requests: list = field(default_factory=list)
    problems: list = field(default_factory=list)


@pytest.fixture(scope="module")
def opener(browser, site):
    """A function that opens a page, as open_page does, and leaves it open."""

    @functools.cache  # one context for the same options, so that files stay in its cache
    def context(width, color_scheme="light", java_script_enabled=True):
        made = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=color_scheme,
            java_script_enabled=java_script_enabled,
            reduced_motion="reduce",
        )
        made.set_default_timeout(10_000)
        made.set_default_navigation_timeout(60_000)  # large pages, busy machines
        return made

    def opener(path, width=1280, **options):
        opened = Opened(context(width, **options).new_page())
        watch(opened, site)
        opened.page.goto(site + path, wait_until="load")
        return opened

    return opener


@pytest.fixture
def open_page(opener):
    """open_page("book/index.html", width=375, color_scheme="dark", java_script_enabled=False)"""
    all_opened = []

    def open_page(path, **options):
        all_opened.append(opener(path, **options))
        return all_opened[-1]

    yield open_page
    for opened in all_opened:
        close(opened)


@pytest.fixture(scope="module")
def shared_page(opener):
    """The same for tests that leave a page as it was: where they follow each other, the first of a page opens it."""
    kept = {}  # by options: the address, and what was opened

    def shared_page(path, **options):
        key = tuple(sorted(options.items()))
        if key in kept and kept[key][0] != path:
            close(kept.pop(key)[1])
        if key not in kept:
            kept[key] = path, opener(path, **options)
        return kept[key][1]

    yield shared_page
    for _, opened in kept.values():
        close(opened)


def close(opened):
    with contextlib.suppress(Error):  # a page without scripts, or one that has gone
        opened.page.evaluate("() => localStorage.clear()")  # what was typed is kept, but not for the next test
    opened.page.close()


def watch(opened, site):
    """Record what the page asks for and what goes wrong."""
    origin = site.removesuffix(PREFIX) + "/"
    page, problems = opened.page, opened.problems

    def asked(request):
        opened.requests.append(request.url)
        if not request.url.startswith((origin, "data:", "blob:")):
            problems.append(f"outside request: {request.url}")

    def failed(request):
        left = request.failure == "net::ERR_ABORTED"  # no longer wanted, as when one page leads on to another
        if request.url.startswith(origin) and not left:
            problems.append(f"failed request: {request.url} ({request.failure})")

    def answered(response):
        if response.status >= 400:
            problems.append(f"status {response.status}: {response.url}")

    def said(message):
        if message.type == "error":
            problems.append(f"console: {message.text}")

    page.on("request", asked)
    page.on("requestfailed", failed)
    page.on("response", answered)
    page.on("console", said)
    page.on("pageerror", lambda error: problems.append(f"page error: {error}"))
