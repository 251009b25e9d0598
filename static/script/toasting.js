/* Toasts: what was just entered is told for five seconds, once; Undo stays in the dock. More opens as a sheet. */
import {on} from "./events.js";

const LASTS = 5000, AGAIN = 1000;
let up = "", down = 0;

// A page that opens with an entry of an hour ago has nothing to tell.
const last = {
  get id() { try { return sessionStorage.getItem("toast"); } catch { return up; } },
  set id(now) { try { sessionStorage.setItem("toast", now); } catch { /* told again on the next page */ } },
};
const here = () => document.querySelector(".toast");

function raise() {
  const toast = here(), id = toast ? `${location.pathname.split("/")[2]} ${toast.id}` : "";
  if (id && last.id !== null && id !== last.id) {
    up = id;
    clearTimeout(down);
    down = setTimeout(lower, LASTS);
  }
  last.id = id || last.id || "";
  toast?.classList.toggle("is-up", id === up);
}

function lower() {
  if (here()?.matches(":hover, :focus-within")) {
    down = setTimeout(lower, AGAIN);
    return;
  }
  up = " ";
  here()?.classList.remove("is-up");
}
on("shown", raise);
raise();

/* ---- More ---- */

const sheet = () => document.getElementById("more");
addEventListener("click", event => {
  if (event.target === sheet()) return sheet().close();  // beside it
  const tab = event.target.closest?.("#tab-more");
  if (!tab || !sheet()?.showModal || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  sheet().showModal();
}, true);
addEventListener("pagehide", () => sheet()?.close());
