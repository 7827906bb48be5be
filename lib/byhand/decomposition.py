r"""Principal components: a few directions at right angles, along which rows differ most.

The rows are measured from their mean $\bar x$. In the shadow on a line through it, of direction w and length 1, a row
is a single number, its score:

$$t_n = w \cdot (x_n - \bar x), \qquad \frac1N \sum_n t_n^2 = w^T \Sigma w, \qquad
  \Sigma = \frac1N \sum_n (x_n - \bar x)(x_n - \bar x)^T$$

Of all directions the eigenvector of $\Sigma$ with the largest eigenvalue casts the shadow of the greatest variance, and
that variance is the eigenvalue. By Pythagoras its line is also the one nearest to the rows. The second component does
the same among the directions at a right angle to the first, and so on: `principal_components`. The singular values
$s_j$ of the centred rows give the same, $\lambda_j = s_j^2 / N$: `principal_components_by_svd`. `PCA` puts this to use;
`KernelPCA` does it among the features of a kernel.

A direction and its opposite are the same line. Here the entry of largest size is positive, the first of them if
several are equal.
"""

from typing import NamedTuple

import numpy as np

from byhand.base import as_finite, as_flag, as_function, as_matrix, as_number, as_vector, as_whole, first_best, shown
from byhand.engine import decomposition as engine
from byhand.guard import guard
from byhand.kernels import LinearKernel, is_inner_product, kernel_matrix
from byhand.protocol import column_names
from byhand.transformer import Transformer

LINEAR = LinearKernel()


def centred(X):
    """The rows of X, shape (n, d), measured from their mean.

    >>> centred([[1, 1], [2, 1], [6, 4]])
    array([[-2., -1.],
           [-1., -1.],
           [ 3.,  2.]])
    """
    X = as_matrix(X)
    with np.errstate(over="ignore", invalid="ignore"):
        return as_finite(X - X.mean(axis=0))


def covariance_matrix(X, ddof=0):
    r"""The variances and covariances of the columns, shape (d, d): $\frac1N \sum_n (x_n - \bar x)(x_n - \bar x)^T$.

    `X`: shape (n, d); `ddof`: what is taken off the N in the divisor; NumPy and scikit-learn take off 1.

    >>> covariance_matrix([[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]])
    array([[2. , 2.4],
           [2.4, 3.2]])
    """
    X, divisor = _as_rows(X, ddof)
    own = centred(X)
    with np.errstate(over="ignore", invalid="ignore"):
        return as_finite(own.T @ own / divisor)


class Projection(NamedTuple):
    """The shadow of rows on a line through their mean: the scores, shape (n,), their variance, and what is lost.

    `residual`: the mean of the squared distances from the line.
    """

    scores: np.ndarray
    variance: float
    residual: float


def project(X, direction):
    r"""The shadow of the rows of X, shape (n, d), on the line through their mean: a `Projection`.

    `direction`: shape (d,), of any length but 0; of length 1 it is the w of $t_n = w \cdot (x_n - \bar x)$. By
    Pythagoras variance and residual add up to the same for all directions, the mean squared distance from the mean.

    >>> shadow = project([[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]], [1, 0])
    >>> shadow.scores, round(shadow.variance, 6), round(shadow.residual, 6)
    (array([-2., -1.,  0.,  1.,  2.]), 2.0, 3.2)
    """
    X = as_matrix(X)
    w = _unit(as_vector(direction, X.shape[1], "direction"))
    own = centred(X)
    with np.errstate(over="ignore", invalid="ignore"):
        scores = own @ w
        rest = own - scores[:, None] * w
        squares = as_finite(np.array([(scores**2).mean(), (rest**2).sum(axis=1).mean()]))
    return Projection(scores, *squares.tolist())


class Components(NamedTuple):
    """Principal components: the variance along each, shape (k,), the largest first, and their directions, (k, d)."""

    variances: np.ndarray
    directions: np.ndarray


def principal_components(X, ddof=0):
    r"""The eigenvalues and eigenvectors of the covariance of X, shape (n, d), as `Components`, d of them.

    $$\Sigma w_j = \lambda_j w_j, \qquad \lambda_1 \ge \lambda_2 \ge \dots \ge \lambda_d \ge 0$$

    >>> found = principal_components([[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]])
    >>> found.variances.round(6)
    array([5.073863, 0.126137])
    >>> found.directions.round(6)
    array([[ 0.615412,  0.788205],
           [ 0.788205, -0.615412]])
    """
    values, vectors = np.linalg.eigh(covariance_matrix(X, ddof))  # the smallest first
    return Components(np.maximum(values[::-1], 0), with_sign(vectors[:, ::-1].T))


def principal_components_by_svd(X, ddof=0):
    r"""The same from the singular value decomposition of the centred rows, $U S W^T$, with as many as min(n, d).

    The columns of W are the directions, and $\lambda_j = s_j^2 / N$, since $\Sigma = \frac1N W S U^T U S W^T$. Nothing
    is squared before the directions are found, so small variances keep their digits.

    >>> principal_components_by_svd([[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]]).variances.round(6)
    array([5.073863, 0.126137])
    """
    X, divisor = _as_rows(X, ddof)
    _, s, Wt = np.linalg.svd(centred(X), full_matrices=False)
    return Components(as_finite(s**2 / divisor), with_sign(Wt))


def with_sign(directions):
    """Directions, shape (k, d), each turned so that its entry of largest size, the first of them, is positive.

    >>> with_sign([[-0.8, 0.6], [0.6, 0.8]])
    array([[ 0.8, -0.6],
           [ 0.6,  0.8]])
    """
    directions = as_matrix(directions, "directions")
    sizes = np.abs(directions)
    largest = first_best(sizes, 1e-9 * sizes.max())
    turn = np.where(directions[np.arange(len(directions)), largest] < 0, -1.0, 1.0)
    return directions * turn[:, None]


def how_many(variances, share):
    """The smallest number of components that together keep this share of the variance, above 0 and at most 1.

    `variances`: along the components, the largest first, shape (k,).

    >>> how_many([6, 3, 1], 0.9), how_many([6, 3, 1], 0.91)
    (2, 3)
    """
    variances = as_vector(variances, None, "variances")
    if (variances < 0).any() or (np.diff(variances) > 1e-12 * variances[0]).any() or not variances[0] > 0:
        raise ValueError(
            f"variances must hold numbers of at least 0, the largest first and above 0; got {shown(variances.tolist())}"
        )
    share = as_number(share, "share", above=0, maximum=1)
    kept = np.cumsum(variances / variances[0])
    return int(np.argmax(kept >= (share - 1e-12) * kept[-1])) + 1


class PCA(Transformer):
    r"""The first principal components of a table, and the scores of its rows along them.

    Parameters
    ----------
    n_components : how many to keep; a share of the variance between 0 and 1, for as many as keep at least that; or
        None, for all min(n, d)
    whiten : whether scores are divided by their standard deviation, so that each has variance 1
    ddof : what is taken off the N in the divisor of variances: 0, as in this book, or 1, as in scikit-learn. Shares and
        directions do not depend on it

    Learned, k being the number kept: `mean_`, shape (d,); `components_`, the $w_j$ as rows, shape (k, d);
    `explained_variance_`, the $\lambda_j$, and `explained_variance_ratio_`, their shares of the whole, shape (k,);
    `singular_values_`, shape (k,); `noise_variance_`, the mean of the variances left out; `n_components_`, the k.

    >>> X = [[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]]
    >>> model = PCA(n_components=1).fit(X)
    >>> model.explained_variance_ratio_.round(6)
    array([0.975743])
    >>> model.transform(X).round(4).T
    array([[-2.8072, -2.1918,  0.    ,  2.1918,  2.8072]])
    >>> model.inverse_transform([[2.8072]]).round(4)
    array([[4.7276, 5.2127]])
    """

    def __init__(self, n_components=None, whiten=False, ddof=0):
        self.n_components = n_components
        self.whiten = whiten
        self.ddof = ddof

    def fit(self, X, y=None):
        """Learn from X, shape (n, d); y is not used."""
        X, divisor = _as_rows(X, self.ddof)
        mean, s, Wt = engine.decompose(X)
        as_finite(mean)
        if not s[0] > 0:
            raise ValueError(f"X must have two different rows; all {len(X)} are alike, and no direction is the longest")
        variances = as_finite(s**2 / divisor)
        shares = (s / s[0]) ** 2  # of the largest: too small or too large to be squared, they keep their shares
        k = _number_of(self.n_components, shares, min(X.shape))
        if as_flag(self.whiten, "whiten") and not (s[:k] > engine.ROUNDING * s[0]).all():
            varying = int(np.sum(s > engine.ROUNDING * s[0]))
            raise ValueError(f"n_components must be at most {varying} to whiten: the rows vary in no other direction")
        self.mean_, self.components_ = mean, with_sign(Wt[:k])
        self.explained_variance_, self.singular_values_ = variances[:k], s[:k]
        self.explained_variance_ratio_ = shares[:k] / shares.sum()
        self.noise_variance_ = float(variances[k:].sum() / (X.shape[1] - k)) if k < min(X.shape) else 0.0
        self.n_components_, self.n_features_in_ = k, X.shape[1]
        return self

    def transform(self, X):
        r"""The scores $t_{nj} = w_j \cdot (x_n - \bar x)$ of each row of X, shape (n, d): shape (n, k)."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        with np.errstate(over="ignore", invalid="ignore"):
            scores = (X - self.mean_) @ self.components_.T
            return as_finite(scores / self._scale())

    def inverse_transform(self, Z):
        r"""The rows that have these scores, shape (n, k), on the plane of the components: $\bar x + \sum_j t_j w_j$.

        For the scores of a row it is the point of that plane nearest to the row; shape (n, d).
        """
        self._require_fit("n_features_in_")
        Z = as_matrix(Z, "Z", self.n_components_)
        with np.errstate(over="ignore", invalid="ignore"):
            return as_finite(self.mean_ + Z * self._scale() @ self.components_, "Z")

    def working(self, X):
        """The components of a small table with two columns, shape (n, 2), as on paper.

        Steps: mean 1, mean 2, c11, c12, c22, lambda1, lambda2 by the quadratic equation, share, the directions w11 to
        w22, and for each row its score t(n), its nearest point on the line, x(n)1 and x(n)2, and, at the end, lost, the
        sum of the squared distances.

        >>> steps = PCA().working([[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]])
        >>> round(steps["lambda1"], 6), round(steps["t(1)"], 5), round(steps["lost"], 6)
        (5.073863, -2.80724, 0.630683)
        """
        from byhand.paper import decomposition as paper

        names, (X, divisor) = column_names(X), _as_rows(X, self.ddof)
        if X.shape[1] != 2:
            raise ValueError(
                f"X must have two columns: the eigenvalues of more have no formula for paper; got {X.shape[1]}"
            )
        return paper.components(X, len(X) - divisor, names)

    def _scale(self):
        """What scores are divided by, shape (k,)."""
        return np.sqrt(self.explained_variance_) if self.whiten else 1.0

    def _names_out(self, names):
        return [f"pca{j}" for j in range(self.n_components_)]


def centre_kernel(K, new=None):
    r"""The kernel matrix of features measured from their mean, out of K, shape (n, n), that of the features themselves.

    $$\tilde K_{nm} = K_{nm} - \bar K_{n} - \bar K_{m} + \bar K$$

    The means are those of row n, of row m and of all of K: what is subtracted from $\phi(x_n)$ is the mean of the
    features, and all its inner products are means of K.

    `new`: the kernel of other rows with those of K, shape (m, n), to be centred instead, by the same means.

    >>> centre_kernel([[1, 2, 3], [2, 4, 6], [3, 6, 9]])  # of the numbers 1, 2, 3
    array([[ 1.,  0., -1.],
           [ 0.,  0.,  0.],
           [-1.,  0.,  1.]])
    """
    K = as_matrix(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be square, with a row and a column for each instance; got the shape {K.shape}")
    new = K if new is None else as_matrix(new, "new", len(K))
    with np.errstate(over="ignore", invalid="ignore"):
        return as_finite(new - new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean(), "K")


class KernelPCA(Transformer):
    r"""Principal components among the features of a kernel, which need never be computed.

    A component is a sum of the features of the rows, $w_j = \sum_n a_{nj}\, \phi(x_n)$, and its a is an eigenvector of
    the centred kernel matrix, scaled so that $w_j$ has length 1. The score of any x is $\sum_n a_{nj}\, k(x_n, x)$,
    with k centred too: `centre_kernel`.

    Parameters
    ----------
    n_components : how many components; None for all along which the features vary
    kernel : a `byhand.kernels.Kernel`, or a function of your own from two tables, shapes (m, d) and (n, d), to (m, n).
        With the default, a linear one, the scores are those of `PCA`

    Learned: `eigenvalues_`, those of the centred kernel matrix, the largest first, shape (k,); divided by N they are
    the variances of the scores; `eigenvectors_`, the a before they are scaled, shape (n, k), each with its entry of
    largest size positive; `X_fit_`, the rows, shape (n, d); `K_fit_`, their kernel matrix, shape (n, n).

    >>> X = [[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]]
    >>> model = KernelPCA().fit(X)
    >>> (model.eigenvalues_ / 5).round(6)
    array([5.073863, 0.126137])
    >>> abs(model.transform([[5, 5]])).round(4)
    array([[2.8072, 0.3456]])
    """

    def __init__(self, n_components=None, kernel=LINEAR):
        self.n_components = n_components
        self.kernel = kernel

    def fit(self, X, y=None):
        """Learn from X, shape (n, d); y is not used."""
        X = as_matrix(X)
        kernel = as_function(self.kernel, "kernel", "a kernel, such as RBFKernel(gamma=1), or a function")
        is_inner_product(kernel, X)
        K = as_finite(kernel_matrix(kernel, X))
        values, vectors = np.linalg.eigh(centre_kernel(K))
        values, vectors = values[::-1], vectors[:, ::-1]
        varying = int(np.sum(values > engine.ROUNDING * np.abs(K).max()))
        if not varying:
            raise ValueError(f"X must have two rows that differ for the kernel; all {len(X)} have the same features")
        k = varying if self.n_components is None else as_whole(self.n_components, "n_components", 1)
        if k > varying:
            raise ValueError(
                f"n_components must be at most {varying}: the features vary in no other direction; got {k}"
            )
        self.eigenvalues_, self.eigenvectors_ = values[:k], with_sign(vectors[:, :k].T).T
        self.X_fit_, self.K_fit_, self.n_features_in_ = X, K, X.shape[1]
        return self

    def transform(self, X):
        """The scores of each row of X, shape (n, d), along the components: shape (n, k)."""
        self._require_fit("n_features_in_")
        X = as_matrix(X, columns=self.n_features_in_)
        new = as_finite(kernel_matrix(self.kernel, X, self.X_fit_))
        return centre_kernel(self.K_fit_, new) @ (self.eigenvectors_ / np.sqrt(self.eigenvalues_))

    def _names_out(self, names):
        return [f"kernelpca{j}" for j in range(len(self.eigenvalues_))]


# ---- checks


def _as_rows(X, ddof):
    """X as a matrix, and what its sums of squares are divided by."""
    X, ddof = as_matrix(X), as_number(ddof, "ddof", minimum=0)
    if len(X) <= ddof:
        raise ValueError(f"X must have more rows than ddof, {ddof:g}, for a variance; got {len(X)}")
    return X, len(X) - ddof


def _unit(direction):
    """A direction, shape (d,), with length 1."""
    size = np.abs(direction).max()
    if size == 0:
        raise ValueError("direction must not be all 0")
    w = direction / size
    return w / np.sqrt(w @ w)


def _number_of(wanted, shares, most):
    """How many components to keep; `shares`: of the variance, shape (min(n, d),)."""
    if wanted is None:
        return most
    if isinstance(wanted, (float, np.floating)) and 0 < wanted < 1:
        return how_many(shares, wanted)
    k = as_whole(wanted, "n_components", 1)
    if k > most:
        raise ValueError(f"n_components must be at most {most}, the smaller of rows and columns; got {k}")
    return k


guard(__name__, directions=as_matrix, new=as_matrix)
