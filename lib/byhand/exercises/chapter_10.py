"""Checks for the exercises of chapter 10, Bayes classifiers."""

import math

import numpy as np

from byhand.bayes import expected_costs
from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of

TRUE_FALSE = {"T": "true", "F": "false"}


@exercise("10.1", hint="Ask of each: does it name places, scores, probabilities, or only answers?")
def three_descriptions():
    words = {"M": "map", "D": "discriminant", "R": "region", "K": "knowledge"}
    slips = {
        "DRKM": "Places on the line are regions; numbers to be compared are discriminants.",
        "MDKM": "The first names the places where each class is decided.",
        "M": "A map answers for one row at a time and says no more.",
        "K": "Only one of the four says how data arise.",
    }
    return expect_letters("RDKM", words, slips)


@exercise(
    "10.2", hint="Find the areas of both densities left of 0.5 first: they are triangles and what is left of them."
)
def falling_and_rising():
    slips = [
        ((0.75, 0.25, 0.25, 0.75), "Multiply each row by its prior: the four must sum to 1."),
        ((0.45, 0.1, 0.15, 0.3), "Rows are the truth, columns the decision: you have them the other way round."),
        ((0.3, 0.3, 0.2, 0.2), "Neither density is flat: half the interval is not half the area."),
        ((0.3, 0.1, 0.15, 0.45), "The priors are exchanged, or the order of the entries."),
    ]
    return expect_all((0.45, 0.15, 0.1, 0.3), slips)


@exercise("10.3", hint="At the best threshold the two curves of prior times density cross.")
def best_threshold():
    slips = [
        ((0.5, 0.25), "There the densities cross. Multiply each by its prior first."),
        ((0.4, 0.36 * 0.6 + 0.4 * 0.16), "The common class gets the larger region, not the smaller one."),
        ((0.6, 0.76), "That is the probability of being right."),
    ]
    return expect_all((0.6, 0.24), slips)


@exercise("10.4", hint="Find the row of the truth 'fire' first, then the column of the decision 'no fire'.")
def which_matrix():
    slips = {
        "A": "In A the 50 stands in the first row: truth no fire, decision fire. That is the needless call.",
        "C": "C makes right decisions expensive and mistakes free.",
        "D": "D prices both mistakes alike.",
    }
    return expect_letters("B", {"A": "matrix a", "B": "matrix b", "C": "matrix c", "D": "matrix d"}, slips)


@exercise("10.5", hint="Write down the expected cost of each decision for a probability p, and set them equal.")
def being_right_costs():
    slips = [
        (4 / 34, "Treating an ill person costs 2 as well: what counts is by how much treatment is cheaper there."),
        (30 / 34, "Upside down: what is expensive to miss has a low threshold."),
        (28 / 32, "That is the probability of being healthy at the threshold."),
        (4 / 36, "The 2 is to be subtracted from the 30, not added."),
    ]
    return expect(1 / 8, slips)


@exercise("10.6", hint="Three of the four can be decided by one example: two classes that overlap.")
def ideal_classifier():
    slips = {
        "TTFF": "Where classes overlap, the same x comes from either, and one of them is answered wrongly.",
        "TFTF": "The Bayes error belongs to the source: no data enter it.",
        "TFFT": "The likelihood leaves out how common a class is.",
        "FFFF": "The first was proved in this chapter.",
    }
    return expect_letters("TFFF", TRUE_FALSE, slips)


@exercise("10.7", hint="Multiply each column by the priors, and compare the products.")
def table_with_a_tie():
    slips = {
        "ABBA": "Look at x = 1 again: 0.4 · 0.3 and 0.6 · 0.2.",
        "BBBA": "Look at x = 1 again: 0.4 · 0.3 and 0.6 · 0.2.",
    }
    hint = "Compare 0.4 times the one probability with 0.6 times the other."
    return expect_letters("EBBA", {"A": "class 0", "B": "class 1", "E": "either"}, slips, hint=hint)


@exercise("10.8", hint="At each x one of the two joint probabilities is lost. Which?")
def error_of_the_table():
    slips = [
        (0.7, "That is the probability of being right."),
        (0.18, "The tie is lost in part, too: at x = 1 one of the two 0.12 is a mistake."),
        (0.24, "The tie costs 0.12 once; add the other three."),
        (0.3 / 4, "No average over x: the joint probabilities already hold how common each x is."),
        (0.42, "At the tie only one of the two 0.12 is lost."),
    ]
    return expect(0.3, slips)


@exercise("10.9", hint="Take logarithms of both binomial probabilities: the coefficients cancel, and x stands alone.")
def two_coins():
    T = 12 * math.log(1.5) / math.log(3)
    slips = [
        (5, "That is the first number of heads for class 1. Where does the line itself cross?"),
        (4.5, "That is half-way between the two means; the spreads differ."),
        (T / 12, "Times the 12 tosses."),
        (12 * math.log(1.5) / math.log(2), "The tails count as well: divide by the difference of the log-odds."),
    ]
    return expect(T, slips)


@exercise("10.10", hint="Set prior times density equal; the priors are 1/3 and 2/3.")
def two_waiting_times():
    slips = [
        (math.log(3), "Class 1 is twice as common: its density counts twice."),
        (math.log(1.5), "The factor 2 belongs to class 1, the one with the larger rate."),
        (math.log(2), "Each density has its rate in front, too."),
        (math.log(6) / 2, "Divide by the difference of the rates, not by their sum."),
    ]
    return expect(math.log(6), slips)


@exercise("10.11", hint="Start from the midpoint. Which class weighs more once priors are multiplied by prices?")
def equal_spread():
    push = 4 / 6 * math.log(2)
    slips = [
        (13 + push, "The other way: the class that weighs more gets the larger region."),
        (13 + 4 / 6 * math.log(4), "The price of a miss is left out."),
        (13 - 4 / 6 * math.log(8), "The priors are left out."),
        (13 - 2 / 6 * math.log(2), "It takes the variance, the square of the standard deviation."),
        (13, "The midpoint is right only for equal weights."),
    ]
    return expect(13 - push, slips)


@exercise("10.12", hint="The larger deviation makes the density lower in front and flatter in the exponent.")
def same_centre():
    right = 1.5 * math.sqrt(math.log(3))
    slips = [
        (right**2, "That is the square of it."),
        (math.sqrt(9 / 8 * math.log(3)), "Mind the halves in the exponents: 1/2 − 1/18 is 4/9."),
        (1.5 * math.sqrt(math.log(9)), "The factor in front goes with the deviation, not with the variance."),
        (math.sqrt(math.log(3) / (1 / 2 - 1 / 6)), "The exponent has the variance below the line: 2 · 9."),
    ]
    return expect(right, slips)


@exercise("10.13", hint="For each case compare what an answer costs with 0.35.")
def hot_line():
    slips = [
        (0.05 + 0.3 + 0.38 + 0.45, "In two of the cases the hot line is cheaper."),
        (4 * 0.35, "In two of the cases an answer is cheaper."),
        (0.35 + 0.35, "The cases that are answered cost something, too: they may be wrong."),
        (0.05 + 0.3 + 0.38 + 0.35, "An answer that is right with 0.62 costs 0.38, more than the hot line."),
    ]
    return expect(1.05, slips)


@exercise("10.14", hint="The expected costs of all rows and decisions are one product of matrices.")
def own_decisions(answer):
    decide = function_of(answer, "decide", "an array of whole numbers, one for each row", np.asarray)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        K = int(rng.integers(2, 5))
        M = K + seed % 2
        posterior, loss = rng.dirichlet(np.ones(K), 20), rng.uniform(0, 5, (K, M))
        found, costs = decide(posterior.copy(), loss.copy()), expected_costs(posterior, loss)
        if found.shape != (20,):
            return f"For 20 rows the answer should have shape (20,); it has {found.shape}."
        if (found == costs.argmax(axis=1)).all():
            return "These are the most expensive decisions. The cheapest are wanted."
        if M == K and (found == (posterior @ loss.T).argmin(axis=1)).all():
            return "Rows of the loss are the truth: the posterior weighs rows, not columns."
        if (found == posterior.argmax(axis=1)).all() and not (costs.argmin(axis=1) == found).all():
            return "These are the most probable classes. What do the decisions cost?"
        if not (found == costs.argmin(axis=1)).all():
            return "Not the cheapest decision everywhere. Compute the cost of each decision, then take the smallest."
    return None
