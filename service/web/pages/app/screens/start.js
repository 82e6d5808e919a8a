/** The first screen: three cities, each one click from a game. */

import { fail, go, list, playAgainst, toast } from "../actions.js";
import { call, get, hasToken, post } from "../api.js";
import { copy, h } from "../dom.js";
import { dispatch, now } from "../store.js";
import { seek, stopSeeking } from "../seek.js";
import { knows, said, t } from "../text.js";
import { contestCard } from "./contests.js";
import { gameCard, invited } from "./games.js";

let asked = 0;
/** Asks for what the first screen lists, at most every few seconds. */
function refresh() {
  if (Date.now() - asked < 4000) return;
  asked = Date.now();
  const lists = [list("open", { status: "open", limit: "6" }), list("running", { status: "running", limit: "6" })];
  if (hasToken()) lists.push(list("invited", { player: "me", status: "open", limit: "30" }), contestsOfMine());
  Promise.all(lists).catch(fail);
}

/** Asks for the contests that register and have to do with me; each of them says whether I am invited. */
async function contestsOfMine() {
  const kinds = await Promise.all(["series", "tournaments"].map((kind) => get(`/v1/${kind}?player=me&status=registering&limit=10`)));
  const items = kinds.flatMap((each) => each.items);
  const found = await Promise.all(items.map((each) => get(each.links.self, { quiet: true }).then(({ invited: whom }) => ({ ...each, whom }))));
  dispatch({ type: "list", name: "asked", items: found });
}

/** The invitations to games and contests that I have not answered. @param {import("../reduce.js").State} state */
function invitations(state) {
  const answer = (/** @type {string} */ yes, /** @type {any} */ body, /** @type {string} */ no, /** @type {string} */ page) => {
    const send = (/** @type {string} */ path, /** @type {any} */ what, /** @type {string} */ next) => () => post(path, what).then(() => { asked = 0; go(next); dispatch({ type: "form", form: {} }); }).catch(fail);
    return h("div", { class: "row" }, h("button", { class: "main", onclick: send(yes, body, page) }, t("offer.accept")), h("button", { onclick: send(no, {}, "#/") }, t("offer.decline")));
  };
  const games = (state.lists.invited ?? []).filter((/** @type {any} */ game) => invited(state, game));
  const contests = (state.lists.asked ?? []).filter((/** @type {any} */ each) => each.whom.includes(state.me?.id));
  return [
    ...games.map((/** @type {any} */ game) => gameCard(state, game, false, answer(`/v1/games/${game.id}/seats`, { seat: game.seats.find((/** @type {any} */ each) => each.reserved_for === state.me?.id).seat }, `/v1/games/${game.id}/seats/decline`, `#/game/${game.id}`))),
    ...contests.map((/** @type {any} */ each) => contestCard(each, each.kind, answer(`${each.links.self}/entries`, {}, `${each.links.self}/withdrawal`, `#/contest/${each.kind}:${each.id}`))),
  ];
}

/** @param {import("../reduce.js").State} state */
export function startScreen(state) {
  refresh();
  const rulesets = state.rulesets ?? [], kept = invitations(state);
  return [
    h("section", { class: "hero" }, h("h1", null, t("start.title")), h("p", { class: "lead" }, t("start.lead"))),
    state.turns.length ? waiting(state) : null,
    kept.length ? h("section", { class: "owed", key: "kept" }, h("h2", null, t("games.invited")), h("ul", { class: "list" }, kept)) : null,
    h("ul", { class: "cities" }, rulesets.length ? rulesets.map(city) : [1, 2, 3].map((place) => h("li", { class: "city waiting", key: place }))),
    lobby(state),
  ];
}

/** The board alone out of a ruleset's picture: its drawing says where in it the board lies. @param {string} name */
function picture(name) {
  const view = now().lists[`view ${name}`];
  if (view === undefined) {
    dispatch({ type: "list", name: `view ${name}`, items: null });
    const told = (/** @type {string} */ board) => dispatch({ type: "list", name: `view ${name}`, items: board.split(" ").map(Number) });
    call("GET", `/docs/games/${name}.svg`, { form: "svg", quiet: true }).then(({ data }) => told(data.documentElement.dataset.board ?? "")).catch(() => told(""));
  }
  const [, , wide, high] = view ?? [];
  return view && h("img", { src: `/docs/games/${name}.svg${high ? `#svgView(viewBox(${view}))` : ""}`, alt: "", style: high ? { "aspect-ratio": wide / high } : {}, onerror: (/** @type {any} */ event) => event.target.remove() });
}

/** @param {any} ruleset */
function city(ruleset) {
  const { name, title, designer, seats } = ruleset;
  const many = seats.length > 1 ? `${seats[0]}–${seats.at(-1)}` : seats[0];
  return h("li", { class: "city", key: name },
    h("a", { class: "picture", href: `#/new/${name}`, tabindex: -1, "aria-hidden": "true" }, picture(name)),
    h("div", { class: "words" },
      h("h2", null, title),
      h("p", { class: "by" }, `${designer} · ${t("start.seats", { seats: many })}`),
      h("p", null, knows(`about.${name}`) ? t(`about.${name}`) : ""),
      h("div", { class: "row" },
        h("button", { class: "main", onclick: begin(name) }, t("start.play")),
        h("a", { class: "button", href: `#/new/${name}` }, t("start.more"))),
      h("div", { class: "row wrap" }, h("button", { class: "link", onclick: begin(name, true) }, t("start.guided")), quick(name))));
}

/** @param {string} name @param {any} [more] what else the game should be like */
export function quick(name, more) {
  const { form } = now();
  return form.seeking?.ruleset === name
    ? h("button", { class: "link", key: "quick", type: "button", onclick: stopSeeking }, t("start.seeking"))
    : h("button", { class: "link", key: "quick", type: "button", onclick: () => seek(name, more) }, t("start.quick"));
}

/** @param {string} name @param {boolean} [guided] */
const begin = (name, guided = false) => async () => {
  try {
    const { id } = await playAgainst(name, guided ? "easy" : "medium");
    if (guided) {
      sessionStorage.setItem("intramuros.guided", id);
      dispatch({ type: "guide", id, step: 0 });
    }
  } catch (error) {
    fail(error);
  }
};

/** @param {import("../reduce.js").State} state */
function waiting(state) {
  return h("section", { class: "owed", key: "owed", "aria-label": t("start.owed") },
    h("h2", null, t("start.owed")),
    h("ul", { class: "list" }, state.turns.slice(0, 5).map((turn) => h("li", { key: `${turn.game} ${turn.seat}` },
      h("a", { class: "item", href: `#/game/${turn.game}` }, h("b", null, titleOf(turn.ruleset)), " ", said(turn.prompt, turn.code, turn.params))))));
}

/** @param {string} name */
export const titleOf = (name) => (now().rulesets ?? []).find((each) => each.name === name)?.title ?? name;

/** A link to be sent to somebody. @param {string} link */
export const linkRow = (link) => h("div", { class: "row" }, h("input", { readonly: true, value: link, "aria-label": t("open.link") }),
  h("button", { class: "main", onclick: () => copy(link).then(() => toast(t("open.copied"))) }, t("open.copy")));

/** @param {import("../reduce.js").State} state */
function lobby(state) {
  const section = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ none) => h("section", null,
    h("h2", null, title),
    (state.lists[name] ?? []).length ? h("ul", { class: "list" }, state.lists[name].map((/** @type {any} */ game) => gameCard(state, game))) : h("p", { class: "soft" }, none));
  return h("div", { class: "lobby" }, section("open", t("start.open"), t("start.open.none")), section("running", t("start.running"), t("start.running.none")));
}
