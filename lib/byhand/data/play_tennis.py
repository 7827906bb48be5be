from byhand.data import read


def play_tennis():
    """Fourteen days: the weather in four words, and whether tennis was played (Quinlan 1986)."""
    return read("play_tennis", "Play Tennis: the weather of 14 days")
