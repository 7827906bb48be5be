"""Code runs before the pages are made: side by side, once, and what breaks is named."""

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import execute
import nbformat
import psutil
import pytest
import run_notebooks

NOTES = "# Some words\n"


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A small book; returns a function that stores notebooks {name: code} in it and runs what has to be run."""
    monkeypatch.setattr(execute, "ROOT", tmp_path)
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "words.md").write_text(NOTES, encoding="utf-8")
    (tmp_path / "_config.yml").write_text("parse: {myst_enable_extensions: [colon_fence]}\n", encoding="utf-8")

    def run(**codes):
        for name, code in codes.items():
            notebook = nbformat.v4.new_notebook(metadata=run_notebooks.METADATA)
            notebook.cells = [nbformat.v4.new_markdown_cell(name), *map(nbformat.v4.new_code_cell, code)]
            nbformat.write(notebook, tmp_path / "notebooks" / f"{name}.ipynb")
        names = sorted(path.stem for path in (tmp_path / "notebooks").glob("*.ipynb"))
        chapters = "".join(f"  - file: notebooks/{name}\n" for name in names)
        (tmp_path / "_toc.yml").write_text(f"root: words\nchapters:\n{chapters}", encoding="utf-8")
        execute.main(tmp_path / "cache")

    return run


def test_what_has_been_run_is_not_run_again_until_its_code_changes(book, capfd, tmp_path):
    book(one=["6 * 7"], two=["import os; os.environ['BYHAND_PAGE']"])
    shown = capfd.readouterr().out
    assert "[0/2]" in shown and "2 to go: now" in shown and "[2/2]" in shown and "all run" in shown
    cache = execute.get_cache(tmp_path / "cache")
    stored = {record.uri.split("/")[-1]: cache.get_cache_bundle(record.pk).nb for record in cache.list_cache_records()}
    assert stored["one.ipynb"].cells[0].outputs[0]["data"]["text/plain"] == "42"
    assert stored["two.ipynb"].cells[0].outputs[0]["data"]["text/plain"] == "'static'"
    book()
    assert capfd.readouterr().out == ""
    book(one=["6 * 8"])
    assert "[1/1]" in capfd.readouterr().out


def test_a_cell_whose_package_is_missing_keeps_its_stored_output(book, tmp_path):
    notebook = nbformat.v4.new_notebook(metadata=run_notebooks.METADATA)
    printed = nbformat.v4.new_output("stream", name="stdout", text="theirs 42\n")
    code = "from no_such_package import magic\nprint('theirs', magic)"
    same = nbformat.v4.new_code_cell(code, outputs=[printed], metadata={"tags": ["no-live"]})
    notebook.cells = [nbformat.v4.new_code_cell("'ours', 6 * 7"), same, nbformat.v4.new_code_cell("6 * 8")]
    path = tmp_path / "notebooks" / "same.ipynb"
    nbformat.write(notebook, path)
    book()
    cache = execute.get_cache(tmp_path / "cache")
    (record,) = cache.list_cache_records()
    first, kept, last = cache.get_cache_bundle(record.pk).nb.cells
    assert "this Python has no no_such_package:" in kept.outputs[0]["data"]["text/markdown"]
    assert kept.outputs[1:] == [printed]
    assert first.outputs[0]["data"]["text/plain"] == "('ours', 42)" and last.outputs[0]["data"]["text/plain"] == "48"
    run_notebooks.run(path)  # the stored notebook gets no note
    assert nbformat.read(path, as_version=4).cells[1].outputs == [printed]


def test_any_other_cell_whose_package_is_missing_is_an_error(book, capfd):
    with pytest.raises(SystemExit, match="1 of 1 pages broke"):
        book(lacking=["import no_such_package"])
    assert "No module named 'no_such_package'" in capfd.readouterr().err


def test_a_broken_cell_is_named_and_the_others_are_kept(book, capfd):
    with pytest.raises(SystemExit, match="1 of 2 pages broke: notebooks/bad.ipynb"):
        book(bad=["fine = 1", "a = 0\nfine / a", "print('never')"], good=["6 * 7"])
    said = capfd.readouterr()
    assert "notebooks/bad.ipynb, cell [2]" in said.err
    assert "    fine / a" in said.err and "ZeroDivisionError: division by zero" in said.err
    assert "\x1b" not in said.err
    with pytest.raises(SystemExit):
        book()
    assert "[1/1]" in capfd.readouterr().out  # the good one is not run again


def test_python_that_ends_is_an_error_of_its_cell(book, capfd):
    with pytest.raises(SystemExit, match=r"notebooks/dead.ipynb"):
        book(dead=["import os", "os._exit(1)"])
    assert "cell [2]" in capfd.readouterr().err


def test_a_kernel_that_does_not_start_is_tried_again(tmp_path, monkeypatch):
    start, tried = execute.Client.async_start_new_kernel_client, []

    async def at_times(self):
        tried.append(1)
        if len(tried) < allowed:
            raise RuntimeError("Kernel died before replying to kernel_info")
        return await start(self)

    monkeypatch.setattr(execute.Client, "async_start_new_kernel_client", at_times)
    notebook = nbformat.v4.new_notebook(metadata=run_notebooks.METADATA, cells=[nbformat.v4.new_code_cell("6 * 7")])
    allowed = 3
    assert execute.run(notebook, tmp_path).cells[0].outputs[0]["data"]["text/plain"] == "42"
    allowed = 10
    with pytest.raises(execute.CellError, match=r"cell \[0\](.|\n)*Kernel died"):
        execute.run(notebook, tmp_path)
    assert len(tried) == 6


def test_no_process_outlives_the_one_that_hands_out_work(tmp_path):
    program = tmp_path / "program.py"  # a file: since 3.14 the others read what they are to do from there
    program.write_text(
        "import os, time, execute\n"
        "def work(): print(os.getpid(), flush=True); time.sleep(60)\n"
        "if __name__ == '__main__': list(execute.side_by_side(work, {'a': [], 'b': []}))",
        encoding="utf-8",
    )
    path = {"PYTHONPATH": str(Path(execute.__file__).parent)}
    with subprocess.Popen(
        [sys.executable, program], stdout=subprocess.PIPE, text=True, env=os.environ | path
    ) as parent:
        lines = (line.strip() for line in parent.stdout)
        workers = [int(line) for line in itertools.islice((line for line in lines if line.isdigit()), 2)]
        parent.kill()
        parent.stdout.close()
    end = time.monotonic() + 20
    while any(map(is_there, workers)) and time.monotonic() < end:
        time.sleep(0.2)
    assert not any(map(is_there, workers))


def is_there(process):
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
