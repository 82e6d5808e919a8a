/** The one store: what the page knows. `dispatch` reduces an event into it, and whoever subscribed draws again, once a frame. */

import { reduce, INITIAL } from "./reduce.js";

/** @typedef {import("./reduce.js").State} State */
/** @typedef {import("./reduce.js").Event} Event */

/** @type {State} */
let state = INITIAL;
let due = false;
/** @type {((state: State, before: State) => void)[]} */
const listeners = [];
let drawn = state;

export const now = () => state;

/** @param {(state: State, before: State) => void} listener */
export function subscribe(listener) {
  listeners.push(listener);
}

/** @param {Event} event */
export function dispatch(event) {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  if (due) return;
  due = true;
  (document.hidden ? setTimeout : requestAnimationFrame)(tell);
}

function tell() {
  due = false;
  const before = drawn;
  drawn = state;
  for (const listener of listeners) listener(state, before);
}
