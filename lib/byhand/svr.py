r"""Support vector regression: a tube around the prediction, and a price for what lies outside.

$$\min_{w, b} \; \tfrac12 \lVert w \rVert^2
  + C \sum_{n=1}^N \max\bigl(0, \lvert y_n - f(x_n) \rvert - \varepsilon\bigr), \qquad f(x) = w \cdot x + b$$

An outcome that is missed by no more than $\varepsilon$ costs nothing. Each row has a multiplier for the upper wall of
the tube and one for the lower; at most one of the two is above 0, and their difference $\beta_n$ solves the dual

$$\max_\beta \; \sum_n y_n \beta_n - \varepsilon \sum_n \lvert \beta_n \rvert
  - \tfrac12 \sum_{n, m} \beta_n \beta_m\, k(x_n, x_m) \quad\text{with}\quad
  \lvert \beta_n \rvert \le C, \quad \sum_n \beta_n = 0$$

Then $f(x) = \sum_n \beta_n k(x_n, x) + b$: rows inside the tube have $\beta_n = 0$ and no say.
"""

from functools import partial

import numpy as np

from byhand.base import (
    Regressor,
    as_finite,
    as_function,
    as_matrix,
    as_number,
    as_numbers,
    as_vector,
    as_whole,
    warn,
)
from byhand.dual import as_tolerance
from byhand.engine import svm as engine
from byhand.guard import guard
from byhand.kernels import LinearKernel, features_of, is_inner_product
from byhand.svm import LINEAR, KernelMachine


def tube_loss(y, predicted, epsilon=0.1):
    r"""By how much each prediction misses the tube: $\max(0, \lvert y_n - f(x_n) \rvert - \varepsilon)$, shape (n,).

    `y`, `predicted`: shape (n,). Known as the ε-insensitive loss.

    >>> tube_loss([1, 2, 5], [1.25, 3, 2], epsilon=0.5)
    array([0. , 0.5, 2.5])
    """
    y = as_numbers(y, "y")
    y = as_vector(y, np.size(y), "y")
    predicted = as_vector(predicted, len(y), "predicted")
    return np.maximum(0, np.abs(y - predicted) - as_number(epsilon, "epsilon", minimum=0))


class SVR(KernelMachine, Regressor):
    r"""Support vector regression: $f(x) = \sum_n \beta_n k(x_n, x) + b$, flat, within $\varepsilon$ of most outcomes.

    The dual is that of `SVC` with every row twice, once for each wall of the tube, and so is the solver.

    Parameters
    ----------
    C : the price of each unit outside the tube
    epsilon : half of the height of the tube, in units of y
    kernel : a `Kernel`, or a function of your own from two tables, shapes (m, d) and (n, d), to a table (m, n)
    tol : how far the optimality conditions may be violated, in units of y
    max_iter : at most so many steps of two multipliers

    Learned
    -------
    beta_ : the multipliers of all rows, shape (n,): above 0 at the upper wall or over it, below 0 at the lower
    support_, support_vectors_ : positions and rows of those that are not 0, shapes (s,) and (s, d)
    dual_coef_, intercept_ : their $\beta_n$, shape (s,), and b
    coef_ : w, for `LinearKernel` and `MappedKernel` only
    objective_, dual_objective_ : the values of both problems; they agree at the optimum
    kkt_gap_, n_iter_ : by how much the optimality conditions are violated, and the number of steps

    >>> model = SVR(C=10, epsilon=0.5).fit([[0], [1], [2], [3]], [0, 1.2, 1.8, 3])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([0.666667]), 0.5)
    >>> model.support_, model.beta_.round(6)  # the two ends hold it, each at a wall of the tube
    (array([0, 3]), array([-0.222222,  0.      ,  0.      ,  0.222222]))
    """

    def __init__(self, C=1.0, epsilon=0.1, kernel=LINEAR, tol=1e-3, max_iter=200_000):
        self.C = C
        self.epsilon = epsilon
        self.kernel = kernel
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        """Learn from X, shape (n, d), and outcomes y, shape (n,)."""
        C, epsilon = as_number(self.C, "C", above=0), as_number(self.epsilon, "epsilon", minimum=0)
        tol, max_iter = as_tolerance(self.tol), as_whole(self.max_iter, "max_iter", 1)
        kernel = as_function(self.kernel, "kernel", "a kernel, such as RBFKernel(gamma=1), or a function")
        X = as_matrix(X)
        y = as_vector(y, len(X), "y")
        explicit = isinstance(kernel, LinearKernel)
        rows = features_of(kernel, X) if explicit else X
        centre, level = rows.mean(axis=0) * explicit, float(y.mean())  # shifts change only b
        rows, goal = rows - centre, as_finite(y - level, "y")
        is_inner_product(kernel, rows)
        twice, walls = np.vstack([rows, rows]), np.repeat([1.0, -1.0], len(y))
        goals = np.concatenate([goal - epsilon, goal + epsilon])  # the upper wall, then the lower
        dual = engine.solve(engine.kernel_rows(LINEAR if explicit else kernel, twice), walls, C, tol, max_iter, goals)
        if dual.gap > tol:
            warn(
                f"after {dual.steps} steps the gap of the optimality conditions is {dual.gap:.3g}, above tol {tol:g}; "
                "raise max_iter, or put the features and y on one scale",
                RuntimeWarning,
            )
        beta = dual.beta[: len(y)] + dual.beta[len(y) :]
        support = np.flatnonzero(beta)
        f = (goals - dual.slope)[: len(y)] + dual.intercept
        square = float(dual.beta @ (goals - dual.slope))
        outside = float(tube_loss(goal, f, epsilon).sum())
        self.n_features_in_, self._kernel = X.shape[1], kernel
        self.beta_, self.support_ = beta, support
        self.support_vectors_, self.dual_coef_ = X[support], beta[support]
        self._weights = beta[support] @ rows[support] if explicit else None
        self.intercept_ = dual.intercept + level - (float(self._weights @ centre) if explicit else 0.0)
        self.objective_, self.dual_objective_ = 0.5 * max(0.0, square) + C * outside, dual.objective
        self.kkt_gap_, self.n_iter_ = dual.gap, dual.steps
        return self

    def predict(self, X):
        r"""$f(x)$ for each row of X, shape (n,)."""
        return self._values(X)


guard(__name__, predicted=partial(as_numbers, name="predicted"))
