/** Forbidden City: the cells where the held tile fits glow; it turns by itself where only one way fits. */

import { play } from "../actions.js";
import { h, s } from "../dom.js";
import { dispatch } from "../store.js";
import { t, thing } from "../text.js";
import { outline } from "./cells.js";
import { ownMoves } from "./own_moves.js";
import { tilePicture } from "./tiles.js";

const FACINGS = "nesw";

/** @param {any} ctx @returns {Map<string, any[]>} */
function fits(ctx) {
  const found = new Map();
  for (const item of ctx.legal?.items ?? []) {
    if (item.object.kind !== "lay") continue;
    const cell = `${item.object.x},${item.object.y}`;
    found.set(cell, [...(found.get(cell) ?? []), item]);
  }
  return found;
}

/** @param {any} ctx */
const heldTile = (ctx) => ctx.position.seats?.[ctx.seat]?.held ?? null;
/** @param {any} ctx @param {string} name */
const tileOf = (ctx, name) => ctx.ruleset.components.tiles.find((/** @type {any} */ each) => each.tile === name);
/** @param {any} ctx @param {number} seat */
const colourOf = (ctx, seat) => (seat < 0 ? "even" : ctx.position.seats?.[seat]?.colour ?? "purple");

/** Which of the fitting ways to show first: the way the tile is held, else the one that pays most, else the first.
 * @param {any[]} ways @param {string} facing @param {number} seat */
function firstWay(ways, facing, seat) {
  return ways.find((way) => way.object.facing === facing) ?? [...ways].sort((one, other) => other.object.paid[seat] - one.object.paid[seat])[0];
}

/** @param {any} ctx */
const current = (ctx) => (ctx.hand.cell ? (fits(ctx).get(ctx.hand.cell) ?? []).find((way) => way.object.facing === ctx.hand.facing) ?? null : null);

/** @param {any} ctx */
function extent(ctx) {
  const cells = [...(ctx.position.tiles ?? []).map((/** @type {any} */ tile) => [tile.x, tile.y]), ...(ctx.position.open_cells ?? [])];
  const xs = cells.map((cell) => cell[0]), ys = cells.map((cell) => cell[1]);
  return cells.length ? { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) } : { left: 0, right: 0, top: 0, bottom: 0 };
}

export default {
  pans: true,
  rules: ["Preparations", "Starting the game", "Starting the game, 1", "Starting the game, 2", "Closing off rooms", "The value of a room", "Scoring", "The winner of the game"],
  doing: /** @type {Record<number, (ctx: any) => number>} */ ({ 3: (ctx) => Number(Boolean(ctx.hand.cell)), 5: (ctx) => ownMoves(ctx, ({ kind }) => kind === "lay"), 6: (ctx) => ownMoves(ctx, ({ closes }) => closes?.length) }),
  odds(/** @type {any} */ snap, /** @type {any} */ { tiles }) {
    const names = tiles.filter((/** @type {any} */ tile) => snap.seats.length === 2 || !tile.marked).map((/** @type {any} */ tile) => tile.tile);
    const left = snap.seats.map(() => [...names]);
    return {
      of: (/** @type {any} */ entry) => (entry.object.kind === "first" ? left.map((/** @type {any} */ _, /** @type {number} */ seat) => [`first ${seat}`, 1]) : left[entry.object.seat].map((/** @type {string} */ tile) => [`draw ${tile}`, 1])),
      after: (/** @type {any} */ { seat, object }) => {
        if (object.kind === "lay" || object.kind === "aside") left[seat].splice(left[seat].indexOf(object.tile), 1);
      },
    };
  },
  rim: 18,
  rows(/** @type {any} */ ctx) {
    const { left, right, top, bottom } = extent(ctx);
    return Array.from({ length: bottom - top + 1 }, (_, y) => Array.from({ length: right - left + 1 }, (_, x) => `${left + x},${top + y}`));
  },
  home: () => "0,0",
  stone: (/** @type {any} */ ctx, /** @type {number} */ seat) => colourOf(ctx, seat),
  letter: (/** @type {any} */ ctx, /** @type {number} */ seat) => colourOf(ctx, seat)[0].toUpperCase(), // as on the tiles, in every language
  seatName: (/** @type {any} */ ctx, /** @type {number} */ seat) => (ctx.position.seats ? t(`colour.${colourOf(ctx, seat)}`) : t("seat.number", { number: seat + 1 })),
  points: (/** @type {number} */ n) => `${n} ${t("city.coins", { n })}`,
  score: (/** @type {any} */ ctx, /** @type {number} */ seat) => {
    const n = ctx.snap.outcome?.reason === "all_laid" ? ctx.snap.outcome.scores[seat] : ctx.position.seats?.[seat]?.score;
    return [h("b", null, n), h("small", null, t("city.coins", { n }), gain(ctx, seat))];
  },
  holds: () => false,
  chosen: (/** @type {any} */ ctx, /** @type {string} */ cell) => ctx.hand.cell === cell,

  label(/** @type {any} */ ctx, /** @type {string} */ cell) {
    const [x, y] = cell.split(",").map(Number);
    const tile = ctx.position.tiles?.find((/** @type {any} */ each) => each.x === x && each.y === y);
    if (tile) return t("cell.tile", { cell, tile: thing(tile.tile), side: tile.seat === null ? "" : t(`colour.${colourOf(ctx, tile.seat)}`) });
    const ways = ctx.mine ? fits(ctx).get(cell)?.length ?? 0 : 0;
    return ways ? t("cell.fits", { cell, n: ways }) : t("cell.free", { cell });
  },

  tap(/** @type {any} */ ctx, /** @type {string} */ cell, /** @type {DOMPoint | null} */ point) {
    const room = ctx.position.rooms?.findIndex((/** @type {any} */ each) => each.cells.some((/** @type {number[]} */ place) => place.join() === cell));
    if (!ctx.mine) return dispatch({ type: "picked", id: ctx.game.id, room: room >= 0 && ctx.game.picked !== room ? room : null });
    const ways = fits(ctx).get(cell);
    if (!ways) return dispatch({ type: "picked", id: ctx.game.id, room: room >= 0 && ctx.game.picked !== room ? room : null });
    if (ctx.hand.cell !== cell) return ctx.hold({ cell, facing: firstWay(ways, ctx.hand.facing ?? "n", ctx.seat).object.facing });
    if (point === null || ctx.state.settings.pace === "fast") return play(current(ctx).move);
    return this.turn(ctx, 1);
  },

  turn(/** @type {any} */ ctx, /** @type {number} */ by) {
    if (!ctx.mine) return;
    const ways = ctx.hand.cell ? fits(ctx).get(ctx.hand.cell)?.map((way) => way.object.facing) ?? [] : [...FACINGS];
    let facing = ctx.hand.facing ?? "n";
    for (let step = 0; step < 4; step += 1) {
      facing = FACINGS[(FACINGS.indexOf(facing) + by + 4) % 4];
      if (ways.includes(facing)) break;
    }
    ctx.hold({ ...ctx.hand, facing });
  },

  layer(/** @type {any} */ ctx, /** @type {Map<string, any>} */ cells) {
    const nodes = [], room = ctx.game.picked === null || ctx.game.replay !== null ? null : ctx.position.rooms?.[ctx.game.picked];
    if (ctx.game.replay === null) nodes.push(...paying(ctx).map((each) => s("path", { class: `room of ${colourOf(ctx, leaders(each)[1] === undefined ? leaders(each)[0] : -1)}`, d: outline(each.cells.map((/** @type {number[]} */ cell) => cell.join()), cells, 4), key: each.id })));
    if (room) nodes.push(s("path", { class: "room", key: "room", d: outline(room.cells.map((/** @type {number[]} */ cell) => cell.join()), cells, 3) }));
    for (const cell of ctx.mine ? fits(ctx).keys() : []) {
      const box = cells.get(cell);
      if (box) nodes.push(s("rect", { class: "fit", x: box.x + 7, y: box.y + 7, width: box.width - 14, height: box.height - 14, rx: 8, key: cell }));
    }
    const paid = payout.revision === ctx.snap.revision && ctx.game.replay === null && cells.get(payout.cell);
    if (paid) nodes.push(s("text", { class: "payout", x: paid.x + paid.width / 2, y: paid.y, key: shown }, payout.text));
    const way = ctx.mine && current(ctx), box = way && cells.get(ctx.hand.cell);
    for (const each of box ? [...way.object.opens, ...way.object.closes] : []) nodes.push(s("path", { class: each.room ? "room" : "room left", d: outline(each.cells.map((/** @type {number[]} */ place) => place.join()), cells, 3), key: each.room ?? each.id }));
    if (box) nodes.push(s("g", { class: "ghost fits", transform: `translate(${box.x} ${box.y}) scale(${box.width / 100})`, key: "ghost" }, tilePicture(way.object, colourOf(ctx, ctx.seat)), s("rect", { class: "edge", x: 1, y: 1, width: 98, height: 98, rx: 4 })));
    return nodes;
  },

  /** Shows large what the tile laid last has paid. */
  arrived(/** @type {any} */ ctx, /** @type {any} */ frame) {
    const { last } = ctx.snap, paid = last?.object?.paid?.map((/** @type {number} */ coins, /** @type {number} */ seat) => coins && `${this.letter(ctx, seat)} +${coins}`).filter(Boolean) ?? [];
    const mark = `${ctx.game.id} ${last?.number}`, box = frame.cells.get(`${last?.object?.x},${last?.object?.y}`);
    if (!paid.length || !box || shown === mark || ctx.game.replay !== null || last.revision < ctx.snap.revision - 1) return;
    shown = mark;
    payout = { text: paid.join(" "), cell: `${last.object.x},${last.object.y}`, revision: ctx.snap.revision };
  },

  actions(/** @type {any} */ ctx) {
    const aside = ctx.legal?.items?.find((/** @type {any} */ item) => item.object.kind === "aside");
    if (aside) return h("button", { class: "main", onclick: () => play(aside.move) }, t("city.aside"));
    const way = current(ctx), gains = way ? way.object.paid.map((/** @type {number} */ coins, /** @type {number} */ seat) => coins && `${ctx.name(seat)} +${coins}`).filter(Boolean) : [];
    const open = (way?.object.opens ?? []).filter((/** @type {any} */ room) => room.worth !== null && room.advisors.some(Boolean));
    return [
      h("p", { class: "note" }, way ? (way.object.closes.length ? `${t("city.closes", { n: way.object.closes.length })} ${gains.join(", ") || t("city.unpaid")}` : t("city.opens")) : ""),
      h("p", { class: "note soft" }, open.length ? [t("city.rooms"), ": "] : "", open.map((/** @type {any} */ room, /** @type {number} */ place) => h("span", { key: room.id, class: "apart" }, place ? "· " : "", h("b", null, t("city.worth", { n: room.worth })), " ", lead(ctx, room), "\u00a0"))),
      h("div", { class: "row" },
        h("button", { onclick: () => this.turn(ctx, -1), "aria-label": t("cathedral.turn.left") }, "⟲"),
        h("button", { onclick: () => this.turn(ctx, 1), "aria-label": t("cathedral.turn.right") }, "⟳"),
        h("button", { class: "main grow", disabled: !way, onclick: () => play(way.move) }, way ? t("city.lay") : t("city.point")),
        ctx.hand.cell && h("button", { class: "quiet", onclick: () => ctx.hold({}) }, t("cathedral.back"))),
    ];
  },

  tray(/** @type {any} */ ctx) {
    const name = heldTile(ctx), tile = name && name !== "?" ? tileOf(ctx, name) : null, facing = ctx.hand.facing ?? "n";
    const seat = ctx.position.seats?.[ctx.seat];
    return [
      tile && h("div", { class: "held", key: "held" },
        s("svg", { viewBox: "-4 -4 108 108", class: "tile", role: "img", "aria-label": t("city.held", { tile: thing(name) }) }, tilePicture(turned(tile, facing), colourOf(ctx, ctx.seat))),
        h("div", null, h("h2", null, t("city.yours")), h("p", null, describeTile(tile)), seat && h("p", { class: "soft" }, `${thing(name)} · ${t("city.left", { n: seat.left.length })}`))),
      ctx.snap.outcome?.reason === "all_laid" ? leftOver(ctx) : null,
      rooms(ctx), h("p", { class: "soft legend", key: "legend" }, t("city.legend")),
    ];
  },

  prompt: (/** @type {any} */ ctx) => (ctx.hand.cell ? t("city.prompt.confirm") : t("city.prompt.point")),
  suggest: (/** @type {any} */ ctx, /** @type {any} */ { object }) => { if (object.kind === "lay") ctx.hold({ cell: `${object.x},${object.y}`, facing: object.facing }); },
  telling: (/** @type {any} */ _ctx, /** @type {any} */ { object }) => object?.kind !== "draw" || object.tile !== "?",

  read(/** @type {string} */ text) {
    const [, tile, x, y] = text.match(/^(?:lay )?(\w+)@(-?\d+),(-?\d+)/) ?? [];
    return tile && { kind: "lay", tile, x, y };
  },

  describe(/** @type {any} */ ctx, /** @type {any} */ { seat, object, move }) {
    switch (object?.kind) {
      case "lay": {
        const paid = (object.paid ?? []).map((/** @type {number} */ coins, /** @type {number} */ each) => coins && `${ctx.name(each)} +${coins}`).filter(Boolean).join(", ");
        return [t("log.lay", { who: ctx.name(seat), tile: thing(object.tile), cell: `${object.x},${object.y}` }), object.closes?.length && t("log.closes", { n: object.closes.length }), paid].filter(Boolean).join(" · ");
      }
      case "aside": return t("log.aside", { who: ctx.name(seat), tile: thing(object.tile) });
      case "draw": return t("log.draw", { who: ctx.name(object.seat), tile: thing(object.tile) });
      case "first": return t("log.first", { who: ctx.name(object.seat) });
    }
    return move;
  },
};

/** What the tile laid last has paid a seat. @param {any} ctx @param {number} seat */
function gain(ctx, seat) {
  const coins = ctx.game.journal.findLast((/** @type {any} */ entry) => entry.object?.kind === "lay")?.object.paid?.[seat];
  return coins ? h("b", { class: "gain" }, ` +${coins}`) : null;
}

/** At the end, what everybody keeps and is paid for. @param {any} ctx */
function leftOver(ctx) {
  const sum = (/** @type {number[]} */ list) => list.reduce((total, each) => total + each, 0);
  return h("div", { class: "over", key: "over" }, h("h2", null, t("city.over")), ctx.position.seats.map((/** @type {any} */ { left, seat }) => {
    const tiles = left.map((/** @type {string} */ name) => tileOf(ctx, name)), coins = sum(tiles.map((/** @type {any} */ tile) => 2 * sum(tile.advisors) + 3 * sum(tile.dragons)));
    return h("div", { class: "row", key: seat }, tiles.map((/** @type {any} */ tile) => s("svg", { viewBox: "-4 -4 108 108", class: "tile", role: "img", "aria-label": thing(tile.tile) }, tilePicture(tile, colourOf(ctx, seat)))), h("span", null, ctx.name(seat), h("b", { class: "gain" }, ` +${coins}`)));
  }));
}

/** A tile as it lies when it is turned. @param {any} tile @param {string} facing */
function turned(tile, facing) {
  const by = FACINGS.indexOf(facing), roll = (/** @type {any} */ list) => Array.from({ length: 4 }, (_, side) => list[(side - by + 4) % 4]);
  return { ...tile, sides: roll(tile.sides).join(""), parts: roll(tile.parts) };
}

/** @param {any} tile */
function describeTile(tile) {
  const advisors = tile.advisors.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0), dragons = tile.dragons.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0);
  return [advisors && t("city.advisors", { n: advisors }), dragons && t("city.dragons", { n: dragons })].filter(Boolean).join(", ") || t("city.nobody");
}

/** The payment that was shown last, and of which entry it was. */
let shown = "", payout = { text: "", cell: "", revision: 0 };

/** The open rooms that somebody would be paid for. @param {any} ctx @returns {any[]} */
const paying = (ctx) => (ctx.position.rooms ?? []).map((/** @type {any} */ room, /** @type {number} */ place) => ({ ...room, place })).filter((/** @type {any} */ room) => !room.closed && room.worth !== null && room.advisors.some(Boolean));

/** The most valuable of them first. @param {any} ctx */
function rooms(ctx) {
  const open = paying(ctx).sort((one, other) => other.worth - one.worth).slice(0, 8);
  return h("div", { class: "rooms", key: "rooms" }, h("h2", null, t("city.rooms")),
    open.length ? h("ul", null, open.map((/** @type {any} */ room) => h("li", { key: room.id },
      h("button", { class: "line", "aria-pressed": String(ctx.game.picked === room.place), onclick: () => dispatch({ type: "picked", id: ctx.game.id, room: ctx.game.picked === room.place ? null : room.place }) },
        s("svg", { viewBox: "0 0 50 50", class: "floor", "aria-hidden": "true" }, s("use", { href: `#intramuros-floor-${room.floor}` })), h("b", null, t("city.worth", { n: room.worth })), h("span", null, lead(ctx, room)), h("small", null, t("city.openings", { n: room.openings })))))) : h("p", { class: "soft" }, t("city.rooms.none")));
}

/** The seats with the most advisors in a room. @param {any} room @returns {number[]} */
const leaders = ({ advisors }) => advisors.map((/** @type {number} */ many, /** @type {number} */ seat) => (many === Math.max(...advisors) ? seat : -1)).filter((/** @type {number} */ seat) => seat >= 0);

/** Who leads in a room. @param {any} ctx @param {any} room */
function lead(ctx, room) {
  const first = leaders(room);
  return h("span", null, room.advisors.map((/** @type {number} */ many, /** @type {number} */ seat) => many > 0 && h("span", { class: `stone small ${colourOf(ctx, seat)}`, title: ctx.name(seat) }, many)), " ", first.length > 1 ? t("city.tied") : t("city.leads", { name: ctx.name(first[0]) }));
}
