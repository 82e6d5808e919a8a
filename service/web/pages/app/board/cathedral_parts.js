/** Cathedral beside the board: both hands, buildings as pictures, and the choice to take or leave. */

import { h, s } from "../dom.js";
import { t, thing } from "../text.js";

/** @param {any} ctx @param {string} piece @param {number} seat */
function coloursOf(ctx, piece, seat) {
  const { sides, cathedral } = ctx.ruleset.components;
  return piece === "cathedral" ? cathedral.colours : sides[seat].colours;
}

/** A building over some squares, in its side's colours. @param {any} ctx @param {string} piece @param {any[]} boxes @param {number} wide @param {number} [seat] */
export function picture(ctx, piece, boxes, wide, seat = ctx.seat ?? 0) {
  const colours = coloursOf(ctx, piece, seat), inset = wide / 18;
  const there = (/** @type {number} */ x, /** @type {number} */ y) => boxes.some((box) => Math.abs(box.x - x) < 1 && Math.abs(box.y - y) < 1);
  return boxes.flatMap((box) => {
    const { x, y, width, height } = box;
    const left = there(x - width, y), right = there(x + width, y), up = there(x, y - height), down = there(x, y + height);
    const [l, r, u, d] = [x + (left ? -0.5 : inset), x + width + (right ? 0.5 : -inset), y + (up ? -0.5 : inset), y + height + (down ? 0.5 : -inset)];
    const roof = wide / 3.2;
    return [
      s("rect", { x: l, y: u, width: r - l, height: d - u, fill: colours.flat }),
      !up && s("path", { d: `M${l} ${u}H${r}L${right ? r : r - roof} ${u + roof}H${left ? l : l + roof}Z`, fill: colours.n }),
      !down && s("path", { d: `M${l} ${d}H${r}L${right ? r : r - roof} ${d - roof}H${left ? l : l + roof}Z`, fill: colours.s }),
      !left && s("path", { d: `M${l} ${u}V${d}L${l + roof} ${down ? d : d - roof}V${up ? u : u + roof}Z`, fill: colours.w }),
      !right && s("path", { d: `M${r} ${u}V${d}L${r - roof} ${down ? d : d - roof}V${up ? u : u + roof}Z`, fill: colours.e }),
      s("path", { d: [!up && `M${l} ${u}H${r}`, !down && `M${l} ${d}H${r}`, !left && `M${l} ${u}V${d}`, !right && `M${r} ${u}V${d}`].filter(Boolean).join(""), stroke: colours.edge, "stroke-width": wide / 22, fill: "none", "stroke-linecap": "round" }),
    ];
  });
}

const UNIT = 16;
/** A small picture of a building for the tray. @param {any} ctx @param {any} building @param {number} seat @param {string} facing */
function small(ctx, building, seat, facing) {
  const shape = (building.shapes[seat] ?? building.shapes[0])[facing];
  const left = Math.min(...shape.map((/** @type {number[]} */ cell) => cell[0])), top = Math.min(...shape.map((/** @type {number[]} */ cell) => cell[1]));
  const boxes = shape.map((/** @type {number[]} */ [x, y]) => ({ x: (x - left) * UNIT, y: (y - top) * UNIT, width: UNIT, height: UNIT }));
  const wide = Math.max(...boxes.map((/** @type {any} */ box) => box.x)) + UNIT, high = Math.max(...boxes.map((/** @type {any} */ box) => box.y)) + UNIT;
  return s("svg", { viewBox: `-1 -1 ${wide + 2} ${high + 2}`, width: wide + 2, height: high + 2, "aria-hidden": "true" }, picture(ctx, building.name, boxes, UNIT, seat));
}

/** Both sides' buildings; mine to take. @param {any} ctx @param {any} held @param {(ctx: any, piece: string, event: PointerEvent) => void} drag @param {Map<string, any> | null} room where each can stand */
export function hands(ctx, held, drag, room) {
  const { components } = ctx.ruleset, sides = ctx.position.sides ?? [];
  const buildings = [...components.buildings].sort((one, other) => other.squares - one.squares);
  const order = ctx.seat === 1 ? [1, 0] : [0, 1];
  const first = ctx.mine && ctx.decision?.kind === "cathedral";
  return order.map((seat) => {
    const mine = seat === ctx.seat && ctx.snap.status === "running", able = mine && ctx.mine && !first, side = sides[seat];
    return h("div", { class: `hand ${mine ? "mine" : ""}`, key: seat, "aria-busy": able && !room ? "true" : undefined },
      h("h2", null, t(seat ? "side.dark" : "side.light"), h("small", null, t("cathedral.squares", { n: side?.squares_left ?? 0 }))),
      h("ul", { class: "buildings" },
        first && seat === ctx.seat && h("li", { key: "cathedral" }, h("button", { class: "building", "aria-pressed": "true", onpointerdown: (/** @type {PointerEvent} */ event) => drag(ctx, "cathedral", event) }, small(ctx, components.cathedral, 0, held?.facing ?? "n"), h("span", { class: "unseen" }, thing("cathedral")))),
        buildings.filter((building) => side?.remaining[building.name]).map((building) => {
          const many = side.remaining[building.name], lost = able && room && !room.has(building.name), taken = mine && held?.piece === building.name;
          const face = small(ctx, building, seat, taken ? held.facing : "n");
          const name = h("span", { class: "unseen" }, thing(building.name)), count = many > 1 && h("span", { class: "many" }, `×${many}`);
          return h("li", { key: building.name, title: thing(building.name) }, mine
            ? h("button", { class: `building ${lost ? "lost" : ""}`, disabled: !able, "data-piece": building.name, "aria-description": lost ? t("cathedral.noroom") : undefined, "aria-pressed": String(taken), onclick: () => ctx.hold(taken ? {} : { piece: building.name, facing: "n" }), onpointerdown: (/** @type {PointerEvent} */ event) => drag(ctx, building.name, event) }, face, name, count)
            : h("span", { class: "building" }, face, name, count));
        })));
  });
}

/** To take or to leave what a placement encloses. @param {any} ctx @param {any[]} variants @param {number} choice */
export function choices(ctx, variants, choice) {
  const text = (/** @type {any} */ object) => [
    object.takes.length && t("cathedral.take", { what: object.takes.map((/** @type {any} */ each) => thing(each.building)).join(", ") }),
    object.leaves.length && t("cathedral.leave", { what: object.leaves.map((/** @type {any} */ each) => thing(each.building)).join(", ") }),
  ].filter(Boolean).join(", ").replace(/^./, (first) => first.toUpperCase()) || t("cathedral.plain");
  return h("div", { class: "segments", role: "group", "aria-label": t("cathedral.choice") }, variants.map((variant, place) =>
    h("button", { key: variant.move, "aria-pressed": String(place === choice), onclick: () => ctx.more(ctx.hand, { choice: place }) }, text(variant.object))));
}
