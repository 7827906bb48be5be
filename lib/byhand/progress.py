"""How far a long calculation has come, for whoever shows it: a page on which it runs."""

import time

tell = None  # called as tell("epoch", 12, 300) by `rounds`; a live page sets it
PAUSE = 0.2  # seconds between two calls


def rounds(count, word):
    """The numbers from 0 to count - 1, as `range` gives them, for the rounds of a long calculation.

    While they pass, `tell` is told where the calculation is; `word`: what a round is called.

    >>> list(rounds(3, "epoch"))
    [0, 1, 2]
    """
    if tell is None:
        yield from range(count)
        return
    told = time.monotonic()
    for number in range(count):
        if time.monotonic() > told + PAUSE:
            tell(word, number + 1, count)
            told = time.monotonic()
        yield number
