"""Generative models: values worked by hand, laws, gradients, what training reaches, bad input."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import check
from scipy import stats
from sklearn.mixture import GaussianMixture

from byhand.data.ring_of_clouds import centres
from byhand.datasets import half_moons, ring_of_clouds
from byhand.density import KernelDensity
from byhand.engine import generative as engine
from byhand.engine import neural as network_engine
from byhand.gaussian import Gaussian
from byhand.generative import (
    GAN,
    VAE,
    evidence_bound,
    generator_losses,
    kl_to_standard,
    posterior,
    sampled_evidence,
    train_gan,
    train_vae,
    working_evidence_bound,
)
from byhand.information import kl_gaussian
from byhand.losses import numerical_gradient
from byhand.neural import ACTIVATIONS, FromAbove, Network
from byhand.optimize import Adam, GradientDescent

pytestmark = pytest.mark.filterwarnings("error")

law = settings(max_examples=50)
weights = st.lists(st.integers(1, 9), min_size=3, max_size=3)


def close(actual, wanted, tolerance=1e-10):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def shares(counts):
    return np.array(counts) / sum(counts)


# ---- values


@pytest.mark.parametrize(
    ("belief", "reconstruction", "divergence", "bound", "gap"),
    [
        ([0.7, 0.3], -0.846976, 0.0822829, -0.929259, 0.130751),
        ([8 / 9, 1 / 9], -0.454193, 0.344315, -0.798508, 0),
        ([0.5, 0.5], -1.26286, 0, -1.26286, 0.464357),
    ],
)
def test_bounds_of_c_w80(belief, reconstruction, divergence, bound, gap):
    found = evidence_bound(belief, [0.5, 0.5], [0.8, 0.1])
    close(found, [reconstruction, divergence, bound, math.log(0.45), gap], 5e-6)
    working = working_evidence_bound(belief, [0.5, 0.5], [0.8, 0.1])
    for name in ("reconstruction", "divergence", "bound", "log-evidence", "gap"):
        close(float(working[name]), getattr(found, name.replace("-", "_")), 1e-9)
    wrong, checked = check(working)
    assert (wrong, checked > 5) == ([], True)


def test_the_posterior_of_c_w80_and_a_certain_belief():
    close(posterior([0.5, 0.5], [0.8, 0.1]), [8 / 9, 1 / 9])
    close(evidence_bound([1, 0], [0.5, 0.5], [0.8, 0.1])[:3], [math.log(0.8), math.log(2), math.log(0.4)])
    assert evidence_bound([0.5, 0.5], [0.5, 0.5], [0.8, 0.0]).bound == -math.inf


def test_the_regulariser_of_c_w80():
    close(kl_to_standard([1.0], [math.log(0.5)]), 0.818147, 5e-7)
    assert kl_to_standard([0.0, 0.0], [0.0, 0.0]) == 0


@pytest.mark.parametrize(
    ("score", "saturating", "non_saturating"),
    [
        (-10, 4.53979e-05, 0.999955),
        (-5, 0.00669285, 0.993307),
        (-2, 0.119203, 0.880797),
        (0, 0.5, 0.5),
        (2, 0.880797, 0.119203),
        (5, 0.993307, 0.00669285),
    ],
)
def test_slopes_of_c_w81(score, saturating, non_saturating):
    found = generator_losses(np.array([float(score)]))
    close(-found.saturating_slope, saturating, 5e-6)
    close(-found.non_saturating_slope, non_saturating, 5e-6)
    t = 1 / (1 + math.exp(-score))
    close([found.saturating[0], found.non_saturating[0]], [math.log(1 - t), -math.log(t)], 1e-9)


def test_losses_of_the_generator_are_safe_far_out():
    found = generator_losses(np.array([-1000.0, 1000.0]))
    close(found.saturating, [0, -1000])
    close(found.non_saturating, [1000, 0])


# ---- laws


@law
@given(weights, weights, st.lists(st.floats(0.01, 1), min_size=3, max_size=3))
def test_the_bound_is_below_and_tight_for_the_posterior(belief, prior, likelihood):
    belief, prior = shares(belief), shares(prior)
    found = evidence_bound(belief, prior, likelihood)
    assert found.bound <= found.log_evidence + 1e-12 and found.divergence >= 0
    after = posterior(prior, likelihood)
    close(found.gap, (belief * np.log(belief / after)).sum(), 1e-8)
    assert evidence_bound(after, prior, likelihood).gap == pytest.approx(0, abs=1e-12)


@law
@given(st.floats(0.05, 0.95), st.floats(0.01, 1), st.floats(0.01, 1))
def test_the_logarithm_of_a_sampled_mean_is_too_small_and_rises(p, a, b):
    prior, likelihood = [p, 1 - p], [a, b]
    found = [sampled_evidence(prior, likelihood, n) for n in (1, 2, 4, 8, 64)]
    exact = evidence_bound(prior, prior, likelihood).log_evidence
    assert found[0] == pytest.approx(evidence_bound(prior, prior, likelihood).bound)
    assert all(low <= high + 1e-12 for low, high in zip(found, [*found[1:], exact], strict=True))


def test_the_sampled_evidence_is_that_of_many_samples():
    rng = np.random.default_rng(0)
    drawn = np.where(rng.random((200_000, 5)) < 0.3, 0.9, 0.2).mean(axis=1)
    assert sampled_evidence([0.3, 0.7], [0.9, 0.2], 5) == pytest.approx(np.log(drawn).mean(), abs=3e-3)


@pytest.mark.parametrize("seed", range(5))
def test_the_regulariser_is_the_divergence_of_normals(seed):
    rng = np.random.default_rng(seed)
    mean, log_std = rng.normal(size=3), rng.normal(size=3)
    own = Gaussian(mean, np.diag(np.exp(2 * log_std)))
    close(kl_to_standard(mean, log_std), kl_gaussian(own, Gaussian(np.zeros(3), np.eye(3)), math.e), 1e-8)


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("last", ["identity", "softmax", "sigmoid"])
def test_a_gradient_from_above_goes_on_to_parameters_and_inputs(last, bias):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        network = Network([3, 4, 2], ["tanh", last], FromAbove(), bias=bias)
        theta, X, above = network.start(seed), rng.normal(size=(5, 3)), rng.normal(size=(5, 2))
        sums, outputs = network.forward(theta, X)
        errors, gradient = network.backward(theta, sums, outputs, above)

        def value(theta, X=X, above=above, network=network):
            return float((above * network.output(theta, X)).sum())

        def at(x, theta=theta, value=value):
            return value(theta, x.reshape(5, 3))

        close(gradient, numerical_gradient(value, theta), 1e-7)
        inputs = network.to_inputs(theta, errors)
        close(inputs.ravel(), numerical_gradient(at, X.ravel()), 1e-7)
        fast = network_engine.backward(network, network.unpack(theta), sums, outputs, above, inputs=True)
        close(fast[0], gradient, 1e-12)
        close(fast[1], inputs, 1e-12)


VAES = [{}, {"latent": 1, "weight": 3.0}, {"labels": 3, "spread": 0.5}, {"hidden": (5, 4), "activation": "swish"}]


@pytest.mark.parametrize("settings", VAES, ids=str)
def test_the_gradient_of_a_vae_is_the_numerical_one_and_the_engines(settings):
    vae = VAE(2, **{"hidden": (5,), **settings})
    rng = np.random.default_rng(1)
    X, noise = rng.normal(size=(6, 2)), rng.normal(size=(6, vae.latent))
    y = np.arange(6) % 3 if vae.labels else None
    theta = vae.start(seed=2)
    found = vae.gradient(theta, X, noise, y)
    near = numerical_gradient(lambda theta: vae.value(theta, X, noise, y), theta)
    assert np.abs(found - near).max() < 1e-6 * np.abs(near).max()
    labels = vae.beside(X, y)[:, 2:]
    terms, fast = engine.vae_step(vae, theta, X, noise, labels)
    close(fast, found, 1e-9)
    close(terms, [part.sum() for part in vae.terms(theta, X, noise, y)], 1e-9)


@pytest.mark.parametrize("activation", ["tanh", "sigmoid"])
@pytest.mark.parametrize("saturating", [True, False])
def test_the_gradients_of_a_gan_are_the_numerical_ones_and_the_engines(activation, saturating):
    gan = GAN(2, noise=3, hidden=(4, 3), activation=activation)
    rng = np.random.default_rng(3)
    theta, phi = gan.start(seed=4)
    real, omega = rng.normal(size=(7, 2)), rng.normal(size=(7, 3))
    fake = gan.generate(theta, omega)
    close(
        gan.discriminator_gradient(phi, real, fake),
        numerical_gradient(lambda phi: gan.game(phi, real, fake), phi),
        1e-7,
    )
    value, fast = engine.discriminator_step(gan, theta, phi, real, omega)
    close(value, gan.game(phi, real, fake))
    close(fast, gan.discriminator_gradient(phi, real, fake), 1e-12)

    def loss(theta):
        score = gan.discriminator.output(phi, gan.generate(theta, omega))
        losses = generator_losses(score)
        return float((losses.saturating if saturating else losses.non_saturating).mean())

    found = gan.generator_gradient(theta, phi, omega, saturating)
    close(found, numerical_gradient(loss, theta), 1e-7)
    close(engine.generator_step(gan, theta, phi, omega, saturating), found, 1e-12)


def test_the_game_is_that_of_the_judge():
    gan = GAN(2, noise=1, hidden=(3,))
    _, phi = gan.start(seed=0)
    real, fake = np.random.default_rng(0).normal(size=(2, 9, 2))
    wanted = np.log(gan.judge(phi, real)).mean() + np.log(1 - gan.judge(phi, fake)).mean()
    close(gan.game(phi, real, fake), wanted)


def test_training_is_the_same_for_the_same_seed_and_leaves_its_data_alone():
    X, _ = half_moons(60, noise=0.05)
    before = X.copy()
    first, again, other = (train_vae(VAE(2, hidden=(4,)), X, epochs=5, seed=s)[0] for s in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()
    first, again = (train_gan(GAN(2, hidden=(4,)), X, steps=5, seed=1) for _ in range(2))
    assert first.theta.tolist() == again.theta.tolist() and first.kept == {}
    assert X.tolist() == before.tolist()


# ---- what training reaches


def test_a_linear_vae_finds_the_likelihood_of_a_bell():
    """One hidden number and straight lines: the model is a normal distribution, and the bound comes close to it."""
    rng = np.random.default_rng(0)
    X = rng.normal(1.0, 1.5, (400, 1))
    best = stats.norm(X.mean(), X.std()).logpdf(X).mean()
    for seed in range(3):
        vae = VAE(1, latent=1, hidden=(), spread=0.5)
        theta, history = train_vae(vae, X, Adam(0.02), epochs=200, seed=seed)
        assert best - 0.1 < history[-20:].mean(axis=0) @ [1, -1] < best + 0.02
        drawn = vae.sample(theta, 5000, seed=1) + 0.5 * rng.standard_normal((5000, 1))
        assert abs(drawn.mean() - X.mean()) < 0.15 and abs(drawn.std() / X.std() - 1) < 0.1


@cache
def moons(seed, weight=1.0, labels=0, latent=2):
    X, names = half_moons(400, noise=0.05)
    y = (names == "red").astype(int)
    vae = VAE(2, latent=latent, hidden=(32,), weight=weight, labels=labels)
    theta, history = train_vae(vae, X, Adam(0.01), epochs=300, batch_size=100, seed=seed, y=y if labels else None)
    return X, y, vae, theta, history


def strays(X, drawn):
    """The share of invented points that are farther than 0.2 from every real one."""
    return float((((drawn[:, None] - X) ** 2).sum(axis=2).min(axis=1) > 0.04).mean())


@pytest.mark.parametrize("seed", range(4))
def test_without_a_regulariser_the_decoder_is_a_poor_generator(seed):
    X, _, vae, theta, history = moons(seed, weight=0.0)
    _, _, other, phi, climbed = moons(seed)
    assert history[-1, 0] > climbed[-1, 0]  # it reconstructs better
    assert strays(X, vae.sample(theta, 500, seed=1)) > 2 * strays(X, other.sample(phi, 500, seed=1))


@pytest.mark.parametrize("seed", range(4))
def test_too_strong_a_regulariser_leaves_nothing_of_the_cause(seed):
    X, _, vae, theta, history = moons(seed, weight=100.0)
    assert history[-1, 1] < 0.3 and history[-1, 0] < -20
    assert vae.sample(theta, 500, seed=1).std(axis=0).max() < 0.5 * X.std(axis=0).max()


@pytest.mark.parametrize("seed", range(4))
def test_who_is_told_the_class_builds_no_bridge(seed):
    X, _, vae, theta, _ = moons(seed, latent=1)
    plain = strays(X, vae.sample(theta, 500, seed=1))
    _, y, vae, theta, history = moons(seed, labels=2, latent=1)
    told = np.arange(500) % 2
    drawn = vae.sample(theta, 500, seed=1, y=told)
    assert strays(X, drawn) < 0.02 < plain
    assert all(strays(X[y == k], drawn[told == k]) < 0.03 for k in (0, 1))
    assert history[-1] @ [1, -1] > moons(seed, latent=1)[4][-1] @ [1, -1] + 1


def covered(drawn):
    """How many of the six clouds have at least 4 % of the invented points within 0.45 of their centre."""
    far = np.sqrt(((drawn[:, None] - centres()) ** 2).sum(axis=2))
    near = far.min(axis=1) < 0.45
    return int((np.bincount(far.argmin(axis=1)[near], minlength=6) > 0.04 * len(drawn)).sum())


@pytest.mark.parametrize("seed", range(3))
def test_small_steps_find_all_clouds_and_large_ones_lose_some_again(seed):
    X, _ = ring_of_clouds()
    omega, gan = np.random.default_rng(9).standard_normal((300, 2)), GAN(2, hidden=(32, 32), activation="tanh")
    calm, hasty = (train_gan(gan, X, Adam(rate, momentum=0.5), keep=50, seed=seed) for rate in (0.002, 0.02))
    counts = [[covered(gan.generate(theta, omega)) for theta, _ in run.kept.values()] for run in (calm, hasty)]
    assert counts[0][0] == 0 and min(counts[0][24:]) == 6  # from step 1200 on
    assert max(np.maximum.accumulate(counts[1]) - counts[1]) >= 2  # clouds that were found and lost
    assert calm.bounds[500:].max() < 0.15 < 0.2 < hasty.bounds[500:].max()
    assert abs(calm.bounds[-300:].mean()) < 0.03  # the discriminator is left with little to go by


@pytest.mark.parametrize("seed", range(3))
def test_a_moderate_regulariser_invents_best(seed):
    away = {weight: strays(X, vae.sample(theta, 500, seed=1)) for weight in (0.0, 1.0, 3.0, 10.0, 30.0, 100.0)
            for X, _, vae, theta, _ in [moons(seed, weight=weight)]}  # fmt: skip
    assert min(away, key=away.get) in (3.0, 10.0)
    assert away[0.0] > 1.7 * away[1.0] and away[100.0] > away[30.0] > 1.5 * away[10.0]
    missed = {weight: strays(vae.sample(theta, 500, seed=1), X) for weight in (1.0, 3.0, 10.0, 30.0)
              for X, _, vae, theta, _ in [moons(seed, weight=weight)]}  # fmt: skip
    assert max(missed[1.0], missed[3.0]) < 0.03 < 0.06 < missed[10.0] < missed[30.0]  # real points out of reach
    _, _, vae, theta, _ = moons(seed, weight=30.0)
    assert vae.encode(theta, moons(seed)[0])[0].std(axis=0).min() < 0.15  # one hidden number is hardly used


@pytest.mark.parametrize("weight", [0.3, 3.0, 30.0])
def test_a_weight_is_a_wider_spread_in_disguise(weight):
    weighed, wider = VAE(2, spread=0.1, weight=weight), VAE(2, spread=0.1 * math.sqrt(weight))
    theta, rng = wider.start(seed=1), np.random.default_rng(0)
    X, noise = rng.standard_normal((20, 2)), rng.standard_normal((20, 2))
    close(weighed.gradient(theta, X, noise), weight * wider.gradient(theta, X, noise))


# ---- references


def test_samples_of_a_gan_are_as_likely_as_real_ones():
    X, _ = ring_of_clouds(1000)
    gan = GAN(2, hidden=(32, 32), activation="tanh")
    run = train_gan(gan, X, Adam(0.002, momentum=0.5), seed=0)
    drawn = gan.generate(run.theta, np.random.default_rng(1).standard_normal((1000, 2)))
    means = GaussianMixture(6, random_state=0, means_init=centres()).fit(drawn).means_
    assert np.abs(means - centres()).max() < 0.4
    ours = KernelDensity(0.2).fit(drawn).score_samples(X)
    assert np.median(ours) > -4


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: evidence_bound([0.5, 0.6], [0.5, 0.5], [0.8, 0.1]), "belief must sum to 1; it sums to 1.1"),
        (lambda: evidence_bound([1.0], [0.5, 0.5], [0.8, 0.1]), "belief must hold 2 probabilities"),
        (lambda: evidence_bound([0.5, 0.5], [0.5, 0.6], [0.8, 0.1]), "prior must sum to 1"),
        (lambda: evidence_bound([0.5, 0.5], [0.5, 0.5], [0.8]), "likelihood must hold 2 numbers"),
        (lambda: posterior([0.0, 1.0], [0.5, 0.0]), "likelihood must be above 0 for some value that prior allows"),
        (lambda: posterior([0.5, 0.5], [0.5, -0.1]), "likelihood must hold numbers of at least 0"),
        (lambda: working_evidence_bound([0.5, 0.5], [0.5, 0.5], [0.8, 0]), "belief must not hold for possible"),
        (lambda: sampled_evidence([0.5, 0.5], [0.8, 0.1], 0), "draws must be a whole number of at least 1"),
        (lambda: sampled_evidence([1.0], [0.8], 2), "prior must be of two values"),
        (lambda: kl_to_standard([1.0], [1.0, 2.0]), r"log_std must have the shape of mean, \(1,\)"),
        (lambda: VAE(2, spread=0), "spread must be a number above 0; got 0"),
        (lambda: VAE(2, activation="none"), "activations must be one of identity, .*; got 'none'"),
        (lambda: VAE(2).decode(VAE(2).start(), [[1.0]]), "Z must have 2 columns; got 1"),
        (lambda: VAE(2).decode([1.0], [[1.0, 2.0]]), "theta must hold 390 numbers"),
        (lambda: VAE(2).encode(VAE(2).start(), [[1.0, 2.0]], [0]), "y must be left out"),
        (lambda: VAE(2, labels=2).encode(VAE(2, labels=2).start(), [[1.0, 2.0]], [2]), "y must hold whole numbers"),
        (lambda: VAE(2).value(VAE(2).start(), [[1.0, 2.0]], [[0.0]]), r"noise must have the shape \(1, 2\)"),
        (lambda: train_vae(VAE(2), [[1.0]]), "X must have 2 columns"),
        (lambda: train_vae(3, [[1.0]]), "vae must be a VAE"),
        (lambda: train_vae(VAE(1), [[1e200], [0.0]]), "X or method must be milder"),
        (lambda: train_gan(GAN(2), [[1.0]]), "X must have 2 columns; got 1"),
        (lambda: train_gan(GAN(1), [[1.0]], method="adam"), "method must be one of byhand.optimize"),
        (lambda: train_gan(GAN(1), [[1e200], [1.0]], GradientDescent(1e9), steps=50), "X or method must be milder"),
        (lambda: generator_losses([math.nan]), "score is too large"),
        (lambda: GAN(2).generate(GAN(2).start()[0], [[1.0]]), "omega must have 2 columns; got 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_from_above_takes_any_activation():
    for activation in ACTIVATIONS:
        network = Network([2, 3, 2], ["tanh", activation], FromAbove())
        theta = network.start(0)
        sums, outputs = network.forward(theta, [[0.3, -0.2]])
        assert network.backward(theta, sums, outputs, [[1.0, 2.0]])[1].shape == (network.size,)


@pytest.mark.parametrize("seed", [1, 3])
def test_on_the_moons_a_gan_misses_more_at_first_and_strays_less_in_the_end_than_a_vae_of_its_size(seed):
    X, _ = half_moons(400, noise=0.05)

    def far(made, real):
        return float((((made[:, None] - real) ** 2).sum(axis=2).min(axis=1) > 0.2**2).mean())

    vae = VAE(2, hidden=(32, 32))
    theta, _ = train_vae(vae, X, Adam(0.01), epochs=300, batch_size=100, seed=seed)
    smooth = vae.sample(theta, 1000, seed=1)
    gan = GAN(2, noise=2, hidden=(32, 32), activation="tanh")
    run = train_gan(gan, X, Adam(0.002, momentum=0.5), steps=8000, batch_size=200, keep=1000, seed=seed)
    noise = np.random.default_rng(9).standard_normal((1000, 2))
    early, *late = (gan.generate(run.kept[step][0], noise) for step in (1000, 6000, 7000, 8000))
    assert far(X, smooth[:400]) < 0.02 < 0.15 < far(X, early[:400]) < 0.6
    assert far(early, X) > far(smooth, X)
    assert np.median([far(X, made[:400]) for made in late]) < 0.12  # training is a chase: one state says little
    assert np.median([far(made, X) for made in late]) < far(smooth, X)
