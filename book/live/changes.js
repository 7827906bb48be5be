// The reader's changes, kept in the browser, cell by cell: two tabs that change different cells keep both.
//
// Kept are `edits`, {index, source, code} for a cell of the book whose code was `source`, and `scratch`, {id, after, code}
// for a cell of the reader's own below cell `after`, in the order of the page.

const { KEPT, say } = window.byhand.live;

const read = (text) => ({ edits: [], scratch: [], ...JSON.parse(text ?? "{}") });
export function kept() {
  try {
    return read(localStorage.getItem(KEPT));
  } catch {
    return read();
  }
}
const isOf = (cell) => (edit) => edit.index === cell.index && edit.source === cell.source;

// Keep a cell as it is now, or forget it if it is as in the book or gone; `order`: all cells of the reader's own.
export function keep(cell, order) {
  const all = kept();
  const { index, source, code, id, after } = cell;
  if (cell.scratch) {
    const others = all.scratch.filter((other) => other.id !== id);
    const place = (other) => order.findIndex((own) => own.id === other.id);
    all.scratch = order.includes(cell) ? [...others, { id, after, code }] : others;
    all.scratch.sort((a, b) => a.after - b.after || place(a) - place(b));
  } else {
    all.edits = all.edits.filter((edit) => !isOf(cell)(edit));
    if (code !== source) all.edits.push({ index, source, code });
  }
  write(all);
}

export function write(all) {
  const nothing = !all.edits.length && !all.scratch.length;
  try {
    if (nothing) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    if (!nothing) say("This browser does not let the page keep your changes: download them before you leave.");
  }
}

// Call for what another tab changes: changed(cell, code), added({id, after, code}), removed(cell).
export function follow(cells, { changed, added, removed }) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== KEPT && key !== null) return;
    const { edits, scratch } = read(key === null ? null : newValue);
    for (const cell of [...cells()]) {
      if (!cell.live || !cell.box) continue;
      const now = cell.scratch ? scratch.find(({ id }) => id === cell.id) : edits.find(isOf(cell));
      if (cell.scratch && !now) removed(cell);
      else if ((now?.code ?? cell.source) !== cell.code) changed(cell, now?.code ?? cell.source);
    }
    for (const own of scratch) if (!cells().some(({ id }) => id === own.id)) added(own);
  });
}
