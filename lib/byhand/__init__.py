"""Machine learning by hand: the classical algorithms in plain NumPy, small enough to read.

One module per family of algorithms, each written in the order of its chapter:

- `byhand.linear`: least squares, with powers or radial basis functions as features
- `byhand.optimize`: gradient descent and its relatives, losses, test functions
- `byhand.naive_bayes`: categorical, Bernoulli, multinomial, Gaussian and kernel-density naive Bayes
- `byhand.neighbors`: nearest neighbours for classes and numbers, metrics, weights, prototypes
- `byhand.impurity`, `byhand.growing`, `byhand.trees`, `byhand.pruning`: how mixed a node is, the recursion that grows a
  tree, decision trees for classes and numbers, pruning and rules
- `byhand.svm`: support vector machines, kernels, one-vs-rest and one-vs-one
- `byhand.neural`: units, layers, back-propagation, a tiny automatic differentiation
- `byhand.hmm`: Markov chains and hidden Markov models

and what they share:

- `byhand.base`: the estimator protocol and the checks of arguments
- `byhand.metrics`: how good predictions are
- `byhand.datasets`: the documents' data sets as small tables
- `byhand.working`: a calculation as the steps one would write on paper
- `byhand.plot`, `byhand.explore`: figures and sliders
- `byhand.sources`: what the source documents print, and whether it holds
- `byhand.exercises`: checks for the exercises of the chapters
- `byhand.practice`, `byhand.worksheet`: problems with fresh numbers, marked step by step; sheets for a class
"""

__version__ = "0.1.0"
