"""Steps of training a VAE and a GAN as in `byhand.generative`, without checks and with as few arrays as can be."""

import math

import numpy as np

from byhand.engine.neural import backward, forward


def vae_step(vae, theta, X, noise, labels):
    """The sums of the two terms of the bound over the rows, shape (2,), and the gradient of `VAE.value`, (size,)."""
    n, latent, encoder, decoder = len(X), vae.latent, vae.encoder, vae.decoder
    up, down = encoder.unpack(theta[: encoder.size]), decoder.unpack(theta[encoder.size :])
    sums_in, outputs_in = forward(encoder, up, np.hstack([X, labels]))
    mean, log_std = outputs_in[-1][:, :latent], outputs_in[-1][:, latent:]
    std = np.exp(log_std)
    moved = std * noise
    sums_out, outputs_out = forward(decoder, down, np.hstack([mean + moved, labels]))
    miss = outputs_out[-1] - X
    fit = -0.5 * (miss * miss).sum() / vae.spread**2
    fit -= n * vae.columns * (math.log(vae.spread) + 0.5 * math.log(2 * math.pi))
    divergence = 0.5 * ((mean * mean).sum() + (std * std).sum() - n * latent) - log_std.sum()
    miss /= n * vae.spread**2
    slope_out, g = backward(decoder, down, sums_out, outputs_out, miss, inputs=True)
    g = g[:, :latent]
    above = np.hstack([g + vae.weight / n * mean, g * moved + vae.weight / n * (std * std - 1)])
    slope_in = backward(encoder, up, sums_in, outputs_in, above)
    return np.array([fit, divergence]), np.concatenate([slope_in, slope_out])


def discriminator_step(gan, theta, phi, real, omega):
    """The value of the game for some real rows and as much noise, and its gradient in phi: real and fake at once."""
    n, network = len(real), gan.discriminator
    fake = forward(gan.generator, gan.generator.unpack(theta), omega)[1][-1]
    layers = network.unpack(phi)
    sums, outputs = forward(network, layers, np.concatenate([real, fake]))
    score = outputs[-1]
    signed = np.concatenate([score[:n], -score[n:]])
    value = -(np.maximum(-signed, 0) + np.log1p(np.exp(-np.abs(signed)))).sum() / n
    slope = 0.5 - 0.5 * np.tanh(0.5 * signed)
    slope[n:] *= -1
    return float(value), backward(network, layers, sums, outputs, slope / n)


def generator_step(gan, theta, phi, omega, saturating):
    """The gradient of `GAN.generator_gradient`."""
    layers, judges = gan.generator.unpack(theta), gan.discriminator.unpack(phi)
    sums, outputs = forward(gan.generator, layers, omega)
    judged = forward(gan.discriminator, judges, outputs[-1])
    half = 0.5 * np.tanh(0.5 * judged[1][-1])
    slope = (-0.5 - half if saturating else half - 0.5) / len(omega)
    _, above = backward(gan.discriminator, judges, *judged, slope, inputs=True)
    return backward(gan.generator, layers, sums, outputs, above)
