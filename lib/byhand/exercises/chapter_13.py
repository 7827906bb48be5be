"""Checks for the exercises of chapter 13, decision trees."""

import math
import operator

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_word, function_of
from byhand.impurity import class_counts, entropy, gain, gini, mean_impurity, misclassification, threshold_gains
from byhand.pruning import pessimistic_error


@exercise(
    "13.1",
    hint="Turn the counts into two shares that sum to 1, then use the formula under One number for a mixture.",
)
def entropy_of_seven_and_three():
    slips = [
        (entropy([7, 3], math.e), "That is in nats, with the natural logarithm. Divide by log 2 for bits."),
        (entropy([7, 3], 10), "That uses base 10."),
        (-entropy([7, 3]), "The sign: shares have negative logarithms, and the minus in front makes it positive."),
        (0.3, "That is the share of the rarer class."),
    ]
    return expect(entropy([7, 3]), slips)


@exercise(
    "13.2",
    hint="The formulae are under Three measures of impurity, in the opposite order. The shares are given, so "
    "nothing has to be counted.",
)
def three_measures():
    right = misclassification([4, 1]), gini([4, 1]), entropy([4, 1])
    slips = [
        ((right[2], right[1], right[0]), "The right three numbers, in the wrong order."),
        ((right[0], right[1] / 2, right[2]), "Gini sums over both orders of each pair: twice as much."),
        (
            (0.8, right[1], right[2]),
            "Misclassification is the share of those that are not of the most frequent class.",
        ),
        ((right[0], right[1], entropy([4, 1], math.e)), "The entropy is in nats; the exercise asks for bits."),
    ]
    return expect_all(right, slips)


@exercise(
    "13.3",
    hint="Three entropies are needed: that of all twelve guests and that of each group. How many guests order cake?",
)
def gain_of_the_time_of_day():
    counts = [[1, 5], [4, 2]]
    slips = [
        (mean_impurity(counts), "That is what is left. Subtract it from the entropy of all guests."),
        (entropy([5, 7]) - entropy([1, 5]) - entropy([4, 2]), "Weight the two groups by their sizes, 6 of 12 each."),
        (gain(counts, lambda c: entropy(c, 10)), "That uses base 10."),
        (1 - mean_impurity(counts), "Five of twelve order cake: the entropy before the question is below 1 bit."),
    ]
    return expect(gain(counts), slips)


@exercise(
    "13.4",
    hint="Start at the top of the picture in The idea and answer only the questions that you meet. Some of the four "
    "words are never needed.",
)
def follow_the_tree():
    slips = {"Yes": "Rain and strong wind: look at the leaf on the far right."}
    return expect_word("No", slips, "The answer is one of the two classes.")


@exercise("13.5", hint="Look only at the cases that reach this node. The formula is under Who is at each node?")
def share_at_a_node():
    slips = [
        (7 / 5, "That compares B with the others. Divide by all twelve."),
        (5 / 12, "That is the share of the others."),
        (1 / 3, "Three classes, but not equally frequent. Count."),
    ]
    return expect(7 / 12, slips)


@exercise(
    "13.6",
    hint="Print the table and compare each column with the class, row by row. No feature can gain more than the "
    "entropy of the class itself.",
)
def root_of_the_vertebrates():
    slips = {
        "Body temperature": "A good question, but it leaves birds and mammals together.",
        "Name": "A name tells everything and nothing: it is left out.",
        "Skin cover": "It is left out in this exercise.",
    }
    return expect_word("Gives birth", slips, "Which question separates the mammals from all others?")


@exercise(
    "13.7",
    hint="Fix one switch and count odd and even among the four settings that are left. Then fix a second one and "
    "count again.",
)
def three_switches():
    slips = [
        ((1, 8), "Half of the settings with the first switch on are odd: nothing is gained."),
        ((0, 4), "Two questions still leave odd and even mixed. It takes three."),
        ((0, 3), "That is the depth. Count the leaves."),
    ]
    return expect_all((0, 8), slips)


@exercise(
    "13.8",
    hint="Write the number of days at each node of the tennis tree, from the root down. A node that is not split is "
    "a leaf, pure or not.",
)
def leaves_of_a_stopped_tree():
    slips = [(5, "That is the full tree. Groups of five days are not split here."), (1, "The root has 14 days.")]
    return expect(3, slips)


@exercise(
    "13.9",
    hint="Try three values first and list all questions: who can stand together, and where can a threshold lie? "
    "Both formulae are under Two branches or many.",
)
def counting_questions():
    slips = [
        ((254, 7), "Each pair of groups is counted twice there: which group is on the left does not matter."),
        ((128, 7), "One of them has an empty group."),
        ((127, 8), "Between eight values there are seven gaps."),
    ]
    return expect_all((127, 7), slips)


@exercise(
    "13.10",
    hint="Write down the share of the days in each branch; all shares are equal. The formula is under Many values, "
    "in the denominator.",
)
def split_information_of_dates():
    slips = [
        (1, "That is the sum of the shares. Weight each share by its surprise."),
        (math.log(20), "That is in nats."),
        (20, "Take the logarithm."),
    ]
    return expect(math.log2(20), slips)


@exercise(
    "13.11",
    hint="Begin by grouping the labels by the value of one feature, for instance in a dictionary of lists. The "
    "trap: equal gains can differ in the last digit, so round before you choose.",
)
def choose_a_feature(answer):
    best_feature = function_of(answer, "best_feature", "the place of a feature, a whole number", operator.index)
    rng = np.random.default_rng(0)
    for number in range(1, 21):
        n, d = int(rng.integers(6, 16)), int(rng.integers(2, 5))
        rows = rng.choice(["a", "b", "c"], (n, d)).tolist()
        labels = rng.choice(["yes", "no"], n).tolist()
        gains = [round(gain(class_counts([row[j] for row in rows], labels)), 9) for j in range(d)]
        found = best_feature([list(row) for row in rows], list(labels))
        if found != gains.index(max(gains)):
            return f"On table {number} the gains are {gains}; it chose {found!r}."
    return None


@exercise(
    "13.12",
    hint="A threshold can lie in one of four gaps: in which of them does the class change? Then compare the entropy "
    "before and after.",
)
def one_cut():
    right = 7.5, entropy([3, 2])
    slips = [
        ((6, right[1]), "The cut is right; give the number half-way between 6 and 9."),
        ((9, right[1]), "The cut is right; give the number half-way between 6 and 9."),
        ((7.5, 1), "The threshold is right. The gain is the entropy of three against two, as nothing is left."),
        ((7.5, entropy([3, 2], math.e)), "The gain is in nats; the exercise asks for bits."),
    ]
    return expect_all(right, slips)


@exercise(
    "13.13",
    hint="The section Three numbers in a leaf does the same with 2, 4 and 9. Find the prediction first; the "
    "impurity is measured from there.",
)
def local_model():
    slips = [
        ((5, 42), "That is the sum of the squares. Divide by three."),
        ((5, 21), "That divides by N - 1."),
        ((4, 15), "4 is the median. The mean has the smaller squared error."),
    ]
    return expect_all((5, 14), slips)


@exercise(
    "13.14",
    hint="Three variances are needed: that of all outcomes and that of each side. The x only say who is on which side.",
)
def gain_of_a_cut():
    right = np.var([1, 1, 5, 6]) - 0.125
    slips = [
        (0.125, "That is what is left. Subtract it from the variance of all four."),
        (np.var([1, 1, 5, 6]) - 0.25, "Weight the two groups by their sizes."),
        (np.var([1, 1, 5, 6]), "That is the variance before the cut."),
    ]
    return expect(right, slips)


@exercise(
    "13.15",
    hint="Under Pruning without held-out data there is a formula for leaves without mistakes. At which error rate "
    "do five right answers in a row turn up one time in ten?",
)
def too_good_to_be_true():
    slips = [
        (0, "That is the observed share. A leaf of five cases may have been lucky."),
        (pessimistic_error(0, 5), "That uses the customary confidence of 25 %. Here it is 10 %."),
        (0.1 ** (1 / 5), "That is the rate of right answers. Subtract it from 1."),
        (1 - 0.1**5, "The fifth root, not the fifth power: p solves (1 - p)^5 = 0.1."),
    ]
    return expect(pessimistic_error(0, 5, 0.1), slips)


@exercise(
    "13.16",
    hint="Multiply each error rate to fear by the number of cases that it concerns. Even a leaf without "
    "mistakes has something to fear.",
)
def prune_or_keep():
    as_leaf, question = 12 * pessimistic_error(2, 12), 10 * pessimistic_error(0, 10) + 2 * pessimistic_error(0, 2)
    slips = [
        ((question, as_leaf), "The right two numbers in the wrong order: pruning comes first."),
        ((as_leaf / 12, question / 12), "Those are error rates. Multiply by the 12 cases."),
        ((as_leaf, 0), "Two pure leaves still have something to fear: 1 - 0.25^(1/N) each."),
        ((2, 0), "Those are the mistakes that were seen. Take the pessimistic error of each leaf."),
    ]
    return expect_all((as_leaf, question), slips)


@exercise(
    "13.17",
    hint="Compare the mean outcome with the first switch on and off, then with the second: which slopes does that "
    "leave for the formula? For the tree, ask who is in each leaf.",
)
def one_formula():
    slips = [((1, 1), "No plane passes through these four points."), ((0, 0), "The tree separates all four settings.")]
    return expect_all((0, 1), slips)


@exercise(
    "13.18",
    hint="Start from sorted(set(x)), so that equal values leave no gap. The trap: impurities that should be equal "
    "can differ in the last digit, so round before you compare.",
)
def find_the_threshold(answer):
    best_threshold = function_of(answer, "best_threshold", "a number", float)
    rng = np.random.default_rng(1)
    for number in range(1, 21):
        n = int(rng.integers(5, 20))
        x, y = rng.integers(0, 12, n).astype(float).tolist(), rng.integers(0, 2, n).tolist()
        if len(set(x)) < 2 or len(set(y)) < 2:
            continue
        thresholds, gains = threshold_gains(x, y, gini)
        right = thresholds[np.argmax(gains.round(9))]
        found = best_threshold(list(x), list(y))
        if not abs(found - right) <= 1e-9:
            return f"On list {number} the best threshold is {right:g}; it found {found!r}."
    return None
