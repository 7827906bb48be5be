"""Metrics against scikit-learn: the best times, measured in turns in one process."""

from functools import partial

import numpy as np
from sklearn import calibration, metrics
from timing import compare, report

from byhand import metrics as ours
from byhand import scoring

SIZES = (100, 100_000)


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for what, (mine, theirs) in problems(n).items():
            assert all(np.allclose(a, b) for a, b in zip(np.atleast_1d(mine()), np.atleast_1d(theirs()), strict=True))
            yield compare(what, n, mine, theirs, repeats)


def problems(n):
    """For each task a call of ours and one of scikit-learn's."""
    rng = np.random.default_rng(n)
    y, guess = rng.integers(5, size=n), rng.integers(5, size=n)
    names = np.array(["box", "clap", "wave", "jog", "run"])
    two, scores = rng.integers(2, size=n), rng.random(n)
    P, x, z = rng.dirichlet(np.ones(5), n), rng.normal(size=n), rng.normal(size=n)
    same = {  # name, arguments, settings
        "confusion_matrix": ((y, guess), {}),
        "accuracy_score": ((y, guess), {}),
        "f1_score": ((y, guess), {"average": "macro"}),
        "precision_score": ((two, guess % 2), {}),
        "balanced_accuracy_score": ((y, guess), {}),
        "matthews_corrcoef": ((y, guess), {}),
        "mean_squared_error": ((x, z), {}),
        "mean_absolute_error": ((x, z), {}),
    }
    scored = {
        "roc_auc_score": ((two, scores), {}),
        "average_precision_score": ((two, scores), {}),
        "log_loss": ((y, P), {}),
        "brier_score_loss": ((two, scores), {}),
        "top_k_accuracy_score": ((y, P), {"k": 2}),
    }
    tasks = {
        what: tuple(partial(getattr(home, what), *given, **named) for home in (module, metrics))
        for module, group in ((ours, same), (scoring, scored))
        for what, (given, named) in group.items()
    }
    words = names[y], names[guess]
    return tasks | {
        "confusion_matrix of words": (
            partial(ours.confusion_matrix, *words, names),
            partial(metrics.confusion_matrix, *words, labels=names),
        ),
        "roc_curve": (lambda: scoring.roc_curve(two, scores)[0], lambda: metrics.roc_curve(two, scores)[0]),
        "precision_recall_curve": (
            lambda: scoring.precision_recall_curve(two, scores)[0],
            lambda: metrics.precision_recall_curve(two, scores)[0],
        ),
        "calibration_curve": (
            lambda: scoring.calibration_curve(two, scores)[0],
            lambda: calibration.calibration_curve(two, scores)[0],
        ),
        "r_squared": (partial(ours.r_squared, x, z), partial(metrics.r2_score, x, z)),
    }


if __name__ == "__main__":
    report(rows())
