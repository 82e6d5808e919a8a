/** Where each cell of a drawing lies, read from the drawing itself: its cells carry `data-cell`. */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const GROUND = "rect.b-ground[data-cell], .b-ground > rect[data-cell], g[data-tile][data-cell]";

/** The boxes of all cells that a module names. Two cells of the drawing are enough to tell where all of them are.
 * @param {SVGSVGElement} root @param {any} ctx @param {any} module @returns {Map<string, Box>} */
export function measured(root, ctx, module) {
  const inverse = root.getScreenCTM()?.inverse(), rows = /** @type {string[][]} */ (module.rows?.(ctx) ?? []);
  /** @type {number[][]} */
  const corners = [];
  for (const node of /** @type {NodeListOf<SVGGraphicsElement>} */ (root.querySelectorAll(GROUND))) {
    const [column, row] = placeIn(rows, node.dataset.cell ?? ""), matrix = node.getScreenCTM();
    if (column < 0 || !matrix || !inverse) continue;
    const point = new DOMPoint(Number(node.getAttribute("x") ?? 0), Number(node.getAttribute("y") ?? 0)).matrixTransform(inverse.multiply(matrix));
    corners.push([column, row, point.x, point.y]);
  }
  return lattice(rows, corners);
}

/** @param {string[][]} rows @param {string} name */
function placeIn(rows, name) {
  const row = rows.findIndex((each) => each.includes(name));
  return row < 0 ? [-1, -1] : [rows[row].indexOf(name), row];
}

/** @param {string[][]} rows @param {number[][]} corners each a column, a row and the cell's corner there @returns {Map<string, Box>} */
function lattice(rows, corners) {
  const found = new Map();
  const first = corners.reduce((best, each) => (each[0] < best[0] ? each : best), corners[0]), last = corners.reduce((best, each) => (each[0] > best[0] ? each : best), corners[0]);
  if (!first || first[0] === last[0]) return found;
  const wide = (last[2] - first[2]) / (last[0] - first[0]), left = first[2] - first[0] * wide, top = first[3] - first[1] * wide;
  rows.forEach((names, row) => names.forEach((name, column) => found.set(name, { x: left + column * wide, y: top + row * wide, width: wide, height: wide })));
  return found;
}

/** A box around all cells, with some room. @param {Map<string, Box>} cells @param {number} margin @returns {Box} */
export function around(cells, margin) {
  const boxes = [...cells.values()];
  const x = Math.min(...boxes.map((box) => box.x)) - margin, y = Math.min(...boxes.map((box) => box.y)) - margin;
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) + margin - x, height: Math.max(...boxes.map((box) => box.y + box.height)) + margin - y };
}

/** The line around a set of cells, as a path. @param {string[]} names @param {Map<string, Box>} cells @param {number} inset */
export function outline(names, cells, inset) {
  const boxes = names.map((name) => cells.get(name)).filter((box) => box !== undefined);
  const keys = new Set(boxes.map((box) => `${Math.round(box.x)},${Math.round(box.y)}`));
  const there = (/** @type {number} */ x, /** @type {number} */ y) => keys.has(`${Math.round(x)},${Math.round(y)}`);
  return boxes.map(({ x, y, width, height }) => {
    const up = there(x, y - height), down = there(x, y + height), left = there(x - width, y), right = there(x + width, y);
    const [l, r, u, d] = [x + (left ? 0 : inset), x + width - (right ? 0 : inset), y + (up ? 0 : inset), y + height - (down ? 0 : inset)];
    return [!up && `M${l} ${u}H${r}`, !down && `M${l} ${d}H${r}`, !left && `M${l} ${u}V${d}`, !right && `M${r} ${u}V${d}`].filter(Boolean).join("");
  }).join("");
}
