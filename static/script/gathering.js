/* Gathering: quick taps on a counter's buttons are one entry, sent once the finger rests. It is kept
   on the phone from the first tap, and frozen when it is first sent: later taps start another. */
import {number, within} from "./foretelling.js";
import {given} from "./fields.js";

const REST = 600;                      // ms
const LAST_NUMBER = /-?\d+(?=}?$)/;    // a counter's button says at its end how far it counts
let pause = 0, done = () => {};

/** The field that a counter's button counts. */
export const counted = button => button?.closest(".stepper")?.querySelector("input:not([type=hidden])");

/** Adds a tap to an entry; false where the counter goes no further. */
export function gather(job, field, button) {
  const by = +button.value.match(LAST_NUMBER), from = number(field), goes = within(field, from + by) - from;
  if (goes === 0 && field.value) return false;  // none where nothing stands is worth an entry
  const [shown] = job.shows = job.counts ? job.shows : [{id: field.id, by: 0}];
  shown.by += Number.isNaN(goes) ? by : goes;  // a sum is added to where it is kept
  job.counts = field.id;
  job.body.set(button.name, button.value.replace(LAST_NUMBER, shown.by));
  job.words = `${label(field)}: ${shown.by < 0 ? "−" : "+"}${Math.abs(shown.by)}`;
  clearTimeout(pause);
  pause = setTimeout(done, REST);
  return true;
}

const label = field => field.ariaLabel || field.labels[0].firstChild.textContent.trim();

/** Whether taps have taken each other back, so that there is nothing to send. */
export const idle = (job, field) => job.shows[0].by === 0 && given(field) !== "";

/** Waits until no more taps come. */
export const rested = () => new Promise(now => {
  done = now;
  clearTimeout(pause);
  pause = setTimeout(done, REST);
});

/** Sends at once what still gathers. */
export const flush = () => done();
