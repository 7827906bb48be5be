// Runs Python (Pyodide) for one page, away from the page's own thread, so that the page never waits.
//
// From the page: {type: "start", python, library}, then {type: "run", id, name, code},
// {type: "redraw", id, number, positions}, {type: "move", id, number, positions, asked} and
// {type: "practice", id, kind, seed, level}. To the page:
// {type: "loading", done} while files arrive, {type: "ready"}, {type: "failed", reason}, {type: "output", id, output},
// {type: "done", id, ok}, and {type: "answer", id, ...} with picture and text, html, or error.
// Files come from folders whose names carry their version: what the browser has kept is always good.

const browserFetch = self.fetch.bind(self);
const network = (url) => browserFetch(url, { cache: "force-cache" });
let done = 0; // bytes that have arrived

const counter = () =>
  new TransformStream({
    transform(chunk, controller) {
      done += chunk.length;
      postMessage({ type: "loading", done });
      controller.enqueue(chunk);
    },
  });

// A file, counted as it arrives. Archives are gzip, though not called so, since some servers would announce such files as
// encoded and browsers would unpack them a first time.
async function open(url) {
  const response = await network(url);
  if (!response.ok) throw new Error(`${url} gives ${response.status}`);
  const body = response.body.pipeThrough(counter());
  return url.endsWith(".bin") ? body.pipeThrough(new DecompressionStream("gzip")) : body;
}

// Pyodide asks for its files through this. Its program must reach it as the network's own answer: then a browser keeps
// the compiled code, and the next start takes a second less. A server may not know the type of the file, though.
self.fetch = async (url) => {
  if (!String(url).endsWith(".wasm")) return new Response(await open(String(url)));
  const response = await network(url);
  if (!response.ok) throw new Error(`${url} gives ${response.status}`);
  response.clone().body.pipeThrough(counter()).pipeTo(new WritableStream());
  const type = "application/wasm";
  const known = response.headers.get("content-type")?.startsWith(type);
  return known ? response : new Response(response.body, { headers: { "content-type": type } });
};

const read = async (url) => new Uint8Array(await new Response(await open(url)).arrayBuffer());

// Write the files of a tar archive below a folder.
function unpack(FS, archive, folder) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).split("\0", 1)[0];
  const made = new Set();
  for (let at = 0; archive[at];) {
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

let py; // Pyodide
let kernel; // kernel.py
let ipython; // where IPython's archive is
let current = null; // the cell that runs

async function start({ python, library }) {
  const load = import(python + "pyodide.js"); // first: the browser compiles it while the rest arrives
  const archives = Promise.all([python + "packages.bin", library].map(read));
  ipython = python + "ipython.bin";
  const { loadPyodide } = await load;
  const started = loadPyodide({
    indexURL: python,
    packageBaseUrl: python,
    fsInit: async (FS, { sitePackages }) => {
      for (const archive of await archives) unpack(FS, archive, sitePackages);
    },
  });
  const missing = archives.then(() => new Promise(() => {})); // ends only if a file is missing
  py = await Promise.race([started, missing]);
  py.registerJsModule("page", {
    post: (output) => postMessage({ type: "output", id: current, output: JSON.parse(output) }),
  });
  py.FS.writeFile(`${site()}/byhand_kernel.py`, await read(new URL("kernel.py", import.meta.url).href));
  kernel = py.pyimport("byhand_kernel");
}

const site = () => py.runPython("import sysconfig; sysconfig.get_path('purelib')");

async function run({ code, name }) {
  if (kernel.wants_ipython(code)) {
    unpack(py.FS, await read(ipython), site());
    py.runPython("import importlib; importlib.invalidate_caches()");
    kernel.start_ipython();
  }
  return await kernel.run(code, name);
}

async function handle(message) {
  if (message.type === "start") {
    await start(message);
    postMessage({ type: "ready" });
  } else if (message.type === "run") {
    current = message.id;
    let ok = false;
    try {
      ok = await run(message);
    } catch (error) {
      // none of the cell's own: a file did not load, or memory ran out
      const output = { output_type: "error", ename: "Error", evalue: "", traceback: [String(error.message ?? error)] };
      postMessage({ type: "output", id: message.id, output });
    }
    postMessage({ type: "done", id: message.id, ok });
  } else {
    try {
      postMessage({ type: "answer", id: message.id, ...ANSWERS[message.type](message) });
    } catch (error) {
      postMessage({ type: "answer", id: message.id, error: error.message });
    }
  }
}

// What Python makes when the reader asks for it: a picture for other positions of the controls or other points, another
// problem.
const ANSWERS = {
  redraw: ({ number, positions }) => {
    const [picture, text] = kernel.redraw(number, positions).toJs();
    return { picture, text };
  },
  move: ({ number, positions, asked }) => {
    const [picture, rest] = kernel.move(number, positions, asked).toJs();
    return { picture, ...JSON.parse(rest) };
  },
  practice: ({ kind, seed, level }) => ({ html: kernel.practice(kind, seed, level) }),
};

// One thing after another, in the order of the messages.
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  const failed = (error) => postMessage({ type: "failed", reason: String(error.message ?? error) });
  last = last.then(() => handle(data)).catch(failed);
};
