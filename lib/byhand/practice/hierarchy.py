"""Problems on hierarchies and on judging clusters: merges on a line, purity, entropy, pairs."""

from itertools import pairwise
from math import comb, log2

from byhand.practice.problem import kind

STORIES = (  # what the rows are, and where they lie
    ("villages along a road", "kilometre"),
    ("finds in a layer of earth", "depth in cm"),
    ("stars along a line of sight", "distance in light years"),
    ("coins by their age", "year of the reign"),
    ("stops of a tram", "minutes from the station"),
)
NAMES = "ABCDE"
LINKAGES = {1: "single", 2: "complete", 3: "average"}
GAPS = tuple(f"{a} | {b}" for a, b in pairwise(NAMES))
CLOSED = 1000  # further away than anything


@kind(
    "merge-table",
    "Merging by hand",
    ["single linkage", "complete linkage", "average linkage"],
    chapter="23b-hierarchies-and-graphs",
)
def merge_table(problem, random):
    linkage = LINKAGES[problem.level]
    while True:
        what, measure = random.choice(STORIES)
        places = sorted(random.sample(range(1, 31), 5))
        runs = {name: _merges(places, name) for name in LINKAGES.values()}
        if _is_good(runs, linkage):
            break
    run = runs[linkage]
    heights = [height for _, height, _ in run]
    t = max(range(1, 4), key=lambda i: heights[i] - heights[i - 1])  # the cut goes through the widest gap
    level = (heights[t] + heights[t - 1]) / 2
    level = round(level) if heights[t - 1] < round(level) < heights[t] else round(level, 1)
    problem.title = f"Five {what}, {linkage} linkage"
    problem.data = {"places": places, "linkage": linkage, "cut": level}
    problem.tables = {what.capitalize(): {"name": list(NAMES), measure: places}}
    problem.question = (
        f"Merge the two nearest clusters until one is left, with {linkage} linkage. On a line it is always two "
        f"neighbours that join, so say which gap each merge closes, and at which height. How many clusters are left if "
        f"the tree is cut at the height {level:g}?"
    )
    words = {
        "single": "the nearest two members",
        "complete": "the farthest two members",
        "average": "the mean over all pairs of members",
    }
    for number, (gap, _, distances) in enumerate(run, 1):
        others = [name for name in LINKAGES.values() if name != linkage]
        problem.ask(
            f"merge {number}",
            f"argmin({', '.join(distances[linkage])})",
            f"the gap that merge {number} closes",
            formula=r"\operatorname{argmin} d(A, B)",
            numbers="",
            hint=f"Measure the clusters on both sides of each gap that is open, by {words[linkage]}.",
            slips=[
                (name, f"That would be right with {name} linkage.", f"argmin({', '.join(distances[name])})")
                for name in others
            ],
            options=GAPS,
        )
        problem.ask(
            f"height {number}",
            distances[linkage][gap],
            f"the height of merge {number}",
            formula={
                "single": r"\min d(a, b)",
                "complete": r"\max d(a, b)",
                "average": r"\text{mean of } d(a, b)",
            }[linkage],
            hint=f"Take {words[linkage]}, one from each of the two clusters that join.",
            slips=[
                (f"{name} distance", f"With {name} linkage the distance would be this.", distances[name][gap])
                for name in others
            ],
        )
    below = " + ".join(f"(1 + sign({level!r} - {{height {i}}})) / 2" for i in range(1, 5))
    problem.ask(
        "clusters",
        f"5 - ({below})",
        f"the number of clusters at the height {level:g}",
        formula=r"N - \text{merges up to the cut}",
        numbers=f"5 - {t}",
        hint="Every merge below the cut has made two clusters one.",
        slips=[("merges", "That is the number of merges below the cut.", below)],
    )


def _merges(places, linkage):
    """The merges of numbers in order: for each the gap it closes, its height, and how far all gaps are, by linkage."""
    groups, made = [[i] for i in range(len(places))], []
    while len(groups) > 1:
        distances = {name: [str(CLOSED)] * 4 for name in LINKAGES.values()}
        values = {}
        for left, right in pairwise(groups):
            gap = left[-1]
            pairs = [(places[j], places[i]) for i in left for j in right]
            terms = [f"({b} - {a})" if len(pairs) > 1 else f"{b} - {a}" for b, a in pairs]
            distances["single"][gap] = f"{places[right[0]]} - {places[left[-1]]}"
            distances["complete"][gap] = f"{places[right[-1]]} - {places[left[0]]}"
            distances["average"][gap] = f"({' + '.join(terms)}) / {len(pairs)}" if len(pairs) > 1 else terms[0]
            all_pairs = [b - a for b, a in pairs]
            mean = sum(all_pairs) / len(all_pairs)
            values[gap] = {"single": min(all_pairs), "complete": max(all_pairs), "average": mean}[linkage]
        gap = min(values, key=values.get)
        made.append((gap, values[gap], distances))
        place = next(i for i, group in enumerate(groups) if group[-1] == gap)
        groups[place : place + 2] = [groups[place] + groups[place + 1]]
        if sorted(values.values())[:2] != sorted(set(values.values()))[:2]:
            return []  # a tie
    return made


def _is_good(runs, linkage):
    """Whether nothing is tied, heights are clearly apart, and the linkage matters."""
    if not all(runs.values()):
        return False
    heights = [height for _, height, _ in runs[linkage]]
    if min(b - a for a, b in pairwise(heights)) < 0.5:
        return False
    orders = {name: tuple(gap for gap, _, _ in run) for name, run in runs.items()}
    return orders["single"] != orders["complete"]


ITEMS = (  # what is clustered, by what, and two classes
    ("days", "their weather", ("played", "not played")),
    ("patients", "their blood tests", ("ill", "well")),
    ("songs", "their sound", ("rock", "folk")),
    ("letters", "their words", ("complaint", "praise")),
    ("mushrooms", "their shape", ("edible", "toxic")),
)


@kind(
    "purity-and-entropy",
    "Clusters held against classes",
    ["two clusters, two classes", "three clusters, and one big cluster", "pairs: the adjusted Rand index"],
    chapter="23b-hierarchies-and-graphs",
)
def purity_and_entropy(problem, random):
    what, by, classes = random.choice(ITEMS)
    K = 3 if problem.level == 2 else 2
    while True:
        counts = [(random.randint(1, 8), random.randint(1, 8)) for _ in range(K)]
        if _tells(counts, problem.level):
            break
    columns = dict(zip(classes, zip(*counts, strict=True), strict=True))
    problem.title = f"{K} clusters of {sum(map(sum, counts))} {what}"
    problem.data = {"counts": counts}
    problem.tables = {f"How many {what}": {"cluster": range(1, K + 1), **columns}}
    problem.question = (
        f"The {what} were clustered by {by} alone; now their classes are known. "
        + {
            1: "How pure are the clusters, and how many bits of uncertainty about the class are left?",
            2: "How pure are the clusters, how many bits are left, and how much is that below one big cluster?",
            3: "Count the pairs that are together, and work out the adjusted Rand index.",
        }[problem.level]
    )
    if problem.level == 3:
        _pairs(problem, counts, what)
    else:
        _purity(problem, counts)
        _entropy(problem, counts)


def _tells(counts, level):
    """Whether no cluster is a tie, sizes differ, and mistakes lead to other numbers."""
    sizes = [sum(own) for own in counts]
    if len(set(sizes)) < len(sizes) or any(a == b for a, b in counts):
        return False
    if level < 3:
        N, whole = sum(sizes), [sum(column) for column in zip(*counts, strict=True)]
        left = sum(sum(own) / N * _uncertainty(own) for own in counts)
        return len({max(own) / sum(own) for own in counts}) == len(counts) and _uncertainty(whole) - left > 0.15
    P = sum(comb(sum(column), 2) for column in zip(*counts, strict=True))
    Q, S = sum(comb(size, 2) for size in sizes), sum(comb(value, 2) for own in counts for value in own)
    gain = S - P * Q / comb(sum(sizes), 2)
    return P != Q and min(map(min, counts)) > 1 and abs(gain) > 1


def _uncertainty(counts):
    return -sum(value / sum(counts) * log2(value / sum(counts)) for value in counts)


def _purity(problem, counts):
    N = sum(map(sum, counts))
    for k, own in enumerate(counts, 1):
        problem.ask(
            f"purity {k}",
            f"{max(own)} / {sum(own)}",
            f"the purity of cluster {k}",
            formula=r"\max_j p_j",
            hint="Which class is most frequent in the cluster, and what share of it?",
            slips=[
                ("of all", "Divide by the rows of the cluster, not by all.", f"{max(own)} / {N}"),
                ("least", "Take the most frequent class.", f"{min(own)} / {sum(own)}"),
            ],
        )
    terms = " + ".join(f"{sum(own)} / {N} * {{purity {k}}}" for k, own in enumerate(counts, 1))
    plain = " + ".join(f"{{purity {k}}}" for k in range(1, len(counts) + 1))
    problem.ask(
        "purity",
        terms,
        "the purity of the whole",
        formula=r"\sum_k \frac{n_k}{N} \text{purity}_k",
        hint="Weigh each cluster by its share of the rows.",
        slips=[
            ("not weighed", "Weigh the clusters by their sizes.", f"({plain}) / {len(counts)}"),
            ("added", "Weigh the clusters by their shares before you add.", plain),
        ],
    )


def _bits(counts, base="log2"):
    total = sum(counts)
    return "-" + " - ".join(f"{value} / {total} * {base}({value} / {total})" for value in counts)


def _entropy(problem, counts):
    N = sum(map(sum, counts))
    for k, own in enumerate(counts, 1):
        problem.ask(
            f"H{k}",
            _bits(own),
            f"the entropy of cluster {k} in bits",
            formula=r"-\sum_j p_j \log_2 p_j",
            hint="Add up minus share times logarithm of the share, over both classes.",
            slips=[
                ("nats", "This is in nats: take the logarithm to base 2.", _bits(own, "ln")),
                (
                    "one class",
                    "This is the part of one class alone: add that of the other.",
                    f"-{own[0]} / {sum(own)} * log2({own[0]} / {sum(own)})",
                ),
            ],
        )
    terms = " + ".join(f"{sum(own)} / {N} * {{H{k}}}" for k, own in enumerate(counts, 1))
    plain = " + ".join(f"{{H{k}}}" for k in range(1, len(counts) + 1))
    problem.ask(
        "H",
        terms,
        "the entropy of the whole",
        formula=r"\sum_k \frac{n_k}{N} H_k",
        hint="Weigh each cluster by its share of the rows.",
        slips=[
            ("not weighed", "Weigh the clusters by their sizes.", f"({plain}) / {len(counts)}"),
            ("added", "Weigh the clusters by their shares before you add.", plain),
        ],
    )
    if problem.level == 2:
        whole = [sum(column) for column in zip(*counts, strict=True)]
        problem.ask(
            "one cluster",
            _bits(whole),
            "the entropy of one big cluster",
            formula=r"-\sum_j p_j \log_2 p_j",
            hint="Add up each class over all clusters first.",
            slips=[("nats", "This is in nats: take the logarithm to base 2.", _bits(whole, "ln"))],
        )
        problem.ask(
            "gain",
            "{one cluster} - {H}",
            "how many bits the clusters tell",
            hint="How much less is left inside the clusters than in one big one?",
            slips=[("ratio", "Subtract; do not divide.", "{H} / {one cluster}")],
        )


def _pairs(problem, counts, what):
    sizes, whole = [sum(own) for own in counts], [sum(column) for column in zip(*counts, strict=True)]
    N = sum(sizes)
    groups = {
        "P": (whole, "pairs together in a class"),
        "Q": (sizes, "pairs together in a cluster"),
        "S": ([value for own in counts for value in own], "pairs together in both"),
        "all": ([N], "all pairs"),
    }
    for name, (values, label) in groups.items():
        squares = " + ".join(f"{value} * {value}" for value in values)
        problem.ask(
            name,
            " + ".join(f"{value} * ({value} - 1) / 2" for value in values),
            label,
            formula=r"\sum \frac{n (n - 1)}{2}",
            hint=f"Of n {what} there are n(n - 1)/2 pairs.",
            slips=[
                (
                    "twice",
                    "Each pair counts once: divide by 2.",
                    " + ".join(f"{value} * ({value} - 1)" for value in values),
                ),
                ("with themselves", "No row makes a pair with itself.", f"({squares}) / 2"),
            ],
        )
    problem.ask(
        "E",
        "{P} * {Q} / {all}",
        "what S would be on average, by luck",
        formula=r"\frac{P Q}{\binom{N}{2}}",
        hint="The share of pairs in a class, times the number of pairs in a cluster.",
        slips=[("not divided", "Divide by the number of all pairs.", "{P} * {Q}")],
    )
    problem.ask(
        "ARI",
        "({S} - {E}) / (({P} + {Q}) / 2 - {E})",
        "the adjusted Rand index",
        formula=r"\frac{S - E}{\frac{1}{2} (P + Q) - E}",
        hint="How far S is above luck, as a share of how far it could be.",
        slips=[
            ("Rand", "This is the Rand index, not measured from luck.", "({all} + 2 * {S} - {P} - {Q}) / {all}"),
            ("luck left in", "Subtract E below the line, too.", "({S} - {E}) / (({P} + {Q}) / 2)"),
            ("no luck", "Subtract E, above and below.", "{S} / (({P} + {Q}) / 2)"),
        ],
    )
