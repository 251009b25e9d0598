/* Copying and sharing a link: its buttons stand on the page where this device can do it. */
import {on} from "./events.js";

function offer() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}
on("shown", offer);
offer();

addEventListener("click", event => {
  const button = event.target.closest?.("[data-copy], [data-share]");
  if (!button) return;
  const link = document.getElementById(button.dataset.copy || button.dataset.share);
  if (button.dataset.share) return navigator.share({url: link.value, title: button.dataset.title}).catch(() => {});
  link.select();
  // The old way, because the new one is missing over plain http.
  if (document.execCommand("copy")) button.textContent = "Copied";
});
