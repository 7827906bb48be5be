// Runs Python (Pyodide) for one page, away from the page's own thread, so that the page never waits.
//
// From the page: {type: "start", python, library, files}, then {type: "warm"}, {type: "run", id, name, code},
// {type: "names", id, code}, {type: "redraw", id, number, positions}, {type: "move", id, number, positions, asked} and
// {type: "practice", id, kind, seed, level}. To the page:
// {type: "loading", done} while files arrive, {type: "ready"}, {type: "files", files}, {type: "failed", reason},
// {type: "output", id, output}, {type: "done", id, ok, names}, and {type: "answer", id, ...} with picture and text,
// html, names, or error.
// Files come from folders whose names carry their version: what the browser has kept is always good. What has arrived
// also goes to the page, as `files` by address, and comes back with the next start, which needs no network then.

const browserFetch = self.fetch.bind(self);
let files = {}; // by address: what an earlier worker has loaded
const arrived = {}; // by address: a promise of the same, of this one
let done = 0; // bytes that have arrived

async function network(url) {
  let response;
  try {
    response = await browserFetch(url, { cache: "force-cache" });
  } catch (problem) {
    if (!files[url]) throw problem;
    return new Response(files[url]);
  }
  if (!response.ok) throw new Error(`${url} gives ${response.status}`);
  return response;
}

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
  keep(url, response.clone());
  const body = response.body.pipeThrough(counter());
  return url.endsWith(".bin") ? body.pipeThrough(new DecompressionStream("gzip")) : body;
}
const keep = (url, response) => (arrived[url] = response.blob().catch(() => null));

// Pyodide asks for its files through this. Its program must reach it as the network's own answer: then a browser keeps
// the compiled code, and the next start takes a second less. A server may not know the type of the file, though.
self.fetch = async (url) => {
  if (!String(url).endsWith(".wasm")) return new Response(await open(String(url)));
  const response = await network(url);
  keep(url, new Response(response.clone().body.pipeThrough(counter())));
  const type = "application/wasm";
  const known = response.headers.get("content-type")?.startsWith(type);
  return known ? response : new Response(response.body, { headers: { "content-type": type } });
};

// A script, as a module: from the network the first time, later from what has arrived.
const load = (url) => import(files[url] ? URL.createObjectURL(files[url].slice(0, files[url].size, "text/javascript")) : url);

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

async function start({ python, library, ...message }) {
  files = message.files ?? {};
  const scripts = ["pyodide.js", "pyodide.asm.js"].map((name) => python + name);
  const [pyodide, program] = scripts.map(load); // first: the browser compiles them while the rest arrives
  const archives = Promise.all([python + "packages.bin", library].map(read));
  ipython = python + "ipython.bin";
  const { loadPyodide } = await pyodide;
  const started = loadPyodide({
    indexURL: python,
    packageBaseUrl: python,
    createPyodideModule: (await program).default,
    fsInit: async (FS, { sitePackages }) => {
      for (const archive of await archives) unpack(FS, archive, sitePackages);
    },
  });
  const missing = archives.then(() => new Promise(() => {})); // ends only if a file is missing
  py = await Promise.race([started, missing]);
  py.registerJsModule("page", {
    post: (output) => postMessage({ type: "output", id: current, output: JSON.parse(output) }),
  });
  kernel = py.pyimport("byhand_page.kernel");
  handOver([...scripts, message.itself]);
}

// Give the page what has arrived, and the scripts, which the browser has.
async function handOver(scripts) {
  for (const url of scripts) arrived[url] ??= network(url).then((response) => response.blob()).catch(() => null);
  const all = await Promise.all(Object.entries(arrived).map(async ([url, blob]) => [url, await blob]));
  postMessage({ type: "files", files: { ...files, ...Object.fromEntries(all.filter(([, blob]) => blob)) } });
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
  } else if (message.type === "warm") {
    kernel.warm_up();
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
    postMessage({ type: "done", id: message.id, ok, names: JSON.parse(kernel.names_in(message.code)) });
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
  names: ({ code }) => ({ names: JSON.parse(kernel.names_in(code)) }),
  practice: ({ kind, seed, level }) => ({ html: kernel.practice(kind, seed, level) }),
};

// One thing after another, in the order of the messages.
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  const failed = (error) => postMessage({ type: "failed", reason: String(error.message ?? error) });
  last = last.then(() => handle(data)).catch(failed);
};
