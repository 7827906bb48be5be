"""Problems in words: what is the task, how is it judged, what is learned from; which kind of learning is it?"""

from byhand.practice.problem import kind
from byhand.practice.situations import (
    BANK,
    KINDS_OF_LEARNING,
    OUTPUTS,
    REINFORCEMENT,
    SUPERVISED,
    UNSUPERVISED,
    listed,
)
from byhand.working import tex

LETTERS = "ABCD"
TENS = range(20, 300)  # of examples
SIGNS = {SUPERVISED: "the answers", UNSUPERVISED: "nothing", REINFORCEMENT: "how it went"}  # what each is told
MEANINGS = {  # what the answer for one example is
    "one of two classes": "a name of two",
    "one of several classes": "a name of many",
    "a number": "a quantity",
    "an order": "its rank",
    "groups": "its group",
    "fewer columns": "a few numbers",
    "odd ones out": "odd or not",
    "actions": "what to do",
}
TPE = {  # what each letter asks, and what is said to whoever takes it for another
    "T": ("the task", "what is to be done", "This is the task: what is to be done."),
    "P": ("the performance measure", "how well it is done", "This is how the work is judged."),
    "E": ("the experience", "what it learns from", "This is what it learns from."),
}


@kind(
    "name-the-task",
    "Name the task",
    ["which kind of learning", "what comes out", "task, performance, experience"],
    chapter="01-what-is-learning",
)
def name_the_task(problem, random):
    if problem.level == 3:
        return _one_situation(problem, random)
    chosen = _three(random)
    sizes = [10 * random.choice(TENS) for _ in chosen]
    problem.data = {"situations": chosen, "sizes": sizes}
    problem.tables = {
        "Three situations": {
            "": LETTERS[:3],
            "what happens": [situation.told(n) for situation, n in zip(chosen, sizes, strict=True)],
        }
    }
    ask, problem.title, words = (
        (_kind_of, "Which kind of learning is it?", "Which kind of learning is each of them?"),
        (_output_of, "What comes out?", "What is to come out of each of them?"),
    )[problem.level - 1]
    problem.question = (
        f"Somebody, or something, wants to learn. {words} And how many features does an example of A have?"
    )
    for letter, situation in zip(LETTERS, chosen, strict=False):
        ask(problem, letter, situation)
    _features_of(problem, "A", chosen[0])


def _three(random):
    """Three situations of different outputs: the first with features, at least two kinds of learning among them."""
    while True:
        chosen = random.sample(BANK, 3)
        if chosen[0].noted and len({s.output for s in chosen}) == 3 and len({s.kind for s in chosen}) > 1:
            return chosen


def _one_situation(problem, random):
    """Level 3: T, P and E among four phrases, then the kind of learning, the output, and the answers known."""
    situation, n = random.choice(BANK), 10 * random.choice(TENS)
    about = listed(situation.features) or "the rules of the world that it acts in"
    phrases = {"T": situation.task, "P": situation.measure, "E": situation.experience.format(n=n), "": about}
    order = random.sample(list(phrases), 4)
    problem.title = "Task, performance, experience"
    problem.data = {"situations": [situation], "sizes": [n]}
    problem.question = (
        f"{situation.told(n)} Which phrase of the table is the task T, which the performance measure P, which the "
        "experience E? One of the four is none of them."
    )
    problem.tables = {"Four phrases": {"": LETTERS, "phrase": [phrases[part] for part in order]}}
    for part, (label, meaning, _) in TPE.items():
        others = [
            (f"took {other}", told, str(order.index(other))) for other, (_, _, told) in TPE.items() if other != part
        ]
        none = ("took neither", "This only describes what is there; it is none of the three.", str(order.index("")))
        problem.ask(
            part,
            str(order.index(part)),
            label,
            formula=tex(meaning),
            numbers=tex(f"phrase {LETTERS[order.index(part)]}"),
            hint=f"Look for {meaning}.",
            slips=[*others, none],
            options=LETTERS,
        )
    _kind_of(problem, "", situation)
    _output_of(problem, "", situation)
    _answers_of(problem, situation, n)


def _kind_of(problem, letter, situation):
    """Ask for the kind of learning."""
    place = KINDS_OF_LEARNING.index(situation.kind)
    words = {
        SUPERVISED: "Supervised learning needs the right answer for each example, and here nobody gives it.",
        UNSUPERVISED: "Unsupervised learning gets descriptions only; here it is told right answers, or rewards.",
        REINFORCEMENT: "Nothing acts and is rewarded here: the examples are there from the start.",
    }
    problem.ask(
        f"kind({letter})" if letter else "kind",
        str(place),
        f"the kind of learning in {letter}" if letter else "the kind of learning",
        formula=tex("it is told"),
        numbers=tex(SIGNS[situation.kind]),
        hint="What is it told: the right answers, how well an action went, or nothing at all?",
        slips=[(name, text, str(i)) for i, (name, text) in enumerate(words.items()) if i != place],
        options=KINDS_OF_LEARNING,
    )


def _output_of(problem, letter, situation):
    """Ask for what comes out."""
    outputs = list(OUTPUTS)
    two, several, number = outputs[:3]
    told = {  # what is said to whoever takes one of the outputs for another
        (two, several): "There are only two answers to choose from.",
        (several, two): "There are more than two answers to choose from.",
        (two, number): "Only one of two names is wanted, not a quantity.",
        (several, number): "A name is wanted, not a quantity: even where names are digits.",
        (number, two): "A quantity is wanted, not one of two names.",
        (number, several): "A quantity is wanted: more or less of it makes sense.",
        (outputs[3], number): "The grade itself is not wanted, only what comes before what.",
        (outputs[4], several): "Nobody has named the classes: it has to find groups by itself.",
        (outputs[5], outputs[4]): "Nothing is to be divided here: each example gets a shorter description.",
        (outputs[6], two): "No example is marked as ordinary or odd, so there are no classes to learn.",
        (outputs[6], outputs[4]): "It is not about dividing all of them, but about the few that are unlike the rest.",
        (outputs[7], two): "The point is to do something, not to name something.",
    }
    problem.ask(
        f"output({letter})" if letter else "output",
        str(outputs.index(situation.output)),
        f"what comes out in {letter}" if letter else "what comes out",
        formula=tex("the answer for one"),
        numbers=tex(MEANINGS[situation.output]),
        hint="Imagine the answer for one new example: a name, a quantity, a place in a list, an action?",
        slips=[
            (f"{wrong} for {right}", words, str(outputs.index(wrong)))
            for (right, wrong), words in told.items()
            if right == situation.output
        ],
        options=outputs,
    )


def _features_of(problem, letter, situation):
    """Ask how many features an example has."""
    many, known = len(situation.noted), situation.kind == SUPERVISED
    slip = (
        ("answer counted", "One of these is the answer, which is not known for a new example.", str(many))
        if known
        else ("one left out", "The answer is not one of these: all of them describe the example.", f"{many} - 1")
    )
    problem.ask(
        f"features({letter})",
        f"{many} - 1" if known else str(many),
        f"the number of features in {letter}",
        formula=tex("noted, less the answer") if known else tex("all that is noted"),
        hint="Count what is recorded about each example. Is the answer one of them?",
        slips=[slip],
    )


def _answers_of(problem, situation, n):
    """Ask how many right answers it learns from."""
    known = situation.kind == SUPERVISED
    everything = ("all entries", "You counted every entry, but each example has just one answer.")
    nothing = ("examples", "That is the number of examples, or attempts; none of them comes with a right answer.")
    problem.ask(
        "answers",
        str(n) if known else "0",
        "how many right answers it learns from",
        formula=tex("one for each example") if known else tex("none is told"),
        hint="For how many examples is the right answer known when learning begins?",
        slips=[(*everything, f"{n} * {len(situation.noted)}") if known else (*nothing, str(n))],
    )
