"""What does not fit on a phone: too wide, sticking out, cut, printed over, broken in mid-word."""

from __future__ import annotations

from playwright.sync_api import Page

# Answers a sentence for every fault, first as the page opens, then with every fold opened. Strips
# that scroll sideways by themselves are no fault, nor is what a box cuts off with an ellipsis;
# bars that stand still may lie over what scrolls.
FAULTS = r"""
() => {
  const faults = [], wide = window.innerWidth;
  let when = '';
  const say = (what, e) => faults.push(`${when}${what}: ${e.outerHTML.slice(0, 140)}`);
  const every = of => document.querySelectorAll(of);
  const style = e => getComputedStyle(e);
  const above = (e, test) => { for (; e; e = e.parentElement) if (test(e)) return e; return null; };
  let known;  // of every element, as long as nothing moves
  const once = (name, work) => e => {
    const kept = known[name] ||= new Map();
    if (!kept.has(e)) kept.set(e, work(e));
    return kept.get(e);
  };
  const clips = once('clips', e => style(e).overflowX !== 'visible');
  const box = once('box', e => e.getBoundingClientRect());
  const still = once('still', e => !e ? null
    : ['fixed', 'sticky'].includes(style(e).position) ? e : still(e.parentElement));
  const shown = once('shown', e => !e
    || (style(e).clipPath === 'none' && !e.matches('.away, .skip, svg') && shown(e.parentElement)));
  const seen = once('seen', e => shown(e)
    && e.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const clamped = once('clamped', e => style(e).display === 'inline' ? clamped(e.parentElement)
    : style(e).webkitLineClamp !== 'none');
  // Its line ends in an ellipsis, or its last line does.
  const trails = once('trails', e => {
    const { display, textOverflow, webkitLineClamp } = style(e);
    return display === 'inline' ? trails(e.parentElement)
      : textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  });
  // What all boxes around it leave to be seen.
  const within = (r, e) => {
    const left = { left: r.left, right: r.right, top: r.top, bottom: r.bottom };
    for (; e && e !== document.body; e = e.parentElement) {
      if (!clips(e)) continue;
      const edge = box(e);
      left.left = Math.max(left.left, edge.left); left.right = Math.min(left.right, edge.right);
      left.top = Math.max(left.top, edge.top); left.bottom = Math.min(left.bottom, edge.bottom);
    }
    return left;
  };
  // A word, a figure with its sign, a range, and a chance between two.
  const WHOLE = /[\p{L}\p{N}’]{4,}|[+−$]\d+|\d+[×%]|\d+\u2060?[-–]\u2060?\d+(\s%)?/gu;
  const measure = () => {
    known = {};
    if (document.documentElement.scrollWidth > wide)
      faults.push(`${when}page: ${document.documentElement.scrollWidth - wide} px too wide`);
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, owner = node.parentElement;
      if (!node.data.trim() || !owner || !seen(owner)) continue;
      if (owner.closest('script, style, option, noscript')) continue;
      const range = document.createRange();
      for (const found of node.data.matchAll(WHOLE)) {
        // A name in a sentence has to break somewhere, and so has a word before an ellipsis.
        if (found[0].length > 20 || clamped(owner)) continue;
        range.setStart(node, found.index);
        range.setEnd(node, found.index + found[0].length);
        const parts = [...range.getClientRects()].filter(r => r.width);
        const tops = new Set(parts.map(r => Math.round(r.top)));
        if (tops.size > 1) say(`broken “${found[0]}”`, owner);
      }
      range.selectNodeContents(node);
      const frame = above(owner, clips);
      const hard = frame && /hidden|clip/.test(style(frame).overflowX) && !trails(owner);
      for (const r of range.getClientRects()) {
        if (r.width < 2 || r.height < 2) continue;
        const { left, right, top, bottom } = within(r, owner);
        if (right - left < 2 || bottom - top < 2) continue;
        if (right > wide + 1 || left < -1) say('sticks out', owner);
        if (hard && (r.right > box(frame).right + 1 || r.left < box(frame).left - 1))
          say('cut off', owner);
        texts.push({ left, right, top, bottom, owner, still: still(owner) });
      }
    }
    for (const e of every('button, .chip, .button, label, td, th, a, summary, .told')) {
      if (seen(e) && !clips(e) && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
        say(`overflows by ${e.scrollWidth - e.clientWidth}`, e);
    }
    for (const e of every('input:not([type=hidden]), select, button, textarea')) {
      if (!seen(e)) continue;
      const r = box(e), frame = above(e.parentElement, clips);
      if (r.width && (r.right > wide + 1 || r.left < -1) && (!frame || frame === document.body))
        say('off the screen', e);
      const trailing = style(e).textOverflow === 'ellipsis' && e.inputMode !== 'tel';
      if (e.matches('input') && e.scrollWidth > e.clientWidth + 1 && !trailing) say('cut off', e);
      if (e.matches('select') && !trailing) say('cut off', e);
    }
    // What stands in a row begins where its column does.
    for (const e of every('main :is(.filters, .chips, .acts) .button')) {
      const main = e.closest('main'), start = parseFloat(style(main).paddingLeft);
      const { borderLeftColor, backgroundColor } = style(e);
      const bare = [borderLeftColor, backgroundColor].every(one => /^rgba.* 0\)$/.test(one));
      if (seen(e) && !bare && !e.closest('.kinds')?.scrollLeft
          && box(e).left < box(main).left + start - 1)
        say('left of its column', e);
    }
    // What a fold is for is said whole; only what it holds now may end in an ellipsis. A question
    // is read once it is opened.
    for (const e of every('summary > .clip, .fold-link > span')) {
      if (!when && e.closest('.settled')) continue;
      const range = document.createRange();
      if (!e.firstChild || !seen(e)) continue;
      range.selectNodeContents(e.firstChild);
      if (range.getBoundingClientRect().right > box(e).right + 1) say('title cut', e);
    }
    // Lists that scroll do so for a row or more, and not above an empty page.
    const last = [...every('main > :not([hidden])')].at(-1);
    const dock = document.querySelector('.foot');
    const room = scrollY ? 0 : (dock ? box(dock).top : innerHeight) - box(last).bottom;
    for (const e of every('main *')) {
      const more = e.scrollHeight - e.clientHeight;
      if (more < 1 || !e.clientHeight || !/auto|scroll/.test(style(e).overflowY) || !seen(e))
        continue;
      if (more < 20) say(`scrolls for ${more} px`, e);
      if (!when && room > 40) say(`hides ${more} px above ${Math.round(room)} px of nothing`, e);
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
  };
  measure();
  const main = document.querySelector('.dock .primary');
  if (main && seen(main)) {
    const r = main.getBoundingClientRect();
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (!hit || !main.contains(hit)) say('cannot be tapped', main);
  }
  const folds = [...document.querySelectorAll('details:not([open])')];
  folds.forEach(fold => { fold.open = true; });
  when = 'opened, ';
  if (folds.length) measure();
  folds.forEach(fold => { fold.open = false; });
  return [...new Set(faults)];
}
"""


def faults(page: Page) -> list[str]:
    """What does not fit on this page at this width, with its folds shut and opened."""
    found: list[str] = page.evaluate(FAULTS)
    return found
