"""Decisions on paper: joint probabilities, posteriors and costs at one place; the boundary of two normal classes."""

from byhand.paper import Paper, call, number, of, quotient, total
from byhand.working import LONGEST, decimal, exact, figure, tex


def decision(rule, x):
    """The decision of a `byhand.bayes.BayesClassifier` at x."""
    paper, seen = Paper(f"What to decide at x = {decimal(x)}", readable=LONGEST), decimal(x)
    for label, share, law in zip(rule.classes, rule.prior, rule.densities.values(), strict=True):
        paper.line(f"P({label})", exact(share), note="prior")
        if hasattr(law, "log_density"):
            paper.line(f"p({seen}|{label})", float(law.density(x)), note="density within the class")
        else:
            value = float(law.probability(x))
            paper.line(f"p({seen}|{label})", exact(value) if hasattr(law, "values") else value, note="probability")
    for label in rule.classes:
        formula = rf"P({tex(str(label))})\,p(x \mid {tex(str(label))})"
        paper.line(f"joint({label})", of(f"P({label})") * of(f"p({seen}|{label})"), formula)
    evidence = total(of(f"joint({label})") for label in rule.classes)
    paper.line(f"p({seen})", evidence, r"\sum_k P(C_k)\,p(x \mid C_k)", "evidence")
    for label in rule.classes:
        share = quotient(of(f"joint({label})"), of(f"p({seen})"))
        paper.line(f"P({label}|{seen})", share, rf"\text{{joint}}({tex(str(label))}) \div p(x)", "posterior")
    for j, name in enumerate(rule.decisions):
        terms = [
            number(exact(loss)) * of(f"P({c}|{seen})") for loss, c in zip(rule.loss[:, j], rule.classes, strict=True)
        ]
        formula = rf"\sum_k L_{{k,\,{tex(str(name))}}}\,P(C_k \mid x)"
        paper.line(f"cost({name})", total(terms), formula, "expected")
    note = "a tie: the decision named first" if rule.tied(x) else "the least expected cost"
    paper.line("decision", str(rule.decide(x)), r"\operatorname{argmin}_j c_j(x)", note)
    return paper.working()


def boundary(rule):
    """Where two normal classes cost the same; see `byhand.bayes.BayesClassifier.working_boundary`."""
    (first, second), (one, other) = rule.classes, rule.densities.values()
    paper = Paper(f"Where {first} and {second} cost the same")
    mean0, mean1 = number(exact(one.mean)), number(exact(other.mean))
    paper.line("v0", exact(one.std**2), r"\sigma_0^2", f"variance of {first}")
    paper.line("v1", exact(other.std**2), r"\sigma_1^2", f"variance of {second}")
    prices = (rule.loss[0, 1] - rule.loss[0, 0], rule.loss[1, 0] - rule.loss[1, 1])
    for k, (price, share) in enumerate(zip(prices, rule.prior, strict=True)):
        formula = rf"{figure(price)} \cdot P(C_{k})" if set(prices) != {1} else rf"P(C_{k})"
        if (
            paper.line(f"w{k}", number(exact(price)) * number(exact(share)), formula, "price of a mistake, weighted")
            <= 0
        ):
            raise ValueError("prior and loss must leave each class a price above 0, for a boundary on paper")
    paper.line("a", 1 / (2 * of("v0")) - 1 / (2 * of("v1")), r"\frac{1}{2\sigma_0^2} - \frac{1}{2\sigma_1^2}")
    paper.line("b", mean1 / of("v1") - mean0 / of("v0"), r"\frac{\mu_1}{\sigma_1^2} - \frac{\mu_0}{\sigma_0^2}")
    squares = mean0**2 / (2 * of("v0")) - mean1**2 / (2 * of("v1"))
    logs = call("ln", of("v0") / of("v1")) / 2 + call("ln", of("w1") / of("w0"))
    formula = (
        r"\frac{\mu_0^2}{2\sigma_0^2} - \frac{\mu_1^2}{2\sigma_1^2} + \frac{1}{2} \ln \frac{\sigma_0^2}{\sigma_1^2}"
        r" + \ln \frac{w_1}{w_0}"
    )
    paper.line("c", squares + logs, formula)
    _roots(paper, second)
    return paper.working()


def _roots(paper, second):
    """The roots of a x² + b x + c = 0; where it is above 0, the second class is cheaper."""
    if paper.values["a"] == 0:
        if paper.values["b"] == 0:
            paper.line("boundary", "none", note="the same decision everywhere")
        else:
            paper.line("threshold", -of("c") / of("b"), r"-\frac{c}{b}", "equal variances: one threshold")
        return
    if paper.line("D", of("b") ** 2 - 4 * of("a") * of("c"), "b^2 - 4 a c", "the discriminant of the equation") < 0:
        paper.line("boundary", "none", note="the same decision everywhere")
        return
    outside = paper.values["a"] > 0
    root = call("sqrt", of("D"))
    lower = (-of("b") + root if not outside else -of("b") - root) / (2 * of("a"))
    upper = (-of("b") - root if not outside else -of("b") + root) / (2 * of("a"))
    signs = (r"+", r"-") if not outside else ("-", "+")
    paper.line("x1", lower, rf"\frac{{-b {signs[0]} \sqrt{{D}}}}{{2a}}", "the lower root")
    paper.line(
        "x2", upper, rf"\frac{{-b {signs[1]} \sqrt{{D}}}}{{2a}}", f"{second} {'outside' if outside else 'between'}"
    )
