/* Guildbook's script: makes forms instant and forgiving. Every page works without it.

   A form with the class "act" is sent in the background; the page that answers is worked into the
   one on the screen. Nothing here knows a game or a rule: the server draws, this only carries. */
(() => {
"use strict";

const root = document.documentElement;
const LOCK = 300;                      // ms a button rests after its meaning has changed
const PATIENCE = [1, 2, 4, 8, 15];     // seconds between tries while the network is away
const wait = ms => new Promise(done => setTimeout(done, ms));

/* ---- Sending: one after the other, in the order of the taps ---- */

const queue = [];                      // the first one is on its way; waiting.js keeps copies of all
let running = false, failures = 0, trouble = "Offline", leaving = false, afterwards = null, cutShort = () => {};

addEventListener("submit", event => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("form.act")) return;
  event.preventDefault();
  if (!leaving) enqueue(form, event.submitter);
});

function enqueue(form, button) {
  for (const field of form.elements) if (spared.delete(field)) settle(field);
  const said = words(form, button);
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  body.delete("key");
  const same = `${address(form, button)} ${body}`;
  // Only counting adds up; anything else sent twice in a row is one tap of a nervous finger.
  if (queue.at(-1)?.same === same && body.get("action") !== "count" && !body.has("step") && !body.has("tap")) return;
  body.set("key", newKey());           // a try again carries the same key: it is the same entry
  const job = {form, body, same, url: address(form, button), words: said};
  queue.push(job);
  hooks.keep(job);
  if (failures) button?.classList.add("is-waiting");
  for (const field of form.elements) settled.set(field, current(field));
  if (failures) sayOffline();
  run();
}

// An input named "action" hides the form's own property of that name.
const address = (form, button) => button?.getAttribute("formaction") || form.getAttribute("action") || location.href;

// crypto.randomUUID exists over https only, and many tables play over plain http.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");

async function run() {
  if (running) return;
  running = true;
  while (queue.length) {
    const job = queue[0];
    const slow = setTimeout(() => failures || say("", "Saving"), 400);
    try {
      const mine = await hooks.mine(job);
      const answer = mine && await post(job);
      failures = 0;
      forget(job);
      if (!answer) continue;           // another tab of this phone has sent it
      await hooks.settle(job, answer);
      await take(job, answer);
    } catch (error) {
      if (!(error instanceof Unreached)) {   // our own mistake: what was sent is saved, so look anew
        location.reload();
        throw error;
      }
      failures += 1;
      trouble = error.message;
      job.late = true;
      sayOffline();
      hooks.draw();
      await Promise.race([wait(1000 * PATIENCE[Math.min(failures, PATIENCE.length) - 1]), new Promise(now => { cutShort = now; })]);
    } finally {
      clearTimeout(slow);
    }
  }
  running = false;
  if (afterwards) leave(afterwards);
}

class Unreached extends Error {}

function forget(job) {
  const at = queue.indexOf(job);
  if (at >= 0) queue.splice(at, 1);
}

// What has waited is sent without a page in mind, so it asks for an answer to read and not to show.
async function post(job) {
  const body = new URLSearchParams(job.body);
  if (body.has("was")) body.set(...job.late && !job.replace ? ["after", job.after] : ["replace", "yes"]);
  const headers = job.late && job.after !== undefined ? {Accept: "application/json"} : {};
  let answer, text;
  try {
    const signal = AbortSignal.timeout?.(20000);
    answer = await fetch(job.url, {method: "POST", body, headers, credentials: "same-origin", keepalive: true, signal});
    text = await answer.text();
  } catch {
    throw new Unreached("Offline");    // no answer, or half of one: it may have arrived or not
  }
  const {status} = answer;
  if ([502, 503, 504].includes(status) || job.after !== undefined && (status >= 500 || status === 429)) throw new Unreached(status === 429 ? "Too fast" : "Server trouble");
  const json = answer.headers.get("Content-Type")?.startsWith("application/json") ? JSON.parse(text) : null;
  return {status, url: answer.url, redirected: answer.redirected, json, page: json ? null : parsed(text)};
}

const parsed = text => new DOMParser().parseFromString(text, "text/html");

async function take(job, {status, url, page, redirected}) {
  if (status === 410) {                // the link was switched off: the page that says so
    leaving = true;
    return location.reload();
  }
  if (job.late && job.after !== undefined) return queue.length || refresh();
  const said = page.querySelectorAll("[data-said]");
  if (said.length) {
    afterwards = null;
    if (status === 409) await refresh();
    return complain(job, said);
  }
  const there = new URL(url, location.href);
  if (there.pathname !== location.pathname) afterwards = there.href;
  else if (!queue.length) {
    await released();
    sent = job.form;
    show(page, there.href);
    sent = null;
    if (job.body.get("action") === "advance") scrollTo(0, 0);  // what is to do now stands at the top
    hooks.unsent = !redirected;        // a form given back to go on with: only here is what it holds
    if (status >= 400) {
      const wrong = document.querySelector("[aria-invalid=true], [data-say]");
      (wrong?.querySelector("input") || wrong)?.focus();   // a question is answered at its first choice
    }
  }
}

async function refresh() {
  try {
    const answer = await fetch(location.href, {credentials: "same-origin"});
    if (answer.ok) show(parsed(await answer.text()), location.href);
  } catch { /* the complaint alone has to do */ }
}

function leave(url) {
  leaving = true;
  location.assign(url);
}

addEventListener("online", () => cutShort());
addEventListener("beforeunload", event => { if (failures && queue.some(job => job.id === undefined)) event.preventDefault(); });

// A link tapped while something is being saved waits for it, so that the next page shows it.
addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || !queue.length || failures || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target) return;
  event.preventDefault();
  afterwards = link.href;
});

/* ---- Saying: the status line, and refusals beside what was refused ---- */

function say(kind, ...words) {
  const line = document.querySelector(".masthead .status");
  if (!line) return;
  const icon = line.querySelector("use");
  const file = icon?.getAttribute("href").split("#")[0];
  icon?.setAttribute("href", `${file}#${{"": "check", live: "live", offline: "offline"}[kind] || "alert"}`);
  line.className = `status ${kind === "live" ? "is-live" : kind ? "is-offline" : "is-saved"}`;
  line.setAttribute("aria-live", kind && kind !== "live" ? "polite" : "off");
  line.replaceChildren(...[line.querySelector("svg"), " ", ...words].filter(Boolean));
}

const sayOffline = () => say("offline", queue.length ? `${trouble}, ${queue.length} waiting` : trouble);

// What an entry is about, for a list of what waits: what was typed, or the button's own words.
function words(form, button) {
  const typed = [...form.elements].filter(field => isField(field) && halfTyped(field));
  const told = typed.map(field => `${tidy(field.labels?.[0]?.firstChild?.textContent || field.ariaLabel || "")}: ${ticks(field) ? field.checked ? "yes" : "no" : field.value}`);
  const pressed = button && !button.matches(".away") ? tidy(meaning(button)) : "";
  return [form.ariaLabel, told.join(", ") || pressed].filter(Boolean).join(": ").slice(0, 120) || "An entry";
}
const tidy = text => text.replace(/\s+/g, " ").trim();

function complain(job, said) {
  say("refused", "Not saved");
  document.querySelectorAll(".refusal").forEach(old => old.remove());
  const box = document.createElement("div");
  box.className = "refusal";
  box.setAttribute("role", "alert");
  const place = job.form.isConnected ? job.form.closest("li, .dock") || job.form.parentElement : document.querySelector("main");
  if (place.matches("li")) place.append(box);
  else if (job.form.parentElement === place) job.form.after(box);
  else place.prepend(box);
  box.append(...said);                 // filled once it is in the page, or it is not read out
  for (const field of job.form.elements) settled.delete(field);
  box.scrollIntoView({block: "nearest"});
}

/* ---- Showing: the answered page is worked into this one, keeping what belongs to the person:
        focus, caret, scroll, what is open and what is half typed ---- */

// For a change that came from elsewhere "news" gathers what is new; it is marked for a moment.
let news = null;
let sent = null;                       // the form whose answer is being shown

function show(page, url, gather = null) {
  news = gather;
  const before = new Map(pressable().map(button => [button, meaning(button)]));
  const focused = document.activeElement, top = scrollY;
  document.title = page.title;
  for (const name of ["data-theme", "data-text", "data-wake"]) copyAttribute(root, page.documentElement, name);
  children(document.body, page.body);
  news = null;
  if (url !== location.href.split("#")[0]) history.replaceState(null, "", url);
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({preventScroll: true});
  if (scrollY !== top) scrollTo(scrollX, top);
  for (const button of pressable()) if (before.get(button) !== meaning(button)) resting.set(button, performance.now() + LOCK);
  comfort();
}

const pressable = () => [...document.querySelectorAll("button, a.button")];
const meaning = button => `${button.getAttribute("aria-label") || ""} ${button.textContent}`.replace(/\s+/g, " ");

const resting = new WeakMap();
addEventListener("click", event => {
  const button = event.target.closest?.("button, a.button");
  if (button && performance.now() < resting.get(button)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

// A page that changed between finger down and finger up would swallow the tap.
let pressed = false;
addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pressed = false; }), true);
async function released() {
  for (let turn = 0; pressed && turn < 50; turn += 1) await wait(20);
}

function children(from, to) {
  dropGone(from, to);
  let here = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const twin = twinOf(wanted, here, from);
    if (!twin) {
      from.insertBefore(wanted, here);
      if (wanted.nodeType === Node.ELEMENT_NODE) news?.add(wanted);
      continue;
    }
    if (twin === here) here = here.nextSibling;
    else from.insertBefore(twin, here);
    become(twin, wanted);
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

// First of all, with the line break behind it, so that what follows still meets its twin.
function dropGone(from, to) {
  const wanted = new Set([...to.children].map(node => node.id));
  for (const node of [...from.children].filter(node => node.id && !wanted.has(node.id))) {
    const {nextSibling: space} = node;
    if (space?.nodeType === Node.TEXT_NODE && !space.data.trim()) space.remove();
    node.remove();
  }
}

function twinOf(wanted, here, from) {
  if (wanted.id) {
    const known = document.getElementById(wanted.id);
    return known?.parentNode === from && known.nodeName === wanted.nodeName ? known : null;
  }
  return here && !here.id && here.nodeName === wanted.nodeName ? here : null;
}

function become(node, wanted) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data === wanted.data) return;
    node.data = wanted.data;
    if (node.data.trim()) news?.add(node.parentElement);
    return;
  }
  if (node.matches("noscript, [data-own]")) return;  // text for the parser; lists the script draws itself
  const field = isField(node);
  const half = field && halfTyped(node), value = field && current(node);
  // Whoever is in a field keeps what it shows until leaving it, or sending it.
  const busy = field && !half && !ticks(node) && node === document.activeElement && node.form !== sent;
  const names = new Set([...node.getAttributeNames(), ...wanted.getAttributeNames()]);
  if (node.matches("details")) names.delete("open");
  for (const name of names) copyAttribute(node, wanted, name);
  children(node, wanted);
  if (!field) return;
  if (busy && given(node) !== value) {
    node.value = value;
    spared.add(node);
  } else if (!half) {
    settle(node);
    if (current(node) !== value) news?.add(node);
  }
}

function copyAttribute(node, wanted, name) {
  const value = wanted.getAttribute(name);
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/* Fields: "settled" is what was sent last; what differs from it is still being typed. */
const settled = new WeakMap();
const spared = new WeakSet();          // shown as it was because somebody is in it, not typed in
addEventListener("input", ({target}) => spared.delete(target));
addEventListener("focusout", ({target}) => { if (spared.delete(target)) settle(target); });
const isField = node => node.matches("input:not([type=hidden]), select, textarea");
const ticks = field => field.type === "checkbox" || field.type === "radio";
const current = field => ticks(field) ? field.checked : field.value;
const halfTyped = field => current(field) !== (settled.has(field) ? settled.get(field) : given(field));

function given(field) {
  if (ticks(field)) return field.defaultChecked;
  if (!field.options) return field.defaultValue;
  return ([...field.options].find(option => option.defaultSelected) || field.options[0])?.value;
}

function settle(field) {
  settled.delete(field);
  if (ticks(field)) field.checked = given(field);
  else if (field.value !== given(field)) field.value = given(field);
}

/* ---- Comforts ---- */

// Forms marked data-save are sent when a field is left; data-press names the button a choice presses.
addEventListener("change", ({target}) => {
  const {form} = target;
  if (!form?.matches("form.act")) return;
  if (target.dataset.press) form.requestSubmit(document.getElementById(target.dataset.press));
  else if ("save" in form.dataset) form.requestSubmit();
});

addEventListener("click", event => {
  const button = event.target.closest?.("[data-copy], [data-share]");
  if (!button) return;
  const link = document.getElementById(button.dataset.copy || button.dataset.share);
  if (button.dataset.share) return navigator.share({url: link.value, title: button.dataset.title}).catch(() => {});
  link.select();
  // The old way, because the new one is missing over plain http.
  if (document.execCommand("copy")) button.textContent = "Copied";
});

// Who is asked to start is called by the name that is being typed.
addEventListener("input", ({target}) => {
  const label = document.querySelector(`[data-named="${target.id}"]`);
  if (label && target.id) label.textContent = target.value.trim() || `Seat ${+target.id.split("-")[1] + 1}`;
});

function comfort() {
  root.dataset.live = "";
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const time of document.querySelectorAll(".status time, time[data-clock], time[data-day]")) time.textContent = local(time);
  for (const hint of document.querySelectorAll("#plain-http")) hint.hidden = isSecureContext || told("plain-http");
  stayAwake();
}

// A hint is given once a device; without storage it comes again.
function told(name, now) {
  try {
    if (now) localStorage.setItem(name, "told");
    return localStorage.getItem(name) === "told";
  } catch { return false; }
}
addEventListener("click", ({target}) => {
  const name = target.closest?.("[data-told]")?.dataset.told;
  if (!name) return;
  told(name, true);
  document.getElementById(name).hidden = true;
});

/* The server knows its own hour, not the hour on this device. */
function local(time) {
  const at = new Date(time.dateTime);
  if (isNaN(at)) return time.textContent;
  const clock = `${at.getHours()}`.padStart(2, "0") + ":" + `${at.getMinutes()}`.padStart(2, "0");
  if (!("day" in time.dataset)) return clock;
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.round((midnight - new Date(at).setHours(0, 0, 0, 0)) / 864e5);
  if (days < 1) return `today ${clock}`;
  if (days < 2) return "yesterday";
  const year = at.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return at.toLocaleDateString(root.lang + "-GB", days < 7 ? {weekday: "long"} : {day: "numeric", month: "long", year});
}

let wakeLock = null;
async function stayAwake() {
  if (!navigator.wakeLock) return;
  const wanted = "wake" in root.dataset && document.visibilityState === "visible";
  try {
    if (wanted && (!wakeLock || wakeLock.released)) wakeLock = await navigator.wakeLock.request("screen");
    else if (!wanted) await wakeLock?.release();
  } catch { /* a low battery may refuse it */ }
}
addEventListener("visibilitychange", stayAwake);

// A page brought back by the browser may be older than the table; live.js looks by itself.
addEventListener("pageshow", event => { if (event.persisted && !hooks.follows) location.reload(); });

/* Where waiting.js and live.js hook in; a page without a table needs neither. */
const hooks = window.guildbook = {
  queue, show, run, refresh, say, released, parsed, meaning,
  keep() {}, mine: () => true, settle() {}, draw() {},
  get failures() { return failures; },
  hurry: () => cutShort(),
  words,
};

// Over https or on this very machine Guildbook can be installed and opens without a network.
const worker = document.querySelector("link[data-worker]")?.dataset.worker;
if (worker) navigator.serviceWorker?.register(worker, {updateViaCache: "none"}).catch(() => {});

comfort();
})();
