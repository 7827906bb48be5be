r"""Mixtures as estimators: clusters and a density at once, learned by EM (`byhand.em`).

`GaussianMixture` for points, `BernoulliMixture` for tables of zeros and ones. To the bare algorithm they add starts and
restarts, and a floor under the spread of a component, which keeps it from shrinking onto a single row.
"""

import numpy as np

from byhand.base import (
    Estimator,
    as_choice,
    as_distribution,
    as_finite,
    as_generator,
    as_matrix,
    as_number,
    as_numbers,
    as_whole,
    warn,
)
from byhand.cluster import k_means_plus_plus
from byhand.em import FORMS, Bernoullis, as_bits, e_step, em, shaped
from byhand.engine import mixture as engine
from byhand.gaussian import Gaussian
from byhand.guard import guard
from byhand.protocol import tags

LOWEST = 1e-12  # share of the variance of the data, below which rounding rules


class Mixture(Estimator):
    """What the estimators of mixtures share: EM from several starts, clusters and densities.

    A class offers `_checked`, the rows as it takes them, `_start`, a mixture to start from, and `_n_parameters`.
    """

    _needs_y = False

    def fit(self, X, y=None):
        """Learn from X, shape (n, d), by EM from `n_init` starts, of which the likeliest end is kept; y is not used."""
        X = self._checked(X)
        K, runs = as_whole(self.n_components, "n_components", 1), as_whole(self.n_init, "n_init", 1)
        if len(X) < K:
            raise ValueError(f"X must have at least as many rows as there are components, {K}; it has {len(X)}")
        rng = as_generator(self.seed)
        limit, tol = as_whole(self.max_iter, "max_iter", 1), as_number(self.tol, "tol", minimum=0)
        self.runs_ = tuple(em(self._start(X, K, rng), X, limit, tol) for _ in range(runs))
        best = max(self.runs_, key=lambda run: run.history[-1])
        self.path_, self.history_, self.converged_ = best
        self.mixture_, self.n_iter_ = best.model, len(best.path) - 1
        self.weights_, self.log_likelihood_, self.n_features_in_ = best.model.weights, best.history[-1], X.shape[1]
        self._learned(best.model)
        if not best.converged:
            warn(f"EM has not come to an end after {limit} steps; raise max_iter")
        return self

    def fit_predict(self, X, y=None):
        """Learn from X, shape (n, d), and return the component of each row, shape (n,)."""
        return self.fit(X).predict(X)

    def predict_proba(self, X):
        """The responsibility of each component for each row of X, shape (n, K)."""
        return e_step(self._log_joint(X))[0]

    def predict(self, X):
        """The component with the largest responsibility for each row of X, from 0, shape (n,)."""
        return np.argmax(self._log_joint(X), axis=1)

    def score_samples(self, X):
        """The log density of each row of X, shape (n,)."""
        return e_step(self._log_joint(X))[1]

    def score(self, X, y=None):
        """The mean log density of the rows of X, shape (n, d); y is not used."""
        return float(self.score_samples(X).mean())

    def bic(self, X):
        r"""The Bayesian information criterion, $m \log N - 2 \log L$ for m free parameters; the lower, the better."""
        log_p = self.score_samples(X)
        return float(self.n_parameters() * np.log(len(log_p)) - 2 * log_p.sum())

    def aic(self, X):
        r"""Akaike's information criterion, $2 m - 2 \log L$; the lower, the better."""
        return float(2 * self.n_parameters() - 2 * self.score_samples(X).sum())

    def n_parameters(self):
        """How many numbers were free: those of the components, and all weights but one."""
        self._require_fit("mixture_")
        return len(self.weights_) - 1 + self._n_parameters(len(self.weights_), self.n_features_in_)

    def sample(self, n_samples=1, seed=0):
        """Draw rows, shape (n_samples, d), and the component that each of them is from, shape (n_samples,)."""
        self._require_fit("mixture_")
        rng, n = as_generator(seed), as_whole(n_samples, "n_samples", 1)
        component = rng.choice(len(self.weights_), n, p=self.weights_)
        return self._drawn(component, rng), component

    def _log_joint(self, X):
        self._require_fit("mixture_")
        return self.mixture_.log_joint(self._checked(X, self.n_features_in_))

    def __sklearn_tags__(self):
        return tags(self, "density_estimator")


class GaussianMixture(Mixture):
    r"""A mixture of normal densities, learned by EM.

    Parameters
    ----------
    n_components : the K
    covariance_type : "full", each component an ellipse of its own; "tied", all of one shape; "diag", ellipses along the
        axes; "spherical", balls
    tol : stop when a step raises the log-likelihood by no more than this for each row
    min_covar : the floor: in no direction may a component spread less than a bell without correlations whose
        variances are this share of those of the columns of X; 1e-12 is the lowest. Without a floor, a component that
        shrinks onto a single row raises the likelihood beyond all bounds. (scikit-learn adds its `reg_covar` to the
        variances instead.)
    max_iter : give up after so many steps, with a warning
    n_init : from how many starts
    weights_init, means_init, covariances_init : where to start, in the shapes of what is learned; for what is None,
        equal weights, rows drawn by `k_means_plus_plus` in units of the columns' spreads, and one covariance for
        all: the spread around the nearest of them
    seed : for the starts

    Learned: `weights_`, shape (K,); `means_`, shape (K, d); `covariances_`, shape (K, d, d), (d, d), (K, d) or (K,) for
    the four types; `mixture_`, the `Gaussians`; `log_likelihood_`; `history_`, the log-likelihoods after 0, 1, 2, ...
    steps, and `path_`, the mixtures; `n_iter_`; `converged_`; `runs_`, a `Run` for each start; `collapsed_`, which
    components stand on the floor, shape (K,), of which a warning tells.

    >>> X = [[1], [2], [3], [7], [8], [9.5]]
    >>> model = GaussianMixture(2, means_init=[[2], [6]]).fit(X)
    >>> model.means_[:, 0].round(3).tolist(), model.covariances_[:, 0, 0].round(3).tolist(), model.predict(X).tolist()
    ([2.0, 8.167], [0.667, 1.056], [0, 0, 0, 1, 1, 1])
    """

    def __init__(
        self,
        n_components=1,
        covariance_type="full",
        tol=1e-6,
        min_covar=1e-6,
        max_iter=500,
        n_init=1,
        weights_init=None,
        means_init=None,
        covariances_init=None,
        seed=0,
    ):
        self.n_components = n_components
        self.covariance_type = covariance_type
        self.tol = tol
        self.min_covar = min_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.weights_init = weights_init
        self.means_init = means_init
        self.covariances_init = covariances_init
        self.seed = seed

    def _checked(self, X, columns=None):
        return np.asfortranarray(as_matrix(X, columns=columns))

    def _start(self, X, K, rng):
        d, form = X.shape[1], as_choice(self.covariance_type, "covariance_type", FORMS)
        share = max(as_number(self.min_covar, "min_covar", minimum=0), LOWEST)
        variances = engine.variances(X)
        as_finite(variances)
        least = share * (np.full(d, variances.mean()) if form == "spherical" else variances)
        weights, means, covariances = self.weights_init, self.means_init, self.covariances_init
        weights = np.full(K, 1 / K) if weights is None else as_distribution(weights, K, "weights_init")
        if means is None:
            units = np.sqrt(variances)
            means = k_means_plus_plus(X / units, K, rng) * units
        else:
            means = as_matrix(means, "means_init", d)
            if len(means) != K:
                raise ValueError(f"means_init must have a row for each of the {K} components; it has {len(means)}")
        if covariances is None:
            around = engine.around(X, means)
            covariances = np.broadcast_to(around, (K, d, d))
        else:
            covariances = _expanded(covariances, form, K, d)
        covariances = shaped(covariances, weights, form)
        return engine.Gaussians(weights, means, *engine.all_raised(covariances, least), form, least)

    def _learned(self, mixture):
        self.means_, covariances = mixture.means, mixture.covariances
        self.collapsed_ = mixture.floored
        self.covariances_ = {
            "full": covariances,
            "tied": covariances[0],
            "diag": covariances.diagonal(axis1=1, axis2=2),
            "spherical": covariances[:, 0, 0],
        }[mixture.form]
        if self.collapsed_.any():
            which = ", ".join(str(k) for k in np.flatnonzero(self.collapsed_))
            warn(
                f"component {which} has shrunk to the floor that min_covar sets, onto a single row or a line: the "
                "likelihood would grow beyond all bounds there. Take fewer components, the covariance_type 'tied', "
                "other starts, or a higher min_covar"
            )

    def _n_parameters(self, K, d):
        each = d * (d + 1) // 2
        return K * d + {"full": K * each, "tied": each, "diag": K * d, "spherical": K}[self.mixture_.form]

    def _drawn(self, component, rng):
        z = rng.standard_normal((len(component), self.n_features_in_))
        lower = np.linalg.cholesky(self.mixture_.covariances)
        return self.means_[component] + np.einsum("nij,nj->ni", lower[component], z)


class BernoulliMixture(Mixture):
    """A mixture for tables of zeros and ones, learned by the same EM.

    Parameters
    ----------
    n_components : the K
    tol, max_iter, n_init, seed : as for `GaussianMixture`
    min_prob : no probability comes nearer than this to 0 or 1, so that nothing is quite impossible

    Learned: `weights_`, shape (K,); `probabilities_`, of a 1, shape (K, d); the rest as for `GaussianMixture`.

    >>> X = [[1, 1, 0], [1, 1, 0], [1, 1, 1], [0, 0, 1], [0, 0, 1], [0, 1, 1]]
    >>> BernoulliMixture(2).fit(X).predict(X).tolist()
    [0, 0, 0, 1, 1, 1]
    """

    def __init__(self, n_components=1, tol=1e-6, min_prob=1e-6, max_iter=500, n_init=1, seed=0):
        self.n_components = n_components
        self.tol = tol
        self.min_prob = min_prob
        self.max_iter = max_iter
        self.n_init = n_init
        self.seed = seed

    def _checked(self, X, columns=None):
        return as_bits(X, columns)

    def _start(self, X, K, rng):
        least = as_number(self.min_prob, "min_prob", above=0, maximum=0.25)
        theta = 0.5 * X.mean(axis=0) + 0.5 * rng.uniform(0.25, 0.75, (K, X.shape[1]))
        return Bernoullis(np.full(K, 1 / K), np.clip(theta, least, 1 - least), least)

    def _learned(self, mixture):
        self.probabilities_ = mixture.probabilities

    def _n_parameters(self, K, d):
        return K * d

    def _drawn(self, component, rng):
        theta = self.probabilities_[component]
        return (rng.random(theta.shape) < theta).astype(float)


def _expanded(covariances, form, K, d):
    """Covariances in the shape of their type as matrices, shape (K, d, d)."""
    given = as_numbers(covariances, "covariances_init")
    shape = {"full": (K, d, d), "tied": (d, d), "diag": (K, d), "spherical": (K,)}[form]
    if given.shape != shape:
        raise ValueError(f"covariances_init must have the shape {shape} for {form!r}; got {given.shape}")
    if form in ("full", "tied"):
        matrices = np.broadcast_to(given, (K, d, d))
    else:
        matrices = np.broadcast_to(given.reshape(K, -1), (K, d))[:, :, None] * np.eye(d)
    for cov in matrices:
        try:
            Gaussian(np.zeros(d), cov)
        except ValueError as error:
            raise ValueError(str(error).replace("cov ", "covariances_init ", 1)) from None
    return matrices


guard(__name__, X=as_matrix)
