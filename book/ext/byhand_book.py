"""The book's Sphinx extension: fresh notebooks, explorables, formulae, generated pages, nothing from outside.

- A page's code is run again when it changes or when a file of the library that it uses does (dependencies.py).
- Pictures move from the page into files of their own, so that they load when they are needed.
- Further practice problems come with a form, in files of their own (ready_problems.py).
- An exercise that can be answered without Python has its form first and its cell folded below.
- Formulae in outputs are typeset while the book is built, as those in the text are.
- The tables of examples, slips, algorithms and exercises are written from the library and the notebooks.
- Whatever other extensions would load from another host is dropped.
"""

import base64
import hashlib
import html
import os
import re
from pathlib import Path

import dependencies
import generated_pages
import ready_problems
import typeset
from docutils import nodes

REPAIRS = [  # what other extensions write, and what it should be
    (r'(<p class="admonition-title">Exercise) \((.*?)\)</p>', r"\1 \2</p>"),
    (r"(<p class=\"admonition-title\">Solution) to<a .*?Exercise \(([\d.]+) .*?</a></p>", r"\1 of exercise \2</p>"),
    (r'<section id="(exercise|solution)-content">', r'<section class="\1-content">'),  # an id only once
    (r'<summary aria-label="Toggle hidden content">', "<summary>"),  # its own words are its name
    (r'<div role="list" class="citation-list">', '<div class="citation-list">'),  # its entries are no list items
]


def read_source(app, docname, source):
    """Fill in generated tables; let a page with code depend on the files of the library that it uses."""
    text = generated_pages.fill(source[0])
    files = set(generated_pages.files()) if text != source[0] else set()
    source[0], used = dependencies.keyed(text, docname)
    for file in files | used:
        app.env.note_dependency(str(file))


def read_doctree(app, doctree):
    """Say what the folds of code hold. In outputs of cells: leave out what shows nothing, give pictures their text
    alternative, typeset formulae, move pictures out, write the problems that come with a form."""
    for cell in list(doctree.findall(lambda node: element(node) == "cell_code")):
        cell["prompt_show"] = f"Code {contents(cell)}"
        if is_form(cell):
            cell["prompt_show"] = cell["prompt_hide"] = "Answer in Python"
            cell["hide_mode"] = "input"
        drop_empty(cell)
    for bundle in doctree.findall(lambda node: element(node) == "mime_bundle"):
        parts = {part.get("mime_type"): part for part in bundle.children if is_element(part)}
        if "text/plain" in parts:
            for image in bundle.findall(nodes.image):
                image["alt"] = parts["text/plain"].astext()
    for raw in doctree.findall(nodes.raw):
        if raw.get("format") != "html":
            continue
        text = re.sub(r'(<span class="math">)\\\((.+?)\\\)(</span>)', formula, raw.astext())
        folder = "_frames" if 'class="explore"' in text else "_figures"
        text = re.sub(r"data:image/webp;base64,([\w+/=]+)", lambda match, to=folder: store(app, match[1], to), text)
        if 'class="practice"' in text:
            text = ready_problems.named(text, app.outdir, top(app))
        raw.children = [nodes.Text(text)]
        raw.rawsource = text


def is_form(cell):
    """Whether a cell shows the form of an exercise."""
    return any('<div class="answer"' in raw.astext() for raw in cell.findall(nodes.raw))


def forms_first(app, doctree, docname):
    """Put the form of an exercise above the fold with its cell, directly below the statement."""
    for cell in doctree.findall(lambda node: element(node) == "cell_code"):
        if is_form(cell):
            cell.children.reverse()


def is_element(node):
    return isinstance(node, nodes.Element)


def element(node):
    """The part of a notebook that a node stands for."""
    return node.get("nb_element") if is_element(node) else None


def contents(cell):
    """What the code of a cell is for, seen from what it shows."""
    outputs = [node for node in cell.children if element(node) == "cell_code_output"]
    shown = "".join(raw.astext() for output in outputs for raw in output.findall(nodes.raw) if raw["format"] == "html")
    if 'class="stage"' in shown or any(True for output in outputs for _ in output.findall(nodes.image)):
        return "of this figure"
    if 'class="practice"' in shown:
        return "of this form"
    return "of these results" if outputs else "that prepares what follows"


def drop_empty(cell):
    """Remove outputs whose HTML is empty; a cell that then shows nothing takes no room on the page."""
    for bundle in list(cell.findall(lambda node: element(node) == "mime_bundle")):
        pages = [part for part in bundle.children if is_element(part) and part.get("mime_type") == "text/html"]
        if pages and not any(part.astext().strip() for part in pages):
            bundle.parent.remove(bundle)
    for output in [node for node in cell.children if element(node) == "cell_code_output"]:
        if not output.children:
            cell.remove(output)
    if not cell.children:
        cell["classes"].append("silent")


def formula(match):
    return match[1] + typeset.render(html.unescape(match[2])) + match[3]


def store(app, encoded, to):
    """Write a picture to a file of a folder, named by its content; return its address from the page being read."""
    picture = base64.b64decode(encoded)
    name = hashlib.sha256(picture).hexdigest()[:16] + ".webp"
    folder = Path(app.outdir) / to
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(picture)
    return f"{top(app)}{to}/{name}"


def top(app):
    """The way from the page being read to the top of the book."""
    return "../" * app.env.docname.count("/")


def page_context(app, pagename, templatename, context, doctree):
    """Drop scripts and styles of other hosts; repair the HTML of other extensions."""
    for pattern, replacement in REPAIRS:
        context["body"] = re.sub(pattern, replacement, context.get("body") or "")

    def local(file):
        name = str(getattr(file, "filename", file) or "")
        body = getattr(file, "attributes", {}).get("body") or ""
        return not (name.startswith(("http:", "https:", "//")) or "thebe" in name.lower() or "thebe" in body.lower())

    for key in ("script_files", "css_files"):
        context[key] = [file for file in context.get(key, []) if local(file)]
    if "generate_toctree_html" in context:
        context["generate_toctree_html"] = with_named_folds(context["generate_toctree_html"])


def with_named_folds(navigation):
    """The theme's function that writes the navigation, its folds named for a screen reader."""

    def named(*arguments, **settings):
        tree = navigation(*arguments, **settings)
        for summary in tree.find_all("summary") if hasattr(tree, "find_all") else ():
            link = summary.find_parent("li").find("a")
            summary["aria-label"] = f"Pages of {link.get_text(strip=True)}"
        return tree

    return named


def side_by_side(app, config):
    """Read and write pages in one process a core."""
    app.parallel = os.cpu_count()
    for extension in app.extensions.values():
        if extension.parallel_read_safe is None:  # those that do not say so number sections and write LaTeX, afterwards
            extension.parallel_read_safe = True


def setup(app):
    os.environ["BYHAND_PAGE"] = "static"  # explorables become plain HTML
    app.connect("config-inited", side_by_side)
    app.connect("source-read", read_source)
    app.connect("doctree-read", read_doctree)
    app.connect("doctree-resolved", forms_first)
    app.connect("html-page-context", page_context, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
