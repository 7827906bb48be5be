"""Fifty short messages, wanted and unwanted, to be told apart by their words."""

from byhand.table import Table

MESSAGES = {
    "ham": (
        "Lunch at noon today?",
        "The meeting is moved to Monday.",
        "Can you call me after the meeting?",
        "Thanks for the lovely dinner!",
        "See you at the station at eight.",
        "I am late, please start the meeting without me.",
        "Did you feed the cat today?",
        "Please send me the notes of the meeting.",
        "Happy birthday, see you tonight!",
        "The train is late again, call you soon.",
        "Are you free for lunch on Friday?",
        "Please bring the cake to the office on Friday.",
        "The report looks good, thanks.",
        "Can we meet at the office on Monday?",
        "I forgot my key, are you home?",
        "Dinner is ready, where are you now?",
        "The notes are on your desk.",
        "Please call the doctor about Monday.",
        "Good game on Sunday, same team next week?",
        "Lunch was great, see you next week.",
        "The printer in the office is broken again.",
        "Can you send me your report today?",
        "Cheap tickets for the game, shall I order two?",
        "Are you coming home for dinner?",
        "The team won! Can you call me now?",
        "Meeting at nine, lunch after that.",
        "Please call me when you are home.",
        "The phone is free now, call me.",
        "The cat is fine, do not worry.",
        "See you on Friday, bring your notes.",
    ),
    "spam": (
        "You have won a prize! Call now!",
        "Free entry: win a holiday for two!",
        "Claim your free prize now, free of charge!",
        "Cheap loans, no questions, reply now!",
        "Win cash today! Text WIN to claim.",
        "The account is locked, click here to start again.",
        "Congratulations, you have won free cash!",
        "Free ringtones! Click here and reply YES.",
        "Cheap watches, free delivery, order now!",
        "Urgent: claim your prize today, call now.",
        "Win a new phone! Free entry, click here.",
        "Cash prize waiting! Call now to claim.",
        "Lose weight the easy way, order the free sample!",
        "You are the winner, claim your holiday now!",
        "Free cash, free holiday, free phone!",
        "The lunch is free if you order today!",
        "Your free sample is waiting, reply now.",
        "Win, win, win! A prize in every text.",
        "Are you free tonight? Call me on this number.",
        "Urgent offer: cheap holiday, click here!",
    ),
}


def short_messages():
    """Fifty short messages: thirty are wanted ("ham"), twenty are not ("spam"). Made up for this book.

    >>> short_messages()[30]
    ('You have won a prize! Call now!', 'spam')
    """
    rows = tuple((text, kind) for kind, texts in MESSAGES.items() for text in texts)
    return Table(("Text", "Kind"), rows, "Fifty short messages")
