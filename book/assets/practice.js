// Practice problems on a page: the fields of a form are marked here, in the same way as byhand.practice.marking does it.

(() => {
  // A formula is a tree: ["*", ["of", "P(Yes)"], ["number", "2/9"]]; what stands in it are results by name.
  const place = (best) => (...values) => values.indexOf(best(...values));
  const FUNCTIONS = {
    log2: Math.log2,
    ln: Math.log,
    log10: Math.log10,
    exp: Math.exp,
    tanh: Math.tanh,
    sqrt: Math.sqrt,
    abs: Math.abs,
    sign: (x) => (x >= 0 ? 1 : -1),
    max: Math.max,
    argmax: place(Math.max),
    argmin: place(Math.min),
    pick: (which, ...values) => values[which],
    nearest: (k, which, ...values) =>
      Number(
        [...values.keys()]
          .sort((i, j) => values[i] - values[j] || i - j)
          .slice(0, k)
          .includes(which),
      ),
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => a / b,
    "^": (a, b) => a ** b,
  };
  const value = ([sign, ...parts], given) => {
    if (sign === "number") return Number(parts[0]);
    if (sign === "pi") return Math.PI;
    if (sign === "of") return given[parts[0]];
    return FUNCTIONS[sign](...parts.map((part) => value(part, given)));
  };
  const names = ([sign, ...parts]) => [
    ...new Set(sign === "of" ? parts : parts.filter(Array.isArray).flatMap((part) => names(part))),
  ];

  // A number as it was written: its value, half a unit of its last digit, and how many digits count.
  const NUMBER = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
  const FRACTION = new RegExp(`^(${NUMBER})/(${NUMBER})$`);
  const DECIMAL = new RegExp(`^${NUMBER}$`);
  function read(written) {
    let text = written.trim().toLowerCase().replace(/[−–]/g, "-").replaceAll(" ", "");
    text = text.replace(/[×x*·]10(?:\^|\*\*)?\(?([+-]?\d+)\)?/g, "e$1");
    if (!text.includes(".")) text = text.replace(/^([^,]*),([^,]*)$/, "$1.$2");
    const percent = text.endsWith("%") ? 100 : 1;
    if (percent > 1) text = text.slice(0, -1);
    const fraction = FRACTION.exec(text);
    if (fraction) {
      const [above, below] = fraction.slice(1).map(Number);
      return below === 0 ? null : { value: above / below / percent, half: 0, digits: 9 };
    }
    if (!DECIMAL.test(text)) return null;
    const [mantissa, exponent = "0"] = text.split("e");
    if (Math.abs(Number(exponent)) > 99) return null;
    const decimals = (mantissa.split(".")[1] ?? "").length;
    return {
      value: Number(text) / percent,
      half: (0.5 * 10 ** (Number(exponent) - decimals)) / percent,
      digits: mantissa.replace(/[+.-]/g, "").replace(/^0+/, "").length,
    };
  }
  const readWord = (text, options) => {
    const which = options.findIndex((option) => option.toLowerCase() === text.toLowerCase());
    return which < 0 ? null : { value: which, half: 0, digits: 9 };
  };

  const means = (a, target, spread = 0) =>
    Math.abs(a.value - target) <= a.half * 1.000001 + spread + Math.abs(target) * 1e-9;
  const fits = (a, target, spread = 0) =>
    Math.abs(a.value - target) <= Math.abs(a.value) * 1e-9 + 1e-12 || (a.digits > 1 && means(a, target, spread));
  // As far as it goes, half a unit rounded up; 0 goes nowhere.
  const roughly = (a, target) => {
    const share = Math.abs(a.value) < Math.abs(target) ? 0.999999 : 1.000001;
    return a.digits > 0 && Math.abs(a.value - target) <= a.half * share;
  };
  // One unit of the last digit off, as after cutting off digits; where there are none to cut off, that is wrong.
  const leavesDigits = (a, target) => {
    const units = a.half ? target / (2 * a.half) : 0;
    return Math.abs(units - Math.round(units)) > 1e-6;
  };
  const nearly = (a, target, spread = 0) =>
    a.digits > 2 && (spread !== 0 || leavesDigits(a, target)) && means(a, target, a.half + spread);

  // How far what was meant may be from what was written: nothing for whole numbers and for the value itself.
  const doubt = (a, target) =>
    a.half === 0.5 || Math.abs(a.value - target) <= Math.abs(a.value) * 1e-9 ? 0 : a.half;

  // The value and how far it may be off because what is given was rounded, a fiftieth at most; null where there is
  // none, as in 1/0.
  function known(tree, given, halves) {
    const middle = value(tree, given);
    const spread = names(tree)
      .map((name) => value(tree, { ...given, [name]: given[name] + (halves[name] ?? 0) }))
      .reduce((sum, moved) => sum + Math.abs(moved - middle), 0);
    return Number.isFinite(middle) && Number.isFinite(spread) ? [middle, Math.min(spread, Math.abs(middle) / 50)] : null;
  }

  const CHANGES = {
    sign: (v) => -v,
    percent: (v) => 100 * v,
    "point right": (v) => 10 * v,
    "point left": (v) => v / 10,
    "upside down": (v) => (v ? 1 / v : v),
  };

  function judge(step, text, answer, { right, mine, halves, off }, { say, anywhere }) {
    const target = right[step.name];
    if (!text) return ["missing", say.missing];
    if (!answer)
      return ["unread", step.options.length ? say["unread word"] + step.options.join(", ") : say["unread number"]];
    if (fits(answer, target)) return ["right", say.right];
    if (roughly(answer, target)) return ["coarse", say.coarse];
    if (nearly(answer, target)) return ["right", say.nearly];
    const carried = known(step.tree, mine, halves);
    if (carried && (fits(answer, ...carried) || nearly(answer, ...carried)))
      return names(step.tree).some((name) => off.has(name)) ? ["follows", say.follows] : ["right", say.rounded];
    for (const slip of step.slips)
      for (const made of [known(slip.tree, right, {}), known(slip.tree, mine, halves)])
        if (made && fits(answer, ...made)) return ["slip", slip.words];
    if (!step.options.length)
      for (const [name, change] of Object.entries(CHANGES))
        if (fits(answer, change(target))) return ["slip", anywhere[name]];
    return ["wrong", step.hint];
  }

  // For each step a verdict and words, from what was written, by name.
  function mark(problem, answers) {
    const so = { right: {}, mine: {}, halves: {}, off: new Set() };
    return problem.steps.map((step) => {
      so.right[step.name] = value(step.tree, so.right);
      const text = (answers[step.name] ?? "").trim();
      const answer = step.options.length ? readWord(text, step.options) : read(text);
      const [verdict, words] = judge(step, text, answer, so, problem);
      let isOff = !["right", "coarse"].includes(verdict);
      if (answer) [so.mine[step.name], so.halves[step.name]] = [answer.value, doubt(answer, so.right[step.name])];
      else {
        const carried = known(step.tree, so.mine, so.halves) ?? [so.right[step.name], 0];
        [so.mine[step.name], so.halves[step.name]] = carried;
        isOff = names(step.tree).some((name) => so.off.has(name));
      }
      if (isOff) so.off.add(step.name);
      return { name: step.name, verdict, words };
    });
  }

  const sitting = { problems: 0, steps: 0, first: 0 }; // since the page was opened

  // Make a form work; `another(level)` asks Python for a new one, where there is Python.
  function practice(box, another) {
    const problem = JSON.parse(box.querySelector("script").textContent);
    const form = box.querySelector("form");
    const working = box.querySelector("details");
    const status = box.querySelector(".practice-status");
    const fields = problem.steps.map((step) => form.elements[step.name]);
    const room = (field) => field.closest("li").querySelector(".practice-mark");
    const judged = () => mark(problem, Object.fromEntries(fields.map((field) => [field.name, field.value])));
    const helped = new Map(); // how much help a step has had
    let checked = false;

    const say = (field, verdict, words) => {
      const good = verdict === "right" || verdict === "follows";
      room(field).textContent = verdict === "missing" ? "" : words;
      field.closest("li").dataset.verdict = verdict;
      if (verdict === "missing" || good) field.removeAttribute("aria-invalid");
      else field.setAttribute("aria-invalid", "true");
      return good;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const good = judged().filter(({ verdict, words }, i) => say(fields[i], verdict, words)).length;
      if (!checked) {
        checked = true;
        sitting.problems += 1;
        sitting.steps += fields.length;
        sitting.first += good;
      }
      const problems = `${sitting.problems} problem${sitting.problems > 1 ? "s" : ""}`;
      status.textContent =
        `${good} of ${fields.length} steps are right. In this sitting: ${problems}, ` +
        `${sitting.first} of ${sitting.steps} steps right at the first check.`;
    });
    box.querySelector(".practice-help").addEventListener("click", () => {
      const first = judged().findIndex(({ verdict }) => verdict !== "right" && verdict !== "follows");
      if (first < 0) {
        status.textContent = "Every step is right.";
        return;
      }
      const stage = (helped.get(first) ?? 0) + 1;
      helped.set(first, stage);
      const { name, hint } = problem.steps[first];
      const item = fields[first].closest("li");
      if (stage === 1) status.textContent = `${name}: ${hint}`;
      else if (stage === 2) {
        item.querySelector(".practice-numbers").hidden = false;
        status.textContent = `${name}: the formula with its numbers stands below the field.`;
      } else {
        working.open = true;
        status.textContent = `${name}: see the working below.`;
      }
      fields[first].focus();
    });
    const button = box.querySelector(".practice-another");
    if (button) {
      button.addEventListener("click", () => another(Number(box.querySelector(".practice-level").value)));
      box.querySelector(".practice-level").addEventListener("change", () => button.click());
    }
    form.hidden = false;
  }

  for (const box of document.querySelectorAll(".practice")) practice(box);
  Object.assign((window.byhand ??= {}), { practice, mark });
})();
