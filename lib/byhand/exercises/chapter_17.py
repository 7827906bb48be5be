"""Checks for the exercises of chapter 17, ensembles."""

import math

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.forest import RandomForestRegressor
from byhand.gradient_boosting import GradientBoostingRegressor


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


@exercise("17.7", hint="For each of the four: which rows does a tree see, and when are features drawn, if at all?")
def which_is_a_forest():
    slips = {
        "RBNS": "Ann draws features once for a tree, Dora afresh at each node.",
        "SRNB": "Bob's trees may ask about any feature at any node.",
        "SBBR": "Carl draws nothing, so that nothing differs from tree to tree.",
        "BSNR": "Ann draws columns, Bob draws rows.",
    }
    known = {"R": "random forest", "B": "bagging", "S": "random subspaces", "N": "the same tree"}
    return expect_letters("SBNR", known, slips)


@exercise("17.8", hint="A hundred trees must all be grown, kept and asked. What does one get for it?")
def tree_or_forest():
    slips = {
        "FFTFFT": "A hundred trees cannot be read out to a customer.",
        "TTTFFT": "A single tree is what jumps from table to table.",
        "TFFFFT": "A hundred trees need a hundred times the room.",
        "TFTTFT": "A forest knows its error out of bag, without refitting.",
        "TFTFTT": "A single tree must be pruned; a forest is good as it grows.",
        "TFTFFF": "A hundred trees must all be asked.",
    }
    return expect_letters("TFTFFT", {"T": "tree", "F": "forest"}, slips)


@exercise("17.9", hint="Make a table: three voters, five questions. On how many questions are at least two right?")
def a_vote_that_hurts():
    slips = [
        ((0.6, 0.6, 0.8), "On questions 3, 4 and 5 only one voter is right: there the majority is wrong."),
        ((0.6, 0.4, 1), "Nine right answers, two to each question, are enough for four questions only."),
        ((0.6, 1, 0.8), "One right voter is not enough for a majority."),
        ((0.6, 0.4, 0.6), "Spread the nine right answers so that as many questions as possible have just two."),
    ]
    return expect_all((0.6, 0.4, 0.8), slips)


@exercise("17.10", hint="Squared bias, plus ρσ², plus (1 - ρ)σ² divided by the number of trees.")
def which_d():
    slips = [
        ((0.39, 0.435, 0.8375, 9), "Those are the variances: add the squared bias."),
        ((1.4, 0.8, 1.15, 9), "Twenty trees are above their floor: add (1 - ρ) σ²/B."),
        ((1.6, 0.95, 1.275, 9), "The last part is (1 - ρ) σ²/B."),
        ((1.4, 0.65, 0.525, 9), "That is for trees without correlation."),
        ((1.59, 0.935, 1.2375, 3), "A single tree has its full variance, whatever the correlation."),
        ((1.59, 0.935, 1.2375, 1), "Look at squared bias plus variance of a single tree."),
        ((1.59, 0.935, 1.2375, 2.9), "That is the error of the best single tree; its d is asked for."),
    ]
    return expect_all((1.59, 0.935, 1.2375, 9), slips)


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
    rows = random.normal(size=(100, 12))
    numbers = 2 * rows[:, 0] - rows[:, 1] + 0.5 * random.normal(size=100)
    one, all_of_them = (RandomForestRegressor(200, max_features=d, oob_score=True).fit(rows, numbers) for d in (1, 12))
    slips = [
        ((all_of_them.oob_score_, one.oob_score_), "First with one feature at a node, then with all twelve."),
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


@exercise("17.14", hint="The bracket asks whether the answer differs from the label, row by row.")
def an_indicator():
    slips = [
        ((1, 0, 0, 1), "It is 1 where the statement holds, and the statement says that they differ."),
        ((0, 1, 0, 0), "The third row differs, too: the answer is +1, the label -1."),
        ((0, 0, 1, 0), "The second row differs, too: the answer is -1, the label +1."),
    ]
    return expect_all((0, 1, 1, 0), slips)


@exercise("17.15", hint="The wrong rows share one half of the new weight, and the right ones the other half.")
def a_round():
    vote = math.log(3) / 2
    slips = [
        ((1 / 4, math.log(3), 1 / 4, 1 / 12), "The vote is half of the log-odds."),
        ((1 / 4, -vote, 1 / 4, 1 / 12), "Right over wrong: a good stump has a vote above 0."),
        ((1 / 4, vote, 1 / 12, 1 / 4), "Wrong rows get heavier."),
        (
            (1 / 4, vote, math.exp(vote) / 8, math.exp(-vote) / 8),
            "The new weights have to be divided by their sum.",
        ),
        ((1 / 4, math.log2(3) / 2, 1 / 4, 1 / 12), "The logarithm is the natural one."),
        ((1 / 4, vote, 1 / 2, 1 / 2), "One half is what the two wrong rows have together, or the six right ones."),
    ]
    return expect_all((1 / 4, vote, 1 / 4, 1 / 12), slips)


@exercise("17.16", hint="The weights are 1/4 twice and 1/12 six times. Add those of the two rows that are wrong now.")
def next_round():
    vote = math.log(5) / 2
    slips = [
        ((1 / 4, math.log(3) / 2, 1 / 6), "Use the new weights: the two rows have 1/12 each."),
        ((1 / 6, vote, 3 / 4), "The rows that only the first got wrong are right now: they get lighter."),
        ((1 / 6, math.log(5), 3 / 20), "The vote is half of the log-odds."),
        ((1 / 6, vote, 1 / 4), "That is its weight before the second round's update."),
    ]
    return expect_all((1 / 6, vote, 3 / 20), slips)


@exercise("17.17", hint="Find the three votes; then add them with the signs of the answers.")
def three_votes():
    votes = [math.log((1 - e) / e) / 2 for e in (0.1, 0.3, 0.4)]
    slips = [
        (-1, "That is a vote in which all count alike."),
        (sum(votes), "Two of the three say -1."),
        (2 * (votes[0] - votes[1] - votes[2]), "The vote is half of the log-odds."),
        (votes[1] + votes[2] - votes[0], "The first says +1, the two others -1."),
        (0.9 - 0.7 - 0.6, "The votes are half log-odds, not shares of right answers."),
    ]
    return expect(votes[0] - votes[1] - votes[2], slips)


@exercise("17.18", hint="Which step ought to use the weights, and does not?")
def find_the_mistake():
    slips = {
        "A": "All weights start alike; that is right.",
        "C": "That is the vote; the natural logarithm belongs to the e of the update.",
        "D": "That is the update.",
        "E": "The votes are the weights in the sum.",
    }
    return expect_letters("B", "ABCDE", slips)


@exercise("17.19", hint="One factor is 2 √(ε(1-ε)). To which power is it below 0.001?")
def a_bound():
    slips = [
        (338, "After 338 rounds the bound is still a little above 0.001."),
        (8, "The factor is 2 √(ε(1-ε)), near 1; that looks like powers of 0.4."),
        (14, "The factor is 2 √(ε(1-ε)), near 1; that looks like powers of 0.6."),
        (170, "Do not forget the root in 2 √(ε(1-ε))."),
    ]
    return expect(339, slips)


@exercise("17.20", hint="One grows members side by side, the other in a row. Which of them lowers which error?")
def bagging_or_boosting():
    slips = {
        "AABBA": "Boosting needs the weights that the last member has left.",
        "BBBBA": "In bagging every row has the same chance in every sample.",
        "BAABA": "In AdaBoost the votes depend on the errors.",
        "BABAA": "Averaging lowers variance and leaves the bias.",
        "BABBB": "A stump has much bias, which bagging leaves as it is.",
    }
    return expect_letters("BABBA", {"B": "bagging", "A": "AdaBoost"}, slips)


@exercise("17.21", hint="Start from the mean; cut the residuals in two groups; add half of each group's mean.")
def what_is_left():
    slips = [
        ((5, 8 / 3, 12), "Add only the share η = 0.5 of the stump."),
        ((5, 3.5, 9.5), "Cut where the two groups are most alike within: between 3 and 4."),
        ((0, 4 / 3, 6), "Boosting for squared error starts from the mean."),
        ((5, -7 / 6, 3.5), "That is what is added; the fit is the mean plus that."),
    ]
    return expect_all((5, 5 - 7 / 6, 8.5), slips)


@exercise("17.22", hint="Who has seen which row, when it says something about it?")
def a_second_level():
    slips = {
        "TTTF": "A vote with equal weights learns nothing, so nothing can fool it.",
        "TTFT": "The second level has learned from those predictions: they do not judge it.",
        "FTFF": "On rows that they have seen, models that learn by heart look perfect.",
        "TFFF": "For new rows one wants first models that know all the rows there are.",
    }
    return expect_letters("TTFF", {"T": "true", "F": "false"}, slips)


@exercise(
    "17.23", hint="staged_predict has a row for each number of trees: the errors are a mean along the other axis."
)
def stop_in_time():
    def wave(seed, n=80):
        random = np.random.default_rng(seed)
        x = np.sort(random.uniform(0, 6, n))
        return x[:, None], 1.5 * np.sin(x) + 0.7 * random.normal(size=n)

    model = GradientBoostingRegressor(200, learning_rate=0.2, max_depth=2).fit(*wave(7))
    rows, numbers = wave(8, 500)
    errors = ((model.staged_predict(rows) - numbers) ** 2).mean(axis=1)
    best = int(errors.argmin())
    slips = [
        ((best, errors[best]), "The first row is for one tree: add 1 to the place."),
        ((200, errors[-1]), "That is after all trees."),
        ((200, model.train_loss_[-1]), "On the points learned from the error falls to the end; look at the new ones."),
    ]
    return expect_all((best + 1, float(errors[best])), slips)


@exercise("17.24", hint="Each round: weighted errors of all classifiers, the least of them, its vote, new weights.")
def boost(answer):
    def pairs(told):
        return [(int(number), float(vote)) for number, vote in told]

    mine = function_of(answer, "boost", "a list of pairs (number, vote)", pairs)
    random = np.random.default_rng(24)
    for case in range(12):
        says, y = random.choice([-1, 1], (8, 20)), random.choice([-1, 1], 20)
        if case == 0:
            says[3] = y
        if case == 1:
            says, y = np.array([[1, -1, 1, -1]]), np.array([1, 1, -1, -1])
        told, wanted = mine(says.copy(), y.copy()), _boosted(says, y)
        if case == 0 and told:
            return "Where a classifier has the error 0 the loop should stop, without it."
        if case == 1 and told:
            return "Where the least error is one half the loop should stop."
        if len(told) != len(wanted):
            return f"There should be {len(wanted)} rounds; there are {len(told)}."
        for place, ((number, vote), (right, v)) in enumerate(zip(told, wanted, strict=True), 1):
            if number != right:
                return f"In round {place} classifier {right} has the least weighted error, not {number}."
            if abs(vote - 2 * v) < 1e-9:
                return "The vote is half of the log-odds."
            if abs(vote - v) > 1e-9:
                return f"In round {place} the vote should be {v:.4f}; it is {vote:.4f}."
    return None


def _boosted(says, y):
    weight, chosen = np.full(len(y), 1 / len(y)), []
    for _ in range(5):
        errors = (says != y) @ weight
        best = int(np.argmin(errors.round(12)))
        if errors[best] < 1e-12 or errors[best] >= 0.5 - 1e-12:
            break
        chosen.append((best, math.log((1 - errors[best]) / errors[best]) / 2))
        weight = weight / (2 * np.where(says[best] != y, errors[best], 1 - errors[best]))
    return chosen
