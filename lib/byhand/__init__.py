"""Machine learning by hand: the classical algorithms in plain NumPy, small enough to read.

The **lessons** are the public modules, each written in the order of its chapter and read in one sitting:

- `byhand.probability`, `byhand.gaussian`, `byhand.information`: tables, Bayes' theorem and counts; the normal
  distribution; entropy and its relatives
- `byhand.preprocessing`, `byhand.bins`, `byhand.text`: tables and documents as numbers: scaling, encoding, filling
  gaps; where to cut a column; words
- `byhand.validation`: splits, cross-validation, learning curves, bias and variance
- `byhand.metrics`, `byhand.scoring`, `byhand.comparing`, `byhand.dummy`: how good predictions are, by counts and by
  distances; scores, curves and probabilities; what may be luck; baselines
- `byhand.linear`, `byhand.inference`: least squares, with powers or radial basis functions as features; how sure a fit
  is
- `byhand.shrinkage`: ridge, lasso and elastic net, their paths, and the prior behind the penalty
- `byhand.gp`, `byhand.covariance`: Gaussian processes, and the kernels that they learn
- `byhand.optimize`, `byhand.losses`, `byhand.rates`: gradient descent and its relatives; losses and functions to go
  down on; which learning rate to take
- `byhand.bayes`: decisions of the least expected cost, their regions and risks, quadratic discriminants
- `byhand.density`: histograms and kernel densities, which bandwidth, and how far two densities are apart
- `byhand.naive_bayes`: categorical, Bernoulli, multinomial, Gaussian and kernel-density naive Bayes
- `byhand.neighbors`, `byhand.distances`: nearest neighbours and prototypes; how far two things are apart
- `byhand.impurity`, `byhand.growing`, `byhand.trees`, `byhand.pruning`: how mixed a node is; how a tree grows; trees as
  estimators; cutting them back, and rules
- `byhand.indicator`, `byhand.logistic`, `byhand.discriminant`: flat boundaries, by least squares on indicators, by
  the likelihood of a sigmoid or a softmax, by normal classes of one shape
- `byhand.svm`, `byhand.dual`, `byhand.kernels`, `byhand.svr`: support vector machines, how their dual is solved,
  kernels; a tube for regression
- `byhand.multiclass`: one-vs-rest and one-vs-one
- `byhand.voting`, `byhand.ensemble`, `byhand.forest`: models that vote; bagging; random forests and extra trees
- `byhand.boosting`, `byhand.gradient_boosting`, `byhand.stacking`: AdaBoost; trees that go down on a loss; a second
  level that learns whom to trust
- `byhand.perceptron`, `byhand.neural`, `byhand.mlp`: one neuron; layers and back-propagation; networks as estimators
- `byhand.generative`: a hidden cause and the bound on its evidence; variational autoencoders and adversarial networks
- `byhand.autodiff`: a tiny automatic differentiation
- `byhand.decomposition`, `byhand.tsne`: principal components, also those of a kernel; maps on which neighbours stay
  together
- `byhand.cluster`, `byhand.clustering_scores`: k-means and its relatives; how good groups are, by distances alone or
  held against classes
- `byhand.hierarchy`, `byhand.spectral`, `byhand.dbscan`: clusters by merging the nearest, by cutting a graph, by where
  points lie close together
- `byhand.em`, `byhand.mixture`: EM, for mixtures of normal densities and of coins; mixtures as estimators
- `byhand.markov`, `byhand.hmm`: Markov chains and hidden Markov models

Two rooms lie behind them, with a module for each family:

- `byhand.paper`: how a calculation is written out, step by step; what `working()` returns
- `byhand.engine`: what only makes an algorithm fast; the tests say that it changes no result

And what they share:

- `byhand.base`, `byhand.transformer`, `byhand.protocol`, `byhand.guard`: estimators and the checks of arguments; those
  that make new columns; what holds for every estimator; what is said where the checks end
- `byhand.expression`, `byhand.working`: a formula, written once; a calculation as the steps one would write on paper
- `byhand.progress`: how far a long calculation has come
- `byhand.datasets`: the documents' data sets as small tables
- `byhand.plot`, `byhand.explore`, `byhand.points`: figures, sliders, points that the reader moves
- `byhand.sources`: what the source documents print, and whether it holds
- `byhand.reading`, `byhand.marking`: numbers as people write them, judged by their digits
- `byhand.exercises`: checks for the exercises of the chapters
- `byhand.practice`: problems with fresh numbers, marked step by step
- `byhand.worksheet`, `byhand.grading`, `byhand.mathml`: sheets for a class, marked when they come back; their formulae
"""

__version__ = "0.1.0"
