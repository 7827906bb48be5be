// The button "Run this page" of a chapter, and the bar below the header that tells how Python is doing.
//
// The page itself holds nothing for live cells but the tag of this script, which names the files to use. They are
// fetched when the reader presses the button (page.js) or is about to: Python (python.js) starts when the pointer or the
// focus rests on it.

(() => {
  const { dataset, src } = document.currentScript;
  const part = (name) => import(new URL(name, src));
  const address = (path) => new URL(path, document.baseURI).href;
  const KEPT = `byhand:${dataset.name}`; // where the reader's changes are kept

  // ---------------------------------------------------------------- small helpers, for the other scripts too

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }
  const action = (text, title, act) => {
    const onclick = ({ currentTarget }) => currentTarget.ariaDisabled !== "true" && act();
    return make("button", { type: "button", class: "live-button", title, onclick }, text);
  };
  // A button that cannot be used keeps the focus, unlike a disabled one.
  const enable = (button, yes) => button.setAttribute("aria-disabled", String(!yes));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

  // ---------------------------------------------------------------- the bar at the top of the page

  const startButton = make(
    "button",
    { type: "button", class: "live-start", title: "Run all cells of this page with Python", onclick: run },
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
  function measure(part) {
    progress.hidden = part === undefined;
    progress.value = part ?? 0;
  }
  const offer = (...buttons) => actions.replaceChildren(...buttons);

  function obstacle() {
    if (location.protocol === "file:") {
      const todo = "in the folder of the book type “make read” and open the address it prints";
      return `Python runs only on pages that come from a server: ${todo}.`;
    }
    if (!window.WebAssembly || !window.DecompressionStream || !window.Worker)
      return "This browser is too old to run Python on a page.";
    return "";
  }

  // ---------------------------------------------------------------- Python starts

  let python; // once its script is there
  const bringPython = async () => (python = await part("python.js"));
  let wanted = false; // until then it starts in silence
  let loaded = 0; // bytes
  function loading(done) {
    loaded = done;
    if (!wanted || python?.isReady()) return; // news may come late
    measure(Math.min(1, done / dataset.bytes));
    if (done < dataset.bytes) say("Loading Python", `${megabytes(done)} of ${megabytes(dataset.bytes)} MB`);
    else say("Starting Python");
  }
  function failed(error) {
    const lost = /fetch|gives \d|NetworkError|module/i.test(error.message);
    const why = lost ? "its files could not be loaded" : error.message.trim().split("\n").pop();
    say(`Python could not start: ${why}. The page stays as it was; press the button to try again.`);
    measure();
  }

  // A promise of Python, which has started. What goes wrong is said.
  async function startPython() {
    wanted = true;
    try {
      await bringPython();
      if (!python.isReady()) loading(python.isThere() ? loaded : 0);
      await python.start();
      return python;
    } catch (error) {
      if (error.message !== "stopped") failed(error);
      throw error;
    }
  }

  // Who rests on the button is about to press it. Python that nobody asked for in a minute ends.
  let resting;
  const rest = (delay) => () => {
    clearTimeout(resting);
    if (wanted || obstacle() || navigator.connection?.saveData) return;
    resting = setTimeout(async () => {
      await bringPython();
      part("page.js").catch(() => {});
      python.start().then(python.warm).catch(() => {});
      setTimeout(() => wanted || python.end(), 60_000);
    }, delay);
  };
  startButton.addEventListener("pointerenter", rest(60));
  startButton.addEventListener("focus", rest(400)); // longer than the Tab key takes to pass
  for (const leave of ["pointerleave", "blur"]) startButton.addEventListener(leave, () => clearTimeout(resting));

  async function run() {
    if (obstacle()) return say(obstacle());
    if (startButton.ariaDisabled === "true") return;
    wanted = true;
    if (!python?.isReady()) loading(python?.isThere() ? loaded : 0);
    bringPython().catch(() => {}); // at the same time
    try {
      await (await part("page.js")).runPage();
    } catch (error) {
      failed(error);
    }
  }

  // A form is marked by the page itself. Those that do not come with the page Python makes; no cell needs to run for it.
  async function another(kind, seed, level) {
    const started = await startPython().catch(() => null);
    if (started && startButton.ariaDisabled !== "true" && /^(Loading|Starting) Python/.test(status.textContent)) {
      say("Python is ready: run the page to use it.");
      measure();
    }
    const answer = started ? await python.ask({ type: "practice", kind, seed, level }) : {};
    if (!answer.html) throw new Error(answer.error ?? "Python is not running: try again.");
    return answer.html;
  }

  // ---------------------------------------------------------------- before Python runs

  // more values of sliders, and the reader's changes of another day
  for (const note of document.querySelectorAll(".explore-note")) {
    note.replaceChildren(
      make("button", { type: "button", class: "live-more", onclick: run }, `${note.dataset.more}: run this page`),
    );
  }
  const live = { dataset, address, make, action, enable, say, measure, offer, loading, startPython, startButton, KEPT };
  window.byhand.live = live;
  if (!obstacle()) Object.assign(window.byhand, { run, another }); // for moved points, and for practice
  const forget = action("Forget my changes", "Restore the book's own code everywhere", () => {
    if (!confirm("Restore the book's own code in all cells of this page, and remove the cells you added?")) return;
    localStorage.removeItem(KEPT);
    say("Your changes are gone.");
    offer();
  });
  function greet() {
    let kept = null;
    try {
      kept = localStorage.getItem(KEPT);
    } catch {
      // then there is nothing
    }
    if (!kept) return;
    say("Your changes to this page are kept; run it to see them.");
    offer(forget);
  }
  greet();
  window.addEventListener("storage", ({ key }) => key === KEPT && !wanted && greet()); // of another tab
})();
