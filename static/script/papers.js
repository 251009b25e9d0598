/* Print: another paper counts for every link on the page at once; the device remembers it. */
addEventListener("change", ({target}) => {
  if (!target.matches?.("[data-paper]")) return;
  for (const link of document.querySelectorAll("a[href*='paper=']")) link.href = link.href.replace(/paper=\w+/, `paper=${target.value}`);
  for (const field of document.querySelectorAll("input[name=paper]")) field.value = target.value;
  fetch(`?${new URLSearchParams(new FormData(target.form))}`).catch(() => {});
});
