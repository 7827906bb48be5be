r"""Classification by least squares: a line for each class that is to be 1 on its rows and 0 on all others.

$$f_k(x) = b_k + w_k \cdot x, \qquad \text{least } \sum_i \bigl([y_i = k] - f_k(x_i)\bigr)^2, \qquad
  \hat y(x) = \operatorname{argmax}_k f_k(x)$$

With no feature but the constant, $f_k = n_k / n$, the share of the class. With features it estimates the probability,
too, but a line does not stay between 0 and 1, and a class that lies between two others may be the largest nowhere.
"""

import numpy as np

from byhand.base import as_labels, as_matrix, encode_classes
from byhand.guard import guard
from byhand.linear import LinearClassifier, LinearRegression


class IndicatorClassifier(LinearClassifier):
    """Least squares on indicators, one for each class; the largest wins.

    `intercept`: whether there are $b_k$. Learned: `classes_`, shape (K,); `coef_`, the $w_k$, shape (K, d);
    `intercept_`, the $b_k$, shape (K,). The `scores`, $f_k(x)$, add up to 1 with intercepts.

    >>> X = [[-4], [-3], [-2], [-1], [0], [1], [2], [3], [4]]
    >>> model = IndicatorClassifier().fit(X, [0, 0, 0, 0, 0, 1, 1, 1, 1])
    >>> model.coef_[1].round(6), model.intercept_[1].round(6)
    (array([0.166667]), np.float64(0.444444))
    >>> IndicatorClassifier().fit(X, [0, 0, 0, 1, 1, 1, 0, 0, 0]).predict(X)  # the class in the middle is never found
    array([0, 0, 0, 0, 0, 0, 0, 0, 0])
    """

    def __init__(self, intercept=True):
        self.intercept = intercept

    def fit(self, X, y, sample_weight=None):
        """Learn from X, shape (n, d), and the labels y, shape (n,).

        `sample_weight`, shape (n,): how often each row counts; once if None is given.
        """
        X = as_matrix(X)
        classes, index = encode_classes(as_labels(y, len(X)))
        lines = LinearRegression(self.intercept).fit(X, np.eye(len(classes))[index], sample_weight)
        self.coef_, self.intercept_ = lines.coef_, np.zeros(len(classes)) + lines.intercept_
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        return self

    def predict(self, X):
        """The class with the largest score for each row of X, shape (n,). A tie goes to the class that sorts first."""
        best = np.argmax(self.scores(X), axis=1)
        return self.classes_[best]


guard(__name__)
