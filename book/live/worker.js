// Runs Python (Pyodide) for one page, away from the page's own thread, so that the page never waits.
//
// From the page: {type: "start", python, library, bytes}, then {type: "run", id, code} and
// {type: "redraw", id, number, positions}. To the page: {type: "loading", done} while files arrive, {type: "stage", text},
// {type: "ready"}, {type: "failed", reason}, {type: "output", id, output}, {type: "done", id, ok}, and
// {type: "drawn", id, picture, text} or {type: "drawn", id, error}.
// Files come from folders whose names carry their version: what the browser has kept is always good.

const network = self.fetch.bind(self);
let done = 0; // bytes that have arrived

// The body of a file, counted as it arrives. Archives are gzip, though not called so, since some servers would announce
// such files as encoded and browsers would unpack them a first time.
async function open(url) {
  const response = await network(url, { cache: "force-cache" });
  if (!response.ok) throw new Error(`${url} gives ${response.status}`);
  const count = new TransformStream({
    transform(chunk, controller) {
      done += chunk.length;
      postMessage({ type: "loading", done });
      controller.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(count);
  return url.endsWith(".bin") ? body.pipeThrough(new DecompressionStream("gzip")) : body;
}

// Pyodide asks for its files through this: its program is here in a packed form.
self.fetch = async (url) => {
  const packed = String(url).replace(/pyodide\.asm\.wasm$/, "pyodide.wasm.bin");
  const type = packed === String(url) ? "application/octet-stream" : "application/wasm";
  return new Response(await open(packed), { headers: { "content-type": type } });
};

const read = async (url) => new Uint8Array(await new Response(await open(url)).arrayBuffer());

// Write the files of a tar archive below a folder.
function unpack(FS, archive, folder) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).split("\0", 1)[0];
  const made = new Set();
  for (let at = 0; archive[at]; ) {
    const prefix = text(at + 345, 155);
    const path = `${folder}/${prefix && prefix + "/"}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

let current = null; // the cell that runs
let kernel;

async function start({ python, library }) {
  const files = [read(python + "packages.bin"), read(library)];
  const { loadPyodide } = await import(python + "pyodide.js");
  const py = await loadPyodide({
    indexURL: python,
    packageBaseUrl: python,
    fsInit: async (FS, { sitePackages }) => {
      for (const archive of await Promise.all(files)) unpack(FS, archive, sitePackages);
    },
  });
  postMessage({ type: "stage", text: "Starting Python" });
  py.registerJsModule("page", { post: (output) => postMessage({ type: "output", id: current, output: JSON.parse(output) }) });
  const source = await (await network(new URL("kernel.py", import.meta.url), { cache: "force-cache" })).text();
  py.FS.writeFile("/lib/python3.14/site-packages/byhand_kernel.py", source);
  kernel = py.pyimport("byhand_kernel");
}

async function handle(message) {
  if (message.type === "start") {
    await start(message);
    postMessage({ type: "ready" });
  } else if (message.type === "run") {
    current = message.id;
    let ok = false;
    try {
      ok = await kernel.run(message.code);
    } catch (error) { // nothing of the cell's: the kernel itself, or Python ran out of memory
      const output = { output_type: "error", ename: "Error", evalue: "", traceback: [String(error.message ?? error)] };
      postMessage({ type: "output", id: message.id, output });
    }
    postMessage({ type: "done", id: message.id, ok });
  } else if (message.type === "redraw") {
    try {
      const [picture, text] = kernel.redraw(message.number, message.positions).toJs();
      postMessage({ type: "drawn", id: message.id, picture, text }, [picture.buffer]);
    } catch (error) {
      postMessage({ type: "drawn", id: message.id, error: error.message });
    }
  }
}

// One thing after another, in the order of the messages.
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(() => handle(data)).catch((error) => postMessage({ type: "failed", reason: String(error.message ?? error) }));
};
