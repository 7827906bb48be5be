"""Which names a cell defines, uses and changes: what a page needs to know to run cells in another order than its own.

Found out without running anything, so it is a good guess: what a cell reads it uses; what it assigns, imports or
defines it defines; what it assigns into, or calls by a method that is known to change things, it changes. The page
(order.js) lets a cell depend on the cells above that define or change what it uses.
"""

# ruff: noqa: N815

import ast
import re
import symtable

# methods after which a thing is no longer what it was, those of random generators among them
CHANGING = {
    *(
        [
            "append",
            "add",
            "clear",
            "discard",
            "extend",
            "insert",
            "pop",
            "popitem",
            "remove",
            "reverse",
            "setdefault",
            "sort",
            "update",
            "write",
        ]
    ),
    *(["fit", "fit_transform", "partial_fit", "seed", "shuffle", "step", "train"]),
    *(
        [
            "choice",
            "exponential",
            "gamma",
            "integers",
            "multivariate_normal",
            "normal",
            "permutation",
            "random",
            "standard_normal",
            "uniform",
        ]
    ),
}
COMMAND = re.compile(r"^([ \t]*)(?:%%?\w+[ \t]*|!.*)|\?+[ \t]*$", re.MULTILINE)  # of IPython


def names(code):
    """The names of a cell in four sorted lists, a dictionary; None if that cannot be told.

    uses : those whose values matter while it runs, and come from elsewhere
    defines : those it gives a value
    changes : those whose values it changes, and come from elsewhere
    later : those that the functions it defines will look up when they are called

    >>> names("def f(x):\\n    return a * x\\nb = f(c)\\nd.append(b)")
    {'uses': ['a', 'c', 'd'], 'defines': ['b', 'f'], 'changes': ['d'], 'later': ['a']}
    >>> names("from math import *") is names("1 +") is None
    True
    """
    try:
        plain = COMMAND.sub(r"\1", code)
        tree, table = ast.parse(plain), symtable.symtable(plain, "cell", "exec")
    except (SyntaxError, ValueError):
        return None
    walk = Walk()
    walk.visit(tree)
    if "*" in walk.defines:
        return None
    later = {name for inner in table.get_children() for name in looked_up(inner)}
    uses = walk.uses | (later - walk.defines)
    found = {"uses": uses, "defines": walk.defines, "changes": walk.changes & uses, "later": later}
    return {kind: sorted(some) for kind, some in found.items()}


def looked_up(table):
    """The global names that a function or class, and what is inside it, reads."""
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() and symbol.is_referenced()}
    return own.union(*map(looked_up, table.get_children()))


class Walk(ast.NodeVisitor):
    """Goes through a cell in the order in which it runs; the insides of functions are left to the symbol table."""

    def __init__(self):
        self.uses, self.defines, self.changes = set(), set(), set()

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.defines.add(node.id)
        elif node.id not in self.defines:
            self.uses.add(node.id)

    def visit_Assign(self, node):
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AnnAssign(self, node):
        for part in filter(None, (node.value, node.target)):
            self.visit(part)

    def visit_AugAssign(self, node):
        self.visit(node.value)
        if isinstance(node.target, ast.Name) and node.target.id not in self.defines:
            self.uses.add(node.target.id)
        self.visit(node.target)

    def visit_For(self, node):
        self.visit(node.iter)
        self.visit(node.target)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    visit_AsyncFor = visit_For

    def visit_Import(self, node):
        for alias in node.names:
            self.defines.add((alias.asname or alias.name).split(".")[0])

    visit_ImportFrom = visit_Import

    def visit_FunctionDef(self, node):
        for part in (*node.decorator_list, node.args):
            self.visit(part)
        self.defines.add(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.visit(node.args)

    def visit_ClassDef(self, node):
        for part in (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)):
            self.visit(part)
        self.defines.add(node.name)

    def visit_ExceptHandler(self, node):
        self.generic_visit(node)
        self.defines.discard(node.name)

    def visit_ListComp(self, node):
        inside = list(ast.walk(node))
        own = {name.id for name in inside if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
        for inner in inside:
            if isinstance(inner, ast.Name) and inner.id not in own:
                self.visit(inner)
            elif isinstance(inner, ast.Call):
                self.notice(inner)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_Attribute(self, node):
        if not isinstance(node.ctx, ast.Load):
            self.changes.add(root(node))
        self.generic_visit(node)

    visit_Subscript = visit_Attribute

    def visit_Call(self, node):
        self.notice(node)
        self.generic_visit(node)

    def notice(self, call):
        """What a call may change: what its method belongs to, and the generators it is handed."""
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method in CHANGING or method.startswith("set_"):
            self.changes.add(root(call.func))
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        self.changes |= {arg.id for arg in given if isinstance(arg, ast.Name) and arg.id.endswith("rng")}


def root(node):
    """The name at the start of a chain such as a.b[0].c; "" if it starts with something else, or a call is in it."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
