// Points of a picture that the reader can drag, add, delete and put back: in JupyterLab (by anywidget) and on pages of
// the book. The points are rows [x, y, label]; Python draws them and says where in the picture they are.

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

// What the reader made is kept in this browser, where it lets us.
const kept = {
  read: (id) => {
    try {
      return JSON.parse(localStorage.getItem(`byhand:points:${id}`));
    } catch {
      return null;
    }
  },
  write: (id, rows) => {
    try {
      if (rows) localStorage.setItem(`byhand:points:${id}`, JSON.stringify(rows));
      else localStorage.removeItem(`byhand:points:${id}`);
    } catch {
      // then only until the page is left
    }
  },
};

// Furnish a box that holds a picture (.explore-picture) and its key numbers (.explore-text). `data` is what Python
// wrote of the points; ask({rows}) or ask({table}) is told each change, and the answers go to show().
export function movable(box, data, ask) {
  const { classes, kind, sets, id } = data;
  let { rows, places } = data;
  let selected = -1;
  let start = rows; // what "Put back" brings back
  const handles = [];
  const picture = box.querySelector(".explore-picture");
  const framed = picture.closest("picture") ?? picture;
  const narrow = framed.querySelector("source"); // the narrow form of the picture, for phones
  const layer = make("div", { class: "points-layer", role: "application", "aria-label": "Points of the picture" });
  const stage = make("div", { class: "points-stage" });
  framed.replaceWith(stage);
  stage.append(framed, layer);

  // ------------------------------------------------ from coordinates to the picture and back

  const axes = [0, 1];
  const share = (value, axis) => {
    const [low, high] = places.limits.slice(2 * axis, 2 * axis + 2);
    const part = Math.min(1, Math.max(0, (value - low) / (high - low)));
    const [from, to] = axis ? [places.box[3], places.box[1]] : [places.box[0], places.box[2]];
    return from + part * (to - from);
  };
  const value = (place, axis) => {
    const [from, to] = axis ? [places.box[3], places.box[1]] : [places.box[0], places.box[2]];
    const [low, high] = places.limits.slice(2 * axis, 2 * axis + 2);
    return low + ((place - from) / (to - from)) * (high - low);
  };
  const digits = (axis) => {
    const [low, high] = places.limits.slice(2 * axis, 2 * axis + 2);
    return Math.max(0, 3 - Math.floor(Math.log10(Math.abs(high - low))));
  };
  // inside the axes, with no more digits than can be seen
  const tidy = (number, axis) => {
    const [low, high] = places.limits.slice(2 * axis, 2 * axis + 2).sort((a, b) => a - b);
    return Number(Math.min(high, Math.max(low, number)).toFixed(digits(axis)));
  };
  const under = (event) => {
    const { left, top, width, height } = layer.getBoundingClientRect();
    return [(event.clientX - left) / width, (event.clientY - top) / height];
  };

  // ------------------------------------------------ handles

  const words = ([x, y, label]) => {
    const [a, b] = [x, y].map((number, axis) => String(Number(number.toFixed(digits(axis)))));
    return `${kind ? `${kind} ${label}, ` : ""}x ${a}, y ${b}`;
  };
  const lay = (i) => {
    handles[i].style.left = `${100 * share(rows[i][0], 0)}%`;
    handles[i].style.top = `${100 * share(rows[i][1], 1)}%`;
    handles[i].ariaLabel = `Point ${i + 1}: ${words(rows[i])}`;
  };
  function layAll() {
    while (handles.length > rows.length) handles.pop().remove();
    while (handles.length < rows.length) layer.append((handles[handles.length] = handle()));
    rows.forEach((_, i) => lay(i));
    select(Math.min(selected, rows.length - 1));
  }
  function handle() {
    const element = make("button", { type: "button", class: "points-handle" });
    const index = () => handles.indexOf(element);
    let grip; // from the pointer to the middle of the point
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault(); // no selection of text
      element.focus({ preventScroll: true });
      element.setPointerCapture(event.pointerId);
      const place = under(event);
      grip = axes.map((axis) => share(rows[index()][axis], axis) - place[axis]);
    });
    element.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const place = under(event);
      move(
        index(),
        axes.map((axis) => value(place[axis] + grip[axis], axis)),
      );
    });
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (grip = undefined));
    element.addEventListener("focus", () => select(index()));
    element.addEventListener("keydown", (event) => press(event, index()));
    return element;
  }

  function press(event, i) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (selected !== i) select(i); // a window in the background tells of no focus
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[event.key];
    const wanted = classes && classOf(event.key);
    if (arrow) {
      const step = event.shiftKey ? 0.1 : 0.01; // of the axis
      const { limits } = places;
      move(
        i,
        axes.map((axis) => rows[i][axis] + arrow[axis] * step * (limits[2 * axis + 1] - limits[2 * axis])),
      );
    } else if (event.key === "Delete" || event.key === "Backspace") remove();
    else if (event.key === "Escape") add.focus();
    else if (wanted !== undefined) relabel(wanted);
    else return;
    event.preventDefault();
  }
  // A class by the first letter of its name, or by its number.
  const classOf = (key) =>
    key.length === 1
      ? (classes.find((name) => name.toLowerCase().startsWith(key.toLowerCase())) ?? classes[Number(key) - 1])
      : undefined;

  function select(i) {
    handles[selected]?.classList.remove("points-selected");
    selected = i;
    handles[i]?.classList.add("points-selected");
    del.ariaDisabled = String(i < 0);
    if (i < 0) return say("");
    if (kind) label.value = rows[i][2];
    say(`Point ${i + 1}: ${words(rows[i])}`);
  }

  // ------------------------------------------------ what the reader does

  function changed() {
    kept.write(id, rows);
    tell({ rows });
  }
  function tell(request) {
    view.last = request;
    ask(request);
  }
  function move(i, place) {
    const [x, y] = place.map(tidy);
    if (x === rows[i][0] && y === rows[i][1]) return;
    rows = rows.with(i, [x, y, rows[i][2]]);
    lay(i);
    say(`Point ${i + 1}: ${words(rows[i])}`);
    changed();
  }
  function insert(place) {
    const own = kind === "number" ? Number(label.value) : kind ? label.value : null;
    rows = [...rows, [...place.map(tidy), own]];
    layAll();
    handles.at(-1).focus({ preventScroll: true });
    changed();
  }
  function remove() {
    if (selected < 0) return;
    const gone = selected;
    rows = rows.toSpliced(gone, 1);
    handles.splice(gone, 1)[0].remove();
    selected = -1;
    layAll();
    (handles[Math.min(gone, rows.length - 1)] ?? add).focus({ preventScroll: true });
    changed();
  }
  function relabel(own) {
    if (selected < 0 || own === rows[selected][2]) return;
    rows = rows.with(selected, [...rows[selected].slice(0, 2), own]);
    lay(selected);
    select(selected);
    changed();
  }
  function putBack(next) {
    start = rows = next;
    selected = -1;
    layAll();
    kept.write(id, next === data.rows ? null : next);
    tell({ rows });
  }

  // ------------------------------------------------ the tools below the picture

  const action = (text, act) =>
    make(
      "button",
      { type: "button", onclick: ({ currentTarget }) => currentTarget.ariaDisabled !== "true" && act() },
      text,
    );
  const options = (names) => names.map((name, i) => make("option", { value: i }, name));
  const add = action("Add a point", () => insert(axes.map((axis) => (places.limits[2 * axis] + places.limits[2 * axis + 1]) / 2)));
  const del = action("Delete it", remove);
  const label = classes
    ? make("select", { onchange: () => relabel(label.value) }, ...classes.map((name) => make("option", {}, name)))
    : make("input", { type: "number", step: "any", value: 0, onchange: () => relabel(Number(label.value)) });
  const menu = make(
    "select",
    { onchange: () => putBack([data.rows, ...Object.values(sets)][menu.value]) },
    ...options(["of the book", ...Object.keys(sets)]),
  );
  const said = make("p", { class: "points-said", role: "status" });
  const say = (text) => (said.textContent = text);
  const table = make("textarea", { rows: 6, spellcheck: "false", "aria-label": "The points as a table" });
  const file = () => {
    const link = make("a", { href: URL.createObjectURL(new Blob([table.value], { type: "text/csv" })), download: "points.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const columns = `x, y${kind ? `, ${kind}` : ""}`;
  const tools = make(
    "div",
    { class: "points-tools" },
    ...(kind ? [make("label", {}, `${kind} `, label)] : []),
    add,
    del,
    action("Put back", () => putBack(start)),
    ...(Object.keys(sets).length ? [make("label", {}, "points ", menu)] : []),
  );
  const own = make(
    "details",
    { class: "points-own" },
    make("summary", {}, "The points as a table: copy them, or paste your own"),
    make("p", {}, `One point per line: ${columns}. Rows copied from a spreadsheet will do.`),
    table,
    make("div", { class: "points-tools" }, action("Use these points", () => tell({ table: table.value })), action("Save as a file", file)),
  );
  const keys = classes ? ", a letter or digit changes the class" : "";
  const hint = make(
    "p",
    { class: "points-hint" },
    `Drag a point, or reach it with Tab and press the arrow keys (Shift: further; Delete removes it${keys}; Escape leaves).`,
  );
  box.querySelector(".explore-text").after(said, tools, hint, own);

  layer.addEventListener("click", (event) => {
    if (event.target.closest(".points-handle") || !view.live) return;
    const place = under(event);
    const inside = axes.every((axis) => {
      const [from, to] = [places.box[axis], places.box[axis + 2]];
      return place[axis] >= from && place[axis] <= to;
    });
    if (inside) insert(axes.map((axis) => value(place[axis], axis)));
  });

  // ------------------------------------------------ parts of the picture that light up together

  let parts = "";
  function lightUp() {
    if (JSON.stringify(places.parts) === parts) return;
    parts = JSON.stringify(places.parts);
    layer.querySelectorAll(".points-part").forEach((old) => old.remove());
    const all = places.parts.map(({ name, boxes }) => {
      const spots = boxes.map(([left, top, right, bottom]) => {
        const spot = make("div", { class: "points-part" });
        const percent = { left, top, width: right - left, height: bottom - top };
        for (const [side, size] of Object.entries(percent)) spot.style[side] = `${100 * size}%`;
        return spot;
      });
      const light = (on) => {
        for (const spot of spots) spot.classList.toggle("points-lit", on);
        say(on ? name : "");
      };
      for (const spot of spots) {
        spot.addEventListener("pointerenter", () => light(true));
        spot.addEventListener("pointerleave", () => light(false));
      }
      const [first] = spots; // is the stop of the Tab key
      first.tabIndex = 0;
      first.role = "img";
      first.ariaLabel = name;
      first.addEventListener("focus", () => light(true));
      first.addEventListener("blur", () => light(false));
      return spots;
    });
    layer.prepend(...all.flat());
  }

  // ------------------------------------------------ answers

  const view = {
    last: undefined, // what was asked for last
    live: true, // whether a click into the picture adds a point
    // an answer of Python's: what is not in it stays
    show(answer) {
      if (answer.picture) {
        const old = picture.src;
        picture.src = URL.createObjectURL(new Blob([answer.picture], { type: "image/png" }));
        if (old.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(old), 1000);
      }
      if (answer.text !== undefined) box.querySelector(".explore-text").innerHTML = answer.text;
      if (answer.table !== undefined) table.value = answer.table;
      if (answer.places) {
        narrow?.remove(); // it is of the start alone
        places = answer.places;
      }
      if (answer.rows) {
        start = rows = answer.rows; // of a table that was pasted
        kept.write(id, rows);
      }
      layAll();
      lightUp();
    },
    // go on where the reader has been before
    resume(request) {
      const found = kept.read(id);
      const wanted = request ?? (found && { rows: found });
      if (!wanted) return;
      if (wanted.rows) {
        rows = wanted.rows;
        layAll();
      }
      tell(wanted);
    },
    kept: () => kept.read(id) !== null,
  };
  if (narrow) {
    const phone = window.matchMedia(narrow.media);
    const fit = () => {
      if (narrow.isConnected) places = phone.matches ? data.narrow : data.places;
      layAll();
      lightUp();
    };
    phone.addEventListener("change", fit);
    fit();
  }
  view.show({ table: data.table });
  return view;
}

// JupyterLab: the widget manager sends the last change only when the one before has been answered.
export default {
  render({ model, el }) {
    el.classList.add("points-lab");
    el.setAttribute("data-lm-suppress-shortcuts", "true"); // letters are classes here, not commands of JupyterLab
    el.append(
      make("img", { class: "explore-picture", alt: model.get("data").alt }),
      make("div", { class: "explore-text", role: "status" }),
    );
    let count = 0;
    const view = movable(el, model.get("data"), (request) => {
      model.set("asked", { ...request, count: ++count });
      model.save_changes();
    });
    const answer = () => view.show({ ...model.get("reply"), picture: model.get("picture") });
    model.on("change:reply", answer);
    answer();
    view.resume();
    return () => model.off("change:reply", answer);
  },
};
