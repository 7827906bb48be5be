"""Practice problems and exercises on a page: by keyboard, without Python, and with it."""

import pytest
from accessibility import axe_violations
from served import SITE
from test_live import PATIENCE, go_live, run, write
from test_pages import CHAPTER, PHONE

from byhand.exercises import HINTS, expected
from byhand.practice import problem

NEIGHBOURS, NETWORKS = "notebooks/12-nearest-neighbours.html", "notebooks/19b-back-propagation.html"
expected("12.1")  # the hints of a chapter are there when the first exercise was asked for
IN_VIEW = "(e) => { const { top, bottom } = e.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"


def fill(box, answers):
    for name, text in answers.items():
        field = box.locator(f'[name="{name}"]')
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.fill(text)


def right(asked):
    return {name: value if isinstance(value, str) else f"{float(value):#.4g}" for name, value in asked.solution.items()}


@pytest.fixture
def opened(open_page):
    opened = open_page(CHAPTER)
    yield opened
    assert not opened.problems


def form_of(page, kind):
    box = page.locator(f'.practice[data-kind="{kind}"]')
    box.scroll_into_view_if_needed()
    return box


def test_a_problem_is_marked_on_the_page_without_python(opened):
    box, asked = form_of(opened.page, "naive-bayes"), problem("naive-bayes")
    answers = right(asked)
    wrong = next(name for name in answers if name.startswith("score("))
    others = [name for name in answers if name.endswith(f"|{wrong[6:]}")]
    made = float(asked.solution[others[0]] * asked.solution[others[1]])
    other = float(next(value for name, value in asked.solution.items() if name.startswith("score(") and name != wrong))
    answers[wrong], answers[f"P({wrong[6:-1]}|x)"] = f"{made:#.4g}", f"{made / (made + other):#.4g}"
    fill(box, answers)
    box.get_by_role("button", name="Check").click()
    verdicts = dict(
        box.locator(".practice-steps li").evaluate_all(
            "items => items.map(i => [i.querySelector('input, select').name, i.dataset.verdict])"
        )
    )
    assert verdicts == {mark.name: mark.verdict for mark in asked.check(answers)}
    assert verdicts[wrong] == "slip" and "follows" in verdicts.values()
    assert "You left out the prior" in box.inner_text()
    assert box.locator(f'[name="{wrong}"]').get_attribute("aria-invalid") == "true"
    assert f"{len(answers) - 1} of {len(answers)} steps are right" in box.locator(".practice-status").inner_text()
    fill(box, right(asked))
    box.get_by_role("button", name="Check").click()
    assert f"{len(answers)} of {len(answers)} steps are right" in box.locator(".practice-status").inner_text()
    assert box.locator("[aria-invalid]").count() == 0


def test_keys_suffice_and_help_comes_in_stages(opened):
    box, asked = form_of(opened.page, "naive-bayes"), problem("naive-bayes")
    first = asked.asks[0]
    box.locator("input").first.focus()
    opened.page.keyboard.type("0.99")
    opened.page.keyboard.press("Enter")  # checks, and goes on
    assert first.hint in box.locator("li").first.inner_text()
    button = box.get_by_role("button", name="Hint")
    button.press("Enter")
    assert first.hint in box.locator(".practice-status").inner_text()
    formula, numbers = (box.locator("li").first.locator(f".practice-{part}") for part in ("formula", "numbers"))
    assert not formula.is_visible()
    button.press("Enter")
    assert formula.is_visible() and formula.locator(".katex").count() == 1 and not numbers.is_visible()
    button.press("Enter")
    assert numbers.is_visible() and numbers.locator(".katex").count() == 1
    assert box.locator("details").get_attribute("open") is None  # nothing is given away yet
    button.press("Enter")
    assert box.locator("details").get_attribute("open") is not None
    assert opened.page.evaluate("document.activeElement.name") == first.name


def test_enter_moves_on_and_checks_only_what_was_filled_in(opened):
    box, keyboard = form_of(opened.page, "naive-bayes"), opened.page.keyboard
    names = [ask.name for ask in problem("naive-bayes").asks]
    box.locator("input").first.focus()
    keyboard.press("Enter")  # nothing there: nothing is said
    assert opened.page.evaluate("document.activeElement.name") == names[1]
    keyboard.type("0.99")
    keyboard.press("Enter")
    assert opened.page.evaluate("document.activeElement.name") == names[2]
    verdicts = box.locator("li").evaluate_all("items => items.map(i => i.dataset.verdict)")
    assert verdicts[0] == "missing" and verdicts[1] == "wrong" and set(verdicts[2:]) == {"missing"}
    assert box.locator("[aria-invalid]").count() == 1
    assert names[1] in box.locator(".practice-status").inner_text()
    assert "steps are right" not in box.locator(".practice-status").inner_text()  # that is what Check says
    numbers = box.locator("input").all()
    numbers[-1].focus()
    keyboard.press("Enter")
    following = "a => a.closest('li').nextElementSibling?.querySelector('select, input') === document.activeElement"
    assert numbers[-1].evaluate(following)


def test_labels_are_typeset_and_names_are_read_out(open_page):
    opened = open_page(NETWORKS)
    box, asked = form_of(opened.page, "back-propagation"), problem("back-propagation")
    assert box.locator("label code").count() == 0
    for ask in asked.asks:
        field = box.locator(f'[name="{ask.name}"]')
        assert box.locator(f'label[for="{field.get_attribute("id")}"] .katex').count() == 1, ask.name
        assert field.get_attribute("aria-label") == f"{ask.label}: {ask.name}"
    slope = next(ask for ask in asked.asks if ask.name.startswith("dJ/dW"))
    assert box.get_by_role("textbox", name=f"{slope.label}: {slope.name}", exact=True).count() == 1
    assert "dJ/dW" not in box.locator(".practice-steps").inner_text()
    assert not opened.problems


def test_swapped_votes_are_told_so(open_page):
    opened = open_page(NEIGHBOURS)
    box, asked = form_of(opened.page, "k-nearest-neighbours"), problem("k-nearest-neighbours")
    one, two = (ask for ask in asked.asks if ask.name.startswith("vote("))
    answers = right(asked)
    answers[one.name], answers[two.name] = answers[two.name], answers[one.name]
    fill(box, answers)
    box.get_by_role("button", name="Check").click()
    said = box.locator(".practice-steps").inner_text()
    assert f"You swapped this with {two.label}." in said and f"You swapped this with {one.label}." in said
    assert "neighbours vote" not in said


def test_fields_are_labelled_and_the_page_stays_accessible_after_a_check(opened):
    box = form_of(opened.page, "naive-bayes")
    for field in box.locator(".practice-steps input, .practice-steps select").all():
        assert field.evaluate("field => field.labels.length") == 1
    fill(box, {name: "0.123" for name in right(problem("naive-bayes")) if name != "decision"})
    box.get_by_role("button", name="Check").click()
    assert axe_violations(opened.page) == []


def test_it_fits_a_phone(open_page):
    opened = open_page(CHAPTER, width=PHONE)
    form_of(opened.page, "naive-bayes").get_by_role("button", name="Check").click()
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_on_a_phone_the_first_wrong_field_comes_into_view(open_page):
    opened = open_page(CHAPTER, width=PHONE)
    box = form_of(opened.page, "naive-bayes")
    answers = right(problem("naive-bayes"))
    first, wrong, *_ = answers
    fill(box, {**answers, wrong: "0.99"})
    button, item = box.get_by_role("button", name="Check"), box.locator(f'li:has([name="{wrong}"])')
    button.evaluate("b => b.scrollIntoView({ block: 'start' })")
    assert not item.evaluate(IN_VIEW)
    button.evaluate("b => b.click()")  # as a thumb does, without bringing the button into view
    assert item.evaluate(IN_VIEW)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_without_scripts_the_problem_and_its_working_can_be_read(open_page):
    page = open_page(CHAPTER, java_script_enabled=False).page
    box = page.locator('.practice[data-kind="naive-bayes"]')
    assert problem("naive-bayes").question in box.inner_text()
    assert not box.locator("form").is_visible()
    assert "Show the working" in box.inner_text()


# ---- further problems


def more(page, seed, kind="naive-bayes", level=1, timeout=10_000):
    """Press *Another one*; the form, once it is that of the seed, and the library's problem."""
    box = form_of(page, kind)
    box.get_by_role("button", name="Another one").click()
    page.wait_for_function(
        "([kind, seed]) => document.querySelector(`.practice[data-kind=${kind}]`).dataset.seed === String(seed)",
        arg=[kind, seed],
        timeout=timeout,
    )
    asked = problem(kind, seed, level)
    assert asked.question in box.inner_text()
    return box, asked


def check_all_right(box, asked):
    fill(box, right(asked))
    box.get_by_role("button", name="Check").click()
    assert f"{len(asked.asks)} of {len(asked.asks)} steps are right" in box.locator(".practice-status").inner_text()


def test_another_one_comes_with_the_page(opened):
    page = opened.page
    assert not [url for url in opened.requests if "_practice" in url], "loaded before it is asked for"
    box, asked = more(page, 2)
    assert page.evaluate("document.activeElement.name") == asked.asks[0].name
    assert box.locator(".practice-title").evaluate(IN_VIEW)
    check_all_right(box, asked)
    box.locator("summary").click()
    assert box.locator("details .katex").count() > 5 and r"\(" not in box.inner_text()
    box.get_by_label("level").select_option("2")  # asks for another one at once; each level has its own row
    page.wait_for_function("document.querySelector('.practice[data-kind=naive-bayes] .practice-level').value === '2'")
    asked = problem("naive-bayes", 2, level=2)
    box.locator(".practice-title", has_text=asked.title).wait_for()
    check_all_right(box, asked)
    more(page, 3, level=2)
    box.get_by_label("level").select_option("1")
    box.locator(".practice-title", has_text=problem("naive-bayes", 3).title).wait_for()
    assert box.get_attribute("data-seed") == "3"
    assert axe_violations(page) == []
    assert len([url for url in opened.requests if "_practice" in url]) == 2, "not one file for each level"
    assert not [url for url in opened.requests if "pyodide" in url]


def test_after_those_that_come_with_the_page_python_makes_more(opened):
    page = opened.page
    for seed in range(2, 22):
        box, _ = more(page, seed)
    assert not [url for url in opened.requests if "pyodide" in url]
    box, asked = more(page, 22, timeout=PATIENCE)
    check_all_right(box, asked)
    assert page.locator(".live-status").inner_text() == "Python is ready: run the page to use it."
    assert page.locator(".live-output").count() == 0, "the cells of the page run, though nobody asked for that"
    go_live(page)
    assert box.get_attribute("data-seed") == "22" and "steps are right" in box.locator(".practice-status").inner_text()
    box, asked = more(page, 23)
    check_all_right(box, asked)


def test_a_page_that_runs_keeps_the_form_and_what_was_typed(opened):
    page = opened.page
    box, asked = more(page, 2)
    name, text = next(iter(right(asked).items()))
    fill(box, {name: text})
    go_live(page)
    box = form_of(page, "naive-bayes")
    assert box.get_attribute("data-seed") == "2" and box.locator(f'[name="{name}"]').input_value() == text
    more(page, 3)


def test_a_file_that_does_not_load_is_said_and_asked_for_again(open_page):
    page = open_page(CHAPTER).page
    page.route("**/_practice/*", lambda route: route.abort())
    box = form_of(page, "naive-bayes")
    box.get_by_role("button", name="Another one").click()
    box.locator(".practice-status", has_text="could not be loaded: try again").wait_for()
    page.unroute("**/_practice/*")
    more(page, 2)


def test_from_a_folder_there_are_twenty_more_and_a_word_at_the_end(browser):
    page = browser.new_page()
    page.goto((SITE / CHAPTER).as_uri())
    for seed in range(2, 22):
        box, asked = more(page, seed)
    check_all_right(box, asked)
    box.get_by_role("button", name="Another one").click()
    box.locator(".practice-status", has_text="That was the last problem that comes with this page").wait_for()
    assert box.get_attribute("data-seed") == "21"
    page.close()


# ---- exercises


@pytest.fixture
def neighbours(open_page):
    opened = open_page(NEIGHBOURS)
    yield opened.page
    assert not opened.problems
    assert not any("pyodide" in url for url in opened.requests)  # no Python


def answer_of(page, number):
    box = page.locator(f'.answer[data-exercise="{number}"]')
    box.scroll_into_view_if_needed()
    return box


@pytest.mark.parametrize(
    ("number", "texts", "verdict", "words"),
    [
        ("12.2", ["BDAC"], "right", "Right."),
        ("12.2", ["b d a c"], "right", "Right."),
        ("12.2", ["ABCD"], "wrong", "You cannot sort distances before measuring them"),
        ("12.2", ["BDA"], "unread", "4 letters"),
        ("12.5", ["0.571"], "right", "Right."),
        ("12.5", ["0,571"], "right", "Right."),
        ("12.5", ["4/7"], "right", "Right."),
        ("12.5", ["57.1 %"], "right", "Right."),
        ("12.5", ["0.6"], "coarse", "Right as far as it goes: give three significant digits."),
        ("12.5", ["3/7"], "slip", "That is the share of b."),
        ("12.5", ["a lot"], "unread", "cannot be read as a number"),
        ("12.5", [""], "missing", "No answer yet."),
        ("12.1", ["7", "11", "6", "3"], "right", "Right."),
        ("12.1", ["49", "11", "6", "3"], "slip", "Take the root"),
        ("12.1", ["7", "", "6", "3"], "missing", "Fill in all the fields."),
    ],
)
def test_an_exercise_is_answered_without_python(neighbours, number, texts, verdict, words):
    box = answer_of(neighbours, number)
    for field, text in zip(box.get_by_role("textbox").all(), texts, strict=True):
        field.fill(text)
    box.get_by_role("button", name="Check").click()
    assert box.get_attribute("data-verdict") == verdict
    assert words in box.get_by_role("status").inner_text()
    wrong = box.locator("[aria-invalid]").count()
    assert wrong == {"right": 0, "missing": texts.count("")}.get(verdict, len(texts))


def test_the_field_stands_below_the_statement_and_the_cell_is_folded(neighbours):
    for number in ("12.1", "12.2", "12.14"):
        cell = neighbours.locator(f'div.cell:has(.answer[data-exercise="{number}"])')
        before = "c => c.previousElementSibling.matches('.exercise') && c.previousElementSibling.innerText"
        assert f"Exercise {number}" in cell.evaluate(before)
        assert cell.evaluate("c => c.firstElementChild.querySelector('.answer') !== null")
        assert not cell.locator("pre").is_visible()
        cell.locator("summary", has_text="Answer in Python").click()
        assert f'check("{number}", answer)' in cell.locator("pre").inner_text()
    code = neighbours.locator("pre", has_text='check("12.15", answer)').first
    assert code.is_visible() and neighbours.locator('.answer[data-exercise="12.15"]').count() == 0


def test_every_exercise_that_needs_no_code_has_its_field(neighbours):
    shown = neighbours.locator(".answer").evaluate_all("boxes => boxes.map(b => b.dataset.exercise)")
    assert shown == [number for number in HINTS if number.startswith("12.") and expected(number)]


def test_an_exercise_by_keyboard(neighbours):
    box = answer_of(neighbours, "12.1")
    box.get_by_role("textbox").first.focus()
    for text in ("7", "11", "6", "3"):
        neighbours.keyboard.type(text)
        neighbours.keyboard.press("Enter")  # moves on; in the last field it checks
    assert box.get_attribute("data-verdict") == "right"
    assert box.get_by_role("group", name="Answer to exercise 12.1").count() == 1
    assert box.get_by_role("textbox", name="Answer to exercise 12.1, 2 of 4").input_value() == "11"
    box.locator("summary").press("Enter")
    assert HINTS["12.1"] in box.inner_text()


def test_what_is_typed_is_shown_as_it_is_understood(neighbours):
    box = answer_of(neighbours, "12.5")
    box.get_by_role("textbox").fill("4/7")
    assert "= 0.571429" in box.inner_text()


@pytest.mark.parametrize("width", [1280, PHONE])
def test_marked_exercises_are_accessible_and_fit(open_page, width):
    page = open_page(NEIGHBOURS, width=width).page
    for number, texts in {"12.1": ["7", "11", "6", "3"], "12.3": ["1", ""], "12.5": ["3/7"]}.items():
        box = answer_of(page, number)
        for field, text in zip(box.get_by_role("textbox").all(), texts, strict=True):
            field.fill(text)
        box.get_by_role("button", name="Check").click()
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_an_exercise_has_its_hint_and_no_form(open_page):
    page = open_page(NEIGHBOURS, java_script_enabled=False).page
    box = page.locator('.answer[data-exercise="12.5"]')
    assert not box.locator("form").is_visible()
    box.locator("summary").click()
    assert HINTS["12.5"] in box.inner_text()


def test_the_source_of_a_page_does_not_show_the_answers(open_page):
    page = open_page(NEIGHBOURS).page
    html = answer_of(page, "12.2").evaluate("box => box.outerHTML")
    assert "BDAC" not in html and "You cannot sort" not in html


def test_on_a_live_page_both_ways_work_and_what_was_typed_stays(opened):
    box = answer_of(opened.page, "11.1")
    box.get_by_role("textbox").fill("10/15")
    page = go_live(opened.page)
    box = answer_of(page, "11.1")  # made anew by Python
    assert box.get_by_role("textbox").input_value() == "10/15"
    box.get_by_role("button", name="Check").click()
    assert box.get_attribute("data-verdict") == "right"
    classes = box.locator("xpath=ancestor::div[contains(@class, 'live-cell-')][1]").get_attribute("class").split()
    cell = "." + next(name for name in classes if name.startswith("live-cell-"))
    page.locator(f"{cell} summary", has_text="Answer in Python").click()
    write(page, cell, 'answer = 9 / 14\ncheck("11.1", answer)')
    assert "Count the new day too" in run(page, cell)
