// What cells show: outputs in the format of notebooks.

import { colour, reach } from "./editing.js";
import { connect, settings } from "./explorables.js";

const { dataset, address, make } = window.byhand.live;
const { katex, typeset } = window.byhand; // of practice.js
const LONGEST = 200_000; // characters of printed text that a cell shows
const SHOWN = ["text/html", "text/markdown", "image/svg+xml", "image/png", "image/jpeg", "text/latex", "text/plain"];

// What sets texts; fetched when first needed.
let loading;
export const markdown = () => (loading ??= loadMarkdown());
async function loadMarkdown() {
  const [{ Marked }] = await Promise.all([import(address(dataset.editor + "marked.js")), katex()]);
  const formula = (level, start, rule) => ({
    name: `formula-${level}`,
    level,
    start: (text) => text.indexOf(start),
    tokenizer(text) {
      const match = rule.exec(text);
      return match ? { type: `formula-${level}`, raw: match[0], tex: match[1] } : undefined;
    },
    renderer: ({ tex }) => window.katex.renderToString(tex, { displayMode: level === "block", throwOnError: false }),
  });
  return new Marked({
    extensions: [
      formula("inline", "$", /^\$([^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)/),
      formula("block", "$$", /^\$\$([^$]+)\$\$/),
    ],
  });
}

// An output of a cell that runs. What the cell showed before stays until the first new one is there.
export function show(cell, output) {
  if (output.output_type === "progress") return showProgress(cell, output);
  if (output.output_type === "clear") return (cell.stale = true);
  // the picture of an explorable is of more use than the error, which stands below it
  if (output.output_type === "error" && cell.stale && cell.output?.querySelector(".explore")) {
    cell.outputs = [];
    cell.stale = false;
  }
  empty(cell);
  const last = cell.outputs.at(-1);
  if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
    if (last.text.length >= LONGEST) return;
    last.text = clip(last.text + output.text);
    if (cell.box) cell.output.lastElementChild.querySelector("pre").textContent = last.text;
    return;
  }
  if (output.output_type === "stream") output.text = clip(output.text);
  cell.outputs.push(output);
  if (!cell.box) return;
  const element = make("div", { class: "output live-output" });
  cell.output.append(element);
  render(cell, element, output);
}
const clip = (text) => (text.length < LONGEST ? text : `${text.slice(0, LONGEST)}\n… (too long to show)`);

// Remove what a cell has shown in an earlier run, if it is still there; where the reader was in it is remembered.
export function empty(cell) {
  if (!cell.stale) return;
  cell.stale = false;
  cell.outputs = [];
  const explorable = cell.output?.querySelector(".explore");
  if (explorable) cell.settings = settings(explorable);
  cell.points = explorable?.movable?.last;
  cell.practice = cell.output?.querySelector(".practice");
  cell.output?.replaceChildren();
}

// How far a long calculation has come: a line that goes when the cell has ended.
function showProgress(cell, { word, done, total }) {
  if (!cell.box) return;
  if (!cell.training) {
    cell.training = make("p", { class: "live-training" }, make("progress", { max: 1 }), make("span"));
    cell.output.before(cell.training);
  }
  const [measure, words] = cell.training.children;
  words.textContent = `${word} ${done} of ${total}`;
  measure.ariaLabel = words.textContent;
  measure.value = done / total;
}

export function endProgress(cell) {
  cell.training?.remove();
  cell.training = undefined;
}

async function render(cell, element, output) {
  const block = (text, kind) => {
    element.classList.add(kind, "highlight-myst-ansi", "notranslate");
    const pre = make("pre", {}, text);
    element.append(make("div", { class: "highlight" }, pre));
    reach(pre);
  };
  if (output.output_type === "stream") return block(output.text, output.name === "stderr" ? "stderr" : "stream");
  if (output.output_type === "error") return block(output.traceback.join("\n"), "live-error");
  const kind = SHOWN.find((type) => type in output.data);
  const value = [output.data[kind]].flat().join("");
  if (kind === "text/html") {
    element.classList.add("text_html");
    element.innerHTML = value;
    element.querySelectorAll(".explore[data-number]").forEach((box) => connect(cell, box));
    element.querySelectorAll(".practice").forEach((box) => window.byhand.practice(box, cell.practice));
    element.querySelectorAll(".answer").forEach((box) => window.byhand.exercise(box));
    await typeset(element);
  } else if (kind === "text/markdown") {
    element.innerHTML = (await markdown()).parse(value);
    colour(element);
  } else if (kind === "text/latex") {
    await katex();
    window.katex.render(value.replace(/^\${1,2}|\${1,2}$/g, ""), element, { displayMode: true, throwOnError: false });
  } else if (kind === "image/svg+xml") {
    element.append(
      make("img", { src: `data:image/svg+xml,${encodeURIComponent(value)}`, alt: output.data["text/plain"] ?? "" }),
    );
  } else if (kind?.startsWith("image/")) {
    element.append(make("img", { src: `data:${kind};base64,${value}`, alt: output.data["text/plain"] ?? "Figure" }));
  } else block(value, "text_plain");
}
