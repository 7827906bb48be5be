"""How good predictions are: values worked by hand, laws, scikit-learn's and SciPy's results, bad input."""

import math
import re
import warnings
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from latex import check as check_working
from scipy import stats
from sklearn import calibration, dummy, metrics

from byhand import comparing, pruning, scoring
from byhand import metrics as ours
from byhand.dummy import DummyClassifier, DummyRegressor

SEEDS = range(40)
EIGHT = [1, 1, 0, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.55, 0.4, 0.3, 0.1]
ACTIONS = ["box", "clap", "wave", "jog", "run", "walk"]
SIX = [
    [100, 0, 0, 0, 0, 0],
    [0, 94, 6, 0, 0, 0],
    [0, 1, 99, 0, 0, 0],
    [0, 0, 0, 91, 7, 2],
    [0, 0, 0, 10, 89, 1],
    [0, 0, 0, 0, 6, 94],
]
nan = math.nan


def close(actual, wanted, tolerance=1e-12):
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def rows_of(matrix, names=None):
    """True and predicted classes that have this confusion matrix."""
    names = range(len(matrix)) if names is None else names
    pairs = [(a, b) for i, a in enumerate(names) for j, b in enumerate(names) for _ in range(matrix[i][j])]
    return tuple(map(np.array, zip(*pairs, strict=True)))


def classes(seed, K=None, n=None, kind=None):
    """True and predicted classes, drawn; not all of them need occur."""
    rng = np.random.default_rng(seed)
    K, n = K or int(rng.integers(2, 7)), n or int(rng.integers(1, 60))
    names = [np.arange(K), np.array(list("qwertz")[:K]), np.arange(K) * 2.0 - 3][seed % 3 if kind is None else kind]
    truth = rng.integers(K, size=n)
    guess = np.where(rng.random(n) < 0.5, truth, rng.integers(K, size=n))
    return names[truth], names[guess]


def binary(seed, ties=True):
    """Two classes, both there, and scores."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 80))
    y = np.append([0, 1], rng.integers(2, size=n))
    scores = rng.normal(size=len(y)) + y
    return y, scores.round(1) if ties else scores


def quiet(call, *arguments, **named):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call(*arguments, **named)


# ---- values


def test_ten_patients_by_hand():
    y, predicted = rows_of([[4, 2], [1, 3]], ["ill", "well"])
    assert ours.confusion_matrix(y, predicted).tolist() == [[4, 2], [1, 3]]
    assert ours.accuracy_score(y, predicted) == 0.7
    close(ours.error_rate(y, predicted), 0.3)
    assert ours.precision_score(y, predicted, pos_label="ill") == 0.8
    close(ours.recall_score(y, predicted, pos_label="ill"), 2 / 3)
    assert ours.specificity_score(y, predicted, pos_label="ill") == 0.75
    close(ours.f1_score(y, predicted, pos_label="ill"), 8 / 11)
    close(ours.fbeta_score(y, predicted, 2, pos_label="ill"), 20 / 29)
    close(ours.balanced_accuracy_score(y, predicted), 17 / 24)
    close(ours.matthews_corrcoef(y, predicted), 10 / math.sqrt(600))


def test_the_working_of_four_counts():
    working = ours.working_counts(4, 1, 2, 3)
    assert list(working) == [
        "N",
        "accuracy",
        "error rate",
        "precision",
        "recall",
        "specificity",
        "false positive rate",
        "F1",
        "balanced accuracy",
        "MCC",
    ]
    assert working["F1"] == Fraction(8, 11) and working["specificity"] == Fraction(3, 4)
    assert ours.working_counts(4, 1, 2, 3, beta=2)["F2"] == Fraction(20, 29)
    assert ours.working_counts(4, 1, 2, 3, beta=0.5)["F0.5"] == Fraction(10, 13)


def test_six_actions_by_hand():
    y, predicted = rows_of(SIX, ACTIONS)
    close(ours.accuracy_score(y, predicted), 567 / 600)
    close(ours.recall_score(y, predicted, average=None, labels=ACTIONS), [1, 0.94, 0.99, 0.91, 0.89, 0.94])
    macro = [f(y, predicted, average="macro") for f in (ours.precision_score, ours.recall_score, ours.f1_score)]
    close(macro, [0.945824, 0.945, 0.945155], 1e-6)
    working = ours.working_averages(SIX, ACTIONS)
    close([float(working[f"macro {name}"]) for name in ("precision", "recall", "F1")], macro)
    assert working["micro"] == working["macro recall"] == Fraction(945, 1000)


def test_three_classes_of_different_size_by_hand():
    matrix = [[48, 5, 2], [4, 12, 4], [3, 1, 6]]
    working = ours.working_averages(matrix, "ABC")
    assert [working[f"precision({c})"] for c in "ABC"] == [Fraction(48, 55), Fraction(2, 3), Fraction(1, 2)]
    assert [working[f"recall({c})"] for c in "ABC"] == [Fraction(48, 55), Fraction(3, 5), Fraction(3, 5)]
    close([float(working[f"macro {m}"]) for m in ("precision", "recall", "F1")], [0.679798, 0.690909, 0.683254], 1e-6)
    assert working["micro"] == working["weighted recall"] == Fraction(66, 85)


def test_eight_scores_by_hand():
    fpr, tpr, thresholds = scoring.roc_curve(*EIGHT, drop_intermediate=False)
    assert fpr.tolist() == [0, 0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 1]
    assert tpr.tolist() == [0, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1, 1]
    assert thresholds.tolist() == [math.inf, *EIGHT[1]]
    assert scoring.roc_auc_score(*EIGHT) == scoring.ordered_pairs(*EIGHT) == 13 / 16
    working = scoring.working_roc(*EIGHT)
    assert (working["ordered"], working["AUC"]) == (13, Fraction(13, 16))
    assert [float(working[f"TPR({t})"]) for t in EIGHT[1]] == tpr[1:].tolist()
    assert [float(working[f"FPR({t})"]) for t in EIGHT[1]] == fpr[1:].tolist()


def test_a_tie_between_positive_and_negative_is_half_a_pair_and_a_slanted_line():
    y, scores = [1, 0, 1, 0], [0.9, 0.5, 0.5, 0.1]
    fpr, tpr, _ = scoring.roc_curve(y, scores, drop_intermediate=False)
    assert (fpr.tolist(), tpr.tolist()) == ([0, 0, 0.5, 1], [0, 0.5, 1, 1])
    assert scoring.roc_auc_score(y, scores) == scoring.ordered_pairs(y, scores) == 3.5 / 4
    assert scoring.working_roc(y, scores)["ordered"] == Fraction(7, 2)


def test_eight_pictures_by_hand():
    ranks = np.array([1, 1, 1, 1, 2, 2, 6, 6])
    scores = np.tile(-np.arange(1.0, 9.0), (8, 1))  # column 0 is the first guess
    for k, right in zip(range(1, 7), (4, 6, 6, 6, 6, 8), strict=True):
        assert scoring.top_k_accuracy_score(ranks - 1, scores, k=k, labels=range(8)) == right / 8


def test_numbers_by_hand():
    y, predicted = [1.5, 1.8, 3.5, 4.2], [1, 2, 3, 5]
    close(ours.sse(y, predicted), 0.25 + 0.04 + 0.25 + 0.64)
    close(ours.mean_squared_error(y, predicted), 1.18 / 4)
    close(ours.root_mean_squared_error(y, predicted), math.sqrt(1.18 / 4))
    close(ours.mean_absolute_error(y, predicted), 2 / 4)
    close(ours.relative_squared_error(y, predicted), 1.18 / 5.13)
    close(ours.normalised_mse(y, predicted), 1.18 / 4 / (5.13 / 3))
    close(ours.normalised_mse(y, predicted, ddof=0), 1.18 / 5.13)
    close(ours.pearson(y, predicted), 0.947788, 1e-6)


def test_the_mean_scores_n_minus_1_over_n_in_the_customary_normalised_mse():
    y = np.random.default_rng(0).normal(size=20)
    close(ours.normalised_mse(y, np.full(20, y.mean())), 0.95)
    close(ours.normalised_mse(y, np.full(20, y.mean()), ddof=0), 1)


def test_wilson_and_mcnemar_by_hand():
    low, high = comparing.wilson_interval(8, 10)
    close([low, high], [0.490162, 0.943318], 1e-6)
    assert comparing.disagreements(list("aabb"), list("aabb"), list("abba")).tolist() == [[2, 2], [0, 0]]
    close(comparing.mcnemar(2, 9).p_value, 2 * (1 + 11 + 55) / 2**11)
    test = comparing.mcnemar(2, 9, exact=False)
    close(test.statistic, 36 / 11)
    close(comparing.mcnemar(2, 9, exact=False, correction=False).statistic, 49 / 11)
    assert comparing.mcnemar(0, 0) == (0, 1) == comparing.mcnemar(0, 0, exact=False)
    assert comparing.mcnemar(4, 4).p_value == 1 == comparing.mcnemar(4, 4, exact=False).p_value


# ---- laws


@pytest.mark.parametrize("seed", SEEDS)
def test_micro_averages_of_all_classes_are_the_accuracy_and_so_is_the_weighted_recall(seed):
    y, predicted = classes(seed)
    accuracy = ours.accuracy_score(y, predicted)
    for score in (ours.precision_score, ours.recall_score, ours.f1_score):
        close(quiet(score, y, predicted, average="micro"), accuracy)
    close(quiet(ours.recall_score, y, predicted, average="weighted"), accuracy)
    close(np.trace(ours.confusion_matrix(y, predicted, normalize="all")), accuracy)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_area_is_the_share_of_ordered_pairs_whatever_ties_there_are(seed):
    y, scores = binary(seed)
    pairs = [(a > b) + (a == b) / 2 for a, b in product(scores[y == 1], scores[y == 0])]
    close(scoring.roc_auc_score(y, scores), np.mean(pairs))
    close(scoring.ordered_pairs(y, scores), np.mean(pairs))
    close(float(scoring.working_roc(y, scores)["AUC"]), np.mean(pairs))
    close(scoring.roc_auc_score(y, -scores), 1 - np.mean(pairs))
    close(scoring.roc_auc_score(y, np.exp(scores)), np.mean(pairs))  # the order is all that counts


@pytest.mark.parametrize("seed", SEEDS)
def test_specificity_is_the_recall_of_the_negative_class(seed):
    y, predicted = classes(seed, K=2, kind=0)
    assert quiet(ours.specificity_score, y, predicted) == quiet(ours.recall_score, y, predicted, pos_label=0)


@pytest.mark.parametrize("seed", SEEDS)
def test_f_beta_lies_between_precision_and_recall_and_is_their_weighted_harmonic_mean(seed):
    y, predicted = classes(seed, K=2, n=50, kind=0)
    P, R = ours.precision_score(y, predicted), ours.recall_score(y, predicted)
    for beta in (0.25, 0.5, 1, 2, 4):
        F = ours.fbeta_score(y, predicted, beta)
        close(1 / F, (1 / P + beta**2 / R) / (1 + beta**2))
        assert min(P, R) - 1e-12 <= F <= max(P, R) + 1e-12


@pytest.mark.parametrize("right,n", [(0, 5), (5, 5), (3, 10), (870, 1000), (1, 1)])
def test_wilsons_limits_are_the_shares_that_lie_z_deviations_off(right, n):
    for confidence in (0.5, 0.9, 0.95, 0.99):
        z = stats.norm.ppf((1 + confidence) / 2)
        for limit in comparing.wilson_interval(right, n, confidence):
            assert 0 <= limit <= 1
            if 1e-9 < limit < 1 - 1e-9:
                close(abs(right / n - limit), z * math.sqrt(limit * (1 - limit) / n), 1e-9)


def test_pruning_uses_the_same_limits():
    assert pruning.wilson_error(0.3, 20, 0.69) == comparing.wilson_limits(0.3, 20, 0.69)[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_squared_errors_and_r_squared_say_the_same(seed):
    rng = np.random.default_rng(seed)
    y, predicted = rng.normal(size=(2, 30))
    close(ours.r_squared(y, predicted), 1 - ours.relative_squared_error(y, predicted))
    close(ours.normalised_mse(y, predicted, ddof=0), 1 - ours.r_squared(y, predicted))
    fitted = np.polyval(np.polyfit(predicted, y, 1), predicted)
    close(ours.pearson(y, predicted) ** 2, ours.r_squared(y, fitted), 1e-9)


def test_what_the_normal_density_promises():
    rng = np.random.default_rng(1)
    y = rng.normal(3, 2, 20_000)
    right = scoring.neg_log_predictive_density(y, np.full(20_000, 3.0), 4.0)
    close(right, 0.5 * math.log(2 * math.pi * math.e * 4), 0.02)  # the entropy
    assert all(scoring.neg_log_predictive_density(y, np.full(20_000, 3.0), v) > right for v in (1.0, 2.5, 6.0, 16.0))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_printed_in_a_working_is_what_comes_out(seed):
    rng = np.random.default_rng(seed)
    workings = [
        ours.working_counts(*rng.integers(0, 30, 4).tolist()),
        ours.working_counts(*rng.integers(1, 30, 4).tolist(), beta=0.5),
        ours.working_averages(rng.integers(0, 20, (4, 4)) * (rng.random((4, 4)) < 0.7) + np.eye(4, dtype=int)),
        scoring.working_roc(*binary(seed)),
    ]
    for working in workings:
        wrong, checked = check_working(working)
        assert not wrong and checked > 3


# ---- references: scikit-learn and SciPy


@pytest.mark.parametrize("seed", SEEDS)
def test_confusion_matrices_are_those_of_scikit_learn(seed):
    y, predicted = classes(seed)
    names = np.unique(np.append(y, predicted))
    for normalize in (None, "true", "pred", "all"):
        close(
            ours.confusion_matrix(y, predicted, normalize=normalize),
            quiet(metrics.confusion_matrix, y, predicted, normalize=normalize),
        )
    some = np.append(y[0], [c for c in names[::-1] if c != y[0]][:2])  # in another order, perhaps not all
    close(ours.confusion_matrix(y, predicted, some), metrics.confusion_matrix(y, predicted, labels=some))
    lists = ours.confusion_matrix(y.tolist(), predicted.tolist())
    close(lists, metrics.confusion_matrix(y, predicted))


@pytest.mark.parametrize("zero", [0, 1, nan, "warn"], ids=str)
@pytest.mark.parametrize("average", ["micro", "macro", "weighted", None], ids=str)
@pytest.mark.parametrize("seed", range(30))
def test_averages_are_those_of_scikit_learn(seed, average, zero):
    y, predicted = classes(seed)
    absent = {0: 99, 1: "absent", 2: -99.0}[seed % 3]
    names = [*np.unique(y).tolist(), absent]
    for labels in (None, names, names[:1], names[-1:], names[::-1][:2]):
        for name in ("precision_score", "recall_score", "f1_score"):
            options = {"labels": labels, "average": average, "zero_division": zero}
            close(
                quiet(getattr(ours, name), y, predicted, **options),
                quiet(getattr(metrics, name), y, predicted, **options),
            )
        options |= {"beta": 0.5 + seed / 10}
        close(quiet(ours.fbeta_score, y, predicted, **options), quiet(metrics.fbeta_score, y, predicted, **options))


@pytest.mark.parametrize("zero", [0, 1, nan, "warn"], ids=str)
@pytest.mark.parametrize("seed", range(30))
def test_metrics_of_two_classes_are_those_of_scikit_learn(seed, zero):
    y, predicted = classes(seed, K=2, n=1 + seed % 6)
    for positive in np.unique(np.append(y, predicted)).tolist():
        for name in ("precision_score", "recall_score", "f1_score"):
            options = {"pos_label": positive, "zero_division": zero}
            close(
                quiet(getattr(ours, name), y, predicted, **options),
                quiet(getattr(metrics, name), y, predicted, **options),
            )


def test_nought_by_nought_is_warned_of_once_and_only_if_wanted():
    y, predicted = ["a", "b", "c"], ["a", "a", "c"]
    with pytest.warns(UserWarning, match="precision is 0/0 .* choose zero_division"):
        assert ours.precision_score(y, predicted, average="macro") == 0.5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ours.precision_score(y, predicted, average="macro", zero_division=0) == 0.5
        close(ours.precision_score(y, predicted, average="macro", zero_division=nan), 0.75)


@pytest.mark.parametrize("seed", SEEDS)
def test_other_numbers_for_classes_are_those_of_scikit_learn(seed):
    y, predicted = classes(seed, n=5 + seed)
    close(ours.accuracy_score(y, predicted), metrics.accuracy_score(y, predicted))
    close(ours.error_rate(y, predicted), metrics.zero_one_loss(y, predicted))
    close(ours.matthews_corrcoef(y, predicted), metrics.matthews_corrcoef(y, predicted))
    for adjusted in (False, True):
        close(
            quiet(ours.balanced_accuracy_score, y, predicted, adjusted),
            quiet(metrics.balanced_accuracy_score, y, predicted, adjusted=adjusted),
        )


@pytest.mark.parametrize("ties", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_curves_are_those_of_scikit_learn(seed, ties):
    y, scores = binary(seed, ties)
    for drop in (True, False):
        for mine, theirs in (
            (scoring.roc_curve, metrics.roc_curve),
            (scoring.precision_recall_curve, metrics.precision_recall_curve),
        ):
            for a, b in zip(
                mine(y, scores, drop_intermediate=drop), theirs(y, scores, drop_intermediate=drop), strict=True
            ):
                np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
    close(scoring.roc_auc_score(y, scores), metrics.roc_auc_score(y, scores))
    close(scoring.average_precision_score(y, scores), metrics.average_precision_score(y, scores))
    words = np.where(y == 1, "a", "b")
    for a, b in zip(
        scoring.roc_curve(words, -scores, "b"), metrics.roc_curve(words, -scores, pos_label="b"), strict=True
    ):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_top_k_is_that_of_scikit_learn_with_ties(seed):
    rng = np.random.default_rng(seed)
    K, n = int(rng.integers(3, 7)), 30
    y, scores = rng.integers(K, size=n), rng.random((n, K)).round(1)
    for k in range(1, K):
        close(
            scoring.top_k_accuracy_score(y, scores, k=k, labels=range(K)),
            metrics.top_k_accuracy_score(y, scores, k=k, labels=range(K)),
        )
    y = np.append([0, 1], rng.integers(2, size=20))
    for one in (rng.random(22).round(1), rng.normal(size=22).round(1)):
        close(scoring.top_k_accuracy_score(y, one, k=1), metrics.top_k_accuracy_score(y, one, k=1))


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_of_probabilities_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    K, n = int(rng.integers(2, 6)), 40
    names = np.array(list("abcdef"))[:K]
    y, P = names[np.append(np.arange(K), rng.integers(K, size=n - K))], rng.dirichlet(np.full(K, 0.3), n)
    for normalize in (True, False):
        close(scoring.log_loss(y, P, normalize=normalize), metrics.log_loss(y, P, normalize=normalize))
    close(scoring.brier_score_loss(y, P), metrics.brier_score_loss(y, P))
    wider = np.hstack([P, np.zeros((n, 1))])
    close(scoring.log_loss(y, wider, [*names, "z"]), metrics.log_loss(y, wider, labels=[*names, "z"]))
    y, p = rng.integers(2, size=n), rng.random(n).round(1)
    y[:2] = 0, 1
    close(scoring.log_loss(y, p), metrics.log_loss(y, p))
    close(scoring.brier_score_loss(y, p), metrics.brier_score_loss(y, p))
    for bins, strategy in product((1, 3, 5, 10), ("uniform", "quantile")):
        for a, b in zip(
            scoring.calibration_curve(y, p, n_bins=bins, strategy=strategy),
            calibration.calibration_curve(y, p, n_bins=bins, strategy=strategy),
            strict=True,
        ):
            close(a, b)


@pytest.mark.parametrize("seed", range(10))
def test_predictive_densities_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    y, mean, var = rng.normal(size=12), rng.normal(size=12), rng.random(12) + 0.1
    wanted = -stats.norm(mean, np.sqrt(var)).logpdf(y)
    close(scoring.neg_log_predictive_density(y, mean, var), wanted.mean())
    close(scoring.neg_log_predictive_density(y, mean, var, normalize=False), wanted.sum())
    Y, M, A = rng.normal(size=(5, 2)), rng.normal(size=(5, 2)), rng.normal(size=(5, 2, 2))
    cov = A @ np.swapaxes(A, 1, 2) + np.eye(2)
    wanted = [-stats.multivariate_normal(m, c).logpdf(row) for row, m, c in zip(Y, M, cov, strict=True)]
    close(scoring.neg_log_predictive_density(Y, M, cov), np.mean(wanted))
    short = sum(
        (row - m) @ np.linalg.solve(c, row - m) + np.log(np.linalg.det(c)) for row, m, c in zip(Y, M, cov, strict=True)
    )
    close(scoring.neg_log_predictive_density(Y, M, cov, normalize=False), short / 2 + 5 * math.log(2 * math.pi))
    wanted = [-stats.multivariate_normal(m, cov[0]).logpdf(row) for row, m in zip(Y, M, strict=True)]
    close(scoring.neg_log_predictive_density(Y, M, cov[0]), np.mean(wanted))


@pytest.mark.parametrize("shape", [(30,), (30, 3)])
@pytest.mark.parametrize("seed", range(10))
def test_metrics_of_numbers_are_those_of_scikit_learn(seed, shape):
    rng = np.random.default_rng(seed)
    y, predicted = rng.normal(size=shape), rng.normal(size=shape)
    close(ours.mean_squared_error(y, predicted), metrics.mean_squared_error(y, predicted))
    close(ours.root_mean_squared_error(y, predicted), metrics.root_mean_squared_error(y, predicted))
    close(ours.mean_absolute_error(y, predicted), metrics.mean_absolute_error(y, predicted))
    close(ours.r_squared(y, predicted), metrics.r2_score(y, predicted))
    if len(shape) == 1:
        close(ours.pearson(y, predicted), stats.pearsonr(y, predicted).statistic)


@pytest.mark.parametrize(("b", "c"), [(0, 1), (2, 9), (9, 2), (5, 5), (30, 12), (400, 350), (0, 60)])
def test_mcnemar_is_a_binomial_and_a_chi_square_test_of_scipy(b, c):
    close(comparing.mcnemar(b, c).p_value, stats.binomtest(b, b + c).pvalue, 1e-9)
    for correction in (True, False):
        test = comparing.mcnemar(b, c, exact=False, correction=correction)
        wanted = max(abs(b - c) - correction, 0) ** 2 / (b + c)
        close([test.statistic, test.p_value], [wanted, stats.chi2.sf(wanted, 1)], 1e-9)


@pytest.mark.parametrize(("right", "n"), [(0, 3), (3, 3), (7, 20), (812, 1000)])
def test_wilsons_interval_is_that_of_scipy(right, n):
    for confidence in (0.8, 0.95, 0.99):
        wanted = stats.binomtest(right, n).proportion_ci(confidence, method="wilson")
        close(comparing.wilson_interval(right, n, confidence), [wanted.low, wanted.high], 1e-9)


@pytest.mark.parametrize("strategy", ["most_frequent", "prior", "uniform", "constant"])
@pytest.mark.parametrize("seed", range(5))
def test_dummy_classifiers_are_those_of_scikit_learn(seed, strategy):
    y = classes(seed, n=20, kind=seed % 2)[0]
    X, new, constant = np.zeros((20, 2)), np.ones((7, 2)), y[0].item()
    mine = DummyClassifier(strategy, constant=constant).fit(X, y)
    theirs = dummy.DummyClassifier(strategy=strategy, constant=constant).fit(X, y)
    close(mine.predict_proba(new), theirs.predict_proba(new))
    if strategy != "uniform":
        assert mine.predict(new).tolist() == theirs.predict(new).tolist()
        assert mine.score(X, y) == theirs.score(X, y)


def test_drawn_classes_have_their_shares_and_the_same_seed_draws_the_same():
    y = np.repeat(["a", "b", "c"], [6, 3, 1])
    X, new = np.zeros((10, 1)), np.zeros((30_000, 1))
    for strategy, wanted in (("stratified", [0.6, 0.3, 0.1]), ("uniform", [1 / 3] * 3)):
        drawn = DummyClassifier(strategy, seed=3).fit(X, y).predict(new)
        close([np.mean(drawn == c) for c in "abc"], wanted, 0.02)
        assert (drawn == DummyClassifier(strategy, seed=3).fit(X, y).predict(new)).all()
        assert (drawn != DummyClassifier(strategy, seed=4).fit(X, y).predict(new)).any()


@pytest.mark.parametrize(
    "settings",
    [{}, {"strategy": "median"}, {"strategy": "quantile", "quantile": 0.3}, {"strategy": "constant", "constant": 7.5}],
    ids=str,
)
@pytest.mark.parametrize("shape", [(21,), (21, 2)])
def test_dummy_regressors_are_those_of_scikit_learn(settings, shape):
    y = np.random.default_rng(0).normal(size=shape)
    if "constant" in settings and len(shape) == 2:
        settings = settings | {"constant": [7.5, -1.0]}
    X = np.zeros((21, 3))
    mine, theirs = DummyRegressor(**settings).fit(X, y), dummy.DummyRegressor(**settings).fit(X, y)
    close(mine.predict(X[:4]), theirs.predict(X[:4]))
    close(mine.score(X, y), theirs.score(X, y), 1e-9)


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ours.confusion_matrix([], []), "y must hold one class for each row, at least one"),
        (lambda: ours.confusion_matrix([1, 2], [1]), "predicted must hold one label for each of the 2 rows"),
        (lambda: ours.confusion_matrix([1, 2], ["1", "2"]), "predicted must hold labels of the same kind as y"),
        (lambda: ours.confusion_matrix([1, None], [1, 2]), "y must not hold missing labels; row 1"),
        (lambda: ours.confusion_matrix([1, 2], [1, 2], labels=[7]), "labels must hold a class that occurs in y"),
        (lambda: ours.confusion_matrix([1, 2], [1, 2], labels=[1, 1]), "labels must hold different classes"),
        (lambda: ours.confusion_matrix([1, 2], [1, 2], normalize="rows"), "normalize must be one of 'true', 'pred'"),
        (lambda: ours.accuracy_score([0.5, 1], [0.5, 1]), "y must hold names of classes; 0.5 is a measured number"),
        (lambda: ours.precision_score([1, 2, 3], [1, 2, 3]), "average must be 'micro', 'macro', 'weighted' or None"),
        (lambda: ours.precision_score(["a", "b"], ["a", "b"]), r"pos_label must be one of the classes, \['a', 'b'\]"),
        (lambda: ours.f1_score([0, 1], [0, 1], average="samples"), "average must be one of 'binary', 'micro'"),
        (lambda: ours.f1_score([0, 1], [0, 1], zero_division=2), "zero_division must be 0, 1, NaN or 'warn'; got 2"),
        (lambda: ours.fbeta_score([0, 1], [0, 1], beta=-1), "beta must be a number of at least 0; got -1"),
        (lambda: ours.error_rate_reduction(0.1, 0), "baseline must be a number above 0; got 0"),
        (
            lambda: ours.error_rate_reduction(10, 0.5),
            "error and baseline must be shares of errors, at most 1; got 10 and 0.5",
        ),
        (lambda: ours.one_against_rest([[1, 2]]), "matrix must be square"),
        (lambda: ours.working_counts(0, 0, 0, 0), "TP, FP, FN and TN must not all be 0"),
        (lambda: ours.working_counts(1.5, 0, 0, 0), "TP must be a whole number of at least 0; got 1.5"),
        (lambda: ours.working_averages([[1, 2], [3, 4]], ["a"]), "names must be 2 different names"),
        (lambda: ours.pearson([1, 1, 1], [1, 2, 3]), "y must hold at least two different values: a constant"),
        (lambda: ours.pearson([1, 2, 3], [1, 1, 1]), "predicted must hold at least two different values"),
        (lambda: ours.normalised_mse([1, 2], [1, 2], ddof=2), "ddof must be less than the 2 rows of y"),
        (lambda: scoring.roc_curve([1, 1], [0.1, 0.2]), "y must hold positives and negatives"),
        (lambda: scoring.roc_curve(["a", "b"], [0.1, 0.2]), r"pos_label must be given where y holds \['a', 'b'\]"),
        (lambda: scoring.roc_curve(["a", "b"], [0.1, 0.2], "c"), "pos_label must be one of the classes of y"),
        (lambda: scoring.roc_curve([0, 1, 2], [1, 2, 3]), "y must hold two classes; it holds 3"),
        (lambda: scoring.roc_curve([0, 1], [0.1, nan]), "scores must be finite"),
        (lambda: scoring.auc([0, 1, 0.5], [1, 2, 3]), "x must hold at least two numbers that do not turn back"),
        (lambda: scoring.log_loss([0, 1], [0.5, 1.5]), "probability must lie between 0 and 1"),
        (lambda: scoring.log_loss([0, 1], [[0.5, 0.6], [0.5, 0.5]]), "probability must have rows that sum to 1; row 0"),
        (lambda: scoring.log_loss([1, 1], [0.5, 0.5]), "labels must name 2 classes"),
        (
            lambda: scoring.log_loss([1, 1], [0.5, 0.5], labels=[1, 0]),
            "labels must be different classes in their order",
        ),
        (lambda: scoring.top_k_accuracy_score([0, 1], [[1, 2], [3, 4]], k=0), "k must be a whole number of at least 1"),
        (lambda: scoring.calibration_curve([0, 1], [0.1, 0.2], strategy="even"), "strategy must be one of 'uniform'"),
        (lambda: scoring.neg_log_predictive_density([1], [1], 0), "cov must hold variances above 0"),
        (
            lambda: scoring.neg_log_predictive_density([[1, 2]], [[1, 2]], [[1, 2], [2, 1]]),
            "cov must be positive defin",
        ),
        (lambda: comparing.wilson_interval(11, 10), "right must be at most n, which is 10; got 11"),
        (lambda: comparing.wilson_interval(1, 10, 95), "confidence must lie between 0 and 1; got 95"),
        (lambda: comparing.mcnemar(-1, 3), "only_first must be a whole number of at least 0"),
        (lambda: DummyClassifier("zero").fit([[1], [2]], ["a", "b"]), "strategy must be one of 'most_frequent'"),
        (lambda: DummyClassifier("constant", "c").fit([[1], [2]], ["a", "b"]), "constant must be one of the classes"),
        (lambda: DummyRegressor("quantile", quantile=2).fit([[1]], [1]), "quantile must lie between 0 and 1"),
        (lambda: DummyRegressor("constant", [1, 2]).fit([[1]], [1]), "constant must hold 1 numbers"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_input_is_left_as_it_was():
    y, scores = np.array([0, 1, 1, 0]), np.array([0.1, 0.4, 0.35, 0.8])
    before = y.copy(), scores.copy()
    scoring.roc_curve(y, scores), scoring.log_loss(y, scores), scoring.calibration_curve(y, scores)
    ours.confusion_matrix(y, y[::-1]), ours.mean_squared_error(y, scores), ours.pearson(y, scores)
    assert (y == before[0]).all() and (scores == before[1]).all()


def test_every_public_name_of_scikit_learn_takes_its_arguments_by_place():
    shared = [
        name for name in vars(ours) if hasattr(metrics, name) and re.fullmatch(r"[a-z]\w+_(score|error|matrix)", name)
    ]
    assert len(shared) >= 9
    y, predicted = [0, 1, 1, 0], [0, 1, 0, 0]
    for name in shared:
        extra = [2] if name == "fbeta_score" else []
        named = {"beta": 2} if extra else {}
        close(getattr(ours, name)(y, predicted, *extra), getattr(metrics, name)(y, predicted, **named))
