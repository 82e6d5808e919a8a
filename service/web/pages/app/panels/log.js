/** What has happened, in words, with a slider over every revision. */

import { h } from "../dom.js";
import { dispatch } from "../store.js";
import { t } from "../text.js";

/** Shows the game as it was at a revision; the last one is now. @param {any} ctx @param {number} revision */
const jumpTo = ({ game, snap }, revision) => dispatch({ type: "replay", id: game.id, revision: revision >= snap.revision ? null : Math.max(1, revision) });

/** The way back and forth through the game; it has its place from the beginning. @param {any} ctx */
export function replaySlider(ctx) {
  const last = ctx.snap.revision, at = ctx.game.replay ?? last, jump = (/** @type {number} */ revision) => jumpTo(ctx, revision);
  return h("div", { class: `replay ${last > 1 ? "" : "idle"}`, key: "replay" },
    h("button", { "aria-label": t("replay.before"), disabled: at <= 1, onclick: () => jump(at - 1) }, "‹"),
    h("input", { type: "range", min: 1, max: last, value: at, "aria-label": t("replay.slider"), "aria-valuetext": t("replay.at", { revision: at, last }), oninput: (/** @type {any} */ event) => jump(Number(event.target.value)) }),
    h("button", { "aria-label": t("replay.after"), disabled: at >= last, onclick: () => jump(at + 1) }, "›"));
}

/** @param {any} ctx */
export function logPanel(ctx) {
  const { game, snap } = ctx, at = game.replay ?? snap.revision, jump = (/** @type {number} */ revision) => jumpTo(ctx, revision);
  const entries = game.journal.filter((/** @type {any} */ entry) => ctx.module.telling?.(ctx, entry) ?? true);
  return [
    entries.length === 0 && h("p", { class: "soft" }, t("log.none")),
    h("ol", { class: "log", reversed: true }, entries.slice(-200).reverse().map((/** @type {any} */ entry) => h("li", { key: entry.number, class: `${entry.seat === null ? "chance" : ""} ${entry.revision === at && game.replay !== null ? "here" : ""}` },
      h("button", { class: "line", onclick: () => jump(entry.revision), "aria-label": t("log.jump", { text: sentence(ctx, entry) }) },
        entry.seat !== null && h("span", { class: `stone small ${ctx.module.stone?.(ctx, entry.seat) ?? ""}`, "aria-hidden": "true" }), h("span", null, sentence(ctx, entry)))))),
  ];
}

/** @param {any} ctx @param {any} entry */
export function sentence(ctx, entry) {
  const { kind } = entry.object ?? {};
  if (HOSTS.includes(kind)) return t(`log.${kind}`, { who: entry.seat === null ? "" : ctx.name(entry.seat) });
  return ctx.module.describe(ctx, entry);
}

/** What the host writes into a journal. */
const HOSTS = ["resign", "timeout", "agree-draw", "abort", "takeback"];

/** A move of which only the text is known, in words. @param {any} ctx @param {number} seat @param {string} move */
export const spoken = (ctx, seat, move) => sentence(ctx, { seat, move, object: ctx.module.read?.(move) });

/** The game as it stands in a replay, in words. @param {any} ctx */
export function replayed(ctx) {
  const { game, snap } = ctx, past = game.journal.filter((/** @type {any} */ each) => each.revision <= game.replay && (ctx.module.telling?.(ctx, each) ?? true));
  return h("p", null, past.filter((/** @type {any} */ each) => each.revision === past.at(-1).revision).map((/** @type {any} */ each) => `${sentence(ctx, each)}. `), h("small", { class: "soft" }, t("replay.at", { revision: game.replay, last: snap.revision })), " ",
    h("button", { class: "link", onclick: () => dispatch({ type: "replay", id: game.id, revision: null }) }, t("replay.back")));
}

/** Brings the line of the log that a replay is at into its panel, and nothing else. @param {any} ctx @param {any} before */
export function scrollLog(ctx, before) {
  if (ctx.game.replay === null || before?.replay === ctx.game.replay) return;
  const panel = document.getElementById("panel"), line = /** @type {HTMLElement | null} */ (panel?.querySelector(".here"));
  if (panel && line) panel.scrollTop += line.getBoundingClientRect().top - panel.getBoundingClientRect().top - panel.clientHeight / 3;
}

let told = { id: "", number: 0 };

/** Tells those who listen what has happened since they came, and when it is their turn. @param {any} ctx @param {any} before */
export function say(ctx, before) {
  const live = document.getElementById("live"), { journal, id } = ctx.game, last = journal.at(-1)?.number ?? 0;
  if (!live) return;
  if (told.id !== id) {
    if (journal.length === (ctx.snap.entries ?? 0)) told = { id, number: last };
    return;
  }
  const fresh = journal.filter((/** @type {any} */ entry) => entry.number > told.number && (ctx.module.telling?.(ctx, entry) ?? true));
  const turned = before?.snapshot && before.id === id && ctx.snap.turn !== before.snapshot.turn;
  told = { id, number: last };
  if (fresh.length || turned) live.textContent = [...fresh.slice(-4).map((/** @type {any} */ entry) => sentence(ctx, entry)), ctx.owes && t("notice.turn")].filter(Boolean).join(". ");
}
