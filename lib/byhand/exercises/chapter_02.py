"""Checks for the exercises of chapter 2, probability and information."""

import math

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, expect_order, function_of
from byhand.information import mutual_information
from byhand.probability import log_normalised


@exercise(
    "2.1",
    hint="Write the sums of the rows and columns beside the table first. A condition chooses the sum to divide by.",
)
def rain_and_buses():
    slips = [
        ((0.21, 30 / 42, 30 / 80), "The last two are swapped: the condition says what to divide by."),
        ((0.21, 0.15, 0.15), "The last two are joint probabilities: divide by those who meet the condition."),
        ((30 / 42, 30 / 80, 0.21), "The numbers are right; the order is not."),
    ]
    return expect_all((0.21, 30 / 80, 30 / 42), slips)


@exercise(
    "2.2",
    hint="Your belief after the first test is the prior of the second. Or multiply both likelihoods at once.",
)
def positive_twice():
    slips = [
        (1 / 4, "That is after one test."),
        (1 / 16, "Do not square the posterior: use it as the prior of the second test."),
        (3 / 11, "That is the probability that you are well."),
        (0.64 / (0.64 + 0.01), "You left out the base rate."),
        (8 / 3, "Those are the odds. Which probability belongs to them?"),
    ]
    return expect(8 / 11, slips)


@exercise(
    "2.3", hint="With the word taken seriously, what is the likelihood of the symptom for a patient with the cancer?"
)
def the_word_independently():
    slips = [
        (0.1, "That is so if all patients show the symptom. Here they show it as rarely as others."),
        (0.0001, "That is how probable the symptom is. How probable is the cancer, given the symptom?"),
        (1e-9, "That is the joint probability. Divide it by the probability of the symptom."),
    ]
    return expect(1e-5, slips)


@exercise("2.4", hint="In a table of independent variables all rows have the same proportions.")
def missing_cell():
    slips = [
        (17, "Equal differences do not help: the rows must have equal proportions."),
        (0.42, "The table holds counts."),
        (28 / 3, "You turned the proportion round: the second row is one and a half times the first."),
    ]
    return expect(21, slips)


@exercise("2.5", hint="The whole area below the density is 1. A probability is an area, a height is not.")
def flat_density():
    slips = [
        ((0.2, 0.25, 0), "The height times the width is 1."),
        ((1, 0.05, 0), "The area is 1, not the height."),
        ((5, 0.05, 0), "Multiply the width of the interval by the height."),
        ((5, 0.25, 5), "The height at a point is not its probability."),
    ]
    return expect_all((5, 0.25, 0), slips)


@exercise(
    "2.6",
    hint="Measure the distance from the mean in standard deviations first; the deviation is the root of what is given.",
)
def bag_of_sugar():
    peak = 1 / (4 * math.sqrt(2 * math.pi))
    slips = [
        (
            (6 / 16, math.exp(-((6 / 16) ** 2) / 2) / (16 * math.sqrt(2 * math.pi))),
            "16 is the variance. Take its root.",
        ),
        ((1.5, math.exp(-1.125)), "Divide by σ and by the root of 2π."),
        ((1.5, math.exp(-2.25) * peak), "The exponent has a ½."),
    ]
    return expect_all((1.5, math.exp(-1.125) * peak), slips)


@exercise(
    "2.7",
    hint="The formula for what is left is under Several numbers at once. Which of the two variances do you divide by?",
)
def tall_and_heavy():
    slips = [
        ((20 + 2 / 3, 8), "Divide by the variance of what is known, 4."),
        ((21.5, 9), "Knowing the first number makes the second more certain: its variance shrinks."),
        ((21.5, 9 + 9 / 4), "Knowing the first number makes the second more certain: subtract."),
        ((20 + 1.5 * 2, 6.75), "Divide the covariance by the variance, not by the deviation."),
    ]
    return expect_all((21.5, 6.75), slips)


@exercise(
    "2.8",
    hint="How probable is one particular order, such as hit, hit, hit, miss, miss? And how many orders are there?",
)
def three_of_five():
    slips = [
        (0.4**3 * 0.6**2, "That is one order of hits and misses. Count the orders."),
        (10 * 0.4**3, "The two misses have a probability, too."),
        (10 * 0.4**2 * 0.6**3, "That is two hits and three misses."),
        (0.6, "That is the share of hits that you saw."),
    ]
    return expect(10 * 0.4**3 * 0.6**2, slips)


@exercise(
    "2.9",
    hint="The prior acts like some tosses that were seen before. How many heads and tails are there then in all?",
)
def four_heads_of_five():
    slips = [
        ((0.8, 7 / 11), "That is the mean of the belief. The question asks for its peak."),
        ((6 / 9, 0.8), "The first is maximum likelihood, which looks at the data alone."),
        ((0.8, 0.8), "The prior pulls the estimate towards one half."),
        ((0.8, 4 / 9), "The heads that the prior stands for belong in the numerator, too."),
    ]
    return expect_all((0.8, 6 / 9), slips)


@exercise("2.10", hint="Both use the same sum of squared distances from the mean.")
def two_variances():
    slips = [
        ((14 / 3, 3.5), "The numbers are right; maximum likelihood comes first."),
        ((math.sqrt(3.5), math.sqrt(14 / 3)), "Variances are asked for, not their roots."),
        ((14, 14), "Divide the sum of squares."),
        ((3.5, 14 / 5), "The divisor of the second is N - 1, not N + 1."),
    ]
    return expect_all((3.5, 14 / 3), slips)


@exercise(
    "2.11",
    hint="Say first what an outcome is, then what putting back means. Count two draws before any number of them.",
)
def proof_of_the_sample_space():
    slips = {
        "ECADB": "E speaks of “such a list”. Which step says what the list is?",
        "CAEDB": "A says “so”: it follows from the step about putting back.",
        "CEDAB": "D multiplies a number that has to be there already. Which step finds it?",
        "CEABD": "B speaks of “this power”. Which step writes it down?",
    }
    order = (
        "First what an outcome is, then what putting back means, two draws, any number of draws, and the two colours."
    )
    return expect_order("CEADB", order, slips)


@exercise("2.12", hint="Begin with a small interval around the point, and end with what happens as it shrinks.")
def proof_of_no_points():
    slips = {"CDAB": "D speaks of “that probability”. Which step names it?"}
    return expect_order("CADB", "An event that is part of another one comes first; the limit comes last.", slips)


@exercise(
    "2.13",
    hint="The sum rule has a sum over a variable; the product rule has a condition on one side and none on the other.",
)
def proof_of_bayes():
    slips = {
        "PPDPS": "The denominator is first a marginal, which is a sum; the product rule then turns each of its terms.",
        "SPDSP": "Step 1 splits a joint probability into a condition and a marginal.",
        "PSDSP": "Step 2 is step 1 with the letters exchanged.",
    }
    return expect_letters("PPDSP", {"P": "product rule", "S": "sum rule", "D": "division"}, slips)


@exercise(
    "2.14", hint="Look for the word “this”: the step in which it stands builds on one that names the thing before."
)
def proof_of_the_normal_equations():
    slips = {
        "DBACE": "D speaks of “this sum of squares”. Which step names it?",
        "BADCE": "You need the slope before you can set it to zero.",
        "BDCAE": "C speaks of “this equation”. Which step writes it down?",
        "BDAEC": "Before you multiply by an inverse you must know that there is one.",
    }
    order = "Say what is to be made small, then its slope, then the equation where the slope is zero. The inverse of "
    return expect_order("BDACE", order + "the matrix in that equation comes next, and the multiplication last.", slips)


@exercise("2.15", hint="Differentiate each of the two terms by v on paper before you put numbers in.")
def proof_of_the_variance():
    slips = [
        ((2.5, 2.25), "Check the sign: below the minimum J falls."),
        ((-2.5, 3), "Maximum likelihood divides by N."),
        ((-7, 2.25), "Both terms have a factor ½."),
        ((-2.5, 1.5), "That is the standard deviation: v is the variance."),
        ((-2.5, 9), "Divide the sum of the squared residuals by N."),
    ]
    return expect_all((-2.5, 2.25), slips)


@exercise("2.16", hint="Walk from one line to the other along w. How much does w·x grow with each step of length 1?")
def proof_of_the_margin():
    slips = [
        ((169, 2 / 13), "That is the squared length."),
        ((13, 1 / 13), "That is the way from the middle to one of the lines."),
        ((17, 2 / 17), "The length of w is the root of the sum of squares."),
        ((13, 2), "w·x grows by the length of w with each step of length 1."),
        ((13, 26), "Divide by the length."),
    ]
    return expect_all((13, 2 / 13), slips)


@exercise(
    "2.17",
    hint="One column for each value that a feature can take. An instance is one choice of a value for each feature.",
)
def proof_of_ten_columns():
    slips = [
        ((3, 40), "Each value has a column of its own."),
        ((40, 40), "Columns add up, instances multiply."),
        ((11, 11), "Each combination of values is an instance of its own."),
        ((8, 40), "In one-hot encoding no value goes without a column."),
    ]
    return expect_all((11, 40), slips)


@exercise(
    "2.18",
    hint="Adding the same number to all logarithms does not change the posterior. Which number keeps the largest from "
    "becoming 0?",
)
def stable_posterior(answer):
    posterior = function_of(
        answer, "posterior", "probabilities, one for each class", lambda found: np.array(found, float)
    )
    rng = np.random.default_rng(0)
    for number in range(1, 21):
        size, shift = int(rng.integers(2, 6)), float(rng.choice([0, -50, -2000, 900]))
        prior = rng.dirichlet(np.ones(size))
        log_likelihood = rng.normal(shift, 3 if number % 4 else 900, size)  # close together, or worlds apart
        right = np.exp(log_normalised(np.log(prior) + log_likelihood))
        found = posterior(prior.tolist(), log_likelihood.tolist())
        if found.shape != right.shape:
            return f"The function should return {size} probabilities; it returned {found.tolist()}."
        if not np.isfinite(found).all():
            return (
                f"With log-likelihoods around {shift:g} it gives {found.tolist()}: their exponentials are 0 or too "
                "large. Subtract the largest sum of logarithms first."
            )
        if abs(found.sum() - 1) > 1e-6:
            return f"The posteriors should sum to 1; yours sum to {found.sum():.4g}."
        if not np.allclose(found, right, rtol=1e-5, atol=1e-9):
            flat = np.exp(log_normalised(log_likelihood))
            if np.allclose(found, flat, rtol=1e-5):
                return "The prior is missing."
            return f"On problem {number} it gives {found.round(4).tolist()}; right is {right.round(4).tolist()}."
    return None


# ---- information


@exercise("2.19", hint="What are the two probabilities? Surprises of independent events add up.")
def two_aces():
    slips = [
        ((3, 9), "Surprises add up; it is the probabilities that multiply."),
        ((1 / 8, 1 / 64), "These are the probabilities. Take the logarithm."),
        ((3, 3), "The second ace surprises you again."),
        ((-3, -6), "The logarithm is negative, the surprise is not."),
    ]
    return expect_all((3, 6), slips)


@exercise("2.20", hint="Three of the outcomes have the same surprise. How often do you meet it?")
def half_and_sixths():
    bits = 0.5 + 0.5 * math.log2(6)
    slips = [
        (bits * math.log(2), "That is in nats: bits need base 2."),
        (bits * math.log10(2), "That is with base 10: bits need base 2."),
        ((1 + 3 * math.log2(6)) / 4, "Weight each surprise by its probability."),
        (2, "That would be four equally probable outcomes."),
    ]
    return expect(bits, slips)


@exercise("2.21", hint="One bit is log 2 = 0.693 nats. Is a bit more or less than a nat?")
def nats_to_bits():
    slips = [
        (1.2 * math.log(2), "You multiplied; divide by log 2."),
        (1.2 * math.log2(10), "Nats belong to base e, not 10."),
    ]
    return expect(1.2 / math.log(2), slips)


@exercise("2.22", hint="Join the two rarest, and again the two rarest of what is left. Each joining is one question.")
def four_questions():
    p = np.array([0.4, 0.3, 0.2, 0.1])
    slips = [
        (2, "Halving twice always takes two questions; ask for the most frequent first."),
        (float(-(p * np.log2(p)).sum()), "That is the entropy: no order of questions gets quite so low here."),
        (9 / 4, "Weight the numbers of questions by the probabilities."),
    ]
    return expect(1.9, slips)


@exercise(
    "2.23",
    hint="Compute the entropy of Y in each row by itself, then average. What can an average of such numbers never be?",
)
def average_of_two_rows():
    row = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    slips = [
        (-(row + 1) / 2, "That is what the minus makes of it: an average of entropies is never negative."),
        (row + 1, "Weight each row by its probability, one half."),
        (-(5 / 8 * math.log2(5 / 8) + 3 / 8 * math.log2(3 / 8)), "That is H(Y), before X is known."),
    ]
    return expect((row + 1) / 2, slips)


@exercise("2.24", hint="Two of the three need no logarithm: one variable decides the other, or tells nothing about it.")
def three_tables():
    left = 1 + 5 / 6 * math.log2(5 / 6) + 1 / 6 * math.log2(1 / 6)
    slips = [
        ((0, 1, left), "If you know X in the first table, do you still have to ask for Y?"),
        ((1, 0, 1 - left), "The third is what is left, H(Y|X): subtract it from H(Y)."),
        ((2, 0, left), "Both together have one bit in the first table."),
    ]
    return expect_all((1, 0, left), slips)


@exercise("2.25", hint="Draw the bars of H(X), H(Y) and H(X,Y) as in the chapter: where do the first two overlap?")
def bars_of_information():
    slips = [
        ((1.5, 1, 0.5), "The first two are swapped: subtract what is known from the joint entropy."),
        ((1, 1.5, 3.5), "The information is where the bars overlap."),
        ((1, 1.5, 1), "That is what is left of Y: the information is what is gone."),
        ((-0.5, 0.5, 0.5), "Subtract what is known from the joint entropy."),
    ]
    return expect_all((1, 1.5, 0.5), slips)


@exercise(
    "2.26", hint="Only the first letter does the weighting. For the cross-entropy ask: who is surprised, and by what?"
)
def fair_coin_believed():
    h = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    back = 0.5 * math.log2(0.5 / 0.75) + 0.5 * math.log2(0.5 / 0.25)
    slips = [
        ((1, back, 1 - h), "The last two are swapped: the first letter is the truth."),
        ((1, 1 - h, 1 - h), "The divergence is not the same both ways round."),
        (
            (h, 1 - h, back),
            "That is the entropy of p. Somebody who believes in a fair coin is surprised by 1 bit each time.",
        ),
        ((1, h - 1, back), "No belief is better than the truth: subtract the entropy."),
    ]
    return expect_all((1, 1 - h, back), slips)


@exercise("2.27", hint="Write down the mixture m first. Then two divergences from m, and their mean.")
def jensen_shannon():
    there = math.log2(8 / 5)
    back = 0.25 * math.log2(2 / 5) + 0.75
    slips = [
        (there + back, "Take the mean of the two, not their sum."),
        (math.sqrt((there + back) / 2), "That is the distance, the root of the divergence."),
        (1, "It would be 1 bit if the two had nothing in common."),
        (there, "That is the first half only: the divergence of p from m."),
    ]
    return expect((there + back) / 2, slips)


@exercise("2.28", hint="The inequality for the logarithm is used on each term; what sums to 1 comes after it.")
def proof_of_gibbs():
    early = "B speaks of “the right side” of an inequality for the whole sum. Which step writes it down?"
    order = "Begin with minus the divergence, bound each logarithm before you add up, and end with the conclusion."
    return expect_order("CAEBD", order, {"CABED": early, "CBAED": early})


@exercise("2.29", hint="One loop over the cells. What must be skipped, and what goes below the fraction bar?")
def write_mutual_information(answer):
    information = function_of(answer, "information", "a number", float)
    rng = np.random.default_rng(1)
    for number in range(1, 21):
        table = rng.integers(0, 7, rng.integers(2, 4, 2))
        table[0, 0] += 1
        right = mutual_information(table)
        found = information(table.tolist())
        if not abs(found - right) < 1e-6:
            if abs(found - right * math.log(2)) < 1e-6:
                return "That is in nats: bits need base 2."
            if abs(found + right) < 1e-6:
                return "The sign is wrong: the joint probability goes on top in the fraction."
            return f"On table {number}, {table.tolist()}, it gives {found:.6g}; right is {right:.6g}."
    return None
