"""What the source documents print, and whether it holds.

One file per chapter, `NN-topic.toml`, lists the worked examples it takes from the documents with each printed number
and the exact one, the slips found, and the topics covered. `verdict` compares a computed value with that ledger, fails
if the computation is not right, and tells the reader in one quiet line how the printed numbers fare.

A slip belongs to one of four classes: an *error* (what is printed is wrong), a *misprint* (the page around it shows
what is meant), something *imprecise*, or a *convention* that differs from ours and is no slip at all. Conventions stand
on the page of notation, the others on the page of their document.
"""

import os
import tomllib
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from html import escape
from importlib import resources

from byhand.table import as_html
from byhand.working import decimal

WORDS = {
    "agrees": "agrees",
    "rounding": "off by rounding",
    "slip": "a slip",
    "unchecked": "cannot be checked",
    "own": "our own numbers",
}
TALLY = {  # the same for one printed number and for several
    "agrees": ("agrees", "agree"),
    "rounding": ("is off by rounding", "are off by rounding"),
    "slip": ("is a slip", "are slips"),
    "unchecked": ("cannot be checked", "cannot be checked"),
}


@cache
def documents():
    """The five documents by letter: title, authors, year, kind, bibliography key."""
    return tomllib.loads(_read("documents.toml"))


@cache
def chapters():
    """The ledger of each written chapter, by the name of its notebook."""
    names = sorted(entry.name for entry in resources.files("byhand.sources").iterdir() if entry.name[0].isdigit())
    return {name.removesuffix(".toml"): tomllib.loads(_read(name)) for name in names}


@cache
def examples():
    """All worked examples by id."""
    return {example["id"]: example for ledger in chapters().values() for example in ledger["example"]}


def verdict(example, *found):
    """Compare computed values with what a document prints: `verdict("A-W09", working)`.

    `found`: mappings from names to values such as a `Working`, of which every name that the ledger knows is compared;
    or the name of one claim and its value. Workings by name, `{"set 1": working}`, give the claims "set 1: w1", ...
    A word that is a number counts as that number.
    A value that is not the exact one raises an `AssertionError`.

    >>> verdict("A-W09", "P(Yes|x)", Fraction(125, 611))
    A-W09 P(Yes|x): printed 0.196, exact 125/611 ≈ 0.204583: off by rounding (A-E40)
    >>> verdict("A-W09", "P(Yes|x)", 0.196)
    Traceback (most recent call last):
        ...
    AssertionError: A-W09 P(Yes|x): computed 0.196, but the exact value is 125/611 ≈ 0.204583
    """
    if example not in examples():
        raise ValueError(f"example must be an id of the ledger ({', '.join(examples())}); got {example!r}")
    ledger = {claim["name"]: claim for claim in examples()[example].get("claim", [])}
    found = [dict([found])] if isinstance(found[0], str) else found
    pairs = [(name, value) for mapping in found for name, value in _named(mapping) if name in ledger]
    if not pairs:
        raise ValueError(f"found must name some of {', '.join(ledger)}; got {', '.join(map(repr, found))}")
    for name, computed in pairs:
        _compare(example, ledger[name], computed)
    return Verdict(examples()[example], [ledger[name] for name in dict(pairs)])


class Verdict:
    """Claims of one worked example that have been compared: a line on how the printed ones fare, and their table.

    Where the document prints none of them there is nothing to tell a reader, and nothing is shown.
    """

    def __init__(self, example, claims):
        self.example, self.claims = example, claims

    def __repr__(self):
        return "\n".join(f"{self.example['id']} {claim['name']}: {_sentence(claim)}" for claim in self.claims)

    def _repr_html_(self):
        printed = [claim for claim in self.claims if "printed" in claim]
        if not printed:
            return ""
        head = ["quantity", "printed", "exact", "verdict"]
        rows = [[escape(c["name"]), c["printed"], exact_text(c), WORDS[judge(c)] + _link(c)] for c in printed]
        classes = [f"verdict-{judge(claim)}" for claim in printed]
        table = as_html("verdicts", head, rows, headed=True, classes=classes) + _reasons(printed)
        place = f"<cite>{escape(documents()[self.example['id'][0]]['title'])}</cite>, {escape(self.example['place'])}"
        return f'<details class="verdicts"><summary>{place}: {tally(printed)}</summary>{table}</details>'


def tally(claims):
    """How the printed numbers among these claims fare, in words.

    >>> tally(examples()["A-W09"]["claim"][:2])
    'both printed numbers agree'
    """
    kinds = [judge(claim) for claim in claims if "printed" in claim]
    found = {kind: kinds.count(kind) for kind in TALLY if kind in kinds}
    if len(kinds) == 1:
        return f"the printed number {TALLY[kinds[0]][0]}"
    if len(found) == 1:
        every = "both" if len(kinds) == 2 else f"all {len(kinds)}"
        return f"{every} printed numbers {TALLY[kinds[0]][1]}"
    parts = [f"{count} {TALLY[kind][count > 1]}" for kind, count in found.items()]
    return f"of {len(kinds)} printed numbers, " + ", ".join(parts[:-1]) + " and " + parts[-1]


def judge(claim):
    """The kind of a claim: agrees, rounding, slip, unchecked or own."""
    return claim.get("verdict", "agrees" if "printed" in claim else "own")


def agrees(printed, exact):
    """Whether a printed decimal is the exact value rounded to its own digits, or a printed fraction is that value.

    >>> agrees("0.64", Fraction(9, 14)), agrees("0.66", Fraction(6, 9)), agrees("9/14", Fraction(9, 14))
    (True, False, True)
    """
    if printed.startswith("√"):
        return abs(float(exact) ** 2 - int(printed[1:])) < 1e-12
    if "/" in printed:
        return Fraction(printed) == exact
    precise = Decimal(exact.numerator) / Decimal(exact.denominator)
    return precise.quantize(Decimal(printed), ROUND_HALF_UP) == Decimal(printed)


def slips():
    """All slips found, as (chapter, slip) pairs in the order of the documents."""
    found = [(chapter, slip) for chapter, ledger in chapters().items() for slip in ledger.get("slip", [])]
    return sorted(found, key=lambda pair: pair[1]["id"])


def slip_page(id):
    """The page of the book, without its ending, on which a slip is explained."""
    return f"slips-{id[0].lower()}"


def _read(name):
    return resources.files("byhand.sources").joinpath(name).read_text(encoding="utf-8")


def _named(values, before=""):
    """The names and values of a mapping; those of a mapping in it have its key before them."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _named(value, f"{before}{name}: ")
        else:
            yield before + name, value


def _compare(example, claim, computed):
    if judge(claim) == "unchecked":
        return
    exact = Fraction(claim["exact"])
    computed = Fraction(computed) if isinstance(computed, str) else computed  # "2", the number of a cluster
    if not abs(computed - exact) <= 1e-9 * max(abs(exact), 1e-9):
        raise AssertionError(
            f"{example} {claim['name']}: computed {computed}, but the exact value is {exact_text(claim)}"
        )


def exact_text(claim):
    """The exact value of a claim as text: a fraction with its decimals, or decimals alone."""
    if "exact" not in claim:
        return "unknown"
    exact, digits = Fraction(claim["exact"]), decimal(Fraction(claim["exact"]))
    relation = "=" if Fraction(digits) == exact else "≈"
    return f"{claim['exact']} {relation} {digits}" if "/" in claim["exact"] else digits


def _sentence(claim):
    printed = f"printed {claim['printed']}, " if "printed" in claim else ""
    slip = f" ({claim['slip']})" if "slip" in claim else ""
    return f"{printed}exact {exact_text(claim)}: {WORDS[judge(claim)]}{slip}"


def _link(claim):
    """The slip's number, with a link to its page where there are pages (a notebook has none beside it)."""
    if "slip" not in claim:
        return ""
    if "BYHAND_PAGE" not in os.environ:
        return f" ({claim['slip']})"
    return f' <a href="../book/{slip_page(claim["slip"])}.html#{claim["slip"].lower()}">{claim["slip"]}</a>'


def _reasons(claims):
    """Each different reason once, below the table."""
    reasons = dict.fromkeys(claim["why"] for claim in claims if "why" in claim)
    return "".join(f'<p class="verdict-why">{escape(reason)}</p>' for reason in reasons)
