"""Checks for the exercises of chapter 17, ensembles."""

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.forest import RandomForestRegressor


@exercise("17.1", hint="Are rows left out, or columns, or neither of the two?")
def what_differs():
    slips = {
        "IIAI": "Half of the columns: that is a choice of features.",
        "IFAF": "A bootstrap sample draws rows.",
        "AFAI": "A part of the rows is a choice of instances.",
        "IFFI": "Random first weights change neither rows nor columns.",
    }
    return expect_letters("IFAI", {"I": "instances", "F": "features", "A": "algorithm"}, slips)


@exercise("17.2", hint="Three, four or five of them are right: three terms of the binomial distribution.")
def five_jurors():
    slips = [
        (0.3456, "That is for exactly three; four or five will do, too."),
        (0.6**3, "That is one way for three to be right; there are ten, and four or five will do, too."),
        (0.33696, "At least four is more than a majority needs."),
        (0.31744, "That is the probability that it is wrong."),
    ]
    return expect(0.68256, slips)


@exercise("17.3", hint="A hard vote goes to the class whose probability is above one half, however little.")
def hard_or_soft():
    slips = [
        ((2 / 3, 0.6), "Two of the three vote for no."),
        ((1 / 3, 0.4), "That is the mean for no."),
        ((0.95, 0.6), "A hard vote does not ask how sure a model is: count the models."),
    ]
    return expect_all((1 / 3, 0.6), slips)


@exercise("17.4", hint="Tick off the rows that were drawn. For the second number: rows times probability.")
def twelve_draws():
    expected = 12 * (11 / 12) ** 12
    slips = [
        ((8, expected), "Those are the rows that were drawn."),
        ((4, (11 / 12) ** 12), "That is the probability for one row: there are twelve."),
        ((4, 12 - expected), "That is how many different rows are drawn on average."),
        ((4, 1), "A row must be missed by all twelve draws, each time with probability 11/12."),
    ]
    return expect_all((4, expected), slips)


@exercise("17.5", hint="Which trees have never seen the row? Only they vote out of bag.")
def who_may_judge():
    slips = {
        "AA": "Trees 2 and 5 have seen the row: out of bag they do not vote.",
        "BB": "For the second letter count all five trees.",
        "AB": "You have the two the wrong way round.",
    }
    return expect_letters("BA", {"A": "A", "B": "B"}, slips)


@exercise("17.6", hint="Two parts: the floor does not depend on the number of trees.")
def the_floor():
    slips = [
        ((0.9, 0, 90), "That is for trees without correlation."),
        ((2.7, 1.8, 90), "The second part is (1 - ρ) σ²/B, not σ²/B."),
        ((1.98, 1.8, 18), "The second part is (1 - ρ) σ²/B; that looks like ρ σ²/B."),
        ((2.52, 1.8, 71), "With 71 trees the rest is still above 0.1."),
    ]
    return expect_all((2.52, 1.8, 72), slips)


@exercise("17.7", hint="Go through the steps of the pseudocode: what is drawn, when, and how often?")
def forest_or_tree():
    slips = {
        "TTFT": "The features are drawn afresh at each node.",
        "TFTT": "The trees grow to the end: averaging does what pruning is for.",
        "FFFT": "The samples are the first half of a random forest.",
        "TFFF": "A forest decides together: by vote, or by mean.",
    }
    return expect_letters("TFFT", {"T": "true", "F": "false"}, slips)


@exercise("17.8", hint="A hundred trees must all be grown, kept and asked. What does one get for it?")
def for_and_against():
    slips = {
        "ACAACA": "A hundred trees cannot be read like one.",
        "ACCCCA": "The out-of-bag error comes for nothing.",
        "CCCACA": "The answers of a forest change less from sample to sample.",
        "ACCACC": "More trees do no harm, and none of them is pruned.",
    }
    return expect_letters("ACCACA", {"A": "advantage", "C": "cost"}, slips)


@exercise("17.9", hint="Make a table: three voters, five questions. On how many questions are at least two right?")
def a_vote_that_hurts():
    slips = [
        ((0.6, 0.6, 0.8), "On questions 3, 4 and 5 only one voter is right: there the majority is wrong."),
        ((0.6, 0.4, 1), "Nine right answers, two to each question, are enough for four questions only."),
        ((0.6, 1, 0.8), "One right voter is not enough for a majority."),
        ((0.6, 0.4, 0.6), "Spread the nine right answers so that as many questions as possible have just two."),
    ]
    return expect_all((0.6, 0.4, 0.8), slips)


@exercise("17.10", hint="ρσ² first, then what is left divided by the number of trees.")
def which_forest():
    slips = [
        ((0.125, 0.15), "That is for trees without correlation."),
        ((0.375, 0.3), "The second part is (1 - ρ) σ²/B."),
        ((0.25, 0.15), "Those are the floors; twenty trees are above them."),
        ((0.2925, 0.3625), "The order is: first all features, then two."),
    ]
    return expect_all((0.3625, 0.2925), slips)


@exercise("17.11", hint="What does the tree ask? A tree of coin tosses is right for half of the rows.")
def two_copies():
    slips = [
        ((0.5, 0.5, 0.5), "The tree never asks about the second column."),
        ((0.5, 0, 0.5), "Grown again, the tree finds the copy, which is as good."),
        ((0, 0, 0), "The tree that is there does not change: without the first column's values it guesses."),
        ((1, 0, 0), "A shuffled value is still right for half of the rows, by chance."),
    ]
    return expect_all((0.5, 0, 0), slips)


@exercise("17.12", hint="Two fits, one after the other, then their oob_score_.")
def choose_by_the_bag():
    random = np.random.default_rng(5)
    rows = random.normal(size=(100, 8))
    numbers = rows @ np.linspace(1, 0.3, 8) + 0.5 * random.normal(size=100)
    one, all_of_them = (RandomForestRegressor(200, max_features=d, oob_score=True).fit(rows, numbers) for d in (1, 8))
    slips = [
        ((all_of_them.oob_score_, one.oob_score_), "First with one feature at a node, then with all eight."),
        (
            (one.score(rows, numbers), all_of_them.score(rows, numbers)),
            "That is the score on the rows it was fitted to: take oob_score_.",
        ),
    ]
    return expect_all((one.oob_score_, all_of_them.oob_score_), slips)


@exercise("17.13", hint="A boolean array of shape (B, N) says who has seen what; then two sums over the trees.")
def bag_votes(answer):
    mine = function_of(answer, "bag_votes", "an array of N whole numbers", lambda told: np.asarray(told, dtype=float))
    random = np.random.default_rng(17)
    for trees, rows in ((1, 4), (5, 6), (8, 12), (25, 20)):
        votes = random.integers(0, 2, (trees, rows))
        samples = [random.integers(rows, size=rows) for _ in range(trees)]
        told = mine(votes.copy(), [drawn.copy() for drawn in samples])
        if told.shape != (rows,):
            return f"For {trees} trees and {rows} rows there should be {rows} answers; the shape is {told.shape}."
        for row in range(rows):
            own = [votes[tree, row] for tree in range(trees) if row not in samples[tree]]
            wanted = -1 if not own else int(2 * sum(own) > len(own))
            if told[row] == wanted:
                continue
            if not own:
                return "A row that every tree has seen should get -1."
            if 2 * sum(own) == len(own):
                return "Where as many trees say 0 as 1, the answer should be 0."
            if told[row] == int(2 * votes[:, row].sum() > trees):
                return "Trees that have seen a row must not vote on it."
            return f"Row {row} should get {wanted}: of the trees that have not seen it {sum(own)} of {len(own)} say 1."
    return None
