/* Filling: a pad that will be full takes no more taps, nor does a key all of whose cards will be told;
   nothing is taken from a key on which nothing will be left. */
import {on} from "./events.js";
import {remember} from "./foretelling.js";

const figure = (within, id) => +within.querySelector(`[data-of="${id}"]`)?.textContent;

on("foretold", () => {
  for (const key of document.querySelectorAll(".pad :is([name=d-card], .less)")) {
    const pad = key.closest(".pad"), there = figure(pad, key.id.replace("lift", "lay")), {disabled} = key;
    if (!(there >= 0)) continue;       // none left, and no figure either
    remember(key, () => { key.disabled = disabled; });
    key.disabled = key.matches(".less") ? !there : there >= key.dataset.high || figure(pad, pad.dataset.fills) >= pad.dataset.most;
  }
});
