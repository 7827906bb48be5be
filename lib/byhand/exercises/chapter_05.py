"""Checks for the exercises of chapter 5, evaluation."""

import math

import numpy as np

from byhand import scoring
from byhand.comparing import mcnemar
from byhand.exercises import (
    exercise,
    expect,
    expect_all,
    expect_letters,
    expect_order,
    expect_word,
    function_of,
)


@exercise("5.1", hint="Two words make the name. The second says what was predicted, the first whether that was true.")
def which_cell():
    slips = {
        "FP": "Positive is what the detector said in a false positive. Here it said nothing.",
        "TN": "It would be true if there had been no fire.",
        "TP": "The detector kept silent, and it should not have.",
    }
    return expect_word("FN", slips, "Answer with two letters: TP, FP, FN or TN.")


@exercise(
    "5.2",
    hint="Write down the four counts first: 40 messages are spam and 60 are not. Precision looks at those in "
    "the spam folder.",
)
def spam_filter():
    P, R = 30 / 35, 30 / 40
    slips = [
        ((R, P, 55 / 60, 0.8), "The first two are swapped. Precision divides by those called spam."),
        ((P, R, 5 / 60, 0.8), "The third is the false positive rate. Subtract it from 1."),
        ((P, R, 55 / 60, (P + R) / 2), "The last is the arithmetic mean."),
        ((P, R, 55 / 65, 0.8), "Specificity divides by those that are legitimate, not by those called so."),
    ]
    return expect_all((P, R, 55 / 60, 0.8), slips)


@exercise("5.3", hint="Put the two numbers into the note's formula, then into that of a harmonic mean.")
def the_missing_two():
    slips = [
        ((0.4, 0.2), "The other way round: first what the note gives."),
        ((0.2, 0.45), "The second is the arithmetic mean."),
        ((0.18, 0.36), "Divide by the sum of precision and recall."),
    ]
    return expect_all((0.2, 0.4), slips)


@exercise(
    "5.4",
    hint="Look at the sums. The survey says how many animals there are of each kind: are these the sums of the rows, "
    "or those of the columns?",
)
def which_way_round():
    slips = [
        (18 / 30, "You took the rows for the true classes. Compare their sums with the survey."),
        (0.86, "That is the accuracy."),
        (18 / 100, "Divide by the animals called fox, not by all."),
    ]
    return expect(18 / 20, slips, "Precision of fox: of those called fox, how many are foxes?")


@exercise("5.5", hint="What share of the old errors has gone? Divide by the old error rate, not by 1.")
def reduction():
    slips = [
        (0.13, "That is the difference in percentage points. Divide it by the old error rate."),
        (0.13 / 0.07, "Divide by the old error rate, not by the new one."),
        (0.35, "That is the share of the errors that remain."),
    ]
    return expect(0.65, slips)


@exercise("5.6", hint="Square beta first. In which of the two should the larger number, the recall, weigh more?")
def two_betas():
    P, R = 0.5, 0.8

    def score(b):
        return (1 + b) * P * R / (b * P + R)

    slips = [
        ((score(0.25), score(4)), "The other way round: beta = 2 first."),
        ((score(2), score(0.5)), "Beta is squared in the formula."),
        (
            (P * R * 5 / (P + 4 * R), P * R * 1.25 / (P + 0.25 * R)),
            "In the denominator, beta² multiplies the precision.",
        ),
    ]
    return expect_all((score(4), score(0.25)), slips)


@exercise(
    "5.7",
    hint="Rows are the true classes. Find the recall of each class first; then ask how many classes there are, and how "
    "many cases.",
)
def three_averages():
    recall, sizes = np.array([54 / 60, 18 / 30, 4 / 10]), np.array([60, 30, 10])
    precision = np.array([54 / 62, 18 / 26, 4 / 12])
    macro, micro, weighted = recall.mean(), 0.76, precision @ sizes / 100
    slips = [
        ((micro, macro, weighted), "The first two are swapped: macro counts each class once."),
        ((macro, micro, micro), "The third is the weighted recall. Take the precisions, by columns."),
        ((macro, micro, precision.mean()), "The third is the macro precision. Weight each class by its share."),
        (
            (macro, micro, precision @ [62, 26, 12] / 100),
            "Weight by the true classes, not by how often each is called.",
        ),
    ]
    return expect_all((macro, micro, weighted), slips)


@exercise("5.8", hint="A guess is right if guess and truth are the same class. Multiply, and add up over the classes.")
def three_baselines():
    slips = [
        ((1 / 3, 0.7, 0.54), "The last two are swapped."),
        ((1 / 3, 1 / 3, 0.7), "A weighted guess is right with probability 0.7 × 0.7 + ..."),
        ((0.5, 0.54, 0.7), "There are three classes."),
    ]
    return expect_all((1 / 3, 0.54, 0.7), slips)


@exercise(
    "5.9",
    hint="Imagine 10,000 people. How many are ill, how many of those does the test find, and how many healthy ones "
    "does it frighten?",
)
def a_rare_illness():
    slips = [
        (0.95, "That is the recall: the share of the ill that is found."),
        (0.95 / (0.95 + 0.1), "You forgot how rare the illness is."),
        (0.019, "That is the share of all people who are ill and found. Divide by all who are called ill."),
        (0.098 / 0.117, "That is the share of false alarms among those called ill."),
    ]
    return expect(0.019 / 0.117, slips)


@exercise("5.10", hint="Count the pictures whose rank is at most k. A rank of 7 was no hit in either case.")
def ranks():
    slips = [
        ((0.7, 0.4), "One guess first."),
        ((0.4, 0.1), "Top-3 counts ranks 1, 2 and 3, not rank 3 alone."),
        ((0.6, 0.3), "These are the shares of misses."),
    ]
    return expect_all((0.4, 0.7), slips)


@exercise("5.11", hint="The standard deviation of a share is √(a(1 − a)/N). What must N do to divide it by three?")
def a_third_of_the_width():
    slips = [
        (3, "The width shrinks with the root of the number of cases."),
        (math.sqrt(3), "The width goes with one over the root of N: the root must be three times as large."),
    ]
    return expect(9, slips)


@exercise(
    "5.12",
    hint="Only the 14 messages on which they disagree count. If both were equally good, each would be a toss of "
    "a fair coin.",
)
def coin_tosses():
    p = mcnemar(3, 11).p_value
    slips = [
        (p / 2, "Count both ends: either filter might have been the better one."),
        (2 * math.comb(14, 3) / 2**14, "Add up all outcomes at least as lopsided: 0, 1, 2 and 3."),
        (mcnemar(3, 11, exact=False).p_value, "That is the approximation by chi-square. Here the exact sum is short."),
    ]
    return expect(p, slips)


@exercise("5.13", hint="Which of the three does not give one number? Which of the others lets a big class count more?")
def what_fits():
    slips = {
        "ACB": "Look again at the first two: which one counts every class the same?",
        "BAC": "A table shows which two classes are mixed up; one number cannot.",
    }
    return expect_letters("CAB", "ABC", slips, "A is the macro average, B the confusion matrix, C the accuracy.")


@exercise(
    "5.14",
    hint="Go through the pairs of truth and prediction once. Two comparisons with the positive class decide which of "
    "the four counts goes up.",
)
def write_the_counts(answer):
    counts = function_of(answer, "counts", "four numbers, TP, FP, FN, TN", lambda result: [int(v) for v in result])
    rng = np.random.default_rng(0)
    for number in range(1, 21):
        n = int(rng.integers(5, 30))
        y, predicted = (rng.choice(["a", "b", "c"], n).tolist() for _ in range(2))
        positive = "abc"[number % 3]
        right = [
            sum((t == positive) == a and (s == positive) == b for t, s in zip(y, predicted, strict=True))
            for a, b in ((1, 1), (0, 1), (1, 0), (0, 0))
        ]
        found = counts(y, predicted, positive)
        if len(found) != 4:
            return f"The function should return four numbers, TP, FP, FN, TN; it returned {len(found)}."
        if found != right:
            swapped = [right[0], right[2], right[1], right[3]]
            if found == swapped:
                return "FP and FN are swapped: a false positive was called positive and is not."
            return f"On data set {number} TP, FP, FN, TN are {right}; it found {found}."
    return None


# ---- the second notebook


@exercise(
    "5.15", hint="You cannot count above a threshold before the scores are in order. What is done once, at the end?"
)
def roc_in_order():
    return expect_order("CADB", "Sort, lower the threshold to the next score, count, draw a point; and again.")


FIVE = [1, 0, 1, 1, 0], [0.95, 0.8, 0.7, 0.5, 0.4]


@exercise(
    "5.16", hint="Mark the scores that are at least 0.7. Then look at the positives alone, and at the negatives alone."
)
def one_point():
    slips = [
        ((0.5, 2 / 3), "The true positive rate first."),
        ((1 / 3, 0.5), "A score of 0.7 reaches the threshold."),
        ((2 / 3, 1 / 3), "The false positive rate divides by the negatives, not by those called positive."),
    ]
    return expect_all((2 / 3, 0.5), slips)


@exercise("5.17", hint="There are 3 × 2 pairs of one positive and one negative. Go through the positives one by one.")
def area_of_five():
    slips = [
        (2 / 6, "These are the pairs in the wrong order."),
        (4, "That is their number. Divide by the number of all pairs."),
        (4 / 10, "Only pairs of one positive and one negative count, 3 × 2 of them."),
    ]
    return expect(scoring.ordered_pairs(*FIVE), slips)


@exercise("5.18", hint="Each of the two positives meets each of the three negatives. A tie counts half.")
def area_with_a_tie():
    slips = [
        (5 / 6, "A tie counts as half a pair in order, not as a whole one."),
        (4 / 6, "A tie counts as half a pair in order."),
        (1.5 / 6, "These are the pairs in the wrong order."),
    ]
    return expect(4.5 / 6, slips)


@exercise("5.19", hint="Call it positive if that is expected to cost less: compare (1 − p) × 3 with p × 12.")
def cheapest_threshold():
    slips = [
        (0.8, "The other way round: an expensive miss lowers the threshold."),
        (0.25, "Divide by the sum of both costs."),
        (0.5, "That is for equal costs."),
    ]
    return expect(0.2, slips)


@exercise("5.20", hint="What does the ROC curve know about the scores besides their order?")
def other_scales():
    slips = [
        ((0.29, 0.71), "Cubes keep the order of numbers, also of negative ones; a minus sign reverses it."),
        ((0.71, 0.71), "A minus sign turns every pair round."),
        ((0.71**3, 0.29), "Only the order of the scores counts, not their size."),
        ((0.71, -0.71), "It is a share of pairs, so never negative."),
    ]
    return expect_all((0.71, 0.29), slips)


@exercise(
    "5.21", hint="For each day take the probability that was given to what really happened. The logarithm is natural."
)
def surprise():
    given = [0.8, 0.6, 0.9]
    right = -sum(map(math.log, given)) / 3
    slips = [
        (right * 3, "That is the sum. Divide by three."),
        (-right, "A probability below 1 has a negative logarithm: change the sign."),
        (right / math.log(2), "That is in bits: take the natural logarithm."),
        (right / math.log(10), "That is with logarithms to base 10: take the natural ones, ln."),
        (-(math.log(0.8) + math.log(0.4) + math.log(0.9)) / 3, "On the second day it stayed dry: take 1 − 0.4."),
    ]
    return expect(right, slips)


@exercise("5.22", hint="The outcome is 1 for rain and 0 for a dry day. Square the distances, and take the mean.")
def brier():
    right = (0.04 + 0.16 + 0.01) / 3
    slips = [
        (0.21, "That is the sum. Divide by three."),
        (math.sqrt(right), "No root is taken."),
        ((0.04 + 0.36 + 0.01) / 3, "On the second day it stayed dry: the distance is 0.4."),
        (0.7 / 3, "Square the distances."),
    ]
    return expect(right, slips)


@exercise("5.23", hint="Divide the errors by the spread of y in the same form: sum by sum, or mean by mean.")
def is_it_good():
    slips = [
        ((0.36, 0.3), "The second is the share that remains. Subtract it from 1."),
        ((0.36, 1 - 18 / 1.2), "Divide sum by sum: the variance must be multiplied by 50."),
        ((18, 0.7), "The first is the sum. Divide it by 50."),
        ((0.6, 0.7), "No root is asked for."),
    ]
    return expect_all((0.36, 0.7), slips)


@exercise("5.24", hint="Drop the signs for one of them, square for the other. Only one has a root at the end.")
def one_large_error():
    slips = [
        ((7, 2), "The first is the MSE. Take its root."),
        ((2, math.sqrt(7)), "The other way round: RMSE first."),
        ((math.sqrt(7), -1), "Drop the signs: a mean of errors with signs lets them cancel."),
    ]
    return expect_all((math.sqrt(7), 2), slips)


@exercise("5.25", hint="How large are the squared errors of this prediction, and how large are those of the mean, 4?")
def below_nought():
    slips = [
        (2.5, "That is the quotient. Subtract it from 1."),
        (1 - 8 / 20, "You divided the wrong way round."),
        (1.5, "It is worse than the mean, so R² is negative."),
    ]
    return expect(-1.5, slips)


@exercise("5.26", hint="Two terms: how far off, in units of the claimed spread; and a fee for the spread itself.")
def surprising_number():
    fee = 0.5 * math.log(2 * math.pi * 4)
    slips = [
        (fee + 1, "The squared distance is divided by twice the variance."),
        (fee, "Add the squared distance, divided by twice the variance."),
        (0.5 * math.log(2 * math.pi * 2) + 0.5, "The standard deviation is 2, so the variance is 4."),
        (math.exp(-fee - 0.5), "That is the density itself. Take minus its logarithm."),
    ]
    return expect(fee + 0.5, slips)


@exercise(
    "5.27",
    hint="Two loops, one over the positives and one over the negatives, and a count of pairs. What does a pair with "
    "equal scores add?",
)
def write_the_area(answer):
    area = function_of(answer, "area", "a number", float)
    rng = np.random.default_rng(0)
    for number in range(1, 21):
        n = int(rng.integers(4, 20))
        y = [0, 1, *rng.integers(2, size=n).tolist()]
        scores = rng.random(len(y)).round(1).tolist()
        right, found = scoring.ordered_pairs(y, scores), area(y, scores)
        if not abs(found - right) <= 1e-9:  # true of NaN, too
            pairs = [
                (a, b) for a, i in zip(scores, y, strict=True) if i for b, j in zip(scores, y, strict=True) if not j
            ]
            if abs(found - np.mean([a > b for a, b in pairs])) < 1e-9:
                return "Pairs with equal scores count half."
            if abs(found - np.mean([a >= b for a, b in pairs])) < 1e-9:
                return "Pairs with equal scores count half, not whole."
            return f"On data set {number} the share is {right:.4f}; it found {found:.4f}."
    return None


@exercise(
    "5.28", hint="Three positives, three precisions. When the second joins, how many cases are above the threshold?"
)
def average_of_five():
    slips = [
        (3 / 5, "That is the precision of the whole list. Take the mean of the precisions at the three positives."),
        (
            (1 + 1 / 2 + 2 / 3 + 3 / 4 + 3 / 5) / 5,
            "The curve makes a step only where a positive joins.",
        ),
        ((1 / 3 + 2 / 3 + 1) / 3, "These are the recalls. The heights of the steps are precisions."),
    ]
    return expect(scoring.average_precision_score(*FIVE), slips)
