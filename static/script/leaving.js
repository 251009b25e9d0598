/* Leaving: what is still in a field or gathers goes along, and a copy stays that the next page sends again. */
import {typedIn} from "./fields.js";
import {post} from "./posting.js";
import {failures, queue, unsent} from "./sending.js";
import {leaveBehind} from "./waiting.js";

// The browser's own way back leaves no field first, and may end before anything is sent.
addEventListener("pagehide", () => {
  for (const form of document.querySelectorAll("form.act")) if (!unsent && typedIn(form).some(field => "save" in form.dataset || field.closest(".numbers"))) form.requestSubmit();
  const fresh = queue.filter(job => job.kept && job.id === undefined);
  leaveBehind(fresh);
  for (const job of new Set([...fresh, ...queue.filter(one => one.counts && !one.sent)])) {
    job.sent = true;
    post(job).catch(() => {});
  }
});
addEventListener("beforeunload", event => { if (failures && queue.some(job => job.ofLast || job.kept && job.id === undefined)) event.preventDefault(); });
