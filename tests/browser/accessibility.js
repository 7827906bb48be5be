// Runs axe on a page of tens of thousands of elements in a fraction of the time, with the same serious findings.
//
// Two runs, each on a part of the page. For colours: of all elements with text that look alike (colour, ground, font, in
// sight or not; of a link also how it stands out) one tells about all, so axe sees the one of each kind with the most
// letters (it does not judge single signs). For all other rules: nine tenths of a chapter are parts of formulae and tokens
// of code, spans with nothing but a class and a style, about which these rules say nothing; axe sees their text as their
// parent's. Whatever has an id, a role, a label, a link, a place in the tab order or a scroll bar is seen by these rules,
// wherever it stands.
//
// The page stays as it is: the ways in which axe walks it (`childNodes`, `children`, tree walkers, all of a document) leave
// out, while it runs, what it is not to see.

(() => {
  const OPTIONS = { resultTypes: ["violations"], elementRef: true };
  const COLOURS = ["color-contrast", "link-in-text-block"];
  const DRAWN = ["http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg"];
  const MEANINGLESS = new Set(
    ("class style aria-hidden xmlns encoding display mathvariant mathcolor stretchy fence separator accent accentunder " +
      "lspace rspace minsize maxsize linethickness scriptlevel displaystyle rowspacing columnspacing columnalign " +
      "columnlines rowlines width height depth voffset viewBox preserveAspectRatio d").split(" "),
  );
  const USUAL = {
    backgroundImage: "none",
    opacity: "1",
    filter: "none",
    mixBlendMode: "normal",
    clip: "auto",
    clipPath: "none",
  };
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim() !== "";
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

  // How an element looks: its style, what it stands on, and what clips it.
  let looks;
  function look(element) {
    if (!element) return { ground: "", clip: null };
    if (looks.has(element)) return looks.get(element);
    const style = getComputedStyle(element);
    const made = { ...look(element.parentElement), style };
    const colour = style.backgroundColor;
    if (colour.startsWith("rgb(")) made.ground = colour; // opaque
    else if (colour !== "rgba(0, 0, 0, 0)") made.ground += colour;
    for (const [name, usual] of Object.entries(USUAL)) if (style[name] !== usual) made.ground += name + style[name];
    const floats = ["absolute", "fixed", "sticky"].includes(style.position);
    if (floats) made.ground += element.className;
    made.covers = floats && (colour !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none"); // what others have
    made.hidden ||= style.clip === "rect(1px, 1px, 1px, 1px)"; // for screen readers only
    if (element.matches(":disabled, [aria-disabled=true], [inert]")) made.ground += "disabled";
    if (style.overflow !== "visible") made.clip = element.getBoundingClientRect();
    looks.set(element, made);
    return made;
  }

  const isPlain = (element) =>
    (element.localName === "span" || DRAWN.includes(element.namespaceURI)) &&
    [...element.attributes].every(({ name }) => MEANINGLESS.has(name)) &&
    !/auto|scroll/.test(look(element).style.overflow);

  function kind(element) {
    const { style, ground, clip } = look(element);
    const box = element.getBoundingClientRect();
    const inside =
      !clip || (box.left >= clip.left && box.right <= clip.right && box.top >= clip.top && box.bottom <= clip.bottom);
    const seen = inside && box.width > 0 && box.height > 0 && style.visibility === "visible";
    const { color, fontSize, fontWeight, textShadow } = style;
    const link = element.closest("a");
    return [color, ground, fontSize, fontWeight, textShadow, seen, link && standsOut(link)].join(";");
  }

  // What tells a link from the text around it.
  function standsOut(link) {
    const { color, textDecorationLine, borderBottomStyle, display } = look(link).style;
    const { localName, className } = link.parentElement;
    const around = look(link.parentElement).style.color;
    return [color, textDecorationLine, borderBottomStyle, display, localName, className, around].join(";");
  }

  const words = (element) => [...element.childNodes].filter(isText).map((node) => node.nodeValue);
  const letters = (element) => words(element).join("").match(/[\p{L}\p{N}]/gu)?.length ?? 0;

  function oneOfEachKind(elements) {
    const best = new Map();
    for (const element of elements) {
      if (look(element).hidden || ![...element.childNodes].some(isText)) continue;
      const name = kind(element);
      const rank = letters(element);
      if (!best.has(name) || best.get(name).rank < rank) best.set(name, { rank, element });
    }
    return [...best.values()].map(({ element }) => element);
  }

  // The first words that a reader, with eyes or without, finds in what is left out.
  function firstWords(node) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: found } = walker;
      const { parentElement: around } = found;
      if (isText(found) && !around.closest("[aria-hidden=true]") && around.checkVisibility({ visibilityProperty: true }))
        return found;
    }
    return null;
  }

  // What axe finds when it sees these elements and those around them.
  async function run(elements, options) {
    const shown = new Set();
    for (let element of elements)
      for (; element && !shown.has(element); element = element.parentElement) shown.add(element);
    const changed = [];
    for (const parent of shown) {
      const outerHTML = { get: () => parent.cloneNode(false).outerHTML }; // axe quotes the beginning
      const seen = [...parent.childNodes].map((node) => (!isElement(node) || shown.has(node) ? node : firstWords(node)));
      const value = seen.filter(Boolean);
      const children = { value: value.filter(isElement) };
      if (parent.firstElementChild) changed.push([parent, { childNodes: { value }, children, outerHTML }]);
    }
    const filter = (node) => (!isElement(node) || shown.has(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    const { createTreeWalker, querySelectorAll } = Document.prototype;
    changed.push([
      document,
      {
        createTreeWalker: { value: (root, what) => createTreeWalker.call(document, root, what, filter) },
        querySelectorAll: { value: (what) => (what === "*" ? [...shown] : querySelectorAll.call(document, what)) },
      },
    ]);
    for (const [object, properties] of changed)
      for (const name in properties) Object.defineProperty(object, name, { ...properties[name], configurable: true });
    try {
      return (await axe.run(document, { ...OPTIONS, ...options })).violations;
    } finally {
      for (const [object, properties] of changed) for (const name in properties) delete object[name];
    }
  }

  // Serious and critical findings, with the place of each element among all of the page.
  function serious(found) {
    const places = new Map([...document.querySelectorAll("*")].map((element, place) => [element, place]));
    return found
      .filter(({ impact }) => ["serious", "critical"].includes(impact))
      .flatMap(({ id, help, nodes }) =>
        nodes.map(({ element }) => {
          const html = element.outerHTML.slice(0, 160);
          const near = element.closest("[id]")?.id ?? "";
          return { rule: id, help, html, near, place: places.get(element) };
        }),
      );
  }

  // The short way: the rules about colours only, or all rules.
  window.accessibility = async (onlyColours) => {
    await document.fonts.ready;
    looks = new Map();
    const all = [...document.querySelectorAll("*")];
    const covering = all.filter((element) => look(element).covers);
    const found = await run([...oneOfEachKind(all), ...covering], { runOnly: COLOURS });
    if (!onlyColours) {
      const rules = Object.fromEntries(COLOURS.map((name) => [name, { enabled: false }]));
      found.push(...(await run(all.filter((e) => !isPlain(e)), { rules })));
    }
    return serious(found);
  };

  // The long way, to compare.
  window.plainAxe = async () => serious((await axe.run(document, OPTIONS)).violations);
})();
