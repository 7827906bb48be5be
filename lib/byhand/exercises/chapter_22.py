"""Checks for the exercises of chapter 22, principal components, kernel PCA and maps."""

import math

import numpy as np

from byhand.decomposition import PCA, KernelPCA, centre_kernel
from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.kernels import RBFKernel

TRUTH = {"T": "true", "F": "false"}


@exercise("22.1", hint="Ask of each sentence: would it still be so if half of the columns were thrown away?")
def what_reduction_is_good_for():
    slips = {
        "TTTTT": "What is left out is gone. Read the fourth sentence again.",
        "TTTFF": "Choosing columns is the older of the two ways: elimination beside extraction.",
        "FTTFT": "With fewer columns the same rows lie closer together: that is the curse of dimensionality, undone.",
        "TTFFT": "What comes after has fewer numbers to go through.",
    }
    return expect_letters("TTTFT", TRUTH, slips)


@exercise("22.2", hint="Measure the rows from their mean, and make the direction one of length 1.")
def shadow_of_four():
    slips = [
        ((10, -4), "The direction (1, 1) has length √2: divide the scores by it."),
        ((5, 0.5), "What is lost is what the mean squared distance from the mean leaves over."),
        ((20 / 3, 4 / 3), "Divide by the number of rows, not by one less."),
        ((29.5, 1), "Measure the rows from their mean first."),
        ((20, 4), "That is the sum over the rows. The mean is asked for."),
        ((1, 5), "The other way round: the shadow keeps the larger part."),
    ]
    return expect_all((5, 1), slips)


@exercise("22.3", hint="Half the sum of the diagonal, and a root on either side of it.")
def two_eigenvalues():
    slips = [
        ((1, 6, 1 / 7), "The larger one first."),
        ((1, 6, 6 / 7), "The larger one first."),
        ((6, 1, 6), "The share is of the whole, not of the other one."),
        ((5, 2, 5 / 7), "The diagonal holds variances of the columns. The columns are correlated, though."),
        ((6, 1, 1 / 7), "That share is lost, not kept."),
    ]
    return expect_all((6, 1, 6 / 7), slips)


@exercise("22.4", hint="Multiply the matrix by x itself. Then by a vector at a right angle to x.")
def out_of_one_row():
    slips = [
        ((9, 0), "The whole is divided by the number of features."),
        ((3, 2), "Any vector at a right angle to x is turned into zero: how many eigenvalues is that?"),
        ((3, 1), "Count those that are not 0, without the largest."),
        ((1, 0), "Multiply the matrix by x: xᵀx is the squared length of x."),
    ]
    return expect_all((3, 0), slips)


@exercise("22.5", hint="Squares of singular values are sums over the rows; variances are means.")
def from_singular_values():
    slips = [
        ((400, 500 / 550), "A variance is a mean: divide by the number of rows."),
        ((0.8, 30 / 40), "Variances go with the squares of the singular values."),
        ((16, 30 / 40), "The share is one of variances, so of squares."),
        ((16, 400 / 550), "Two components are kept, not one."),
        ((400 / 24, 500 / 550), "The divisor here is N."),
    ]
    return expect_all((16, 500 / 550), slips)


@exercise("22.6", hint="What happens next with the scores? That decides what they must be good for.")
def how_many_for_what():
    words = {"P": "two or three, to look at", "S": "by a share of the variance", "V": "by validation of what follows"}
    slips = {
        "SPVV": "Nothing is predicted in the last one; only the loss in restoring matters.",
        "VPVS": "Nothing is predicted in the first one: it is to be restored.",
        "SPSS": "Where a prediction follows, the share of the variance is only a proxy for what matters.",
        "SSVS": "A picture has two axes, three at best.",
    }
    return expect_letters("SPVS", words, slips)


@exercise("22.7", hint="Standardised columns have variance 1. What is their covariance called?")
def standardised_pair():
    slips = [
        ((10 + math.sqrt(52), 10 - math.sqrt(52), 16.845), "Standardise first: both variances become 1."),
        ((1.4, 0.6, 45), "Divide the covariance by the product of both deviations, not by the mean variance."),
        ((1.125, 0.875, 45), "Divide the covariance by the deviations, not by the variances."),
        ((0.5, 1.5, 45), "The larger one first."),
        ((1.5, 0.5, math.pi / 4), "The angle is wanted in degrees."),
        ((1.5, 0.5, 225), "The line is right; give the angle of its upper half, between 0 and 180 degrees."),
        ((1.5, 0.5, -135), "The line is right; give the angle of its upper half, between 0 and 180 degrees."),
        ((1.5, 0.5, 135), "The correlation is positive: both columns rise together."),
    ]
    return expect_all((1.5, 0.5, 45), slips)


@exercise("22.8", hint="Try each on two columns whose covariance matrix you can write down.")
def facts_about_components():
    slips = {
        "TTTFF": "Least squares counts vertical distances, components those at a right angle.",
        "TTFTF": "Variances go with the square of the values.",
        "TTFFT": "What is added to all rows is taken off again with the mean.",
        "FTFFF": "The covariance matrix in the new axes is diagonal. What does that say?",
        "TFFFF": "Does anything but the covariance matrix enter?",
    }
    return expect_letters("TTFFF", TRUTH, slips)


@exercise("22.9", hint="An inner product, the cosine of an angle, and a squared length.")
def read_off_a_biplot():
    slips = [
        ((2, 0.6, 0.25), "How far along the arrow the dot lands is still to be multiplied by the length of the arrow."),
        ((-1, 0.6, 0.25), "The dot lies on the side to which the arrow of the price points."),
        ((1, 0.6, 0.5), "The share that is kept is the *squared* length of the arrow."),
        ((1, 0.6, 0.75), "That share is lost, not kept."),
        ((1, math.degrees(math.acos(0.6)), 0.25), "Of that angle, the cosine is the correlation."),
        ((1, 0.6, 1), "The price's own arrow, not those that reach the circle."),
    ]
    return expect_all((1, 0.6, 0.25), slips)


def _matrix(found):
    return np.asarray(found, dtype=float)


@exercise("22.10", hint="Mean, eigenvectors of the covariance, scores, and all the way back.")
def own_reconstruction(answer):
    rebuild = function_of(answer, "rebuild", "an array like X", _matrix)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(12, 4)) * [1, 3, 2, 0.5] @ rng.normal(size=(4, 4)) + rng.normal(size=4) * 5
        k = 1 + seed % 3
        model = PCA(k).fit(X)
        right, found = model.inverse_transform(model.transform(X)), rebuild(X.copy(), k)
        if found.shape != X.shape:
            return f"The rows that come back should have the shape of X, {X.shape}; yours have {found.shape}."
        if np.allclose(found, right):
            continue
        if np.allclose(found + X.mean(axis=0), right):
            return "The mean is missing: add it back on."
        values, vectors = np.linalg.eigh(np.cov(X.T))
        last = vectors[:, :k]
        if np.allclose(found, X.mean(axis=0) + (X - X.mean(axis=0)) @ last @ last.T):
            return "Those are the components of the smallest variance: `eigh` sorts them the other way round."
        own, turned = X - X.mean(axis=0), np.linalg.svd(X - X.mean(axis=0))[2][:, :k]
        if np.allclose(found, X.mean(axis=0) + own @ turned @ turned.T):
            return "The components are the first *rows* of what `svd` returns last, not its columns."
        _, _, Wt = np.linalg.svd(X)
        if np.allclose(found, X @ Wt[:k].T @ Wt[:k]):
            return "Take the mean off before you look for directions."
        return f"Not the nearest rows of problem {seed}, with k = {k}."
    return None


@exercise("22.11", hint="Two row means and the mean of all four; the table stays symmetric.")
def centre_a_kernel():
    slips = [
        ((4, 2, 5 + math.sqrt(5)), "That is the table before it is centred."),
        ((-2, -5, 0), "Both means are subtracted, and the mean of all is added back on."),
        ((-0.25, -3.25, 3), "Add the mean of all four entries back on, not its half."),
        ((1.5, -1.5, 1.5), "The eigenvalue belongs to the direction (1, −1): multiply."),
    ]
    return expect_all((1.5, -1.5, 3), slips)


@exercise("22.12", hint="Think of the kernel matrix: how large is it, and what does it know about the columns?")
def facts_about_kernel_pca():
    slips = {
        "TFFT": "There is a component for each row but one, at most, and centring is what costs the one.",
        "TTTT": "The formula for a score has the kernel of any x with the rows in it.",
        "FTFT": "Inner products of the rows lead to the same scores as the covariance.",
        "TTFF": "On distances that are all large for the width, every entry is 0 or 1.",
    }
    return expect_letters("TTFT", TRUTH, slips)


@exercise("22.13", hint="Two bells that are compared with each other. Then the entropy, in one base both times.")
def two_neighbours():
    p = 1 / (1 + math.exp(-1))
    entropy = -(p * math.log(p) + (1 - p) * math.log(1 - p))
    slips = [
        ((3 / 4, 2 ** (2 - 3 / 4 * math.log2(3))), "Bells: not the distances themselves are shared out."),
        ((p, entropy), "That is the entropy. The perplexity is e, or 2, to that power."),
        ((p, 2**entropy), "The entropy in nats goes with powers of e, that in bits with powers of 2."),
        ((1 - p, math.exp(entropy)), "The nearer one is the likelier one."),
        ((math.exp(-1), math.exp(entropy)), "Divide by the sum, so that both add up to 1."),
    ]
    return expect_all((p, math.exp(entropy)), slips)


@exercise("22.14", hint="Put the numbers into the formula of the gradient; the distance is squared below the line.")
def one_spring():
    slips = [
        (0.32, "p less q, not the other way round."),
        (-8 / 15, "One plus the *squared* distance below the line."),
        (-0.08, "There is a factor of 4."),
        (-1.6, "Divide by one plus the squared distance."),
    ]
    return expect(-0.32, slips)


@exercise(
    "22.15", hint="By which factor does the bell fall? The other curve must fall by the same, from its height at 0.5."
)
def equally_close():
    slips = [
        (math.exp(4) / 0.8 - 1, "That is the square of the distance: take its root."),
        (math.sqrt(math.exp(4) - 1), "At 0.5 the curve is no longer at 1: it has fallen to 0.8."),
        (math.sqrt(math.exp(8) / 0.8 - 1), "The exponent of the bell is half of the squared distance."),
        (math.sqrt(math.e / 0.8 - 1), "The bell falls with the *squared* distance."),
        (math.exp(4) / 0.8, "That is one plus the squared distance."),
        (1.5, "That keeps the ratio of the distances. It is the heights whose ratio is kept."),
    ]
    return expect(math.sqrt(math.exp(4) / 0.8 - 1), slips)


@exercise("22.16", hint="Has it settled? And which of these did the map try to keep, and which never entered its aim?")
def what_a_map_says():
    slips = {
        "NNSNS": "Twice as many steps should change next to nothing. Here they change a lot.",
        "SSSNS": "Which clumps lie beside each other says little: next to nothing ties groups together.",
        "SNNNS": "The other perplexities and the table itself agree: there is no gap.",
        "SNSSS": "Dense and loose groups become about equally wide, since every bell has its own width.",
        "SNSNN": "Near is what a map tries to keep, and here it has been measured.",
    }
    return expect_letters("SNSNS", {"S": "sound", "N": "not sound"}, slips)


@exercise("22.17", hint="Centre the table, take its largest eigenvalues, and scale each vector by a root.")
def own_kernel_scores(answer):
    scores = function_of(answer, "kernel_scores", "an array with a row for each instance", _matrix)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, k = rng.normal(size=(9 + seed, 3)), 1 + seed % 3
        kernel = RBFKernel(0.3)
        right, found = KernelPCA(k, kernel).fit_transform(X), scores(kernel(X), k)
        if found.shape != right.shape:
            return f"Problem {seed} wants the shape {right.shape}; yours is {found.shape}."
        if np.allclose(np.abs(found), np.abs(right)) and np.allclose(found.T @ found, right.T @ right):
            continue
        lengths = np.sqrt((right**2).sum(axis=0))
        if np.allclose(np.abs(found), np.abs(right) / lengths):
            return "The eigenvectors have length 1: multiply each by the root of its eigenvalue."
        if np.allclose(np.abs(found), np.abs(right) * lengths):
            return "By the root of the eigenvalue, not by the eigenvalue."
        values, vectors = np.linalg.eigh(kernel(X))
        if np.allclose(np.abs(found), np.abs(vectors[:, ::-1][:, :k] * np.sqrt(values[::-1][:k]))):
            return "Centre the kernel matrix first."
        values, vectors = np.linalg.eigh(centre_kernel(kernel(X)))
        if np.allclose(np.abs(found), np.abs(vectors[:, :k] * np.sqrt(np.maximum(values[:k], 0))), atol=1e-6):
            return "Those belong to the smallest eigenvalues: `eigh` sorts them the other way round."
        return f"Not the scores of problem {seed}, with k = {k}."
    return None
