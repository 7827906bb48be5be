"""Problems on neural networks: the perceptron's rule, a pass forward, back-propagation, the first weights."""

from fractions import Fraction
from math import exp

from byhand.expression import number, product
from byhand.practice.problem import kind


@kind(
    "perceptron",
    "The perceptron's rule",
    ["two examples", "three examples, another learning rate", "two rounds: does it learn?"],
    chapter="14a-perceptron-and-logistic-regression",
)
def perceptron(problem, random):
    level = problem.level
    rate = 1 if level == 1 else random.choice((0.5, 2))
    size, rounds = (2, 1) if level == 1 else (3, 1) if level == 2 else (3, 2)
    while True:
        X = [[random.choice((-3, -2, -1, 1, 2, 3, 4)) for _ in range(2)] for _ in range(size)]
        y = [random.choice((-1, 1)) for _ in X]
        w, b = [random.choice((-2, -1, 1, 2)) for _ in range(2)], random.choice((-2, -1, 1, 2))
        wrong = _mistakes(X * rounds, y * rounds, w, b, rate)
        if wrong and len(set(y)) == 2 and len(set(map(tuple, X))) == size and _is_instructive(wrong, size):
            break
    problem.title = f"The perceptron's rule: {size} examples" + (" twice" if rounds > 1 else "")
    problem.data = {"X": X, "y": y, "w": w, "b": b, "rate": rate, "rounds": rounds}
    columns = zip(*X, strict=True)
    problem.tables = {
        "Examples": {"example": range(1, size + 1), **dict(zip(("x1", "x2"), columns, strict=True)), "y": y}
    }
    again = " Go through them twice, carrying the weights over into the second round." if rounds > 1 else ""
    problem.question = (
        f"Begin with $w = ({w[0]}, {w[1]})$ and $b = {b}$ and show the examples to a perceptron one after the other."
        rf"{again} Its prediction is the sign of the score $w_1 x_1 + w_2 x_2 + b$. Where it is wrong, "
        rf"$w \leftarrow w + \eta\,y\,x$ and $b \leftarrow b + \eta\,y$ with $\eta = {rate}$; where it is right, "
        "nothing changes. Write down the weights after each example, changed or not."
    )
    names = [f"({w[0]})", f"({w[1]})", f"({b})"]
    now, first = [*w, b], names
    for k in range(1, size * rounds + 1):
        x, label = X[(k - 1) % size], y[(k - 1) % size]
        names, now = _example(problem, k, x, label, rate, names, now, first, wrong[k - 1], level)
    if rounds > 1:
        scores = [f"sign({{score ({k})}}) * ({y[(k - 1) % size]})" for k in range(size + 1, 2 * size + 1)]
        before = [f"sign({{score ({k})}}) * ({y[k - 1]})" for k in range(1, size + 1)]
        problem.ask(
            "mistakes",
            f"({size} - ({' + '.join(scores)})) / 2",
            "the number of mistakes in the second round",
            formula=r"\sum_n [\text{wrong}_n]",
            numbers=" + ".join(str(int(mistake)) for mistake in wrong[size:]),
            hint="Compare the sign of each score of the second round with the label.",
            slips=[
                ("first round", "These are the mistakes of the first round.", f"({size} - ({' + '.join(before)})) / 2"),
                ("right ones", "These are the examples that it got right.", f"({size} + {' + '.join(scores)}) / 2"),
            ],
        )


def _mistakes(X, y, w, b, rate):
    """Which examples are wrong, one after the other; nothing if a score is 0."""
    wrong = []
    for x, label in zip(X, y, strict=True):
        score = w[0] * x[0] + w[1] * x[1] + b
        if score == 0:
            return []
        wrong.append(score * label < 0)
        if wrong[-1]:
            w, b = [old + rate * label * value for old, value in zip(w, x, strict=True)], b + rate * label
    return wrong


def _is_instructive(wrong, size):
    """Whether some examples are right and some are wrong, and in a second round fewer, not none at once."""
    rounds = [wrong[i : i + size] for i in range(0, len(wrong), size)]
    return 0 < sum(rounds[0]) < size + (len(rounds) > 1) and (len(rounds) == 1 or 0 < sum(rounds[1]) < sum(rounds[0]))


def _example(problem, k, x, label, rate, names, now, first, wrong, level):
    """Ask for the score of one example, what is predicted, and the weights after it."""
    *weights, bias = names
    terms = [f"{weight} * ({value})" for weight, value in zip(weights, x, strict=True)]
    score = f"{{score ({k})}}"
    old = [f"{weight} * ({value})" for weight, value in zip(first[:2], x, strict=True)]
    problem.ask(
        f"score ({k})",
        " + ".join([*terms, bias]),
        f"the score of example {(k - 1) % len(problem.data['X']) + 1}"
        + (", second time" if k > len(problem.data["X"]) else ""),
        formula="w_1 x_1 + w_2 x_2 + b",
        hint="Multiply each input by its current weight, add the products, and add b.",
        slips=[
            ("bias forgotten", "You left out b.", " + ".join(terms)),
            (
                "label multiplied",
                "The score does not depend on the label: do not multiply by y.",
                f"({label}) * ({' + '.join([*terms, bias])})",
            ),
            ("weights at the start", "The weights have changed since the start.", " + ".join([*old, first[2]])),
        ],
    )
    predicted = f"sign({score})"
    if level < 3:
        problem.ask(
            f"prediction ({k})",
            predicted,
            f"the prediction for example {k}, 1 or −1",
            formula=r"\operatorname{sign}(\text{score})",
            hint="Is the score above or below 0?",
            slips=[("label", "This is the label: the prediction is the sign of the score.", f"{label}")],
        )
        predicted = f"{{prediction ({k})}}"
    after = []
    for name, letter, value, weight, old in zip(
        ("w1", "w2", "b"), ("w_1", "w_2", "b"), (*x, 1), names, now, strict=True
    ):
        change = f"{rate} * ({label})" + (f" * ({value})" if name != "b" else "")
        factor = r" \times x" + letter[1:] if name != "b" else ""
        size = Fraction(str(rate)) * label * value
        problem.ask(
            f"{name} ({k})",
            f"{weight} + {change} * (1 - ({label}) * {predicted}) / 2",
            f"{name} after example {(k - 1) % len(problem.data['X']) + 1}"
            + (", second time" if k > len(problem.data["X"]) else ""),
            formula=rf"{letter} + \eta \times y{factor} \text{{ if wrong, else }} {letter}",
            numbers=(number(float(old)) + product([number(rate), label, *[value] * (name != "b")])).latex()
            if wrong
            else "",
            hint="Was the prediction right? Then nothing changes. If not, add η y"
            + (f" {name.replace('w', 'x')}." if name != "b" else "."),
            slips=[
                ("updated although right", "The prediction was right: nothing changes.", f"{weight} + {change}"),
                ("not updated", "The prediction was wrong: the weights change.", weight),
                ("y forgotten", "The label is −1: it reverses the sign of the change.", f"{weight} - {change}")
                if label < 0
                else ("sign of the update", "The label is 1: the change is added.", f"{weight} - {change}"),
                ("rate forgotten", "You left out the learning rate.", f"{weight} + ({label}) * ({value})"),
            ],
        )
        after.append((f"{{{name} ({k})}}", Fraction(str(old)) + size * wrong))
    return [name for name, _ in after], [value for _, value in after]


@kind(
    "forward-pass",
    "A forward pass",
    ["to a number", "to a probability and its loss", "to the shares of two classes"],
    chapter="19a-neurons-and-networks",
)
def forward_pass(problem, random):
    outputs, halves = 2 if problem.level == 3 else 1, (-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2)
    while True:
        x = random.sample((-2, -1, 1, 2, 3), 2)
        W = [[random.sample(halves, 2) for _ in range(2)], [random.sample(halves, 2) for _ in range(outputs)]]
        b = [random.sample((-1, -0.5, 0.5, 1), 2), random.sample((-0.4, -0.3, -0.2, 0.2, 0.3, 0.4), outputs)]
        below = _plain_sums(W[0], b[0], x)
        above = _plain_sums(W[1], b[1], [max(0, z) for z in below])
        apart = max(below) > 0 and 0 not in below and len({*below, *above}) == 2 + outputs
        if apart and _are_soft(above) and _are_soft(_plain_sums(W[1], b[1], below), 0):  # without the ReLUs too
            break
    true = random.randrange(2)
    problem.data = {"W": W, "b": b, "x": x, "true": true}
    problem.title = f"A forward pass through a 2-2-{outputs} network"
    problem.tables = {
        "Hidden units": _unit_table(W[0], b[0], ("x1", "x2"), 1),
        "Output units" if outputs > 1 else "Output unit": _unit_table(W[1], b[1], ("a(1)_1", "a(1)_2"), 2),
    }
    ending = (
        "The output unit is linear: its sum is the answer. What does the network say?",
        rf"The output unit is a sigmoid, $p = 1 / (1 + e^{{-z}})$, and the target is $y = {true}$. What does the "
        r"answer cost by cross-entropy (natural logarithm), and what is its slope in the last sum, "
        r"$\delta = \partial J / \partial z$?",
        f"A softmax makes shares of the two sums, and class {true + 1} is the true one. What does the answer cost by "
        r"cross-entropy (natural logarithm), and what are its slopes in the two sums, $\delta = \partial J / "
        r"\partial z$?",
    )[problem.level - 1]
    problem.question = f"The inputs are $x = ({x[0]}, {x[1]})$. The hidden units are ReLUs, $a = \\max(0, z)$. {ending}"
    hidden = _sums(problem, 1, W[0], b[0], [f"({value})" for value in x], ["x_1", "x_2"])
    passed = [f"max(0, {z})" for z in hidden]
    scores = _sums(problem, 2, W[1], b[1], passed, [r"a^{(1)}_1", r"a^{(1)}_2"], hidden)
    if problem.level == 2:
        _sure(problem, scores[0], true)
    elif problem.level == 3:
        _shares(problem, scores, min(above) > 0)
    if problem.level > 1:
        _cross_entropy(problem, outputs, true)


def _plain_sums(W, b, inputs):
    return [sum(w * a for w, a in zip(row, inputs, strict=True)) + bias for row, bias in zip(W, b, strict=True)]


def _are_soft(scores, least=0.5):
    """Whether the probabilities of these sums are neither even, `least` apart, nor nearly certain."""
    apart = scores[0] - scores[1] if len(scores) > 1 else scores[0]
    return least <= abs(apart) <= 3 and all(0 < abs(score) <= 6 for score in scores)


def _sure(problem, z, true):
    """Ask for the probability that a sigmoid makes of its sum."""
    problem.ask(
        "a(2)_1",
        f"1 / (1 + exp(-{z}))",
        "the probability of class 1",
        formula=r"\frac{1}{1 + e^{-z^{(2)}_1}}",
        hint="Put the sum into the sigmoid; watch the minus in the exponent.",
        slips=[("minus forgotten", "The exponent is −z: the sign is missing.", f"1 / (1 + exp({z}))")],
    )


def _shares(problem, scores, positive):
    """Ask for what a softmax makes of two sums; `positive`: whether both are."""
    first, second = (f"exp({z})" for z in scores)
    for j, (own, other, z) in enumerate(((first, second, scores[0]), (second, first, scores[1])), 1):
        plain = [("without e", "Share out the exponentials, not the sums.", f"{z} / ({scores[0]} + {scores[1]})")]
        problem.ask(
            f"a(2)_{j}",
            f"{own} / ({first} + {second})",
            f"the probability of class {j}",
            formula=rf"\frac{{e^{{z^{{(2)}}_{j}}}}}{{e^{{z^{{(2)}}_1}} + e^{{z^{{(2)}}_2}}}}",
            hint="Take e to the power of each sum, and divide its own by the total of both.",
            slips=[
                ("odds", "The denominator is the total of both exponentials.", f"{own} / {other}"),
                ("the other class", "This is the share of the other class.", f"{other} / ({first} + {second})"),
            ]
            + plain * positive,
        )


def _cross_entropy(problem, outputs, true):
    """Ask for the loss and for the slopes of it in the last sums."""
    shares = ["1 - {a(2)_1}", "{a(2)_1}"] if outputs == 1 else ["{a(2)_1}", "{a(2)_2}"]
    right, wrong = shares[true], shares[1 - true]
    targets = [true] if outputs == 1 else [1 - true, true]
    problem.ask(
        "J",
        f"-ln({right})",
        "the loss",
        formula=r"-\log p_{\text{true}}",
        hint="Only the probability that was given to the true class counts.",
        slips=[
            ("sign", "The logarithm of a probability is negative: the loss is minus that.", f"ln({right})"),
            ("wrong class", "This is what the answer would cost if the other class were true.", f"-ln({wrong})"),
            ("base 2", "Take the natural logarithm.", f"-log2({right})"),
        ],
    )
    for j, target in enumerate(targets, 1):
        p = f"{{a(2)_{j}}}"
        problem.ask(
            f"delta(2)_{j}",
            f"{p} - {target}",
            f"the slope of the loss in {'sum ' + str(j) if outputs > 1 else 'the last sum'}",
            formula=rf"a^{{(2)}}_{j} - y_{j}",
            hint="Probability minus target.",
            slips=[
                ("target less output", "Probability minus target, not the other way round.", f"{target} - {p}"),
                (
                    "slope of the unit",
                    "Cross-entropy cancels the slope of the unit.",
                    f"({p} - {target}) * {p} * (1 - {p})",
                ),
            ],
        )


@kind(
    "back-propagation",
    "Back-propagation",
    [
        "forward through a 2-2-1 network, and back to the output unit",
        "forward and back to a weight of the hidden layer",
        "two outputs: the errors that come back are added",
    ],
    chapter="19b-back-propagation",
)
def back_propagation(problem, random):
    outputs = 2 if problem.level == 3 else 1
    weights = [k / 10 for k in range(-9, 10) if abs(k) > 1]
    while True:
        x = random.sample((-1, 0.5, 1, 1.5, 2), 2)
        W = [[random.sample(weights, 2) for _ in range(2)], [random.sample(weights, 2) for _ in range(outputs)]]
        b = [random.sample((-0.4, -0.2, -0.1, 0.1, 0.2, 0.3), 2), random.sample((-0.3, -0.1, 0.1, 0.2, 0.4), outputs)]
        t = random.sample((0, 1), outputs)
        if _is_lively(W, b, x, t):
            break
    rate = random.choice((1, 2))
    problem.data = {"W": W, "b": b, "x": x, "t": t, "rate": rate}
    problem.title = f"Back-propagation in a 2-2-{outputs} network"
    problem.tables = {
        "Hidden units": _unit_table(W[0], b[0], ("x1", "x2"), 1),
        "Output units" if outputs > 1 else "Output unit": _unit_table(W[1], b[1], ("a(1)_1", "a(1)_2"), 2),
    }
    error = r"\frac12 (a - y)^2" if outputs == 1 else r"\frac12 \left[(a_1 - y_1)^2 + (a_2 - y_2)^2\right]"
    targets = f"the target is $y = {t[0]}$" if outputs == 1 else f"the targets are $y_1 = {t[0]}$ and $y_2 = {t[1]}$"
    problem.question = (
        f"The inputs are $x = ({x[0]}, {x[1]})$, {targets}. All units are sigmoids, $a = 1 / (1 + e^{{-z}})$; the loss "
        f"is $J = {error}$, the local error of a unit is $\\delta = \\partial J / \\partial z$, the learning rate is "
        f"$\\eta = {rate}$. Go forward"
        + (", and back to the weights of the output unit." if problem.level == 1 else ", and back to the hidden layer.")
        + " Keep at least four digits."
    )
    inputs = [f"({value})" for value in x]
    hidden = _layer(problem, 1, W[0], b[0], inputs, ["x_1", "x_2"])
    output = _layer(problem, 2, W[1], b[1], hidden, [r"a^{(1)}_1", r"a^{(1)}_2"])
    differences = [f"({a} - {target})" for a, target in zip(output, t, strict=True)]
    squares = " + ".join(f"{difference}**2" for difference in differences)
    problem.ask(
        "J",
        f"1/2 * ({squares})" if outputs > 1 else f"1/2 * {squares}",
        "the loss",
        formula=error.replace("(a - y)", r"(a^{(2)}_1 - y_1)")
        .replace("a_1 -", r"a^{(2)}_1 -")
        .replace("a_2 -", r"a^{(2)}_2 -")
        .replace(r"\frac12", r"\frac{1}{2}"),
        hint="Subtract the target from the output, square, and halve.",
        slips=[
            ("½ forgotten", "The loss has the factor ½.", squares),
            ("not squared", "Square the difference.", f"1/2 * ({' + '.join(differences)})"),
        ],
    )
    for j, (a, target) in enumerate(zip(output, t, strict=True), 1):
        slope = f"{a} * (1 - {a})"
        z = f"{{z(2)_{j}}}"
        problem.ask(
            f"delta(2)_{j}",
            f"({a} - {target}) * {slope}",
            f"the local error of output unit {j}" if outputs > 1 else "the local error of the output unit",
            formula=rf"(a^{{(2)}}_{j} - y_{j}) \times a^{{(2)}}_{j} \times (1 - a^{{(2)}}_{j})",
            hint="Output minus target, times the derivative of the sigmoid, a (1 − a).",
            slips=[
                ("derivative forgotten", "You left out the derivative of the sigmoid, a (1 − a).", f"{a} - {target}"),
                (
                    "target less output",
                    "The derivative of the loss is output minus target, not the other way round.",
                    f"({target} - {a}) * {slope}",
                ),
                (
                    "derivative of the sum",
                    "The derivative of the sigmoid is a (1 − a), with the output a, not the sum z.",
                    f"({a} - {target}) * {z} * (1 - {z})",
                ),
                (
                    "difference forgotten",
                    "This is only the derivative of the sigmoid: multiply it by output minus target.",
                    slope,
                ),
            ],
        )
    if problem.level > 1:
        for i in (1, 2):
            _hidden_error(problem, i, hidden[i - 1], W[1])
    if problem.level == 1:
        _slope_of(problem, 2, 1, 1, "{a(1)_1}", ("{a(1)_2}", inputs[0]))
        _slope_of(problem, 2, 1, 2, "{a(1)_2}", ("{a(1)_1}", inputs[1]))
        _new_weight(problem, 2, 1, 1, W[1][0][0], rate)
    else:
        i, j = random.randint(1, 2), random.randint(1, 2)
        _slope_of(problem, 2, outputs, j, hidden[j - 1], (hidden[2 - j], inputs[j - 1]))
        _slope_of(problem, 1, i, j, inputs[j - 1], (inputs[2 - j], hidden[i - 1]))
        _new_weight(problem, 1, i, j, W[0][i - 1][j - 1], rate)


def _is_lively(W, b, x, t):
    """Whether no sum and no local error is nearly 0."""
    below = _plain_sums(W[0], b[0], x)
    hidden = [1 / (1 + exp(-z)) for z in below]
    above = _plain_sums(W[1], b[1], hidden)
    outputs = [1 / (1 + exp(-z)) for z in above]
    errors = [(a - y) * a * (1 - a) for a, y in zip(outputs, t, strict=True)]
    back = [sum(row[i] * error for row, error in zip(W[1], errors, strict=True)) for i in (0, 1)]
    local = [a * (1 - a) * error for a, error in zip(hidden, back, strict=True)]
    return min(map(abs, [*below, *above])) > 0.02 and min(map(abs, local)) > 0.005


def _unit_table(W, b, inputs, layer):
    columns = dict(zip((f"weight of {name}" for name in inputs), zip(*W, strict=True), strict=True))
    return {"unit": range(1, len(W) + 1), **columns, "b": b}


def _sums(problem, layer, W, b, inputs, letters, below=None):
    """Ask for the sums of a layer; their names. `below`: the sums below it, where ReLUs cut them off on the way."""
    up = f"^{{({layer})}}"
    for j, (row, bias) in enumerate(zip(W, b, strict=True), 1):
        terms = [f"({w}) * {a}" for w, a in zip(row, inputs, strict=True)]
        turned = [f"({w}) * {a}" for w, a in zip(reversed(row), inputs, strict=True)]
        problem.ask(
            f"z({layer})_{j}",
            " + ".join([*terms, f"({bias})"]),
            f"the sum of {_unit(problem, layer, j)}",
            formula=rf"W{up}_{{{j},1}} {letters[0]} + W{up}_{{{j},2}} {letters[1]} + b{up}_{j}",
            hint="Multiply each input of the unit by its weight, add the products, and add b.",
            slips=[
                ("bias forgotten", "You left out b.", " + ".join(terms)),
                ("weights swapped", "You swapped the weights of the two inputs.", " + ".join([*turned, f"({bias})"])),
            ]
            + _cut_off(row, bias, below),
        )
    return [f"{{z({layer})_{j}}}" for j in range(1, len(W) + 1)]


def _cut_off(row, bias, below):
    """The slip of taking the sums below for the outputs of their ReLUs."""
    if below is None:
        return []
    terms = [f"({w}) * {z}" for w, z in zip(row, below, strict=True)]
    words = "A ReLU never answers with a negative number: it hands on 0 instead."
    return [("ReLU forgotten", words, " + ".join([*terms, f"({bias})"]))]


def _layer(problem, layer, W, b, inputs, letters):
    """Ask for the sums and outputs of a layer of sigmoids; the names of the outputs."""
    for j, z in enumerate(_sums(problem, layer, W, b, inputs, letters), 1):
        problem.ask(
            f"a({layer})_{j}",
            f"1 / (1 + exp(-{z}))",
            f"the output of {_unit(problem, layer, j)}",
            formula=rf"\frac{{1}}{{1 + e^{{-z^{{({layer})}}_{j}}}}}",
            hint="Put the sum into the sigmoid; watch the minus in the exponent.",
            slips=[
                ("minus forgotten", "The exponent is −z: the sign is missing.", f"1 / (1 + exp({z}))"),
                ("not squashed", "This is the sum: put it into the sigmoid.", z),
                (
                    "derivative",
                    "This is the derivative of the sigmoid: only its value goes forward.",
                    f"1 / (1 + exp(-{z})) * (1 - 1 / (1 + exp(-{z})))",
                ),
            ],
        )
    return [f"{{a({layer})_{j}}}" for j in range(1, len(W) + 1)]


def _unit(problem, layer, j):
    if layer == 1:
        return f"hidden unit {j}"
    return f"output unit {j}" if problem.level == 3 else "the output unit"


def _hidden_error(problem, i, a, W):
    """Ask for the local error of hidden unit i, whose output is a; `W`: the weights of the output units."""
    slope, errors = f"{a} * (1 - {a})", [f"{{delta(2)_{k}}}" for k in range(1, len(W) + 1)]
    back = " + ".join(f"({row[i - 1]}) * {error}" for row, error in zip(W, errors, strict=True))
    other = " + ".join(f"({row[2 - i]}) * {error}" for row, error in zip(W, errors, strict=True))
    slips = [
        ("derivative forgotten", "You left out the derivative of the sigmoid, a (1 − a), of the hidden unit.", back),
        (
            "weight forgotten",
            "The error comes back through a weight: multiply by it.",
            f"{slope} * ({' + '.join(errors)})",
        ),
        ("other weight", "You used the weight of the other hidden unit.", f"{slope} * ({other})"),
    ]
    if len(W) > 1:
        column = " + ".join(f"({w}) * {error}" for w, error in zip(W[i - 1], errors, strict=True))
        slips += [
            (
                "one output only",
                "Errors come back from both outputs: add them.",
                f"{slope} * ({W[0][i - 1]}) * {errors[0]}",
            ),
            (
                "row for column",
                "You used the weights into one output: use those that leave this hidden unit.",
                f"{slope} * ({column})",
            ),
        ]
    sums = " + ".join(rf"W^{{(2)}}_{{{k},{i}}} \delta^{{(2)}}_{k}" for k in range(1, len(W) + 1))
    problem.ask(
        f"delta(1)_{i}",
        f"{slope} * ({back})" if len(W) > 1 else f"{slope} * {back}",
        f"the local error of hidden unit {i}",
        formula=rf"a^{{(1)}}_{i} \times (1 - a^{{(1)}}_{i}) \times " + (f"({sums})" if len(W) > 1 else sums),
        hint="What comes back through the weights from the layer above, times the derivative of this unit, a (1 − a).",
        slips=slips,
    )


def _slope_of(problem, layer, j, i, below, others):
    """Ask for the derivative by weight i of unit j of a layer; `below`: its input; `others`: what it is not."""
    error = f"{{delta({layer})_{j}}}"
    letter = f"a^{{(1)}}_{i}" if layer == 2 else f"x_{i}"
    problem.ask(
        f"dJ/dW({layer})_{j},{i}",
        f"{error} * {below}",
        f"the slope along the weight of {'hidden unit' if layer == 2 else 'input'} {i} in {_unit(problem, layer, j)}",
        formula=rf"\delta^{{({layer})}}_{j} \times {letter}",
        hint="The local error of the unit above the weight, times what comes in through the weight.",
        slips=[
            ("error only", "This is the local error: multiply by what comes in through the weight.", error),
            ("other input", "You used what comes in through another weight.", f"{error} * {others[0]}"),
            (
                "wrong layer",
                "You used a value from another layer: use the input of this weight.",
                f"{error} * {others[1]}",
            ),
        ],
    )


def _new_weight(problem, layer, j, i, weight, rate):
    slope = f"{{dJ/dW({layer})_{j},{i}}}"
    problem.ask(
        f"new W({layer})_{j},{i}",
        f"({weight}) - {rate} * {slope}",
        f"that weight, now {weight}, after one step of gradient descent",
        formula=rf"W^{{({layer})}}_{{{j},{i}}} - \eta \times \frac{{\partial J}}{{\partial W}}",
        hint="Subtract the learning rate times the slope from the weight.",
        slips=[
            ("sign of the step", "This goes uphill: subtract the step.", f"({weight}) + {rate} * {slope}"),
            ("rate forgotten", "You left out the learning rate.", f"({weight}) - {slope}"),
            ("step only", "This is the step: subtract it from the weight.", f"{rate} * {slope}"),
        ],
    )


@kind(
    "first-weights",
    "The first weights",
    ["one layer", "Glorot's rule and He's", "many ReLU layers"],
    chapter="19c-training-networks",
)
def first_weights(problem, random):
    (_one_layer, _two_rules, _many_layers)[problem.level - 1](problem, random)


def _one_layer(problem, random):
    """Level 1: what a layer does to a signal."""
    m, spread = random.randint(11, 99), random.choice((0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.2, 0.3, 0.4, 0.5, 0.6))
    problem.data = {"m": m, "spread": spread}
    problem.title = f"A layer with {m} inputs"
    problem.question = (
        f"A unit adds up {m} inputs, each times its weight. The inputs have the mean square 1; the weights are "
        rf"independent, with mean 0 and standard deviation $\sigma_w = {spread}$. How much of the signal comes out?"
    )
    problem.ask(
        "variance",
        f"{m} * {spread}**2",
        "the variance of the sum",
        formula=r"m \times \sigma_w^2",
        hint="Each product has the variance of its weight, and the variances of independent terms add up.",
        slips=[
            ("not squared", "The variance of a weight is the square of its standard deviation.", f"{m} * {spread}"),
            ("inputs forgotten", "That is the variance of one product: there is one for each input.", f"{spread}**2"),
        ],
    )
    problem.ask(
        "deviation",
        "sqrt({variance})",
        "the standard deviation of the sum",
        formula=r"\sqrt{\operatorname{Var} z}",
        hint="Take the square root of the variance.",
        slips=[
            ("spreads added", "Variances add up, standard deviations do not.", f"{m} * {spread}"),
            ("squared", "Take the root of the variance, not its square.", "{variance}**2"),
        ],
    )
    problem.ask(
        "three layers",
        "{deviation}**3",
        "the factor by which three such layers multiply the size of a signal",
        formula=r"\text{deviation}^3",
        hint="Each layer multiplies the size of the signal by the same factor, its standard deviation.",
        slips=[
            ("tripled", "The factors of the layers multiply; they do not add up.", "3 * {deviation}"),
            ("variance", "That is the factor of the variance.", "{variance}**3"),
        ],
    )
    _right_spread(problem, m, 1)


def _two_rules(problem, random):
    """Level 2: a tanh layer and a ReLU layer."""
    m, out = random.sample(range(12, 100), 2)
    problem.data = {"m": m, "out": out}
    problem.title = f"A layer with {m} inputs and {out} outputs"
    problem.question = (
        f"A layer has {m} inputs and {out} outputs. How would you draw its first weights if its units are tanh "
        "(Glorot's rule), and how if they are ReLU (He's rule)?"
    )
    problem.ask(
        "Glorot variance",
        f"2 / ({m} + {out})",
        "the variance of a weight by Glorot's rule",
        formula=r"\frac{2}{m + m'}",
        hint="1 over the mean of the numbers of inputs and outputs.",
        slips=[
            ("sum for mean", "1 over the mean of the two numbers, not over their sum.", f"1 / ({m} + {out})"),
            ("inputs only", "Glorot's rule takes the outputs into account too.", f"1 / {m}"),
            ("He's rule", "That is He's rule.", f"2 / {m}"),
        ],
    )
    problem.ask(
        "Glorot deviation",
        "sqrt({Glorot variance})",
        "the standard deviation of a weight by Glorot's rule",
        formula=r"\sqrt{\text{variance}}",
        hint="Take the square root of the variance.",
        slips=[("squared", "Take the root of the variance, not its square.", "{Glorot variance}**2")],
    )
    problem.ask(
        "He variance",
        f"2 / {m}",
        "the variance of a weight by He's rule",
        formula=r"\frac{2}{m}",
        hint="A ReLU cuts off half of its sums: twice as much as 1 over the number of inputs.",
        slips=[
            ("half cut off", "ReLU units cut off half of the mean square: make up for it with a 2.", f"1 / {m}"),
            ("outputs", "He's rule counts the inputs.", f"2 / {out}"),
            ("Glorot's rule", "That is Glorot's rule.", f"2 / ({m} + {out})"),
        ],
    )
    problem.ask(
        "He deviation",
        "sqrt({He variance})",
        "the standard deviation of a weight by He's rule",
        formula=r"\sqrt{\text{variance}}",
        hint="Take the square root of the variance.",
        slips=[("squared", "Take the root of the variance, not its square.", "{He variance}**2")],
    )


def _many_layers(problem, random):
    """Level 3: a signal that passes several ReLU layers."""
    while True:
        m, layers = random.randint(12, 99), random.randint(3, 6)
        spread = random.choice((0.05, 0.06, 0.08, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5))
        if 0.15 < m * spread**2 / 2 < 4 and abs(m * spread**2 / 2 - 1) > 0.1:
            break
    problem.data = {"m": m, "layers": layers, "spread": spread}
    problem.title = f"{layers} ReLU layers of {m} units"
    problem.question = (
        f"A signal with the mean square 1 passes {layers} layers of {m} ReLU units, without biases. The weights are "
        rf"independent, with mean 0 and standard deviation $\sigma_w = {spread}$. What is left of it?"
    )
    problem.ask(
        "variance",
        f"{m} * {spread}**2",
        "the variance of the sums in the first layer",
        formula=r"m \times \sigma_w^2",
        hint="Each product has the variance of its weight, and the variances of independent terms add up.",
        slips=[
            ("not squared", "The variance of a weight is the square of its standard deviation.", f"{m} * {spread}"),
            ("ReLU too early", "The sums come before the ReLU: nothing is cut off yet.", f"{m} * {spread}**2 / 2"),
        ],
    )
    problem.ask(
        "mean square",
        "{variance} / 2",
        "the mean square of what the first layer passes on",
        formula=r"\frac{\operatorname{Var} z}{2}",
        hint="A ReLU sets half of the sums to 0.",
        slips=[
            ("nothing cut off", "A ReLU sets half of the sums to 0.", "{variance}"),
            ("doubled", "A ReLU loses half; it does not add any.", "2 * {variance}"),
        ],
    )
    problem.ask(
        "last mean square",
        f"{{mean square}}**{layers}",
        f"the mean square of what layer {layers} passes on",
        formula=rf"\text{{mean square}}^{{{layers}}}",
        hint="Each layer multiplies the mean square by the same factor.",
        slips=[
            ("factors added", "The factors of the layers multiply; they do not add up.", f"{layers} * {{mean square}}"),
            ("one layer short", f"There are {layers} layers.", f"{{mean square}}**{layers - 1}"),
        ],
    )
    _right_spread(problem, m, 2)


def _right_spread(problem, m, over):
    """Ask for the standard deviation with which a signal keeps its size; `over`: 1, or 2 for ReLU units."""
    slips = [("variance", "That is the variance: take its root.", f"{over} / {m}")]
    if over == 2:
        slips.append(("half cut off", "ReLU units cut off half: make up for it with a 2.", f"sqrt(1 / {m})"))
    else:
        slips.append(("He's rule", "The 2 is for ReLU units. Here nothing is cut off.", f"sqrt(2 / {m})"))
    problem.ask(
        "right deviation",
        f"sqrt({over} / {m})",
        "the standard deviation of the weights with which a signal keeps its size",
        formula=rf"\sqrt{{\frac{{{over}}}{{m}}}}",
        hint="Which variance of the weights makes the factor of a layer 1?",
        slips=slips,
    )
