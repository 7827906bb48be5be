"""Principal components, those of a kernel, and t-SNE: values worked by hand, laws, references, bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from latex import check
from scipy.special import rel_entr
from sklearn import decomposition as sk
from sklearn.manifold import TSNE, _t_sne

from byhand.decomposition import (
    PCA,
    KernelPCA,
    centre_kernel,
    covariance_matrix,
    how_many,
    principal_components,
    principal_components_by_svd,
    project,
    with_sign,
)
from byhand.engine import decomposition as engine
from byhand.engine import tsne as fast
from byhand.kernels import LinearKernel, PolynomialKernel, RBFKernel
from byhand.losses import numerical_gradient
from byhand.tsne import (
    conditional_probabilities,
    divergence,
    gradient,
    joint_probabilities,
    map_probabilities,
    tsne,
)

pytestmark = pytest.mark.filterwarnings("error")

FIVE = np.array([[1, 1], [2, 1], [3, 3], [4, 5], [5, 5]])  # C-W74
OTHER_FIVE = np.array([[2, 1], [3, 3], [4, 3], [5, 5], [6, 4]])  # D-V01
TABLES = arrays(float, (6, 2), elements=st.integers(-20, 20).map(float)).filter(lambda X: np.ptp(X, axis=0).max() > 0)


def close(actual, wanted, tolerance=1e-9):
    actual, wanted = np.asarray(actual, dtype=float), np.asarray(wanted, dtype=float)
    np.testing.assert_allclose(actual, wanted, rtol=tolerance, atol=tolerance)


def table(seed, kind="plain"):
    """A random table, shape (n, d), with columns of different spread and a mean that is not 0."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(3, 40)), int(rng.integers(2, 9))
    n = {"wide": 3, "tall": 20 * d}.get(kind, n)
    X = rng.normal(size=(n, d)) * 10 ** rng.uniform(-1, 1, d) @ rng.normal(size=(d, d)) + rng.normal(size=d)
    if kind == "dependent":
        X[:, -1] = X[:, 0] - 2 * X[:, 1] if d > 2 else X[:, 0]
    if kind == "round":  # the same variance in every direction: mirrored unit vectors
        X = np.vstack([np.eye(d), -np.eye(d)]) @ np.linalg.qr(rng.normal(size=(d, d)))[0] + rng.normal(size=d)
    return X


KINDS = ["plain", "wide", "tall", "dependent"]


# ---- values


def test_five_points_as_on_paper():
    steps = PCA().working(FIVE)
    check(steps)
    close([steps["c11"], steps["c12"], steps["c22"]], [2, 2.4, 3.2])
    close([steps["lambda1"], steps["lambda2"]], [5.07386, 0.126137], 1e-5)
    close([steps["w11"], steps["w12"], steps["w21"], steps["w22"]], [0.615412, 0.788205, 0.788205, -0.615412], 1e-5)
    close([steps[f"t({n})"] for n in range(1, 6)], [-2.80724, -2.19182, 0, 2.19182, 2.80724], 1e-5)
    close([steps["share"], steps["lost"]], [0.975743, 0.630683], 1e-5)


@pytest.mark.parametrize("rows", [OTHER_FIVE, -FIVE, FIVE * [1, -1], FIVE * [10, 1], [[1, 2], [2, 2], [3, 9]]])
@pytest.mark.parametrize("ddof", [0, 1])
def test_the_paper_agrees_with_the_model(rows, ddof):
    steps, model = PCA(ddof=ddof).working(rows), PCA(ddof=ddof).fit(rows)
    check(steps)
    close([steps["lambda1"], steps["lambda2"]], model.explained_variance_)
    close([[steps["w11"], steps["w12"]], [steps["w21"], steps["w22"]]], model.components_)
    first = PCA(1).fit(rows)
    close([steps[f"t({n})"] for n in range(1, len(rows) + 1)], first.transform(rows)[:, 0])
    nearest = first.inverse_transform(first.transform(rows))
    close([[steps[f"x({n}){j}"] for j in (1, 2)] for n in range(1, len(rows) + 1)], nearest)


@pytest.mark.parametrize(
    ("rows", "first"),
    [([[0, 1], [0, 4]], (0, 1)), ([[0, 1], [3, 1]], (1, 0)), ([[1, 0], [-1, 0], [0, 1], [0, -1]], (1, 0))],
)
def test_without_covariance_the_axes_are_the_directions(rows, first):
    steps = PCA().working(rows)
    assert (steps["w11"], steps["w12"]) == first


def test_the_other_five_points_centred_and_not():
    R = OTHER_FIVE.T @ OTHER_FIVE / 5
    values, vectors = np.linalg.eigh(R)
    close(values[::-1], [29.7092, 0.290819], 1e-5)
    close(with_sign(vectors.T[::-1])[0], [0.775872, 0.630891], 1e-5)
    found = principal_components(OTHER_FIVE)
    close(found.variances, [3.48449, 0.275506], 1e-5)
    close(found.directions[0], [0.733072, 0.680151], 1e-5)
    close(principal_components(OTHER_FIVE, ddof=1).variances, [4.35562, 0.344383], 1e-5)
    close(5 * found.variances[1], 1.37753, 1e-5)


def test_the_kernel_matrix_of_five_points():
    close(KernelPCA().fit(FIVE).eigenvalues_ / 5, [5.07386, 0.126137], 1e-5)
    close(KernelPCA(kernel=RBFKernel(0.5)).fit(FIVE).eigenvalues_ / 5, [0.321301, 0.209195, 0.0786901, 0.0777009], 1e-5)


def test_three_numbers_and_their_neighbours():
    p = conditional_probabilities([1, 4, 9], 2)
    assert np.isclose(2 ** -np.sum(p * np.log2(p)), 2)
    width = (4 - 1) / np.log(p[0] / p[1])  # p is a bell: ratios give 2σ²
    close(p[1] / p[2], np.exp((9 - 4) / width))


# ---- laws


@settings(max_examples=60)
@given(TABLES, st.floats(0, 3.2))
def test_variance_and_residual_add_up_to_the_same_in_every_direction(X, angle):
    shadow = project(X, [np.cos(angle), np.sin(angle)])
    whole = ((X - X.mean(axis=0)) ** 2).sum(axis=1).mean()
    close(shadow.variance + shadow.residual, whole)
    first = PCA(ddof=0).fit(X).explained_variance_[0]
    assert shadow.variance <= first * (1 + 1e-9)
    w = np.array([np.cos(angle), np.sin(angle)])
    close(shadow.variance, w @ covariance_matrix(X) @ w, 1e-8)


@pytest.mark.parametrize("kind", [*KINDS, "round"])
@pytest.mark.parametrize("seed", range(6))
def test_components_are_at_right_angles_uncorrelated_and_give_the_rows_back(kind, seed):
    X = table(seed, kind)
    model = PCA().fit(X)
    scores = model.transform(X)
    k = model.n_components_
    close(model.components_ @ model.components_.T, np.eye(k))
    close(scores.mean(axis=0), np.zeros(k), 1e-8)
    spread = model.explained_variance_[0]
    close(scores.T @ scores / len(X) / spread, np.diag(model.explained_variance_) / spread, 1e-8)
    close(model.inverse_transform(scores), X, 1e-8)
    close(model.explained_variance_ratio_.sum(), 1)
    assert (np.diff(model.explained_variance_) <= 1e-12 * spread).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_lost_is_the_variances_left_out_and_no_other_plane_loses_less(kind, seed):
    X = table(seed, kind)
    whole = PCA().fit(X)
    rng = np.random.default_rng(seed)
    for k in range(1, whole.n_components_):
        model = PCA(k).fit(X)
        lost = ((X - model.inverse_transform(model.transform(X))) ** 2).sum(axis=1).mean()
        close(lost, whole.explained_variance_[k:].sum(), 1e-8)
        close(model.noise_variance_, whole.explained_variance_[k:].sum() / (X.shape[1] - k), 1e-8)
        Q, _ = np.linalg.qr(rng.normal(size=(X.shape[1], k)))
        own = X - X.mean(axis=0)
        assert ((own - own @ Q @ Q.T) ** 2).sum(axis=1).mean() >= lost * (1 - 1e-9)


@pytest.mark.parametrize("kind", [*KINDS, "round"])
@pytest.mark.parametrize("seed", range(6))
def test_lesson_and_engine_find_the_same(kind, seed):
    X = table(seed, kind)
    mean, s, Wt = engine.decompose(X)
    close(mean, X.mean(axis=0))
    plain, by_svd = principal_components(X), principal_components_by_svd(X)
    k = min(X.shape)
    size = plain.variances[0]
    close(s**2 / len(X) / size, plain.variances[:k] / size)
    close(by_svd.variances / size, plain.variances[:k] / size)
    rebuilt = Wt.T * s**2 @ Wt / len(X)  # subspaces rather than vectors: eigenvalues may be equal
    close(rebuilt / size, covariance_matrix(X) / size)
    close(by_svd.directions.T * by_svd.variances @ by_svd.directions / size, rebuilt / size)


def test_a_tall_table_of_small_directions_keeps_its_digits():
    rng = np.random.default_rng(0)
    Q, _ = np.linalg.qr(rng.normal(size=(400, 3)) - 0.0)
    Q, _ = np.linalg.qr(Q - Q.mean(axis=0))
    X = Q * [1, 1e-3, 1e-9]
    close(PCA().fit(X).singular_values_, [1, 1e-3, 1e-9], 1e-7)


@pytest.mark.parametrize("factor", [1e-150, 1e-30, 1e30])
def test_the_unit_changes_no_direction_and_no_share(factor):
    model, plain = PCA().fit(FIVE * factor), PCA().fit(FIVE)
    close(model.components_, plain.components_)
    close(model.explained_variance_ratio_, plain.explained_variance_ratio_)


def test_whitened_scores_have_variance_one_and_go_back():
    X = table(3)
    model = PCA(2, whiten=True).fit(X)
    close(np.cov(model.transform(X).T, ddof=0), np.eye(2))
    close(model.inverse_transform(model.transform(X)), PCA(2).fit(X).inverse_transform(PCA(2).fit(X).transform(X)))


@settings(max_examples=60)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=8).filter(any), st.floats(0.01, 1))
def test_how_many_is_the_first_that_is_enough(counts, share):
    variances = sorted(counts, reverse=True)
    k = how_many(variances, share)
    assert sum(variances[:k]) >= share * sum(variances) - 1e-9
    assert k == 1 or sum(variances[: k - 1]) < share * sum(variances) + 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_a_centred_kernel_is_the_kernel_of_centred_features(seed):
    X, kernel = table(seed), PolynomialKernel(2, 0.1, 1)
    features = kernel.features(X)
    own = features - features.mean(axis=0)
    size = np.abs(own).max() ** 2
    close(centre_kernel(kernel(X)) / size, own @ own.T / size, 1e-9)
    new = kernel.features(X[:2] + 1) - features.mean(axis=0)
    close(centre_kernel(kernel(X), kernel(X[:2] + 1, X)) / size, new @ own.T / size, 1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_kernel_pca_is_pca_of_the_features(seed):
    X, kernel = table(seed, "tall"), PolynomialKernel(2, 0.1, 1)
    features = kernel.features(X)
    ours, plain = KernelPCA(3, kernel).fit(X), PCA(3).fit(features)
    close(ours.eigenvalues_ / len(X) / plain.explained_variance_, np.ones(3), 1e-7)
    for new in (X, X[:3] + 1):
        a, b = ours.transform(new), plain.transform(kernel.features(new))
        close(np.abs(a) / np.abs(b).max(), np.abs(b) / np.abs(b).max(), 1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_linear_kernel_pca_is_pca(seed):
    X = table(seed)
    scores = KernelPCA(2).fit_transform(X)
    close(np.abs(scores), np.abs(PCA(2).fit_transform(X)), 1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_the_gradient_of_the_map_is_the_slope_of_the_divergence(seed):
    rng = np.random.default_rng(seed)
    X, Z = rng.normal(size=(8, 3)), rng.normal(size=(8, 2))
    P = joint_probabilities(X, 3)
    slopes = numerical_gradient(lambda z: divergence(P, z.reshape(8, 2)), Z.ravel())
    close(gradient(P, Z).ravel(), slopes, 1e-6)
    close(gradient(P, Z).sum(axis=0), [0, 0])  # springs among themselves move nobody as a whole


@pytest.mark.parametrize("seed", range(5))
def test_tables_of_probabilities(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 4))
    P, Q = joint_probabilities(X, 5), map_probabilities(X[:, :2])
    for some in (P, Q):
        close(some, some.T)
        close(some.sum(), 1)
        assert not np.diag(some).any() and (some >= 0).all()
    assert divergence(P, X[:, :2]) > 0
    close(divergence(Q, X[:, :2]), 0)
    close(joint_probabilities(1e6 * X + 3, 5), P, 1e-6)  # neither unit nor place matter


@pytest.mark.parametrize("perplexity", [1.5, 4, 10])
@pytest.mark.parametrize("seed", range(4))
def test_the_engine_of_maps_does_what_the_lesson_does_row_by_row(seed, perplexity):
    rng = np.random.default_rng(seed)
    X, Z = rng.normal(size=(14, 3)) * 10 ** rng.uniform(-3, 3), rng.normal(size=(14, 2)) * 10
    X[3] = X[4]  # two rows may be alike
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    table = fast.conditional_table(squares, perplexity)
    for n in range(14):
        others = np.arange(14) != n
        close(table[n, others], conditional_probabilities(squares[n, others], perplexity))
    P = joint_probabilities(X, perplexity)
    close(P, (table + table.T) / 28)
    close(fast.slope(P, Z), gradient(P, Z), 1e-11)


def test_a_map_goes_downhill_and_its_seed_decides():
    X = np.random.default_rng(0).normal(size=(20, 5))
    ends = [tsne(X, perplexity=5, max_iter=steps, seed=1).kl_divergence for steps in (20, 300, 600)]
    assert ends[0] > ends[1] > ends[2]
    assert (
        tsne(X, perplexity=5, max_iter=50, seed=1).points == tsne(X, perplexity=5, max_iter=50, seed=1).points
    ).all()
    assert (
        tsne(X, perplexity=5, max_iter=50, seed=1).points != tsne(X, perplexity=5, max_iter=50, seed=2).points
    ).any()


@pytest.mark.parametrize("perplexity", [2, 5, 15])
@pytest.mark.parametrize("rows", [20, 60, 150])
def test_a_map_of_few_rows_settles(rows, perplexity):
    X = np.random.default_rng(rows).normal(size=(rows, 6))
    ends = [tsne(X, perplexity=perplexity, max_iter=steps).kl_divergence for steps in (1000, 2000)]
    assert ends[0] < 1.06 * ends[1]  # with a rate of 50 it is still far above
    start = tsne(X, perplexity=perplexity, max_iter=400).points
    moved = tsne(X, perplexity=perplexity, max_iter=401).points - start
    assert np.linalg.norm(moved, axis=1).max() < 0.05 * np.ptp(start, axis=0).max()  # no step leads across the map


@pytest.mark.parametrize("perplexity", [5, 10])
@pytest.mark.parametrize("seed", range(3))
def test_rounding_does_not_decide_what_a_map_looks_like(seed, perplexity):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 10)) + 12 * np.eye(10)[np.repeat([0, 1, 2], 20)]
    nudged = X * (1 + 1e-11 * rng.normal(size=X.shape))
    maps = [tsne(table, perplexity=perplexity, seed=seed) for table in (X, nudged)]
    close(maps[0].points, maps[1].points, 2e-2)
    close(maps[0].kl_divergence, maps[1].kl_divergence, 1e-4)


@pytest.mark.parametrize("init", ["random", "pca"])
@pytest.mark.parametrize("seed", range(3))
def test_clusters_far_apart_stay_apart_on_the_map(init, seed):
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.normal(size=(15, 5)) + centre for centre in (0, 20, 60)])
    Z, kind = tsne(X, perplexity=8, init=init, seed=seed).points, np.repeat([0, 1, 2], 15)
    squares = ((Z[:, None] - Z) ** 2).sum(axis=2) + np.diag(np.full(45, np.inf))
    assert np.mean(kind[squares.argmin(axis=1)] == kind) > 0.9


# ---- references


@pytest.mark.parametrize("kind", [*KINDS, "round"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n_components", [None, 1, 2, 0.6, 0.95])
def test_pca_is_that_of_scikit_learn(kind, seed, n_components):
    X = table(seed, kind)
    if kind == "round" and isinstance(n_components, float):
        n_components = 1  # equal shares: which side of 0.6 a sum falls on is rounding
    ours, theirs = PCA(n_components, ddof=1).fit(X), sk.PCA(n_components).fit(X)
    size = theirs.explained_variance_[0]
    close(ours.explained_variance_ / size, theirs.explained_variance_ / size, 1e-8)
    close(ours.explained_variance_ratio_, theirs.explained_variance_ratio_, 1e-8)
    close(ours.singular_values_ / ours.singular_values_[0], theirs.singular_values_ / theirs.singular_values_[0], 1e-7)
    if len(X) > X.shape[1]:  # of fewer rows, scikit-learn's mean is over fewer directions than there are
        close(ours.noise_variance_ / size, theirs.noise_variance_ / size, 1e-8)
    if kind in ("plain", "tall"):
        close(ours.components_, theirs.components_, 1e-6)
        close(ours.transform(X) / np.sqrt(size), theirs.transform(X) / np.sqrt(size), 1e-6)
    if n_components is None:  # as subspaces: repeated eigenvalues leave the vectors open
        close(ours.inverse_transform(ours.transform(X)), theirs.inverse_transform(theirs.transform(X)), 1e-7)


def test_whitening_is_that_of_scikit_learn():
    X = table(1)
    close(PCA(2, whiten=True, ddof=1).fit(X).transform(X), sk.PCA(2, whiten=True).fit(X).transform(X), 1e-8)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("kernel", "settings"),
    [
        (LinearKernel(), {"kernel": "linear"}),
        (RBFKernel(0.3), {"kernel": "rbf", "gamma": 0.3}),
        (PolynomialKernel(3, 0.5, 1), {"kernel": "poly", "gamma": 0.5, "degree": 3, "coef0": 1}),
    ],
    ids=["linear", "rbf", "poly"],
)
def test_kernel_pca_is_that_of_scikit_learn(seed, kernel, settings):
    X = np.random.default_rng(seed).normal(size=(30, 3))
    ours, theirs = KernelPCA(2, kernel).fit(X), sk.KernelPCA(2, eigen_solver="dense", **settings).fit(X)
    close(ours.eigenvalues_, theirs.eigenvalues_)
    for new in (X, X[:5] + 0.5):
        close(ours.transform(new), theirs.transform(new), 1e-7)


@pytest.mark.parametrize("seed", range(3))
def test_probabilities_and_maps_are_those_of_scikit_learn(seed):
    X = np.random.default_rng(seed).normal(size=(30, 5))
    squares = ((X[:, None] - X) ** 2).sum(axis=2).astype(np.float32)
    theirs = _t_sne._joint_probabilities(squares, 8.0, 0)
    P = joint_probabilities(X, 8.0)
    close(P[np.triu_indices(30, 1)], theirs, 1e-4)
    Z = np.random.default_rng(seed).normal(size=(30, 2))
    close(divergence(P, Z), rel_entr(P, map_probabilities(Z)).sum())
    exact = TSNE(perplexity=8, init="random", method="exact", random_state=seed).fit(X).kl_divergence_
    best = min(tsne(X, perplexity=8, seed=s).kl_divergence for s in range(3))
    assert best < exact * 1.2  # each ends in a valley of its own


# ---- bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: PCA().fit([[1, 2], [1, 2]]), "X must have two different rows; all 2 are alike"),
        (lambda: PCA().fit([[0.1, 0.2]]), "X must have two different rows"),
        (lambda: PCA(3).fit(FIVE), "n_components must be at most 2, the smaller of rows and columns; got 3"),
        (lambda: PCA(0).fit(FIVE), "n_components must be a whole number of at least 1; got 0"),
        (lambda: PCA(1.5).fit(FIVE), "n_components must be a whole number of at least 1; got 1.5"),
        (lambda: PCA("mle").fit(FIVE), "n_components must be a whole number"),
        (lambda: PCA(ddof=5).fit(FIVE), "X must have more rows than ddof, 5, for a variance; got 5"),
        (lambda: PCA(whiten=True).fit([[1, 2, 0], [3, 5, 1]]), "n_components must be at most 1 to whiten"),
        (lambda: PCA(whiten=1).fit(FIVE), "whiten must be True or False"),
        (lambda: PCA(1).fit(FIVE).inverse_transform(FIVE), "Z must have 1 columns"),
        (lambda: PCA().working([[1, 2, 3]]), "X must have two columns"),
        (lambda: PCA().working([[1, 2], [1, 2]]), "X must have two different rows"),
        (lambda: project(FIVE, [0, 0]), "direction must not be all 0"),
        (lambda: project(FIVE, [1, 0, 0]), "direction must hold 2 numbers"),
        (lambda: how_many([1, 2], 0.5), "variances must hold numbers of at least 0, the largest first"),
        (lambda: how_many([2, 1], 1.5), "share must be a number above 0 and at most 1"),
        (lambda: KernelPCA(3).fit(FIVE), "n_components must be at most 2: the features vary in no other direction"),
        (lambda: KernelPCA(kernel="rbf").fit(FIVE), "kernel must be a kernel, such as RBFKernel"),
        (lambda: KernelPCA().fit([[1, 2], [1, 2]]), "X must have two rows that differ for the kernel"),
        (lambda: centre_kernel([[1, 2, 3]]), "K must be square"),
        (lambda: tsne(FIVE, perplexity=4), "perplexity must lie between 1 and 4, the number of other rows; got 4"),
        (lambda: tsne(FIVE, perplexity=2, init="best"), "init must be one of 'random', 'pca'"),
        (lambda: tsne(FIVE, 3, perplexity=2, init="pca"), "n_components must be at most 2 for init='pca'"),
        (lambda: divergence(np.ones((2, 2)), [[0], [1]]), "P must hold the probabilities of all pairs"),
        (lambda: gradient([[0, 0.5], [0.5, 0]], [[0], [1], [2]]), "P must have a row and a column for each of the 3"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert message in str(caught.value)
