/** The ladder of a ruleset: which AIs climb it, with the built-in levels as milestones. */

import { h } from "../dom.js";
import { t } from "../text.js";

/** @param {number | null} rise */
const climbed = (rise) => (rise === null ? "–" : `${rise > 0 ? "▲ +" : rise < 0 ? "▼ −" : "▬ "}${Math.abs(Math.round(rise))}`);

/** @param {import("../reduce.js").State} state @param {string} ruleset */
export function ladder(state, ruleset) {
  const found = state.lists[`ladder ${ruleset}`];
  return h("section", { class: "card ladder", key: "ladder" }, h("h2", null, t("ladder.title")), h("p", { class: "soft" }, t("ladder.about")),
    h("table", null, h("thead", null, h("tr", null, [t("table.name"), t("table.rating"), t("ladder.climbed"), t("table.games")].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, (found?.items ?? []).map((/** @type {any} */ each) => h("tr", { key: each.name, class: each.milestone ? "milestone" : undefined },
        h("td", null, each.name, " ", each.milestone ? h("small", null, t("ladder.milestone")) : !each.live && h("small", null, t("ladder.away"))),
        h("td", null, `${Math.round(each.rating)}${each.provisional ? "?" : ""}`), h("td", null, climbed(each.climbed)), h("td", null, each.games))))),
    h("p", null, found?.game && [h("a", { href: `#/game/${found.game}` }, t("ladder.game")), " · "], h("a", { href: "/docs/hosting#ladder" }, t("ladder.host"))));
}
