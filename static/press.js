/* A print being made: says how far it is and turns into the file, without loading the page anew. */
const told = document.querySelector("[data-press]");
const wait = ms => new Promise(done => setTimeout(done, ms));

async function ask() {
  const answer = await fetch(told.dataset.press, {cache: "no-store"});
  return answer.ok ? answer.json() : {};
}

async function watch() {
  for (;;) {
    await wait(700);
    const now = await ask().catch(() => ({}));
    if (now.said && told.textContent !== now.said) told.textContent = now.said;
    if (now.over) return location.replace(location.href); // a phone may keep the file and stay here
  }
}

if (told) watch();
