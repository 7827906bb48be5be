"""The short way to run axe (accessibility.js): each planted fault is found, and what axe itself finds is found."""

import pytest
from accessibility import findings, turn_dark
from test_pages import unfold

PAGE = "notebooks/19a-neurons-and-networks.html"  # small, since axe itself looks at it too

# Of each fault: the rule that says so, elements of the page of which it befalls one, and what is done to that.
PALE = "e.style.color = '#bbb'"
WORD = f"e.textContent = 'pale'; {PALE}"  # axe does not judge single signs
FORMULA, SIGN = "main p .katex", "main p .katex-html .mord:not(:has(*))"
FAULTS = {
    "pale token": ("color-contrast", ".highlight-ipython3 pre span.n", PALE),
    "token on a dark ground": ("color-contrast", ".highlight-ipython3 pre span.nn", "e.style.background = '#444'"),
    "pale word in a formula": ("color-contrast", SIGN, WORD),
    "pale cell of a verdict": ("color-contrast", ".verdicts td", WORD),
    "pale heading": ("color-contrast", "h3", PALE),
    "pale word beside signs": (
        "color-contrast",
        "main dd, main li",
        """e.innerHTML = '<p style="color: #bbc">!</p><p style="color: #bbc">pale<br>!</p>'""",
    ),
    "link like the text around it": (
        "link-in-text-block",
        "main p a[title]:only-child",
        "e.style = 'color: #444; text-decoration: none'",
    ),
    "image without alt": ("image-alt", "main p", "e.append(new Image())"),
    "button without a name": ("button-name", "main li", "e.innerHTML += '<button><i aria-hidden=true>x</i></button>'"),
    "button with a hidden name": (
        "button-name",
        "main table",
        """e.outerHTML = '<div><button><span style="display: none">x</span></button></div>' + e.outerHTML""",
    ),
    "unknown role in a formula": ("aria-roles", FORMULA, "e.firstElementChild.setAttribute('role', 'number')"),
    "stop of the Tab key in a formula": ("aria-hidden-focus", SIGN, "e.tabIndex = 0"),
    "link without a name in a formula": ("link-name", FORMULA, """e.innerHTML += '<a href="#"><span></span></a>'"""),
    "formula that only a mouse can scroll": (  # its signs lie beyond the edge, for mere room is no fault to axe
        "scrollable-region-focusable",
        FORMULA,
        """e.style = 'display: block; overflow: auto; width: 100px'; e.lastChild.style = 'padding-left: 900px'""",
    ),
}
WAYS = "accessibility", "plainAxe"
PLANT = """faults => {
    const chosen = Object.entries(faults).map(([name, [rule, selector, act]], number, { length }) => {
        const all = [...document.querySelectorAll(selector)].filter(e => e.offsetParent !== null);
        return [all[Math.floor((all.length * number) / length)], act, name];
    });
    for (const [e, act, name] of chosen) {
        if (!e) throw new Error(`nowhere to plant: ${name}`);
        new Function("e", act)(e);
    }
}"""


@pytest.fixture(scope="module")
def page(opener):
    page = opener(PAGE, color_scheme="light").page
    unfold(page)
    page.evaluate(PLANT, FAULTS)
    yield page
    page.close()


def test_each_fault_is_found_as_by_axe_itself(page):
    short, long = ([(found["rule"], found["place"]) for found in findings(page, way)] for way in WAYS)
    assert sorted(rule for rule, _ in short) == sorted(rule for rule, *_ in FAULTS.values())
    assert sorted(short) == sorted(long)


def test_what_is_hard_to_read_only_in_the_dark_is_found_there(page):
    page.evaluate("document.querySelectorAll('.highlight-ipython3 pre span.k')[1].className = 'ours'")
    page.add_style_tag(content="html .ours { color: #222 !important }")
    ours = 'class="ours"'
    assert not [found for found in findings(page, "accessibility", True) if ours in found["html"]]
    turn_dark(page)
    assert [found for found in findings(page, "accessibility", True) if ours in found["html"]]
