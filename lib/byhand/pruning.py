"""Pruning and rules: a tree that has grown to the end is cut back, or read as rules that can be shortened.

All functions take a fitted tree and return a new one; see `byhand.trees`.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from byhand.base import (
    Classifier,
    as_flag,
    as_instance,
    as_labels,
    as_number,
    as_table,
    as_vector,
    as_whole,
)
from byhand.comparing import wilson_limits
from byhand.growing import tally
from byhand.guard import guard
from byhand.impurity import TIE
from byhand.protocol import for_known_columns
from byhand.trees import DecisionTree, DecisionTreeClassifier


def prune_at(model, positions):
    """The subtrees at these positions in `tree_` replaced by leaves. `model`: a fitted tree; returns a new one.

    >>> model = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "a"])
    >>> prune_at(model, [2]).tree_
    x1 ≤ 2.5: a (2)
    x1 > 2.5: a (1 of 2)
    """
    _require_tree(model)
    positions = {as_whole(position, "positions", 0) for position in positions}
    if positions and max(positions) >= len(model.tree_):
        raise ValueError(f"positions must lie in the tree of {len(model.tree_)} nodes; got {max(positions)}")
    return model.with_tree(model.tree_.pruned(positions))


def prune_reduced_error(model, X, y, strict=False):
    """Subtrees replaced by leaves, from the bottom up, where a validation set is told no worse answers.

    `model`: a fitted tree; `X`, shape (n, d), and `y`, shape (n,): rows that it has not seen; `strict`: only where the
    answers get better. Errors are wrong classes, or squared differences. Returns a new model.

    >>> model = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "a"])
    >>> prune_reduced_error(model, [[1.4], [3.1], [3.9]], ["a", "a", "a"]).tree_
    a (3 of 4)
    """
    _require_tree(model)
    steps, classes = list(model.walk(X)), isinstance(model, Classifier)
    y = as_labels(y, len(X)) if classes else as_vector(y, len(X), "y")
    answers = np.array([node.answer for node in model.tree_])
    alone, stuck = np.zeros((2, len(answers)))
    for rows, nodes, weights, stops in steps:
        errors = weights * (answers[nodes] != y[rows] if classes else (answers[nodes] - y[rows]) ** 2)
        np.add.at(alone, nodes, errors)
        np.add.at(stuck, nodes[stops], errors[stops])
    return _prune(model, alone, stuck, as_flag(strict, "strict"))


def pessimistic_error(wrong, n, confidence=0.25):
    r"""The error rate to fear at a leaf with E wrong rows out of N: the upper limit $U_{CF}(E, N)$ of C4.5.

    It is the rate p at which as few mistakes as E, or fewer, would turn up only with probability CF:

    $$\sum_{i=0}^{E} \binom Ni p^i (1 - p)^{N - i} = CF, \qquad \text{for a pure leaf}\quad p = 1 - CF^{1/N}$$

    `wrong`: E, at most `n`, which is N; `confidence`: CF, between 0 and 1; the smaller, the more is feared. Rows may
    have weights: between whole numbers of wrong rows the limit rises along a straight line.

    >>> round(pessimistic_error(0, 6), 3), round(pessimistic_error(0, 1), 3), round(pessimistic_error(2, 5), 3)
    (0.206, 0.75, 0.641)
    """
    wrong, n = as_number(wrong, "wrong", minimum=0), as_number(n, "n", above=0)
    if wrong > n:
        raise ValueError(f"wrong must be at most n, which is {n:g}; got {wrong:g}")
    if wrong > 1e6:  # as many terms are added
        raise ValueError(f"wrong must be a number of mistakes up to a million; got {wrong:g}")
    confidence = as_number(confidence, "confidence", above=0)
    if confidence >= 1:
        raise ValueError(f"confidence must lie between 0 and 1; got {confidence:g}")
    fewer = math.floor(wrong)
    more = min(fewer + 1, n)
    limit = _upper_limit(fewer, n, confidence)
    if wrong == fewer:
        return limit
    return limit + (wrong - fewer) / (more - fewer) * (_upper_limit(more, n, confidence) - limit)


def wilson_error(f, n, z=0.69):
    r"""The normal approximation to `pessimistic_error`, where the share f of n rows is wrong: Wilson's upper limit.

    $$e = \frac{f + \frac{z^2}{2n} + z \sqrt{\frac fn - \frac{f^2}n + \frac{z^2}{4n^2}}}{1 + \frac{z^2}n}$$

    `z`: how many standard deviations above the mean; 0.69 is customary for a confidence of 25 %.

    >>> round(wilson_error(0, 2), 6), round(wilson_error(5 / 14, 14), 6)
    (0.192278, 0.448865)
    """
    f, n, z = as_number(f, "f", minimum=0), as_number(n, "n", above=0), as_number(z, "z", minimum=0)
    if f > 1:
        raise ValueError(f"f must be a share, a number from 0 to 1; got {f:g}")
    return wilson_limits(f, n, z)[1]


def prune_pessimistic(model, confidence=0.25):
    """Subtrees replaced by leaves, from the bottom up, where the leaf has no more to fear.

    What a node has to fear is its number of rows times its `pessimistic_error`, and a subtree the sum over its leaves.
    `model`: a fitted `DecisionTreeClassifier`; `confidence`: the smaller, the more is pruned. Returns a new model. C4.5
    prunes like this; it also tries to lift the largest branch into the place of its node, which is left out here.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier().fit(tennis.X, tennis.y)
    >>> [len(prune_pessimistic(model, confidence).tree_.leaves) for confidence in (0.25, 0.1, 0.05)]
    [5, 5, 1]
    """
    _require_classes(model)
    feared = [node.n * pessimistic_error(node.n - node.value.max(), node.n, confidence) for node in model.tree_]
    return _prune(model, feared)


def prune_cost_complexity(model, alpha):
    r"""The tree T, cut down so that $I(T) + \alpha \tilde N$ is least: its impurity, and a price for each leaf.

    $I(T) = \sum_m \frac{n_m}{n} i_m$ over the $\tilde N$ leaves m. `model`: a fitted tree; returns a new one.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier().fit(tennis.X, tennis.y)
    >>> [len(prune_cost_complexity(model, alpha).tree_.leaves) for alpha in (0, 0.2, 0.3)]
    [5, 5, 1]
    """
    _require_tree(model)
    alpha = as_number(alpha, "alpha", minimum=0)
    return _prune(model, [node.n / model.tree_[0].n * node.impurity + alpha for node in model.tree_])


def weakest_links(model):
    r"""What the subtree at each inner node m saves for each leaf that it adds, by the node's position in `tree_`:

    $$g_m = \frac{\frac{n_m}{n} i_m - I(T_m)}{\tilde N_m - 1}$$

    $I(T_m)$ and $\tilde N_m$ are the impurity and the number of the leaves below m. The node with the smallest is the
    weakest link: as the price of a leaf rises, it is the first to go.

    >>> model = DecisionTreeClassifier("gini").fit([[1], [2], [3], [4]], ["a", "a", "b", "a"])
    >>> {node: round(g, 4) for node, g in weakest_links(model).items()}
    {0: 0.1875, 2: 0.25}
    """
    _require_tree(model)
    tree = model.tree_
    alone = [node.n / tree[0].n * node.impurity for node in tree]
    below, leaves, links = list(alone), [1] * len(tree), {}
    for i in reversed(range(len(tree))):
        if tree.children[i]:
            below[i], leaves[i] = (sum(own[j] for j in tree.children[i]) for own in (below, leaves))
            links[i] = (alone[i] - below[i]) / (leaves[i] - 1)
    return dict(sorted(links.items()))


def cost_complexity_path(model):
    """The prices at which cost-complexity pruning makes a tree smaller, from 0 up to the bare root.

    `model`: a fitted tree. Returns pairs: the price of a leaf, and the tree that is best from there up to the next.

    >>> model = DecisionTreeClassifier("gini").fit([[1], [2], [3], [4]], ["a", "a", "b", "a"])
    >>> [(round(price, 4), len(pruned.tree_.leaves)) for price, pruned in cost_complexity_path(model)]
    [(0.0, 3), (0.1875, 1)]
    """
    path = [(0.0, prune_cost_complexity(model, 0))]
    while links := weakest_links(path[-1][1]):
        price = min(links.values())
        path.append((price, prune_cost_complexity(path[-1][1], price)))
    return path


# ---- rules


@dataclass(frozen=True)
class Rule:
    """Conditions, and the answer where all of them hold. Of the `n` rows there `right` have that answer."""

    conditions: tuple
    answer: object
    right: float
    n: float

    def covers(self, X):
        """For which rows of X, shape (n, d), all conditions hold, as a boolean array."""
        return np.logical_and.reduce([np.ones(len(X), dtype=bool), *(c.holds(X) for c in self.conditions)])

    def __str__(self):
        when = f"if {' and '.join(map(str, self.conditions))} then" if self.conditions else "always"
        return f"{when} {self.answer} ({tally(self.right, self.n)})"


class Rules(tuple):
    """Rules in order: the first that covers a row answers, `default` if none does.

    `columns`: the names of the columns of the table that they were learned from, if it had some.

    >>> from byhand.datasets import play_tennis
    >>> tennis = play_tennis()
    >>> model = DecisionTreeClassifier(features=tennis.features, max_depth=1).fit(tennis.X, tennis.y)
    >>> Rules.of(model)
    if Outlook = Sunny then No (3 of 5)
    if Outlook = Overcast then Yes (4)
    if Outlook = Rain then Yes (3 of 5)
    otherwise Yes
    """

    def __new__(cls, rules, default, columns=None):
        self = super().__new__(cls, rules)
        self.default, self.feature_names_in_ = default, columns
        return self

    @classmethod
    def of(cls, model):
        """The rules that a fitted `DecisionTreeClassifier` stands for: one for each way from the root to a leaf."""
        _require_classes(model)
        leaves = [(i, node) for i, node in enumerate(model.tree_) if node.gain is None]
        rules = [Rule(model.tree_.conditions(i), leaf.answer, leaf.value.max(), leaf.n) for i, leaf in leaves]
        return cls(rules, model.tree_[0].answer, getattr(model, "feature_names_in_", None))

    @for_known_columns
    def predict(self, X):
        """The answer for each row of X, shape (n,)."""
        X = as_table(X)
        answers = np.full(len(X), self.default, dtype=np.array([self.default, *(rule.answer for rule in self)]).dtype)
        for rule in reversed(self):
            answers[rule.covers(X)] = rule.answer
        return answers

    def score(self, X, y):
        """The share of rows of X, shape (n, d), whose answer is the one in y, shape (n,)."""
        return float(np.mean(self.predict(X) == as_labels(y, len(X))))

    def pruned(self, X, y, confidence=None):
        """Rule post-pruning: drop conditions from each rule as long as that lowers its error; best rules first.

        `X`, shape (n, d), and `y`, shape (n,): the rows that judge, best a validation set. The error of a rule is the
        share of wrong rows among those that it covers, with a `confidence` its `pessimistic_error`; 1 if it covers
        none. Of several conditions the one is dropped whose removal lowers the error most.
        """
        X = as_table(X)
        y = as_labels(y, len(X))

        def judged(conditions, answer):
            covered = Rule(conditions, answer, 0, 0).covers(X)
            return Rule(conditions, answer, int((y[covered] == answer).sum()), int(covered.sum()))

        def error(rule):
            if rule.n == 0:
                return 1.0
            wrong = rule.n - rule.right
            return wrong / rule.n if confidence is None else pessimistic_error(wrong, rule.n, confidence)

        def shortened(rule):
            shorter = [rule.conditions[:i] + rule.conditions[i + 1 :] for i in range(len(rule.conditions))]
            return min([rule, *(judged(conditions, rule.answer) for conditions in shorter)], key=error)

        pruned = []
        for rule in self:
            rule = judged(rule.conditions, rule.answer)
            while (better := shortened(rule)) != rule:
                rule = better
            pruned.append(rule)
        kept = dict.fromkeys(pruned)  # of equal rules one is enough
        return Rules(sorted(kept, key=error), self.default, self.feature_names_in_)

    def __repr__(self):
        return "\n".join([*map(str, self), f"otherwise {self.default}"])


# ---- helpers


@lru_cache(4096)  # pruning asks for few leaves again and again
def _upper_limit(wrong, n, confidence):
    """The p at which a binomial count of n is at most `wrong`, a whole number, with probability `confidence`."""
    if wrong >= n:
        return 1.0
    if wrong == 0:
        return 1 - confidence ** (1 / n)
    i = np.arange(wrong + 1)
    log_ways = np.append(0, np.cumsum(np.log((n - i[:-1]) / (i[:-1] + 1))))  # of choosing i rows out of n
    low, high = 0.0, 1.0
    for _ in range(50):  # the sum falls as p rises: halve the interval that holds the limit
        p = (low + high) / 2
        probability = np.exp(log_ways + i * math.log(p) + (n - i) * math.log1p(-p)).sum()
        low, high = (p, high) if probability > confidence else (low, p)
    return (low + high) / 2


def _require_tree(model):
    as_instance(model, "model", DecisionTree, "a fitted tree, such as DecisionTreeClassifier().fit(X, y)")
    model._require_fit("tree_")


def _require_classes(model):
    _require_tree(model)
    as_instance(model, "model", DecisionTreeClassifier, "a DecisionTreeClassifier")


def _prune(model, alone, stuck=None, strict=False):
    """The model with each subtree replaced by a leaf, from the bottom up, where that costs no more.

    `alone`: what each node costs as a leaf; `stuck`: what those rows cost that stop at it although it has branches,
    nothing if None; `strict`: only where it costs less.
    """
    tree, cost, cut = model.tree_, list(alone), []
    for i in reversed(range(len(tree))):
        if tree.children[i]:
            below = sum(cost[j] for j in tree.children[i]) + (0 if stuck is None else stuck[i])
            if cost[i] < below * (1 - TIE) if strict else cost[i] <= below * (1 + TIE):
                cut.append(i)
            else:
                cost[i] = below
    return prune_at(model, cut)


guard(__name__, covers={"X": as_table})
