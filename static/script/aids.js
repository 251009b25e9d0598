/* Aids: an answer as one taps or types. What was asked stays in the address; nothing is entered.
   The server does the same for a form sent without this. */
import {meanings, parsed, renew, rest, restChanged} from "./showing.js";

const PAUSE = 250, BREATH = 80;       // ms after a key and after a tap
let breath = 0, asking = 0;
const aidOf = node => node.closest?.("form[data-aid]");
// Of the place that is open Next books the answer, so that is renewed, too.
const isPlace = form => "whole" in form.dataset && document.getElementById("on");

// What books an answer waits while another one is on its way.
function hold(form, ms = Infinity) {
  const books = form.closest("[data-address]")?.querySelectorAll("button[form]") || [];
  for (const button of [...books, isPlace(form)]) if (button) rest(button, ms);
}

function askSoon(form, ms, pressed) {
  asking += 1;                         // an answer that is still on its way would undo this tap
  clearTimeout(breath);
  breath = setTimeout(ask, ms, form, pressed);
  hold(form);
}

async function ask(form, pressed) {
  const turn = asking, asked = new URLSearchParams(new FormData(form));
  if (pressed?.name) asked.append(pressed.name, pressed.value);
  if (!isPlace(form)) asked.set("part", "1");
  // Without a network the status line says so, and the next key asks again.
  const text = await fetch(`${form.getAttribute("action")}?${asked}`, {headers: {Accept: "text/html"}, signal: AbortSignal.timeout?.(8000)})
    .then(answer => answer.ok ? answer.text() : "").catch(() => "");
  if (turn !== asking) return;         // asked again meanwhile
  hold(form, 0);
  const page = parsed(text), fresh = page.querySelector("[data-address]");
  if (!fresh || !form.isConnected) return;  // the page says what is wrong, or has gone on
  const before = meanings(), next = isPlace(form) && page.querySelector(".go-on");
  renew(form.closest("[data-address]"), fresh, form);
  if (next) renew(document.querySelector(".go-on"), next, form);
  restChanged(before);
  history.replaceState(history.state, "", fresh.dataset.address);
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
  if (button?.name === "take" && holdChoice(button)) return askSoon(form, 0);
  if (!["more", "less"].includes(button?.name)) return askSoon(form, 0, button);
  step(button);
  askSoon(form, BREATH);
});
