"""The pages of the built book, as readers meet them: in a browser, on a phone, without scripts, on paper."""

import functools
import html
import json
import re
from datetime import datetime
from html.parser import HTMLParser
from math import prod
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from accessibility import axe_violations, turn_dark
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
LANDING, CHAPTER = "book/index.html", "notebooks/11-naive-bayes.html"
FRAMES_BUDGET = 400_000  # bytes
PHONE = 375  # pixels

FILES = sorted(file.relative_to(SITE).as_posix() for file in SITE.rglob("*.html") if "_static" not in file.parts)
NOT_READ = {"index.html", "genindex.html", "py-modindex.html", "search.html"}
PAGES = [name for name in FILES if name not in NOT_READ] or [LANDING]  # if not built, the landing page says so
EXPLORABLE = [name for name in FILES if 'class="explore"' in (SITE / name).read_text("utf-8")] or [LANDING]

# what is folded at first is part of the page too
FOLDED = "details:not([open]) > summary, button.toggle-button-hidden"
UNFOLD = f"() => document.querySelectorAll({FOLDED!r}).forEach(e => e.click())"
# parts of the page that stick out to the right, other than those inside something that scrolls or clips
WIDER = """width => {
    const free = e => !e || (getComputedStyle(e).overflowX === "visible" && free(e.parentElement));
    return [...document.querySelectorAll("main *")]
        .filter(e => e.getBoundingClientRect().right > width + 1 && free(e.parentElement))
        .slice(0, 5).map(e => e.outerHTML.slice(0, 80));
}"""
LOADED = "async img => { await img.decode().catch(() => {}); return img.naturalWidth > 0; }"
# what is wrong with images: each loads, and has a text in its place unless it is an ornament
WIDE_FORMULAE = """() => [...document.querySelectorAll("article div.math")].filter(box => box.checkVisibility())
    .filter(box => box.scrollWidth > box.clientWidth + 2)
    .map(box => "formula wider than the page: " + box.textContent.slice(0, 60))"""
IMAGES = """async () => {
    const wrong = [];
    for (const image of document.images) {
        await image.decode().catch(() => {});
        if (!image.naturalWidth) wrong.push(`image not loaded: ${image.src}`);
        const ornament = image.getAttribute("alt") === "" && image.closest("[aria-hidden=true], [role=presentation]");
        if (!image.alt && !ornament) wrong.push(`image without alt: ${image.src}`);
    }
    return wrong;
}"""


# every page


@pytest.mark.parametrize("name", PAGES)
def test_page_is_whole_accessible_and_needs_no_other_host(open_page, name):
    opened = open_page(name, color_scheme="light")
    page = opened.page
    unfold(page)
    headings = page.locator("h1:visible").all_inner_texts()
    problems = [] if len(headings) == 1 else [f"not one h1: {headings}"]
    if page.locator("html").get_attribute("lang") != "en":
        problems.append("no lang attribute")
    problems += page.evaluate(IMAGES) + page.evaluate(WIDE_FORMULAE) + axe_violations(page)
    turn_dark(page)
    problems += [f"dark: {problem}" for problem in axe_violations(page, only_colours=True)]
    assert not problems + opened.problems, "\n".join(problems + opened.problems)


def unfold(page):
    """Open all that is folded, and leave the page's scripts the time to see it."""
    for switch in page.locator(".notes-switch input").all():
        switch.check()
    if page.locator(FOLDED).count():
        page.evaluate(UNFOLD)
        page.wait_for_timeout(600)
        assert page.locator(FOLDED).count() == 0
    page.evaluate("window.dispatchEvent(new Event('resize'))")  # what scrolls now gets its tab stop
    page.wait_for_timeout(500)


def test_root_leads_to_the_landing_page(open_page, site):
    opened = open_page("")
    opened.page.wait_for_url(site + LANDING)
    assert opened.page.locator("h1:visible").inner_text().startswith("Machine Learning by Hand")
    assert opened.problems == []


def test_search_finds_the_chapter_offline(open_page):
    opened = open_page("search.html?q=Laplace+smoothing")
    opened.page.locator(f"#search-results a[href*='{CHAPTER}']").first.wait_for(timeout=10_000)
    assert opened.problems == []


# explorables


@pytest.fixture(scope="module")
def chapter(opener):
    """The chapter, opened once: each test touches another explorable."""
    opened = opener(CHAPTER)
    yield opened
    opened.page.close()


def explorable(page, label):
    """The explorable with a control of this name, and the control."""
    labels = page.locator("label").filter(has_text=re.compile(rf"^\s*{label}\b"))
    return page.locator(".explore").filter(has=labels).first, labels.first.locator("input, select")


def state(box):
    return box.locator(".explore-picture").get_attribute("src"), box.locator(".explore-text").inner_text()


def assert_all_changed(box, before):
    after = state(box)
    assert after[0] != before[0], "the picture stays"
    assert after[1] != before[1], "the text stays"
    assert box.locator(".explore-picture").evaluate(LOADED), "the new picture does not load"


@pytest.mark.parametrize("label", ["alpha", "bandwidth"])
def test_slider_follows_the_keyboard(chapter, label):
    box, slider = explorable(chapter.page, label)
    before, word = state(box), box.locator("output").inner_text()
    slider.focus()
    chapter.page.keyboard.press("ArrowRight")
    assert_all_changed(box, before)
    assert box.locator("output").inner_text() != word
    assert slider.get_attribute("aria-valuetext") == box.locator("output").inner_text()
    chapter.page.keyboard.press("ArrowLeft")
    assert state(box) == before
    assert chapter.problems == []


def test_menu_shows_that_an_unseen_word_excludes_a_class(chapter):
    box, menu = explorable(chapter.page, "outlook")
    before = state(box)
    menu.select_option("Overcast")
    assert_all_changed(box, before)
    assert re.search(r"No: .* × 0 .*= 0, so P\(No\|x\) = 0\b", state(box)[1]), state(box)[1]
    assert chapter.problems == []


def test_menu_of_the_landing_page_changes_the_answer(open_page):
    opened = open_page(LANDING)
    box, menu = explorable(opened.page, "outlook")
    before = state(box)
    assert "P(No|x) = 0.7201" in before[1]
    menu.focus()
    opened.page.keyboard.press("ArrowDown")
    assert_all_changed(box, before)
    assert opened.problems == []


def test_check_box_follows_the_keyboard(chapter):
    box, switch = explorable(chapter.page, "free")
    before = state(box)
    switch.focus()
    chapter.page.keyboard.press("Space")
    assert not switch.is_checked()
    assert_all_changed(box, before)
    assert chapter.problems == []


@pytest.mark.parametrize("name", EXPLORABLE)
def test_explorable_has_a_small_picture_for_each_setting(site, name):
    boxes = re.findall(r'<div class="explore".*?</script>', (SITE / name).read_text("utf-8"), re.DOTALL)
    assert boxes
    for box in boxes:
        data = json.loads(box.partition('<script type="application/json">')[2].removesuffix("</script>"))
        sizes = [menu.count("<option") for menu in re.findall(r"<select.*?</select>", box)]
        sizes += [int(last) + 1 for last in re.findall(r'type="range"[^>]* max="(\d+)"', box)]
        sizes += [2] * box.count('type="checkbox"')
        assert len(data["sources"]) == len(data["texts"]) == prod(sizes)
        frames = {urljoin(site + name, source).removeprefix(site) for source in data["sources"]}
        assert [frame for frame in frames if not (SITE / frame).is_file()] == []
        assert sum((SITE / frame).stat().st_size for frame in frames) <= FRAMES_BUDGET


@pytest.mark.parametrize("name", EXPLORABLE)
def test_explorable_has_sliders_that_increase_and_offer_a_choice_and_keeps_its_answer_folded(name):
    for slider in re.findall(r'<input type="range"[^>]*>', (SITE / name).read_text("utf-8")):
        words = json.loads(html.unescape(re.search(r'data-words="(.*?)"', slider)[1]))
        assert len(words) > 1, slider
        assert sorted(map(float, words)) == list(map(float, words)), slider
    for menu in re.findall(r"<select name.*?</select>", (SITE / name).read_text("utf-8")):
        assert menu.count("<option") > 1, menu
    for box in re.findall(r'<div class="explore".*?<script', (SITE / name).read_text("utf-8"), re.DOTALL):
        assert "explore-question" not in box or '<details class="explore-answer"><summary>Answer</summary>' in box


@pytest.mark.parametrize("name", EXPLORABLE)
def test_explorable_loads_only_its_first_picture_until_it_is_touched(shared_page, site, name):
    opened = shared_page(name)
    opened.page.wait_for_load_state("networkidle")
    asked = {address for address in opened.requests if address.startswith(f"{site}_frames/")}
    assert asked == set(opened.page.locator(".explore-picture").evaluate_all("all => all.map(picture => picture.src)"))


@pytest.mark.parametrize("name", EXPLORABLE)
def test_explorable_names_its_controls_and_announces_its_text(shared_page, name):
    for box in shared_page(name).page.locator(".explore").all():
        assert box.locator(".explore-text").get_attribute("role") == "status"
        assert not box.locator(".explore-settings").is_visible()
        controls = box.locator(".explore-controls")
        assert controls.is_visible()
        count = controls.locator("input, select").count()
        named = re.findall(r'- (?:slider|combobox|checkbox) "[^"]+"', controls.aria_snapshot())
        assert count and len(named) == count, controls.aria_snapshot()
        assert controls.locator("[type=range]:not([aria-valuetext])").count() == 0


PLAYED = [name for name in EXPLORABLE if "explore-play" in (SITE / name).read_text("utf-8")] or [LANDING]


@pytest.mark.parametrize("name", PLAYED)
def test_explorable_of_a_process_steps_on_by_the_keyboard(shared_page, name):
    opened = shared_page(name)  # by a reader who prefers less motion
    for box in opened.page.locator(".explore").filter(has=opened.page.locator(".explore-play")).all():
        button = box.locator(".explore-play")
        slider = box.locator(f"[name={button.get_attribute('data-plays')}]")
        assert re.search(r'button "Next: [a-z ]+"', box.locator(".explore-controls").aria_snapshot())
        button.focus()
        for _ in range(2):
            before, position = state(box), int(slider.input_value())
            opened.page.keyboard.press("Enter")
            after = int(slider.input_value())
            assert after == (position + 1) % (int(slider.get_attribute("max")) + 1)
            assert state(box) != before
    assert opened.problems == []


def test_a_process_plays_pauses_and_stops_at_its_end(browser, site):
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference").new_page()
    page.clock.install(time=datetime(2026, 1, 1))
    page.goto(site + "notebooks/26-hidden-markov-models.html")
    page.clock.pause_at(datetime(2026, 1, 2))  # from here on time passes when it is told to
    box = page.locator(".explore").filter(has=page.locator(".explore-play")).first
    slider, button, text = box.locator("[type=range]").first, box.locator(".explore-play"), box.locator(".explore-text")
    slider.press("End")
    assert button.inner_text() == "Play" and slider.input_value() == slider.get_attribute("max")
    button.press("Space")
    assert (slider.input_value(), button.inner_text()) == ("0", "Pause")
    assert text.get_attribute("aria-live") == "off", "each step is read aloud"
    page.clock.run_for(2100)
    assert slider.input_value() == "2"
    button.press("Space")
    page.clock.run_for(3000)
    assert (slider.input_value(), button.inner_text()) == ("2", "Play")
    button.click()
    slider.press("ArrowRight")  # the reader takes over
    page.clock.run_for(3000)
    assert (slider.input_value(), button.inner_text()) == ("4", "Play")
    button.click()
    page.clock.run_for(9000)
    assert slider.input_value() == slider.get_attribute("max") and button.inner_text() == "Play"
    assert text.get_attribute("aria-live") is None
    page.context.close()


# on a phone

SMALLEST_TYPE = """async () => {
    const found = [];
    for (const stage of document.querySelectorAll(".stage")) {
        const image = stage.querySelector("img"), source = stage.querySelector("source");
        await image.decode().catch(() => {});
        const shown = source && matchMedia(source.media).matches ? source : stage;
        const type = (shown.dataset.type * image.clientWidth) / image.naturalWidth;
        found.push({ alt: image.alt, type, narrow: shown === source, over: stage.scrollWidth - stage.clientWidth });
    }
    return found;
}"""
# formulae of which some part cannot be scrolled to
OUT_OF_REACH = """() => [...document.querySelectorAll("article div.math")].filter(box => box.checkVisibility())
    .filter((box) => {
        const start = box.getBoundingClientRect().left;
        const parts = [...box.querySelectorAll(".katex-display .base")].map((part) => part.getBoundingClientRect());
        return parts.some(({ left, right }) => left < start - 2 || right - start > box.scrollWidth + 2);
    }).map((box) => box.textContent.slice(0, 60))"""
# what scrolls sideways, can be seen, and does not look like it
UNMARKED = """() => [...document.querySelectorAll("article :is(pre, table, .stage, div.math)")]
    .filter(box => box.checkVisibility() && getComputedStyle(box).overflowX !== "visible")
    .filter(box => box.scrollWidth > box.clientWidth + 2 && getComputedStyle(box).maskImage === "none")
    .map(box => box.outerHTML.slice(0, 90))"""
WITH_FIGURES = [name for name in FILES if 'class="stage"' in (SITE / name).read_text("utf-8")] or [LANDING]


@pytest.mark.parametrize("name", WITH_FIGURES)
def test_phone_shows_figures_whole_with_type_that_can_be_read(shared_page, name):
    opened = shared_page(name, width=390)
    figures = opened.page.evaluate(SMALLEST_TYPE)
    assert figures and all(figure["narrow"] and figure["over"] <= 0 for figure in figures), figures
    assert min(figure["type"] for figure in figures) >= 11, figures
    opened.page.evaluate(
        """() => document.querySelectorAll(".explore-controls :is(input, select):first-of-type")
            .forEach(c => c.dispatchEvent(new Event("input", { bubbles: true })))"""
    )
    moved = opened.page.evaluate(SMALLEST_TYPE)
    assert min(figure["type"] for figure in moved) >= 10.95, moved
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert opened.problems == []


@pytest.mark.parametrize("name", WITH_FIGURES)
def test_phone_shows_what_scrolls_sideways(shared_page, name):
    page = shared_page(name, width=390).page
    unfold(page)
    assert page.evaluate(UNMARKED) == []
    assert page.evaluate(OUT_OF_REACH) == []
    if (boxes := page.locator("article pre[data-more-to=right]:visible")).count():
        box = boxes.first.element_handle()
        box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
        page.wait_for_function("box => box.dataset.moreTo === 'left'", arg=box)


@pytest.mark.parametrize("name", PAGES)
def test_page_does_not_scroll_sideways_on_a_small_phone(shared_page, name):
    page = shared_page(name, width=390).page
    page.set_viewport_size({"width": PHONE, "height": 800})
    try:
        unfold(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE, f"{width} px wide: {page.evaluate(WIDER, PHONE)}"
    finally:
        page.set_viewport_size({"width": 390, "height": 800})


def test_phone_shows_points_where_its_figure_has_them(open_page):
    page = open_page("notebooks/13b-pruning-and-numbers.html", width=390).page
    box = page.locator(".explore[data-points]").first
    data = json.loads(box.get_attribute("data-points"))
    box.evaluate(
        """async (box, data) => {
            const { movable } = await window.byhand.points();
            box.movable = movable(box, data, () => {});
        }""",
        data,
    )

    def shares(places):
        (left, top, right, bottom), (low, high, floor, ceiling) = places["box"], places["limits"]
        x, y, _ = data["rows"][0]
        across, up = (x - low) / (high - low), (y - floor) / (ceiling - floor)
        return [100 * (left + across * (right - left)), 100 * (bottom + up * (top - bottom))]

    at = "handle => [handle.style.left, handle.style.top].map(parseFloat)"
    assert box.locator(".points-handle").first.evaluate(at) == pytest.approx(shares(data["narrow"]), abs=0.01)
    box.locator("[type=range]").press("ArrowRight")
    assert box.locator(".points-handle").first.evaluate(at) == pytest.approx(shares(data["places"]), abs=0.01)
    expect(box.locator(".stage")).to_have_attribute("data-more-to", "right")  # set when the picture has loaded


def test_phone_keeps_the_wide_figure_for_wide_windows_and_paper(open_page):
    page = open_page(CHAPTER).page
    assert not any(figure["narrow"] for figure in page.evaluate(SMALLEST_TYPE))
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(media="print")
    assert not any(figure["narrow"] for figure in page.evaluate(SMALLEST_TYPE))


# other ways to read


def test_chapter_reads_without_scripts(open_page):
    opened = open_page(CHAPTER, java_script_enabled=False)
    page = opened.page
    for box in page.locator(".explore").all():
        assert box.locator(".explore-picture").is_visible()
        assert box.locator(".explore-picture").evaluate("img => img.naturalWidth") > 0
        assert " = " in box.locator(".explore-settings").inner_text()
        assert box.locator(".explore-settings").is_visible()
        assert box.locator(".explore-text").inner_text()
        assert not box.locator(".explore-controls").is_visible()
    formulae = page.locator("article .katex")
    assert formulae.count() > 100
    assert page.locator("article .katex math").count() == formulae.count()
    assert page.locator("article").inner_text().count(r"\(") == 0, "a formula is not typeset"
    solutions = page.locator("div.solution")
    assert solutions.count() > 0
    for solution in solutions.all():
        texts = solution.locator("> section > *, > .solution-content > *")
        assert texts.count() and texts.first.is_visible(), solution.inner_text()[:80]
    blocked = "(csp)"  # how the browser calls scripts that it may not fetch
    assert [problem for problem in opened.problems if not problem.endswith(blocked)] == []


@pytest.mark.parametrize("name", EXPLORABLE)
def test_dark_page_turns_its_figures_dark(open_page, name):
    page = open_page(name, color_scheme="dark").page
    assert brightness(page) < 60
    figures = page.locator("article .cell_output img, article .explore-picture")
    filters = figures.evaluate_all("images => images.map(image => getComputedStyle(image).filter)")
    assert filters and "none" not in filters


def brightness(page):
    """The mean of red, green and blue of the page's background."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3


@pytest.mark.parametrize("name", EXPLORABLE)
def test_print_has_settings_in_place_of_controls_and_no_sidebar(shared_page, name):
    page = shared_page(name).page
    assert page.locator(".bd-sidebar-primary").is_visible()
    page.emulate_media(media="print")
    try:
        for box in page.locator(".explore").all():
            assert not box.locator(".explore-controls").is_visible()
            assert box.locator(".explore-settings").is_visible()
            assert box.locator(".explore-picture").is_visible()
        assert not page.locator(".bd-sidebar-primary").is_visible()
        assert not page.locator(".bd-sidebar-secondary").is_visible()
    finally:
        page.emulate_media(media="screen")


# the files, without a browser


class Tags(HTMLParser):
    """All tags of a page as (name, attributes), and the text of its style elements."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.styles, self.inside = [], "", None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_data(self, data):
        if self.inside == "style":
            self.styles += data

    def handle_endtag(self, tag):
        self.inside = None


@functools.cache
def parsed(name):
    return Tags((SITE / name).read_text("utf-8"))


@functools.cache
def anchors(name):
    return {attrs[key] for _, attrs in parsed(name).tags for key in ("id", "name") if attrs.get(key)}


@pytest.mark.parametrize("name", FILES)
def test_links_inside_the_book_lead_somewhere(site, name):
    broken = set()
    for tag, attrs in parsed(name).tags:
        link = attrs.get("href")
        if tag not in ("a", "area", "link") or link is None or urlsplit(link).scheme or link.startswith("//"):
            continue
        address = urlsplit(urljoin(site + name, link))
        path = unquote(address.path).removeprefix(urlsplit(site).path)
        fragment = unquote(address.fragment)
        if path.startswith("/") or not (SITE / path).is_file():
            broken.add(f"{link}: no such file")
        elif fragment and path.endswith(".html") and fragment not in anchors(path):
            broken.add(f"{link}: no such place")
    assert sorted(broken) == []


LOADING = {"stylesheet", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "icon", "manifest"}


@pytest.mark.parametrize("name", FILES)
def test_page_names_nothing_to_load_from_another_host(name):
    loaded = []
    for tag, attrs in parsed(name).tags:
        if tag in ("script", "img", "iframe", "source", "video", "audio", "embed", "input"):
            loaded += [attrs.get("src") or "", *(attrs.get("srcset") or "").split(",")]
        if tag == "link" and LOADING & set((attrs.get("rel") or "").split()):
            loaded.append(attrs.get("href") or "")
        loaded += css_addresses(attrs.get("style") or "")
    loaded += css_addresses(parsed(name).styles)
    assert [address for address in loaded if is_outside(address)] == []


def test_stylesheets_name_nothing_to_load_from_another_host():
    sheets = [*SITE.rglob("*.css")]
    found = [(sheet.name, address) for sheet in sheets for address in css_addresses(sheet.read_text("utf-8"))]
    assert sheets and [(sheet, address) for sheet, address in found if is_outside(address)] == []


def css_addresses(css):
    return [match[1] or match[2] for match in re.finditer(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", css)]


def is_outside(address):
    return address.strip().lower().startswith(("http:", "https:", "//"))
