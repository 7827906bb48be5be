"""Bad input, everywhere: any public call gives a result, or a ValueError that names the argument and what is wanted.

The public classes, functions and methods of the lessons are found by introspection. Each is called as it should be,
then with one argument spoiled, or two. What comes of it must be a result, without NaN if the input was finite, or a
`ValueError` with the name of a spoiled argument and with what is wanted; it must come soon, and leave the input as it
was. That arguments "must fit each other", which `byhand.guard` says where nobody knows better, will do for sizes that
do not fit, and for little else: a new public thing checks its arguments, or says to the guard what they are.

A new public thing is tested as soon as it is there. If it needs an argument of a name that is not known yet, add an
example to `EXAMPLES`; if it needs another example than the rest, add that to `SPECIAL`; if it is a class that only the
library itself makes, say in `MADE` how to come by one.
"""

import datetime
import importlib
import inspect
import itertools
import random
import re
import signal
import warnings
import zlib
from copy import deepcopy
from decimal import Decimal

import numpy as np
import pytest
from scipy import sparse

import byhand
from byhand import (
    cluster,
    covariance,
    distances,
    dual,
    em,
    forest,
    gaussian,
    generative,
    growing,
    hierarchy,
    hmm,
    markov,
    mlp,
    multiclass,
    naive_bayes,
    neural,
    optimize,
    perceptron,
    pruning,
    shrinkage,
    svm,
    trees,
)
from byhand.base import Estimator, Regressor
from byhand.guard import as_numeric, guarded

EACH = 20  # bad values for each argument of each callable, out of all that there are
PAIRS = 5  # of arguments of a callable, spoiled both at once
VAGUE = 1 / 8  # of the cases of a callable may end in arguments that "must fit each other" though their sizes do
SECONDS = 2  # of its own, however busy the machine is, that a call may take
LESSONS = re.findall(r"byhand\.(\w+)", byhand.__doc__.partition("Two rooms")[0])


# ---- valid calls

X = np.array([[0.0, 1.0], [1.0, 3.0], [4.0, 0.0], [5.0, 2.0], [6.0, 4.0]])
LABELS = np.array(["no", "no", "yes", "yes", "yes"])
MIXED = np.array(["no", "yes", "no", "yes", "no"])  # which no line parts
SIGNS = np.array([-1.0, -1.0, 1.0, 1.0, 1.0])
NUMBERS = np.array([1.0, 2.0, 2.5, 4.0, 3.0])
KERNEL = np.array([[18.0, 21.0, 6.0], [21.0, 25.0, 7.0], [6.0, 7.0, 2.0]])
PAIR = {"y": [1, 1, -1], "alpha": [0.25, 0.0, 0.25]}
ARRAYS = {"y": np.array([1, 1, -1]), "alpha": np.array([0.25, 0.0, 0.25])}
LABELLED = {"y": LABELS, "predicted": LABELS[::-1].copy(), "labels": ["no", "yes"]}
ZEROS = {"y": np.array([0, 1, 1, 0, 1]), "predicted": np.array([0, 1, 0, 0, 1]), "labels": [0, 1]}
NETWORK = neural.Network([2, 2, 1], ["tanh", "identity"])
THETA = NETWORK.start(seed=0)
SUMS, OUTPUTS = NETWORK.forward(THETA, X)
CHAIN = markov.MarkovChain(["H", "C"], [0.5, 0.5], [[0.7, 0.3], [0.1, 0.9]])
MODEL = hmm.HMM(["H", "C"], ["x", "y"], [0.5, 0.5], [[0.7, 0.3], [0.1, 0.9]], [[0.5, 0.5], [0.2, 0.8]])
TREE = trees.DecisionTreeClassifier().fit(X, LABELS)
VOTES = np.array([["no", "yes", "no"], ["yes", "yes", "no"], ["no", "no", "no"]])
FOREST = forest.RandomForestClassifier(n_estimators=3).fit(X, LABELS)
BELL = gaussian.Gaussian([1.0, 3.0], [[2.0, 0.5], [0.5, 1.0]])
SHARES = np.array([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8], [0.6, 0.4], [0.3, 0.7]])
COVARIANCES = np.array([[[2.0, 0.5], [0.5, 1.0]], [[1.0, 0.0], [0.0, 3.0]]])
BELLS = em.Gaussians([0.25, 0.75], X[:2], COVARIANCES, least=[1e-3, 1e-3])
SMALL_VAE = generative.VAE(2, latent=1, hidden=(3,), spread=0.5, weight=2.0)
SMALL_GAN = generative.GAN(2, noise=2, hidden=(3,))
CONDITION = growing.Condition(0, "x1", "≤", 2.5)
GRAPH = [[0.0, 2.0, 0.5, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 1.0, 3.0], [0.0, 0.0, 1.0, 0.0, 1.0]]
GRAPH += [[0.0, 0.0, 3.0, 1.0, 0.0]]

EXAMPLES = {
    # data
    "X": X,
    "at": X[:2],
    "arrays": X,
    "groups": np.array(["a", "b", "c", "d", "e"]),
    "predictions": X,
    "truth": [2.0, 3.0],
    "x": [1.0, 2.0],
    "y": NUMBERS,
    "Y": NUMBERS[:, None],
    "table": X,
    "column": X[:, 0],
    "predicted": NUMBERS + 0.5,
    "labels": ["no", "yes", "no"],
    "classes": ["no", "yes"],
    "rows": [0, 2],
    "names": ["H", "C"],
    "values": ["red", "green", "blue"],
    "counts": [[2, 3], [4, 0], [3, 2]],
    "children": [[2, 3], [4, 0], [3, 2]],
    "sequence": "HHC",
    "sequences": ["xxy", "xy"],
    "paths": ["HHC", "HC"],
    "path": "HHC",
    "observations": "xxy",
    # vectors and matrices
    "a": [1.0, 2.0],
    "b": [3.0, 5.0],
    "w": [0.5, 0.5],
    "z": np.array([0.5, -1.0]),
    "A": [[2.0, 1.0], [1.0, 2.0]],
    "B": X,
    "K": KERNEL,
    "low": np.array([1.0, 2.0]),
    "high": np.array([2.0, 4.0]),
    "centres": X[:2],
    "distances": [1.0, 2.0, 5.0],
    "ranges": [None, 4.0],
    "weight": np.ones(5),
    "weights": [1.0, 2.0],
    "points": X[:, 0],
    "point": [0.5, 0.25, -1.0],
    "start": [1.0, 1.0],
    "gradient": np.array([1.0, -2.0]),
    "score": np.array([0.5, -1.0, 2.0]),
    "scores": X,
    "error": np.array([0.1, 0.2]),
    "output": np.array([[0.2], [0.6]]),
    "target": np.array([[0.0], [1.0]]),
    "targets": np.array([[0.0], [1.0]]),
    "theta": THETA,
    "sums": SUMS,
    "outputs": OUTPUTS,
    "masks": [np.ones((5, 2))],
    "layers": NETWORK.unpack(THETA),
    "psi": np.array([[-1, -1], [0, 0], [1, 0]]),
    "otherwise": np.full((3, 2), 0.5),
    # probabilities
    "class_prior": [0.5, 0.5],
    "sample_weight": np.ones(5),
    "feature_prob": [[0.5, 0.2], [0.1, 0.9]],
    "mean": X[:2],
    "std": X[:2] + 1,
    "transitions": [[0.7, 0.3], [0.1, 0.9]],
    "emissions": [[0.5, 0.5], [0.2, 0.8]],
    "cov": [[2.0, 0.5], [0.5, 1.0]],
    "prior": {"ill": 0.01, "well": 0.99},
    "likelihood": {"ill": 0.9, "well": 0.05},
    "q": [0.25, 0.75],
    # numbers
    "C": 1.0,
    "alpha": 0.1,
    "pseudo_count": 0.1,
    "bandwidth": 0.5,
    "bias": 0.5,
    "bound": 0.5,
    "d": 2,
    "confidence": 0.9,
    "data": 2.0,
    "degree": 2,
    "df": 4,
    "dropout": 0.5,
    "epochs": 2,
    "batch_size": 2,
    "failures": 1,
    "f": 0.25,
    "free": [0, 2],
    "h": 1e-5,
    "i": 0,
    "j": 2,
    "k": 2,
    "label": 1.0,
    "last": 1,
    "length": 3,
    "n": 3,
    "number": 2.0,
    "p": 3,
    "places": [1],
    "penalty": 0.1,
    "position": 1,
    "positions": [1],
    "right": 2,
    "setting": 2.0,
    "sigma": 2.0,
    "size": 2,
    "sizes": [2, 2, 1],
    "step": 1,
    "steps": 10,
    "successes": 2,
    "t": 1.5,
    "threshold": 1.0,
    "tie": -1,
    "tol": 1e-3,
    "units": 1,
    "value": 0.5,
    "width": 1.5,
    "wrong": 1,
    "at_least": 2,
    "n_bins": 2,
    "TP": 4,
    "FP": 1,
    "FN": 2,
    "TN": 3,
    "baseline": 0.4,
    "beta": 2.0,
    "only_first": 3,
    "only_second": 9,
    "share": 0.8,
    "first": ["no", "yes", "yes", "yes", "no"],
    "second": LABELS,
    "matrix": [[4, 2], [1, 3]],
    "probability": [0.1, 0.4, 0.3, 0.9, 0.8],
    # words
    "document": "a cat and a dog",
    "edges": [1.0, 2.0, 3.0],
    "order": ["cold", "warm", "hot"],
    "tokens": ["not", "good"],
    "Z": X / 10,
    "argument": "sequence",
    "lacking": "is never seen",
    "metric": "manhattan",
    "name": "rate",
    "sign": "≤",
    "states": ["H", "C"],
    "symbols": ["x", "y"],
    "default": "no",
    # objects of the library
    "activation": neural.Tanh(),
    "activations": ["tanh", "identity"],
    "average": True,
    "estimator": svm.SVC(),
    "features": growing.read_features(X),
    "function": optimize.Quadratic(np.diag([2.0, 20.0])),
    "kernel": svm.LINEAR,
    "loss": optimize.SquaredLoss(),
    "memory": {},
    "method": optimize.Adam(),
    "model": TREE,
    "network": NETWORK,
    "risk": NETWORK.risk(X, NUMBERS),
    "rules": pruning.Rules.of(TREE),
    "tree": TREE.tree_,
    "estimators": [("tree", trees.DecisionTreeClassifier()), ("bayes", naive_bayes.GaussianNB())],
}

SPECIAL = {  # what differs from the examples for one callable, one class or one module
    "autodiff.Value": {"activation": neural.Tanh()},
    "cluster": {
        "labels": np.array([0, 0, 1, 1, 0]),
        "n_clusters": 2,
        "init": "furthest",
        "n_init": 2,
        "stiffness": 0.1,
    },
    "cluster.memberships": {"stiffness": 0.1},
    "cluster.mini_batch_step": {"counts": [2, 1]},
    "cluster.weighted_means": {"shares": [[1, 0], [0.5, 0.5], [0, 1], [0.25, 0.75], [1, 0]]},
    "clustering_scores": {"labels": np.array([0, 0, 1, 1, 0]), "y": LABELS, "metric": "euclidean"},
    "clustering_scores.elbow": {"ks": [1, 2, 3], "sses": [9.0, 3.0, 2.0]},
    "clustering_scores.gap_statistic": {"ks": [1, 2], "model": cluster.KMeans(n_init=1), "references": 3},
    "validation": {
        "y": SIGNS.astype(int),
        "n_splits": 2,
        "estimator": trees.DecisionTreeClassifier(),
        "cv": 2,
        "scoring": None,
        "param_name": "max_depth",
    },
    "validation.StratifiedKFold": {"shuffle": False, "seed": 0},
    "validation.TimeSeriesSplit": {"max_train_size": None, "test_size": 1, "gap": 0},
    "validation.predictions_over_samples": {"sample": lambda generator: (X, LABELS), "samples": 3},
    "validation.cross_val_predict": {"method": "predict"},
    "validation.validation_curve": {"param_range": [1, 2]},
    "validation.learning_curve": {
        "estimator": trees.DecisionTreeRegressor(),
        "train_sizes": [2],
        "seed": 1,
        "scoring": lambda model, X, y: float(np.abs(model.predict(X) - y).mean()),
    },
    "bayes": {"x": [0.5, 2.0]},
    "bayes.BayesClassifier": {
        "densities": {"no": gaussian.Normal(0.0, 1.0), "yes": gaussian.Normal(2.0, 1.5)},
        "prior": [0.7, 0.3],
        "loss": [[0.0, 1.0], [5.0, 0.0]],
        "regions": {"no": [(-np.inf, 1.0)], "yes": [(1.0, np.inf)]},
    },
    "bayes.BayesClassifier.working": {"x": 0.5},
    "bayes.Discrete": {"probabilities": {1.0: 0.3, 2.0: 0.7}},
    "bayes.QuadraticDiscriminantAnalysis": {"X": X[:, :1]},
    "bayes.area": {"density": gaussian.Normal(0.0, 1.0), "low": 0.5, "high": 1.5},
    "bayes.expected_costs": {"posterior": [0.7, 0.3], "loss": [[0.0, 1.0], [5.0, 0.0]]},
    "bayes.zero_one_loss": {"k": 3},
    "dual": {**PAIR},
    "dual.best_move": ARRAYS,
    "dual.best_pair": ARRAYS,
    "dual.support_equations": ARRAYS,
    "dual.PairStep.of": ARRAYS,
    "covariance": {"A": X, "theta": [0.1], "first": covariance.White(0.5), "second": covariance.Matern(2.0)},
    "covariance.RationalQuadratic": {"theta": [0.1, -0.5]},
    "covariance.Periodic": {"theta": [0.1, -0.5]},
    "covariance.Sum": {"theta": [0.1, -0.5]},
    "covariance.Product": {"theta": [0.1, -0.5]},
    "dbscan": {"eps": 2.5, "min_samples": 2, "metric": "euclidean"},
    "density": {
        "x": NUMBERS,
        "log_p": np.log([0.5, 0.5]),
        "log_q": np.log([0.25, 0.75]),
        "p": [0.5, 0.5],
        "t": [0.4, 0.8],
        "start": 0.5,
        "noise": gaussian.Normal(1.0, 2.0),
        "function": np.square,
        "bandwidths": [0.5, 2.0],
        "rule": "scott",
        "kernel": "linear",
        "pieces": 100,
    },
    "density.Bump": {"name": "tophat", "shape": np.abs, "mass": np.abs},
    "density.working_kernel_density": {"x": 1.5},
    "density.Histogram": {"heights": [0.2, 0.3]},
    "distances.nominal": {"a": "red", "b": "blue"},
    "distances.ordinal": {"a": "cold", "b": "hot"},
    "distances.gower": {"a": ["red", 3.0], "b": ["blue", 5.0]},
    "distances.distances": {"A": X},
    "distances.known_rows": {"names": None},
    "distances.name_columns": {"metric": "gower", "names": [0]},
    "gaussian.Gaussian": {"mean": [1.0, 3.0], "values": [2.5]},
    "gaussian.Normal": {"mean": 1.0, "std": 2.0, "low": 0.5, "high": 1.5},
    "gaussian.Normal.updated": {"x": [1.0, 2.0]},
    "gaussian.Normal.working": {"x": 1.5},
    "gaussian.cholesky": {"cov": np.array([[2.0, 0.5], [0.5, 1.0]])},
    "gaussian.log_normals": {"mean": np.ones(2), "std": np.ones(2)},
    "generative": {
        "prior": [0.5, 0.5],
        "likelihood": [0.8, 0.1],
        "belief": [0.7, 0.3],
        "draws": 4,
        "mean": [0.5, -1.0],
        "log_std": [0.0, 0.3],
        "columns": 2,
        "latent": 1,
        "hidden": (3,),
        "spread": 0.5,
        "weight": 2.0,
        "labels": 0,
        "activation": "tanh",
        "vae": SMALL_VAE,
        "gan": SMALL_GAN,
        "theta": SMALL_VAE.start(seed=0),
        "y": np.array([0, 1, 0, 1, 1]),
        "noise": np.full((5, 1), 0.5),
        "Z": X[:, :1] / 5,
        "steps": 3,
        "inner": 1,
        "keep": 2,
        "saturating": True,
        "score": np.array([0.5, -1.0]),
        "size": 5,
    },
    "generative.GAN": {
        "noise": 2,
        "theta": SMALL_GAN.start(seed=0)[0],
        "phi": SMALL_GAN.start(seed=0)[1],
        "omega": X / 5,
        "real": X,
        "fake": X + 0.5,
    },
    "gp": {"kernel": covariance.SquaredExponential(2.0), "noise": 0.5, "steps": 3},
    "gp.Evidence": {"fit": -2.0, "simplicity": 0.5, "constant": -1.5},
    "gp.samples": {"mean": [1.0, 2.0]},
    "growing.grow": {"y": NUMBERS},
    "growing.Feature": {"value": 2.5},
    "growing.Tree.joined": {
        "root": TREE.tree_[0],
        "gain": 0.5,
        "question": [CONDITION],
        "branches": [growing.Tree(TREE.tree_[:1])],
    },
    "hierarchy": {"A": X[:2], "B": X[2:], "linkage": "average", "metric": "euclidean", "names": list("abcde")},
    "hierarchy.cophenetic": {"merges": hierarchy.merge_table(X)},
    "hierarchy.cut": {"merges": hierarchy.merge_table(X), "n_clusters": 2, "height": None},
    "hierarchy.dendrogram": {"merges": hierarchy.merge_table(X)},
    "hierarchy.joined_distance": {"d_ac": 3.0, "d_bc": 2.0, "d_ab": 1.0, "n_a": 1, "n_b": 2, "n_c": 1},
    "impurity.class_counts": {"x": LABELS, "y": LABELS},
    "impurity.threshold_gains": {"x": X[:, 0], "y": LABELS},
    "information": {"p": [0.5, 0.5]},
    "information.kl_gaussian": {"p": BELL, "q": gaussian.Gaussian([0.0, 1.0], [[1.0, 0.0], [0.0, 4.0]])},
    "information.number_or_array": {"values": np.array([0.5, 0.25])},
    "information.question_lengths": {"counts": [4, 2, 1, 1]},
    "information.working_entropy": {"counts": [4, 2, 1, 1]},
    "kernels": {"A": X},
    "kernels.lowest_eigenvalue": {"K": KERNEL},
    "kernels.MappedKernel": {"features": np.square},
    "losses.Cubic": {"x": [1.0, 2.0, 3.0]},
    "losses.Function": {"value": np.sum},
    "losses.numerical_gradient": {"f": np.sum},
    "losses.check_gradient": {"x": [1.0, 2.0]},
    "losses.value_at": {"x": np.array([1.0, 2.0])},
    "losses.gradient_at": {"x": np.array([1.0, 2.0])},
    "markov.as_rows": {"argument": "table", "table": [[0.7, 0.3], [0.1, 0.9]]},
    "markov.encode_all": {"sequences": ["HHC", "HC"]},
    "markov.as_sequences": {"argument": "sequences"},
    "markov.as_names": {"argument": "names"},
    "markov.appearing": {"sequences": ["HHC", "HC"]},
    "markov.smoothed_rows": {"counts": np.array([[2, 1], [1, 1]])},
    "markov.normalised_rows": {"counts": np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])},
    "markov.cumulative": {"rows": np.array([[0.5, 0.5]])},
    "markov.MarkovChain": {"start": [0.5, 0.5], "sequences": ["HHC", "HC", "CH"]},
    "hmm.HMM": {"start": [0.5, 0.5]},
    "hmm.HMM.estimate": {"paths": ["HHC", "HCH"], "observations": ["xxy", "xyy"]},
    "em": {"R": SHARES, "covariances": COVARIANCES, "weights": [0.25, 0.75], "form": "full"},
    "em.as_logs": {"log_joint": np.log(SHARES)},
    "em.e_step": {"log_joint": np.log(SHARES)},
    "em.lower_bound": {"log_joint": np.log(SHARES)},
    "em.em": {"model": BELLS},
    "em.Gaussians": {"means": X[:2], "least": None},
    "em.Gaussians.bells": {"means": [1.0, 4.0], "variances": [1.0, 2.0]},
    "em.as_bits": {"X": (X > 1).astype(float)},
    "em.Bernoullis": {"X": (X > 1).astype(float), "probabilities": [[0.5, 0.2], [0.1, 0.9]], "least": 1e-9},
    "mixture.BernoulliMixture": {"X": (X > 1).astype(float)},
    "em.raised": {"cov": [[2.0, 0.5], [0.5, 1.0]], "least": [0.1, 0.1]},
    "em.working_em_step": {"x": [1.0, 2.0, 5.0], "means": [1.0, 4.0], "variances": [1.0, 2.0]},
    "mlp.Risk": {"Y": NUMBERS[:, None], "rows": [0, 2]},
    "naive_bayes.BernoulliNB": {"X": (X > 1).astype(float), "x": [1.0, 0.0]},
    "naive_bayes.CategoricalNB": {"X": X.astype(int), "x": [1, 3], "column": np.array([1, 4])},
    "neighbors.classify": {"y": LABELS},
    "neighbors.count_votes": {"y": np.array([["no", "yes"]]), "w": np.array([[1.0, 0.5]])},
    "neighbors.KNeighbors.neighbour_weights": {"distances": np.array([[1.0, 2.0]]), "index": np.array([[0, 1]])},
    "metrics.error_rate_reduction": {"error": 0.1},
    **{f"metrics.{name}": LABELLED for name in ("confusion_matrix", "accuracy_score", "error_rate")},
    **{f"metrics.{name}": LABELLED for name in ("balanced_accuracy_score", "matthews_corrcoef")},
    **{f"metrics.{name}_score": ZEROS for name in ("precision", "recall", "specificity", "f1", "fbeta")},
    "metrics.working_averages": {"names": ["no", "yes"]},
    "scoring": {"y": [0, 1, 0, 1, 1], "scores": [0.1, 0.4, 0.5, 0.9, 0.8]},
    "scoring.auc": {"x": [0.0, 0.5, 1.0], "y": [0.0, 1.0, 1.0]},
    "scoring.neg_log_predictive_density": {"y": NUMBERS, "mean": NUMBERS + 0.5, "cov": np.ones(5)},
    "comparing.disagreements": {"y": LABELS},
    "comparing": {"z": 1.96},
    "neural.Network.as_targets": {"rows": 5},
    "neural.Network.backward": {"masks": None},
    "neural.Network.to_inputs": {"errors": NETWORK.backward(THETA, SUMS, OUTPUTS, NUMBERS)[0]},
    "neural.Network.working": {"y": 1.0},
    "neural.CrossEntropy.check": {"targets": np.array([[0.0, 1.0]]), "units": 2},
    "neural.NetworkLoss": {"z": np.array([[0.5], [1.0]]), "a": np.array([[0.5], [0.7]])},
    "neural.Network": {"loss": neural.SquaredError()},
    "neural.Activation": {"a": np.array([0.5, -0.7])},
    "optimize.Method.step": {"x": [1.0, 1.0]},
    "rates.shrinkage": {"method": optimize.Momentum(), "curvature": np.array([1.0, 2.0])},
    "rates.inverse_time": {"rate": 0.1, "half": 10},
    "rates.step_decay": {"rate": 0.1, "every": 10},
    "rates.cosine": {"rate": 0.1, "steps": 100},
    "optimize.Method": {"x": np.array([1.0, 1.0])},
    "optimize.descend": {"steps": 3},
    "optimize.share": {"name": "value"},
    "optimize.positive": {"name": "value"},
    "perceptron": {"y": SIGNS, "score": 0.5},
    "probability.Beta": {"a": 2.0, "b": 3.0, "theta": [0.2, 0.5]},
    "probability.BetaBinomial": {"a": 2.0, "b": 3.0},
    "probability.Binomial": {"p": 0.3, "counts": [1, 3, 2]},
    "probability.Dirichlet": {"alpha": [2.0, 1.5], "counts": [4, 2], "theta": [0.25, 0.75]},
    "probability.Joint": {
        "values": {"x": (0, 1), "y": ("a", "b")},
        "weights": [[1, 3], [2, 4]],
        "rows": [("rain", "late"), ("dry", "early")],
        "names": ["sky", "bus"],
        "first": "x",
        "second": "y",
        "function": lambda x, y: x,
    },
    "probability.Joint.marginal": {"names": ["x"]},
    "probability.Joint.working": {"target": "x", "evidence": {"y": "a"}},
    "probability.as_known": {"values": [1.0, 2.0], "name": "values"},
    "probability.times_log": {"y": [0.5, 1.0]},
    "probability.Multinomial": {"n": 5, "p": [0.5, 0.5], "counts": [[2, 3], [4, 1]]},
    "pruning.prune_reduced_error": {"y": LABELS},
    "pruning.Rules": {"y": LABELS},
    "decomposition": {"direction": [1.0, 0.5], "directions": [[0.6, 0.8], [0.8, -0.6]], "variances": [3.0, 1.0, 0.5]},
    "decomposition.centre_kernel": {"new": KERNEL[:1]},
    "discriminant": {"y": MIXED, "direction": [1.0, 0.5]},
    "discriminant.LinearDiscriminantAnalysis.boundary": {"first": "no", "second": "yes"},
    "indicator": {"y": LABELS},
    "logistic": {"y": np.array([0, 1, 0, 1, 0]), "rate": 0.1, "pivot": 0},
    "logistic.softmax_gradient": {"W": [[0.5, -1.0], [0.0, 0.25]]},
    "logistic.softmax_step": {"W": [[0.5, -1.0], [0.0, 0.25]]},
    "logistic.working_softmax_step": {"y": 1, "W": [[0.5, -1.0], [0.0, 0.25]], "classes": ["no", "yes"]},
    "perceptron.pocket": {"path": np.array([[0.0, 0.0, 0.0], [-2.0, 1.0, 0.5]])},
    "perceptron.mistake_bound": {"w": [1.0, 0.0], "b": -2.0},
    "shrinkage": {"penalties": [0.1, 2.0], "c": np.array([0.5, -2.0]), "t": 1.0, "b": np.array([0.5, -0.2])},
    "shrinkage.Path": {"coefs": np.ones((2, 2)), "intercepts": np.ones(2)},
    "shrinkage.Ridge.working": {"X": X[:, :1]},
    "shrinkage.penalty_for": {"model": shrinkage.Ridge(), "size": 0.01},
    "shrinkage.BayesianRegression": {"prior": 1.0, "noise": 1.0},
    "spectral": {"W": GRAPH, "eps": 2.5, "gamma": 0.5, "f": [1.0, 0.5, -1.0, -2.0, 0.0], "labels": LABELS},
    "svm": {"y": SIGNS, "b": -2.0},
    "svm.lower_bound": {"points": np.array([[0.0, 0.5, 0.1], [0.1, 0.75, 0.2]])},
    "bins.purity": {"x": X[:, 0], "y": LABELS},
    "bins.supervised_edges": {"x": X[:, 0], "y": LABELS},
    "preprocessing.OneHotEncoder": {"Z": np.eye(10)[:5]},
    "preprocessing.SupervisedDiscretizer": {"y": LABELS},
    "preprocessing.SupervisedDiscretizer.fit_transform": {"y": LABELS},
    "preprocessing.OrdinalEncoder": {"Z": [[0, 1], [2, 3]]},
    "text.CountVectorizer": {"X": ["the cat", "a dog and the cat"]},
    "trees.fit_oblivious": {"y": LABELS},
    "tsne": {
        "P": np.array([[0.0, 0.4, 0.05], [0.4, 0.0, 0.05], [0.05, 0.05, 0.0]]),
        "Z": np.array([[0.0, 0.5], [1.0, 0.0], [3.0, 2.0]]),
        "squares": [1.0, 4.0, 9.0, 16.0],
        "perplexity": 2.0,
    },
    "tsne.tsne": {
        "max_iter": 20,
        "n_components": 2,
        "early_exaggeration": 4.0,
        "learning_rate": 50.0,
        "init": "pca",
        "seed": 0,
    },
    "voting": {"p": 0.7, "rho": 0.5, "variance": 2.0, "votes": VOTES},
    "voting.majority_probability": {"n": 5},
    "voting.working_vote": {"votes": VOTES[0], "weights": [1.0, 2.0, 1.5]},
    "voting.tally": {"weights": [1.0, 2.0, 1.5]},
    "voting.majority": {"weights": [1.0, 2.0, 1.5]},
    "voting.VotingRegressor": {"estimators": [("tree", trees.DecisionTreeRegressor())], "weights": [2.0]},
    "ensemble": {"n": 5, "n_estimators": 2, "most": 5},
    "ensemble.amount": {"value": 0.5, "name": "value"},
    "ensemble.out_of_bag": {"rows": [0, 2]},
    "ensemble.working_bootstrap": {"draws": [1, 3, 3, 5, 2]},
    "ensemble.permutation_importance": {"y": LABELS, "scoring": None},
    "ensemble.fresh": {"model": trees.DecisionTreeClassifier(), "generator": np.random.default_rng(0)},
    "forest": {
        "n_estimators": 2,
        "y": LABELS,
        "n_trees": 2,
        "max_features": 1,
        "told": np.arange(12.0).reshape(2, 3, 2),
    },
    "forest.RandomForestRegressor": {"y": NUMBERS},
    "forest.ExtraTreesRegressor": {"y": NUMBERS},
    "forest.vote": {"trees": [TREE, TREE]},
    "forest.breiman_importance": {"forest": FOREST},
    "boosting": {"y": LABELS, "error": 0.3, "vote": 0.5, "rounds": 2, "wrong": [True, False, False, True, False]},
    "boosting.ada_boost": {"y": SIGNS},
    "boosting.AdaBoostClassifier.working": {"names": ["a", "b", "c", "d", "e"]},
    "boosting.AdaBoostClassifier": {"n_estimators": 3, "estimator": None},
    "gradient_boosting": {"n_estimators": 2, "rounds": 2},
    "gradient_boosting.GradientBoostingClassifier": {"y": LABELS},
    "stacking": {"cv": 2, "final_estimator": None, "passthrough": True},
    "stacking.StackingRegressor": {"estimators": [("tree", trees.DecisionTreeRegressor())]},
}

MADE = {  # classes that the library makes: an object of each, whose methods are tried
    "validation.BiasVariance": lambda: None,
    "dbscan.Visit": lambda: None,
    "density.Histogram": lambda: None,
    "generative.Bound": lambda: None,
    "generative.GANRun": lambda: None,
    "generative.GeneratorLosses": lambda: None,
    "dual.PairStep": lambda: dual.pair_step(KERNEL, i=0, j=2, **PAIR),
    "growing.Condition": lambda: CONDITION,
    "growing.Feature": lambda: growing.read_features(X)[0],
    "growing.Node": lambda: TREE.tree_[0],
    "growing.Tree": lambda: TREE.tree_,
    "hierarchy.Dendrogram": lambda: None,
    "hmm.Learned": lambda: MODEL.baum_welch(["xxy"], max_steps=1),
    "hmm.Path": lambda: MODEL.viterbi("xxy"),
    "hmm.Scaled": lambda: MODEL.scaled("xxy"),
    "em.Run": lambda: em.em(BELLS, X, max_iter=1),
    "mlp.Risk": lambda: NETWORK.risk(X, NUMBERS),
    "mlp.Seen": lambda: mlp.Seen(NETWORK.risk(X, NUMBERS)),
    "optimize.Descent": lambda: optimize.descend(EXAMPLES["function"], [1.0, 1.0], steps=2),
    "logistic.OddsRatios": lambda: None,
    "cluster.Round": lambda: None,
    "clustering_scores.Gap": lambda: None,
    "clustering_scores.SumsOfSquares": lambda: None,
    "perceptron.Visit": lambda: None,
    "pruning.Rule": lambda: pruning.Rules.of(TREE)[0],
    "pruning.Rules": lambda: pruning.Rules.of(TREE),
    "comparing.McNemar": lambda: None,
    "decomposition.Components": lambda: None,
    "decomposition.Projection": lambda: None,
    "inference.Intervals": lambda: None,
    "trees.Question": lambda: None,
    "tsne.Embedding": lambda: None,
    **dict.fromkeys(["boosting.Stump", "ensemble.Importance", "forest.Spread"], lambda: None),
}

WHOLE = {  # they need all, although there are defaults
    "hierarchy.cut",
    "tsne.joint_probabilities",
    "tsne.tsne",
    "generative.GAN",
    "generative.VAE",
    "stacking.StackingClassifier.fit",
    "stacking.StackingRegressor.fit",
    "hmm.HMM",
    "kernels.MappedKernel",
    "markov.MarkovChain",
    "validation.GroupKFold.split",
    "validation.LeaveOneOut.get_n_splits",
    "validation.StratifiedKFold",
    "validation.StratifiedKFold.split",
    "validation.TimeSeriesSplit",
    "validation.cross_val_predict",
    "validation.cross_val_score",
    "validation.cross_validate",
    "validation.learning_curve",
    "validation.validation_curve",
}
SAYING = {"argument", "kind", "lacking", "name", "which"}  # words for the text of an error
ABSTRACT = {
    "Activation",
    "Averaging",
    "Bagging",
    "Covariance",
    "DecisionTree",
    "Discretizer",
    "Encoder",
    "Forest",
    "ForestClassifier",
    "ForestRegressor",
    "GradientBoosting",
    "Kernel",
    "KernelMachine",
    "KNeighbors",
    "LinearClassifier",
    "LinearModel",
    "Loss",
    "Method",
    "Mixture",
    "Model",
    "NaiveBayes",
    "NetworkLoss",
    "Scaler",
    "Splitter",
    "Stacking",
    "Stationary",
}
ALWAYS_REFUSED = {"optimize.Newton.step", "optimize.Backtracking.step"}  # they say what to call instead


# ---- bad values


class NAType:
    """What the NA of pandas is like: whether it equals anything is not known."""

    def __eq__(self, other):
        return self

    __ne__, __hash__ = __eq__, object.__hash__

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")


def cell(bad):
    """Spoil the last cell of an array or list; a single value is replaced."""

    def spoil(example):
        array = as_objects(example)
        if isinstance(example, (np.ndarray, list, tuple)) and array.size and array.ndim:
            array.reshape(-1)[-1] = bad
            return array.astype(float) if isinstance(bad, float) and isinstance(array.flat[0], float) else array
        return bad

    return spoil


def as_objects(example):
    """A copy as an array of objects."""
    try:
        return np.array(example, dtype=object)
    except ValueError:
        return np.array(None)


def scaled(size):
    """Multiply an example, if it holds numbers, so that the largest has this size."""

    def spoil(example):
        try:
            numbers = np.asarray(example, dtype=float)
        except (TypeError, ValueError):
            return size
        return (numbers / (np.abs(numbers).max(initial=0) or 1) * size)[()]

    return spoil


def centred(example):
    """Numbers on both sides of 0."""
    try:
        numbers = np.asarray(example, dtype=float)
        return numbers - numbers.mean() if numbers.size > 1 else -numbers
    except (TypeError, ValueError):
        return example


def instead(make):
    """Put something else in the place of an example."""
    return lambda example: make()


RELATIVE = {  # where things do not fit each other, either may be named
    "its first entry",
    "itself, twice",
    "too many numbers",
    "a range",
    "a word",
    "no rows",
    "three dimensions",
    "from -1e308 to 1e308",
    "up to 1e200",
    "up to 1e308",
    "down to 1e-320",
}
BEYOND = {"up to 1e200", "up to 1e308", "from -1e308 to 1e308", "down to 1e-320", "1e300", "True"}
OVERFLOW = (  # formulae and functions to go down on, whose values may be beyond all numbers: a descent ends there
    "dual",
    "losses",
    "mlp.Risk",
    "mlp.Seen",
    "neural",
    "optimize",
    "perceptron.learn",
    "svm.SoftMargin",
    "svm.lower_bound",
)
FITTING = (
    RELATIVE | BEYOND | {"a dict", "a dict in a cell", "an empty dict", "a function of nothing"}
)  # they may not fit
WANTS = r"\b(must|give|use|set|put|scale)\b|too large|which takes|for the hard margin only"
NOTHING = {"NaN in a cell", "None in a cell", "NA in a cell", "NaT in a cell", "infinity in a cell", "NaN", "infinity"}
BAD = {
    "NaN in a cell": cell(float("nan")),
    "infinity in a cell": cell(float("inf")),
    "None in a cell": cell(None),
    "NA in a cell": cell(NAType()),
    "NaT in a cell": cell(np.datetime64("NaT")),
    "a date in a cell": cell(datetime.datetime(2024, 2, 29)),
    "a complex number in a cell": cell(1 + 2j),
    "a Decimal in a cell": cell(Decimal("1.5")),
    "a word in a cell": cell("word"),
    "a digit in a cell": cell("1"),
    "bytes in a cell": cell(b"bytes"),
    "a list in a cell": cell([1]),
    "a dict in a cell": cell({"a": 1}),
    "a set in a cell": cell({1}),
    "an object in a cell": cell(object()),
    "a flag in a cell": cell(True),
    "a huge whole number in a cell": cell(10**400),
    "a negative number in a cell": cell(-3),
    "half in a cell": cell(0.5),
    "up to 1e308": scaled(1e308),
    "up to 1e200": scaled(1e200),
    "down to 1e-320": scaled(1e-320),
    "from -1e308 to 1e308": lambda example: scaled(1.7e308)(centred(example)),
    "up to -1": scaled(-1),
    "nothing but 0": scaled(0),
    "complex": lambda example: np.full(np.shape(as_objects(example)), 1 + 2j),
    "dates": lambda example: np.full(np.shape(as_objects(example)), np.datetime64("2024-02-29", "ns")),
    "dates that are missing": lambda example: np.full(np.shape(as_objects(example)), np.datetime64("NaT", "ns")),
    "words": lambda example: np.full(np.shape(as_objects(example)), "word"),
    "Decimals": lambda example: np.full(np.shape(as_objects(example)), Decimal("1.5")),
    "its first entry": lambda example: example[:1] if isinstance(example, (str, list, tuple, np.ndarray)) else example,
    "itself, twice": lambda example: np.stack([as_objects(example)] * 2),
    "None": instead(lambda: None),
    "a word": instead(lambda: "word"),
    "an empty word": instead(str),
    "bytes": instead(lambda: b"ab"),
    "True": instead(lambda: True),
    "0": instead(lambda: 0),
    "-1": instead(lambda: -1),
    "2.5": instead(lambda: 2.5),
    "NaN": instead(lambda: float("nan")),
    "infinity": instead(lambda: float("inf")),
    "1e300": instead(lambda: 1e300),
    "10**400": instead(lambda: 10**400),
    "1j": instead(lambda: 1j),
    "a Decimal": instead(lambda: Decimal("1.5")),
    "an empty list": instead(list),
    "an empty row": instead(lambda: [[]]),
    "no rows": instead(lambda: np.zeros((0, 2))),
    "three dimensions": instead(lambda: np.zeros((2, 2, 2))),
    "a ragged list": instead(lambda: [[1], [1, 2]]),
    "too many numbers": instead(lambda: list(range(7))),
    "a dict": instead(lambda: {"a": 1}),
    "an empty dict": instead(dict),
    "a set": instead(lambda: {1, 2}),
    "an iterator": instead(lambda: iter([1, 2])),
    "a range": instead(lambda: range(3)),
    "a class": instead(lambda: int),
    "an object": instead(object),
    "a function of nothing": instead(lambda: lambda *given, **named: None),
    "a sparse matrix": instead(lambda: sparse.csr_matrix(X)),
    "a sparse array": instead(lambda: sparse.coo_array(X)),
    "a masked array": instead(lambda: np.ma.array(X, mask=X > 4)),
    "records": instead(lambda: np.zeros(2, dtype=[("a", float), ("b", int)])),
}


# ---- what there is to call


class Callable:
    """Something public: its name, its parameters with an example of each that is required, and how to call it."""

    def __init__(self, name, parameters, examples, call, source=None):
        self.name, self.call = name, call
        parameters = [p for p in parameters if p.kind not in (p.POSITIONAL_ONLY, p.VAR_KEYWORD) and p.name != "self"]
        for p in parameters:
            if p.kind == p.VAR_POSITIONAL:  # as many as one likes: one is tried
                self.call = lambda several=p.name, **given: call(given.pop(several), **given)
        known = {p.name: place[p.name] for p in parameters for place in reversed(examples) if p.name in place}
        required = [p.name for p in parameters if p.default is p.empty or name in WHOLE]
        self.names = {p.name for p in parameters} - SAYING
        self.may_be_named = set(self.names)  # where things do not fit each other
        self.unknown = [name for name in required if name not in known]
        self.valid = {name: known[name] for name in required if name in known}
        self.examples = {p.name: known.get(p.name, p.default) for p in parameters}
        self.wanted = getattr(source or call, "wanted", {})  # by the guard, where it fails


def callables():
    """All that is public in the lessons."""
    for lesson in LESSONS:
        module = importlib.import_module(f"byhand.{lesson}")
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__ or name in ABSTRACT:
                continue
            if inspect.isfunction(thing):
                yield Callable(f"{lesson}.{name}", parameters_of(thing), examples_for(f"{lesson}.{name}"), thing)
            elif inspect.isclass(thing) and not issubclass(thing, Exception):
                yield from of_class(f"{lesson}.{name}", thing)


def of_class(name, cls):
    """How to make an object of a class, and its methods."""
    if issubclass(cls, Estimator):
        settings, data = parameters_of(cls), parameters_of(cls.fit)
        places = examples_for(name, cls)
        known = {p.name for p in settings}

        def learn(**given):
            model = cls(**{key: value for key, value in given.items() if key in known})
            model.fit(**{key: value for key, value in given.items() if key not in known})
            ways = [way for way in ("predict", "transform", "score_samples") if hasattr(model, way)]
            if not ways:
                return model.labels_
            made = getattr(model, ways[0])
            return made(next(place["X"] for place in places if "X" in place))

        whole = Callable(f"{name}.fit", settings + data, places, learn, cls.fit)
        yield whole
        make = lambda: cls(**only(whole.valid, known)).fit(**except_for(whole.valid, known))  # noqa: E731
    elif name in MADE:
        make = MADE[name]
    else:
        whole = Callable(name, parameters_of(cls), examples_for(name, cls), cls, cls.__init__)
        yield whole
        make = lambda: cls(**whole.valid)  # noqa: E731
    for key in dir(cls):
        method = inspect.getattr_static(cls, key)
        if (key.startswith("_") and key != "__call__") or key in ("fit", "get_params", "set_params"):
            continue
        if isinstance(method, (staticmethod, classmethod)) or inspect.isfunction(method):
            yield of_method(f"{name}.{key}", cls, key, make)


def of_method(name, cls, key, make):
    held = []  # made when it is needed, once

    def call(**given):
        held[:] = held or [make()]
        return getattr(held[0], key)(**given)

    places = examples_for(name, cls)
    if key in ("step", "move", "ahead"):
        places = [{"memory": cls().start(np.ones(2))}, *places] if issubclass(cls, optimize.Method) else places
    method = Callable(name, parameters_of(getattr(cls, key)), places, call, getattr(cls, key))
    if issubclass(cls, Estimator):
        method.may_be_named |= {p.name for p in parameters_of(cls)}
    return method


def parameters_of(thing):
    return list(inspect.signature(thing).parameters.values())


def only(values, keys):
    return {key: value for key, value in values.items() if key in keys}


def except_for(values, keys):
    return {key: value for key, value in values.items() if key not in keys}


def examples_for(name, cls=None):
    """The places in which to look for examples, the most special one first."""
    lesson, *path = name.split(".")
    parents = (
        [f"{parent.__module__.removeprefix('byhand.')}.{parent.__name__}" for parent in cls.__mro__] if cls else []
    )
    keys = [name, *(f"{parent}.{path[-1]}" for parent in parents), *parents, lesson]
    places = [SPECIAL[key] for key in keys if key in SPECIAL]
    if cls and issubclass(cls, Estimator) and not issubclass(cls, Regressor):
        places.append({"y": LABELS})
    return [*places, EXAMPLES]


CALLABLES = {thing.name: thing for thing in callables()}


# ---- the judge


GUESSED = "nothing but the guard's guess"


class TooLong(BaseException):
    """Raised by the clock: nothing catches it."""


def ring(*_):
    raise TooLong


def verdict(thing, arguments, ways):
    """What is wrong with the outcome of a call; None if nothing is."""
    before = {name: frozen(value) for name, value in arguments.items()}
    fitting = RELATIVE & set(ways.values()) or thing.name in ALWAYS_REFUSED
    may_be_named = thing.may_be_named if fitting else ways.keys()
    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        result = thing.call(**arguments)
        result = list(itertools.islice(result, 20)) if inspect.isgenerator(result) else result
    except ValueError as error:
        if not any(re.search(rf"^{name}\b|\b{name} =|\b{name}\b(?<!\ba)", str(error)) for name in may_be_named):
            return f"an error that does not name it: {error}"
        if not re.search(WANTS, str(error)):
            return f"an error that does not say what is wanted: {error}"
        if "must fit" in str(error) and not FITTING & set(ways.values()):
            return f"{GUESSED}: {error}"
    except TooLong:
        return f"no answer within {SECONDS} seconds"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        excused = NOTHING | BEYOND if thing.name.startswith(OVERFLOW) else NOTHING
        if not excused & set(ways.values()) and has_nan(result):
            return f"NaN: {result}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    changed = [name for name, value in arguments.items() if frozen(value) != before[name]]
    return f"changed {changed}" if changed else None


def frozen(value):
    """What can be compared with itself later on, if it is data."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, repr(value.tolist())
    return repr(value) if isinstance(value, (list, tuple, dict, set)) else None


def has_nan(result):
    """Whether there is a NaN among the numbers of a result."""
    if isinstance(result, (tuple, list)):
        return any(map(has_nan, result))
    if isinstance(result, dict):
        return any(map(has_nan, result.values()))
    if isinstance(result, (float, complex, np.ndarray, np.floating, np.complexfloating)):
        return np.asarray(result).dtype.kind == "f" and bool(np.isnan(result).any())
    return False


def cases(thing):
    """The names of spoiled arguments, each with what is to be done to it."""
    chance = random.Random(zlib.crc32(thing.name.encode()))
    names = sorted(thing.names)
    for name in names:
        most = len(BAD) if name in ("X", "y") and thing.name.endswith(".fit") else EACH
        for way in chance.sample(sorted(BAD), min(most, len(BAD))):
            yield {name: way}
    if len(names) > 1:
        for _ in range(PAIRS):
            yield {name: chance.choice(sorted(BAD)) for name in chance.sample(names, 2)}


# ---- tests


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", CALLABLES)
def test_a_result_or_a_value_error_that_names_the_argument(name):
    thing = CALLABLES[name]
    if thing.unknown:
        pytest.fail(f"{name} needs {thing.unknown}: add an example of it to EXAMPLES or SPECIAL in tests/test_fuzz.py")
    if name not in ALWAYS_REFUSED:
        try:
            result = thing.call(**deepcopy(thing.valid))
            next(result) if inspect.isgenerator(result) else result
        except Exception as error:
            pytest.fail(
                f"{name} has no valid call, {error!r}: add better examples for it to SPECIAL in tests/test_fuzz.py"
            )
    wrong, guessed, tried = [], [], list(cases(thing))
    for ways in tried:
        arguments = deepcopy(thing.valid) | {way: BAD[ways[way]](thing.examples[way]) for way in ways}
        outcome = verdict(thing, arguments, ways)
        if outcome:
            (guessed if outcome.startswith(GUESSED) else wrong).append(f"{ways}: {outcome[:300]}")
    wrong += guessed if len(guessed) > VAGUE * len(tried) else []
    assert not wrong, f"{name}, {len(wrong)} times:\n" + "\n".join(wrong)


# ---- what must not be accepted, and the judge itself

LEARNERS = [name for name in CALLABLES if name.endswith(".fit") and name != "text.CountVectorizer.fit"]  # of tables
NOMINAL = (
    "dummy",
    "naive_bayes.CategoricalNB",
    "preprocessing.O",
    "trees",
    "multiclass",
)  # tables of words are welcome
GARBAGE = ["complex", "dates", "dates that are missing", "words", "a list in a cell", "a ragged list", "a masked array"]


@pytest.mark.parametrize("way", GARBAGE)
@pytest.mark.parametrize("name", LEARNERS)
def test_garbage_is_never_learned_from(name, way):
    thing = CALLABLES[name]
    for argument in ["y"] * (way != "words" and "y" in thing.valid) + ["X"] * (
        way != "words" or not name.startswith(NOMINAL)
    ):
        with pytest.raises(ValueError, match=rf"\b{argument}\b"):
            thing.call(**{**thing.valid, argument: BAD[way](thing.valid[argument])})


@pytest.mark.parametrize("name", [name for name in LEARNERS if "y" in CALLABLES[name].valid])
def test_measured_numbers_are_no_classes(name):
    thing = CALLABLES[name]
    arguments = {**thing.valid, "y": np.array([0.5, 1.5, 2.5, 0.5, 1.5])}
    if thing.valid["y"].dtype.kind == "f" and re.search("Reg|Ridge|Lasso|ElasticNet|SVR", name):
        thing.call(**arguments)
    else:
        with pytest.raises(ValueError, match="y must hold names of classes; 0.5 is a measured number"):
            thing.call(**arguments)


@pytest.mark.parametrize("name", LEARNERS)
def test_sparse_tables_are_refused_with_a_remedy(name):
    thing = CALLABLES[name]
    for table in (sparse.csr_matrix(X), sparse.coo_array(X)):
        with pytest.raises(ValueError, match=r"X is sparse, .*: give X\.toarray\(\)"):
            thing.call(**{**thing.valid, "X": table})


def test_decimals_are_numbers():
    table = np.array([[Decimal("1.5")], [Decimal("3")], [Decimal("2")]], dtype=object)
    model = trees.DecisionTreeClassifier().fit(table, ["a", "b", "a"])
    assert model.nominal_.tolist() == [False]
    assert str(model.tree_) == "x1 ≤ 2.5: a (2)\nx1 > 2.5: b (1)"


def learn(**settings):
    return perceptron.Perceptron(**settings).fit(X, LABELS)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hmm.HMM(2, 3), r"states must be names, not their number, 2: HMM\.random"),
        (lambda: hmm.HMM(["H"], ["x"]), r"start must hold 1 probabilities; got an array of shape \(\)"),
        (lambda: multiclass.OneVsRest(None).fit(X, LABELS), "estimator must offer fit and predict, .*; got None"),
        (lambda: multiclass.OneVsOne(svm.SVC).fit(X, LABELS), "estimator must offer fit .*; got <class"),
        (
            lambda: learn(max_iter=1e300),
            "max_iter must be a whole number of .* at most 9,223,372,036,854,775,807; got 1e",
        ),
        (lambda: learn(max_iter=10**400), r"max_iter must be a whole number of at least 1; got 1000.*00\.\.\.$"),
        (lambda: learn(max_iter=True), "max_iter must be a whole number of at least 1; got True"),
        (lambda: markov.MarkovChain(["H"], [1], [[1]]).sample(3, seed=-1), "seed must be a whole number of at least 0"),
        (lambda: distances.euclidean([1, 2], ["a", 1]), "b must hold numbers only: it holds 'a'"),
        (lambda: distances.euclidean([1, 2], [1]), r"a and b must fit each other .*; given a = \[1, 2\], b = \[1\]"),
        (lambda: neural.Tanh()("a"), "z must be a number, or an array of numbers; got 'a'"),
        (lambda: optimize.Momentum().step(np.ones(2), [0]), r"memory must be the memory that start .*; got \[0\]"),
        (lambda: distances.cosine([0, 0], [1, 2]), "a and b must have a direction"),
        (lambda: optimize.descend(None, [1.0]), "function must offer value and gradient, as .* does; got None"),
    ],
)
def test_mistakes_that_are_often_made(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def careless(values, rate):
    """A formula that checks nothing, for the judge."""
    if rate == "slow":
        while True:
            pass
    if rate == "changes":
        values[0] = 7
    return np.array(values) * (rate if rate != "nan" else float("nan"))


@pytest.mark.parametrize(
    ("rate", "found"),
    [
        ("slow", "no answer within"),
        ("changes", "TypeError|UFunc"),
        ("nan", "NaN"),
        ({}, "TypeError|UFunc"),
        (2.0, None),
    ],
    ids=str,
)
def test_the_judge_sees_each_kind_of_failure(rate, found):
    thing = Callable("careless", parameters_of(careless), [{"values": [1.0, 2.0], "rate": 2.0}], careless)
    outcome = verdict(thing, {"values": [1.0, 2.0], "rate": rate}, {"rate": "another"})
    assert outcome is None if found is None else re.search(found, outcome)


def test_the_judge_sees_changed_input_and_errors_without_a_name():
    thing = Callable("sort", parameters_of(list.sort)[:1], [EXAMPLES], lambda values: values.sort())
    assert verdict(thing, {"values": [2, 1]}, {"values": "another"}) == "changed ['values']"
    thing = Callable("empty", [], [EXAMPLES], lambda values: max(values))
    assert "does not name it" in verdict(thing, {"values": []}, {"values": "another"})


def refuse(values):
    raise ValueError("values are bad")


def test_the_judge_sees_errors_that_do_not_say_what_is_wanted_and_those_that_the_guard_has_guessed():
    thing = Callable("refuse", [], [EXAMPLES], refuse)
    assert "does not say what is wanted" in verdict(thing, {"values": []}, {"values": "an empty list"})
    thing = Callable("guessed", [], [EXAMPLES], guarded(lambda values: max(values), {}))
    assert verdict(thing, {"values": []}, {"values": "an empty list"}).startswith(GUESSED)
    thing = Callable("checked", [], [EXAMPLES], guarded(lambda values: max(values), {"values": as_numeric}))
    assert verdict(thing, {"values": []}, {"values": "an empty list"}) is None


def test_a_new_lesson_that_leaves_everything_to_the_guard_is_found():
    def new(X, values):
        return sum(X[0]) + max(values) ** 0.5

    thing = Callable("new", parameters_of(new), [EXAMPLES], guarded(new, {}))
    valid = thing.valid | {"values": [1.0]}
    outcomes = [
        verdict(thing, valid | {name: BAD[way](thing.examples[name])}, {name: way}) or ""
        for ways in cases(thing)
        for name, way in ways.items()
    ]
    assert sum(outcome.startswith(GUESSED) for outcome in outcomes) > 2 * VAGUE * len(outcomes)


def test_what_needs_an_unknown_argument_is_found():
    def new(X, never_heard_of):
        """A lesson to come."""

    assert Callable("new", parameters_of(new), [EXAMPLES], new).unknown == ["never_heard_of"]


@pytest.mark.parametrize("name", CALLABLES)
def test_the_guard_wants_no_more_than_a_call_needs(name):
    thing = CALLABLES[name]
    for argument, value in thing.valid.items():
        check = thing.wanted.get(argument)
        if callable(check):
            check(value, name=argument)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_ends_with_its_guard(lesson):
    source = inspect.getsource(importlib.import_module(f"byhand.{lesson}"))
    assert re.search(r"\nguard\(\s*__name__[^\n]*(\n    [^\n]*)*\n?\)?\n$", source)


def test_all_lessons_are_there():
    assert {"linear", "hmm", "metrics"} <= set(LESSONS)
    assert len(CALLABLES) > 400
    assert sum(len(list(cases(thing))) for thing in CALLABLES.values()) > 5000
