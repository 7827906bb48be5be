r"""Naive Bayes: weigh each class by how common it is and by how well it explains each feature on its own.

Bayes' theorem with features taken as independent *given the class* (the naive assumption):

$$P(C_k \mid x) = \frac1Z\, P(C_k) \prod_{i=1}^D P(x_i \mid C_k), \qquad Z = \sum_k P(C_k) \prod_i P(x_i \mid C_k)$$

The five classifiers share all of this; each brings its own model of one feature, $P(x_i \mid C_k)$:

=================  ===============================  ==========================================
class              a feature is                     its model within a class
=================  ===============================  ==========================================
`CategoricalNB`    one of a few values              relative frequency of each value
`BernoulliNB`      0 or 1                           probability of a 1
`MultinomialNB`    a count (of a word, say)         its share of all that is counted
`GaussianNB`       a number                         a normal density
`KernelNB`         a number                         a small normal density on each instance
=================  ===============================  ==========================================

A missing value (None or NaN) is left out of the counts in training and out of the product in prediction.
"""

import math
from functools import partial

import numpy as np

from byhand.base import (
    Classifier,
    as_array,
    as_choice,
    as_distribution,
    as_labels,
    as_matrix,
    as_number,
    as_table,
    as_weights,
    encode_classes,
    first_best,
    shown,
    warn,
)
from byhand.density import log_kernel_density
from byhand.engine import density as engine
from byhand.engine.categories import codes, distinct
from byhand.gaussian import log_normals, mean_and_spread
from byhand.guard import as_numeric, guard
from byhand.probability import shares


class NaiveBayes(Classifier):
    """What all naive Bayes classifiers share: priors, the product as a sum of logarithms, Bayes' theorem.

    A model of the features adds `log_likelihood`, and to it `_check`, which says what X may hold, and `_learn`.

    Learned: `classes_` (K,), `class_count_` (K,), `class_prior_` (K,).
    """

    _remedy = "smooth the estimates (alpha above 0)"
    _input_tags = {"allow_nan": True}

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and the labels y, shape (n,).

        `sample_weight`, shape (n,): how often each row counts; once if None is given.
        """
        X = self._check(X)
        self.classes_, index = encode_classes(as_labels(y, len(X)))
        weight = None if sample_weight is None else as_weights(sample_weight, len(X))
        self.class_count_ = np.bincount(index, weight)
        if (self.class_count_ == 0).any():
            nothing = self.classes_[np.argmin(self.class_count_)]
            raise ValueError(f"sample_weight must leave something of each class; it leaves nothing of {nothing}")
        self.class_prior_ = self._prior(self.class_prior)
        counts = slice(None) if weight is None else weight > 0  # a row that counts nothing might as well not be there
        self._learn(X[counts], index[counts], None if weight is None else weight[counts])
        self.n_features_in_ = X.shape[1]
        return self

    def _prior(self, given):
        if given is None:
            return shares(self.class_count_)
        if isinstance(given, str) and given == "uniform":
            return np.full(len(self.classes_), 1 / len(self.classes_))
        return as_distribution(given, len(self.classes_), "class_prior")

    def checked(self, X):
        """X, shape (n, d), as an array that the fitted model can take; anything else is refused."""
        self._require_fit("n_features_in_")
        return self._check(X, columns=self.n_features_in_)

    def log_likelihood(self, X):
        r"""$\sum_i \log P(x_i \mid C_k)$ over the features that are not missing, shape (n, K)."""
        raise NotImplementedError

    def predict_joint_log_proba(self, X):
        r"""The score of each class, $\log P(C_k) + \sum_i \log P(x_i \mid C_k)$, shape (n, K)."""
        log_likelihood = self.log_likelihood(X)
        with np.errstate(divide="ignore"):  # a class of prior 0 has the score log 0
            return np.log(self.class_prior_) + log_likelihood

    def highest(self, scores):
        """The highest score of each row, shape (n, 1); an error if a row is impossible in every class."""
        best = scores.max(axis=1, keepdims=True)
        if np.isneginf(best).any():
            raise ValueError(f"X has probability 0 in every class in row {int(np.argmin(best))}: {self._remedy}")
        return best

    def predict_log_proba(self, X):
        """The logarithm of the posterior, shape (n, K): the scores less the logarithm of their sum."""
        scores = self.predict_joint_log_proba(X)
        scores -= self.highest(scores)
        return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))

    def predict_proba(self, X):
        """The posterior probability of each class, shape (n, K); columns in the order of `classes_`."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X):
        """The class of the highest score for each row of X, shape (n,). A tie goes to the class that sorts first."""
        scores = np.asfortranarray(self.predict_joint_log_proba(X))  # class after class in memory: faster to compare
        return self.classes_[first_best(scores, 1e-12 * np.abs(self.highest(scores)))]  # a tie up to rounding is a tie

    def working(self, x):
        """The posterior of one instance x, shape (d,), as on paper: priors, factors, scores, evidence, posteriors."""
        from byhand.paper import naive_bayes as paper  # it builds on this module

        if np.ndim(x) != 1:
            raise ValueError(f"x must be one row, of shape (d,); got an array of shape {np.shape(x)}")
        return paper.posterior(self, self.checked([x])[0])


class CategoricalNB(NaiveBayes):
    r"""Features that take one of a few values each: count them.

    $$P(x_i = v \mid C_k) = \frac{N_{k,i,v} + \alpha}{N_{k,i} + \alpha |V_i|}$$

    where $N_{k,i}$ instances of class k have a value for feature i, $N_{k,i,v}$ of them the value v, and $|V_i|$ is the
    number of different values of feature i in the whole training set.

    Parameters
    ----------
    alpha : smoothing; 0 none, 1 Laplace, other values Lidstone
    epsilon : what stands for a probability of 0 when alpha is 0 (the table is not renormalised)
    class_prior : None to count the classes, "uniform", or one probability per class in sorted order
    handle_unknown : what to do with a value that training has not seen: "error", or "ignore" as if it were missing

    Learned: `categories_`, the values of each feature; `category_count_`, an array (K, |V_i|) for each feature.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = CategoricalNB(alpha=0).fit(tennis.X, tennis.y)
    >>> model.predict_proba([["Sunny", "Cool", "High", "Strong"]]).round(6)
    array([[0.795417, 0.204583]])
    >>> model.working(["Sunny", "Cool", "High", "Strong"])["P(Yes|x)"]
    Fraction(125, 611)
    """

    _remedy = "smooth the estimates (alpha or epsilon above 0)"
    _input_tags = {"allow_nan": True, "categorical": True, "string": True}

    def __init__(self, alpha=1.0, epsilon=0.0, class_prior=None, handle_unknown="error"):
        self.alpha = alpha
        self.epsilon = epsilon
        self.class_prior = class_prior
        self.handle_unknown = handle_unknown

    def _check(self, X, columns=None):
        return as_table(X, columns=columns)

    def _learn(self, X, index, weight):
        as_choice(self.handle_unknown, "handle_unknown", ("error", "ignore"))
        K = len(self.classes_)
        self.categories_ = [distinct(column, i) for i, column in enumerate(X.T)]
        self.category_count_ = []
        for i, column in enumerate(X.T):
            size = len(self.categories_[i]) + 1  # one more, for missing values
            pairs = np.bincount(index * size + self.codes(column, i), weight, minlength=K * size)
            self.category_count_.append(pairs.reshape(K, size)[:, :-1])
        self.category_log_prob_ = [self._log_probability(count) for count in self.category_count_]

    def _log_probability(self, count):
        """The logarithm of the smoothed relative frequencies, shape (K, |V|)."""
        alpha = as_number(self.alpha, "alpha", minimum=0)
        epsilon = as_number(self.epsilon, "epsilon", minimum=0)
        probability = shares(count + alpha)
        with np.errstate(divide="ignore"):
            return np.log(np.where(probability == 0, epsilon, probability))

    def codes(self, column, i):
        """The position in `categories_[i]` of each value of feature i, shape (n,); one past the end if missing."""
        code = codes(column, self.categories_[i])
        if self.handle_unknown == "ignore":
            return np.where(code < 0, len(self.categories_[i]), code)
        if (code < 0).any():
            raise ValueError(
                f"X holds a value not seen in training: {column[code < 0].tolist()[0]!r} "
                f"for feature {i + 1}, which takes {', '.join(map(repr, self.categories_[i].tolist()))}; "
                'with handle_unknown="ignore" it is left out'
            )
        return code

    def log_likelihood(self, X):
        X = self.checked(X)
        total = np.zeros((len(X), len(self.classes_)))
        for i, log_prob in enumerate(self.category_log_prob_):
            by_code = np.vstack([log_prob.T, np.zeros(len(self.classes_))])  # a missing value adds nothing
            total += by_code.take(self.codes(X[:, i], i), axis=0)
        return total


class BernoulliNB(NaiveBayes):
    r"""Features that are 0 or 1: estimate how often each is 1.

    $$P(x_i \mid C_k) = p_{ki}^{x_i} (1 - p_{ki})^{1 - x_i}, \quad p_{ki} = (N_{k,i,1} + \alpha) / (N_{k,i} + 2\alpha)$$

    Parameters: `alpha` and `class_prior` as in `CategoricalNB`. Learned: `feature_prob_`, the $p_{ki}$, shape (K, d).

    >>> model = BernoulliNB(alpha=0).fit([[1, 0], [1, 1], [0, 0], [1, 0]], ["ham", "ham", "spam", "spam"])
    >>> model.feature_prob_
    array([[1. , 0.5],
           [0.5, 0. ]])
    """

    _input_tags = {"allow_nan": True, "positive_only": True}

    def __init__(self, alpha=1.0, class_prior=None):
        self.alpha = alpha
        self.class_prior = class_prior

    @classmethod
    def from_parameters(cls, classes, class_prior, feature_prob):
        """A model with known probabilities: `class_prior` (K,) and `feature_prob` (K, d)."""
        model = _with_prior(cls(), classes, class_prior)
        model.feature_prob_ = as_matrix(feature_prob, "feature_prob")
        if len(model.feature_prob_) != len(model.classes_):
            raise ValueError(f"feature_prob must have one row per class; got {len(model.feature_prob_)} rows")
        if ((model.feature_prob_ < 0) | (model.feature_prob_ > 1)).any():
            raise ValueError("feature_prob must hold probabilities between 0 and 1")
        model.n_features_in_ = model.feature_prob_.shape[1]
        return model

    def _check(self, X, columns=None):
        X = as_matrix(X, columns=columns, missing=True)
        if not ((X == 0) | (X == 1) | np.isnan(X)).all():
            raise ValueError("X must hold only 0 and 1 (or NaN where a value is missing)")
        return X

    def _learn(self, X, index, weight):
        alpha = as_number(self.alpha, "alpha", minimum=0)
        missing = np.isnan(X)
        ones, seen = _sums(np.where(missing, 0, X), index, weight), _sums(~missing, index, weight)
        if alpha == 0 and (seen == 0).any():
            raise ValueError("X has a feature without a single value in some class: set alpha above 0")
        self.feature_prob_ = (ones + alpha) / (seen + 2 * alpha)

    def log_likelihood(self, X):
        X = self.checked(X)
        missing = np.isnan(X)
        ones, zeros = np.where(missing, 0, X), np.where(missing, 0, 1 - X)
        with np.errstate(divide="ignore"):
            return _dot(ones, np.log(self.feature_prob_)) + _dot(zeros, np.log(1 - self.feature_prob_))


class MultinomialNB(NaiveBayes):
    r"""Features that count things, such as the words of a text: estimate the share of each among all that is counted.

    $$P(x \mid C_k) \propto \prod_i \theta_{ki}^{x_i}, \qquad
      \theta_{ki} = \frac{N_{ki} + \alpha}{\sum_j N_{kj} + \alpha D}$$

    where $N_{ki}$ is the sum of feature i over the instances of class k. The factor $(\sum_i x_i)! / \prod_i x_i!$ is
    the same for all classes and is left out.

    Parameters: `alpha` and `class_prior` as in `CategoricalNB`. Learned: `feature_prob_`, $\theta_{ki}$, shape (K, d).

    >>> model = MultinomialNB().fit([[2, 0, 1], [0, 3, 1]], ["ham", "spam"])
    >>> model.feature_prob_.round(4)
    array([[0.5   , 0.1667, 0.3333],
           [0.1429, 0.5714, 0.2857]])
    """

    _input_tags = {"allow_nan": True, "positive_only": True}

    def __init__(self, alpha=1.0, class_prior=None):
        self.alpha = alpha
        self.class_prior = class_prior

    def _check(self, X, columns=None):
        X = as_matrix(X, columns=columns, missing=True)
        lowest = X.min()
        if np.isnan(lowest):
            X = np.nan_to_num(X)  # what is missing is not counted
            lowest = X.min()
        if lowest < 0:
            raise ValueError("X must hold counts, none of them negative")
        return X

    def _learn(self, X, index, weight):
        alpha = as_number(self.alpha, "alpha", minimum=0)
        counts = _sums(X, index, weight) + alpha
        if (counts.sum(axis=1) == 0).any():
            raise ValueError("X has a class in which nothing is counted: set alpha above 0")
        self.feature_prob_ = shares(counts)

    def log_likelihood(self, X):
        X = self.checked(X)
        with np.errstate(divide="ignore"):
            return _dot(X, np.log(self.feature_prob_))


class GaussianNB(NaiveBayes):
    r"""Features that are numbers, normally distributed within each class.

    $$p(x_i \mid C_k) = \frac{1}{\sigma_{ki} \sqrt{2\pi}} \exp\left(-\frac{(x_i - \mu_{ki})^2}{2\sigma_{ki}^2}\right)$$

    Parameters
    ----------
    var_smoothing : this share of the largest variance of a feature is added to all variances; 0 adds nothing, None
        nothing as long as no feature is constant in a class, else a billionth, with a warning
    ddof : the variance divides by n - ddof; 0 for maximum likelihood, 1 for the sample variance
    class_prior : as in `CategoricalNB`

    Learned: `mean_` and `std_`, shape (K, d).

    >>> rain = GaussianNB.from_parameters(["no", "yes"], [0.5, 0.5], mean=[[25.0], [19.5]], std=[[6.4], [1.0]])
    >>> rain.predict_proba([[22.8]]).round(6)
    array([[0.971519, 0.028481]])
    """

    _remedy = "it is too far from all that was seen in training; is it on the same scale?"

    def __init__(self, var_smoothing=None, ddof=0, class_prior=None):
        self.var_smoothing = var_smoothing
        self.ddof = ddof
        self.class_prior = class_prior

    @classmethod
    def from_parameters(cls, classes, class_prior, mean, std):
        """A model with known `class_prior`, shape (K,), `mean` and `std`, both of shape (K, d)."""
        model = _with_prior(cls(), classes, class_prior)
        model.mean_, model.std_ = as_matrix(mean, "mean"), as_matrix(std, "std")
        if model.mean_.shape != model.std_.shape or len(model.mean_) != len(model.classes_):
            raise ValueError(
                f"mean and std must both have one row for each of the {len(model.classes_)} classes; "
                f"got shapes {model.mean_.shape} and {model.std_.shape}"
            )
        if (model.std_ <= 0).any():
            raise ValueError("std must be above 0 for each class and feature")
        model.n_features_in_ = model.mean_.shape[1]
        return model

    def _check(self, X, columns=None):
        return as_matrix(X, columns=columns, missing=True)

    def _learn(self, X, index, weight):
        share = None if self.var_smoothing is None else as_number(self.var_smoothing, "var_smoothing", minimum=0)
        ddof = as_number(self.ddof, "ddof", minimum=0)
        weight = np.ones(len(X)) if weight is None else weight
        if _sums(~np.isnan(X), index, weight).min() <= ddof:
            raise ValueError(
                f"X must hold more than {ddof:g} values of each feature in each class, to estimate a spread with "
                f"ddof = {ddof:g}"
            )
        groups = [index == k for k in range(len(self.classes_))]
        moments = [mean_and_spread(X[rows], weight[rows], ddof) for rows in groups]
        self.mean_, std = map(np.stack, zip(*moments, strict=True))
        largest = mean_and_spread(X, weight)[1].max() if share or (std == 0).any() else 0
        if share is None and largest > 0:
            share, columns = 1e-9, ", ".join(str(i + 1) for i in np.flatnonzero((std == 0).any(axis=0)))
            warn(
                f"X is constant within some class in feature {columns}: a billionth of the largest variance "
                "was added to all variances; set var_smoothing to choose how much",
            )
        self.std_ = np.hypot(std, math.sqrt(share or 0) * largest)
        if (self.std_ == 0).any():
            k, i = np.argwhere(self.std_ == 0)[0]
            remedy = "set var_smoothing above 0" if largest else "no feature varies at all, and one must"
            raise ValueError(
                f"X is constant in feature {i + 1} for class {self.classes_[k]}, so it has no normal density: {remedy}"
            )

    def log_likelihood(self, X):
        X = self.checked(X)
        return np.column_stack([log_normals(X, mean, std) for mean, std in zip(self.mean_, self.std_, strict=True)])


class KernelNB(NaiveBayes):
    r"""Features that are numbers of any distribution: a small normal density on each training instance, averaged.

    $$p(x_i \mid C_k) = \frac{1}{N_{ki}} \sum_{n \in C_k} \phi_h(x_i - x_{ni}), \qquad
      \phi_h(t) = \frac{1}{h\sqrt{2\pi}} e^{-t^2 / 2h^2}$$

    Parameters: `bandwidth`, the $h$ of the kernel, one number or one per feature; `class_prior` as in `CategoricalNB`.

    Learned: `points_[k][i]`, the training values of feature i in class k (all of them: the model is its data), and
    `point_weights_[k][i]`, how much each of them counts, None if all count the same.

    >>> model = KernelNB(bandwidth=0.5).fit([[0.0], [1.0], [4.0], [5.0]], ["a", "a", "b", "b"])
    >>> model.predict([[0.4], [4.2]])
    array(['a', 'b'], dtype='<U1')
    """

    _remedy = GaussianNB._remedy

    def __init__(self, bandwidth=1.0, class_prior=None):
        self.bandwidth = bandwidth
        self.class_prior = class_prior

    def _check(self, X, columns=None):
        return as_matrix(X, columns=columns, missing=True)

    def _learn(self, X, index, weight):
        widths = np.ravel(self.bandwidth).tolist()
        if len(widths) not in (1, X.shape[1]):
            raise ValueError(
                f"bandwidth must be one number or one for each of {X.shape[1]} features; got {len(widths)}"
            )
        self.bandwidth_ = np.resize([as_number(width, "bandwidth", above=0) for width in widths], X.shape[1])
        there = ~np.isnan(X)
        there = [[there[:, i] & (index == k) for i in range(X.shape[1])] for k in range(len(self.classes_))]
        self.points_ = [[X[rows, i] for i, rows in enumerate(columns)] for columns in there]
        self.point_weights_ = [[None if weight is None else weight[rows] for rows in columns] for columns in there]
        if not all(len(points) for columns in self.points_ for points in columns):
            raise ValueError("X has a feature without a single value in some class")

    def log_likelihood(self, X):
        X = self.checked(X)
        total = np.zeros((len(X), len(self.classes_)))
        for k, columns in enumerate(self.points_):
            for i, (points, weight) in enumerate(zip(columns, self.point_weights_[k], strict=True)):
                present, width = ~np.isnan(X[:, i]), self.bandwidth_[i]
                total[present, k] += engine.in_blocks(log_kernel_density, X[present, i], points, width, weight)
        return total


def _with_prior(model, classes, class_prior):
    model.classes_ = as_array(classes, "classes")
    if model.classes_.ndim != 1 or not len(model.classes_):
        raise ValueError(f"classes must hold a name for each class; got {shown(classes)}")
    if len(encode_classes(model.classes_, at_least=1, name="classes")[0]) < len(model.classes_):
        raise ValueError(f"classes must differ; got {model.classes_.tolist()}")
    model.class_prior = model.class_prior_ = as_distribution(class_prior, len(model.classes_), "class_prior")
    return model


def _sums(X, index, weight):
    """The sum of the rows of X in each class, each row as often as it counts, shape (K, d)."""
    belongs = (index == np.arange(index.max() + 1)[:, None]).astype(float)
    return (belongs if weight is None else belongs * weight) @ X


def _dot(counts, logs):
    """`counts @ logs.T`, where no occurrence of something impossible, 0 times log 0, counts as 0."""
    impossible = np.isneginf(logs)
    total = (np.where(impossible, 0, logs) @ counts.T).T  # this way round is faster than counts @ logs.T
    if impossible.any():
        total[counts @ impossible.T.astype(float) > 0] = -np.inf
    return total


guard(
    __name__,
    scores=partial(as_numeric, ndim=2),
    working={"x": as_array},
)
