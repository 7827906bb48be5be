// In which order cells can run, and which outputs are old: worked out from the names that each cell uses, defines and
// changes (names.py), without Python.
//
// A value is known by its stamp: a number for the code that made it together with the stamps of all values that went
// into it. Two values with the same stamp come from the same code. What cells would give from top to bottom is wanted;
// what Python holds, or the page shows, is right if its stamp is the wanted one.

const stamps = new Map(); // from a text to its number
const stamp = (text) => {
  if (!stamps.has(text)) stamps.set(text, stamps.size);
  return stamps.get(text);
};

const NOTHING = { uses: [], defines: [], changes: [], later: [] };
const namesOf = (cell) => cell.names ?? NOTHING; // null: they cannot be told

// The values that Python holds after some cells have run.
export class Memory {
  constructor(from) {
    this.values = new Map(from?.values); // by name: stamp, cell, and the names that a function will look up
    this.ran = new Map(from?.ran); // by cell: the code that it ran with
  }

  // The names whose values matter to a cell, those that functions look up among them.
  read(cell) {
    const found = new Set();
    const look = (name) => {
      if (found.has(name)) return;
      found.add(name);
      this.values.get(name)?.later.forEach(look);
    };
    namesOf(cell).uses.forEach(look);
    return [...found].filter((name) => this.values.has(name)).sort();
  }

  holdsSameAs({ values }) {
    return [...values].every(([name, { stamp }]) => this.values.get(name)?.stamp === stamp);
  }

  // Run a cell, in thought; the stamp of what it gives. `as`: its code and names, if they have changed since.
  run(cell, as = cell) {
    const { defines, changes, later } = namesOf(as);
    const given = this.read(as).map((name) => `${name}=${this.values.get(name).stamp}`);
    const made = stamp([as.code, ...given].join("\0"));
    for (const name of changes) {
      const before = this.values.get(name)?.later ?? [];
      this.values.set(name, { stamp: made, cell, later: [...before, ...later] });
    }
    for (const name of defines) this.values.set(name, { stamp: made, cell, later });
    this.ran.set(cell, as.code);
    return made;
  }
}

// For cells from top to bottom: `wanted`, the stamp of what each should give, and `needs`, the set of cells above that
// it depends on.
export function survey(cells) {
  const memory = new Memory();
  const wanted = new Map();
  const needs = new Map();
  for (const cell of cells) {
    const direct = new Set(memory.read(cell).map((name) => memory.values.get(name).cell));
    needs.set(cell, new Set([...direct].flatMap((other) => [other, ...needs.get(other)])));
    wanted.set(cell, memory.run(cell));
  }
  return { wanted, needs };
}

// The cells to run, from top to bottom, so that all `targets` give what is wanted: what they need, if Python does not
// hold it yet, and they themselves.
export function plan(cells, targets, memory, { wanted, needs }) {
  const chosen = new Set(targets);
  const obscure = cells.filter((cell) => !cell.names && !memory.ran.has(cell)); // may define anything
  for (let wrong = true; wrong; ) {
    const trial = new Memory(memory);
    wrong = false;
    for (const cell of cells) {
      if (!chosen.has(cell)) continue;
      const lacking = [...needs.get(cell), ...above(cells, cell, obscure)].filter((other) => !chosen.has(other));
      if (trial.run(cell) === wanted.get(cell) || !lacking.length) continue;
      lacking.forEach((other) => chosen.add(other));
      wrong = true;
      break;
    }
  }
  return cells.filter((cell) => chosen.has(cell));
}
const above = (cells, cell, some) => some.filter((other) => cells.indexOf(other) < cells.indexOf(cell));

// The next of the cells that wait: the first that `favourite` needs, if after it has run out of turn all will still give
// what is wanted, and Python will hold the same in the end; else the first.
export function next(waiting, favourite, memory, { wanted, needs }) {
  const [first] = waiting;
  if (!favourite || favourite === first || waiting.some((cell) => !cell.names)) return first;
  const early = waiting.filter((cell) => cell === favourite || needs.get(favourite).has(cell));
  const [trial, plain] = [new Memory(memory), new Memory(memory)];
  waiting.forEach((cell) => plain.run(cell));
  const order = [...early, ...waiting.filter((cell) => !early.includes(cell))];
  const right = order.every((cell) => trial.run(cell) === wanted.get(cell));
  return right && trial.holdsSameAs(plain) ? early[0] : first;
}
