/* Onward: what is being saved may be the last thing that the way on waits for, so a tap on it waits, too. */
import {on} from "./events.js";
import {failures, queue} from "./sending.js";

let asked = false;
addEventListener("click", event => {
  const waits = event.target.closest?.(".waits > summary");
  if (!waits || !queue.length || failures) return;
  event.preventDefault();
  waits.classList.add("is-taken");
  asked = true;
});

on("refused", () => {
  asked = false;
  document.querySelector(".waits > summary")?.classList.remove("is-taken");
});
on("shown", () => {
  const way = asked && !queue.length && document.getElementById("on");
  if (!way) return;
  asked = false;
  if (way.matches("details")) way.open = true;
  else way.form?.requestSubmit(way);
});
