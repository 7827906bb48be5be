// The box of "How to use this book" by which a reader keeps the whole book in the browser, to read it and to run its
// pages without a connection. What belongs to the book is in keep.json: each file with its size and a digest.

(() => {
  const box = document.querySelector(".keep");
  const STORE = "byhand-book";
  const HAVE = "keep-have.json"; // in the store: the digests of the files that are there
  const AT_ONCE = 6; // files
  const OFTEN = 5e6; // bytes, after which what is there is noted
  const folder = new URL("./", document.currentScript.src);
  const address = (path) => new URL(path, folder).href;
  const megabytes = (bytes) => `${Math.ceil(bytes / 1e6)} MB`;

  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const progress = document.createElement("progress");
  progress.setAttribute("aria-label", "Files of the book");
  progress.hidden = true;
  const button = (action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.hidden = true;
    made.addEventListener("click", action);
    return made;
  };
  const keepButton = button(() => keep().catch(failed));
  const removeButton = button(() => remove().catch(failed));
  removeButton.textContent = "Remove it from this browser";
  box.append(status, progress, keepButton, removeButton);
  const say = (words) => (status.textContent = words);

  async function readHave() {
    if (!(await caches.has(STORE))) return {}; // to open it would make it
    const found = await (await caches.open(STORE)).match(address(HAVE));
    return found ? found.json() : {};
  }
  const writeHave = (store, have) => store.put(address(HAVE), new Response(JSON.stringify(have)));

  // What there is to fetch, and what is there already.
  async function compare() {
    const answer = await fetch(`${address("keep.json")}?keep`, { cache: "no-cache" });
    if (!answer.ok) throw new Error("the list of files could not be loaded");
    const files = Object.entries(await answer.json());
    const have = await readHave();
    const missing = files.filter(([path, [, digest]]) => have[path] !== digest);
    const sum = (some) => some.reduce((total, [, [size]]) => total + size, 0);
    return { files, have, missing, all: sum(files), left: sum(missing) };
  }

  async function show() {
    const hasAny = await caches.has(STORE);
    let found;
    try {
      found = await compare();
    } catch {
      say(hasAny ? "The book is kept in this browser." : "There is no connection to the book now.");
      removeButton.hidden = !hasAny;
      return;
    }
    const { missing, all, left } = found;
    const isStarted = left < all;
    removeButton.hidden = !isStarted;
    keepButton.hidden = !missing.length;
    keepButton.textContent = isStarted ? `Get what is missing (${megabytes(left)})` : `Keep the whole book (${megabytes(all)})`;
    if (!missing.length)
      say(`The whole book, ${megabytes(all)}, is kept in this browser: all of it opens at this address without a connection.`);
    else if (isStarted) say(`Part of this edition of the book is kept in this browser; ${megabytes(left)} are missing.`);
    else say("The book is not kept in this browser.");
  }

  async function keep() {
    keepButton.hidden = removeButton.hidden = true;
    const { files, have, missing, all, left } = await compare();
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota !== undefined && quota - usage < left) {
      throw new Error(`this browser has only ${megabytes(Math.max(0, quota - usage))} of room for it`);
    }
    await navigator.storage?.persist?.();
    await navigator.serviceWorker.register(address("keep-worker.js"));
    const store = await caches.open(STORE);
    let done = all - left;
    let noted = done;
    progress.max = all;
    progress.hidden = false;
    const tell = () => {
      progress.value = done;
      say(`Keeping the book: ${megabytes(done)} of ${megabytes(all)}.`);
    };
    tell();
    const queue = [...missing];
    const fetchNext = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [path, [size, digest]] = next;
        const answer = await fetch(`${address(path)}?keep`, { cache: "no-store" }); // once on the disk is enough
        if (!answer.ok) throw new Error(`${path} could not be loaded`);
        const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream" };
        await store.put(address(path), new Response(await answer.blob(), { headers }));
        have[path] = digest;
        done += size;
        tell();
        if (done > noted + OFTEN) {
          noted = done;
          await writeHave(store, have); // in case that the reader leaves
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
      const belongs = new Set(files.map(([path]) => path));
      for (const path of Object.keys(have).filter((path) => !belongs.has(path))) {
        delete have[path];
        await store.delete(address(path)); // of an older edition
      }
    } finally {
      queue.length = 0;
      await writeHave(store, have);
      progress.hidden = true;
    }
    await show();
  }

  async function remove() {
    await caches.delete(STORE);
    for (const worker of await navigator.serviceWorker.getRegistrations()) {
      if (worker.scope === folder.href) await worker.unregister();
    }
    await show();
  }

  async function failed(error) {
    const why = error.name === "QuotaExceededError" ? "this browser has no more room" : error.message;
    await show().catch(() => {});
    say(`The book could not be kept as a whole: ${why}. What is there stays; press the button to go on.`);
    keepButton.hidden = false;
  }

  if (location.protocol === "file:") say("You are reading the book from a folder: all of it is on your machine already.");
  else if (!navigator.serviceWorker || !window.caches)
    say("This browser keeps a book only if its address begins with https, or is on your own machine.");
  else show().catch(failed);
})();
