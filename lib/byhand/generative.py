r"""Models that invent data: a hidden cause $\omega$, and a network that turns it into an $x$.

$$q(x) = \mathbb E_{\omega \sim p}\,[q(x \mid \omega)]$$

is what the data are said to come from, the *evidence* of an x. For a few values of $\omega$ it is a sum, and
`evidence_bound` compares its logarithm with the bound from below that any belief b about $\omega$ gives:

$$\log q(x) \;\ge\; \mathbb E_{\omega \sim b}\,[\log q(x \mid \omega)] - D(b \,\|\, p)$$

For a network nobody can work the sum out. `VAE`, the variational autoencoder, climbs on the bound, with a second
network that proposes b. `GAN`, the generative adversarial network, does without: a second network tells real from
invented x, and the first learns to deceive it. Both go up and down on gradients that `byhand.neural` gives.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from byhand.base import (
    as_distribution,
    as_finite,
    as_flag,
    as_generator,
    as_instance,
    as_list,
    as_matrix,
    as_number,
    as_numbers,
    as_vector,
    as_whole,
    shown,
)
from byhand.engine import generative as engine
from byhand.gaussian import HALF_LOG_2_PI
from byhand.guard import guard
from byhand.neural import FromAbove, Network, Sigmoid
from byhand.optimize import Adam, Method
from byhand.probability import times_log
from byhand.progress import rounds

sigmoid = Sigmoid()

# ---- a hidden cause with a few values


class Bound(NamedTuple):
    r"""A bound on the log-evidence, in nats: `bound` is `reconstruction` less `divergence`, `gap` what it misses.

    `reconstruction` is $\mathbb E_b[\log q(x \mid \omega)]$, `divergence` $D(b \,\|\, p)$, `log_evidence` $\log q(x)$
    and `gap` the divergence of the belief b from the posterior.
    """

    reconstruction: float
    divergence: float
    bound: float
    log_evidence: float
    gap: float


def posterior(prior, likelihood):
    r"""$P(\omega \mid x) = \frac{p(\omega)\, q(x \mid \omega)}{\sum_{\omega'} p(\omega')\, q(x \mid \omega')}$, (K,).

    `prior`: the p of each value of $\omega$, shape (K,); `likelihood`: how probable the one x is under each, (K,).

    >>> posterior([0.5, 0.5], [0.8, 0.1]).round(6)
    array([0.888889, 0.111111])
    """
    prior, likelihood = _causes(prior, likelihood)
    joint = prior * likelihood
    return joint / joint.sum()


def evidence_bound(belief, prior, likelihood):
    r"""The bound on $\log q(x)$ that a belief about $\omega$ gives, as a `Bound`; it is tight for the `posterior`.

    `belief`: the b, a probability for each of K values, shape (K,); `prior` and `likelihood` as in `posterior`.

    >>> found = evidence_bound([0.7, 0.3], prior=[0.5, 0.5], likelihood=[0.8, 0.1])
    >>> round(found.bound, 6), round(found.log_evidence, 6), round(found.gap, 6)
    (-0.929259, -0.798508, 0.130751)
    """
    prior, likelihood = _causes(prior, likelihood)
    belief = as_distribution(belief, len(prior), "belief")
    reconstruction = float(times_log(belief, likelihood).sum())
    divergence = float((times_log(belief, belief) - times_log(belief, prior)).sum())
    log_evidence = math.log(prior @ likelihood)
    gap = float((times_log(belief, belief) - times_log(belief, posterior(prior, likelihood))).sum())
    return Bound(reconstruction, max(divergence, 0.0), reconstruction - divergence, log_evidence, max(gap, 0.0))


def working_evidence_bound(belief, prior, likelihood):
    """`evidence_bound` as on paper: named log-evidence, reconstruction, divergence, bound and gap.

    >>> steps = working_evidence_bound([0.7, 0.3], prior=[0.5, 0.5], likelihood=[0.8, 0.1])
    >>> round(steps["reconstruction"], 6), round(steps["divergence"], 6)
    (-0.846976, 0.082283)
    """
    from byhand.paper import generative as paper  # it builds on this module

    if not math.isfinite(evidence_bound(belief, prior, likelihood).bound):
        raise ValueError("belief must not hold for possible what prior or likelihood rule out: the bound is infinite")
    return paper.evidence_bound(as_list(belief, "belief"), as_list(prior, "prior"), as_list(likelihood, "likelihood"))


def sampled_evidence(prior, likelihood, draws):
    r"""$\mathbb E \log \frac1n \sum_{i=1}^n q(x \mid \omega_i)$ for draws $\omega_i$ from the prior, in nats.

    The mean of the likelihoods is right on average; its logarithm is too small on average, the more so the fewer
    draws. It is worked out exactly, for two values of $\omega$. `draws`: the n.

    >>> [round(sampled_evidence([0.5, 0.5], [0.8, 0.1], n), 4) for n in (1, 2, 10, 100)]
    [-1.2629, -1.0307, -0.8319, -0.8016]
    """
    prior, likelihood = _causes(prior, likelihood)
    n = as_whole(draws, "draws", 1)
    if len(prior) != 2 or n > 10_000:
        raise ValueError(f"prior must be of two values, and draws at most 10000; got {len(prior)} and {n}")
    if not (likelihood > 0).all():
        raise ValueError("likelihood must hold numbers above 0: else the logarithm may be infinite")
    times = np.arange(n + 1)  # how often the second value is drawn
    ways = math.lgamma(n + 1) - np.array([math.lgamma(k + 1) + math.lgamma(n - k + 1) for k in times.tolist()])
    chance = np.exp(ways + times_log(n - times, prior[0]) + times_log(times, prior[1]))
    means = ((n - times) * likelihood[0] + times * likelihood[1]) / n
    return float(chance @ np.log(means))


def kl_to_standard(mean, log_std):
    r"""$D(\mathcal N(\mu, \sigma^2) \| \mathcal N(0, 1)) = \sum_l \frac12 (\mu_l^2 + \sigma_l^2 - 1 - \log \sigma_l^2)$

    `mean`, `log_std`: the $\mu_l$ and $\log \sigma_l$ of L independent normal numbers, shape (..., L); shape (...).

    >>> round(float(kl_to_standard([1.0], [math.log(0.5)])), 6), float(kl_to_standard([0.0], [0.0]))
    (0.818147, 0.0)
    """
    mean, log_std = as_numbers(mean, "mean"), as_numbers(log_std, "log_std")
    if mean.shape != log_std.shape or not mean.ndim:
        raise ValueError(f"log_std must have the shape of mean, {mean.shape}; got {log_std.shape}")
    with np.errstate(over="ignore"):
        return as_finite((0.5 * (mean**2 + np.exp(2 * log_std) - 1) - log_std).sum(axis=-1), "mean or log_std")


# ---- the variational autoencoder


class VAE:
    r"""Two networks: the *decoder* makes an x of L hidden numbers, the *encoder* proposes which ones made an x.

    The hidden numbers are standard normal; the decoder gives the mean of x, which has normal noise of a fixed `spread`
    around it; the encoder gives $\mu$ and $\log \sigma$ of a normal belief about them. It is a pure function of its
    parameters, one flat vector $\theta$ with those of the encoder first.

    Parameters
    ----------
    columns : the number of columns of X
    latent : the L
    hidden : the number of units in each hidden layer of the encoder; the decoder has the same, the other way round
    spread : the standard deviation of x around the decoder's output
    weight : of the divergence in the objective; 1 is the bound itself
    labels : the number of classes, if both networks are to be told the class of each row (a conditional VAE)
    activation : of the hidden layers

    `encoder`, `decoder`: each a `Network`; `size`: the number of parameters.

    >>> vae = VAE(2, latent=1, hidden=(8,))
    >>> theta = vae.start(seed=0)
    >>> vae.size, vae.decode(theta, [[0.5]]).shape, vae.encode(theta, [[1.0, 2.0]])[0].shape
    (76, (1, 2), (1, 1))
    """

    def __init__(self, columns, latent=2, hidden=(32,), spread=0.1, weight=1.0, labels=0, activation="tanh"):
        self.columns, self.latent = as_whole(columns, "columns", 1), as_whole(latent, "latent", 1)
        self.spread, self.weight = as_number(spread, "spread", above=0), as_number(weight, "weight", minimum=0)
        self.labels = as_whole(labels, "labels", 0)
        hidden = [as_whole(units, "hidden", 1) for units in as_list(hidden, "hidden")]
        self.encoder = _network([self.columns + self.labels, *hidden, 2 * self.latent], activation)
        self.decoder = _network([self.latent + self.labels, *hidden[::-1], self.columns], activation)
        self.size = self.encoder.size + self.decoder.size

    def start(self, seed=0):
        """Random parameters, shape (size,), with which the encoder believes in next to nothing but the prior."""
        rng = as_generator(seed)
        up = self.encoder.start(rng)
        up[self.encoder.places[-1][0]] *= 0.1  # else some rows begin with a belief that is absurdly sure, or unsure
        return np.concatenate([up, self.decoder.start(rng)])

    def parts(self, theta):
        """The parameters of the encoder and those of the decoder."""
        theta = as_vector(theta, self.size, "theta")
        return theta[: self.encoder.size], theta[self.encoder.size :]

    def encode(self, theta, X, y=None):
        r"""The $\mu$ and $\log \sigma$ of the belief about the cause of each row of X: two arrays, (n, latent).

        `y`: the class of each row, whole numbers from 0, shape (n,), in a conditional VAE.
        """
        X = _as_rows(X, "X", self.columns)
        return np.split(self.encoder.output(self.parts(theta)[0], self.beside(X, y)), 2, axis=1)

    def decode(self, theta, Z, y=None):
        """What the decoder makes of hidden numbers Z, shape (n, latent): shape (n, columns); y as in `encode`."""
        return self.decoder.output(self.parts(theta)[1], self.beside(_as_rows(Z, "Z", self.latent), y))

    def sample(self, theta, size, seed=0, y=None):
        """Invent so many rows, shape (size, columns), without the last bit of noise; y as in `encode`."""
        return self.decode(theta, as_generator(seed).standard_normal((as_whole(size, "size", 1), self.latent)), y)

    def beside(self, X, y=None):
        """X with a column of 0 and 1 for each class behind it, if there are classes."""
        if not self.labels:
            if y is not None:
                raise ValueError("y must be left out: this VAE was made with labels=0")
            return X
        y = as_vector(y, len(X), "y")
        if (y % 1 != 0).any() or y.min() < 0 or y.max() >= self.labels:
            raise ValueError(f"y must hold whole numbers from 0 to {self.labels - 1}; got {shown(y.tolist())}")
        return np.hstack([X, np.eye(self.labels)[y.astype(int)]])

    def terms(self, theta, X, noise, y=None):
        r"""The two parts of the bound for each row, with one draw of the cause: reconstruction, divergence, (n,) each.

        The cause is $\omega = \mu + \sigma \epsilon$; `noise`: the $\epsilon$, standard normal, shape (n, latent).
        """
        X = _as_rows(X, "X", self.columns)
        mean, log_std = self.encode(theta, X, y)
        miss = self.decode(theta, mean + np.exp(log_std) * self._as_noise(noise, len(X)), y) - X
        fit = -0.5 * (miss**2).sum(axis=1) / self.spread**2
        return fit - self.columns * (math.log(self.spread) + HALF_LOG_2_PI), kl_to_standard(mean, log_std)

    def value(self, theta, X, noise, y=None):
        """What training makes small: minus the mean reconstruction, plus `weight` times the mean divergence."""
        reconstruction, divergence = self.terms(theta, X, noise, y)
        return float(self.weight * divergence.mean() - reconstruction.mean())

    def gradient(self, theta, X, noise, y=None):
        r"""The gradient of `value`, shape (size,).

        The slope g of the decoder's input belongs to $\omega = \mu + \sigma \epsilon$. It goes on to $\mu$ as it is,
        and to $\log \sigma$ times $\sigma \epsilon$; the divergence adds $\mu$, and $\sigma^2 - 1$.
        """
        X, (up, down) = _as_rows(X, "X", self.columns), self.parts(theta)
        noise = self._as_noise(noise, len(X))
        way_in = self.encoder.forward(up, self.beside(X, y))
        mean, log_std = np.split(way_in[1][-1], 2, axis=1)
        std = np.exp(log_std)
        way_out = self.decoder.forward(down, self.beside(mean + std * noise, y))
        miss = way_out[1][-1] - X
        errors, slope_out = self.decoder.backward(down, *way_out, miss / self.spread**2)
        g = self.decoder.to_inputs(down, errors)[:, : self.latent]
        above = np.hstack([g + self.weight * mean, g * std * noise + self.weight * (std**2 - 1)])
        _, slope_in = self.encoder.backward(up, *way_in, above)
        return np.concatenate([slope_in, slope_out]) / len(X)

    def _as_noise(self, noise, rows):
        noise = as_matrix(noise, "noise")
        if noise.shape != (rows, self.latent):
            raise ValueError(f"noise must have the shape {(rows, self.latent)}; got {noise.shape}")
        return noise


def train_vae(vae, X, method=Adam(rate=0.005), epochs=200, batch_size=50, y=None, seed=0):  # noqa: B008 (it is frozen)
    """Go down on the value of a `VAE` from random parameters, batch by batch, with fresh noise for each.

    `X`: shape (n, columns); `method`: one of `byhand.optimize`; `y`: the classes, shape (n,), in a conditional VAE.
    Returns the parameters, shape (size,), and the mean reconstruction and divergence of each epoch, shape (epochs, 2).

    >>> X = np.random.default_rng(0).normal(2.0, 0.5, (100, 1))
    >>> vae = VAE(1, latent=1, hidden=(4,), spread=0.5)
    >>> theta, history = train_vae(vae, X, epochs=40)
    >>> bool(history[-1, 0] - history[-1, 1] > history[0, 0] - history[0, 1])  # the bound has risen
    True
    """
    as_instance(vae, "vae", VAE, "a VAE, such as VAE(columns=2)")
    as_instance(method, "method", Method, "one of byhand.optimize, such as Adam(rate=0.01)")
    X, rng = _as_rows(X, "X", vae.columns), as_generator(seed)
    epochs, size = as_whole(epochs, "epochs", 1), min(as_whole(batch_size, "batch_size", 1), len(X))
    labels = vae.beside(X, y)[:, vae.columns :]
    theta, history = vae.start(rng), np.empty((epochs, 2))
    memory = method.start(theta)
    with np.errstate(all="ignore"):  # what is not finite ends the training
        for epoch in rounds(epochs, "epoch"):
            order, seen = rng.permutation(len(X)), np.zeros(2)
            for rows in (order[k : k + size] for k in range(0, len(X), size)):
                noise = rng.standard_normal((len(rows), vae.latent))
                terms, gradient = engine.vae_step(vae, theta, X[rows], noise, labels[rows])
                step, memory = method.step(gradient, memory)
                theta, seen = theta + step, seen + terms
            history[epoch] = seen / len(X)
            if not (np.isfinite(theta).all() and np.isfinite(seen).all()):
                raise ValueError(f"X or method must be milder: no number is left after epoch {epoch + 1} with {method}")
    return theta, history


# ---- the generative adversarial network


class GeneratorLosses(NamedTuple):
    r"""What the generator may go down on, for a score a of an invented x, $t = \sigma(a)$; and their slopes in a.

    `saturating` is $\log(1 - t)$, with the slope $-t$, and `non_saturating` $-\log t$, with the slope $-(1 - t)$.
    """

    saturating: np.ndarray
    non_saturating: np.ndarray
    saturating_slope: np.ndarray
    non_saturating_slope: np.ndarray


def generator_losses(score):
    """Both losses of the generator and their slopes, each of the shape of the discriminator's `score` a.

    >>> losses = generator_losses(np.array([-10.0, 0.0]))  # the discriminator is sure, or does not know
    >>> losses.saturating_slope.round(6).tolist(), losses.non_saturating_slope.round(6).tolist()
    ([-4.5e-05, -0.5], [-0.999955, -0.5])
    """
    score = as_finite(as_numbers(score, "score"), "score")
    return GeneratorLosses(-_softplus(score), _softplus(-score), -sigmoid(score), -sigmoid(-score))


class GAN:
    r"""Two networks: the *generator* makes an x of noise, the *discriminator* scores an x, high for real ones.

    $t(x) = \sigma(\text{score})$ is the probability that x is real. Parameters: $\theta$ of the generator and $\phi$ of
    the discriminator.

    Parameters
    ----------
    columns : the number of columns of X
    noise : how many standard normal numbers the generator is given
    hidden : the number of units in each hidden layer of either
    activation : of the hidden layers

    >>> gan = GAN(2, noise=1, hidden=(8,))
    >>> theta, phi = gan.start(seed=0)
    >>> gan.generate(theta, [[0.3], [-1.0]]).shape, gan.judge(phi, [[0.0, 0.0]]).shape
    ((2, 2), (1,))
    """

    def __init__(self, columns, noise=2, hidden=(32, 32), activation="relu"):
        self.columns, self.noise = as_whole(columns, "columns", 1), as_whole(noise, "noise", 1)
        hidden = [as_whole(units, "hidden", 1) for units in as_list(hidden, "hidden")]
        self.generator = _network([self.noise, *hidden, self.columns], activation)
        self.discriminator = _network([self.columns, *hidden, 1], activation)

    def start(self, seed=0):
        """Random parameters of both: two vectors."""
        rng = as_generator(seed)
        return self.generator.start(rng), self.discriminator.start(rng)

    def generate(self, theta, omega):
        """What the generator makes of noise omega, shape (n, noise): shape (n, columns)."""
        return self.generator.output(theta, _as_rows(omega, "omega", self.noise))

    def judge(self, phi, X):
        """How sure the discriminator is that each row of X, shape (n, columns), is real: t, shape (n,)."""
        return sigmoid(self.score(phi, X))

    def score(self, phi, X):
        """The score a of each row of X, shape (n, columns): above 0 for what looks real, shape (n,)."""
        return self.discriminator.output(self._as_phi(phi), _as_rows(X, "X", self.columns))[:, 0]

    def _as_phi(self, phi):
        return as_vector(phi, self.discriminator.size, "phi")

    def game(self, phi, real, fake):
        r"""$\mathbb E[\log t(\text{real})] + \mathbb E[\log(1 - t(\text{fake}))]$, which the discriminator raises."""
        scores = (
            self.score(phi, _as_rows(rows, name, self.columns)) for rows, name in ((real, "real"), (fake, "fake"))
        )
        real, fake = map(generator_losses, scores)
        return float(fake.saturating.mean() - real.non_saturating.mean())

    def discriminator_gradient(self, phi, real, fake):
        r"""The gradient of `game` in $\phi$, for rows that are real and rows that were invented."""
        phi, total = self._as_phi(phi), 0.0
        real, fake = _as_rows(real, "real", self.columns), _as_rows(fake, "fake", self.columns)
        for rows, is_real in ((real, 1.0), (fake, 0.0)):
            sums, outputs = self.discriminator.forward(phi, rows)
            slope = (is_real - sigmoid(outputs[-1])) / len(sums[0])  # of log t, or of log(1 - t), in the score
            total = total + self.discriminator.backward(phi, sums, outputs, slope)[1]
        return total

    def generator_gradient(self, theta, phi, omega, saturating=False):
        r"""The gradient in $\theta$ of the mean of $-\log t$, or, `saturating`, of $\log(1 - t)$, for noise omega.

        Back through the discriminator, whose own slopes are not wanted, to its inputs, and on through the generator.
        """
        phi = self._as_phi(phi)
        sums, outputs = self.generator.forward(theta, _as_rows(omega, "omega", self.noise))
        judged = self.discriminator.forward(phi, outputs[-1])
        losses = generator_losses(judged[1][-1])
        slope = losses.saturating_slope if as_flag(saturating, "saturating") else losses.non_saturating_slope
        errors, _ = self.discriminator.backward(phi, *judged, slope / len(slope))
        return self.generator.backward(theta, sums, outputs, self.discriminator.to_inputs(phi, errors))[1]


class GANRun(NamedTuple):
    """The parameters at the end, `theta` and `phi`; `bounds`, the bound on the divergence as each step met it, shape
    (steps,); and `kept`, pairs of theta and phi by the number of the step.
    """

    theta: np.ndarray
    phi: np.ndarray
    bounds: np.ndarray
    kept: dict


def train_gan(
    gan,
    X,
    method=Adam(rate=0.002, momentum=0.5),  # noqa: B008 (it is frozen)
    steps=2000,
    batch_size=100,
    inner=1,
    saturating=False,
    keep=0,
    seed=0,
):
    """Let both networks of a `GAN` move in turn: the discriminator `inner` times uphill, the generator once downhill.

    `X`: shape (n, columns); each step looks at `batch_size` rows, drawn with replacement, and at as many invented ones;
    `keep`: note both parameters each time that so many steps are done, and at the start; 0 for never. Returns a
    `GANRun`.

    >>> X = np.random.default_rng(0).normal(2.0, 0.5, (200, 1))
    >>> run = train_gan(GAN(1, noise=1, hidden=(8,)), X, steps=200, keep=100)
    >>> run.bounds.shape, sorted(run.kept)
    ((200,), [0, 100, 200])
    """
    as_instance(gan, "gan", GAN, "a GAN, such as GAN(columns=2)")
    as_instance(method, "method", Method, "one of byhand.optimize, such as Adam(rate=0.01)")
    X, rng, saturating = _as_rows(X, "X", gan.columns), as_generator(seed), as_flag(saturating, "saturating")
    steps, size = as_whole(steps, "steps", 1), as_whole(batch_size, "batch_size", 1)
    inner, keep = as_whole(inner, "inner", 1), as_whole(keep, "keep", 0)
    theta, phi = gan.start(rng)
    memories, bounds, kept = [method.start(theta), method.start(phi)], np.empty(steps), {}
    with np.errstate(all="ignore"):  # what is not finite ends the training
        for step in rounds(steps, "step"):
            if keep and step % keep == 0:
                kept[step] = theta, phi
            for _ in range(inner):
                real = X[rng.integers(len(X), size=size)]
                omega = rng.standard_normal((size, gan.noise))
                value, uphill = engine.discriminator_step(gan, theta, phi, real, omega)
                move, memories[1] = method.step(-uphill, memories[1])
                phi = phi + move
            bounds[step] = math.log(2) + value / 2
            omega = rng.standard_normal((size, gan.noise))
            move, memories[0] = method.step(engine.generator_step(gan, theta, phi, omega, saturating), memories[0])
            theta = theta + move
            if not math.isfinite(theta.sum() + phi.sum() + value):
                raise ValueError(f"X or method must be milder: no number is left after step {step + 1} with {method}")
    if keep:
        kept[steps] = theta, phi
    return GANRun(theta, phi, bounds, kept)


# ---- helpers


def _network(sizes, activation):
    """A network with linear outputs, whose targets are the slopes of what follows."""
    return Network(sizes, [*[activation] * (len(sizes) - 2), "identity"], FromAbove())


def _as_rows(values, name, columns):
    rows = as_matrix(values, name)
    if rows.shape[1] != columns:
        raise ValueError(f"{name} must have {columns} columns; got {rows.shape[1]}")
    return rows


def _softplus(z):
    """log(1 + e^z), safe at any z."""
    return np.maximum(z, 0) + np.log1p(np.exp(-np.abs(z)))


def _causes(prior, likelihood):
    prior = as_vector(prior, None, "prior")
    prior = as_distribution(prior, len(prior), "prior")
    likelihood = as_vector(likelihood, len(prior), "likelihood")
    if likelihood.min() < 0 or likelihood.max() > 1e150:
        raise ValueError(f"likelihood must hold numbers of at least 0; got {shown(likelihood.tolist())}")
    if not prior @ likelihood > 0:
        raise ValueError("likelihood must be above 0 for some value that prior allows")
    return prior, likelihood


guard(
    __name__,
    generator_losses={"score": as_numbers},
    labels=partial(as_whole, minimum=0),
    gan=partial(as_instance, kind=GAN, what="a GAN, such as GAN(columns=2)"),
    vae=partial(as_instance, kind=VAE, what="a VAE, such as VAE(columns=2)"),
)
