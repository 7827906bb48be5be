"""Checks for the exercises of chapter 4, generalisation and validation."""

import math

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, expect_order, function_of
from byhand.validation import KFold, bias_and_variance

FITS = {"U": "underfits", "O": "overfits", "G": "good"}
TRUTH = {"T": "true", "F": "false"}


@exercise("4.1", hint="Look at the training error first: is it much above the noise? Only then compare the two errors.")
def diagnosis():
    slips = {"OUG": "A large training error is the mark of underfitting, a large gap that of overfitting."}
    return expect_letters("UOG", FITS, slips, "The noise is 0.09: no honest error can stay below it for long.")


@exercise("4.2", hint="Whatever the classifier says about the two rows, it says the same about both.")
def consistency():
    slips = [
        (0, "Two rows with the same features get the same answer, and one of the two is then wrong."),
        (0.1, "Only one of the two rows is wrong, not both."),
        (1, "That is a number of mistakes. Divide by the number of rows."),
    ]
    return expect(1 / 20, slips)


@exercise("4.3", hint="Ask of each: does it depend on my ten points, and does it lie in the hypothesis space?")
def three_targets():
    slips = {
        "FIA": "The line from ten points is what you can compute; the line from endlessly many is what you would like.",
    }
    return expect_letters("AIF", {"I": "ideal", "F": "feasible", "A": "actual"}, slips)


@exercise("4.4", hint="Two of them are about the larger space, two about which of the targets depends on the sample.")
def four_statements():
    slips = {
        "TTFT": "A larger space fits the training data at least as well. Is that so for new data too?",
        "TFTT": "The feasible target is defined with the true distribution; no sample enters.",
    }
    return expect_letters("TFFT", TRUTH, slips)


@exercise("4.5", hint="Square each difference, add, and divide by how many there are.")
def empirical_risk():
    slips = [
        (9, "That is the sum of the losses. Divide by four."),
        (1.5, "That is the root of the mean. The risk is the mean itself."),
        (1.25, "That is the mean of the absolute differences. Square them."),
        (0.75, "That is the mean of the signed differences. Square them."),
    ]
    return expect(9 / 4, slips)


@exercise("4.6", hint="Both losses are means over all ten patients, the seven that cost nothing included.")
def two_losses():
    slips = [
        ((3, 21), "These are sums. Divide by the ten patients."),
        ((0.3, 7), "Divide the costs by all ten patients, not by the three mistakes."),
        ((0.3, 1.2), "The costs are swapped: a miss costs 10."),
        ((0.7, 2.1), "The first is the share of right answers. The loss counts the wrong ones."),
    ]
    return expect_all((0.3, 2.1), slips)


@exercise("4.7", hint="Find the mean of the four predictions first. Bias is measured from it, and so is variance.")
def parts_of_an_error():
    slips = [
        ((-3, 2, 11), "Bias is the mean prediction minus the truth: the predictions are too high."),
        ((3, 8 / 3, 11), "Divide by four: the mean over the samples, not over one less."),
        ((3, 11, 2), "You swapped the last two: the error includes the bias."),
        ((3, 8, 44), "Divide the sums by four."),
    ]
    return expect_all((3, 2, 11), slips)


@exercise("4.8", hint="Keep the signs: a prediction that is too low takes away from those that are too high.")
def too_high():
    slips = [
        (5 / 3, "Do not drop the signs: the third prediction is too low."),
        (3, "Divide by three."),
        (-1, "Too high means that the prediction is above the truth."),
        (11 / 3, "These are the squares. Here the signed differences are wanted."),
    ]
    return expect(1, slips)


@exercise(
    "4.9",
    hint="`leave_one_out_errors(polynomial_features(X, degree), y)` gives the six errors of the flats left out one at "
    "a time. Scale the areas to between -1 and 1 first, so that high powers lose no digits.",
)
def degree_for_the_flats():
    slips = [
        ((1, 4), "The two are the wrong way round."),
        ((4, 4), "The more flexible fit wins on the training data. Left out, it does not."),
        ((1, 1), "A line cannot have the smallest training error: each higher degree contains it."),
    ]
    return expect_all((4, 1), slips)


@exercise("4.10", hint="Put D = 10 and N = 50 into the formula under Why training error flatters.")
def flattery():
    slips = [
        ((2.4, 1.6), "The training error is the smaller of the two."),
        ((1.8, 2.2), "The share is D/N = 10/50."),
        ((1.6, 2), "New data cost the same share on top of the noise."),
    ]
    return expect_all((1.6, 2.4), slips)


@exercise("4.11", hint="Ask of each whether it makes the fit steadier, or the model more flexible.")
def remedies():
    slips = {
        "UUOO": "A mean over fifteen neighbours is steadier than a single one.",
        "OOOO": "Degree 5 bends more easily than degree 2.",
        "OUUO": "A straight border is stiffer than a curved one.",
        "OUOU": "More data cannot help a model that is too stiff: see the learning curve of the line.",
    }
    return expect_letters("OUOO", {"O": "overfitting", "U": "underfitting"}, slips)


@exercise(
    "4.12",
    hint="Begin with the training errors and the errors on new data of all degrees, as in the table of the chapter; "
    "but the noise is smaller here: `error_on_new_data(model, noise=0.2)`.",
)
def two_failures():
    slips = [
        ((1, 14), "A parabola fits this sample hardly better than a line: it underfits too."),
        ((0, 14), "The constant underfits, but it is not the highest degree that does."),
        ((2, 13), "Degree 13 is above the noise on new data, but not three times."),
        ((14, 2), "The one that underfits comes first."),
    ]
    return expect_all((2, 14), slips)


@exercise("4.13", hint="Try two points, in all four colourings; then three, coloured in turn.")
def thresholds():
    slips = [
        (3, "The middle one of three points cannot be separated from the other two by one threshold."),
        (1, "Two points can be coloured in four ways, and each has its threshold."),
    ]
    return expect(2, slips)


@exercise("4.14", hint="`predictions` has a row for each sample: take means over axis 0.")
def write_bias_and_variance(answer):
    parts = function_of(answer, "parts", "a pair of arrays: bias and variance", _pair_of_arrays)
    rng = np.random.default_rng(0)
    for number in range(1, 11):
        predictions, truth = rng.normal(size=(int(rng.integers(2, 9)), 4)).round(2), rng.normal(size=4).round(2)
        right = bias_and_variance(predictions, truth)
        bias, variance = parts(predictions.copy(), truth.copy())
        if bias.shape != (4,) or variance.shape != (4,):
            return f"Both should hold a number for each of 4 places; they have shapes {bias.shape}, {variance.shape}."
        if np.allclose(bias, -right.bias) and not np.allclose(bias, right.bias):
            return "Bias is the mean prediction minus the truth: yours has the other sign."
        if np.allclose(bias, right.bias**2) and not np.allclose(bias, right.bias):
            return "That is the bias squared."
        if not np.allclose(bias, right.bias):
            return f"On table {number} the bias is {right.bias.round(4).tolist()}; it gave {bias.round(4).tolist()}."
        if not np.allclose(variance, right.variance):
            return f"On table {number} the variance is {right.variance.round(4).tolist()}, dividing by the samples."
    return None


# ---- validation


@exercise("4.15", hint="What is chosen with the help of data must be judged on other data.")
def which_set():
    slips = {
        "VVEV": "The mean and spread are parameters like any other: they come from the training data.",
        "TEEV": "If the test data choose the method, they can no longer judge it.",
        "TTEV": "On the training data the more flexible method would win.",
        "TVVV": "The validation data had a say in the choice. Promise nothing on their word.",
        "TVET": "On the training data more features hardly ever look worse.",
    }
    return expect_letters("TVEV", {"T": "training", "V": "validation", "E": "test"}, slips)


@exercise("4.16", hint="Leave out two of the numbers, take the mean of the other four, and measure how far off it is.")
def three_folds():
    slips = [
        (35 / 3, "That is the error of the mean of all six. The mean must not know the fold."),
        (75, "Add the three and divide by three."),
        (150, "Within each fold take the mean of the two squares."),
        (5, "That is the root."),
    ]
    return expect(25, slips, hint="The three means are 9, 7 and 5.")


@exercise("4.17", hint="Work out the share of mistakes in each fold, and only then the mean.")
def unequal_folds():
    slips = [
        (0.3, "That pools all ten rows. Cross-validation averages the scores of the folds."),
        (3, "That is the number of mistakes."),
    ]
    return expect((1 / 4 + 0 + 2 / 3) / 3, slips)


@exercise("4.18", hint="One fit for each fold and each penalty. And the model that you will use?")
def number_of_fits():
    slips = [
        (60, "Do not forget the final model, which learns from all rows."),
        (16, "Each penalty needs a fit in each fold."),
        (600, "There are ten folds and six penalties."),
        (70, "Choosing is one thing; the final model needs one fit, not ten."),
    ]
    return expect(61, slips)


@exercise("4.19", hint="How many rows are left when one fold is taken away?")
def rows_learned_from():
    slips = [
        ((160, 160), "Leaving one out leaves all but one."),
        ((1, 40), "Those are the rows that are judged."),
        ((199, 40), "40 is the size of a fold. Four folds are learned from."),
    ]
    return expect_all((199, 160), slips)


@exercise("4.20", hint="Each fold has a fifth of each class.")
def strata():
    slips = [
        ((45, 15), "These are the classes in the whole table."),
        ((6, 6), "The classes are not equally frequent: three quarters of the rows are a."),
        ((36, 12), "Those are the rows that are learned from."),
    ]
    return expect_all((9, 3), slips)


@exercise("4.21", hint="What is the probability that one draw misses the row? Six draws must all miss it.")
def missed_by_a_bootstrap():
    slips = [
        ((1 / 6) ** 6, "That is the probability that every draw is this row."),
        (1 - (5 / 6) ** 6, "That is the probability that it is drawn at least once."),
        (math.exp(-1), "That is the limit for large tables. Six rows are few."),
        (5 / 6, "That is one draw. There are six."),
    ]
    return expect((5 / 6) ** 6, slips)


@exercise(
    "4.22", hint="Ask what the model will have to do later: new patients, later days, the same mixture of classes?"
)
def which_splitter():
    letters = {"K": "KFold", "S": "StratifiedKFold", "G": "GroupKFold", "T": "TimeSeriesSplit"}
    slips = {
        "KTSK": "Pictures of one patient are nearly copies: in both parts, they give the answer away.",
        "GKSK": "Do not learn from the future.",
        "GTKK": "With so few ill rows, some folds could have none by accident.",
    }
    return expect_letters("GTSK", letters, slips)


@exercise("4.23", hint="Whatever looks at the labels belongs to learning, and must not see the fold that judges.")
def honest_order():
    return expect_order("CADB", "Features that are chosen before the fold is set aside have already seen its labels.")


@exercise("4.24", hint="An estimate is too good where the same data had a say in what is judged.")
def honest_estimates():
    slips = {
        "TTTF": "The best of fifty has been lucky, too: that is why it was chosen.",
        "TTFT": "Ten folds share most of their rows: their models are alike, and so are their mistakes.",
        "TFFF": "If the test data were used for nothing else, their error is right on average.",
    }
    return expect_letters("TTFF", TRUTH, slips)


@exercise("4.25", hint="How many folds have one row more than the others? They come first.")
def write_folds(answer):
    folds = function_of(
        answer, "folds", "a list of lists of row numbers", lambda rows: [list(map(int, r)) for r in rows]
    )
    for n, k in ((6, 3), (10, 3), (7, 2), (5, 5), (23, 4)):
        right = [test.tolist() for _, test in KFold(k).split(range(n))]
        found = folds(n, k)
        if found == right:
            continue
        rows = sorted(row for fold in found for row in fold)
        if rows == list(range(1, n + 1)):
            return "Rows are numbered from 0."
        if rows != list(range(n)):
            return f"folds({n}, {k}) does not hold each row once: {found}."
        if max(map(len, found)) - min(map(len, found)) > 1:
            return (
                f"The folds of folds({n}, {k}) have {[len(f) for f in found]} rows: they should differ by at most one."
            )
        return f"folds({n}, {k}) should be {right}: neighbouring rows together, the longer folds first."
    return None


def _pair_of_arrays(pair):
    bias, variance = pair
    return np.asarray(bias, dtype=float), np.asarray(variance, dtype=float)
