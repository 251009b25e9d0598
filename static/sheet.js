/* The score sheet: totals follow as one types, and a correction that does not add up is not left in silence. */
const PAUSE = 300;
let pause = 0, leaving = false;
const typed = form => `${new URLSearchParams(new FormData(form))}`;
const inputs = page => `${[...page.querySelectorAll("[id^=sheet-] input")].map(field => field.id)}`;
const figures = page => [...page.querySelectorAll("output.figure, .dock .sum > *")];

addEventListener("input", ({target: {form}}) => {
  if (!form?.matches("[id^=sheet-]")) return;
  clearTimeout(pause);
  pause = setTimeout(follow, PAUSE, form);
});

// The table draws the sheet as it would stand; nothing is entered.
async function follow(form) {
  const body = typed(form);
  try {
    const answer = await fetch(form.getAttribute("action"), {method: "POST", body: new URLSearchParams(`${body}&look=yes`)});
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = figures(page), old = figures(document);
    // Gone on meanwhile, or lines have moved, as they do when the field is left.
    if (body !== typed(form) || fresh.length !== old.length || inputs(page) !== inputs(document)) return;
    old.forEach((figure, n) => figure.replaceChildren(...fresh[n].childNodes));
  } catch { /* without a network it is counted when the field is left */ }
}

const way = () => document.querySelector("#not-saved a");
addEventListener("click", event => {
  const link = event.target.closest?.("a[href]:not([href^='#'])");
  leaving = link && link === way();
  if (!link || leaving || !way()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  way().href = link.href;
  way().parentNode.hidden = false;
  way().focus();
}, true);
addEventListener("submit", ({submitter}) => { leaving ||= submitter?.name === "done"; });  // all of it is saved
addEventListener("beforeunload", event => { if (way() && !leaving) event.preventDefault(); });

// What was typed is kept even if it is not clear (3 5, 2.5, 3+), but not left behind: its question comes beside it.
const SUM = /^\s*([+−-]?\d+(\s*\+\s*\d+)*)?\s*$/, SIGNED = /^\s*([+−-]?\d+(\s*[+−-]\s*\d+)*)?\s*$/;
const isClear = ({value, dataset}) => ("signed" in dataset ? SIGNED : SUM).test(value);
const isOpen = field => field.form?.matches("[id^=sheet-]") && field.offsetParent && !isClear(field);
addEventListener("click", event => {
  const field = event.target.closest?.(".ahead") && [...document.querySelectorAll("[id^=sheet-] input[inputmode]")].find(isOpen);
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  field.ariaInvalid = "true";
  field.focus();
  document.getElementById(`${field.id}-error`)?.scrollIntoView({block: "center"});
}, true);
