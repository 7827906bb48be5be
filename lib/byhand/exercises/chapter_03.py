"""Checks for the exercises of chapter 3, data and features."""

import math

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, expect_order, function_of
from byhand.preprocessing import MinMaxScaler, RobustScaler, StandardScaler


@exercise(
    "3.1",
    hint="Ask in this order: can the values be sorted? Do differences mean something? Is there a true zero, so that "
    "twice as much makes sense?",
)
def kinds_of_attribute():
    letters = {"N": "nominal", "O": "ordinal", "I": "interval", "R": "ratio"}
    slips = {
        "ONRR": "The year 0 is an agreement, not an absence of time: 2000 is not twice 1000.",
        "ONII": "A family can have no children at all, and four are twice two: that zero is real.",
        "ONIR": "Ask of both whether 0 means none at all: of children it does, of years it does not.",
        "NNRI": "The first three values can be put in an order.",
        "OORI": "Which blood group comes before which?",
    }
    return expect_letters("ONRI", letters, slips, hint="Go through the three questions of the hint for each column.")


@exercise("3.2", hint="A feature is a column that the prediction may use. A feature vector is a row of them.")
def rows_and_columns():
    slips = [
        ((5, 212, 5), "What is to be predicted is the label, not a feature."),
        ((212, 4, 212), "Features are columns, and each patient is a row."),
        ((4, 212, 212), "Each patient is a point; the space in which the points lie has a dimension for each feature."),
        ((4, 1, 4), "Each patient has a feature vector."),
    ]
    return expect_all((4, 212, 4), slips)


@exercise(
    "3.3",
    hint="One of the three means nothing by itself, one says what it means, and one draws on experience to say what "
    "to do.",
)
def data_information_knowledge():
    letters = {"D": "data", "I": "information", "K": "knowledge"}
    slips = {
        "IDK": "Which of the two sentences rests on many Tuesdays and tells somebody what to do?",
        "KID": "A bare number does not say what it counts.",
    }
    return expect_letters("KDI", letters, slips)


@exercise(
    "3.4",
    hint="Both shares have the red apples on top. One is a share of all apples, the other of all red things.",
)
def red_apples():
    slips = [
        ((45 / 150, 45 / 250), "The second is a share of the red things only, not of everything at the market."),
        ((45 / 135, 45 / 150), "The other way round: first the share of the apples."),
        ((45 / 150, 90 / 135), "The second is the share of tomatoes among the red things."),
        ((45 / 250, 45 / 135), "The first is a share of the apples only."),
    ]
    return expect_all((45 / 150, 45 / 135), slips)


@exercise("3.5", hint="Imagine a hundred apples and a hundred guavas. How many of each are hard?")
def hard_to_bite():
    slips = [
        (0.9, "That is how probable it is that an apple is hard. You know that it is hard; is it an apple?"),
        (0.45, "Divide by the probability that it is hard: apples and guavas together."),
        (0.81, "The two shares are not to be multiplied: compare apples with guavas among the hard ones."),
    ]
    return expect(0.5, slips)


@exercise("3.6", hint="Work column by column: how many columns does each of the four turn into?")
def how_many_columns():
    slips = [
        ((12, 11), "The sizes have an order, so ranks in one column will do."),
        ((10, 9), "Yes or no needs one column of 0 and 1, not two."),
        ((13, 12), "Sizes become ranks, and yes or no one column."),
        ((9, 9), "Dropping one of the columns of the colour leaves one fewer."),
    ]
    return expect_all((9, 8), slips)


def _column(*values):
    return np.array(values, dtype=float)[:, None]


@exercise(
    "3.7",
    hint="First the mean and the standard deviation of the eight training values, with 1/N. The new value takes no "
    "part in either.",
)
def a_new_z_score():
    train = _column(2, 4, 4, 4, 5, 5, 7, 9)
    with_new = np.vstack([train, [[11]]])
    slips = [
        (6 / train.std(ddof=1), "Divide by N under the root, not by N - 1."),
        (StandardScaler().fit_transform(with_new)[-1, 0], "The new value must not help to set the scale."),
        (6, "Divide by the standard deviation."),
        (1.5, "That is divided by the variance: take its root."),
        (9 / 7, "That is min-max scaling."),
    ]
    return expect(3, slips)


@exercise("3.8", hint="The smallest and the largest are those of the training values, whatever comes later.")
def beyond_the_end():
    slips = [
        (1, "Nothing is cut off: a value beyond the training data lies beyond 0 to 1."),
        (2 / 3, "That is the place of the largest training value if the new one sets the scale."),
        (80 / 60, "Subtract the smallest value from both first."),
        (0.5, "That is how far beyond 1 it lies."),
    ]
    return expect(1.5, slips)


@exercise(
    "3.9",
    hint="Each scaling divides by one number: the range, the standard deviation, the range between the quartiles, of "
    "all eleven values. The ten have a width of 9 before. Ten steps lead from the first value to the last, so the "
    "quartiles lie two and a half and seven and a half steps along.",
)
def one_wild_value():
    x = _column(*range(1, 11), 100)
    right = [float(np.ptp(scaler.fit_transform(x)[:10])) for scaler in (MinMaxScaler(), StandardScaler())]
    right.append(float(np.ptp(RobustScaler().fit_transform(x)[:10])))
    slips = [
        ((right[0], 9 / x.std(ddof=1), right[2]), "The standard deviation divides by N here, not by N - 1."),
        ((1, 9 / x[:10].std(), 2), "That is without the wild value: all eleven set the scale."),
        ((9 / 100, right[1], right[2]), "The range is the largest value minus the smallest. Give three decimals."),
        (
            (right[0], right[1], 9 / 6),
            "These quartiles are the medians of the two halves. Here they lie a quarter and three quarters of the way "
            "from the first value to the last, counted in steps.",
        ),
        ((right[1], right[0], right[2]), "Min-max first, then z-scores."),
    ]
    return expect_all(right, slips)


@exercise(
    "3.10",
    hint="Ask of each method what it does with the numbers of that feature. A question such as “above 3 or not?” "
    "becomes “above 3000 or not?”.",
)
def who_notices():
    slips = {
        "YYYN": "If every value is a thousand times as large, so is the threshold that the tree finds.",
        "YNNN": "Its length scale of 1 was fixed before: after the change, 1 is a thousandth of what it was.",
        "YNYY": "Standardising divides by a deviation that has become a thousand times as large as well.",
        "NNYN": "In a sum of squares the feature now counts a million times as much as before.",
    }
    return expect_letters("YNYN", {"Y": "yes", "N": "no"}, slips)


@exercise(
    "3.11",
    hint="Equal width: how wide is one of four bins between the smallest and the largest value, and where does the "
    "first one end? Equal size: sort, count off half of the values, cut midway.",
)
def two_first_edges():
    slips = [
        ((10, 8.5), "That is the width of a bin: it starts at the smallest value."),
        ((10.5, 8.5), "The range is the largest value minus the smallest."),
        ((12, 8), "Midway between the fifth value and the sixth."),
        ((12, 9), "Midway between the fifth value and the sixth."),
        ((12, 22), "For bins of equal size count the values; the width does not matter."),
        ((12, 11.8), "That is the mean. Half of the values are to lie on either side."),
    ]
    return expect_all((12, 8.5), slips)


@exercise(
    "3.12",
    hint="Write the classes under the sorted values. Where do neighbours differ? If two neighbours are equal in "
    "value, no cut can part them.",
)
def where_the_class_changes():
    slips = [
        ((5.5, 8), "A break at 8 would part equal values: it moves up, past them."),
        ((5.5, 7), "A break between equal values moves up, not down."),
        ((6, 10), "A break lies midway between two values."),
        ((5, 8), "A break lies midway between two values, and between equal ones there is no room."),
    ]
    return expect_all((5.5, 9), slips)


@exercise(
    "3.13",
    hint="What does each kind of bin look at: the order of the values, or the smallest and the largest? How wide is a "
    "bin of equal width now?",
)
def a_longer_tail():
    slips = [
        ((39, 2), "Bins of equal size depend on the order alone, and the highest is still the highest."),
        ((0, 4), "A bin of equal width is now more than 76 degrees wide."),
        ((0, 1), "The misread value itself lies in a bin as well."),
        ((39, 4), "It is the other way round: one kind looks at the order, the other at the largest value."),
    ]
    return expect_all((0, 2), slips)


@exercise("3.14", hint="What must have happened before the test rows may be touched for the first time?")
def steps_in_order():
    hint = "The numbers by which you scale come from the training rows, so the test rows must be set aside before."
    return expect_order("BDAEC", hint)


@exercise(
    "3.15",
    hint="zip(*train) gives the columns. Work out mean and deviation of each once, then use them on the new rows; a "
    "deviation of 0 becomes 1.",
)
def write_it_yourself(answer):
    standardise = function_of(answer, "standardise", "a list of rows", _rows)
    rng = np.random.default_rng(3)
    for number in range(1, 13):
        n, d = int(rng.integers(3, 9)), int(rng.integers(1, 4))
        train, new = rng.integers(-9, 9, (n, d)).astype(float), rng.integers(-9, 9, (2, d)).astype(float)
        if number % 3 == 0:
            train[:, 0] = 4  # a column without spread
        right, found = StandardScaler().fit(train).transform(new), standardise(train.tolist(), new.tolist())
        if found.shape != right.shape:
            return f"For {len(new)} new rows of {d} columns it should return as many; it returns {found.shape}."
        if not np.allclose(found, right, atol=1e-6):
            return _what_went_wrong(number, train, new, found, right)
    return None


def _rows(found):
    rows = np.array(found, dtype=float)
    if rows.ndim != 2:
        raise ValueError
    return rows


def _what_went_wrong(number, train, new, found, right):
    together = StandardScaler().fit(np.vstack([train, new])).transform(new)
    spread = train.std(axis=0, ddof=1)
    others = [
        (together, "the new rows help to set the scale: take mean and deviation from train alone"),
        ((new - train.mean(axis=0)) / np.where(spread == 0, 1, spread), "divide by N under the root, not by N - 1"),
        (StandardScaler().fit_transform(new), "mean and deviation must be those of train"),
    ]
    for values, words in others:
        if np.allclose(found, values, atol=1e-6):
            return f"On data set {number}: {words}."
    row, i = np.argwhere(~np.isclose(found, right, atol=1e-6))[0]
    return (
        f"On data set {number}, new row {row + 1}, column {i + 1}: it should be {right[row, i]:.4g}, "
        f"not {found[row, i]:.4g}."
    )


@exercise(
    "3.16",
    hint="For the angle compare the ratio of the two counts in each text with that in the query. For Euclid, subtract "
    "and square.",
)
def nearest_text():
    slips = [
        ((2, 1), "The other way round: first Euclid, then the cosine."),
        ((1, 1), "The first text has the two words in the opposite proportion: its angle is not the smallest."),
        ((2, 2), "The second text has the right direction, but it is four times as long."),
        ((3, 2), "Square the differences: the first text is at √2."),
        ((1, 3), "Which text has the two words in the very proportion of the query?"),
    ]
    return expect_all((1, 2), slips)


@exercise("3.17", hint="How many entries of a one-hot code change when one name is replaced by another?")
def three_mismatches():
    slips = [
        ((3, math.sqrt(3)), "A different name changes two entries of its code: one 1 goes, another comes."),
        ((6, math.sqrt(6)), "On the names themselves, count each differing attribute once."),
        ((3, 6), "That is the square of the Euclidean distance."),
        ((2, 2), "Count the attributes that differ, not those that agree."),
    ]
    return expect_all((3, math.sqrt(6)), slips)


@exercise("3.18", hint="Number the five answers from 0. How many steps apart are they, and how many are possible?")
def on_a_scale_of_five():
    slips = [
        (3 / 5, "From the first answer to the last there are four steps, not five."),
        (3, "Divide by the length of the scale."),
        (1 / 4, "That is the similarity: one minus the distance."),
        (2 / 4, "From disagree to strongly agree there are three steps."),
    ]
    return expect(3 / 4, slips)


@exercise(
    "3.19",
    hint="Three parts, each between 0 and 1: for names 0 or 1, for numbers the difference divided by the range. Then "
    "their mean.",
)
def a_mixed_pair():
    slips = [
        (1.9, "Gower's distance is the mean of the three parts."),
        (0.45, "The district counts as well."),
        (0.9 / 3, "Different districts count 1, not 0."),
        ((1 + 2 / 5 + 600 / 2000) / 3, "Divide by the range, largest minus smallest, not by the largest value."),
        ((1 + 2 + 600) / 3, "Divide each difference of numbers by the range of its column first."),
    ]
    return expect(1.9 / 3, slips)


@exercise("3.20", hint="The cosine of 60 degrees is a half, that of 120 degrees is minus a half.")
def a_detour():
    slips = [
        ((0.5, 0.5), "Along the detour there are two distances to add."),
        ((1.5, 0.5), "Along the detour there are two distances to add."),
        ((1, 1.5), "The direct one first."),
        ((-0.5, 1), "These are similarities. The distance is one minus the cosine."),
        ((0.5, 1), "The cosine of 120 degrees is negative."),
    ]
    return expect_all((1.5, 1), slips)


@exercise("3.21", hint="Put p = 1/2 into the formula: roots under the sum, and the sum is squared.")
def below_one():
    slips = [
        ((math.sqrt(2), 2), "That is p = 2."),
        ((2, 2), "That is p = 1. With p = 1/2 the sum is squared."),
        ((2, 4), "The direct way first."),
    ]
    return expect_all((4, 2), slips)


@exercise(
    "3.22",
    hint="How many of the four hold the word, and how many are there? Add 1 to both, divide, take the natural "
    "logarithm, add 1. For the second number you need the weight of “the” too.",
)
def rare_and_common():
    snow = 2 * (math.log(5 / 2) + 1)
    plain = 2 * (math.log(4) + 1)
    slips = [
        (
            (2 * math.log(5 / 2), 2 * math.log(5 / 2) / math.hypot(3, 2 * math.log(5 / 2))),
            "Add 1 to the logarithm.",
        ),
        ((plain, plain / math.hypot(3, plain)), "Count one more document that holds every word: (1 + 4)/(1 + 1)."),
        ((snow / 2, snow / math.hypot(3, snow)), "The word occurs twice."),
        ((snow, snow / (3 + snow)), "The length of a row is the root of the sum of squares."),
        ((snow, snow / math.hypot(1, snow)), "“The” occurs three times."),
    ]
    return expect_all((snow, snow / math.hypot(3, snow)), slips)


@exercise("3.23", hint="What happens to each count? And to the proportions between them?")
def said_three_times():
    slips = [
        ((2, 1), "The text and two copies make three."),
        ((9, 1), "Each count is three times as large; the root undoes the square."),
        ((math.sqrt(3), 1), "Each count is three times as large, so its square is nine times as large."),
        ((3, 0), "Zero is the cosine distance; the similarity of equal directions is 1."),
        ((3, 3), "The cosine does not know lengths."),
    ]
    return expect_all((3, 1), slips)


@exercise(
    "3.24",
    hint="Dot product divided by both lengths, for each row; then the row with the largest. A row without words has "
    "no direction: give it a similarity below all others.",
)
def most_similar(answer):
    nearest = function_of(answer, "most_alike", "the number of a row", int)
    rng = np.random.default_rng(7)
    found, right, ruler, products = [], [], [], []
    for number in range(1, 21):
        counts, query = rng.integers(0, 5, (6, 4)), rng.integers(0, 5, 4)
        query[0] += 1
        if number % 4 == 0:
            counts[:, 1:] *= 9  # hardly alike, and the first row has no direction at all
            counts[0], query[1:] = 0, 0
        lengths = np.sqrt((counts**2).sum(axis=1))
        similar = np.where(lengths > 0, counts @ query / np.where(lengths > 0, lengths, 1), -np.inf)
        if np.ptp(np.sort(similar)[-2:]) < 1e-9:
            continue  # two rows in the same direction
        found.append(nearest(counts.tolist(), query.tolist()))
        right.append(int(np.argmax(similar)))
        ruler.append(int(np.argmin(((counts - query) ** 2).sum(axis=1))))
        products.append(int(np.argmax(counts @ query)))
    if found == right:
        return None
    if found == ruler:
        return "It returns the nearest row by Euclid. Compare directions instead."
    if found == products:
        return "It returns the row with the largest dot product: divide by the length of the row as well."
    number = next(i for i, pair in enumerate(zip(found, right, strict=True), 1) if pair[0] != pair[1])
    return (
        f"On table {number} it said row {found[number - 1]}; the largest cosine is that of row {right[number - 1]}, "
        "counted from 0."
    )
