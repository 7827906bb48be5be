"""Live pages in use: code is changed, Python starts anew, a second tab is open, the network goes."""

import re

import pytest
from accessibility import axe_violations, turn_dark
from test_forms import fill, form_of
from test_live import (
    ENDED,
    LAPLACE,
    NOTEBOOK,
    PATIENCE,
    PRIOR,
    STATUS,
    TENNIS,
    WEATHER,
    assert_same_as_stored,
    go_live,
    run,
    write,
)
from test_pages import CHAPTER, PHONE, WIDER

WATCH = """() => {
    window.ran = [];
    window.first = null;
    new MutationObserver((changes) => {
        for (const { target, attributeName } of changes)
            if (attributeName === "data-live" && target.dataset.live === "running")
                window.ran.push(Number([...target.classList].find((c) => c.startsWith("live-cell-"))?.slice(10)));
        if (!window.first && document.querySelector(".cm-content")) window.first = window.ran.length + 1;
    }).observe(document.querySelector("article"), { subtree: true, attributes: true, childList: true });
}"""
OLD = "() => [...document.querySelectorAll('.cell[data-old]')].length"
UPDATE = "Update the page"
SETTLED = "() => !document.querySelector('.cell:is([data-live=waiting], [data-live=running])')"


@pytest.fixture(scope="module")
def opened(opener):
    """The chapter, run from the middle: the reader looks at a figure there."""
    opened = opener(CHAPTER, color_scheme="light")
    page = opened.page
    page.evaluate(WATCH)
    page.locator(LAPLACE).scroll_into_view_if_needed()
    page.evaluate("() => document.querySelector('.live-start').click()")  # a pointer would start Python earlier
    page.wait_for_function(ENDED, timeout=PATIENCE)
    return opened


@pytest.fixture
def page(opened):
    yield opened.page
    assert not opened.problems
    opened.page.wait_for_function(SETTLED, timeout=PATIENCE)
    for mine in opened.page.locator(".live-scratch").all()[::-1]:
        mine.get_by_role("button", name="Remove").click()
    opened.page.evaluate("() => document.activeElement.blur()")


def unfold(page, cell):
    page.evaluate(
        "cell => document.querySelector(cell).querySelectorAll('details').forEach(d => (d.open = true))", cell
    )


def index(cell):
    return int(re.search(r"\d+", cell)[0])


def add(page, below, code):
    """A cell of one's own with this code, not run; what finds it on the page."""
    page.locator(below).scroll_into_view_if_needed()
    page.locator(below).get_by_role("button", name="Add a cell").click()
    page.keyboard.insert_text(code)
    number = page.evaluate(
        """() => {
            const box = document.activeElement.closest('.cell');
            window.own = (window.own ?? 0) + 1;
            box.classList.add(`own-${window.own}`);
            return window.own;
        }"""
    )
    return f".own-{number}"


def wait_for_status(page, words):
    page.wait_for_function(
        "words => document.querySelector('.live-status').textContent.startsWith(words)", arg=words, timeout=PATIENCE
    )


def settle(page):
    page.wait_for_function(SETTLED, timeout=PATIENCE)
    page.wait_for_function("() => document.querySelector('.live-start').ariaDisabled !== 'true'", timeout=PATIENCE)


# In which order


def test_editors_come_before_the_cells_have_run_and_the_cell_in_view_runs_first(page):
    ran, first = page.evaluate("() => [window.ran, window.first]")
    assert first <= 3, f"the first editor came when {first} of {len(ran)} cells had run"
    shown = index(LAPLACE)
    early = ran[: ran.index(shown) + 1]
    above = [number for number in ran if number < shown]
    assert len(early) < len(above) / 2, "only what it needs has run before the cell in view"
    assert len(set(ran)) == len(ran)
    assert_same_as_stored(page, NOTEBOOK)  # another order, the same numbers


def test_outputs_below_a_change_are_old_until_one_press_runs_what_depends(page):
    source = add(page, TENNIS, "mine = 2")
    user = add(page, PRIOR, "print('ten times', 10 * mine)")
    other = add(page, PRIOR, "print('nothing of it')")
    page.locator(f"{user} .cm-content").click()
    assert run(page, user).strip() == "ten times 20"  # what it needs has run before it
    page.locator(f"{other} .cm-content").click()
    run(page, other)
    settle(page)
    assert page.evaluate(OLD) == 0
    write(page, source, "mine = 3")
    mark = page.locator(f"{user} .live-old")
    mark.wait_for()
    assert "it depends on your cell" in mark.inner_text()
    assert page.evaluate(OLD) == 2  # the change itself, and what depends on it
    assert page.locator(f"{other} .live-old").count() == 0
    page.locator(f"{source} .cm-content").click()
    run(page, source)
    page.wait_for_function("() => document.querySelectorAll('.cell[data-old]').length === 1")  # what depends still is
    button = page.get_by_role("region", name="Python on this page").get_by_role("button", name=UPDATE)
    assert button.inner_text() == f"{UPDATE} (1 cell)"
    button.press("Enter")
    page.wait_for_function("cell => document.querySelector(cell).innerText.includes('ten times 30')", arg=user)
    settle(page)
    assert page.evaluate(OLD) == 0 and button.is_hidden()
    write(page, source, "mine = 4")
    mark.wait_for()
    assert axe_violations(page) == []
    turn_dark(page)
    assert axe_violations(page, only_colours=True) == []
    page.emulate_media(color_scheme="light")
    write(page, source, "mine = 3")
    mark.wait_for(state="detached")  # what is shown is right again
    write(page, source, "mine = 5")
    mark.get_by_role("button", name="Update").click()
    page.wait_for_function("cell => document.querySelector(cell).innerText.includes('ten times 50')", arg=user)


def test_the_cells_of_the_book_that_use_a_changed_name_are_old_too(page):
    write(page, PRIOR, page.evaluate("cell => document.querySelector(cell + ' .cm-content').innerText", PRIOR) + "\n ")
    page.wait_for_function("() => document.querySelectorAll('.cell[data-old]').length > 1")
    page.locator(PRIOR).get_by_role("button", name="Reset").click()
    page.wait_for_function("() => document.querySelectorAll('.cell[data-old]').length === 0")


def test_run_from_here_runs_all_below_and_what_they_need(page):
    unfold(page, WEATHER)
    start = add(page, WEATHER, "print('from here')")
    page.evaluate(WATCH)
    page.locator(start).get_by_role("button", name="Run from here").click()
    settle(page)
    ran = page.evaluate("() => window.ran.filter(Number.isInteger)")
    assert min(ran) > index(WEATHER) and max(ran) > index(LAPLACE)
    assert page.locator(f"{start} .cell_output").inner_text().strip() == "from here"
    assert page.locator(".live-error").count() == 0


def test_a_cell_that_steps_on_steps_on(page):
    start = add(page, TENNIS, "step = 0")
    mine = add(page, start, "step = step + 1\nprint(step)")
    for expected in "123":
        page.locator(f"{mine} .cm-content").click()
        assert run(page, mine).strip() == expected
    settle(page)
    assert page.evaluate(OLD) == 0


# Python starts anew


def test_one_button_brings_everything_back_after_a_restart(page):
    mine = add(page, TENNIS, "still = 'here'\nprint(still)")
    run(page, mine)
    settle(page)
    box = page.locator(f"{LAPLACE} .explore")
    slider = box.locator("input[type=range]").first
    slider.focus()
    page.keyboard.press("End")
    position, top = slider.input_value(), page.evaluate("() => scrollY")
    page.get_by_role("button", name="Restart").click()
    page.keyboard.press("Tab")
    slider.focus()
    page.keyboard.press("ArrowLeft")  # while Python starts, and after
    back = box.get_by_role("button", name="Bring everything back")
    back.wait_for()
    assert box.locator("img").is_visible() and page.locator(".live-error").count() == 0
    wait_for_status(page, "Python has restarted")
    assert "Bring everything back" in page.locator(".live-bar").inner_text()
    back.press("Enter")
    wait_for_status(page, "Live:")
    box = page.locator(f"{LAPLACE} .explore")
    assert int(box.locator("input[type=range]").first.input_value()) == int(position) - 1
    assert abs(page.evaluate("() => scrollY") - top) < 200
    assert page.locator(f"{mine} .cell_output").inner_text().strip() == "here"
    assert page.locator(".live-error").count() == 0
    assert not page.get_by_role("button", name="Bring everything back").is_visible()
    check = add(page, mine, "print(still, len(tennis))")  # nothing had to run for it again
    assert run(page, check).strip() == "here 14"


def test_after_a_stop_without_a_network_all_but_the_endless_cell_comes_back(page, opened):
    mine = add(page, TENNIS, "print('round and round', flush=True)\nrest = 1\nwhile True:\n    pass")
    needs = add(page, mine, "print(rest)")
    page.locator(f"{mine} .cm-content").click()
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("cell => document.querySelector(cell).innerText.includes('round and round')", arg=mine)
    page.context.set_offline(True)
    try:
        page.get_by_role("button", name="Stop").click()
        wait_for_status(page, "Stopped.")
        page.locator(".live-bar").get_by_role("button", name="Bring everything back").click()
        wait_for_status(page, "Live:")
    finally:
        page.context.set_offline(False)
    opened.problems[:] = [problem for problem in opened.problems if "INTERNET_DISCONNECTED" not in problem]
    assert "Stopped" in page.locator(f"{mine} .cell_output").inner_text()
    assert page.locator(f"{needs} .cell_output").inner_text() == ""
    assert page.locator(".live-error").count() == 0
    picture = page.locator(f"{LAPLACE} img").get_attribute("src")
    page.locator(f"{LAPLACE} input[type=range]").first.focus()
    page.keyboard.press("Home")
    page.wait_for_function("([cell, old]) => document.querySelector(cell + ' img').src !== old", arg=[LAPLACE, picture])


def test_an_explorable_is_not_replaced_by_an_error(page):
    """A cell above is broken, and the figure's cell runs: its picture stays, the error stands below it."""
    unfold(page, WEATHER)
    page.wait_for_selector(f"{WEATHER} .cm-line")
    code = "\n".join(page.locator(f"{WEATHER} .cm-line").all_inner_texts())
    write(page, WEATHER, f"{code}\nunknown_name")
    run(page, WEATHER)
    assert page.locator(f"{WEATHER} .explore img").is_visible()
    assert "unknown_name" in page.locator(f"{WEATHER} .live-error").inner_text()
    page.locator(WEATHER).get_by_role("button", name="Reset").click()
    page.locator(f"{WEATHER} .cm-content").click()
    run(page, WEATHER)
    assert page.locator(f"{WEATHER} .live-error").count() == 0


# Long cells, rare figures


def test_long_training_says_how_far_it_has_come(page):
    code = "from byhand.mlp import MLPClassifier\nX = [[0, 0], [0, 1], [1, 0], [1, 1]] * 50\n"
    mine = add(page, TENNIS, f"{code}MLPClassifier(max_iter=4000).fit(X, [0, 1, 1, 0] * 50)\nprint('trained')")
    page.keyboard.press("Shift+Enter")
    line = page.locator(f"{mine} .live-training")
    line.wait_for(timeout=PATIENCE)
    words = line.locator("span").inner_text()
    assert re.fullmatch(r"epoch \d+ of 4000", words)
    progress = line.get_by_role("progressbar")
    assert re.fullmatch(r"epoch \d+ of 4000", progress.get_attribute("aria-label"))
    assert 0 < float(progress.evaluate("bar => bar.value")) <= 1
    page.wait_for_function(
        "cell => /done|error/.test(document.querySelector(cell).dataset.live)", arg=mine, timeout=PATIENCE
    )
    assert page.locator(f"{mine} .cell_output").inner_text().strip() == "trained"
    assert line.count() == 0


def test_what_is_left_out_at_first_comes_when_asked_for(page):
    code = """import io
from PIL import Image
for projection in ["polar", "3d", "mollweide"]:
    axes = plt.figure().add_subplot(projection=projection)
    print(type(axes).__module__, axes.name)
plt.close("all")
plt.polar([0, 1], [1, 2])
plt.thetagrids([0, 90])
plt.close("all")
saved = io.BytesIO()
Image.new("RGB", (2, 2)).save(saved, "jpeg")
print(Image.open(saved).format, "set" in dir(axes), "color" in plt.plot.__doc__)
plt.close("all")"""
    mine = add(page, TENNIS, code)
    assert run(page, mine).split() == [
        *("matplotlib.projections.polar", "polar", "mpl_toolkits.mplot3d.axes3d", "3d"),
        *("matplotlib.projections.geo", "mollweide", "JPEG", "True", "True"),
    ]


# What was typed


def test_answers_survive_a_reload_a_run_and_reach_a_second_tab(opener):
    page = opener(CHAPTER, color_scheme="dark").page
    exercise = page.locator(".answer input").first
    exercise.fill("0.571")
    box = form_of(page, "naive-bayes")
    before = box.get_attribute("data-seed")
    box.get_by_role("button", name="Another one").click()
    page.wait_for_function(
        "seed => document.querySelector('.practice[data-kind=\"naive-bayes\"]').dataset.seed !== seed", arg=before
    )
    box = form_of(page, "naive-bayes")
    field = box.locator("input").first
    field.fill("5/14")
    name, seed = field.get_attribute("name"), box.get_attribute("data-seed")

    def assert_there(page):
        assert page.locator(".answer input").first.input_value() == "0.571"
        box = page.locator(f'.practice[data-kind="naive-bayes"][data-seed="{seed}"]')
        box.wait_for()
        assert box.locator(f'[name="{name}"]').input_value() == "5/14"

    page.reload()
    assert_there(page)
    go_live(page)
    assert_there(page)
    second = opener(CHAPTER, color_scheme="dark").page
    assert_there(second)
    second.locator(".answer input").first.fill("4/7")
    page.wait_for_function("() => document.querySelector('.answer input').value === '4/7'")
    fill(second.locator('.practice[data-kind="naive-bayes"]'), {name: "9/14"})
    page.wait_for_function(
        "name => document.querySelector('.practice[data-kind=\"naive-bayes\"]')"
        ".querySelector(`[name=\"${name}\"]`).value === '9/14'",
        arg=name,
    )
    second.close()

    # code, too: each tab changes a cell of its own, and both changes are kept and shown in both
    second = opener(CHAPTER, color_scheme="dark").page
    go_live(second)
    write(page, TENNIS, "print('first tab')")
    write(second, PRIOR, "print('second tab')")
    added = add(second, TENNIS, "print('a cell of the second tab')")
    second.wait_for_function("cell => document.querySelector(cell).innerText.includes('first tab')", arg=TENNIS)
    page.locator(PRIOR).scroll_into_view_if_needed()
    page.wait_for_function("cell => document.querySelector(cell).innerText.includes('second tab')", arg=PRIOR)
    page.wait_for_function(
        "() => document.querySelector('.live-scratch')?.innerText.includes('a cell of the second tab')"
    )
    assert "another tab" in page.evaluate(STATUS)
    assert page.locator(f"{TENNIS}[data-old], {PRIOR}[data-old]").count() == 2
    second.locator(f"{added} .cm-content").click()
    second.keyboard.press("Control+a")
    second.keyboard.type("print('typed key by key, faster than a tab can follow')")  # and nothing of it comes back
    own = "() => document.querySelector('.live-scratch .cm-content').innerText.trim()"
    typed = second.evaluate(own)
    assert "than a tab can follow" in typed
    page.wait_for_function(f"typed => ({own})() === typed", arg=typed)
    assert second.evaluate(own) == typed
    assert page.evaluate("() => JSON.parse(localStorage['byhand:notebooks/11-naive-bayes']).scratch[0].code") == typed
    second.locator(added).get_by_role("button", name="Remove").click()
    page.wait_for_function("() => !document.querySelector('.live-scratch')")
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('byhand:notebooks/11-naive-bayes'))")
    assert sorted(edit["code"] for edit in kept["edits"]) == ["print('first tab')", "print('second tab')"]
    page.evaluate("() => localStorage.clear()")
    second.close()
    page.close()


def test_a_problem_that_python_had_made_can_be_brought_back(opener):
    page = opener(CHAPTER, color_scheme="dark").page
    start = page.evaluate(
        """() => {
            const box = document.querySelector('.practice[data-kind="naive-bayes"]');
            const level = Number(box.querySelector('.practice-level').value);
            const start = `naive-bayes ${box.dataset.seed} ${level}`;
            const kept = { seed: 1000, level, answers: {} };
            localStorage.setItem(`byhand:practice:${start}`, JSON.stringify(kept));
            return start;
        }"""
    )
    page.reload()
    button = page.get_by_role("button", name="Back to the problem you were working on")
    button.click()
    page.locator('.practice[data-kind="naive-bayes"][data-seed="1000"]').wait_for(timeout=PATIENCE)
    assert start and not button.is_visible()
    page.evaluate("() => localStorage.clear()")
    page.close()


# Before and beside


def test_python_starts_when_the_pointer_rests_on_the_button(opener):
    opened = opener(CHAPTER, width=1100)
    page = opened.page
    page.mouse.move(600, 600)
    page.wait_for_timeout(300)
    assert not any("packages.bin" in url for url in opened.requests)
    with page.expect_request("**/packages.bin", timeout=PATIENCE):
        page.locator(".live-start").hover()
    assert page.locator(".live-bar").is_hidden()  # nothing is said before the reader has asked for it
    page.locator(".live-start").click()
    page.wait_for_selector(".live-output", timeout=PATIENCE)
    assert len([url for url in opened.requests if "packages.bin" in url]) == 1
    assert not opened.problems
    page.close()


def test_on_a_phone_new_controls_fit(opener):
    page = opener(CHAPTER, width=PHONE).page
    go_live(page)
    mine = add(page, TENNIS, "tennis = tennis")
    page.wait_for_function("() => document.querySelector('.live-old')")
    page.locator(mine).scroll_into_view_if_needed()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE, page.evaluate(WIDER, PHONE)
    for name in [UPDATE, "Run from here"]:
        place = page.get_by_role("button", name=name).first.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= PHONE
    page.evaluate("() => localStorage.clear()")
    page.close()
