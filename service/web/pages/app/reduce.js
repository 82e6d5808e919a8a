/** What each event makes of what the page knows. Pure: no clock, no network, no document.
 *
 * A snapshot or drawing older than the one shown is dropped, so a slow answer never shows an old board over a new one.
 */

/** @typedef {import("./api-types.js").Snapshot} Snapshot */
/** @typedef {import("./api-types.js").Entry} Entry */
/** @typedef {import("./api-types.js").Ruleset} Ruleset */
/** @typedef {{ id: number, method: string, path: string, body: any, headers: Record<string, string>, poll: boolean, times: number, status: number | null, ms: number | null }} Call */
/** @typedef {{ detail: string, rule?: string, rule_code?: string, code?: string, params?: any, title?: string, status: number, type?: string }} Refusal */
/** @typedef {{ revision: number, seat: number | null, root: SVGSVGElement }} Drawing */
/**
 * @typedef {{
 *   id: string, seat: number | null, code: string, snapshot: Snapshot | null, journal: Entry[], legal: any, hand: any, drawing: Drawing | null,
 *   covered: boolean, unveiled: number | null, refusal: Refusal | null, sending: string | null, unsent: boolean, connection: "live" | "lost", replay: number | null,
 *   hint: any, analysis: any, verdict: any, missing: Refusal | null, guide: number | null, tab: string, asking: string | null, search: string,
 *   picked: number | null
 * }} Game
 */
/**
 * @typedef {{
 *   route: { name: string, id: string, query: Record<string, string> }, me: { id: string, name: string, listed?: boolean } | null, rulesets: any[] | null,
 *   details: Record<string, Ruleset>, lists: Record<string, any>, turns: any[], game: Game | null, calls: Call[], showCalls: boolean,
 *   settings: { language: string, theme: string, sound: boolean, notify: boolean, pace: string }, form: any, toast: { text: string, kind: string, at: number } | null,
 *   menu: boolean
 * }} State
 */
/** @typedef {{ type: string, [member: string]: any }} Event */

/** @type {State} */
export const INITIAL = {
  route: { name: "start", id: "", query: {} },
  me: null,
  rulesets: null,
  details: {},
  lists: {},
  turns: [],
  game: null,
  calls: [],
  showCalls: false,
  settings: { language: "", theme: "system", sound: false, notify: false, pace: "confirm" },
  form: {},
  toast: null,
  menu: false,
};

const CALLS_KEPT = 60;

/** @param {string} id @param {number | null} seat @param {string} code @returns {Game} */
export const newGame = (id, seat, code) => ({
  id, seat, code, snapshot: null, journal: [], legal: null, hand: {}, drawing: null, covered: false, unveiled: null, refusal: null, sending: null, unsent: false,
  connection: "live", replay: null, hint: null, analysis: null, verdict: null, missing: null, guide: null, tab: "", asking: null, search: "",
  picked: null,
});

/** @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  switch (event.type) {
    case "route": return { ...state, route: event.route, toast: null, menu: false, form: event.route.name === state.route.name ? state.form : {} };
    case "me": return { ...state, me: event.me };
    case "rulesets": return { ...state, rulesets: event.items };
    case "details": return { ...state, details: { ...state.details, [event.ruleset.name]: event.ruleset } };
    case "list": return { ...state, lists: { ...state.lists, [event.name]: event.items } };
    case "turns": return { ...state, turns: event.items };
    case "settings": return { ...state, settings: { ...state.settings, ...event.settings } };
    case "form": return { ...state, form: { ...state.form, ...event.form } };
    case "menu": return { ...state, menu: event.open };
    case "toast": return { ...state, toast: event.text ? { text: event.text, kind: event.kind ?? "info", at: event.at ?? 0 } : null };
    case "call": return { ...state, calls: called(state.calls, event.call) };
    case "called": return { ...state, calls: state.calls.map((call) => (call.id === event.id ? { ...call, status: event.status, ms: event.ms } : call)) };
    case "show-calls": return { ...state, showCalls: event.show };
    case "open": return { ...state, game: newGame(event.id, event.seat, event.code) };
    case "close": return { ...state, game: null };
  }
  const game = state.game && event.id === state.game.id ? reduceGame(state.game, event) : state.game;
  return game === state.game ? state : { ...state, game, ...(event.type === "cover" ? { calls: [], toast: null } : {}) };
}

/** The calls with one more; those that ask the same again and again are one line. @param {Call[]} calls @param {Call} call @returns {Call[]} */
function called(calls, call) {
  const same = calls.find(({ poll, method, path }) => call.poll && poll && method === call.method && path === call.path);
  return [...calls.filter((each) => each !== same), { ...call, times: (same?.times ?? 0) + 1 }].slice(-CALLS_KEPT);
}

/** @param {Game} game @param {Event} event @returns {Game} */
function reduceGame(game, event) {
  switch (event.type) {
    case "snapshot": return withSnapshot(game, event.snapshot);
    case "missing": return { ...game, missing: event.refusal };
    case "journal": return { ...game, journal: [...game.journal.slice(0, event.offset), ...event.items] };
    case "drawing": return withDrawing(game, event.drawing);
    case "legal": return game.snapshot && event.legal.turn === game.snapshot.turn ? { ...game, legal: event.legal } : game;
    case "hand": return { ...game, hand: event.hand, refusal: null };
    case "hand-more": return event.of === game.hand ? { ...game, hand: { ...game.hand, ...event.hand } } : game;
    case "sending": return { ...game, sending: event.move, refusal: null };
    case "unsent": return { ...game, unsent: true };
    case "refused": return { ...game, sending: null, unsent: false, refusal: event.refusal };
    case "connection": return game.connection === event.connection ? game : { ...game, connection: event.connection };
    case "cover": return { ...game, covered: true, seat: event.seat, drawing: null, legal: null, hand: {}, journal: [], hint: null, search: "", refusal: null, snapshot: hidden(game.snapshot) };
    case "uncover": return { ...game, covered: false, unveiled: game.seat };
    case "seat": return { ...game, seat: event.seat, drawing: null, legal: null, hand: {}, journal: [], snapshot: null };
    case "replay": return { ...game, replay: event.revision };
    case "hint": return { ...game, hint: event.hint };
    case "analysis": return { ...game, analysis: event.analysis };
    case "verdict": return { ...game, verdict: event.verdict };
    case "guide": return { ...game, guide: event.step };
    case "tab": return { ...game, tab: event.tab };
    case "asking": return { ...game, asking: event.what };
    case "search": return { ...game, search: event.text };
    case "picked": return { ...game, picked: event.room };
  }
  return game;
}

/** What stays on the page while a device is passed on: nothing that the seat before could see.
 * @param {Snapshot | null} snapshot @returns {any} */
const hidden = (snapshot) => snapshot && { ...snapshot, position: {}, notation: "", revision: snapshot.revision - 1, last: null };

/** @param {Game} game @param {Snapshot} snapshot @returns {Game} */
function withSnapshot(game, snapshot) {
  const before = game.snapshot;
  if (before && snapshot.revision < before.revision) return game;
  if (game.seat !== null && snapshot.you && snapshot.you.viewing !== game.seat) return game;
  const decided = !before || before.turn !== snapshot.turn || before.status !== snapshot.status || owes(before) !== owes(snapshot);
  const kept = decided ? { legal: null, hand: {}, sending: null, unsent: false, refusal: null, hint: null } : { sending: game.unsent ? game.sending : null };
  const asking = snapshot.status === before?.status ? game.asking : null; // whoever is asked is not interrupted by the other's move
  return { ...game, snapshot, missing: null, connection: "live", asking, ...kept };
}

/** @param {Snapshot} snapshot */
const owes = (snapshot) => (snapshot.you?.owe ?? []).join();

/** @param {Game} game @param {Drawing} drawing @returns {Game} */
function withDrawing(game, drawing) {
  if (drawing.seat !== game.seat) return game;
  if (game.replay !== null) return drawing.revision === game.replay ? { ...game, drawing } : game;
  const wanted = game.snapshot?.revision ?? 0;
  if (game.drawing && drawing.revision < game.drawing.revision && game.drawing.revision <= wanted) return game;
  return drawing.revision <= wanted ? { ...game, drawing } : game;
}
