"""Nine notes to tell apart by their words."""

from byhand.table import Table

NOTES = {
    "bread": (
        "The flour and the water become dough, and the baker leaves the dough in the bowl and bakes the bread in the "
        "morning.",
        "Bread dough: flour, water, salt and yeast. Knead, rest, bake.",
        "Good flour makes good bread. Weigh the flour and the water, knead the dough, let the dough rest, bake the "
        "bread.",
    ),
    "football": (
        "The keeper left the goal, and the striker put the ball over the keeper and into the net.",
        "Late goal, striker on the ball, keeper beaten.",
        "A striker lives by the goal and a keeper by the save: one goal late in the match, one ball over the keeper, "
        "and the match is lost.",
    ),
    "weather": (
        "The wind turned in the night, and the rain on the hills became snow by the morning.",
        "Rain, strong wind, snow over the hills.",
        "Snow in the north and rain in the south: the wind is strong on the hills, and the night is cold.",
    ),
}


def nine_notes():
    """Nine short texts, three on each of three topics: bread, football, weather. Made up for this book.

    >>> nine_notes()[4]
    ('Late goal, striker on the ball, keeper beaten.', 'football')
    """
    rows = tuple((text, topic) for topic, texts in NOTES.items() for text in texts)
    return Table(("Text", "Topic"), rows, "Nine notes")
