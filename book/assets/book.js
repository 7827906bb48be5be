// The book's own script: controls of explorables, and what the theme leaves undone for keyboards and screen readers.

// The script for points that can be moved is fetched by pages that have some. (From a file it does not load: then there
// is the picture.)
const script = new URL("points.js", document.currentScript.src);
const points = () => import(script);

// A button that moves a slider on, a step a second, until the end, the next press, or the reader's hand on a control.
// Who prefers less motion gets one step a press.
const player = (button, box, slider) => {
  const text = box.querySelector(".explore-text");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const ended = () => Number(slider.value) >= Number(slider.max);
  let clock;
  const name = () => {
    const act = clock ? "Pause" : calm.matches ? "Next" : "Play";
    button.textContent = act;
    button.ariaLabel = `${act}: ${slider.name.replaceAll("_", " ")}`;
    text.ariaLive = clock ? "off" : null; // a screen reader is told the last step, not each
  };
  const stop = () => {
    clearInterval(clock);
    clock = undefined;
    name();
  };
  const step = () => {
    slider.value = ended() ? slider.min : Number(slider.value) + 1;
    if (ended() && clock) stop();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  button.addEventListener("click", () => {
    if (clock) return stop();
    if (!calm.matches) clock = setInterval(() => (box.isConnected ? step() : stop()), 1000);
    name();
    step();
  });
  box.addEventListener("input", (event) => event.isTrusted && clock && stop());
  document.addEventListener("visibilitychange", () => document.hidden && clock && stop());
  calm.addEventListener("change", stop);
  name();
};

// An explorable: its controls call show(positions, touched) with the positions of all of them and the one that moved.
// Returns a function that tells the positions.
const explorable = (box, show) => {
  const controls = [...box.querySelectorAll(".explore-controls input, .explore-controls select")];
  const position = (c) =>
    c.type === "checkbox" ? Number(c.checked !== (c.dataset.reversed === "true")) : Number(c.value);
  const name = (c) => {
    if (c.type !== "range") return;
    const word = JSON.parse(c.dataset.words)[position(c)];
    c.setAttribute("aria-valuetext", word);
    c.parentElement.querySelector("output").textContent = word;
  };
  const move = (touched) => {
    controls.forEach(name);
    show(controls.map(position), controls.indexOf(touched));
  };
  for (const c of controls) c.addEventListener("input", () => move(c));
  for (const button of box.querySelectorAll(".explore-play"))
    player(button, box, controls.find((c) => c.name === button.dataset.plays));
  box.querySelector(".explore-controls").hidden = false;
  box.querySelector(".explore-settings").hidden = true;
  return () => controls.map(position);
};

// On a page without Python the controls choose among pictures and texts that were made when the book was built.
for (const box of document.querySelectorAll(".explore")) {
  const { sources, texts, places } = JSON.parse(box.querySelector("script").textContent);
  const sizes = [...box.querySelectorAll(".explore-controls input, .explore-controls select")].map((c) =>
    c.type === "checkbox" ? 2 : c.tagName === "SELECT" ? c.length : Number(c.max) + 1,
  );
  // pictures are in the order of the controls, the last control changing fastest
  const frame = (positions) => positions.reduce((sum, position, i) => sum * sizes[i] + position, 0);
  explorable(box, (positions, touched) => {
    box.querySelector("source")?.remove(); // the narrow form is of the start alone
    box.querySelector(".explore-picture").src = sources[frame(positions)];
    box.querySelector(".explore-text").innerHTML = texts[frame(positions)];
    box.movable?.show({ places: places[frame(positions)] });
    for (const step of [1, -1, 2, -2]) {
      // fetch the neighbours, so that the next step shows at once
      const next = positions.map((position, i) => position + (i === touched ? step : 0));
      if (next[touched] >= 0 && next[touched] < sizes[touched]) new Image().src = sources[frame(next)];
    }
  });
}
Object.assign((window.byhand ??= {}), { explorable, points }); // for pages that run Python

// Points can be taken hold of at once. The first change starts Python, whose picture goes on from there (live.js).
document.addEventListener("DOMContentLoaded", async () => {
  const boxes = document.querySelectorAll(".explore[data-points]");
  if (!boxes.length || !window.byhand.run) return;
  const { movable } = await points();
  for (const box of boxes) {
    box.movable = movable(box, JSON.parse(box.dataset.points), () => {
      box.querySelector(".explore-text").innerHTML = "<p>Python is starting, and will draw the points as you put them.</p>";
      window.byhand.run();
    });
    box.movable.live = false;
    const note = box.querySelector(".explore-note button");
    if (box.movable.kept()) note.textContent = "Your own points are kept: run this page to see them";
  }
});

// The theme's search button is named by its own words, which show the keys as well.
for (const button of document.querySelectorAll(".search-button-field")) button.removeAttribute("aria-label");

// What scrolls sideways should be within reach of the keyboard. The theme sees to code and outputs when the window
// changes its size; formulae and tables are left to us, and so is looking again after something was unfolded.
const reachable = () => {
  for (const box of document.querySelectorAll("div.math, .pst-scrollable-table-container, .bd-article table, .stage")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
  document.querySelectorAll(SIDEWAYS).forEach(hint);
};
// ... and should look as if it did: it fades out on the side where there is more.
const SIDEWAYS = "div.math, .pst-scrollable-table-container, .bd-article :is(table, pre, .stage, .output, .practice-formula)";
const hint = (box) => {
  const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
  const sides = [box.scrollLeft > 2 && "left", rest > 2 && "right"].filter(Boolean);
  if (sides.length && getComputedStyle(box).overflowX !== "visible") box.dataset.moreTo = sides.length > 1 ? "both" : sides[0];
  else delete box.dataset.moreTo;
};
document.addEventListener("scroll", ({ target }) => target.matches?.(SIDEWAYS) && hint(target), { capture: true, passive: true });
document.addEventListener("load", ({ target }) => target.closest?.(".stage") && reachable(), true);
window.addEventListener("resize", reachable);
document.fonts.ready.then(reachable);
document.fonts.addEventListener("loadingdone", reachable);
document.addEventListener("click", () => setTimeout(() => window.dispatchEvent(new Event("resize")), 100), true);
