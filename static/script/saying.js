/* Saying: the status line, and refusals beside what was refused. */
import {on} from "./events.js";
import {halfTyped, isField, settled, ticks} from "./fields.js";
import {wording} from "./showing.js";

export function say(kind, ...words) {
  const line = document.querySelector(".masthead .status");
  if (!line) return;
  const icon = line.querySelector("use");
  const file = icon?.getAttribute("href").split("#")[0];
  icon?.setAttribute("href", `${file}#${{"": "check", live: "live", offline: "offline"}[kind] || "alert"}`);
  line.className = `status ${kind === "live" ? "is-live" : kind ? "is-offline" : "is-saved"}`;
  line.setAttribute("aria-live", kind && kind !== "live" ? "polite" : "off");
  line.replaceChildren(...[line.querySelector("svg"), " ", ...words].filter(Boolean));
}

// What an entry is about, for a list of what waits: what was typed, or the button's own words.
export function words(form, button) {
  const typed = [...form.elements].filter(field => isField(field) && halfTyped(field));
  const told = typed.map(field => `${tidy(field.labels?.[0]?.firstChild?.textContent || field.ariaLabel || "")}: ${ticks(field) ? field.checked ? "yes" : "no" : field.value}`);
  const pressed = button && !button.matches(".away") ? tidy(wording(button)) : "";
  return [form.ariaLabel, told.join(", ") || pressed].filter(Boolean).join(": ").slice(0, 120) || "An entry";
}
const tidy = text => text.replace(/\s+/g, " ").trim();

on("refused", complain);
export function complain(job, said) {
  say("refused", "Not saved");
  document.querySelectorAll(".refusal").forEach(old => old.remove());
  const box = document.createElement("div");
  box.className = "refusal";
  box.setAttribute("role", "alert");
  const home = document.getElementById(job.form.dataset.for) || job.form;
  const place = job.form.isConnected ? home.closest("li, .row, .dock") || job.form.parentElement : document.querySelector("main");
  if (place.matches("li")) place.append(box);
  else if (place.matches(".row")) place.after(box);
  else if (job.form.parentElement === place) job.form.after(box);
  else place.prepend(box);
  box.append(...said);                 // filled once it is in the page, or it is not read out
  for (const field of job.form.elements) settled.delete(field);
  // A reading of what was typed is put where it was typed.
  box.onclick = event => {
    const field = job.form.elements[event.target.name];
    if (!event.target.matches("button[name^='d-']") || !field) return;
    event.preventDefault();
    field.value = event.target.value;
    job.form.requestSubmit(job.button);
  };
  box.scrollIntoView({block: "nearest"});
}
