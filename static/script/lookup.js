/* Look up: narrows what is shown as one types, by kind at a tap, and leads back to the very place
   where somebody came from. The server does the same for a form sent without this. */
import {on} from "./events.js";

const search = () => document.querySelector("form[data-lookup]");
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
let chosen = search()?.querySelector("input[name=kind]").value;

function narrow() {
  const form = search();
  if (!form) return;
  const words = plain(form.elements.q.value).trim().split(/\s+/);
  const kinds = [...document.querySelectorAll("[data-kind]")];
  const wanted = chosen || (words[0] ? "all" : kinds[0].dataset.kind);
  let count = 0;
  for (const kind of kinds) {
    const rows = [...kind.querySelectorAll("[data-find]")];
    for (const row of rows) row.hidden = !["all", kind.dataset.kind].includes(wanted) || !words.every(word => plain(row.textContent).includes(word));
    const found = rows.filter(row => !row.hidden).length;
    kind.hidden = !found;
    count += found;
  }
  for (const button of form.querySelectorAll("[name=kind][value]:not(input)")) button.setAttribute("aria-pressed", button.value === wanted);
  document.getElementById("found").textContent = `${count} result${count === 1 ? "" : "s"}`;
}

addEventListener("input", ({target}) => { if (target.form === search()) narrow(); });
addEventListener("submit", event => {
  if (event.target !== search()) return;
  event.preventDefault();
  chosen = event.submitter?.value || chosen;
  narrow();
});
on("shown", narrow);

// The same for a list of cards on Play: its form says which list it narrows.
const sorts = new Map();
function sift(form) {
  const list = document.getElementById(form.dataset.narrow), words = plain(form.elements.find.value).trim().split(/\s+/);
  const said = words[0] !== "";  // a word looks among the cards of all colours
  const sort = said ? "" : sorts.get(list.id) ?? form.querySelector("[aria-pressed=true]")?.value ?? "";
  const rows = [...list.querySelectorAll("[data-find]")], unsought = "sorted" in form.dataset && !said && !sort;
  for (const row of rows) row.hidden = unsought || (sort && row.dataset.group !== sort) || !words.every(word => plain(row.textContent).includes(word));
  document.getElementById(list.id.replace(/all$/, "none")).hidden = !said || rows.some(row => !row.hidden);
  for (const button of form.querySelectorAll("[name=group]")) button.setAttribute("aria-pressed", button.value === sort);
}
const sifter = node => node?.closest?.("form[data-narrow]");
addEventListener("input", ({target}) => { if (sifter(target)) sift(sifter(target)); });
addEventListener("submit", event => {
  const form = sifter(event.target);
  if (!form) return;
  event.preventDefault();
  if (event.submitter?.name === "group") {
    sorts.set(form.dataset.narrow, event.submitter.value);
    form.elements.find.value = "";
  }
  sift(form);
});
on("shown", () => {
  for (const list of sorts.keys()) if (!document.getElementById(list)) sorts.delete(list);  // closed: nothing is chosen
  for (const form of document.querySelectorAll("form[data-narrow]")) sift(form);
});

// Back is a step back where one came from another page of this game: to the same place, with all that was open.
const KEY = "came-from";
const gameOf = path => path?.match(/^.*\/t\/[^/]+\//)?.[0];
try {
  const from = sessionStorage.getItem(KEY), here = location.pathname;
  addEventListener("click", event => {
    if (!event.target.closest?.("a[data-back]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (from === here || !gameOf(here) || gameOf(from) !== gameOf(here)) return;
    event.preventDefault();
    history.back();
  });
  addEventListener("pagehide", () => sessionStorage.setItem(KEY, location.pathname));
} catch { /* without storage it is a link like any other */ }
