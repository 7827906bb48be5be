// The search page. Chapters that treat what is asked for come first, then its definition, then the rest. The text to
// look through is in search-index.js (book/ext/search_page.py), so that a folder opened from disk can be searched too.

{
  // A word as it is compared: back-propagation, backpropagation and BackPropagation are one word, and so are neighbours
  // and neighbor, regularised and regularize, pruned and pruning. What is cut off is cut off everywhere.
  const stem = (word) => {
    const plain = word.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
    const american = plain
      .replace(/our(?=s?$|ed$|hood)/, "or")
      .replace(/is(?=(e|ed|es|ing|ation|ations)$)/, "iz")
      .replace(/tre(?=s?$)/, "ter");
    const cut = american.length > 4 ? american.replace(/(ing|ed|es|s|e)$/, "") : american.replace(/(?<=..)s$/, "");
    return cut.length > 3 ? cut.replace(/([bdgmnprt])\1$/, "$1") : cut;
  };
  const WORD = /[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu;
  const COMMON = /^(a|an|and|are|as|at|be|by|can|do|does|for|from|how|in|is|it|of|on|or|the|to|what|when|which|why|with)$/i;

  // The stems of what somebody may ask for.
  const stems = (text) => {
    const all = text.match(WORD) ?? [];
    const telling = all.filter((word) => !COMMON.test(word));
    return (telling.length ? telling : all).map(stem);
  };

  // The words of a text with their places; of a word with a hyphen its parts too.
  const words = (text) =>
    [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
      const parts = word.includes("-") ? [...word.matchAll(/[^-]{3,}/g)] : [];
      return [{ 0: word, index: 0 }, ...parts].map((part) => {
        const start = index + part.index;
        return { stem: stem(part[0]), start, end: start + part[0].length };
      });
    });

  const { glossary, terms, pages } = window.bookText;
  const names = terms.map(([all]) => all.map(stems));
  const sections = pages.flatMap((page) =>
    page.sections.map(([heading, place, text], order) => {
      const found = words(text);
      const counts = new Map();
      for (const word of found) counts.set(word.stem, (counts.get(word.stem) ?? 0) + 1);
      const headline = words(heading).map((word) => word.stem);
      // what teaches comes before what asks or credits
      const weight = /^(exercises|in your own words|notes on the sources|further reading)/i.test(heading) ? 1 / 3 : 1;
      return { page, place, text, order, heading: order ? heading : "", found, counts, headline, weight };
    }),
  );

  const begins = (word, asked) => word === asked || (asked.length > 3 && word.startsWith(asked));
  const holds = (list, asked) => asked.every((word) => list.some((other) => begins(other, word)));
  const same = (name, asked) => name.join("") === asked.join("");

  // How often a word is in a section: as itself or, for less, as the beginning of a longer one.
  const times = (section, word) => {
    const exactly = section.counts.get(word);
    if (exactly) return exactly;
    let sum = 0;
    for (const [other, count] of section.counts) if (begins(other, word)) sum += count / 2;
    return sum;
  };

  // What is asked for, in several wordings: a term of the glossary under all its names, so that it does not matter which
  // of them was typed, or how it was spelled.
  const wordings = (query) => {
    const asked = stems(query);
    const synonyms = names.flatMap((all) => (all.some((name) => same(name, asked)) ? all : []));
    return synonyms.length ? synonyms : [asked, ...(asked.length === 2 ? [[asked.join("")]] : [])];
  };

  const search = (query) => {
    const asked = wordings(query);
    const rarity = new Map();
    for (const word of asked.flat()) {
      const having = sections.filter((section) => times(section, word)).length;
      rarity.set(word, Math.log(1 + sections.length / (1 + having)));
    }
    const scoreOf = (section, wording) => {
      const counts = wording.map((word) => times(section, word));
      const body = wording.reduce((sum, word, i) => sum + (rarity.get(word) * counts[i]) / (counts[i] + 2), 0);
      const whole = counts.every(Boolean) ? 1 : 0.2;
      return section.weight * (whole * body + (holds(section.headline, wording) ? 3 : 0));
    };
    const scores = new Map(sections.map((s) => [s, Math.max(...asked.map((wording) => scoreOf(s, wording)))]));
    const entries = pages.map((page) => {
      const own = sections.filter((section) => section.page === page).sort((a, b) => scores.get(b) - scores.get(a));
      const title = words(page.title).map((word) => word.stem);
      const titled = asked.some((wording) => holds(title, wording));
      // the best section counts most; many more tell that the page is about it
      const score = own.reduce((sum, section, i) => sum + scores.get(section) / (i + 1), titled ? 20 : 0);
      const section = titled ? own.find((section) => !section.order) : own[0];
      return { page, section, score: page.chapter ? score : score / 4 };
    });
    const least = Math.max(0.3, Math.max(...entries.map((entry) => entry.score)) / 25);
    const first = (a, b) => b.page.chapter - a.page.chapter || b.score - a.score;
    const exactly = terms.filter((_, i) => names[i].some((name) => same(name, stems(query))));
    const partly = ([all]) => all.some((name) => holds(words(name).map((word) => word.stem), stems(query)));
    return {
      entries: entries.filter((entry) => entry.score > least).sort(first),
      definitions: exactly.length ? exactly : terms.filter(partly),
      marked: asked.flat(),
    };
  };

  // Showing: all of it as text, so that nothing of the index is taken for markup.

  const element = (tag, className, ...children) => {
    const made = document.createElement(tag);
    made.className = className;
    made.append(...children);
    return made;
  };
  const link = (address, text) => Object.assign(element("a", "", text), { href: address });

  // Some words around the place where most of what was asked for stands together, with it marked.
  const snippet = ({ text, found }, marked) => {
    const hits = found.filter((word) => marked.some((asked) => begins(word.stem, asked)));
    const near = (hit) => new Set(hits.filter((h) => h.start >= hit.start && h.start < hit.start + 120).map((h) => h.stem)).size;
    const best = hits.reduce((best, hit) => (best && near(best) >= near(hit) ? best : hit), null);
    const start = best ? text.lastIndexOf(" ", Math.max(0, best.start - 60)) + 1 : 0;
    const stop = text.indexOf(" ", start + 220);
    const end = stop < 0 ? text.length : stop;
    const parts = [start ? "… " : ""];
    let place = start;
    for (const hit of hits) {
      if (hit.start < place || hit.end > end) continue;
      parts.push(text.slice(place, hit.start), element("mark", "", text.slice(hit.start, hit.end)));
      place = hit.end;
    }
    return [...parts, text.slice(place, end), end < text.length ? " …" : ""];
  };

  const pageItem = ({ page, section }, marked) => {
    const title = section.heading ? `${page.title} › ${section.heading}` : page.title;
    const about = !section.order && page.promise ? [page.promise] : snippet(section, marked);
    const address = page.address + (section.order ? `#${section.place}` : "");
    return element("li", page.chapter ? "found-chapter" : "found-page", link(address, title), element("p", "", ...about));
  };
  const termItem = ([all, place, definition]) =>
    element("li", "found-term", link(`${glossary}#${place}`, `Glossary: ${all.join(", ")}`), element("p", "", definition));

  const status = element("p", "found-status");
  status.setAttribute("role", "status");
  const list = element("ol", "found");
  document.getElementById("search-results").append(status, list);

  const show = (query) => {
    const { entries, definitions, marked } = stems(query).length ? search(query) : { entries: [], definitions: [] };
    const shown = entries.map((entry) => pageItem(entry, marked));
    shown.splice(entries[0]?.page.chapter ? 1 : 0, 0, ...definitions.slice(0, 3).map(termItem));
    list.replaceChildren(...shown);
    const count = entries.length === 1 ? "1 page" : `${entries.length} pages`;
    const nothing = "Nothing found. Try a shorter word, or look in the glossary.";
    status.textContent = !query.trim() ? "" : shown.length ? `Found on ${count}.` : nothing;
  };

  const field = document.querySelector(".bd-search-container input[name=q]");
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => show(field.value));
  field.form.addEventListener("submit", (event) => event.preventDefault());
  list.addEventListener("click", () => {
    try {
      localStorage.setItem("sphinx_highlight_terms", field.value.toLowerCase()); // marked on the page that opens
    } catch {
      // a browser that keeps nothing
    }
  });
  show(field.value);
}
