r"""Covariance functions: kernels that say how alike two values of an unknown function are, and that can be learned.

$$k(x, z) = \operatorname{cov}\bigl(f(x), f(z)\bigr)$$

`byhand.kernels` holds kernels whose numbers are given; the ones here are kernels as well, and go wherever those go.
They add what a Gaussian process needs: the logarithms of their hyper-parameters as a vector `theta`, the slopes of the
kernel matrix along it, the variances $k(x, x)$, and sums and products with `+` and `*`. In such a sum or product a
kernel of `byhand.kernels` stands as it is, with nothing to learn, and a number is a `Constant`.

>>> wave = 4.0 * Periodic(periodicity=12) * SquaredExponential(50) + White(0.1)
>>> print(wave)
Constant(4) * Periodic(1, 12) * SquaredExponential(50) + White(0.1)
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from byhand.base import as_finite, as_matrix, as_number, as_vector, shown
from byhand.guard import guard
from byhand.kernels import Kernel, RBFKernel, kernel_matrix

SMOOTH = (0.5, 1.5, 2.5)  # for which a Matérn kernel has a short formula
FAR = 1e100  # squared distances that are not told apart from larger ones
WIDE = 8  # columns, from which on squared distances are taken from inner products


class Covariance(Kernel):
    """A kernel with hyper-parameters, all above 0: `kernel(A)`, shape (n, n), `kernel(A, B)`, shape (n, m).

    In `kernel(A)` each row meets itself, and the noise of a `White` part counts; in `kernel(A, B)` rows are never the
    same, even if B is A.
    """

    def __post_init__(self):
        for name in self.names:
            as_number(getattr(self, name), name, above=0)

    def __call__(self, A, B=None):
        A = as_matrix(A, "A")
        B = B if B is None else as_matrix(B, "B", A.shape[1])
        with np.errstate(over="ignore", under="ignore", invalid="ignore", divide="ignore"):
            K = as_finite(self._matrix(A, B), "A")
        whole = len(A), len(A if B is None else B)
        return K if K.shape == whole else np.array(np.broadcast_to(K, whole))

    @property
    def names(self):
        """The names of the hyper-parameters that can be learned."""
        return [field.name for field in fields(self)]

    @property
    def theta(self):
        """Their natural logarithms, shape (p,)."""
        return np.log([getattr(self, name) for name in self.names])

    def with_theta(self, theta):
        """The same kernel with other hyper-parameters; `theta`: their logarithms, shape (p,).

        >>> SquaredExponential(3).with_theta([0])
        SquaredExponential(length_scale=1.0)
        """
        theta = as_vector(theta, len(self.names), "theta")
        with np.errstate(over="ignore"):
            return replace(self, **dict(zip(self.names, np.exp(theta).tolist(), strict=True)))

    def diagonal(self, A):
        """The variances k(x, x) of the rows of A, shape (n,)."""
        return self._diagonal(as_matrix(A, "A"))

    def gradient(self, A):
        r"""The slopes of `kernel(A)` along `theta`, shape (p, n, n): $\partial K / \partial \theta_i$.

        >>> SquaredExponential(1).gradient([[0], [1]]).round(6).tolist()
        [[[0.0, 0.606531], [0.606531, 0.0]]]
        """
        A = as_matrix(A, "A")
        with np.errstate(over="ignore", under="ignore", invalid="ignore", divide="ignore"):
            return as_finite(np.array(self._slopes(A)[1]).reshape(-1, len(A), len(A)), "A")

    def __add__(self, other):
        return Sum(self, as_covariance(other))

    def __radd__(self, other):
        return Sum(as_covariance(other), self)

    def __mul__(self, other):
        return Product(self, as_covariance(other))

    def __rmul__(self, other):
        return Product(as_covariance(other), self)

    def __str__(self):
        numbers = (getattr(self, field.name) for field in fields(self))
        return f"{type(self).__name__}({', '.join(f'{number:.4g}' for number in numbers)})"


class Stationary(Covariance):
    r"""What depends on the distance only, in units of the length scale, on $s = \lVert x - z \rVert^2 / l^2$."""

    def _matrix(self, A, B):
        return self._of(self._scaled(A, B))

    def _scaled(self, A, B=None):
        return np.minimum(squared_distances(A, B) / self.length_scale**2, FAR)

    def _diagonal(self, A):
        return np.ones(len(A))

    def _slopes(self, A):
        return self._of_both(self._scaled(A))


@dataclass(frozen=True)
class SquaredExponential(Stationary):
    r"""$k(x, z) = \exp\bigl(-\lVert x - z \rVert^2 / (2 l^2)\bigr)$: very smooth functions.

    It is an `RBFKernel` with $\gamma = 1 / (2 l^2)$.

    >>> SquaredExponential(1.0)([[0]], [[0], [1], [2]]).round(6)
    array([[1.      , 0.606531, 0.135335]])
    """

    length_scale: float = 1.0

    def _of(self, s):
        return np.exp(-s / 2)

    def _of_both(self, s):
        K = self._of(s)
        return K, [s * K]


@dataclass(frozen=True)
class Matern(Stationary):
    r"""Rougher than the squared exponential, with $u = \sqrt{2 \nu}\, \lVert x - z \rVert / l$:

    $$e^{-u}\ \bigl(\nu = \tfrac12\bigr), \qquad (1 + u)\, e^{-u}\ \bigl(\nu = \tfrac32\bigr), \qquad
      \bigl(1 + u + \tfrac13 u^2\bigr)\, e^{-u}\ \bigl(\nu = \tfrac52\bigr)$$

    Its functions can be differentiated 0, 1 or 2 times. Between these values a Bessel function is needed. `nu` is not
    learned.

    >>> [round(float(Matern(1.0, nu)([[0]], [[1]])[0, 0]), 6) for nu in (0.5, 1.5, 2.5)]
    [0.367879, 0.483358, 0.523994]
    """

    length_scale: float = 1.0
    nu: float = 1.5

    def __post_init__(self):
        super().__post_init__()
        if self.nu not in SMOOTH or isinstance(self.nu, bool):
            raise ValueError(f"nu must be one of {', '.join(map(str, SMOOTH))}; got {shown(self.nu)}")

    @property
    def names(self):
        return ["length_scale"]

    def _of(self, s):
        u = np.sqrt(2 * self.nu * s)
        return {0.5: 1.0, 1.5: 1 + u, 2.5: 1 + u + u * u / 3}[self.nu] * np.exp(-u)

    def _of_both(self, s):
        u = np.sqrt(2 * self.nu * s)
        return self._of(s), [{0.5: u, 1.5: u * u, 2.5: u * u * (1 + u) / 3}[self.nu] * np.exp(-u)]


@dataclass(frozen=True)
class RationalQuadratic(Stationary):
    r"""$k(x, z) = \Bigl(1 + \frac{\lVert x - z \rVert^2}{2 a l^2}\Bigr)^{-a}$: many length scales at once.

    `alpha` is the a; for a large one it is the squared exponential.

    >>> RationalQuadratic(1.0, 1.0)([[0]], [[1], [2]]).round(6)
    array([[0.666667, 0.333333]])
    """

    length_scale: float = 1.0
    alpha: float = 1.0

    def _of(self, s):
        return (1 + s / (2 * self.alpha)) ** -self.alpha

    def _of_both(self, s):
        part = s / (2 * self.alpha)
        base = 1 + part
        K = base**-self.alpha
        return K, [s * K / base, self.alpha * K * (part / base - np.log(base))]


@dataclass(frozen=True)
class Periodic(Covariance):
    r"""$k(x, z) = \exp\Bigl(-\frac{2}{l^2} \sum_j \sin^2 \frac{\pi (x_j - z_j)}{p}\Bigr)$: functions that repeat.

    `length_scale`: how smooth within a period; `periodicity`: the p. With one feature it is scikit-learn's
    `ExpSineSquared`; with several, that is not positive semi-definite in general, but this is.

    >>> Periodic(1.0, 12.0)([[0]], [[6], [12]]).round(6)
    array([[0.135335, 1.      ]])
    """

    length_scale: float = 1.0
    periodicity: float = 1.0

    def _angles(self, A, B=None):
        B = A if B is None else B
        return (np.pi / self.periodicity) * (A.T[:, :, None] - B.T[:, None, :])  # shape (d, n, m)

    def _matrix(self, A, B):
        return np.exp(-2 / self.length_scale**2 * (np.sin(self._angles(A, B)) ** 2).sum(axis=0))

    def _diagonal(self, A):
        return np.ones(len(A))

    def _slopes(self, A):
        angles = self._angles(A)
        squares = (np.sin(angles) ** 2).sum(axis=0) / self.length_scale**2
        K = np.exp(-2 * squares)
        return K, [4 * squares * K, 2 / self.length_scale**2 * (angles * np.sin(2 * angles)).sum(axis=0) * K]


@dataclass(frozen=True)
class Constant(Covariance):
    """The same for any two rows. As a factor it is the variance of the signal, s², as a term that of an unknown level.

    >>> Constant(2.0)([[0], [1]])
    array([[2., 2.],
           [2., 2.]])
    """

    value: float = 1.0

    def _matrix(self, A, B):
        return np.full((len(A), len(A)) if B is None else (1, 1), float(self.value))  # it goes with any shape

    def _diagonal(self, A):
        return np.full(len(A), float(self.value))

    def _slopes(self, A):
        K = self._matrix(A, None)
        return K, [K]


@dataclass(frozen=True)
class White(Covariance):
    """Noise: a variance that a row has in common with itself only, so that `kernel(A, B)` is 0.

    >>> White(0.5)([[0], [1]]).tolist(), White(0.5)([[0], [1]], [[0]]).tolist()
    ([[0.5, 0.0], [0.0, 0.5]], [[0.0], [0.0]])
    """

    noise_level: float = 1.0

    def _matrix(self, A, B):
        return self.noise_level * np.eye(len(A)) if B is None else np.zeros((1, 1))

    def _diagonal(self, A):
        return np.full(len(A), float(self.noise_level))

    def _slopes(self, A):
        K = self._matrix(A, None)
        return K, [K]


@dataclass(frozen=True)
class Given(Covariance):
    """A kernel with nothing to learn: one of `byhand.kernels`, or a function of two tables.

    >>> from byhand.kernels import PolynomialKernel
    >>> Given(PolynomialKernel(3)).diagonal([[0], [1]])
    array([1., 8.])
    """

    kernel: object

    def __post_init__(self):
        if not callable(self.kernel) or isinstance(self.kernel, type):
            raise ValueError(f"kernel must be a kernel, such as RBFKernel(gamma=1), or a function; got {self.kernel!r}")

    @property
    def names(self):
        return []

    def with_theta(self, theta):
        """Itself: `theta` has nothing in it."""
        return self

    def _matrix(self, A, B):
        return kernel_matrix(self.kernel, A, B)

    def _diagonal(self, A):
        return np.array([kernel_matrix(self.kernel, row[None])[0, 0] for row in A])

    def _slopes(self, A):
        return self._matrix(A, None), []

    def __str__(self):
        return str(self.kernel)


@dataclass(frozen=True)
class Sum(Covariance):
    """Two functions on top of each other, independent: their covariances add up.

    >>> (Constant(2) + White(1))([[0], [1]]).tolist()
    [[3.0, 2.0], [2.0, 3.0]]
    """

    first: Covariance
    second: Covariance

    def __post_init__(self):
        for name in ("first", "second"):
            if not isinstance(getattr(self, name), Covariance):
                raise ValueError(f"{name} must be a Covariance, such as White(1.0); got {getattr(self, name)!r}")

    @property
    def names(self):
        return [f"{place}__{name}" for place in ("first", "second") for name in getattr(self, place).names]

    @property
    def theta(self):
        return np.append(self.first.theta, self.second.theta)

    def with_theta(self, theta):
        """The same kernel with other hyper-parameters; `theta`: their logarithms, shape (p,), the first part first."""
        many = len(self.first.names)
        if not self.names:
            return self
        theta = as_vector(theta, len(self.names), "theta")
        first = self.first.with_theta(theta[:many]) if many else self.first
        return type(self)(first, self.second.with_theta(theta[many:]) if len(theta) > many else self.second)

    def _matrix(self, A, B):
        return self.first._matrix(A, B) + self.second._matrix(A, B)

    def _diagonal(self, A):
        return self.first._diagonal(A) + self.second._diagonal(A)

    def _slopes(self, A):
        (K, first), (M, second) = self.first._slopes(A), self.second._slopes(A)
        return K + M, first + second

    def __str__(self):
        return f"{self.first} + {self.second}"


@dataclass(frozen=True)
class Product(Sum):
    """Alike only where both say so: the covariances are multiplied.

    >>> (Constant(2) * SquaredExponential(1))([[0]], [[1]]).round(6)
    array([[1.213061]])
    """

    def _matrix(self, A, B):
        return self.first._matrix(A, B) * self.second._matrix(A, B)

    def _diagonal(self, A):
        return self.first._diagonal(A) * self.second._diagonal(A)

    def _slopes(self, A):
        (K, first), (M, second) = self.first._slopes(A), self.second._slopes(A)
        return K * M, [slope * M for slope in first] + [K * slope for slope in second]

    def __str__(self):
        return " * ".join(f"({part})" if type(part) is Sum else str(part) for part in (self.first, self.second))


def as_covariance(kernel, name="kernel"):
    """A `Covariance`: as it is, or made of a kernel, a function, a number above 0, or None, which is `RBFKernel(0.5)`.

    >>> as_covariance(2.0), as_covariance(None)
    (Constant(value=2.0), Given(kernel=RBFKernel(gamma=0.5)))
    """
    if isinstance(kernel, Covariance):
        return kernel
    if kernel is None:
        return Given(RBFKernel(0.5))
    if not callable(kernel):
        return Constant(as_number(kernel, name, above=0))
    return Given(kernel)


def squared_distances(A, B=None):
    """Squared distances of the rows of A, shape (n, d), from those of B, shape (m, d), A itself if left out.

    >>> squared_distances(np.array([[0.0, 0.0], [3.0, 4.0]]))
    array([[ 0., 25.],
           [25.,  0.]])
    """
    own, B = B is None, A if B is None else B
    if A.shape[1] <= WIDE:
        squares = np.zeros((len(A), len(B)))
        for a, b in zip(A.T, B.T, strict=True):
            difference = a[:, None] - b
            difference *= difference
            squares += difference
        return squares
    centre = B.mean(axis=0)  # nearer to 0 the squares lose fewer digits
    A, B = A - centre, B - centre
    squares = (A * A).sum(axis=1)[:, None] + (B * B).sum(axis=1) - 2 * A @ B.T
    np.maximum(squares, 0, out=squares)
    if own:
        np.fill_diagonal(squares, 0)
    return squares


guard(__name__, A=as_matrix, B=as_matrix)
