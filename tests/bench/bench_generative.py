"""Steps of a VAE and of a GAN as training takes them, against the plain form of the lesson, timed in turns."""

import numpy as np
from timing import compare, report

from byhand.engine import generative as engine
from byhand.generative import GAN, VAE


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in (50, 1_000):
        rng = np.random.default_rng(n)
        X, noise, omega = (rng.standard_normal((n, 2)) for _ in range(3))
        yield vae(n, X, noise, repeats)
        yield gan(n, X, omega, repeats)


def vae(n, X, noise, repeats):
    model = VAE(2, hidden=(32,))
    theta, labels = model.start(seed=0), np.empty((n, 0))

    def mine():
        return engine.vae_step(model, theta, X, noise, labels)

    def plain():
        return model.terms(theta, X, noise), model.gradient(theta, X, noise)

    np.testing.assert_allclose(mine()[1], plain()[1], atol=1e-9)
    return compare("VAE, one step, 2-32-2-32-2", n, mine, plain, repeats)


def gan(n, X, omega, repeats):
    model = GAN(2, hidden=(32, 32))
    theta, phi = model.start(seed=0)

    def mine():
        engine.discriminator_step(model, theta, phi, X, omega)
        return engine.generator_step(model, theta, phi, omega, False)

    def plain():
        fake = model.generate(theta, omega)
        model.game(phi, X, fake), model.discriminator_gradient(phi, X, fake)
        return model.generator_gradient(theta, phi, omega)

    np.testing.assert_allclose(mine(), plain(), atol=1e-9)
    return compare("GAN, one step, 2-32-32-2", n, mine, plain, repeats)


if __name__ == "__main__":
    report(rows())
