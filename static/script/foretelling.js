/* Foretelling: a tap shows at once. What it will change is drawn over every page that comes in until
   the table's own page has it; what waits for the network is marked. An entry's `shows` says what:
   a field's `value`, how far it goes `by` (and every figure `data-of` it), whether a button is
   `pressed`, or that it was tapped. Tells of: foretold. */
import {on, tell} from "./events.js";
import {current, halfTyped, isField, settle, settled, ticks} from "./fields.js";

const landed = [];                     // the table has them, the page on the screen not yet
const back = new Map();                // how everything foretold goes back to what the page says

on("answered", (job, {status}) => { if (status < 400) landed.push(job); });
on("renewing", goBack);
on("shown", part => {
  if (!part) landed.length = 0;
  back.clear();
});

/** Draws what these entries will change over the page. */
export function foretell(jobs, waiting) {
  goBack();
  for (const job of [...landed, ...jobs]) for (const change of job.shows || []) apply(change, waiting);
  tell("foretold");
}

function goBack() {
  for (const undo of back.values()) undo();
  back.clear();
}

function apply({id, value, by, pressed}, waiting) {
  if (by) for (const figure of document.querySelectorAll(`[data-of="${id}"]`)) {
    const before = figure.textContent;
    remember(figure, () => { figure.textContent = before; });
    figure.textContent = written(amount(before) + by);
  }
  const node = document.getElementById(id);
  if (!node) return;
  const mark = waiting ? "is-waiting" : "is-taken";
  remember(node, () => node.classList.remove(mark));
  node.classList.add(mark);
  if (by !== undefined && isField(node)) move(node, by);
  else if (value !== undefined) put(node, value);
  else if (pressed !== undefined) press(node, pressed);
}

/** Keeps how something drawn over goes back. */
export function remember(node, undo) {
  const before = back.get(node);
  back.set(node, () => { undo(); before?.(); });
}

// Pages write a true minus.
const amount = text => Number(text.replace("−", "-"));
const written = number => `${number}`.replace("-", "−");

/** Where a counter stands; what is written faintly holds while nothing is entered. */
export const number = field => (field.value || field.placeholder).split("+").reduce((sum, term) => sum + amount(term), 0);

/** A counter's number as far as it may go. */
export const within = ({dataset: {low = -Infinity, high = Infinity}}, number) => Math.min(Math.max(number, low), high);

function move(field, by) {
  const to = within(field, number(field) + by);
  if (Number.isNaN(to)) return;
  put(field, written(to));
  if (!field.form.matches(".stepper")) return;
  const [less, more] = field.form.querySelectorAll("button"), ends = [less.disabled, more.disabled];
  remember(field, () => { [less.disabled, more.disabled] = ends; });
  less.disabled = to <= field.dataset.low;
  more.disabled = to >= field.dataset.high;
}

// Whoever is typing there again goes first; of boxes one changes the others.
function put(field, value) {
  if (!ticks(field) && halfTyped(field)) return;
  remember(field, () => { if (ticks(field) || !halfTyped(field)) settle(field); });
  if (ticks(field)) field.checked = value;
  else if (field.value !== value) field.value = value;
  settled.set(field, current(field));
}

function press(button, on) {
  const group = button.closest("[role=group], fieldset") || button.form;
  const others = toggles(button) ? [] : group.querySelectorAll("[aria-pressed=true]");
  for (const one of [button, ...others]) {
    const before = one.ariaPressed;
    remember(one, () => { one.ariaPressed = before; });
    one.ariaPressed = `${one === button && on}`;
  }
}

/** Whether a button goes on and off by itself; otherwise it is one choice of several. */
export const toggles = button => button.closest(".several") || /"on":/.test(button.form?.elements.data?.value);
