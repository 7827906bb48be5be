"""Two ways to the same result, timed in turns in one process, and the table of such comparisons."""

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
    """Print the comparisons as a table."""
    print(f"{'what':34}{'n':>8}{'ours ms':>10}{'theirs ms':>11}{'ratio':>7}")
    for row in rows:
        print("{what:34}{n:8}{ours_ms:10.3f}{theirs_ms:11.3f}{ratio:7.2f}".format(**row))
