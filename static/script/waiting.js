/* Through a dead spot: every entry is kept on this phone until the table has it.

   Works on plain http, where browsers offer no service worker and no locks. Each page has a name;
   entries of a page that no longer answers to it are taken over by whichever page is open. Should
   two pages still send the same entry, its key makes it one. Tells of: kept (what is kept has changed). */
import {on, tell, wait} from "./events.js";
import {failures, forget, queue, run} from "./sending.js";

// A renewed link keeps its number, so the table is found again.
export const [base, table] = location.pathname.match(/^(.*\/t\/(\d+))-[^/]+/) || [];
const me = `${Date.now()}-${Math.random()}`;

/* ---- The store: one row an entry, numbered in the order of the taps ---- */

const opened = new Promise(done => {
  const asked = indexedDB.open("guildbook", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("waiting", {keyPath: "id", autoIncrement: true});
  asked.onsuccess = () => done(asked.result);
  asked.onerror = asked.onblocked = () => done(null);
}).catch(() => null);

// Without a store (a private window) entries wait in memory, and leaving the page warns.
async function store(mode, work) {
  const db = await opened;
  if (!db) return undefined;
  return new Promise((done, fail) => {
    const change = db.transaction("waiting", mode);
    const asked = work(change.objectStore("waiting"));
    change.oncomplete = () => done(asked?.result);
    change.onabort = change.onerror = () => fail(change.error);
  }).catch(() => undefined);
}

/** What waits at this table, and what did not go. */
export const rows = async () => (await store("readonly", all => all.getAll()) || []).filter(row => row.table === table);

const row = (job, more) => ({
  ...job.id === undefined ? {} : {id: job.id}, table, base, owner: me, at: Date.now(),
  path: new URL(job.url, location.href).pathname.slice(base.length), page: location.pathname + location.search,
  body: `${job.body}`, words: job.words, shows: job.shows, counts: job.counts, after: job.after, replace: job.replace, ...more,
});

on("queued", job => {
  if (!base) return;
  const path = new URL(job.url, location.href).pathname;
  // Only what enters something: a form that merely draws itself anew is nothing to keep, nor is an
  // undo of what is still on its way, which cannot name it yet.
  if (job.ofLast || !path.startsWith(`${base}/`) || job.body.has("do") && job.body.get("do") !== "open") return;
  job.after ??= +document.querySelector("[data-seq]")?.dataset.seq || 0;
  job.kept = Promise.resolve(job.kept).then(() => store("readwrite", all => all.put(row(job)))).then(id => {
    job.id = id;
    if (failures) return changed();
  });
});

on("dropped", job => job.kept?.then(() => store("readwrite", all => all.delete(job.id))));

// The row is written before the entry is sent; one that waited may have been sent by another tab.
on("sending", async job => {
  await Promise.race([job.kept, wait(500)]);
  if (!job.late || job.id === undefined) return true;
  const kept = await store("readonly", all => all.getAll());
  return !kept || kept.some(one => one.id === job.id && one.owner === me);
});

on("answered", async (job, {status, page, json}) => {
  const said = json?.issues || json?.error && [json.error] || [...page?.querySelectorAll("[data-said]") || []].map(line => ({code: "", message: line.textContent.trim()}));
  if (!said.length) said.push({code: "", message: "This wasn’t saved."});
  // A refusal that is shown beside its form needs no row; one that came late, or shuts the page, does.
  const listed = status >= 400 && (job.late || status === 410);
  if (job.id === undefined) return listed && job.form && tell("refused", job, said.map(({message}) => message));
  if (listed) await store("readwrite", all => all.put(row(job, {issues: said, page: job.page || location.pathname + location.search})));
  else await store("readwrite", all => all.delete(job.id));
  changed();
});

// What is not in the store yet when the page ends is put where that takes no time.
const LEFT = "left";
const left = () => JSON.parse(localStorage.getItem(LEFT) || "[]");

/** Keeps these for the next page. */
export function leaveBehind(jobs) {
  try {
    if (jobs.length) localStorage.setItem(LEFT, JSON.stringify([...left(), ...jobs.map(job => row(job, {owner: ""}))]));
  } catch { /* a private window: what was sent has to do */ }
}

async function pickUp() {
  if (!await opened) return;
  try {
    for (const one of left()) {
      await store("readwrite", all => all.put(one));
      // Only now, as this page may end, too; and only this, as another may have ended meanwhile.
      localStorage.setItem(LEFT, JSON.stringify(left().filter(({body}) => body !== one.body)));
    }
  } catch { /* nothing can have been left there */ }
}

/* ---- Tabs of one phone ---- */

const talk = "BroadcastChannel" in window ? new BroadcastChannel("guildbook") : null;
let present = new Set();
talk?.addEventListener("message", ({data}) => {
  if (data.ask) talk.postMessage({here: me});
  else if (data.here) present.add(data.here);
  else if (data.table === table) tell("kept");
});

function changed() {
  talk?.postMessage({table});
  return tell("kept");
}

// Takes over what pages left behind that were closed, or whose phone was restarted.
async function adopt() {
  await pickUp();
  const others = (await rows()).filter(kept => kept.owner !== me && !kept.issues);
  if (!others.length) return tell("kept");
  present = new Set();
  talk?.postMessage({ask: true});
  await wait(300);
  const taken = [];
  await store("readwrite", all => {
    for (const {id} of others) all.get(id).onsuccess = ({target: {result: kept}}) => {
      if (!kept || kept.issues || kept.owner === me || present.has(kept.owner)) return;
      // Links of another address may belong to another table: their entries are asked about.
      const issues = kept.base === base ? undefined : [{code: "link", message: "The link it was entered with has been replaced."}];
      all.put({...kept, owner: me, issues});
      if (!issues) taken.push(kept);
    };
  });
  resend(taken);
  return tell("kept");
}

function resend(kept) {
  const guard = document.querySelector("main [name=csrf_token], .dock [name=csrf_token]")?.value;
  for (const one of kept) {
    const body = new URLSearchParams(one.body);
    if (guard) body.set("csrf_token", guard);
    queue.push({id: one.id, url: base + one.path, body, words: one.words, shows: one.shows, counts: one.counts, sent: true, after: one.after, replace: one.replace, page: one.page, late: true});
  }
  queue.sort((one, other) => (one.id ?? Infinity) - (other.id ?? Infinity));
  run();
}

/* ---- What the list of what waits can do ---- */

/** Sends it again, in place of what others have put there if so wished. */
export async function again(one, replace) {
  const kept = {...one, base, owner: me, issues: undefined, replace};
  await store("readwrite", all => all.put(kept));
  resend([kept]);
  changed();
}

/** Drops it for good. */
export async function giveUp(one) {
  await store("readwrite", all => all.delete(one.id));
  forget(queue.find(job => job.id === one.id));
  changed();
}

if (base) {
  adopt();
  addEventListener("visibilitychange", () => { if (!document.hidden) adopt(); });
}
