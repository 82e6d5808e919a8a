/** The calls that this page makes, each to be copied for a terminal: with `$TOKEN`, never with the token. */

import { curl } from "../api.js";
import { toast } from "../actions.js";
import { copy, h } from "../dom.js";
import { dispatch } from "../store.js";
import { t } from "../text.js";

/** @param {import("../reduce.js").State} state */
export function callsPanel({ calls }) {
  return h("section", { class: "calls", "aria-label": t("calls.title"), key: "calls" },
    h("div", { class: "calls-head" }, h("h2", null, t("calls.title")), h("p", null, t("calls.about")),
      h("button", { class: "quiet", "aria-label": t("shell.close"), onclick: () => dispatch({ type: "show-calls", show: false }) }, "×")),
    h("ol", { tabindex: 0, "aria-label": t("calls.title") }, [...calls].reverse().map((call) => h("li", { key: call.id },
      h("span", { class: `status s${String(call.status ?? 0)[0]}` }, call.status ?? "…"),
      h("code", null, h("b", null, call.method), " ", call.path, call.times > 1 && h("span", { class: "soft" }, ` ×${call.times}`)),
      h("span", { class: "ms" }, call.ms === null ? "" : `${call.ms} ms`),
      h("button", { onclick: () => copy(curl(call, location.origin)).then(() => toast(t("calls.copied"))), "aria-label": t("calls.copy", { call: `${call.method} ${call.path}` }) }, "curl")))),
  );
}
