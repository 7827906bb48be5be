"""Transformers against scikit-learn: fit and transform in one; at most 1 on small tables, at most 2 on large ones."""

from functools import partial

import numpy as np
from sklearn import preprocessing as sk
from sklearn.impute import SimpleImputer
from timing import compare

from byhand import preprocessing as ours

SIZES = (14, 150, 50_000)


def rows(repeats=15):
    """One dictionary for each comparison: what, n, ours_ms, theirs_ms and their ratio, below 1 where we are faster."""
    for n in SIZES:
        for name, (mine, theirs, X) in problems(n).items():
            yield compare(name, n, partial(mine.fit_transform, X), partial(theirs.fit_transform, X), repeats)


def problems(n):
    """For each transformer: ours, scikit-learn's, and a table of four columns."""
    rng = np.random.default_rng(n)
    numbers = rng.standard_normal((n, 4))
    gaps = np.where(rng.random((n, 4)) < 0.1, np.nan, numbers)
    gaps[0] = 0
    words = rng.choice(["bus", "tram", "car", "bike", "walk"], (n, 4)).astype(object)
    quantiles = {"strategy": "quantile", "quantile_method": "averaged_inverted_cdf"}
    return {
        "standardise": (ours.StandardScaler(), sk.StandardScaler(), numbers),
        "standardise, with gaps": (ours.StandardScaler(), sk.StandardScaler(), gaps),
        "scale from 0 to 1": (ours.MinMaxScaler(), sk.MinMaxScaler(), numbers),
        "scale by quartiles": (ours.RobustScaler(), sk.RobustScaler(), numbers),
        "fill gaps": (ours.SimpleImputer(), SimpleImputer(), gaps),
        "one-hot": (ours.OneHotEncoder(), sk.OneHotEncoder(sparse_output=False), words),
        "ordinal": (ours.OrdinalEncoder(), sk.OrdinalEncoder(), words),
        "bins of equal width": (
            ours.KBinsDiscretizer(strategy="uniform"),
            sk.KBinsDiscretizer(encode="ordinal", strategy="uniform"),
            numbers,
        ),
        "bins of equal size": (
            ours.KBinsDiscretizer(),
            sk.KBinsDiscretizer(encode="ordinal", subsample=None, **quantiles),
            numbers,
        ),
    }
