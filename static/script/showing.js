/* Showing: the answered page is worked into this one, keeping what belongs to the person: focus,
   caret, scroll, what is open and what is half typed. Tells of: showing, renewing, shown. */
import {tell, wait} from "./events.js";
import {current, given, halfTyped, isField, settle, spared, ticks} from "./fields.js";

export const root = document.documentElement;
/** A page of a newer app was worked in: this one's script and styles no longer go with it. */
export let outdated = false;
const LOCK = 300;                      // ms a button rests after its meaning has changed
const shut = new WeakSet();            // folds that closed by themselves, because all in them is done
const whose = node => node?.closest("td, form")?.id;
const version = page => page.querySelector("[data-worker]")?.dataset.worker;
let news, sent, closed;

/** `sent` is the form that is answered; `news` gathers what is new where a change came from elsewhere. */
export function show(page, url, about = {}) {
  ({news, sent} = about);
  closed = null;
  outdated = version(page) !== version(document);
  const before = meanings(), focused = document.activeElement, top = scrollY, held = stepInSight();
  tell("showing");
  // Whoever is in a field that goes, or becomes somebody else's, leaves it while its form is still theirs.
  if (focused?.id && whose(focused) !== whose(page.getElementById(focused.id))) focused.blur();
  document.title = page.title;
  for (const name of ["data-theme", "data-text", "data-wake"]) copyAttribute(root, page.documentElement, name);
  children(document.body, page.body);
  news = sent = null;
  if (url !== location.href.split("#")[0]) history.replaceState(null, "", url);
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({preventScroll: true});
  if (closed) closed.firstElementChild.scrollIntoView({block: "nearest"});
  else if (held?.node.checkVisibility()) scrollBy(0, held.node.getBoundingClientRect().top - held.top);
  else if (scrollY !== top) scrollTo(scrollX, top);
  restChanged(before);
  tell("shown");
}

// Of a list that several people work through: the step that was tapped, else the first one in sight. It stays where
// it is, whatever becomes longer or shorter above it.
function stepInSight() {
  const steps = [...document.querySelectorAll("main.setup .step")];
  const seen = node => node.offsetHeight && node.getBoundingClientRect().bottom > 60 && node.getBoundingClientRect().top < innerHeight;
  const node = steps.find(step => sent && step.contains(sent) && seen(step)) || steps.find(seen);
  return node && {node, top: node.getBoundingClientRect().top};
}

// A fold that is done closes for whoever did the last of it, and opens again for whoever takes that back.
// What is left in it is the value of its data-closes; a fold without one closes with every answer given in it.
function turnFold(fold, {open, dataset}, left, tapped) {
  if (dataset.closes === undefined || !sent) return;
  if (!open && fold.open && tapped && (!left || dataset.closes !== left)) {
    if (fold.contains(document.activeElement)) fold.firstElementChild.focus({preventScroll: true});
    fold.open = false;
    shut.add(closed = fold);
  } else if (open && !fold.open && shut.delete(fold)) fold.open = true;
}

/** Works a fresh part of the page into the one that stands there. */
export function renew(part, fresh, form) {
  sent = form;
  tell("renewing");
  become(part, fresh);
  sent = null;
  tell("shown", part);
}

export const meanings = () => new Map(pressable().map(button => [named(button), meaning(button)]));
export const restChanged = before => { for (const button of pressable()) if (before.get(named(button)) !== meaning(button)) rest(button); };

// A key that counts on its face says the same after every tap, and so does whoever's turn it is. Of a button
// of two lines the second says what it does: Next leads on as before once it need not wait any more.
const pressable = () => [...document.querySelectorAll("button:not(.pad *, .order *), a.button, .waits > summary")];
const named = button => (button.matches("summary") ? button.parentNode : button).id || button;
const meaning = button => wording(button.querySelector(".two > b") || button);
export const wording = button => `${button.ariaLabel || ""} ${button.textContent}`.replace(/\s+/g, " ");

const resting = new WeakMap();
/** Takes no tap for a moment. */
export const rest = (button, ms = LOCK) => resting.set(button, performance.now() + ms);
addEventListener("click", event => {
  const button = event.target.closest?.("button, a.button");
  if (performance.now() < resting.get(button)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

// A page that changed between finger down and finger up would swallow the tap.
let pressed = false;
addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pressed = false; }), true);
export const parsed = text => new DOMParser().parseFromString(text, "text/html");

export async function released() {
  for (let turn = 0; pressed && turn < 50; turn += 1) await wait(20);
}

function children(from, to) {
  dropGone(from, to);
  let here = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const twin = twinOf(wanted, here, from);
    if (!twin) {
      from.insertBefore(wanted, here);
      if (wanted.nodeType === Node.ELEMENT_NODE) news?.add(wanted);
      continue;
    }
    if (twin === here) here = here.nextSibling;
    else from.insertBefore(twin, here);
    become(twin, wanted);
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

// First of all, with the line break behind it, so that what follows still meets its twin.
function dropGone(from, to) {
  const wanted = new Set([...to.children].map(node => node.id));
  for (const node of [...from.children].filter(node => node.id && !wanted.has(node.id))) {
    const {nextSibling: space} = node;
    if (space?.nodeType === Node.TEXT_NODE && !space.data.trim()) space.remove();
    node.remove();
  }
}

function twinOf(wanted, here, from) {
  if (wanted.id) {
    const known = document.getElementById(wanted.id);
    return known?.parentNode === from && known.nodeName === wanted.nodeName ? known : null;
  }
  return here && !here.id && here.nodeName === wanted.nodeName ? here : null;
}

function become(node, wanted) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data === wanted.data) return;
    node.data = wanted.data;
    if (node.data.trim()) news?.add(node.parentElement);
    return;
  }
  if (node.matches("noscript, [data-own]")) return;  // text for the parser; lists the script draws itself
  const field = isField(node);
  const half = field && halfTyped(node), value = field && current(node);
  // Whoever is in a field keeps what it shows until leaving it, or sending it.
  const busy = field && !half && !ticks(node) && node === document.activeElement && node.form !== sent;
  const left = node.dataset.closes, tapped = left !== undefined && node.contains(sent);
  const names = new Set([...node.getAttributeNames(), ...wanted.getAttributeNames()]);
  if (node.matches("details")) names.delete("open");
  for (const name of names) copyAttribute(node, wanted, name);
  children(node, wanted);
  if (node.matches("details")) turnFold(node, wanted, left, tapped);
  if (!field) return;
  if (busy && given(node) !== value) {
    node.value = value;
    spared.add(node);
  } else if (!half) {
    settle(node);
    if (current(node) !== value) news?.add(node);
  }
}

function copyAttribute(node, wanted, name) {
  const value = wanted.getAttribute(name);
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
