/* The list of what waits on this phone, and of what the table did not take. Tells of: listed. */
import {on, tell} from "./events.js";
import {failures} from "./sending.js";
import {again, base, giveUp, rows} from "./waiting.js";

async function draw() {
  const box = document.getElementById("waiting");
  if (!box) return;
  const kept = await rows();
  const shown = kept.filter(one => one.issues || failures);
  box.hidden = !shown.length;
  const list = document.createElement("ul");
  list.className = "ledger";
  list.append(...shown.map(item));
  const refused = shown.some(one => one.issues);
  const head = made("h2", refused ? "Not saved" : "Waiting to be sent");
  const told = made("p", refused ? "Decide what to do with each change." : "Sent in this order when you’re back online, even if you close this page.", "muted");
  const fresh = refused && !box.querySelector("[data-refused]");
  box.replaceChildren(head, told, list);
  if (fresh) box.scrollIntoView({block: "nearest"});
  tell("listed");
}
for (const news of ["kept", "unreached"]) on(news, draw);

function item(one) {
  const line = made("li", "", "row");
  const text = made("div", "");
  text.append(made("b", one.words));
  if (!one.issues && new URLSearchParams(one.body).get("action") === "draw") text.append(made("p", "Drawn when back online.", "hint"));
  for (const {message} of one.issues || []) text.append(made("p", message, "error"));
  const acts = made("div", "", "acts");
  if (one.issues) {
    line.dataset.refused = "";
    const codes = one.issues.map(issue => issue.code);
    if (codes.includes("unusual")) acts.append(button("Yes", () => again({...one, body: `${one.body}&sure=yes`}, false)));
    if (codes.includes("newer")) acts.append(button("Replace", () => again(one, true)));
    if (codes.includes("link") || one.base !== base) acts.append(button("Send now", () => again(one, false)));
    const link = made("a", "Enter again", "button plain");
    link.href = base + one.page.slice(one.base.length);
    acts.append(link);
  }
  acts.append(button("Discard", () => giveUp(one)));
  text.append(acts);
  line.append(made("span", ""), text);
  return line;
}

function made(name, text, kind) {
  const node = document.createElement(name);
  node.textContent = text;
  if (kind) node.className = kind;
  return node;
}

function button(text, press) {
  const node = made("button", text, "button");
  node.type = "button";
  node.addEventListener("click", press);
  return node;
}
