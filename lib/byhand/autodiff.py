r"""A program that differentiates programs: numbers that remember how they were made, and the chain rule backwards.

>>> x, y = Value(2.0), Value(3.0)
>>> J = x * y + x**2
>>> J.backward()
>>> J.data, x.gradient, y.gradient
(10.0, 7.0, 2.0)

Nothing here knows about layers: any arithmetic will do. A neuron with two inputs, and how its output changes with each
of its weights:

>>> from byhand.neural import Tanh
>>> w1, w2, b = Value(0.5), Value(-1.0), Value(0.25)
>>> a = (w1 * 2 + w2 * 1 + b).through(Tanh())
>>> a.backward()
>>> [round(v.gradient, 4) for v in (w1, w2, b)]
[1.88, 0.94, 0.94]
"""

import math
from functools import partial

from byhand.base import as_function, as_list, as_number
from byhand.guard import guard


class Value:
    r"""A number that remembers how it was made, so that it can say how it would change with each of its parts.

    Each operation stores the numbers it was made of and, beside each, its local slope. `backward` goes through them in
    reverse and multiplies and adds up: $\frac{\partial J}{\partial u} = \sum_{v \text{ made of } u}
    \frac{\partial J}{\partial v} \frac{\partial v}{\partial u}$.
    """

    def __init__(self, data, parts=()):
        self.data = data if type(data) is float else as_number(data, "data")
        self.parts, self.gradient = tuple(parts), 0.0

    def __repr__(self):
        return f"Value({self.data:g}, gradient={self.gradient:g})"

    # ---- operations, each beside its slopes

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __pow__(self, n):
        n = as_number(n, "n")
        return Value(self.data**n, [(self, n * self.data ** (n - 1))])

    def exp(self):
        """e to this power."""
        power = math.exp(self.data)
        return Value(power, [(self, power)])

    def log(self):
        """The natural logarithm."""
        return Value(math.log(self.data), [(self, 1 / self.data)])

    def through(self, activation):
        """The output of an activation of `byhand.neural` for this sum."""
        return Value(activation(self.data), [(self, float(activation.derivative(self.data)))])

    # ---- the others are made of these

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1.0

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    __radd__, __rmul__ = __add__, __mul__

    # ---- the way back

    def backward(self):
        """Set the `gradient` of all that this number was made of: its slope with respect to each of them."""
        order = self.history()
        for value in order:
            value.gradient = 0.0
        self.gradient = 1.0
        for value in reversed(order):
            for part, slope in value.parts:
                part.gradient += slope * value.gradient

    def history(self):
        """This number and all that it was made of, each after its parts: a list."""
        order, seen, waiting = [], set(), [(self, False)]
        while waiting:
            value, ready = waiting.pop()
            if ready:
                order.append(value)
            elif id(value) not in seen:
                seen.add(id(value))
                waiting.append((value, True))
                waiting += [(part, False) for part, _ in value.parts]
        return order


def as_value(number):
    """A number as a `Value`; a `Value` as it is."""
    return number if isinstance(number, Value) else Value(number)


guard(
    __name__,
    activation=partial(as_function, what="an activation of byhand.neural, such as Tanh()"),
    parts=partial(as_list, kind=tuple, what="pairs of a Value and a slope"),
)
