"""What axe says about a page, in a small part of the time: see accessibility.js."""

from contextlib import suppress
from pathlib import Path

from playwright.sync_api import TimeoutError as TookTooLong

AXE = Path(__file__).parents[2] / ".cache" / "axe" / "axe.min.js"
SHORT_WAY = Path(__file__).with_name("accessibility.js")
SETTLED = "[...document.querySelectorAll('pre')].every(e => e.scrollWidth <= e.clientWidth || e.tabIndex >= 0)"


def axe_violations(page, only_colours=False):
    """Serious and critical findings of axe: rule, what it asks for, and where."""
    return [
        f"axe {found['rule']}: {found['help']}: {found['html']} (near #{found['near']})"
        for found in findings(page, "accessibility", only_colours)
    ]


def findings(page, way, *arguments):
    if not page.evaluate("() => 'accessibility' in window"):
        page.add_script_tag(path=AXE)
        page.add_script_tag(path=SHORT_WAY)
    with suppress(TookTooLong):  # tab stops come a moment after unfolding; if they never do, axe says so
        page.wait_for_function(SETTLED, timeout=3_000)
    return page.evaluate(f"arguments => window.{way}(...arguments)", arguments)


def turn_dark(page):
    """Switch an open page to the dark scheme, as a reader's system does in the evening."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]", state="attached")
