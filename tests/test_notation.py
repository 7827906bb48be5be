"""The notation: each symbol stands in the section that is said to introduce it, as it is written there."""

import itertools
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "book"))
from records import records  # noqa: E402

NOTATION = tomllib.loads((ROOT / "book" / "notation.toml").read_text(encoding="utf-8"))
LETTERS = NOTATION["latin"] | NOTATION["greek"]
MEANINGS = [(symbol, place) for means in LETTERS.values() for symbol, _, place in means]
MEANINGS += [(sign, place) for sign, _, _, place in NOTATION["signs"]]
GREEK = re.compile(
    r"\\(var)?(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega)",
    re.IGNORECASE,
)
STYLES = {r"\mathbf", r"\boldsymbol", r"\mathcal", r"\hat", r"\tilde"}
# these look ahead at chapter 8
AHEAD = dict.fromkeys(["06b#closed-form-or-descent", "07a#a-penalty-on-any-loss", "07b#pulls"], {r"\eta"})
AHEAD["09a#from-two-values-to-a-function"] = {r"\gamma"}  # what support vector machines call it


def tokens(formula):
    """The commands and characters of a formula; braces, spaces and sizes of brackets do not count."""
    formula = re.sub(r"\\[,;:!]|\\(big|Big|left|right)[lr]?(?![a-z])|\\(text|begin|end)\{.*?\}", "", formula)
    return re.findall(r"\\[a-zA-Z]+|[^\s{}\\&]", formula)


def sections():
    """The formulae of each section of each chapter, in the order of the book, under names such as 11#kernel-density."""
    found = {}
    for record in records():
        place = ""
        for cell in record.cells:
            text = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
            for part in re.split(r"(?m)^(?=#{1,3} )", text):
                if title := re.match(r"#+ (.+)", part):
                    slug = re.sub(r"[^\w\- ]", "", title[1].lower()).replace(" ", "-")
                    place = f"{record.name.partition('-')[0]}#{slug}"
                formulae = re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", part, re.DOTALL)
                found.setdefault(place, []).extend(tokens(display or inline) for display, inline in formulae)
    return found


SECTIONS = sections()


def stands_in(symbol, place):
    wanted = tokens(symbol)
    starts = ((formula, i) for formula in SECTIONS[place] for i in range(len(formula) - len(wanted) + 1))
    return any(formula[i : i + len(wanted)] == wanted for formula, i in starts)


@pytest.mark.parametrize(("symbol", "place"), MEANINGS)
def test_a_symbol_stands_where_it_is_said_to_be_introduced(symbol, place):
    for part in symbol.split("; "):
        assert stands_in(part, place), part


def test_every_notebook_introduces_some_symbol():
    introducing = {place.partition("#")[0] for _, place in MEANINGS}
    assert [record.name for record in records() if record.name.partition("-")[0] not in introducing] == []


def test_a_symbol_with_an_index_or_argument_is_not_used_earlier_in_its_chapter():
    for symbol, place in MEANINGS:
        chapter = place.partition("#")[0]
        earlier = itertools.takewhile(lambda other, place=place: other != place, SECTIONS)
        earlier = [other for other in earlier if other.startswith(f"{chapter}#")]
        for part in symbol.split("; "):
            if len(tokens(part)) > 1:
                assert not [other for other in earlier if stands_in(part, other)], (part, place)


def test_every_greek_letter_of_a_chapter_has_its_meaning_there_or_before():
    chapters = [record.name.partition("-")[0] for record in records()]
    for chapter in chapters:
        known = {
            token
            for symbol, place in MEANINGS
            if place.partition("#")[0] in chapters[: chapters.index(chapter) + 1]
            for token in tokens(symbol)
        }
        for place, formulae in SECTIONS.items():
            if place.startswith(f"{chapter}#") and not place.endswith(("#exercises", "#notes-on-the-sources")):
                used = {token for formula in formulae for token in formula if GREEK.fullmatch(token)}
                assert used <= known | AHEAD.get(place, set()), place


def test_each_meaning_is_listed_under_the_letter_it_begins_with():
    for letter, means in LETTERS.items():
        for symbol, _, _ in means:
            first = next(
                t for t in tokens(symbol) if t not in {r"\mathbf", r"\boldsymbol", r"\mathcal", r"\hat", r"\tilde"}
            )
            spelled = first.lstrip("\\").removeprefix("var")
            if letter in NOTATION["greek"]:
                assert spelled == letter
            else:
                assert {"ell": "l", "operatorname": "c"}.get(spelled, spelled).upper() == letter, symbol


def test_meanings_of_a_letter_are_told_apart():
    for letter, means in LETTERS.items():
        words = [words for _, words, _ in means]
        assert len(set(words)) == len(words), letter


def test_what_holds_everywhere_is_a_meaning_of_its_letter():
    known = [
        [letter, symbol, int(re.match(r"\d+", place)[0])]
        for letter, means in LETTERS.items()
        for symbol, _, place in means
    ]
    for meaning in NOTATION["everywhere"]:
        assert known.count(meaning) == 1, meaning


def test_the_page_lists_what_holds_everywhere_first_and_then_chapter_by_chapter(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "book" / "ext"))
    import generated_pages

    for letter, means in LETTERS.items():
        ordered = sorted(means, key=lambda mean, letter=letter: generated_pages.order(letter, mean))
        common = [generated_pages.everywhere(letter, symbol, place) is not None for symbol, _, place in ordered]
        assert common == sorted(common, reverse=True), letter
        chapters = [place.partition("#")[0] for _, _, place in ordered[sum(common) :]]
        assert chapters == sorted(chapters), letter


def test_every_sign_is_said_in_words_and_has_an_example():
    for sign, said, words, _ in NOTATION["signs"]:
        assert said and "$" in words, sign


SAID_AT_SCHOOL = {r"\frac", r"\dfrac", r"\tfrac", r"\times", r"\sqrt", r"\sin", r"\cos", r"\dots"}
BESIDE_IT = {r"\ge", r"\ell"}  # stands with another sign, or among the letters
HOW_IT_LOOKS = {r"\quad", r"\qquad", r"\underbrace"}


def test_a_sign_of_four_notebooks_is_explained():
    explained = {token for sign, *_ in NOTATION["signs"] for token in tokens(sign)}
    users = {}
    for place, formulae in SECTIONS.items():
        for token in {token for formula in formulae for token in formula if token.startswith("\\") or token == "!"}:
            users.setdefault(token, set()).add(place.partition("#")[0])
    common = {token for token, notebooks in users.items() if len(notebooks) > 3 and not GREEK.fullmatch(token)}
    assert common - explained - SAID_AT_SCHOOL - BESIDE_IT - HOW_IT_LOOKS - STYLES == set()


def test_the_glossary_is_in_alphabetical_order(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "book" / "ext"))
    from glossary import in_order

    body = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8").partition("{glossary}\n")[2]
    names = [in_order(lines.splitlines()[0]) for lines in re.split(r"\n\n+", body) if lines[0].isalpha()]
    assert names == sorted(names) and len(names) > 300


def test_other_names_of_the_glossary_stand_in_the_alphabet(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "book" / "ext"))
    from docutils import nodes
    from glossary import add_other_names
    from sphinx import addnodes

    entries = [["outcome", "target"], ["slack", "SVD"], ["support vector machine", "SVM"], ["surprise"], ["task"]]
    listed = nodes.definition_list()
    for names in entries:
        terms = [nodes.term("", name, ids=[f"term-{name}"]) for name in names]
        listed += nodes.definition_list_item("", *terms, nodes.definition())
    document = nodes.container("", addnodes.glossary("", listed))
    add_other_names(document)
    shown = [re.sub(r"</dt>.*|<.*?>", "", child.astext()) for child in listed]
    heads = ["outcome", "slack", "support vector machine", "surprise", "SVD", "SVM", "target", "task"]
    starts = [
        text if isinstance(child, nodes.raw) else child[0].astext() for child, text in zip(listed, shown, strict=True)
    ]
    assert starts == heads
