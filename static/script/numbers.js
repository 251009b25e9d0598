/* Number fields: keys for sums where the phone's own have none, selected by a tap, and text that is
   no number stays marked until it is mended. */
import {on} from "./events.js";
import {current, given, halfTyped, isStillTheirs, settled} from "./fields.js";
import {complain} from "./saying.js";
import {drop, queue} from "./sending.js";

const NUMBER = "input[inputmode=tel], input[data-signed]";
const isNumber = node => node.matches?.(NUMBER);
const wrong = field => /[^\d\s+−.,-]/.test(field.value);
const isLoose = field => "once" in field.dataset && halfTyped(field);  // for a card that nobody has tapped yet

/* ---- What the table asks about or refuses stays as it was typed, and nothing goes on meanwhile ---- */

const refused = new WeakMap();         // field: what was typed, and how it is said again
const isRefused = field => halfTyped(field) && refused.get(field)?.value === field.value;

on("refused", (job, said) => {
  const fields = isStillTheirs(job) ? [...job.form.elements].filter(isNumber) : [];
  for (const field of fields) {
    const value = job.body.getAll(field.name)[fields.filter(one => one.name === field.name).indexOf(field)] ?? given(field);
    if (value === given(field) || halfTyped(field) && field.value !== value) continue;  // or something else is typed by now
    field.value = value;
    refused.set(field, {value, again: () => complain(job, said)});
  }
  // What was ticked for that one tap is meant for the next try as well.
  for (const box of job.form.querySelectorAll("[data-once][type=checkbox]")) if (job.body.has(box.name)) {
    box.checked = true;
    refused.set(box, box);
  }
  for (const next of queue.filter(one => one.ofLast || one.body.get("action") === "advance")) drop(next);
  markWrong();
});

// Meant as it was typed: the table has it, or will say no once more.
addEventListener("click", ({target}) => {
  if (target.name === "sure") for (const field of document.querySelectorAll(`${NUMBER}, [data-once]`)) if (isRefused(field)) settled.set(field, current(field));
});

/* ---- What is no number ---- */

function markWrong() {
  for (const field of document.querySelectorAll(NUMBER)) {
    if ("signed" in field.dataset) field.inputMode = "tel";  // the minus is among our own keys
    const bad = wrong(field) || isRefused(field);
    if (bad) field.ariaInvalid = "true";
    else if ("wrong" in field.dataset) field.removeAttribute("aria-invalid");
    field.toggleAttribute("data-wrong", bad);
    field.toggleAttribute("data-sum", /[+]|.{4}/.test(field.value));  // or just as long
  }
}
on("shown", markWrong);
markWrong();
for (const kind of ["input", "change"]) addEventListener(kind, ({target}) => { if (isNumber(target)) markWrong(); });

// A sheet keeps whatever is typed and says what is wrong with it; any other number is not sent.
addEventListener("submit", event => {
  const form = event.target, field = [...form.elements].find(one => isNumber(one) && wrong(one));
  if (!field || form.elements.was) return;
  event.preventDefault();
  object(field);
}, true);

addEventListener("click", event => {
  if (!event.target.closest?.(".ahead, .go")) return;
  const field = [...document.querySelectorAll(NUMBER)].find(one => (wrong(one) || isRefused(one) || isLoose(one)) && (one.offsetParent || one.closest("details:not([open])")));
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // What was folded away meanwhile is opened, or nobody would see what the way on waits for.
  for (let fold = field; fold = fold.parentElement.closest("details");) fold.open = true;
  field.focus();
  const beside = document.getElementById(`${field.id}-error`);  // where a sheet says it
  if (isRefused(field)) refused.get(field).again();
  else if (beside) beside.scrollIntoView({block: "center"});
  else object(field);
}, true);

function object(field) {
  const said = document.createElement("p");
  said.textContent = wrong(field) ? `“${field.value}” isn’t a number. Enter one, or a sum such as 3+5.` : `“${field.value}” isn’t with a card yet. Tap the card, or clear the field.`;
  complain({form: field.form}, [said]);
}

// Several numbers that belong together are saved when all of them are left.
addEventListener("focusout", ({target, relatedTarget}) => {
  const group = target.closest?.(".numbers");
  if (group && !group.contains(relatedTarget) && [...group.querySelectorAll("input")].some(one => halfTyped(one) && !isRefused(one))) target.form.requestSubmit();
});

/* ---- Tapped: all of it is selected, so that typing replaces it ---- */

let entered = null, touched = null;
addEventListener("pointerdown", ({target}) => { touched = target; });
addEventListener("focusin", ({target}) => {
  entered = target;
  showKeys(isNumber(target) && matchMedia("(pointer: coarse)").matches);
  setTimeout(uncover);                 // once the finger's click is over, which would meet something else
});
// The finger may leave it elsewhere: fields move when what was typed in another is answered.
addEventListener("click", ({target}) => {
  if (entered && isNumber(entered) && (target === entered || touched === entered)) entered.setSelectionRange(0, entered.value.length);
  entered = null;                      // a second tap sets the caret
});

// And stays where it is while one types, whatever the table says above it.
let above = null;
const place = ({activeElement: field} = document) => field.offsetParent && field.matches("main input") ? field.getBoundingClientRect().top : null;
on("showing", () => { above = place(); });
on("shown", () => {
  if (above !== null && place() !== null) scrollBy(0, place() - above);
  above = null;
});

/* ---- Keys for sums, above the phone's own ---- */

const keys = () => document.getElementById("keys");
keys()?.append(...["+", "−"].map(sign => {
  const key = document.createElement("button");
  Object.assign(key, {type: "button", className: "button", tabIndex: -1, textContent: sign});
  return key;
}));
addEventListener("focusout", () => showKeys(false));

function showKeys(on) {
  if (!keys()) return;
  keys().hidden = !on;
  keys().lastChild.hidden = !!document.activeElement?.closest(".counted, .question");  // there is no less than none
  const {offsetTop = 0, height = innerHeight} = window.visualViewport || {};
  const covered = innerHeight - offsetTop - height;  // by the phone's own keys, and the dock with it
  keys().style.bottom = `${covered > 0 ? covered : Math.min(dock?.offsetHeight || 0, innerHeight - keys().offsetHeight)}px`;
}
const dock = document.querySelector(".dock");  // which grows where something is refused in it
if (dock) new ResizeObserver(() => showKeys(!keys()?.hidden)).observe(dock);

// The field that is typed in does not stay below the keys.
function uncover() {
  const {activeElement: field} = document, under = field.getBoundingClientRect().bottom + 8 - keys()?.getBoundingClientRect().top;
  if (under > 0 && !keys().hidden && !field.closest(".dock")) scrollBy(0, under);
}
for (const kind of ["resize", "scroll"]) window.visualViewport?.addEventListener(kind, () => showKeys(!keys()?.hidden));
window.visualViewport?.addEventListener("resize", uncover);
addEventListener("input", uncover);    // a sum makes room for itself

for (const kind of ["pointerdown", "mousedown"]) addEventListener(kind, event => { if (event.target.closest?.("#keys")) event.preventDefault(); });
addEventListener("click", ({target}) => {
  const key = target.closest?.("#keys button")?.textContent, field = document.activeElement;
  if (!key || !isNumber(field)) return;
  const all = field.selectionEnd - field.selectionStart === field.value.length;
  const from = all && key === "+" ? field.value.length : field.selectionStart;  // a plus goes on from what stands there
  field.setRangeText(key, from, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", {bubbles: true}));
});
