// Explorables whose pictures Python draws.

import * as python from "./python.js";

const { make } = window.byhand.live;
const controls = (box) => [...box.querySelectorAll(".explore-controls input, .explore-controls select")];
const words = (c) =>
  c.type === "range" ? JSON.parse(c.dataset.words) : [...(c.options ?? [])].map((option) => option.text);

// What an explorable says, as elements, when the Python that made it has ended; page.js knows how to bring it back.
export const lost = { say: () => [] };

// Where the reader has put the controls.
export function settings(box) {
  return Object.fromEntries(controls(box).map((c) => [c.name, c.type === "checkbox" ? c.checked : words(c)[c.value]]));
}

// A control asks Python for its picture; while Python draws, only the last position waits.
export function connect(cell, box) {
  const picture = box.querySelector(".explore-picture");
  const text = box.querySelector(".explore-text");
  const { generation } = python;
  const number = Number(box.dataset.number);
  const data = JSON.parse(box.dataset.points ?? "null");
  let wanted = {};
  let asking = false;
  const want = async (change) => {
    wanted = { ...wanted, ...change };
    if (asking) return;
    asking = true;
    for (let asked; asked !== wanted; ) {
      asked = wanted;
      const { positions } = asked;
      const question = data
        ? { type: "move", number, positions, asked: JSON.stringify(asked.points ?? { rows: data.rows }) }
        : { type: "redraw", number, positions };
      const answer = generation === python.generation ? await python.ask(question) : {};
      if (data && answer.text) (await view).show(answer);
      else if (answer.picture) {
        const old = picture.src;
        picture.src = URL.createObjectURL(new Blob([answer.picture], { type: "image/png" }));
        if (old.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(old), 1000);
        text.innerHTML = answer.text;
      } else if (answer.error) text.replaceChildren(make("pre", { class: "live-error" }, answer.error));
      else text.replaceChildren(make("p", {}, ...lost.say(cell)));
    }
    asking = false;
  };
  const positions = window.byhand.explorable(box, (positions) => want({ positions }));
  const view =
    data &&
    window.byhand.points().then(({ movable }) => {
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
