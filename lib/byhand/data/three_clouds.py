import numpy as np

CLOUDS = (  # the middle of each, and a factor A of its covariance A Aᵀ, so that all machines draw the same points
    ((0, 0), ((-0.8062257748298549, -0.5916079783099616), (-0.8062257748298549, 0.5916079783099616))),
    ((6, 1), ((-1.177725324263937, 0.3360997777259089), (0.6764504860371495, 0.5851621484170900))),
    ((2, 6), ((0.0, 0.8944271909999159), (1.2649110640673518, 0.0))),
)
EACH, STREWN, LOW, HIGH = 400, 100, -4, 10


def three_clouds(seed=0):
    """1,300 points in the plane: three normal clouds of 400, and 100 points strewn evenly over a square around them.

    Returns X, shape (1300, 2), cloud after cloud, the strewn points last, and y, shape (1300,): 0, 1, 2, or -1 for
    these. The document that shows such data says how many points and clouds there are; their places, spreads and the
    seed are this book's choice. Their covariances are (1, 0.3; 0.3, 1), (1.5, -0.6; -0.6, 0.8) and (0.8, 0; 0, 1.6).

    >>> X, y = three_clouds()
    >>> X[0].round(6), np.unique(y, return_counts=True)[1]
    (array([-0.023213, -0.179521]), array([100, 400, 400, 400]))
    """
    rng = np.random.default_rng(seed)
    clouds = [rng.standard_normal((EACH, 2)) @ np.transpose(factor) + middle for middle, factor in CLOUDS]
    strewn = rng.uniform(LOW, HIGH, (STREWN, 2))
    return np.vstack([*clouds, strewn]), np.append(np.repeat([0, 1, 2], EACH), np.full(STREWN, -1))
