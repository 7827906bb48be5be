"""Markov chains and hidden Markov models on paper: the probability of a chain, and the three trellises cell by cell."""

from byhand.markov import encode
from byhand.paper import Paper, call, number, of, product, total
from byhand.working import Step, exact, tex

ARGMAX = r"\operatorname{argmax}"


def chain(model, sequence):
    """The probability of a sequence of states of a chain: the start, each step, their product `P(Q)`."""
    names = [model.states[code] for code in encode(sequence, model.states, "sequence", "states")]
    paper = Paper(f"The probability of {', '.join(map(str, names))}")
    lines = [(f"P(q_1={names[0]})", rf"\pi_{{{_tex(names[0])}}}")]
    for t in range(2, len(names) + 1):
        before, here = names[t - 2 : t]
        lines.append((f"P(q_{t}={here}|q_{t - 1}={before})", rf"a_{{{_tex(before)},\,{_tex(here)}}}"))
    for (name, formula), factor in zip(lines, model.factors(names), strict=True):
        paper.line(name, exact(factor), formula)
    paper.line("P(Q)", product([of(name) for name, _ in lines]), r"\pi_{q_1} \prod_{t=2}^T a_{q_{t-1} q_t}")
    return paper.working()


def forward(model, observations):
    """The forward variables, `alpha_t(state)`, and their sum, `P(O)`."""
    sheet = _Sheet("Forward", model, observations)
    sheet.first_column("alpha")
    for t in range(2, sheet.T + 1):
        for i, state in enumerate(model.states):
            ways = total(sheet.ways_into("alpha", t, i))
            formula = rf"\left(\sum_j \alpha_{{{t - 1}}}(j)\, a_{{j,\,{_tex(state)}}}\right) {sheet.emission_tex(t, i)}"
            sheet.line(f"alpha_{t}({state})", ways * sheet.emission(t, i), formula)
    sheet.line("P(O)", total(sheet.column("alpha", sheet.T)), rf"\sum_i \alpha_{{{sheet.T}}}(i)")
    return sheet.working()


def backward(model, observations):
    """The backward variables from the end, `beta_t(state)`, and `P(O)`."""
    sheet = _Sheet("Backward", model, observations)
    for state in model.states:
        sheet.line(f"beta_{sheet.T}({state})", exact(1), "1")
    for t in range(sheet.T - 1, 0, -1):
        symbol = _tex(sheet.symbols[t])
        for state, leaving in zip(model.states, sheet.a, strict=True):
            formula = rf"\sum_j a_{{{_tex(state)},\,j}}\, b_j({symbol})\, \beta_{{{t + 1}}}(j)"
            sheet.line(f"beta_{t}({state})", sheet.ways_on(leaving, t + 1), formula)
    sheet.line("P(O)", sheet.ways_on(sheet.pi, 1), rf"\sum_i \pi_i\, b_i({_tex(sheet.symbols[0])})\, \beta_1(i)")
    return sheet.working()


def viterbi(model, observations):
    """The best paths: `delta_t(state)` and `psi_t(state)`; then `P*`, and the path from `q_T` back."""
    sheet = _Sheet("Viterbi", model, observations)
    model.viterbi(sheet.symbols)  # refuses what is impossible
    sheet.first_column("delta")
    for t in range(2, sheet.T + 1):
        for i, state in enumerate(model.states):
            ways = sheet.ways_into("delta", t, i)
            inner = rf"\delta_{{{t - 1}}}(j)\, a_{{j,\,{_tex(state)}}}"
            formula = rf"\max_j\left[{inner}\right] {sheet.emission_tex(t, i)}"
            sheet.line(f"delta_{t}({state})", call("max", *ways) * sheet.emission(t, i), formula)
            sheet.choose(f"psi_{t}({state})", [way(sheet.values) for way in ways], rf"{ARGMAX}_j\, {inner}")
    last = sheet.column("delta", sheet.T)
    sheet.line("P*", call("max", *last), rf"\max_i \delta_{{{sheet.T}}}(i)")
    best = sheet.choose(f"q_{sheet.T}", [cell(sheet.values) for cell in last], rf"{ARGMAX}_i\, \delta_{{{sheet.T}}}(i)")
    for t in range(sheet.T, 1, -1):
        numbers, best = rf"\psi_{{{t}}}({_tex(best)})", sheet.values[f"psi_{t}({best})"]
        sheet.steps.append(Step(f"q_{t - 1}", rf"\psi_{{{t}}}(q_{{{t}}})", numbers, best))
    return sheet.working()


class _Sheet(Paper):
    """A paper for a trellis, with the model's probabilities as exact numbers."""

    def __init__(self, title, model, observations):
        codes = model.encode(observations).tolist()
        self.states, self.symbols, self.T = model.states, [model.symbols[k] for k in codes], len(codes)
        super().__init__(f"{title}: {', '.join(map(str, self.symbols))}")
        self.pi = [exact(p) for p in model.start]
        self.a = [[exact(p) for p in row] for row in model.transitions]
        self.b = [[exact(p) for p in model.emissions[:, k]] for k in codes]

    def emission(self, t, i):
        return number(self.b[t - 1][i])

    def emission_tex(self, t, i):
        return rf"b_{{{_tex(self.states[i])}}}({_tex(self.symbols[t - 1])})"

    def column(self, letter, t):
        return [of(f"{letter}_{t}({state})") for state in self.states]

    def first_column(self, letter):
        """At t = 1 alpha and delta are the same."""
        for i, state in enumerate(self.states):
            formula = rf"\pi_{{{_tex(state)}}}\, {self.emission_tex(1, i)}"
            self.line(f"{letter}_1({state})", number(self.pi[i]) * self.emission(1, i), formula)

    def ways_into(self, letter, t, i):
        """What the states of the step before contribute to state i at t."""
        return [cell * number(row[i]) for cell, row in zip(self.column(letter, t - 1), self.a, strict=True)]

    def ways_on(self, leaving, t):
        """The sum over the states at t of: going there, its symbol, and what comes after."""
        parts = zip(leaving, self.b[t - 1], self.column("beta", t), strict=True)
        return total([number(step) * number(emission) * after for step, emission, after in parts])

    def choose(self, name, candidates, formula):
        """Write down the state with the largest candidate, of equals the first; return its name."""
        given = {str(i): value for i, value in enumerate(candidates)}
        rule = call("argmax", *map(of, given))
        state = self.hidden(name, str(self.states[int(rule(given))]))
        self.steps.append(Step(name, formula, rule.numbers(given), state))
        return state


def _tex(name):
    return tex(str(name))
