"""Measure: speed and memory against scikit-learn and hmmlearn in one run, frames of explorables, live pages, sizes.

make bench
"""

import contextlib
import gzip
import importlib
import io
import itertools
import os
from pathlib import Path

import bench_live
import memory
import nbformat
from timing import report, timed

ROOT = Path(__file__).parents[2]


def explorables():
    """Run each notebook's cells here and time the frames of what `explore` returns: (name, milliseconds, bytes).

    The first row is a figure of two empty axes: what Matplotlib itself takes on this machine. Where there are points to
    move, a frame is what a reader waits for while dragging one.
    """
    from byhand import explore as module

    found = []
    remember = module.Explorable.__init__

    def init(self, *arguments):
        remember(self, *arguments)
        found.append(self)

    module.Explorable.__init__ = init
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        names = {}
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code" and "no-live" not in cell.metadata.get("tags", []):
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(cell.source, f"{path.name} {cell.id}", "exec"), names)
    yield "two empty axes", 1000 * min(timed(empty_frame) for _ in range(15)), 0
    for explorable in found:
        picture, _ = explorable.frame()
        frame, name = explorable.frame, explorable.draw.__name__
        if explorable.points is not None:
            frame, name = drag(explorable), f"{name}, a drag"
        yield name, 1000 * min(timed(frame) for _ in range(15)), len(picture)


def drag(explorable):
    """A function that moves a point to and fro and has the picture drawn, as a page asks for it."""
    rows, steps = explorable.points.rows(), itertools.cycle([1e-3, -1e-3])

    def frame():
        rows[0][0] += next(steps)
        picture, answer = explorable.reply({"rows": rows})
        if picture is None:
            raise ValueError(answer["text"])

    return frame


def empty_frame():
    """What Matplotlib takes for a frame with nothing to show."""
    from byhand.plot import plt, render

    plt.subplots(1, 2)
    return render("png")


def main():
    os.environ["MPLBACKEND"] = "agg"
    print("speed: ours, scikit-learn's or hmmlearn's, and the ratio\n")
    benches = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py") if path.stem != "bench_live")
    report(row for name in benches for row in importlib.import_module(name).rows())
    print("\nmemory: the most at once, goal at most 3 times as much as scikit-learn\n")
    memory.report()
    print("\nexplorables: the quickest of 15 frames, goal at most 100 ms\n")
    for name, milliseconds, size in explorables():
        print(f"{name:<24}{milliseconds:>8.0f} ms{size:>10,} bytes")
    print("\nlive pages\n")
    bench_live.main()
    print("\npages: bytes as stored and compressed\n")
    for path in sorted((ROOT / "_build" / "html").rglob("*.html")):
        content = path.read_bytes()
        name = path.relative_to(ROOT / "_build" / "html").as_posix()
        print(f"{name:<36}{len(content):>10,}{len(gzip.compress(content)):>10,}")


if __name__ == "__main__":
    main()
