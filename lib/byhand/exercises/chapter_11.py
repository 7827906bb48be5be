"""Checks for the exercises of chapter 11, naive Bayes."""

import math

import numpy as np

from byhand.datasets import play_tennis
from byhand.density import log_kernel_density
from byhand.exercises import exercise, expect, expect_all, function_of
from byhand.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB

TENNIS = play_tennis()


def _tennis(x, alpha=0.0):
    return CategoricalNB(alpha=alpha).fit(TENNIS.X, TENNIS.y).working(x)


@exercise("11.1", hint="Look again at the priors in By hand. Which of the two counts does the new day change?")
def prior_of_a_longer_season():
    slips = [
        (9 / 14, "That is the prior of the 14 days. Count the new day too."),
        (9 / 15, "The new day is in the denominator but not in the numerator, and tennis was played."),
        (5 / 15, "That is the prior of No."),
    ]
    return expect(10 / 15, slips)


@exercise(
    "11.2",
    hint="Write two rows of five factors, the prior first, one row for each class. The section Multiply, compare, "
    "normalise says what becomes of the two products.",
)
def posterior_of_a_rainy_day():
    w = _tennis(["Rain", "Mild", "Normal", "Weak"])
    slips = [
        (w["score(Yes)"], "That is the score. Divide it by the sum of both scores."),
        (w["P(No|x)"], "That is the posterior of No."),
        (_without_prior(w), "It looks as if the priors are missing from the scores."),
    ]
    return expect(w["P(Yes|x)"], slips)


def _without_prior(w):
    yes, no = w["score(Yes)"] / w["P(Yes)"], w["score(No)"] / w["P(No)"]
    return yes / (yes + no)


@exercise(
    "11.3",
    hint="Begin with the factor that would be zero, Overcast given No, and smooth it by the formula under Zero "
    "counts and smoothing. Then smooth all the others too, including those of Yes.",
)
def smoothed_overcast():
    day = ["Overcast", "Cool", "High", "Strong"]
    w = _tennis(day, alpha=0.5)
    slips = [
        (0.0, "Without smoothing, one zero makes the whole product zero. Add one half to each count."),
        (_tennis(day, alpha=1)["P(No|x)"], "That is with a whole day added to each count. Add one half."),
        (w["score(No)"], "That is the score. Divide it by the sum of both scores."),
        (w["P(Yes|x)"], "That is the posterior of Yes."),
    ]
    return expect(w["P(No|x)"], slips)


@exercise(
    "11.4",
    hint="Find the denominator first: how many instances does the class have, and how many imaginary ones does it get?",
)
def right_denominator():
    slips = [
        (
            (8 / 11, 5 / 11, 2 / 11),
            "These sum to more than 1: the denominator counts features (5) where it should count the "
            "instances of the class (9).",
        ),
        (
            (8 / 12, 5 / 12, 2 / 12),
            "These sum to more than 1: two instances for each of three values add six to the denominator.",
        ),
        ((7 / 12, 4 / 12, 1 / 12), "That is with alpha = 1. Add two to each count."),
        ((6 / 9, 3 / 9, 0), "These are the unsmoothed shares. Add two to each count."),
    ]
    return expect_all((8 / 15, 5 / 15, 2 / 15), slips)


@exercise(
    "11.5",
    hint="The section Missing values says what becomes of the factor of a feature that is unknown in the query. The "
    "same must happen in both classes.",
)
def unknown_temperature():
    w = _tennis(["Rain", None, "Normal", "Strong"])
    slips = [
        (_tennis(["Rain", degrees, "Normal", "Strong"])["P(No|x)"], f"That includes {degrees}. Leave it out.")
        for degrees in ("Cool", "Hot")
    ]
    slips += [
        (w["P(Yes|x)"], "That is the posterior of Yes."),
        (w["score(No)"], "That is the score. Divide it by the sum of both scores."),
    ]
    return expect(w["P(No|x)"], slips, hint="Multiply the prior and three factors for each class, then normalise.")


@exercise(
    "11.6",
    hint="Find the mean first, then the five distances from it. The formula for σ is under Gaussian naive Bayes.",
)
def sample_spread():
    temperatures = np.array([18.0, 20.0, 19.0, 21.0, 22.0])
    slips = [
        (temperatures.std(), "You divided by N. The sample standard deviation divides by N - 1."),
        (temperatures.var(ddof=1), "That is the variance. Take its square root."),
        (temperatures.mean(), "That is the mean."),
    ]
    return expect(temperatures.std(ddof=1), slips)


@exercise(
    "11.7",
    hint="The priors cancel, and so does √(2π), but not the σ before each exponential. It leaves a constant behind "
    "that is easily lost.",
)
def equal_scores():
    roots = _rods(8 * math.log(2))
    hint = "Set the two scores equal, take logarithms, and solve the quadratic. There are two answers, smaller first."
    slips = [
        (roots[::-1], "The right two numbers in the wrong order: put the smaller one first."),
        (_rods(0), "The σ before the exponential is missing: it leaves a constant, log 2."),
    ]
    return expect_all(roots, slips, hint=hint)


def _rods(constant):
    """The lengths at which 4 (x - 20)² = (x - 22)² + constant, the smaller one first."""
    root = math.sqrt(116**2 - 12 * (1116 - constant))
    return (116 - root) / 6, (116 + root) / 6


@exercise(
    "11.8",
    hint="Begin with the distances of 13 from the three values. Each of them goes into the same normal curve of "
    "width h; see Kernel density.",
)
def kernel_density_at_13():
    points = np.array([10.0, 12.0, 17.0])
    right = math.exp(log_kernel_density(np.array([13.0]), points, 2.0)[0])
    slips = [
        (3 * right, "That is the sum of the three kernels. Divide by their number."),
        (2 * right, "Each kernel has a height of 1/(h √2π): the bandwidth is missing there."),
        (math.exp(log_kernel_density(np.array([13.0]), points, 4.0)[0]), "It looks as if h² = 4 was used for h."),
    ]
    return expect(right, slips)


@exercise(
    "11.9",
    hint="Make a table with a row for ham and a row for spam, and one column for each word of the vocabulary. How "
    "often does each word of the new message appear in the product?",
)
def message():
    model = MultinomialNB(alpha=1).fit([[3, 1, 0], [2, 1, 1], [0, 1, 4]], ["ham", "ham", "spam"])
    right = model.predict_proba([[0, 1, 2]])[0, 1]
    once = model.predict_proba([[0, 1, 1]])[0, 1]
    slips = [
        (1 - right, "That is the posterior of ham."),
        (once, "Prize occurs twice: its factor is squared."),
    ]
    hint = "Sum the counts of each class, add one to each word, divide by all words of the class plus three."
    return expect(right, slips, hint=hint)


@exercise(
    "11.10",
    hint="Work out two products of five factors each. What does a word that is not there contribute?",
)
def a_free_lunch():
    shares = [[0.1, 0.1, 0.2, 0.4], [0.5, 0.3, 0.1, 0.1]]
    model = BernoulliNB.from_parameters(["ham", "spam"], [0.75, 0.25], shares)
    w = model.working([1, 0, 1, 0])
    slips = [
        (w["score(spam)"], "That is the joint probability. Divide it by the evidence."),
        (
            model.working([1, None, 1, None])["P(spam|x)"],
            "What is absent is evidence too: its factor is one minus its share.",
        ),
        (model.working([1, 1, 1, 1])["P(spam|x)"], "Prize and meeting are absent: one minus their shares."),
        (_even(shares, [1, 0, 1, 0]), "It looks as if the priors are missing: one message in four is spam."),
        (w["P(ham|x)"], "That is the posterior of ham."),
    ]
    return expect(w["P(spam|x)"], slips)


def _even(shares, x):
    """The posterior of spam with equal priors."""
    return BernoulliNB.from_parameters(["ham", "spam"], [0.5, 0.5], shares).working(x)["P(spam|x)"]


@exercise(
    "11.11",
    hint="np.nextafter(0.0, 1.0) shows the smallest positive number. A product is rounded to zero when it is below "
    "half of that.",
)
def first_underflow():
    slips = [
        (161, "Very close: 0.01 to the power of 161 is still a (denormal) number above 0."),
        (154, "That is where the smallest normal number, about 2.2e-308, is passed. Smaller, denormal numbers follow."),
    ]
    return expect(162, slips, hint="Multiply by 0.01 in a loop and count until the product equals 0.")


@exercise(
    "11.12",
    hint="A correlation sees only straight trends. Spread the first list evenly on both sides of 0: which curve "
    "over it falls first and then rises by as much?",
)
def uncorrelated_but_dependent(answer):
    try:
        first, second = (np.asarray(values, dtype=float).ravel() for values in answer)
        pairs = np.array([first, second])
    except (TypeError, ValueError, OverflowError):
        return "The answer should be two lists of numbers of the same length."
    if pairs.shape[1] < 100:
        return f"Use at least 100 points, so that chance plays little part; this has {pairs.shape[1]}."
    if not np.isfinite(pairs).all() or np.ptp(pairs, axis=1).min() == 0:
        return "Each list should hold different numbers: what never changes cannot depend on anything."
    correlation = np.corrcoef(pairs)[0, 1]
    if not abs(correlation) < 0.1:
        return f"The correlation is {correlation:.2f}: these two are dependent, but correlated as well."
    squares = (pairs - pairs.mean(axis=1, keepdims=True)) ** 2
    across = np.corrcoef([*pairs, *squares])[[0, 1, 2], [3, 2, 3]]  # each with the other's square, and the two squares
    known = max(*np.abs(across), _foretold(first, second), _foretold(second, first))
    return None if known > 0.3 else "These look independent: knowing one says next to nothing about the other."


def _foretold(x, y):
    """How well y is told by its neighbours along x: near 0 if x says nothing, near 1 if y follows x along any curve."""
    ranks = np.argsort(np.argsort(y))[np.argsort(x)]
    return 1 - 3 * np.abs(np.diff(ranks)).sum() / (len(y) ** 2 - 1)


@exercise(
    "11.13",
    hint="Call the posterior of spam p. Each of the two actions can go wrong in one way only: what does each cost "
    "on average, in terms of p?",
)
def spam_threshold():
    slips = [
        (0.5, "That treats both mistakes as equally bad."),
        (1 / 21, "That is the threshold for the opposite costs."),
        (
            0.95,
            "Close. If you rounded, give three digits; if not, compare 20 × P(ham) with P(spam).",
        ),
    ]
    return expect(20 / 21, slips, hint="Discard when the expected cost of doing so is the smaller one.")


@exercise(
    "11.14",
    hint="Start from the two scores of tomorrow in By hand, which you can use again. The section When independence "
    "fails does the same with the wind.",
)
def humidity_twice():
    X = np.column_stack([TENNIS.X, TENNIS.X[:, 2]])
    model = CategoricalNB(alpha=0).fit(X, TENNIS.y)
    right = model.predict_proba([["Sunny", "Cool", "High", "Strong", "High"]])[0, 0]
    slips = [(486 / 611, "That is without the copy: the factor of High now counts twice.")]
    return expect(right, slips)


@exercise(
    "11.15",
    hint="Start with a loop over set(y) that collects the rows of one class. The trap: the number of values of a "
    "feature is counted in all rows, not in those of the class.",
)
def your_own_naive_bayes(answer):
    returns = "a dictionary from the classes 'a', 'b' and 'c' to numbers"
    posterior = function_of(answer, "naive_bayes", returns, lambda found: {c: float(p) for c, p in found.items()})
    rng = np.random.default_rng(11)
    for trial in range(20):
        X = rng.integers(0, 3, size=(30, 4))
        y = rng.choice(["a", "b", "c"], size=30)
        X[:3], y[:3] = np.arange(3)[:, None], ["a", "b", "c"]  # each value and each class occurs
        x = rng.integers(0, 3, size=4)
        model = CategoricalNB(alpha=1).fit(X, y)
        wanted = dict(zip(model.classes_.tolist(), model.predict_proba([x])[0].tolist(), strict=True))
        given = posterior(X.tolist(), y.tolist(), x.tolist())
        if set(given) != set(wanted):
            return f"The function should return {returns}; it returned {given!r}."
        if not all(math.isclose(given[c], wanted[c], rel_tol=1e-6) for c in wanted):
            total = sum(given.values())
            if not math.isclose(total, 1, rel_tol=1e-6):
                return f"The probabilities should sum to 1; on data set {trial + 1} they sum to {total:.4f}."
            return (
                f"On data set {trial + 1} the posterior of {max(wanted, key=wanted.get)!r} should be "
                f"{max(wanted.values()):.4f}; your function gives {given[max(wanted, key=wanted.get)]:.4f}."
            )
    return None


@exercise(
    "11.16",
    hint="Estimate a mean and a spread for each class first. The two groups are not equally large, and that matters "
    "in two places.",
)
def a_second_opinion():
    degrees = [[18.0], [20.0], [19.0], [21.0], [22.0], [25.0], [31.0], [16.0], [28.0]]
    rain = ["yes"] * 5 + ["no"] * 4
    sample, population = (GaussianNB(ddof=ddof).fit(degrees, rain).predict_proba([[22.8]])[0, 1] for ddof in (1, 0))
    slips = [
        (population, "That divides by N in the standard deviation; use N - 1 here."),
        (1 - sample, "That is the posterior of no."),
    ]
    return expect(sample, slips)
