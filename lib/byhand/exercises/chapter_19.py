"""Checks for the exercises of chapter 19, neural networks."""

import math

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.neural import Network, Sigmoid, SquaredError
from byhand.perceptron import Perceptron

SIGMOID = Sigmoid()


@exercise(
    "19.1",
    hint="Multiply each input by its weight, add the bias, and put this one number into each of the three functions.",
)
def one_unit():
    z = 0.2
    right = z, float(SIGMOID(z)), math.tanh(z), z
    slips = [
        ((0.0, 0.5, 0.0, 0.0), "The bias is missing."),
        ((z, math.tanh(z), float(SIGMOID(z)), z), "Sigmoid first, then the hyperbolic tangent."),
        ((z, 1 / (1 + math.exp(z)), math.tanh(z), z), "Check the sign in the exponent of the sigmoid."),
    ]
    return expect_all(right, slips)


@exercise("19.2", hint="List the eight sums with her weights, and compare each with her threshold.")
def game_nights():
    slips = [
        (5, "A sum of 4 is not above 4.5: the friend alone is not enough for her."),
        (3, "The sum of all three counts too."),
    ]
    return expect(4, slips, hint="Write down the eight sums and count those above 4.5.")


@exercise(
    "19.3",
    hint="Keep a list of b, w1 and w2. For each row work out the sum, then the answer, and change something "
    "only if it is wrong.",
)
def rosenblatt_on_or():
    model = Perceptron(max_iter=1).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, 1])
    right = model.intercept_, *model.coef_, model.mistakes_[0]
    slips = [
        ((1, 0, 1, 1), "A sum of 0 counts as +1 here, so the first row is a mistake too."),
        ((0, 0, 0, 1), "The bias learns too: it is the weight of a constant 1."),
    ]
    return expect_all(right, slips, hint="Row by row: score, answer, and a change only where it is wrong.")


@exercise(
    "19.4",
    hint="Try all whole weights from -2 to 2 with thresholds halfway between whole numbers, and collect the answers "
    "to the eight rows in a set.",
)
def gates():
    slips = [
        (256, "Not all of them: whether an odd number of bits is on, for instance, takes more than one unit."),
        (14, "That is for two bits."),
        (152, "That is how many cannot be represented."),
    ]
    return expect(104, slips, hint="Does the set hold the answers to all eight rows, and are the weights enough?")


@exercise("19.5", hint="Work out x1 + x2 for each corner first; both units look at nothing else.")
def xor_through_other_eyes():
    slips = [
        ((0, -1, 1, 0, 2, 1), "A ReLU never answers with a negative number: the second unit is 0 at the corner 00."),
        ((0, 0, 1, 1, 2, 2), "The second unit subtracts 1 from the sum."),
        ((0, 0, 1, 0, 1, 1), "That is what steps would give. A ReLU passes its sum on: 2 stays 2."),
    ]
    return expect_all((0, 0, 1, 0, 2, 1), slips)


@exercise(
    "19.6",
    hint="The table under Activations has all four slopes; some of them need the value of the function first.",
)
def four_derivatives():
    s = float(SIGMOID(3.0))
    right = s * (1 - s), 0.1, 1.0, 1.0
    slips = [
        ((s, math.atan(3), 3.0, 3.0), "Those are the functions themselves. The exercise asks for their slopes."),
        ((s * (1 - s), 0.1, 1.0, 0.0), "ReLU is on at 3: its slope there is 1."),
        ((s * (1 - s), 1 / 4, 1.0, 1.0), "The slope of the arctangent has the square of z in it."),
    ]
    return expect_all(right, slips)


def _small(activation):
    network = Network([2, 2, 1], [activation, "identity"])
    return network, network.pack([([[1, -1], [0.5, 0.5]], [0, -1]), ([[2, -3]], [0.5])])


@exercise(
    "19.7",
    hint="Start with one equation for each hidden unit. The output unit sees what comes out of them, after the ReLU.",
)
def forward_pass():
    network, theta = _small("relu")
    (z, last), _ = network.forward(theta, [[3, 1]])
    right = *z[0], last[0, 0]
    slips = [
        ((2, 2, -1.5), "The bias of the second hidden unit is -1."),
        ((2, 1, 1.0), "The last bias is missing: add 0.5."),
        ((3.5, -3.5, 7.5), "Each row of the first matrix belongs to one hidden unit."),
    ]
    return expect_all(right, slips)


@exercise(
    "19.8",
    hint="Go from layer to layer: how many numbers does one unit of it need, and how many units are there?",
)
def count_parameters():
    slips = [
        (48, "The biases count too: one for each unit that is not an input."),
        (63, "Inputs have no bias."),
        (15, "That is the number of units."),
    ]
    return expect(59, slips, hint="For each layer: inputs times units, plus one bias for each unit.")


@exercise("19.9", hint="Exponentials first, then their sum. The loss needs only one of the three shares.")
def softmax_and_loss():
    powers = [math.exp(1.5), 1.0, math.exp(-0.5)]
    shares = [power / sum(powers) for power in powers]
    right = *shares, -math.log(shares[1])
    slips = [
        ((*shares, -math.log2(shares[1])), "The loss is in bits; use the natural logarithm."),
        ((*shares, -math.log(shares[0])), "The true class is the second."),
        ((*shares, math.log(shares[1])), "Check the sign: a loss is positive."),
    ]
    return expect_all(right, slips)


@exercise("19.10", hint="Multiply for the likelihood. For the loss, average the four surprises, minus log p.")
def from_likelihood_to_loss():
    loss = -math.log(0.1) / 4
    slips = [
        ((0.1, 4 * loss), "That is the sum over the rows; the loss is the mean."),
        ((0.1, 4 * loss / 3), "The row with probability 1 costs nothing, but it is one of four rows."),
        ((0.1, loss / math.log(2)), "The loss is in bits; use the natural logarithm."),
        ((0.1, -loss), "Check the sign: a loss is positive."),
        ((2.55, loss), "Independent probabilities are multiplied, not added."),
    ]
    return expect_all((0.1, loss), slips)


@exercise(
    "19.11",
    hint="Write the two layers below each other and put the first into the second. What is multiplied by x, "
    "and what is not?",
)
def two_linear_layers():
    slips = [
        ((1, 2, 0, 0, 1, 3, 1), "The second matrix comes first in the product: A is W2 times W1."),
        ((1, 0, 2, 0, 1, 3, 2), "The rank cannot be larger than the number of hidden units."),
        ((1, 0, 2, 0, 0, 1, 1), "The first bias goes through the second layer too."),
    ]
    hint = "Put the first layer into the second, and multiply out."
    return expect_all((1, 0, 2, 0, 1, 3, 1), slips, hint=hint)


@exercise(
    "19.12",
    hint="What happens to the shares if you subtract the same number from all scores? Choose it so that no "
    "exponential is large.",
)
def safe_softmax(answer):
    softmax = function_of(answer, "softmax", "an array", lambda found: np.asarray(found, dtype=object))
    rng = np.random.default_rng(0)
    large = [[1000.0, 1000.0], [1000.0, 999.0, -3000.0], [-1000.0, 0.0, 5.0], [-1000.0, -1001.0]]
    large += [
        [0.0, 1000.0, 0.0],
        [-1000.0, 900.0, 0.0, -2000.0],
    ]  # neither the first, the last nor the middle one helps
    for z in (rng.normal(size=4), *map(np.array, large)):
        powers, result = np.exp(z - z.max()), softmax(z.copy())
        if result.shape != z.shape:
            return f"For {len(z)} scores it should give {len(z)} probabilities."
        try:
            result = result.astype(float)
        except (TypeError, ValueError):
            return "It should give numbers."
        if not np.isfinite(result).all():
            return "Large scores overflow. Subtract the largest one first: the result does not change."
        if not np.allclose(result, powers / powers.sum(), atol=1e-9):
            return f"For the scores {z.round(3).tolist()} it should give {(powers / powers.sum()).round(4).tolist()}."
    return None


@exercise("19.13", hint="Run it forward first: z, then a. Each arrow from w to J is one factor.")
def chain_of_three():
    a = math.tanh(1)
    right = 2 * a, 1 - a * a, 2.0, 4 * a * (1 - a * a)
    slips = [
        ((-2 * a, 1 - a * a, 2.0, -4 * a * (1 - a * a)), "Check the sign: J is (a - y)², and a is above y."),
        ((a, 1 - a * a, 2.0, 2 * a * (1 - a * a)), "This loss has no ½: the 2 stays."),
        ((2 * a, 1 - a * a, 0.5, a * (1 - a * a)), "The last factor is the slope of wx with respect to w: it is x."),
        ((2 * a, a * (1 - a), 2.0, 4 * a * a * (1 - a)), "That is the slope of a sigmoid; a tanh has 1 - a²."),
    ]
    return expect_all(right, slips)


@exercise("19.14", hint="Both rules contain an error and the input. Which of them also contains the slope of the unit?")
def two_rules():
    a = float(SIGMOID(1.0))
    slope = 2 * a * a * (1 - a)
    slips = [
        ((2 * slope, slope, 2, 1), "Both changes should make the answer smaller: check the signs."),
        ((-slope, -slope / 2, -2, -1), "The loss has no ½: a factor 2 is missing in the gradient step."),
        ((-4 * a, -2 * a, -2, -1), "The slope of the unit, a(1 - a), is a factor too."),
    ]
    return expect_all((-2 * slope, -slope, -2, -1), slips)


@exercise(
    "19.15",
    hint="Start at the two outputs. Only when both of their errors are known can you go on to the hidden unit.",
)
def another_day():
    network = Network([2, 2, 2], ["sigmoid", "sigmoid"])
    theta = network.pack([([[0.2, 0], [0, 0.3]], [0.1, -0.1]), ([[0.4, -0.5], [0.6, 0.7]], [0.05, -0.2])])
    right = _four_slopes(network.risk([[2, 1]], [[1, 1]]).gradient(theta))
    half = tuple(slope / 2 for slope in right)
    other = _four_slopes(network.risk([[1, 2]], [[1, 1]]).gradient(theta))
    slips = [
        (half, "This sum of squares has no ½: a factor 2 is missing."),
        (tuple(-slope for slope in right), "Check the sign: the exercise asks for gradients, not steps."),
        (other, "The inputs are swapped: x1 is 2."),
    ]
    return expect_all(right, slips)


def _four_slopes(gradient):
    """The slopes of b(2)_2, W(2)_22, b(1)_1 and W(1)_11 in the gradient of a 2-2-2 network."""
    return gradient[11], gradient[9], gradient[4], gradient[0]


@exercise(
    "19.16",
    hint="Two ways lead from the unit to the loss, one through each output. Add what comes back along each, then use "
    "the slope of a sigmoid, a(1 - a).",
)
def seven_units():
    slips = [
        ((0.096, 0.12, 0.0288), "The weight to the second output is negative: its error is subtracted."),
        ((-0.128, 0.12, -0.0384), "That is the slope of a tanh, 1 - a²; these are sigmoid units."),
        ((-0.2, 0.12, -0.06), "What comes back is multiplied by the slope of the unit, 0.6 times 0.4."),
        ((-0.048, 0.1, -0.0144), "The slope of a weight contains the output at its start: 0.6 times 0.2."),
    ]
    return expect_all((-0.048, 0.12, -0.0144), slips)


@exercise("19.17", hint="Which entries of W lead out of the first hidden unit: a row or a column?")
def turned_around():
    slips = [
        ((0.075, 0.2), "Going back uses the transpose: column j of W holds the weights that lead out of unit j."),
        ((0.5, 1.2), "Each unit also multiplies by its own slope, 1 - a²."),
        ((0.125, 0), "That is the slope of a sigmoid; these are tanh units."),
    ]
    return expect_all((0.375, 1.2), slips)


@exercise("19.18", hint="Take the gradient once, at the old weights, and go against it.")
def one_step():
    network = Network([2, 2, 2], ["sigmoid", "sigmoid"], SquaredError(0.5), bias=False)
    w = network.pack([([[0.6, -0.4], [-0.2, 0.8]], None), ([[0.9, -0.5], [-0.3, 0.7]], None)])
    risk = network.risk([[0.5, 1.0]], [[0.0, 1.0]])
    gradient = risk.gradient(w)
    slips = [
        (risk.value(w + gradient), "J has risen: you stepped with the gradient, not against it."),
        (risk.value(w - 0.5 * gradient), "That is with η = 0.5."),
        (risk.value(w), "That is before the step."),
    ]
    return expect(risk.value(w - gradient), slips)


@exercise("19.19", hint="Up to z(2) nothing changes. What is the slope of a linear output, and what is left of the 2?")
def a_linear_end():
    z = 0.5 * math.tanh(0.04) - 0.6 * math.tanh(-0.42) + 0.1
    y = math.sin(0.7) * math.cos(-0.4)
    tanh = math.tanh(z)
    slips = [
        (2 * (z - y), "With the ½ the 2 of the derivative is gone."),
        (y - z, "The size is right. Which way does the loss fall?"),
        (tanh - y, "The output is linear now: it passes its sum on as it is."),
        (
            (tanh - y) * (1 - tanh**2),
            "That is with a tanh at the end. A linear output answers z and has the slope 1.",
        ),
        ((z - y) * (1 - tanh**2), "The slope of a linear output is 1, not that of a tanh."),
    ]
    return expect(z - y, slips)


@exercise("19.20", hint="How many times as large is the slope of your friend's loss? A step is the rate times a slope.")
def the_half_and_the_rate():
    slips = [
        (2.5, "Larger slopes need a smaller rate."),
        (0.002, "A sum over 50 rows is 50 times their mean, but the half takes half of that away."),
        (0.001, "The half makes the slopes smaller, not larger."),
        (0.2, "That takes care of the half. What does the sum over 50 rows do?"),
        (0.1, "With the same rate the friend's steps are much longer."),
    ]
    return expect(0.004, slips)


@exercise("19.21", hint="Go back from J: first v, then u, then x and y. Along how many ways does x reach J?")
def used_twice():
    slips = [
        ((12, 6, 48), "x is used twice: once in u and once more in v. Add what comes back along both ways."),
        ((12, 12, 48), "That is what comes back from v alone. x is also a part of u."),
        ((12, 18, 6), "The slope of xy by y is x, and x is 4."),
        ((6, 9, 24), "The slope of a square is 2v."),
    ]
    return expect_all((12, 18, 48), slips)


@exercise(
    "19.22",
    hint="Four lines are enough: hidden outputs, error at the output, error at the hidden units, and two "
    "outer products.",
)
def back_propagation(answer):
    slopes = function_of(answer, "slopes", "four arrays", lambda found: [np.asarray(v, float) for v in found])
    rng = np.random.default_rng(0)
    for _ in range(10):
        d, h, q = rng.integers(1, 5, size=3)
        network = Network([d, h, q], ["tanh", "identity"])
        theta, x, y = rng.normal(size=network.size), rng.normal(size=d), rng.normal(size=q)
        (W1, b1), (W2, b2) = network.unpack(theta)
        result = slopes(*(part.copy() for part in (W1, b1, W2, b2, x, y)))
        right = network.unpack(network.risk([x], [y]).gradient(theta))
        wanted = dict(zip(("W1", "b1", "W2", "b2"), (right[0][0], right[0][1], right[1][0], right[1][1]), strict=True))
        if len(result) != 4:
            return "The function should return four arrays."
        for (name, slope), given in zip(wanted.items(), result, strict=True):
            if np.shape(given) != slope.shape:
                return f"The slopes of {name} should have the shape {slope.shape}; they have {np.shape(given)}."
            if np.allclose(2 * given, slope) and not np.allclose(slope, 0):
                return f"The slopes of {name} are half of what they should be: this loss has no ½."
            if np.allclose(-given, slope) and not np.allclose(slope, 0):
                return f"The slopes of {name} have the wrong sign."
            if not np.allclose(given, slope):
                return f"The slopes of {name} are not right; nudge one of them to see which."
    return None


@exercise("19.23", hint="How large is the slope of a sigmoid at 0? Count the arrows between ten units.")
def ten_sigmoids():
    slips = [
        (0.25**10, "Ten units have nine steps between them."),
        (0.5**9, "0.5 is the output of the unit. Its slope is 0.5 times 0.5."),
    ]
    return expect(0.25**9, slips)


@exercise("19.24", hint="One step back multiplies by the weight and by a slope. What must their product be?")
def to_keep_an_error_alive():
    slips = [
        (2, "0.5 is the output of the unit. Its slope is 0.5 times 0.5."),
        (1, "A weight of 1 leaves a factor of ¼ for each step."),
        (0.25, "That is the slope. The weight has to make up for it."),
    ]
    return expect(4, slips)


@exercise("19.25", hint="One step back now has two ways: through the unit, and past it. Add their slopes.")
def residual_chain():
    slips = [
        (0.25**9, "That is without the residual connections: going past a unit multiplies by 1."),
        (1.25**10, "Ten units have nine steps between them."),
        (1, "Going through the unit adds a quarter in each step."),
    ]
    return expect(1.25**9, slips)


@exercise("19.26", hint="Both rules give a variance. What was asked for is its square root.")
def how_wide_to_start():
    slips = [
        ((0.01, 0.04), "Those are the variances. The standard deviation is the square root."),
        ((0.1, math.sqrt(1 / 30)), "Glorot takes the mean of the numbers of inputs and of outputs."),
        ((math.sqrt(1 / 200), 0.2), "A ReLU cuts off half of its sums, so He's variance is 2/m."),
        ((0.1, math.sqrt(2 / 25)), "Glorot's variance is 1 over the mean of the two numbers; the 2 is for ReLU units."),
    ]
    return expect_all((0.1, 0.2), slips)


@exercise(
    "19.27", hint="Keep the smallest error so far, and count the epochs since then. When does the count reach three?"
)
def when_to_stop():
    slips = [
        (10, "Training ends there, but the weights that are kept are those of the best epoch."),
        (11, "By then training has stopped: three epochs without a new best had passed. Epoch 11 is never run."),
        (4, "After epoch 4 only two epochs pass without a new best; then there is one."),
        (1, "A small error is good."),
    ]
    return expect(7, slips)


@exercise(
    "19.28",
    hint="The mean of a sum is the sum of the means. What is the mean of one output that is kept with probability 0.8?",
)
def what_dropout_leaves():
    slips = [
        (2.4, "The division makes up for the units that are missing."),
        (3.75, "Without dropout it would be 3.75, but a fifth of that is dropped."),
        (0.6, "Dropped with 0.2 means kept with 0.8, and what is kept is divided by it."),
    ]
    return expect(3, slips)


@exercise(
    "19.29",
    hint="The mean of a sum is the sum of the means. With which probability does an output go into the sum?",
)
def dropout_without_the_division():
    slips = [
        (4, "That is the sum of the whole network. Nothing makes up for the units that are missing."),
        (1.6, "Dropped with 0.4 means kept with 0.6."),
    ]
    return expect(2.4, slips)


@exercise(
    "19.30",
    hint="The two slopes are given below the loss in A network that says how sure it is. Watch the sign of s.",
)
def how_sure():
    right = -0.6 * math.e, 0.5 * (1 - 0.36 * math.e)
    slips = [
        ((0.6 * math.e, right[1]), "The mean is too low, so the loss falls when it rises: the slope is negative."),
        ((-0.6 / math.e, 0.5 * (1 - 0.36 / math.e)), "e to the minus s, with s = -1, is e itself."),
        ((right[0], 2 * right[1]), "The ½ stays for s."),
    ]
    return expect_all(right, slips)


@exercise("19.31", hint="First look for a run that rises. Then ask of each: when does the training loss fall?")
def four_curves():
    faults = {"L": "rate too large", "S": "rate too small", "N": "learns the noise", "P": "plateau"}
    slips = {
        "SNPL": "One of the two slow runs falls evenly all the time; the other one stands still and then drops.",
        "PLSN": "Look at the training loss: in one of these two runs it falls to the end.",
    }
    return expect_letters("PNSL", faults, slips)


@exercise(
    "19.32",
    hint="Keep three things from step to step: the best error so far, a copy of its weights, and how many steps ago it "
    "was.",
)
def train_and_stop(answer):
    train = function_of(answer, "train", "an array of weights", lambda found: np.asarray(found, dtype=float))

    theta = np.array([2.0, -4.0])
    down = train(lambda t: t, lambda t: float(t @ t), theta, 0.25, 3)
    if not np.array_equal(theta, [2, -4]):
        return "The first weights were changed in place: make new ones, w = w - rate * slope."
    if down.shape != theta.shape:
        return "It should return the best weights, an array of the shape of the first ones."
    if np.abs(down).max() > 1e-3:
        return "Each step goes against the gradient: minus the rate times it."

    def stopped(held, patience):
        """Where it stops on a slope of -1 everywhere: with the rate 1 the weight counts the steps."""
        return train(lambda _: np.array([-1.0]), lambda t: held[round(t[0])], np.array([0.0]), 1.0, patience)[0]

    rising = np.arange(1.0, 200.0)
    held = np.r_[9, 7, 6, 5.5, 5.7, 5.6, 5.4, 5.8, 5.9, 6.1, 1.0, rising + 9]
    words = {
        9: "Those are the last weights. Keep the best ones, as a copy if you change arrays in place.",
        3: "With a patience of 3 it must go on after the second step without a new best.",
        10: "With a patience of 3 it must stop after the third step in a row without a new best.",
    }
    if stopped(held, 3) in words:
        return words[stopped(held, 3)]
    if stopped(held, 4) == 6:
        return "A new best sets the count of steps without one back to 0."
    if [stopped(held, patience) for patience in (3, 4, 1)] != [6, 10, 3]:
        return "It does not return the weights with the smallest error before the patience runs out."
    if stopped(rising, 2) != 0:
        return "The first weights count too: if no step makes the error smaller, they are the best."
    return None
