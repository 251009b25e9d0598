"""What does not fit on a phone: too wide, sticking out, printed over, broken in mid-word."""

from __future__ import annotations

from playwright.sync_api import Page

# Answers a sentence for every fault. Strips that scroll sideways by themselves are no fault, nor
# is what a box cuts off with an ellipsis; bars that stand still may lie over what scrolls.
FAULTS = r"""
() => {
  const faults = [], wide = window.innerWidth;
  const say = (what, e) => faults.push(`${what}: ${e.outerHTML.slice(0, 140)}`);
  const style = e => getComputedStyle(e);
  const above = (e, test) => { for (; e; e = e.parentElement) if (test(e)) return e; return null; };
  const clips = e => style(e).overflowX !== 'visible';
  const still = e => above(e, one => ['fixed', 'sticky'].includes(style(one).position));
  const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest('.away, .skip, svg') && !above(e, one => style(one).clipPath !== 'none');
  if (document.documentElement.scrollWidth > wide)
    faults.push(`page: ${document.documentElement.scrollWidth - wide} px too wide`);
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, owner = node.parentElement;
    if (!node.data.trim() || !owner || !seen(owner)) continue;
    if (owner.closest('script, style, option, noscript')) continue;
    const range = document.createRange();
    for (const found of node.data.matchAll(/[\p{L}\p{N}’]{4,}/gu)) {
      // A name in a sentence has to break somewhere, and so has a word before an ellipsis.
      if (found[0].length > 20 || style(owner).webkitLineClamp !== 'none') continue;
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const parts = [...range.getClientRects()].filter(r => r.width);
      const tops = new Set(parts.map(r => Math.round(r.top)));
      if (tops.size > 1) say(`broken “${found[0]}”`, owner);
    }
    range.selectNodeContents(node);
    const box = above(owner, clips);
    for (const r of range.getClientRects()) {
      if (r.width < 2 || r.height < 2) continue;
      const cut = box && box !== document.documentElement && box !== document.body
        ? box.getBoundingClientRect() : null;
      const left = cut ? Math.max(r.left, cut.left) : r.left;
      const right = cut ? Math.min(r.right, cut.right) : r.right;
      if (right - left < 2 || (cut && (r.bottom <= cut.top || r.top >= cut.bottom))) continue;
      if (right > wide + 1 || left < -1) say('sticks out', owner);
      texts.push({ left, right, top: r.top, bottom: r.bottom, owner, still: still(owner) });
    }
  }
  for (const e of document.querySelectorAll('button, .chip, .button, label, td, th, a, summary')) {
    if (seen(e) && !clips(e) && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
      say(`overflows by ${e.scrollWidth - e.clientWidth}`, e);
  }
  for (const e of document.querySelectorAll('input:not([type=hidden]), select, button, textarea')) {
    if (!seen(e)) continue;
    const r = e.getBoundingClientRect(), box = above(e.parentElement, clips);
    if (r.width && (r.right > wide + 1 || r.left < -1) && (!box || box === document.body))
      say('off the screen', e);
  }
  texts.sort((a, b) => a.top - b.top);
  texts.forEach((a, at) => {
    for (let n = at + 1; n < texts.length && texts[n].top < a.bottom - 3; n += 1) {
      const b = texts[n];
      if (a.still !== b.still || a.owner === b.owner) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5) {
        say('printed over', a.owner); say('… by', b.owner);
      }
    }
  });
  const main = document.querySelector('.dock .primary');
  if (main && seen(main)) {
    const r = main.getBoundingClientRect();
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (!hit || !main.contains(hit)) say('cannot be tapped', main);
  }
  return [...new Set(faults)];
}
"""


def faults(page: Page) -> list[str]:
    """What does not fit on this page at this width."""
    found: list[str] = page.evaluate(FAULTS)
    return found
