/* Comforts: saved on leaving, told in the table's hour. */
import {on} from "./events.js";
import {halfTyped} from "./fields.js";
import {root} from "./showing.js";

// Forms marked data-save are sent when a field is left; data-press names the button a choice presses.
addEventListener("change", ({target}) => {
  const {form} = target;
  if (!form?.matches("form.act")) return;
  if (target.dataset.press) form.requestSubmit(document.getElementById(target.dataset.press));
  else if ("save" in form.dataset && halfTyped(target)) form.requestSubmit();
});

// Enter saves once: what the browser would send by itself was sent by the change before.
addEventListener("keydown", event => {
  const {key, target} = event;
  if (key !== "Enter" || !target.matches?.("input:not([type=hidden])") || !target.form?.matches("form.act[data-save]")) return;
  event.preventDefault();
  if (halfTyped(target)) target.form.requestSubmit();
});

// The foot lies over the page (frame.css), which ends above it however high it is.
const foot = document.querySelector(".foot");
const height = new ResizeObserver(() => document.documentElement.style.setProperty("--foot-height", `${foot.offsetHeight}px`));
if (foot) height.observe(foot);

// The way on shows that it was taken while the next page is on its way.
addEventListener("click", event => {
  if (!event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.target.closest?.("a:is(.ahead, .go):not([href^='#'])")?.classList.add("is-taken");
});
addEventListener("pageshow", () => document.querySelectorAll("a.is-taken").forEach(link => link.classList.remove("is-taken")));

// Who is asked to start is called by the name that is being typed.
addEventListener("input", ({target}) => {
  const label = document.querySelector(`[data-named="${target.id}"]`);
  if (label && target.id) label.textContent = target.value.trim() || `Seat ${+target.id.split("-")[1] + 1}`;
});

on("shown", comfort);
comfort();
function comfort() {
  root.dataset.live = "";
  for (const time of document.querySelectorAll("time[data-clock], time[data-day]")) time.textContent = local(time);
  for (const field of document.querySelectorAll("[data-own-zone]")) ownZone(field);
}

// A place that is not on the short list is put on it.
function ownZone(field) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field.value || !zone) return;
  if (field.options && ![...field.options].some(one => one.value === zone)) field.add(new Option(zone.split("/").pop().replaceAll("_", " "), zone));
  field.value = zone;
}

/* A table's hours are those of its own time zone; where it has none yet, of this device's. */
function local(time) {
  const at = new Date(time.dateTime), timeZone = time.dataset.zone || undefined;
  if (isNaN(at)) return time.textContent;
  const said = options => at.toLocaleString(root.lang + "-GB", {timeZone, ...options});
  const date = moment => moment.toLocaleDateString("sv", {timeZone});  // 2026-11-16
  try {
    const clock = said({hour: "2-digit", minute: "2-digit"});
    if (!("day" in time.dataset)) return clock;
    const days = (Date.parse(date(new Date())) - Date.parse(date(at))) / 864e5;
    if (days < 1) return `Today ${clock}`;
    if (days < 2) return "Yesterday";
    const year = date(at).slice(0, 4) === date(new Date()).slice(0, 4) ? undefined : "numeric";
    return said(days < 7 ? {weekday: "long"} : {day: "numeric", month: "long", year});
  } catch { return time.textContent; }  // a zone this device does not know
}

// A page brought back by the browser may be older than what it shows; those of a table look by themselves.
addEventListener("pageshow", event => { if (event.persisted && !document.querySelector("[data-seq]")) location.reload(); });

// Over https or on this very machine Guildbook can be installed and opens without a network.
const worker = document.querySelector("link[data-worker]")?.dataset.worker;
if (worker) navigator.serviceWorker?.register(worker, {updateViaCache: "none"}).catch(() => {});
