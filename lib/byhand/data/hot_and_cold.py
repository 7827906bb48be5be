def hot_and_cold():
    """A hidden Markov model: the weather of a day, hot or cold, seen only by the number of Solos drunk on it, 1 to 3.

    The parts that `byhand.hmm.HMM` wants, by name. The document's diagram is lost; start, transitions and the emissions
    of 1 and 3 are those in its arithmetic, the emission of 2 is what remains to a sum of 1.

    >>> hot_and_cold()["transitions"]
    ((0.7, 0.3), (0.1, 0.9))
    """
    return {
        "states": ("hot", "cold"),
        "symbols": (1, 2, 3),
        "start": (0.5, 0.5),
        "transitions": ((0.7, 0.3), (0.1, 0.9)),
        "emissions": ((0.05, 0.15, 0.8), (0.75, 0.15, 0.1)),
    }
