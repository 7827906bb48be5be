"""Checks for the exercises of chapter 26, Markov chains and hidden Markov models."""

import numpy as np

from byhand.exercises import exercise, expect, expect_all, expect_letters, function_of
from byhand.hmm import HMM


@exercise("26.1", hint="Toss 1: start times emission, for both coins. Then add the two ways into each cell.")
def coin_that_changes():
    slips = [
        (0.042525, "That is the most probable path alone. Add all ways into a state."),
        (0.116275, "That is the cell of the fair coin on the last toss. Add the cell of the loaded one."),
        (0.026345, "That is the cell of the loaded coin on the last toss. Add the cell of the fair one."),
        (0.496, "That is heads, heads. Go on to the tails of the last toss."),
        (0.35338, "The last toss shows tails: the loaded coin does so with probability 0.1."),
        (0.12202, "You used rows for columns: the steps into fair are 0.8 from fair and 0.3 from loaded."),
    ]
    return expect(0.14262, slips)


@exercise("26.2", hint="Find the larger of the two last cells, then follow its pointer back.")
def which_coin():
    slips = {
        "FFFL": "These are the larger cells of each column. On toss 4 loaded is right: now follow its pointers back.",
        "FFFF": "On toss 4 the cell of the loaded coin is a little larger.",
        "FFLL": "Compare the two ways into loaded on toss 3: 0.1 × 0.2 and 0.045 × 0.7.",
        "LLLL": "Compare the two ways into loaded on toss 2: 0.25 × 0.2 and 0.05 × 0.7.",
        "LLLF": "That is the path backwards: the pointers lead from the last toss to the first.",
    }
    hint = "Which coin has the larger value on toss 4, and where did it come from?"
    return expect_letters("FLLL", {"F": "fair", "L": "loaded"}, slips, hint)


@exercise(
    "26.3", hint="One factor for the start, one for each step; look each step up in the row of the state it leaves."
)
def the_heat_comes():
    slips = [
        (0.063, "Begin with the probability that the first day is cold."),
        (0.0945, "Read the rows: from cold to hot is 0.1, from hot to cold 0.3."),
        (0.5 * 0.9 * 0.1 * 0.9, "The last step is from hot to hot."),
        (0.035, "Count every day: first, cold stays cold."),
    ]
    return expect(0.0315, slips)


@exercise("26.4", hint="Tomorrow may be hot or cold.")
def day_after_tomorrow():
    slips = [
        (0.64, "That is only one way, through a hot day. The day in between may be cold."),
        (0.8, "That is tomorrow."),
        (0.26, "That is the probability of cold."),
        (5 / 7, "That is the long run, not two steps."),
        (0.52, "That uses the probabilities of the chapter. Here they are different."),
    ]
    return expect(0.74, slips)


@exercise("26.5", hint="The columns have two cells each.")
def short_diary():
    slips = [
        (0.03375, "That is the best path alone."),
        (0.138, "You used the rows of the matrix as columns: the steps into hot are 0.7 from hot and 0.1 from cold."),
        (0.4, "That is day 1. Go on to day 2."),
        (0.044, "That is the cell of hot on day 2. Add the cell of cold."),
    ]
    return expect(0.0785, slips)


@exercise("26.6", hint="Where can day 2 be, and how probable is a 3 there?")
def looking_ahead():
    slips = [
        (0.17, "That is from cold."),
        (0.9, "Weight each emission by the probability of the step that leads to it."),
        (0.59 * 0.05, "What is seen on day 1 belongs to alpha. Beta begins with day 2."),
        (1, "That is the last day."),
    ]
    return expect(0.59, slips)


@exercise("26.7", hint="Multiply past by future, then divide by the total.")
def light_of_tomorrow():
    slips = [
        (0.0625, "That uses day 1 only. Multiply by what day 2 says."),
        (0.044 / 0.0785, "That is day 2."),
        (0.025 * 0.59, "Divide by the probability of the diary."),
        (1 - 0.025 * 0.59 / 0.0785, "That is the probability of cold."),
    ]
    return expect(0.025 * 0.59 / 0.0785, slips)


@exercise("26.8", hint="How probable is it, with both days read, that day 2 was hot? Then take a step.")
def the_day_after():
    slips = [
        (0.044 / 0.0785, "That is day 2, by filtering. Take one step of the chain from there."),
        (0.044 * 0.7 + 0.0345 * 0.1, "Divide by the probability of the diary."),
        (0.044 / 0.0785 * 0.7, "That is one way, from a hot day 2. Day 2 may have been cold."),
        (1 - (0.1 + 0.6 * 0.044 / 0.0785), "That is the probability of cold."),
        (0.25, "That is the long run. The diary says more about the very next day."),
    ]
    return expect(0.1 + 0.6 * 0.044 / 0.0785, slips)


@exercise("26.9", hint="Whose day comes before the last entry, whose is the last entry, and whose comes after it?")
def which_question():
    letters = {"F": "filtering", "S": "smoothing", "P": "prediction", "D": "decoding"}
    slips = {
        "DPSF": "The historian asks about a single day, the novelist about a path.",
        "SFDP": "The supplier asks about tomorrow, the keeper about today.",
        "FPDS": "Filtering uses the diary up to the day in question, smoothing what came later too.",
    }
    return expect_letters("SPDF", letters, slips, "For each of the four: which entries have been read?")


@exercise("26.10", hint="The first is about the sum of all paths through a state, the second about one path.")
def two_answers():
    slips = {
        "HH": "For the path compare the four products of two days, not the sums.",
        "CC": "For the state on its own, add both paths that end in it.",
        "CH": "The other way round: first the state on its own, then the state on the path.",
    }
    hint = "Compare the forward cells of day 2, then the Viterbi cells."
    return expect_letters("HC", {"H": "hot", "C": "cold"}, slips, hint)


@exercise("26.11", hint="How many choices are there on each day? How many arrows lead from one day to the next?")
def cost_of_brute_force():
    slips = [
        ((20**10, 1900), "Each of the 20 days has 10 choices: ten to the twentieth."),
        ((10**20, 2000), "There are 19 steps between 20 days."),
        ((10**20, 190), "Each of the 10 states is reached from each of the 10."),
        ((200, 1900), "The choices of the days multiply."),
    ]
    return expect_all((10**20, 1900), slips)


@exercise("26.12", hint="List the steps: H to H, H to C, ...")
def counting():
    slips = [
        ((5 / 8, 2 / 8), "One of the eight H is the last of its trip and is not left. The row must sum to 1."),
        ((2 / 7, 5 / 7), "Give them in this order: to H, then to C."),
        ((5, 2), "Divide by how often H is left."),
    ]
    return expect_all((5 / 7, 2 / 7), slips)


@exercise("26.13", hint="How often is C seen at all, and how often with 3 Solos?")
def pseudo_count():
    slips = [
        (0, "That is without a pseudo-count."),
        (2 / 3, "The denominator grows by 2 for each of the three symbols."),
        (2 / 5, "There are three symbols, so the denominator grows by 6."),
        (1 / 6, "That is with a pseudo-count of 1. Here it is 2."),
        (1 / 4, "C occurs three times, once in the first trip and twice in the second."),
    ]
    return expect(2 / 9, slips)


@exercise("26.14", hint="In the long run as many days turn from hot to cold as from cold to hot.")
def warmer_place():
    slips = [
        (0.2, "That is the share of cold days."),
        (0.65, "That is one step from an even start. Go on."),
        (0.75, "That is the share of cold days in the first model."),
    ]
    return expect(0.8, slips)


@exercise("26.15", hint="Divide the first column by its sum before you go on.")
def scales():
    slips = [
        ((0.4, 0.0785), "The second is the sum of the plain column. Divide by the first scale."),
        ((0.025, 0.044), "These are the cells of hot. A scale is the sum of a column."),
        ((0.0625, 0.5605096), "These are the scaled cells of hot."),
    ]
    return expect_all((0.4, 0.0785 / 0.4), slips)


@exercise("26.16", hint="How probable is it that the run ends after the present day?")
def how_long_it_runs():
    slips = [
        (1 / 0.96, "A run ends with probability 0.04 each day, not with 0.96."),
        (24, "Count the first day too."),
        (1 / 0.3, "That is a hot spell."),
    ]
    return expect(25, slips)


@exercise("26.17", hint="What can a step of Baum-Welch never do?")
def which_program():
    slips = {
        "A": "It stands still, on a low hill or a plateau. That may happen.",
        "C": "It crosses a plateau slowly and then climbs. That may happen.",
        "D": "It still climbs at the end. That only means that it is not finished.",
    }
    return expect_letters("B", "ABCD", slips, "Read each row from left to right.")


@exercise("26.18", hint="You need the expected number of hot days, and of hot days with 3 Solos.")
def one_step_of_learning():
    total = 0.941844 + 0.840851 + 0.114362
    slips = [
        (2 / 3, "That is the share of all days. Count each day by the probability that it was hot."),
        ((0.941844 + 0.840851) / 3, "Divide by the expected number of hot days, not by all days."),
        (0.941844 + 0.840851, "That is the expected number of hot days with 3 Solos. Divide by that of all hot days."),
        (0.114362 / total, "That is the share of 1 Solo."),
        (0.8, "That is the old value."),
    ]
    return expect((0.941844 + 0.840851) / total, slips)


@exercise("26.19", hint="Keep the best probability for each state, and where it came from.")
def write_it_yourself(answer):
    decode = function_of(answer, "decode", "a list of states", lambda found: [int(state) for state in found])
    for number in range(1, 21):
        model = HMM.random(range(3), range(4), seed=number)
        _, observed = model.sample(7, seed=number)
        right = list(model.viterbi(observed).states)
        parts = model.start.tolist(), model.transitions.tolist(), model.emissions.tolist()
        found = decode(*parts, list(observed))
        if found == right:
            continue
        if found == right[::-1]:
            return f"On model {number} the path comes out backwards: reverse it at the end."
        if found == _turned_round(model, observed):
            return "The transitions are the wrong way round: the step from j to i is transitions[j][i]."
        if found == [int(i) for i in model.posterior(observed).argmax(axis=1)]:
            return f"On model {number} these are the most probable states one by one, not the most probable path."
        return f"On model {number} it found {found}; the most probable path is {right}."
    return None


def _turned_round(model, observed):
    """What Viterbi's algorithm finds with a matrix that is read by columns."""
    delta, back = model.start * model.emissions[:, observed[0]], []
    for symbol in observed[1:]:
        candidates = delta[:, None] * model.transitions.T
        back.append(candidates.argmax(axis=0))
        delta = candidates.max(axis=0) * model.emissions[:, symbol]
    path = [int(np.argmax(delta))]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    return path[::-1]
