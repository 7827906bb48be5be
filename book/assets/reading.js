// What helps reading: definitions of terms where they are used, the notes on the sources on demand, solutions on paper.

// A term shows its definition while the pointer or the focus is on it. A tap shows it, a second one opens the glossary.
let shown = null; // the link whose definition is shown
const definitionOf = (link) => document.getElementById(link.getAttribute("aria-describedby"));
const hide = () => {
  if (shown) definitionOf(shown).hidden = true;
  shown = null;
};
const place = () => {
  if (!shown) return;
  const box = definitionOf(shown);
  const { left, bottom, top } = shown.getBoundingClientRect();
  const below = bottom + box.offsetHeight + 8 < window.innerHeight;
  box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${below ? bottom + 4 : Math.max(8, top - box.offsetHeight - 4)}px`;
};
const show = (link) => {
  hide();
  shown = link;
  definitionOf(link).hidden = false;
  place();
};
for (const link of document.querySelectorAll("a[aria-describedby^='definition-of-']")) {
  let leads = true; // whether the click that comes leads to the glossary
  const leave = () => setTimeout(() => shown === link && !definitionOf(link).matches(":hover") && hide(), 200);
  link.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(link));
  link.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && leave());
  definitionOf(link).addEventListener("pointerleave", leave);
  link.addEventListener("pointerdown", (event) => (leads = event.pointerType !== "touch" || shown === link));
  link.addEventListener("focus", () => show(link));
  link.addEventListener("blur", hide);
  link.addEventListener("click", (event) => {
    if (!leads) {
      event.preventDefault();
      show(link);
    }
    leads = true;
  });
}
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("pointerdown", (event) => shown && !shown.contains(event.target) && hide());
window.addEventListener("scroll", place, { passive: true });

// The notes on the sources are for those who ask: one line at the top of a chapter, which the browser remembers.
const notes = document.querySelector("section#notes-on-the-sources");
if (notes) {
  const KEY = "byhand-notes-on-the-sources";
  const line = document.createElement("p");
  line.className = "notes-switch";
  line.innerHTML = '<label><input type="checkbox"> Show the notes on the sources at the end of this page</label>';
  document.querySelector(".bd-article h1").after(line);
  const box = line.querySelector("input");
  const turn = (on) => {
    box.checked = on;
    notes.hidden = !on;
  };
  let wanted = false;
  try {
    wanted = localStorage.getItem(KEY) === "on";
  } catch {
    // a browser that keeps nothing
  }
  turn(wanted);
  box.addEventListener("change", () => {
    turn(box.checked);
    try {
      localStorage.setItem(KEY, box.checked ? "on" : "off");
    } catch {
      // it holds for this page
    }
  });
  // a link into the notes opens them, and so does a search that found its words there
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !notes.contains(target)) return;
    turn(true);
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", follow);
  follow();
  const searched = () => notes.querySelector(".highlighted") && turn(true);
  window.addEventListener("load", () => setTimeout(searched));
}

// On paper the solutions stand together at the end.
const moved = []; // [solution, the mark left in its place]
window.addEventListener("beforeprint", () => {
  const solutions = [...document.querySelectorAll(".bd-article div.solution")];
  if (!solutions.length || moved.length) return;
  const end = document.createElement("section");
  end.id = "solutions-on-paper";
  end.innerHTML = "<h2>Solutions</h2>";
  solutions[0].closest("article").append(end);
  for (const solution of solutions) {
    const mark = document.createComment("solution");
    solution.replaceWith(mark);
    end.append(solution);
    moved.push([solution, mark]);
  }
});
window.addEventListener("afterprint", () => {
  for (const [solution, mark] of moved.splice(0)) mark.replaceWith(solution);
  document.getElementById("solutions-on-paper")?.remove();
});
