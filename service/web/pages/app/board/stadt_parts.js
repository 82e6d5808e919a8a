/** Die verbotene Stadt beside the board: the selector, the answer, the cards and the dice. */

import { play } from "../actions.js";
import { h, s } from "../dom.js";
import { inTwo, t, thing } from "../text.js";

const HATS = ["red", "yellow", "blue", "green", "black"];

const LETTERS = /** @type {Record<string, string>} */ ({ red: "R", yellow: "Y", blue: "B", green: "G", black: "K" });

/** An official as the board shows it: a pointed hat above a robe, each with its letter. @param {string} name @param {number} size */
export function figure(name, size) {
  const [hat, robe] = name.split("-");
  return s("g", { class: "figure", transform: `scale(${size / 16})` },
    s("path", { class: `robe ${robe}`, d: "M-8-3H8L13 16H-13Z" }), s("path", { class: `hat ${hat}`, d: "M-16-1Q-6-5 0-18Q6-5 16-1Z" }),
    s("text", { y: -3, class: `on ${hat}`, "font-size": 8.5 }, LETTERS[hat]), s("text", { y: 12.5, class: `on ${robe}`, "font-size": 11 }, LETTERS[robe]));
}

/** @param {string} name */
export const icon = (name, size = 36) => s("svg", { viewBox: "-20 -22 40 42", width: size, height: size, class: "official", role: "img", "aria-label": thing(name) }, figure(name, 16));

/** The selector of the box: a wheel for the hat, one for the robe. @param {any} ctx */
export function bribery(ctx) {
  const allowed = new Set((ctx.legal?.items ?? []).map((/** @type {any} */ item) => item.object.official));
  const before = ctx.position.seats[ctx.seat].bribe, known = (allowed.has(before) || !allowed.size ? before?.match(/-/) && before : [...allowed][0])?.split("-") ?? ["red", "red"];
  const hat = ctx.hand.hat ?? known[0], robe = ctx.hand.robe ?? known[1], name = `${hat}-${robe}`;
  const set = (/** @type {string} */ part, /** @type {string} */ colour) => ctx.hold({ ...ctx.hand, hat, robe, [part]: colour });
  const turn = (/** @type {string} */ part, /** @type {string} */ value) => (/** @type {KeyboardEvent} */ event) => {
    const by = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: 4, ArrowUp: 4 })[event.key], place = (HATS.indexOf(value) + by) % 5;
    if (!by) return;
    event.preventDefault();
    set(part, HATS[place]);
    /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")[place]).focus();
  };
  const wheel = (/** @type {string} */ part, /** @type {string} */ value) => h("div", { class: "wheel", role: "radiogroup", "aria-label": t(`stadt.${part}`), onkeydown: turn(part, value) },
    h("span", { class: "soft" }, t(`stadt.${part}`)),
    HATS.map((colour) => h("button", { key: colour, class: `swatch ${colour}`, role: "radio", tabindex: colour === value ? 0 : -1, "aria-checked": String(colour === value), "aria-label": t(`colour.${colour}`), onclick: () => set(part, colour) }, LETTERS[colour])));
  return h("div", { class: "selector" }, icon(name, 72), h("div", { class: "wheels" }, wheel("hat", hat), wheel("robe", robe)),
    h("button", { class: "main", disabled: !allowed.has(name), onclick: () => play(`bribe ${name}`) }, allowed.has(name) ? t(name === before ? "stadt.keep" : "stadt.bribe", { official: thing(name) }) : t("stadt.bribe.not", { official: thing(name) })));
}

/** How the button of the move that a hint advises looks. @param {any} ctx @param {string} move */
const advised = (ctx, move) => (ctx.hand.advised === move ? "advised" : "");

/** Believe or doubt, with what is at stake. @param {any} ctx */
export function answer(ctx) {
  const { position } = ctx, active = position.seats[position.active_seat];
  return h("div", { class: "answer" },
    h("div", { class: "row" }, position.entry && icon(position.entry.official, 56), h("p", null, t("stadt.stake", { cards: (position.entry_pays?.cards ?? []).map(thing).join(", ") || t("stadt.nothing") }))),
    h("p", { class: "soft" }, t("stadt.record", { who: ctx.name(position.active_seat), honest: active.claims.honest, bluffs: active.claims.bluffs })),
    h("div", { class: "row" }, h("button", { class: `main grow ${advised(ctx, "believe")}`, onclick: () => play("believe") }, t("stadt.believe")), h("button", { class: `bad grow ${advised(ctx, "doubt")}`, onclick: () => play("doubt") }, t("stadt.doubt"))),
    h("p", { class: "soft" }, t("stadt.answer.about")));
}

/** Cards to take, and the choice to take none. @param {any} ctx */
export function takings(ctx) {
  return h("div", { class: "row wrap" }, ctx.legal.items.map((/** @type {any} */ { move, object }) => h("button", { key: move, class: advised(ctx, move), onclick: () => play(move) },
    object.kind === "take" && object.card ? [card(object.card), ` ${t("stadt.take", { card: thing(object.card), from: ctx.name(object.seat) })}`] : object.kind === "take_all" ? t("stadt.take.all") : t("stadt.decline"))));
}

/** @param {string} name */
const card = (name) => { const [colour, garment] = inTwo(name); return h("span", { class: `garment ${colour}`, title: thing(name), key: name }, { hat: "▲", coat: "■", trousers: "∏" }[garment] ?? "•", h("span", { class: "unseen" }, thing(name))); };

/** Everybody's cards by what they score together, and their bribes as far as one may know. @param {any} ctx */
export function cardsOf(ctx) {
  return h("div", { class: "holdings" }, (ctx.position.seats ?? []).map((/** @type {any} */ seat) => h("div", { key: seat.seat, class: "holding" },
    h("div", { class: "row" }, h("b", null, ctx.name(seat.seat)), bribe(ctx, seat)),
    seat.groups.length ? h("ul", null, seat.groups.map((/** @type {any} */ group, /** @type {number} */ place) => h("li", { key: place }, group.cards.map(card), h("small", null, t("stadt.worth", { n: group.points }))))) : h("p", { class: "soft" }, t("stadt.nocards")))));
}

/** @param {any} ctx @param {any} seat */
function bribe(ctx, seat) {
  if (seat.sealed && seat.bribe === "unknown") return h("span", { class: "soft" }, t("stadt.sealed"));
  if (seat.bribe === "none") return null;
  if (seat.bribe === "unknown") return h("span", { class: "soft" }, t("stadt.secret"));
  return h("span", { class: "bribed" }, icon(seat.bribe, 30), h("small", null, t(seat.seat === ctx.seat && !seat.shown ? "stadt.yours" : "stadt.shown")));
}

const SIGNS = /** @type {Record<string, string>} */ ({
  "red-dragon": "M4 17Q7 8 10 13T16 11L20 6M20 6L15 6M20 6V11M10 13L8 18M16 11L17 16", "red-pavilion": "M4 12Q9 11 12 5Q15 11 20 12ZM7 12V19M17 12V19M5 19H19",
});
/** What a fate die shows beside its colour. @param {string} face */
const sign = (face) => s("svg", { viewBox: "0 0 24 24", width: 34, height: 34, class: "sign-of-fate", "aria-hidden": "true" }, s("path", { d: SIGNS[face] ?? "M12 9a3 3 0 1 0 .01 0" }));

/** The dice as they lie. @param {any} ctx */
export function dice(ctx) {
  const { position, game } = ctx, rolls = game.journal.filter((/** @type {any} */ entry) => entry.object?.kind === "roll"), last = rolls.at(-1);
  const fate = position.dice?.fate && rolls.findLast((/** @type {any} */ { object }) => object.die !== "blue");
  return h("div", { class: "dice" },
    position.active_pavilion && h("span", { class: "die blue", key: `b${position.dice?.blue}${last?.object.die === "blue" ? last.number : ""}` }, position.dice?.blue ?? position.active_pavilion),
    position.dice?.fate && h("span", { class: `die ${position.dice.fate.split("-")[0]}`, key: `f${last?.number}` }, sign(position.dice.fate), h("span", { class: "unseen" }, t(`face.${position.dice.fate}`))),
    h("span", { class: "soft" }, fate ? t(`log.roll.${fate.object.die}`, { face: t(`face.${fate.object.face}`) }) : position.active_pavilion ? t("stadt.active", { number: position.active_pavilion }) : ""),
    h("span", { class: "soft" }, t("stadt.exile", { n: position.exile?.length ?? 0 }), " · ", t(`stadt.bluffing.${position.bluffing ?? "closed"}`)),
    h("div", { class: "exile" }, (position.exile ?? []).map((/** @type {string} */ name) => icon(name, 26))),
    h("small", { class: "soft" }, t("stadt.legend")));
}

/** Who can reach the pavilion, and how. @param {any} ctx */
export function reachList(ctx) {
  const found = Object.entries(ctx.position.reach ?? {});
  return h("ol", { class: "reachlist", key: "reach" }, found.map(([name, path], place) => h("li", { key: name }, h("button", { class: "line", onclick: () => ctx.hold({ official: name }) }, h("b", { class: `r${place % 6}` }, place + 1), icon(name, 30), h("span", null, thing(name)), h("small", null, /** @type {string[]} */ (path).join(" → "))))));
}
