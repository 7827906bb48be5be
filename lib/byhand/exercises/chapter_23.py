"""Checks for the exercises of chapter 23, clustering."""

import math

import numpy as np

from byhand.cluster import lloyd
from byhand.clustering_scores import adjusted_rand_index
from byhand.datasets import half_moons
from byhand.dbscan import dbscan
from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.hierarchy import merge_table

# ---- 23a k-means


@exercise("23.1", hint="Ask of each: are there labels to learn from, and is a name, a number, or a group wanted?")
def with_or_without_answers():
    letters = {"C": "clustering", "L": "classification", "R": "regression", "A": "anomalies"}
    slips = {
        "CLAR": "Where labels are given, it is classification; where nobody has named the groups, clustering.",
        "LCCR": "Rows that are like no others make no group.",
        "LCAL": "A price is a number, not a class.",
    }
    return expect_letters("LCAR", letters, slips)


@exercise("23.2", hint="For each result, ask which one decision would have to be made anew to get what was wanted.")
def what_went_wrong():
    letters = {"R": "representation", "D": "distance", "N": "number", "S": "shape", "T": "tree"}
    slips = {
        "RSNRT": "The places are right. What is wrong is how far two of them are taken to be from each other.",
        "DNNRT": "With any K, k-means cuts crescents: it wants round clusters.",
        "DSSRT": "The four clouds are compact: k-means would find them if asked for four.",
        "DSNRN": "Twelve may be right. What is missing is which of them belong together.",
    }
    return expect_letters("DSNRT", letters, slips)


@exercise("23.3", hint="Round 1: which numbers are nearer to 4 than to 6? Then means, then ask again.")
def two_rounds_on_a_line():
    first, second = lloyd([[1], [4], [6], [11], [13]], [[4], [6]], max_iter=2)
    slips = [
        ((*first.centres.ravel(), first.sse), "That is after the first round."),
        ((*second.centres.ravel(), second.assigned), "Measure the SSE from the new centres."),
        ((*second.centres.ravel(), 22 / 3), "Square the distances before adding them."),
    ]
    return expect_all((*second.centres.ravel(), second.sse), slips, hint="After round 1 the centres are 2.5 and 10.")


@exercise("23.4", hint="Which row ought to have a star of its own? Begin without one there.")
def a_bad_start():
    slips = [
        ((4, 152), "First the J of the bad end, then the lowest."),
        ((20, 4), "Square the distances."),
        ((260, 4), "That is after the rows have chosen; the third star moves on to the mean of its rows."),
        ((200, 4), "That is after the rows have chosen; the third star moves on to the mean of its rows."),
        ((4, 4), "That start ends well. Leave the row at 26 without a star of its own."),
    ]
    return expect_all((152, 4), slips, hint="26 has no star of its own, and two stars begin at 0 and 2.")


@exercise("23.5", hint="Think of a poor local minimum, and of a cluster of two rows.")
def what_is_promised():
    slips = {
        "TTTFF": "Two stars may share a cloud for ever.",
        "TFTTF": "The mean of two rows lies between them.",
        "TFTFT": "The names are swapped, but the same rows are together.",
        "TFFFF": "Put a centre on each row.",
        "FFTFF": "Follow J through a round: which of the two steps could raise it?",
    }
    return expect_letters("TFTFF", {"T": "true", "F": "false"}, slips)


@exercise("23.6", hint="First the mean of all ten: the two means, weighted by how many numbers they stand for.")
def within_and_between():
    slips = [
        ((78, 18 / 78), "That is the share within."),
        ((80.5, 62.5 / 80.5), "The mean of all ten is not half-way between the two: six numbers weigh more than four."),
        ((31, 13 / 31), "Each cluster counts as often as it has numbers."),
        ((60, 1), "The total is within plus between."),
    ]
    return expect_all((78, 60 / 78), slips)


@exercise(
    "23.7", hint="a: the distance from the other row of its cluster. b: the mean distance from the two of the other."
)
def at_home():
    slips = [
        ((1.5, 0), "Divide by the larger of a and b."),
        ((-0.6, 0), "The numerator is b less a."),
        ((1 / 3, -0.25), "b is the mean distance from all rows of the other cluster, not that from the nearest."),
        ((0.8, 0.5), "In its own cluster the row itself does not count."),
    ]
    return expect_all((0.6, 0), slips)


@exercise("23.8", hint="The probabilities are proportional to the squared distances from the centre at 0.")
def the_next_centre():
    slips = [
        ((0.3, 0.6), "Square the distances first."),
        ((0, 1), "That is furthest first; k-means++ draws."),
        ((1 / 3, 1 / 3), "That is for random rows."),
        ((9 / 45, 36 / 45), "The row at 1 can be drawn, too."),
    ]
    return expect_all((9 / 46, 36 / 46), slips)


@exercise("23.9", hint="Two squared distances, two exponentials; the share is one of them over their sum.")
def how_stiff():
    def share(beta, first=1, second=4):
        return 1 / (1 + math.exp(-beta * (second - first)))

    slips = [
        ((share(0.5, 1, 2), share(2, 1, 2)), "The distances in the exponent are squared."),
        ((1 - share(0.5), 1 - share(2)), "That is what the second centre gets."),
        ((math.exp(-0.5), math.exp(-2)), "Divide by the sum over both centres."),
        ((share(2), share(0.5)), "The larger the stiffness, the nearer to all or nothing."),
    ]
    return expect_all((share(0.5), share(2)), slips)


@exercise(
    "23.10", hint="It has had four rows, so the next is its fifth: how much does that one weigh in a mean of five?"
)
def two_rows_pull():
    slips = [
        ((11.25, 9.6875), "The new row counts, too: it is the fifth, and pulls by a fifth."),
        ((11.25, 10), "The new row counts, too: it is the fifth, and pulls by a fifth."),
        ((11, 9.8), "The next row is the sixth, and pulls by a sixth."),
        ((12.5, 8.75), "That is half-way; the pull gets weaker with each row."),
    ]
    return expect_all((11, 10), slips)


@exercise("23.11", hint="In each of the two clusterings all four rows are equally far from the mean of their pair.")
def a_rectangle():
    slips = [
        ((9, 16, 16 / 9), "SSE grows with the square of the factor."),
        ((16, 9, 4 / 3), "The left pair differs in the second feature, by 3."),
        ((18, 32, 4 / 3), "The mean of a pair lies half-way between its rows."),
        ((9, 16, 0.75), "The second feature has to become longer, not shorter."),
    ]
    return expect_all((9, 16, 4 / 3), slips)


@exercise(
    "23.12", hint="For the gap, begin at K = 1, and stop at the first K whose gap is at least the next less 0.05."
)
def two_rules():
    slips = [
        ((3, 3), "That is where the gap is largest. The rule takes the first K that is good enough."),
        ((2, 1), "By shares of the axes: at 2 the curve is 0.37 below the line, at 3 it is 0.46."),
        ((3, 2), "Try K = 1 first: is 0.40 at least 0.42 - 0.05?"),
    ]
    return expect_all((3, 1), slips)


@exercise("23.13", hint="Subtract the mean of each column and divide by its standard deviation, then fit for each K.")
def kinds_of_iris():
    slips = [
        ((2, 2), "Standardise the four lengths first."),
        ((2, 3), "First what the elbow says, then what the silhouette says."),
        ((3, 1), "The silhouette is not defined for K = 1: the first in its list is that of K = 2."),
        ((3, 3), "Three species, but look which K has the highest silhouette."),
    ]
    return expect_all((3, 2), slips)


@exercise("23.14", hint="Ask of each sentence whether it speaks of a draw, of a mean, or of a row that is certain.")
def four_starts():
    letters = {"R": "random rows", "G": "random groups", "F": "furthest first", "P": "k-means++"}
    slips = {
        "GPFR": "Furthest first draws only its first row; k-means++ is never certain of one.",
        "RFPG": "A row may lie anywhere; a mean of many rows lies near the middle.",
        "GPPR": "k-means++ makes a remote row likely, not certain.",
    }
    return expect_letters("GFPR", letters, slips)


def _as_clustering(found):
    labels, centres = found
    return np.asarray(labels, dtype=float), np.asarray(centres, dtype=float)


@exercise("23.15", hint="Repeat the two steps; stop when the clusters are the same as one round before.")
def own_k_means(answer):
    kmeans = function_of(answer, "kmeans", "a pair: the clusters and the centres, both as arrays", _as_clustering)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        K, d = int(rng.integers(2, 5)), int(rng.integers(1, 4))
        X = rng.normal(size=(40, d)) + 2 * rng.normal(size=(K, d))[np.arange(40) % K]
        X = np.round(X) if seed % 3 == 0 else X  # with ties
        start = np.unique(X, axis=0)[:: max(1, len(np.unique(X, axis=0)) // K)][:K]
        rounds = lloyd(X, start)
        if len(start) < K or any(step.empty for step in rounds):
            continue
        labels, centres = kmeans(X.copy(), start.copy())
        if centres.shape != start.shape or labels.shape != (40,):
            return f"On problem {seed} there should be 40 clusters and {K} centres of {d} numbers."
        if np.array_equal(labels, rounds[-1].labels) and np.allclose(centres, rounds[-1].centres):
            continue
        if np.array_equal(labels, rounds[0].labels) and len(rounds) > 2:
            return "That is one round. Repeat until no row changes its cluster."
        if np.array_equal(labels - 1, rounds[-1].labels):
            return "Number the clusters from 0."
        if np.array_equal(labels, rounds[-1].labels):
            return "The clusters are right, the centres not: each is the mean of its rows."
        return f"Not where k-means comes to rest on problem {seed}."
    return None


# ---- 23b hierarchies and graphs


@exercise("23.16", hint="Each linkage is a rule for two clusters: ask which distances, or what else, it looks at.")
def which_linkage():
    slips = {
        "WSCAS": "The farthest members are a maximum; a single point in between shortens a minimum.",
        "WCSAC": "Deleting long edges leaves chains of short ones together.",
        "ACSWS": "Squared errors are Ward's; a mean over all pairs is average linkage.",
    }
    letters = {"S": "single", "C": "complete", "A": "average", "W": "ward"}
    return expect_letters("WCSAS", letters, slips)


@exercise("23.17", hint="After each merge write down the distances of the new cluster from all the others.")
def complete_linkage():
    slips = [
        ((1, 3, 5, 8), "That is single linkage: complete linkage takes the farthest members."),
        ((1, 3.5, 22 / 3, 13.5), "That is average linkage: complete linkage takes the farthest members."),
        ((1, 4, 9, 17), "Before 10 joins the cluster of 5, look how far it is from 18."),
        ((1, 4, 8, 8), "The last merge joins everything: how far are 1 and 18 apart?"),
        ((17, 8, 4, 1), "Those are the heights; give that of the first merge first."),
    ]
    return expect_all((1, 4, 8, 17), slips)


@exercise("23.18", hint="Every merge turns two clusters into one. How many merges are below the cut?")
def reading_a_tree():
    slips = [
        ((7, 3, 1), "Seven merges begin with one row more than that."),
        ((7, 4, 2), "Seven merges begin with one row more than that."),
        ((8, 4, 1), "The last merge is above the cut: what it would join is still apart."),
        ((8, 4, 3), "The gap from 3.0 to 6.2 is wider than that from 1.1 to 2.7: only the last merge is above it."),
        ((8, 4, 4), "The gap from 1.1 to 2.7 is not the widest."),
        ((8, 4, 6), "That is how many merges are made: how many clusters are left?"),
    ]
    return expect_all((8, 4, 2), slips)


@exercise("23.19", hint="Find the two means first. The sizes of the clusters matter, too.")
def cost_of_a_merge():
    slips = [
        (38 / 3, "That is the sum afterwards: subtract what it was before."),
        (16, "That is the squared distance of the means: weigh it by the sizes."),
        (64 / 3, "That is the square of Ward's height, twice what is asked for."),
        ((64 / 3) ** 0.5, "That is Ward's height. Half its square is the growth."),
    ]
    return expect(32 / 3, slips)


@exercise("23.20", hint="You need not write the Laplacian down: the tension is a sum over the two edges.")
def a_laplacian():
    slips = [
        ((2, 6, 3), "The degree adds up the weights of the edges; it does not count them."),
        ((3, 4, 2), "Square the difference along the second edge: it is 2."),
        ((3, 3, 1.5), "Along the second edge the numbers are 1 and -1: they differ by 2."),
        ((3, 12, 6), "Count each edge once."),
        ((3, 6, 6), "Divide by f · f, which is 1 + 0 + 1."),
        ((3, 6, 2), "Divide by f · f, which is 1 + 0 + 1: the middle node adds nothing."),
        ((3, 2, 1), "Square the difference along the second edge: 1 - (-1) is 2, not 0."),
    ]
    return expect_all((3, 6, 3), slips)


@exercise("23.21", hint="Which edge is cut, and how many nodes are there on either side?")
def snip_or_halve():
    slips = [
        ((0.8, 1), "Those are the plain cuts: multiply by one over each of the two sizes, added up."),
        ((0.8 / 5, 1 / 9), "Add 1/|A| and 1/|B|; do not multiply them."),
        ((0.8, 1 / 3), "Each side has a size: add one over each of them."),
    ]
    return expect_all((0.96, 2 / 3), slips)


@exercise("23.22", hint="Think of the tension: a sum over edges of a weight times a square.")
def eigenvalues_of_a_graph():
    slips = {
        "TTTTF": "Weights and squares are at least 0, and so is their sum.",
        "TTFTT": "Going from numbers to their signs loses something.",
        "TFFTF": "Numbers may be constant on each part for itself: three such vectors have no tension.",
        "TTFFF": "A split is one vector among many, and the second eigenvalue is the least over all of them.",
    }
    return expect_letters("TTFTF", {"T": "true", "F": "false"}, slips)


@exercise("23.23", hint="Count for each point how many lie within 1 of it, and do not forget the point itself.")
def core_border_noise():
    slips = {
        "NCNNNCNN": "1, 3, 7 and 9 are within 1 of a core point.",
        "NNNNNNNN": "A point counts as one of its own neighbours.",
        "CCCNCCCN": "1, 3, 7 and 9 have two points within 1, themselves included. They are only near a core point.",
        "BCBBBCBN": "4.5 is 1.5 away from its nearest neighbour.",
    }
    return expect_letters("BCBNBCBN", {"C": "core", "B": "border", "N": "noise"}, slips)


@exercise("23.24", hint="Ask of each task: is the number of clusters given, must every row be in one, what is known?")
def which_method():
    slips = {
        "AKSDK": "A table of the distances of a million rows has 10¹² entries; k-means needs none.",
        "KADSK": "Who talks to whom is a graph with weights. Which method leaves taxis on the way alone?",
        "KASDD": "Each pixel gets the nearest of sixteen colours: which method has centres?",
    }
    letters = {"K": "k-means", "A": "agglomerative", "S": "spectral", "D": "dbscan"}
    return expect_letters("KASDK", letters, slips)


@exercise("23.25", hint="Work out both numbers for each cluster, then weigh the clusters by their sizes.")
def purity_and_entropy():
    first, second = (-sum(p * np.log2(p) for p in (q, 1 - q)) for q in (3 / 4, 5 / 6))
    right = 0.4 * first + 0.6 * second
    slips = [
        ((19 / 24, (first + second) / 2), "The clusters have different sizes: 4 and 6 of the 10 rows."),
        (
            (0.8, (first + second) / 2),
            "Weigh the entropies, too, by the shares of the clusters, 0.4 and 0.6.",
        ),
        ((0.8, right * np.log(2)), "That is in nats: use the logarithm to base 2."),
        ((0.8, first + second), "Weigh each cluster by its share of the rows."),
        ((19 / 12, first + second), "Weigh each cluster by its share of the rows."),
    ]
    return expect_all((0.8, right), slips)


@exercise("23.26", hint="Count the pairs of rows that are together in a class, in a cluster, and in both.")
def counting_pairs():
    right = adjusted_rand_index(list("aaabbb"), [1, 1, 2, 2, 2, 2])
    slips = [
        (10 / 15, "That is the Rand index: the share of pairs on which both agree. Measure it from chance."),
        (4 / 6.5, "Subtract what chance would give, above and below."),
        (1.2 / 6.5, "Below, subtract what chance would give, too."),
        (1.2 / 4.2, "The best that S can be is the mean of P and Q, 6.5."),
    ]
    return expect(right, slips)


@exercise("23.27", hint="What happens to each of them when a cluster is split in two?")
def which_score():
    slips = {
        "SPER": "Splitting makes clusters purer, so which of the two goes up?",
        "REPS": "The Rand index compares clusters with classes; which score is made of distances alone?",
    }
    letters = {"P": "purity", "E": "entropy", "S": "silhouette", "R": "rand"}
    return expect_letters("SEPR", letters, slips)


@exercise("23.28", hint="Run dbscan and look at its labels: which values are there, and what does -1 stand for?")
def two_moons():
    labels = dbscan(half_moons(200, 0.07, 3)[0], 0.2, 4)
    found, noise = int(labels.max()) + 1, int((labels < 0).sum())
    slips = [
        ((found + 1, noise), "Noise is no cluster."),
        ((found - 1, noise), "The clusters are numbered from 0."),
        ((found - 1, 0), "That is how many there are by eye. One moon has a gap that is wider than the radius."),
    ]
    return expect_all((found, noise), slips)


def _numbers(found):
    return np.asarray(found, dtype=float)


@exercise("23.29", hint="Keep lists of members; join the two lists with the nearest members, until one is left.")
def own_single_linkage(answer):
    heights = function_of(answer, "heights", "the heights of the merges, one number less than rows", _numbers)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(int(rng.integers(2, 12)), int(rng.integers(1, 4))))
        found, right = heights(X.copy()), merge_table(X, "single")[:, 2]
        if found.shape != right.shape:
            return f"{len(X)} rows take {len(right)} merges; problem {seed} got an array of shape {found.shape}."
        if np.allclose(found, right):
            continue
        if np.allclose(np.sort(found), right):
            return "The heights are right, but not in ascending order."
        if np.allclose(found, right**2):
            return "Take the roots: these are squared distances."
        for other in ("complete", "average"):
            if np.allclose(found, merge_table(X, other)[:, 2]):
                return f"That is {other} linkage: the nearest two members decide."
        return f"Not the heights of problem {seed}."
    return None
