"""What a call says where no check has met what it was given."""

import pickle

import numpy as np
import pytest

from byhand import distances, hmm, kernels, neighbors, perceptron, svm
from byhand.base import Estimator, NotFittedError
from byhand.guard import BadArgumentError, guarded, is_ours


class Ratio(Estimator):
    """An estimator that checks nothing."""

    def __init__(self, by=1.0, twice=False):
        self.by = by
        self.twice = twice

    def predict(self, X):
        return X / self.by

    def unfitted(self, X):
        self._require_fit("by_")


for method in ("predict", "unfitted"):  # as `guard` does it, when the class is made
    setattr(Ratio, method, guarded(getattr(Ratio, method), {}))


def unchecked(function):
    return guarded(function, {})


@unchecked
def share(part, whole):
    return part / whole


@unchecked
def halves(numbers):
    for number in numbers:
        yield number / 2


ONLY_X = hmm.HMM(["a"], ["x", "y"], [1], [[1]], [[1, 0]])


# ---- values


def test_results_and_names_are_those_of_the_function():
    assert share(1, 4) == share(part=1, whole=4) == 0.25
    assert share.__name__ == "share"
    assert list(halves([1, 2])) == [0.5, 1.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: share(1, 0),
            "part and whole must fit each other (ZeroDivisionError: division by zero); given part = 1, ",
        ),
        (lambda: share("a", whole=2), "given part = 'a', whole = 2"),
        (lambda: ONLY_X.baum_welch(["x", "y"]), "sequence 2 is impossible"),
        (lambda: ONLY_X.baum_welch(["x", "y"]), "on, 'y'; given sequences = ['x', 'y']"),
        (
            lambda: share(list(range(99)), 2),
            "given part = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ..., whole = 2",
        ),
        (lambda: list(halves([1, "two"])), "given numbers = [1, 'two']"),
        (lambda: Ratio(by="x").predict(3), "given Ratio(by='x'), X = 3"),
        (lambda: max(1, share([], 1)), "unsupported operand"),
    ],
)
def test_what_was_given_is_said(call, message):
    with pytest.raises(BadArgumentError) as caught:
        call()
    assert message in str(caught.value)
    assert caught.value.__cause__ is not None


# ---- laws


def test_an_error_that_names_the_argument_stays_as_it_is():
    with pytest.raises(ValueError, match="^gamma must be a number above 0; got -1$") as caught:
        kernels.RBFKernel(gamma=-1)
    assert type(caught.value) is ValueError
    with pytest.raises(NotFittedError, match="has learned nothing yet"):
        Ratio().unfitted(1)
    with pytest.raises(svm.NotSeparableError) as caught:
        svm.SVC(C=np.inf).fit([[1.0], [1.0]], [0, 1])
    assert caught.value.rows == [0, 1]


def test_a_wrong_number_of_arguments_is_for_python_to_say():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'b'"):
        distances.euclidean([1, 2])
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        distances.euclidean([1, 2], [3, 4], c=5)


def test_the_call_that_the_reader_has_made_explains():
    with pytest.raises(BadArgumentError) as caught:
        neighbors.classify([1, 2], [[1, "a"]], ["no"], k=1)
    assert "given x = [1, 2], X = [[1, 'a']], y = ['no'], k = 1" in str(caught.value)
    assert "a = " not in str(caught.value).partition("given")[2].replace("gamma", "")


def test_errors_of_a_readers_own_function_are_kept_as_the_cause():
    def kernel(A, B):
        return {}["no such key"]

    with pytest.raises(BadArgumentError, match="no such key.*kernel=") as caught:
        svm.SVC(kernel=kernel).fit([[1.0], [2.0]], [0, 1])
    assert isinstance(caught.value.__cause__, KeyError)


def test_an_error_is_ours_if_the_library_says_so():
    with pytest.raises(ValueError) as caught:
        kernels.RBFKernel(gamma=-1)
    assert is_ours(caught.value)
    with pytest.raises(ValueError) as caught:
        max([])
    assert not is_ours(caught.value)


@pytest.mark.parametrize(
    "thing",
    [distances.euclidean, perceptron.Perceptron(), kernels.RBFKernel(), hmm.HMM(["a"], ["x"], [1], [[1]], [[1]])],
)
def test_what_is_guarded_can_be_pickled(thing):
    assert repr(pickle.loads(pickle.dumps(thing))) == repr(thing)
