"""Checks for the exercises of chapter 15, support vector machines, kernels and how they are trained."""

import math

import numpy as np

from byhand.dual import pair_step
from byhand.exercises import exercise, expect, expect_all, expect_letters, expect_order, function_of
from byhand.kernels import RBFKernel
from byhand.svm import SVC


@exercise(
    "15.1",
    hint="Write each line as w · x + b = 0, and put the three points into the formula under How far is a point from "
    "a line?",
)
def three_lines():
    right = 1, math.sqrt(2), 2 / math.sqrt(5)
    slips = [
        ((1, 2, 2), "Divide by the length of w: a line has many pairs (w, b), and only one distance."),
        ((1, 1, 2 / 5), "Divide by the length of w, not by its square."),
        ((2, 2 * math.sqrt(2), 4 / math.sqrt(5)), "The distance to the nearest point is enough: do not double it."),
        ((1, math.sqrt(2), 4 / math.sqrt(5)), "For the last line the nearest point is the negative one."),
    ]
    return expect_all(right, slips)


@exercise(
    "15.2",
    hint="The street runs at right angles to the line from one point of the pair to the other, and is as wide as "
    "the two are apart.",
)
def two_points_carry_the_street():
    slips = [
        ((0.24, 0.32, 1.56, 5), "Check the sign of b: here w · x + b = 0. Yours belongs to w · x - b = 0."),
        ((0.24, 0.32, -1.56, 2.5), "That is the distance from the line to an edge. The street is twice as wide."),
        ((3, 4, -19.5, 5), "The right line, but not on the scale where the nearest points have y f = 1."),
        ((0.6, 0.8, -3.9, 5), "The right line with a w of length 1. Scale it so that the nearest points have y f = 1."),
    ]
    return expect_all((0.24, 0.32, -1.56, 5), slips)


@exercise(
    "15.3",
    hint="Compute f for each point first, then how far y f falls short of 1. What does a point pay if it "
    "does not fall short?",
)
def the_bill():
    slips = [
        (7.25, "The ½ before the square of w is missing."),
        (3.625, "The slacks cost C = 2 each."),
        (7.0, "The street has its price too: half of the square of w."),
        (6.125, "The second point is on the right side, but inside the street: it pays too."),
        (4.125, "Beyond its edge a point pays nothing: a slack is never below 0."),
        (2.125, "Slack is measured from the edge, where y f = 1, not from the line."),
    ]
    return expect(7.125, slips)


@exercise(
    "15.4",
    hint="What is y f, with its sign? Read each loss off there, as in the picture under Hinge, mistakes and logistic "
    "loss.",
)
def three_losses():
    logistic = math.log2(1 + math.e)
    slips = [
        ((0, 0, math.log2(1 + 1 / math.e)), "Multiply the score by the label: the point is over the line."),
        ((1, 1, logistic), "The hinge counts from the edge, where y f = 1, not from the line."),
        ((1, 2, math.log(1 + math.e)), "That is the natural logarithm. In bits, divide by the logarithm of 2."),
        ((1, 2, math.log2(1 + 1 / math.e)), "Check the sign in the exponent: -y f is +1 here."),
    ]
    return expect_all((1, 2, logistic), slips)


@exercise(
    "15.5",
    hint="Begin with the slack of each row: which of them have any? Then read the table under Which points carry "
    "the street.",
)
def multipliers_by_place():
    slips = {
        "0??C": "Inside the street no multiplier is free: slack above 0 forces it up to C.",
        "00CC": "On the edge the multiplier may be anything from 0 to C.",
        "0CCC": "Multiply each score by its label first. On the edge the multiplier may be anything from 0 to C.",
        "C?00": "The other way round: far beyond the edge a row has no say, and the multiplier is 0.",
        "0?0C": "A row inside the street pays too, though it is on the right side of the line.",
    }
    hint = "Ask of each row whether it is beyond its edge, on it or inside."
    return expect_letters("0?CC", "0?C", slips, hint)


@exercise(
    "15.6",
    hint="Bring each to the form u ‖w‖² + v Σ ξ, then use the formula under Other ways to write the price.",
)
def settings_of_the_documents():
    slips = [
        ((25, 1.5), "The mean divides the slacks by N: C = 1 / (2 N λ)."),
        ((1, 1.5), "The ½ of the book is missing there: C = 1 / (2 N λ)."),
        ((0.5, 3), "There the square of w has no ½, so the price counts half."),
        ((0.5, 6), "The other way round: without the ½ the square weighs more, so the price counts less."),
    ]
    return expect_all((0.5, 1.5), slips)


@exercise(
    "15.7",
    hint="Start with a function that takes some rows and gives w and b, and another that says whether the street is "
    "empty. Three points in a row have no solution.",
)
def widest_street(answer):
    width_of = function_of(answer, "widest_street", "a number", float)
    rng = np.random.default_rng(0)
    for number in range(1, 21):
        n, way = int(rng.integers(4, 8)), rng.normal(size=2)
        y = np.where(np.arange(n) % 2, 1, -1)
        X = (rng.normal(size=(n, 2)) + 3 * y[:, None] * way / math.hypot(*way)).round(2)
        try:
            wanted = SVC(C=math.inf).fit(X, y).margin_
        except ValueError:  # the clouds overlap
            continue
        found = width_of(X.copy(), y.copy())
        if not math.isclose(found, wanted, rel_tol=1e-6):
            return f"On set {number} the widest street is {wanted:.6g} wide; it found {found:.6g}."
    return None


@exercise(
    "15.8",
    hint="Sort by γ first: islands, or nearly a line? Two pictures share their γ; what does a low price do to the "
    "width of the street, and so to the number of rings?",
)
def which_is_which():
    slips = {
        "CDBA": "Two of them share γ = 1. At the lower price the street is wide, and nearly all points stand in it.",
        "ABDC": "The other way round: a large γ makes narrow bells, and so islands.",
        "ADBC": "The other way round: a large γ makes narrow bells, and so islands.",
    }
    return expect_order("CBDA", "Begin with the islands: which setting has the narrowest bells?", slips)


@exercise(
    "15.9",
    hint="Imagine the cube expanded: each feature is a product of at most three of the nine inputs, with "
    "repetition. Add a constant as a tenth input and count the ways to choose three.",
)
def features_of_a_cubic_kernel():
    slips = [
        (729, "That counts each order of the three factors, and products of exactly three only."),
        (math.comb(11, 3), "Those are the products of exactly three. Count those of fewer, too."),
        (math.comb(9, 3), "A factor may occur more than once."),
        (math.comb(12, 3) - 1, "The constant is a feature as well."),
    ]
    return expect(math.comb(12, 3), slips)


@exercise(
    "15.10",
    hint="Write down the five points with their new coordinates and draw them. Then find the street by inspection, as "
    "in the first part.",
)
def street_of_squares():
    width = 5 / math.sqrt(2)
    slips = [
        ((-0.4, 0.4, 2.6, width / 2), "That is the distance from the line to an edge. The street is twice as wide."),
        ((0.4, -0.4, -2.6, width), "With these signs class A is on the negative side; it has the label +1."),
        ((-0.4, 0.4, -2.6, width), "Check the sign of b: here w · z + b = 0."),
    ]
    return expect_all((-0.4, 0.4, 2.6, width), slips)


@exercise(
    "15.11",
    hint="Write f with x_1² and x_2² in place of z_1 and z_2, and put in the height. The edges are where f is 1 and "
    "-1, and f of a point of class A says which is whose.",
)
def back_on_paper():
    edge_a, boundary, edge_b = math.sqrt(3), 3, math.sqrt(15)
    slips = [
        ((edge_b, boundary, edge_a), "The edges are swapped: f = 1 is the edge of A."),
        ((boundary, edge_a, edge_b), "The right three numbers, but you meet the edge of A first."),
        ((3, 9, 15), "Those are the squares of x₁. Take their roots."),
        ((math.sqrt(2), math.sqrt(8), math.sqrt(14)), "The second feature is squared too: z₂ = 0.25."),
        ((2, math.sqrt(10), 4), "That is on the axis x₂ = 0. Walk at the height 0.5."),
    ]
    return expect_all((edge_a, boundary, edge_b), slips)


@exercise(
    "15.12",
    hint="Compare the two exponents for the same pair of points, and solve for γ. Only then put in the distance.",
)
def two_spellings():
    gamma = 1 / (2 * 1.5**2)
    slips = [
        ((1 / 1.5**2, math.exp(-4)), "There is a 2 before σ²."),
        ((1 / (2 * 1.5), math.exp(-3)), "The width is squared."),
        ((gamma, math.exp(-gamma * 3)), "The distance is squared."),
        ((gamma, math.exp(2)), "Check the sign: a kernel of this kind falls with the distance."),
    ]
    return expect_all((gamma, math.exp(-2)), slips)


@exercise(
    "15.13",
    hint="Write down the two by two matrix. What does it do to (1, 1), and what to (1, -1)?",
)
def two_eigenvalues():
    slips = [
        ((3, -1), "The right two numbers in the wrong order: the lower one comes first."),
        ((1, 1), "That is the diagonal. The 2 beside it matters."),
        ((1, 3), "Check the sign: try the direction (1, -1)."),
    ]
    return expect_all((-1, 3), slips)


@exercise(
    "15.14",
    hint="One way asks of each digit: this one, or any other? The other way lets every two digits play against each "
    "other once.",
)
def ten_digits():
    slips = [
        ((10, 90, 200), "Each pair of digits is counted twice there."),
        ((10, 100, 200), "A digit does not play against itself, and each pair counts once."),
        ((10, 45, 1000), "The SVM for a pair sees only the pictures of its two digits."),
        ((45, 10, 200), "The first two are swapped."),
    ]
    return expect_all((10, 45, 200), slips)


@exercise(
    "15.15",
    hint="The kernel matrix has an entry for each pair of rows. For the map, count the products of at most three "
    "inputs, as under The maps behind the kernels.",
)
def kernel_or_map():
    rows, features = 10_000, math.comb(23, 3)
    slips = [
        ((rows, features), "That is for one row. How many rows are there?"),
        ((rows**2, features), "The table of features has a row for each of the 10,000."),
        ((rows**2, rows * 8000), "A product of three inputs is one feature, in whatever order, and fewer count too."),
        ((rows**2, rows * math.comb(22, 3)), "Those are the products of exactly three. Count those of fewer, too."),
        ((rows * features, rows**2), "The other way round."),
    ]
    return expect_all((rows**2, rows * features), slips)


@exercise(
    "15.16",
    hint="Take each miss without its sign. What is left of it when the half-height of the tube is taken off?",
)
def what_the_tube_charges():
    slips = [
        (2.4, "That is the sum of the misses. Inside the tube nothing is charged, and outside only what sticks out."),
        (2.2, "Outside the tube only the part that sticks out counts: subtract ε from each of those misses."),
        (1.4, "A point inside the tube costs 0, never less."),
        (0.9875, "The misses count as they are, not squared."),
        (0.7, "A prediction that is too high misses as well: take each miss without its sign."),
    ]
    return expect(1.45, slips)


@exercise(
    "15.17",
    hint="Subtract every row of B from every row of A at once: with an axis of length 1 in the right place NumPy fills "
    "it up. Which axis is then summed over?",
)
def bells_by_the_thousand(answer):
    radial = function_of(answer, "radial", "an array", lambda found: np.asarray(found, dtype=float))
    rng = np.random.default_rng(3)
    for number in range(1, 21):
        m, n, D = (int(size) for size in rng.integers(1, 7, 3))
        A, B, gamma = rng.normal(size=(m, D)), rng.normal(size=(n, D)), float(rng.choice([0.1, 0.5, 2.0]))
        right, found = RBFKernel(gamma)(A, B), radial(A.copy(), B.copy(), gamma)
        if found.shape != right.shape:
            return f"On pair {number} the table should have the shape {right.shape}; it has {found.shape}."
        if not np.allclose(found, right):
            slips = {
                "Check the sign in the exponent: the kernel falls with the distance.": 1 / right,
                "The distance is squared.": np.exp(-gamma * np.sqrt(-np.log(right) / gamma)),
            }
            known = [words for words, wrong in slips.items() if np.allclose(found, wrong)]
            worst = np.unravel_index(np.abs(found - right).argmax(), right.shape)
            return (known or [f"On pair {number} an entry should be {right[worst]:.6g}; it is {found[worst]:.6g}."])[0]
    return None


@exercise(
    "15.18",
    hint="List what each problem is minimised or maximised over, as written below the min and the max.",
)
def unknowns():
    slips = [
        ((40, 540, 500), "b is an unknown too."),
        ((41, 41, 500), "In the soft margin the slacks are unknowns as well."),
        ((41, 500, 541), "The slacks belong to the primal problem; the dual has only the multipliers."),
        ((41, 541, 501), "The dual has no b: you find it afterwards."),
        ((41, 541, 1000), "The multipliers of the slacks drop out of the dual."),
    ]
    return expect_all((41, 541, 500), slips)


@exercise(
    "15.19",
    hint="With equal multipliers w is a times the difference of the points. Only their distance is needed, not "
    "where they are.",
)
def dual_of_two_points():
    slips = [
        ((1 / 16, 1 / 16), "The ½ before the double sum is missing."),
        ((1 / 2, 1 / 2), "The double sum has the squared distance, 16, not the distance."),
        ((1 / 8, 1 / 4), "Put the multiplier back into the whole dual: 2 a minus half of 16 a²."),
        ((1 / 2, 1 / 8), "That is the length of w. The exercise asks for the multiplier."),
    ]
    return expect_all((1 / 8, 1 / 8), slips)


@exercise(
    "15.20",
    hint="Compute w first. Then ask which of the four rows are certain to lie on an edge; their multipliers tell you.",
)
def b_from_multipliers():
    slips = [
        (1.5, "Check the sign: on an edge y = w x + b, so b = y - w x."),
        (-1.375, "That is the mean over all four. Rows with the multiplier C need not lie on an edge."),
        (-1.25, "That is the mean over the two rows with the multiplier C. Those do not lie on an edge."),
        (0.5, "That is w."),
        (-2.5, "That row has the multiplier C and need not lie on an edge."),
    ]
    return expect(-1.5, slips)


@exercise(
    "15.21",
    hint="Write down the kernel of one corner with itself, with the opposite corner and with a neighbour. All four are "
    "support vectors of a hard margin: what is y f of each?",
)
def dual_with_a_kernel():
    slips = [
        ((1 / 128, 1 / 32), "That is the sum of the multipliers. Subtract half of the double sum."),
        ((1 / 128, 0), "There is a factor ½ before the double sum."),
        ((1 / 8, 1 / 4), "That is for the corners at distance 1 from the axes; these are twice as far out."),
        ((1 / 132, 1 / 66), "Check the signs: the two neighbours of a corner belong to the other class."),
    ]
    return expect_all((1 / 128, 1 / 64), slips)


@exercise(
    "15.22",
    hint="Set the slope along one coordinate to zero and solve for it; do the same for the other. A sweep uses the "
    "newest values.",
)
def two_sweeps():
    slips = [
        ((2, 1.5), "That is after one sweep."),
        ((1, 2), "That is the top, where the sweeps end up. Stop after two."),
        ((0.75, 1.5), "The second coordinate already uses the new value of the first."),
        ((2, 2.5), "The second coordinate already uses the new value of the first."),
    ]
    return expect_all((1.25, 1.875), slips)


@exercise(
    "15.23",
    hint="Where does the step lead without a wall? Compare with C, then work out W at the place where it really ends.",
)
def step_into_the_wall():
    slips = [
        ((0.25, 0.25), "That is beyond C = 0.1: the step ends at the wall."),
        ((0.1, 0.2), "Subtract the quadratic part, half of 0.1² times η."),
        ((0.1, 0.12), "There is a factor ½ before the quadratic part."),
    ]
    return expect_all((0.1, 0.16), slips)


@exercise(
    "15.24",
    hint="The errors belong to a pair, the top is made of the errors, and the partner makes up for the move that is "
    "really made.",
)
def order_of_a_step():
    slips = {
        "cedba": "Cut off first: the partner has to make up for the move that is really made.",
        "ecdab": "Errors and η are those of two certain rows: which?",
        "cdeab": "The top of the parabola is made of the errors and η.",
        "ceadb": "There is nothing to cut off before the top is known.",
    }
    return expect_letters("cedab", "abcde", slips, "Begin with the rows, end with the partner.")


@exercise(
    "15.25",
    hint="Begin with the ends of the segment: with equal labels the sum of the two multipliers stays, with different "
    "labels their difference. The target may lie outside, and the bend η may be 0.",
)
def step_of_smo(answer):
    move_pair = function_of(answer, "move_pair", "an array", lambda found: np.asarray(found, dtype=float))
    rng = np.random.default_rng(2)
    for number in range(1, 21):
        n, C = int(rng.integers(4, 9)), float(rng.choice([0.5, 1.0, 5.0]))
        X, y = rng.normal(size=(n, 2)), np.where(np.arange(n) % 2, 1, -1)
        K = X @ X.T + np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
        alpha = np.repeat(rng.uniform(0, C, n // 2), 2)  # a pair of labels shares its value: the sums agree
        alpha = np.append(alpha, np.zeros(n % 2))
        i, j = (int(row) for row in rng.permutation(n)[:2])
        if number % 4 == 0:  # two points of different classes in one place: the bend is 0
            i, j = 0, 1
            K = K[np.ix_([1, *range(1, n)], [1, *range(1, n)])]
        right = pair_step(K, y, alpha, i, j, C).alpha
        found = move_pair(K.tolist(), y.tolist(), alpha.tolist(), i, j, C)
        if found.shape != right.shape:
            return f"On problem {number} it should return {n} multipliers."
        if not np.allclose(found, right, atol=1e-8):
            row = int(np.argmax(np.abs(found - right)))
            return (
                f"On problem {number}, rows {i} and {j}: the multiplier of row {row} should be {right[row]:.6g}; "
                f"it is {found[row]:.6g}."
            )
    return None


@exercise(
    "15.26",
    hint="Which point of the other band is nearest to (4, 1)? Say how it is mixed from two corners. Weights become "
    "multipliers by the push, 2 over the square of the length.",
)
def shortest_link():
    slips = [
        (
            (4, 1 / 8, 1 / 16, 1 / 16),
            "The link does not end midway between the two circles: the nearer one counts more.",
        ),
        ((4, 1 / 8, 1 / 32, 3 / 32), "The two circles are swapped: the end is nearer to (0, 0), which counts more."),
        ((4, 1, 3 / 4, 1 / 4), "Those are the weights. Multiply them by the push."),
        ((4, 1 / 2, 3 / 8, 1 / 8), "The push is 2 over the square of the length."),
        ((math.sqrt(17), 2 / 17, 2 / 17, 0), "That link ends at a corner. A point on the side between is nearer."),
    ]
    return expect_all((4, 1 / 8, 3 / 32, 1 / 32), slips)
