/* Filling: a pad that will be full takes no more taps, nor does a key all of whose cards will be told. */
import {on} from "./events.js";
import {remember} from "./foretelling.js";

const figure = (within, id) => +within.querySelector(`[data-of="${id}"]`)?.textContent;

on("foretold", () => {
  for (const key of document.querySelectorAll(".pad [name=d-card]:enabled")) {
    const {form, id, dataset: {high}} = key;
    if (!(figure(form, id) >= high || figure(form, form.dataset.fills) >= form.dataset.most)) continue;
    remember(key, () => { key.disabled = false; });
    key.disabled = true;
  }
});
