"""A calculation as steps: values by name, and its forms in text, HTML and LaTeX."""

import math
import re
from fractions import Fraction

import pytest

from byhand.working import Step, Working, decimal, plain, tex

STEPS = [
    Step("P(Yes)", r"\frac{N_{Yes}}{N}", r"\frac{9}{14}", Fraction(9, 14)),
    Step("score", r"P(Yes) \times p", r"\frac{9}{14} \times 0.5", 9 / 28, "a note"),
    Step("decision", r"\operatorname{argmax}_k P(C_k)", "", "Yes"),
]


# ---- values


def test_values_are_found_by_name_in_order():
    working = Working("title", STEPS)
    assert working["P(Yes)"] == Fraction(9, 14)
    assert working["decision"] == "Yes"
    assert list(working) == ["P(Yes)", "score", "decision"]
    assert dict(working) == {"P(Yes)": Fraction(9, 14), "score": 9 / 28, "decision": "Yes"}
    assert len(working) == 3
    assert "score" in working and "scores" not in working
    assert working.step("score") is STEPS[1]


def test_text_form_has_one_line_for_each_step():
    assert str(Working("A title", STEPS)).splitlines() == [
        "A title",
        "P(Yes) = N_Yes/N = 9/14 ≈ 0.642857",
        "score = P(Yes) × p = 9/14 × 0.5 ≈ 0.321429   (a note)",
        "decision = argmax_k P(C_k) = Yes",
    ]


def test_latex_form_is_an_aligned_environment():
    assert Working("A title", STEPS[:1]).to_latex() == (
        "\\begin{align*}\n"
        r"\text{P(Yes)} &= \frac{N_{Yes}}{N} = \frac{9}{14} \approx 0.642857"
        "\n\\end{align*}"
    )
    assert Working("A title", STEPS).to_latex().count(" \\\\\n") == 2


def test_html_form_is_a_table_with_a_row_for_each_step():
    html = Working("A title", STEPS)._repr_html_()
    assert "<caption>A title</caption>" in html
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ["P(Yes)", "score<br><small>a note</small>", "decision"]
    cells = re.findall(r"<td>(.*?)</td>", html)
    assert len(cells) == 9
    assert cells[2] == r'<span class="math">\(\frac{9}{14} \approx 0.642857\)</span>'
    assert cells[7] == ""
    assert cells[8] == r'<span class="math">\(\text{Yes}\)</span>'


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (Fraction(1, 2), "= 1/2 = 0.5"),
        (Fraction(1, 3), "= 1/3 ≈ 0.333333"),
        (Fraction(-1, 3), "= -1/3 ≈ -0.333333"),
        (Fraction(1, 1 << 30), "= 1/1073741824 ≈ 9.31323 × 10^(-10)"),
        (Fraction(123456, 1000), "= 15432/125 = 123.456"),
        (Fraction(1234567, 10), "= 1234567/10 ≈ 123457"),
        (Fraction(3), "= 3"),
        (Fraction(0), "= 0"),
        (0.25, "= 0.25"),
        (1 / 3, "≈ 0.333333"),
        (0.1 + 0.2, "≈ 0.3"),
        (7, "= 7"),
        (1234567, "≈ 1.23457 × 10^6"),
        ("No", "= No"),
    ],
)
def test_equal_sign_stands_only_before_what_is_exact(value, right):
    assert str(Working("", [Step("v", "", "", value)])).strip() == f"v {right}"


def test_what_was_just_written_is_not_written_again():
    assert Step("P", "", r"\frac{1}{2}", Fraction(1, 2)).latex == r"= \frac{1}{2} = 0.5"
    assert Step("P", "0.5", "0.5", 0.5).latex == "= 0.5"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3, 4), r"\frac{3}{4}"),
        (Fraction(-3, 4), r"-\frac{3}{4}"),
        (Fraction(8, 4), "2"),
        (0.1, "0.1"),
        (-2.5e-9, r"-2.5 \times 10^{-9}"),
        (1e20, r"1 \times 10^{20}"),
        (100000, "100000"),
        ("No", r"\text{No}"),
    ],
)
def test_value_in_latex(value, text):
    assert tex(value) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(2 / 3, 6, "0.666667"), (2 / 3, 3, "0.667"), (Fraction(1, 189), 6, "0.00529101"), (-4, 6, "-4"), (0.0, 6, "0")],
)
def test_decimals_are_rounded_to_significant_digits(value, digits, text):
    assert decimal(value, digits) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{1}{2}", "1/2"),
        (r"\frac{2 + 1}{9 + 3}", "(2 + 1)/(9 + 3)"),
        (r"\frac{2 x}{3}", "(2 x)/3"),
        (r"\frac{\frac{1}{2}}{3}", "(1/2)/3"),
        (r"\frac{\frac{1}{2}}{\frac{3}{4}}", "(1/2)/(3/4)"),
        (r"\frac{1 + \frac{1}{x}}{2}", "(1 + 1/x)/2"),
        (r"\dfrac{1}{2} \cdot \tfrac{0.5}{k}", "1/2 × 0.5/k"),
        (r"e^{-0.5} + x^2 + x^{10}", "e^(-0.5) + x^2 + x^10"),
        (r"e^{-\frac{1}{2}}", "e^(-1/2)"),
        (r"\sqrt{\frac{1}{2}}", "√(1/2)"),
        (r"\frac{\sqrt{\frac{1}{2}}}{3}", "(√(1/2))/3"),
        (r"\frac{1}{\sigma\sqrt{2\pi}}", "1/(σ√(2π))"),
        (r"\sum_k \text{score}(C_k) \approx \prod_i p_{i}", "∑_k score(C_k) ≈ ∏_i p_i"),
        (r"P(\text{Yes} \mid x) \times \left(\alpha + \theta\right)", "P(Yes | x) × (α + θ)"),
        (r"a\,b\;c \quad d", "abc d"),
        ("no latex at all", "no latex at all"),
    ],
)
def test_latex_reads_as_plain_text(latex, text):
    assert plain(latex) == text


# ---- laws


def test_html_escapes_what_came_from_data():
    steps = [Step("P(<5|a&b)", "x < 5 & y", "1 < 5", "<b>", "note with <i>")]
    html = Working("a < b & c", steps)._repr_html_()
    assert "<caption>a &lt; b &amp; c</caption>" in html
    assert '<th scope="row">P(&lt;5|a&amp;b)<br><small>note with &lt;i&gt;</small></th>' in html
    assert r"\(x &lt; 5 &amp; y\)" in html
    assert r"\(\text{&lt;b&gt;}\)" in html
    assert "<b>" not in html and "<i>" not in html


@pytest.mark.parametrize("name", ["50%", "a & b", "snow_flake", "#1", "$5", "{x}"])
def test_latex_escapes_what_came_from_data(name):
    latex = Working("", [Step(f"P({name})", "", "", name)]).to_latex()
    left, right = latex.splitlines()[1].split(" &= ")
    for side in (left, right):
        inside = side.removeprefix(r"\text{").removesuffix("}")
        assert not re.search(r"(?<!\\)[%&_#${}]", inside)
    assert name in str(Working("", [Step(f"P({name})", "", "", name)]))


def test_text_form_of_a_word_is_the_word():
    for word in ("No", "x < 5", "snow_flake", "50%", "two words"):
        assert str(Working("", [Step("v", "", "", word)])).strip() == f"v = {word}"


def test_infinite_value_can_be_shown():
    for value in (math.inf, -math.inf):
        assert str(value) in str(Working("", [Step("v", "", "", value)]))


# ---- bad input


def test_two_steps_of_one_name_are_refused():
    with pytest.raises(ValueError, match="steps must have different names; twice: b"):
        Working("title", [Step(name, "", "", 1) for name in "abcb"])


def test_unknown_step_is_refused_and_the_steps_are_named():
    working = Working("title", STEPS)
    for look_up in (working.__getitem__, working.step):
        with pytest.raises(KeyError, match=r"no step 'P\(No\)'; the steps are: P\(Yes\), score, decision"):
            look_up("P(No)")


def test_step_cannot_be_changed():
    with pytest.raises(AttributeError):
        STEPS[0].value = 1
