r"""Votes: what several models say together, and when that is better than what each of them says.

A *hard* vote counts labels, a *soft* one averages probabilities; for numbers one takes the mean:

$$\hat y = \operatorname{argmax}_k \sum_b v_b [y_b = k], \qquad
  P(k \mid x) = \frac{\sum_b v_b P_b(k \mid x)}{\sum_b v_b}$$

Here y_b is the label that voter b gives, and v_b how much that vote counts.

Voters who err independently, each right with probability p above one half, are right together almost surely if there
are enough of them (Condorcet): `majority_probability`. Voters who err together are not: the variance of a mean of M
numbers of variance σ², any two of which have correlation ρ, has a floor (`variance_of_mean`):

$$\operatorname{Var} = \rho \sigma^2 + \frac{1 - \rho}{M} \sigma^2$$

`Averaging` is what every combination of models here shares: named models, copies of them, nested settings.
"""

from copy import deepcopy
from math import comb

import numpy as np

from byhand.base import (
    Classifier,
    Estimator,
    Regressor,
    as_array,
    as_choice,
    as_labels,
    as_list,
    as_matrix,
    as_model,
    as_number,
    as_outcomes,
    as_table,
    as_vector,
    as_whole,
    encode_classes,
    first_best,
    shown,
)
from byhand.guard import guard

TIE = 1e-12  # votes that differ by no more are equal
VOTES = ("hard", "soft")

# ---- counting


def tally(votes, weights=None, classes=None):
    """How many votes each class has, from each row of `votes`: shape (n, K).

    `votes`: the labels that M voters give to n things, shape (n, M); `weights`: of the voters, shape (M,), 1 if None is
    given; `classes`: shape (K,), those voted for, sorted, if None is given.

    >>> tally([["yes", "no", "yes"], ["yes", "no", "no"]])
    array([[1., 2.],
           [2., 1.]])
    """
    votes, weights, classes = _as_votes(votes, weights, classes)
    return (votes[:, :, None] == classes).astype(float).transpose(0, 2, 1) @ weights


def majority(votes, weights=None, classes=None):
    """The class with the most votes in each row, shape (n,); of equals the one that comes first among `classes`.

    >>> majority([["yes", "no", "yes"], ["yes", "no", "no"]])
    array(['yes', 'no'], dtype='<U3')
    >>> majority([["yes", "no", "no"]], weights=[3, 1, 1])
    array(['yes'], dtype='<U3')
    """
    votes, weights, classes = _as_votes(votes, weights, classes)
    return classes[first_best(tally(votes, weights, classes), TIE * weights.sum())]


def working_vote(votes, weights=None):
    """One vote as on paper: the sum of each class, `votes(yes)`, and the winner, `decision`.

    `votes`: the labels that M voters give, shape (M,); `weights`: as in `tally`.

    >>> print(working_vote(["yes", "no", "yes"]))
    A vote of 3
    votes(no) = ∑_b v_b [y_b = k] = 1
    votes(yes) = ∑_b v_b [y_b = k] = 1 + 1 = 2
    decision = argmax_k votes(k) = yes
    """
    from byhand.paper import ensemble as paper

    votes = as_labels(votes, np.size(votes), "votes")
    rows, weights, classes = _as_votes(votes[None], weights, None)
    return paper.vote(votes.tolist(), weights.tolist(), classes.tolist(), majority(rows, weights)[0])


# ---- why it helps


def majority_probability(n, p, rho=0.0):
    r"""The probability that more than half of n voters are right, an odd number, each right with probability p:

    $$\rho\, p + (1 - \rho) \sum_{j > n/2} \binom nj p^j (1 - p)^{n-j}$$

    `rho`: the correlation of any two of them, from 0 to 1, which comes about like this: with probability ρ all follow
    one of them, otherwise each thinks for herself.

    >>> round(majority_probability(3, 0.7), 6), round(majority_probability(3, 0.7, rho=0.5), 6)
    (0.784, 0.742)
    """
    n, p = as_whole(n, "n", 1), as_number(p, "p", minimum=0, maximum=1)
    rho = as_number(rho, "rho", minimum=0, maximum=1)
    if n % 2 == 0:
        raise ValueError(f"n must be odd, so that there is no tie; got {n}")
    if n > 1001:
        raise ValueError(f"n must be at most 1001: so many voters are as good as any number; got {n}")
    alone = sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range((n + 1) // 2, n + 1))
    return rho * p + (1 - rho) * alone


def variance_of_mean(n, rho, variance=1.0):
    r"""The variance of the mean of n numbers of equal variance, any two of which have correlation ρ:

    $$\rho \sigma^2 + \frac{1 - \rho}{n} \sigma^2$$

    More of them take away the second part; the first one stays.

    >>> variance_of_mean(10, rho=0.0), variance_of_mean(10, rho=0.5), variance_of_mean(10, rho=1.0)
    (0.1, 0.55, 1.0)
    """
    n, rho = as_whole(n, "n", 1), as_number(rho, "rho", minimum=-1, maximum=1)
    if n > 1 and rho < -1 / (n - 1):
        raise ValueError(f"rho must be at least -1/(n - 1) for n = {n}: so many numbers cannot all disagree; got {rho}")
    variance = as_number(variance, "variance", minimum=0)
    return rho * variance + (1 - rho) / n * variance


# ---- models that vote


class Averaging(Estimator):
    """What combinations of named models share: `estimators`, a list of pairs (name, model), whose settings have names
    such as `tree__max_depth`; the models are copied, not changed.

    Learned: `estimators_`, the fitted copies; `named_estimators_`, the same by name.
    """

    def __init__(self, estimators):
        self.estimators = estimators

    def get_params(self, deep=True):
        """The settings as a dictionary; with `deep` also the models by name, and their settings, `tree__max_depth`."""
        params = super().get_params(deep)
        if not deep or not _are_pairs(self.estimators):
            return params
        for name, model in self.estimators:
            params[name] = model
            if hasattr(model, "get_params"):
                params |= {f"{name}__{inner}": value for inner, value in model.get_params().items()}
        return params

    def set_params(self, **params):
        """Change settings by name, `tree__max_depth`, or a model by its own; returns the combination."""
        own = {name: value for name, value in params.items() if name.partition("__")[0] in self._parameters()}
        super().set_params(**own)
        inner = {name: value for name, value in params.items() if name not in own}
        if not inner:
            return self
        if not _are_pairs(self.estimators):
            raise ValueError(f"{type(self).__name__} has no parameter {next(iter(inner))!r}")
        models = dict(self.estimators)
        for name, value in inner.items():
            which, _, setting = name.partition("__")
            if which not in models:
                raise ValueError(f"{type(self).__name__} has no parameter {name!r} and no model {which!r}")
            if not setting:
                models[which] = value
        for name, value in inner.items():
            which, _, setting = name.partition("__")
            if setting:
                models[which].set_params(**{setting: value})
        self.estimators = list(models.items())
        return self

    def _fit_all(self, X, y, *methods):
        """Fitted copies of all models."""
        return [deepcopy(model).fit(X, y) for _, model in self._models(*methods)]

    def _models(self, *methods):
        pairs = as_list(self.estimators, "estimators")
        if not pairs or not _are_pairs(pairs):
            raise ValueError(f"estimators must be a list of pairs (name, model); got {shown(self.estimators)}")
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names) or any("__" in name or name in self._parameters() for name in names):
            raise ValueError(f"estimators must have different names, without __, and none of a setting; got {names}")
        for _, model in pairs:
            as_model(model, "estimators", "fit", *methods, example="DecisionTreeClassifier()")
        return pairs

    @property
    def named_estimators_(self):
        self._require_fit("estimators_")
        return {name: model for (name, _), model in zip(self.estimators, self.estimators_, strict=True)}


class VotingClassifier(Averaging, Classifier):
    """Models of different kinds that vote.

    Parameters
    ----------
    estimators : a list of pairs (name, model), models of this library or of scikit-learn
    voting : "hard", each model has one vote for a label; or "soft", the mean of their probabilities decides
    weights : how much each vote counts, shape (M,); 1 if None is given

    Learned: `classes_`, shape (K,); `estimators_`, the fitted copies. A tie goes to the class that sorts first.

    >>> from byhand.naive_bayes import GaussianNB
    >>> from byhand.trees import DecisionTreeClassifier
    >>> X, y = [[0, 1], [1, 0], [2, 1], [6, 7], [7, 6], [8, 8]], ["a", "a", "a", "b", "b", "b"]
    >>> model = VotingClassifier([("tree", DecisionTreeClassifier()), ("bayes", GaussianNB())], voting="soft")
    >>> model.fit(X, y).predict([[1, 2], [7, 5]])
    array(['a', 'b'], dtype='<U1')
    >>> model.set_params(tree__max_depth=1).named_estimators_["tree"].max_depth is None  # until it is fitted again
    True
    """

    _input_tags = {"allow_nan": True, "categorical": True, "string": True}  # the models themselves say what they take

    def __init__(self, estimators, voting="hard", weights=None):
        super().__init__(estimators)
        self.voting = voting
        self.weights = weights

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,): each model from all of them."""
        soft = as_choice(self.voting, "voting", VOTES) == "soft"
        models = self._models("predict", *["predict_proba"] * soft)
        _as_votes(np.zeros((1, len(models))), self.weights, None)
        rows = as_table(X)
        classes, _ = encode_classes(as_labels(y, len(rows)))
        self.estimators_ = self._fit_all(X, y)
        self.classes_, self.n_features_in_ = classes, rows.shape[1]
        return self

    def predict_proba(self, X):
        """The shares of the vote, or with "soft" the mean probabilities, for each row of X: shape (n, K)."""
        self._require_fit("estimators_")
        weights = np.ones(len(self.estimators_)) if self.weights is None else np.array(self.weights, dtype=float)
        if self.voting == "hard":
            votes = np.column_stack([model.predict(X) for model in self.estimators_])
            return tally(votes, weights, self.classes_) / weights.sum()
        return np.average([model.predict_proba(X) for model in self.estimators_], axis=0, weights=weights)

    def predict(self, X):
        """The class with the largest share of the vote for each row of X, shape (n,)."""
        best = first_best(self.predict_proba(X), TIE)
        return self.classes_[best]


class VotingRegressor(Averaging, Regressor):
    """The mean of what models of different kinds predict.

    `estimators` : a list of pairs (name, model); `weights` : how much each counts, shape (M,), 1 if None is given.
    Learned: `estimators_`, the fitted copies.

    >>> from byhand.linear import LinearRegression
    >>> from byhand.trees import DecisionTreeRegressor
    >>> models = [("line", LinearRegression()), ("tree", DecisionTreeRegressor(max_depth=1))]
    >>> VotingRegressor(models).fit([[0], [1], [2], [3]], [0, 1, 2, 3]).predict([[0], [3]])
    array([0.25, 2.75])
    """

    def __init__(self, estimators, weights=None):
        super().__init__(estimators)
        self.weights = weights

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the numbers y, shape (n,): each model from all of them."""
        models = self._models("predict")
        _as_votes(np.zeros((1, len(models))), self.weights, None)
        rows = as_matrix(X)
        as_outcomes(as_vector(y, len(rows), "y"), len(rows))
        self.estimators_ = self._fit_all(X, y)
        self.n_features_in_ = rows.shape[1]
        return self

    def predict(self, X):
        """The weighted mean of the predictions for each row of X, shape (n,)."""
        self._require_fit("estimators_")
        return np.average([model.predict(X) for model in self.estimators_], axis=0, weights=self.weights)


# ---- helpers


def _are_pairs(pairs):
    """Whether it is a sequence of pairs (name, model)."""
    return isinstance(pairs, (list, tuple)) and all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs
    )


def _as_votes(votes, weights, classes):
    votes = as_array(votes, "votes", wanted="be a table of labels")
    if votes.ndim != 2 or not votes.size:
        raise ValueError(f"votes must be a table with a row for each thing; got an array of shape {votes.shape}")
    rows, voters = votes.shape
    votes = as_labels(votes.ravel(), votes.size, "votes").reshape(rows, voters)
    weights = np.ones(voters) if weights is None else as_vector(weights, voters, "weights")
    if weights.min() < 0 or weights.max() == 0 or weights.max() > 1e300:
        raise ValueError(f"weights must be at least 0, one of them above 0; got {shown(weights.tolist())}")
    found, _ = encode_classes(votes.ravel(), at_least=1, name="votes")
    if classes is None:
        return votes, weights, found
    known = as_labels(classes, np.size(classes), "classes")
    strange = [label for label in found.tolist() if label not in known.tolist()]
    if strange or len(set(known.tolist())) < len(known):
        raise ValueError(f"classes must hold each label once, and all that votes hold; got {shown(known.tolist())}")
    return votes, weights, known


guard(__name__, votes=as_list, weights=as_list)
