"""The short way to run axe (accessibility.js): each planted fault is found, and what axe itself finds is found."""

import pytest
from accessibility import findings, turn_dark
from test_pages import unfold

PAGE = "notebooks/13b-pruning-and-numbers.html"  # the smallest chapter, since axe itself looks at it too

# Of each fault: the rule that says so, elements of the page of which it befalls the middle one, and what is done to it.
PALE = "e.style.color = '#bbb'"
TOKEN, FORMULA, SIGN = ".highlight-ipython3 pre span.n", "p .katex-html", "p .katex-html .mord"
FAULTS = {
    "pale token": ("color-contrast", TOKEN, PALE),
    "token on a dark ground": ("color-contrast", ".highlight-ipython3 pre span.mi", "e.style.background = '#444'"),
    "pale word in a formula": ("color-contrast", ".katex-html .mord.text > .mord", PALE),
    "pale cell of a verdict": ("color-contrast", ".verdict td", PALE),
    "pale heading": ("color-contrast", "h3", PALE),
    "link that only its colour tells": (
        "link-in-text-block",
        "main p > a.reference",
        "e.style = 'text-decoration: none; color: #333'",
    ),
    "image without alt": ("image-alt", "main p", "e.append(new Image())"),
    "button without a name": ("button-name", "main li", "e.innerHTML += '<button><i aria-hidden=true>x</i></button>'"),
    "button with a hidden name": (
        "button-name",
        "main table",
        """e.outerHTML = '<div><button><span style="display: none">x</span></button></div>' + e.outerHTML""",
    ),
    "unknown role in a formula": ("aria-roles", SIGN, "e.setAttribute('role', 'number')"),
    "stop of the Tab key in a formula": ("aria-hidden-focus", FORMULA, "e.querySelector('.mord').tabIndex = 0"),
    "id twice in a formula": (
        "duplicate-id-aria",
        ".cell_output .katex-html",
        "e.innerHTML += '<span id=m></span><span id=m></span>'; e.parentNode.setAttribute('aria-describedby', 'm')",
    ),
    "link without a name in a formula": (
        "link-name",
        ".katex-display .katex-html, .output .katex-html",
        """e.innerHTML += '<a href="#"><span></span></a>'""",
    ),
    "box that only a mouse can scroll": (
        "scrollable-region-focusable",
        ".highlight-myst-ansi pre",
        """e.tabIndex = -1; e.style = 'width: 40px; overflow: auto'""",
    ),
}
PLANT = """faults => {
    const chosen = Object.entries(faults).map(([name, [rule, selector, act]]) => {
        const all = [...document.querySelectorAll(selector)].filter(e => e.offsetParent !== null);
        return [all[all.length >> 1], act, name];
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


def test_x(page):
    def show(found):
        return {(v["id"], str(n["target"])): n["html"][:150] for v in found for n in v["nodes"]}
    import time
    t=time.time(); a = show(findings(page, "accessibility"));  t1=time.time(); b = show(findings(page, "plainAxe")); t2=time.time()
    print(t1-t, t2-t1)
    print("BOTH", *sorted(a.keys() & b.keys()), sep="\n  ")
    print("SHORT ONLY", *((k, a[k]) for k in sorted(a.keys() - b.keys())), sep="\n  ")
    print("PLAIN ONLY", *((k, b[k]) for k in sorted(b.keys() - a.keys())), sep="\n  ")
