"""Checks for the exercises of chapter 12, nearest neighbours."""

import math

import numpy as np

from byhand.datasets import gaussian_mixture
from byhand.exercises import exercise, expect, expect_all, expect_order, function_of
from byhand.neighbors import KNeighborsClassifier


@exercise(
    "12.1",
    hint="Subtract entry by entry and drop the signs. Three of the measures are made of these numbers; the fourth "
    "asks only which of them are zero.",
)
def four_measures():
    slips = [
        ((49, 11, 6, 3), "The first is the square of the Euclidean distance. Take the root."),
        ((7, 11, 2, 3), "Chebyshev takes the largest difference, not the smallest."),
        ((7, 5, 6, 3), "Manhattan adds the differences without their signs."),
        ((7, 11, 6, 0), "Hamming counts the entries that differ, not those that agree."),
    ]
    return expect_all((7, 11, 6, 3), slips, hint="The differences are 2, 3 and 6.")


@exercise("12.2", hint="Read the pseudocode again. Which lines stand under PREDICT, and which under LEARN?")
def steps_in_order():
    hint = "You cannot sort distances before measuring them, nor count votes before choosing the voters."
    return expect_order("BDAC", hint)


@exercise(
    "12.3",
    hint="A distance has two ends. Ask what stands at each end, once for training and once for a single query.",
)
def distances_computed():
    slips = [
        ((1000, 10_000), "Training measures nothing: there is no query yet."),
        ((0, 10), "Each query is compared with every stored instance."),
        ((0, 1000), "That is for one query."),
    ]
    return expect_all((0, 10_000), slips)


@exercise(
    "12.4",
    hint="What must be in memory when the next query comes? For neighbours look at the pseudocode again, for "
    "prototypes at One prototype per class.",
)
def size_of_the_model():
    slips = [
        ((20_000, 60), "It must keep the labels too."),
        ((105, 60), "It may need any of the 1000 as a neighbour, not only five."),
        ((5, 60), "k is one number, but the neighbours are found among all instances."),
        ((21_000, 3), "Each prototype has 20 numbers."),
    ]
    return expect_all((21_000, 60), slips)


@exercise(
    "12.5",
    hint="Write down the weight of each neighbour first, then add up the votes of each class. A share is one part "
    "of all votes.",
)
def near_against_many():
    slips = [
        (1 / 3, "That is the plain share. Weight each neighbour by one over its distance."),
        (3 / 7, "That is the share of b."),
        (1 / (1 + 1 / 4 + 1 / 16), "That is one over the squared distance."),
    ]
    return expect(4 / 7, slips)


@exercise(
    "12.6",
    hint="The formula is in the table under How much each neighbour counts. Begin with the two ends: what do the "
    "nearest and the furthest neighbour weigh?",
)
def inverse_linear():
    slips = [
        (0.4, "That is the share of b."),
        (4 / 7, "That is with weights 1/d."),
        (1.0, "Only the furthest neighbour has the weight 0; the middle one counts."),
    ]
    return expect(
        0.6, slips, hint="The furthest is at 4 and the nearest at 1, and the weights fall steadily in between."
    )


@exercise(
    "12.7",
    hint="Only the weights are new, so compute these three first and go on as before. Expect the furthest neighbour "
    "to count for almost nothing.",
)
def kernel_share():
    def share(weight):
        a, b, c = map(weight, (1, 2, 4))
        return a / (a + b + c)

    slips = [
        (share(lambda d: math.exp(-(d**2))), "The 2 in the exponent is missing."),
        (share(lambda d: math.exp(-d / 2)), "The distance is squared."),
        (1 - share(lambda d: math.exp(-(d**2) / 2)), "That is the share of b."),
    ]
    return expect(share(lambda d: math.exp(-(d**2) / 2)), slips)


@exercise(
    "12.8",
    hint="A place on the first axis is (x, 0). Write down its squared distance from each of the two points, so that "
    "no roots appear.",
)
def where_the_class_changes():
    slips = [
        (2, "That is the middle along the axis. The blue point is also 2 above it."),
        (
            math.sqrt(20) / 2,
            "That is half the distance between the points, but you are not walking towards the blue one.",
        ),
    ]
    return expect(2.5, slips, hint="At that place both points are equally far away.")


@exercise(
    "12.9",
    hint="Count before you divide: how many differences does one distance take, and how many distances does one "
    "query take?",
)
def seconds_for_a_query():
    slips = [
        (0.001, "Each of the million rows has 100 features."),
        (10, "Divide the number of differences by those handled in a second."),
    ]
    return expect(0.1, slips)


@exercise(
    "12.10",
    hint="One fitted KNeighborsClassifier is enough: its method leave_one_out_errors takes a list of k. Remember that "
    "a position in the result is not a k.",
)
def best_k():
    X, y = gaussian_mixture(120, seed=5)
    odd = range(1, 42, 2)
    errors = KNeighborsClassifier().fit(X, y).leave_one_out_errors(odd)
    slips = [(1, "That is best on the stored points, as always. Leave each point out.")]
    return expect(odd[int(np.argmin(errors))], slips, hint="Compute the leave-one-out error of each odd k.")


@exercise(
    "12.11",
    hint="Find the two areas nearest to 140 in the table of flats. The formula of a weighted mean is under The rule.",
)
def price_between_two():
    slips = [
        (400, "That is the plain mean."),
        ((430 * 7 + 370 * 10) / 17, "The nearer flat should count more: weight by one over the distance."),
        (430 / 7 + 370 / 10, "Divide by the sum of the weights."),
    ]
    return expect((430 / 7 + 370 / 10) / (1 / 7 + 1 / 10), slips)


@exercise(
    "12.12",
    hint="Take the differences in length and in volume, then Pythagoras.",
)
def distance_from_the_tuna():
    slips = [
        (0.0975**2 + 0.125**2, "That is the square. Take the root."),
        (0.0975 + 0.125, "That is the Manhattan distance."),
        (math.hypot(0.356667 - 0.5, 0.46 - 0.5), "That is the distance from the swordfish."),
    ]
    return expect(math.hypot(0.0975, 0.125), slips)


@exercise(
    "12.13",
    hint="The factor multiplies the second feature only, so each squared distance is a fixed part plus a part with "
    "f². Write down the differences to A and to B first.",
)
def exact_factor():
    slips = [
        (0.0072, "That is its square."),
        (math.sqrt((3.8**2 + 0.2**2) / (60**2 + 40**2)), "Bring all terms with f to one side: subtract them."),
    ]
    return expect(math.sqrt(0.0072), slips, hint="Set the two squared distances equal and solve for f.")


@exercise(
    "12.14",
    hint="Which words do two texts share, and in which proportion? That shows the angles without arithmetic; then "
    "remember that a similarity is not a distance.",
)
def texts():
    slips = [
        ((1, 0), "These are the similarities. The distance is one minus the cosine."),
        ((math.sqrt(5), math.sqrt(14)), "These are Euclidean distances."),
    ]
    return expect_all((0, 1), slips)


@exercise(
    "12.15",
    hint="Sort row numbers, not distances, so that the labels can follow. The trap is the tie: max over a set of "
    "labels forgets which neighbour came first.",
)
def write_it_yourself(answer):
    neighbours = function_of(answer, "neighbours", "a label", str)
    rng = np.random.default_rng(0)
    for number in range(1, 21):
        n, k = int(rng.integers(6, 25)), int(rng.integers(1, 6))
        X, y, x = rng.normal(size=(n, 2)), rng.choice(["a", "b", "c"], n), rng.normal(size=2)
        if len(set(y)) < 2:
            continue
        right = KNeighborsClassifier(k).fit(X, y).predict([x])[0]
        found = neighbours(X.tolist(), y.tolist(), x.tolist(), k)
        if found != right:
            nearest = y[np.argsort(((X - x) ** 2).sum(axis=1))[:k]].tolist()
            return (
                f"On data set {number} the {k} nearest are {nearest}; it said {found!r}, the vote says {str(right)!r}."
            )
    return None


@exercise(
    "12.16",
    hint="The second guess is wrong in two ways: the house next door is red and yours is not, or the other way round.",
)
def the_house_next_door():
    slips = [
        ((0.3, 0.21), "Two houses can differ in two ways, and you have counted one of them."),
        ((0.3, 0.6), "Twice the best is the bound; the exact value is smaller."),
        ((0.3, 0.58), "That is how often both houses have the same colour."),
        ((0.7, 0.42), "The first number is how often you are right. The question asks how often you are wrong."),
        ((0.42, 0.3), "The right two numbers in the wrong order: the more frequent colour comes first."),
    ]
    return expect_all((0.3, 0.42), slips)


@exercise("12.17", hint="The volume of a cube is its edge to the power of four. Which edge makes it 0.1?")
def a_tenth_of_the_data():
    slips = [
        (0.1 / 4, "A volume is a power of the edge, not a multiple: take the fourth root."),
        (0.1**4, "Take the root, not the power: the edge to the power of four is 0.1."),
        (0.1, "That would hold a tenth in one dimension."),
        (math.sqrt(0.1), "That is for two dimensions."),
    ]
    return expect(0.1 ** (1 / 4), slips)


@exercise(
    "12.18",
    hint="On a line a wall is the midpoint of two neighbours. Where were the two walls of the cell, and where is the "
    "new one?",
)
def who_inherits():
    slips = [
        (2.5, "That is the part of the point at 1."),
        (4, "That is the whole cell of 4. Two points divide it."),
        (4.0 / 2, "The cell is not halved: the new wall is midway between 1 and 9."),
        (5, "That is where the new wall is."),
    ]
    return expect(1.5, slips)
