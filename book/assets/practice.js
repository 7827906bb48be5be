// Practice problems and exercises on a page: the fields of a form are marked here, in the same way as the library's
// byhand.practice.marking and byhand.exercises do it.

(() => {
  const script = document.currentScript.src;

  // A formula is a tree: ["*", ["of", "P(Yes)"], ["number", "2/9"]]; what stands in it are results by name.
  const place = (best) => (...values) => values.indexOf(best(...values));
  const FUNCTIONS = {
    log2: Math.log2,
    ln: Math.log,
    log10: Math.log10,
    exp: Math.exp,
    tanh: Math.tanh,
    arctan: Math.atan,
    sqrt: Math.sqrt,
    abs: Math.abs,
    sign: (x) => (x >= 0 ? 1 : -1),
    max: Math.max,
    min: Math.min,
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

  // A number as it was written: its value, half a unit of its last digit, and how many digits count. All that a text may
  // mean, the likeliest first, as byhand.reading does it.
  const NUMBER = "(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
  const MARKS = {
    "−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", ":": "/", "⁄": "/", "\u00a0": " ",
    "\u2009": " ", "\u202f": " ", "π": "pi", "√": "sqrt", "’": "'", "½": " 1/2", "¼": " 1/4", "¾": " 3/4",
    "⅓": " 1/3", "⅔": " 2/3",
  };
  const LOWERED = Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹⁻"].map((sign, i) => [sign, "0123456789-"[i]]));
  const RAISED = /⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g;
  const BEFORE = /^(?:≈|~|≅|=|ca\.?(?![a-z])|circa|about|approx\.?|[€$£¥]|eur(?![a-z])|usd(?![a-z]))\s*/;
  const AFTER = /\s*(?:[€$£¥]|eur|usd|bits?|nats?|m²|m2|m\^2|°c?)$/;
  const NAMES = ["e", "pi", "sqrt", "exp", "ln", "log2", "log10", "tanh", "abs"];
  const LONGEST = 100;
  function readings(written) {
    if ([...written].length > LONGEST) return [];
    let text = [...written].map((sign) => MARKS[sign] ?? sign).join("").trim().toLowerCase();
    text = text.replace(BEFORE, "").replace(AFTER, "").replace(/\s*(?:%|per ?cent)$/, "%");
    text = text.replace(RAISED, (power) => `^(${[...power].map((sign) => LOWERED[sign]).join("")})`);
    text = text.replace(/sqrt *(\d+(?:\.\d+)?)/g, "sqrt($1)");
    const percent = text.endsWith("%") ? 100 : 1;
    const plain = text.replace(/%$/, "");
    const found = [];
    for (const thousands of [false, true])
      for (const log of /log *\(/.test(plain) ? ["ln", "log10"] : [""]) {
        const answer = reading(plain.replace(/log *\(/g, `${log}(`), thousands, percent);
        if (answer && !found.some(({ value, half }) => value === answer.value && half === answer.half)) found.push(answer);
      }
    return found;
  }
  function reading(written, thousands, percent) {
    let text = written.replace(/^([+-]?)(\d+) +(\d+ *\/ *\d+)$/, "$1($2+$3)");
    text = text.replace(/\d(?:[\d.,' ]*\d)?[.,]?|[.,]\d+/g, (number) => canonical(number, thousands));
    text = text.replaceAll(" ", "").replaceAll("**", "^").replace(/(?<=[\d)])x(?=[\d(])/g, "*");
    text = text.replace(new RegExp(`^([+-]?${NUMBER})\\*10\\^?\\(?([+-]?\\d+)\\)?$`), "$1e$2");
    while (/^\([^()]*\)$/.test(text)) text = text.slice(1, -1);
    if (new RegExp(`^[+-]?${NUMBER}$`).test(text)) return decimal(text, percent);
    const value = workedOut(text);
    return value === null ? null : { value: value / percent, half: 0, digits: 9 };
  }
  // With a point for its decimals and nothing between its groups; "?" where the marks make no sense.
  function canonical(written, thousands) {
    const number = written.trim();
    const [commas, points] = [",", "."].map((mark) => number.split(mark).length - 1);
    let mark = points > 1 ? "," : ".";
    if (commas && points) mark = number.lastIndexOf(",") > number.lastIndexOf(".") ? "," : ".";
    else if (commas) mark = thousands || commas > 1 ? "." : ",";
    const at = number.indexOf(mark);
    const [whole, decimals] = at < 0 ? [number, ""] : [number.slice(0, at), number.slice(at + 1)];
    const separators = new Set(whole.match(/\D/g) ?? []);
    if (/\D/.test(decimals) || separators.size > 1) return "?";
    if (separators.size && !/^[1-9]\d{0,2}(?:[,.' ]\d{3})+$/.test(whole)) return "?";
    return whole.replace(/\D/g, "") + (at < 0 ? "" : `.${decimals}`);
  }
  function decimal(text, percent) {
    const [mantissa, exponent = "0"] = text.split("e");
    if (Math.abs(Number(exponent)) > 99) return null;
    const decimals = (mantissa.split(".")[1] ?? "").length;
    return {
      value: Number(text) / percent,
      half: (0.5 * 10 ** (Number(exponent) - decimals)) / percent,
      digits: mantissa.replace(/[+.-]/g, "").replace(/^0+/, "").length,
    };
  }
  // The value of a formula; null for what is none, or beyond all reason.
  function workedOut(text) {
    const parts = text.match(new RegExp(`${NUMBER}|[a-z]+\\d*|[-+*/^()]`, "g")) ?? [];
    const strange = (part) => (/^[a-z]/.test(part) && !NAMES.includes(part)) || /\de[+-]?\d{3,}$/.test(part);
    if (parts.join("") !== text || parts.some(strange)) return null;
    if (new RegExp(`[+-]{2}|/${NUMBER}/`).test(text)) return null;
    let at = 0;
    const fail = () => {
      throw new RangeError("not a number that anybody would write");
    };
    const sensible = (x) => (x === 0 || (Math.abs(x) >= 1e-99 && Math.abs(x) <= 1e99) ? x : fail());
    const take = (...signs) => (signs.includes(parts[at]) ? parts[at++] : null);
    const join = (next, ...signs) => {
      let left = next();
      for (let sign = take(...signs); sign; sign = take(...signs)) left = sensible(FUNCTIONS[sign](left, next()));
      return left;
    };
    const sum = () => join(product, "+", "-");
    const product = () => join(signed, "*", "/");
    const signed = () => (take("-") ? -signed() : take("+") ? signed() : power());
    const power = () => {
      const base = atom();
      if (!take("^")) return base;
      const exponent = signed();
      return Math.abs(exponent) > 99 ? fail() : sensible(base ** exponent);
    };
    const bracketed = () => {
      if (!take("(")) fail();
      const inside = sum();
      if (!take(")")) fail();
      return inside;
    };
    const atom = () => {
      const part = parts[at];
      if (part === "(") return bracketed();
      at += 1;
      if (part === "e") return Math.E;
      if (part === "pi") return Math.PI;
      if (NAMES.includes(part)) return sensible(FUNCTIONS[part](bracketed()));
      return /^[\d.]/.test(part ?? "") ? sensible(Number(part)) : fail();
    };
    try {
      const value = sum();
      return at === parts.length && Number.isFinite(value) ? value : null;
    } catch (error) {
      if (error instanceof RangeError) return null; // also where brackets are nested too deep
      throw error;
    }
  }
  const readWord = (text, options) =>
    options.flatMap((option, i) => (option.toLowerCase() === text.toLowerCase() ? [{ value: i, half: 0, digits: 9 }] : []));
  const readStep = (step, text) => (step.options.length ? readWord(text, step.options) : readings(text));

  // What is shown beside a field before it is checked, where the text is not just the number itself.
  const understood = (text) => {
    if (!text.trim() || /^[+-]?\d*\.?\d+$/.test(text.trim())) return "";
    const values = readings(text).map(({ value }) => String(Number(value.toPrecision(6))));
    return values.length ? `= ${values.join(" or ")}${values.length > 1 ? "?" : ""}` : "not a number yet";
  };

  const NOTHING = 1e-12; // what rounding in a computer makes of 0
  const isExactly = (a, target) =>
    Math.abs(target) <= NOTHING
      ? a.value === 0 || (Math.abs(a.value) <= NOTHING && a.digits > 2)
      : Math.abs(a.value - target) <= Math.abs(target) * 1e-9;
  const means = (a, target, spread = 0) =>
    Math.abs(a.value - target) <= a.half * 1.000001 + spread + Math.abs(target) * 1e-9;
  const isWhole = (x) => Math.abs(x - Math.round(x)) <= Math.abs(x) * 1e-12;
  // Of a value known up to `spread` nobody can tell more, nor whether it is 0.
  const fits = (a, target, spread = 0) =>
    isExactly(a, target) ||
    (spread > 0 && Math.abs(a.value - target) <= spread) ||
    (a.digits >= (a.half === 0.5 && !isWhole(target) ? 3 : 2) && means(a, target, spread));
  // As far as it goes, half a unit rounded up, and not a fifth off; 0 goes nowhere.
  const roughly = (a, target) => {
    const off = Math.abs(a.value - target);
    const share = Math.abs(a.value) < Math.abs(target) ? 0.999999 : 1.000001;
    return a.digits > 0 && off <= (Math.abs(target) / 5) * 1.000001 && off <= a.half * share;
  };
  // One unit of the last digit off, as after cutting off digits; where there are none to cut off, that is wrong.
  const leavesDigits = (a, target) => {
    const units = a.half ? target / (2 * a.half) : 0;
    return Math.abs(units - Math.round(units)) > 1e-6;
  };
  const nearly = (a, target, spread = 0) =>
    a.digits > 2 && (spread !== 0 || leavesDigits(a, target)) && means(a, target, a.half + spread);

  // How far what was meant may be from what was written: nothing for the value itself and for small counts.
  const doubt = (a, target) =>
    (a.half === 0.5 && a.digits < 3) || Math.abs(a.value - target) <= Math.abs(a.value) * 1e-9 ? 0 : a.half;

  // The value and how far it may be off because what is given was rounded; null where there is none, as in 1/0. Nobody
  // who rounds with care is more than a hundredth off in a number, nor more than a third of the value in all, or of what
  // it is a small difference of.
  const offBy = (name, given, halves) => Math.min(halves[name] ?? 0, Math.abs(given[name]) / 100);
  function known(tree, given, halves) {
    if (names(tree).some((name) => !(name in given))) return null;
    const middle = value(tree, given);
    const rounded = names(tree).filter((name) => halves[name]);
    const change = (name, other) => Math.abs(value(tree, { ...given, [name]: other }) - middle);
    const spread = rounded.reduce((sum, name) => sum + change(name, given[name] + offBy(name, given, halves)), 0);
    if (!Number.isFinite(middle) || !Number.isFinite(spread)) return null;
    if (spread <= Math.abs(middle) / 3) return [middle, spread];
    const parts = rounded.flatMap((name) => [change(name, 0), change(name, given[name] / 2)]).filter(Number.isFinite);
    return [middle, Math.min(spread, Math.max(Math.abs(middle), ...parts) / 3)];
  }
  // What follows from the reader's own numbers. A choice between two that are alike as far as they were written may fall
  // on either: then on that of the answer.
  function carriedTo(step, answer, { mine, halves }) {
    if (!step.options.length) return known(step.tree, mine, halves);
    const found = known(step.tree, mine, {});
    const moved = (name, side) => ({ ...mine, [name]: mine[name] + side * offBy(name, mine, halves) });
    const falls = (name) => [-1, 1].some((side) => value(step.tree, moved(name, side)) === answer.value);
    return found && answer && names(step.tree).some(falls) ? [answer.value, 0] : found;
  }

  const CHANGES = {
    sign: (v) => -v,
    percent: (v) => 100 * v,
    "point right": (v) => 10 * v,
    "point left": (v) => v / 10,
    "upside down": (v) => (v ? 1 / v : v),
  };

  function judge(step, text, answer, so, carried, others, { say, anywhere }) {
    const { right, off } = so;
    const target = right[step.name];
    if (!text) return ["missing", say.missing];
    if (!answer)
      return ["unread", step.options.length ? say["unread word"] + step.options.join(", ") : say["unread number"]];
    if (fits(answer, target)) return ["right", say.right];
    if (nearly(answer, target)) return ["right", say.nearly];
    if (carried && (fits(answer, ...carried) || nearly(answer, ...carried)))
      return names(step.tree).some((name) => off.has(name)) ? ["follows", say.follows] : ["right", say.rounded];
    if (roughly(answer, target)) return ["coarse", say.coarse];
    const reasons = explain(step, answer, so, others, say, anywhere);
    const only = reasons.length === 1 ? reasons[0].name : "";
    return reasons.length ? ["slip", reasons.map(({ words }) => words).join(say.or), only] : ["wrong", step.hint];
  }

  // What explains a wrong answer, all of it where nobody can tell. Two steps in each other's place explain two answers
  // by one mistake: that is likelier than any slip.
  function explain(step, answer, { right, mine, halves }, others, say, anywhere) {
    const target = right[step.name];
    const taken = others.filter((other) => fits(answer, right[other.name]));
    const named = (name, other) => ({ name, words: say[name].replace("{other}", other.label) });
    const isNear = (other) => step.needs.has(other.name) || other.needs.has(step.name); // its answer may just follow
    const swapped = taken.find((other) => other.answer && fits(other.answer, target) && !isNear(other));
    if (swapped) return [named("swapped", swapped)];
    const reasons = [];
    const same = (name, words) => (reason) => reason.name === name && reason.words === words;
    const add = (name, words) => reasons.some(same(name, words)) || reasons.push({ name, words });
    for (const slip of step.slips) {
      const made = [known(slip.tree, right, {}), known(slip.tree, mine, step.options.length ? {} : halves)];
      if (made.some((value) => value && fits(answer, ...value))) add(slip.name, slip.words);
    }
    if (!reasons.length && !step.options.length) {
      const changed = Object.keys(CHANGES).find((name) => fits(answer, CHANGES[name](target)));
      if (changed) add(changed, anywhere[changed]);
    }
    // an open step may be about to get this one's value; without another reason, two digits are no accident
    const elsewhere = taken.find((other) => (reasons.length ? !other.answer : answer.digits > 1));
    return elsewhere ? [...reasons, named("elsewhere", elsewhere)] : reasons;
  }

  // Whether somebody who works through the step might arrive at a wrong value such as this one.
  const FAR = 100;
  const isSerious = (value, target) => {
    if (value === 0 || target === 0) return value !== 0 && Math.abs(value) <= FAR;
    const times = Math.abs(value / target);
    return times >= 1 / FAR && times <= FAR;
  };
  const areSame = (one, other, share = 1e-9) => Math.abs(one - other) <= Math.abs(other) * share;
  // Whether one number is wrong three times or more and stands in half of the fields that are filled in, next to at most
  // one other: somebody who calculates has more.
  function isOneNumber(steps, right) {
    const given = steps.filter(({ answer }) => answer);
    const wrong = given.filter(({ name, answer }) => !fits(answer, right[name]));
    const times = (some, number) => some.filter(({ answer }) => answer.value === number).length;
    const few = new Set(given.map(({ answer }) => answer.value)).size < 3;
    return few && wrong.some(({ answer: { value } }) => times(wrong, value) > 2 && times(given, value) >= given.length / 2);
  }
  // Names of answers, this one among them or not, that turn out to carry nothing: choices between values that are not
  // there, values that the step could not have, one number that stands for several.
  function notSerious(step, verdict, slip, carried, { right, unknown, answered }) {
    const { name, answer } = step;
    if (step.options.length) {
      const needed = names(step.tree);
      const given = !needed.length || needed.some((other) => answered.has(other));
      return ["wrong", "slip"].includes(verdict) && !(carried && given) ? [name] : [];
    }
    if (!["wrong", "coarse"].includes(verdict) && slip !== "elsewhere") return [];
    const others = unknown
      .filter((other) => areSame(other.answer.value, answer.value, 0.01) && !areSame(right[other.name], right[name]))
      .map((other) => other.name);
    unknown.push(step);
    return others.length || !isSerious(answer.value, right[name]) ? [name, ...others] : [];
  }
  // The reading that is right, if just one is; else the first.
  const likeliest = (found, target) => {
    const fitting = found.filter((answer) => fits(answer, target));
    return (fitting.length === 1 ? fitting : found)[0] ?? null;
  };

  // For each step a verdict and words, from what was written, by name.
  function mark(problem, answers) {
    const so = { right: {}, mine: {}, halves: {}, off: new Set(), unknown: [] };
    const texts = Object.fromEntries(problem.steps.map(({ name }) => [name, (answers[name] ?? "").trim()]));
    const needs = {}; // all that a step stands on, by name
    for (const { name, tree } of problem.steps) {
      so.right[name] = value(tree, so.right);
      needs[name] = new Set([name, ...names(tree).flatMap((earlier) => [...needs[earlier]])]);
    }
    const read = problem.steps.map((step) => ({
      ...step,
      needs: needs[step.name],
      answer: likeliest(readStep(step, texts[step.name]), so.right[step.name]),
    }));
    const asked = read.filter((step) => !step.options.length);
    so.answered = new Set(read.filter(({ answer }) => answer).map(({ name }) => name));
    const carries = !isOneNumber(asked, so.right);
    return read.map((step) => {
      const { answer } = step;
      const target = so.right[step.name];
      const standsOnWrong = names(step.tree).some((name) => so.off.has(name));
      const carried = carries ? carriedTo(step, standsOnWrong ? answer : null, so) : null;
      const others = step.options.length ? [] : asked;
      const [verdict, words, slip] = judge(step, texts[step.name], answer, so, carried, others, problem);
      let isOff = !["right", "coarse"].includes(verdict);
      if (answer) {
        // right, but rounded from what is not quite the right value: later steps may show the difference
        const isCarried = standsOnWrong && carried && !step.options.length;
        const isAnother = isCarried && (carried[1] > 0 || !areSame(carried[0], target));
        const isAlike = isAnother && fits(answer, target);
        so.mine[step.name] = answer.value;
        so.halves[step.name] = isAlike ? answer.half : doubt(answer, target);
        isOff ||= isAlike;
        for (const name of notSerious(step, verdict, slip, carried, so)) delete so.mine[name];
      } else {
        [so.mine[step.name], so.halves[step.name]] = carried ?? [target, 0];
        isOff = standsOnWrong;
      }
      if (isOff) so.off.add(step.name);
      return { name: step.name, verdict, words };
    });
  }

  // The verdict on the answer to an exercise, and words, as byhand.exercises judges it: several numbers are the ends of
  // calculations of which nothing else is seen, so that rounding on the way is forgiven.
  function judgeAnswer(expected, texts) {
    const { say, hint } = expected;
    if (texts.some((text) => !text.trim())) return ["missing", texts.length > 1 ? say.unfilled : say.missing];
    if (expected.word) return judgeWord(expected, texts[0]);
    const { values, slips } = expected;
    const answers = texts.map((text, i) => likeliest(readings(text), values[i]));
    if (answers.includes(null)) return ["unread", say["unread number"]];
    const are = (numbers, ...tests) =>
      numbers.every((number, i) => tests.some((test) => test(withoutZeros(answers[i], number), number)));
    const isSixDigitsClose = (a, target) => isClose(a, target, 1e-5);
    const nearlyIs = (a, target) => nearly(a, target);
    const slip = (...tests) => slips.find(([wrong]) => are(wrong, ...tests));
    if (are(values, isExactly)) return ["right", say.right];
    if (slip(isExactly)) return ["slip", slip(isExactly)[1]];
    if (are(values, fitting, isSixDigitsClose)) return ["right", say.right];
    if (are(values, fitting, isClose)) return ["right", say.rounded];
    if (slip(fitting, isClose)) return ["slip", slip(fitting, isClose)[1]];
    if (are(values, fitting, isClose, nearlyIs)) return ["right", say.nearly];
    if (are(values, fitting, isClose, nearlyIs, roughly)) return ["coarse", say.coarse];
    const off = values.map((target, i) => [answers[i], target]).filter(([a, t]) => !fits(a, t) && !isClose(a, t));
    const changed = Object.keys(CHANGES).find((name) => off.every(([a, target]) => fits(a, CHANGES[name](target))));
    return changed ? ["slip", expected.anywhere[changed]] : ["wrong", hint];
  }
  const fitting = (a, target) => fits(a, target);
  // It may come from numbers that were rounded on the way, off by no more than this share; counts are not rounded.
  const isClose = (a, target, share = 1 / 2000) =>
    Math.abs(a.value - target) <= Math.abs(target) * share * (1 + 1e-9) && a.digits > 2 && !(a.half === 0.5 && isWhole(target));
  // A whole number that ends with zeros may be a rounded one where the target is not whole.
  const withoutZeros = (a, target) => {
    if (isWhole(target) || a.value === 0 || a.value % 10 || a.half !== 0.5) return a;
    const zeros = String(a.value).match(/0*$/)[0].length;
    return { ...a, half: 10 ** zeros / 2, digits: a.digits - zeros };
  };
  // A word, or letters in an order, whose words may be written out; `slips`: from wrong answers or letters to words.
  function judgeWord({ word, letters, once, slips, hint, wanted, say }, text) {
    const choice = Object.entries(letters);
    let given = text.trim().split(/\s+/).join(" ").toUpperCase();
    if (choice.length) {
      for (const [letter, name] of choice) given = given.replaceAll(name, letter);
      given = given.replace(/[ ,;./()>→-]/g, "");
      const isKnown = [...given].every((letter) => letter in letters);
      const isTwice = once && new Set(given).size < given.length;
      if (!isKnown || isTwice || given.length !== word.length) return ["unread", wanted];
    }
    if (given === word) return ["right", say.right];
    const wrong = choice.length ? [...given].filter((letter, i) => letter !== word[i]) : [];
    const known = [given, ...wrong].find((part) => part in slips);
    return known === undefined ? ["wrong", hint] : ["slip", slips[known]];
  }

  const bytes = (encoded) => Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));

  // ---- what the reader types is kept in this browser, or, if it does not let us, until the page is left

  const unkept = {};
  const store = {
    read(key) {
      try {
        return JSON.parse(localStorage.getItem(`byhand:${key}`));
      } catch {
        return unkept[key] ?? null;
      }
    },
    write(key, value) {
      unkept[key] = value;
      try {
        if (value) localStorage.setItem(`byhand:${key}`, JSON.stringify(value));
        else localStorage.removeItem(`byhand:${key}`);
      } catch {
        // then only here
      }
    },
  };
  const watchers = {}; // by key: what to do when another tab has changed it
  window.addEventListener("storage", ({ key }) => watchers[key?.replace(/^byhand:/, "")]?.());
  const isEmpty = (values) => values.every((value) => !value);

  // Make the form of an exercise work.
  function exercise(box) {
    const expected = JSON.parse(new TextDecoder().decode(bytes(box.dataset.expected)));
    const form = box.querySelector("form");
    const fields = [...form.querySelectorAll("input")];
    const status = form.querySelector(".answer-status");
    const key = `exercise:${box.dataset.exercise}`;
    const echo = (field) => {
      if (!expected.word) field.parentElement.querySelector(".practice-read").textContent = understood(field.value);
    };
    const fill = () => {
      const kept = store.read(key) ?? [];
      fields.forEach((field, i) => {
        if (field.value === (kept[i] ?? "")) return;
        field.value = kept[i] ?? "";
        echo(field);
      });
    };
    watchers[key] = fill;
    fill();
    fields.forEach((field, i) => {
      field.addEventListener("input", () => {
        const values = fields.map(({ value }) => value);
        store.write(key, isEmpty(values) ? null : values);
        echo(field);
      });
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || i === fields.length - 1) return;
        event.preventDefault();
        fields[i + 1].focus();
      });
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [verdict, words] = judgeAnswer(expected, fields.map((field) => field.value));
      box.dataset.verdict = verdict;
      status.textContent = words;
      const isOpen = (field) => (verdict === "missing" ? !field.value.trim() : verdict !== "right");
      for (const field of fields)
        if (isOpen(field)) field.setAttribute("aria-invalid", "true");
        else field.removeAttribute("aria-invalid");
    });
    form.hidden = false;
  }

  // ---- further problems: some come with the page, those after them Python makes (live.js)

  // A script of the book; unlike what is fetched, it loads from a file as well.
  const load = (address) =>
    new Promise((resolve, reject) => {
      const tag = document.createElement("script");
      tag.onload = resolve;
      tag.onerror = () => reject(new Error("A file of this page could not be loaded: try again."));
      tag.src = address;
      document.head.append(tag);
    });
  let loading;
  const katex = () =>
    (loading ??= load(new URL("vendor/katex/katex.min.js", script)).catch((problem) => {
      loading = undefined;
      throw problem;
    }));
  // Formulae that were not typeset when the book was built.
  async function typeset(element) {
    const formulae = [...element.querySelectorAll("span.math")].filter((span) => span.textContent.startsWith("\\("));
    if (formulae.length) await katex();
    for (const formula of formulae)
      window.katex.render(formula.textContent.slice(2, -2), formula, { throwOnError: false });
  }

  const ready = {}; // what the files bring: by file, forms as HTML in a list, packed
  const shelves = {}; // by kind: the files, one for each level, and the seed that comes before those in a file
  async function fromShelf(kind, seed, level) {
    const { first, files } = shelves[kind] ?? {};
    const file = seed > first && files?.[level - 1];
    if (!file) return;
    const name = file.match(/[^/]+(?=\.js$)/)[0];
    if (!ready[name]) await load(file);
    const packed = new Blob([bytes(ready[name])]).stream();
    const forms = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).json();
    return forms[seed - first - 1];
  }
  async function another(kind, seed, level, waiting) {
    const form = await fromShelf(kind, seed, level);
    if (form) return form;
    if (!window.byhand.another)
      throw new Error("That was the last problem that comes with this page; in JupyterLab there are as many as you like.");
    waiting();
    return window.byhand.another(kind, seed, level);
  }

  const sitting = { problems: 0, steps: 0, first: 0 }; // since the page was opened

  // Make the form of a cell work. A cell that runs again, with the same problem, keeps the form that it had before.
  function practice(box, before) {
    const { kind, seed, files } = box.dataset;
    const start = `${kind} ${seed} ${box.querySelector(".practice-level").value}`;
    if (before?.start === start) return box.replaceWith(before);
    if (files) shelves[kind] = { first: Number(seed), files: files.split(" ") };
    const seeds = {};
    furnish(box, start, seeds);
    resume(box, start, seeds);
  }

  // Show the problem that the reader was working on another day, if it is not the first one. It comes with the page, or
  // Python has to make it again, which waits until the reader asks for it.
  async function resume(box, start, seeds) {
    const found = store.read(`practice:${start}`);
    const { kind, seed } = box.dataset;
    if (!found || `${kind} ${found.seed} ${found.level}` === `${kind} ${seed} ${box.querySelector(".practice-level").value}`)
      return;
    const bring = async (make) => {
      const html = await make(kind, found.seed, found.level);
      if (html) exchange(box, await fresh(html), start, seeds);
      return html;
    };
    if (await bring(fromShelf).catch(() => null)) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "practice-resume", textContent: "Back to the problem you were working on" });
    const status = box.querySelector(".practice-status");
    button.addEventListener("click", () => {
      const waiting = () => (status.textContent = "Python is making it again.");
      bring((...which) => another(...which, waiting)).catch((problem) => (status.textContent = problem.message));
    });
    box.querySelector(".practice-buttons").append(button);
  }
  async function fresh(html) {
    const made = document.createRange().createContextualFragment(html).firstElementChild;
    await typeset(made);
    return made;
  }
  function exchange(box, made, start, seeds) {
    furnish(made, start, seeds);
    box.replaceWith(made);
  }

  // `start`: the problem that the reader began with; `seeds`: those shown last, by level.
  function furnish(box, start, seeds) {
    box.start = start;
    const { kind, seed } = box.dataset;
    const level = box.querySelector(".practice-level");
    seeds[level.value] = Number(seed);
    const problem = JSON.parse(box.querySelector("script").textContent);
    const form = box.querySelector("form");
    const working = box.querySelector("details");
    const status = box.querySelector(".practice-status");
    const fields = problem.steps.map((step) => form.elements[step.name]);
    const room = (field) => field.closest("li").querySelector(".practice-mark");
    const judged = () => mark(problem, Object.fromEntries(fields.map((field) => [field.name, field.value])));
    const key = `practice:${start}`;
    const own = { seed: Number(seed), level: Number(level.value) };
    const isOwn = (found) => found?.seed === own.seed && found.level === own.level;
    const fill = () => {
      const found = store.read(key);
      if (!isOwn(found)) return;
      for (const field of fields) {
        if (field.value === (found.answers[field.name] ?? "")) continue;
        field.value = found.answers[field.name] ?? "";
        echo(field);
      }
    };
    const keep = () =>
      store.write(key, { ...own, answers: Object.fromEntries(fields.map(({ name, value }) => [name, value])) });
    const echo = (field) => {
      const seen = field.closest("li").querySelector(".practice-read");
      if (seen && field.tagName !== "SELECT") seen.textContent = understood(field.value);
    };
    watchers[key] = fill;
    fill();
    for (const field of fields) field.addEventListener("input", keep);
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
    problem.steps.forEach((step, i) => {
      if (step.options.length) return;
      fields[i].addEventListener("input", () => echo(fields[i]));
    });
    // Enter checks what was filled in and leads to the next field; in the last one it checks the problem.
    fields.forEach((field, i) =>
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || field.tagName === "SELECT" || i === fields.length - 1) return;
        event.preventDefault();
        const marks = judged();
        marks.forEach(({ verdict, words }, j) => say(fields[j], verdict, words));
        status.textContent = marks[i].verdict === "missing" ? "" : `${field.name}: ${marks[i].words}`;
        fields[i + 1].focus();
      }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const good = judged().filter(({ verdict, words }, i) => say(fields[i], verdict, words)).length;
      form.querySelector("[aria-invalid]")?.closest("li").scrollIntoView({ block: "nearest" });
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
        item.querySelector(".practice-formula").hidden = false;
        status.textContent = `${name}: the formula stands below the field.`;
      } else if (stage === 3) {
        item.querySelector(".practice-formula").hidden = true;
        item.querySelector(".practice-numbers").hidden = false;
        status.textContent = `${name}: the formula with its numbers stands below the field.`;
      } else {
        working.open = true;
        status.textContent = `${name}: see the working below.`;
      }
      fields[first].focus();
    });
    const button = box.querySelector(".practice-another");
    button.addEventListener("click", async () => {
      if (button.ariaDisabled === "true") return;
      button.ariaDisabled = "true";
      status.textContent = "";
      const waiting = () => (status.textContent = "Python is making the next one.");
      const next = (seeds[level.value] ?? Number(start.split(" ")[1])) + 1;
      try {
        const html = await another(kind, next, Number(level.value), waiting);
        store.write(key, { seed: next, level: Number(level.value), answers: {} });
        const made = await fresh(html);
        exchange(box, made, start, seeds);
        made.querySelector("input, select").focus({ preventScroll: true });
        made.scrollIntoView(); // its question stands above the field
      } catch (problem) {
        status.textContent = problem.message;
      }
      button.ariaDisabled = "false";
    });
    level.addEventListener("change", () => button.click());
    form.hidden = false;
  }

  for (const box of document.querySelectorAll(".practice")) practice(box);
  for (const box of document.querySelectorAll(".answer")) exercise(box);
  Object.assign((window.byhand ??= {}), { practice, ready, katex, typeset, exercise, mark, judgeAnswer, readings });
})();
