/* Awake: the screen stays on during a game. Browsers do that over https only, which a hint says once a device. */
import {on} from "./events.js";
import {root} from "./showing.js";

const HINT = "plain-http";
let wakeLock = null;

async function stayAwake() {
  if (!navigator.wakeLock) return;
  const wanted = "wake" in root.dataset && document.visibilityState === "visible";
  try {
    if (wanted && (!wakeLock || wakeLock.released)) wakeLock = await navigator.wakeLock.request("screen");
    else if (!wanted) await wakeLock?.release();
  } catch {}  // a low battery may refuse it
}
addEventListener("visibilitychange", stayAwake);

// Without storage the hint comes again.
function told() {
  try { return localStorage.getItem(HINT) === "told"; } catch { return false; }
}

function keepAwake() {
  const hint = document.getElementById(HINT);
  if (hint) hint.hidden = isSecureContext || told();
  stayAwake();
}
on("shown", keepAwake);
keepAwake();

addEventListener("click", ({target}) => {
  if (!target.closest?.("[data-told]")) return;
  document.getElementById(HINT).hidden = true;
  try { localStorage.setItem(HINT, "told"); } catch {}
});
