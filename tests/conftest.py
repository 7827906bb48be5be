"""How the tests are shared out between processes, and how long each part of them took.

Tests that use something in common (the cells of a notebook, the tests of a file, those of one page of the book) stay
together; such groups go to whichever process is free, the long ones first, so that all are busy to the end.
"""

import os
import platform
import re
from collections import defaultdict

import numpy as np
import pytest
from dependencies import missing
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # how long a case takes is no law: the machine may be busy
settings.load_profile("untimed")

for name in ("OMP", "OPENBLAS", "MKL"):  # two processes share two cores; kernels of notebooks inherit it
    os.environ.setdefault(f"{name}_NUM_THREADS", "1")
PLAIN = {  # the arithmetic of an old processor: the last digits differ from those of this one
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": " ".join(np.show_config("dicts")["SIMD Extensions"].get("found", [])),
}
LONGEST_FIRST = ("tests/browser/test_live", "notebooks/", "tests/browser/", "tests/test_book", "tests/")


# Tests made for each page, which need nothing of the others in their file.
OF_A_PAGE = re.compile(
    r"tests/browser/test_(?:pages.py::test_(?:page_is_whole|page_does_not_scroll|explorable|phone_shows|dark_page|print_has)"
    r"|live.py::test_every_other_chapter)\w*\[(?P<page>.+)\]$"
)


def group(nodeid):
    """What a test shares a process with: the rest of its file or, if it is one of a page, what is about that page."""
    file = nodeid.partition("::")[0]
    found = OF_A_PAGE.match(nodeid)
    return f"{file}::{found['page']}" if found else file


def place(nodeid):
    return next((i for i, start in enumerate(LONGEST_FIRST) if nodeid.startswith(start)), len(LONGEST_FIRST))


def pytest_addoption(parser):
    parser.addoption("--once", action="store_true", help="run each test with the first of its cases only")


def pytest_configure(config):
    """What runs notebooks calculates as an old processor does: the build has run them with the arithmetic of this one,
    and what they print and say has to hold on any."""
    with_workers = getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput")
    if platform.machine().lower() in ("x86_64", "amd64") and not with_workers:  # NumPy is loaded here, as it is
        for name, value in PLAIN.items():
            os.environ.setdefault(name, value)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if config.getoption("--once"):
        items[:] = {item.nodeid.partition("[")[0]: item for item in reversed(items)}.values()
    items.sort(key=lambda item: place(item.nodeid))
    for item in items:
        if packages := missing(item.cell) if hasattr(item, "cell") else "":  # of a notebook
            item.add_marker(pytest.mark.skip(reason=f"this Python has no {packages}"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return group(nodeid)

    config.option.loadscopereorder = False  # by number of tests, which says nothing about how long they take
    return Scheduling(config, log)


# The table at the end

seconds = defaultdict(lambda: defaultdict(float))  # of each part of the tests, in each process


def pytest_runtest_logreport(report):
    file = report.nodeid.partition("::")[0]
    part = file if file.startswith("tests/") else file.partition("/")[0]
    worker = report.node.gateway.id if hasattr(report, "node") else "here"
    seconds[part][worker] += report.duration


def pytest_terminal_summary(terminalreporter):
    workers = sorted({worker for times in seconds.values() for worker in times})
    total = {worker: sum(times[worker] for times in seconds.values()) for worker in workers}
    if sum(total.values()) < 60:
        return  # a few tests, run by hand
    terminalreporter.section("seconds in each process")
    rows = sorted(seconds.items(), key=lambda row: -sum(row[1].values())) + [("sum", total)]
    terminalreporter.write_line(f"{'':40}" + "".join(f"{worker:>8}" for worker in workers) + f"{'sum':>8}")
    for part, times in rows:
        times = [times.get(worker, 0) for worker in workers]
        terminalreporter.write_line(f"{part:40}" + "".join(f"{time:8.0f}" for time in [*times, sum(times)]))
