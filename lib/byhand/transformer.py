"""Estimators that make new columns of old ones."""

import numpy as np

from byhand.base import Estimator, as_list, shown
from byhand.guard import guard
from byhand.protocol import tags


class Transformer(Estimator):
    """An estimator that makes new columns of old ones: it offers `fit` and `transform`."""

    def fit_transform(self, X, y=None):
        """Learn from X, shape (n, d), and from the labels y if they are needed; return X transformed."""
        return self.fit(X, y).transform(X)

    def get_feature_names_out(self, input_features=None):
        """The names of the new columns, by those of the old: given, or those of `fit`, or else x0, x1, ..."""
        self._require_fit("n_features_in_")
        known = getattr(self, "feature_names_in_", [f"x{i}" for i in range(self.n_features_in_)])
        names = as_list(known if input_features is None else input_features, "input_features")
        if len(names) != self.n_features_in_:
            raise ValueError(f"input_features must name {self.n_features_in_} columns; got {shown(names)}")
        return np.array(self._names_out(names), dtype=object)

    def _names_out(self, names):
        return names

    def __sklearn_tags__(self):
        return tags(self, "transformer")


guard(__name__)
