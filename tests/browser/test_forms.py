"""Practice problems on a page: by keyboard, without Python, and with it."""

import pytest
from accessibility import axe_violations
from test_live import go_live
from test_pages import CHAPTER, PHONE

from byhand.practice import problem


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
    opened.page.keyboard.press("Enter")  # checks
    assert first.hint in box.locator("li").first.inner_text()
    button = box.get_by_role("button", name="Hint")
    button.press("Enter")
    assert first.hint in box.locator(".practice-status").inner_text()
    numbers = box.locator("li").first.locator(".practice-numbers")
    assert not numbers.is_visible()
    button.press("Enter")
    assert numbers.is_visible() and numbers.locator(".katex").count() == 1
    button.press("Enter")
    assert box.locator("details").get_attribute("open") is not None
    assert opened.page.evaluate("document.activeElement.name") == first.name


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


def test_without_scripts_the_problem_and_its_working_can_be_read(open_page):
    page = open_page(CHAPTER, java_script_enabled=False).page
    box = page.locator('.practice[data-kind="naive-bayes"]')
    assert problem("naive-bayes").question in box.inner_text()
    assert not box.locator("form").is_visible()
    assert "Show the working" in box.inner_text()


def test_python_makes_another_one(opened):
    page = go_live(opened.page)
    box = form_of(page, "naive-bayes")
    box.get_by_label("level").select_option("2")  # asks for another one at once
    page.wait_for_function("document.querySelector('.practice[data-kind=\"naive-bayes\"]').dataset.seed === '2'")
    asked = problem("naive-bayes", seed=2, level=2)
    assert asked.question in box.inner_text()
    fill(box, right(asked))
    box.get_by_role("button", name="Check").click()
    assert f"{len(asked.asks)} of {len(asked.asks)} steps are right" in box.locator(".practice-status").inner_text()
    box.locator("summary").click()
    assert box.locator("details .katex").count() > 5
    box.get_by_role("button", name="Another one").click()
    page.wait_for_function("document.querySelector('.practice[data-kind=\"naive-bayes\"]').dataset.seed === '3'")
    assert box.get_by_label("level").input_value() == "2"
