"""What helps reading: definitions of terms, the glossary, notes beside the text, notes on the sources, paper."""

import re

import pytest

CHAPTER, GLOSSARY = "notebooks/12-nearest-neighbours.html", "book/glossary.html"
LINK = "a[aria-describedby='definition-of-k-nearest-neighbours']"
MEANING = "A method that predicts the majority class"


# terms and the glossary


@pytest.fixture
def term(open_page):
    """A term of a chapter and its definition."""
    page = open_page(CHAPTER).page
    return page.locator(LINK).first, page.locator("#definition-of-k-nearest-neighbours")


def test_definition_shows_under_the_pointer_and_goes_with_it(term):
    link, definition = term
    assert not definition.is_visible()
    link.hover()
    assert definition.is_visible() and definition.inner_text().startswith(MEANING)
    inside(definition, 1280)
    link.page.mouse.move(2, 2)
    definition.wait_for(state="hidden")


def test_definition_shows_on_focus_and_escape_closes_it(term):
    link, definition = term
    link.focus()
    assert definition.is_visible()
    link.page.keyboard.press("Escape")
    assert not definition.is_visible()
    link.press("Enter")
    link.page.wait_for_url("**/book/glossary.html#term-k-nearest-neighbours")


def test_first_tap_shows_the_definition_and_the_second_opens_the_glossary(browser, site):
    context = browser.new_context(viewport={"width": 375, "height": 700}, has_touch=True)
    page = context.new_page()
    page.goto(site + CHAPTER)
    link, definition = page.locator(LINK).first, page.locator("#definition-of-k-nearest-neighbours")
    link.tap()
    assert definition.is_visible() and page.url.endswith(CHAPTER)
    inside(definition, 375)
    page.locator("h1:visible").tap()
    assert not definition.is_visible()
    link.tap()
    link.tap()
    page.wait_for_url("**/book/glossary.html#term-k-nearest-neighbours")
    context.close()


def inside(box, width):
    """Assert that a box is within a window of this width."""
    place = box.bounding_box()
    assert place["x"] >= 0 and place["x"] + place["width"] <= width, place


def test_glossary_has_letters_and_leads_back_to_where_a_term_is_used(open_page):
    opened = open_page(GLOSSARY)
    page = opened.page
    letters = page.locator(".letters a")
    assert letters.all_inner_texts() == sorted(set(letters.all_inner_texts())) and letters.count() > 15
    page.locator(".letters a", has_text="V").click()
    assert page.evaluate("document.querySelector(location.hash).textContent[0].toUpperCase()") == "V"
    item = page.locator("dt#term-k-nearest-neighbours ~ dd").first
    item.locator(".ways-back a", has_text="12 Nearest neighbours").click()
    page.wait_for_url(f"**/{CHAPTER}#use-k-nearest-neighbours")
    assert page.locator("#use-k-nearest-neighbours").inner_text() == "k-nearest neighbours"
    assert opened.problems == []


def test_glossary_has_other_names_at_their_place_in_the_alphabet(open_page):
    """Whoever looks for PCA under P, or for attribute under A, is led to the entry."""
    page = open_page(GLOSSARY).page
    heads = page.locator("dl.glossary > dt").evaluate_all(
        """all => all.filter((dt) => dt.previousElementSibling?.tagName !== "DT")
            .map((dt) => dt.firstChild.textContent.trim())"""
    )
    assert {"attribute", "Gram matrix", "MAP", "PCA", "sensitivity"} <= set(heads)
    assert [head[0].lower() for head in heads] == sorted(head[0].lower() for head in heads)
    line = page.locator("dt.other-name", has_text=re.compile("^attribute$"))
    line.locator("+ dd a").click()
    assert page.evaluate("document.querySelector(location.hash).tagName") == "DT"


# notes beside the text


@pytest.mark.parametrize("width", [992, 1199])
def test_margin_note_is_in_the_text_where_the_window_has_no_margin(open_page, width):
    page = open_page(CHAPTER, width=width).page
    note = '<aside class="margin sidebar"><p class="sidebar-title">Note</p><p>Some words beside the text.</p></aside>'
    page.locator("article section").first.evaluate(
        "(section, note) => section.insertAdjacentHTML('beforeend', note)", note
    )
    box, column = page.locator("aside.margin").bounding_box(), page.locator("article").bounding_box()
    assert box["x"] >= column["x"] and box["x"] + box["width"] <= column["x"] + column["width"] + 1


# notes on the sources


NOTES = "section#notes-on-the-sources"


@pytest.fixture
def newcomer(browser):
    """A browser that remembers nothing yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()


def test_notes_on_the_sources_are_shown_when_asked_for_and_the_browser_remembers(newcomer, site):
    page = newcomer.new_page()
    page.goto(site + CHAPTER)
    switch = page.get_by_label("notes on the sources")
    assert switch.is_visible() and not switch.is_checked() and not page.locator(NOTES).is_visible()
    assert page.locator("details.verdicts > summary").first.is_visible()
    switch.check()
    assert page.locator(NOTES).is_visible()
    page.goto(site + "notebooks/11-naive-bayes.html")
    assert page.locator(NOTES).is_visible()
    page.get_by_label("notes on the sources").uncheck()
    page.reload()
    assert not page.locator(NOTES).is_visible()


def test_a_link_into_the_notes_opens_them(newcomer, site):
    page = newcomer.new_page()
    page.goto(site + CHAPTER + "#notes-on-the-sources")
    assert page.locator(NOTES).is_visible()
    page.goto(site + "notebooks/11-naive-bayes.html")
    assert not page.locator(NOTES).is_visible(), "a link is no wish for all pages"
    page.evaluate("location.hash = '#notes-on-the-sources'")
    page.locator(NOTES).wait_for()
    page.wait_for_function("document.querySelector('#notes-on-the-sources h2').getBoundingClientRect().top < 800")


def test_a_search_that_found_its_words_in_the_notes_opens_them(newcomer, site):
    page = newcomer.new_page()
    page.goto(site + CHAPTER)
    inside, outside = page.locator(NOTES).evaluate(
        """notes => {
            const words = element => new Set(element.textContent.toLowerCase().match(/[a-z]{7,}/g));
            const rest = notes.parentElement.cloneNode(true);
            rest.querySelector("#notes-on-the-sources").remove();
            const [of_notes, of_rest] = [words(notes), words(rest)];
            const prose = words(rest.querySelector("blockquote"));
            return [[...of_notes].find(word => !of_rest.has(word)), [...prose].find(word => !of_notes.has(word))];
        }"""
    )
    page.goto(f"{site}{CHAPTER}?highlight={inside}")
    page.locator(NOTES).wait_for()
    page.goto(f"{site}{CHAPTER}?highlight={outside}")
    page.locator("span.highlighted").first.wait_for()
    assert not page.locator(NOTES).is_visible()


def test_notes_are_there_without_scripts(open_page):
    page = open_page(CHAPTER, java_script_enabled=False).page
    assert page.locator(NOTES).is_visible() and page.locator(".notes-switch").count() == 0


# paper

CUT = """() => [...document.querySelectorAll("article pre")]
    .filter(code => code.checkVisibility() && code.scrollWidth > code.clientWidth + 1)
    .map(code => code.textContent.slice(0, 60))"""
ORDER = "() => [...document.querySelectorAll('article *')].map(e => e.tagName + e.id + e.className)"
PAPER = 680  # pixels between the margins of a sheet of A4


@pytest.mark.parametrize("name", [CHAPTER, "notebooks/11-naive-bayes.html"])
def test_paper_has_whole_code_solutions_at_the_end_and_nothing_to_click(open_page, name):
    page = open_page(name, width=PAPER).page
    page.emulate_media(media="print")
    before = page.evaluate(ORDER)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(CUT) == []
    last = page.locator("article > section:visible").last
    assert last.locator("h2").inner_text() == "Solutions"
    assert last.locator("div.solution").count() == page.locator("div.solution").count() > 0
    assert last.locator("div.solution p:visible").count() >= last.locator("div.solution").count()
    clickable = "article :is(button, [type=checkbox], select, input:not(.practice-steps *), summary)"
    left = [e for e in page.locator(clickable).all() if e.is_visible()]
    assert {e.evaluate("e => e.closest('.verdicts, .practice-steps') !== null") for e in left} <= {True}
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(ORDER) == before


def test_printing_itself_moves_the_solutions_and_puts_them_back(open_page):
    page = open_page(CHAPTER).page
    page.evaluate(
        """() => addEventListener("beforeprint", () => {
            window.ends = document.querySelector("article").lastElementChild.id;
        })"""
    )
    before = page.evaluate(ORDER)
    page.pdf()
    assert page.evaluate("window.ends") == "solutions-on-paper"
    assert page.evaluate(ORDER) == before


@pytest.mark.parametrize("name", [CHAPTER])
def test_a_figure_and_its_question_are_on_one_sheet(open_page, name):
    page = open_page(name, width=PAPER).page
    page.emulate_media(media="print")
    for box in page.locator(".explore").all():
        assert box.evaluate("box => getComputedStyle(box).breakInside") == "avoid"
        assert box.bounding_box()["height"] < 900, "taller than a sheet"
    asked = page.locator("article p:has(+ div.cell)").first
    assert asked.evaluate("p => getComputedStyle(p).breakAfter") == "avoid"
