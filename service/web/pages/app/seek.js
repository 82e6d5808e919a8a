/** Quick match: waits for somebody who wants the same game, and takes an AI when nobody comes. */

import { fail, go, player } from "./actions.js";
import { call, get, post, Refused, token } from "./api.js";
import { dispatch, now } from "./store.js";

const PATIENCE = 30;

/** @param {string} ruleset @param {any} [more] */
export async function seek(ruleset, more = {}) {
  await player();
  try {
    let found = await post("/v1/seeks", { ruleset, ...more, ai: { name: "medium", after: PATIENCE } });
    dispatch({ type: "form", form: { seeking: { id: found.id, ruleset } } });
    while (!found.game && now().form.seeking?.id === found.id && !["cancelled", "expired", "withdrawn"].includes(found.status)) found = await get(`/v1/seeks/${found.id}?wait=25`, { quiet: true });
    if (found.game && now().form.seeking?.id === found.id) go(`#/game/${found.game}`);
    dispatch({ type: "form", form: { seeking: null } });
  } catch (error) {
    dispatch({ type: "form", form: { seeking: null } });
    if (!(error instanceof Refused) || error.status !== 404) fail(error);
  }
}

export async function stopSeeking() {
  const { seeking } = now().form;
  dispatch({ type: "form", form: { seeking: null } });
  const found = seeking && await call("DELETE", `/v1/seeks/${seeking.id}`).catch(() => null);
  if (found?.data?.game) go(`#/game/${found.data.game}`); // somebody had come already
}

/** Ends the search of a page that is closed, as well as a page that is gone can. */
export function leaveSeek() {
  const { seeking } = now().form;
  if (seeking) fetch(`/v1/seeks/${seeking.id}`, { method: "DELETE", keepalive: true, headers: { Authorization: `Bearer ${token()}` } }).catch(() => {});
}
