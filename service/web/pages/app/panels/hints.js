/** What an AI would play here, and how well it expects to do with it. */

import { askHint } from "../actions.js";
import { h } from "../dom.js";
import { dispatch } from "../store.js";
import { t } from "../text.js";
import { spoken } from "./log.js";

/** Shows a move where it is typed and played. @param {any} ctx @param {string} text */
function typed({ game }, text) {
  dispatch({ type: "search", id: game.id, text });
  dispatch({ type: "tab", id: game.id, tab: "moves" });
}

/** With how much one may expect to end, as the ruleset counts, and a guess at the answer. @param {any} ctx @param {any} move */
const foreseen = (ctx, { points, reply }) => [
  points !== null && ctx.module.points?.(Math.round(points)),
  reply && t("hints.reply", { move: spoken(ctx, reply.seat, reply.move) }),
].filter(Boolean).join(" · ");

/** @param {any} ctx */
export function hintPanel(ctx) {
  const { hint } = ctx.game;
  if (!hint) return h("button", { class: "main", onclick: askHint }, t("hints.ask"));
  if (hint.status === "pending") return h("p", { class: "thinking" }, t("hints.thinks"));
  const entry = (/** @type {any} */ move) => ({ number: 0, seat: ctx.seat, move: move.move, object: move.object });
  return [
    h("p", { class: "soft" }, t("hints.about")),
    h("ol", { class: "hints" }, hint.moves.map((/** @type {any} */ move) => h("li", { key: move.move },
      h("button", { class: "line", onclick: () => (ctx.module.suggest ? ctx.module.suggest(ctx, move) : typed(ctx, move.move)) },
        h("span", null, ctx.module.describe(ctx, entry(move))),
        h("span", { class: "share" }, h("meter", { min: 0, max: 1, value: move.estimate, "aria-label": t("hints.share") }), `${Math.round(100 * move.estimate)} %`)),
      h("small", null, foreseen(ctx, move))))),
  ];
}
