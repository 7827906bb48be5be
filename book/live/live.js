// Makes a chapter's page live: its cells run in place, by Python in a worker (worker.js), and can be changed.
//
// The page itself holds nothing for this but the tag of this script, which names the files to use. They are fetched when
// the reader presses "Run this page". A cell of the notebook is found on the page by its class live-cell-N, N counting
// the cells of the notebook from 0.

(() => {
  const { dataset, src } = document.currentScript;
  const address = (path) => new URL(path, document.baseURI).href;
  const KEPT = `byhand:${dataset.name}`; // where the reader's changes are kept
  const LONGEST = 200_000; // characters of printed text that a cell shows

  // ---------------------------------------------------------------- small helpers

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }
  const once = (load) => {
    let promise;
    return () => (promise ??= load());
  };
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

  // What displays text and code; fetched when first needed.
  const markdown = once(async () => {
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
  });
  const { katex, typeset } = window.byhand; // of practice.js
  const editing = once(() => import(address(dataset.editor + "editor.js")));

  // ---------------------------------------------------------------- the bar at the top of the page

  const startButton = make(
    "button",
    { type: "button", class: "live-start", title: "Run all cells of this page with Python", onclick: runPage },
    make("span", { "aria-hidden": "true" }, "▶"),
    " Run this page",
  );
  const status = make("span", { class: "live-status", role: "status" });
  const amount = make("span", { class: "live-amount" });
  const progress = make("progress", {
    class: "live-progress",
    "aria-label": "Progress",
    max: 1,
    value: 0,
    hidden: true,
  });
  const action = (text, title, act) => {
    const onclick = ({ currentTarget }) => currentTarget.ariaDisabled !== "true" && act();
    return make("button", { type: "button", class: "live-button", title, onclick }, text);
  };
  const stopButton = action("Stop", "End what runs now; Python starts anew", () => restart("Stopped."));
  const restartButton = action("Restart", "Start Python anew, without its variables", () => restart(""));
  const downloadButton = action("Download", "This page as a notebook, with your changes", download);
  const forgetButton = action("Forget my changes", "Put back the book's own code everywhere", forget);
  const actions = make("span", { class: "live-actions" });
  const bar = make(
    "section",
    { class: "live-bar", "aria-label": "Python on this page", hidden: true },
    status,
    amount,
    progress,
    actions,
  );

  document.querySelector(".article-header-buttons")?.prepend(startButton);
  document.querySelector(".bd-header-article")?.append(bar);

  function say(text, detail = "") {
    bar.hidden = false;
    if (status.textContent !== text) status.textContent = text;
    amount.textContent = detail;
  }
  // A button that cannot be used keeps the focus, unlike a disabled one.
  const enable = (button, yes) => button.setAttribute("aria-disabled", String(!yes));

  function measure(part) {
    progress.hidden = part === undefined;
    progress.value = part ?? 0;
  }

  // What the page offers before Python runs: more values of sliders, and the reader's changes of another day.
  for (const note of document.querySelectorAll(".explore-note")) {
    note.replaceChildren(
      make("button", { type: "button", class: "live-more", onclick: runPage }, `${note.dataset.more}: run this page`),
    );
  }
  if (!obstacle()) Object.assign(window.byhand, { run: runPage, another }); // for moved points, and for practice
  if (Object.keys(kept()).length) {
    say("Your changes to this page are kept; run it to see them.");
    actions.replaceChildren(forgetButton);
  }

  // ---------------------------------------------------------------- cells

  let notebook;
  let cells = []; // code cells in the order of the page: those of the notebook and the reader's own

  async function setUp() {
    notebook = await (await fetch(address(dataset.notebook))).json();
    notebook.cells.forEach((source, index) => {
      if (source.cell_type !== "code") return;
      const code = [source.source].flat().join("");
      const tags = source.metadata?.tags ?? [];
      const box = document.querySelector(`.live-cell-${index}`);
      const name = `Cell ${cells.length + 1}`;
      const cell = { index, name, source: code, code, box, live: !tags.includes("no-live"), outputs: [] };
      cells.push(cell);
      if (box) furnish(cell);
    });
    live = true;
    restoreChanges();
    actions.replaceChildren(stopButton, restartButton, downloadButton, forgetButton);
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
        "Not run on this page: the cell needs scikit-learn or takes long. Its output is from when the book was built.";
      cell.input.after(make("p", { class: "live-note" }, why));
      return;
    }
    cell.run = action("▶ Run", "Shift+Enter in the code", () => enqueue([cell]));
    cell.undo = cell.scratch
      ? action("Remove", "Remove this cell of yours", () => remove(cell))
      : action("Reset", "Put back the book's code", () => setCode(cell, cell.source));
    cell.undo.hidden = !cell.scratch;
    const add = action("Add a cell", "A cell of your own below this one", () =>
      addScratch(cell, "").then((made) => made.view.focus()),
    );
    cell.note = make("span", { class: "live-state" });
    cell.tools = toolbar(
      cell.name,
      cell.run,
      cell.undo,
      add,
      make("span", { class: "live-name" }, cell.name),
      cell.note,
    );
    cell.input.after(cell.tools);
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
      entries.filter((e) => e.isIntersecting).forEach(({ target }) => edit(cells.find((c) => c.input === target))),
    { rootMargin: "600px" },
  );

  async function edit(cell) {
    if (!cell?.live) return;
    const m = await editing();
    if (cell.view || !cells.includes(cell)) return;
    nearby.unobserve(cell.input);
    const run = () => enqueue([cell]) ?? true;
    cell.view = new m.EditorView({
      doc: cell.code,
      extensions: [
        m.keymap.of([
          { key: "Shift-Enter", run },
          { key: "Mod-Enter", run },
          m.indentWithTab,
          ...m.historyKeymap,
          ...m.defaultKeymap,
        ]),
        m.history(),
        m.python(),
        m.indentUnit.of("    "),
        m.indentOnInput(),
        m.bracketMatching(),
        m.syntaxHighlighting(m.classHighlighter),
        m.EditorView.contentAttributes.of({
          "aria-label": `${cell.name}: Shift+Enter runs it; Escape, then Tab leaves it`,
        }),
        m.EditorView.updateListener.of((update) => update.docChanged && changed(cell, update.state.doc.toString())),
      ],
    });
    cell.input.querySelector(".highlight-ipython3")?.remove();
    cell.input.prepend(cell.view.dom);
  }

  function changed(cell, code) {
    cell.code = code;
    mark(cell);
    keep();
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
  async function addScratch(above, code) {
    const box = make("div", { class: "cell docutils container live-scratch" });
    const after = above.scratch ? above.after : above.index;
    const cell = { scratch: true, name: "Your cell", after, source: "", code, box, live: true, outputs: [] };
    above.box.after(box);
    cells.splice(cells.indexOf(above) + 1, 0, cell);
    furnish(cell);
    await edit(cell);
    keep();
    return cell;
  }
  function remove(cell) {
    cell.box.remove();
    cells = cells.filter((other) => other !== cell);
    keep();
  }

  // ---------------------------------------------------------------- the reader's changes, kept in the browser

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    } catch {
      return {};
    }
  }
  function keep() {
    const edits = cells
      .filter((c) => !c.scratch && c.code !== c.source)
      .map(({ index, source, code }) => ({ index, source, code }));
    const scratch = cells.filter((c) => c.scratch).map(({ after, code }) => ({ after, code }));
    const nothing = !edits.length && !scratch.length;
    forgetButton.hidden = nothing;
    try {
      if (nothing) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, JSON.stringify({ edits, scratch }));
    } catch {
      if (!nothing) say("This browser does not let the page keep your changes: download them before you leave.");
    }
  }
  function restoreChanges() {
    const { edits = [], scratch = [] } = kept();
    const shown = cells.filter((cell) => cell.box && cell.live);
    const lost = [];
    for (const { index, source, code } of edits) {
      // the book may have changed since: then the change belongs to the cell that had this code, wherever it is now
      const cell =
        shown.find((c) => c.index === index && c.source === source) ?? shown.find((c) => c.source === source);
      if (!cell) lost.push({ after: index, code });
      else {
        cell.code = code;
        mark(cell);
        edit(cell);
      }
    }
    for (const { after, code } of [...lost, ...scratch].reverse()) {
      addScratch(shown.findLast((c) => c.index <= after) ?? shown[0], code);
    }
    keep();
  }
  function forget() {
    if (!confirm("Put back the book's own code in all cells of this page, and remove the cells you added?")) return;
    for (const cell of [...cells]) {
      if (cell.scratch) remove(cell);
      else if (cell.code !== cell.source) setCode(cell, cell.source);
    }
    keep();
    say(live ? "Your changes are gone. Run the page again to see the book's own results." : "Your changes are gone.");
    if (!live) actions.replaceChildren();
  }

  function download() {
    const isControl = ({ data }) => data?.["text/html"]?.includes?.("data-number=");
    const clean = (output) => {
      if (!isControl(output)) return output;
      const { "text/html": _, ...data } = output.data; // a control needs its page; the picture stays
      return { ...output, data };
    };
    const asCell = (cell, rest) => ({
      cell_type: "code",
      metadata: {},
      ...rest,
      execution_count: cell.outputs.length ? 1 : null,
      source: cell.code,
      outputs: cell.outputs.map(clean),
    });
    const own = (index) => cells.filter((cell) => cell.scratch && cell.after === index);
    let number = 0;
    const result = notebook.cells.flatMap((source, index) => {
      const cell = cells.find((c) => c.index === index);
      return [cell ? asCell(cell, source) : source, ...own(index).map((c) => asCell(c, { id: `own-${++number}` }))];
    });
    const blob = new Blob([JSON.stringify({ ...notebook, cells: result }, null, 1)], {
      type: "application/x-ipynb+json",
    });
    const link = make("a", { href: URL.createObjectURL(blob), download: `${dataset.name.split("/").pop()}.ipynb` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // ---------------------------------------------------------------- outputs

  const SHOWN = ["text/html", "text/markdown", "image/svg+xml", "image/png", "image/jpeg", "text/latex", "text/plain"];

  // The book's own output stays until the first new one is there.
  function show(cell, output) {
    if (output.output_type === "clear") return (cell.stale = true);
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

  function empty(cell) {
    if (!cell.stale) return;
    cell.stale = false;
    cell.outputs = [];
    const explorable = cell.output?.querySelector(".explore");
    if (explorable) cell.settings = settings(explorable);
    cell.points = explorable?.movable?.last;
    cell.practice = cell.output?.querySelector(".practice");
    cell.output?.replaceChildren();
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

  // What scrolls sideways is a stop of the Tab key.
  const reach = (box) => box.scrollWidth > box.clientWidth && (box.tabIndex = 0);

  // Python code in texts gets its colours.
  async function colour(element) {
    const blocks = element.querySelectorAll("code.language-python");
    if (!blocks.length) return;
    const m = await editing();
    for (const code of blocks) {
      code.closest("pre").classList.add("live-listing");
      const text = code.textContent;
      code.replaceChildren();
      const put = (part, classes) => code.append(classes ? make("span", { class: classes }, part) : part);
      m.highlightCode(text, m.pythonLanguage.parser.parse(text), m.classHighlighter, put, () => code.append("\n"));
      reach(code.closest("pre"));
    }
  }

  // ---------------------------------------------------------------- explorables

  const controls = (box) => [...box.querySelectorAll(".explore-controls input, .explore-controls select")];
  const words = (c) =>
    c.type === "range" ? JSON.parse(c.dataset.words) : [...(c.options ?? [])].map((option) => option.text);

  function settings(box) {
    return Object.fromEntries(
      controls(box).map((c) => [c.name, c.type === "checkbox" ? c.checked : words(c)[c.value]]),
    );
  }

  // A control asks Python for its picture; while Python draws, only the last position waits.
  function connect(cell, box) {
    const picture = box.querySelector(".explore-picture");
    const text = box.querySelector(".explore-text");
    const python = worker;
    const number = Number(box.dataset.number);
    const data = JSON.parse(box.dataset.points ?? "null");
    let wanted = {};
    let asking = false;
    const want = async (change) => {
      wanted = { ...wanted, ...change };
      if (asking) return;
      asking = true;
      for (let asked; asked !== wanted;) {
        asked = wanted;
        const { positions } = asked;
        const question = data
          ? { type: "move", number, positions, asked: JSON.stringify(asked.points ?? { rows: data.rows }) }
          : { type: "redraw", number, positions };
        const answer = python !== worker ? {} : await ask(question);
        if (data && answer.text) (await view).show(answer);
        else if (answer.picture) {
          const old = picture.src;
          picture.src = URL.createObjectURL(new Blob([answer.picture], { type: "image/png" }));
          if (old.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(old), 1000);
          text.innerHTML = answer.text;
        } else if (answer.error) text.replaceChildren(make("pre", { class: "live-error" }, answer.error));
        else text.replaceChildren(make("p", {}, "Python was started anew: run this cell again."));
      }
      asking = false;
    };
    const positions = window.byhand.explorable(box, (positions) => want({ positions }));
    const view = data && window.byhand.points().then(({ movable }) => {
      const change = (points) => want({ positions: positions(), points });
      return (box.movable = movable(box, data, change));
    });
    view?.then(() => box.movable.resume(cell.points));
    // where the reader had put the controls, they stay
    const before = cell.settings ?? {};
    let moved;
    for (const c of controls(box)) {
      const value = before[c.name];
      if (
        c.type === "checkbox"
          ? value !== undefined && value !== c.checked
          : words(c).includes(value) && words(c)[c.value] !== value
      ) {
        if (c.type === "checkbox") c.checked = value;
        else c.value = words(c).indexOf(value);
        moved = c;
      }
    }
    moved?.dispatchEvent(new Event("input"));
  }

  // ---------------------------------------------------------------- practice

  // A form is marked by the page itself. Those that do not come with the page Python makes; no cell needs to run for it.
  async function another(kind, seed, level) {
    if (!worker) {
      const started = () => {
        say("Python is ready: run the page to use it.");
        measure();
      };
      await startPython().then(started, () => {}); // what goes wrong has been said
    }
    const answer = worker ? await ask({ type: "practice", kind, seed, level }) : {};
    if (!answer.html) throw new Error(answer.error ?? "Python does not run: try again.");
    return answer.html;
  }

  // ---------------------------------------------------------------- Python

  let live = false; // the cells are set up
  let worker;
  let ready; // a promise: Python has started
  let queue = []; // cells that wait
  let running = null; // the cell that runs
  let working = false; // cells run, or wait for Python
  let total = 0; // cells of the present run
  let asked = 0;
  const answers = new Map(); // what to do with the answer to a question
  const STOPPED = new Error("stopped by the reader");
  let giveUp; // end the wait for Python

  function ask(question) {
    return new Promise((resolve) => {
      answers.set(++asked, resolve);
      worker.postMessage({ ...question, id: asked });
    });
  }

  function startPython() {
    say("Loading Python");
    measure(0);
    ready = new Promise((resolve, reject) => {
      giveUp = () => reject(STOPPED);
      worker = new Worker(new URL("worker.js", src), { type: "module" });
      worker.onerror = (event) => reject(new Error(event.message || "its files could not be loaded"));
      worker.onmessage = ({ data: message }) => {
        if (message.type === "loading") {
          measure(Math.min(1, message.done / dataset.bytes));
          if (message.done < dataset.bytes)
            amount.textContent = `${megabytes(message.done)} of ${megabytes(dataset.bytes)} MB`;
          else say("Starting Python");
        } else if (message.type === "ready") resolve();
        else if (message.type === "failed") reject(new Error(message.reason));
        else if (message.type === "output") running && show(running, message.output);
        else {
          answers.get(message.id)?.(message);
          answers.delete(message.id);
        }
      };
      worker.postMessage({ type: "start", python: address(dataset.python), library: address(dataset.library) });
    });
    ready.catch((error) => error !== STOPPED && failed(error));
    return ready;
  }

  function failed(error) {
    const lost = /fetch|gives \d|NetworkError|module/i.test(error.message);
    const why = lost ? "its files could not be loaded" : error.message.trim().split("\n").pop();
    say(`Python could not start: ${why}. The page stays as it was; press the button to try again.`);
    measure();
    end();
  }

  // End Python, with whatever it does.
  function end() {
    worker?.terminate();
    worker = undefined;
    queue.forEach((cell) => state(cell, ""));
    queue = [];
    for (const answer of answers.values()) answer({});
    answers.clear();
    giveUp();
  }

  function restart(why) {
    const stopped = running;
    end();
    cells.forEach((cell) => state(cell, ""));
    if (stopped) {
      const text = "\nStopped: Python was started anew and has forgotten its variables.\n";
      show(stopped, { output_type: "stream", name: "stderr", text });
    }
    const started = () => {
      say(`${why} Python was started anew and has forgotten its variables: run the page, or single cells.`.trim());
      measure();
    };
    startPython().then(started, () => {}); // what goes wrong has been said
  }

  function obstacle() {
    if (location.protocol === "file:") {
      const todo = "in the folder of the book type “make read” and open the address it prints";
      return `Python runs only on pages that come from a server: ${todo}.`;
    }
    if (!window.WebAssembly || !window.DecompressionStream || !window.Worker)
      return "This browser is too old to run Python on a page.";
    return "";
  }

  async function runPage() {
    if (working) return;
    if (obstacle()) return say(obstacle());
    working = true;
    try {
      if (!worker) startPython();
      if (!live) await setUp();
    } catch (error) {
      return failed(error);
    } finally {
      working = false;
    }
    markdown();
    enqueue(cells.filter((cell) => cell.live));
  }

  function state(cell, name) {
    if (!cell.tools) return;
    cell.box.dataset.live = name;
    cell.box.setAttribute("aria-busy", name === "running");
    cell.note.textContent = { waiting: "waiting", running: "running", error: "error" }[name] ?? "";
  }

  // Run cells one after another; what sliders ask for comes in between.
  function enqueue(more) {
    for (const cell of more) {
      if (queue.includes(cell)) continue;
      queue.push(cell);
      state(cell, "waiting");
    }
    total = queue.length + (running ? 1 : 0);
    if (!working) work();
  }

  async function work() {
    working = true;
    enable(startButton, false);
    enable(stopButton, true);
    const wrong = [];
    try {
      await (worker ? ready : startPython());
      while (queue.length) if (!(await runNext())) wrong.push(running);
      report(wrong);
    } catch (error) {
      if (worker && error !== STOPPED) console.error(error); // otherwise the page has said it
    }
    running = null;
    working = false;
    enable(startButton, true);
    enable(stopButton, false);
    if (queue.length) work();
  }

  // Run the first of the cells that wait; whether it ended well.
  async function runNext() {
    const cell = (running = queue.shift());
    const many = total > 1;
    say(many ? "Running the page" : "Running the cell", many ? `cell ${total - queue.length} of ${total}` : "");
    measure(many ? (total - queue.length - 1) / total : undefined);
    state(cell, "running");
    cell.stale = true;
    const answer = await ask({ type: "run", code: cell.code, name: cell.name });
    state(cell, answer.ok ? "done" : answer.type ? "error" : "");
    if (!answer.type) throw STOPPED;
    empty(cell); // it may have shown nothing
    return answer.ok;
  }

  function report(wrong) {
    const names = wrong.map((cell) => cell.name.replace(/^[CY]/, (letter) => letter.toLowerCase()));
    const where = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
    if (wrong.length) say(`There is an error in ${where}; what else could run has run.`);
    else say("Live: move sliders, edit code (Shift+Enter).");
    measure();
    for (const cell of cells) if (cell.tools && !cell.view) nearby.observe(cell.input);
  }
})();
