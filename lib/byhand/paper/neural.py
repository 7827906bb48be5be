r"""One row through a network and back as on paper, in the letters of this book or of a document.

>>> from byhand.neural import Network
>>> print(Network([1, 1], ["tanh"]).working([0.5, 0.0], [2.0], 1.0, TUTORIAL).step("e[1]_1"))
e[1]_1 = (1 - o_1^2) × 2 × (d_1 - o_1) = (1 - 0.761594^2) × 2 × (1 - 0.761594) ≈ 0.200249
"""

import re
from dataclasses import dataclass

from byhand import neural
from byhand.expression import is_printed_as
from byhand.paper import Paper, call, of, total


@dataclass(frozen=True)
class Notation:
    r"""How a document calls the quantities of a network, in LaTeX with places for numbers.

    `@layer` is the number of the layer, counted from 1; `@below` one less; `@j` and `@i` the numbers of the unit and of
    its input, counted from 1; `@j0` and `@i0`, from 0; `@k` the place of the weight in its matrix row by row, from 0;
    `@unit` the number of the unit, counted through all layers; `@source` that of the unit its input comes from, or the
    number of the input. `final_sum` and `final` are for the last layer, where it is called otherwise; `sign` is -1 if
    the local error is the negative derivative.
    """

    weight: str = "W^{(@layer)}_{@j,@i}"
    bias: str = "b^{(@layer)}_@j"
    input: str = "x_@i"
    sum: str = "z^{(@layer)}_@j"
    output: str = "a^{(@layer)}_@j"
    error: str = r"\delta^{(@layer)}_@j"
    target: str = "y_@j"
    loss: str = "J"
    final_sum: str = None
    final: str = None
    sign: int = 1

    def symbol(self, sizes, kind, layer, j, i=0):
        """The LaTeX of one quantity of a network of these sizes; layers are counted from 1, units from 0."""
        last = layer == len(sizes) - 1
        if kind == "output" and layer == 0:
            kind, j, i = "input", 0, j
        elif last and kind == "sum" and self.final_sum:
            kind = "final_sum"
        elif last and kind == "output" and self.final:
            kind = "final"
        places = {
            "layer": layer,
            "below": layer - 1,
            "j": j + 1,
            "i": i + 1,
            "j0": j,
            "i0": i,
            "k": j * sizes[layer - 1] + i,
            "unit": sum(sizes[1:layer]) + j + 1,
            "source": sum(sizes[1 : max(layer - 1, 1)]) + i + 1,
        }
        template = getattr(self, kind)
        return re.sub(r"@(layer|below|j0|i0|j|i|k|unit|source)", lambda match: str(places[match[1]]), template)


OURS = Notation()
BASICS = Notation(
    weight="w_{@below@k}",
    bias="b_{@below@j0}",
    input="x_@i0",
    sum="z_{@layer@j0}",
    output="g_{@layer@j0}",
    error=r"\delta_{@layer@j0}",
    target="y",
    final_sum="z_@layer",
    final="g_@layer",
)
SLIDES = Notation(
    weight="w_{@source@unit}",
    bias="w_{0@unit}",
    sum="s_@unit",
    output="z_@unit",
    error=r"\epsilon_@unit",
    loss="SSE",
)
TUTORIAL = Notation(
    weight="w^{[@layer]}_{@j@i}",
    sum="I^{[@layer]}_@j",
    output="x^{[@layer]}_@j",
    error="e^{[@layer]}_@j",
    target="d_@j",
    loss="E",
    final="o_@j",
    sign=-1,
)


# ---- the rules: outputs by the sum z, slopes by the sum z and the output a, losses by the outputs and the targets


def _sigmoid(z):
    return 1 / (1 + call("exp", -z))


OUTPUTS = {
    neural.Identity: lambda g, z: z,
    neural.Sigmoid: lambda g, z: _sigmoid(z),
    neural.Tanh: lambda g, z: call("tanh", z),
    neural.Arctangent: lambda g, z: call("arctan", z),
    neural.ReLU: lambda g, z: call("max", 0, z),
    neural.LeakyReLU: lambda g, z: call("max", z, g.slope * z),
    neural.Gaussian: lambda g, z: call("exp", -(z**2)),
    neural.Swish: lambda g, z: z / (1 + call("exp", -z)),
}
SLOPES = {
    neural.Sigmoid: lambda z, a: a * (1 - a),
    neural.Tanh: lambda z, a: 1 - a**2,
    neural.Arctangent: lambda z, a: 1 / (1 + z**2),
    neural.Gaussian: lambda z, a: -(2 * z * a),
    neural.Swish: lambda z, a: a + _sigmoid(z) * (1 - a),
}
BY_CASES = {neural.Threshold: ("[@z ≥ 0]", "0"), neural.ReLU: ("", "[@z > 0]")}  # in letters: the output, the slope
LOSSES = {
    neural.SquaredError: lambda a, y: (a - y) ** 2,
    neural.BinaryCrossEntropy: lambda a, y: y * call("ln", a) + (1 - y) * call("ln", 1 - a),
    neural.CrossEntropy: lambda a, y: y * call("ln", a),
}


def both_ways(network, theta, x, Y, notation=OURS):
    """One row x, shape (d,), with the targets Y, shape (1, q): forward, the loss, and back, as a `Working`."""
    return _Pass(network, theta, x, Y, notation).written()


class _Pass:
    """The lines of one pass. A quantity is known by its kind and place: "weight 1 0 2", "sum 2 0"."""

    def __init__(self, network, theta, x, Y, notation):
        self.network, self.notation, self.last = network, notation, len(network.activations)
        self.sums, self.outputs = network.forward(theta, x[None])
        self.errors, gradient = network.backward(theta, self.sums, self.outputs, Y)
        self.layers, self.slopes, self.Y = network.unpack(theta), network.unpack(gradient), Y[0]
        sizes = "-".join(map(str, network.sizes))
        self.paper = Paper(f"One row through a {sizes} network and back", fractions=False)
        for i, value in enumerate(x):
            self.know(value, "output", 0, i)
        for j, value in enumerate(self.Y):
            self.know(value, "target", self.last, j)

    def written(self):
        for layer in range(1, self.last + 1):
            self.forward(layer)
        self.cost()
        for layer in range(self.last, 0, -1):
            self.local_errors(layer)
        for layer in range(1, self.last + 1):
            self.weight_slopes(layer)
        return self.paper.working()

    def forward(self, layer):
        """The sums of the layer, then its outputs."""
        (W, b), g, units = (
            self.layers[layer - 1],
            self.network.activations[layer - 1],
            range(len(self.layers[layer - 1][0])),
        )
        for j in units:
            terms = [self.know(w, "weight", layer, j, i) * _of("output", layer - 1, i) for i, w in enumerate(W[j])]
            terms += [self.know(b[j], "bias", layer, j)] * self.network.bias
            self.write(total(terms), self.sums[layer - 1][0, j], "sum", layer, j)
        powers = [call("exp", _of("sum", layer, j)) for j in units]
        for j in units:
            z, value = _of("sum", layer, j), self.outputs[layer][0, j]
            if isinstance(g, neural.Softmax):
                rule = powers[j] / total(powers)
            elif type(g) in OUTPUTS:
                rule = OUTPUTS[type(g)](g, z)
            else:
                rule = self.know(value, "answer", layer, j)
            self.write(rule, value, "output", layer, j)

    def cost(self):
        """The loss."""
        loss, outputs = self.network.loss, range(len(self.Y))
        value = loss.costs(self.network.activations[-1], self.sums[-1], self.outputs[-1], self.Y[None])[0]
        if type(loss) not in LOSSES:
            self.paper.line(_flat(self.notation.loss), float(value))
            return
        terms = [LOSSES[type(loss)](_of("output", self.last, j), _of("target", self.last, j)) for j in outputs]
        rule = total(terms)
        if not isinstance(loss, neural.SquaredError):
            rule = -rule
        elif loss.factor != 1:
            rule = rule / 2 if loss.factor == 0.5 else loss.factor * rule
        self.line(self.notation.loss, rule, value, careful=True)

    def local_errors(self, layer):
        """The local error of each unit: its slope times what comes back; just a difference where the loss is fused."""
        g, loss = self.network.activations[layer - 1], self.network.loss
        natural = layer == self.last and isinstance(g, loss.natural)
        for j, error in enumerate(self.errors[layer - 1][0]):
            rule = self.difference(j) if layer == self.last else self.weighted(layer, j)
            if isinstance(g, neural.Softmax) and not natural:
                rule = None  # each error depends on all outputs
            elif rule is not None and not natural and not isinstance(g, neural.Identity):
                rule = self.slope(g, layer, j) * rule
            self.write(rule, self.notation.sign * error, "error", layer, j)

    def slope(self, g, layer, j):
        """The slope of a unit: a rule, or a number where there are several cases."""
        z, a = _of("sum", layer, j), _of("output", layer, j)
        if type(g) in SLOPES:
            return SLOPES[type(g)](z, a)
        return self.know(g.derivative(self.sums[layer - 1])[0, j], "slope", layer, j)

    def difference(self, j):
        """What comes back from the loss to output j: a difference, with a factor unless that is 1."""
        loss, g = self.network.loss, self.network.activations[-1]
        if not isinstance(loss, neural.SquaredError) and not isinstance(g, loss.natural):
            return None
        a, y = _of("output", self.last, j), _of("target", self.last, j)
        rule = a - y if self.notation.sign > 0 else y - a
        double = 2 * loss.factor if isinstance(loss, neural.SquaredError) else 1
        return rule if double == 1 else double * rule

    def weighted(self, layer, j):
        """What comes back to unit j of a hidden layer: the errors above, weighed."""
        above = range(self.network.sizes[layer + 1])
        return total([_of("weight", layer + 1, k, j) * _of("error", layer + 1, k) for k in above])

    def weight_slopes(self, layer):
        """The derivative of the loss by each weight and bias of the layer."""
        (W, b), sign = self.slopes[layer - 1], self.notation.sign
        for j, row in enumerate(W):
            for i, value in enumerate(row):
                rule = _of("error", layer, j) * _of("output", layer - 1, i)
                self.line(self.by("weight", layer, j, i), rule if sign > 0 else -rule, value)
        for j, value in enumerate(b[: len(b) * self.network.bias]):
            rule = _of("error", layer, j)
            self.line(self.by("bias", layer, j), rule if sign > 0 else -rule, value)

    # ---- writing

    def know(self, value, kind, *place):
        """A quantity with its value, which is on no line."""
        self.paper.hidden(_key(kind, *place), value)
        return _of(kind, *place)

    def write(self, rule, value, kind, *place):
        """The line of a quantity of the network, known from then on."""
        self.know(self.line(self.symbol(kind, *place), rule, value), kind, *place)

    def line(self, symbol, rule, value, careful=False):
        """A line with a rule, or with a value alone: where there is no rule, or it just names a quantity, or it needs
        numbers that are too large, or, if `careful`, where rounding spoils it. Returns the value."""
        name, formula = _flat(symbol), "" if rule is None else self.letters(rule)
        try:
            if rule is not None and (not careful or is_printed_as(rule(self.paper.values), value)):
                return self.paper.line(name, rule(self.paper.values) if rule.tree[0] == "of" else rule, formula)
        except (ArithmeticError, ValueError):  # the power of a large number, the logarithm of 0
            pass
        return self.paper.line(name, float(value), formula)

    def letters(self, rule):
        """A rule in LaTeX with the document's symbols, and no sign between two that are multiplied."""
        named = re.compile(r"\\text\{(\w+) ([\d ]+)\}")
        text = named.sub(lambda match: f"⟨{self.symbol(match[1], *map(int, match[2].split()))}⟩", rule.latex())
        text = re.sub(r"⟨([^⟨⟩]*\^[^⟨⟩]*)⟩\^", r"(\1)^", text)  # no power of a power without brackets
        return re.sub("[⟨⟩]", "", text.replace(r"⟩ \times ⟨", " "))

    def symbol(self, kind, layer, *place):
        if kind not in ("answer", "slope"):
            return self.notation.symbol(self.network.sizes, kind, layer, *place)
        cases = BY_CASES.get(type(self.network.activations[layer - 1]), ("", ""))[kind == "slope"]
        z = self.symbol("sum", layer, *place)
        return cases.replace("@z", z) or (f"g'({z})" if kind == "slope" else f"g({z})")

    def by(self, *quantity):
        return f"d{_flat(self.notation.loss)}/d{self.symbol(*quantity)}"


def _key(kind, *place):
    return " ".join([kind, *map(str, place)])


def _of(kind, *place):
    return of(_key(kind, *place))


def _flat(latex):
    r"""A name in LaTeX as plain text: z^{(1)}_{2} is z(1)_2."""
    return re.sub(r"[\\{}^ ]", "", latex)
