/** Who I am, how the page looks and sounds, and taking the token along to another device. */

import { changeMe, fail, toast, whoAmI } from "../actions.js";
import { hasToken, keepToken, token } from "../api.js";
import { copy, download, h } from "../dom.js";
import { set } from "../settings.js";
import { dispatch } from "../store.js";
import { LANGUAGES, t } from "../text.js";

/** @param {import("../reduce.js").State} state */
export function meScreen(state) {
  return [h("h1", null, state.me?.name ?? t("nav.me")), h("div", { class: "columns" }, name(state), looks(state), tokens(state))];
}

/** @param {import("../reduce.js").State} state */
function name(state) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    changeMe({ name: event.target.elements.name.value.trim() }).then(() => toast(t("me.renamed"))).catch(fail);
  };
  return h("section", { class: "card" }, h("h2", null, t("me.name")),
    h("form", { class: "row", onsubmit: submit }, h("label", { class: "unseen", for: "name" }, t("me.name")),
      h("input", { id: "name", name: "name", required: true, maxlength: 40, autocomplete: "nickname", value: state.me?.name ?? "" }), h("button", null, t("me.save"))),
    h("p", { class: "soft" }, t("me.name.about")),
    state.me && h("label", { class: "tick" }, h("input", { type: "checkbox", id: "listed", checked: state.me.listed ?? true, onchange: (/** @type {any} */ event) => list(state.me, event.target.checked) }), t("me.listed")));
}

/** Shows at once what was ticked, and what is so should it be refused. @param {any} me @param {boolean} listed */
function list(me, listed) {
  dispatch({ type: "me", me: { ...me, listed } });
  changeMe({ listed }).catch((error) => { fail(error); dispatch({ type: "me", me }); });
}

/** @param {import("../reduce.js").State} state */
function looks({ settings }) {
  const choose = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Record<string, string>} */ choices, /** @type {string} */ member) => h("div", { class: "field" },
    h("label", { for: id }, label),
    h("select", { id, onchange: (/** @type {any} */ event) => set({ [member]: event.target.value }).catch(fail), value: /** @type {any} */ (settings)[member] },
      Object.entries(choices).map(([value, text]) => h("option", { value }, text))));
  const tick = (/** @type {string} */ id, /** @type {string} */ label, /** @type {"sound" | "notify"} */ member, /** @type {(on: boolean) => any} */ change) => h("label", { class: "tick" },
    h("input", { type: "checkbox", id, checked: settings[member], onchange: (/** @type {any} */ event) => change(event.target.checked) }), label);
  return h("section", { class: "card" }, h("h2", null, t("me.looks")),
    choose("language", t("me.language"), LANGUAGES, "language"),
    choose("theme", t("me.theme"), { system: t("theme.system"), light: t("theme.light"), dark: t("theme.dark") }, "theme"),
    choose("pace", t("me.pace"), { confirm: t("pace.confirm"), fast: t("pace.fast") }, "pace"),
    tick("sound", t("me.sound"), "sound", (sound) => set({ sound })),
    tick("notify", t("me.notify"), "notify", askToNotify));
}

/** @param {boolean} on */
async function askToNotify(on) {
  const granted = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  await set({ notify: granted });
  if (on && !granted) toast(t("me.notify.no"), "bad");
}

/** @param {import("../reduce.js").State} state */
function tokens(state) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    bring(event.target.elements.token.value.trim()).catch(fail);
  };
  return h("section", { class: "card" }, h("h2", null, t("me.token")), h("p", { class: "soft" }, t("me.token.about")),
    h("div", { class: "row" },
      h("button", { disabled: !hasToken(), onclick: () => copy(token()).then(() => toast(t("me.token.copied"))) }, t("me.token.copy")),
      h("button", { disabled: !hasToken(), onclick: () => download("intramuros-token.txt", new Blob([token()], { type: "text/plain" })) }, t("me.token.file"))),
    h("form", { class: "row", onsubmit: submit }, h("label", { class: "unseen", for: "token" }, t("me.token.paste")),
      h("input", { id: "token", name: "token", type: "password", required: true, autocomplete: "off", placeholder: t("me.token.paste") }), h("button", null, t("me.token.use"))),
    state.me && h("p", { class: "soft" }, t("me.id", { id: state.me.id })));
}

/** Takes a token from another device; the one before is kept if the server does not know the new one. @param {string} text */
async function bring(text) {
  const before = token();
  keepToken(text);
  dispatch({ type: "me", me: null });
  const me = await whoAmI().catch((error) => (keepToken(before), Promise.reject(error)));
  if (me) return toast(t("me.token.done", { name: me.name }));
  keepToken(before);
  await whoAmI();
  toast(t("me.token.unknown"), "bad");
}
