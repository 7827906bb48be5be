from byhand.base import as_number


def hot_and_cold(stay_hot=0.7, stay_cold=0.9):
    """A hidden Markov model: the weather of a day, hot or cold, seen only by the number of Solos drunk on it, 1 to 3.

    The parts that `byhand.hmm.HMM` wants, by name. `stay_hot`, `stay_cold`: how probable it is that a hot or a cold day
    is followed by one like it, for variants of the model. The document's diagram is lost; start, transitions and the
    emissions of 1 and 3 are those in its arithmetic, the emission of 2 is what remains to a sum of 1.

    >>> hot_and_cold()["transitions"]
    ((0.7, 0.3), (0.1, 0.9))
    >>> hot_and_cold(stay_hot=0.5)["transitions"]
    ((0.5, 0.5), (0.1, 0.9))
    """
    for name, stay in (("stay_hot", stay_hot), ("stay_cold", stay_cold)):
        if as_number(stay, name, minimum=0) > 1:
            raise ValueError(f"{name} must be a probability, at most 1; got {stay}")
    return {
        "states": ("hot", "cold"),
        "symbols": (1, 2, 3),
        "start": (0.5, 0.5),
        "transitions": ((stay_hot, round(1 - stay_hot, 12)), (round(1 - stay_cold, 12), stay_cold)),
        "emissions": ((0.05, 0.15, 0.8), (0.75, 0.15, 0.1)),
    }
