/** Checks a finished game in the browser: that its seed is the one promised, and that every roll and draw follows from it. */

import { get } from "./api.js";
import { moduleOf } from "./board/modules.js";
import { fromHex, hmac, sha256, toHex } from "./sha256.js";

const SPAN = 1n << 256n;

/** @param {any} snap @param {any} ruleset @returns {Promise<any>} */
export async function verify(snap, ruleset) {
  if (!snap.seed) return { holds: false, key: "proof.noseed" };
  const seed = fromHex(snap.seed);
  if (toHex(await sha256(seed)) !== snap.commitment) return { holds: false, key: "proof.broken" };
  const key = snap.client_seed ? await hmac(seed, new TextEncoder().encode(snap.client_seed)) : seed;
  const journal = standing(await whole(snap.id)), odds = moduleOf(snap.ruleset).odds?.(snap, ruleset.components);
  let checked = 0;
  for (const entry of journal) {
    if (entry.seat === null) {
      if (!odds) return { holds: null, key: "proof.unchecked", n: journal.filter(({ seat }) => seat === null).length };
      const chosen = pick(odds.of(entry), await numbers(key, entry.number, odds.of(entry)));
      if (chosen !== entry.move) return { holds: false, key: "proof.differs", number: entry.number, move: entry.move };
      checked += 1;
    }
    odds?.after(entry);
  }
  return { holds: true, key: checked ? "proof.holds" : "proof.seedonly", n: checked };
}

/** The journal without what was taken back, and without the words that took it back. @param {any[]} journal */
export const standing = (journal) => journal.reduce((/** @type {any[]} */ kept, entry) => (entry.object?.kind === "takeback" ? kept.filter(({ number }) => number <= entry.object.number) : [...kept, entry]), []);

/** @param {string} id @returns {Promise<any[]>} */
async function whole(id) {
  const items = [];
  for (let cursor = "", page = 0; page < 40; page += 1) {
    const found = await get(`/v1/games/${id}/moves?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    items.push(...found.items);
    if (!found.next) break;
    cursor = found.next;
  }
  return items;
}

/** @param {Uint8Array<ArrayBuffer>} seed @param {number} number @param {[string, number][]} odds */
async function numbers(seed, number, odds) {
  const total = BigInt(odds.reduce((sum, [, weight]) => sum + weight, 0)), fair = SPAN - (SPAN % total);
  for (let attempt = 0; ; attempt += 1) {
    const value = BigInt(`0x${toHex(await hmac(seed, new TextEncoder().encode(`${number}:${attempt}`)))}`);
    if (value < fair) return Number(value % total);
  }
}

/** @param {[string, number][]} odds @param {number} ticket */
function pick(odds, ticket) {
  for (const [move, weight] of odds) {
    if (ticket < weight) return move;
    ticket -= weight;
  }
  return "";
}
