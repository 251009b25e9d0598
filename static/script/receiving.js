/* Files that the share menu or the desktop hands to the installed app: into the ordinary form. */
const input = document.getElementById("file");

function fill(files) {
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  if (held.files.length) input.files = held.files;
}

// What was shared has come to the worker, which keeps it until this page is there.
async function shared() {
  const kept = await caches.open("shared");
  const answers = await Promise.all((await kept.keys()).map(one => kept.match(one)));
  fill(await Promise.all(answers.map(async one => new File([await one.blob()], decodeURIComponent(one.headers.get("X-Name")), {type: "application/json"}))));
  await caches.delete("shared");
}

if (window.caches && new URLSearchParams(location.search).has("shared")) shared();
window.launchQueue?.setConsumer(async ({files}) => fill(await Promise.all(files.map(file => file.getFile()))));
