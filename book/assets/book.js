// The book's own script: controls of explorables, and what the theme leaves undone for keyboards and screen readers.

// Explorables choose among pictures and texts that were made when the book was built.
for (const box of document.querySelectorAll(".explore")) {
  const { sources, texts } = JSON.parse(box.querySelector("script").textContent);
  const controls = [...box.querySelectorAll(".explore-controls input, .explore-controls select")];
  const picture = box.querySelector(".explore-picture");
  const text = box.querySelector(".explore-text");

  const size = (c) => (c.type === "checkbox" ? 2 : c.tagName === "SELECT" ? c.length : Number(c.max) + 1);
  const position = (c) =>
    c.type === "checkbox" ? Number(c.checked !== (c.dataset.reversed === "true")) : Number(c.value);
  // pictures are in the order of the controls, the last control changing fastest
  const frame = (change = () => 0) => controls.reduce((sum, c) => sum * size(c) + position(c) + change(c), 0);

  const update = (touched) => {
    for (const c of controls) {
      if (c.type !== "range") continue;
      const word = JSON.parse(c.dataset.words)[position(c)];
      c.setAttribute("aria-valuetext", word);
      c.parentElement.querySelector("output").textContent = word;
    }
    picture.src = sources[frame()];
    text.innerHTML = texts[frame()];
    for (const step of [1, -1, 2, -2]) { // fetch the neighbours, so that the next step shows at once
      const next = position(touched) + step;
      if (next >= 0 && next < size(touched)) new Image().src = sources[frame((c) => (c === touched ? step : 0))];
    }
  };
  for (const c of controls) c.addEventListener("input", () => update(c));
  box.querySelector(".explore-controls").hidden = false;
  box.querySelector(".explore-settings").hidden = true;
}

// The theme's search button is named by its own words, which show the keys as well.
for (const button of document.querySelectorAll(".search-button-field")) button.removeAttribute("aria-label");

// What scrolls sideways should be within reach of the keyboard. The theme sees to code and outputs when the window changes
// its size; formulae and tables are left to us, and so is looking again after something was unfolded.
const reachable = () => {
  for (const box of document.querySelectorAll("div.math, .pst-scrollable-table-container, .bd-article table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
window.addEventListener("resize", reachable);
document.fonts.ready.then(reachable);
document.addEventListener("click", () => setTimeout(() => window.dispatchEvent(new Event("resize")), 100), true);
