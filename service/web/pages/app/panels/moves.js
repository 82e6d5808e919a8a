/** Every legal move to search and choose, and a line to type one in. */

import { movesLike, play } from "../actions.js";
import { h } from "../dom.js";
import { dispatch } from "../store.js";
import { t } from "../text.js";

const SHOWN = 60;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;
/** @type {{ mark: string, items: any[] }} */
let found = { mark: "", items: [] };

/** @param {any} ctx */
export function movesPanel(ctx) {
  const { game, legal } = ctx, text = game.search;
  const items = (legal?.items ? legal.items.filter((/** @type {any} */ item) => item.move.toLowerCase().includes(text.toLowerCase())) : found.items) ?? [];
  if (legal && !legal.items) look(ctx, text);
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const typed = event.target.elements.typed.value.trim(); // what stands there now, drawn or not
    if (typed) play(typed);
  };
  return [
    h("form", { class: "row", onsubmit: send },
      h("label", { class: "unseen", for: "typed" }, t("moves.type")),
      h("input", { id: "typed", list: "completions", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("moves.hint"), value: text, oninput: (/** @type {any} */ event) => dispatch({ type: "search", id: game.id, text: event.target.value }) }),
      h("button", { class: "main", type: "submit", disabled: !ctx.mine }, t("moves.play"))),
    h("datalist", { id: "completions" }, items.slice(0, 20).map((/** @type {any} */ item) => h("option", { value: item.move }))),
    h("p", { class: "soft" }, legal ? t("moves.count", { n: legal.count }) : t("shell.loading")),
    h("ul", { class: "moves" }, items.slice(0, SHOWN).map((/** @type {any} */ item) => h("li", { key: item.move }, h("button", { disabled: !ctx.mine, onclick: () => play(item.move) }, item.move)))),
    items.length > SHOWN && h("p", { class: "soft" }, t("moves.more", { n: items.length - SHOWN })),
  ];
}

/** Asks the server for moves that start like that; lists too long to hold are searched there. @param {any} ctx @param {string} text */
function look(ctx, text) {
  const mark = `${ctx.game.id} ${ctx.snap.turn} ${ctx.seat} ${text}`;
  if (mark === found.mark) return;
  found = { mark, items: found.items };
  clearTimeout(later);
  later = setTimeout(async () => {
    const items = text ? await movesLike(text, SHOWN).catch(() => []) : await movesLike(Object.keys(ctx.legal.pieces ?? {})[0] ?? "a", SHOWN).catch(() => []);
    if (mark === found.mark) {
      found = { mark, items };
      dispatch({ type: "search", id: ctx.game.id, text: `${text} ` });
      dispatch({ type: "search", id: ctx.game.id, text });
    }
  }, 150);
}
