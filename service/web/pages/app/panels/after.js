/** When a game is over: its course as a chart, the proof of its rolls and draws, its record and its picture. */

import { askAnalysis, fail, toast } from "../actions.js";
import { get } from "../api.js";
import { copy, download, h, s } from "../dom.js";
import { dispatch } from "../store.js";
import { said, t } from "../text.js";
import { verify } from "../verify.js";
import { sentence, spoken } from "./log.js";

/** @param {any} ctx */
export function afterPanel(ctx) {
  return [analysis(ctx), proof(ctx), record(ctx)];
}

/** @param {any} ctx */
function analysis(ctx) {
  const { game } = ctx, { analysis: found } = game;
  if (!found) return h("section", null, h("h2", null, t("after.course")), h("p", { class: "soft" }, t("after.course.about")), h("button", { class: "main", onclick: askAnalysis }, t("after.analyse")));
  const jump = (/** @type {any} */ note) => {
    const entry = game.journal.find((/** @type {any} */ each) => each.number === note.number);
    if (entry) dispatch({ type: "replay", id: game.id, revision: entry.revision });
  };
  const worst = [...found.notes].filter((note) => note.better).sort((one, other) => loss(other) - loss(one)).slice(0, 5);
  return h("section", null, h("h2", null, t("after.course")),
    found.status !== "done" && h("p", { class: "thinking" }, t("after.progress", { done: found.done, total: found.total })),
    chart(ctx, found.notes, jump),
    h("p", null, found.accuracy.filter((/** @type {any} */ each) => each.accuracy !== null).map((/** @type {any} */ each) => t("after.accuracy", { name: ctx.name(each.seat), percent: Math.round(each.accuracy) })).join(" · ")),
    worst.length > 0 && h("h3", null, t("after.turning")),
    h("ul", { class: "log" }, worst.map((note) => h("li", { key: note.number }, h("button", { class: "line", onclick: () => jump(note) },
      h("span", null, `${note.number}. ${spoken(ctx, note.seat, note.move)} (−${Math.round(100 * loss(note))} %)`),
      h("span", { class: "soft" }, t("after.better", { move: spoken(ctx, note.seat, note.better) })),
      note.lessons.filter((/** @type {any} */ { code }) => code !== "game.lesson.better").map((/** @type {any} */ lesson) => h("span", { class: "soft" }, taught(ctx, note, lesson))))))));
}

/** A lesson, the move that it tells of in words: the better one, or one that was left to the next seat. @param {any} ctx @param {any} note @param {any} lesson */
function taught(ctx, note, { sentence: told, code, params }) {
  if (!params.move) return said(told, code, params);
  const seat = params.move === note.better ? note.seat : (note.seat + 1) % ctx.snap.seats.length;
  const move = t("after.move", { move: spoken(ctx, seat, params.move) });
  return said(told.replace(params.move, () => move), code, { ...params, move });
}

/** @param {any} note */
const loss = (note) => note.estimate_before - note.estimate_after;

/** The share of the win that seat 0, or each seat by itself, was thought to have. @param {any} ctx @param {any[]} notes @param {(note: any) => void} jump */
function chart(ctx, notes, jump) {
  if (notes.length < 2) return null;
  const [wide, high] = [340, 120], two = ctx.snap.seats.length === 2;
  const x = (/** @type {number} */ place) => 6 + (place * (wide - 12)) / (notes.length - 1);
  const y = (/** @type {any} */ note) => 8 + (high - 16) * (1 - (two && note.seat === 1 ? 1 - note.estimate_after : note.estimate_after));
  const seats = two ? [null] : ctx.snap.seats.map((/** @type {any} */ seat) => seat.seat);
  return h("div", { class: "chart" }, s("svg", { viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": t("after.chart") },
    s("line", { x1: 6, x2: wide - 6, y1: high / 2, y2: high / 2, class: "middle" }),
    seats.map((/** @type {number | null} */ seat) => s("polyline", { class: `course ${seat === null ? "" : ctx.module.stone?.(ctx, seat) ?? ""}`, points: notes.map((note, place) => (seat === null || note.seat === seat ? `${x(place)},${y(note)}` : "")).join(" ") })),
    seats.map((/** @type {number | null} */ seat) => { const place = notes.findLastIndex((note) => note.seat === seat); return place >= 0 && s("text", { x: x(place) - 8, y: y(notes[place]) - 6 }, ctx.module.letter?.(ctx, seat) ?? Number(seat) + 1); }),
    notes.map((note, place) => s("circle", { cx: x(place), cy: y(note), r: note.better ? 5 : 3, class: note.better ? "slip" : "fine", role: "button", tabindex: 0, onclick: () => jump(note), onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") jump(note); } }, s("title", null, sentence(ctx, { ...note, object: ctx.game.journal.find((/** @type {any} */ each) => each.number === note.number)?.object ?? {} }))))),
    h("p", { class: "soft" }, two ? t("after.chart.two", { name: ctx.name(0) }) : t("after.chart.many")));
}

/** @param {any} ctx */
function proof(ctx) {
  const { game, snap } = ctx, { verdict } = game;
  const check = () => verify(snap, ctx.ruleset).then((found) => dispatch({ type: "verdict", id: game.id, verdict: found })).catch(fail);
  return h("section", null, h("h2", null, t("proof.title")), h("p", { class: "soft" }, t("proof.about")),
    verdict ? h("p", { class: verdict.holds ? "holds" : verdict.holds === null ? "unchecked" : "fails" }, verdict.holds ? "✓ " : verdict.holds === null ? "" : "✗ ", t(verdict.key, verdict)) : h("button", { onclick: check }, t("proof.check")),
    h("dl", { class: "facts" }, h("dt", null, t("proof.commitment")), h("dd", null, h("code", null, snap.commitment)), snap.seed && [h("dt", null, t("proof.seed")), h("dd", null, h("code", null, snap.seed))]));
}

/** @param {any} ctx */
function record(ctx) {
  const { game } = ctx, name = fileName(ctx), svg = () => drawn(game);
  const text = () => get(`/v1/games/${game.id}/export`, { form: "text" });
  return h("section", null, h("h2", null, t("record.title")), h("div", { class: "row wrap" },
    h("button", { onclick: () => text().then((record) => download(`${name}.txt`, new Blob([record], { type: "text/plain" }))).catch(fail) }, t("record.export")),
    h("button", { onclick: () => copy(`${location.origin}/#/game/${game.id}`).then(() => toast(t("open.copied"))) }, t("record.link")),
    h("button", { disabled: !game.drawing, onclick: () => download(`${name}.svg`, svg()) }, t("record.picture")),
    h("button", { disabled: !game.drawing, onclick: () => share(svg(), name).catch(fail) }, t("record.png"))));
}

/** @param {any} ctx */
const fileName = ({ snap }) => `${snap.ruleset}-${snap.id}`;
/** @param {any} game */
const drawn = (game) => new Blob([new XMLSerializer().serializeToString(whole(game.drawing.root))], { type: "image/svg+xml" });
/** Shares the board as it is shown. @param {any} ctx */
export const sharePicture = (ctx) => h("button", { class: "quiet", disabled: !ctx.game.drawing, onclick: () => share(drawn(ctx.game), fileName(ctx)).catch(fail) }, t("record.png"));

/** The drawing as it came: all of it, not only the window we look through. @param {SVGSVGElement} root */
function whole(root) {
  const copied = /** @type {SVGSVGElement} */ (root.cloneNode(true));
  const view = root.dataset.view ?? "", [, , width, height] = view.split(" ");
  for (const [name, value] of Object.entries({ viewBox: view, width, height })) copied.setAttribute(name, value);
  return copied;
}

/** Paints the drawing, and shares it where the system can, else saves it. @param {Blob} blob @param {string} name */
async function share(blob, name) {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const painted = await new Promise((/** @type {(blob: Blob) => void} */ resolve) => canvas.toBlob((made) => made && resolve(made), "image/png"));
  const files = [new File([painted], `${name}.png`, { type: "image/png" })];
  if (navigator.canShare?.({ files })) await navigator.share({ files, title: "Intramuros" });
  else download(`${name}.png`, painted);
}
