/** The drawing of the API with a layer over it: a grid of cells to point at, and what a ruleset's module shows there.
 *
 * The drawing is never changed, only looked through a window (its viewBox): the city fills the screen, and what the drawing shows
 * beside it stands on the page in words.
 */

import { render, s } from "../dom.js";
import { measured } from "./cells.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const FAR = 6;
const frame = {
  /** @type {HTMLElement | null} */ place: null,
  /** @type {SVGSVGElement | null} */ drawing: null,
  /** @type {SVGSVGElement} */ overlay: s("svg", { class: "overlay" }),
  /** @type {Map<string, Box>} */ cells: new Map(),
  /** @type {Box} */ base: { x: 0, y: 0, width: 100, height: 100 },
  zoom: 1, across: 0, down: 0, focused: "", game: "",
  /** @type {any} */ module: null,
  /** @type {any} */ ctx: null,
};

/** Puts the newest drawing and layer into the page. @param {any} ctx @param {any} module */
export function show(ctx, module) {
  const place = document.getElementById("board");
  if (!place) return;
  Object.assign(frame, { ctx, module });
  if (frame.game !== ctx.game.id) Object.assign(frame, { game: ctx.game.id, zoom: 1, across: 0, down: 0, focused: "", drawing: null });
  if (frame.place !== place) {
    frame.place = place;
    listen(frame.overlay);
    place.replaceChildren();
    frame.drawing = null;
  }
  const root = ctx.game.drawing?.root;
  if (!root) return place.replaceChildren();
  if (root !== frame.drawing || !place.contains(root)) mount(place, root);
  layer();
}

/** @param {HTMLElement} place @param {SVGSVGElement} root */
function mount(place, root) {
  frame.drawing = root;
  root.dataset.view ??= root.getAttribute("viewBox") ?? "";
  for (const name of ["width", "height"]) root.removeAttribute(name);
  root.setAttribute("aria-hidden", "true");
  root.removeAttribute("role");
  root.classList.add("drawing");
  for (const old of [...place.children]) if (old !== frame.overlay) old.remove();
  place.prepend(root); // the layer stays where it is, and with it the focus
  if (!place.contains(frame.overlay)) place.append(frame.overlay);
  frame.cells = measured(root, frame.ctx, frame.module);
  frame.base = whole(root);
  look();
  frame.module.arrived?.(frame.ctx, frame);
}

/** The board within the drawing, as the drawing says it (`data-board`), else all of it. @param {SVGSVGElement} root @returns {Box} */
function whole(root) {
  const [left, top, wide, high] = (root.dataset.board ?? "").split(" ").map(Number);
  const rim = frame.module.rim ?? 0; // its coordinates stand beside it
  if (high) return { x: left - rim, y: top - rim, width: wide + rim, height: high + rim };
  const { x, y, width, height } = root.viewBox.baseVal;
  return { x, y, width, height };
}

/** Shows the part that zoom and panning say. */
function look() {
  const { base, zoom } = frame;
  const width = base.width / zoom, height = base.height / zoom;
  const limit = (/** @type {number} */ by, /** @type {number} */ most) => Math.max(-most, Math.min(most, by));
  frame.across = limit(frame.across, (base.width - width) / 2 + (zoom > 1 ? width / 4 : 0));
  frame.down = limit(frame.down, (base.height - height) / 2 + (zoom > 1 ? height / 4 : 0));
  const box = [base.x + (base.width - width) / 2 + frame.across, base.y + (base.height - height) / 2 + frame.down, width, height].map((n) => n.toFixed(2)).join(" ");
  for (const svg of [frame.drawing, frame.overlay]) svg?.setAttribute("viewBox", box);
  frame.overlay.style.touchAction = zoom > 1 ? "none" : "";
}

/** @param {number} factor */
export function zoomBy(factor) {
  frame.zoom = factor === 0 ? 1 : Math.max(1, Math.min(6, frame.zoom * factor));
  if (factor === 0) frame.across = frame.down = 0;
  look();
}

/** The layer: what the module shows under the pointer's grid, and the grid. */
function layer() {
  const { ctx, module, cells } = frame;
  const rows = module.rows?.(ctx, cells) ?? [];
  if (!cells.has(frame.focused) || !rows.flat().includes(frame.focused)) frame.focused = module.home?.(ctx) ?? rows.flat()[0] ?? "";
  const grid = rows.length
    ? s("g", { role: "grid", key: "grid", "aria-label": ctx.t("board.grid"), "aria-rowcount": rows.length, "aria-colcount": Math.max(...rows.map((/** @type {any[]} */ row) => row.length)) },
      rows.map((/** @type {string[]} */ row, /** @type {number} */ y) => s("g", { role: "row", key: row[0].replace(/^.*,/, ""), "aria-rowindex": y + 1 }, row.map((name, x) => cellNode(name, x)))))
    : null;
  frame.overlay.classList.toggle("able", Boolean(ctx.mine));
  const held = frame.overlay.contains(document.activeElement);
  render(frame.overlay, s("g", { key: "under" }, module.layer?.(ctx, cells) ?? []), grid);
  if (held && !frame.overlay.contains(document.activeElement)) stand();
}

/** @param {string} name @param {number} x */
function cellNode(name, x) {
  const box = frame.cells.get(name);
  if (!box) return null;
  return s("rect", {
    role: "gridcell", key: name, "data-cell": name, class: "cell", ...box, tabindex: name === frame.focused ? 0 : -1, "aria-colindex": x + 1,
    "aria-label": (frame.ctx.game.replay === null && frame.module.label?.(frame.ctx, name)) || name, "aria-selected": frame.module.chosen?.(frame.ctx, name) ? "true" : undefined,
  });
}

/** The cell at a place on the screen, with the place inside the drawing. @param {number} left @param {number} top */
export function at(left, top) {
  const matrix = frame.overlay.getScreenCTM();
  if (!matrix || !frame.place?.isConnected) return null;
  const point = new DOMPoint(left, top).matrixTransform(matrix.inverse());
  for (const [name, box] of frame.cells) {
    if (point.x >= box.x && point.x < box.x + box.width && point.y >= box.y && point.y < box.y + box.height) return { name, point, box };
  }
  return null;
}

/** @type {Map<number, { x: number, y: number }>} */
const fingers = new Map();
let moved = false, twist = 0, spread = 0, turned = 0;

/** @param {SVGSVGElement} overlay */
function listen(overlay) {
  overlay.onpointerdown = down;
  overlay.onpointermove = move;
  overlay.onpointerup = overlay.onpointercancel = up;
  overlay.onpointerleave = (event) => { if (event.pointerType === "mouse") frame.module.hover?.(frame.ctx, null); };
  overlay.onclick = (event) => {
    if (moved) return;
    const found = at(event.clientX, event.clientY);
    if (found) touch(found.name, found.point);
  };
  overlay.onkeydown = key;
  overlay.onfocus = null;
  overlay.onwheel = wheel;
}

/** @param {string} name @param {DOMPoint | null} point */
function touch(name, point) {
  frame.focused = name;
  frame.module.tap?.(frame.ctx, name, point, frame.cells);
}

/** @param {PointerEvent} event */
function down(event) {
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  frame.overlay.setPointerCapture(event.pointerId); // it may be let go of anywhere
  if (fingers.size === 1) moved = false;
  if (fingers.size === 2) [twist, spread] = pose();
}

/** The direction and distance between two fingers. */
function pose() {
  const [one, two] = [...fingers.values()];
  return [Math.atan2(two.y - one.y, two.x - one.x), Math.hypot(two.x - one.x, two.y - one.y)];
}

/** @param {PointerEvent} event */
function move(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger) {
    if (event.pointerType === "mouse") frame.module.hover?.(frame.ctx, at(event.clientX, event.clientY)?.name ?? null, at(event.clientX, event.clientY)?.point, frame.cells);
    return;
  }
  const across = event.clientX - finger.x, along = event.clientY - finger.y;
  if (!moved && Math.hypot(across, along) < FAR) return;
  moved = true;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size === 2) return gesture();
  if (frame.module.pans) pan(across, along);
}

/** @param {number} across @param {number} along */
function pan(across, along) {
  const scale = frame.overlay.getScreenCTM()?.a ?? 1;
  frame.across -= across / scale;
  frame.down -= along / scale;
  look();
}

/** Two fingers: they turn the piece in hand, or zoom the board. */
function gesture() {
  const [angle, distance] = pose();
  if (frame.module.turn && !frame.module.pans) {
    let by = angle - twist;
    if (by > Math.PI) by -= 2 * Math.PI;
    if (by < -Math.PI) by += 2 * Math.PI;
    if (Math.abs(by) > Math.PI / 5) {
      twist = angle;
      frame.module.turn(frame.ctx, by > 0 ? 1 : -1);
    }
  } else if (frame.module.pans) {
    zoomBy(distance / spread);
    spread = distance;
  }
}

/** @param {PointerEvent} event */
function up(event) {
  fingers.delete(event.pointerId);
}

/** @param {WheelEvent} event */
function wheel(event) {
  if (frame.module.turn && frame.module.holds?.(frame.ctx) && !event.ctrlKey) {
    event.preventDefault();
    if (event.timeStamp - turned < 160) return;
    turned = event.timeStamp;
    frame.module.turn(frame.ctx, event.deltaY > 0 ? 1 : -1);
  } else if (frame.module.pans && event.ctrlKey) {
    event.preventDefault();
    zoomBy(event.deltaY > 0 ? 0.9 : 1.1);
  }
}

const STEPS = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** Arrow keys walk over the cells, Enter takes one, R turns, Escape puts back. @param {KeyboardEvent} event */
function key(event) {
  const step = STEPS[event.key];
  if (step) walk(step);
  else if (event.key === "Home" || event.key === "End") walk([event.key === "Home" ? -99 : 99, 0]);
  else if (event.key === "Enter" || event.key === " ") touch(frame.focused, null);
  else return;
  event.preventDefault();
}

/** @param {number[]} step */
function walk([across, along]) {
  const rows = /** @type {string[][]} */ (frame.module.rows?.(frame.ctx, frame.cells) ?? []);
  let y = rows.findIndex((row) => row.includes(frame.focused));
  if (y < 0) return;
  let x = rows[y].indexOf(frame.focused);
  for (let tries = 0; tries < 40; tries += 1) {
    y = Math.max(0, Math.min(rows.length - 1, y + along));
    x = Math.max(0, Math.min(rows[y].length - 1, x + across));
    if (frame.cells.has(rows[y][x]) || across > 1 || across < -1) break;
  }
  if (!frame.cells.has(rows[y][x])) return;
  frame.focused = rows[y][x];
  layer();
  stand();
}

/** Puts the keyboard's focus on the cell where it was last; whether there is one. */
export function stand() {
  const cell = /** @type {SVGElement | null} */ (frame.overlay.isConnected ? frame.overlay.querySelector(`[data-cell="${frame.focused}"]`) : null);
  cell?.focus({ preventScroll: true });
  return Boolean(cell);
}
