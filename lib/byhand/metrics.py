r"""How good predictions are: classes judged by their counts, numbers by their distances.

A confusion matrix has one row for each true class and one column for each predicted class:

$$M_{ij} = \#\{n : y_n = c_i,\ \hat y_n = c_j\}$$

Each class in turn can be called *positive*; then four counts say all: true positives TP, false positives FP (false
alarms), false negatives FN (misses), true negatives TN. Precision, recall and their relatives are quotients of them.
`byhand.scoring` judges scores and probabilities, `byhand.comparing` asks what may be luck.
"""

import math

import numpy as np

from byhand.base import (
    as_array,
    as_choice,
    as_finite,
    as_flag,
    as_labels,
    as_list,
    as_matrix,
    as_number,
    as_outcomes,
    as_whole,
    encode_classes,
    shown,
    warn,
)
from byhand.guard import guard

# ---- classes: one table


def confusion_matrix(y, predicted, labels=None, normalize=None):
    """How often each class was taken for each: rows are the true classes, columns the predicted ones, shape (K, K).

    Parameters
    ----------
    y, predicted : classes, each of shape (n,)
    labels : the classes in the order of rows and columns; by default all that occur, sorted. Rows of the data with a
        class that is not among them are left out
    normalize : "true" lets each row sum to 1, "pred" each column, "all" the whole; None leaves counts

    >>> confusion_matrix(["ill", "well", "ill", "well"], ["ill", "ill", "ill", "well"])
    array([[2, 0],
           [1, 1]])
    """
    y, predicted, classes = _classes(y, predicted)
    labels = classes if labels is None else _as_classes(labels, classes)
    if not np.isin(labels, y).any():
        raise ValueError(f"labels must hold a class that occurs in y; got {shown(labels.tolist())}")
    known = _union(classes, labels, "labels")
    rows, columns = (np.searchsorted(known, values) for values in (y, predicted))
    table = np.bincount(rows * len(known) + columns, minlength=len(known) ** 2).reshape(len(known), len(known))
    places = np.searchsorted(known, labels)
    return _normalised(table[np.ix_(places, places)], normalize)


def one_against_rest(matrix):
    r"""TP, FP, FN and TN of each class of a confusion matrix, shape (K, K): four arrays of shape (K,).

    Each class in turn is the positive one, all others together are the negative one.

    >>> one_against_rest([[4, 2], [1, 3]])
    (array([4., 3.]), array([1., 2.]), array([2., 1.]), array([3., 4.]))
    """
    matrix = _as_counts(matrix)
    TP = np.diag(matrix)
    FP = matrix.sum(axis=0) - TP  # predicted this class, but is another
    FN = matrix.sum(axis=1) - TP  # is this class, but predicted another
    TN = matrix.sum() - TP - FP - FN
    return TP, FP, FN, TN


# ---- classes: one number


def accuracy_score(y, predicted):
    r"""The share of rows whose class is predicted, $\frac{TP + TN}{TP + FP + FN + TN}$ for two classes.

    >>> accuracy_score(["a", "b", "a", "b"], ["a", "b", "b", "b"])
    0.75
    """
    y, predicted = _labels(y, predicted)
    return float(np.mean(y == predicted))


def error_rate(y, predicted):
    """The share of rows whose class is not predicted: 1 - accuracy.

    >>> error_rate(["a", "b", "a", "b"], ["a", "b", "b", "b"])
    0.25
    """
    return 1 - accuracy_score(y, predicted)


def error_rate_reduction(error, baseline):
    r"""The share of a baseline's errors that are gone, $\frac{ER_0 - ER}{ER_0}$; negative where there are more.

    >>> error_rate_reduction(0.05, baseline=0.25)
    0.8
    """
    error, baseline = as_number(error, "error", minimum=0), as_number(baseline, "baseline", above=0)
    if max(error, baseline) > 1:
        raise ValueError(f"error and baseline must be shares of errors, at most 1; got {error:g} and {baseline:g}")
    return float(as_finite(np.float64(baseline - error) / baseline, "error, divided by baseline,"))


def precision_score(y, predicted, labels=None, pos_label=1, average="binary", zero_division="warn"):
    r"""Of those called positive, the share that really are positive: $\frac{TP}{TP + FP}$.

    Parameters
    ----------
    y, predicted : classes, each of shape (n,)
    labels : the classes that are averaged; by default all that occur
    pos_label : the positive class, for `average="binary"`
    average : "binary" judges the positive class alone; "macro" takes the plain mean over the classes, "weighted" the
        mean weighted by how often each occurs in y, "micro" adds up the counts of all classes first; None returns an
        array, one value for each class
    zero_division : what 0/0 is, as for the precision of a class that is never predicted: 0, 1, NaN (which averages
        leave out), or "warn" for 0 with a warning

    >>> precision_score([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """

    def quotient(TP, FP, FN, TN):
        return TP, TP + FP

    return _average_of(quotient, y, predicted, labels, pos_label, average, zero_division, "precision")


def recall_score(y, predicted, labels=None, pos_label=1, average="binary", zero_division="warn"):
    r"""Of those that are positive, the share that is found: $\frac{TP}{TP + FN}$, also called sensitivity.

    The parameters are those of `precision_score`; 0/0 is the recall of a class that does not occur in y.

    >>> round(recall_score([1, 1, 1, 0], [1, 0, 1, 0]), 6)
    0.666667
    """

    def quotient(TP, FP, FN, TN):
        return TP, TP + FN

    return _average_of(quotient, y, predicted, labels, pos_label, average, zero_division, "recall")


def specificity_score(y, predicted, labels=None, pos_label=1, average="binary", zero_division="warn"):
    r"""Of those that are negative, the share that is called so: $\frac{TN}{TN + FP}$.

    For two classes it is the recall of the negative one. The parameters are those of `precision_score`.

    >>> round(specificity_score([1, 1, 0, 0, 0], [1, 0, 1, 0, 0]), 6)
    0.666667
    """

    def quotient(TP, FP, FN, TN):
        return TN, TN + FP

    return _average_of(quotient, y, predicted, labels, pos_label, average, zero_division, "specificity")


def fbeta_score(y, predicted, beta, labels=None, pos_label=1, average="binary", zero_division="warn"):
    r"""The weighted harmonic mean of precision P and recall R, in which P has the weight 1 and R the weight beta²:

    $$F_\beta = \frac{(1 + \beta^2)\, P R}{\beta^2 P + R}
      = \frac{(1 + \beta^2)\, TP}{(1 + \beta^2)\, TP + \beta^2\, FN + FP}$$

    The second form also holds where P or R alone is 0/0. The other parameters are those of `precision_score`; a macro
    average is the mean of the F of each class, not the F of the means.

    >>> round(fbeta_score([1, 1, 1, 0], [1, 0, 0, 0], beta=2), 6)
    0.384615
    """
    b = as_number(beta, "beta", minimum=0) ** 2

    def harmonic(TP, FP, FN, TN):
        with np.errstate(over="ignore", invalid="ignore"):
            return as_finite(np.stack([(1 + b) * TP, (1 + b) * TP + b * FN + FP]), "beta")

    return _average_of(harmonic, y, predicted, labels, pos_label, average, zero_division, "F")


def f1_score(y, predicted, labels=None, pos_label=1, average="binary", zero_division="warn"):
    r"""The harmonic mean of precision and recall, $\frac{2PR}{P + R} = \frac{2\,TP}{2\,TP + FN + FP}$.

    >>> f1_score([1, 1, 1, 0], [1, 0, 0, 0])
    0.5
    """
    return fbeta_score(y, predicted, 1, labels, pos_label, average, zero_division)


def balanced_accuracy_score(y, predicted, adjusted=False):
    r"""The mean recall of the classes of y, $\frac1K \sum_c R_c$: each class counts once, however rare.

    `adjusted`: shift and scale it so that guessing has 0 and perfection 1.

    >>> balanced_accuracy_score([1, 0, 0, 0], [0, 0, 0, 0])
    0.5
    """
    TP, _, FN, _ = one_against_rest(confusion_matrix(y, predicted))
    there = TP + FN > 0
    if not there.all():
        warn("predicted holds classes that y does not hold: they have no recall and are left out")
    score, chance = float(np.mean(TP[there] / (TP + FN)[there])), 1 / there.sum()
    if not as_flag(adjusted, "adjusted"):
        return score
    if chance == 1:
        raise ValueError("y must hold at least 2 classes for an adjusted score: with one class there is no guessing")
    return float((score - chance) / (1 - chance))


def matthews_corrcoef(y, predicted):
    r"""The correlation between true and predicted classes: 1 for perfect predictions, 0 for none better than chance.

    $$\text{MCC} = \frac{TP \cdot TN - FP \cdot FN}{\sqrt{(TP + FP)(TP + FN)(TN + FP)(TN + FN)}}$$

    With more classes, where $t_k$ rows are of class k, $p_k$ are called so, c of all s rows are right:

    $$\text{MCC} = \frac{c\,s - \sum_k t_k p_k}{\sqrt{(s^2 - \sum_k p_k^2)(s^2 - \sum_k t_k^2)}}$$

    It is 0 where the root is 0: where all rows are of one class, or all are called so.

    >>> round(matthews_corrcoef([1, 1, 0, 0], [1, 0, 0, 0]), 6)
    0.57735
    """
    matrix = confusion_matrix(y, predicted).astype(float)
    s, c, p, t = matrix.sum(), np.trace(matrix), matrix.sum(axis=0), matrix.sum(axis=1)
    below = (s * s - p @ p) * (s * s - t @ t)
    return float((c * s - t @ p) / np.sqrt(below)) if below else 0.0


def working_counts(TP, FP, FN, TN, beta=1.0):
    """The metrics of two classes, step by step, from their four counts; a quotient 0/0 is left out.

    >>> print(working_counts(4, 1, 2, 3).step("recall"))
    recall = TP/(TP + FN) = 4/(4 + 2) = 2/3 ≈ 0.666667   (of those that are positive, the share that is found)
    """
    from byhand.paper import metrics as paper  # it builds on this module

    counts = [as_whole(value, name, 0) for name, value in {"TP": TP, "FP": FP, "FN": FN, "TN": TN}.items()]
    if not sum(counts):
        raise ValueError("TP, FP, FN and TN must not all be 0")
    return paper.counts(*counts, as_number(beta, "beta", minimum=0))


def working_averages(matrix, names=None):
    """Precision, recall and F1 of each class of a confusion matrix, shape (K, K), and their averages, step by step.

    `names`: those of the classes, K of them; by default 1, 2, ... A quotient 0/0 counts as 0.

    >>> print(working_averages([[4, 2], [1, 3]], ["ill", "well"]).step("macro recall"))
    macro recall = 1/K ∑_c R_c = (2/3 + 3/4)/2 = 17/24 ≈ 0.708333
    """
    from byhand.paper import metrics as paper  # it builds on this module

    matrix = [[as_whole(cell, "matrix", 0) for cell in row] for row in _as_counts(matrix).tolist()]
    names = [str(k) for k in range(1, len(matrix) + 1)] if names is None else list(map(str, as_list(names, "names")))
    if len(names) != len(matrix) or len(set(names)) < len(names):
        raise ValueError(f"names must be {len(matrix)} different names; got {shown(names)}")
    return paper.averages(matrix, names)


# ---- numbers


def sse(y, predicted):
    r"""The sum of squared errors $\sum_i (y_i - \hat y_i)^2$; both of shape (n,), or (n, q) for q sums.

    >>> sse([1, 2, 4], [1, 3, 3])
    2.0
    """
    Y, P = _pair(y, predicted)
    with np.errstate(over="ignore"):
        total = as_finite(((Y - P) ** 2).sum(axis=0), "y or predicted")
    return float(total[0]) if np.ndim(y) == 1 else total


def mean_squared_error(y, predicted):
    r"""$\text{MSE} = \frac1N \sum_i (y_i - \hat y_i)^2$; both of shape (n,), or (n, q): then the mean over the q.

    >>> round(mean_squared_error([1, 2, 4], [1, 3, 3]), 6)
    0.666667
    """
    return float(np.mean(sse(y, predicted)) / len(y))


def root_mean_squared_error(y, predicted):
    r"""$\text{RMSE} = \sqrt{\text{MSE}}$, in the unit of y; of shape (n, q): the mean over the q.

    >>> round(root_mean_squared_error([1, 2, 4], [1, 3, 3]), 6)
    0.816497
    """
    return float(np.mean(np.sqrt(np.asarray(sse(y, predicted)) / len(y))))


def mean_absolute_error(y, predicted):
    r"""$\text{MAE} = \frac1N \sum_i |y_i - \hat y_i|$; both of shape (n,), or (n, q): then the mean over the q.

    >>> round(mean_absolute_error([1, 2, 4], [1, 3, 3]), 6)
    0.666667
    """
    Y, P = _pair(y, predicted)
    with np.errstate(over="ignore"):
        return float(as_finite(np.mean(np.abs(Y - P)), "y or predicted"))


def relative_squared_error(y, predicted):
    r"""The squared errors as a share of those of the mean, $\frac{\sum_i (y_i - \hat y_i)^2}{\sum_i (y_i - \bar y)^2}$.

    Both of shape (n,), or (n, q): then the average over the q outcomes. Its root is the root relative squared error.

    >>> round(relative_squared_error([1, 2, 4], [1, 3, 3]), 6)
    0.428571
    """
    Y, P = _pair(y, predicted)
    if (Y[0] == Y).all(axis=0).any():
        raise ValueError("y must hold at least two different values: R² compares the errors with its spread")
    with np.errstate(all="ignore"):
        shares = ((Y - P) ** 2).sum(axis=0) / ((Y - Y.mean(axis=0)) ** 2).sum(axis=0)
    return float(np.mean(as_finite(shares, "y or predicted")))


def r_squared(y, predicted):
    r"""The coefficient of determination: 1 for perfect predictions, 0 for the mean, negative for worse than the mean.

    $$R^2 = 1 - \frac{\sum_i (y_i - \hat y_i)^2}{\sum_i (y_i - \bar y)^2}$$

    Both of shape (n,), or (n, q): then the average over the q outcomes. scikit-learn calls it `r2_score`.

    >>> r_squared([1, 2, 4], [1, 3, 3])
    0.5714285714285714
    """
    return 1 - relative_squared_error(y, predicted)


def normalised_mse(y, predicted, ddof=1):
    r"""The MSE in units of the variance of y, $\frac{\text{MSE}}{\frac{1}{N - \text{ddof}} \sum_i (y_i - \bar y)^2}$.

    With `ddof` 1, as is customary, the mean of y itself scores $(N - 1)/N$; with 0 it scores 1.

    >>> round(normalised_mse([1, 2, 4], [1, 3, 3]), 6)
    0.285714
    """
    ddof = as_number(ddof, "ddof", minimum=0)
    share = relative_squared_error(y, predicted)
    if len(y) <= ddof:
        raise ValueError(f"ddof must be less than the {len(y)} rows of y; got {ddof:g}")
    return share * (len(y) - ddof) / len(y)


def pearson(y, predicted):
    r"""Pearson's correlation of truth and prediction, both of shape (n,): 1 if they lie on a rising straight line.

    $$r = \frac{\sum_i (y_i - \bar y)(\hat y_i - \bar{\hat y})}
               {\sqrt{\sum_i (y_i - \bar y)^2 \sum_i (\hat y_i - \bar{\hat y})^2}}$$

    It is blind to offset and scale, so it says nothing about the size of the errors.

    >>> round(pearson([1, 2, 4], [10, 20, 40]), 6)
    1.0
    """
    Y, P = _pair(y, predicted)
    if np.ndim(y) != 1:
        raise ValueError(f"y must hold one number for each row; got an array of shape {np.shape(y)}")
    u, v = (_centred(values[:, 0], name) for values, name in ((Y, "y"), (P, "predicted")))
    return float(np.clip(u @ v / np.sqrt((u @ u) * (v @ v)), -1, 1))


# ---- helpers


def _labels(y, predicted):
    """y and predicted as arrays of shape (n,)."""
    y = as_array(y, "y")
    if y.ndim != 1 or not len(y):
        raise ValueError(f"y must hold one class for each row, at least one; got an array of shape {y.shape}")
    y, predicted = as_labels(y, len(y)), as_labels(predicted, len(y), "predicted")
    _require_same_kind(y, predicted, "predicted")
    return y, predicted


def _classes(y, predicted):
    """The same, and the distinct labels of both, sorted."""
    labels = _labels(y, predicted)
    return *labels, _union(*labels, "predicted")


def _as_classes(labels, classes, name="labels"):
    """Labels as an array of shape (k,), of the kind of the classes, each once."""
    labels = as_list(labels, name)
    labels = as_labels(labels, len(labels), name)
    if not len(labels) or len(encode_classes(labels, 1, name)[0]) < len(labels):
        raise ValueError(f"{name} must hold different classes, at least one; got {shown(labels.tolist())}")
    _require_same_kind(classes, labels, name)
    return labels


def _union(a, b, name):
    """The distinct labels of two arrays, sorted; `name`: that of the second."""
    distinct = [encode_classes(a, 1)[0], encode_classes(b, 1, name)[0]]
    return encode_classes(np.concatenate(distinct), 1, f"y or {name}")[0]


def _require_same_kind(a, b, name):
    """Refuse to compare words with numbers, which NumPy would turn into words."""
    kinds = ["number" if values.dtype.kind in "iufb" else values.dtype.kind for values in (a, b)]
    if kinds[0] != kinds[1] and "O" not in kinds:
        raise ValueError(f"{name} must hold labels of the same kind as y, words or numbers; got {shown(b.tolist())}")


def _normalised(matrix, normalize):
    """The matrix, or shares of its rows, of its columns or of all of it; 0 where there is nothing to share."""
    if normalize is None:
        return matrix
    axes = {"true": 1, "pred": 0, "all": None}
    whole = matrix.sum(axis=axes[as_choice(normalize, "normalize", axes)], keepdims=True)
    return np.divide(matrix, whole, out=np.zeros(matrix.shape), where=whole > 0)


def _as_counts(matrix):
    """A confusion matrix as a float array of shape (K, K)."""
    matrix = as_matrix(matrix, "matrix")
    if matrix.shape[0] != matrix.shape[1] or (matrix < 0).any() or not matrix.any():
        raise ValueError(f"matrix must be square, with counts of at least 0, not all 0; got {shown(matrix.tolist())}")
    with np.errstate(over="ignore"):
        as_finite(matrix.sum(), "matrix")
    return matrix


def _average_of(quotient, y, predicted, labels, pos_label, average, zero_division, what):
    """A metric of each class, shape (k,), or one number made of them.

    `quotient`: from TP, FP, FN, TN to what is above and what is below the line.
    """
    y, predicted, classes = _classes(y, predicted)
    if average is not None:
        as_choice(average, "average", ("binary", "micro", "macro", "weighted"))
    if average == "binary":
        labels = _positive_alone(classes, pos_label)
    labels = classes if labels is None else _as_classes(labels, classes)
    known, instead = _union(classes, labels, "labels"), _as_zero_division(zero_division)
    places = np.searchsorted(known, labels)
    TP, FP, FN, TN = (count[places] for count in one_against_rest(confusion_matrix(y, predicted, known)))
    above, below = quotient(TP, FP, FN, TN)
    if average == "micro":
        above, below = above.sum(keepdims=True), below.sum(keepdims=True)
    values = np.divide(above, below, out=np.full(len(below), instead), where=below > 0)
    if zero_division == "warn" and (below == 0).any():
        warn(f"{what} is 0/0 for a class that does not occur, and is set to 0: choose zero_division")
    if average is None:
        return values
    weight = TP + FN if average == "weighted" else np.ones(len(values))
    if not weight.any():
        return instead
    there = ~np.isnan(values)
    return float(np.average(values[there], weights=weight[there])) if weight[there].any() else math.nan


def _positive_alone(classes, pos_label):
    """The positive class as an array of shape (1,)."""
    if len(classes) > 2:
        raise ValueError(
            f"average must be 'micro', 'macro', 'weighted' or None where y and predicted hold more than two classes; "
            f"they hold {len(classes)}"
        )
    if len(classes) == 2 and pos_label not in classes.tolist():
        raise ValueError(f"pos_label must be one of the classes, {classes.tolist()}; got {shown(pos_label)}")
    return _as_classes([pos_label], classes, "pos_label")


def _as_zero_division(value):
    """What 0/0 is to be, as a float."""
    if isinstance(value, str) and value == "warn":
        return 0.0
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if is_number and (value in (0, 1) or value != value):
        return float(value)
    raise ValueError(f"zero_division must be 0, 1, NaN or 'warn'; got {shown(value)}")


def _pair(y, predicted):
    """y and predicted as float arrays of one shape (n, q)."""
    Y, P = (as_outcomes(values, name=name) for values, name in ((y, "y"), (predicted, "predicted")))
    if np.shape(y) != np.shape(predicted):
        raise ValueError(f"predicted must have the shape of y, {np.shape(y)}; got {np.shape(predicted)}")
    return Y, P


def _centred(values, name):
    """Distances from the mean, shape (n,), in a unit of about their size."""
    if (values[0] == values).all():
        raise ValueError(f"{name} must hold at least two different values: a constant has no correlation")
    with np.errstate(over="ignore", invalid="ignore"):
        distance = as_finite(values - values.mean(), name)
        return as_finite(distance / np.abs(distance).max(), name)


guard(__name__)
