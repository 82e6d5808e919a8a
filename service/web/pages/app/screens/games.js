/** My games, those that wait for me first; games to join and to watch. */

import { fail, list, player, toast } from "../actions.js";
import { hasToken } from "../api.js";
import { h } from "../dom.js";
import { t, when } from "../text.js";
import { titleOf } from "./start.js";

let asked = 0;
/** Asks for the lists, at most every few seconds. */
function refresh() {
  if (Date.now() - asked < 4000) return;
  asked = Date.now();
  const lists = [list("open", { status: "open", limit: "30" }), list("running", { status: "running", limit: "30" })];
  if (hasToken()) lists.push(player().then((me) => list("mine", { player: me.id, limit: "50" })));
  Promise.all(lists).catch(fail);
}

/** @param {import("../reduce.js").State} state */
export function gamesScreen(state) {
  refresh();
  const owed = new Set(state.turns.map((turn) => turn.game));
  const mine = (state.lists.mine ?? []).filter((/** @type {any} */ game) => game.status === "open" || seated(state, game)).sort((/** @type {any} */ one, /** @type {any} */ other) => rank(owed, one) - rank(owed, other));
  const part = (/** @type {string} */ title, /** @type {any[]} */ games, /** @type {string} */ none) => h("section", { key: title },
    h("h2", null, title), games.length ? h("ul", { class: "list" }, games.map((game) => gameCard(state, game, owed.has(game.id)))) : h("p", { class: "soft" }, none));
  return [
    h("h1", null, t("nav.games")), h("p", null, h("a", { href: "#/" }, t("games.new"))),
    h("form", { class: "row code", onsubmit: (/** @type {any} */ event) => { event.preventDefault(); openCode(event.target.elements.code.value); } },
      h("label", { for: "code" }, t("games.code")), h("input", { id: "code", name: "code", autocomplete: "off", placeholder: t("games.code.hint") }), h("button", null, t("games.open"))),
    part(t("games.mine"), mine, t("games.mine.none")),
    h("div", { class: "lobby" },
      part(t("start.open"), (state.lists.open ?? []).filter((/** @type {any} */ game) => !mine.some((/** @type {any} */ one) => one.id === game.id)), t("start.open.none")),
      part(t("start.running"), (state.lists.running ?? []).filter((/** @type {any} */ game) => !mine.some((/** @type {any} */ one) => one.id === game.id)), t("start.running.none"))),
  ];
}

/** A link, or a game's id with its join code: `g7f2k9p4m8xc 3m3z6d`. @param {string} text */
function openCode(text) {
  const link = text.match(/#\/game\/([a-z0-9]+)(?:\?code=(\w+))?/), words = text.trim().match(/^([a-z0-9]{6,})(?:[\s/·-]+(\w+))?$/i);
  const [, id, code] = link ?? words ?? [];
  if (!id) return toast(t("games.code.bad"), "bad");
  location.hash = `#/game/${id}${code ? `?code=${code}` : ""}`;
}

/** Whether I sit in a game, and have not only made it. @param {import("../reduce.js").State} state @param {any} game */
const seated = (state, game) => game.seats.some((/** @type {any} */ seat) => seat.player && seat.player === state.me?.id);

/** Who sits there, or may. @param {any} seat @returns {string} */
export const holder = (seat) => seat.name ?? t(seat.reserved_for ? "seat.kept" : "seat.open");

/** Whether a seat of a game is kept for me. @param {import("../reduce.js").State} state @param {any} game */
export const invited = (state, game) => game.seats.some((/** @type {any} */ seat) => seat.reserved_for && seat.reserved_for === state.me?.id);

/** @param {Set<string>} owed @param {any} game */
const rank = (owed, game) => (owed.has(game.id) ? 0 : { running: 1, open: 2 }[/** @type {string} */ (game.status)] ?? 3);

/** @param {import("../reduce.js").State} state @param {any} game @param {boolean} [owed] @param {any} [more] what stands below it */
export function gameCard(state, game, owed = false, more = null) {
  const names = game.seats.map(holder).join(" – ");
  const word = owed ? t("games.yours") : invited(state, game) ? t("games.invited") : game.status === "open" && !seated(state, game) ? t("games.join") : t(`status.${game.status}`);
  return h("li", { key: game.id }, h("a", { class: "item", href: `#/game/${game.id}` },
    h("b", null, titleOf(game.ruleset)), h("span", null, names), h("span", { class: `badge ${owed || invited(state, game) ? "owed" : game.status}` }, word), h("time", { datetime: game.updated_at }, when(game.updated_at))), more);
}
