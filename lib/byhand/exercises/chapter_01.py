"""Checks for the exercises of chapter 1, what is learning."""

import numpy as np

from byhand.exercises import (
    exercise,
    expect,
    expect_all,
    expect_letters,
    expect_order,
    expect_word,
    function_of,
)


@exercise("1.1", hint="Say it aloud: the program does T, we measure P, and it learns from E. Which phrase fits where?")
def three_letters():
    slips = {
        "BDC": "Pixels describe a picture; nothing can be learned from their number.",
        "DBA": "T is what is to be done, P how well it is done.",
        "ADB": "E is what the program learns from, T what it does.",
        "ABD": "You have them in the order E, T, P.",
        "C": "The number of pixels only describes a picture; it is none of the three.",
    }
    return expect_letters("BDA", "ABCD", slips, hint="T is an action, P a number that gets better, E a heap of data.")


@exercise(
    "1.2", hint="Think of a table with a line for each film. Which of its columns would you not know for a new film?"
)
def what_are_examples():
    slips = [
        ((640, 5), "Whether they liked it is the label: for a new film it is not known."),
        ((4, 640), "Examples first, then features."),
        ((3200, 4), "An example is a whole row, not a cell of the table."),
        ((3200, 5), "An example is a whole row; and the last column is the label."),
    ]
    return expect_all(
        (640, 4), slips, hint="An example is one row; a feature is a column that is known for a new film too."
    )


@exercise("1.3", hint="Features go into the predictor, and an estimate of the outcome comes out. Who takes, who gives?")
def three_roles():
    slips = {
        "OFPOFP"[::-1]: "You have gone through the list from the end.",
        "F": "A feature is known before the prediction is made. Is that so wherever you wrote F?",
        "O": "The outcome is what we want to know. Is that so wherever you wrote O?",
        "P": "A predictor is a rule that takes features, not something that one can measure.",
    }
    return expect_letters("OFPOFP", {"F": "feature", "O": "outcome", "P": "predictor"}, slips)


@exercise(
    "1.4", hint="Look for the teacher. Does somebody know the right answers, does somebody hand out points, or neither?"
)
def three_kinds():
    slips = {
        "R": "Reinforcement learning needs something that acts and is rewarded for it.",
        "S": "Supervised learning needs the right answer for each example. Is it there wherever you wrote S?",
        "U": "Unsupervised learning gets neither answers nor rewards. Is there one where you wrote U?",
    }
    return expect_letters("RSUUSR", {"U": "unsupervised", "S": "supervised", "R": "reinforcement"}, slips)


@exercise(
    "1.5", hint="Ask of each answer: would it make sense to say a little more, or twice as much, or only this or that?"
)
def classes_numbers_orders():
    slips = {
        "CRKCRR": "A postcode is a name made of digits: one more or less makes no sense.",
        "R": "A number that is predicted can be a little too high or too low. Is that so wherever you wrote R?",
        "K": "Ranking puts several things in order. Is that so wherever you wrote K?",
        "C": "A class is one of a few names. Is that so wherever you wrote C?",
    }
    return expect_letters("CRKCCR", {"C": "classification", "R": "regression", "K": "ranking"}, slips)


@exercise("1.6", hint="Is it about all examples, about a few of them, or about the columns that describe them?")
def without_labels():
    slips = {
        "G": "Clustering divides all examples into groups. Is that what is wanted wherever you wrote G?",
        "A": "An anomaly is a rare example unlike the rest. Is that what is wanted wherever you wrote A?",
        "D": "Dimensionality reduction shortens descriptions. Is that what is wanted wherever you wrote D?",
    }
    return expect_letters(
        "ADGADG", {"G": "clustering", "A": "anomaly detection", "D": "dimensionality reduction"}, slips
    )


@exercise("1.7", hint="Could you write the rule on a postcard, and would it be right every time?")
def learn_or_not():
    slips = {
        "YNYNYN": "It is the other way round: where a fixed rule is known, no learning is needed.",
        "Y": "Where you wrote Y for N, a rule is known that is always right: write that down instead.",
        "N": "Where you wrote N for Y, nobody can write the rule down, or each case needs a rule of its own.",
    }
    return expect_letters("NYNYNY", {"Y": "yes", "N": "no"}, slips)


@exercise("1.8", hint="What comes out: the name of what is there, something not yet known, an alarm, or something new?")
def four_uses():
    slips = {
        "R": "To recognise is to name what is there already. Is that so wherever you wrote R?",
        "P": "To predict is to say what will happen. Is that so wherever you wrote P?",
        "D": "To detect is to notice what is unlike the rest. Is that so wherever you wrote D?",
        "G": "To generate is to make something new. Is that so wherever you wrote G?",
    }
    letters = {"R": "recognise", "P": "predict", "D": "detect", "G": "generate"}
    return expect_letters("RPDGRDPG", letters, slips)


@exercise(
    "1.9", hint="Two questions settle each of them: does it improve with data, and are there many layers of units?"
)
def which_circle():
    slips = {
        "A": "If it was made from data, it belongs further in. Look at those where you wrote A.",
        "M": "Rules of people alone are less than machine learning, many layers are more. Look where you wrote M.",
        "D": "Deep learning needs a network of many layers. Is there one wherever you wrote D?",
    }
    letters = {"A": "artificial intelligence", "M": "machine learning", "D": "deep learning"}
    return expect_letters("AMDAMD", letters, slips)


@exercise("1.10", hint="Look at the right of each arrow first: names, all numbers, several numbers, or whole numbers?")
def five_functions():
    return expect_order(
        "MGCDR",
        hint="Names mean classes; the number of a group is a whole number; of the two with real numbers, only one must "
        "have volume 1 below it.",
    )


@exercise(
    "1.11", hint="Squared distances are enough for an order: add the squares of the two differences for each patient."
)
def new_patient():
    slips = {
        "recovered": "That is what the nearest patient alone says. Ask three.",
        "tie": "Among all six it is three to three, but only the nearest three vote.",
    }
    return expect_word("worsened", slips, hint="The answer is recovered or worsened.")


@exercise(
    "1.12", hint="Before, during or after: the family is chosen first, then one function in it is found, then judged."
)
def three_questions():
    slips = {
        "W": "The first question is about which functions are allowed at all. Look where you wrote W.",
        "H": "The second question is about how the parameters change. Look where you wrote H.",
        "G": "The third question is about what is counted on data kept apart. Look where you wrote G.",
    }
    return expect_letters("WHGGHW", {"W": "which functions", "H": "how to fit", "G": "how good"}, slips)


@exercise("1.13", hint="What must be in memory when the next question comes? Do not forget constants, nor answers.")
def size_of_two_models():
    slips = [
        ((10, 5500), "The line has a constant, too."),
        ((11, 5000), "It must keep the answers, too."),
        ((10, 5000), "Neither the line's constant nor the answers may be forgotten."),
        ((11, 55), "Any of the 500 may be among the nearest, not only five."),
        ((11, 5), "k is one number, but the neighbours are found among all examples."),
        ((5500, 11), "The line comes first."),
    ]
    return expect_all((11, 5500), slips, hint="Count a weight for each feature and a constant; then whole rows.")


@exercise("1.14", hint="By which factor has the noise grown? The examples do not grow by the same factor.")
def price_of_noise():
    slips = [
        (60, "Three times the noise needs more than three times the examples."),
        (80, "That would be for twice the noise."),
        (540, "The factor is squared, not cubed."),
    ]
    return expect(180, slips, hint="Twice the noise needs four times the examples. What does three times need?")


@exercise("1.15", hint="Read only the shares on new cases, from left to right. Do they rise? Do they still?")
def four_curves():
    slips = {
        "LMNS": "Getting every old case right means having memorised them; a share that never moves shows no learning.",
        "SNML": "A curve that still rises is still learning; one that has come to rest has stopped.",
    }
    names = {"L": "still learning", "S": "learned and stopped", "M": "memorises", "N": "does not learn"}
    return expect_letters("LNMS", names, slips)


@exercise("1.16", hint="First the score: which kind does the machine name? Only if that is wrong does anything change.")
def one_correction():
    slips = [
        ((4, 0, 1), "The egg was an owl's: subtract it."),
        ((-2, -2, 0), "The constant is corrected as well, by 1."),
        ((1, -1, 0), "The score is 2, which means plover; so there is something to correct."),
        ((-2, 0, -1), "The width goes into the second weight: -1 minus 1."),
    ]
    return expect_all((-2, -2, -1), slips, hint="Subtract the length from the first weight, the width from the second.")


@exercise(
    "1.17",
    hint="Only the gaps between neighbouring values matter. Try a threshold in each of them, and one below all.",
)
def own_learner(answer):
    best = function_of(answer, "best_threshold", "a number", float)
    rng = np.random.default_rng(0)
    for _ in range(20):
        x = np.round(rng.normal(0, 1, 12), 1)
        y = (x + rng.normal(0, 0.7, 12) > rng.normal()).tolist()
        cuts = np.concatenate([[x.min() - 1], x])
        fewest = min(int(np.sum((x > t) != y)) for t in cuts)
        threshold = best(x.tolist(), list(y))
        made = int(np.sum((x > threshold) != y))
        if made > fewest:
            return f"For x = {x.tolist()} your threshold {threshold:g} makes {made} mistakes; {fewest} would do."
    return None
