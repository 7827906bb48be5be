r"""Scores and probabilities instead of classes: thresholds and their curves, rankings, calibration.

A score says how strongly a row is taken for positive; a threshold t makes a decision of it, positive where
$s \ge t$. Going through all thresholds gives the ROC curve and the precision-recall curve. Probabilities can be judged
further: do those who say 70 % come true in 70 % of cases?
"""

import numpy as np

from byhand.base import (
    as_array,
    as_choice,
    as_finite,
    as_flag,
    as_labels,
    as_list,
    as_matrix,
    as_numbers,
    as_outcomes,
    as_vector,
    as_whole,
    encode_classes,
    shown,
)
from byhand.gaussian import HALF_LOG_2_PI
from byhand.guard import guard

SURE = np.finfo(float).eps  # a probability is taken for no nearer to 0 or 1 than this


# ---- thresholds


def counts_at_thresholds(y, scores, pos_label=None):
    """How many positives and negatives have at least each score, from the highest score down.

    Parameters
    ----------
    y : classes, two of them, shape (n,)
    scores : shape (n,); equal scores are reached together
    pos_label : the positive class; by default 1 or True, where the classes are 0 and 1, or -1 and 1

    Returns TP, FP and the thresholds, each of shape (m,), for the m different scores.

    >>> counts_at_thresholds([1, 0, 1], [0.9, 0.5, 0.5])
    (array([1, 2]), array([0, 1]), array([0.9, 0.5]))
    """
    positive, scores = _as_positive(y, scores, pos_label)
    order = np.argsort(-scores, kind="stable")
    positive, scores = positive[order], scores[order]
    change = np.flatnonzero(scores[1:] != scores[:-1])
    last = np.append(change, len(scores) - 1)  # of each run of equal scores
    TP = np.cumsum(positive)[last]
    return TP, last + 1 - TP, scores[last]


def roc_curve(y, scores, pos_label=None, drop_intermediate=True):
    r"""The true positive rate against the false positive rate, threshold by threshold: fpr, tpr and thresholds.

    $$\text{TPR} = \frac{TP}{TP + FN}, \qquad \text{FPR} = \frac{FP}{FP + TN}$$

    The curve begins at (0, 0), with a threshold above all scores, and ends at (1, 1). `drop_intermediate` leaves out
    points on a straight line between others. The other parameters are those of `counts_at_thresholds`.

    >>> fpr, tpr, thresholds = roc_curve([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2])
    >>> fpr.tolist(), tpr.tolist(), thresholds.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0], [inf, 0.9, 0.6, 0.4, 0.2])
    """
    TP, FP, thresholds = counts_at_thresholds(y, scores, pos_label)
    if as_flag(drop_intermediate, "drop_intermediate") and len(TP) > 2:
        corner = (np.diff(FP, 2) != 0) | (np.diff(TP, 2) != 0)
        keep = np.concatenate([[True], corner, [True]])
        TP, FP, thresholds = TP[keep], FP[keep], thresholds[keep]
    TP, FP, thresholds = np.append(0, TP), np.append(0, FP), np.append(np.inf, thresholds)
    return FP / FP[-1], TP / TP[-1], thresholds


def auc(x, y):
    r"""The area under a curve by trapezia, $\sum_i (x_{i+1} - x_i)\frac{y_i + y_{i+1}}2$; x must not turn back.

    `x` and `y`: shape (n,), at least two points.

    >>> auc([0, 0.5, 1], [0, 1, 1])
    0.75
    """
    x = as_vector(x, None, "x")
    y, steps = as_vector(y, len(x), "y"), np.diff(x)
    if len(x) < 2 or ((steps < 0).any() and (steps > 0).any()):
        raise ValueError(f"x must hold at least two numbers that do not turn back; got {shown(x.tolist())}")
    with np.errstate(over="ignore", invalid="ignore"):
        area = as_finite(np.sum(steps * (y[1:] / 2 + y[:-1] / 2)), "x or y")
    return float(-area if (steps < 0).any() else area)


def roc_auc_score(y, scores, pos_label=None):
    """The area under the ROC curve: 1 for a perfect order, 1/2 for none. The parameters are those of `roc_curve`.

    >>> roc_auc_score([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2])
    0.75
    """
    fpr, tpr, _ = roc_curve(y, scores, pos_label)
    return auc(fpr, tpr)


def ordered_pairs(y, scores, pos_label=None):
    r"""The share of pairs, one positive and one negative, in which the positive has the higher score; a tie is half.

    $$\frac{1}{N_+ N_-} \sum_{i: +} \sum_{j: -} \left([s_i > s_j] + \tfrac12 [s_i = s_j]\right)$$

    It is the area under the ROC curve. The parameters are those of `counts_at_thresholds`.

    >>> ordered_pairs([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2])
    0.75
    """
    positive, scores = _as_positive(y, scores, pos_label)
    above, below = scores[positive], np.sort(scores[~positive])
    lower = np.searchsorted(below, above, "left")  # for each positive, the negatives with a lower score
    not_higher = np.searchsorted(below, above, "right")
    return float(np.sum(lower + not_higher, dtype=float) / 2 / len(above) / len(below))


def precision_recall_curve(y, scores, pos_label=None, drop_intermediate=False):
    r"""Precision and recall, threshold by threshold: precision, recall, thresholds, from the lowest score up.

    $$P = \frac{TP}{TP + FP}, \qquad R = \frac{TP}{TP + FN}$$

    A last point, precision 1 and recall 0, has no threshold. `drop_intermediate` leaves out points between others of
    the same recall. The other parameters are those of `counts_at_thresholds`.

    >>> precision, recall, thresholds = precision_recall_curve([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2])
    >>> precision.round(3).tolist(), recall.tolist(), thresholds.tolist()
    ([0.5, 0.667, 0.5, 1.0, 1.0], [1.0, 1.0, 0.5, 0.5, 0.0], [0.2, 0.4, 0.6, 0.9])
    """
    TP, FP, thresholds = counts_at_thresholds(y, scores, pos_label)
    if as_flag(drop_intermediate, "drop_intermediate") and len(TP) > 2:
        keep = np.concatenate([[True], (TP[1:-1] != TP[:-2]) | (TP[2:] != TP[1:-1]), [True]])
        TP, FP, thresholds = TP[keep], FP[keep], thresholds[keep]
    precision, recall = TP / (TP + FP), TP / TP[-1]
    return np.append(precision[::-1], 1.0), np.append(recall[::-1], 0.0), thresholds[::-1]


def average_precision_score(y, scores, pos_label=None):
    r"""The mean precision over the recall, $\sum_i (R_i - R_{i-1})\, P_i$, from the highest score down.

    It sums up the precision-recall curve; scores without any information have about the share of positives. The
    parameters are those of `counts_at_thresholds`.

    >>> round(average_precision_score([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2]), 6)
    0.833333
    """
    precision, recall, _ = precision_recall_curve(y, scores, pos_label)
    return float(np.sum((recall[:-1] - recall[1:]) * precision[:-1]))


def working_roc(y, scores, pos_label=None):
    """The points of the ROC curve and the area under it, step by step.

    `y`: classes, two of them, shape (n,); `scores`: shape (n,).

    >>> print(working_roc([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2]).step("AUC"))
    AUC = ordered/(N_+ N_-) = 3/(2 × 2) = 3/4 = 0.75
    """
    from byhand.paper import metrics as paper  # it builds on this module

    positive, scores = _as_positive(y, scores, pos_label)
    return paper.roc(positive, scores)


# ---- several classes


def top_k_accuracy_score(y, scores, k=2, labels=None):
    """The share of rows whose true class is among the k with the highest scores.

    Parameters
    ----------
    y : classes, shape (n,)
    scores : shape (n, K), one column for each class; shape (n,) for two classes: above 0.5, or above 0 if some are
        negative or above 1, the second one is meant
    k : how many guesses are allowed
    labels : the classes in the order of the columns, sorted; by default those that occur in y

    Of equal scores those of later columns come first.

    >>> round(top_k_accuracy_score(["a", "b", "c"], [[0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [0.5, 0.3, 0.2]], k=2), 6)
    0.666667
    """
    k = as_whole(k, "k", 1)
    if np.ndim(scores) == 1:
        scores = as_vector(scores, None, "scores")
        classes, place = _known_classes(y, len(scores), labels, 2)
        threshold = 0.5 if scores.min() >= 0 and scores.max() <= 1 else 0.0
        return float(np.mean((scores > threshold) == place)) if k == 1 else 1.0
    scores = as_matrix(scores, "scores")
    classes, place = _known_classes(y, len(scores), labels, scores.shape[1])
    own = scores[np.arange(len(place)), place][:, None]
    later = np.arange(len(classes)) > place[:, None]
    before = ((scores > own) | ((scores == own) & later)).sum(axis=1)  # the guesses ahead of the true class
    return float(np.mean(before < k))


# ---- probabilities


def log_loss(y, probability, labels=None, normalize=True):
    r"""The mean surprise at the true classes, $-\frac1N \sum_n \ln P(y_n \mid \mathbf x_n)$, in nats.

    Parameters
    ----------
    y : classes, shape (n,)
    probability : shape (n, K), one column for each class, rows that sum to 1; or shape (n,), of the second of two
    labels : the classes in the order of the columns, sorted; by default those that occur in y
    normalize : False gives the sum in place of the mean

    A probability of 0 counts as one in 4.5 thousand million million, the spacing of floats at 1.

    >>> round(log_loss(["no", "yes"], [0.1, 0.8]), 6)
    0.164252
    """
    P, place = _probabilities(y, probability, labels)
    surprise = -np.log(np.clip(P[np.arange(len(P)), place], SURE, 1 - SURE))
    return float(surprise.mean() if as_flag(normalize, "normalize") else surprise.sum())


def brier_score_loss(y, probability, labels=None):
    r"""The mean squared distance of probabilities from what came true: $\frac1N \sum_n (p_n - [y_n = +])^2$.

    With a column for each class, $\frac1N \sum_n \sum_k (p_{nk} - [y_n = k])^2$, halved for two classes so that both
    forms agree. The parameters are those of `log_loss`.

    >>> round(brier_score_loss(["no", "yes"], [0.1, 0.8]), 6)
    0.025
    """
    P, place = _probabilities(y, probability, labels)
    truth = np.zeros(P.shape)
    truth[np.arange(len(P)), place] = 1
    squares = ((P - truth) ** 2).sum(axis=1).mean()
    return float(squares / 2 if P.shape[1] == 2 else squares)


def calibration_curve(y, probability, pos_label=None, n_bins=5, strategy="uniform"):
    """How often what was given a probability came true: the share of positives and the mean probability in each bin.

    Parameters
    ----------
    y : classes, two of them, shape (n,)
    probability : that of the positive class, shape (n,)
    pos_label : the positive class; by default 1 or True, where the classes are 0 and 1, or -1 and 1
    n_bins : how many bins
    strategy : "uniform" bins are of equal width, "quantile" bins hold equally many rows

    Returns two arrays, one value for each bin that is not empty. Points below the diagonal promise too much.

    >>> true, promised = calibration_curve([0, 1, 0, 1], [0.1, 0.3, 0.7, 0.9], n_bins=2)
    >>> true.tolist(), promised.tolist()
    ([0.5, 0.5], [0.2, 0.8])
    """
    n_bins = as_whole(n_bins, "n_bins", 1)
    as_choice(strategy, "strategy", ("uniform", "quantile"))
    probability = _as_probability(as_vector(probability, None, "probability"))
    if n_bins > 10**6:
        raise ValueError(f"n_bins must be at most a million; got {n_bins}")
    positive, _ = _as_positive(y, probability, pos_label, both=False)
    edges = np.linspace(0, 1, n_bins + 1)
    if strategy == "quantile":
        edges = np.percentile(probability, 100 * edges)
    place = np.searchsorted(edges[1:-1], probability)
    size, hits, promised = (np.bincount(place, w, n_bins) for w in (None, positive, probability))
    there = size > 0
    return hits[there] / size[there], promised[there] / size[there]


def neg_log_predictive_density(y, mean, cov, normalize=True):
    r"""How surprising outcomes are to someone who predicts normal distributions, in nats.

    $$-\frac1N \sum_n \ln \mathcal N(y_n \mid \mu_n, \sigma_n^2)
      = \frac1N \sum_n \left(\frac{(y_n - \mu_n)^2}{2\sigma_n^2} + \frac12 \ln 2\pi\sigma_n^2\right)$$

    With q outcomes the fraction is half the squared Mahalanobis distance, and $2\pi\sigma^2$ is
    $\det(2\pi\boldsymbol\Sigma)$.

    Parameters
    ----------
    y, mean : shape (n,), or (n, q)
    cov : variances, shape (n,), or covariance matrices, (n, q, q); one number, or one matrix (q, q), serves all rows
    normalize : False gives the sum in place of the mean

    >>> round(neg_log_predictive_density([1, 2], [1, 3], 0.25), 6)
    1.225791
    """
    Y, M = as_outcomes(y), as_outcomes(mean, name="mean")
    if np.shape(y) != np.shape(mean):
        raise ValueError(f"mean must have the shape of y, {np.shape(y)}; got {np.shape(mean)}")
    lower = _as_factors(cov, *Y.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        z = np.linalg.solve(lower, as_finite((Y - M)[:, :, None], "y or mean"))[:, :, 0]
        logs = np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(axis=1)
        surprise = (z**2).sum(axis=1) / 2 + logs + Y.shape[1] * HALF_LOG_2_PI
        total = surprise.mean() if as_flag(normalize, "normalize") else surprise.sum()
    return float(as_finite(total, "y, mean or 1/cov"))


# ---- helpers


def _as_positive(y, scores, pos_label, both=True):
    """Which rows are positive, a boolean array of shape (n,), and the scores as floats, shape (n,)."""
    scores = as_vector(scores, None, "scores")
    y = as_labels(as_array(y, "y"), len(scores))
    classes = encode_classes(y, 1)[0]
    if len(classes) > 2:
        raise ValueError(f"y must hold two classes; it holds {len(classes)}, {shown(classes.tolist())}")
    if pos_label is None:
        usual = y.dtype.kind in "iufb" and set(classes.tolist()) <= {0, 1} | {-1}
        if not usual or set(classes.tolist()) == {-1, 0}:
            raise ValueError(f"pos_label must be given where y holds {shown(classes.tolist())}, not 0 and 1")
        pos_label = 1
    if pos_label not in classes.tolist() and (both or len(classes) == 2):
        raise ValueError(f"pos_label must be one of the classes of y, {shown(classes.tolist())}; got {pos_label!r}")
    if both and len(classes) < 2:
        raise ValueError(f"y must hold positives and negatives; it holds only {classes.tolist()}")
    return y == pos_label, scores


def _known_classes(y, rows, labels, columns):
    """The classes of the columns, and the place of each label of y among them, shape (rows,)."""
    y = as_labels(as_array(y, "y"), rows)
    classes, place = encode_classes(y, 1)
    if labels is not None:
        labels = as_list(labels, "labels")
        labels = as_labels(labels, len(labels), "labels")
        if encode_classes(labels, 1, "labels")[0].tolist() != labels.tolist():
            raise ValueError(f"labels must be different classes in their order; got {shown(labels.tolist())}")
        if not set(classes.tolist()) <= set(labels.tolist()):
            raise ValueError(f"labels must hold all classes of y, {shown(classes.tolist())}; got {labels.tolist()}")
        classes, place = labels, np.searchsorted(labels, classes)[place]
    if len(classes) != columns:
        raise ValueError(
            f"labels must name {columns} classes, one for each column (two where there is none); "
            f"{'y holds' if labels is None else 'there are'} {len(classes)}: {shown(classes.tolist())}"
        )
    return classes, place


def _as_probability(P):
    if P.min() < 0 or P.max() > 1:
        raise ValueError(f"probability must lie between 0 and 1; it goes from {P.min():g} to {P.max():g}")
    return P


def _probabilities(y, probability, labels):
    """Probabilities of all classes, shape (n, K), and the place of the true one in each row, shape (n,)."""
    P = _as_probability(as_outcomes(probability, name="probability"))
    if P.shape[1] == 1:
        P = np.hstack([1 - P, P])
    wrong = np.abs(P.sum(axis=1) - 1) > 1e-6
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ValueError(f"probability must have rows that sum to 1; row {row} sums to {P[row].sum():g}")
    return P, _known_classes(y, len(P), labels, P.shape[1])[1]


def _as_factors(cov, n, q):
    """Cholesky factors of variances or covariance matrices, shape (n, q, q)."""
    cov = as_numbers(cov, "cov")
    if cov.shape == () or (cov.shape == (n,) and q == 1):
        cov = cov[..., None, None] * np.eye(q)
    if cov.shape not in ((q, q), (1, q, q), (n, q, q)):
        raise ValueError(f"cov must have shape ({n}, {q}, {q}), or ({q}, {q}); got {cov.shape}")
    symmetric = np.isfinite(cov).all() and np.allclose(cov, np.swapaxes(cov, -1, -2))
    if not symmetric or not (np.diagonal(cov, axis1=-2, axis2=-1) > 0).all():
        raise ValueError(f"cov must hold variances above 0, in symmetric matrices; got {shown(cov.tolist())}")
    try:
        lower = np.linalg.cholesky(cov)
    except np.linalg.LinAlgError:
        lower = np.zeros((q, q))
    if not (np.diagonal(lower, axis1=-2, axis2=-1) > 0).all():  # in a browser NumPy does not complain itself
        raise ValueError(f"cov must be positive definite; got {shown(cov.tolist())}")
    return np.broadcast_to(lower, (n, q, q))


guard(__name__)
