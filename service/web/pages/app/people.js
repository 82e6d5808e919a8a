/** Somebody by name: a field to write it in, and, where several bear it, which of them is meant. */

import { fail, player } from "./actions.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { dispatch, now } from "./store.js";
import { day, t } from "./text.js";

/** @param {string} name of the field in the form @param {any} changes */
const change = (name, changes) => dispatch({ type: "form", form: { [name]: { ...now().form[name], ...changes } } });

/** Who may be meant by a text: those of that name but me, or the one with that id. @param {string} text @returns {Promise<any[]>} */
async function look(text) {
  const me = await player(), { items } = await get(`/v1/players?${new URLSearchParams({ name: text })}`);
  const others = items.filter((/** @type {any} */ each) => each.id !== me.id);
  return others.length || !/^[a-z0-9]{12,}$/.test(text) ? others : get(`/v1/players/${text}`).then((one) => [one], () => []);
}

/** The player who is meant in a field; null where that has to be said first. @param {string} name */
export async function meant(name) {
  const text = now().form[name]?.text?.trim();
  if (!text) return null;
  if (!now().form[name].found) {
    const found = await look(text);
    if (now().form[name]?.text?.trim() === text) change(name, { found, id: found.length === 1 ? found[0].id : "" });
  }
  const { found, id } = now().form[name];
  return found?.find((/** @type {any} */ each) => each.id === id) ?? null;
}

/** @param {any} one */
const told = (one) => [one.name, t("who.since", { day: day(one.named_at ?? one.created_at) }), ...(one.ratings ?? []).map((/** @type {any} */ each) => `${now().rulesets?.find((known) => known.name === each.ruleset)?.title} ${Math.round(each.rating)}`), one.id].join(" · ");

/** @param {string} name */
export function personField(name) {
  const { text = "", found, id = "" } = now().form[name] ?? {};
  return h("div", { class: "person", key: name },
    h("input", { id: name, "aria-label": t("who.name"), placeholder: t("who.name"), required: true, maxlength: 40, autocomplete: "off", value: text,
      oninput: (/** @type {any} */ event) => change(name, { text: event.target.value, found: null }), onchange: () => meant(name).catch(fail) }),
    h("div", { role: "status" }, found && (found.length
      ? h("select", { id: `${name}Of`, "aria-label": t("who.which", { name: text }), value: id, onchange: (/** @type {any} */ event) => change(name, { id: event.target.value }) },
        found.length > 1 && h("option", { value: "" }, t("who.which", { name: text })), found.map((/** @type {any} */ one) => h("option", { value: one.id }, told(one))))
      : h("p", { class: "soft" }, t("who.none", { name: text })))));
}
