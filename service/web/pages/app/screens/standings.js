/** The tables of a contest: standings, the pairings of a round, and who did what against whom. */

import { h } from "../dom.js";
import { t } from "../text.js";

/** @param {number | null | undefined} number */
const figure = (number) => (number === null || number === undefined ? "–" : String(Math.round(number * 100) / 100));

/** @param {any[]} rows */
export function standings(rows) {
  if (!rows.length) return h("p", { class: "soft" }, t("contests.none"));
  return h("table", null,
    h("thead", null, h("tr", null, ["#", t("table.name"), t("table.points"), t("table.games"), t("table.record")].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, rows.map((row) => h("tr", { key: row.player.id, class: row.withdrawn ? "gone" : "" },
      h("td", null, row.place), h("th", { scope: "row" }, row.player.name), h("td", null, figure(row.points)), h("td", null, row.games), h("td", null, `${row.wins}/${row.draws}/${row.losses}`)))));
}

/** @param {any} round */
export function pairings(round) {
  if (!round?.pairings?.length) return h("p", { class: "soft" }, t("contests.unpaired"));
  return h("ul", { class: "list" }, round.pairings.map((/** @type {any} */ pair) => h("li", { key: pair.pair, class: "item" },
    h("b", null, pair.bye ? t("contests.bye", { name: pair.bye.name }) : pair.players.map((/** @type {any} */ each) => each.name).join(" – ")),
    h("span", { class: "badge" }, (pair.points ?? []).map(figure).join(" : ")),
    h("span", null, (pair.games ?? []).map((/** @type {any} */ game, /** @type {number} */ leg) => game.game && [h("a", { href: `#/game/${game.game}` }, t("contests.game", { n: leg + 1 })), " "])))));
}

/** @param {any} table */
export function crosstable(table) {
  if (!table?.rows?.length) return h("p", { class: "soft" }, t("contests.none"));
  const cell = (/** @type {any} */ against) => (Array.isArray(against) ? against.map(figure).join(" ") : "·");
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("contests.cross") }, h("table", { class: "cross" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "#"), h("th", { scope: "col" }, t("table.name")), table.rows.map((/** @type {any} */ row, /** @type {number} */ place) => h("th", { scope: "col", title: row.player.name }, place + 1)), h("th", { scope: "col" }, t("table.points")))),
    h("tbody", null, table.rows.map((/** @type {any} */ row, /** @type {number} */ line) => h("tr", { key: row.player.id }, h("td", null, line + 1), h("th", { scope: "row" }, row.player.name), (row.against ?? []).map((/** @type {any} */ against, /** @type {number} */ place) => h("td", { class: place === line ? "self" : "" }, place === line ? "" : cell(against))), h("td", null, h("b", null, figure(row.points))))))));
}
