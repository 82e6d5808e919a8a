/** Cathedral: take a building, turn it, put it on the city; it stays as a ghost until it is confirmed. */

import { movesLike, play, refusalOf } from "../actions.js";
import { h, s } from "../dom.js";
import { refusalNote } from "../panels/rules.js";
import { now } from "../store.js";
import { t, thing } from "../text.js";
import { at } from "./frame.js";
import { around, outline } from "./cells.js";
import { choices, hands, picture } from "./cathedral_parts.js";
import { ownMoves } from "./own_moves.js";

const SIZE = 10, FACINGS = "nesw", NEAR = 1.9;
const COLUMNS = "abcdefghij";

/** @param {number} x @param {number} y */
const nameOf = (x, y) => `${COLUMNS[x]}${y + 1}`;
/** @param {string} name */
const placeOf = (name) => [COLUMNS.indexOf(name[0]), Number(name.slice(1)) - 1];

/** The cells of a building on a square, or null where it would stand outside. @param {number[][]} shape @param {number} x @param {number} y */
function covered(shape, x, y) {
  const cells = shape.map(([right, down]) => [x + right, y + down]);
  return cells.every(([cx, cy]) => cx >= 0 && cy >= 0 && cx < SIZE && cy < SIZE) ? cells.map(([cx, cy]) => nameOf(cx, cy)) : null;
}

/** @param {any} ctx @param {string} piece @param {string} facing @returns {number[][]} */
function shapeOf(ctx, piece, facing) {
  const { buildings, cathedral } = ctx.ruleset.components;
  if (piece === "cathedral") return cathedral.shapes[0][facing];
  return buildings.find((/** @type {any} */ each) => each.name === piece).shapes[ctx.seat ?? 0][facing];
}

/** @type {{ legal: any, found: Map<string, string> }} */
let unfolded = { legal: null, found: new Map() };
/** Every legal placement: the cells it covers, and the move that says so. @param {any} ctx */
function placements(ctx) {
  if (!ctx.legal || unfolded.legal === ctx.legal) return ctx.legal ? unfolded.found : new Map();
  const { origin: [left, top], width, pieces } = ctx.legal, found = new Map();
  for (const [piece, facings] of Object.entries(pieces)) {
    for (const [facing, mask] of Object.entries(/** @type {Record<string, string>} */ (facings))) {
      const bits = BigInt(`0x${mask}`);
      for (let bit = 0; bits >> BigInt(bit) > 0n; bit += 1) {
        if (!((bits >> BigInt(bit)) & 1n)) continue;
        const x = left + (bit % width), y = top + Math.floor(bit / width);
        const cells = covered(shapeOf(ctx, piece, facing), x, y);
        if (cells) found.set(`${piece} ${[...cells].sort().join()}`, `${piece}@${nameOf(x, y)}${facing}`);
      }
    }
  }
  unfolded = { legal: ctx.legal, found };
  return found;
}

/** Where a building that is pointed somewhere comes to stand: on the nearest squares that fit, near by or covering the place, else where it
 * is pointed. @param {any} ctx @param {any} hand @param {number} px @param {number} py the place pointed at, in squares */
function aimed(ctx, hand, px, py) {
  const shape = shapeOf(ctx, hand.piece, hand.facing), legal = placements(ctx);
  const middle = [0, 1].map((axis) => shape.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / shape.length), under = nameOf(Math.floor(px), Math.floor(py));
  let best = null;
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const cells = covered(shape, x, y);
      if (!cells) continue;
      const move = legal.get(`${hand.piece} ${[...cells].sort().join()}`), far = Math.hypot(x + middle[0] - px, y + middle[1] - py);
      if (move && far > NEAR && !cells.includes(under)) continue;
      const cost = move ? far : far + SIZE; // the end of a long building is far from its middle, and fits all the same
      if (!best || cost < best.cost) best = { cost, cells, move: move ?? null, text: `${hand.piece}@${nameOf(x, y)}${hand.facing}` };
    }
  }
  return best;
}

/** @param {any} ctx @param {string} cell @param {DOMPoint | null | undefined} point @param {Map<string, any>} cells */
function pointed(ctx, cell, point, cells) {
  const [x, y] = placeOf(cell), box = cells.get(cell);
  return point && box ? [x + (point.x - box.x) / box.width, y + (point.y - box.y) / box.height] : [x + 0.5, y + 0.5];
}

/** Puts the building down where it is pointed; if it fits there only turned, and may turn, it turns by itself.
 * @param {any} ctx @param {any} hand @param {boolean} pinned @param {boolean} [mayTurn] */
function put(ctx, hand, pinned, mayTurn = false) {
  let facing = hand.facing, ghost = aimed(ctx, hand, hand.at[0], hand.at[1]);
  for (const other of mayTurn && !ghost?.move ? FACINGS : "") {
    const turned = aimed(ctx, { ...hand, facing: other }, hand.at[0], hand.at[1]);
    if (turned?.move && (!ghost?.move || turned.cost < ghost.cost)) [facing, ghost] = [other, turned];
  }
  const next = { ...hand, facing, ghost, pinned, variants: null, choice: 0, refusal: null };
  ctx.hold(next);
  if (!pinned || !ghost) return;
  if (ghost.move) movesLike(ghost.move, 12).then((items) => ctx.more(next, { variants: items })).catch(() => {});
  else refusalOf(ghost.text).then((refusal) => ctx.more(next, { refusal })).catch(() => {});
}

/** @param {any} ctx */
const handOf = (ctx) => (ctx.hand.piece ? ctx.hand : ctx.decision?.kind === "cathedral" ? { piece: "cathedral", facing: "n" } : null);

/** @type {{ found: Map<string, string> | null, grounds: Map<string, Set<string>> }} */
let standing = { found: null, grounds: new Map() };
/** The cells where each building could stand in any way. @param {any} ctx */
export function grounds(ctx) {
  const found = placements(ctx);
  if (standing.found === found) return standing.grounds;
  standing = { found, grounds: new Map() };
  for (const key of found.keys()) {
    const [piece, cells] = key.split(" "), ground = standing.grounds.get(piece) ?? new Set();
    for (const cell of cells.split(",")) ground.add(cell);
    standing.grounds.set(piece, ground);
  }
  return standing.grounds;
}

/** @param {any} ctx */
function chosenMove(ctx) {
  const { ghost, variants, choice } = ctx.hand;
  return variants?.[choice]?.move ?? ghost?.move ?? null;
}

/** @param {any} ctx @param {string} piece @param {PointerEvent} event */
function drag(ctx, piece, event) {
  const from = [event.clientX, event.clientY];
  let dragging = false;
  const facing = () => { const hand = now().game?.hand; return hand?.piece === piece ? hand.facing : "n"; }; // it may be turned on the way
  const spot = (/** @type {any} */ { name, point, box }) => { const [x, y] = placeOf(name); return [x + (point.x - box.x) / box.width, y + (point.y - box.y) / box.height]; };
  const move = (/** @type {PointerEvent} */ moved) => {
    dragging ||= Math.hypot(moved.clientX - from[0], moved.clientY - from[1]) > 12;
    const found = dragging ? at(moved.clientX, moved.clientY) : null;
    if (!found) return;
    moved.preventDefault();
    put(ctx, { piece, facing: facing(), at: spot(found) }, false);
  };
  const up = (/** @type {PointerEvent} */ last) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    const found = dragging && last.type === "pointerup" ? at(last.clientX, last.clientY) : null;
    if (found) put(ctx, { piece, facing: facing(), at: spot(found) }, true);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}

export default {
  open: true,
  folded: true,
  rules: ["Rules, 1", "Rules, 2", "Rules, 3", "Rules, 4", "Rules, 5", "Rules, 6", "Rules, 7", "Notation"],
  doing: /** @type {Record<number, (ctx: any) => number>} */ ({
    2: (ctx) => ownMoves(ctx, ({ building }) => building === "cathedral"), 3: (ctx) => Number(Boolean(ctx.hand.piece && ctx.hand.piece !== "cathedral")), 4: (ctx) => ownMoves(ctx, ({ building }) => building !== "cathedral"),
    5: (ctx) => ownMoves(ctx, ({ claims, takes }) => claims?.length || takes?.length), 7: (ctx) => ownMoves(ctx, ({ takes }) => takes?.length),
  }),
  odds: () => ({ of: () => [], after: () => {} }),
  rows: () => Array.from({ length: SIZE }, (_, y) => Array.from({ length: SIZE }, (_, x) => nameOf(x, y))),
  home: () => "e5",
  stone: (/** @type {any} */ _ctx, /** @type {number} */ seat) => (seat ? "dark" : "light"),
  letter: (/** @type {any} */ _ctx, /** @type {number} */ seat) => t(seat ? "side.dark" : "side.light")[0],
  seatName: (/** @type {any} */ _ctx, /** @type {number} */ seat) => t(seat ? "side.dark" : "side.light"),
  fewest: true,
  points: (/** @type {number} */ n) => t("cathedral.squares", { n }),
  score: (/** @type {any} */ ctx, /** @type {number} */ seat) => [h("b", null, ctx.position.sides?.[seat].squares_left), h("small", null, t("cathedral.left"))],
  holds: (/** @type {any} */ ctx) => Boolean(ctx.hand.piece),
  chosen: (/** @type {any} */ ctx, /** @type {string} */ cell) => ctx.hand.ghost?.cells.includes(cell),

  label(/** @type {any} */ ctx, /** @type {string} */ cell) {
    const building = ctx.position.buildings?.find((/** @type {any} */ each) => each.cells.includes(cell));
    const ground = ctx.position.territory?.findIndex((/** @type {string[]} */ squares) => squares.includes(cell));
    if (building) return t("cell.building", { cell, building: thing(building.building), side: building.seat === null ? "" : t(building.seat ? "side.dark" : "side.light") });
    const hand = ctx.mine && handOf(ctx), could = hand && grounds(ctx).get(hand.piece)?.has(cell) ? ` ${t("cell.could", { building: thing(hand.piece) })}` : "";
    return (ground >= 0 ? t("cell.territory", { cell, side: t(ground ? "side.dark" : "side.light") }) : t("cell.free", { cell })) + could;
  },

  tap(/** @type {any} */ ctx, /** @type {string} */ cell, /** @type {DOMPoint | null} */ point, /** @type {Map<string, any>} */ cells) {
    if (!ctx.mine) return;
    const hand = handOf(ctx);
    if (!hand) return;
    if (ctx.hand.pinned && ctx.hand.ghost?.cells.includes(cell) && chosenMove(ctx) && (point === null || ctx.state.settings.pace === "fast")) return play(chosenMove(ctx));
    const where = pointed(ctx, cell, point, cells);
    if (ctx.hand.pinned && ctx.hand.ghost?.text === aimed(ctx, hand, where[0], where[1])?.text) return this.turn(ctx, 1);
    put(ctx, { piece: hand.piece, facing: hand.facing, at: where }, true, true);
  },

  hover(/** @type {any} */ ctx, /** @type {string | null} */ cell, /** @type {DOMPoint | undefined} */ point, /** @type {Map<string, any>} */ cells) {
    const hand = ctx.mine && handOf(ctx);
    if (!hand || ctx.hand.pinned) return;
    if (cell === null) return ctx.hand.ghost ? ctx.hold({ piece: hand.piece, facing: hand.facing }) : undefined;
    const where = pointed(ctx, cell, point, cells), ghost = aimed(ctx, hand, where[0], where[1]);
    if (ghost?.text !== ctx.hand.ghost?.text || hand.piece !== ctx.hand.piece) ctx.hold({ piece: hand.piece, facing: hand.facing, at: where, ghost, pinned: false });
  },

  turn(/** @type {any} */ ctx, /** @type {number} */ by) {
    const hand = ctx.mine && handOf(ctx);
    if (!hand) return;
    const facing = FACINGS[(FACINGS.indexOf(hand.facing) + by + 4) % 4];
    if (ctx.hand.ghost) put(ctx, { piece: hand.piece, facing, at: ctx.hand.at }, ctx.hand.pinned);
    else ctx.hold({ piece: hand.piece, facing });
  },

  layer(/** @type {any} */ ctx, /** @type {Map<string, any>} */ cells) {
    const { ghost, variants, choice, pinned, piece } = ctx.game.replay === null ? ctx.hand : {};
    const wide = cells.get("a1")?.width ?? 54;
    const defs = s("defs", null, s("pattern", { id: "page-claim", width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 5, height: 12, class: "claim-line" })));
    const hand = ctx.mine && handOf(ctx), ground = hand ? grounds(ctx).get(hand.piece) : null;
    const could = ground && ground.size < 70 ? s("g", { class: "could", key: "could" }, [...ground].map((cell) => { const box = cells.get(cell); return box && s("circle", { cx: box.x + box.width / 2, cy: box.y + box.height / 2, r: 6 }); })) : null;
    if (!ghost) return [defs, could];
    const object = variants?.[choice]?.object, claimed = [...(object?.claims ?? []), ...(object?.takes ?? []).map((/** @type {any} */ each) => each.region)].flat();
    const box = around(new Map(ghost.cells.map((/** @type {string} */ cell) => [cell, cells.get(cell)])), 0);
    return [defs, could,
      s("g", { class: "claims" }, claimed.filter((cell) => !ghost.cells.includes(cell)).map((cell) => s("rect", { ...cells.get(cell), fill: "url(#page-claim)" })), s("path", { d: outline(claimed, cells, 2) })),
      s("g", { class: "taken" }, (object?.takes ?? []).map((/** @type {any} */ each) => s("path", { d: outline(each.cells, cells, 4) }))),
      s("g", { class: `ghost ${ghost.move ? "fits" : "not"} ${pinned ? "pinned" : ""}`, key: "ghost" },
        picture(ctx, piece, ghost.cells.map((/** @type {string} */ cell) => cells.get(cell)), wide),
        s("path", { class: "edge", d: outline(ghost.cells, cells, 1) }),
        pinned && s("text", { x: box.x + box.width / 2, y: box.y + box.height / 2, class: "sign" }, ghost.move ? "✓" : "✗"))];
  },

  actions(/** @type {any} */ ctx) {
    const { ghost, pinned, variants, choice, refusal } = ctx.hand, hand = handOf(ctx), move = chosenMove(ctx);
    if (!hand) return null;
    return [
      refusal && refusalNote(ctx, refusal),
      variants?.length > 1 && choices(ctx, variants, choice),
      h("div", { class: "row" },
        h("button", { onclick: () => this.turn(ctx, -1), "aria-label": t("cathedral.turn.left") }, "⟲"),
        h("button", { onclick: () => this.turn(ctx, 1), "aria-label": t("cathedral.turn.right") }, "⟳"),
        h("button", { class: "main grow", disabled: !pinned || !move, onclick: () => play(move) }, ghost && pinned ? t("cathedral.place", { building: thing(hand.piece) }) : t("cathedral.point", { building: thing(hand.piece) })),
        ctx.hand.piece && h("button", { class: "quiet", onclick: () => ctx.hold({}) }, t("cathedral.back"))),
    ];
  },

  tray: (/** @type {any} */ ctx) => hands(ctx, handOf(ctx), drag, ctx.mine && ctx.legal ? grounds(ctx) : null),

  prompt(/** @type {any} */ ctx) {
    const hand = handOf(ctx);
    if (ctx.decision.kind === "cathedral") return t("cathedral.prompt.first");
    if (!hand) return ctx.position.skipped === null ? t("cathedral.prompt.pick") : t("cathedral.prompt.again", { who: ctx.name(ctx.position.skipped) });
    if (ctx.hand.variants?.length > 1) return t("cathedral.prompt.choice");
    return ctx.hand.pinned ? t("cathedral.prompt.confirm") : t("cathedral.prompt.point", { building: thing(hand.piece) });
  },

  suggest(/** @type {any} */ ctx, /** @type {any} */ move) {
    const { building, facing, cells } = move.object;
    const next = { piece: building, facing, at: middle(cells), pinned: true, ghost: { cells, move: move.move.split(" ")[0], text: move.move }, variants: [move], choice: 0 };
    ctx.hold(next);
    movesLike(move.move.split(" ")[0], 12).then((items) => ctx.more(next, { variants: items, choice: Math.max(0, items.findIndex((/** @type {any} */ item) => item.move === move.move)) })).catch(() => {});
  },

  read(/** @type {string} */ text) {
    const [, building, square] = text.match(/^(\w+)@([a-j]\d+)/) ?? [];
    return building && { building, square };
  },

  describe(/** @type {any} */ ctx, /** @type {any} */ { seat, object, move }) {
    if (!object?.building) return move;
    const names = (/** @type {any[]} */ list) => (list ?? []).map((each) => thing(each.building)).join(", ");
    const parts = [t("log.place", { who: ctx.name(seat), building: thing(object.building), square: object.square })];
    const claimed = [...(object.claims ?? []), ...(object.takes ?? []).map((/** @type {any} */ each) => each.region)].flat().length;
    if (object.takes?.length) parts.push(t("log.takes", { what: names(object.takes) }));
    if (claimed) parts.push(t("log.claims", { n: claimed }));
    if (object.leaves?.length) parts.push(t("log.leaves", { what: names(object.leaves) }));
    return parts.join(", ");
  },
};

/** @param {string[]} cells */
function middle(cells) {
  const places = cells.map(placeOf);
  return [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis] + 0.5, 0) / places.length);
}

