/** A game: its seats, what is due, the board, what can be done, and what has happened. */

import { askHint, fail, go, join, play, resign } from "../actions.js";
import { post } from "../api.js";
import { moduleOf } from "../board/modules.js";
import { show, zoomBy } from "../board/frame.js";
import { h } from "../dom.js";
import { uncover } from "../hotseat.js";
import { afterPanel, sharePicture } from "../panels/after.js";
import { guideCard, guideOn } from "../panels/guide.js";
import { hintPanel } from "../panels/hints.js";
import { logPanel, replayed, replaySlider, say, scrollLog, sentence as told } from "../panels/log.js";
import { movesPanel } from "../panels/moves.js";
import { refusalNote, rulesPanel } from "../panels/rules.js";
import { dispatch, now } from "../store.js";
import { said, t, thing } from "../text.js";
import { clockOf } from "../panels/clock.js";
import { abort, answered, contestPage, offersOpen, offersRow, paused, rematch } from "../panels/offers.js";
import { holder, invited } from "./games.js";
import { linkRow, titleOf } from "./start.js";

/** All that panels and boards want to know about the game on the page.
 * @param {import("../reduce.js").State} state @returns {any} */
export function context(state) {
  const game = /** @type {import("../reduce.js").Game} */ (state.game), snap = /** @type {any} */ (game.snapshot);
  const owes = snap.status === "running" && (snap.you?.owe ?? []).includes(game.seat);
  const module = moduleOf(snap.ruleset);
  const ctx = {
    state, game, snap, t, thing, play, module, seat: game.seat, mine: owes && game.replay === null && !game.sending, owes,
    decision: snap.decisions.find((/** @type {any} */ each) => each.seat === game.seat) ?? null,
    legal: owes ? game.legal : null, hand: game.hand, ruleset: state.details[snap.ruleset], position: snap.position,
    hold: (/** @type {any} */ hand) => dispatch({ type: "hand", id: game.id, hand }),
    more: (/** @type {any} */ of, /** @type {any} */ hand) => dispatch({ type: "hand-more", id: game.id, of, hand }),
    name: (/** @type {number} */ seat) => nameOf(ctx, seat),
  };
  return ctx;
}

/** @param {any} ctx @param {number} seat */
function nameOf(ctx, seat) {
  const held = ctx.snap.seats[seat], own = ctx.snap.you?.seats ?? [];
  if (own.length > 1 && own.includes(seat)) return `${t("me.guest", { number: own.indexOf(seat) + 1 })} (${ctx.module.seatName(ctx, seat)})`;
  const same = ctx.snap.seats.filter((/** @type {any} */ each) => each.name === held.name).length > 1;
  return held.name && same ? `${held.name} (${ctx.module.seatName(ctx, seat)})` : holder(held);
}

/** @param {import("../reduce.js").State} state */
export function gameScreen(state) {
  const { game } = state;
  if (!game) return h("p", { class: "soft" }, t("shell.loading"));
  if (game.missing) return missing(game.missing);
  if (!game.snapshot || !state.details[game.snapshot.ruleset]) return skeleton(game);
  const ctx = context(state);
  if (game.covered) return cover(ctx);
  return h("div", { class: `table ${game.snapshot.ruleset} ${game.snapshot.status} ${game.replay === null ? "" : "replaying"}`, key: "table" },
    h("h1", { class: "unseen", key: "title" }, titleOf(game.snapshot.ruleset)),
    game.connection === "lost" && h("p", { class: "lost", role: "status", key: "lost" }, t("live.lost")),
    h("section", { class: "seats", "aria-label": t("game.seats"), key: "seats" }, game.snapshot.seats.map((seat) => seatNode(ctx, seat))),
    h("section", { class: "due", "aria-label": t("game.due"), key: "due", "aria-busy": game.sending || (ctx.mine && !game.legal) ? "true" : undefined }, due(ctx)),
    h("section", { class: "stage", "aria-label": t("game.board"), key: "stage" },
      h("div", { id: "board", class: ctx.module.rows ? "board" : "board whole", "data-kept": true, key: "board" }),
      h("div", { class: "tools" }, replaySlider(ctx), ctx.module.pans && zooms())),
    h("section", { class: "tray", "aria-label": t("game.hand"), key: "tray" }, ctx.snap.status === "open" ? invite(ctx) : ctx.module.tray?.(ctx)),
    h("section", { class: "side", key: "side" }, tabs(ctx)),
  );
}

/** @param {import("../reduce.js").Game} game */
const skeleton = (game) => h("div", { class: "table", key: "table" },
  game.connection === "lost" && h("p", { class: "lost", role: "status" }, t("live.lost")), h("section", { class: "stage" }, h("div", { class: "board waiting" })));

/** @param {import("../reduce.js").Refusal} refusal */
const missing = (refusal) => h("div", { class: "card lone" }, h("h1", null, t("game.missing")), h("p", null, said(refusal.detail, refusal.code, refusal.params)), h("a", { class: "button", href: "#/" }, t("game.home")));

/** The screen between two people at one device. @param {any} ctx */
function cover(ctx) {
  return h("div", { class: "card lone cover", key: "cover" }, h("h1", null, t("cover.title", { name: ctx.name(ctx.seat) })), h("p", null, t("cover.about")),
    h("button", { class: "main", id: "uncover", onclick: () => uncover().catch(fail) }, t("cover.ready", { name: ctx.name(ctx.seat) })));
}

/** @param {any} ctx @param {any} seat */
function seatNode(ctx, seat) {
  const { snap, module } = ctx, present = ctx.game.replay === null, acts = present && snap.actors.includes(seat.seat), won = present && snap.outcome?.winners.includes(seat.seat);
  return h("div", { class: `seat ${acts ? "acts" : ""} ${won ? "won" : ""}`, key: seat.seat, "data-seat": seat.seat },
    h("span", { class: `stone ${module.stone?.(ctx, seat.seat) ?? ""}`, "aria-hidden": "true" }, module.letter?.(ctx, seat.seat) ?? seat.seat + 1),
    h("div", { class: "who" },
      h("b", null, (ctx.snap.you?.seats.length ?? 0) > 1 ? ctx.name(seat.seat) : holder(seat), ctx.snap.you?.seats.includes(seat.seat) && h("span", { class: "you" }, t("seat.you")), snap.options?.teams && ctx.seat !== null && seat.seat === (ctx.seat + 2) % 4 && h("span", { class: "you mate" }, t("seat.partner"))),
      h("span", { class: "role" }, [module.seatName(ctx, seat.seat), seat.kind === "ai" && t("seat.ai.short"), seat.resigned && t("seat.resigned"), acts && t("seat.acts"), won && t("seat.won")].filter(Boolean).join(" · "))),
    h("span", { class: "score" }, snap.position && module.score?.(ctx, seat.seat)),
    clockOf(ctx, seat.seat));
}

/** What is due, what was refused, and the buttons for it. @param {any} ctx */
function due(ctx) {
  const { game, snap } = ctx;
  return [
    h("div", { class: `prompt ${ctx.owes ? "mine" : ""}`, key: "prompt" }, game.replay === null ? prompt(ctx) : replayed(ctx)),
    game.refusal && refusalNote(ctx, game.refusal),
    guideCard(ctx),
    game.replay === null && snap.status === "running" && ctx.seat !== null && ctx.module.actions && h("div", { class: "actions", key: "actions" }, ctx.mine && ctx.module.actions(ctx)),
    snap.status === "finished" && game.replay === null && h("div", { class: "actions", key: "ended" }, rematch(ctx), h("button", { onclick: () => { dispatch({ type: "tab", id: game.id, tab: "after" }); setTimeout(() => document.getElementById("panel")?.scrollIntoView({ block: "nearest" }), 80); } }, t("tab.after"))),
    game.replay === null && offersOpen(ctx),
    game.asking && h("div", { class: "ask", key: "ask", role: "alertdialog", "aria-label": t(`${game.asking}.sure`) }, h("p", null, t(`${game.asking}.sure`)),
      h("div", { class: "row" }, h("button", { class: "bad", onclick: game.asking === "resign" ? () => resign().catch(fail) : abort(ctx) }, t(`${game.asking}.yes`)), h("button", { onclick: () => dispatch({ type: "asking", id: game.id, what: null }) }, t(game.asking === "cancel" ? "cancel.no" : "resign.no")))),
  ];
}

/** @param {any} ctx */
function prompt(ctx) {
  const { snap, game } = ctx;
  if (snap.status === "open") return h("p", null, t("open.waiting"));
  if (snap.status === "finished") return h("p", { class: "ending" }, ending(ctx));
  if (game.unsent) return h("p", null, t("due.unsent"), " ", h("button", { class: "link", onclick: () => dispatch({ type: "refused", id: game.id, refusal: null }) }, t("due.unsend")));
  if (game.sending) return h("p", null, t("due.sending"));
  if (paused(snap)) return h("p", null, t("due.paused"));
  if (ctx.owes && ctx.decision) return h("p", null, ctx.module.prompt?.(ctx) ?? said(ctx.decision.prompt, ctx.decision.code, ctx.decision.params));
  const names = snap.actors.map((/** @type {number} */ seat) => ctx.name(seat)).join(", ");
  const thinking = snap.actors.every((/** @type {number} */ seat) => snap.seats[seat].kind === "ai");
  return h("p", { class: thinking ? "thinking" : "" }, t(thinking ? "due.thinks" : "due.waits", { names }));
}

/** How it ended, in a sentence. @param {any} ctx */
export function ending(ctx) {
  const { winners, scores, sentence, code, params } = ctx.snap.outcome;
  const names = winners.map((/** @type {number} */ seat) => ctx.name(seat)).join(" & ");
  const who = winners.length === 1 ? t("end.wins", { names }) : winners.length ? t("end.shared", { names }) : t("end.nobody");
  const last = ctx.game.journal.at(-1), left = ["resign", "timeout"].includes(last?.object?.kind) && `${told(ctx, last)}.`;
  return [who, left || (sentence && said(sentence, code, params)), code?.startsWith("game.") ? "" : t(ctx.module.fewest ? "end.left" : "end.scores", { scores: scores.join("\u00a0:\u00a0") })].filter(Boolean).join(" ");
}

const zooms = () => h("div", { class: "zooms" },
  h("button", { "aria-label": t("zoom.in"), onclick: () => zoomBy(1.3) }, "+"), h("button", { "aria-label": t("zoom.out"), onclick: () => zoomBy(1 / 1.3) }, "−"), h("button", { "aria-label": t("zoom.fit"), onclick: () => zoomBy(0) }, "⤢"));

/** @param {any} ctx */
function invite(ctx) {
  const { snap, game } = ctx, code = snap.join_code ?? "", seated = (snap.you?.seats ?? []).length > 0;
  const link = `${location.origin}/#/game/${snap.id}${code ? `?code=${code}` : ""}`;
  const off = snap.creator && snap.creator === ctx.state.me?.id && h("button", { class: "quiet", onclick: () => dispatch({ type: "asking", id: game.id, what: "cancel" }) }, t("cancel.button"));
  if (!seated) return h("div", { class: "card" }, h("h2", null, t("open.join")), h("div", { class: "row wrap" }, snap.seats.filter((/** @type {any} */ seat) => seat.kind === "open" && (!seat.reserved_for || seat.reserved_for === ctx.state.me?.id)).map((/** @type {any} */ seat) =>
    h("button", { class: "main", onclick: () => join(seat.seat).catch(fail) }, t("open.take", { seat: ctx.module.seatName(ctx, seat.seat) }))),
  invited(ctx.state, snap) && h("button", { onclick: () => post(`/v1/games/${snap.id}/seats/decline`).then(() => go("#/games")).catch(fail) }, t("offer.decline")), off));
  return h("div", { class: "card" }, h("h2", null, t("open.invite")), h("p", null, t(snap.seats.some((/** @type {any} */ seat) => seat.kind === "open" && !seat.reserved_for) ? "open.about" : "open.kept")),
    linkRow(link),
    code && h("p", null, t("open.code", { id: game.id, code })),
    off);
}

/** @param {any} ctx */
function tabs(ctx) {
  const { game, snap } = ctx, over = snap.status === "finished";
  const names = ["log", ctx.owes && "moves", ctx.owes && snap.hints !== false && "hints", over && "after", "rules"].filter((name) => typeof name === "string");
  const open = names.includes(game.tab) ? game.tab : ctx.owes && !ctx.module.actions ? "moves" : "log";
  const panels = /** @type {Record<string, (ctx: any) => any>} */ ({ log: logPanel, moves: movesPanel, hints: hintPanel, after: afterPanel, rules: rulesPanel });
  const pick = (/** @type {string} */ name) => { dispatch({ type: "tab", id: game.id, tab: name }); if (name === "hints" && !now().game?.hint) askHint(); };
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = names[(names.indexOf(open) + by + names.length) % names.length];
    pick(next);
    setTimeout(() => document.getElementById(`tab-${next}`)?.focus(), 50);
  };
  return [
    h("div", { class: "tabs", role: "tablist", "aria-label": t("game.tabs"), onkeydown: step }, names.map((name) => h("button", { role: "tab", id: `tab-${name}`, key: name, "aria-selected": String(name === open), "aria-controls": "panel", tabindex: name === open ? 0 : -1, onclick: () => pick(name) }, t(`tab.${name}`)))),
    h("div", { class: `panel of-${open}`, id: "panel", role: "tabpanel", "aria-labelledby": `tab-${open}`, tabindex: 0, key: open }, panels[open](ctx)),
    snap.contest && h("p", null, h("a", { href: contestPage(snap.contest) }, t(`contests.${snap.contest.kind}`))),
    !over && (snap.you?.seats ?? []).length > 0 && snap.status === "running" && h("div", { class: "row wrap end" }, sharePicture(ctx), offersRow(ctx), h("button", { class: "quiet", onclick: () => dispatch({ type: "asking", id: game.id, what: "resign" }) }, t("resign.button"))),
  ];
}

/** What is done after the page was drawn: the board, and saying what happened. @param {import("../reduce.js").State} state @param {import("../reduce.js").State} before */
export function afterDrawing(state, before) {
  if (state.route.name !== "game" || !state.game?.snapshot || state.game.covered || !state.details[state.game.snapshot.ruleset]) return;
  const ctx = context(state);
  show(ctx, ctx.module);
  say(ctx, before.game);
  scrollLog(ctx, before.game);
  if (before.game?.id === state.game.id) answered(ctx, before.game.snapshot);
  if (before.game?.snapshot && before.game.id === state.game.id && !before.game.covered) guideOn(ctx, context({ ...before, details: state.details }));
}

addEventListener("keydown", (event) => {
  const state = now(), target = /** @type {Element} */ (event.target);
  if (state.route.name !== "game" || !state.game?.snapshot || state.game.covered || !state.details[state.game.snapshot.ruleset]) return;
  if (target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const ctx = context(state);
  if (!ctx.mine) return;
  if (event.key.toLowerCase() === "r") ctx.module.turn?.(ctx, event.shiftKey ? -1 : 1);
  else if (event.key === "Escape") ctx.hold({});
});
