"""Checks for the exercises of chapter 8, gradient descent."""

import math

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.losses import EmpiricalRisk, ExponentialLoss, HingeLoss, Quadratic, SquaredLoss, ZeroOneLoss
from byhand.optimize import GradientDescent, Momentum, descend


@exercise(
    "8.1",
    hint="Differentiate J first. Then make a table with the columns w, slope and step, and fill in one row for each "
    "step.",
)
def two_steps():
    slips = [
        ((-0.5, -2.75), "You went uphill: the gradient is subtracted."),
        ((1.75, 2.3125), "The derivative of (w - 4)² is 2 (w - 4): the factor 2 is missing."),
        ((2.5, 4.0), "The second step needs the gradient at the new place, 2.5."),
    ]
    return expect_all((2.5, 3.25), slips)


@exercise("8.2", hint="Work out the gradient first. How must the level line stand to it?")
def along_the_level_line():
    slips = [
        (2, "Check the sign: 4 t + 8 must be 0, for the two directions stand at a right angle."),
        (0.5, "That is the direction of the gradient itself, straight uphill."),
        (-0.5, "Upside down: 4 t + 8 must be 0."),
        (-1, "The derivative of 4 x₂² is 8 x₂, not 4 x₂."),
    ]
    return expect(-2, slips, hint="The inner product of the gradient and the direction must be 0.")


@exercise(
    "8.3",
    hint="Read the two curvatures off J; one of them sets the limit, see How long a step. For the number of steps, "
    "take logarithms of the power that must fall below 0.01.",
)
def one_rate_for_all():
    slips = [
        ((0.02, 228), "A rate at the limit makes the first error swing for ever; the exercise halves it."),
        ((0.01, 458), "Very close: 458 steps leave 1.002 per cent. Round up."),
        ((0.01, 460), "0.99 to the power of 459 is already below 0.01."),
    ]
    return expect_all((0.01, 459), slips, hint="Each step multiplies the error of w₂ by 1 - η; start from η.")


@exercise(
    "8.4",
    hint="Differentiate J twice in each direction. The formulae under The best learning rate need nothing but "
    "these two curvatures.",
)
def limit_and_best_rate():
    slips = [
        ((2 / 3, 0.5, 0.5), "The curvatures are the second derivatives, 2 and 6, not 1 and 3."),
        ((1 / 3, 1 / 6, 2 / 3), "1/λ for the steep direction is safe. The best rate makes both factors equally large."),
        ((1 / 3, 1 / 4, 1 / 4), "The rates are right. The factor at the best one is |1 - η · 2| = |1 - η · 6|."),
    ]
    return expect_all((1 / 3, 1 / 4, 1 / 2), slips)


@exercise(
    "8.5",
    hint="Write down the matrix of second derivatives, mixed ones too, and multiply each of the two directions by it.",
)
def tilted_bowl():
    slips = [
        ((5, 5, 0.2), "5 is the curvature along a coordinate axis. Along the axes of the bowl it is another."),
        ((3, 7, 2 / 7), "The curvatures are right. 2/7 is the limit; the best rate makes both factors equally large."),
        ((1, 9, 0.2), "The mixed second derivative is 2: the ½ in front applies to 4 x₁x₂ as well."),
        ((3, 7, 0.1), "The curvatures are right. The best rate is 2 over their sum."),
    ]
    return expect_all((3, 7, 0.2), slips, hint="(1, 1) is stretched by the sum of the entries of a row.")


@exercise("8.6", hint="What is the largest factor at the best rate? Then take logarithms.")
def how_long_it_takes():
    slips = [
        (103, "Very close: round up, for 103 steps leave a little more than a thousandth."),
        (35, "That is one digit, ten times smaller. A thousandth is three digits."),
        (204, "The factor of a bowl with κ = 30 is 29/31; 29/30 is that of half the limit."),
    ]
    return expect(104, slips, hint="At the best rate a step leaves (κ - 1)/(κ + 1) of the way.")


@exercise(
    "8.7",
    hint="Write down the four matrices of second derivatives. Their eigenvalues decide; for a matrix of two rows their "
    "product is the determinant.",
)
def lowest_highest_or_saddle():
    slips = {
        "LLHS": "In the first, go along (1, -1): 1 - 3 + 1 is negative, although both squares have a plus.",
        "LLHL": "Look at the mixed terms: along (1, -1) the first falls, along (1, 0.5) the last does.",
        "SLHL": "In the last, go along (1, 0.5): 1 - 2 + 0.75 is negative.",
        "SSHS": "In the second, the mixed term is too weak to win: both eigenvalues, 1 and 3, are positive.",
        "SLLS": "In the third, both squares have a minus: every way leads down.",
    }
    return expect_letters("SLHS", {"L": "lowest", "H": "highest", "S": "saddle"}, slips)


@exercise("8.8", hint="What does a step multiply x₂ by? The curvature along it is negative.")
def leaving_a_saddle():
    slips = [
        (72, "Very close: after 72 steps it is 0.956. Round up."),
        (66, "The factor is 1 + 0.1; 1/(1 - 0.1) is slightly more."),
    ]
    return expect(73, slips, hint="x₂ is 0.001 times a power of 1.1.")


@exercise("8.9", hint="The spread goes with one over a root. By how much must it shrink?")
def less_noise():
    slips = [
        (24, "Three times the rows shrink the spread only by the root of 3."),
        (9, "Nine times as many rows as now, not nine rows."),
        (14, "Eight times the root of 3: the other way round, the rows go with the square."),
    ]
    return expect(72, slips)


@exercise(
    "8.10",
    hint="How many epochs are finished before step 101, and what share of four epochs is that? Put it into each rule.",
)
def three_schedules():
    slips = [
        ((0.05, 0.025, 0.1), "Before step 101 two epochs are finished, not three."),
        ((0.1, 0.1, 0.1), "Before step 101 two epochs are finished, not one."),
        ((0.2 / 3, 0.05, 0.2), "The first two are right. Half the way is done, and the cosine of π/2 is 0."),
        ((0.2 / 3, 0.1, 0.1), "The rate has been halved twice, after the first epoch and after the second."),
    ]
    return expect_all((0.2 / 3, 0.05, 0.1), slips)


@exercise(
    "8.11",
    hint="The paths agree if rate times gradient stays the same. Write each of the two objectives as a number times "
    "the sum.",
)
def sum_or_mean():
    slips = [
        ((0.0002, 0.0001), "The mean has a smaller gradient than the sum, so it needs a larger rate."),
        ((0.5, 0.25), "Half of the mean has half of the gradient: the rate doubles."),
        ((0.5, 0.5), "The half matters too."),
    ]
    return expect_all((0.5, 1.0), slips)


@exercise(
    "8.12",
    hint="First line: an array of zeros with one entry more than X has columns; a 1 before each row then serves the "
    "intercept. The squared error is neither halved nor averaged.",
)
def your_own_stochastic_regression(answer):
    regression = function_of(answer, "regression", "an array", lambda found: np.array(found, dtype=float))
    rng, rate = np.random.default_rng(16), 0.05
    for trial in range(20):
        X, y, order = rng.normal(size=(6, 2)), rng.normal(size=6), rng.permutation(6)
        given = regression(X.copy(), y.copy(), rate, order.tolist())
        if given.shape != (3,):
            return f"The function should return the intercept and 2 weights; it returned the shape {given.shape}."
        risk = EmpiricalRisk(X, y, SquaredLoss(), intercept=True)
        right = descend(risk, [0, 0, 0], GradientDescent(rate), steps=6, batches=order[:, None]).point
        slips = [
            (
                _row_by_row(X, y, -rate, order),
                "The weights go uphill: y minus the prediction is minus half of the slope.",
            ),
            (_row_by_row(X, y, rate / 2, order), "The derivative of a square has a factor 2."),
            (_row_by_row(X, y, rate, sorted(order)), "The rows should be visited in the given order."),
            (_row_by_row(X, y, rate, order, hasty=True), "All weights of a step need the prediction made before it."),
            (descend(risk, [0, 0, 0], GradientDescent(rate), steps=1).point, "That is one step on all rows together."),
        ]
        if not np.allclose(given, right, rtol=1e-9):
            hint = f"On data set {trial + 1} the intercept should be {right[0]:.6f}; you have {given[0]:.6f}."
            return next((words for wrong, words in slips if np.allclose(given, wrong, rtol=1e-9)), hint)
    return None


def _row_by_row(X, y, rate, order, hasty=False):
    """Stochastic steps from 0, the intercept first; a hasty one uses each weight as soon as it has moved."""
    beta = np.zeros(X.shape[1] + 1)
    for row in order:
        x, old = np.concatenate([[1.0], X[row]]), beta.copy()
        for k in range(len(beta)):
            beta[k] += 2 * rate * x[k] * (y[row] - x @ (beta if hasty else old))
    return beta


@exercise(
    "8.13",
    hint="Keep two columns, v and w, and start with v = 0; each new v needs the w of the row before. The table "
    "under Two conventions translates the rates.",
)
def third_point_and_other_rate():
    bowl = Quadratic([[1.0]])
    third = float(descend(bowl, [1], Momentum(rate=0.1, momentum=0.5), steps=3).point[0])
    slips = [
        ((0.729, 0.2), "That is plain descent: the velocity is computed but not used."),
        ((third, 0.05), "The other way round: an average shrinks each gradient by 1 - β, so its rate must be larger."),
        ((third, 0.1), "With the same rate the average takes steps half as long."),
    ]
    return expect_all((third, 0.2), slips)


@exercise(
    "8.14",
    hint="Compare the rules of the heavy ball and of Nesterov: they differ in one place only. While v is 0 there is "
    "nothing to look ahead to.",
)
def look_ahead():
    slips = [
        (0.54, "That takes the gradient at w itself: the heavy ball. Look ahead first."),
        (0.8, "That is the first step only."),
        (0.64, "That is plain descent."),
    ]
    return expect(0.56, slips, hint="After the first step w = 0.8 and v = -0.2; the gradient is taken at 0.7.")


@exercise("8.15", hint="Take the roots of the two curvatures; the formulae under The best momentum need only those.")
def the_best_ball():
    slips = [
        ((1 / 32, 0.75), "The rate is right. Three quarters is the root of β, the factor per step: square it."),
        ((0.02, 0), "That is plain descent at its best rate."),
        ((1 / 32, (48 / 50) ** 2), "β contains the root of the condition number, 7, not 49."),
        ((2 / (8 * 2**0.5), 9 / 16), "The momentum is right. The rate is the square of that."),
    ]
    return expect_all((1 / 32, 9 / 16), slips, hint="The condition number is 49, its root 7.")


@exercise(
    "8.16", hint="Differentiate J twice. A step is minus the first derivative over the second, both where you are."
)
def two_steps_of_newton():
    first = 1 + 7 / 3
    second = first - (first**3 - 8) / (3 * first**2)
    slips = [
        (
            (1 - 7 / 3, -4 / 3 - ((-4 / 3) ** 3 - 8) / (3 * (4 / 3) ** 2)),
            "Check the sign: J' is -7 at 1, and minus minus is plus.",
        ),
        ((first, first - (first**3 - 8) / 3), "The second step needs the curvature at the new place, too."),
        ((8, 8 - (8**3 - 8)), "That subtracts the gradient itself. Divide it by the second derivative."),
        ((first, first + 7 / 3), "The second step needs both derivatives at the new place."),
    ]
    return expect_all((first, second), slips)


@exercise(
    "8.17",
    hint="The section Losses that can be descended lists the three steps. Ask of each line what it does during "
    "training: predict, judge, change, or nothing at all.",
)
def three_steps_of_learning():
    return expect_letters(
        "bda",
        "abcde",
        {
            "a": "Newton's method is how the objective is made small: the last step.",
            "b": "The weighted sum is what you choose first; it has parameters, but does not say which are better.",
            "c": "What is counted on new mails comes after learning and is not part of it.",
            "d": "The sum of losses is the objective: it says which parameters are better.",
            "e": "Scaling the counts prepares the data. It is useful, but not one of the three.",
        },
    )


@exercise(
    "8.18",
    hint="Only signs count here, not sizes. Write labels and scores below each other, and read the inequality "
    "closely for the instance that lies on the line itself.",
)
def fewest_errors():
    slips = [
        (2, "A score of exactly 0 takes neither side: a margin of 0 counts as an error too."),
        (4, "Those are the instances it gets right. Count the others."),
    ]
    return expect(3, slips, hint="Multiply each score by its label; count what is not above 0.")


@exercise(
    "8.19",
    hint="The zero-one loss is above 0 only for margins of 0 and below. Sketch the other curve there: where is it "
    "lowest?",
)
def smallest_factor():
    slips = [
        (1, "With the factor 1 the loss is only 0.16 at the margin 0, below the mistake that it should bound."),
        (0.16, "That is the loss at the margin 0. Which factor lifts it to 1?"),
        (2.5, "Square it: at the margin 0 the loss is 0.4², not 0.4."),
    ]
    return expect(6.25, slips, hint="The tightest place is the margin 0: there the loss must be 1.")


@exercise(
    "8.20",
    hint="Begin with the one whose formula you know from chapter 6. Then look up in The exponential loss when the "
    "perceptron moves: its criterion must be flat elsewhere.",
)
def what_they_optimise():
    return expect_letters(
        "cad",
        "abcd",
        {
            "a": "max(0, -m) is zero wherever the sign is right: the perceptron, which then does nothing.",
            "b": "All of them want few errors, but none minimises their number.",
            "c": "Impurity is a property of the sets that a split leaves: the decision tree.",
            "d": "Squares of distances between values and a line: least squares.",
        },
    )


TWO = np.array([[2.0, 1.0], [1.0, -1.0]]), np.array([1.0, -1.0])


@exercise(
    "8.21",
    hint="Begin each step with the two margins, from the old w and b. The gradient under The exponential loss needs "
    "only them and the data.",
)
def two_steps_of_exponential_loss():
    def after_two(rate=0.1, **options):
        risk = EmpiricalRisk(*TWO, ExponentialLoss(), intercept=True, **{"average": False, **options})
        b, *w = descend(risk, [0, 0, 0], GradientDescent(rate), steps=2).point.tolist()
        return *w, b

    fixed = descend(EmpiricalRisk(*TWO, ExponentialLoss(), average=False), [0, 0], GradientDescent(0.1), steps=2).point
    slips = [
        (after_two(average=True), "You divided by the number of instances. The objective here is a sum."),
        ((*fixed, 0), "b has a gradient of its own: move it too."),
        ((0.2, 0.4, 0), "The second step needs the gradient at the new place."),
    ]
    return expect_all(after_two(), slips, hint="The first step takes you to w = (0.1, 0.2), b = 0.")


@exercise(
    "8.22",
    hint="Begin with the score, then the margin, then the strength in the rule under The exponential loss. Compute it "
    "once, before anything moves.",
)
def one_instance():
    c = 0.1 * math.exp(-1.3)
    late = 0.1 * math.exp(0.5 - c - 2 * (1 + 2 * c) + 0.2)  # the factor of b from weights that have moved already
    slips = [
        ((0.5 + c, -1 + 2 * c, 0.2 + c), "The label is -1: the weights move against x."),
        (
            (0.5 - c, -1 - 2 * c, 0.2),
            "The weights are right. b moves as well, with the same strength.",
        ),
        ((0.5 - c, -1 - 2 * c, 0.2 - late), "You moved b using the new weights. All three need the old ones."),
        ((0.5, -1, 0.2), "The hinge loss would not move at this margin. The exponential loss always does."),
    ]
    return expect_all((0.5 - c, -1 - 2 * c, 0.2 - c), slips)


@exercise("8.23", hint="For the perceptron only the sign of a margin matters; when does it leave an instance alone?")
def when_the_perceptron_moves():
    slips = [
        (2, "The perceptron also moves for a margin of exactly 0."),
        (5, "Descent moves for all five. The perceptron moves only for its mistakes."),
    ]
    return expect(3, slips)


@exercise("8.24", hint="Write down all five strengths first.")
def the_loudest_instance():
    pulls = np.exp([-2, -0.5, 0, 0.5, 2])
    slips = [
        (float(pulls[0] / pulls.sum()), "That is the share of the margin 2. The strength is exp(-m)."),
        (float(pulls[-1]), "That is exp(2). Divide by the sum of all five."),
    ]
    return expect(float(pulls[-1] / pulls.sum()), slips)


@exercise(
    "8.25",
    hint="The hinge loss measures how far a margin is below 1, the number of mistakes only how many are not above "
    "0. Start with some margins that are barely right.",
)
def surrogate_falls_mistakes_rise(answer):
    try:
        before, after = (np.asarray(margins, dtype=float).ravel() for margins in answer)
    except (TypeError, ValueError, OverflowError):
        return "The answer should be two lists of margins, before and after."
    if len(before) != len(after) or not 0 < len(before) <= 5 or not np.isfinite([before, after]).all():
        return "Both lists should hold the margins of the same instances: one to five numbers each."
    hinge, mistakes = ([float(loss.value(m).sum()) for m in (before, after)] for loss in (HingeLoss(), ZeroOneLoss()))
    if not hinge[1] < hinge[0]:
        return f"The hinge loss should fall; it goes from {hinge[0]:.4g} to {hinge[1]:.4g}."
    if not mistakes[1] > mistakes[0]:
        return f"The number of mistakes should rise; it goes from {mistakes[0]:.0f} to {mistakes[1]:.0f}."
    return None


@exercise(
    "8.26",
    hint="Start with a velocity of zeros, an array of its own. The trap: += on an array changes it in place, and "
    "with it every point that is the same array.",
)
def your_own_descent(answer):
    walk = function_of(answer, "walk", "nine points", lambda points: np.array([np.array(x, float) for x in points]))
    rng = np.random.default_rng(8)
    for _ in range(20):
        bowl, start = Quadratic(np.diag(rng.uniform(0.5, 4, size=3))), rng.normal(size=3)
        rate, momentum, given = 0.1, float(rng.uniform(0.3, 0.9)), start.copy()
        points = walk(bowl.gradient, given, rate, momentum, 8)
        if points.shape != (9, 3):
            return f"The function should return nine points, the start first, of 3 numbers; it has {points.shape}."
        if given.tolist() != start.tolist():
            return "The array that was passed in as the start has been changed; make a new one in each step."
        if not np.allclose(points, descend(bowl, start, Momentum(rate, momentum), steps=8).points, rtol=1e-9):
            return _wrong_path(points, start, rate * bowl.gradient(start), rate * bowl.gradient(points[1]), momentum)
    return None


def _wrong_path(points, start, first, second, momentum):
    """A hint for a path that is not that of momentum; `first` and `second`: rate times gradient at two points."""
    if not np.allclose(points[0], start):
        return "The first point should be the start."
    if np.allclose(points[1] - start, first):
        return "The first step goes uphill: subtract the gradient."
    if np.allclose(points[1] - start, -(1 - momentum) * first):
        return "That is the averaging form, with (1 - β) before the gradient. The exercise asks for the heavy ball."
    if np.allclose(points[2] - points[1], -second):
        return "The velocity is computed, but the step does not use it: add v, not the gradient alone."
    return "The first step should be -η g, and each later one -η g plus β times the step before."
