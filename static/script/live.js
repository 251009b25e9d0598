/* Every visible page of a table follows it: asks each second for the number of the newest entry, which
   costs next to nothing, and draws itself anew when there is one. The status line says what is true. */
import {on} from "./events.js";
import {typedIn} from "./fields.js";
import {line, say} from "./saying.js";
import {failures, hurry, queue, unsent} from "./sending.js";
import {outdated, parsed, released, show} from "./showing.js";

const EVERY = 1000, MARKED = 2500;
const newest = () => `${location.pathname.match(/^.*\/t\/[^/]+/)[0]}/seq`;
let timer = 0, looking = false, reached = navigator.onLine, held = false, drawn = Date.now();

// What the page shows may end by itself, as a join code does: data-renew says after how many seconds it is drawn anew.
const isOld = () => Date.now() - drawn > 1000 * document.querySelector("[data-renew]")?.dataset.renew;

function next(ms = EVERY) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, ms);
}

async function look() {
  if (looking) return;
  looking = true;
  try {
    const answer = await fetch(newest(), {cache: "no-store", signal: AbortSignal.timeout?.(8000)});
    if ([403, 404, 410].includes(answer.status)) return location.reload();  // the link was withdrawn
    if (!answer.ok) throw new Error("no answer");
    const {seq} = await answer.json();
    if (!reached || failures) hurry();
    reached = true;
    if (!queue.length) {
      if (outdated && !notTaken() && !typing()) return location.reload();  // once: it comes with its own script
      if (seq != line().dataset.seq || isOld()) await follow();
    }
    stand();
  } catch {
    reached = false;
    stand();
  } finally {
    looking = false;
    next();
  }
}

// A page that holds a form not yet taken is left alone: it would lose what is to be corrected.
async function follow() {
  held = unsent;
  if (held) return;
  const {href} = location;
  const answer = await fetch(href, {headers: {Accept: "text/html"}, signal: AbortSignal.timeout?.(8000)});
  if (answer.redirected || [403, 404, 410].includes(answer.status)) return location.reload();
  if (!answer.ok) throw new Error("no answer");
  const page = parsed(await answer.text());
  await released();
  // A tap came in between: its answer brings the page, or has brought a newer one, maybe another.
  if (queue.length || href !== location.href || +page.querySelector("[data-seq]")?.dataset.seq < +line().dataset.seq) return;
  const found = new Set();
  drawn = Date.now();
  show(page, href.split("#")[0], {news: found});
  mark(found);
}

function mark(found) {
  const told = [...found].filter(node => node.isConnected && !node.closest("[data-seq], .toast, [data-own], form[hidden]"));
  for (const node of told) {
    const place = node.closest("li, tr, .row, .cell, .tabs > *, .button, h1, h2, p, section") || node;
    place.classList.add("is-news");
    setTimeout(() => place.classList.remove("is-news"), MARKED);
  }
  // Once: a page that tells by itself what has changed needs no second voice.
  if (!told.some(node => node.closest("main [role=status], main [aria-live], .dock [role=status]"))) document.getElementById("news").textContent = line().dataset.news || "";
}

// Typed and not with the table: half typed, given back to go on with, or refused.
const typing = () => [...document.querySelectorAll("form.act")].some(form => typedIn(form).length);
const notTaken = () => unsent || document.querySelector(".refusal, #waiting [data-refused]");

function stand() {
  if (failures) return;                // the queue says how many wait
  if (!reached) return say("offline", "Offline.");
  if (held) {
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "Reload";
    return say("saving", "This page is out of date. ", link);
  }
  if (queue.length) return;
  if (notTaken()) return say("saving", "Not saved.");
  if (typing()) return say("saving");
  say("saved");
}

on("answered", () => {
  held = false;
});

function begin() {
  for (const news of ["shown", "dropped", "listed"]) on(news, stand);
  for (const kind of ["input", "focusout"]) addEventListener(kind, () => setTimeout(stand));
  for (const back of ["visibilitychange", "online"]) addEventListener(back, () => next(0));
  // The browser's way back brings the page as it first came, which the table may have left long ago.
  addEventListener("pageshow", event => { if (event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward") next(0); });
  addEventListener("offline", () => { reached = false; stand(); });
  next();
}
// A sample has no link, and nobody enters anything there.
if (line()?.dataset.seq && location.pathname.includes("/t/")) begin();
