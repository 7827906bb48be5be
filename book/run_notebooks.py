"""Run notebooks and store them in their normal form: fresh outputs, nothing volatile, and diffs that show what changed.

python book/run_notebooks.py [notebooks/11-naive-bayes.ipynb ...]      (all of them by default)
"""

import re
import sys
from pathlib import Path

import execute
import nbformat
from records import Record

FOLDER = Path(__file__).parent.parent / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"  # shows an error where no kernel runs; the picture does not


def run(path):
    notebook = execute.run(nbformat.read(path, as_version=4), FOLDER, execute.ONE_THREAD)
    path.write_text(nbformat.writes(normalise(notebook)) + "\n", encoding="utf-8")


def normalise(notebook):
    """The notebook with numbered cell ids, one kernel name, cells counted in order, no widget state, true minutes.

    JupyterLab folds what the page hides or folds.
    """
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    count, solution = 0, False
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:03}"
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in ("tags", "mystnb")}
        solution = "{solution-start}" in cell.source or (solution and "{solution-end}" not in cell.source)
        if cell.cell_type != "code":
            continue
        if hidden := folds(cell.metadata.get("tags", []), solution):
            cell.metadata["jupyter"] = hidden
        cell.execution_count = count = count + 1
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            output.get("data", {}).pop(WIDGET_VIEW, None)
    if notebook.cells:
        minutes = f"Reading takes about {Record('', tuple(notebook.cells), {}).minutes} minutes"
        opening = notebook.cells[0]
        opening.source = re.sub(r"Reading takes about \d+ minutes", minutes, opening.source)
    return notebook


def folds(tags, solution=False):
    """What JupyterLab folds of a cell of code at first, in the words of its metadata.

    >>> folds(["hide-input"]), folds([], solution=True), folds([])
    ({'source_hidden': True}, {'outputs_hidden': True, 'source_hidden': True}, {})
    """
    unseen = solution or "remove-cell" in tags
    source = unseen or not {"hide-input", "remove-input"}.isdisjoint(tags)
    return {key: True for key, hidden in (("outputs_hidden", unseen), ("source_hidden", source)) if hidden}


def main(names):
    paths = [Path(name) for name in names] or sorted(FOLDER.glob("*.ipynb"))
    for _ in execute.side_by_side(run, {path.name: [path] for path in paths}):
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
