"""Which names a cell of a live page uses, defines and changes, and that running only what it needs gives the same."""

import ast
import itertools
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "book" / "live"), str(ROOT / "book" / "ext")]

from dependencies import imported  # noqa: E402
from names import names  # noqa: E402

CHAPTER = ROOT / "notebooks" / "12-nearest-neighbours.ipynb"
ORDER = """
import { Memory, next, plan, survey } from "FILE";
const cells = JSON.parse(process.argv[1]);
const found = survey(cells);
const places = (some) => [...some].map((cell) => cells.indexOf(cell));
const early = (cell) => places(cells.filter((other) => other === cell || found.needs.get(cell).has(other)));
const fits = (cell) => next(cells.slice(1), cell, after(cells[0]), found) !== cells[1];
const after = (cell) => { const memory = new Memory(); memory.run(cell); return memory; };
const again = (cell) => {
  const memory = new Memory();
  cells.forEach((other) => memory.run(other));
  return places(plan(cells, [cell], memory, found));
};
console.log(JSON.stringify({ early: cells.map(early), fits: cells.map(fits), again: cells.map(again) }));
"""


@pytest.mark.parametrize(
    "code, uses, defines, changes, later",
    [
        ("a = b + c", "b c", "a", "", ""),
        ("a = 1\nb = a", "", "a b", "", ""),
        ("b = a\na = 1", "a", "a b", "", ""),
        ("total += step", "step total", "total", "", ""),
        ("for i in rows:\n    print(i)", "print rows", "i", "", ""),
        ("import numpy as np, os.path\nfrom math import pi", "", "np os pi", "", ""),
        ("def f(x, y=start):\n    return k * x", "k start", "f", "", "k"),
        ("k = 2\ndef f(x):\n    return k * x", "", "f k", "", "k"),
        ("[g(i) for i in rows if i in some]\ng = 1", "g rows some", "g", "", ""),
        ("class A(B):\n    c = k\n    def m(self):\n        return other", "B k other", "A", "", "k other"),
        ("table[0] = x", "table x", "", "table", ""),
        ("model.fit(X, y)", "X model y", "", "model", ""),
        ("Model().fit(X, y)", "Model X y", "", "", ""),
        ("z = rng.normal(size=3)", "rng", "z", "rng", ""),
        ("z = sample(10, rng)", "rng sample", "z", "rng", ""),
        ("np.set_printoptions(precision=3)", "np", "", "np", ""),
        ("%timeit f(x)", "f x", "", "", ""),
        ("with a as b:\n    c = b.d", "a", "b c", "", ""),
    ],
)
def test_the_names_of_a_cell(code, uses, defines, changes, later):
    found = names(code)
    given = {"uses": uses, "defines": defines, "changes": changes}
    assert {kind: " ".join(found[kind]) for kind in given} == given
    assert set(later.split()) <= set(found["later"])


@pytest.mark.parametrize("code", ["from math import *", "1 +", "def f(:", "\0"])
def test_what_cannot_be_told(code):
    assert names(code) is None


def ordered(cells):
    node = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
    script = ORDER.replace("FILE", (ROOT / "book" / "live" / "order.js").as_uri())
    command = [node, "--input-type=module", "--eval", script, json.dumps(cells)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def as_cells(*codes):
    return [{"code": code, "names": names(code)} for code in codes]


def test_a_cell_needs_those_that_define_or_change_what_it_uses():
    found = ordered(as_cells("a = 1", "b = 2", "c = []", "c.append(a)", "def f():\n    return c", "print(f())", "b"))
    assert found["early"][5] == [0, 2, 3, 4, 5]
    assert found["early"][6] == [1, 6]


def test_a_cell_runs_early_only_if_all_others_still_give_the_same():
    found = ordered(as_cells("import math", "a = 1", "print(a)", "a = 2", "print(a)", "print(math.pi)"))
    assert found["fits"][1:] == [False, False, False, False, True]  # else the first a would be there in the end


def test_nothing_else_runs_again_unless_a_later_cell_has_been_in_the_way():
    found = ordered(as_cells("a = 1", "print(a)", "b = 2", "a = b", "print(b)"))
    assert found["again"] == [[0], [0, 1], [2], [3], [4]]


def test_what_a_cell_needs_suffices_for_the_same_output():
    """In a chapter, for every tenth cell: only what it needs runs, in a Python of its own."""
    cells = [cell for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "code"]
    codes = [cell.source for cell in cells if "no-live" not in cell.metadata.get("tags", [])]
    whole = outputs(codes)
    for place, needed in enumerate(ordered(as_cells(*codes))["early"]):
        if place % 10 == 9:
            assert outputs([codes[i] for i in needed])[-1] == whole[place], codes[place]


def test_no_cell_needs_what_a_package_defines_that_some_python_does_not_have():
    """Only the cell that imports it keeps its stored output there; all others are run."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    some = {Requirement(line).name for line in itertools.chain(*packages.values()) if Requirement(line).marker}
    assert some
    kept = 0
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        codes = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        lacking = [n for n, code in enumerate(codes) if some & {name.partition(".")[0] for name in imported(code)}]
        needed = ordered(as_cells(*codes))["early"] if lacking else []
        for place in lacking:
            assert [n for n, cells in enumerate(needed) if place in cells] == [place], f"{path.stem}: {codes[place]}"
            kept += 1
    assert kept


def outputs(codes):
    """What the last expression of each cell gives, in words, in one namespace."""
    space, found = {"__name__": "cell"}, []
    for code in codes:
        tree = ast.parse(code)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), space)
        found.append(repr(eval(compile(ast.Expression(last.value), "cell", "eval"), space)) if last else "")
        plt.close("all")
    return found
