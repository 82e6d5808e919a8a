/** Makes elements, and turns a part of the page into what it should be now without losing focus, scroll or what is typed. */

/** @typedef {any} Child a node, a text, nothing, or a list of those */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";
const LIVE = ["value", "checked", "selected", "open", "indeterminate"];

/** An HTML element. `on…` are handlers, `style` an object, `key` says which element it is among its like.
 * @param {string} tag @param {Props | null} [props] @param {Child[]} children @returns {any} */
export const h = (tag, props, ...children) => made(document.createElement(tag), props, children);

/** An SVG element.
 * @param {string} tag @param {Props | null} [props] @param {Child[]} children @returns {any} */
export const s = (tag, props, ...children) => made(document.createElementNS(SVG, tag), props, children);

/** @param {any} node @param {Props | null | undefined} props @param {Child[]} children */
function made(node, props, children) {
  node.handlers = {};
  node.live = {};
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node[name] = node.handlers[name] = value;
    else if (name === "style") for (const [each, what] of Object.entries(value)) node.style.setProperty(each, String(what));
    else if (name === "key") node.key = value;
    else if (LIVE.includes(name)) node.live[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  for (const [name, value] of Object.entries(node.live)) node[name] = value;
  return node;
}

/** @param {Node} node @param {Child[]} children */
function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child instanceof Node) node.appendChild(child);
    else if (child !== false && child !== null && child !== undefined) node.appendChild(document.createTextNode(String(child)));
  }
}

/** Makes the children of a node those given.
 * @param {Element} node @param {Child[]} children */
export function render(node, ...children) {
  const fresh = document.createDocumentFragment();
  append(fresh, children);
  reconcile(node, fresh);
}

/** @param {any} old @param {Node} fresh */
function reconcile(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (child.key !== undefined) keyed.set(child.key, child);
  let at = old.firstChild;
  const coming = /** @type {any[]} */ ([...fresh.childNodes]);
  while (coming.length) {
    while (at && at.key === undefined && !coming.some((each) => each.key === undefined && alike(at, each))) { // what has no successor makes room, so that those behind it find theirs
      const after = at.nextSibling;
      at.remove();
      at = after;
    }
    const next = coming.shift();
    const match = next.key !== undefined ? keyed.get(next.key) : at && at.key === undefined && alike(at, next) ? at : null;
    if (match && alike(match, next)) {
      if (match !== at && match.contains(document.activeElement)) {
        while (at && at !== match) { // what has the focus stays where it is; the others go round it
          const after = at.nextSibling;
          at.remove();
          at = after;
        }
      }
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      patch(match, next);
    } else old.insertBefore(next, at);
  }
  while (at) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}

/** @param {Node} one @param {Node} other */
const alike = (one, other) => one.nodeName === other.nodeName && one.nodeType === other.nodeType;

/** @param {any} old @param {any} fresh */
function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const own = old.nodeName === "DETAILS" ? ["style", "open"] : ["style"]; // what a reader has opened stays open
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  for (const name of Object.keys(old.handlers ?? {})) if (!(name in fresh.handlers)) old[name] = null;
  Object.assign(old, fresh.handlers);
  old.handlers = fresh.handlers;
  if (!fresh.hasAttribute("data-kept")) reconcile(old, fresh);
  for (const [name, value] of Object.entries(fresh.live)) {
    if (old[name] !== value && !(name === "value" && document.activeElement === old && old.live?.value === value)) old[name] = value;
  }
  old.live = fresh.live;
}

/** Copies a text; where the browser withholds its clipboard (plain HTTP), by way of a selection.
 * @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** Offers a text or picture as a file.
 * @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
