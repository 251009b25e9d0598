/* Sending: one after the other, in the order of the taps, until the table has it.

   Tells of: queued (a tap was taken), sending (an answer of false: it was sent already), answered,
   unreached (it will be tried again). */
import {tell, wait} from "./events.js";
import {current, settle, settled, spared} from "./fields.js";
import {post, Unreached} from "./posting.js";
import {complain, say, words} from "./saying.js";
import {parsed, released, show} from "./showing.js";

const PATIENCE = [1, 2, 4, 8, 15];     // seconds between tries while the network is away

export const queue = [];               // the first one is on its way; waiting.js keeps copies of all
export let failures = 0;
export let unsent = false;             // a form was given back to go on with: only here is what it holds
let running = false, trouble = "Offline", leaving = false, afterwards = null, cutShort = () => {};

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
  tell("queued", job);
  for (const field of form.elements) settled.set(field, current(field));
  if (failures) {
    button?.classList.add("is-waiting");
    sayOffline();
  }
  run();
}

// An input named "action" hides the form's own property of that name.
const address = (form, button) => button?.getAttribute("formaction") || form.getAttribute("action") || location.href;

// crypto.randomUUID exists over https only, and many tables play over plain http.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");

export async function run() {
  if (running) return;
  running = true;
  while (queue.length) {
    const job = queue[0];
    const slow = setTimeout(() => failures || say("", "Saving"), 400);
    try {
      const elsewhere = (await tell("sending", job)).includes(false);  // another tab has sent it
      const answer = elsewhere || await post(job);
      failures = 0;
      forget(job);
      if (elsewhere) continue;
      await tell("answered", job, answer);
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
      tell("unreached");
      await Promise.race([wait(1000 * PATIENCE[Math.min(failures, PATIENCE.length) - 1]), new Promise(now => { cutShort = now; })]);
    } finally {
      clearTimeout(slow);
    }
  }
  running = false;
  if (afterwards) leave(afterwards);
}

/** Takes out what has arrived, or is not to be sent after all. */
export function forget(job) {
  const at = queue.indexOf(job);
  if (at >= 0) queue.splice(at, 1);
}

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
    show(page, there.href, {sent: job.form});
    if (job.body.get("action") === "advance") scrollTo(0, 0);  // what is to do now stands at the top
    unsent = !redirected;
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

const sayOffline = () => say("offline", queue.length ? `${trouble}, ${queue.length} waiting` : trouble);

function leave(url) {
  leaving = true;
  location.assign(url);
}

/** Tries again now: the network seems to be back. */
export const hurry = () => cutShort();
addEventListener("online", hurry);
addEventListener("beforeunload", event => { if (failures && queue.some(job => job.id === undefined)) event.preventDefault(); });

// A link tapped while something is being saved waits for it, so that the next page shows it.
addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || !queue.length || failures || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target) return;
  event.preventDefault();
  afterwards = link.href;
});
