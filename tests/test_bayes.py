"""Bayes classifiers: decisions, regions, risks by hand; laws; references by quadrature and scikit-learn; bad input."""

import math
import warnings

import numpy as np
import pytest
from latex import check
from scipy import stats
from scipy.integrate import quad
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis as Theirs

from byhand.bayes import (
    BayesClassifier,
    Discrete,
    Exponential,
    QuadraticDiscriminantAnalysis,
    area,
    expected_costs,
    zero_one_loss,
)
from byhand.discriminant import LinearDiscriminantAnalysis
from byhand.engine.bayes import balance, quadratic_roots
from byhand.gaussian import Gaussian, Normal
from byhand.naive_bayes import GaussianNB
from byhand.probability import Beta, Binomial

pytestmark = pytest.mark.filterwarnings("error")
BELLS = {0: Normal(-2, math.sqrt(2)), 1: Normal(2, math.sqrt(1.5))}
PRIOR, TUMOUR = [0.7, 0.3], [[0, 1], [5, 0]]
INF = math.inf


def close(actual, wanted, tolerance=1e-5):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def random_rule(seed, most=4, reject=True):
    """Classes that are normal or exponential, with any prior and any loss."""
    rng = np.random.default_rng(seed)
    K = int(rng.integers(2, most + 1))
    laws = [
        Normal(rng.normal(0, 2), rng.uniform(0.3, 2)) if rng.random() < 0.7 else Exponential(rng.uniform(0.2, 3))
        for _ in range(K)
    ]
    loss = rng.uniform(0, 5, (K, K)) * (1 - np.eye(K))
    cost = rng.uniform(0.1, 1.5) if reject and rng.random() < 0.5 else None
    return BayesClassifier(dict(enumerate(laws)), rng.dirichlet(np.ones(K)), loss, cost)


# by hand


def test_a_threshold_between_a_flat_and_a_rising_density():  # B-W24
    rule = BayesClassifier({0: Beta(1, 1), 1: Beta(2, 1)}, [0.4, 0.6])
    regions = {0: [(0, 1 / 3)], 1: [(1 / 3, 1)]}
    close(rule.confusion(regions), [[2 / 15, 4 / 15], [1 / 15, 8 / 15]], 1e-12)
    close([rule.error(regions), rule.risk(regions)], [1 / 3, 1 / 3], 1e-12)
    others = [rule.error({0: [(0, T)], 1: [(T, 1)]}) for T in np.linspace(0.01, 0.99, 99)]
    assert min(others) > 1 / 3


def test_a_tumour_pays_from_a_sixth_on():  # B-W25
    for p, wanted in ((0.1666, [0.833, 0.8334]), (0.1667, [0.8335, 0.8333])):
        close(expected_costs([1 - p, p], TUMOUR), wanted, 1e-12)
    rule = BayesClassifier(BELLS, PRIOR, TUMOUR)
    close(rule.posterior(rule.boundaries())[:, 1], 1 / 6, 1e-9)


def test_two_normal_classes():  # B-W26
    rule = BayesClassifier(BELLS, PRIOR)
    close(rule.boundaries(), [0.451623, 27.5484])
    assert [list(map(type, (low, high))) for low, high in rule.regions()[1]] == [[float, float]]
    close(rule.regions()[0], [(-INF, 0.451623), (27.5484, INF)])
    close(rule.confusion(), [[0.670951, 0.0290487], [0.0309213, 0.269079]])
    close([rule.error(), rule.risk()], 0.0599701)
    close(rule.posterior([-2, 0, 0.4, 0.5, 2])[:, 1], [0.00238352, 0.261770, 0.470836, 0.527234, 0.964310])
    assert rule.decide([0.45, 0.46, 27, 28]).tolist() == [0, 1, 1, 0]
    assert rule.decide(0.0) == 0


def test_a_table_with_a_tie():  # B-X43
    shares = ({1: 0.3, 2: 0.2, 3: 0.1, 4: 0.4}, {1: 0.2, 2: 0.3, 3: 0.4, 4: 0.1})
    rule = BayesClassifier(dict(enumerate(map(Discrete, shares))), [0.4, 0.6])
    assert rule.regions() == {0: [1, 4], 1: [2, 3]}
    assert rule.tied([1, 2, 3, 4]).tolist() == [True, False, False, False]
    close(rule.posterior([1, 2, 3, 4])[:, 1], [0.5, 0.692308, 0.857143, 0.272727])
    close(rule.error(), 0.3)
    other = BayesClassifier({1: Discrete(shares[1]), 0: Discrete(shares[0])}, [0.6, 0.4])
    assert other.decide(1) == 1  # the decision named first


def test_two_binomials():  # B-X44
    rule = BayesClassifier({0: Binomial(10, 0.3), 1: Binomial(10, 0.6)}, [0.5, 0.5])
    assert rule.regions()[1] == [5, 6, 7, 8, 9, 10]
    close(rule.error(), 0.158253)
    rule = BayesClassifier({0: Binomial(10, 0.4), 1: Binomial(10, 0.6)}, [0.5, 0.5])
    assert np.flatnonzero(rule.tied(range(11))).tolist() == [5]
    assert rule.decide(5) == 0


def test_two_exponentials():  # B-X45
    for rates, threshold in (((1, 2), 1.38629), ((1, 3), 0.895880)):
        rule = BayesClassifier(dict(enumerate(map(Exponential, rates))), [1 / 3, 2 / 3])
        close(rule.boundaries(), [threshold])
        close(rule.regions()[1], [(0, threshold)])
    rule = BayesClassifier({0: Exponential(1), 1: Exponential(2)}, [1 / 3, 2 / 3])
    close(rule.error(), 0.291667)


def test_rejection_where_no_posterior_reaches_one_less_its_cost():  # Chow
    rule = BayesClassifier(BELLS, PRIOR, reject=0.1)
    edges = rule.boundaries()
    close(rule.posterior(edges).max(axis=1), 0.9, 1e-9)
    assert rule.decide([-3, 0.5, 3]).tolist() == [0, "reject", 1]
    rejected = rule.confusion()[:, 2].sum()
    close(rule.risk(), rule.error() + 0.1 * rejected, 1e-12)
    assert BayesClassifier(BELLS, PRIOR, reject=0.5).regions()["reject"] == []


def test_a_class_that_is_nowhere():
    rule = BayesClassifier({"wide": Normal(0, 2), "narrow": Normal(0, 1)}, [0.9, 0.1])
    assert rule.regions() == {"wide": [(-INF, INF)], "narrow": []}
    assert rule.boundaries() == []
    close(rule.error(), 0.1, 1e-12)


def test_paper():
    rule = BayesClassifier(BELLS, PRIOR)
    steps = rule.working_boundary()
    close([float(steps[name]) for name in "abc"], [-1 / 12, 7 / 3, -1.03679])
    close([float(steps["x1"]), float(steps["x2"])], rule.boundaries())
    equal = BayesClassifier({"a": Normal(0, 2), "b": Normal(3, 2)}, PRIOR, TUMOUR)
    close(equal.working_boundary()["threshold"], equal.boundaries()[0])
    nowhere = BayesClassifier({"a": Normal(0, 2), "b": Normal(0, 1)}, [0.9, 0.1])
    assert nowhere.working_boundary()["boundary"] == "none"
    assert BayesClassifier(BELLS, [0.5, 0.5], reject=0.2).working(0.1)["decision"] == "reject"
    table = BayesClassifier({0: Discrete({1: 0.3, 2: 0.7}), 1: Discrete({1: 0.2, 2: 0.8})}, [0.4, 0.6])
    assert "tie" in table.working(1).step("decision").note
    for own in (steps, equal.working_boundary(), rule.working(0.4), table.working(2)):
        wrong, checked = check(own)
        assert not wrong and checked > 5, wrong


@pytest.mark.parametrize("seed", range(20))
def test_boundaries_on_paper_are_the_roots(seed):
    rng = np.random.default_rng(seed)
    laws = {k: Normal(round(rng.normal(0, 3), 1), round(rng.uniform(0.5, 2), 1)) for k in "ab"}
    p, price = round(rng.uniform(0.1, 0.9), 2), int(rng.integers(1, 9))
    rule = BayesClassifier(laws, [1 - p, p], [[0, 1], [price, 0]])
    steps = rule.working_boundary()
    found = [steps[name] for name in ("x1", "x2", "threshold") if name in steps]
    close(np.array(found, dtype=float), rule.boundaries(), 1e-9)
    assert not check(steps)[0]


# laws


@pytest.mark.parametrize("seed", range(40))
def test_regions_are_where_the_rule_decides(seed):
    rule = random_rule(seed)
    alone = all(isinstance(law, Exponential) for law in rule.densities.values())
    x = np.linspace(0.0005 if alone else -14, 30, 4001)
    wanted, got, tied = rule.decide(x), np.full(len(x), None), rule.tied(x)
    for decision, region in rule.regions().items():
        for low, high in region:
            got[(low < x) & (x < high)] = decision
    assert (got == wanted)[~tied].all()


@pytest.mark.parametrize("seed", range(25))
def test_at_a_boundary_two_decisions_cost_the_same(seed):
    rule = random_rule(seed)
    for x in rule.boundaries():
        if x != 0:  # where a density begins
            least, second = np.sort(rule.costs(x))[:2]
            assert second - least < 1e-8 * max(1, rule.loss.max())


@pytest.mark.parametrize("seed", range(15))
def test_no_other_rule_has_a_smaller_risk(seed):
    rule, rng = random_rule(seed), np.random.default_rng(seed)
    best, matrix = rule.risk(), rule.confusion()
    close(matrix.sum(), 1, 1e-12)
    close(matrix.sum(axis=1), rule.prior, 1e-12)
    for _ in range(5):
        cuts = [-INF, *np.sort(rng.normal(1, 2, 3)), INF]
        other = {j: [] for j in rule.decisions}
        for pair in zip(cuts, cuts[1:], strict=False):
            other[rule.decisions[rng.integers(len(rule.decisions))]].append(pair)
        assert rule.risk(other) >= best - 1e-12


@pytest.mark.parametrize("seed", range(8))
def test_risk_is_the_mean_of_the_least_cost(seed):
    rule = random_rule(seed)

    def cost(x):
        joint = np.exp(rule.log_joint(x))
        return (joint @ rule.loss).min()

    cuts = [-30, *rule.boundaries(), 0, 60]
    pieces = [quad(cost, low, high, limit=200)[0] for low, high in zip(sorted(cuts), sorted(cuts)[1:], strict=False)]
    close(rule.risk(), sum(pieces), 1e-6)


def test_a_larger_price_of_a_miss_moves_the_threshold_away():
    at = [BayesClassifier(BELLS, PRIOR, [[0, 1], [price, 0]]).boundaries()[0] for price in (1, 2, 5, 10, 100)]
    assert at == sorted(at, reverse=True)


def test_areas():
    close(area(Normal(1, 2), -1, 3), 0.682689)
    close(area(Exponential(2), 0.5, 1), math.exp(-1) - math.exp(-2), 1e-12)
    close(area(Beta(2.5, 3), 0.2, 0.7), np.diff(stats.beta(2.5, 3).cdf([0.2, 0.7]))[0], 1e-9)


def test_a_density_without_bound_is_not_integrated_in_silence():
    rule = BayesClassifier({0: Beta(0.5, 0.5), 1: Beta(2, 2)}, [0.5, 0.5])
    with pytest.raises(ValueError, match="be finite there"):
        rule.confusion({0: [(0, 0.2)], 1: [(0.2, 1)]})


def test_exponential_is_that_of_scipy():
    x = np.array([-1, 0, 0.3, 5, 1e4])
    law, theirs = Exponential(0.4), stats.expon(scale=2.5)
    close(law.density(x), theirs.pdf(x), 1e-12)
    close(law.cumulative(x), theirs.cdf(x), 1e-12)
    close(Exponential.fit([1, 2, 6]).rate, 1 / 3, 1e-12)
    close(law.sample(20_000).mean(), 2.5, 0.03)


def test_roots_keep_their_digits():
    close(quadratic_roots(1, -1e8, 1), [1e-8, 1e8], 1e-14)
    assert quadratic_roots(1, 0, 1) == [] and quadratic_roots(0, 0, 0) == [] and quadratic_roots(0, 0, 2) == [0.0]
    three = balance([(1.0, (0, 0, -1)), (-1.0, (0, 0, -2)), (0.1, (0, 1, -3))])
    x = np.linspace(-10, 10, 100_001)
    value = np.exp(-x * x) - np.exp(-2 * x * x) + 0.1 * np.exp(x - 3 * x * x)
    assert len(three) == np.sum(value[1:] * value[:-1] < 0)


def test_far_away_and_in_any_unit():
    for shift, scale in ((1e9, 1e-3), (-1e6, 1e6), (0, 1e-150), (0, 1e150)):
        laws = {k: Normal(shift + scale * law.mean, scale * law.std) for k, law in BELLS.items()}
        found = (np.array(BayesClassifier(laws, PRIOR).boundaries()) - shift) / scale
        close(found, [0.451623, 27.5484], 1e-3)


def test_rows_are_the_truth():
    rule = BayesClassifier(BELLS, PRIOR, TUMOUR)  # the 5 is in row 1, column 0: truth 1, decision 0
    matrix = rule.confusion()
    close(rule.risk(), 5 * matrix[1, 0] + matrix[0, 1], 1e-12)
    assert matrix[1, 0] < BayesClassifier(BELLS, PRIOR).confusion()[1, 0]


# quadratic discriminants


def rows(seed, n=60, d=3, classes=3):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    mix = rng.normal(size=(classes, d, d))
    return rng.normal(size=(classes, d))[y] * 1.5 + np.einsum("nd,nde->ne", rng.normal(size=(n, d)), mix[y]), y


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("classes", [2, 3])
def test_quadratic_discriminants_agree(seed, classes):
    X, y = rows(seed, classes=classes)
    for prior in (None, np.arange(1, classes + 1) / sum(range(1, classes + 1))):
        for share in (0, 0.3):
            ours = QuadraticDiscriminantAnalysis(prior, share).fit(X, y)
            theirs = Theirs(priors=prior, reg_param=share, store_covariance=True).fit(X, y)
            close(ours.predict_proba(X), theirs.predict_proba(X), 1e-8)
            close(ours.decision_function(X), theirs.decision_function(X) + _constant(X, classes), 1e-7)
            assert (ours.predict(X) == theirs.predict(X)).all()
    known = [np.cov(X[y == k].T, ddof=1) for k in range(classes)]
    close(QuadraticDiscriminantAnalysis(ddof=1).fit(X, y).covariances_, known, 1e-9)


def _constant(X, classes):
    """What our scores have beside theirs: the logarithm of the density's constant, which cancels between two."""
    return 0 if classes == 2 else -X.shape[1] / 2 * math.log(2 * math.pi)


def test_the_engine_gives_the_densities_of_the_lesson():
    X, y = rows(5)
    model = QuadraticDiscriminantAnalysis().fit(X, y)
    plain = np.column_stack([law.log_density(X) for law in model.densities_]) + np.log(model.class_prior_)
    close(model.scores(X), plain, 1e-12)


def test_quadratic_discriminants_of_a_diagonal_are_naive():
    rng = np.random.default_rng(0)
    X = np.concatenate([signs * rng.uniform(0.5, 2, (20, 1)) for signs in np.array([[[1, 1]], [[-1, 1]]])])
    X = np.concatenate([X, X * [1, -1], X * -1, X * [-1, 1]])  # no covariance between the columns
    y = np.arange(len(X)) % 2
    X[y == 1] = X[y == 1] * [1, 2] + [2, 1]
    mine = QuadraticDiscriminantAnalysis().fit(X, y)
    for cov in mine.covariances_:
        close(cov[0, 1], 0, 0.2)
    diagonal = [Gaussian(mean, np.diag(np.diag(cov))) for mean, cov in zip(mine.means_, mine.covariances_, strict=True)]
    rule = BayesClassifier(dict(enumerate(diagonal)), mine.class_prior_)
    close(rule.posterior(X), GaussianNB().fit(X, y).predict_proba(X), 1e-9)


def test_quadratic_discriminants_of_one_covariance_are_linear():
    X, y = rows(1, classes=2)
    linear = LinearDiscriminantAnalysis().fit(X, y)
    laws = {k: Gaussian(mean, linear.covariance_) for k, mean in enumerate(linear.means_)}
    close(BayesClassifier(laws, linear.class_prior_).posterior(X), linear.predict_proba(X), 1e-8)


def test_learned_densities_take_a_loss():
    X, y = rows(2, classes=2)
    model = QuadraticDiscriminantAnalysis().fit(X, y)
    rule = BayesClassifier(dict(enumerate(model.densities_)), model.class_prior_, TUMOUR)
    close(rule.posterior(X), model.predict_proba(X), 1e-9)
    assert (rule.decide(X) == (model.predict_proba(X)[:, 1] > 1 / 6)).all()


def test_few_rows_and_columns_that_depend_on_each_other():
    X, y = rows(3, n=6, d=4, classes=2)
    with pytest.raises(
        ValueError, match="more rows of class 0 than X has columns, 4; it holds 3: no density; set reg_param"
    ):
        QuadraticDiscriminantAnalysis().fit(X, y)
    assert np.isfinite(QuadraticDiscriminantAnalysis(reg_param=0.5).fit(X, y).predict_proba(X)).all()
    X, y = rows(3)
    with pytest.raises(ValueError, match="columns that follow from one another in class 0"):
        QuadraticDiscriminantAnalysis().fit(np.column_stack([X, X[:, 0] + X[:, 1]]), y)
    with pytest.raises(ValueError, match="more than ddof, 1, rows of each class; of b"):
        QuadraticDiscriminantAnalysis(ddof=1).fit([[1, 2], [2, 1], [3, 3]], ["a", "a", "b"])


def test_a_class_of_prior_0_is_never_chosen():
    X, y = rows(4, classes=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (QuadraticDiscriminantAnalysis([1, 0]).fit(X, y).predict(X) == 0).all()
        assert BayesClassifier(BELLS, [1, 0]).regions()[1] == []


# bad input


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: BayesClassifier([Normal(0, 1)], [1]), "densities must be a dictionary"),
        (lambda: BayesClassifier({0: Normal(), 1: Binomial(3, 0.5)}, [0.5, 0.5]), "densities must all offer log_dens"),
        (lambda: BayesClassifier({0: 3}, [1]), "densities must all offer"),
        (lambda: BayesClassifier(BELLS, [0.7, 0.4]), "prior must sum to 1"),
        (lambda: BayesClassifier(BELLS, PRIOR, [[0, 1]]), "loss must have shape"),
        (lambda: BayesClassifier(BELLS, PRIOR, reject=-1), "reject must be a number of at least 0"),
        (lambda: BayesClassifier({0: Beta(1, 2), 1: Beta(2, 1)}, PRIOR).regions(), "Normal or Exponential"),
        (lambda: BayesClassifier(BELLS, PRIOR).confusion({0: [(-INF, 0)]}), "regions must hold each possible x once"),
        (lambda: BayesClassifier(BELLS, PRIOR).confusion({2: [(-INF, INF)]}), "regions must be a dictionary"),
        (lambda: BayesClassifier(BELLS, PRIOR).confusion({0: [(1, 0)]}), "regions must hold intervals"),
        (lambda: BayesClassifier({0: Exponential(), 1: Exponential(2)}, PRIOR).decide(-1), "x must be possible"),
        (lambda: BayesClassifier({0: Exponential(), 1: Normal()}, PRIOR).working_boundary(), "densities must be two"),
        (lambda: Exponential(0), "rate must be a number above 0"),
        (lambda: Exponential.fit([0, 0]), "x must hold numbers of at least 0, not all 0"),
        (lambda: Discrete({1: 0.5}), "probabilities must sum to 1"),
        (lambda: Discrete([0.5, 0.5]), "probabilities must be a dictionary"),
        (lambda: expected_costs([0.5, 0.6], zero_one_loss(2)), "posterior must hold probabilities that sum to 1"),
        (lambda: expected_costs([0.5, 0.5], zero_one_loss(3)), "loss must have a row for each class"),
        (lambda: area(3, 0, 1), "density must offer"),
        (lambda: area(Beta(2, 1), 0, INF), "high must be a number"),
        (lambda: QuadraticDiscriminantAnalysis(reg_param=2).fit([[1], [2]], [0, 1]), "reg_param must be a number"),
    ],
)
def test_bad_input_is_named(made, words):
    with pytest.raises(ValueError, match=words):
        made()
