/** Die verbotene Stadt: choose an official, see where it can slide, and by which way; bribe with two wheels; believe or doubt. */

import { play } from "../actions.js";
import { h, s } from "../dom.js";
import { sentence } from "../panels/log.js";
import { inTwo, t, thing } from "../text.js";
import { around } from "./cells.js";
import { ownMoves } from "./own_moves.js";
import { answer, bribery, cardsOf, dice, figure, reachList, takings } from "./stadt_parts.js";

/** @param {number} x @param {number} y */
const nameOf = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
/** How many cells a row and a column of the board in use have. @param {any} ctx @returns {number} */
const sizeOf = (ctx) => ctx.ruleset.components.board.drawing.length >> 1;

/** @param {any} ctx @param {string} cell */
const officialAt = (ctx, cell) => ctx.position.officials?.find((/** @type {any} */ each) => each.cell === cell)?.name ?? null;
/** @param {any} ctx @param {string} cell */
const pavilionAt = (ctx, cell) => ctx.ruleset.components.board.pavilions.find((/** @type {any} */ each) => each.cells.includes(cell)) ?? null;

/** The moves of one official. @param {any} ctx @param {string} official @returns {any[]} */
const slides = (ctx, official) => (ctx.legal?.items ?? []).filter((/** @type {any} */ item) => item.object.kind === "slide" && item.object.official === official);

/** @param {any} ctx */
const current = (ctx) => (ctx.hand.end ? slides(ctx, ctx.hand.official).find((item) => item.object.end === ctx.hand.end) ?? null : null);

/** The corners of a way in the drawing. @param {any} object @param {Map<string, any>} cells @returns {number[][]} */
function points({ path, door }, cells) {
  const found = path.filter((/** @type {string} */ name) => name !== "pavilion").map((/** @type {string} */ name) => centre(cells.get(name)));
  if (door) {
    const [x, y] = centre(cells.get(door.cell)), wide = cells.get(door.cell)?.width ?? 40, [across, down] = /** @type {Record<string, number[]>} */ ({ n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] })[door.side];
    if (found.at(-1)?.join() !== `${x},${y}`) found.push([x, y]);
    found.push([x + 0.9 * wide * across, y + 0.9 * wide * down]);
  }
  return found;
}

/** @param {any} box */
const centre = (box) => (box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0]);

let animated = "";

export default {
  pans: true,
  rules: ["Rules, set-up 2", "Rules, moving", "Rules, a turn", "Rules, entering", "Rules, end and score", "Rules, what is secret"],
  doing: /** @type {Record<number, (ctx: any) => number>} */ ({ 2: (ctx) => ownMoves(ctx, ({ kind }) => kind === "bribe"), 4: (ctx) => Number(Boolean(ctx.hand.official)), 5: (ctx) => ownMoves(ctx, ({ kind }) => kind === "slide"), 7: (ctx) => Number(ctx.position.bluffing === "open"), 8: (ctx) => Number(ctx.decision?.kind === "answer") }),
  odds(/** @type {any} */ _snap, /** @type {any} */ { officials, dice, garments }) {
    const dealt = new Set(), drawn = new Set();
    return {
      of: (/** @type {any} */ { object }) => {
        if (object.kind === "deal") return officials.map((/** @type {any} */ each) => each.name).filter((/** @type {string} */ name) => !dealt.has(name)).map((/** @type {string} */ name) => [`deal ${name}`, 1]);
        if (object.kind === "garment") return garments.filter((/** @type {string} */ garment) => !drawn.has(`${inTwo(object.card)[0]}-${garment}`)).map((/** @type {string} */ garment) => [`garment ${garment}`, 1]);
        const faces = new Map();
        for (const face of dice[object.die]) faces.set(face, (faces.get(face) ?? 0) + 1);
        return [...faces].map(([face, weight]) => [`roll ${face}`, weight]);
      },
      after: (/** @type {any} */ { object }) => {
        if (object.kind === "deal") dealt.add(object.official);
        if (object.kind === "garment") drawn.add(object.card);
      },
    };
  },
  rows: (/** @type {any} */ ctx) => Array.from({ length: sizeOf(ctx) }, (_, y) => Array.from({ length: sizeOf(ctx) }, (_, x) => nameOf(x, y))),
  home: (/** @type {any} */ ctx) => nameOf(sizeOf(ctx) >> 1, sizeOf(ctx) >> 1),
  stone: (/** @type {any} */ _ctx, /** @type {number} */ seat) => `plain s${seat}`,
  seatName: (/** @type {any} */ _ctx, /** @type {number} */ seat) => t("seat.number", { number: seat + 1 }),
  points: (/** @type {number} */ n) => `${n} ${t("stadt.points", { n })}`,
  score: (/** @type {any} */ ctx, /** @type {number} */ seat) => {
    const n = ctx.snap.outcome?.reason === "fifteen_exiled" ? ctx.snap.outcome.scores[seat] : ctx.position.seats?.[seat]?.worth;
    return [h("b", null, n), h("small", null, t("stadt.points", { n }))];
  },
  chosen: (/** @type {any} */ ctx, /** @type {string} */ cell) => Boolean(ctx.hand.official) && officialAt(ctx, cell) === ctx.hand.official,

  label(/** @type {any} */ ctx, /** @type {string} */ cell) {
    const official = officialAt(ctx, cell), pavilion = pavilionAt(ctx, cell);
    if (official) return t("cell.official", { cell, official: thing(official) });
    if (pavilion) return t(ctx.position.active_pavilion === pavilion.number ? "cell.pavilion.active" : "cell.pavilion", { cell, number: pavilion.number });
    return ctx.hand.official && slides(ctx, ctx.hand.official).some((item) => item.object.end === cell) ? t("cell.end", { cell }) : t("cell.free", { cell });
  },

  tap(/** @type {any} */ ctx, /** @type {string} */ cell, /** @type {DOMPoint | null} */ point) {
    if (!ctx.mine) return;
    const official = officialAt(ctx, cell);
    if (ctx.decision.kind === "bribe") return official ? ctx.hold({ ...ctx.hand, hat: official.split("-")[0], robe: official.split("-")[1] }) : undefined;
    if (ctx.decision.kind !== "move" && ctx.decision.kind !== "again") return;
    const pavilion = pavilionAt(ctx, cell), end = pavilion?.number === ctx.position.active_pavilion ? "pavilion" : cell;
    const way = ctx.hand.official && slides(ctx, ctx.hand.official).find((item) => item.object.end === end);
    if (way && ctx.hand.end === end) return point === null || ctx.state.settings.pace === "fast" ? play(way.move) : ctx.hold({ official: ctx.hand.official });
    if (way) return ctx.hold({ official: ctx.hand.official, end });
    if (pavilion && ctx.hand.official) return; // it cannot enter there; the prompt says why
    if (official && slides(ctx, official).length) return ctx.hold(official === ctx.hand.official ? {} : { official });
    return ctx.hold(official ? { official } : {});
  },

  hover(/** @type {any} */ ctx, /** @type {string | null} */ cell) {
    if (!ctx.mine || !ctx.hand.official || ctx.hand.end) return;
    const pavilion = cell && pavilionAt(ctx, cell), end = pavilion?.number === ctx.position.active_pavilion ? "pavilion" : cell;
    if (ctx.hand.over !== end) ctx.more(ctx.hand, { over: end });
  },

  layer(/** @type {any} */ ctx, /** @type {Map<string, any>} */ cells) {
    const { official, end, over, reach } = ctx.hand, nodes = [];
    if (reach) nodes.push(...Object.entries(ctx.position.reach ?? {}).map(([name, path], place) => s("g", { class: `reach r${place % 6}`, key: name }, s("polyline", { points: line(path, cells) }), s("circle", { cx: centre(cells.get(path[0]))[0], cy: centre(cells.get(path[0]))[1], r: 18 }), s("text", { x: centre(cells.get(path[0]))[0] + 16, y: centre(cells.get(path[0]))[1] - 12 }, place + 1))));
    if (!official || !ctx.mine) return nodes;
    const from = cells.get(ctx.position.officials.find((/** @type {any} */ each) => each.name === official)?.cell);
    if (from) nodes.push(s("circle", { class: "lifted", cx: centre(from)[0], cy: centre(from)[1], r: from.width * 0.55, key: "lifted" }));
    const ways = slides(ctx, official);
    for (const item of ways) {
      if (item.object.end === "pavilion") {
        const boxes = pavilionOf(ctx).cells.map((/** @type {string} */ cell) => [cell, cells.get(cell)]), box = around(new Map(boxes), -4);
        nodes.push(s("rect", { class: `end pavilion ${end === "pavilion" ? "chosen" : ""}`, ...box, rx: 6, key: "pavilion" }));
      } else {
        const [x, y] = centre(cells.get(item.object.end));
        nodes.push(s("circle", { class: `end ${end === item.object.end ? "chosen" : ""}`, cx: x, cy: y, r: 9, key: item.object.end }));
      }
    }
    const way = ways.find((item) => item.object.end === (end ?? over));
    if (way) nodes.push(s("polyline", { class: "way", points: points(way.object, cells).map((point) => point.join()).join(" "), key: "way" }));
    return nodes;
  },

  /** Lets the official that moved slide along its way. */
  arrived(/** @type {any} */ ctx, /** @type {any} */ frame) {
    const entry = [...ctx.game.journal].reverse().find((each) => each.object?.kind === "slide") ?? (ctx.snap.last?.object?.kind === "slide" ? ctx.snap.last : null);
    const mark = `${ctx.game.id} ${entry?.number}`;
    if (!entry || animated === mark || ctx.game.replay !== null || entry.revision < ctx.snap.revision - 1) return;
    animated = mark;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const way = points(entry.object, frame.cells);
    const runner = s("g", { class: "runner" }, figure(entry.object.official, 15));
    frame.drawing.append(runner); // the layer above is drawn anew while it runs
    const frames = way.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const node = /** @type {SVGGraphicsElement | null} */ (frame.drawing.querySelector(`[data-official="${entry.object.official}"]`));
    node?.classList.add("travelling");
    const motion = runner.animate(frames, { duration: 220 * (way.length - 1) + 150, easing: "ease-in-out" });
    motion.onfinish = motion.oncancel = () => { runner.remove(); node?.classList.remove("travelling"); };
  },

  actions(/** @type {any} */ ctx) {
    const way = current(ctx), kinds = new Set((ctx.legal?.items ?? []).map((/** @type {any} */ item) => item.object.kind));
    if (ctx.decision.kind === "bribe") return bribery(ctx);
    if (kinds.has("believe")) return answer(ctx);
    if (kinds.has("take") || kinds.has("take_all") || kinds.has("decline")) return takings(ctx);
    if (!kinds.size) return null;
    const reach = Object.keys(ctx.position.reach ?? {}).length;
    return [
      h("div", { class: "row" },
        h("button", { class: "main grow", disabled: !way, onclick: () => play(way.move) }, way ? t(way.object.end === "pavilion" ? "stadt.enter" : "stadt.slide", { official: thing(ctx.hand.official), end: way.object.end }) : ctx.hand.official && !slides(ctx, ctx.hand.official).length ? t("stadt.stuck", { official: thing(ctx.hand.official) }) : t(ctx.hand.official ? "stadt.end" : "stadt.pick")),
        ctx.hand.official && h("button", { class: "quiet", onclick: () => ctx.hold({}) }, t("cathedral.back")),
        kinds.has("stop") && h("button", { onclick: () => play("stop") }, t("stadt.stop"))),
      h("button", { class: "link", "aria-pressed": String(Boolean(ctx.hand.reach)), onclick: () => ctx.hold(ctx.hand.reach ? {} : { reach: true }) }, t("stadt.reach", { n: reach })),
    ];
  },

  tray: (/** @type {any} */ ctx) => [ctx.mine && ctx.hand.reach && reachList(ctx), dice(ctx), cardsOf(ctx)],

  prompt(/** @type {any} */ ctx) {
    const { position, decision } = ctx;
    if (decision.kind === "bribe") return [news(ctx), t(position.active_pavilion ? "stadt.prompt.rebribe" : "stadt.prompt.bribe")];
    if (decision.kind === "move") return [news(ctx), t(position.bluffing === "open" ? "stadt.prompt.move.open" : "stadt.prompt.move.closed", { pavilion: position.active_pavilion, made: position.moves_made + 1 })];
    if (decision.kind === "answer" && position.entry) return t("stadt.prompt.answer", { who: ctx.name(position.active_seat), official: thing(position.entry.official), pavilion: position.active_pavilion });
    if (decision.kind === "award" && ctx.legal?.items?.some((/** @type {any} */ { object }) => object.kind === "take_all")) return [news(ctx), t("stadt.prompt.all")];
    if (["dragon", "award", "forfeit"].includes(decision.kind)) return [news(ctx), t(`stadt.prompt.${decision.kind}`)];
    return undefined;
  },

  suggest(/** @type {any} */ ctx, /** @type {any} */ { object, move }) {
    if (object.kind === "slide") ctx.hold({ official: object.official, end: object.end });
    else if (object.kind === "bribe") ctx.hold({ hat: object.official.split("-")[0], robe: object.official.split("-")[1] });
    else ctx.hold({ advised: move });
  },
  telling: (/** @type {any} */ _ctx, /** @type {any} */ { object }) => object?.kind !== "deal",

  read(/** @type {string} */ text) {
    const [kind, first, second, third] = text.split(" ");
    if (kind === "take") return first === "all" ? { kind: "take_all" } : { kind, seat: Number(second), card: third };
    return { kind, official: first, end: second };
  },

  describe(/** @type {any} */ ctx, /** @type {any} */ { seat, object, move }) {
    const who = seat === null || seat === undefined ? "" : ctx.name(seat);
    switch (object?.kind) {
      case "bribe": return object.official === "unknown" ? t("log.bribe.secret", { who }) : t("log.bribe", { who, official: thing(object.official) });
      case "slide": return t(object.end === "pavilion" ? "log.enter" : "log.slide", { who, official: thing(object.official), end: object.end });
      case "take": return t("log.take", { who, card: object.card ? thing(object.card) : t("stadt.all"), from: object.seat === null || object.seat === undefined ? "" : ctx.name(object.seat) });
      case "take_all": return t("log.takeall", { who });
      case "roll": return t(`log.roll.${object.die}`, { face: object.die === "blue" ? object.face : t(`face.${object.face}`) });
      case "garment": return t("log.garment", { who: ctx.name(object.seat), card: thing(object.card) });
      case "deal": return t("log.deal", { official: thing(object.official), cell: object.cell });
      case "believe": case "doubt": case "stop": case "decline": return t(`log.${object.kind}`, { who });
    }
    return move;
  },
};

/** What the others have done since my last move, as far as the dice beside the board do not say it. @param {any} ctx */
function news(ctx) {
  const { journal } = ctx.game, since = journal.slice(journal.findLastIndex((/** @type {any} */ { seat }) => seat === ctx.seat) + 1);
  const told = since.filter((/** @type {any} */ { object }) => !["roll", "bribe", "deal"].includes(object?.kind)).slice(-2);
  return told.length > 0 && h("small", { class: "news" }, told.map((/** @type {any} */ entry) => `${sentence(ctx, entry)}. `));
}

/** @param {any} ctx */
const pavilionOf = (ctx) => ctx.ruleset.components.board.pavilions.find((/** @type {any} */ each) => each.number === ctx.position.active_pavilion);

/** @param {string[]} path @param {Map<string, any>} cells */
const line = (path, cells) => path.filter((name) => cells.has(name)).map((name) => centre(cells.get(name)).join()).join(" ");

