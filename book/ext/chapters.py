"""Chapters by their number: in the title of a page, and so in the navigation, and in the numbers of its equations.

A Sphinx extension. The number is the start of a notebook's name: 15a-support-vector-machines is chapter 15a, and its
third equation is (15a.3), whichever pages are read and in whatever order.
"""

import re

from docutils import nodes
from sphinx.domains.math import MathDomain


def number(docname):
    """The number of a chapter as readers know it, of a name such as notebooks/06-linear-regression; "" for others."""
    match = re.match(r"(?:notebooks/)?0?(\d+[a-z]?)-", docname)
    return match[1] if match else ""


class Equations(MathDomain):
    """Equations are counted in each chapter; where a number is shown, that of the chapter comes first."""

    def note_equation(self, docname, labelid, location=None):
        super().note_equation(docname, labelid, location)
        _, count = self.equations[labelid]
        self.equations[labelid] = (docname, f"{number(docname)}.{count}" if number(docname) else str(count))


def number_title(app, doctree):
    """Put the number of a chapter before its title."""
    title = next(doctree.findall(nodes.title), None)
    if title is not None and number(app.env.docname):
        title.insert(0, nodes.Text(f"{number(app.env.docname)} "))


def setup(app):
    app.add_domain(Equations, override=True)
    app.connect("doctree-read", number_title, priority=100)  # before titles are collected for the navigation
    return {"parallel_read_safe": True, "parallel_write_safe": True}
