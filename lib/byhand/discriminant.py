r"""Linear discriminant analysis: each class a normal cloud around its own mean, all of one shape.

$$p(x \mid k) = \mathcal N(x \mid \mu_k, \Sigma), \qquad
  f_k(x) = \mu_k^T \Sigma^{-1} x - \tfrac12 \mu_k^T \Sigma^{-1} \mu_k + \log P(k)$$

By Bayes' theorem the class with the largest $f_k$ is the most probable. What is quadratic in x is the same for all
classes and cancels, so the boundary between two of them is flat. The same means and covariance give Fisher's
directions, along which the classes lie farthest apart compared with their own spread.
"""

import numpy as np

from byhand.base import (
    as_distribution,
    as_finite,
    as_labels,
    as_matrix,
    as_number,
    as_vector,
    encode_classes,
    shown,
    two_classes,
    warn,
)
from byhand.guard import guard
from byhand.linear import LinearClassifier
from byhand.neural import Softmax
from byhand.protocol import column_names

SINGULAR = 1e-10  # of the spread inside the classes along a direction, relative to the largest, columns of one size


def pooled_covariance(X, y):
    r"""The means, shape (K, d), of the classes in order, and the covariance that they share, shape (d, d):

    $$\Sigma = \frac{1}{n - K} \sum_k \sum_{i \in k} (x_i - \mu_k)(x_i - \mu_k)^T$$

    `X`: shape (n, d); `y`: labels, shape (n,). K means were estimated, so the sum is divided by n - K; scikit-learn 1.9
    divides by n.

    >>> means, cov = pooled_covariance([[0, 0], [2, 2], [4, 0], [6, 4]], ["a", "a", "b", "b"])
    >>> means.tolist(), cov.tolist()
    ([[1.0, 1.0], [5.0, 2.0]], [[2.0, 3.0], [3.0, 5.0]])
    """
    X = as_matrix(X)
    classes, index = encode_classes(as_labels(y, len(X)))
    if len(X) <= len(classes):
        raise ValueError(f"X must have more rows than there are classes, which are {len(classes)}; got {len(X)}")
    with np.errstate(over="ignore", invalid="ignore"):
        means = np.array([X[index == k].mean(axis=0) for k in range(len(classes))])
        inside = X - means[index]
        return as_finite(means), as_finite(inside.T @ inside / (len(X) - len(classes)))


def separation(X, y, direction):
    r"""How far apart two classes are in their shadow along a direction, in their own standard deviations there:

    $$\frac{\lvert w \cdot (\mu_2 - \mu_1) \rvert}{\sqrt{w^T \Sigma w}}$$

    `X`: shape (n, d); `y`: labels of two kinds, shape (n,); `direction`: the w, shape (d,), of any length but 0. It is
    largest along $\Sigma^{-1} (\mu_2 - \mu_1)$, where it is the Mahalanobis distance of the two means.

    >>> X, y = [[1, 2], [2, 1], [3, 3], [3, 2], [6, 4], [6, 3]], ["a", "a", "a", "b", "b", "b"]
    >>> [round(separation(X, y, w), 6) for w in ([1, 0], [0, 1], [3, 1], [2, -1])]  # the last is the best
    [2.12132, 1.0, 2.0, 2.236068]
    """
    two_classes(y, len(as_matrix(X)))
    means, cov = pooled_covariance(X, y)
    w = as_vector(direction, len(cov), "direction")
    inside = as_finite(w @ cov @ w)
    if not inside > 0:
        raise ValueError(
            f"X must have some spread inside its classes along direction; along {shown(w.tolist())} it has none"
        )
    return float(abs(w @ (means[1] - means[0])) / np.sqrt(inside))


class LinearDiscriminantAnalysis(LinearClassifier):
    r"""Normal classes of one covariance: the linear score $f_k$ of each, and the directions that part them best.

    Parameters
    ----------
    class_prior : None to count the classes, or one probability per class in sorted order
    shrinkage : from 0 to 1, the share of $\Sigma$ that is replaced by a round cloud of the same mean variance; for
        many columns and few rows

    Learned: `classes_`, shape (K,); `class_prior_`, shape (K,); `means_`, shape (K, d); `covariance_`, shape (d, d);
    `coef_`, the $\Sigma^{-1} \mu_k$, shape (K, d), and `intercept_`, the rest of $f_k$, shape (K,);
    `scalings_`, Fisher's directions as columns, shape (d, r) with r at most K - 1, best first, scaled so that the
    classes have variance 1 along each; `ratios_`, between the variance of the means and that inside, shape (r,).

    >>> model = LinearDiscriminantAnalysis().fit([[0, 0], [2, 2], [4, 0], [6, 4]], ["a", "a", "b", "b"])
    >>> w, threshold = model.boundary("a", "b")
    >>> w.round(6).tolist(), round(threshold, 6)
    ([17.0, -10.0], 36.0)
    >>> model.predict([[3, 1], [3, 2]])
    array(['b', 'a'], dtype='<U1')
    """

    def __init__(self, class_prior=None, shrinkage=0.0):
        self.class_prior = class_prior
        self.shrinkage = shrinkage

    def fit(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,)."""
        X = as_matrix(X)
        share = as_number(self.shrinkage, "shrinkage", minimum=0, maximum=1)
        classes, index = encode_classes(as_labels(y, len(X)))
        means, cov = pooled_covariance(X, y)
        counted = np.bincount(index) / len(X)
        prior = counted if self.class_prior is None else as_distribution(self.class_prior, len(classes), "class_prior")
        if not prior.all():
            raise ValueError(f"class_prior must hold numbers above 0; got {shown(prior.tolist())}")
        cov = (1 - share) * cov + share * np.trace(cov) / X.shape[1] * np.eye(X.shape[1])
        white = _whitening(cov, np.abs(X - X.mean(axis=0)).max(axis=0))
        centre = prior @ means
        inside = (means - centre) @ white  # where the covariance is a circle of radius 1
        self.coef_ = as_finite(inside @ white.T)
        self.intercept_ = np.log(prior) - 0.5 * (inside**2).sum(axis=1) - self.coef_ @ centre
        self.scalings_, self.ratios_ = _directions(inside, prior, white)
        self.classes_, self.class_prior_, self.means_, self.covariance_ = classes, prior, means, cov
        self._centre, self.n_features_in_ = centre, X.shape[1]
        return self

    def predict_proba(self, X):
        """The probability of each class for each row of X, shape (n, K): the softmax of the scores."""
        return Softmax()(self.scores(X))

    def boundary(self, first, second):
        r"""Where two classes are equally probable: w, shape (d,), and t, so that $w \cdot x > t$ is for the second.

        $$w = \Sigma^{-1} (\mu_2 - \mu_1), \qquad
          t = w \cdot \frac{\mu_1 + \mu_2}{2} + \log \frac{P(1)}{P(2)}$$
        """
        self._require_fit("n_features_in_")
        known = self.classes_.tolist()
        for name, label in (("first", first), ("second", second)):
            if isinstance(label, (list, np.ndarray)) or label not in known:
                raise ValueError(f"{name} must be one of the classes, {shown(known)}; got {shown(label)}")
        a, b = known.index(first), known.index(second)
        return self.coef_[b] - self.coef_[a], float(self.intercept_[a] - self.intercept_[b])

    def transform(self, X):
        """The rows of X along Fisher's directions, shape (n, r), measured from the mean of all classes."""
        self._require_fit("n_features_in_")
        return as_finite((as_matrix(X, columns=self.n_features_in_) - self._centre) @ self.scalings_)

    def fit_transform(self, X, y):
        """Learn from X, shape (n, d), and the labels y, shape (n,); return what `transform` makes of X."""
        return self.fit(X, y).transform(X)

    def working(self, X, y):
        """The fit to one or two columns X, shape (n, 1) or (n, 2), and two classes y, shape (n,), as on paper.

        >>> model = LinearDiscriminantAnalysis()
        >>> steps = model.working([[0, 0], [2, 2], [4, 0], [6, 4]], ["a", "a", "b", "b"])
        >>> steps["w1"], steps["threshold"]
        (Fraction(17, 1), Fraction(36, 1))
        """
        from byhand.paper import discriminant as paper

        names, X = column_names(X), as_matrix(X)
        if X.shape[1] > 2:
            raise ValueError(f"X must have one or two columns, to be worked on paper; got {X.shape[1]}")
        classes, signs = two_classes(y, len(X))
        pooled_covariance(X, y)  # for its checks
        prior = None
        if self.class_prior is not None:
            prior = as_distribution(self.class_prior, 2, "class_prior").tolist()
        return paper.two_classes(X, signs > 0, classes.tolist(), prior, names)


def _whitening(cov, sizes):
    """V, shape (d, r), with V' cov V = 1; directions without spread inside the classes are left out, with a warning."""
    scale = np.where(sizes > 0, sizes, 1)
    values, vectors = np.linalg.eigh(cov / scale / scale[:, None])
    real = values > SINGULAR * max(values[-1], np.finfo(float).tiny)
    if not real.all():
        warn(
            f"the classes have no spread in {(~real).sum()} of {len(real)} directions (columns depend on each other, "
            "or rows are few), which are left out; set a shrinkage"
        )
    return vectors[:, real] / np.sqrt(values[real]) / scale[:, None]


def _directions(inside, prior, white):
    """Fisher's directions, shape (d, r), and the variance of the means along each, shape (r,)."""
    _, s, Vt = np.linalg.svd(np.sqrt(prior)[:, None] * inside, full_matrices=False)
    real = s > 1e-9 * max(s.max(initial=0), np.finfo(float).tiny)
    scalings = white @ Vt[real].T
    largest = np.abs(scalings).argmax(axis=0)
    return scalings * np.sign(scalings[largest, range(scalings.shape[1])]), s[real] ** 2  # the largest is positive


guard(__name__)
