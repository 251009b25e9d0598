/* Aids: an answer as one taps or types. What was asked stays in the address; nothing is entered.
   The server does the same for a form sent without this. */
import {meanings, parsed, renew, rest, restChanged} from "./showing.js";

const PAUSE = 250, BREATH = 80;       // ms after a key and after a tap
let breath = 0, asking = 0;
const aidOf = node => node.closest?.("form[data-aid]");
// Of the place that is open Next books the answer, so that is renewed, too.
const isPlace = form => "whole" in form.dataset && document.getElementById("on");

function askSoon(form, ms) {
  asking += 1;                         // an answer that is still on its way would undo this tap
  clearTimeout(breath);
  breath = setTimeout(() => ask(form), ms);
  if (isPlace(form)) rest(document.getElementById("on"));
}

async function ask(form, pressed) {
  clearTimeout(breath);
  if (isPlace(form)) rest(document.getElementById("on"));
  const turn = asking += 1, asked = new URLSearchParams(new FormData(form));
  if (pressed?.name) asked.append(pressed.name, pressed.value);
  if (!isPlace(form)) asked.set("part", "1");
  try {
    const answer = await fetch(`${form.getAttribute("action")}?${asked}`, {headers: {Accept: "text/html"}});
    const page = parsed(answer.ok ? await answer.text() : ""), fresh = page.querySelector("[data-address]");
    if (!fresh || turn !== asking) return;  // asked again meanwhile, or the page says what is wrong
    const before = meanings(), next = isPlace(form) && page.querySelector(".go-on");
    renew(form.closest("[data-address]"), fresh, form);
    if (next) renew(document.querySelector(".go-on"), next, form);
    restChanged(before);
    history.replaceState(history.state, "", fresh.dataset.address);
  } catch { /* without a network the status line says so, and the next key asks again */ }
}

// A tap shows at once, before it is answered.
function step(button) {
  const held = button.form.elements[`f-${button.value}`], by = button.name === "more" ? 1 : -1;
  held.value = Math.max(0, +held.value + by);
  const place = held.parentElement, figure = place.querySelector("b");
  if (figure) figure.textContent = held.value;
  for (const less of place.querySelectorAll("[name=less]")) less.disabled = held.value === "0";
}

// So does a choice, so that a question asked before its answer has it, too.
function holdChoice(button) {
  const [name, value] = button.value.split(":"), held = button.form.elements[`f-${name}`];
  if (held?.type === "hidden") held.value = value;
  return held?.type === "hidden";
}

// And what is picked from a list.
function pick(picker) {
  const name = `f-${picker.value}`, held = picker.form.elements[name] || document.createElement("input");
  if (!held.name) picker.before(held);
  Object.assign(held, {type: "hidden", name, value: +held.value + 1});
  picker.value = "";
}

addEventListener("input", ({target}) => {
  const form = aidOf(target);
  if (form && target.value && target.name === "more") pick(target);
  if (form) askSoon(form, target.matches("select, [type=checkbox], [type=radio]") ? 0 : PAUSE);
});
addEventListener("submit", event => {
  const form = aidOf(event.target), button = event.submitter;
  if (!form) return;
  event.preventDefault();
  if (button?.name === "take" && holdChoice(button)) return ask(form);
  if (!["more", "less"].includes(button?.name)) return ask(form, button);
  step(button);
  askSoon(form, BREATH);
});
