/* Fields: "settled" is what was sent last; what differs from it is still being typed. */

export const settled = new WeakMap();
export const spared = new WeakSet();          // shown as it was because somebody is in it, not typed in
addEventListener("input", ({target}) => spared.delete(target));
addEventListener("focusout", ({target}) => { if (spared.delete(target)) settle(target); });
export const isField = node => node.matches("input:not([type=hidden]), select, textarea");
export const ticks = field => field.type === "checkbox" || field.type === "radio";
export const current = field => ticks(field) ? field.checked : field.value;
export const halfTyped = field => current(field) !== (settled.has(field) ? settled.get(field) : given(field));
/** Whether a form is still whose it was when this was sent: people change seats. */
export const isStillTheirs = ({form, body}) => !form.elements.person || form.elements.person.value === body.get("person");
/** What somebody has typed or ticked in a form and not sent. */
export const typedIn = form => [...form.elements].filter(field => isField(field) && halfTyped(field) && !spared.has(field));

export function given(field) {
  if (ticks(field)) return field.defaultChecked;
  if (!field.options) return field.defaultValue;
  return (field.querySelector("[selected]") || field.options[0])?.value;
}

export function settle(field) {
  settled.delete(field);
  if (ticks(field)) field.checked = given(field);
  else if (field.value !== given(field)) field.value = given(field);
}
