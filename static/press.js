/* A print being made: says how far it is, then that it is ready, and opens it. Nothing is loaded anew meanwhile. */
import "./guildbook.js";
import "./script/papers.js";

async function followPrint(waits) {
  const told = document.getElementById("said"), bar = waits.querySelector("progress");
  for (;;) {
    await new Promise(done => setTimeout(done, 700));
    const now = await fetch(waits.dataset.press, {cache: "no-store"}).then(answer => answer.ok ? answer.json() : {}).catch(() => ({}));
    if (now.over) return openPrint(waits, now.said);
    if (now.said && told.textContent !== now.said) told.textContent = now.said;
    bar.value = Math.max(bar.value, now.far ?? 0);
  }
}

// A phone may keep the file and stay on this page, so the page says that it is there.
function openPrint(waits, size) {
  const file = document.getElementById("open-pdf");
  if (size) {
    waits.querySelector("h2").textContent = "Your PDF is ready";
    document.getElementById("about").textContent += `, ${size}`;
    for (const gone of waits.querySelectorAll("progress, #said")) gone.remove();
    file.hidden = false;
  }
  location.replace(file.href);
}

const awaited = document.querySelector("[data-press]");
if (awaited) followPrint(awaited);
