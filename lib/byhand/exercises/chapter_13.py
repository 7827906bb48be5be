"""Checks for the exercises of chapter 13, decision trees."""

import copy
import math
import operator

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, expect_word, function_of
from byhand.impurity import class_counts, entropy, gain, gini, mean_impurity, misclassification, threshold_gains
from byhand.pruning import pessimistic_error


@exercise(
    "13.1",
    hint="Turn the three counts into shares that sum to 1, then use the formula under One number for a mixture.",
)
def entropy_of_the_post():
    post = [5, 2, 1]
    slips = [
        (entropy(post, math.e), "That is in nats, with the natural logarithm. Divide by log 2 for bits."),
        (entropy(post, 10), "That uses base 10."),
        (-entropy(post), "Check the sign: shares have negative logarithms, and the minus in front makes it positive."),
        (math.log2(3), "That would be three kinds equally often. Here bills are the rule."),
        (entropy([5, 3]), "That is for two kinds. Adverts and the friend's letter are different things."),
    ]
    return expect(entropy(post), slips)


@exercise(
    "13.2",
    hint="The formulae are under Three measures of impurity, in the opposite order. The shares are given, so "
    "nothing has to be counted.",
)
def three_measures():
    mix = [6, 3, 1]
    right = misclassification(mix), gini(mix), entropy(mix)
    slips = [
        ((right[2], right[1], right[0]), "The right three numbers, in the wrong order."),
        ((right[0], 1 - right[1], right[2]), "Gini is 1 minus the sum of the squares."),
        ((right[0], right[1] / 2, right[2]), "Gini sums over both orders of each pair: twice as much."),
        (
            (0.6, right[1], right[2]),
            "Misclassification is the share of those that are not of the most frequent class.",
        ),
        ((right[0], right[1], entropy(mix, math.e)), "The entropy is in nats; the exercise asks for bits."),
    ]
    return expect_all(right, slips)


@exercise(
    "13.3",
    hint="Three entropies are needed: that of all sixteen seeds and that of each group. How many seeds came up?",
)
def gain_of_watering():
    counts = [[8, 2], [1, 5]]
    slips = [
        (mean_impurity(counts), "That is what is left. Subtract it from the entropy of all seeds."),
        (
            entropy([9, 7]) - (entropy([8, 2]) + entropy([1, 5])) / 2,
            "The groups are not equally large: weight them by their sizes, 10 and 6 of 16.",
        ),
        (
            entropy([9, 7]) - entropy([8, 2]) - entropy([1, 5]),
            "Weight the two groups by their sizes, 10 and 6 of 16.",
        ),
        (gain(counts, lambda c: entropy(c, 10)), "That uses base 10."),
        (1 - mean_impurity(counts), "Nine of sixteen came up: the entropy before the question is below 1 bit."),
    ]
    return expect(gain(counts), slips)


@exercise(
    "13.4",
    hint="Start at the left edge and answer only the questions that you meet; what is indented belongs to the answer "
    "above it. One of the four facts is never needed.",
)
def follow_the_tree():
    slips = {"Yes": "High income and some debt: then the job decides."}
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
    hint="Two columns are worth a try: a branch that holds only one class has no entropy left, and the larger it is, "
    "the better. Count the classes for each value.",
)
def root_of_the_vertebrates():
    slips = {
        "Temperature": "The right column. Give its full name, in two words.",
        "Gives birth": "That would be the best of all, but it is left out in this exercise.",
        "Aquatic": "Two of its three branches are nearly or wholly pure, but the largest is mixed. Another gains more.",
        "Name": "A name tells everything and nothing: it is left out.",
        "Skin cover": "It is left out in this exercise.",
    }
    return expect_word("Body temperature", slips, "Which question makes the largest pure group?")


@exercise(
    "13.7",
    hint="Try three switches first: fix one and count odd and even among the four settings that are left. Then fix a "
    "second one and count again. What does each further switch do to the number of leaves?",
)
def ten_switches():
    slips = [
        (512, "Nine questions still leave odd and even mixed. It takes ten on every path."),
        (10, "That is the depth. Count the leaves."),
        (2, "No single question separates odd from even. It takes ten, one below the other."),
        (1023, "Those are the questions. Count the leaves."),
        (20, "Every layer doubles the number of leaves: multiply, do not add."),
        (11, "It is not enough to count the switches that are on: a tree asks about one switch at a time."),
    ]
    return expect(1024, slips)


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
    hint="Count for each feature by itself, then add. Try three values first and list all questions: who can stand "
    "together, and where can a threshold lie? Both formulae are under Two branches or many.",
)
def counting_questions():
    slips = [
        (1027, "Each pair of groups is counted twice there: which group is on the left does not matter."),
        (517, "One of them too many: a group may not be empty, and between six sizes there are five gaps."),
        (511 + 31, "Sizes are ordered: only neighbours can be parted, by five thresholds."),
        (511 * 5, "A question is about the town or about the size: add the two numbers."),
        (9 + 5, "Towns are not ordered: any group of them can stand against the rest."),
        (511, "Those are the questions about the town. There are also some about the size."),
    ]
    return expect(516, slips)


@exercise(
    "13.10",
    hint="The formula is under Many values. Write down the share of the cases in each branch: how surprising is each?",
)
def ratio_of_four_branches():
    slips = [
        (1.75, "That is the split information. Divide the gain by it."),
        (0.35 / 2, "Two bits would be right for four branches of the same size. These differ."),
        (0.35 * 1.75, "Divide by the split information; do not multiply."),
        (0.35 / (1.75 * math.log(2)), "The split information is in nats there; use bits, as the gain does."),
        (1.75 / 0.35, "Upside down: the gain goes on top."),
    ]
    return expect(0.2, slips)


@exercise(
    "13.11",
    hint="Think of the next customer. For which column will the answer be one that the tree has never seen? Neither "
    "gain nor gain ratio warns you.",
)
def column_to_drop():
    slips = {
        "A": "Cash or card: many customers share each answer, and a new one has one of the two.",
        "B": "Four age groups of sixteen customers: a new customer belongs to one of them.",
        "D": "Five towns share 64 customers, so each has several, and a new customer may well come from one of them.",
    }
    return expect_letters("C", "ABCD", slips, "How many customers share a value? Compare with the number of values.")


@exercise(
    "13.12",
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
    "13.13",
    hint="Only gaps where the class changes are worth trying; that leaves three. Which of them makes the largest pure "
    "group without spoiling the other side?",
)
def one_cut():
    slips = [
        (7, "The cut is right; give the number halfway between 7 and 9."),
        (9, "The cut is right; give the number halfway between 7 and 9."),
        (10, "The class does not change there: the children of 9 and of 11 can both swim."),
        (5.5, "That cut makes a pure group of two. Another makes a pure group of three and gains more."),
        (6.5, "That leaves both sides mixed. Try the gaps on either side of it."),
    ]
    return expect(8, slips)


@exercise(
    "13.14",
    hint="The section Three numbers in a leaf does the same with 2, 4 and 9. Find the prediction first; the "
    "impurity is measured from there.",
)
def local_model():
    slips = [
        (5, "That is the prediction, the mean. How far are the outcomes from it, in squares, on average?"),
        (42, "That is the sum of the squares. Divide by three."),
        (21, "That divides by N - 1."),
        (15, "That is measured from 4, the median. The mean has the smaller squared error."),
        (math.sqrt(14), "That is the standard deviation, the root of the variance."),
    ]
    return expect(14, slips)


@exercise(
    "13.15",
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
    "13.16",
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
    "13.17",
    hint="Multiply each error rate to fear by the number of cases that it concerns. Even a leaf without "
    "mistakes has something to fear.",
)
def prune_or_keep():
    as_leaf, question = 12 * pessimistic_error(2, 12), 10 * pessimistic_error(0, 10) + 2 * pessimistic_error(0, 2)
    slips = [
        (
            question - as_leaf,
            "The other way round: subtract what is feared with the question from what is feared without.",
        ),
        ((as_leaf - question) / 12, "That is a rate. Multiply by the 12 cases."),
        (as_leaf, "Two pure leaves still have something to fear: 1 - 0.25^(1/N) for each case."),
        (question, "That is what is feared with the question. How much more is it without?"),
        (2, "Those are the mistakes that were seen. Take the pessimistic error of each leaf."),
        (
            as_leaf - 12 * pessimistic_error(0, 12),
            "The question makes two leaves, of 10 and of 2 cases; the small one has much to fear.",
        ),
    ]
    return expect(as_leaf - question, slips)


@exercise(
    "13.18",
    hint="Compare the mean outcome with the first switch on and off, then with the second: which slopes does that "
    "leave for the formula? For the tree, ask who is in each leaf.",
)
def one_formula():
    slips = [((1, 1), "No plane passes through these four points."), ((0, 0), "The tree separates all four settings.")]
    return expect_all((0, 1), slips)


@exercise(
    "13.19",
    hint="Start from sorted(set(x)), so that equal values leave no gap. The trap: impurities that should be equal "
    "can differ in the last digit, so round before you compare.",
)
def find_the_threshold(answer):
    best_threshold = function_of(answer, "best_threshold", "a number", float)
    rng = np.random.default_rng(1)
    for number in range(1, 21):
        n = int(rng.integers(5, 20))
        x, y = (rng.integers(-12, 12, n) / 2).tolist(), rng.integers(0, 2, n).tolist()
        if len(set(x)) < 2 or len(set(y)) < 2:
            continue
        thresholds, gains = threshold_gains(x, y, gini)
        right = thresholds[np.argmax(gains.round(9))]
        found = best_threshold(list(x), list(y))
        if not abs(found - right) <= 1e-9:
            return f"On list {number} the best threshold is {right:g}; it found {found!r}."
    return None


@exercise(
    "13.20",
    hint="Three nodes ask a question. For each: how many mistakes does its subtree save, as a share of the 100 cases, "
    "and how many leaves does it add to the one that it would be?",
)
def first_price():
    slips = [
        (0.08, "That is L. Is there a node that saves less for each leaf?"),
        (29 / 300, "That is the root. Is there a node that saves less for each leaf?"),
        (3, "The formula takes shares of all cases: divide by 100."),
        (0.015, "A question with two leaves adds one leaf to the one that was there: divide by 1, not by 2."),
        (0.1, "The mistakes saved count, not those made: 10 as a leaf, 7 with the question."),
    ]
    return expect(0.03, slips)


@exercise(
    "13.21",
    hint="Prune in order. Each time the weakest link has gone, the root has fewer leaves below it and saves less, so "
    "that its g must be worked out anew.",
)
def last_price():
    slips = [
        (29 / 300, "That is the root with its full tree. By then L and R have become leaves."),
        (0.13, "R has gone, but L goes before the root too."),
        (0.08, "That is where L goes. One question is left after it."),
        (18, "Give it as a share of the 100 cases."),
        (0.4, "The root's own mistakes; subtract those of the two leaves."),
    ]
    return expect(0.18, slips)


@exercise(
    "13.22",
    hint="Begin with D, and go up. When you come to B, its subtree is what D has become, not what it was. A tie goes "
    "to the leaf.",
)
def reduced_error_by_hand():
    slips = [
        (5, "That is the full tree. Would D, as a leaf, make more mistakes than its two leaves?"),
        (4, "As a leaf, C makes as many mistakes as its two leaves: no worse, so it is pruned."),
        (2, "When it is B's turn, D is already a leaf with 2 mistakes: 2 + 1 are fewer than 4."),
        (1, "The root as a leaf makes 12 mistakes: far more than the pruned tree."),
    ]
    return expect(3, slips)


@exercise(
    "13.23",
    hint="Work out the share of wrong cases for the whole rule and for each rule that is one condition shorter; keep "
    "the best and start again from it.",
)
def conditions_that_stay():
    slips = {
        "A": "Without a the rule is wrong in 3 of 14 cases: of the three it is a that goes first.",
        "B": "After a has gone, compare b alone, 12 of 30 wrong, with c alone, 5 of 25.",
    }
    return expect_letters("C", "ABC", slips, "Drop one condition at a time, always the one whose removal helps most.")


@exercise(
    "13.24",
    hint="First the smallest share of mistakes and its standard error, the root of p(1 - p)/N. Every price within one "
    "standard error of it is as good as the best; which of them leaves the smallest tree?",
)
def one_standard_error():
    slips = [
        (
            0.02,
            "That is the price with the fewest mistakes. The rule goes on to larger ones that are nearly as good.",
        ),
        (0.1, "0.190 is more than one standard error above 0.150: the standard error is about 0.025."),
        (0.01, "It is near enough, but a smaller price leaves a larger tree."),
        (0.3, "Far too many mistakes: over-pruned."),
    ]
    return expect(0.05, slips)


@exercise(
    "13.25",
    hint="Let a helper return three things for a subtree: its class counts, the mistakes of its leaves, how many "
    "leaves. Then every inner node can say its g. The trap: divide by the cases of the whole tree.",
)
def find_the_weakest_link(answer):
    weakest_link = function_of(answer, "weakest_link", "a number", float)
    rng = np.random.default_rng(2)

    def grown(depth):
        if depth == 0 or rng.random() < 0.25:
            return tuple(rng.permutation([rng.integers(5, 20), rng.integers(0, 3)]).tolist())  # nearly pure
        return [grown(depth - 1), grown(depth - 1)]

    for number in range(1, 21):
        tree = [grown(2), grown(2)]
        while number % 5 and min(_links(tree)[3]) == 0:  # most of the trees have a price
            tree = [grown(2), grown(2)]
        right = min(_links(tree)[3])
        found = weakest_link(copy.deepcopy(tree))
        if not abs(found - right) <= 1e-9:
            return f"On tree {number}, {tree}, the smallest g is {right:.6g}; it found {found!r}."
    return None


@exercise(
    "13.26",
    hint="Is there a cut from edge to edge that leaves every rectangle whole? If not, take one that goes through a "
    "single rectangle, and see whether the rest can do without another.",
)
def no_five_leaves():
    slips = [
        (5, "Then the first cut would have to spare all five rectangles. Try each of the four lines."),
        (7, "One rectangle need be cut in two, not more: look at the larger part after your first cut."),
        (9, "That cuts the square into its nine cells. Cells with the same answer can often stay together."),
    ]
    return expect(6, slips)


def _links(tree, whole=None):
    """The class counts of a tree, the mistakes of its leaves, their number, and the g of each inner node."""
    if isinstance(tree, tuple):
        return tree, min(tree), 1, []
    whole = whole or sum(_counts(tree))
    below = [_links(child, whole) for child in tree]
    counts = tuple(map(sum, zip(*(own[0] for own in below), strict=True)))
    wrong, leaves = (sum(own[i] for own in below) for i in (1, 2))
    links = [g for own in below for g in own[3]]
    return counts, wrong, leaves, [*links, (min(counts) - wrong) / whole / (leaves - 1)]


def _counts(tree):
    """The class counts of all cases in a tree."""
    return tree if isinstance(tree, tuple) else tuple(map(sum, zip(*map(_counts, tree), strict=True)))
