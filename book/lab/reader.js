// An extension of JupyterLab for this book: notebooks read there as they do on the pages. The MyST extension turns the
// text of a cell into a tree; before it is shown, this fills in what only the whole book knows: citations, definitions
// of terms, titles of pages, numbers of equations. The notebook itself stays as it is.

const BOOK = __BOOK__; // written by book/lab/__main__.py
const base = JSON.parse(document.getElementById("jupyter-config-data").textContent).baseUrl;
const site = new URL(`${base}static/`, location.href).href; // where the server has the built pages
// A link within the book needs no sign that it leaves. The bar of a folded cell would show its first line, which may be
// the answer of an exercise; where the result is folded too, it says what is there instead.
const STYLE = `
  a[href^="${site}"] svg { display: none !important; }
  .jp-CodeCell:has(.jp-OutputPlaceholder) .jp-PlaceholderText { font-size: 0; }
  .jp-CodeCell:has(.jp-OutputPlaceholder) .jp-PlaceholderText::after { font-size: var(--jp-code-font-size); }
  .jp-CodeCell:has(.jp-OutputPlaceholder) .jp-InputPlaceholder .jp-PlaceholderText::after { content: "Code"; }
  .jp-OutputPlaceholder .jp-PlaceholderText::after { content: "Result"; }
`;
const text = (value) => ({ type: "text", value });

// A page of the book: built if it is, else its text.
const address = (page, anchor = "") => (BOOK.built ? `${site}book/${page}.html` : `../book/${page}.md`) + anchor;

// Words that lead to a page and tell more when pointed at.
const hint = (words, more, url) => ({
  type: "link",
  url,
  children: [{ type: "abbreviation", title: more, children: [text(words)] }],
});

const cited = ({ label }, words) => {
  const { authors, year, whole } = BOOK.references[label];
  return hint(words(authors, year), whole, address("references"));
};
const known = (node) => node.label in BOOK.references;

// What stands in place of a node: a list of nodes.
const dressed = (node) => {
  if (node.type === "cite" && known(node)) return parenthesis([node]);
  if (node.type === "citeGroup" && node.children.every(known)) {
    const narrative = node.kind === "narrative" && node.children.length === 1; // {cite:t}, against {cite} of several
    return narrative ? [cited(node.children[0], (authors, year) => `${authors} [${year}]`)] : parenthesis(node.children);
  }
  const term = node.type === "crossReference" && BOOK.terms[node.identifier?.replace(/^term-/, "")];
  if (term) return [hint(words(node), term.definition, address("glossary", `#${term.place}`))];
  if (node.type === "link") {
    const [, page, anchor] = node.url.match(/^\.\.\/book\/([\w-]+)\.md(#.*)?$/) ?? [];
    const title = BOOK.titles[node.url.split("#")[0]];
    if (title && [node.url, ""].includes(words(node))) node.children = [text(title)];
    if (page) node.url = address(page, anchor);
  }
  if (node.type === "math" && BOOK.equations[node.label]) node.enumerator = BOOK.equations[node.label];
  if (node.type === "solution" && node.gate === "end") return [];
  if (node.type === "solution") delete node.gate; // its title need not say that the solution starts here
  if (node.children) node.children = node.children.flatMap(dressed);
  return [node];
};
const parenthesis = (cites) => [
  text("["),
  ...cites.flatMap((cite, i) => [...(i ? [text("; ")] : []), cited(cite, (authors, year) => `${authors}, ${year}`)]),
  text("]"),
];
const words = (node) => node.value ?? (node.children ?? []).map(words).join("");

const dress = (cell) => {
  if (!cell.updateFragmentMDAST) return cell; // without the MyST extension a cell shows its text as it is
  const parse = cell.updateFragmentMDAST.bind(cell);
  cell.updateFragmentMDAST = async () => {
    await parse();
    dressed(cell.fragmentMDAST);
  };
  return cell;
};

const plugin = {
  id: "byhand:reader",
  autoStart: true,
  activate: (app) => {
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew: ({ content }) => {
        const factory = content.contentFactory; // one for all notebooks
        if (!factory.byhand) {
          const make = factory.createMarkdownCell.bind(factory);
          factory.createMarkdownCell = (options) => dress(make(options));
          factory.byhand = true;
        }
        for (const cell of content.widgets) if (cell.model.type === "markdown") dress(cell).render();
      },
    });
    const style = document.createElement("style");
    style.textContent = STYLE;
    document.head.append(style);
  },
};

(window._JUPYTERLAB ??= {}).byhand = { init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }) };
