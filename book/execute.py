"""Run the code of the book's pages, side by side, and keep the results where Sphinx looks for them.

python book/execute.py [FOLDER]      (the folder of stored results, _build/.jupyter_cache by default)

Only what has changed is run: a page's code, or a file of the library that it uses (book/ext/dependencies.py). A cell
that breaks is shown with its page, its code and the error; the others run on, and the build stops. A cell of *the same
with ...* whose package this Python does not have keeps its stored output, and the page says so.
"""

import os
import re
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path

import nbformat
import yaml
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "book" / "ext"))

import dependencies  # noqa: E402

ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}  # a process has one core
PAGE = {"BYHAND_PAGE": "static", **ONE_THREAD}  # explorables become plain HTML
ALLOWED = 300  # seconds for a cell


class CellError(Exception):
    """A cell that broke: its number among the cells of code, its code, and what happened."""

    def __str__(self):
        number, code, what = self.args
        indented = "\n".join(f"    {line}" for line in code.splitlines())
        return f"cell [{number}]\n\n{indented}\n\n{what}"


class Client(NotebookClient):
    """Runs a notebook, but for cells whose packages are missing."""

    async def async_execute_cell(self, cell, *arguments, **options):
        return cell if dependencies.missing(cell) else await super().async_execute_cell(cell, *arguments, **options)


def run(notebook, folder, environment=None):
    """Run a notebook in place, as from that folder; raises a `CellError` that says where it broke.

    `environment`: variables of its own.
    """
    for attempt in (1, 2, 3):  # two kernels that start at once may want the same port: one of them ends at once
        try:
            return _run(notebook, folder, environment)
        except CellError as error:
            if error.args[0] or attempt == 3:
                raise


def _run(notebook, folder, environment):
    started = []
    client = Client(
        notebook,
        timeout=ALLOWED,
        kernel_name="python3",
        shutdown_kernel="immediate",  # it has nothing to keep
        coalesce_streams=True,
        record_timing=False,  # times would be part of the key
        resources={"metadata": {"path": str(folder)}},
        on_cell_execute=lambda cell, cell_index: started.append(cell),
        extra_arguments=["--log-level=ERROR"],
    )
    try:
        client.execute(env=os.environ | (environment or {}))
    except Exception as error:  # an error in a cell, one that takes too long, Python that ends
        words = getattr(error, "traceback", "") or f"{type(error).__name__}: {error}"
        code = started[-1].source if started else ""
        raise CellError(len(started), code, re.sub(r"\x1b\[[0-9;]*m", "", words)) from None
    return notebook


def side_by_side(work, jobs):
    """Yield (name, what `work` returns) for each of jobs {name: arguments} as it ends, and say how it goes.

    When all have ended, stop the program if a cell broke in any.
    """
    if not jobs:
        return
    names, failed, begun = list(jobs), [], time.monotonic()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    processes = min(cores + 1, len(names))  # one more than cores: Python waits while it starts and ends
    with ProcessPoolExecutor(processes, initializer=end_with_parent) as pool:
        futures = {pool.submit(work, *jobs[name]): name for name in names}
        _say(0, names, [], processes, begun)
        done = []
        for future in as_completed(futures):
            name = futures[future]
            done.append(name)
            try:
                yield name, future.result()
            except CellError as error:
                failed.append(name)
                print(f"\n{name}, {error}\n", file=sys.stderr, flush=True)
            _say(len(done), names, done, processes, begun)
    if failed:
        sys.exit(f"stopped: {len(failed)} of {len(names)} pages broke: {', '.join(failed)}")


def end_with_parent():
    """Let this process end when the one that started it does, however that ends: it would wait for work for ever."""

    def watch():
        parent_process().join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _say(count, names, done, processes, begun):
    """One line: how many have been run, how many remain, which run now."""
    waiting = [name for name in names if name not in done]
    running = ", ".join(Path(name).stem for name in waiting[:processes])
    rest = f"{len(waiting)} to go: now {running}" if waiting else "all run"
    print(f"[{count}/{len(names)}] {time.monotonic() - begun:3.0f} s, {rest}", flush=True)


def pages():
    """Each page of the table of contents that has code: {path: notebook with its key}."""
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    parsing = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["parse"]
    config = MdParserConfig(enable_extensions=set(parsing["myst_enable_extensions"]))
    found = {}
    for docname in re.findall(r"(?:root|file): (\S+)", contents):
        path = next(path for ending in (".ipynb", ".md") if (path := ROOT / f"{docname}{ending}").exists())
        text, _ = dependencies.keyed(path.read_text(encoding="utf-8"), docname)
        if path.suffix == ".ipynb":
            found[path] = nbformat.reads(text, as_version=4)
        elif is_myst_markdown_notebook(text):
            found[path] = read_myst_markdown_notebook(text, config, add_source_map=True, path=path)
    return found


def timed(notebook, folder):
    """The notebook as it was run, with a note above each output that is a stored one, and the seconds it took."""
    begun = time.monotonic()
    run(notebook, folder, PAGE)
    for cell in notebook.cells:
        if packages := dependencies.missing(cell):
            note = f"*Not run, since this Python has no {packages}: the output is the one stored with the chapter.*"
            cell.outputs.insert(0, nbformat.v4.new_output("display_data", {"text/markdown": note, "text/plain": note}))
    return notebook, time.monotonic() - begun


def main(folder):
    cache, todo = get_cache(folder), {}
    for path, notebook in pages().items():
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            todo[path.relative_to(ROOT).as_posix()] = (notebook, path.parent)
    longest = sorted(todo, key=lambda name: -len(str(todo[name][0])))
    for name, (notebook, seconds) in side_by_side(timed, {name: todo[name] for name in longest}):
        bundle = CacheBundleIn(notebook, str(ROOT / name), data={"execution_seconds": seconds})
        cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(*sys.argv[1:] or [ROOT / "_build" / ".jupyter_cache"])
