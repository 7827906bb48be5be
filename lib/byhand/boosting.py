r"""Boosting: weak classifiers, one after the other, each made for what those before it got wrong.

AdaBoost gives each row a weight w. In each round it takes the classifier h of the least weighted error ε, gives it the
vote v, and makes the rows on which it was wrong heavier, so that h is right for exactly one half of the new weights:

$$\varepsilon = \sum_n w_n\, [h(x_n) \neq y_n], \quad v = \tfrac12 \ln \frac{1 - \varepsilon}{\varepsilon}, \quad
  w_n \leftarrow \frac{w_n\, e^{-v\, y_n h(x_n)}}{Z}, \quad Z = 2 \sqrt{\varepsilon (1 - \varepsilon)}$$

The strong classifier is the sign of $F(x) = \sum_m v_m h_m(x)$: `ada_boost` is this algorithm. It goes down on the
exponential loss $\sum_n e^{-y_n F(x_n)}$, one term at a time; `byhand.gradient_boosting` does so on other losses.
"""

import inspect
from typing import NamedTuple

import numpy as np

from byhand.base import (
    Classifier,
    as_finite,
    as_generator,
    as_labels,
    as_list,
    as_matrix,
    as_model,
    as_number,
    as_signs,
    as_vector,
    as_weights,
    as_whole,
    encode_classes,
    first_best,
    shown,
    two_classes,
    warn,
)
from byhand.engine import boosting as engine
from byhand.ensemble import fresh
from byhand.guard import guard
from byhand.neural import Softmax
from byhand.voting import TIE

softmax = Softmax()

# ---- weak classifiers


class Stump(NamedTuple):
    """One question: `left` where the feature is at most the threshold, else `right`; `error`, of the rows by weight."""

    feature: int
    threshold: float
    left: object
    right: object
    error: float

    def __str__(self):
        if self.threshold == -np.inf:
            return f"always {self.right}"
        return f"{self.left} if x{self.feature + 1} ≤ {self.threshold:g}, else {self.right}"


def best_stump(X, y, weight):
    """The `Stump` of the least weighted error, by trying all of them: each feature, threshold, and answer on each side.

    `X`, shape (n, d); `y`, labels, shape (n,); `weight`, shape (n,). Of equals the first feature and lowest threshold.

    >>> print(best_stump([[0], [1], [2], [3]], ["a", "b", "b", "b"], [0.25, 0.25, 0.25, 0.25]))
    a if x1 ≤ 0.5, else b
    """
    X = as_matrix(X)
    classes, index = encode_classes(as_labels(y, len(X)), at_least=1)
    weight = as_weights(weight, len(X))
    found, best = None, np.inf
    for feature in range(X.shape[1]):
        values = np.unique(X[:, feature])
        for threshold in [-np.inf, *(values[:-1] / 2 + values[1:] / 2)]:
            left = X[:, feature] <= threshold
            sides = [np.bincount(index[side], weight[side], len(classes)) for side in (left, ~left)]
            error = weight.sum() - sum(side.max() for side in sides)
            if error < best - TIE:
                answers = [classes[side.argmax()] for side in (sides if left.any() else sides[1:] * 2)]
                found, best = Stump(feature, float(threshold), *answers, float(error)), error
    return found


class DecisionStump(Classifier):
    """The question, about one feature, of the least weighted error: see `best_stump`.

    Learned: `classes_`, shape (K,); `stump_`, the `Stump`.

    >>> DecisionStump().fit([[0], [1], [2], [3]], ["a", "b", "b", "b"]).predict([[0.2], [7]])
    array(['a', 'b'], dtype='<U1')
    """

    _poor_score = True  # it knows two answers at most

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and the labels y, shape (n,); `sample_weight`, shape (n,): of the rows."""
        X = as_matrix(X)
        weight = as_weights(sample_weight, len(X))
        self.classes_, index = encode_classes(as_labels(y, len(X)))
        some = weight > 0
        *question, right = engine.Stumps(X[some], index[some], len(self.classes_)).best(weight[some] / weight.sum())
        self._answers = question
        labels = (self.classes_[k] for k in question[2:])
        self.stump_ = Stump(question[0], question[1], *labels, float(max(0.0, 1 - right)))
        self.n_features_in_ = X.shape[1]
        return self

    def predict_proba(self, X):
        """1 for the class on the row's side, 0 for the others, for each row of X: shape (n, K)."""
        self._require_fit("stump_")
        X = as_matrix(X, columns=self.n_features_in_)
        return np.eye(len(self.classes_))[engine.say(X, [self._answers])[:, 0]]


# ---- AdaBoost


def vote_of(error, size=2):
    r"""$v = \frac12 \bigl(\ln \frac{1 - \varepsilon}{\varepsilon} + \ln(K - 1)\bigr)$, for `size` K classes.

    The second part is 0 for two classes. Classifiers that guess, $\varepsilon = 1 - 1/K$, have no vote.

    >>> round(vote_of(0.3), 6), vote_of(0.5), round(vote_of(0.5, size=4), 6)
    (0.423649, 0.0, 0.549306)
    """
    error = as_number(error, "error", above=0)
    if error >= 1:
        raise ValueError(f"error must lie between 0 and 1; got {error:g}")
    return float(np.log((1 - error) / error) + np.log(as_whole(size, "size", 2) - 1)) / 2


def reweighted(weight, wrong, vote):
    r"""The weights of the next round, shape (n,): $w_n e^{v}$ where wrong, $w_n e^{-v}$ where right, to sum to 1.

    `weight`, shape (n,); `wrong`: which rows were wrong, booleans, shape (n,); `vote`: the v.

    >>> reweighted([0.25, 0.25, 0.25, 0.25], [True, False, False, False], vote_of(0.25)).round(6)
    array([0.5     , 0.166667, 0.166667, 0.166667])
    """
    weight = as_vector(weight, None, "weight")
    if weight.min() < 0 or weight.max() == 0 or weight.max() > 1e300:
        raise ValueError(f"weight must hold numbers of at least 0, and one above 0; got {shown(weight.tolist())}")
    wrong = np.asarray(as_vector(wrong, len(weight), "wrong"), dtype=bool)
    new = weight * np.exp(np.where(wrong, 2 * as_number(vote, "vote"), 0.0))  # a common factor does not matter
    return new / as_finite(new.sum(), "vote")


def ada_boost(X, y, rounds):
    """AdaBoost with stumps as a book prints it: lists of stumps and of their votes.

    A stump that is always right stands alone, with a vote of 1; where none is better than a coin the rounds end.
    `X`, shape (n, d); `y`: -1 or +1 for each row, shape (n,). `AdaBoostClassifier` does the same, faster.

    >>> stumps, votes = ada_boost([[0], [1], [2], [3]], [1, -1, -1, 1], rounds=2)
    >>> print(stumps[0], round(votes[0], 4))
    1 if x1 ≤ 0.5, else -1 0.5493
    """
    X, y = as_matrix(X), as_signs(y, np.size(y)).astype(int)
    weight, stumps, votes = np.full(len(y), 1 / len(y)), [], []
    for _ in range(as_whole(rounds, "rounds", 1)):
        stump = best_stump(X, y, weight)
        wrong = y != np.where(X[:, stump.feature] <= stump.threshold, stump.left, stump.right)
        if not wrong.any():
            return [stump], [1.0]
        if stump.error >= 0.5 - TIE:
            break
        stumps.append(stump)
        votes.append(vote_of(stump.error))
        weight = reweighted(weight, wrong, votes[-1])
    return stumps, votes


class AdaBoostClassifier(Classifier):
    r"""Weak classifiers in rounds, each for the rows that those before got wrong, and their weighted vote.

    With more than two classes this is SAMME: a classifier need only be better than a guess, $\varepsilon < 1 - 1/K$.

    Parameters
    ----------
    estimator : the weak classifier, of this library or of scikit-learn; None for a `DecisionStump`. One whose `fit`
        takes no `sample_weight` is given rows drawn with the weights as probabilities.
    n_estimators : how many rounds at most, M. It ends early if a classifier is always right, or no better than a guess.
    learning_rate : what each vote is multiplied by; smaller votes take more rounds
    seed : of the draws, and of classifiers that draw

    Learned: `classes_`, shape (K,); `estimators_`; `estimator_weights_`, the votes v, half of what scikit-learn calls
    so, and `estimator_errors_`, the ε, both shape (M,); `sample_weights_`, the weights before each round, shape (M, n).

    >>> X, y = [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]], [1, 1, 1, -1, -1, -1, 1, 1, 1, -1]
    >>> model = AdaBoostClassifier(n_estimators=3).fit(X, y)
    >>> model.estimator_weights_.round(6), model.score(X, y)
    (array([0.423649, 0.649641, 0.752039]), 1.0)
    """

    def __init__(self, estimator=None, n_estimators=50, learning_rate=1.0, seed=0):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.seed = seed

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        X = as_matrix(X)
        self.classes_, index = encode_classes(as_labels(y, len(X)))
        rate = as_number(self.learning_rate, "learning_rate", above=0)
        weak = self._weak(X, index)
        weight, kept, votes, errors, weights = np.full(len(X), 1 / len(X)), [], [], [], []
        guess = 1 - 1 / len(self.classes_)
        for _ in range(as_whole(self.n_estimators, "n_estimators", 1)):
            model, says = weak(weight)
            wrong = says != index
            error = float(weight[wrong].sum())
            if error >= guess - TIE and kept:
                break
            perfect = not wrong.any() or error < TIE
            if error >= guess - TIE:
                warn("y is not guessed better than by chance by the first classifier; it votes alone")
            single = perfect or error >= guess - TIE
            vote = 1.0 if single else rate * vote_of(error, len(self.classes_))
            for collected, new in zip((kept, votes, errors, weights), (model, vote, error, weight), strict=True):
                collected.append(new)
            if single:
                break
            weight = reweighted(weight, wrong, vote)
        self.estimators_, self.sample_weights_ = kept, np.array(weights)
        self.estimator_weights_, self.estimator_errors_ = np.array(votes), np.array(errors)
        self.n_features_in_ = X.shape[1]
        return self

    def _weak(self, X, index):
        """A function of the weights that fits a classifier to them, and says what it says of the rows: (n,)."""
        if self.estimator is None:
            stumps = engine.Stumps(X, index, len(self.classes_))

            def stump(weight):
                *question, _ = stumps.best(weight)
                labels = [self.classes_[k] for k in question[2:]]
                says = engine.say(X, [question])[:, 0]
                return Stump(*question[:2], *labels, float(weight[says != index].sum())), says

            return stump
        as_model(self.estimator, "estimator", "fit", "predict", example="DecisionTreeClassifier()")
        takes, random = "sample_weight" in inspect.signature(self.estimator.fit).parameters, as_generator(self.seed)

        def fitted(weight):
            model = fresh(self.estimator, random)
            if takes:
                model.fit(X, self.classes_[index], sample_weight=weight)
            else:
                rows = _rows_of_two_classes(index, weight, random)
                model.fit(X[rows], self.classes_[index[rows]])
            return model, np.searchsorted(self.classes_, model.predict(X))

        return fitted

    def _said(self, X):
        """What each weak classifier says of each row, as places in `classes_`: shape (n, M)."""
        self._require_fit("estimators_")
        X = as_matrix(X, columns=self.n_features_in_)
        if self.estimator is not None or not isinstance(self.estimators_[0], Stump):
            return np.searchsorted(self.classes_, np.column_stack([model.predict(X) for model in self.estimators_]))
        places = {label: k for k, label in enumerate(self.classes_.tolist())}
        stumps = [(s.feature, s.threshold, *(places[_plain(k)] for k in (s.left, s.right))) for s in self.estimators_]
        return engine.say(X, stumps)

    def staged_votes(self, X):
        """The sum of the votes for each class after each round: shape (M, n, K)."""
        said = self._said(X)
        votes = (said[:, :, None] == np.arange(len(self.classes_))) * self.estimator_weights_[:, None]
        return votes.cumsum(axis=1).transpose(1, 0, 2)

    def _votes(self, X):
        said = self._said(X)
        return np.stack([(said == k) @ self.estimator_weights_ for k in range(len(self.classes_))], axis=1)

    def decision_function(self, X):
        """F(x), shape (n,), above 0 for the second of two classes; of more classes the votes for each, shape (n, K)."""
        votes = self._votes(X)
        return votes[:, 1] - votes[:, 0] if len(self.classes_) == 2 else votes

    def predict_proba(self, X):
        r"""The softmax of twice the votes, shape (n, K): F is half the log-odds that make the exponential loss least.

        After many rounds they are far too sure.
        """
        return softmax(2 * self._votes(X))

    def predict(self, X):
        """The class of most votes for each row of X, shape (n,)."""
        best = first_best(self._votes(X), TIE)
        return self.classes_[best]

    def staged_predict(self, X):
        """The predictions after each round, shape (M, n)."""
        best = first_best(self.staged_votes(X), TIE)
        return self.classes_[best]

    def margins(self, X, y):
        """How clear the vote is: that for the right class minus that for the best other one, over all votes.

        After each round, shape (M, n), from -1 to 1; above 0 where the vote is right.

        `X`, shape (n, d); `y`, shape (n,), labels that the model knows.
        """
        votes = self.staged_votes(X)
        y = as_labels(y, votes.shape[1])
        right = y[:, None] == self.classes_
        if not right.any(axis=1).all():
            raise ValueError(f"y must hold classes that the model knows, {self.classes_.tolist()}")
        others = np.where(right, -np.inf, votes).max(axis=2)
        return (votes[:, right] - others) / self.estimator_weights_.cumsum()[:, None]

    def working(self, X, y, names=None):
        r"""The rounds as on paper, for two classes and stumps: errors, votes and all weights as exact fractions.

        The update is written as $w_n / (2 (1 - \varepsilon))$ where right and $w_n / (2 \varepsilon)$ where wrong, the
        same as with $e^{\mp v}$ and Z. X, shape (n, d); y, shape (n,); `names`: of the rows; 1, 2, ... if None.
        """
        from byhand.paper import ensemble as paper

        names = None if names is None else [str(name) for name in as_list(names, "names")]
        if names is not None and len(names) != np.size(y):
            raise ValueError(f"names must hold one for each of the {np.size(y)} rows; got {shown(names)}")
        model = AdaBoostClassifier(None, self.n_estimators).fit(X, y)
        classes, signs = two_classes(y, np.size(y), ": the working is for two")
        said = 2 * model._said(X) - 1
        history = [(str(stump), column.tolist()) for stump, column in zip(model.estimators_, said.T, strict=True)]
        return paper.rounds(signs.astype(int).tolist(), history, names)


def _rows_of_two_classes(index, weight, random):
    """As many rows as there are, drawn with the weights as probabilities, anew while all of them are of one class."""
    for _ in range(1000):
        rows = random.choice(len(index), size=len(index), p=weight)
        if (index[rows] != index[rows[0]]).any():
            return rows
    raise ValueError("estimator must take sample_weight here: the rows drawn for it are all of one class")


def _plain(label):
    return label.item() if isinstance(label, np.generic) else label


guard(__name__)
