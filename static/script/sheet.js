/* The score sheet: totals and the way on follow as one types, and a correction that does not add up is not left in silence. */
import {on} from "./events.js";
import {given, halfTyped, isField} from "./fields.js";
import {meanings, parsed, released, renew, restChanged} from "./showing.js";

const TYPED = 300;                     // ms after a key
const FOLLOWS = "tbody output.pts, tfoot .cell, .state, .questions, .dock, .people";
let soon = 0, lets = false;
const ofSheet = field => field?.form?.matches("[id^=sheet-]");
const filledIn = form => `${new URLSearchParams(new FormData(form))}`;

addEventListener("input", ({target}) => { if (ofSheet(target)) followSoon(target.form); });
// What the table has drawn knows nothing of what is being typed.
on("shown", part => {
  const {activeElement: field} = document;
  if (!part && ofSheet(field) && halfTyped(field)) followSoon(field.form);
});

function followSoon(form) {
  clearTimeout(soon);
  soon = setTimeout(followTyped, TYPED, form);
}

// The table draws the sheet as it would stand; nothing is entered. Half a sum waits for its other half.
async function followTyped(form) {
  const body = filledIn(form);
  if ([...form.elements].some(field => isField(field) && (halfTyped(field) || field === document.activeElement) && !isClear(field))) return;
  try {
    const answer = await fetch(form.getAttribute("action"), {method: "POST", body: new URLSearchParams(`${body}&look=yes`)});
    const page = answer.ok && parsed(await answer.text());
    await released();
    if (!page || body !== filledIn(form)) return;
    const before = meanings();
    for (const [part, drawn] of pairs(page)) renew(part, drawn);
    for (const cell of document.querySelectorAll(".scores td")) cell.className = page.getElementById(cell.id)?.className ?? cell.className;
    restChanged(before);
  } catch { /* without a network it is counted when the field is left */ }
}

// Each with what it has become, found by the line or the part of the page it belongs to.
function pairs(page) {
  const place = part => `${part.classList[0]} ${part.closest("[id]")?.id}`;
  const fresh = new Map([...page.querySelectorAll(FOLLOWS)].map(part => [place(part), part]));
  return [...document.querySelectorAll(FOLLOWS)].map(part => [part, fresh.get(place(part))]).filter(([part, drawn]) => drawn && !isTypedIn(part));
}

// A question that somebody is answering stays until the answer is whole.
const isTypedIn = part => [...part.querySelectorAll("input, select")].some(field => field === document.activeElement || isField(field) && halfTyped(field));

// Whoever types the very number that play suggests has entered it: its own button says so.
const typed = new WeakSet();
addEventListener("input", ({target}) => typed.add(target));
addEventListener("focusout", ({target: field}) => {
  const button = typed.delete(field) && field.value === given(field) && document.getElementById(`${field.id}-confirm`);
  if (button) field.form.requestSubmit(button);
});

const way = () => document.querySelector("#not-saved a");
addEventListener("click", event => {
  const link = event.target.closest?.("a[href]:not([href^='#'])");
  lets = link && link === way();
  if (!link || lets || !way()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  way().href = link.href;
  way().parentNode.hidden = false;
  way().focus();
}, true);
addEventListener("submit", ({submitter}) => { lets ||= submitter?.name === "done"; });  // all of it is saved
addEventListener("beforeunload", event => { if (way() && !lets) event.preventDefault(); });

// What was typed is kept even if it is not clear (3 5, 2.5, 3+), but not left behind: its question comes beside it.
const SUM = /^\s*([+−-]?\d+(\s*\+\s*\d+)*)?\s*$/, SIGNED = /^\s*([+−-]?\d+(\s*[+−-]\s*\d+)*)?\s*$/;
const isClear = ({value, dataset, inputMode}) => !inputMode || ("signed" in dataset ? SIGNED : SUM).test(value);
const isOpen = field => field.form?.matches("[id^=sheet-]") && field.offsetParent && !isClear(field);
addEventListener("click", event => {
  const field = event.target.closest?.(".ahead, .go") && [...document.querySelectorAll("main input[inputmode]")].find(isOpen);
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  field.ariaInvalid = "true";
  field.focus();
  document.getElementById(`${field.id}-error`)?.scrollIntoView({block: "center"});
}, true);

// A link to a line leads into its field where there are keys at hand; on a phone the keys would cover the sheet.
function enter() {
  const field = /^#(s|confirm-)/.test(location.hash) && document.getElementById(location.hash.slice(1));
  if (ofSheet(field) && matchMedia("(pointer: fine)").matches) field.focus();
}
addEventListener("hashchange", enter);
enter();
