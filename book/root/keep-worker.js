// The whole book without a connection. The page "How to use this book" registers this worker once a reader asks for it
// (keep.js), and puts the files into a store of the browser. With a connection pages come from where the book is; when
// that fails, from the store.

const STORE = "byhand-book";
const folder = new URL("./", self.location.href);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const isOurs = address.origin === folder.origin && address.pathname.startsWith(folder.pathname);
  if (request.method !== "GET" || !isOurs || address.searchParams.has("keep")) return;
  event.respondWith(fetch(request).catch(async (error) => (await kept(address)) ?? Promise.reject(error)));
});

async function kept(address) {
  const path = address.pathname + (address.pathname.endsWith("/") ? "index.html" : "");
  return (await caches.open(STORE)).match(new URL(path, address.origin).href);
}
