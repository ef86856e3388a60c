// Over https: opens a table's page without network, as it was when the network was last there. Scope: /t/.
"use strict";

const KEPT = "guansai-table-1";
const MOST = 80; // pages, scripts, styles and tables of moves of the last tables that this phone was at
const WAIT = 6000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepAll(event.data.keep).then((kept) => event.source.postMessage({ kept })));
});

/** Keep these; whether every one of them could be had. */
async function keepAll(addresses) {
  const kept = await caches.open(KEPT);
  const had = await Promise.all(addresses.map((address) => kept.add(address).then(() => true, () => false)));
  const all = await kept.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((one) => kept.delete(one)));
  return had.every(Boolean);
}

const isPage = (url) => /^\/t\/[\w-]{22}\/$/.test(url.pathname);
const isLasting = (url) => url.pathname.startsWith("/static/") || /^\/t\/[\w-]{22}\/deals\/ladder\//.test(url.pathname);

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event.request, url));
  else if (isLasting(url)) event.respondWith(lasting(event.request));
});

/** The server's page while it answers in time; else the one kept. What is gone is not kept. */
async function page(request, url) {
  const kept = await caches.open(KEPT);
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), WAIT);
  try {
    const response = await fetch(url.href, { cache: "no-store", credentials: "same-origin", signal: patience.signal });
    if (response.ok) await kept.put(url.pathname, response.clone());
    else if (response.status === 404 || response.status === 410) await kept.delete(url.pathname);
    return response;
  } catch {
    return (await kept.match(url.pathname)) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** Files whose address changes with their content. */
async function lasting(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await kept.put(request, response.clone());
  return response;
}
