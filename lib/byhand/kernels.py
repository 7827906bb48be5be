r"""Kernels: inner products of features that need never be computed.

$$k(x, z) = \phi(x) \cdot \phi(z)$$

A method that sees its data only through inner products, as a support vector machine does, works in the space of the
features $\phi$ as soon as it is given k. The kernels of the book: `LinearKernel`, `PolynomialKernel`, `RBFKernel`,
`SigmoidKernel`, and `MappedKernel` for a map of your own. Whether a matrix is that of a kernel:
`is_positive_semidefinite`. Kernels whose numbers can be learned, their sums and products, are in `byhand.covariance`.
"""

import math
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from byhand.base import as_matrix, as_model, as_number, as_symmetric, as_whole, warn
from byhand.guard import guard
from byhand.linear import polynomial_features

FAR = 1e4  # from where on the differences of squares have lost too many digits, in widths of a Gaussian


class Kernel:
    """An inner product of features that need never be computed: `kernel(A, B)` has the shape (m, n).

    `A`: shape (m, d); `B`: shape (n, d), A itself if left out. `mercer` says whether it is one for sure: whether the
    matrix of any rows is positive semi-definite.
    """

    mercer = True

    def __call__(self, A, B=None):
        A = as_matrix(A, "A")
        B = A if B is None else as_matrix(B, "B", A.shape[1])
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            return self._matrix(A, B)


@dataclass(frozen=True)
class LinearKernel(Kernel):
    r"""$k(x, z) = x \cdot z$.

    >>> LinearKernel()([[3, 3], [4, 3], [1, 1]])
    array([[18., 21.,  6.],
           [21., 25.,  7.],
           [ 6.,  7.,  2.]])
    """

    def features(self, X):
        """X itself, shape (n, d)."""
        return X

    def _matrix(self, A, B):
        return features_of(self, A) @ features_of(self, B).T


@dataclass(frozen=True)
class MappedKernel(LinearKernel):
    r"""$k(x, z) = \phi(x) \cdot \phi(z)$ for a feature map of your own.

    `features`: a function from rows, shape (n, d), to their features, shape (n, k).

    >>> lift = MappedKernel(lambda X: np.column_stack([X, (X**2).sum(axis=1)]))  # (a, b) to (a, b, a² + b²)
    >>> lift([[1, 2]], [[3, -1]])
    array([[51.]])
    """

    features: object = None

    def __post_init__(self):
        if not callable(self.features):
            raise ValueError(f"features must be a function from rows to their features; got {self.features!r}")


@dataclass(frozen=True)
class PolynomialKernel(Kernel):
    r"""$k(x, z) = (\gamma\, x \cdot z + r)^d$ with $\gamma > 0$; $d = 2$ is the quadratic kernel.

    Parameters: `degree`, the d; `gamma`; `coef0`, the r. With a negative r it is not positive semi-definite.

    >>> quadratic = PolynomialKernel(degree=2, coef0=0)
    >>> quadratic([[1, 2, 3]], [[4, 5, 6]])  # 32²
    array([[1024.]])
    >>> x, z = quadratic.features([[1, 2, 3], [4, 5, 6]])
    >>> float((x @ z).round(9))
    1024.0
    """

    degree: int = 2
    gamma: float = 1.0
    coef0: float = 1.0

    def __post_init__(self):
        as_whole(self.degree, "degree", 1)
        as_number(self.gamma, "gamma", above=0)
        as_number(self.coef0, "coef0")

    @property
    def mercer(self):
        return self.coef0 >= 0

    def _matrix(self, A, B):
        return (self.gamma * (A @ B.T) + self.coef0) ** self.degree

    def features(self, X):
        r"""The map behind the kernel, shape (n, k): all products of at most d features, lower degrees first.

        A product in which feature i occurs $m_i$ times, and r takes the $m_0$ places left, is multiplied by the root of
        $\frac{d!}{m_0!\, m_1! \cdots}\, r^{m_0} \gamma^{d - m_0}$. Products that r = 0 takes out are left out.

        >>> PolynomialKernel(degree=2, coef0=2).features([[1, 3]]).round(4)  # r, √(2r) a, √(2r) b, a², √2 ab, b²
        array([[2.    , 2.    , 6.    , 1.    , 4.2426, 9.    ]])
        """
        X, d = as_matrix(X), int(self.degree)
        if self.coef0 < 0:
            raise ValueError(f"coef0 must be at least 0 for the kernel to have features; got {self.coef0}")
        squares = []
        for size in range(d + 1):
            for chosen in combinations_with_replacement(range(X.shape[1]), size):
                repeats = [d - size, *(chosen.count(i) for i in set(chosen))]
                ways = math.factorial(d) // math.prod(map(math.factorial, repeats))
                squares.append(ways * self.coef0 ** (d - size) * self.gamma**size)
        kept = np.flatnonzero(squares)
        return polynomial_features(X, d, ones=True)[:, kept] * np.sqrt(np.array(squares)[kept])


@dataclass(frozen=True)
class RBFKernel(Kernel):
    r"""$k(x, z) = \exp(-\gamma \lVert x - z \rVert^2)$, a Gaussian of width $\sigma$ with $\gamma = 1 / (2\sigma^2)$.

    >>> RBFKernel.of_width(1)([[0, 0]], [[1, 0], [2, 1]]).round(6)
    array([[0.606531, 0.082085]])
    """

    gamma: float = 1.0

    def __post_init__(self):
        as_number(self.gamma, "gamma", above=0)

    @classmethod
    def of_width(cls, sigma):
        """The kernel with this σ."""
        return cls(1 / (2 * as_number(sigma, "sigma", above=0) ** 2))

    @property
    def sigma(self):
        return math.sqrt(1 / (2 * self.gamma))

    def _matrix(self, A, B):
        if len(A) == 1:
            difference = B - A
            return np.exp(-self.gamma * np.einsum("nd,nd->n", difference, difference))[None]
        centre = np.median(B, axis=0)  # nearer to 0 the squares lose fewer digits; an outlier does not move it
        a, b = A - centre, B - centre
        squares = (a * a).sum(axis=1)
        K = a @ b.T  # ‖a‖² + ‖b‖² - 2 a·b, all in one table
        K *= -2
        K += squares[:, None]
        K += (b * b).sum(axis=1)
        np.maximum(K, 0, out=K)
        K *= -self.gamma
        np.exp(K, out=K)
        for i in np.flatnonzero(self.gamma * squares > FAR):
            K[i] = self._matrix(A[i : i + 1], B)[0]
        return K


@dataclass(frozen=True)
class SigmoidKernel(Kernel):
    r"""$k(x, z) = \tanh(\gamma\, x \cdot z + r)$. No settings make it positive semi-definite; `coef0` is the r.

    >>> SigmoidKernel(coef0=-1)([[0.0]]).round(4)  # a negative square of a length
    array([[-0.7616]])
    """

    gamma: float = 1.0
    coef0: float = 0.0
    mercer = False

    def __post_init__(self):
        as_number(self.gamma, "gamma", above=0)
        as_number(self.coef0, "coef0")

    def _matrix(self, A, B):
        return np.tanh(self.gamma * (A @ B.T) + self.coef0)


# ---- matrices


def kernel_matrix(kernel, A, B=None):
    """The table of k(a, b) for all rows of A, shape (m, d), and of B, shape (n, d), A itself if left out; checked.

    `kernel`: a `Kernel`, or a function of your own from two such tables to a table (m, n).

    >>> kernel_matrix(lambda A, B: (A @ B.T) ** 2, np.array([[1, 2, 3], [1, 0, -1]]))
    array([[196.,   4.],
           [  4.,   4.]])
    """
    B = A if B is None else B
    matrix = np.asarray(kernel(A, B), dtype=float)
    if matrix.shape != (len(A), len(B)):
        raise ValueError(f"kernel must give an array of shape {(len(A), len(B))}; got {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError("kernel gives values that are not finite for these rows: put the features on a smaller scale")
    return matrix


def features_of(kernel, X):
    """The features of the rows of X for a `LinearKernel` or `MappedKernel`, shape (n, k), checked."""
    features = as_matrix(as_model(kernel, "kernel", "features", example="LinearKernel()").features(X), "features(X)")
    if len(features) != len(X):
        raise ValueError(f"features(X) must have a row for each of the {len(X)} rows of X; got {len(features)}")
    return features


def lowest_eigenvalue(K):
    """The lowest eigenvalue of a symmetric matrix, shape (n, n), or 0 if only rounding makes it negative.

    >>> lowest_eigenvalue([[1, 2], [2, 1]])
    -1.0
    """
    eigenvalues = np.linalg.eigvalsh(as_symmetric(K, "K"))
    lowest = float(eigenvalues[0])
    return 0.0 if -1e-10 * np.abs(eigenvalues).max() <= lowest <= 0 else lowest


def is_positive_semidefinite(K):
    """Mercer's test for a kernel matrix, shape (n, n): whether no eigenvalue is negative, up to rounding.

    >>> is_positive_semidefinite([[196, 1024, 4], [1024, 5929, 4], [4, 4, 4]])  # (x · z)²
    True
    >>> is_positive_semidefinite([[0, 27, 20], [27, 0, 83], [20, 83, 0]])  # squared distances
    False
    """
    return lowest_eigenvalue(K) >= 0


def is_inner_product(kernel, X):
    """Whether a function can be an inner product, judged by the first rows of X, shape (n, d); a warning if not.

    >>> is_inner_product(RBFKernel(gamma=1), [[0, 1], [2, 3]])
    True
    """
    if getattr(kernel, "mercer", False):
        return True
    part = kernel_matrix(kernel, as_matrix(X)[:1000])  # of the whole, one that is to have no negative eigenvalue
    if not np.allclose(part, part.T):
        raise ValueError("kernel must be symmetric: k(x, z) = k(z, x)")
    if (lowest := lowest_eigenvalue(part)) < 0:
        warn(
            f"the kernel is not positive semi-definite: its matrix has the eigenvalue {lowest:.3g}, so it is no inner "
            "product of features, the margin means nothing, and the solution may not be the best",
        )
    return lowest >= 0


guard(__name__, A=as_matrix, B=as_matrix)
