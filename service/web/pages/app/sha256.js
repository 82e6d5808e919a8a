/** SHA-256 and HMAC-SHA256: the browser's own where it gives them, ours on plain HTTP, where it withholds them. */

const K = new Uint32Array(64), START = new Uint32Array(8);
{
  let found = 0;
  for (let number = 2; found < 64; number += 1) {
    let prime = true;
    for (let by = 2; by * by <= number; by += 1) if (number % by === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = (Math.sqrt(number) % 1) * 2 ** 32;
    K[found++] = (Math.cbrt(number) % 1) * 2 ** 32;
  }
}

/** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
export function ownSha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / 64), padded = new Uint8Array(blocks * 64), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Uint32Array.from(START), words = new Uint32Array(64);
  for (let block = 0; block < blocks; block += 1) round(state, words, view, block * 64);
  const result = new Uint8Array(32), out = new DataView(result.buffer);
  state.forEach((word, place) => out.setUint32(place * 4, word));
  return result;
}

/** @param {Uint32Array} state @param {Uint32Array} words @param {DataView} view @param {number} at */
function round(state, words, view, at) {
  const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const one = words[i - 15], two = words[i - 2];
    words[i] = words[i - 16] + (turn(one, 7) ^ turn(one, 18) ^ (one >>> 3)) + words[i - 7] + (turn(two, 17) ^ turn(two, 19) ^ (two >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
}

/** @param {Uint8Array} key @param {Uint8Array} message */
export function ownHmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? ownSha256(key) : key);
  const inside = new Uint8Array(64 + message.length), outside = new Uint8Array(96);
  inside.set(block.map((byte) => byte ^ 0x36));
  inside.set(message, 64);
  outside.set(block.map((byte) => byte ^ 0x5c));
  outside.set(ownSha256(inside), 64);
  return ownSha256(outside);
}

/** @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
export async function hmac(key, message) {
  if (!crypto.subtle) return ownHmac(key, message);
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

/** @param {string} text */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
