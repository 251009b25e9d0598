/* Where a row scrolls sideways, its present part is in sight, such as the open calculator. */
import {on} from "./events.js";

const centre = () => {
  for (const row of document.querySelectorAll(".kinds, .chips.many")) {
    const now = row.querySelector("[aria-current], [aria-pressed=true]");
    if (now) row.scrollLeft = now.offsetLeft - row.clientWidth / 3;
  }
};
on("shown", centre);
centre();
