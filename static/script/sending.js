/* Sending: one after the other, in the order of the taps, until the table has it.

   Tells of: queued (a tap was taken), dropped (it was taken back), sending (an answer of false: it
   was sent already), answered, refused, unreached (it will be tried again). */
import {draft} from "./drafting.js";
import {on, tell, wait} from "./events.js";
import {current, halfTyped, settle, settled, spared} from "./fields.js";
import {foretell} from "./foretelling.js";
import {counted, flush, gather, idle, rested} from "./gathering.js";
import {post, Unreached} from "./posting.js";
import {say} from "./saying.js";
import {parsed, released, show} from "./showing.js";

const PATIENCE = [1, 2, 4, 8, 15];     // seconds between tries while the network is away

export const queue = [];               // the first one is on its way; waiting.js keeps copies of all
export let failures = 0;
export let unsent = false;             // a form was given back to go on with: only here is what it holds
let running = false, trouble = "Offline", cutShort = () => {};
let afterwards = null;                 // the address to go to once all is saved, and the entry it is of
let gone = null;                       // the same, once it was gone to: this page may stay all the same

addEventListener("submit", event => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("form.act")) return;
  event.preventDefault();
  enqueue(form, event.submitter);
});

function enqueue(form, button) {
  for (const field of form.elements) if (spared.delete(field)) settle(field);
  const field = counted(button);
  if (field) return count(form, button, field);
  const job = draft(form, button), last = queue.at(-1);
  // Sent twice in a row it is one tap of a nervous finger; only cards add up.
  if (last?.same === job.same && !job.body.has("tap")) return;
  if (gone?.same === job.same) return leave(gone);  // the table has it, only the next page is not here yet
  // What this phone did last is on its way, and the button cannot name it yet.
  if (last && button?.id === "undo") {
    if (!last.sent) return drop(last);
    job.ofLast = true;
  }
  flush();
  for (const field of form.elements) "once" in field.dataset ? settle(field) : settled.set(field, current(field));
  add(job);
}

function count(form, button, field) {
  if (halfTyped(field)) field.form.requestSubmit();
  const last = gathering(), going = last?.counts === field.id;
  const job = going ? last : draft(form, button);
  if (!gather(job, field, button)) return;
  if (!going) {
    flush();
    add(job);
  } else if (idle(job, field)) {
    drop(job);
  } else {
    tell("queued", job);
    ahead();
  }
}

// The count that still takes taps.
const gathering = () => queue.at(-1)?.counts && !queue.at(-1).sent ? queue.at(-1) : null;

/** Takes back what was not sent yet. */
export function drop(job) {
  forget(job);
  tell("dropped", job);
  ahead();
}

function add(job) {
  queue.push(job);
  tell("queued", job);
  ahead();
  run();
}

function ahead() {
  foretell(queue, failures > 0);
  sayQueue();
}
on("shown", () => {
  gone = null;
  ahead();
});

const several = count => count === 1 ? "1 change" : `${count} changes`;

// Nothing is called saved before the table has it.
function sayQueue() {
  if (failures) say("offline", `${trouble}.${queue.length ? ` ${several(queue.length)} will be sent when you’re back.` : ""}`);
  else if (queue.length) say("saving");
}

export async function run() {
  if (running) return;
  running = true;
  try {
    await sendAll();
  } finally {
    running = false;
  }
  if (afterwards) leave(afterwards);
}

async function sendAll() {
  while (queue.length) {
    const job = queue[0];
    if (job.counts && !job.sent && job === queue.at(-1) && !afterwards) await rested();
    if (job !== queue[0]) continue;    // taken back meanwhile
    job.sent = true;
    sayQueue();
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
      if (!afterwards?.same) afterwards = null;  // a link is tapped again, not followed at some later time
      ahead();
      tell("unreached");
      await Promise.race([wait(1000 * PATIENCE[Math.min(failures, PATIENCE.length) - 1]), new Promise(now => { cutShort = now; })]);
    }
  }
}

/** Takes out what has arrived, or is not to be sent after all. */
export function forget(job) {
  const at = queue.indexOf(job);
  if (at >= 0) queue.splice(at, 1);
}

async function take(job, {status, there, page, moved, json}) {
  if (status === 410) return location.reload();  // the link was switched off: the page that says so
  if (job.late && job.after !== undefined) {
    if (queue[0]?.ofLast) json?.seq ? queue[0].body.set("data", `{"entry":${json.seq}}`) : drop(queue[0]);
    return queue.length || refresh();
  }
  const said = page?.querySelectorAll("[data-said]") || [];
  if (said.length) {
    afterwards = null;
    if (status === 409) await refresh();
    sayQueue();
    foretell([], false);               // a refused field returns to what was typed, not to what lies over it
    await tell("refused", job, said);
    return foretell(queue, failures > 0);
  }
  const undo = queue[0]?.ofLast && page?.getElementById("undo");
  if (undo) queue[0].body.set("data", undo.form.elements.data.value);
  if (there.pathname !== location.pathname) afterwards = {url: there.href, same: job.same};
  else if (!queue.length) {
    await released();
    show(page, there.href, {sent: job.form});
    if (/^(advance|turn)$/.test(job.body.get("action")) || job.body.has("closes")) scrollTo(0, 0);  // what is to do now stands at the top
    unsent = !moved;
    if (status >= 400) {
      say("saving", "Not saved.");
      const wrong = document.querySelector("[aria-invalid=true], [data-say]");
      (wrong?.querySelector("input") || wrong)?.focus();   // a question is answered at its first choice
    }
  }
}

async function refresh() {
  try {
    const answer = await fetch(location.href, {signal: AbortSignal.timeout?.(20000)});
    if (answer.ok) show(parsed(await answer.text()), location.href);
  } catch { /* the complaint alone has to do */ }
}

// The page may stay: a download, a network that is gone, somebody who stops it.
function leave(there) {
  gone = there;
  afterwards = null;
  location.assign(there.url);
}

/** Tries again now: the network seems to be back. */
export const hurry = () => cutShort();
addEventListener("online", hurry);

// A link tapped while something is being saved waits for it, so that the next page shows it.
addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || !queue.length || failures || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target) return;
  event.preventDefault();
  afterwards = {url: link.href};
  flush();
});

