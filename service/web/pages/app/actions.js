/** What a player can make happen: each asks the API and tells the store. */

import { call, get, hasToken, keepToken, post, Refused } from "./api.js";
import { moduleOf } from "./board/modules.js";
import { follow, pause, stop } from "./live.js";
import { dispatch, now } from "./store.js";
import { said, t } from "./text.js";

/** Shows what went wrong for a while. @param {any} error */
export function fail(error) {
  if (error?.name === "AbortError") return;
  const refusal = error instanceof Refused ? error.refusal : null;
  if (!refusal) console.error(error);
  const text = !refusal || refusal.status === 0 ? t("problem.unreachable") : said(refusal.detail || t("problem.status", { status: refusal.status }), refusal.code, refusal.params);
  toast(text, "bad");
}

/** @param {string} text @param {string} [kind] */
export function toast(text, kind = "info") {
  const at = Date.now();
  dispatch({ type: "toast", text, kind, at });
  setTimeout(() => { if (now().toast?.at === at) dispatch({ type: "toast", text: "" }); }, kind === "bad" ? 9000 : 5000);
}

/** @param {string} hash */
export const go = (hash) => { location.hash = hash; };

/** @type {Promise<any> | null} */
let becoming = null;
/** Makes sure that there is a player behind the calls: a guest becomes one at the first click that needs it, and one alone at two clicks. */
export const player = () => (becoming ??= somebody().finally(() => { becoming = null; }));

async function somebody() {
  if (hasToken()) {
    const me = now().me ?? (await whoAmI());
    if (me) return me;
  }
  const name = t("me.guest", { number: 1000 + Math.floor(Math.random() * 9000) });
  const made = await post("/v1/players", { name });
  keepToken(made.token);
  dispatch({ type: "me", me: { id: made.id, name: made.name } });
  return made;
}

/** The player whose token this browser has; a token that the server does not know any more is forgotten. */
export async function whoAmI() {
  if (!hasToken()) return null;
  try {
    const me = await get("/v1/me");
    dispatch({ type: "me", me });
    return me;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    keepToken("");
    dispatch({ type: "me", me: null });
    return null;
  }
}

/** @param {{ name?: string, listed?: boolean }} body */
export async function changeMe(body) {
  await player();
  const { etag } = await call("GET", "/v1/me");
  const me = (await call("PATCH", "/v1/me", { body, headers: { "If-Match": etag ?? "" } })).data;
  dispatch({ type: "me", me });
}

/** @param {any} spec */
export async function createGame(spec) {
  await player();
  const snapshot = await post("/v1/games", spec);
  go(`#/game/${snapshot.id}`);
  return snapshot;
}

/** @param {string} ruleset */
export async function playAgainst(ruleset, level = "medium") {
  const known = (now().rulesets ?? []).find((each) => each.name === ruleset);
  const seats = Array.from({ length: known?.seats[0] ?? 2 }, (_, seat) => (seat ? { ai: level } : "me"));
  return createGame({ ruleset, seats });
}

/** Opens a game: as one of its seats, or to watch it. @param {string} id @param {string} code */
export async function openGame(id, code) {
  stop();
  dispatch({ type: "open", id, seat: null, code });
  if (hasToken() && !now().me) await whoAmI().catch(fail);
  try {
    const snapshot = await get(`/v1/games/${id}`);
    const game = now().game;
    if (game?.id !== id) return;
    const seats = snapshot.you?.seats ?? [];
    if (seats.length) dispatch({ type: "seat", id, seat: snapshot.you.viewing });
    if (seats.length > 1 && snapshot.status === "running" && !moduleOf(snapshot.ruleset).open) dispatch({ type: "cover", id, seat: snapshot.you.viewing });
    dispatch({ type: "snapshot", id, snapshot });
    if (!now().details[snapshot.ruleset]) dispatch({ type: "details", ruleset: await get(`/v1/rulesets/${snapshot.ruleset}`) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 0) dispatch({ type: "connection", id, connection: "lost" });
    else return dispatch({ type: "missing", id, refusal: error.refusal });
  }
  follow(id);
}

/** Plays a move of the seat on the page. @param {string} move */
export async function play(move) {
  const game = now().game;
  if (!game?.snapshot || game.sending) return;
  const { id, seat, snapshot } = game;
  dispatch({ type: "sending", id, move });
  for (let waits = 1000; ; waits = Math.min(15_000, 2 * waits)) {
    try {
      const { data } = await call("POST", `/v1/games/${id}/moves`, { body: { turn: snapshot.turn, move, seat } });
      return dispatch({ type: "snapshot", id, snapshot: data.game });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status) return dispatch({ type: "refused", id, refusal: error.refusal });
    }
    dispatch({ type: "unsent", id });
    await pause(waits);
    const still = now().game; // the same move sent again to the same turn is not played twice
    if (still?.id !== id || still.sending !== move || !still.unsent || still.snapshot?.turn !== snapshot.turn) return;
  }
}

/** Whether a move could be played: null, or why not. @param {string} move */
export async function refusalOf(move) {
  const game = now().game;
  if (!game?.snapshot) return null;
  try {
    await post(`/v1/games/${game.id}/moves?dry_run=true`, { turn: game.snapshot.turn, move, seat: game.seat });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

/** Legal moves whose text starts so. @param {string} text @param {number} [limit] */
export async function movesLike(text, limit = 20) {
  const game = now().game;
  if (!game?.snapshot) return [];
  const query = new URLSearchParams({ seat: String(game.seat), starts: text, limit: String(limit) });
  return (await get(`/v1/games/${game.id}/legal-moves?${query}`)).items;
}

export async function resign() {
  const game = now().game;
  if (!game) return;
  const snapshot = await post(`/v1/games/${game.id}/resignation`, game.seat === null ? {} : { seat: game.seat });
  dispatch({ type: "asking", id: game.id, what: null });
  dispatch({ type: "snapshot", id: game.id, snapshot });
}

/** @param {number} [seat] */
export async function join(seat) {
  const game = now().game;
  if (!game) return;
  await player();
  const body = { ...(seat === undefined ? {} : { seat }), ...(game.code ? { code: game.code } : {}) };
  await post(`/v1/games/${game.id}/seats`, body);
  await openGame(game.id, game.code);
}

/** Asks what an AI would play, and waits for it. */
export async function askHint() {
  const game = now().game;
  if (!game?.snapshot) return;
  const { id, seat, snapshot } = game;
  dispatch({ type: "hint", id, hint: { status: "pending", moves: [] } });
  try {
    let hint = await post(`/v1/games/${id}/hints`, { seat });
    for (let tries = 0; hint.status === "pending" && tries < 60; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (now().game?.snapshot?.turn !== snapshot.turn) return;
      hint = await get(`/v1/games/${id}/hints/${snapshot.turn}/${seat}`, { quiet: true });
    }
    if (now().game?.snapshot?.turn === snapshot.turn) dispatch({ type: "hint", id, hint });
  } catch (error) {
    dispatch({ type: "hint", id, hint: null });
    fail(error);
  }
}

/** Has a finished game analysed, and shows how far it is. */
export async function askAnalysis() {
  const id = now().game?.id;
  if (!id) return;
  try {
    await player();
    let analysis = await post(`/v1/games/${id}/analysis`);
    for (let tries = 0; tries < 600 && now().game?.id === id; tries += 1) {
      dispatch({ type: "analysis", id, analysis });
      if (analysis.status === "done") return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      analysis = await get(`/v1/games/${id}/analysis`, { quiet: true });
    }
  } catch (error) {
    fail(error);
  }
}

/** The lists of the start page and of "my games". @param {string} name @param {Record<string, string>} query */
export async function list(name, query) {
  const { items } = await get(`/v1/games?${new URLSearchParams(query)}`);
  dispatch({ type: "list", name, items });
}

export async function catalogue() {
  dispatch({ type: "rulesets", items: (await get("/v1/rulesets")).items });
}

/** @param {string} name */
export async function details(name) {
  if (!now().details[name]) dispatch({ type: "details", ruleset: await get(`/v1/rulesets/${name}`) });
}
