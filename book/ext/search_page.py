"""What the search page looks through: the text of the book, section by section, and the glossary with its definitions.

A Sphinx extension in place of Sphinx's own search, whose index holds no text: from a folder on disk it finds pages but
cannot show why. The index is a script, since a script loads from a folder too; search.js ranks and shows.
"""

import hashlib
import json
import re
import unicodedata
from pathlib import Path

from chapters import number
from docutils import nodes
from generated_pages import records
from sphinx import addnodes

GLOSSARY = "book/glossary"
NO_TEXT = (nodes.literal_block, nodes.raw, nodes.math_block, nodes.comment, nodes.title, addnodes.toctree)
PLAIN_FORMULA = re.compile(r"[^\W_]+(?: ?[=+<>−-] ?[^\W_]+)?")  # reads well as it stands


def write_index(app, env):
    """Write the index, and note its digest, so that a browser never keeps an old one."""
    pages = [page(env, docname) for docname in sorted(env.found_docs) if docname != GLOSSARY]
    terms = list(glossary(env.get_doctree(GLOSSARY))) if GLOSSARY in env.found_docs else []
    index = {"glossary": f"{GLOSSARY}.html", "terms": terms, "pages": pages}
    script = f"window.bookText = {json.dumps(index, ensure_ascii=False, separators=(',', ':'))};\n"
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "search-index.js").write_text(script, encoding="utf-8")
    app.config.html_context["search_version"] = hashlib.sha256(script.encode()).hexdigest()[:8]


def page(env, docname):
    """A page as {title, address, whether it is a chapter, its promise, sections [heading, place, text]}."""
    promise = {record.name: record.promise for record in records()}.get(docname.removeprefix("notebooks/"), "")
    return {
        "title": env.titles[docname].astext(),
        "address": f"{docname}.html",
        "chapter": bool(number(docname)),
        "promise": words_of(promise),
        "sections": [
            [node[0].astext(), node["ids"][0], text(node)] for node in env.get_doctree(docname).findall(is_section)
        ],
    }


def glossary(doctree):
    """Each entry as [names, place, definition]."""
    for item in doctree.findall(nodes.definition_list_item):
        names = [term.astext() for term in item.findall(nodes.term)]
        yield [names, next(item.findall(nodes.term))["ids"][0], text(item.children[-1])]


def is_citation(node):
    return isinstance(node, addnodes.pending_xref) and node.get("refdomain") == "cite"


def is_left_out(node):
    """Whether it is a fold of the class "not-searched", such as the list of what the other pages say."""
    return isinstance(node, nodes.Element) and "not-searched" in node.get("container_classes", ())


def is_section(node):
    """Whether it has a heading; exercises and solutions are in sections without one."""
    return isinstance(node, nodes.section) and isinstance(node[0], nodes.title)


def text(node):
    """What a reader would read aloud of a node, without the sections inside it, code and long formulae."""
    if isinstance(node, nodes.Text):
        return str(node)
    if isinstance(node, nodes.math):
        formula = re.sub(r"\\([a-z]+)", greek, node.astext())
        return formula if PLAIN_FORMULA.fullmatch(formula) else "…"
    read = (child for child in node.children if not isinstance(child, NO_TEXT) and not is_left_out(child))
    parts = (text(child) for child in read if not is_section(child) and not is_citation(child))
    between = "" if isinstance(node, nodes.TextElement) else " "
    words = re.sub(r"\s+", " ", between.join(parts))
    return re.sub(r" (?=[.,;:](\s|$))", "", words)  # a citation has left its space


def greek(match):
    """The letter that a command of LaTeX stands for; other commands stay."""
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {match[1]}")
    except KeyError:
        return match[0]


def words_of(markdown):
    """A sentence of Markdown without its marks."""
    return re.sub(r"\{\w+\}|[`*$\\]|<[^>]*>", "", markdown)


def own_search(app):
    """Sphinx need not index what it does not search."""
    app.builder.search = False


def setup(app):
    app.connect("builder-inited", own_search)
    app.connect("env-updated", write_index)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
