/** Playing again with the same seats, and what one player may offer another: a draw, a takeback, a pause. */

import { fail, go, toast } from "../actions.js";
import { call, post } from "../api.js";
import { h } from "../dom.js";
import { dispatch } from "../store.js";
import { t } from "../text.js";
import { standing } from "../verify.js";

/** Where the contest of a game is on the page. @param {any} contest */
export const contestPage = ({ kind, id }) => `#/contest/${kind}:${id}`;

/** The game of a series that runs now; the one after a game that has just ended may take a moment to be made. @param {string} series @param {string} before */
async function nextOf(series, before) {
  const running = (/** @type {any} */ data) => data?.games.find((/** @type {any} */ each) => each.game && each.game !== before && each.status === "running");
  const path = `/v1/series/${series}`, { data, etag } = await call("GET", path);
  return running(data) ?? (data.status === "running" && running((await call("GET", `${path}?wait=5`, { headers: { "If-None-Match": etag ?? "" } })).data));
}

/** What comes after a game: the next one of its series, or the same seats again. @param {any} ctx */
export function rematch(ctx) {
  const { snap } = ctx, { contest } = snap;
  if (contest) {
    const next = async () => {
      const found = contest.kind === "series" && (await nextOf(contest.id, snap.id));
      go(found ? `#/game/${found.game}` : contestPage(contest));
    };
    return h("button", { class: "main", onclick: () => next().catch(fail) }, t(contest.kind === "series" ? "contests.next" : "contests.tournament"));
  }
  if (!(snap.you?.seats ?? []).length) return null;
  const again = async () => {
    if (snap.rematch) return go(`#/game/${snap.rematch}`);
    return go(`#/game/${(await post(`/v1/games/${snap.id}/rematch`)).id}`);
  };
  return h("button", { class: "main", onclick: () => again().catch(fail) }, t("rematch.button"));
}

/** @param {any} ctx @param {string} path @param {any} body */
const tell = (ctx, path, body) => () => post(`/v1/games/${ctx.snap.id}/${path}`, { ...body, ...(ctx.seat === null ? {} : { seat: ctx.seat }) })
  .then((snapshot) => snapshot?.id && dispatch({ type: "snapshot", id: ctx.snap.id, snapshot })).catch(fail);

/** @param {any} snap @returns {boolean} */
export const paused = (snap) => snap.paused;

/** What I may offer now, beside the button to resign; AIs are asked too. @param {any} ctx */
export function offersRow(ctx) {
  const { snap } = ctx, fresh = !snap.contest && new Set(ctx.game.journal.map((/** @type {any} */ entry) => entry.seat).filter((/** @type {any} */ seat) => seat !== null)).size < 2;
  const kinds = snap.contest ? [] : paused(snap) ? ["resume"] : ["draw", ...(snap.rated || !undoable(ctx) ? [] : ["takeback"]), "pause"];
  return [
    fresh && h("button", { class: "quiet", key: "abort", onclick: () => dispatch({ type: "asking", id: snap.id, what: "abort" }) }, t("offer.abort")),
    kinds.filter((kind) => !(snap.offers ?? []).some((/** @type {any} */ offer) => offer.kind === kind))
      .map((kind) => h("button", { class: "quiet", key: kind, onclick: tell(ctx, "offers", { kind }) }, t(`offer.${kind}`))),
  ];
}

/** Whether my last move could be taken back: nothing is past a roll, a draw or a secret. @param {any} ctx */
function undoable(ctx) {
  const entries = standing(ctx.game.journal), mine = entries.findLastIndex(({ seat, object }) => seat === ctx.seat && object?.kind !== "timeout");
  return mine >= 0 && entries.slice(mine).every(({ seat, object }) => seat !== null && object?.kind !== "bribe");
}

/** @param {any} ctx */
export const abort = (ctx) => tell(ctx, "abort", {});

/** Says when an offer of mine was declined: it is gone, and the decision is the same. @param {any} ctx @param {any} before */
export function answered(ctx, before) {
  const gone = (before?.offers ?? []).filter((/** @type {any} */ offer) => ctx.snap.you?.seats.includes(offer.seat) && !ctx.snap.offers.some((/** @type {any} */ other) => other.kind === offer.kind));
  if (gone.some((/** @type {any} */ offer) => offer.kind !== withdrawn) && ctx.snap.status === "running" && ctx.snap.turn === before.turn && paused(ctx.snap) === paused(before)) toast(t("offer.declined"));
  if (gone.length) withdrawn = "";
}
let withdrawn = "";

/** What is offered and not answered. @param {any} ctx */
export function offersOpen(ctx) {
  return (ctx.snap.offers ?? []).map((/** @type {any} */ offer) => {
    const mine = ctx.snap.you?.seats.includes(offer.seat), reply = (/** @type {string} */ answer) => tell(ctx, `offers/${offer.kind}`, { answer });
    return h("div", { class: "ask", key: `offer ${offer.kind}` }, h("p", null, t(mine ? `offered.${offer.kind}` : `offers.${offer.kind}`, { who: ctx.name(offer.seat) })),
      mine ? h("button", { onclick: () => { withdrawn = offer.kind; reply("withdraw")(); } }, t("offer.withdraw"))
        : offer.awaiting.includes(ctx.seat) && h("div", { class: "row" }, h("button", { class: "main", onclick: reply("accept") }, t("offer.accept")), h("button", { onclick: reply("decline") }, t("offer.decline"))));
  });
}
