/** A first game with somebody at one's side: about ten short steps, each gone on from by doing it or by reading on. */

import { h } from "../dom.js";
import { dispatch } from "../store.js";
import { knows, t } from "../text.js";

/** The step that a game is at, or -1 without a guide. @param {any} ctx @returns {number} */
function stepOf({ game }) {
  const asked = sessionStorage.getItem("intramuros.guided") === game.id;
  return game.guide ?? (asked ? Number(sessionStorage.getItem(`intramuros.guided.${game.id}`) ?? 0) : -1);
}

/** @param {any} ctx @param {number} next */
function go({ game }, next) {
  sessionStorage.setItem(`intramuros.guided.${game.id}`, String(next));
  dispatch({ type: "guide", id: game.id, step: next });
}

/** Goes on when the player has just done what the step, or one after it, is about. @param {any} ctx @param {any} before */
export function guideOn(ctx, before) {
  const step = stepOf(ctx), { doing = {} } = ctx.module;
  const next = Object.keys(doing).map(Number).find((each) => each > step && doing[each](ctx) > doing[each](before));
  if (next && step >= 0 && stepOf(before) === step) go(ctx, next);
}

/** @param {any} ctx */
export function guideCard(ctx) {
  const { snap } = ctx, step = stepOf(ctx);
  const key = `guide.${snap.ruleset}.${step + 1}`;
  if (step < 0 || snap.status === "finished" || !knows(key)) return null;
  const total = Array.from({ length: 20 }, (_, number) => `guide.${snap.ruleset}.${number + 1}`).filter(knows).length;
  const turn = (/** @type {number} */ next) => go(ctx, next);
  return h("aside", { class: "guide", key: "guide", "aria-label": t("guide.title") },
    h("p", null, h("b", null, `${step + 1}/${total} `), t(key)),
    h("div", { class: "row" },
      step > 0 && h("button", { class: "quiet", onclick: () => turn(step - 1) }, t("guide.back")),
      h("button", { onclick: () => turn(step + 1 < total ? step + 1 : -1) }, step + 1 < total ? t("guide.next") : t("guide.done")),
      step + 1 < total && h("button", { class: "quiet", onclick: () => turn(-1) }, t("guide.skip"))));
}
