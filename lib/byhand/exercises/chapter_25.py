"""Checks for the exercises of chapter 25, generative models."""

import math

import numpy as np

from byhand.density import best_discriminator, kernel_density, left_out_likelihoods
from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.gaussian import HALF_LOG_2_PI, Normal
from byhand.generative import evidence_bound, kl_to_standard, posterior, sigmoid
from byhand.information import kl_divergence


@exercise("25.1", hint="Could the model be asked to draw a new row, features and all?")
def kinds_of_models():
    words = {"G": "generative", "D": "discriminative"}
    slips = {
        "DDGDG": "Naive Bayes can draw a row: first a class, then each feature from its own density.",
        "GGGDG": "Logistic regression gives the probability of a label, and says nothing about the features.",
        "GDDDG": "A mixture of bells draws a bell, and then a point from it.",
        "GDGDD": "A density of each class and the share of each class together are a model of both.",
        "GDGGG": "A support vector machine knows on which side of a border a row lies, and nothing else.",
    }
    return expect_letters("GDGDG", words, slips)


@exercise("25.2", hint="Count first; then make the area of the bar, width times height, the share of the six.")
def a_bar():
    slips = [
        (3, "That is the count. The area of all bars together must be 1."),
        (0.5, "That is the share of the six in the bin. Spread it over the width."),
        (1.5, "That is count over width. Divide by the number of all times, too."),
        (1 / 6, "Do you have 3 in the bin? Both 2.5 and 3.5 lie between 2 and 4."),
    ]
    return expect(0.25, slips)


@exercise("25.3", hint="Measure each distance from 2 in bandwidths. A triangle is 0 from one bandwidth on.")
def three_triangles():
    slips = [
        (0.5, "That is the sum of the bumps. Take their mean, and mind the width."),
        (1 / 6, "That is the mean of the bumps. A wide bump must be low: divide by h, too."),
        (0.25, "Divide by the number of points as well."),
        (0, "The distances are to be measured in bandwidths, of 2."),
    ]
    return expect(1 / 12, slips)


@exercise("25.4", hint="For each point there are two bumps, those of the other two. How many of them is the mean over?")
def ask_the_others():
    points = np.array([0.0, 1.0, 3.0])
    right = [kernel_density([x], points[points != x], 4, "linear")[0] for x in points]
    slips = [
        (kernel_density(points, points, 4, "linear"), "You have counted each point's own bump, too."),
        (np.multiply(right, 2 / 3), "The mean is over the bumps of the other points, of which there are two."),
        (np.multiply(right, 4), "Divide by the bandwidth, too."),
        (np.multiply(right, 2), "That is for one bump; take the mean of two."),
    ]
    return expect_all(right, slips)


@exercise("25.5", hint="In each of the two, the distribution that weights the logarithms also goes on top.")
def both_ways_round():
    p, q = [1, 3], [1, 1]
    there, back = (kl_divergence(*pair, base=math.e) for pair in ((p, q), (q, p)))
    slips = [
        ((back, there), "The right two numbers in the wrong order."),
        ((kl_divergence(p, q), kl_divergence(q, p)), "These are bits: take natural logarithms."),
        ((-there, -back), "A divergence is never negative. What goes on top in the fractions?"),
        ((there, there), "The divergence is not symmetric. Weight by q and turn the fractions over."),
    ]
    return expect_all((there, back), slips)


@exercise("25.6", hint="Out of many letters that are an a, how many are from p, if both write equally often?")
def the_best_player():
    right = best_discriminator([0.2, 0.8], [0.6, 0.4])
    slips = [
        (1 - right, "That is how sure you can be of q."),
        ((0.2, 0.8), "These are the probabilities of the letters if p writes. You know the letter, not the writer."),
        ((1 / 3, 2), "That is p / q, the odds. Turn them into probabilities."),
    ]
    return expect_all(right, slips)


@exercise(
    "25.7", hint="Could a cleverer network make the right side larger? Could it make it smaller than the best does?"
)
def what_follows():
    slips = {
        "A": "The best discriminator may do much better than this one.",
        "C": "Only if this network were the best possible discriminator.",
        "D": "The inequality holds for every discriminator, good or bad.",
    }
    return expect_letters("B", {letter: letter for letter in "ABCD"}, slips)


@exercise("25.8", hint="Which ω leads to 2? Over how wide a stretch is a small step around it spread?")
def through_a_line():
    right = float(Normal().density(1)) / 3
    slips = [
        (3 * right, "That is the density of ω. A step of ω becomes three times as wide."),
        (9 * right, "Spreading makes a density lower: divide by the slope."),
        (float(Normal().density(2)), "That is the density of the noise at 2. Which ω is sent to 2?"),
        (float(Normal().density(2)) / 3, "Find the ω that is sent to x = 2: it is not 2."),
    ]
    return expect(right, slips)


@exercise("25.9", hint="Write down both sums. Which distribution weights the terms, and which stands below the line?")
def forward_or_reverse():
    slips = {
        "RRRF": "If q is 0 where p is not, which of the two sums has a fraction with 0 below the line and a weight?",
        "FFRF": "If p is 0 where q is not, the term has a weight only in the sum over q.",
        "FRFF": "A model of a single digit rules out the other nine, which happen.",
        "FRRR": "Data are drawn from p. Which of the two is a mean over p?",
    }
    return expect_letters("FRRF", {"F": "forward", "R": "reverse"}, slips)


@exercise("25.10", hint="Make a table of all distances, and let no point vote for itself.")
def own_left_out(answer):
    left_out = function_of(answer, "left_out", "a number", float)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        x, h = rng.normal(2, 3, 9 + seed), float(rng.uniform(0.4, 2))
        right = float(left_out_likelihoods(x[:, None], [h])[0])
        found = left_out(x.copy(), h)
        if math.isclose(found, right, rel_tol=1e-6):
            continue
        n, own = len(x), float(np.log(kernel_density(x, x, h)).mean())
        if math.isclose(found, own, rel_tol=1e-6):
            return "That includes each point's own bump: set the diagonal of the table to 0."
        if math.isclose(found, right + math.log((n - 1) / n), rel_tol=1e-6):
            return "The mean is over the other points: divide by n − 1."
        if math.isclose(found, n * right, rel_tol=1e-6):
            return "That is the sum of the logarithms. Take their mean."
        if math.isclose(found, right + math.log(h), rel_tol=1e-6):
            return "A wide bell is low: divide by h."
        return f"Not the score of problem {seed}; the library has {right:.4f} there, and you have {found:.4f}."
    return None


@exercise("25.11", hint="Each cause first has to be there and then to make somebody sneeze. Which share is the cold's?")
def a_sneeze():
    right = (0.5, posterior([0.25, 0.75], [0.8, 0.4])[0])
    slips = [
        ((0.5, 0.2), "The second is the cold's part of the evidence. Divide it by the evidence."),
        ((0.6, 1 / 3), "The two causes are not equally probable: weight them by the prior."),
        ((0.5, 0.6), "That is how probable pollen is."),
        ((1.2, 2 / 3), "Weight each likelihood by the prior of its cause."),
    ]
    return expect_all(right, slips)


@exercise("25.12", hint="Two of the three weight their terms by the belief. Which distribution is below the line?")
def a_belief():
    right = evidence_bound([0.5, 0.5], [0.25, 0.75], [0.8, 0.4])[:3]
    a, d, _ = right
    other = kl_divergence([1, 3], [1, 1], math.e)
    slips = [
        ((a, d, a + d), "The divergence is a price: subtract it."),
        ((a, other, a - other), "That is the divergence of the prior from the belief: the belief weights the terms."),
        ((math.log(0.6), d, math.log(0.6) - d), "First the logarithms, then their mean under the belief."),
        ((0.25 * math.log(0.8) + 0.75 * math.log(0.4), d, 0.25 * math.log(0.8) + 0.75 * math.log(0.4) - d),
         "The reconstruction is weighted by the belief, not by the prior."),
    ]  # fmt: skip
    return expect_all(right, slips)


@exercise("25.13", hint="One number is the same for both beliefs. How far below it is each of the two bounds?")
def the_gap():
    slips = [
        ((-3.8, 0.1), "The bound is from below: it cannot be above the log-evidence."),
        ((-3.2, -0.7), "A divergence is never negative."),
        ((-3.2, 0.4), "That is how far apart the two bounds are. Measure from the log-evidence."),
        ((-3.2, 0.3), "That is the divergence of the first belief; the second has a bound of its own."),
    ]
    return expect_all((-3.2, 0.7), slips)


@exercise("25.14", hint="Put each pair into the closed form; one of its two parts is 0 for either.")
def price_of_a_belief():
    right = kl_to_standard([[2.0], [0.0]], [[0.0], [math.log(0.1)]])
    slips = [
        (2 * right, "The whole bracket is halved."),
        ((2, 0.5 * (0.1 - 1 - math.log(0.1))), "The formula has the square of σ, and its logarithm."),
        ((1, right[1]), "The formula has the square of μ."),
        ((2, -right[1]), "To be sure costs something: the price is never negative."),
    ]
    return expect_all(right, slips)


@exercise("25.15", hint="Each of the two has a part that comes from the decoder and one from the regulariser.")
def which_way():
    slips = [
        ((3, -6), "That is the decoder's part alone. What does the regulariser add?"),
        ((3.5, 9), "The noise was negative."),
        ((3.5, -3 + 3), "The path to log σ has the factor σ ε, not ε alone."),
        ((3.5, -6 + 1), "The regulariser's slope at log σ is σ² − 1."),
        ((0.5, 3), "That is the regulariser's part alone. What comes from the decoder?"),
    ]
    return expect_all((3.5, -3), slips)


@exercise("25.16", hint="For each mean, ask who is glad when the critic is right about these points.")
def who_wants_what():
    words = {"D": "discriminator", "G": "generator"}
    slips = {
        "DGG": "The critic is also paid for recognising what was invented.",
        "GDG": "Real points are no concern of the generator.",
        "DDD": "A large t on invented points means that the critic is fooled.",
        "DGD": "Large log(1 − t) on invented points: is the critic right about them, or fooled? And large log t?",
    }
    return expect_letters("DDG", words, slips)


@exercise("25.17", hint="Two of the four are about a VAE and its relatives, two about a GAN. Sort the reports first.")
def diagnosis():
    slips = {
        "BDAC": "A code that is ignored gives the same output for every input; a missing regulariser does not.",
        "DBCA": "Where the slope is gone nothing moves. Where modes are lost, what is made is still sharp.",
        "BACD": "The second report is about a critic that is always right.",
    }
    return expect_letters("BDCA", {letter: letter for letter in "ABCD"}, slips)


@exercise("25.18", hint="Two weights, each e to the power of minus half the squared distance, measured in spreads.")
def one_step_back():
    def mean(x, s):
        return 4 * float(sigmoid((x**2 - (4 - x) ** 2) / (2 * s**2)))

    def walk(start, s):
        return start, (start + 3) / 2, mean((start + 3) / 2, s)

    first, x, last = walk(mean(3, 3), 1.5)
    slips = [
        ((first, first, mean(first, 1.5)), "That went all the way to the mean. Half of the noise stays."),
        ((first, x, mean(3, 1.5)), "The last mean is for the new place, not for 3."),
        ((first, x, mean(x, 3)), "For the last mean there is less noise: its spread is 1.5."),
        (walk(mean(3, 4.5**0.5), 1.125**0.5), "The exponent has half the squared distance."),
        (walk(4 - first, 1.5), "The nearer training point weighs more."),
    ]
    return expect_all((first, x, last), slips)


@exercise(
    "25.19", hint="A sum over the columns, with the constants of the normal density, and one over the hidden numbers."
)
def own_bound(answer):
    bound = function_of(answer, "bound", "a number", float)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        columns, latent = 2 + seed % 3, 1 + seed % 2
        W, s = rng.normal(size=(columns, latent)), float(rng.uniform(0.3, 2))
        x, mu, eps = rng.normal(size=columns), rng.normal(size=latent), rng.normal(size=latent)
        sigma = rng.uniform(0.2, 2, latent)
        made = W @ (mu + sigma * eps)
        fit = float(Normal(0, s).log_density(x - made).sum())
        price = float(kl_to_standard(mu, np.log(sigma)))
        found = bound(x.copy(), mu.copy(), sigma.copy(), eps.copy(), lambda omega, W=W: W @ omega, s)
        if math.isclose(found, fit - price, rel_tol=1e-6, abs_tol=1e-9):
            continue
        constant = columns * (math.log(s) + HALF_LOG_2_PI)
        wrong = {
            fit + price: "The divergence is a price: subtract it.",
            price - fit: "That is minus the bound.",
            fit + constant - price: "The constants of the normal density are missing: log s and half of log 2π.",
            fit: "The regulariser is missing.",
            fit - 2 * price: "The closed form is halved.",
        }
        for value, words in wrong.items():
            if math.isclose(found, value, rel_tol=1e-6, abs_tol=1e-9):
                return words
        return f"Not the bound of problem {seed}; the library has {fit - price:.4f} there, and you have {found:.4f}."
    return None
