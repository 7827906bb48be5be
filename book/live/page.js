// A chapter's page that runs: its cells can be changed and run in place, by Python in a worker.
//
// A cell of the notebook is found on the page by its class live-cell-N, N counting the cells of the notebook from 0.

import * as changes from "./changes.js";
import { download } from "./download.js";
import { edit } from "./editing.js";
import { lost } from "./explorables.js";
import { Memory, next, plan, survey } from "./order.js";
import { empty, endProgress, markdown, show } from "./outputs.js";
import * as python from "./python.js";

const { dataset, address, make, action, enable, say, measure, offer, startPython, startButton } = window.byhand.live;

let notebook;
let cells = []; // code cells in the order of the page: those of the notebook and the reader's own
const runnable = () => cells.filter((cell) => cell.live);
const inOrder = (some) => cells.filter((cell) => some.includes(cell));

const stopButton = action("Stop", "Stop the running cell; Python restarts", () => restart("Stopped."));
const restartButton = action("Restart", "Restart Python and clear its variables", () => restart(""));
const backTitle = "Run everything again that had run before Python restarted";
const backButton = action("Bring everything back", backTitle, () => bringBack());
const updateButton = action("", "Run the changed cells and those that depend on them", update);
const downloadButton = action("Download", "This page as a notebook, with your changes", () => download(notebook, cells));
const forgetButton = action("Forget my changes", "Restore the book's own code everywhere", forget);
for (const button of [backButton, updateButton]) button.classList.add("live-main");

// ---------------------------------------------------------------- cells

const setUp = once(async () => {
  const { names, ...rest } = await (await fetch(address(dataset.notebook))).json();
  notebook = rest;
  notebook.cells.forEach((source, index) => {
    if (source.cell_type !== "code") return;
    const code = [source.source].flat().join("");
    const live = !(source.metadata?.tags ?? []).includes("no-live");
    const box = document.querySelector(`.live-cell-${index}`);
    const name = `Cell ${cells.length + 1}`;
    known.set(code, names[index]);
    cells.push({ index, name, source: code, code, names: names[index], box, live, outputs: [] });
  });
  const { wanted } = survey(runnable());
  for (const cell of runnable()) cell.shown = wanted.get(cell); // the book's own output
  for (const cell of cells) if (cell.box) furnish(cell);
  restoreChanges();
  changes.follow(() => cells, { changed: (cell, code) => adopt(cell, code), added, removed });
  offer(backButton, updateButton, stopButton, restartButton, downloadButton, forgetButton);
  look();
});
function once(act) {
  let promise;
  return () => (promise ??= act().catch((error) => ((promise = undefined), Promise.reject(error))));
}

// The parts of a cell on the page: its code, a row of buttons, its output.
function furnish(cell) {
  const { box } = cell;
  cell.output = box.querySelector(":scope > .cell_output");
  cell.input = box.querySelector(".cell_input");
  if (!cell.output) box.append((cell.output = make("div", { class: "cell_output docutils container" })));
  if (!cell.input) {
    cell.input = make("div", { class: "cell_input docutils container" });
    const folded = make("details", { class: "live-code" }, make("summary", {}, "Show the code"), cell.input);
    if (cell.scratch) box.prepend(cell.input);
    else box.prepend(folded);
  }
  if (!cell.live) {
    const why =
      "Not run on this page: the cell needs scikit-learn or takes too long. Its output is from when the book was built.";
    cell.input.after(make("p", { class: "live-note" }, why));
    return;
  }
  cell.run = action("▶ Run", "Shift+Enter in the code", () => runOne(cell));
  cell.undo = cell.scratch
    ? action("Remove", "Remove this cell of yours", () => remove(cell))
    : action("Reset", "Restore the book's code", () => setCode(cell, cell.source));
  cell.undo.hidden = !cell.scratch;
  const add = action("Add a cell", "A cell of your own below this one", () =>
    addScratch(cell, "").then((made) => made.view.focus()),
  );
  const onwards = action("Run from here", "This cell and all below it", () => runFrom(cell));
  cell.note = make("span", { class: "live-state" });
  const name = make("span", { class: "live-name" }, cell.name);
  cell.tools = toolbar(cell.name, cell.run, cell.undo, add, onwards, name, cell.note);
  cell.input.after(cell.tools);
  nearby.observe(cell.input);
}

// A group of buttons that is one stop of the Tab key; arrows move inside it.
function toolbar(name, ...items) {
  const group = make("div", { class: "live-tools", role: "toolbar", "aria-label": name }, ...items);
  const buttons = () => items.filter((item) => item.tagName === "BUTTON" && !item.hidden);
  for (const item of items.slice(1)) if (item.tagName === "BUTTON") item.tabIndex = -1;
  group.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const all = buttons();
    if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  });
  return group;
}

// ---------------------------------------------------------------- editing

// An editor takes the place of a cell's code when the cell comes near the window.
const nearby = new IntersectionObserver(
  (entries) =>
    entries.filter((e) => e.isIntersecting).forEach(({ target }) => open(cells.find((c) => c.input === target))),
  { rootMargin: "600px" },
);
async function open(cell) {
  if (!cell?.live) return;
  nearby.unobserve(cell.input);
  await edit(
    cell,
    () => runOne(cell),
    (code) => changed(cell, code),
  );
}

function changed(cell, code) {
  if (code === cell.code) return;
  cell.code = code;
  mark(cell);
  keep(cell);
  lookSoon();
}
function mark(cell) {
  const differs = !cell.scratch && cell.code !== cell.source;
  cell.box.classList.toggle("live-changed", differs);
  if (!cell.scratch) cell.undo.hidden = !differs;
}
function setCode(cell, code) {
  if (cell.view) cell.view.dispatch({ changes: { from: 0, to: cell.view.state.doc.length, insert: code } });
  else changed(cell, code);
}

// A cell of the reader's own, below another one.
const newId = () => `${Date.now()}-${Math.random()}`;
async function addScratch(above, code, id = newId()) {
  const box = make("div", { class: "cell docutils container live-scratch" });
  const after = above.scratch ? above.after : above.index;
  const cell = { scratch: true, id, name: "Your cell", after, source: "", code, box, live: true, outputs: [] };
  above.box.after(box);
  cells.splice(cells.indexOf(above) + 1, 0, cell);
  furnish(cell);
  keep(cell);
  lookSoon();
  await open(cell);
  return cell;
}
function remove(cell) {
  removed(cell);
  keep(cell);
}
function removed(cell) {
  cell.box.remove();
  cells = cells.filter((other) => other !== cell);
  queue = queue.filter((other) => other !== cell);
  lookSoon();
}

// ---------------------------------------------------------------- the reader's changes

const hasChanges = () => cells.some((cell) => cell.scratch || cell.code !== cell.source);
let following = false; // what comes from the store, or another tab, is not written again: there it may be newer by now
function follow(act) {
  following = true;
  act();
  following = false;
}
function keep(cell) {
  const own = cells.filter((other) => other.scratch);
  if (!following) changes.keep(cell, own);
  forgetButton.hidden = !hasChanges();
}
const shownAt = (index) => {
  const shown = cells.filter((cell) => cell.box && cell.live);
  return shown.findLast((cell) => (cell.scratch ? cell.after : cell.index) <= index) ?? shown[0];
};
function restoreChanges() {
  const kept = changes.kept();
  const shown = cells.filter((cell) => cell.box && cell.live);
  const [edits, homeless] = [[], []];
  for (const { index, source, code } of kept.edits) {
    // the book may have changed since: then the change belongs to the cell that had this code, wherever it is now
    const cell = shown.find((c) => c.index === index && c.source === source) ?? shown.find((c) => c.source === source);
    if (!cell) homeless.push({ after: index, code });
    else {
      cell.code = code;
      mark(cell);
      edits.push({ index: cell.index, source, code });
    }
  }
  const scratch = [...homeless, ...kept.scratch].map(({ id = newId(), after, code }) => ({ id, after, code }));
  follow(() => scratch.forEach(({ id, after, code }) => addScratch(shownAt(after), code, id)));
  if (JSON.stringify({ edits, scratch }) !== JSON.stringify(kept)) changes.write({ edits, scratch });
  forgetButton.hidden = !hasChanges();
}
function forget() {
  if (!confirm("Restore the book's own code in all cells of this page, and remove the cells you added?")) return;
  for (const cell of [...cells]) {
    if (cell.scratch) remove(cell);
    else if (cell.code !== cell.source) setCode(cell, cell.source);
  }
  say("Your changes are gone. Run the page again to see the book's own results.");
}

// What another tab has changed is changed here, too.
function adopt(cell, code) {
  follow(() => setCode(cell, code));
  say(`${cell.name} was changed in another tab, and so it is here.`);
}
function added({ id, after, code }) {
  follow(() => addScratch(shownAt(after), code, id));
  say("The cell that you added in another tab has been added here, too.");
}

// ---------------------------------------------------------------- which outputs are old

const known = new Map(); // the names in a code (names.py)
let memory = new Memory(); // what Python holds
let found = { wanted: new Map(), needs: new Map() };
const isOld = (cell) => cell.live && cell.shown !== found.wanted.get(cell);

function look() {
  for (const cell of runnable()) cell.names = known.get(cell.code) ?? cell.names ?? null;
  found = survey(runnable());
  const old = runnable().filter(isOld);
  for (const cell of cells) if (cell.tools) markOld(cell, old.includes(cell) && !queue.includes(cell) && cell !== running);
  const count = old.length;
  updateButton.textContent = `Update the page (${count} ${count === 1 ? "cell" : "cells"})`;
  updateButton.hidden = working || !count || !python.isThere() || !memory.ran.size;
  backButton.hidden = working || !missing().length;
}
let looking;
const lookSoon = () => {
  clearTimeout(looking);
  looking = setTimeout(() => learn().then(look), 200);
};

// Ask Python for the names in changed code.
async function learn() {
  look();
  if (!python.isReady() || running) return;
  for (const { code } of runnable()) {
    if (known.has(code)) continue;
    const { names, type } = await python.ask({ type: "names", code });
    if (type) known.set(code, names);
  }
}

function markOld(cell, old) {
  cell.box.toggleAttribute("data-old", old);
  const note = old && cell.output.childElementCount > 0;
  if (!note) cell.old?.remove();
  else {
    const source = [...found.needs.get(cell)].filter((other) => isOld(other) && ownChange(other)).at(-1);
    const why = ownChange(cell)
      ? "This output is from before your change."
      : source
        ? `This output is old: it depends on ${inSentence(source)}, which has changed.`
        : "This output is old: something it depends on has changed.";
    cell.old ??= make("p", { class: "live-old" }, make("span"), " ", action("Update", updateButton.title, update));
    cell.old.firstChild.textContent = why;
    if (!cell.old.isConnected) cell.output.before(cell.old);
  }
}
const ownChange = (cell) => cell.code !== (cell.shownCode ?? cell.source);
const inSentence = (cell) => cell.name.replace(/^[CY]/, (letter) => letter.toLowerCase());

function update() {
  const old = runnable().filter(isOld);
  run(old);
}

// ---------------------------------------------------------------- running

let queue = []; // cells that wait
let running = null; // the cell that runs
let working = false; // cells run, or wait for Python
let total = 0; // cells of the present run
let wish = null; // the cell that the reader has asked for last
let gone = new Set(); // cells that had run before Python was started anew
let endless = null; // the cell that the reader has stopped, and its code then

export async function runPage() {
  if (working) return;
  working = true; // a second press changes nothing
  const starting = startPython();
  starting.then(python.warm, () => {}); // what goes wrong has been said
  try {
    await setUp();
  } finally {
    working = false;
  }
  markdown();
  run(runnable());
}

// Run cells, after those that they need and Python lacks.
function run(targets) {
  look();
  enqueue(plan(runnable(), targets, memory, found));
}
async function runOne(cell) {
  wish = cell;
  state(cell, "waiting");
  if (!working) await learn();
  look();
  const { uses, defines, changes } = cell.names ?? { uses: [], defines: [], changes: [] };
  const steps = changes.length || defines.some((name) => uses.includes(name));
  if (steps && memory.ran.get(cell) === cell.code) enqueue([cell]); // one more time, on top of the last
  else run([cell]);
}
function runFrom(cell) {
  wish = cell;
  run(runnable().slice(runnable().indexOf(cell)));
}

function enqueue(more) {
  queue = inOrder([...new Set([...queue, ...more])]);
  for (const cell of queue) state(cell, "waiting");
  total = queue.length + (running ? 1 : 0);
  if (!working) work();
}

async function work() {
  working = true;
  enable(startButton, false);
  enable(stopButton, true);
  const wrong = [];
  try {
    if (!python.isThere()) startPython().then(python.warm, () => {});
    await python.start();
    await learn();
    while (queue.length) if (!(await runNext())) wrong.push(running);
    report(wrong);
  } catch (error) {
    if (python.isThere() && error !== python.STOPPED) console.error(error); // otherwise the page has said it
    if (!python.isThere()) drop();
  }
  running = null;
  working = false;
  enable(startButton, true);
  enable(stopButton, false);
  look();
  if (queue.length) work();
}
function drop() {
  queue.forEach((cell) => state(cell, ""));
  queue = [];
}

// What the reader looks at, or has asked for.
function favourite() {
  if (queue.includes(wish)) return wish;
  return queue.find(({ box }) => {
    if (!box?.getClientRects().length) return false;
    const { top, bottom } = box.getBoundingClientRect();
    return bottom > 100 && top < window.innerHeight;
  });
}

// Run one of the cells that wait; whether it ended well.
async function runNext() {
  const cell = (running = next(queue, favourite(), memory, found));
  queue = queue.filter((other) => other !== cell);
  const many = total > 1;
  const place = total - queue.length;
  say(many ? "Running the page" : "Running the cell", many ? `${place} of ${total} cells` : "");
  measure(many ? (place - 1) / total : undefined);
  state(cell, "running");
  cell.stale = true;
  const { code } = cell;
  const answer = await python.ask({ type: "run", code, name: cell.name });
  state(cell, answer.ok ? "done" : answer.type ? "error" : "");
  endProgress(cell);
  if (!answer.type) throw python.STOPPED;
  empty(cell); // it may have shown nothing
  note(cell, code, answer.names);
  return answer.ok;
}

// A cell has run: what Python holds now, and what the page shows.
function note(cell, code, names) {
  known.set(code, names);
  const again = memory.ran.get(cell) === code; // on top of its last run
  const given = memory.run(cell, { code, names });
  gone.delete(cell);
  cell.shownCode = code;
  look();
  const wanted = found.wanted.get(cell);
  cell.shown = again && code === cell.code ? wanted : given;
  look();
}

function state(cell, name) {
  if (!cell.tools) return;
  cell.box.dataset.live = name;
  cell.box.setAttribute("aria-busy", name === "running");
  cell.note.textContent = { waiting: "waiting", running: "running", error: "error" }[name] ?? "";
}

function report(wrong) {
  const names = wrong.map(inSentence);
  const where = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  if (wrong.length) say(`There is an error in ${where}; everything else that could run has run.`);
  else say("Live: move sliders, edit code (Shift+Enter).");
  measure();
}

python.listener.output = (output) => running && show(running, output);

// ---------------------------------------------------------------- Python starts anew

function restart(why) {
  const stopped = running;
  gone = new Set([...gone, ...memory.ran.keys()]);
  if (stopped) {
    gone.delete(stopped);
    endless = { cell: stopped, code: stopped.code };
    stopped.stale = false; // what it showed before stays
    const text = "\nStopped: Python has restarted and forgotten its variables.\n";
    show(stopped, { output_type: "stream", name: "stderr", text });
    endProgress(stopped);
  }
  drop();
  memory = new Memory();
  python.end();
  cells.forEach((cell) => state(cell, ""));
  const started = () => {
    if (working) return;
    say(`${why} Python has restarted and forgotten its variables.`.trim());
    measure();
    look();
  };
  startPython().then((it) => (it.warm(), started()), () => {}); // what goes wrong has been said
}

// A cell cannot come back if it is, or needs, the one that the reader had to stop.
const obstacle = (cell) =>
  endless && endless.cell.code === endless.code && (cell === endless.cell || found.needs.get(cell)?.has(endless.cell))
    ? endless.cell
    : null;
const missing = () => runnable().filter((cell) => gone.has(cell) && !obstacle(cell));

function bringBack(cell) {
  if (cell && !obstacle(cell)) gone.add(cell);
  run(missing());
}

lost.say = (cell) => {
  const first = obstacle(cell);
  if (first) return [`This picture needs ${inSentence(first)}, which you stopped: change that cell and run it.`];
  return [
    "Python has restarted, and this picture has to be made again. ",
    action("Bring everything back", backTitle, () => bringBack(cell)),
  ];
};
