// Python in its worker (worker.js): started, asked, ended.

const { dataset, address } = window.byhand.live;
const itself = new URL("worker.js", import.meta.url).href;

let worker;
let starting; // a promise: Python has started
let ready = false;
let giveUp; // end the wait for it
let asked = 0;
let files = {}; // what a worker has loaded: the next one needs no network
const answers = new Map(); // what to do with the answer to a question

export const STOPPED = new Error("stopped");
export const listener = { output: () => {} };
export let generation = 0; // what an earlier Python has made is gone

export const isThere = () => Boolean(worker);
export const isReady = () => ready;

// A promise that Python has started; it starts if it does not run.
export function start() {
  if (worker) return starting;
  generation += 1;
  starting = new Promise((resolve, reject) => {
    giveUp = () => reject(STOPPED);
    const script = files[itself] ? URL.createObjectURL(files[itself].slice(0, files[itself].size, "text/javascript")) : itself;
    worker = new Worker(script, { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message || "its files could not be loaded"));
    worker.onmessage = ({ data: message }) => {
      if (message.type === "loading") window.byhand.live.loading(message.done);
      else if (message.type === "ready") resolve((ready = true));
      else if (message.type === "failed") reject(new Error(message.reason));
      else if (message.type === "files") files = message.files;
      else if (message.type === "output") listener.output(message.output);
      else {
        answers.get(message.id)?.(message);
        answers.delete(message.id);
      }
    };
    const [python, library] = [address(dataset.python), address(dataset.library)];
    worker.postMessage({ type: "start", python, library, itself, files });
  });
  starting.catch((error) => error !== STOPPED && end());
  return starting;
}

// Let Python import what the cells will begin with.
export const warm = () => worker?.postMessage({ type: "warm" });

// A promise of the answer; {} if Python ends before.
export function ask(question) {
  if (!worker) return Promise.resolve({});
  return new Promise((resolve) => {
    answers.set(++asked, resolve);
    worker.postMessage({ ...question, id: asked });
  });
}

// End Python, with whatever it does.
export function end() {
  worker?.terminate();
  worker = undefined;
  ready = false;
  for (const answer of answers.values()) answer({});
  answers.clear();
  giveUp?.();
}
