/* Opens the last seen pages when there is no network. Always asks the network first, so what it
   shows is only ever old when nothing newer can be had. A new version of the app throws away all
   that an older one kept and asks for its pages anew: the old ones name files of that version.
   The server puts APP (version, files, root) in front of this. */
"use strict";

const NAME = `guildbook-${APP.version}`;
const MOST = 40;                       // pages kept, the least recent dropped first
const PAGE = new RegExp(`^${APP.root}/(?:t/[^/]+/(?:setup|play|score|result|look-up|log|rulings|next|watch)?)?$`);
const TABLE = /^.*\/t\/[^/]+\//;

addEventListener("install", event => {
  event.waitUntil(caches.open(NAME).then(kept => kept.addAll(APP.files)).then(() => skipWaiting()));
});

addEventListener("activate", event => {
  event.waitUntil(takeOver());
});

const outdated = async () => (await caches.keys()).filter(name => name.startsWith("guildbook-") && name !== NAME);
const drop = names => Promise.all(names.map(name => caches.delete(name)));

async function takeOver() {
  const old = await outdated();
  const kept = await Promise.all(old.map(async name => (await (await caches.open(name)).keys()).map(one => new URL(one.url))));
  await drop(old);
  await clients.claim();
  // The older worker may only now be keeping the pages that are open, in a place of its own.
  const open = old.length ? (await clients.matchAll({type: "window"})).map(window => new URL(window.url)) : [];
  const pages = new Map([...kept.flat(), ...open].map(url => [url.href.split("#")[0], url]));
  again([...pages.values()].filter(url => PAGE.test(url.pathname))).then(outdated).then(drop);
}

// Nobody is looking at these: UNSEEN keeps them from changing what the device remembers.
const UNSEEN = {headers: {"X-Unseen": "yes"}};

async function again(pages) {
  const gone = new Set();              // a link that was withdrawn is asked for once
  for (const url of pages) {
    const table = url.pathname.match(TABLE)?.[0];
    if (gone.has(table)) continue;
    const answer = await fetch(url, UNSEEN).catch(() => null);
    if (!answer) return;
    if (answer.ok) await keep(url, answer);
    else gone.add(table);
  }
}

addEventListener("fetch", event => {
  const {request} = event, url = new URL(request.url);
  if (request.method === "POST" && url.pathname === `${APP.root}/open/shared`) event.respondWith(receive(request));
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (APP.files.includes(url.pathname)) event.respondWith(file(request));
  else if (PAGE.test(url.pathname)) event.respondWith(page(request, url, event));
});

// Files from the share menu: kept until the page that opens files is there to take them.
async function receive(request) {
  const files = (await request.formData()).getAll("file");
  await caches.delete("shared");
  const kept = await caches.open("shared");
  await Promise.all(files.map((one, number) => kept.put(`${APP.root}/open/shared/${number}`, new Response(one, {headers: {"X-Name": encodeURIComponent(one.name)}}))));
  return Response.redirect(`${APP.root}/open?shared`, 303);
}

const file = async request => await caches.match(request) || fetch(request);

async function page(request, url, event) {
  try {
    const answer = await fetch(request);
    event.waitUntil(keep(url, answer.clone()));
    // Whoever plays can look up cards without a network, too, though nobody has yet.
    if (request.mode === "navigate" && answer.ok && /\/play$/.test(url.pathname)) event.waitUntil(again([new URL("look-up", url)]));
    return answer;
  } catch (error) {
    // Only a person opening a page is shown an old one; the page's own questions get the truth.
    const old = request.mode === "navigate" && await (await caches.open(NAME)).match(url.href);
    if (old) return old;
    throw error;
  }
}

async function keep(url, answer) {
  if (self.serviceWorker?.state === "redundant") return;  // a newer one has thrown away what this one kept
  const kept = await caches.open(NAME);
  const pages = (await kept.keys()).filter(one => !APP.files.includes(new URL(one.url).pathname));
  if (answer.status === 404 || answer.status === 410) {   // a withdrawn link opens nothing here either
    const gone = url.pathname.match(TABLE)?.[0];
    return Promise.all(pages.filter(one => gone && new URL(one.url).pathname.startsWith(gone)).map(one => kept.delete(one)));
  }
  if (!answer.ok || answer.redirected) return;
  await kept.put(url.href, answer);    // only a whole answer replaces the one before; it counts as the newest
  await Promise.all(pages.slice(0, Math.max(0, pages.length + 1 - MOST)).map(one => kept.delete(one)));
}
