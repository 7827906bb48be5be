r"""Bayes classifiers: decide by how probable each class is, and by what each mistake costs.

Known are the prior $P(C_k)$ of each class, the density $p(x \mid C_k)$ of what is measured, and the loss $L_{kj}$ of
decision j where the truth is class k. A decision is then judged by its expected cost, and the least is taken:

$$P(C_k \mid x) = \frac{P(C_k)\, p(x \mid C_k)}{p(x)}, \qquad
  c_j(x) = \sum_k L_{kj}\, P(C_k \mid x), \qquad \hat y(x) = \operatorname*{argmin}_j c_j(x)$$

No rule has a smaller risk, since none has a smaller cost at any x. As in every table of this book, rows are the truth
and columns what is decided. `QuadraticDiscriminantAnalysis` is the same rule with normal densities that are learned.
"""

import math
from itertools import combinations, groupby

import numpy as np

from byhand.base import (
    Classifier,
    as_distribution,
    as_finite,
    as_generator,
    as_labels,
    as_matrix,
    as_number,
    as_vector,
    as_whole,
    encode_classes,
    first_best,
    shown,
)
from byhand.engine.bayes import balance, gauss_area, log_densities
from byhand.gaussian import HALF_LOG_2_PI, Gaussian, Normal
from byhand.guard import guard
from byhand.probability import Binomial, as_known, log_normalised

SAME = 1e-12  # costs that differ by no more than this share of the largest loss are a tie


# ---- densities that stand in no earlier chapter


class Exponential:
    r"""A waiting time: $p(x) = \alpha e^{-\alpha x}$ for $x \ge 0$, and 0 below.

    `rate`: $\alpha$, one over the mean.

    >>> wait = Exponential(rate=0.5)
    >>> wait.mean, float(wait.cumulative(2).round(6))
    (2.0, 0.632121)
    """

    def __init__(self, rate=1.0):
        self.rate = as_number(rate, "rate", above=0)

    @classmethod
    def fit(cls, x):
        r"""Maximum likelihood from numbers x of at least 0, shape (n,): $\hat\alpha = 1 / \bar x$."""
        x = as_vector(x, None, "x")
        if x.min() < 0 or not 0 < x.mean() < math.inf:
            raise ValueError(f"x must hold numbers of at least 0, not all 0; got {shown(x.tolist())}")
        return cls(float(1 / x.mean()))

    @property
    def mean(self):
        r"""$1 / \alpha$."""
        return 1 / self.rate

    def log_density(self, x):
        r"""$\log \alpha - \alpha x$ at x, of any shape; minus infinity below 0."""
        x = as_known(x, "x")
        with np.errstate(over="ignore"):
            return np.where(x >= 0, math.log(self.rate) - self.rate * np.maximum(x, 0), -np.inf)

    def density(self, x):
        """The density at x, of any shape."""
        return np.exp(self.log_density(x))

    def cumulative(self, x):
        r"""$P(X \le x) = 1 - e^{-\alpha x}$ for x of any shape, 0 below 0."""
        with np.errstate(over="ignore"):
            return -np.expm1(-self.rate * np.maximum(as_known(x, "x"), 0))

    def sample(self, size, seed=0):
        """Draw so many numbers, shape (size,)."""
        return as_finite(as_generator(seed).exponential(self.mean, as_whole(size, "size", 1)), "rate")


class Discrete:
    """Single numbers, each with its probability: a table.

    `probabilities`: a dictionary from numbers to probabilities, which sum to 1.

    >>> Discrete({1: 0.3, 2: 0.2, 3: 0.5}).probability([2, 7])
    array([0.2, 0. ])
    """

    def __init__(self, probabilities):
        if not isinstance(probabilities, dict) or not probabilities:
            raise ValueError(f"probabilities must be a dictionary from numbers to them; got {shown(probabilities)}")
        values = as_vector(list(probabilities), None, "probabilities")
        shares = as_distribution(list(probabilities.values()), len(values), "probabilities")
        order = np.argsort(values)
        self.values, self.p = values[order], shares[order]

    def probability(self, x):
        """The probability of x, of any shape; 0 for a number that cannot be."""
        x = as_known(x, "x")
        place = np.searchsorted(self.values, x).clip(0, len(self.values) - 1)
        return np.where(self.values[place] == x, self.p[place], 0.0)

    def log_probability(self, x):
        """Its logarithm, minus infinity where x cannot be."""
        with np.errstate(divide="ignore"):
            return np.log(self.probability(x))


# ---- decisions


def zero_one_loss(k):
    """The loss that counts mistakes, for k classes, shape (k, k): 0 on the diagonal, for what is right, 1 elsewhere.

    >>> zero_one_loss(2)
    array([[0., 1.],
           [1., 0.]])
    """
    return 1 - np.eye(as_whole(k, "k", 1))


def expected_costs(posterior, loss):
    r"""$c_j = \sum_k L_{kj} P(C_k \mid x)$: what each decision costs on average, shape (..., M).

    `posterior`: the probabilities of the classes, shape (..., K), from any model; `loss`: $L_{kj}$, a row for each
    class and a column for each decision, shape (K, M).

    >>> expected_costs([0.8, 0.2], [[0, 1], [5, 0]])  # 80% healthy; a miss costs 5, a false alarm 1
    array([1. , 0.8])
    """
    posterior, loss = as_known(posterior, "posterior"), as_matrix(loss, "loss")
    if posterior.ndim == 0 or posterior.shape[-1] != len(loss):
        raise ValueError(f"loss must have a row for each class of posterior, {posterior.shape}; it has {len(loss)}")
    if not (posterior >= 0).all() or not np.allclose(posterior.sum(axis=-1), 1, rtol=0, atol=1e-9):
        raise ValueError(f"posterior must hold probabilities that sum to 1; got {shown(posterior.tolist())}")
    return posterior @ loss


class BayesClassifier:
    r"""The rule of least expected cost, for classes whose priors and densities are known.

    Parameters
    ----------
    densities : a dictionary from each class to the distribution of x in it: anything that offers `log_density`
        (`Normal`, `Exponential`, `Gaussian`, ...) or, for whole or single numbers, `log_probability` (`Binomial`, ...)
    prior : $P(C_k)$, one probability for each class in the order of `densities`
    loss : $L_{kj}$, shape (K, K): row k the truth, column j the decision; None counts mistakes, 0 or 1 each
    reject : what it costs to give no answer; None if an answer must be given

    A tie goes to the decision that stands first in `decisions`: the classes in their order, then "reject".

    >>> normal = {"well": Normal(-2, math.sqrt(2)), "ill": Normal(2, math.sqrt(1.5))}
    >>> rule = BayesClassifier(normal, [0.7, 0.3])
    >>> [round(x, 6) for x in rule.boundaries()]
    [0.451623, 27.548377]
    >>> BayesClassifier(normal, [0.7, 0.3], loss=[[0, 1], [5, 0]]).decide([-1, 0, 1]).tolist()
    ['well', 'ill', 'ill']
    """

    def __init__(self, densities, prior, loss=None, reject=None):
        if not isinstance(densities, dict) or not densities:
            raise ValueError(f"densities must be a dictionary from classes to distributions; got {shown(densities)}")
        kinds = {_kind(density) for density in densities.values()}
        if len(kinds) != 1 or None in kinds:
            raise ValueError(
                f"densities must all offer log_density, or all log_probability; got {shown(list(densities.values()))}"
            )
        self.densities, self.prior = dict(densities), as_distribution(prior, len(densities), "prior")
        self.classes = self.decisions = tuple(densities)
        self.loss = zero_one_loss(len(densities)) if loss is None else as_matrix(loss, "loss")
        if self.loss.shape != (len(densities),) * 2:
            raise ValueError(f"loss must have shape {(len(densities),) * 2}, a row and a column for each class")
        if reject is not None:
            cost = as_number(reject, "reject", minimum=0)
            self.loss = np.column_stack([self.loss, np.full(len(densities), cost)])
            self.decisions = (*self.classes, "reject")
        self.margin = SAME * np.abs(self.loss).max()  # costs that are nearer to each other are a tie

    def log_joint(self, x):
        r"""$\log P(C_k) + \log p(x \mid C_k)$, shape (..., K), for x of any shape (of rows, if it takes rows)."""
        with np.errstate(divide="ignore"):
            log_prior = np.log(self.prior)
        return np.stack([_log(density)(x) for density in self.densities.values()], axis=-1) + log_prior

    def posterior(self, x):
        r"""$P(C_k \mid x)$, shape (..., K)."""
        scores = self.log_joint(x)
        if np.isneginf(scores).all(axis=-1).any():
            raise ValueError("x must be possible in some class; in one place the density of each of them is 0")
        return np.exp(log_normalised(scores))

    def costs(self, x):
        """The expected cost of each decision at x, shape (..., M)."""
        return expected_costs(self.posterior(x), self.loss)

    def decide(self, x):
        """The decision of the least expected cost at each x, shape (...)."""
        best = first_best(-self.costs(x), self.margin)
        return np.array(self.decisions, dtype=object)[best] if best.ndim else self.decisions[int(best)]

    def tied(self, x):
        """Whether two decisions or more share the least cost at x, shape (...), up to rounding.

        >>> first, second = Discrete({1: 0.3, 2: 0.7}), Discrete({1: 0.2, 2: 0.8})
        >>> BayesClassifier({"a": first, "b": second}, [0.4, 0.6]).tied([1, 2])
        array([ True, False])
        """
        costs = self.costs(x)
        return (costs <= costs.min(axis=-1, keepdims=True) + self.margin).sum(axis=-1) > 1

    def regions(self):
        r"""Where each decision is taken: a dictionary from decisions to intervals (low, high), or to single numbers.

        Two decisions cost the same where $\sum_k (L_{ki} - L_{kj})\, P(C_k)\, p(x \mid C_k) = 0$. For two classes that
        is an equation of second degree in x, which is solved; between its roots nothing changes, so one place tells
        for all. Exact for classes that are `Normal` or `Exponential`; for counts, as `Binomial`, all of them are tried.
        With three classes or more, unequal losses bring all classes into each equation; it is then solved between the
        roots of its derivatives, which takes a few times as long with each class more (seconds for six).
        """
        if self._are_counts():
            values = self._values()
            chosen = self.decide(values)
            return {decision: values[chosen == decision].tolist() for decision in self.decisions}
        found = {decision: [] for decision in self.decisions}
        for decision, pieces in groupby(self._pieces(), key=lambda piece: piece[0]):
            pieces = list(pieces)
            found[decision].append((pieces[0][1], pieces[-1][2]))
        return found

    def boundaries(self):
        """The numbers at which the decision changes, in order."""
        if self._are_counts():
            raise ValueError("densities of single numbers have no boundaries between them: see regions()")
        ends = [interval for intervals in self.regions().values() for interval in intervals]
        return sorted({high for _, high in ends} & {low for low, _ in ends})

    def confusion(self, regions=None):
        r"""$P_{kj} = P(C_k) \int_{R_j} p(x \mid C_k)\, dx$: how often truth and decision meet, shape (K, M), sum 1.

        `regions`: those of another rule, in the form of `regions`; by default the best.

        >>> wait = {"slow": Exponential(1), "fast": Exponential(2)}
        >>> BayesClassifier(wait, [1 / 3, 2 / 3]).confusion({"fast": [(0, 1)], "slow": [(1, math.inf)]}).round(4)
        array([[0.1226, 0.2107],
               [0.0902, 0.5764]])
        """
        regions = self.regions() if regions is None else self._as_regions(regions)
        columns = [[self._share(density, regions.get(j, [])) for j in self.decisions] for density in self._laws()]
        matrix = self.prior[:, None] * np.array(columns)
        if not math.isclose(matrix.sum(), 1, rel_tol=0, abs_tol=1e-6):
            raise ValueError(
                f"regions must hold each possible x once, and each density without `cumulative` be finite there; "
                f"the areas add up to {matrix.sum():.6g}"
            )
        return matrix

    def risk(self, regions=None):
        r"""The expected loss, $\sum_{kj} L_{kj} P_{kj}$, of these regions; by default of the best."""
        return float((self.loss * self.confusion(regions)).sum())

    def error(self, regions=None):
        r"""The probability of a wrong answer: what is off the diagonal of `confusion`; rejected cases do not count."""
        matrix = self.confusion(regions)[:, : len(self.classes)]
        return float(matrix.sum() - np.trace(matrix))

    def working(self, x):
        """The decision at one x on paper: joint probabilities, posteriors, costs, the least of them."""
        from byhand.paper import bayes as paper  # it builds on this module

        self.decide(as_number(x, "x"))  # for its checks
        return paper.decision(self, x)

    def working_boundary(self):
        """The boundary between two normal classes on paper: the quadratic equation and its roots."""
        from byhand.paper import bayes as paper

        if [type(density) for density in self._laws()] != [Normal, Normal] or len(self.decisions) > 2:
            raise ValueError("densities must be two of Normal, without rejection, for a boundary on paper")
        return paper.boundary(self)

    # ---- helpers

    def _laws(self):
        return self.densities.values()

    def _are_counts(self):
        return _kind(next(iter(self._laws()))) == "log_probability"

    def _values(self):
        """All numbers that are possible, in order."""
        lists = [np.arange(law.n + 1.0) if isinstance(law, Binomial) else law.values for law in self._laws()]
        values = np.unique(np.concatenate(lists))
        return values[np.isfinite(self.log_joint(values)).any(axis=-1)]

    def _pieces(self):
        """The line from left to right as triples of a decision, a low and a high end; nothing changes in between."""
        cuts = {0.0} if any(isinstance(law, Exponential) for law in self._laws()) else set()
        edges = [-math.inf, *sorted(cuts), math.inf]
        origin, unit = _origin(list(self._laws()))
        curves = [_log_curve(law, origin, unit) for law in self._laws()]
        for low, high in zip(edges, edges[1:], strict=False):
            possible = (self.prior > 0) & [low >= start for start, _ in curves]
            if not possible.any():
                continue
            roots = set()
            for i, j in combinations(range(len(self.decisions)), 2):
                weights = (self.loss[:, i] - self.loss[:, j]) * self.prior * possible
                terms = [(float(w), curve) for w, (_, curve) in zip(weights, curves, strict=True) if w]
                roots |= {origin + unit * u for u in balance(terms)}
            ends = [low, *sorted(x for x in roots if low < x < high), high]
            for start, end in zip(ends, ends[1:], strict=False):
                yield self.decide(_between(start, end)), start, end

    def _share(self, law, region):
        """The probability of a region within a class."""
        if self._are_counts():
            return np.exp(law.log_probability(region)).sum() if len(region) else 0.0
        return sum(area(law, low, high) for low, high in region)

    def _as_regions(self, regions):
        if not isinstance(regions, dict) or not set(regions) <= set(self.decisions):
            raise ValueError(f"regions must be a dictionary from decisions, {self.decisions}; got {shown(regions)}")
        if self._are_counts():
            return {j: as_vector(part, None, "regions") if len(part) else [] for j, part in regions.items()}
        for part in regions.values():
            for pair in part:
                if np.shape(pair) != (2,) or not pair[0] < pair[1]:
                    raise ValueError(f"regions must hold intervals (low, high); got {shown(pair)}")
        return regions


def area(density, low, high):
    r"""$\int_{low}^{high} p(x)\, dx$: by the cumulative distribution if a density offers it, else by quadrature.

    The quadrature is that of Gauss and Legendre, for densities that are finite and smooth from `low` to `high`.

    `low`, `high`: numbers; infinite ones only where the density offers `cumulative`.

    >>> from byhand.probability import Beta
    >>> round(float(area(Beta(2, 1), 0, 0.5)), 9)  # 2x from 0 to 1/2
    0.25
    """
    if hasattr(density, "cumulative"):
        return float(density.cumulative(high) - density.cumulative(low))
    if not hasattr(density, "density"):
        raise ValueError(f"density must offer cumulative or density; got {shown(density)}")
    low, high = as_number(low, "low"), as_number(high, "high")
    return gauss_area(density.density, low, high)


# ---- learned from data


class QuadraticDiscriminantAnalysis(Classifier):
    r"""Each class a normal cloud of its own shape: the Bayes classifier with means and covariances that are learned.

    $$\delta_k(x) = \log \pi_k - \tfrac12 \log \det \Sigma_k - \tfrac12 (x - \mu_k)^T \Sigma_k^{-1} (x - \mu_k)$$

    Two classes are equally probable where a quadratic equation holds: along an ellipse, a parabola or a hyperbola. With
    one covariance for all classes it becomes `byhand.discriminant.LinearDiscriminantAnalysis`, with covariances that
    are 0 off the diagonal `byhand.naive_bayes.GaussianNB`.

    Parameters
    ----------
    class_prior : None to count the classes, or one probability per class in sorted order
    reg_param : from 0 to 1: covariances become $(1 - r) \Sigma_k + r I$, for few rows or columns that depend on each
        other; it is meant for columns of variance 1
    ddof : covariances are divided by $n_k$ - ddof: 0, maximum likelihood, as scikit-learn from 1.9 on, or 1, as before

    Learned: `classes_`, shape (K,); `class_prior_`, shape (K,); `means_`, shape (K, d); `covariances_`, shape
    (K, d, d); `densities_`, a `byhand.gaussian.Gaussian` for each class, which `BayesClassifier` takes, too.

    >>> X = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [0, 3], [3, 0], [0, -3], [-3, 0], [2, 2]]
    >>> model = QuadraticDiscriminantAnalysis().fit(X, ["core"] * 5 + ["ring"] * 5)
    >>> model.predict([[0.5, 0.5], [2.5, 0], [-2.5, 0]])
    array(['core', 'ring', 'ring'], dtype='<U4')
    """

    def __init__(self, class_prior=None, reg_param=0.0, ddof=0):
        self.class_prior = class_prior
        self.reg_param = reg_param
        self.ddof = ddof

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        X = as_matrix(X)
        ddof = as_number(self.ddof, "ddof", minimum=0)
        share = as_number(self.reg_param, "reg_param", minimum=0, maximum=1)
        classes, index = encode_classes(as_labels(y, len(X)))
        counts = np.bincount(index)
        if counts.min() <= ddof:
            few = classes[np.argmin(counts)]
            raise ValueError(f"y must hold more than ddof, {ddof:g}, rows of each class; of {few} it holds too few")
        counted = counts / len(X)
        prior = counted if self.class_prior is None else as_distribution(self.class_prior, len(classes), "class_prior")
        laws = [_cloud(X[index == k], share, ddof, c) for k, c in enumerate(classes.tolist())]
        self.classes_, self.class_prior_, self.densities_ = classes, prior, laws
        self.means_, self.covariances_ = np.array([law.mean for law in laws]), np.array([law.cov for law in laws])
        self._inverses, self.n_features_in_ = np.linalg.inv([law.lower for law in laws]), X.shape[1]
        return self

    def scores(self, X):
        r"""$\delta_k$ of each row of X and each class, up to what is the same for all classes, shape (n, K)."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        with np.errstate(divide="ignore"):
            log_prior = np.log(self.class_prior_)
        scores = log_densities(X, self.densities_, self._inverses) + log_prior
        if not np.isfinite(scores.max(axis=1)).all():
            raise ValueError("X has a row too far from all classes for a float; is it on the same scale?")
        return scores

    def decision_function(self, X):
        """The `scores`, shape (n, K); of two classes the second's score less the first's, shape (n,)."""
        scores = self.scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def predict_proba(self, X):
        """The posterior probability of each class, shape (n, K)."""
        return np.exp(log_normalised(self.scores(X)))

    def predict(self, X):
        """The class of the largest score for each row of X, shape (n,). A tie goes to the class that sorts first."""
        best = self.scores(X).argmax(axis=1)
        return self.classes_[best]


def _cloud(rows, share, ddof, label):
    """The normal density of one class."""
    with np.errstate(over="ignore", invalid="ignore"):
        mean = as_finite(rows.mean(axis=0))
        distance = rows - mean
        cov = as_finite(distance.T @ distance / (len(rows) - ddof))
    try:
        return Gaussian(mean, (1 - share) * cov + share * np.eye(len(mean)))
    except ValueError:
        why = f"X has columns that follow from one another in class {label}"
        if len(rows) <= rows.shape[1]:
            why = f"y must hold more rows of class {label} than X has columns, {rows.shape[1]}; it holds {len(rows)}"
        raise ValueError(f"{why}: no density; set reg_param above 0") from None


def _kind(density):
    """What a density is asked for its logarithm; None if it has none."""
    return next((name for name in ("log_density", "log_probability") if hasattr(density, name)), None)


def _log(density):
    return getattr(density, _kind(density))


def _origin(laws):
    """A place and a unit in which the numbers of the curves are neither very large nor very small."""
    for law in laws:
        if isinstance(law, Normal):
            return law.mean, law.std
    return 0.0, 1 / max((law.rate for law in laws if isinstance(law, Exponential)), default=1.0)


def _log_curve(law, origin, unit):
    """Where a density begins, and the (c, b, a) of its logarithm, c + bu + au², at x = origin + unit u."""
    if isinstance(law, Normal):
        mean, std = (law.mean - origin) / unit, law.std / unit
        return -math.inf, (-0.5 * (mean / std) ** 2 - math.log(law.std) - HALF_LOG_2_PI, mean / std**2, -0.5 / std**2)
    if isinstance(law, Exponential):
        return 0.0, (math.log(law.rate) - law.rate * origin, -law.rate * unit, 0.0)
    raise ValueError(f"densities must be Normal or Exponential, for exact regions on a line; got {shown(law)}")


def _between(low, high):
    """A number between two, either of which may be infinite."""
    if math.isinf(low) and math.isinf(high):
        return 0.0
    if math.isinf(low) or math.isinf(high):
        end = high if math.isinf(low) else low
        return end + math.copysign(1 + abs(end), high if math.isinf(high) else low)
    return low + (high - low) / 2


guard(__name__)
