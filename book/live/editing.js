// The editor of a cell, and the colours of code in texts. The editor's files are fetched when first needed.

const { dataset, address, make } = window.byhand.live;
let loading;
const editor = () => (loading ??= import(address(dataset.editor + "editor.js")));

// Put an editor in the place of a cell's code; run() and changed(code) are called from it.
export async function edit(cell, run, changed) {
  const m = await editor();
  if (cell.view || !cell.box.isConnected) return;
  const pressed = () => run() ?? true;
  cell.view = new m.EditorView({
    doc: cell.code,
    extensions: [
      m.keymap.of([
        { key: "Shift-Enter", run: pressed },
        { key: "Mod-Enter", run: pressed },
        m.indentWithTab,
        ...m.historyKeymap,
        ...m.defaultKeymap,
      ]),
      m.history(),
      m.python(),
      m.indentUnit.of("    "),
      m.indentOnInput(),
      m.bracketMatching(),
      m.syntaxHighlighting(m.classHighlighter),
      m.EditorView.contentAttributes.of({
        "aria-label": `${cell.name}: Shift+Enter runs it; Escape, then Tab leaves it`,
      }),
      m.EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
  cell.input.querySelector(".highlight-ipython3")?.remove();
  cell.input.prepend(cell.view.dom);
}

// What scrolls sideways is a stop of the Tab key.
export const reach = (box) => box.scrollWidth > box.clientWidth && (box.tabIndex = 0);

// Python code in texts gets its colours.
export async function colour(element) {
  const blocks = element.querySelectorAll("code.language-python");
  if (!blocks.length) return;
  const m = await editor();
  for (const code of blocks) {
    code.closest("pre").classList.add("live-listing");
    const text = code.textContent;
    code.replaceChildren();
    const put = (part, classes) => code.append(classes ? make("span", { class: classes }, part) : part);
    m.highlightCode(text, m.pythonLanguage.parser.parse(text), m.classHighlighter, put, () => code.append("\n"));
    reach(code.closest("pre"));
  }
}
