r"""Probability: tables of a few outcomes in exact fractions, Bayes' theorem, and the distributions of counts.

Everything about tables follows from two rules:

$$P(x) = \sum_y P(x, y) \quad\text{(sum rule)}, \qquad P(x, y) = P(x \mid y)\, P(y) \quad\text{(product rule)}$$

`Binomial` and `Multinomial` are fitted by maximum likelihood. `Beta` and `Dirichlet` are what one may believe about
their probabilities: they know what they become once data are seen, `updated`, and the `mode` of that is the maximum a
posteriori. The distributions of numbers are in `byhand.gaussian`.
"""

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from byhand.base import (
    as_array,
    as_distribution,
    as_finite,
    as_function,
    as_generator,
    as_list,
    as_matrix,
    as_number,
    as_numbers,
    as_vector,
    as_whole,
    encode_classes,
    shown,
)
from byhand.guard import guard
from byhand.table import as_html, as_text, cells
from byhand.working import as_printed

log_gamma = np.vectorize(math.lgamma, otypes=[float])


def shares(counts):
    """Counts, shape (..., K), as shares of their sum over the last axis; all 0 where there are no rows.

    >>> shares([[3, 1], [0, 0]])
    array([[0.75, 0.25],
           [0.  , 0.  ]])
    """
    try:
        counts = as_numbers(counts, "counts")
    except ValueError:
        raise ValueError(f"counts must be numbers of at least 0, one for each class; got {shown(counts)}") from None
    wrong = counts.ndim == 0 or counts.shape[-1] == 0
    if wrong or counts.size and not (counts.min() >= 0 and counts.max() < math.inf):
        raise ValueError(f"counts must be numbers of at least 0, one for each class; got {shown(counts.tolist())}")
    total = counts.sum(axis=-1, keepdims=True)
    return counts / (total + (total == 0))


# ---- a few outcomes


class Joint:
    """Variables that take a few values each, and how probable every combination of values is, in exact fractions.

    Parameters
    ----------
    values : a dictionary from the name of each variable to its values
    weights : how often each combination comes, or how probable it is: as many axes as there are variables, in their
        order. They are divided by their sum; a float counts as what it prints as, so 0.1 is 1/10

    >>> people = Joint({"state": ("ill", "well"), "test": ("positive", "negative")}, [[9, 1], [89, 901]])
    >>> people.probability(state="ill"), people.probability(state="ill", test="positive")
    (Fraction(1, 100), Fraction(9, 1000))
    >>> people.given(test="positive").probability(state="ill")
    Fraction(9, 98)
    """

    def __init__(self, values, weights):
        if not isinstance(values, dict) or not values:
            raise ValueError(f"values must be a dictionary from variables to their values; got {shown(values)}")
        self.values = {name: tuple(as_list(some, "values")) for name, some in values.items()}
        for name, some in self.values.items():
            if not some or len(set(some)) < len(some):
                raise ValueError(f"values must name different values of {name}; got {shown(some)}")
        shape, numbers = tuple(map(len, self.values.values())), as_numbers(weights, "weights")
        if numbers.shape != shape:
            raise ValueError(f"weights must have the shape of the values, {shape}; got shape {numbers.shape}")
        if not ((numbers >= 0) & np.isfinite(numbers)).all() or not numbers.any():
            raise ValueError(f"weights must be at least 0, and one above 0; got {shown(numbers.tolist())}")
        weights = np.reshape([_fraction(w) for w in np.ravel(as_array(weights, "weights", object))], shape)
        self.table = weights / weights.sum()

    @classmethod
    def from_rows(cls, rows, names):
        """Count: `rows` of observations, each with a value for each of `names`; the probabilities are relative
        frequencies.

        >>> Joint.from_rows([("rain", "late"), ("dry", "late"), ("dry", "early")], ["sky", "bus"]).values
        {'sky': ('dry', 'rain'), 'bus': ('early', 'late')}
        """
        names, rows = as_list(names, "names"), [tuple(as_list(row, "rows")) for row in as_list(rows, "rows")]
        if not rows or {len(row) for row in rows} != {len(names)}:
            raise ValueError(f"rows must hold one value for each of the names, {shown(names)}; got {shown(rows)}")
        columns = [as_array(column, "rows", object) for column in zip(*rows, strict=True)]
        different = [encode_classes(column, at_least=1, name="rows")[0] for column in columns]
        values = {name: tuple(some.tolist()) for name, some in zip(names, different, strict=True)}
        weights = [rows.count(outcome) for outcome in itertools.product(*values.values())]
        return cls(values, np.reshape(weights, [len(some) for some in values.values()]))

    @property
    def names(self):
        """The names of the variables."""
        return tuple(self.values)

    @property
    def outcomes(self):
        """All combinations of values with their probabilities: a dictionary from tuples, in the order of `names`."""
        return dict(zip(itertools.product(*self.values.values()), self.table.ravel().tolist(), strict=True))

    def probability(self, /, **event):
        """How probable it is that variables have these values; a list stands for any one of its values.

        >>> Joint({"die": range(1, 7)}, [1] * 6).probability(die=[2, 4, 6])
        Fraction(1, 2)
        """
        return self.table[self._place(event)].sum()

    def marginal(self, names):
        r"""The sum rule, $P(x) = \sum_y P(x, y)$: the table of these variables alone, whatever the others are.

        `names`: that of a variable, or a list of them.
        """
        names = [names] if isinstance(names, str) else as_list(names, "names")
        kept = [name for name in self.names if name in self._known(names)]
        if not kept:
            raise ValueError("names must hold at least one variable")
        table = self.table.sum(axis=tuple(i for i, name in enumerate(self.names) if name not in kept))
        return Joint({name: self.values[name] for name in names}, table.transpose([kept.index(name) for name in names]))

    def given(self, /, **evidence):
        r"""Conditioning, $P(x \mid y) = P(x, y) / P(y)$: the table of the other variables once these are known."""
        rest = [name for name in self.names if name not in self._known(evidence)]
        if not rest:
            raise ValueError("evidence must leave a variable to ask about; it names all of them")
        if not self.probability(**evidence):
            raise ValueError(f"evidence must be possible; {shown(evidence)} has probability 0")
        possible = np.zeros_like(self.table)
        possible[self._place(evidence)] = self.table[self._place(evidence)]
        return Joint(self.values, possible).marginal(rest)

    def independent(self, first, second, given=()):
        r"""Whether $P(x, y \mid z) = P(x \mid z)\, P(y \mid z)$ for all values of two variables and those `given`.

        >>> Joint({"x": (0, 1), "y": (0, 1)}, [[1, 3], [2, 6]]).independent("x", "y")
        True
        """
        table = self.marginal([*as_list(given, "given"), first, second]).table
        of_x, of_y = table.sum(axis=-1, keepdims=True), table.sum(axis=-2, keepdims=True)
        return bool((table * of_x.sum(axis=-2, keepdims=True) == of_x * of_y).all())  # both sides times P(z) twice

    def variable(self, name, function):
        """A random variable: a function of the outcome, and how probable each of its values is.

        `function`: takes one value of each variable, in the order of `names`.

        >>> coins = Joint({"first": "HT", "second": "HT"}, [[1, 1], [1, 1]])
        >>> coins.variable("heads", lambda *tosses: tosses.count("H")).outcomes
        {(0,): Fraction(1, 4), (1,): Fraction(1, 2), (2,): Fraction(1, 4)}
        """
        function, weights = as_function(function, "function"), {}
        for outcome, probability in self.outcomes.items():
            value = function(*outcome)
            weights[value] = weights.get(value, 0) + probability
        return Joint({name: sorted(weights)}, [weights[value] for value in sorted(weights)])

    def expectation(self, function):
        r"""$E[f] = \sum_\omega P(\omega) f(\omega)$: the mean of a function of the outcome.

        >>> Joint({"die": range(1, 7)}, [1] * 6).expectation(lambda face: face)
        Fraction(7, 2)
        """
        function = as_function(function, "function")
        return sum(_fraction(function(*outcome)) * probability for outcome, probability in self.outcomes.items())

    def working(self, target, evidence):
        """Bayes' theorem for the values of the variable `target`, step by step.

        `evidence`: a dictionary from other variables to their values.
        """
        from byhand.paper import probability as paper  # it builds on this module

        if not isinstance(evidence, dict) or not evidence or not evidence.keys() <= set(self.names):
            raise ValueError(f"evidence must be a dictionary from variables to values; got {shown(evidence)}")
        if target not in self.names or target in evidence:
            raise ValueError(f"target must be a variable that the evidence leaves open; got {shown(target)}")
        self.given(**evidence)  # refused where it is impossible
        return paper.posterior_from_table(self, target, evidence)

    def _place(self, event):
        """Which cells of the table an event takes in."""
        self._known(event)
        places = []
        for name, values in self.values.items():
            wanted = event.get(name, list(values))
            wanted = wanted if isinstance(wanted, list) else [wanted]
            for value in wanted:
                if value not in values:
                    raise ValueError(f"{name} must be one of {', '.join(map(repr, values))}; got {shown(value)}")
            places.append([i for i, value in enumerate(values) if value in wanted])
        return np.ix_(*places)

    def _known(self, names):
        """The names, if they are those of different variables."""
        strange = [name for name in names if name not in self.names]
        if strange or len(set(names)) < len(names):
            raise ValueError(f"names must be different variables of {', '.join(map(str, self.names))}; got {names}")
        return names

    def _lines(self):
        """The table for paper: two variables across and down with their sums, others one outcome a line."""
        if len(self.names) != 2:
            return [*self.names, "P"], [[*outcome, p] for outcome, p in self.outcomes.items()]
        (across, down), rows = self.names, self.table.tolist()
        body = [[value, *row, sum(row)] for value, row in zip(self.values[across], rows, strict=True)]
        sums = ["sum", *self.table.sum(axis=0).tolist(), Fraction(1)]
        return [rf"{across} \ {down}", *self.values[down], "sum"], [*body, sums]

    def __repr__(self):
        return as_text(*self._lines())

    def _repr_html_(self):
        head, rows = self._lines()
        return as_html("data", cells(*head), [cells(*row) for row in rows], headed=True)


def bayes(prior, likelihood):
    r"""Bayes' theorem: $P(c \mid x) = P(x \mid c)\, P(c) / \sum_{c'} P(x \mid c')\, P(c')$ for each cause c.

    `prior`: a dictionary from causes to $P(c)$, which sum to 1; `likelihood`: from causes to $P(x \mid c)$ for what was
    seen. Returns a dictionary from causes to exact fractions.

    >>> bayes({"ill": 0.01, "well": 0.99}, {"ill": 0.9, "well": 0.09})
    {'ill': Fraction(10, 109), 'well': Fraction(99, 109)}
    """
    prior, likelihood = _as_causes(prior, likelihood)
    scores = {cause: prior[cause] * likelihood[cause] for cause in prior}
    evidence = sum(scores.values())
    return {cause: score / evidence for cause, score in scores.items()}


def working_bayes(prior, likelihood):
    """The same, step by step: products, their sum, and what share of it each cause has.

    >>> working_bayes({"ill": 0.01, "well": 0.99}, {"ill": 0.9, "well": 0.09})["P(ill|x)"]
    Fraction(10, 109)
    """
    from byhand.paper import probability as paper  # it builds on this module

    return paper.posterior(*_as_causes(prior, likelihood))


def log_normalised(scores):
    r"""Logarithms of weights $s_k$, shape (..., K), as logarithms of probabilities: $s_k - \log \sum_j e^{s_j}$.

    The largest is taken out of the sum first, so that nothing is too small or too large for a float.

    >>> np.exp(log_normalised([-1000.0, -1000.0])).tolist()
    [0.5, 0.5]
    """
    scores = as_numbers(scores, "scores")
    highest = scores.max(axis=-1, keepdims=True, initial=-math.inf)
    if not np.isfinite(highest).all():
        raise ValueError(f"scores must have a finite largest one in each row; got {shown(scores.tolist())}")
    scores = scores - highest
    return scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))


def times_log(x, y):
    r"""$x \log y$, where $0 \log 0 = 0$: what has no weight does not count.

    >>> times_log(np.array([0.0, 2.0]), np.array([0.0, 1.0])).tolist()
    [0.0, 0.0]
    """
    if np.less(y, 0).any():
        raise ValueError(f"y must not be negative; got {shown(y)}")
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.equal(x, 0), 0.0, np.multiply(x, np.log(y)))


# ---- counts


class Binomial:
    r"""How often something of probability p happens in n independent trials: $P(k) = \binom nk p^k (1 - p)^{n-k}$.

    >>> round(float(Binomial(3, 0.5).probability(1)), 6)
    0.375
    """

    def __init__(self, n, p):
        self.n, self.p = as_whole(n, "n", 0), _as_share(p, "p")

    @classmethod
    def fit(cls, counts, n):
        r"""Maximum likelihood from experiments of n trials each: $\hat p = \sum_j k_j / (m n)$, for m experiments.

        `counts`: how often it happened in each, shape (m,).
        """
        counts, n = as_vector(counts, None, "counts"), as_whole(n, "n", 1)
        if ((counts < 0) | (counts > n)).any():
            raise ValueError(f"counts must lie between 0 and n, {n}; got {shown(counts.tolist())}")
        return cls(n, float(counts.mean() / n))

    @property
    def mean(self):
        """$n p$."""
        return self.n * self.p

    @property
    def variance(self):
        """$n p (1 - p)$."""
        return self.n * self.p * (1 - self.p)

    def log_probability(self, k):
        """The logarithm of the probability of k, of any shape; minus infinity where k cannot be."""
        k = as_known(k, "k")
        possible = (k >= 0) & (k <= self.n) & (k == np.floor(k))
        ways = _log_choose(self.n, np.where(possible, k, 0))
        return np.where(possible, ways + times_log(k, self.p) + times_log(self.n - k, 1 - self.p), -np.inf)

    def probability(self, k):
        """The probability of k, of any shape."""
        return np.exp(self.log_probability(k))

    def sample(self, size, seed=0):
        """Draw so many counts, shape (size,)."""
        return as_generator(seed).binomial(self.n, self.p, as_whole(size, "size", 1))

    def working(self, k):
        """The probability of k, step by step."""
        from byhand.paper import probability as paper  # it builds on this module

        return paper.binomial(self, as_whole(k, "k", 0))


class Multinomial:
    r"""How often each of K outcomes comes in n independent trials: $P(k_1, .., k_K) = n! \prod_i p_i^{k_i} / k_i!$.

    `p`: the probabilities of the outcomes, shape (K,).

    >>> round(float(Multinomial(4, [0.5, 0.3, 0.2]).probability([2, 1, 1])), 6)  # won, lost, drawn
    0.18
    """

    def __init__(self, n, p):
        self.n, self.p = as_whole(n, "n", 0), as_distribution(p, len(as_list(p, "p")), "p")

    @classmethod
    def fit(cls, counts):
        """Maximum likelihood: the shares of all that is counted. `counts`: one row an experiment, shape (m, K)."""
        counts = as_matrix(counts, "counts")
        n = counts.sum(axis=1)
        if (n != n[0]).any() or n[0] == 0:
            raise ValueError(f"counts must have rows of one and the same sum above 0; got sums {shown(n.tolist())}")
        return cls(int(n[0]), shares(counts.sum(axis=0)))

    @property
    def mean(self):
        """$n p_i$, shape (K,)."""
        return self.n * self.p

    def log_probability(self, counts):
        """The logarithm of the probability of counts, shape (..., K); minus infinity where they cannot be."""
        counts = self._fitting(counts, "counts")
        possible = (counts >= 0).all(axis=-1) & (counts == np.floor(counts)).all(axis=-1)
        possible &= counts.sum(axis=-1) == self.n
        counts = np.where(possible[..., None], counts, 0)
        found = math.lgamma(self.n + 1) + (times_log(counts, self.p) - log_gamma(counts + 1)).sum(axis=-1)
        return np.where(possible, found, -np.inf)

    def probability(self, counts):
        """The probability of counts, shape (..., K)."""
        return np.exp(self.log_probability(counts))

    def sample(self, size, seed=0):
        """Draw so many times all the counts, shape (size, K)."""
        return as_generator(seed).multinomial(self.n, self.p / self.p.sum(), as_whole(size, "size", 1))

    def _fitting(self, counts, name):
        counts = as_known(counts, name)
        if counts.ndim == 0 or counts.shape[-1] != len(self.p):
            raise ValueError(f"{name} must hold one number for each of {len(self.p)} outcomes; got {counts.shape}")
        return counts


class Beta:
    r"""What one may believe about a probability: $p(\theta) \propto \theta^{a - 1} (1 - \theta)^{b - 1}$.

    It weighs as much as having seen a - 1 successes and b - 1 failures; a = b = 1 is no opinion at all.

    >>> after = Beta(2, 2).updated(7, 1)
    >>> after.mode, after.mean
    (0.8, 0.75)
    """

    def __init__(self, a, b):
        self.a, self.b = as_number(a, "a", above=0), as_number(b, "b", above=0)

    def updated(self, successes, failures):
        """The belief after so many successes and failures were seen: a Beta distribution again."""
        successes, failures = as_number(successes, "successes", minimum=0), as_number(failures, "failures", minimum=0)
        return Beta(self.a + successes, self.b + failures)

    @property
    def mean(self):
        """$a / (a + b)$: how probable the next success is."""
        return self.a / (self.a + self.b)

    @property
    def mode(self):
        """Where the density is largest, $(a - 1) / (a + b - 2)$: the maximum a posteriori."""
        if min(self.a, self.b) < 1 or self.a == self.b == 1:
            raise ValueError(f"a and b must be at least 1, and one above 1, for a single peak; got {self.a}, {self.b}")
        return (self.a - 1) / (self.a + self.b - 2)

    def log_density(self, theta):
        """The logarithm of the density at probabilities theta, of any shape; minus infinity outside 0 to 1."""
        theta = as_known(theta, "theta")
        inside = (theta >= 0) & (theta <= 1)
        theta = np.where(inside, theta, 0.5)
        found = times_log(self.a - 1, theta) + times_log(self.b - 1, 1 - theta) - _log_beta(self.a, self.b)
        return np.where(inside, found, -np.inf)

    def density(self, theta):
        """The density at probabilities theta, of any shape."""
        return np.exp(self.log_density(theta))

    def predictive(self, n):
        """How often the thing will happen in the next n trials: a `BetaBinomial`."""
        return BetaBinomial(n, self.a, self.b)


class Dirichlet:
    r"""The same for the probabilities of K outcomes: $p(\theta) \propto \prod_i \theta_i^{\alpha_i - 1}$.

    `alpha`: one number above 0 for each outcome, shape (K,).

    >>> Dirichlet([2, 2, 2]).updated([4, 2, 0]).mode.round(4)
    array([0.5556, 0.3333, 0.1111])
    """

    def __init__(self, alpha):
        self.alpha = as_vector(alpha, None, "alpha")
        if len(self.alpha) < 2 or self.alpha.min() <= 0 or self.alpha.max() > 1e300:
            raise ValueError(f"alpha must hold at least two numbers above 0; got {shown(self.alpha.tolist())}")

    def updated(self, counts):
        r"""The belief after each outcome was seen so many times, shape (K,): $\alpha_i + k_i$."""
        counts = as_vector(counts, len(self.alpha), "counts")
        if counts.min() < 0:
            raise ValueError(f"counts must not be negative; got {shown(counts.tolist())}")
        return Dirichlet(as_finite(self.alpha + counts, "counts"))

    @property
    def mean(self):
        r"""$\alpha_i / \sum_j \alpha_j$, shape (K,): how probable each outcome is in the next trial."""
        return shares(self.alpha)

    @property
    def mode(self):
        r"""Where the density is largest, $(\alpha_i - 1) / \sum_j (\alpha_j - 1)$: the maximum a posteriori."""
        if self.alpha.min() < 1 or self.alpha.max() == 1:
            raise ValueError(f"alpha must be at least 1, and one above 1, for a peak; got {shown(self.alpha.tolist())}")
        return shares(self.alpha - 1)

    def log_density(self, theta):
        """The logarithm of the density at probabilities theta that sum to 1, shape (..., K)."""
        theta = as_known(theta, "theta")
        fits = theta.ndim and theta.shape[-1] == len(self.alpha)
        if not fits or not (theta >= 0).all() or not np.allclose(theta.sum(axis=-1), 1, rtol=0, atol=1e-9):
            raise ValueError(f"theta must hold {len(self.alpha)} probabilities that sum to 1; got {shown(theta)}")
        whole = math.lgamma(self.alpha.sum()) - log_gamma(self.alpha).sum()
        return whole + times_log(self.alpha - 1, theta).sum(axis=-1)


class BetaBinomial:
    r"""How often something happens in n trials whose probability is itself unknown, Beta distributed with a and b:

    $$P(k) = \binom nk \frac{B(k + a, n - k + b)}{B(a, b)}, \qquad B(a, b) = \frac{\Gamma(a) \Gamma(b)}{\Gamma(a + b)}$$

    >>> float(BetaBinomial(2, 1, 1).probability(1).round(6))  # nothing known: 0, 1 and 2 are equally probable
    0.333333
    """

    def __init__(self, n, a, b):
        self.n, self.a, self.b = as_whole(n, "n", 0), as_number(a, "a", above=0), as_number(b, "b", above=0)

    @property
    def mean(self):
        """$n a / (a + b)$."""
        return self.n * self.a / (self.a + self.b)

    def log_probability(self, k):
        """The logarithm of the probability of k, of any shape; minus infinity where k cannot be."""
        k = as_known(k, "k")
        possible = (k >= 0) & (k <= self.n) & (k == np.floor(k))
        k = np.where(possible, k, 0)
        found = _log_choose(self.n, k) + _log_beta(k + self.a, self.n - k + self.b) - _log_beta(self.a, self.b)
        return np.where(possible, found, -np.inf)

    def probability(self, k):
        """The probability of k, of any shape."""
        return np.exp(self.log_probability(k))


# ---- helpers


def as_known(values, name):
    """Numbers as a float array of any shape, none of them missing.

    >>> as_known([1, None], "x")
    Traceback (most recent call last):
        ...
    ValueError: x must not hold missing values (None or NaN); got [1.0, nan]
    """
    array = as_numbers(values, name)
    if np.isnan(array).any():
        raise ValueError(f"{name} must not hold missing values (None or NaN); got {shown(array.tolist())}")
    return array


def _fraction(value):
    """A number as a fraction: a float is what it prints as."""
    return Fraction(value) if isinstance(value, (int, Fraction, Decimal)) else as_printed(value)


def _as_share(value, name):
    """A number between 0 and 1."""
    number = as_number(value, name, minimum=0)
    if number > 1:
        raise ValueError(f"{name} must be a probability, between 0 and 1; got {shown(value)}")
    return number


def _as_causes(prior, likelihood):
    """Prior and likelihood as fractions, if they can be multiplied."""
    for name, given in (("prior", prior), ("likelihood", likelihood)):
        if not isinstance(given, dict) or not given:
            raise ValueError(f"{name} must be a dictionary from causes to probabilities; got {shown(given)}")
    if prior.keys() != likelihood.keys():
        raise ValueError(f"likelihood must have the causes of the prior, {shown(list(prior))}; got {shown(likelihood)}")
    as_distribution(list(prior.values()), len(prior), "prior")
    for value in as_vector(list(likelihood.values()), None, "likelihood"):
        _as_share(value, "likelihood")
    prior, likelihood = ({cause: _fraction(p) for cause, p in given.items()} for given in (prior, likelihood))
    if not any(prior[cause] * likelihood[cause] for cause in prior):
        raise ValueError("likelihood must be above 0 for a cause that is possible; what was seen cannot happen")
    return prior, likelihood


def _log_choose(n, k):
    return math.lgamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1)


def _log_beta(a, b):
    return log_gamma(a) + log_gamma(b) - log_gamma(a + b)


guard(__name__, times_log={"x": as_known, "y": as_known})
