/** The time a seat has left, where the game has a clock. */

import { h } from "../dom.js";

/** How far our clock is from the server's. */
let ahead = 0;
let heard = "";

/** @param {any} ctx @param {number} seat */
export function clockOf(ctx, seat) {
  const clock = ctx.snap.clock, mine = clock?.seats?.[seat];
  if (!mine || (mine.left_ms === null && !mine.deadline)) return null;
  if (clock.server_time !== heard) [heard, ahead] = [clock.server_time, Date.now() - Date.parse(clock.server_time)];
  const left = mine.deadline && !clock.paused ? Date.parse(mine.deadline) + ahead - Date.now() : mine.left_ms ?? 0;
  return h("span", { class: `clock ${left < 20_000 ? "short" : ""}`, role: "timer", "data-deadline": clock.paused ? "" : mine.deadline ?? "" }, span(left));
}

/** @param {number} ms */
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000)), days = Math.floor(seconds / 86_400), hours = Math.floor(seconds / 3600) % 24, minutes = Math.floor(seconds / 60) % 60;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return days ? `${days}d ${hours}h` : hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

setInterval(() => {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-deadline]"))) {
    if (!node.dataset.deadline) continue;
    const left = Date.parse(node.dataset.deadline) + ahead - Date.now();
    node.textContent = span(left);
    node.classList.toggle("short", left < 20_000);
  }
}, 500);
