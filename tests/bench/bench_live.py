"""Live pages: from the button to the first live figure, from a slider or a dragged point to its new picture, and what
is transferred.

Measured in a Chromium of its own, started anew for each visit, from a plain server on this machine. Cold is the first
visit of a new profile, warm a later one, when the browser has kept the files and the code compiled from them.
"""

import functools
import gzip
import sys
import tempfile
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "browser"))
from served import FLAGS, PREFIX, SITE, Handler, chromium  # noqa: E402

CHAPTER = "notebooks/11-naive-bayes.html"
PROFILES, VISITS, MOVES = 3, 3, 20
ALREADY_PACKED = (".bin", ".zip", ".woff2", ".webp", ".png")
FIRST_FIGURE = """() => new Promise((done) => {
    const start = performance.now();
    const look = async () => {
        const image = document.querySelector(".live-output img");
        if (!image) return requestAnimationFrame(look);
        await image.decode();
        done(performance.now() - start);
    };
    document.querySelector(".live-start").click();
    look();
})"""
ALL_RAN = "() => /^Live:/.test(document.querySelector('.live-status').textContent)"
MOVE = """([number, moves]) => (async () => {
    const box = document.querySelectorAll(".live-output .explore")[number];
    const control = box.querySelector("input[type=range], select");
    const picture = box.querySelector("img");
    const size = control.length ?? Number(control.max) + 1;
    const times = [];
    for (let i = 0; i < moves; i++) {
        control.value = (Number(control.value) + 1) % size;
        const loaded = new Promise((ok) => picture.addEventListener("load", ok, { once: true }));
        const start = performance.now();
        control.dispatchEvent(new Event("input"));
        await loaded;
        await picture.decode();
        times.push(performance.now() - start);
    }
    return [control.name, times];
})()"""
DRAG = """([number, moves]) => (async () => {
    const box = document.querySelectorAll(".live-output .explore[data-points]")[number];
    const picture = box.querySelector("img");
    const handle = box.querySelector(".points-handle");
    const times = [];
    for (let i = 0; i < moves; i++) {
        const loaded = new Promise((ok) => picture.addEventListener("load", ok, { once: true }));
        const start = performance.now();
        handle.dispatchEvent(new KeyboardEvent("keydown", { key: i % 2 ? "ArrowLeft" : "ArrowRight" }));
        await loaded;
        await picture.decode();
        times.push(performance.now() - start);
    }
    return times;
})()"""


def main():
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{server.server_port}{PREFIX}"
        measure(root + CHAPTER)
        report_drags(root)
        server.shutdown()


def measure(url):
    cold, warm = [], []
    with sync_playwright() as playwright:
        for profile in range(PROFILES):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                for visit in range(VISITS):
                    context = playwright.chromium.launch_persistent_context(
                        folder, executable_path=chromium(), args=FLAGS, viewport={"width": 1280, "height": 900}
                    )
                    page = context.new_page()
                    Handler.served.clear()
                    page.goto(url, wait_until="networkidle")
                    page.wait_for_selector(".live-start")
                    static = set(Handler.served)
                    (warm if visit else cold).append(page.evaluate(FIRST_FIGURE))
                    live = set(Handler.served) - static
                    page.wait_for_function(ALL_RAN, timeout=120_000)
                    page.wait_for_timeout(2000)
                    if profile == visit == 0:
                        report_bytes(static, live)
                    if profile == 0 and visit == VISITS - 1:
                        report_sliders(page)
                    context.close()
    print(f"\nfirst live figure, cold: median {median(cold) / 1000:.1f} s of {seconds(cold)} (goal 4)")
    print(f"first live figure, warm: median {median(warm) / 1000:.1f} s of {seconds(warm)} (goal 2.8)")


def seconds(times):
    return ", ".join(f"{time / 1000:.1f}" for time in sorted(times))


def report_bytes(static, live):
    """What a page asks for, as stored and as a server that compresses would send it."""
    frames = {path for path in static if "/_frames/" in path}
    parts = {"static page": static - frames, "  pictures of its sliders": frames, "to the first live figure": live}
    print(f"{'transferred':<28}{'files':>6}{'bytes':>12}{'compressed':>12}")
    for name, paths in parts.items():
        files = [SITE / path.removeprefix(PREFIX).split("?")[0] for path in paths]
        contents = [(file, file.read_bytes()) for file in files if file.is_file()]
        packed = sum(len(c if f.suffix in ALREADY_PACKED else gzip.compress(c)) for f, c in contents)
        print(f"{name:<28}{len(contents):>6}{sum(len(c) for _, c in contents):>12,}{packed:>12,}")


def report_sliders(page):
    print(f"\nslider to new picture: median of {MOVES} moves, goal at most 300 ms\n")
    for number in range(page.locator(".live-output .explore").count()):
        name, times = page.evaluate(MOVE, [number, MOVES])
        print(f"{number + 1}, {name:<24}{median(times):>6.0f} ms")


def report_drags(root):
    """Every explorable whose points can be moved, on its page."""
    print(f"\ndragged point to new picture: quickest and median of {MOVES} moves, goal at most 300 ms\n")
    pages = sorted(path for path in SITE.glob("notebooks/*.html") if "data-points=" in path.read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for path in pages:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(root + path.relative_to(SITE).as_posix(), wait_until="networkidle")
            page.locator(".live-start").first.click()
            page.wait_for_function(ALL_RAN, timeout=300_000)
            for number in range(page.locator(".live-output .explore[data-points]").count()):
                page.evaluate(DRAG, [number, 3])  # the first time much is loaded
                times = page.evaluate(DRAG, [number, MOVES])
                print(f"{path.stem:<34}{min(times):>6.0f} ms{median(times):>6.0f} ms", flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
