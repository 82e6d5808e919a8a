/** A game as one likes it: options, who sits where, who may see it. */

import { createGame, fail } from "../actions.js";
import { moduleOf } from "../board/modules.js";
import { h } from "../dom.js";
import { meant, personField } from "../people.js";
import { dispatch, now } from "../store.js";
import { knows, t } from "../text.js";
import { keep } from "./contests.js";
import { quick } from "./start.js";

/** @param {import("../reduce.js").State} state */
export function newScreen(state) {
  const name = state.route.id, ruleset = (state.rulesets ?? []).find((each) => each.name === name);
  if (!ruleset) return h("p", { class: "soft" }, state.rulesets ? t("new.none") : t("shell.loading"));
  const form = formOf(state, ruleset);
  return [
    h("h1", null, ruleset.title),
    h("div", { class: "columns" },
      h("img", { class: "preview", src: `/docs/games/${name}.svg`, alt: "" }),
      h("form", { class: "card", onsubmit: submit(ruleset) },
        seats(state, ruleset, form), options(ruleset, form.seats.length, form.options, "options"), clock(form.clock, "clock"), expiry(form),
        tick("rated", form.rated), !form.rated && tick("hints", form.hints), visibility(form),
        h("div", { class: "row wrap" }, h("button", { class: "main", type: "submit" }, t("new.create")),
          quick(name, { seats: form.seats.length, options: form.options, rated: form.rated, clock: timed(form) })))),
  ];
}

/** @param {import("../reduce.js").State} state @param {any} ruleset */
function formOf(state, ruleset) {
  const first = { seats: Array.from({ length: ruleset.seats[0] }, (_, seat) => (seat ? "ai:medium" : "me")), options: {}, visibility: "listed", clock: "none", rated: false, hints: true };
  return { ...first, ...state.form };
}

/** Handlers base what they change on `now()`: a second change may come before the first is drawn. @param {any} changes */
const change = (changes) => dispatch({ type: "form", form: changes });

/** @param {import("../reduce.js").State} state @param {any} ruleset @param {any} form */
function seats(state, ruleset, form) {
  keep("ais", "/v1/ais", 10);
  const hosted = (state.lists.ais?.items ?? []).filter((/** @type {any} */ ai) => ai.rulesets.includes(ruleset.name) && !ruleset.ais.includes(ai.name)).map((/** @type {any} */ ai) => ai.name);
  const levels = [...ruleset.ais, ...hosted];
  const choices = [["me", t("seat.me")], ...levels.map((ai) => [`ai:${ai}`, knows(`ai.${ai}`) ? t(`ai.${ai}`) : t("seat.ai", { ai })]), ["open", t("seat.open")], ["player", t("seat.player")]];
  const sit = (/** @type {number} */ seat, /** @type {string} */ who) => change({ seats: formOf(now(), ruleset).seats.map((/** @type {string} */ old, /** @type {number} */ each) => (each === seat ? who : old)) });
  const length = (/** @type {number} */ many) => change({ seats: Array.from({ length: many }, (_, seat) => formOf(now(), ruleset).seats[seat] ?? "ai:medium") });
  return h("fieldset", null, h("legend", null, t("new.seats")),
    ruleset.seats.length > 1 && h("div", { class: "segments", role: "group", "aria-label": t("new.many") }, ruleset.seats.map((/** @type {number} */ many) =>
      h("button", { type: "button", "aria-pressed": String(form.seats.length === many), onclick: () => length(many) }, many))),
    form.seats.map((/** @type {string} */ who, /** @type {number} */ seat) => h("div", { class: "field", key: seat },
      h("label", { for: `seat${seat}` }, seatLabel(ruleset.name, seat)),
      h("select", { id: `seat${seat}`, value: who, onchange: (/** @type {any} */ event) => sit(seat, event.target.value) },
        choices.map(([value, text]) => h("option", { value }, value === "me" && form.seats.indexOf("me") < seat && form.seats.includes("me") ? t("seat.other") : text))),
      who === "player" && personField(`guest${seat}`))),
    form.seats.length > 1 && h("button", { type: "button", class: "link", onclick: () => change({ seats: [...formOf(now(), ruleset).seats].reverse() }) }, t("new.swap")),
  );
}

/** @param {string} ruleset @param {number} seat */
const seatLabel = (ruleset, seat) => moduleOf(ruleset).seatName({ t, position: {} }, seat);

/** What can be chosen for a game, kept in the form by a name. @param {any} ruleset @param {number} many @param {any} chosen @param {string} name */
export function options(ruleset, many, chosen, name) {
  const plain = ruleset.options.filter((/** @type {any} */ option) => option.schema.enum || option.name === "first");
  if (!plain.length) return null;
  const prefix = name === "options" ? "" : name;
  return h("fieldset", null, h("legend", null, t("new.options")), plain.map((/** @type {any} */ option) => {
    const values = option.schema.enum ?? ["random", ...Array(many).keys()];
    const text = (/** @type {any} */ value) => { const key = `option.${ruleset.name}.${option.name}.${value}`; return knows(key) ? t(key) : option.name === "first" ? t("seat.number", { number: value + 1 }) : String(value); };
    const key = `option.${ruleset.name}.${option.name}`;
    return h("div", { class: "field", key: option.name },
      h("label", { for: prefix + option.name }, knows(key) ? t(key) : option.name),
      h("select", { id: prefix + option.name, value: JSON.stringify(chosen[option.name] ?? option.schema.default), onchange: (/** @type {any} */ event) => change({ [name]: { ...now().form[name], [option.name]: JSON.parse(event.target.value) } }) },
        values.map((/** @type {any} */ value) => h("option", { value: JSON.stringify(value) }, text(value)))));
  }));
}

const CLOCKS = /** @type {Record<string, any>} */ ({
  none: { kind: "none" }, quick: { kind: "fischer", seconds: 300, increment: 5 }, slow: { kind: "fischer", seconds: 1200, increment: 15 },
  move: { kind: "per_decision", seconds: 60 }, days: { kind: "days", days: 2 }, week: { kind: "days", days: 7 },
});

/** @param {string} id @param {string} label @param {string} value @param {[string, string][]} choices */
const field = (id, label, value, choices) => h("div", { class: "field" }, h("label", { for: id }, label),
  h("select", { id, value, onchange: (/** @type {any} */ event) => change({ [id]: event.target.value }) }, choices.map(([each, text]) => h("option", { value: each }, text))));

/** @param {string} value @param {string} name */
export const clock = (value, name) => field(name, t("new.clock"), value, Object.keys(CLOCKS).map((each) => [each, t(`clock.${each}`)]));
/** @param {string} name */
export const clockOf = (name) => CLOCKS[name];

/** What happens when a seat's time is over. @param {any} form */
const expired = (form) => form.expiry ?? (form.seats.length > 2 ? "ai" : "forfeit");
/** @param {any} form */
const expiry = (form) => form.clock !== "none" && field("expiry", t("new.expiry"), expired(form), ["forfeit", "ai", "random_move"].map((each) => [each, t(`expiry.${each}`)]));
/** @param {any} form */
const timed = (form) => ({ ...CLOCKS[form.clock], ...(form.clock === "none" ? {} : { on_expiry: expired(form) }) });

/** @param {string} name @param {boolean} on */
const tick = (name, on) => h("label", { class: "tick", key: name }, h("input", { type: "checkbox", id: name, checked: on, onchange: (/** @type {any} */ event) => change({ [name]: event.target.checked }) }), t(`new.${name}`));

/** @param {any} form */
const visibility = (form) => field("visibility", t("new.visibility"), form.visibility, ["listed", "unlisted", "private"].map((each) => [each, t(`visibility.${each}`)]));

/** @param {any} ruleset */
const submit = (ruleset) => async (/** @type {any} */ event) => {
  event.preventDefault();
  const form = formOf(now(), ruleset);
  const guests = await Promise.all(form.seats.map((/** @type {string} */ who, /** @type {number} */ seat) => who === "player" && meant(`guest${seat}`))).catch(fail);
  if (!guests || guests.includes(null)) return;
  const seat = (/** @type {string} */ who, /** @type {number} */ number) => (who.startsWith("ai:") ? { ai: who.slice(3) } : who === "player" ? { player: guests[number].id } : who);
  const spec = { ruleset: ruleset.name, options: form.options, seats: form.seats.map(seat), visibility: form.visibility, clock: timed(form), rated: form.rated, hints: form.hints && !form.rated };
  await createGame(spec).catch(fail);
};

