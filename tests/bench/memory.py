"""The most memory that a fit or a prediction takes at once, ours and scikit-learn's.

Kernel densities allocate by way of Python, which counts the bytes. libsvm does not: there a process of its own asks the
system (Linux) how large it has become.
"""

import ctypes
import subprocess
import sys
import tracemalloc
from pathlib import Path

SIZES = {"kernel naive Bayes": (1_000, 10_000, 100_000), "SVC": (1_000, 3_000, 10_000)}


def rows():
    """One dictionary for each comparison: what, n, the bytes of ours and of theirs, and their ratio."""
    for what, measure in {"kernel naive Bayes": densities, "SVC": machines}.items():
        for n in SIZES[what]:
            ours, theirs = measure(n)
            yield {"what": what, "n": n, "ours": ours, "theirs": theirs, "ratio": ours / theirs}


def densities(n):
    """A fit to n rows of three classes and the prediction of 500 others."""
    from bench_naive_bayes import classifiers_by_density

    return [peak(call) for call in classifiers_by_density(n)]


def peak(call):
    """The most bytes that a call holds at once."""
    call()
    tracemalloc.start()
    call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def machines(n):
    """A fit with a Gaussian kernel to two clouds that overlap."""
    return [int(subprocess.check_output([sys.executable, __file__, whose, str(n)])) for whose in ("ours", "theirs")]


def growth_by_a_fit(whose, n):
    """How many bytes this process takes at most during a fit beyond those that it has before."""
    from bench_svm import RBFKernel, models, problem

    X, y = problem(n, 10)
    model = dict(zip(("ours", "theirs"), models(RBFKernel(0.1), 1.0), strict=True))[whose]
    model.fit(X[:60], y[:60])
    ctypes.CDLL(None).malloc_trim(0)  # what is free and could be taken again would not be seen
    Path("/proc/self/clear_refs").write_text("5")  # from now on, what is the highest?
    before = memory_of_this_process("VmRSS")
    model.fit(X, y)
    return memory_of_this_process("VmHWM") - before


def memory_of_this_process(kind):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(kind))


def report():
    print(f"{'what':34}{'n':>8}{'ours KiB':>12}{'theirs KiB':>12}{'ratio':>7}")
    for row in rows():
        ours, theirs = row["ours"] / 1024, row["theirs"] / 1024
        print(f"{row['what']:34}{row['n']:8}{ours:12,.0f}{theirs:12,.0f}{row['ratio']:7.2f}")


if __name__ == "__main__":
    print(growth_by_a_fit(sys.argv[1], int(sys.argv[2]))) if len(sys.argv) > 1 else report()
