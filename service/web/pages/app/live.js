/** Follows a game: one long-poll after another, and what a new snapshot makes worth fetching (drawing, journal, legal moves).
 *
 * A lost connection is said and mended by itself: tries come after 1, 2, 4 … 15 seconds, and at once when the browser is online again.
 */

import { call, Refused } from "./api.js";
import { moduleOf } from "./board/modules.js";
import { dispatch, now } from "./store.js";

/** @type {AbortController | null} */
let following = null;

export function stop() {
  following?.abort();
  following = null;
}

/** @param {string} id */
export function follow(id) {
  stop();
  const control = new AbortController();
  following = control;
  loop(id, control.signal);
}

/** @param {string} id @param {AbortSignal} signal */
async function loop(id, signal) {
  let etag = "", failures = 0, seat = now().game?.seat ?? null;
  while (!signal.aborted) {
    const game = now().game;
    if (!game || game.id !== id) return;
    if (game.seat !== seat) [seat, etag] = [game.seat, ""];
    if (game.covered) { await pause(200, signal); continue; }
    const over = game.snapshot?.status === "finished" && etag;
    const query = new URLSearchParams({ ...(seat === null ? {} : { seat: String(seat) }), ...(document.hidden || !etag ? {} : { wait: "25" }) });
    try {
      const answer = await call("GET", `/v1/games/${id}?${query}`, { signal, headers: etag ? { "If-None-Match": etag } : {}, quiet: Boolean(etag) });
      failures = 0;
      dispatch({ type: "connection", id, connection: "live" });
      if (answer.status === 200) {
        etag = answer.etag ?? "";
        if ((now().game?.seat ?? null) === seat) dispatch({ type: "snapshot", id, snapshot: answer.data });
      }
      if (over) await pause(15_000, signal);
      else if (document.hidden) await pause(3_000, signal);
    } catch (error) {
      if (signal.aborted) return;
      const status = error instanceof Refused ? error.status : 0;
      if (error instanceof Refused && [401, 403, 404].includes(status)) {
        dispatch({ type: "missing", id, refusal: error.refusal });
        return;
      }
      failures += 1;
      if (status !== 429) dispatch({ type: "connection", id, connection: "lost" });
      await pause(error instanceof Refused && error.after ? error.after * 1000 : Math.min(15_000, 500 * 2 ** failures), signal);
    }
  }
}

/** Waits, but not past a browser that comes back online or a page that is looked at again.
 * @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      document.removeEventListener("visibilitychange", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    document.addEventListener("visibilitychange", done);
    signal?.addEventListener("abort", done);
  });
}

let drawing = "";
let place = { of: "", cursor: "", offset: 0 };
/** Fetches what the game on the page lacks: called after every change of the store. */
export function complete() {
  const game = now().game;
  if (!game?.snapshot || game.covered) return;
  const revision = game.replay ?? game.snapshot.revision;
  const wanted = `${game.id} ${game.seat} ${revision}`;
  if (wanted !== drawing && !(game.drawing && game.drawing.revision === revision && game.drawing.seat === game.seat)) {
    drawing = wanted;
    draw(game.id, game.seat, revision).finally(() => { if (drawing === wanted) drawing = ""; });
  }
  const entries = game.snapshot.entries ?? 0;
  if (game.journal.length > entries) place = { of: "", cursor: "", offset: 0 }; // something was taken back
  if (game.journal.length !== entries) readJournal(game.id, game.seat);
  const owed = game.snapshot.you?.owe ?? [];
  if (game.snapshot.status === "running" && owed.includes(game.seat) && !game.legal) loadLegal(game.id, game.seat, game.snapshot);
}

/** @param {string} id @param {number | null} seat @param {number} revision */
async function draw(id, seat, revision) {
  const query = new URLSearchParams({ revision: String(revision), ...(seat === null ? {} : { seat: String(seat) }) });
  try {
    const { data } = await call("GET", `/v1/games/${id}/board.svg?${query}`, { form: "svg" });
    const root = document.adoptNode(data.documentElement);
    dispatch({ type: "drawing", id, drawing: { revision, seat, root } });
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

let reading = "";
/** Reads the journal on. Its cursors are opaque, so the last page, whose cursor we have, is asked for again and may be longer now.
 * @param {string} id @param {number | null} seat */
async function readJournal(id, seat) {
  const mark = `${id} ${seat} ${now().game?.snapshot?.status === "finished"}`; // what was secret is told at the end, from the first entry on
  if (reading === mark) return;
  reading = mark;
  if (place.of !== mark || !now().game?.journal.length) place = { of: mark, cursor: "", offset: 0 };
  try {
    const query = new URLSearchParams({ limit: "100", ...(seat === null ? {} : { seat: String(seat) }), ...(place.cursor ? { cursor: place.cursor } : {}) });
    const { data } = await call("GET", `/v1/games/${id}/moves?${query}`);
    if ((now().game?.seat ?? null) !== seat || place.of !== mark) return;
    const offset = place.offset;
    if (data.next) place = { of: mark, cursor: data.next, offset: offset + data.items.length };
    dispatch({ type: "journal", id, offset, items: data.items });
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } finally {
    reading = "";
  }
}

let listing = "";
/** @param {string} id @param {number | null} seat @param {import("./api-types.js").Snapshot} snapshot */
async function loadLegal(id, seat, snapshot) {
  const mark = `${id} ${seat} ${snapshot.turn}`;
  if (listing === mark) return;
  listing = mark;
  try {
    const { folded } = moduleOf(snapshot.ruleset);
    const legal = folded ? (await call("GET", `/v1/games/${id}/legal-moves/mask?seat=${seat}`)).data : await everyMove(id, seat);
    dispatch({ type: "legal", id, legal });
  } catch { await new Promise((resolve) => setTimeout(resolve, 800)); } finally { listing = ""; }
}

const PAGES = 6;
/** All legal moves, page after page; beyond the last page the search box asks the server.
 * @param {string} id @param {number | null} seat */
async function everyMove(id, seat) {
  let found = (await call("GET", `/v1/games/${id}/legal-moves?seat=${seat}&limit=500`)).data;
  const items = [...found.items];
  for (let page = 1; found.next && page < PAGES; page += 1) {
    found = (await call("GET", `/v1/games/${id}/legal-moves?seat=${seat}&limit=500&cursor=${encodeURIComponent(found.next)}`)).data;
    items.push(...found.items);
  }
  return { ...found, items };
}
