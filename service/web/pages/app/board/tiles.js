/** A tile of Forbidden City as a picture of 100 by 100, made of the parts that the drawing of the table defines. */

import { s } from "../dom.js";

const CORNERS = [[0, 0], [100, 0], [100, 100], [0, 100]];

/** @param {string} name @param {Record<string, any>} [more] */
const part = (name, more = {}) => s("use", { href: `#intramuros-${name}`, ...more });

/** @param {any} tile sides, floors and parts as it lies @param {string} colour */
export function tilePicture(tile, colour) {
  const split = tile.floors.length > 1;
  return s("g", { class: "tilepicture" },
    tile.floors.map((/** @type {string} */ floor, /** @type {number} */ number) => (split ? [`floor ${floor}`, ""].map((name) => s("polygon", { class: name, fill: `url(#intramuros-paving-${floor})`, points: corners(tile, number).map((corner) => CORNERS[corner].join()).join(" ") })) : part(`floor-${floor}`, { class: `floor ${floor}` }))),
    split && diagonal(tile),
    [...tile.sides].map((side, place) => side !== "o" && part(`${side === "a" ? "archway" : "wall"}-${"nesw"[place]}`)),
    tile.floors.map((/** @type {string} */ _, /** @type {number} */ number) => people(tile, number, colour, split)));
}

/** @param {any} tile @param {number} number */
const corners = (tile, number) => [0, 1, 2, 3].filter((corner) => tile.parts[corner] === number || tile.parts[(corner + 3) % 4] === number);

/** The wall between the two floors. @param {any} tile */
function diagonal(tile) {
  const shared = [0, 1, 2, 3].filter((corner) => tile.parts[corner] !== tile.parts[(corner + 3) % 4]).map((corner) => CORNERS[corner].join(" "));
  return [s("path", { class: "gilt", d: `M${shared[0]}L${shared[1]}` }), s("path", { class: "plaster", d: `M${shared[0]}L${shared[1]}` })];
}

/** @param {any} tile @param {number} number @param {string} colour @param {boolean} split */
function people(tile, number, colour, split) {
  const sides = [0, 1, 2, 3].filter((side) => tile.parts[side] === number);
  const x = split ? sides.reduce((sum, side) => sum + [0, 24, 0, -24][side], 50) : 50, y = split ? sides.reduce((sum, side) => sum + [-24, 0, 24, 0][side], 50) : 50;
  const many = tile.advisors[number], figures = split ? Array.from({ length: many }, (_, place) => part(`advisor-${colour}`, { x: x + 12 * place, y })) : many > 0 && part(`advisors-${many}-${colour}`);
  return [figures, tile.dragons[number] > 0 && part("dragon", { x, y })];
}
