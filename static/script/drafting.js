/* Drafting: what a tap says to the table, and what it will show. */
import {current, given, halfTyped, typedIn} from "./fields.js";
import {toggles} from "./foretelling.js";
import {words} from "./saying.js";
import {rest} from "./showing.js";

/** The entry that a form makes when this button is pressed. */
export function draft(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  // A counter sends what the page was drawn with: its own entries say how far it has gone since.
  for (const field of form.elements) if (field.matches(".stepper input:not([type=hidden])") && !halfTyped(field)) body.set(field.name, given(field));
  const shows = changes(form, button, body), url = address(form, button);
  body.delete("key");
  const same = `${url} ${body}`;
  body.set("key", newKey());           // a try again carries the same key: it is the same entry
  return {form, button, body, same, url, shows, words: words(form, button)};
}

// What can be seen to change before the table has answered.
function changes(form, button, body) {
  const typed = "save" in form.dataset ? typedIn(form).filter(field => field.id) : [];
  const shows = typed.map(field => ({id: field.id, value: current(field)}));
  if (body.has("ticks")) shows.push({id: `tick-${JSON.parse(body.get("ticks")).step}`, pressed: true});
  if (!button?.id) return shows;
  // A card moves the figures it counts for, and so does what was ticked for it.
  for (const {dataset} of [form, button, ...form.querySelectorAll("[data-once]:checked")]) for (const [id, by] of Object.entries(JSON.parse(dataset.adds || 0))) shows.push({id, by});
  if (!button.ariaPressed) return [...shows, {id: button.id, by: form.dataset.adds && 1}];
  const pressed = !toggles(button) || button.ariaPressed !== "true";
  rest(button);
  turn(body, button, pressed);
  return [...shows, {id: button.id, pressed}];
}

// A button drawn to switch on switches off again before its page is drawn anew.
function turn(body, button, on) {
  if (body.has("data")) body.set("data", body.get("data").replace(/"on":\w+/, `"on":${on}`));
  if (!/^d-(add|drop)\b/.test(button.name)) return;
  body.delete(button.name);
  body.set(button.name.replace(/add|drop/, on ? "add" : "drop"), button.value);
}

// An input named "action" hides the form's own property of that name.
const address = (form, button) => button?.getAttribute("formaction") || form.getAttribute("action") || location.href;

// crypto.randomUUID exists over https only, and many tables play over plain http.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
