"""Two ways to the same result, timed in turns in one process, and the table of such comparisons."""

from math import log
from time import perf_counter

import numpy as np


def compare(what, n, mine, theirs, repeats):
    """Run both in turns, after a warm-up, and keep the best time of each: a dictionary with the ratio of the two."""
    mine(), theirs()
    times = np.array([(timed(mine), timed(theirs)) for _ in range(repeats)])
    best, reference = (1e3 * times.min(axis=0)).tolist()
    return {"what": what, "n": n, "ours_ms": best, "theirs_ms": reference, "ratio": best / reference}


def timed(call):
    """The seconds that one call takes."""
    start = perf_counter()
    call()
    return perf_counter() - start


def report(rows):
    """Print the comparisons as a table, each as soon as it is there, then how the times grow."""
    print(f"{'what':38}{'n':>8}{'ours ms':>11}{'theirs ms':>11}{'ratio':>7}")
    same = {}
    for row in rows:
        print("{what:38}{n:8}{ours_ms:11.3f}{theirs_ms:11.3f}{ratio:7.2f}".format(**row), flush=True)
        same.setdefault(row["what"], []).append(row)
    print(f"\n{'growth as a power of n':38}{'from':>8}{'to':>8}{'ours':>7}{'theirs':>8}")
    for what, sizes in same.items():
        first, last = sizes[0], sizes[-1]
        if first["n"] < last["n"]:
            powers = [log(last[key] / first[key], last["n"] / first["n"]) for key in ("ours_ms", "theirs_ms")]
            print(f"{what:38}{first['n']:8}{last['n']:8}{powers[0]:7.2f}{powers[1]:8.2f}")
