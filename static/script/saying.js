/* Saying: the status line, and refusals beside what was refused. */
import {on} from "./events.js";
import {isStillTheirs, settled, ticks, typedIn} from "./fields.js";
import {queue} from "./sending.js";
import {wording} from "./showing.js";

export const line = () => document.querySelector("[data-seq]");

/** How it stands: saved, saving or offline. There are words only while something is not with the table. */
export function say(state, ...words) {
  const here = line();
  if (!here) return;
  here.dataset.state = state;
  const said = words.map(one => one.outerHTML || one).join("");
  if ((here.querySelector("span")?.innerHTML || "") === said) return;  // or it is read out once more
  here.querySelector("span")?.remove();
  if (!said) return;
  const text = document.createElement("span");
  text.append(...words);
  here.append(text);
}

// What an entry is about, for a list of what waits: what was typed, or the button's own words.
export function words(form, button) {
  const told = typedIn(form).map(field => `${tidy(field.labels?.[0]?.firstChild?.textContent || field.ariaLabel || "")}: ${ticks(field) ? field.checked ? "yes" : "no" : field.value}`);
  const pressed = button && !button.matches(".away") ? tidy(wording(button)) : "";
  return [form.ariaLabel, told.join(", ") || pressed].filter(Boolean).join(": ").slice(0, 120) || "A change";
}
const tidy = text => text.replace(/\s+/g, " ").trim();

// A refusal outlives the answers to what was sent behind it, until something is sent again.
let standing = null;
on("queued", () => { standing = null; });
on("refused", complain);
on("shown", () => {
  if (standing) placeBox(...standing);
  if (!queue.length) standing = null;
});

export function complain(job, said) {
  say("saving", "Not saved.");
  document.querySelectorAll(".refusal").forEach(old => old.remove());
  const box = document.createElement("div");
  box.id = box.className = "refusal";   // by its name it is not taken for another part of the page
  box.setAttribute("role", "alert");
  placeBox(...standing = isStillTheirs(job) ? [job.form, box, job.shows?.[0]?.id] : [null, box]);
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

// The fields of a score sheet stand in its table, away from their form.
function placeBox(form, box, field) {
  if (!form?.isConnected) return document.querySelector("main").prepend(box);
  const home = document.getElementById(form.dataset.for) || form, cell = document.getElementById(field)?.closest("td > .cell, .ties > li");
  if (cell && !form.contains(cell)) return cell.append(box);
  const beside = home.closest("li, .row, .signs, .dock") || form.parentElement;
  if (beside.matches("li")) beside.append(box);
  else if (beside.matches(".row, .signs")) beside.after(box);  // a key is too narrow
  else if (form.parentElement === beside) form.after(box);
  else beside.prepend(box);
}
