/** The API's client: the public API and nothing else, with the player's token, which stays in this browser and is never shown. */

import { wished } from "./text.js";

/** @typedef {{ body?: any, headers?: Record<string, string>, signal?: AbortSignal, quiet?: boolean, form?: "json" | "text" | "svg" | "none" }} Options */
/** @typedef {{ status: number, data: any, etag: string | null, headers: (name: string) => string | null }} Answer */

const TOKEN = "intramuros.token";

/** A refusal or failure; `status` is 0 where no answer came. */
export class Refused extends Error {
  /** @param {number} status @param {any} problem @param {number} [after] */
  constructor(status, problem, after = 0) {
    super(problem?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.after = after;
    this.refusal = { status, detail: problem?.detail ?? "", title: problem?.title, rule: problem?.rule, rule_code: problem?.rule_code, code: problem?.code, params: problem?.params, type: problem?.type };
  }
}

/** @type {{ begun: (call: any) => void, ended: (id: number, status: number, ms: number) => void }} */
export const watcher = { begun: () => {}, ended: () => {} };
let count = 0;

export const hasToken = () => token() !== "";
export const token = () => localStorage.getItem(TOKEN) ?? "";
/** @param {string} text */
export const keepToken = (text) => (text ? localStorage.setItem(TOKEN, text) : localStorage.removeItem(TOKEN));

/** One call. Boards come as documents: under our policy that is the only way in for markup, and scripts in it do not run.
 * @param {string} method @param {string} path @param {Options} [options] @returns {Promise<Answer>} */
export function call(method, path, options = {}) {
  const { body, headers = {}, signal, quiet = false, form = "json" } = options;
  const id = ++count, began = performance.now();
  watcher.begun({ id, method, path, body, headers, poll: quiet, status: null, ms: null });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = form === "svg" ? "document" : "text";
    if (form === "svg") request.overrideMimeType("image/svg+xml");
    request.setRequestHeader("Accept-Language", wished); // the page's, whatever the browser's is
    if (hasToken()) request.setRequestHeader("Authorization", `Bearer ${token()}`);
    if (body !== undefined) request.setRequestHeader("Content-Type", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const ended = () => watcher.ended(id, request.status, Math.round(performance.now() - began));
    request.onload = () => {
      ended();
      const { status } = request;
      if (status >= 400) reject(new Refused(status, form === "svg" ? null : read(request.responseText), Number(request.getResponseHeader("Retry-After"))));
      else resolve({ status, data: form === "svg" ? request.responseXML : form === "text" ? request.responseText : read(request.responseText), etag: request.getResponseHeader("ETag"), headers: (name) => request.getResponseHeader(name) });
    };
    request.onerror = request.ontimeout = () => (ended(), reject(new Refused(0, null)));
    request.onabort = () => (ended(), reject(new DOMException("aborted", "AbortError")));
    request.timeout = 60_000;
    signal?.addEventListener("abort", () => request.abort());
    request.send(body === undefined ? null : JSON.stringify(body));
  });
}

/** @param {string} text */
function read(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** @param {string} path @param {Options} [options] */
export const get = async (path, options) => (await call("GET", path, options)).data;
/** @param {string} path @param {any} [body] @param {Options} [options] */
export const post = async (path, body = {}, options = {}) => (await call("POST", path, { ...options, body })).data;

/** The call for a terminal, with `$TOKEN` in the token's place.
 * @param {{ method: string, path: string, body: any, headers?: Record<string, string> }} call @param {string} origin */
export function curl({ method, path, body, headers = {} }, origin) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = ["curl", "-s", quoted(origin + path), '-H "Authorization: Bearer $TOKEN"'];
  if (method !== "GET" && !(method === "POST" && body !== undefined)) parts.splice(1, 0, `-X ${method}`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(" ");
}
