"""The glossary: letters to jump to, other names of terms, ways back to the chapters, and definitions that show where a
term is used.

A Sphinx extension. A page carries the definitions of its terms, each hidden and tied to the links of its term, so that
a screen reader reads it and reading.js can show it; without scripts the link leads to the glossary.
"""

import re
import unicodedata
from bisect import bisect
from functools import cache
from html import escape

from docutils import nodes
from generated_pages import NOTEBOOKS, records, titles
from sphinx import addnodes

PAGE = "book/glossary"
USE = re.compile(r"\{term\}`(?:[^`<]*<)?([^`<>]+?)>?`")
TAUGHT = {  # terms that are taught where no sentence links them, by the section that does it
    "adam": "8#a-rate-for-each-parameter",
    "argmax": "11#from-bayes-theorem-to-a-product",
    "average precision": "5#eight-messages",
    "back-propagation": "19#the-idea",
    "backward algorithm": "26#backward",
    "bernoulli naive bayes": "11#a-spam-filter",
    "categorical naive bayes": "11#by-hand",
    "covariance": "2#several-numbers-at-once",
    "error rate reduction": "5#better-than-nothing",
    "false positive": "5#ten-patients",
    "filtering": "26#backward",
    "gain ratio": "13#many-values",
    "gaussian naive bayes": "11#gaussian-naive-bayes",
    "gini impurity": "13#three-measures-of-impurity",
    "hidden state": "26#what-is-hidden-and-what-is-seen",
    "id3": "13#growing",
    "k-means": "3#four-ways-to-cut",
    "lidstone smoothing": "11#zero-counts-and-smoothing",
    "macro average": "5#six-actions",
    "mcnemar's test": "5#is-it-luck",
    "micro average": "5#six-actions",
    "multinomial naive bayes": "11#a-spam-filter",
    "naive bayes": "11#the-idea",
    "orthogonal matrix": "6#three-lines-of-code",
    "probability mass function": "2#outcomes-and-events",
    "relu": "19#activations",
    "sigmoid": "19#activations",
    "standard deviation": "2#the-bell-curve",
    "stratification": "4#rows-that-are-not-alike",
    "wilson interval": "5#is-it-luck",
    "zero-r": "5#better-than-nothing",
}
LINK = re.compile(r'<a class="reference internal" href="([^"#]*glossary\.html#term-([^"]+))"')


def add_ways(app, doctree):
    """On the page of the glossary: a line of letters, and at each term the chapters that use it."""
    if app.env.docname != PAGE:
        return
    chapters = [(record, {term.lower() for term in USE.findall(record.text)}) for record in records()]
    first = {}  # of each letter, its first term
    for item in doctree.findall(nodes.definition_list_item):
        places = {term.astext().lower(): term["ids"][0] for term in item.findall(nodes.term)}
        name, place = next(iter(places.items()))
        first.setdefault(name[0].upper(), place)
        links = [
            f'<a href="../{NOTEBOOKS.name}/{record.name}.html#use-{places[name].removeprefix("term-")}">'
            f"{record.number} {record.title}</a>"
            for record, used in chapters
            for name in [name for name in places if name in used][:1]
        ]
        links = links or [way(TAUGHT[name], chapters) for name in places if name in TAUGHT]
        if links:
            item.children[-1] += nodes.raw("", f'<p class="ways-back">In {", ".join(links)}</p>', format="html")
    add_other_names(doctree)
    letters = " ".join(f'<a href="#{place}">{letter}</a>' for letter, place in sorted(first.items()))
    glossary = next(doctree.findall(addnodes.glossary))
    line = nodes.raw("", f'<nav class="letters" aria-label="Letters of the glossary">{letters}</nav>', format="html")
    glossary.parent.insert(glossary.parent.index(glossary), line)
    for path in NOTEBOOKS.glob("*.ipynb"):
        app.env.note_dependency(str(path))


def in_order(name):
    """What sorts names in the glossary: word by word, without marks."""
    plain = unicodedata.normalize("NFKD", name).lower().replace("-", " ")
    return "".join(sign for sign in plain if sign.isalnum() or sign == " ")


def add_other_names(doctree):
    """At the place in the alphabet of each further name of a term, as PCA has, a line that leads to its entry."""
    for entries in doctree.findall(addnodes.glossary):
        items = list(entries.findall(nodes.definition_list_item))
        names = [[(term.astext(), term["ids"][0]) for term in item.findall(nodes.term)] for item in items]
        order = [in_order(first[0]) for first, *_ in names]
        others = [(in_order(name), name, place, i) for i, (_, *more) in enumerate(names) for name, place in more]
        for key, name, place, i in sorted(others):
            at = bisect(order, key)
            if at not in (i, i + 1):  # else the reader finds it beside its entry
                link = f'<a href="#{place}">{escape(names[i][0][0])}</a>'
                line = f'<dt class="other-name">{escape(name)}</dt><dd><p>See {link}.</p></dd>'
                parent = items[min(at, len(items) - 1)].parent
                index = parent.index(items[at]) if at < len(items) else len(parent)
                parent.insert(index, nodes.raw("", line, format="html"))


def way(place, chapters):
    """A link to a section, such as 11#by-hand, in whichever notebook of that chapter it stands."""
    number, section = place.split("#")
    for record, _ in chapters:
        if re.match(rf"0?{number}[a-z]?-", record.name) and section in titles(record.name):
            return f'<a href="../{NOTEBOOKS.name}/{record.name}.html#{section}">{record.number} {record.title}</a>'
    raise KeyError(f"chapter {number} has no section {section!r}")


def show_definitions(app, pagename, templatename, context, doctree):
    """Tie each linked term of a page to its definition; its first link is where the glossary leads back to."""
    if pagename == PAGE or not doctree:
        return
    seen = []

    def tie(match):
        place = match[2]
        own = "" if place in seen else f' id="use-{place}"'
        seen.append(place)
        return f'{match[0]}{own} aria-describedby="definition-of-{place}"'

    body = LINK.sub(tie, context["body"])
    definitions = "".join(
        f'<div class="definition" id="definition-of-{place}" role="tooltip" hidden>{definition(app, place)}</div>'
        for place in dict.fromkeys(seen)
    )
    context["body"] = f'{body}<div class="definitions">{definitions}</div>' if definitions else body


@cache
def definition(app, place):
    """The HTML of the definition of a term, without links."""
    for item in glossary(app).findall(nodes.definition_list_item):
        if any(f"term-{place}" in term["ids"] for term in item.findall(nodes.term)):
            box = nodes.container()
            box += [paragraph.deepcopy() for paragraph in item.children[-1] if isinstance(paragraph, nodes.paragraph)]
            for link in list(box.findall(addnodes.pending_xref)):
                link.replace_self(nodes.inline("", link.astext()))
            return app.builder.render_partial(box)["body"]
    raise KeyError(f"the glossary has no term at {place!r}")


@cache
def glossary(app):
    return app.env.get_doctree(PAGE)


def setup(app):
    app.connect("doctree-read", add_ways)
    app.connect("html-page-context", show_definitions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
