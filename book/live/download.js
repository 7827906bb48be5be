// The page as a notebook, with the reader's changes.

const { dataset, make } = window.byhand.live;

export function download(notebook, cells) {
  const isControl = ({ data }) => data?.["text/html"]?.includes?.("data-number=");
  const clean = (output) => {
    if (!isControl(output)) return output;
    const { "text/html": _, ...data } = output.data; // a control needs its page; the picture stays
    return { ...output, data };
  };
  const asCell = (cell, rest) => ({
    cell_type: "code",
    metadata: {},
    ...rest,
    execution_count: cell.outputs.length ? 1 : null,
    source: cell.code,
    outputs: cell.outputs.map(clean),
  });
  const own = (index) => cells.filter((cell) => cell.scratch && cell.after === index);
  let number = 0;
  const result = notebook.cells.flatMap((source, index) => {
    const cell = cells.find((c) => c.index === index);
    return [cell ? asCell(cell, source) : source, ...own(index).map((c) => asCell(c, { id: `own-${++number}` }))];
  });
  const text = JSON.stringify({ ...notebook, cells: result }, null, 1);
  const blob = new Blob([text], { type: "application/x-ipynb+json" });
  const link = make("a", { href: URL.createObjectURL(blob), download: `${dataset.name.split("/").pop()}.ipynb` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
