/* Where a row scrolls sideways, its present part is in sight: the phase, whose turn it is, the open aid. */
import {on} from "./events.js";

const centre = () => {
  for (const row of document.querySelectorAll(".phases, .order.many, .kinds")) {
    const now = row.querySelector("[aria-current], [aria-pressed=true], .next");
    if (now) row.scrollLeft = now.offsetLeft - row.clientWidth / 3;
  }
};
on("shown", centre);
centre();
