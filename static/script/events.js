/* What happens, told to whoever wants to know: parts that know nothing of each other meet here. */

const happenings = new EventTarget();

/** Calls `listen` each time it happens; what it answers may be a promise. */
export const on = (name, listen) => happenings.addEventListener(name, ({detail}) => detail.answers.push(listen(...detail.about)));

/** Tells all who listen, and waits for their answers. */
export function tell(name, ...about) {
  const answers = [];
  happenings.dispatchEvent(new CustomEvent(name, {detail: {about, answers}}));
  return Promise.all(answers);
}

export const wait = ms => new Promise(done => setTimeout(done, ms));
